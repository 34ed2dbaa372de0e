/* move.c - the notation: every construct of the language of forms, there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/philox.h"
#include "core/game.h"

#include <stdio.h>
#include <string.h>

/* ---- a game that is nothing but notation ----------------------------------------------- */

enum {
    MOVE,
    ATTACK,
    FIRE,
    LOSE,
    SPLIT,
    WHEEL,
    SHOOT,
    MARCH,
    PASS,
    RALLY,
    ORDER,
    DRAW,
    SCOUT,
    RAID,
    FIRST,
    TRIPLE,
    SHIFT,
    SEND,
    WALK,
    CHARGE,
    ABOUT,
    FORM,
    PICK,
    ROLL,
    GO,
    VERBS
};
static const struct st_verb verbs[VERBS] = {
    [MOVE] = { "move {unit} {hex-}", NULL },
    [ATTACK] = { "attack {unit} by {unit,} [leave]", NULL },
    [FIRE] = { "fire {unit>hex }", NULL },
    [LOSE] = { "lose {unit sp,}", NULL },
    [SPLIT] = { "split {unit} {x,y-} [face {n}]", NULL },
    [WHEEL] = { "wheel {unit} {left|right} {mm}", NULL },
    [SHOOT] = { "shoot {unit} {unit} [+ {unit,}]", NULL },
    [MARCH] = { "march {wing} to {hex} [via {hex}] [fast]", NULL },
    [PASS] = { "pass", NULL },
    [RALLY] = { "rally {wing,} by {side}", NULL },
    [ORDER] = { "order {unit>hex:n;}", NULL },
    [DRAW] = { "draw {n} [{unit}]", NULL },
    [SCOUT] = { "scout {unit} [from {hex} with {unit,}]", NULL },
    [RAID] = { "raid {hex} [with {unit,}] [burn]", NULL },
    [FIRST] = { "first {unit,} then {unit,} last {hex-}", NULL },
    [TRIPLE] = { "place {unit} {x},{y}", NULL },
    [SHIFT] = { "move {wing}",
                NULL }, /* the same word as another verb, told apart by what follows */
    [SEND] = { "send {unit,} [at {hex} turn {n}]", NULL },
    [WALK] = { "walk {unit,}: {A|WL|WR mm [mm];}", NULL },
    [CHARGE] = { "charge {unit,}: {A|WL|WR mm [mm];}^C {unit unit F|L|R|B [mm]}", NULL },
    [ABOUT] = { "about {unit}[: {A|WL|WR mm [mm];}]", NULL },
    [FORM] = { "form {unit,} ^{files} @{unit}", NULL },
    [PICK] = { "pick {unit|none|both}", NULL },
    [ROLL] = { "roll {n;}end {unit}", NULL },
    [GO] = { "go {unit,} ^to {hex}", NULL },
};
static const struct st_game game = { .id = "words", .verbs = verbs, .nverbs = VERBS };

static const char *const units[] = { "U0", "U1", "U2", "U3", "U4", "U5", "U6", "U7", "N1", "N10" };
static const char *const wings[] = { "Franco-Flemish", "Breton", "centre", "1st" };
static const char *const sides[] = { "Norman", "Anglo-Saxon" };

static struct st_plan plan;

static int make_plan(void **state)
{
    (void)state;
    plan = (struct st_plan){ .game = &game, .id = "words" };
    return st_hexgrid_make(&plan.grid, &plan.arena, 12, 9, "words", 0, NULL) ||
           st_plan_names(&plan, "unit", units, NULL, 10, NULL) ||
           st_plan_names(&plan, "wing", wings, NULL, 4, NULL) ||
           st_plan_names(&plan, "side", sides, NULL, 2, NULL);
}

static int drop_plan(void **state)
{
    (void)state;
    st_arena_free(&plan.arena);
    return 0;
}

static int hex(const char *name)
{
    int h;

    assert_true(st_hex_parse(&plan.grid, st_span_of(name), &h));
    return h;
}

static void same(const struct st_move *got, const struct st_move *want, const char *text)
{
    if (st_move_equal(got, want))
        return;
    print_error("`%s`: verb %d, args", text, got->verb);
    for (int i = 0; i < got->nargs; i++)
        print_error(" %d", got->arg[i]);
    print_error(", wanted verb %d, args", want->verb);
    for (int i = 0; i < want->nargs; i++)
        print_error(" %d", want->arg[i]);
    fail_msg(" ");
}

