/* review.h - hints and reviews as documents and pictures. */
#ifndef ST_VIEW_REVIEW_H
#define ST_VIEW_REVIEW_H

#include "review/hint.h"
#include "review/review.h"
#include "view/view.h"

/* A move that is read beside another: of a large group a few are named, unless both would say the same then (false). */
bool st_move_beside(const struct st_table *t, const struct st_move *m, const struct st_move *other, char *out,
                    size_t size);
/* "The knights attack ...: 63.1 % to win (R12.1, R13.1).": m of h. */
void st_hint_sentence(struct st_buf *out, const struct st_table *t, const struct st_hint *h,
                      const struct st_hint_move *m);
/* What its dice may lead to, exactly, the likeliest first: "Kentish fyrd steps 1: 3/8, ..."; nothing where
 * no die falls. */
void st_hint_odds(struct st_buf *out, const struct st_table *t, const struct st_move *m);
void st_view_hint(struct st_json *j, const struct st_table *t, const struct st_hint *h);

/* By what and how long it was judged. */
void st_review_evaluator(char *out, size_t size, const struct st_plan *p, long nodes);
/* room: for a position. */
void st_view_review_line(struct st_json *j, const struct st_session *s,
                         const struct st_review_line *l, void *room);
void st_view_review(struct st_json *j, const struct st_session *s, const struct st_review *r,
                    void *room);
/* The chance over the game as a curve, the costliest decisions marked. */
void st_svg_review(struct st_buf *out, const struct st_session *s, const struct st_review *r);

#endif
