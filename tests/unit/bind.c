/* bind.c - charts, sheets and keys by rows: what goes where, the first error sticks, options. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/bind.h"
#include "core/game.h"

#include <string.h>

enum { CHART_ARMS, CHART_NOTES };
static const char *const arms[] = { "foot", "horse" };
static const char *const grades[] = { "raw", "drilled" };

struct own {
    int turns, ground, late;
    uint8_t move[2], wall[2];
    int8_t drm;
    uint8_t grade[4];
    int16_t hex[4];
    const char *name[4];
};
#define TO(m) ST_ONE(struct own, m)
#define EACH(m) ST_EACH(struct own, m)

struct world {
    struct own own;
    struct st_plan plan;
    struct st_chart *chart[2];
    struct st_scenario sc;
    struct st_error err;
    struct st_binder b;
};

static void open_world(struct world *w, const char *arms_text, const char *keys)
{
    static const char notes[] = "# title\tnotes\nnote\tvalue\nrain\t-2\n";
    struct st_error err;

    memset(w, 0, sizeof *w);
    w->plan.data = &w->own;
    w->plan.chart = w->chart;
    w->plan.id = "test";
    assert_int_equal(st_chart_parse(&w->chart[CHART_ARMS], &w->plan.arena, "arms",
                                    st_span_of(arms_text), "arms.tsv", &err), ST_OK);
    assert_int_equal(st_chart_parse(&w->chart[CHART_NOTES], &w->plan.arena, "notes",
                                    st_span_of(notes), "notes.tsv", &err), ST_OK);
    w->sc = (struct st_scenario){ .where = "test.txt", .text = st_span_of(keys),
                                  .arena = &w->plan.arena };
    assert_int_equal(st_scenario_keys(&w->sc, &err), ST_OK);
    w->b = st_binder_of(&w->plan, &w->sc, &w->err);
    st_bind_grid(&w->b, 5, 5);
}

static const struct st_bound arm_columns[] = {
    { "move", EACH(move), 1, 9 },
    { "wall", EACH(wall), ST_YES_NO },
};
static const struct st_fact facts[] = { { CHART_NOTES, "rain", TO(drm) } };
static const char good[] = "# title\tarms\narm\tmove\twall\nfoot\t3\tyes\nhorse\t6\tno\n";

static void test_bind__columns_and_facts_go_to_their_members(void **state)
{
    struct world w;

    (void)state;
    open_world(&w, good, "");
    st_bind_columns(&w.b, CHART_ARMS, arms, 0, 2, ST_ROWS(arm_columns));
    st_bind_facts(&w.b, "value", -9, 9, ST_ROWS(facts));
    assert_int_equal(w.b.e, ST_OK);
    assert_int_equal(w.own.move[0], 3);
    assert_int_equal(w.own.move[1], 6);
    assert_int_equal(w.own.wall[0], 1);
    assert_int_equal(w.own.wall[1], 0);
    assert_int_equal(w.own.drm, -2);
    st_arena_free(&w.plan.arena);
}

static void test_bind__the_first_error_sticks_and_nothing_is_stored_after_it(void **state)
{
    struct world w;

    (void)state;
    open_world(&w, "# title\tarms\narm\tmove\twall\nfoot\t3\tyes\nhorse\t10\tno\n", "");
    st_bind_columns(&w.b, CHART_ARMS, arms, 0, 2, ST_ROWS(arm_columns));
    assert_int_equal(w.b.e, ST_ESYNTAX);
    assert_string_equal(w.err.where, "arms.tsv");
    assert_int_equal(w.err.line, 4);
    assert_string_equal(w.err.text, "`10` in row `horse`, column `move` is not a number from 1 to 9");
    st_bind_facts(&w.b, "no such column", -9, 9, ST_ROWS(facts));
    st_bad_key(&w.b, NULL, "another");
    assert_int_equal(w.own.drm, 0);
    assert_string_equal(w.err.where, "arms.tsv");
    assert_null(st_bind_array(&w.b, 1, 1));
    st_arena_free(&w.plan.arena);
}

static void test_bind__words_may_mean_numbers_stand_beside_them_and_be_several(void **state)
{
    static const int means[] = { 7, 1 };
    static const struct st_bound keys[] = {
        { "word", TO(turns), .words = grades, .nwords = 2, .means = means, .hi = 5, .per = 2 },
        { "number", TO(ground), .words = grades, .nwords = 2, .means = means, .hi = 5, .per = 2 },
        { "both", TO(late), .words = grades, .nwords = 2, .several = true },
    };
    static const struct st_bound twice[] = {
        { "twice", TO(late), .words = grades, .nwords = 2, .several = true, .wants = "grades" },
    };
    static const struct st_bound only_words[] = {
        { "number", TO(ground), .words = grades, .nwords = 2, .means = means },
    };
    struct world w;

    (void)state;
    open_world(&w, good, "word = raw\nnumber = 4\nboth = drilled, raw\ntwice = raw, raw\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_int_equal(w.b.e, ST_OK);
    assert_int_equal(w.own.turns, 7);
    assert_int_equal(w.own.ground, 8);
    assert_int_equal(w.own.late, 3);
    st_bind_keys(&w.b, ST_ROWS(twice));
    assert_string_equal(w.err.text, "`twice` must be grades, not `raw, raw`");
    w.b.e = ST_OK;
    st_bind_keys(&w.b, ST_ROWS(only_words));
    assert_string_equal(w.err.text, "unknown number `4`");
    w.b.e = ST_OK;
    assert_string_equal(st_bind_need(&w.b, "word")->value, "raw");
    assert_string_equal(st_bind_need(&w.b, "none")->value, "");
    assert_string_equal(w.err.text, "no line `none = ...`");
    st_arena_free(&w.plan.arena);
}

static void test_bind__keys_are_read_and_those_with_a_title_offered(void **state)
{
    static const struct st_bound keys[] = {
        { "turns", TO(turns), 1, 20, .title = "Length", .para = "1.1" },
        { "late", TO(late), ST_YES_NO, .blank = true, .none = 1, .title = "Late", .para = "1.2" },
        { "ground", TO(ground), .read = st_read_hex, .wants = "a hex of the map" },
    };
    struct world w;

    (void)state;
    open_world(&w, good, "turns = 7\nground = 0203\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_int_equal(w.b.e, ST_OK);
    assert_int_equal(w.own.turns, 7);
    assert_int_equal(w.own.late, 1);
    assert_int_equal(w.own.ground, st_hex_make(&w.plan.grid, 2, 3));
    assert_int_equal(w.plan.noptions, 2);
    assert_string_equal(w.plan.option[0].key, "turns");
    assert_int_equal(w.plan.option[0].value, 7);
    assert_int_equal(w.plan.option[1].kind, ST_OPTION_CHOICE);
    assert_int_equal(w.plan.option[1].value, 1);
    st_arena_free(&w.plan.arena);

    open_world(&w, good, "turns = 7\nground = 0903\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_int_equal(w.err.line, 2);
    assert_string_equal(w.err.text, "`ground` must be a hex of the map, not `0903`");
    st_arena_free(&w.plan.arena);

    open_world(&w, good, "turns = 7\nlate = perhaps\nground = 0203\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_int_equal(w.err.line, 2);
    assert_string_equal(w.err.text, "unknown late `perhaps`");
    st_arena_free(&w.plan.arena);

    open_world(&w, good, "turns = 7\n");
    st_bind_keys(&w.b, ST_ROWS(keys));
    assert_string_equal(w.err.text, "no line `ground = ...`");
    st_arena_free(&w.plan.arena);
}

/* ---- sheets with a row for each piece or hex ---- */

