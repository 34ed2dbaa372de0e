/* guerre_melee.c - 5.7 melee and 5.10 following up. */
#include "guerre/guerre.h"

#include "base/philox.h"

enum { ROUNDS_MAX = 3, FOLLOW_MM = 20 };

/* ---- results (5.7.11, 5.7.12) ------------------------------------------------------------ */

bool guerre_half(int lower, int higher)
{
    return 2 * lower <= higher;
}

int guerre_result_of(const struct st_table *t, int loser, int enemy, int band, bool contact,
                     bool charged, bool harsh)
{
    const struct guerre_plan *f = plan_of(t);
    const struct st_chart *c = t->plan->chart[CHART_RESULTS];

    bool counts = harsh && (contact || !other_way(t, READING_HARSH_FIRE));
    int met = (contact ? MET : 0) | (charged ? MET_CHARGED : 0);
    int row = f->fits[loser][enemy][band][counts][met];

    if (t->log) {
        struct st_event e = { .kind = ST_EV_LOOKED, .para = "5.7.12", .value = f->result[row].result };

        e.cite = (struct st_cite){ .chart = c, .row = (int16_t)row, .col = (int16_t)(c->col.n - 1) };
        st_cite_print(&e.cite, e.text, sizeof e.text);
        t->log->add(t->log, &e);
    }
    return f->result[row].result;
}

/* ---- pairs (5.7.1) ----------------------------------------------------------------------- */

static bool is_pair(const struct st_table *t, int a, int b)
{
    return guerre_engaged_on(t, a, b) >= 0 || guerre_engaged_on(t, b, a) >= 0;
}

/* The pairs that have still to fight, one by one: `mine` and `theirs` say which are left. */
struct pairs {
    uint64_t mine, theirs;
    int a;
};

static struct pairs all_pairs(const struct st_table *t)
{
    const struct guerre_pos *p = pos_of(t);

    return (struct pairs){ .mine = on_table(t, p->phasing) & p->engaged & ~p->fought };
}

static bool next_pair(const struct st_table *t, struct pairs *left, struct st_move *out)
{
    const struct guerre_pos *p = pos_of(t);

    for (;;) {
        while (left->theirs) {
            int b = take_element(&left->theirs);

            if (is_pair(t, left->a, b)) {
                *out = st_move_2(VERB_MELEE, left->a, b);
                return true;
            }
        }
        if (!left->mine)
            return false;
        left->a = take_element(&left->mine);
        left->theirs = on_table(t, 1 - p->phasing) & p->engaged & ~p->fought;
    }
}

static void pairs_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);

    struct pairs left = all_pairs(t);
    struct st_move m;

    p->flow.side = p->phasing;
    st_go(t, next_pair(t, &left, &m) ? STEP_MELEE : STEP_CHECK);
}

static void melee_offer(const struct st_table *t, struct st_offer *o)
{
    struct pairs left = all_pairs(t);
    struct st_move m;

    while (!o->enough && next_pair(t, &left, &m))
        st_offer_add(o, &m);
}

static bool melee_sample(const struct st_table *t, uint64_t seed, struct st_move *out)
{
    struct pairs left = all_pairs(t);
    uint32_t n = 0;

    for (struct st_move m; next_pair(t, &left, &m);) {
        n++;
        if (st_pick(seed, n, n) == 0)
            *out = m;
    }
    return n > 0;
}

static enum st_answer melee_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);

    if (m->verb != VERB_MELEE)
        return st_refuse(why, "5.7.1", "a pair must be chosen: melee OWN ENEMY");
    int a = m->arg[0], b = m->arg[1];
    if (side_of(t, a) != p->phasing)
        return st_refuse(why, "5.2.2", "%s is not yours", name_of(t, a));
    if (!has(p->present, a) || !has(p->present, b))
        return st_refuse(why, "5.2.2", "%s is not on the table",
                         name_of(t, has(p->present, a) ? b : a));
    if (side_of(t, b) == p->phasing || !is_pair(t, a, b))
        return st_refuse(why, "5.7.1", "%s and %s are not engaged with each other", name_of(t, a),
                         name_of(t, b));
    if (has(p->fought, a) || has(p->fought, b))
        return st_refuse(why, "5.7.1", "%s has fought", name_of(t, has(p->fought, a) ? a : b));
    return ST_LEGAL;
}

