/* honour_ask.c - what an umpire is asked at a real table: the tables, one by one. Every number
 * comes from the functions the steps use. Whole procedures: honour_fight_ask.c. */
#include "honour/honour_ask.h"

#include <stdio.h>
#include <string.h>

const char *const honour_ask_weathers[] = { "Fair", "Rain", "Mud", "Snow", "Heat", "Frost", NULL };
static const char *const month_words[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul",
                                           "Aug", "Sep", "Oct", "Nov", "Dec", NULL };
static const char *const order_words[] = { "garrison", "stand",   "manoeuvre",
                                           "attack",   "retreat", NULL };
static const char *const class_words[] = { "0/V", "1/S", "2/N", "3/R", NULL };
static const char *const march_words[] = { "regular", "administrative", NULL };

static void set_weather(struct st_sheet *out, int weather)
{
    pos_of(&out->table)->weather = (uint8_t)weather;
}

/* ---- weather, attrition, AP, Orders ------------------------------------------------------ */

static const struct st_input weather_inputs[] = {
    CHOICE("month", "month of the turn's first day", month_words, 0),
    CHOICE("before", "weather of the turn before", honour_ask_weathers, FAIR),
};

static int ask_weather(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    struct st_table quiet = { p, out->table.pos, NULL };

    (void)err;
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++)
        st_sheet_face(out, die, 1, DIE, NULL, "%s",
                      honour_weathers[honour_weather_after(&quiet, v[0].n + 1, v[1].n, die)]);
    return ST_OK;
}

static const char *const besieged_words[] = { "no", "loc", "cut", NULL };
static const char *const quarters_words[] = { "no", "town", "city", NULL };
static const struct st_input attrition_inputs[] = {
    NUMBER("size", "SP of the Force, all units", 1, 400, 10),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
    YES("star", "star of the Primo Capitano"),
    NUMBER("half_mp", "half MP spent in a second Activation", 0, 60, 0),
    YES("admin", "in Administrative March"),
    CHOICE("besieged", "besieged, with LOC or cut off", besieged_words, 0),
    CHOICE("quarters", "Quarters (18.1): Fortified Town or Earthworks, or City", quarters_words, 0),
    YES("interphase", "Interphase Turn (18.2)"),
};

static int ask_attrition(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                         struct st_error *err)
{
    const struct honour_plan *f = p->data;
    const struct st_table *t = &out->table;
    int full = v[3].n / 2;
    int mp = least(4, v[4].n ? full / 2 * f->attrition.each_admin : full * f->attrition.each);
    int mod = st_modify(t, "8.2", "star of the Primo Capitano", v[2].n ? f->attrition.star : 0) +
              st_modify(t, "8.2", honour_weathers[v[1].n],
                        f->sky[v[1].n].attrition ? f->attrition.weather : 0) +
              st_modify(t, "8.2", "MP of a second Activation", mp) +
              st_modify(t, "8.3", "besieged",
                        v[5].n == 2 ? f->attrition.besieged
                        : v[5].n    ? f->attrition.besieged_loc
                                    : 0) +
              st_modify(t, "18.1", "Quarters",
                        v[6].n == 2 ? f->attrition.quarters_city
                        : v[6].n    ? f->attrition.quarters_town
                                    : 0) +
              st_modify(t, "18.2", "Interphase Turn", v[7].n ? f->attrition.interphase : 0);

    (void)err;
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        struct st_cite cite;
        int lost = st_chart_look(f->chart[CHART_ATTRITION], v[0].n, die + mod, &cite);

        st_sheet_face(out, die, 1, DIE, &cite, "%d SP", lost);
    }
    return ST_OK;
}

static const struct st_input points_inputs[] = {
    NUMBER("nominal", "nominal AP", 0, 12, 5),
    NUMBER("distance", "LOC distance in hexes", 0, 400, 1),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
};

static int ask_points(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    struct st_table quiet = { p, out->table.pos, NULL };
    struct st_chance c = { .quiet = true };

    (void)err;
    out->dice = "2d6";
    st_dice(&c, 2, DIE, "AP");
    for (int i = 0; i < c.n; i++)
        st_sheet_face(out, c.face[i].value, c.face[i].weight, st_chance_total(&c), NULL, "%d AP",
                      honour_ap_received(&quiet, v[0].n, v[1].n, c.face[i].value, v[2].n));
    return ST_OK;
}

static const char *const force_words[] = { "major", "minor", NULL };
static const char *const current_words[] = { "new",    "garrison", "stand", "manoeuvre",
                                             "attack", "retreat",  NULL };
