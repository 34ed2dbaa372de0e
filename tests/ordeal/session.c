/* session.c - a game that was played, once more through session, record, verification, undo. */
#include "ordeal.h"

#include "play/session.h"

#include <stdlib.h>
#include <string.h>

struct retold {
    struct ordeal *o;
    struct st_session *s;
    struct world beside; /* the same game without a session */
    struct dice *dice;
};

static bool at(struct retold *r, const struct world *w, const char *when)
{
    const struct st_table *t = st_session_table(r->s);

    if (memcmp(t->pos, w->t.pos, r->o->plan->pos_size) == 0)
        return true;
    return ordeal_fault(r->o, "the session is elsewhere %s", when);
}

/* Tell the session one line, as text or as a move. */
static bool told(struct retold *r, const struct scripted *line, enum st_answer *answer,
                 struct st_refusal *why)
{
    struct st_error err = { 0 };
    char text[ST_MOVE_TEXT];
    int e;

    if (line->die) {
        e = st_session_die(r->s, line->value, answer, why, &err);
    } else if (dice_below(r->dice, 2)) {
        st_move_print(r->o->plan, &line->move, text, sizeof text);
        e = st_session_move(r->s, text, ST_TYPED, answer, why, &err);
        if (!e && *answer == ST_REFUSED && st_session_idle(r->s)) /* taken for a slip: said again */
            e = st_session_move(r->s, text, ST_TYPED, answer, why, &err);
    } else {
        e = st_session_play(r->s, &line->move, answer, why, &err);
    }
    return e ? ordeal_fault(r->o, "the session fails: %s", err.text) : true;
}

static bool undo_holds(struct retold *r, const struct scripted *line, const struct world *before)
{
    enum st_answer answer = ST_REFUSED;
    struct st_refusal why = { "", "" };
    struct st_error err = { 0 };
    int lines = st_session_record(r->s)->nlines;

    if (st_session_undo(r->s, &answer, &why, &err))
        return ordeal_fault(r->o, "undo fails: %s", err.text);
    if (line->die)
        return answer == ST_REFUSED && why.text[0]
                   ? at(r, &r->beside, "after an undo that was refused")
                   : ordeal_fault(r->o, "undo passes a die");
    if (answer == ST_REFUSED) /* a secret may have been shown, where there are secrets */
        return r->o->plan->game->observe ? true
                                         : ordeal_fault(r->o, "undo is refused: %s", why.text);
    if (!at(r, before, "after an undo"))
        return false;
    if (!told(r, line, &answer, &why))
        return false;
    if (answer)
        return ordeal_fault(r->o, "refused after an undo: %s", why.text);
    if (st_session_record(r->s)->nlines != lines)
        return ordeal_fault(r->o, "after undo and redo the record has %d lines, not %d",
                            st_session_record(r->s)->nlines, lines);
    return at(r, &r->beside, "after undo and redo");
}

static bool line_holds(struct retold *r, const struct scripted *line, struct world *before)
{
    struct st_refusal why = { "", "" };
    enum st_answer answer = ST_REFUSED;

    world_copy(before, &r->beside);
    if (!told(r, line, &answer, &why))
        return false;
    if (answer)
        return ordeal_fault(r->o, "the session refuses: %s", why.text);
    if (line->die)
        st_take(&r->beside.t, line->value);
    else
        st_play(&r->beside.t, &line->move, NULL);
    if (!at(r, &r->beside, "after a line"))
        return false;
    return dice_below(r->dice, 4) ? true : undo_holds(r, line, before);
}

static bool reads_back(struct ordeal *o, const struct st_buf *text, struct st_record **out)
{
    struct st_buf again = { 0 };
    struct st_error err = { 0 };

    if (text->failed || st_record_parse(out, text->text, text->len, "ordeal.rec", &err))
        return ordeal_fault(o, "the record is not read back, line %d: %s", err.line, err.text);
    st_record_print(*out, &again);
    bool same =
        !again.failed && again.len == text->len && memcmp(again.text, text->text, text->len) == 0;
    st_buf_free(&again);
    return same ? true : ordeal_fault(o, "the record is not written as it was read");
}

static bool verifies(struct ordeal *o, const struct st_record *rec)
{
    struct st_error err = { 0 };
    struct st_verdict v;

    if (st_verify_on(o->plan, rec, &v, &err))
        return ordeal_fault(o, "the record is not sound, line %d: %s", err.line, err.text);
    if (o->in_registry && st_verify(rec, &st_files_library, &err))
        return ordeal_fault(o, "not sound from the library, line %d: %s", err.line, err.text);
    if (v.rulings)
        return ordeal_fault(o, "%d rulings in a game without any", v.rulings);
    return v.reworded + v.loose == 0
               ? true
               : ordeal_fault(o, "%d dice are not called as they were written", v.reworded);
}

/* Loaded up to any line, the record is where the session was before it. */
static bool loads(struct retold *r, const struct st_record *rec, int upto)
{
    struct st_session *s = NULL;
    struct st_error err = { 0 };

    if (st_session_load(&s, r->o->plan, rec, upto, &err))
        return ordeal_fault(r->o, "the record does not load to line %d: %s", upto, err.text);
    const void *want = st_session_position(r->s, upto < 0 ? st_session_record(r->s)->nlines : upto);
    bool same = memcmp(st_session_table(s)->pos, want, r->o->plan->pos_size) == 0;
    st_session_free(s);
    return same ? true : ordeal_fault(r->o, "loaded to line %d the game is elsewhere", upto);
}

static bool record_holds(struct retold *r)
{
    struct st_buf text = { 0 };
    struct st_record *rec = NULL;

    st_record_print(st_session_record(r->s), &text);
    bool ok = reads_back(r->o, &text, &rec) && verifies(r->o, rec) && loads(r, rec, -1);
    for (int i = 0; i < 4 && ok; i++)
        ok = loads(r, rec, dice_below(r->dice, rec->nlines + 1));
    st_record_free(rec);
    st_buf_free(&text);
    return ok;
}

bool session_holds(struct ordeal *o, const struct script *script, const struct world *end,
                   struct dice *dice)
{
    struct retold r = { .o = o, .dice = dice };
    struct world before = { 0 };
    struct st_error err = { 0 };
    bool ok = world_make(o, &r.beside) && world_make(o, &before);

    if (ok && st_session_open(&r.s, o->plan, NULL, &err))
        ok = ordeal_fault(o, "no session: %s", err.text);
    if (ok) {
        st_begin(&r.beside.t);
        ok = at(&r, &r.beside, "at the beginning");
    }
    for (int i = 0; i < script->n && ok; i++)
        ok = line_holds(&r, &script->line[i], &before);
    ok = ok && at(&r, end, "at the end") && record_holds(&r);
    st_session_free(r.s);
    world_free(&r.beside);
    world_free(&before);
    return ok;
}
