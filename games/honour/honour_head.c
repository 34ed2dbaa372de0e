/* honour_head.c - the keys of [scenario]: length, dates, weather, rules in force (Part 9). */
#include "honour/honour_load.h"

#include <string.h>

/* ---- turns and their dates --------------------------------------------------------------- */

static int days_in(int year, int month)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    return days[month - 1] + (month == 2 && year % 4 == 0); /* the calendar of 1525 */
}

static void bind_dates(struct honour_loader *l)
{
    const struct st_entry *e = st_scenario_find(l->b.sc, "first_turn_date");
    struct st_span rest = st_span_of(e ? e->value : "");
    struct honour_plan *f = l->f;
    int y, m, d;

    if (!st_span_int(st_span_cut(&rest, '-'), 1, 9999, &y) ||
        !st_span_int(st_span_cut(&rest, '-'), 1, 12, &m) ||
        !st_span_int(rest, 1, days_in(y, m), &d)) {
        st_bad_key(&l->b, e, "`first_turn_date` must be a date: 1524-10-26");
        return;
    }
    for (int turn = 1; turn <= f->turns; turn++) {
        f->month[turn] = (uint8_t)m;
        d += f->turn_days;
        while (d > days_in(y, m)) {
            d -= days_in(y, m);
            m = m % 12 + 1;
            y += m == 1;
        }
    }
}

int honour_latest_turn(const struct honour_loader *l)
{
    return st_scenario_find(l->b.sc, "turns")->line ? l->f->turns : MAX_TURNS;
}

/* "1 4 7", ascending, or "none". */
static void bind_turns(struct honour_loader *l, const char *key, uint64_t *out)
{
    const struct st_entry *e = st_scenario_find(l->b.sc, key);
    struct st_span rest = st_span_of(e ? e->value : "none");
    int last = 0, latest = honour_latest_turn(l), v;

    for (struct st_span w = st_span_word(&rest); w.len; w = st_span_word(&rest)) {
        if (st_span_is(w, "none"))
            continue;
        if (!st_span_int(w, 1, latest, &v)) {
            st_bad_key(&l->b, e, "`%s`: `%.*s` is no turn from 1 to %d", key, (int)w.len, w.at,
                       latest);
            return;
        }
        if (v <= last)
            st_bad_key(&l->b, e, "`%s`: turn %d after turn %d", key, v, last);
        last = v;
        *out |= 1ull << v;
    }
}

/* ---- weather ----------------------------------------------------------------------------- */

static const char *const weathers[2 * WEATHERS] = {
    "table", "table, previous weather Rain", "table, previous weather Mud", "table, previous weather Snow",
    "table, previous weather Heat", "table, previous weather Frost", "fixed Fair", "fixed Rain", "fixed Mud",
    "fixed Snow", "fixed Heat", "fixed Frost",
};

static const struct st_bound weather_key = {
    "weather", ST_ONE(struct honour_loader, weather), .of = ST_OF_SEEN, .words = weathers, .nwords = 2 * WEATHERS,
    .blank = true, .title = "Weather", .para = "4.2",
    .wants = "`fixed WEATHER`, `table`, or `table, previous weather WEATHER`, "
             "with one of Fair Rain Mud Snow Heat Frost",
};

static void bind_weather(struct honour_loader *l)
{
    st_bind_keys(&l->b, &weather_key, 1);
    l->f->fixed_weather = l->weather < WEATHERS ? -1 : l->weather - WEATHERS;
    l->f->weather_before = l->weather % WEATHERS;
}

/* ---- rules in force or not --------------------------------------------------------------- */

/* Each a bit of the plan's options: the optional rules of 18, and of two ways to read a rule the one
 * that is not ours (Part 11). */
static const char *const optional[] = { "18.1", "18.2", "18.7", "18.9" };
static const char *const optional_called[] = { "Quarters", "Interphase turns", "Flight to pillage",
                                               "Major battles by one table" };
