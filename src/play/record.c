/* record.c - reading and writing records. See record.h.
 *
 * The format. A record is text: tags first, a blank line, then one thing on a line.
 *
 *   [Game "shields 1"]                 id and edition
 *   [Scenario "malfosse 41c7e0d2"]     id and hash of all it is made of, the replaced keys too
 *   [Tables "6f1c09aa"]                hash of the charts
 *   [Norman "human"]                   a seat: the name of a side, and who plays it
 *   [English "ai:greedy"]
 *   [Dice "seed:7"]                    or "seed:7/3" (game 3 under seed 7), "hand", "tape"
 *   [Mode "enforce"]                   or "warn", "record-only"
 *   [Given "turns=3"]                  a key of the scenario that was replaced; may stand often
 *
 *   = 0c4f17aa                         check: low 32 bits of the hash of the position's bytes
 *   1 Norman  attack E3 by N1          decision: number, side, two blanks, move
 *   . d8 4 attack on E3                die: what was rolled, the face, what for
 *   ! set N1 hex 0506 steps 1          ruling: fields of a piece (or of the game) set
 *   ! Norman  move N1 0506             ruling: a move carried out whether allowed or not
 *   2 English  pass ; in a hurry       what follows a blank and `;` is for people
 *   ; over: Norman wins                a remark; a blank line is an empty one
 *
 * Hashes are eight hex digits. In a tag's value \" stands for a quote and \\ for a backslash.
 * Decisions are numbered from 1; those with one possible answer are taken by the engine and are
 * not written. Numbers, sides, the words of dice and the hashes in tags may be missing; what is
 * there must be right, but for what a die is called, which is for people and only told apart.
 *
 * The writer puts one tag on a line in the order they were set, one blank line after the last,
 * blanks exactly as above, " ; " before a comment, and ends every line with a line feed. Such
 * text comes back byte for byte. The reader also takes: several tags on a line, blank lines and
 * comments between tags (these move behind the tags), other blanks and tabs, a dot after the
 * number, CR LF, a byte order mark, no line feed at the very end. It refuses control characters,
 * a tag after the first line of play, a key twice (but Given), and whatever is none of the above.
 *
 * Which word is a side the reader knows from the tags: the first word of a decision or ruling is
 * a side if a tag that is none of the six others above has it for a key. Without such a tag the
 * side stays part of the text, and who replays the record will find it there.
 */
#include "play/record.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 1000000000, SHOWN = 40 };

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool control(char c)
{
    return ((unsigned char)c < 0x20 && c != '\t') || c == 0x7f;
}

static bool letter(char c) /* of any alphabet: what is not ASCII is one */
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static int shown(struct st_span s) /* how much of it to quote in a complaint */
{
    return (int)(s.len > SHOWN ? SHOWN : s.len);
}

/* ---- the object ----------------------------------------------------------------------- */

static int no_memory(const struct st_record *r, struct st_error *err)
{
    return st_fail(err, ST_ENOMEM, r ? r->where : NULL, 0, "out of memory");
}

int st_record_new(struct st_record **out, struct st_error *err)
{
    struct st_record *r = calloc(1, sizeof *r);

    if (!r)
        return no_memory(NULL, err);
    r->where = "";
    *out = r;
    return ST_OK;
}

void st_record_free(struct st_record *r)
{
    if (r) {
        free(r->tag);
        free(r->line);
        st_arena_free(&r->arena);
        free(r);
    }
}

const char *st_record_tag(const struct st_record *r, const char *key)
{
    for (int i = 0; i < r->ntags; i++)
        if (strcmp(r->tag[i].key, key) == 0)
            return r->tag[i].value;
    return NULL;
}

int st_record_tag_line(const struct st_record *r, const char *key)
{
    for (int i = 0; i < r->ntags; i++)
        if (strcmp(r->tag[i].key, key) == 0)
            return r->tag[i].line;
    return 0;
}

static bool seat_key(const char *key)
{
    static const char *const others[] = { "Game", "Scenario", "Tables", "Dice", "Mode", "Given" };

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(key, others[i]) == 0)
            return false;
    return true;
}

static bool is_seat(const struct st_record *r, struct st_span word)
{
    for (int i = 0; i < r->ntags; i++)
        if (r->tag[i].seat && st_span_is(word, r->tag[i].key))
            return true;
    return false;
}

