/* case.h - case files, the public test language (docs/formats.md). */
#ifndef ST_CASE_H
#define ST_CASE_H

#include "core/files.h"

struct st_case_result {
    int passed, failed;
};

/* Runs every case of the text; each failure is told to say("file:line: sentence"). An error only
 * if the text is no case file (line and reason in err); cases before it are counted. */
int st_case_run(struct st_case_result *out, const char *text, size_t len, const char *where,
                const struct st_files *files, void (*say)(void *arg, const char *sentence),
                void *arg, struct st_error *err);

#endif
