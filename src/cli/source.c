/* source.c - games, scenarios and records by the names people type. */
#include "cli/cli.h"

#include "play/moves.h"

#include "base/file.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { TABLES, SCENARIOS, PATH };

struct cli_option cli_option_lang(struct cli_source *s)
{
    return (struct cli_option){ CLI_TEXT, "lang", "LANG",
                                "the language of sentences (default: that of the terminal), or FILE.tsv", &s->lang };
}

int cli_source_options(struct cli_source *s, struct cli_option *opt)
{
    opt[0] = (struct cli_option){ CLI_TEXT, "tables", "DIR",
                                  "house charts: DIR/NAME.tsv goes before the library's chart NAME",
                                  &s->tables };
    opt[1] = (struct cli_option){ CLI_TEXT, "scenarios", "DIR",
                                  "own scenarios: DIR/NAME.txt with its parts beside it",
                                  &s->scenarios };
    opt[2] = cli_option_lang(s);
    opt[3] = (struct cli_option){ CLI_EACH, "set", "KEY=VALUE",
                                  "replace a line of the scenario; may be given again", &s->set };
    return CLI_SOURCE_OPTIONS;
}

/* "de" of "de_DE.UTF-8"; NULL: none, or the first sheet's own. */
static const char *lang_of(struct cli_source *s)
{
    const char *all = getenv("LC_ALL"), *lang = all && all[0] ? all : getenv("LANG");

    if (s->lang)
        return s->lang;
    if (!lang || strlen(lang) < 2 || !islower((unsigned char)lang[0]) || strncmp(lang, "en", 2) == 0 ||
        (lang[2] && lang[2] != '_' && lang[2] != '.'))
        return NULL;
    snprintf(s->own_lang, sizeof s->own_lang, "%.2s", lang);
    return s->own_lang;
}

/* Whoever asks for a language is told where there is none; the terminal's own is taken where there is. */
static int check_lang(const struct cli_source *s, struct st_error *err)
{
    char all[60];

    if (!s->lang || strcmp(s->lang, "en") == 0 || strchr(s->lang, '.') || strchr(s->lang, '/') || cli_says_otherwise())
        return ST_OK;
    cli_languages(all, sizeof all);
    return st_fail(err, ST_EUSAGE, NULL, 0, "no language `%.40s`; there are %s, or a sheet of words: FILE.tsv", s->lang, all);
}

static int check_folder(const char *dir, struct st_error *err)
{
    struct stat st;

    if (stat(dir, &st) != 0 || !S_ISDIR(st.st_mode))
        return st_fail(err, ST_EUSAGE, dir, 0, "no such folder");
    return ST_OK;
}

static int read_settings(struct cli_source *s, struct st_error *err)
{
    for (int i = 0; i < s->set.n; i++) {
        struct st_span value = st_span_of(s->set.item[i]), key = st_span_cut(&value, '=');

        if (!strchr(s->set.item[i], '=') || key.len == 0 ||
            !st_span_copy(st_span_trim(key), s->keys[i], sizeof s->keys[i]))
            return st_fail(err, ST_EUSAGE, NULL, 0, "--set needs KEY=VALUE, not `%s`",
                           s->set.item[i]);
        s->given[i] = (struct st_entry){ s->keys[i], value.at, 0 };
    }
    s->ngiven = s->set.n;
    return ST_OK;
}

int cli_source_open(struct cli_source *s, struct st_error *err)
{
    int e = read_settings(s, err);

    s->files = &st_files_library;
    cli_say_in(lang_of(s));
    if (!e)
        e = check_lang(s, err);
    if (lang_of(s)) {
        cli_words_init(&s->words, lang_of(s), s->files);
        s->files = &s->words.files;
    }
    if (!e && s->tables) {
        cli_folder_init(&s->folder[TABLES], "tables", s->tables, s->files);
        s->files = &s->folder[TABLES].files;
        e = check_folder(s->tables, err);
    }
    if (!e && s->scenarios) {
        cli_folder_init(&s->folder[SCENARIOS], "scenarios", s->scenarios, s->files);
        s->files = &s->folder[SCENARIOS].files;
        e = check_folder(s->scenarios, err);
    }
    return e;
}

static void warn_remark(void *arg, const char *sentence)
{
    const struct cli_source *s = arg;
    char text[400];

    snprintf(text, sizeof text, "%s", sentence);
    cli_clean(text);
    fprintf(stderr, "sandtable: %s: %s\n", s->tables, text);
}

