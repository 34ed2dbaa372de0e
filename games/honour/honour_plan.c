/* honour_plan.c - a scenario into a plan: who is there, where, and under whose orders (Part 9).
 *
 * ID.txt: sections in brackets (core/bind.h). [scenario] holds `key = value` lines (id title inherit map
 * play_area turns first_turn_date turn_days ap_turns interphase_turns weather first_side side_A
 * side_B options readings special blurb); [special] and [victory] are prose, carried out by the rules named in
 * `special = bicocca | pavia | relief | none` (without it the id decides). Of an inherited file's [places],
 * [capitani] and [units] only the records restated change: capitani also as id|force|ap, units also as
 * id|sp|force. Keys: honour_head.c; the map: honour_map.c; the charts: honour_charts.c.
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

static bool one_word(struct st_span s, char *out, size_t size)
{
    bool fits = st_span_copy(s, out, size);

    for (char *c = out; *c; c++)
        *c = *c == ' ' ? '_' : *c;
    return fits;
}

const char *honour_one_word(struct honour_loader *l, struct st_span s)
{
    char word[ST_LINE_MAX];

    one_word(s, word, sizeof word);
    return st_bind_text(&l->b, st_span_of(word));
}

int honour_find_word(struct st_span s, const char *const *names, int n)
{
    char word[64];

    return one_word(s, word, sizeof word) ? st_span_find(st_span_of(word), names, n) : -1;
}

/* Which of the names stands in field i; 0, and an error, where none does. */
static int name_in(struct honour_loader *l, const struct st_parts *r, int i, const char *what,
                   const char *const *names, int n)
{
    char word[64];

    if (!one_word(r->field[i], word, sizeof word))
        st_bad(&l->b, "no %s has so long a name", what);
    int found = st_bind_which(&l->b, what, st_span_of(word), names, n);
    return found < 0 ? 0 : found;
}

/* ---- columns ----------------------------------------------------------------------------- */

static bool read_hex(const struct st_binder *b, struct st_span text, int *out)
{
    const struct honour_plan *f = b->to;

    return st_read_hex(b, text, out) && st_hexset_has(&f->area, *out) && f->terrain[*out] != LAKE;
}

static bool read_force(const struct st_binder *b ST_IDLE, struct st_span text, int *out)
{
    *out = st_span_is(text, "arrives") ? NOBODY : st_span_find(text, honour_forces, MAX_FORCES);
    return *out >= 0;
}

