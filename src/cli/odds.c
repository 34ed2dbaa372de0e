/* odds.c - `sandtable odds`: what if I do this?
 *
 * The answer has three parts: what the declaration itself brought about (class, modifiers, with
 * their paragraphs), the first die face by face, and the table of outcomes with exact fractions.
 */
#include "cli/commands.h"

#include "odds/odds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES_MAX = 1024, BAR = 30 };

struct answer {
    const struct st_table *table;
    struct st_move move;
    bool has_move;
    struct st_probe probe[ST_PROBES];
    int nprobes;
    bool more_changes; /* more fields may change than are shown */
    struct st_policy_list *policy;
    struct cli_events declared;
    struct st_odds odds;
};

/* ---- what the declaration says --------------------------------------------------------- */

static bool has_modifier(const struct cli_events *e)
{
    for (int i = 0; i < e->n; i++)
        if (e->event[i].kind == ST_EV_MODIFIER)
            return true;
    return false;
}

/* Some rules count their modifiers only when the die has fallen: let one fall to hear them. */
static void hear_modifiers(struct answer *a, struct st_table *t)
{
    struct cli_events heard;
    struct st_chance c;

    cli_events_init(&heard);
    st_awaited(t, &c);
    t->log = &heard.log;
    st_take(t, c.face[0].value);
    for (int i = 0; i < heard.n && heard.event[i].kind != ST_EV_LOOKED; i++)
        if (heard.event[i].kind == ST_EV_MODIFIER)
            a->declared.log.add(&a->declared.log, &heard.event[i]);
    a->declared.failed |= heard.failed;
    cli_events_free(&heard);
}

static int declare(struct answer *a, struct st_error *err)
{
    const struct st_plan *p = a->table->plan;
    struct st_table t = { p, malloc(p->pos_size), &a->declared.log };

    if (!t.pos)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(t.pos, a->table->pos, p->pos_size);
    if (a->has_move)
        st_play(&t, &a->move, NULL);
    if (st_now(&t).kind == ST_CHANCE && !has_modifier(&a->declared))
        hear_modifiers(a, &t);
    free(t.pos);
    return a->declared.failed ? st_fail(err, ST_ENOMEM, NULL, 0, "out of memory") : ST_OK;
}

/* ---- what to count --------------------------------------------------------------------- */

static enum st_answer read_measures(struct answer *a, const char *text, struct st_refusal *why)
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

static int ask(struct answer *a, struct st_odds *out, const struct st_probe *probe, int nprobes,
               struct st_refusal *why, struct st_error *err)
{
    struct st_ask q = { .move = a->has_move ? &a->move : NULL,
                        .probe = probe,
                        .nprobes = nprobes,
                        .policy = a->policy->n ? &a->policy->policy : NULL,
                        .why = why };

    return st_odds(out, a->table, &q, err);
}

static bool varies(const struct st_odds *o, int i, int now)
{
    for (int r = 0; r < o->nrows; r++)
        if (o->row[r].value[i] != now)
            return true;
    return false;
}

/* The verb suggests nothing: every field of every piece is asked for, a handful at a time, and
 * those kept that come out otherwise than they are now. */
