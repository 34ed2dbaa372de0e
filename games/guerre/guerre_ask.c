/* guerre_ask.c - what an umpire is asked at a real table, answered by what the steps use. */
#include "guerre/guerre.h"

#include "core/question.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const ground_choices[] = { "open",   "WOOD", "FIELD", "TOWN",  "MARSH",
                                              "BROKEN", "HILL", "STEEP", "RIVER", "DRY",
                                              "BRIDGE", "FORT", "bank",  NULL };
enum { OPEN_GROUND };

#define TYPE_IN(of, m, key, title, dflt) ST_ASK_CHOICE_AS(of, m, key, title, guerre_types, dflt)
#define GRADE_IN(of, m, key, title)      ST_ASK_CHOICE_AS(of, m, key, title, guerre_grades, REGULAR)

/* ---- melee (5.7) ------------------------------------------------------------------------- */

/* Both sides as the step fills them; the rest of their terms follows from the other side's. */
struct melee_asked {
    struct guerre_terms mine, its;
    uint8_t ranks, enemy_ranks, supports, enemy_supports;
    bool charged, bank;
};
/* What is asked of either: whose terms, how its keys begin, how many stand behind and beside it. */
#define FIGHTER_IN(who, pre, behind, beside, enemy)                                                \
    GRADE_IN(struct melee_asked, who.grade, pre "grade", "its grade"),                             \
    ST_ASK_YES_AS(struct melee_asked, who.cinc, pre "cinc", "it is the commander"),                       \
    ST_ASK_NUMBER(struct melee_asked, behind, "pikes or spears behind it", 0, 3, 0),               \
    ST_ASK_NUMBER(struct melee_asked, beside, "friends that support it", 0, 8, 0),                 \
    ST_ASK_YES_AS(struct melee_asked, who.flanked, pre "flanked", "taken in flank or rear"),              \
    ST_ASK_YES_AS(struct melee_asked, who.higher, pre "higher", "higher, or on a bank above"),            \
    ST_ASK_YES_AS(struct melee_asked, who.fort, pre "fort", "lines a fortification, " enemy " on its front"), \
    ST_ASK_YES_AS(struct melee_asked, who.in_harsh, pre "harsh", "stands in difficult ground"),           \
    ST_ASK_YES_AS(struct melee_asked, who.routing, pre "routing", "routing")
static const struct st_input melee_inputs[] = {
    TYPE_IN(struct melee_asked, mine.type, "type", "your element", PI),
    FIGHTER_IN(mine, "", ranks, supports, "enemy"),
    ST_ASK_YES_AS(struct melee_asked, mine.follows, "follows", "fights on after following up"),
    ST_ASK_YES(struct melee_asked, charged, "has just charged this enemy"),
    TYPE_IN(struct melee_asked, its.type, "enemy", "enemy element", SW),
    FIGHTER_IN(its, "enemy_", enemy_ranks, enemy_supports, "you"),
    ST_ASK_YES_AS(struct melee_asked, bank, "enemy_bank", "stands on a bank above you"),
};

static void against(struct guerre_terms *in, const struct guerre_terms *other, int ranks)
{
    in->enemy_type = other->type;
    in->at_harsh = other->in_harsh;
    in->ranks = !other->in_harsh && !other->fort;
    for (int i = 0; i < ranks; i++)
        in->file[i] = (uint8_t)((in->type == SP ? SP : PI) + 1);
}

static struct melee_asked completed(const struct melee_asked *asked)
{
    struct melee_asked p = *asked;

    against(&p.mine, &p.its, p.ranks);
    against(&p.its, &p.mine, p.enemy_ranks);
    p.mine.ranks &= !p.bank;
    p.its.higher |= p.bank;
    /* 5.7.4: who is flanked has no use of his supporters. */
    p.mine.supporters = p.its.flanked ? 0 : p.enemy_supports;
    p.its.supporters = p.mine.flanked ? 0 : p.supports;
    return p;
}

