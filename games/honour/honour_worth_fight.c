/* honour_worth_fight.c - what a fight promises: a player's judgement in numbers, no rule.
 *
 * One throw on the Assault Table is looked up face by face: how often it is won and what it costs
 * either side. A Skirmish, a Storm or a Sortie is one such throw. A Major Battle is up to six of
 * them with a choice before each, Engage or Hold, and is judged from the last round backwards: the
 * count of successes decides, losses are added as they come, and each side is taken to answer well.
 */
#include "honour/honour_worth.h"

enum { ROUNDS = 3, ENGAGES = 2, LEADS = 31, EVEN = 15, STORMS = 4 };

struct throw
{ /* on the Assault Table, over the six faces */
    int wins;
    int att_lost, def_lost; /* worth */
};

static int weight(const struct st_table *t, int w)
{
    return t->plan->weight[w];
}

static bool at_bicocca(const struct st_table *t)
{
    return plan_of(t)->special == SPECIAL_BICOCCA;
}

int honour_sp_worth(const struct st_table *t, int side)
{
    if (at_bicocca(t))
        return (side ? 3 : 1) * weight(t, W_STORM_POINT);
    return weight(t, W_SP) + 2 * weight(t, W_QUALITY) + weight(t, W_POINT) / 6;
}

/* ---- one throw --------------------------------------------------------------------------- */

struct party { /* of a throw */
    uint32_t units;
    int side, sp, quality;
    bool star;
};

static struct party party_of(const struct st_table *t, uint32_t units, int side, bool star)
{
    const struct honour_pos *p = pos_of(t);

    return (struct party){ units, side, honour_sp(p, units), honour_quality(p, units, p->sp),
                           star };
}

struct toll { /* in hundredths: SP, and units that lose heart */
    int sp, shaken;
};

/* What a Discipline Check takes from a unit of that quality on average; a star saves a row. */
static struct toll check_toll(int quality, bool star)
{
    static const uint8_t sp[] = { 33, 33, 33, 33, 0 }, shaken[] = { 50, 33, 17, 0, 0 };
    int row = most(0, least(3, quality)) + star;

    return (struct toll){ sp[row], shaken[row] };
}

static void add_toll(struct toll *sum, int cell, bool lost, const struct party *who)
{
    struct toll each = check_toll(who->quality, who->star);
    int units = lost ? __builtin_popcount(who->units) : 0;

    sum->sp += least(100 * who->sp, 100 * (cell & CELL_SP) + units * each.sp);
    sum->shaken += (cell & CELL_D ? 100 : 0) + units * each.shaken;
}

static int toll_worth(const struct st_table *t, const struct toll *x, int side)
{
    return (x->sp * honour_sp_worth(t, side) + x->shaken * weight(t, W_HEART)) / 100;
}

static struct throw look_up(const struct st_table *t, const struct honour_terms *in,
                            const struct party *att, const struct party *def)
{
    const struct honour_plan *f = plan_of(t);
    const struct st_table quiet = { t->plan, t->pos, NULL };
    int column, drm, wins = 0;
    struct toll a = { 0, 0 }, d = { 0, 0 };

    honour_assault_terms(&quiet, in, &column, &drm);
    for (int die = 1; die <= DIE; die++) {
        int won = st_chart_look(f->chart[CHART_ASSAULT_LOSERS], die + drm, column, NULL);

        wins += won;
        add_toll(&a, st_chart_look(f->chart[CHART_ASSAULT_ATT], die + drm, column, NULL), !won,
                 att);
        add_toll(&d, st_chart_look(f->chart[CHART_ASSAULT_DEF], die + drm, column, NULL), won, def);
    }
    return (struct throw){ wins, toll_worth(t, &a, att->side), toll_worth(t, &d, def->side) };
}

/* ---- a Force against those in a hex ------------------------------------------------------ */

static bool has_shot(const struct st_table *t, uint32_t units)
{
    const struct honour_pos *p = pos_of(t);

    for (units &= ~p->demoralised; units;)
        if (p->type[take(&units)] == FIR)
            return plan_of(t)->sky[p->weather].firearms;
    return false;
}

static int flags_of(const struct honour_pos *p, uint32_t forces)
{
    int flags = 0;

    while (forces)
        flags |= p->force[take(&forces)].flags;
    return flags;
}

