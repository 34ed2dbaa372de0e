/* honour_assault.c - the Assault Table: 12. */
#include "honour/honour.h"

#include <string.h>

/* ---- 12 The Assault Table ---------------------------------------------------------------- */

int honour_round(int n, int d)
{
    return (2 * n + d) / (2 * d); /* halves up (1.2); n is never negative here */
}

int honour_quality(const struct honour_pos *p, uint32_t units, const uint8_t *sp)
{
    int sum = 0, weighed = 0;

    while (units) {
        int u = take(&units);

        sum += sp[u];
        weighed += has(p->demoralised, u) ? 0 : sp[u] * p->tq[u];
    }
    return sum ? honour_round(weighed, sum) : 0;
}

/* Half SP after the Terrain Effects Chart (12.5). */
int honour_half_sp(const struct st_table *t, uint32_t units, const uint8_t *sp, bool halves,
                   int doubled)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int heavy = 0, other = 0;

    while (units) {
        int u = take(&units);

        if (f->type[p->type[u]].heavy)
            heavy += sp[u];
        else
            other += sp[u];
    }
    int other_twice = least(other, doubled), heavy_twice = least(heavy, doubled - other_twice);
    return 2 * (other + other_twice) + (halves ? 1 : 2) * (heavy + heavy_twice);
}

bool honour_has_pike(const struct st_table *t, uint32_t units)
{
    const struct honour_pos *p = pos_of(t);

    for (units &= ~p->demoralised; units;)
        if (plan_of(t)->type[p->type[take(&units)]].pike)
            return true;
    return false;
}

bool honour_half_firearms(const struct st_table *t, uint32_t units, const uint8_t *sp)
{
    const struct honour_pos *p = pos_of(t);
    int fire = 0, all = 0;

    while (units) {
        int u = take(&units);

        all += sp[u];
        if (p->type[u] == FIR && !has(p->demoralised, u))
            fire += sp[u];
    }
    return all > 0 && 2 * fire >= all;
}

static int ratio_modifier(const struct honour_plan *f, int att, int def)
{
    int larger = most(att, def), smaller = least(att, def), step = 0;

    if (smaller == 0 || larger >= 4 * smaller)
        step = f->assault.ratio_4;
    else if (larger >= 2 * smaller)
        step = f->assault.ratio_2;
    return att == def ? 0 : att > def ? step : -step;
}

void honour_assault_terms(const struct st_table *t, const struct honour_terms *in, int *column,
                          int *drm)
{
    const struct honour_plan *f = plan_of(t);
    bool rain = !f->sky[in->weather].firearms;
    int att = in->att_quality, def = in->def_quality;

    att += st_modify(t, "12.2", "Firearms, attacker's Quality",
                     in->firearms && !rain ? f->quality.firearms : 0);
    att +=
        st_modify(t, "12.2", "attacker Disrupted, Quality", in->att_disrupted ? f->quality.disrupted : 0);
    att += st_modify(t, "12.2", "attacker in Administrative March, Quality",
                     in->att_admin ? f->quality.admin : 0);
    def +=
        st_modify(t, "12.2", "defender Disrupted, Quality", in->def_disrupted ? f->quality.disrupted : 0);
    def += st_modify(t, "12.2", "defender in Administrative March, Quality",
                     in->def_admin ? f->quality.admin : 0);
    *column = st_look(t, f->chart[CHART_ASSAULT_COLUMNS], att - def, in->affecting);
    st_tell(t, "12.3", "Quality %d against %d, %s: column %d; SP %d.%d against %d.%d", att, def,
            in->affecting ? "Affecting" : "Not Affecting", *column, in->att_half / 2,
            in->att_half % 2 * 5, in->def_half / 2, in->def_half % 2 * 5);
    *drm = st_modify(t, "12.6", "SP ratio", ratio_modifier(f, in->att_half, in->def_half)) +
           st_modify(t, "12.7", "star of the attacker", in->att_star ? f->assault.star_att : 0) +
           st_modify(t, "12.7", "star of the defender", in->def_star ? f->assault.star_def : 0) +
           st_modify(t, "12.7", honour_weathers[in->weather],
                     f->sky[in->weather].assault ? f->assault.weather : 0);
    int a = 0, d = 0;
    if (in->kind == TERMS_BREACH)
        a = f->assault.breach_att, d = f->assault.breach_def;
    else if (in->works || in->kind == TERMS_STORM)
        a = f->assault.works_att, d = f->assault.works_def;
    else if (!in->affecting)
        a = f->assault.pike_att, d = f->assault.pike_def;
    *drm += st_modify(t, "12.8", "Pike attacking", in->att_pike ? a : 0) +
            st_modify(t, "12.8", "Pike defending", in->def_pike ? d : 0);
}

