/* ask.c - see ask.h. */
#include "play/ask.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUTS_MAX = 62, KEYS_MAX = INPUTS_MAX + 2, DICE_MAX = 256, MOVES_MAX = 100000 };

struct dice { /* faces as the asker threw them */
    int face[DICE_MAX], n, next;
};

struct value {
    int n;            /* number, index of the choice, 0 or 1 */
    const char *text; /* as written */
};

struct st_query { /* the words of the asker, read */
    const struct st_question *question;
    const char *word[KEYS_MAX]; /* value of each key as written, or NULL; dice and scenario last */
    struct value value[INPUTS_MAX];
    char number[INPUTS_MAX][16]; /* texts of numbers left to their default */
    struct dice dice;
    void *first; /* the position as the game begins */
};

/* ---- reading the words ------------------------------------------------------------------ */

static int no_memory(struct st_error *err)
{
    return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

static void join(char *list, size_t size, const char *sep, const char *more)
{
    st_text_add(list, size, "%s%s", list[0] ? sep : "", more);
}

/* "no WHAT `word`; did you mean ...", or all there are if none is near. */
static int fail_name(struct st_error *err, const char *what, const char *word,
                     const char *const *names, int n)
{
    char near[200], all[200] = "";

    st_suggest(near, sizeof near, word, names, n);
    for (int i = 0; i < n; i++)
        join(all, sizeof all, ", ", names[i]);
    return st_fail(err, ST_EUSAGE, NULL, 0, "no %s `%.40s`; %s%s", what, word,
                   near[0] ? "" : "choose from: ", near[0] ? near : all);
}

static int find_question(const struct st_question **out, const struct st_game *g, const char *id,
                         struct st_error *err)
{
    const char *names[KEYS_MAX];
    int n = st_nquestions(g) < KEYS_MAX ? st_nquestions(g) : KEYS_MAX;

    for (int i = 0; i < st_nquestions(g); i++)
        if (strcmp(st_question_at(g, i)->id, id) == 0) {
            *out = st_question_at(g, i);
            return ST_OK;
        }
    for (int i = 0; i < n; i++)
        names[i] = st_question_at(g, i)->id;
    return fail_name(err, "question", id, names, n);
}

static int key_names(const struct st_question *q, const char **names)
{
    for (int i = 0; i < q->ninputs; i++)
        names[i] = q->inputs[i].key;
    names[q->ninputs] = "dice";
    names[q->ninputs + 1] = "scenario";
    return q->ninputs + 2;
}

static int read_word(struct st_query *q, const char *word, struct st_error *err)
{
    const char *names[KEYS_MAX], *equals = strchr(word, '=');
    int n = key_names(q->question, names);
    char key[48];

    if (!equals)
        return st_fail(err, ST_EUSAGE, NULL, 0, "`%.60s` is not key=value", word);
    snprintf(key, sizeof key, "%.*s", (int)(equals - word < 47 ? equals - word : 47), word);
    for (int i = 0; i < n; i++) {
        if (strcmp(key, names[i]) != 0)
            continue;
        if (q->word[i])
            return st_fail(err, ST_EUSAGE, NULL, 0, "the key `%s` is given twice", key);
        q->word[i] = equals + 1;
        return ST_OK;
    }
    return fail_name(err, "key", key, names, n);
}

static int read_choice(const struct st_input *in, const char *text, int *out, struct st_error *err)
{
    int n = 0;

    for (; in->choices[n]; n++)
        if (strcmp(text, in->choices[n]) == 0) {
            *out = n;
            return ST_OK;
        }
    return fail_name(err, in->key, text, in->choices, n);
}

static int read_yes(const struct st_input *in, const char *text, int *out, struct st_error *err)
{
    static const char *const words[] = { "no", "yes", "0", "1", "false", "true" };

    for (int i = 0; i < 6; i++)
        if (strcmp(text, words[i]) == 0) {
            *out = i % 2;
            return ST_OK;
        }
    return st_fail(err, ST_EUSAGE, NULL, 0, "%s is yes or no, not `%.40s`", in->key, text);
}

static int read_value(const struct st_input *in, const char *text, struct value *out,
                      struct st_error *err)
{
    out->text = text;
    switch (in->kind) {
    case ST_IN_CHOICE:
        return read_choice(in, text, &out->n, err);
    case ST_IN_YES:
        return read_yes(in, text, &out->n, err);
    case ST_IN_NUMBER:
        if (st_span_int(st_span_of(text), in->lo, in->hi, &out->n))
            return ST_OK;
        return st_fail(err, ST_EUSAGE, NULL, 0, "%s is a number from %d to %d, not `%.40s`",
                       in->key, in->lo, in->hi, text);
    case ST_IN_TEXT:
        return ST_OK;
    }
    st_bug(__FILE__, __LINE__, "an input is a choice, a number, yes or no, or text");
}

static void default_value(const struct st_input *in, struct value *out, char number[16])
{
    out->n = in->dflt;
    switch (in->kind) {
    case ST_IN_CHOICE:
        out->text = in->choices[in->dflt];
        break;
    case ST_IN_YES:
        out->text = in->dflt ? "yes" : "no";
        break;
    case ST_IN_NUMBER:
        snprintf(number, 16, "%d", in->dflt);
        out->text = number;
        break;
    case ST_IN_TEXT:
        out->text = in->dflt_text ? in->dflt_text : "";
    }
}

/* "4", "3,5", "3 5" */
static int read_dice(struct dice *d, const char *text, struct st_error *err)
{
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, ", ");

        if (d->n == DICE_MAX)
            return st_fail(err, ST_EUSAGE, NULL, 0, "more than %d dice", DICE_MAX);
        if (!st_span_int((struct st_span){ at, n }, -32768, 32767, &d->face[d->n]))
            return st_fail(err, ST_EUSAGE, NULL, 0, "dice are faces as 4 or 3,5, not `%.40s`",
                           text);
        d->n++;
        at += n + (at[n] != 0);
    }
    return d->n ? ST_OK : st_fail(err, ST_EUSAGE, NULL, 0, "dice= without a face");
}

