/* view.h - games as programs read them: JSON, and pictures as SVG.
 *
 * One writer for the command line, the browser and the server, so that they cannot disagree. A
 * writer adds one value to the document, under a key or (key NULL) as the next item; those that
 * write members say so, and are called inside an object the caller has opened. Running out of
 * memory is remembered in the document's buffer (st_buf.failed) and asked about once, at its end.
 *
 * A side is 0 or 1; ST_UMPIRE sees all.
 */
#ifndef ST_VIEW_VIEW_H
#define ST_VIEW_VIEW_H

#include "base/json.h"
#include "core/scene.h"
#include "core/words.h"
#include "odds/odds.h"
#include "play/ask.h"
#include "play/session.h"

enum { ST_UMPIRE = -1 };

/* ---- what is said (said.c) ------------------------------------------------------------- */

void st_view_cite(struct st_json *j, const char *key, const struct st_cite *cite);
/* The result that a cell stands for, in words; NULL where its letters or number are no result. */
const struct st_word *st_cite_means(const struct st_plan *p, const struct st_cite *cite);
void st_view_event(struct st_json *j, const struct st_plan *p, const struct st_event *e);
/* What a die or a mark is called, with titles. */
void st_label_says(const struct st_plan *p, const char *label, char *out, size_t size);
/* speak: the plan in whose words it is said too; or NULL. */
void st_view_refusal(struct st_json *j, const char *key, const struct st_plan *speak, const struct st_refusal *why);
void st_view_error(struct st_json *j, const char *key, const struct st_error *err);
/* What is left to say when there is no memory to write it with. */
#define ST_VIEW_NO_MEMORY "{\"error\":{\"kind\":\"memory\",\"where\":\"\",\"line\":0,\"text\":\"out of memory\"}}"

struct st_heard { /* a listener that keeps what it hears */
    struct st_events log;
    struct st_event *event;
    int n, room;
    bool failed; /* there was no memory for all of it */
};
void st_heard_init(struct st_heard *h);
void st_heard_free(struct st_heard *h);
/* A listener that keeps nothing: with it labels are written out. */
struct st_events *st_nobody(void);

/* ---- games and what they are made of (games.c, rules.c, chart.c, ask.c) ---------------- */

/* By id, or an error with the near ones. */
int st_view_game_find(const struct st_game **out, const char *id, struct st_error *err);
/* SIDE by its name, or -1. */
int st_view_side_find(const struct st_plan *p, const char *name);
void st_view_games(struct st_json *j);
/* All the words of a game: scenarios, moves, fields, steps, charts, questions with their inputs. */
void st_view_game(struct st_json *j, const struct st_game *g);
void st_view_field_list(struct st_json *j, const struct st_game *g); /* the member `fields` */
/* "decision", "die", "automatic" or "over". */
const char *st_view_kind(enum st_kind kind);
/* Every scenario is compiled for it; given as for st_plan_make. */
int st_view_scenarios(struct st_json *j, const struct st_game *g, const struct st_files *files,
                      const struct st_entry *given, int ngiven, struct st_error *err);
void st_view_scenario(struct st_json *j, const struct st_plan *p);

struct st_rule_line {
    struct st_span text;
    struct st_span number; /* "R4.4"; empty: not numbered */
    int indent;
    int heading; /* number of '#', 0: none */
    bool item;   /* of a list */
};
struct st_rule_book { /* a game's RULES.md; see rules.c for what a paragraph is */
    struct st_rule_line *line;
    int n;
    struct st_arena arena;
};
int st_rule_book_read(struct st_rule_book *out, const struct st_game *g,
                      const struct st_files *files, struct st_error *err);
void st_rule_book_free(struct st_rule_book *b);
/* Lines *from to *to - 1 are the paragraph or section of that number. */
int st_rule_book_find(struct st_rule_book *b, const struct st_game *g, const char *para, int *from,
                      int *to, struct st_error *err);
/* The words of a heading, without its marks. */
struct st_span st_rule_heading(const struct st_rule_line *l);
/* Headings and forms of moves. */
int st_view_rules(struct st_json *j, const struct st_game *g, const struct st_files *files,
                  struct st_error *err);
int st_view_paragraph(struct st_json *j, const struct st_game *g, const struct st_files *files,
                      const char *para, struct st_error *err);

/* A chart by id, or by paragraph where only one has it; all memory is a's. text may be NULL. */
int st_view_chart_find(struct st_chart **out, struct st_arena *a, const struct st_game *g,
                       const char *word, const struct st_files *files, struct st_span *text,
                       struct st_error *err);
