/* memo.c - what was told the last time: see view.h. */
#include "view/view.h"

#include <stdlib.h>
#include <string.h>

#ifndef __wasm__
static bool more_parts(struct st_view_memo *m)
{
    int room = m->room ? 2 * m->room : 64;
    struct st_view_part *part = realloc(m->part, (size_t)room * sizeof *part);

    if (!part)
        return false;
    m->part = part;
    m->room = room;
    return true;
}

bool st_memo_told(struct st_view_memo *m, struct st_json *j, uint64_t key)
{
    if (!m || (m->n == m->room && !more_parts(m)))
        return false;
    struct st_view_part *p = &m->part[m->n], was = *p;
    bool same = m->n < m->had && was.key == key && was.len;

    if (same && j->comma)
        st_buf_put(j->out, ",", 1);
    *p = (struct st_view_part){ key, (uint32_t)(j->out->len + (!same && j->comma)), 0 };
    if (!same)
        return false;
    st_buf_put(j->out, m->doc.text + was.at, was.len);
    j->comma = true;
    st_memo_done(m, j);
    return true;
}

void st_memo_done(struct st_view_memo *m, struct st_json *j)
{
    if (m && m->n < m->room) {
        m->part[m->n].len = (uint32_t)(j->out->len - m->part[m->n].at);
        m->n++;
    }
}

/* As much room as the last one took. */
void st_memo_begin(struct st_view_memo *m, struct st_buf *out)
{
    char *room = m->doc.size > out->size ? realloc(out->text, m->doc.size) : NULL;

    if (room) {
        out->text = room;
        out->size = m->doc.size;
    }
    m->had = m->n;
    m->n = 0;
}

void st_memo_keep(struct st_view_memo *m, struct st_buf *out)
{
    st_buf_free(&m->doc);
    m->doc = *out;
    *out = (struct st_buf){ 0 };
}

void st_memo_free(struct st_view_memo *m)
{
    st_buf_free(&m->doc);
    free(m->part);
    *m = (struct st_view_memo){ .n = 0 };
}
#endif
