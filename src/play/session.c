/* session.c - see session.h. What a file has to do with it is in journal.c. */
#include "play/session.h"

#include "play/live.h"
#include "play/past.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_ROOM = 1024 };

const char *const st_mode_names[] = { "enforce", "warn", "record-only", NULL };

struct told {
    struct st_event event;
    int line;
};

struct listener {
    struct st_events events;
    struct st_session *session;
    struct told *told;
    int n, room;
    int line; /* that the rules are at work on */
    bool failed;
};

struct st_session {
    struct st_live now;  /* its table is the one the rules work on */
    struct st_table shown; /* the same position, but nobody listens */
    struct st_record *record;
    enum st_mode mode;
    struct st_past past; /* positions before each line that changed anything */
    int *kept;           /* how many of them lie before line 0, before line 1... */
    int kept_room;
    char *before; /* the position before the line that is tried */
    char *looked; /* and the one that was last asked for */
    char *seen; /* room for what a side saw before and sees now, if the game has secrets */
    struct listener log;
    struct st_journal *journal;
    struct st_buf text; /* lines on their way to the journal */
    struct {
        int verb, line; /* the word that would have ended it, and the line it followed from; -1: none */
        struct st_turn turn;
    } closed; /* the last phase the rules closed for want of a choice */
    int warned; /* lines there were when a closing word last did nothing; -1: none did */
    bool idle;  /* the last call was that one */
};

static int no_memory(const struct st_session *s, struct st_error *err)
{
    return st_fail(err, ST_ENOMEM, s && s->record ? s->record->where : NULL, 0, "out of memory");
}

static const struct st_plan *plan(const struct st_session *s)
{
    return s->shown.plan;
}

/* ---- events --------------------------------------------------------------------------- */

static void note_closed(struct st_session *s, const struct st_event *e);

static void listen(struct st_events *self, const struct st_event *e)
{
    struct listener *log = (struct listener *)self; /* events is its first member */

    if (e->kind == ST_EV_FORCED || e->kind == ST_EV_PASSED)
        note_closed(log->session, e);

    if (log->n == log->room) {
        int room = log->room ? log->room * 2 : 32;
        struct told *more = realloc(log->told, (size_t)room * sizeof *more);

        if (!more) {
            log->failed = true;
            return;
        }
        log->told = more;
        log->room = room;
    }
    log->told[log->n++] = (struct told){ *e, log->line };
}

/* A whole game that was taken up has told a lot: that is not kept for ever. */
static void listen_anew(struct st_session *s)
{
    s->idle = false;
    if (s->log.room > EVENTS_ROOM) {
        free(s->log.told);
        s->log.told = NULL;
        s->log.room = 0;
    }
    s->log.n = 0;
    s->log.failed = false;
}

void st_session_forget_events(struct st_session *s)
{
    listen_anew(s);
}

int st_session_nevents(const struct st_session *s)
{
    return s->log.n;
}

const struct st_event *st_session_event(const struct st_session *s, int i)
{
    st_assert(i >= 0 && i < s->log.n);
    return &s->log.told[i].event;
}

int st_session_event_line(const struct st_session *s, int i)
{
    st_assert(i >= 0 && i < s->log.n);
    return s->log.told[i].line;
}

/* ---- looking -------------------------------------------------------------------------- */

const struct st_table *st_session_table(const struct st_session *s)
{
    return &s->shown;
}

const struct st_record *st_session_record(const struct st_session *s)
{
    return s->record;
}

int st_session_moves(const struct st_session *s)
{
    return s->now.n.moves;
}

int st_session_rolls(const struct st_session *s)
{
    return (int)s->now.n.rolls;
}

int st_session_rulings(const struct st_session *s)
{
    return s->now.n.rulings;
}

enum st_mode st_session_mode(const struct st_session *s)
{
    return s->mode;
}

void st_session_awaited(struct st_session *s, struct st_chance *c)
{
    int n = s->log.n;

    st_awaited(&s->now.t, c); /* with a listener, or it would leave out the words */
    s->log.n = n;
}

const void *st_session_position(const struct st_session *s, int n)
{
    st_assert(n >= 0 && n <= s->record->nlines);
    int i = n ? s->kept[n] : 0;
    if (i == s->past.n)
        return s->shown.pos;
    st_past_read(&s->past, i, s->looked);
    return s->looked;
}