/* "ROW,COL" by labels or numbers. */
int st_view_cell_find(const struct st_chart *c, const char *at, struct st_cite *out,
                      struct st_error *err);
int st_view_charts(struct st_json *j, const struct st_game *g, const struct st_files *files,
                   struct st_error *err);
/* With a plan of the game also what its codes mean. */
void st_view_chart(struct st_json *j, const struct st_chart *c, const struct st_plan *p);
/* A remark or a cell of several words, labels in it told by their words. */
const char *st_chart_plain(const struct st_plan *p, const char *text, char *out, size_t size);
void st_each_code(const struct st_chart *c, const struct st_plan *p,
                  void (*tell)(void *arg, const char *code, const struct st_word *w), void *arg);

/* A question by id, or an error with the near ones. */
int st_view_question_find(const struct st_question **out, const struct st_game *g, const char *id,
                          struct st_error *err);
/* All of them, or only one; with the inputs. */
void st_view_questions(struct st_json *j, const char *key, const struct st_game *g,
                       const struct st_question *only);
/* What an input is if nobody says; what it may be: "clear|woods", "1..6". */
void st_input_default(const struct st_input *in, char *out, size_t size);
void st_input_range(const struct st_input *in, struct st_buf *out);
/* The chance of row i as a number. */
double st_reply_share(const struct st_reply *r, int i);
/* Is it for another scenario than the game's first? Then whoever shows it says which. */
bool st_reply_elsewhere(const struct st_reply *r);
void st_view_reply(struct st_json *j, const struct st_game *g, const struct st_reply *r);

/* ---- positions (position.c) ------------------------------------------------------------ */

/* The list the pieces of a scene are in, or NULL; a name or title of it, never NULL. */
const struct st_names *st_view_pieces(const struct st_plan *p);
const char *st_view_piece(const struct st_plan *p, int piece);
const char *st_view_piece_title(const struct st_plan *p, int piece);

/* The table as side may see it: where the game hides things its position is put, masked, into pos
 * (plan->pos_size bytes), else it is t itself. */
struct st_table st_view_seen(const struct st_table *t, int side, void *pos);
/* Is there anything in this position that side may not know? */
bool st_view_hides(const struct st_table *t, int side);
/* The scene as side sees it; free() it. NULL: no memory. */
struct st_scene *st_view_scene(const struct st_table *t, int side);
/* The same without its sentences, for whoever looks at many: where everything stands. */
struct st_scene *st_view_stands(const struct st_table *t, int side);
/* How it stands, in words: "Normans to decide: Move Phase (R4.1)". */
void st_view_turn_text(const struct st_table *t, char *out, size_t size);
/* Who has won: a side, or NULL for a draw and while the game goes on. */
const char *st_view_winner(const struct st_table *t);

/* "French and Venetians" where the game says so; else the name. */
const char *st_view_side_title(const struct st_plan *p, int side);
/* Members: sides, side_titles. */
void st_view_sides(struct st_json *j, const struct st_plan *p);
void st_view_scene_piece(struct st_json *j, const struct st_plan *p,
                         const struct st_scene_piece *x);
/* Ground on a bare table by its name: the broom, the western vineyard; its label where it has none. */
const char *st_shape_says(const struct st_plan *p, const char *label);
void st_view_scene_shape(struct st_json *j, const struct st_plan *p,
                         const struct st_scene_shape *x);
/* All that never changes in a game: sides, names, map, verbs, fields. */
void st_view_plan(struct st_json *j, const char *key, const struct st_plan *p);
/* Hexes and edges as they are drawn, or the size of a bare table; nothing without either. */
void st_view_map(struct st_json *j, const char *key, const struct st_plan *p);
/* What was told the last time (memo.c). Parts of a document that hang on little (a piece on its own numbers, the names on the
 * map on where pieces stand) are taken from there as long as that is the same. Each has its number in the order they are told. */
