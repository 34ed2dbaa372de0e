/* posture.c - see posture.h. */
#include "play/posture.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

static bool little_end(void)
{
    const uint16_t one = 1;
    uint8_t first;

    memcpy(&first, &one, 1);
    return first == 1;
}

static int nibble(char c)
{
    const char *digits = "0123456789abcdef", *at = c ? strchr(digits, c) : NULL;

    return at ? (int)(at - digits) : -1;
}

void st_posture_print(const struct st_plan *p, const void *pos, struct st_buf *out)
{
    uint8_t *bytes = malloc(p->pos_size);
    char two[2];

    if (!bytes) {
        out->failed = true;
        return;
    }
    memcpy(bytes, pos, p->pos_size);
    if (!little_end())
        st_pos_swap(p->game, bytes);
    st_buf_add(out, "%08x:", (unsigned)(uint32_t)st_pos_hash(p, pos));
    for (size_t i = 0; i < p->pos_size; i++) {
        two[0] = "0123456789abcdef"[bytes[i] >> 4];
        two[1] = "0123456789abcdef"[bytes[i] & 15];
        st_buf_put(out, two, 2);
    }
    free(bytes);
}

static bool read_bytes(struct st_span hex, uint8_t *out)
{
    for (size_t i = 0; i < hex.len / 2; i++) {
        int high = nibble(hex.at[2 * i]), low = nibble(hex.at[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

int st_posture_read(const struct st_plan *p, struct st_span word, void *pos, struct st_error *err)
{
    struct st_span hex = word, hash = st_span_cut(&hex, ':');
    struct st_buf sum = { 0 };
    const struct st_flow *flow = pos;

    if (hex.len != 2 * p->pos_size || hash.len != 8)
        return st_fail(err, ST_ESYNTAX, NULL, 0, "a state of %s/%s is 8 letters, a colon and %zu letters",
                       p->game->id, p->id, 2 * p->pos_size);
    if (!read_bytes(hex, pos))
        return st_fail(err, ST_ESYNTAX, NULL, 0, "a state is written in 0 to 9 and a to f");
    if (!little_end())
        st_pos_swap(p->game, pos);
    st_buf_add(&sum, "%08x", (unsigned)(uint32_t)st_pos_hash(p, pos));
    bool same = st_span_is(hash, st_buf_text(&sum));
    st_buf_free(&sum);
    bool known = flow->depth < ST_DEPTH && flow->side < ST_SIDES;
    for (int i = 0; known && i <= flow->depth; i++)
        known = flow->step[i] < p->game->nsteps;
    if (!same || !known)
        return st_fail(err, ST_EVERIFY, NULL, 0, "the state is damaged: its bytes are not what its hash says");
    return ST_OK;
}

uint32_t st_posture_plan(const struct st_plan *p)
{
    return (uint32_t)st_hash_join(p->scenario_hash, p->tables_hash);
}
