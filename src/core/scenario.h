/* scenario.h - a scenario file being read: its keys, its parts, their common hash.
 *
 * `key = value` lines with # comments are the usual head; a game whose scenarios look otherwise
 * reads sc->text itself, line by line. Everything read through here goes into the hash, so that
 * a record can tell whether it was played on the same map.
 */
#ifndef ST_CORE_SCENARIO_H
#define ST_CORE_SCENARIO_H

#include "core/files.h"

struct st_entry {
    const char *key, *value;
    int line; /* 0: put there by the caller, not by the file */
};

struct st_scenario {
    const char *game, *id, *where; /* "shields", "malfosse", "shields/scenarios/malfosse.txt" */
    struct st_span text;
    const struct st_files *files;
    struct st_arena *arena;
    const struct st_entry *given; /* the caller's own keys, which win over the file's */
    int ngiven;
    struct st_entry *entry;
    int nentries;
    bool *asked; /* [nentries]: somebody looked for it */
    uint64_t hash;
};

/* Read sc->text as key = value lines into sc->entry; a key twice is an error. */
int st_scenario_keys(struct st_scenario *sc, struct st_error *err);
/* Entry by key, or NULL. */
const struct st_entry *st_scenario_find(const struct st_scenario *sc, const char *key);
/* A value that must be there. */
int st_scenario_text(const struct st_scenario *sc, const char *key, const char **out,
                     struct st_error *err);
int st_scenario_int(const struct st_scenario *sc, const char *key, int lo, int hi, int *out,
                    struct st_error *err);
/* A part named by the scenario ("malfosse_map.tsv"), from the folder the scenario stands in. */
int st_scenario_part(struct st_scenario *sc, const char *name, struct st_span *out,
                     const char **where, struct st_error *err);
/* After a game has read its scenario: a key nobody asked for is a slip of the pen. */
int st_scenario_all_asked(const struct st_scenario *sc, struct st_error *err);
/* Complain about an entry, with its file and line. */
__attribute__((format(printf, 4, 5))) int st_scenario_bad(const struct st_scenario *sc,
                                                          const struct st_entry *e,
                                                          struct st_error *err, const char *fmt,
                                                          ...);

#endif
