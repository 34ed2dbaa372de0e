/* skirmish_ask.c - what an umpire is asked at a real table, answered by the functions of the steps.
 *
 * Natural values are given as 1 to 8 (a 6 thrown again: 6, then 7, then 8). Where several dice fall
 * the keys die, a_die and b_die fix them.
 */
#include "skirmish/skirmish.h"

#include "core/question.h"

#include <stdio.h>
#include <string.h>

enum { NATURALS = 8, NATURAL_TOTAL = 216 };

static const char *const firearm_choices[] = { "pistol", "musketoon", "musket", "fowler", NULL };
static const char *const weapon_choices[] = { "sword", "sabre", "soldier_sword", "bayonet", "butt",
                                              "stick", "farm_tool", "heavy_tool", "halberd",
                                              "espontoon", "lance", "knife", "hands", NULL };
static const char *const cover_choices[] = { "none", "cover", "forest", "swimming", "loophole",
                                             NULL };
static const char *const shooter_choices[] = { "still", "moving", "contacting", "contacted", NULL };
static const char *const troop_choices[] = { "foot", "light_cavalry", "heavy_cavalry",
                                             "mounted_infantry_fast", "mounted_infantry_farm",
                                             NULL };
static const char *const class_choices[] = { "open", "D", "V", "indoors", NULL };
static const char *const line_choices[] = { "no", "low_wall", "bank", "fence", "stakes",
                                            "battlement", "high_wall", "door", "large_opening",
                                            "window", "loophole", NULL };
static const char *const level_choices[] = { "none", "a", "b", NULL };
static const char *const equip_choices[] = { "light", "full", NULL };
static const char *const answer_choices[] = { "strike", "fire", NULL };
static const char *const ground_choices[] = { "bushes", "woods", "open", "road", "ford", "channel",
                                              "water", "rocks", "slope", "rise", "low_wall", "bank",
                                              "fence", "stakes", "battlement", "high_wall", "door",
                                              "large_opening", "window", "loophole", NULL };

/* A row: key, title, where it goes in the terms of the question, limits or words, default. */
#define NUMBER(key, title, member, lo, hi, dflt) ST_ASK_NUMBER_AS(TERMS, member, key, title, lo, hi, dflt)
#define YES(key, title, member)                  ST_ASK_YES_AS(TERMS, member, key, title)
#define CHOICE(key, title, member, list, dflt)   ST_ASK_CHOICE_AS(TERMS, member, key, title, list, dflt)
#define TEXT(key, title, member, dflt)           ST_ASK_TEXT_AS(TERMS, member, key, title, dflt)
#define PLACE(x_key, y_key, title, x_, y_, lo, x_dflt, y_dflt) \
    NUMBER(x_key, title, x_, lo, 3000, x_dflt), NUMBER(y_key, "and y", y_, lo, 3000, y_dflt)

/* The terms of a question nobody was asked the inputs of. */
static void set_defaults(void *terms, const struct st_input *row, int n)
{
    for (int i = 0; i < n; i++)
        st_member_put(terms, row[i].to, 0, row[i].dflt);
}

static const struct skirmish_plan *plan_asked(const struct st_sheet *out)
{
    return plan_of(&out->table);
}

static void add_row(struct st_sheet *out, struct st_frac p, const char *label)
{
    int i = 0;

    while (i < out->nrows && strcmp(out->row[i].label, label) != 0)
        i++;
    if (i < out->nrows && !st_frac_add(&out->row[i].p, out->row[i].p, p))
        st_sheet_bad(out, "the fractions are too long");
    if (i < out->nrows)
        return;
    st_assert(out->nrows < ST_SHEET_ROWS);
    struct st_sheet_row *r = &out->row[out->nrows++];
    snprintf(r->label, sizeof r->label, "%s", label);
    r->p = p;
}

/* ---- a shot (5.8) ------------------------------------------------------------------------ */

enum { STILL, MOVED, CONTACTING, CONTACTED };
struct shot_asked {
    struct skirmish_terms terms; /* those of the step */
    int range, cls, kind, shooter, target, cover, shots;
};

#define TERMS struct shot_asked
#define SHOT_INPUTS                                                                                \
    CHOICE("weapon", "firearm", terms.weapon, firearm_choices, MUSKET),                            \
    NUMBER("range", "mm between the bases", range, 0, 3000, 100),                                  \
    NUMBER("class", "class of the shooter", cls, 1, 6, 3),                                         \
    CHOICE("kind", "kind of the shooter, mounted unless foot", kind, troop_choices, FOOT),         \
    CHOICE("shooter", "what he does this turn", shooter, shooter_choices, STILL),                  \
    CHOICE("target", "kind of the target, mounted unless foot", target, troop_choices, FOOT),      \
    CHOICE("cover", "the worst between (5.3.7)", cover, cover_choices, 0),                         \
    YES("breastplate", "target wears a breastplate", terms.breastplate),                           \
    YES("furtive", "furtive target (5.8.13)", terms.furtive),                                      \
    YES("surprise", "shooter unseen until now", terms.surprise)