static const char *sheet_text;

static int read_sheet(const struct st_files *self, struct st_arena *a, const char *name, struct st_span *out,
                      struct st_error *err)
{
    (void)self, (void)a, (void)name, (void)err;
    *out = st_span_of(sheet_text);
    return ST_OK;
}
static const struct st_files sheets = { .read = read_sheet };

static void open_sheet(struct world *w, const char *text)
{
    open_world(w, good, "sheet = it.tsv\n");
    w->sc.files = &sheets;
    sheet_text = text;
}

static void no_raw_c(struct st_binder *b, int piece)
{
    const struct own *own = b->to;

    if (piece == 2 && own->grade[2] == 0)
        st_bad(b, "the third is drilled");
}

static const struct st_bound piece_columns[] = {
    { "hex", EACH(hex), .read = st_read_hex, .wants = "a hex", .blank = true, .none = -1 },
    { "grade", EACH(grade), .words = grades, .nwords = 2 },
};

static void test_bind__a_row_of_a_sheet_goes_to_its_piece(void **state)
{
    const char *const *names = NULL;
    struct world w;

    (void)state;
    open_sheet(&w, "id\tname\thex\tgrade\nA\tAnn\t0101\traw\nB\tBob\t-\tdrilled\n");
    assert_int_equal(st_bind_pieces(&w.b, "sheet", "man", 3, ST_ROWS(piece_columns), no_raw_c, &names), 2);
    assert_int_equal(w.b.e, ST_OK);
    assert_string_equal(names[1], "B");
    assert_string_equal(st_plan_list(&w.plan, "man")->title[0], "Ann");
    assert_int_equal(w.own.hex[0], st_hex_make(&w.plan.grid, 1, 1));
    assert_int_equal(w.own.hex[1], -1);
    assert_int_equal(w.own.grade[1], 1);
    st_arena_free(&w.plan.arena);
}

