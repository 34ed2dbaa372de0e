/* cli.h - what the commands of the program share.
 *
 * Every command is one function of one file, named in the table of main.c. It reads its options
 * with cli_parse, writes text for people or JSON for programs to standard output, complaints to
 * standard error, and returns 0 (ok), 1 (refused or unsound) or 2 (usage or bad input).
 */
#ifndef ST_CLI_CLI_H
#define ST_CLI_CLI_H

#include "core/files.h"
#include "view/view.h"

#include <stdarg.h>

/* What a macro stands for, as text. */
#define CLI_NUMBER(macro) CLI_NUMBER_AS_WRITTEN(macro)
#define CLI_NUMBER_AS_WRITTEN(number) #number

enum { CLI_OK = 0, CLI_NO = 1, CLI_BAD = 2 };

/* ---- commands and options (options.c) -------------------------------------------------- */

struct cli_command {
    const char *name, *args, *summary;
    const char *more; /* paragraphs for --help, or "" */
    int (*run)(const struct cli_command *self, int argc, char **argv);
};
extern const struct cli_command cli_commands[];
extern const int cli_ncommands;

enum { CLI_LIST_MAX = 64 };
struct cli_list {
    const char *item[CLI_LIST_MAX];
    int n;
};

enum cli_option_kind { CLI_FLAG, CLI_TEXT, CLI_EACH };
struct cli_option {
    enum cli_option_kind kind;
    const char *name, *arg, *help; /* --name ARG; arg is NULL for a flag */
    void *into;                    /* bool *, const char **, struct cli_list * */
};

enum { CLI_GO_ON = -1 };
/* Reads the options; argv is left with the other words, *argc of them. CLI_GO_ON, or the exit
 * status when there is nothing more to do (--help, a misspelt option). */
int cli_parse(const struct cli_command *c, const struct cli_option *opt, int nopt, int least,
              int most, int *argc, char ***argv);
/* The same complaint for every command: "sandtable chart: ..." and where to find help. */
__attribute__((format(printf, 2, 3))) int cli_usage(const struct cli_command *c, const char *fmt,
                                                    ...);
/* Options that many commands have. */
struct cli_option cli_option_json(bool *into);
/* A whole number between lo and hi, or a complaint that names the option. */
bool cli_number(const struct cli_command *c, const char *what, const char *text, int lo, int hi,
                int *out);

/* --mode: an enum st_mode, or -1 when the complaint was made. */
int cli_mode(const struct cli_command *c, const char *text);

/* ---- where texts come from (source.c) -------------------------------------------------- */

struct cli_folder { /* files of a folder under the names of the library: see folder.c */
    struct st_files files;
    const char *dir, *part; /* part: "tables" or "scenarios" */
    const char *id, *path;  /* scenario ID is read from path, whatever that is called */
};
void cli_folder_init(struct cli_folder *f, const char *part, const char *dir,
                     const struct st_files *next);
/* The file on disk that name is read from, if it is one of this folder's. */
bool cli_folder_path(const struct cli_folder *f, const char *name, char *out, size_t size);

struct cli_term;

struct cli_words { /* the sheet of words of another language, under the name own.tsv: see folder.c */
    struct st_files files;
    const char *lang; /* "de", or a file */
};
void cli_words_init(struct cli_words *w, const char *lang, const struct st_files *next);

struct cli_source {
    const char *tables, *scenarios; /* --tables DIR, --scenarios DIR */
    const char *lang;               /* --lang, else that of the terminal */
    char own_lang[8];
    struct cli_words words;
    struct cli_list set;            /* --set key=value */
    struct cli_folder folder[3];
    char scenario_dir[1024], scenario_id[96];
    char keys[CLI_LIST_MAX][64];
    struct st_entry given[CLI_LIST_MAX];
    int ngiven;
    const struct st_files *files; /* the chain, once opened */
};
enum { CLI_SOURCE_OPTIONS = 4 };
/* Writes --tables, --scenarios, --set and --lang to opt; how many. */
int cli_source_options(struct cli_source *s, struct cli_option *opt);
struct cli_option cli_option_lang(struct cli_source *s); /* --lang alone */
int cli_source_open(struct cli_source *s, struct st_error *err);
/* Says the error, with files as they are called on disk; returns the exit status. */
int cli_fail(const struct cli_source *s, const struct st_error *err);
/* Says a refusal; 1, or 2 where the words were not understood. */
int cli_refuse(const struct st_refusal *why);
void cli_refusal_text(const struct st_refusal *why, char *out, size_t size);
/* A refusal to a player, as a line; speak: the plan whose words it is told in, NULL: in the notation. */
void cli_refusal_says(struct st_buf *out, const struct cli_term *term, const struct st_plan *speak,
                      const struct st_refusal *why);

/* A side as people call it, in any case: "GE", "Germans", "the Germans", "German"; -1: none, or both. */
int cli_side(const struct st_plan *p, const char *text);

