/* mons_ask.c - what an umpire is asked at a real table, answered by the functions the steps use. */
#include "mons/mons.h"

#include "core/question.h"

#include <stdio.h>
#include <string.h>

static const char *const terrain_choices[] = { "clear", "forest", "built_up", NULL };

/* ---- movement cost of a path (9) --------------------------------------------------------- */

enum { PATH_MAX = 24 };

#define COST_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, type, "type of unit", mons_types, INF) \
    TEXT(of, unit, "or a unit of the scenario, by name", "") \
    TEXT(of, path, "hexes, the first where it stands: 2302-2303-2304", "2302-2303-2304") \
    TEXT(of, enemy, "hexes that enemy troops hold: 2305,2506", "") \
    YES(of, entering, "it enters the map by the first hex") \
    YES(of, leaving, "it leaves the map from the last hex")
ST_ASKED(cost_terms, COST_ASKED)

/* How many there are. */
static int read_hexes(struct st_sheet *s, const char *text, char sep, int16_t *out, int max)
{
    struct st_span rest = st_span_of(text);
    int n = 0;

    while (rest.len && !s->e) {
        struct st_span word = st_span_trim(st_span_cut(&rest, sep));
        int hex = 0;

        if (!st_hex_parse(&s->table.plan->grid, word, &hex))
            st_sheet_bad(s, "`%.*s` is no hex: four digits", (int)word.len, word.at);
        if (n == max)
            st_sheet_bad(s, "more than %d hexes", max);
        else
            out[n++] = (int16_t)hex;
    }
    return n;
}

/* The allowance of a type is what its units in the scenario have, or else what 9.3 says. */
static int points_of(const struct mons_plan *f, int type)
{
    static const int8_t usual[TYPES] = { [INF] = 4, [CAV] = 7, [FA] = 5, [HA] = 7, [HV] = 4 };

    for (int u = 0; u < f->nunits; u++)
        if (f->unit[u].type == type)
            return f->unit[u].points;
    return usual[type];
}

static void tell_price(struct st_sheet *out, const struct mons_plan *f, int type, int from, int to,
                       int dir)
{
    int shut, price = mons_step_cost(f, type, from, to, dir, &shut);
    bool road = f->road[from] >> dir & 1, river = f->river[from] >> dir & 1;
    bool bridge = f->bridge[from] >> dir & 1;
    char what[64];

    snprintf(what, sizeof what, "%s, %s%s", f->hex_name[to],
             road ? "along a road" : mons_terrains[f->terrain[to]],
             road      ? ""
             : bridge  ? " by a railway bridge"
             : river   ? " and a river"
                       : "");
    st_modify(&out->table, road ? "9.16" : "13.1", what, price);
}

/* 9.1, 8.3: does the unit, or any of the type, enter the map there? */
static enum st_answer entrant_check(const struct mons_plan *f, const struct mons_walk *w, int unit,
                                    int hex, struct st_refusal *why)
{
    if (unit >= 0 && f->unit[unit].group == NO_GROUP)
        return st_refuse(why, "9.1", "%s does not wait off the map to enter", w->name);
    for (int i = 0; i < f->ngroups; i++)
        if (st_hexset_has(&f->entry[i], hex) && (unit < 0 || f->unit[unit].group == i))
            return ST_LEGAL;
    return st_refuse(why, "8.3", "%s does not enter by %s", w->name, f->hex_name[hex]);
}

/* The first hex is entered from off the map, or it is where the unit stands. */
static enum st_answer begin_walk(struct st_sheet *out, const struct mons_plan *f,
                                 struct mons_walk *w, int unit, int hex, bool entering,
                                 struct st_refusal *why)
{
    if (hex < 0 || !st_hexset_has(&f->area, hex))
        return st_refuse(why, "9.10", "%s is outside the area of %s",
                         st_hex_called(&out->table, hex).text, out->table.plan->id);
    w->left = w->points;
    if (!entering)
        return ST_LEGAL;
    if (entrant_check(f, w, unit, hex, why) || mons_entry_check(&out->table, w, hex, why))
        return ST_REFUSED;
    st_modify(&out->table, "8.3", st_hexset_has(&f->road_off, hex) ? "entry along a road" : "entry",
              w->points - w->left);
    return ST_LEGAL;
}

