/* move.c - fuzz: moves as people type them, one on a line, each tried where the game stands. The
 * first line names the scenario. */
#include "base/philox.h"
#include "fuzz.h"

enum { PLANS = 16 };

static struct st_plan *plans[PLANS];
static int nplans;

static void make_plans(void)
{
    for (int i = 0; i < st_ngames; i++)
        for (int k = 0; k < st_games[i]->nscenarios && nplans < PLANS; k++)
            law(st_plan_make(&plans[nplans++], st_games[i], st_games[i]->scenarios[k],
                             &st_files_library, NULL, 0, NULL) == ST_OK);
}

static void say_and_play(struct st_table *t, const char *text)
{
    struct st_refusal why = { NULL, "" };
    struct st_move m, back;
    char again[ST_MOVE_TEXT];

    if (st_move_parse(&m, t->plan, text, &why)) {
        law(why.para && !why.para[0] && why.text[0]);
        return;
    }
    law(st_move_sound(t->plan, &m, NULL) == ST_LEGAL);
    st_move_print(t->plan, &m, again, sizeof again);
    law(st_move_parse(&back, t->plan, again, NULL) == ST_LEGAL && st_move_equal(&m, &back));
    if (st_check(t, &m, &why))
        law(why.para && why.para[0] && why.text[0]);
    else
        st_play(t, &m, NULL);
    /* Not always the same face: dice that are thrown again on a tie would never end. */
    for (uint32_t roll = 0; st_now(t).kind == ST_CHANCE; roll++) {
        struct st_chance c;

        st_awaited(t, &c);
        st_take(t, c.face[st_pick((uint64_t)again[0], roll, (uint32_t)c.n)].value);
    }
    if (t->plan->game->sane && t->plan->game->sane(t, &why))
        broken(why.text, __LINE__);
}

/* The scenario the first line names; any other line names one too, by its length. */
static struct st_plan *plan_of(struct st_span line)
{
    for (int i = 0; i < nplans; i++) {
        char name[100];

        snprintf(name, sizeof name, "%s/%s", plans[i]->game->id, plans[i]->id);
        if (st_span_is(line, name))
            return plans[i];
    }
    return plans[line.len % (size_t)nplans];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct st_line_reader r = { text, text + size, 0 };
    struct st_span line = { text, 0 };

    if (!nplans)
        make_plans();
    st_line_next(&r, &line);
    struct st_plan *p = plan_of(line);
    struct st_table t = { p, malloc(p->pos_size), NULL };
    law(t.pos != NULL);
    st_begin(&t);
    while (st_line_next(&r, &line)) {
        char *word = text_of((const uint8_t *)line.at, line.len);

        say_and_play(&t, word);
        free(word);
    }
    free(t.pos);
    free(text);
    return 0;
}