struct st_view_memo {
    struct st_buf doc; /* the last document, */
    struct st_view_part {
        uint64_t key; /* a hash of all that the part hangs on */
        uint32_t at, len;
    } *part; /* and its parts; of the one under way as far as it got */
    int n, had, room;
};
#ifdef __wasm__ /* the module is small, and has one table: nothing is worked out for it */
#define st_memo_told(m, j, key) ((void)(m), false)
#define st_memo_done(m, j) ((void)0)
#define st_memo_begin(m, out) ((void)0)
#define st_memo_free(m) ((void)0)
#else
/* The next part, as it was told: true; or it begins here, and is told until st_memo_done. m may be NULL. */
bool st_memo_told(struct st_view_memo *m, struct st_json *j, uint64_t key);
void st_memo_done(struct st_view_memo *m, struct st_json *j);
/* A document begins in out, which is empty; it is over, and is kept in place of the last one. */
void st_memo_begin(struct st_view_memo *m, struct st_buf *out);
void st_memo_keep(struct st_view_memo *m, struct st_buf *out);
void st_memo_free(struct st_view_memo *m);
#endif
/* Members: game, sides, turn, measures, pieces, marks, notes, prompt, hash. t is what side sees. memo: of this plan, or NULL. */
void st_view_position(struct st_json *j, const struct st_table *t, int side, struct st_view_memo *memo);
/* The fields of one name ("N1", "Norman"), or of the game (""); refused with near names. */
enum st_answer st_view_fields(struct st_json *j, const char *key, const struct st_table *t,
                              const char *name, struct st_refusal *why);

/* ---- how it stands (standing.c) -------------------------------------------------------- */

/* The members tracks, goals and forces. t is what the side the scene is of sees. */
void st_view_tracks(struct st_json *j, const struct st_table *t);
void st_view_goals(struct st_json *j, const struct st_table *t);
void st_view_forces(struct st_json *j, const struct st_table *t, const struct st_scene *s, struct st_view_memo *memo);
/* The member battle, while one is fought beside the map: its tracks, and its sections with pieces and chits. */
void st_view_battle(struct st_json *j, const struct st_table *t, const struct st_scene *s);
/* States of a piece in words; the title of a name in whatever list it is; a field's title. */
void st_states_says(const struct st_plan *p, const char *states, char *out, size_t size);
const char *st_title_of(const struct st_plan *p, const char *name);
const char *st_field_says(const struct st_plan *p, const struct st_field *f);
/* Is it worth telling of a piece? Not what it is not, nor what the sheet marks as inner ("-"). */
bool st_field_tells(const struct st_plan *p, const struct st_field *f, int value);
/* A field of one of the list `of`, in words; false where there is nothing to tell. */
bool st_detail_says(const struct st_table *t, const struct st_field *f, const char *of, int piece, char *out, size_t size);
void st_view_briefing(struct st_json *j, const struct st_plan *p);
void st_view_words(struct st_json *j, const struct st_plan *p);

/* ---- legal moves (offers.c) ------------------------------------------------------------ */

struct st_offered {
    struct st_move move;
    int fixed; /* a family: how many arguments are given; -1: a move */
    char text[ST_MOVE_TEXT];
};
struct st_offer_list {
    struct st_offered *item; /* moves first, then families */
    int n, nfamilies, room;
    bool failed;
};
/* Of a game with secrets a side is told its own moves only. */
int st_offer_list(struct st_offer_list *out, const struct st_table *t, int side,
                  struct st_error *err);
void st_offer_list_free(struct st_offer_list *o);
/* Grouped by verb and first piece named; only those whose text begins with prefix, if it is not
 * NULL. Case does not count. */
void st_view_offers(struct st_json *j, const char *key, const struct st_table *t,
                    const struct st_offer_list *o, const char *prefix);
bool st_offered_begins(const struct st_offered *o, const char *prefix);

/* The first goal of its own that the side to decide at t has come nearer to in then (preview.c). */
struct st_goal;
bool st_view_gain(const struct st_table *t, const struct st_table *then, struct st_goal *out);

/* ---- moves in mind (preview.c, drag.c) ------------------------------------------------- */

/* What a move does by itself, before any die: members move, events, changed (pieces as they would
 * stand), gone (names of those no longer there) and, on a bare table, shapes: the zones and arcs
 * that the changed ones would have. t is what side sees, and stays as it is. */
int st_view_preview(struct st_json *j, const struct st_table *t, int side, const struct st_move *m,
                    enum st_answer *answer, struct st_refusal *why, struct st_error *err);
/* The legal move of these pieces ("A1", "A3,A4") that takes the first of them nearest to a place
 * ("0507", "X,Y" or "X,Y,HEADING" in um and quarter degrees): members as of a preview and, where
 * the place is not reached, because: the refusal of going on. Refused if there is none. */
int st_view_drag(struct st_json *j, const struct st_table *t, int side, const char *pieces,
                 const char *to, enum st_answer *answer, struct st_refusal *why,
                 struct st_error *err);

/* ---- odds (odds.c) --------------------------------------------------------------------- */

