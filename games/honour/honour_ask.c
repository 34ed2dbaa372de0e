/* honour_ask.c - what an umpire is asked at a real table: the tables, one by one. Every number
 * comes from the functions the steps use. Whole procedures: honour_fight_ask.c. */
#include "honour/honour_ask.h"

#include <stdio.h>
#include <string.h>

static const char *const current_words[] = { "new",    "garrison", "stand", "manoeuvre",
                                             "attack", "retreat",  NULL };
static const char *const march_words[] = { "regular", "administrative", NULL };

static void set_weather(struct st_sheet *out, int weather)
{
    pos_of(&out->table)->weather = (uint8_t)weather;
}

/* ---- weather, attrition, AP, Orders ------------------------------------------------------ */

#define WEATHER_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, month, "month of the turn's first day", honour_months, 0) \
    CHOICE(of, before, "weather of the turn before", honour_weathers, FAIR)
ST_ASKED(weather_asked, WEATHER_ASKED)

static void ask_weather(const void *terms, struct st_sheet *out)
{
    const struct weather_asked *q = terms;

    out->dice = "d6";
    for (int die = 1; die <= DIE; die++)
        st_sheet_face(out, die, 1, DIE, "%s",
                      honour_weathers[honour_weather_after(&out->quiet, q->month + 1, q->before, die)]);
}

static const char *const besieged_words[] = { "no", "loc", "cut", NULL };
static const char *const quarters_words[] = { "no", "town", "city", NULL };
#define ATTRITION_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    NUMBER(of, size, "SP of the Force, all units", 1, 400, 10) \
    CHOICE(of, weather, "weather", honour_weathers, FAIR) \
    YES(of, star, "star of the Primo Capitano") \
    NUMBER(of, half_mp, "half MP spent in a second Activation", 0, 60, 0) \
    YES(of, admin, "in Administrative March") \
    CHOICE(of, besieged, "besieged, with LOC or cut off", besieged_words, 0) \
    CHOICE(of, quarters, "Quarters (18.1): Fortified Town or Earthworks, or City", quarters_words, 0) \
    YES(of, interphase, "Interphase Turn (18.2)")
ST_ASKED(attrition_asked, ATTRITION_ASKED)

static void ask_attrition(const void *terms, struct st_sheet *out)
{
    const struct attrition_asked *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    const struct st_table *t = &out->table;

    set_weather(out, q->weather);
    int mod = honour_activation_modifier(t, q->half_mp, q->admin, q->star) +
              st_modify(t, "8.3", "besieged",
                        q->besieged == 2 ? f->attrition.besieged
                        : q->besieged    ? f->attrition.besieged_loc
                                    : 0) +
              st_modify(t, "18.1", "Quarters",
                        q->quarters == 2 ? f->attrition.quarters_city
                        : q->quarters    ? f->attrition.quarters_town
                                    : 0) +
              st_modify(t, "18.2", "Interphase Turn", q->interphase ? f->attrition.interphase : 0);

    out->dice = "d6";
    for (int die = 1; die <= DIE; die++)
        st_sheet_face(out, die, 1, DIE, "%d SP",
                      st_sheet_look(out, f->chart[CHART_ATTRITION], q->size, die + mod));
}

#define POINTS_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    NUMBER(of, nominal, "nominal AP", 0, 12, 5) \
    NUMBER(of, distance, "LOC distance in hexes", 0, 400, 1) \
    CHOICE(of, weather, "weather", honour_weathers, FAIR)
ST_ASKED(points_asked, POINTS_ASKED)

static void ask_points(const void *terms, struct st_sheet *out)
{
    const struct points_asked *q = terms;
    struct st_chance c = { .quiet = true };

    out->dice = "2d6";
    st_dice(&c, 2, DIE, "AP");
    for (int i = 0; i < c.n; i++)
        st_sheet_face(out, c.face[i].value, c.face[i].weight, st_chance_total(&c), "%d AP",
                      honour_ap_received(&out->quiet, q->nominal, q->distance, c.face[i].value, q->weather));
}

static const char *const force_words[] = { "major", "minor", NULL };
#define ORDERS_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, force, "Major or Minor Force", force_words, 0) \
    CHOICE(of, from, "current Order; new in AP turns and for new Forces", current_words, 0) \
    CHOICE(of, to, "Order wanted", current_words + 1, 3) \
    YES(of, light, "Minor Force solely of Light Cavalry, or of 1 SP")
