/* words.c - the sheets of words: read with file and line, complete for every game, and every move,
 * decision and die that random games meet is said in a sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/standing.h"
#include "core/tsv.h"
#include "sandtable.h"
#include "view/view.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct sandtable *umpire;
static int missing;

static void miss(const struct st_plan *p, const char *kind, const char *id)
{
    print_error("%s/words/en.tsv has no %s `%s` (%s)\n", p->game->id, kind, id, p->id);
    missing++;
}

static void need(const struct st_plan *p, const char *kind, const char *id)
{
    const struct st_word *w = st_word_find(p, kind, id);

    if (!w || !w->says[0])
        miss(p, kind, id);
}

static void need_fields(const struct st_plan *p)
{
    for (int i = 0; i < st_nfields(p->game); i++) {
        const struct st_field *f = &p->game->fields->row[i];
        char id[80];

        if (f->old)
            continue;
        snprintf(id, sizeof id, "%s%s%s", f->of ? f->of : "", f->of ? "." : "", f->name);
        need(p, "field", id);
    }
}

/* Names that are codes have titles. */
static void need_titles(const struct st_plan *p)
{
    for (int i = 0; i < p->nnames; i++)
        for (int k = 0; k < p->names[i].n; k++) {
            const struct st_names *list = &p->names[i];

            if (strcmp(list->kind, "hex") == 0 || strcmp(list->kind, "place") == 0 ||
                strcmp(list->kind, "region") == 0)
                continue; /* a number says where; names of towns are words */
            if (!list->title || !list->title[k] || !list->title[k][0])
                miss(p, list->kind, list->name[k]);
            else if (list == st_view_pieces(p) && strchr(list->title[k], ','))
                miss(p, "name that can stand in a list", list->title[k]);
        }
}

static void need_all(const struct st_plan *p)
{
    const struct st_game *g = p->game;

    for (int v = 0; v < g->nverbs; v++) {
        const struct st_word *w = st_word_verb(p, v);

        if (!w || !w->says[0] || !w->brief[0])
            miss(p, "verb", g->verbs[v].form);
    }
    for (int i = 0; i < g->nsteps; i++)
        if (g->steps[i]->kind == ST_CHANCE)
            need(p, "chance", g->steps[i]->name);
        else if (g->steps[i]->kind != ST_AUTO)
            need(p, "step", g->steps[i]->name);
    for (int i = 0; i < g->ncharts; i++)
        need(p, "chart", g->charts[i]);
    for (int i = 0; i < st_nquestions(g); i++)
        need(p, "question", st_question_at(g, i)->id);
    for (int s = 0; s < ST_SIDES; s++)
        need(p, "side", p->side[s]);
    need_fields(p);
    need_titles(p);
}

static void each_plan(void (*visit)(const struct st_plan *p))
{
    for (int i = 0; i < st_ngames; i++)
        for (int k = 0; k < st_games[i]->nscenarios; k++) {
            struct st_error err = { 0 };
            struct st_plan *p;

            if (st_plan_make(&p, st_games[i], st_games[i]->scenarios[k], &st_files_library, NULL, 0, &err))
                fail_msg("%s:%d: %s", err.where, err.line, err.text);
            visit(p);
            st_plan_free(p);
        }
}

static void test_complete(void **state)
{
    (void)state;
    missing = 0;
    each_plan(need_all);
    assert_int_equal(missing, 0);
}

/* ---- aim and standing -------------------------------------------------------------------- */

static void need_brief(const struct st_plan *p, const char *id)
{
    const struct st_word *w = st_word_find(p, "briefing", id);

    if (!w || !w->says[0])
        miss(p, "briefing", id);
    else if (strcmp(id, "length") != 0 && !strchr(id, '.') && (!w->brief[0] || !w->explains[0]))
        miss(p, "whole briefing", id);
}

/* Each side of each scenario knows who it is, what it wants, and how far it has come. */
static void need_aim(const struct st_plan *p)
{
    struct st_table t = { p, malloc(p->pos_size), NULL };
    static struct st_track track[ST_TRACKS_MAX];
    static struct st_goal goal[ST_GOALS_MAX];
    int of_side[ST_SIDES] = { 0 }, turns = 0;
    char watch[60];

    need_brief(p, "place");
    need_brief(p, "length");
    st_begin(&t);
    for (int i = st_goals(&t, goal, ST_GOALS_MAX) - 1; i >= 0; i--)
        of_side[goal[i].side]++;
    for (int i = st_tracks(&t, "track", track, ST_TRACKS_MAX) - 1; i >= 0; i--)
        turns += strcmp(track[i].kind, "turn") == 0 && track[i].now == 1;
    if (turns != 1)
        miss(p, "track", "turn");
    for (int s = 0; s < ST_SIDES; s++) {
        need_brief(p, p->side[s]);
        snprintf(watch, sizeof watch, "%s.1", p->side[s]);
        need_brief(p, watch);
        if (!of_side[s])
            miss(p, "goal", p->side[s]);
    }
    const struct st_word *place = st_word_find(p, "briefing", "place");
    if (place && st_view_side_find(p, place->para) < 0)
        miss(p, "first seat", place->para);
    free(t.pos);
}

static void test_everybody_knows_the_aim(void **state)
{
    (void)state;
    missing = 0;
    each_plan(need_aim);
    assert_int_equal(missing, 0);
}

/* ---- random games ------------------------------------------------------------------------ */

struct teller {
    struct st_offer offer;
    const struct st_table *t;
    int n;
    char said[60][ST_SAYS_MAX];
};

static void unsaid(const struct st_table *t, const char *what, const char *id)
{
    static char told[200][80];
    static int n;
    char line[80];

    snprintf(line, sizeof line, "%s %s", what, id);
    for (int i = 0; i < n; i++)
        if (strcmp(told[i], line) == 0)
            return;
    if (n < 200)
        strcpy(told[n++], line);
    print_error("%s/%s: %s is not said: no words, a slot that nothing fills, a small letter first, or what another is called\n",
                t->plan->game->id, t->plan->id, line);
    missing++;
}

