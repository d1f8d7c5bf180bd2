// SPDX-License-Identifier: GPL-2.0-only
/* Stack offsets in the order of their draws: text form, strict; offsets.h. */
#include <stdlib.h>
#include <string.h>

#include "offsets.h"
#include "patchbench.h"

#define HEAD_LINE_MAX	256
#define LINE_BYTES_MAX	4096
#define LINE_OFFSETS	64	/* of a line that is written here */

static const char head_word[] = "offsets ";
static const char hex[] = "0123456789abcdef";

struct head {
	uint64_t count, lines, digits;
};

bool offsets_ahead(const struct text *t)
{
	size_t len = sizeof(head_word) - 1;

	return (size_t)(t->end - t->pos) >= len &&
	       !memcmp(t->pos, head_word, len);
}

static int head_parse(struct text *t, struct offsets *o, struct head *head)
{
	struct {
		const char *what;
		uint64_t *value, least, most;
	} const numbers[] = {
		{ "count", &head->count, 1, OFFSETS_MAX },
		{ "lines", &head->lines, 1, OFFSETS_MAX },
		{ "digits", &head->digits, 1, OFFSETS_DIGITS_MAX },
		{ "step", &o->step, 1, 1 << 20 },
		{ "interrupts", &o->interrupts, 0, UINT64_MAX },
		{ "voluntary switches", &o->vcsw, 0, UINT64_MAX },
		{ "involuntary switches", &o->ivcsw, 0, UINT64_MAX },
	};
	const char *line, *p, *end, *name;
	size_t len, i;
	int ret = text_line(t, &line, &len, HEAD_LINE_MAX);

	if (ret)
		return ret;
	end = line + len;
	name = line + sizeof(head_word) - 1;
	p = memchr(name, ' ', (size_t)(end - name));
	if (!p || !histogram_name_ok(name, (size_t)(p - name)))
		return text_error(t, "offsets: no proper name");
	o->name = xstrndup(name, (size_t)(p - name));
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (p == end || *p++ != ' ' ||
		    !scan_u64(&p, end, numbers[i].value) ||
		    (p < end && *p != ' '))
			return text_error(t, "offsets %s: %s: not a number",
					  o->name, numbers[i].what);
		if (*numbers[i].value < numbers[i].least ||
		    *numbers[i].value > numbers[i].most)
			return text_error(t, "offsets %s: %s: out of range",
					  o->name, numbers[i].what);
	}
	if (p != end)
		return text_error(t, "offsets %s: something behind its numbers",
				  o->name);
	/* What the head claims must be in the text before it costs memory. */
	if (head->count * head->digits > (uint64_t)(t->end - t->pos))
		return text_error(t, "offsets %s: cut short", o->name);
	return 0;
}

/* One line's offsets, appended to @o. */
static int line_parse(struct text *t, struct offsets *o,
		      const struct head *head)
{
	const char *line, *p, *end;
	uint64_t draw;
	size_t len;
	int ret = text_line(t, &line, &len, LINE_BYTES_MAX);

	if (ret == ST_NO)
		return text_error(t, "offsets %s: cut short", o->name);
	if (ret)
		return ret;
	p = line;
	end = line + len;
	if (!scan_u64(&p, end, &draw) || p == end || *p++ != ' ' ||
	    draw > UINT64_MAX - LINE_BYTES_MAX)
		return text_error(t, "offsets %s: no number of a draw", o->name);
	if (o->n && draw <= o->draws[o->n - 1])
		return text_error(t, "offsets %s: draw %llu comes behind %llu",
				  o->name, (unsigned long long)draw,
				  (unsigned long long)o->draws[o->n - 1]);
	if (p == end || (uint64_t)(end - p) % head->digits)
		return text_error(t, "offsets %s: not %llu digits each", o->name,
				  (unsigned long long)head->digits);
	while (p < end) {
		uint32_t value = 0;
		uint64_t i;

		if (o->n == head->count)
			return text_error(t, "offsets %s: more than %llu",
					  o->name,
					  (unsigned long long)head->count);
		for (i = 0; i < head->digits; i++) {
			const char *digit = memchr(hex, *p++, 16);

			if (!digit)
				return text_error(t, "offsets %s: no digit",
						  o->name);
			value = value << 4 | (uint32_t)(digit - hex);
		}
		o->values[o->n] = value;
		o->draws[o->n++] = draw++;
	}
	return 0;
}