ST_ASKED(orders_asked, ORDERS_ASKED)

static void ask_orders(const void *terms, struct st_sheet *out)
{
    const struct orders_asked *q = terms;
    struct honour_pos *pos = pos_of(&out->table);
    int force = 0, order = q->to + GARRISON;

    memset(&pos->force[force], 0, sizeof pos->force[force]);
    pos->force[force].units = 1;
    pos->type[0] = q->light ? LCV : INF;
    pos->sp[0] = 5;
    pos->force[force].primo = 0;
    pos->printed[0] = q->force ? 0 : CAP_CG;
    pos->force[force].order = (uint8_t)q->from;
    if (q->force == 0 && q->light)
        st_sheet_refuse(out, "5.2.3", "only a Minor Force");
    int cost = honour_order_cost(&out->table, force, order, q->from == ORDER_NONE);
    st_tell(&out->table, "5.2.1", "attempts %d", plan_of(&out->table)->order[order].attempts);
    st_sheet_says(out, "%d AP", cost);
}

/* ---- discipline -------------------------------------------------------------------------- */

static const char *const phase_words[] = { "combat", "activation", "command", NULL };
#define DISCIPLINE_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, class, "Troop Quality / Reliability Class", honour_ranks, 0) \
    YES(of, star, "star of the Capitano") \
    YES(of, forced, "forced Order") \
    NUMBER(of, sp, "SP of the unit, to see the effect (0: only the result)", 0, 30, 0) \
    YES(of, demoralised, "already Demoralised") \
    CHOICE(of, phase, "when", phase_words, 0)
ST_ASKED(discipline_asked, DISCIPLINE_ASKED)

static const char *check_effect(int result, int sp, bool demoralised, bool command)
{
    int lost = result == CHECK_F ? 1 : result == CHECK_FF ? 2 : 0;

    if (result == CHECK_P)
        return "nothing";
    if (lost && sp > lost + 1)
        return lost == 1 ? "1 SP lost" : "2 SP lost";
    return !demoralised ? "Demoralised" : command ? "eliminated" : "nothing";
}

static void ask_discipline(const void *terms, struct st_sheet *out)
{
    const struct discipline_asked *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    int mod = st_modify(&out->table, "9.1", "star", q->star ? f->check.star : 0) +
              st_modify(&out->table, "5.3.1", "forced Order", q->forced ? f->check.forced : 0);

    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        int r = st_sheet_look(out, f->chart[CHART_DISCIPLINE], die + mod, q->class);

        st_sheet_face(out, die, 1, DIE, "%s",
                      q->sp ? check_effect(r, q->sp, q->demoralised, q->phase == 2) : honour_checks[r]);
    }
}

#define RECOVERY_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, class, "Reliability Class (in battle Troop Quality)", honour_ranks, 0) \
    YES(of, star, "star of the Primo Capitano") \
    YES(of, wages, "Extra Wages") \
    YES(of, mp, "the Force has spent MP this turn")
ST_ASKED(recovery_asked, RECOVERY_ASKED)

static void ask_recovery(const void *terms, struct st_sheet *out)
{
    const struct recovery_asked *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    int mod = honour_recovery_modifier(&out->table, q->star, q->wages, q->mp);

    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        int r = st_sheet_look(out, f->chart[CHART_DISCIPLINE], die + mod, q->class);

        st_sheet_face(out, die, 1, DIE, "%s",
                      r == CHECK_P        ? "recovered"
                      : r == CHECK_D_STAR ? "eliminated"
                                          : "nothing");
    }
}

/* ---- Initiative -------------------------------------------------------------------------- */

#define INITIATIVE_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, order, "Order of the Force", current_words + 1, 3) \
    NUMBER(of, initiative, "printed Initiative of the Primo Capitano", 0, 5, 3) \
    YES(of, second, "it has activated once this turn") \
    NUMBER(of, enemy, \
        "worst adjacent enemy Primo Capitano, for a march out of his ZOC or for retiring", 0, 5, 0)
ST_ASKED(initiative_asked, INITIATIVE_ASKED)

static int order_initiative(const struct st_table *t, int order, int printed, bool second,
                            int enemy)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_order *o = &f->order[order];
    int sum = o->initiative_zero
                  ? 0
                  : st_modify(t, "6.4", "printed Initiative", printed) +
                        st_modify(t, "6.4", "Order", o->initiative_add) +
                        st_modify(t, "6.4", "second Activation", second && o->second ? -1 : 0);

    return sum + st_modify(t, "6.4", "enemy Capitano", f->enemy_initiative[enemy]);
}