static void ask_cost(const void *asked, struct st_sheet *out)
{
    const struct cost_terms *in = asked;
    const struct st_plan *p = out->table.plan;
    const struct mons_plan *f = p->data;
    struct mons_walk w = { .type = in->type, .name = mons_types[in->type] };
    int16_t path[PATH_MAX], enemy[PATH_MAX];
    struct st_refusal why;
    int u = -1;

    w.points = points_of(f, w.type);
    if (in->unit[0]) {
        u = st_sheet_name(out, "unit", st_span_of(in->unit));
        w.type = f->unit[u].type;
        w.points = f->unit[u].points;
        w.name = f->unit_name[u];
    }
    int n = read_hexes(out, in->path, '-', path, PATH_MAX);
    int nenemies = read_hexes(out, in->enemy, ',', enemy, PATH_MAX);
    if (n == 0)
        st_sheet_bad(out, "a path has at least one hex");
    if (out->e)
        return;
    for (int i = 0; i < nenemies; i++)
        if (enemy[i] >= 0)
            w.front.at[enemy[i]] = ENEMY_TROOPS;
    if (in->leaving && u >= 0 && f->unit[u].side != BR)
        st_sheet_refuse(out, "9.10", "%s may not leave the map: only the British do", w.name);
    if (begin_walk(out, f, &w, u, path[0], in->entering, &why) ||
        mons_walk_check(&out->table, &w, path, n, &why) ||
        (in->leaving && mons_exit_end_check(&out->table, &w, path[n - 1], &why)))
        st_sheet_refused(out, &why);
    for (int i = 1; i < n && !out->e; i++)
        tell_price(out, f, w.type, path[i - 1], path[i],
                   st_hex_dir(&p->grid, path[i - 1], path[i]));
    int cost = w.points - w.left;
    if (in->leaving)
        cost += st_modify(&out->table, "9.11", "leaving the map", 1);
    if (w.stopped)
        st_tell(&out->table, "7.3", "it must stop in %s, in an enemy zone of control",
                f->hex_name[path[n - 1]]);
    st_sheet_says(out, "%d of %d", cost, w.points);
}

/* ---- single rolls ------------------------------------------------------------------------ */

/* A die on a table of steps lost; row is the strength. */
static void steps_lost(struct st_sheet *out, const struct st_chart *table, int row, int drm,
                       const char *para)
{
    st_tell(&out->table, para, "the column is the die %+d", drm);
    out->dice = "d6";
    for (int die = 1; die <= 6; die++)
        st_sheet_face(out, die, 1, 6, "%d", st_sheet_look(out, table, row, die + drm));
}

static const struct st_input bombardment_inputs[] = {
    ST_ASK_NUMBER(struct mons_shelling, strength, "strength of all that fires", 1, 999, 4),
    ST_ASK_CHOICE(struct mons_shelling, terrain, "terrain of the target hex", terrain_choices, CLEAR),
    { "spotted", "a unit of the firing side is next to it", ST_IN_YES, NULL, 0, 1, 1, NULL,
      ST_ONE(struct mons_shelling, spotted) },
};

static void ask_bombardment(const void *asked, struct st_sheet *out)
{
    const struct mons_shelling *in = asked;

    steps_lost(out, plan_of(&out->table)->bombardment, in->strength,
               mons_bombardment_drm(&out->table, in), "10.7");
}

static const struct st_input fire_inputs[] = {
    ST_ASK_NUMBER(struct mons_volley, factors, "factors that fire into one hex", 1, 999, 4),
    ST_ASK_CHOICE(struct mons_volley, terrain, "terrain of the defended hex", terrain_choices, CLEAR),
    ST_ASK_YES(struct mons_volley, water, "river or canal between the two hexes"),
};

