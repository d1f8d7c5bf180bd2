// SPDX-License-Identifier: GPL-2.0-only
/*
 * syscall-latency - time single system calls, each by itself
 *
 *	$ syscall-latency --samples 1000000 syscall/getpid=getpid
 *	patchbench guest 1
 *	fact counter rdtsc
 *	...
 *	histogram syscall/getpid 1000000 1 3 0 0
 *	198 1000000
 *
 * Times the empty body and then each call named, through the bare instruction,
 * and writes exact histograms of counter ticks to standard output.
 */
#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PROGRAM	"syscall-latency"

#include "channel.h"
#include "counter.h"
#include "program.h"
#include "ticks.h"

#define BENCHMARKS_MAX	16
#define WARM_UP		10000		/* calls before each benchmark */
#define INVALID_CALL	4000		/* a number no kernel has */

/* What a benchmark calls, and what every call must return. */
struct call {
	const char *name;
	long number;
	long (*wanted)(void);
};

struct result {
	const char *name;	/* points into argv */
	size_t name_len;
	const struct call *call;	/* NULL: the empty body */
	uint64_t interrupts;
	uint64_t vcsw, ivcsw;
	struct ticks ticks;
};

static long own_pid(void)
{
	return getpid();
}

static long parent_pid(void)
{
	return getppid();
}

static long no_such_call(void)
{
	return -ENOSYS;
}

static const struct call calls[] = {
	{ "getpid", SYS_getpid, own_pid },
	{ "getppid", SYS_getppid, parent_pid },
	{ "invalid", INVALID_CALL, no_such_call },
};

static struct result results[BENCHMARKS_MAX + 1];
static size_t nr_results;

static void add_result(const char *arg)
{
	const char *equals = strchr(arg, '=');
	struct result *r;
	size_t i;

	if (!equals || equals == arg)
		fail(2, arg, "is not BENCHMARK=CALL");
	if (nr_results > BENCHMARKS_MAX)
		fail(2, arg, "is one benchmark too many");
	r = &results[nr_results++];
	r->name = arg;
	r->name_len = (size_t)(equals - arg);
	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (!strcmp(calls[i].name, equals + 1))
			r->call = &calls[i];
	if (!r->call)
		fail(2, equals + 1, "is no call that can be timed");
}

/*
 * One benchmark. The loops differ in the body alone; a branch inside would be
 * timed in neither, but would train differently on hardware.
 */
static void measure(struct result *r, uint64_t samples, long cpu)
{
	struct rusage before, after;
	uint64_t i, irqs;
	long wanted = r->call ? r->call->wanted() : 0;
	bool bad = false, full = false;
	struct timed t;

	for (i = 0; i < WARM_UP; i++) {
		t = r->call ? timed_call(r->call->number) : timed_empty();
		ticks_add(&r->ticks, t.end - t.begin);
	}
	ticks_clear(&r->ticks);
	irqs = interrupts(cpu);
	getrusage(RUSAGE_SELF, &before);
	if (r->call) {
		for (i = 0; i < samples; i++) {
			t = timed_call(r->call->number);
			bad |= t.ret != wanted;
			full |= ticks_add(&r->ticks, t.end - t.begin) != 0;
		}
	} else {
		for (i = 0; i < samples; i++) {
			t = timed_empty();
			full |= ticks_add(&r->ticks, t.end - t.begin) != 0;
		}
	}
	getrusage(RUSAGE_SELF, &after);
	r->interrupts = interrupts(cpu) - irqs;
	r->vcsw = (uint64_t)(after.ru_nvcsw - before.ru_nvcsw);
	r->ivcsw = (uint64_t)(after.ru_nivcsw - before.ru_nivcsw);
	if (bad)
		fail(1, r->call->name, "did not return what it must");
	if (full)
		fail(1, r->name, "has too many long calls to count exactly");
}

/* Ticks per second against the raw monotonic clock, over half a second. */
static uint64_t calibrate(void)
{
	struct timespec a, b;
	uint64_t t0, t1, ns;

	clock_gettime(CLOCK_MONOTONIC_RAW, &a);
	t0 = counter_read();
	do {
		clock_gettime(CLOCK_MONOTONIC_RAW, &b);
		t1 = counter_read();
		ns = (uint64_t)(b.tv_sec - a.tv_sec) * 1000000000 +
		     (uint64_t)b.tv_nsec - (uint64_t)a.tv_nsec;
	} while (ns < 500000000);
	return (uint64_t)((long double)(t1 - t0) * 1e9L / ns + 0.5L);
}

static void bin_line(void *arg, uint64_t value, uint64_t count)
{
	(void)arg;
	channel_line("%llu %llu", (unsigned long long)value,
		     (unsigned long long)count);
}

static void count_bin(void *arg, uint64_t value, uint64_t count)
{
	(void)value;
	(void)count;
	++*(size_t *)arg;
}

static void write_result(struct result *r)
{
	size_t bins = 0;

	ticks_each(&r->ticks, count_bin, &bins);
	channel_line("histogram %.*s %llu %zu %llu %llu %llu",
		     (int)r->name_len, r->name,
		     (unsigned long long)r->ticks.count, bins,
		     (unsigned long long)r->interrupts,
		     (unsigned long long)r->vcsw, (unsigned long long)r->ivcsw);
	ticks_each(&r->ticks, bin_line, NULL);
	channel_checksum();
}

/* Keep to one CPU, ahead of everything that can wait. */
static void settle(long cpu, uint64_t seconds)
{
	struct sched_param fifo = { .sched_priority = 50 };
	struct timespec ts = { .tv_sec = (time_t)seconds };
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		fail(1, "cannot pin to a CPU:", strerror(errno));
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		fprintf(stderr, "syscall-latency: memory is not locked: %s\n",
			strerror(errno));
	if (sched_setscheduler(0, SCHED_FIFO, &fifo))
		fprintf(stderr, "syscall-latency: not SCHED_FIFO: %s\n",
			strerror(errno));
	while (nanosleep(&ts, &ts) && errno == EINTR)
		;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "samples", required_argument, NULL, 's' },
		{ "settle", required_argument, NULL, 't' },
		{ "cpu", required_argument, NULL, 'c' },
		{ "calibrate", no_argument, NULL, 'f' },
		{ NULL, 0, NULL, 0 },
	};
	uint64_t samples = 1000000, seconds = 0, frequency;
	bool calibrated = false;
	long cpu = 0;
	size_t i;
	int c;

	results[nr_results++] = (struct result){ .name = "empty",
						 .name_len = 5 };
	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 's':
			samples = number("--samples", optarg, 1, 1000000000);
			break;
		case 't':
			seconds = number("--settle", optarg, 0, 86400);
			break;
		case 'c':
			cpu = (long)number("--cpu", optarg, 0, CPU_SETSIZE - 1);
			break;
		case 'f':
			calibrated = true;
			break;
		default:
			return 2;
		}
	}
	for (; optind < argc; optind++)
		add_result(argv[optind]);
	if (nr_results < 2)
		fail(2, "no benchmark", "is named");
	for (i = 0; i < nr_results; i++)
		ticks_clear(&results[i].ticks);

	settle(cpu, seconds);
	frequency = counter_frequency();
	if (!frequency && calibrated)
		frequency = calibrate();
	for (i = 0; i < nr_results; i++)
		measure(&results[i], samples, cpu);

	write_facts(frequency);
	for (i = 0; i < nr_results; i++)
		write_result(&results[i]);
	if (channel_done())
		fail(1, "standard output:", strerror(errno));
	return 0;
}
