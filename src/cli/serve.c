/* serve.c - `sandtable serve`: tables in a browser. */
#include "cli/commands.h"

#include "server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PORT = 8014, PATH_SIZE = 1024 };
#define LIMITS                                                                                     \
    "tables, connections, per-address, calls, burst, open-games, memory, idle-seconds, "           \
    "address-tables, address-disk, address-download, address-seconds, expire-days"

/* ---- options ---------------------------------------------------------------------------- */

/* ADDR:PORT, [ADDR]:PORT, ADDR or PORT. */
static bool read_listen(const struct cli_command *self, const char *text, char *address,
                        size_t size, int *port)
{
    const char *colon = strrchr(text, ':');
    bool brackets = text[0] == '[';
    struct st_span host = { text, colon ? (size_t)(colon - text) : strlen(text) };

    if (brackets) {
        const char *end = strchr(text, ']');

        host = (struct st_span){ text + 1, end ? (size_t)(end - text - 1) : 0 };
        colon = end && end[1] == ':' ? end + 1 : NULL;
    } else if (!colon && strspn(text, "0123456789") == strlen(text)) {
        return cli_number(self, "--listen", text, 0, 65535, port);
    }
    if (host.len == 0 || !st_span_copy(host, address, size)) {
        cli_usage(self, "--listen is ADDR:PORT, such as 127.0.0.1:%d, not `%s`", PORT, text);
        return false;
    }
    return !colon || cli_number(self, "the port of --listen", colon + 1, 0, 65535, port);
}

static bool read_limits(const struct cli_command *self, const struct cli_list *given,
                        struct st_limits *out)
{
    for (int i = 0; i < given->n; i++) {
        struct st_span value = st_span_of(given->item[i]), key = st_span_cut(&value, '=');
        int *into = NULL;

        for (int k = 0; k < st_nlimits; k++)
            if (st_span_is(key, st_limit_names[k].name))
                into = (int *)((char *)out + st_limit_names[k].at);
        if (!into) {
            cli_usage(self, "no limit `%.*s`; they are " LIMITS, (int)key.len, key.at);
            return false;
        }
        if (!cli_number(self, "a limit", value.at, 1, 60000, into))
            return false;
    }
    return true;
}

/* $XDG_DATA_HOME/sandtable, or ~/.local/share/sandtable. */
static bool usual_data(char *out, size_t size)
{
    const char *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;

    if (xdg && xdg[0] == '/')
        n = snprintf(out, size, "%s/sandtable", xdg);
    else if (home && home[0] == '/')
        n = snprintf(out, size, "%s/.local/share/sandtable", home);
    return n > 0 && (size_t)n < size;
}

static bool has_index(const char *dir)
{
    char path[PATH_SIZE + 16];
    struct stat about;

    snprintf(path, sizeof path, "%s/index.html", dir);
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* The pages lie where they were installed, PREFIX/share/sandtable/web (and we in PREFIX/libexec/sandtable),
 * or in the build tree: build/web/dist beside build/PRESET. */
static bool usual_web(char *out, size_t size)
{
    static const char *const places[] = { "../../share/sandtable/web", "../web/dist", "web/dist" };
    char program[PATH_SIZE];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

    if (n <= 0)
        return false;
    program[n] = 0;
    *strrchr(program, '/') = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        int len = snprintf(out, size, "%s/%s", program, places[i]);

        if (len > 0 && (size_t)len < size && has_index(out))
            return true;
    }
    return false;
}

/* ---- signals ---------------------------------------------------------------------------- */

struct watch {
    struct st_server *server;
    sigset_t signals;
};

/* A thread of its own waits for them: what a handler may do is too little. */
static void *await_signal(void *arg)
{
    struct watch *w = arg;
    int which;

    if (sigwait(&w->signals, &which) == 0)
        st_server_stop(w->server);
    return NULL;
}

static int run(struct st_server *s, struct st_error *err)
{
    struct watch w = { .server = s };
    pthread_t thread;

    sigemptyset(&w.signals);
    sigaddset(&w.signals, SIGINT);
    sigaddset(&w.signals, SIGTERM);
    if (pthread_create(&thread, NULL, await_signal, &w) != 0)
        return st_fail(err, ST_EIO, NULL, 0, "cannot start a thread");
    int e = st_server_run(s, err);
    if (e)
        kill(getpid(), SIGTERM); /* it waits for one */
    pthread_join(thread, NULL);
    return e;
}

/* Before the server starts threads: they inherit it. A page that goes away is no reason to end, nor
 * is a file that may grow no further: the store says so. */
