/* offers.c - the legal moves of a position, as texts and for programs. See view.h. */
#include "view/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- collecting ------------------------------------------------------------------------ */

struct collector {
    struct st_offer offer;
    const struct st_plan *plan;
    struct st_offer_list moves, families;
};

static struct st_offered *room_for_one(struct st_offer_list *o)
{
    if (o->n == o->room) {
        int room = o->room ? 2 * o->room : 64;
        void *more = realloc(o->item, (size_t)room * sizeof *o->item);

        if (!more) {
            o->failed = true;
            return NULL;
        }
        o->item = more;
        o->room = room;
    }
    return &o->item[o->n++];
}

static bool collect(struct st_offer *o, const struct st_move *m)
{
    struct collector *c = (struct collector *)o; /* offer is its first member */
    struct st_offered *one = room_for_one(&c->moves);

    if (!one)
        return false;
    one->move = *m;
    one->fixed = -1;
    st_move_print(c->plan, m, one->text, sizeof one->text);
    return true;
}

/* Past the first `fixed` slots of a form. */
static const char *after_slots(const char *form, int fixed)
{
    for (; *form && fixed > 0; form++)
        fixed -= *form == '}';
    return form;
}

/* A family is shown with its fixed arguments in place and the slots of the others as they are. */
static bool collect_family(struct st_offer *o, const struct st_move *m, int fixed)
{
    struct collector *c = (struct collector *)o; /* offer is its first member */
    struct st_offered *one = room_for_one(&c->families);
    const char *form = c->plan->game->verbs[m->verb].form;
    size_t words = 0, cut = 0;
    char whole[ST_MOVE_TEXT];

    if (!one)
        return false;
    one->move = *m;
    one->fixed = fixed;
    st_move_print(c->plan, m, whole, sizeof whole);
    for (const char *s = form; s < after_slots(form, fixed); s++)
        words += *s == ' ';
    if (fixed > 0)
        words++;
    for (size_t seen = 0; whole[cut] && (whole[cut] != ' ' || ++seen < words); cut++)
        continue;
    snprintf(one->text, sizeof one->text, "%.*s%.*s", (int)(fixed > 0 ? cut : 0), whole,
             ST_MOVE_TEXT / 2, fixed > 0 ? after_slots(form, fixed) : form);
    return true;
}

int st_offer_list(struct st_offer_list *out, const struct st_table *t, int side,
                  struct st_error *err)
{
    struct collector c = { .offer = { .add = collect, .family = collect_family }, .plan = t->plan };

