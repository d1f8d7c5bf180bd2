// SPDX-License-Identifier: GPL-2.0-only
/* What a guest says of its measurement; see channel.h. */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "channel.h"
#include "patchbench.h"
#include "record.h"

#define LINE_MAX_BYTES	4096

static bool starts(const char *line, size_t len, const char *word,
		   const char **rest, size_t *rest_len)
{
	size_t n = strlen(word);

	if (len <= n || memcmp(line, word, n) || line[n] != ' ')
		return false;
	*rest = line + n + 1;
	*rest_len = len - n - 1;
	return true;
}

static bool equal(const char *line, size_t len, const char *word)
{
	return len == strlen(word) && !memcmp(line, word, len);
}

/* A whole number that fills all of @len bytes. */
static bool number(const char *s, size_t len, uint64_t *value)
{
	const char *pos = s;

	return scan_u64(&pos, s + len, value) && pos == s + len;
}

/* The checksum line of the block that began at @block. */
static int check_block(struct text *t, const char *block)
{
	uLong sum = crc32(0, (const Bytef *)block, (uInt)(t->pos - block));
	char want[16];
	const char *line;
	size_t len;
	int ret = text_line(t, &line, &len, LINE_MAX_BYTES);

	if (ret)
		return ret == ST_NO ? text_error(t, "cut short: no checksum") :
				      ret;
	snprintf(want, sizeof(want), "crc %08lx", sum);
	if (!equal(line, len, want))
		return text_error(t, "damaged: the checksum is not '%s'", want);
	return 0;
}

static int take_fact(struct text *t, const char *s, size_t len,
		     struct guest_report *r, bool *has_frequency)
{
	struct {
		const char *name;
		char **value;
	} const strings[] = {
		{ "counter", &r->counter },
		{ "kernel-release", &r->kernel_release },
		{ "kernel-command-line", &r->kernel_command_line },
	};
	const char *value;
	size_t i, value_len;

	if (starts(s, len, "frequency", &value, &value_len)) {
		if (*has_frequency)
			return text_error(t, "fact frequency: twice");
		*has_frequency = true;
		if (!number(value, value_len, &r->frequency))
			return text_error(t, "fact frequency: no number");
		return 0;
	}
	for (i = 0; i < sizeof(strings) / sizeof(strings[0]); i++) {
		if (!starts(s, len, strings[i].name, &value, &value_len))
			continue;
		if (*strings[i].value)
			return text_error(t, "fact %s: twice",
					  strings[i].name);
		*strings[i].value = xstrndup(value, value_len);
		return 0;
	}
	return text_error(t, "unknown fact '%.*s'", (int)(len < 40 ? len : 40),
			  s);
}

static int take_histogram(struct text *t, struct guest_report *r)
{
	struct histogram h;
	size_t i;
	int ret = histogram_parse(t, &h);

	if (ret)
		return ret;
	for (i = 0; i < r->nr; i++) {
		if (strcmp(r->hist[i].name, h.name))
			continue;
		ret = text_error(t, "histogram %s: twice", h.name);
		histogram_release(&h);
		return ret;
	}
	if (r->nr == RECORD_HISTOGRAMS_MAX) {
		histogram_release(&h);
		return text_error(t, "more than %d histograms",
				  RECORD_HISTOGRAMS_MAX);
	}
	r->hist = xrealloc(r->hist, (r->nr + 1) * sizeof(h));
	r->hist[r->nr++] = h;
	return 0;
}

static int take_offsets(struct text *t, struct guest_report *r)
{
	struct offsets o;
	size_t i;
	int ret = offsets_parse(t, &o);

	if (ret)
		return ret;
	for (i = 0; !ret && i < r->nr_offsets; i++)
		if (!strcmp(r->offsets[i].name, o.name))
			ret = text_error(t, "offsets %s: twice", o.name);
	if (!ret && r->nr_offsets == RECORD_HISTOGRAMS_MAX)
		ret = text_error(t, "more than %d blocks of offsets",
				 RECORD_HISTOGRAMS_MAX);
	if (ret) {
		offsets_release(&o);
		return ret;
	}
	r->offsets = xrealloc(r->offsets, (r->nr_offsets + 1) * sizeof(o));
	r->offsets[r->nr_offsets++] = o;
	return 0;
}