size_t st_session_bytes(const struct st_session *s)
{
    return sizeof *s + st_past_bytes(&s->past) + (size_t)s->kept_room * sizeof *s->kept +
           (size_t)s->record->line_room * sizeof *s->record->line +
           st_arena_bytes(&s->record->arena) + (size_t)s->log.room * sizeof *s->log.told +
           5 * plan(s)->pos_size;
}

/* ---- trying a line -------------------------------------------------------------------- */

struct attempt { /* what to go back to */
    struct st_counts n;
    int nlines, npast, told;
};

static void attempt_begin(struct st_session *s, struct attempt *a)
{
    *a = (struct attempt){ s->now.n, s->record->nlines, s->past.n, s->log.n };
    memcpy(s->before, s->shown.pos, plan(s)->pos_size);
    s->log.line = a->nlines;
}

static void attempt_undo(struct st_session *s, const struct attempt *a)
{
    s->now.n = a->n;
    s->log.n = a->told;
    st_record_cut(s->record, a->nlines);
    st_past_cut(&s->past, a->npast);
    memcpy(s->shown.pos, s->before, plan(s)->pos_size);
}

static int reserve(struct st_session *s, struct st_error *err)
{
    if (s->record->nlines + 1 < s->kept_room)
        return ST_OK;
    int room = s->kept_room ? s->kept_room + s->kept_room / 2 : 64;
    int *more = realloc(s->kept, (size_t)room * sizeof *more);
    if (!more)
        return no_memory(s, err);
    s->kept = more;
    s->kept_room = room;
    return ST_OK;
}

/* Remarks and checks change nothing: of them no position is kept. */
static bool changes(enum st_line_kind kind)
{
    return kind == ST_LINE_MOVE || kind == ST_LINE_DIE || kind == ST_LINE_RULING;
}

static int add_line(struct st_session *s, const struct st_record_line *line, struct st_error *err)
{
    int e = reserve(s, err);

    if (!e && changes(line->kind))
        e = st_past_add(&s->past, s->before, err);
    if (!e)
        e = st_record_add(s->record, line, err);
    if (!e)
        s->kept[s->record->nlines] = s->past.n;
    return e;
}

static int add_check(struct st_session *s, struct st_error *err)
{
    return add_line(
        s, &(struct st_record_line){ .kind = ST_LINE_CHECK, .hash = st_live_hash(&s->shown) },
        err);
}

void st_session_result(const struct st_table *t, char *out, size_t size)
{
    int winner = st_winner(t);

    if (winner >= 0 && winner < ST_SIDES)
        snprintf(out, size, "over: %s wins", t->plan->side[winner]);
    else
        snprintf(out, size, st_can_be_won(t->plan->game) ? "over: a draw" : "over");
}

static int add_result(struct st_session *s, struct st_error *err)
{
    char words[160];

    st_session_result(&s->shown, words, sizeof words);
    return add_line(s, &(struct st_record_line){ .kind = ST_LINE_NOTE, .comment = words }, err);
}

static int add_followers(struct st_session *s, enum st_line_kind kind, struct st_error *err)
{
    bool over = st_now(&s->shown).kind == ST_OVER;
    int e = ST_OK;

    if (over || (kind == ST_LINE_MOVE && s->now.n.moves % ST_CHECK_EVERY == 0))
        e = add_check(s, err);
    if (!e && over)
        e = add_result(s, err);
    return e;
}

/* The lines from first on, to the journal. */
static int keep_lines(struct st_session *s, int first, struct st_error *err)
{
    if (!s->journal)
        return ST_OK;
    s->text.len = 0;
    for (int i = first; i < s->record->nlines; i++)
        st_record_print_line(&s->record->line[i], &s->text);
    if (s->text.failed) {
        s->text.failed = false;
        return no_memory(s, err);
    }
    return s->journal->append(s->journal, s->text.text, s->text.len, err);
}

/* The rules have done their part: write the line down, or take it all back. */
static int attempt_end(struct st_session *s, const struct attempt *a,
                       const struct st_record_line *line, struct st_error *err)
{
    int e = s->log.failed ? no_memory(s, err) : add_line(s, line, err);

    if (!e && line->kind != ST_LINE_NOTE)
        e = add_followers(s, line->kind, err);
    if (!e)
        e = keep_lines(s, a->nlines, err);
    if (e)
        attempt_undo(s, a);
    return e;
}