void cli_warn_tables(struct cli_source *s, const struct st_game *g)
{
    DIR *dir = s->tables ? opendir(s->tables) : NULL;

    if (!dir)
        return;
    for (struct dirent *d; (d = readdir(dir));) {
        size_t len = strlen(d->d_name);
        char id[64], near[200];
        bool known = false;

        if (len < 5 || len > sizeof id || strcmp(d->d_name + len - 4, ".tsv") != 0)
            continue;
        snprintf(id, sizeof id, "%.*s", (int)(len - 4), d->d_name);
        for (int i = 0; i < g->ncharts; i++)
            known |= strcmp(g->charts[i], id) == 0;
        if (known) {
            st_house_chart(g, id, s->files, &st_files_library, warn_remark, s);
            continue;
        }
        st_suggest(near, sizeof near, id, g->charts, g->ncharts);
        fprintf(stderr, "sandtable: %s/%s is not used: %s has no chart `%s`%s%s\n", s->tables,
                d->d_name, g->id, id, near[0] ? "; " : "", near);
    }
    closedir(dir);
}

/* ---- saying no ------------------------------------------------------------------------- */

/* Is that line the last of its file, and cut off? A machine that stopped in the middle of it leaves such a record. */
static bool is_cut(const struct st_error *err)
{
    struct st_buf text = { 0 };
    int lines = 1;

    if (!err->line || !err->where[0] || st_file_read(&text, err->where, NULL))
        return false;
    for (size_t i = 0; i < text.len; i++)
        lines += text.text[i] == '\n';
    bool cut = text.len && text.text[text.len - 1] != '\n' && lines == err->line;
    st_buf_free(&text);
    return cut;
}

int cli_fail(const struct cli_source *s, const struct st_error *err)
{
    char text[1800], path[1200] = "", at[16] = "";

    for (int i = 0; s && i < 3; i++) {
        struct stat st;

        if (s->folder[i].dir && cli_folder_path(&s->folder[i], err->where, path, sizeof path) &&
            stat(path, &st) == 0)
            break;
        path[0] = 0;
    }
    if (err->line)
        snprintf(at, sizeof at, ":%d", err->line);
    if (path[0])
        snprintf(text, sizeof text, "%s%s: %s", path, at, err->text);
    else
        st_error_print(err, text, sizeof text);
    cli_clean(text);
    fflush(stdout);
    fprintf(stderr, "sandtable: %s\n", text);
    if (is_cut(err))
        fprintf(stderr, "The file ends in the middle of this line; without it the record may be sound (`play --resume` leaves it out).\n");
    return err->code == ST_EVERIFY ? CLI_NO : CLI_BAD;
}

void cli_refusal_text(const struct st_refusal *why, char *out, size_t size)
{
    if (why->para[0])
        snprintf(out, size, "refused by %s: %s", why->para, why->text);
    else
        snprintf(out, size, "not understood: %s", why->text);
    cli_clean(out);
}

/* "...; the form is: move {unit} {hex-}" ends with the form as a person reads it. */
static void spell_form(char *text, size_t size)
{
    char *at = strstr(text, "the form is: ");
    struct st_buf form = { 0 };

    if (!at)
        return;
    at += strlen("the form is: ");
    cli_form(&form, at);
    snprintf(at, size - (size_t)(at - text), "%s", st_buf_text(&form));
    st_buf_free(&form);
}

void cli_refusal_says(struct st_buf *out, const struct cli_term *term, const struct st_plan *speak,
                      const struct st_refusal *why)
{
    char text[ST_SAYS_MAX];
    struct st_buf said = { 0 };
    char rule[120];

    char typed[ST_SAYS_MAX];

    snprintf(typed, sizeof typed, "%s", why->text);
    spell_form(typed, sizeof typed);
    if (speak && (why->para[0] || cli_says_otherwise())) /* what was not understood is told as it was typed, in English */
        st_label_says(speak, typed, text, sizeof text);
    else
        snprintf(text, sizeof text, "%s", typed);
    cli_clean(text);
    const struct st_word *title = speak ? st_word_find(speak, "rule", why->para) : NULL; /* it has no number */
    snprintf(rule, sizeof rule, title ? "“%s”" : "%s", title ? title->says : why->para);
    if (why->para[0])
        cli_say(&said, "refused.by", rule, text, NULL);
    else
        cli_say(&said, "refused.unclear", text, NULL);
    cli_wrap(out, term, 0, 2, st_buf_text(&said));
    st_buf_put(out, "\n", 1);
    st_buf_free(&said);
}

