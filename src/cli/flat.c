/* flat.c - see flat.h. */
#include "cli/flat.h"

#include <stdlib.h>
#include <string.h>

enum { RULES_MAX = 700, IDS_MAX = 4000, PROPS_MAX = 4000, DEPTH_MAX = 64, CLASSES_MAX = 4 };

struct selector { /* .a.b, or an element; classes of an ancestor before it */
    struct st_span element, class[CLASSES_MAX], above;
    int n;
};
struct rule {
    struct selector of;
    struct st_span body;
};
struct named {
    struct st_span name, value;
};
struct open { /* an element that was begun */
    int nprops;
    struct st_span class;
    const char *end; /* what closes it */
};
struct flat {
    struct st_buf *out;
    struct rule *rule;
    struct named *id, *prop; /* elements by their id; custom properties, the innermost last */
    struct open *open;
    int nrules, nids, nprops, depth;
};

/* ---- small things ------------------------------------------------------------------------------ */

static bool same(struct st_span a, struct st_span b)
{
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

static struct st_span upto(const char *from, const char *end)
{
    return (struct st_span){ from, (size_t)(end - from) };
}

static const char *past(struct st_span s)
{
    return s.at + s.len;
}

static const char *seek(const char *at, const char *end, const char *what)
{
    size_t n = strlen(what);

    for (; at + n <= end; at++)
        if (memcmp(at, what, n) == 0)
            return at;
    return NULL;
}

/* The value of an attribute of a tag; empty: it has none. */
static struct st_span attribute(struct st_span tag, const char *name)
{
    char want[32];
    size_t n = strlen(name);

    want[0] = ' ';
    memcpy(want + 1, name, n + 1);
    memcpy(want + 1 + n, "=\"", 3);
    const char *at = seek(tag.at, past(tag), want);
    if (!at)
        return (struct st_span){ "", 0 };
    at += n + 3;
    const char *end = memchr(at, '"', (size_t)(past(tag) - at));
    return upto(at, end ? end : past(tag));
}

/* ---- rules --------------------------------------------------------------------------------------- */

static struct selector read_selector(struct st_span text)
{
    struct selector s = { .n = 0 };
    struct st_span word, last = { "", 0 };

    while ((word = st_span_word(&text)).len) {
        if (last.len)
            s.above = (struct st_span){ last.at + (last.at[0] == '.'), last.len - (last.at[0] == '.') };
        last = word;
    }
    if (memchr(last.at, ':', last.len) || memchr(last.at, '[', last.len))
        return s; /* not of pictures */
    s.element = st_span_cut(&last, '.');
    while (last.len && s.n < CLASSES_MAX)
        s.class[s.n++] = st_span_cut(&last, '.');
    return s;
}

static void read_rules(struct flat *f, struct st_span css)
{
    const char *at = css.at, *end = past(css);

    while (at < end) {
        const char *comment = seek(at, end, "/*"), *brace = memchr(at, '{', (size_t)(end - at));

        if (!brace)
            return;
        if (comment && comment < brace) {
            const char *close = seek(comment, end, "*/");

            at = close ? close + 2 : end;
            continue;
        }
        const char *close = memchr(brace, '}', (size_t)(end - brace));
        if (!close)
            return;
        for (struct st_span all = upto(at, brace); all.len && f->nrules < RULES_MAX;)
            f->rule[f->nrules++] = (struct rule){ read_selector(st_span_trim(st_span_cut(&all, ','))),
                                                  upto(brace + 1, close) };
        at = close + 1;
    }
}

static bool has_class(struct st_span classes, struct st_span name)
{
    for (struct st_span w; (w = st_span_word(&classes)).len;)
        if (same(w, name))
            return true;
    return false;
}

static bool is_under(const struct flat *f, struct st_span class)
{
    for (int i = 0; i < f->depth; i++)
        if (has_class(f->open[i].class, class))
            return true;
    return false;
}

static bool fits(const struct flat *f, const struct selector *s, struct st_span element,
                 struct st_span classes)
{
    if ((!s->n && !s->element.len) || (s->element.len && !same(s->element, element)))
        return false;
    for (int i = 0; i < s->n; i++)
        if (!has_class(classes, s->class[i]))
            return false;
    return !s->above.len || is_under(f, s->above);
}

/* ---- values -------------------------------------------------------------------------------------- */

static const char *closing(const char *at, const char *end) /* of the bracket before at */
{
    for (int deep = 1; at < end; at++) {
        deep += (*at == '(') - (*at == ')');
        if (!deep)
            return at;
    }
    return end;
}

static void put_value(struct flat *f, struct st_buf *out, struct st_span v, int left);

static void put_var(struct flat *f, struct st_buf *out, struct st_span inside, int left)
{
    struct st_span name = st_span_trim(st_span_cut(&inside, ','));

    for (int i = f->nprops - 1; i >= 0; i--)
        if (same(f->prop[i].name, name)) {
            put_value(f, out, f->prop[i].value, left - 1);
            return;
        }
    put_value(f, out, st_span_trim(inside), left - 1);
}

static int hex_at(const char *text, int i) /* of #rrggbb */
{
    char pair[3] = { text[1 + 2 * i], text[2 + 2 * i], 0 };

    return (int)strtol(pair, NULL, 16);
}

/* color-mix(in srgb, A 72%, B) */
static void put_mix(struct flat *f, struct st_buf *out, struct st_span inside, int left)
{
    struct st_buf a = { 0 }, b = { 0 };

    st_span_cut(&inside, ',');
    const char *comma = past(inside);
    for (const char *at = inside.at; at < past(inside); at++)
        if (*at == '(')
            at = closing(at + 1, past(inside));
        else if (*at == ',')
            comma = at;
    put_value(f, &a, st_span_trim(upto(inside.at, comma)), left - 1);
    put_value(f, &b, st_span_trim(upto(comma < past(inside) ? comma + 1 : comma, past(inside))), left - 1);
    const char *one = st_buf_text(&a), *other = st_buf_text(&b), *space = strchr(one, ' ');
    int share = space ? atoi(space + 1) : 50;
    if (one[0] == '#' && other[0] == '#' && strlen(one) >= 7 && strlen(other) >= 7)
        st_buf_add(out, "#%02x%02x%02x", (hex_at(one, 0) * share + hex_at(other, 0) * (100 - share)) / 100,
                   (hex_at(one, 1) * share + hex_at(other, 1) * (100 - share)) / 100,
                   (hex_at(one, 2) * share + hex_at(other, 2) * (100 - share)) / 100);
    else
        st_buf_add(out, "#808080");
    st_buf_free(&a);
    st_buf_free(&b);
}

/* Daylight of light-dark(); quotes as an attribute can hold them. */
static void put_value(struct flat *f, struct st_buf *out, struct st_span v, int left)
{
    static const struct {
        const char *name;
        int kind;
    } calls[] = { { "var(", 0 }, { "light-dark(", 1 }, { "color-mix(", 2 } };

    for (const char *at = v.at; at < past(v) && left > 0; at++) {
        int kind = -1;

        for (int i = 0; i < 3 && kind < 0; i++) {
            size_t n = strlen(calls[i].name);

            if ((size_t)(past(v) - at) > n && memcmp(at, calls[i].name, n) == 0) {
                const char *inner = at + n, *end = closing(inner, past(v));
                struct st_span inside = upto(inner, end);

                kind = calls[i].kind;
                if (kind == 0)
                    put_var(f, out, inside, left);
                else if (kind == 1)
                    put_value(f, out, st_span_trim(st_span_cut(&inside, ',')), left - 1);
                else
                    put_mix(f, out, inside, left);
                at = end;
            }
        }
        if (kind < 0)
            st_buf_add(out, "%c", *at == '"' ? '\'' : *at);
    }
}

/* `font: 600 10px FACE` in its parts. */
static void put_font(struct flat *f, struct st_buf *out, struct st_span v)
{
    for (struct st_span w; (w = st_span_word(&v)).len;) {
        if (w.len > 2 && memcmp(past(w) - 2, "px", 2) == 0) {
            st_buf_add(out, "font-size:%.*s;font-family:", (int)w.len, w.at);
            put_value(f, out, st_span_trim(v), 9);
            st_buf_add(out, ";");
            return;
        }
        st_buf_add(out, w.at[0] >= '0' && w.at[0] <= '9' ? "font-weight:%.*s;" : "font-style:%.*s;",
                   (int)w.len, w.at);
    }
}

static bool each(struct st_span *body, struct st_span *name, struct st_span *value)
{
    while (body->len) {
        struct st_span one = st_span_cut(body, ';');

        *name = st_span_trim(st_span_cut(&one, ':'));
        *value = st_span_trim(one);
        if (name->len)
            return true;
    }
    return false;
}

static void put_style(struct flat *f, struct st_span element, struct st_span tag)
{
    struct st_span classes = attribute(tag, "class"), own = attribute(tag, "style"), name, value;
    struct st_buf style = { 0 };

    for (int i = 0; i < f->nrules; i++)
        if (fits(f, &f->rule[i].of, element, classes))
            for (struct st_span body = f->rule[i].body; each(&body, &name, &value);)
                if (name.len > 2 && memcmp(name.at, "--", 2) == 0 && f->nprops < PROPS_MAX)
                    f->prop[f->nprops++] = (struct named){ name, value };
    for (int i = 0; i < f->nrules; i++)
        if (fits(f, &f->rule[i].of, element, classes))
            for (struct st_span body = f->rule[i].body; each(&body, &name, &value);) {
                if (name.len > 2 && memcmp(name.at, "--", 2) == 0)
                    continue;
                if (st_span_is(name, "font")) {
                    put_font(f, &style, value);
                } else {
                    st_buf_add(&style, "%.*s:", (int)name.len, name.at);
                    put_value(f, &style, value, 9);
                    st_buf_add(&style, ";");
                }
            }
    if (style.len || own.len)
        st_buf_add(f->out, " style=\"%s%.*s\"", st_buf_text(&style), (int)own.len, own.at);
    f->out->failed |= style.failed;
    st_buf_free(&style);
}

/* ---- elements ------------------------------------------------------------------------------------ */

static void walk(struct flat *f, struct st_span text, int left);

/* All attributes but those that were put already. */
static void put_attributes(struct flat *f, struct st_span tag)
{
    const char *at = tag.at, *end = past(tag);

    while (at < end && *at != ' ')
        at++;
    while (at < end) {
        while (at < end && (*at == ' ' || *at == '\n'))
            at++;
        const char *equal = memchr(at, '=', (size_t)(end - at));
        if (!equal || equal + 1 >= end || equal[1] != '"')
            return;
        const char *close = memchr(equal + 2, '"', (size_t)(end - equal - 2));
        if (!close)
            return;
        struct st_span name = upto(at, equal);
        if (!st_span_is(name, "class") && !st_span_is(name, "style"))
            st_buf_add(f->out, " %.*s", (int)(close + 1 - at), at);
        at = close + 1;
    }
}

static void push(struct flat *f, int nprops, struct st_span class, const char *end)
{
    if (f->depth < DEPTH_MAX)
        f->open[f->depth++] = (struct open){ nprops, class, end };
    else
        f->out->failed = true;
}

static void pop(struct flat *f)
{
    if (!f->depth)
        return;
    f->nprops = f->open[--f->depth].nprops;
    st_buf_add(f->out, "%s", f->open[f->depth].end);
}

static const char *tag_end(const char *at, const char *end)
{
    const char *close = memchr(at, '>', (size_t)(end - at));

    return close ? close : end;
}

static struct st_span name_of(const char *at)
{
    return (struct st_span){ at, strcspn(at, " \n/>") };
}

static double number(struct st_span s)
{
    char text[32];

    return st_span_copy(s, text, sizeof text) ? atof(text) : 0;
}

/* A use becomes a group around what it names. */
static void put_use(struct flat *f, struct st_span tag, int left)
{
    struct st_span href = attribute(tag, "href"), found = { NULL, 0 }, class = attribute(tag, "class");
    struct st_span turned = attribute(tag, "transform");
    double x = number(attribute(tag, "x")), y = number(attribute(tag, "y"));
    double wide = number(attribute(tag, "width"));
    int nprops = f->nprops;

    for (int i = 0; i < f->nids && href.len > 1; i++)
        if (same(f->id[i].name, (struct st_span){ href.at + 1, href.len - 1 }))
            found = f->id[i].value;
    if (!found.at || left <= 0)
        return;
    const char *end = tag_end(found.at, past(found));
    struct st_span head = upto(found.at + 1, end), view = attribute(head, "viewBox");
    st_buf_add(f->out, "<g transform=\"%.*s translate(%g %g)", (int)turned.len, turned.at, x, y);
    if (view.len && wide > 0) {
        double left_of = number(st_span_word(&view)), top = number(st_span_word(&view)),
               of = number(st_span_word(&view));

        st_buf_add(f->out, " scale(%g) translate(%g %g)", wide / of, -left_of, -top);
    }
    st_buf_add(f->out, "\"");
    put_style(f, st_span_of("use"), tag);
    st_buf_add(f->out, ">");
    push(f, nprops, class, "</g>\n");
    if (st_span_is(name_of(found.at + 1), "symbol")) {
        const char *close = seek(end, past(found), "</symbol>");

        walk(f, upto(end + 1, close ? close : past(found)), left - 1);
    } else {
        walk(f, upto(found.at, end[-1] == '/' ? end + 1 : past(found)), left - 1);
    }
    pop(f);
}

/* Past an element and all in it. */
static const char *skipped(const char *at, const char *end)
{
    struct st_span name = name_of(at + 1);
    const char *close = tag_end(at, end);
    char want[40];

    if (close < end && close[-1] == '/')
        return close + 1;
    want[0] = '<', want[1] = '/';
    if (!st_span_copy(name, want + 2, sizeof want - 4))
        return end;
    memcpy(want + 2 + name.len, ">", 2);
    const char *found = seek(close, end, want);
    return found ? found + strlen(want) : end;
}

static bool is_dropped(const struct flat *f, struct st_span name)
{
    bool in_defs = f->depth && strcmp(f->open[f->depth - 1].end, "</defs>") == 0;

    return st_span_is(name, "title") || st_span_is(name, "style") || st_span_is(name, "symbol") ||
           (in_defs && st_span_is(name, "path"));
}

static void put_element(struct flat *f, struct st_span tag, bool closed)
{
    struct st_span name = name_of(tag.at), class = attribute(tag, "class");
    int nprops = f->nprops;
    static const char *const ends[] = { "</svg>", "</g>", "</defs>", "</pattern>", "</clipPath>", "</text>",
                                        "</path>", "</marker>" };

    st_buf_add(f->out, "<%.*s", (int)name.len, name.at);
    put_attributes(f, tag);
    put_style(f, name, tag);
    st_buf_add(f->out, closed ? "/>" : ">");
    if (closed) {
        f->nprops = nprops;
        return;
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (strlen(ends[i]) == name.len + 3 && memcmp(ends[i] + 2, name.at, name.len) == 0)
            push(f, nprops, class, ends[i]);
}

static void walk(struct flat *f, struct st_span text, int left)
{
    for (const char *at = text.at, *end = past(text); at < end && !f->out->failed;) {
        if (*at != '<') {
            const char *next = memchr(at, '<', (size_t)(end - at));

            next = next ? next : end;
            st_buf_put(f->out, at, (size_t)(next - at));
            at = next;
            continue;
        }
        const char *close = tag_end(at, end);
        if (end - at > 3 && memcmp(at, "<!--", 4) == 0) {
            const char *over = seek(at, end, "-->");

            at = over ? over + 3 : end;
        } else if (at[1] == '/') {
            pop(f);
            at = close + 1;
        } else if (is_dropped(f, name_of(at + 1))) {
            at = skipped(at, end);
        } else {
            bool closed = close[-1] == '/';
            struct st_span tag = upto(at + 1, close - closed);

            if (st_span_is(name_of(tag.at), "use"))
                put_use(f, tag, left);
            else
                put_element(f, tag, closed);
            at = close + 1;
        }
    }
}

static void read_picture(struct flat *f, struct st_span all)
{
    for (const char *at = all.at; (at = seek(at, past(all), "<style>")); at++) {
        const char *end = seek(at, past(all), "</style>");

        read_rules(f, upto(at + 7, end ? end : past(all)));
    }
    for (const char *at = all.at; (at = seek(at, past(all), " id=\"")) && f->nids < IDS_MAX; at++) {
        const char *from = at, *end = memchr(at + 5, '"', (size_t)(past(all) - at - 5));

        while (*from != '<')
            from--;
        f->id[f->nids++] = (struct named){ upto(at + 5, end ? end : past(all)), upto(from, past(all)) };
    }
}

bool cli_flat(struct st_buf *out, const struct st_buf *picture)
{
    struct flat f = { out, calloc(RULES_MAX, sizeof *f.rule), calloc(IDS_MAX, sizeof *f.id),
                      calloc(PROPS_MAX, sizeof *f.prop), calloc(DEPTH_MAX, sizeof *f.open) };
    struct st_buf text = { 0 };

    st_buf_put(&text, st_buf_text(picture), picture->len);
    for (size_t i = 0; i < text.len; i++) /* one blank is as good as another */
        text.text[i] = text.text[i] == '\n' ? ' ' : text.text[i];
    struct st_span all = { st_buf_text(&text), text.len };
    if (f.rule && f.id && f.prop && f.open && !text.failed) {
        read_picture(&f, all);
        walk(&f, all, 12);
    } else {
        out->failed = true;
    }
    st_buf_free(&text);
    free(f.rule);
    free(f.id);
    free(f.prop);
    free(f.open);
    return !out->failed && !picture->failed;
}
