/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The counter that times a call, and the timed bodies.
 *
 * A timed body is one asm statement, so that the compiler puts nothing between
 * the two reads. The counter is read serialised on both sides: nothing before
 * the read may still be under way, nothing behind it may have begun.
 *
 * Between the two reads of an empty body stand 5 instructions on x86_64 and 3
 * on arm64, the second read included; a call adds itself and, on x86_64, the
 * two moves of its number and its result.
 */
#ifndef COUNTER_H
#define COUNTER_H

#include <stdint.h>

struct timed {
	uint64_t begin, end;	/* ticks */
	long ret;		/* what the kernel returned */
};

#if defined(__x86_64__)

#define COUNTER_NAME	"rdtsc"

/* Hz, or 0: the time-stamp counter does not tell. */
static inline uint64_t counter_frequency(void)
{
	return 0;
}

static inline uint64_t counter_read(void)
{
	uint32_t lo, hi;

	__asm__ volatile("lfence; rdtsc; lfence"
			 : "=a"(lo), "=d"(hi) : : "memory");
	return (uint64_t)hi << 32 | lo;
}

static inline __attribute__((always_inline)) struct timed timed_empty(void)
{
	uint64_t lo0, hi0, lo1, hi1;

	__asm__ volatile("lfence\n\t"
			 "rdtsc\n\t"
			 "lfence\n\t"
			 "mov %%rax, %0\n\t"
			 "mov %%rdx, %1\n\t"
			 "lfence\n\t"
			 "rdtsc\n\t"
			 "lfence"
			 : "=&r"(lo0), "=&r"(hi0), "=&a"(lo1), "=&d"(hi1)
			 : : "memory");
	return (struct timed){ hi0 << 32 | lo0, hi1 << 32 | lo1, 0 };
}

static inline __attribute__((always_inline)) struct timed timed_call(long nr)
{
	uint64_t lo0, hi0, lo1, hi1;
	long ret;

	__asm__ volatile("lfence\n\t"
			 "rdtsc\n\t"
			 "lfence\n\t"
			 "mov %%rax, %0\n\t"
			 "mov %%rdx, %1\n\t"
			 "mov %5, %%rax\n\t"
			 "syscall\n\t"
			 "mov %%rax, %2\n\t"
			 "lfence\n\t"
			 "rdtsc\n\t"
			 "lfence"
			 : "=&r"(lo0), "=&r"(hi0), "=&r"(ret), "=&a"(lo1),
			   "=&d"(hi1)
			 : "r"(nr)
			 : "rcx", "r11", "memory");
	return (struct timed){ hi0 << 32 | lo0, hi1 << 32 | lo1, ret };
}

#elif defined(__aarch64__)

#define COUNTER_NAME	"cntvct_el0"

static inline uint64_t counter_frequency(void)
{
	uint64_t hz;

	__asm__ volatile("mrs %0, cntfrq_el0" : "=r"(hz));
	return hz;
}

static inline uint64_t counter_read(void)
{
	uint64_t now;

	__asm__ volatile("isb; mrs %0, cntvct_el0; isb"
			 : "=r"(now) : : "memory");
	return now;
}

static inline __attribute__((always_inline)) struct timed timed_empty(void)
{
	uint64_t begin, end;

	__asm__ volatile("isb\n\t"
			 "mrs %0, cntvct_el0\n\t"
			 "isb\n\t"
			 "isb\n\t"
			 "mrs %1, cntvct_el0\n\t"
			 "isb"
			 : "=&r"(begin), "=&r"(end) : : "memory");
	return (struct timed){ begin, end, 0 };
}

static inline __attribute__((always_inline)) struct timed timed_call(long nr)
{
	register long number __asm__("x8") = nr;
	register long ret __asm__("x0") = 0;
	uint64_t begin, end;

	__asm__ volatile("isb\n\t"
			 "mrs %0, cntvct_el0\n\t"
			 "isb\n\t"
			 "svc #0\n\t"
			 "isb\n\t"
			 "mrs %1, cntvct_el0\n\t"
			 "isb"
			 : "=&r"(begin), "=&r"(end), "+r"(ret)
			 : "r"(number) : "memory");
	return (struct timed){ begin, end, ret };
}

#else
#error "no timed bodies for this architecture yet"
#endif

#endif