static void begin_round(struct st_table *t, int a, int b)
{
    struct guerre_pos *p = pos_of(t);

    p->fought |= bit(a) | bit(b); /* 5.7.2, 5.10.5 */
    p->rounds[a]++;
    p->rounds[b]++;
}

static void melee_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);

    p->fight = (struct guerre_fight){ .p = (uint8_t)m->arg[0], .n = (uint8_t)m->arg[1] };
    begin_round(t, m->arg[0], m->arg[1]);
    st_go(t, STEP_PAIRS);
    st_call(t, STEP_ROUND);
}

/* What a charge comes to is known when its melee has been fought: until then it is supposed that no other
 * order follows, that nobody shoots who need not, and that nobody fights on. Of a charge no more is asked. */
enum st_supposed guerre_suppose(const struct st_table *t, const struct st_move *asked, struct st_move *out)
{
    const struct guerre_pos *p = pos_of(t);

    if (asked->verb != VERB_CHARGE)
        return ST_SUPPOSE_NOTHING;
    switch (p->flow.step[p->flow.depth]) {
    case STEP_MOVE:
        *out = st_move_0(VERB_END);
        return ST_SUPPOSE_MOVE;
    case STEP_SHOOT_P:
    case STEP_SHOOT_N:
        *out = st_move_0(VERB_PASS);
        return st_check(t, out, NULL) == ST_LEGAL || st_offers(t, out, 1) > 0 ? ST_SUPPOSE_MOVE
                                                                              : ST_SUPPOSE_OVER;
    case STEP_REPLY:
        *out = st_move_1(VERB_REPLY, 0);
        return ST_SUPPOSE_MOVE;
    case STEP_MELEE: /* the contact comes first in the notation of a charge */
        *out = st_move_2(VERB_MELEE, asked->arg[0], asked->arg[1]);
        return st_check(t, out, NULL) == ST_LEGAL ? ST_SUPPOSE_MOVE : ST_SUPPOSE_OVER;
    case STEP_FIGHT_ON:
        *out = st_move_1(VERB_FIGHT, -1);
        return ST_SUPPOSE_MOVE;
    case STEP_CP:
    case STEP_PURSUIT:
    case STEP_ROUT_MOVE:
        return ST_SUPPOSE_OVER;
    default:
        return ST_SUPPOSE_NOTHING;
    }
}

/* ---- what counts (5.7.3 to 5.7.10) ------------------------------------------------------- */

int guerre_melee_value(const struct st_table *t, const struct guerre_terms *in)
{
    const struct guerre_plan *f = plan_of(t);
    int value = in->flanked ? 0 : f->value[in->type][f->mounted[in->enemy_type]];
    bool ranks = in->ranks && !in->flanked;
    bool pike2 = in->file[0] == PI + 1, pike3 = pike2 && in->file[1] == PI + 1;
    bool pike4 = pike3 && in->file[2] == PI + 1;
    bool holds = in->type == PI || missile_foot(in->type);

    int total = st_modify(t, in->flanked ? "5.7.4" : "5.7.3",
                          in->flanked ? "taken in flank or rear" : "combat value", value);
    total += guerre_factor(t, "5.7.10", F_CINC, in->cinc, "commander");
    total += guerre_factor(t, "5.7.6", F_SPEARS, ranks && in->type == SP && in->file[0] == SP + 1,
                           "second rank of spears");
    total += guerre_factor(t, "5.7.6", F_PIKES, ranks && holds && pike2, "second rank of pikes");
    total +=
        guerre_factor(t, "5.7.6", F_THIRD, ranks && in->type == PI && pike3, "third rank of pikes");
    total += guerre_factor(t, "5.7.6", F_FOURTH, ranks && in->type == PI && pike4,
                           "fourth rank of pikes");
    total += guerre_factor(t, "5.7.7", F_HIGHER, in->higher, "higher");
    total += guerre_factor(t, "5.7.10", F_VETERAN, in->grade == VETERAN || in->grade == ELITE,
                           "veteran or elite");
    total += guerre_factor(t, "5.7.10", F_RECRUITS, in->grade == RECRUITS, "recruits");
    total += guerre_factor(t, "5.10.5", F_FOLLOW, in->follows, "follows up");
    total += guerre_factor(t, "5.7.8", F_FORT, in->fort, "lines a fortification");
    total += guerre_factor(t, "5.7.5", F_SUPPORT, in->supporters, "supporters of the enemy");
    total += guerre_factor(t, "5.7.9", in->in_harsh ? F_IN_HARSH : F_AT_HARSH,
                           (in->in_harsh || in->at_harsh) && in->type != LF, "difficult ground");
    total += guerre_factor(t, "5.7.10", F_ROUTING, in->routing, "routing");
    return total;
}