/* "-20 mm aside": which way it goes is a word. */
static bool goes_backwards(const char *text)
{
    for (const char *at = text; (at = strstr(at, " -")); at += 2)
        if (isdigit((unsigned char)at[2]) && strncmp(at + 2 + strspn(at + 2, "0123456789"), " mm", 3) == 0)
            return true;
    return false;
}

static bool tell_move(struct st_offer *self, const struct st_move *m)
{
    struct teller *o = (struct teller *)self; /* offer is its first member */
    char says[ST_SAYS_MAX], verb[60];

    snprintf(verb, sizeof verb, "%.50s", o->t->plan->game->verbs[m->verb].form);
    for (int part = ST_WORD_SAYS; part <= ST_WORD_BRIEF; part++)
        if (!st_move_part(o->t, m, (enum st_word_part)part, says, sizeof says) || strpbrk(says, "{}[]") || goes_backwards(says) ||
            islower((unsigned char)says[0]))
            unsaid(o->t, part ? "short of" : "says of", verb);
    st_move_says(o->t, m, o->said[o->n], ST_SAYS_MAX);
    for (int i = 0; i < o->n; i++) /* whoever reads them must know one from the other, or where they end */
        if (!strstr(verb, "{hex-}") && strcmp(o->said[i], o->said[o->n]) == 0)
            unsaid(o->t, o->said[i], verb);
    return ++o->n < 60;
}

static void say_all(const struct st_table *t)
{
    struct st_turn now = st_now(t);
    struct teller o = { .offer = { tell_move, NULL, false }, .t = t };
    char says[ST_SAYS_MAX];

    if (!st_step_says(t, ST_WORD_SAYS, says, sizeof says) || strpbrk(says, "{}[]"))
        unsaid(t, "step", now.step);
    if (now.kind == ST_DECIDE)
        st_step_now(t)->offer(t, &o.offer);
}

static void play_through(const struct st_plan *p)
{
    struct st_table t = { p, malloc(p->pos_size), NULL };
    uint32_t step = 0, roll = 0;

    for (uint64_t game = 0; game < 1; game++) {
        st_begin(&t);
        for (int i = 0; i < 1600 && st_now(&t).kind != ST_OVER; i++) {
            if (i < 300 || i % 5 == 0)
                say_all(&t);
            st_playout_step(&t, 5, game, &step, &roll);
        }
        if (st_now(&t).kind == ST_OVER)
            say_all(&t);
    }
    free(t.pos);
}

static void test_everything_is_said(void **state)
{
    (void)state;
    missing = 0;
    each_plan(play_through);
    assert_int_equal(missing, 0);
}

/* ---- nothing internal ---------------------------------------------------------------------- */

static bool letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '\'' || (c & 0x80);
}

/* Is it a name that has a title? Then the title should stand there. */
static bool is_coded_name(const struct st_plan *p, struct st_span word)
{
    bool lower = false;

    for (size_t i = 0; i < word.len; i++)
        lower |= islower((unsigned char)word.at[i]) != 0;
    for (int i = 0; i < p->nnames && !lower && word.len > 1; i++) {
        int at = st_names_find(&p->names[i], word);

        if (at >= 0 && strcmp(p->names[i].kind, "hex") != 0 && strcmp(p->names[i].kind, "place") != 0 &&
            p->names[i].title && p->names[i].title[at] &&
            strcmp(p->names[i].title[at], p->names[i].name[at]) != 0)
            return true;
    }
    for (int s = 0; s < ST_SIDES && !lower && word.len > 1; s++)
        if (st_span_is(word, p->side[s]))
            return true;
    return false;
}

/* "1 steps", "2 unit": a number and what it counts agree. */
static bool disagrees(const char *text, char *which, size_t size)
{
    static const char *const things[] = { "step", "unit", "point", "order", "sack", "gun",
                                          "shot", "hex", "die", "round", "figure", "element" };
    static const char *const many[] = { "steps", "units", "points", "orders", "sacks", "guns",
                                        "shots", "hexes", "dice", "rounds", "figures", "elements" };

    for (const char *c = text; *c; c++) {
        if (!isdigit((unsigned char)*c) || (c > text && (letter(c[-1]) || strchr(",.:/-+", c[-1]))))
            continue;
        char *end;
        long n = strtol(c, &end, 10);
        for (size_t i = 0; *end == ' ' && i < sizeof things / sizeof things[0]; i++) {
            const char *wrong = n == 1 ? many[i] : things[i];
            size_t len = strlen(wrong);

            if (strncmp(end + 1, wrong, len) == 0 && !letter(end[1 + len]) && end[1 + len] != '-') {
                snprintf(which, size, "%ld %s", n, wrong);
                return true;
            }
        }
        c = end - 1;
    }
    return false;
}

/* "german_lost", "MF-HALF-2", "N1", "{unit}": what players should never read. */
static bool internal(const struct st_plan *p, const char *text, char *which, size_t size)
{
    if (disagrees(text, which, size))
        return true;
    if (strpbrk(text, "{}[]")) {
        snprintf(which, size, "a brace");
        return true;
    }
    for (int s = 0; s < ST_SIDES; s++) { /* "A in phase", "B: 3 lost", "cp A" */
        static const char *const form[] = { "%s in phase", "%s: ", "%s decides", "%s wins", "cp %s",
                                            "side %s", "Side %s" };

        for (size_t i = 0; strlen(p->side[s]) == 1 && i < sizeof form / sizeof form[0]; i++) {
            snprintf(which, size, form[i], p->side[s]);
            const char *at = strstr(text, which);
            if (at && (at == text || !letter(at[-1])))
                return true;
        }
    }
    for (const char *c = text; *c;) {
        struct st_span word = { c, 0 };

        while (letter(word.at[word.len]))
            word.len++;
        bool joined = memchr(word.at, '_', word.len) != NULL;
        if (word.len && (joined || is_coded_name(p, word))) {
            snprintf(which, size, "%.*s", (int)word.len, word.at);
            return true;
        }
        c += word.len ? word.len : 1;
    }
    return false;
}

