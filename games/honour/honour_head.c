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
    "table",
    "table, previous weather Rain",
    "table, previous weather Mud",
    "table, previous weather Snow",
    "table, previous weather Heat",
    "table, previous weather Frost",
    "fixed Fair",
    "fixed Rain",
    "fixed Mud",
    "fixed Snow",
    "fixed Heat",
    "fixed Frost",
};

/* "fixed Fair", "table", "table, previous weather Frost"; blanks and the comma as you please. */
static bool read_weather(struct st_span text, int *fixed, int *before)
{
    static const char *const previous[] = { "previous", "weather" };
    struct st_span word = st_span_word(&text);

    *fixed = -1;
    *before = FAIR;
    if (st_span_is(word, "fixed")) {
        *before = *fixed = st_span_find(st_span_word(&text), honour_weathers, WEATHERS);
        return *fixed >= 0 && !st_span_word(&text).len;
    }
    if (!st_span_is(word, "table") && !st_span_is(word, "table,"))
        return false;
    if (!st_span_trim(text).len)
        return true;
    for (int i = 0; i < ST_COUNT(previous); i++)
        if (!st_span_is(st_span_word(&text), previous[i]))
            return false;
    *before = st_span_find(st_span_word(&text), honour_weathers, WEATHERS);
    return *before >= 0 && !st_span_word(&text).len;
}

static void bind_weather(struct honour_loader *l)
{
    const struct st_entry *e = st_scenario_find(l->b.sc, "weather");
    struct honour_plan *f = l->f;
    struct st_option o = { "weather", "Weather", "4.2", ST_OPTION_CHOICE, .word = weathers,
                           .nwords = 2 * WEATHERS };

    if (!read_weather(st_span_of(e ? e->value : "table"), &f->fixed_weather, &f->weather_before))
        st_bad_key(&l->b, e,
                   "`weather` is `fixed WEATHER`, `table`, or `table, previous weather WEATHER`, "
                   "with one of Fair Rain Mud Snow Heat Frost");
    o.value = f->fixed_weather < 0 ? f->weather_before : WEATHERS + f->fixed_weather;
    st_bind_option(&l->b, &o);
}

/* ---- rules in force or not --------------------------------------------------------------- */

/* Each a bit of the plan's options: the optional rules of 18, and of two ways to read a rule the one
 * that is not ours (Part 11). */
enum { SWITCHES = 4, READINGS_SHIFT = 4 };
struct switches {
    const char *key, *title, *what;
    const char *word[SWITCHES + 1], *called[SWITCHES], *cited[SWITCHES]; /* the last word: "none" */
    int shift;
};
static const struct switches optional = {
    "options", "Optional rules", "optional rule",
    { "18.1", "18.2", "18.7", "18.9", "none" },
    { "Quarters", "Interphase turns", "Flight to pillage", "Major battles by one table" },
    { "18.1", "18.2", "18.7", "18.9" },
    0,
};
static const struct switches readings = {
    "readings", "Other readings", "reading",
    { "B12", "H.3", "H.14", "H.21", "none" },
    { "Only attempts that succeed are counted", "No attack from inside a Fortress",
      "Only Orders that cost AP can be forced",
      "Without Capitano a marching Order falls back to Garrison or Retreat" },
    { "6.3", "10.1", "5.3.1", "3.5.3" },
    READINGS_SHIFT,
};

/* "18.1 18.2", with or without commas; or "none". */
static void bind_switches(struct honour_loader *l, const struct switches *s)
{
    const struct st_entry *e = st_scenario_find(l->b.sc, s->key);
    struct st_span rest = st_span_of(e ? e->value : "none");
    struct st_option o = { s->key, s->title, NULL, ST_OPTION_SEVERAL, .word = s->word,
                           .called = s->called, .cited = s->cited, .nwords = SWITCHES };

    for (struct st_span w = st_span_word(&rest); w.len; w = st_span_word(&rest)) {
        while (w.len) {
            struct st_span one = st_span_cut(&w, ',');
            int k = one.len ? st_span_find(one, s->word, SWITCHES + 1) : SWITCHES;

            if (k < 0)
                st_bad_key(&l->b, e, "no %s `%.*s`: %s %s %s %s", s->what, (int)one.len, one.at,
                           s->word[0], s->word[1], s->word[2], s->word[3]);
            o.value |= k >= 0 && k < SWITCHES ? 1 << k : 0;
        }
    }
    l->f->options |= o.value << s->shift;
    st_bind_option(&l->b, &o);
}

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
    const struct st_entry *first = st_scenario_find(l->b.sc, "first_side"), *e;
    const char **title = st_bind_array(&l->b, ST_SIDES, sizeof *title);

    for (int s = 0; s < ST_SIDES && title; s++) {
        e = st_scenario_find(l->b.sc, key[s]);
        l->b.plan->side[s] = honour_sides[s];
        title[s] = e ? e->value : honour_sides[s];
    }
    l->f->first = first ? st_span_find(st_span_of(first->value), honour_sides, ST_SIDES) : 0;
    if (l->f->first < 0)
        st_bad_key(&l->b, first, "`first_side` is A or B");
    st_bind_option(&l->b, &(struct st_option){ "first_side", "First on a tie of turn 1", "6.1",
                                               ST_OPTION_CHOICE, .word = honour_sides,
                                               .called = title, .nwords = ST_SIDES,
                                               .value = l->f->first });
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
    bind_switches(l, &optional);
    offer_interphase(l);
    bind_switches(l, &readings);
}
