/* position.c - `sandtable position`: a picture of how it stands. */
#include "cli/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct request {
    const char *to, *side, *after, *sight;
    bool svg, json, moves, aim;
    struct cli_source source;
};

/* With what a piece shoots at: "A5", or its line to somebody, "A5,B2". */
static int draw_sight(struct st_buf *out, const struct st_table *t, struct st_scene *s, const char *words,
                      struct st_error *err)
{
    char piece[40];
    const char *comma = strchr(words, ',');
    struct st_refusal why;
    struct st_aim aim;

    snprintf(piece, sizeof piece, "%.*s", comma ? (int)(comma - words) : (int)strlen(words), words);
    if (st_view_aim(&aim, t, s, piece, comma ? comma + 1 : "", &why))
        return st_fail(err, ST_EUSAGE, "--sight", 0, "%s", why.text);
    s->aim = &aim;
    st_svg_map(out, t->plan, s);
    return ST_OK;
}

static int draw(struct st_buf *out, const struct st_table *t, int side, const struct request *q,
                struct st_error *err)
{
    struct cli_term term = cli_term();
    struct st_json j = { out, false };
    struct st_offer_list moves = { 0 };

    if (q->svg) {
        struct st_scene *s = st_view_scene(t, side);

        if (!s)
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
        int e = q->sight ? draw_sight(out, t, s, q->sight, err) : (st_svg_map(out, t->plan, s), ST_OK);
        free(s);
        return e;
    }
    if (q->moves) {
        int e = st_offer_list(&moves, t, side, err);

        if (e)
            return e;
    }
    if (q->json) {
        st_json_open(&j, NULL, '{');
        st_view_position(&j, t, side, NULL);
        st_view_map(&j, "map", t->plan);
        if (q->moves) {
            st_json_open(&j, "moves", '[');
            for (int i = 0; i < moves.n - moves.nfamilies; i++)
                st_json_text(&j, NULL, moves.item[i].text);
            st_json_close(&j, ']');
            st_json_open(&j, "families", '[');
            for (int i = moves.n - moves.nfamilies; i < moves.n; i++)
                st_json_text(&j, NULL, moves.item[i].text);
            st_json_close(&j, ']');
        }
        st_json_close(&j, '}');
        st_buf_put(out, "\n", 1);
    } else {
        cli_position_text(out, &term, t, side);
        if (q->aim) {
            cli_briefing(out, &term, t->plan, side);
            st_buf_put(out, "\n", 1);
            cli_aim(out, &term, t);
        }
        if (q->moves)
            cli_moves_show(out, &term, &moves, NULL);
    }
    st_offer_list_free(&moves);
    return ST_OK;
}

/* What side may not know is masked before anything looks at it. */
static int draw_seen(struct st_buf *out, const struct st_table *t, int side,
                     const struct request *q, struct st_error *err)
{
    void *pos = malloc(t->plan->pos_size);

    if (!pos)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    struct st_table seen = st_view_seen(t, side, pos);
    int e = draw(out, &seen, side, q, err);
    free(pos);
    return e;
}

int cli_position(const struct cli_command *self, int argc, char **argv)
{
    struct request q = { 0 };
    struct cli_option opt[8 + CLI_SOURCE_OPTIONS] = {
        { CLI_FLAG, "svg", NULL, "a picture for a browser or a printer", &q.svg },
        cli_option_json(&q.json),
        { CLI_FLAG, "moves", NULL, "also the legal moves", &q.moves },
        { CLI_TEXT, "to", "N", "of a record: after decision N and its dice", &q.to },
        { CLI_TEXT, "after", "MOVES", "make these first: 'move; dice 4; move'", &q.after },
        { CLI_TEXT, "side", "SIDE", "as this side sees it", &q.side },
        { CLI_FLAG, "aim", NULL, "also the briefing, what is aimed at, and how far it is", &q.aim },
        { CLI_TEXT, "sight", "PIECE[,TARGET]", "in a picture of a bare table: how far it shoots, and at whom", &q.sight },
    };
    int nopt = 8 + cli_source_options(&q.source, opt + 8), to = -1;
    int status = cli_parse(self, opt, nopt, 1, 1, &argc, &argv);
    struct cli_table t;
    struct st_buf out = { 0 };
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (q.svg && (q.json || q.moves))
        return cli_usage(self, "--svg is a picture only");
    if (q.sight && !q.svg)
        return cli_usage(self, "--sight is drawn into a picture: --svg");
    if (q.to && !cli_number(self, "--to", q.to, 0, 10000000, &to))
        return CLI_BAD;
    int e = cli_source_open(&q.source, &err);
    if (!e)
        e = cli_table_open(&t, &q.source, argv[0], to, &err);
    if (e)
        return cli_fail(&q.source, &err);

    int side = q.side ? st_view_side_find(t.plan, q.side) : st_now(&t.table).side;
    if (side < 0) {
        char near[200];

        st_suggest(near, sizeof near, q.side, t.plan->side, ST_SIDES);
        status = cli_usage(self, "no side `%s`; %s", q.side, near[0] ? near : "see `scenarios`");
    } else if (q.after && (status = cli_make_moves(&t.table, q.after)) != CLI_OK) {
        /* said already */
    } else if (draw_seen(&out, &t.table, q.side ? side : ST_UMPIRE, &q, &err)) {
        status = cli_fail(&q.source, &err);
    } else {
        status = cli_print(&out, CLI_OK);
    }
    st_buf_free(&out);
    cli_table_close(&t);
    return status;
}