int st_record_where(const struct st_record *r, int i)
{
    if (i < r->nlines && r->line[i].line)
        return r->line[i].line;
    return r->ntags + (r->ntags > 0) + i + 1;
}

void st_record_cut(struct st_record *r, int nlines)
{
    st_assert(nlines >= 0 && nlines <= r->nlines);
    r->nlines = nlines; /* their words stay in the arena: undoing is rare */
}

static int push_tag(struct st_record *r, struct st_tag tag, struct st_error *err)
{
    if (r->ntags == r->tag_room) {
        int room = r->tag_room ? r->tag_room * 2 : 16;
        struct st_tag *more = realloc(r->tag, (size_t)room * sizeof *more);

        if (!more)
            return no_memory(r, err);
        r->tag = more;
        r->tag_room = room;
    }
    tag.seat = seat_key(tag.key);
    r->tag[r->ntags++] = tag;
    return ST_OK;
}

static int push_line(struct st_record *r, const struct st_record_line *line, struct st_error *err)
{
    if (r->nlines == r->line_room) {
        int room = r->line_room ? r->line_room * 2 : 128;
        struct st_record_line *more = realloc(r->line, (size_t)room * sizeof *more);

        if (!more)
            return no_memory(r, err);
        r->line = more;
        r->line_room = room;
    }
    r->line[r->nlines++] = *line;
    return ST_OK;
}

/* ---- writing -------------------------------------------------------------------------- */

void st_record_print_tags(const struct st_record *r, struct st_buf *out)
{
    for (int i = 0; i < r->ntags; i++) {
        st_buf_add(out, "[%s \"", r->tag[i].key);
        for (const char *c = r->tag[i].value; *c; c++) {
            if (*c == '"' || *c == '\\')
                st_buf_put(out, "\\", 1);
            st_buf_put(out, c, 1);
        }
        st_buf_put(out, "\"]\n", 3);
    }
    if (r->ntags)
        st_buf_put(out, "\n", 1);
}

static void print_said(const char *head, const char *side, const char *text, struct st_buf *out)
{
    st_buf_add(out, "%s%s%s%s", head, side, side[0] ? "  " : "", text);
}

void st_record_print_line(const struct st_record_line *l, struct st_buf *out)
{
    char number[16] = "";

    switch (l->kind) {
    case ST_LINE_MOVE:
        if (l->number)
            snprintf(number, sizeof number, "%d ", l->number);
        print_said(number, l->side, l->text, out);
        break;
    case ST_LINE_DIE:
        st_buf_add(out, ". %s%s%d%s%s", l->dice, l->dice[0] ? " " : "", l->value,
                   l->text[0] ? " " : "", l->text);
        break;
    case ST_LINE_RULING:
        print_said("! ", l->side, l->text, out);
        break;
    case ST_LINE_CHECK:
        st_buf_add(out, "= %08x", (unsigned)l->hash);
        break;
    case ST_LINE_NOTE:
        if (l->comment[0])
            st_buf_add(out, "; %s", l->comment);
        break;
    }
    if (l->comment[0] && l->kind != ST_LINE_NOTE)
        st_buf_add(out, " ; %s", l->comment);
    st_buf_put(out, "\n", 1);
}

void st_record_print(const struct st_record *r, struct st_buf *out)
{
    st_record_print_tags(r, out);
    for (int i = 0; i < r->nlines; i++)
        st_record_print_line(&r->line[i], out);
}

/* ---- what may be written -------------------------------------------------------------- */

static bool has_control(struct st_span s)
{
    unsigned found = 0;

    for (size_t i = 0; i < s.len; i++) /* to the end: that is faster than to stop */
        found |= (unsigned)control(s.at[i]);
    return found;
}

static bool key_fits(struct st_span key)
{
    for (size_t i = 0; i < key.len; i++)
        if (blank(key.at[i]) || control(key.at[i]) || strchr("\"[]\\;", key.at[i]))
            return false;
    return key.len > 0;
}

/* The semicolon that begins a comment, or the end. */
static size_t comment_at(struct st_span s)
{
    const char *at = s.at, *end = s.at + s.len;

    for (; at < end && (at = memchr(at, ';', (size_t)(end - at))); at++)
        if (at == s.at || blank(at[-1]))
            return (size_t)(at - s.at);
    return s.len;
}

