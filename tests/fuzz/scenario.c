/* scenario.c - fuzz: scenarios with their parts and charts, and the games they make.
 *
 * The input is a bundle: a line `%% shields/scenarios/x.txt` begins the text of that name, which
 * stands in front of the library's. Every scenario the bundle touches is compiled, and what is
 * accepted is played for a while: a contradictory set-up must be an error, not a bug later.
 */
#include "fuzz.h"

#include "base/philox.h"

enum { PARTS = 24, STEPS = 60 };

struct bundle {
    struct st_files files;
    struct st_span name[PARTS], text[PARTS];
    int n;
};

static int bundle_read(const struct st_files *self, struct st_arena *a, const char *name,
                       struct st_span *out, struct st_error *err)
{
    const struct bundle *b = (const struct bundle *)self;

    (void)a, (void)err;
    for (int i = 0; i < b->n; i++)
        if (st_span_is(b->name[i], name)) {
            *out = b->text[i];
            return ST_OK;
        }
    return ST_EUSAGE;
}

static void unpack(struct bundle *b, const char *text, size_t size)
{
    struct st_line_reader r = { text, text + size, 0 };
    struct st_span line;

    while (st_line_next(&r, &line)) {
        if (line.len < 4 || memcmp(line.at, "%% ", 3) != 0 || b->n == PARTS) {
            if (b->n)
                b->text[b->n - 1].len = (size_t)(r.at - b->text[b->n - 1].at);
            continue;
        }
        b->name[b->n] = (struct st_span){ line.at + 3, line.len - 3 };
        b->text[b->n++] = (struct st_span){ r.at, 0 };
    }
}

static bool begins_with(struct st_span s, const char *word)
{
    return s.len > strlen(word) && memcmp(s.at, word, strlen(word)) == 0 &&
           s.at[strlen(word)] == '/';
}

static void play_on(const struct st_plan *p)
{
    unsigned char *pos = malloc(p->pos_size);
    struct st_table t = { p, pos, NULL };
    struct st_refusal why = { "", "" };

    law(pos != NULL);
    st_begin(&t);
    for (uint32_t i = 0; i < STEPS && st_now(&t).kind != ST_OVER; i++) {
        if (p->game->sane && p->game->sane(&t, &why))
            broken(why.text, (int)i);
        if (st_now(&t).kind == ST_CHANCE) {
            struct st_chance c;

            st_awaited(&t, &c);
            law(c.n > 0);
            st_take(&t, c.face[st_philox_below(5, 0, i, (uint32_t)c.n)].value);
        } else {
            struct st_move m;

            law(st_sample(&t, i, &m));
            law(st_play(&t, &m, &why) == ST_LEGAL);
        }
    }
    free(pos);
}

static void compile(const struct bundle *b, const struct st_game *g, const char *scenario)
{
    struct st_plan *plan = NULL;
    struct st_error err = { 0 };
    int e = st_plan_make(&plan, g, scenario, &b->files, NULL, 0, &err);

    if (e)
        told(e, &err);
    else
        play_on(plan);
    st_plan_free(plan);
}

/* Is the scenario's own file in the bundle? Then its charts from the library serve. */
static bool has_scenario(const struct bundle *b, const struct st_game *g, const char *scenario)
{
    char name[200];

    snprintf(name, sizeof name, "%s/scenarios/%s.txt", g->id, scenario);
    for (int i = 0; i < b->n; i++)
        if (st_span_is(b->name[i], name))
            return true;
    return false;
}

static bool has_chart(const struct bundle *b, const struct st_game *g)
{
    char folder[100];

    snprintf(folder, sizeof folder, "%s/tables", g->id);
    for (int i = 0; i < b->n; i++)
        if (begins_with(b->name[i], folder))
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bundle b = { .files = { bundle_read, &st_files_library } };
    char *text = text_of(data, size);

    unpack(&b, text, size);
    for (int i = 0; i < st_ngames; i++)
        for (int k = 0; k < st_games[i]->nscenarios; k++)
            if (has_scenario(&b, st_games[i], st_games[i]->scenarios[k]) ||
                (k == 0 && has_chart(&b, st_games[i])))
                compile(&b, st_games[i], st_games[i]->scenarios[k]);
    free(text);
    return 0;
}