/* 5.7.5 (b): flank to flank with y. */
static bool flank_to_flank(const struct st_table *t, int e, int y)
{
    const struct guerre_pos *p = pos_of(t);
    int32_t depth_e = depth_of(t, e), depth_y = depth_of(t, y);

    if ((p->pose[e].facing - p->pose[y].facing) % ABOUT != 0 ||
        far_apart(p->pose[e].at, p->pose[y].at, 130000))
        return false;
    struct st_box base = base_of(t, e), in = st_box_around(&base, p->pose[y]);
    int32_t middle = (in.left + in.right) / 2;
    middle = middle < 0 ? -middle : middle;
    int32_t from = in.back < -depth_y ? -depth_y : in.back, to = in.front > 0 ? 0 : in.front;
    int32_t least = depth_e < depth_y ? depth_e : depth_y;
    return middle >= FRONT - TOLERANCE && middle <= FRONT + TOLERANCE &&
           to - from >= least - TOLERANCE;
}

/* 5.7.5: how many support x against y. */
static int supports_of(const struct st_table *t, int x, int y)
{
    const struct guerre_pos *p = pos_of(t);
    int n = 0;

    for (uint64_t left = on_table(t, side_of(t, x)) & ~bit(x) & ~plan_of(t)->camps & ~p->abandoned;
         left;) {
        int e = take_element(&left);

        if (far_apart(p->pose[e].at, p->pose[y].at, 200000))
            continue;
        bool idle = !has(p->front, e); /* nobody on its front either: that goes both ways */
        if (idle && has(p->engaged, e))
            for (uint64_t on = guerre_fronts_on(t, e, false); on && idle;)
                idle = guerre_engaged_on(t, take_element(&on), e) != SIDE_F;
        n += (idle && guerre_beside(t, e, x)) || flank_to_flank(t, e, y) ||
             guerre_engaged_on(t, e, y) >= 0;
    }
    return n;
}

static void ranks_of(const struct st_table *t, int x, int y, struct guerre_terms *in)
{
    struct guerre_piece line;
    struct st_box base = base_of(t, y);
    int file[MAX_ELEMENTS], n;

    if (in->type != PI && in->type != SP && !missile_foot(in->type))
        return;
    in->ranks = !guerre_unranked(t, &base) &&
                !(plan_of(t)->unranked[BANK] && guerre_above_bank(t, y, x)) &&
                !(plan_of(t)->unranked[FORT] && guerre_lined_fort(t, y, &line) >= 0 &&
                  guerre_engaged_on(t, x, y) == SIDE_F);
    if (!in->ranks)
        return;
    n = guerre_file(t, x, file);
    for (int i = 0; i < 3 && i + 1 < n; i++)
        in->file[i] = (uint8_t)(type_of(t, file[i + 1]) + 1);
}

static int melee_total(const struct st_table *t, int x, int y)
{
    enum { HIGHER = 5 };
    const struct guerre_pos *p = pos_of(t);
    struct st_box mine = base_of(t, x), its = base_of(t, y);
    struct guerre_piece line;
    struct guerre_terms in = {
        .type = (uint8_t)type_of(t, x),
        .grade = (uint8_t)grade_of(t, x),
        .enemy_type = (uint8_t)type_of(t, y),
        .cinc = plan_of(t)->cinc[side_of(t, x)] == x,
        .flanked = guerre_fronts_on(t, x, true) != 0,
        .follows = p->fight.follower == x + 1,
        .in_harsh = guerre_harsh(t, &mine),
        .at_harsh = guerre_harsh(t, &its),
        .routing = has(p->routing, x),
    };

    in.higher = guerre_above_bank(t, x, y) || guerre_height(t, x) >= guerre_height(t, y) + HIGHER;
    in.fort = guerre_engaged_on(t, y, x) == SIDE_F && guerre_lined_fort(t, x, &line) >= 0;
    if (!guerre_fronts_on(t, y, true)) /* 5.7.4: a flanked enemy's supporters do not count */
        in.supporters = (uint8_t)supports_of(t, y, x);
    ranks_of(t, x, y, &in);
    st_tell(t, "5.7.3", "%s against %s", name_of(t, x), name_of(t, y));
    return guerre_melee_value(t, &in);
}

