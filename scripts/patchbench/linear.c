// SPDX-License-Identifier: GPL-2.0-only
/* The linear attack on the kernel's generator; see linear.h. */
#include <string.h>

#include "linear.h"

#define UNKNOWNS	(TAUS113_WORDS * TAUS113_BITS)
#define GUESSES		(1 << SEQUENCE_WIDTH_MAX)
#define FORM_LIMBS	(UNKNOWNS / 64)
#define GUESS_LIMBS	(GUESSES / 64)

/*
 * An equation: the unknowns whose xor is known, and that xor, under each guess
 * at the constant. The left sides do not depend on the guess, so one
 * elimination serves all of them.
 */
struct equation {
	uint64_t form[FORM_LIMBS];
	uint64_t is[GUESS_LIMBS];
};

/* The equations so far: no two have the same highest unknown, their pivot. */
struct equations {
	struct equation row[UNKNOWNS];	/* by pivot */
	bool used[UNKNOWNS];
	unsigned int rank;
	uint64_t alive[GUESS_LIMBS];	/* guesses without contradiction */
};

/* The state as a function of the unknowns: what each, alone, has become. */
struct symbolic {
	uint32_t value[TAUS113_WORDS][TAUS113_BITS];
};

static void symbolic_start(struct symbolic *sym)
{
	unsigned int w, bit;

	for (w = 0; w < TAUS113_WORDS; w++)
		for (bit = 0; bit < TAUS113_BITS; bit++)
			sym->value[w][bit] = UINT32_C(1) << bit;
}

static void symbolic_draw(struct symbolic *sym, uint64_t draws)
{
	unsigned int w, bit;

	for (w = 0; w < TAUS113_WORDS; w++)
		for (bit = 0; bit < TAUS113_BITS; bit++)
			sym->value[w][bit] =
				taus113_word(w, sym->value[w][bit], draws);
}

/* The left side of the equation that output bit @bit makes. */
static struct equation symbolic_bit(const struct symbolic *sym,
				    unsigned int bit)
{
	struct equation eq = { 0 };
	unsigned int i;
	uint32_t value;

	for (i = 0; i < UNKNOWNS; i++) {
		value = sym->value[i / TAUS113_BITS][i % TAUS113_BITS];
		eq.form[i / 64] |= (uint64_t)(value >> bit & 1) << i % 64;
	}
	return eq;
}

/* The highest unknown of @eq, or -1 where there is none. */
static int pivot(const struct equation *eq)
{
	int limb;

	for (limb = FORM_LIMBS; limb--; )
		if (eq->form[limb])
			return limb * 64 + 63 - __builtin_clzll(eq->form[limb]);
	return -1;
}

static void equations_add(struct equations *system, struct equation eq)
{
	unsigned int i;
	int at;

	for (at = pivot(&eq); at >= 0 && system->used[at]; at = pivot(&eq)) {
		for (i = 0; i < FORM_LIMBS; i++)
			eq.form[i] ^= system->row[at].form[i];
		for (i = 0; i < GUESS_LIMBS; i++)
			eq.is[i] ^= system->row[at].is[i];
	}
	if (at >= 0) {
		system->row[at] = eq;
		system->used[at] = true;
		system->rank++;
		return;
	}
	/* Nothing is left of it but 0 = 1 for the guesses that it refutes. */
	for (i = 0; i < GUESS_LIMBS; i++)
		system->alive[i] &= ~eq.is[i];
}

static unsigned int guesses_alive(const struct equations *system)
{
	unsigned int i, alive = 0;

	for (i = 0; i < GUESS_LIMBS; i++)
		alive += __builtin_popcountll(system->alive[i]);
	return alive;
}

static bool guess_bit(const uint64_t *guesses, unsigned int guess)
{
	return guesses[guess / 64] >> guess % 64 & 1;
}

/* What the @width bits of one draw say, which was seen as @symbol. */
static void observe(struct equations *system, const struct symbolic *sym,
		    unsigned int low_bit, unsigned int width,
		    unsigned int symbol)
{
	unsigned int bit, guess;
	struct equation eq;

	for (bit = 0; bit < width; bit++) {
		eq = symbolic_bit(sym, low_bit + bit);
		for (guess = 0; guess < 1U << width; guess++)
			eq.is[guess / 64] |=
				(uint64_t)((symbol - guess) >> bit & 1) <<
				guess % 64;
		equations_add(system, eq);
	}
}