static void walk(const struct st_plan *p, json_t *v, const char *key)
{
    static const char *const read[] = { "says", "short", "explains", "prompt", "notes", "label", "text", "title",
                                        "group", "type", "state", "headline", "you_are", "task", "enemy",
                                        "length", "place", "watch", "hard", "goal", "blurb", "about", "heading",
                                        "say", "supposing", "supposed" };
    const char *under;
    json_t *item;
    size_t i;
    char which[80];

    json_object_foreach(v, under, item) {
        bool notation = (json_object_get(v, "says") && strcmp(under, "text") == 0) || /* what records have */
                        (json_object_get(v, "dice") && strcmp(under, "label") == 0);

        if (!notation && strcmp(under, "turn") != 0 && strcmp(under, "measures") != 0 && strcmp(under, "cite") != 0 &&
            strcmp(under, "pieces") != 0 && strcmp(under, "changed") != 0)
            walk(p, item, under);
    }
    json_array_foreach(json_object_get(v, "pieces"), i, item) /* what else they have is for the board */
        walk(p, json_object_get(item, "title"), "title");
    json_array_foreach(v, i, item)
        walk(p, item, key);
    for (size_t k = 0; json_is_string(v) && k < sizeof read / sizeof read[0]; k++)
        if (strcmp(read[k], key) == 0 && internal(p, json_string_value(v), which, sizeof which)) {
            static char told[100][60];
            static int n;
            bool known = false;

            for (int t = 0; t < n; t++)
                known |= strcmp(told[t], which) == 0;
            if (known)
                return;
            if (n < 100)
                snprintf(told[n++], sizeof told[0], "%.59s", which);
            print_error("%s/%s: `%s` in %s: %s\n", p->game->id, p->id, which, key, json_string_value(v));
            missing++;
        }
}

static void walk_text(const struct st_plan *p, const char *text)
{
    json_t *v = json_loads(text, 0, NULL);

    assert_non_null(v);
    walk(p, v, "");
    json_decref(v);
}

/* A move in mind, the first and the last that is offered: what it would do, and may lead to. */
static void look_ahead(const struct st_plan *p)
{
    json_t *offers = json_loads(sandtable_offers(umpire, -1, ""), 0, NULL), *groups = json_object_get(offers, "offers");
    size_t n = json_array_size(groups);

    for (size_t i = 0; i < n; i += n > 1 ? n - 1 : 1) {
        json_t *group = json_object_get(json_array_get(groups, i), "offers");
        const char *move = json_string_value(json_object_get(json_array_get(group, 0), "move"));

        if (!move)
            continue;
        char text[ST_MOVE_TEXT];
        snprintf(text, sizeof text, "%s", move);
        walk_text(p, sandtable_preview(umpire, -1, text));
        walk_text(p, sandtable_odds(umpire, -1, text, "", ""));
    }
    json_decref(offers);
}

/* Is it a code, as charts have them: joined with underlines, or of capitals alone? */
static bool is_chart_code(const char *text)
{
    bool capitals = isupper((unsigned char)text[0]) && text[1];

    for (const char *c = text; *c; c++)
        capitals &= isupper((unsigned char)*c) || isdigit((unsigned char)*c) || strchr("-+*", *c) != NULL;
    return capitals || (strchr(text, '_') && !strchr(text, ' '));
}

/* But for columns without a title, which no player is shown. */
static void need_spelled(const struct st_plan *p, json_t *legend, json_t *labels, json_t *titles)
{
    size_t i, k;
    json_t *label, *row;

    json_array_foreach(labels, i, label) {
        if (titles && !json_string_length(json_array_get(titles, i)))
            continue;
        const char *code = json_string_value(label);
        const struct st_word *plain = st_word_label(p, code); /* "DOWNHILL" is a word already */
        bool spelled = !is_chart_code(code) || (plain && strcasecmp(plain->says, code) == 0);

        json_array_foreach(legend, k, row)
            spelled |= strcmp(json_string_value(json_object_get(row, "code")), code) == 0;
        if (!spelled)
            miss(p, "word for the code", code);
    }
}

/* Codes of a chart are spelled beside it. */
static void read_chart(const struct st_plan *p, const char *text)
{
    json_t *chart = json_loads(text, 0, NULL), *legend = json_object_get(chart, "legend"), *row;
    json_t *columns = json_object_get(chart, "columns"), *titles = json_object_get(columns, "titles");
    size_t i;

    need_spelled(p, legend, json_object_get(json_object_get(chart, "rows"), "labels"), NULL);
    need_spelled(p, legend, json_object_get(columns, "labels"), titles);
    json_array_foreach(json_object_get(chart, "cells"), i, row)
        need_spelled(p, legend, row, titles);
    walk(p, chart, "");
    json_decref(chart);
}

/* Charts with the codes beside them, questions, lessons: what does not hang on a position. */
static void look_at_paper(const struct st_plan *p)
{
    const struct st_game *g = p->game;

    if (strcmp(p->id, g->scenarios[0]) != 0)
        return;
    walk_text(p, sandtable_scenarios(umpire, g->id));
    for (int i = 0; i < g->ncharts; i++)
        read_chart(p, sandtable_chart(umpire, g->id, g->charts[i], NULL));
    walk_text(p, sandtable_ask(umpire, g->id, "", NULL));
    walk_text(p, sandtable_lessons(umpire, g->id));
}

/* Whole positions, offers and what happened, as players read them. */
static void look_through(const struct st_plan *p)
{
    char name[120];

    snprintf(name, sizeof name, "%s/%s", p->game->id, p->id);
    sandtable_open(umpire, name, "dice seed:3");
    walk_text(p, sandtable_briefing(umpire, name));
    look_at_paper(p);
    for (int i = 0; i < 90; i++) {
        if (i % 6 == 0) {
            walk_text(p, sandtable_state(umpire, -1, -1));
            walk_text(p, sandtable_offers(umpire, -1, ""));
        }
        if (i % 30 == 0)
            look_ahead(p);
        const char *change = sandtable_decide(umpire, "random", (unsigned)i);
        if (strstr(change, "\"error\"") || strstr(change, "\"refused\""))
            sandtable_roll(umpire);
        if (i % 6 == 5)
            walk_text(p, sandtable_lines(umpire, -1, 0));
    }
}

