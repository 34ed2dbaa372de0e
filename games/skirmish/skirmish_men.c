/* skirmish_men.c - 5.4, 9.1: the characters of a scenario, and whether they make sense. */
#include "skirmish/skirmish_plan.h"

#include <string.h>

static const char *const equips[] = { "light", "full" };
static const char *const traits[] = { "mounted", "ambush", "local", "sack", "leader" };

/* ---- the keys of a line `char` ----------------------------------------------------------- */

static void read_list(struct skirmish_loader *l, struct st_span s, const struct st_bound *of,
                      struct skirmish_man *m, uint8_t *count)
{
    *count = 0;
    if (st_span_is(s, "-"))
        return;
    while (s.len && !l->b.e) {
        struct st_bound slot = *of;

        if (*count == 2)
            skirmish_bad(l, "more than two of the kind %s (5.4.4)", of->name);
        slot.to.at += (uint32_t)*count;
        skirmish_take(l, &slot, m, st_span_cut(&s, ','));
        ++*count;
    }
}

static void read_traits(struct skirmish_loader *l, struct st_span s, struct skirmish_man *m)
{
    uint8_t *const to[] = { &m->mounted, &m->ambush, &m->local, &m->sack, &m->leader };
    static const struct st_bound trait = { "trait", { 0, 0, ST_U8, false, 0 }, .words = traits,
                                           .nwords = 5 };
    uint8_t which = 0;

    if (st_span_is(s, "-"))
        return;
    while (s.len && !l->b.e) {
        skirmish_take(l, &trait, &which, st_span_cut(&s, ','));
        *to[which] = 1;
    }
}

static void read_unit(struct skirmish_loader *l, struct st_span s, struct skirmish_man *m)
{
    struct skirmish_plan *f = l->f;

    m->unit = NOBODY;
    if (st_span_is(s, "-"))
        return;
    for (int i = 0; i < f->nunits; i++)
        if (st_span_is(s, f->unit[i].name))
            m->unit = (uint8_t)i;
    if (m->unit != NOBODY)
        return;
    if (f->nunits == MAX_UNITS)
        skirmish_bad(l, "more than %d units", MAX_UNITS);
    const char *name = st_bind_text(&l->b, s);
    if (!name)
        return;
    f->unit[f->nunits].name = name;
    m->unit = (uint8_t)f->nunits++;
}

static void read_place(struct skirmish_loader *l, struct st_span s, struct skirmish_man *m)
{
    struct st_point at = skirmish_read_point(l, s);

    m->x = (int16_t)(at.x / ST_MM);
    m->y = (int16_t)(at.y / ST_MM);
}

enum { KEY_CLASS, KEY_ARMOUR, KEY_KIND, KEY_EQUIP, KEY_FACE, KEY_MELEE, KEY_FIRE, KEY_AT, KEY_UNIT,
       KEY_TRAITS, KEYS };
#define MAN(member) ST_ONE(struct skirmish_man, member)
static const struct st_bound keys[KEYS] = {
    [KEY_CLASS] = { "class", MAN(cls), 1, 6 },
    [KEY_ARMOUR] = { "armour", MAN(armour), 0, 4 },
    [KEY_KIND] = { "kind", MAN(kind), .words = skirmish_kinds, .nwords = KINDS },
    [KEY_EQUIP] = { "equip", MAN(equip), .words = equips, .nwords = 2 },
    [KEY_FACE] = { "face", MAN(facing), 0, 15 },
    [KEY_MELEE] = { "melee" }, [KEY_FIRE] = { "fire" }, [KEY_AT] = { "at" },
    [KEY_UNIT] = { "unit" }, [KEY_TRAITS] = { "traits" },
};
static const struct st_bound weapon = { "weapon", MAN(melee[0]), .words = skirmish_weapons,
                                        .nwords = HANDS };
static const struct st_bound firearm = { "firearm", MAN(fire[0]), .words = skirmish_firearms,
                                         .nwords = FIREARMS };

static void read_key(struct skirmish_loader *l, struct st_span key, struct st_span v,
                     struct skirmish_man *m, int *seen)
{
    int k = 0;