/* text is read as m, m is sound and is written as text again. */
static void says(const char *text, struct st_move m)
{
    struct st_move got;
    struct st_refusal why = { "", "" };
    char out[ST_MOVE_TEXT];

    if (st_move_parse(&got, &plan, text, &why))
        fail_msg("`%s` is refused: %s", text, why.text);
    same(&got, &m, text);
    if (st_move_sound(&plan, &m, &why))
        fail_msg("`%s` is not sound: %s", text, why.text);
    st_move_print(&plan, &m, out, sizeof out);
    assert_string_equal(out, text);
}

static void lax(const char *text, const char *strict)
{
    struct st_move m;
    struct st_refusal why = { "", "" };
    char out[ST_MOVE_TEXT];

    if (st_move_parse(&m, &plan, text, &why))
        fail_msg("`%s` is refused: %s", text, why.text);
    st_move_print(&plan, &m, out, sizeof out);
    assert_string_equal(out, strict);
}

static void refused(const char *text, const char *because)
{
    static const struct st_move none;
    struct st_move m;
    struct st_refusal why = { NULL, "" };

    if (st_move_parse(&m, &plan, text, &why) == ST_LEGAL)
        fail_msg("`%s` was understood", text);
    assert_true(st_move_equal(&m, &none));
    assert_string_equal(why.para, "");
    if (!strstr(why.text, because))
        fail_msg("`%s` is refused with `%s`, not `%s`", text, why.text, because);
    assert_int_equal(st_move_parse(&m, &plan, text, NULL), ST_REFUSED);
}

/* ---- construct by construct ------------------------------------------------------------ */

static void test_form__words_stand_for_themselves(void **state)
{
    (void)state;
    says("pass", st_move_make(PASS, 0));
    lax("  pass \t", "pass");
    refused("pass on", "`on` is too much");
    refused("passs", "did you mean `pass`?");
    refused("", "no move given");
    refused(" \t ", "no move given");
    refused("PASS", "did you mean `pass`?");
    refused("qqqqqq", "no verb `qqqqqq`");
}

static void test_form__single_slots_are_names_hexes_numbers_and_choices(void **state)
{
    (void)state;
    says("wheel U3 left 120", st_move_make(WHEEL, 3, 3, 0, 120));
    says("wheel U0 right -32768", st_move_make(WHEEL, 3, 0, 1, -32768));
    says("wheel N1 right 32767", st_move_make(WHEEL, 3, 8, 1, 32767));
    lax("wheel\tU3   left\t+7", "wheel U3 left 7");
    refused("wheel", "unit is missing");
    refused("wheel U3", "left|right is missing");
    refused("wheel U3 lef 1", "`lef` is none of left|right");
    refused("wheel U3 left|right 1", "is none of");
    refused("wheel U3 left", "mm is missing");
    refused("wheel U3 left many", "`many` is no number");
    refused("wheel N2 left 1", "no unit `N2`; did you mean `U2` or `N1`?");
    refused("wheel u3 left 1", "did you mean `U3`");
}

static void test_form__numbers_too_large_for_an_argument_are_refused(void **state)
{
    (void)state;
    refused("wheel U3 left 32768", "too large");
    refused("wheel U3 left -32769", "too large");
    refused("wheel U3 left 4294967296", "too large");
    refused("wheel U3 left 99999999999999999999999999999999999999", "too large");
    refused("lose U1 65537", "too large");
    refused("draw 3.5", "no number");
}

static void test_form__hexes_off_the_map_are_codes(void **state)
{
    (void)state;
    says("move U1 0101", st_move_make(MOVE, 2, 1, 0));
    says("move U1 1209", st_move_make(MOVE, 2, 1, hex("1209")));
    says("move U1 1301", st_move_make(MOVE, 2, 1, -2 - 1301));
    says("move U1 0000", st_move_make(MOVE, 2, 1, -2));
    says("move U1 9999", st_move_make(MOVE, 2, 1, -10001));
    refused("move U1 101", "is no hex");
    refused("move U1 -101", "is no hex");
}

