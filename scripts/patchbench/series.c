// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one parser of series files. A file that quilt reads and that names no
 * more than patches below the patches folder, each once, applied with -pN:
 * what quilt would guess about is refused here.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "patchbench.h"
#include "series.h"

#define MAX_LINE	4096
#define MAX_ENTRIES	10000

static const char *const known_keys[] = {
	"Stack", "Revision", "Prefix", "Subject", "Label", "Posted", "Date",
	"Base", "Result", "Also", "Merged",
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Cut blanks off both ends of @s, in place. */
static char *trim(char *s)
{
	size_t len;

	while (is_blank(*s))
		s++;
	len = strlen(s);
	while (len && is_blank(s[len - 1]))
		s[--len] = '\0';
	return s;
}

static const char *name_fault(const char *name)
{
	const char *p;

	if (*name == '/')
		return "is an absolute name";
	for (p = name; ; ) {
		size_t len = strcspn(p, "/");

		if (len == 2 && p[0] == '.' && p[1] == '.')
			return "climbs out of the patches folder";
		if (!len || (len == 1 && *p == '.'))
			return "has an empty component";
		if (*p == '.' || *p == '-')
			return "has a component that begins with . or -";
		if (!p[len])
			return NULL;
		p += len + 1;
	}
}

static int add_patch(const char *file, unsigned int line, char *text,
		     struct series *s)
{
	const char *fault;
	uint64_t strip = 1;
	char *options;
	size_t i, len;

	/* As in quilt, a comment may follow behind a blank. */
	for (i = 1; text[i]; i++) {
		if (text[i] == '#' && is_blank(text[i - 1])) {
			text[i] = '\0';
			break;
		}
	}
	text = trim(text);
	len = strcspn(text, " \t");
	options = text[len] ? trim(text + len) : text + len;
	if (*options && (strncmp(options, "-p", 2) ||
			 !parse_u64(options + 2, 0, 99, &strip)))
		return error(ST_REFUSED, "%s:%u: '%s' is not -pN, and no other option is taken",
			     file, line, options);
	text[len] = '\0';
	while (!strncmp(text, "./", 2))
		text += 2;
	fault = name_fault(text);
	if (fault)
		return error(ST_REFUSED, "%s:%u: '%s' %s", file, line, text,
			     fault);
	for (i = 0; i < s->nr_patches; i++) {
		if (!strcmp(s->patches[i].name, text))
			return error(ST_REFUSED, "%s:%u: '%s' stands in line %u already",
				     file, line, text, s->patches[i].line);
	}
	if (s->nr_patches == MAX_ENTRIES)
		return error(ST_REFUSED, "%s:%u: more than %d patches", file,
			     line, MAX_ENTRIES);
	s->patches = xrealloc(s->patches,
			      (s->nr_patches + 1) * sizeof(*s->patches));
	s->patches[s->nr_patches].name = xstrdup(text);
	s->patches[s->nr_patches].strip = (unsigned int)strip;
	s->patches[s->nr_patches++].line = line;
	return 0;
}

static bool is_id(const char *s)
{
	return strlen(s) == 40 && s[strspn(s, "0123456789abcdef")] == '\0';
}

/* `Also: TAG RESULT` or `Merged: TAG [N]` */
static int add_base(const char *file, unsigned int line, bool merged,
		    char *value, struct series *s)
{
	size_t len = strcspn(value, " \t"), i;
	char *rest = value[len] ? trim(value + len) : value + len;
	struct series_base *b;
	uint64_t n = SIZE_MAX;

	value[len] = '\0';
	if (!word_ok(value))
		return error(ST_REFUSED, "%s:%u: '%s' is no tag", file, line,
			     value);
	if (merged ? *rest && !parse_u64(rest, 1, MAX_ENTRIES, &n) :
		     !is_id(rest))
		return error(ST_REFUSED, "%s:%u: '%s' is no %s", file, line,
			     rest, merged ? "number of patches" : "result id");
	for (i = 0; i < s->nr_bases; i++)
		if (!strcmp(s->bases[i].tag, value))
			return error(ST_REFUSED, "%s:%u: %s stands in line %u already",
				     file, line, value, s->bases[i].line);
	s->bases = xrealloc(s->bases, (s->nr_bases + 1) * sizeof(*b));
	b = &s->bases[s->nr_bases++];
	b->tag = xstrdup(value);
	b->result = merged ? NULL : xstrdup(rest);
	b->merged = merged ? (size_t)n : 0;
	b->line = line;
	return 0;
}

/*
 * A comment: a field of the manifest where it reads `# Key: value` with a
 * known key, else a word to the reader.
 */
static int add_comment(const char *file, unsigned int line, char *text,
		       struct series *s)
{
	const char *key = NULL;
	char *colon, *value;
	size_t i;

	text = trim(text + 1);
	colon = strchr(text, ':');
	if (!colon)
		return 0;
	*colon = '\0';
	for (i = 0; i < sizeof(known_keys) / sizeof(known_keys[0]); i++) {
		if (!strcasecmp(text, known_keys[i]))
			key = known_keys[i];
	}
	if (!key)
		return 0;
	if (strcmp(text, key))
		return error(ST_REFUSED, "%s:%u: '%s' is spelt %s", file, line,
			     text, key);
	value = trim(colon + 1);
	if (!*value)
		return error(ST_REFUSED, "%s:%u: %s has no value", file, line,
			     key);
	if (s->nr_patches)
		return error(ST_REFUSED, "%s:%u: %s stands below the first patch",
			     file, line, key);
	if (!strcmp(key, "Also") || !strcmp(key, "Merged"))
		return add_base(file, line, *key == 'M', value, s);
	for (i = 0; i < s->nr_fields; i++) {
		if (!strcmp(s->fields[i].key, key))
			return error(ST_REFUSED, "%s:%u: %s stands in line %u already",
				     file, line, key, s->fields[i].line);
	}
	s->fields = xrealloc(s->fields,
			     (s->nr_fields + 1) * sizeof(*s->fields));
	s->fields[s->nr_fields].key = xstrdup(key);
	s->fields[s->nr_fields].value = xstrdup(value);
	s->fields[s->nr_fields++].line = line;
	return 0;
}

static int parse_line(const char *file, unsigned int line, const char *start,
		      size_t len, bool manifest, struct series *s)
{
	char copy[MAX_LINE + 1], *text;
	size_t i;

	if (len > MAX_LINE)
		return error(ST_REFUSED, "%s:%u: the line is longer than %d bytes",
			     file, line, MAX_LINE);
	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)start[i];

		if ((c < ' ' && c != '\t') || c == 0x7f)
			return error(ST_REFUSED, "%s:%u: control character 0x%02x",
				     file, line, c);
	}
	memcpy(copy, start, len);
	copy[len] = '\0';
	text = trim(copy);
	if (!*text)
		return 0;
	if (*text == '#')
		return manifest ? add_comment(file, line, text, s) : 0;
	return add_patch(file, line, text, s);
}

