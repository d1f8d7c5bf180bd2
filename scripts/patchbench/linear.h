/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The linear attack on offsets that come from prandom_u32_state(): each bit
 * seen is an equation over the field of two elements in the 128 bits of its
 * state, and with enough of them every later draw is known. docs/prediction.md
 * says what that means and what not.
 */
#ifndef LINEAR_H
#define LINEAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sequence.h"
#include "taus113.h"

#define LINEAR_EQUATIONS_MAX	512	/* of one attempt */
#define LINEAR_ATTEMPTS		16	/* each begins where the last failed */
#define LINEAR_CONFIRM		40	/* bits predicted before it is believed */

/* A state that gives the draws seen, and thereby those to come. */
struct linear_state {
	struct taus113 generator;	/* after draw number @draw */
	uint64_t draw;
	unsigned int low_bit, width;	/* of the output, what is a symbol */
	unsigned int constant;		/* symbol = bits + constant, modulo */
};

struct linear_attack {
	bool found;
	size_t first;	/* the system's first observation, from 0 */
	/*
	 * Observations, counted from the start of the sequence, after which
	 * all that follow are determined.
	 */
	size_t needed;
	size_t used;	/* and those looked at till it was believed */
	struct linear_state state;
};

/*
 * The rank of the system of equations that bits @low_bit to
 * @low_bit + @width - 1 of @draws outputs in a row make, in the bits of the
 * state: at 128 draws or more the number of bits of the state on which any
 * output can depend.
 */
unsigned int linear_rank(unsigned int low_bit, unsigned int width,
			 size_t draws);

/*
 * Recover the generator from @s, whose symbols are bits @low_bit and up of the
 * outputs; not @absolute: plus an unknown constant, modulo 1 << width. Every
 * constant is tried, and has to be told from the others before the following
 * draws count as determined. The system found must then predict
 * LINEAR_CONFIRM more bits; where one is contradicted before, by another
 * source or a damaged observation, the next attempt begins behind that.
 *
 * Returns @out->found: false for another source, for too few observations, for
 * a word of the state that is 0 (as no seeded one is: draws before seeding),
 * and for bits that are not among the 32 of an output.
 */
bool linear_recover(const struct sequence *s, unsigned int low_bit,
		    bool absolute, struct linear_attack *out);

/*
 * The symbol of draw number @draw, which is none before the last one asked for
 * or, at first, the first of the system's observations.
 */
unsigned int linear_predict(struct linear_state *state, uint64_t draw);

#endif
