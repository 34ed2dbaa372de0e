/* commands.h - the commands, one file each. */
#ifndef ST_CLI_COMMANDS_H
#define ST_CLI_COMMANDS_H

#include "cli/cli.h"

int cli_games(const struct cli_command *self, int argc, char **argv);
int cli_scenarios(const struct cli_command *self, int argc, char **argv);
int cli_chart(const struct cli_command *self, int argc, char **argv);
int cli_hint(const struct cli_command *self, int argc, char **argv);
int cli_analyse(const struct cli_command *self, int argc, char **argv);
int cli_learn(const struct cli_command *self, int argc, char **argv);
int cli_rules(const struct cli_command *self, int argc, char **argv);
int cli_ask(const struct cli_command *self, int argc, char **argv);
int cli_odds(const struct cli_command *self, int argc, char **argv);
int cli_play(const struct cli_command *self, int argc, char **argv);
int cli_run(const struct cli_command *self, int argc, char **argv);
int cli_case(const struct cli_command *self, int argc, char **argv);
int cli_verify(const struct cli_command *self, int argc, char **argv);
int cli_pack(const struct cli_command *self, int argc, char **argv);
int cli_unpack(const struct cli_command *self, int argc, char **argv);
int cli_replay(const struct cli_command *self, int argc, char **argv);
int cli_position(const struct cli_command *self, int argc, char **argv);
int cli_printed(const struct cli_command *self, int argc, char **argv);
int cli_perft(const struct cli_command *self, int argc, char **argv);
int cli_serve(const struct cli_command *self, int argc, char **argv);
int cli_engine(const struct cli_command *self, int argc, char **argv);
int cli_match(const struct cli_command *self, int argc, char **argv);
int cli_tune(const struct cli_command *self, int argc, char **argv);
int cli_bench(const struct cli_command *self, int argc, char **argv);

#endif
