/* mons_load.h - what the files that read a scenario into a plan share.
 *
 *   mons_plan.c     the scenario's keys: turns, entry, objectives, victory
 *   mons_charts.c   13.1 to 13.5 and the notes
 *   mons_map.c      hexes and hexsides; what is worked out from them once
 *   mons_units.c    the units and where they begin
 *
 * The forms of the files: RULES I.1. The first error sticks (core/bind.h): a part that finds one
 * stores nothing more, and the parts after it read nothing.
 */
#ifndef MONS_LOAD_H
#define MONS_LOAD_H

#include "core/bind.h"
#include "core/small.h"
#include "mons/mons.h"

enum { GROUPS_MAX = 64, LIST_MAX = 256 };

struct mons_loader {
    struct st_binder b;
    struct mons_plan *f;
    struct st_map_lines map;
    uint8_t rail[ST_HEX_MAX], flags[ST_HEX_MAX]; /* of the hexes */
    const char *label[ST_HEX_MAX];
    struct st_hexset exit_flag;
    int entry_turn[MAX_NAMED];
    struct { const char *name; uint16_t bits; } named[MAX_NAMED]; /* objectives */
    int nnamed;
    const char **corps, **division; /* GROUPS_MAX of each: "IX", "GE IX 17" */
    int ncorps, ndivisions;
    struct { /* columns of a unit that are more than a number */
        const char *strengths, *corps, *division, *setup;
    } unit[MAX_UNITS];
};

extern const char *const mons_sides[];

void mons_load_charts(struct mons_loader *l);
void mons_load_map(struct mons_loader *l);    /* all that the file lists */
void mons_make_edges(struct mons_loader *l);  /* what is drawn of it, in the scenario's area */
void mons_load_units(struct mons_loader *l);
void mons_derive(struct mons_loader *l);      /* when all else is read */

#endif
