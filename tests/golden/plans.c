/* plans.c - every scenario's compiled plan as numbers, so that a loader can be rewritten in peace.
 *
 *   plans          print a line for each scenario
 *   plans FILE     compare with the lines of FILE
 *
 * A line: scenario, bytes of the game's own part, their hash in order, a hash of the same numbers in
 * any order, a hash of all chart values. Members that change their place in the struct change the
 * first hash and not the second; a number that is read otherwise changes both.
 *
 * Pointers differ from run to run and count as nothing: what lies elsewhere in two plans made side by
 * side, or in the program itself.
 */
#include "base/hash.h"
#include "core/files.h"
#include "core/game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char __executable_start[], _end[]; /* of the linker: where the program lies */

static bool is_pointer(uintptr_t a, uintptr_t b)
{
    return a != b || (a >= (uintptr_t)__executable_start && a < (uintptr_t)_end);
}

static void hash_own(const struct st_plan *p, const struct st_plan *twin, uint64_t *in_order,
                     uint64_t *any_order)
{
    size_t n = p->game->plan_size;
    unsigned char *bytes = malloc(n);

    memcpy(bytes, p->data, n);
    for (size_t at = 0; at + sizeof(uintptr_t) <= n; at += sizeof(uintptr_t)) {
        uintptr_t a, b;

        memcpy(&a, (const char *)p->data + at, sizeof a);
        memcpy(&b, (const char *)twin->data + at, sizeof b);
        if (is_pointer(a, b))
            memset(bytes + at, 0, sizeof a);
    }
    *in_order = st_hash(bytes, n);
    *any_order = 0;
    for (size_t at = 0; at + 4 <= n; at += 4) {
        static const unsigned char nothing[4];

        if (memcmp(bytes + at, nothing, 4) != 0)
            *any_order += st_hash(bytes + at, 4);
    }
    free(bytes);
}

static uint64_t hash_charts(const struct st_plan *p)
{
    uint64_t hash = 0;

    for (int i = 0; i < p->game->ncharts; i++) {
        const struct st_chart *c = p->chart[i];

        if (c->value)
            hash = st_hash_join(hash, st_hash(c->value, (size_t)(c->row.n * c->col.n) * 2));
    }
    return hash;
}

static int print_plan(char *out, size_t size, const struct st_game *g, const char *id)
{
    struct st_plan *p = NULL, *twin = NULL;
    struct st_error err;
    uint64_t in_order, any_order;
    int e = st_plan_make(&p, g, id, &st_files_library, NULL, 0, &err);

    if (!e)
        e = st_plan_make(&twin, g, id, &st_files_library, NULL, 0, &err);
    if (e) {
        fprintf(stderr, "plans: %s/%s: %s\n", g->id, id, err.text);
    } else {
        hash_own(p, twin, &in_order, &any_order);
        snprintf(out, size, "%s/%s\t%zu\t%016" PRIx64 "\t%016" PRIx64 "\t%016" PRIx64 "\n", g->id,
                 id, g->plan_size, in_order, any_order, hash_charts(p));
    }
    st_plan_free(p);
    st_plan_free(twin);
    return e;
}

/* Is this line in the file? Says so if not. */
static bool expected(const char *file, const char *line)
{
    FILE *f = fopen(file, "r");
    char want[300];
    bool found = false;

    if (!f) {
        fprintf(stderr, "plans: %s cannot be read\n", file);
        return false;
    }
    while (!found && fgets(want, sizeof want, f))
        found = strcmp(want, line) == 0;
    fclose(f);
    if (!found)
        fprintf(stderr, "plans: not in %s: %s", file, line);
    return found;
}

int main(int argc, char **argv)
{
    bool ok = true;

    for (int i = 0; i < st_ngames; i++)
        for (int k = 0; k < st_games[i]->nscenarios; k++) {
            char line[300];

            if (print_plan(line, sizeof line, st_games[i], st_games[i]->scenarios[k]))
                return 1;
            if (argc > 1)
                ok &= expected(argv[1], line);
            else
                fputs(line, stdout);
        }
    return ok ? 0 : 1;
}
