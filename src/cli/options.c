/* options.c - options of a command, and the help made from the same table. */
#include "cli/cli.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { OPTIONS_MAX = 24, HELP_INDENT = 26 };

int cli_usage(const struct cli_command *c, const char *fmt, ...)
{
    char text[600];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    cli_clean(text);
    if (c)
        fprintf(stderr,
                "sandtable %s: %s\nUsage: sandtable %s %s\n`sandtable %s --help` says more.\n",
                c->name, text, c->name, c->args, c->name);
    else
        fprintf(stderr, "sandtable: %s\n", text);
    return CLI_BAD;
}

static void help_option(struct st_buf *out, const struct cli_term *term, const char *name,
                        const char *arg, const char *help)
{
    struct st_buf left = { 0 };

    st_buf_add(&left, "  --%s%s%s", name, arg ? " " : "", arg ? arg : "");
    cli_pad(out, st_buf_text(&left), HELP_INDENT);
    if (cli_width(st_buf_text(&left)) >= HELP_INDENT)
        st_buf_add(out, "\n%*s", HELP_INDENT, "");
    cli_wrap(out, term, HELP_INDENT, HELP_INDENT, help);
    st_buf_put(out, "\n", 1);
    st_buf_free(&left);
}

static int help(const struct cli_command *c, const struct cli_option *opt, int nopt)
{
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };

    if (term.width == 0)
        term.width = 80;
    st_buf_add(&out, "Usage: sandtable %s %s\n\n", c->name, c->args);
    cli_wrap(&out, &term, 0, 0, c->summary);
    st_buf_add(&out, "\n\nOptions:\n");
    for (int i = 0; i < nopt; i++)
        help_option(&out, &term, opt[i].name, opt[i].arg, opt[i].help);
    help_option(&out, &term, "help", NULL, "this text");
    if (c->more[0])
        st_buf_add(&out, "\n%s\n", c->more);
    st_buf_add(&out, "\nExit status: 0 ok, 1 refused or unsound, 2 usage or bad input.\n");
    return cli_print(&out, CLI_OK);
}

static int unknown_option(const struct cli_command *c, const struct cli_option *opt, int nopt,
                          const char *word)
{
    const char *names[OPTIONS_MAX + 1];
    char near[200], bare[64];

    for (int i = 0; i < nopt; i++)
        names[i] = opt[i].name;
    names[nopt] = "help";
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word + strspn(word, "-"), "="),
             word + strspn(word, "-"));
    st_suggest(near, sizeof near, bare, names, nopt + 1);
    st_text_add(bare, sizeof bare, ":");
    for (int i = 0; i < nopt; i++) /* "seed:N" is one of the things another may be */
        if (strlen(bare) > 1 && strstr(opt[i].help, bare))
            snprintf(near, sizeof near, "write `--%s %s...`", opt[i].name, bare);
    return cli_usage(c, "no option `%s`%s%s", word, near[0] ? "; " : "", near);
}

static int store(const struct cli_command *c, const struct cli_option *o, const char *value)
{
    if (o->kind == CLI_FLAG) {
        *(bool *)o->into = true;
    } else if (o->kind == CLI_TEXT) {
        *(const char **)o->into = value;
    } else {
        struct cli_list *list = o->into;

        if (list->n == CLI_LIST_MAX)
            return cli_usage(c, "--%s more than %d times", o->name, CLI_LIST_MAX);
        list->item[list->n++] = value;
    }
    return CLI_GO_ON;
}

/* Which word of the usage is not there; of games, which there are. */
static int missing(const struct cli_command *c, int at)
{
    struct st_span args = st_span_of(c->args), word = st_span_word(&args);
    struct st_buf games = { 0 };

    for (int i = 0; i < at; i++)
        word = st_span_word(&args);
    for (int i = 0; i < st_ngames && st_span_is(word, "GAME"); i++)
        st_buf_add(&games, "%s%s", i ? ", " : " One of ", st_games[i]->id);
    if (strstr(c->args, "GAME/SCENARIO") && !games.len && st_ngames && st_games[0]->nscenarios)
        st_buf_add(&games, " For example %s/%s; `sandtable games` lists the games, `sandtable scenarios GAME` what can be played",
                   st_games[0]->id, st_games[0]->scenarios[0]);
    cli_usage(c, "which %.*s?%s", (int)word.len, word.at, st_buf_text(&games));
    st_buf_free(&games);
    return CLI_BAD;
}

int cli_parse(const struct cli_command *c, const struct cli_option *opt, int nopt, int least,
              int most, int *argc, char ***argv)
{
    struct option table[OPTIONS_MAX + 2] = { 0 };
    int found;

    st_assert(nopt <= OPTIONS_MAX);
    for (int i = 0; i < nopt; i++)
        table[i] =
            (struct option){ opt[i].name, opt[i].kind == CLI_FLAG ? no_argument : required_argument,
                             NULL, 256 + i };
    table[nopt] = (struct option){ "help", no_argument, NULL, 'h' };
    opterr = 0;
    optind = 0; /* from the beginning, also when called again */
    while ((found = getopt_long(*argc, *argv, ":h", table, NULL)) != -1) {
        if (found == 'h')
            return help(c, opt, nopt);
        if (found == ':')
            return cli_usage(c, "%s needs a value", (*argv)[optind - 1]);
        if (found == '?')
            return unknown_option(c, opt, nopt, (*argv)[optind - 1]);

        int e = store(c, &opt[found - 256], optarg);
        if (e != CLI_GO_ON)
            return e;
    }
    *argc -= optind;
    *argv += optind;
    if (*argc < least)
        return missing(c, *argc);
    if (most >= 0 && *argc > most) {
        const char *first = (*argv)[0], *second = (*argv)[most];

        if (most == 1 && strstr(c->args, "GAME/SCENARIO") && st_game_find(first))
            return cli_usage(c, "`%s` is too much; game and scenario are written as one: `%s/%s`", second, first, second);
        return cli_usage(c, "`%s` is too much", second);
    }
    return CLI_GO_ON;
}

struct cli_option cli_option_json(bool *into)
{
    return (struct cli_option){ CLI_FLAG, "json", NULL, "answer as JSON, for programs", into };
}

bool cli_number(const struct cli_command *c, const char *what, const char *text, int lo, int hi,
                int *out)
{
    if (st_span_int(st_span_of(text), lo, hi, out))
        return true;
    cli_usage(c, "%s must be a number from %d to %d, not `%s`", what, lo, hi, text);
    return false;
}

int cli_mode(const struct cli_command *c, const char *text)
{
    char near[160];

    for (int i = 0; i < ST_MODES; i++)
        if (strcmp(text, st_mode_names[i]) == 0)
            return i;
    st_suggest(near, sizeof near, text, st_mode_names, ST_MODES);
    cli_usage(c, "no mode `%s`; %s", text, near[0] ? near : "they are enforce, warn, record-only");
    return -1;
}
