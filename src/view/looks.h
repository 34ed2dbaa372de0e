/* looks.h - the sheet of drawings: what a word stands for, and the parts of it that a picture needs.
 *
 * The words a game says of ground, figures and marks are names in src/view/looks/sheet.svg, their colours
 * rules of looks.css beside it. The page reads the same two files. A word that has no drawing is shown as
 * letters, so a new game needs none.
 */
#ifndef ST_VIEW_LOOKS_H
#define ST_VIEW_LOOKS_H

#include "view/ground.h"

/* Is there a drawing of that name? False too where the sheet is not at hand (WebAssembly). */
bool st_looks_has(const char *word);
/* The colours of a side, a word of looks.css. */
const char *st_looks_army(const struct st_plan *p, int side);
/* All that a drawing refers to, as <defs>; and the rules, as <style>. Without the sheet there are marks in
 * their place that whoever has it fills in: <!--sheet--> and <!--rules-->. */
void st_looks_defs(struct st_buf *out, const struct st_buf *drawing);
void st_looks_style(struct st_buf *out);

#endif
