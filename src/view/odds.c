/* odds.c - what if I do this? Odds with what people want to know about them. See view.h.
 *
 * The answer has three parts: what the declaration itself brought about (class, modifiers, with
 * their paragraphs), the first die face by face, and the table of outcomes with exact fractions.
 */
#include "view/view.h"

#include "ai/after.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AFTER_ROOM = 256, CHANGES_MAX = 1024, LOOKS_MAX = 64, JUDGED_MAX = 8, ROUNDS = 6 };

/* ---- what the declaration says --------------------------------------------------------- */

static bool has_modifier(const struct st_heard *h)
{
    for (int i = 0; i < h->n; i++)
        if (h->event[i].kind == ST_EV_MODIFIER)
            return true;
    return false;
}

/* Some rules count their modifiers only when dice have fallen, both sides' perhaps: let them fall
 * until there is something to hear, a few at most and none of another procedure. */
static void hear_modifiers(struct st_odds_answer *a, struct st_table *t, int depth)
{
    for (int dice = 0; dice < 4 && !has_modifier(&a->declared); dice++) {
        struct st_heard heard;
        struct st_chance c;

        if (st_now(t).kind != ST_CHANCE || st_now(t).depth < depth)
            return;
        st_heard_init(&heard);
        st_awaited(t, &c);
        t->log = &heard.log;
        st_take(t, c.face[0].value);
        for (int i = 0; i < heard.n && heard.event[i].kind != ST_EV_LOOKED; i++)
            if (heard.event[i].kind == ST_EV_MODIFIER)
                a->declared.log.add(&a->declared.log, &heard.event[i]);
        a->declared.failed |= heard.failed;
        st_heard_free(&heard);
    }
}

static int declare(struct st_odds_answer *a, struct st_error *err)
{
    const struct st_plan *p = a->table->plan;
    struct st_table t = { p, malloc(p->pos_size), &a->declared.log };

    if (!t.pos)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(t.pos, a->table->pos, p->pos_size);
    if (a->has_move)
        st_play(&t, &a->move, NULL);
    if (st_now(&t).kind == ST_CHANCE)
        hear_modifiers(a, &t, st_now(&t).depth);
    free(t.pos);
    return a->declared.failed ? st_fail(err, ST_ENOMEM, NULL, 0, "out of memory") : ST_OK;
}

/* ---- what to count --------------------------------------------------------------------- */

static enum st_answer read_measures(struct st_odds_answer *a, const char *text,
                                    struct st_refusal *why)
{
    struct st_span all = st_span_of(text);

    while (all.len) {
        struct st_span one = st_span_trim(st_span_cut(&all, ','));
        char word[80];

        if (one.len == 0)
            continue;
        if (a->nprobes == ST_PROBES)
            return st_refuse(why, "", "more than %d measures", ST_PROBES);
        if (!st_span_copy(one, word, sizeof word))
            return st_refuse(why, "", "no measure has so long a name");
        if (st_probe_parse(&a->probe[a->nprobes], a->table->plan, word, why))
            return ST_REFUSED;
        a->nprobes++;
    }
    return a->nprobes ? ST_LEGAL : st_refuse(why, "", "no measure given");
}

/* ---- what might be supposed ------------------------------------------------------------ */

static struct st_odds_stop *stop_of(struct st_odds_answer *a, const struct st_turn *now)
{
    for (int i = 0; i < a->nstops; i++)
        if (a->stop[i].side == now->side && strcmp(a->stop[i].step, now->step) == 0)
            return &a->stop[i];
    if (a->nstops == ST_STOPS)
        return NULL;
    struct st_odds_stop *s = &a->stop[a->nstops++];
    s->step = now->step;
    s->para = now->para;
    s->side = now->side;
    return s;
}

/* How the decider stands when he has done it, by the judgement. */
static double chance_after(const struct st_table *t, const struct st_move *m)
{
    struct st_table then = { t->plan, malloc(t->plan->pos_size), NULL };
    double chance = 0;

    if (!then.pos)
        return 0;
    memcpy(then.pos, t->pos, t->plan->pos_size);
    if (st_play(&then, m, NULL) == ST_LEGAL)
        chance = st_chance_of(&then, st_now(t).side);
    free(then.pos);
    return chance;
}

static void add_move(struct st_odds_stop *s, const struct st_table *t, const struct st_move *m)
{
    int i = 0;

    while (i < s->nmoves && !st_move_equal(&s->move[i], m))
        i++;
    if (i == ST_STOP_MOVES) {
        s->more = true;
        return;
    }
    if (i == s->nmoves) {
        s->move[s->nmoves++] = *m;
        st_move_says(t, m, s->says[i], ST_STOP_SAYS);
    }
    if (s->looked <= JUDGED_MAX)
        s->chance[i] += chance_after(t, m);
}

