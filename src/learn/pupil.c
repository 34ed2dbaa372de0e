/* pupil.c - see pupil.h. */
#include "learn/pupil.h"

#include "ai/player.h"
#include "play/holds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const st_waits_names[] = { "read", "foe", "do", "try", "free", "end" };
const char *const st_taught_names[] = { "on", "wished", "otherwise", "refused" };

static const struct st_lesson_line *row_at(const struct st_pupil *p)
{
    return p->at < p->lesson->nrows ? &p->lesson->row[p->at] : NULL;
}

static const struct st_table *table(const struct st_pupil *p)
{
    return st_session_table(p->session);
}

/* ---- moves and dice -------------------------------------------------------------------- */

static int gone_wrong(struct st_pupil *p, const char *what, const struct st_refusal *why,
                      struct st_error *err)
{
    return st_lesson_bad(p->lesson, p->at, err, "%s: %s%s%s", what, why->para,
                         why->para[0] ? " " : "", why->text);
}

/* Faces that are given fall as soon as a die is awaited. */
static int fall(struct st_pupil *p, struct st_error *err)
{
    while (p->nfaces && st_now(table(p)).kind == ST_CHANCE) {
        struct st_refusal why;
        enum st_answer answer;
        int e = st_session_die(p->session, p->face[0], &answer, &why, err);

        if (e)
            return e;
        if (answer != ST_LEGAL)
            return gone_wrong(p, "dice", &why, err);
        memmove(p->face, p->face + 1, (size_t)--p->nfaces * sizeof *p->face);
    }
    return ST_OK;
}

static int make(struct st_pupil *p, const char *move, struct st_error *err)
{
    struct st_refusal why;
    enum st_answer answer;
    int e = st_session_move(p->session, move, ST_INSISTED, &answer, &why, err);

    if (e)
        return e;
    return answer == ST_LEGAL ? fall(p, err) : gone_wrong(p, move, &why, err);
}

static int push_dice(struct st_pupil *p, const char *text, struct st_error *err)
{
    struct st_span rest = st_span_of(text);

    for (struct st_span word; (word = st_span_word(&rest)).len;) {
        if (p->nfaces == ST_LESSON_DICE_MAX)
            return st_lesson_bad(p->lesson, p->at, err, "more than %d dice wait",
                                 ST_LESSON_DICE_MAX);
        if (!st_span_int(word, -1000, 10000, &p->face[p->nfaces++]))
            return st_lesson_bad(p->lesson, p->at, err, "`%.*s` is no face", (int)word.len, word.at);
    }
    return fall(p, err);
}

/* A real die. */
static int roll(struct st_pupil *p, struct st_error *err)
{
    struct st_chance c;
    struct st_refusal why;
    enum st_answer answer;

    st_session_awaited(p->session, &c);
    int face = st_seeded_face(p->seed, 0, (uint32_t)st_session_rolls(p->session), &c);
    int e = st_session_die(p->session, face, &answer, &why, err);
    return e || answer == ST_LEGAL ? e : gone_wrong(p, "dice", &why, err);
}

static int compute(struct st_pupil *p, struct st_error *err)
{
    const struct st_table *t = table(p);
    struct st_table seen = { t->plan, malloc(t->plan->pos_size), NULL };
    struct st_refusal why;
    enum st_answer answer;
    struct st_move m;

    if (!seen.pos)
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    memcpy(seen.pos, t->pos, t->plan->pos_size);
    if (t->plan->game->observe)
        t->plan->game->observe(t, st_now(t).side, seen.pos);
    int e = st_player_decide(p->computer, p->seed, st_session_moves(p->session), &seen, &m, err);
    free(seen.pos);
    if (!e)
        e = st_session_play(p->session, &m, &answer, &why, err);
    return e || answer == ST_LEGAL ? e : gone_wrong(p, "the computer", &why, err);
}

/* ---- the screen ------------------------------------------------------------------------ */

