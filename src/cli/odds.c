/* odds.c - `sandtable odds`: what if I do this? The answer is worked out in view/odds.c. */
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

enum { BAR = 30 };

/* ---- for people ------------------------------------------------------------------------ */

/* What is counted, as people call it: "Kentish fyrd, Strength". */
static void probe_says(const struct st_plan *p, const struct st_probe *x, char *out, size_t size)
{
    const struct st_names *list = x->field->of ? st_plan_list(p, x->field->of) : NULL;
    const char *whose = "";

    if (x->field->of && strcmp(x->field->of, "side") == 0 && x->piece >= 0 && x->piece < ST_SIDES)
        whose = st_side_brief(p, x->piece);
    else if (list && x->piece >= 0 && x->piece < list->n)
        whose = list->title && list->title[x->piece] ? list->title[x->piece] : list->name[x->piece];
    snprintf(out, size, "%s%s%s", whose, whose[0] ? ", " : "", st_field_says(p, x->field));
}

/* What is decided there, as its prompt is headed; else the step's name. */
static const char *step_says(const struct st_plan *p, const char *step)
{
    const struct st_word *w = st_word_find(p, "step", step);

    return w && w->brief[0] ? w->brief : step;
}

/* Faces in a row that lead to the same are one line: "1-5  5/8  Kentish fyrd, Strength 2". */
static void show_plain_faces(struct st_buf *out, const struct st_odds_answer *a)
{
    const struct st_odds *o = &a->odds;

    for (int i = 0, n; i < o->nfaces; i += n) {
        const struct st_odds_face *f = &o->face[i];
        char faces[32], name[160], text[120];
        int weight = f->weight;

        for (n = 1; i + n < o->nfaces && f[n].row == f->row; n++)
            weight += f[n].weight;
        snprintf(faces, sizeof faces, n > 1 ? "%d-%d" : "%d", f->value, f[n - 1].value);
        st_frac_print(st_frac_of((unsigned)weight, (unsigned)f->total), text, sizeof text);
        st_buf_add(out, "  %5s  %5s ", faces, text);
        for (int k = 0; k < a->nprobes && f->row >= 0; k++) {
            probe_says(a->table->plan, &a->probe[k], name, sizeof name);
            st_odds_value_print(a, &o->row[f->row], k, text, sizeof text);
            st_buf_add(out, "%s %s %s", k ? "," : "", name, text);
        }
        st_buf_add(out, "%s\n", f->row < 0 ? " more follows" : "");
    }
}

static void show_faces(struct st_buf *out, const struct cli_term *term,
                       const struct st_odds_answer *a)
{
    const struct st_odds *o = &a->odds;
    bool cited = false;

    if (!o->nfaces)
        return;
    struct st_event label = { .text = "" };
    char says[ST_SAYS_MAX];
    snprintf(label.text, sizeof label.text, "%s", o->label);
    st_event_says(a->table->plan, &label, says, sizeof says);
    st_buf_add(out, "\n  %s  %s\n", o->dice, says);
    for (int i = 0; i < o->nfaces; i++)
        cited |= o->face[i].cite.chart != NULL;
    if (!cited)
        show_plain_faces(out, a);
    for (int i = 0; i < o->nfaces && cited; i++) {
        const struct st_odds_face *f = &o->face[i];
        struct st_event looked = { .kind = ST_EV_LOOKED, .cite = f->cite }; /* told as the log will tell it */
        char p[96], line[ST_SAYS_MAX + 24];

        st_frac_print(st_frac_of((unsigned)f->weight, (unsigned)f->total), p, sizeof p);
        st_event_says(a->table->plan, &looked, says, sizeof says);
        snprintf(line, sizeof line, "%s %s", f->cite.chart ? f->cite.chart->para : "", says);
        st_buf_add(out, "  %3d  %5s  ", f->value, p);
        cli_wrap(out, term, 14, 14, line);
        st_buf_put(out, "\n", 1);
    }
}

