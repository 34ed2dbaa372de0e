/* skirmish_fields.c - a position read and set from outside: fields, rulings, invariants. */
#include "skirmish/skirmish.h"

/* Whoever is gone has no state. */
static enum st_answer may_state(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    if (v == 0 || has(pos_of(t)->active, u))
        return ST_LEGAL;
    return st_refuse(why, "3.3", "%s is not on the table", man_name(t, u));
}

/* ---- fields of a man: where he is -------------------------------------------------------- */

/* Figures set down by hand: who touches whom follows from it. While nothing has been declared it is
 * contact at the start of the turn. */
static void touch_anew(struct st_table *t)
{
    struct skirmish_pos *p = pos_of(t);
    uint64_t touching = 0;

    for (uint64_t left = p->active; left;) {
        int u = take_one(&left);

        if (skirmish_contacts(t, u))
            touching |= bit(u);
    }
    if (p->flow.step[0] == STEP_EARLY && !p->shots)
        p->contact_start = p->contact_any = touching;
    else
        p->contact_any |= touching;
}

/* Figures are set down by hand between the procedures, not while one of them runs on where they
 * stand. */
static enum st_answer may_set_down(const struct st_table *t, struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);
    int step = p->flow.step[p->flow.depth];

    if (step == STEP_EARLY || step == STEP_LATE || step == STEP_ACTIVATE || step == STEP_ORDERS)
        return ST_LEGAL;
    return st_refuse(why, "4.4", "first finish what is under way: %s",
                     t->plan->game->steps[step]->name);
}

static enum st_answer may_place(const struct st_table *t, int u, int v ST_IDLE, struct st_refusal *why)
{
    return may_state(t, u, 1, why) ? ST_REFUSED : may_set_down(t, why);
}

/* Who has not moved yet begins his turn there. */
static void placed(struct st_table *t, int u)
{
    struct skirmish_pos *p = pos_of(t);

    if (!has(p->moved, u)) {
        p->start_x[u] = p->x[u];
        p->start_y[u] = p->y[u];
        p->start_facing[u] = p->facing[u];
    }
    touch_anew(t);
}

static const char *const status_words[] = { "active", "out", "exited", NULL };

int skirmish_status(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return has(p->active, u) ? STATUS_ACTIVE : has(p->exited, u) ? STATUS_EXITED : STATUS_OUT;
}

static enum st_answer set_status(struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct skirmish_man *m = &plan_of(t)->man[u];
    struct skirmish_pos *p = pos_of(t);

    if (v < STATUS_ACTIVE || v > STATUS_EXITED)
        return st_refuse(why, "3.3", "status is active, out or exited");
    if (may_set_down(t, why))
        return ST_REFUSED;
    if (v != STATUS_ACTIVE) {
        if (may_state(t, u, 1, why))
            return ST_REFUSED;
        (v == STATUS_OUT ? skirmish_remove : skirmish_leave)(t, u);
        touch_anew(t);
        return ST_LEGAL;
    }
    p->exited &= ~bit(u); /* back from the dead, by the umpire's word */
    p->active |= bit(u);
    p->x[u] = p->start_x[u] = m->x;
    p->y[u] = p->start_y[u] = m->y;
    p->facing[u] = p->start_facing[u] = m->facing;
    p->loaded[u] = (uint8_t)((1 << m->nfire) - 1);
    p->mounted |= m->mounted ? bit(u) : 0;
    p->mounted_start |= m->mounted ? bit(u) : 0;
    touch_anew(t);
    return ST_LEGAL;
}

static enum st_answer may_ride(const struct st_table *t, int u, int v ST_IDLE, struct st_refusal *why)
{
    if (!has(pos_of(t)->active, u) || plan_of(t)->man[u].kind == FOOT)
        return st_refuse(why, "5.4.3", "%s cannot be mounted or dismounted", man_name(t, u));
    return may_set_down(t, why);
}

static void in_saddle(struct st_table *t, int u)
{
    struct skirmish_pos *p = pos_of(t);

    p->mounted_start = (p->mounted_start & ~bit(u)) | (p->mounted & bit(u));
    touch_anew(t);
}

/* ---- his states -------------------------------------------------------------------------- */

