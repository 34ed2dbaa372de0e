/* honour_show.c - a position seen from outside: secrets, scene, invariants. */
#include "honour/honour_battle.h"

#include "core/scene.h"

#include <stdio.h>
#include <string.h>

/* ---- secrets (Part 4) -------------------------------------------------------------------- */

bool honour_hides(const struct st_table *t, int side ST_IDLE)
{
    return pos_of(t)->combat.kind == COMBAT_BATTLE;
}

/* Deployment, hand and commitment are secret, and whether a chit is kept; what is done in a battle is seen. */
bool honour_secret(const struct st_table *t ST_IDLE, const struct st_move *m, int side ST_IDLE)
{
    return !(ST_VERB(m->verb) & (ST_VERBS(VERB_YIELD, VERB_CONTINUE) | ST_VERBS(VERB_LOSE, VERB_CHARGE)));
}

/* The other side's deployment until Step 4, its hand to the end, X's commitment until Y's. */
void honour_observe(const struct st_table *t, int side, void *pos_out)
{
    struct honour_pos *p = pos_out;
    struct honour_battle *b = &p->battle;

    memcpy(p, t->pos, sizeof *p);
    if (p->combat.kind != COMBAT_BATTLE)
        return;
    int foe = side == p->combat.att_side ? 1 : 0;
    memset(b->hand[foe], 0, sizeof b->hand[foe]);
    if (p->flow.step[p->flow.depth] == STEP_COMMIT) {
        b->posture[foe] = 0;
        b->play_now[foe] = 0;
    }
    if (b->revealed || b->x == 0)
        return;
    for (uint32_t left = foe ? b->y : b->x; left;)
        b->corps[take(&left)] = MAIN;
    memset(b->commander[foe], 0, sizeof b->commander[foe]);
}

/* A deployment the other side might have made, as far as it has answered. */
static void guess_deployment(struct st_table *t, int foe, struct st_source *dice)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;
    int answered = b->secret[foe], role = b->role, side = p->flow.side;
    struct st_move m;
    uint8_t depth = p->flow.depth, step = p->flow.step[depth];

    b->secret[foe] = 0;
    b->role = (uint8_t)foe;
    p->flow.step[depth] = STEP_VANGUARD; /* the samplers ask the step for its check */
    if (answered > 0 && honour_step_vanguard.sample(t, (uint64_t)st_draw(dice, 36), &m))
        for (int i = 0; i < m.nargs; i++)
            b->corps[m.arg[i]] = VANGUARD;
    p->flow.step[depth] = STEP_COMMANDER;
    for (b->secret[foe] = 2; b->secret[foe] < answered && b->secret[foe] < 5; b->secret[foe]++) {
        int corps = b->secret[foe] - 2 + VANGUARD;

        if (corps == MAIN)
            b->commander[foe][MAIN] = b->cg[foe];
    }
    b->secret[foe] = (uint8_t)answered;
    b->role = (uint8_t)role;
    p->flow.step[depth] = step;
    p->flow.side = (uint8_t)side;
}

static void guess_hand(struct st_table *t, int foe, struct st_source *dice)
{
    struct honour_battle *b = &pos_of(t)->battle;
    int left = b->hand_left[foe];

    memset(b->hand[foe], 0, sizeof b->hand[foe]);
    for (int tries = 0; left && tries < 400; tries++) {
        int c = tries < 100 ? st_draw(dice, HAND_CHITS) : tries % HAND_CHITS;

        if (b->hand[foe][c] < plan_of(t)->most[c] && !(c == CHIT_FORMATION && b->revealed)) {
            b->hand[foe][c]++;
            left--;
        }
    }
}

void honour_guess(struct st_table *t, int side, struct st_source *dice)
{
    struct honour_pos *p = pos_of(t);
    struct honour_battle *b = &p->battle;

    if (p->combat.kind != COMBAT_BATTLE || b->x == 0)
        return;
    int foe = side == p->combat.att_side ? 1 : 0;
    if (!b->revealed)
        guess_deployment(t, foe, dice);
    guess_hand(t, foe, dice);
    if (p->flow.step[p->flow.depth] == STEP_COMMIT && foe == 0 && b->role == 1)
        b->posture[0] = st_draw(dice, 4) ? 2 : 1; /* who attacks mostly Engages */
}

/* ---- the scene --------------------------------------------------------------------------- */

static const char *const figures[TYPES] = {
    [GEN] = "gendarme", [HCV] = "man-at-arms", [LCV] = "light-horse", [STR] = "stradiot",
    [SWI] = "swiss",    [LAN] = "landsknecht", [FIR] = "shot",        [INF] = "spear",
    [ENG] = "engineer", [ART] = "gun",         [SAR] = "siege-gun",
};

