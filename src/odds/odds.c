/* odds.c - see odds.h. Explore what the dice may lead to, then work out the chances (chain.c).
 *
 * Positions are kept each once, as their difference from the one that was asked about: a mask of
 * the blocks that differ, then those blocks; a table of slots finds them by their hash. Each is
 * looked at in the order it was first met: it waits for a die (one edge for each position a face
 * leads to), for a player whose answer the policy knows (one edge), or it is an end of the question
 * (no edge). Ends that make the same row are one.
 */
#include "odds/odds.h"

#include "base/hash.h"
#include "odds/chain.h"
#include "odds/wide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 16, DEFAULT_MAX = 1000000, BLOCK = 32, WORD = 64, THROWS_AHEAD = 500 };

struct end { /* what tells an end from another: its row */
    int value[ST_PROBES], side, midway;
    const char *step, *die;
    uint32_t v; /* the first position met that makes this row */
};

struct explorer {
    const struct st_ask *ask;
    struct st_odds *told; /* where the faces of the first die go; NULL: nobody asks */
    struct st_table at;   /* the position at work */
    void *before;         /* and as it was before an answer was tried */
    void *fell;           /* what the last face led to */
    struct st_scope scope; /* of the question */

    size_t size;   /* of a position */
    uint32_t nblocks, nwords; /* it is so many blocks; the mask is so many words */
    uint8_t *base; /* what the others are compared with, in whole blocks as at.pos is */
    uint8_t *here; /* the position that is looked at */
    uint8_t *packed; /* the position at work, as it is kept */
    size_t npacked;
    uint8_t *kept; /* all of them, one behind the other */
    size_t nkept, kept_room;
    size_t *where; /* begin of each; one more tells the end of the last */
    uint64_t *hash;
    struct st_chain_node *node;
    uint32_t n, room, max;
    uint32_t *slot; /* 0: free; else a number of a position, from 1 */
    uint32_t nslots;
    struct st_chain_edge *edge;
    uint32_t nedges, edge_room;
    struct end *end;
    uint32_t *end_slot; /* as slot */
    uint32_t nends, nend_slots;
    size_t dice_nodes;
    uint32_t face_to[ST_FACES_MAX]; /* where the faces of the first die lead */
    bool complete;
};

/* ---- memory ----------------------------------------------------------------------------- */

/* block is where the pointer to it is kept. False, and everything as it was, if memory ran out. */
static bool resize(void *block, size_t count, size_t size)
{
    void *old, *grown;
    size_t bytes;

    memcpy(&old, block, sizeof old);
    if (__builtin_mul_overflow(count, size, &bytes) || !(grown = realloc(old, bytes)))
        return false;
    memcpy(block, &grown, sizeof grown);
    return true;
}

/* In whole blocks: what is behind the position stays 0. */
static uint8_t *new_position(const struct explorer *x)
{
    return calloc(x->nblocks, BLOCK);
}

static bool more_slots(struct explorer *x, uint32_t nslots)
{
    uint32_t *slot = calloc(nslots, sizeof *slot);

    if (!slot)
        return false;
    for (uint32_t v = 0; v < x->n; v++) {
        uint32_t i = (uint32_t)x->hash[v] & (nslots - 1);

        while (slot[i])
            i = (i + 1) & (nslots - 1);
        slot[i] = v + 1;
    }
    free(x->slot);
    x->slot = slot;
    x->nslots = nslots;
    return true;
}

static bool more_room(struct explorer *x, uint32_t room)
{
    if (!resize(&x->where, (size_t)room + 1, sizeof *x->where) ||
        !resize(&x->hash, room, sizeof *x->hash) || !resize(&x->node, room, sizeof *x->node) ||
        !more_slots(x, 4 * room))
        return false;
    x->room = room;
    return true;
}

static bool more_edges(struct explorer *x)
{
    if (x->nedges + ST_FACES_MAX <= x->edge_room)
        return true;
    uint32_t room = 2 * x->edge_room + 4 * ST_FACES_MAX;
    if (room > UINT32_MAX / 4 || !resize(&x->edge, room, sizeof *x->edge))
        return false;
    x->edge_room = room;
    return true;
}

