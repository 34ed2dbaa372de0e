/* bind_sections.c - files in sections, a record a line, that may inherit another. See bind.h. */
#include "core/bind.h"

#include <string.h>

enum { RECORDS_MAX = 512, INHERIT_MAX = 4, SHOWN = 60 };

struct file { /* one of the files being read */
    struct st_binder *b;
    const struct st_section *row; /* all there are; */
    int nrows;
    struct st_records *out;
    int depth, before; /* how far inherited; records of the files that inherit it */
    int section; /* -1: none yet */
    struct st_span base; /* what it inherits, and where it says so */
    int base_line;
};

static int shown(struct st_span line)
{
    return line.len < SHOWN ? (int)line.len : SHOWN;
}

static void add_record(struct file *f, struct st_span text)
{
    struct st_binder *b = f->b;
    struct st_record *r = &f->out->at[f->out->n];

    if (f->out->n == RECORDS_MAX) {
        st_bad(b, "more than %d records", RECORDS_MAX);
        return;
    }
    *r = (struct st_record){ .where = b->where, .line = b->line, .section = f->section };
    f->out->n++;
    if (f->row[f->section].is == ST_PROSE) {
        r->of.field[r->of.n++] = text;
    } else if (f->row[f->section].is == ST_KEYS) {
        struct st_span rest = text;

        r->of.field[r->of.n++] = st_span_trim(st_span_cut(&rest, '='));
        r->of.field[r->of.n++] = st_span_trim(rest);
        if (!r->of.field[0].len || !memchr(text.at, '=', text.len))
            st_bad(b, "not `key = value`: %.*s", shown(text), text.at);
    } else {
        st_parts_cut(b, &r->of, text, '|');
    }
}

/* Is this record of a base file replaced by what stands already? */
static bool restated(const struct file *f, struct st_span line, struct st_record **with)
{
    struct st_span id = st_span_trim(st_span_cut(&line, '|'));

    for (int i = 0; i < f->before; i++) {
        struct st_record *r = &f->out->at[i];

        if (r->section != f->section)
            continue;
        if (!f->row[f->section].each)
            return true;
        if (r->of.field[0].len == id.len && memcmp(r->of.field[0].at, id.at, id.len) == 0) {
            *with = r;
            return true;
        }
    }
    return false;
}

/* A short record is filled up from the base file's. */
static void fill_up(const struct st_section *s, struct st_record *r, const struct st_record *base)
{
    struct st_record full = *base;

    if (!s->brief[0] || r->of.n != 3 || base->of.n <= s->brief[1])
        return;
    full.line = r->line;
    full.where = r->where;
    full.of.field[s->brief[0]] = r->of.field[1];
    full.of.field[s->brief[1]] = r->of.field[2];
    *r = full;
}

static void open_section(struct file *f, struct st_span line)
{
    struct st_span name = { line.at + 1, line.len - 2 };

    f->section = line.at[line.len - 1] == ']' ? f->nrows - 1 : -1;
    while (f->section >= 0 && !st_span_is(name, f->row[f->section].name))
        f->section--;
    if (f->section < 0)
        st_bad(f->b, "no section `%.*s`", shown(line), line.at);
    else if (f->depth == 0 && f->row[f->section].is != ST_KEYS) /* even empty it hides the base file's */
        add_record(f, (struct st_span){ "", 0 });
}

static void read_line(struct file *f, struct st_span line)
{
    struct st_record *with = NULL;
    struct st_span value = line, key = st_span_trim(st_span_cut(&value, '='));

    if (f->section < 0) {
        st_bad(f->b, "a section such as [%s] comes first", f->row[0].name);
        return;
    }
    bool keys = f->row[f->section].is == ST_KEYS;
    if (keys && st_span_is(key, "inherit")) {
        f->base = st_span_trim(value);
        f->base_line = f->b->line;
    }
    if (f->depth > 0 && keys)
        return;
    if (f->depth == 0 || !restated(f, line, &with)) {
        add_record(f, line);
    } else if (with) {
        int at = f->out->n;

        add_record(f, line);
        if (!f->b->e)
            fill_up(&f->row[f->section], with, &f->out->at[at]);
        f->out->n = at;
    }
}

static void read_file(struct file f, struct st_span text)
{
    struct st_binder *b = f.b;
    struct st_line_reader r = { text.at, text.at + text.len, 0 };
    struct st_span line, more;
    const char *more_where;
    char name[96];

    b->e = st_text_check(text.at, text.len, b->where, b->err);
    while (!b->e && st_line_next(&r, &line)) {
        line = st_span_trim(line);
        b->line = r.line;
        if (line.len && line.at[0] == '[')
            open_section(&f, line);
        else if (line.len && line.at[0] != '#')
            read_line(&f, line);
    }
    if (b->e || !f.base.len)
        return;
    b->line = f.base_line;
    if (f.depth + 1 >= INHERIT_MAX)
        st_bad(b, "`inherit` goes round, or too deep");
    else if (!st_span_copy(f.base, name, sizeof name))
        st_bad(b, "name too long");
    else
        b->e = st_scenario_part(b->sc, name, &more, &more_where, b->err);
    if (b->e)
        return;
    b->where = more_where;
    read_file((struct file){ b, f.row, f.nrows, f.out, f.depth + 1, f.out->n, -1, { "", 0 }, 0 }, more);
}

/* Keys go to where the common functions find them; what the caller gave wins. */
static void keep_keys(struct st_binder *b, const struct st_section *row, const struct st_records *all)
{
    struct st_scenario *sc = b->sc;
    size_t room = (size_t)(all->n + sc->ngiven) + 1;

    sc->entry = st_bind_array(b, room, sizeof *sc->entry);
    sc->asked = st_bind_array(b, room, sizeof *sc->asked);
    for (int i = 0; i < sc->ngiven && !b->e; i++)
        sc->entry[sc->nentries++] = sc->given[i];
    for (int i = 0; i < all->n && !b->e; i++) {
        const struct st_record *r = &all->at[i];
        const char *key, *value;

        if (row[r->section].is != ST_KEYS)
            continue;
        key = st_bind_text(b, r->of.field[0]);
        value = st_bind_text(b, r->of.field[1]);
        const struct st_entry *old = b->e ? NULL : st_scenario_find(sc, key);
        if (old && old->line)
            st_bad_line(b, r->where, r->line, "`%s` stands on line %d already", key, old->line);
        else if (!old)
            sc->entry[sc->nentries++] = (struct st_entry){ key, value, r->line };
    }
}

void st_bind_sections(struct st_binder *b, const struct st_section *row, int n, struct st_records *out)
{
    *out = (struct st_records){ .at = st_bind_array(b, RECORDS_MAX, sizeof *out->at) };
    if (b->e)
        return;
    read_file((struct file){ b, row, n, out, 0, 0, -1, { "", 0 }, 0 }, b->sc->text);
    keep_keys(b, row, out);
    st_scenario_find(b->sc, "inherit"); /* asked for already */
    b->where = b->sc->where;
    b->line = 0;
}

void st_read_at(struct st_binder *b, const struct st_record *r)
{
    b->where = r->where;
    b->line = r->line;
}

const struct st_record *st_record_of(const struct st_records *all, int section, const char *id)
{
    for (int i = 0; i < all->n; i++)
        if (all->at[i].section == section && st_span_is(all->at[i].of.field[0], id))
            return &all->at[i];
    return &all->at[0];
}
