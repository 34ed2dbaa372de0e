/* tape.c - fuzz: a tape of dice. */
#include "fuzz.h"

#include "play/dice.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct st_tape tape = { 0 };
    struct st_error err = { 0 };
    struct st_chance c = { .quiet = false };
    int e = st_tape_parse(&tape, text, size, "fuzz.tape", &err), value;

    if (e) {
        told(e, &err);
    } else {
        st_dice(&c, 1, 6, "fuzz");
        while ((e = tape.source.roll(&tape.source, &c, &value, &err)) == ST_OK)
            law(st_chance_find(&c, value) >= 0);
        told(e, &err); /* the tape runs out, or holds a face no die has */
    }
    st_tape_free(&tape);
    free(text);
    return 0;
}
