/* flat.h - a picture of ours in plain SVG 1.1, for programs that know no custom properties.
 *
 * The rules of looks.css become style attributes, `var()` the colour it stands for by daylight, every `<use>` the
 * drawing it names. Only what our own pictures are written in is understood: rules of classes and elements, one
 * ancestor at most.
 */
#ifndef ST_CLI_FLAT_H
#define ST_CLI_FLAT_H

#include "base/text.h"

/* False: out of memory. */
bool cli_flat(struct st_buf *out, const struct st_buf *picture);

#endif
