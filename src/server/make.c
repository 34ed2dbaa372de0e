/* make.c - a new table, as asked for by POST /api/tables: docs/protocol.md. */
#include "server/work.h"

#include "ai/player.h"
#include "server/token.h"
#include "view/facade.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ID_DIGITS = 16 };

struct wish { /* what is asked for; texts belong to the JSON */
    const char *scenario, *record, *mode;
    const json_t *set, *seats;
    bool typed, umpire, undo_free;
};

struct tokens {
    char text[ST_SEATS][SRV_TOKEN_SIZE];
};

/* ---- what is asked for ------------------------------------------------------------------ */

static int bad_wish(struct st_error *err, const char *text)
{
    return st_fail(err, ST_EUSAGE, NULL, 0, "%s", text);
}

/* Options of the facade are lines: a value that brought its own would be two of them. */
static bool is_line(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 32 || *text == 127)
            return false;
    return true;
}

static int read_text(const json_t *from, const char *key, const char **out, struct st_error *err)
{
    const json_t *v = json_object_get(from, key);

    *out = json_string_value(v);
    if (v && !*out)
        return st_fail(err, ST_EUSAGE, NULL, 0, "`%s` is not a text", key);
    return ST_OK;
}

static int read_dice(struct wish *w, const json_t *from, struct st_error *err)
{
    const char *dice;
    int e = read_text(from, "dice", &dice, err);

    if (e || !dice)
        return e;
    w->typed = strcmp(dice, "typed") == 0;
    return w->typed || strcmp(dice, "rolled") == 0 ? ST_OK
                                                   : bad_wish(err, "dice are `rolled` or `typed`");
}

static int read_undo(struct wish *w, const json_t *from, struct st_error *err)
{
    const char *undo;
    int e = read_text(from, "undo", &undo, err);

    if (e || !undo)
        return e;
    w->undo_free = strcmp(undo, "free") == 0;
    return w->undo_free || strcmp(undo, "ask") == 0 ? ST_OK
                                                    : bad_wish(err, "undo is `ask` or `free`");
}

static int check_keys(json_t *from, struct st_error *err)
{
    static const char *const known[] = { "scenario", "set",    "seats",  "dice",
                                         "mode",     "record", "umpire", "undo" };
    const char *key;
    json_t *value;

    json_object_foreach(from, key, value)
    {
        bool found = false;

        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            found |= strcmp(key, known[i]) == 0;
        if (!found)
            return st_fail(err, ST_EUSAGE, NULL, 0, "a table has no `%.40s`", key);
    }
    return ST_OK;
}

static int read_wish(struct wish *w, json_t *from, struct st_error *err)
{
    *w = (struct wish){ .set = json_object_get(from, "set"),
                        .seats = json_object_get(from, "seats") };
    if (!json_is_object(from))
        return bad_wish(err, "not an object");
    int e = check_keys(from, err);
    if (!e)
        e = read_text(from, "scenario", &w->scenario, err);
    if (!e)
        e = read_text(from, "record", &w->record, err);
    if (!e)
        e = read_text(from, "mode", &w->mode, err);
    if (!e)
        e = read_dice(w, from, err);
    if (!e)
        e = read_undo(w, from, err);
    if (!e && !w->scenario == !w->record)
        e = bad_wish(err, "a table needs either a `scenario` or a `record`");
    if (!e && w->record && (w->set || w->mode))
        e = bad_wish(err, "a record has its own `set` and `mode`");
    if (!e && w->set && !json_is_array(w->set))
        e = bad_wish(err, "`set` is not a list");
    if (!e && w->seats && !json_is_object(w->seats))
        e = bad_wish(err, "`seats` is not an object");
    const json_t *umpire = json_object_get(from, "umpire");
    if (!e && umpire && !json_is_boolean(umpire))
        e = bad_wish(err, "`umpire` is neither true nor false");
    w->umpire = json_is_true(umpire);
    return e;
}

/* ---- the game --------------------------------------------------------------------------- */

static int add_option(struct st_buf *out, const char *word, const char *value, struct st_error *err)
{
    if (!value || !is_line(value))
        return st_fail(err, ST_EUSAGE, NULL, 0, "`%s` must be a text on one line", word);
    st_buf_add(out, "%s %s\n", word, value);
    return ST_OK;
}

/* Who sits where goes into the record's tags, so far as it is known. */
static int seat_options(struct st_buf *out, const json_t *seats, struct st_error *err)
{
    static const char computer[] = "computer:";
    const char *side;
    json_t *seat;
    int e = ST_OK;

    json_object_foreach((json_t *)(uintptr_t)seats, side, seat)
    {
        const char *who = json_string_value(seat);
        char tag[120] = "";

        if (who && strncmp(who, computer, sizeof computer - 1) == 0)
            snprintf(tag, sizeof tag, "%.60s=ai:%.40s", side, who + sizeof computer - 1);
        else
            snprintf(tag, sizeof tag, "%.60s=human", side);
        if (!e)
            e = add_option(out, "seat", tag, err);
    }
    return e;
}

