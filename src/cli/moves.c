/* moves.c - the legal moves of a position, listed so that a person can read them.
 *
 * Moves are grouped by their text: verb and first argument are the head of a line, what follows
 * is listed after it. Thousands of moves become one line for each piece.
 */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINES_MAX = 48, FEW = 12 }; /* lines in all; a group of few may take several */

/* ---- collecting ------------------------------------------------------------------------ */

struct collector {
    struct st_offer offer;
    struct cli_moves *out;
    const struct st_plan *plan;
    struct cli_moves families;
};

static char *room_for_one(struct cli_moves *m)
{
    if (m->n == m->room) {
        int room = m->room ? 2 * m->room : 64;
        void *more = realloc(m->text, (size_t)room * sizeof *m->text);

        if (!more) {
            m->failed = true;
            return NULL;
        }
        m->text = more;
        m->room = room;
    }
    return m->text[m->n++];
}

static bool collect(struct st_offer *o, const struct st_move *m)
{
    struct collector *c = (struct collector *)o; /* offer is its first member */
    char *text = room_for_one(c->out);

    if (text)
        st_move_print(c->plan, m, text, ST_MOVE_TEXT);
    return text != NULL;
}

/* Past the first `fixed` slots of a form. */
static const char *after_slots(const char *form, int fixed)
{
    for (; *form && fixed > 0; form++)
        fixed -= *form == '}';
    return form;
}

/* A family is shown with its fixed arguments in place and the slots of the others as they are. */
static bool collect_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    struct collector *c = (struct collector *)o;
    char *text = room_for_one(&c->families), whole[ST_MOVE_TEXT];
    const char *form = c->plan->game->verbs[m->verb].form;
    size_t words = 0, cut = 0;

    if (!text)
        return false;
    st_move_print(c->plan, m, whole, sizeof whole);
    for (const char *s = form; s < after_slots(form, fixed); s++)
        words += *s == ' ';
    if (fixed > 0)
        words++;
    for (size_t seen = 0; whole[cut] && (whole[cut] != ' ' || ++seen < words); cut++)
        continue;
    snprintf(text, ST_MOVE_TEXT, "%.*s%.*s", (int)(fixed > 0 ? cut : 0), whole, ST_MOVE_TEXT / 2,
             fixed > 0 ? after_slots(form, fixed) : form);
    return true;
}