static void put_up(struct st_pupil *p, bool said)
{
    if (p->read) {
        p->nscreen = p->said = 0;
        p->read = false;
    }
    if (p->nscreen < ST_SCREEN_MAX)
        p->screen[p->nscreen++] = p->at;
    p->said += said;
}

/* Something was said that nobody has read yet. */
static bool unread(const struct st_pupil *p)
{
    return p->said > 0 && !p->read;
}

/* ---- going on -------------------------------------------------------------------------- */

static int holds(struct st_pupil *p, const char *text, bool *so, struct st_held *held,
                 struct st_error *err)
{
    struct st_error bad = { 0 };
    int e = st_holds(held, table(p), text, &bad);

    *so = !e && held->so;
    return e ? st_lesson_bad(p->lesson, p->at, err, "%s", bad.text) : ST_OK;
}

static int expect(struct st_pupil *p, const char *text, struct st_error *err)
{
    struct st_held held;
    bool so;
    int e = holds(p, text, &so, &held, err);

    if (e || so)
        return e;
    return st_lesson_bad(p->lesson, p->at, err, "%s", held.found);
}

/* The `say` after a `when` that does not hold is passed over. */
static int when(struct st_pupil *p, struct st_error *err)
{
    struct st_held held;
    bool so;
    int e = holds(p, row_at(p)->text, &so, &held, err);

    if (!e && !so && p->at + 1 < p->lesson->nrows &&
        p->lesson->row[p->at + 1].word == ST_LESSON_SAY) {
        p->at++;
        while (p->at + 1 < p->lesson->nrows && p->lesson->row[p->at + 1].word == ST_LESSON_SHOW)
            p->at++;
    }
    return e;
}

static int sit(struct st_pupil *p, const char *name, struct st_error *err)
{
    for (int side = 0; side < ST_SIDES; side++)
        if (strcmp(p->plan->side[side], name) == 0) {
            p->seat = side;
            return ST_OK;
        }
    return st_lesson_bad(p->lesson, p->page ? p->at : -1, err, "no side `%s`: they are %s and %s", name,
                         p->plan->side[0], p->plan->side[1]);
}

static bool waits(struct st_pupil *p, enum st_waits what)
{
    p->waits = what;
    return true;
}

static int deciding(struct st_pupil *p, struct st_error *err)
{
    return st_now(table(p)).kind == ST_DECIDE
               ? ST_OK
               : st_lesson_bad(p->lesson, p->at, err, "nobody is to decide here: %s",
                               st_now(table(p)).kind == ST_CHANCE ? "a die is awaited"
                                                                  : "the game is over");
}

/* The rows that belong to the free stretch at `at`. */
static const struct st_lesson_line *stretch_row(const struct st_pupil *p, enum st_lesson_word w,
                                                int *from)
{
    for (int i = *from + 1; i < p->lesson->nrows; i++) {
        const struct st_lesson_line *r = &p->lesson->row[i];

        if (r->word < ST_LESSON_UNTIL)
            return NULL;
        if (r->word == w) {
            *from = i;
            return r;
        }
    }
    return NULL;
}

static int over_yet(struct st_pupil *p, bool *over, struct st_error *err)
{
    int from = p->at;
    const struct st_lesson_line *until = stretch_row(p, ST_LESSON_UNTIL, &from);
    struct st_held held;

    *over = st_now(table(p)).kind == ST_OVER;
    return *over || !until ? ST_OK : holds(p, until->text, over, &held, err);
}

static void leave_stretch(struct st_pupil *p)
{
    p->at++;
    while (p->at < p->lesson->nrows && row_at(p)->word >= ST_LESSON_UNTIL)
        p->at++;
    p->stretch = -1;
    p->warned[0] = 0;
    p->read = true;
}

