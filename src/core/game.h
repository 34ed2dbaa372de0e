/* game.h - what a rule system is: a table of steps over plain bytes.
 *
 * A step is automatic, waits for a die, or waits for a player. The position remembers the step
 * and the procedures it is nested in, so that a game can be stopped, copied, compared and
 * resumed at any pause. Playing, odds, replay, verification and self-play are small drivers over
 * this table.
 */
#ifndef ST_CORE_GAME_H
#define ST_CORE_GAME_H

#include "core/chance.h"
#include "core/events.h"
#include "core/member.h"
#include "core/move.h"
#include "core/order.h"
#include "core/plan.h"

enum { ST_DEPTH = 8, ST_DRAW = -1, ST_MEETING = 1024 };

struct st_flow { /* head of every position */
    uint8_t depth; /* step[depth] is the step we are in; the others wait for it to be done */
    uint8_t side;  /* who decides now, where somebody does */
    uint8_t spare[2];
    uint8_t step[ST_DEPTH];
};

struct st_table { /* what a rule may look at */
    const struct st_plan *plan;
    void *pos;
    struct st_events *log; /* NULL: nobody listens */
    struct st_scratch *scratch; /* answers kept for later (scratch.h); NULL: none are */
};

/* What the files of a game call its own part of the plan, and its position: plan_of(t), pos_of(t). */
#define ST_OWN_PARTS(plan_, pos_) \
    static inline const plan_ *plan_of(const struct st_table *t) { return t->plan->data; } \
    static inline pos_ *pos_of(const struct st_table *t) { return t->pos; }

/* A hex by its number, for sentences, off the map too. */
struct st_hex_called { char text[6]; };
static inline struct st_hex_called st_hex_called(const struct st_table *t, int hex)
{
    struct st_hex_called out;

    st_hex_name(&t->plan->grid, hex, out.text);
    return out;
}
/* The same for the sentences of a refusal: nothing is written where nobody reads it. */
static inline struct st_hex_called st_hex_heard(const struct st_table *t, int hex, const struct st_refusal *why)
{
    return st_heard(why) ? st_hex_called(t, hex) : (struct st_hex_called){ "" };
}

/* For rules: tell what happened. Nothing is worked out when nobody listens. */
#define st_tell(t, ...) ((t)->log ? st_say((t), __VA_ARGS__) : (void)0)
/* The same of what is revealed: told to everybody, though the decision before it was secret. */
#define st_show(t, ...) ((t)->log ? st_say_shown((t), __VA_ARGS__) : (void)0)

/* Likewise, why the side at the step there is now has nothing to decide and is not asked; verb is the
 * word that it would have said. To be told before the flow goes on. */
#define st_pass_over(t, verb, ...) \
    ((t)->log ? st_say_passed((t), (verb), __VA_ARGS__) : (void)0)

/* Count a modifier and write down its reason in one breath. Zero is not worth telling. */
static inline int st_modify(const struct st_table *t, const char *para, const char *reason,
                            int value)
{
    if (t->log && value)
        st_say_modifier(t, para, reason, value);
    return value;
}

/* A look-up with its citation told; returns the value. */
static inline int st_look(const struct st_table *t, const struct st_chart *c, int row, int col)
{
    return t->log ? st_say_look(t, c, row, col) : st_chart_look(c, row, col, NULL);
}

enum st_kind { ST_AUTO, ST_CHANCE, ST_DECIDE, ST_OVER };

/* Receives the legal moves one by one; false from add means "enough". */
struct st_offer {
    bool (*add)(struct st_offer *self, const struct st_move *m);
    /* A move whose arguments from fixed on are the player's to choose; may be NULL. */
    bool (*family)(struct st_offer *self, const struct st_move *m, int fixed);
    bool enough; /* set by st_offer_add: the rest may be skipped */
};
static inline void st_offer_add(struct st_offer *o, const struct st_move *m)
{
    if (!o->enough && !o->add(o, m))
        o->enough = true;
}
void st_offer_family(struct st_offer *o, const struct st_move *m, int fixed);
/* In one breath: a move; a move if it is allowed, and whether. */
void st_offer_this(struct st_offer *o, struct st_move m);
bool st_offer_legal(const struct st_table *t, struct st_offer *o, struct st_move m);