    while (k < KEYS && !st_span_is(key, keys[k].name))
        k++;
    if (k == KEYS)
        skirmish_bad(l, "no key `%.*s`", (int)key.len, key.at);
    else if (*seen >> k & 1)
        skirmish_bad(l, "`%s` stands twice", keys[k].name);
    if (l->b.e)
        return;
    *seen |= 1 << k;
    switch (k) {
    case KEY_MELEE: read_list(l, v, &weapon, m, &m->nmelee); break;
    case KEY_FIRE: read_list(l, v, &firearm, m, &m->nfire); break;
    case KEY_AT: read_place(l, v, m); break;
    case KEY_UNIT: read_unit(l, v, m); break;
    case KEY_TRAITS: read_traits(l, v, m); break;
    default: skirmish_take(l, &keys[k], m, v);
    }
    if (m->armour != 0 && m->armour != 4)
        skirmish_bad(l, "armour is 0 or 4 (5.4.2)");
}

/* What a kind of man may carry (5.4.4, 5.8.3): whoever rides can also dismount. */
static void check_arms(struct skirmish_loader *l, const struct skirmish_man *m)
{
    const struct skirmish_plan *f = l->f;
    bool rides = m->kind != FOOT;
    int saddle = m->kind == LIGHT_CAVALRY || m->kind == HEAVY_CAVALRY ? 1 : 2;

    for (int i = 0; i < m->nmelee; i++)
        if (!f->usable[0][m->melee[i]] && !(rides && f->usable[1][m->melee[i]]))
            skirmish_bad(l, "a man of the kind %s cannot use a %s (5.4.4)",
                         skirmish_kinds[m->kind], skirmish_weapons[m->melee[i]]);
    for (int i = 0; i < m->nfire; i++) {
        const uint8_t *fires = f->gun[m->fire[i]].fires;

        if (!fires[0] && !(rides && fires[saddle]))
            skirmish_bad(l, "a man of the kind %s cannot fire a %s (5.8.3)",
                         skirmish_kinds[m->kind], skirmish_firearms[m->fire[i]]);
    }
    if (m->mounted && m->kind == FOOT)
        skirmish_bad(l, "a man on foot has no horse");
    if (m->ambush && m->mounted)
        skirmish_bad(l, "a rider does not lie in ambush (5.7.4)");
}

void skirmish_load_man(struct skirmish_loader *l)
{
    static const struct st_bound of_side = { "side", MAN(side), .words = skirmish_side_ids,
                                             .nwords = ST_SIDES };
    struct skirmish_man m = { .unit = NOBODY };
    int n = l->f->nmen, seen = 0, number;

    skirmish_need(l, 5, PARTS_MAX, "char id side name key=value...");
    if (n == MAX_MEN)
        skirmish_bad(l, "more than %d characters", MAX_MEN);
    skirmish_take(l, &of_side, &m, l->part[2]);
    if (l->b.e)
        return;
    const char *side = skirmish_side_ids[m.side];
    struct st_span id = l->part[1], digits = { id.at + 1, id.len - 1 };
    if (id.len < 2 || id.at[0] != side[0] || !st_span_int(digits, 1, 999, &number))
        skirmish_bad(l, "`%.*s`: a character of side %s is called %s1, %s2...", (int)id.len, id.at,
                     side, side, side);
    struct st_span last = l->part[l->nparts - 1], rest = l->part[4], word;
    rest.len = (size_t)(last.at + last.len - rest.at); /* blanks or tabs between the keys */
    while (!l->b.e && (word = st_span_word(&rest)).len) {
        struct st_span v = word, key = st_span_cut(&v, '=');

        read_key(l, key, v, &m, &seen);
    }
    if (seen != (1 << KEYS) - 1)
        skirmish_bad(l, "class, armour, kind, equip, melee, fire, at, face, unit and traits must "
                        "all be there");
    if (!l->b.e)
        check_arms(l, &m);
    if (st_span_find(id, l->id, n) >= 0)
        skirmish_bad(l, "character `%.*s` stands twice", (int)id.len, id.at);
    l->id[n] = st_bind_text(&l->b, id);
    l->title[n] = st_bind_text(&l->b, l->part[3]);
    if (l->b.e)
        return;
    l->man_line[n] = l->line;
    l->man[l->f->nmen++] = m;
}

