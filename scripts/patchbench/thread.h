/* SPDX-License-Identifier: GPL-2.0-only */
/* The patches in a mailbox, and the choice of one revision among them. */
#ifndef THREAD_H
#define THREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "mail.h"

#define THREAD_MAX_PATCHES	999
#define THREAD_MAX_VERSION	9999

/* What the brackets of a subject say. */
struct subject {
	bool patch;		/* it is a patch's or a cover letter's */
	const char *fault;	/* what of it is not understood, or NULL */
	unsigned int version;	/* 1 where none is given */
	bool numbered;
	unsigned int number;	/* 0: the cover letter; 1 if not numbered */
	unsigned int total;	/* 1 if not numbered */
	char *prefix;		/* the rest of the brackets, "RFC PATCH" */
	char *text;		/* the subject behind the brackets */
};

/*
 * Read a decoded subject. A reply is no patch. The caller ends it with
 * subject_free(), whatever it was.
 */
void subject_parse(const char *s, struct subject *out);

void subject_free(struct subject *s);

/* One mail of a chosen revision. A resent number is there more than once. */
struct choice_mail {
	size_t index;		/* its place in the mailbox */
	const char *id;		/* owned by the thread */
	unsigned int number;
};

/* A revision that is whole: each number is there. */
struct choice {
	unsigned int version;
	unsigned int total;
	struct choice_mail *mails;	/* by number, then by place */
	size_t nr;
};

struct thread;

/* A new, empty one; @name is what messages call the mailbox. */
struct thread *thread_new(const char *name);

/* Add the mail at place @index, if it is a patch or a cover letter. */
void thread_add(struct thread *t, const struct mail_head *h, size_t index);

/*
 * Choose the revision @version, or, if that is 0, the newest that is whole. If
 * @id is not NULL the series must hold the mail of that Message-ID. Returns 0,
 * or ST_MISSING or ST_REFUSED after a message. The caller ends @out with
 * choice_free() before it frees the thread.
 */
int thread_choose(struct thread *t, unsigned int version, const char *id,
		  struct choice *out);

void choice_free(struct choice *c);

void thread_free(struct thread *t);

#endif