struct st_step {
    const char *name, *para;
    enum st_kind kind;
    bool confirm;                                                    /* ask even if there is no choice */
    void (*run)(struct st_table *t);                                 /* AUTO */
    void (*chance)(const struct st_table *t, struct st_chance *c);   /* CHANCE */
    void (*take)(struct st_table *t, int value);
    void (*offer)(const struct st_table *t, struct st_offer *o);     /* DECIDE */
    bool (*forced)(const struct st_table *t, struct st_move *only);  /* only one answer: which? NULL: ask offer */
    bool (*sample)(const struct st_table *t, uint64_t seed, struct st_move *out); /* some legal move, quickly */
    void (*propose)(const struct st_table *t, struct st_offer *o); /* of families: moves worth thinking about, each legal; may be NULL */
    enum st_answer (*check)(const struct st_table *t, const struct st_move *m, struct st_refusal *why);
    void (*apply)(struct st_table *t, const struct st_move *m);
    /* Where a row says which verbs answer it (ST_VERB): those it leaves to check and those that are always
     * allowed. Any other is refused before check is asked: by `otherwise`, or by st_not_now, with the
     * sentence `wants` if there is one, in which %s is the side that decides. */
    uint64_t takes, always;
    enum st_answer (*otherwise)(const struct st_table *t, const struct st_move *m, struct st_refusal *why);
    const char *wants;
    const char *die;   /* of st_one_die: the name of a d6 that is the same wherever it falls */
    uint8_t words[2];  /* of st_two_words and st_either: the verbs as they are offered, one more than their numbers */
};
#define ST_VERB(verb) (1ull << (verb))
#define ST_VERBS(a, b) (ST_VERB(a) | ST_VERB(b))

/* The row of a step that runs by itself, of one that waits for a die, and of one that waits for a player
 * (then what it has besides: `.confirm = true`, `.sample = ...`), in one breath. */
#define ST_RUNS(name_, para_, run_) { name_, para_, ST_AUTO, .run = run_ }
#define ST_ROLLS(name_, para_, chance_, take_) { name_, para_, ST_CHANCE, .chance = chance_, .take = take_ }
#define ST_DECIDES(name_, para_, offer_, check_, ...) \
    { name_, para_, ST_DECIDE, .offer = offer_, .check = check_, .apply = __VA_ARGS__ }
/* And of what many games have: a d6 with a name of its own; two words, the second left to check, if there is
 * one; one word with two answers, `reply N` and `reply Y`. */
#define ST_ROLLS_DIE(name_, para_, die_, take_) \
    { name_, para_, ST_CHANCE, .chance = st_one_die, .die = die_, .take = take_ }
#define ST_CHOOSES(name_, para_, first_, second_, check_, ...) \
    { name_, para_, ST_DECIDE, .offer = st_two_words, .words = { (first_) + 1, (second_) + 1 }, \
      .always = ST_VERB(first_), .takes = ST_VERB(second_), .check = check_, .apply = __VA_ARGS__ }
#define ST_EITHER(name_, para_, verb_, ...) \
    { name_, para_, ST_DECIDE, .offer = st_either, .words = { (verb_) + 1 }, .takes = ST_VERB(verb_), \
      .apply = __VA_ARGS__ }
/* A game of several files lists its steps once, `#define FEUD_STEPS(STEP) STEP(STEP_TURN, feud_step_turn) ...`: its
 * numbers, the names of the rows that the chapters write, and the table are read from that list. */
#define ST_STEP_NUMBER(step, row) step,
#define ST_STEP_NAMED(step, row) extern const struct st_step row;
#define ST_STEP_ROW(step, row) [step] = &row,
/* So are verbs, charts and weights: `#define FEUD_CHARTS(CHART) CHART(CHART_STRIKE, "strike") ...` is what the numbers are
 * called in C and everywhere else, said once. Names, or rows of more than a name. */
#define ST_LIST_NUMBER(number, ...) number,
#define ST_LIST_NAME(number, name) [number] = name,
#define ST_LIST_ROW(number, ...) [number] = { __VA_ARGS__ },
/* Refuses a move that has no place in the step there is. */
enum st_answer st_not_now(const struct st_table *t, struct st_refusal *why);
void st_one_die(const struct st_table *t, struct st_chance *c);
void st_two_words(const struct st_table *t, struct st_offer *o);
void st_either(const struct st_table *t, struct st_offer *o);