static void test_bind__a_piece_that_will_not_do_is_told_with_its_line(void **state)
{
    static const struct { const char *text, *says; int line; } bad[] = {
        { "id\tname\thex\tgrade\nA\ta\t0101\tgreen\n", "unknown grade `green`", 2 },
        { "id\tname\thex\tgrade\nA\ta\t-\traw\nA\tb\t-\traw\n", "two of the kind man are named `A`", 3 },
        { "id\tname\thex\tgrade\nA\ta\t-\traw\nB\tb\t-\traw\nC\tc\t-\traw\n", "the third is drilled", 4 },
        { "id\tname\thex\tgrade\n", "0 of the kind man; 1 to 3 are known", 0 },
    };
    const char *const *names = NULL;
    struct world w;

    (void)state;
    for (int i = 0; i < ST_COUNT(bad); i++) {
        open_sheet(&w, bad[i].text);
        assert_int_equal(st_bind_pieces(&w.b, "sheet", "man", 3, ST_ROWS(piece_columns), no_raw_c, &names), 0);
        assert_string_equal(w.err.text, bad[i].says);
        assert_string_equal(w.err.where, "it.tsv");
        assert_int_equal(w.err.line, bad[i].line);
        st_arena_free(&w.plan.arena);
    }
}

static const char *const sides[6] = { "N", "NE", "SE", "S", "SW", "NW" };
static const struct st_bound map_columns[] = {
    { "road", EACH(grade), .words = sides, .nwords = 6, .several = true },
};

static void test_bind__a_map_has_every_hex_once_and_agrees_with_itself(void **state)
{
    static const struct { const char *text, *says; int line; } bad[] = {
        { "hex\troad\n0101\t-\n0101\t-\n", "this hex stands on line 2 already", 3 },
        { "hex\troad\n0101\t-\n0202\t-\n0102\t-\n", "hex 0201 is missing", 0 },
        { "hex\troad\n101\t-\n", "`101` is no hex: a hex is four digits, column then row, from 0101", 2 },
        { "hex\troad\n0101\tS\n0102\t-\n", "0101 has road S, but 0102 (line 3) has none N", 2 },
        { "hex\troad\n0101\tN\n0102\t-\n", "road N of 0101 leads off the map", 2 },
    };
    struct st_map_lines m;
    struct world w;

    (void)state;
    for (int i = -1; i < ST_COUNT(bad); i++) {
        open_sheet(&w, i < 0 ? "hex\troad\n0101\tS\n0102\tN\n" : bad[i].text);
        w.plan.grid = (struct st_hexgrid){ 0 }; /* as large as the sheet wants */
        st_bind_map(&w.b, "sheet", ST_ROWS(map_columns), &m);
        st_bind_both_sides(&w.b, &m, "road", w.own.grade, sides);
        assert_int_equal(w.b.e, i < 0 ? ST_OK : ST_ESYNTAX);
        if (i >= 0) {
            assert_string_equal(w.err.text, bad[i].says);
            assert_int_equal(w.err.line, bad[i].line);
        } else {
            assert_int_equal(w.plan.grid.rows, 2);
            assert_string_equal(st_bind_hexes(&w.b, "place")[1], "0102");
        }
        st_arena_free(&w.plan.arena);
    }
}

