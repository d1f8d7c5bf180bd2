// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench limits: simulate a line of bench-data/limits
 *
 *	$ patchbench limits --width 6 --samples 10000 --simulations 19999 \
 *		--rank 20 --seed 1 --jobs 2
 *	6 10000 19999 20 1 ...
 *
 * What the least estimate of entropy of a fair source falls below with
 * probability RANK / (SIMULATIONS + 1). docs/limits.md has it all.
 */
#include <math.h>
#include <stdlib.h>

#include "limits-table.h"
#include "options.h"
#include "patchbench.h"
#include "simulate.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench limits --width N --samples N --simulations N --rank N\n"
"         --seed N [--jobs N]\n"
"\n"
"  --width N        bits of a symbol\n"
"  --samples N      symbols of a simulated sequence\n"
"  --simulations N  how many are simulated\n"
"  --rank N         the limit is the N-th lowest of their estimates\n"
"  --seed N         of the simulated source; the same seed, the same limit\n"
"  --jobs N         processes side by side (1)\n";

static int ascending(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

int cmd_limits(int argc, char **argv)
{
	/* One above the largest: the option was not given. */
	uint64_t width = 0, seed = LIMITS_SEED_MAX + 1, jobs = 1;
	struct limit l = { 0 };
	const struct option_row rows[] = {
		{ "width", NULL, &width, 1, SEQUENCE_WIDTH_MAX, NULL },
		{ "samples", NULL, &l.n, LIMITS_N_MIN, LIMITS_N_MAX, NULL },
		{ "simulations", NULL, &l.simulations, 1,
		  LIMITS_SIMULATIONS_MAX, NULL },
		{ "rank", NULL, &l.rank, 1, LIMITS_SIMULATIONS_MAX, NULL },
		{ "seed", NULL, &seed, 0, LIMITS_SEED_MAX, NULL },
		{ "jobs", NULL, &jobs, 1, SIMULATE_JOBS_MAX, NULL },
		{ 0 },
	};
	struct bytes out = { 0 };
	double *minima;
	int ret;

	options_parse(argc, argv, rows, usage);
	if (!width || !l.n || !l.simulations || !l.rank ||
	    seed > LIMITS_SEED_MAX) {
		fputs(usage, stderr);
		return ST_USAGE;
	}
	if (l.rank > l.simulations)
		return error(ST_USAGE, "limits: --rank %llu of %llu "
			     "simulations", (unsigned long long)l.rank,
			     (unsigned long long)l.simulations);
	l.width = (unsigned int)width;
	l.seed = seed;
	minima = xcalloc(l.simulations, sizeof(*minima));
	ret = simulate_minima(l.width, l.n, (unsigned int)l.simulations,
			      (unsigned int)seed, (unsigned int)jobs, minima);
	if (!ret) {
		qsort(minima, l.simulations, sizeof(*minima), ascending);
		/* Downwards: what is printed must not alarm more often. */
		l.micro = (uint64_t)floor(minima[l.rank - 1] * LIMITS_MICRO);
		limit_format(&l, &out);
		fwrite(out.data, 1, out.len, stdout);
	}
	free(out.data);
	free(minima);
	return ret;
}