/* ---- chances of a round, for players made of code ---------------------------------------- */

static bool just_charged(const struct st_table *t, int e, int enemy)
{
    return has(pos_of(t)->initiator, e) && pos_of(t)->fresh[e] == enemy + 1;
}

void guerre_melee_chances(const struct st_table *t, int a, int b, struct guerre_chances *out)
{
    struct st_table quiet = { t->plan, t->pos, NULL };
    const int who[2] = { a, b };
    int base[2];
    bool harsh[2], charged[2];

    *out = (struct guerre_chances){ .of = 36 };
    for (int i = 0; i < 2; i++) {
        struct st_box box = base_of(t, who[i]);

        if (has(pos_of(t)->abandoned, who[i])) { /* 5.6.18 */
            out->lost[i] = out->of;
            return;
        }
        base[i] = melee_total(&quiet, who[i], who[1 - i]);
        harsh[i] = guerre_harsh(t, &box);
        charged[i] = just_charged(t, who[i], who[1 - i]);
    }
    for (int x = 1; x <= 6; x++)
        for (int y = 1; y <= 6; y++) {
            int ta = base[0] + x < 0 ? 0 : base[0] + x, tb = base[1] + y < 0 ? 0 : base[1] + y;
            int i = ta > tb, low = ta > tb ? tb : ta, high = ta > tb ? ta : tb; /* i: who loses */

            if (ta == tb)
                continue;
            int band = guerre_half(low, high) ? BAND_HALF : BAND_LESS;
            int result = guerre_result_of(&quiet, type_of(t, who[i]), type_of(t, who[1 - i]), band,
                                          true, charged[i], harsh[i]);
            out->lost[i] += result == RES_DESTROYED;
            out->back[i] += result != RES_DESTROYED;
        }
}

/* ---- a round ----------------------------------------------------------------------------- */

/* Whoever moved somebody has asked already who is engaged now. */
static void end_melee(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);

    p->fight = (struct guerre_fight){ 0 };
    p->flow.side = p->phasing;
    st_done(t);
}

bool guerre_follower(int type)
{
    return type == PI || type == SP || type == HB || type == SW || type == FH || type == GE ||
           type == CV;
}

/* Who turns off an attack on his flank has not started that melee, whatever he faces. */
static bool follows_up(const struct st_table *t, int e, int enemy)
{
    return has(pos_of(t)->initiator, e) && guerre_follower(type_of(t, e)) &&
           guerre_engaged_on(t, e, enemy) >= 0;
}

/* 5.10.1: the winner follows up, or the melee is over. */
static void after_victory(struct st_table *t, int winner, bool must)
{
    struct guerre_pos *p = pos_of(t);

    if (!must || !has(p->present, winner)) {
        guerre_refresh(t);
        end_melee(t);
        return;
    }
    p->fight.follower = (uint8_t)(winner + 1);
    st_go(t, STEP_FOLLOW);
}

static void round_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);
    int a = p->fight.p, b = p->fight.n;
    int gun = has(p->abandoned, a) ? a : b, winner = gun == a ? b : a;

    p->flow.side = p->phasing;
    if (!has(p->abandoned, gun)) {
        st_go(t, STEP_MELEE_P);
        return;
    }
    bool must = follows_up(t, winner, gun);
    guerre_lose(t, gun, "5.6.18", "an abandoned gun falls to the enemy");
    after_victory(t, winner, must);
}

static int away_in_melee(const struct st_table *t, int loser, int winner) /* 5.8.1 */
{
    if (guerre_engaged_on(t, loser, winner) >= 0)
        return BACK;
    switch (guerre_engaged_on(t, winner, loser)) {
    case SIDE_L:
        return TO_RIGHT;
    case SIDE_R:
        return TO_LEFT;
    case SIDE_B:
        return FORWARD;
    default:
        return BACK;
    }
}

static void suffer_melee(struct st_table *t, int loser, int winner, int band)
{
    struct guerre_pos *p = pos_of(t);
    struct st_box base = base_of(t, loser);
    int result = guerre_result_of(t, type_of(t, loser), type_of(t, winner), band, true,
                                  just_charged(t, loser, winner), guerre_harsh(t, &base));

    if (result == RES_DESTROYED) {
        guerre_lose(t, loser, "5.7.15", "in melee");
    } else if (result == RES_FLEE) {
        guerre_flee(t, loser, winner);
    } else if (p->recoils[loser] >= ROUNDS_MAX - 1) {
        guerre_lose(t, loser, "5.8.4", "recoils for the third time running");
    } else {
        p->recoils[loser]++;
        guerre_recoil(t, loser, away_in_melee(t, loser, winner), "5.8.1");
    }
}