static void ask_initiative(const void *terms, struct st_sheet *out)
{
    const struct initiative_asked *q = terms;
    int need = order_initiative(&out->table, q->order + GARRISON, q->initiative, q->second, q->enemy);

    st_tell(&out->table, "6.4", "Initiative %d: success on %d or less, or on a natural 1", need,
            need);
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++)
        st_sheet_face(out, die, 1, DIE, "%s", die == 1 || die <= need ? "success" : "failure");
}

#define ATTEMPTS_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, order, "Order of the Force", current_words + 1, 3) \
    NUMBER(of, initiative, "printed Initiative of the Primo Capitano", 0, 5, 3) \
    NUMBER(of, enemy, "worst adjacent enemy Primo Capitano, for marches out of his ZOC", 0, 5, 0)
ST_ASKED(attempts_asked, ATTEMPTS_ASKED)

static void ask_attempts(const void *terms, struct st_sheet *out)
{
    const struct attempts_asked *q = terms;
    int order = q->order + GARRISON, twice = plan_of(&out->table)->order[order].attempts == 2;

    for (int a = 1; a <= DIE; a++)
        for (int b = 1; b <= DIE; b++) {
            int first = a == 1 || a <= order_initiative(&out->quiet, order, q->initiative, false, q->enemy);
            int then = b == 1 || b <= order_initiative(&out->quiet, order, q->initiative, first, q->enemy);

            st_sheet_face(out, a * 10 + b, 1, DIE * DIE, "%d activations", first + (twice && then));
        }
}

/* ---- marching ---------------------------------------------------------------------------- */

#define MARCH_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    TEXT(of, path, "hexes: 1405-1306-1307", "1405-1306") \
    CHOICE(of, weather, "weather", honour_weathers, FAIR) \
    YES(of, inside, "it begins inside a Fortress") \
    YES(of, pontoon, "a Pontoon Bridge on the first hexside")
ST_ASKED(march_asked, MARCH_ASKED)

/* Can this step be made at all? */
static enum st_answer step_check(const struct st_sheet *out, int from, int to,
                                 struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(&out->table);
    int dir = honour_dir(&out->table, from, to);
    struct st_hex_called a = st_hex_called(&out->table, from),
                       b = st_hex_called(&out->table, to);

    if (!st_hexset_has(&f->area, from) || !st_hexset_has(&f->area, to))
        return st_refuse(why, "2.5", "%s is off the map of this scenario",
                         st_hexset_has(&f->area, from) ? b.text : a.text);
    if (dir < 0)
        return st_refuse(why, "7.2", "%s and %s are not adjacent", a.text, b.text);
    if (f->base[from * 6 + dir] == ST_HEX_SHUT)
        return st_refuse(why, "7.2",
                         f->terrain[to] == LAKE ? "a Lake is not entered"
                                                : "a Primary River without Ferry lies between");
    if (st_hexset_has(&f->closed, to))
        return st_refuse(why, "15.1", "%s is closed", f->place_name[f->place_at[to]]);
    return ST_LEGAL;
}

static void ask_march(const void *terms, struct st_sheet *out)
{
    const struct march_asked *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    struct honour_pos *pos = pos_of(&out->table);
    struct st_span rest = st_span_of(q->path);
    struct st_refusal why;
    int sum = 0, from = rest.len ? st_sheet_hex(out, st_span_cut(&rest, '-')) : -1;

    set_weather(out, q->weather);
    while (rest.len) {
        int to = st_sheet_hex(out, st_span_cut(&rest, '-')), dir = honour_dir(&out->table, from, to);

        if (!out->e && step_check(out, from, to, &why))
            st_sheet_refused(out, &why);
        if (out->e)
            return;
        if (q->pontoon && sum == 0)
            pos->pontoon[0] = (struct honour_pontoon){ (int16_t)(dir < 3 ? from : to),
                                                       (uint8_t)(dir % 3), 1 };
        int cost = honour_step_cost(&out->table, from, dir);
        if (sum == 0 && q->inside && honour_place_kind(f, from) == PLACE_CITY)
            cost += f->city_exit;
        st_tell(&out->table, "7.2", "%s: %d.%d", st_hex_called(&out->table, to).text, cost / 2,
                cost % 2 * 5);
        sum += cost;
        from = to;
    }
    st_sheet_says(out, "%d.%d MP", sum / 2, sum % 2 * 5);
}

