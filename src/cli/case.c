/* case.c - `sandtable case`: run case files, the public test language. */
#include "cli/commands.h"

#include "base/file.h"
#include "case/case.h"

#include <stdio.h>

struct teller {
    bool json;
    struct st_json j;
};

static void say(void *arg, const char *sentence)
{
    struct teller *t = arg;

    if (t->json)
        st_json_text(&t->j, NULL, sentence);
    else
        st_buf_add(t->j.out, "%s\n", sentence);
}

static int run_file(struct st_case_result *sum, const char *path, const struct st_files *files,
                    struct teller *t, struct st_error *err)
{
    struct st_case_result one = { 0, 0 };
    struct st_buf text = { 0 };
    int e = st_file_read(&text, path, err);

    if (!e)
        e = st_case_run(&one, st_buf_text(&text), text.len, path, files, say, t, err);
    sum->passed += one.passed;
    sum->failed += one.failed;
    st_buf_free(&text);
    return e;
}

int cli_case(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    struct st_buf out = { 0 };
    struct teller t = { false, { &out, false } };
    struct cli_option opt[1 + CLI_SOURCE_OPTIONS] = { cli_option_json(&t.json) };
    int nopt = cli_source_options(&source, opt + 1); /* less --set: cases say what is given */
    int status = cli_parse(self, opt, nopt, 1, -1, &argc, &argv), bad = CLI_OK;
    struct st_case_result sum = { 0, 0 };
    struct st_error err;

    if (status != CLI_GO_ON)
        return status;
    if (cli_source_open(&source, &err))
        return cli_fail(&source, &err);
    if (t.json) {
        st_json_open(&t.j, NULL, '{');
        st_json_open(&t.j, "failures", '[');
    }
    for (int i = 0; i < argc; i++)
        if (run_file(&sum, argv[i], source.files, &t, &err))
            bad = cli_fail(&source, &err) == CLI_OK ? CLI_OK : CLI_BAD;
    if (t.json) {
        st_json_close(&t.j, ']');
        st_json_int(&t.j, "passed", sum.passed);
        st_json_int(&t.j, "failed", sum.failed);
        st_json_close(&t.j, '}');
        st_buf_put(&out, "\n", 1);
    } else {
        st_buf_add(&out, "%d passed, %d failed\n", sum.passed, sum.failed);
    }
    return cli_print(&out, bad ? bad : sum.failed ? CLI_NO : CLI_OK);
}
