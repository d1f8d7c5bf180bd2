/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the symbols of a sequence are distributed, and four tests of the
 * hypothesis that they come from a fair source: independent symbols, each of
 * the 2^width equally likely. docs/limits.md has the method.
 */
#ifndef DISTRIBUTION_H
#define DISTRIBUTION_H

#include "inference.h"
#include "sequence.h"

#define DISTRIBUTION_SYMBOLS	(1U << SEQUENCE_WIDTH_MAX)
#define DISTRIBUTION_SCRIPT_N	1000	/* samples the kernel's script takes */

struct distribution {
	size_t n;
	unsigned int width;
	uint64_t counts[DISTRIBUTION_SYMBOLS];	/* of each symbol */
	unsigned int distinct;	/* symbols that occur */
	unsigned int moving;	/* mask of the bits that take both values */
	double entropy;		/* Shannon's, of the symbols, in bits */
	double step_entropy;	/* Shannon's, of the steps, in bits */
	size_t changes;		/* symbols unlike the one before them */
	unsigned int common;	/* the most common symbol, the lowest of them */
	uint64_t common_count;
	unsigned int digits;	/* what the kernel's script calls bits */
};

/*
 * Describe @s in @out, which owns nothing. Entropy is the plug-in estimate
 * -sum(c/n * log2(c/n)) over counts c: C. E. Shannon, "A Mathematical Theory of
 * Communication", Bell System Technical Journal 27 (1948), section 6. A step is
 * the next symbol less this one modulo 2^width, so that a constant and a
 * counter have a step entropy of 0. Steps and changes are those from each
 * symbol to the next one in @s, whatever was drawn between the two.
 *
 * The digits are what tools/testing/selftests/lkdtm/stack-entropy.sh prints:
 * how many binary digits the number of distinct offsets among the first
 * DISTRIBUTION_SCRIPT_N has (64 distinct: 7). 0 of an empty sequence.
 */
void distribution_of(const struct sequence *s, struct distribution *out);

/*
 * Bits of Shannon entropy of @nr counts that add up to @n; 0 for @n 0. Source:
 * as above.
 */
double counts_entropy(const uint64_t *counts, size_t nr, uint64_t n);

/*
 * The tests. Each is two-sided and gives a p-value; not known below two
 * symbols. Where only one symbol occurs they agree that a fair source did not
 * give it: p is 0, exact, and the statistic 0.
 */

/*
 * Pearson's chi-square of the counts against equal ones, 2^width - 1 degrees of
 * freedom; p is twice the smaller tail, as counts that are too even are no
 * fairer than uneven ones. The lower tail is taken half a step of the statistic
 * (which moves in steps of 2 * 2^width / n) further up, for continuity. Source:
 * K. Pearson, Philosophical Magazine 50 (1900); both tails: D. E. Knuth, "The
 * Art of Computer Programming", volume 2, 3.3.1.
 */
struct test_result chi_square_test(const struct distribution *d);

/*
 * Does each bit take both values equally often? The statistic is that of the
 * worst bit, (|2 * ones - n| - 1) / sqrt(n): the normal approximation of the
 * binomial with its continuity correction; p is Bonferroni's, times the number
 * of bits. Sources: NIST SP 800-22 revision 1a, 2.1 (the monobit test); W.
 * Feller, "An Introduction to Probability Theory and Its Applications", volume
 * 1, VII.2; O. J. Dunn, Journal of the American Statistical Association 56
 * (1961).
 */
struct test_result balance_test(const struct distribution *d);

/*
 * The correlation of each symbol with the next, r, against 0: the statistic is
 * r * sqrt(n), about normal. r is the sum of the n - 1 products of neighbours'
 * deviations from the mean over the sum of their n squares. Its mean of -1/n is
 * left out: 1/sqrt(n) of a standard deviation. Source: M. S. Bartlett,
 * Supplement to the Journal of the Royal Statistical Society 8 (1946); G. E. P.
 * Box and G. M. Jenkins, "Time Series Analysis" (1970), 2.1.6.
 */
struct test_result serial_test(const struct sequence *s);

/*
 * Wald's and Wolfowitz's test of the number of runs below and above the middle
 * 2^(width - 1), given how many symbols are on either side; normal, with half a
 * run for continuity. Where all are on one side p is 0 and exact, too. Source:
 * A. Wald and J. Wolfowitz, "On a test whether two samples are from the same
 * population", Annals of Mathematical Statistics 11 (1940).
 */
struct test_result runs_test(const struct sequence *s);

#endif
