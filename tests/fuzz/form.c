/* form.c - fuzz: a move as numbers. What is sound is written, and read back as itself. */
#include "fuzz.h"

static void round_trip(const struct st_plan *p, const struct st_move *m)
{
    struct st_refusal why = { "", "" };
    struct st_move back;
    char text[ST_MOVE_TEXT];
    int names[ST_ARGS_MAX];

    st_move_print(p, m, text, sizeof text); /* also of what is not sound: events may */
    if (st_move_sound(p, m, &why)) {
        law(why.text[0]);
        return;
    }
    if (st_move_parse(&back, p, text, &why))
        broken(why.text, __LINE__);
    law(st_move_equal(&back, m));
    for (int i = 0; i < p->nnames; i++)
        law(st_move_names(p, m, p->names[i].kind, names, ST_ARGS_MAX) <= ST_ARGS_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct st_plan *plan[16];
    struct st_move m = { 0 };

    if (size < 2)
        return 0;
    size = size - 1 < sizeof m ? size - 1 : sizeof m;
    memcpy(&m, data + 1, size);
    const int i = data[0] % (st_ngames < 16 ? st_ngames : 16);
    const struct st_game *g = st_games[i];
    if (!plan[i])
        law(st_plan_make(&plan[i], g, g->scenarios[0], &st_files_library, NULL, 0, NULL) == ST_OK);
    if (data[0] & 0x80)
        m.verb = (uint16_t)(m.verb % g->nverbs);
    round_trip(plan[i], &m);
    return 0;
}
