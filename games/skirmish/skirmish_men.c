/* skirmish_men.c - 5.4, 9.1: the characters of a scenario, and whether they make sense. */
#include "skirmish/skirmish_plan.h"

#include <string.h>

const char *const skirmish_equips[] = { "light", "full", NULL };
static const char *const traits[] = { "mounted", "ambush", "local", "sack", "leader" };

/* ---- the keys of a line `char` ----------------------------------------------------------- */

/* "sabre,bayonet", two at the most, or "-"; how many. */
static uint8_t read_list(struct skirmish_loader *l, struct st_span s, const char *what,
                         const char *const *names, int n, uint8_t *out)
{
    uint8_t count = 0;

    while (s.len && !l->b.e && !st_span_is(s, "-")) {
        if (count == 2)
            st_bad(&l->b, "more than two of the kind %s (5.4.4)", what);
        else
            out[count++] = (uint8_t)st_bind_which(&l->b, what, st_span_cut(&s, ','), names, n);
    }
    return count;
}

static void read_traits(struct skirmish_loader *l, struct st_span s, struct skirmish_man *m)
{
    uint8_t *const to[] = { &m->mounted, &m->ambush, &m->local, &m->sack, &m->leader };

    while (s.len && !l->b.e && !st_span_is(s, "-")) {
        int which = st_bind_which(&l->b, "trait", st_span_cut(&s, ','), ST_ROWS(traits));

        if (which >= 0)
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
    const char *name = st_bind_text(&l->b, s);
    if (!st_room(&l->b, f->nunits, MAX_UNITS, "units") || !name)
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
#define MAN(member) ST_IN(struct skirmish_loader, man, member), .of = ST_OF_SEEN
static const struct st_bound keys[KEYS] = {
    [KEY_CLASS] = { "class", MAN(cls), .lo = 1, .hi = 6 },
    [KEY_ARMOUR] = { "armour", MAN(armour), .hi = 4 },
    [KEY_KIND] = { "kind", MAN(kind), .words = skirmish_kinds, .nwords = KINDS },
    [KEY_EQUIP] = { "equip", MAN(equip), .words = skirmish_equips, .nwords = 2 },
    [KEY_FACE] = { "face", MAN(facing), .hi = 15 },
    [KEY_MELEE] = { "melee" }, [KEY_FIRE] = { "fire" }, [KEY_AT] = { "at" },
    [KEY_UNIT] = { "unit" }, [KEY_TRAITS] = { "traits" },
};

static void read_key(struct skirmish_loader *l, struct st_span key, struct st_span v, int *seen)
{
    struct skirmish_man *m = &l->man[l->f->nmen];
    int k = 0;

    while (k < KEYS && !st_span_is(key, keys[k].name))
        k++;
    if (k == KEYS)
        st_bad(&l->b, "no key `%.*s`", (int)key.len, key.at);
    else if (*seen >> k & 1)
        st_bad(&l->b, "`%s` stands twice", keys[k].name);
    if (l->b.e)
        return;
    *seen |= 1 << k;
    switch (k) {
    case KEY_MELEE: m->nmelee = read_list(l, v, "weapon", skirmish_weapons, HANDS, m->melee); break;
    case KEY_FIRE: m->nfire = read_list(l, v, "firearm", skirmish_firearms, FIREARMS, m->fire); break;
    case KEY_AT: read_place(l, v, m); break;
    case KEY_UNIT: read_unit(l, v, m); break;
    case KEY_TRAITS: read_traits(l, v, m); break;
    default: st_bind_field(&l->b, &keys[k], v, l->f->nmen);
    }
    if (m->armour != 0 && m->armour != 4)
        st_bad(&l->b, "armour is 0 or 4 (5.4.2)");
}

/* What a kind of man may carry (5.4.4, 5.8.3): whoever rides can also dismount. */
static void check_arms(struct skirmish_loader *l, const struct skirmish_man *m)
{
    const struct skirmish_plan *f = l->f;
    bool rides = m->kind != FOOT;
    int saddle = m->kind == LIGHT_CAVALRY || m->kind == HEAVY_CAVALRY ? 1 : 2;

    for (int i = 0; i < m->nmelee; i++)
        if (!f->usable[0][m->melee[i]] && !(rides && f->usable[1][m->melee[i]]))
            st_bad(&l->b, "a man of the kind %s cannot use a %s (5.4.4)",
                         skirmish_kinds[m->kind], skirmish_weapons[m->melee[i]]);
    for (int i = 0; i < m->nfire; i++) {
        const uint8_t *fires = f->gun[m->fire[i]].fires;

        if (!fires[0] && !(rides && fires[saddle]))
            st_bad(&l->b, "a man of the kind %s cannot fire a %s (5.8.3)",
                         skirmish_kinds[m->kind], skirmish_firearms[m->fire[i]]);
    }
    if (m->mounted && m->kind == FOOT)
        st_bad(&l->b, "a man on foot has no horse");
    if (m->ambush && m->mounted)
        st_bad(&l->b, "a rider does not lie in ambush (5.7.4)");
}

void skirmish_load_man(struct st_binder *b, const struct st_parts *r)
{
    static const struct st_bound of_side = { "side", MAN(side), SIDE_WORDS };
    struct skirmish_loader *l = skirmish_loader(b);
    struct st_span id = r->field[1], digits = { id.at + 1, id.len - 1 };
    int n = l->f->nmen, seen = 0, number;

    if (r->n < 5)
        st_bad(b, "the line has %d fields; write: id, side, name, key=value...", r->n - 1);
    if (!st_room(b, n, MAX_MEN, "characters"))
        return;
    l->man[n].unit = NOBODY;
    st_bind_field(b, &of_side, r->field[2], n);
    const char *side = skirmish_side_ids[l->man[n].side];
    if (id.len < 2 || id.at[0] != side[0] || !st_span_int(digits, 1, 999, &number))
        st_bad(b, "`%.*s`: a character of side %s is called %s1, %s2...", (int)id.len, id.at, side,
               side, side);
    struct st_span last = r->field[r->n - 1], rest = r->field[4], word;
    rest.len = (size_t)(last.at + last.len - rest.at); /* blanks or tabs between the keys */
    while (!b->e && (word = st_span_word(&rest)).len) {
        struct st_span v = word, key = st_span_cut(&v, '=');

        read_key(l, key, v, &seen);
    }
    if (seen != (1 << KEYS) - 1)
        st_bad(b, "class, armour, kind, equip, melee, fire, at, face, unit and traits must all be there");
    if (!b->e)
        check_arms(l, &l->man[n]);
    if (st_span_find(id, l->id, n) >= 0)
        st_bad(b, "character `%.*s` stands twice", (int)id.len, id.at);
    l->id[n] = st_bind_text(b, id);
    l->title[n] = st_bind_text(b, r->field[3]);
    l->man_line[n] = b->line;
    l->f->nmen += !b->e;
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

    l->b.line = l->man_line[u];
    if (!skirmish_on_table(f, s))
        st_bad(&l->b, "%s stands over the edge of the table (5.5.11)", f->name[u]);
    if (!skirmish_off_bars(f, s))
        st_bad(&l->b, "%s stands in a wall or on a line (5.2.4)", f->name[u]);
    if (skirmish_class_of(f, skirmish_areas_at(f, st_point_mm(m->x, m->y)), 0, m->mounted) == X)
        st_bad(&l->b, "%s stands on impassable ground (5.2.3)", f->name[u]);
    if (m->ambush && !skirmish_can_hide(f, s))
        st_bad(&l->b, "%s lies in ambush where nobody can hide (5.7.4)", f->name[u]);
    for (int v = 0; v < u; v++) {
        const struct skirmish_man *o = &f->man[v];

        if (skirmish_apart(f, s, (struct skirmish_stand){ o->x, o->y, o->facing, o->mounted }, 0) <
            0)
            st_bad(&l->b, "%s and %s overlap (5.1.5)", f->name[v], f->name[u]);
    }
    if (m->unit != NOBODY && f->man[__builtin_ctzll(f->unit[m->unit].men)].side != m->side)
        st_bad(&l->b, "unit %s has men on both sides", f->unit[m->unit].name);
}

void skirmish_check_men(struct skirmish_loader *l)
{
    struct skirmish_plan *f = l->f;

    for (int s = 0; s < ST_SIDES; s++) {
        l->b.line = l->side_line[s];
        if (!f->of_side[s])
            st_bad(&l->b, "side %s has nobody", skirmish_side_ids[s]);
    }
    l->b.line = 0;
    if (f->nthings > MAX_THINGS)
        st_bad(&l->b, "more than %d sacks", MAX_THINGS);
    for (int u = 0; u < f->nmen && !l->b.e; u++)
        check_man(l, u);
    l->b.line = 0;
}