int st_record_set(struct st_record *r, const char *key, const char *value, struct st_error *err)
{
    struct st_span k = st_span_of(key), v = st_span_of(value);

    if (!key_fits(k) || has_control(v) || k.len + 2 * v.len + 8 > ST_LINE_MAX)
        return st_fail(err, ST_EUSAGE, r->where, 0, "no tag of a record: %.*s = `%.*s`", shown(k),
                       key, shown(v), value);
    struct st_tag tag = { st_arena_text(&r->arena, key, k.len),
                          st_arena_text(&r->arena, value, v.len), 0 };
    if (!tag.key || !tag.value)
        return no_memory(r, err);
    for (int i = 0; i < r->ntags && strcmp(key, "Given") != 0; i++)
        if (strcmp(r->tag[i].key, key) == 0) {
            r->tag[i].value = tag.value;
            return ST_OK;
        }
    return push_tag(r, tag, err);
}

/* Words of a decision or ruling that will be read as what they are. */
static bool said_fits(const struct st_record *r, struct st_span side, struct st_span text)
{
    struct st_span rest = text, first = st_span_word(&rest);

    if (side.len ? !key_fits(side) || !letter(side.at[0]) : is_seat(r, first))
        return false;
    return text.len && letter(text.at[0]);
}

static bool die_fits(struct st_span dice)
{
    int number;

    for (size_t i = 0; i < dice.len; i++)
        if (blank(dice.at[i]))
            return false;
    return dice.len == 0 ||
           (dice.at[0] != ';' && !st_span_int(dice, -NUMBER_MAX, NUMBER_MAX, &number));
}

static bool line_fits(const struct st_record *r, const struct st_record_line *l)
{
    struct st_span side = st_span_of(l->side), text = st_span_of(l->text);
    struct st_span dice = st_span_of(l->dice), comment = st_span_of(l->comment);

    if (has_control(side) || has_control(text) || has_control(dice) || has_control(comment) ||
        comment_at(text) < text.len ||
        side.len + text.len + dice.len + comment.len + 32 > ST_LINE_MAX)
        return false;
    if (l->kind == ST_LINE_MOVE)
        return l->number >= 0 && l->number <= NUMBER_MAX && said_fits(r, side, text);
    if (l->kind == ST_LINE_RULING)
        return said_fits(r, side, text);
    if (l->kind == ST_LINE_DIE)
        return die_fits(dice) && l->value >= INT16_MIN && l->value <= INT16_MAX;
    return true;
}

static const char *copy_trimmed(struct st_record *r, const char *text)
{
    struct st_span s = st_span_trim(st_span_of(text ? text : ""));

    return s.len ? st_arena_text(&r->arena, s.at, s.len) : "";
}

int st_record_add(struct st_record *r, const struct st_record_line *line, struct st_error *err)
{
    struct st_record_line l = *line;

    l.side = copy_trimmed(r, line->side);
    l.text = copy_trimmed(r, line->text);
    l.dice = copy_trimmed(r, line->dice);
    l.comment = copy_trimmed(r, line->comment);
    if (!l.side || !l.text || !l.dice || !l.comment)
        return no_memory(r, err);
    if (!line_fits(r, &l))
        return st_fail(err, ST_EUSAGE, r->where, 0, "no line of a record: `%.*s`",
                       shown(st_span_of(l.text)), l.text);
    return push_line(r, &l, err);
}

/* ---- reading -------------------------------------------------------------------------- */

struct reader {
    struct st_record *r;
    char *copy; /* of the whole text; words are ended in place */
    struct st_line_reader in;
    bool head;  /* nothing but tags and blank lines so far */
    bool play;  /* a decision, die, ruling or check was read */
    int blanks; /* blank lines since the last tag */
    struct st_error *err;
};

__attribute__((format(printf, 2, 3))) static int bad(const struct reader *rd, const char *fmt, ...)
{
    char text[200];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    return st_fail(rd->err, ST_ESYNTAX, rd->r->where, rd->in.line, "%s", text);
}

/* End a word where it stands. What follows it must have been read before. */
static const char *end_word(struct reader *rd, struct st_span s)
{
    if (s.len == 0)
        return "";
    size_t at = (size_t)(s.at - rd->copy);
    rd->copy[at + s.len] = 0;
    return rd->copy + at;
}