/* For rules: where the flow goes. */
static inline void st_go(struct st_table *t, int step); /* next step */
void st_call(struct st_table *t, int step); /* a procedure; st_done comes back to the step that called */
void st_done(struct st_table *t);

/* A named number of the position: of a piece (of = "unit") or of the game (of = NULL). Cases,
 * rulings, odds and front ends read positions through these. Most are a member of the position and
 * the row says where; get is for numbers that are worked out, set for those on which others hang.
 * Without para and set it is a measure, which nobody may set. */
struct st_field {
    const char *name, *title;
    const char *of;
    const char *kind;               /* "hex", a list of names, "side"; NULL: a plain number */
    const char *const *symbol;      /* or words for 0, 1, 2..., NULL-terminated */
    int (*get)(const struct st_table *t, int piece);
    enum st_answer (*set)(struct st_table *t, int piece, int value, struct st_refusal *why);
    int (*whole)(const struct st_table *t); /* instead of get, where no piece matters */
    struct st_member in;            /* where it stands in the position */
    struct st_member fixed;         /* or in the game's own plan: then nothing changes it */
    struct st_member when;          /* beside it, or beside get: only where this is not 0; else -1, nothing, */
    bool or_0;                      /* or 0 */
    int from;                       /* the position has it so much higher: 1 where 0 is nobody (-1) */
    /* What get works from, ended by an empty row: numbers of the same piece, or what all have in common
     * (one number, a member of every struct of an array). NULL: of anything. Who looks again and again asks only then. */
    const struct st_member *on;
    bool (*still)(const struct st_plan *p, int piece); /* never changes for that piece; NULL: may for all */
    int nobody;                     /* not 0: the number that is shown as -1 */
    int per;                        /* not 0: it counts parts, so many to the unit people write: 1000 um to a mm */
    int alone;                      /* not 0: it is that of one piece, whoever asks: 1 the first */
    bool old;                       /* a name of an earlier release: still understood, never told */
    const char *para;               /* an umpire may set it, lo to hi */
    int lo, hi;
    struct st_member most;          /* in the game's own plan: instead of hi */
    /* Refuses what the rules forbid; asked before the limits. May be NULL. */
    enum st_answer (*may)(const struct st_table *t, int piece, int value, struct st_refusal *why);
    void (*then)(struct st_table *t, int piece); /* what follows from the new number. May be NULL */
};
/* Of a field: an umpire may set it, from 0 up to that. */
#define ST_UP_TO(para_, hi_) .para = para_, .hi = hi_
struct st_fields {
    const struct st_field *row;
    int n;
};
int st_field_get(const struct st_table *t, const struct st_field *f, int piece);
/* What it is already it may stay, whatever hangs on it. */
enum st_answer st_field_set(struct st_table *t, const struct st_field *f, int piece, int value,
                            struct st_refusal *why);
bool st_field_settable(const struct st_field *f);
static inline bool st_field_worked_out(const struct st_field *f)
{
    return f->get || f->whole;
}

enum st_input_kind { ST_IN_CHOICE, ST_IN_NUMBER, ST_IN_YES, ST_IN_TEXT };

struct st_input {
    const char *key, *title;
    enum st_input_kind kind;
    const char *const *choices; /* NULL-terminated */
    int lo, hi, dflt;
    const char *dflt_text; /* for ST_IN_TEXT */
    struct st_member to;   /* in the terms of the question */
};

struct st_sheet;
struct st_question { /* what an umpire is asked at a real table, with no game in progress */
    const char *id, *title, *para;
    const struct st_input *inputs;
    int ninputs;
    size_t terms; /* bytes of the struct that the inputs fill */
    void (*reply)(const void *terms, struct st_sheet *out); /* takes it; the sheet keeps what is wrong */
};

struct st_questions {
    const struct st_question *row;
    int n;
    const struct st_questions *more; /* those of another file; NULL: these are all */
};

enum st_supposed { ST_SUPPOSE_NOTHING, ST_SUPPOSE_MOVE, ST_SUPPOSE_OVER };