static void melee_n_take(struct st_table *t, int die)
{
    struct guerre_pos *p = pos_of(t);
    int a = p->fight.p, b = p->fight.n;
    int ta = p->fight.die + melee_total(t, a, b), tb = die + melee_total(t, b, a);

    ta = ta < 0 ? 0 : ta;
    tb = tb < 0 ? 0 : tb;
    p->fight.die = 0;
    st_tell(t, "5.7.3", "%s %d, %s %d", name_of(t, a), ta, name_of(t, b), tb);
    if (ta == tb) {
        st_tell(t, "5.7.3", "the melee stands");
    } else {
        int winner = ta > tb ? a : b, loser = ta > tb ? b : a;
        int low = ta > tb ? tb : ta, high = ta > tb ? ta : tb;
        bool must = follows_up(t, winner, loser);

        suffer_melee(t, loser, winner, guerre_half(low, high) ? BAND_HALF : BAND_LESS);
        if (p->fresh[a] == b + 1) /* 5.4.9: the first round against it is over */
            p->fresh[a] = 0;
        if (p->fresh[b] == a + 1)
            p->fresh[b] = 0;
        after_victory(t, winner, must);
        return;
    }
    if (p->fresh[a] == b + 1)
        p->fresh[a] = 0;
    if (p->fresh[b] == a + 1)
        p->fresh[b] = 0;
    end_melee(t);
}

/* ---- following up (5.10) ----------------------------------------------------------------- */

struct file { /* that follows up: who, and what is met ahead of each */
    int n, who[MAX_ELEMENTS];
    struct st_pose from[MAX_ELEMENTS];
    uint64_t met[MAX_ELEMENTS];
    bool open; /* neither ground nor the edge is in the way */
};

/* What the place where it may go at most does not overlap is not met on the way there. */
static void look_ahead(const struct st_table *t, struct file *f, int i, uint64_t others)
{
    enum { ROUNDING = 16 }; /* um; many times what corners may be off */
    int e = f->who[i];
    struct st_box way = base_of(t, e);

    way.left -= ROUNDING;
    way.right += ROUNDING;
    way.back -= ROUNDING;
    way.front += FOLLOW_MM * ST_MM + ROUNDING;
    f->open = f->open && guerre_on_table(t, &way) &&
              !guerre_near_ground(t, type_of(t, e), &way, plan_of(t)->forbidden);
    f->met[i] = 0;
    while (others) {
        int x = take_element(&others);

        if (far_apart(pos_of(t)->pose[x].at, way.pose.at, box_reach(&way) + reach_of(t, x)))
            continue;
        struct st_box other = base_of(t, x);
        f->met[i] |= st_box_depth(&way, &other) > CLEAR - 4 * ROUNDING ? bit(x) : 0;
    }
}

/* May the file stand k mm ahead of where it stood? */
static bool file_fits(const struct st_table *t, const struct file *f, int mm)
{
    for (int i = 0; i < f->n; i++) {
        if (f->open && !f->met[i])
            continue;
        int32_t depth = depth_of(t, f->who[i]);
        struct st_box old = base_at(f->from[i], depth);
        struct st_box new = base_at(st_pose_at(f->from[i], 0, mm * ST_MM, 0), depth);

        if (!guerre_on_table(t, &new) ||
            guerre_in_ground(t, type_of(t, f->who[i]), &new, plan_of(t)->forbidden))
            return false;
        for (uint64_t left = f->met[i]; left;) {
            struct st_box other = base_of(t, take_element(&left));
            int32_t now = st_box_depth(&new, &other);

            if (now > TOLERANCE || (now > CLEAR && st_box_depth(&old, &other) <= CLEAR))
                return false;
        }
    }
    return true;
}

static enum st_answer can_fight(const struct st_table *t, int e, int enemy, struct st_refusal *why)
{
    const struct guerre_pos *p = pos_of(t);