static int value_width(const struct st_odds_answer *a, int i)
{
    char text[80];
    int w = 1;

    for (int r = 0; r < a->odds.nrows; r++) {
        st_odds_value_print(a, &a->odds.row[r], i, text, sizeof text);
        w = cli_width(text) > w ? cli_width(text) : w;
    }
    return w;
}

/* Names are long and numbers short: each head has a line of its own, and a stroke down to its column. */
static void show_heads(struct st_buf *out, const struct cli_term *term, const struct st_odds_answer *a)
{
    char name[160];

    for (int i = 0; i < a->nprobes; i++) {
        st_buf_put(out, "  ", 2);
        for (int k = 0; k < i; k++)
            cli_pad(out, "|", value_width(a, k) + 2);
        probe_says(a->table->plan, &a->probe[i], name, sizeof name);
        cli_style(out, term, CLI_BOLD, name);
        st_buf_put(out, "\n", 1);
    }
}

static void show_rows(struct st_buf *out, const struct cli_term *term,
                      const struct st_odds_answer *a)
{
    struct st_turn asked = st_now(a->table);
    int frac = 3;
    char text[120], percent[16];

    st_buf_put(out, "\n", 1);
    for (int r = 0; r < a->odds.nrows; r++) {
        st_chance_print(a->odds.exact, a->odds.row[r].p, a->odds.row[r].approx, text, sizeof text);
        frac = cli_width(text) > frac ? cli_width(text) : frac;
    }
    show_heads(out, term, a);
    for (int r = 0; r < a->odds.nrows; r++) {
        const struct st_odds_row *row = &a->odds.row[r];
        struct st_buf bar = { 0 };

        st_buf_put(out, "  ", 2);
        for (int i = 0; i < a->nprobes; i++) {
            st_odds_value_print(a, row, i, text, sizeof text);
            cli_pad(out, text, value_width(a, i) + 2);
        }
        st_chance_print(a->odds.exact, row->p, row->approx, text, sizeof text);
        st_percent_print(st_odds_share(a, row), percent, sizeof percent);
        st_buf_add(out, "%*s  %8s  ", frac, text, percent);
        cli_bar(&bar, st_odds_share(a, row), BAR);
        if (row->midway && row->side >= 0) {
            cli_pad(out, st_buf_text(&bar), BAR);
            cli_say(out, "odds.row.decides", st_side_brief(a->table->plan, row->side),
                    step_says(a->table->plan, row->step), NULL);
        } else if (row->die) {
            cli_pad(out, st_buf_text(&bar), BAR);
            cli_say(out, "odds.row.die", row->die, NULL);
        } else if (row->step && (row->step != asked.step || row->side != asked.side)) {
            cli_pad(out, st_buf_text(&bar), BAR);
            cli_say(out, "odds.row.then", st_side_brief(a->table->plan, row->side),
                    step_says(a->table->plan, row->step), NULL);
        } else {
            st_buf_add(out, "%s", st_buf_text(&bar));
        }
        st_buf_put(out, "\n", 1);
        st_buf_free(&bar);
    }
}

/* The decisions where rows stop, with some of what may be supposed there. */
static void show_stops(struct st_buf *out, const struct cli_term *term,
                       const struct st_odds_answer *a)
{
    enum { SHOWN = 4 };

    for (int i = 0; i < a->nstops; i++) {
        const struct st_odds_stop *s = &a->stop[i];
        struct st_buf line = { 0 };
        char text[ST_MOVE_TEXT];

        cli_say(&line, "odds.stop", st_side_brief(a->table->plan, s->side), step_says(a->table->plan, s->step), s->para, NULL);
        for (int k = 0; k < s->nmoves && k < SHOWN; k++) {
            st_move_print(a->table->plan, &s->move[k], text, sizeof text);
            st_buf_add(&line, "%s`%s`", k ? ", " : "", text);
        }
        st_buf_put(out, "  ", 2);
        cli_wrap(out, term, 2, 4, st_buf_text(&line));
        st_buf_put(out, "\n", 1);
        st_buf_free(&line);
    }
}