struct st_odds_query {
    const struct st_table *table;
    const char *move;    /* NULL: the die now awaited */
    const char *given;   /* policy, or NULL; "?": what looks best on the spot to whoever decides */
    const char *measure; /* fields, or NULL: those the verb suggests, else what may change */
    size_t max_positions; /* 0: a million */
};
enum { ST_STOPS = 8, ST_STOP_MOVES = 48, ST_STOP_SAYS = 120 };
struct st_odds_stop { /* a decision the odds stop at midway, and moves to suppose there */
    const char *step, *para;
    int side, nmoves, looked;
    bool more; /* than there is room for, or than were looked for */
    struct st_move move[ST_STOP_MOVES];
    double chance[ST_STOP_MOVES];             /* of whoever decides, summed over the ends looked at */
    char says[ST_STOP_MOVES][ST_STOP_SAYS];
};
enum { ST_SUPPOSED = 16 };
struct st_odds_answer {
    const struct st_table *table;
    struct st_move move;
    bool has_move;
    struct st_probe probe[ST_PROBES];
    int nprobes;
    bool measured;     /* somebody asked for just these */
    bool more_changes; /* more fields may change than are shown */
    size_t max_positions;
    struct st_policy_list policy;
    struct st_heard declared; /* what the declaration brought about: class, modifiers */
    struct st_odds odds;
    struct st_odds_stop stop[ST_STOPS];
    int nstops;
    /* What was supposed to "?", as a policy and in words. */
    char given[1024], supposing[ST_SUPPOSED][ST_STOP_SAYS + 60];
    int nsupposing;
};
/* ST_OK with *answer, or an error; where it was refused *out stays as it is. */
int st_odds_answer(struct st_odds_answer **out, const struct st_odds_query *q,
                   enum st_answer *answer, struct st_refusal *why, struct st_error *err);
void st_odds_answer_free(struct st_odds_answer *a);
/* Value of probe i in a row as people write it; a row's chance as a number. */
void st_odds_value_print(const struct st_odds_answer *a, const struct st_odds_row *r, int i,
                         char *out, size_t size);
double st_odds_share(const struct st_odds_answer *a, const struct st_odds_row *r);
void st_view_odds(struct st_json *j, const char *key, const struct st_odds_answer *a);
/* A chance as a fraction, or as a number with ~ where it is not exact; and in per cent. */
void st_chance_print(bool exact, struct st_frac p, double value, char *out, size_t size);
void st_percent_print(double share, char *out, size_t size);

/* ---- outcomes (outcomes.c) ------------------------------------------------------------- */

enum { ST_OUTCOME_ROWS = 64 };
struct st_outcome { /* a thing that may happen, and the rows of the odds it is made of */
    char says[ST_SAYS_MAX];
    struct st_frac p; /* while exact */
    double value;
    int row[ST_OUTCOME_ROWS], nrows; /* the first of them, if there are more */
    int first;                       /* of answers: the number asked about first */
};
struct st_outcomes {
    struct st_outcome *item;
    char certain[ST_SAYS_MAX]; /* of odds: what happens in any case, which no outcome repeats */
    int n;
    bool exact, failed;
};
/* Is the field told as something that happens (rows `odds FIELD ...` of the sheet)? All others are book-keeping;
 * where the sheet tells of none, all are told. */
bool st_field_happens(const struct st_plan *p, const struct st_field *f);
/* The probes that are told, as bits. */
unsigned st_odds_told(const struct st_odds_answer *a);
void st_outcomes_of_odds(struct st_outcomes *out, const struct st_odds_answer *a);
void st_reply_row_says(const struct st_reply *r, int i, char *out, size_t size); /* a row in words */
void st_outcomes_of_reply(struct st_outcomes *out, const struct st_reply *r);
void st_outcomes_free(struct st_outcomes *o);
void st_view_outcomes(struct st_json *j, const struct st_outcomes *o); /* the member outcomes */
/* Members headline, outcomes, marginals: each number counted by itself. */
void st_view_reply_outcomes(struct st_json *j, const struct st_reply *r);
/* Value i of `of` of each number, in order. */
typedef void st_marginal_fn(void *arg, const char *title, const char *text, double share, int i, int of);
void st_each_marginal(const struct st_reply *r, st_marginal_fn *tell, void *arg);
/* All in one line: "Defender retreats 25.0 %; no effect 75.0 %"; of very many the first, and "..." with the rest. */
void st_headline_print(const struct st_outcomes *o, char *out, size_t size);

/* ---- records (record.c) ---------------------------------------------------------------- */