struct troop {
    int type, sp, tq;
    bool demoralised;
};

/* "SWI 8/3" or "INF 6/1 demoralised" */
static struct troop read_troop(struct st_sheet *out, struct st_span part)
{
    struct st_span word = st_span_word(&part), tq = st_span_word(&part), sp = st_span_cut(&tq, '/'),
                   last = st_span_trim(part);
    struct troop x = { st_span_find(word, honour_types, TYPES), 5, 1, st_span_is(last, "demoralised") };

    if (x.type < 0 || (sp.len && !st_span_int(sp, 1, MAX_SP, &x.sp)) ||
        (tq.len && !st_span_int(tq, 0, 3, &x.tq)) || (last.len && !x.demoralised))
        st_sheet_bad(out, "`%.*s`: a unit is TYPE SP/TQ, such as SWI 8/3", (int)word.len, word.at);
    return x;
}

void honour_ask_troops(struct st_sheet *out, int force, const char *text)
{
    struct honour_pos *pos = pos_of(&out->table);
    struct st_span rest = st_span_of(text);
    uint32_t free = plan_of(&out->table)->side_units[side_of_force(force)];

    if (!rest.len)
        st_sheet_bad(out, "no units are named");
    for (int i = 0; i < MAX_FORCES; i++)
        free &= ~pos->force[i].units;
    while (rest.len && !out->e) {
        struct troop x = read_troop(out, st_span_trim(st_span_cut(&rest, ',')));

        if (!free)
            st_sheet_bad(out, "the scenario has not so many units");
        if (out->e)
            return;
        int u = take(&free);
        pos->type[u] = (uint8_t)x.type;
        pos->sp[u] = pos->start[u] = (uint8_t)x.sp;
        pos->tq[u] = (uint8_t)x.tq;
        pos->rel[u] = REL_N;
        pos->force[force].units |= bit(u);
        if (x.demoralised)
            pos->demoralised |= bit(u);
    }
}

#define MA_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    TEXT(of, units, "types: SWI,GEN,SAR", "INF") \
    CHOICE(of, weather, "weather", honour_weathers, FAIR) \
    CHOICE(of, march, "march type", march_words, 0)
ST_ASKED(ma_asked, MA_ASKED)

void honour_ask_empty_board(struct honour_pos *p)
{
    for (int i = 0; i < MAX_FORCES; i++)
        honour_drop_force(p, i);
    memset(p->sp, 0, sizeof p->sp);
    memset(p->start, 0, sizeof p->start);
    memset(p->mark, 0, sizeof p->mark);
    memset(p->siege, 0, sizeof p->siege);
    p->demoralised = p->coming = p->coming_caps = p->killed = p->captured = 0;
}

static void ask_ma(const void *terms, struct st_sheet *out)
{
    const struct ma_asked *q = terms;

    honour_ask_empty_board(pos_of(&out->table));
    honour_ask_troops(out, 0, q->units);
    set_weather(out, q->weather);
    if (out->e)
        return;
    int ma = honour_ma(&out->table, 0, q->march);
    st_sheet_says(out, "%d.%d MP", ma / 2, ma % 2 * 5);
}

#define LOC_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    TEXT(of, hex, "hex of the Capitano or Fortress", "1403") \
    TEXT(of, source, "Supply Source (default: the first)", "") \
    TEXT(of, enemy, "hexes with enemy Forces in the field: 1414,1215", "") \
    TEXT(of, friends, "hexes with friendly Forces", "")
ST_ASKED(loc_asked, LOC_ASKED)

static void put_lone(struct st_sheet *out, int side, const char *text)
{
    struct honour_pos *pos = pos_of(&out->table);
    struct st_span rest = st_span_of(text);

    while (rest.len && !out->e) {
        int hex = st_sheet_hex(out, st_span_cut(&rest, ',')), f = honour_free_force(pos, side);

        if (f < 0) {
            st_sheet_bad(out, "more than %d Forces", SIDE_FORCES);
            return;
        }
        honour_ask_troops(out, f, "INF 5/1");
        pos->force[f].hex = (int16_t)hex;
    }
}

