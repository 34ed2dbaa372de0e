/* tape.c - fuzz: a tape of dice, rolled for dice of every size in turn. */
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
        static const int sides[] = { 6, 10, 2, 3, 8 };

        for (int i = 0;; i++) {
            c = (struct st_chance){ .quiet = i % 2 };
            st_dice(&c, 1 + i / 5 % 2, sides[i % 5], "fuzz");
            if ((e = tape.source.roll(&tape.source, &c, &value, &err)) != ST_OK)
                break;
            law(st_chance_find(&c, value) >= 0);
        }
        told(e, &err); /* the tape runs out, or holds a face no die has */
    }
    st_tape_free(&tape);
    free(text);
    return 0;
}
