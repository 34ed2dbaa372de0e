/* replay.c - `sandtable replay`: a record told again, with all that followed from each line. */
#include "cli/commands.h"

static void tell(struct st_buf *out, const struct cli_term *term, const struct st_session *s, bool speak)
{
    const struct st_table *t = st_session_table(s);

    cli_news(out, term, s, -1, ST_UMPIRE, speak);
    st_buf_put(out, "\n", 1);
    cli_position_text(out, term, t, st_now(t).side);
}

static void tell_json(struct st_buf *out, const struct st_session *s)
{
    const struct st_table *t = st_session_table(s);
    struct st_json j = { out, false };

    st_json_open(&j, NULL, '{');
    st_view_tags(&j, "tags", st_session_record(s));
    st_view_news(&j, "lines", s, -1, ST_UMPIRE);
    st_json_open(&j, "position", '{');
    st_view_position(&j, t, ST_UMPIRE, NULL);
    st_json_close(&j, '}');
    st_json_close(&j, '}');
    st_buf_put(out, "\n", 1);
}

int cli_replay(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    const char *to_text = NULL;
    bool json = false, notation = false;
    struct cli_option opt[3 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "to", "N", "stop after decision N and its dice", &to_text },
        { CLI_FLAG, "notation", NULL, "as records have it, not in sentences", &notation },
        cli_option_json(&json),
    };
    int nopt = 2 + cli_source_options(&source, opt + 3), to = -1; /* less --set */
    int status = cli_parse(self, opt, nopt, 1, 1, &argc, &argv);
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };
    struct st_record *r = NULL;
    struct st_session *s = NULL;
    struct st_plan *p = NULL;
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (to_text && !cli_number(self, "--to", to_text, 0, 10000000, &to))
        return CLI_BAD;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = cli_record(&r, argv[0], &err);
    if (!e)
        e = st_record_plan(&p, r, source.files, &err);
    if (!e)
        e = st_session_load(&s, p, r, cli_record_lines(r, to), &err);
    if (!e && json)
        tell_json(&out, s);
    else if (!e)
        tell(&out, &term, s, !notation);
    st_session_free(s);
    st_record_free(r);
    st_plan_free(p);
    return e ? cli_fail(&source, &err) : cli_print(&out, CLI_OK);
}
