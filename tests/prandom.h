/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sources of offsets for tests, written down step by step and apart from the
 * modules under test: the kernel's generator, and one that is not linear.
 */
#ifndef TESTS_PRANDOM_H
#define TESTS_PRANDOM_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "sequence.h"

struct prandom {
	uint32_t s1, s2, s3, s4;
};

static inline uint32_t prandom_next(struct prandom *p)
{
	p->s1 = ((p->s1 & 4294967294U) << 18) ^ (((p->s1 << 6) ^ p->s1) >> 13);
	p->s2 = ((p->s2 & 4294967288U) << 2) ^ (((p->s2 << 2) ^ p->s2) >> 27);
	p->s3 = ((p->s3 & 4294967280U) << 7) ^ (((p->s3 << 13) ^ p->s3) >> 21);
	p->s4 = ((p->s4 & 4294967168U) << 13) ^ (((p->s4 << 3) ^ p->s4) >> 12);
	return p->s1 ^ p->s2 ^ p->s3 ^ p->s4;
}

static inline uint32_t at_least(uint32_t value, uint32_t least)
{
	return value < least ? value + least : value;
}

/* Seeded as the kernel's self-test does it. */
static inline struct prandom prandom_seeded(uint32_t seed)
{
	struct prandom p;
	int i;

	p.s1 = at_least(seed * 69069U, 2);
	p.s2 = at_least(p.s1 * 69069U, 8);
	p.s3 = at_least(p.s2 * 69069U, 16);
	p.s4 = at_least(p.s3 * 69069U, 128);
	for (i = 0; i < 10; i++)
		prandom_next(&p);
	return p;
}

/* Sebastiano Vigna's splitmix64, from its definition. */
static inline uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

/*
 * @n symbols of the kernel's generator: bits @low_bit and up plus @constant.
 * Up to @gaps draws between each two are not seen; 0: every draw is.
 */
static inline struct sequence prandom_sequence(uint32_t seed, size_t n,
					       unsigned int low_bit,
					       unsigned int width,
					       unsigned int constant,
					       unsigned int gaps)
{
	struct sequence s = sequence_new(n, width);
	struct prandom p = prandom_seeded(seed);
	uint64_t draw = 0, state = seed, skip;
	size_t i;

	if (gaps)
		s.draws = calloc(n ? n : 1, sizeof(*s.draws));
	for (i = 0; i < n; i++, draw++) {
		skip = gaps ? splitmix64(&state) % (gaps + 1) : 0;
		for (draw += skip; skip; skip--)
			prandom_next(&p);
		if (gaps)
			s.draws[i] = draw;
		s.symbols[i] = ((prandom_next(&p) >> low_bit) + constant) &
			       ((1U << width) - 1);
	}
	return s;
}

/* @n symbols of splitmix64. */
static inline struct sequence random_sequence(uint64_t seed, size_t n,
					      unsigned int width)
{
	struct sequence s = sequence_new(n, width);
	size_t i;

	for (i = 0; i < n; i++)
		s.symbols[i] = splitmix64(&seed) >> (64 - width);
	return s;
}

/* A million offsets take less than this; sanitizers are slow. */
#ifdef __SANITIZE_ADDRESS__
#define SECONDS_MAX	10
#else
#define SECONDS_MAX	1
#endif

static inline double seconds_since(clock_t start)
{
	return (double)(clock() - start) / CLOCKS_PER_SEC;
}

#endif
