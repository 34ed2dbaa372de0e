/* mutate.c - does every cell of a chart decide something?
 *
 *   mutate GAME [CHART [ROW [COL]]]     names the cells that could say anything
 *
 * Each cell of each chart of the game is changed to another value that stands in its column (or
 * chart). Then the loader refuses the chart, or a case of the game fails: the cell is read and the
 * cases notice. A cell of which neither is true is a survivor, told by name. `chart` statements
 * do not count: they compare the sheet with itself and show no rule that reads it.
 *
 * What a chart calls a remark (`# remark`, docs/formats.md) is left out, after the proof that it is
 * one: with all of it changed at once every case still passes.
 *
 * A case is run on its own and only until one has noticed. Cases that noticed the neighbours of a
 * cell come first, then the quick ones, so that most cells cost one or two cases. The work is done
 * in a child process: a changed chart that stops the rules at a bug, or sends them round in
 * circles, is told as such and the run goes on behind it.
 */
#define _GNU_SOURCE
#include "base/file.h"
#include "core/game.h"
#include "case/case.h"

#include <ctype.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CASES_MAX = 4096, OTHERS_MAX = 24, HANG_SECONDS = 60 };

enum fate { NOTICED, REFUSED, SURVIVED, STOPPED, HUNG, ALONE };

struct piece { /* one case, with the inline files it may need */
    char *text;
    size_t len;
    const char *where;
    int line; /* in its file */
    double seconds;
};

struct cell {
    int chart, row, col;
    char other[96]; /* what it was changed to */
    enum fate fate;
    int by; /* the case that noticed */
};

static const struct st_game *game;
static struct piece piece[CASES_MAX];
static int npieces, nleft_out;
static struct cell *cell;
static int ncells;

_Noreturn static void give_up(const char *what, const char *why)
{
    fprintf(stderr, "mutate: %s: %s\n", what, why);
    exit(2);
}

static void *need(void *memory)
{
    if (!memory)
        give_up("memory", "it ran out");
    return memory;
}

/* ---- a chart with other cells ------------------------------------------------------------ */

struct changed { /* in front of the library: one chart is another */
    struct st_files files;
    const char *name; /* "shields/tables/crt.tsv" */
    struct st_span text;
};

static int changed_read(const struct st_files *self, struct st_arena *a, const char *name,
                        struct st_span *out, struct st_error *err)
{
    const struct changed *f = (const struct changed *)self;

    (void)a;
    (void)err;
    if (!f->name || strcmp(name, f->name) != 0)
        return ST_EUSAGE;
    *out = f->text;
    return ST_OK;
}

struct sheet {
    struct st_arena arena;
    char name[128];
    struct st_span text;
    struct st_chart *chart;
};

static void sheet_open(struct sheet *s, const char *id)
{
    struct st_error err;

    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s/tables/%s.tsv", game->id, id);
    if (st_files_read(&st_files_library, &s->arena, s->name, &s->text, &err) ||
        st_chart_parse(&s->chart, &s->arena, id, s->text, s->name, &err))
        give_up(s->name, err.text);
}

/* The sheet's text with other cells; NULL leaves a cell as it is. */
static void rewrite(struct st_buf *out, const struct sheet *s,
                    const char *(*other)(const struct st_chart *c, int row, int col, void *arg),
                    void *arg)
{
    struct st_line_reader r = { s->text.at, s->text.at + s->text.len, 0 };
    struct st_span line;
    int row = -1;

    while (st_line_next(&r, &line)) {
        if (line.len && line.at[0] != '#' && st_span_trim(line).len && row++ >= 0) {
            struct st_span label = st_span_cut(&line, '\t');

            st_buf_put(out, label.at, label.len);
            for (int col = 0; col < s->chart->col.n; col++) {
                struct st_span old = st_span_cut(&line, '\t');
                const char *text = other(s->chart, row - 1, col, arg);

                st_buf_put(out, "\t", 1);
                st_buf_put(out, text ? text : old.at, text ? strlen(text) : old.len);
            }
        } else {
            st_buf_put(out, line.at, line.len);
        }
        st_buf_put(out, "\n", 1);
    }
    if (out->failed)
        give_up(s->name, "out of memory");
}

static const char *this_one(const struct st_chart *c, int row, int col, void *arg)
{
    const struct cell *x = arg;

    (void)c;
    return row == x->row && col == x->col ? x->other : NULL;
}

static const char *all_remarks(const struct st_chart *c, int row, int col, void *arg)
{
    (void)arg;
    return st_chart_remark(c, row, col) ? "gone" : NULL;
}