/* ---- beginning and ending ------------------------------------------------------------- */

void st_session_keep(struct st_session *s, struct st_journal *j)
{
    if (s->journal)
        s->journal->close(s->journal);
    s->journal = j;
}

void st_session_free(struct st_session *s)
{
    if (!s)
        return;
    st_session_keep(s, NULL);
    st_record_free(s->record);
    st_buf_free(&s->text);
    free(s->shown.pos);
    free(s->log.told);
    st_past_free(&s->past);
    free(s->kept);
    free(s->before);
    free(s->looked);
    free(s->seen);
    free(s);
}

static int make(struct st_session **out, const struct st_plan *p, struct st_error *err)
{
    struct st_session *s = calloc(1, sizeof *s);
    int e;

    if (!s)
        return no_memory(NULL, err);
    s->shown = (struct st_table){ p, malloc(p->pos_size), NULL };
    s->past.size = p->pos_size;
    s->before = malloc(p->pos_size);
    s->looked = malloc(p->pos_size);
    s->log.events.add = listen;
    s->log.session = s;
    s->log.line = -1;
    s->closed.verb = s->closed.line = s->warned = -1;
    if (p->game->observe)
        s->seen = malloc(2 * p->pos_size);
    if (!s->shown.pos || !s->before || !s->looked || (p->game->observe && !s->seen))
        e = no_memory(NULL, err);
    else
        e = st_record_new(&s->record, err);
    if (e)
        st_session_free(s);
    else
        *out = s;
    return e;
}

/* With the tags in place: the dice they name, the set-up, its check. */
static int begin(struct st_session *s, struct st_error *err)
{
    int e = st_live_begin(&s->now, plan(s), s->shown.pos, &s->log.events, s->record, err);

    return e ? e : s->log.failed ? no_memory(s, err) : ST_OK;
}

static int set_hash(struct st_record *r, const char *key, const char *id, uint64_t hash,
                    struct st_error *err)
{
    char value[128];

    snprintf(value, sizeof value, "%s%s%08x", id, id[0] ? " " : "", (unsigned)(uint32_t)hash);
    return st_record_set(r, key, value, err);
}

static int set_given(struct st_record *r, const struct st_entry *given, struct st_error *err)
{
    struct st_buf value = { 0 };

    st_buf_add(&value, "%s=%s", given->key, given->value);
    int e = value.failed ? st_fail(err, ST_ENOMEM, NULL, 0, "out of memory")
                         : st_record_set(r, "Given", value.text, err);
    st_buf_free(&value);
    return e;
}

int st_session_tags(struct st_record *r, const struct st_plan *p, const struct st_session_options *o,
                    struct st_error *err)
{
    char game[128];

    snprintf(game, sizeof game, "%s %s", p->game->id, p->game->edition);
    int e = st_record_set(r, "Game", game, err);
    if (!e)
        e = set_hash(r, "Scenario", p->id, p->scenario_hash, err);
    if (!e)
        e = set_hash(r, "Tables", "", p->tables_hash, err);
    for (int i = 0; i < ST_SIDES && !e; i++)
        e = st_record_set(r, p->side[i], o->seat[i] ? o->seat[i] : "", err);
    if (!e && o->dice)
        e = st_record_set(r, "Dice", o->dice, err);
    if (!e)
        e = st_record_set(r, "Mode", st_mode_names[o->mode], err);
    for (int i = 0; i < o->ngiven && !e; i++)
        e = set_given(r, &o->given[i], err);
    return e;
}

int st_session_open(struct st_session **out, const struct st_plan *p,
                    const struct st_session_options *o, struct st_error *err)
{
    static const struct st_session_options plain = { .mode = ST_ENFORCE };
    struct st_session *s;
    int e = make(&s, p, err);

    if (e)
        return e;
    s->mode = (o ? o : &plain)->mode;
    e = st_session_tags(s->record, p, o ? o : &plain, err);
    if (!e)
        e = begin(s, err);
    if (!e)
        e = add_check(s, err);
    if (e) {
        st_session_free(s);
        return e;
    }
    *out = s;
    return ST_OK;
}

