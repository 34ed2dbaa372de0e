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

#define NUMBER(key, title, lo, hi, dflt) { key, title, ST_IN_NUMBER, NULL, lo, hi, dflt, NULL }
#define YES(key, title, dflt) { key, title, ST_IN_YES, NULL, 0, 1, dflt, NULL }
#define CHOICE(key, title, list, dflt) { key, title, ST_IN_CHOICE, list, 0, 0, dflt, NULL }

static int add_row(struct st_sheet *out, struct st_frac p, const char *label)
{
    for (int i = 0; i < out->nrows; i++)
        if (strcmp(out->row[i].label, label) == 0)
            return st_frac_add(&out->row[i].p, out->row[i].p, p) ? ST_OK : ST_ELIMIT;
    st_assert(out->nrows < ST_SHEET_ROWS);
    struct st_sheet_row *r = &out->row[out->nrows++];
    snprintf(r->label, sizeof r->label, "%s", label);
    r->p = p;
    return ST_OK;
}

/* ---- a shot (5.8) ------------------------------------------------------------------------ */

enum { S_WEAPON, S_RANGE, S_CLASS, S_KIND, S_SHOOTER, S_TARGET, S_COVER, S_PLATE, S_FURTIVE,
       S_SURPRISE, S_SHOT };
enum { STILL, MOVED, CONTACTING, CONTACTED };

#define SHOT_INPUTS                                                                                \
    [S_WEAPON] = CHOICE("weapon", "firearm", firearm_choices, MUSKET),                             \
    [S_RANGE] = NUMBER("range", "mm between the bases", 0, 3000, 100),                             \
    [S_CLASS] = NUMBER("class", "class of the shooter", 1, 6, 3),                                  \
    [S_KIND] = CHOICE("kind", "kind of the shooter, mounted unless foot", troop_choices, FOOT),    \
    [S_SHOOTER] = CHOICE("shooter", "what he does this turn", shooter_choices, STILL),             \
    [S_TARGET] = CHOICE("target", "kind of the target, mounted unless foot", troop_choices, FOOT), \
    [S_COVER] = CHOICE("cover", "the worst between (5.3.7)", cover_choices, 0),                    \
    [S_PLATE] = YES("breastplate", "target wears a breastplate", 0),                               \
    [S_FURTIVE] = YES("furtive", "furtive target (5.8.13)", 0),                                    \
    [S_SURPRISE] = YES("surprise", "shooter unseen until now", 0)

static const struct st_input shot_inputs[] = { SHOT_INPUTS };

/* What the umpire would refuse (5.8.3, 5.8.10). */
static int shot_refused(const struct skirmish_plan *f, const struct st_value *v,
                        struct st_sheet *out)
{
    int weapon = v[S_WEAPON].n, kind = v[S_KIND].n, does = v[S_SHOOTER].n;
    int use = kind == FOOT ? 0 : kind == LIGHT_CAVALRY || kind == HEAVY_CAVALRY ? 1 : 2;

    if (!f->fires[weapon][use])
        return st_sheet_refuse(out, "5.8.3", "a %s is not fired from the saddle",
                               skirmish_firearms[weapon]);
    if ((does == MOVED || does == CONTACTING) && !f->fires_moving[weapon])
        return st_sheet_refuse(out, "5.8.3", "a %s is fired immobile", skirmish_firearms[weapon]);
    if (use == 2 && (does == MOVED ||
                     (does == CONTACTED && f->reading[READ_MET] == MET_MOVING)))
        return st_sheet_refuse(out, "5.8.3",
                               "mounted infantry fires immobile, or at whom it rides into");
    return ST_OK;
}

static int shot_band(const struct skirmish_plan *f, int weapon, int range)
{
    for (int k = 0; k < 3; k++)
        if (f->band_mm[weapon][k] && range <= f->band_mm[weapon][k])
            return k;
    return -1;
}

