/* guerre_ground.c - 5.12: pieces of terrain, what a base stands in, heights, works and sight. */
#include "guerre/guerre.h"

int guerre_npieces(const struct st_table *t)
{
    return plan_of(t)->open ? pos_of(t)->nlaid : plan_of(t)->npieces;
}

struct guerre_piece guerre_laid_piece(const struct guerre_laid *l)
{
    return (struct guerre_piece){ { { .at = st_point_mm(l->x, l->y), .facing = l->h },
                                    -l->w * ST_MM / 2,
                                    l->w * ST_MM / 2,
                                    -l->d * ST_MM / 2,
                                    l->d * ST_MM / 2 },
                                  l->kind ? (uint8_t)(l->kind - 1) : (uint8_t)KINDS };
}

struct guerre_piece guerre_piece(const struct st_table *t, int i)
{
    return plan_of(t)->open ? guerre_laid_piece(&pos_of(t)->laid[i]) : plan_of(t)->piece[i];
}

/* The same where it stands in the plan, else in room: nobody copies what is only glanced at. */
static const struct guerre_piece *look_at(const struct st_table *t, int i, struct guerre_piece *room)
{
    if (!plan_of(t)->open)
        return &plan_of(t)->piece[i];
    *room = guerre_laid_piece(&pos_of(t)->laid[i]);
    return room;
}

bool guerre_on_table(const struct st_table *t, const struct st_box *base)
{
    return st_box_on(base, plan_of(t)->width, plan_of(t)->height);
}

/* 5.12.7: the two long edges, as lines. */
void guerre_banks(const struct guerre_piece *dry, struct st_box out[2])
{
    bool along = dry->box.right >= dry->box.front; /* the width is the longer side */

    out[0] = out[1] = dry->box;
    if (along) {
        out[0].back = out[0].front;
        out[1].front = out[1].back;
    } else {
        out[0].right = out[0].left;
        out[1].left = out[1].right;
    }
}

bool guerre_on_bridge(const struct st_table *t, const struct st_box *base)
{
    enum { OFF_AXIS = 5000 };
    struct st_point centre = st_box_centre(base);

    for (int i = 0; i < guerre_npieces(t); i++) {
        struct guerre_piece b = guerre_piece(t, i);

        if (b.kind != BRIDGE || (base->pose.facing - b.box.pose.facing) % ABOUT != 0)
            continue;
        int32_t u = st_pose_in(b.box.pose, centre).x;
        if (u >= -OFF_AXIS && u <= OFF_AXIS && st_box_overlaps(base, &b.box, TOLERANCE))
            return true;
    }
    return false;
}

static bool on_bank(const struct guerre_piece *dry, const struct st_box *base)
{
    struct st_box bank[2];

    guerre_banks(dry, bank);
    return st_box_overlaps(base, &bank[0], TOLERANCE) || st_box_overlaps(base, &bank[1], TOLERANCE);
}

static inline bool beyond(const struct st_box *base, const struct guerre_piece *piece)
{
    return far_apart(base->pose.at, piece->box.pose.at, box_reach(base) + box_reach(&piece->box));
}

bool guerre_in_ground(const struct st_table *t, int type, const struct st_box *base,
                      const uint16_t mask[GROUNDS])
{
    struct guerre_piece room;

    for (int i = 0, n = guerre_npieces(t); i < n; i++) {
        const struct guerre_piece *piece = look_at(t, i, &room);

        if (piece->kind == KINDS || beyond(base, piece))
            continue;
        if (piece->kind == DRY && mask[BANK] >> type & 1 && on_bank(piece, base))
            return true;
        if (mask[piece->kind] >> type & 1 && st_box_overlaps(base, &piece->box, TOLERANCE) &&
            !(piece->kind == RIVER && guerre_on_bridge(t, base)))
            return true;
    }
    return false;
}

bool guerre_near_ground(const struct st_table *t, int type, const struct st_box *box, const uint16_t mask[GROUNDS])
{
    struct guerre_piece room;

    for (int i = 0, n = guerre_npieces(t); i < n; i++) {
        const struct guerre_piece *piece = look_at(t, i, &room);
        int kind = piece->kind;

        if (kind != KINDS && (mask[kind] | (kind == DRY ? mask[BANK] : 0)) >> type & 1 && !beyond(box, piece) &&
            st_box_overlaps(box, &piece->box, 0))
            return true;
    }
    return false;
}

/* The most that any ground says of which the base overlaps a piece, banks of a bed included or not.
 * Works are no ground to stand in: they are lined (5.12.9). */
static int most_of(const struct st_table *t, const struct st_box *base,
                   const uint8_t says[GROUNDS], bool banks)
{
    struct guerre_piece room;
    int most = 0;

    for (int i = 0, n = guerre_npieces(t); i < n; i++) {
        const struct guerre_piece *piece = look_at(t, i, &room);
        int kind = piece->kind;

        if (kind == KINDS || kind == FORT || beyond(base, piece))
            continue;
        if (kind == DRY && banks && says[BANK] > most && on_bank(piece, base))
            most = says[BANK];
        if (says[kind] > most && st_box_overlaps(base, &piece->box, TOLERANCE) &&
            !(kind == RIVER && guerre_on_bridge(t, base)))
            most = says[kind];
    }
    return most;
}