static void test_form__lists_take_one_or_many(void **state)
{
    (void)state;
    says("move U1 0101-0102-0203", st_move_make(MOVE, 4, 1, 0, 1, hex("0203")));
    says("attack U1 by U2", st_move_make(ATTACK, 4, 1, 1, 2, 0));
    says("attack U1 by U2,U0,N10", st_move_make(ATTACK, 6, 1, 3, 2, 0, 9, 0));
    lax("attack U1 by U2 , U0", "attack U1 by U2,U0");
    lax("move U1 0101 - 0102", "move U1 0101-0102");
    refused("move U1", "hex is missing");
    refused("move U1 0101-", "hex is missing");
    refused("move U1 0101--0102", "is no hex");
    refused("attack U1 by U2,,U3", "no unit");
    refused("attack U1 by ,U2", "no unit");
    refused("attack U1 U2", "`by` expected");
    refused("attack U1 byU2", "`by` expected");
    refused("attack U1 by U2 U3", "is too much");
}

static void test_form__an_empty_list_is_a_dash(void **state)
{
    (void)state;
    says("attack U1 by -", st_move_make(ATTACK, 3, 1, 0, 0));
    says("attack U1 by - leave", st_move_make(ATTACK, 3, 1, 0, 1));
    lax("attack U1 by -\tleave", "attack U1 by - leave");
    says("first - then - last -", st_move_make(FIRST, 2, 0, 0));
    says("first U1 then - last 0101", st_move_make(FIRST, 4, 1, 1, 0, 0));
    says("rally - by Norman", st_move_make(RALLY, 2, 0, 0));
    says("fire -", st_move_make(FIRE, 0));
}

static void test_form__an_empty_list_may_be_left_out_before_a_bracketed_word(void **state)
{
    (void)state;
    lax("split U1 face 3", "split U1 - face 3");
    lax("attack U1 by leave", "attack U1 by - leave");
    refused("split U1", "x is missing");
    refused("split U1 faces 3", "is no number");
}

static void test_form__a_lone_word_in_brackets_is_yes_or_no(void **state)
{
    (void)state;
    says("attack U1 by U2 leave", st_move_make(ATTACK, 4, 1, 1, 2, 1));
    refused("attack U1 by U2 leaves", "`leaves` is too much");
    refused("attack U1 by U2 leave leave", "`leave` is too much");
}

static void test_form__lists_of_pairs_and_triples(void **state)
{
    (void)state;
    says("fire U0>0101", st_move_make(FIRE, 2, 0, 0));
    says("fire U1>0101 U2>0102 N10>1301", st_move_make(FIRE, 6, 1, 0, 2, 1, 9, -1303));
    lax("fire U1 > 0101  U2>0102", "fire U1>0101 U2>0102");
    refused("fire U1", "`>` and hex expected");
    refused("fire U1>", "hex is missing");
    refused("fire U1>0101 U2", "`U2` is too much");
    says("lose U4 1", st_move_make(LOSE, 2, 4, 1));
    says("lose U4 1,U5 2", st_move_make(LOSE, 4, 4, 1, 5, 2));
    lax("lose U4  1 ,  U5\t2", "lose U4 1,U5 2");
    refused("lose U4", "sp is missing");
    refused("lose U4,U5 2", "no unit `U4,U5`");
    says("order U1>0101:3", st_move_make(ORDER, 3, 1, 0, 3));
    says("order U1>0101:3; U2>0102:-4", st_move_make(ORDER, 6, 1, 0, 3, 2, 1, -4));
    lax("order U1>0101:3;U2>0102:4", "order U1>0101:3; U2>0102:4");
    refused("order U1>0101", "`:` and n expected");
}

static void test_form__paths_of_points_may_be_negative(void **state)
{
    (void)state;
    says("split U1 3,4", st_move_make(SPLIT, 5, 1, 1, 3, 4, -1));
    says("split U1 3,4-5,6", st_move_make(SPLIT, 7, 1, 2, 3, 4, 5, 6, -1));
    says("split U1 -3,-4--5,-6 face 90", st_move_make(SPLIT, 7, 1, 2, -3, -4, -5, -6, 90));
    refused("split U1 3", "`,` and y expected");
    refused("split U1 3,4-5", "`,` and y expected");
    says("place U1 3,4", st_move_make(TRIPLE, 3, 1, 3, 4));
    says("place U1 -3,-4", st_move_make(TRIPLE, 3, 1, -3, -4));
}

