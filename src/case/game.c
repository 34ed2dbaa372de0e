/* game.c - statements that carry a game on: given, set, place, dice, play, ruling, mark. */
#include "case/inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the log --------------------------------------------------------------------------- */

static void log_add(struct st_events *self, const struct st_event *e)
{
    struct case_log *log = (struct case_log *)self; /* log is its first member */

    if (log->n == log->room) {
        int room = log->room ? log->room * 2 : 32;
        struct st_event *event = realloc(log->event, (size_t)room * sizeof *event);

        if (!event) {
            log->failed = true;
            return;
        }
        log->event = event;
        log->room = room;
    }
    log->event[log->n++] = *e;
}

void case_log_clear(struct case_log *log)
{
    log->log.add = log_add;
    log->n = 0;
}

/* ---- the game in progress -------------------------------------------------------------- */

void case_game_end(struct case_run *c)
{
    st_reply_free(c->reply);
    c->reply = NULL;
    st_odds_free(&c->odds);
    c->odds = (struct st_odds){ 0 };
    for (struct case_mark *m = c->mark; m; m = m->older)
        free(m->pos);
    c->mark = NULL;
    free(c->pos);
    c->pos = NULL;
    st_plan_free(c->plan);
    c->plan = NULL;
    c->touched = 0;
    c->ndice = c->next_die = 0;
    case_log_clear(&c->log);
}

int case_sane(struct case_run *c, int line, const char *when)
{
    struct st_refusal why;

    if (c->log.failed)
        return case_no_memory(c);
    if (!c->game->sane || c->game->sane(&c->table, &why) == ST_LEGAL)
        return ST_OK;
    return case_fail(c, line, "%s: the position makes no sense: %s %s", when, why.para, why.text);
}

int case_settle(struct case_run *c)
{
    static const char when[] = "after what was set";
    int line = c->touched;

    if (!line)
        return ST_OK;
    c->touched = 0;
    int e = case_sane(c, line, when);
    if (e)
        return e;
    st_settle(&c->table);
    return case_sane(c, line, when);
}

int case_dice_left(struct case_run *c)
{
    char list[64] = "";
    int left = c->ndice - c->next_die;

    if (left == 0)
        return ST_OK;
    for (int i = 0; i < left && i < 8; i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), " %d", c->die[c->next_die + i]);
    return case_fail(c, c->now.line, "%d %s left over:%s%s", left, left == 1 ? "die" : "dice",
                     list, left > 8 ? " ..." : "");
}

/* ---- set and place --------------------------------------------------------------------- */

static const char *equals(const struct case_word *w)
{
    return w->quoted ? NULL : strchr(w->text, '=');
}

int case_pairs(struct case_run *c, const struct case_words *w, int first, struct case_pair **out,
               int *n)
{
    int i = first, plain = 0;
    const char *of = NULL;

    *n = 0;
    *out = st_arena_array(&c->scratch, (size_t)(w->n - first) + 1, sizeof **out);
    if (!*out)
        return case_no_memory(c);
    /* Fields and values come in pairs or as field=value: an odd word before them is a piece. */
    for (int k = first; k < w->n; k++)
        plain += equals(&w->word[k]) == NULL;
    if (plain % 2 == 1 && !equals(&w->word[i]))
        of = w->word[i++].text;
    while (i < w->n) {
        const char *word = w->word[i].text, *eq = equals(&w->word[i]);
        struct case_pair *p = &(*out)[(*n)++];

        *p = (struct case_pair){ of, word, eq ? eq + 1 : NULL };
        if (eq)
            p->field = st_arena_text(&c->scratch, word, (size_t)(eq - word));
        else if (i + 1 < w->n)
            p->value = w->word[++i].text;
        if (!p->field)
            return case_no_memory(c);
        if (strcmp(p->field, "in") == 0)
            p->field = "hex"; /* N1 in 0605 */
        if (!p->value)
            return case_bad(c, c->now.line, "%s without a value", word);
        i++;
    }
    return *n ? ST_OK : case_bad(c, c->now.line, "no field is named");
}