static const char *const result_words[] = { "destroyed", "recoils", "flees" };

/* What one pair of totals does, in words; 0 a tie, 1 the enemy loses, -1 we lose. */
static int outcome(const struct st_table *t, const struct melee_asked *p, int mine, int its,
                   bool charged, int *result)
{
    mine = mine < 0 ? 0 : mine;
    its = its < 0 ? 0 : its;
    if (mine == its)
        return 0;
    bool won = mine > its;
    int band = guerre_half(won ? its : mine, won ? mine : its) ? BAND_HALF : BAND_LESS;
    const struct guerre_terms *loser = won ? &p->its : &p->mine;
    *result = guerre_result_of(t, loser->type, loser->enemy_type, band, true, !won && charged,
                               loser->in_harsh);
    return won ? 1 : -1;
}

static void ask_melee(const void *asked, struct st_sheet *out)
{
    struct melee_asked p = completed(asked);
    struct st_table t = out->table;

    st_tell(&t, "5.7.3", "%s", guerre_types[p.mine.type]);
    int mine = guerre_melee_value(&t, &p.mine);
    st_tell(&t, "5.7.3", "enemy %s", guerre_types[p.its.type]);
    int its = guerre_melee_value(&t, &p.its);
    st_tell(&t, "5.7.3", "%d against %d", mine, its);
    out->dice = "d66";
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            int result = 0, who = outcome(&out->quiet, &p, mine + a, its + b, p.charged, &result);

            st_sheet_face(out, 10 * a + b, 1, 36, "%s%s%s",
                          who == 0  ? "tie"
                          : who > 0 ? "enemy"
                                    : "own",
                          who ? " " : "", who ? result_words[result] : "");
        }
}

/* ---- three rounds (5.10) ----------------------------------------------------------------- */

enum { ROUNDS = 3 };

/* The enemy has recoiled 20 mm and we have followed: he no longer lines his work or stands on his
 * bank, nor we ours, and no bed is deep enough to hold a base that has followed out of it. */
static void thrown_back(struct melee_asked *p, const struct melee_asked *asked)
{
    p->mine.follows = true;
    p->mine.fort = p->its.fort = false;
    p->mine.ranks = !p->its.in_harsh;
    p->its.ranks = !p->mine.in_harsh;
    p->its.higher = asked->its.higher;
}

static void ask_rounds(const void *asked, struct st_sheet *out)
{
    struct melee_asked p = completed(asked);
    struct st_table t = out->table;
    unsigned on = 1, total = 1; /* ways in which the fight goes on, of so many */
    int rounds = guerre_follower(p.mine.type) ? ROUNDS : 1;

    if (rounds == 1)
        st_tell(&t, "5.10.1", "%s never follows up: one round", guerre_types[p.mine.type]);
    for (int round = 1; round <= rounds; round++) {
        unsigned count[3][3] = { { 0 } }; /* [tie, enemy, own][result] */

        if (round > 1)
            thrown_back(&p, asked);
        st_tell(&t, "5.10.5", "round %d", round);
        int mine = guerre_melee_value(&t, &p.mine), its = guerre_melee_value(&t, &p.its);
        for (int a = 1; a <= 6; a++)
            for (int b = 1; b <= 6; b++) {
                int result = 0;
                int who = outcome(&out->quiet, &p, mine + a, its + b, p.charged && round == 1, &result);

                if (round == ROUNDS && who > 0 && result == RES_RECOIL)
                    result = RES_DESTROYED; /* 5.8.4: for the third time running */
                count[who == 0 ? 0 : who > 0 ? 1 : 2][result]++;
            }
        total *= 36;
        unsigned goes_on = round < rounds ? count[1][RES_RECOIL] : 0;
        for (int who = 0; who < 3; who++)
            for (int result = 0; result < 3; result++) {
                unsigned n = count[who][result];

                if (n == 0 || (goes_on && who == 1 && result == RES_RECOIL))
                    continue;
                if (who == 0 && rounds == 1)
                    st_sheet_outcome(out, (int)(on * n), (int)total, "tie");
                else if (who == 0)
                    st_sheet_outcome(out, (int)(on * n), (int)total, "tie in round %d", round);
                else
                    st_sheet_outcome(out, (int)(on * n), (int)total, "%s %s",
                                     who == 1 ? "enemy" : "own", result_words[result]);
            }
        on *= goes_on;
        if (on == 0)
            break;
    }
}

