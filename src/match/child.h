/* child.h - a process that is talked to in lines, and never waited for longer than one likes. */
#ifndef ST_MATCH_CHILD_H
#define ST_MATCH_CHILD_H

#include "base/text.h"

#include <sys/types.h>

struct st_child {
    int fd; /* -1: none */
    pid_t pid;
    struct st_buf in; /* read and not yet taken */
    size_t taken;
    bool gone; /* it will say no more */
};

/* A command for the shell, in a process group of its own. */
int st_child_start(struct st_child *c, const char *command, struct st_error *err);
/* Ends it and what it started; how it had ended by itself, if it had, to why (64 bytes; else ""). */
void st_child_end(struct st_child *c, char *why);

/* Times are told as the moment they end: whatever it says till then counts against them. */
double st_child_until(double seconds);
int st_child_send(struct st_child *c, const char *text, size_t len, double until, struct st_error *err);
/* The next line; it lies there until the next call. */
int st_child_line(struct st_child *c, struct st_span *line, double until, struct st_error *err);

#endif
