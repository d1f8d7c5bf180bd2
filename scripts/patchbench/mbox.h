/* SPDX-License-Identifier: GPL-2.0-only */
/* A mailbox, plain or through gzip, split into its mails as it is read. */
#ifndef MBOX_H
#define MBOX_H

#include <stdbool.h>
#include <stddef.h>

/* What is longer is cut: such a mail is no patch, but others may be. */
#define MBOX_MAX_MAIL	((size_t)8 << 20)

struct mbox;

/* One mail as it stands in the mailbox, its `From ` line first. */
struct mbox_mail {
	const char *data;	/* valid until the next call */
	size_t len;
	size_t line;		/* of the `From ` line, from 1 */
	size_t index;		/* its place in the mailbox, from 0 */
	bool mboxrd;		/* its `From ` line is one of mboxrd */
	bool cut;		/* it was longer than MBOX_MAX_MAIL */
};

/*
 * Open the mailbox @path. Returns 0 and the mailbox in @out, which the caller
 * ends with mbox_close(), or ST_MISSING or ST_MACHINE after a message.
 */
int mbox_open(const char *path, struct mbox **out);

/* The same of @len bytes at @data, which stay the caller's; for the tests. */
struct mbox *mbox_open_memory(const char *name, const char *data, size_t len);

/*
 * Read the next mail. Returns 0 with @found true and @mail filled, or false at
 * the end; ST_REFUSED or ST_MACHINE after a message.
 */
int mbox_next(struct mbox *m, struct mbox_mail *mail, bool *found);

/*
 * Did a body hold an unquoted line `From ` under the mboxrd mark? Then who
 * wrote the mailbox did not quote, and nothing in it is to be unquoted. It is
 * known when the last mail has been read.
 */
bool mbox_unquoted(const struct mbox *m);

void mbox_close(struct mbox *m);

/*
 * The mail itself: without the `From ` line, the blank line that parts it from
 * the next, the CR of each line where all lines have one, and, if @unquote, the
 * quoting of mboxrd in its body. Caller frees; a NUL stands behind it.
 */
char *mbox_content(const struct mbox_mail *mail, bool unquote, size_t *len);

/* Does the line of @len bytes look like the `From ` line of a mailbox? */
bool mbox_from_line(const char *line, size_t len);

#endif
