/* verify.c - is a record sound? Rules and dice are run again. See session.h.
 *
 * One position and no history: nothing is allocated from the first line to the last, and since
 * nobody listens no event is put into words.
 */
#include "play/session.h"

#include "base/hash.h"
#include "play/live.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- the plan a record was played on -------------------------------------------------- */

static int find_game(const struct st_game **out, const struct st_record *r, struct st_error *err)
{
    const char *tag = st_record_tag(r, "Game");
    struct st_span rest = st_span_of(tag ? tag : ""), id = st_span_word(&rest);
    char name[64], near[160] = "";
    const char *names[64];
    int n = 0;

    if (id.len == 0)
        return st_fail(err, ST_EVERIFY, r->where, 0, "no tag [Game \"...\"]");
    *out = st_span_copy(id, name, sizeof name) ? st_game_find(name) : NULL;
    if (*out)
        return ST_OK;
    while (n < st_ngames && n < 64) {
        names[n] = st_games[n]->id;
        n++;
    }
    st_suggest(near, sizeof near, name, names, n);
    return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Game"), "no game `%.*s`%s%s",
                   (int)(id.len > 40 ? 40 : id.len), id.at, near[0] ? "; " : "", near);
}

static int find_scenario(char *out, size_t size, const struct st_record *r, struct st_error *err)
{
    const char *tag = st_record_tag(r, "Scenario");
    struct st_span rest = st_span_of(tag ? tag : ""), id = st_span_word(&rest);

    if (id.len == 0)
        return st_fail(err, ST_EVERIFY, r->where, 0, "no tag [Scenario \"...\"]");
    if (!st_span_copy(id, out, size))
        return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Scenario"),
                       "no such scenario: %.40s", tag);
    return ST_OK;
}

static int count_given(const struct st_record *r)
{
    int n = 0;

    for (int i = 0; i < r->ntags; i++)
        n += strcmp(r->tag[i].key, "Given") == 0;
    return n;
}

/* The Given tags as keys and values; the strings live in a. */
static int read_given(struct st_entry *out, struct st_arena *a, const struct st_record *r,
                      struct st_error *err)
{
    int n = 0;

    for (int i = 0; i < r->ntags; i++) {
        if (strcmp(r->tag[i].key, "Given") != 0)
            continue;
        struct st_span value = st_span_of(r->tag[i].value), all = value;
        struct st_span key = st_span_cut(&value, '=');

        if (key.len == 0 || !memchr(all.at, '=', all.len))
            return st_fail(err, ST_EVERIFY, r->where, r->tag[i].line,
                           "not [Given \"key=value\"]: %.40s", r->tag[i].value);
        out[n] = (struct st_entry){ st_arena_text(a, key.at, key.len),
                                    st_arena_text(a, value.at, value.len), 0 };
        if (!out[n].key || !out[n].value)
            return st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");
        n++;
    }
    return ST_OK;
}

int st_record_plan(struct st_plan **out, const struct st_record *r, const struct st_files *files,
                   struct st_error *err)
{
    const struct st_game *game;
    struct st_plan *p = NULL;
    struct st_arena a = { NULL };
    char scenario[96];
    int ngiven = count_given(r);
    struct st_entry *given = st_arena_array(&a, (size_t)ngiven + 1, sizeof *given);
    int e = given ? ST_OK : st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");

    if (!e)
        e = find_game(&game, r, err);
    if (!e)
        e = find_scenario(scenario, sizeof scenario, r, err);
    if (!e)
        e = read_given(given, &a, r, err);
    if (!e)
        e = st_plan_make(&p, game, scenario, files ? files : &st_files_library, given, ngiven, err);
    if (!e)
        e = st_live_tags(r, p, err);
    st_arena_free(&a);
    if (e)
        st_plan_free(p);
    else
        *out = p;
    return e;
}

/* ---- verifying ------------------------------------------------------------------------ */

static void miss(struct st_verdict *v, const char *name)
{
    if (v->nmissing < ST_VERDICT_NAMES)
        v->missing[v->nmissing++] = name;
}

