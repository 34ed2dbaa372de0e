/* pages.c - the pages: see reply.h.
 *
 * The folder is read once, at the start. A path is looked up among the names that were found and
 * nowhere else, so there is no path that leads out of the folder; links are passed over. A file
 * NAME.gz or NAME.br beside NAME is the same in fewer bytes.
 */
#include "server/reply.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MAX = 4000, BYTES_MAX = 256 * 1024 * 1024, DEPTH_MAX = 8, PATH_SIZE = 1024 };

struct page {
    char *name; /* "/assets/main-1a2b.js" */
    struct srv_blob *reply;
};

struct srv_pages {
    struct page *page;
    int n, room;
    size_t bytes;
};

/* ---- what kind of file ------------------------------------------------------------------ */

static const char *type_of(const char *name)
{
    static const char *const types[][2] = {
        { ".html", "text/html; charset=utf-8" },
        { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" },
        { ".css", "text/css; charset=utf-8" },
        { ".json", "application/json" },
        { ".map", "application/json" },
        { ".webmanifest", "application/manifest+json" },
        { ".wasm", "application/wasm" },
        { ".svg", "image/svg+xml" },
        { ".png", "image/png" },
        { ".ico", "image/x-icon" },
        { ".woff2", "font/woff2" },
        { ".txt", "text/plain; charset=utf-8" },
        { ".tsv", "text/tab-separated-values; charset=utf-8" },
        { ".md", "text/markdown; charset=utf-8" },
        { ".rec", "text/plain; charset=utf-8" },
    };
    const char *dot = strrchr(name, '.');

    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(dot, types[i][0]) == 0)
            return types[i][1];
    return "application/octet-stream";
}

static bool ends_in(const char *name, const char *end)
{
    size_t len = strlen(name), n = strlen(end);

    return len > n && strcmp(name + len - n, end) == 0;
}

static const char *encoding_of(const char *name)
{
    return ends_in(name, ".gz") ? "gzip" : ends_in(name, ".br") ? "br" : NULL;
}

/* ---- reading ---------------------------------------------------------------------------- */

static int no_memory(const char *path, struct st_error *err)
{
    return st_fail(err, ST_ENOMEM, path, 0, "out of memory");
}

static int read_bytes(int fd, const char *path, char *out, size_t size, struct st_error *err)
{
    for (size_t at = 0; at < size;) {
        ssize_t n = read(fd, out + at, size - at);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return st_fail(err, ST_EIO, path, 0, "cannot read: %s",
                           n < 0 ? strerror(errno) : "it became shorter");
        at += (size_t)n;
    }
    return ST_OK;
}

static int add_page(struct srv_pages *p, const char *name, const char *body, size_t len,
                    struct st_error *err)
{
    const char *encoding = encoding_of(name);
    char plain[PATH_SIZE];

    snprintf(plain, sizeof plain, "%.*s", (int)(strlen(name) - (encoding ? 3 : 0)), name);
    if (p->n == p->room) {
        int room = p->room ? p->room * 2 : 64;
        struct page *more = realloc(p->page, (size_t)room * sizeof *more);

        if (!more)
            return no_memory(name, err);
        p->page = more;
        p->room = room;
    }
    struct page page = {
        strdup(name),
        srv_reply_make(&(struct srv_reply){ .status = 200,
                                            .type = type_of(plain),
                                            .encoding = encoding,
                                            .cache = strncmp(name, "/assets/", 8) == 0
                                                         ? "public, max-age=31536000, immutable"
                                                         : "no-cache",
                                            .tagged = true,
                                            .varies = true,
                                            .body = body,
                                            .len = len }),
    };
    p->page[p->n++] = page;
    p->bytes += len;
    return page.name && page.reply ? ST_OK : no_memory(name, err);
}

static int read_page(struct srv_pages *p, const char *path, const char *name, struct st_error *err)
{
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), e;
    struct stat about;
    char *body = NULL;

    if (fd < 0 || fstat(fd, &about) != 0)
        e = st_fail(err, ST_EIO, path, 0, "cannot open: %s", strerror(errno));
    else if (p->n >= FILES_MAX || (size_t)about.st_size > BYTES_MAX - p->bytes)
        e = st_fail(err, ST_ELIMIT, path, 0, "more files than a page is made of");
    else if (!(body = malloc((size_t)about.st_size + 1)))
        e = no_memory(path, err);
    else
        e = read_bytes(fd, path, body, (size_t)about.st_size, err);
    if (!e)
        e = add_page(p, name, body, (size_t)about.st_size, err);
    if (fd >= 0)
        close(fd);
    free(body);
    return e;
}