static const struct st_input shot_inputs[] = { SHOT_INPUTS };

static bool is_cavalry(int kind)
{
    return kind == LIGHT_CAVALRY || kind == HEAVY_CAVALRY;
}

static bool is_mtd_infantry(int kind)
{
    return kind == MTD_FAST || kind == MTD_FARM;
}

/* What the umpire would refuse (5.8.3, 5.8.10). */
static void shot_refused(const struct shot_asked *in, struct st_sheet *out)
{
    const struct skirmish_plan *f = plan_asked(out);
    const struct skirmish_gun *gun = &f->gun[in->terms.weapon];
    const char *called = skirmish_firearms[in->terms.weapon];
    int use = in->kind == FOOT ? 0 : is_cavalry(in->kind) ? 1 : 2;

    if (!gun->fires[use])
        st_sheet_refuse(out, "5.8.3", "a %s is not fired from the saddle", called);
    if ((in->shooter == MOVED || in->shooter == CONTACTING) && !gun->fires_moving)
        st_sheet_refuse(out, "5.8.3", "a %s is fired immobile", called);
    if (use == 2 && (in->shooter == MOVED ||
                     (in->shooter == CONTACTED && f->reading[READ_MET] == MET_MOVING)))
        st_sheet_refuse(out, "5.8.3",
                        "mounted infantry fires immobile, or at whom it rides into");
    if (in->terms.band < 0)
        st_sheet_refuse(out, "5.8.10", "%d mm is out of range of a %s", in->range, called);
}

static int shot_band(const struct skirmish_gun *gun, int range)
{
    for (int k = 0; k < BANDS; k++)
        if (gun->band_mm[k] && range <= gun->band_mm[k])
            return k;
    return -1;
}

/* The natural value needed, with its reasons told; 0 if there is no such shot. */
static int shot_need(const struct shot_asked *asked, struct st_sheet *out)
{
    static const int8_t covers[] = { 0, SHOT_COVER, SHOT_FOREST, SHOT_SWIMMING, SHOT_NARROW };
    const struct skirmish_plan *f = plan_asked(out);
    const struct skirmish_gun *gun = &f->gun[asked->terms.weapon];
    struct shot_asked in = *asked;
    struct skirmish_terms *terms = &in.terms;
    bool still = in.shooter == STILL ||
                 (in.shooter == CONTACTED && f->reading[READ_MET] == MET_STILL);

    if (in.target != FOOT && (in.cover == 1 || in.cover == 4))
        in.cover = 0; /* 7.11: riders get neither */
    terms->band = shot_band(gun, in.range);
    terms->terrain = in.cover ? f->shot_mod[covers[in.cover]] : 0;
    terms->terrain_why = cover_choices[in.cover];
    terms->moving = in.shooter == MOVED || (in.kind != FOOT && !still);
    terms->mounted_infantry = is_mtd_infantry(in.kind) &&
                              (still || f->reading[READ_SADDLE] == SADDLE_ADDED);
    terms->low_class = in.cls <= 2;
    shot_refused(&in, out);
    if (out->e)
        return 0;
    int mod = skirmish_shot_modifier(&out->table, terms), need = gun->band_need[terms->band] - mod;
    st_tell(&out->table, "5.8.16", "needs %d, modifier %+d: a natural %d", need + mod, mod, need);
    return need;
}

static void ask_shot(const void *asked, struct st_sheet *out)
{
    int need = shot_need(asked, out);

    out->dice = "a natural value, 1 to 8";
    for (int n = 1; n <= NATURALS; n++)
        st_sheet_face(out, n, skirmish_natural_weight(n), NATURAL_TOTAL, "%s",
                      n > 1 && n >= need ? "hit" : "miss");
}

static int hits_of_216(int need)
{
    int of216 = 0;

    for (int n = need < 2 ? 2 : need; n <= NATURALS; n++)
        of216 += skirmish_natural_weight(n);
    return of216;
}

/* ---- a volley (5.15.4) ------------------------------------------------------------------- */

enum { VOLLEY_MOST = 16 };
static const struct st_input volley_inputs[] = {
    SHOT_INPUTS, NUMBER("shots", "how many fire alike", shots, 1, VOLLEY_MOST, 6),
};

