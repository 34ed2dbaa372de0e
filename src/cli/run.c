/* run.c - `sandtable run`: a script of moves and dice, events out.
 *
 * One thing on a line: a move as in a record; `dice 3 5 8`, the faces that fall next; `! words`,
 * the umpire's ruling; `refused PARA: move`, a move that must be refused; # begins a comment. Dice
 * may stand before or after the move that needs them, and all of them must be used.
 */
#include "cli/commands.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FACES_MAX = 4096 };

struct face {
    int value, line;
};

struct script {
    const char *where;
    struct st_session *s;
    struct cli_dice *dice; /* NULL: only the script's own */
    struct face *face;
    int nfaces, next;
    struct st_buf *out;
    const struct cli_term *term;
    struct st_json *json; /* NULL: text */
    struct st_refusal why;
    int why_line;
    bool refused;
};

/* What the last call added to the record, told. */
static void news(struct script *x, int before)
{
    if (x->json)
        st_view_news_items(x->json, x->s, before, ST_UMPIRE);
    else
        cli_news(x->out, x->term, x->s, before, ST_UMPIRE, false);
}

/* A call to the session has come back: tell it, or remember the refusal. */
static int settle(struct script *x, int line, int before, int e, enum st_answer answer)
{
    if (e)
        return e;
    if (answer == ST_REFUSED) {
        x->refused = true;
        x->why_line = line;
    } else {
        news(x, before);
    }
    return ST_OK;
}

/* A sentence that leaves the game as it was: a refusal that was meant, a word that did nothing. */
static void remark(struct script *x, const char *kind, const char *text, int line,
                   const struct st_refusal *why)
{
    char words[320];

    if (x->json) {
        st_json_open(x->json, NULL, '{');
        st_json_text(x->json, "kind", kind);
        st_json_int(x->json, "line", line);
        st_json_text(x->json, "text", text);
        st_view_refusal(x->json, "refused", NULL, why);
        st_json_close(x->json, '}');
        return;
    }
    if (strcmp(kind, "idle") == 0)
        snprintf(words, sizeof words, "%s (%s)", why->text, why->para);
    else
        cli_refusal_text(why, words, sizeof words);
    st_buf_add(x->out, "  %s: ", text);
    cli_wrap(x->out, x->term, 4, 4, words);
    st_buf_put(x->out, "\n", 1);
}

/* Let dice fall while one is awaited and there are any. */
static int roll(struct script *x, struct st_error *err)
{
    while (!x->refused && st_now(st_session_table(x->s)).kind == ST_CHANCE) {
        int before = st_session_record(x->s)->nlines, value, line = 0, e = ST_OK;
        enum st_answer answer = ST_LEGAL;

        if (x->next < x->nfaces) {
            value = x->face[x->next].value;
            line = x->face[x->next++].line;
        } else if (x->dice && x->dice->source) {
            struct st_chance c;

            st_session_awaited(x->s, &c);
            e = x->dice->source->roll(x->dice->source, &c, &value, err);
        } else {
            return ST_OK;
        }
        if (!e)
            e = st_session_die(x->s, value, &answer, &x->why, err);
        e = settle(x, line, before, e, answer);
        if (e)
            return e;
    }
    return ST_OK;
}

static int add_faces(struct script *x, struct st_span rest, int line, struct st_error *err)
{
    int before = x->nfaces;

    for (struct st_span w; (w = st_span_word(&rest)).len;) {
        if (x->nfaces == FACES_MAX)
            return st_fail(err, ST_ELIMIT, x->where, line, "more than %d dice", FACES_MAX);
        if (!st_span_int(w, -32768, 32767, &x->face[x->nfaces].value))
            return st_fail(err, ST_ESYNTAX, x->where, line, "`%.*s` is no face of a die",
                           (int)(w.len > 40 ? 40 : w.len), w.at);
        x->face[x->nfaces++].line = line;
    }
    if (x->nfaces == before)
        return st_fail(err, ST_ESYNTAX, x->where, line, "`dice` without a face");
    return ST_OK;
}

/* What a move is against, in the rules' own words. */
static void refusal_of(const struct st_table *t, const char *text, char *out, size_t size)
{
    struct st_refusal why = { "", "" };
    struct st_move m;

    if (st_move_parse(&m, t->plan, text, &why) == ST_LEGAL)
        st_check(t, &m, &why);
    cli_refusal_text(&why, out, size);
}

/* In mode warn a move against the rules is carried out all the same: as the umpire's ruling, with a
 * remark on what it was against, and a warning. */
