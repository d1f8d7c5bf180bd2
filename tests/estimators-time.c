// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long the estimators take: all of them, on symbols of six bits that are
 * as likely as each other. Processor time of one core, as TAP; with a limit,
 * which is generous, as the machine may be slow.
 */
#include <stdio.h>
#include <time.h>

#include "estimator-sources.h"
#include "estimators.h"

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool timed(int nr, const struct sequence *s, const char *what,
		  double limit)
{
	struct estimates e;
	double start = seconds(), took;

	estimate_all(s, &e);
	took = seconds() - start;
	printf("%sok %d - %zu %s: %.2f s of %g, %.4f bits a symbol\n",
	       took <= limit ? "" : "not ", nr, s->n, what, took, limit,
	       e.minimum);
	fflush(stdout);
	return took <= limit;
}

int main(void)
{
	struct sequence few = source_uniform(100000, 6, 1);
	struct sequence many = source_uniform(1000000, 6, 1);
	struct sequence same = sequence_new(1000000, 6);
	bool ok;

	puts("1..3");
	ok = timed(1, &few, "random symbols of 6 bits", 4);
	ok &= timed(2, &many, "random symbols of 6 bits", 20);
	ok &= timed(3, &same, "symbols all alike", 20);
	sequence_free(&few);
	sequence_free(&many);
	sequence_free(&same);
	return !ok;
}
