/* words.h - what players read: a game's words as a sheet, and sentences filled from it.
 *
 * games/ID/words/en.tsv has a row for each thing with a word: kind, id, form, says, short, explains,
 * para (docs/formats.md). Rows of ID/words/own.tsv, where a source of texts has one, come before them:
 * that is how another language is chosen. Words are in the plan and in no hash: another way to say it
 * is the same game. A word that is missing is no error; whoever asks has the notation instead.
 *
 * A sentence has slots, filled from a move, the position or the game (struct st_telling):
 *   {unit} {unit2}    the first and the second argument of that kind, by its title; {hex} by its place
 *   {unit,} {unit,first} {unit,rest} {hex-last} {hex-first}   of a list, joined with "and"
 *   {command!}        what the sheet explains of that name
 *   {h/4} {n/heading}   a number by fours; the row of that kind with that number
 *   {whither}         where a move on a bare table goes: "to the east edge", "160 mm east and 20 mm north"
 *   {way}             the stretches of a march on a bare table, by the forms of their rows of kind choice: "{1} mm ahead",
 *                     and after a bar what is said of a second number, "{1} mm to the right|{1} mm to the left"
 *   {side} {enemy} {winner}   sides by their titles
 *   {left} {target}...        what the game says it is (game->slots), or a field of that name
 *   {left:unit|units} {unit,:attacks|attack}   one of two words, as the number or the list is one or not
 *   [, helped by {unit,rest}] left out when a slot in it is empty
 *   [leave: , leaving the wall]   left out unless the move has that word, or that slot or number of it is not 0
 *   [!left: Nobody may.]          the other way round
 * A sentence whose slot is unknown is not said at all.
 */
#ifndef ST_CORE_WORDS_H
#define ST_CORE_WORDS_H

#include "core/game.h"

enum { ST_SAYS_MAX = 480 };

struct st_word {
    const char *kind, *id, *form;
    const char *says, *brief, *explains; /* brief: column `short`; "" where there is none */
    const char *para;
    int line;
};

/* Sheets into p->words; errors name file and line. After the game has made its names: rows of their
 * kinds become their titles. */
int st_words_load(struct st_plan *p, const struct st_files *files, struct st_error *err);

/* The scenario's own row ("malfosse/E1") before that of the game ("E1"); NULL: there is none. */
const struct st_word *st_word_find(const struct st_plan *p, const char *kind, const char *id);
/* That of a field: "turn", "unit.steps". */
const struct st_word *st_word_field(const struct st_plan *p, const struct st_field *f);
/* Verbs by their form, else by their first word. */
const struct st_word *st_word_verb(const struct st_plan *p, int verb);
/* The word's says, or id where there is none. */
const char *st_word_says(const struct st_plan *p, const char *kind, const char *id);
/* What a label or cell of a chart means: rows of results, codes, grounds, types... NULL: none. */
const struct st_word *st_word_label(const struct st_plan *p, const char *label);
/* The row for a cell of this chart, "assault_losers.A", or of all that begin alike, "assault.--"; or NULL. */
const struct st_word *st_word_cell(const struct st_plan *p, const struct st_chart *c, const char *cell);
/* What a "column" or "row" of a chart is called: by its own row of the sheet, of that chart ("firearms.mod") or of any; a key
 * ("river_add", "PITCHED") by what it means; else the label. "", where the sheet's `short` is "-": nothing for players. */
const char *st_word_axis(const struct st_plan *p, const char *kind, const char *chart, const char *label);
/* Row i of a kind, from *at on (begin with 0); NULL: there is none. Scenario's rows and the game's. */
const struct st_word *st_word_next(const struct st_plan *p, const char *kind, int *at);

/* "the Normans", "Normans"; a place as people call it, with its number: "the mill ford (0806)". */
const char *st_side_says(const struct st_plan *p, int side);
const char *st_side_brief(const struct st_plan *p, int side);
void st_place_print(const struct st_plan *p, int hex, char *out, size_t size);
/* A name as a sentence has it, with the article of its list where it takes one: "The Kentish fyrd", "Eustace's knights". */
void st_name_print(const struct st_plan *p, const struct st_names *list, int i, char *out, size_t size);
/* A value of a field in words: its symbol's row, a title, a place, "yes" for a flag. */
void st_value_says(const struct st_table *t, const struct st_field *f, int value, char *out,
                   size_t size);

struct st_telling { /* what slots are filled from; all but plan may be NULL */
    const struct st_plan *plan;
    const struct st_table *table;
    const struct st_move *move;
    int side;  /* whom {side} means */
    int *left; /* 1 + what {left} is, once it was counted, which takes long; 0: not yet */
    bool few;  /* of a list of more than six, three and how many others */
};
/* Fill a sentence: a capital at its head. False, and out empty, if a slot is unknown. */
bool st_words_fill(const struct st_telling *f, const char *text, char *out, size_t size);
/* A slot's number: from game->slots, else a field of the game, else ("own.lost", "enemy.lost") of a side. */
bool st_words_number(const struct st_telling *f, const char *name, int *out);

/* A move as a sentence; its notation where the sheet has none. */
void st_move_says(const struct st_table *t, const struct st_move *m, char *out, size_t size);
/* The same where it is read and not chosen by: "A, B, C and 12 others move". */
void st_move_few(const struct st_table *t, const struct st_move *m, char *out, size_t size);
/* What is asked now: says, short or explains of the step. False: no word for it. */
enum st_word_part { ST_WORD_SAYS, ST_WORD_BRIEF, ST_WORD_EXPLAINS };
bool st_step_says(const struct st_table *t, enum st_word_part part, char *out, size_t size);
bool st_step_part(const struct st_telling *f, enum st_word_part part, char *out, size_t size);
bool st_move_part(const struct st_table *t, const struct st_move *m, enum st_word_part part, char *out,
                  size_t size);
/* A sentence about {name}, of {n}: "{name} lose {n} {n:step|steps}". */
void st_words_retell(const struct st_plan *p, const char *says, const char *name, int n, char *out,
                     size_t size);
/* An event for players: its row's sentence, else its text with titles for ids. */
void st_event_says(const struct st_plan *p, const struct st_event *e, char *out, size_t size);
/* What an option of a scenario, or one of its choices, is called: rules say it in English, another sheet in kind `option`. */
const char *st_option_says(const struct st_plan *p, const char *text, char *room, size_t size);
/* The verdict of an answer, whole or part by part: "slow (5.3.11), difficult (5.7.9)". */
void st_verdict_says(const struct st_plan *p, const char *verdict, char *out, size_t size);

#endif