/* A file with a thing a line: what each kind is, and where its parts go. */
struct reading { /* what is worked on before it means anything */
    const char *id;
    int hex, count;
};
static const struct st_bound side_columns[] = {
    { "id", ST_ONE(struct reading, id), .of = ST_OF_SEEN },
    { "turns", TO(turns), 1, 9 },
    { "hex", ST_ONE(struct reading, hex), .of = ST_OF_SEEN, .read = st_read_hex, .wants = "a hex of the map" },
    { "remark" },
};

static void count_side(struct st_binder *b, const struct st_parts *r)
{
    struct reading *seen = b->seen;

    seen->count++;
    if (r->n == 5 && st_span_is(r->field[4], "odd"))
        st_bad(b, "an odd remark");
}

static const struct st_line_kind kinds[] = {
    { "title", ST_ROWS(st_title_column) },
    { "side", ST_ROWS(side_columns), count_side, .spare = 1 },
    { "goal", .then = count_side, .late = true },
};

static void open_lines(struct world *w, struct reading *seen, const char *text)
{
    open_world(w, good, "");
    memset(seen, 0, sizeof *seen);
    w->sc.text = st_span_of(text);
    w->b.seen = seen;
    st_bind_lines(&w->b, ST_ROWS(kinds), false);
}

static void test_bind__lines_go_where_their_kind_says(void **state)
{
    struct reading seen;
    struct world w;

    (void)state;
    open_lines(&w, &seen, "# a comment\ntitle\tTwo sides\n\ngoal\tx\nside\tB\t4\t0101\n");
    assert_int_equal(w.b.e, ST_OK);
    assert_string_equal(w.plan.title, "Two sides");
    assert_string_equal(seen.id, "B");
    assert_int_equal(w.own.turns, 4);
    assert_int_equal(seen.hex, st_hex_make(&w.plan.grid, 1, 1));
    assert_int_equal(seen.count, 1);
    st_bind_lines(&w.b, ST_ROWS(kinds), true);
    assert_int_equal(seen.count, 2);
    st_arena_free(&w.plan.arena);
}

static void test_bind__lines_complain_with_their_number(void **state)
{
    static const struct { const char *text, *says; int line; } bad[] = {
        { "sides\tB\t4\t0101\n", "no record `sides`; did you mean `side`?", 1 },
        { "title\tA\nside\tB\t4\n", "the line has 2 fields; write: id, turns, hex, remark", 2 },
        { "side\tB\t12\t0101\n", "`12` in column `turns` is not a number from 1 to 9", 1 },
        { "side\tB\t4\t0101\todd\n", "an odd remark", 1 },
    };
    struct reading seen;
    struct world w;

    (void)state;
    for (int i = 0; i < ST_COUNT(bad); i++) {
        open_lines(&w, &seen, bad[i].text);
        assert_int_equal(w.b.e, ST_ESYNTAX);
        assert_string_equal(w.err.text, bad[i].says);
        assert_int_equal(w.err.line, bad[i].line);
        st_arena_free(&w.plan.arena);
    }
}

static void test_bind__keys_that_were_given_win(void **state)
{
    static const struct st_entry given[] = { { "turns", "7", 0 }, { "turn", "8", 0 } };
    static const struct st_bound keys[] = { { "turns", TO(turns), 1, 9, .title = "Length" } };
    struct world w;

    (void)state;
    open_world(&w, good, "");
    w.sc.given = given;
    w.sc.ngiven = 1;
    st_bind_given(&w.b, ST_ROWS(keys));
    st_bind_offers(&w.b, ST_ROWS(keys));
    assert_int_equal(w.b.e, ST_OK);
    assert_int_equal(w.own.turns, 7);
    assert_int_equal(w.plan.option[0].value, 7);
    w.sc.ngiven = 2;
    st_bind_given(&w.b, ST_ROWS(keys));
    assert_string_equal(w.err.text, "no key `turn`; did you mean `turns`?");
    st_arena_free(&w.plan.arena);
}

/* ---- keys that go by a name ------------------------------------------------------------------- */

static void read_group(struct st_binder *b, const struct st_entry *e, const char *name, int i)
{
    struct own *own = b->to;

    if (strcmp(e->value, "-") == 0)
        st_bad_key(b, e, "an empty group");
    own->name[i] = name;
}

