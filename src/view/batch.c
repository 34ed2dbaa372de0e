/* batch.c - see include/sandtable_batch.h. */
#include <sandtable_batch.h>

#include "base/philox.h"
#include "view/gather.h"
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct st_move) == SANDTABLE_ACTION * sizeof(int16_t), "a move is its numbers");

enum { GAMES_MOST = 1 << 20, WIDTH_MOST = 4096, MISSES = 4, LISTED = 256, STEPS_MOST = ST_PLAYOUT_MAX };

struct progress { /* of a game, beside its position */
    uint32_t step, roll, episode;
    uint32_t born; /* the game it was begun as: a copy goes on with the same dice */
};

struct sandtable_batch {
    struct st_plan *plan;
    int games, width, flags;
    uint64_t seed;
    struct st_gather gather;
    unsigned char *pos; /* [games], each gather.room bytes */
    void *first;        /* the position all begin with */
    void *seen;
    unsigned char *was; /* with SANDTABLE_OBSERVED: [games], the position whose numbers stand in number */
    int32_t *number;    /* [games][features] */
    struct progress *progress;
    struct st_move *move; /* [games][width] */
    struct st_move *listed; /* [room]: all moves of a position, on the way */
    int room;
    uint8_t *mask, *sampled;
    int *told; /* [games]: how many moves stand there; beyond them the mask is 0 */
    bool *blind; /* [games]: something is hidden from whoever decides */
    int8_t *side;
    float *reward;
    struct st_buf about;
    char text[ST_MOVE_TEXT];
};

static struct st_table table(const struct sandtable_batch *b, int game)
{
    return (struct st_table){ b->plan, b->pos + (size_t)game * b->gather.room, NULL };
}

/* Dice and draws of a game are told apart by this number. */
static uint64_t serial(const struct sandtable_batch *b, int game)
{
    return (uint64_t)b->progress[game].episode << 32 | b->progress[game].born;
}

/* ---- legal moves ---------------------------------------------------------------------------- */

struct collector {
    struct st_offer offer;
    struct st_move *out;
    int n, max;
    bool more;
};

static bool collect(struct st_offer *o, const struct st_move *m)
{
    struct collector *c = (struct collector *)o;

    if (c->n == c->max)
        c->more = true;
    else
        c->out[c->n++] = *m;
    return !c->more;
}

static bool collect_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    (void)m, (void)fixed;
    ((struct collector *)o)->more = true;
    return false;
}

static bool stands(const struct st_move *m, int n, const struct st_move *drawn)
{
    for (int i = 0; i < n; i++)
        if (memcmp(&m[i], drawn, sizeof *m) == 0)
            return true;
    return false;
}

/* Where drawing means listing, all are listed once, and each is as likely as any other. The first is that
 * of a playout. */
static int draw_of_all(struct sandtable_batch *b, const struct st_table *t, uint64_t seed, struct st_move *out)
{
    int all = st_offers(t, b->listed, b->room), first = 0;

    if (all > b->room) {
        struct st_move *more = realloc(b->listed, (size_t)all * sizeof *more);

        if (!more)
            return 0;
        b->listed = more;
        b->room = all;
        st_offers(t, more, all);
    }
    for (int i = 1; i < all; i++)
        if (st_pick(seed, (uint32_t)i + 1, (uint32_t)i + 1) == 0)
            first = i;
    for (int n = 0; n < b->width && n < all; n++) {
        int i = n ? n + (int)st_pick(seed, (uint32_t)(all + n), (uint32_t)(all - n)) : first;

        out[n] = b->listed[i];
        b->listed[i] = b->listed[n];
    }
    return all < b->width ? all : b->width;
}

/* Different moves, until none that is new has come up for some draws; the first is that of a playout. */
static int draw(struct sandtable_batch *b, const struct st_table *t, int game, struct st_move *out)
{
    uint64_t seed = (b->seed + serial(b, game)) * 0x9e3779b97f4a7c15u + b->progress[game].step;
    int n = 0;

    if (!st_step_now(t)->sample && b->width > 1) {
        n = draw_of_all(b, t, seed, out);
        if (n)
            return n;
    }
    for (int i = 0, missed = 0; missed < MISSES && n < b->width; i++)
        if (st_sample(t, seed + ((uint64_t)i << 40), &out[n]) && !stands(out, n, &out[n])) {
            n++;
            missed = 0;
        } else {
            missed++;
        }
    return n;
}

/* A wide mask is mostly 0, and was so before. */
static void tell_moves(struct sandtable_batch *b, int game, int n)
{
    uint8_t *mask = b->mask + (size_t)game * (size_t)b->width;

    if (n > b->told[game])
        memset(mask + b->told[game], 1, (size_t)(n - b->told[game]));
    else
        memset(mask + n, 0, (size_t)(b->told[game] - n));
    b->told[game] = n;
}

