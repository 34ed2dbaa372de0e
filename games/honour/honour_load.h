/* honour_load.h - what the files that read a scenario hand to each other.
 *
 *   honour_head.c  the keys of [scenario]
 *   honour_map.c   the map
 *   honour_plan.c  all other sections, and what must fit together
 *
 * The first error sticks (core/bind.h): they are called one after the other without looking.
 */
#ifndef HONOUR_LOAD_H
#define HONOUR_LOAD_H

#include "core/bind.h"
#include "honour/honour.h"

struct honour_loader {
    struct st_binder b; /* first, so that the readers of columns find the rest */
    struct honour_plan *f;
    struct st_records file;
    const char **unit, **cap, **place, **region, **source, **unit_title, **cap_title;
    int weather;            /* as the file says it */
    uint8_t paid[MAX_CAPS]; /* the last turn whose nominal AP are known */
};

#define PLAN(member) ST_ONE(struct honour_plan, member)
#define EACH(array) ST_EACH(struct honour_plan, array)
#define IN(array, member) ST_IN(struct honour_plan, array, member)

extern const char *const honour_sides[ST_SIDES];

void honour_bind_charts(struct st_binder *b, struct honour_plan *f);
void honour_bind_head(struct honour_loader *l);
void honour_bind_map(struct honour_loader *l);

/* The last turn that may be spoken of. A file must agree with itself; players who want a shorter
 * game may end it before turns that the file names. */
int honour_latest_turn(const struct honour_loader *l);

/* Names are one word: blanks become underscores, where they are kept and where they are looked for. */
const char *honour_one_word(struct honour_loader *l, struct st_span s);
int honour_find_word(struct st_span s, const char *const *names, int n);

#endif
