/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stack offsets as they were drawn on one CPU, and their text form:
 *
 *	offsets stack-offset/cpu0 100000 1563 2 16 61 1200 3
 *	0 361c14...
 *	194 21032d...
 *
 * The head names the test, the offsets, the lines that follow, the hexadecimal
 * digits and the bytes of a unit of each offset, and what happened meanwhile as
 * a histogram's does. A line has the number of its first draw and the offsets
 * of that and the following draws. The lowest offset seen is 0, as only
 * differences can be observed. docs/records.md describes it.
 */
#ifndef OFFSETS_H
#define OFFSETS_H

#include "histogram.h"
#include "sequence.h"

#define OFFSETS_MAX		((size_t)1 << 24)	/* of one block */
#define OFFSETS_DIGITS_MAX	7

struct offsets {
	char *name;		/* owned: stack-offset/cpu0 */
	size_t n;		/* at least 1 */
	uint64_t step;		/* bytes of a unit, at least 1 */
	uint64_t interrupts, vcsw, ivcsw;
	uint32_t *values;	/* owned: units above the lowest */
	uint64_t *draws;	/* owned: the number of each draw, ascending */
};

/*
 * Read one block at @t into @o, which is overwritten and then owned by the
 * caller (offsets_release). On error @o is empty, a message has been printed,
 * and ST_REFUSED is returned. Memory stays within 12 times the text.
 */
int offsets_parse(struct text *t, struct offsets *o);

/* True when the next bytes at @t are the start of such a block. */
bool offsets_ahead(const struct text *t);

/* Append the text form of @o to @out. */
void offsets_format(const struct offsets *o, struct bytes *out);

/* True when all of it is the same. */
bool offsets_equal(const struct offsets *a, const struct offsets *b);

/* Free what @o owns and empty it; not @o itself. */
void offsets_release(struct offsets *o);

/*
 * The same as symbols, in units of the lowest bit of @mask, which has @width
 * bits in a row; sequence_free() frees. False where an offset is no multiple of
 * that unit or above the mask: then there is no sequence, and @outside gets the
 * first such offset in bytes.
 */
bool offsets_sequence(const struct offsets *o, uint64_t mask,
		      struct sequence *out, uint64_t *outside);

#endif