static bool read_siege(const struct st_binder *b ST_IDLE, struct st_span text, int *out)
{
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
    { "alignment", EACH(align), .words = honour_aligned, .nwords = 3 },
};
static const struct st_bound places[] = {
    { "place", NOT_BOUND },
    { "controller", IN(place, control), .words = honour_controls, .nwords = CTRL_CLOSED + 1 },
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
    { "grade", PRINTED(CAP_CG), ST_WORDS(grades) },
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

/* In the order they are read: what is named comes before who names it. */
enum { SEC_SCENARIO, SEC_SOURCES, SEC_REGIONS, SEC_PLACES, SEC_EARTHWORKS, SEC_SIEGE, SEC_CAPITANI, SEC_UNITS,
       SEC_FORCES, SEC_NOMINAL, SEC_REINFORCEMENTS, SEC_SPECIAL, SEC_VICTORY };
static const struct st_section sections[] = {
    [SEC_SCENARIO] = { "scenario", .is = ST_KEYS },
    [SEC_SOURCES] = { "sources", ST_ROWS(sources) },
    [SEC_REGIONS] = { "regions", ST_ROWS(regions) },
    [SEC_PLACES] = { "places", ST_ROWS(places), .each = true },
    [SEC_EARTHWORKS] = { "earthworks", ST_ROWS(earthworks) },
    [SEC_SIEGE] = { "siege", ST_ROWS(sieges) },
    [SEC_CAPITANI] = { "capitani", ST_ROWS(caps), .each = true, .brief = { 7, 8 } },
    [SEC_UNITS] = { "units", ST_ROWS(units), .each = true, .brief = { 4, 7 } },
    [SEC_FORCES] = { "forces", ST_ROWS(forces) },
    [SEC_NOMINAL] = { "nominal_ap", ST_ROWS(nominal) },
    [SEC_REINFORCEMENTS] = { "reinforcements", ST_ROWS(arrivals) },
    [SEC_SPECIAL] = { "special", .is = ST_PROSE },
    [SEC_VICTORY] = { "victory", .is = ST_PROSE },
};

/* ---- which piece a record speaks of ------------------------------------------------------ */

static int new_name(struct honour_loader *l, const struct st_parts *r, const char **names,
                    int *n, int max, const char *what)
{
    struct st_span id = r->field[0];

    if (*n == max)
        st_bad(&l->b, "more than %d of the kind %s", max, what);
    else if (honour_find_word(id, names, *n) >= 0)
        st_bad(&l->b, "%s %.*s stands twice", what, (int)id.len, id.at);
    if (l->b.e)
        return 0;
    names[*n] = honour_one_word(l, id);
    return (*n)++;
}

static int that_hex(struct honour_loader *l, struct st_span text)
{
    int hex = 0;

    if (!read_hex(&l->b, text, &hex))
        st_bad(&l->b, "`%.*s` is no hex of the play area", (int)text.len, text.at);
    return l->b.e ? 0 : hex;
}

static int piece_of(struct honour_loader *l, int section, const struct st_parts *r)
{
    struct honour_plan *f = l->f;

    switch (section) {
    case SEC_SOURCES: return new_name(l, r, l->source, &f->nsources, MAX_SOURCES, "source");
    case SEC_CAPITANI: return new_name(l, r, l->cap, &f->ncaps, MAX_CAPS, "Capitano");
    case SEC_UNITS: return new_name(l, r, l->unit, &f->nunits, MAX_UNITS, "unit");
    case SEC_REINFORCEMENTS: return st_room(&l->b, f->narrivals, MAX_ARRIVALS, "reinforcements") ? f->narrivals++ : 0;
    case SEC_REGIONS: return name_in(l, r, 0, "region", l->region, f->nregions);
    case SEC_NOMINAL: return name_in(l, r, 0, "Capitano", l->cap, f->ncaps);
    case SEC_FORCES: return name_in(l, r, 0, "Force", honour_forces, MAX_FORCES);
    case SEC_EARTHWORKS: return that_hex(l, r->field[0]);
    default: return name_in(l, r, 0, "place", l->place, f->nplaces);
    }
}

/* ---- what no row can say ----------------------------------------------------------------- */

static void region_fits(struct honour_loader *l, const struct st_parts *r, int i)
{
    int place = name_in(l, r, 1, "place", l->place, l->f->nplaces);

    if (l->f->region[l->f->place[place].hex] != i)
        st_bad(&l->b, "%s does not lie in this region", l->place[place]);
    l->f->key[i] = (int16_t)place;
}

static void place_fits(struct honour_loader *l, const struct st_parts *r ST_IDLE, int i)
{
    if (l->f->place[i].control == CTRL_CLOSED)
        st_hexset_add(&l->f->closed, l->f->place[i].hex);
}

static void siege_fits(struct honour_loader *l, const struct st_parts *r ST_IDLE, int i)
{
    if (l->f->place[i].kind == PLACE_TOWN)
        st_bad(&l->b, "%s is no Fortress", l->place[i]);
}

static void own_force(struct honour_loader *l, int force, int side)
{
    if (force != NOBODY && side_of_force(force) != side)
        st_bad(&l->b, "%s is a Force of the other side", honour_forces[force]);
}

/* One more of a side, i in the set that it has. */
static void count_own(struct honour_loader *l, uint32_t *set, int i, int most, const char *what)
{
    *set |= bit(i);
    if (__builtin_popcount(*set) > most)
        st_bad(&l->b, "more than %d %s on this side", most, what);
}

static void cap_fits(struct honour_loader *l, const struct st_parts *r, int i)
{
    const struct honour_cap *c = &l->f->cap[i];
    bool none = st_span_is(r->field[8], "-");

    if (c->printed & CAP_CG && none)
        st_bad(&l->b, "a CG keeps AP: a number from 0 to %d", MAX_AP);
    if (!(c->printed & CAP_CG) && !none)
        st_bad(&l->b, "only a CG keeps AP; write -");
    own_force(l, c->force, c->side);
    l->cap_title[i] = st_bind_text(&l->b, r->field[2]);
    count_own(l, &l->f->side_caps[c->side], i, SIDE_CAPS, "Capitani");
}

static void unit_fits(struct honour_loader *l, const struct st_parts *r, int i)
{
    const struct honour_unit *u = &l->f->unit[i];

    own_force(l, u->force, u->side);
    l->unit_title[i] = st_bind_text(&l->b, r->field[2]);
    count_own(l, &l->f->side_units[u->side], i, SIDE_UNITS, "units");
}

static void force_fits(struct honour_loader *l, const struct st_parts *r, int i)
{
    struct honour_plan *f = l->f;
    struct honour_start *s = &f->start[i];
    int place = f->place_at[s->hex];

    own_force(l, i, name_in(l, r, 1, "side", honour_sides, ST_SIDES));
    if (s->used)
        st_bad(&l->b, "Force %s stands twice", honour_forces[i]);
    s->used = 1;
    s->primo = NOBODY;
    if (!st_span_is(r->field[5], "-"))
        s->primo = (uint8_t)name_in(l, r, 5, "Capitano", l->cap, f->ncaps);
    if (s->primo != NOBODY && f->cap[s->primo].force != i)
        st_bad(&l->b, "%s is not with %s", l->cap[s->primo], honour_forces[i]);
    if (s->inside && (place < 0 || f->place[place].kind == PLACE_TOWN))
        st_bad(&l->b, "inside, but there is no Fortress");
    if (s->order == GARRISON && place < 0)
        st_bad(&l->b, "Garrison outside a Place (5.2.5)");
}

/* "CA1|1-4|5": so many AP in each of these turns (5.1.5). */
static void nominal_fits(struct honour_loader *l, const struct st_parts *r, int i)
{
    struct st_span hi = r->field[1], lo = st_span_cut(&hi, '-');
    int from, to, ap = 0;

    if (!(l->f->cap[i].printed & CAP_CG))
        st_bad(&l->b, "%s is no CG", l->cap[i]);
    if (!st_span_int(r->field[2], 0, MAX_AP, &ap))
        st_bad(&l->b, "`%.*s` in column `ap` is not a number from 0 to %d", (int)r->field[2].len,
            r->field[2].at, MAX_AP);
    if (!st_span_int(lo, 1, MAX_TURNS, &from) ||
        !st_span_int(hi.len ? hi : lo, from, MAX_TURNS, &to)) {
        st_bad(&l->b, "turns out of order: `%.*s`", (int)r->field[1].len, r->field[1].at);
        return;
    }
    if (from <= l->paid[i])
        st_bad(&l->b, "turns out of order: %s has his AP of turn %d already", l->cap[i], l->paid[i]);
    l->paid[i] = (uint8_t)to;
    for (int turn = from; turn <= to; turn++)
        l->f->nominal[i][turn] = (uint8_t)ap;
}

static void arrival_fits(struct honour_loader *l, const struct st_parts *r, int i)
{
    struct honour_plan *f = l->f;
    struct honour_arrival *a = &f->arrival[i];
    struct st_span rest = r->field[3];

    if (a->turn > honour_latest_turn(l))
        st_bad(&l->b, "turn %d, and the last is turn %d", a->turn, honour_latest_turn(l));
    if (i && a[-1].turn > a->turn)
        st_bad(&l->b, "turn %d after turn %d", a->turn, a[-1].turn);
    for (struct st_span w = st_span_word(&rest); w.len; w = st_span_word(&rest)) {
        int u = st_span_find(w, l->unit, f->nunits), c = st_span_find(w, l->cap, f->ncaps);

        if (u >= 0 && f->unit[u].side == a->side && f->unit[u].force == NOBODY)
            a->units |= bit(u);
        else if (c >= 0 && f->cap[c].side == a->side && f->cap[c].force == NOBODY)
            a->caps |= bit(c);
        else
            st_bad(&l->b, "`%.*s` is nobody of this side who arrives", (int)w.len, w.at);
    }
    if (!a->units)
        st_bad(&l->b, "a reinforcement needs a unit");
}

/* ---- the sections ------------------------------------------------------------------------ */

static void (*const fits[])(struct honour_loader *l, const struct st_parts *r, int i) = {
    [SEC_REGIONS] = region_fits, [SEC_PLACES] = place_fits, [SEC_SIEGE] = siege_fits, [SEC_CAPITANI] = cap_fits,
    [SEC_UNITS] = unit_fits, [SEC_FORCES] = force_fits, [SEC_NOMINAL] = nominal_fits,
    [SEC_REINFORCEMENTS] = arrival_fits,
};

static void bind_section(struct honour_loader *l, int section)
{
    const struct st_section *s = &sections[section];

    for (int k = 0; k < l->file.n && !l->b.e; k++) {
        const struct st_record *r = &l->file.at[k];

        if (r->section != section || !r->of.field[0].len)
            continue;
        st_read_at(&l->b, r);
        if (r->of.n != s->ncols)
            st_bad(&l->b, "%d fields where [%s] has %d", r->of.n, s->name, s->ncols);
        int i = l->b.e ? 0 : piece_of(l, section, &r->of);
        st_bind_parts(&l->b, &r->of, 0, i, s->col, s->ncols, 0);
        if (fits[section] && !l->b.e)
            fits[section](l, &r->of, i);
    }
}

/* ---- what must fit together -------------------------------------------------------------- */

static void not_there(struct honour_loader *l, const struct st_record *r, int force)
{
    st_read_at(&l->b, r);
    st_bad(&l->b, "there is no Force %s in [forces]", honour_forces[force]);
}

/* Nobody is with a Force that is not there. */
static void somewhere(struct honour_loader *l)
{
    const struct honour_plan *f = l->f;

    for (int u = 0; u < f->nunits; u++)
        if (f->unit[u].force != NOBODY && !f->start[f->unit[u].force].used)
            not_there(l, st_record_of(&l->file, SEC_UNITS, l->unit[u]), f->unit[u].force);
    for (int c = 0; c < f->ncaps; c++)
        if (f->cap[c].force != NOBODY && !f->start[f->cap[c].force].used)
            not_there(l, st_record_of(&l->file, SEC_CAPITANI, l->cap[c]), f->cap[c].force);
}

/* Who is with it, and who commands (3.4, 3.5.3). */
static void manned(struct honour_loader *l, int i)
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
        st_bad(&l->b, "Force %s has no unit", honour_forces[i]);
    if (caps_with && s->primo == NOBODY)
        st_bad(&l->b, "Force %s has Capitani but no Primo Capitano", honour_forces[i]);
    if (top != NOBODY && s->primo != top)
        st_bad(&l->b, "a CG commands: the Primo Capitano of %s is %s (3.4)", honour_forces[i],
            l->cap[top]);
    if (s->primo == NOBODY && (s->order == MANOEUVRE || s->order == ATTACK))
        st_bad(&l->b, "a Force without commander cannot have this Order (3.5.3)");
}

