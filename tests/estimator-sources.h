/* SPDX-License-Identifier: GPL-2.0-only */
/* Sequences for the tests of the estimators, the same in every run. */
#ifndef ESTIMATOR_SOURCES_H
#define ESTIMATOR_SOURCES_H

#include <string.h>

#include "sequence.h"

/* SplitMix64: G. L. Steele and others, OOPSLA 2014. */
static inline uint64_t source_next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* From 0 up to 1, without 1. */
static inline double source_unit(uint64_t *state)
{
	return (double)(source_next(state) >> 11) * 0x1p-53;
}

/* @n symbols, all of @width bits as likely as each other. */
static inline struct sequence source_uniform(size_t n, unsigned int width,
					     uint64_t seed)
{
	struct sequence s = sequence_new(n, width);
	size_t i;

	for (i = 0; i < n; i++)
		s.symbols[i] = (uint8_t)(source_next(&seed) >> (64 - width));
	return s;
}

/* A digit is a symbol. */
static inline struct sequence source_digits(const char *digits,
					    unsigned int width)
{
	struct sequence s = sequence_new(strlen(digits), width);
	size_t i;

	for (i = 0; i < s.n; i++)
		s.symbols[i] = (uint8_t)(digits[i] - '0');
	return s;
}

#endif
