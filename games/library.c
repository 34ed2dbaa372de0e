/* library.c - the texts compiled into the library, as a source of files. */
#include "core/files.h"

#include <string.h>

static int library_read(const struct st_files *self, struct st_arena *a, const char *name,
                        struct st_span *out, struct st_error *err)
{
    (void)self, (void)a, (void)err;
    for (int lo = 0, hi = st_nembedded; lo < hi;) {
        int mid = lo + (hi - lo) / 2, c = strcmp(name, st_embedded[mid].name);

        if (c == 0) {
            *out = (struct st_span){ st_embedded[mid].text, st_embedded[mid].len };
            return ST_OK;
        }
        if (c < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return ST_EUSAGE;
}

const struct st_files st_files_library = { library_read, NULL };