static void test_nothing_internal_reaches_a_player(void **state)
{
    (void)state;
    missing = 0;
    each_plan(look_through);
    assert_int_equal(missing, 0);
}

/* "2 steps are lost", and no "2", "D*" or "1 / --": an answer has a word in it. */
static bool is_told(const char *says)
{
    int letters = 0, longest = 0;

    for (const char *c = says; *c; c++) {
        letters = isalpha((unsigned char)*c) || (*c & 0x80) ? letters + 1 : 0;
        longest = letters > longest ? letters : longest;
    }
    return longest > 2 && !strstr(says, "--") && !strstr(says, "\u00a7") && !strchr(says, '*');
}

/* What may come out of every question, as it stands before anything is filled in. */
static void ask_all(const struct st_plan *p)
{
    const struct st_game *g = p->game;

    for (int i = 0; i < st_nquestions(g) && strcmp(p->id, g->scenarios[0]) == 0; i++) {
        json_t *reply = json_loads(sandtable_ask(umpire, g->id, st_question_at(g, i)->id, ""), 0, NULL), *row;
        size_t k;

        walk(p, reply, "");
        json_array_foreach(json_object_get(reply, "rows"), k, row)
            if (!is_told(json_string_value(json_object_get(row, "says")))) {
                print_error("%s ask %s: `%s`\n", g->id, st_question_at(g, i)->id,
                            json_string_value(json_object_get(row, "says")));
                missing++;
            }
        json_decref(reply);
    }
}

static void test_answers_are_told(void **state)
{
    (void)state;
    missing = 0;
    each_plan(ask_all);
    assert_int_equal(missing, 0);
}

/* ---- what pages ask for --------------------------------------------------------------------- */

static void test_briefing_and_glossary(void **state)
{
    (void)state;
    assert_non_null(strstr(sandtable_briefing(umpire, "blank/duel"), "You are the man in the north."));
    assert_non_null(strstr(sandtable_briefing(umpire, "blank"), "\"scenario\":\"duel\""));
    assert_non_null(strstr(sandtable_briefing(umpire, "blank/dual"), "\"error\""));
    assert_non_null(strstr(sandtable_briefing(umpire, "blnk/duel"), "did you mean"));
    assert_non_null(strstr(sandtable_briefing(umpire, NULL), "\"error\""));
    assert_non_null(strstr(sandtable_words(umpire, "blank"), "harder to hit a man in them"));
    assert_non_null(strstr(sandtable_words(umpire, ""), "\"error\""));
}

/* One line an outcome, with the rows it is made of. */
static void test_outcomes(void **state)
{
    (void)state;
    sandtable_open(umpire, "blank/duel", "set man.North=0302\nset man.South=0303\ndice seed:1");
    const char *odds = sandtable_odds(umpire, -1, "strike", NULL, NULL);
    assert_non_null(strstr(odds, "\"outcomes\":[{\"says\":\"Nothing happens\",\"p\":\"1/2\""));
    assert_non_null(strstr(odds, "{\"says\":\"He is hit and loses a step\",\"p\":\"1/2\""));
    const char *reply = sandtable_ask(umpire, "blank", "strike", "ground=clear");
    assert_non_null(strstr(reply, "\"headline\":\"Nothing happens 50.0 %; He is hit and loses a step 50.0 %\""));
    assert_non_null(strstr(sandtable_chart(umpire, "blank", "strike", NULL),
                           "{\"code\":\"hit\",\"says\":\"He is hit and loses a step\"}"));
}

/* What happens in any case is told once, not in every line; a line says what differs. */
static void test_outcomes_say_what_differs(void **state)
{
    (void)state;
    sandtable_open(umpire, "guerre/teaching_ofanto", "dice seed:7");
    sandtable_roll(umpire);
    const char *odds = sandtable_odds(umpire, -1, "end", "?", "");
    assert_non_null(strstr(odds, "\"outcomes\":[{\"says\":\"Next to move: Spanish\",\"p\":\"1\""));
    assert_null(strstr(odds, "\"says\":\"Orders left")); /* the other side's die is book-keeping here */
    sandtable_open(umpire, "honour/relief_1525", "dice seed:7");
    sandtable_roll(umpire);
    odds = sandtable_odds(umpire, -1, "source SA2", "?", "");
    assert_non_null(strstr(odds, "\"certain\":\"The King's camp: supply line "));
    assert_non_null(strstr(odds, "{\"says\":\"Francis I receives 5 AP\",\"p\":"));
}

/* ---- reading ------------------------------------------------------------------------------ */

#define HEAD "kind\tid\tform\tsays\tshort\texplains\tpara\n"

/* Odds go on where somebody must choose: with what looks best to him, told in words; or they stop. */
static void test_odds_suppose(void **state)
{
    static const char *const moves[] = { "assign 1 move Pursuit", "assign 2 horse Pursuit", "end",
                                         "charge N1 0506-0505-0504", "end" };
    const char *odds;

    (void)state;
    sandtable_open(umpire, "shields/malfosse", "dice seed:7");
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        assert_null(strstr(sandtable_move(umpire, moves[i], 0), "refused"));
    odds = sandtable_odds(umpire, -1, "attack E1 by N1", "", "");
    assert_non_null(strstr(odds, "\"stopped\":true"));
    assert_non_null(strstr(odds, "\"supposing\":[]"));
    odds = sandtable_odds(umpire, -1, "attack E1 by N1", "?", "");
    assert_null(strstr(odds, "\"stopped\":true"));
    assert_non_null(strstr(odds, "\"given\":\"English: "));
    assert_non_null(strstr(odds, "\"supposing\":[\"English: "));
    assert_non_null(strstr(odds, "Housecarls of the rearguard retreat to"));
}