static void ask_fire(const void *asked, struct st_sheet *out)
{
    const struct mons_volley *in = asked;

    steps_lost(out, plan_of(&out->table)->fire, in->factors,
               mons_fire_drm(&out->table, in), "11.4");
}

static const struct st_input melee_inputs[] = {
    ST_ASK_NUMBER(struct mons_clash, attack, "strength of the attackers, after defensive fire", 1, 999, 8),
    ST_ASK_NUMBER(struct mons_clash, defence, "strength of the defenders, 1 for each artillery unit", 1, 999, 4),
    ST_ASK_CHOICE(struct mons_clash, terrain, "terrain of the target hex", terrain_choices, CLEAR),
    ST_ASK_YES(struct mons_clash, water, "every attacker comes across a river or canal"),
};

static void ask_melee(const void *asked, struct st_sheet *out)
{
    const struct mons_clash *in = asked;
    int odds = mons_odds(in->attack, in->defence), attacker, defender;

    if (odds == ODDS_WORSE || odds == ODDS_BETTER) {
        mons_melee_result(&out->quiet, odds, 0, &attacker, &defender);
        st_tell(&out->table, "12.10", "%d to %d is %s: no die", in->attack, in->defence,
                odds == ODDS_WORSE ? "worse than 1:1" : "better than 6:1");
        st_sheet_says(out, "%d/%d", attacker, defender);
        return;
    }
    st_tell(&out->table, "12.9", "%d to %d is %d:1", in->attack, in->defence, odds);
    int drm = mons_melee_drm(&out->table, in);
    st_tell(&out->table, "12.11", "the row is the die %+d", drm);
    out->dice = "d6";
    for (int die = 1; die <= 6; die++) {
        mons_melee_result(&out->quiet, odds, die + drm, &attacker, &defender);
        st_sheet_look(out, plan_of(&out->quiet)->melee, die + drm, odds - 1);
        st_sheet_face(out, die, 1, 6, "%d/%d", attacker, defender);
    }
}

/* ---- the whole assault: bombardment, fire by hexes, melee -------------------------------- */

static const char *const loss_choices[] = { "most", "fewest", NULL };

#define ASSAULT_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    TEXT(of, target, "hex attacked, or a kind of ground", "2305") \
    TEXT(of, attackers, \
        "units, where they stand, steps if not all: NAME@HEX:STEPS, NAME@HEX, NAME@dry, NAME@water", "G08@dry") \
    TEXT(of, defenders, "units in the hex, steps if not all: NAME:STEPS, NAME", "B10") \
    TEXT(of, guns, "artillery that bombards first: NAME@HEX, NAME; or none", "") \
    TEXT(of, fire, "defensive fire: best, or NAME>HEX, NAME>HEX", "best") \
    CHOICE(of, losses, "taken by the unit with most or fewest steps, ties the first", loss_choices, 0) \
    NUMBER(of, turn, "turn", 1, MAX_TURNS, 2) \
    TEXT(of, count, "what to count: up to four fields", "GE.lost,BR.lost")
ST_ASKED(assault_terms, ASSAULT_ASKED)

/* Decisions met on the way: fire as well as can be, losses by rule, advance whoever may first. */
static bool choose_most(const struct st_table *t, struct st_move *out)
{
    const struct mons_pos *p = pos_of(t);
    struct mons_set able;

    switch (p->flow.step[p->flow.depth]) {
    case STEP_FIRE:
        *out = mons_best_fire(t);
        return true;
    case STEP_LOSE:
        *out = mons_loss_most(t);
        return true;
    case STEP_ADVANCE:
        able = mons_may_advance(t);
        *out = st_move_1(VERB_ADVANCE, set_take(&able));
        return true;
    default:
        return false;
    }
}

static bool choose_fewest(const struct st_table *t, struct st_move *out)
{
    if (pos_of(t)->flow.step[pos_of(t)->flow.depth] != STEP_LOSE)
        return choose_most(t, out);
    *out = mons_loss_fewest(t);
    return true;
}

