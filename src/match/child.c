/* child.c - see child.h. */
#include "match/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MOST = 64 * 1024 };

extern char **environ;

/* Between the making of a socket and its mark "not for children" no other thread may have a child. */
static pthread_mutex_t birth = PTHREAD_MUTEX_INITIALIZER;

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int spawn(struct st_child *c, const char *command, int theirs)
{
    char *argv[] = { "sh", "-c", (char *)command, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    int e = posix_spawn_file_actions_init(&files);

    if (e)
        return e;
    e = posix_spawnattr_init(&attr);
    if (!e) {
        e = posix_spawn_file_actions_adddup2(&files, theirs, 0);
        if (!e)
            e = posix_spawn_file_actions_adddup2(&files, theirs, 1);
        if (!e)
            e = posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP);
        if (!e)
            e = posix_spawn(&c->pid, "/bin/sh", &files, &attr, argv, environ);
        posix_spawnattr_destroy(&attr);
    }
    posix_spawn_file_actions_destroy(&files);
    return e;
}

int st_child_start(struct st_child *c, const char *command, struct st_error *err)
{
    int pair[2], e;

    *c = (struct st_child){ .fd = -1 };
    pthread_mutex_lock(&birth);
    e = socketpair(AF_UNIX, SOCK_STREAM, 0, pair) ? errno : 0;
    if (!e) {
        fcntl(pair[0], F_SETFD, FD_CLOEXEC);
        fcntl(pair[1], F_SETFD, FD_CLOEXEC);
        e = spawn(c, command, pair[1]);
        close(pair[1]);
    }
    pthread_mutex_unlock(&birth);
    if (e == 0)
        c->fd = pair[0];
    return e ? st_fail(err, ST_EIO, NULL, 0, "cannot be started: %s", strerror(e)) : ST_OK;
}

void st_child_end(struct st_child *c, char *why)
{
    int status = 0;

    why[0] = 0;
    if (c->fd < 0)
        return;
    close(c->fd);
    bool dead = waitpid(c->pid, &status, WNOHANG) == c->pid;
    for (int i = 0; i < 100 && c->gone && !dead; i++) { /* closed its lines: on its way */
        nanosleep(&(struct timespec){ .tv_nsec = 5000000 }, NULL);
        dead = waitpid(c->pid, &status, WNOHANG) == c->pid;
    }
    if (dead && WIFEXITED(status))
        snprintf(why, 64, "it ended with status %d", WEXITSTATUS(status));
    else if (dead && WIFSIGNALED(status))
        snprintf(why, 64, "it was ended by signal %d", WTERMSIG(status));
    kill(-c->pid, SIGKILL); /* whatever is left of the group */
    if (!dead)
        while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
            continue;
    st_buf_free(&c->in);
    *c = (struct st_child){ .fd = -1 };
}

double st_child_until(double seconds)
{
    return now() + seconds;
}

/* Can it be read or written before the time is over? */
static int wait_for(const struct st_child *c, short what, double until, struct st_error *err)
{
    struct pollfd p = { c->fd, what, 0 };
    int n;

    do {
        double left = until - now();

        n = poll(&p, 1, left > 0 ? (int)(left * 1000) + 1 : 0);
    } while (n < 0 && errno == EINTR);
    if (n > 0)
        return ST_OK;
    return st_fail(err, ST_ELIMIT, NULL, 0, "%s", n ? strerror(errno) : "time is over");
}

int st_child_send(struct st_child *c, const char *text, size_t len, double until, struct st_error *err)
{
    while (len > 0) {
        if (wait_for(c, POLLOUT, until, err))
            return st_fail(err, ST_ELIMIT, NULL, 0, "it does not read what it is told");
        ssize_t n = send(c->fd, text, len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (n < 0) {
            c->gone = true;
            return st_fail(err, ST_EIO, NULL, 0, "it is gone");
        }
        text += n;
        len -= (size_t)n;
    }
    return ST_OK;
}

static void drop_taken(struct st_child *c)
{
    memmove(c->in.text, c->in.text + c->taken, c->in.len - c->taken);
    c->in.len -= c->taken;
    c->taken = 0;
}

int st_child_line(struct st_child *c, struct st_span *line, double until, struct st_error *err)
{
    char bytes[4096];

    for (;;) {
        char *at = c->in.text ? c->in.text + c->taken : NULL;
        char *end = at ? memchr(at, '\n', c->in.len - c->taken) : NULL;

        if (end && now() < until) { /* who never stops talking has said nothing either */
            *line = st_span_trim((struct st_span){ at, (size_t)(end - at) });
            c->taken = (size_t)(end + 1 - c->in.text);
            return ST_OK;
        }
        if (at)
            drop_taken(c);
        if (c->in.len > LINE_MOST)
            return st_fail(err, ST_ESYNTAX, NULL, 0, "a line of more than %d characters", LINE_MOST);
        if (now() >= until || wait_for(c, POLLIN, until, err))
            return st_fail(err, ST_ELIMIT, NULL, 0, "it said nothing in its time");
        ssize_t n = read(c->fd, bytes, sizeof bytes);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            c->gone = true;
            return st_fail(err, ST_EIO, NULL, 0, "it is gone");
        }
        st_buf_put(&c->in, bytes, (size_t)n);
        if (c->in.failed)
            return st_fail(err, ST_ENOMEM, NULL, 0, "out of memory");
    }
}