static void block_signals(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* ---- the command ------------------------------------------------------------------------ */

static void announce(const struct st_server *s, const struct st_server_options *o)
{
    int n = st_server_tables(s);

    printf("Tables in %s: %d.\n", o->data, n);
    if (!o->web)
        printf("There are no pages to show (`make play` builds them; --web DIR says where they "
               "are): only programs can use this server.\n");
    printf("%s\n", st_server_address(s));
    fflush(stdout); /* whoever started us reads the address */
}

/* Show the page, where there is a screen and somebody who knows which browser; else nothing happens. */
static void open_browser(const char *address)
{
    extern char **environ;
    char program[] = "xdg-open", url[128], *argv[] = { program, url, NULL };
    posix_spawn_file_actions_t quiet;
    pid_t child;

    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return;
    snprintf(url, sizeof url, "%s", address);
    posix_spawn_file_actions_init(&quiet);
    for (int fd = 0; fd < 3; fd++)
        posix_spawn_file_actions_addopen(&quiet, fd, "/dev/null", O_RDWR, 0);
    posix_spawnp(&child, program, &quiet, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&quiet);
}

static int serve(const struct st_server_options *o, bool show)
{
    struct st_server *s = NULL;
    struct st_error err;

    block_signals();
    int e = st_server_open(&s, o, &err);
    if (!e) {
        announce(s, o);
        if (show && o->web)
            open_browser(st_server_address(s));
        e = run(s, &err);
    }
    st_server_free(s);
    return e ? cli_fail(NULL, &err) : CLI_OK;
}

static int copy_tables(const char *data, const char *file)
{
    struct st_error err;

    if (st_server_backup(data, file, &err))
        return cli_fail(NULL, &err);
    printf("All tables are in %s.\n", file);
    return CLI_OK;
}

/* In a folder of its own on a disk, which is removed afterwards; DATA/tables.db would be somebody's games. */
static int measure(const char *scenario)
{
    static const char *const files[] = { "tables.db", "tables.db-wal", "tables.db-shm", "lock" };
    enum { TABLES = 16, SECONDS = 1 };
    char dir[] = "/var/tmp/sandtable-measure-XXXXXX", path[PATH_SIZE];
    struct st_measured m;
    struct st_error err;

    if (!mkdtemp(dir)) {
        st_fail(&err, ST_EIO, dir, 0, "cannot make this folder: %s", strerror(errno));
        return cli_fail(NULL, &err);
    }
    int e = st_server_measure(dir, scenario, TABLES, SECONDS, &m, &err);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, files[i]);
        unlink(path);
    }
    rmdir(dir);
    if (e)
        return cli_fail(NULL, &err);
    printf("%.0f moves/s, %.0f in a second of the processor\n", m.moves / m.clock, m.moves / m.processor);
    return CLI_OK;
}

int cli_serve(const struct cli_command *self, int argc, char **argv)
{
    const char *listen = NULL, *data = NULL, *web = NULL, *backup = NULL, *scenario = NULL;
    bool proxy = false, show = false;
    struct cli_list names = { .n = 0 }, limits = { .n = 0 };
    const struct cli_option opt[] = {
        { CLI_TEXT, "listen", "ADDR:PORT", "where to listen (127.0.0.1:8014)", &listen },
        { CLI_TEXT, "data", "DIR", "where tables are kept ($XDG_DATA_HOME/sandtable)", &data },
        { CLI_TEXT, "web", "DIR", "the pages to show", &web },
        { CLI_EACH, "name", "HOST", "a name this machine is called by in browsers", &names },
        { CLI_FLAG, "proxy", NULL, "requests come through a proxy on this machine", &proxy },
        { CLI_FLAG, "open", NULL, "open the page in a browser, where there is one", &show },
        { CLI_EACH, "limit", "NAME=N", LIMITS, &limits },
        { CLI_TEXT, "backup", "FILE", "copy all tables into FILE and end; a server may be at work",
          &backup },
        { CLI_TEXT, "measure", "GAME/ID", "how many durable moves a second, from 16 tables, and end", &scenario },
    };
    char address[64] = "127.0.0.1", usual[2][PATH_SIZE];
    struct st_server_options o = { .address = address, .port = PORT, .edition = ST_VERSION };
    int status = cli_parse(self, opt, 9, 0, 0, &argc, &argv);

    if (status != CLI_GO_ON)
        return status;
    if (scenario)
        return measure(scenario);
    if (listen && !read_listen(self, listen, address, sizeof address, &o.port))
        return CLI_BAD;
    if (!read_limits(self, &limits, &o.limits))
        return CLI_BAD;
    o.data = data ? data : usual_data(usual[0], sizeof usual[0]) ? usual[0] : NULL;
    o.web = web ? web : usual_web(usual[1], sizeof usual[1]) ? usual[1] : NULL;
    if (!o.data)
        return cli_usage(self, "neither XDG_DATA_HOME nor HOME is set; say --data DIR");
    o.name = names.item;
    o.nnames = names.n;
    o.proxy = proxy;
    umask(077); /* what is kept of people's games is for nobody else to read */
    return backup ? copy_tables(o.data, backup) : serve(&o, show);
}