/* ---- words on a line ------------------------------------------------------------------ */

/* The move as it will be read again; one that would not come back is not accepted. */
static bool move_words(const struct st_plan *p, const struct st_move *m, char *out, size_t size)
{
    struct st_move again;

    st_move_print(p, m, out, size);
    return st_move_parse(&again, p, out, NULL) == ST_LEGAL && st_move_equal(&again, m);
}

static int write_move(const struct st_session *s, const struct st_move *m, char *out, size_t size,
                      struct st_error *err)
{
    if (move_words(plan(s), m, out, size))
        return ST_OK;
    return st_fail(err, ST_ELIMIT, s->record->where, 0, "too long to be written down: %.60s...",
                   out);
}

/* One blank between the words. */
static bool tidy(const char *text, char *out, size_t size)
{
    struct st_span s = st_span_of(text), w;
    size_t n = 0;

    while ((w = st_span_word(&s)).len) {
        if (n + w.len + 2 > size)
            return false;
        if (n)
            out[n++] = ' ';
        memcpy(out + n, w.at, w.len);
        n += w.len;
    }
    out[n] = 0;
    return true;
}

/* ---- taking up a record --------------------------------------------------------------- */

static int copy_tags(struct st_session *s, const struct st_record *r, struct st_error *err)
{
    const char *mode = st_record_tag(r, "Mode");
    int e = ST_OK;

    for (int i = 0; i < r->ntags && !e; i++)
        e = st_record_set(s->record, r->tag[i].key, r->tag[i].value, err);
    if (e || !mode)
        return e;
    for (int i = 0; i < ST_MODES; i++)
        if (strcmp(mode, st_mode_names[i]) == 0) {
            s->mode = (enum st_mode)i;
            return ST_OK;
        }
    return st_fail(err, ST_EVERIFY, r->where, st_record_tag_line(r, "Mode"),
                   "no mode `%.40s`: enforce, warn or record-only", mode);
}

/* A line that proved sound, in the writer's form: what was missing is filled in. before: whose
 * decision it was; c: the die that was awaited. */
static int add_sound(struct st_session *s, const struct st_record_line *l, struct st_turn before,
                     const struct st_chance *c, struct st_error *err)
{
    struct st_record_line strict = *l;
    char words[ST_LINE_MAX + 1];
    int side = -1;

    strict.line = 0;
    if (l->kind == ST_LINE_DIE) {
        strict.dice = l->dice[0] ? l->dice : c->dice;
        strict.text = l->text[0] ? l->text : c->label;
    }
    if (l->kind == ST_LINE_MOVE || l->kind == ST_LINE_RULING) {
        st_live_side(plan(s), l, &side, &strict.text, NULL);
        if (l->kind == ST_LINE_MOVE) {
            strict.number = s->now.n.moves;
            side = before.side;
        }
        strict.side = side < 0 ? "" : plan(s)->side[side];
        if (s->now.has_last ? move_words(plan(s), &s->now.last, words, ST_MOVE_TEXT)
                            : tidy(strict.text, words, sizeof words))
            strict.text = words;
    }
    return add_line(s, &strict, err);
}

static int load_line(struct st_session *s, const struct st_record *r, int i, struct st_error *err)
{
    struct st_turn before = st_now(&s->shown);
    struct st_refusal why = { "", "" };
    struct st_chance c = { .n = 0 };
    struct attempt a;

    attempt_begin(s, &a);
    if (before.kind == ST_CHANCE)
        st_session_awaited(s, &c);
    if (st_live_line(&s->now, &r->line[i], &why))
        return st_live_fail(r, i, &why, err);
    return s->log.failed ? no_memory(s, err) : add_sound(s, &r->line[i], before, &c, err);
}

int st_session_load(struct st_session **out, const struct st_plan *p, const struct st_record *r,
                    int upto, struct st_error *err)
{
    struct st_session *s;
    int n = upto < 0 || upto > r->nlines ? r->nlines : upto;
    int e = st_live_tags(r, p, err);

    if (!e)
        e = make(&s, p, err);
    if (e)
        return e;
    e = copy_tags(s, r, err);
    if (!e)
        e = begin(s, err);
    for (int i = 0; i < n && !e; i++)
        e = load_line(s, r, i, err);
    if (e)
        st_session_free(s);
    else
        *out = s;
    return e;
}

