/* main.c - the program `sandtable`: finds the command and lets it work. */
#include "cli/commands.h"
#include "cli/play.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#ifndef ST_VERSION
#define ST_VERSION "0"
#endif

const struct cli_command cli_commands[] = {
    { "games", "[GAME] [--json]",
      "List the games that can be played, or all the words of one: scenarios, moves, fields, "
      "steps, charts, questions.",
      "", cli_games },
    { "scenarios", "GAME [--json]", "List the scenarios of a game.",
      "Below each are its options: keys for --set, with what they are and what they may be.",
      cli_scenarios },
    { "chart", "GAME [CHART] [--at ROW,COL] [--tsv|--json|--svg]",
      "Show a chart of a game as printed, one cell of it, or the list of charts.",
      "CHART is the id of the list, or the paragraph of the rules.\n"
      "  sandtable chart shields crt --at B,3",
      cli_chart },
    { "hint", "RECORD|GAME/SCENARIO [MOVE] [--nodes N] [--json]",
      "Three good moves with their winning chance and the paragraphs that matter; a move of yours beside "
      "them.",
      "", cli_hint },
    { "analyse", "RECORD [--nodes N] [--svg|--json]",
      "Look at a recorded game again: the winning chance over the game, what each decision and each die "
      "did to it, the costliest decisions and what was better.",
      "Luck and skill of both sides add up to the result. --nodes is the thought spent on each\n"
      "decision; the same number gives the same answer on every machine.",
      cli_analyse },
    { "learn", "[GAME [LESSON]] [--page N] [--check]",
      "A first game with a teacher: what you see, what you may do, and why. Without a game the list "
      "of lessons.",
      "--check goes every way of the lessons, right and wrong, and says what is wrong with them.\n"
      "docs/lessons.md says how a lesson is written.",
      cli_learn },
    { "rules", "GAME [PARA] [--short] [--json]",
      "Print a paragraph or section of the rules as umpired, or the list of headings.", "",
      cli_rules },
    { "ask", "GAME [QUESTION key=value...] [dice=N,...] [--inputs] [--json|--svg]",
      "Answer a question as at a real table, with no game in progress: all that may come out with "
      "its exact chance, or the one result of the given dice, and the reasons.",
      "Keys that are left out have their defaults; --inputs lists them. scenario=ID answers for\n"
      "that scenario; without it the first answers that knows every name.",
      cli_ask },
    { "odds", "RECORD|GAME/SCENARIO [MOVE] [--given MOVES] [--measure FIELDS] [--after MOVES]",
      "What if I do this? The exact chances of everything a move may lead to, from the rules "
      "themselves. Without a move: of the die now awaited.",
      "  sandtable odds game.rec 'attack E3 by N1,N4'\n"
      "  sandtable odds blank/duel strike --after 'move 0302; wait' --measure South.steps",
      cli_odds },
    { "play", "GAME/SCENARIO|--resume FILE [--seat SIDE=WHO] [--dice SOURCE] [--record FILE]",
      "Play a game at the terminal, against people or the computer.",
      "GAME:PATH plays a scenario file of your own, its parts beside it.\n"
      "Every accepted line is on disk before it is answered. Without --record the game is kept in\n"
      "$XDG_STATE_HOME/sandtable (else ~/.local/state/sandtable), if a person plays.",
      cli_play },
    { "run", "GAME/SCENARIO --script FILE [--json]",
      "Carry out a script of moves and dice, telling every event; stops at the first refusal.",
      "One thing on a line: a move; `dice 3 5 8`, the faces that fall next; `! words`, a ruling;\n"
      "# begins a comment. All dice must be used.",
      cli_run },
    { "case", "FILE... [--json]",
      "Run case files; tells the failures, then how many passed and failed.", "", cli_case },
    { "verify", "RECORD... [--json]",
      "Run rules and dice of records again and name the first line that is not sound.", "",
      cli_verify },
    { "pack", "RECORD FILE", "Write a record in few bytes: what the rules can tell again is left out.",
      "`sandtable unpack FILE` gives back the same text.", cli_pack },
    { "unpack", "FILE", "The record that was packed there, byte for byte.", "", cli_unpack },
    { "replay", "RECORD [--to N] [--json]", "Tell a recorded game again, event by event.", "",
      cli_replay },
    { "position", "GAME/SCENARIO|RECORD [--to N] [--svg|--json]",
      "A picture of a position: the first of a scenario, the last of a record.", "", cli_position },
    { "print", "GAME/SCENARIO|RECORD [-o FILE] [--paper a4|letter]",
      "A game for a real table, as PDF: the map in sheets at its true size, counters front and back or bases to cut "
      "out, charts, the rules in five minutes and all the rules.",
      "Hexes take counters of 15 mm, bare tables and bases are 1:1. Print at 100 %: the line at the foot of each\n"
      "page is 50 mm. Counters are printed on both sides, turned over the long edge.",
      cli_printed },
    { "perft", "GAME/SCENARIO|RECORD DEPTH [--json]",
      "Count the positions that can be reached in 1, 2, ... DEPTH nodes (a node is a decision or "
      "the face of a die).",
      "", cli_perft },
    { "serve", "[--listen ADDR:PORT] [--data DIR] [--web DIR]",
      "Open tables to browsers: a small server, on this machine alone unless told otherwise.",
      "Every accepted line is on disk before it is announced; after any end the next start goes on\n"
      "where it was. docs/protocol.md says what a program may ask of it.",
      cli_serve },
    { "engine", "[--nodes N]",
      "The computer for programs: positions on standard input, moves with their winning chance on standard "
      "output, in the manner of UCI.",
      "docs/engine-protocol.md has the lines. Try: sandtable 1, position blank/duel, go seconds 1, quit.",
      cli_engine },
    { "match", "A B GAME/SCENARIO [--pairs N] [--sprt E0,E1] [--resume FILE]",
      "Two players made of code in pairs of games, the same dice and sides switched: who is stronger, and by "
      "how much?",
      "A and B are random, pass, greedy, level:1 to level:5, search:NODES, search:1.5s, or program:COMMAND,\n"
      "any program that speaks the lines of docs/engine-protocol.md. One that hangs, dies or answers nonsense\n"
      "loses that game, which the base player finishes for it.\n"
      "  sandtable match greedy random blank/duel --pairs 100",
      cli_match },
    { "tune", "GAME [--games N] [--weights] [--write FILE]",
      "Self-play: what a judgement means in winning chances, how far they can be believed, and better weights.",
      "Prints games/GAME/chance.tsv, or with --weights a new games/GAME/worth.tsv. The same seed, the same sheet.",
      cli_tune },
    { "bench", "[GAME] [--seconds S] [--json]",
      "Measure speed against small reference kernels, and print the Play number of every game.", "",
      cli_bench },
};
const int cli_ncommands = sizeof cli_commands / sizeof cli_commands[0];