/* The moves of the examples, "move; dice 4; move", whoever makes them. */
static int play_example(struct st_pupil *p, struct st_error *err)
{
    int from = p->at, e = ST_OK;
    const struct st_lesson_line *row;

    while (!e && (row = stretch_row(p, ST_LESSON_EXAMPLE, &from))) {
        struct st_span rest = st_span_of(row->text);

        while (!e && rest.len) {
            char words[ST_MOVE_TEXT];
            struct st_refusal why;
            struct st_move m;
            struct st_span part = rest, dice = st_span_trim(st_span_cut(&part, ';'));

            if (dice.len > 5 && memcmp(dice.at, "dice ", 5) == 0) {
                char faces[200];

                rest = part;
                st_span_copy((struct st_span){ dice.at + 5, dice.len - 5 }, faces, sizeof faces);
                e = push_dice(p, faces, err);
            } else if (st_move_cut(&m, p->plan, &rest, words, &why)) {
                e = gone_wrong(p, "example", &why, err);
            } else {
                e = make(p, words, err);
            }
        }
    }
    return e;
}

/* Back to where the stretch began, and on as in the example. */
static int set_back(struct st_pupil *p, struct st_error *err)
{
    struct st_session *again;
    int e = st_session_load(&again, p->plan, st_session_record(p->session), p->stretch, err);

    if (e)
        return e;
    st_session_free(p->session);
    p->session = again;
    return play_example(p, err);
}

static int same_as_example(struct st_pupil *p, bool *same, struct st_error *err)
{
    struct st_session *mine = p->session, *again;
    int e = st_session_load(&again, p->plan, st_session_record(mine), p->stretch, err);

    if (e)
        return e;
    p->session = again;
    e = play_example(p, err);
    *same = !e && memcmp(table(p)->pos, st_session_table(mine)->pos, p->plan->pos_size) == 0;
    p->session = mine;
    st_session_free(again);
    return e;
}

/* The stretch is over: on with the lesson, from the learner's own position or the example's. */
static int end_stretch(struct st_pupil *p, struct st_error *err)
{
    int back = p->at, e = ST_OK;
    bool same = true;

    if (stretch_row(p, ST_LESSON_BACK, &back)) {
        e = same_as_example(p, &same, err);
        if (!e && !same)
            e = set_back(p, err);
    }
    leave_stretch(p);
    if (!e && !same) {
        int at = p->at;

        p->at = back; /* said before what comes next */
        put_up(p, true);
        p->at = at;
    }
    return e;
}

/* In a free stretch: whose turn is it? True: wait. */
static int free_turn(struct st_pupil *p, bool *wait, struct st_error *err)
{
    bool over;
    int e;

    if (p->stretch < 0) {
        put_up(p, true);
        p->stretch = st_session_record(p->session)->nlines;
    }
    e = over_yet(p, &over, err);
    *wait = !over;
    if (e || !over) {
        struct st_turn now = st_now(table(p));

        waits(p, now.kind == ST_DECIDE && now.side == p->seat ? ST_WAIT_FREE : ST_WAIT_FOE);
        return e;
    }
    return end_stretch(p, err);
}

/* One row; *wait: the teacher stops at it. */
static int step(struct st_pupil *p, bool *wait, struct st_error *err)
{
    const struct st_lesson_line *r = row_at(p);
    bool stops = r->word == ST_LESSON_SAY || r->word == ST_LESSON_PAGE ||
                 r->word == ST_LESSON_SEAT || r->word == ST_LESSON_FOE ||
                 (r->word == ST_LESSON_FREE && p->stretch < 0) ||
                 (r->word == ST_LESSON_DICE && st_now(table(p)).kind == ST_CHANCE);
    int e = ST_OK;

    if (stops && unread(p)) {
        *wait = waits(p, ST_WAIT_READ);
        return ST_OK;
    }
    switch (r->word) {
    case ST_LESSON_FREE: return free_turn(p, wait, err);
    case ST_LESSON_DO:
    case ST_LESSON_TRY:
        *wait = waits(p, r->word == ST_LESSON_DO ? ST_WAIT_DO : ST_WAIT_TRY);
        return deciding(p, err);
    case ST_LESSON_FOE: *wait = waits(p, ST_WAIT_FOE); return deciding(p, err);
    case ST_LESSON_PAGE: p->page++; break;
    case ST_LESSON_SAY: put_up(p, true); break;
    case ST_LESSON_SHOW:
    case ST_LESSON_ODDS:
    case ST_LESSON_SEES: put_up(p, false); break;
    case ST_LESSON_WHEN: e = when(p, err); break;
    case ST_LESSON_SEAT: e = sit(p, r->text, err); break;
    case ST_LESSON_DICE: e = push_dice(p, r->text, err); break;
    case ST_LESSON_EXPECT: e = expect(p, r->text, err); break;
    default: break; /* else, until...: they were read where they belong */
    }
    p->at += !e;
    return e;
}

