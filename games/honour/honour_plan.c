/* honour_plan.c - a scenario into a plan: who is there, where, and under whose orders (Part 9).
 *
 * Its file as records: honour_sections.c; keys: honour_head.c; the map: honour_map.c; the charts:
 * honour_charts.c.
 */
#include "honour/honour_load.h"

const char *const honour_types[] = { "GEN", "HCV", "LCV", "STR", "SWI", "LAN",
                                     "FIR", "INF", "ENG", "ART", "SAR", NULL };
const char *const honour_weathers[] = { "Fair", "Rain", "Mud", "Snow", "Heat", "Frost", NULL };
const char *const honour_orders[] = { "none",   "Garrison", "Stand", "Manoeuvre",
                                      "Attack", "Retreat",  NULL };
const char *const honour_chits[] = { "formation",    "muster",   "reserve",
                                     "artillery",    "charge",   "combined",
                                     "coordination", "firearms", "earthworks",
                                     "river",        NULL };
const char *const honour_terrains[] = {
    "CLR", "MAR", "HEA", "SWA", "WOO", "HIL", "MOU", "LAK", NULL
};
const char *const honour_reliabilities[] = { "V", "S", "N", "R", NULL };
const char *const honour_checks[] = { "P", "F", "FF", "D", "D*", NULL };
const char *const honour_forces[] = { "FA1", "FA2", "FA3", "FA4", "FA5", "FA6", "FA7",
                                      "FA8", "FA9", "FB1", "FB2", "FB3", "FB4", "FB5",
                                      "FB6", "FB7", "FB8", "FB9", NULL };
const char *const honour_places[] = { "TWN", "FTN", "CIT", NULL };
const char *const honour_sides[ST_SIDES] = { "A", "B" };

/* ---- names ------------------------------------------------------------------------------- */

static void underscore(char *text)
{
    for (char *c = text; *c; c++)
        if (*c == ' ')
            *c = '_';
}

const char *honour_one_word(struct honour_loader *l, struct st_span s)
{
    char word[ST_LINE_MAX];

    st_span_copy(s, word, sizeof word);
    underscore(word);
    return st_bind_text(&l->b, st_span_of(word));
}

int honour_find_word(struct st_span s, const char *const *names, int n)
{
    char text[64];

    if (!st_span_copy(s, text, sizeof text))
        return -1;
    underscore(text);
    return st_span_find(st_span_of(text), names, n);
}

/* Which of the names stands in field i; 0, and an error, where none does. */
static int name_in(struct honour_loader *l, const struct honour_record *r, int i, const char *what,
                   const char *const *names, int n)
{
    struct st_span s = r->field[i];
    int found = honour_find_word(s, names, n);
    char word[64], near[160] = "";

    if (found >= 0)
        return found;
    if (st_span_copy(s, word, sizeof word))
        st_suggest(near, sizeof near, word, names, n);
    st_bad_line(&l->b, r->where, r->line, "no %s `%.*s`%s%s", what, (int)least((int)s.len, 40), s.at,
                near[0] ? "; " : "", near);
    return 0;
}

/* ---- columns ----------------------------------------------------------------------------- */

#define BAD(l, r, ...) st_bad_line(&(l)->b, (r)->where, (r)->line, __VA_ARGS__)

static bool read_hex(const struct st_binder *b, struct st_span text, int *out)
{
    const struct honour_plan *f = b->to;

    return st_read_hex(b, text, out) && st_hexset_has(&f->area, *out) && f->terrain[*out] != LAKE;
}

static bool read_force(const struct st_binder *b, struct st_span text, int *out)
{
    (void)b;
    *out = st_span_is(text, "arrives") ? NOBODY : st_span_find(text, honour_forces, MAX_FORCES);
    return *out >= 0;
}

static bool read_siege(const struct st_binder *b, struct st_span text, int *out)
{
    (void)b;
    if (!st_span_int(text, 0, 2, out))
        return false;
    ++*out; /* 0: no siege */
    return true;
}

#define SIDE .words = honour_sides, .nwords = ST_SIDES
#define HEX .read = read_hex, .wants = "a hex of the play area, and no Lake"
#define FORCE .read = read_force, .wants = "a Force, or `arrives`"
#define YES .hi = 1
#define NOT_BOUND { 0 }

static const char *const aligned[] = { "Neutral", "A", "B" };
static const char *const controllers[] = { "none", "A", "B", "closed" };
static const char *const grades[] = { "CAP", "CG" };