static void ask_loc(const void *terms, struct st_sheet *out)
{
    const struct loc_asked *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    int source = q->source[0] ? st_sheet_name(out, "source", st_span_of(q->source)) : 0;
    int hex = st_sheet_hex(out, st_span_of(q->hex)), side = f->source[source].side;

    honour_ask_empty_board(pos_of(&out->table));
    put_lone(out, 1 - side, q->enemy);
    put_lone(out, side, q->friends);
    if (out->e)
        return;
    int far = honour_loc(&out->table, side, hex, source);
    if (far < 0)
        st_sheet_says(out, "no LOC");
    else
        st_sheet_says(out, "distance %d: %d steps and %d off the map", far,
                      far - f->source[source].offmap, f->source[source].offmap);
}

/* ---- combat tables ----------------------------------------------------------------------- */

#define PURSUIT_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    NUMBER(of, cavalry, "undemoralised cavalry SP", 0, 200, 0) \
    NUMBER(of, infantry, "undemoralised Infantry SP", 0, 400, 0) \
    YES(of, star, "star of the pursuing Primo Capitano") \
    YES(of, stradiots, "undemoralised Stradiots") \
    NUMBER(of, slip, "full MP spent to slip away (7.8.2)", 0, 20, 0)
ST_ASKED(pursuit_asked, PURSUIT_ASKED)

static void ask_pursuit(const void *terms, struct st_sheet *out)
{
    const struct pursuit_asked *q = terms;
    const struct honour_plan *f = plan_of(&out->table);

    honour_pursuit_row(&out->table, 0, q->star, q->stradiots, q->slip);
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        int row = honour_pursuit_row(&out->quiet, die, q->star, q->stradiots, q->slip);

        st_sheet_look(out, f->chart[CHART_PURSUIT], row, 0);
        st_sheet_face(out, die, 1, DIE, "%d losses%s",
                      honour_pursuit_losses(f, row, q->cavalry, q->infantry),
                      f->pursuit[most(0, least(row, 8))].mark == MARK_CAPITANI ? ", \xc2\xa7" : "");
    }
}

static const char *const kind_words[] = { "field", "storm", "breach", NULL };
static const struct st_input assault_inputs[] = {
    ST_ASK_NUMBER(struct honour_terms, att_quality, "attacker's Force Quality (12.1)", 0, 3, 1),
    ST_ASK_NUMBER(struct honour_terms, def_quality, "defender's Force Quality", 0, 3, 1),
    ST_ASK_NUMBER(struct honour_terms, att_half,
                  "attacker's SP in halves, after the Terrain Effects Chart", 0, 400, 20),
    ST_ASK_NUMBER(struct honour_terms, def_half, "defender's SP in halves", 0, 400, 20),
    ST_ASK_CHOICE(struct honour_terms, weather, "weather", honour_weathers, FAIR),
    ST_ASK_YES(struct honour_terms, affecting, "Affecting"),
    ST_ASK_YES(struct honour_terms, firearms, "defender with Firearms"),
    ST_ASK_YES(struct honour_terms, att_disrupted, "attacker Disrupted"),
    ST_ASK_YES(struct honour_terms, def_disrupted, "defender Disrupted"),
    ST_ASK_YES_AS(struct honour_terms, def_admin, "admin", "defender in Administrative March"),
    ST_ASK_YES(struct honour_terms, att_star, "star of the attacker"),
    ST_ASK_YES(struct honour_terms, def_star, "star of the defender"),
    ST_ASK_YES(struct honour_terms, att_pike, "Swiss or Landsknechts attacking"),
    ST_ASK_YES(struct honour_terms, def_pike, "Swiss or Landsknechts defending"),
    ST_ASK_YES(struct honour_terms, works, "defender behind Earthworks"),
    ST_ASK_CHOICE(struct honour_terms, kind, "field, Storm of a Fortress or In-breach", kind_words, 0),
};

static void print_cell(int cell, char *out, size_t size)
{
    if (cell & CELL_NOTHING)
        snprintf(out, size, "--");
    else
        snprintf(out, size, "%d%s", cell & CELL_SP, cell & CELL_D ? " D" : "");
}

static void ask_assault(const void *terms, struct st_sheet *out)
{
    const struct honour_terms *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    int column, drm;

    honour_assault_terms(&out->table, q, &column, &drm);
    st_tell(&out->table, "12.7", "row = d6 %+d, column %d", drm, column);
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        char a[8], d[8];
        int att = st_sheet_look(out, f->chart[CHART_ASSAULT_ATT], die + drm, column);
        int def = st_chart_look(f->chart[CHART_ASSAULT_DEF], die + drm, column, NULL);
        int loser = st_chart_look(f->chart[CHART_ASSAULT_LOSERS], die + drm, column, NULL);

        print_cell(att, a, sizeof a);
        print_cell(def, d, sizeof d);
        st_sheet_face(out, die, 1, DIE, "%s / %s, %s loses", a, d, loser ? "defender" : "attacker");
    }
}