static void describe_unit(const struct st_table *t, int u, struct st_scene_piece *x)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    int force = honour_force_of_unit(p, f, u);

    *x = (struct st_scene_piece){ .piece = (int16_t)u,
                                  .hex = (int16_t)(force < 0 ? -1 : p->force[force].hex),
                                  .side = f->unit[u].side,
                                  .steps = p->sp[u],
                                  .steps_full = p->start[u],
                                  .worn = p->sp[u] < p->start[u],
                                  .can_act = force >= 0 && force == p->active };
    snprintf(x->symbol, sizeof x->symbol, "%s", honour_types[p->type[u]]);
    snprintf(x->figure, sizeof x->figure, "%s", figures[p->type[u]]);
    if (force >= 0 && p->force[force].primo != NOBODY)
        snprintf(x->leader, sizeof x->leader, "%.23s",
                 st_plan_list(t->plan, "capitano")->title[p->force[force].primo]);
    snprintf(x->group, sizeof x->group, "%s", force >= 0 ? force_name(force) : "");
    snprintf(x->factors, sizeof x->factors, "%d/%d%s", p->sp[u], p->tq[u],
             honour_reliabilities[p->rel[u]]);
    st_scene_state(x, has(p->demoralised, u), "demoralised");
    st_scene_state(x, force >= 0 && is_inside(p, force), "inside");
    st_scene_state(x, force >= 0, x->group);
}

static void describe_force(const struct st_table *t, int i, struct st_scene *scene)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[i];

    if (scene->nnotes < ST_SCENE_NOTES - 2)
        st_scene_note(
            scene, "%s %s%s: %s, %d SP, %s%s%s", force_name(i), st_hex_called(t, x->hex).text,
            is_inside(p, i) ? " inside" : "", honour_orders[x->order], honour_sp(p, x->units),
            x->primo == NOBODY ? "no Capitano" : cap_name(t, x->primo),
            x->flags & F_DISRUPTED ? ", Disrupted" : "", x->flags & F_FINISHED ? ", done" : "");
}

/* From deployment to the end of the last Fight; one table needs no board (18.9). */
static bool is_on_board(const struct honour_pos *p)
{
    for (int i = 0; i <= p->flow.depth; i++)
        if (p->flow.step[i] >= STEP_DEPLOY && p->flow.step[i] <= STEP_FIGHT_END)
            return true;
    return false;
}

/* Where a unit stands: a Corps, or CORPS, beside the field. */
static int stands_in(const struct honour_battle *b, int u)
{
    return has(b->away | b->aside, u) ? CORPS : b->corps[u];
}

static void describe_corps(const struct st_table *t, int role, int corps, struct st_scene_section *x)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;
    uint32_t units = honour_corps_units(p, role, corps);
    int cap = b->commander[role][corps] - 1;
    bool fights = b->fight == corps || (corps == REAR && b->reserve[role]);

    if (cap >= 0)
        x->leader = cap_name(t, cap);
    st_section_state(x, cap >= 0 && honour_star(p, cap), "star");
    st_section_state(x, fights, "fights");
    st_section_state(x, fights && b->posture[role], b->posture[role] == 2 ? "engages" : "holds");
    st_section_state(x, units && !honour_able(p, plan_of(t), units), "broken");
    st_section_state(x, corps == VANGUARD && b->van[role] == VAN_YIELDED, "yielded");
}

/* Chits in play; those laid for this round are still face down to the other side. */
static void describe_play(const struct honour_plan *f, const struct honour_battle *b, int role, int laid,
                          struct st_scene *scene)
{
    st_scene_chits(scene, honour_chits[CHIT_FORMATION], b->formation[role], 0);
    for (int c = 0; c < CHITS; c++) {
        int left = laid >> c & 1 ? f->duration[c] : b->play[role][c];

        st_scene_chits(scene, honour_chits[c], left > 0, left == ALL_ROUNDS ? 0 : left);
    }
}

/* Of the other side's hand only the number is known. */
static void describe_hand(const struct honour_battle *b, int role, bool known, struct st_scene *scene)
{
    for (int c = 0; c < HAND_CHITS && known; c++)
        st_scene_chits(scene, honour_chits[c], b->hand[role][c] - (b->play_now[role] >> c & 1), 0);
    if (!known)
        st_scene_chits(scene, NULL, b->hand_left[role], 0);
    st_scene_chits(scene, honour_chits[CHIT_EARTHWORKS], role * b->free_works, 0);
    st_scene_chits(scene, honour_chits[CHIT_RIVER], role * b->free_river, 0);
}