static enum st_answer may_hide(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);

    if (v == 1 && !has(p->unseen, u) &&
        (has(p->mounted | p->formed | p->shots, u) || !has(p->active, u) ||
         !skirmish_can_hide(plan_of(t), skirmish_where(t, u)) || skirmish_contacts(t, u)))
        return st_refuse(why, "5.7.4", "%s cannot hide there", man_name(t, u));
    return may_state(t, u, v, why);
}

static enum st_answer may_be_steady(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    const struct skirmish_pos *p = pos_of(t);

    if (v && has(p->group[0].members | p->group[1].members, u))
        return st_refuse(why, "5.8.6", "%s is being given orders", man_name(t, u));
    return may_state(t, u, v, why);
}

static enum st_answer may_load(const struct st_table *t, int u, int slot, int v,
                               struct st_refusal *why)
{
    if (v && (!has(pos_of(t)->active, u) || slot >= plan_of(t)->man[u].nfire))
        return st_refuse(why, "5.8.18", "%s has no such firearm", man_name(t, u));
    return ST_LEGAL;
}

static enum st_answer may_load_first(const struct st_table *t, int u, int v, struct st_refusal *why)
{
    return may_load(t, u, 0, v, why);
}

static enum st_answer may_load_second(const struct st_table *t, int u, int v,
                                      struct st_refusal *why)
{
    return may_load(t, u, 1, v, why);
}

static enum st_answer may_attack_across(const struct st_table *t, int u, int v,
                                        struct st_refusal *why)
{
    if (v > 0 && (v > plan_of(t)->nbars || !has(pos_of(t)->active, u)))
        return st_refuse(why, "5.9.4", "no such line");
    return ST_LEGAL;
}

static int get_carrying(const struct st_table *t, int u)
{
    int thing = pos_of(t)->carrying[u];

    return thing == NOBODY ? 0 : thing + 1;
}

static enum st_answer set_carrying(struct st_table *t, int u, int v, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);

    if (!has(p->active, u) || v < 0 || v > plan_of(t)->nthings ||
        (v > 0 && p->carrier[v - 1] != NOBODY))
        return st_refuse(why, "5.5.19", "%s cannot carry that", man_name(t, u));
    if (p->carrying[u] != NOBODY) {
        p->carrier[p->carrying[u]] = NOBODY;
        p->thing_x[p->carrying[u]] = p->x[u];
        p->thing_y[p->carrying[u]] = p->y[u];
    }
    p->carrying[u] = (uint8_t)(v ? v - 1 : NOBODY);
    if (v) {
        p->carrier[v - 1] = (uint8_t)u;
        p->thing_x[v - 1] = p->thing_y[v - 1] = 0;
    }
    return ST_LEGAL;
}

/* ---- measures of a man ------------------------------------------------------------------- */

static int get_touching(const struct st_table *t, int u)
{
    return has(pos_of(t)->active, u) ? __builtin_popcountll(skirmish_contacts(t, u)) : 0;
}

static int get_ground(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    if (has(p->active, u) && skirmish_blank(skirmish_where(t, u)))
        return -1; /* where he lies is not known (5.15.1) */
    return has(p->active, u) ? skirmish_class_at(t, p->x[u], p->y[u], horse_of(t, u)) : O;
}

static int get_level(const struct st_table *t, int u)
{
    const struct skirmish_pos *p = pos_of(t);

    return has(p->active, u) ? skirmish_level_at(plan_of(t), p->x[u], p->y[u]) : 0;
}

static int get_allowance(const struct st_table *t, int u)
{
    return skirmish_allowance(t, u, horse_of(t, u));
}

static int get_pressed(const struct st_table *t, int u)
{
    return has(pos_of(t)->active, u) && skirmish_pressed(plan_of(t), skirmish_where(t, u)) != 0;
}

static int get_contacted(const struct st_table *t, int u)
{
    return __builtin_popcountll(pos_of(t)->contacted[u]);
}

/* ---- of a side and of the game ----------------------------------------------------------- */

int skirmish_lost(const struct st_table *t, int s)
{
    const struct skirmish_pos *p = pos_of(t);

    return __builtin_popcountll(plan_of(t)->of_side[s] & ~p->active & ~p->exited);
}

int skirmish_off(const struct st_table *t, int s)
{
    return __builtin_popcountll(plan_of(t)->of_side[s] & pos_of(t)->exited);
}

/* Nothing has been declared, nobody activated: the windows may have been passed over (4.5). */
static bool turn_begins(const struct skirmish_pos *p)
{
    int step = p->flow.step[0];

    return step == STEP_EARLY ? !p->shots
                              : step == STEP_ACTIVATE && !p->passes && !p->activated && !p->shot;
}

