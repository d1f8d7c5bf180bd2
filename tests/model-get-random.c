// SPDX-License-Identifier: GPL-2.0-only
/*
 * A CPU in user space for get_random_uXX() as a patch leaves it. The code is
 * that of drivers/char/random.c, taken out of a patched tree into batches.h
 * by tests/t-get-random.t; everything around it is made up here.
 *
 *	model untouched|hotplug|sequence|interrupt|reseed|nested|preempt
 *
 * plays a family of scenarios for u16, u32 and u64. Each value that the crng
 * gives is another one, so that it can be told what became of it. Status 0:
 * every draw was given out by the crng, once, not from before the reseed that
 * the caller knew of, and is no longer in memory; 1: it says which was not.
 */
#include <limits.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef struct { int unused; } local_lock_t;

#define U32_MAX			UINT32_MAX
#define CHACHA_BLOCK_SIZE	64
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define __cold
#define unlikely(x)		(x)
#define EXPORT_SYMBOL(f)	extern int model_unused
#define DEFINE_PER_CPU(t, v)	t v
#define INIT_LOCAL_LOCK(l)	{ 0 }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define __LITTLE_ENDIAN
#endif

/* Something may come in between at each of these. */
#define READ_ONCE(x)		({ point(); *(volatile __typeof__(x) *)&(x); })
#define WRITE_ONCE(x, v)	do {					\
		point();						\
		*(volatile __typeof__(x) *)&(x) = (v);			\
		point();						\
	} while (0)
#define barrier()		point()
#define cmpxchg64_local(p, o, n)	cmpxchg64((p), (o), (n))

#define get_cpu_var(v)		(*({ preempt_off++; &(v); }))
#define put_cpu_var(v)		do { (void)(v); preempt_off--; point(); } while (0)
#define raw_cpu_ptr(p)		(p)
#define per_cpu_ptr(p, cpu)	((void)(cpu), (p))
#define local_lock_irqsave(l, f)	((f) = 0, lock(l))
#define local_unlock_irqrestore(l, f)	((void)(f), unlock(l))
#define crng_ready()		true

#define MAX_VALUES	UINT16_MAX

static struct { unsigned long generation; } base_crng, crngs;
static unsigned int preempt_off, locked;
static bool rt;				/* PREEMPT_RT: a lock may sleep */
static jmp_buf blocked;			/* of a task that has to wait for it */

/* What happens at which point of a draw; fire_at 0: nothing. */
static unsigned int points, fire_at, fire_draws;
static bool fire_reseed;
static unsigned int depth, max_depth = 1;
static u32 chance;			/* not 0: fire at points by chance */

/* Value n was made in generation made[n]; 0 is none. */
static unsigned int nr_values, nr_calls, element;
static unsigned long made[MAX_VALUES];
static bool drawn[MAX_VALUES];
static const char *what;

static void point(void);

static void __attribute__((noreturn, format(printf, 1, 2)))
fault(const char *format, ...)
{
	__builtin_va_list args;

	printf("%s, u%u, generation %lu, point %u, %u draws there%s: ", what,
	       element * 8, base_crng.generation, fire_at, fire_draws,
	       fire_reseed ? " after a reseed" : "");
	__builtin_va_start(args, format);
	vprintf(format, args);
	__builtin_va_end(args);
	printf("\n");
	exit(1);
}

static u64 cmpxchg64(u64 *p, u64 old, u64 new)
{
	u64 was;

	point();
	was = *p;
	if (was == old)
		*p = new;
	point();
	return was;
}

static void lock(local_lock_t *l)
{
	(void)l;
	if (rt && preempt_off)
		fault("takes a sleeping lock with preemption disabled");
	if (rt && locked)
		longjmp(blocked, 1);
	locked++;
}

static void unlock(local_lock_t *l)
{
	(void)l;
	locked--;
}

static void _get_random_bytes(void *buf, size_t len)
{
	unsigned long generation = base_crng.generation;
	u8 *p = buf;

	if (rt && preempt_off)
		fault("uses the crng with preemption disabled");
	nr_calls++;
	for (; len; len -= element, p += element) {
		u64 value = ++nr_values;

		if (nr_values == MAX_VALUES - 1)
			fault("the model is too small");
		made[value] = generation;
		if (element == 2)
			*(u16 *)p = value;
		else if (element == 4)
			*(u32 *)p = value;
		else
			*(u64 *)p = value;
		/* Half filled: here a refill can be preempted. */
		point();
	}
}

#include "batches.h"

DEFINE_BATCHED_ENTROPY(u8)
DEFINE_BATCHED_ENTROPY(u16)
DEFINE_BATCHED_ENTROPY(u32)
DEFINE_BATCHED_ENTROPY(u64)

#include "hotplug.h"

/* One draw in whatever context, and what must be true of it. */
static void draw(void)
{
	unsigned long generation = base_crng.generation;
	u64 value = element == 2 ? get_random_u16() :
		    element == 4 ? get_random_u32() : get_random_u64();

	if (!value || value > nr_values)
		fault("returns what the crng never gave");
	if (drawn[value])
		fault("returns an element twice");
	drawn[value] = true;
	if (made[value] < generation)
		fault("returns an element from before the reseed");
}

static u32 by_chance(u32 below)
{
	chance = chance * 1664525 + 1013904223;
	return (u64)chance * below >> 32;
}

static unsigned int length(void)
{
	return CHACHA_BLOCK_SIZE * 3 / 2 / element;
}

static void come_between(volatile unsigned int n)
{
	jmp_buf outer;

	memcpy(outer, blocked, sizeof(outer));
	depth++;
	/* A task that blocks has changed nothing, and is not heard of again. */
	if (!setjmp(blocked)) {
		while (n--)
			draw();
	}
	depth--;
	memcpy(blocked, outer, sizeof(outer));
}

