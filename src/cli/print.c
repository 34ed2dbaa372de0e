/* print.c - `sandtable print`: a game for a real table, as PDF. */
#include "cli/commands.h"
#include "cli/print.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    double wide, high; /* mm */
} papers[] = { { "a4", 210, 297 }, { "letter", 215.9, 279.4 } };

static int print_all(struct paper *p, struct cli_table *t, const struct cli_source *s, struct st_error *err)
{
    int e = print_aid(p, t->plan, err);

    if (!e)
        e = print_map(p, &t->table, err);
    if (!e)
        e = print_pieces(p, &t->table, err);
    if (!e)
        e = print_charts(p, t->plan, s->files, err);
    return e ? e : print_rules(p, t->plan, err);
}

int cli_printed(const struct cli_command *self, int argc, char **argv)
{
    const char *into = NULL, *on = "a4";
    struct cli_source source = { 0 };
    struct cli_option opt[2 + CLI_SOURCE_OPTIONS] = {
        { CLI_TEXT, "output", "FILE", "where to write it, also -o (default: SCENARIO.pdf)", &into },
        { CLI_TEXT, "paper", "SIZE", "a4 or letter (default a4)", &on },
    };
    static char output[] = "--output";
    int nopt = 2 + cli_source_options(&source, opt + 2), size = -1;

    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-o") == 0)
            argv[i] = output;
    int status = cli_parse(self, opt, nopt, 1, 1, &argc, &argv);
    struct cli_table t;
    struct paper p;
    struct st_error err;
    char own[120];

    if (status != CLI_GO_ON)
        return status;
    for (int i = 0; i < 2; i++)
        if (strcmp(papers[i].name, on) == 0)
            size = i;
    if (size < 0)
        return cli_usage(self, "no paper `%s`; a4 or letter", on);
    int e = cli_source_open(&source, &err);
    if (!e)
        e = cli_table_open(&t, &source, argv[0], -1, &err);
    if (e)
        return cli_fail(&source, &err);
    snprintf(own, sizeof own, "%.100s.pdf", t.plan->id);
    into = into ? into : own;
    e = paper_open(&p, into, papers[size].wide, papers[size].high, t.plan->title, &err);
    if (!e) {
        struct st_error late;

        e = print_all(&p, &t, &source, &err);
        int closed = paper_close(&p, into, &late);
        if (!e && closed) {
            e = closed;
            err = late;
        }
    }
    cli_table_close(&t);
    if (e)
        return cli_fail(&source, &err);
    printf("%s: %d pages\n", into, p.pages);
    return CLI_OK;
}