/* ---- decisions ------------------------------------------------------------------------ */

static bool may_overrule(const struct st_session *s, bool insist)
{
    return s->mode == ST_LENIENT || (s->mode == ST_WARN && insist);
}

/* After a refusal `no`: the same move as the umpire's ruling. */
static enum st_answer overrule(struct st_session *s, const struct st_move *m,
                               const struct st_refusal *no, struct st_refusal *why)
{
    struct st_refusal nor = { "", "" };

    if (st_live_rule(&s->now, m, &nor) == ST_LEGAL)
        return ST_LEGAL;
    return st_refuse(why, no->para, "%.110s; nor as a ruling: %.110s", no->text, nor.text);
}

static void pass_on(const struct st_session *s, const struct st_refusal *no, struct st_refusal *why)
{
    bool hint = s->mode == ST_WARN && plan(s)->game->ruling;

    st_refuse(why, no->para, "%.200s%s", no->text, hint ? " (with `!` before it: a ruling)" : "");
}

static int decide(struct st_session *s, const struct st_move *m, bool insist,
                  enum st_answer *answer, struct st_refusal *why, struct st_error *err)
{
    struct st_turn turn = st_now(&s->shown);
    char words[ST_MOVE_TEXT];
    struct st_record_line line = { .kind = ST_LINE_MOVE,
                                   .number = s->now.n.moves + 1,
                                   .side = plan(s)->side[turn.side],
                                   .text = words };
    struct st_refusal no = { "", "" };
    struct attempt a;
    int e = write_move(s, m, words, sizeof words, err);

    if (e)
        return e;
    attempt_begin(s, &a);
    *answer = st_live_move(&s->now, m, &no);
    if (*answer == ST_REFUSED && may_overrule(s, insist)) {
        line.kind = ST_LINE_RULING;
        line.number = 0;
        if (turn.kind != ST_DECIDE)
            line.side = "";
        *answer = overrule(s, m, &no, why);
    } else if (*answer == ST_REFUSED) {
        pass_on(s, &no, why);
    }
    if (*answer == ST_REFUSED) {
        attempt_undo(s, &a);
        return ST_OK;
    }
    return attempt_end(s, &a, &line, err);
}

/* ---- a closing word after a phase that closed by itself ---------------------------------- */

static void note_closed(struct st_session *s, const struct st_event *e)
{
    const struct st_game *g = plan(s)->game;
    struct st_move m = { .verb = (uint16_t)e->value };

    if ((e->kind == ST_EV_PASSED || st_move_parse(&m, plan(s), e->text, NULL) == ST_LEGAL) &&
        g->verbs[m.verb].closes) {
        s->closed.verb = m.verb;
        s->closed.line = s->log.line;
        s->closed.turn = st_now(&s->now.t);
    }
}

static struct st_table before_line(const struct st_session *s, int i)
{
    return (struct st_table){ plan(s), (void *)(uintptr_t)st_session_position(s, i), NULL };
}

/* The line of the last decision outside every procedure that has been begun since; -1: there is none,
 * or the umpire may have put things anywhere. */
static int last_decision(const struct st_session *s, int depth)
{
    for (int i = s->record->nlines - 1; i >= 0; i--) {
        if (s->record->line[i].kind == ST_LINE_RULING)
            return -1;
        if (s->record->line[i].kind != ST_LINE_MOVE)
            continue;
        struct st_table t = before_line(s, i);
        if (st_now(&t).depth <= depth)
            return i;
    }
    return -1;
}

/* At the last decision m was allowed and was not said, yet another phase has begun; or it was said, and
 * the other side's half of that phase was then passed over: what is typed now was meant for what
 * closed, not for this. */
static bool closed_by_itself(const struct st_session *s, const struct st_move *m,
                             struct st_turn *closed)
{
    struct st_turn now = st_now(&s->shown);
    int i = last_decision(s, now.depth);
    struct st_move made;

