/* SPDX-License-Identifier: GPL-2.0-only */
/* A fair source out of a library's generator, and what estimates say of it. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "sequence.h"

#define SIMULATE_JOBS_MAX	256

/*
 * @n symbols of @width bits of a fair source: the topmost bits of each 32-bit
 * output of GSL's mt19937 (M. Matsumoto and T. Nishimura, "Mersenne Twister",
 * ACM Transactions on Modeling and Computer Simulation 8 (1998)), seeded with
 * @seed, 0 to LIMITS_SEED_MAX, in the upper 12 bits and @number, 0 to
 * LIMITS_SIMULATIONS_MAX, in the lower 20. No draws. sequence_free() frees.
 */
struct sequence fair_sequence(unsigned int width, size_t n, unsigned int seed,
			      unsigned int number);

/*
 * The least estimate, in bits a symbol, of each of the fair sequences 1 to
 * @simulations of @width, @n and @seed, into @minima, in this order whatever
 * @jobs is, the number of processes to work side by side. Progress goes to
 * standard error. Returns 0, or ST_MACHINE after a message; no process is left.
 */
int simulate_minima(unsigned int width, size_t n, unsigned int simulations,
		    unsigned int seed, unsigned int jobs, double *minima);

#endif