static int open_scenario(struct srv_table *t, const struct wish *w, struct st_error *err)
{
    struct st_buf options = { 0 };
    int e = seat_options(&options, w->seats, err);

    st_buf_add(&options, "dice hand\n");
    for (size_t i = 0; i < json_array_size(w->set) && !e; i++)
        e = add_option(&options, "set", json_string_value(json_array_get(w->set, i)), err);
    if (!e && w->mode)
        e = add_option(&options, "mode", w->mode, err);
    if (!e && options.failed)
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    if (!e) {
        sandtable_open(t->handle, w->scenario, st_buf_text(&options));
        e = st_facade_error(t->handle, err);
    }
    if (!e && !w->typed)
        e = srv_random(&t->seed, sizeof t->seed, err);
    st_buf_free(&options);
    return e;
}

static int count_lines(const char *text)
{
    int n = 1;

    while ((text = strchr(text, '\n')) && n <= SRV_LINES_MAX + 2 * SRV_UPLOADED_NOTES)
        text++, n++;
    return n;
}

/* As many lines of play and remarks as might have been made here, and no more. Counted before it is
 * read, for a line in memory is longer than one of text. */
static int check_size(const struct st_record *r, const char *text, struct st_error *err)
{
    int play = r ? srv_play_lines(r) : 0, notes = r ? r->nlines - play : 0;

    if (!r && count_lines(text) > SRV_LINES_MAX + 2 * SRV_UPLOADED_NOTES)
        return st_fail(err, ST_ELIMIT, "record", 0, "more than the %d lines that we keep",
                       SRV_LINES_MAX);
    if (play > SRV_LINES_MAX)
        return st_fail(err, ST_ELIMIT, "record", 0, "%d lines of play, and we keep %d", play,
                       SRV_LINES_MAX);
    if (notes > SRV_UPLOADED_NOTES)
        return st_fail(err, ST_ELIMIT, "record", 0, "%d remarks, and we keep %d", notes,
                       SRV_UPLOADED_NOTES);
    return ST_OK;
}

/* A record that is taken up by others goes on with other dice than its seed's, which its owner
 * knows: it is no more a game of one seed. */
static int open_record(struct srv_table *t, const struct wish *w, struct st_error *err)
{
    struct st_record *r = NULL;
    int e = check_size(NULL, w->record, err);

    if (!e)
        e = st_record_parse(&r, w->record, strlen(w->record), "record", err);
    if (!e)
        e = check_size(r, w->record, err);
    if (!e)
        e = srv_table_load(t, r, err);
    if (!e)
        e = srv_random(&t->seed, sizeof t->seed, err);
    t->seed_game = 0;
    st_record_free(r);
    return e;
}

static const struct st_plan *plan_of(const struct srv_table *t)
{
    return st_session_table(st_facade_session(t->handle))->plan;
}

/* ---- who sits there --------------------------------------------------------------------- */

static bool is_player(const char *kind)
{
    for (int i = 0; i < st_nplayer_kinds; i++)
        if (strcmp(kind, st_player_kinds[i]) == 0)
            return true;
    return false;
}

static int read_seat(struct st_kept *k, int side, const json_t *seat, struct st_error *err)
{
    static const char computer[] = "computer:";
    const char *who = seat ? json_string_value(seat) : "here";

    if (!who || (strcmp(who, "here") != 0 && strcmp(who, "link") != 0 &&
                 !(strncmp(who, computer, sizeof computer - 1) == 0 &&
                   is_player(who + sizeof computer - 1))))
        return st_fail(err, ST_EUSAGE, NULL, 0,
                       "the seat of %s is `here`, `link`, `computer:greedy` or `computer:random`",
                       k->side[side]);
    snprintf(k->seat[side], sizeof k->seat[side], "%s", who);
    return ST_OK;
}

static int check_sides(const struct st_plan *p, const json_t *seats, struct st_error *err)
{
    const char *side;
    json_t *seat;

    json_object_foreach((json_t *)(uintptr_t)seats, side, seat)
    {
        char near[160];

        if (st_view_side_find(p, side) >= 0)
            continue;
        st_choices(near, sizeof near, side, p->side, ST_SIDES);
        return st_fail(err, ST_EUSAGE, NULL, 0, "no side `%.40s`; %s", side, near);
    }
    return ST_OK;
}

static int give_token(struct st_kept *k, int seat, struct tokens *tokens, struct st_error *err)
{
    int e = srv_token_make(tokens->text[seat], err);

    if (!e)
        e = srv_token_hash(tokens->text[seat], SRV_TOKEN_SIZE - 1, k->token[seat], err);
    k->has_token[seat] = !e;
    return e;
}