/* Odds of a combat go on through the choices that decide its losses (G.34), not into the advance. */
enum st_supposed mons_suppose(const struct st_table *t, const struct st_move *asked,
                              struct st_move *out)
{
    const struct mons_pos *p = pos_of(t);
    bool inside = asked->verb == VERB_FIRE || asked->verb == VERB_LOSE;

    if (!inside && asked->verb != VERB_BOMBARD && asked->verb != VERB_MELEE)
        return ST_SUPPOSE_NOTHING;
    if (p->flow.depth == 0)
        return inside ? ST_SUPPOSE_OVER : ST_SUPPOSE_NOTHING;
    if (p->flow.step[p->flow.depth] == STEP_ADVANCE || !choose_most(t, out))
        return ST_SUPPOSE_NOTHING;
    return ST_SUPPOSE_MOVE;
}

struct named { /* "G08@2304:3" */
    int unit, hex, steps; /* hex -1: not said; ACROSS, DRY: from some hex beside the target */
};
enum { ACROSS = -3, DRY = -2 };

/* May target be attacked from that side, over water or not? The hex there; -1: it may not. */
static int open_side(const struct st_table *t, int target, int dir, bool across)
{
    const struct mons_plan *f = plan_of(t);
    int h = st_hex_step(&t->plan->grid, target, dir);

    return h >= 0 && st_hexset_has(&f->area, h) && f->terrain[h] != OUT && !canal_bars(f, target, dir) &&
                   water_between(f, target, dir) == across
               ? h : -1;
}

/* Where u finds room to attack it from; -1: nowhere. */
static int side_for(const struct st_table *t, int u, int target, bool across)
{
    for (int dir = 0; dir < 6; dir++) {
        int h = open_side(t, target, dir, across);

        if (h >= 0 && mons_room_check(t, u, h, NULL) == ST_LEGAL)
            return h;
    }
    return -1;
}

/* The more sides for attackers of both kinds, the better an example. */
static int sides_of(const struct st_table *t, int target)
{
    int n[2] = { 0 };

    for (int dir = 0; dir < 6; dir++)
        for (int across = 0; across < 2; across++)
            n[across] += open_side(t, target, dir, across) >= 0;
    return (n[0] < n[1] ? n[0] : n[1]) * 8 + n[0] + n[1];
}

/* The hex that is attacked: by its number, or one of that ground. */
static bool read_target(const struct st_table *t, struct st_span word, int *out)
{
    const struct mons_plan *f = plan_of(t);
    int ground = 0;

    while (terrain_choices[ground] && !st_span_is(word, terrain_choices[ground]))
        ground++;
    if (!terrain_choices[ground])
        return st_hex_parse(&t->plan->grid, word, out) && *out >= 0;
    *out = -1;
    for (int h = 0; h < f->nhexes; h++)
        if (st_hexset_has(&f->area, h) && f->terrain[h] == ground && (*out < 0 || sides_of(t, h) > sides_of(t, *out)))
            *out = h;
    return *out >= 0;
}

static struct named read_named(struct st_sheet *out, struct st_span word)
{
    const struct mons_plan *f = plan_of(&out->table);
    struct st_span steps = word, head = st_span_cut(&steps, ':');
    struct st_span hex = head, name = st_span_cut(&hex, '@');
    int u = st_sheet_name(out, "unit", name), full = f->unit[u].steps;
    struct named n = { u, -1, full };

    if (st_span_is(hex, "dry") || st_span_is(hex, "water"))
        n.hex = hex.at[0] == 'd' ? DRY : ACROSS;
    else if (hex.len)
        n.hex = st_sheet_hex(out, hex);
    if (steps.len && !st_span_int(steps, 1, full, &n.steps))
        st_sheet_bad(out, "%s has 1 to %d steps, not `%.*s`", f->unit_name[u], full,
                     (int)steps.len, steps.at);
    return n;
}