static void explorer_free(struct explorer *x)
{
    free(x->at.pos);
    free(x->before);
    free(x->fell);
    free(x->base);
    free(x->here);
    free(x->packed);
    free(x->kept);
    free(x->where);
    free(x->end);
    free(x->end_slot);
    free(x->hash);
    free(x->node);
    free(x->slot);
    free(x->edge);
}

/* ---- exploring -------------------------------------------------------------------------- */

static bool blocks_differ(const uint8_t *a, const uint8_t *b)
{
    uint64_t one[BLOCK / 8], other[BLOCK / 8];

    memcpy(one, a, BLOCK);
    memcpy(other, b, BLOCK);
    return ((one[0] ^ other[0]) | (one[1] ^ other[1]) | (one[2] ^ other[2]) |
            (one[3] ^ other[3])) != 0;
}

static bool positions_differ(const struct explorer *x, const uint8_t *a, const uint8_t *b)
{
    for (uint32_t i = 0; i < x->nblocks; i++)
        if (blocks_differ(a + (size_t)i * BLOCK, b + (size_t)i * BLOCK))
            return true;
    return false;
}

/* In blocks, for most are a few: this is done for every face of every die. */
static void copy_position(const struct explorer *x, uint8_t *to, const uint8_t *from)
{
    for (uint32_t i = 0; i < x->nblocks; i++)
        memcpy(to + (size_t)i * BLOCK, from + (size_t)i * BLOCK, BLOCK);
}

/* The position at work as its difference from the base. */
static void pack(struct explorer *x)
{
    const uint8_t *at = x->at.pos;
    uint8_t *to = x->packed + x->nwords * sizeof(uint64_t);

    for (uint32_t w = 0; w < x->nwords; w++) {
        uint32_t last = x->nblocks - w * WORD < WORD ? x->nblocks - w * WORD : WORD;
        uint64_t mask = 0;

        for (uint32_t b = 0; b < last; b++) {
            size_t from = ((size_t)w * WORD + b) * BLOCK;

            if (blocks_differ(at + from, x->base + from)) {
                mask |= (uint64_t)1 << b;
                memcpy(to, at + from, BLOCK);
                to += BLOCK;
            }
        }
        memcpy(x->packed + w * sizeof mask, &mask, sizeof mask);
    }
    x->npacked = (size_t)(to - x->packed);
}

/* Position v as it was met, until the next one is asked for. */
static void *position(struct explorer *x, uint32_t v)
{
    const uint8_t *kept = x->kept + x->where[v], *from = kept + x->nwords * sizeof(uint64_t);

    memcpy(x->here, x->base, (size_t)x->nblocks * BLOCK);
    for (uint32_t w = 0; w < x->nwords; w++) {
        uint64_t mask;

        memcpy(&mask, kept + w * sizeof mask, sizeof mask);
        for (; mask; mask &= mask - 1, from += BLOCK)
            memcpy(x->here + ((size_t)w * WORD + (size_t)__builtin_ctzll(mask)) * BLOCK, from,
                   BLOCK);
    }
    return x->here;
}

static bool is_kept_as(const struct explorer *x, uint32_t v)
{
    return x->where[v + 1] - x->where[v] == x->npacked &&
           memcmp(x->kept + x->where[v], x->packed, x->npacked) == 0;
}

static bool keep(struct explorer *x)
{
    if (x->nkept + x->npacked > x->kept_room) {
        size_t room = 2 * x->kept_room + x->npacked + FIRST_ROOM * BLOCK;

        if (!resize(&x->kept, room, 1))
            return false;
        x->kept_room = room;
    }
    memcpy(x->kept + x->nkept, x->packed, x->npacked);
    x->where[x->n] = x->nkept;
    x->nkept += x->npacked;
    x->where[x->n + 1] = x->nkept;
    return true;
}

/* The number of the position at work, met before or new; beyond the limit it is lost. */
static bool number_of(struct explorer *x, uint32_t *out)
{
    pack(x);
    uint64_t hash = st_hash(x->packed, x->npacked);
    uint32_t i = (uint32_t)hash & (x->nslots - 1);

    for (; x->slot[i]; i = (i + 1) & (x->nslots - 1)) {
        uint32_t v = x->slot[i] - 1;

        if (x->hash[v] == hash && is_kept_as(x, v)) {
            *out = v;
            return true;
        }
    }
    if (x->n >= x->max) {
        x->complete = false;
        *out = ST_CHAIN_LOST;
        return true;
    }
    if (x->n == x->room) {
        if (!more_room(x, 2 * x->room))
            return false;
        for (i = (uint32_t)hash & (x->nslots - 1); x->slot[i];)
            i = (i + 1) & (x->nslots - 1);
    }
    if (!keep(x))
        return false;
    x->hash[x->n] = hash;
    x->slot[i] = x->n + 1;
    *out = x->n++;
    return true;
}

