// SPDX-License-Identifier: GPL-2.0-only
/* The verdict on a sequence; see judge.h. */
#include "judge.h"
#include "patchbench.h"

static const char *const names[JUDGE_TESTS] = {
	[JUDGE_WIDTH] = "width",
	[JUDGE_MIN_ENTROPY] = "min-entropy",
	[JUDGE_CHI_SQUARE] = "chi-square",
	[JUDGE_BALANCE] = "balance",
	[JUDGE_SERIAL] = "serial",
	[JUDGE_RUNS] = "runs",
};

const char *judge_test_name(enum judge_test test)
{
	return names[test];
}

int judge(const struct sequence *s, const struct estimates *e,
	  const struct limits *limits, unsigned int promised,
	  struct judgement *out)
{
	const struct limit *limit = limits_find(limits, s->width, s->n);
	unsigned int all = (1U << promised) - 1;
	int i;

	*out = (struct judgement){ 0 };
	if (!limit)
		return ST_MISSING;
	out->limit = *limit;
	out->alpha = 1.0 / JUDGE_ALPHA_ONE_IN;
	out->promised = promised;
	out->minimum = e->minimum;
	distribution_of(s, &out->distribution);
	out->tests[JUDGE_CHI_SQUARE] = chi_square_test(&out->distribution);
	out->tests[JUDGE_BALANCE] = balance_test(&out->distribution);
	out->tests[JUDGE_SERIAL] = serial_test(s);
	out->tests[JUDGE_RUNS] = runs_test(s);

	out->ok[JUDGE_WIDTH] = (out->distribution.moving & all) == all;
	out->ok[JUDGE_MIN_ENTROPY] = e->minimum >= limit_bits(limit);
	for (i = JUDGE_CHI_SQUARE; i < JUDGE_TESTS; i++)
		out->ok[i] = out->tests[i].known &&
			     out->tests[i].p >= out->alpha;
	for (i = 0; i < JUDGE_TESTS; i++)
		if (!out->ok[i])
			out->failed[out->nr_failed++] = names[i];
	out->pass = !out->nr_failed;
	return 0;
}

double judge_false_alarms(const struct limit *limit)
{
	return limit_rate(limit) +
	       (double)(JUDGE_TESTS - JUDGE_CHI_SQUARE) / JUDGE_ALPHA_ONE_IN;
}