    *out = (struct st_offer_list){ 0 };
    if (st_now(t).kind != ST_DECIDE ||
        (side >= 0 && side != st_now(t).side && t->plan->game->observe))
        return ST_OK;
    st_step_now(t)->offer(t, &c.offer);
    for (int i = 0; i < c.families.n; i++) {
        struct st_offered *one = room_for_one(&c.moves);

        if (one)
            *one = c.families.item[i];
    }
    c.moves.nfamilies = c.families.n;
    c.moves.failed |= c.families.failed;
    st_offer_list_free(&c.families);
    if (c.moves.failed) {
        st_offer_list_free(&c.moves);
        return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
    *out = c.moves;
    return ST_OK;
}

void st_offer_list_free(struct st_offer_list *o)
{
    free(o->item);
    *o = (struct st_offer_list){ 0 };
}

bool st_offered_begins(const struct st_offered *o, const char *prefix)
{
    return strncasecmp(o->text, prefix, strlen(prefix)) == 0;
}

/* ---- for programs ---------------------------------------------------------------------- */

enum { NO_PIECE = -1 };

static int first_piece(const struct st_plan *p, const struct st_offered *o)
{
    const struct st_names *list = st_view_pieces(p);
    struct st_move given = o->move;
    int piece = NO_PIECE;

    if (o->fixed >= 0)
        given.nargs = (uint16_t)o->fixed; /* the other arguments of a family say nothing */
    if (list)
        st_move_names(p, &given, list->kind, &piece, 1);
    return piece;
}

static void names_of(struct st_json *j, const char *key, const struct st_plan *p,
                     const struct st_offered *o, const char *kind)
{
    const struct st_names *list = st_plan_list(p, kind);
    int at[ST_ARGS_MAX], n = st_move_names(p, &o->move, kind, at, ST_ARGS_MAX);
    char hex[6];

    st_json_open(j, key, '[');
    for (int i = 0; i < n; i++) {
        if (!list)
            st_hex_name(&p->grid, at[i], hex);
        st_json_text(j, NULL, list ? list->name[at[i]] : hex);
    }
    st_json_close(j, ']');
}

/* Names of lists that are not the pieces: what several of them are called together, a wing... */
static void other_names(struct st_json *j, const struct st_plan *p, const struct st_move *m)
{
    struct st_arg arg[ST_ARGS_MAX];
    int n = st_move_args(p, m, arg);

    st_json_open(j, "names", '[');
    for (int i = 0; i < n; i++)
        if (arg[i].list && arg[i].list != st_view_pieces(p))
            st_json_text(j, NULL, arg[i].list->name[m->arg[i]]);
    st_json_close(j, ']');
}

/* Where a move on a bare table ends, um. */
static void end_of(struct st_json *j, const struct st_plan *p, const struct st_move *m)
{
    struct st_arg arg[ST_ARGS_MAX];
    int i = st_move_args(p, m, arg) - 1;

    while (i > 0 && !(st_span_is(arg[i].slot, "y") && st_span_is(arg[i - 1].slot, "x")))
        i--;
    if (i <= 0)
        return;
    st_json_open(j, "end", '[');
    st_json_int(j, NULL, m->arg[i - 1] * ST_MM);
    st_json_int(j, NULL, m->arg[i] * ST_MM);
    st_json_close(j, ']');
}

/* The sentence of a move, and its few words for a button. */
static void said(struct st_json *j, const struct st_table *t, const struct st_move *m)
{
    char text[ST_SAYS_MAX];

    if (st_move_part(t, m, ST_WORD_SAYS, text, sizeof text))
        st_json_text(j, "says", text);
    if (st_move_part(t, m, ST_WORD_BRIEF, text, sizeof text))
        st_json_text(j, "short", text);
}

/* What its verb is about: the same for all moves of a group. */
static void explained(struct st_json *j, const struct st_table *t, const struct st_move *m)
{
    const struct st_word *w = st_word_verb(t->plan, m->verb);
    char text[ST_SAYS_MAX];

    if (w && st_move_part(t, m, ST_WORD_EXPLAINS, text, sizeof text))
        st_json_text(j, "explains", text);
    if (w && w->para[0])
        st_json_text(j, "para", w->para);
}

static void one_offer(struct st_json *j, const struct st_table *t, const struct st_offered *o)
{
    const struct st_plan *p = t->plan;
    const struct st_names *list = st_view_pieces(p);

    st_json_open(j, NULL, '{');
    st_json_text(j, o->fixed < 0 ? "move" : "family", o->text);
    if (o->fixed >= 0)
        st_json_int(j, "fixed", o->fixed);
    if (o->fixed < 0)
        said(j, t, &o->move);
    if (o->fixed < 0 && list)
        names_of(j, "pieces", p, o, list->kind);
    if (o->fixed < 0)
        other_names(j, p, &o->move);
    if (o->fixed < 0 && p->grid.cols)
        names_of(j, "hexes", p, o, "hex");
    if (o->fixed < 0 && p->table.x)
        end_of(j, p, &o->move);
    st_json_close(j, '}');
}

struct group {
    int verb, piece;
};

static struct group group_of(const struct st_plan *p, const struct st_offered *o)
{
    return (struct group){ o->move.verb, first_piece(p, o) };
}

static bool same_group(struct group a, struct group b)
{
    return a.verb == b.verb && a.piece == b.piece;
}

void st_view_offers(struct st_json *j, const char *key, const struct st_table *t,
                    const struct st_offer_list *o, const char *prefix)
{
    const struct st_plan *p = t->plan;
    struct group *of = calloc((size_t)o->n + 1, sizeof *of);
    bool *done = calloc((size_t)o->n + 1, sizeof *done);

    if (!of || !done) {
        j->out->failed = true;
        goto out;
    }
    for (int i = 0; i < o->n; i++) {
        of[i] = group_of(p, &o->item[i]);
        done[i] = prefix && !st_offered_begins(&o->item[i], prefix);
    }
    st_json_open(j, key, '[');
    for (int i = 0; i < o->n; i++) {
        if (done[i])
            continue;
        const struct st_verb *v = &p->game->verbs[of[i].verb];
        const char *form = v->form;
        struct st_span rest = st_span_of(form), word = st_span_word(&rest);
        char verb[32];

        st_span_copy(word, verb, sizeof verb);
        st_json_open(j, NULL, '{');
        st_json_text(j, "verb", verb);
        st_json_text(j, "form", form);
        st_json_text(j, "piece", of[i].piece < 0 ? NULL : st_view_piece(p, of[i].piece));
        const char *part = v->yields ? "yields" : v->opens ? "opens" : v->closes ? "closes" : NULL;

        if (part)
            st_json_bool(j, part, true);
        explained(j, t, &o->item[i].move);
        st_json_open(j, "offers", '[');
        for (int k = i; k < o->n; k++)
            if (!done[k] && same_group(of[i], of[k])) {
                one_offer(j, t, &o->item[k]);
                done[k] = true;
            }
        st_json_close(j, ']');
        st_json_close(j, '}');
    }
    st_json_close(j, ']');
out:
    free(of);
    free(done);
}