static void test_form__a_part_with_arguments_may_be_missing(void **state)
{
    (void)state;
    says("march Breton to 0101", st_move_make(MARCH, 4, 1, 0, -1, 0));
    says("march Breton to 0101 via 0102", st_move_make(MARCH, 4, 1, 0, 1, 0));
    says("march Breton to 0101 fast", st_move_make(MARCH, 4, 1, 0, -1, 1));
    says("march Breton to 0101 via 1301 fast", st_move_make(MARCH, 4, 1, 0, -1303, 1));
    refused("march Breton to 0101 fast via 0102", "is too much");
    refused("march Breton to 0101 via", "hex is missing");
    says("split U1 3,4 face 0", st_move_make(SPLIT, 5, 1, 1, 3, 4, 0));
    says("draw 2", st_move_make(DRAW, 2, 2, -1));
    says("draw 2 U0", st_move_make(DRAW, 2, 2, 0));
}

static void test_form__minus_one_cannot_be_said_where_it_means_absent(void **state)
{
    (void)state;
    refused("split U1 3,4 face -1", "-1");
    says("split U1 3,4 face -2", st_move_make(SPLIT, 5, 1, 1, 3, 4, -2));
    says("send U1 at 0101 turn -1", st_move_make(SEND, 4, 1, 1, 0, -1));
    says("wheel U1 left -1", st_move_make(WHEEL, 3, 1, 0, -1));
}

static void test_form__a_last_list_in_brackets_may_name_the_first_piece(void **state)
{
    (void)state;
    says("shoot U1 U2", st_move_make(SHOOT, 2, 1, 2));
    says("shoot U1 U2 + U3", st_move_make(SHOOT, 3, 1, 2, 3));
    says("shoot U1 U2 + U0", st_move_make(SHOOT, 3, 1, 2, 0));
    says("shoot U1 U2 + U0,U4", st_move_make(SHOOT, 4, 1, 2, 0, 4));
    lax("shoot U1 U2 + -", "shoot U1 U2");
    refused("shoot U1 U2 U3", "`U3` is too much");
    refused("shoot U1 U2 +", "unit is missing");
    refused("shoot U1 U2 +U3", "is too much");
}

static void test_form__a_counted_list_in_brackets(void **state)
{
    (void)state;
    says("raid 0101", st_move_make(RAID, 3, 0, 0, 0));
    says("raid 0101 burn", st_move_make(RAID, 3, 0, 0, 1));
    says("raid 0101 with U0", st_move_make(RAID, 4, 0, 1, 0, 0));
    says("raid 0101 with U0,U1 burn", st_move_make(RAID, 5, 0, 2, 0, 1, 1));
    lax("raid 0101 with - burn", "raid 0101 burn");
}

static void test_form__slot_and_last_list_in_one_bracket(void **state)
{
    (void)state;
    says("scout U1", st_move_make(SCOUT, 2, 1, -1));
    says("scout U1 from 0101 with U0", st_move_make(SCOUT, 3, 1, 0, 0));
    says("scout U1 from 0102 with U0,U1", st_move_make(SCOUT, 4, 1, 1, 0, 1));
    says("scout U1 from 0102 with -", st_move_make(SCOUT, 2, 1, 1));
}

static void test_form__the_last_slot_of_a_tuple_may_be_missing(void **state)
{
    (void)state;
    says("walk U1: A 40", st_move_make(WALK, 5, 1, 1, 0, 40, 0));
    says("walk U1: A 40 -5", st_move_make(WALK, 5, 1, 1, 0, 40, -5));
    says("walk U1,U2: A 40; WR 9 3; WL 1",
         st_move_make(WALK, 12, 2, 1, 2, 0, 40, 0, 2, 9, 3, 1, 1, 0));
    says("walk U1: -", st_move_make(WALK, 2, 1, 1));
    says("walk -: A 1", st_move_make(WALK, 4, 0, 0, 1, 0));
    lax("walk U1 : A 40 0 ;WR 9", "walk U1: A 40; WR 9");
    refused("walk U1: A", "mm is missing");
    refused("walk U1: A 1 2 3", "is too much");
    refused("walk U1: B 1", "none of A|WL|WR");
    refused("walk U1 A 1", "`:` expected");
}

static void test_form__such_a_list_may_stand_in_brackets(void **state)
{
    (void)state;
    says("about U1", st_move_make(ABOUT, 1, 1));
    says("about U1: A 40", st_move_make(ABOUT, 4, 1, 0, 40, 0));
    says("about U1: WL 40 2; A 1", st_move_make(ABOUT, 7, 1, 1, 40, 2, 0, 1, 0));
    refused("about U1 A 40", "is too much");
}