static const struct st_input orders_inputs[] = {
    CHOICE("force", "Major or Minor Force", force_words, 0),
    CHOICE("from", "current Order; new in AP turns and for new Forces", current_words, 0),
    CHOICE("to", "Order wanted", order_words, 3),
    YES("light", "Minor Force solely of Light Cavalry, or of 1 SP"),
};

static int ask_orders(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    const struct honour_plan *f = p->data;
    struct honour_pos *pos = pos_of(&out->table);
    int force = 0, order = v[2].n + GARRISON;

    (void)err;
    memset(&pos->force[force], 0, sizeof pos->force[force]);
    pos->force[force].units = 1;
    pos->type[0] = v[3].n ? LCV : INF;
    pos->sp[0] = 5;
    pos->force[force].primo = 0;
    pos->printed[0] = v[0].n ? 0 : CAP_CG;
    pos->force[force].order = (uint8_t)v[1].n;
    if (v[0].n == 0 && v[3].n)
        return st_sheet_refuse(out, "5.2.3", "only a Minor Force");
    int cost = honour_order_cost(&out->table, force, order, v[1].n == ORDER_NONE);
    st_tell(&out->table, "5.2.1", "attempts %d", f->order[order].attempts);
    snprintf(out->verdict, sizeof out->verdict, "%d AP", cost);
    return ST_OK;
}

/* ---- discipline -------------------------------------------------------------------------- */

static const char *const phase_words[] = { "combat", "activation", "command", NULL };
static const struct st_input discipline_inputs[] = {
    CHOICE("class", "Troop Quality / Reliability Class", class_words, 0),
    YES("star", "star of the Capitano"),
    YES("forced", "forced Order"),
    NUMBER("sp", "SP of the unit, to see the effect (0: only the result)", 0, 30, 0),
    YES("demoralised", "already Demoralised"),
    CHOICE("phase", "when", phase_words, 0),
};

static const char *check_effect(int result, int sp, bool demoralised, bool command)
{
    int lost = result == CHECK_F ? 1 : result == CHECK_FF ? 2 : 0;

    if (result == CHECK_P)
        return "nothing";
    if (lost && sp > lost + 1)
        return lost == 1 ? "1 SP lost" : "2 SP lost";
    return !demoralised ? "Demoralised" : command ? "eliminated" : "nothing";
}

static int ask_discipline(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                          struct st_error *err)
{
    const struct honour_plan *f = p->data;
    int mod = st_modify(&out->table, "9.1", "star", v[1].n ? f->check.star : 0) +
              st_modify(&out->table, "5.3.1", "forced Order", v[2].n ? f->check.forced : 0);

    (void)err;
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        struct st_cite cite;
        int r = st_chart_look(f->chart[CHART_DISCIPLINE], die + mod, v[0].n, &cite);

        st_sheet_face(out, die, 1, DIE, &cite, "%s",
                      v[3].n ? check_effect(r, v[3].n, v[4].n, v[5].n == 2) : honour_checks[r]);
    }
    return ST_OK;
}

static const struct st_input recovery_inputs[] = {
    CHOICE("class", "Reliability Class (in battle Troop Quality)", class_words, 0),
    YES("star", "star of the Primo Capitano"),
    YES("wages", "Extra Wages"),
    YES("mp", "the Force has spent MP this turn"),
};

static int ask_recovery(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                        struct st_error *err)
{
    const struct honour_plan *f = p->data;
    int mod = st_modify(&out->table, "9.2.2", "star", v[1].n ? f->check.star : 0) +
              st_modify(&out->table, "9.2.2", "Extra Wages", v[2].n ? f->check.wages : 0) +
              st_modify(&out->table, "9.2.2", "MP expended", v[3].n ? f->check.mp : 0);

    (void)err;
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        struct st_cite cite;
        int r = st_chart_look(f->chart[CHART_DISCIPLINE], die + mod, v[0].n, &cite);

        st_sheet_face(out, die, 1, DIE, &cite, "%s",
                      r == CHECK_P        ? "recovered"
                      : r == CHECK_D_STAR ? "eliminated"
                                          : "nothing");
    }
    return ST_OK;
}

/* ---- Initiative -------------------------------------------------------------------------- */