/* In a battle the star is his who commands the Corps. */
static bool has_star(const struct honour_pos *p, uint32_t forces)
{
    uint32_t caps = 0;

    while (forces)
        caps |= p->force[take(&forces)].caps;
    while (caps)
        if (honour_star(p, take(&caps)))
            return true;
    return false;
}

/* The siege that would be raised, or go on, by who keeps the field here. */
static bool over_a_siege(const struct st_table *t, int side, int hex)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    for (int d = 0; d < 6; d++) {
        int near = f->near[hex * 6 + d], k = near < 0 ? -1 : f->place_at[near];

        if (k >= 0 && p->siege[k] && p->control[k] == CTRL_A + side)
            return true;
    }
    return false;
}

static int honour_battle_stake(const struct st_table *t, int att_side, uint32_t def_forces, int def_hex)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int stake = weight(t, W_BATTLE);

    if (at_bicocca(t))
        return weight(t, W_STORM);
    if (over_a_siege(t, att_side, def_hex))
        stake += weight(t, W_RELIEF);
    for (uint32_t left = def_forces; left;)
        if (f->king >= 0 && has(p->force[take(&left)].caps, f->king))
            stake += weight(t, W_KING);
    return stake;
}

struct throws {               /* a battle to come: who attacks, in which Fight */
    struct throw x[CORPS];    /* X, and Y holds */
    struct throw both[CORPS]; /* X, and Y engages too: no works */
    struct throw y[CORPS];    /* Y, and X holds */
    int stake;
};

/* Bicocca is judged by the storms made and by who lost how many, unless the French win the field. */
static int end_worth(const struct st_table *t, const struct throws *b, int storms, int lead)
{
    enum { CHASE = 5, ENOUGH = -2, STEEP = 4 };

    if (lead > 0 || !at_bicocca(t))
        return lead > 0 ? b->stake : -b->stake;
    if (storms < ROUNDS)
        return -b->stake;
    int margin = (pos_of(t)->battle.x ? honour_score(t) : 0) - CHASE - ENOUGH;
    return b->stake * most(-94, least(94, 2 * STEEP * margin)) / 100;
}

/* Nothing is quite sure: a lead too many is worth something. */
static int after(const int *v, int lead, const struct throw *x, bool by_x)
{
    enum { TENTHS = 10, DOUBT = 2 };
    int won = v[by_x ? lead + 2 : lead - 2], lost = v[by_x ? lead - 1 : lead + 1],
        spoils = (x->def_lost - x->att_lost) / DIE,
        chance = most(DOUBT, least(TENTHS * DIE - DOUBT, TENTHS * x->wins));

    return (chance * won + (TENTHS * DIE - chance) * lost) / (TENTHS * DIE) +
           (by_x ? spoils : -spoils);
}

struct choice { /* of a round: X's posture and Y's */
    int storm, clash, sally, rest;
};

static struct choice choices(const struct st_table *t, int v[STORMS][LEADS], int storms, int lead,
                             const struct throw *x, const struct throw *both, const struct throw *y)
{
    int more = at_bicocca(t) ? least(storms + 1, STORMS - 1) : storms;

    return (struct choice){ after(v[more], lead, x, true), after(v[more], lead, both, true),
                            after(v[storms], lead, y, false), v[storms][lead] };
}

/* Both choose unseen: between what X can make sure of and what Y can hold him to. */
static int both_choose(struct choice c)
{
    int sure = most(least(c.storm, c.clash), least(c.sally, c.rest));
    int held = least(most(c.storm, c.rest), most(c.clash, c.sally));

    return (sure + held) / 2;
}

/* The worth to X of all leads with so many rounds of each Fight still to come. */
static void look_back(const struct st_table *t, const struct throws *b, int van, int main,
                      int v[STORMS][LEADS])
{
    int storms = at_bicocca(t) ? STORMS : 1;

    for (int s = 0; s < storms; s++)
        for (int lead = 0; lead < LEADS; lead++)
            v[s][lead] = end_worth(t, b, s, lead - EVEN);
    for (int left = van + main; left > 0; left--) {
        int k = van + main - left < main ? MAIN : VANGUARD, next[STORMS][LEADS];

        for (int s = 0; s < storms; s++)
            for (int lead = 2; lead < LEADS - 2; lead++)
                next[s][lead] =
                    both_choose(choices(t, v, s, lead, &b->x[k], &b->both[k], &b->y[k]));
        for (int s = 0; s < storms; s++)
            for (int lead = 2; lead < LEADS - 2; lead++)
                v[s][lead] = next[s][lead];
    }
}