static void ask_volley(const void *asked, struct st_sheet *out)
{
    const struct shot_asked *in = asked;
    struct st_frac at[VOLLEY_MOST + 1] = { { 1, 1 } }, hit, miss;
    int n = in->shots;
    unsigned good = (unsigned)hits_of_216(shot_need(in, out));
    bool fits = true;

    for (int i = 1; i <= n; i++)
        for (int k = i; k >= 0; k--) {
            struct st_frac stay = { 0, 1 }, rise = { 0, 1 };

            hit = k ? at[k - 1] : (struct st_frac){ 0, 1 };
            miss = k < i ? at[k] : (struct st_frac){ 0, 1 };
            fits = fits && st_frac_scale(&rise, hit, good, NATURAL_TOTAL) &&
                   st_frac_scale(&stay, miss, NATURAL_TOTAL - good, NATURAL_TOTAL) &&
                   st_frac_add(&at[k], rise, stay);
            at[k] = st_frac_reduce(at[k]);
        }
    if (!fits)
        st_sheet_bad(out, "the fractions of %d shots are too long", n);
    for (int k = 0; k <= n; k++) {
        char label[32];

        snprintf(label, sizeof label, "%d", k);
        if (at[k].num)
            add_row(out, at[k], label);
    }
}

/* ---- one strike (5.9.6) ------------------------------------------------------------------ */

struct strike_asked {
    int modifier, cls;
    bool breastplate;
};
#undef TERMS
#define TERMS struct strike_asked
static const struct st_input strike_inputs[] = {
    NUMBER("modifier", "sum of the striker's modifiers", modifier, -6, 6, 0),
    NUMBER("class", "class of the struck", cls, 1, 6, 3),
    YES("breastplate", "the struck wears a breastplate", breastplate),
};
static const char *const result_words[] = { "miss", "recoil", "hit" };

static void ask_strike(const void *asked, struct st_sheet *out)
{
    const struct strike_asked *in = asked;

    out->dice = "a natural value, 1 to 8";
    for (int n = 1; n <= NATURALS; n++)
        st_sheet_face(out, n, skirmish_natural_weight(n), NATURAL_TOTAL, "%s",
                      result_words[skirmish_strike_result(plan_asked(out), n, n + in->modifier,
                                                          in->cls, in->breastplate ? 4 : 0)]);
}

/* ---- a melee (5.9, 5.10) ----------------------------------------------------------------- */

enum { FIGHTERS = 4 }; /* up to three against one */

struct man_asked {
    int cls, kind, weapon, die, ground; /* ground: X is indoors */
    bool breastplate, formed;
};
struct melee_asked {
    struct man_asked a, b;
    int count, across, higher; /* across: 1 + obstacle */
    bool b_moved, b_shot, charge;
};
#undef TERMS
#define TERMS struct melee_asked
#define STRIKER(key, who, man) /* what is asked of either */ \
    NUMBER(key "class", "class of " who, man.cls, 1, 6, 3), \
    YES(key "breastplate", who " wears a breastplate", man.breastplate), \
    CHOICE(key "kind", who ", mounted unless foot", man.kind, troop_choices, FOOT), \
    CHOICE(key "weapon", "weapon of " who, man.weapon, weapon_choices, SABRE), \
    YES(key "formed", who " in close order", man.formed), \
    NUMBER(key "die", "natural value of " who ", 0: thrown", man.die, 0, 8, 0)
static const struct st_input melee_inputs[] = {
    NUMBER("count", "men of A against the one B", count, 1, 3, 1),
    STRIKER("a_", "A", a),
    STRIKER("b_", "B", b),
    YES("b_moved", "B moved this turn", b_moved),
    YES("b_shot", "B has shot and does not strike", b_shot),
    YES("charge", "A charges B", charge),
    CHOICE("across", "A attacks B across a line or opening", across, line_choices, 0),
    CHOICE("a_ground", "where A stands: class for riders, or in a building", a.ground,
           class_choices, O),
    CHOICE("b_ground", "where B stands", b.ground, class_choices, O),
    CHOICE("higher", "who stands higher", higher, level_choices, 0),
};

struct bout { /* a melee with everything but the dice fixed */
    const struct skirmish_plan *f;
    int n; /* men of A; B is man n */
    struct skirmish_fighter man[FIGHTERS];
    int b_mod[FIGHTERS]; /* of B, against each of A */
    int length[FIGHTERS], die[FIGHTERS];
    char name[FIGHTERS][8];
    bool b_strikes;
};

