/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The ten estimators of min-entropy of NIST SP 800-90B (January 2018), section
 * 6.3, on a sequence of symbols. docs/estimators.md says what each one does.
 *
 * Each returns bits per symbol of the sequence it is given, from 0 to its
 * width, whatever the sequence. Where it is too short for any bound the answer
 * is 0, as nothing is known of the source.
 */
#ifndef ESTIMATORS_H
#define ESTIMATORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sequence.h"

enum estimator {
	EST_MCV, EST_COLLISION, EST_MARKOV, EST_COMPRESSION, EST_T_TUPLE,
	EST_LRS, EST_MULTI_MCW, EST_LAG, EST_MULTI_MMC, EST_LZ78Y, EST_NR
};

enum {
	/*
	 * From here on every estimator has what it needs, at any width: some
	 * symbol of 256 is there 35 times (6.3.5), and the bits are 1000
	 * blocks of six and two more (6.3.4).
	 */
	ESTIMATE_SAMPLES_MIN = 34 * 256 + 1,
	/* The suffix array of the bits counts in 32 bits, with a sign. */
	ESTIMATE_SAMPLES_MAX = INT32_MAX / SEQUENCE_WIDTH_MAX,
};

/* The parameters that the standard gives. */
#define COMPRESSION_WARMUP	1000	/* d, blocks that fill the dictionary */
#define TUPLE_CUTOFF		35	/* as often must a tuple be there */
#define LAG_DEPTH		128	/* D */
#define MMC_DEPTH		16	/* D */
#define MMC_ENTRIES		100000	/* pairs of a depth */
#define LZ78Y_DEPTH		16	/* B */
#define LZ78Y_ENTRIES		65536	/* strings in the dictionary */

/* "most common value"; a static string */
const char *estimator_name(enum estimator e);

/* "6.3.1"; a static string */
const char *estimator_section(enum estimator e);

double estimate_mcv(const struct sequence *s);

/* These three are defined for bits: @s must have width 1. */
double estimate_collision(const struct sequence *s);
double estimate_markov(const struct sequence *s);
double estimate_compression(const struct sequence *s);

double estimate_t_tuple(const struct sequence *s);
double estimate_lrs(const struct sequence *s);
double estimate_multi_mcw(const struct sequence *s);
double estimate_lag(const struct sequence *s);
double estimate_multi_mmc(const struct sequence *s);
double estimate_lz78y(const struct sequence *s);

/*
 * The same with other parameters, as the standard's examples have them.
 * @windows is @nr (1 to 8) lengths, ascending, each 1 at least. @depth of
 * MultiMMC and LZ78Y is 1 to 16, of the lag predictor 1 to 128.
 */
double estimate_compression_of(const struct sequence *s, size_t warmup);
double estimate_t_tuple_of(const struct sequence *s, size_t cutoff);
double estimate_lrs_of(const struct sequence *s, size_t cutoff);
double estimate_multi_mcw_of(const struct sequence *s, const size_t *windows,
			     unsigned int nr);
double estimate_lag_of(const struct sequence *s, unsigned int depth);
double estimate_multi_mmc_of(const struct sequence *s, unsigned int depth,
			     size_t entries);
double estimate_lz78y_of(const struct sequence *s, unsigned int depth,
			 size_t entries);

/* t-tuple and LRS at once, from one suffix array. */
void estimate_tuples(const struct sequence *s, size_t cutoff, double *t_tuple,
		     double *lrs);

struct estimates {
	/* Bits per symbol; NAN where the estimator is for bits only. */
	double symbol[EST_NR];
	double bit[EST_NR];	/* bits per bit, on sequence_bits() */
	double original;	/* the lowest of symbol[]; NAN of width 1 */
	double bitstring;	/* the lowest of bit[] */
	/* 3.1.3: the lower of original and width * bitstring. */
	double minimum;
	enum estimator lowest;	/* that gave the minimum */
	bool lowest_on_bits;
};

/*
 * All of them on @s of ESTIMATE_SAMPLES_MIN to ESTIMATE_SAMPLES_MAX symbols,
 * which the caller has seen to. Of width 1 the symbols are the bits: symbol[]
 * and original are then NAN.
 */
void estimate_all(const struct sequence *s, struct estimates *out);

#endif
