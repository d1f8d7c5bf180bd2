// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's generator, one draw or many at a time; see taus113.h. */
#include <stdbool.h>

#include "taus113.h"

#define POWERS		64	/* bits of a number of draws */
#define SINGLY		64	/* draws below this are made one by one */

static uint32_t step(unsigned int word, uint32_t s)
{
	static const struct {
		unsigned int out, in, up;
		uint32_t mask;
	} shift[TAUS113_WORDS] = {
		{ 6, 13, 18, 0xfffffffe }, { 2, 27, 2, 0xfffffff8 },
		{ 13, 21, 7, 0xfffffff0 }, { 3, 12, 13, 0xffffff80 },
	};

	return (s & shift[word].mask) << shift[word].up ^
	       (s << shift[word].out ^ s) >> shift[word].in;
}

/* A linear map of a word: what becomes of each bit of it, standing alone. */
struct map {
	uint32_t column[TAUS113_BITS];
};

static uint32_t map_apply(const struct map *map, uint32_t value)
{
	uint32_t result = 0;

	for (; value; value &= value - 1)
		result ^= map->column[__builtin_ctz(value)];
	return result;
}

/* The map of 1 << @power draws of word @word; made when first asked for. */
static const struct map *power_map(unsigned int word, unsigned int power)
{
	static struct map maps[TAUS113_WORDS][POWERS];
	static bool made;
	unsigned int w, p, bit;
	const struct map *half;

	for (w = 0; w < TAUS113_WORDS && !made; w++) {
		for (bit = 0; bit < TAUS113_BITS; bit++)
			maps[w][0].column[bit] = step(w, UINT32_C(1) << bit);
		for (p = 1; p < POWERS; p++) {
			half = &maps[w][p - 1];
			for (bit = 0; bit < TAUS113_BITS; bit++)
				maps[w][p].column[bit] =
					map_apply(half, half->column[bit]);
		}
	}
	made = true;
	return &maps[word][power];
}

uint32_t taus113_word(unsigned int word, uint32_t value, uint64_t draws)
{
	if (draws < SINGLY) {
		for (; draws; draws--)
			value = step(word, value);
		return value;
	}
	for (; draws; draws &= draws - 1)
		value = map_apply(power_map(word, __builtin_ctzll(draws)),
				  value);
	return value;
}

uint32_t taus113_draw(struct taus113 *state, uint64_t draws)
{
	uint32_t output = 0;
	unsigned int w;

	for (w = 0; w < TAUS113_WORDS; w++) {
		state->s[w] = taus113_word(w, state->s[w], draws);
		output ^= state->s[w];
	}
	return output;
}
