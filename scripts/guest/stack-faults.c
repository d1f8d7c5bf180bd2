// SPDX-License-Identifier: GPL-2.0-only
/*
 * stack-faults - observe faults of the kernel's stack offsets
 *
 *	$ stack-faults --samples 1000 fault/migrate=migrate fault/fork=fork
 *	patchbench guest 1
 *	fact counter none
 *	...
 *	histogram fault/migrate 1000 1 4029 5003 1009
 *	1024 1000
 *
 * Runs each test named and writes exact histograms of what it saw to standard
 * output: differences of offsets and offsets, not ticks. See fault.h.
 */
#include <errno.h>
#include <getopt.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define PROGRAM		"stack-faults"
#define COUNTER_NAME	"none"

#include "channel.h"
#include "fault.h"
#include "program.h"
#include "stack-log.h"

#define TESTS_MAX	16
#define CHILDREN_MIN	10
#define ROUNDS_A_CHILD	100	/* samples for which one child is forked */

struct test {
	const char *name;	/* points into argv */
	size_t name_len;
	int (*run)(struct stack_log *log, uint64_t times, struct fault *f);
	uint64_t interrupts;	/* of CPU 0 */
	uint64_t vcsw, ivcsw;
	struct fault fault;
};

static struct test tests[TESTS_MAX];
static size_t nr_tests;

int fault_failed(struct fault *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->why, sizeof(f->why), fmt, ap);
	va_end(ap);
	return -1;
}

int fault_pin(struct fault *f, int tid, int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)cpu, &set);
	if (sched_setaffinity(tid, sizeof(set), &set))
		return fault_failed(f, "cannot pin to CPU %d: %s", cpu,
				    strerror(errno));
	return 0;
}

static void add_test(const char *arg)
{
	const char *equals = strchr(arg, '=');
	struct test *t;

	if (!equals || equals == arg)
		fail(2, arg, "is not NAME=TEST");
	if (nr_tests == TESTS_MAX)
		fail(2, arg, "is one test too many");
	t = &tests[nr_tests++];
	t->name = arg;
	t->name_len = (size_t)(equals - arg);
	if (!strcmp(equals + 1, "migrate"))
		t->run = fault_migrate;
	else if (!strcmp(equals + 1, "fork"))
		t->run = fault_fork;
	else
		fail(2, equals + 1, "is no test of stack offsets");
}

/* Context switches of this process, its children included. */
static void switches(uint64_t *vcsw, uint64_t *ivcsw)
{
	struct rusage self, children;

	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	*vcsw = (uint64_t)(self.ru_nvcsw + children.ru_nvcsw);
	*ivcsw = (uint64_t)(self.ru_nivcsw + children.ru_nivcsw);
}

static void observe(struct test *t, struct stack_log *log, uint64_t samples)
{
	uint64_t irqs, vcsw, ivcsw, times = samples;
	char what[256];

	if (t->run == fault_fork) {
		times = samples / ROUNDS_A_CHILD;
		if (times < CHILDREN_MIN)
			times = CHILDREN_MIN;
	}
	irqs = interrupts(0);
	switches(&vcsw, &ivcsw);
	/* The test before may have left us on another CPU. */
	if (fault_pin(&t->fault, 0, 0) || t->run(log, times, &t->fault)) {
		snprintf(what, sizeof(what), "%.*s:", (int)t->name_len,
			 t->name);
		fail(1, what, t->fault.why);
	}
	t->interrupts = interrupts(0) - irqs;
	switches(&t->vcsw, &t->ivcsw);
	t->vcsw -= vcsw;
	t->ivcsw -= ivcsw;
}

static void write_test(const struct test *t)
{
	size_t i, bins = 0;

	for (i = 0; i < FAULT_BINS; i++)
		bins += t->fault.bins[i] != 0;
	channel_line("histogram %.*s %llu %zu %llu %llu %llu",
		     (int)t->name_len, t->name,
		     (unsigned long long)t->fault.count, bins,
		     (unsigned long long)t->interrupts,
		     (unsigned long long)t->vcsw, (unsigned long long)t->ivcsw);
	for (i = 0; i < FAULT_BINS; i++)
		if (t->fault.bins[i])
			channel_line("%zu %llu", i,
				     (unsigned long long)t->fault.bins[i]);
	channel_checksum();
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "samples", required_argument, NULL, 's' },
		{ "settle", required_argument, NULL, 't' },
		{ NULL, 0, NULL, 0 },
	};
	uint64_t samples = 1000;
	struct timespec pause = { 0 };
	struct stack_log log;
	size_t i;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 's':
			samples = number("--samples", optarg, 1, 1000000000);
			break;
		case 't':
			pause.tv_sec = (time_t)number("--settle", optarg, 0,
						      86400);
			break;
		default:
			return 2;
		}
	}
	for (; optind < argc; optind++)
		add_test(argv[optind]);
	if (!nr_tests)
		fail(2, "no test", "is named");

	while (nanosleep(&pause, &pause) && errno == EINTR)
		;
	stack_log_open(&log, PROGRAM);
	for (i = 0; i < nr_tests; i++)
		observe(&tests[i], &log, samples);

	write_facts(0);
	for (i = 0; i < nr_tests; i++)
		write_test(&tests[i]);
	if (channel_done())
		fail(1, "standard output:", strerror(errno));
	return 0;
}