/* In the order of the file; what is not bound is read by what comes after the row, or for people. */
static const struct st_bound sources[] = {
    { "id", NOT_BOUND },
    { "side", IN(source, side), SIDE },
    { "hex", IN(source, hex), HEX },
    { "offmap_hexes", IN(source, offmap), .hi = 200 },
    { "name", NOT_BOUND },
};
static const struct st_bound regions[] = {
    { "region", NOT_BOUND },
    { "key", NOT_BOUND },
    { "alignment", EACH(align), .words = aligned, .nwords = ST_COUNT(aligned) },
};
static const struct st_bound places[] = {
    { "place", NOT_BOUND },
    { "controller", IN(place, control), .words = controllers, .nwords = ST_COUNT(controllers) },
};
static const struct st_bound earthworks[] = {
    { "hex", NOT_BOUND },
    { "side", ST_FLAG_EACH(struct honour_plan, mark, MARK_OWNER), SIDE },
    { "level", ST_FLAG_EACH(struct honour_plan, mark, MARK_LEVEL), 1, 2 },
};
static const struct st_bound sieges[] = {
    { "place", NOT_BOUND },
    { "level", IN(place, siege), .read = read_siege, .wants = "a number from 0 to 2" },
};
#define PRINTED(bits) ST_FLAG_IN(struct honour_plan, cap, printed, bits)
static const struct st_bound caps[] = {
    { "id", NOT_BOUND },
    { "side", IN(cap, side), SIDE },
    { "name", NOT_BOUND },
    { "grade", PRINTED(CAP_CG), .words = grades, .nwords = ST_COUNT(grades) },
    { "initiative", PRINTED(CAP_INITIATIVE), .hi = 5 },
    { "star", PRINTED(CAP_STAR), YES },
    { "siege", PRINTED(CAP_SIEGE), YES },
    { "force", IN(cap, force), FORCE },
    { "ap", IN(cap, ap), .hi = MAX_AP, .blank = true },
};
static const struct st_bound units[] = {
    { "id", NOT_BOUND },
    { "side", IN(unit, side), SIDE },
    { "name", NOT_BOUND },
    { "type", IN(unit, type), .words = honour_types, .nwords = TYPES },
    { "sp", IN(unit, sp), 1, MAX_SP },
    { "tq", IN(unit, tq), .hi = 3 },
    { "reliability", IN(unit, rel), .words = honour_reliabilities, .nwords = RELS },
    { "force", IN(unit, force), FORCE },
};
static const struct st_bound forces[] = {
    { "id", NOT_BOUND },
    { "side", NOT_BOUND },
    { "hex", IN(start, hex), HEX },
    { "inside", IN(start, inside), YES },
    { "order", IN(start, order), .words = honour_orders, .nwords = ORDERS },
    { "primo", NOT_BOUND },
};
static const struct st_bound nominal[] = {
    { "capitano", NOT_BOUND },
    { "turns", NOT_BOUND },
    { "ap", NOT_BOUND },
};
static const struct st_bound arrivals[] = {
    { "turn", IN(arrival, turn), 1, MAX_TURNS },
    { "side", IN(arrival, side), SIDE },
    { "hex", IN(arrival, hex), HEX },
    { "who", NOT_BOUND },
};

/* ---- which piece a record speaks of ------------------------------------------------------ */

static int new_name(struct honour_loader *l, const struct honour_record *r, const char **names,
                    int *n, int max, const char *what)
{
    struct st_span id = r->field[0];

    if (*n == max)
        BAD(l, r, "more than %d of the kind %s", max, what);
    else if (honour_find_word(id, names, *n) >= 0)
        BAD(l, r, "%s %.*s stands twice", what, (int)id.len, id.at);
    if (l->b.e)
        return 0;
    names[*n] = honour_one_word(l, id);
    return (*n)++;
}

static int new_source(struct honour_loader *l, const struct honour_record *r)
{
    return new_name(l, r, l->source, &l->f->nsources, MAX_SOURCES, "source");
}

static int new_cap(struct honour_loader *l, const struct honour_record *r)
{
    return new_name(l, r, l->cap, &l->f->ncaps, MAX_CAPS, "Capitano");
}

static int new_unit(struct honour_loader *l, const struct honour_record *r)
{
    return new_name(l, r, l->unit, &l->f->nunits, MAX_UNITS, "unit");
}

static int new_arrival(struct honour_loader *l, const struct honour_record *r)
{
    if (l->f->narrivals == MAX_ARRIVALS)
        BAD(l, r, "more than %d reinforcements", MAX_ARRIVALS);
    return l->b.e ? 0 : l->f->narrivals++;
}

