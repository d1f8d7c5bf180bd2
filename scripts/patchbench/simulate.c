// SPDX-License-Identifier: GPL-2.0-only
/* Simulated fair sources; see simulate.h. */
#include <errno.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "estimators.h"
#include "limits-table.h"
#include "patchbench.h"
#include "simulate.h"

#define POLL_NS		100000000L	/* between two looks at the workers */
#define SAY_LIVE	1		/* seconds between words on a terminal */
#define SAY_PLAIN	60		/* and elsewhere */

/* What the workers share with their parent. */
struct shared {
	atomic_uint done;
	double minima[];
};

struct workers {
	unsigned int jobs, running;
	pid_t *pids;		/* 0: has ended */
	struct shared *shared;
};

struct sequence fair_sequence(unsigned int width, size_t n, unsigned int seed,
			      unsigned int number)
{
	struct sequence s = sequence_new(n, width);
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);
	size_t i;

	if (!r)
		die(ST_MACHINE, "out of memory");
	gsl_rng_set(r, (unsigned long)seed << 20 | number);
	for (i = 0; i < n; i++)
		s.symbols[i] = (uint8_t)(gsl_rng_get(r) >> (32 - width));
	gsl_rng_free(r);
	return s;
}

/* Worker @worker takes every jobs-th simulation. */
static void work(struct shared *shared, unsigned int width, size_t n,
		 unsigned int simulations, unsigned int seed,
		 unsigned int worker, unsigned int jobs)
{
	unsigned int i;

	for (i = worker; i < simulations; i += jobs) {
		struct sequence s = fair_sequence(width, n, seed, i + 1);
		struct estimates e;

		estimate_all(&s, &e);
		sequence_free(&s);
		shared->minima[i] = e.minimum;
		atomic_fetch_add(&shared->done, 1);
	}
}

/* Has a worker ended? 0, or ST_MACHINE after a message. */
static int reap(struct workers *w)
{
	unsigned int i;
	int status;

	for (i = 0; i < w->jobs; i++) {
		pid_t pid = w->pids[i];

		if (!pid || !(pid = waitpid(pid, &status, WNOHANG)))
			continue;
		w->pids[i] = 0;
		w->running--;
		if (pid < 0)
			return error(ST_MACHINE, "limits: a worker is lost: %s",
				     strerror(errno));
		if (WIFSIGNALED(status))
			return error(ST_MACHINE, "limits: a worker was ended "
				     "by signal %d", WTERMSIG(status));
		if (WEXITSTATUS(status))
			return error(ST_MACHINE, "limits: a worker failed");
	}
	return 0;
}

static void stop(struct workers *w)
{
	unsigned int i;

	for (i = 0; i < w->jobs; i++) {
		if (!w->pids[i])
			continue;
		kill(w->pids[i], SIGKILL);
		waitpid(w->pids[i], NULL, 0);
	}
}

static int wait_for_all(struct workers *w, unsigned int simulations)
{
	const struct timespec pause = { .tv_nsec = POLL_NS };
	bool live = isatty(STDERR_FILENO);
	time_t said = time(NULL);
	int ret = 0;

	while (!ret && w->running) {
		unsigned int done;

		nanosleep(&pause, NULL);
		ret = reap(w);
		done = atomic_load(&w->shared->done);
		if (time(NULL) - said < (live ? SAY_LIVE : SAY_PLAIN))
			continue;
		said = time(NULL);
		if (live)
			fprintf(stderr, "\r\033[K%u of %u simulations", done,
				simulations);
		else
			note("%u of %u simulations", done, simulations);
	}
	if (live)
		fprintf(stderr, "\r\033[K");
	return ret;
}

int simulate_minima(unsigned int width, size_t n, unsigned int simulations,
		    unsigned int seed, unsigned int jobs, double *minima)
{
	size_t bytes = sizeof(struct shared) + simulations * sizeof(double);
	struct workers w = { .jobs = jobs };
	pid_t parent = getpid();
	unsigned int i;
	int ret = 0;

	w.shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (w.shared == MAP_FAILED)
		return error(ST_MACHINE, "limits: %s", strerror(errno));
	w.pids = xcalloc(jobs, sizeof(*w.pids));
	/* Where it is ignored, nobody can wait for a worker. */
	signal(SIGCHLD, SIG_DFL);
	for (i = 0; !ret && i < jobs; i++) {
		w.pids[i] = fork();
		if (!w.pids[i]) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			/* It may have gone before that was said. */
			if (getppid() != parent)
				_exit(ST_MACHINE);
			work(w.shared, width, n, simulations, seed, i, jobs);
			_exit(0);
		}
		if (w.pids[i] < 0) {
			w.pids[i] = 0;
			ret = error(ST_MACHINE, "limits: no worker: %s",
				    strerror(errno));
		} else {
			w.running++;
		}
	}
	if (!ret)
		ret = wait_for_all(&w, simulations);
	stop(&w);
	for (i = 0; !ret && i < simulations; i++) {
		minima[i] = w.shared->minima[i];
		if (!isfinite(minima[i]) || minima[i] < 0)
			ret = error(ST_MACHINE, "limits: simulation %u: the "
				    "estimate is no number", i + 1);
	}
	free(w.pids);
	munmap(w.shared, bytes);
	return ret;
}