/* A battle's terms are its chits' and its Corps commanders' (11.4.6). */
static void battle_terms(const struct st_table *t, struct honour_terms *out)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    const struct honour_ground *g = &f->ground[f->terrain[p->combat.def_hex]];
    int att = p->assault.side == p->combat.att_side ? 0 : 1, def = 1 - att;
    bool works = b->play[def][CHIT_EARTHWORKS], river = b->play[def][CHIT_RIVER];
    int x_flags = p->force[p->combat.att_force].flags, y_flags = 0, flags[2];

    for (uint32_t left = p->combat.def_forces; left;)
        y_flags |= p->force[take(&left)].flags;
    flags[0] = x_flags;
    flags[1] = y_flags;
    out->att_half = honour_half_sp(t, p->assault.att, p->assault.sp, g->halves, 0);
    out->def_half =
        honour_half_sp(t, p->assault.def, p->assault.sp, g->halves, works ? f->works_doubled : 0);
    out->firearms = b->play[def][CHIT_FIREARMS];
    out->att_disrupted = flags[att] & F_DISRUPTED;
    out->def_disrupted = flags[def] & F_DISRUPTED;
    out->att_admin = att == 1 && y_flags & F_ADMIN;
    out->def_admin = def == 1 && y_flags & F_ADMIN;
    out->affecting = (att == 0 && g->affecting) || (works && f->works_affecting) || river;
    out->works = works;
    int ca = b->commander[att][b->fight], cd = b->commander[def][b->fight];
    out->att_star = ca && honour_star(p, ca - 1);
    out->def_star = cd && honour_star(p, cd - 1);
}

/* Skirmish, Storm, In-breach, Sortie. */
static void field_terms(const struct st_table *t, struct honour_terms *out)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;
    int hex = p->combat.def_hex, kind = honour_place_kind(f, hex);
    int side = honour_side_kind(t, p->combat.att_hex, p->combat.dir);
    const struct honour_ground *g = &f->ground[f->terrain[hex]];
    bool works = honour_works(p, 1 - a->side, hex), storm = a->kind == COMBAT_STORM;
    int doubled = (storm ? f->doubled[kind] : 0) + (works ? f->works_doubled : 0);
    int att = p->combat.att_force, def_flags = 0;

    for (uint32_t left = p->combat.def_forces; left;)
        def_flags |= p->force[take(&left)].flags;
    out->att_half = honour_half_sp(t, a->att, a->sp, g->halves, 0);
    out->def_half = honour_half_sp(t, a->def, a->sp, g->halves, doubled);
    out->firearms = honour_half_firearms(t, a->def, a->sp);
    out->att_disrupted = p->force[att].flags & F_DISRUPTED;
    out->def_disrupted = def_flags & F_DISRUPTED;
    out->def_admin = def_flags & F_ADMIN;
    out->affecting = g->affecting || (works && f->works_affecting) || (storm && kind == PLACE_CITY && f->city_affecting) ||
                     f->side_affecting[side];
    out->kind = storm ? TERMS_STORM : a->kind == COMBAT_BREACH ? TERMS_BREACH : TERMS_FIELD;
    out->works = works;
    out->att_star = honour_star(p, p->force[att].primo);
    out->def_star = honour_star(p, p->combat.def_cap);
}

void honour_read_terms(const struct st_table *t, struct honour_terms *out)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_assault *a = &p->assault;

    *out = (struct honour_terms){ .weather = p->weather };
    out->att_quality = honour_quality(p, a->att, a->sp);
    out->def_quality = honour_quality(p, a->def, a->sp);
    out->att_pike = honour_has_pike(t, a->att);
    out->def_pike = honour_has_pike(t, a->def);
    if (a->kind == COMBAT_BATTLE)
        battle_terms(t, out);
    else
        field_terms(t, out);
}

/* Every unit named takes part with all its SP; In-breach names its own. */
void honour_call_assault(struct st_table *t, int kind, uint32_t att, uint32_t def)
{
    struct honour_pos *p = pos_of(t);
    struct honour_assault *a = &p->assault;
    uint8_t named[MAX_UNITS];

    memcpy(named, a->sp, sizeof named);
    memset(a, 0, sizeof *a);
    a->att = att;
    a->def = def;
    a->kind = (uint8_t)kind;
    a->side = plan_of(t)->unit[__builtin_ctz(att)].side;
    for (uint32_t left = att | def; left;) {
        int u = take(&left);

        a->sp[u] = kind == COMBAT_BREACH ? named[u] : p->sp[u];
    }
    st_call(t, STEP_ASSAULT);
}

static void assault_die(const struct st_table *t, struct st_chance *c)
{
    static const char *const words[] = { "",      "skirmish",  "engagement",
                                         "storm", "in-breach", "sortie" };

    st_dice(c, 1, DIE, "%s in %s", words[pos_of(t)->assault.kind],
            st_hex_called(t, pos_of(t)->combat.def_hex).text);
}