/* ---- what else could stand there ---------------------------------------------------------- */

struct others {
    char text[OTHERS_MAX][96];
    int n;
};

static void others_add(struct others *o, const char *now, const char *text)
{
    if (o->n == OTHERS_MAX || strcmp(now, text) == 0)
        return;
    for (int i = 0; i < o->n; i++)
        if (strcmp(o->text[i], text) == 0)
            return;
    snprintf(o->text[o->n++], sizeof o->text[0], "%s", text);
}

/* Other values of the column, those behind it first, so that not every cell becomes the same; where
 * the column has no other, of the chart; and the next number. */
static void find_others(struct others *o, const struct st_chart *c, int row, int col)
{
    const char *now = st_chart_text(c, row, col);
    char number[16];
    int v;

    o->n = 0;
    for (int i = 1; i < c->row.n; i++)
        others_add(o, now, st_chart_text(c, (row + i) % c->row.n, col));
    if (o->n == 0)
        for (int i = 1; i < c->row.n * c->col.n; i++) {
            int at = (row * c->col.n + col + i) % (c->row.n * c->col.n);

            if (!c->remark[at])
                others_add(o, now, st_chart_text(c, at / c->col.n, at % c->col.n));
        }
    if (st_span_int(st_span_of(now), -32000, 31999, &v)) {
        snprintf(number, sizeof number, now[0] == '+' ? "%+d" : "%d", v + 1);
        others_add(o, now, number);
        snprintf(number, sizeof number, now[0] == '+' ? "%+d" : "%d", v - 1);
        others_add(o, now, number);
    }
}

static bool loads(const struct st_files *files)
{
    struct st_plan *plan = NULL;
    struct st_error err;
    int e = st_plan_make(&plan, game, game->scenarios[0], files, NULL, 0, &err);

    if (!e)
        st_plan_free(plan);
    return e == ST_OK;
}

/* ---- the cases ----------------------------------------------------------------------------- */

static bool begins(struct st_span line, const char *word)
{
    size_t n = strlen(word);

    return line.len > n && memcmp(line.at, word, n) == 0 &&
           (line.at[n] == ' ' || line.at[n] == '\t');
}

/* A file into its cases: each has the inline files before it, and no `chart` statement. */
static void cut_file(const char *path)
{
    struct st_buf all = { 0 }, files = { 0 }, now = { 0 };
    struct st_error err;
    struct st_span line;
    bool in_file = false, open = false;
    int from = 0;

    if (st_file_read(&all, path, &err))
        give_up(path, err.text);
    struct st_line_reader r = { all.text, all.text + all.len, 0 };
    for (bool more = true; more;) {
        more = st_line_next(&r, &line);
        if (open && (!more || begins(line, "case"))) {
            if (npieces == CASES_MAX)
                give_up(path, "too many cases");
            piece[npieces++] = (struct piece){ now.text, now.len, path, from, 0 };
            now = (struct st_buf){ 0 };
            open = false;
        }
        if (!more)
            break;
        if (begins(line, "case")) {
            st_buf_put(&now, st_buf_text(&files), files.len);
            open = true;
            from = r.line;
        }
        in_file = begins(line, "file") || begins(line, "game") ||
                  (in_file && (line.len == 0 || line.at[0] == '|' || line.at[0] == '#'));
        if (in_file) {
            st_buf_put(&files, line.at, line.len);
            st_buf_put(&files, "\n", 1);
        }
        if (open && !begins(line, "chart")) {
            st_buf_put(&now, line.at, line.len);
            st_buf_put(&now, "\n", 1);
        }
    }
    if (files.failed || now.failed)
        give_up(path, "out of memory");
    st_buf_free(&files);
    st_buf_free(&all);
}

static bool passes(const struct piece *p, const struct st_files *files)
{
    struct st_case_result sum;
    struct st_error err;

    return st_case_run(&sum, p->text, p->len, p->where, files, NULL, NULL, &err) == ST_OK &&
           sum.failed == 0;
}