static int go_on(struct st_pupil *p, struct st_error *err)
{
    bool wait = false;
    int e = ST_OK;

    while (!e && !wait) {
        if (p->at >= p->lesson->nrows)
            wait = waits(p, ST_WAIT_END);
        else
            e = step(p, &wait, err);
    }
    if (!e && p->waits == ST_WAIT_END && p->nfaces)
        e = st_lesson_bad(p->lesson, p->lesson->nrows - 1, err, "%d dice are left over", p->nfaces);
    return e;
}

int st_pupil_next(struct st_pupil *p, struct st_error *err)
{
    int e = ST_OK;

    if (p->waits == ST_WAIT_READ) {
        p->read = true;
    } else if (p->waits != ST_WAIT_FOE) {
        return ST_OK;
    } else if (p->stretch < 0) {
        e = make(p, row_at(p)->text, err);
        p->at += !e;
    } else if (st_now(table(p)).kind == ST_CHANCE) {
        e = roll(p, err);
    } else {
        e = compute(p, err);
    }
    return e ? e : go_on(p, err);
}

/* ---- the learner's move ---------------------------------------------------------------- */

bool st_pupil_alternative(const struct st_pupil *p, int n, char out[ST_MOVE_TEXT])
{
    const struct st_lesson_line *r = row_at(p);
    struct st_span rest = st_span_of(r ? r->text : ""), one = { "", 0 };

    if (!r || (r->word != ST_LESSON_DO && r->word != ST_LESSON_TRY))
        return false;
    for (int i = 0; i <= n; i++) {
        if (i && !rest.len)
            return false;
        one = st_span_trim(r->word == ST_LESSON_DO ? st_span_cut(&rest, '|') : rest);
        if (r->word == ST_LESSON_TRY && i)
            return false;
    }
    return st_span_copy(one, out, ST_MOVE_TEXT);
}

const char *st_pupil_wanted(const struct st_pupil *p, char out[ST_MOVE_TEXT])
{
    return (p->waits == ST_WAIT_DO || p->waits == ST_WAIT_TRY) && st_pupil_alternative(p, 0, out)
               ? out
               : NULL;
}

/* The same, but for numbers that are near. */
static bool near(const struct st_pupil *p, const struct st_move *a, const struct st_move *b)
{
    struct st_arg arg[ST_ARGS_MAX];

    if (st_move_equal(a, b))
        return true;
    if (!p->lesson->near || a->verb != b->verb || a->nargs != b->nargs)
        return false;
    st_move_args(p->plan, a, arg);
    for (int i = 0; i < a->nargs; i++)
        if (a->arg[i] != b->arg[i] &&
            (!arg[i].number || abs(a->arg[i] - b->arg[i]) > p->lesson->near))
            return false;
    return true;
}

/* Do both lead to the same position? Other ways of writing a move do. */
static bool same_end(const struct st_pupil *p, const struct st_move *a, const struct st_move *b)
{
    size_t size = p->plan->pos_size;
    unsigned char *pos = malloc(2 * size);
    bool same = false;

    if (pos) {
        struct st_table one = { p->plan, pos, NULL }, two = { p->plan, pos + size, NULL };

        memcpy(pos, table(p)->pos, size);
        memcpy(pos + size, table(p)->pos, size);
        same = st_play(&one, a, NULL) == ST_LEGAL && st_play(&two, b, NULL) == ST_LEGAL &&
               memcmp(pos, pos + size, size) == 0;
    }
    free(pos);
    return same;
}

