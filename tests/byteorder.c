/* byteorder.c FILE... - the Play number of every game, what verify says of records and how cases come out, on
 * whatever machine this was compiled for. tools/byteorder compares it with ours. */
#include "base/file.h"
#include "bench/bench.h"
#include "case/case.h"
#include "play/session.h"

#include <stdio.h>
#include <string.h>

static void tell(struct st_buf *out)
{
    fputs(st_buf_text(out), stdout);
    st_buf_free(out);
}

static int judge(const char *path)
{
    struct st_verifier v = { .files = &st_files_library };
    struct st_verdict verdict;
    struct st_buf text = { 0 }, words = { 0 };
    struct st_record *r = NULL;
    struct st_error err;
    int e = st_file_read(&text, path, &err);

    if (!e)
        e = st_record_parse(&r, st_buf_text(&text), text.len, path, &err);
    if (!e)
        e = st_verifier_run(&v, r, &verdict, &err);
    if (e)
        st_buf_add(&words, "line %d: %s", err.line, err.text);
    else
        st_verdict_print(&verdict, &words);
    printf("%s: %s\n", path, st_buf_text(&words));
    st_buf_free(&words);
    st_buf_free(&text);
    st_verifier_free(&v);
    st_record_free(r);
    return e != ST_OK;
}

static void say(void *arg, const char *sentence)
{
    (void)arg;
    printf("%s\n", sentence);
}

static int try_cases(const char *path)
{
    struct st_case_result sum = { 0, 0 };
    struct st_buf text = { 0 };
    struct st_error err;
    int e = st_file_read(&text, path, &err);

    if (!e)
        e = st_case_run(&sum, st_buf_text(&text), text.len, path, &st_files_library, say, NULL, &err);
    printf("%s: %d passed, %d failed%s%s\n", path, sum.passed, sum.failed, e ? ": " : "", e ? err.text : "");
    st_buf_free(&text);
    return e != ST_OK || sum.failed;
}

static bool ends_in(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);

    return n >= m && strcmp(path + n - m, end) == 0;
}

int main(int argc, char **argv)
{
    struct bench b = { .seconds = 0.3, .flush = tell };
    struct st_error err;
    int failed = 0;

    if (bench_all(&b, NULL, NULL, true, &err))
        failed = 1;
    tell(&b.out);
    for (int i = 1; i < argc; i++)
        failed |= ends_in(argv[i], ".case") ? try_cases(argv[i]) : judge(argv[i]);
    return failed;
}
