/* files.h - where texts come from: the library itself, a folder, the blocks of a case file.
 *
 * A name is "shields/tables/crt.tsv". Sources form a chain: what the first does not have, the
 * next is asked for, so a folder with one house chart in front of the library is a house game.
 */
#ifndef ST_CORE_FILES_H
#define ST_CORE_FILES_H

#include "base/arena.h"
#include "base/text.h"

struct st_shelf;
struct st_files {
    /* ST_OK and the text; ST_EUSAGE when there is no such name; any other error is final.
     * Memory, where needed, comes from a; static text is given as it is. */
    int (*read)(const struct st_files *self, struct st_arena *a, const char *name,
                struct st_span *out, struct st_error *err);
    const struct st_files *next;
    struct st_shelf *shelf; /* plans made of these texts are shared there (plan.h); NULL: nowhere */
};

int st_files_read(const struct st_files *f, struct st_arena *a, const char *name,
                  struct st_span *out, struct st_error *err);

/* The texts compiled into the library, made by tools/embed.c; sorted by name. */
struct st_embedded {
    const char *name, *text;
    size_t len;
};
extern const struct st_embedded st_embedded[];
extern const int st_nembedded;
extern const struct st_files st_files_library;

#endif