/* Twice the SP that a pursuit costs on average, in all faces of the die. */
static int pursuit_toll(const struct st_table *t, uint32_t units, bool star, int slip, int prey)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct st_table quiet = { t->plan, t->pos, NULL };
    int cavalry = honour_sp(p, honour_of_class(p, f, units, CLASS_CAV)),
        infantry = honour_sp(p, honour_of_class(p, f, units, CLASS_INF)), lost = 0;

    for (int die = 1; die <= DIE; die++)
        lost += least(2 * prey,
                      honour_pursuit_losses(f, honour_pursuit_row(&quiet, die, star, false, slip),
                                            cavalry, infantry));
    return lost;
}

/* What a won Skirmish brings besides: a siege raised, captains taken with the last man, and the
 * pursuit while it is to come. */
static int rout_worth(const struct st_table *t, int force, uint32_t foes, int hex, bool to_come)
{
    enum { LAST_MEN = 2 };
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int side = side_of_force(force), men = 0, worth = 0;
    uint32_t caps = 0;

    for (uint32_t left = foes; left;) {
        int i = take(&left);

        men += honour_sp(p, p->force[i].units);
        caps |= p->force[i].caps;
    }
    int chase = pursuit_toll(t, honour_able(p, f, p->force[force].units),
                             honour_star(p, p->force[force].primo), 0, most(0, men - LAST_MEN)) /
                (2 * DIE);
    bool wiped = men <= chase + LAST_MEN;
    if (to_come)
        worth += chase * honour_sp_worth(t, 1 - side);
    if (over_a_siege(t, side, hex))
        worth += weight(t, W_RELIEF) / 2;
    if (wiped)
        worth += __builtin_popcount(caps) * 2 * weight(t, W_POINT);
    if (f->king >= 0 && has(caps, f->king))
        worth += wiped ? weight(t, W_WON) / 2 : weight(t, W_KING);
    return worth;
}

int honour_attack_worth(const struct st_table *t, int force, int hex)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int side = side_of_force(force), from = p->force[force].hex, dir = honour_dir(t, from, hex);
    uint32_t foes = honour_forces_in(p, 1 - side, hex), units = 0;
    const struct honour_ground *g = &f->ground[f->terrain[hex]];
    int works = honour_works(p, 1 - side, hex),
        kind = dir < 0 ? SIDE_OPEN : honour_side_kind(t, from, dir);

    for (uint32_t left = foes; left;)
        units |= p->force[take(&left)].units;
    int cap = honour_commander(p, foes), primo = p->force[force].primo;
    struct party att = party_of(t, honour_able(p, f, p->force[force].units), side,
                                honour_star(p, primo)),
                 def = party_of(t, honour_fighters(p, f, units), 1 - side, honour_star(p, cap));
    if (!att.units)
        return 0;
    bool battle = honour_is_cg(p, primo) && honour_is_cg(p, cap) && g->battle &&
                  kind != SIDE_FERRY && honour_sp(p, att.units) >= 10 &&
                  honour_sp(p, def.units) >= 10;
    if (battle) {
        att.star = has_star(p, bit(force));
        def.star = has_star(p, foes);
    }
    int sky = dir < 0 ? FROST : p->weather; /* by the time it comes there it may be dry */
    struct honour_terms in = {
        .weather = sky,
        .att_quality = att.quality,
        .def_quality = def.quality,
        .att_half = honour_half_sp(t, att.units, p->sp, g->halves, 0),
        .def_half = honour_half_sp(t, def.units, p->sp, g->halves, works ? f->works_doubled : 0),
        .firearms = battle ? has_shot(t, def.units) : honour_half_firearms(t, def.units, p->sp),
        .def_disrupted = flags_of(p, foes) & F_DISRUPTED,
        .def_admin = flags_of(p, foes) & F_ADMIN,
        .att_disrupted = p->force[force].flags & F_DISRUPTED,
        .affecting = g->affecting || works || f->side_affecting[kind],
        .att_star = att.star,
        .def_star = def.star,
        .att_pike = honour_has_pike(t, att.units),
        .def_pike = honour_has_pike(t, def.units),
        .works = works
    };
    struct throw x = look_up(t, &in, &att, &def);
    int stake = honour_battle_stake(t, side, foes, hex);
    if (!battle)
        return (x.def_lost - x.att_lost + x.wins * rout_worth(t, force, foes, hex, true)) / DIE;
    struct throws b = { .stake = stake };
    struct honour_terms open = in, back = in;
    open.works = false;
    open.affecting = g->affecting;
    open.def_half = honour_half_sp(t, def.units, p->sp, g->halves, 0);
    back = (struct honour_terms){ .weather = sky,
                                  .att_quality = honour_quality(p, honour_able(p, f, units), p->sp),
                                  .def_quality = att.quality,
                                  .att_half = open.def_half,
                                  .def_half = in.att_half,
                                  .firearms = has_shot(t, att.units),
                                  .att_star = def.star,
                                  .def_star = att.star,
                                  .att_pike = in.def_pike,
                                  .def_pike = in.att_pike };
    b.x[VANGUARD] = b.x[MAIN] = x;
    b.both[VANGUARD] = b.both[MAIN] = look_up(t, &open, &att, &def);
    b.y[VANGUARD] = b.y[MAIN] = look_up(t, &back, &def, &att);
    int v[STORMS][LEADS];
    look_back(t, &b, ROUNDS, ROUNDS, v);
    return v[0][EVEN];
}