/* Whoever makes a table may sit at it: where things are hidden from somebody elsewhere, or from him,
 * nobody sees all of it unless that was asked for, and then everybody can read it in the list. Where
 * computers play each other there is nobody to hide anything from. */
static bool wants_umpire(const struct srv_table *t, const struct wish *w)
{
    int here = 0, people = 0;

    for (int i = 0; i < ST_SIDES; i++) {
        here += strcmp(t->fixed.seat[i], "here") == 0;
        people += strncmp(t->fixed.seat[i], "computer", 8) != 0;
    }
    return w->umpire || here == ST_SIDES || people == 0 || !t->secrets;
}

static int seat_all(struct srv_table *t, const struct wish *w, struct tokens *tokens,
                    struct st_error *err)
{
    const struct st_plan *p = plan_of(t);
    struct st_kept *k = &t->fixed;
    int e = check_sides(p, w->seats, err);

    snprintf(k->game, sizeof k->game, "%s", p->game->id);
    snprintf(k->scenario, sizeof k->scenario, "%s", p->id);
    snprintf(k->title, sizeof k->title, "%s", p->title);
    k->typed = w->typed;
    k->undo_free = w->undo_free;
    k->made = time(NULL);
    t->secrets = p->game->observe;
    for (int i = 0; i < ST_SIDES && !e; i++) {
        snprintf(k->side[i], sizeof k->side[i], "%s", p->side[i]);
        e = read_seat(k, i, json_object_get(w->seats, p->side[i]), err);
        if (!e && strncmp(k->seat[i], "computer", 8) != 0)
            e = give_token(k, i, tokens, err);
    }
    if (!e && wants_umpire(t, w))
        e = give_token(k, ST_SEAT_UMPIRE, tokens, err);
    if (!e)
        e = srv_id_make(k->id, ID_DIGITS, err);
    memcpy(t->id, k->id, sizeof t->id);
    return e;
}

/* ---- keeping it ------------------------------------------------------------------------- */

/* The tags as they are kept: with the seed, if there is one for the whole game. */
static int print_head(struct srv_call *c, bool seeded, struct st_error *err)
{
    const struct st_record *r = st_session_record(st_facade_session(c->table->handle));
    struct st_record *copy = NULL;
    struct st_buf head = { 0 };
    char dice[60];
    int e;

    st_record_print_tags(r, &head);
    if (head.failed)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    e = st_record_parse(&copy, st_buf_text(&head), head.len, "record", err);
    snprintf(dice, sizeof dice, "seed:%llu", (unsigned long long)c->table->seed);
    if (!e && seeded)
        e = st_record_set(copy, "Dice", dice, err);
    head.len = 0;
    if (!e)
        st_record_print_tags(copy, &head);
    if (!e && head.failed)
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    st_record_free(copy);
    if (e)
        st_buf_free(&head);
    c->change.head = head.text;
    return e;
}

static void answer_tokens(struct srv_call *c, const struct tokens *tokens)
{
    const struct st_kept *k = &c->table->fixed;
    struct st_buf text = { 0 };
    struct st_json j = { &text, false };

    st_json_open(&j, NULL, '{');
    st_json_text(&j, "id", k->id);
    st_json_open(&j, "tokens", '{');
    for (int i = 0; i < ST_SIDES; i++)
        if (k->has_token[i])
            st_json_text(&j, k->side[i], tokens->text[i]);
    if (k->has_token[ST_SEAT_UMPIRE])
        st_json_text(&j, "umpire", tokens->text[ST_SEAT_UMPIRE]);
    st_json_close(&j, '}');
    st_json_close(&j, '}');
    if (!text.failed)
        srv_answer(c, st_buf_text(&text));
    st_buf_free(&text);
    c->status = 201;
}

static int make(struct srv_call *c, json_t *from, struct tokens *tokens, struct st_error *err)
{
    struct srv_table *t = c->table;
    struct wish w;
    int e = read_wish(&w, from, err);

    if (!e)
        e = srv_table_open(t, c->hall, err);
    if (!e)
        e = w.scenario ? open_scenario(t, &w, err) : open_record(t, &w, err);
    if (!e)
        e = seat_all(t, &w, tokens, err);
    return e ? e : print_head(c, w.scenario && !w.typed, err);
}

const char *srv_make(struct srv_call *c)
{
    struct tokens tokens;
    json_error_t why;
    json_t *from = json_loadb(c->body, c->body_len, JSON_REJECT_DUPLICATES, &why);
    struct st_error err;

    if (!from)
        return srv_fail(c, 400, ST_ESYNTAX, why.text);
    int e = make(c, from, &tokens, &err);
    json_decref(from);
    if (e) {
        srv_table_forget(c->table);
        return srv_fail_with(c, e == ST_ENOMEM || e == ST_EIO ? 500 : 400, &err);
    }
    srv_settle(c, 0);
    c->made = c->changed;
    if (c->made)
        answer_tokens(c, &tokens);
    return NULL;
}