int case_pair_read(struct case_run *c, const struct case_pair *pair, struct st_probe *probe,
                   int *value)
{
    struct st_refusal why;
    char name[256];

    if (snprintf(name, sizeof name, "%s%s%s", pair->of ? pair->of : "", pair->of ? "." : "",
                 pair->field) >= (int)sizeof name)
        return case_fail(c, c->now.line, "%s: a name too long", pair->field);
    if (st_probe_parse(probe, c->plan, name, &why) ||
        st_field_parse(c->plan, probe->field, st_span_of(pair->value), value, &why))
        return case_fail(c, c->now.line, "%s", why.text);
    return ST_OK;
}

struct setting {
    struct st_probe probe;
    int value;
    bool done;
};

/* A piece may have to wait until another has left its place: go round while something moves. */
static int apply(struct case_run *c, struct setting *s, int n)
{
    struct st_refusal why = { "", "" };
    bool again = true;
    int left = n;

    c->touched = c->now.line;
    while (left && again) {
        again = false;
        for (int i = 0; i < n; i++) {
            struct st_refusal no = { "", "" };

            if (s[i].done)
                continue;
            s[i].done = st_field_set(&c->table, s[i].probe.field, s[i].probe.piece, s[i].value,
                                     &no) == ST_LEGAL;
            if (s[i].done) {
                left--;
                again = true;
            } else {
                why = no;
            }
        }
    }
    return left ? case_fail(c, c->now.line, "cannot be set: %s %s", why.para, why.text) : ST_OK;
}

static int set_all(struct case_run *c, const struct case_pair *pair, int n)
{
    struct setting *s = st_arena_array(&c->scratch, (size_t)n, sizeof *s);

    if (!s)
        return case_no_memory(c);
    for (int i = 0; i < n; i++) {
        int e = case_pair_read(c, &pair[i], &s[i].probe, &s[i].value);

        if (e)
            return e;
        if (!st_field_settable(s[i].probe.field))
            return case_fail(c, c->now.line, "%s can be read, not set", pair[i].field);
    }
    case_log_clear(&c->log);
    return apply(c, s, n);
}

int case_set(struct case_run *c)
{
    const char *text;
    struct case_words w;
    struct case_pair *pair;
    int n, e = case_joined(c, " ", &text);

    if (!e)
        e = case_split(c, c->now.line, text, &w);
    if (!e)
        e = case_pairs(c, &w, 0, &pair, &n);
    return e ? e : set_all(c, pair, n);
}

int case_place(struct case_run *c)
{
    const char *text;
    struct case_words w;
    int e = case_joined(c, " ", &text);

    if (!e)
        e = case_split(c, c->now.line, text, &w);
    if (e)
        return e;
    if (w.n == 0 || w.n % 2)
        return case_bad(c, c->now.line, "`place` wants pairs: place PIECE HEX, PIECE HEX");

    struct case_pair *pair = st_arena_array(&c->scratch, (size_t)w.n, sizeof *pair);
    if (!pair)
        return case_no_memory(c);
    for (int i = 0; i < w.n / 2; i++) {
        const char *hex = w.word[2 * i + 1].text;
        size_t len = strlen(hex);

        len -= len && hex[len - 1] == ',';
        pair[i] = (struct case_pair){ w.word[2 * i].text, "hex",
                                      st_arena_text(&c->scratch, hex, len) };
        if (!pair[i].value)
            return case_no_memory(c);
    }
    return set_all(c, pair, w.n / 2);
}

/* ---- given ----------------------------------------------------------------------------- */