/* ---- the battle that is going on --------------------------------------------------------- */

struct corps { /* as it would fight */
    uint32_t units;
    bool half; /* nothing is posted yet: some half of the army */
};

static struct corps corps_of(const struct honour_pos *p, int role, int k, bool partner)
{
    const struct honour_battle *b = &p->battle;
    uint32_t units = honour_corps_units(p, role, k);

    if (k == MAIN && b->reserve[role])
        units |= honour_corps_units(p, role, REAR);
    if (partner)
        units |= honour_corps_units(p, role, k == VANGUARD ? MAIN : VANGUARD);
    if (units && (b->revealed || b->secret[role]))
        return (struct corps){ units, false };
    if (b->revealed)
        return (struct corps){ 0, false };
    return (struct corps){ role ? b->y : b->x, true };
}

static bool committed(const struct honour_battle *b, int role, int chit)
{
    return b->play[role][chit] || b->play_now[role] >> chit & 1;
}

/* Role attacks in Fight k; now: with the chits of this round, else with what is left for later. */
static struct throw battle_throw(const struct st_table *t, int role, int k, bool now, bool clash)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int foe = 1 - role, ca = b->commander[role][k], cd = b->commander[foe][k];
    bool may = committed(b, role, CHIT_COORDINATION) || /* he may yet */
               (role && b->posture[0] && !b->posture[1] && b->hand_left[1]);
    struct corps us = corps_of(p, role, k, now && may),
                 them = corps_of(p, foe, k, now && committed(b, foe, CHIT_COORDINATION));
    const struct honour_ground *g = &f->ground[f->terrain[p->combat.def_hex]];
    bool posted = b->revealed || b->secret[role] > 1 + k,
         met = b->revealed || b->secret[foe] > 1 + k;
    struct party att = party_of(t, honour_able(p, f, us.units), honour_role_side(p, role),
                                posted ? ca && honour_star(p, ca - 1) : true),
                 def = party_of(t, honour_fighters(p, f, them.units), honour_role_side(p, foe),
                                met ? cd && honour_star(p, cd - 1) : true);

    if (!att.units || !honour_able(p, f, them.units))
        return (struct throw){ att.units ? DIE : 0, 0, 0 };
    bool kept =
        now ? committed(b, foe, CHIT_FIREARMS)
            : b->hand[foe][CHIT_FIREARMS] || b->play[foe][CHIT_FIREARMS] > 1 || !b->revealed;
    bool works = foe == 1 && !clash &&
                 (now ? committed(b, 1, CHIT_EARTHWORKS)
                      : b->free_works || (k == b->fight && b->play[1][CHIT_EARTHWORKS]));
    bool river = foe == 1 && !clash &&
                 (now ? committed(b, 1, CHIT_RIVER)
                      : b->free_river || (k == b->fight && b->play[1][CHIT_RIVER]));
    int x_flags = p->force[p->combat.att_force].flags, y_flags = flags_of(p, p->combat.def_forces);
    struct honour_terms in = {
        .weather = p->weather,
        .att_quality = att.quality,
        .def_quality = def.quality,
        .att_half = honour_half_sp(t, att.units, p->sp, g->halves, 0) / (us.half ? 2 : 1),
        .def_half = honour_half_sp(t, def.units, p->sp, g->halves, works ? f->works_doubled : 0) /
                    (them.half ? 2 : 1),
        .firearms = kept && has_shot(t, def.units),
        .att_disrupted = (role ? y_flags : x_flags) & F_DISRUPTED,
        .def_disrupted = (role ? x_flags : y_flags) & F_DISRUPTED,
        .att_admin = role && y_flags & F_ADMIN,
        .def_admin = !role && y_flags & F_ADMIN,
        .affecting = (role == 0 && g->affecting) || works || river,
        .att_star = att.star,
        .def_star = def.star,
        .att_pike = honour_has_pike(t, att.units),
        .def_pike = honour_has_pike(t, def.units),
        .works = works
    };
    return look_up(t, &in, &att, &def);
}