    if (i < 0 || st_move_parse(&made, plan(s), s->record->line[i].text, NULL))
        return false;
    struct st_table t = before_line(s, i);
    bool since = s->closed.verb == m->verb && s->closed.line >= i &&
                 s->closed.line < s->record->nlines;
    *closed = st_now(&t);
    if (plan(s)->game->verbs[made.verb].closes) {
        bool other_half = since && i == s->record->nlines - 1 && /* no die has woken anybody */
                          s->closed.turn.step == closed->step &&
                          s->closed.turn.side != closed->side;

        *closed = s->closed.turn;
        return other_half;
    }
    return st_check(&t, m, NULL) == ST_LEGAL &&
           (now.step != closed->step || now.side != closed->side || since);
}

static bool said_by_habit(struct st_session *s, const struct st_move *m, const char *text,
                          struct st_refusal *why)
{
    struct st_turn now = st_now(&s->shown), closed;

    if (!plan(s)->game->verbs[m->verb].closes || s->warned == s->record->nlines ||
        st_check(&s->shown, m, NULL) || !closed_by_itself(s, m, &closed))
        return false;
    s->warned = s->record->nlines;
    st_refuse(why, closed.para,
              "%s: `%s` has ended by itself, so `%.20s` does nothing now; say it again to end `%s` "
              "of %s",
              plan(s)->side[closed.side], closed.step, text, now.step, plan(s)->side[now.side]);
    return s->idle = true;
}

bool st_session_idle(const struct st_session *s)
{
    return s->idle;
}

int st_session_move(struct st_session *s, const char *text, enum st_manner manner,
                    enum st_answer *answer, struct st_refusal *why, struct st_error *err)
{
    struct st_move m;

    listen_anew(s);
    *answer = st_move_parse(&m, plan(s), text, why);
    if (*answer == ST_LEGAL && manner == ST_TYPED && said_by_habit(s, &m, text, why))
        *answer = ST_REFUSED;
    return *answer == ST_REFUSED ? ST_OK
                                 : decide(s, &m, manner == ST_INSISTED, answer, why, err);
}

int st_session_play(struct st_session *s, const struct st_move *m, enum st_answer *answer,
                    struct st_refusal *why, struct st_error *err)
{
    listen_anew(s);
    *answer = st_move_sound(plan(s), m, why);
    return *answer == ST_REFUSED ? ST_OK : decide(s, m, false, answer, why, err);
}

int st_session_ruling(struct st_session *s, const char *text, enum st_answer *answer,
                      struct st_refusal *why, struct st_error *err)
{
    struct st_turn turn = st_now(&s->shown);
    char words[ST_LINE_MAX];
    struct st_record_line line = { .kind = ST_LINE_RULING, .text = words };
    struct attempt a;

    listen_anew(s);
    if (!tidy(text, words, sizeof words)) {
        *answer = st_refuse(why, "", "longer than a line can be");
        return ST_OK;
    }
    attempt_begin(s, &a);
    int e = ST_OK;
    *answer = st_live_ruling(&s->now, words, why);
    if (*answer == ST_REFUSED) {
        attempt_undo(s, &a);
        return ST_OK;
    }
    if (s->now.has_last) {
        line.side = turn.kind == ST_DECIDE ? plan(s)->side[turn.side] : "";
        e = write_move(s, &s->now.last, words, ST_MOVE_TEXT, err);
    }
    if (!e)
        return attempt_end(s, &a, &line, err);
    attempt_undo(s, &a);
    return e;
}

int st_session_note(struct st_session *s, const char *words, struct st_error *err)
{
    struct st_record_line line = { .kind = ST_LINE_NOTE, .comment = words };
    struct attempt a;

    listen_anew(s);
    attempt_begin(s, &a);
    return attempt_end(s, &a, &line, err);
}

/* ---- dice ----------------------------------------------------------------------------- */

static int take_die(struct st_session *s, int value, const struct st_chance *c,
                    enum st_answer *answer, struct st_refusal *why, struct st_error *err)
{
    struct st_record_line line = {
        .kind = ST_LINE_DIE, .value = value, .dice = c->dice, .text = c->label
    };
    struct attempt a;

    attempt_begin(s, &a);
    *answer = st_live_die(&s->now, value, why);
    if (*answer == ST_LEGAL)
        return attempt_end(s, &a, &line, err);
    attempt_undo(s, &a);
    return ST_OK;
}