static double clock_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds_of(int who)
{
    struct rusage u;

    getrusage(who, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

static int quicker(const void *a, const void *b)
{
    double x = ((const struct piece *)a)->seconds, y = ((const struct piece *)b)->seconds;

    return x < y ? -1 : x > y;
}

/* Cases that only compare cells have nothing left to say. A case that fails otherwise would fail
 * for every cell and show nothing; then the cases must be mended first. */
static void read_cases(void)
{
    char pattern[128];
    glob_t found;
    int n = 0;

    snprintf(pattern, sizeof pattern, "games/%s/cases/*.case", game->id);
    if (glob(pattern, 0, NULL, &found))
        give_up(pattern, "no cases (run from the root of the tree)");
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (!strstr(found.gl_pathv[i], "/puzzles")) /* these try players, not cells, and take long */
            cut_file(found.gl_pathv[i]);
    for (int i = 0; i < npieces; i++) {
        double from = clock_now();

        if (passes(&piece[i], &st_files_library)) {
            piece[i].seconds = clock_now() - from;
            piece[n++] = piece[i];
        } else {
            free(piece[i].text);
            nleft_out++;
        }
    }
    npieces = n;
    qsort(piece, (size_t)npieces, sizeof *piece, quicker);
}

/* ---- trying a cell ------------------------------------------------------------------------- */

/* Is the label a word of the text? Single signs stand everywhere and say nothing. */
static bool names(const char *text, const char *label)
{
    size_t n = strlen(label);

    for (const char *at = text; n > 1 && (at = strstr(at, label)); at += n)
        if (!isalnum((unsigned char)at[n]) && (at == text || !isalnum((unsigned char)at[-1])))
            return true;
    return false;
}

/* How likely is it that this case notices? By the cells before it: the same row, column, chart; and
 * by its words: a case that names row and column of a cell is likely to be about it. */
static void order_cases(int *order, const struct st_chart *c, int at)
{
    static double score[CASES_MAX];
    const struct cell *x = &cell[at];

    for (int i = 0; i < npieces; i++) {
        bool row = names(piece[i].text, c->row.label[x->row]),
             col = names(piece[i].text, c->col.label[x->col]);

        score[i] = row + col + 10 * (row && col);
    }
    for (int i = 0; i < at; i++)
        if (cell[i].fate == NOTICED && cell[i].chart == x->chart)
            score[cell[i].by] += 1 + 4 * (cell[i].row == x->row) + 4 * (cell[i].col == x->col);
    for (int i = 0; i < npieces; i++) {
        score[i] /= piece[i].seconds + 1e-4;
        order[i] = i;
    }
    for (int i = 1; i < npieces; i++) { /* by insertion: equals stay in the order of their cost */
        int k = i, moved = order[i];

        for (; k > 0 && score[moved] > score[order[k - 1]]; k--)
            order[k] = order[k - 1];
        order[k] = moved;
    }
}

static void try_cell(const struct sheet *s, int at)
{
    struct cell *x = &cell[at];
    struct others others;
    int order[CASES_MAX];

    find_others(&others, s->chart, x->row, x->col);
    x->fate = others.n ? REFUSED : ALONE;
    for (int i = 0; i < others.n && x->fate == REFUSED; i++) {
        struct st_buf text = { 0 };
        struct changed files = { { changed_read, &st_files_library }, s->name, { 0 } };

        memcpy(x->other, others.text[i], sizeof x->other);
        rewrite(&text, s, this_one, x);
        files.text = (struct st_span){ text.text, text.len };
        if (loads(&files.files)) {
            x->fate = SURVIVED;
            order_cases(order, s->chart, at);
            for (int k = 0; k < npieces && x->fate == SURVIVED; k++)
                if (!passes(&piece[order[k]], &files.files)) {
                    x->fate = NOTICED;
                    x->by = order[k];
                }
        }
        st_buf_free(&text);
    }
}

static void hang_watch(int seconds)
{
    struct itimerval t = { .it_value = { .tv_sec = seconds } };

    setitimer(ITIMER_PROF, &t, NULL); /* processor time: SIGPROF ends the child */
}

/* The cells of one chart from first on, each told through the pipe as it is known. */
_Noreturn static void child(int out, const struct sheet *s, int first, int last)
{
    if (!freopen("/dev/null", "w", stderr))
        _exit(2);
    for (int i = first; i < last; i++) {
        hang_watch(HANG_SECONDS);
        try_cell(s, i);
        if (write(out, &cell[i], sizeof cell[i]) != (ssize_t)sizeof cell[i])
            _exit(2);
    }
    _exit(0);
}

static int try_from(const struct sheet *s, int first, int last)
{
    int end[2], status, at = first;

    fflush(stdout);
    if (pipe(end))
        give_up("pipe", "none to be had");
    pid_t pid = fork();
    if (pid < 0)
        give_up("fork", "refused");
    if (pid == 0) {
        close(end[0]);
        child(end[1], s, first, last);
    }
    close(end[1]);
    while (at < last && read(end[0], &cell[at], sizeof cell[at]) == (ssize_t)sizeof cell[at])
        at++;
    close(end[0]);
    if (waitpid(pid, &status, 0) != pid)
        give_up("wait", "the child is gone");
    if (at < last) {
        cell[at].fate = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF ? HUNG : STOPPED;
        at++;
    }
    return at;
}

/* ---- telling -------------------------------------------------------------------------------- */

static const char *const words[] = {
    [SURVIVED] = "nobody notices",
    [STOPPED] = "the rules stop at a bug",
    [HUNG] = "the rules come to no end",
    [ALONE] = "no other value is known",
};

static bool told(const struct sheet *s, const struct cell *x)
{
    if (x->fate == NOTICED || x->fate == REFUSED)
        return false;
    printf("%s\t%s\t%s\t%s\t`%s`", game->id, s->chart->id, s->chart->row.label[x->row],
           s->chart->col.label[x->col], st_chart_text(s->chart, x->row, x->col));
    if (x->fate != STOPPED && x->fate != HUNG && x->other[0])
        printf(" -> `%s`", x->other);
    printf("\t%s\n", words[x->fate]);
    return true;
}

/* With every remark of the chart another text all cases must pass. */
static int prove_remarks(const struct sheet *s)
{
    struct changed files = { { changed_read, &st_files_library }, s->name, { 0 } };
    struct st_buf text = { 0 };
    bool any = false;
    int bad = 0;

    for (int i = 0; i < s->chart->row.n * s->chart->col.n; i++)
        any |= s->chart->remark[i];
    if (!any)
        return 0;
    rewrite(&text, s, all_remarks, NULL);
    files.text = (struct st_span){ text.text, text.len };
    if (!loads(&files.files)) {
        printf("%s\t%s\tthe loader reads what is called a remark\n", game->id, s->chart->id);
        bad = 1;
    }
    for (int i = 0; i < npieces && !bad; i++)
        if (!passes(&piece[i], &files.files)) {
            printf("%s\t%s\ta rule reads what is called a remark: %s:%d\n", game->id, s->chart->id,
                   piece[i].where, piece[i].line);
            bad = 1;
        }
    st_buf_free(&text);
    return bad;
}

/* ---- the run --------------------------------------------------------------------------------- */

static bool meant(const char *wanted, const char *label)
{
    return !wanted || strcmp(wanted, "-") == 0 || strcmp(wanted, label) == 0;
}

int main(int argc, char **argv)
{
    const char *row = argc > 3 ? argv[3] : NULL, *col = argc > 4 ? argv[4] : NULL;
    int bad = 0, tally[ALONE + 1] = { 0 }, nremarks = 0;

    if (argc < 2 || argc > 5 || !(game = st_game_find(argv[1])))
        give_up("usage", "mutate GAME [CHART [ROW [COL]]], - for any");
    read_cases();
    for (int i = 0; i < game->ncharts; i++) {
        struct sheet s;
        int first = ncells;

        if (!meant(argc > 2 ? argv[2] : NULL, game->charts[i]))
            continue;
        sheet_open(&s, game->charts[i]);
        cell = need(realloc(cell, (size_t)(ncells + s.chart->row.n * s.chart->col.n) *
                                      sizeof *cell));
        for (int k = 0; k < s.chart->row.n * s.chart->col.n; k++) {
            int r = k / s.chart->col.n, c = k % s.chart->col.n;

            if (st_chart_remark(s.chart, r, c))
                nremarks++;
            else if (meant(row, s.chart->row.label[r]) && meant(col, s.chart->col.label[c]))
                cell[ncells++] = (struct cell){ .chart = i, .row = r, .col = c };
        }
        for (int at = first; at < ncells;)
            at = try_from(&s, at, ncells);
        for (int k = first; k < ncells; k++) {
            tally[cell[k].fate]++;
            bad += told(&s, &cell[k]);
        }
        bad += prove_remarks(&s);
        st_arena_free(&s.arena);
    }
    printf("%s: %d cells: %d noticed by cases, %d refused by the loader, %d survive; %d remarks; "
           "%d cases (%d only compare cells), %.0f s\n",
           game->id, ncells, tally[NOTICED], tally[REFUSED],
           ncells - tally[NOTICED] - tally[REFUSED], nremarks, npieces, nleft_out,
           seconds_of(RUSAGE_SELF) + seconds_of(RUSAGE_CHILDREN));
    for (int i = 0; i < npieces; i++)
        free(piece[i].text);
    free(cell);
    return bad ? 1 : 0;
}
