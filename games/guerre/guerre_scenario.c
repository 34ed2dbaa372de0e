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

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS_MAX = 10 };

#define PLAN(member) ST_ONE(struct guerre_plan, member)
#define WORDS(list)  .words = list, .nwords = ST_COUNT(list)

void guerre_bad(struct guerre_loader *l, const char *fmt, ...)
{
    char text[sizeof l->b.err->text];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (!l->b.e)
        l->b.e = st_fail(l->b.err, ST_ESYNTAX, l->b.sc->where, l->line, "%s", text);
}

int guerre_word(struct guerre_loader *l, const char *word, const char *const *names, int n,
                const char *what)
{
    char near[160] = "";
    int i = st_span_find(st_span_of(word), names, n);

    if (i >= 0)
        return i;
    st_suggest(near, sizeof near, word, names, n);
    guerre_bad(l, "no %s `%.30s`%s%s", what, word, near[0] ? "; " : "", near);
    return -1;
}

/* ---- what may be read the other way (section 7), and other options ----------------------- */

static const char *const captains[] = { "-", "pursuer" };
static const char *const captains_called[] = { "pursues on a 6", "always pursues" };

static const struct st_bound turns_key = {
    "turns",         PLAN(turns), 0, TURNS_MAX, .title = "Length in turns, 0 without limit",
    .para = "5.11.9"
};
/* Their titles name the side. */
static const struct st_bound captain_keys[] = {
    { "captain.A", PLAN(pursuer[0]), WORDS(captains), .para = "5.11.3", .called = captains_called },
    { "captain.B", PLAN(pursuer[1]), WORDS(captains), .para = "5.11.3", .called = captains_called },
};
static const struct st_bound readings[] = {
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

static const char *const roles[] = { "A", "B", "dice", "encounter" };
static const char *const roles_called[] = { "the first side", "the second side", "rolled for",
                                            "encounter battle" };
enum { ROLE_B = 1, ROLE_DICE, ROLE_ENCOUNTER };

static void read_roles(struct guerre_loader *l, const char *word)
{
    int v = guerre_word(l, word, ST_ROWS(roles), "roles");

    l->f->roles = v == ROLE_DICE ? ROLES_DICE : v == ROLE_ENCOUNTER ? ROLES_ENCOUNTER : ROLES_GIVEN;
    l->f->attacker = v == ROLE_B;
}

/* ---- records ----------------------------------------------------------------------------- */

struct record { /* a line cut at its tabs */
    struct st_span field[FIELDS_MAX];
    int n;
};

/* Its fields, after the kind, into the members of to. */
static bool read_columns(struct guerre_loader *l, const struct record *r, void *to,
                         const struct st_bound *c, int n)
{
    struct st_binder one = l->b;

    if (r->n != n + 1)
        guerre_bad(l, "%d fields, `%.*s` has %d", r->n, (int)r->field[0].len, r->field[0].at,
                   n + 1);
    one.to = to;
    one.e = l->b.e;
    for (int k = 0; k < n; k++)
        st_bind_cell(&one, &c[k], r->field[k + 1], 0, l->b.sc->where, l->line);
    l->b.e = one.e;
    return !one.e;
}

struct read_text {
    const char *text;
};
static const struct st_bound text_columns[] = { { "text", ST_ONE(struct read_text, text) } };

static void read_id(struct guerre_loader *l, const struct record *r)
{
    struct read_text in;

    read_columns(l, r, &in, ST_ROWS(text_columns));
}

static void read_title(struct guerre_loader *l, const struct record *r)
{
    struct read_text in;

    if (read_columns(l, r, &in, ST_ROWS(text_columns)))
        l->b.plan->title = in.text;
}

static void read_blurb(struct guerre_loader *l, const struct record *r)
{
    struct read_text in;

    if (read_columns(l, r, &in, ST_ROWS(text_columns)))
        l->b.plan->blurb = in.text;
}

static const struct st_bound table_columns[] = {
    { "width", PLAN(width), TABLE_MIN, TABLE_MAX },
    { "height", PLAN(height), TABLE_MIN, TABLE_MAX },
};

static void read_table(struct guerre_loader *l, const struct record *r)
{
    if (!read_columns(l, r, l->f, ST_ROWS(table_columns)))
        return;
    l->f->width *= ST_MM;
    l->f->height *= ST_MM;
    l->table = true;
}

static void read_turns(struct guerre_loader *l, const struct record *r)
{
    l->turns = read_columns(l, r, l->f, &turns_key, 1);
}

static void read_limit(struct guerre_loader *l, const struct record *r)
{
    l->limit = true;
    if (r->n == 2 && st_span_is(r->field[1], "draw_by_losses")) {
        l->f->limit = LIMIT_LOSSES;
    } else if (r->n == 3 && st_span_is(r->field[1], "win")) {
        l->f->limit = LIMIT_WIN;
        l->winner = st_bind_text(&l->b, r->field[2]);
    } else {
        guerre_bad(l, "the limit is `win SIDE` or `draw_by_losses`");
    }
}

struct read_side {
    const char *id, *title, *commander;
    uint8_t edge, order, rout, captain;
};
static const char *const edges[] = { "north", "south" }, *const orders[] = { "first", "second" };
enum { ORDER_FIRST };
static const struct st_bound side_columns[] = {
    { "id", ST_ONE(struct read_side, id) },
    { "name", ST_ONE(struct read_side, title) },
    { "edge", ST_ONE(struct read_side, edge), WORDS(edges) },
    { "order of play", ST_ONE(struct read_side, order), WORDS(orders) },
    { "rout level", ST_ONE(struct read_side, rout), 1, 99 },
    { "captain's flag", ST_ONE(struct read_side, captain), WORDS(captains) },
    { "commander", ST_ONE(struct read_side, commander) },
};

static void read_side(struct guerre_loader *l, const struct record *r)
{
    struct read_side in;
    int i = l->nsides;

    if (i == ST_SIDES)
        guerre_bad(l, "a third side");
    if (!read_columns(l, r, &in, ST_ROWS(side_columns)))
        return;
    bool first = in.order == ORDER_FIRST;
    if (i && in.edge == l->f->edge[0])
        guerre_bad(l, "both sides have the same edge");
    if (i && first == (l->f->first == 0))
        guerre_bad(l, "one side is first, the other second");
    l->side[i] = in.id;
    l->side_title[i] = in.title;
    l->f->edge[i] = in.edge;
    l->f->rout[i] = in.rout;
    l->f->pursuer[i] = in.captain;
    if (i == 0 || first)
        l->f->first = first ? i : 1;
    l->nsides++;
}

struct read_pose {
    int x, y, h;
};
#define POSE_COLUMNS(of, at)                                                                       \
    { "x", ST_ONE(of, at.x), -COORD_MAX, COORD_MAX },                                              \
        { "y", ST_ONE(of, at.y), -COORD_MAX, COORD_MAX },                                          \
    {                                                                                              \
        "heading", ST_ONE(of, at.h), 0, ST_TURN - 1                                                \
    }

static struct st_pose pose_of(const struct read_pose *in)
{
    return (struct st_pose){ .at = st_point_mm(in->x, in->y), .facing = (int16_t)in->h };
}

struct read_terrain {
    const char *id;
    struct read_pose at;
    int kind, width, depth;
};
static const struct st_bound terrain_columns[] = {
    { "id", ST_ONE(struct read_terrain, id) },
    { "terrain", ST_ONE(struct read_terrain, kind), .words = guerre_kinds, .nwords = KINDS },
    POSE_COLUMNS(struct read_terrain, at),
    { "width", ST_ONE(struct read_terrain, width), 1, TABLE_MAX },
    { "depth", ST_ONE(struct read_terrain, depth), 0, TABLE_MAX },
};

static void read_terrain(struct guerre_loader *l, const struct record *r)
{
    struct guerre_plan *f = l->f;
    struct read_terrain in;

    if (f->npieces == MAX_PIECES)
        guerre_bad(l, "more than %d pieces", MAX_PIECES);
    if (!read_columns(l, r, &in, ST_ROWS(terrain_columns)))
        return;
    if (in.kind == FORT ? in.depth != 0 : in.depth == 0)
        guerre_bad(l, "a depth of %d: works have none, all else has one", in.depth);
    if (in.kind == FORT && in.width > FORT_MAX)
        guerre_bad(l, "a fortification is at most %d mm long (5.12.9)", FORT_MAX);
    l->piece[f->npieces] = in.id;
    l->piece_line[f->npieces] = l->line;
    f->piece[f->npieces++] =
        (struct guerre_piece){ { pose_of(&in.at), -in.width * ST_MM / 2, in.width * ST_MM / 2,
                                 -in.depth * ST_MM / 2, in.depth * ST_MM / 2 },
                               (uint8_t)in.kind };
}

struct read_element {
    const char *id, *side, *title;
    struct read_pose at;
    uint8_t type, grade, flags;
};
static const struct st_bound element_columns[] = {
    { "id", ST_ONE(struct read_element, id) },
    { "side", ST_ONE(struct read_element, side) },
    { "type", ST_ONE(struct read_element, type), .words = guerre_types, .nwords = TYPES },
    { "grade", ST_ONE(struct read_element, grade), .words = guerre_grades, .nwords = GRADES },
    { "flags", ST_ONE(struct read_element, flags), GUERRE_FLAGS_READ },
    POSE_COLUMNS(struct read_element, at),
    { "name", ST_ONE(struct read_element, title) },
};

static void read_element(struct guerre_loader *l, const struct record *r)
{
    struct read_element in;

    if (l->nsides < ST_SIDES)
        guerre_bad(l, "the sides come before the elements");
    if (!read_columns(l, r, &in, ST_ROWS(element_columns)))
        return;
    struct guerre_element x = { .type = in.type,
                                .grade = in.grade,
                                .cinc = in.flags & FLAG_CINC,
                                .swiss = (in.flags & FLAG_SWISS) != 0,
                                .pose = pose_of(&in.at) };
    int side = guerre_word(l, in.side, l->side, ST_SIDES, "side");
    x.side = (uint8_t)(side < 0 ? 0 : side);
    guerre_add_element(l, &x, in.id, in.title);
}

struct read_special {
    const char *id, *subject, *text;
    uint8_t code, number;
};
static const char *const codes[] = { "powder", "cannonade", "dusk" };
enum { CODE_POWDER, CODE_CANNONADE };
static const struct st_bound special_columns[] = {
    { "id", ST_ONE(struct read_special, id) },
    { "special", ST_ONE(struct read_special, code), WORDS(codes) },
    { "subject", ST_ONE(struct read_special, subject) },
    { "number", ST_ONE(struct read_special, number), 0, 99, .blank = true },
    { "text", ST_ONE(struct read_special, text) },
};

static void read_special(struct guerre_loader *l, const struct record *r)
{
    enum { FACES = 6 };
    struct read_special in;

    if (!read_columns(l, r, &in, ST_ROWS(special_columns)))
        return;
    if (in.code == CODE_POWDER) {
        if (in.number > FACES)
            guerre_bad(l, "the powder blows up on a die of %d: at most %d", in.number, FACES);
        l->powder = in.subject; /* an element of a later line perhaps */
        l->f->powder_number = in.number;
    } else if (in.code == CODE_CANNONADE) {
        l->f->cannonade = in.number;
    }
}

struct read_army {
    const char *side, *list;
};
static const struct st_bound army_columns[] = {
    { "side", ST_ONE(struct read_army, side) },
    { "list", ST_ONE(struct read_army, list) },
};

static void read_army(struct guerre_loader *l, const struct record *r)
{
    static const char *const sides[] = { "A", "B" };
    struct read_army in;

    if (!read_columns(l, r, &in, ST_ROWS(army_columns)))
        return;
    int side = guerre_word(l, in.side, ST_ROWS(sides), "side of an open battle");
    if (side >= 0)
        l->army[side] = in.list;
}

static void read_role(struct guerre_loader *l, const struct record *r)
{
    struct read_text in;

    if (read_columns(l, r, &in, ST_ROWS(text_columns)))
        read_roles(l, in.text);
}

static void read_reading(struct guerre_loader *l, const struct record *r)
{
    const char *keys[READINGS];
    char key[40];
    int which;

    for (int i = 0; i < READINGS; i++)
        keys[i] = readings[i].name;
    if (r->n != 3 || !st_span_copy(r->field[1], key, sizeof key)) {
        guerre_bad(l, "write `reading key word`");
        return;
    }
    which = guerre_word(l, key, keys, READINGS, "reading");
    if (which >= 0)
        st_bind_cell(&l->b, &readings[which], r->field[2], 0, l->b.sc->where, l->line);
}

static const struct {
    const char *kind;
    void (*read)(struct guerre_loader *l, const struct record *r);
} records[] = {
    { "scenario", read_id },     { "title", read_title },     { "blurb", read_blurb },
    { "table", read_table },     { "turns", read_turns },     { "limit", read_limit },
    { "side", read_side },       { "terrain", read_terrain }, { "element", read_element },
    { "special", read_special }, { "army", read_army },       { "roles", read_role },
    { "reading", read_reading },
};

static void read_record(struct guerre_loader *l, const struct record *r)
{
    const char *kinds[ST_COUNT(records)];
    char word[40] = "";

    for (int i = 0; i < ST_COUNT(records); i++)
        kinds[i] = records[i].kind;
    st_span_copy(r->field[0], word, sizeof word);
    int kind = guerre_word(l, word, kinds, ST_COUNT(records), "record");
    if (kind >= 0)
        records[kind].read(l, r);
}

static void read_lines(struct guerre_loader *l)
{
    struct st_span text = l->b.sc->text, line;
    struct st_line_reader r = { text.at, text.at + text.len, 0 };

    if (!l->b.e)
        l->b.e = st_text_check(text.at, text.len, l->b.sc->where, l->b.err);
    while (!l->b.e && st_line_next(&r, &line)) {
        struct record rec = { .n = 0 };

        l->line = r.line;
        if (line.len == 0 || line.at[0] == '#' || st_span_trim(line).len == 0)
            continue;
        for (bool more = true; more && !l->b.e;) {
            size_t before = line.len;
            struct st_span cell = st_span_cut(&line, '\t');

            more = cell.len < before;
            if (rec.n == FIELDS_MAX)
                guerre_bad(l, "more than ten fields");
            else
                rec.field[rec.n++] = st_span_trim(cell);
        }
        if (!l->b.e)
            read_record(l, &rec);
    }
    l->line = 0;
}

/* ---- keys the caller gave: they win over the file ---------------------------------------- */

static void read_given(struct guerre_loader *l)
{
    enum { TURNS, ARMY_A, ARMY_B, ROLES, CAPTAIN_A, CAPTAIN_B, OTHERS };
    const char *keys[OTHERS + READINGS] = { "turns", "army.A",    "army.B",
                                            "roles", "captain.A", "captain.B" };

    for (int i = 0; i < READINGS; i++)
        keys[OTHERS + i] = readings[i].name;
    for (int i = 0; i < l->b.sc->ngiven && !l->b.e; i++) {
        const struct st_entry *g = &l->b.sc->given[i];

        l->line = g->line;
        int key = guerre_word(l, g->key, keys, OTHERS + READINGS, "key");
        const struct st_bound *bound = key >= OTHERS      ? &readings[key - OTHERS]
                                       : key >= CAPTAIN_A ? &captain_keys[key - CAPTAIN_A]
                                       : key == TURNS     ? &turns_key
                                                          : NULL;
        if (bound)
            st_bind_cell(&l->b, bound, st_span_of(g->value), 0, l->b.sc->where, l->line);
        else if (!l->army[0] && !l->army[1])
            guerre_bad(l, "`%s` belongs to open battles only", g->key);
        else if (key == ROLES)
            read_roles(l, g->value);
        else if (key >= 0)
            l->army[key - ARMY_A] = g->value;
    }
    l->line = 0;
}

void guerre_read_scenario(struct guerre_loader *l)
{
    read_lines(l);
    read_given(l);
}

/* ---- and for forms ----------------------------------------------------------------------- */

static void offer_choice(struct guerre_loader *l, struct st_option o)
{
    o.kind = ST_OPTION_CHOICE;
    st_bind_option(&l->b, &o);
}

static void offer_open(struct guerre_loader *l)
{
    static const char *const keys[] = { "army.A", "army.B" };
    static const char *const titles[] = { "Army of the first side", "Army of the second side" };
    const struct guerre_plan *f = l->f;
    const char **ids = st_bind_array(&l->b, MAX_ARMIES, sizeof *ids);
    const char **names = st_bind_array(&l->b, MAX_ARMIES, sizeof *names);

    for (int i = 0; i < f->narmies && !l->b.e; i++) {
        ids[i] = f->army[i].id;
        names[i] = f->army[i].title;
    }
    for (int s = 0; s < ST_SIDES && !l->b.e; s++)
        offer_choice(l, (struct st_option){
                            keys[s], titles[s], "5.15.1", .word = ids, .called = names,
                            .nwords = f->narmies,
                            .value = st_span_find(st_span_of(l->army[s]), ids, f->narmies) });
    offer_choice(l, (struct st_option){ "roles", "Who attacks", "5.13.1", .word = roles,
                                        .called = roles_called, .nwords = ST_COUNT(roles),
                                        .value = f->roles == ROLES_DICE        ? ROLE_DICE
                                                 : f->roles == ROLES_ENCOUNTER ? ROLE_ENCOUNTER
                                                                               : f->attacker });
}

void guerre_offer_options(struct guerre_loader *l)
{
    char title[160];

    st_bind_offer(&l->b, &turns_key);
    if (l->f->open)
        offer_open(l);
    for (int s = 0; s < ST_SIDES && !l->b.e; s++) {
        struct st_bound key = captain_keys[s];

        snprintf(title, sizeof title, "%s: a victorious commander",
                 l->f->open ? s ? "Second side" : "First side" : l->side_title[s]);
        key.title = title;
        st_bind_offer(&l->b, &key);
    }
    for (int i = 0; i < READINGS; i++)
        st_bind_offer(&l->b, &readings[i]);
}