/* The digits that the largest value takes. */
static uint64_t digits_of(const struct offsets *o, bool *has_zero)
{
	uint32_t highest = 0;
	uint64_t digits = 1;
	size_t i;

	*has_zero = false;
	for (i = 0; i < o->n; i++) {
		highest = o->values[i] > highest ? o->values[i] : highest;
		*has_zero |= !o->values[i];
	}
	while (highest >>= 4)
		digits++;
	return digits;
}

static int parse(struct text *t, struct offsets *o)
{
	struct head head;
	uint64_t i;
	bool zero;
	int ret = head_parse(t, o, &head);

	if (ret)
		return ret;
	o->values = xcalloc(head.count, sizeof(*o->values));
	o->draws = xcalloc(head.count, sizeof(*o->draws));
	for (i = 0; i < head.lines; i++) {
		ret = line_parse(t, o, &head);
		if (ret)
			return ret;
	}
	if (o->n != head.count)
		return text_error(t, "offsets %s: %zu, not %llu", o->name, o->n,
				  (unsigned long long)head.count);
	if (digits_of(o, &zero) != head.digits)
		return text_error(t, "offsets %s: digits: not as many as the "
				  "highest takes", o->name);
	if (!zero)
		return text_error(t, "offsets %s: the lowest is not 0", o->name);
	return 0;
}

int offsets_parse(struct text *t, struct offsets *o)
{
	int ret;

	memset(o, 0, sizeof(*o));
	ret = parse(t, o);
	if (ret)
		offsets_release(o);
	return ret;
}

/* Offsets from @i on that stand in one line: consecutive draws. */
static size_t line_length(const struct offsets *o, size_t i)
{
	size_t n = 1;

	while (n < LINE_OFFSETS && i + n < o->n &&
	       o->draws[i + n] == o->draws[i] + n)
		n++;
	return n;
}

void offsets_format(const struct offsets *o, struct bytes *out)
{
	size_t lines = 0, i, n;
	int digits;
	bool zero;

	digits = (int)digits_of(o, &zero);
	for (i = 0; i < o->n; i += line_length(o, i))
		lines++;
	bytes_printf(out, "%s%s %zu %zu %d %llu %llu %llu %llu\n", head_word,
		     o->name, o->n, lines, digits, (unsigned long long)o->step,
		     (unsigned long long)o->interrupts,
		     (unsigned long long)o->vcsw,
		     (unsigned long long)o->ivcsw);
	for (i = 0; i < o->n; i += n) {
		size_t j;

		n = line_length(o, i);
		bytes_printf(out, "%llu ", (unsigned long long)o->draws[i]);
		for (j = i; j < i + n; j++)
			bytes_printf(out, "%0*x", digits, o->values[j]);
		bytes_add(out, "\n", 1);
	}
}

bool offsets_equal(const struct offsets *a, const struct offsets *b)
{
	return !strcmp(a->name, b->name) && a->n == b->n &&
	       a->step == b->step && a->interrupts == b->interrupts &&
	       a->vcsw == b->vcsw && a->ivcsw == b->ivcsw &&
	       !memcmp(a->values, b->values, a->n * sizeof(*a->values)) &&
	       !memcmp(a->draws, b->draws, a->n * sizeof(*a->draws));
}

void offsets_release(struct offsets *o)
{
	free(o->name);
	free(o->values);
	free(o->draws);
	memset(o, 0, sizeof(*o));
}

bool offsets_sequence(const struct offsets *o, uint64_t mask,
		      struct sequence *out, uint64_t *outside)
{
	uint64_t unit = mask & -mask;
	size_t i;

	*out = sequence_new(o->n,
			    (unsigned int)__builtin_popcountll(mask));
	out->draws = xcalloc(o->n, sizeof(*out->draws));
	memcpy(out->draws, o->draws, o->n * sizeof(*out->draws));
	for (i = 0; i < o->n; i++) {
		uint64_t value = o->values[i] * o->step;

		if (value % unit || value / unit > mask / unit) {
			*outside = value;
			sequence_free(out);
			return false;
		}
		out->symbols[i] = (uint8_t)(value / unit);
	}
	return true;
}