static const char *const fire_words[] = { "siege", "battle", NULL };
static const struct st_input fire_inputs[] = {
    ST_ASK_NUMBER(struct honour_fire_terms, sp, "Artillery SP firing", 1, 99, 4),
    ST_ASK_NUMBER(struct honour_fire_terms, status, "Siege Status (besieger's fire)", 0, 2, 0),
    ST_ASK_CHOICE(struct honour_fire_terms, kind, "siege or battle", fire_words, 0),
    ST_ASK_CHOICE(struct honour_fire_terms, weather, "weather", honour_weathers, FAIR),
    ST_ASK_YES(struct honour_fire_terms, river, "through a Secondary River, or a River chit"),
    ST_ASK_YES(struct honour_fire_terms, works, "target behind Earthworks, or an Earthworks chit"),
    ST_ASK_YES(struct honour_fire_terms, ground, "battle in Heath or Hill"),
    ST_ASK_YES(struct honour_fire_terms, siege, "a Capitano with the Siege ability"),
    ST_ASK_YES(struct honour_fire_terms, city, "against a Fortified City"),
    ST_ASK_YES(struct honour_fire_terms, siege_guns,
               "Siege Artillery or Engineers, or no gun in the garrison: (b) is b"),
};

static int fire_cell(const struct honour_plan *f, int sp, int shift, int row, struct st_cite *cite)
{
    const struct st_chart *c = f->chart[CHART_FIRE];

    st_chart_look(c, row, sp, cite);
    cite->col = (int16_t)least(cite->col + shift, c->col.n - 1);
    return st_chart_value(c, cite->row, cite->col);
}

/* 13.4 */
static bool breaches(const struct honour_fire_terms *q, int cell)
{
    return cell & FIRE_BREACH || (cell & FIRE_MAYBE && q->siege_guns);
}

static void ask_fire(const void *terms, struct st_sheet *out)
{
    const struct honour_fire_terms *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    bool battle = q->kind;
    int drm = honour_fire_drm(&out->table, q);
    int shift = battle ? 0 : st_modify(&out->table, "13.4", "column shift, Siege Status",
                                        q->status * f->fire.shift);

    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        int cell = fire_cell(f, q->sp, shift, die + drm, &out->cite), sp = cell >> FIRE_SP_SHIFT;
        bool breach = !battle && breaches(q, cell);
        char text[48] = "";

        if (sp)
            st_text_add(text, sizeof text, " %d SP", least(sp, 3));
        st_text_add(text, sizeof text, "%s%s%s%s", cell & FIRE_DC ? " check" : "", breach ? " breach" : "",
                    battle && cell & FIRE_CAPITANI ? " capitani" : "", cell & FIRE_STAR ? " gun lost" : "");
        st_sheet_face(out, die, 1, DIE, "%s", text[0] ? text + 1 : "nothing");
    }
}

/* What is asked of fire that is to breach a wall, however long it goes on. */
#define BREACH_INPUTS \
    ST_ASK_CHOICE(struct honour_fire_terms, weather, "weather", honour_weathers, FAIR), \
    ST_ASK_YES(struct honour_fire_terms, river, "through a Secondary River"), \
    ST_ASK_YES(struct honour_fire_terms, works, "target behind Earthworks"), \
    ST_ASK_YES(struct honour_fire_terms, siege, "a Capitano with the Siege ability"), \
    ST_ASK_YES(struct honour_fire_terms, city, "against a Fortified City"), \
    ST_ASK_YES(struct honour_fire_terms, siege_guns, "Siege Artillery or Engineers, or no gun in the garrison")
static const struct st_input breach_inputs[] = {
    ST_ASK_NUMBER(struct honour_fire_terms, sp, "Artillery SP firing every turn", 1, 99, 8),
    ST_ASK_NUMBER(struct honour_fire_terms, turns, "turns of bombardment", 1, 6, 2),
    ST_ASK_NUMBER(struct honour_fire_terms, status, "Siege Status at the start", 0, 2, 0),
    BREACH_INPUTS,
};