static void describe_battle(const struct st_table *t, int side, struct st_scene *scene)
{
    const struct honour_pos *p = pos_of(t);
    const struct honour_battle *b = &p->battle;

    for (int role = 0; role < 2; role++) {
        int whose = honour_role_side(p, role), at[CORPS + 1] = { 0 };
        bool known = side < 0 || side == whose, hidden = !b->revealed && !known;
        uint32_t units = honour_role_units(p, role);

        for (int corps = hidden ? MAIN : VANGUARD; corps < (hidden ? REAR : CORPS); corps++) {
            describe_corps(t, role, corps, st_scene_section(scene, whose, hidden ? "array" : honour_corps[corps]));
            at[corps] = scene->nsections;
            if (corps == b->fight)
                describe_play(plan_of(t), b, role, known ? b->play_now[role] : 0, scene);
        }
        if (units & (b->away | b->aside)) {
            st_scene_section(scene, whose, "aside")->off = true;
            at[CORPS] = scene->nsections;
        }
        for (uint32_t left = units; left;) {
            int u = take(&left);

            scene->piece[u].section = (uint8_t)at[stands_in(b, u)];
        }
        st_scene_section(scene, whose, "hand")->off = true;
        describe_hand(b, role, known, scene);
    }
}

void honour_describe(const struct st_table *t, int side, struct st_scene *scene)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);

    for (int u = 0; u < f->nunits; u++)
        describe_unit(t, u, &scene->piece[scene->npieces++]);
    for (int h = 0; h < f->nhexes && scene->nmarks < ST_SCENE_MARKS; h++) {
        int level = (p->mark[h] & MARK_LEVEL) >> MARK_LEVEL_SHIFT,
            pillage = p->mark[h] & MARK_PILLAGE;

        if (!level && !pillage)
            continue;
        struct st_scene_mark *m = &scene->mark[scene->nmarks++];
        m->hex = (int16_t)h;
        snprintf(m->text, sizeof m->text, "%s%.0d%s", level ? "works " : "", level,
                 pillage == 2 ? " dev."
                 : pillage    ? " pil."
                              : "");
    }
    st_scene_note(scene, "Turn %d of %d, %s, score %d; SP lost %d and %d", p->turn, f->turns,
                  honour_weathers[p->weather], honour_score(t), p->lost[0], p->lost[1]);
    if (is_on_board(p))
        describe_battle(t, side, scene);
    for (int i = 0; i < MAX_FORCES; i++)
        if (exists(p, i) && p->force[i].hex >= 0)
            describe_force(t, i, scene);
}

/* ---- what sentences say (core/words.h) ----------------------------------------------------- */

/* The Corps whose commander is asked for (11.4 Step 2), from VANGUARD on. */
static int asked_corps(const struct st_table *t)
{
    const struct honour_battle *b = &pos_of(t)->battle;
    int corps = b->secret[b->role] - 2 + VANGUARD;

    return corps >= VANGUARD && corps < CORPS ? corps : -1;
}

static int side_of_cap(const struct st_table *t, int cap)
{
    return has(plan_of(t)->side_caps[1], cap);
}

static int side_of_army(const struct st_table *t, int force)
{
    return exists(pos_of(t), force) ? side_of_force(force) : -1;
}

static int hand_size(const struct st_table *t)
{
    return honour_hand_size(t, pos_of(t)->battle.role);
}

static int unordered(const struct st_table *t, int side)
{
    int n = 0;

    for (int i = 0; i < MAX_FORCES; i++)
        n += side >= 0 && exists(pos_of(t), i) && side_of_force(i) == side &&
             (pos_of(t)->force[i].flags & F_NEW);
    return n;
}

static const struct st_field slots[] = {
    { "active", .kind = "force", .in = ST_ONE(struct honour_pos, active), .nobody = NOBODY },
    { "besieged", .kind = "place", .in = ST_ONE(struct honour_pos, siege_place), .nobody = NOBODY },
    { "corps", .symbol = honour_corps, .whole = asked_corps },
    { "side", .of = "capitano", .get = side_of_cap },
    { "side", .of = "force", .get = side_of_army },
    { "chits", .whole = hand_size },
    { "unordered", .get = unordered },
    { "owed", .in = ST_ONE(struct honour_pos, loss.amount) },
    { "turns", .fixed = ST_ONE(struct honour_plan, turns) },
};
const struct st_fields honour_slots = { ST_ROWS(slots) };

/* ---- invariants -------------------------------------------------------------------------- */

