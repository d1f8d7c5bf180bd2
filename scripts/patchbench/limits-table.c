// SPDX-License-Identifier: GPL-2.0-only
/* The table of limits; see limits-table.h. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "limits-table.h"
#include "patchbench.h"

#define BYTES_MAX	((size_t)1 << 20)
#define LINE_MAX_BYTES	200
#define LIMITS_MAX	1000	/* lines of a table */

/* Take the number @what and, but for the last one, the blank behind it. */
static int number(const struct text *t, const char **pos, const char *end,
		  const char *what, uint64_t min, uint64_t max,
		  uint64_t *value)
{
	if (!scan_u64(pos, end, value) || *pos == end || **pos != ' ')
		return text_error(t, "WIDTH N SIMULATIONS RANK SEED LIMIT "
				  "belongs here, one blank between two; %s is "
				  "no number", what);
	++*pos;
	if (*value < min || *value > max)
		return text_error(t, "%s: %" PRIu64 " is not from %" PRIu64
				  " to %" PRIu64, what, *value, min, max);
	return 0;
}

/* A limit, with six digits behind the point, up to the end of the line. */
static int bits(const struct text *t, const char *pos, const char *end,
		struct limit *l)
{
	uint64_t whole;
	int i;

	if (!scan_u64(&pos, end, &whole) || whole > l->width ||
	    end - pos != 7 || *pos != '.')
		goto bad;
	for (i = 1; i < 7; i++) {
		if (pos[i] < '0' || pos[i] > '9')
			goto bad;
		whole = whole * 10 + (uint64_t)(pos[i] - '0');
	}
	l->micro = whole;
	if (whole <= (uint64_t)l->width * LIMITS_MICRO)
		return 0;
bad:
	return text_error(t, "LIMIT: not from 0.000000 to %u.000000, with six "
			  "digits behind the point", l->width);
}

static int parse_line(const struct text *t, const char *pos, size_t len,
		      struct limit *l)
{
	const char *end = pos + len;
	uint64_t width;
	int ret;

	ret = number(t, &pos, end, "WIDTH", 1, SEQUENCE_WIDTH_MAX, &width);
	if (!ret)
		ret = number(t, &pos, end, "N", LIMITS_N_MIN, LIMITS_N_MAX,
			     &l->n);
	if (!ret)
		ret = number(t, &pos, end, "SIMULATIONS", 1,
			     LIMITS_SIMULATIONS_MAX, &l->simulations);
	if (!ret)
		ret = number(t, &pos, end, "RANK", 1, l->simulations, &l->rank);
	if (!ret)
		ret = number(t, &pos, end, "SEED", 0, LIMITS_SEED_MAX,
			     &l->seed);
	if (ret)
		return ret;
	l->width = (unsigned int)width;
	if (l->rank * LIMITS_ONE_IN > l->simulations + 1)
		return text_error(t, "RANK: %" PRIu64 " in %" PRIu64 " is more "
				  "often than once in %d", l->rank,
				  l->simulations + 1, LIMITS_ONE_IN);
	return bits(t, pos, end, l);
}

/* Does @l go behind @last? */
static int check_order(const struct text *t, const struct limit *last,
		       const struct limit *l)
{
	if (l->width < last->width ||
	    (l->width == last->width && l->n <= last->n))
		return text_error(t, "WIDTH %u, N %" PRIu64 ": does not belong "
				  "behind WIDTH %u, N %" PRIu64, l->width, l->n,
				  last->width, last->n);
	return 0;
}

int limits_parse(const char *name, const char *data, size_t len,
		 struct limits *out)
{
	struct text t;
	const char *line;
	size_t line_len;
	int ret;

	*out = (struct limits){ 0 };
	text_init(&t, name, data, len);
	while (!(ret = text_line(&t, &line, &line_len, LINE_MAX_BYTES))) {
		struct limit l = { 0 };

		if (!line_len || *line == '#')
			continue;
		ret = parse_line(&t, line, line_len, &l);
		if (!ret && out->nr)
			ret = check_order(&t, &out->limits[out->nr - 1], &l);
		if (!ret && out->nr == LIMITS_MAX)
			ret = text_error(&t, "more than %d limits", LIMITS_MAX);
		if (ret)
			break;
		out->limits = xrealloc(out->limits, (out->nr + 1) *
				       sizeof(*out->limits));
		out->limits[out->nr++] = l;
	}
	if (ret == ST_NO)
		ret = out->nr ? 0 : error(ST_REFUSED, "%s: no limit in it",
					  name);
	if (ret)
		limits_free(out);
	return ret;
}

int limits_read(const char *path, struct limits *out)
{
	size_t len;
	char *buf = file_read(path, BYTES_MAX, &len);
	int ret;

	*out = (struct limits){ 0 };
	if (!buf)
		return error(errno == ENOENT ? ST_MISSING :
			     errno == EFBIG ? ST_REFUSED : ST_MACHINE,
			     "%s: %s", path, strerror(errno));
	ret = limits_parse(path, buf, len, out);
	free(buf);
	return ret;
}

void limits_free(struct limits *l)
{
	free(l->limits);
	*l = (struct limits){ 0 };
}

const struct limit *limits_find(const struct limits *l, unsigned int width,
				uint64_t n)
{
	const struct limit *found = NULL;
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (l->limits[i].width == width && l->limits[i].n <= n)
			found = &l->limits[i];
	if (!found)
		error(ST_MISSING, "no limit is known for %" PRIu64 " symbols "
		      "of %u bits or for fewer; 'patchbench limits' simulates "
		      "one for bench-data/limits", n, width);
	return found;
}

double limit_bits(const struct limit *l)
{
	return (double)l->micro / LIMITS_MICRO;
}

double limit_rate(const struct limit *l)
{
	return (double)l->rank / ((double)l->simulations + 1);
}

void limit_format(const struct limit *l, struct bytes *out)
{
	bytes_printf(out, "%u %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
		     " %" PRIu64 ".%06" PRIu64 "\n", l->width, l->n,
		     l->simulations, l->rank, l->seed, l->micro / LIMITS_MICRO,
		     l->micro % LIMITS_MICRO);
}