    if (side_of(t, enemy) == side_of(t, e) || !has(p->present, enemy) ||
        guerre_engaged_on(t, e, enemy) < 0)
        return st_refuse(why, "5.10.3", "the front of %s is not engaged with %s", name_of(t, e),
                         name_of(t, enemy));
    if (p->rounds[enemy] >= ROUNDS_MAX || p->rounds[e] >= ROUNDS_MAX)
        return st_refuse(why, "5.10.4", "%s has fought three rounds",
                         name_of(t, p->rounds[e] >= ROUNDS_MAX ? e : enemy));
    return guerre_may_attack(t, e, enemy, why);
}

static void follow_run(struct st_table *t)
{
    struct guerre_pos *p = pos_of(t);
    int e = p->fight.follower - 1, mm = 0;
    struct file f = { .open = true };
    uint64_t others = p->present, before = p->initiator;
    uint64_t known = bit(e == p->fight.p ? p->fight.n : p->fight.p);

    if (has(p->since, e)) /* reading 51 */
        known |= guerre_in_front(t, e);
    f.n = guerre_file(t, e, f.who);
    for (int i = 0; i < f.n; i++) {
        f.from[i] = p->pose[f.who[i]];
        others &= ~bit(f.who[i]);
    }
    for (int i = 0; i < f.n; i++)
        look_ahead(t, &f, i, others);
    while (mm < FOLLOW_MM && file_fits(t, &f, mm + 1))
        mm++;
    for (int i = 0; i < f.n && mm; i++)
        p->pose[f.who[i]] = st_pose_at(f.from[i], 0, mm * ST_MM, 0);
    st_tell(t, "5.10.2", "%s follows up %d mm", name_of(t, e), mm);
    uint8_t fresh = p->fresh[e];
    guerre_refresh(t);
    uint64_t met = guerre_in_front(t, e), new = met & ~known;
    if (met && has(before, e)) { /* refresh saw it between two contacts; 5.4.9 */
        p->initiator |= bit(e);
        p->fresh[e] = new ? (uint8_t)(1 + __builtin_ctzll(new)) : fresh;
    }
    for (uint64_t left = met; left;)
        if (can_fight(t, e, take_element(&left), NULL) == ST_LEGAL) {
            p->flow.side = (uint8_t)side_of(t, e);
            st_go(t, STEP_FIGHT_ON);
            return;
        }
    end_melee(t);
}

static void fight_offer(const struct st_table *t, struct st_offer *o)
{
    int e = pos_of(t)->fight.follower - 1;

    st_offer_this(o, st_move_1(VERB_FIGHT, -1));
    for (uint64_t left = guerre_in_front(t, e); left;)
        st_offer_legal(t, o, st_move_1(VERB_FIGHT, take_element(&left)));
}

static enum st_answer fight_check(const struct st_table *t, const struct st_move *m,
                                  struct st_refusal *why)
{
    if (m->verb != VERB_FIGHT)
        return st_refuse(why, "5.10.3", "%s may fight on: fight ENEMY or fight N",
                         name_of(t, pos_of(t)->fight.follower - 1));
    return m->arg[0] < 0 ? ST_LEGAL : can_fight(t, pos_of(t)->fight.follower - 1, m->arg[0], why);
}

static void fight_apply(struct st_table *t, const struct st_move *m)
{
    struct guerre_pos *p = pos_of(t);
    int e = p->fight.follower - 1, enemy = m->arg[0];

    if (enemy < 0) {
        end_melee(t);
        return;
    }
    bool phasing = side_of(t, e) == p->phasing;
    p->fight.p = (uint8_t)(phasing ? e : enemy);
    p->fight.n = (uint8_t)(phasing ? enemy : e);
    begin_round(t, e, enemy);
    st_go(t, STEP_ROUND);
}

/* ---- the steps ------------------------------------------------------------------------- */

const struct st_step guerre_step_pairs = ST_RUNS("pairs", "5.7.1", pairs_run);
const struct st_step guerre_step_melee =
    ST_DECIDES("melee", "5.7.1", melee_offer, melee_check, melee_apply, .sample = melee_sample);
const struct st_step guerre_step_round = ST_RUNS("round of melee", "5.7.2", round_run);
const struct st_step guerre_step_melee_p =
    ST_ROLLS("first die of a melee", "4.4", guerre_fight_die, guerre_first_take);
const struct st_step guerre_step_melee_n =
    ST_ROLLS("second die of a melee", "4.4", guerre_fight_die, melee_n_take);
const struct st_step guerre_step_follow = ST_RUNS("follow-up", "5.10.1", follow_run);
const struct st_step guerre_step_fight_on =
    ST_DECIDES("fight on", "5.10.3", fight_offer, fight_check, fight_apply);
