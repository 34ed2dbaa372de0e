/* review.c - hints and reviews as documents and pictures. See view/review.h. */
#include "view/review.h"

#include "core/words.h"
#include "view/svg.h"

#include <stdio.h>
#include <string.h>

/* ---- hints ----------------------------------------------------------------------------- */

bool st_move_beside(const struct st_table *t, const struct st_move *m, const struct st_move *other, char *out,
                    size_t size)
{
    char same[ST_SAYS_MAX];

    st_move_few(t, m, out, size);
    st_move_few(t, other, same, sizeof same);
    bool apart = strcmp(out, same) != 0 || memcmp(m, other, sizeof *m) == 0;
    if (!apart)
        st_move_says(t, m, out, size);
    return apart;
}

static void hint_says(const struct st_table *t, const struct st_hint *h, const struct st_hint_move *m, char *out,
                      size_t size)
{
    bool apart = true;

    for (int i = 0; apart && i < h->nbest + h->has_mine; i++)
        apart = st_move_beside(t, &m->move, i < h->nbest ? &h->best[i].move : &h->mine.move, out, size);
}

void st_hint_sentence(struct st_buf *out, const struct st_table *t, const struct st_hint *h,
                      const struct st_hint_move *m)
{
    char says[ST_SAYS_MAX];
    size_t len;

    hint_says(t, h, m, says, sizeof says);
    len = strlen(says);
    if (len && says[len - 1] == '.')
        says[len - 1] = 0;
    st_buf_add(out, "%s: %.1f %% %s", says, 100 * m->chance, st_word_says(t->plan, "word", "to win"));
    for (int i = 0; i < m->nparas; i++)
        st_buf_add(out, "%s%s", i ? ", " : " (", m->para[i]);
    st_buf_add(out, "%s.", m->nparas ? ")" : "");
}

enum { ODDS_MOST = 20000 }; /* positions that are followed */

void st_hint_odds(struct st_buf *out, const struct st_table *t, const struct st_move *m)
{
    char text[ST_MOVE_TEXT], head[8 * ST_SAYS_MAX];
    struct st_odds_query q = { .table = t, .move = text, .given = "?", .max_positions = ODDS_MOST };
    struct st_odds_answer *a = NULL;
    struct st_outcomes o;
    enum st_answer answer;
    struct st_refusal why;
    struct st_error err;

    st_move_print(t->plan, m, text, sizeof text);
    if (st_odds_answer(&a, &q, &answer, &why, &err) || answer != ST_LEGAL)
        return;
    st_outcomes_of_odds(&o, a);
    if (a->odds.dice[0] && a->odds.exact && o.n > 1) {
        st_headline_print(&o, head, sizeof head);
        st_buf_add(out, "%s", head);
    }
    st_outcomes_free(&o);
    st_odds_answer_free(a);
}

static void write_move(struct st_json *j, const struct st_plan *p, const struct st_move *m, const char *says)
{
    char text[ST_MOVE_TEXT];

    st_move_print(p, m, text, sizeof text);
    st_json_text(j, "move", text);
    st_json_text(j, "says", says);
}

static void write_hint(struct st_json *j, const char *key, const struct st_table *t, const struct st_hint *h,
                       const struct st_hint_move *m)
{
    struct st_buf sentence = { 0 };
    char says[ST_SAYS_MAX];

    st_json_open(j, key, '{');
    hint_says(t, h, m, says, sizeof says);
    write_move(j, t->plan, &m->move, says);
    st_json_real(j, "chance", m->chance);
    st_json_int(j, "rank", m->rank);
    st_json_open(j, "paras", '[');
    for (int i = 0; i < m->nparas; i++)
        st_json_text(j, NULL, m->para[i]);
    st_json_close(j, ']');
    st_hint_sentence(&sentence, t, h, m);
    st_json_text(j, "sentence", st_buf_text(&sentence));
    sentence.len = 0;
    st_buf_put(&sentence, "", 0);
    st_hint_odds(&sentence, t, &m->move);
    st_json_text(j, "odds", st_buf_text(&sentence));
    j->out->failed |= sentence.failed;
    st_buf_free(&sentence);
    st_json_close(j, '}');
}

void st_view_hint(struct st_json *j, const struct st_table *t, const struct st_hint *h)
{
    st_json_open(j, NULL, '{');
    st_json_text(j, "side", t->plan->side[h->side]);
    st_json_int(j, "looked", h->looked);
    st_json_open(j, "moves", '[');
    for (int i = 0; i < h->nbest; i++)
        write_hint(j, NULL, t, h, &h->best[i]);
    st_json_close(j, ']');
    if (h->has_mine)
        write_hint(j, "mine", t, h, &h->mine);
    st_json_close(j, '}');
}

/* ---- reviews --------------------------------------------------------------------------- */

static const char *const kinds[] = { "decision", "die", "ruling" };