static struct throws throws_to_come(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    struct throws out = { .stake = honour_battle_stake(t, p->combat.att_side, p->combat.def_forces,
                                                       p->combat.def_hex) };

    for (int k = most(VANGUARD, p->battle.fight); k <= MAIN; k++) {
        out.x[k] = battle_throw(t, 0, k, false, false);
        out.both[k] = battle_throw(t, 0, k, false, true);
        out.y[k] = battle_throw(t, 1, k, false, false);
    }
    return out;
}

/* This round, with what has been committed and what the other may do about it. */
static int round_worth(const struct st_table *t, int v[STORMS][LEADS], int storms, int lead)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int k = b->fight;
    struct throw x = battle_throw(t, 0, k, true, false), both = battle_throw(t, 0, k, true, true),
                 y = battle_throw(t, 1, k, true, false);

    if (!b->posture[1]) { /* he will use what he has */
        struct throw later = battle_throw(t, 0, k, false, false);

        if (later.wins < x.wins)
            x = later;
    }
    struct choice c = choices(t, v, storms, lead, &x, &both, &y);
    if (!b->posture[0])
        return both_choose(c);
    if (!b->posture[1])
        return b->posture[0] == ENGAGES ? least(c.storm, c.clash) : least(c.sally, c.rest);
    if (b->posture[0] == ENGAGES)
        return b->posture[1] == ENGAGES ? c.clash : c.storm;
    return b->posture[1] == ENGAGES ? c.sally : c.rest;
}

/* A Corps that has nobody left to fight: 1 X's, 2 Y's, 3 both. */
static int broken_now(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    int k = p->battle.fight, out = 0;

    for (int role = 0; role < 2; role++)
        if (!honour_able(p, plan_of(t), honour_corps_units(p, role, k)))
            out |= 1 << role;
    return out;
}

static int battle_to_come(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    const struct honour_assault *a = &p->assault;
    struct throws all = throws_to_come(t);
    int storms = at_bicocca(t) ? least(STORMS - 1, b->engaged[0]) : 0;
    int lead = EVEN + b->successes[0] - b->successes[1], v[STORMS][LEADS];
    int van = b->fight < MAIN ? ROUNDS : 0, main = ROUNDS;

    if (!b->revealed) {
        look_back(t, &all, van, main, v);
        return v[storms][lead];
    }
    bool thrown = a->kind == COMBAT_BATTLE && a->stage,
         over = thrown || (b->posture[0] && b->posture[1] && b->stage > 8);
    if (thrown) { /* 11.4.11: known, not yet counted */
        int by_x = a->side == p->combat.att_side;

        lead += a->loser ? (by_x ? 2 : -2) : (by_x ? -1 : 1);
    }
    int broken = broken_now(t);
    if (broken && b->fight == MAIN)
        return broken & 1 ? end_worth(t, &all, storms, -1) : all.stake;
    if (b->fight == VANGUARD) {
        van = broken ? 0 : ROUNDS - b->round;
        lead += broken == 1 ? -1 : broken == 2 ? 1 : 0;
        over |= broken != 0;
    } else {
        main = ROUNDS - b->round;
    }
    lead = most(2, least(LEADS - 3, lead));
    look_back(t, &all, van, main, v);
    return over ? v[storms][lead] : round_worth(t, v, storms, lead);
}