static bool one_word(const char *text)
{
    struct st_span s = st_span_of(text ? text : "two words");

    st_span_word(&s);
    return st_span_trim(s).len == 0;
}

/* Which tags there should be and are not, and which nobody knows. */
static void look_at_tags(struct st_verdict *v, const struct st_plan *p, const struct st_record *r)
{
    static const char *const known[] = { "Game", "Scenario", "Tables", "Dice", "Mode", "Given" };
    enum { KNOWN = sizeof known / sizeof known[0] };

    for (int i = 0; i < KNOWN - 1; i++)
        if (!st_record_tag(r, known[i]))
            miss(v, known[i]);
    if (one_word(st_record_tag(r, "Game")))
        miss(v, "Game's edition");
    if (one_word(st_record_tag(r, "Scenario")))
        miss(v, "Scenario's hash");
    for (int i = 0; i < ST_SIDES; i++) {
        const char *seat = st_record_tag(r, p->side[i]);

        v->side[i] = p->side[i];
        v->seat[i] = seat ? seat : "";
        if (!seat)
            miss(v, p->side[i]);
    }
    for (int i = 0; i < r->ntags; i++) {
        const char *key = r->tag[i].key;
        bool ours = strcmp(key, p->side[0]) == 0 || strcmp(key, p->side[1]) == 0;

        for (int k = 0; k < KNOWN && !ours; k++)
            ours = strcmp(key, known[k]) == 0;
        if (!ours && v->nunknown++ < ST_VERDICT_NAMES)
            v->unknown[v->nunknown - 1] = key;
    }
}

/* Of the writer's form without remarks; 0 when memory runs out. */
static uint32_t sum_of(const struct st_record *r)
{
    struct st_buf text = { 0 };

    st_record_print_tags(r, &text);
    for (int i = 0; i < r->nlines; i++) {
        struct st_record_line line = r->line[i];

        line.comment = "";
        if (line.kind != ST_LINE_NOTE)
            st_record_print_line(&line, &text);
    }
    uint32_t sum = text.failed ? 0 : (uint32_t)st_hash(st_buf_text(&text), text.len);
    st_buf_free(&text);
    return sum;
}

static void sum_up(struct st_verdict *v, const struct st_live *y, const struct st_record *r)
{
    const char *dice = st_record_tag(r, "Dice");

    *v = (struct st_verdict){ .lines = r->nlines,
                              .moves = y->n.moves,
                              .dice = (int)y->n.rolls,
                              .checks = y->checks,
                              .rulings = y->n.rulings,
                              .source = y->seeded ? ST_DICE_SEEDED
                                        : dice    ? ST_DICE_TYPED
                                                  : ST_DICE_UNTOLD,
                              .dice_tag = dice ? dice : "",
                              .loose = y->loose,
                              .reworded = y->reworded,
                              .sum = sum_of(r) };
    look_at_tags(v, y->t.plan, r);
}

static int replay_all(const struct st_plan *p, void *pos, const struct st_record *r,
                      struct st_verdict *verdict, struct st_error *err)
{
    struct st_live y;
    struct st_refusal why = { "", "" };
    int e = st_live_begin(&y, p, pos, NULL, r, err);

    if (e)
        return e;
    for (int i = 0; i < r->nlines; i++)
        if (st_live_line(&y, &r->line[i], &why))
            return st_live_fail(r, i, &why, err);
    if (verdict)
        sum_up(verdict, &y, r);
    return ST_OK;
}

int st_verify_on(const struct st_plan *p, const struct st_record *r, struct st_verdict *verdict,
                 struct st_error *err)
{
    int e = st_live_tags(r, p, err);

    if (e)
        return e;
    void *pos = malloc(p->pos_size);
    if (!pos)
        return st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");
    e = replay_all(p, pos, r, verdict, err);
    free(pos);
    return e;
}

int st_verify(const struct st_record *r, const struct st_files *files, struct st_error *err)
{
    struct st_verifier once = { .files = files };
    int e = st_verifier_run(&once, r, NULL, err);

    st_verifier_free(&once);
    return e;
}