static void list(struct sandtable_batch *b, int game, const struct st_table *t)
{
    struct st_move *out = b->move + (size_t)game * (size_t)b->width;
    struct collector c = { { .add = collect, .family = collect_family }, out, 0, b->width, true };

    if (!(b->flags & SANDTABLE_SAMPLED)) {
        c.more = false;
        st_step_now(t)->offer(t, &c.offer);
    }
    if (c.more)
        c.n = draw(b, t, game, out);
    b->sampled[game] = c.more;
    tell_moves(b, game, c.n);
}

/* ---- going on ---------------------------------------------------------------------------------- */

/* As side may see it: a copy only where something is hidden. */
static struct st_table look(const struct sandtable_batch *b, int game, int side)
{
    struct st_table t = table(b, game);
    const struct st_game *g = b->plan->game;

    if (g->observe && (!g->hides || g->hides(&t, side))) {
        g->observe(&t, side, b->seen);
        t.pos = b->seen;
    }
    return t;
}

static void end(struct sandtable_batch *b, int game, const struct st_table *t)
{
    int winner = st_winner(t);

    b->side[game] = -1;
    b->sampled[game] = 0;
    tell_moves(b, game, 0);
    for (int s = 0; s < ST_SIDES && winner != ST_DRAW; s++)
        b->reward[ST_SIDES * game + s] = s == winner ? 1 : -1;
}

/* Dice fall until somebody decides or it is over; what he may do is listed. */
static void settle(struct sandtable_batch *b, int game)
{
    struct st_table t = table(b, game);
    struct progress *p = &b->progress[game];
    struct st_chance c;

    for (; st_now(&t).kind == ST_CHANCE; p->step++) {
        st_awaited(&t, &c);
        st_take(&t, st_seeded_face(b->seed, serial(b, game), p->roll++, &c));
    }
    if (st_now(&t).kind == ST_OVER || p->step >= STEPS_MOST) {
        end(b, game, &t);
        return;
    }
    b->side[game] = (int8_t)st_now(&t).side;
    struct st_table seen = look(b, game, b->side[game]);
    b->blind[game] = seen.pos != t.pos;
    list(b, game, &seen);
    if (b->number)
        st_gather_changed(&b->gather, &seen, b->was + (size_t)game * b->gather.room,
                          b->number + (size_t)game * (size_t)b->gather.n);
}

static void begin(struct sandtable_batch *b, int game)
{
    b->progress[game].step = b->progress[game].roll = 0;
    b->progress[game].born = (uint32_t)game;
    memcpy(table(b, game).pos, b->first, b->plan->pos_size);
    b->reward[ST_SIDES * game] = b->reward[ST_SIDES * game + 1] = 0;
    settle(b, game);
}

/* Found where something is hidden, it is asked about again: it is legal whatever that is. */
static void play(struct st_table *t, const struct st_move *m, bool blind)
{
    if (blind)
        st_assert(st_play(t, m, NULL) == ST_LEGAL);
    else
        st_play_given(t, m);
}

int sandtable_batch_step(struct sandtable_batch *b, const int32_t *choice)
{
    int playing = 0;

    for (int i = 0; i < b->games; i++)
        if (b->side[i] >= 0 && choice[i] != -1 &&
            (choice[i] < 0 || choice[i] >= b->width || !b->mask[(size_t)i * (size_t)b->width + (size_t)choice[i]]))
            return -1;
    for (int i = 0; i < b->games; i++) {
        struct st_table t = table(b, i);

        b->reward[ST_SIDES * i] = b->reward[ST_SIDES * i + 1] = 0;
        if (b->side[i] >= 0 && choice[i] >= 0) {
            play(&t, &b->move[(size_t)i * (size_t)b->width + (size_t)choice[i]], b->blind[i]);
            b->progress[i].step++;
            settle(b, i);
        }
        playing += b->side[i] >= 0;
    }
    return playing;
}

void sandtable_batch_reset(struct sandtable_batch *b, int game)
{
    for (int i = 0; i < b->games; i++)
        if (game == i || (game < 0 && b->side[i] < 0)) {
            b->progress[i].episode++;
            begin(b, i);
        }
}

void sandtable_batch_seed(struct sandtable_batch *b, uint64_t seed)
{
    b->seed = seed;
    for (int i = 0; i < b->games; i++) {
        b->progress[i].episode = 0;
        begin(b, i);
    }
}

