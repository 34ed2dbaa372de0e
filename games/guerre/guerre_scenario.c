/* guerre_scenario.c - scenario files, and what the players wish otherwise.
 *
 * A scenario is tab-separated, one record a line, the first field its kind (9.1):
 *
 *   scenario id              title text            table w h (mm)       turns n (0: no limit)
 *   limit win SIDE | draw_by_losses                blurb text
 *   side id name edge first|second rout_level pursuer|- CinC_name
 *   terrain id kind x y h w d           element id side type grade flags x y h name
 *   special id code subject number text           reading key word (section 7)
 *
 * An open battle (9.5) has no sides, terrain and elements of its own but the records
 *
 *   army SIDE LIST           roles dice|A|B|encounter
 *
 * which the keys army.A, army.B and roles of the caller replace; turns, captain.A, captain.B and the
 * readings can be replaced in every scenario. Lines beginning with # are comments.
 */
#include "guerre/guerre_load.h"

#include <stdio.h>
#include <string.h>

#define PLAN(member) ST_ONE(struct guerre_plan, member)
#define SEEN(member) ST_ONE(struct guerre_loader, member), .of = ST_OF_SEEN

static struct guerre_loader *loader(struct st_binder *b)
{
    return (struct guerre_loader *)b;
}

/* ---- what may be read the other way (section 7), and other options ----------------------- */

static const char *const captains[] = { "-", "pursuer" };
static const char *const captains_called[] = { "pursues on a 6", "always pursues" };
static const char *const roles[] = { "A", "B", "dice", "encounter" };
static const char *const roles_called[] = { "the first side", "the second side", "rolled for",
                                            "encounter battle" };
enum { ROLE_A, ROLE_B, ROLE_DICE, ROLE_ENCOUNTER };

/* Keys of open battles, of any; the words of an army and the title of a captain hang on the scenario. */
enum { KEY_ARMY, KEY_ROLES = 2, OPEN_KEYS, KEY_TURNS = OPEN_KEYS, KEY_CAPTAIN, KEYS = KEY_CAPTAIN + 2 + READINGS };
static const struct st_bound keys[KEYS] = {
    { "army.A", SEEN(army[0]), .title = "Army of the first side", .para = "5.15.1" },
    { "army.B", SEEN(army[1]), .title = "Army of the second side", .para = "5.15.1" },
    { "roles", SEEN(roles), ST_WORDS(roles), .title = "Who attacks", .para = "5.13.1", .called = roles_called },
    { "turns", PLAN(turns), 0, TURNS_MAX, .title = "Length in turns, 0 without limit", .para = "5.11.9" },
    { "captain.A", PLAN(pursuer[0]), ST_WORDS(captains), .para = "5.11.3", .called = captains_called },
    { "captain.B", PLAN(pursuer[1]), ST_WORDS(captains), .para = "5.11.3", .called = captains_called },
    { "fire_in_difficult", PLAN(reading[READING_HARSH_FIRE]), .para = "5.6.16",
      .title = "Beaten by fire in difficult ground",
      ST_TWO_WAYS("destroys", "recoils", "it is destroyed", "it recoils as in the open") },
    { "fire", PLAN(reading[READING_HOLD_FIRE]), .para = "5.6.2", .title = "Whoever has a target",
      ST_TWO_WAYS("must", "may", "must fire", "may hold its fire") },
    { "replies", PLAN(reading[READING_REPLIES]), .para = "5.6.11", .title = "Whoever is fired at replies",
      ST_TWO_WAYS("choice", "must", "if its owner likes", "always, guns if their owner likes") },
    { "forlorn_hope", PLAN(reading[READING_FORLORN]), .para = "5.6.12", .title = "A forlorn hope counts 2",
      ST_TWO_WAYS("firing", "shooting", "when it fires or replies", "under fire too") },
    { "zone", PLAN(reading[READING_ZONES]), .para = "5.3.9", .title = "A zone of control is cut",
      ST_TWO_WAYS("whole", "behind", "over its whole width", "behind whoever stands in it") },
    { "support", PLAN(reading[READING_SUPPORT]), .para = "5.6.10", .title = "Who supports fire from beside",
      ST_TWO_WAYS("target", "row", "needs the target himself", "needs a place in the row") },
};
#define READING_KEYS &keys[KEYS - READINGS], READINGS

/* ---- records ----------------------------------------------------------------------------- */

static const struct st_bound id_columns[] = { { "id", SEEN(in.id) } };
static const struct st_bound table_columns[] = {
    { "width", PLAN(width), TABLE_MIN, TABLE_MAX },
    { "height", PLAN(height), TABLE_MIN, TABLE_MAX },
};

static void read_table(struct st_binder *b, const struct st_parts *r ST_IDLE)
{
    loader(b)->f->width *= ST_MM;
    loader(b)->f->height *= ST_MM;
}