static int that_region(struct honour_loader *l, const struct honour_record *r)
{
    return name_in(l, r, 0, "region", l->region, l->f->nregions);
}

static int that_place(struct honour_loader *l, const struct honour_record *r)
{
    return name_in(l, r, 0, "place", l->place, l->f->nplaces);
}

static int that_cap(struct honour_loader *l, const struct honour_record *r)
{
    return name_in(l, r, 0, "Capitano", l->cap, l->f->ncaps);
}

static int that_force(struct honour_loader *l, const struct honour_record *r)
{
    return name_in(l, r, 0, "Force", honour_forces, MAX_FORCES);
}

static int that_hex(struct honour_loader *l, const struct honour_record *r)
{
    int hex = 0;

    if (!read_hex(&l->b, r->field[0], &hex))
        BAD(l, r, "`%.*s` is no hex of the play area", (int)r->field[0].len, r->field[0].at);
    return l->b.e ? 0 : hex;
}

/* ---- what no row can say ----------------------------------------------------------------- */

static void region_fits(struct honour_loader *l, const struct honour_record *r, int i)
{
    int place = name_in(l, r, 1, "place", l->place, l->f->nplaces);

    if (l->f->region[l->f->place[place].hex] != i)
        BAD(l, r, "%s does not lie in this region", l->place[place]);
    l->f->key[i] = (int16_t)place;
}

static void place_fits(struct honour_loader *l, const struct honour_record *r, int i)
{
    (void)r;
    if (l->f->place[i].control == CTRL_CLOSED)
        st_hexset_add(&l->f->closed, l->f->place[i].hex);
}

static void siege_fits(struct honour_loader *l, const struct honour_record *r, int i)
{
    if (l->f->place[i].kind == PLACE_TOWN)
        BAD(l, r, "%s is no Fortress", l->place[i]);
}

static void own_force(struct honour_loader *l, const struct honour_record *r, int force, int side)
{
    if (force != NOBODY && side_of_force(force) != side)
        BAD(l, r, "%s is a Force of the other side", honour_forces[force]);
}

/* One more of a side, i in the set that it has. */
static void count_own(struct honour_loader *l, const struct honour_record *r, uint32_t *set, int i, int most,
                      const char *what)
{
    *set |= bit(i);
    if (__builtin_popcount(*set) > most)
        BAD(l, r, "more than %d %s on this side", most, what);
}

static void cap_fits(struct honour_loader *l, const struct honour_record *r, int i)
{
    const struct honour_cap *c = &l->f->cap[i];
    bool none = st_span_is(r->field[8], "-");

    if (c->printed & CAP_CG && none)
        BAD(l, r, "a CG keeps AP: a number from 0 to %d", MAX_AP);
    if (!(c->printed & CAP_CG) && !none)
        BAD(l, r, "only a CG keeps AP; write -");
    own_force(l, r, c->force, c->side);
    l->cap_title[i] = st_bind_text(&l->b, r->field[2]);
    count_own(l, r, &l->f->side_caps[c->side], i, SIDE_CAPS, "Capitani");
}

static void unit_fits(struct honour_loader *l, const struct honour_record *r, int i)
{
    const struct honour_unit *u = &l->f->unit[i];

    own_force(l, r, u->force, u->side);
    l->unit_title[i] = st_bind_text(&l->b, r->field[2]);
    count_own(l, r, &l->f->side_units[u->side], i, SIDE_UNITS, "units");
}

static void force_fits(struct honour_loader *l, const struct honour_record *r, int i)
{
    struct honour_plan *f = l->f;
    struct honour_start *s = &f->start[i];
    int place = f->place_at[s->hex];

    own_force(l, r, i, name_in(l, r, 1, "side", honour_sides, ST_SIDES));
    if (s->used)
        BAD(l, r, "Force %s stands twice", honour_forces[i]);
    s->used = 1;
    s->primo = NOBODY;
    if (!st_span_is(r->field[5], "-"))
        s->primo = (uint8_t)name_in(l, r, 5, "Capitano", l->cap, f->ncaps);
    if (s->primo != NOBODY && f->cap[s->primo].force != i)
        BAD(l, r, "%s is not with %s", l->cap[s->primo], honour_forces[i]);
    if (s->inside && (place < 0 || f->place[place].kind == PLACE_TOWN))
        BAD(l, r, "inside, but there is no Fortress");
    if (s->order == GARRISON && place < 0)
        BAD(l, r, "Garrison outside a Place (5.2.5)");
}