/* What A's blow at B hangs on, or B's at A: the terms of the step. */
static struct skirmish_blow blow(const struct skirmish_plan *f, const struct melee_asked *in,
                                 bool is_a)
{
    const struct man_asked *own = is_a ? &in->a : &in->b, *foe = is_a ? &in->b : &in->a;
    bool charge = in->charge && !in->across, b_foot = in->b.kind == FOOT;
    bool steady_foot = b_foot && in->b.formed && !in->b_moved;
    bool bank = f->reading[READ_HEIGHTS] == HEIGHTS_LINES && b_foot && in->across &&
                f->bar_flag[BAR_HIGH][in->across - 1]; /* 7.23 */

    return (struct skirmish_blow){
        .weapon = own->weapon, .cls = own->cls, .mounted = own->kind != FOOT,
        .cavalry = is_cavalry(own->kind), .mtd_infantry = is_mtd_infantry(own->kind),
        .indoors = own->ground == X, .formed = own->formed,
        .foe_foot = foe->kind == FOOT, .foe_cavalry = is_cavalry(foe->kind),
        .foe_mtd_infantry = is_mtd_infantry(foe->kind), .defends = !is_a && in->across,
        .foe_higher = in->higher == (is_a ? 2 : 1) || (is_a && bank), .across = in->across > 0,
        .ground = own->ground > foe->ground ? own->ground : foe->ground,
        .charges = is_a && charge,
        .heavy_charge = is_a && charge && own->kind == HEAVY_CAVALRY && own->formed && !steady_foot,
        .braces = !is_a && charge && b_foot && !in->b_moved && f->braces[own->weapon],
    };
}

static int bout_length(const struct skirmish_plan *f, const struct man_asked *m)
{
    return f->length[m->weapon] == f->length_rank[LENGTH_LONG] && m->ground == X
               ? f->length_rank[LENGTH_SHORT] : f->length[m->weapon];
}

static struct skirmish_fighter fighter(const struct man_asked *m)
{
    return (struct skirmish_fighter){ .cls = m->cls, .armour = m->breastplate ? 4 : 0 };
}

static void man_refused(const struct skirmish_plan *f, const struct man_asked *m, const char *name,
                        struct st_sheet *out)
{
    if (!f->usable[m->kind != FOOT][m->weapon])
        st_sheet_refuse(out, "5.4.4", "%s cannot use a %s so", name,
                        skirmish_weapons[m->weapon]);
    if (m->ground == X && m->kind != FOOT)
        st_sheet_refuse(out, "5.2.2", "%s is mounted: riders enter no building", name);
}

static void melee_refused(const struct melee_asked *in, struct st_sheet *out)
{
    const struct skirmish_plan *f = plan_asked(out);

    man_refused(f, &in->a, "A", out);
    man_refused(f, &in->b, "B", out);
    if (in->across && !f->bar_flag[BAR_FOUGHT][in->across - 1])
        st_sheet_refuse(out, "5.1.6", "nobody fights across a %s",
                        line_choices[in->across]);
    if (in->charge && (!is_cavalry(in->a.kind) || in->a.ground != O))
        st_sheet_refuse(out, "5.11.1", "only cavalrymen charge, and only in the open");
}

/* Man i of A, alone with B: what both bring to it is told. */
static void bout_pair(const struct melee_asked *in, struct st_sheet *out, struct bout *b, int i)
{
    if (out->e)
        return;
    struct skirmish_blow a = blow(b->f, in, true), d = blow(b->f, in, false);

    b->length[i] = bout_length(b->f, &in->a);
    b->length[b->n] = bout_length(b->f, &in->b);
    st_tell(&out->table, "5.9.3", "%s strikes at length %d, %s at %d", b->name[i], b->length[i],
            b->name[b->n], b->length[b->n]);
    b->man[i] = fighter(&in->a);
    b->man[i].mod = skirmish_blow_modifier(&out->table, &a);
    st_tell(&out->table, "5.10.1", "%s: modifier %+d", b->name[i], b->man[i].mod);
    b->man[b->n] = fighter(&in->b);
    if (!b->b_strikes)
        return;
    b->b_mod[i] = skirmish_blow_modifier(&out->table, &d);
    st_tell(&out->table, "5.10.1", "%s: modifier %+d", b->name[b->n], b->b_mod[i]);
}

/* So many alike against one. */
static void bout_make(const struct melee_asked *in, struct st_sheet *out, struct bout *b)
{
    *b = (struct bout){ .f = plan_asked(out), .n = in->count, .b_strikes = !in->b_shot };
    snprintf(b->name[b->n], sizeof b->name[0], "B");
    snprintf(b->name[0], sizeof b->name[0], "A");
    bout_pair(in, out, b, 0);
    for (int i = 0; i < b->n; i++) {
        b->man[i] = b->man[0];
        b->length[i] = b->length[0];
        b->b_mod[i] = b->b_mod[0];
        b->die[i] = in->a.die;
        if (b->n > 1)
            snprintf(b->name[i], sizeof b->name[i], "A%d", i + 1);
    }
    b->die[b->n] = in->b.die;
}

/* Who is out, recoils or stands (HIT, RECOIL, MISS) once all naturals are known. A man who recoils
 * is out of contact and strikes no more. */