static void read_limit(struct st_binder *b, const struct st_parts *r)
{
    struct guerre_loader *l = loader(b);

    if (r->n == 2 && st_span_is(r->field[1], "draw_by_losses")) {
        l->f->limit = LIMIT_LOSSES;
    } else if (r->n == 3 && st_span_is(r->field[1], "win")) {
        l->f->limit = LIMIT_WIN;
        l->winner = st_bind_text(b, r->field[2]);
    } else {
        st_bad(b, "the limit is `win SIDE` or `draw_by_losses`");
    }
}

static const char *const edges[] = { "north", "south" }, *const orders[] = { "first", "second" };
enum { ORDER_FIRST };
static const struct st_bound side_columns[] = {
    { "id", SEEN(in.id) },
    { "name", SEEN(in.title) },
    { "edge", SEEN(in.edge), ST_WORDS(edges) },
    { "order of play", SEEN(in.order), ST_WORDS(orders) },
    { "rout level", SEEN(in.rout), .lo = 1, .hi = 99 },
    { "captain's flag", SEEN(in.captain), ST_WORDS(captains) },
    { "commander", SEEN(in.text) },
};

static void read_side(struct st_binder *b, const struct st_parts *r ST_IDLE)
{
    struct guerre_loader *l = loader(b);
    int i = l->nsides;
    bool first = l->in.order == ORDER_FIRST;

    if (i == ST_SIDES) {
        st_bad(b, "a third side");
        return;
    }
    if (i && l->in.edge == l->f->edge[0])
        st_bad(b, "both sides have the same edge");
    if (i && first == (l->f->first == 0))
        st_bad(b, "one side is first, the other second");
    l->side[i] = l->in.id;
    l->side_title[i] = l->in.title;
    l->f->edge[i] = l->in.edge;
    l->f->rout[i] = l->in.rout;
    l->f->pursuer[i] = l->in.captain;
    if (i == 0 || first)
        l->f->first = first ? i : 1;
    l->nsides++;
}

#define AT_COLUMNS \
    { "x", SEEN(in.at.x), .lo = -COORD_MAX, .hi = COORD_MAX }, { "y", SEEN(in.at.y), .lo = -COORD_MAX, .hi = COORD_MAX }, \
    { "heading", SEEN(in.at.h), .hi = ST_TURN - 1 }

static struct st_pose pose_of(const struct guerre_at *in)
{
    return (struct st_pose){ .at = st_point_mm(in->x, in->y), .facing = (int16_t)in->h };
}

static const struct st_bound terrain_columns[] = {
    { "id", SEEN(in.id) },
    { "terrain", SEEN(in.kind), .words = guerre_kinds, .nwords = KINDS },
    AT_COLUMNS,
    { "width", SEEN(in.width), .lo = 1, .hi = TABLE_MAX },
    { "depth", SEEN(in.depth), .hi = TABLE_MAX },
};

static void read_terrain(struct st_binder *b, const struct st_parts *r ST_IDLE)
{
    struct guerre_loader *l = loader(b);
    struct guerre_plan *f = l->f;
    int w = l->in.width * ST_MM / 2, d = l->in.depth * ST_MM / 2;

    if (l->in.kind == FORT ? d != 0 : d == 0)
        st_bad(b, "a depth of %d: works have none, all else has one", l->in.depth);
    if (l->in.kind == FORT && l->in.width > FORT_MAX)
        st_bad(b, "a fortification is at most %d mm long (5.12.9)", FORT_MAX);
    if (!st_room(b, f->npieces, MAX_PIECES, "pieces"))
        return;
    l->piece[f->npieces] = l->in.id;
    l->piece_line[f->npieces] = b->line;
    f->piece[f->npieces].box = (struct st_box){ pose_of(&l->in.at), -w, w, -d, d };
    f->piece[f->npieces++].kind = (uint8_t)l->in.kind;
}

static const struct st_bound element_columns[] = {
    { "id", SEEN(in.id) },
    { "side", SEEN(in.side) },
    { "type", SEEN(in.type), .words = guerre_types, .nwords = TYPES },
    { "grade", SEEN(in.grade), .words = guerre_grades, .nwords = GRADES },
    { "flags", SEEN(in.flags), GUERRE_FLAGS },
    AT_COLUMNS,
    { "name", SEEN(in.title) },
};

static void read_element(struct st_binder *b, const struct st_parts *r ST_IDLE)
{
    struct guerre_loader *l = loader(b);

    if (l->nsides < ST_SIDES) {
        st_bad(b, "the sides come before the elements");
        return;
    }
    struct guerre_element x;
    memset(&x, 0, sizeof x); /* its gaps too: plans are compared byte by byte */
    x.side = st_bind_which(b, "side", st_span_of(l->in.side), l->side, ST_SIDES) == 1;
    x.type = l->in.type;
    x.grade = l->in.grade;
    x.cinc = l->in.flags & FLAG_CINC;
    x.swiss = (l->in.flags & FLAG_SWISS) != 0;
    x.pose = pose_of(&l->in.at);
    guerre_add_element(l, &x, l->in.id, l->in.title);
}

