/* lesson.h - a lesson as it is written: games/ID/lessons/NAME.lesson (docs/lessons.md).
 *
 * `word: text` lines. This reads them, and says what is wrong with them; pupil.h plays them.
 */
#ifndef ST_LEARN_LESSON_H
#define ST_LEARN_LESSON_H

#include "core/game.h"

enum st_lesson_word {
    ST_LESSON_PAGE,    /* a heading; progress is counted by pages */
    ST_LESSON_SAY,     /* what the teacher says, one idea */
    ST_LESSON_SHOW,    /* what is lit meanwhile */
    ST_LESSON_WHEN,    /* the next `say` is said only if this holds */
    ST_LESSON_SEAT,    /* whose chair the learner sits in from here on */
    ST_LESSON_DO,      /* the moves that go on */
    ST_LESSON_TRY,     /* a move that is refused on purpose; more: the paragraph */
    ST_LESSON_ELSE,    /* what another legal move is told; more: only those of this verb */
    ST_LESSON_FOE,     /* a move the teacher makes */
    ST_LESSON_DICE,    /* the faces that fall next */
    ST_LESSON_ODDS,    /* a look at the odds of a move; more: what is supposed on the way */
    ST_LESSON_SEES,    /* what they must be; more: the outcome in words */
    ST_LESSON_EXPECT,  /* what then stands */
    ST_LESSON_FREE,    /* a stretch where the learner decides alone */
    ST_LESSON_UNTIL,   /* which ends when this holds, or with the game */
    ST_LESSON_WARN,    /* a move that is asked about once; more: what is said */
    ST_LESSON_EXAMPLE, /* how it can be gone through */
    ST_LESSON_BACK     /* said when the table is then set as after the example */
};

struct st_lesson_line {
    enum st_lesson_word word;
    int line; /* of the file */
    const char *text, *more; /* more: "" where there is none */
};

struct st_lesson {
    const struct st_game *game;
    const char *id, *where; /* "first", "blank/lessons/first.lesson" */
    const char *title, *about;
    int minutes;
    int near; /* numbers of a move may be so far from what is asked for */
    const char *scenario;
    const struct st_entry *given; /* keys of the scenario that are replaced */
    int ngiven;
    const char **set; /* rulings before the first move: "set N1 hex 0506" */
    int nset;
    const char *seat;
    const struct st_lesson_line *row;
    int nrows, npages;
    struct st_arena arena;
};

/* Lesson id of a game, from files. ST_EUSAGE with the near ones where there is none such. */
int st_lesson_load(struct st_lesson **out, const struct st_game *game, const char *id,
                   const struct st_files *files, struct st_error *err);
void st_lesson_free(struct st_lesson *l);
int st_lesson_bad(const struct st_lesson *l, int row, struct st_error *err, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* What `show` names: kind and words, one after the other, cut off the front of text. */
enum st_lit { ST_LIT_PIECES, ST_LIT_HEXES, ST_LIT_PLACES, ST_LIT_PANEL, ST_LIT_CHART, ST_LIT_PARA };
extern const char *const st_lit_names[]; /* "pieces" "hexes" "places" "panel" "chart" "para" */
/* False at the end, and when it is none of these: kind is then -1. */
bool st_lit_cut(struct st_span *text, int *kind, struct st_span *words);

static inline int st_nlessons(const struct st_game *g)
{
    int n = 0;

    while (g->lessons && g->lessons[n])
        n++;
    return n;
}

#endif
