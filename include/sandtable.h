/* sandtable.h - an umpire for historical tabletop wargames: the public interface.
 *
 * Text in, text out. A handle is an umpire with one table; on the table lies a game, or none. The
 * same functions are exported by the WebAssembly module, where a text is the address of its first
 * byte and whoever passes one in has got room for it from malloc.
 *
 * Texts are UTF-8, ended by a NUL. What is passed in is not kept. What comes back is JSON, belongs
 * to the handle and lives until the next call with that handle (which it must not be passed to);
 * it is never NULL. Where a text may be left out, NULL and "" both leave it out. One handle is not
 * for two threads at once; different handles share nothing.
 *
 * Every answer is an object or an array. An object may instead hold one of
 *     "refused": { "para", "text" }   the rules say no, by that paragraph; with an empty paragraph
 *                                     the words were not understood
 *     "error": { "kind", "where", "line", "text" }   kind is memory, limit, syntax, unsound (a
 *                                     record that does not hold), system or usage (no such thing)
 * and then nothing has changed.
 *
 * A side is 0 or 1, in the order of "sides"; SANDTABLE_UMPIRE sees all. In games with secrets what
 * a side may not know is masked before anything is written: pass the side a page is shown to.
 */
#ifndef SANDTABLE_H
#define SANDTABLE_H

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__ /* what is declared here, and nothing else, can be seen of the library */
#pragma GCC visibility push(default)
#endif

#define SANDTABLE_MAJOR 0 /* the version of this header */
#define SANDTABLE_MINOR 1
#define SANDTABLE_PATCH 0

/* "0.1.0", of the library. */
const char *sandtable_version(void);
/* NULL if the library does what a program needs that was written for that version, else why not. */
const char *sandtable_mismatch(int major, int minor);
#define SANDTABLE_MISMATCH() sandtable_mismatch(SANDTABLE_MAJOR, SANDTABLE_MINOR)

enum { SANDTABLE_UMPIRE = -1, SANDTABLE_PRESENT = -1 };

struct sandtable;

/* NULL: no memory. */
struct sandtable *sandtable_new(void);
void sandtable_free(struct sandtable *s);

/* ---- the library: needs no game on the table ------------------------------------------- */

/* Put a text before the library's own of that name, or beside them: GAME/tables/ID.tsv, a house
 * chart; GAME/scenarios/ID.txt with its parts, a scenario of one's own; GAME/RULES.md;
 * GAME/words/own.tsv, a sheet of words in another language (docs/formats.md). text NULL
 * takes it away again. A game on the table keeps what it was begun with. { name, bytes, says }: says
 * are sentences about cells of a house chart that change nothing, for no rule reads them.
 *
 * The WebAssembly module holds no texts of its own: a page brings those of a game, as they stand in
 * its folder, before it asks for anything of it but its name. */
const char *sandtable_file(struct sandtable *s, const char *name, const char *text);

/* [{ id, title, edition, secrets, scenarios, charts, questions, verbs }] */
const char *sandtable_games(struct sandtable *s);
/* [{ id, title, blurb, sides, side_titles, armies, cols, rows, pieces, options }], the teaching one first.
 * options are what players may wish otherwise, with "set" of sandtable_open: [{ key, title, para,
 * kind, value, lo, hi, choices: [{ value, title, para }] }]. kind is number (from lo to hi), choice
 * (one of the choices), several (any of them, separated by commas, or "none") or text. */
const char *sandtable_scenarios(struct sandtable *s, const char *game);
/* Before the first game of GAME/SCENARIO: { game, scenario, title, place, sides: [{ side, title, you_are,
 * task, enemy, length, watch: [] }], minutes, hard, first_seat }. */
const char *sandtable_briefing(struct sandtable *s, const char *name);
/* The glossary of a game (of its first scenario, unless GAME/SCENARIO is named): [{ kind, id, says, short,
 * explains, form, para }]; kinds are those of its sheet of words (docs/formats.md). */
