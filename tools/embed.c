/* embed.c - text files into one C file: embed OUT.c NAME[=PATH]...
 *
 * Names are relative to the working directory and are kept as they are, sorted by the caller; a text that
 * lies elsewhere is given with its path.
 * Runs at build time on the building machine, so it stands on the C library alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what, const char *name)
{
    fprintf(stderr, "embed: %s %s\n", what, name);
    exit(1);
}

static void body(FILE *out, const char *name, int number)
{
    const char *other = strchr(name, '=');
    FILE *in = fopen(other ? other + 1 : name, "rb");
    long len = 0;
    int c;

    if (!in)
        die("cannot read", name);
    fprintf(out, "static const char text%d[] = {", number);
    while ((c = fgetc(in)) != EOF)
        fprintf(out, "%s%d,", len++ % 24 ? "" : "\n", c < 128 ? c : c - 256);
    fprintf(out, "\n0};\n");
    fclose(in);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        die("usage: embed", "OUT.c NAME...");

    FILE *out = fopen(argv[1], "wb");
    if (!out)
        die("cannot write", argv[1]);
    fprintf(out, "/* Made by tools/embed.c from the files named below. */\n"
                 "#include \"core/files.h\"\n");
    for (int i = 2; i < argc; i++)
        body(out, argv[i], i);
    fprintf(out, "const struct st_embedded st_embedded[] = {\n");
    for (int i = 2; i < argc; i++)
        fprintf(out, "    { \"%.*s\", text%d, sizeof text%d - 1 },\n", (int)strcspn(argv[i], "="),
                argv[i], i, i);
    fprintf(out, "};\nconst int st_nembedded = %d;\n", argc - 2);
    if (fclose(out) != 0)
        die("cannot write", argv[1]);
    return 0;
}