static int read_query(struct st_query *q, const char *const *words, int nwords, struct st_error *err)
{
    int n = q->question->ninputs;

    st_assert(n <= INPUTS_MAX);
    for (int i = 0; i < nwords; i++) {
        int e = read_word(q, words[i], err);

        if (e)
            return e;
    }
    for (int i = 0; i < n; i++) {
        const struct st_input *in = &q->question->inputs[i];
        int e = ST_OK;

        if (q->word[i])
            e = read_value(in, q->word[i], &q->value[i], err);
        else
            default_value(in, &q->value[i], q->number[i]);
        if (e)
            return e;
    }
    return q->word[n] ? read_dice(&q->dice, q->word[n], err) : ST_OK;
}

/* ---- answers from the sheet's own rows --------------------------------------------------- */

static void add_line(struct st_sheet *s, const struct st_event *e)
{
    if (s->nlines < ST_SHEET_LINES) {
        s->line[s->nlines++] = *e;
    } else { /* a long story: say that it goes on */
        struct st_event more = { .kind = ST_EV_TOLD, .para = "", .text = "... and more" };

        s->line[ST_SHEET_LINES - 1] = more;
    }
}

static struct st_answer_row *find_row(struct st_reply *r, const char *label)
{
    for (int i = 0; i < r->nrows; i++)
        if (strcmp(r->row[i].label, label) == 0)
            return &r->row[i];

    struct st_answer_row *row = &r->row[r->nrows++];
    *row = (struct st_answer_row){ .p = { 0, 1 } };
    snprintf(row->label, sizeof row->label, "%s", label);
    return row;
}

static int make_room(struct st_reply *r, int nrows, struct st_error *err)
{
    r->row = calloc((size_t)nrows + 1, sizeof *r->row);
    return r->row ? ST_OK : no_memory(err);
}

