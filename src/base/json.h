/* json.h - writing JSON, one value after the other; commas and quotes are ours to place. */
#ifndef ST_BASE_JSON_H
#define ST_BASE_JSON_H

#include "base/frac.h"
#include "base/text.h"

struct st_json {
    struct st_buf *out;
    bool comma; /* something stands before us on this level */
};

/* key is NULL inside arrays and at the top. */
void st_json_open(struct st_json *j, const char *key, char bracket); /* '{' or '[' */
void st_json_close(struct st_json *j, char bracket);                 /* '}' or ']' */
void st_json_text(struct st_json *j, const char *key, const char *text); /* NULL: null */
void st_json_int(struct st_json *j, const char *key, long long v);
void st_json_bool(struct st_json *j, const char *key, bool v);
void st_json_real(struct st_json *j, const char *key, double v);
void st_json_frac(struct st_json *j, const char *key, struct st_frac f); /* "3/8" */

#endif