int cli_refuse(const struct st_refusal *why)
{
    char text[320];

    cli_refusal_text(why, text, sizeof text);
    fflush(stdout);
    fprintf(stderr, "sandtable: %s\n", text);
    return why->para[0] ? CLI_NO : CLI_BAD;
}

/* ---- games and scenarios --------------------------------------------------------------- */

/* The game's id before '/' or ':'; the rest after it, the sign itself in *sign. */
static bool split_name(const char *name, char *game, size_t size, const char **rest, char *sign)
{
    size_t n = strcspn(name, "/:");

    if (!name[n] || n >= size)
        return false;
    memcpy(game, name, n);
    game[n] = 0;
    *sign = name[n];
    *rest = name + n + 1;
    return true;
}

static bool is_file(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode);
}

bool cli_is_scenario(const char *name)
{
    const struct st_game *g;
    const char *rest;
    char game[64], sign;

    if (strcmp(name, "-") == 0)
        return false;
    if (!split_name(name, game, sizeof game, &rest, &sign))
        return !is_file(name);
    g = st_game_find(game);
    if (!g)
        return !is_file(name);
    for (int i = 0; i < g->nscenarios; i++)
        if (strcmp(g->scenarios[i], rest) == 0)
            return true;
    return sign == ':' || !is_file(name);
}

/* GAME:PATH: the file is read as a scenario of that name, its parts from beside it. */
static int open_path(struct cli_source *s, const char *path, struct st_error *err)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t dir = slash ? (size_t)(slash - path) : 0, len = strlen(name);

    if (!is_file(path))
        return st_fail(err, ST_EUSAGE, path, 0, "no such file");
    if (len > 4 && strcmp(name + len - 4, ".txt") == 0)
        len -= 4;
    if (len == 0 || len >= sizeof s->scenario_id || dir >= sizeof s->scenario_dir)
        return st_fail(err, ST_ELIMIT, path, 0, "the name is too long");
    snprintf(s->scenario_id, sizeof s->scenario_id, "%.*s", (int)len, name);
    if (slash)
        snprintf(s->scenario_dir, sizeof s->scenario_dir, "%.*s", (int)(dir ? dir : 1), path);
    else
        snprintf(s->scenario_dir, sizeof s->scenario_dir, ".");
    cli_folder_init(&s->folder[PATH], "scenarios", s->scenario_dir, s->files);
    s->folder[PATH].id = s->scenario_id;
    s->folder[PATH].path = path;
    s->files = &s->folder[PATH].files;
    return ST_OK;
}

/* A key that is not in the scenario but very like one that is: a slip of the pen. */
static int check_keys(const struct cli_source *s, const struct st_game *g, const char *id,
                      struct st_error *err)
{
    struct st_arena arena = { 0 };
    struct st_scenario sc = { .game = g->id, .id = id, .files = s->files, .arena = &arena };
    char where[200];
    int e = ST_OK;

    snprintf(where, sizeof where, "%s/scenarios/%s.txt", g->id, id);
    sc.where = where;
    if (s->ngiven == 0 || st_files_read(s->files, &arena, where, &sc.text, NULL) ||
        st_scenario_keys(&sc, NULL))
        goto out; /* not our complaint to make */
    const char **names = st_arena_array(&arena, (size_t)sc.nentries + 1, sizeof *names);
    for (int i = 0; names && i < sc.nentries; i++)
        names[i] = sc.entry[i].key;
    for (int i = 0; names && i < s->ngiven && !e; i++) {
        char near[200];

        if (st_scenario_find(&sc, s->given[i].key))
            continue;
        st_suggest(near, sizeof near, s->given[i].key, names, sc.nentries);
        if (near[0])
            e = st_fail(err, ST_EUSAGE, where, 0, "no line `%s = ...`; %s", s->given[i].key, near);
    }
out:
    st_arena_free(&arena);
    return e;
}

static bool begins(const char *name, const char *text)
{
    size_t n = strlen(text);

    return n >= 3 && strncasecmp(name, text, n) == 0;
}

int cli_side(const struct st_plan *p, const char *text)
{
    int found = -1, n = 0;

    for (int s = 0; s < ST_SIDES; s++) {
        const char *says = st_side_says(p, s);

        if (strcasecmp(p->side[s], text) == 0)
            return s;
        if (begins(st_side_brief(p, s), text) || begins(says, text) ||
            (begins(says, "the ") && begins(says + 4, text))) {
            found = s;
            n++;
        }
    }
    return n == 1 ? found : -1;
}