/* Where the clause that begins at first ends: at a word with a comma, which is taken off it. */
static int end_of_clause(struct case_run *c, struct case_words *w, int first, int *end)
{
    for (*end = first; *end < w->n; (*end)++) {
        struct case_word *word = &w->word[*end];
        size_t len = strlen(word->text);

        if (len == 0 || word->text[len - 1] != ',')
            continue;
        word->text = st_arena_text(&c->scratch, word->text, len - 1);
        if (!word->text)
            return case_no_memory(c);
        *end += len > 1; /* a lone comma is no word */
        return ST_OK;
    }
    return ST_OK;
}

/* "..., N1 in 0605 steps=1, E1 in 0606": all of it set at one stroke. */
static int given_pieces(struct case_run *c, struct case_words *w, int first)
{
    struct case_pair *all = st_arena_array(&c->scratch, (size_t)w->n + 1, sizeof *all);
    int n = 0, e = all ? ST_OK : case_no_memory(c);

    while (!e && first < w->n) {
        struct case_pair *pair;
        int end, more;

        if (!w->word[first].text[0]) { /* what a lone comma leaves behind */
            first++;
            continue;
        }
        e = end_of_clause(c, w, first, &end);
        if (e)
            return e;
        struct case_words clause = { w->word + first, end - first };
        e = case_pairs(c, &clause, 0, &pair, &more);
        if (e)
            return e;
        memcpy(all + n, pair, (size_t)more * sizeof *pair);
        n += more;
        first = end;
    }
    return e || n == 0 ? e : set_all(c, all, n);
}

static int set_up(struct case_run *c, const char *scenario, const struct st_entry *given, int n)
{
    struct st_error err = { 0 };
    int e = st_plan_make(&c->plan, c->game, scenario, &c->files.files, given, n, &err);

    if (!e)
        c->pos = calloc(1, c->plan->pos_size);
    if (e == ST_ENOMEM || (!e && !c->pos))
        return case_no_memory(c);
    if (e) {
        char why[sizeof err.where + sizeof err.text + 16];

        st_error_print(&err, why, sizeof why);
        return case_fail(c, c->now.line, "no game can be set up: %s", why);
    }
    c->table = (struct st_table){ c->plan, c->pos, &c->log.log };
    st_begin(&c->table);
    return case_sane(c, c->now.line, "set up");
}

/* `given SCENARIO key=value..., PIECE in HEX field=value, PIECE...` */
int case_given(struct case_run *c)
{
    const char *text;
    struct case_words w;
    struct st_entry *entry;
    int n, end, e = case_joined(c, " ", &text);

    if (!e)
        e = case_split(c, c->now.line, text, &w);
    if (!e)
        e = end_of_clause(c, &w, 0, &end);
    if (!e && (end == 0 || !w.word[0].text[0]))
        e = case_bad(c, c->now.line, "`given` names a scenario: given SCENARIO key=value...");
    if (!e)
        e = case_entries(c, &w, 1, end, &entry, &n);
    if (!e)
        e = case_dice_left(c);
    if (e)
        return e;
    case_game_end(c);
    e = set_up(c, w.word[0].text, entry, n);
    return e ? e : given_pieces(c, &w, end);
}

/* ---- dice and moves -------------------------------------------------------------------- */

static int let_dice_fall(struct case_run *c)
{
    while (c->next_die < c->ndice && st_now(&c->table).kind == ST_CHANCE) {
        int value = c->die[c->next_die];
        struct st_chance die;

        st_awaited(&c->table, &die);
        if (st_chance_find(&die, value) < 0)
            return case_fail(c, c->now.line, "%s (%s) cannot show %d", die.dice, die.label, value);
        c->next_die++;
        st_take(&c->table, value);
        int e = case_sane(c, c->now.line, "after the die");
        if (e)
            return e;
    }
    return ST_OK;
}