static const struct st_input initiative_inputs[] = {
    CHOICE("order", "Order of the Force", order_words, 3),
    NUMBER("initiative", "printed Initiative of the Primo Capitano", 0, 5, 3),
    YES("second", "it has activated once this turn"),
    NUMBER("enemy",
           "worst adjacent enemy Primo Capitano, for a march out of his ZOC or for retiring", 0, 5,
           0),
};

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

static int ask_initiative(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                          struct st_error *err)
{
    int need = order_initiative(&out->table, v[0].n + GARRISON, v[1].n, v[2].n, v[3].n);

    (void)p, (void)err;
    st_tell(&out->table, "6.4", "Initiative %d: success on %d or less, or on a natural 1", need,
            need);
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++)
        st_sheet_face(out, die, 1, DIE, NULL, "%s",
                      die == 1 || die <= need ? "success" : "failure");
    return ST_OK;
}

static const struct st_input attempts_inputs[] = {
    CHOICE("order", "Order of the Force", order_words, 3),
    NUMBER("initiative", "printed Initiative of the Primo Capitano", 0, 5, 3),
    NUMBER("enemy", "worst adjacent enemy Primo Capitano, for marches out of his ZOC", 0, 5, 0),
};

static int ask_attempts(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                        struct st_error *err)
{
    const struct honour_plan *f = p->data;
    struct st_table quiet = { p, out->table.pos, NULL };
    int order = v[0].n + GARRISON, twice = f->order[order].attempts == 2;

    (void)err;
    for (int a = 1; a <= DIE; a++)
        for (int b = 1; b <= DIE; b++) {
            int first = a == 1 || a <= order_initiative(&quiet, order, v[1].n, false, v[2].n);
            int then = b == 1 || b <= order_initiative(&quiet, order, v[1].n, first, v[2].n);

            st_sheet_face(out, a * 10 + b, 1, DIE * DIE, NULL, "%d activations",
                          first + (twice && then));
        }
    return ST_OK;
}

/* ---- marching ---------------------------------------------------------------------------- */

int honour_ask_hex(const struct st_plan *p, struct st_span s, int *hex, struct st_error *err)
{
    if (st_hex_parse(&p->grid, st_span_trim(s), hex) && *hex >= 0)
        return ST_OK;
    return st_fail(err, ST_EUSAGE, NULL, 0, "`%.*s` is no hex of the map", (int)s.len, s.at);
}

static const struct st_input march_inputs[] = {
    TEXT("path", "hexes: 1405-1306-1307", "1405-1306"),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
    YES("inside", "it begins inside a Fortress"),
    YES("pontoon", "a Pontoon Bridge on the first hexside"),
};