const char *sandtable_words(struct sandtable *s, const char *game);
/* Without chart the list [{ id, para, title, rows, columns }]; without cell the whole chart { id,
 * para, title, says, legend: [{ code, says, explains }], rows, columns, cells, notes }; with "ROW,COL" that cell as a citation { chart,
 * title, para, row, column, clamped, cell }. A chart may be called by its paragraph. */
const char *sandtable_chart(struct sandtable *s, const char *game, const char *chart,
                            const char *cell);
/* { svg }: the chart as printed, the cell lit. */
const char *sandtable_chart_svg(struct sandtable *s, const char *game, const char *chart,
                                const char *cell);
/* Without para { game, headings: [{ level, para, text }], moves }; else { game, para, text }, the
 * paragraph or the whole section in Markdown. */
const char *sandtable_rules(struct sandtable *s, const char *game, const char *para);
/* Without question the list [{ id, title, para, inputs: [{ key, title, kind, default, lo, hi,
 * choices }] }]. Else the answer { scenario, lines, verdict, refused, dice, result, rows: [{ label,
 * says, dice, p, value }], exact, complete }; refused, { para, text }, only where the rules forbid what
 * is asked about; headline, outcomes [{ says, p, value, rows }] and marginals [{ title, values: [{ text,
 * value }] }] tell the rows as people do; scenario, the first that knows every name unless the inputs pick one. inputs:
 * "key=value", one on a line; "dice=4" gives the one result. */
const char *sandtable_ask(struct sandtable *s, const char *game, const char *question,
                          const char *inputs);
/* Is the record sound? { record, sound: true, whole, text, lines, moves, dice, recomputed, checks,
 * rulings, missing: [tags], unknown: [tags] }; text says what was looked at, whole whether nothing
 * had to be believed. Or where it is not { sound: false, readable, where, line, text }. The table is
 * left as it is. */
const char *sandtable_verify(struct sandtable *s, const char *record);

/* ---- a game on the table --------------------------------------------------------------- */

/* Begin GAME/SCENARIO. Options, one on a line: "set KEY=VALUE" replaces a line of the scenario,
 * "seat SIDE=WHO" says who plays ("human", "ai:greedy", a name), "dice seed:N" or "dice hand" (else
 * hand), "mode enforce", "mode warn" or "mode record-only" (else enforce). */
const char *sandtable_open(struct sandtable *s, const char *name, const char *options);
/* Take up a recorded game: its first `lines` lines, or with SANDTABLE_PRESENT all of it. */
const char *sandtable_load(struct sandtable *s, const char *record, int lines);

/* What never changes: { game, edition, scenario, title, blurb, secrets, sides, side_titles, names,
 * verbs, fields, manner, armies, map: { cols, rows, window, hexes, edges, ground } }; window, where only a part of the map is
 * in play: { first_col, last_col, first_row, last_row }. The map of a bare table is { width, height
 * }, in micrometres from its south-west corner. */
const char *sandtable_plan(struct sandtable *s);
/* How it stands before line `line` of the record (SANDTABLE_PRESENT: now), as side sees it: {
 * game, scenario, title, sides, turn, measures, pieces, marks, notes, prompt, ask, hash, line, lines,
 * mode }. prompt is a sentence: what is asked of whom; ask is the same in parts { text, short,
 * explains, para, left }, left where something is counted down. tracks [{ id, title, kind, side, now, of,
 * text }], goals [{ id, side, text, now, needed, met }] and forces [{ id, title, side, group, type, state,
 * can_act, detail: [{ title, text }] }] say how it stands; kind is turn, phase, losses, morale, score
 * or commands, and a number that cannot be told is left out. A battle that is fought beside the map is battle { tracks, sections:
 * [{ side, id, title, explains, off: not in the line, leader, states, says, pieces: [ids], chits: [{ id, title, explains, n,
 * left: rounds }] }] }; a chit without an id lies face down. On a bare table a piece has its base { x, y, heading, left, right, back, front, radius
 * }, and shapes are what lies there and the zones and arcs of pieces. The hash is that on the `=`
 * lines of records. */