static void bad(const char *sheet, const char *line, const char *reason)
{
    sandtable_file(umpire, "blank/words/en.tsv", sheet);
    const char *answer = sandtable_open(umpire, "blank/duel", "dice seed:1");

    assert_non_null(strstr(answer, "\"error\""));
    assert_non_null(strstr(answer, "blank/words/en.tsv"));
    assert_non_null(strstr(answer, line));
    assert_non_null(strstr(answer, reason));
    sandtable_file(umpire, "blank/words/en.tsv", NULL);
}

static void test_bad_sheets(void **state)
{
    (void)state;
    bad("kind\tid\tsays\n", "\"line\":0", "form");
    bad(HEAD "verb\twait\twait\tHe {waits.\t\t\t\n", "\"line\":2", "not closed");
    bad(HEAD "verb\twait\twait\tHe waits]\t\t\t\n", "\"line\":2", "not closed");
    bad(HEAD "verb\t\twait\tHe waits\t\t\t\n", "\"line\":2", "without");
    bad(HEAD "ground\twoods\t\tWoods\t\t\t\nside\tNorth\t\tNorth\t\t\t\nground\twoods\t\tTrees\t\t\t\n",
        "\"line\":4", "stands on line 2 already");
    bad(HEAD "verb\twait\n", "\"line\":2", "2 fields");
}

/* Another language says what it has words for; the rest stays. */
static void test_another_language(void **state)
{
    (void)state;
    sandtable_file(umpire, "blank/words/own.tsv",
                   HEAD "step\tturn\t\tZiehen, schlagen oder warten?\t\t\t\nside\tNorth\t\tder Mann im Norden\t\t\t\n");
    sandtable_open(umpire, "blank/duel", "dice seed:1");
    assert_non_null(strstr(sandtable_state(umpire, -1, -1), "Ziehen, schlagen oder warten?"));
    assert_non_null(strstr(sandtable_offers(umpire, -1, ""), "Der Mann im Norden waits."));
    sandtable_file(umpire, "blank/words/own.tsv", NULL);
    sandtable_open(umpire, "blank/duel", "dice seed:1");
    assert_null(strstr(sandtable_state(umpire, -1, -1), "Ziehen"));
}

/* Kinds whose rows another language may have alone: what rules and scenarios say in English themselves. */
static bool added_by_language(const struct st_game *g, const char *kind, const char *id)
{
    if (strcmp(kind, "scenario") == 0)
        for (int i = 0; i < g->nscenarios; i++)
            if (strcmp(id, g->scenarios[i]) == 0)
                return true;
    return strcmp(kind, "word") == 0 || strcmp(kind, "event") == 0 || strcmp(kind, "modifier") == 0 ||
           strcmp(kind, "title") == 0;
}

/* Rows of a sheet in another language that stand for nothing the game has a word for. */
/* What an option of some scenario, or a choice of it, is called; or what stands before or behind its colon. */
static bool is_option(const struct st_game *g, const char *text)
{
    bool found = false;

    for (int k = 0; k < g->nscenarios && !found; k++) {
        struct st_plan *p = NULL;
        struct st_error err;

        assert_int_equal(st_plan_make(&p, g, g->scenarios[k], &st_files_library, NULL, 0, &err), 0);
        for (int i = 0; i < p->noptions; i++) {
            const struct st_option *o = &p->option[i];
            const char *colon = strstr(o->title, ": ");

            found |= strcmp(o->title, text) == 0 || (colon && strcmp(colon + 2, text) == 0) ||
                     (colon && strlen(text) == (size_t)(colon - o->title) && strncmp(o->title, text, strlen(text)) == 0);
            for (int w = 0; o->called && w < o->nwords; w++)
                found |= strcmp(o->called[w], text) == 0;
        }
        st_plan_free(p);
    }
    return found;
}

static int strangers(const struct st_game *g, const struct st_tsv *sheet)
{
    struct st_plan *p = NULL;
    struct st_error err;
    int n = 0;

    assert_int_equal(st_plan_make(&p, g, g->scenarios[0], &st_files_library, NULL, 0, &err), 0);
    for (int row = 0; row < sheet->nrows; row++) {
        char kind[40], id[200];

        st_span_copy(st_tsv_at(sheet, row, 0), kind, sizeof kind);
        st_span_copy(st_tsv_at(sheet, row, 1), id, sizeof id);
        if (strcmp(kind, "place") == 0 && strchr(id, ' '))
            *strchr(id, ' ') = 0;
        if (!st_word_find(p, kind, id) && !added_by_language(g, kind, id) && !st_plan_list(p, kind) &&
            !(strcmp(kind, "option") == 0 && is_option(g, id))) {
            print_error("%s: %s `%s`\n", sheet->where, kind, id);
            n++;
        }
    }
    st_plan_free(p);
    return n;
}

static bool same_cell(const struct st_tsv *a, int i, const struct st_tsv *b, int k, int col)
{
    struct st_span x = st_tsv_at(a, i, col), y = st_tsv_at(b, k, col);

    return x.len == y.len && memcmp(x.at, y.at, x.len) == 0;
}

/* What is said in every game, and in another language too where it has a sheet. */
static int untranslated(const struct st_game *g, const struct st_tsv *sheet)
{
    static const char *const kinds[] = { "side", "verb", "step", "chance", "chart", "question" };
    struct st_arena a = { 0 };
    struct st_span text;
    struct st_tsv en;
    struct st_error err;
    char name[80];
    int n = 0;

    snprintf(name, sizeof name, "%s/words/en.tsv", g->id);
    assert_int_equal(st_files_read(&st_files_library, &a, name, &text, &err), 0);
    assert_int_equal(st_tsv_parse(&en, &a, text, name, &err), 0);
    for (int row = 0; row < en.nrows; row++) {
        struct st_span kind = st_tsv_at(&en, row, 0), id = st_tsv_at(&en, row, 1);
        bool there = st_span_find(kind, kinds, sizeof kinds / sizeof kinds[0]) < 0 || !st_tsv_at(&en, row, 3).len;

        for (int k = 0; k < sheet->nrows && !there; k++)
            there = same_cell(&en, row, sheet, k, 0) && same_cell(&en, row, sheet, k, 1);
        if (!there) {
            print_error("%s has no %.*s `%.*s`\n", sheet->where, (int)kind.len, kind.at, (int)id.len, id.at);
            n++;
        }
    }
    st_arena_free(&a);
    return n;
}