/* Can this step be made at all? */
static enum st_answer step_check(const struct st_plan *p, const struct st_sheet *out, int from,
                                 int to, struct st_refusal *why)
{
    const struct honour_plan *f = p->data;
    int dir = honour_dir(&out->table, from, to);
    struct honour_name a = honour_hex_name(&out->table, from),
                       b = honour_hex_name(&out->table, to);

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

static int ask_march(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                     struct st_error *err)
{
    const struct honour_plan *f = p->data;
    struct honour_pos *pos = pos_of(&out->table);
    struct st_span rest = st_span_of(v[0].text);
    struct st_refusal why;
    int from = -1, sum = 0, to, e;

    set_weather(out, v[1].n);
    while (rest.len) {
        if ((e = honour_ask_hex(p, st_span_cut(&rest, '-'), &to, err)))
            return e;
        if (from >= 0) {
            int dir = honour_dir(&out->table, from, to);

            if (step_check(p, out, from, to, &why))
                return st_sheet_refuse(out, why.para, "%s", why.text);
            if (v[3].n && sum == 0)
                pos->pontoon[0] = (struct honour_pontoon){ (int16_t)(dir < 3 ? from : to),
                                                           (uint8_t)(dir % 3), 1 };
            int cost = honour_step_cost(&out->table, from, dir);
            if (sum == 0 && v[2].n && honour_place_kind(f, from) == PLACE_CITY)
                cost += f->city_exit;
            st_tell(&out->table, "7.2", "%s: %d.%d", honour_hex_name(&out->table, to).text,
                    cost / 2, cost % 2 * 5);
            sum += cost;
        }
        from = to;
    }
    snprintf(out->verdict, sizeof out->verdict, "%d.%d MP", sum / 2, sum % 2 * 5);
    return ST_OK;
}

struct troop {
    int type, sp, tq;
    bool demoralised;
};

/* "SWI 8/3, INF 6/1 demoralised": at most SIDE_UNITS. */
static int read_troops(const char *text, struct troop *out, int *n, struct st_error *err)
{
    struct st_span rest = st_span_of(text);

    *n = 0;
    while (rest.len) {
        struct st_span part = st_span_trim(st_span_cut(&rest, ',')), word = st_span_word(&part);
        struct st_span tq = st_span_word(&part), sp = st_span_cut(&tq, '/'),
                       last = st_span_trim(part);
        struct troop x = { -1, 5, 1, st_span_is(last, "demoralised") };

        for (int k = 0; k < TYPES; k++)
            if (st_span_is(word, honour_types[k]))
                x.type = k;
        if (x.type < 0 || (sp.len && !st_span_int(sp, 1, MAX_SP, &x.sp)) ||
            (tq.len && !st_span_int(tq, 0, 3, &x.tq)) || (last.len && !x.demoralised))
            return st_fail(err, ST_EUSAGE, NULL, 0, "`%.*s`: a unit is TYPE SP/TQ, such as SWI 8/3",
                           (int)word.len, word.at);
        if (*n == SIDE_UNITS)
            return st_fail(err, ST_EUSAGE, NULL, 0, "more than %d units", SIDE_UNITS);
        out[(*n)++] = x;
    }
    return ST_OK;
}

int honour_ask_troops(const struct st_plan *p, struct honour_pos *pos, int force, const char *text,
                      struct st_error *err)
{
    const struct honour_plan *f = p->data;
    struct troop list[SIDE_UNITS];
    uint32_t free = f->side_units[side_of_force(force)];
    int n, e = read_troops(text, list, &n, err);

    for (int i = 0; i < MAX_FORCES; i++)
        free &= ~pos->force[i].units;
    for (int i = 0; i < n && !e; i++) {
        if (!free)
            return st_fail(err, ST_EUSAGE, NULL, 0, "the scenario has not so many units");
        int u = take(&free);

        pos->type[u] = (uint8_t)list[i].type;
        pos->sp[u] = pos->start[u] = (uint8_t)list[i].sp;
        pos->tq[u] = (uint8_t)list[i].tq;
        pos->rel[u] = REL_N;
        pos->force[force].units |= bit(u);
        if (list[i].demoralised)
            pos->demoralised |= bit(u);
    }
    if (!e && !n)
        e = st_fail(err, ST_EUSAGE, NULL, 0, "no units are named");
    return e;
}

static const struct st_input ma_inputs[] = {
    TEXT("units", "types: SWI,GEN,SAR", "INF"),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
    CHOICE("march", "march type", march_words, 0),
};

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

static int ask_ma(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                  struct st_error *err)
{
    struct honour_pos *pos = pos_of(&out->table);
    int e;

    honour_ask_empty_board(pos);
    if ((e = honour_ask_troops(p, pos, 0, v[0].text, err)))
        return e;
    set_weather(out, v[1].n);
    int ma = honour_ma(&out->table, 0, v[2].n);
    snprintf(out->verdict, sizeof out->verdict, "%d.%d MP", ma / 2, ma % 2 * 5);
    return ST_OK;
}

static const struct st_input loc_inputs[] = {
    TEXT("hex", "hex of the Capitano or Fortress", "1403"),
    TEXT("source", "Supply Source (default: the first)", ""),
    TEXT("enemy", "hexes with enemy Forces in the field: 1414,1215", ""),
    TEXT("friends", "hexes with friendly Forces", ""),
};

static int put_lone(const struct st_plan *p, struct honour_pos *pos, int side, const char *text,
                    struct st_error *err)
{
    struct st_span rest = st_span_of(text);

    while (rest.len) {
        int hex, e = honour_ask_hex(p, st_span_cut(&rest, ','), &hex, err),
                 f = honour_free_force(pos, side);

        if (!e && f < 0)
            e = st_fail(err, ST_EUSAGE, NULL, 0, "more than %d Forces", SIDE_FORCES);
        if (!e)
            e = honour_ask_troops(p, pos, f, "INF 5/1", err);
        if (e)
            return e;
        pos->force[f].hex = (int16_t)hex;
    }
    return ST_OK;
}

static int ask_loc(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                   struct st_error *err)
{
    const struct honour_plan *f = p->data;
    struct honour_pos *pos = pos_of(&out->table);
    int hex,
        source = v[1].text[0] ? st_names_find(st_plan_list(p, "source"), st_span_of(v[1].text)) : 0;
    int e = honour_ask_hex(p, st_span_of(v[0].text), &hex, err);

    if (!e && source < 0)
        e = st_fail(err, ST_EUSAGE, NULL, 0, "no source `%s`", v[1].text);
    if (e)
        return e;
    int side = f->source[source].side;
    honour_ask_empty_board(pos);
    e = put_lone(p, pos, 1 - side, v[2].text, err);
    if (!e)
        e = put_lone(p, pos, side, v[3].text, err);
    if (e)
        return e;
    int far = honour_loc(&out->table, side, hex, source);
    if (far < 0)
        snprintf(out->verdict, sizeof out->verdict, "no LOC");
    else
        snprintf(out->verdict, sizeof out->verdict, "distance %d: %d steps and %d off the map", far,
                 far - f->source[source].offmap, f->source[source].offmap);
    return ST_OK;
}

/* ---- combat tables ----------------------------------------------------------------------- */

static const struct st_input pursuit_inputs[] = {
    NUMBER("cavalry", "undemoralised cavalry SP", 0, 200, 0),
    NUMBER("infantry", "undemoralised Infantry SP", 0, 400, 0),
    YES("star", "star of the pursuing Primo Capitano"),
    YES("stradiots", "undemoralised Stradiots"),
    NUMBER("slip", "full MP spent to slip away (7.8.2)", 0, 20, 0),
};

static int ask_pursuit(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    const struct honour_plan *f = p->data;
    struct st_table quiet = { p, out->table.pos, NULL };

    (void)err;
    honour_pursuit_row(&out->table, 0, v[2].n, v[3].n, v[4].n);
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        int row = honour_pursuit_row(&quiet, die, v[2].n, v[3].n, v[4].n);
        struct st_cite cite;

        st_chart_look(f->chart[CHART_PURSUIT], row, 0, &cite);
        st_sheet_face(out, die, 1, DIE, &cite, "%d losses",
                      honour_pursuit_losses(f, row, v[0].n, v[1].n));
    }
    return ST_OK;
}

