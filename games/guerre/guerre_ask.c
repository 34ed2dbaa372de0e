/* guerre_ask.c - what an umpire is asked at a real table, answered by what the steps use. */
#include "guerre/guerre.h"

#include "core/question.h"

#include <stdio.h>
#include <string.h>

static const char *const type_choices[] = { "GE", "CV", "LC", "MC", "PI", "SP", "HB", "SW",
                                            "FH", "MF", "AQ", "LF", "AR", "OG", "CP", NULL };
static const char *const grade_choices[] = { "R", "V", "E", "C", NULL };
static const char *const ground_choices[] = { "open",   "WOOD", "FIELD", "TOWN",  "MARSH",
                                              "BROKEN", "HILL", "STEEP", "RIVER", "DRY",
                                              "BRIDGE", "FORT", "bank",  NULL };
enum { OPEN_GROUND };

#define TYPE_IN(key, title, dflt)                                                                  \
    {                                                                                              \
        key, title, ST_IN_CHOICE, type_choices, 0, 0, dflt, NULL                                   \
    }
#define GRADE_IN(key, title)                                                                       \
    {                                                                                              \
        key, title, ST_IN_CHOICE, grade_choices, 0, 0, REGULAR, NULL                               \
    }
#define YES_IN(key, title)                                                                         \
    {                                                                                              \
        key, title, ST_IN_YES, NULL, 0, 1, 0, NULL                                                 \
    }
#define NUMBER_IN(key, title, lo, hi, dflt)                                                        \
    {                                                                                              \
        key, title, ST_IN_NUMBER, NULL, lo, hi, dflt, NULL                                         \
    }

/* Answering needs no game: only the plan's charts. */
static struct st_table charts_of(const struct st_sheet *out)
{
    return out->table;
}

/* ---- melee (5.7) ------------------------------------------------------------------------- */

enum {
    M_TYPE,
    M_GRADE,
    M_CINC,
    M_RANKS,
    M_SUPPORTS,
    M_FLANKED,
    M_HIGHER,
    M_FORT,
    M_HARSH,
    M_ROUTING,
    M_FOLLOWS,
    M_CHARGED,
    M_ENEMY,
    M_ENEMY_GRADE,
    M_ENEMY_CINC,
    M_ENEMY_RANKS,
    M_ENEMY_SUPPORTS,
    M_ENEMY_FLANKED,
    M_ENEMY_HIGHER,
    M_ENEMY_FORT,
    M_ENEMY_HARSH,
    M_ENEMY_ROUTING,
    M_ENEMY_BANK,
    MELEE_INPUTS
};

static const struct st_input melee_inputs[] = {
    [M_TYPE] = TYPE_IN("type", "your element", PI),
    [M_GRADE] = GRADE_IN("grade", "its grade"),
    [M_CINC] = YES_IN("cinc", "it is the commander"),
    [M_RANKS] = NUMBER_IN("ranks", "pikes or spears behind it", 0, 3, 0),
    [M_SUPPORTS] = NUMBER_IN("supports", "friends that support it", 0, 8, 0),
    [M_FLANKED] = YES_IN("flanked", "taken in flank or rear"),
    [M_HIGHER] = YES_IN("higher", "higher, or on a bank above"),
    [M_FORT] = YES_IN("fort", "lines a fortification, enemy on its front"),
    [M_HARSH] = YES_IN("harsh", "stands in difficult ground"),
    [M_ROUTING] = YES_IN("routing", "routing"),
    [M_FOLLOWS] = YES_IN("follows", "fights on after following up"),
    [M_CHARGED] = YES_IN("charged", "has just charged this enemy"),
    [M_ENEMY] = TYPE_IN("enemy", "enemy element", SW),
    [M_ENEMY_GRADE] = GRADE_IN("enemy_grade", "its grade"),
    [M_ENEMY_CINC] = YES_IN("enemy_cinc", "it is the commander"),
    [M_ENEMY_RANKS] = NUMBER_IN("enemy_ranks", "pikes or spears behind it", 0, 3, 0),
    [M_ENEMY_SUPPORTS] = NUMBER_IN("enemy_supports", "friends that support it", 0, 8, 0),
    [M_ENEMY_FLANKED] = YES_IN("enemy_flanked", "taken in flank or rear"),
    [M_ENEMY_HIGHER] = YES_IN("enemy_higher", "higher, or on a bank above"),
    [M_ENEMY_FORT] = YES_IN("enemy_fort", "lines a fortification, you on its front"),
    [M_ENEMY_HARSH] = YES_IN("enemy_harsh", "stands in difficult ground"),
    [M_ENEMY_ROUTING] = YES_IN("enemy_routing", "routing"),
    [M_ENEMY_BANK] = YES_IN("enemy_bank", "stands on a bank above you"),
};