static void bout_settle(const struct bout *b, const int *natural, int *fate)
{
    struct skirmish_fighter man[FIGHTERS];
    bool gone[FIGHTERS] = { false };

    memcpy(man, b->man, sizeof man);
    for (int i = 0; i <= b->n; i++) {
        fate[i] = MISS;
        man[i].natural = natural[i];
    }
    for (int length = 5; length >= 1; length--) {
        int effect[FIGHTERS] = { 0 }, struck[FIGHTERS];
        bool acts[FIGHTERS];
        int prey = 0; /* B strikes the first of A who still touches him */

        while (prey < b->n && gone[prey])
            prey++;
        for (int i = 0; i <= b->n; i++) {
            int foe = i < b->n ? b->n : prey;

            struck[i] = foe;
            if (i == b->n && foe < b->n)
                man[i].mod = b->b_mod[foe];
            acts[i] = b->length[i] == length && !gone[i] && (i < b->n ? !gone[b->n]
                                                                     : b->b_strikes && prey < b->n);
            man[i].result = acts[i] ? skirmish_strike_result(b->f, man[i].natural,
                                                             man[i].natural + man[i].mod,
                                                             man[foe].cls, man[foe].armour)
                                    : MISS;
        }
        for (int i = 0; i <= b->n; i++) {
            bool mutual = acts[i] && acts[struck[i]] && struck[struck[i]] == i;

            effect[i] = !acts[i] ? MISS
                        : mutual ? skirmish_effect(b->f, &man[i], &man[struck[i]]) : man[i].result;
        }
        for (int i = 0; i <= b->n; i++)
            if (acts[i] && effect[i] > fate[struck[i]])
                fate[struck[i]] = effect[i];
        for (int i = 0; i <= b->n; i++)
            gone[i] |= fate[i] != MISS;
    }
}

static void bout_label(const struct bout *b, const int *fate, char *label, size_t size)
{
    static const char *const what[] = { "", "recoils", "out" };
    size_t used = 0;

    label[0] = 0;
    for (int i = 0; i <= b->n && used < size; i++) {
        if (fate[i] != MISS)
            used += (size_t)snprintf(label + used, size - used, "%s%s %s", used ? ", " : "",
                                     b->name[i], what[fate[i]]);
    }
    if (!label[0])
        snprintf(label, size, "nothing");
}

static void bout_rows(const struct bout *b, struct st_sheet *out, struct st_frac scale)
{
    int natural[FIGHTERS] = { 1, 1, 1, 1 }, fate[FIGHTERS], at;

    if (out->e)
        return;
    for (int i = 0; i <= b->n; i++)
        natural[i] = b->die[i] ? b->die[i] : 1;
    do {
        struct st_frac p = scale;
        char label[64];
        bool fits = true;

        for (int i = 0; i <= b->n; i++)
            if (!b->die[i])
                fits = fits && st_frac_scale(&p, p, (unsigned)skirmish_natural_weight(natural[i]),
                                             NATURAL_TOTAL);
        bout_settle(b, natural, fate);
        bout_label(b, fate, label, sizeof label);
        if (!fits)
            st_sheet_bad(out, "the fractions are too long");
        add_row(out, p, label);
        for (at = 0; at <= b->n; at++) { /* the next combination */
            if (b->die[at])
                continue;
            if (++natural[at] <= NATURALS)
                break;
            natural[at] = 1;
        }
    } while (at <= b->n && !out->e);
}

static void ask_melee(const void *asked, struct st_sheet *out)
{
    struct bout b;

    melee_refused(asked, out);
    bout_make(asked, out, &b);
    bout_rows(&b, out, (struct st_frac){ 1, 1 });
}

/* ---- figures of a scenario (5.9.14) ------------------------------------------------------ */

struct fight_asked {
    struct melee_asked melee; /* but for the men */
    const char *a, *b, *a_ground;
};
#undef TERMS
#define TERMS struct fight_asked
static const struct st_input fight_inputs[] = {
    TEXT("a", "who attacks: one to three names", a, "A1"),
    TEXT("b", "the one they attack", b, "B1"),
    YES("b_shot", "he has shot and does not strike", melee.b_shot),
    YES("b_moved", "he moved this turn", melee.b_moved),
    YES("charge", "the attackers charge", melee.charge),
    CHOICE("across", "they attack across a line or opening", melee.across, line_choices, 0),
    TEXT("a_ground", "where they stand, one word for all or one each: open, D, V, indoors",
         a_ground, "open"),
    CHOICE("b_ground", "where he stands", melee.b.ground, class_choices, O),
    CHOICE("higher", "who stands higher", melee.higher, level_choices, 0),
};

/* The longest he can use as the scenario sets him up, the first listed of equals (5.9.3). */
static int best_weapon(const struct skirmish_plan *f, const struct skirmish_man *m)
{
    int best = HANDS;

    for (int i = m->nmelee - 1; i >= 0; i--)
        if (f->usable[m->mounted][m->melee[i]] &&
            (best == HANDS || f->length[m->melee[i]] >= f->length[best]))
            best = m->melee[i];
    return best;
}