void sandtable_batch_copy(struct sandtable_batch *b, int from, int to)
{
    size_t width = (size_t)b->width, f = (size_t)from, t = (size_t)to;

    if (from < 0 || to < 0 || from >= b->games || to >= b->games || from == to)
        return;
    memcpy(table(b, to).pos, table(b, from).pos, b->plan->pos_size);
    b->progress[to] = b->progress[from];
    memcpy(b->move + t * width, b->move + f * width, width * sizeof *b->move);
    tell_moves(b, to, b->told[from]);
    if (b->number) {
        size_t n = (size_t)b->gather.n, room = b->gather.room;

        memcpy(b->was + t * room, b->was + f * room, room);
        memcpy(b->number + t * n, b->number + f * n, n * sizeof *b->number);
    }
    memcpy(b->reward + ST_SIDES * t, b->reward + ST_SIDES * f, ST_SIDES * sizeof *b->reward);
    b->sampled[to] = b->sampled[from];
    b->blind[to] = b->blind[from];
    b->side[to] = b->side[from];
}

/* ---- looking ------------------------------------------------------------------------------------- */

void sandtable_batch_observe(struct sandtable_batch *b, int game, int side, int32_t *out)
{
    struct st_table t = look(b, game, side);

    st_gather_all(&b->gather, &t, out);
}

void sandtable_batch_observe_all(struct sandtable_batch *b, int32_t *out)
{
    size_t n = (size_t)b->gather.n;

    for (int i = 0; i < b->games; i++)
        if (b->side[i] >= 0)
            sandtable_batch_observe(b, i, b->side[i], out + (size_t)i * n);
        else
            memset(out + (size_t)i * n, 0, n * sizeof *out);
}

const char *sandtable_batch_text(struct sandtable_batch *b, int game, int place)
{
    size_t at = (size_t)game * (size_t)b->width + (size_t)place;

    b->text[0] = 0;
    if (game >= 0 && game < b->games && place >= 0 && place < b->width && b->mask[at])
        st_move_print(b->plan, &b->move[at], b->text, sizeof b->text);
    return b->text;
}

const int8_t *sandtable_batch_side(const struct sandtable_batch *b)
{
    return b->side;
}

const uint8_t *sandtable_batch_mask(const struct sandtable_batch *b)
{
    return b->mask;
}

const int16_t *sandtable_batch_action(const struct sandtable_batch *b)
{
    return (const int16_t *)b->move;
}

const uint8_t *sandtable_batch_sampled(const struct sandtable_batch *b)
{
    return b->sampled;
}

const float *sandtable_batch_reward(const struct sandtable_batch *b)
{
    return b->reward;
}

const int32_t *sandtable_batch_observed(const struct sandtable_batch *b)
{
    return b->number;
}

int sandtable_batch_features(const struct sandtable_batch *b)
{
    return b->gather.n;
}

const char *sandtable_batch_about(const struct sandtable_batch *b)
{
    return st_buf_text(&b->about);
}

/* ---- making one ------------------------------------------------------------------------------------ */

/* "N1.hex", "English.lost", "turn". */
static void name_feature(struct st_json *j, const struct st_plan *p, const struct st_feature *x)
{
    const struct st_field *f = x->field;
    const struct st_names *of = f && f->of ? st_plan_list(p, f->of) : NULL;
    const char *owner = !f || !f->of ? "" : strcmp(f->of, "side") == 0 ? p->side[x->piece] : of->name[x->piece];
    char name[ST_NAME_MAX + 80];

    snprintf(name, sizeof name, "%s%s%s", owner, owner[0] ? "." : "", f ? f->name : "step");
    st_json_text(j, NULL, name);
}

static void describe(struct sandtable_batch *b)
{
    const struct st_plan *p = b->plan;
    struct st_json j = { &b->about, false };

    st_json_open(&j, NULL, '{');
    st_json_text(&j, "game", p->game->id);
    st_json_text(&j, "scenario", p->id);
    st_json_open(&j, "sides", '[');
    for (int s = 0; s < ST_SIDES; s++)
        st_json_text(&j, NULL, p->side[s]);
    st_json_close(&j, ']');
    st_json_int(&j, "games", b->games);
    st_json_int(&j, "width", b->width);
    st_json_open(&j, "features", '[');
    for (int i = 0; i < b->gather.n; i++)
        name_feature(&j, p, &b->gather.feature[i]);
    st_json_close(&j, ']');
    st_json_open(&j, "steps", '[');
    for (int i = 0; i < p->game->nsteps; i++)
        st_json_text(&j, NULL, p->game->steps[i] ? p->game->steps[i]->name : "");
    st_json_close(&j, ']');
    st_json_open(&j, "verbs", '[');
    for (int i = 0; i < p->game->nverbs; i++)
        st_json_text(&j, NULL, p->game->verbs[i].form);
    st_json_close(&j, ']');
    st_json_close(&j, '}');
}