static const char *const kind_words[] = { "field", "storm", "breach", NULL };
static const struct st_input assault_inputs[] = {
    NUMBER("att_quality", "attacker's Force Quality (12.1)", 0, 3, 1),
    NUMBER("def_quality", "defender's Force Quality", 0, 3, 1),
    NUMBER("att_half", "attacker's SP in halves, after the Terrain Effects Chart", 0, 400, 20),
    NUMBER("def_half", "defender's SP in halves", 0, 400, 20),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
    YES("affecting", "Affecting"),
    YES("firearms", "defender with Firearms"),
    YES("att_disrupted", "attacker Disrupted"),
    YES("def_disrupted", "defender Disrupted"),
    YES("admin", "defender in Administrative March"),
    YES("att_star", "star of the attacker"),
    YES("def_star", "star of the defender"),
    YES("att_pike", "Swiss or Landsknechts attacking"),
    YES("def_pike", "Swiss or Landsknechts defending"),
    YES("works", "defender behind Earthworks"),
    CHOICE("kind", "field, Storm of a Fortress or In-breach", kind_words, 0),
};

static void print_cell(int cell, char *out, size_t size)
{
    if (cell & CELL_NOTHING)
        snprintf(out, size, "--");
    else
        snprintf(out, size, "%d%s", cell & CELL_SP, cell & CELL_D ? " D" : "");
}

static int ask_assault(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    const struct honour_plan *f = p->data;
    struct honour_terms in = { .att_quality = v[0].n,
                               .def_quality = v[1].n,
                               .att_half = v[2].n,
                               .def_half = v[3].n,
                               .weather = v[4].n,
                               .affecting = v[5].n,
                               .firearms = v[6].n,
                               .att_disrupted = v[7].n,
                               .def_disrupted = v[8].n,
                               .def_admin = v[9].n,
                               .att_star = v[10].n,
                               .def_star = v[11].n,
                               .att_pike = v[12].n,
                               .def_pike = v[13].n,
                               .in_breach = v[15].n == 2,
                               .behind_works = v[14].n || v[15].n == 1 };
    int column, drm;

    (void)err;
    honour_assault_terms(&out->table, &in, &column, &drm);
    st_tell(&out->table, "12.7", "row = d6 %+d, column %d", drm, column);
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        struct st_cite cite;
        char a[8], d[8];
        int att = st_chart_look(f->chart[CHART_ASSAULT_ATT], die + drm, column, &cite);
        int def = st_chart_look(f->chart[CHART_ASSAULT_DEF], die + drm, column, NULL);
        int loser = st_chart_look(f->chart[CHART_ASSAULT_LOSERS], die + drm, column, NULL);

        print_cell(att, a, sizeof a);
        print_cell(def, d, sizeof d);
        st_sheet_face(out, die, 1, DIE, &cite, "%s / %s, %s loses", a, d,
                      loser ? "defender" : "attacker");
    }
    return ST_OK;
}