static void test_form__behind_a_caret_comes_last_in_the_text_and_first_in_the_move(void **state)
{
    (void)state;
    says("go U1,U2 to 0102", st_move_make(GO, 3, 1, 1, 2));
    says("go - to 0102", st_move_make(GO, 1, 1));
    refused("go U1", "`to` expected");
    says("form U1,U2 3 @U0", st_move_make(FORM, 4, 3, 0, 1, 2));
    says("charge U1: C U1 U2 F", st_move_make(CHARGE, 6, 1, 2, 0, 0, 1, 1));
    says("charge U1,U2: A 40; WL 3 1; C U1 U3 B -2",
         st_move_make(CHARGE, 13, 1, 3, 3, -2, 2, 1, 2, 0, 40, 0, 1, 3, 1));
    refused("charge U1: A 40", "`C` expected");
}

static void test_form__a_name_or_a_word_instead(void **state)
{
    int out[4];
    const struct st_move none = st_move_make(PICK, 1, -1), one = st_move_make(PICK, 1, 3);

    (void)state;
    says("pick U3", one);
    says("pick none", none);
    says("pick both", st_move_make(PICK, 1, -2));
    refused("pick unit", "`unit` is no unit|none|both");
    refused("pick nobody", "is no unit|none|both");
    assert_int_equal(st_move_names(&plan, &one, "unit", out, 4), 1);
    assert_int_equal(st_move_names(&plan, &none, "unit", out, 4), 0);
}

static void test_form__a_word_may_end_a_list(void **state)
{
    (void)state;
    says("roll 1; 2; end U1", st_move_make(ROLL, 4, 2, 1, 2, 1));
    says("roll end U1", st_move_make(ROLL, 2, 0, 1));
    refused("roll 1; 2; U1", "no number");
}

static void test_form__several_lists_carry_their_lengths(void **state)
{
    (void)state;
    says("first U1,U2 then U0 last 0101-0102", st_move_make(FIRST, 7, 2, 1, 2, 1, 0, 0, 1));
}

static void test_form__names_may_hold_a_hyphen_or_begin_with_a_digit(void **state)
{
    (void)state;
    says("march Franco-Flemish to 0101", st_move_make(MARCH, 4, 0, 0, -1, 0));
    says("rally Franco-Flemish,1st by Anglo-Saxon", st_move_make(RALLY, 4, 2, 0, 3, 1));
    refused("march Franco to 0101", "did you mean `Franco-Flemish`?");
}

static void test_form__two_verbs_of_one_word_are_told_apart(void **state)
{
    (void)state;
    says("move Breton", st_move_make(SHIFT, 1, 1));
    says("move U1 0101", st_move_make(MOVE, 2, 1, 0));
    refused("move U1 0101 x", "is too much"); /* the refusal of the reading that came farthest */
}

static void test_parse__more_than_fits_is_refused_not_cut(void **state)
{
    char text[600] = "move U1 0101";

    (void)state;
    for (int i = 0; i < 28; i++)
        strcat(text, "-0101");
    lax(text, text); /* 30 arguments */
    strcat(text, "-0101");
    refused(text, "more than 30");
    strcpy(text, "attack U1 by U2");
    for (int i = 0; i < 60; i++)
        strcat(text, ",U2");
    refused(text, "more than 30");
}

static void test_parse__endless_words_are_refused_shortly(void **state)
{
    static char text[70000] = "wheel ";
    struct st_refusal why;
    struct st_move m;

    (void)state;
    memset(text + 6, 'x', sizeof text - 7);
    assert_int_equal(st_move_parse(&m, &plan, text, &why), ST_REFUSED);
    assert_true(strlen(why.text) < sizeof why.text);
    memset(text, 'y', 60);
    assert_int_equal(st_move_parse(&m, &plan, text, &why), ST_REFUSED);
    memcpy(text, "wheel U1 left 9", 15);
    assert_int_equal(st_move_parse(&m, &plan, text, &why), ST_REFUSED);
    memcpy(text, "pass ", 5);
    assert_int_equal(st_move_parse(&m, &plan, text, &why), ST_REFUSED);
}