/* ---- shooting (5.6) ---------------------------------------------------------------------- */

static const char *const cover_choices[] = { "none",   "bad_going", "fort",  "WOOD",
                                             "FIELD",  "TOWN",      "MARSH", "BROKEN",
                                             "HILL",   "STEEP",     "RIVER", "DRY",
                                             "BRIDGE", "FORT",      "bank",  NULL };
enum { COVER_NONE, COVER_BAD_GOING, COVER_FORT, COVER_GROUNDS };

struct shoot_asked {
    struct guerre_shot_terms fire, target;
    uint8_t cover, target_cover;
    bool harsh, target_harsh;
};
static const struct st_input shoot_inputs[] = {
    TYPE_IN(struct shoot_asked, fire.type, "type", "the firer", AQ),
    GRADE_IN(struct shoot_asked, fire.grade, "grade", "its grade"),
    ST_ASK_YES_AS(struct shoot_asked, fire.cinc, "cinc", "it is the commander"),
    ST_ASK_NUMBER_AS(struct shoot_asked, target.supporters, "supporters", "elements that support the fire",
              0, 3, 0),
    ST_ASK_YES_AS(struct shoot_asked, fire.close, "close", "at less than 40 mm"),
    ST_ASK_YES_AS(struct shoot_asked, fire.deep, "deep", "two or more elements behind the target"),
    ST_ASK_YES_AS(struct shoot_asked, fire.downhill, "downhill", "the firer stands at least 5 higher"),
    ST_ASK_CHOICE(struct shoot_asked, cover, "cover of the firer", cover_choices, COVER_NONE),
    TYPE_IN(struct shoot_asked, target.type, "target", "the target", HB),
    GRADE_IN(struct shoot_asked, target.grade, "target_grade", "its grade"),
    ST_ASK_YES_AS(struct shoot_asked, target.cinc, "target_cinc", "it is the commander"),
    ST_ASK_CHOICE(struct shoot_asked, target_cover, "its cover", cover_choices, COVER_NONE),
    ST_ASK_YES(struct shoot_asked, target_harsh, "it stands in difficult ground"),
    ST_ASK_YES(struct shoot_asked, harsh, "the firer stands in difficult ground"),
    ST_ASK_YES_AS(struct shoot_asked, target.routing, "target_routing", "it is routing"),
    ST_ASK_YES_AS(struct shoot_asked, target.fires, "reply", "it replies"),
    ST_ASK_YES_AS(struct shoot_asked, target.close, "reply_close", "and does so at less than 40 mm"),
    ST_ASK_YES_AS(struct shoot_asked, target.deep, "reply_deep", "two or more elements behind the firer"),
    ST_ASK_YES_AS(struct shoot_asked, target.downhill, "reply_downhill",
           "the target stands at least 5 higher"),
};

struct covered {
    int cover;
    bool harsh;
};

/* By the row of the terrain chart; bad going is all alike as printed. */
static struct covered covered_by(const struct guerre_plan *f, int choice)
{
    int ground = choice == COVER_BAD_GOING ? WOOD : choice == COVER_FORT ? FORT : choice - COVER_GROUNDS;

    return choice == COVER_NONE ? (struct covered){ 0, false }
                                : (struct covered){ f->cover[ground], f->harsh[ground] };
}