static void set_figure(const struct skirmish_plan *f, int u, struct man_asked *to)
{
    const struct skirmish_man *man = &f->man[u];

    to->cls = man->cls;
    to->breastplate = man->armour > 0;
    to->kind = man->mounted ? man->kind : FOOT;
    to->weapon = best_weapon(f, man);
}

/* "open" for all, or "open,D,V" for each. */
static void read_places(struct st_sheet *out, struct st_span words, int n, int place[FIGHTERS])
{
    int k = 0;

    for (; words.len && k < FIGHTERS; k++) {
        struct st_span word = st_span_trim(st_span_cut(&words, ','));

        place[k] = 0;
        while (class_choices[place[k]] && !st_span_is(word, class_choices[place[k]]))
            place[k]++;
        if (!class_choices[place[k]])
            st_sheet_bad(out, "a_ground: `%.*s` is none of open, D, V, indoors",
                         (int)(word.len < 20 ? word.len : 20), word.at);
    }
    if (k != n && k != 1)
        st_sheet_bad(out, "a_ground: %d places for %d who attack", k, n);
    for (int i = k; i < n; i++)
        place[i] = place[0];
}

static void ask_fight(const void *asked, struct st_sheet *out)
{
    const struct fight_asked *in = asked;
    const struct skirmish_plan *f = plan_asked(out);
    struct melee_asked m = in->melee;
    struct bout b = { .f = f, .b_strikes = !m.b_shot };
    struct st_span names = st_span_of(in->a);
    int man[FIGHTERS], place[FIGHTERS] = { 0 }, foe = st_sheet_name(out, "man", st_span_of(in->b));

    while (names.len && b.n < FIGHTERS - 1)
        man[b.n++] = st_sheet_name(out, "man", st_span_trim(st_span_cut(&names, ',')));
    if (names.len)
        st_sheet_bad(out, "more than %d against one", FIGHTERS - 1);
    if (b.n == 0)
        st_sheet_bad(out, "nobody attacks");
    read_places(out, st_span_of(in->a_ground), b.n, place);
    snprintf(b.name[b.n], sizeof b.name[0], "%s", f->name[foe]);
    set_figure(f, foe, &m.b);
    for (int i = 0; i < b.n && !out->e; i++) {
        if (f->man[man[i]].side == f->man[foe].side)
            st_sheet_refuse(out, "5.9.1", "%s and %s are no enemies", f->name[man[i]], f->name[foe]);
        snprintf(b.name[i], sizeof b.name[i], "%s", f->name[man[i]]);
        set_figure(f, man[i], &m.a);
        m.a.ground = place[i];
        melee_refused(&m, out);
        bout_pair(&m, out, &b, i);
    }
    bout_rows(&b, out, (struct st_frac){ 1, 1 });
}

/* ---- fire or brace (5.8.2, 5.10.8) ------------------------------------------------------- */

struct charge_asked {
    int answer, firearm;
    struct man_asked foot, rider;
};
#undef TERMS
#define TERMS struct charge_asked
static const struct st_input charge_inputs[] = {
    CHOICE("answer", "what the man on foot does", answer, answer_choices, 0),
    CHOICE("firearm", "what he fires", firearm, firearm_choices, MUSKET),
    NUMBER("class", "his class", foot.cls, 1, 6, 3),
    CHOICE("weapon", "what he strikes with", foot.weapon, weapon_choices, BAYONET),
    YES("formed", "he stands in close order", foot.formed),
    CHOICE("rider", "who charges", rider.kind, troop_choices, LIGHT_CAVALRY),
    NUMBER("rider_class", "class of the rider", rider.cls, 1, 6, 3),
    CHOICE("rider_weapon", "weapon of the rider", rider.weapon, weapon_choices, SABRE),
    YES("rider_breastplate", "the rider wears a breastplate", rider.breastplate),
    YES("rider_formed", "the rider in close order", rider.formed),
};

/* A is the rider, B the man on foot. */
static void ask_charge(const void *asked, struct st_sheet *out)
{
    const struct charge_asked *in = asked;
    struct melee_asked m = { .count = 1, .a = in->rider, .b = in->foot, .charge = true,
                             .b_shot = in->answer == 1 };
    struct shot_asked s;
    struct bout b;

    if (!m.b_shot) {
        ask_melee(&m, out);
        return;
    }
    set_defaults(memset(&s, 0, sizeof s), ST_ROWS(shot_inputs));
    s.terms.weapon = in->firearm;
    s.terms.breastplate = in->rider.breastplate;
    s.range = 0;
    s.cls = in->foot.cls;
    s.target = in->rider.kind;
    melee_refused(&m, out);
    unsigned good = (unsigned)hits_of_216(shot_need(&s, out));
    bout_make(&m, out, &b);
    if (good)
        add_row(out, st_frac_of(good, NATURAL_TOTAL), "A out");
    bout_rows(&b, out, st_frac_of(NATURAL_TOTAL - good, NATURAL_TOTAL));
}