/* A sentence of the terminal's own, apart from what stands before it. */
static void paragraph(struct st_buf *out, const struct cli_term *term, const char *id, const char *text)
{
    struct st_buf says = { 0 };

    cli_say(&says, id, text, NULL);
    st_buf_add(out, "\n  ");
    cli_wrap(out, term, 2, 2, st_buf_text(&says));
    st_buf_put(out, "\n", 1);
    st_buf_free(&says);
}

static void show_doubts(struct st_buf *out, const struct cli_term *term,
                        const struct st_odds_answer *a)
{
    bool open = false, die = false;

    for (int r = 0; r < a->odds.nrows; r++) {
        open |= a->odds.row[r].midway;
        die |= a->odds.row[r].die != NULL;
    }
    if (open) {
        paragraph(out, term, "odds.stops", NULL);
        show_stops(out, term, a);
    }
    if (die)
        paragraph(out, term, "odds.dies", NULL);
    if (a->nsupposing)
        paragraph(out, term, "odds.supposing", NULL);
    for (int i = 0; i < a->nsupposing; i++)
        st_buf_add(out, "  %s\n", a->supposing[i]);
    if (a->odds.supposed)
        paragraph(out, term, "odds.supposed", st_word_says(a->table->plan, "word", a->table->plan->game->supposes));
    if (a->more_changes)
        paragraph(out, term, "odds.more", cli_count((char[12]){ 0 }, ST_PROBES));
    if (a->odds.wide)
        paragraph(out, term, "odds.wide", NULL);
    for (int i = 0; a->odds.wide && i < a->odds.nrows; i++)
        st_buf_add(out, "  %3d  %s\n", i + 1, a->odds.row[i].wide);
    if (!a->odds.exact && !a->odds.wide)
        paragraph(out, term, "odds.not_exact", NULL);
    if (!a->odds.complete) {
        char positions[24];

        snprintf(positions, sizeof positions, "%zu", a->odds.positions);
        paragraph(out, term, "odds.not_complete", positions);
    }
}

/* What is otherwise in that row than now, and where it stops; false: nothing. */
static bool put_state(struct st_buf *out, const struct st_odds_answer *a, const struct st_odds_row *row)
{
    unsigned told = st_odds_told(a);
    size_t was = out->len;
    char name[160], text[120];

    for (int k = 0; k < a->nprobes; k++) {
        const struct st_probe *x = &a->probe[k];

        if (!(told >> k & 1) || row->value[k] == st_field_get(a->table, x->field, x->piece) - x->from)
            continue;
        probe_says(a->table->plan, x, name, sizeof name);
        st_odds_value_print(a, row, k, text, sizeof text);
        st_buf_add(out, "%s%s: %s", out->len > was ? "; " : "", name, text);
    }
    if (row->midway && row->side >= 0) {
        st_buf_add(out, "%s", out->len > was ? ";" : "");
        cli_say(out, "odds.row.decides", st_side_brief(a->table->plan, row->side), step_says(a->table->plan, row->step), NULL);
    }
    return out->len > was;
}

/* A result of the chart, and inside it the states it leads to, each once. */
static void show_inside(struct st_buf *out, const struct cli_term *term, const struct st_odds_answer *a, const struct st_outcome *x)
{
    for (int i = 0; i < x->nrows; i++) {
        struct st_buf line = { 0 };

        if (put_state(&line, a, &a->odds.row[x->row[i]])) {
            const char *text = st_buf_text(&line);

            st_buf_add(out, "      ");
            cli_wrap(out, term, 6, 8, text + strspn(text, " "));
            st_buf_put(out, "\n", 1);
        }
        st_buf_free(&line);
    }
}