/* ---- chits ------------------------------------------------------------------------------- */

static void add_checks(struct toll *sum, const struct party *who)
{
    add_toll(sum, 0, true, who);
}

static struct party corps_party(const struct st_table *t, int role, int k, uint32_t units)
{
    const struct honour_pos *p = pos_of(t);
    int c = p->battle.commander[role][k];

    return party_of(t, units, honour_role_side(p, role), c && honour_star(p, c - 1));
}

/* Two rounds of fire by the guns of a Corps. */
static int fire_worth(const struct st_table *t, int role, int k)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int foe = 1 - role,
        guns = honour_sp(p, honour_of_class(p, f, corps_of(p, role, k, false).units, CLASS_ART));
    struct party them =
        corps_party(t, foe, k, honour_fighters(p, f, corps_of(p, foe, k, false).units));
    struct honour_fire_terms in = { .kind = FIRE_BATTLE,
                                    .weather = p->weather,
                                    .river = b->play[foe][CHIT_RIVER],
                                    .works =
                                        b->play[foe][CHIT_EARTHWORKS] || (foe && b->free_works > 2),
                                    .ground =
                                        f->ground[f->terrain[p->combat.def_hex]].battle_fire != 0 };
    struct toll sum = { 0, 0 }, own = { 0, 0 };

    if (!guns || !them.units)
        return 0;
    int drm = honour_fire_drm(&(struct st_table){ t->plan, t->pos, NULL }, &in);
    for (int die = 1; die <= DIE; die++) {
        int cell = st_chart_look(f->chart[CHART_FIRE], die + drm, guns, NULL);

        sum.sp += 100 * (cell >> FIRE_SP_SHIFT);
        own.sp += cell & FIRE_STAR ? 100 : 0;
        if (cell & FIRE_DC)
            add_checks(&sum, &them);
        if (cell & FIRE_CAPITANI)
            sum.shaken += 20;
    }
    return 2 * (toll_worth(t, &sum, them.side) - toll_worth(t, &own, honour_role_side(p, role))) /
           DIE;
}

/* The best charge a Corps could make: what it promises less what it risks. */
static int charge_worth(const struct st_table *t, int role, int k)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    int foe = 1 - role, best = 0;
    uint32_t horse = honour_of_class(p, f, corps_of(p, role, k, false).units & ~p->demoralised,
                                     CLASS_CAV),
             kind[2] = { 0, 0 }, foes = honour_fighters(p, f, corps_of(p, foe, k, false).units);
    const struct honour_ground *g = &f->ground[f->terrain[p->combat.def_hex]];

    if (!g->charge || !horse || !foes)
        return 0;
    while (horse) {
        int u = take(&horse);

        kind[f->type[p->type[u]].heavy] |= bit(u);
    }
    struct party them = corps_party(t, foe, k, foes);
    for (int heavy = 0; heavy < 2; heavy++)
        for (int pike = 0; pike < 2; pike++) {
            struct party us = corps_party(t, role, k, kind[heavy]);
            struct toll sum = { 0, 0 }, own = { 0, 0 };
            bool met = false;

            for (uint32_t left = foes & ~p->demoralised; left;)
                met |= f->type[p->type[take(&left)]].pike == pike;
            if (!met || !us.units)
                continue;
            struct honour_charge_terms in = { .quality = us.quality,
                                              .weather = p->weather,
                                              .heavy = heavy,
                                              .pike = pike,
                                              .ground = g->battle_charge != 0,
                                              .works = b->play[foe][CHIT_EARTHWORKS] ||
                                                       b->play[foe][CHIT_RIVER],
                                              .firearms = b->play[foe][CHIT_FIREARMS] };
            int drm = honour_charge_drm(&(struct st_table){ t->plan, t->pos, NULL }, &in);
            for (int die = 1; die <= DIE; die++) {
                int cell =
                    st_chart_look(f->chart[CHART_CHARGE], die + drm, honour_sp(p, us.units), NULL);

                if (cell >= CHARGE_D) {
                    sum.shaken += 100;
                    sum.sp += cell == CHARGE_D1 ? 100 : 0;
                    add_checks(&sum, &them);
                } else if (cell != CHARGE_NONE) {
                    own.sp += 100 * (cell - CHARGE_A1 + 1) * (in.firearms ? 2 : 1);
                    add_checks(&own, &us);
                }
            }
            best = most(best, toll_worth(t, &sum, them.side) - toll_worth(t, &own, us.side));
        }
    return best / DIE;
}

