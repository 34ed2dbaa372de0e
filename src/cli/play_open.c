/* play_open.c - `sandtable play`: a game begun, or taken up again; who sits where, and where the
 * record is kept. */
#include "cli/play.h"

#include "ai/player.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int seat_kind(const char *text, const char **out, struct st_error *err)
{
    const char *kinds[12] = { "human" };
    char near[160];
    int n = 1;

    for (; n - 1 < st_nplayer_kinds && n < 12; n++)
        kinds[n] = st_player_kinds[n - 1];
    for (int i = 0; i < n; i++)
        if (strcmp(text, kinds[i]) == 0) {
            *out = kinds[i];
            return ST_OK;
        }
    st_suggest(near, sizeof near, text, kinds, n);
    if (strncmp(text, "level:", 6) == 0)
        near[0] = 0; /* all levels are as near */
    return st_fail(err, ST_EUSAGE, NULL, 0, "nobody of the kind `%s` can sit there; %s", text,
                   near[0] ? near : "human, level:1 to level:5, greedy, random and program:COMMAND can");
}

/* SIDE=KIND. A side's name may itself have no '=' in it. */
static int read_seat(struct match *m, const char *text, struct st_error *err)
{
    struct st_span kind = st_span_of(text), side = st_span_cut(&kind, '=');
    char name[64], who[400], near[160];

    if (!strchr(text, '=') || !st_span_copy(side, name, sizeof name) ||
        !st_span_copy(kind, who, sizeof who))
        return st_fail(err, ST_EUSAGE, NULL, 0, "--seat says who sits where, as in `%s=level:3`, not `%s` (the sides are %s and %s)",
                       st_side_brief(m->plan, 1), text, st_side_brief(m->plan, 0), st_side_brief(m->plan, 1));
    int s = cli_side(m->plan, name);
    if (s < 0) {
        const char *called[ST_SIDES] = { st_side_brief(m->plan, 0), st_side_brief(m->plan, 1) };

        st_suggest(near, sizeof near, name, called, ST_SIDES);
        return st_fail(err, ST_EUSAGE, NULL, 0, "no side `%s` (they are %s and %s)%s%s", name, called[0], called[1],
                       near[0] ? "; " : "", near);
    }
    if (st_is_program(who)) {
        m->kind[s] = strchr(text, '=') + 1;
        return ST_OK;
    }
    return seat_kind(who, &m->kind[s], err);
}

/* Who sat there when the record was left: "human", "ai:greedy". */
static void seats_of_record(struct match *m)
{
    for (int s = 0; s < ST_SIDES; s++) {
        const char *tag = st_record_tag(st_session_record(m->session), m->plan->side[s]);

        if (tag && strncmp(tag, "ai:", 3) == 0 && seat_kind(tag + 3, &m->kind[s], NULL) != ST_OK)
            m->kind[s] = "human";
    }
}

static int read_seats(struct match *m, const struct play_request *q, struct st_error *err)
{
    int e = ST_OK;

    for (int i = 0; i < q->seat.n && !e; i++)
        e = read_seat(m, q->seat.item[i], err);
    return e;
}

static int make_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ? 0 : -1;
}

/* Where records go that nobody named: the user's own state, not the working folder. */
static bool default_record(struct match *m)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char dir[700], stamp[40];
    time_t now = time(NULL);
    struct tm local;

    if (state && state[0] == '/') {
        snprintf(dir, sizeof dir, "%.600s", state);
    } else if (home && home[0] == '/') {
        snprintf(dir, sizeof dir, "%.600s/.local", home);
        make_folder(dir);
        snprintf(dir, sizeof dir, "%.600s/.local/state", home);
    } else {
        return false;
    }
    make_folder(dir);
    strncat(dir, "/sandtable", sizeof dir - strlen(dir) - 1);
    if (make_folder(dir) != 0 || !localtime_r(&now, &local) ||
        strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local) == 0)
        return false;
    snprintf(m->record, sizeof m->record, "%s/%s-%s-%s-%ld.rec", dir, m->plan->game->id,
             m->plan->id, stamp, (long)getpid());
    return true;
}