static int bind_groups(struct world *w, const char *keys)
{
    static const struct st_bound columns[] = {
        { "until", EACH(move), 1, 9 },
        { "far", EACH(wall), 1, 9, .blank = true, .none = 7 },
    };

    open_world(w, good, keys);
    return st_bind_named(&w->b, "group", 2, ST_ROWS(columns), read_group);
}

static void test_bind__keys_of_one_name_go_to_one_piece(void **state)
{
    static const struct { const char *keys, *says; } bad[] = {
        { "group.A = x\n", "no line `until.A = ...`" },
        { "group.A = x\nuntil.A = 3\nfar.B = 2\n", "no line `group.B = ...`" },
        { "group.A = -\nuntil.A = 3\n", "an empty group" },
        { "group.A = x\nuntil.A = 3\ngroup.B = x\nuntil.B = 3\ngroup.C = x\n", "more than 2 lines `group...`" },
    };
    struct world w;

    (void)state;
    assert_int_equal(bind_groups(&w, "until.B = 5\ngroup.A = x\nuntil.A = 3\nfar.A = 2\ngroup.B = y\ngroups = none\n"), 2);
    assert_int_equal(w.b.e, ST_OK);
    assert_string_equal(w.own.name[0], "A");
    assert_int_equal(w.own.move[0], 3);
    assert_int_equal(w.own.wall[0], 2);
    assert_string_equal(w.own.name[1], "B");
    assert_int_equal(w.own.move[1], 5);
    assert_int_equal(w.own.wall[1], 7);
    st_arena_free(&w.plan.arena);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        bind_groups(&w, bad[i].keys);
        assert_string_equal(w.err.text, bad[i].says);
        st_arena_free(&w.plan.arena);
    }
}

/* ---- charts that repeat others --------------------------------------------------------------- */

static void repeats_say(const struct st_repeat *r, const char *says)
{
    struct world w;

    open_world(&w, good, "");
    st_bind_repeats(&w.b, r, 1);
    if (says) {
        assert_string_equal(w.err.where, "arms.tsv");
        assert_string_equal(w.err.text, says);
    }
    assert_int_equal(w.b.e, says ? ST_ESYNTAX : ST_OK);
    st_arena_free(&w.plan.arena);
}

static void test_bind__a_cell_that_repeats_another_says_the_same(void **state)
{
    (void)state;
    repeats_say(&(struct st_repeat){ CHART_ARMS, "foot", "move", .of = 3 }, NULL);
    repeats_say(&(struct st_repeat){ CHART_ARMS, "foot|horse", "move", .of = 3 },
                "row `horse`, column `move`: `6`, another chart has +3");
    repeats_say(&(struct st_repeat){ CHART_ARMS, "foot", "wall", "yes" }, NULL);
    repeats_say(&(struct st_repeat){ CHART_ARMS, "horse", "move|wall", "6" },
                "row `horse`, column `wall`: `no`, where no rule knows anything but `6`");
    repeats_say(&(struct st_repeat){ CHART_ARMS, "horse", "wall", .never = "NA|OTH" }, NULL);
    repeats_say(&(struct st_repeat){ CHART_ARMS, "horse", "wall", .never = "OTH|no" },
                "row `horse`, column `wall`: `no`, and nothing else decides it");
}

static void test_bind__charts_that_disagree_are_told_once(void **state)
{
    struct world w;

    (void)state;
    open_world(&w, good, "");
    st_bind_unless(&w.b, true, "never said");
    assert_int_equal(w.b.e, ST_OK);
    st_bind_unless(&w.b, false, "%d legs", 4);
    st_bind_unless(&w.b, false, "later");
    assert_string_equal(w.err.text, "the charts disagree: 4 legs");
    st_arena_free(&w.plan.arena);
}

/* ---- files in sections ------------------------------------------------------------------------ */

enum { SEC_HEAD, SEC_MEN, SEC_TURNS, SEC_STORY };
static const struct st_section sections[] = {
    [SEC_HEAD] = { "head", .is = ST_KEYS },
    [SEC_MEN] = { "men", .each = true, .brief = { 1, 3 } },
    [SEC_TURNS] = { "turns" },
    [SEC_STORY] = { "story", .is = ST_PROSE },
};