/* ---- in order ---------------------------------------------------------------------------- */

/* 3.3: all A by number, then all B by number. */
static int id_order(const char *a, const char *b)
{
    size_t la = strlen(a), lb = strlen(b);

    return a[0] != b[0] ? a[0] - b[0] : la != lb ? (la < lb ? -1 : 1) : strcmp(a, b);
}

void skirmish_sort_men(struct skirmish_loader *l)
{
    struct skirmish_plan *f = l->f;
    const char **name = st_bind_array(&l->b, MAX_MEN, sizeof *name);
    const char **title = st_bind_array(&l->b, MAX_MEN, sizeof *title);
    int line[MAX_MEN];

    if (!name || !title)
        return;
    for (int i = 0; i < f->nmen; i++) {
        int at = 0;

        for (int k = 0; k < f->nmen; k++)
            at += id_order(l->id[k], l->id[i]) < 0;
        name[at] = l->id[i];
        title[at] = l->title[i];
        f->man[at] = l->man[i];
        line[at] = l->man_line[i];
    }
    memcpy(l->man_line, line, sizeof line);
    f->name = name;
    for (int i = 0; i < f->nmen; i++) {
        const struct skirmish_man *m = &f->man[i];

        f->of_side[m->side] |= bit(i);
        f->locals |= m->local ? bit(i) : 0;
        f->leaders |= m->leader ? bit(i) : 0;
        f->regulars |= m->unit != NOBODY ? bit(i) : 0;
        if (m->unit != NOBODY)
            f->unit[m->unit].men |= bit(i);
        f->nthings += m->sack;
    }
    st_bind_names(&l->b, "man", name, title, f->nmen);
}

/* ---- do they make sense? ----------------------------------------------------------------- */

static void check_man(struct skirmish_loader *l, int u)
{
    const struct skirmish_plan *f = l->f;
    const struct skirmish_man *m = &f->man[u];
    struct skirmish_stand s = { m->x, m->y, m->facing, m->mounted };

    l->line = l->man_line[u];
    if (!skirmish_on_table(f, s))
        skirmish_bad(l, "%s stands over the edge of the table (5.5.11)", f->name[u]);
    if (!skirmish_off_bars(f, s))
        skirmish_bad(l, "%s stands in a wall or on a line (5.2.4)", f->name[u]);
    if (skirmish_class_of(f, skirmish_areas_at(f, st_point_mm(m->x, m->y)), 0, m->mounted) == X)
        skirmish_bad(l, "%s stands on impassable ground (5.2.3)", f->name[u]);
    if (m->ambush && !skirmish_can_hide(f, s))
        skirmish_bad(l, "%s lies in ambush where nobody can hide (5.7.4)", f->name[u]);
    for (int v = 0; v < u; v++) {
        const struct skirmish_man *o = &f->man[v];

        if (skirmish_apart(f, s, (struct skirmish_stand){ o->x, o->y, o->facing, o->mounted }, 0) <
            0)
            skirmish_bad(l, "%s and %s overlap (5.1.5)", f->name[v], f->name[u]);
    }
    if (m->unit != NOBODY && f->man[__builtin_ctzll(f->unit[m->unit].men)].side != m->side)
        skirmish_bad(l, "unit %s has men on both sides", f->unit[m->unit].name);
}

void skirmish_check_men(struct skirmish_loader *l)
{
    struct skirmish_plan *f = l->f;

    for (int s = 0; s < ST_SIDES; s++) {
        l->line = l->side_line[s];
        if (!f->of_side[s])
            skirmish_bad(l, "side %s has nobody", skirmish_side_ids[s]);
    }
    l->line = 0;
    if (f->nthings > MAX_THINGS)
        skirmish_bad(l, "more than %d sacks", MAX_THINGS);
    for (int u = 0; u < f->nmen && !l->b.e; u++)
        check_man(l, u);
    l->line = 0;
}
