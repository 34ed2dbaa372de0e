/* looks.c - see looks.h. */
#include "view/looks.h"

#include "core/files.h"
#include "core/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct st_span sheet(const char *name)
{
    struct st_span text = { "", 0 };
    struct st_error err;
    char path[64];

    snprintf(path, sizeof path, "looks/%s", name);
    if (st_files_library.read(&st_files_library, NULL, path, &text, &err))
        return (struct st_span){ "", 0 };
    return text;
}

/* Where the element with that id begins; NULL: there is none. */
static const char *find(struct st_span text, const char *id, size_t len)
{
    char want[80];
    int n = snprintf(want, sizeof want, " id=\"%.*s\"", (int)(len < 60 ? len : 60), id);

    for (const char *at = text.at; (at = memchr(at, ' ', (size_t)(text.at + text.len - at))); at++)
        if (text.at + text.len - at > n && memcmp(at, want, (size_t)n) == 0) {
            while (at > text.at && *at != '<')
                at--;
            return at;
        }
    return NULL;
}

bool st_looks_has(const char *word)
{
    char id[64];

    snprintf(id, sizeof id, "k-%.50s", word);
    return find(sheet("sheet.svg"), id, strlen(id)) != NULL;
}

const char *st_looks_army(const struct st_plan *p, int side)
{
    static const char *const plain[ST_SIDES] = { "blue", "orange" };

    if (side < 0 || side >= ST_SIDES)
        return "nobody";
    return p->game->army[side] ? p->game->army[side] : plain[side];
}

/* ---- what a drawing needs ------------------------------------------------------------------- */

enum { USED_MAX = 200 };
struct used {
    const char *at[USED_MAX]; /* elements of the sheet */
    int n;
};

static void note(struct used *u, const char *element)
{
    for (int i = 0; i < u->n; i++)
        if (u->at[i] == element)
            return;
    if (element && u->n < USED_MAX)
        u->at[u->n++] = element;
}

/* Every `#k-...` in a text. */
static void note_all(struct used *u, struct st_span all, const char *text, size_t len)
{
    for (const char *at = text; (at = memchr(at, '#', len - (size_t)(at - text))); at++) {
        size_t n = strcspn(at + 1, "\")");

        if (strncmp(at + 1, "k-", 2) == 0)
            note(u, find(all, at + 1, n));
    }
}

/* An element of the sheet ends with its line. */
static size_t length_of(struct st_span all, const char *element)
{
    const char *end = memchr(element, '\n', (size_t)(all.at + all.len - element));

    return (size_t)((end ? end : all.at + all.len) - element);
}

void st_looks_defs(struct st_buf *out, const struct st_buf *drawing)
{
    struct st_span all = sheet("sheet.svg"), rules = sheet("looks.css");
    struct used u = { .n = 0 };

    if (!all.len) {
        st_buf_add(out, "<!--sheet-->");
        return;
    }
    note_all(&u, all, st_buf_text(drawing), drawing->len);
    note_all(&u, all, rules.at, rules.len); /* tiles are named by the rules */
    for (int i = 0; i < u.n; i++)           /* grows: drawings use drawings */
        note_all(&u, all, u.at[i], length_of(all, u.at[i]));
    st_buf_add(out, "<defs>\n");
    for (int i = 0; i < u.n; i++) {
        st_buf_put(out, u.at[i], length_of(all, u.at[i]));
        st_buf_add(out, "\n");
    }
    st_buf_add(out, "</defs>\n");
}

void st_looks_style(struct st_buf *out)
{
    struct st_span rules = sheet("looks.css");

    if (rules.len)
        st_buf_put(out, rules.at, rules.len);
    else
        st_buf_add(out, "<!--rules-->");
}