/* "CA1|1-4|5": so many AP in each of these turns (5.1.5). */
static void nominal_fits(struct honour_loader *l, const struct honour_record *r, int i)
{
    struct st_span hi = r->field[1], lo = st_span_cut(&hi, '-');
    int from, to, ap = 0;

    if (!(l->f->cap[i].printed & CAP_CG))
        BAD(l, r, "%s is no CG", l->cap[i]);
    if (!st_span_int(r->field[2], 0, MAX_AP, &ap))
        BAD(l, r, "`%.*s` in column `ap` is not a number from 0 to %d", (int)r->field[2].len,
            r->field[2].at, MAX_AP);
    if (!st_span_int(lo, 1, MAX_TURNS, &from) ||
        !st_span_int(hi.len ? hi : lo, from, MAX_TURNS, &to)) {
        BAD(l, r, "turns out of order: `%.*s`", (int)r->field[1].len, r->field[1].at);
        return;
    }
    if (from <= l->paid[i])
        BAD(l, r, "turns out of order: %s has his AP of turn %d already", l->cap[i], l->paid[i]);
    l->paid[i] = (uint8_t)to;
    for (int turn = from; turn <= to; turn++)
        l->f->nominal[i][turn] = (uint8_t)ap;
}

static void arrival_fits(struct honour_loader *l, const struct honour_record *r, int i)
{
    struct honour_plan *f = l->f;
    struct honour_arrival *a = &f->arrival[i];
    struct st_span rest = r->field[3];

    if (a->turn > honour_latest_turn(l))
        BAD(l, r, "turn %d, and the last is turn %d", a->turn, honour_latest_turn(l));
    if (i && a[-1].turn > a->turn)
        BAD(l, r, "turn %d after turn %d", a->turn, a[-1].turn);
    for (struct st_span w = st_span_word(&rest); w.len; w = st_span_word(&rest)) {
        int u = st_span_find(w, l->unit, f->nunits), c = st_span_find(w, l->cap, f->ncaps);

        if (u >= 0 && f->unit[u].side == a->side && f->unit[u].force == NOBODY)
            a->units |= bit(u);
        else if (c >= 0 && f->cap[c].side == a->side && f->cap[c].force == NOBODY)
            a->caps |= bit(c);
        else
            BAD(l, r, "`%.*s` is nobody of this side who arrives", (int)w.len, w.at);
    }
    if (!a->units)
        BAD(l, r, "a reinforcement needs a unit");
}

/* ---- the sections ------------------------------------------------------------------------ */

static const struct part { /* in the order they are read: what is named comes before who names it */
    int section;
    const struct st_bound *col;
    int ncols;
    int (*which)(struct honour_loader *l, const struct honour_record *r);
    void (*fits)(struct honour_loader *l, const struct honour_record *r, int i);
} parts[] = {
    { SEC_SOURCES, ST_ROWS(sources), new_source, NULL },
    { SEC_REGIONS, ST_ROWS(regions), that_region, region_fits },
    { SEC_PLACES, ST_ROWS(places), that_place, place_fits },
    { SEC_EARTHWORKS, ST_ROWS(earthworks), that_hex, NULL },
    { SEC_SIEGE, ST_ROWS(sieges), that_place, siege_fits },
    { SEC_CAPITANI, ST_ROWS(caps), new_cap, cap_fits },
    { SEC_UNITS, ST_ROWS(units), new_unit, unit_fits },
    { SEC_FORCES, ST_ROWS(forces), that_force, force_fits },
    { SEC_NOMINAL, ST_ROWS(nominal), that_cap, nominal_fits },
    { SEC_REINFORCEMENTS, ST_ROWS(arrivals), new_arrival, arrival_fits },
};

static void bind_record(struct honour_loader *l, const struct part *p,
                        const struct honour_record *r)
{
    if (r->n != p->ncols) {
        BAD(l, r, "%d fields where [%s] has %d", r->n, honour_sections[r->section], p->ncols);
        return;
    }
    int i = p->which(l, r);
    for (int k = 0; k < p->ncols; k++)
        if (p->col[k].to.width != ST_NOWHERE)
            st_bind_cell(&l->b, &p->col[k], r->field[k], i, r->where, r->line);
    if (p->fits && !l->b.e)
        p->fits(l, r, i);
}