struct pair {
    struct guerre_terms mine, its;
};

static void rank_types(struct guerre_terms *in, int ranks)
{
    for (int i = 0; i < ranks; i++)
        in->file[i] = (uint8_t)((in->type == SP ? SP : PI) + 1);
}

static struct pair pair_of(const struct st_value *v)
{
    struct pair p = {
        .mine = { .type = (uint8_t)v[M_TYPE].n,
                  .grade = (uint8_t)v[M_GRADE].n,
                  .enemy_type = (uint8_t)v[M_ENEMY].n,
                  .cinc = v[M_CINC].n,
                  .flanked = v[M_FLANKED].n,
                  .higher = v[M_HIGHER].n,
                  .follows = v[M_FOLLOWS].n,
                  .fort = v[M_FORT].n,
                  .in_harsh = v[M_HARSH].n,
                  .at_harsh = v[M_ENEMY_HARSH].n,
                  .routing = v[M_ROUTING].n,
                  .ranks = !v[M_ENEMY_HARSH].n && !v[M_ENEMY_FORT].n && !v[M_ENEMY_BANK].n },
        .its = { .type = (uint8_t)v[M_ENEMY].n,
                 .grade = (uint8_t)v[M_ENEMY_GRADE].n,
                 .enemy_type = (uint8_t)v[M_TYPE].n,
                 .cinc = v[M_ENEMY_CINC].n,
                 .flanked = v[M_ENEMY_FLANKED].n,
                 .higher = v[M_ENEMY_HIGHER].n || v[M_ENEMY_BANK].n,
                 .fort = v[M_ENEMY_FORT].n,
                 .in_harsh = v[M_ENEMY_HARSH].n,
                 .at_harsh = v[M_HARSH].n,
                 .routing = v[M_ENEMY_ROUTING].n,
                 .ranks = !v[M_HARSH].n && !v[M_FORT].n },
    };

    rank_types(&p.mine, v[M_RANKS].n);
    rank_types(&p.its, v[M_ENEMY_RANKS].n);
    /* 5.7.4: who is flanked has no use of his supporters. */
    p.mine.supporters = (uint8_t)(v[M_ENEMY_FLANKED].n ? 0 : v[M_ENEMY_SUPPORTS].n);
    p.its.supporters = (uint8_t)(v[M_FLANKED].n ? 0 : v[M_SUPPORTS].n);
    return p;
}

static const char *const result_words[] = { "destroyed", "recoils", "flees" };

/* What one pair of totals does, in words; 0 a tie, 1 the enemy loses, -1 we lose. */
static int outcome(const struct st_table *t, const struct pair *p, int mine, int its, bool charged,
                   int *result)
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

static int ask_melee(const struct st_plan *plan, const struct st_value *v, struct st_sheet *out,
                     struct st_error *err)
{
    struct pair p = pair_of(v);
    struct st_table t = charts_of(out), quiet = { plan, NULL, NULL };

    (void)err;
    st_tell(&t, "5.7.3", "%s", guerre_types[p.mine.type]);
    int mine = guerre_melee_value(&t, &p.mine);
    st_tell(&t, "5.7.3", "enemy %s", guerre_types[p.its.type]);
    int its = guerre_melee_value(&t, &p.its);
    st_tell(&t, "5.7.3", "%d against %d", mine, its);
    out->dice = "d66";
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            int result = 0, who = outcome(&quiet, &p, mine + a, its + b, v[M_CHARGED].n, &result);

