/* main.c - the ordeal as a program.
 *
 *   ordeal GAME/SCENARIO [games [seed]] [key=value | NAME.field=value]...
 *                                         games at random, all laws held against them; keys replace
 *                                         those of the scenario, fields are set at its beginning
 *   ordeal registry                       are the lists of games, scenarios and texts complete?
 *   ordeal record GAME/SCENARIO [seed]    the record of a game at random, for fuzzers to begin with
 */
#include "ordeal.h"

#include "odds/odds.h"
#include "play/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP_LIMIT = 20000, SESSIONS = 6, WANTED = 16 };

static int complain(const struct st_error *err)
{
    char text[512];

    st_error_print(err, text, sizeof text);
    fprintf(stderr, "ordeal: %s\n", text);
    return 2;
}

static struct st_span rules_of(const struct st_game *g)
{
    struct st_span text = { "", 0 };
    char name[120];

    snprintf(name, sizeof name, "%s/RULES.md", g->id);
    if (st_files_library.read(&st_files_library, NULL, name, &text, NULL))
        text = (struct st_span){ "", 0 };
    return text;
}

struct wanted { /* what is other than the scenario has it */
    struct st_entry key[WANTED];
    struct ordeal_set set[WANTED];
    const char *field[WANTED];
    int nkeys, nsets;
};

/* "options=18.9" is a key of the scenario, "FA1.hex=1503" a field of a piece. */
static bool want(struct wanted *w, char *text)
{
    char *equals = strchr(text, '=');

    if (!equals || w->nkeys == WANTED || w->nsets == WANTED)
        return false;
    if (memchr(text, '.', (size_t)(equals - text))) {
        w->field[w->nsets++] = text;
        return true;
    }
    *equals = 0;
    w->key[w->nkeys++] = (struct st_entry){ .key = text, .value = equals + 1 };
    return true;
}

static int read_fields(struct wanted *w, const struct st_plan *plan, struct st_error *err)
{
    for (int i = 0; i < w->nsets; i++) {
        struct st_span value = st_span_of(w->field[i]), name = st_span_cut(&value, '=');
        struct st_refusal why = { "", "" };
        struct st_probe probe;
        char text[64];

        if (!st_span_copy(name, text, sizeof text) || st_probe_parse(&probe, plan, text, &why) ||
            st_field_parse(plan, probe.field, value, &w->set[i].value, &why))
            return st_fail(err, ST_EUSAGE, NULL, 0, "%s: %s", w->field[i], why.text);
        if (!st_field_settable(probe.field))
            return st_fail(err, ST_EUSAGE, NULL, 0, "%s cannot be set", text);
        w->set[i].field = probe.field;
        w->set[i].piece = probe.piece;
    }
    return ST_OK;
}

static int run(const struct st_game *g, const char *scenario, int games, int seed,
               struct wanted *w)
{
    struct st_plan *plan = NULL;
    struct st_error err = { 0 };

    if (st_plan_make(&plan, g, scenario, &st_files_library, w->key, w->nkeys, &err) ||
        read_fields(w, plan, &err)) {
        st_plan_free(plan);
        return complain(&err);
    }
    struct ordeal o = { .plan = plan,
                        .rules = rules_of(g),
                        .seed = (uint64_t)seed,
                        .games = games,
                        .limit = STEP_LIMIT,
                        .sessions = SESSIONS,
                        .set = w->set,
                        .nsets = w->nsets,
                        .in_registry = w->nkeys == 0 };
    bool ok = o.rules.len ? questions_hold(&o) && ordeal_run(&o)
                          : ordeal_fault(&o, "no RULES.md in the library");
    if (ok)
        printf("%s/%s: %d games, the longest of %d lines; %ld decisions, %ld dice, %ld offers, "
               "%ld moves tried, %ld refusals, %ld rulings (%ld accepted); fingerprint %016llx\n",
               g->id, scenario, games, o.longest, o.decisions, o.dice, o.offers, o.tried, o.refused,
               o.rulings, o.accepted,
               (unsigned long long)o.fingerprint);
    else
        fprintf(stderr, "%s/%s: %s\n", g->id, scenario, o.fault);
    st_plan_free(plan);
    return ok ? 0 : 1;
}

/* ---- a record ---------------------------------------------------------------------- */

static int play_at_random(struct st_session *s, uint64_t seed, struct st_error *err)
{
    const struct st_table *t = st_session_table(s);
    struct st_seeded dice;

    st_seeded_init(&dice, seed, 0);
    for (uint64_t i = 0; st_now(t).kind != ST_OVER; i++) {
        enum st_answer answer = ST_LEGAL;
        struct st_move m;
        int e = st_session_roll(s, &dice.source, err);

        if (!e && st_now(t).kind == ST_DECIDE && st_sample(t, seed * 1000 + i, &m))
            e = st_session_play(s, &m, &answer, NULL, err);
        if (e || answer || i > STEP_LIMIT)
            return e ? e : st_fail(err, ST_EVERIFY, NULL, 0, "the game does not play");
    }
    return ST_OK;
}

