/* dice.c - see dice.h. */
#include "play/dice.h"

#include "base/philox.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void st_faces_print(const struct st_chance *c, char *out, size_t size)
{
    bool gaps = false;

    for (int i = 1; i < c->n; i++)
        gaps = gaps || c->face[i].value != c->face[i - 1].value + 1;
    out[0] = 0;
    if (c->n > 1 && !gaps) {
        snprintf(out, size, "%d to %d", c->face[0].value, c->face[c->n - 1].value);
        return;
    }
    for (int i = 0; i < c->n; i++)
        st_text_add(out, size, "%s%d", i ? ", " : "", c->face[i].value);
}

bool st_face_begins_other(const struct st_chance *c, int value)
{
    for (int i = 0; i < c->n && value; i++)
        for (int rest = c->face[i].value / 10; rest; rest /= 10)
            if (rest == value)
                return true;
    return false;
}

/* ---- a seed --------------------------------------------------------------------------- */

int st_seeded_face(uint64_t seed, uint64_t game, uint32_t roll, const struct st_chance *c)
{
    int total = st_chance_total(c);

    st_assert(total > 0);
    int left = (int)st_philox_below(seed, game, roll, (uint32_t)total), i = 0;
    if (c->even)
        return c->face[left].value;
    while (left >= c->face[i].weight)
        left -= c->face[i++].weight;
    return c->face[i].value;
}

static int seeded_roll(struct st_source *self, const struct st_chance *c, int *value,
                       struct st_error *err)
{
    struct st_seeded *d = (struct st_seeded *)self; /* source is its first member */

    if (d->roll == UINT32_MAX)
        return st_fail(err, ST_ELIMIT, NULL, 0, "no game has so many dice");
    *value = st_seeded_face(d->seed, d->game, d->roll, c);
    d->roll++;
    return ST_OK;
}

void st_seeded_init(struct st_seeded *d, uint64_t seed, uint64_t game)
{
    *d = (struct st_seeded){ { seeded_roll }, seed, game, 0 };
}

static bool read_u64(struct st_span s, uint64_t *out)
{
    uint64_t v = 0;

    for (size_t i = 0; i < s.len; i++) {
        if (s.at[i] < '0' || s.at[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(s.at[i] - '0');
        if (v > (UINT64_MAX - digit) / 10)
            return false;
        v = v * 10 + digit;
    }
    *out = v;
    return s.len > 0;
}

bool st_seed_parse(const char *text, uint64_t *seed, uint64_t *game)
{
    static const char head[] = "seed:";

    if (strncmp(text, head, sizeof head - 1) != 0)
        return false;
    struct st_span rest = st_span_of(text + sizeof head - 1);
    bool has_game = memchr(rest.at, '/', rest.len) != NULL;
    struct st_span first = st_span_cut(&rest, '/');

    *game = 0;
    return read_u64(first, seed) && (!has_game || read_u64(rest, game));
}

/* ---- a written list ------------------------------------------------------------------- */

static int tape_roll(struct st_source *self, const struct st_chance *c, int *value,
                     struct st_error *err)
{
    struct st_tape *d = (struct st_tape *)self; /* source is its first member */
    char may[160];

    if (d->next >= d->n)
        return st_fail(err, ST_EUSAGE, d->where, d->n && d->line ? d->line[d->n - 1] : 0,
                       "out of dice after %d: %s %s is still to fall", d->n, c->dice, c->label);
    int face = d->face[d->next], line = d->line ? d->line[d->next] : 0;
    if (st_chance_find(c, face) < 0) {
        st_faces_print(c, may, sizeof may);
        return st_fail(err, ST_EUSAGE, d->where, line, "%d cannot fall; %s %s gives %s", face,
                       c->dice, c->label, may);
    }
    d->next++;
    *value = face;
    return ST_OK;
}

static int tape_add(struct st_tape *d, int *room, int face, int line, struct st_error *err)
{
    if (d->n == *room) {
        int more = *room ? *room * 2 : 64;
        int *faces = realloc(d->face, (size_t)more * sizeof *faces);

        if (faces)
            d->face = faces;
        int *lines = faces ? realloc(d->line, (size_t)more * sizeof *lines) : NULL;
        if (!lines)
            return st_fail(err, ST_ENOMEM, d->where, line, "out of memory");
        d->line = lines;
        *room = more;
    }
    d->face[d->n] = face;
    d->line[d->n++] = line;
    return ST_OK;
}

/* The next number of a line; blanks and commas lie between them. Empty at the end. */
static struct st_span tape_word(struct st_span *s)
{
    struct st_span w = *s;
    size_t n = 0;

    while (w.len && strchr(" \t,", w.at[0]))
        w.at++, w.len--;
    while (n < w.len && !strchr(" \t,", w.at[n]))
        n++;
    s->at = w.at + n;
    s->len = w.len - n;
    w.len = n;
    return w;
}

int st_tape_parse(struct st_tape *out, const char *text, size_t len, const char *where,
                  struct st_error *err)
{
    struct st_line_reader r = { text, text + len, 0 };
    struct st_span line, word;
    int room = 0, e = st_text_check(text, len, where, err);

    *out = (struct st_tape){ .source = { tape_roll }, .where = where };
    while (!e && st_line_next(&r, &line)) {
        struct st_span faces = st_span_cut(&line, '#');
        int face;

        while (!e && (word = tape_word(&faces)).len) {
            if (!st_span_int(word, INT16_MIN, INT16_MAX, &face))
                e = st_fail(err, ST_ESYNTAX, where, r.line, "`%.*s` is no face of a die",
                            (int)(word.len > 40 ? 40 : word.len), word.at);
            else
                e = tape_add(out, &room, face, r.line, err);
        }
    }
    if (e)
        st_tape_free(out);
    return e;
}

void st_tape_free(struct st_tape *d)
{
    free(d->face);
    free(d->line);
    d->face = d->line = NULL;
    d->n = d->next = 0;
}

/* ---- people's hands ------------------------------------------------------------------- */

static int hand_roll(struct st_source *self, const struct st_chance *c, int *value,
                     struct st_error *err)
{
    struct st_hand *d = (struct st_hand *)self; /* source is its first member */
    int face = 0, e = d->ask(d->arg, c, &face, err);
    char may[160];

    if (e)
        return e;
    if (st_chance_find(c, face) < 0) {
        st_faces_print(c, may, sizeof may);
        return st_fail(err, ST_EUSAGE, NULL, 0, "%d cannot fall; %s %s gives %s", face, c->dice,
                       c->label, may);
    }
    *value = face;
    return ST_OK;
}

void st_hand_init(struct st_hand *d,
                  int (*ask)(void *arg, const struct st_chance *c, int *value,
                             struct st_error *err),
                  void *arg)
{
    *d = (struct st_hand){ { hand_roll }, ask, arg };
}