int cli_plan(struct st_plan **out, struct cli_source *s, const char *name, struct st_error *err)
{
    const struct st_game *g = NULL;
    const char *id;
    char game[64], sign;

    if (!split_name(name, game, sizeof game, &id, &sign)) {
        char all[400] = "";

        g = st_game_find(name);
        for (int i = 0; g && i < g->nscenarios; i++)
            st_text_add(all, sizeof all, "%s`%s/%s`", !i ? "" : i == g->nscenarios - 1 ? " or " : ", ", g->id, g->scenarios[i]);
        if (g)
            return st_fail(err, ST_EUSAGE, NULL, 0, "which scenario? Write %s; `sandtable scenarios %s` tells about them", all, name);
        int e = st_view_game_find(&g, name, err);
        return e ? e : st_fail(err, ST_EUSAGE, name, 0, "not GAME/SCENARIO");
    }
    int e = st_view_game_find(&g, game, err);
    if (!e && sign == ':') {
        e = open_path(s, id, err);
        id = s->scenario_id;
    }
    if (!e)
        e = check_keys(s, g, id, err);
    if (!e) {
        cli_warn_tables(s, g);
        e = st_plan_make(out, g, id, s->files, s->given, s->ngiven, err);
    }
    return e;
}

int cli_record(struct st_record **out, const char *path, struct st_error *err)
{
    struct st_buf text = { 0 };
    int e = st_file_read(&text, path, err);

    if (!e)
        e = st_record_parse(out, st_buf_text(&text), text.len, path, err);
    st_buf_free(&text);
    return e;
}

/* ---- positions ------------------------------------------------------------------------- */

int cli_record_lines(const struct st_record *r, int decisions)
{
    int n = 0, made = 0;

    if (decisions < 0)
        return r->nlines;
    for (; n < r->nlines; n++)
        if (r->line[n].kind == ST_LINE_MOVE && made++ == decisions)
            break;
    return n;
}

static int open_record(struct cli_table *out, struct cli_source *s, const char *path, int upto,
                       struct st_error *err)
{
    int e = cli_record(&out->record, path, err);

    if (!e && s->ngiven)
        e = st_fail(err, ST_EUSAGE, path, 0, "--set is for scenarios: a record has its own keys");
    if (!e)
        e = st_record_plan(&out->plan, out->record, s->files, err);
    if (!e)
        e = st_session_load(&out->session, out->plan, out->record,
                            cli_record_lines(out->record, upto), err);
    return e;
}

/* A name that is no file: does it at least begin with a game? */
static int check_name(const char *name, struct st_error *err)
{
    const struct st_game *g;
    char game[64];

    snprintf(game, sizeof game, "%.*s", (int)strcspn(name, "/:"), name);
    if (st_view_game_find(&g, game, err) == ST_OK)
        return ST_OK;
    struct st_error inner = *err;
    return st_fail(err, ST_EUSAGE, NULL, 0, "no file `%s`, and %s", name, inner.text);
}

int cli_table_open(struct cli_table *out, struct cli_source *s, const char *name, int upto,
                   struct st_error *err)
{
    bool scenario = cli_is_scenario(name);
    int e;

    *out = (struct cli_table){ 0 };
    e = scenario ? check_name(name, err) : open_record(out, s, name, upto, err);
    if (!e && scenario)
        e = cli_plan(&out->plan, s, name, err);
    if (!e) {
        out->table = (struct st_table){ out->plan, calloc(1, out->plan->pos_size), NULL };
        if (!out->table.pos)
            e = st_fail(err, ST_ENOMEM, name, 0, "out of memory");
    }
    if (e) {
        cli_table_close(out);
        return e;
    }
    if (scenario)
        st_begin(&out->table);
    else
        memcpy(out->table.pos, st_session_table(out->session)->pos, out->plan->pos_size);
    return ST_OK;
}

void cli_table_close(struct cli_table *t)
{
    free(t->table.pos);
    st_session_free(t->session);
    st_record_free(t->record);
    st_plan_free(t->plan);
    *t = (struct cli_table){ 0 };
}

int cli_make_moves(struct st_table *t, const char *text)
{
    struct st_refusal why;
    char line[ST_MOVE_TEXT];

    if (st_make_moves(t, text, line, &why) == ST_LEGAL)
        return CLI_OK;
    cli_clean(line);
    fprintf(stderr, "sandtable: `%s`:\n", line);
    return cli_refuse(&why);
}