void st_view_tags(struct st_json *j, const char *key, const struct st_record *r);
/* The lines from number `from` on, each with the events it had in the last call to the session.
 * To a side of a game with secrets, what another decided while something is hidden is not told:
 * the line has "secret": true instead of its words. */
void st_view_news(struct st_json *j, const char *key, const struct st_session *s, int from,
                  int side);
/* What of a line side may not know: its words and all that followed from it, or only which
 * decisions were taken by themselves. */
void st_view_secrecy(const struct st_session *s, int line, int side, bool *words, bool *forced);
/* The same inside an array the caller has opened, for news that come call by call. */
void st_view_news_items(struct st_json *j, const struct st_session *s, int from, int side);
/* Whether a record is sound: e, v and err as verifying gave them. */
void st_view_verdict(struct st_json *j, const char *where, int e, const struct st_verdict *v,
                     const struct st_error *err);

/* ---- random games (playout.c) ---------------------------------------------------------- */

enum { ST_PLAYOUT_MAX = 1000000 }; /* steps of one game */
/* One step of a random game: a decision or a die. The same seed and numbers give the same step. */
void st_playout_step(struct st_table *t, uint64_t seed, uint64_t game, uint32_t *step,
                     uint32_t *roll);
/* Play on to the end; how many steps. */
uint32_t st_playout(struct st_table *t, uint64_t seed, uint64_t game);

struct st_tally {
    int games, wins[ST_SIDES], draws;
    uint64_t steps;
    uint32_t hash; /* over the last positions */
};
/* Games 0 to games - 1 of that seed, each from the position `from` on; t's own is overwritten. */
void st_playouts(struct st_tally *out, struct st_table *t, const void *from, int games,
                 uint64_t seed);
void st_view_tally(struct st_json *j, const struct st_tally *t); /* members */

/* ---- pictures (svg.c, svg_map.c, svg_chart.c, svg_odds.c) ------------------------------------------ */

/* Columns a text takes: every character one, bytes that continue one none. */
int st_text_columns(const char *text);

/* ---- how far a piece shoots (sight.c) ----------------------------------------------------- */

enum { ST_AIM_POINTS = 48 };
/* What the game says of a piece, and of its line to target ("": nobody in particular), by their names;
 * t and s are masked. Refused where it does not shoot, or there is no such piece. */
enum st_answer st_view_aim(struct st_aim *out, const struct st_table *t, const struct st_scene *s,
                           const char *piece, const char *target, struct st_refusal *why);
/* { piece, bands: [{ to, needs, label, points, behind }], target, needs | because, by, place }. */
void st_view_sight(struct st_json *j, const struct st_plan *p, const struct st_scene *s,
                   const struct st_aim *a);
/* The question that an attack of piece on enemy would be, wherever they stand: { question, inputs }. */
enum st_answer st_view_meeting(struct st_json *j, const struct st_table *t, const struct st_scene *s,
                               const char *piece, const char *enemy, struct st_refusal *why);
/* The outline of a band; how many points it has. rear: that over the rear, if there is one. */
int st_aim_outline(const struct st_scene_piece *x, const struct st_aim *a, int band, bool rear,
                   struct st_point out[ST_AIM_POINTS]);
struct st_point st_aim_label(const struct st_scene_piece *x, const struct st_aim *a, int band);
/* The shape that is in the way, or -1. */
int st_aim_place(const struct st_scene *s, const struct st_aim *a);

void st_svg_map(struct st_buf *out, const struct st_plan *p, const struct st_scene *scene);
/* How many mm of paper a pixel of that picture is at its true size: bare tables are as large as they are, hexes
 * take counters of ST_CARD_COUNTER mm. 0: no map. */
#define ST_CARD_COUNTER 15.0
double st_svg_map_mm(const struct st_plan *p);
struct st_card { /* a piece to be cut out, its middle at x, y in mm */
    struct st_scene_piece piece;
    double x, y;
};
/* Counters and bases on a page of that size in mm. */
void st_svg_cards(struct st_buf *out, const struct st_plan *p, const struct st_card *card, int n, double wide,
                  double high);
/* The cell (row, col) is lit, unless they are -1. */
void st_svg_chart(struct st_buf *out, const struct st_chart *c, int row, int col);
/* Reasons with their paragraphs, bars with exact chances, the chart with the cells that count. */
void st_svg_odds(struct st_buf *out, const struct st_odds_answer *a);
void st_svg_reply(struct st_buf *out, const struct st_reply *r);

#endif