static void ask_shoot(const void *asked, struct st_sheet *out)
{
    const struct shoot_asked *in = asked;
    struct guerre_shot_terms fire = in->fire, target = in->target;
    struct st_table t = out->table;
    const struct guerre_plan *f = plan_of(&out->table);
    struct covered own = covered_by(f, in->cover), its_own = covered_by(f, in->target_cover);

    fire.fires = target.target_of_fire = true;
    fire.enemy_type = target.type;
    target.enemy_type = fire.type;
    if (f->range[fire.type] == 0)
        st_sheet_refuse(out, "5.6.1", "%s does not shoot", guerre_types[fire.type]);
    if (target.fires && f->range[target.type] == 0)
        st_sheet_refuse(out, "5.6.11", "%s cannot reply", guerre_types[target.type]);
    if (target.supporters > (artillery(fire.type) ? 2 : missile_foot(fire.type) ? 3 : 0))
        st_sheet_refuse(out, "5.6.10", "%s has no so many supporters", guerre_types[fire.type]);
    if (out->e)
        return;
    st_tell(&t, "5.6.12", "%s fires", guerre_types[fire.type]);
    int mine = guerre_shot_value(&t, &fire);
    st_tell(&t, "5.6.12", "%s is the target", guerre_types[target.type]);
    int its = guerre_shot_value(&t, &target);
    st_tell(&t, "5.6.12", "%d against %d", mine, its);
    out->dice = "d66";
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            int x = mine + a < 0 ? 0 : mine + a, y = its + b < 0 ? 0 : its + b, loser, winner, band;

            if (y < x)
                guerre_cover(&y, x, its_own.cover);
            else if (x < y && target.fires)
                guerre_cover(&x, y, own.cover);
            if (x == y || (x < y && !target.fires)) {
                st_sheet_face(out, 10 * a + b, 1, 36, "%s", x == y ? "tie" : "no effect");
                continue;
            }
            bool hit = y < x;
            loser = hit ? target.type : fire.type;
            winner = hit ? fire.type : target.type;
            band = guerre_half(hit ? y : x, hit ? x : y) ? BAND_HALF : BAND_LESS;
            int result =
                guerre_result_of(&out->quiet, loser, winner, band, false, false,
                                 hit ? in->target_harsh || its_own.harsh : in->harsh || own.harsh);
            st_sheet_face(out, 10 * a + b, 1, 36, "%s %s", hit ? "target" : "firer",
                          artillery(loser) && result == RES_RECOIL ? "crew flees"
                                                                   : result_words[result]);
        }
}

/* ---- results (5.7.12) -------------------------------------------------------------------- */

static const char *const band_choices[] = { "LESS", "HALF", NULL };
static const char *const how_choices[] = { "melee", "charge", "fire", NULL };
enum { BY_MELEE, BY_CHARGE, BY_FIRE };
#define RESULT_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, type, "the loser", guerre_types, PI) \
    CHOICE(of, band, "its total is less, or at most half", band_choices, 0) \
    CHOICE(of, by, "it lost a melee, a charge of its own, or was shot at", how_choices, BY_MELEE) \
    YES(of, harsh, "it stands in difficult ground")
ST_ASKED(result_asked, RESULT_ASKED)

static void ask_result(const void *asked, struct st_sheet *out)
{
    const struct result_asked *in = asked;
    static const char *const words[] = { "destroyed by", "recoils from", "flees from" };

    for (int result = 0; result < 3; result++) {
        bool any = false;

        for (int enemy = 0; enemy < TYPES; enemy++) {
            if (guerre_result_of(&out->quiet, in->type, enemy, in->band, in->by != BY_FIRE,
                                 in->by == BY_CHARGE, in->harsh) != result)
                continue;
            st_text_add(out->verdict, sizeof out->verdict, "%s%s %s", any || !out->verdict[0] ? "" : "; ",
                        any ? "," : words[result], guerre_types[enemy]);
            any = true;
        }
    }
}

/* ---- replacement (5.7.14) ---------------------------------------------------------------- */