static int sheet_rows(struct st_reply *r, struct st_error *err)
{
    const struct st_sheet *s = &r->sheet;
    struct st_frac sum = { 0, 1 };
    int e = make_room(r, s->nrows, err);

    if (e)
        return e;
    r->exact = true;
    for (int i = 0; i < s->nrows; i++) {
        struct st_answer_row *row = find_row(r, s->row[i].label);

        r->exact = r->exact && st_frac_add(&row->p, row->p, s->row[i].p) &&
                   st_frac_add(&sum, sum, s->row[i].p);
        row->approx += st_frac_value(s->row[i].p);
        join(row->dice, sizeof row->dice, ",", s->row[i].dice);
    }
    r->complete = s->nrows == 0 || !r->exact || st_frac_equal(sum, (struct st_frac){ 1, 1 });
    return ST_OK;
}

static bool falls_in(const struct st_sheet_row *row, int face)
{
    struct st_span list = st_span_of(row->dice);
    int f;

    while (list.len)
        if (st_span_int(st_span_trim(st_span_cut(&list, ',')), -32768, 32767, &f) && f == face)
            return true;
    return false;
}

/* "d66": two dice side by side, one the tens. */
static int side_by_side(const char *dice)
{
    size_t n = strspn(dice + 1, "0123456789");

    return dice[0] == 'd' && n == 2 && dice[1] == dice[2] && !dice[3] ? 2 : 1;
}

/* Several dice are read as their sum where that is what is thrown, "2d6", or as one number, "d66". */
static int thrown_face(const struct st_sheet *s, const struct dice *d, int *face,
                       struct st_error *err)
{
    int count = 1;

    if (!s->dice || s->nrows == 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "no die is rolled for this question");
    if (s->dice[0] >= '2' && s->dice[0] <= '9' && s->dice[1] == 'd')
        count = s->dice[0] - '0';
    bool digits = side_by_side(s->dice) == d->n && d->n > 1;
    if (d->n != 1 && d->n != count && !digits)
        return st_fail(err, ST_EUSAGE, NULL, 0, "%d dice given, %s is rolled", d->n, s->dice);
    for (int i = 0; i < d->n; i++)
        *face = (digits ? 10 * *face : *face) + d->face[i];
    return ST_OK;
}

static int sheet_one(struct st_reply *r, const struct dice *d, struct st_error *err)
{
    struct st_sheet *s = &r->sheet;
    int face = 0, e = thrown_face(s, d, &face, err);

    if (e)
        return e;
    for (int i = 0; i < s->nrows; i++) {
        if (!falls_in(&s->row[i], face))
            continue;
        snprintf(r->one, sizeof r->one, "%s", s->row[i].label);
        if (s->row[i].cite.chart) {
            struct st_event look = { .kind = ST_EV_LOOKED,
                                     .para = s->row[i].cite.chart->para,
                                     .cite = s->row[i].cite };

            st_cite_print(&look.cite, look.text, sizeof look.text);
            add_line(s, &look);
        }
        return ST_OK;
    }
    return st_fail(err, ST_EUSAGE, NULL, 0, "a %d cannot fall: %s is rolled", face, s->dice);
}

/* ---- answers from a diorama -------------------------------------------------------------- */

struct diorama {
    struct st_policy policy; /* first, so that it can be found again: the list, then the sheet's code */
    struct st_policy_list list;
    const struct st_sheet *sheet;
    struct st_probe probe[ST_SHEET_FIELDS];
    struct st_ask ask;
};

static bool diorama_choose(struct st_policy *self, const struct st_table *t, struct st_move *out)
{
    struct diorama *d = (struct diorama *)self;

    if (d->list.policy.choose(&d->list.policy, t, out))
        return true;
    return d->sheet->choose && d->sheet->choose(t, out);
}