static uint64_t end_hash(const struct end *e)
{
    return st_hash_join(st_hash(e->value, sizeof e->value),
                        ((uint64_t)(uintptr_t)e->step + (uint64_t)(uintptr_t)e->die) * 4 + (uint64_t)(e->side + 1) * 2 +
                            (uint64_t)e->midway);
}

static bool same_end(const struct end *a, const struct end *b)
{
    return memcmp(a->value, b->value, sizeof a->value) == 0 && a->step == b->step && a->die == b->die &&
           a->side == b->side && a->midway == b->midway;
}

static bool more_ends(struct explorer *x)
{
    uint32_t nslots = x->nend_slots ? 2 * x->nend_slots : 4 * FIRST_ROOM;
    uint32_t *slot = calloc(nslots, sizeof *slot);

    if (!slot || !resize(&x->end, nslots / 4, sizeof *x->end)) {
        free(slot);
        return false;
    }
    for (uint32_t k = 0; k < x->nends; k++) {
        uint32_t i = (uint32_t)end_hash(&x->end[k]) & (nslots - 1);

        while (slot[i])
            i = (i + 1) & (nslots - 1);
        slot[i] = k + 1;
    }
    free(x->end_slot);
    x->end_slot = slot;
    x->nend_slots = nslots;
    return true;
}

/* The same for an end: the first position that made its row stands for all. */
static bool number_of_end(struct explorer *x, uint32_t *out)
{
    struct st_odds_row row;
    struct end e;

    if (4 * x->nends >= x->nend_slots && !more_ends(x))
        return false;
    st_odds_read(&row, &x->at, x->ask, &x->scope);
    memcpy(e.value, row.value, sizeof e.value);
    e.side = row.side;
    e.midway = row.midway;
    e.step = row.step;
    e.die = row.die;
    uint32_t i = (uint32_t)end_hash(&e) & (x->nend_slots - 1);
    for (; x->end_slot[i]; i = (i + 1) & (x->nend_slots - 1))
        if (same_end(&x->end[x->end_slot[i] - 1], &e)) {
            *out = x->end[x->end_slot[i] - 1].v;
            return true;
        }
    if (!number_of(x, out))
        return false;
    if (*out == ST_CHAIN_LOST)
        return true;
    e.v = *out;
    x->end[x->nends++] = e;
    x->end_slot[i] = x->nends;
    return true;
}

/* From v to the position at work; faces that lead to the same one are one edge, whose number goes to *edge. */
static bool add_edge(struct explorer *x, uint32_t v, uint32_t weight, bool end, uint32_t *edge)
{
    uint32_t to;

    if (x->ask->forget)
        x->ask->forget(&x->at);
    if (!(end && x->told ? number_of_end(x, &to) : number_of(x, &to)))
        return false;
    struct st_chain_node *node = &x->node[v]; /* not before: the nodes may just have moved */
    node->total += weight;
    for (*edge = node->first; *edge < x->nedges; ++*edge)
        if (x->edge[*edge].to == to) {
            x->edge[*edge].weight += weight;
            return true;
        }
    x->edge[x->nedges++] = (struct st_chain_edge){ to, weight };
    node->nedges++;
    return true;
}

struct catcher { /* listens for the first look-up */
    struct st_events events;
    struct st_cite cite;
};

static void catch_look(struct st_events *self, const struct st_event *e)
{
    struct catcher *c = (struct catcher *)self;

    if (e->kind == ST_EV_LOOKED && !c->cite.chart)
        c->cite = e->cite;
}

static void tell_face(struct explorer *x, const struct st_face *f, int total,
                      const struct catcher *c)
{
    x->told->face[x->told->nfaces++] =
        (struct st_odds_face){ f->value, f->weight, total, c->cite, -1 };
}

