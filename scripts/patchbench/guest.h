/* SPDX-License-Identifier: GPL-2.0-only */
/* One QEMU: started, watched, ended. */
#ifndef GUEST_H
#define GUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct guest {
	pid_t pid;		/* 0: not running */
	char *name;		/* for messages; owned */
	char *dir;		/* the folder it runs in; owned */
	double started;		/* seconds, monotonic clock */
	double heard;		/* when it last wrote something */
	double leaving;		/* when it said all or died; 0: not yet */
	double silence, limit;	/* seconds */
	size_t console_len, channel_len;
	bool complete;		/* the exit line has come */
	const char *symptom;	/* what the console shows, or NULL */
	int status;		/* once it ended: 0 or ST_... */
};

/* Seconds of the monotonic clock. */
double now(void);

/*
 * Start @argv in the folder @dir, which holds what the command names, and
 * which gets the files console, channel and qemu.log. @slot, from 0, tells
 * guests that run side by side apart. @silence and @limit are in seconds. The child dies with this process. Returns 0, or a status after a
 * message. @name and @dir are copied.
 */
int guest_start(struct guest *g, const char *name, const char *dir,
		char *const *argv, size_t slot, double silence, double limit);

/*
 * Look at it. Returns true when it has ended: then @g->status is 0 when all has
 * come through the channel, and otherwise a message with the last lines of the
 * console has been printed. Never blocks.
 */
bool guest_poll(struct guest *g);

/* End it at once, without a message. */
void guest_kill(struct guest *g);

void guest_release(struct guest *g);

#endif