/* What playing the chit in Fight k brings, or 0 if it cannot be played there. */
static int chit_worth(const struct st_table *t, int role, int chit, int k)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    uint32_t units = corps_of(p, role, k, false).units;

    switch (chit) {
    case CHIT_ARTILLERY:
        return fire_worth(t, role, k) * weight(t, W_ARTILLERY) / 100;
    case CHIT_CHARGE:
        return charge_worth(t, role, k) * weight(t, W_CHARGE) / 100;
    case CHIT_FIREARMS:
        return has_shot(t, units) ? weight(t, W_FIREARMS) : 0;
    case CHIT_MUSTER:
        return b->cg[role] && b->commander[role][k] == b->cg[role]
                   ? weight(t, W_MUSTER) * (1 + honour_sp(p, units & p->demoralised))
                   : 0;
    case CHIT_RESERVE:
        return k == MAIN ? weight(t, W_RESERVE) *
                               honour_sp(p, honour_able(p, f, honour_corps_units(p, role, REAR)))
                         : 0;
    case CHIT_COMBINED:
        return weight(t, W_COMBINED);
    case CHIT_COORDINATION:
        return weight(t, W_COORDINATION);
    default:
        return 0;
    }
}

int honour_chits_worth(const struct st_table *t, int role)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    bool both = b->posture[0] && b->posture[1];
    int worth = b->formation[role] || b->hand[role][CHIT_FORMATION] ? weight(t, W_FORMATION) : 0;

    for (int c = CHIT_MUSTER; c < HAND_CHITS; c++) {
        int rounds = 0, best = 0, spare = 100, lasts = most(1, f->duration[c]);

        for (int k = most(VANGUARD, b->fight); k <= MAIN;
             k++) { /* rounds in which it could be played */
            int left = k == b->fight ? ROUNDS - b->round + !b->posture[role] : ROUNDS;
            int now = chit_worth(t, role, c, k);

            if (c == CHIT_MUSTER || c == CHIT_RESERVE)
                left = least(left, ROUNDS - 1);
            if (now > 0 && left > 0) {
                rounds += left;
                best = most(best, now);
            }
        }
        for (int n = b->hand[role][c] - (b->play_now[role] >> c & 1); n > 0 && rounds > 0; n--) {
            worth += best * spare * least(lasts, rounds) / (lasts * 140);
            spare = spare * 6 / 10;
            rounds -= lasts;
        }
        if (!b->fight)
            continue;
        int now = chit_worth(t, role, c, b->fight), still = b->play[role][c] - both;
        if (b->play_now[role] >> c & 1)
            worth += c == CHIT_COMBINED ? 0 : now;
        else if (c == CHIT_CHARGE)
            worth += both && b->play[role][c] && b->stage <= 6 + role ? now : 0;
        else if (b->play[role][c] && still > 0 && b->round < ROUNDS)
            worth += now * still / lasts;
    }
    for (int k = VANGUARD; k < CORPS; k++)
        if (b->commander[role][k])
            worth += weight(t, W_STAR) * (1 + 7 * honour_star(p, b->commander[role][k] - 1)) /
                     (k == REAR ? 80 : 8);
    return worth - weight(t, W_SLEEPING) * honour_sp(p, honour_corps_units(p, role, REAR));
}

/* ---- what is going on -------------------------------------------------------------------- */

/* The defender has lost: does the printed result open the place, or leave nobody steady in it? */
bool honour_place_falls(const struct st_table *t, int kind, int cell)
{
    const struct honour_pos *p = pos_of(t);
    int garrison = honour_inside_at(p, p->combat.def_hex), lost = cell & CELL_SP;

    if (kind == COMBAT_BREACH ? p->siege[p->siege_place] == 3 && cell & CELL_D
                              : kind == COMBAT_STORM && lost >= 2)
        return true;
    uint32_t able = garrison < 0 ? 0 : honour_able(p, plan_of(t), p->force[garrison].units);
    return honour_sp(p, able) <= lost || (cell & CELL_D && !(able & (able - 1)));
}

