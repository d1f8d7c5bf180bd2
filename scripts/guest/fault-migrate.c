// SPDX-License-Identifier: GPL-2.0-only
/*
 * A call that ends on another CPU than it began; see fault.h.
 *
 * Two threads and three pages that are missing. Whoever touches one sleeps in a
 * page fault, which is no system call, until the helper serves it. The
 * reporter's calls are nothing but two reports a round; the helper, which stays
 * on CPU 1, moves it while it sleeps:
 *
 *	reporter on CPU 0: report from page CALL, and sleep inside the call
 *	helper: move it to CPU 1, serve CALL
 *	reporter on CPU 1: report the first offset, return, touch BETWEEN
 *	helper: move it to CPU 0, serve BETWEEN
 *	reporter on CPU 0: report the second offset, touch ROUND
 *	helper: read the log, serve ROUND
 *
 * CPU 0 sees no end of a call between the two reports. What it keeps for its
 * next call is what it kept for the first.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fault.h"

#define STACK_BYTES	65536	/* of the reporter */

enum page { CALL, BETWEEN, ROUND, PRESENT, PAGES };

struct migration {
	struct fault *f;
	int trigger;
	char *pages;		/* PAGES of them; PRESENT holds the trigger */
	size_t size;		/* of a page */
	int uffd;
	unsigned long round;	/* from 1 */
	atomic_int tid;		/* of the reporter, 0 before it runs */
	atomic_bool refused;	/* it could not report, and has ended */
	atomic_bool stop;	/* it is to end at ROUND */
};

static char *page_of(const struct migration *m, enum page page)
{
	return m->pages + page * m->size;
}

static void touch(const struct migration *m, enum page page)
{
	(void)*(volatile char *)page_of(m, page);
}

static bool report_from(struct migration *m, enum page page)
{
	if (syscall(SYS_write, m->trigger, page_of(m, page),
		    REPORT_LEN) == (long)REPORT_LEN)
		return true;
	atomic_store(&m->refused, true);
	return false;
}

static void *reporter(void *arg)
{
	struct migration *m = arg;

	atomic_store(&m->tid, (int)syscall(SYS_gettid));
	for (;;) {
		touch(m, ROUND);
		if (atomic_load(&m->stop) || !report_from(m, CALL))
			break;
		touch(m, BETWEEN);
		if (!report_from(m, PRESENT))
			break;
	}
	return NULL;
}

/*
 * Let @page be missing, whether it is now or not, and its faults be told to the
 * helper. A kernel may be built without madvise(), which drops a page; mapping
 * another one over it is in all of them.
 */
static int take(struct migration *m, enum page page)
{
	struct uffdio_register range = {
		.range = { (unsigned long)page_of(m, page), m->size },
		.mode = UFFDIO_REGISTER_MODE_MISSING,
	};

	if (mmap(page_of(m, page), m->size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) ==
	    MAP_FAILED || ioctl(m->uffd, UFFDIO_REGISTER, &range))
		return fault_failed(m->f, "round %lu: a page that is missing: %s",
				    m->round, strerror(errno));
	return 0;
}

/* Let @page be there, with the trigger in it, and wake who waits for it. */
static int serve(struct migration *m, enum page page)
{
	struct uffdio_copy copy = {
		.dst = (unsigned long)page_of(m, page),
		.src = (unsigned long)page_of(m, PRESENT),
		.len = m->size,
	};

	if (ioctl(m->uffd, UFFDIO_COPY, &copy))
		return fault_failed(m->f, "round %lu: cannot serve a page: %s",
				    m->round, strerror(errno));
	return 0;
}

/* The field `processor` of a thread's stat, or -1. */
static int processor(int tid)
{
	char path[64], line[1024], *p;
	int cpu = -1, field;
	FILE *file;

	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", tid);
	file = fopen(path, "re");
	if (!file)
		return -1;
	p = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	/* The name in parentheses is field 2, the processor field 39. */
	for (field = 2; p && field < 39; field++)
		p = strchr(p + 1, ' ');
	if (p)
		sscanf(p, " %d", &cpu);
	fclose(file);
	return cpu;
}