static void point(void)
{
	points++;
	/* Interrupts are off, or the scheduler is. */
	if (depth == max_depth || (rt ? preempt_off : locked))
		return;
	if (chance) {
		if (by_chance(12))
			return;
		fire_draws = by_chance(4) ? by_chance(3) :
			     by_chance(2) ? length() : by_chance(length());
		fire_reseed = !by_chance(8);
	} else if (points != fire_at) {
		return;
	}
	if (fire_reseed)
		base_crng.generation++;
	come_between(fire_draws);
}

static void forget_drawn(const void *buf, size_t len)
{
	const u8 *p = buf;

	for (; len; len -= element, p += element) {
		u64 value = element == 2 ? *(const u16 *)p :
			    element == 4 ? *(const u32 *)p : *(const u64 *)p;

		if (value && value <= nr_values && drawn[value])
			fault("leaves a drawn element in memory");
	}
}

static void *batch(size_t *size)
{
	if (element == 2)
		return *size = sizeof(batched_entropy_u16), &batched_entropy_u16;
	if (element == 4)
		return *size = sizeof(batched_entropy_u32), &batched_entropy_u32;
	return *size = sizeof(batched_entropy_u64), &batched_entropy_u64;
}

/* The machine as it boots, with this generation of the base crng. */
static void boot(unsigned long generation)
{
	static u8 pristine[3][1024];
	static bool kept;
	unsigned int e = element, i;
	size_t size;
	void *b;

	for (i = 0; i < 3; i++) {
		element = 2 << i;
		b = batch(&size);
		if (!kept)
			memcpy(pristine[i], b, size);
		memcpy(b, pristine[i], size);
	}
	kept = true;
	element = e;
	memset(drawn, 0, (nr_values + 1) * sizeof(*drawn));
	nr_values = nr_calls = points = fire_at = fire_draws = 0;
	fire_reseed = false;
	base_crng.generation = generation;
}

/* Nothing came in between: @n draws took no more than these refills. */
static void check_calls(unsigned int n)
{
	if (nr_calls > n)
		fault("asks the crng %u times, %u are enough", nr_calls, n);
}

/* Draw @n and look at what is left in memory. */
static void draws(unsigned int n)
{
	while (n--) {
		size_t size;
		void *b;

		draw();
		b = batch(&size);
		/* The entropy comes first in the batch. */
		forget_drawn(b, length() * element);
	}
}

/*
 * A draw from a batch with @used elements gone in which something comes in
 * between at each point in turn and draws too, and then two batches more.
 */
static unsigned long interrupted(bool reseed)
{
	unsigned long scenarios = 0;
	unsigned int used, at, n, last;

	for (used = 0; used <= length() + 1; used++)
	for (n = 0; n <= 2 * length() + 2; n++)
	for (at = 1, last = 1; at <= last; at++) {
		boot(5);
		draws(used);
		points = 0;
		fire_at = at;
		fire_draws = n;
		fire_reseed = reseed;
		draw();
		last = points;
		fire_at = 0;
		draws(2 * length() + 1);
		scenarios++;
	}
	return scenarios;
}

/*
 * Interrupts in interrupts, or one task after the other on PREEMPT_RT, at
 * points drawn by a generator with a fixed seed.
 */
static unsigned long nested(void)
{
	unsigned long scenarios;

	max_depth = 3;
	for (scenarios = 0; scenarios < 20000; scenarios++) {
		boot(5);
		draws(scenarios % (length() + 2));
		chance = scenarios * 2 + 1;
		draw();
		chance = 0;
		draws(2 * length() + 1);
	}
	max_depth = 1;
	return scenarios;
}

static unsigned long play(const char *name)
{
	static const unsigned long generations[] = {
		1, 2, 5, UINT32_MAX, UINT32_MAX + 1ul, UINT32_MAX + 2ul,
	};
	unsigned long scenarios = 0;
	unsigned int i, used;

	what = name;
	if (!strcmp(name, "interrupt"))
		return interrupted(false);
	if (!strcmp(name, "reseed"))
		return interrupted(true);
	if (!strcmp(name, "nested"))
		return nested();
	if (!strcmp(name, "preempt")) {
		rt = true;
		return interrupted(false) + interrupted(true) + nested();
	}
	for (i = 0; i < ARRAY_SIZE(generations); i++) {
		if (!strcmp(name, "untouched")) {
			boot(generations[i]);
			draws(3 * length());
			check_calls(3);
			scenarios++;
		} else if (!strcmp(name, "sequence")) {
			/* From 5, so that untouched does not show here. */
			boot(5 + i);
			for (used = 0; used < length() + i; used++)
				draw();
			base_crng.generation++;
			for (used = 0; used < 3 * length(); used++)
				draw();
			draws(1);
			scenarios++;
		} else if (!strcmp(name, "hotplug")) {
			for (used = 0; used <= length(); used++) {
				boot(generations[i]);
				base_crng.generation += 4;
				draws(used);
				base_crng.generation++;
				random_prepare_cpu(0);
				draws(3 * length());
				check_calls(3 + !!used);
				scenarios++;
			}
		} else {
			fprintf(stderr, "model: '%s' is no scenario\n", name);
			exit(2);
		}
	}
	return scenarios;
}

int main(int argc, char **argv)
{
	unsigned long scenarios = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: model SCENARIO\n");
		return 2;
	}
	for (element = 2; element <= 8; element *= 2)
		scenarios += play(argv[1]);
	printf("%s: %lu scenarios\n", argv[1], scenarios);
	return 0;
}