static int overrule(struct script *x, const char *text, int line, struct st_error *err)
{
    int before = st_session_record(x->s)->nlines;
    enum st_answer answer = ST_LEGAL;
    char words[320];

    refusal_of(st_session_table(x->s), text, words, sizeof words);
    int e = st_session_move(x->s, text, ST_INSISTED, &answer, &x->why, err);
    e = settle(x, line, before, e, answer);
    if (e || answer == ST_REFUSED)
        return e;
    fflush(stdout);
    cli_clean(words);
    fprintf(stderr, "sandtable: %s:%d: warning: %s\n", x->where, line, words);
    before = st_session_record(x->s)->nlines;
    e = st_session_note(x->s, words, err);
    if (!e)
        news(x, before);
    return e;
}

static int say(struct script *x, const char *text, int line, bool ruling, struct st_error *err)
{
    int before = st_session_record(x->s)->nlines;
    enum st_answer answer = ST_LEGAL;
    int e;

    if (!ruling && st_now(st_session_table(x->s)).kind == ST_CHANCE) {
        struct st_chance c;

        st_session_awaited(x->s, &c);
        return st_fail(err, ST_ESYNTAX, x->where, line,
                       "a die must fall before this: %s, %s; no face is given (`dice N`)", c.dice,
                       c.label);
    }
    e = ruling ? st_session_ruling(x->s, text, &answer, &x->why, err)
               : st_session_move(x->s, text, ST_TYPED, &answer, &x->why, err);
    if (!e && answer == ST_REFUSED && st_session_idle(x->s)) {
        remark(x, "idle", text, line, &x->why);
        return ST_OK;
    }
    if (!e && answer == ST_REFUSED && !ruling && x->why.para[0] && st_session_mode(x->s) == ST_WARN)
        return overrule(x, text, line, err);
    return settle(x, line, before, e, answer);
}

static struct st_span without_comment(struct st_span line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.at[i] == '#' && (i == 0 || line.at[i - 1] == ' ' || line.at[i - 1] == '\t'))
            line.len = i;
    return st_span_trim(line);
}

/* "R4.5: move N1 0101" must be refused by that paragraph; "-": not even understood. */
static int must_refuse(struct script *x, struct st_span rest, int line, struct st_error *err)
{
    struct st_span para = st_span_trim(st_span_cut(&rest, ':'));
    struct st_refusal why = { "", "" };
    char text[ST_LINE_MAX + 1];
    struct st_move m;

    if (!st_span_copy(st_span_trim(rest), text, sizeof text) || !text[0] || !para.len)
        return st_fail(err, ST_ESYNTAX, x->where, line, "`refused` wants `PARAGRAPH: move`");
    const struct st_table *t = st_session_table(x->s);
    if (st_move_parse(&m, t->plan, text, &why) == ST_LEGAL && st_check(t, &m, &why) == ST_LEGAL)
        return st_fail(err, ST_ESYNTAX, x->where, line, "`%.80s` is allowed, not refused by %.*s",
                       text, (int)para.len, para.at);
    if (!st_span_is(para, why.para[0] ? why.para : "-"))
        return st_fail(err, ST_ESYNTAX, x->where, line, "refused by %s, not by %.*s: %.160s",
                       why.para[0] ? why.para : "nobody, but not understood", (int)para.len,
                       para.at, why.text);
    remark(x, "refused", text, line, &why);
    return ST_OK;
}

static int do_line(struct script *x, struct st_span line, int number, struct st_error *err)
{
    struct st_span rest = line = without_comment(line);
    char text[ST_LINE_MAX + 1];
    int e;

    if (line.len == 0)
        return ST_OK;
    struct st_span first = st_span_word(&rest);
    if (st_span_is(first, "dice")) {
        e = add_faces(x, rest, number, err);
    } else if (st_span_is(first, "refused")) {
        e = must_refuse(x, rest, number, err);
    } else if (line.at[0] == '!') {
        st_span_copy(st_span_trim((struct st_span){ line.at + 1, line.len - 1 }), text,
                     sizeof text);
        e = say(x, text, number, true, err);
    } else {
        st_span_copy(line, text, sizeof text);
        e = say(x, text, number, false, err);
    }
    return e ? e : roll(x, err);
}

static int do_script(struct script *x, const struct st_buf *text, struct st_error *err)
{
    struct st_line_reader r = { st_buf_text(text), st_buf_text(text) + text->len, 0 };
    struct st_span line;
    int e = roll(x, err);

    if (text->len == 0)
        r.at = r.end;
    while (!e && !x->refused && st_line_next(&r, &line)) {
        e = do_line(x, line, r.line, err);
        if (e && !err->line && err->code != ST_EIO) { /* errors of the game name our line */
            struct st_error inner = *err;

            st_fail(err, inner.code, x->where, r.line, "%s", inner.text);
        }
    }
    if (!e && !x->refused && x->next < x->nfaces)
        e = st_fail(err, ST_ESYNTAX, x->where, x->face[x->next].line,
                    "%d dice are left over, the first a %d", x->nfaces - x->next,
                    x->face[x->next].value);
    return e;
}