static const char *const codes[] = { "powder", "cannonade", "dusk" };
enum { CODE_POWDER, CODE_CANNONADE };
static const struct st_bound special_columns[] = {
    { "id", SEEN(in.id) },
    { "special", SEEN(in.code), ST_WORDS(codes) },
    { "subject", SEEN(in.side) },
    { "number", SEEN(in.number), .hi = 99, .blank = true },
    { "text", SEEN(in.text) },
};

static void read_special(struct st_binder *b, const struct st_parts *r ST_IDLE)
{
    enum { FACES = 6 };
    struct guerre_loader *l = loader(b);

    if (l->in.code == CODE_POWDER) {
        if (l->in.number > FACES)
            st_bad(b, "the powder blows up on a die of %d: at most %d", l->in.number, FACES);
        l->powder = l->in.side; /* an element of a later line perhaps */
        l->f->powder_number = l->in.number;
    } else if (l->in.code == CODE_CANNONADE) {
        l->f->cannonade = l->in.number;
    }
}

static const char *const open_sides[] = { "A", "B" };
static const struct st_bound army_columns[] = {
    { "side of an open battle", SEEN(in.number), ST_WORDS(open_sides) },
    { "list", SEEN(in.id) },
};

static void read_army(struct st_binder *b, const struct st_parts *r ST_IDLE)
{
    loader(b)->army[loader(b)->in.number] = loader(b)->in.id;
}

static const struct st_line_kind records[] = {
    { "scenario", ST_ROWS(id_columns) },
    { "title", ST_ROWS(st_title_column) },
    { "blurb", ST_ROWS(st_blurb_column) },
    { "table", ST_ROWS(table_columns), read_table, .needed = true },
    { "turns", &keys[KEY_TURNS], 1, .needed = true },
    { "limit", .then = read_limit, .needed = true },
    { "side", ST_ROWS(side_columns), read_side },
    { "terrain", ST_ROWS(terrain_columns), read_terrain },
    { "element", ST_ROWS(element_columns), read_element },
    { "special", ST_ROWS(special_columns), read_special },
    { "army", ST_ROWS(army_columns), read_army },
    { "roles", &keys[KEY_ROLES], 1 },
    { "reading", READING_KEYS, .keyed = true },
};

void guerre_read_scenario(struct guerre_loader *l)
{
    l->roles = ROLE_DICE;
    st_bind_lines(&l->b, ST_ROWS(records), false);
    bool open = l->army[0] || l->army[1];
    for (int i = 0; i < l->b.sc->ngiven; i++) {
        const char *key = l->b.sc->given[i].key;

        for (int k = 0; k < OPEN_KEYS && !open; k++)
            if (st_span_is(st_span_of(key), keys[k].name))
                st_bad(&l->b, "`%s` belongs to open battles only", key);
    }
    st_bind_given(&l->b, ST_ROWS(keys));
    l->f->roles = l->roles == ROLE_DICE        ? ROLES_DICE
                  : l->roles == ROLE_ENCOUNTER ? ROLES_ENCOUNTER
                                               : ROLES_GIVEN;
    l->f->attacker = l->roles == ROLE_B;
}

/* ---- and for forms ----------------------------------------------------------------------- */

/* One of the lists that there are. */
static void offer_army(struct guerre_loader *l, int side)
{
    const struct guerre_plan *f = l->f;
    const char *const *ids = l->b.plan->chart[CHART_LEVELS]->row.label;
    const char **names = st_bind_array(&l->b, MAX_ARMIES, sizeof *names);
    const struct st_bound *key = &keys[KEY_ARMY + side];

    for (int i = 0; i < f->narmies && names; i++)
        names[i] = f->army[i].title;
    if (!l->b.e)
        st_bind_option(&l->b, &(struct st_option){
                                  key->name, key->title, key->para, ST_OPTION_CHOICE, .word = ids,
                                  .called = names, .nwords = f->narmies,
                                  .value = st_span_find(st_span_of(l->army[side]), ids, f->narmies) });
}

void guerre_offer_options(struct guerre_loader *l)
{
    char title[160];

    st_bind_offers(&l->b, &keys[KEY_TURNS], 1);
    for (int s = 0; s < ST_SIDES && l->f->open; s++)
        offer_army(l, s);
    st_bind_offers(&l->b, &keys[KEY_ROLES], l->f->open);
    for (int s = 0; s < ST_SIDES && !l->b.e; s++) {
        struct st_bound key = keys[KEY_CAPTAIN + s];

        snprintf(title, sizeof title, "%s: a victorious commander",
                 l->f->open ? s ? "Second side" : "First side" : l->side_title[s]);
        key.title = title;
        st_bind_offers(&l->b, &key, 1);
    }
    st_bind_offers(&l->b, READING_KEYS);
}
