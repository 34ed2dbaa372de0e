/* record.h - the written game. The format is described whole at the head of record.c.
 *
 * The reader is lax (blanks, missing numbers, comments anywhere), the writer strict: a record in
 * the writer's form comes back byte for byte.
 */
#ifndef ST_PLAY_RECORD_H
#define ST_PLAY_RECORD_H

#include "base/arena.h"
#include "base/text.h"

enum st_line_kind {
    ST_LINE_MOVE,   /* "12 Norman  attack E3 by N1"     number, side, text */
    ST_LINE_DIE,    /* ". d8 4 attack on E3"            dice, value, text */
    ST_LINE_RULING, /* "! Norman  move N1 0506"         side (may be empty), text */
    ST_LINE_CHECK,  /* "= 5d1c77e2"                     hash: the low 32 bits */
    ST_LINE_NOTE    /* "; words" alone on a line (comment), or a blank line */
};

struct st_record_line {
    enum st_line_kind kind;
    int number;       /* of a move, from 1; 0: not given */
    const char *side; /* "" if not given */
    const char *text; /* move, ruling, or the label of a die */
    const char *dice; /* "d8"; "" if not given */
    int value;        /* the face */
    uint32_t hash;
    const char *comment; /* what followed ';' (may be ""), for people */
    int line;            /* in the file, from 1; 0 when not from a file */
};

struct st_tag {
    const char *key, *value;
    int line;
    bool seat; /* its key is a side's name */
};

struct st_record {
    const char *where;
    struct st_tag *tag;
    int ntags, tag_room;
    struct st_record_line *line;
    int nlines, line_room;
    struct st_arena arena;
};

int st_record_new(struct st_record **out, struct st_error *err);
/* Reads text; nothing of it is needed afterwards. */
int st_record_parse(struct st_record **out, const char *text, size_t len, const char *where,
                    struct st_error *err);
void st_record_free(struct st_record *r);

const char *st_record_tag(const struct st_record *r, const char *key); /* the first, or NULL */
int st_record_tag_line(const struct st_record *r, const char *key);    /* where it stands, or 0 */
/* Replaces a tag of that key; `Given` may stand several times, so it is added each time. */
int st_record_set(struct st_record *r, const char *key, const char *value, struct st_error *err);
/* Append a copy of a line (strings may be NULL for ""). What could not be read back as the same
 * line, such as a move with a line end in it, is an ST_EUSAGE error. */
int st_record_add(struct st_record *r, const struct st_record_line *line, struct st_error *err);
/* Forget all lines but the first nlines. */
void st_record_cut(struct st_record *r, int nlines);
/* Where line i stands: its line in the file it came from, else in the text as printed. */
int st_record_where(const struct st_record *r, int i);

/* Tags, one on a line, and the blank line behind them. */
void st_record_print_tags(const struct st_record *r, struct st_buf *out);
/* One line with its line end. */
void st_record_print_line(const struct st_record_line *line, struct st_buf *out);
void st_record_print(const struct st_record *r, struct st_buf *out);

#endif