/* Answered at pos without a policy: the game has supposed something, and the asker may not. */
static void note_supposed(struct explorer *x, void *pos)
{
    struct st_table t = { x->at.plan, pos, NULL };

    if (x->ask->policy || !x->told)
        return;
    x->told->supposed = true;
    if (x->ask->stopped)
        x->ask->stopped(x->ask->listener, &t);
}

/* After an answer of the policy: those that follow it are passed over, so that a position is kept
 * only where a die or an end comes. Their number is bounded, for a policy may turn in circles. True:
 * this is an end. */
static bool pass_answers(struct explorer *x)
{
    enum { ANSWERS = 64 };
    enum st_odds_pause pause = ST_ODDS_MOVED;

    for (int i = 0; i < ANSWERS && pause == ST_ODDS_MOVED; i++) {
        memcpy(x->before, x->at.pos, x->size);
        pause = st_odds_step(&x->at, x->ask, &x->scope);
        if (pause == ST_ODDS_MOVED)
            note_supposed(x, x->before);
    }
    if (pause == ST_ODDS_END)
        memcpy(x->at.pos, x->before, x->size); /* it is read as it was met */
    return pause == ST_ODDS_END;
}

/* After a die: is this an end for sure? A decision that the policy answers is passed over at once, so
 * that only what comes of it is kept. Of the first die the faces are told as they fall, and where only
 * the game may suppose something, it is found out when it is looked at. */
static bool end_after_die(struct explorer *x, bool first)
{
    struct st_turn now = st_now(&x->at);

    if (x->ask->policy && now.kind == ST_DECIDE && now.depth > x->scope.horizon && !first)
        return pass_answers(x);
    return !x->ask->policy && !x->at.plan->game->suppose &&
           !(now.kind == ST_CHANCE && now.depth > x->scope.horizon);
}

/* The first die of all is rolled aloud: its faces are shown to the asker. Faces that come to the same as the one
 * before them are found so at one look. */
static bool roll(struct explorer *x, uint32_t v)
{
    bool aloud = x->told && x->dice_nodes == 0, ok = true;
    struct catcher listener = { { catch_look }, { .chart = NULL } };
    struct st_chance c;
    uint32_t edge = ST_CHAIN_LOST;

    if (aloud)
        x->at.log = &listener.events;
    st_awaited(&x->at, &c);
    int total = st_chance_total(&c);
    st_assert(c.n > 0 && c.n <= ST_FACES_MAX && total > 0);
    x->dice_nodes++;
    for (int i = 0; i < c.n && ok; i++) {
        if (c.face[i].weight == 0)
            continue;
        copy_position(x, x->at.pos, x->here);
        listener.cite = (struct st_cite){ .chart = NULL };
        st_take_within(&x->at, c.face[i].value, x->scope.horizon);
        if (aloud)
            tell_face(x, &c.face[i], total, &listener);
        if (edge == ST_CHAIN_LOST || positions_differ(x, x->fell, x->at.pos)) {
            copy_position(x, x->fell, x->at.pos);
            ok = add_edge(x, v, c.face[i].weight, end_after_die(x, aloud), &edge);
        } else {
            x->edge[edge].weight += c.face[i].weight;
            x->node[v].total += c.face[i].weight;
        }
        if (aloud)
            x->face_to[x->told->nfaces - 1] = ok ? x->edge[edge].to : ST_CHAIN_LOST;
    }
    if (aloud) {
        memcpy(x->told->dice, c.dice, sizeof x->told->dice);
        memcpy(x->told->label, c.label, sizeof x->told->label);
    }
    x->at.log = NULL;
    return ok;
}

/* A die asked about belongs to the procedure it is rolled in. */
enum st_answer st_odds_begin(struct st_scope *out, struct st_table *t, const struct st_ask *ask,
                             struct st_refusal *why)
{
    *out = (struct st_scope){ st_now(t), st_now(t).depth - 1 };
    return ask->move ? st_play_asked(t, ask->move, &out->horizon, why) : ST_LEGAL;
}

/* What the game itself supposes where the asker has no policy. */
static enum st_supposed supposed(const struct st_table *t, const struct st_ask *ask,
                                 struct st_move *out)
{
    const struct st_game *g = t->plan->game;

