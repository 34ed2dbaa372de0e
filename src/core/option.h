/* option.h - what players may wish otherwise in a scenario: keys that the caller replaces.
 *
 * A game offers them while it reads its scenario, with the limits it reads them by, so that a form
 * made of them and the reader agree. Keys it does not offer can be replaced as well; they are for
 * people who know the file.
 */
#ifndef ST_CORE_OPTION_H
#define ST_CORE_OPTION_H

#include "base/text.h"
#include "core/scenario.h"

enum { ST_OPTIONS_MAX = 32 };

enum st_option_kind {
    ST_OPTION_NUMBER,
    ST_OPTION_CHOICE,  /* one of the words */
    ST_OPTION_SEVERAL, /* any of the words, separated by commas; none of them: "none" */
    ST_OPTION_TEXT,
};

struct st_option {
    const char *key, *title; /* "turns", "Length in turns" */
    const char *para;        /* of the rules, or NULL */
    enum st_option_kind kind;
    int lo, hi;                /* of a number */
    const char *const *word;   /* how a choice is written */
    const char *const *called; /* what people call it; NULL: as it is written */
    const char *const *cited;  /* a paragraph for each; NULL: that of the option */
    int nwords;
    int value; /* as the scenario has it: the number, the word's index, a bit for each word */
    const char *text; /* or the text */
};

struct st_plan;

/* For the game's plan(): offer an option. key and title are copied, the rest must live as long as
 * the plan. */
int st_plan_option(struct st_plan *p, const struct st_option *o, struct st_error *err);
/* Its value as it would be given. */
void st_option_value(const struct st_option *o, struct st_buf *out);

#endif