/* English words in what is said: none, where a sheet is whole. */
static void assert_german(const char *document)
{
    static const char *const english[] = { " the ", " and ", " with ", " of ", "The ", " to ", "One ", "Two ", "Three " };
    static const char *const keys[] = { "\"says\":\"", "\"short\":\"" };

    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
        for (const char *at = strstr(document, keys[k]); at; at = strstr(at + 1, keys[k])) {
            char says[ST_SAYS_MAX];

            snprintf(says, sizeof says, "%.*s", (int)sizeof says - 1, at + strlen(keys[k])); /* not all that follows */
            says[strcspn(says, "\"")] = 0;
            for (size_t i = 0; i < sizeof english / sizeof english[0]; i++)
                if (strstr(says, english[i]))
                    fail_msg("said in English: %s", says);
        }
}

/* Every decision of a game by chance. */
static void walk_in_german(const char *scenario)
{
    sandtable_open(umpire, scenario, "dice seed:5");
    for (int i = 0; i < 160; i++) {
        assert_german(sandtable_offers(umpire, -1, ""));
        if (strstr(sandtable_decide(umpire, "random", 3), "error"))
            sandtable_roll(umpire);
    }
    assert_german(sandtable_lines(umpire, -1, 0));
}

static void test_sheets_of_another_language(void **state)
{
    int sheets = 0;

    (void)state;
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];
        struct st_arena a = { 0 };
        struct st_span text;
        struct st_tsv sheet;
        struct st_error err;
        char name[80];

        snprintf(name, sizeof name, "%s/words/de.tsv", g->id);
        if (!st_files_read(&st_files_library, &a, name, &text, &err)) {
            assert_int_equal(st_tsv_parse(&sheet, &a, text, name, &err), 0);
            assert_int_equal(strangers(g, &sheet) + untranslated(g, &sheet), 0);
            char *own = strndup(text.at, text.len);
            snprintf(name, sizeof name, "%s/words/own.tsv", g->id);
            sandtable_file(umpire, name, own);
            for (int k = 0; k < g->nscenarios; k++) {
                char scenario[120];

                snprintf(scenario, sizeof scenario, "%s/%s", g->id, g->scenarios[k]);
                walk_in_german(scenario);
            }
            sandtable_file(umpire, name, NULL);
            free(own);
            sheets++;
        }
        st_arena_free(&a);
    }
    assert_true(sheets >= 2);
}

static int ask_pick(const struct st_game *g, const json_t *words, const char *id, const char *form);

/* Where each of several has a way (`units*@`), every choice is asked by every way. */
static int ask_ways(const struct st_game *g, const json_t *words, const char *field, const char *id, const char *form)
{
    char ways[210], by[200];
    size_t i;
    json_t *w;
    int bad = 0, n = 0;

    snprintf(ways, sizeof ways, "%s@.", field);
    json_array_foreach(words, i, w) {
        const char *way = json_string_value(json_object_get(w, "form"));

        if (strncmp(json_string_value(json_object_get(w, "id")), ways, strlen(ways)) != 0)
            continue;
        snprintf(by, sizeof by, "%s@%s", form, way);
        bad += ask_pick(g, words, id, by);
        n++;
    }
    return n ? bad : 1;
}

/* Every named choice of a question can be asked: no field wants a code, and none leads nowhere. */
static int ask_pick(const struct st_game *g, const json_t *words, const char *id, const char *form)
{
    char field[200], question[40], *rest = NULL;
    const char *keys = NULL;
    size_t i;
    json_t *w;
    int bad = 0;

    if (strstr(id, "@.")) /* a way: asked with each choice */
        return 0;
    snprintf(field, sizeof field, "%.*s", (int)(strrchr(id, '.') - id), id);
    json_array_foreach(words, i, w)
        if (strcmp(json_string_value(json_object_get(w, "id")), field) == 0)
            keys = json_string_value(json_object_get(w, "form"));
    assert_non_null(keys);
    if (strstr(keys, "*@") && !strchr(form, '@'))
        return ask_ways(g, words, field, id, form);
    for (char *q = strtok_r(field, "+", &rest); q; q = strtok_r(NULL, "+", &rest)) {
        struct st_span key = st_span_of(keys), value = st_span_of(form);
        struct st_buf inputs = { 0 };

        snprintf(question, sizeof question, "%.*s", (int)strcspn(q, ":"), q);
        while (key.len) {
            const char *amp = strstr(value.at, " & ");
            size_t n = amp ? (size_t)(amp - value.at) : value.len;
            struct st_span one = st_span_cut(&key, ',');

            one = st_span_cut(&one, '*');
            if (n)
                st_buf_add(&inputs, "%.*s=%.*s\n", (int)one.len, one.at, (int)n, value.at);
            value = amp ? st_span_of(amp + 3) : (struct st_span){ value.at + n, 0 };
        }
        const char *said = sandtable_ask(umpire, g->id, question, st_buf_text(&inputs));
        if (strstr(said, "\"error\"") || strstr(said, "\"refused\":{")) {
            print_error("%s %s: %s %s\n", g->id, id, st_buf_text(&inputs), said);
            bad++;
        }
        st_buf_free(&inputs);
    }
    return bad;
}

static void test_named_choices(void **state)
{
    int bad = 0, picks = 0;

    (void)state;
    for (int i = 0; i < st_ngames; i++) {
        json_t *words = json_loads(sandtable_words(umpire, st_games[i]->id), 0, NULL), *w;
        size_t k;

        json_array_foreach(words, k, w) {
            const char *id = json_string_value(json_object_get(w, "id"));
            const char *form = json_string_value(json_object_get(w, "form"));

            if (strcmp(json_string_value(json_object_get(w, "kind")), "pick") != 0 || !strrchr(id, '.'))
                continue;
            bad += ask_pick(st_games[i], words, id, form ? form : "");
            picks++;
        }
        json_decref(words);
    }
    assert_int_equal(bad, 0);
    assert_true(picks > 50);
}