    return g->suppose && ask->move && !ask->policy && !ask->strict
               ? g->suppose(t, ask->move, out) : ST_SUPPOSE_NOTHING;
}

static bool answers(struct st_policy *policy, const struct st_table *t, struct st_move *out)
{
    return st_now(t).kind == ST_DECIDE && policy->choose(policy, t, out) &&
           st_check(t, out, NULL) == ST_LEGAL; /* a move against the rules is no answer */
}

/* What was asked about is over, and a die comes next: has the policy more to say behind it? Dice
 * are thrown in mind, and what they lead into is answered, until a decision of the outer steps; what
 * is decided inside another procedure before that (losses, say) is no wish to go on. After budget
 * throws in vain the row ends here, and says that a die comes next (st_odds_read). */
static bool goes_on(const struct st_table *from, const struct st_ask *ask, int horizon, int *budget)
{
    size_t size = from->plan->pos_size;
    struct st_table t = { from->plan, malloc(size), NULL };
    struct st_chance c = { .n = 0 };
    bool found = false;
    struct st_move m;

    if (!t.pos)
        return true; /* the next thing to be allocated will say so */
    st_awaited(from, &c);
    for (int i = 0; i < c.n && !found && *budget > 0; i++) {
        if (c.face[i].weight == 0)
            continue;
        memcpy(t.pos, from->pos, size);
        st_take(&t, c.face[i].value);
        for (--*budget; st_now(&t).depth > horizon && answers(ask->policy, &t, &m); --*budget) {
            if (*budget <= 0)
                break;
            st_play_given(&t, &m);
        }
        found = st_now(&t).kind == ST_CHANCE
                    ? goes_on(&t, ask, horizon, budget)
                    : st_now(&t).depth <= horizon && answers(ask->policy, &t, &m);
    }
    free(t.pos);
    return found;
}

enum st_odds_pause st_odds_step(struct st_table *t, const struct st_ask *ask,
                                const struct st_scope *scope)
{
    int horizon = scope->horizon, budget = THROWS_AHEAD;
    struct st_turn now = st_now(t);
    struct st_move m;
    enum st_supposed what = supposed(t, ask, &m);

    if (what == ST_SUPPOSE_OVER)
        return ST_ODDS_END;
    if (now.kind == ST_CHANCE && now.depth > horizon)
        return ST_ODDS_DIE;
    if (what == ST_SUPPOSE_MOVE && now.kind == ST_DECIDE &&
        st_play_within(t, &m, horizon, NULL) == ST_LEGAL)
        return ST_ODDS_MOVED;
    if (!ask->policy)
        return ST_ODDS_END;
    if (now.kind != ST_CHANCE && now.depth <= horizon)
        st_settle(t); /* the policy may have more to say once the outer steps have run on */
    if (st_now(t).kind == ST_CHANCE)
        return goes_on(t, ask, horizon, &budget) ? ST_ODDS_DIE : ST_ODDS_END;
    if (!answers(ask->policy, t, &m))
        return ST_ODDS_END;
    st_play_given_within(t, &m, horizon);
    return ST_ODDS_MOVED;
}

static bool expand(struct explorer *x, uint32_t v)
{
    uint32_t edge;

    if (!more_edges(x))
        return false;
    x->node[v] = (struct st_chain_node){ .first = x->nedges };
    memcpy(x->at.pos, position(x, v), x->size);
    switch (st_odds_step(&x->at, x->ask, &x->scope)) {
    case ST_ODDS_DIE:
        memcpy(x->here, x->at.pos, x->size); /* outer steps may have run on to it */
        return roll(x, v);
    case ST_ODDS_MOVED:
        note_supposed(x, position(x, v));
        return add_edge(x, v, 1, pass_answers(x), &edge);
    case ST_ODDS_END:
        break;
    }
    return true;
}

/* Make the move at the position at work; the refusal goes to the asker and into err. */
static int make_move(struct explorer *x, struct st_error *err)
{
    const struct st_move *m = x->ask->move;
    struct st_refusal mine, *why = x->ask->why ? x->ask->why : &mine;

    if ((!m || !st_move_sound(x->at.plan, m, why)) && !st_odds_begin(&x->scope, &x->at, x->ask, why))
        return ST_OK;
    return st_fail(err, ST_EUSAGE, NULL, 0, "%s%s%s", why->para, why->para[0] ? ": " : "",
                   why->text);
}

