/* dice.c - the option --dice: where faces come from. */
#include "cli/cli.h"

#include "base/file.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* A seed nobody chose. It is written into the record, so nothing is lost by its being random. */
static uint64_t any_seed(void)
{
    uint32_t seed = 0;
    int fd = open("/dev/urandom", O_RDONLY);

    if (fd >= 0) {
        if (read(fd, &seed, sizeof seed) != sizeof seed)
            seed = 0;
        close(fd);
    }
    if (seed == 0) {
        struct timespec now = { 0, 0 };

        clock_gettime(CLOCK_REALTIME, &now);
        seed = (uint32_t)now.tv_nsec ^ (uint32_t)now.tv_sec;
    }
    return seed;
}

static int open_tape(struct cli_dice *d, const char *path, struct st_error *err)
{
    struct st_buf text = { 0 };
    int e = st_file_read(&text, path, err);

    if (!e)
        e = st_tape_parse(&d->tape, st_buf_text(&text), text.len, path, err);
    st_buf_free(&text);
    if (!e)
        d->source = &d->tape.source;
    return e;
}

int cli_dice_open(struct cli_dice *d, const char *text, struct st_error *err)
{
    static const char *const kinds[] = { "seed:N", "hand", "tape:FILE" };
    uint64_t seed, game = 0;
    char near[160];

    *d = (struct cli_dice){ .kind = CLI_DICE_SEED };
    if (!text || st_seed_parse(text, &seed, &game)) {
        if (!text)
            seed = any_seed();
        if (text)
            snprintf(d->tag, sizeof d->tag, "%s", text);
        else
            snprintf(d->tag, sizeof d->tag, "seed:%" PRIu64, seed);
        st_seeded_init(&d->seeded, seed, game);
        d->source = &d->seeded.source;
        return ST_OK;
    }
    if (strcmp(text, "hand") == 0) {
        d->kind = CLI_DICE_HAND;
        snprintf(d->tag, sizeof d->tag, "hand");
        return ST_OK;
    }
    if (strncmp(text, "tape:", 5) == 0 && text[5]) {
        d->kind = CLI_DICE_TAPE;
        snprintf(d->tag, sizeof d->tag, "tape");
        return open_tape(d, text + 5, err);
    }
    st_suggest(near, sizeof near, text, kinds, 3);
    return st_fail(err, ST_EUSAGE, NULL, 0, "--dice is seed:N, hand or tape:FILE, not `%s`%s%s",
                   text, near[0] ? "; " : "", near);
}

int cli_dice_skip(struct cli_dice *d, int fallen, struct st_error *err)
{
    if (d->kind == CLI_DICE_SEED)
        d->seeded.roll = (uint32_t)fallen;
    if (d->kind == CLI_DICE_TAPE) {
        if (fallen > d->tape.n)
            return st_fail(err, ST_EUSAGE, d->tape.where, 0, "%d faces, but %d have fallen already",
                           d->tape.n, fallen);
        d->tape.next = fallen;
    }
    return ST_OK;
}

void cli_dice_close(struct cli_dice *d)
{
    if (d->kind == CLI_DICE_TAPE && d->source)
        st_tape_free(&d->tape);
    d->source = NULL;
}
