/* age.c - tables that nobody plays at any more: see loop.h, docs/protocol.md.
 *
 * A game that was over for an hour is closed, and one that was closed for as long is packed. Where nobody played for a long time the table is cleared
 * away; that is told two weeks before, in the list and to whoever sits down, and for at least so
 * long also when the server stood still meanwhile.
 */
#include "server/loop.h"

#include <time.h>

static int64_t days(int n)
{
    return n * INT64_C(86400);
}

/* For tables with short lives the warning is shorter. */
static int64_t warning(int expire_days)
{
    int64_t half = days(expire_days) / 2;

    return half < SRV_WARN_SECONDS ? half : SRV_WARN_SECONDS;
}

int64_t srv_age_end(const struct st_kept *k, int expire_days)
{
    int64_t due = k->changed + days(expire_days);
    int64_t told = k->count.warned > k->changed ? k->count.warned + warning(expire_days) : 0;

    return told > due ? told : due;
}

enum srv_age srv_age(const struct st_kept *k, int expire_days, int64_t now)
{
    if (k->over && !k->count.closed && now >= k->changed + SRV_CLOSE_SECONDS)
        return SRV_AGE_CLOSE;
    if (now >= k->changed + days(expire_days) - warning(expire_days)) {
        if (k->count.warned <= k->changed)
            return SRV_AGE_WARN;
        if (now >= srv_age_end(k, expire_days))
            return SRV_AGE_REMOVE;
    }
    return k->count.closed && k->lines && !k->packed && now >= k->changed + SRV_CLOSE_SECONDS ? SRV_AGE_PACK
                                                                                                : SRV_AGE_NONE;
}

void srv_age_all(struct srv_loop *l)
{
    static const struct srv_verb *const verb[] = { [SRV_AGE_CLOSE] = &srv_verb_close,
                                                   [SRV_AGE_WARN] = &srv_verb_warn,
                                                   [SRV_AGE_REMOVE] = &srv_verb_remove,
                                                   [SRV_AGE_PACK] = &srv_verb_pack };
    enum { PACKS = 60 }; /* at once, for computers wait behind them */
    int64_t now = time(NULL);
    int packs = 0;

    for (int i = 0; i < l->ntables; i++) {
        struct srv_table *t = l->table[i];
        enum srv_age due = srv_age(&t->kept, l->limits.expire_days, now);

        if (due == SRV_AGE_NONE || t->calls || (due == SRV_AGE_CLOSE && t->damaged[0]) ||
            (due == SRV_AGE_REMOVE && t->connections) || (due == SRV_AGE_PACK && packs++ >= PACKS))
            continue;
        struct srv_call *c = srv_call_new(t, verb[due]);
        if (c)
            srv_hall_submit(l->hall, c);
    }
}