/* One line an outcome, its states inside; the figures follow. */
static void show_outcomes(struct st_buf *out, const struct cli_term *term, const struct st_odds_answer *a)
{
    bool by_chart = a->odds.nfaces > 0; /* else the outcome is the state, in words */

    struct st_outcomes o;
    int wide = 0;

    for (int i = 0; i < a->odds.nfaces; i++)
        by_chart &= st_cite_means(a->table->plan, &a->odds.face[i].cite) != NULL;
    st_outcomes_of_odds(&o, a);
    for (int i = 0; i < o.n; i++)
        wide = cli_width(o.item[i].says) > wide ? cli_width(o.item[i].says) : wide;
    wide = wide > 70 ? 70 : wide;
    if (o.n)
        st_buf_put(out, "\n", 1);
    if (o.certain[0])
        st_buf_put(out, "  ", 2), cli_say(out, "odds.certain", o.certain, NULL), st_buf_put(out, "\n", 1);
    for (int i = 0; i < o.n; i++) {
        char percent[16];

        st_percent_print(o.item[i].value, percent, sizeof percent);
        st_buf_put(out, "  ", 2);
        cli_pad(out, o.item[i].says, wide + 2);
        st_buf_add(out, "%8s\n", percent);
        if (by_chart)
            show_inside(out, term, a, &o.item[i]);
    }
    st_outcomes_free(&o);
}

/* No die, nobody the worse for it: what was done stands above, and who comes next here. */
static void show_nothing(struct st_buf *out, const struct cli_term *term, const struct st_odds_answer *a)
{
    const struct st_odds_row *row = a->odds.nrows == 1 ? &a->odds.row[0] : NULL;
    bool next = row && row->side >= 0 && row->step;

    paragraph(out, term, "odds.nothing", NULL);
    if (next) {
        st_buf_put(out, "  ", 2);
        cli_say(out, "odds.next", st_side_brief(a->table->plan, row->side), step_says(a->table->plan, row->step), NULL);
        st_buf_put(out, "\n", 1);
    }
}

static void show(struct st_buf *out, const struct cli_term *term, const struct st_odds_answer *a)
{
    const struct st_plan *p = a->table->plan;
    char text[ST_MOVE_TEXT + 100], says[ST_SAYS_MAX];

    if (a->has_move) {
        char move[ST_MOVE_TEXT];

        st_move_print(p, &a->move, move, sizeof move);
        snprintf(text, sizeof text, "%s: %s", st_side_brief(p, st_now(a->table).side), move);
    } else {
        cli_word("odds.awaited", text, sizeof text);
    }
    cli_style(out, term, CLI_BOLD, text);
    st_buf_put(out, "\n", 1);
    if (a->has_move && st_move_part(a->table, &a->move, ST_WORD_SAYS, says, sizeof says)) {
        st_buf_put(out, "  ", 2);
        cli_wrap(out, term, 2, 2, says);
        st_buf_put(out, "\n", 1);
    }
    for (int i = 0; i < a->declared.n; i++)
        cli_event(out, term, a->table->plan, &a->declared.event[i]);
    if (!a->odds.nfaces && !a->nstops && !st_odds_told(a)) {
        show_nothing(out, term, a);
        return;
    }
    show_outcomes(out, term, a);
    show_faces(out, term, a);
    if (st_odds_told(a))
        show_rows(out, term, a);
    show_doubts(out, term, a);
}

/* ---- the question ---------------------------------------------------------------------- */

int cli_odds_show(struct st_buf *out, const struct cli_term *term, enum cli_form form,
                  const struct st_odds_query *q, struct st_refusal *refused, struct st_error *err)
{
    struct st_odds_answer *a = NULL;
    struct st_json j = { out, false };
    enum st_answer answer;

    err->code = ST_OK;
    *refused = (struct st_refusal){ "", "" };
    if (st_odds_answer(&a, q, &answer, refused, err))
        return CLI_BAD;
    if (answer == ST_REFUSED)
        return refused->para[0] ? CLI_NO : CLI_BAD;
    if (form == CLI_SVG) {
        st_svg_odds(out, a);
    } else if (form == CLI_JSON) {
        st_view_odds(&j, NULL, a);
        st_buf_put(out, "\n", 1);
    } else {
        show(out, term, a);
    }
    st_odds_answer_free(a);
    return CLI_OK;
}