struct st_scene;
struct st_way;
struct st_sight;
struct st_game {
    const char *id, *title, *edition;
    size_t plan_size, pos_size;      /* of its own part of a plan, and of a position */
    const struct st_wide *wide;      int nwide;      /* what of it is wider than a byte (order.h) */
    const char *const *charts;       int ncharts;    /* tables/ID.tsv */
    const char *const *scenarios;    int nscenarios; /* scenarios/ID.txt, the teaching one first */
    const char *const *lessons;      /* lessons/ID.lesson, NULL-terminated, the first one first; NULL: none */
    const struct st_step *const *steps; int nsteps;
    const struct st_verb *verbs;     int nverbs;
    const struct st_fields *fields;       /* NULL: none */
    const struct st_questions *questions; /* NULL: none */
    const char *pieces;              /* which list of names are the pieces on the map: "unit" */
    /* How it is drawn, in words of src/view/looks: "hachure" "staff" "prospect" "table" "meadow"; NULL:
     * "staff" for hexes, "table" for a plane. And the colours of its armies, "norman"; NULL: plain. */
    const char *manner, *army[ST_SIDES];
    int  (*plan)(struct st_plan *out, struct st_scenario *sc, struct st_error *err);
    void (*setup)(struct st_table *t); /* the position is zeroed; must st_go to the first step */
    /* Where a position keeps who has won: 0 nobody yet, 1 the first side, 2 the second, 3 neither. */
    struct st_member result;
    int  (*winner)(const struct st_table *t);        /* or, when over: a side or ST_DRAW */
    int  (*worth)(const struct st_table *t, int side); /* the bigger the better for side; greedy play */
    /* worth(t, 0) - worth(t, 1), where that costs less than both. NULL: the two are asked apart, unless */
    int  (*lead)(const struct st_table *t);
    bool opposed; /* what is good for one side is as bad for the other: its worth is that with its sign turned */
    bool keeps; /* it keeps answers in a table's scratch */
    int draws; /* moves drawn for a decision of a playout, where most are idle; 0: a few */
    const char *const *weights;      /* what it counts with, NULL-terminated: names in worth.tsv (weights.h) */
    void (*observe)(const struct st_table *t, int side, void *pos_out); /* blank what side may not know; NULL: open game */
    bool (*hides)(const struct st_table *t, int side); /* has observe anything to blank? NULL: it may have */
    void (*guess)(struct st_table *t, int side, struct st_source *dice); /* fill the blanks plausibly */
    /* May side not be told this move of the other, made at t? Asked only while something is hidden
     * from it; NULL: none of them. */
    bool (*secret)(const struct st_table *t, const struct st_move *m, int side);
    /* The umpire's word: carry the move out without asking whether it is allowed, if it makes sense. */
    enum st_answer (*ruling)(struct st_table *t, const struct st_move *m, struct st_refusal *why);
    /* As side sees it; -1: the umpire, who sees all. */
    void (*describe)(const struct st_table *t, int side, struct st_scene *scene);
    /* Of a march that is allowed: the hexes it goes through, with what was spent on reaching each
     * (scene.h). May be NULL. */
    void (*way)(const struct st_table *t, const struct st_move *m, struct st_way *out);
    /* How a piece that stands on the table shoots, and if it may from there at target (-1: nobody in
     * particular), whoever's turn it is. May be NULL. */
    enum st_answer (*sight)(const struct st_table *t, int piece, int target, struct st_sight *out,
                            struct st_refusal *why);
    /* What would be asked if piece attacked enemy, wherever they stand now: one of its questions, and inputs
     * that are not as usual, a line each ("type=PI\nenemy=SW"); NULL: nothing. inputs is empty, and of ST_MEETING
     * characters. May be NULL. */
    const char *(*meeting)(const struct st_table *t, int piece, int enemy, char *inputs, size_t size);
    enum st_answer (*sane)(const struct st_table *t, struct st_refusal *why); /* invariants */
    /* Odds of a move whose dice fall only after further decisions (a shot that is declared before
     * others): what is supposed of the decision met at t, or that nothing more is asked about.
     * Only where the asker supposes nothing himself; NULL: odds stop at decisions. */
    enum st_supposed (*suppose)(const struct st_table *t, const struct st_move *asked,
                                struct st_move *out);
    const char *tallies;  /* fields that count from the game's start: odds tell what is added to them */
    const char *supposes; /* that in a sentence with its paragraph, told with such odds */
    const struct st_fields *slots; /* what {name} of a sentence (words.h) stands for, beside fields: -1
                                    * is nothing; get is asked with a side. NULL: none */
};