static int explorer_make(struct explorer *x, const struct st_table *t, const struct st_ask *ask,
                         struct st_odds *told, struct st_error *err)
{
    size_t max = ask->max_positions ? ask->max_positions : DEFAULT_MAX;
    size_t size = t->plan->pos_size;

    *x = (struct explorer){ .ask = ask,
                            .told = told,
                            .at = { t->plan, NULL, NULL },
                            .size = size,
                            .nblocks = (uint32_t)((size + BLOCK - 1) / BLOCK),
                            .complete = true,
                            .max = (uint32_t)(max < INT32_MAX / 4 ? max : INT32_MAX / 4) };
    x->nwords = (x->nblocks + WORD - 1) / WORD;
    x->at.pos = new_position(x);
    x->before = new_position(x);
    x->fell = new_position(x);
    x->base = new_position(x);
    x->here = new_position(x);
    x->packed = malloc(x->nwords * sizeof(uint64_t) + (size_t)x->nblocks * BLOCK);
    if (!x->at.pos || !x->before || !x->fell || !x->base || !x->here || !x->packed || !more_room(x, FIRST_ROOM))
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(x->at.pos, t->pos, size);
    memcpy(x->base, t->pos, size);
    return ST_OK;
}

static int explore(struct explorer *x, struct st_error *err)
{
    uint32_t start;
    int e = make_move(x, err);

    if (e)
        return e;
    bool ok = number_of(x, &start);
    for (uint32_t v = 0; ok && v < x->n; v++)
        ok = expand(x, v);
    return ok ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
}

/* Explore and solve; the caller frees the chain. */
static int work_out(struct explorer *x, struct st_chain *chain, struct st_error *err)
{
    int e = explore(x, err);

    if (e)
        return e;
    *chain = (struct st_chain){ .node = x->node, .edge = x->edge, .n = x->n };
    e = st_chain_solve(chain, err);
    chain->complete &= x->complete;
    return e;
}

static bool is_end(const struct explorer *x, uint32_t v)
{
    return x->node[v].nedges == 0;
}

/* ---- rows ------------------------------------------------------------------------------- */

static int compare(long long a, long long b)
{
    return (a > b) - (a < b);
}

static int by_value(const void *one, const void *other)
{
    const struct st_odds_row *a = one, *b = other;
    int c = 0;

    for (int i = 0; i < ST_PROBES && !c; i++)
        c = compare(a->value[i], b->value[i]);
    if (!c && a->step && b->step)
        c = strcmp(a->step, b->step);
    else if (!c)
        c = compare(a->step != NULL, b->step != NULL);
    if (!c && a->die && b->die)
        c = strcmp(a->die, b->die);
    else if (!c)
        c = compare(a->die != NULL, b->die != NULL);
    if (!c)
        c = compare(a->side, b->side);
    return c ? c : compare(a->midway, b->midway);
}

static int by_chance(const void *one, const void *other)
{
    const struct st_odds_row *a = one, *b = other;

    return a->approx != b->approx ? (a->approx < b->approx) - (a->approx > b->approx)
                                  : by_value(one, other);
}

/* Equal rows together; among them the likeliest first, so that sums are the same everywhere. */
static int by_value_and_chance(const void *one, const void *other)
{
    int c = by_value(one, other);

    return c ? c : by_chance(one, other);
}

void st_probes_from(struct st_probe *probe, int n, const struct st_table *t)
{
    const char *tallies = t->plan->game->tallies ? t->plan->game->tallies : "";

    for (int i = 0; i < n; i++) {
        bool tally = false;

        for (struct st_span rest = st_span_of(tallies); rest.len && !tally;)
            tally = st_span_is(st_span_word(&rest), probe[i].field->name);
        probe[i].from = tally ? st_field_get(t, probe[i].field, probe[i].piece) : 0;
    }
}

/* The die that comes next, by itself, where a question is over: named, since it is not rolled. */
static const char *next_die(const struct st_table *t)
{
    struct st_table then = { t->plan, malloc(t->plan->pos_size), NULL };
    const char *name = NULL;

    if (then.pos) {
        memcpy(then.pos, t->pos, t->plan->pos_size);
        st_settle(&then);
        name = st_now(&then).kind == ST_CHANCE ? st_now(&then).step : NULL;
    }
    free(then.pos);
    return name;
}

