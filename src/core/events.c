/* events.c - see events.h. */
#include "core/events.h"

#include "core/game.h"

#include <stdarg.h>
#include <stdio.h>

static void tell(const struct st_table *t, struct st_event *e, const char *fmt, va_list ap)
{
    vsnprintf(e->text, sizeof e->text, fmt, ap);
    t->log->add(t->log, e);
}

void st_say(const struct st_table *t, const char *para, const char *fmt, ...)
{
    struct st_event e = { .kind = ST_EV_TOLD, .para = para };
    va_list ap;

    va_start(ap, fmt);
    tell(t, &e, fmt, ap);
    va_end(ap);
}

void st_say_passed(const struct st_table *t, int verb, const char *para, const char *fmt, ...)
{
    struct st_event e = { .kind = ST_EV_PASSED, .para = para, .value = verb };
    va_list ap;

    va_start(ap, fmt);
    tell(t, &e, fmt, ap);
    va_end(ap);
}

void st_say_shown(const struct st_table *t, const char *para, const char *fmt, ...)
{
    struct st_event e = { .kind = ST_EV_SHOWN, .para = para };
    va_list ap;

    va_start(ap, fmt);
    tell(t, &e, fmt, ap);
    va_end(ap);
}

void st_say_modifier(const struct st_table *t, const char *para, const char *reason, int value)
{
    struct st_event e = { .kind = ST_EV_MODIFIER, .para = para, .value = value };

    snprintf(e.text, sizeof e.text, "%+d %s", value, reason);
    t->log->add(t->log, &e);
}

int st_say_look(const struct st_table *t, const struct st_chart *c, int row, int col)
{
    struct st_event e = { .kind = ST_EV_LOOKED, .para = c->para };

    e.value = st_chart_look(c, row, col, &e.cite);
    st_cite_print(&e.cite, e.text, sizeof e.text);
    t->log->add(t->log, &e);
    return e.value;
}
