/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's pseudo-random generator, prandom_u32_state(): four shift
 * registers of 32 bits, whose xor is the output. Each step is linear over the
 * field of two elements. Source: P. L'Ecuyer, "Tables of maximally
 * equidistributed combined LFSR generators", Mathematics of Computation 68
 * (1999); the shifts are those of include/linux/prandom.h.
 */
#ifndef TAUS113_H
#define TAUS113_H

#include <stdint.h>

#define TAUS113_WORDS	4
#define TAUS113_BITS	32	/* of a word */

struct taus113 {
	uint32_t s[TAUS113_WORDS];
};

/* @value of word @word after @draws draws; takes 64 steps at most. */
uint32_t taus113_word(unsigned int word, uint32_t value, uint64_t draws);

/* Make @draws draws from @state; returns the last one's output. */
uint32_t taus113_draw(struct taus113 *state, uint64_t draws);

#endif