#define REPLACE_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, type, "the element in melee", guerre_types, PI) \
    CHOICE(of, by, "the one that takes its place", guerre_types, SW)
ST_ASKED(replace_asked, REPLACE_ASKED)

static void ask_replace(const void *asked, struct st_sheet *out)
{
    const struct replace_asked *in = asked;

    st_sheet_says(out, "%s",
                  plan_of(&out->table)->replaces[in->type][in->by] ? "yes" : "no (5.7.14)");
}

/* ---- recoil and interpenetration (5.8.6, 5.5.1) ------------------------------------------ */

#define RECOIL_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, type, "the element that recoils", guerre_types, GE) \
    CHOICE(of, friend, "the friend behind it", guerre_types, PI)
ST_ASKED(recoil_asked, RECOIL_ASKED)

static void ask_recoil(const void *asked, struct st_sheet *out)
{
    const struct recoil_asked *in = asked;
    static const char *const words[] = { "the friend is pushed back", "it goes through",
                                         "it is lost", "the friend is destroyed and it recoils",
                                         "its crew flees" };

    int what = st_look(&out->table, out->table.plan->chart[CHART_RECOIL], in->type, in->friend);
    st_sheet_says(out, "%s", words[what]);
}

#define PASS_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, type, "the element that moves", guerre_types, SW) \
    CHOICE(of, friend, "the friend in its way", guerre_types, PI) \
    YES(of, engaged, "one of the two is engaged") \
    NUMBER(of, turn, "difference of their headings, quarter degrees", 0, ST_TURN - 1, 0) \
    YES(of, flight, "it flees or routs (5.5.3)")
ST_ASKED(pass_asked, PASS_ASKED)

static void ask_pass(const void *asked, struct st_sheet *out)
{
    const struct pass_asked *in = asked;

    if (in->type == CP) {
        st_sheet_refuse(out, "5.3.3", "a camp never moves");
        return;
    }
    bool may =
        st_look(&out->table, out->table.plan->chart[CHART_INTERPENETRATION], in->type, in->friend);
    const char *no = !may          ? "no (5.5.1): the table forbids it"
                     : in->flight  ? NULL
                     : in->engaged ? "no (5.5.1): one of the two is engaged"
                     : in->turn != 0 && in->turn != ABOUT
                         ? "no (5.5.1): headings neither equal nor opposite"
                         : NULL;
    st_sheet_says(out, "%s", no ? no : "yes");
}

/* ---- movement (5.1.13, 5.3.2) ------------------------------------------------------------ */

#define SPEED_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, type, "type", guerre_types, PI) \
    CHOICE(of, grade, "grade", guerre_grades, REGULAR) \
    YES(of, swiss, "Swiss") \
    CHOICE(of, ground, "ground on the way", ground_choices, OPEN_GROUND) \
    NUMBER(of, advance, "mm straight ahead", 0, 999, 0) \
    NUMBER(of, wheel, "quarter degrees wheeled", 0, 360, 0) \
    NUMBER(of, front, "elements in the front row", 1, 16, 1)
ST_ASKED(speed_asked, SPEED_ASKED)

static void ask_speed(const void *asked, struct st_sheet *out)
{
    static const uint8_t column[GRADES] = { SPEED_REGULAR, SPEED_VETERAN, SPEED_ELITE,
                                            SPEED_RECRUITS };
    const struct guerre_plan *f = plan_of(&out->table);
    const struct speed_asked *in = asked;
    int type = in->type, ground = in->ground - 1;

    if (in->swiss && in->grade == RECRUITS)
        st_sheet_refuse(out, "5.1.13", "there are no Swiss recruits");
    int speed = f->speed_mm[type][in->swiss ? SPEED_SWISS : column[in->grade]];
    st_tell(&out->table, "5.1.13", "speed %d mm", speed);
    if (f->range[type])
        st_tell(&out->table, "5.6.1", "range %d mm", mm_of(f->range[type]));
    if (f->flight_mm[type])
        st_tell(&out->table, "5.9.1", "flees %d mm", f->flight_mm[type]);
    if (ground >= 0 && f->forbidden[ground] >> type & 1) {
        st_sheet_says(out, "forbidden ground (5.3.13)");
        return;
    }
    if (ground >= 0 && f->slow[ground] >> type & 1) {
        speed /= 2;
        st_tell(&out->table, "5.3.11", "slow ground: %d mm", speed);
    }
    int wheel = in->wheel ? guerre_wheel_mm(in->front, in->wheel) : 0, cost = in->advance + wheel;
    if (wheel)
        st_tell(&out->table, "5.3.2", "the wheel costs %d mm", wheel);
    if (cost == 0)
        st_sheet_says(out, "%d mm", speed);
    else
        st_sheet_says(out, "%d of %d mm%s", cost, speed, cost > speed ? ": too far (5.3.2)" : "");
}