static void bind_part(struct honour_loader *l, const struct part *p)
{
    for (int i = 0; i < l->nrecords && !l->b.e; i++)
        if (l->record[i].section == p->section && l->record[i].field[0].len)
            bind_record(l, p, &l->record[i]);
}

/* ---- what must fit together -------------------------------------------------------------- */

static const struct honour_record *record_of(const struct honour_loader *l, int section,
                                             const char *id)
{
    for (int i = 0; i < l->nrecords; i++)
        if (l->record[i].section == section && st_span_is(l->record[i].field[0], id))
            return &l->record[i];
    return &l->record[0];
}

/* Nobody is with a Force that is not there. */
static void somewhere(struct honour_loader *l)
{
    const struct honour_plan *f = l->f;

    for (int u = 0; u < f->nunits; u++)
        if (f->unit[u].force != NOBODY && !f->start[f->unit[u].force].used)
            BAD(l, record_of(l, SEC_UNITS, l->unit[u]), "there is no Force %s in [forces]",
                honour_forces[f->unit[u].force]);
    for (int c = 0; c < f->ncaps; c++)
        if (f->cap[c].force != NOBODY && !f->start[f->cap[c].force].used)
            BAD(l, record_of(l, SEC_CAPITANI, l->cap[c]), "there is no Force %s in [forces]",
                honour_forces[f->cap[c].force]);
}

/* Who is with it, and who commands (3.4, 3.5.3). */
static void manned(struct honour_loader *l, const struct honour_record *r, int i)
{
    const struct honour_plan *f = l->f;
    const struct honour_start *s = &f->start[i];
    int units_with = 0, caps_with = 0, top = NOBODY, rank = -1;

    for (int u = 0; u < f->nunits; u++)
        units_with += f->unit[u].force == i;
    for (int c = 0; c < f->ncaps; c++) {
        int printed = f->cap[c].printed, own = printed & CAP_INITIATIVE;

        if (f->cap[c].force != i)
            continue;
        caps_with++;
        if (printed & CAP_CG && own > rank) {
            top = c;
            rank = own;
        }
    }
    if (!units_with)
        BAD(l, r, "Force %s has no unit", honour_forces[i]);
    if (caps_with && s->primo == NOBODY)
        BAD(l, r, "Force %s has Capitani but no Primo Capitano", honour_forces[i]);
    if (top != NOBODY && s->primo != top)
        BAD(l, r, "a CG commands: the Primo Capitano of %s is %s (3.4)", honour_forces[i],
            l->cap[top]);
    if (s->primo == NOBODY && (s->order == MANOEUVRE || s->order == ATTACK))
        BAD(l, r, "a Force without commander cannot have this Order (3.5.3)");
}

/* Who else stands there (3.5.5). */
static void stacked(struct honour_loader *l, const struct honour_record *r, int i)
{
    const struct honour_plan *f = l->f;
    const struct honour_start *s = &f->start[i];
    int side = side_of_force(i), place = f->place_at[s->hex], field = 0;

    for (int k = 0; k < MAX_FORCES; k++) {
        if (k == i || !f->start[k].used || f->start[k].hex != s->hex)
            continue;
        if (side_of_force(k) != side)
            BAD(l, r, "both sides in one hex (3.5.5)");
        if (s->inside && f->start[k].inside)
            BAD(l, r, "two Forces inside one Fortress (3.5.5)");
        field += !f->start[k].inside;
    }
    if (!s->inside && field >= STACK)
        BAD(l, r, "more than %d Forces in the field in one hex (3.5.5)", STACK);
    if (s->inside && f->place[place].control != CTRL_A + side)
        BAD(l, r, "inside %s, which its side does not control", l->place[place]);
}

static void forces_fit(struct honour_loader *l)
{
    somewhere(l);
    for (int i = 0; i < MAX_FORCES && !l->b.e; i++)
        if (l->f->start[i].used) {
            const struct honour_record *r = record_of(l, SEC_FORCES, honour_forces[i]);

            manned(l, r, i);
            stacked(l, r, i);
        }
}

static void sides_fit(struct honour_loader *l)
{
    for (int s = 0; s < ST_SIDES; s++) {
        bool source = false;

        for (int i = 0; i < l->f->nsources; i++)
            source |= l->f->source[i].side == s;
        if (!source)
            st_bad_key(&l->b, NULL, "side %s has no Supply Source", honour_sides[s]);
        if (!l->f->side_units[s])
            st_bad_key(&l->b, NULL, "side %s has no unit", honour_sides[s]);
    }
}

