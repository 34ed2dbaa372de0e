/* pack.c - `sandtable pack` and `unpack`: records in few bytes, and back. */
#include "cli/commands.h"

#include "base/file.h"
#include "play/packed.h"

enum { FOLDERS = 2 }; /* of the source options those of charts and scenarios */

int cli_pack(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    struct cli_option opt[CLI_SOURCE_OPTIONS];
    struct st_buf text = { 0 }, packed = { 0 }, out = { 0 };
    struct st_error err;

    cli_source_options(&source, opt);
    int status = cli_parse(self, opt, FOLDERS, 2, 2, &argc, &argv);
    if (status != CLI_GO_ON)
        return status;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = st_file_read(&text, argv[0], &err);
    if (!e)
        e = st_pack(&packed, st_buf_text(&text), text.len, argv[0], source.files, &err);
    if (!e)
        e = st_file_write(argv[1], st_buf_text(&packed), packed.len, &err);
    if (!e)
        st_buf_add(&out, "%s: %zu bytes in place of %zu\n", argv[1], packed.len, text.len);
    st_buf_free(&text);
    st_buf_free(&packed);
    return e ? cli_fail(&source, &err) : cli_print(&out, CLI_OK);
}

int cli_unpack(const struct cli_command *self, int argc, char **argv)
{
    struct cli_source source = { 0 };
    struct cli_option opt[CLI_SOURCE_OPTIONS];
    struct st_buf packed = { 0 }, text = { 0 };
    struct st_error err;

    cli_source_options(&source, opt);
    int status = cli_parse(self, opt, FOLDERS, 1, 1, &argc, &argv);
    if (status != CLI_GO_ON)
        return status;
    int e = cli_source_open(&source, &err);
    if (!e)
        e = st_file_bytes(&packed, argv[0], &err);
    if (!e)
        e = st_unpack(&text, st_buf_text(&packed), packed.len, argv[0], source.files, &err);
    st_buf_free(&packed);
    return e ? cli_fail(&source, &err) : cli_print(&text, CLI_OK);
}