/* Some hex from which a gun reaches the target and in which it may stand. */
static int gun_hex(const struct st_table *t, int u, int target)
{
    const struct mons_plan *f = plan_of(t);
    int side = f->unit[u].side, range = f->unit[u].range;

    for (int far = range; far > 1; far--)
        for (int h = 0; h < f->nhexes; h++) {
            struct mons_set enemies = mons_units_in(t, 1 - side, h);

            if (st_hex_distance(&t->plan->grid, h, target) == far && set_none(&enemies) &&
                st_hexset_has(&f->area, h) && f->terrain[h] != OUT &&
                mons_room_check(t, u, h, NULL) == ST_LEGAL)
                return h;
        }
    return -1;
}

static void put_unit(struct st_sheet *out, const struct named *n)
{
    const char *name = unit_name(&out->table, n->unit);
    struct st_refusal why;

    if (n->hex < 0)
        st_sheet_bad(out, "where does %s stand? write %s@2304, or @dry or @water", name, name);
    if (on_map(&out->table, n->unit))
        st_sheet_bad(out, "%s is named twice", name);
    if (!out->e && mons_put(&out->table, n->unit, n->hex, &why))
        st_sheet_refused(out, &why);
    pos_of(&out->table)->steps[n->unit] = (uint8_t)n->steps;
}

/* A list of units on to the map; names go into m behind the target. side: of the first. */
static void put_list(struct st_sheet *out, const char *text, int target, bool guns, int hex,
                     struct st_move *m)
{
    struct st_span rest = st_span_of(text);

    while (rest.len && !st_span_is(rest, "none") && !out->e) {
        struct named n = read_named(out, st_span_trim(st_span_cut(&rest, ',')));

        if (hex >= 0)
            n.hex = hex;
        bool across = n.hex == ACROSS;
        if (n.hex < -1 && (n.hex = side_for(&out->table, n.unit, target, across)) < 0)
            st_sheet_refuse(out, "6.1", "%s finds no %s side of the hex with room for it",
                            unit_name(&out->table, n.unit), across ? "wet" : "dry");
        if (guns && n.hex < 0 && is_gun(plan_of(&out->table), n.unit))
            n.hex = gun_hex(&out->table, n.unit, target);
        put_unit(out, &n);
        if (m->nargs == ST_ARGS_MAX)
            st_sheet_bad(out, "too many units in one list");
        else
            m->arg[m->nargs++] = (int16_t)n.unit;
    }
}

/* An empty map, a combat phase of the attackers about to begin. */
static void clear_table(struct st_table *t, int turn)
{
    const struct mons_plan *f = plan_of(t);
    struct mons_pos *p = pos_of(t);

    memset(p, 0, sizeof *p);
    mons_setup(t);
    p->present = (struct mons_set){ { 0 } };
    for (int u = 0; u < f->nunits; u++) {
        p->place[u] = PLACE_WAITING;
        set_add(&p->waiting, u);
    }
    p->turn = (uint8_t)turn;
    p->freed = (uint8_t)((1u << f->nfreezes) - 1);
}

static void begin_combat(struct st_table *t, int side)
{
    struct mons_pos *p = pos_of(t);

    p->acting = p->flow.side = (uint8_t)side;
    p->programme = side == GE ? PROGRAMME_MF : PROGRAMME_FF;
    p->phase = 1;
    st_go(t, STEP_BOMBARD_NEXT);
}

/* "B06>2304,B10>2404" as the move it stands for. */
static struct st_move read_fire(struct st_sheet *out, const char *text)
{
    struct st_move m = st_move_0(VERB_FIRE);
    struct st_refusal why;
    char move[ST_MOVE_TEXT];

    if (snprintf(move, sizeof move, "fire %s", text) >= (int)sizeof move)
        st_sheet_bad(out, "an allotment of fire too long");
    for (char *c = move; *c; c++)
        if (*c == ',')
            *c = ' ';
    if (st_move_parse(&m, out->table.plan, move, &why))
        st_sheet_bad(out, "%s: %s; write best, or B06>2304,B10>2404", move, why.text);
    return m;
}

