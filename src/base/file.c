/* file.c - see file.h. */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int st_file_bytes(struct st_buf *out, const char *path, struct st_error *err)
{
    bool std = strcmp(path, "-") == 0;
    FILE *f = std ? stdin : fopen(path, "rb");
    char chunk[16384];
    size_t n;
    int e = ST_OK;

    if (!f)
        return st_fail(err, ST_EIO, path, 0, "cannot open: %s", strerror(errno));
    while (!e && (n = fread(chunk, 1, sizeof chunk, f)) > 0) {
        st_buf_put(out, chunk, n);
        if (out->failed)
            e = st_fail(err, ST_ENOMEM, path, 0, "out of memory");
        else if (out->len > ST_TEXT_MAX)
            e = st_fail(err, ST_ELIMIT, path, 0, "longer than %d bytes", ST_TEXT_MAX);
    }
    if (!e && ferror(f))
        e = st_fail(err, ST_EIO, path, 0, "cannot read: %s", strerror(errno));
    if (!std)
        fclose(f);
    if (e)
        st_buf_free(out);
    return e;
}

int st_file_read(struct st_buf *out, const char *path, struct st_error *err)
{
    int e = st_file_bytes(out, path, err);

    if (!e)
        e = st_text_check(st_buf_text(out), out->len, path, err);
    if (e)
        st_buf_free(out);
    return e;
}

int st_file_write(const char *path, const char *text, size_t len, struct st_error *err)
{
    struct st_buf beside = { 0 };
    int e = ST_OK;

    st_buf_add(&beside, "%s.new", path);
    if (beside.failed)
        return st_fail(err, ST_ENOMEM, path, 0, "out of memory");

    FILE *f = fopen(beside.text, "wb");
    if (!f) {
        e = st_fail(err, ST_EIO, path, 0, "cannot write: %s", strerror(errno));
    } else {
        bool wrote = fwrite(text, 1, len, f) == len && fflush(f) == 0 && fsync(fileno(f)) == 0;

        if (fclose(f) != 0 || !wrote || rename(beside.text, path) != 0) {
            e = st_fail(err, ST_EIO, path, 0, "cannot write: %s", strerror(errno));
            remove(beside.text);
        }
    }
    st_buf_free(&beside);
    return e;
}
