/* moves.c - the legal moves of a position, listed so that a person can read them.
 *
 * Few are listed as sentences with their numbers. Many are grouped by their text: verb and first argument are
 * the head of a line, what follows is listed after it, so that thousands of moves become one line for each piece.
 * What follows is words only where it is places of a map; else the first of a group are told as sentences.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 48, FEW = 12, SAID_MAX = 24, OF_GROUP = 3 }; /* lines in all; a group of few may take several */

/* ---- grouping -------------------------------------------------------------------------- */

/* How much of a move is the head of its line: verb and first argument if more follows, else the
 * verb if one argument follows, else all of it. */
static size_t head_length(const char *text)
{
    struct st_span rest = st_span_of(text), verb = st_span_word(&rest), first = st_span_word(&rest);

    if (st_span_trim(rest).len)
        return (size_t)(first.at + first.len - text);
    return verb.len;
}

static bool same_head(const char *a, const char *b)
{
    size_t n = head_length(a);

    return head_length(b) == n && memcmp(a, b, n) == 0;
}

static const char *tail_of(const char *text)
{
    const char *tail = text + head_length(text);

    return tail + strspn(tail, " ");
}

/* A group is known by its first move; leader[i] is that of move i. */
struct groups {
    int *leader, n;
};

static bool find_groups(struct groups *g, const struct st_offer_list *m)
{
    int *first = calloc((size_t)m->n + 1, sizeof *first);

    g->leader = calloc((size_t)m->n + 1, sizeof *g->leader);
    g->n = 0;
    for (int i = 0; first && g->leader && i < m->n; i++) {
        int k = 0;

        while (k < g->n && !same_head(m->item[first[k]].text, m->item[i].text))
            k++;
        if (k == g->n)
            first[g->n++] = i;
        g->leader[i] = first[k];
    }
    bool done = first && g->leader;
    free(first);
    return done;
}