/* ---- movement (5.5.2 to 5.5.9) ----------------------------------------------------------- */

struct move_asked {
    int kind, equip, ground;
    bool dismounted, local, sack, half;
};
#undef TERMS
#define TERMS struct move_asked
static const struct st_input move_inputs[] = {
    CHOICE("kind", "who moves", kind, troop_choices, FOOT),
    CHOICE("equip", "equipment", equip, equip_choices, LIGHT),
    YES("dismounted", "a rider on foot", dismounted),
    CHOICE("ground", "the worst he meets", ground, ground_choices, OPEN),
    YES("local", "local people (5.5.9)", local),
    YES("sack", "carries something", sack),
    YES("half", "mounts or dismounts", half),
};

static void ask_move(const void *asked, struct st_sheet *out)
{
    const struct move_asked *in = asked;
    const struct skirmish_plan *f = plan_asked(out);
    bool mounted = in->kind != FOOT && !in->dismounted;
    int mm = skirmish_base_mm(f, in->kind, in->equip, mounted);
    int cls = in->ground < GROUNDS ? f->ground_class[mounted][in->ground]
                                   : f->bar_class[mounted][in->ground - GROUNDS];

    if (in->sack && mm > f->base_mm[TROOP_FULL])
        mm = f->base_mm[TROOP_FULL];
    mm = in->half ? mm / 2 : mm;
    st_tell(&out->table, "5.2.2", "%s is %s for him", ground_choices[in->ground],
            skirmish_classes[cls]);
    if (cls == O || cls == X) {
        st_sheet_says(out, cls == X ? "impassable" : "%d mm", mm);
        return;
    }
    struct skirmish_group g = { .cls = (uint8_t)cls, .need = f->slow_dice[slowing_of(mounted, cls)],
                                .lower = (uint8_t)(in->local && !mounted) };
    g.need = g.lower ? 2 : g.need;
    for (int a = 1; a <= 6; a++)
        for (int b = g.need == 2 ? 1 : 0; b <= (g.need == 2 ? 6 : 0); b++) {
            char label[32] = "blocked";

            g.die[0] = (uint8_t)(g.lower && b < a ? b : a);
            g.die[1] = (uint8_t)(g.lower && b < a ? a : b);
            if (!skirmish_group_blocked(f, &g, mounted))
                snprintf(label, sizeof label, "%d mm", skirmish_slowed(f, &g, mm, mounted, cls));
            add_row(out, st_frac_of(1, g.need == 2 ? 36 : 6), label);
        }
}

/* ---- recoil (5.9.12) --------------------------------------------------------------------- */

struct recoil_asked {
    int x, y, striker_x, striker_y;
    bool mounted;
};
#undef TERMS
#define TERMS struct recoil_asked
static const struct st_input recoil_inputs[] = {
    PLACE("x", "y", "who recoils stands at x", x, y, 0, 520, 500),
    PLACE("striker_x", "striker_y", "the striker stands at x", striker_x, striker_y, 0, 500, 500),
    YES("mounted", "he is mounted", mounted),
};

static void list_points(struct st_sheet *out, const struct st_point *at, int n)
{
    size_t used = 0;

    for (int i = 0; i < n && used < sizeof out->verdict; i++)
        used += (size_t)snprintf(out->verdict + used, sizeof out->verdict - used, "%s%d,%d",
                                 i ? " " : "", at[i].x, at[i].y);
    if (n == 0)
        st_sheet_says(out, "none");
}

static void ask_recoil(const void *asked, struct st_sheet *out)
{
    const struct recoil_asked *in = asked;
    struct st_point own = { in->x, in->y }, striker = { in->striker_x, in->striker_y }, at[5];

    if (st_same_point(own, striker)) {
        st_sheet_refuse(out, "5.1.5", "both stand in one place");
        return;
    }
    for (int i = 0; i < 5; i++)
        skirmish_recoil_candidate(i, striker, own, in->mounted ? 50 : 20, &at[i]);
    list_points(out, at, 5);
    st_tell(&out->table, "5.9.12", "the first of these places that takes the base is taken");
}

/* ---- sight, range and contact on the table of a scenario (5.1, 5.3) ---------------------- */

struct sight_asked {
    struct skirmish_stand own, other;
};
#undef TERMS
#define TERMS struct sight_asked
static const struct st_input sight_inputs[] = {
    PLACE("x", "y", "who looks stands at x", own.x, own.y, 0, 100, 100),
    YES("rider", "mounted", own.mounted),
    NUMBER("face", "his facing", own.facing, 0, 15, 0),
    PLACE("to_x", "to_y", "who is looked at stands at x", other.x, other.y, 0, 200, 200),
    YES("to_rider", "mounted", other.mounted),
    NUMBER("to_face", "his facing", other.facing, 0, 15, 0),
};