static const char *const readings[] = { "B12", "H.3", "H.14", "H.21" };
static const char *const readings_called[] = {
    "Only attempts that succeed are counted", "No attack from inside a Fortress",
    "Only Orders that cost AP can be forced",
    "Without Capitano a marching Order falls back to Garrison or Retreat",
};
static const char *const readings_cited[] = { "6.3", "10.1", "5.3.1", "3.5.3" };
enum { OPTIONAL_BITS = 0xf, READINGS_BITS = 0xf0 };

static const struct st_bound switches[] = {
    { "options", ST_FLAG(struct honour_plan, options, OPTIONAL_BITS), ST_WORDS(optional),
      .several = true, .blank = true, .title = "Optional rules", .called = optional_called, .cited = optional },
    { "readings", ST_FLAG(struct honour_plan, options, READINGS_BITS), ST_WORDS(readings),
      .several = true, .blank = true, .title = "Other readings", .called = readings_called,
      .cited = readings_cited },
};

/* For those who play with 18.2. */
static void offer_interphase(struct honour_loader *l)
{
    const struct st_entry *e = st_scenario_find(l->b.sc, "interphase_turns");

    st_bind_option(&l->b, &(struct st_option){ "interphase_turns", "Interphase turns, as 3 6 9",
                                               "18.2", ST_OPTION_TEXT,
                                               .text = e ? e->value : "none" });
}

/* ---- the rest ---------------------------------------------------------------------------- */

static const char *const specials[SPECIALS] = { "none", "bicocca", "pavia", "relief" };

static const struct st_bound length[] = {
    { "turns", PLAN(turns), 1, MAX_TURNS, .title = "Length in turns", .para = "17.1" },
};
static const struct st_bound others[] = {
    { "turn_days", PLAN(turn_days), 1, 31 },
    { "special", PLAN(special), .words = specials, .nwords = SPECIALS, .wants = "none, bicocca, pavia or relief",
      .blank = true },
};

/* Who they are, and who is first on a tie of the first turn. */
static void bind_sides(struct honour_loader *l)
{
    static const char *const key[] = { "side_A", "side_B" };
    const char **title = st_bind_array(&l->b, ST_SIDES, sizeof *title);
    const struct st_bound first[] = {
        { "first_side", PLAN(first), .words = honour_sides, .nwords = ST_SIDES, .wants = "A or B",
          .blank = true, .title = "First on a tie of turn 1", .para = "6.1", .called = title },
    };

    for (int s = 0; s < ST_SIDES && title; s++) {
        const struct st_entry *e = st_scenario_find(l->b.sc, key[s]);

        l->b.plan->side[s] = honour_sides[s];
        title[s] = e ? e->value : honour_sides[s];
    }
    st_bind_keys(&l->b, ST_ROWS(first));
    st_bind_names(&l->b, "side", honour_sides, title, ST_SIDES);
}

/* Without a word in the file the id says whose special rules these are. */
static void special_by_id(struct honour_loader *l)
{
    static const char *const ids[SPECIALS] = { "", "bicocca_1522", "pavia_1524", "relief_1525" };
    const struct st_entry *id = st_scenario_find(l->b.sc, "id");

    for (int i = 1; i < SPECIALS && id && !st_scenario_find(l->b.sc, "special"); i++)
        if (strcmp(id->value, ids[i]) == 0)
            l->f->special = i;
}

void honour_bind_head(struct honour_loader *l)
{
    st_bind_title(&l->b, "title");
    st_bind_keys(&l->b, ST_ROWS(length));
    bind_sides(l);
    st_bind_keys(&l->b, ST_ROWS(others));
    if (l->b.e)
        return;
    special_by_id(l);
    bind_dates(l);
    bind_turns(l, "ap_turns", &l->f->ap_turns);
    bind_turns(l, "interphase_turns", &l->f->interphase);
    bind_weather(l);
    st_bind_keys(&l->b, &switches[0], 1);
    offer_interphase(l);
    st_bind_keys(&l->b, &switches[1], 1);
}