/* The shots of the turn that it becomes are asked for. */
static enum st_answer set_turn(struct st_table *t, int none ST_IDLE, int v, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    struct skirmish_pos *p = pos_of(t);

    if (v < 1 || v > f->turns || !turn_begins(p))
        return st_refuse(why, "4.3", "turn is 1 to %d, set while nothing has been declared",
                         f->turns);
    p->turn = (uint8_t)v;
    p->leading = (uint8_t)(v % 2 ? f->first : 1 - f->first);
    skirmish_open_window(t, STEP_EARLY);
    return ST_LEGAL;
}

static int get_blocked(const struct st_table *t)
{
    return pos_of(t)->group[0].blocked | pos_of(t)->group[1].blocked;
}

/* What the slowing dice take off, mm: of those who evade, else of the group. */
int skirmish_slowed_by(const struct st_table *t)
{
    const struct skirmish_group *g = &pos_of(t)->group[pos_of(t)->group[1].members != 0];

    return skirmish_slowing_mm(plan_of(t), g, g->members & pos_of(t)->mounted, g->cls);
}

static int get_horses(const struct st_table *t)
{
    return __builtin_popcountll(pos_of(t)->horses);
}

static const char *const outcome_words[] = { "playing", "A", "B", "draw", NULL };

#define ONE(m) .in = ST_ONE(struct skirmish_pos, m)
#define EACH(m) .in = ST_EACH(struct skirmish_pos, m)
#define BIT(m) .in = ST_BIT(struct skirmish_pos, m)
#define FLAG(m, title) { #m, title, "man", BIT(m), .para = "3.3", .hi = 1, .may = may_state }
#define PLACED(para_) .para = para_, .may = may_place, .then = placed
#define LOADED(slot) .in = ST_FLAG_EACH(struct skirmish_pos, loaded, 1 << (slot)), \
                     .para = "5.8.18", .hi = 1
/* What is worked out, and from what alone. */
static const struct st_member on_sets[] = { ST_BIT(struct skirmish_pos, active), ST_BIT(struct skirmish_pos, exited), { 0 } };
static const struct st_member on_carrying[] = { ST_EACH(struct skirmish_pos, carrying), { 0 } };

