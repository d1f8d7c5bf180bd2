/* SPDX-License-Identifier: GPL-2.0-only */
/* One mail: its headers, and the text in it as UTF-8. */
#ifndef MAIL_H
#define MAIL_H

#include <stdbool.h>
#include <stddef.h>

/* What a mail is found and sorted by. */
struct mail_head {
	char *id;		/* Message-ID without <>, "" if it has none */
	char *subject;		/* decoded, one line */
	char **refs;		/* ids it replies to, the nearest first */
	size_t nr_refs;
};

struct mail {
	char *id;		/* as above */
	char *from;		/* the author, as From has it, decoded */
	char *date;		/* as the mail has it */
	char iso[11];		/* the day of it, 2026-03-03 */
	char *subject;		/* decoded, with its brackets */
	char *body;		/* UTF-8; a NUL stands behind it */
	size_t len;
	size_t log_len;		/* of it, what is above the first `---` */
	bool diff;		/* below that is a diff */
	bool guard;		/* its first line looks like a header */
};

/*
 * Read the headers of a mail of @len bytes; a `From ` line may stand first.
 * Returns false where its subject cannot be a patch's, or is damaged; then
 * nothing is to be freed.
 */
bool mail_head_read(const char *raw, size_t len, struct mail_head *out);

void mail_head_free(struct mail_head *h);

/*
 * Decode a mail of @len bytes that begins with its headers. It must be plain
 * text, and, if @patch, neither flowed nor without a diff. The author, date and
 * subject that git am would find at the top of the body replace the headers'.
 * @name is what messages call it. Returns 0, or ST_REFUSED after a message;
 * @out is then empty.
 */
int mail_decode(const char *name, const char *raw, size_t len, bool patch,
		struct mail *out);

/*
 * The mail as git am reads it, with @subject in place of its own. Caller frees;
 * a NUL stands behind the @len bytes.
 */
char *mail_format(const struct mail *m, const char *subject, size_t *len);

/* Is it the same mail, as far as an importer cares? */
bool mail_same(const struct mail *a, const struct mail *b);

void mail_free(struct mail *m);

#endif