static int record(const struct st_game *g, const char *scenario, int seed)
{
    struct st_plan *plan = NULL;
    struct st_session *s = NULL;
    struct st_error err = { 0 };
    struct st_buf text = { 0 };
    int e = st_plan_make(&plan, g, scenario, &st_files_library, NULL, 0, &err);

    if (!e)
        e = st_session_open(&s, plan, NULL, &err);
    if (!e)
        e = play_at_random(s, (uint64_t)seed, &err);
    if (!e) {
        st_record_print(st_session_record(s), &text);
        if (text.failed || fwrite(st_buf_text(&text), 1, text.len, stdout) != text.len)
            e = st_fail(&err, ST_EIO, NULL, 0, "cannot write the record");
    }
    st_buf_free(&text);
    st_session_free(s);
    st_plan_free(plan);
    return e ? complain(&err) : 0;
}

/* ---- the registry ------------------------------------------------------------------ */

static bool listed(const char *const *names, int n, struct st_span name)
{
    for (int i = 0; i < n; i++)
        if (st_span_is(name, names[i]))
            return true;
    return false;
}

/* Is a text of the library one that its game knows of? Parts of scenarios are named by those. */
static bool known_text(const char *name)
{
    struct st_span rest = st_span_of(name), folder = st_span_cut(&rest, '/');
    struct st_span kind = st_span_cut(&rest, '/');

    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];

        if (!st_span_is(folder, g->id))
            continue;
        if (st_span_is(kind, "tables") && rest.len > 4)
            return listed(g->charts, g->ncharts, (struct st_span){ rest.at, rest.len - 4 });
        if (st_span_is(kind, "scenarios") && rest.len > 4 &&
            memcmp(rest.at + rest.len - 4, ".txt", 4) == 0)
            return listed(g->scenarios, g->nscenarios, (struct st_span){ rest.at, rest.len - 4 });
        return true;
    }
    return false;
}

/* What the compiler cannot see of a game's tables: a step without a row, pieces that are no list. */
static int tables_of(const struct st_plan *p)
{
    const struct st_game *g = p->game;
    int bad = 0;

    for (int i = 0; i < g->nsteps; i++)
        if (!g->steps[i] || !g->steps[i]->name) {
            fprintf(stderr, "%s: step %d has no row\n", g->id, i);
            bad++;
        }
    if (!g->pieces || !st_plan_list(p, g->pieces)) {
        fprintf(stderr, "%s/%s: its pieces are no list of names\n", g->id, p->id);
        bad++;
    }
    return bad;
}

/* Every scenario and chart that is listed can be compiled, every text that is there is listed. */
static int registry(void)
{
    int bad = 0, plans = 0;

    for (int i = 0; i < st_ngames; i++)
        for (int k = 0; k < st_games[i]->nscenarios; k++) {
            struct st_plan *plan = NULL;
            struct st_error err = { 0 };

            if (st_plan_make(&plan, st_games[i], st_games[i]->scenarios[k], &st_files_library, NULL,
                             0, &err))
                bad += complain(&err) != 0;
            else
                bad += tables_of(plan);
            st_plan_free(plan);
            plans++;
        }
    for (int i = 0; i < st_nembedded; i++)
        if (strncmp(st_embedded[i].name, "looks/", 6) != 0 && !known_text(st_embedded[i].name)) {
            fprintf(stderr, "%s: no game lists it\n", st_embedded[i].name);
            bad++;
        }
    printf("%d games, %d scenarios, %d texts, %d faults\n", st_ngames, plans, st_nembedded, bad);
    return bad ? 1 : 0;
}

static bool number(const char *text, int *out)
{
    return st_span_int(st_span_of(text), 0, 1000000000, out);
}

static int usage(void)
{
    fprintf(stderr, "usage: ordeal GAME/SCENARIO [games [seed]] [key=value | NAME.field=value]...\n"
                    "       ordeal record GAME/SCENARIO [seed]\n"
                    "       ordeal registry\n");
    return 2;
}

int main(int argc, char **argv)
{
    bool write = argc > 1 && strcmp(argv[1], "record") == 0;
    struct wanted wanted = { .nkeys = 0 };
    int games = 20, seed = 1;

    if (argc == 2 && strcmp(argv[1], "registry") == 0)
        return registry();
    argv += write, argc -= write;
    for (int i = 2; i < argc && !write; i++)
        if (strchr(argv[i], '=')) {
            for (int k = i; k < argc; k++)
                if (!want(&wanted, argv[k]))
                    return usage();
            argc = i;
        }
    char *slash = argc > 1 ? strchr(argv[1], '/') : NULL;
    if (!slash || argc > 4 - write || (argc > 2 && !number(argv[2], write ? &seed : &games)) ||
        (argc > 3 && !number(argv[3], &seed)))
        return usage();
    *slash = 0;
    const struct st_game *g = st_game_find(argv[1]);
    if (!g) {
        fprintf(stderr, "ordeal: no game `%s`\n", argv[1]);
        return 2;
    }
    return write ? record(g, slash + 1, seed) : run(g, slash + 1, games, seed, &wanted);
}