/* The natural value needed, with its reasons told. */
static int shot_need(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                     int *need)
{
    static const int8_t covers[] = { 0, SHOT_COVER, SHOT_FOREST, SHOT_SWIMMING, SHOT_NARROW };
    const struct skirmish_plan *f = p->data;
    int weapon = v[S_WEAPON].n, kind = v[S_KIND].n, does = v[S_SHOOTER].n, cover = v[S_COVER].n;
    bool mtd = kind == MTD_FAST || kind == MTD_FARM, foot = v[S_TARGET].n == FOOT;
    bool still = does == CONTACTED && f->reading[READ_MET] == MET_STILL;
    int e = shot_refused(f, v, out);

    if (e)
        return e;
    if (!foot && (cover == 1 || cover == 4))
        cover = 0; /* 7.11: riders get neither */
    struct skirmish_terms in = {
        .weapon = weapon, .band = shot_band(f, weapon, v[S_RANGE].n),
        .terrain = cover ? f->shot_mod[covers[cover]] : 0, .terrain_why = cover_choices[cover],
        .breastplate = v[S_PLATE].n, .furtive = v[S_FURTIVE].n,
        .moving = does == MOVED || (kind != FOOT && does != STILL && !still),
        .mounted_infantry = mtd && (does == STILL || still ||
                                    f->reading[READ_SADDLE] == SADDLE_ADDED), .low_class = v[S_CLASS].n <= 2,
        .surprise = v[S_SURPRISE].n,
    };
    if (in.band < 0)
        return st_sheet_refuse(out, "5.8.10", "%d mm is out of range of a %s", v[S_RANGE].n,
                               skirmish_firearms[weapon]);
    int mod = skirmish_shot_modifier(&out->table, &in);
    *need = f->band_need[weapon][in.band] - mod;
    st_tell(&out->table, "5.8.16", "needs %d, modifier %+d: a natural %d", *need + mod, mod, *need);
    return ST_OK;
}

static int ask_shot(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                    struct st_error *err)
{
    int need = 0, e = shot_need(p, v, out, &need);

    (void)err;
    if (e)
        return e;
    out->dice = "a natural value, 1 to 8";
    for (int n = 1; n <= NATURALS; n++)
        st_sheet_face(out, n, skirmish_natural_weight(n), NATURAL_TOTAL, NULL, "%s",
                      n > 1 && n >= need ? "hit" : "miss");
    return ST_OK;
}

static int hits_of_216(int need)
{
    int of216 = 0;

    for (int n = need < 2 ? 2 : need; n <= NATURALS; n++)
        of216 += skirmish_natural_weight(n);
    return of216;
}

/* ---- a volley (5.15.4) ------------------------------------------------------------------- */

enum { S_SHOTS = S_SHOT, VOLLEY_INPUTS, VOLLEY_MOST = 16 };
static const struct st_input volley_inputs[] = {
    SHOT_INPUTS, [S_SHOTS] = NUMBER("shots", "how many fire alike", 1, VOLLEY_MOST, 6),
};

static int ask_volley(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    struct st_frac at[VOLLEY_MOST + 1] = { { 1, 1 } }, hit, miss;
    int need = 0, n = v[S_SHOTS].n, e = shot_need(p, v, out, &need);
    bool fits = true;

    if (e)
        return e;
    unsigned good = (unsigned)hits_of_216(need);
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
        return st_fail(err, ST_ELIMIT, NULL, 0, "the fractions of %d shots are too long", n);
    for (int k = 0; k <= n; k++) {
        char label[32];

        snprintf(label, sizeof label, "%d", k);
        if (at[k].num && add_row(out, at[k], label))
            return st_fail(err, ST_ELIMIT, NULL, 0, "the fractions are too long");
    }
    return ST_OK;
}

/* ---- one strike (5.9.6) ------------------------------------------------------------------ */

enum { T_MOD, T_CLASS, T_PLATE, T_INPUTS };
static const struct st_input strike_inputs[] = {
    [T_MOD] = NUMBER("modifier", "sum of the striker's modifiers", -6, 6, 0),
    [T_CLASS] = NUMBER("class", "class of the struck", 1, 6, 3),
    [T_PLATE] = YES("breastplate", "the struck wears a breastplate", 0),
};
static const char *const result_words[] = { "miss", "recoil", "hit" };

static int ask_strike(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    (void)err;
    out->dice = "a natural value, 1 to 8";
    for (int n = 1; n <= NATURALS; n++)
        st_sheet_face(out, n, skirmish_natural_weight(n), NATURAL_TOTAL, NULL, "%s",
                      result_words[skirmish_strike_result(p->data, n, n + v[T_MOD].n, v[T_CLASS].n,
                                                          v[T_PLATE].n ? 4 : 0)]);
    return ST_OK;
}

/* ---- a melee (5.9, 5.10) ----------------------------------------------------------------- */

enum { M_COUNT, M_A_CLASS, M_A_PLATE, M_A_KIND, M_A_WEAPON, M_A_FORMED, M_A_DIE, M_B_CLASS,
       M_B_PLATE, M_B_KIND, M_B_WEAPON, M_B_FORMED, M_B_DIE, M_B_MOVED, M_B_SHOT, M_CHARGE,
       M_ACROSS, M_A_GROUND, M_B_GROUND, M_HIGHER, M_INPUTS };
enum { FIGHTERS = 4 }; /* up to three against one */