static int diorama_make(struct diorama *d, const struct st_reply *r, struct st_error *err)
{
    const struct st_sheet *s = &r->sheet;
    struct st_refusal why;
    int n = 0;

    for (int i = 0; i < ST_SHEET_FIELDS; i++)
        if (s->fields[i][0] && st_probe_parse(&d->probe[n++], r->plan, s->fields[i], &why))
            return st_fail(err, ST_EUSAGE, NULL, 0, "%s: %s", s->fields[i], why.text);
    st_probes_from(d->probe, n, &(struct st_table){ r->plan, r->pos, NULL });
    d->policy.choose = diorama_choose;
    d->sheet = s;
    if (st_policy_parse(&d->list, r->plan, s->policy, &why))
        return st_fail(err, ST_EUSAGE, NULL, 0, "%s: %s", s->policy, why.text);
    d->ask = (struct st_ask){ .move = s->has_move ? &s->move : NULL,
                              .probe = d->probe,
                              .nprobes = n,
                              .policy = d->list.n || s->choose ? &d->policy : NULL,
                              .forget = s->forget };
    return ST_OK;
}

/* "N1.steps=1, N1.hex=0506", and who is to decide what if the procedure is not over. */
static void label_of(const struct st_plan *p, const struct diorama *d,
                     const struct st_odds_row *row, char *out, size_t size)
{
    out[0] = 0;
    for (int i = 0; i < d->ask.nprobes; i++) {
        char name[96], value[64], part[164];

        st_probe_print(p, d->probe[i], name, sizeof name);
        st_field_print(p, d->probe[i].field, row->value[i], value, sizeof value);
        snprintf(part, sizeof part, "%s=%s", name, value);
        join(out, size, ", ", part);
    }
    if (row->midway) {
        char part[164];

        snprintf(part, sizeof part, "%.60s to decide: %.80s", p->side[row->side], row->step);
        join(out, size, ", ", part);
    }
    if (!out[0])
        snprintf(out, size, "%s", row->step ? row->step : "over");
}

static int diorama_rows(struct st_reply *r, const struct diorama *d, struct st_error *err)
{
    struct st_table t = { r->plan, r->pos, NULL };
    int e = st_odds(&r->odds, &t, &d->ask, err);

    if (!e)
        e = make_room(r, r->odds.nrows, err);
    if (e)
        return e;
    r->exact = r->odds.exact;
    r->complete = r->odds.complete;
    for (int i = 0; i < r->odds.nrows; i++) {
        const struct st_odds_row *from = &r->odds.row[i];
        char label[ST_ANSWER_TEXT];

        label_of(r->plan, d, from, label, sizeof label);
        struct st_answer_row *row = find_row(r, label);
        row->wide = row->approx > 0 ? NULL : from->wide;
        row->approx += from->approx;
        if (r->exact)
            r->exact = st_frac_add(&row->p, row->p, from->p);
    }
    return ST_OK;
}

struct listener { /* writes what happens into the sheet */
    struct st_events events;
    struct st_sheet *sheet;
};

static void listen(struct st_events *self, const struct st_event *e)
{
    add_line(((struct listener *)self)->sheet, e);
}

/* The die now awaited is the next of those given. */
static int throw_die(struct st_table *t, int horizon, struct dice *d, struct st_error *err)
{
    struct st_chance c;

    st_awaited(t, &c);
    if (d->next == d->n)
        return st_fail(err, ST_EUSAGE, NULL, 0, "the dice run out: %s for %s comes next", c.dice,
                       c.label);
    int value = d->face[d->next], i = st_chance_find(&c, value);
    if (i < 0 || c.face[i].weight == 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "a %d cannot fall: %s is rolled for %s", value,
                       c.dice, c.label);
    d->next++;
    st_tell(t, st_now(t).para, "%s for %s: %d", c.dice, c.label, value);
    st_take_within(t, value, horizon);
    return ST_OK;
}