/* What is plain before any die. */
static void tell_assault(struct st_sheet *out, const struct st_move *bombard,
                         const struct st_move *melee)
{
    const struct st_table *t = &out->table;
    struct mons_set guns = { { 0 } }, units = { { 0 } };

    for (int i = 1; i < bombard->nargs; i++)
        set_add(&guns, bombard->arg[i]);
    for (int i = 1; i < melee->nargs; i++)
        set_add(&units, melee->arg[i]);
    if (!set_none(&guns))
        st_tell(t, "10.5", "bombardment with %d%s", mons_attack_strength(t, guns),
                mons_spotted(t, melee->arg[0]) ? "" : ", not spotted");
    st_tell(t, "12.8", "attack with %d against %d, before any loss",
            mons_attack_strength(t, units), mons_defence_strength(t, melee->arg[0]));
}

/* The fire of defenders who have lost nothing yet: the best is told, another must be legal. */
static void fire_of_unhurt(struct st_sheet *out, const struct st_move *melee,
                           const struct st_move *fire)
{
    struct mons_pos after = *pos_of(&out->table);
    struct st_table later = { out->table.plan, &after, NULL };
    struct st_refusal why;
    char text[ST_MOVE_TEXT];

    mons_name_melee(&later, melee);
    if (fire && mons_step_fire.check(&later, fire, &why))
        st_sheet_refused(out, &why);
    if (fire || after.flow.step[after.flow.depth] != STEP_FIRE)
        return; /* one attacking hex: nothing is to be chosen */
    struct st_move best = mons_best_fire(&later);
    st_move_print(later.plan, &best, text, sizeof text);
    st_tell(&out->table, "11.3", "%s, if the defenders are unhurt", text);
}

static void add_to_policy(struct st_sheet *out, const struct st_move *m)
{
    char text[ST_MOVE_TEXT];

    st_move_print(out->table.plan, m, text, sizeof text);
    st_sheet_policy(out, -1, st_span_of(text));
}

/* The fire as it was told, of all who fire or of any who are left after the bombardment: of these
 * only the one that names every survivor is legal when its time comes. */
static void add_fire(struct st_sheet *out, const struct st_move *told)
{
    int pairs = told->nargs / 2;

    for (unsigned left = (1u << pairs) - 1; left && !out->e; left--) {
        struct st_move m = st_move_0(VERB_FIRE);

        for (int i = 0; i < pairs; i++)
            if (left >> i & 1) {
                m.arg[m.nargs++] = told->arg[2 * i];
                m.arg[m.nargs++] = told->arg[2 * i + 1];
            }
        add_to_policy(out, &m);
    }
}

/* The melee after the bombardment, and the fire that was told, go through the policy. */
static void set_policy(struct st_sheet *out, const struct st_move *melee, const char *fire)
{
    bool best = strcmp(fire, "best") == 0;
    struct st_move m = best ? st_move_0(VERB_FIRE) : read_fire(out, fire);

    if (out->e)
        return;
    fire_of_unhurt(out, melee, best ? NULL : &m);
    add_to_policy(out, melee);
    add_fire(out, &m);
}

