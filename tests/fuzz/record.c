/* record.c - fuzz: a record, read, written, read again, verified. */
#include "fuzz.h"

#include "play/session.h"

static void written_as_read(const struct st_record *r)
{
    struct st_buf once = { 0 }, twice = { 0 };
    struct st_record *again = NULL;
    struct st_error err = { 0 };

    st_record_print(r, &once);
    law(!once.failed);
    law(st_record_parse(&again, st_buf_text(&once), once.len, "again.rec", &err) == ST_OK);
    law(again->ntags == r->ntags && again->nlines == r->nlines);
    st_record_print(again, &twice);
    law(once.len == twice.len && (once.len == 0 || memcmp(once.text, twice.text, once.len) == 0));
    st_record_free(again);
    st_buf_free(&once);
    st_buf_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct st_record *r = NULL;
    struct st_error err = { 0 };
    int e = st_record_parse(&r, text, size, "fuzz.rec", &err);

    if (e) {
        told(e, &err);
    } else {
        written_as_read(r);
        struct st_verifier v = { .files = &st_files_library };
        struct st_verdict verdict;
        struct st_buf words = { 0 };

        e = st_verifier_run(&v, r, &verdict, &err);
        if (e)
            told(e, &err);
        else
            st_verdict_print(&verdict, &words);
        st_buf_free(&words);
        st_verifier_free(&v);
    }
    st_record_free(r);
    free(text);
    return 0;
}