/* ---- ground (5.12) ----------------------------------------------------------------------- */

#define GROUND_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, ground, "kind of ground", ground_choices + 1, WOOD) \
    CHOICE(of, type, "for this element", guerre_types, PI)
ST_ASKED(ground_asked, GROUND_ASKED)

static void ask_ground(const void *asked, struct st_sheet *out)
{
    const struct ground_asked *in = asked;
    const struct guerre_plan *f = plan_of(&out->table);
    int ground = in->ground, type = in->type;
    bool ranked = type == PI || type == SP || missile_foot(type);

    st_sheet_says(out, "%s",
                  f->forbidden[ground] >> type & 1 ? "forbidden (5.3.13)"
                  : f->slow[ground] >> type & 1    ? "slow (5.3.11)"
                                                   : "free");
    if (f->harsh[ground])
        st_sheet_says(out, "%s", type == LF ? "no harm to light foot (5.7.9)" : "difficult (5.7.9)");
    if (f->unranked[ground] && ranked)
        st_sheet_says(out, "no rank bonus against who holds it (5.7.6)");
    if (f->core[ground])
        st_sheet_says(out, "hides what is more than 20 mm inside (5.12.4)");
    if (f->crest[ground])
        st_sheet_says(out, "its crest hides what is behind (5.12.5)");
    if (f->overhead[ground] >> type & 1)
        st_sheet_says(out, "it shoots over others from there (5.6.9)");
    if (f->cover[ground])
        st_sheet_says(out, "cover %d (5.6.14)", f->cover[ground]);
}

/* ---- command (5.2) ----------------------------------------------------------------------- */

static const char *const order_choices[] = { "move", "about", "form", "replace", "reman", NULL };
enum { ORDER_MOVE, ORDER_FORM = 2 };
#define COMMAND_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, order, "order", order_choices, ORDER_MOVE) \
    NUMBER(of, elements, "elements that act", 1, 16, 1) \
    NUMBER(of, distance, "mm to the commander", 0, 2000, 0) \
    YES(of, unseen, "out of his sight") \
    YES(of, lost, "the commander is lost") \
    YES(of, engaged, "the commander is engaged") \
    YES(of, himself, "the commander's own element alone")
ST_ASKED(command_asked, COMMAND_ASKED)

static void ask_command(const void *asked, struct st_sheet *out)
{
    const struct command_asked *in = asked;
    int points = in->order == ORDER_FORM ? in->elements : 1;
    const char *doubled = in->lost                              ? "the commander is lost"
                          : in->engaged                         ? "the commander is engaged"
                          : in->unseen                          ? "out of sight"
                          : in->distance > mm_of(COMMAND_RANGE) ? "farther than 300 mm"
                                                                : NULL;

    if (in->himself) {
        st_sheet_says(out, "%d CP, or his free point (5.2.8)", points);
        return;
    }
    st_tell(&out->table, in->order == ORDER_MOVE ? "5.2.4" : "5.2.7", "%d for the order", points);
    if (doubled)
        st_tell(&out->table, "5.2.4", "doubled: %s", doubled);
    st_sheet_says(out, "%d CP", doubled ? 2 * points : points);
}