static const struct st_field fields[] = {
    { "x", "mm from the west edge", "man", EACH(x), PLACED("5.1.1"), .most = ST_ONE(struct skirmish_plan, width) },
    { "y", "mm from the south edge", "man", EACH(y), PLACED("5.1.1"), .most = ST_ONE(struct skirmish_plan, height) },
    { "face", "facing, 0 east to 15", "man", EACH(facing), PLACED("5.1.8"), .hi = 15 },
    { "start_x", "x at the start of the turn", "man", EACH(start_x) },
    { "start_y", "y at the start of the turn", "man", EACH(start_y) },
    { "status", "active, out or exited", "man", .symbol = status_words, .get = skirmish_status, .on = on_sets,
      .set = set_status },
    { "mounted", "on horseback", "man", BIT(mounted), ST_UP_TO("5.4.3", 1), .may = may_ride, .then = in_saddle },
    { "loaded", "first firearm loaded", "man", LOADED(0), .may = may_load_first },
    { "loaded2", "second firearm loaded", "man", LOADED(1), .may = may_load_second },
    { "unseen", "in ambush, not seen", "man", BIT(unseen), ST_UP_TO("5.7.4", 1), .may = may_hide },
    FLAG(activated, "has acted this turn"),
    FLAG(moved, "has moved this turn"),
    FLAG(tried, "was blocked by the ground"),
    FLAG(shot, "has fired this turn"),
    { "steady", "has fired steady", "man", BIT(steady), ST_UP_TO("5.8.6", 1),
      .may = may_be_steady },
    FLAG(contact_start, "was in contact at the start of the turn"),
    FLAG(contact_any, "has been in contact this turn"),
    FLAG(charged, "charged this turn"),
    FLAG(crouched, "crouched"),
    FLAG(sprung, "sprang an ambush by a shot"),
    FLAG(leapt, "sprang an ambush by a move"),
    FLAG(evaded, "was named to evade this turn"),
    FLAG(struck, "has struck this turn"),
    FLAG(recoiled, "has recoiled this turn"),
    FLAG(answered, "is struck by a defender across a line"),
    FLAG(wounded, "wounded (5.14.3)"),
    { "formed", "in close order", "man", BIT(formed) },
    { "rank", "rank in close order", "man", EACH(rank) },
    { "file", "file in close order", "man", EACH(file) },
    { "carrying", "sack carried, 0 none", "man", .get = get_carrying, .on = on_carrying,
      .set = set_carrying },
    { "across", "line attacked across, 0 none", "man", EACH(across), ST_UP_TO("5.9.4", MAX_LINES) + MAX_OPENINGS, .may = may_attack_across },
    { "class", "class now", "man", .get = skirmish_class },
    { "touching", "enemies in contact now", "man", .get = get_touching },
    { "contacted", "enemies contacted by his move", "man", .get = get_contacted },
    { "ground", "class of the ground for him", "man", .symbol = skirmish_classes, .get = get_ground },
    { "level", "level of the ground", "man", .get = get_level },
    { "allowance", "mm a turn", "man", .get = get_allowance },
    { "pressed", "pressed against a line or opening", "man", .get = get_pressed },
    { "lost", "out of action", "side", .get = skirmish_lost },
    { "off", "exited", "side", .get = skirmish_off },
    { "a_lost", "men of A out of action", .get = skirmish_lost, .alone = 1, .old = true },
    { "b_lost", "men of B out of action", .get = skirmish_lost, .alone = 2, .old = true },
    { "turn", "turn", ONE(turn), .set = set_turn },
    { "acting", "leading side", .kind = "side", ONE(leading) },
    { "leading", "leading side", .kind = "side", ONE(leading), .old = true },
    { "passes", "passes in a row", ONE(passes) },
    { "sacks", "sacks carried off", ONE(carried_off), .para = "5.13.2",
      .most = ST_ONE(struct skirmish_plan, nthings) },
    { "blocked", "the group is blocked by the ground", .whole = get_blocked },
    { "slowed", "mm taken off by the slowing dice", .whole = skirmish_slowed_by },
    { "length", "length of the weapons that strike", ONE(length) },
    { "spent", "mm spent by a formed unit", ONE(spent) },
    { "horses", "horses without riders", .whole = get_horses },
    { "outcome", "who has won", .symbol = outcome_words, ONE(result) },
};
const struct st_fields skirmish_fields = { ST_ROWS(fields) };

/* ---- invariants -------------------------------------------------------------------------- */

static enum st_answer man_sane(const struct st_table *t, int u, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    const char *name = man_name(t, u);
    uint64_t flags = p->mounted | p->activated | p->moved | p->tried | p->shot | p->steady |
                     p->contact_any | p->charged | p->crouched | p->unseen | p->sprung | p->formed |
                     p->evaded |
                     p->struck | p->recoiled | p->armed | p->won | p->may_evade;

    if (!has(p->active, u))
        return has(flags, u) || p->x[u] != -1 || p->carrying[u] != NOBODY || p->contacted[u]
                   ? st_refuse(why, "3.3", "%s is gone and has left traces", name) : ST_LEGAL;
    if (has(p->exited, u))
        return st_refuse(why, "3.3", "%s is here and gone", name);
    if (has(p->mounted, u) && (f->man[u].kind == FOOT || has(p->crouched, u)))
        return st_refuse(why, "5.4.3", "%s has no horse, or crouches on it", name);
    if (p->facing[u] > 15 || p->nway[u] > MAX_WAY || p->loaded[u] >> f->man[u].nfire)
        return st_refuse(why, "3.3", "%s: facing, track or firearms", name);
    if (p->carrying[u] != NOBODY && p->carrier[p->carrying[u]] != u)
        return st_refuse(why, "5.5.19", "%s carries what another has", name);
    struct skirmish_stand s = skirmish_where(t, u);
    if (has(p->unseen, u) && skirmish_blank(s)) /* where he is, is nobody's business */
        return ST_LEGAL;
    if (!skirmish_on_table(f, s) || !skirmish_off_bars(f, s))
        return st_refuse(why, "5.5.11", "%s stands at %d,%d", name, s.x, s.y);
    for (uint64_t left = p->active & (bit(u) - 1); left;) {
        int v = take_one(&left);

        if (!skirmish_blank(skirmish_where(t, v)) &&
            skirmish_apart(f, s, skirmish_where(t, v), 0) < 0)
            return st_refuse(why, "5.1.5", "%s and %s overlap", man_name(t, v), name);
    }
    return ST_LEGAL;
}