/* The alternative that is meant by m; its words in out. */
static bool meant(const struct st_pupil *p, const struct st_move *m, bool legal,
                  char out[ST_MOVE_TEXT])
{
    struct st_move wanted;

    for (int n = 0; st_pupil_alternative(p, n, out); n++)
        if (st_move_parse(&wanted, p->plan, out, NULL) == ST_LEGAL &&
            (near(p, m, &wanted) || (legal && same_end(p, m, &wanted))))
            return true;
    return false;
}

/* What a legal move of that verb is told that is not wanted. */
static const char *otherwise(const struct st_pupil *p, const struct st_move *m)
{
    const char *form = p->lesson->game->verbs[m->verb].form;
    struct st_span rest = st_span_of(form), verb = st_span_word(&rest);
    const char *all = NULL;

    for (int i = p->at + 1; i < p->lesson->nrows && p->lesson->row[i].word == ST_LESSON_ELSE; i++) {
        const struct st_lesson_line *r = &p->lesson->row[i];

        if (r->more[0] && st_span_is(verb, r->more))
            return r->text;
        if (!r->more[0])
            all = r->text;
    }
    return all ? all : "That is allowed, but this lesson goes another way here.";
}

static enum st_taught answer_do(struct st_pupil *p, const struct st_move *m, char *move,
                                struct st_refusal *why)
{
    bool legal = st_check(table(p), m, why) == ST_LEGAL;

    if (meant(p, m, legal, move))
        return ST_TAUGHT_ON;
    if (!legal)
        return ST_TAUGHT_REFUSED;
    st_refuse(why, "", "%s", otherwise(p, m));
    return ST_TAUGHT_OTHERWISE;
}

/* A move to be refused: that one, or another that the same paragraph answers. */
static enum st_taught answer_try(struct st_pupil *p, const struct st_move *m,
                                 struct st_refusal *why)
{
    bool legal = st_check(table(p), m, why) == ST_LEGAL;

    if (!legal && strcmp(why->para, row_at(p)->more) == 0)
        return ST_TAUGHT_WISHED;
    if (!legal)
        return ST_TAUGHT_REFUSED;
    st_refuse(why, "", "%s", otherwise(p, m));
    return ST_TAUGHT_OTHERWISE;
}

/* In a free stretch every legal move goes on; some are asked about first. */
static enum st_taught answer_free(struct st_pupil *p, const struct st_move *m, char *move,
                                  struct st_refusal *why)
{
    const struct st_lesson_line *r;
    int from = p->at;

    if (st_check(table(p), m, why) != ST_LEGAL)
        return ST_TAUGHT_REFUSED;
    st_move_print(p->plan, m, move, ST_MOVE_TEXT);
    if (strcmp(p->warned, move) == 0)
        return ST_TAUGHT_ON;
    while ((r = stretch_row(p, ST_LESSON_WARN, &from)))
        if (strncmp(move, r->text, strlen(r->text)) == 0) {
            snprintf(p->warned, sizeof p->warned, "%s", move);
            st_refuse(why, "", "%s", r->more);
            return ST_TAUGHT_OTHERWISE;
        }
    return ST_TAUGHT_ON;
}

int st_pupil_move(struct st_pupil *p, const char *text, enum st_taught *taught,
                  struct st_refusal *why, struct st_error *err)
{
    char move[ST_MOVE_TEXT];
    struct st_move m;
    int e = ST_OK;

