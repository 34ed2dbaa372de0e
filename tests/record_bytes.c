/* record_bytes.c RECORD... - no byte of a record changes its meaning unnoticed.
 *
 * Every byte is replaced by several others. What comes out must be refused, or be named by a verdict
 * that differs from that on the record itself, or say the same (blanks, remarks). What is left may
 * only be another game that is as sound, told apart by its sum: another decision that is legal and
 * leads to the same checks, or another typed die. Other survivors are printed, and there are none.
 */
#include "base/file.h"
#include "play/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool same_tags(const struct st_record *a, const struct st_record *b)
{
    if (a->ntags != b->ntags)
        return false;
    for (int i = 0; i < a->ntags; i++)
        if (strcmp(a->tag[i].key, b->tag[i].key) != 0 ||
            strcmp(a->tag[i].value, b->tag[i].value) != 0)
            return false;
    return true;
}

static bool same_line(const struct st_record_line *a, const struct st_record_line *b)
{
    return a->kind == b->kind && a->number == b->number && a->value == b->value &&
           a->hash == b->hash && strcmp(a->side, b->side) == 0 && strcmp(a->dice, b->dice) == 0 &&
           strcmp(a->text, b->text) == 0;
}

static const struct st_record_line *next(const struct st_record *r, int *i)
{
    while (*i < r->nlines && r->line[*i].kind == ST_LINE_NOTE)
        ++*i;
    return *i < r->nlines ? &r->line[(*i)++] : NULL;
}

/* All but remarks. */
static bool same_meaning(const struct st_record *a, const struct st_record *b)
{
    int i = 0, k = 0;

    if (!same_tags(a, b))
        return false;
    for (;;) {
        const struct st_record_line *x = next(a, &i), *y = next(b, &k);

        if (!x || !y)
            return x == y;
        if (!same_line(x, y))
            return false;
    }
}

/* Do they differ in one decision, or the face of one die that nobody can recompute? */
static bool other_game(const struct st_record *a, const struct st_record *b, bool seeded)
{
    int i = 0, k = 0, differ = 0;
    const struct st_record_line *x = next(a, &i), *y = next(b, &k);

    for (; x && y; x = next(a, &i), y = next(b, &k)) {
        struct st_record_line z = *y;

        if (same_line(x, y))
            continue;
        if (x->kind == ST_LINE_MOVE)
            z.text = x->text;
        else if (x->kind == ST_LINE_DIE && !seeded)
            z.value = x->value;
        if (!same_line(x, &z))
            return false;
        differ++;
    }
    return x == y && differ == 1 && same_tags(a, b);
}

/* What is said of a text; *r is the record where it can be read. */
static void judge(struct st_verifier *v, const char *text, size_t len, struct st_record **r,
                  struct st_buf *said)
{
    struct st_verdict verdict;
    struct st_error err;

    *r = NULL;
    if (st_record_parse(r, text, len, "bytes", &err) || st_verifier_run(v, *r, &verdict, &err))
        st_buf_add(said, "!%d: %s", err.line, err.text);
    else
        st_verdict_print(&verdict, said);
}

/* Do they say the same but for the sum at the end? */
static bool same_verdict(const char *a, const char *b)
{
    const char *sum_a = strstr(a, "; sum "), *sum_b = strstr(b, "; sum ");

    return sum_a && sum_b && sum_a - a == sum_b - b && strncmp(a, b, (size_t)(sum_a - a)) == 0;
}

static int line_of(const char *text, size_t at)
{
    int line = 1;

    for (size_t i = 0; i < at; i++)
        line += text[i] == '\n';
    return line;
}

struct count {
    int changed, refused, named, same, other, survived;
};

/* One byte replaced by another: noticed, named, or without meaning? */
static void try_byte(struct st_verifier *v, const char *where, const char *text, size_t len,
                     size_t at, char other, const struct st_record *whole, const char *verdict,
                     struct count *n)
{
    char *copy = malloc(len + 1);
    struct st_record *r;
    struct st_buf said = { 0 };

    if (!copy)
        abort();
    memcpy(copy, text, len + 1);
    copy[at] = other;
    judge(v, copy, len, &r, &said);
    const char *words = st_buf_text(&said);
    n->changed++;
    if (words[0] == '!') {
        n->refused++;
    } else if (!same_verdict(words, verdict)) {
        n->named++;
    } else if (same_meaning(whole, r)) {
        n->same++;
    } else if (strcmp(words, verdict) != 0 &&
               other_game(whole, r, strstr(verdict, "recomputed") != NULL)) {
        n->other++;
    } else {
        n->survived++;
        printf("%s:%d: `%c` for `%c` is not noticed\n", where, line_of(text, at), other, text[at]);
    }
    st_buf_free(&said);
    st_record_free(r);
    free(copy);
}

static int try_record(const char *path)
{
    static const char others[] = " ;0x.=";
    struct st_verifier v = { .files = &st_files_library };
    struct st_error err;
    struct st_buf file = { 0 };

    if (st_file_read(&file, path, &err)) {
        printf("%s: %s\n", path, err.text);
        return 1;
    }
    const char *text = st_buf_text(&file);
    size_t len = file.len;
    struct st_record *whole;
    struct st_buf verdict = { 0 };
    struct count n = { 0 };
    judge(&v, text, len, &whole, &verdict);
    if (st_buf_text(&verdict)[0] == '!') {
        printf("%s: %s\n", path, st_buf_text(&verdict));
        n.survived++;
    }
    for (size_t at = 0; at < len && whole; at++) {
        char other[sizeof others];

        memcpy(other, others, sizeof others);
        other[sizeof others - 1] = (char)(text[at] ^ 1);
        for (size_t i = 0; i < sizeof others; i++)
            if (other[i] != text[at])
                try_byte(&v, path, text, len, at, other[i], whole, st_buf_text(&verdict), &n);
    }
    printf("%s: %d changes: %d refused, %d named, %d say the same, %d are another game, %d "
           "unnoticed\n",
           path, n.changed, n.refused, n.named, n.same, n.other, n.survived);
    st_verifier_free(&v);
    st_buf_free(&verdict);
    st_record_free(whole);
    st_buf_free(&file);
    return n.survived > 0;
}

int main(int argc, char **argv)
{
    int failed = argc < 2;

    for (int i = 1; i < argc; i++)
        failed |= try_record(argv[i]);
    return failed;
}