/* A decision of the procedure asked about: deeper than where it was asked, or beside it. Back at the
 * very decision, or at the bottom of the flow, what was asked about is over. */
static bool is_midway(const struct st_turn *now, const struct st_scope *scope)
{
    const struct st_turn *asked = &scope->asked;

    return now->depth > scope->horizon &&
           (now->depth > asked->depth ||
            (now->depth > 0 && (asked->kind == ST_CHANCE || now->step != asked->step)));
}

void st_odds_read(struct st_odds_row *out, const struct st_table *t, const struct st_ask *ask,
                  const struct st_scope *scope)
{
    struct st_turn now = st_now(t);
    struct st_move unused;

    *out = (struct st_odds_row){ .side = -1, .p = { 0, 1 } };
    for (int i = 0; i < ask->nprobes; i++)
        out->value[i] = st_field_get(t, ask->probe[i].field, ask->probe[i].piece) -
                        ask->probe[i].from;
    if (supposed(t, ask, &unused) == ST_SUPPOSE_OVER)
        return;
    if (now.depth <= scope->horizon)
        out->die = next_die(t);
    if (now.kind != ST_DECIDE || out->die)
        return;
    out->step = now.step;
    out->side = now.side;
    out->midway = is_midway(&now, scope);
}

static struct st_odds_row make_row(struct explorer *x, uint32_t v, const struct st_chain_mass *mass)
{
    struct st_table t = { x->at.plan, position(x, v), NULL };
    struct st_odds_row r;

    st_odds_read(&r, &t, x->ask, &x->scope);
    if (r.midway && x->ask->stopped)
        x->ask->stopped(x->ask->listener, &t);
    r.p = mass->f;
    r.approx = mass->d;
    return r;
}

/* Add equal rows up in place; they stand together. */
static void merge_rows(struct st_odds *o)
{
    int n = 0;

    for (int i = 0; i < o->nrows; i++) {
        if (n == 0 || by_value(&o->row[n - 1], &o->row[i]) != 0) {
            o->row[n++] = o->row[i];
            continue;
        }
        o->row[n - 1].approx += o->row[i].approx;
        if (o->exact)
            o->exact = st_frac_add(&o->row[n - 1].p, o->row[n - 1].p, o->row[i].p);
    }
    o->nrows = n;
}

#ifndef __wasm__
/* The rows, which stand by value, in longer numbers; they keep all texts in one piece. */
static int widen(struct st_odds *o, struct explorer *x, const struct st_chain *chain, struct st_error *err)
{
    int *group = malloc((size_t)x->n * sizeof *group);
    char **text = calloc((size_t)o->nrows + 1, sizeof *text);
    int e = group && text ? ST_OK : st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    struct st_buf all = { 0 };

    for (uint32_t v = 0; !e && v < x->n; v++) {
        group[v] = -1;
        if (is_end(x, v) && chain->mass[v].d > 0) {
            struct st_table t = { x->at.plan, position(x, v), NULL };
            struct st_odds_row r, *at;

            st_odds_read(&r, &t, x->ask, &x->scope);
            at = bsearch(&r, o->row, (size_t)o->nrows, sizeof *o->row, by_value);
            group[v] = at ? (int)(at - o->row) : -1;
        }
    }
    if (!e)
        e = st_wide_solve(text, o->nrows, chain, group, err);
    for (int i = 0; !e && text[0] && i < o->nrows; i++)
        st_buf_put(&all, text[i], strlen(text[i]) + 1);
    if (!e && all.failed)
        e = st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    const char *at = o->wide = e ? NULL : all.text;
    for (int i = 0; at && i < o->nrows; at += strlen(at) + 1)
        o->row[i++].wide = at;
    for (int i = 0; text && i < o->nrows; i++)
        free(text[i]);
    if (e)
        st_buf_free(&all);
    free(text);
    free(group);
    return e;
}
#endif

static int make_rows(struct st_odds *o, struct explorer *x, const struct st_chain *chain,
                     struct st_error *err)
{
    int ends = 0;