static const char *const fire_words[] = { "siege", "battle", NULL };
static const struct st_input fire_inputs[] = {
    NUMBER("sp", "Artillery SP firing", 1, 99, 4),
    NUMBER("status", "Siege Status (besieger's fire)", 0, 2, 0),
    CHOICE("kind", "siege or battle", fire_words, 0),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
    YES("river", "through a Secondary River, or a River chit"),
    YES("works", "target behind Earthworks, or an Earthworks chit"),
    YES("ground", "battle in Heath or Hill"),
    YES("siege", "a Capitano with the Siege ability"),
    YES("city", "against a Fortified City"),
    YES("siege_guns", "Siege Artillery or Engineers, or no gun in the garrison: (b) is b"),
};

static int fire_cell(const struct honour_plan *f, int sp, int shift, int row, struct st_cite *cite)
{
    const struct st_chart *c = f->chart[CHART_FIRE];

    st_chart_look(c, row, sp, cite);
    cite->col = (int16_t)least(cite->col + shift, c->col.n - 1);
    return st_chart_value(c, cite->row, cite->col);
}

static int ask_fire(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                    struct st_error *err)
{
    const struct honour_plan *f = p->data;
    bool battle = v[2].n;
    int drm = honour_fire_drm(&out->table, battle, v[3].n, v[4].n, v[5].n, v[6].n, v[7].n, v[8].n);
    int shift = battle ? 0 : st_modify(&out->table, "13.4", "column shift, Siege Status", v[1].n);

    (void)err;
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        struct st_cite cite;
        int cell = fire_cell(f, v[0].n, shift, die + drm, &cite), sp = cell >> FIRE_SP_SHIFT;
        bool breach = !battle && (cell & FIRE_BREACH || (cell & FIRE_MAYBE && v[9].n));
        char text[48];

        snprintf(text, sizeof text, "%s%s%s%s%s",
                 sp ? (sp == 1   ? " 1 SP"
                       : sp == 2 ? " 2 SP"
                                 : " 3 SP")
                    : "",
                 cell & FIRE_DC ? " check" : "", breach ? " breach" : "",
                 battle && cell & FIRE_CAPITANI ? " capitani" : "",
                 cell & FIRE_STAR ? " gun lost" : "");
        st_sheet_face(out, die, 1, DIE, &cite, "%s", text[0] ? text + 1 : "nothing");
    }
    return ST_OK;
}

static const struct st_input breach_inputs[] = {
    NUMBER("sp", "Artillery SP firing every turn", 1, 99, 8),
    NUMBER("turns", "turns of bombardment", 1, 6, 2),
    NUMBER("status", "Siege Status at the start", 0, 2, 0),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
    YES("river", "through a Secondary River"),
    YES("works", "target behind Earthworks"),
    YES("siege", "a Capitano with the Siege ability"),
    YES("city", "against a Fortified City"),
    YES("siege_guns", "Siege Artillery or Engineers, or no gun in the garrison"),
};

/* Status after so many turns of fire: faces of 6^turns dice, counted status by status. */
static int ask_breach(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    const struct honour_plan *f = p->data;
    int drm = honour_fire_drm(&out->table, false, v[3].n, v[4].n, v[5].n, false, v[6].n, v[7].n);
    int ways[3] = { 0, 0, 0 }, total = 1;

    (void)err;
    ways[v[2].n] = 1;
    for (int turn = 0; turn < v[1].n; turn++) {
        int next[3] = { 0, 0, 0 };

        for (int s = 0; s < 3; s++)
            for (int die = 1; die <= DIE; die++) {
                struct st_cite cite;
                int cell = fire_cell(f, v[0].n, s, die + drm, &cite);
                bool breach = cell & FIRE_BREACH || (cell & FIRE_MAYBE && v[8].n);

                next[least(2, s + breach)] += ways[s];
            }
        memcpy(ways, next, sizeof ways);
        total *= DIE;
    }
    for (int s = 0; s < 3; s++)
        if (ways[s])
            st_sheet_face(out, s, ways[s], total, NULL, "Status %d", s);
    return ST_OK;
}

/* ---- how long a siege takes -------------------------------------------------------------- */