const char *sandtable_state(struct sandtable *s, int side, int line);
/* { name, fields: [{ name, title, value, text, settable }] } of a piece or a side by its name;
 * without it of the game. */
const char *sandtable_fields(struct sandtable *s, int side, const char *name);
/* { offers: [{ verb, form, piece, yields, explains, para, offers: [{ move, says, short, pieces, names, hexes
 * }] }] }: the legal moves that begin with prefix, by verb and first piece. says is a sentence, short
 * a few words for a button, explains what the verb is about; yields: it gives the game up. names are those of other lists, such as the
 * groups of pieces. { family, fixed } instead of move: arguments are free. */
const char *sandtable_offers(struct sandtable *s, int side, const char *prefix);
/* Would this move be legal? { move }, as it would be written down. */
const char *sandtable_check(struct sandtable *s, const char *move);
/* What a move does by itself, before any die: { move, says, events, changed: [pieces as they would
 * stand], gone: [names], shapes: [their zones and arcs, on a bare table], way: [{ hex, spent, half: and a
 * half }] of a march, goal, met }. goal: that of the decider which it brings nearer by itself, if there is one;
 * met: whether it is reached with that. */
const char *sandtable_preview(struct sandtable *s, int side, const char *move);
/* The legal move that takes a piece ("A1"; "A3,A4" go together) nearest to a place: "0507", or on
 * a bare table "X,Y" or "X,Y,HEADING" in micrometres and quarter degrees. As a preview, and where
 * the place is not reached because: { para, text }, what the rules say to going on. */
const char *sandtable_drag(struct sandtable *s, int side, const char *pieces, const char *to);
/* On a bare table, how a piece shoots from where it stands: { piece, bands: [{ to, needs, label: [x, y], points:
 * [x, y, ...], behind }] }, the nearest band first, what is needed to hit in a few words, and its outline (over the
 * rear too: behind). With a target also { target, needs }, or instead of needs { because: { para, text }, by: the
 * piece in the way, or place: the shape of the state }. */
const char *sandtable_sight(struct sandtable *s, int side, const char *piece, const char *target);
/* What would be asked of sandtable_ask if piece attacked enemy, out of reach as he may be: { question, inputs },
 * the inputs a line each, without the scenario. Refused where there is no such question. */
const char *sandtable_meeting(struct sandtable *s, int side, const char *piece, const char *enemy);
/* What a move may lead to (without one: the die now awaited): { game, scenario, move, says, events, dice,
 * label, faces, rows: [{ values, p, value, decision, side, stopped, die }], chance, outcomes: [{ says, p, value,
 * rows: [index] }], certain (what happens in any case), supposed, given, supposing: [sentence], decisions: [{
 * side, decision, short, para, moves, says, more }], more_changes, exact, complete, positions }. given: moves supposed
 * at decisions met on the way, separated by ';' ("English: stay" is for that side alone); "?": what looks best on
 * the spot to whoever decides, told as given and supposing; chance: that the decider wins after the move, as
 * it is judged at the next decision;
 * decisions are those where the odds still stop, with moves to suppose. measure: what to count,
 * separated by ','. */
const char *sandtable_odds(struct sandtable *s, int side, const char *move, const char *given,
                           const char *measure);
/* { record }: the game as written down. Nothing in it is masked. */
const char *sandtable_record(struct sandtable *s);
/* { tags, lines: [{ kind, ..., says, closes, events: [{ kind, para, text, says, means, ... }] }] }: text is the
 * notation, says the same as a sentence; closes: it ended a phase; means: the result that was read from a chart,
 * in words; the lines from number `from` on, with what followed
 * from those of the last call that changed the game (of all, after sandtable_load). */
const char *sandtable_lines(struct sandtable *s, int side, int from);
/* { svg }: the position as a picture. */
const char *sandtable_svg(struct sandtable *s, int side, int line);

/* ---- changing it: { from, lines }, the first new line and how many there are now -------- */