/* Waits until the reporter, on @cpu, has touched @page. */
static int await(struct migration *m, enum page page, int cpu)
{
	static const char *const names[] = { "inside its call",
					     "behind its first report",
					     "behind its second report" };
	struct pollfd fd = { .fd = m->uffd, .events = POLLIN };
	struct uffd_msg msg;

	if (poll(&fd, 1, FAULT_PATIENCE * 1000) != 1)
		return fault_failed(m->f, "round %lu: %s", m->round,
				    atomic_load(&m->refused) ?
				    "a report was refused" :
				    "the reporter does not go on");
	if (read(m->uffd, &msg, sizeof(msg)) != sizeof(msg) ||
	    msg.event != UFFD_EVENT_PAGEFAULT ||
	    msg.arg.pagefault.address != (unsigned long)page_of(m, page))
		return fault_failed(m->f, "round %lu: the reporter is not %s",
				    m->round, names[page]);
	if (processor(atomic_load(&m->tid)) != cpu)
		return fault_failed(m->f, "round %lu: the reporter %s is not on CPU %d",
				    m->round, names[page], cpu);
	return 0;
}

static int count(struct migration *m, struct stack_log *log)
{
	struct fault *f = m->f;
	long first, second, step;

	log->pending += 2;
	first = stack_log_next(log);
	second = stack_log_next(log);
	stack_log_empty(log);
	/* The first report of a thread is the one that others count from. */
	if (m->round == 1 && first)
		return fault_failed(f, "round 1: the log holds reports of another thread");
	step = (second - first) / OFFSET_STEP;
	if (step * OFFSET_STEP != second - first ||
	    step <= -OFFSET_STEPS || step >= OFFSET_STEPS)
		return fault_failed(f, "round %lu: offsets that differ by %ld bytes",
				    m->round, second - first);
	f->bins[FAULT_SAME + step]++;
	f->count++;
	return 0;
}

/* Begins and ends with the reporter asleep at ROUND. */
static int one_round(struct migration *m, struct stack_log *log)
{
	int tid = atomic_load(&m->tid);

	/* Nothing that waits may be taken: of the three, two at a time. */
	if (take(m, CALL) || take(m, BETWEEN) || serve(m, ROUND) ||
	    await(m, CALL, 0) || take(m, ROUND) || fault_pin(m->f, tid, 1) ||
	    serve(m, CALL) || await(m, BETWEEN, 1) ||
	    fault_pin(m->f, tid, 0) || serve(m, BETWEEN) ||
	    await(m, ROUND, 0))
		return -1;
	return count(m, log);
}

/* An ordinary thread, on CPU 0 from its first instruction. */
static int start(struct migration *m, pthread_t *thread)
{
	struct sched_param ordinary = { .sched_priority = 0 };
	pthread_attr_t attr;
	cpu_set_t set;
	int error;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	pthread_attr_setinheritsched(&attr, PTHREAD_EXPLICIT_SCHED);
	pthread_attr_setschedpolicy(&attr, SCHED_OTHER);
	pthread_attr_setschedparam(&attr, &ordinary);
	pthread_attr_setaffinity_np(&attr, sizeof(set), &set);
	error = pthread_create(thread, &attr, reporter, m);
	pthread_attr_destroy(&attr);
	if (error)
		return fault_failed(m->f, "a second thread: %s",
				    strerror(error));
	return 0;
}

/* The pages and the descriptor; after a failure they end with the process. */
static int prepare(struct migration *m)
{
	struct uffdio_api api = { .api = UFFD_API };

	m->pages = mmap(NULL, PAGES * m->size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (m->pages == MAP_FAILED)
		return fault_failed(m->f, "pages: %s", strerror(errno));
	memcpy(page_of(m, PRESENT), REPORT, REPORT_LEN);
	m->uffd = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
	if (m->uffd < 0 || ioctl(m->uffd, UFFDIO_API, &api))
		return fault_failed(m->f, "userfaultfd: %s", strerror(errno));
	return take(m, ROUND);
}

int fault_migrate(struct stack_log *log, uint64_t rounds, struct fault *f)
{
	struct migration m = {
		.f = f,
		.trigger = log->trigger,
		.size = (size_t)sysconf(_SC_PAGESIZE),
	};
	pthread_t thread;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		return fault_failed(f, "it needs two CPUs");
	/*
	 * A failed round leaves a reporter that sleeps until the caller ends
	 * the process.
	 */
	if (fault_pin(f, 0, 1) || prepare(&m) || start(&m, &thread) ||
	    await(&m, ROUND, 0))
		return -1;
	for (m.round = 1; m.round <= rounds; m.round++)
		if (one_round(&m, log))
			return -1;
	atomic_store(&m.stop, true);
	if (serve(&m, ROUND))
		return -1;
	pthread_join(thread, NULL);
	close(m.uffd);
	munmap(m.pages, PAGES * m.size);
	return 0;
}