static void looked_up(const struct st_plan *p, const char *chart, int row, int col, const char *says)
{
    struct st_event e = { .kind = ST_EV_LOOKED, .para = "", .cite = { .chart = st_plan_chart(p, chart) } };
    char text[ST_SAYS_MAX];

    e.cite.row = (int16_t)row;
    e.cite.col = (int16_t)col;
    st_event_says(p, &e, text, sizeof text);
    assert_non_null(strstr(text, says));
}

/* What stands in a cell is spelled out, by the chart it stands in; a number of an axis is only a number. */
static void test_a_cell_says_what_it_means(void **state)
{
    struct st_error err;
    struct st_plan *p;

    (void)state;
    assert_int_equal(st_plan_make(&p, st_game_find("honour"), "bicocca_1522", &st_files_library, NULL, 0, &err), 0);
    looked_up(p, "discipline", 2, 1, ": P (They stand)");
    looked_up(p, "assault_attacker", 0, 0, "(");
    st_plan_free(p);
    assert_int_equal(st_plan_make(&p, st_game_find("mons"), "nimy", &st_files_library, NULL, 0, &err), 0);
    looked_up(p, "13_4_defensive_fire", 1, 2, "column 3: ");
    st_plan_free(p);
}

struct chosen { /* a sheet of another language before the library */
    struct st_files files;
    struct st_span text;
    char name[80];
};

static int chosen_read(const struct st_files *self, struct st_arena *a, const char *name, struct st_span *out,
                       struct st_error *err)
{
    const struct chosen *c = (const struct chosen *)self; /* files is its first member */

    (void)a, (void)err;
    *out = c->text;
    return strcmp(name, c->name) == 0 ? ST_OK : ST_EUSAGE;
}

/* A refusal is told in the language of the sheet, with titles for ids. */
static void test_refusals_of_another_language(void **state)
{
    static const struct {
        const char *game, *told, *says;
    } rows[] = {
        { "shields/malfosse", "N1 has attacked in this Phase", "Eustachs Ritter: hat in dieser Phase schon angegriffen" },
        { "mons/nimy", "no enemy stands in 2305", "In Nimy (2305) steht kein Feind" },
        { "guerre/teaching_ofanto", "A1 is engaged", "La Palices Lanzen: im Kampf gebunden" },
        { "skirmish/salt_path", "A1 cannot see B4", "Jean Cottereau: sieht Unterbrigadier nicht" },
        { "honour/bicocca_1522", "UB1 is not Demoralised", "hat den Mut nicht verloren" },
        { "mons/nimy", "BR: `bombardment` has ended by itself, so `end` does nothing now; say it again to end `melee` of BR",
          "Das war schon von selbst zu Ende, es ist also nichts geschehen; noch einmal gesagt, beendet es, was nun gefragt ist" },
    };
    char own[80];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct st_error err;
        struct st_plan *p;
        struct st_span text;
        struct st_arena room = { 0 };
        char id[40], says[ST_SAYS_MAX];
        const char *scenario = strchr(rows[i].game, '/') + 1;
        struct st_event e = { .kind = ST_EV_TOLD, .para = "" };

        snprintf(id, sizeof id, "%.*s", (int)(scenario - rows[i].game - 1), rows[i].game);
        snprintf(own, sizeof own, "%s/words/de.tsv", id);
        assert_int_equal(st_files_read(&st_files_library, &room, own, &text, &err), 0);
        struct chosen german = { { chosen_read, &st_files_library, NULL }, text, "" };
        snprintf(german.name, sizeof german.name, "%s/words/own.tsv", id);
        assert_int_equal(st_plan_make(&p, st_game_find(id), scenario, &german.files, NULL, 0, &err), 0);
        snprintf(e.text, sizeof e.text, "%s", rows[i].told);
        st_event_says(p, &e, says, sizeof says);
        assert_non_null(strstr(says, rows[i].says));
        st_plan_free(p);
        st_arena_free(&room);
    }
}

/* A move that was offered once, with something else in one of its places: what people try. */
static bool alter(const struct st_plan *p, struct st_move *m, uint32_t r)
{
    struct st_arg arg[ST_ARGS_MAX];
    struct st_move typed;
    char text[ST_MOVE_TEXT];
    int n = st_move_args(p, m, arg), at = n ? (int)(r % (uint32_t)n) : 0;

    r = r / 64 * 2654435761u >> 8;
    if (n && arg[at].list)
        m->arg[at] = (int16_t)(r % (uint32_t)arg[at].list->n);
    else if (n && st_span_is(arg[at].slot, "hex"))
        m->arg[at] = (int16_t)(r % (uint32_t)(p->grid.cols * p->grid.rows));
    else if (n && arg[at].number)
        m->arg[at] = (int16_t)(r % 400);
    st_move_print(p, m, text, sizeof text);
    return st_move_parse(&typed, p, text, NULL) == ST_LEGAL && memcmp(&typed, m, sizeof typed) == 0;
}

/* Tell once what was found: refusals that differ in numbers are one. */
static bool report(const struct st_plan *p, const struct st_refusal *why, const char *says, const char *which)
{
    static char told[400][24];
    static int n;
    char head[24];

    snprintf(head, sizeof head, "%.7s %.15s", why->para, strchr(why->text, ' ') ? strchr(why->text, ' ') : why->text);
    for (char *c = head; *c; c++)
        *c = isdigit((unsigned char)*c) ? '#' : *c;
    for (int i = 0; i < n; i++)
        if (strcmp(told[i], head) == 0)
            return true;
    if (n < 400)
        strcpy(told[n++], head);
    print_error("%s %s: `%s` in: %s\n    %s\n", p->game->id, why->para, which, why->text, says);
    return true;
}