static int add_note(struct reader *rd, struct st_span comment)
{
    struct st_record_line l = { .kind = ST_LINE_NOTE,
                                .side = "",
                                .text = "",
                                .dice = "",
                                .comment = end_word(rd, comment),
                                .line = rd->in.line };

    return push_line(rd->r, &l, rd->err);
}

/* The first line that is no tag: all blank lines before it but the one after the tags count. */
static int end_of_tags(struct reader *rd)
{
    int e = ST_OK;

    if (rd->head)
        for (int i = rd->r->ntags ? 1 : 0; i < rd->blanks && !e; i++)
            e = add_note(rd, (struct st_span){ "", 0 });
    rd->head = false;
    return e;
}

/* `"...\"..."` at the front of s; the value is unescaped in place and s goes on behind it. */
static bool cut_quoted(struct reader *rd, struct st_span *s, struct st_span *value)
{
    size_t from = (size_t)(s->at - rd->copy) + 1, end = from + s->len - 1, to = from, i = from;

    if (s->len == 0 || s->at[0] != '"')
        return false;
    for (; i < end && rd->copy[i] != '"'; i++) {
        if (rd->copy[i] == '\\' && (++i >= end || !strchr("\"\\", rd->copy[i])))
            return false;
        rd->copy[to++] = rd->copy[i];
    }
    if (i >= end)
        return false;
    *value = (struct st_span){ rd->copy + from, to - from };
    *s = (struct st_span){ rd->copy + i + 1, end - i - 1 };
    return true;
}

/* One `[Key "value"]` off the front of s. */
static int read_tag(struct reader *rd, struct st_span *s)
{
    struct st_span all = *s, rest = st_span_trim((struct st_span){ s->at + 1, s->len - 1 });
    struct st_span key = { rest.at, 0 }, value;

    while (key.len < rest.len && !blank(key.at[key.len]) && !strchr("\"]", key.at[key.len]))
        key.len++;
    *s = st_span_trim((struct st_span){ key.at + key.len, rest.len - key.len });
    if (!key_fits(key) || !cut_quoted(rd, s, &value))
        return bad(rd, "not `[Key \"value\"]`: %.*s", shown(all), all.at);
    *s = st_span_trim(*s);
    if (s->len == 0 || s->at[0] != ']')
        return bad(rd, "the tag %.*s has no `]`", shown(key), key.at);
    s->at++, s->len--;

    struct st_tag tag = { end_word(rd, key), end_word(rd, value), rd->in.line };
    for (int i = 0; i < rd->r->ntags && strcmp(tag.key, "Given") != 0; i++)
        if (strcmp(rd->r->tag[i].key, tag.key) == 0)
            return bad(rd, "the tag %.40s stands on line %d already", tag.key, rd->r->tag[i].line);
    return push_tag(rd->r, tag, rd->err);
}

static int read_tags(struct reader *rd, struct st_span s)
{
    if (rd->play)
        return bad(rd, "a tag after the first line of play: %.*s", shown(s), s.at);
    while (s.len && s.at[0] == '[') {
        int e = read_tag(rd, &s);

        if (e)
            return e;
        s = st_span_trim(s);
    }
    rd->blanks = 0;
    if (s.len == 0)
        return ST_OK;
    if (s.at[0] != ';')
        return bad(rd, "neither a tag nor a comment: %.*s", shown(s), s.at);
    s.at++, s.len--;
    return add_note(rd, st_span_trim(s));
}

/* Side and text of a decision or ruling; false if there is no text that could be a move. */
static bool read_said(struct reader *rd, struct st_span s, struct st_span *side,
                      struct st_span *text)
{
    struct st_span rest = s, first = st_span_word(&rest);

    bool seat = is_seat(rd->r, first);

    *side = (struct st_span){ s.at, seat ? first.len : 0 };
    *text = st_span_trim(seat ? rest : s);
    if (seat)
        side->at = first.at;
    return text->len && letter(text->at[0]);
}

static int read_number(struct st_span *s)
{
    struct st_span rest = *s, word = st_span_word(&rest);
    int number;

    if (word.len && word.at[word.len - 1] == '.')
        word.len--;
    if (word.len == 0 || word.at[0] < '0' || word.at[0] > '9' ||
        !st_span_int(word, 1, NUMBER_MAX, &number))
        return 0;
    *s = rest;
    return number;
}