/* A move as offered or typed. manner: SANDTABLE_INSISTED makes it a ruling in mode warn, after it was refused;
 * SANDTABLE_CHOSEN says that it was chosen from what is offered now. A word that closes a phase, typed right
 * after one that closed by itself, does nothing: { refused, idle: true }; said again, insisted on or chosen,
 * it counts. */
enum { SANDTABLE_TYPED, SANDTABLE_INSISTED, SANDTABLE_CHOSEN };
const char *sandtable_move(struct sandtable *s, const char *move, int manner);
/* The awaited die fell so. */
const char *sandtable_die(struct sandtable *s, int face);
/* Let the dice of the seed fall until somebody must decide. */
const char *sandtable_roll(struct sandtable *s);
/* The computer ("random", "greedy", "level:1" to "level:5") decides for whoever is to decide. The same seed decides alike
 * in the same place of the same game. */
const char *sandtable_decide(struct sandtable *s, const char *kind, unsigned seed);
/* Back to before the last decision, unless a die fell or a secret was shown since. */
const char *sandtable_undo(struct sandtable *s);
/* The umpire's word: "set N1 hex 0506 steps 1", or a move that is not asked whether it is legal. */
const char *sandtable_ruling(struct sandtable *s, const char *text);
/* A remark for the record. */
const char *sandtable_note(struct sandtable *s, const char *words);

/* ---- advice ---------------------------------------------------------------------------- */

/* Three good moves for the decision now awaited, as its side may see it, after `nodes` of thought (0: a
 * first look): { side, looked, moves: [{ move, says, chance, rank, paras, sentence, odds }], mine }. mine: how
 * that move compares, where one is given. side: who asks; he must be the one to decide. */
const char *sandtable_hint(struct sandtable *s, int side, const char *mine, int nodes);
/* The same at the last decision, with the move that was made there as mine; not if it is secret from
 * side. */
const char *sandtable_why(struct sandtable *s, int side, int nodes);
/* What lines `from` to from + count - 1 of the record (count -1: all) did to the winning chance of side 0:
 * { evaluator, lines, over, start, end, items: [{ line, kind: decision | die | ruling, side, text, says,
 * face, before, after, skill | luck, loss, best: { move, says } }] }. All luck and skill of side 0, less
 * those of side 1, come to end - start. Nothing is masked: for games that are over. */
const char *sandtable_review(struct sandtable *s, int from, int count, int nodes);

/* ---- lessons (docs/lessons.md) --------------------------------------------------------- */

/* [{ id, title, about, minutes, scenario, seat, pages: [headings] }] */
const char *sandtable_lessons(struct sandtable *s, const char *game);
/* Begin GAME/LESSON at a page (from 1); the seed is that of dice where they are real. What lies on the
 * table then is the lesson's game, to be looked at with all other calls and changed by these alone. {
 * from, lines, lesson: { game, lesson, title, scenario, page, pages, heading, waits, seat, side, row, say:
 * [texts], lit: [{ kind, names | chart, row, col }], odds: [{ move, given, rows: [{ says, p, value }] }],
 * wanted, says, para } }. waits is read or foe (sandtable_learn_next goes on), do, try or free
 * (sandtable_learn_move), or end; wanted is the move that goes on, says the same as a sentence,
 * para what is to refuse it. */
const char *sandtable_learn(struct sandtable *s, const char *name, int page, unsigned seed);
const char *sandtable_learn_next(struct sandtable *s);
/* As above, and taught: on, wished (refused as it should be: it goes on), otherwise or refused (it was not
 * made); para, text: what the learner is told. */
const char *sandtable_learn_move(struct sandtable *s, const char *move);

/* ---- random games ---------------------------------------------------------------------- */

/* Random games from the present position to their end; the game on the table stays as it is.
 * { games, steps, wins: [n, n], draws, hash }: hash over the last positions, the same on every
 * machine. A step is a decision or a die. */
const char *sandtable_playouts(struct sandtable *s, int games, unsigned seed);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
