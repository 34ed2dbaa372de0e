/* error.c - see error.h. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int st_fail(struct st_error *err, int code, const char *where, int line, const char *fmt, ...)
{
    if (err) {
        va_list ap;

        err->code = code;
        err->line = line;
        snprintf(err->where, sizeof err->where, "%s", where ? where : "");
        va_start(ap, fmt);
        vsnprintf(err->text, sizeof err->text, fmt, ap);
        va_end(ap);
    }
    return code;
}

const char *st_error_kind(int code)
{
    static const char *const kind[] = {
        [-ST_ENOMEM] = "memory", [-ST_EIO] = "system",      [-ST_ESYNTAX] = "syntax",
        [-ST_ELIMIT] = "limit",  [-ST_EVERIFY] = "unsound", [-ST_EUSAGE] = "usage",
    };

    st_assert(code < 0 && code >= ST_EUSAGE);
    return kind[-code];
}

void st_error_print(const struct st_error *err, char *out, size_t size)
{
    if (err->where[0] && err->line > 0)
        snprintf(out, size, "%s:%d: %s", err->where, err->line, err->text);
    else if (err->where[0])
        snprintf(out, size, "%s: %s", err->where, err->text);
    else
        snprintf(out, size, "%s", err->text);
}

enum st_answer(st_refuse)(struct st_refusal *why, const char *para, const char *fmt, ...)
{
    if (why) {
        va_list ap;

        why->para = para;
        why->by = NULL;
        va_start(ap, fmt);
        vsnprintf(why->text, sizeof why->text, fmt, ap);
        va_end(ap);
    }
    return ST_REFUSED;
}

static _Thread_local struct st_net *net_below;

void st_net_spread(struct st_net *net)
{
    net_below = net;
}

_Noreturn void st_bug(const char *file, int line, const char *what)
{
    fprintf(stderr, "sandtable: bug at %s:%d: %s does not hold\n", file, line, what);
    if (net_below)
        net_below->caught(net_below);
    abort();
}
