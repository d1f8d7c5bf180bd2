/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the sessions of one cell come from, and how to have them again. */
#ifndef PROVENANCE_H
#define PROVENANCE_H

#include "record.h"

struct provenance {
	size_t nr;
	struct provenance_line {
		const char *key;	/* image-key; "": of the one before */
		char *value;		/* owned */
	} *lines;			/* owned */
};

/*
 * What the headers of @nr records, at least one, say of kernel, compiler and
 * machine: each key once, and where a session differs what it has. Histograms
 * are not looked at. provenance_free() frees.
 */
void provenance_make(const struct record *records, size_t nr,
		     struct provenance *out);
void provenance_free(struct provenance *provenance);

/* The make command that measures @sessions sessions of it. Caller frees. */
char *provenance_again(const struct record *rec, uint64_t sessions);

#endif
