/* say.c - the terminal's own words, from its sheets: words/en.tsv, and another language's beside it.
 *
 * A row is an id and what it says, in which {1} {2}... are filled in; {1:decision|decisions} is one of two
 * words, as the number is one or not. A sheet of another language may leave rows out: English has them all.
 */
#include "cli/cli.h"

#include "cli/words_de.h"
#include "cli/words_en.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 9 };

static const struct sheet {
    const char *lang, *text;
} sheets[] = { { "en", words_en }, { "de", words_de } };

static const struct sheet *own = &sheets[0]; /* of this run: chosen once, before anything is said */

void cli_say_in(const char *lang)
{
    for (size_t i = 0; lang && i < sizeof sheets / sizeof sheets[0]; i++)
        if (strcmp(sheets[i].lang, lang) == 0)
            own = &sheets[i];
}

void cli_languages(char *out, size_t size)
{
    out[0] = 0;
    for (size_t i = 0; i < sizeof sheets / sizeof sheets[0]; i++)
        st_text_add(out, size, "%s%s", i ? ", " : "", sheets[i].lang);
}

bool cli_says_otherwise(void)
{
    return own != &sheets[0];
}

static struct st_span find(const struct sheet *s, const char *id)
{
    size_t n = strlen(id);

    for (const char *line = s->text; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, id, n) == 0 && line[n] == '\t')
            return (struct st_span){ line + n + 1, strcspn(line + n + 1, "\n") };
    return (struct st_span){ NULL, 0 };
}

static struct st_span words_of(const char *id)
{
    struct st_span says = find(own, id);

    if (!says.at)
        says = find(&sheets[0], id);
    st_assert(says.at);
    return says;
}

/* {1:one|many}, from the colon on. */
static void put_either(struct st_buf *out, struct st_span two, const char *number)
{
    struct st_span one = st_span_cut(&two, '|');

    st_buf_put(out, strcmp(number, "1") == 0 ? one.at : two.at, strcmp(number, "1") == 0 ? one.len : two.len);
}

void cli_say_list(struct st_buf *out, const char *id, va_list texts)
{
    struct st_span says = words_of(id);
    const char *slot[SLOTS] = { NULL };
    int n = 0;

    for (const char *text; n < SLOTS && (text = va_arg(texts, const char *));)
        slot[n++] = text;
    for (size_t i = 0; i < says.len; i++) {
        if (says.at[i] != '{') {
            st_buf_put(out, says.at + i, 1);
            continue;
        }
        struct st_span rest = { says.at + i + 1, says.len - i - 1 }, in = st_span_cut(&rest, '}');
        const char *filled = slot[in.at[0] - '1'];

        st_assert(filled);
        if (in.len > 1)
            put_either(out, (struct st_span){ in.at + 2, in.len - 2 }, filled);
        else
            st_buf_put(out, filled, strlen(filled));
        i += in.len + 1;
    }
}

void cli_say(struct st_buf *out, const char *id, ...)
{
    va_list texts;

    va_start(texts, id);
    cli_say_list(out, id, texts);
    va_end(texts);
}

void cli_tell(const char *id, ...)
{
    struct st_buf says = { 0 }, out = { 0 };
    struct cli_term term = cli_term();
    va_list texts;

    va_start(texts, id);
    cli_say_list(&says, id, texts);
    va_end(texts);
    cli_wrap(&out, &term, 0, 0, st_buf_text(&says));
    st_buf_put(&out, "\n", 1);
    out.failed |= says.failed;
    st_buf_free(&says);
    cli_print(&out, CLI_OK);
}

const char *cli_count(char out[12], int n)
{
    snprintf(out, 12, "%d", n);
    return out;
}

/* The game's own name of a kind of ground before the terminal's; else the word itself. */
const char *cli_look(const struct st_plan *p, const char *look, char *out, size_t size)
{
    const struct st_word *w = st_word_find(p, "ground", look);
    struct st_span says;
    char id[40];

    snprintf(id, sizeof id, "look.%s", look);
    says = find(own, id);
    says = says.at ? says : find(&sheets[0], id);
    if (w && w->says[0])
        snprintf(out, size, "%s", w->says);
    else if (!says.at || !st_span_copy(says, out, size))
        snprintf(out, size, "%s", look);
    return out;
}

const char *cli_word(const char *id, char *out, size_t size)
{
    if (!st_span_copy(words_of(id), out, size))
        out[0] = 0;
    return out;
}