static int find_changes(struct answer *a, struct st_refusal *why, struct st_error *err)
{
    const struct st_plan *p = a->table->plan;
    struct st_probe all[CHANGES_MAX];
    int n = 0, e = ST_OK;

    for (int f = 0; f < p->game->nfields; f++) {
        const struct st_field *field = &p->game->fields[f];
        const struct st_names *of = field->of ? st_plan_list(p, field->of) : NULL;
        int pieces = field->of ? of ? of->n : 0 : 1;

        for (int k = 0; k < pieces && n < CHANGES_MAX; k++)
            all[n++] = (struct st_probe){ field, field->of ? k : -1 };
    }
    for (int at = 0; at < n && !e; at += ST_PROBES) {
        int some = n - at < ST_PROBES ? n - at : ST_PROBES;
        struct st_odds o = { 0 };

        e = ask(a, &o, all + at, some, why, err);
        for (int i = 0; i < some && !e; i++) {
            if (!varies(&o, i, all[at + i].field->get(a->table, all[at + i].piece)))
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

/* ---- for people ------------------------------------------------------------------------ */

static void show_faces(struct st_buf *out, const struct cli_term *term, const struct st_odds *o)
{
    if (!o->nfaces)
        return;
    st_buf_add(out, "\n  %s  %s\n", o->dice, o->label);
    for (int i = 0; i < o->nfaces; i++) {
        const struct st_odds_face *f = &o->face[i];
        char p[96], cite[300];

        st_frac_print(st_frac_of((unsigned)f->weight, (unsigned)f->total), p, sizeof p);
        st_cite_print(&f->cite, cite, sizeof cite);
        st_buf_add(out, "  %3d  %5s  ", f->value, p);
        cli_wrap(out, term, 14, 14, cite);
        st_buf_put(out, "\n", 1);
    }
}

static void row_value(const struct answer *a, const struct st_odds_row *r, int i, char *out,
                      size_t size)
{
    st_field_print(a->table->plan, a->probe[i].field, r->value[i], out, size);
}

static int value_width(const struct answer *a, int i)
{
    char text[80];

    st_probe_print(a->table->plan, a->probe[i], text, sizeof text);
    int w = cli_width(text);
    for (int r = 0; r < a->odds.nrows; r++) {
        row_value(a, &a->odds.row[r], i, text, sizeof text);
        w = cli_width(text) > w ? cli_width(text) : w;
    }
    return w;
}

static void probability(const struct answer *a, const struct st_odds_row *r, char *out, size_t size)
{
    if (a->odds.exact)
        st_frac_print(r->p, out, size);
    else
        snprintf(out, size, "~%.9f", r->approx);
}

static double share(const struct answer *a, const struct st_odds_row *r)
{
    return a->odds.exact ? st_frac_value(r->p) : r->approx;
}

static void show_rows(struct st_buf *out, const struct cli_term *term, const struct answer *a)
{
    int frac = 3;
    char text[120], percent[16];

    st_buf_put(out, "\n", 1);
    for (int r = 0; r < a->odds.nrows; r++) {
        probability(a, &a->odds.row[r], text, sizeof text);
        frac = cli_width(text) > frac ? cli_width(text) : frac;
    }
    if (a->nprobes)
        st_buf_put(out, "  ", 2);
    for (int i = 0; i < a->nprobes; i++) {
        struct st_buf head = { 0 };

        st_probe_print(a->table->plan, a->probe[i], text, sizeof text);
        cli_pad(&head, text, value_width(a, i) + 2);
        cli_style(out, term, CLI_BOLD, st_buf_text(&head));
        st_buf_free(&head);
    }
    if (a->nprobes)
        st_buf_put(out, "\n", 1);
    for (int r = 0; r < a->odds.nrows; r++) {
        const struct st_odds_row *row = &a->odds.row[r];
        struct st_buf bar = { 0 };

        st_buf_put(out, "  ", 2);
        for (int i = 0; i < a->nprobes; i++) {
            row_value(a, row, i, text, sizeof text);
            cli_pad(out, text, value_width(a, i) + 2);
        }
        probability(a, row, text, sizeof text);
        cli_percent(share(a, row), percent, sizeof percent);
        st_buf_add(out, "%*s  %8s  ", frac, text, percent);
        cli_bar(&bar, share(a, row), BAR);
        if (row->midway && row->side >= 0) {
            cli_pad(out, st_buf_text(&bar), BAR);
            st_buf_add(out, "  %s decides: %s", a->table->plan->side[row->side], row->step);
        } else {
            st_buf_add(out, "%s", st_buf_text(&bar));
        }
        st_buf_put(out, "\n", 1);
        st_buf_free(&bar);
    }
}

static void show_doubts(struct st_buf *out, const struct answer *a)
{
    bool open = false;

    for (int r = 0; r < a->odds.nrows; r++)
        open |= a->odds.row[r].midway;
    if (open)
        st_buf_add(out, "\n  Rows with `decides` stop there: what is chosen is not guessed "
                        "(--given 'move; move' supposes it).\n");
    if (a->more_changes)
        st_buf_add(out, "\n  More than %d numbers may change; --measure chooses which are shown.\n",
                   ST_PROBES);
    if (!a->odds.exact)
        st_buf_add(out,
                   "\n  NOT EXACT: a fraction grew beyond 128 bits; figures with ~ are rounded.\n");
    if (!a->odds.complete)
        st_buf_add(out,
                   "\n  NOT COMPLETE: the search stopped at its limit (%zu positions); the rows "
                   "sum to less than 1.\n",
                   a->odds.positions);
}

static void show(struct st_buf *out, const struct cli_term *term, const struct answer *a)
{
    const struct st_plan *p = a->table->plan;
    char text[ST_MOVE_TEXT + 100];

    if (a->has_move) {
        char move[ST_MOVE_TEXT];

        st_move_print(p, &a->move, move, sizeof move);
        snprintf(text, sizeof text, "%s: %s", p->side[st_now(a->table).side], move);
    } else {
        snprintf(text, sizeof text, "The die now awaited");
    }
    cli_style(out, term, CLI_BOLD, text);
    st_buf_put(out, "\n", 1);
    for (int i = 0; i < a->declared.n; i++)
        cli_event(out, term, &a->declared.event[i]);
    show_faces(out, term, &a->odds);
    show_rows(out, term, a);
    show_doubts(out, a);
}

/* ---- for programs ---------------------------------------------------------------------- */

static void rows_json(struct st_json *j, const struct answer *a)
{
    char key[80], text[120];

    st_json_open(j, "rows", '[');
    for (int r = 0; r < a->odds.nrows; r++) {
        const struct st_odds_row *row = &a->odds.row[r];

        st_json_open(j, NULL, '{');
        st_json_open(j, "values", '{');
        for (int i = 0; i < a->nprobes; i++) {
            st_probe_print(a->table->plan, a->probe[i], key, sizeof key);
            row_value(a, row, i, text, sizeof text);
            st_json_text(j, key, text);
        }
        st_json_close(j, '}');
        if (a->odds.exact)
            st_json_frac(j, "p", row->p);
        else
            st_json_text(j, "p", NULL);
        st_json_real(j, "value", share(a, row));
        st_json_text(j, "decision", row->step);
        st_json_text(j, "side", row->side >= 0 ? a->table->plan->side[row->side] : NULL);
        st_json_bool(j, "stopped", row->midway);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
}

static void show_json(struct st_buf *out, const struct answer *a)
{
    const struct st_plan *p = a->table->plan;
    struct st_json j = { out, false };
    char text[ST_MOVE_TEXT];

    st_move_print(p, &a->move, text, sizeof text);
    st_json_open(&j, NULL, '{');
    st_json_text(&j, "game", p->game->id);
    st_json_text(&j, "scenario", p->id);
    st_json_text(&j, "move", a->has_move ? text : NULL);
    st_json_open(&j, "events", '[');
    for (int i = 0; i < a->declared.n; i++)
        cli_event_json(&j, &a->declared.event[i]);
    st_json_close(&j, ']');
    st_json_text(&j, "dice", a->odds.dice);
    st_json_text(&j, "label", a->odds.label);
    st_json_open(&j, "faces", '[');
    for (int i = 0; i < a->odds.nfaces; i++) {
        st_json_open(&j, NULL, '{');
        st_json_int(&j, "face", a->odds.face[i].value);
        st_json_frac(&j, "p",
                     st_frac_of((unsigned)a->odds.face[i].weight, (unsigned)a->odds.face[i].total));
        cli_cite_json(&j, "cite", &a->odds.face[i].cite);
        st_json_close(&j, '}');
    }
    st_json_close(&j, ']');
    rows_json(&j, a);
    st_json_bool(&j, "exact", a->odds.exact);
    st_json_bool(&j, "complete", a->odds.complete);
    st_json_int(&j, "positions", (long long)a->odds.positions);
    st_json_close(&j, '}');
    st_buf_put(out, "\n", 1);
}

/* ---- the question ---------------------------------------------------------------------- */

static enum st_answer read_question(struct answer *a, const struct cli_odds *q,
                                    struct st_refusal *why)
{
    const struct st_plan *p = q->table->plan;

    a->table = q->table;
    if (q->move) {
        if (st_move_parse(&a->move, p, q->move, why) || st_check(q->table, &a->move, why))
            return ST_REFUSED;
        a->has_move = true;
    } else if (st_now(q->table).kind != ST_CHANCE) {
        return st_refuse(why, "", "no die is awaited: which move?");
    }
    if (q->given && st_policy_parse(a->policy, p, q->given, why))
        return ST_REFUSED;
    if (q->measure)
        return read_measures(a, q->measure, why);
    if (a->has_move)
        a->nprobes = st_probes_of_move(p, &a->move, a->probe, ST_PROBES);
    return ST_LEGAL;
}

int cli_odds_show(struct st_buf *out, const struct cli_term *term, const struct cli_odds *q,
                  bool json, struct st_refusal *refused, struct st_error *err)
{
    struct st_policy_list policy = { 0 };
    struct answer a = { .policy = &policy };
    int e = ST_OK;

    err->code = ST_OK;
    *refused = (struct st_refusal){ "", "" };
    if (read_question(&a, q, refused))
        return refused->para[0] ? CLI_NO : CLI_BAD;
    cli_events_init(&a.declared);
    if (a.nprobes == 0)
        e = find_changes(&a, refused, err);
    if (!e)
        e = declare(&a, err);
    if (!e)
        e = ask(&a, &a.odds, a.probe, a.nprobes, refused, err);
    if (!e) {
        if (json)
            show_json(out, &a);
        else
            show(out, term, &a);
        st_odds_free(&a.odds);
    }
    cli_events_free(&a.declared);
    return e ? CLI_BAD : CLI_OK;
}

int cli_odds(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    struct cli_odds q = { 0 };
    const char *after = NULL, *to_text = NULL;
    bool json = false;
    struct cli_option opt[5 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "given", "MOVES",
          "suppose these at decisions met on the way: 'move; move', the first that is legal",
          &q.given },
        { CLI_TEXT, "measure", "FIELDS", "what to count afterwards: N1.steps,N1.hex,turn",
          &q.measure },
        { CLI_TEXT, "after", "MOVES", "make these first: 'move; dice 4; move'", &after },
        { CLI_TEXT, "to", "N", "of a record: after decision N and its dice", &to_text },
        cli_option_json(&json),
    };
    int nopt = 5 + cli_source_options(&source, opt + 5), to = -1;
    int status = cli_parse(self, opt, nopt, 1, 2, &argc, &argv);
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    struct st_refusal why;
    struct st_error err;
    struct cli_table t;

    if (status != CLI_GO_ON)
        return status;
    if (to_text && !cli_number(self, "--to", to_text, 0, 10000000, &to))
        return CLI_BAD;
    if (cli_source_open(&source, &err) || cli_table_open(&t, &source, argv[0], to, &err))
        return cli_fail(&source, &err);
    status = after ? cli_make_moves(&t.table, after) : CLI_OK;
    if (status == CLI_OK) {
        q.table = &t.table;
        q.move = argc > 1 ? argv[1] : NULL;
        status = cli_odds_show(&out, &term, &q, json, &why, &err);
        if (status == CLI_OK)
            status = cli_print(&out, CLI_OK);
        else if (err.code)
            status = cli_fail(&source, &err);
        else if (json && why.para[0]) {
            struct st_json j = { &out, false };

            st_json_open(&j, NULL, '{');
            cli_refusal_json(&j, "refused", &why);
            st_json_close(&j, '}');
            st_buf_put(&out, "\n", 1);
            status = cli_print(&out, cli_refuse(&why));
        } else {
            status = cli_refuse(&why);
        }
    }
    st_buf_free(&out);
    cli_table_close(&t);
    return status;
}