/* Of a game: its tables, where they have the names that blank gives them. */
#define ST_TABLES \
    .wide = ST_ROWS(wide), .charts = ST_ROWS(charts), .scenarios = ST_ROWS(scenarios), .lessons = lessons, \
    .steps = ST_ROWS(steps), .verbs = ST_ROWS(verbs)

struct st_turn {
    enum st_kind kind; /* never ST_AUTO between calls */
    int side;
    const char *step, *para;
    int depth;
};

/* For drivers. After each of these the position waits for a die or a player, or is over. */
void st_begin(struct st_table *t); /* zero, set up, run on */
enum st_answer st_check(const struct st_table *t, const struct st_move *m, struct st_refusal *why);
enum st_answer st_play(struct st_table *t, const struct st_move *m, struct st_refusal *why);
/* The same for a move that offer, sample or propose has given for this very position: it is legal by
 * construction and not asked about again, but in debug builds. Never for what was typed or received. */
void st_play_given(struct st_table *t, const struct st_move *m);
void st_play_given_within(struct st_table *t, const struct st_move *m, int depth); /* see below */
void st_take(struct st_table *t, int value); /* a die fell; value must be a face */
void st_settle(struct st_table *t);          /* run AUTO steps and decisions without a choice */
/* The same, but what comes to depth or less is left there, before anything further happens by
 * itself: what odds are asked about is over, the rest of the turn is another matter. */
enum st_answer st_play_within(struct st_table *t, const struct st_move *m, int depth,
                              struct st_refusal *why);
/* The move that is asked about, and that depth for the rest of the question: a move that begins a
 * procedure is over with it, one inside a procedure with that, any other at the next decision. */
enum st_answer st_play_asked(struct st_table *t, const struct st_move *m, int *horizon,
                             struct st_refusal *why);
void st_take_within(struct st_table *t, int value, int depth);

static inline struct st_turn st_now(const struct st_table *t);
int st_winner(const struct st_table *t); /* a side; ST_DRAW: neither, or not yet */
int st_lead(const struct st_table *t);   /* worth(t, 0) - worth(t, 1), the cheapest way */
static inline bool st_can_be_won(const struct st_game *g)
{
    return g->winner || g->result.width;
}
void st_awaited(const struct st_table *t, struct st_chance *c); /* only when kind is ST_CHANCE */
static inline const struct st_step *st_step_now(const struct st_table *t);
/* Collect offers into out; returns how many there are in all, even if max is smaller. */
int st_offers(const struct st_table *t, struct st_move *out, int max);
/* The offer of that number, from 0; false: there are not so many. And a listener for who lists by himself: out
 * is then that one, or the last. */
bool st_offer_number(const struct st_table *t, int number, struct st_move *out);
struct st_numbered {
    struct st_offer offer;
    struct st_move *out;
    int left;
};
struct st_numbered st_numbered(int number, struct st_move *out);
/* Some legal move, the same for the same seed: sample() where the step has it, else among the offers. */
bool st_sample(const struct st_table *t, uint64_t seed, struct st_move *out);
/* One of the offers, each as likely as any other, which samples are not; where only numbers are free, as
 * st_sample. It lists them all, and takes its time. */
bool st_sample_evenly(const struct st_table *t, uint64_t seed, struct st_move *out);
static inline int st_nfields(const struct st_game *g)
{
    return g->fields ? g->fields->n : 0;
}
int st_nquestions(const struct st_game *g);
const struct st_question *st_question_at(const struct st_game *g, int i);
const struct st_field *st_field_find(const struct st_game *g, struct st_span name, bool piece);

static inline void st_go(struct st_table *t, int step)
{
    struct st_flow *flow = t->pos;

    st_assert(step >= 0 && step < t->plan->game->nsteps);
    flow->step[flow->depth] = (uint8_t)step;
}

static inline const struct st_step *st_step_now(const struct st_table *t)
{
    const struct st_flow *flow = t->pos;

    return t->plan->game->steps[flow->step[flow->depth]];
}

static inline struct st_turn st_now(const struct st_table *t)
{
    const struct st_flow *flow = t->pos;
    const struct st_step *s = st_step_now(t);

    return (struct st_turn){ s->kind, flow->side, s->name, s->para, flow->depth };
}

/* Registry (games/registry.c). */
extern const struct st_game *const st_games[];
extern const int st_ngames;
const struct st_game *st_game_find(const char *id);

#endif
