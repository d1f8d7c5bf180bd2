/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stack offsets in the order in which they were drawn, as symbols: what every
 * test of entropy works on.
 */
#ifndef SEQUENCE_H
#define SEQUENCE_H

#include <stddef.h>
#include <stdint.h>

#define SEQUENCE_WIDTH_MAX	8	/* bits of a symbol */

struct sequence {
	size_t n;
	unsigned int width;	/* bits of a symbol, 1 to SEQUENCE_WIDTH_MAX */
	uint8_t *symbols;	/* owned; each below 1 << width */
	/*
	 * The number of the draw that gave each, ascending: a system call that
	 * reported no offset has drawn one all the same. Owned; NULL: every
	 * draw is there.
	 */
	uint64_t *draws;
};

/* @n symbols of @width bits, all 0, no draws. sequence_free() frees. */
struct sequence sequence_new(size_t n, unsigned int width);

/* The number of the draw that gave symbol @i of @s, which is below s->n. */
uint64_t sequence_draw(const struct sequence *s, size_t i);

/*
 * The symbols' bits one behind the other, the most significant bit of each
 * first, as a sequence of width 1; no draws. sequence_free() frees.
 */
struct sequence sequence_bits(const struct sequence *s);

/* Free what @s owns and empty it; not @s itself. */
void sequence_free(struct sequence *s);

#endif
