/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Strings of one length, up to 16 symbols, and how often each symbol followed
 * each of them: the memory of the predictors MultiMMC and LZ78Y.
 */
#ifndef CONTEXTS_H
#define CONTEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CONTEXT_LENGTH_MAX	16	/* symbols, a byte each */
#define CONTEXT_NONE		UINT32_MAX

__extension__ typedef unsigned __int128 context_key;

struct context {
	context_key key;
	uint32_t count;		/* of the best symbol after it */
	uint8_t best;		/* followed most often; of several the largest */
	bool mixed;		/* more than one symbol followed */
};

struct context_slot {
	uint32_t tag;		/* of the key, so that most misses end here */
	uint32_t at;		/* in list, + 1; 0: free */
};

/* Only of strings that are mixed: most long ones are not. */
struct context_pair {
	uint64_t key;		/* place in list, symbol; + 1; 0: free */
	uint32_t count;
};

/* Starts as { 0 }; contexts_free() frees. At most 2^31 strings. */
struct contexts {
	size_t nr;
	size_t nr_pairs;		/* of a string and what followed it */
	size_t nr_stored;		/* of those, in pairs */
	struct context *list;		/* in order of arrival */
	struct context_slot *slots;	/* as many as room says */
	struct context_pair *pairs;	/* as many as room_pairs says */
	size_t room, room_pairs;	/* 0 or powers of two */
};

/* The @length (1 to CONTEXT_LENGTH_MAX) symbols before @end as a key. */
static inline context_key context_key_of(context_key history,
					 unsigned int length)
{
	return length == CONTEXT_LENGTH_MAX ? history :
	       history & (((context_key)1 << 8 * length) - 1);
}

/* The place of @key, or CONTEXT_NONE. */
uint32_t contexts_find(const struct contexts *c, context_key key);

/* A place for @key, which is not there yet. */
uint32_t contexts_add(struct contexts *c, context_key key);

/*
 * One more @symbol after the string at @at. A pair that is not there yet comes
 * in only if @more; whether a new one did is returned.
 */
bool contexts_count(struct contexts *c, uint32_t at, uint8_t symbol, bool more);

/* Free what @c owns; not @c itself. */
void contexts_free(struct contexts *c);

#endif
