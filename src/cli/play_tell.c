/* play_tell.c - `sandtable play`: what happened, how it stands, and how to go on. */
#include "cli/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- telling --------------------------------------------------------------------------- */

/* May the reader know of event i of the last call? */
static bool is_open(const struct match *m, int i)
{
    int line = st_session_event_line(m->session, i);
    bool secret = false, forced = play_reader(m) != ST_UMPIRE && m->plan->game->observe;

    if (line >= 0)
        st_view_secrecy(m->session, line, play_reader(m), &secret, &forced);
    enum st_event_kind kind = st_session_event(m->session, i)->kind;
    return kind == ST_EV_SHOWN || (!secret && !(forced && kind == ST_EV_FORCED));
}

void play_remember(struct match *m)
{
    enum { ROOM = sizeof m->told / sizeof m->told[0] };
    int n = st_session_nevents(m->session);

    if (n == 0)
        return;
    m->ntold = 0;
    for (int i = n - 1; i >= 0 && m->ntold < ROOM; i--) /* the last of them, the latest first */
        if (is_open(m, i))
            m->told[m->ntold++] = *st_session_event(m->session, i);
    for (int i = 0; i < m->ntold / 2; i++) {
        struct st_event e = m->told[i];

        m->told[i] = m->told[m->ntold - 1 - i];
        m->told[m->ntold - 1 - i] = e;
    }
}

void play_tell_news(struct match *m, int before)
{
    struct st_buf out = { 0 };

    play_remember(m);
    m->fresh = true;
    m->insist[0] = 0;
    if (m->quiet)
        return;
    cli_news(&out, &m->term, m->session, before, play_reader(m), !m->notation);
    cli_print(&out, CLI_OK);
}

void play_tell_refusal(struct match *m, const struct st_refusal *why)
{
    struct st_buf out = { 0 };

    m->why = *why;
    cli_refusal_says(&out, &m->term, m->notation ? NULL : m->plan, why);
    cli_print(&out, CLI_OK);
}

enum next play_answered(struct match *m, int before, enum st_answer answer,
                        const struct st_refusal *why)
{
    if (answer == ST_REFUSED)
        play_tell_refusal(m, why);
    else
        play_tell_news(m, before);
    return GO_ON;
}

void play_show_map(struct match *m, bool always)
{
    const struct st_table *t = play_table(m);
    struct st_scene *s = st_view_scene(t, st_now(t).side);
    struct st_buf out = { 0 };

    if (!s)
        return;
    cli_map(&out, &m->term, m->plan, s);
    if (always) /* else it stands over the question */
        cli_battle(&out, &m->term, play_table(m), s);
    cli_clean_page(&out);
    if (always || !m->map.text || !out.text || strcmp(out.text, m->map.text) != 0) {
        printf("\n%s", st_buf_text(&out));
        st_buf_free(&m->map);
        m->map = out;
    } else {
        st_buf_free(&out);
    }
    free(s);
}

static void show_notes(struct match *m, bool asking)
{
    const struct st_table *t = play_table(m);
    struct st_scene *s = st_view_scene(t, st_now(t).side);
    struct st_buf out = { 0 };
    char turn[300], why[ST_SAYS_MAX];

    if (!s)
        return;
    st_buf_put(&out, "\n", 1);
    cli_battle(&out, &m->term, t, s);
    cli_notes(&out, &m->term, s);
    if (asking) {
        st_view_turn_text(t, turn, sizeof turn);
        struct st_buf asked = { 0 }, lines = { 0 };

        st_buf_add(&asked, "%s (%s)", s->prompt[0] ? s->prompt : turn, st_now(t).para);
        cli_wrap(&lines, &m->term, 0, 2, st_buf_text(&asked));
        cli_style(&out, &m->term, CLI_BOLD, st_buf_text(&lines));
        st_buf_put(&out, "\n", 1);
        out.failed |= asked.failed || lines.failed;
        st_buf_free(&asked);
        st_buf_free(&lines);
        if (!m->notation && st_step_says(t, ST_WORD_EXPLAINS, why, sizeof why)) {
            st_buf_put(&out, "  ", 2);
            cli_wrap(&out, &m->term, 2, 2, why);
            st_buf_put(&out, "\n", 1);
        }
    }
    free(s);
    cli_print(&out, CLI_OK);
}

int play_list_moves(struct match *m, struct st_error *err)
{
    st_offer_list_free(&m->moves);
    return st_offer_list(&m->moves, play_table(m), ST_UMPIRE, err);
}