static void test_print__the_longest_move_fits_its_text(void **state)
{
    static const char *const wide[] = { "ABCDEFGHIJKLMNOPQRSTUVWX", "abcdefghijklmnopqrstuvwx" };
    static const char *const wider[] = { "ABCDEFGHIJKLMNOPQRSTUVWXY" };
    struct st_plan p = { .game = &game, .id = "wide", .grid = plan.grid };
    struct st_move m = { .verb = ATTACK, .nargs = ST_ARGS_MAX, .arg = { 0, ST_ARGS_MAX - 3 } },
                   back;
    char text[ST_MOVE_TEXT];

    (void)state;
    assert_int_equal(st_plan_names(&p, "unit", wider, NULL, 1, NULL), ST_ESYNTAX);
    assert_int_equal(st_plan_names(&p, "unit", wide, NULL, 2, NULL), ST_OK);
    m.arg[ST_ARGS_MAX - 1] = 1;
    assert_int_equal(st_move_sound(&p, &m, NULL), ST_LEGAL);
    st_move_print(&p, &m, text, sizeof text);
    assert_int_equal(st_move_parse(&back, &p, text, NULL), ST_LEGAL);
    same(&back, &m, text);
    st_arena_free(&p.arena);
}

static void test_names__each_of_many_is_found_and_no_part_of_one(void **state)
{
    enum { MANY = 100 };
    static char text[MANY][8];
    static const char *name[MANY];
    struct st_plan p = { .game = &game, .id = "many" };

    (void)state;
    for (int i = 0; i < MANY; i++) {
        snprintf(text[i], sizeof text[i], "U%d", i);
        name[i] = text[i];
    }
    assert_int_equal(st_plan_names(&p, "unit", name, NULL, MANY, NULL), ST_OK);
    assert_int_equal(st_plan_names(&p, "nobody", name, NULL, 0, NULL), ST_OK);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(st_names_find(&p.names[0], st_span_of(name[i])), i);
    assert_int_equal(st_names_find(&p.names[0], st_span_of("U")), -1);
    assert_int_equal(st_names_find(&p.names[0], st_span_of("U100")), -1);
    assert_int_equal(st_names_find(&p.names[0], (struct st_span){ "U1", 0 }), -1);
    assert_int_equal(st_names_find(&p.names[1], st_span_of("U1")), -1);
    st_arena_free(&p.arena);
}

static void test_print__never_writes_beyond_its_room(void **state)
{
    const struct st_move m = st_move_make(MARCH, 4, 0, hex("0102"), -1, 0);
    char whole[ST_MOVE_TEXT], out[64];

    (void)state;
    st_move_print(&plan, &m, whole, sizeof whole);
    for (size_t size = 1; size < strlen(whole) + 3; size++) {
        memset(out, '#', sizeof out);
        st_move_print(&plan, &m, out + 8, size);
        assert_true(strlen(out + 8) < size);
        assert_memory_equal(out + 8, whole, strlen(out + 8));
        for (size_t i = 0; i < 8; i++)
            assert_int_equal(out[i], '#');
        for (size_t i = 8 + size; i < sizeof out; i++)
            assert_int_equal(out[i], '#');
    }
}

static void test_print__a_move_of_no_verb_or_too_many_arguments_is_a_question_mark(void **state)
{
    struct st_move m = { .verb = VERBS };
    char out[ST_MOVE_TEXT];

    (void)state;
    st_move_print(&plan, &m, out, sizeof out);
    assert_string_equal(out, "?");
    m = (struct st_move){ .verb = MOVE, .nargs = 60000 };
    st_move_print(&plan, &m, out, sizeof out);
    assert_string_equal(out, "?");
}

/* ---- soundness ------------------------------------------------------------------------- */

static bool sound(struct st_move m)
{
    struct st_refusal why = { NULL, "" };
    enum st_answer a = st_move_sound(&plan, &m, &why);

    assert_int_equal(st_move_sound(&plan, &m, NULL), a);
    assert_true(a == ST_LEGAL || why.text[0]);
    return a == ST_LEGAL;
}

