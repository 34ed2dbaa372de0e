/* verify.c - `sandtable verify`: are these records sound? */
#include "cli/commands.h"

#include <stdio.h>

static void show(struct st_buf *out, const char *path, int e, const struct st_verdict *v,
                 const struct st_error *err)
{
    char text[600];

    if (e) {
        st_error_print(err, text, sizeof text);
        cli_clean(text);
        st_buf_add(out, "%s\n", text);
        return;
    }
    st_buf_add(out, "%s: sound%s: ", path, st_verdict_whole(v) ? "" : " as far as can be told");
    st_verdict_print(v, out);
    st_buf_put(out, "\n", 1);
}

int cli_verify(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    bool json = false;
    struct cli_option opt[1 + CLI_SOURCE_OPTIONS] = { cli_option_json(&json) };
    int nopt = cli_source_options(&source, opt + 1); /* less --set: a record has its own keys */
    int status = cli_parse(self, opt, nopt, 1, -1, &argc, &argv);
    struct st_verifier v = { 0 };
    struct st_buf out = { 0 };
    struct st_json j = { &out, false };
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (cli_source_open(&source, &err))
        return cli_fail(&source, &err);
    v.files = source.files;
    status = CLI_OK;
    if (json)
        st_json_open(&j, NULL, '[');
    for (int i = 0; i < argc; i++) {
        struct st_record *r = NULL;
        struct st_verdict verdict;
        int e = cli_record(&r, argv[i], &err);

        if (!e)
            e = st_verifier_run(&v, r, &verdict, &err);
        if (e)
            status = e != ST_EVERIFY || status == CLI_BAD ? CLI_BAD : CLI_NO;
        if (json)
            st_view_verdict(&j, argv[i], e, &verdict, &err);
        else
            show(&out, argv[i], e, &verdict, &err);
        st_record_free(r);
    }
    if (json) {
        st_json_close(&j, ']');
        st_buf_put(&out, "\n", 1);
    }
    st_verifier_free(&v);
    return cli_print(&out, status);
}