/* Status after so many turns of fire: faces of 6^turns dice, counted status by status. */
static void ask_breach(const void *terms, struct st_sheet *out)
{
    const struct honour_fire_terms *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    int drm = honour_fire_drm(&out->table, q);
    int ways[3] = { 0, 0, 0 }, total = 1;

    ways[q->status] = 1;
    for (int turn = 0; turn < q->turns; turn++) {
        int next[3] = { 0, 0, 0 };

        for (int s = 0; s < 3; s++)
            for (int die = 1; die <= DIE; die++) {
                struct st_cite cite;
                int breach = breaches(q, fire_cell(f, q->sp, s, die + drm, &cite));

                next[least(2, s + breach)] += ways[s];
            }
        memcpy(ways, next, sizeof ways);
        total *= DIE;
    }
    for (int s = 0; s < 3; s++)
        if (ways[s])
            st_sheet_face(out, s, ways[s], total, "Status %d", s);
}

/* ---- how long a siege takes -------------------------------------------------------------- */

enum { TURNS_MOST = 10, GUNS_MOST = 40 };

static const struct st_input days_inputs[] = {
    ST_ASK_NUMBER(struct honour_fire_terms, sp, "Artillery SP firing every turn", 1, GUNS_MOST, 8),
    ST_ASK_NUMBER(struct honour_fire_terms, status, "Siege Status at the start", 0, 1, 0),
    ST_ASK_NUMBER(struct honour_fire_terms, wanted, "Siege Status that is waited for", 1, 2, 1),
    ST_ASK_NUMBER(struct honour_fire_terms, turns, "turns listed", 1, TURNS_MOST, 6),
    BREACH_INPUTS,
    ST_ASK_YES(struct honour_fire_terms, guns_lost, "guns that a * costs fire no more"),
};

/* Ways by guns left and Status; those that reach the Status wanted are taken out turn by turn. */
static void ask_days(const void *terms, struct st_sheet *out)
{
    const struct honour_fire_terms *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    int drm = honour_fire_drm(&out->table, q);
    int ways[GUNS_MOST + 1][3] = { { 0 } }, wanted = q->wanted, total = 1, later = 0;

    if (q->status >= wanted) {
        st_sheet_bad(out, "the Siege Status is %d already", q->status);
        return;
    }
    ways[q->sp][q->status] = 1;
    for (int turn = 1; turn <= q->turns; turn++) {
        int next[GUNS_MOST + 1][3] = { { 0 } }, reached = 0;

        total *= DIE;
        for (int sp = 0; sp <= GUNS_MOST; sp++)
            for (int s = 0; s < wanted; s++)
                for (int die = 1; die <= DIE && ways[sp][s]; die++) {
                    struct st_cite cite;
                    int cell = sp ? fire_cell(f, sp, s, die + drm, &cite) : 0;
                    int left = sp - (q->guns_lost && cell & FIRE_STAR ? 1 : 0), then = s + breaches(q, cell);

                    *(then >= wanted ? &reached : &next[left][then]) += ways[sp][s];
                }
        memcpy(ways, next, sizeof ways);
        if (reached)
            st_sheet_face(out, turn, reached, total, "%d days", turn * f->turn_days);
    }
    for (int sp = 0; sp <= GUNS_MOST; sp++)
        for (int s = 0; s < wanted; s++)
            later += ways[sp][s];
    if (later)
        st_sheet_face(out, q->turns + 1, later, total, "later");
}

/* ---- the first impulse -------------------------------------------------------------------- */

static const char *const last_words[] = { "A", "B", NULL };
#define IMPULSE_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    NUMBER(of, a, "highest Initiative of a general on the map, first side", 0, 5, 3) \
    NUMBER(of, b, "highest Initiative of a general on the map, second side", 0, 5, 3) \
    CHOICE(of, last, "who had the first impulse last turn", last_words, 0)
ST_ASKED(impulse_asked, IMPULSE_ASKED)

static void ask_impulse(const void *terms, struct st_sheet *out)
{
    const struct impulse_asked *q = terms;

    for (int a = 1; a <= DIE; a++)
        for (int b = 1; b <= DIE; b++)
            st_sheet_face(out, a * 10 + b, 1, DIE * DIE, "side %s",
                          out->table.plan->side[honour_first_side(a + q->a, b + q->b, q->last)]);
}