static int read_folder(struct srv_pages *p, const char *dir, const char *name, int depth,
                       struct st_error *err)
{
    DIR *d = opendir(dir);
    struct dirent *entry;
    int e = ST_OK;

    if (!d)
        return st_fail(err, ST_EIO, dir, 0, "cannot open this folder: %s", strerror(errno));
    while (!e && (entry = readdir(d))) {
        char path[PATH_SIZE], inner[PATH_SIZE];
        struct stat about;

        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(path, sizeof path, "%s/%s", dir, entry->d_name) >= PATH_SIZE ||
            snprintf(inner, sizeof inner, "%s/%s", name, entry->d_name) >= PATH_SIZE)
            e = st_fail(err, ST_ELIMIT, dir, 0, "a name that is too long");
        else if (lstat(path, &about) != 0)
            e = st_fail(err, ST_EIO, path, 0, "cannot look at it: %s", strerror(errno));
        else if (S_ISDIR(about.st_mode) && depth < DEPTH_MAX)
            e = read_folder(p, path, inner, depth + 1, err);
        else if (S_ISREG(about.st_mode))
            e = read_page(p, path, inner, err);
    }
    closedir(d);
    return e;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct page *)a)->name, ((const struct page *)b)->name);
}

int srv_pages_read(struct srv_pages **out, const char *dir, struct st_error *err)
{
    struct srv_pages *p = calloc(1, sizeof *p);

    if (!p)
        return no_memory(dir, err);
    int e = read_folder(p, dir, "", 0, err);
    if (e) {
        srv_pages_free(p);
        return e;
    }
    if (p->n)
        qsort(p->page, (size_t)p->n, sizeof *p->page, by_name);
    *out = p;
    return ST_OK;
}

void srv_pages_free(struct srv_pages *p)
{
    if (!p)
        return;
    for (int i = 0; i < p->n; i++) {
        free(p->page[i].name);
        srv_blob_drop(p->page[i].reply);
    }
    free(p->page);
    free(p);
}

int srv_pages_count(const struct srv_pages *p)
{
    return p ? p->n : 0;
}

/* ---- finding ---------------------------------------------------------------------------- */

static struct srv_blob *find(const struct srv_pages *p, const char *name)
{
    struct page key = { (char *)(uintptr_t)name, NULL };
    const struct page *found =
        p->n ? bsearch(&key, p->page, (size_t)p->n, sizeof key, by_name) : NULL;

    return found ? found->reply : NULL;
}

/* Is that encoding in the list, and not with q=0? */
static bool accepts(const char *list, const char *encoding)
{
    struct st_span rest = st_span_of(list);

    while (rest.len) {
        struct st_span item = st_span_cut(&rest, ','), name = st_span_cut(&item, ';');
        struct st_span q = st_span_trim(item);
        bool none =
            q.len >= 3 && strncasecmp(q.at, "q=0", 3) == 0 && strspn(q.at + 3, ".0") >= q.len - 3;

        name = st_span_trim(name);
        if (name.len == strlen(encoding) && strncasecmp(name.at, encoding, name.len) == 0)
            return !none;
    }
    return false;
}

struct srv_blob *srv_pages_find(const struct srv_pages *p, const char *path, size_t len,
                                const char *accept)
{
    char name[PATH_SIZE];
    struct srv_blob *shorter = NULL;

    if (!p || len + 16 > sizeof name || memchr(path, 0, len))
        return NULL;
    int n = snprintf(name, sizeof name, "%.*s%s", (int)len, path,
                     len && path[len - 1] == '/' ? "index.html" : "");
    struct srv_blob *plain = find(p, name);
    if (!plain || encoding_of(name))
        return plain;
    memcpy(name + n, ".br", 4);
    if (accepts(accept, "br"))
        shorter = find(p, name);
    memcpy(name + n, ".gz", 4);
    if (!shorter && accepts(accept, "gzip"))
        shorter = find(p, name);
    return shorter ? shorter : plain;
}