/* ---- geometry (5.1) ---------------------------------------------------------------------- */

struct base_asked {
    uint8_t type;
    int x, y, h;
};
struct bases_asked {
    struct base_asked a, b;
};
static const struct st_input overlap_inputs[] = {
    TYPE_IN(struct bases_asked, a.type, "a", "first element", PI),
    ST_ASK_NUMBER_AS(struct bases_asked, a.x, "ax", "its x, mm", 0, 2000, 450),
    ST_ASK_NUMBER_AS(struct bases_asked, a.y, "ay", "its y, mm", 0, 2000, 300),
    ST_ASK_NUMBER_AS(struct bases_asked, a.h, "ah", "its heading", 0, ST_TURN - 1, 0),
    TYPE_IN(struct bases_asked, b.type, "b", "second element", PI),
    ST_ASK_NUMBER_AS(struct bases_asked, b.x, "bx", "its x, mm", 0, 2000, 450),
    ST_ASK_NUMBER_AS(struct bases_asked, b.y, "by", "its y, mm", 0, 2000, 300),
    ST_ASK_NUMBER_AS(struct bases_asked, b.h, "bh", "its heading", 0, ST_TURN - 1, ABOUT),
};

static struct st_box asked_base(const struct st_sheet *out, const struct base_asked *in)
{
    struct st_pose pose = { .at = st_point_mm(in->x, in->y), .facing = (int16_t)in->h };

    return base_at(pose, plan_of(&out->table)->depth[in->type]);
}

/* Micrometres as people read them: millimetres, to the third place. */
static const char *mm_text(char room[16], int32_t um)
{
    snprintf(room, 16, "%s%d.%03d", um < 0 ? "-" : "", abs(um) / ST_MM, abs(um) % ST_MM);
    return room;
}

/* Along the two axes of a, to the side and ahead. */
static void tell_overlaps(const struct st_table *t, const char *whose, const struct st_box *a, const struct st_box *b)
{
    char side[16], ahead[16];
    struct st_box in = st_box_around(b, a->pose);
    int32_t u = a->right - in.left < in.right - a->left ? a->right - in.left : in.right - a->left;
    int32_t v = a->front - in.back < in.front - a->back ? a->front - in.back : in.front - a->back;

    st_tell(t, "5.1.8", "along the %s: %s mm across and %s mm in depth", whose, mm_text(side, u), mm_text(ahead, v));
}

static void ask_overlap(const void *asked, struct st_sheet *out)
{
    const struct bases_asked *in = asked;
    struct st_box a = asked_base(out, &in->a), b = asked_base(out, &in->b);
    int32_t depth = st_box_depth(&a, &b);
    int on = guerre_front_on(a.pose, b.pose, -b.back),
        by = guerre_front_on(b.pose, a.pose, -a.back);
    char far[16];

    if (depth >= -TOLERANCE) {
        tell_overlaps(&out->table, "first base", &a, &b);
        tell_overlaps(&out->table, "second base", &b, &a);
    } else {
        st_tell(&out->table, "5.1.9", "distance %s mm",
                mm_text(far, (int32_t)st_root_up((uint64_t)st_box_gap2(&a, &b))));
    }
    if (on >= 0)
        st_tell(&out->table, "5.4.5", "the first is engaged on the %s of the second",
                guerre_sides4[on]);
    if (by >= 0)
        st_tell(&out->table, "5.4.5", "the second is engaged on the %s of the first",
                guerre_sides4[by]);
    if (depth > TOLERANCE)
        st_sheet_says(out, "overlap by %s mm", mm_text(far, depth));
    else
        st_sheet_says(out, depth < -TOLERANCE ? "apart" : "touching");
}