static const struct st_input charge_inputs[] = {
    ST_ASK_NUMBER(struct honour_charge_terms, sp, "charging SP", 1, 99, 5),
    ST_ASK_YES(struct honour_charge_terms, heavy, "Heavy Cavalry"),
    ST_ASK_NUMBER(struct honour_charge_terms, quality, "lowest Troop Quality of the chargers", 0, 3, 3),
    ST_ASK_YES(struct honour_charge_terms, ground, "Heath or Hill"),
    ST_ASK_YES(struct honour_charge_terms, works, "Earthworks/River chit in play"),
    ST_ASK_CHOICE(struct honour_charge_terms, weather, "weather", honour_weathers, FAIR),
    ST_ASK_YES(struct honour_charge_terms, pike, "the charged unit is Swiss or Landsknecht"),
    ST_ASK_YES(struct honour_charge_terms, flank, "flank charge"),
    ST_ASK_YES(struct honour_charge_terms, firearms, "Firearms in play"),
};

static void ask_charge(const void *terms, struct st_sheet *out)
{
    const struct honour_charge_terms *q = terms;
    const struct honour_plan *f = plan_of(&out->table);
    int drm = honour_charge_drm(&out->table, q);

    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        int cell = st_sheet_look(out, f->chart[CHART_CHARGE], die + drm, q->sp);
        int mark = st_chart_look(f->chart[CHART_CHARGE_MARKS], die + drm, 0, NULL);
        int lost =
            cell >= CHARGE_A1 && cell <= CHARGE_A3 ? (cell - CHARGE_A1 + 1) * (q->firearms ? 2 : 1) : 0;
        bool plunder = st_chart_look(f->chart[CHART_PLUNDER], die + drm, q->sp, NULL);
        char text[48];

        snprintf(text, sizeof text, "chargers lose %d SP", lost);
        st_sheet_face(out, die, 1, DIE, "%s%s%s",
                      lost ? text : cell == CHARGE_D1 ? "D1" : cell == CHARGE_D ? "D" : "nothing",
                      plunder ? ", plundering" : "",
                      mark == MARK_STAR ? ", *" : mark == MARK_CAPITANI ? ", \xc2\xa7" : "");
    }
}

/* ---- the list ---------------------------------------------------------------------------- */

static const struct st_question questions[] = {
    { "weather", "What weather will it be?", "4.2.2", ST_ASKS(weather_asked, ask_weather) },
    { "attrition", "How many SP does attrition cost?", "8.1", ST_ASKS(attrition_asked, ask_attrition) },
    { "points", "How many AP are received?", "5.1.4", ST_ASKS(points_asked, ask_points) },
    { "orders", "What does this Order cost?", "5.2.1", ST_ASKS(orders_asked, ask_orders) },
    { "discipline", "What comes of a Discipline Check?", "9.1",
      ST_ASKS(discipline_asked, ask_discipline) },
    { "recovery", "Will the unit recover?", "9.2.1", ST_ASKS(recovery_asked, ask_recovery) },
    { "initiative", "Will the Force act, or retire?", "6.4",
      ST_ASKS(initiative_asked, ask_initiative) },
    { "attempts", "How often will the Force activate in a turn?", "6.3",
      ST_ASKS(attempts_asked, ask_attempts) },
    { "march", "What does this march cost?", "7.2", ST_ASKS(march_asked, ask_march) },
    { "allowance", "How far may these units march?", "7.1", ST_ASKS(ma_asked, ask_ma) },
    { "loc", "How long is the Line of Communication?", "5.1.3", ST_ASKS(loc_asked, ask_loc) },
    { "pursuit", "How many Pursuit Losses?", "11.5.2", ST_ASKS(pursuit_asked, ask_pursuit) },
    { "assault", "What does the Assault Table say?", "12.9",
      ST_TERMS(assault_inputs, struct honour_terms, ask_assault) },
    { "fire", "What does this Artillery fire do?", "13.4",
      ST_TERMS(fire_inputs, struct honour_fire_terms, ask_fire) },
    { "breach", "How soon is the wall breached?", "13.4",
      ST_TERMS(breach_inputs, struct honour_fire_terms, ask_breach) },
    { "charge", "What does this charge do?", "11.4.1",
      ST_TERMS(charge_inputs, struct honour_charge_terms, ask_charge) },
    { "days", "How many days until the wall is breached?", "13.4",
      ST_TERMS(days_inputs, struct honour_fire_terms, ask_days) },
    { "elimination", "What becomes of a Capitano in danger?", "11.7", NULL, 0, 0, honour_ask_elimination },
    { "impulse", "Who has the first impulse?", "6.1", ST_ASKS(impulse_asked, ask_impulse) },
};
const struct st_questions honour_questions = { ST_ROWS(questions), &honour_fight_questions };