static int no_memory(struct st_error *err)
{
    return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

/* "key=value", one on a line; the texts are cut up in place. */
static int read_keys(char *keys, struct st_entry *out, int most, int *n, struct st_error *err)
{
    for (char *line = keys, *next; line && *line; line = next) {
        char *sign = strchr(line, '=');

        next = strchr(line, '\n');
        if (next)
            *next++ = 0;
        if (!line[0])
            continue;
        if (!sign || (next && sign >= next) || *n == most)
            return st_fail(err, ST_EUSAGE, NULL, 0, "`%.60s` is no key=value of a scenario", line);
        *sign = 0;
        out[(*n)++] = (struct st_entry){ .key = line, .value = sign + 1 };
    }
    return ST_OK;
}

static int make_plan(struct st_plan **out, const char *name, const char *keys, struct st_error *err)
{
    const struct st_game *g = NULL;
    char game[64], *own = malloc(strlen(keys) + 1);
    struct st_entry given[64];
    size_t len = strcspn(name, "/");
    int n = 0, e = own ? ST_OK : no_memory(err);

    snprintf(game, sizeof game, "%.*s", (int)(len < 63 ? len : 63), name);
    if (!e)
        e = st_view_game_find(&g, game, err);
    if (!e && !name[len])
        e = st_fail(err, ST_EUSAGE, NULL, 0, "which scenario of %s?", game);
    if (!e) {
        memcpy(own, keys, strlen(keys) + 1);
        e = read_keys(own, given, 64, &n, err);
    }
    if (!e)
        e = st_plan_make(out, g, name + len + 1, &st_files_library, given, n, err);
    free(own);
    return e;
}

static int make_room(struct sandtable_batch *b, struct st_error *err)
{
    size_t games = (size_t)b->games, all = games * (size_t)b->width;
    int e = st_gather_open(&b->gather, b->plan, b->flags & SANDTABLE_MEASURES, err);

    if (e)
        return e;
    b->pos = calloc(games, b->gather.room);
    b->first = calloc(1, b->gather.room);
    b->seen = calloc(1, b->gather.room);
    b->progress = calloc(games, sizeof *b->progress);
    b->move = calloc(all, sizeof *b->move);
    b->listed = calloc(LISTED, sizeof *b->listed);
    b->room = LISTED;
    b->mask = calloc(all, 1);
    b->sampled = calloc(games, 1);
    b->told = calloc(games, sizeof *b->told);
    b->blind = calloc(games, sizeof *b->blind);
    b->side = calloc(games, 1);
    b->reward = calloc(games * ST_SIDES, sizeof *b->reward);
    if (b->flags & SANDTABLE_OBSERVED) {
        b->was = calloc(games, b->gather.room);
        b->number = calloc(games * (size_t)b->gather.n, sizeof *b->number);
    }
    if (!b->pos || !b->first || !b->seen || !b->progress || !b->move || !b->listed || !b->mask || !b->sampled || !b->told || !b->blind || !b->side ||
        !b->reward || (b->flags & SANDTABLE_OBSERVED && !(b->was && b->number)))
        return no_memory(err);
    describe(b);
    return b->about.failed ? no_memory(err) : ST_OK;
}

struct sandtable_batch *sandtable_batch_new(const char *name, const char *keys, int games, int width, int flags,
                                            uint64_t seed, char *why, int room)
{
    struct sandtable_batch *b = calloc(1, sizeof *b);
    struct st_error err;
    int e = b ? ST_OK : no_memory(&err);

    if (!e && (games < 1 || games > GAMES_MOST || width < 1 || width > WIDTH_MOST))
        e = st_fail(&err, ST_EUSAGE, NULL, 0, "a batch has 1 to %d games and 1 to %d moves each", GAMES_MOST,
                    WIDTH_MOST);
    if (!e)
        e = make_plan(&b->plan, name ? name : "", keys ? keys : "", &err);
    if (!e) {
        b->games = games;
        b->width = width;
        b->flags = flags;
        e = make_room(b, &err);
    }
    if (e) {
        if (why && room > 0)
            st_error_print(&err, why, (size_t)room);
        sandtable_batch_free(b);
        return NULL;
    }
    struct st_table t = { b->plan, b->first, NULL };
    st_begin(&t);
    for (int i = 0; b->number && i < games; i++) {
        memcpy(b->was + (size_t)i * b->gather.room, b->first, b->gather.room);
        st_gather_all(&b->gather, &t, b->number + (size_t)i * (size_t)b->gather.n);
    }
    sandtable_batch_seed(b, seed);
    return b;
}

void sandtable_batch_free(struct sandtable_batch *b)
{
    if (!b)
        return;
    st_plan_free(b->plan);
    st_gather_close(&b->gather);
    free(b->pos);
    free(b->first);
    free(b->seen);
    free(b->was);
    free(b->number);
    free(b->progress);
    free(b->move);
    free(b->listed);
    free(b->mask);
    free(b->sampled);
    free(b->told);
    free(b->blind);
    free(b->side);
    free(b->reward);
    st_buf_free(&b->about);
    free(b);
}
