/* honour_sections.c - a scenario file as records (Part 9).
 *
 * ID.txt: sections in brackets. [scenario] holds `key = value` lines (id title inherit map
 * play_area turns first_turn_date turn_days ap_turns interphase_turns weather first_side side_A
 * side_B options readings special blurb); the other sections hold one record a line, fields separated by `|`; lines
 * that begin with # are comments; [special] and [victory] are prose, carried out by the rules named in
 * `special = bicocca | pavia | relief | none` (without it the id decides). `inherit` takes from the
 * other file every section that is not restated; of [places], [capitani] and [units] only the
 * records restated change: capitani also as id|force|ap, units also as id|sp|force.
 */
#include "honour/honour_load.h"

#include <string.h>

const char *const honour_sections[SECTIONS] = {
    "scenario", "sources", "nominal_ap", "regions", "places",         "earthworks", "siege",
    "capitani", "units",   "forces",     "reinforcements", "special", "victory"
};
enum { RECORDS_MAX = 512, INHERIT_MAX = 4 };

struct file { /* one of the files being read */
    struct honour_loader *l;
    const char *where;
    int depth, before; /* how far inherited; records of the files that inherit it */
    int line, section; /* -1: no section yet */
    struct st_span base; /* what it inherits, and where it says so */
    int base_line;
};

static void add_record(struct file *f, struct st_span text)
{
    struct honour_loader *l = f->l;
    struct honour_record *r = &l->record[l->nrecords];
    struct st_span rest = text, part;
    size_t left;

    if (l->nrecords == RECORDS_MAX) {
        st_bad_line(&l->b, f->where, f->line, "more than %d records", RECORDS_MAX);
        return;
    }
    *r = (struct honour_record){ .where = f->where, .line = f->line, .section = f->section };
    l->nrecords++;
    if (f->section == SEC_SPECIAL || f->section == SEC_VICTORY) { /* prose */
        r->field[r->n++] = text;
    } else if (f->section == SEC_SCENARIO) {
        r->field[r->n++] = st_span_trim(st_span_cut(&rest, '='));
        r->field[r->n++] = st_span_trim(rest);
        if (!r->field[0].len || !memchr(text.at, '=', text.len))
            st_bad_line(&l->b, f->where, f->line, "not `key = value`: %.*s",
                        (int)least((int)text.len, 60), text.at);
    } else {
        do {
            left = rest.len;
            part = st_span_cut(&rest, '|');
            if (r->n == FIELDS_MAX) {
                st_bad_line(&l->b, f->where, f->line, "more than %d fields", FIELDS_MAX);
                return;
            }
            r->field[r->n++] = st_span_trim(part);
        } while (part.len < left);
    }
}

/* Is this record of a base file replaced by what stands already? */
static bool restated(const struct file *f, struct st_span line, struct honour_record **with)
{
    bool by_record =
        f->section == SEC_PLACES || f->section == SEC_CAPITANI || f->section == SEC_UNITS;
    struct st_span id = st_span_trim(st_span_cut(&line, '|'));

    for (int i = 0; i < f->before; i++) {
        struct honour_record *r = &f->l->record[i];

        if (r->section != f->section)
            continue;
        if (!by_record)
            return true;
        if (r->field[0].len == id.len && memcmp(r->field[0].at, id.at, id.len) == 0) {
            *with = r;
            return true;
        }
    }
    return false;
}

/* A short line of [capitani] or [units] is filled up from the base file's record. */
static void fill_up(struct honour_record *r, const struct honour_record *base)
{
    bool cap = r->section == SEC_CAPITANI; /* id|force|ap, else id|sp|force */
    struct honour_record full = *base;

    if (r->n != 3 || base->n < 8)
        return;
    full.line = r->line;
    full.where = r->where;
    full.field[cap ? 7 : 4] = r->field[1];
    full.field[cap ? 8 : 7] = r->field[2];
    *r = full;
}

static void open_section(struct file *f, struct st_span line)
{
    struct st_span name = { line.at + 1, line.len - 2 };

    f->section = line.at[line.len - 1] == ']' ? st_span_find(name, honour_sections, SECTIONS) : -1;
    if (f->section < 0)
        st_bad_line(&f->l->b, f->where, f->line, "no section `%.*s`",
                    (int)least((int)line.len, 60), line.at);
    else if (f->depth == 0 && f->section != SEC_SCENARIO) /* even empty it hides the base file's */
        add_record(f, (struct st_span){ "", 0 });
}