/* One line, with the table as it stood before it. */
void st_view_review_line(struct st_json *j, const struct st_session *s,
                         const struct st_review_line *l, void *room)
{
    const struct st_plan *p = st_session_table(s)->plan;
    const struct st_record_line *r = &st_session_record(s)->line[l->line];
    struct st_table t = { p, room, NULL };
    double change = l->after - l->before;
    char says[ST_SAYS_MAX];

    memcpy(room, st_session_position(s, l->line), p->pos_size);
    st_json_open(j, NULL, '{');
    st_json_int(j, "line", l->line);
    st_json_text(j, "kind", kinds[l->kind]);
    st_json_text(j, "side", l->side < 0 ? NULL : p->side[l->side]);
    st_json_text(j, "text", r->text);
    if (l->kind == ST_REVIEW_DIE)
        st_json_int(j, "face", r->value);
    st_json_real(j, "before", l->before);
    st_json_real(j, "after", l->after);
    if (l->side >= 0)
        st_json_real(j, l->kind == ST_REVIEW_DIE ? "luck" : "skill", l->side ? -change : change);
    if (l->kind == ST_REVIEW_MOVE) {
        st_move_beside(&t, &l->played, l->looked ? &l->best : &l->played, says, sizeof says);
        st_json_text(j, "says", says);
    }
    if (l->looked) {
        st_json_real(j, "loss", l->loss);
        st_json_open(j, "best", '{');
        st_move_beside(&t, &l->best, &l->played, says, sizeof says);
        write_move(j, p, &l->best, says);
        st_json_close(j, '}');
    }
    st_json_close(j, '}');
}

void st_review_evaluator(char *out, size_t size, const struct st_plan *p, long nodes)
{
    if (nodes)
        snprintf(out, size, "worth and winning chances of %s/%s, %ld nodes a decision", p->game->id,
                 p->id, nodes);
    else
        snprintf(out, size, "worth and winning chances of %s/%s, a first look at every move",
                 p->game->id, p->id);
}

void st_view_review(struct st_json *j, const struct st_session *s, const struct st_review *r,
                    void *room)
{
    const struct st_plan *p = st_session_table(s)->plan;
    const char *winner = st_view_winner(st_session_table(s));
    char evaluator[160];

    st_review_evaluator(evaluator, sizeof evaluator, p, r->nodes);
    st_json_open(j, NULL, '{');
    st_json_text(j, "game", p->game->id);
    st_json_text(j, "scenario", p->id);
    st_view_sides(j, p);
    st_json_text(j, "evaluator", evaluator);
    st_json_int(j, "nodes", r->nodes);
    st_json_bool(j, "over", r->over);
    st_json_text(j, "winner", winner);
    st_json_real(j, "start", r->start);
    st_json_real(j, "end", r->end);
    st_json_open(j, "totals", '[');
    for (int side = 0; side < ST_SIDES; side++) {
        st_json_open(j, NULL, '{');
        st_json_text(j, "side", p->side[side]);
        st_json_real(j, "skill", r->skill[side]);
        st_json_real(j, "luck", r->luck[side]);
        st_json_int(j, "decisions", r->decisions[side]);
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
    st_json_real(j, "ruled", r->ruled);
    st_json_open(j, "costliest", '[');
    for (int i = 0; i < r->ncostliest; i++)
        st_json_int(j, NULL, r->costliest[i]);
    st_json_close(j, ']');
    st_json_open(j, "lines", '[');
    for (int i = 0; i < r->n; i++)
        st_view_review_line(j, s, &r->line[i], room);
    st_json_close(j, ']');
    st_json_close(j, '}');
}

/* ---- the curve ------------------------------------------------------------------------- */

enum { WIDE = 720, HIGH = 240, EDGE = 44 };

static double across(const struct st_review *r, int i)
{
    return (double)EDGE + (double)(WIDE - 2 * EDGE) * i / (r->n ? r->n : 1);
}

static double down(double chance)
{
    return (double)EDGE + (double)(HIGH - 2 * EDGE) * (1 - chance);
}

void st_svg_review(struct st_buf *out, const struct st_session *s, const struct st_review *r)
{
    const struct st_plan *p = st_session_table(s)->plan;
    char evaluator[160];

    st_review_evaluator(evaluator, sizeof evaluator, p, r->nodes);
    st_buf_add(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
               "font-family=\"sans-serif\" font-size=\"12\">\n"
               "<rect width=\"%d\" height=\"%d\" fill=\"#fdfdf8\"/>\n",
               WIDE, HIGH, WIDE, HIGH);
    for (int k = 0; k <= 4; k++)
        st_buf_add(out,
                   "<path d=\"M%d %.1fH%d\" stroke=\"#ccc\"/><text x=\"%d\" y=\"%.1f\" "
                   "text-anchor=\"end\">%d %%</text>\n",
                   EDGE, down(k / 4.0), WIDE - EDGE, EDGE - 4, down(k / 4.0) + 4, 25 * k);
    st_buf_add(out, "<text x=\"%d\" y=\"20\" font-weight=\"bold\">%s: winning chance of %s</text>\n",
               EDGE, p->title, st_side_says(p, 0));
    st_buf_add(out, "<text x=\"%d\" y=\"%d\" fill=\"#555\">%s</text>\n", EDGE, HIGH - 10, evaluator);
    st_buf_add(out, "<path fill=\"none\" stroke=\"#0057a8\" stroke-width=\"2\" d=\"M%.1f %.1f",
               across(r, 0), down(r->start));
    for (int i = 0; i < r->n; i++)
        st_buf_add(out, "L%.1f %.1f", across(r, i + 1), down(r->line[i].after));
    st_buf_add(out, "\"/>\n");
    for (int i = 0; i < r->ncostliest; i++) {
        const struct st_review_line *l = &r->line[r->costliest[i]];

        st_buf_add(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"#c22\"/><text x=\"%.1f\" "
                        "y=\"%.1f\" fill=\"#c22\">%d</text>\n",
                   across(r, r->costliest[i] + 1), down(l->after), across(r, r->costliest[i] + 1) + 7,
                   down(l->after) + 4, i + 1);
    }
    st_buf_add(out, "</svg>\n");
}