enum { TURNS_MOST = 10, GUNS_MOST = 40 };

static const struct st_input days_inputs[] = {
    NUMBER("sp", "Artillery SP firing every turn", 1, GUNS_MOST, 8),
    NUMBER("status", "Siege Status at the start", 0, 1, 0),
    NUMBER("wanted", "Siege Status that is waited for", 1, 2, 1),
    NUMBER("turns", "turns listed", 1, TURNS_MOST, 6),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
    YES("river", "through a Secondary River"),
    YES("works", "target behind Earthworks"),
    YES("siege", "a Capitano with the Siege ability"),
    YES("city", "against a Fortified City"),
    YES("siege_guns", "Siege Artillery or Engineers, or no gun in the garrison"),
    YES("guns_lost", "guns that a * costs fire no more"),
};

/* Ways by guns left and Status; those that reach the Status wanted are taken out turn by turn. */
static int ask_days(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                    struct st_error *err)
{
    const struct honour_plan *f = p->data;
    int drm = honour_fire_drm(&out->table, false, v[4].n, v[5].n, v[6].n, false, v[7].n, v[8].n);
    int ways[GUNS_MOST + 1][3] = { { 0 } }, wanted = v[2].n, total = 1, later = 0;

    if (v[1].n >= wanted)
        return st_fail(err, ST_EUSAGE, NULL, 0, "the Siege Status is %d already", v[1].n);
    ways[v[0].n][v[1].n] = 1;
    for (int turn = 1; turn <= v[3].n; turn++) {
        int next[GUNS_MOST + 1][3] = { { 0 } }, reached = 0;

        total *= DIE;
        for (int sp = 0; sp <= GUNS_MOST; sp++)
            for (int s = 0; s < wanted; s++)
                for (int die = 1; die <= DIE && ways[sp][s]; die++) {
                    struct st_cite cite;
                    int cell = sp ? fire_cell(f, sp, s, die + drm, &cite) : 0;
                    bool breach = cell & FIRE_BREACH || (cell & FIRE_MAYBE && v[9].n);
                    int left = sp - (v[10].n && cell & FIRE_STAR ? 1 : 0);

                    if (s + breach >= wanted)
                        reached += ways[sp][s];
                    else
                        next[left][s + breach] += ways[sp][s];
                }
        memcpy(ways, next, sizeof ways);
        if (reached)
            st_sheet_face(out, turn, reached, total, NULL, "%d days", turn * f->turn_days);
    }
    for (int sp = 0; sp <= GUNS_MOST; sp++)
        for (int s = 0; s < wanted; s++)
            later += ways[sp][s];
    if (later)
        st_sheet_face(out, v[3].n + 1, later, total, NULL, "later");
    return ST_OK;
}

/* ---- the first impulse -------------------------------------------------------------------- */

static const char *const last_words[] = { "A", "B", NULL };
static const struct st_input impulse_inputs[] = {
    NUMBER("a", "highest Initiative among side A's CGs on the map", 0, 5, 3),
    NUMBER("b", "highest Initiative among side B's CGs on the map", 0, 5, 3),
    CHOICE("last", "who had the first impulse last turn", last_words, 0),
};

static int ask_impulse(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    (void)err;
    for (int a = 1; a <= DIE; a++)
        for (int b = 1; b <= DIE; b++)
            st_sheet_face(out, a * 10 + b, 1, DIE * DIE, NULL, "side %s",
                          p->side[honour_first_side(a + v[0].n, b + v[1].n, v[2].n)]);
    return ST_OK;
}

static const struct st_input charge_inputs[] = {
    NUMBER("sp", "charging SP", 1, 99, 5),
    YES("heavy", "Heavy Cavalry"),
    NUMBER("quality", "lowest Troop Quality of the chargers", 0, 3, 3),
    YES("ground", "Heath or Hill"),
    YES("works", "Earthworks/River chit in play"),
    CHOICE("weather", "weather", honour_ask_weathers, FAIR),
    YES("pike", "the charged unit is Swiss or Landsknecht"),
    YES("flank", "flank charge"),
    YES("firearms", "Firearms in play"),
};