static const char *touch_word(const struct skirmish_plan *f, struct skirmish_stand a,
                              struct skirmish_stand b)
{
    if (skirmish_apart(f, a, b, 0) < 0)
        return "overlap";
    if (!skirmish_touching(f, a, b))
        return "apart";
    return skirmish_bar_between(f, a, b) >= 0 ? "contact across" : "contact";
}

/* Edges apart, in um rounded up. */
static int edges_apart(const struct skirmish_plan *f, struct skirmish_stand a,
                       struct skirmish_stand b)
{
    int lo = 0, hi = 5000 * ST_MM;

    while (lo < hi) {
        int mid = (lo + hi) / 2;

        if (skirmish_apart(f, a, b, mid) <= 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static void ask_sight(const void *asked, struct st_sheet *out)
{
    const struct skirmish_plan *f = plan_asked(out);
    struct skirmish_stand a = ((const struct sight_asked *)asked)->own;
    struct skirmish_stand b = ((const struct sight_asked *)asked)->other;
    struct skirmish_terms terms = { 0 };

    if (a.x > f->width || b.x > f->width || a.y > f->height || b.y > f->height)
        st_sheet_refuse(out, "5.1.1", "the table is %d by %d mm", f->width, f->height);
    if (out->e)
        return;
    struct skirmish_look look = skirmish_look(f, a.x, a.y, b.x, b.y);
    const char *blocked = skirmish_blocked(&look);
    skirmish_cover(&out->table, a, b, &look, &terms);
    int um = edges_apart(f, a, b);
    st_tell(&out->table, "5.1.4", "%d.%03d mm between the edges", um / ST_MM, um % ST_MM);
    st_tell(&out->table, "5.3.3", "%d samples of wood, %d of them beyond his own place", look.wood,
            look.wood_far);
    st_tell(&out->table, "5.3.7", "%d samples of bushes or rocks beyond his own place",
            look.brush_samples);
    if (blocked)
        st_tell(&out->table, blocked, "the line is blocked");
    else
        st_modify(&out->table, "5.3.7", terms.terrain_why, terms.terrain);
    st_sheet_says(out, "%s, %s, terrain %d", touch_word(f, a, b),
                  blocked ? "not seen" : "seen", blocked ? 0 : terms.terrain);
}

/* ---- the track of a move (5.8.12) -------------------------------------------------------- */

struct track_asked {
    int x, y, x1, y1, x2, y2;
};
#undef TERMS
#define TERMS struct track_asked
static const struct st_input track_inputs[] = {
    PLACE("x", "y", "he starts at x", x, y, 0, 100, 100),
    PLACE("x1", "y1", "goes to x", x1, y1, 0, 200, 100),
    PLACE("x2", "y2", "then to x; -1: no further", x2, y2, -1, -1, -1),
};

static void ask_track(const void *asked, struct st_sheet *out)
{
    const struct track_asked *in = asked;
    struct st_point at[3] = { { in->x, in->y }, { in->x1, in->y1 }, { in->x2, in->y2 } }, point[16];

    list_points(out, point,
                skirmish_track_points(at, in->x2 < 0 || in->y2 < 0 ? 1 : 2, point, 16));
}

static const struct st_question questions[] = {
    { "shot", "one shot", "5.8.14", ST_TERMS(shot_inputs, struct shot_asked, ask_shot) },
    { "volley", "several shots alike: how many hit", "5.15.4",
      ST_TERMS(volley_inputs, struct shot_asked, ask_volley) },
    { "strike", "one strike against a class", "5.9.6",
      ST_TERMS(strike_inputs, struct strike_asked, ask_strike) },
    { "melee", "one to three men against one", "5.9.1",
      ST_TERMS(melee_inputs, struct melee_asked, ask_melee) },
    { "fight", "figures of a scenario: one to three against one", "5.9.14",
      ST_TERMS(fight_inputs, struct fight_asked, ask_fight) },
    { "charge", "a rider charges a man on foot: fire, or strike?", "5.11.2",
      ST_TERMS(charge_inputs, struct charge_asked, ask_charge) },
    { "move", "how far through this ground", "5.5.4", ST_TERMS(move_inputs, struct move_asked, ask_move) },
    { "recoil", "where he is driven to", "5.9.12", ST_TERMS(recoil_inputs, struct recoil_asked, ask_recoil) },
    { "sight", "what lies between two places of the table", "5.3.1",
      ST_TERMS(sight_inputs, struct sight_asked, ask_sight) },
    { "track", "the points of a move at which it can be shot at (the first sixteen)", "5.8.12",
      ST_TERMS(track_inputs, struct track_asked, ask_track) },
};
const struct st_questions skirmish_questions = { ST_ROWS(questions) };
