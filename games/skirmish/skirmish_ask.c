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

static const char *const cover_choices[] = { "none", "cover", "forest", "swimming", "loophole",
                                             NULL };
static const char *const shooter_choices[] = { "still", "moving", "contacting", "contacted", NULL };
static const char *const class_choices[] = { "open", "D", "V", "indoors", NULL };
static const char *const line_choices[] = { "no", "low_wall", "bank", "fence", "stakes",
                                            "battlement", "high_wall", "door", "large_opening",
                                            "window", "loophole", NULL };
static const char *const level_choices[] = { "none", "a", "b", NULL };
static const char *const answer_choices[] = { "strike", "fire", NULL };
static const char *const ground_choices[] = { "bushes", "woods", "open", "road", "ford", "channel",
                                              "water", "rocks", "slope", "rise", "low_wall", "bank",
                                              "fence", "stakes", "battlement", "high_wall", "door",
                                              "large_opening", "window", "loophole", NULL };

/* A place on the table: x and y. */
#define PLACE(NUMBER, of, x, y, title, lo, x_dflt, y_dflt) \
    NUMBER(of, x, title, lo, 3000, x_dflt) NUMBER(of, y, "and y", lo, 3000, y_dflt)

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

#define SHOT_INPUTS \
    ST_ASK_CHOICE_AS(struct shot_asked, terms.weapon, "weapon", "firearm", skirmish_firearms, MUSKET), \
    ST_ASK_NUMBER(struct shot_asked, range, "mm between the bases", 0, 3000, 100), \
    ST_ASK_NUMBER_AS(struct shot_asked, cls, "class", "class of the shooter", 1, 6, 3), \
    ST_ASK_CHOICE(struct shot_asked, kind, "kind of the shooter, mounted unless foot", skirmish_kinds, FOOT), \
    ST_ASK_CHOICE(struct shot_asked, shooter, "what he does this turn", shooter_choices, STILL), \
    ST_ASK_CHOICE(struct shot_asked, target, "kind of the target, mounted unless foot", skirmish_kinds, FOOT), \
    ST_ASK_CHOICE(struct shot_asked, cover, "the worst between (5.3.7)", cover_choices, 0), \
    ST_ASK_YES_AS(struct shot_asked, terms.breastplate, "breastplate", "target wears a breastplate"), \
    ST_ASK_YES_AS(struct shot_asked, terms.furtive, "furtive", "furtive target (5.8.13)"), \
    ST_ASK_YES_AS(struct shot_asked, terms.surprise, "surprise", "shooter unseen until now")

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
    const struct skirmish_plan *f = plan_of(&out->table);
    const struct skirmish_gun *gun = &f->gun[in->terms.weapon];
    const char *called = skirmish_firearms[in->terms.weapon];
    int use = in->kind == FOOT ? 0 : is_cavalry(in->kind) ? 1 : 2;

    if (!gun->fires[use])
        st_sheet_refuse(out, "5.8.3", "a %s is not fired from the saddle", called);
    if ((in->shooter == MOVED || in->shooter == CONTACTING) && !gun->fires_moving)
        st_sheet_refuse(out, "5.8.3", "a %s is fired immobile", called);
    if (use == 2 && (in->shooter == MOVED ||
                     (in->shooter == CONTACTED && f->reading[READ_MET] == MET_MOVING)))
        st_sheet_refuse(out, "5.8.3", "mounted infantry fires immobile, or at whom it rides into");
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
    const struct skirmish_plan *f = plan_of(&out->table);
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
    SHOT_INPUTS, ST_ASK_NUMBER(struct shot_asked, shots, "how many fire alike", 1, VOLLEY_MOST, 6),
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

#define STRIKE_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    NUMBER(of, modifier, "sum of the striker's modifiers", -6, 6, 0) \
    NUMBER(of, class, "class of the struck", 1, 6, 3) \
    YES(of, breastplate, "the struck wears a breastplate")
ST_ASKED(strike_asked, STRIKE_ASKED)