int cli_moves_list(struct cli_moves *out, const struct st_table *t, struct st_error *err)
{
    struct collector c = { { .add = collect, .family = collect_family }, out, t->plan, { 0 } };

    *out = (struct cli_moves){ 0 };
    if (st_now(t).kind != ST_DECIDE)
        return ST_OK;
    st_step_now(t)->offer(t, &c.offer);
    for (int i = 0; i < c.families.n; i++) {
        char *text = room_for_one(out);

        if (text)
            memcpy(text, c.families.text[i], ST_MOVE_TEXT);
    }
    out->nfamilies = c.families.n;
    out->failed |= c.families.failed;
    free(c.families.text);
    if (out->failed) {
        cli_moves_free(out);
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    return ST_OK;
}

void cli_moves_free(struct cli_moves *m)
{
    free(m->text);
    *m = (struct cli_moves){ 0 };
}

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

static bool find_groups(struct groups *g, const struct cli_moves *m)
{
    int *first = calloc((size_t)m->n + 1, sizeof *first);

    g->leader = calloc((size_t)m->n + 1, sizeof *g->leader);
    g->n = 0;
    for (int i = 0; first && g->leader && i < m->n; i++) {
        int k = 0;

        while (k < g->n && !same_head(m->text[first[k]], m->text[i]))
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
static size_t common_words(const struct cli_moves *m, const struct groups *g, int lead)
{
    const char *first = tail_of(m->text[lead]);
    size_t n = strlen(first);

    for (int i = lead + 1; i < m->n; i++)
        if (g->leader[i] == lead) {
            const char *tail = tail_of(m->text[i]);
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
static int collect_tails(const char **tail, const struct cli_moves *m, const struct groups *g,
                         int lead, size_t common, bool words)
{
    int n = 0;

    for (int i = lead; i < m->n; i++)
        if (g->leader[i] == lead)
            tail[n++] = tail_of(m->text[i]) + common;
    if (words)
        qsort(tail, (size_t)n, sizeof *tail, by_text);
    return n;
}

/* The head, then as many tails as the lines hold, then how many more there are. */
static void show_group(struct st_buf *out, const struct cli_term *term, const struct cli_moves *m,
                       const struct groups *g, int lead, const char **tail)
{
    int room = term->width ? term->width : 100, indent, used, shown = 0;
    size_t common = common_words(m, g, lead);
    bool words = !strchr(tail_of(m->text[lead]) + common, ' ');
    int count = collect_tails(tail, m, g, lead, common, words), lines = count <= FEW ? 3 : 1;
    bool fresh = true; /* nothing stands on this line yet */
    char head[ST_MOVE_TEXT];

    if (count == 1) {
        st_buf_add(out, "  %s\n", m->text[lead]);
        return;
    }
    snprintf(head, sizeof head, "%.*s %.*s", (int)head_length(m->text[lead]), m->text[lead],
             (int)common, tail_of(m->text[lead]));
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
static void show_verbs(struct st_buf *out, const struct cli_term *term, const struct cli_moves *m)
{
    for (int i = 0; i < m->n; i++) {
        size_t n = verb_length(m->text[i]);
        int count = 0;
        bool first = true;
        char verb[ST_MOVE_TEXT];

        for (int k = 0; k < m->n; k++)
            if (verb_length(m->text[k]) == n && memcmp(m->text[k], m->text[i], n) == 0) {
                first &= k >= i;
                count++;
            }
        if (!first)
            continue;
        snprintf(verb, sizeof verb, "%.*s", (int)n, m->text[i]);
        st_buf_put(out, "  ", 2);
        cli_style(out, term, CLI_BOLD, verb);
        if (count > 1)
            st_buf_add(out, "  %d ways; `moves %s` lists them", count, verb);
        st_buf_put(out, "\n", 1);
    }
}

void cli_moves_show(struct st_buf *out, const struct cli_term *term, const struct cli_moves *m)
{
    const char **tail = calloc((size_t)m->n + 1, sizeof *tail);
    struct groups g;
    bool alone = false;

    if (!find_groups(&g, m) || !tail) {
        out->failed = true;
    } else if (g.n > LINES_MAX) {
        show_verbs(out, term, m);
    } else {
        for (int i = 0; i < m->n; i++)
            if (g.leader[i] == i && strchr(m->text[i], ' '))
                show_group(out, term, m, &g, i, tail);
        for (int i = 0; i < m->n; i++)
            if (!strchr(m->text[i], ' ')) {
                st_buf_add(out, "%s%s", alone ? " · " : "  ", m->text[i]);
                alone = true;
            }
        if (alone)
            st_buf_put(out, "\n", 1);
    }
    free(g.leader);
    free(tail);
}

bool cli_moves_show_all(struct st_buf *out, const struct cli_term *term, const struct cli_moves *m,
                        const char *prefix)
{
    int wide = 0, at = 0, room = term->width ? term->width : 100;
    bool any = false;

    for (int i = 0; i < m->n; i++)
        if (strncasecmp(m->text[i], prefix, strlen(prefix)) == 0) {
            int w = cli_width(m->text[i]);

            wide = w > wide ? w : wide;
            any = true;
        }
    int per_line = room / (wide + 3) > 0 ? room / (wide + 3) : 1;
    for (int i = 0; i < m->n; i++)
        if (strncasecmp(m->text[i], prefix, strlen(prefix)) == 0) {
            st_buf_put(out, "  ", 2);
            if (++at % per_line == 0)
                st_buf_add(out, "%s\n", m->text[i]);
            else
                cli_pad(out, m->text[i], wide + 1);
        }
    if (at % per_line)
        st_buf_put(out, "\n", 1);
    return any;
}