static enum st_answer force_sane(const struct st_table *t, int i, struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    const struct honour_force *x = &p->force[i];
    int side = side_of_force(i);

    if (x->units & ~f->side_units[side] || x->caps & ~f->side_caps[side])
        return st_refuse(why, "3.5.1", "%s holds somebody of the other side", force_name(i));
    if (!exists(p, i) && honour_at_rest(p) && (x->hex >= 0 || x->caps))
        return st_refuse(why, "3.7", "%s has no unit left", force_name(i));
    if (!exists(p, i))
        return ST_LEGAL;
    if (x->hex < 0 || x->hex >= f->nhexes || !st_hexset_has(&f->area, x->hex))
        return st_refuse(why, "2.5", "%s is at %d", force_name(i), x->hex);
    if (is_inside(p, i) &&
        (!honour_is_fort(f, x->hex) || p->control[f->place_at[x->hex]] != CTRL_A + side))
        return st_refuse(why, "3.5.1", "%s is inside nothing of its own", force_name(i));
    if (x->primo != NOBODY && !has(x->caps, x->primo))
        return st_refuse(why, "3.4", "the Primo Capitano of %s is elsewhere", force_name(i));
    if (x->primo == NOBODY && x->caps)
        return st_refuse(why, "3.4", "%s has Capitani and nobody commands", force_name(i));
    for (int k = 0; k < MAX_FORCES; k++) {
        if (k == i || !exists(p, k) || p->force[k].hex != x->hex)
            continue;
        if (side_of_force(k) != side)
            return st_refuse(why, "3.5.5", "%s and %s share a hex", force_name(i), force_name(k));
        if (is_inside(p, k) && is_inside(p, i))
            return st_refuse(why, "3.5.5", "%s and %s are inside together", force_name(i),
                             force_name(k));
    }
    return ST_LEGAL;
}

static enum st_answer pieces_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct honour_plan *f = plan_of(t);
    const struct honour_pos *p = pos_of(t);
    uint32_t units = p->coming, caps = p->coming_caps | p->killed | p->captured | p->orphans;

    for (int i = 0; i < MAX_FORCES; i++) {
        if (units & p->force[i].units || caps & p->force[i].caps)
            return st_refuse(why, "3.5.1", "somebody is in two places, %s among them",
                             force_name(i));
        units |= p->force[i].units;
        caps |= p->force[i].caps;
    }
    for (int u = 0; u < f->nunits; u++) {
        if (has(units, u) != (p->sp[u] > 0))
            return st_refuse(why, "3.2", "%s has %d SP", unit_name(t, u), p->sp[u]);
        if (p->sp[u] > p->start[u])
            return st_refuse(why, "3.2", "%s has more SP than it started with", unit_name(t, u));
        if (has(p->demoralised, u) && (!p->sp[u] || f->type[p->type[u]].cls == CLASS_ART))
            return st_refuse(why, "3.3", "%s is Demoralised", unit_name(t, u));
    }
    for (int c = 0; c < f->ncaps; c++)
        if (!has(caps, c))
            return st_refuse(why, "3.1", "%s is nowhere", cap_name(t, c));
    return ST_LEGAL;
}

enum st_answer honour_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct honour_pos *p = pos_of(t);
    static const struct honour_combat no_combat;
    static const struct honour_battle no_battle;
    static const struct honour_loss no_loss;
    static const struct honour_check no_check;

    for (int i = 0; i < MAX_FORCES; i++)
        if (force_sane(t, i, why))
            return ST_REFUSED;
    if (pieces_sane(t, why))
        return ST_REFUSED;
    if (p->turn < 1 || p->turn > plan_of(t)->turns || p->acting > 1 || p->flow.side > 1)
        return st_refuse(why, "4.1", "turn %d, acting %d", p->turn, p->acting);
    if (p->flow.depth == 0 && (memcmp(&p->battle, &no_battle, sizeof no_battle) ||
                               memcmp(&p->loss, &no_loss, sizeof no_loss) ||
                               memcmp(&p->check, &no_check, sizeof no_check)))
        return st_refuse(why, "4.1", "a procedure has left fields behind");
    struct honour_combat combat = p->combat;
    if (p->flow.step[0] == STEP_ACTIVATION_END) /* where odds of a fight end: who lost is told */
        combat.loser = 0;
    if (p->flow.depth == 0 && memcmp(&combat, &no_combat, sizeof no_combat) &&
        p->combat.kind < COMBAT_STORM)
        return st_refuse(why, "4.1", "a combat has left fields behind");
    if (p->combat.kind == COMBAT_BATTLE)
        for (int role = 0; role < 2; role++) {
            int sum = 0;

            for (int c = 0; c < HAND_CHITS; c++)
                sum += p->battle.hand[role][c];
            if (sum != p->battle.hand_left[role])
                return st_refuse(why, "11.4", "a hand of %d chits holds %d",
                                 p->battle.hand_left[role], sum);
        }
    return ST_LEGAL;
}
