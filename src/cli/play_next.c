/* play_next.c - `sandtable play`: half a move, and what may come next in it, in words. */
#include "cli/play.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { CHOICES = 24 };

struct choice {
    struct st_span word;
    const struct st_offered *first; /* of those that go on with it */
    int n;
};

struct choices {
    struct choice item[CHOICES];
    int n, more; /* more: words there was no room for */
};

/* What is left of an offered move behind what was typed; NULL: it does not begin so, or is no longer. */
static const char *rest_of(const struct st_offered *o, const char *typed)
{
    size_t n = strlen(typed);

    if (strncasecmp(o->text, typed, n) != 0)
        return NULL;
    n += o->text[n] == ':';
    return o->text[n] == ' ' ? o->text + n + 1 : NULL;
}

static void gather(struct choices *c, const struct match *m, const char *typed)
{
    *c = (struct choices){ .n = 0 };
    for (int i = 0; i < m->moves.n - m->moves.nfamilies; i++) {
        const char *rest = rest_of(&m->moves.item[i], typed);
        struct st_span word = { rest, rest ? strcspn(rest, " ") : 0 };
        int k = 0;

        if (!word.len)
            continue;
        while (k < c->n && !(c->item[k].word.len == word.len && memcmp(c->item[k].word.at, word.at, word.len) == 0))
            k++;
        if (k == CHOICES) {
            c->more++;
            continue;
        }
        if (k == c->n)
            c->item[c->n++] = (struct choice){ word, &m->moves.item[i], 0 };
        c->item[k].n++;
    }
}

/* A name by its title, a hex by its place, a word by its row; nothing where there is no more to say. */
static void put_meaning(struct st_buf *out, const struct st_plan *p, struct st_span word)
{
    char text[64], place[120];
    int hex;

    if (!st_span_copy(word, text, sizeof text))
        return;
    for (int i = 0; i < p->nnames; i++) {
        const struct st_names *list = &p->names[i];
        bool other = strcmp(list->kind, "hex") == 0 || strcmp(list->kind, "side") == 0; /* a letter of a form */
        int at = other ? -1 : st_names_find(list, word);

        if (at >= 0 && list->title && list->title[at]) {
            st_buf_add(out, "%s%s", out->len ? ", " : "", strcmp(list->title[at], text) == 0 ? "" : list->title[at]);
            return;
        }
    }
    const struct st_word *w = st_word_label(p, text);
    if (p->grid.cols && st_hex_parse(&p->grid, word, &hex)) {
        st_place_print(p, hex, place, sizeof place);
        st_buf_add(out, "%s", strcmp(place, text) == 0 ? "" : place);
    } else if (w) {
        st_buf_add(out, "%s%s", out->len ? ", " : "", w->says);
    }
}

/* What has no meaning of its own is known by what may follow: marker 1 can order to move, or to withdraw. */
static void put_following(struct st_buf *out, const struct match *m, const char *typed, struct st_span word)
{
    char whole[ST_LINE_MAX + 1];
    struct choices c;

    snprintf(whole, sizeof whole, "%s", typed);
    st_text_add(whole, sizeof whole, " %.*s", (int)word.len, word.at);
    gather(&c, m, whole);
    for (int i = 0; i < c.n && i < 4; i++)
        put_meaning(out, m->plan, c.item[i].word);
    if (c.n > 4)
        st_buf_put(out, "...", 3);
}

/* A way by its end: that is how one may write it. */
static const char *shown(const struct choice *c, char room[ST_MOVE_TEXT])
{
    struct st_span word = c->word;

    if (word.len && word.at[word.len - 1] == ':')
        word.len--;
    snprintf(room, ST_MOVE_TEXT, "%.*s", (int)(c->n == 1 ? strlen(word.at) : word.len), word.at);
    const char *last = strrchr(room, '-');
    return last && last[1] && !strchr(room, ' ') ? last + 1 : room;
}

static void put_choice(struct st_buf *out, struct match *m, const char *typed, const struct choice *c, int wide)
{
    struct st_buf means = { 0 };
    char says[ST_SAYS_MAX], room[ST_MOVE_TEXT];
    const char *word = shown(c, room);
    struct st_span list = st_span_of(word), one;

    if (c->n == 1) { /* the rest is no choice any more */
        st_move_few(play_table(m), &c->first->move, says, sizeof says);
        st_buf_add(&means, "%s", says);
    }
    while (c->n > 1 && list.len && (one = st_span_cut(&list, ',')).len)
        put_meaning(&means, m->plan, one);
    if (!means.len)
        put_following(&means, m, typed, c->word);
    st_buf_put(out, "  ", 2);
    cli_pad(out, word, wide + 2);
    cli_wrap(out, &m->term, wide + 4, wide + 4, st_buf_text(&means));
    st_buf_put(out, "\n", 1);
    st_buf_free(&means);
}

bool play_tell_next(struct match *m, const char *text, bool wrong)
{
    char typed[ST_LINE_MAX + 1], count[12];
    struct choices c;
    struct st_buf out = { 0 }, form = { 0 };
    struct st_error err;
    int wide = 0;

    if (st_now(play_table(m)).kind != ST_DECIDE || (!m->moves.n && play_list_moves(m, &err)))
        return false;
    snprintf(typed, sizeof typed, "%s", text);
    for (gather(&c, m, typed); !c.n && wrong && strrchr(typed, ' '); gather(&c, m, typed)) /* as far as it is right */
        *strrchr(typed, ' ') = 0;
    for (gather(&c, m, typed); c.n == 1 && c.item[0].n > 1 && !c.more; gather(&c, m, typed)) /* "by", or the only one */
        st_text_add(typed, sizeof typed, " %.*s", (int)c.item[0].word.len, c.item[0].word.at);
    if (!c.n)
        return false;
    for (int i = 0; i < c.n; i++) {
        char room[ST_MOVE_TEXT];
        int w = cli_width(shown(&c.item[i], room));

        wide = w > wide ? w : wide;
    }
    wide = wide > 30 ? 30 : wide;
    cli_tell("line.next", typed, NULL);
    for (int i = 0; i < c.n; i++)
        put_choice(&out, m, typed, &c.item[i], wide);
    if (c.more) {
        char prefix[ST_LINE_MAX + 8];

        snprintf(prefix, sizeof prefix, "moves %s", typed);
        st_buf_put(&out, "  ", 2);
        cli_say(&out, "moves.more_of", cli_count(count, c.more), prefix, NULL);
        st_buf_put(&out, "\n", 1);
    }
    cli_print(&out, CLI_OK);
    cli_form(&form, m->plan->game->verbs[c.item[0].first->move.verb].form);
    cli_tell(wrong && strstr(m->why.text, "the form is") ? "line.example" : "line.form", st_buf_text(&form), c.item[0].first->text, NULL);
    st_buf_free(&form);
    return true;
}
