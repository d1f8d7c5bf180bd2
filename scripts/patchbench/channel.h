/* SPDX-License-Identifier: GPL-2.0-only */
/* What a guest says of its measurement; docs/guest.md has the protocol. */
#ifndef CHANNEL_H
#define CHANNEL_H

#include "offsets.h"

#define CHANNEL_MAGIC	"patchbench guest 1"

struct guest_report {
	char *counter;		/* owned, as all strings here */
	uint64_t frequency;	/* Hz; 0 when the counter does not tell */
	char *kernel_release;
	char *kernel_command_line;
	size_t nr;
	struct histogram *hist;	/* owned */
	size_t nr_offsets;
	struct offsets *offsets;	/* owned */
	bool has_exit;		/* false for a program run without init */
	uint64_t exit;		/* the program's status, as init reports it */
};

/*
 * Parse the whole of what came through the channel. Returns 0, or ST_REFUSED
 * after printing "NAME:LINE: what"; then @out is empty. A report that ends
 * before `done` is refused as cut short, unless it is an exit line alone: then
 * the program failed, and @out->exit says how.
 */
int channel_parse(const char *name, const char *buf, size_t len,
		  struct guest_report *out);

/* True when @buf ends with init's exit line: nothing more will come. */
bool channel_ended(const char *buf, size_t len);

void guest_report_release(struct guest_report *r);

#endif