int series_parse(const char *name, const char *buf, size_t len, bool manifest,
		 struct series *out)
{
	const char *end = buf + len;
	unsigned int line = 0;
	int status;

	memset(out, 0, sizeof(*out));
	while (buf < end) {
		const char *eol = memchr(buf, '\n', (size_t)(end - buf));

		if (!eol)
			eol = end;
		status = parse_line(name, ++line, buf, (size_t)(eol - buf),
				    manifest, out);
		if (status) {
			series_free(out);
			return status;
		}
		if (eol == end)
			break;
		buf = eol + 1;
	}
	return 0;
}

const char *series_get(const struct series *s, const char *key)
{
	size_t i;

	for (i = 0; i < s->nr_fields; i++) {
		if (!strcasecmp(s->fields[i].key, key))
			return s->fields[i].value;
	}
	return NULL;
}

void series_free(struct series *s)
{
	size_t i;

	for (i = 0; i < s->nr_fields; i++) {
		free(s->fields[i].key);
		free(s->fields[i].value);
	}
	for (i = 0; i < s->nr_patches; i++)
		free(s->patches[i].name);
	for (i = 0; i < s->nr_bases; i++) {
		free(s->bases[i].tag);
		free(s->bases[i].result);
	}
	free(s->bases);
	free(s->fields);
	free(s->patches);
	memset(s, 0, sizeof(*s));
}