static int take_exit(struct text *t, const char *line, size_t len,
		     struct guest_report *r)
{
	const char *rest;
	size_t rest_len;

	if (!starts(line, len, "exit", &rest, &rest_len) ||
	    !number(rest, rest_len, &r->exit) || r->exit > 255)
		return text_error(t, "an exit line belongs here");
	r->has_exit = true;
	if (text_line(t, &line, &len, LINE_MAX_BYTES) != ST_NO)
		return text_error(t, "something stands behind the exit line");
	return 0;
}

static int parse(struct text *t, struct guest_report *r)
{
	const char *line, *rest, *block = t->pos;
	size_t len, rest_len;
	bool has_frequency = false;
	int ret = text_line(t, &line, &len, LINE_MAX_BYTES);

	if (ret)
		return ret == ST_NO ? text_error(t, "empty") : ret;
	if (starts(line, len, "exit", &rest, &rest_len))
		return take_exit(t, line, len, r);
	if (!equal(line, len, CHANNEL_MAGIC))
		return text_error(t, "does not begin with '" CHANNEL_MAGIC "'");
	while (t->end - t->pos > 5 && !memcmp(t->pos, "fact ", 5)) {
		ret = text_line(t, &line, &len, LINE_MAX_BYTES);
		if (ret)
			return ret;
		if (!starts(line, len, "fact", &rest, &rest_len))
			return text_error(t, "an empty fact");
		ret = take_fact(t, rest, rest_len, r, &has_frequency);
		if (ret)
			return ret;
	}
	ret = check_block(t, block);
	while (!ret && (histogram_ahead(t) || offsets_ahead(t))) {
		block = t->pos;
		ret = histogram_ahead(t) ? take_histogram(t, r) :
					   take_offsets(t, r);
		if (!ret)
			ret = check_block(t, block);
	}
	if (ret)
		return ret;
	block = t->pos;
	ret = text_line(t, &line, &len, LINE_MAX_BYTES);
	if (ret == ST_NO || (!ret && !equal(line, len, "done")))
		return text_error(t, "cut short: 'done' belongs here");
	if (!ret)
		ret = check_block(t, block);
	if (ret)
		return ret;
	if (!r->counter || !r->kernel_release || !r->kernel_command_line)
		return text_error(t, "counter, kernel-release or kernel-command-line is missing");
	ret = text_line(t, &line, &len, LINE_MAX_BYTES);
	if (ret == ST_NO)
		return 0;
	return ret ? ret : take_exit(t, line, len, r);
}

int channel_parse(const char *name, const char *buf, size_t len,
		  struct guest_report *out)
{
	struct text t;
	int ret;

	memset(out, 0, sizeof(*out));
	text_init(&t, name, buf, len);
	ret = parse(&t, out);
	if (ret)
		guest_report_release(out);
	return ret;
}

bool channel_ended(const char *buf, size_t len)
{
	size_t start = len;

	if (len < 7 || buf[len - 1] != '\n')
		return false;
	for (start = len - 1; start && buf[start - 1] != '\n'; start--)
		;
	return len - start > 6 && !memcmp(buf + start, "exit ", 5);
}

void guest_report_release(struct guest_report *r)
{
	size_t i;

	for (i = 0; i < r->nr; i++)
		histogram_release(&r->hist[i]);
	free(r->hist);
	for (i = 0; i < r->nr_offsets; i++)
		offsets_release(&r->offsets[i]);
	free(r->offsets);
	free(r->counter);
	free(r->kernel_release);
	free(r->kernel_command_line);
	memset(r, 0, sizeof(*r));
}