/* On to where the odds would stop, with the given dice; end receives that position. */
static int throw_dice(struct st_table *t, void *end, const struct st_ask *ask,
                      const struct st_scope *scope, struct dice *d, struct st_error *err)
{
    for (int moves = 0; moves < MOVES_MAX; moves++) {
        memcpy(end, t->pos, t->plan->pos_size);
        enum st_odds_pause pause = st_odds_step(t, ask, scope);

        if (pause == ST_ODDS_END)
            return ST_OK;
        int e = pause == ST_ODDS_DIE ? throw_die(t, scope->horizon, d, err) : ST_OK;
        if (e)
            return e;
    }
    return st_fail(err, ST_ELIMIT, NULL, 0, "the moves of the question come to no end");
}

static int diorama_one(struct st_reply *r, const struct diorama *d, struct dice *dice,
                       struct st_error *err)
{
    struct listener log = { { listen }, &r->sheet };
    size_t size = r->plan->pos_size;
    struct st_table t = { r->plan, malloc(2 * size), &log.events };

    if (!t.pos)
        return no_memory(err);
    memcpy(t.pos, r->pos, size);
    struct st_scope scope;
    bool legal = st_odds_begin(&scope, &t, &d->ask, NULL) == ST_LEGAL;
    st_assert(legal); /* the odds have made the move before us */
    struct st_table over = { r->plan, (char *)t.pos + size, NULL };
    int e = throw_dice(&t, over.pos, &d->ask, &scope, dice, err);
    if (!e && dice->next < dice->n)
        e = st_fail(err, ST_EUSAGE, NULL, 0, "%d dice given, but all is over after %d", dice->n,
                    dice->next);
    if (!e) {
        struct st_odds_row end;

        st_odds_read(&end, &over, &d->ask, &scope);
        label_of(r->plan, d, &end, r->one, sizeof r->one);
    }
    free(t.pos);
    return e;
}

/* ---- the whole --------------------------------------------------------------------------- */

static int set_up(struct st_reply *r, const struct st_game *g, const char *scenario,
                  const struct st_files *files, struct st_error *err)
{
    if (!scenario)
        return st_fail(err, ST_EUSAGE, NULL, 0, "%s has no scenario", g->id);
    int e = st_plan_make(&r->plan, g, scenario, files, NULL, 0, err);
    if (e)
        return e;
    r->plan->asked = r->question->id;
    r->pos = calloc(1, r->plan->pos_size);
    if (!r->pos)
        return no_memory(err);
    struct st_table t = { r->plan, r->pos, NULL };
    st_begin(&t);
    r->query->first = malloc(r->plan->pos_size);
    if (!r->query->first)
        return no_memory(err);
    memcpy(r->query->first, r->pos, r->plan->pos_size);
    st_sheet_init(&r->sheet, r->plan, r->pos, err);
    return ST_OK;
}

static int answer_diorama(struct st_reply *r, struct dice *dice, struct st_error *err)
{
    struct st_table t = { r->plan, r->pos, NULL };
    struct diorama d;
    int e = diorama_make(&d, r, err);

    if (e)
        return e;
    if (st_now(&t).kind == ST_AUTO)
        st_settle(&t);
    e = diorama_rows(r, &d, err);
    return e || dice->n == 0 ? e : diorama_one(r, &d, dice, err);
}

static int answer_sheet(struct st_reply *r, const struct dice *dice, struct st_error *err)
{
    int e = sheet_rows(r, err);

    return e || dice->n == 0 ? e : sheet_one(r, dice, err);
}

/* Each value goes to the member of the terms that its input names. */
static void reply(struct st_reply *r, const struct st_query *q)
{
    _Alignas(max_align_t) char terms[ST_SHEET_TERMS] = { 0 };
    const struct st_question *asked = q->question;

    st_assert(asked->terms <= sizeof terms);
    for (int i = 0; i < asked->ninputs; i++) {
        const struct st_input *in = &asked->inputs[i];

        st_assert(in->to.width && in->to.at < asked->terms);
        if (in->to.width == ST_TEXT)
            st_member_put_text(terms, in->to, 0, q->value[i].text);
        else
            st_member_put(terms, in->to, 0, q->value[i].n);
    }
    asked->reply(terms, &r->sheet);
}