/* GAME/SCENARIO or GAME:PATH compiled. */
int cli_plan(struct st_plan **out, struct cli_source *s, const char *name, struct st_error *err);
bool cli_is_scenario(const char *name);
int cli_record(struct st_record **out, const char *path, struct st_error *err);
/* Warn of what in --tables changes nothing: files the game has no chart for, and remarks. */
void cli_warn_tables(struct cli_source *s, const struct st_game *g);

struct cli_table { /* a position to look at: the first of a scenario, the last of a record */
    struct st_plan *plan;
    struct st_record *record; /* NULL: a scenario */
    struct st_session *session;
    struct st_table table;
};
/* upto: decisions of a record to follow, -1 for all. */
int cli_table_open(struct cli_table *out, struct cli_source *s, const char *name, int upto,
                   struct st_error *err);
void cli_table_close(struct cli_table *t);
/* How many lines of the record come before decision n + 1. */
int cli_record_lines(const struct st_record *r, int decisions);

/* Moves (and `dice 3 5`) separated by ';', made one after the other on t. The status is CLI_OK,
 * or what cli_refuse said. */
int cli_make_moves(struct st_table *t, const char *text);

/* ---- showing things (term.c, show.c) --------------------------------------------------- */

struct cli_term {
    bool tty, colour;
    int width; /* 0: as wide as it likes */
};
struct cli_term cli_term(void);

enum { CLI_PLAIN, CLI_BOLD, CLI_DIM, CLI_RED, CLI_GREEN, CLI_BLUE };
/* Text in a style, if the terminal has styles. */
void cli_style(struct st_buf *out, const struct cli_term *term, int style, const char *text);
int cli_width(const char *text); /* in columns */
void cli_pad(struct st_buf *out, const char *text, int width);
void cli_bar(struct st_buf *out, double share, int width);
/* Words filled into lines of the terminal's width; later lines begin with indent blanks. */
void cli_wrap(struct st_buf *out, const struct cli_term *term, int column, int indent,
              const char *text);
/* Items, one on a line of the text, laid out side by side; ends the last line. */
void cli_items(struct st_buf *out, const struct cli_term *term, int column, int indent,
               const char *items);
/* Control characters and direction codes out of words that came from a file. */
void cli_clean(char *text);
/* Out of a whole text but for our own colours: no file read has an escape in it (st_text_check). */
void cli_clean_page(struct st_buf *out);
/* Everything to standard output, and free it; the status, worse if that was not possible. */
int cli_print(struct st_buf *out, int status);
/* The same for a whole JSON document: it ends the line. */
int cli_print_json(struct st_json *j, int status);

/* The terminal's own words (say.c): row id of its sheet, {1} {2}... filled with these texts; the last is NULL. */
void cli_say(struct st_buf *out, const char *id, ...) __attribute__((sentinel));
void cli_say_list(struct st_buf *out, const char *id, va_list texts);
void cli_tell(const char *id, ...) __attribute__((sentinel)); /* the same to standard output, as a line */
const char *cli_word(const char *id, char *out, size_t size); /* a row without slots */
const char *cli_count(char out[12], int n);
/* Is that another language than English? */
bool cli_says_otherwise(void);
void cli_languages(char *out, size_t size); /* "en, de" */
void cli_say_in(const char *lang); /* "de"; a language without a sheet: as before */

/* speak: the plan whose words it is told in; NULL: in the notation. */
void cli_event(struct st_buf *out, const struct cli_term *term, const struct st_plan *speak,
               const struct st_event *e);

/* A line of the record: as a sentence, or as it stands there. */
void cli_line(struct st_buf *out, const struct cli_term *term, const struct st_session *s, int n, bool speak);
/* The lines of the record from number `from` on (-1: the set-up too), each with the events it had
 * in the last call to the session, as side may know them. */
void cli_news(struct st_buf *out, const struct cli_term *term, const struct st_session *s, int from,
              int side, bool speak);
/* For one side, or both (-1); what is aimed at and how far it is. */
void cli_briefing(struct st_buf *out, const struct cli_term *term, const struct st_plan *p, int side);
void cli_aim(struct st_buf *out, const struct cli_term *term, const struct st_table *t);
/* All pieces, those of a side, or all about what is called so; seen: as reader may see it. */
void cli_forces(struct st_buf *out, const struct cli_term *term, const struct st_table *seen, int reader,
                const char *rest);
/* A kind of ground or edge in a legend: by the game's word, else by the terminal's. */
const char *cli_look(const struct st_plan *p, const char *look, char *out, size_t size);
/* The battle that is fought beside the map, if there is one, as the scene's side sees it (battle.c). */
void cli_battle(struct st_buf *out, const struct cli_term *term, const struct st_table *t, const struct st_scene *s);
void cli_notes(struct st_buf *out, const struct cli_term *term, const struct st_scene *s);
void cli_position_text(struct st_buf *out, const struct cli_term *term, const struct st_table *t,
                       int side);

/* ---- pictures (map.c) ------------------------------------------------------------------ */

void cli_map(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
             const struct st_scene *scene);

/* The same for a bare table (plane_map.c). */
void cli_plane_map(struct st_buf *out, const struct cli_term *term, const struct st_plan *p,
                   const struct st_scene *scene);

/* ---- legal moves (moves.c) ------------------------------------------------------------- */

