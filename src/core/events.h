/* events.h - what happened and why, for people.
 *
 * Rules tell; whoever cares listens. Without a listener (t->log NULL) nothing is formatted, so
 * odds and playouts pay nothing.
 */
#ifndef ST_CORE_EVENTS_H
#define ST_CORE_EVENTS_H

#include "core/chart.h"

struct st_table;

enum st_event_kind {
    ST_EV_TOLD,     /* a fact */
    ST_EV_MODIFIER, /* a number that was counted, with its reason */
    ST_EV_LOOKED,   /* a look-up: cite is set */
    ST_EV_FORCED,   /* a decision with one answer, taken by itself */
    ST_EV_PASSED,   /* a phase of a side that was over before anybody was asked */
    ST_EV_SHOWN     /* a fact that lies open from now on, though a secret decision brought it about */
};

struct st_event {
    enum st_event_kind kind;
    const char *para;
    int value; /* of a modifier or look-up; of a phase passed over the verb that ends it */
    struct st_cite cite;
    char text[200];
};

struct st_events {
    void (*add)(struct st_events *self, const struct st_event *e);
};

/* What st_tell, st_show, st_pass_over, st_modify and st_look (game.h) do when somebody listens. */
__attribute__((format(printf, 3, 4))) void st_say(const struct st_table *t, const char *para,
                                                  const char *fmt, ...);
__attribute__((format(printf, 3, 4))) void st_say_shown(const struct st_table *t, const char *para,
                                                        const char *fmt, ...);
__attribute__((format(printf, 4, 5))) void st_say_passed(const struct st_table *t, int verb,
                                                         const char *para, const char *fmt, ...);
void st_say_modifier(const struct st_table *t, const char *para, const char *reason, int value);
int st_say_look(const struct st_table *t, const struct st_chart *c, int row, int col);

#endif