unsigned int linear_rank(unsigned int low_bit, unsigned int width,
			 size_t draws)
{
	struct equations system = { 0 };
	struct symbolic sym;
	unsigned int bit;

	symbolic_start(&sym);
	for (; draws; draws--) {
		symbolic_draw(&sym, 1);
		for (bit = low_bit; bit < low_bit + width; bit++)
			equations_add(&system, symbolic_bit(&sym, bit));
	}
	return system.rank;
}

/* The unknowns under @guess; those that nothing depends on are 0. */
static struct taus113 solve(const struct equations *system,
			    unsigned int guess)
{
	const struct equation *row;
	struct taus113 state = { { 0 } };
	uint64_t x[FORM_LIMBS] = { 0 }, sum;
	unsigned int at, i;

	for (at = 0; at < UNKNOWNS; at++) {
		if (!system->used[at])
			continue;
		row = &system->row[at];
		for (sum = 0, i = 0; i < FORM_LIMBS; i++)
			sum ^= row->form[i] & x[i];
		if (__builtin_parityll(sum) ^ guess_bit(row->is, guess))
			x[at / 64] |= UINT64_C(1) << at % 64;
	}
	for (i = 0; i < TAUS113_WORDS; i++)
		state.s[i] = (uint32_t)(x[i / 2] >> i % 2 * 32);
	return state;
}

/* Take the state that @system is left with; false if it cannot be one. */
static bool conclude(const struct equations *system, uint64_t draw,
		     struct linear_state *out)
{
	unsigned int guess = 0, w;

	while (!guess_bit(system->alive, guess))
		guess++;
	out->constant = guess;
	out->draw = draw;
	out->generator = solve(system, guess);
	taus113_draw(&out->generator, 1);
	for (w = 0; w < TAUS113_WORDS; w++)
		if (!out->generator.s[w])
			return false;
	return true;
}

/*
 * One attempt, from observation @out->first on, at a system of rank @full.
 * @out->used is where it ended.
 */
static bool attempt(const struct sequence *s, unsigned int full,
		    bool absolute, struct linear_attack *out)
{
	size_t i, limit = LINEAR_EQUATIONS_MAX / s->width;
	struct equations system = { 0 };
	unsigned int confirmed = 0, alive, guess;
	uint64_t start = sequence_draw(s, out->first), last = start - 1, draw;
	struct symbolic sym;

	out->needed = 0;
	for (guess = 0; guess < (absolute ? 1U : 1U << s->width); guess++)
		system.alive[guess / 64] |= UINT64_C(1) << guess % 64;
	symbolic_start(&sym);
	for (i = out->first; i < s->n && i - out->first < limit; i++) {
		draw = sequence_draw(s, i);
		symbolic_draw(&sym, draw - last);
		last = draw;
		observe(&system, &sym, out->state.low_bit, s->width,
			s->symbols[i]);
		out->used = i + 1;
		alive = guesses_alive(&system);
		if (!alive)
			return false;
		/* What was needed came before: each bit is a prediction. */
		if (out->needed)
			confirmed += s->width;
		else if (alive == 1 && system.rank == full)
			out->needed = i + 1;
		if (confirmed >= LINEAR_CONFIRM)
			return conclude(&system, start, &out->state);
	}
	return false;
}

bool linear_recover(const struct sequence *s, unsigned int low_bit,
		    bool absolute, struct linear_attack *out)
{
	unsigned int full, tries;

	*out = (struct linear_attack){
		.state = { .low_bit = low_bit, .width = s->width },
	};
	if (!s->width || s->width > SEQUENCE_WIDTH_MAX ||
	    low_bit > TAUS113_BITS - s->width)
		return false;
	full = linear_rank(low_bit, s->width, UNKNOWNS);
	for (tries = 0; tries < LINEAR_ATTEMPTS && !out->found; tries++) {
		out->first = out->used;
		if (out->first == s->n)
			break;
		out->found = attempt(s, full, absolute, out);
	}
	if (!out->found)
		out->needed = 0;
	return out->found;
}

unsigned int linear_predict(struct linear_state *state, uint64_t draw)
{
	uint32_t bits = taus113_draw(&state->generator, draw - state->draw);

	state->draw = draw;
	return ((bits >> state->low_bit) + state->constant) &
	       ((1U << state->width) - 1);
}
