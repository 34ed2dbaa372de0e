/* file.h - whole files in, whole files out. */
#ifndef ST_BASE_FILE_H
#define ST_BASE_FILE_H

#include "base/text.h"

/* Reads path ("-" is standard input) and checks it (st_text_check). */
int st_file_read(struct st_buf *out, const char *path, struct st_error *err);
/* The same of any bytes. */
int st_file_bytes(struct st_buf *out, const char *path, struct st_error *err);
/* Writes beside and renames, so that path holds the old text or the new, never half of it. */
int st_file_write(const char *path, const char *text, size_t len, struct st_error *err);

#endif