static int base_read(const struct st_files *self, struct st_arena *a, const char *name, struct st_span *out,
                     struct st_error *err)
{
    (void)self, (void)a, (void)err;
    *out = st_span_of(strcmp(name, "base.txt") == 0
                          ? "[head]\ntitle = Base\n[men]\nA|1|bow|north\nB|2|pike|south\n[turns]\n1|2\n[story]\nOnce | upon\n"
                          : "[head]\ninherit = round.txt\n");
    return ST_OK;
}

static void open_sections(struct world *w, const char *text, struct st_records *out)
{
    static const struct st_files base = { .read = base_read };

    open_world(w, good, "");
    w->sc = (struct st_scenario){ .where = "test.txt", .text = st_span_of(text), .arena = &w->plan.arena, .files = &base };
    st_bind_sections(&w->b, ST_ROWS(sections), out);
}

static void assert_field(const struct st_records *all, int section, const char *id, int i, const char *text)
{
    assert_true(st_span_is(st_record_of(all, section, id)->of.field[i], text));
}

static void test_bind__a_file_takes_from_another_what_it_does_not_restate(void **state)
{
    struct st_records all;
    struct world w;

    (void)state;
    open_sections(&w, "# ours\n[head]\ntitle = Ours\ninherit = base.txt\n[men]\nB|5|west\nC|9|gun|east\n[turns]\n", &all);
    assert_int_equal(w.b.e, ST_OK);
    assert_string_equal(st_bind_need(&w.b, "title")->value, "Ours");
    assert_field(&all, SEC_MEN, "A", 2, "bow");
    assert_field(&all, SEC_MEN, "B", 1, "5"); /* a short record: the first field and these two */
    assert_field(&all, SEC_MEN, "B", 2, "pike");
    assert_field(&all, SEC_MEN, "B", 3, "west");
    assert_field(&all, SEC_MEN, "C", 3, "east");
    assert_ptr_equal(st_record_of(&all, SEC_TURNS, "1"), &all.at[0]); /* restated, with nothing in it */
    assert_field(&all, SEC_STORY, "Once | upon", 0, "Once | upon");
    st_read_at(&w.b, st_record_of(&all, SEC_MEN, "A"));
    assert_string_equal(w.b.where, "base.txt");
    assert_int_equal(w.b.line, 4);
    st_arena_free(&w.plan.arena);
}

static void test_bind__sections_complain_with_their_line(void **state)
{
    static const struct { const char *text, *says; int line; } bad[] = {
        { "A|1\n", "a section such as [head] comes first", 1 },
        { "[head]\n[women]\n", "no section `[women]`", 2 },
        { "[head]\ntitle\n", "not `key = value`: title", 2 },
        { "[head]\na = 1\na = 2\n", "`a` stands on line 2 already", 3 },
        { "[head]\ninherit = round.txt\n", "`inherit` goes round, or too deep", 2 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct st_records all;
        struct world w;

        open_sections(&w, bad[i].text, &all);
        assert_int_equal(w.b.e, ST_ESYNTAX);
        assert_string_equal(w.err.text, bad[i].says);
        assert_int_equal(w.err.line, bad[i].line);
        st_arena_free(&w.plan.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bind__columns_and_facts_go_to_their_members),
        cmocka_unit_test(test_bind__the_first_error_sticks_and_nothing_is_stored_after_it),
        cmocka_unit_test(test_bind__words_may_mean_numbers_stand_beside_them_and_be_several),
        cmocka_unit_test(test_bind__keys_are_read_and_those_with_a_title_offered),
        cmocka_unit_test(test_bind__a_row_of_a_sheet_goes_to_its_piece),
        cmocka_unit_test(test_bind__a_piece_that_will_not_do_is_told_with_its_line),
        cmocka_unit_test(test_bind__a_map_has_every_hex_once_and_agrees_with_itself),
        cmocka_unit_test(test_bind__lines_go_where_their_kind_says),
        cmocka_unit_test(test_bind__lines_complain_with_their_number),
        cmocka_unit_test(test_bind__keys_that_were_given_win),
        cmocka_unit_test(test_bind__keys_of_one_name_go_to_one_piece),
        cmocka_unit_test(test_bind__a_cell_that_repeats_another_says_the_same),
        cmocka_unit_test(test_bind__charts_that_disagree_are_told_once),
        cmocka_unit_test(test_bind__a_file_takes_from_another_what_it_does_not_restate),
        cmocka_unit_test(test_bind__sections_complain_with_their_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