/* Who else stands there (3.5.5). */
static void stacked(struct honour_loader *l, int i)
{
    const struct honour_plan *f = l->f;
    const struct honour_start *s = &f->start[i];
    int side = side_of_force(i), place = f->place_at[s->hex], field = 0;

    for (int k = 0; k < MAX_FORCES; k++) {
        if (k == i || !f->start[k].used || f->start[k].hex != s->hex)
            continue;
        if (side_of_force(k) != side)
            st_bad(&l->b, "both sides in one hex (3.5.5)");
        if (s->inside && f->start[k].inside)
            st_bad(&l->b, "two Forces inside one Fortress (3.5.5)");
        field += !f->start[k].inside;
    }
    if (!s->inside && field >= STACK)
        st_bad(&l->b, "more than %d Forces in the field in one hex (3.5.5)", STACK);
    if (s->inside && f->place[place].control != CTRL_A + side)
        st_bad(&l->b, "inside %s, which its side does not control", l->place[place]);
}

static void forces_fit(struct honour_loader *l)
{
    somewhere(l);
    for (int i = 0; i < MAX_FORCES && !l->b.e; i++)
        if (l->f->start[i].used) {
            st_read_at(&l->b, st_record_of(&l->file, SEC_FORCES, honour_forces[i]));
            manned(l, i);
            stacked(l, i);
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
        st_read_at(&l->b, st_record_of(&l->file, SEC_SIEGE, l->place[i]));
        if (!garrison)
            st_bad(&l->b, "%s is besieged without a garrison", l->place[i]);
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
    st_bind_hexes(&l->b, "hex");
}

static void make_room(struct honour_loader *l)
{
    const char ***list[] = { &l->unit, &l->unit_title, &l->cap, &l->cap_title, &l->place, &l->region, &l->source };

    for (int i = 0; i < ST_COUNT(list); i++)
        *list[i] = st_bind_array(&l->b, MAX_PLACES, sizeof **list[i]); /* no list is longer */
}

int honour_make(struct st_plan *out, struct st_scenario *sc, struct st_error *err)
{
    struct honour_loader l = { .b = st_binder_of(out, sc, err) };

    l.f = l.b.to;
    l.b.seen = &l;
    make_room(&l);
    honour_bind_charts(&l.b, l.f);
    st_bind_sections(&l.b, ST_ROWS(sections), &l.file);
    honour_bind_head(&l);
    honour_bind_map(&l);
    for (int i = SEC_SOURCES; i <= SEC_REINFORCEMENTS; i++)
        bind_section(&l, i);
    if (!l.b.e) { /* all of it is there: does it go together? */
        forces_fit(&l);
        sides_fit(&l);
        sieges_fit(&l);
        bind_specials(&l);
        bind_names(&l);
    }
    return l.b.e;
}