static void read_line(struct file *f, struct st_span line)
{
    struct honour_loader *l = f->l;
    struct honour_record *with = NULL;
    struct st_span value = line, key = st_span_trim(st_span_cut(&value, '='));

    if (f->section < 0) {
        st_bad_line(&l->b, f->where, f->line, "a section such as [scenario] comes first");
        return;
    }
    if (f->section == SEC_SCENARIO && st_span_is(key, "inherit")) {
        f->base = st_span_trim(value);
        f->base_line = f->line;
    }
    if (f->depth > 0 && f->section == SEC_SCENARIO)
        return;
    if (f->depth == 0 || !restated(f, line, &with)) {
        add_record(f, line);
    } else if (with) {
        int at = l->nrecords;

        add_record(f, line);
        if (!l->b.e)
            fill_up(with, &l->record[at]);
        l->nrecords = at;
    }
}

static void read_file(struct honour_loader *l, struct st_span text, const char *where, int depth)
{
    struct file f = { l, where, depth, l->nrecords, 0, -1, { "", 0 }, 0 };
    struct st_line_reader r = { text.at, text.at + text.len, 0 };
    struct st_span line, more;
    const char *more_where;
    char name[96];

    l->b.e = st_text_check(text.at, text.len, where, l->b.err);
    while (!l->b.e && st_line_next(&r, &line)) {
        line = st_span_trim(line);
        f.line = r.line;
        if (line.len && line.at[0] == '[')
            open_section(&f, line);
        else if (line.len && line.at[0] != '#')
            read_line(&f, line);
    }
    if (l->b.e || !f.base.len)
        return;
    if (depth + 1 >= INHERIT_MAX)
        st_bad_line(&l->b, where, f.base_line, "`inherit` goes round, or too deep");
    else if (!st_span_copy(f.base, name, sizeof name))
        st_bad_line(&l->b, where, f.base_line, "name too long");
    else
        l->b.e = st_scenario_part(l->b.sc, name, &more, &more_where, l->b.err);
    if (!l->b.e)
        read_file(l, more, more_where, depth + 1);
}

/* ---- the keys of [scenario] -------------------------------------------------------------- */

/* To where the common functions find them; what the caller gave wins. */
static void keep_keys(struct honour_loader *l)
{
    struct st_scenario *sc = l->b.sc;
    size_t room = (size_t)(l->nrecords + sc->ngiven) + 1;

    sc->entry = st_bind_array(&l->b, room, sizeof *sc->entry);
    sc->asked = st_bind_array(&l->b, room, sizeof *sc->asked);
    for (int i = 0; i < sc->ngiven && !l->b.e; i++)
        sc->entry[sc->nentries++] = sc->given[i];
    for (int i = 0; i < l->nrecords && !l->b.e; i++) {
        const struct honour_record *r = &l->record[i];
        const char *key, *value;

        if (r->section != SEC_SCENARIO)
            continue;
        key = st_bind_text(&l->b, r->field[0]);
        value = st_bind_text(&l->b, r->field[1]);
        const struct st_entry *old = l->b.e ? NULL : st_scenario_find(sc, key);
        if (old && old->line)
            st_bad_line(&l->b, r->where, r->line, "`%s` stands on line %d already", key, old->line);
        else if (!old)
            sc->entry[sc->nentries++] = (struct st_entry){ key, value, r->line };
    }
}

static void know_keys(struct honour_loader *l)
{
    static const char *const known[] = {
        "id",        "title",    "inherit",          "map",     "play_area",  "turns",
        "first_turn_date", "turn_days", "ap_turns", "interphase_turns", "weather", "first_side",
        "side_A",    "side_B",   "options",          "readings", "special",   "blurb"
    };
    struct st_scenario *sc = l->b.sc;
    char near[160];

    for (int i = 0; i < sc->nentries && !l->b.e; i++) {
        sc->asked[i] = true; /* an inherited scenario may have no use for some of them */
        if (st_span_find(st_span_of(sc->entry[i].key), ST_ROWS(known)) >= 0)
            continue;
        st_suggest(near, sizeof near, sc->entry[i].key, ST_ROWS(known));
        st_bad_key(&l->b, &sc->entry[i], "no key `%s`%s%s", sc->entry[i].key, near[0] ? "; " : "",
                   near);
    }
}

void honour_bind_sections(struct honour_loader *l)
{
    l->record = st_bind_array(&l->b, RECORDS_MAX, sizeof *l->record);
    if (l->b.e)
        return;
    read_file(l, l->b.sc->text, l->b.sc->where, 0);
    keep_keys(l);
    know_keys(l);
}