/* Grouped: one line for each verb and piece. */
/* Few moves one a line with their numbers and sentences where a table to say them at is given. */
void cli_moves_show(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m,
                    const struct st_table *speak);
/* Those that name piece k of the pieces on the table, as many as a person reads. */
void cli_moves_of(struct st_buf *out, const struct cli_term *term, const struct st_offer_list *m, int k,
                  const struct st_table *t);
/* All that begin so; false if none does. */
bool cli_moves_show_all(struct st_buf *out, const struct cli_term *term,
                        const struct st_offer_list *m, const char *prefix, const struct st_table *speak);

/* What is no move, with its names and words in their own case: to out, where that is one. */
bool cli_right_case(const struct st_plan *p, const char *text, char *out, size_t size);
/* The form of a move as a person reads it. */
void cli_form(struct st_buf *out, const char *form);

/* ---- parts of commands that play uses too ---------------------------------------------- */

int cli_rules_show(struct st_buf *out, const struct cli_term *term, const struct st_game *g,
                   const struct st_files *files, const char *para, struct st_error *err);

enum cli_form { CLI_WORDS, CLI_JSON, CLI_SVG }; /* how an answer is written */

/* Status; on CLI_OK out holds the answer. Refusals go to refused. */
int cli_odds_show(struct st_buf *out, const struct cli_term *term, enum cli_form form,
                  const struct st_odds_query *q, struct st_refusal *refused, struct st_error *err);

/* The keys of a question, one on a line: what they may be, what they mean, their defaults. */
void cli_ask_inputs(struct st_buf *out, const struct st_question *q);
/* A chart as players read it. */
void cli_chart_titled(struct st_buf *out, const struct cli_term *term, const struct st_chart *c, const struct st_plan *p);
/* All charts and all questions of a game, by the titles of speak's words; NULL: by their own. */
int cli_chart_list(struct st_buf *out, const struct st_game *g, const struct st_files *files,
                   const struct st_plan *speak, struct st_error *err);
void cli_ask_list(struct st_buf *out, const struct cli_term *term, const struct st_game *g, const struct st_plan *speak);
/* A plan for its words alone, of the game's first scenario; NULL where there is none. The caller frees it. */
struct st_plan *cli_words_of(const struct st_game *g, const struct st_files *files);
int cli_ask_show(struct st_buf *out, const struct cli_term *term, enum cli_form form,
                 const struct st_game *g, const char *question, const char *const *words,
                 int nwords, const struct st_files *files, bool *refused, struct st_error *err);

/* Three moves with their chances and paragraphs; mine, unless NULL, beside them (hint.c). */
int cli_hint_show(struct st_buf *out, const struct cli_term *term, bool json,
                  const struct st_table *t, const char *mine, long nodes, struct st_error *err);

/* ---- dice (dice.c) --------------------------------------------------------------------- */

enum cli_dice_kind { CLI_DICE_SEED, CLI_DICE_HAND, CLI_DICE_TAPE };
struct cli_dice { /* --dice seed:N | seed:N/G | hand | tape:FILE */
    enum cli_dice_kind kind;
    char tag[64]; /* as in the record's Dice tag */
    struct st_seeded seeded;
    struct st_tape tape;
    struct st_source *source; /* NULL: people roll */
};
/* text NULL: a seed of the machine's choosing. */
int cli_dice_open(struct cli_dice *d, const char *text, struct st_error *err);
/* Go on after that many dice. */
int cli_dice_skip(struct cli_dice *d, int fallen, struct st_error *err);
void cli_dice_close(struct cli_dice *d);

/* ---- lines typed by people (line.c; edit.c) --------------------------------------------- */

struct cli_line;
/* complete: fills out with what may be typed next, given the line up to the cursor. */
int cli_line_open(struct cli_line **out,
                  int (*complete)(void *arg, const char *so_far, struct st_buf *grown,
                                  struct st_buf *choices),
                  void *arg, struct st_error *err);
void cli_line_close(struct cli_line *l);
/* 1: a line (without its end, cleaned); 0: the end; negative: too long, NUL bytes, in err. */
int cli_line_read(struct cli_line *l, const char *prompt, char *out, size_t size,
                  struct st_error *err);
/* True once somebody pressed Ctrl-C or asked the program to end. */
bool cli_stopped(void);
void cli_catch_stops(void);
bool cli_at_terminal(void);
int cli_read_byte(unsigned char *out); /* 1, or 0: the end, or somebody asked us to stop */

/* The editor of lines is in sandtable-more alone. At a terminal a command that wants lines edited begins with this,
 * and goes on there; where that program is missing it comes back, and lines are read plainly. */
struct cli_command;
void cli_go_where_lines_are_edited(const struct cli_command *self, int argc, char **argv);
struct cli_edit;
struct cli_edit *cli_edit_open(int (*complete)(void *arg, const char *so_far, struct st_buf *grown,
                                               struct st_buf *choices),
                               void *arg); /* NULL: there is none */
void cli_edit_close(struct cli_edit *l);
int cli_edit_read(struct cli_edit *l, const char *prompt, char *out, size_t size, struct st_error *err);

#endif
