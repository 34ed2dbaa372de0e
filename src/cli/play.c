/* play.c - `sandtable play`: a game at the terminal, between people and computers.
 *
 * The loop is small: dice fall, computers choose, people type. Whatever is accepted is in the
 * record on disk before it is told, so the game can be left at any moment: by `quit`, the end of
 * the input, Ctrl-C or the mains.
 */
#include "cli/play.h"

#include "ai/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct st_table *play_table(const struct match *m)
{
    return st_session_table(m->session);
}

bool play_human(const struct match *m, int side)
{
    return strcmp(m->kind[side], "human") == 0;
}

int play_reader(const struct match *m)
{
    if (play_human(m, 0) == play_human(m, 1))
        return ST_UMPIRE;
    return play_human(m, 0) ? 0 : 1;
}

enum next play_broken(struct match *m, const struct st_error *err)
{
    cli_fail(&m->source, err);
    return BROKEN;
}

/* ---- turns ----------------------------------------------------------------------------- */

static enum next human_turn(struct match *m)
{
    char prompt[100];
    enum next e = play_show_decision(m);

    if (e != GO_ON)
        return e;
    snprintf(prompt, sizeof prompt, "%.90s> ", st_side_brief(m->plan, st_now(play_table(m)).side));
    return play_read(m, prompt);
}

/* It stays the same program through the game; what goes wrong with it is told, and the game goes on. */
static int program_decides(struct match *m, int side, const struct st_table *seen, struct st_move *out,
                           struct st_error *err)
{
    int e = ST_OK;

    m->terms.given = m->source.given;
    m->terms.ngiven = m->source.ngiven;
    if (!m->program[side])
        e = st_match_player(&m->program[side], m->kind[side], m->seed, &m->terms, err);
    return e ? e : m->program[side]->choose(m->program[side], seen, out, err);
}

static enum next computer_turn(struct match *m)
{
    int side = st_now(play_table(m)).side, before = st_session_record(m->session)->nlines;
    struct st_table seen = st_view_seen(play_table(m), side, m->seen);
    enum st_answer answer = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_move move;

    int e = st_is_program(m->kind[side]) ? program_decides(m, side, &seen, &move, &err)
                                         : st_player_decide(m->kind[side], m->seed,
                                                            st_session_moves(m->session), &seen, &move, &err);
    if (!e)
        e = st_session_play(m->session, &move, &answer, &why, &err);
    if (!e && answer == ST_REFUSED)
        e = st_fail(&err, ST_EVERIFY, m->kind[side], 0, "the computer's move was refused (%s): %s",
                    why.para, why.text);
    if (e)
        return play_broken(m, &err);
    play_tell_news(m, before);
    return GO_ON;
}

static enum next hand_die(struct match *m)
{
    struct st_chance c;
    char prompt[ST_SAYS_MAX + 120], faces[80], says[ST_SAYS_MAX];

    st_session_awaited(m->session, &c);
    st_faces_print(&c, faces, sizeof faces);
    if (m->notation)
        snprintf(says, sizeof says, "%s", c.label);
    else
        st_label_says(m->plan, c.label, says, sizeof says);
    cli_clean(says);
    snprintf(prompt, sizeof prompt, "%s, %s (%s)> ", c.dice, says, faces);
    if (m->fresh) {
        cli_tell("die.roll", c.dice, says, NULL);
        m->fresh = false;
    }
    return play_read(m, prompt);
}

static enum next roll_die(struct match *m)
{
    int before = st_session_record(m->session)->nlines, value = 0;
    enum st_answer answer = ST_LEGAL;
    struct st_refusal why;
    struct st_error err;
    struct st_chance c;

    st_session_awaited(m->session, &c);
    int e = m->dice.source->roll(m->dice.source, &c, &value, &err);
    if (!e)
        e = st_session_die(m->session, value, &answer, &why, &err);
    if (!e && answer == ST_REFUSED)
        e = st_fail(&err, ST_EUSAGE, NULL, 0, "the die %d was refused: %s", value, why.text);
    if (e)
        return play_broken(m, &err);
    play_tell_news(m, before);
    return GO_ON;
}

static enum next go_on(struct match *m)
{
    struct st_turn now = st_now(play_table(m));