/* All that goes into a plan: game, scenario and replaced keys, with their hashes. */
static void print_key(const struct st_record *r, struct st_buf *out)
{
    for (int i = 0; i < r->ntags; i++)
        if (strcmp(r->tag[i].key, "Game") == 0 || strcmp(r->tag[i].key, "Scenario") == 0 ||
            strcmp(r->tag[i].key, "Given") == 0)
            st_buf_add(out, "%s=%s\n", r->tag[i].key, r->tag[i].value);
}

int st_verifier_plan(struct st_verifier *v, const struct st_record *r, struct st_error *err)
{
    struct st_buf key = { 0 };
    int e = ST_OK;

    print_key(r, &key);
    if (key.failed) {
        st_buf_free(&key);
        return st_fail(err, ST_ENOMEM, r->where, 0, "out of memory");
    }
    if (v->plan && strcmp(st_buf_text(&v->key), st_buf_text(&key)) == 0) {
        st_buf_free(&key);
    } else {
        st_verifier_free(v);
        v->key = key;
        e = st_record_plan(&v->plan, r, v->files, err);
    }
    return e;
}

int st_verifier_run(struct st_verifier *v, const struct st_record *r, struct st_verdict *verdict,
                    struct st_error *err)
{
    int e = st_verifier_plan(v, r, err);

    return e ? e : st_verify_on(v->plan, r, verdict, err);
}

void st_verifier_free(struct st_verifier *v)
{
    st_plan_free(v->plan);
    v->plan = NULL;
    st_buf_free(&v->key);
}

/* ---- the verdict in words ------------------------------------------------------------- */

bool st_verdict_whole(const struct st_verdict *v)
{
    return (v->source == ST_DICE_SEEDED || v->dice == 0) && v->checks && !v->loose &&
           !v->reworded && !v->nmissing && !v->nunknown;
}

static void count(struct st_buf *out, const char *before, int n, const char *one, const char *many)
{
    if (n)
        st_buf_add(out, "%s%d %s", before, n, n == 1 ? one : many);
    else
        st_buf_add(out, "%sno %s", before, many);
}

static void names(struct st_buf *out, const char *before, const char *const *name, int n)
{
    for (int i = 0; i < n && i < ST_VERDICT_NAMES; i++)
        st_buf_add(out, "%s%.40s", i ? ", " : before, name[i]);
    if (n > ST_VERDICT_NAMES)
        st_buf_add(out, " and %d more", n - ST_VERDICT_NAMES);
}

void st_verdict_print(const struct st_verdict *v, struct st_buf *out)
{
    count(out, "", v->moves, "decision", "decisions");
    count(out, ", ", v->dice, "die", "dice");
    if (v->dice)
        st_buf_add(out, "%s", v->source == ST_DICE_SEEDED  ? " recomputed"
                              : v->source == ST_DICE_TYPED ? " typed, not checkable"
                                                           : " of unknown origin, not checkable");
    if (v->dice_tag[0])
        st_buf_add(out, " (%.60s)", v->dice_tag);
    count(out, ", ", v->checks, "check of the position", "checks of the position");
    if (v->rulings)
        count(out, ", ", v->rulings, "ruling", "rulings");
    if (v->loose)
        count(out, "; ", v->loose, "line without number, side or die",
              "lines without number, side or die");
    if (v->reworded)
        count(out, "; ", v->reworded, "die called otherwise than by us",
              "dice called otherwise than by us");
    names(out, v->nmissing == 1 ? "; missing tag: " : "; missing tags: ", v->missing, v->nmissing);
    names(out, v->nunknown == 1 ? "; unknown tag: " : "; unknown tags: ", v->unknown, v->nunknown);
    for (int i = 0; i < ST_SIDES; i++)
        if (v->seat[i][0])
            st_buf_add(out, "; %s by %.60s", v->side[i], v->seat[i]);
    st_buf_add(out, "; sum %08" PRIx32, v->sum);
}