/* Other ends of the same decision may allow other moves: some of them are looked at. */
static void note_stop(void *listener, const struct st_table *t)
{
    struct st_turn now = st_now(t);
    struct st_odds_stop *s = stop_of(listener, &now);
    struct st_move offer[ST_STOP_MOVES];

    if (!s)
        return;
    if (s->looked++ >= LOOKS_MAX || s->more) {
        s->more = true;
        return;
    }
    int n = st_offers(t, offer, ST_STOP_MOVES);
    s->more = n > ST_STOP_MOVES;
    for (int i = 0; i < n && i < ST_STOP_MOVES; i++)
        if (n == 1 || !t->plan->game->verbs[offer[i].verb].yields) /* nobody is supposed to give up */
            add_move(s, t, &offer[i]);
}

static int ask(struct st_odds_answer *a, struct st_odds *out, const struct st_probe *probe,
               int nprobes, struct st_error *err)
{
    struct st_ask q = { .move = a->has_move ? &a->move : NULL,
                        .probe = probe,
                        .nprobes = nprobes,
                        .policy = a->policy.n ? &a->policy.policy : NULL,
                        .max_positions = a->max_positions,
                        .stopped = out == &a->odds ? note_stop : NULL,
                        .listener = a };

    return st_odds(out, a->table, &q, err);
}

static bool varies(const struct st_odds *o, int i, int now)
{
    for (int r = 0; r < o->nrows; r++)
        if (o->row[r].value[i] != now)
            return true;
    return false;
}

/* Every field of every piece, as far as there is room; events: those that are told as outcomes. */
static int all_probes(struct st_probe *out, const struct st_plan *p, bool events)
{
    int n = 0;

    for (int f = 0; f < st_nfields(p->game); f++) {
        const struct st_field *field = &p->game->fields->row[f];
        const struct st_names *of = field->of ? st_plan_list(p, field->of) : NULL;
        int pieces = field->old || (events && !st_field_happens(p, field)) ? 0 : field->of ? of ? of->n : 0 : 1;

        for (int k = 0; k < pieces && n < CHANGES_MAX; k++)
            out[n++] = (struct st_probe){ field, field->of ? k : -1, 0 };
    }
    return n;
}

/* The verb suggests nothing: all fields are asked for, a handful at a time, and those kept that
 * come out otherwise than they are now. */
static int find_changes(struct st_odds_answer *a, bool events, struct st_error *err)
{
    struct st_probe all[CHANGES_MAX];
    int n = all_probes(all, a->table->plan, events), e = ST_OK;

    for (int at = 0; at < n && !e; at += ST_PROBES) {
        int some = n - at < ST_PROBES ? n - at : ST_PROBES;
        struct st_odds o = { 0 };

        st_probes_from(all + at, some, a->table);
        e = ask(a, &o, all + at, some, err);
        for (int i = 0; i < some && !e; i++) {
            const struct st_probe *x = &all[at + i];

            if (!varies(&o, i, st_field_get(a->table, x->field, x->piece) - x->from))
                continue;
            if (a->nprobes < ST_PROBES)
                a->probe[a->nprobes++] = all[at + i];
            else
                a->more_changes = true;
        }
        if (!e)
            st_odds_free(&o);
    }
    return e;
}

/* ---- the question ---------------------------------------------------------------------- */

static bool stops_midway(const struct st_odds_answer *a)
{
    for (int r = 0; r < a->odds.nrows && !a->odds.supposed; r++)
        if (a->odds.row[r].midway)
            return true;
    return false;
}

/* What looks best at that decision; in another round the next best, for ends where that is not legal. */
static void suppose_best(struct st_odds_answer *a, struct st_odds_stop *s)
{
    const struct st_plan *p = a->table->plan;
    size_t len = strlen(a->given);
    char move[ST_MOVE_TEXT];
    int best = 0;

    for (int i = 1; i < s->nmoves; i++)
        if (s->chance[i] > s->chance[best] + 1e-9)
            best = i;
    st_move_print(p, &s->move[best], move, sizeof move);
    if (!s->nmoves || a->nsupposing == ST_SUPPOSED || len + strlen(move) + 80 > sizeof a->given)
        return;
    snprintf(a->given + len, sizeof a->given - len, "%s%s: %s", len ? "; " : "", p->side[s->side], move);
    snprintf(a->supposing[a->nsupposing++], sizeof a->supposing[0], "%s: %s", st_side_brief(p, s->side),
             s->says[best]);
}

