/* SPDX-License-Identifier: GPL-2.0-only */
/* One session: what its guest said, checked, and made a record of. */
#ifndef SESSION_H
#define SESSION_H

#include "cell.h"
#include "channel.h"
#include "record.h"

/* True when @rec is of this session and no copy of another. */
bool session_is(const struct bench *b, const struct cell *c, uint64_t session,
		const struct record *rec);

/*
 * Check that a guest said what it was asked for: the kernel, its command line,
 * each test whole. @name is the session's, for messages. Returns 0, ST_NO where
 * the program failed, or ST_REFUSED, after a message.
 */
int session_check(const struct bench *b, const struct cell *c, const char *name,
		  const struct guest_report *g);

/*
 * The record of a session that was checked: strings are copies, blocks move out
 * of @g. record_free() frees.
 */
void session_record(const struct bench *b, const struct cell *c,
		    uint64_t session, struct guest_report *g,
		    struct record *rec);

#endif