static int answer(struct st_reply *r, struct st_error *err)
{
    struct st_query *q = r->query;

    reply(r, q);
    int e = r->sheet.e;
    r->sheet.err = NULL; /* the caller's; and whoever looks at the table later is not listened to */
    r->sheet.table.log = NULL;
    if (e == ST_SHEET_REFUSED) {
        r->exact = r->complete = true; /* nothing is counted, and nothing rolled */
        r->sheet.dice = NULL;
        r->sheet.diorama = r->sheet.has_move = false;
        return ST_OK;
    }
    if (!e)
        e = r->sheet.diorama ? answer_diorama(r, &q->dice, err) : answer_sheet(r, &q->dice, err);
    for (int i = 0; i < r->nrows; i++)
        r->row[i].p = st_frac_reduce(r->row[i].p);
    return e;
}

static const char *scenario_of(const struct st_query *q)
{
    return q->word[q->question->ninputs + 1];
}

/* scenario: where the words name none. named says whether they do. */
static int ask_in(struct st_reply **out, const struct st_game *g, const char *question,
                  const char *const *words, int nwords, const char *scenario, bool *named,
                  const struct st_files *files, struct st_error *err)
{
    struct st_reply *r = calloc(1, sizeof *r);
    struct st_query *q = calloc(1, sizeof *q);
    int e = r && q ? find_question(&q->question, g, question, err) : no_memory(err);

    if (!e)
        e = read_query(q, words, nwords, err);
    if (!e) {
        r->question = q->question;
        r->query = q;
        *named = scenario_of(q) != NULL;
        e = set_up(r, g, *named ? scenario_of(q) : scenario, files, err);
    }
    if (!e)
        e = answer(r, err);
    if (e) {
        if (!r || r->query != q)
            free(q);
        st_reply_free(r);
        return e;
    }
    *out = r;
    return ST_OK;
}

/* Somebody at a real table names his units and hexes, and not the scenario: the first that knows
 * them answers. If none does, what is wrong is told of the first. */
int st_ask_question(struct st_reply **out, const struct st_game *g, const char *question,
                    const char *const *words, int nwords, const struct st_files *files,
                    struct st_error *err)
{
    const char *first = g->nscenarios ? g->scenarios[0] : NULL;
    bool named = true; /* until the words are read */
    int e = ask_in(out, g, question, words, nwords, first, &named, files, err);

    for (int i = 1; i < g->nscenarios && e == ST_EUSAGE && !named; i++) {
        struct st_error other;

        if (!ask_in(out, g, question, words, nwords, g->scenarios[i], &named, files, &other))
            return ST_OK;
    }
    return e;
}

int st_ask_again(struct st_reply *r, struct st_error *err)
{
    st_odds_free(&r->odds);
    free(r->row);
    r->row = NULL;
    r->nrows = 0;
    r->one[0] = 0;
    r->query->dice.next = 0;
    memcpy(r->pos, r->query->first, r->plan->pos_size);
    memset(r->sheet.row, 0, (size_t)r->sheet.nrows * sizeof r->sheet.row[0]);
    r->sheet.nrows = r->sheet.nlines = r->sheet.more = 0;
    r->sheet.verdict[0] = r->sheet.policy[0] = 0;
    r->sheet.refused.para = NULL;
    r->sheet.diorama = r->sheet.has_move = false;
    r->sheet.dice = NULL;
    r->sheet.choose = NULL;
    r->sheet.forget = NULL;
    memset(r->sheet.fields, 0, sizeof r->sheet.fields);
    r->sheet.table.log = &r->sheet.log;
    return answer(r, err);
}

void st_reply_free(struct st_reply *r)
{
    if (!r)
        return;
    if (r->query)
        free(r->query->first);
    free(r->query);
    st_odds_free(&r->odds);
    st_plan_free(r->plan);
    free(r->row);
    free(r->pos);
    free(r);
}