            st_sheet_face(out, 10 * a + b, 1, 36, NULL, "%s%s%s",
                          who == 0  ? "tie"
                          : who > 0 ? "enemy"
                                    : "own",
                          who ? " " : "", who ? result_words[result] : "");
        }
    return ST_OK;
}

/* ---- three rounds (5.10) ----------------------------------------------------------------- */

enum { ROUNDS = 3 };

/* The enemy has recoiled 20 mm and we have followed: he no longer lines his work or stands on his
 * bank, nor we ours, and no bed is deep enough to hold a base that has followed out of it. */
static void thrown_back(struct pair *p, const struct st_value *v)
{
    p->mine.follows = true;
    p->mine.fort = p->its.fort = false;
    p->mine.ranks = !v[M_ENEMY_HARSH].n;
    p->its.ranks = !v[M_HARSH].n;
    p->its.higher = v[M_ENEMY_HIGHER].n;
}

static int ask_rounds(const struct st_plan *plan, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    struct pair p = pair_of(v);
    struct st_table t = charts_of(out), quiet = { plan, NULL, NULL };
    unsigned on = 1, total = 1; /* ways in which the fight goes on, of so many */
    int rounds = guerre_follower(p.mine.type) ? ROUNDS : 1;

    (void)err;
    if (rounds == 1)
        st_tell(&t, "5.10.1", "%s never follows up: one round", guerre_types[p.mine.type]);
    for (int round = 1; round <= rounds; round++) {
        unsigned count[3][3] = { { 0 } }; /* [tie, enemy, own][result] */

        if (round > 1)
            thrown_back(&p, v);
        st_tell(&t, "5.10.5", "round %d", round);
        int mine = guerre_melee_value(&t, &p.mine), its = guerre_melee_value(&t, &p.its);
        for (int a = 1; a <= 6; a++)
            for (int b = 1; b <= 6; b++) {
                int result = 0;
                int who =
                    outcome(&quiet, &p, mine + a, its + b, v[M_CHARGED].n && round == 1, &result);

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
    return ST_OK;
}

/* ---- shooting (5.6) ---------------------------------------------------------------------- */

enum {
    S_TYPE,
    S_GRADE,
    S_CINC,
    S_SUPPORTERS,
    S_CLOSE,
    S_DEEP,
    S_DOWNHILL,
    S_COVER,
    S_TARGET,
    S_TARGET_GRADE,
    S_TARGET_CINC,
    S_TARGET_COVER,
    S_TARGET_HARSH,
    S_HARSH,
    S_TARGET_ROUTING,
    S_REPLY,
    S_REPLY_CLOSE,
    S_REPLY_DEEP,
    S_REPLY_DOWNHILL
};

static const char *const cover_choices[] = { "none",   "bad_going", "fort",  "WOOD",  "FIELD",
                                             "TOWN",   "MARSH",     "BROKEN", "HILL", "STEEP",
                                             "RIVER",  "DRY",       "BRIDGE", "FORT", "bank",
                                             NULL };
enum { COVER_NONE, COVER_BAD_GOING, COVER_FORT, COVER_GROUNDS };

static const struct st_input shoot_inputs[] = {
    [S_TYPE] = TYPE_IN("type", "the firer", AQ),
    [S_GRADE] = GRADE_IN("grade", "its grade"),
    [S_CINC] = YES_IN("cinc", "it is the commander"),
    [S_SUPPORTERS] = NUMBER_IN("supporters", "elements that support the fire", 0, 3, 0),
    [S_CLOSE] = YES_IN("close", "at less than 40 mm"),
    [S_DEEP] = YES_IN("deep", "two or more elements behind the target"),
    [S_DOWNHILL] = YES_IN("downhill", "the firer stands at least 5 higher"),
    [S_COVER] = { "cover", "cover of the firer", ST_IN_CHOICE, cover_choices, 0, 0, 0, NULL },
    [S_TARGET] = TYPE_IN("target", "the target", HB),
    [S_TARGET_GRADE] = GRADE_IN("target_grade", "its grade"),
    [S_TARGET_CINC] = YES_IN("target_cinc", "it is the commander"),
    [S_TARGET_COVER] = { "target_cover", "its cover", ST_IN_CHOICE, cover_choices, 0, 0, 0, NULL },
    [S_TARGET_HARSH] = YES_IN("target_harsh", "it stands in difficult ground"),
    [S_HARSH] = YES_IN("harsh", "the firer stands in difficult ground"),
    [S_TARGET_ROUTING] = YES_IN("target_routing", "it is routing"),
    [S_REPLY] = YES_IN("reply", "it replies"),
    [S_REPLY_CLOSE] = YES_IN("reply_close", "and does so at less than 40 mm"),
    [S_REPLY_DEEP] = YES_IN("reply_deep", "two or more elements behind the firer"),
    [S_REPLY_DOWNHILL] = YES_IN("reply_downhill", "the target stands at least 5 higher"),
};

/* The row of the terrain chart, or -1; bad going is all alike as printed. */
static int cover_ground(int choice)
{
    return choice == COVER_NONE        ? -1
           : choice == COVER_BAD_GOING ? WOOD
           : choice == COVER_FORT      ? FORT
                                       : choice - COVER_GROUNDS;
}

static int cover_value(const struct st_table *t, int choice)
{
    int ground = cover_ground(choice);

    return ground < 0 ? 0 : plan_of(t)->cover[ground];
}

static bool cover_harsh(const struct st_table *t, int choice)
{
    int ground = cover_ground(choice);

    return ground >= 0 && plan_of(t)->harsh[ground];
}

static int ask_shoot(const struct st_plan *plan, const struct st_value *v, struct st_sheet *out,
                     struct st_error *err)
{
    struct st_table t = charts_of(out), quiet = { plan, NULL, NULL };
    struct guerre_shot_terms fire = { .type = (uint8_t)v[S_TYPE].n,
                                      .grade = (uint8_t)v[S_GRADE].n,
                                      .enemy_type = (uint8_t)v[S_TARGET].n,
                                      .cinc = v[S_CINC].n,
                                      .fires = true,
                                      .close = v[S_CLOSE].n,
                                      .deep = v[S_DEEP].n,
                                      .downhill = v[S_DOWNHILL].n };
    struct guerre_shot_terms target = { .type = (uint8_t)v[S_TARGET].n,
                                        .grade = (uint8_t)v[S_TARGET_GRADE].n,
                                        .enemy_type = (uint8_t)v[S_TYPE].n,
                                        .cinc = v[S_TARGET_CINC].n,
                                        .routing = v[S_TARGET_ROUTING].n,
                                        .fires = v[S_REPLY].n,
                                        .target_of_fire = true,
                                        .close = v[S_REPLY_CLOSE].n,
                                        .deep = v[S_REPLY_DEEP].n,
                                        .downhill = v[S_REPLY_DOWNHILL].n,
                                        .supporters = (uint8_t)v[S_SUPPORTERS].n };
    const struct guerre_plan *f = plan->data;

    (void)err;
    if (f->range[fire.type] == 0)
        return st_sheet_refuse(out, "5.6.1", "%s does not shoot", guerre_types[fire.type]);
    if (target.fires && f->range[target.type] == 0)
        return st_sheet_refuse(out, "5.6.11", "%s cannot reply", guerre_types[target.type]);
    if (v[S_SUPPORTERS].n > (artillery(fire.type) ? 2 : missile_foot(fire.type) ? 3 : 0))
        return st_sheet_refuse(out, "5.6.10", "%s has no so many supporters",
                               guerre_types[fire.type]);
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
                guerre_cover(&y, x, cover_value(&t, v[S_TARGET_COVER].n));
            else if (x < y && target.fires)
                guerre_cover(&x, y, cover_value(&t, v[S_COVER].n));
            if (x == y || (x < y && !target.fires)) {
                st_sheet_face(out, 10 * a + b, 1, 36, NULL, "%s", x == y ? "tie" : "no effect");
                continue;
            }
            bool hit = y < x;
            loser = hit ? target.type : fire.type;
            winner = hit ? fire.type : target.type;
            band = guerre_half(hit ? y : x, hit ? x : y) ? BAND_HALF : BAND_LESS;
            int result = guerre_result_of(&quiet, loser, winner, band, false, false,
                                          hit ? v[S_TARGET_HARSH].n ||
                                                    cover_harsh(&t, v[S_TARGET_COVER].n)
                                              : v[S_HARSH].n || cover_harsh(&t, v[S_COVER].n));
            st_sheet_face(out, 10 * a + b, 1, 36, NULL, "%s %s", hit ? "target" : "firer",
                          artillery(loser) && result == RES_RECOIL ? "crew flees"
                                                                   : result_words[result]);
        }
    return ST_OK;
}

/* ---- results (5.7.12) -------------------------------------------------------------------- */

static const char *const band_choices[] = { "LESS", "HALF", NULL };
static const char *const how_choices[] = { "melee", "charge", "fire", NULL };
enum { BY_MELEE, BY_CHARGE, BY_FIRE };
static const struct st_input result_inputs[] = {
    TYPE_IN("type", "the loser", PI),
    { "band", "its total is less, or at most half", ST_IN_CHOICE, band_choices, 0, 0, 0, NULL },
    { "by", "it lost a melee, a charge of its own, or was shot at", ST_IN_CHOICE, how_choices, 0, 0,
      0, NULL },
    YES_IN("harsh", "it stands in difficult ground"),
};

static int ask_result(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    static const char *const words[] = { "destroyed by", "recoils from", "flees from" };
    struct st_table quiet = { p, NULL, NULL };
    size_t n = 0;

    (void)err;
    for (int result = 0; result < 3; result++) {
        bool any = false;

        for (int enemy = 0; enemy < TYPES; enemy++) {
            if (guerre_result_of(&quiet, v[0].n, enemy, v[1].n, v[2].n != BY_FIRE,
                                 v[2].n == BY_CHARGE, v[3].n) != result)
                continue;
            snprintf(out->verdict + n, sizeof out->verdict - n, "%s%s %s", n && !any ? "; " : "",
                     any ? "" : words[result], guerre_types[enemy]);
            n = strlen(out->verdict);
            any = true;
        }
    }
    return ST_OK;
}

/* ---- replacement (5.7.14) ---------------------------------------------------------------- */

static const struct st_input replace_inputs[] = {
    TYPE_IN("type", "the element in melee", PI),
    TYPE_IN("by", "the one that takes its place", SW),
};

static int ask_replace(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    const struct guerre_plan *f = p->data;

    (void)err;
    snprintf(out->verdict, sizeof out->verdict, "%s",
             f->replaces[v[0].n][v[1].n] ? "yes" : "no (5.7.14)");
    return ST_OK;
}

/* ---- recoil and interpenetration (5.8.6, 5.5.1) ------------------------------------------ */

static const struct st_input recoil_inputs[] = {
    TYPE_IN("type", "the element that recoils", GE),
    TYPE_IN("friend", "the friend behind it", PI),
};

static int ask_recoil(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    static const char *const words[] = { "the friend is pushed back", "it goes through",
                                         "it is lost", "the friend is destroyed and it recoils",
                                         "its crew flees" };

    (void)err;
    int what = st_look(&out->table, p->chart[CHART_RECOIL], v[0].n, v[1].n);
    snprintf(out->verdict, sizeof out->verdict, "%s", words[what]);
    return ST_OK;
}

static const struct st_input pass_inputs[] = {
    TYPE_IN("type", "the element that moves", SW),
    TYPE_IN("friend", "the friend in its way", PI),
    YES_IN("engaged", "one of the two is engaged"),
    NUMBER_IN("turn", "difference of their headings, quarter degrees", 0, ST_TURN - 1, 0),
    YES_IN("flight", "it flees or routs (5.5.3)"),
};

static int ask_pass(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                    struct st_error *err)
{
    (void)err;
    if (v[0].n == CP)
        return st_sheet_refuse(out, "5.3.3", "a camp never moves");
    bool may = st_look(&out->table, p->chart[CHART_INTERPENETRATION], v[0].n, v[1].n);
    const char *no = !may     ? "no (5.5.1): the table forbids it"
                     : v[4].n ? NULL
                     : v[2].n ? "no (5.5.1): one of the two is engaged"
                     : v[3].n != 0 && v[3].n != ABOUT
                         ? "no (5.5.1): headings neither equal nor opposite"
                         : NULL;
    snprintf(out->verdict, sizeof out->verdict, "%s", no ? no : "yes");
    return ST_OK;
}

/* ---- movement (5.1.13, 5.3.2) ------------------------------------------------------------ */

static const struct st_input speed_inputs[] = {
    TYPE_IN("type", "type", PI),
    GRADE_IN("grade", "grade"),
    YES_IN("swiss", "Swiss"),
    { "ground", "ground on the way", ST_IN_CHOICE, ground_choices, 0, 0, OPEN_GROUND, NULL },
    NUMBER_IN("advance", "mm straight ahead", 0, 999, 0),
    NUMBER_IN("wheel", "quarter degrees wheeled", 0, 360, 0),
    NUMBER_IN("front", "elements in the front row", 1, 16, 1),
};

static int ask_speed(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                     struct st_error *err)
{
    static const uint8_t column[GRADES] = { SPEED_REGULAR, SPEED_VETERAN, SPEED_ELITE,
                                            SPEED_RECRUITS };
    const struct guerre_plan *f = p->data;
    int type = v[0].n, ground = v[3].n - 1;

    (void)err;
    if (v[2].n && v[1].n == RECRUITS)
        return st_sheet_refuse(out, "5.1.13", "there are no Swiss recruits");
    int speed = f->speed_mm[type][v[2].n ? SPEED_SWISS : column[v[1].n]];
    st_tell(&out->table, "5.1.13", "speed %d mm", speed);
    if (f->range[type])
        st_tell(&out->table, "5.6.1", "range %d mm", mm_of(f->range[type]));
    if (f->flight_mm[type])
        st_tell(&out->table, "5.9.1", "flees %d mm", f->flight_mm[type]);
    if (ground >= 0 && f->forbidden[ground] >> type & 1) {
        snprintf(out->verdict, sizeof out->verdict, "forbidden ground (5.3.13)");
        return ST_OK;
    }
    if (ground >= 0 && f->slow[ground] >> type & 1) {
        speed /= 2;
        st_tell(&out->table, "5.3.11", "slow ground: %d mm", speed);
    }
    int wheel = v[5].n ? guerre_wheel_mm(v[6].n, v[5].n) : 0, cost = v[4].n + wheel;
    if (wheel)
        st_tell(&out->table, "5.3.2", "the wheel costs %d mm", wheel);
    if (cost == 0)
        snprintf(out->verdict, sizeof out->verdict, "%d mm", speed);
    else
        snprintf(out->verdict, sizeof out->verdict, "%d of %d mm%s", cost, speed,
                 cost > speed ? ": too far (5.3.2)" : "");
    return ST_OK;
}

/* ---- ground (5.12) ----------------------------------------------------------------------- */

static const struct st_input ground_inputs[] = {
    { "ground", "kind of ground", ST_IN_CHOICE, ground_choices + 1, 0, 0, WOOD, NULL },
    TYPE_IN("type", "for this element", PI),
};

static void say(struct st_sheet *out, const char *words)
{
    size_t n = strlen(out->verdict);

    snprintf(out->verdict + n, sizeof out->verdict - n, "%s%s", n ? ", " : "", words);
}

static int ask_ground(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    const struct guerre_plan *f = p->data;
    int ground = v[0].n, type = v[1].n;
    bool ranked = type == PI || type == SP || missile_foot(type);
    char cover[24];

    (void)err;
    say(out, f->forbidden[ground] >> type & 1 ? "forbidden (5.3.13)"
             : f->slow[ground] >> type & 1    ? "slow (5.3.11)"
                                              : "free");
    if (f->harsh[ground])
        say(out, type == LF ? "no harm to light foot (5.7.9)" : "difficult (5.7.9)");
    if (f->unranked[ground] && ranked)
        say(out, "no rank bonus against who holds it (5.7.6)");
    if (f->core[ground])
        say(out, "hides what is more than 20 mm inside (5.12.4)");
    if (f->crest[ground])
        say(out, "its crest hides what is behind (5.12.5)");
    if (f->overhead[ground] >> type & 1)
        say(out, "it shoots over others from there (5.6.9)");
    snprintf(cover, sizeof cover, "cover %d (5.6.14)", f->cover[ground]);
    if (f->cover[ground])
        say(out, cover);
    return ST_OK;
}

/* ---- command (5.2) ----------------------------------------------------------------------- */

static const char *const order_choices[] = { "move", "about", "form", "replace", "reman", NULL };
static const struct st_input command_inputs[] = {
    { "order", "order", ST_IN_CHOICE, order_choices, 0, 0, 0, NULL },
    NUMBER_IN("elements", "elements that act", 1, 16, 1),
    NUMBER_IN("distance", "mm to the commander", 0, 2000, 0),
    YES_IN("unseen", "out of his sight"),
    YES_IN("lost", "the commander is lost"),
    YES_IN("engaged", "the commander is engaged"),
    YES_IN("himself", "the commander's own element alone"),
};

static int ask_command(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    int points = v[0].n == 2 ? v[1].n : 1;
    bool doubled = v[2].n > mm_of(COMMAND_RANGE) || v[3].n || v[4].n || v[5].n;

    (void)p, (void)err;
    if (v[6].n) {
        snprintf(out->verdict, sizeof out->verdict, "%d CP, or his free point (5.2.8)", points);
        return ST_OK;
    }
    st_tell(&out->table, v[0].n == 0 ? "5.2.4" : "5.2.7", "%d for the order", points);
    if (doubled)
        st_tell(&out->table, "5.2.4", "doubled: %s",
                v[4].n   ? "the commander is lost"
                : v[5].n ? "the commander is engaged"
                : v[3].n ? "out of sight"
                         : "farther than 300 mm");
    snprintf(out->verdict, sizeof out->verdict, "%d CP", doubled ? 2 * points : points);
    return ST_OK;
}

/* ---- geometry (5.1) ---------------------------------------------------------------------- */

static const struct st_input overlap_inputs[] = {
    TYPE_IN("a", "first element", PI),
    NUMBER_IN("ax", "its x, mm", 0, 2000, 450),
    NUMBER_IN("ay", "its y, mm", 0, 2000, 300),
    NUMBER_IN("ah", "its heading", 0, ST_TURN - 1, 0),
    TYPE_IN("b", "second element", PI),
    NUMBER_IN("bx", "its x, mm", 0, 2000, 450),
    NUMBER_IN("by", "its y, mm", 0, 2000, 300),
    NUMBER_IN("bh", "its heading", 0, ST_TURN - 1, ABOUT),
};

static struct st_box asked_base(const struct st_plan *p, const struct st_value *v)
{
    struct st_pose pose = { .at = st_point_mm(v[1].n, v[2].n), .facing = (int16_t)v[3].n };

    return base_at(pose, ((const struct guerre_plan *)p->data)->depth[v[0].n]);
}

/* Along the two axes of a, to the side and ahead. */
static void tell_overlaps(const struct st_table *t, const struct st_box *a, const struct st_box *b)
{
    struct st_box in = st_box_around(b, a->pose);
    int32_t u = a->right - in.left < in.right - a->left ? a->right - in.left : in.right - a->left;
    int32_t v = a->front - in.back < in.front - a->back ? a->front - in.back : in.front - a->back;

    st_tell(t, "5.1.8", "overlaps %d and %d um", u, v);
}

static int ask_overlap(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    struct st_box a = asked_base(p, v), b = asked_base(p, v + 4);
    int32_t depth = st_box_depth(&a, &b);
    int on = guerre_front_on(a.pose, b.pose, -b.back),
        by = guerre_front_on(b.pose, a.pose, -a.back);

    (void)err;
    tell_overlaps(&out->table, &a, &b);
    tell_overlaps(&out->table, &b, &a);
    st_tell(&out->table, "5.1.8", "pen %d um", depth);
    st_tell(&out->table, "5.1.9", "distance %d um, rounded up",
            (int)st_root_up((uint64_t)st_box_gap2(&a, &b)));
    if (on >= 0)
        st_tell(&out->table, "5.4.5", "the first is engaged on the %s of the second",
                guerre_sides4[on]);
    if (by >= 0)
        st_tell(&out->table, "5.4.5", "the second is engaged on the %s of the first",
                guerre_sides4[by]);
    snprintf(out->verdict, sizeof out->verdict, "%s, pen %d",
             depth > TOLERANCE     ? "overlap"
             : depth >= -TOLERANCE ? "touching"
                                   : "apart",
             depth);
    return ST_OK;
}

static const struct st_input corners_inputs[] = {
    TYPE_IN("type", "type", PI),
    NUMBER_IN("x", "x, mm", 0, 2000, 450),
    NUMBER_IN("y", "y, mm", 0, 2000, 300),
    NUMBER_IN("h", "heading", 0, ST_TURN - 1, 0),
};

static int ask_corners(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    static const char *const names[] = { "FL", "FR", "RR", "RL" };
    struct st_box a = asked_base(p, v);
    struct st_point corner[4], centre = st_box_centre(&a);
    char text[200] = "";

    (void)err;
    st_box_corners(corner, &a);
    for (int i = 0; i < 4; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s (%d, %d) ", names[i],
                 corner[i].x, corner[i].y);
    snprintf(out->verdict, sizeof out->verdict, "%.150scentre (%d, %d)", text, centre.x, centre.y);
    return ST_OK;
}

static const struct st_input terrain_inputs[] = {
    NUMBER_IN("die", "the terrain die", 1, 6, 1),
    NUMBER_IN("placed", "pieces that stand", 0, 5, 3),
    NUMBER_IN("remove", "the removal die", 1, 6, 1),
    NUMBER_IN("elements", "elements of the attacker, without camp", 1, 40, 14),
};

static int ask_terrain(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                       struct st_error *err)
{
    const struct guerre_plan *f = p->data;
    bool may = v[1].n >= 3 && (v[1].n == 3 ? f->dice[v[2].n].remove3 : f->dice[v[2].n].remove45);

    (void)err;
    snprintf(out->verdict, sizeof out->verdict,
             "%d pieces%s; %s may be removed or turned; bridges %d%s; reserve %d",
             f->dice[v[0].n].pieces, f->dice[v[0].n].river ? " or a river" : "",
             may ? "one" : "none", f->dice[v[0].n].bridges, f->dice[v[0].n].dry ? ", dry" : "",
             guerre_reserve(v[3].n));
    return ST_OK;
}

/* ---- the list ---------------------------------------------------------------------------- */

#define INPUTS(a) a, sizeof a / sizeof a[0]
static const struct st_question questions[] = {
    { "melee", "How will this melee go?", "5.7.3", INPUTS(melee_inputs), ask_melee },
    { "rounds", "And if we follow up and fight on, three rounds at most?", "5.10.3",
      INPUTS(melee_inputs), ask_rounds },
    { "shoot", "What will this fire do?", "5.6.12", INPUTS(shoot_inputs), ask_shoot },
    { "recoil", "What if it recoils onto this friend?", "5.8.6", INPUTS(recoil_inputs),
      ask_recoil },
    { "result", "What becomes of the loser?", "5.7.12", INPUTS(result_inputs), ask_result },
    { "replace", "May it be replaced in melee?", "5.7.14", INPUTS(replace_inputs), ask_replace },
    { "ground", "What does this ground do?", "5.12.1", INPUTS(ground_inputs), ask_ground },
    { "pass", "May it pass through this friend?", "5.5.1", INPUTS(pass_inputs), ask_pass },
    { "speed", "How far may it go, and what does this move cost?", "5.3.2", INPUTS(speed_inputs),
      ask_speed },
    { "command", "What does this order cost?", "5.2.4", INPUTS(command_inputs), ask_command },
    { "overlap", "Do these two bases overlap, touch, engage?", "5.1.8", INPUTS(overlap_inputs),
      ask_overlap },
    { "corners", "Where exactly does this base stand?", "5.1.7", INPUTS(corners_inputs),
      ask_corners },
    { "terrain", "What do the terrain dice allow?", "5.13.2", INPUTS(terrain_inputs), ask_terrain },
};
const struct st_questions guerre_questions = { ST_ROWS(questions) };