static int falls_in_six(const struct st_table *t, struct honour_pos *q, uint32_t def)
{
    const struct honour_plan *f = plan_of(t);
    const struct st_table quiet = { t->plan, q, NULL };
    struct honour_terms in;
    int column, drm, n = 0;

    q->assault.def = def;
    q->assault.kind = COMBAT_BREACH;
    q->assault.side = q->combat.att_side;
    honour_read_terms(&quiet, &in);
    honour_assault_terms(&quiet, &in, &column, &drm);
    for (int die = 1; die <= DIE; die++)
        n +=
            st_chart_look(f->chart[CHART_ASSAULT_LOSERS], die + drm, column, NULL) &&
            honour_place_falls(t, COMBAT_BREACH,
                               st_chart_look(f->chart[CHART_ASSAULT_DEF], die + drm, column, NULL));
    return n;
}

/* He may meet it with everybody, or with his shot alone; three times in four he sees what is better. */
int honour_breach_chance(const struct st_table *t)
{
    enum { BREACH_SP = 8 };
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    struct honour_pos q = *p;
    int garrison = honour_inside_at(p, p->combat.def_hex), best = DIE, worst = 0;

    if (garrison < 0)
        return 36;
    uint32_t able = honour_able(p, f, p->force[garrison].units), shot = 0;
    for (uint32_t left = able; left;) {
        int u = take(&left);

        if (p->type[u] == FIR)
            shot |= bit(u);
    }
    for (int way = 0; way < 2; way++) {
        uint32_t who = way ? shot : able, some = 0;
        int room = BREACH_SP * (p->siege[p->siege_place] - 1);

        for (uint32_t left = who; left && room > 0;) {
            int u = take(&left);

            q.assault.sp[u] = (uint8_t)least(room, p->sp[u]);
            room -= q.assault.sp[u];
            some |= bit(u);
        }
        int falls = some ? falls_in_six(t, &q, some) : DIE;

        best = least(best, falls);
        worst = some && falls > worst ? falls : worst;
    }
    return 6 * (3 * best + (worst > best ? worst : best)) / 4;
}

/* A pursuit that may be made, to the pursuer: half a steady SP for each Loss. */
int honour_pursuit_worth(const struct st_table *t)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_pursuit *r = &p->pursuit;
    uint32_t units = r->units, forces = r->forces;
    bool star = r->star;

    if (!forces || !r->prey)
        return 0;
    if (!units) { /* of several the strongest */
        int best = 0;

        while (forces) {
            int i = take(&forces), sp = honour_sp(p, p->force[i].units);

            if (sp > best) {
                best = sp;
                units = honour_able(p, f, p->force[i].units);
                star = honour_star(p, p->force[i].primo);
            }
        }
    }
    return pursuit_toll(t, units, star, r->slip, honour_sp(p, r->prey)) *
           honour_sp_worth(t, 1 - r->side) / (2 * DIE);
}

int honour_combat_worth(const struct st_table *t)
{
    const struct honour_pos *p = pos_of(t);

    bool battle = p->combat.kind == COMBAT_BATTLE;

    if (!battle && p->combat.kind != COMBAT_SKIRMISH)
        return 0;
    if (!exists(p, p->combat.att_force) || p->retreat.forces)
        return 0;
    bool beaten = p->assault.kind == COMBAT_SKIRMISH && p->assault.stage ? p->assault.loser
                                                                         : p->combat.loser == 2;
    if (beaten && !battle) /* and not yet driven off */
        return rout_worth(t, p->combat.att_force, p->combat.def_forces, p->combat.def_hex,
                          !p->pursuit.prey);
    if (p->combat.loser && !(battle && p->assault.kind))
        return 0; /* it is decided, and counted elsewhere */
    if (battle && p->battle.x)
        return battle_to_come(t);
    if (p->assault.kind || !honour_forces_in(p, 1 - p->combat.att_side, p->combat.def_hex))
        return 0;
    return honour_attack_worth(t, p->combat.att_force, p->combat.def_hex);
}