static void test_sound__arguments_no_form_can_mean_are_refused(void **state)
{
    struct st_move m;

    (void)state;
    assert_false(sound(st_move_make(VERBS, 0)));
    assert_false(sound(st_move_make(PASS, 1, 0)));
    assert_false(sound(st_move_make(WHEEL, 2, 1, 0)));
    assert_false(sound(st_move_make(WHEEL, 4, 1, 0, 5, 0)));
    assert_false(sound(st_move_make(WHEEL, 3, 10, 0, 5)));
    assert_false(sound(st_move_make(WHEEL, 3, -1, 0, 5)));
    assert_false(sound(st_move_make(WHEEL, 3, 1, 2, 5)));
    assert_false(sound(st_move_make(WHEEL, 3, 1, -1, 5)));
    assert_false(sound(st_move_make(MOVE, 2, 1, -1)));
    assert_false(sound(st_move_make(MOVE, 2, 1, 108)));
    assert_false(sound(st_move_make(MOVE, 2, 1, -10002)));
    assert_true(sound(st_move_make(MOVE, 2, 1, 107)));
    assert_false(sound(st_move_make(ATTACK, 3, 1, 1, 0))); /* a list of one, and no room for it */
    assert_false(sound(st_move_make(ATTACK, 3, 1, -1, 0)));
    assert_false(sound(st_move_make(ATTACK, 3, 1, 0, 2)));
    assert_false(sound(st_move_make(ATTACK, 2, 1, 0)));
    assert_false(sound(st_move_make(ATTACK, 1, 1)));
    assert_false(sound(st_move_make(LOSE, 3, 1, 1, 2)));
    m = st_move_make(PASS, 0);
    m.arg[7] = 1;
    assert_false(sound(m));
    m = st_move_make(PASS, 0);
    m.nargs = 31;
    assert_false(sound(m));
}

static void test_sound__a_code_for_a_hex_of_the_map_is_refused(void **state)
{
    (void)state;
    assert_false(sound(st_move_make(MOVE, 2, 1, -2 - 101)));
    assert_false(sound(st_move_make(MOVE, 2, 1, -2 - 1209)));
    assert_true(sound(st_move_make(MOVE, 2, 1, -2 - 1210)));
    assert_true(sound(st_move_make(MOVE, 2, 1, -2 - 100)));
}

static void test_sound__a_missing_part_is_missing_as_a_whole(void **state)
{
    (void)state;
    assert_true(sound(st_move_make(SEND, 4, 1, 1, -1, -1)));
    assert_true(sound(st_move_make(SEND, 4, 1, 1, 0, 5)));
    assert_false(sound(st_move_make(SEND, 4, 1, 1, -1, 5)));
    assert_false(sound(st_move_make(SCOUT, 3, 1, -1, 0)));
    assert_false(sound(st_move_make(DRAW, 1, 2)));
    assert_false(sound(st_move_make(MARCH, 3, 1, 0, -1)));
}

static void test_names__pieces_of_a_move_are_found_in_order(void **state)
{
    const struct st_move m = st_move_make(ATTACK, 6, 1, 3, 2, 0, 9, 1);
    int out[8];

    (void)state;
    assert_int_equal(st_move_names(&plan, &m, "unit", out, 8), 4);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[1], 2);
    assert_int_equal(out[3], 9);
    assert_int_equal(st_move_names(&plan, &m, "unit", out, 2), 2);
    assert_int_equal(st_move_names(&plan, &m, "wing", out, 8), 0);
}

/* ---- the law: a sound move printed is read as itself ----------------------------------- */

static int draw(uint64_t seed, uint32_t *n, int below)
{
    return (int)st_philox_below(seed, 2, (*n)++, (uint32_t)below);
}

/* Mostly small, for small numbers mean something in most places. */
static int any_argument(uint64_t seed, uint32_t *n)
{
    switch (draw(seed, n, 12)) {
    case 0:
        return -2 - draw(seed, n, 10000);
    case 1:
        return draw(seed, n, 65536) - 32768;
    case 2:
        return draw(seed, n, 108);
    case 3:
    case 4:
        return draw(seed, n, 10);
    default:
        return draw(seed, n, 4) - 1;
    }
}

static void test_moves__whatever_is_sound_comes_back_from_its_text(void **state)
{
    int seen[VERBS] = { 0 };

    (void)state;
    for (uint64_t seed = 0; seed < 300000; seed++) {
        uint32_t n = 0;
        struct st_move m = { .verb = (uint16_t)draw(seed, &n, VERBS), .nargs = 0 }, back;
        struct st_refusal why = { "", "" };
        char text[ST_MOVE_TEXT];

        m.nargs = (uint16_t)draw(seed, &n, draw(seed, &n, 8) ? 8 : ST_ARGS_MAX + 1);
        for (int i = 0; i < m.nargs; i++)
            m.arg[i] = (int16_t)any_argument(seed, &n);
        st_move_print(&plan, &m, text, sizeof text);
        if (st_move_sound(&plan, &m, NULL))
            continue;
        seen[m.verb]++;
        if (st_move_parse(&back, &plan, text, &why))
            fail_msg("`%s` is refused: %s", text, why.text);
        same(&back, &m, text);
    }
    for (int v = 0; v < VERBS; v++)
        if (seen[v] < 20)
            fail_msg("only %d sound moves of `%s` were tried", seen[v], verbs[v].form);
}