static int help(void)
{
    struct cli_term term = cli_term();
    struct st_buf out = { 0 };

    if (term.width == 0)
        term.width = 80;
    st_buf_add(&out,
               "sandtable %s, an umpire for historical tabletop wargames\n\n"
               "Usage: sandtable COMMAND ...\n\n",
               ST_VERSION);
    for (int i = 0; i < cli_ncommands; i++) {
        st_buf_add(&out, "  %-10s ", cli_commands[i].name);
        cli_wrap(&out, &term, 13, 13, cli_commands[i].summary);
        st_buf_put(&out, "\n", 1);
    }
    st_buf_put(&out, "\n", 1);
    cli_wrap(&out, &term, 0, 0,
             "New here? `sandtable games` lists the games, `sandtable learn GAME` teaches one, `sandtable play "
             "GAME/SCENARIO` plays it. `sandtable COMMAND --help` says more.");
    st_buf_put(&out, "\n", 1);
    return cli_print(&out, CLI_OK);
}

static const struct cli_command *find(const char *name)
{
    for (int i = 0; i < cli_ncommands; i++)
        if (strcmp(cli_commands[i].name, name) == 0)
            return &cli_commands[i];
    return NULL;
}

static int no_command(const char *word)
{
    const char *names[sizeof cli_commands / sizeof cli_commands[0]];
    char near[200];

    for (int i = 0; i < cli_ncommands; i++)
        names[i] = cli_commands[i].name;
    for (int i = 0; i < play_nwords; i++)
        if (strcmp(play_words[i].name, word) == 0)
            return cli_usage(NULL, "`%s` is typed in a game: `sandtable play GAME/SCENARIO`", word);
    char game[64];
    st_span_copy((struct st_span){ word, strcspn(word, "/") }, game, sizeof game);
    if (st_game_find(game))
        return cli_usage(NULL, "`%s` is a game: %s%s%s", word, strchr(word, '/') ? "`sandtable play " : "`sandtable scenarios ", word,
                         strchr(word, '/') ? "` plays it" : "` lists what can be played, `sandtable learn` teaches it");
    st_suggest(near, sizeof near, word, names, cli_ncommands);
    return cli_usage(NULL, "no command `%s`; %s", word,
                     near[0] ? near : "`sandtable --help` lists them");
}

static int dispatch(int argc, char **argv)
{
    const struct cli_command *c;

    if (argc < 2) {
        help();
        return CLI_BAD;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("sandtable %s\n", ST_VERSION);
        return CLI_OK;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return help();
    if (strcmp(argv[1], "help") == 0) {
        char *asked[] = { argv[0], "--help", NULL };

        if (argc < 3)
            return help();
        c = find(argv[2]);
        return c ? c->run(c, 2, asked) : no_command(argv[2]);
    }
    c = find(argv[1]);
    return c ? c->run(c, argc - 1, argv + 1) : no_command(argv[1]);
}

int main(int argc, char **argv)
{
    int status = dispatch(argc, argv);

    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "sandtable: cannot write: %s\n", strerror(errno));
        return CLI_BAD;
    }
    return status;
}
