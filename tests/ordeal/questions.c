/* questions.c - the questions of a game: answered as they stand, and with every input varied. */
#include "ordeal.h"

#include "play/ask.h"

#include <stdio.h>

/* An answer that was given: cited paragraphs exist, chances are positive and add up to 1. */
static bool reply_holds(struct ordeal *o, const struct st_reply *r)
{
    struct st_frac sum = { 0, 1 };

    for (int i = 0; i < r->sheet.nlines; i++)
        if (!paragraph_holds(o, r->sheet.line[i].para, r->sheet.line[i].text))
            return false;
    if (!r->nrows)
        return r->sheet.verdict[0]
                   ? true
                   : ordeal_fault(o, "`%s` is answered by nothing", r->question->id);
    if (!r->exact || !r->complete)
        return true; /* declared, and then not summed up */
    for (int i = 0; i < r->nrows; i++)
        if (!r->row[i].label[0] || r->row[i].p.num == 0 || !st_frac_add(&sum, sum, r->row[i].p))
            return ordeal_fault(o, "row %d of `%s` will not do", i + 1, r->question->id);
    return st_frac_equal(sum, st_frac_of(1, 1))
               ? true
               : ordeal_fault(o, "the chances of `%s` do not add up to 1", r->question->id);
}

/* must: there has to be an answer; else a complaint with words will do as well. */
static bool asked(struct ordeal *o, const struct st_question *q, const char *word, bool must)
{
    struct st_reply *r = NULL;
    struct st_error err = { 0 };
    int e = st_ask_question(&r, o->plan->game, q->id, &word, word ? 1 : 0, &st_files_library, &err);
    bool ok = e ? !must && err.text[0] : reply_holds(o, r);

    st_reply_free(r);
    return ok ? true
              : ordeal_fault(o, "question `%s` with `%s`: %s", q->id, word ? word : "nothing",
                             e ? err.text : "no answer");
}

static bool number_asked(struct ordeal *o, const struct st_question *q, const struct st_input *in,
                         int v)
{
    char word[100];

    snprintf(word, sizeof word, "%s=%d", in->key, v);
    return asked(o, q, word, false);
}

static bool input_holds(struct ordeal *o, const struct st_question *q, const struct st_input *in)
{
    char word[200];
    bool ok = true;

    if (in->kind == ST_IN_NUMBER)
        ok = number_asked(o, q, in, in->lo) && number_asked(o, q, in, in->hi) &&
             number_asked(o, q, in, in->lo - 1) && number_asked(o, q, in, in->hi + 1);
    for (int i = 0; in->kind == ST_IN_CHOICE && in->choices[i] && ok; i++) {
        snprintf(word, sizeof word, "%s=%s", in->key, in->choices[i]);
        ok = asked(o, q, word, false);
    }
    for (int i = 0; in->kind == ST_IN_YES && i < 2 && ok; i++) {
        snprintf(word, sizeof word, "%s=%s", in->key, i ? "yes" : "no");
        ok = asked(o, q, word, false);
    }
    snprintf(word, sizeof word, "%s=\xff?", in->key);
    return ok && asked(o, q, word, false);
}

bool questions_hold(struct ordeal *o)
{
    const struct st_game *g = o->plan->game;

    for (int i = 0; i < st_nquestions(g); i++) {
        const struct st_question *q = st_question_at(g, i);

        if (!paragraph_holds(o, q->para, q->id) || !asked(o, q, NULL, true))
            return false;
        for (int k = 0; k < q->ninputs; k++)
            if (!input_holds(o, q, &q->inputs[k]))
                return false;
    }
    return true;
}