static bool read_die(struct st_span s, struct st_span *dice, int *value, struct st_span *label)
{
    struct st_span word = st_span_word(&s);

    *dice = (struct st_span){ s.at, 0 };
    if (!st_span_int(word, INT16_MIN, INT16_MAX, value)) {
        *dice = word;
        word = st_span_word(&s);
        if (!die_fits(*dice) || !st_span_int(word, INT16_MIN, INT16_MAX, value))
            return false;
    }
    *label = st_span_trim(s);
    return true;
}

static bool read_hash(struct st_span s, uint32_t *hash)
{
    *hash = 0;
    for (size_t i = 0; i < s.len; i++) {
        static const char digits[] = "0123456789abcdef";
        char c = s.at[i] >= 'A' && s.at[i] <= 'F' ? (char)(s.at[i] + 32) : s.at[i];
        const char *d = strchr(digits, c);

        if (!d)
            return false;
        *hash = *hash << 4 | (uint32_t)(d - digits);
    }
    return s.len == 8;
}

static int read_play(struct reader *rd, struct st_span s, struct st_span comment)
{
    struct st_record_line l = { .kind = ST_LINE_MOVE, .line = rd->in.line };
    struct st_span all = s, side = { s.at, 0 }, text = side, dice = side;
    struct st_span rest = { s.at + 1, s.len - 1 }; /* behind a sign */

    if (s.at[0] == '.') {
        l.kind = ST_LINE_DIE;
        if (!read_die(rest, &dice, &l.value, &text))
            return bad(rd, "not a die, `. d8 4 what for`: %.*s", shown(all), all.at);
    } else if (s.at[0] == '=') {
        l.kind = ST_LINE_CHECK;
        if (!read_hash(st_span_trim(rest), &l.hash))
            return bad(rd, "not a check, `=` and eight hex digits: %.*s", shown(all), all.at);
    } else if (s.at[0] == '!') {
        l.kind = ST_LINE_RULING;
        if (!read_said(rd, rest, &side, &text))
            return bad(rd, "a ruling without words: %.*s", shown(all), all.at);
    } else {
        l.number = read_number(&s);
        if (!read_said(rd, s, &side, &text))
            return bad(rd, "neither a move, a die, a ruling, a check nor a remark: %.*s",
                       shown(all), all.at);
    }
    l.side = end_word(rd, side);
    l.text = end_word(rd, text);
    l.dice = end_word(rd, dice);
    l.comment = end_word(rd, comment);
    rd->play = true;
    return push_line(rd->r, &l, rd->err);
}

static int read_line(struct reader *rd, struct st_span line)
{
    if (has_control(line))
        return bad(rd, "a control character");
    line = st_span_trim(line);
    if (line.len == 0 && rd->head) {
        rd->blanks++;
        return ST_OK;
    }
    if (line.len && line.at[0] == '[')
        return read_tags(rd, line);

    struct st_span body = { line.at, comment_at(line) }, comment = { line.at + body.len, line.len - body.len };
    if (comment.len) {
        comment = st_span_trim((struct st_span){ comment.at + 1, comment.len - 1 });
        body = st_span_trim(body);
    }
    int e = end_of_tags(rd);
    if (e)
        return e;
    return body.len ? read_play(rd, body, comment) : add_note(rd, comment);
}

static int read_text(struct reader *rd, const char *text, size_t len)
{
    struct st_span line;

    if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3, len -= 3;
    rd->copy = st_arena_text(&rd->r->arena, text, len);
    if (!rd->copy)
        return no_memory(rd->r, rd->err);
    rd->in = (struct st_line_reader){ rd->copy, rd->copy + len, 0 };
    while (st_line_next(&rd->in, &line)) {
        int e = read_line(rd, line);

        if (e)
            return e;
    }
    return end_of_tags(rd);
}

int st_record_parse(struct st_record **out, const char *text, size_t len, const char *where,
                    struct st_error *err)
{
    struct st_record *r = NULL;
    int e = st_text_check(text, len, where, err);

    if (!e)
        e = st_record_new(&r, err);
    if (e)
        return e;
    r->where = st_arena_text(&r->arena, where, strlen(where));
    if (!r->where) {
        r->where = "";
        e = no_memory(r, err);
    } else {
        struct reader rd = { .r = r, .head = true, .err = err };

        e = read_text(&rd, text, len);
    }
    if (e)
        st_record_free(r);
    else
        *out = r;
    return e;
}
