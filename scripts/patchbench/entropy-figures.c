// SPDX-License-Identifier: GPL-2.0-only
/* Every figure of what one CPU drew in one session; see entropy.h. */
#include <math.h>
#include <stdlib.h>

#include "entropy.h"
#include "patchbench.h"

struct list {
	struct entropy_figure *figures;
	size_t nr;
};

static void add(struct list *l, const char *group, const char *name,
		const char *unit, char *value)
{
	l->figures = xrealloc(l->figures, (l->nr + 1) * sizeof(*l->figures));
	l->figures[l->nr++] = (struct entropy_figure){
		.group = group, .name = name, .unit = unit, .value = value,
	};
}

static char *bits(double value)
{
	return isnan(value) ? xstrdup("") : xasprintf("%.4f", value);
}

static char *count(uint64_t value)
{
	return xasprintf("%llu", (unsigned long long)value);
}

/* Small ones as a power, 0 as what it stands for. */
static char *p_value(double p)
{
	if (p <= 0)
		return xstrdup("< 1e-300");
	return xasprintf(p < 0.0001 ? "%.1e" : "%.4f", p);
}

static void add_distribution(struct list *l, const struct drawn *d)
{
	static const char group[] = "distribution";
	const struct distribution *of = &d->verdict.distribution;

	add(l, group, "n", "offsets", count(of->n));
	add(l, group, "distinct", "offsets", count(of->distinct));
	add(l, group, "bits that move", "mask", xasprintf("0x%x", of->moving));
	add(l, group, "changes", "offsets", count(of->changes));
	add(l, group, "Shannon, offsets", "bits", bits(of->entropy));
	add(l, group, "Shannon, steps", "bits", bits(of->step_entropy));
	add(l, group, "the kernel's script", "digits", count(of->digits));
}

static void add_estimates(struct list *l, const struct drawn *d)
{
	const struct estimates *e = &d->estimates;
	int i;

	for (i = 0; i < EST_NR; i++)
		if (!isnan(e->symbol[i]))
			add(l, "90B, on offsets",
			    estimator_name((enum estimator)i), "bits",
			    bits(e->symbol[i]));
	for (i = 0; i < EST_NR; i++)
		add(l, "90B, on their bits", estimator_name((enum estimator)i),
		    "bits a bit", bits(e->bit[i]));
	add(l, "90B", "minimum", "bits", bits(e->minimum));
	add(l, "90B", "limit", "bits", bits(limit_bits(&d->verdict.limit)));
}

static void add_tests(struct list *l, const struct drawn *d)
{
	const struct judgement *j = &d->verdict;
	int i;

	for (i = JUDGE_CHI_SQUARE; i < JUDGE_TESTS; i++)
		add(l, "fair source", judge_test_name((enum judge_test)i), "p",
		    p_value(j->tests[i].p));
}

static void add_prediction(struct list *l, const char *group,
			   const struct prediction *p)
{
	add(l, group, "by", "", xstrdup(p->tested ? p->by : "none"));
	add(l, group, "needed", "offsets",
	    p->tested ? count(p->needed) : xstrdup(""));
	add(l, group, "hits", "offsets", count(p->hits));
	add(l, group, "of", "offsets", count(p->tested));
	add(l, group, "by chance", "p",
	    p->tested ? p_value(p->p) : xstrdup(""));
}

struct entropy_figure *entropy_figures(const struct drawn *d, size_t *nr)
{
	struct list l = { 0 };

	if (d->inside) {
		add_distribution(&l, d);
		add_estimates(&l, d);
		add_tests(&l, d);
		add_prediction(&l, "linear attack", &d->linear);
		add_prediction(&l, "simple predictor", &d->simple);
	} else {
		add(&l, "distribution", "n", "offsets", count(d->offsets.n));
		add(&l, "distribution", "outside of the mask", "bytes",
		    count(d->outside));
	}
	*nr = l.nr;
	return l.figures;
}

void entropy_figures_free(struct entropy_figure *figures, size_t nr)
{
	while (nr)
		free(figures[--nr].value);
	free(figures);
}
