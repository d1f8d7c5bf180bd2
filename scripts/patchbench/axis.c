// SPDX-License-Identifier: GPL-2.0-only
/* Ranges and ticks of axes; see axis.h. */
#include <math.h>
#include <string.h>

#include "axis.h"
#include "patchbench.h"

/* The smallest of 1, 2 and 5 times a power of ten that is at least @least. */
static double nice(double least)
{
	double power = pow(10, floor(log10(least)));
	double factor = least / power;

	return power * (factor <= 1 ? 1 : factor <= 2 ? 2 :
			factor <= 5 ? 5 : 10);
}

/* Add a tick where it is on the axis; false: there were enough already. */
static bool add(struct axis *axis, double value, size_t most)
{
	if (value < axis->low || value > axis->high)
		return true;
	if (axis->nr == most)
		return false;
	axis->ticks[axis->nr++] = value;
	return true;
}

static void equal_steps(struct axis *axis, size_t most)
{
	double step = nice((axis->high - axis->low) / (double)most);
	double first = ceil(axis->low / step);
	size_t i;

	axis->nr = 0;
	for (i = 0; i <= most; i++)
		add(axis, (first + (double)i) * step, most);
}

/* Ticks of each power of ten, the first fewer than the one before. */
static const struct spacing {
	size_t nr;
	double factors[3];
} spacings[] = {
	{ 3, { 1, 2, 5 } }, { 2, { 1, 3 } }, { 1, { 1 } },
};

/* Each @every-th power of ten, and its multiples. False: too many for @most. */
static bool powers(struct axis *axis, const struct spacing *spacing, int every,
		   size_t most)
{
	int first = (int)floor(log10(axis->low));
	int last = (int)ceil(log10(axis->high)), e;
	size_t i;

	axis->nr = 0;
	for (e = first; e <= last; e++)
		for (i = 0; !(e % every) && i < spacing->nr; i++)
			if (!add(axis, spacing->factors[i] * pow(10, e), most))
				return false;
	return true;
}

void axis_log(double low, double high, size_t ticks, struct axis *out)
{
	/* At least 2 % at either end, more where the values are far apart. */
	double room = fmax(pow(high / low, 0.04), 1.02);
	size_t nr = sizeof(spacings) / sizeof(spacings[0]), i = 0;
	int every = 1;

	memset(out, 0, sizeof(*out));
	out->log = true;
	out->low = low / room;
	out->high = high * room;
	if (out->high / out->low < 5) {
		equal_steps(out, ticks);
		return;
	}
	while (!powers(out, &spacings[i], every, ticks))
		if (i + 1 < nr)
			i++;
		else
			every++;
}

void axis_linear(double high, size_t ticks, struct axis *out)
{
	memset(out, 0, sizeof(*out));
	out->high = high > 0 ? high * 1.04 : 1;
	equal_steps(out, ticks);
}

char *axis_number(double value)
{
	static const char suffixes[] = " kMGTP";
	size_t i = 0;

	/* Up to four digits are read as they are. */
	if (fabs(value) < 10000)
		return xasprintf("%.7g", value);
	while (fabs(value) >= 1000 && suffixes[i + 1]) {
		value /= 1000;
		i++;
	}
	return xasprintf("%.7g%c", value, suffixes[i]);
}
