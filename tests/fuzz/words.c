/* words.c - fuzz: what is typed after `ask` and `odds`: questions, keys, fields, policies, seeds.
 *
 * Each line of the input is tried as everything it could be; the first line names a question.
 */
#include "fuzz.h"

#include "play/ask.h"
#include "play/dice.h"

enum { WORDS = 16 };

static void ask(const struct st_game *g, const char *question, const char *const *words, int n)
{
    struct st_reply *reply = NULL;
    struct st_error err = { 0 };
    int e = st_ask_question(&reply, g, question, words, n, &st_files_library, &err);

    if (e) {
        told(e, &err);
    } else if (reply->nrows && reply->exact && reply->complete) {
        struct st_frac sum = { 0, 1 };

        for (int i = 0; i < reply->nrows; i++)
            law(st_frac_add(&sum, sum, reply->row[i].p));
        law(st_frac_equal(sum, st_frac_of(1, 1)));
    }
    st_reply_free(reply);
}

static void read_as_anything(const struct st_plan *p, const char *word)
{
    static struct st_policy_list policy;
    struct st_refusal why = { NULL, "" };
    struct st_probe probe;
    struct st_frac f;
    const char *end;
    uint64_t seed, game;
    int v;

    if (st_probe_parse(&probe, p, word, &why)) {
        law(why.text[0]);
    } else {
        char text[200];

        st_probe_print(p, probe, text, sizeof text);
        law(st_probe_parse(&probe, p, text, NULL) == ST_LEGAL);
    }
    if (st_policy_parse(&policy, p, word, &why))
        law(why.text[0]);
    for (int i = 0; i < st_nfields(p->game); i++)
        if (st_field_parse(p, &p->game->fields->row[i], st_span_of(word), &v, &why))
            law(why.text[0]);
    if (st_frac_parse(&f, word, &end))
        law(f.den > 0 && end > word);
    st_seed_parse(word, &seed, &game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct st_plan *plan;
    char *text = text_of(data, size);
    const char *words[WORDS];
    int n = 0;

    if (!plan)
        law(st_plan_make(&plan, st_games[0], st_games[0]->scenarios[0], &st_files_library, NULL, 0,
                         NULL) == ST_OK);
    for (char *s = text; *s && n < WORDS;) {
        char *end = strchr(s, '\n');

        words[n++] = s;
        if (end)
            *end = 0;
        s = end ? end + 1 : s + strlen(s);
    }
    for (int i = 0; i < n; i++)
        read_as_anything(plan, words[i]);
    for (int i = 0; i < st_ngames && n; i++)
        ask(st_games[i], words[0], words + 1, n - 1);
    free(text);
    return 0;
}
