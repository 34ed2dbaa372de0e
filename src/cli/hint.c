/* hint.c - `sandtable hint`: what is good here, how good, and by which paragraphs. */
#include "cli/commands.h"

#include "view/review.h"

#include <stdio.h>
#include <stdlib.h>

static void line(struct st_buf *out, const struct cli_term *term, const struct st_table *t, const char *head,
                 const struct st_hint *h, const struct st_hint_move *m)
{
    struct st_buf text = { 0 };
    char move[ST_MOVE_TEXT];

    st_move_print(t->plan, &m->move, move, sizeof move);
    st_buf_add(&text, "%s ", head);
    st_hint_sentence(&text, t, h, m);
    cli_wrap(out, term, 0, 3, st_buf_text(&text));
    st_buf_add(out, "\n   ");
    cli_style(out, term, CLI_DIM, move);
    st_buf_add(out, "\n");
    text.len = 0;
    st_hint_odds(&text, t, &m->move);
    if (text.len) {
        st_buf_add(out, "   ");
        cli_wrap(out, term, 3, 3, st_buf_text(&text));
        st_buf_add(out, "\n");
    }
    st_buf_free(&text);
}

int cli_hint_show(struct st_buf *out, const struct cli_term *term, bool json,
                  const struct st_table *t, const char *mine, long nodes, struct st_error *err)
{
    struct st_budget b = { .nodes = nodes };
    struct st_move m = { 0 };
    struct st_refusal why;
    struct st_hint h;
    char yours[40];

    if (st_now(t).kind != ST_DECIDE)
        return st_fail(err, ST_EUSAGE, NULL, 0, "nobody is to decide here");
    if (mine && (st_move_parse(&m, t->plan, mine, &why) || st_check(t, &m, &why)))
        return st_fail(err, ST_EUSAGE, NULL, 0, "%s%s%s", why.para, why.para[0] ? " " : "", why.text);
    void *room = malloc(t->plan->pos_size);
    if (!room)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    struct st_table seen = st_view_seen(t, st_now(t).side, room);
    int e = st_hint_make(&h, &seen, mine ? &m : NULL, &b, 1, err);
    if (!e && json) {
        struct st_json j = { out, false };

        st_view_hint(&j, &seen, &h);
        st_buf_put(out, "\n", 1);
    } else if (!e) {
        for (int i = 0; i < h.nbest; i++) {
            char head[16];

            snprintf(head, sizeof head, "%d.", i + 1);
            line(out, term, &seen, head, &h, &h.best[i]);
        }
        if (h.has_mine)
            line(out, term, &seen, cli_word("hint.yours", yours, sizeof yours), &h, &h.mine);
        if (!h.nbest) {
            cli_say(out, "hint.nothing", NULL);
            st_buf_put(out, "\n", 1);
        }
    }
    free(room);
    return e;
}

int cli_hint(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    struct cli_term term = cli_term();
    bool json = false;
    const char *nodes_text = CLI_NUMBER(ST_HINT_NODES), *to_text = NULL, *after = NULL;
    struct cli_option opt[4 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "nodes", "N", "thought spent on it, " CLI_NUMBER(ST_HINT_NODES) " by default; 0: a first look", &nodes_text },
        { CLI_TEXT, "to", "N", "in a record: after decision N", &to_text },
        { CLI_TEXT, "after", "MOVES", "make these moves first, separated by ;", &after },
        cli_option_json(&json),
    };
    int nopt = 4 + cli_source_options(&source, opt + 4), nodes, to = -1;
    int status = cli_parse(self, opt, nopt, 1, 2, &argc, &argv);
    struct cli_table t = { 0 };
    struct st_buf out = { 0 };
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (!cli_number(self, "--nodes", nodes_text, 0, 100000000, &nodes) ||
        (to_text && !cli_number(self, "--to", to_text, 0, 10000000, &to)))
        return CLI_BAD;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = cli_table_open(&t, &source, argv[0], to, &err);
    if (!e && after && (status = cli_make_moves(&t.table, after)) != CLI_OK) {
        cli_table_close(&t);
        return status;
    }
    if (!e)
        e = cli_hint_show(&out, &term, json, &t.table, argc > 1 ? argv[1] : NULL, nodes, &err);
    status = e ? cli_fail(&source, &err) : cli_print(&out, CLI_OK);
    if (e)
        st_buf_free(&out);
    cli_table_close(&t);
    return status;
}