/* Words that every tail of the group begins with ("by" in `attack E3 by ...`). */
static size_t common_words(const struct st_offer_list *m, const struct groups *g, int lead)
{
    const char *first = tail_of(m->item[lead].text);
    size_t n = strlen(first);

    for (int i = lead + 1; i < m->n; i++)
        if (g->leader[i] == lead) {
            const char *tail = tail_of(m->item[i].text);
            size_t k = 0;

            while (k < n && tail[k] == first[k])
                k++;
            n = k;
        }
    while (n > 0 && first[n - 1] != ' ')
        n--;
    return n;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What follows the head, for every move of the group; single words are put in order. */
static int collect_tails(const char **tail, const struct st_offer_list *m, const struct groups *g,
                         int lead, size_t common, bool words)
{
    int n = 0;

    for (int i = lead; i < m->n; i++)
        if (g->leader[i] == lead)
            tail[n++] = tail_of(m->item[i].text) + common;
    if (words)
        qsort(tail, (size_t)n, sizeof *tail, by_text);
    return n;
}

/* Whose moves these are, on a line of its own. */
static void name_group(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                       const struct st_move *m, int *last)
{
    const struct st_names *list = st_view_pieces(p);
    int piece;

    if (!list || !list->title || !st_move_names(p, m, list->kind, &piece, 1) || piece == *last)
        return;
    *last = piece;
    st_buf_put(out, "  ", 2);
    cli_style(out, term, CLI_DIM, list->title[piece]);
    st_buf_put(out, "\n", 1);
}

/* One on a line: number, sentence, notation. */
static void show_said(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m, int i,
                      const struct st_table *t, int wide)
{
    char says[ST_SAYS_MAX], head[24];

    st_move_says(t, &m->item[i].move, says, sizeof says);
    cli_clean(says);
    snprintf(head, sizeof head, "%4d  ", i + 1);
    cli_style(out, term, CLI_BOLD, head);
    cli_pad(out, says, wide + 2);
    cli_style(out, term, CLI_DIM, m->item[i].text);
}

/* How wide the sentences of a list are, but for very long ones. */
static int said_width(const struct st_offer_list *m, const struct st_table *t, const char *prefix)
{
    char says[ST_SAYS_MAX];
    int wide = 0;

    for (int i = 0; i < m->n - m->nfamilies; i++) {
        if (!st_offered_begins(&m->item[i], prefix))
            continue;
        st_move_says(t, &m->item[i].move, says, sizeof says);
        int w = cli_width(says);
        wide = w > wide && w <= 60 ? w : wide;
    }
    return wide;
}

/* The first of a group as sentences, and how to see the others. */
static void say_group(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m,
                      const struct groups *g, int lead, const struct st_table *t)
{
    int wide = said_width(m, t, ""), count = 0;

    for (int i = lead; i < m->n; i++) {
        if (g->leader[i] != lead || count++ >= OF_GROUP)
            continue;
        show_said(out, term, m, i, t, wide);
        st_buf_put(out, "\n", 1);
    }
    if (count > OF_GROUP)
        st_buf_add(out, "      … %d more: `moves %.*s`\n", count - OF_GROUP, (int)head_length(m->item[lead].text),
                   m->item[lead].text);
}

/* Families, whose places and numbers are free: their forms. */
static void show_families(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m,
                          const char *prefix)
{
    bool first = true;

    for (int i = m->n - m->nfamilies; i < m->n; i++) {
        if (!st_offered_begins(&m->item[i], prefix))
            continue;
        if (first) {
            st_buf_add(out, "  ");
            cli_say(out, "moves.free", NULL);
            st_buf_put(out, "\n", 1);
        }
        first = false;
        st_buf_add(out, "      ");
        cli_style(out, term, CLI_DIM, m->item[i].text);
        st_buf_put(out, "\n", 1);
    }
}

/* The head, then as many tails as the lines hold, then how many more there are. */
static void show_group(struct st_buf *out, const struct cli_term *term,
                       const struct st_offer_list *m, const struct groups *g, int lead,
                       const char **tail, const struct st_table *speak, int *last)
{
    int room = term->width ? term->width : 100, indent, used, shown = 0;
    size_t common = common_words(m, g, lead);
    bool words = !strchr(tail_of(m->item[lead].text) + common, ' ');
    int count = collect_tails(tail, m, g, lead, common, words), lines = count <= FEW ? 3 : 1;
    bool fresh = true; /* nothing stands on this line yet */
    char head[ST_MOVE_TEXT];

    if (speak) {
        if (!words || !speak->plan->grid.cols) {
            say_group(out, term, m, g, lead, speak);
            return;
        }
        name_group(out, term, speak->plan, &m->item[lead].move, last);
    }
    if (count == 1) {
        st_buf_add(out, "  %s\n", m->item[lead].text);
        return;
    }
    snprintf(head, sizeof head, "%.*s %.*s", (int)head_length(m->item[lead].text),
             m->item[lead].text, (int)common, tail_of(m->item[lead].text));
    indent = used = 2 + cli_width(head);
    st_buf_put(out, "  ", 2);
    cli_style(out, term, CLI_BOLD, head);
    for (; shown < count; shown++) {
        int more = cli_width(tail[shown]) + (words ? 1 : 3);
        int spare = lines == 1 && count - shown > 1 ? 12 : 0; /* for "… 99 more" */

        if (!fresh && used + more + spare > room) {
            if (--lines == 0)
                break;
            st_buf_add(out, "\n%*s", indent, "");
            used = indent;
            fresh = true;
        }
        st_buf_add(out, "%s%s", fresh ? "" : words ? " " : " · ", tail[shown]);
        used += more;
        fresh = false;
    }
    if (shown < count)
        st_buf_add(out, " … %d more", count - shown);
    st_buf_put(out, "\n", 1);
}

static size_t verb_length(const char *text)
{
    return strcspn(text, " ");
}

/* Too many lines even so: one for each verb. */
static void show_verbs(struct st_buf *out, const struct cli_term *term,
                       const struct st_offer_list *m)
{
    for (int i = 0; i < m->n; i++) {
        size_t n = verb_length(m->item[i].text);
        int count = 0;
        bool first = true;
        char verb[ST_MOVE_TEXT];

        for (int k = 0; k < m->n; k++)
            if (verb_length(m->item[k].text) == n &&
                memcmp(m->item[k].text, m->item[i].text, n) == 0) {
                first &= k >= i;
                count++;
            }
        if (!first)
            continue;
        snprintf(verb, sizeof verb, "%.*s", (int)n, m->item[i].text);
        st_buf_put(out, "  ", 2);
        cli_style(out, term, CLI_BOLD, verb);
        if (count > 1)
            st_buf_add(out, "  %d ways; `moves %s` lists them", count, verb);
        st_buf_put(out, "\n", 1);
    }
}

static void show_few(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m,
                     const struct st_table *t, const char *prefix)
{
    int wide = said_width(m, t, prefix);

    for (int i = 0; i < m->n - m->nfamilies; i++)
        if (st_offered_begins(&m->item[i], prefix)) {
            show_said(out, term, m, i, t, wide);
            st_buf_put(out, "\n", 1);
        }
    show_families(out, term, m, prefix);
}

void cli_moves_show(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m,
                    const struct st_table *speak)
{
    if (speak && m->n <= SAID_MAX) {
        show_few(out, term, m, speak, "");
        return;
    }
    const char **tail = calloc((size_t)m->n + 1, sizeof *tail);
    struct groups g;
    bool alone = false;
    int last = -1; /* the piece whose title was written */

    if (!find_groups(&g, m) || !tail) {
        out->failed = true;
    } else if (g.n > LINES_MAX) {
        show_verbs(out, term, m);
    } else {
        for (int i = 0; i < m->n; i++)
            if (g.leader[i] == i && strchr(m->item[i].text, ' ') && !(speak && i >= m->n - m->nfamilies))
                show_group(out, term, m, &g, i, tail, speak, &last);
        for (int i = 0; speak && i < m->n; i++)
            if (!strchr(m->item[i].text, ' ')) {
                show_said(out, term, m, i, speak, said_width(m, speak, ""));
                st_buf_put(out, "\n", 1);
            }
        if (speak)
            show_families(out, term, m, "");
        for (int i = 0; !speak && i < m->n; i++)
            if (!strchr(m->item[i].text, ' ')) {
                st_buf_add(out, "%s%s", alone ? " · " : "  ", m->item[i].text);
                alone = true;
            }
        if (alone)
            st_buf_put(out, "\n", 1);
    }
    free(g.leader);
    free(tail);
}

bool cli_moves_show_all(struct st_buf *out, const struct cli_term *term,
                        const struct st_offer_list *m, const char *prefix, const struct st_table *speak)
{
    int wide = 0, at = 0, room = term->width ? term->width : 100;
    bool any = false;

    for (int i = 0; i < m->n; i++)
        if (st_offered_begins(&m->item[i], prefix)) {
            int w = cli_width(m->item[i].text);

            wide = w > wide ? w : wide;
            any = true;
        }
    if (speak && any) {
        show_few(out, term, m, speak, prefix);
        return true;
    }
    int per_line = room / (wide + 3) > 0 ? room / (wide + 3) : 1;
    for (int i = 0; i < m->n; i++)
        if (st_offered_begins(&m->item[i], prefix)) {
            st_buf_put(out, "  ", 2);
            if (++at % per_line == 0)
                st_buf_add(out, "%s\n", m->item[i].text);
            else
                cli_pad(out, m->item[i].text, wide + 1);
        }
    if (at % per_line)
        st_buf_put(out, "\n", 1);
    return any;
}
