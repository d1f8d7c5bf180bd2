// SPDX-License-Identifier: GPL-2.0-only
/*
 * stack-offset - the stack offsets of system calls, in the order of the draws
 *
 *	$ stack-offset --samples 100000 --spread 600 stack-offset=report
 *	patchbench guest 1
 *	fact counter none
 *	...
 *	offsets stack-offset/cpu0 100000 1563 2 16 61 1200 3
 *	0 1f2a...
 *	193 0b30...
 *
 * On each CPU in turn: 64 calls that report their offset, one behind the other,
 * then the log is read, and so on. Every system call draws an offset, so each
 * line begins with the number of its first draw.
 */
#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PROGRAM		"stack-offset"
#define COUNTER_NAME	"none"

#include "channel.h"
#include "program.h"
#include "stack-log.h"

#define CPUS_MAX	64
#define SAMPLES_MAX	16000000

struct sampled {
	int32_t *offsets;	/* bytes, less the first report's */
	uint64_t *draws;	/* of the first of each batch */
	uint64_t interrupts, vcsw, ivcsw;
};

static uint64_t batches(uint64_t samples)
{
	return (samples + STACK_LOG_BATCH - 1) / STACK_LOG_BATCH;
}

/* Every page is touched: no fault may come between two draws. */
static void *room(uint64_t n, size_t size)
{
	void *p = malloc(n * size);

	if (!p)
		fail(1, "no memory for so many", "samples");
	memset(p, 0xff, n * size);
	return p;
}

static void pin(long cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(0, sizeof(set), &set))
		fail(1, "cannot pin to a CPU:", strerror(errno));
}

/*
 * Take @samples on the CPU this runs on. @pause: between batches, so that a
 * source that is seeded anew from time to time is seen before and after.
 */
static void sample(struct stack_log *log, uint64_t samples, long cpu,
		   const struct timespec *pause, struct sampled *s)
{
	uint64_t irqs = interrupts(cpu), i, batch, done = 0;
	struct rusage before, after;

	getrusage(RUSAGE_SELF, &before);
	log->calls = 0;
	for (batch = 0; done < samples; batch++) {
		uint64_t n = samples - done < STACK_LOG_BATCH ?
			     samples - done : STACK_LOG_BATCH;

		s->draws[batch] = log->calls;
		for (i = 0; i < n; i++)
			stack_log_report(log);
		for (i = 0; i < n; i++)
			s->offsets[done++] = (int32_t)stack_log_next(log);
		stack_log_empty(log);
		if (pause->tv_sec || pause->tv_nsec) {
			syscall(SYS_nanosleep, pause, NULL);
			log->calls++;
		}
	}
	getrusage(RUSAGE_SELF, &after);
	s->interrupts = interrupts(cpu) - irqs;
	s->vcsw = (uint64_t)(after.ru_nvcsw - before.ru_nvcsw);
	s->ivcsw = (uint64_t)(after.ru_nivcsw - before.ru_nivcsw);
}

static int32_t gcd(int32_t a, int32_t b)
{
	while (b) {
		int32_t rest = a % b;

		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}

static void write_offsets(const char *test, long cpu, uint64_t samples,
			  const struct sampled *s)
{
	int32_t lowest = s->offsets[0], highest = lowest, step = 0;
	uint64_t i, batch;
	int digits = 1;

	for (i = 0; i < samples; i++) {
		int32_t offset = s->offsets[i];

		lowest = offset < lowest ? offset : lowest;
		highest = offset > highest ? offset : highest;
		step = gcd(step, offset - s->offsets[0]);
	}
	step = step ? step : 1;
	for (i = (uint64_t)(highest - lowest) / (uint64_t)step; i > 15; i >>= 4)
		digits++;
	channel_line("offsets %s/cpu%ld %llu %llu %d %d %llu %llu %llu",
		     test, cpu, (unsigned long long)samples,
		     (unsigned long long)batches(samples), digits, step,
		     (unsigned long long)s->interrupts,
		     (unsigned long long)s->vcsw, (unsigned long long)s->ivcsw);
	for (batch = 0; batch < batches(samples); batch++) {
		char line[STACK_LOG_BATCH * 8 + 1], *p = line;

		for (i = batch * STACK_LOG_BATCH;
		     i < samples && i < (batch + 1) * STACK_LOG_BATCH; i++)
			p += sprintf(p, "%0*x", digits,
				     (unsigned int)(s->offsets[i] - lowest) /
				     (unsigned int)step);
		channel_line("%llu %s", (unsigned long long)s->draws[batch],
			     line);
	}
	channel_checksum();
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "samples", required_argument, NULL, 's' },
		{ "settle", required_argument, NULL, 't' },
		{ "spread", required_argument, NULL, 'p' },
		{ NULL, 0, NULL, 0 },
	};
	uint64_t samples = 100000, settle = 0, spread = 0;
	struct sampled sampled[CPUS_MAX];
	struct timespec pause = { 0 };
	struct stack_log log;
	char *equals;
	long cpus, cpu;
	uint8_t byte;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 's':
			samples = number("--samples", optarg, 1, SAMPLES_MAX);
			break;
		case 't':
			settle = number("--settle", optarg, 0, 86400);
			break;
		case 'p':
			spread = number("--spread", optarg, 0, 86400);
			break;
		default:
			return 2;
		}
	}
	if (optind != argc - 1 || !(equals = strchr(argv[optind], '=')) ||
	    strcmp(equals + 1, "report"))
		fail(2, "one test is to be named:", "NAME=report");
	*equals = '\0';
	cpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (cpus < 1 || cpus > CPUS_MAX)
		fail(1, "so many CPUs are not", "sampled");
	for (cpu = 0; cpu < cpus; cpu++) {
		sampled[cpu].offsets = room(samples, sizeof(int32_t));
		sampled[cpu].draws = room(batches(samples), sizeof(uint64_t));
	}
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		fail(1, "memory is not locked:", strerror(errno));
	pause.tv_sec = (time_t)(settle);
	while (nanosleep(&pause, &pause) && errno == EINTR)
		;
	/* No sample of a kernel that has no random numbers yet. */
	if (getrandom(&byte, 1, 0) != 1)
		fail(1, "no random numbers:", strerror(errno));

	spread = spread * 1000000000 / batches(samples);
	pause.tv_sec = (time_t)(spread / 1000000000);
	pause.tv_nsec = (long)(spread % 1000000000);
	pin(0);
	stack_log_open(&log, PROGRAM);
	for (cpu = 0; cpu < cpus; cpu++) {
		pin(cpu);
		sample(&log, samples, cpu, &pause, &sampled[cpu]);
	}

	write_facts(0);
	for (cpu = 0; cpu < cpus; cpu++)
		write_offsets(argv[optind], cpu, samples, &sampled[cpu]);
	if (channel_done())
		fail(1, "standard output:", strerror(errno));
	return 0;
}