int st_session_die(struct st_session *s, int value, enum st_answer *answer, struct st_refusal *why,
                   struct st_error *err)
{
    struct st_chance c = { .n = 0 };

    listen_anew(s);
    if (st_now(&s->shown).kind == ST_CHANCE)
        st_session_awaited(s, &c);
    return take_die(s, value, &c, answer, why, err);
}

int st_session_roll(struct st_session *s, struct st_source *dice, struct st_error *err)
{
    struct st_refusal why = { "", "" };
    struct st_chance c;

    listen_anew(s);
    while (st_now(&s->shown).kind == ST_CHANCE) {
        enum st_answer answer;
        int value;

        st_session_awaited(s, &c);
        int e = dice->roll(dice, &c, &value, err);
        if (!e)
            e = take_die(s, value, &c, &answer, &why, err);
        if (e)
            return e;
        if (answer == ST_REFUSED)
            return st_fail(err, ST_EUSAGE, s->record->where, 0, "%s%s%s", why.para,
                           why.para[0] ? " " : "", why.text);
    }
    return ST_OK;
}

/* ---- undo ----------------------------------------------------------------------------- */

static int side_of(const struct st_session *s, const struct st_record_line *l)
{
    for (int i = 0; i < ST_SIDES; i++)
        if (strcmp(l->side, plan(s)->side[i]) == 0)
            return i;
    return -1;
}

/* Has side learnt anything since the position before line n? What others see must not have
 * changed at all. The decider has seen his own decision, so for him it counts whether something
 * that was hidden then lies open now. */
static bool has_learnt(const struct st_session *s, int side, int n, bool decider)
{
    const struct st_plan *p = plan(s);
    size_t size = p->pos_size;
    const char *then = st_session_position(s, n), *now = s->shown.pos;
    char *saw = s->seen, *sees = s->seen + size;
    struct st_table before = { p, s->looked, NULL };

    p->game->observe(&before, side, saw);
    p->game->observe(&s->shown, side, sees);
    if (!decider)
        return memcmp(saw, sees, size) != 0;
    for (size_t i = 0; i < size; i++)
        if (saw[i] != then[i] && sees[i] == now[i])
            return true;
    return false;
}

static enum st_answer undo_check(const struct st_session *s, int n, struct st_refusal *why)
{
    const struct st_record_line *l = n >= 0 ? &s->record->line[n] : NULL;

    if (!l)
        return st_refuse(why, "", "there is nothing to take back");
    if (l->kind == ST_LINE_DIE)
        return st_refuse(why, "", "a die has fallen since: %s %d %s", l->dice, l->value, l->text);
    if (!plan(s)->game->observe)
        return ST_LEGAL;
    for (int side = 0; side < ST_SIDES; side++)
        if (has_learnt(s, side, n, side == side_of(s, l)))
            return st_refuse(why, "", "%s has seen something new since", plan(s)->side[side]);
    return ST_LEGAL;
}

static int unkeep_lines(struct st_session *s, int first, struct st_error *err)
{
    struct st_buf gone = { 0 };
    int e = ST_OK;

    if (!s->journal)
        return ST_OK;
    for (int i = first; i < s->record->nlines; i++)
        st_record_print_line(&s->record->line[i], &gone);
    if (gone.failed)
        e = no_memory(s, err);
    else
        e = s->journal->cut(s->journal, gone.len, err);
    st_buf_free(&gone);
    return e;
}

int st_session_undo(struct st_session *s, enum st_answer *answer, struct st_refusal *why,
                    struct st_error *err)
{
    int n = s->record->nlines - 1;

    while (n >= 0 &&
           (s->record->line[n].kind == ST_LINE_CHECK || s->record->line[n].kind == ST_LINE_NOTE))
        n--;
    listen_anew(s);
    *answer = undo_check(s, n, why);
    if (*answer == ST_REFUSED)
        return ST_OK;
    int e = unkeep_lines(s, n, err);
    if (e)
        return e;
    if (s->record->line[n].kind == ST_LINE_MOVE)
        s->now.n.moves--;
    else
        s->now.n.rulings--;
    memcpy(s->shown.pos, st_session_position(s, n), plan(s)->pos_size);
    st_past_cut(&s->past, n ? s->kept[n] : 0);
    st_record_cut(s->record, n);
    s->warned = -1;
    return ST_OK;
}