static int finish(struct script *x, int e, const struct cli_source *source, struct st_error *err)
{
    const struct st_table *t = st_session_table(x->s);
    int status = CLI_OK;

    if (x->json) {
        st_json_close(x->json, ']');
        if (x->refused) {
            st_json_open(x->json, "refused", '{');
            st_json_text(x->json, "file", x->where);
            st_json_int(x->json, "line", x->why_line);
            st_json_text(x->json, "para", x->why.para);
            st_json_text(x->json, "text", x->why.text);
            st_json_close(x->json, '}');
        } else {
            st_json_text(x->json, "refused", NULL);
        }
        st_json_text(x->json, "error", e ? err->text : NULL);
        st_json_open(x->json, "position", '{');
        st_view_position(x->json, t, ST_UMPIRE, NULL);
        st_json_close(x->json, '}');
        st_json_close(x->json, '}');
        st_buf_put(x->out, "\n", 1);
    } else if (!e && !x->refused) {
        char text[300];

        st_view_turn_text(t, text, sizeof text);
        st_buf_add(x->out, "\n%s.\n", text);
    }
    status = cli_print(x->out, status);
    if (e)
        return cli_fail(source, err);
    if (x->refused) {
        char text[320];

        cli_refusal_text(&x->why, text, sizeof text);
        fprintf(stderr, "sandtable: %s:%d: %s\n", x->where, x->why_line, text);
        return x->why.para[0] ? CLI_NO : CLI_BAD;
    }
    return status;
}

struct request {
    const char *script, *dice, *record, *mode;
    bool json;
    struct cli_source source;
};

static int execute(struct request *q, const char *name, int mode)
{
    struct cli_term term = cli_term();
    struct st_buf text = { 0 }, out = { 0 };
    struct st_json j = { &out, false };
    struct cli_dice dice = { 0 };
    struct st_plan *p = NULL;
    struct script x = { .where = q->script,
                        .out = &out,
                        .term = &term,
                        .json = q->json ? &j : NULL,
                        .face = calloc(FACES_MAX, sizeof *x.face) };
    struct st_error err;
    int status, e = x.face ? cli_source_open(&q->source, &err)
                           : st_fail(&err, ST_ENOMEM, NULL, 0, "out of memory");

    if (!e && q->dice) {
        e = cli_dice_open(&dice, q->dice, &err);
        x.dice = &dice;
    }
    if (!e)
        e = st_file_read(&text, q->script, &err);
    if (!e)
        e = cli_plan(&p, &q->source, name, &err);
    if (!e) {
        struct st_session_options o = { .dice = q->dice ? dice.tag : "hand",
                                        .mode = (enum st_mode)mode,
                                        .given = q->source.given,
                                        .ngiven = q->source.ngiven };

        e = st_session_open(&x.s, p, &o, &err);
    }
    if (e) {
        status = cli_fail(&q->source, &err);
    } else {
        if (x.json) {
            st_json_open(&j, NULL, '{');
            st_json_open(&j, "lines", '[');
        } else {
            news(&x, -1);
        }
        e = do_script(&x, &text, &err);
        status = finish(&x, e, &q->source, &err);
        if (q->record) { /* also of a script that stopped: what was played is worth having */
            struct st_buf record = { 0 };

            st_record_print(st_session_record(x.s), &record);
            if (record.failed)
                st_fail(&err, ST_ENOMEM, q->record, 0, "out of memory");
            if (record.failed || st_file_write(q->record, st_buf_text(&record), record.len, &err))
                status = cli_fail(&q->source, &err);
            st_buf_free(&record);
        }
    }
    st_session_free(x.s);
    st_plan_free(p);
    cli_dice_close(&dice);
    st_buf_free(&text);
    st_buf_free(&out);
    free(x.face);
    return status;
}

int cli_run(const struct cli_command *self, int argc, char **argv)
{
    struct request q = { .mode = "enforce" };
    struct cli_option opt[5 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "script", "FILE", "the script; - is standard input", &q.script },
        { CLI_TEXT, "dice", "SOURCE", "dice the script does not give: seed:N or tape:FILE",
          &q.dice },
        { CLI_TEXT, "record", "FILE", "write the game down there", &q.record },
        { CLI_TEXT, "mode", "MODE",
          "enforce (default); warn: carried out as a ruling, with a warning; record-only",
          &q.mode },
        cli_option_json(&q.json),
    };
    int nopt = 5 + cli_source_options(&q.source, opt + 5), mode;
    int status = cli_parse(self, opt, nopt, 1, 1, &argc, &argv);

    if (status != CLI_GO_ON)
        return status;
    if (!q.script)
        return cli_usage(self, "--script FILE is missing");
    mode = cli_mode(self, q.mode);
    return mode < 0 ? CLI_BAD : execute(&q, argv[0], mode);
}
