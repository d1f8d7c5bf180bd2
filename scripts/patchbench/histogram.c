// SPDX-License-Identifier: GPL-2.0-only
/* Exact histograms of ticks: their text form, read strictly and written. */
#include <stdlib.h>
#include <string.h>

#include "histogram.h"
#include "patchbench.h"

/* The shortest line of a bin: "0 1\n". Bounds what a head may claim. */
#define BIN_LINE_MIN	4
#define HEAD_LINE_MAX	256

static const char head_word[] = "histogram ";

void text_init(struct text *t, const char *name, const char *data, size_t len)
{
	t->name = name;
	t->pos = data;
	t->end = data + len;
	t->line = 1;
}

int text_error(const struct text *t, const char *fmt, ...)
{
	size_t line = t->line > 1 ? t->line - 1 : 1;
	char what[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return error(ST_REFUSED, "%s:%zu: %s", t->name, line, what);
}

int text_line(struct text *t, const char **line, size_t *len, size_t max)
{
	size_t left = (size_t)(t->end - t->pos), i;
	const char *newline;

	if (!left)
		return ST_NO;
	newline = memchr(t->pos, '\n', left < max + 1 ? left : max + 1);
	t->line++;
	if (!newline && left <= max)
		return text_error(t, "line: cut short, no newline at its end");
	if (!newline)
		return text_error(t, "line: longer than %zu bytes", max);
	*line = t->pos;
	*len = (size_t)(newline - t->pos);
	for (i = 0; i < *len; i++) {
		unsigned char c = (unsigned char)t->pos[i];

		if (c < 0x20 || c > 0x7e)
			return text_error(t, "line: byte 0x%02x at column %zu",
					  c, i + 1);
	}
	t->pos = newline + 1;
	return 0;
}

bool scan_u64(const char **pos, const char *end, uint64_t *value)
{
	const char *p = *pos;
	uint64_t v = 0;

	while (p < end && *p >= '0' && *p <= '9') {
		unsigned int digit = (unsigned int)(*p - '0');

		/* 19 digits always fit; only the 20th may be too much. */
		if (p - *pos >= 19 && v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
		p++;
	}
	if (p == *pos || (**pos == '0' && p - *pos > 1))
		return false;
	*pos = p;
	*value = v;
	return true;
}

bool histogram_name_ok(const char *name, size_t len)
{
	size_t i;

	if (!len || len > HISTOGRAM_NAME_MAX)
		return false;
	if (name[0] == '/' || name[len - 1] == '/')
		return false;
	for (i = 0; i < len; i++) {
		char c = name[i];

		if (c == '/' && name[i + 1] != '/')
			continue;
		if ((c < 'a' || c > 'z') && (c < '0' || c > '9') &&
		    c != '.' && c != '_' && c != '-')
			return false;
	}
	return true;
}

bool histogram_ahead(const struct text *t)
{
	size_t len = sizeof(head_word) - 1;

	return (size_t)(t->end - t->pos) >= len &&
	       !memcmp(t->pos, head_word, len);
}

static int head_parse(struct text *t, struct histogram *h, uint64_t *bins)
{
	uint64_t *number[] = {
		&h->count, bins, &h->interrupts, &h->vcsw, &h->ivcsw
	};
	static const char *const what[] = {
		"count", "bins", "interrupts", "voluntary switches",
		"involuntary switches"
	};
	const char *line, *p, *end, *name;
	size_t len, i;
	int ret;

	if (!histogram_ahead(t)) {
		t->line++;
		return text_error(t, "histogram: no such block here");
	}
	ret = text_line(t, &line, &len, HEAD_LINE_MAX);
	if (ret)
		return ret;
	end = line + len;
	name = line + sizeof(head_word) - 1;
	p = memchr(name, ' ', (size_t)(end - name));
	if (!p || !histogram_name_ok(name, (size_t)(p - name)))
		return text_error(t, "histogram: no proper name");
	h->name = xstrndup(name, (size_t)(p - name));
	for (i = 0; i < sizeof(what) / sizeof(what[0]); i++) {
		if (p == end || *p++ != ' ' || !scan_u64(&p, end, number[i]) ||
		    (p < end && *p != ' '))
			return text_error(t, "histogram %s: %s: not a number",
					  h->name, what[i]);
	}
	if (p != end)
		return text_error(t, "histogram %s: too many fields", h->name);
	if (!h->count)
		return text_error(t, "histogram %s: count: 0", h->name);
	if (!*bins)
		return text_error(t, "histogram %s: bins: 0", h->name);
	if (*bins > HISTOGRAM_BINS_MAX)
		return text_error(t, "histogram %s: bins: more than %zu",
				  h->name, HISTOGRAM_BINS_MAX);
	if (*bins > (uint64_t)(t->end - t->pos) / BIN_LINE_MIN)
		return text_error(t, "histogram %s: cut short, its bins are "
				  "not all there", h->name);
	return 0;
}

/* What is wrong with the bin line at @t; the fast loop only says that it is. */
static int bin_error(struct text *t, const struct histogram *h)
{
	const char *p = t->pos, *end;
	struct bin bin;

	end = memchr(p, '\n', (size_t)(t->end - p));
	t->line++;
	if (!end)
		return text_error(t, "histogram %s: cut short", h->name);
	if (!scan_u64(&p, end, &bin.ticks) || p == end || *p != ' ')
		return text_error(t, "histogram %s: ticks: not a number",
				  h->name);
	p++;
	if (!scan_u64(&p, end, &bin.count) || p != end)
		return text_error(t, "histogram %s: count of a bin: not a "
				  "number", h->name);
	if (bin.ticks > HISTOGRAM_TICKS_MAX)
		return text_error(t, "histogram %s: ticks: %llu is above 2^53",
				  h->name, (unsigned long long)bin.ticks);
	if (!bin.count)
		return text_error(t, "histogram %s: count of a bin: 0",
				  h->name);
	if (h->nr && bin.ticks <= h->bins[h->nr - 1].ticks)
		return text_error(t, "histogram %s: ticks: %llu does not "
				  "ascend", h->name,
				  (unsigned long long)bin.ticks);
	return text_error(t, "histogram %s: counts of the bins: sum is above "
			  "the count %llu", h->name,
			  (unsigned long long)h->count);
}

static int bins_parse(struct text *t, struct histogram *h, uint64_t bins)
{
	uint64_t left = h->count, least = 0;

	h->bins = xmalloc((size_t)bins * sizeof(*h->bins));
	while (h->nr < bins) {
		struct bin *bin = &h->bins[h->nr];
		const char *p = t->pos;

		if (!scan_u64(&p, t->end, &bin->ticks) ||
		    p == t->end || *p++ != ' ' ||
		    !scan_u64(&p, t->end, &bin->count) ||
		    p == t->end || *p++ != '\n')
			return bin_error(t, h);
		if (bin->ticks < least || bin->ticks > HISTOGRAM_TICKS_MAX ||
		    !bin->count || bin->count > left)
			return bin_error(t, h);
		least = bin->ticks + 1;
		left -= bin->count;
		t->pos = p;
		t->line++;
		h->nr++;
	}
	if (left)
		return text_error(t, "histogram %s: counts of the bins: sum is "
				  "%llu, not the count %llu", h->name,
				  (unsigned long long)(h->count - left),
				  (unsigned long long)h->count);
	return 0;
}

int histogram_parse(struct text *t, struct histogram *h)
{
	uint64_t bins;
	int ret;

	memset(h, 0, sizeof(*h));
	ret = head_parse(t, h, &bins);
	if (!ret)
		ret = bins_parse(t, h, bins);
	if (ret)
		histogram_release(h);
	return ret;
}

void bytes_add(struct bytes *out, const void *data, size_t len)
{
	if (out->room - out->len < len) {
		out->room = 2 * out->room + len;
		out->data = xrealloc(out->data, out->room);
	}
	if (len)
		memcpy(out->data + out->len, data, len);
	out->len += len;
}

void bytes_printf(struct bytes *out, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		die(ST_MACHINE, "cannot format '%s'", fmt);
	/* One byte more than is kept, for the NUL. */
	if (out->room - out->len < (size_t)n + 1) {
		out->room = 2 * out->room + (size_t)n + 1;
		out->data = xrealloc(out->data, out->room);
	}
	va_start(ap, fmt);
	vsnprintf(out->data + out->len, (size_t)n + 1, fmt, ap);
	va_end(ap);
	out->len += (size_t)n;
}

static char *put_u64(char *p, uint64_t value)
{
	char digit[20];
	size_t n = 0;

	do {
		digit[n++] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	while (n)
		*p++ = digit[--n];
	return p;
}

void histogram_format(const struct histogram *h, struct bytes *out)
{
	size_t i;

	bytes_printf(out, "%s%s %llu %zu %llu %llu %llu\n", head_word, h->name,
		     (unsigned long long)h->count, h->nr,
		     (unsigned long long)h->interrupts,
		     (unsigned long long)h->vcsw,
		     (unsigned long long)h->ivcsw);
	for (i = 0; i < h->nr; i++) {
		char line[48], *p;

		p = put_u64(line, h->bins[i].ticks);
		*p++ = ' ';
		p = put_u64(p, h->bins[i].count);
		*p++ = '\n';
		bytes_add(out, line, (size_t)(p - line));
	}
}

bool histogram_equal(const struct histogram *a, const struct histogram *b)
{
	return !strcmp(a->name, b->name) && a->count == b->count &&
	       a->interrupts == b->interrupts && a->vcsw == b->vcsw &&
	       a->ivcsw == b->ivcsw && a->nr == b->nr &&
	       !memcmp(a->bins, b->bins, a->nr * sizeof(*a->bins));
}

void histogram_release(struct histogram *h)
{
	free(h->name);
	free(h->bins);
	memset(h, 0, sizeof(*h));
}