static void assault_take(struct st_table *t, int die)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_assault *a = &pos_of(t)->assault;
    struct honour_terms terms;
    int column, drm;

    honour_read_terms(t, &terms);
    honour_assault_terms(t, &terms, &column, &drm);
    a->column = (uint8_t)column;
    a->drm = (int8_t)drm;
    a->att_cell = (uint8_t)st_look(t, f->chart[CHART_ASSAULT_ATT], die + drm, column);
    a->def_cell = (uint8_t)st_look(t, f->chart[CHART_ASSAULT_DEF], die + drm, column);
    a->loser = (uint8_t)st_look(t, f->chart[CHART_ASSAULT_LOSERS], die + drm, column);
    st_go(t, STEP_ASSAULT_NEXT);
}

const struct st_step honour_step_assault = ST_ROLLS("assault", "12.9", assault_die, assault_take);

/* 12.9 (3): one unit, its owner's choice; Formation ignores the first of a Fight. */
static void demoralise_one(struct st_table *t, bool attacker)
{
    struct honour_pos *p = pos_of(t);
    struct honour_assault *a = &p->assault;
    int cell = attacker ? a->att_cell : a->def_cell;
    uint32_t able = honour_able(p, plan_of(t), attacker ? a->att : a->def);
    int side = attacker ? a->side : 1 - a->side;

    if (!(cell & CELL_D) || !able)
        return;
    if (a->kind == COMBAT_BATTLE) {
        int role = side == p->combat.att_side ? 0 : 1;

        if (p->battle.formation[role] && !p->battle.ignored[role]) {
            p->battle.ignored[role] = 1;
            st_tell(t, "11.4.7", "Formation: the D of side %s is ignored", t->plan->side[side]);
            return;
        }
    }
    p->flow.side = (uint8_t)side;
    st_go(t, STEP_DEMORALISE);
}

/* 12.9 (4): the loser's units check; 12.9.2 where a side is wiped out. */
static void check_loser(struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    struct honour_pos *p = pos_of(t);
    struct honour_assault *a = &p->assault;

    if (!a->att)
        a->loser = 0;
    else if (!a->def)
        a->loser = 1;
    p->combat.loser = (uint8_t)(1 + a->loser);
    uint32_t units = a->loser ? a->def : a->att;
    int cap = a->loser ? p->combat.def_cap : p->force[p->combat.att_force].primo;
    if (a->kind == COMBAT_BATTLE) {
        int side = a->loser ? 1 - a->side : a->side, role = side == p->combat.att_side ? 0 : 1;
        int c = p->battle.commander[role][p->battle.fight];

        cap = c ? c - 1 : NOBODY;
    }
    st_tell(t, "12.9.1", "the %s loses", a->loser ? "defender" : "attacker");
    honour_call_checks(t, units,
                       st_modify(t, "9.1", "star of the loser's Capitano",
                                 honour_star(p, cap) ? f->check.star : 0),
                       true, false);
}

static void assault_next_run(struct st_table *t)
{
    struct honour_assault *a = &pos_of(t)->assault;
    int stage = a->stage++;

    switch (stage) {
    case 0:
        honour_call_lose(t, a->side, a->att, a->att_cell & CELL_SP, LOSS_PLAIN);
        break;
    case 1:
        honour_call_lose(t, 1 - a->side, a->def, a->def_cell & CELL_SP, LOSS_PLAIN);
        break;
    case 2:
        demoralise_one(t, true);
        break;
    case 3:
        demoralise_one(t, false);
        break;
    case 4:
        check_loser(t);
        break;
    default:
        st_done(t);
    }
}

const struct st_step honour_step_assault_next = ST_RUNS("assault result", "12.9", assault_next_run);

static uint32_t may_be_demoralised(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    return honour_able(p, plan_of(t), p->assault.stage == 3 ? p->assault.att : p->assault.def);
}

static enum st_answer demoralise_check(const struct st_table *t, const struct st_move *m,
                                       struct st_refusal *why)
{
    if (!has(may_be_demoralised(t), m->arg[0]))
        return st_refuse(why, "12.9", "%s is no undemoralised unit that took part",
                         unit_name(t, m->arg[0]));
    return ST_LEGAL;
}

static void demoralise_offer(const struct st_table *t, struct st_offer *o)
{
    for (uint32_t left = may_be_demoralised(t); left;)
        st_offer_this(o, st_move_1(VERB_DEMORALISE, take(&left)));
}

static void demoralise_apply(struct st_table *t, const struct st_move *m)
{
    honour_demoralise(t, m->arg[0], "12.9");
    st_go(t, STEP_ASSAULT_NEXT);
}

const struct st_step honour_step_demoralise =
    ST_DECIDES("demoralised unit", "12.9", demoralise_offer, demoralise_check, demoralise_apply,
               .takes = ST_VERB(VERB_DEMORALISE));