enum next play_show_decision(struct match *m)
{
    struct st_buf out = { 0 };
    struct st_error err;

    if (!m->fresh)
        return GO_ON;
    m->fresh = false;
    m->term = cli_term(); /* the window may have been resized */
    if (m->draw)
        play_show_map(m, false);
    show_notes(m, true);
    if (play_list_moves(m, &err))
        return play_broken(m, &err);
    cli_moves_show(&out, &m->term, &m->moves, m->notation ? NULL : play_table(m));
    cli_print(&out, CLI_OK);
    return GO_ON;
}

/* ---- beginning and end ----------------------------------------------------------------- */

void play_tell_end(struct match *m)
{
    const char *winner = st_view_winner(play_table(m));
    struct st_buf out = { 0 }, text = { 0 };
    char moves[12], dice[12];

    if (m->draw)
        play_show_map(m, false);
    st_buf_put(&out, "\n", 1);
    cli_aim(&out, &m->term, play_table(m)); /* how far everybody came */
    if (winner)
        cli_say(&text, "end.won", st_side_says(m->plan, st_view_side_find(m->plan, winner)), NULL);
    else
        cli_say(&text, "end.draw", NULL);
    cli_style(&out, &m->term, CLI_BOLD, st_buf_text(&text));
    st_buf_put(&out, " ", 1);
    cli_say(&out, st_session_rulings(m->session) ? "end.ruled" : "end.count",
            cli_count(moves, st_session_moves(m->session)), cli_count(dice, st_session_rolls(m->session)), NULL);
    st_buf_put(&out, "\n", 1);
    st_buf_free(&text);
    cli_print(&out, CLI_OK);
    if (m->record[0]) {
        cli_tell("end.record", m->record, NULL);
        cli_tell("end.review", m->record, NULL);
    }
}

void play_tell_resume(struct match *m)
{
    struct st_buf out = { 0 };
    char moves[12];

    cli_count(moves, st_session_moves(m->session));
    printf("\n");
    if (m->record[0]) {
        cli_tell("left.kept", moves, m->record, NULL);
        st_buf_add(&out, "sandtable play --resume '%s'", m->record);
        if (m->source.tables)
            st_buf_add(&out, " --tables '%s'", m->source.tables);
        if (m->source.scenario_dir[0] || m->source.scenarios)
            st_buf_add(&out, " --scenarios '%s'",
                       m->source.scenarios ? m->source.scenarios : m->source.scenario_dir);
        if (m->dice.kind == CLI_DICE_TAPE)
            st_buf_add(&out, " --dice 'tape:%s'", m->dice.tape.where);
        cli_tell("left.resume", st_buf_text(&out), NULL);
    } else {
        cli_tell("left.lost", moves, NULL);
    }
    st_buf_free(&out);
}

void play_greet(struct match *m, bool resumed)
{
    struct st_buf out = { 0 }, seats = { 0 };
    char moves[12], human[40];

    cli_word("seat.human", human, sizeof human);
    cli_style(&out, &m->term, CLI_BOLD, m->plan->title);
    st_buf_put(&out, "\n", 1);
    if (m->plan->blurb[0] && !resumed) {
        cli_wrap(&out, &m->term, 0, 0, m->plan->blurb);
        st_buf_put(&out, "\n", 1);
    }
    for (int s = 0; s < ST_SIDES; s++) {
        const char *title = st_side_brief(m->plan, s);

        st_buf_add(&seats, "%s", title);
        if (strcmp(title, m->plan->side[s]) != 0)
            st_buf_add(&seats, " (%s)", m->plan->side[s]);
        st_buf_add(&seats, ": %s%s", play_human(m, s) ? human : m->kind[s], s ? ". " : ", ");
    }
    cli_say(&seats, "greet.dice", m->dice.tag, NULL);
    if (m->record[0]) {
        st_buf_put(&seats, " ", 1);
        cli_say(&seats, "greet.record", m->record, NULL);
    }
    cli_wrap(&out, &m->term, 0, 0, st_buf_text(&seats));
    st_buf_put(&out, "\n", 1);
    out.failed |= seats.failed;
    st_buf_free(&seats);
    cli_print(&out, CLI_OK);
    if (resumed)
        cli_tell("greet.resumed", cli_count(moves, st_session_moves(m->session)), NULL);
    if (!resumed && !m->quiet && (play_human(m, 0) || play_human(m, 1)))
        cli_briefing(&out, &m->term, m->plan, play_reader(m));
    cli_print(&out, CLI_OK);
    if (play_human(m, 0) || play_human(m, 1))
        cli_tell("greet.help", NULL);
}