static int ask_charge(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    const struct honour_plan *f = p->data;
    int drm = honour_charge_drm(&out->table, v[3].n, v[4].n, v[5].n, v[6].n, v[7].n,
                                v[1].n ? v[2].n : 0, v[1].n && v[8].n);

    (void)err;
    out->dice = "d6";
    for (int die = 1; die <= DIE; die++) {
        struct st_cite cite;
        int cell = st_chart_look(f->chart[CHART_CHARGE], die + drm, v[0].n, &cite);
        int mark = st_chart_look(f->chart[CHART_CHARGE_MARKS], die + drm, 0, NULL);
        int lost =
            cell >= CHARGE_A1 && cell <= CHARGE_A3 ? (cell - CHARGE_A1 + 1) * (v[8].n ? 2 : 1) : 0;
        bool plunder = st_chart_look(f->chart[CHART_PLUNDER], die + drm, v[0].n, NULL);
        char text[48];

        if (lost)
            snprintf(text, sizeof text, "chargers lose %d SP", lost);
        else
            snprintf(text, sizeof text, "%s",
                     cell == CHARGE_D1  ? "D1"
                     : cell == CHARGE_D ? "D"
                                        : "nothing");
        st_sheet_face(out, die, 1, DIE, &cite, "%s%s%s", text, plunder ? ", plundering" : "",
                      mark == MARK_STAR       ? ", *"
                      : mark == MARK_CAPITANI ? ", \xc2\xa7"
                                              : "");
    }
    return ST_OK;
}

/* ---- the list ---------------------------------------------------------------------------- */

static const struct st_question questions[] = {
    { "weather", "What weather will it be?", "4.2.2", INPUTS(weather_inputs), ask_weather },
    { "attrition", "How many SP does attrition cost?", "8.1", INPUTS(attrition_inputs),
      ask_attrition },
    { "points", "How many AP are received?", "5.1.4", INPUTS(points_inputs), ask_points },
    { "orders", "What does this Order cost?", "5.2.1", INPUTS(orders_inputs), ask_orders },
    { "discipline", "What comes of a Discipline Check?", "9.1", INPUTS(discipline_inputs),
      ask_discipline },
    { "recovery", "Will the unit recover?", "9.2.1", INPUTS(recovery_inputs), ask_recovery },
    { "initiative", "Will the Force act, or retire?", "6.4", INPUTS(initiative_inputs),
      ask_initiative },
    { "attempts", "How often will the Force activate in a turn?", "6.3", INPUTS(attempts_inputs),
      ask_attempts },
    { "march", "What does this march cost?", "7.2", INPUTS(march_inputs), ask_march },
    { "allowance", "How far may these units march?", "7.1", INPUTS(ma_inputs), ask_ma },
    { "loc", "How long is the Line of Communication?", "5.1.3", INPUTS(loc_inputs), ask_loc },
    { "pursuit", "How many Pursuit Losses?", "11.5.2", INPUTS(pursuit_inputs), ask_pursuit },
    { "assault", "What does the Assault Table say?", "12.9", INPUTS(assault_inputs), ask_assault },
    { "fire", "What does this Artillery fire do?", "13.4", INPUTS(fire_inputs), ask_fire },
    { "breach", "How soon is the wall breached?", "13.4", INPUTS(breach_inputs), ask_breach },
    { "charge", "What does this charge do?", "11.4.1", INPUTS(charge_inputs), ask_charge },
    { "days", "How many days until the wall is breached?", "13.4", INPUTS(days_inputs), ask_days },
    { "elimination", "What becomes of a Capitano in danger?", "11.7", NULL, 0,
      honour_ask_elimination },
    { "impulse", "Who has the first impulse?", "6.1", INPUTS(impulse_inputs), ask_impulse },
    { "skirmish", "A whole Skirmish with checks and pursuit", "11.2", honour_skirmish_inputs,
      HONOUR_FIGHT_INPUTS + 3, honour_ask_skirmish },
    { "siege", "A round of siege", "13.3", honour_siege_inputs, HONOUR_FIGHT_INPUTS + 4,
      honour_ask_siege },
    { "engagement", "One round of a Main Body Fight", "11.4.6", honour_engagement_inputs,
      HONOUR_FIGHT_INPUTS + 4, honour_ask_engagement },
    { "optional", "The die of the battle by one table, rerolls followed to the end", "18.9.2",
      honour_optional_inputs, 1, honour_ask_optional },
    { "one_table", "A whole Major Battle by one table, with losses, checks and pursuit", "18.9",
      honour_battle_inputs, HONOUR_FIGHT_INPUTS, honour_ask_one_table },
    { "battle", "A whole Major Battle under a policy for each side", "11.4", honour_battle_inputs,
      HONOUR_FIGHT_INPUTS, honour_ask_battle },
};
const struct st_questions honour_questions = { ST_ROWS(questions) };