static void sieges_fit(struct honour_loader *l)
{
    const struct honour_plan *f = l->f;

    for (int i = 0; i < f->nplaces; i++) {
        bool garrison = !f->place[i].siege;

        for (int k = 0; k < MAX_FORCES; k++)
            garrison |= f->start[k].used && f->start[k].inside &&
                        f->start[k].hex == f->place[i].hex;
        if (!garrison)
            BAD(l, record_of(l, SEC_SIEGE, l->place[i]), "%s is besieged without a garrison",
                l->place[i]);
    }
}

/* Whom and what the scenario's special rules speak of. */
static void bind_specials(struct honour_loader *l)
{
    struct honour_plan *f = l->f;
    struct {
        const char *name, *const *list;
        int n, *out;
    } who[] = {
        { "CA1", l->cap, f->ncaps, &f->king },
        { "UA04", l->unit, f->nunits, &f->grisons },
        { "Pavia", l->place, f->nplaces, &f->pavia },
        { "Lodi", l->place, f->nplaces, &f->lodi },
        { "Milano", l->place, f->nplaces, &f->milano },
        { "Lodigiano", l->region, f->nregions, &f->lodigiano },
    };
    bool needed = f->special == SPECIAL_PAVIA || f->special == SPECIAL_RELIEF;

    for (int i = 0; i < ST_COUNT(who); i++) {
        *who[i].out = st_span_find(st_span_of(who[i].name), who[i].list, who[i].n);
        if (needed && *who[i].out < 0)
            st_bad_key(&l->b, NULL, "the special rules speak of %s, and there is none",
                       who[i].name);
    }
    f->albany_turn = f->special == SPECIAL_PAVIA ? 10 : 0;
    f->recall_turn = f->special == SPECIAL_PAVIA ? 24 : f->special == SPECIAL_RELIEF ? 6 : 0;
}

/* ---- all of it --------------------------------------------------------------------------- */

static void bind_names(struct honour_loader *l)
{
    struct honour_plan *f = l->f;
    const char **hex = st_bind_array(&l->b, (size_t)f->nhexes, sizeof *hex);
    char name[6];

    for (int h = 0; h < f->nhexes && !l->b.e; h++) {
        st_hex_name(&l->b.plan->grid, h, name);
        hex[h] = st_bind_text(&l->b, st_span_of(name));
    }
    f->unit_name = l->unit;
    f->cap_name = l->cap;
    f->place_name = l->place;
    f->region_name = l->region;
    f->source_name = l->source;
    st_bind_names(&l->b, "unit", l->unit, l->unit_title, f->nunits);
    st_bind_names(&l->b, "capitano", l->cap, l->cap_title, f->ncaps);
    st_bind_names(&l->b, "force", honour_forces, NULL, MAX_FORCES);
    st_bind_names(&l->b, "source", l->source, NULL, f->nsources);
    st_bind_names(&l->b, "chit", honour_chits, NULL, CHITS);
    st_bind_names(&l->b, "place", l->place, NULL, f->nplaces);
    st_bind_names(&l->b, "region", l->region, NULL, f->nregions);
    st_bind_names(&l->b, "hex", hex, NULL, f->nhexes);
}

static void make_room(struct honour_loader *l)
{
    l->unit = st_bind_array(&l->b, MAX_UNITS, sizeof *l->unit);
    l->unit_title = st_bind_array(&l->b, MAX_UNITS, sizeof *l->unit);
    l->cap = st_bind_array(&l->b, MAX_CAPS, sizeof *l->cap);
    l->cap_title = st_bind_array(&l->b, MAX_CAPS, sizeof *l->cap);
    l->place = st_bind_array(&l->b, MAX_PLACES, sizeof *l->place);
    l->region = st_bind_array(&l->b, MAX_REGIONS, sizeof *l->region);
    l->source = st_bind_array(&l->b, MAX_SOURCES, sizeof *l->source);
}

int honour_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct honour_loader l = { .b = st_binder_of(out, sc, err) };

    l.f = l.b.to;
    make_room(&l);
    honour_bind_charts(&l.b, l.f);
    honour_bind_sections(&l);
    honour_bind_head(&l);
    honour_bind_map(&l);
    for (int i = 0; i < ST_COUNT(parts); i++)
        bind_part(&l, &parts[i]);
    if (!l.b.e) { /* all of it is there: does it go together? */
        forces_fit(&l);
        sides_fit(&l);
        sieges_fit(&l);
        bind_specials(&l);
        bind_names(&l);
    }
    return l.b.e;
}