/* Asked again, with something supposed wherever it stopped, until it is over. */
static int suppose(struct st_odds_answer *a, struct st_error *err)
{
    int e = ST_OK, before = -1;

    for (int round = 0; round < ROUNDS && !e && stops_midway(a) && a->nsupposing > before; round++) {
        before = a->nsupposing;
        for (int i = 0; i < a->nstops; i++)
            suppose_best(a, &a->stop[i]);
        if (st_policy_parse(&a->policy, a->table->plan, a->given, NULL))
            break;
        memset(a->stop, 0, sizeof a->stop);
        a->nstops = 0;
        st_odds_free(&a->odds);
        e = ask(a, &a->odds, a->probe, a->nprobes, err);
    }
    return e;
}

static enum st_answer read_query(struct st_odds_answer *a, const struct st_odds_query *q,
                                 struct st_refusal *why)
{
    const struct st_plan *p = q->table->plan;

    a->table = q->table;
    a->max_positions = q->max_positions;
    if (q->move) {
        if (st_move_parse(&a->move, p, q->move, why) || st_check(q->table, &a->move, why))
            return ST_REFUSED;
        a->has_move = true;
    } else if (st_now(q->table).kind != ST_CHANCE) {
        return st_refuse(why, "", "no die is awaited: which move?");
    }
    if (q->given && strcmp(q->given, "?") != 0 && st_policy_parse(&a->policy, p, q->given, why))
        return ST_REFUSED;
    a->measured = q->measure != NULL;
    if (q->measure)
        return read_measures(a, q->measure, why);
    if (a->has_move)
        a->nprobes = st_probes_of_move(p, &a->move, a->probe, ST_PROBES);
    return ST_LEGAL;
}

int st_odds_answer(struct st_odds_answer **out, const struct st_odds_query *q,
                   enum st_answer *answer, struct st_refusal *why, struct st_error *err)
{
    struct st_odds_answer *a = calloc(1, sizeof *a);
    int e = ST_OK;

    if (!a)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    st_heard_init(&a->declared);
    *answer = read_query(a, q, why);
    if (*answer == ST_REFUSED) {
        st_odds_answer_free(a);
        return ST_OK;
    }
    if (a->nprobes == 0)
        e = find_changes(a, true, err);
    if (a->nprobes == 0 && !e)
        e = find_changes(a, false, err);
    if (!e)
        e = declare(a, err);
    st_probes_from(a->probe, a->nprobes, a->table);
    if (!e)
        e = ask(a, &a->odds, a->probe, a->nprobes, err);
    if (!e && q->given && strcmp(q->given, "?") == 0)
        e = suppose(a, err);
    if (e)
        st_odds_answer_free(a);
    else
        *out = a;
    return e;
}

void st_odds_answer_free(struct st_odds_answer *a)
{
    if (!a)
        return;
    st_heard_free(&a->declared);
    st_odds_free(&a->odds);
    free(a);
}

void st_odds_value_print(const struct st_odds_answer *a, const struct st_odds_row *r, int i,
                         char *out, size_t size)
{
    st_field_print(a->table->plan, a->probe[i].field, r->value[i], out, size);
}

double st_odds_share(const struct st_odds_answer *a, const struct st_odds_row *r)
{
    return a->odds.exact ? st_frac_value(r->p) : r->approx;
}

void st_chance_print(bool exact, struct st_frac p, double value, char *out, size_t size)
{
    if (exact)
        st_frac_print(p, out, size);
    else
        snprintf(out, size, "~%.9f", value);
}

void st_percent_print(double share, char *out, size_t size)
{
    if (share > 0 && share < 0.0005)
        snprintf(out, size, "<0.1 %%");
    else if (share < 1 && share > 0.9995)
        snprintf(out, size, ">99.9 %%");
    else
        snprintf(out, size, "%.1f %%", 100 * share);
}

/* ---- for programs ---------------------------------------------------------------------- */