bool guerre_harsh(const struct st_table *t, const struct st_box *base)
{
    return most_of(t, base, plan_of(t)->harsh, true);
}

bool guerre_unranked(const struct st_table *t, const struct st_box *base)
{
    return most_of(t, base, plan_of(t)->unranked, false); /* banks count for who is above, 5.12.7 */
}

int guerre_cover_of(const struct st_table *t, const struct st_box *base)
{
    return most_of(t, base, plan_of(t)->cover, true);
}

/* ---- hills ------------------------------------------------------------------------------- */

/* 5.12.5: the line through the centre along the longer side. */
static struct st_box crest_of(const struct guerre_piece *hill)
{
    struct st_box line = hill->box;

    if (line.right >= line.front)
        line.front = line.back = 0;
    else
        line.left = line.right = 0;
    return line;
}

int guerre_height(const struct st_table *t, int e)
{
    struct st_point centre = centre_of(t, e);
    struct guerre_piece room;
    int best = 0;

    for (int i = 0, n = guerre_npieces(t); i < n; i++) {
        const struct guerre_piece *hill = look_at(t, i, &room);

        if (hill->kind == KINDS || !plan_of(t)->crest[hill->kind] || !st_box_holds(&hill->box, centre))
            continue;
        struct st_point at = st_pose_in(hill->box.pose, centre);
        bool along = hill->box.right >= hill->box.front;
        int32_t half = along ? hill->box.front : hill->box.right, off = along ? at.y : at.x;
        int height = (half - (off < 0 ? -off : off)) / ST_MM + 1;
        best = height > best ? height : best;
    }
    return best;
}

/* ---- banks and works --------------------------------------------------------------------- */

bool guerre_above_bank(const struct st_table *t, int x, int y)
{
    struct st_box above = base_of(t, x), below = base_of(t, y);

    for (int i = 0; i < guerre_npieces(t); i++) {
        struct guerre_piece dry = guerre_piece(t, i);

        if (dry.kind == DRY && st_box_overlaps(&below, &dry.box, TOLERANCE) &&
            !st_box_overlaps(&above, &dry.box, TOLERANCE))
            return true;
    }
    return false;
}

int guerre_lined_fort(const struct st_table *t, int e, struct guerre_piece *out)
{
    enum { BEHIND = -10000, SHARED = 20000 };
    struct st_pose pose = pos_of(t)->pose[e];
    struct guerre_piece room;

    for (int i = 0, n = guerre_npieces(t); i < n; i++) {
        const struct guerre_piece *line = look_at(t, i, &room);

        if (line->kind != FORT || line->box.pose.facing != pose.facing ||
            far_apart(line->box.pose.at, pose.at, line->box.right + 2 * FRONT))
            continue;
        struct st_point at = st_pose_in(line->box.pose, pose.at);
        int32_t from = at.x - HALF_FRONT, to = at.x + HALF_FRONT;
        from = from < line->box.left ? line->box.left : from;
        to = to > line->box.right ? line->box.right : to;
        if (at.y >= BEHIND && at.y <= TOLERANCE && to - from >= SHARED) {
            *out = *line;
            return i;
        }
    }
    return -1;
}

/* ---- sight ------------------------------------------------------------------------------- */

bool guerre_ground_shuts(const struct st_table *t, const struct st_point corridor[4], int a, int b,
                         struct st_refusal *why, const char *para)
{
    const struct guerre_plan *f = plan_of(t);
    int n = guerre_npieces(t);

    if (n == 0)
        return false;
    struct st_box base_a = base_of(t, a), base_b = base_of(t, b);
    int near = -1; /* not yet measured */
    for (int i = 0; i < n; i++) {
        struct guerre_piece piece = guerre_piece(t, i);
        struct st_box core;

        if (piece.kind == KINDS)
            continue;
        if (f->core[piece.kind] && st_box_shrink(&core, &piece.box, NEAR_SIGHT) &&
            st_corridor_blocked(corridor, &core)) {
            if (near < 0)
                near = st_box_gap2(&base_a, &base_b) <= (int64_t)NEAR_SIGHT * NEAR_SIGHT;
            if (!near) {
                st_refuse_by(why, f->piece_name[i], para, "%s lies between %s and %s",
                             f->piece_name[i], name_of(t, a), name_of(t, b));
                return true;
            }
        }
        if (!f->crest[piece.kind])
            continue;
        struct st_box crest = crest_of(&piece);
        if (st_corridor_blocked(corridor, &crest) && !st_box_overlaps(&base_a, &crest, 0) &&
            !st_box_overlaps(&base_b, &crest, 0)) {
            st_refuse_by(why, f->piece_name[i], para, "the crest of %s lies between %s and %s",
                         f->piece_name[i], name_of(t, a), name_of(t, b));
            return true;
        }
    }
    return false;
}