    for (uint32_t v = 0; v < x->n; v++)
        ends += is_end(x, v) && chain->mass[v].d > 0;
    o->row = malloc(((size_t)ends + 1) * sizeof *o->row);
    if (!o->row)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    for (uint32_t v = 0; v < x->n; v++)
        if (is_end(x, v) && chain->mass[v].d > 0)
            o->row[o->nrows++] = make_row(x, v, &chain->mass[v]);
    qsort(o->row, (size_t)o->nrows, sizeof *o->row, by_value_and_chance);
    merge_rows(o);
#ifndef __wasm__ /* the module is small: there these figures are rounded, and said to be */
    int e = o->exact ? ST_OK : widen(o, x, chain, err);
    if (e)
        return e;
#endif
    for (int i = 0; i < o->nrows; i++) {
        struct st_odds_row *r = &o->row[i];

        r->p = o->exact ? st_frac_reduce(r->p) : (struct st_frac){ 0, 1 };
        if (o->exact)
            r->approx = st_frac_value(r->p);
    }
    qsort(o->row, (size_t)o->nrows, sizeof *o->row, by_chance);
    for (int i = 0; i < o->nfaces; i++) {
        uint32_t v = x->face_to[i];

        if (v == ST_CHAIN_LOST || !is_end(x, v))
            continue;
        struct st_odds_row row = make_row(x, v, &chain->mass[v]);
        for (int r = 0; r < o->nrows; r++)
            if (by_value(&o->row[r], &row) == 0)
                o->face[i].row = r;
    }
    return ST_OK;
}

int st_odds(struct st_odds *out, const struct st_table *t, const struct st_ask *ask,
            struct st_error *err)
{
    struct st_chain chain = { .mass = NULL };
    struct explorer x;

    st_assert(ask->nprobes >= 0 && ask->nprobes <= ST_PROBES);
    *out = (struct st_odds){ .row = NULL };
    int e = explorer_make(&x, t, ask, out, err);
    if (!e)
        e = work_out(&x, &chain, err);
    if (!e) {
        out->positions = x.n;
        out->dice_nodes = x.dice_nodes;
        out->exact = chain.exact;
        out->complete = chain.complete;
        e = make_rows(out, &x, &chain, err);
    }
    st_chain_free(&chain);
    explorer_free(&x);
    return e;
}

void st_odds_free(struct st_odds *o)
{
    if (o) {
        free(o->row);
        free(o->wide);
        o->wide = NULL;
        o->row = NULL;
        o->nrows = 0;
    }
}

/* ---- means ------------------------------------------------------------------------------ */

static void add_to_mean(struct st_mean *m, const struct st_chain_mass *mass, int v)
{
    struct st_frac *part = v > 0 ? &m->up : &m->down, more;
    unsigned size = v > 0 ? (unsigned)v : 0u - (unsigned)v;

    m->value += mass->d * v;
    if (m->exact && v)
        m->exact = st_frac_scale(&more, mass->f, size, 1) && st_frac_add(part, *part, more);
}

int st_odds_mean(struct st_mean *out, const struct st_table *t, const struct st_ask *ask,
                 int (*count)(const struct st_table *t, int arg), int arg, struct st_error *err)
{
    struct st_chain chain = { .mass = NULL };
    struct st_ask strict = *ask;
    struct explorer x;
    double reached = 0;

    strict.strict = true; /* whoever weighs many moves wants each judged at once */
    *out = (struct st_mean){ .up = { 0, 1 }, .down = { 0, 1 } };
    int e = explorer_make(&x, t, &strict, NULL, err);
    if (!e)
        e = work_out(&x, &chain, err);
    out->positions = x.n;
    out->exact = chain.exact;
    out->complete = chain.complete;
    for (uint32_t v = 0; !e && v < x.n; v++)
        if (is_end(&x, v) && chain.mass[v].d > 0) {
            struct st_table end = { t->plan, position(&x, v), NULL };

            add_to_mean(out, &chain.mass[v], count(&end, arg));
            reached += chain.mass[v].d;
        }
    if (out->exact) /* rounded once, not at every position: equal means come out equal */
        out->value = st_frac_value(out->up) - st_frac_value(out->down);
    if (!out->complete && reached > 0)
        out->value /= reached;
    st_chain_free(&chain);
    explorer_free(&x);
    return e;
}