static int keep_record(struct match *m, const struct play_request *q, struct st_error *err)
{
    struct stat there;
    bool somebody = play_human(m, 0) || play_human(m, 1);

    if (q->record) {
        if (stat(q->record, &there) == 0 && there.st_size > 0)
            return st_fail(
                err, ST_EUSAGE, q->record, 0,
                "a file is there already: --resume goes on with a record, --record begins one");
        if (snprintf(m->record, sizeof m->record, "%s", q->record) >= (int)sizeof m->record)
            return st_fail(err, ST_ELIMIT, q->record, 0, "the name is too long");
        return st_session_journal(m->session, m->record, err);
    }
    if (!somebody || q->no_record)
        return ST_OK;
    if (!default_record(m) || st_session_journal(m->session, m->record, err) != ST_OK) {
        m->record[0] = 0;
        fprintf(stderr,
                "sandtable: no record is kept, for want of a place; --record FILE names one\n");
    }
    return ST_OK;
}

int play_begin(struct match *m, const struct play_request *q, const char *name,
               struct st_error *err)
{
    int mode = cli_mode(m->self, q->mode ? q->mode : "enforce");
    struct st_session_options o = { .given = m->source.given, .ngiven = m->source.ngiven };
    char seat[ST_SIDES][40];
    int e;

    if (mode < 0)
        return st_fail(err, ST_EUSAGE, NULL, 0, "no game was begun");
    e = cli_plan(&m->plan, &m->source, name, err);
    if (!e)
        e = cli_dice_open(&m->dice, q->dice, err);
    if (!e)
        e = read_seats(m, q, err);
    if (e)
        return e;
    for (int s = 0; s < ST_SIDES; s++) {
        bool person = strcmp(m->kind[s], "human") == 0;

        snprintf(seat[s], sizeof seat[s], "%s%.30s", person ? "" : "ai:",
                 st_is_program(m->kind[s]) ? "program" : m->kind[s]);
        o.seat[s] = seat[s];
    }
    o.mode = (enum st_mode)mode;
    o.dice = m->dice.tag;
    e = st_session_open(&m->session, m->plan, &o, err);
    if (!e)
        e = keep_record(m, q, err);
    return e;
}

/* The dice of a record go on as they began; a tape must be handed in again. */
static int resume_dice(struct match *m, const char *wish, struct st_error *err)
{
    const char *tag = st_record_tag(st_session_record(m->session), "Dice");
    int e;

    if (!tag || !tag[0])
        tag = "hand";
    if (strcmp(tag, "tape") == 0 && !wish)
        return st_fail(
            err, ST_EUSAGE, m->record, 0,
            "its dice came from a tape: --dice tape:FILE, those that fell are passed over");
    e = cli_dice_open(&m->dice, wish ? wish : tag, err);
    if (!e && strcmp(m->dice.tag, tag) != 0)
        e = st_fail(err, ST_EUSAGE, m->record, 0,
                    "its dice are `%s` and stay so: a game does not change its dice", tag);
    if (!e)
        e = cli_dice_skip(&m->dice, st_session_rolls(m->session), err);
    return e;
}

int play_resume(struct match *m, const struct play_request *q, struct st_error *err)
{
    struct st_buf dropped = { 0 };
    int e;

    if (q->mode)
        return st_fail(err, ST_EUSAGE, q->resume, 0, "--mode is fixed when a game begins");
    if (m->source.ngiven)
        return st_fail(err, ST_EUSAGE, q->resume, 0, "--set is fixed when a game begins");
    if (snprintf(m->record, sizeof m->record, "%s", q->resume) >= (int)sizeof m->record)
        return st_fail(err, ST_ELIMIT, q->resume, 0, "the name is too long");
    e = st_session_resume(&m->session, &m->plan, m->record, m->source.files, &dropped, err);
    if (!e && dropped.len) {
        cli_clean(dropped.text);
        fprintf(stderr, "sandtable: %s: an unfinished last line is left out: %s\n", m->record,
                dropped.text);
    }
    st_buf_free(&dropped);
    if (!e)
        e = resume_dice(m, q->dice, err);
    if (!e) {
        seats_of_record(m);
        e = read_seats(m, q, err);
    }
    if (!e && q->record)
        e = keep_record(m, q, err);
    return e;
}