static const struct st_input melee_inputs[] = {
    [M_COUNT] = NUMBER("count", "men of A against the one B", 1, 3, 1),
    [M_A_CLASS] = NUMBER("a_class", "class of A", 1, 6, 3),
    [M_A_PLATE] = YES("a_breastplate", "A wears a breastplate", 0),
    [M_A_KIND] = CHOICE("a_kind", "A, mounted unless foot", troop_choices, FOOT),
    [M_A_WEAPON] = CHOICE("a_weapon", "weapon of A", weapon_choices, SABRE),
    [M_A_FORMED] = YES("a_formed", "A in close order", 0),
    [M_A_DIE] = NUMBER("a_die", "natural value of A, 0: thrown", 0, 8, 0),
    [M_B_CLASS] = NUMBER("b_class", "class of B", 1, 6, 3),
    [M_B_PLATE] = YES("b_breastplate", "B wears a breastplate", 0),
    [M_B_KIND] = CHOICE("b_kind", "B, mounted unless foot", troop_choices, FOOT),
    [M_B_WEAPON] = CHOICE("b_weapon", "weapon of B", weapon_choices, SABRE),
    [M_B_FORMED] = YES("b_formed", "B in close order", 0),
    [M_B_DIE] = NUMBER("b_die", "natural value of B, 0: thrown", 0, 8, 0),
    [M_B_MOVED] = YES("b_moved", "B moved this turn", 0),
    [M_B_SHOT] = YES("b_shot", "B has shot and does not strike", 0),
    [M_CHARGE] = YES("charge", "A charges B", 0),
    [M_ACROSS] = CHOICE("across", "A attacks B across a line or opening", line_choices, 0),
    [M_A_GROUND] = CHOICE("a_ground", "where A stands: class for riders, or in a building",
                          class_choices, O),
    [M_B_GROUND] = CHOICE("b_ground", "where B stands", class_choices, O),
    [M_HIGHER] = CHOICE("higher", "who stands higher", level_choices, 0),
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

static bool is_cavalry(int kind)
{
    return kind == LIGHT_CAVALRY || kind == HEAVY_CAVALRY;
}

static bool is_mtd_infantry(int kind)
{
    return kind == MTD_FAST || kind == MTD_FARM;
}

static struct skirmish_blow blow(const struct skirmish_plan *f, const struct st_value *v, bool a)
{
    int kind = v[a ? M_A_KIND : M_B_KIND].n, foe = v[a ? M_B_KIND : M_A_KIND].n;
    int weapon = v[a ? M_A_WEAPON : M_B_WEAPON].n;
    int place = v[a ? M_A_GROUND : M_B_GROUND].n, other = v[a ? M_B_GROUND : M_A_GROUND].n;
    bool charge = v[M_CHARGE].n && !v[M_ACROSS].n, b_foot = v[M_B_KIND].n == FOOT;
    bool steady_foot = b_foot && v[M_B_FORMED].n && !v[M_B_MOVED].n;
    bool bank = f->reading[READ_HEIGHTS] == HEIGHTS_LINES && b_foot && v[M_ACROSS].n &&
                f->bar_flag[BAR_HIGH][v[M_ACROSS].n - 1]; /* 7.23 */

    return (struct skirmish_blow){
        .weapon = weapon, .cls = v[a ? M_A_CLASS : M_B_CLASS].n, .mounted = kind != FOOT,
        .cavalry = is_cavalry(kind), .mtd_infantry = is_mtd_infantry(kind),
        .indoors = place == X, .formed = v[a ? M_A_FORMED : M_B_FORMED].n,
        .foe_foot = foe == FOOT, .foe_cavalry = is_cavalry(foe),
        .foe_mtd_infantry = is_mtd_infantry(foe), .defends = !a && v[M_ACROSS].n,
        .foe_higher = v[M_HIGHER].n == (a ? 2 : 1) || (a && bank), .across = v[M_ACROSS].n > 0,
        .ground = place > other ? place : other, .charges = a && charge,
        .heavy_charge = a && charge && kind == HEAVY_CAVALRY && v[M_A_FORMED].n && !steady_foot,
        .braces = !a && charge && kind == FOOT && !v[M_B_MOVED].n && f->braces[weapon],
    };
}

static int bout_length(const struct skirmish_plan *f, int weapon, int place)
{
    return f->length[weapon] == 5 && place == X ? f->short_length : f->length[weapon];
}

static int melee_refused(const struct skirmish_plan *f, const struct st_value *v,
                         struct st_sheet *out)
{
    for (int b = 0; b < 2; b++) {
        int weapon = v[b ? M_B_WEAPON : M_A_WEAPON].n;

        if (!f->usable[weapon][v[b ? M_B_KIND : M_A_KIND].n != FOOT])
            return st_sheet_refuse(out, "5.4.4", "%s cannot use a %s so", b ? "B" : "A",
                                   skirmish_weapons[weapon]);
        if (v[b ? M_B_GROUND : M_A_GROUND].n == X && v[b ? M_B_KIND : M_A_KIND].n != FOOT)
            return st_sheet_refuse(out, "5.2.2", "%s is mounted: riders enter no building",
                                   b ? "B" : "A");
    }
    if (v[M_ACROSS].n && !f->bar_flag[BAR_FOUGHT][v[M_ACROSS].n - 1])
        return st_sheet_refuse(out, "5.1.6", "nobody fights across a %s",
                               line_choices[v[M_ACROSS].n]);
    if (v[M_CHARGE].n && (!is_cavalry(v[M_A_KIND].n) || v[M_A_GROUND].n != O))
        return st_sheet_refuse(out, "5.11.1", "only cavalrymen charge, and only in the open");
    return ST_OK;
}

/* Man i of A, alone with B: what both bring to it is told. */
static void bout_pair(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct bout *b, int i)
{
    const struct skirmish_plan *f = p->data;
    struct skirmish_blow a = blow(f, v, true), d = blow(f, v, false);

    b->length[i] = bout_length(f, v[M_A_WEAPON].n, v[M_A_GROUND].n);
    b->length[b->n] = bout_length(f, v[M_B_WEAPON].n, v[M_B_GROUND].n);
    st_tell(&out->table, "5.9.3", "%s strikes at length %d, %s at %d", b->name[i], b->length[i],
            b->name[b->n], b->length[b->n]);
    b->man[i] = (struct skirmish_fighter){ .cls = v[M_A_CLASS].n,
                                           .armour = v[M_A_PLATE].n ? 4 : 0,
                                           .mod = skirmish_blow_modifier(&out->table, &a) };
    st_tell(&out->table, "5.10.1", "%s: modifier %+d", b->name[i], b->man[i].mod);
    b->man[b->n] = (struct skirmish_fighter){ .cls = v[M_B_CLASS].n,
                                              .armour = v[M_B_PLATE].n ? 4 : 0 };
    if (!b->b_strikes)
        return;
    b->b_mod[i] = skirmish_blow_modifier(&out->table, &d);
    st_tell(&out->table, "5.10.1", "%s: modifier %+d", b->name[b->n], b->b_mod[i]);
}

/* So many alike against one. */
static void bout_make(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct bout *b)
{
    *b = (struct bout){ .f = p->data, .n = v[M_COUNT].n, .b_strikes = !v[M_B_SHOT].n };
    snprintf(b->name[b->n], sizeof b->name[0], "B");
    snprintf(b->name[0], sizeof b->name[0], "A");
    bout_pair(p, v, out, b, 0);
    for (int i = 0; i < b->n; i++) {
        b->man[i] = b->man[0];
        b->length[i] = b->length[0];
        b->b_mod[i] = b->b_mod[0];
        b->die[i] = v[M_A_DIE].n;
        if (b->n > 1)
            snprintf(b->name[i], sizeof b->name[i], "A%d", i + 1);
    }
    b->die[b->n] = v[M_B_DIE].n;
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

static int bout_rows(const struct bout *b, struct st_sheet *out, struct st_frac scale,
                     struct st_error *err)
{
    int natural[FIGHTERS] = { 1, 1, 1, 1 }, fate[FIGHTERS], at;

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
        if (!fits || add_row(out, p, label))
            return st_fail(err, ST_ELIMIT, NULL, 0, "the fractions are too long");
        for (at = 0; at <= b->n; at++) { /* the next combination */
            if (b->die[at])
                continue;
            if (++natural[at] <= NATURALS)
                break;
            natural[at] = 1;
        }
    } while (at <= b->n);
    return ST_OK;
}

static int ask_melee(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                     struct st_error *err)
{
    struct bout b;
    int e = melee_refused(p->data, v, out);

    if (e)
        return e;
    bout_make(p, v, out, &b);
    return bout_rows(&b, out, (struct st_frac){ 1, 1 }, err);
}

/* ---- figures of a scenario (5.9.14) ------------------------------------------------------ */

enum { F_A, F_B, F_B_SHOT, F_B_MOVED, F_CHARGE, F_ACROSS, F_A_GROUND, F_B_GROUND, F_HIGHER,
       F_INPUTS };
static const struct st_input fight_inputs[] = {
    [F_A] = { "a", "who attacks: one to three names", ST_IN_TEXT, NULL, 0, 0, 0, "A1" },
    [F_B] = { "b", "the one they attack", ST_IN_TEXT, NULL, 0, 0, 0, "B1" },
    [F_B_SHOT] = YES("b_shot", "he has shot and does not strike", 0),
    [F_B_MOVED] = YES("b_moved", "he moved this turn", 0),
    [F_CHARGE] = YES("charge", "the attackers charge", 0),
    [F_ACROSS] = CHOICE("across", "they attack across a line or opening", line_choices, 0),
    [F_A_GROUND] = { "a_ground", "where they stand, one word for all or one each: open, D, V, "
                     "indoors", ST_IN_TEXT, NULL, 0, 0, 0, "open" },
    [F_B_GROUND] = CHOICE("b_ground", "where he stands", class_choices, O),
    [F_HIGHER] = CHOICE("higher", "who stands higher", level_choices, 0),
};

static int find_man(const struct st_plan *p, struct st_span name, int *out, struct st_error *err)
{
    const struct st_names *men = st_plan_list(p, "man");

    name = st_span_trim(name);
    *out = st_names_find(men, name);
    if (*out >= 0)
        return ST_OK;
    return st_fail(err, ST_EUSAGE, NULL, 0, "%s has no figure `%.*s`", p->id,
                   (int)(name.len < 20 ? name.len : 20), name.at);
}

/* The longest he can use as the scenario sets him up, the first listed of equals (5.9.3). */
static int best_weapon(const struct skirmish_plan *f, const struct skirmish_man *m)
{
    int best = HANDS;

    for (int i = m->nmelee - 1; i >= 0; i--)
        if (f->usable[m->melee[i]][m->mounted] &&
            (best == HANDS || f->length[m->melee[i]] >= f->length[best]))
            best = m->melee[i];
    return best;
}

static void set_figure(const struct skirmish_plan *f, int u, struct st_value *m, bool attacker)
{
    const struct skirmish_man *man = &f->man[u];

    m[attacker ? M_A_CLASS : M_B_CLASS].n = man->cls;
    m[attacker ? M_A_PLATE : M_B_PLATE].n = man->armour > 0;
    m[attacker ? M_A_KIND : M_B_KIND].n = man->mounted ? man->kind : FOOT;
    m[attacker ? M_A_WEAPON : M_B_WEAPON].n = best_weapon(f, man);
}

/* "open" for all, or "open,D,V" for each. */
static int read_places(struct st_span words, int n, int place[FIGHTERS], struct st_error *err)
{
    int k = 0;

    for (; words.len && k < FIGHTERS; k++) {
        struct st_span word = st_span_trim(st_span_cut(&words, ','));

        for (place[k] = 0; class_choices[place[k]]; place[k]++)
            if (st_span_is(word, class_choices[place[k]]))
                break;
        if (!class_choices[place[k]])
            return st_fail(err, ST_EUSAGE, NULL, 0, "a_ground: `%.*s` is none of open, D, V, "
                           "indoors", (int)(word.len < 20 ? word.len : 20), word.at);
    }
    if (k != n && k != 1)
        return st_fail(err, ST_EUSAGE, NULL, 0, "a_ground: %d places for %d who attack", k, n);
    for (int i = k; i < n; i++)
        place[i] = place[0];
    return ST_OK;
}

static int ask_fight(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                     struct st_error *err)
{
    struct bout b = { .f = p->data, .b_strikes = !v[F_B_SHOT].n };
    struct st_span names = st_span_of(v[F_A].text);
    struct st_value m[M_INPUTS];
    int man[FIGHTERS], place[FIGHTERS], foe = 0, e = find_man(p, st_span_of(v[F_B].text), &foe, err);

    for (int i = 0; i < M_INPUTS; i++)
        m[i] = (struct st_value){ melee_inputs[i].dflt, NULL };
    m[M_B_SHOT].n = v[F_B_SHOT].n;
    m[M_B_MOVED].n = v[F_B_MOVED].n;
    m[M_CHARGE].n = v[F_CHARGE].n;
    m[M_ACROSS].n = v[F_ACROSS].n;
    m[M_B_GROUND].n = v[F_B_GROUND].n;
    m[M_HIGHER].n = v[F_HIGHER].n;
    while (!e && names.len) {
        if (b.n == FIGHTERS - 1)
            return st_fail(err, ST_EUSAGE, NULL, 0, "more than %d against one", FIGHTERS - 1);
        e = find_man(p, st_span_cut(&names, ','), &man[b.n++], err);
    }
    if (!e && b.n == 0)
        e = st_fail(err, ST_EUSAGE, NULL, 0, "nobody attacks");
    if (!e)
        e = read_places(st_span_of(v[F_A_GROUND].text), b.n, place, err);
    if (e)
        return e;
    const struct skirmish_plan *f = p->data;
    snprintf(b.name[b.n], sizeof b.name[0], "%s", f->name[foe]);
    set_figure(f, foe, m, false);
    for (int i = 0; i < b.n && !e; i++) {
        if (f->man[man[i]].side == f->man[foe].side)
            return st_sheet_refuse(out, "5.9.1", "%s and %s are no enemies", f->name[man[i]],
                                   f->name[foe]);
        snprintf(b.name[i], sizeof b.name[i], "%s", f->name[man[i]]);
        set_figure(f, man[i], m, true);
        m[M_A_GROUND].n = place[i];
        e = melee_refused(f, m, out);
        if (!e)
            bout_pair(p, m, out, &b, i);
    }
    return e ? e : bout_rows(&b, out, (struct st_frac){ 1, 1 }, err);
}

/* ---- fire or brace (5.8.2, 5.10.8) ------------------------------------------------------- */

enum { C_ANSWER, C_FIREARM, C_CLASS, C_WEAPON, C_FORMED, C_RIDER, C_RIDER_CLASS, C_RIDER_WEAPON,
       C_RIDER_PLATE, C_RIDER_FORMED, C_INPUTS };
static const struct st_input charge_inputs[] = {
    [C_ANSWER] = CHOICE("answer", "what the man on foot does", answer_choices, 0),
    [C_FIREARM] = CHOICE("firearm", "what he fires", firearm_choices, MUSKET),
    [C_CLASS] = NUMBER("class", "his class", 1, 6, 3),
    [C_WEAPON] = CHOICE("weapon", "what he strikes with", weapon_choices, BAYONET),
    [C_FORMED] = YES("formed", "he stands in close order", 0),
    [C_RIDER] = CHOICE("rider", "who charges", troop_choices, LIGHT_CAVALRY),
    [C_RIDER_CLASS] = NUMBER("rider_class", "class of the rider", 1, 6, 3),
    [C_RIDER_WEAPON] = CHOICE("rider_weapon", "weapon of the rider", weapon_choices, SABRE),
    [C_RIDER_PLATE] = YES("rider_breastplate", "the rider wears a breastplate", 0),
    [C_RIDER_FORMED] = YES("rider_formed", "the rider in close order", 0),
};

/* A is the rider, B the man on foot. */
static int ask_charge(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    struct st_value m[M_INPUTS], s[S_SHOT];
    int need = 0, e;

    for (int i = 0; i < M_INPUTS; i++)
        m[i] = (struct st_value){ melee_inputs[i].dflt, NULL };
    m[M_A_KIND].n = v[C_RIDER].n;
    m[M_A_CLASS].n = v[C_RIDER_CLASS].n;
    m[M_A_WEAPON].n = v[C_RIDER_WEAPON].n;
    m[M_A_PLATE].n = v[C_RIDER_PLATE].n;
    m[M_A_FORMED].n = v[C_RIDER_FORMED].n;
    m[M_B_CLASS].n = v[C_CLASS].n;
    m[M_B_WEAPON].n = v[C_WEAPON].n;
    m[M_B_FORMED].n = v[C_FORMED].n;
    m[M_B_SHOT].n = v[C_ANSWER].n == 1;
    m[M_CHARGE].n = 1;
    if (v[C_ANSWER].n == 0)
        return ask_melee(p, m, out, err);
    for (int i = 0; i < S_SHOT; i++)
        s[i] = (struct st_value){ shot_inputs[i].dflt, NULL };
    s[S_WEAPON].n = v[C_FIREARM].n;
    s[S_RANGE].n = 0;
    s[S_CLASS].n = v[C_CLASS].n;
    s[S_TARGET].n = v[C_RIDER].n;
    s[S_PLATE].n = v[C_RIDER_PLATE].n;
    e = melee_refused(p->data, m, out);
    if (!e)
        e = shot_need(p, s, out, &need);
    if (e)
        return e;
    struct bout b;
    unsigned good = (unsigned)hits_of_216(need);
    bout_make(p, m, out, &b);
    e = good ? add_row(out, st_frac_of(good, NATURAL_TOTAL), "A out") : ST_OK;
    return e ? e : bout_rows(&b, out, st_frac_of(NATURAL_TOTAL - good, NATURAL_TOTAL), err);
}

/* ---- movement (5.5.2 to 5.5.9) ----------------------------------------------------------- */

enum { G_KIND, G_EQUIP, G_DISMOUNTED, G_GROUND, G_LOCAL, G_SACK, G_HALF, G_INPUTS };
static const struct st_input move_inputs[] = {
    [G_KIND] = CHOICE("kind", "who moves", troop_choices, FOOT),
    [G_EQUIP] = CHOICE("equip", "equipment", equip_choices, LIGHT),
    [G_DISMOUNTED] = YES("dismounted", "a rider on foot", 0),
    [G_GROUND] = CHOICE("ground", "the worst he meets", ground_choices, OPEN),
    [G_LOCAL] = YES("local", "local people (5.5.9)", 0),
    [G_SACK] = YES("sack", "carries something", 0),
    [G_HALF] = YES("half", "mounts or dismounts", 0),
};

static int ground_class(const struct st_plan *p, int ground, int mounted, int *cls,
                        struct st_error *err)
{
    bool line = ground >= GROUNDS;
    int chart = line ? CHART_OBSTACLES : ground <= WOODS ? CHART_TERRAIN : CHART_TERRAIN_EXTRA;
    const char *col = line ? (mounted ? "mounted_cross" : "foot_cross")
                           : (mounted ? "mounted_class" : "foot_class");
    const char *text = "";
    int e = st_chart_at(p->chart[chart], ground_choices[ground], col, &text, err);

    *cls = text[0] == 'D' ? D : text[0] == 'V' ? V : text[0] == 'X' ? X : O;
    return e;
}

static int ask_move(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                    struct st_error *err)
{
    const struct skirmish_plan *f = p->data;
    int kind = v[G_KIND].n, mounted = kind != FOOT && !v[G_DISMOUNTED].n, cls = O;
    int mm = mounted || kind == FOOT ? f->allowance[kind][v[G_EQUIP].n]
                                     : f->dismounted[kind][v[G_EQUIP].n];
    int e = ground_class(p, v[G_GROUND].n, mounted, &cls, err);

    if (e)
        return e;
    if (v[G_SACK].n && mm > f->allowance[FOOT][FULL])
        mm = f->allowance[FOOT][FULL];
    mm = v[G_HALF].n ? mm / 2 : mm;
    st_tell(&out->table, "5.2.2", "%s is %s for him", ground_choices[v[G_GROUND].n],
            skirmish_classes[cls]);
    if (cls == O || cls == X) {
        snprintf(out->verdict, sizeof out->verdict, cls == X ? "impassable" : "%d mm", mm);
        return ST_OK;
    }
    struct skirmish_group g = { .cls = (uint8_t)cls, .need = f->slow_dice[mounted],
                                .lower = (uint8_t)(v[G_LOCAL].n && !mounted) };
    g.need = g.lower ? 2 : g.need;
    for (int a = 1; a <= 6; a++)
        for (int b = g.need == 2 ? 1 : 0; b <= (g.need == 2 ? 6 : 0); b++) {
            char label[32] = "blocked";
            int sixes = (a == 6) + (b == 6);

            g.die[0] = (uint8_t)(g.lower && b < a ? b : a);
            g.die[1] = (uint8_t)(g.lower && b < a ? a : b);
            if (!(mounted && cls == V ? sixes > 0 : sixes == g.need))
                snprintf(label, sizeof label, "%d mm", skirmish_slowed(f, &g, mm, cls));
            e = add_row(out, st_frac_of(1, g.need == 2 ? 36 : 6), label);
            if (e)
                return st_fail(err, e, NULL, 0, "the fractions are too long");
        }
    return ST_OK;
}

/* ---- recoil (5.9.12) --------------------------------------------------------------------- */

enum { R_X, R_Y, R_SX, R_SY, R_MOUNTED, R_INPUTS };
static const struct st_input recoil_inputs[] = {
    [R_X] = NUMBER("x", "who recoils stands at x", 0, 3000, 520),
    [R_Y] = NUMBER("y", "and y", 0, 3000, 500),
    [R_SX] = NUMBER("striker_x", "the striker stands at x", 0, 3000, 500),
    [R_SY] = NUMBER("striker_y", "and y", 0, 3000, 500),
    [R_MOUNTED] = YES("mounted", "he is mounted", 0),
};

static int ask_recoil(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                      struct st_error *err)
{
    size_t used = 0;

    (void)p, (void)err;
    if (v[R_X].n == v[R_SX].n && v[R_Y].n == v[R_SY].n)
        return st_sheet_refuse(out, "5.1.5", "both stand in one place");
    for (int i = 0; i < 5 && used < sizeof out->verdict; i++) {
        struct st_point at;

        skirmish_recoil_candidate(i, (struct st_point){ v[R_SX].n, v[R_SY].n },
                                  (struct st_point){ v[R_X].n, v[R_Y].n },
                                  v[R_MOUNTED].n ? 50 : 20, &at);
        used += (size_t)snprintf(out->verdict + used, sizeof out->verdict - used, "%s%d,%d",
                                 i ? " " : "", at.x, at.y);
    }
    st_tell(&out->table, "5.9.12", "the first of these places that takes the base is taken");
    return ST_OK;
}

/* ---- sight, range and contact on the table of a scenario (5.1, 5.3) ---------------------- */

enum { L_X, L_Y, L_RIDER, L_FACE, L_TX, L_TY, L_TRIDER, L_TFACE, L_INPUTS };
static const struct st_input sight_inputs[] = {
    [L_X] = NUMBER("x", "who looks stands at x", 0, 3000, 100),
    [L_Y] = NUMBER("y", "and y", 0, 3000, 100),
    [L_RIDER] = YES("rider", "mounted", 0),
    [L_FACE] = NUMBER("face", "his facing", 0, 15, 0),
    [L_TX] = NUMBER("to_x", "who is looked at stands at x", 0, 3000, 200),
    [L_TY] = NUMBER("to_y", "and y", 0, 3000, 200),
    [L_TRIDER] = YES("to_rider", "mounted", 0),
    [L_TFACE] = NUMBER("to_face", "his facing", 0, 15, 0),
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

static int ask_sight(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                     struct st_error *err)
{
    const struct skirmish_plan *f = p->data;
    struct skirmish_stand a = { (int16_t)v[L_X].n, (int16_t)v[L_Y].n, (uint8_t)v[L_FACE].n,
                                (uint8_t)v[L_RIDER].n };
    struct skirmish_stand b = { (int16_t)v[L_TX].n, (int16_t)v[L_TY].n, (uint8_t)v[L_TFACE].n,
                                (uint8_t)v[L_TRIDER].n };
    struct skirmish_terms terms = { 0 };

    (void)err;
    if (a.x > f->width || b.x > f->width || a.y > f->height || b.y > f->height)
        return st_sheet_refuse(out, "5.1.1", "the table is %d by %d mm", f->width, f->height);
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
    snprintf(out->verdict, sizeof out->verdict, "%s, %s, terrain %d", touch_word(f, a, b),
             blocked ? "not seen" : "seen", blocked ? 0 : terms.terrain);
    return ST_OK;
}

/* ---- the track of a move (5.8.12) -------------------------------------------------------- */

enum { K_X, K_Y, K_X1, K_Y1, K_X2, K_Y2, K_INPUTS };
static const struct st_input track_inputs[] = {
    [K_X] = NUMBER("x", "he starts at x", 0, 3000, 100),
    [K_Y] = NUMBER("y", "and y", 0, 3000, 100),
    [K_X1] = NUMBER("x1", "goes to x", 0, 3000, 200),
    [K_Y1] = NUMBER("y1", "and y", 0, 3000, 100),
    [K_X2] = NUMBER("x2", "then to x; -1: no further", -1, 3000, -1),
    [K_Y2] = NUMBER("y2", "and y", -1, 3000, -1),
};

static int ask_track(const struct st_plan *p, const struct st_value *v, struct st_sheet *out,
                     struct st_error *err)
{
    struct st_point at[3] = { { v[K_X].n, v[K_Y].n }, { v[K_X1].n, v[K_Y1].n },
                              { v[K_X2].n, v[K_Y2].n } }, point[16];
    int n = skirmish_track_points(at, v[K_X2].n < 0 || v[K_Y2].n < 0 ? 1 : 2, point, 16);
    size_t used = 0;

    (void)p, (void)err;
    for (int i = 0; i < n && used < sizeof out->verdict; i++)
        used += (size_t)snprintf(out->verdict + used, sizeof out->verdict - used, "%s%d,%d",
                                 i ? " " : "", point[i].x, point[i].y);
    if (n == 0)
        snprintf(out->verdict, sizeof out->verdict, "none");
    return ST_OK;
}

static const struct st_question questions[] = {
    { "shot", "one shot", "5.8.14", shot_inputs, S_SHOT, ask_shot },
    { "volley", "several shots alike: how many hit", "5.15.4", volley_inputs, VOLLEY_INPUTS,
      ask_volley },
    { "strike", "one strike against a class", "5.9.6", strike_inputs, T_INPUTS, ask_strike },
    { "melee", "one to three men against one", "5.9.1", melee_inputs, M_INPUTS, ask_melee },
    { "fight", "figures of a scenario: one to three against one", "5.9.14", fight_inputs, F_INPUTS,
      ask_fight },
    { "charge", "a rider charges a man on foot: fire, or strike?", "5.11.2", charge_inputs,
      C_INPUTS, ask_charge },
    { "move", "how far through this ground", "5.5.4", move_inputs, G_INPUTS, ask_move },
    { "recoil", "where he is driven to", "5.9.12", recoil_inputs, R_INPUTS, ask_recoil },
    { "sight", "what lies between two places of the table", "5.3.1", sight_inputs, L_INPUTS,
      ask_sight },
    { "track", "the points of a move at which it can be shot at (the first sixteen)", "5.8.12",
      track_inputs, K_INPUTS, ask_track },
};
const struct st_questions skirmish_questions = { ST_ROWS(questions) };