static const struct st_input corners_inputs[] = {
    ST_ASK_CHOICE(struct base_asked, type, "type", guerre_types, PI),
    ST_ASK_NUMBER(struct base_asked, x, "x, mm", 0, 2000, 450),
    ST_ASK_NUMBER(struct base_asked, y, "y, mm", 0, 2000, 300),
    ST_ASK_NUMBER(struct base_asked, h, "heading", 0, ST_TURN - 1, 0),
};

static void ask_corners(const void *asked, struct st_sheet *out)
{
    static const char *const names[] = { "front left", "front right", "rear right", "rear left" };
    struct st_box a = asked_base(out, asked);
    struct st_point corner[4], centre = st_box_centre(&a);
    char x[16], y[16];

    st_box_corners(corner, &a);
    for (int i = 0; i < 4; i++)
        st_tell(&out->table, "5.1.7", "%s: %s mm east and %s mm north", names[i], mm_text(x, corner[i].x),
                mm_text(y, corner[i].y));
    st_sheet_says(out, "its centre: %s mm east and %s mm north", mm_text(x, centre.x), mm_text(y, centre.y));
}

#define TERRAIN_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    NUMBER(of, die, "the terrain die", 1, 6, 1) \
    NUMBER(of, placed, "pieces that stand", 0, 5, 3) \
    NUMBER(of, remove, "the removal die", 1, 6, 1) \
    NUMBER(of, elements, "elements of the attacker, without camp", 1, 40, 14)
ST_ASKED(terrain_asked, TERRAIN_ASKED)

static void ask_terrain(const void *asked, struct st_sheet *out)
{
    const struct terrain_asked *in = asked;
    const struct guerre_plan *f = plan_of(&out->table);
    bool may = in->placed >= 3 &&
               (in->placed == 3 ? f->dice[in->remove].remove3 : f->dice[in->remove].remove45);

    st_sheet_says(out, "%d pieces%s; %s may be removed or turned; bridges %d%s; reserve %d",
                  f->dice[in->die].pieces, f->dice[in->die].river ? " or a river" : "",
                  may ? "one" : "none", f->dice[in->die].bridges, f->dice[in->die].dry ? ", dry" : "",
                  guerre_reserve(in->elements));
}

/* ---- the list ---------------------------------------------------------------------------- */

static const struct st_question questions[] = {
    { "melee", "How will this melee go?", "5.7.3", ST_TERMS(melee_inputs, struct melee_asked, ask_melee) },
    { "rounds", "And if we follow up and fight on, three rounds at most?", "5.10.3",
      ST_TERMS(melee_inputs, struct melee_asked, ask_rounds) },
    { "shoot", "What will this fire do?", "5.6.12", ST_TERMS(shoot_inputs, struct shoot_asked, ask_shoot) },
    { "recoil", "What if it recoils onto this friend?", "5.8.6", ST_ASKS(recoil_asked, ask_recoil) },
    { "result", "What becomes of the loser?", "5.7.12", ST_ASKS(result_asked, ask_result) },
    { "replace", "May it be replaced in melee?", "5.7.14", ST_ASKS(replace_asked, ask_replace) },
    { "ground", "What does this ground do?", "5.12.1", ST_ASKS(ground_asked, ask_ground) },
    { "pass", "May it pass through this friend?", "5.5.1", ST_ASKS(pass_asked, ask_pass) },
    { "speed", "How far may it go, and what does this move cost?", "5.3.2",
      ST_ASKS(speed_asked, ask_speed) },
    { "command", "What does this order cost?", "5.2.4", ST_ASKS(command_asked, ask_command) },
    { "overlap", "Do these two bases overlap, touch, engage?", "5.1.8",
      ST_TERMS(overlap_inputs, struct bases_asked, ask_overlap) },
    { "corners", "Where exactly does this base stand?", "5.1.7",
      ST_TERMS(corners_inputs, struct base_asked, ask_corners) },
    { "terrain", "What do the terrain dice allow?", "5.13.2", ST_ASKS(terrain_asked, ask_terrain) },
};
const struct st_questions guerre_questions = { ST_ROWS(questions) };