    if (now.kind == ST_CHANCE)
        return m->dice.source ? roll_die(m) : hand_die(m);
    return play_human(m, now.side) ? human_turn(m) : computer_turn(m);
}

/* ---- the command ----------------------------------------------------------------------- */

static int main_loop(struct match *m, bool resumed)
{
    struct st_error err;
    enum next next = GO_ON;

    if (cli_line_open(&m->line, play_complete, m, &err))
        return cli_fail(&m->source, &err);
    play_greet(m, resumed);
    if (!resumed && !m->quiet) {
        struct st_buf out = { 0 };

        cli_news(&out, &m->term, m->session, -1, play_reader(m), !m->notation);
        cli_print(&out, CLI_OK);
    }
    play_remember(m);
    m->fresh = true;
    while (next == GO_ON && st_now(play_table(m)).kind != ST_OVER)
        next = cli_stopped() ? LEAVE : go_on(m);
    cli_line_close(m->line);
    if (st_now(play_table(m)).kind == ST_OVER && next == GO_ON)
        play_tell_end(m);
    else
        play_tell_resume(m);
    return next == BROKEN ? CLI_BAD : CLI_OK;
}

static void close_match(struct match *m)
{
    st_offer_list_free(&m->moves);
    st_buf_free(&m->map);
    for (int side = 0; side < ST_SIDES; side++)
        st_player_free(m->program[side]);
    st_session_free(m->session);
    st_plan_free(m->plan);
    cli_dice_close(&m->dice);
    free(m->seen);
}

int cli_play(const struct cli_command *self, int argc, char **argv)
{
    struct match *m = calloc(1, sizeof *m);
    struct play_request q = { 0 };

    if (!m)
        return cli_usage(NULL, "out of memory");
    cli_go_where_lines_are_edited(self, argc, argv);
    struct cli_option opt[8 + CLI_SOURCE_OPTIONS] = {
        { CLI_EACH, "seat", "SIDE=WHO", "human (default), level:1 to level:5, greedy or random", &q.seat },
        { CLI_TEXT, "dice", "SOURCE",
          "seed:N (default, N by chance), hand (you roll and type), tape:FILE", &q.dice },
        { CLI_TEXT, "record", "FILE", "keep the record there, line by line", &q.record },
        { CLI_TEXT, "resume", "FILE", "take up the game kept in FILE", &q.resume },
        { CLI_TEXT, "mode", "MODE",
          "enforce (default); warn: a move said twice becomes a ruling; record-only", &q.mode },
        { CLI_FLAG, "no-map", NULL, "draw the map only when asked", &q.no_map },
        { CLI_FLAG, "no-record", NULL, "keep no record unless --record names one", &q.no_record },
        { CLI_FLAG, "quiet", NULL, "tell the result only", &q.quiet },
    };
    int nopt = 8 + cli_source_options(&m->source, opt + 8);
    int status = cli_parse(self, opt, nopt, 0, 1, &argc, &argv);
    struct st_error err;

    if (status == CLI_GO_ON && argc == 0 && !q.resume)
        status = cli_usage(self, "which GAME/SCENARIO? For example %s/%s; `sandtable scenarios GAME` lists what can be played",
                           st_games[0]->id, st_games[0]->scenarios[0]);
    if (status == CLI_GO_ON && argc == 1 && q.resume)
        status = cli_usage(self, "`%s` is too much: the record knows its scenario", argv[0]);
    if (status != CLI_GO_ON) {
        free(m);
        return status;
    }
    m->self = self;
    m->term = cli_term();
    m->draw = m->term.tty && !q.no_map;
    m->quiet = q.quiet;
    m->careful = isatty(STDIN_FILENO);
    for (int s = 0; s < ST_SIDES; s++)
        m->kind[s] = "human";
    cli_catch_stops();
    int e = cli_source_open(&m->source, &err);
    if (!e)
        e = q.resume ? play_resume(m, &q, &err) : play_begin(m, &q, argv[0], &err);
    m->seed = m->dice.kind == CLI_DICE_SEED ? m->dice.seeded.seed : 1;
    if (!e && m->plan->game->observe) {
        m->seen = malloc(m->plan->pos_size);
        if (!m->seen)
            e = st_fail(&err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    status = e ? cli_fail(&m->source, &err) : main_loop(m, q.resume != NULL);
    close_match(m);
    free(m);
    return status;
}
