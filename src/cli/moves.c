/* moves.c - the legal moves of a position, listed so that a person can read them.
 *
 * Few are listed as sentences with their numbers. Many are grouped by their text: verb and first argument are
 * the head of a line, what follows is listed after it, so that thousands of moves become one line for each piece.
 * What follows is words only where it is places of a map; else the first of a group are told as sentences.
 */
#include "cli/cli.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Is what follows the head one word in each of them? */
static bool single_words(const struct st_offer_list *m, const struct groups *g, int lead, size_t common)
{
    for (int i = lead; i < m->n; i++)
        if (g->leader[i] == lead && strchr(tail_of(m->item[i].text) + common, ' '))
            return false;
    return true;
}

/* Of ways over a map the ends, each once: a march may be typed by its end. */
static int only_ends(const char **tail, int n)
{
    int kept = 0;

    for (int i = 0; i < n; i++)
        if (tail[i][strspn(tail[i], "0123456789-")])
            return n;
    for (int i = 0; i < n; i++)
        tail[i] = strrchr(tail[i], '-') ? strrchr(tail[i], '-') + 1 : tail[i];
    qsort(tail, (size_t)n, sizeof *tail, by_text);
    for (int i = 0; i < n; i++)
        if (!kept || strcmp(tail[kept - 1], tail[i]) != 0)
            tail[kept++] = tail[i];
    return kept;
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

/* As a list has it: a sentence; a word that ends or leaves something, as the question calls it ("Ends with ..."). */
static void listed(const struct st_table *t, const struct st_offered *o, char *out, size_t size)
{
    if (strchr(o->text, ' ') || !st_move_part(t, &o->move, ST_WORD_BRIEF, out, size))
        st_move_says(t, &o->move, out, size);
}

/* One on a line: number, sentence, notation. */
static void show_said(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m, int i,
                      const struct st_table *t, int wide)
{
    char says[ST_SAYS_MAX], head[24];

    listed(t, &m->item[i], says, sizeof says);
    cli_clean(says);
    snprintf(head, sizeof head, "%4d  ", i + 1);
    cli_style(out, term, CLI_BOLD, head);
    if (term->width && 6 + (cli_width(says) > wide ? cli_width(says) : wide) + 2 + cli_width(m->item[i].text) > term->width) {
        cli_wrap(out, term, 6, 6, says);
        st_buf_add(out, "\n%8s", "");
    } else {
        cli_pad(out, says, wide + 2);
    }
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
        listed(t, &m->item[i], says, sizeof says);
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
    if (count > OF_GROUP) {
        char more[12], command[ST_MOVE_TEXT + 8];

        snprintf(command, sizeof command, "moves %.*s", (int)head_length(m->item[lead].text), m->item[lead].text);
        st_buf_add(out, "      ");
        cli_say(out, "moves.more_of", cli_count(more, count - OF_GROUP), command, NULL);
        st_buf_put(out, "\n", 1);
    }
}

/* ---- names in any case -------------------------------------------------------------------------- */

/* The name or word of a form that differs from text in case alone; NULL: none, or more than one. */
static const char *in_its_case(const struct st_plan *p, const char *text, char store[64])
{
    const char *found = NULL;

    for (int i = 0; i < p->nnames; i++)
        for (int k = 0; k < p->names[i].n; k++)
            if (strcasecmp(p->names[i].name[k], text) == 0) {
                if (found && strcmp(found, p->names[i].name[k]) != 0)
                    return NULL;
                found = p->names[i].name[k];
            }
    for (int i = 0; i < p->game->nverbs && !found; i++)
        for (const char *c = p->game->verbs[i].form; *c && !found;) {
            size_t n = strcspn(c, " {}[]|,-:;>^@");

            if (n && n == strlen(text) && n < 64 && strncasecmp(c, text, n) == 0) {
                snprintf(store, 64, "%.*s", (int)n, c);
                found = store;
            }
            c += n + (c[n] != 0);
        }
    return found;
}

bool cli_right_case(const struct st_plan *p, const char *text, char *out, size_t size)
{
    struct st_move m;
    size_t at = 0;

    if (st_move_parse(&m, p, text, NULL) == ST_LEGAL)
        return false;
    for (const char *c = text; *c && at + 1 < size;) {
        size_t n = strcspn(c, " ,-:;>@");
        char word[64], store[64];
        const char *name = n && n < sizeof word ? in_its_case(p, (snprintf(word, sizeof word, "%.*s", (int)n, c), word), store) : NULL;
        int put = snprintf(out + at, size - at, "%.*s", name ? (int)strlen(name) : (int)n, name ? name : c);

        at += put > 0 && (size_t)put < size - at ? (size_t)put : size - at - 1;
        if (c[n] && at + 1 < size)
            out[at++] = c[n];
        out[at] = 0;
        c += n + (c[n] != 0);
    }
    return st_move_parse(&m, p, out, NULL) == ST_LEGAL;
}

/* ---- forms ------------------------------------------------------------------------------------ */

/* "move {unit} {hex-}" as a person reads it: "move UNIT HEX-HEX..." */
void cli_form(struct st_buf *out, const char *form)
{
    for (const char *c = form; *c;) {
        if (*c == '^') { /* only says where a list ends */
            st_buf_add(out, "%s", c++ > form && out->text[out->len - 1] != ' ' ? " " : "");
        } else if (*c != '{') {
            st_buf_put(out, c++, 1);
        } else {
            size_t n = strcspn(c + 1, "}");
            bool list = n && strchr(",-;>", c[n]);
            int shown = (int)(list ? n - 1 : n);

            for (int time = 0; time <= list; time++) {
                if (time)
                    st_buf_put(out, c + n, 1);
                for (int i = 1; i <= shown; i++) {
                    bool word = memchr(c + 1, '|', n) || islower((unsigned char)c[i]) == 0;

                    st_buf_put(out, word ? &c[i] : &(char){ (char)toupper((unsigned char)c[i]) }, 1);
                }
            }
            st_buf_add(out, "%s", list ? "..." : "");
            c += n + 2;
        }
    }
}

struct example { /* of a verb, the one that shows most */
    struct st_offer offer;
    const struct st_plan *plan;
    struct st_span head; /* it begins so */
    int verb, left;
    struct st_move move;
    char text[ST_MOVE_TEXT];
};

static bool shows_more(struct st_offer *o, const struct st_move *m)
{
    struct example *x = (struct example *)o;
    char text[ST_MOVE_TEXT];

    st_move_print(x->plan, m, text, sizeof text);
    if (m->verb == x->verb && strlen(text) > strlen(x->text) && strncmp(text, x->head.at, x->head.len) == 0) {
        snprintf(x->text, sizeof x->text, "%s", text);
        x->move = *m;
    }
    return --x->left > 0;
}

static void show_example(struct st_buf *out, const struct cli_term *term, const struct st_table *t, int verb, const char *form)
{
    enum { LOOKED_AT = 400, SAMPLES = 16 };
    struct st_span head = { form, strcspn(form, "{[") };
    struct example x = { { .add = shows_more }, t->plan, head, verb, LOOKED_AT, { 0 }, "" };
    const struct st_step *step = st_step_now(t);
    char says[ST_SAYS_MAX];
    struct st_move some;

    if (step->propose)
        step->propose(t, &x.offer);
    for (uint64_t i = 0; i < SAMPLES; i++)
        if (st_sample(t, i, &some))
            shows_more(&x.offer, &some);
    if (!x.text[0])
        return;
    st_move_says(t, &x.move, says, sizeof says);
    st_buf_add(out, "        `%s`: ", x.text);
    cli_wrap(out, term, 12 + cli_width(x.text), 10, says);
    st_buf_put(out, "\n", 1);
}

/* What a word of a choice means, where the sheet says it and it was not said before: "WL: wheeling left". */
static void put_choice(struct st_buf *line, struct st_buf *known, const struct st_plan *p, struct st_span word)
{
    char id[40], mark[44];

    if (!st_span_copy(word, id, sizeof id))
        return;
    const struct st_word *w = st_word_find(p, "choice", id);
    snprintf(mark, sizeof mark, " %s ", id);
    if (!w || strchr(w->says, '{') || strstr(st_buf_text(known), mark))
        return;
    st_buf_add(known, "%s", mark);
    st_buf_add(line, "%s%s: %s", line->len ? "; " : "", id, w->says);
    if (w->explains[0] && !strstr(st_buf_text(known), w->explains)) {
        st_buf_add(line, " (%s)", w->explains);
        st_buf_add(known, "%s", w->explains);
    }
}

static void show_choices(struct st_buf *out, const struct cli_term *term, const struct st_plan *p, const char *form,
                         struct st_buf *known)
{
    struct st_buf line = { 0 };
    const char *end;

    for (const char *c = form; (c = strchr(c, '{')) && (end = strchr(c, '}')); c = end)
        for (struct st_span all = { c + 1, (size_t)(end - c) - 1 }, slot; (slot = st_span_word(&all)).len;)
            for (bool choice = memchr(slot.at, '|', slot.len); choice && slot.len;)
                put_choice(&line, known, p, st_span_cut(&slot, '|'));
    if (line.len) {
        st_buf_add(out, "        ");
        cli_wrap(out, term, 8, 8, st_buf_text(&line));
        st_buf_put(out, "\n", 1);
    }
    st_buf_free(&line);
}

/* The form of family i: that of the verb, where others differ from it in a name alone; NULL: one of them was before it. */
static const char *one_of_its_verb(const struct st_offer_list *m, int i, const char *prefix, const struct st_game *g)
{
    int verb = m->item[i].move.verb;
    bool several = false;

    if (!st_offered_begins(&m->item[i], prefix))
        return NULL;
    for (int k = m->n - m->nfamilies; k < m->n; k++)
        if (k != i && m->item[k].move.verb == verb && st_offered_begins(&m->item[k], prefix)) {
            if (k < i)
                return NULL;
            several = true;
        }
    return several ? g->verbs[verb].form : m->item[i].text;
}

/* Families, whose places and numbers are free: their forms, and of each a move as an example. */
static void show_families(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m,
                          const char *prefix, const struct st_table *t)
{
    struct st_buf known = { 0 };
    bool first = true;

    for (int i = m->n - m->nfamilies; i < m->n; i++) {
        const char *text = one_of_its_verb(m, i, prefix, t->plan->game);

        if (!text)
            continue;
        if (first) {
            st_buf_add(out, "  ");
            cli_say(out, "moves.free", NULL);
            st_buf_put(out, "\n", 1);
        }
        first = false;
        struct st_buf form = { 0 };

        cli_form(&form, text);
        st_buf_add(out, "      ");
        cli_style(out, term, CLI_DIM, st_buf_text(&form));
        st_buf_put(out, "\n", 1);
        st_buf_free(&form);
        show_choices(out, term, t->plan, text, &known);
        show_example(out, term, t, m->item[i].move.verb, text);
    }
    st_buf_free(&known);
}

/* The head, then as many tails as the lines hold, then how many more there are. */
static void show_group(struct st_buf *out, const struct cli_term *term,
                       const struct st_offer_list *m, const struct groups *g, int lead,
                       const char **tail, const struct st_table *speak, int *last)
{
    int room = term->width ? term->width : 100, indent, used, shown = 0;
    size_t common = common_words(m, g, lead);
    bool words = single_words(m, g, lead, common);
    int count = collect_tails(tail, m, g, lead, common, words), lines = count <= FEW ? 3 : 1;
    bool fresh = true; /* nothing stands on this line yet */
    char head[ST_MOVE_TEXT];

    if (speak) {
        if (!words || !speak->plan->grid.cols) {
            say_group(out, term, m, g, lead, speak);
            return;
        }
        count = only_ends(tail, count);
        name_group(out, term, speak->plan, &m->item[lead].move, last);
    }
    if (count == 1 && !speak) {
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
    if (shown < count) {
        char more[12];

        st_buf_put(out, " ", 1);
        cli_say(out, "moves.more", cli_count(more, count - shown), NULL);
    }
    st_buf_put(out, "\n", 1);
}

/* Who acts, as it stands behind the verb: "B1" of `side B1 L`, "B2,B4" of `move B2,B4: A 60`. */
static struct st_span actors_of(const char *text)
{
    struct st_span rest = st_span_of(text);

    st_span_word(&rest);
    struct st_span who = st_span_word(&rest);
    if (who.len && who.at[who.len - 1] == ':')
        who.len--;
    return who;
}

static bool same_span(struct st_span a, struct st_span b)
{
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* How many moves before it are of the same, and of its kind if verb. */
static int before(const struct st_offer_list *m, int i, bool verb)
{
    struct st_span who = actors_of(m->item[i].text);
    int n = 0;

    for (int k = 0; k < i; k++)
        n += (!verb || m->item[k].move.verb == m->item[i].move.verb) && same_span(actors_of(m->item[k].text), who);
    return n;
}

/* On a bare table, where ends are millimetres: for each piece or group a move of every kind, and how to see the others;
 * of one or two a few of a kind. */
static void show_actors(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m, const struct st_table *t)
{
    int n = m->n - m->nfamilies, wide = said_width(m, t, ""), actors = 0, kinds = 0;

    for (int i = 0; i < n; i++) {
        bool acts = actors_of(m->item[i].text).len != 0;

        actors += acts && !before(m, i, false);
        kinds += acts && !before(m, i, true);
    }
    for (int i = 0; i < n; i++) {
        struct st_span who = actors_of(m->item[i].text);
        int hidden = 0;

        for (int k = i; k < n && who.len && !before(m, i, false); k++) {
            if (!same_span(actors_of(m->item[k].text), who))
                continue;
            bool shown = kinds > 2 * LINES_MAX ? !before(m, k, false) : before(m, k, true) < (actors > 2 ? 1 : OF_GROUP);
            if (!shown) { /* of very many one each */
                hidden++;
                continue;
            }
            show_said(out, term, m, k, t, wide);
            st_buf_put(out, "\n", 1);
        }
        if (hidden) {
            char more[12], command[ST_MOVE_TEXT + 8];

            snprintf(command, sizeof command, "moves %.*s", (int)who.len, who.at);
            st_buf_add(out, "      ");
            cli_say(out, "moves.more_of", cli_count(more, hidden), command, NULL);
            st_buf_put(out, "\n", 1);
        }
    }
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
        if (count > 1) {
            char ways[12], command[ST_MOVE_TEXT + 8];

            snprintf(command, sizeof command, "moves %s", verb);
            st_buf_put(out, "  ", 2);
            cli_say(out, "moves.ways", cli_count(ways, count), command, NULL);
        }
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
    show_families(out, term, m, prefix, t);
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
    } else if (g.n > LINES_MAX && (!speak || speak->plan->grid.cols)) {
        show_verbs(out, term, m);
    } else {
        if (speak && !speak->plan->grid.cols)
            show_actors(out, term, m, speak);
        for (int i = 0; i < m->n && !(speak && !speak->plan->grid.cols); i++)
            if (g.leader[i] == i && strchr(m->item[i].text, ' ') && !(speak && i >= m->n - m->nfamilies))
                show_group(out, term, m, &g, i, tail, speak, &last);
        for (int i = 0; speak && i < m->n; i++)
            if (!strchr(m->item[i].text, ' ')) {
                show_said(out, term, m, i, speak, said_width(m, speak, ""));
                st_buf_put(out, "\n", 1);
            }
        if (speak)
            show_families(out, term, m, "", speak);
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

void cli_moves_of(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m, int k,
                  const struct st_table *t)
{
    const struct st_names *list = st_view_pieces(t->plan);
    int shown = 0, more = 0, wide = said_width(m, t, "");
    char count[12];

    for (int i = 0; list && i < m->n - m->nfamilies; i++) {
        int piece[ST_ARGS_MAX], n = st_move_names(t->plan, &m->item[i].move, list->kind, piece, ST_ARGS_MAX);
        bool its = false;

        for (int a = 0; a < n; a++)
            its |= piece[a] == k;
        more += its && shown >= FEW;
        if (its && shown < FEW) {
            shown++;
            show_said(out, term, m, i, t, wide);
            st_buf_put(out, "\n", 1);
        }
    }
    if (more) {
        st_buf_add(out, "      ");
        cli_say(out, "moves.more", cli_count(count, more), NULL);
        st_buf_put(out, "\n", 1);
    }
}

bool cli_moves_show_all(struct st_buf *out, const struct cli_term *term,
                        const struct st_offer_list *m, const char *prefix, const struct st_table *speak)
{
    int wide = 0, at = 0, room = term->width ? term->width : 100;
    bool any = false;

    for (int i = 0; i < m->n - m->nfamilies && speak; i++)
        if (prefix[0] && same_span(actors_of(m->item[i].text), st_span_of(prefix))) { /* `moves B1`: whatever it can do */
            show_said(out, term, m, i, speak, said_width(m, speak, ""));
            st_buf_put(out, "\n", 1);
            any = true;
        }
    if (any)
        return true;
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