static void ask_strike(const void *asked, struct st_sheet *out)
{
    const struct strike_asked *in = asked;

    out->dice = "a natural value, 1 to 8";
    for (int n = 1; n <= NATURALS; n++)
        st_sheet_face(out, n, skirmish_natural_weight(n), NATURAL_TOTAL, "%s",
                      skirmish_strikes[skirmish_strike_result(plan_of(&out->table), n, n + in->modifier,
                                                          in->class, in->breastplate ? 4 : 0)]);
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
#define STRIKER(key, who, man) /* what is asked of either */ \
    ST_ASK_NUMBER_AS(struct melee_asked, man.cls, key "class", "class of " who, 1, 6, 3), \
    ST_ASK_YES_AS(struct melee_asked, man.breastplate, key "breastplate", who " wears a breastplate"), \
    ST_ASK_CHOICE_AS(struct melee_asked, man.kind, key "kind", who ", mounted unless foot", skirmish_kinds, FOOT), \
    ST_ASK_CHOICE_AS(struct melee_asked, man.weapon, key "weapon", "weapon of " who, skirmish_weapons, SABRE), \
    ST_ASK_YES_AS(struct melee_asked, man.formed, key "formed", who " in close order"), \
    ST_ASK_NUMBER_AS(struct melee_asked, man.die, key "die", "natural value of " who ", 0: thrown", 0, 8, 0)
static const struct st_input melee_inputs[] = {
    ST_ASK_NUMBER(struct melee_asked, count, "men of A against the one B", 1, 3, 1),
    STRIKER("a_", "A", a),
    STRIKER("b_", "B", b),
    ST_ASK_YES(struct melee_asked, b_moved, "B moved this turn"),
    ST_ASK_YES(struct melee_asked, b_shot, "B has shot and does not strike"),
    ST_ASK_YES(struct melee_asked, charge, "A charges B"),
    ST_ASK_CHOICE(struct melee_asked, across, "A attacks B across a line or opening", line_choices, 0),
    ST_ASK_CHOICE_AS(struct melee_asked, a.ground, "a_ground", "where A stands: class for riders, or in a building", class_choices, O),
    ST_ASK_CHOICE_AS(struct melee_asked, b.ground, "b_ground", "where B stands", class_choices, O),
    ST_ASK_CHOICE(struct melee_asked, higher, "who stands higher", level_choices, 0),
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
        st_sheet_refuse(out, "5.4.4", "%s cannot use a %s so", name, skirmish_weapons[m->weapon]);
    if (m->ground == X && m->kind != FOOT)
        st_sheet_refuse(out, "5.2.2", "%s is mounted: riders enter no building", name);
}

static void melee_refused(const struct melee_asked *in, struct st_sheet *out)
{
    const struct skirmish_plan *f = plan_of(&out->table);

    man_refused(f, &in->a, "A", out);
    man_refused(f, &in->b, "B", out);
    if (in->across && !f->bar_flag[BAR_FOUGHT][in->across - 1])
        st_sheet_refuse(out, "5.1.6", "nobody fights across a %s", line_choices[in->across]);
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
    *b = (struct bout){ .f = plan_of(&out->table), .n = in->count, .b_strikes = !in->b_shot };
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

    label[0] = 0;
    for (int i = 0; i <= b->n; i++)
        if (fate[i] != MISS)
            st_text_add(label, size, "%s%s %s", label[0] ? ", " : "", b->name[i], what[fate[i]]);
    if (!label[0])
        st_text_add(label, size, "nothing");
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
static const struct st_input fight_inputs[] = {
    ST_ASK_TEXT(struct fight_asked, a, "who attacks: one to three names", "A1"),
    ST_ASK_TEXT(struct fight_asked, b, "the one they attack", "B1"),
    ST_ASK_YES_AS(struct fight_asked, melee.b_shot, "b_shot", "he has shot and does not strike"),
    ST_ASK_YES_AS(struct fight_asked, melee.b_moved, "b_moved", "he moved this turn"),
    ST_ASK_YES_AS(struct fight_asked, melee.charge, "charge", "the attackers charge"),
    ST_ASK_CHOICE_AS(struct fight_asked, melee.across, "across", "they attack across a line or opening", line_choices, 0),
    ST_ASK_TEXT(struct fight_asked, a_ground, "where they stand, one word for all or one each: open, D, V, indoors", "open"),
    ST_ASK_CHOICE_AS(struct fight_asked, melee.b.ground, "b_ground", "where he stands", class_choices, O),
    ST_ASK_CHOICE_AS(struct fight_asked, melee.higher, "higher", "who stands higher", level_choices, 0),
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
    const struct skirmish_plan *f = plan_of(&out->table);
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
static const struct st_input charge_inputs[] = {
    ST_ASK_CHOICE(struct charge_asked, answer, "what the man on foot does", answer_choices, 0),
    ST_ASK_CHOICE(struct charge_asked, firearm, "what he fires", skirmish_firearms, MUSKET),
    ST_ASK_NUMBER_AS(struct charge_asked, foot.cls, "class", "his class", 1, 6, 3),
    ST_ASK_CHOICE_AS(struct charge_asked, foot.weapon, "weapon", "what he strikes with", skirmish_weapons, BAYONET),
    ST_ASK_YES_AS(struct charge_asked, foot.formed, "formed", "he stands in close order"),
    ST_ASK_CHOICE_AS(struct charge_asked, rider.kind, "rider", "who charges", skirmish_kinds, LIGHT_CAVALRY),
    ST_ASK_NUMBER_AS(struct charge_asked, rider.cls, "rider_class", "class of the rider", 1, 6, 3),
    ST_ASK_CHOICE_AS(struct charge_asked, rider.weapon, "rider_weapon", "weapon of the rider", skirmish_weapons, SABRE),
    ST_ASK_YES_AS(struct charge_asked, rider.breastplate, "rider_breastplate", "the rider wears a breastplate"),
    ST_ASK_YES_AS(struct charge_asked, rider.formed, "rider_formed", "the rider in close order"),
};

/* A is the rider, B the man on foot. */
static void ask_charge(const void *asked, struct st_sheet *out)
{
    const struct charge_asked *in = asked;
    struct melee_asked m = { .count = 1, .a = in->rider, .b = in->foot, .charge = true,
                             .b_shot = in->answer == 1 };
    struct shot_asked s = { .terms = { .weapon = in->firearm, .breastplate = in->rider.breastplate },
                            .cls = in->foot.cls, .target = in->rider.kind };
    struct bout b;

    if (!m.b_shot) {
        ask_melee(&m, out);
        return;
    }
    melee_refused(&m, out);
    unsigned good = (unsigned)hits_of_216(shot_need(&s, out));
    bout_make(&m, out, &b);
    if (good)
        add_row(out, st_frac_of(good, NATURAL_TOTAL), "A out");
    bout_rows(&b, out, st_frac_of(NATURAL_TOTAL - good, NATURAL_TOTAL));
}

/* ---- movement (5.5.2 to 5.5.9) ----------------------------------------------------------- */

#define MOVE_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    CHOICE(of, kind, "who moves", skirmish_kinds, FOOT) \
    CHOICE(of, equip, "equipment", skirmish_equips, LIGHT) \
    YES(of, dismounted, "a rider on foot") \
    CHOICE(of, ground, "the worst he meets", ground_choices, OPEN) \
    YES(of, local, "local people (5.5.9)") \
    YES(of, sack, "carries something") \
    YES(of, half, "mounts or dismounts")
ST_ASKED(move_asked, MOVE_ASKED)

static void ask_move(const void *asked, struct st_sheet *out)
{
    const struct move_asked *in = asked;
    const struct skirmish_plan *f = plan_of(&out->table);
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

#define RECOIL_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    PLACE(NUMBER, of, x, y, "who recoils stands at x", 0, 520, 500) \
    PLACE(NUMBER, of, striker_x, striker_y, "the striker stands at x", 0, 500, 500) \
    YES(of, mounted, "he is mounted")
ST_ASKED(recoil_asked, RECOIL_ASKED)

static void list_points(struct st_sheet *out, const struct st_point *at, int n)
{
    for (int i = 0; i < n; i++)
        st_text_add(out->verdict, sizeof out->verdict, "%s%d,%d", i ? " " : "", at[i].x, at[i].y);
    if (n == 0)
        st_sheet_says(out, "none");
    else
        st_tell(&out->table, "5.1.1", "in mm from the west edge and from the south edge");
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
static const struct st_input sight_inputs[] = {
    ST_ASK_NUMBER_AS(struct sight_asked, own.x, "x", "who looks stands at x", 0, 3000, 100),
    ST_ASK_NUMBER_AS(struct sight_asked, own.y, "y", "and y", 0, 3000, 100),
    ST_ASK_YES_AS(struct sight_asked, own.mounted, "rider", "mounted"),
    ST_ASK_NUMBER_AS(struct sight_asked, own.facing, "face", "his facing", 0, 15, 0),
    ST_ASK_NUMBER_AS(struct sight_asked, other.x, "to_x", "who is looked at stands at x", 0, 3000, 200),
    ST_ASK_NUMBER_AS(struct sight_asked, other.y, "to_y", "and y", 0, 3000, 200),
    ST_ASK_YES_AS(struct sight_asked, other.mounted, "to_rider", "mounted"),
    ST_ASK_NUMBER_AS(struct sight_asked, other.facing, "to_face", "his facing", 0, 15, 0),
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
    const struct skirmish_plan *f = plan_of(&out->table);
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
    st_tell(&out->table, "5.3.3", "%d mm of wood on the line, %d of them beyond his own place", look.wood,
            look.wood_far);
    st_tell(&out->table, "5.3.7", "%d mm of bushes or rocks on the line beyond his own place",
            look.brush_samples);
    if (blocked)
        st_tell(&out->table, blocked, "the line is blocked");
    else
        st_modify(&out->table, "5.3.7", terms.terrain_why, terms.terrain);
    st_sheet_says(out, "%s, %s, terrain %d", touch_word(f, a, b),
                  blocked ? "not seen" : "seen", blocked ? 0 : terms.terrain);
}

/* ---- the track of a move (5.8.12) -------------------------------------------------------- */

#define TRACK_ASKED(NUMBER, CHOICE, YES, TEXT, of) \
    PLACE(NUMBER, of, x, y, "he starts at x", 0, 100, 100) \
    PLACE(NUMBER, of, x1, y1, "goes to x", 0, 200, 100) \
    PLACE(NUMBER, of, x2, y2, "then to x; -1: no further", -1, -1, -1)
ST_ASKED(track_asked, TRACK_ASKED)

static void ask_track(const void *asked, struct st_sheet *out)
{
    const struct track_asked *in = asked;
    struct st_point at[3] = { { in->x, in->y }, { in->x1, in->y1 }, { in->x2, in->y2 } }, point[16];

    list_points(out, point, skirmish_track_points(at, in->x2 < 0 || in->y2 < 0 ? 1 : 2, point, 16));
}

static const struct st_question questions[] = {
    { "shot", "one shot", "5.8.14", ST_TERMS(shot_inputs, struct shot_asked, ask_shot) },
    { "volley", "several shots alike: how many hit", "5.15.4",
      ST_TERMS(volley_inputs, struct shot_asked, ask_volley) },
    { "strike", "one strike against a class", "5.9.6", ST_ASKS(strike_asked, ask_strike) },
    { "melee", "one to three men against one", "5.9.1",
      ST_TERMS(melee_inputs, struct melee_asked, ask_melee) },
    { "fight", "figures of a scenario: one to three against one", "5.9.14",
      ST_TERMS(fight_inputs, struct fight_asked, ask_fight) },
    { "charge", "a rider charges a man on foot: fire, or strike?", "5.11.2",
      ST_TERMS(charge_inputs, struct charge_asked, ask_charge) },
    { "move", "how far through this ground", "5.5.4", ST_ASKS(move_asked, ask_move) },
    { "recoil", "where he is driven to", "5.9.12", ST_ASKS(recoil_asked, ask_recoil) },
    { "sight", "what lies between two places of the table", "5.3.1",
      ST_TERMS(sight_inputs, struct sight_asked, ask_sight) },
    { "track", "the points of a move at which it can be shot at (the first sixteen)", "5.8.12",
      ST_ASKS(track_asked, ask_track) },
};
const struct st_questions skirmish_questions = { ST_ROWS(questions) };