static void refusal_says(const struct st_plan *p, const struct st_refusal *why, char says[ST_SAYS_MAX])
{
    struct st_event e = { .kind = ST_EV_TOLD, .para = "" };

    snprintf(e.text, sizeof e.text, "%.*s", (int)sizeof e.text - 1, why->text);
    st_event_says(p, &e, says, ST_SAYS_MAX);
}

/* English words in a refusal of a German game. */
static bool said_in_english(const struct st_plan *p, const struct st_refusal *why)
{
    static const char *const english[] = { " the ", " is ", " has ", " have ", " are ", " of ", " not ", " may ", " and ", " would ",
                                           " with ", " this ", " no ", " to ", " by ", " does ", " be ", "The ", "This ", " at " };
    char says[ST_SAYS_MAX];

    refusal_says(p, why, says);
    for (size_t i = 0; i < sizeof english / sizeof english[0]; i++)
        if (strstr(says, english[i]))
            return report(p, why, says, english[i]);
    return false;
}

/* Codes in a refusal, numbers that do not agree, or units that are many and "has". */
static bool said_in_codes(const struct st_plan *p, const struct st_refusal *why)
{
    static const char *const wrong[] = { "s is ", "s has ", "s does ", "men is ", "men has ", "fyrd has ", "front has ", "rear has " };
    bool many = strcmp(p->game->id, "shields") == 0 || strcmp(p->game->id, "guerre") == 0;
    char says[ST_SAYS_MAX], which[80];

    refusal_says(p, why, says);
    for (size_t i = 0; many && i < sizeof wrong / sizeof wrong[0]; i++)
        if (strstr(says, wrong[i]))
            return report(p, why, says, wrong[i]);
    return internal(p, says, which, sizeof which) && report(p, why, says, which);
}

/* Random games, at each decision of which moves of other decisions are tried: how many were refused, and badly. */
static void try_everything(const struct st_plan *p, bool (*bad_one)(const struct st_plan *, const struct st_refusal *), int *refused,
                           int *found)
{
    enum { POOL = 96, TRIED = 16 };
    struct st_table t = { p, malloc(p->pos_size), NULL };
    static struct st_move pool[POOL];
    uint32_t step = 0, roll = 0, r = 1;
    int n = 0;

    st_begin(&t);
    for (int i = 0; i < 450 && st_now(&t).kind != ST_OVER; i++) {
        for (uint64_t k = 0; st_now(&t).kind == ST_DECIDE && k < 3; k++)
            if (st_sample(&t, (uint64_t)i * 3 + k, &pool[n % POOL]))
                n++;
        for (int k = 0; st_now(&t).kind == ST_DECIDE && n && k < TRIED; k++) {
            r = r * 1664525u + 1013904223u;
            struct st_move m = pool[(r >> 16) % (uint32_t)(n < POOL ? n : POOL)];
            struct st_refusal why;

            if (k % 3 && !alter(p, &m, r >> 4))
                continue;
            if (st_check(&t, &m, &why) == ST_REFUSED) {
                ++*refused;
                *found += bad_one(p, &why);
            }
        }
        st_playout_step(&t, 7, 0, &step, &roll);
    }
    free(t.pos);
}

/* Whatever a player tries, he is refused in the language he reads. */
static void test_refused_in_another_language(void **state)
{
    int refused = 0, english = 0;

    (void)state;
    for (int i = 0; i < st_ngames; i++) {
        const struct st_game *g = st_games[i];
        struct st_arena room = { 0 };
        struct st_span text;
        struct st_error err;
        char name[80];

        snprintf(name, sizeof name, "%s/words/de.tsv", g->id);
        if (st_files_read(&st_files_library, &room, name, &text, &err))
            continue; /* no sheet yet */
        struct chosen german = { { chosen_read, &st_files_library, NULL }, text, "" };
        snprintf(german.name, sizeof german.name, "%s/words/own.tsv", g->id);
        for (int k = 0; k < g->nscenarios; k++) {
            struct st_plan *p;

            assert_int_equal(st_plan_make(&p, g, g->scenarios[k], &german.files, NULL, 0, &err), 0);
            try_everything(p, said_in_english, &refused, &english);
            st_plan_free(p);
        }
        st_arena_free(&room);
    }
    assert_true(refused > 20000);
    assert_int_equal(english, 0);
}

static int badly;

static void try_in_english(const struct st_plan *p)
{
    int refused = 0;

    try_everything(p, said_in_codes, &refused, &badly);
}

static void test_refused_in_words(void **state)
{
    (void)state;
    badly = 0;
    each_plan(try_in_english);
    assert_int_equal(badly, 0);
}

/* Words are no rules: a game said otherwise is the same game. */
static void test_same_game(void **state)
{
    char own[4096] = "";

    (void)state;
    sandtable_open(umpire, "blank/duel", "dice seed:1");
    strncpy(own, sandtable_record(umpire), sizeof own - 1);
    sandtable_file(umpire, "blank/words/en.tsv", HEAD);
    sandtable_open(umpire, "blank/duel", "dice seed:1");
    assert_string_equal(sandtable_record(umpire), own);
    sandtable_file(umpire, "blank/words/en.tsv", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_complete),
        cmocka_unit_test(test_everybody_knows_the_aim),
        cmocka_unit_test(test_everything_is_said),
        cmocka_unit_test(test_nothing_internal_reaches_a_player),
        cmocka_unit_test(test_answers_are_told),
        cmocka_unit_test(test_briefing_and_glossary),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_outcomes_say_what_differs),
        cmocka_unit_test(test_odds_suppose),
        cmocka_unit_test(test_bad_sheets),
        cmocka_unit_test(test_another_language),
        cmocka_unit_test(test_sheets_of_another_language),
        cmocka_unit_test(test_named_choices),
        cmocka_unit_test(test_a_cell_says_what_it_means),
        cmocka_unit_test(test_refusals_of_another_language),
        cmocka_unit_test(test_refused_in_another_language),
        cmocka_unit_test(test_refused_in_words),
        cmocka_unit_test(test_same_game),
    };

    umpire = sandtable_new();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    sandtable_free(umpire);
    return failed;
}