    *taught = ST_TAUGHT_REFUSED;
    *why = (struct st_refusal){ "", "" };
    if (p->waits != ST_WAIT_DO && p->waits != ST_WAIT_TRY && p->waits != ST_WAIT_FREE) {
        st_refuse(why, "", "It is not your move yet: read on first.");
        return ST_OK;
    }
    if (st_move_parse(&m, p->plan, text, why) != ST_LEGAL)
        return ST_OK;
    switch (p->waits) {
    case ST_WAIT_DO: *taught = answer_do(p, &m, move, why); break;
    case ST_WAIT_TRY: *taught = answer_try(p, &m, why); break;
    default: *taught = answer_free(p, &m, move, why);
    }
    if (*taught == ST_TAUGHT_ON)
        e = make(p, move, err);
    if (e || (*taught != ST_TAUGHT_ON && *taught != ST_TAUGHT_WISHED))
        return e;
    if (p->waits != ST_WAIT_FREE) {
        p->at++;
        p->read = true;
    }
    return go_on(p, err);
}

/* ---- beginning, and passing over ------------------------------------------------------- */

int st_pupil_skip(struct st_pupil *p, struct st_error *err)
{
    char move[ST_MOVE_TEXT];
    struct st_refusal why;
    enum st_taught taught;
    int e;

    switch (p->waits) {
    case ST_WAIT_END: return ST_OK;
    case ST_WAIT_DO:
    case ST_WAIT_TRY:
        st_pupil_wanted(p, move);
        e = st_pupil_move(p, move, &taught, &why, err);
        if (!e && taught != ST_TAUGHT_ON && taught != ST_TAUGHT_WISHED)
            e = gone_wrong(p, move, &why, err);
        return e;
    default:
        if (p->stretch < 0)
            return st_pupil_next(p, err);
    }
    e = play_example(p, err);
    bool over = false;
    if (!e)
        e = over_yet(p, &over, err);
    if (!e && !over)
        e = st_lesson_bad(p->lesson, p->at, err, "the example does not come to the end of the "
                                                 "stretch");
    return e ? e : go_on(p, err);
}

static int set_up(struct st_pupil *p, const struct st_files *files, struct st_error *err)
{
    struct st_lesson *l = p->lesson;
    int e = st_plan_make(&p->plan, l->game, l->scenario, files, l->given, l->ngiven, err);
    struct st_session_options o = { .dice = "hand", .given = l->given, .ngiven = l->ngiven };

    if (!e)
        e = st_session_open(&p->session, p->plan, &o, err);
    for (int i = 0; i < l->nset && !e; i++) {
        struct st_refusal why;
        enum st_answer answer;

        e = st_session_ruling(p->session, l->set[i], &answer, &why, err);
        if (!e && answer != ST_LEGAL)
            e = st_lesson_bad(l, -1, err, "%s: %s %s", l->set[i], why.para, why.text);
    }
    return e ? e : sit(p, l->seat, err);
}

int st_pupil_open(struct st_pupil **out, struct st_lesson *lesson, const struct st_files *files,
                  int page, uint64_t seed, struct st_error *err)
{
    struct st_pupil *p = calloc(1, sizeof *p);
    int e = ST_OK;

    *out = NULL;
    if (!p) {
        st_lesson_free(lesson);
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    *p = (struct st_pupil){ .lesson = lesson, .stretch = -1, .seed = seed, .computer = "greedy" };
    if (page < 1 || page > lesson->npages)
        e = st_fail(err, ST_EUSAGE, lesson->where, 0, "no page %d; they are 1 to %d", page,
                    lesson->npages);
    if (!e)
        e = set_up(p, files, err);
    if (!e)
        e = go_on(p, err);
    while (!e && p->page < page && p->waits != ST_WAIT_END)
        e = st_pupil_skip(p, err);
    if (e)
        st_pupil_free(p);
    else
        *out = p;
    return e;
}

void st_pupil_free(struct st_pupil *p)
{
    if (!p)
        return;
    st_session_free(p->session);
    st_plan_free(p->plan);
    st_lesson_free(p->lesson);
    free(p);
}