/* What was not understood: how a move of that kind is written, or moves that may be made. */
static void tell_written(const struct st_odds_query *q)
{
    const struct st_game *g = q->table->plan->game;
    struct st_span rest = st_span_of(q->move ? q->move : ""), verb = st_span_word(&rest);
    struct st_buf form = { 0 }, says = { 0 };
    struct st_move offer[3];
    char text[ST_MOVE_TEXT];

    for (int i = 0; i < g->nverbs && !form.len; i++)
        if (verb.len && strncmp(g->verbs[i].form, verb.at, verb.len) == 0 && strchr(" [:", g->verbs[i].form[verb.len]))
            cli_form(&form, g->verbs[i].form);
    if (form.len)
        cli_say(&says, "odds.form", st_buf_text(&form), NULL);
    int n = form.len || st_now(q->table).kind != ST_DECIDE ? 0 : st_offers(q->table, offer, 3);
    for (int i = 0; i < n && i < 3; i++) {
        st_move_print(q->table->plan, &offer[i], text, sizeof text);
        st_buf_add(&form, "%s`%s`", i ? ", " : "", text);
    }
    if (n)
        cli_say(&says, "odds.such", st_buf_text(&form), NULL);
    if (says.len)
        fprintf(stderr, "%s\n", st_buf_text(&says));
    st_buf_free(&form);
    st_buf_free(&says);
}

static int tell(struct cli_source *source, struct st_odds_query *q, enum cli_form form)
{
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };
    struct st_refusal why;
    struct st_error err;
    int status = cli_odds_show(&out, &term, form, q, &why, &err);

    if (status == CLI_OK)
        return cli_print(&out, CLI_OK);
    st_buf_free(&out);
    if (err.code)
        return cli_fail(source, &err);
    status = cli_refuse(&why);
    if (!why.para[0])
        tell_written(q);
    if (form != CLI_JSON || !why.para[0])
        return status;
    st_json_open(&j, NULL, '{');
    st_view_refusal(&j, "refused", NULL, &why);
    st_json_close(&j, '}');
    return cli_print_json(&j, status);
}

int cli_odds(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    struct st_odds_query q = { 0 };
    const char *after = NULL, *to_text = NULL;
    bool json = false, svg = false;
    struct cli_option opt[6 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "given", "MOVES",
          "suppose these at decisions met on the way, not what looks best: 'move; move', the first that is legal; '' stops there",
          &q.given },
        { CLI_TEXT, "measure", "FIELDS", "what to count afterwards: N1.steps,N1.hex,turn",
          &q.measure },
        { CLI_TEXT, "after", "MOVES", "make these first: 'move; dice 4; move'", &after },
        { CLI_TEXT, "to", "N", "of a record: after decision N and its dice", &to_text },
        cli_option_json(&json),
        { CLI_FLAG, "svg", NULL, "a picture: reasons, bars, the chart with its cells lit", &svg },
    };
    int nopt = 6 + cli_source_options(&source, opt + 6), to = -1;
    int status = cli_parse(self, opt, nopt, 1, 2, &argc, &argv);
    struct st_error err;
    struct cli_table t;

    if (status != CLI_GO_ON)
        return status;
    if (json && svg)
        return cli_usage(self, "only one of --json and --svg");
    if (to_text && !cli_number(self, "--to", to_text, 0, 10000000, &to))
        return CLI_BAD;
    if (cli_source_open(&source, &err) || cli_table_open(&t, &source, argv[0], to, &err))
        return cli_fail(&source, &err);
    status = after ? cli_make_moves(&t.table, after) : CLI_OK;
    if (status == CLI_OK) {
        q.table = &t.table;
        q.move = argc > 1 ? argv[1] : NULL;
        if (!q.given && !json && !svg)
            q.given = "?";
        status = tell(&source, &q, svg ? CLI_SVG : json ? CLI_JSON : CLI_WORDS);
    }
    cli_table_close(&t);
    return status;
}
