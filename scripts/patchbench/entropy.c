// SPDX-License-Identifier: GPL-2.0-only
/* Every test on all that was drawn; see entropy.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "entropy.h"
#include "patchbench.h"

/* A source that changes less often than this is stuck, not poor. */
#define STUCK_ONE_IN	100

/* Work that threads take from, one piece at a time. */
struct work {
	const struct entropy *entropy;
	pthread_mutex_t lock;
	size_t table, row, drawn;	/* the next piece */
	int status;			/* the worst */
};

/* The next piece of work, or NULL. The lock is held. */
static struct drawn *next_piece(struct work *w,
				const struct entropy_table **table)
{
	for (; w->table < w->entropy->nr; w->table++, w->row = 0) {
		struct entropy_table *t = &w->entropy->tables[w->table];

		for (; w->row < t->nr; w->row++, w->drawn = 0)
			if (w->drawn < t->rows[w->row].nr) {
				*table = t;
				return &t->rows[w->row].drawn[w->drawn++];
			}
	}
	return NULL;
}

/* The place of the lowest bit of @mask. */
static unsigned int low_bit(uint64_t mask)
{
	return (unsigned int)__builtin_ctzll(mask);
}

static int examine(const struct entropy *entropy, const struct entropy_table *t,
		   struct drawn *d)
{
	struct sequence s;
	int ret;

	d->inside = offsets_sequence(&d->offsets, t->mask, &s, &d->outside);
	if (!d->inside)
		return 0;
	estimate_all(&s, &d->estimates);
	ret = judge(&s, &d->estimates, &entropy->limits, t->width, &d->verdict);
	if (!ret)
		predict(&s, low_bit(t->mask), &d->linear, &d->simple, &d->best);
	sequence_free(&s);
	return ret;
}

static void *worker(void *arg)
{
	struct work *w = arg;
	const struct entropy_table *t;
	struct drawn *d;
	int ret;

	pthread_mutex_lock(&w->lock);
	while ((d = next_piece(w, &t))) {
		pthread_mutex_unlock(&w->lock);
		ret = examine(w->entropy, t, d);
		pthread_mutex_lock(&w->lock);
		w->status = ret > w->status ? ret : w->status;
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

static void set_verdicts(struct entropy *entropy)
{
	size_t i, k, n;

	for (i = 0; i < entropy->nr; i++)
		for (k = 0; k < entropy->tables[i].nr; k++) {
			struct entropy_row *row = &entropy->tables[i].rows[k];

			row->pass = true;
			for (n = 0; n < row->nr; n++)
				row->pass &= row->drawn[n].inside &&
					     row->drawn[n].verdict.pass;
		}
}

/* The limits must be known before minutes are spent. */
static int check_limits(const struct entropy *entropy)
{
	size_t i;

	for (i = 0; i < entropy->nr; i++)
		if (!limits_find(&entropy->limits, entropy->tables[i].width,
				 entropy->tables[i].samples))
			return ST_MISSING;
	return 0;
}

int entropy_examine(struct entropy *entropy, uint64_t jobs)
{
	struct work work = {
		.entropy = entropy, .lock = PTHREAD_MUTEX_INITIALIZER,
	};
	pthread_t *threads;
	uint64_t i, started = 0;
	int ret = check_limits(entropy);

	if (ret)
		return ret;
	threads = xcalloc((size_t)jobs, sizeof(*threads));
	for (i = 0; i + 1 < jobs; i++)
		if (!pthread_create(&threads[started], NULL, worker, &work))
			started++;
	worker(&work);
	for (i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	set_verdicts(entropy);
	return work.status;
}

size_t entropy_failures(const struct entropy *entropy)
{
	size_t failures = 0, i, k;

	for (i = 0; i < entropy->nr; i++)
		for (k = 0; k < entropy->tables[i].nr; k++)
			failures += !entropy->tables[i].rows[k].aside &&
				    !entropy->tables[i].rows[k].pass;
	return failures;
}

double drawn_bits(const struct drawn *d)
{
	const struct distribution *of = &d->verdict.distribution;

	if (!d->inside)
		return 0;
	return of->step_entropy < of->entropy ? of->step_entropy : of->entropy;
}

const struct drawn *row_fewest_bits(const struct entropy_row *row)
{
	const struct drawn *fewest = &row->drawn[0];
	size_t i;

	for (i = 1; i < row->nr; i++)
		if (drawn_bits(&row->drawn[i]) < drawn_bits(fewest))
			fewest = &row->drawn[i];
	return fewest;
}

/* @a's share of hits against that of @b. */
static bool more_hits(const struct prediction *a, const struct prediction *b)
{
	return a->hits * b->tested > b->hits * a->tested;
}

const struct drawn *row_most_hits(const struct entropy_row *row)
{
	const struct drawn *most = &row->drawn[0];
	size_t i;

	for (i = 1; i < row->nr; i++)
		if (more_hits(&row->drawn[i].best, &most->best))
			most = &row->drawn[i];
	return most;
}

bool row_stuck(const struct entropy_row *row)
{
	size_t i;

	for (i = 0; i < row->nr; i++) {
		const struct drawn *d = &row->drawn[i];

		if (!d->inside || d->verdict.distribution.changes *
				  STUCK_ONE_IN >= d->verdict.distribution.n)
			return false;
	}
	return true;
}
