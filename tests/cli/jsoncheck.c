/* jsoncheck.c - is standard input one JSON document? And: jsoncheck PATH... prints what stands at
 * each path, such as rows.0.p, one on a line; 1 if there is nothing. An independent reader for
 * what the program writes.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *step(json_t *at, const char *key)
{
    return json_is_array(at) ? json_array_get(at, (size_t)atoi(key)) : json_object_get(at, key);
}

static int show(json_t *at, char *path)
{
    for (char *key = strtok(path, "."); key; key = strtok(NULL, "."))
        at = step(at, key);
    if (!at)
        return 1;
    if (json_is_string(at))
        puts(json_string_value(at));
    else
        json_dumpf(at, stdout, JSON_ENCODE_ANY | JSON_COMPACT), putchar('\n');
    return 0;
}

int main(int argc, char **argv)
{
    json_error_t err;
    json_t *doc = json_loadf(stdin, JSON_REJECT_DUPLICATES, &err);
    int status = 0;

    if (!doc) {
        fprintf(stderr, "line %d: %s\n", err.line, err.text);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        status |= show(doc, argv[i]);
    json_decref(doc);
    return status;
}