static void faces(struct st_json *j, const struct st_odds *o)
{
    st_json_open(j, "faces", '[');
    for (int i = 0; i < o->nfaces; i++) {
        const struct st_odds_face *f = &o->face[i];

        st_json_open(j, NULL, '{');
        st_json_int(j, "face", f->value);
        st_json_frac(j, "p", st_frac_of((unsigned)f->weight, (unsigned)f->total));
        st_view_cite(j, "cite", &f->cite);
        if (f->row >= 0)
            st_json_int(j, "row", f->row);
        else
            st_json_text(j, "row", NULL);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void row(struct st_json *j, const struct st_odds_answer *a, const struct st_odds_row *r)
{
    const struct st_plan *p = a->table->plan;
    char key[80], text[120];

    st_json_open(j, NULL, '{');
    st_json_open(j, "values", '{');
    for (int i = 0; i < a->nprobes; i++) {
        st_probe_print(p, a->probe[i], key, sizeof key);
        st_odds_value_print(a, r, i, text, sizeof text);
        st_json_text(j, key, text);
    }
    st_json_close(j, '}');
    if (a->odds.exact)
        st_json_frac(j, "p", r->p);
    else
        st_json_text(j, "p", r->wide);
    st_json_real(j, "value", st_odds_share(a, r));
    st_json_text(j, "decision", r->step);
    st_json_text(j, "side", r->side >= 0 ? p->side[r->side] : NULL);
    st_json_bool(j, "stopped", r->midway);
    st_json_text(j, "die", r->die);
    st_json_close(j, '}');
}

static void stops(struct st_json *j, const struct st_odds_answer *a)
{
    const struct st_plan *p = a->table->plan;
    char text[ST_MOVE_TEXT];

    st_json_open(j, "decisions", '[');
    for (int i = 0; i < a->nstops; i++) {
        const struct st_odds_stop *s = &a->stop[i];
        const struct st_word *w = st_word_find(p, "step", s->step);

        st_json_open(j, NULL, '{');
        st_json_text(j, "side", p->side[s->side]);
        st_json_text(j, "decision", s->step);
        if (w && w->brief[0])
            st_json_text(j, "short", w->brief);
        st_json_text(j, "para", s->para);
        st_json_open(j, "moves", '[');
        for (int k = 0; k < s->nmoves; k++) {
            st_move_print(p, &s->move[k], text, sizeof text);
            st_json_text(j, NULL, text);
        }
        st_json_close(j, ']');
        st_json_open(j, "says", '[');
        for (int k = 0; k < s->nmoves; k++)
            st_json_text(j, NULL, s->says[k]);
        st_json_close(j, ']');
        st_json_bool(j, "more", s->more);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

/* How likely whoever decides is to win after it, as far as the judgement can tell: through the dice to the
 * next decision. */
static void chance(struct st_json *j, const struct st_odds_answer *a)
{
    struct st_judgement mean;
    struct st_after after;
    struct st_error err;

    if (!a->has_move || st_after_open(&after, a->table->plan, AFTER_ROOM, &err))
        return;
    if (st_after_move(&after, a->table, &a->move, st_now(a->table).side, 1, &mean))
        st_json_real(j, "chance", mean.chance);
    st_after_close(&after);
}

static void outcomes(struct st_json *j, const struct st_odds_answer *a)
{
    struct st_outcomes o;

    st_outcomes_of_odds(&o, a);
    st_view_outcomes(j, &o);
    st_outcomes_free(&o);
}

void st_view_odds(struct st_json *j, const char *key, const struct st_odds_answer *a)
{
    const struct st_plan *p = a->table->plan;
    char text[ST_MOVE_TEXT];

    st_json_open(j, key, '{');
    st_json_text(j, "game", p->game->id);
    st_json_text(j, "scenario", p->id);
    st_move_print(p, &a->move, text, sizeof text);
    st_json_text(j, "move", a->has_move ? text : NULL);
    if (a->has_move) {
        st_move_says(a->table, &a->move, text, sizeof text);
        st_json_text(j, "says", text);
    }
    st_json_open(j, "events", '[');
    for (int i = 0; i < a->declared.n; i++)
        st_view_event(j, p, &a->declared.event[i]);
    st_json_close(j, ']');
    st_json_text(j, "dice", a->odds.dice);
    st_json_text(j, "label", a->odds.label);
    faces(j, &a->odds);
    st_json_open(j, "rows", '[');
    for (int r = 0; r < a->odds.nrows; r++)
        row(j, a, &a->odds.row[r]);
    st_json_close(j, ']');
    chance(j, a);
    outcomes(j, a);
    stops(j, a);
    st_json_text(j, "supposed", a->odds.supposed ? st_word_says(p, "word", p->game->supposes) : NULL);
    st_json_text(j, "given", a->nsupposing ? a->given : NULL);
    st_json_open(j, "supposing", '[');
    for (int i = 0; i < a->nsupposing; i++)
        st_json_text(j, NULL, a->supposing[i]);
    st_json_close(j, ']');
    st_json_bool(j, "more_changes", a->more_changes);
    st_json_bool(j, "exact", a->odds.exact || a->odds.wide);
    st_json_bool(j, "complete", a->odds.complete);
    st_json_int(j, "positions", (long long)a->odds.positions);
    st_json_close(j, '}');
}