#define test(name) cmocka_unit_test(name)

static void test_form__its_parts_come_in_the_order_of_the_text(void **state)
{
    static const struct {
        const char *form;
        struct { const char *text, *slot; char sep; bool optional; } part[9];
    } tries[] = {
        { "attack {unit} by {unit,} [leave]",
          { { "attack ", "", 0, false }, { "", "unit", 0, false }, { " by ", "", 0, false },
            { "", "unit", ',', false }, { " ", "", 0, false }, { "leave", "", 0, true } } },
        { "move {man} {x,y-} [face {n}] [mount]",
          { { "move ", "", 0, false }, { "", "man", 0, false }, { " ", "", 0, false },
            { "", "x,y", '-', false }, { " ", "", 0, false }, { "face ", "n", 0, true },
            { " ", "", 0, false }, { "mount", "", 0, true } } },
        { "charge {element,}: {A|W mm [mm];}^C {element element F|L [mm]}",
          { { "charge ", "", 0, false }, { "", "element", ',', false }, { ": ", "", 0, false },
            { "", "A|W mm [mm]", ';', false }, { "C ", "", 0, false },
            { "", "element element F|L [mm]", 0, false } } },
        { "about {element}[: {A|W mm [mm];}]",
          { { "about ", "", 0, false }, { "", "element", 0, false }, { ": ", "A|W mm [mm]", ';', true } } },
        { "end", { { "end", "", 0, false } } },
    };

    (void)state;
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        struct st_part got[ST_PARTS_MAX];
        int n = st_form_parts(tries[i].form, got), k = 0;

        for (; tries[i].part[k].text; k++) {
            assert_true(k < n);
            assert_true(st_span_is(got[k].text, tries[i].part[k].text));
            assert_true(st_span_is(got[k].slot, tries[i].part[k].slot));
            assert_int_equal(got[k].sep, tries[i].part[k].sep);
            assert_int_equal(got[k].optional, tries[i].part[k].optional);
        }
        assert_int_equal(n, k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_form__its_parts_come_in_the_order_of_the_text),
        test(test_form__words_stand_for_themselves),
        test(test_form__single_slots_are_names_hexes_numbers_and_choices),
        test(test_form__numbers_too_large_for_an_argument_are_refused),
        test(test_form__hexes_off_the_map_are_codes),
        test(test_form__lists_take_one_or_many),
        test(test_form__an_empty_list_is_a_dash),
        test(test_form__an_empty_list_may_be_left_out_before_a_bracketed_word),
        test(test_form__a_lone_word_in_brackets_is_yes_or_no),
        test(test_form__lists_of_pairs_and_triples),
        test(test_form__paths_of_points_may_be_negative),
        test(test_form__a_part_with_arguments_may_be_missing),
        test(test_form__minus_one_cannot_be_said_where_it_means_absent),
        test(test_form__a_last_list_in_brackets_may_name_the_first_piece),
        test(test_form__a_counted_list_in_brackets),
        test(test_form__slot_and_last_list_in_one_bracket),
        test(test_form__the_last_slot_of_a_tuple_may_be_missing),
        test(test_form__such_a_list_may_stand_in_brackets),
        test(test_form__behind_a_caret_comes_last_in_the_text_and_first_in_the_move),
        test(test_form__a_name_or_a_word_instead),
        test(test_form__a_word_may_end_a_list),
        test(test_form__several_lists_carry_their_lengths),
        test(test_form__names_may_hold_a_hyphen_or_begin_with_a_digit),
        test(test_form__two_verbs_of_one_word_are_told_apart),
        test(test_parse__more_than_fits_is_refused_not_cut),
        test(test_parse__endless_words_are_refused_shortly),
        test(test_print__the_longest_move_fits_its_text),
        test(test_names__each_of_many_is_found_and_no_part_of_one),
        test(test_print__never_writes_beyond_its_room),
        test(test_print__a_move_of_no_verb_or_too_many_arguments_is_a_question_mark),
        test(test_sound__arguments_no_form_can_mean_are_refused),
        test(test_sound__a_code_for_a_hex_of_the_map_is_refused),
        test(test_sound__a_missing_part_is_missing_as_a_whole),
        test(test_names__pieces_of_a_move_are_found_in_order),
        test(test_moves__whatever_is_sound_comes_back_from_its_text),
    };

    return cmocka_run_group_tests(tests, make_plan, drop_plan);
}