static enum st_answer unit_sane(const struct st_table *t, int i, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t men = p->formed & f->unit[i].men;
    int n = __builtin_popcountll(men);

    if (n == 0 ? p->unit_files[i] != 0 : n < 4 || p->unit_files[i] == 0)
        return st_refuse(why, "5.6.5", "unit %s has %d formed men in %d files", f->unit[i].name, n,
                         p->unit_files[i]);
    while (men) {
        int u = take_one(&men);
        struct st_point at = skirmish_slot(
            f, (struct st_point){ p->anchor[i][0], p->anchor[i][1] }, p->unit_facing[i],
            p->rank[u], p->file[u], has(p->mounted, u));

        if (at.x != p->x[u] || at.y != p->y[u])
            return st_refuse(why, "5.6.2", "%s is not in his place", man_name(t, u));
    }
    return ST_LEGAL;
}

enum st_answer skirmish_sane(const struct st_table *t, struct st_refusal *why)
{
    const struct skirmish_plan *f = plan_of(t);
    const struct skirmish_pos *p = pos_of(t);
    uint64_t all = f->nmen == MAX_MEN ? ~0ull : bit(f->nmen) - 1;
    int step = p->flow.step[p->flow.depth];

    if ((p->active | p->exited | p->unseen | p->formed) & ~all)
        return st_refuse(why, "3.3", "somebody who does not exist");
    for (int u = 0; u < f->nmen; u++)
        if (man_sane(t, u, why))
            return ST_REFUSED;
    for (int i = 0; i < f->nunits; i++)
        if (unit_sane(t, i, why))
            return ST_REFUSED;
    if (p->turn < 1 || p->turn > f->turns || p->flow.side > 1 || p->leading > 1)
        return st_refuse(why, "3.2", "turn %d, side %d", p->turn, p->flow.side);
    if (p->flow.depth == 0 && (p->strikers || p->won || p->armed || p->hits || p->may_evade ||
                               p->length || p->pending.nargs || p->group[1].members))
        return st_refuse(why, "4.4", "a procedure has left something behind");
    if (p->shots && step != STEP_EARLY && step != STEP_LATE && step != STEP_SHOT_DIE)
        return st_refuse(why, "5.8.11", "shots declared outside a window");
    if (p->flow.step[0] != STEP_ORDERS && (p->group[0].members || p->spent || p->orders))
        return st_refuse(why, "5.5.1", "a group outside its activation");
    return ST_LEGAL;
}

/* ---- the umpire's word ------------------------------------------------------------------- */

enum st_answer skirmish_ruling(struct st_table *t, const struct st_move *m, struct st_refusal *why)
{
    struct skirmish_pos *p = pos_of(t);
    int u = m->arg[0], n = m->arg[1];
    struct skirmish_stand s;

    switch (m->verb) {
    case VERB_MOVE:
        if (!has(p->active, u) || n < 1 || n > MAX_WAY)
            return st_refuse(why, "", "%s is not on the table, or no place is given",
                             man_name(t, u));
        s = skirmish_where(t, u);
        s.x = m->arg[2 * n];
        s.y = m->arg[2 * n + 1];
        if (m->arg[2 * n + 2] >= 0)
            s.facing = (uint8_t)(m->arg[2 * n + 2] & 15);
        if (s.x < 0 || s.y < 0 || s.x > plan_of(t)->width || s.y > plan_of(t)->height)
            return st_refuse(why, "5.1.1", "%d,%d is off the table", s.x, s.y);
        if (may_set_down(t, why))
            return ST_REFUSED;
        if (skirmish_stand_check(t, u, s, 0, why))
            return ST_REFUSED;
        skirmish_break_ranks(t, u);
        p->x[u] = s.x;
        p->y[u] = s.y;
        p->facing[u] = s.facing;
        touch_anew(t);
        skirmish_mend_across(t);
        return ST_LEGAL;
    case VERB_CROUCH:
    case VERB_STAND:
        if (may_state(t, u, 1, why))
            return ST_REFUSED;
        p->crouched = (p->crouched & ~bit(u)) | (m->verb == VERB_CROUCH ? bit(u) : 0);
        return ST_LEGAL;
    default:
        return st_refuse(why, "", "this cannot be carried out outside the rules; use `set`");
    }
}