int case_dice(struct case_run *c)
{
    const char *text;
    struct case_words w;
    int e = case_joined(c, " ", &text);

    if (!e)
        e = case_split(c, c->now.line, text, &w);
    if (e)
        return e;
    if (w.n == 0)
        return case_bad(c, c->now.line, "`dice` wants faces: dice 3 5 8");
    if (c->next_die == c->ndice)
        c->next_die = c->ndice = 0;
    for (int i = 0; i < w.n; i++) {
        if (c->ndice == CASE_DICE_MAX)
            return case_bad(c, c->now.line, "more than %d dice waiting", CASE_DICE_MAX);
        if (!st_span_int(st_span_of(w.word[i].text), -9999, 9999, &c->die[c->ndice]))
            return case_bad(c, c->now.line, "`%s` is no face of a die", w.word[i].text);
        c->ndice++;
    }
    if (st_now(&c->table).kind == ST_CHANCE)
        case_log_clear(&c->log);
    return let_dice_fall(c);
}

int case_move(struct case_run *c, const char *text, struct st_move *out)
{
    struct st_refusal why;

    if (st_move_parse(out, c->plan, text, &why))
        return case_fail(c, c->now.line, "%s: %s", text, why.text);
    return ST_OK;
}

static int play_all(struct case_run *c, struct st_span text)
{
    int e = let_dice_fall(c);

    text = st_span_trim(text);
    while (!e && text.len) {
        char name[ST_MOVE_TEXT];
        struct st_move m;
        struct st_refusal why;

        if (st_move_cut(&m, c->plan, &text, name, &why))
            return case_fail(c, c->now.line, "%s: %s", name, why.text);
        if (st_play(&c->table, &m, &why))
            return case_fail(c, c->now.line, "%s is refused: %s %s", name, why.para, why.text);
        e = case_sane(c, c->now.line, name);
        if (!e)
            e = let_dice_fall(c);
    }
    return e;
}

int case_play(struct case_run *c)
{
    const char *text;
    int e = case_joined(c, ";", &text); /* each row begins a move of its own */

    if (e)
        return e;
    if (!text[strspn(text, " \t;")])
        return case_bad(c, c->now.line, "`play` wants a move");
    case_log_clear(&c->log);
    return play_all(c, st_span_of(text));
}

int case_ruling(struct case_run *c)
{
    struct st_move m;
    struct st_refusal why = { "", "this game carries out no moves as rulings; use `set`" };

    if (!c->now.text[0])
        return case_bad(c, c->now.line, "`ruling` wants a move");
    int e = case_move(c, c->now.text, &m);
    if (e)
        return e;
    case_log_clear(&c->log);
    if (!c->game->ruling || c->game->ruling(&c->table, &m, &why))
        return case_fail(c, c->now.line, "%s: %s %s", c->now.text, why.para, why.text);
    c->touched = c->now.line;
    return case_settle(c);
}

/* ---- marks ----------------------------------------------------------------------------- */

static struct case_mark *find_mark(struct case_run *c, const char *name)
{
    for (struct case_mark *m = c->mark; m; m = m->older)
        if (strcmp(m->name, name) == 0)
            return m;
    return NULL;
}

int case_mark(struct case_run *c)
{
    struct case_mark *m = find_mark(c, c->now.text);
    int e = case_dice_left(c);

    if (e)
        return e;
    if (!m) {
        m = st_arena_get(&c->of_case, sizeof *m);
        if (!m)
            return case_no_memory(c);
        m->name = st_arena_text(&c->of_case, c->now.text, strlen(c->now.text));
        m->pos = malloc(c->plan->pos_size);
        if (!m->name || !m->pos) {
            free(m->pos);
            return case_no_memory(c);
        }
        m->older = c->mark;
        c->mark = m;
    }
    memcpy(m->pos, c->pos, c->plan->pos_size);
    return ST_OK;
}

int case_back(struct case_run *c)
{
    const struct case_mark *m = find_mark(c, c->now.text);
    int e = case_dice_left(c);

    if (e)
        return e;
    if (!m)
        return case_bad(c, c->now.line, "no `mark%s%s` stands before", c->now.text[0] ? " " : "",
                        c->now.text);
    memcpy(c->pos, m->pos, c->plan->pos_size);
    case_log_clear(&c->log);
    return ST_OK;
}
