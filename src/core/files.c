/* files.c - see files.h. */
#include "core/files.h"

int st_files_read(const struct st_files *f, struct st_arena *a, const char *name,
                  struct st_span *out, struct st_error *err)
{
    for (; f; f = f->next) {
        int e = f->read(f, a, name, out, err);

        if (e == ST_OK)
            return st_text_check(out->at, out->len, name, err);
        if (e != ST_EUSAGE)
            return e;
    }
    return st_fail(err, ST_EUSAGE, name, 0, "no such file");
}
