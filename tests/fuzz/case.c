/* case.c - fuzz: a case file. */
#include "fuzz.h"

#include "case/case.h"

static void say(void *arg, const char *sentence)
{
    law(sentence[0]);
    ++*(int *)arg;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    struct st_case_result result = { 0, 0 };
    struct st_error err = { 0 };
    int said = 0,
        e = st_case_run(&result, text, size, "fuzz.case", &st_files_library, say, &said, &err);

    if (e)
        told(e, &err);
    law(result.passed >= 0 && result.failed >= 0 && said >= result.failed);
    free(text);
    return 0;
}
