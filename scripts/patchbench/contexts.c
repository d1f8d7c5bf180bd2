// SPDX-License-Identifier: GPL-2.0-only
/* Strings and what followed them; see contexts.h. Half full tables at most. */
#include <stdlib.h>

#include "contexts.h"
#include "patchbench.h"

#define ROOM_MIN	1024

/* Multiply and fold: every bit of @x has a say in the low ones. */
static uint64_t mix(uint64_t x)
{
	x ^= x >> 32;
	x *= UINT64_C(0x9e3779b97f4a7c15);
	x ^= x >> 29;
	x *= UINT64_C(0xd6e8feb86659fd93);
	return x ^ x >> 32;
}

static uint64_t hash_of(context_key key)
{
	return mix((uint64_t)key ^ mix((uint64_t)(key >> 64) + 1));
}

static void slot_take(struct context_slot *slots, size_t room, uint64_t hash,
		      uint32_t at)
{
	size_t i = hash & (room - 1);

	while (slots[i].at)
		i = (i + 1) & (room - 1);
	slots[i] = (struct context_slot){ (uint32_t)(hash >> 32), at + 1 };
}

static void grow(struct contexts *c)
{
	size_t room = c->room ? c->room * 2 : ROOM_MIN, i;

	free(c->slots);
	c->slots = xcalloc(room, sizeof(*c->slots));
	c->list = xrealloc(c->list, room / 2 * sizeof(*c->list));
	for (i = 0; i < c->nr; i++)
		slot_take(c->slots, room, hash_of(c->list[i].key),
			  (uint32_t)i);
	c->room = room;
}

uint32_t contexts_find(const struct contexts *c, context_key key)
{
	uint64_t hash = hash_of(key);
	uint32_t tag = (uint32_t)(hash >> 32);
	size_t i;

	if (!c->room)
		return CONTEXT_NONE;
	for (i = hash & (c->room - 1); c->slots[i].at;
	     i = (i + 1) & (c->room - 1))
		if (c->slots[i].tag == tag &&
		    c->list[c->slots[i].at - 1].key == key)
			return c->slots[i].at - 1;
	return CONTEXT_NONE;
}

uint32_t contexts_add(struct contexts *c, context_key key)
{
	uint32_t at;

	if (c->nr * 2 >= c->room)
		grow(c);
	at = (uint32_t)c->nr++;
	c->list[at] = (struct context){ .key = key };
	slot_take(c->slots, c->room, hash_of(key), at);
	return at;
}

static size_t pair_slot(const struct context_pair *pairs, size_t room,
			uint64_t key)
{
	size_t i = mix(key) & (room - 1);

	while (pairs[i].key && pairs[i].key != key)
		i = (i + 1) & (room - 1);
	return i;
}

static void grow_pairs(struct contexts *c)
{
	size_t room = c->room_pairs ? c->room_pairs * 2 : ROOM_MIN, i;
	struct context_pair *pairs = xcalloc(room, sizeof(*pairs));

	for (i = 0; i < c->room_pairs; i++)
		if (c->pairs[i].key)
			pairs[pair_slot(pairs, room, c->pairs[i].key)] =
				c->pairs[i];
	free(c->pairs);
	c->pairs = pairs;
	c->room_pairs = room;
}

/* NULL: it is not there, and may not come in. */
static struct context_pair *pair_of(struct contexts *c, uint32_t at,
				    uint8_t symbol, bool more)
{
	uint64_t key = ((uint64_t)at << 8 | symbol) + 1;
	struct context_pair *pair;

	if (c->nr_stored * 2 >= c->room_pairs)
		grow_pairs(c);
	pair = &c->pairs[pair_slot(c->pairs, c->room_pairs, key)];
	if (!pair->key) {
		if (!more)
			return NULL;
		pair->key = key;
		c->nr_stored++;
	}
	return pair;
}

bool contexts_count(struct contexts *c, uint32_t at, uint8_t symbol, bool more)
{
	struct context *context = &c->list[at];
	struct context_pair *pair;
	uint32_t count;

	if (!context->mixed && context->count && context->best == symbol) {
		context->count++;
		return false;
	}
	if (!context->count) {
		if (!more)
			return false;
		context->best = symbol;
		context->count = 1;
		c->nr_pairs++;
		return true;
	}
	if (!context->mixed) {
		if (!more)
			return false;
		pair_of(c, at, context->best, true)->count = context->count;
		context->mixed = true;
	}
	pair = pair_of(c, at, symbol, more);
	if (!pair)
		return false;
	count = ++pair->count;
	/* Counts only grow, so that the best one is never another. */
	if (count > context->count ||
	    (count == context->count && symbol > context->best)) {
		context->count = count;
		context->best = symbol;
	}
	c->nr_pairs += count == 1;
	return count == 1;
}

void contexts_free(struct contexts *c)
{
	free(c->list);
	free(c->slots);
	free(c->pairs);
	*c = (struct contexts){ 0 };
}