static void ask_assault(const void *asked, struct st_sheet *out)
{
    const struct assault_terms *in = asked;
    const struct mons_plan *f = plan_of(&out->table);
    struct st_table *t = &out->table;
    struct st_move bombard, melee, inside = st_move_0(0);
    struct st_events *log = t->log;
    struct st_refusal why;
    int target = 0;

    if (!read_target(t, st_span_of(in->target), &target))
        st_sheet_bad(out, "`%.20s` is no hex of the map, and no ground of it", in->target);
    if (in->turn < f->first_turn || in->turn > f->last_turn)
        st_sheet_bad(out, "turns go from %d to %d", f->first_turn, f->last_turn);
    if (out->e)
        return;
    bombard = st_move_1(VERB_BOMBARD, target);
    melee = st_move_1(VERB_MELEE, target);
    t->log = NULL;
    clear_table(t, in->turn);
    put_list(out, in->defenders, target, false, target, &inside);
    put_list(out, in->attackers, target, false, -1, &melee);
    put_list(out, in->guns, target, true, -1, &bombard);
    t->log = log;
    if (melee.nargs < 2)
        st_sheet_bad(out, "an assault names attackers");
    st_sheet_counts_all(out, in->count);
    if (out->e)
        return;
    begin_combat(t, f->unit[melee.arg[1]].side);
    if (mons_melee_named(t, &melee, &why) ||
        (bombard.nargs > 1 && mons_step_bombard.check(t, &bombard, &why))) {
        st_sheet_refused(out, &why);
        return;
    }
    tell_assault(out, &bombard, &melee);
    set_policy(out, &melee, in->fire);
    out->choose = in->losses == 0 ? choose_most : choose_fewest;
    out->diorama = out->has_move = true;
    out->move = bombard.nargs > 1 ? bombard : melee;
}

/* ---- an attack that is only thought of --------------------------------------------------- */

/* From which hex beside target a unit would attack: the nearest to where it stands, or to where it enters. */
static int beside(const struct st_table *t, int u, int target)
{
    const struct mons_plan *f = plan_of(t);
    int from = on_map(t, u) ? pos_of(t)->place[u] : -1, best = -1, least = 0;

    for (int h = 0; from < 0 && f->unit[u].group != NO_GROUP && h < f->nhexes; h++)
        if (st_hexset_has(&f->entry[f->unit[u].group], h))
            from = h;
    for (int dir = 0; dir < 6; dir++) {
        int h = open_side(t, target, dir, water_between(f, target, dir));
        int far = h < 0 || from < 0 ? 0 : st_hex_distance(&t->plan->grid, from, h);

        if (h >= 0 && (best < 0 || far < least)) {
            best = h;
            least = far;
        }
    }
    return best;
}

/* Guns would bombard, all others would storm the hex from the nearest side. */
const char *mons_meeting(const struct st_table *t, int u, int enemy, char *inputs, size_t size)
{
    const struct mons_plan *f = plan_of(t);
    int target = on_map(t, enemy) ? pos_of(t)->place[enemy] : -1, from = target < 0 ? -1 : beside(t, u, target);

    if (from < 0 || pos_of(t)->place[u] < PLACE_WAITING)
        return NULL;
    if (is_gun(f, u)) {
        snprintf(inputs, size, "strength=%d\nterrain=%s\n", strength_of(t, u), terrain_choices[f->terrain[target]]);
        return "bombardment";
    }
    snprintf(inputs, size, "target=%s\nattackers=%s@%s:%d\nturn=%d\ndefenders=", f->hex_name[target],
             f->unit_name[u], f->hex_name[from], pos_of(t)->steps[u], pos_of(t)->turn);
    struct mons_set inside = mons_units_in(t, f->unit[enemy].side, target);
    while (!set_none(&inside)) {
        int d = set_take(&inside);

        st_text_add(inputs, size, "%s:%d%s", f->unit_name[d], pos_of(t)->steps[d], set_none(&inside) ? "\n" : ",");
    }
    return "assault";
}

/* ---- the list ---------------------------------------------------------------------------- */

static const struct st_question questions[] = {
    { "cost", "What does this path cost, and may it be walked?", "9.4", ST_ASKS(cost_terms, ask_cost) },
    { "bombardment", "How many steps does this bombardment cost?", "10.7",
      ST_TERMS(bombardment_inputs, struct mons_shelling, ask_bombardment) },
    { "fire", "How many steps does this defensive fire cost?", "11.4",
      ST_TERMS(fire_inputs, struct mons_volley, ask_fire) },
    { "melee", "What will this melee do?", "12.11", ST_TERMS(melee_inputs, struct mons_clash, ask_melee) },
    { "assault", "What will the whole assault do: bombardment, fire, melee?", "12.7",
      ST_ASKS(assault_terms, ask_assault) },
};
const struct st_questions mons_questions = { ST_ROWS(questions) };
