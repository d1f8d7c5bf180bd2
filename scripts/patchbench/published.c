// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parser of published tables, but for their rows, which published-row.c
 * reads; published-list.c finds and prints tables.
 */
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "published-line.h"

#define LINE_MAX_BYTES	400
#define PARTS_MAX	40	/* of each kind: postings, columns, ... */
#define WIDTH_MAX	100

static const char *const sources[SOURCE_NR] = {
	[SOURCE_NONE] = "none", [SOURCE_TSC] = "tsc",
	[SOURCE_CRNG] = "crng", [SOURCE_PRNG] = "prng",
};

const char *published_source_name(enum published_source source)
{
	return sources[source];
}

static int set_once(struct published_line *l, char **field)
{
	if (*field)
		return text_error(l->t, "%s: a second time", l->key);
	if (!*l->rest)
		return text_error(l->t, "%s: nothing behind it", l->key);
	*field = xstrdup(l->rest);
	return 0;
}

static bool revision_ok(const char *s)
{
	uint64_t number;

	/* It becomes part of a path: one spelling only. */
	return *s == 'v' && s[1] != '0' && parse_u64(s + 1, 1, 999, &number);
}

static bool date_ok(const char *s)
{
	static const char form[] = "0000-00-00";
	unsigned int month, day;
	size_t i;

	for (i = 0; form[i]; i++)
		if (form[i] == '0' ? s[i] < '0' || s[i] > '9' : s[i] != '-')
			return false;
	month = (unsigned int)(s[5] - '0') * 10 + (unsigned int)(s[6] - '0');
	day = (unsigned int)(s[8] - '0') * 10 + (unsigned int)(s[9] - '0');
	return !s[i] && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

static int posted_line(struct published_line *l, struct published *p)
{
	char *revision = published_word(&l->rest);
	char *date = published_word(&l->rest);
	char *id = published_word(&l->rest);
	struct published_posting *posting;
	size_t i;

	if (!id || *l->rest)
		return text_error(l->t, "posted: REVISION DATE MESSAGE-ID "
				  "belongs here");
	if (strcmp(revision, "-") && !revision_ok(revision))
		return text_error(l->t, "posted: '%s' is no revision",
				  revision);
	if (!date_ok(date))
		return text_error(l->t, "posted: '%s' is no date", date);
	for (i = 0; i < p->nr_postings; i++)
		if (!strcmp(p->postings[i].revision, revision))
			return text_error(l->t, "posted: %s a second time",
					  revision);
	if (p->nr_postings && (!strcmp(revision, "-") ||
			       !strcmp(p->postings[0].revision, "-")))
		return text_error(l->t, "posted: with and without a revision");
	if (p->nr_postings &&
	    strcmp(p->postings[p->nr_postings - 1].date, date) > 0)
		return text_error(l->t, "posted: %s is older than the one "
				  "before", date);
	if (GROW(l, p->postings, p->nr_postings, PARTS_MAX))
		return ST_REFUSED;
	posting = &p->postings[p->nr_postings++];
	posting->revision = xstrdup(revision);
	posting->date = xstrdup(date);
	posting->message_id = xstrdup(id);
	return 0;
}

static int wrong_line(struct published_line *l, struct published *p)
{
	if (!*l->rest)
		return text_error(l->t, "wrong: nothing behind it");
	if (GROW(l, p->wrongs, p->nr_wrongs, PARTS_MAX))
		return ST_REFUSED;
	p->wrongs[p->nr_wrongs++] = xstrdup(l->rest);
	return 0;
}

/*
 * base/PARAMS or STACK/REV/PARAMS, each part a word; REV may be @ where @open
 * says so.
 */
static bool cell_ok(const char *s, bool open)
{
	size_t slashes = 0;
	const char *c;

	for (c = s; *c; c++) {
		if (*c == '/') {
			slashes++;
			if (c == s || c[1] == '/' || !c[1])
				return false;
		} else if (*c == '@') {
			if (!open || slashes != 1 || c[-1] != '/' ||
			    c[1] != '/')
				return false;
		} else if (!strchr(".-_", *c) &&
			   !(*c >= 'a' && *c <= 'z') &&
			   !(*c >= '0' && *c <= '9')) {
			return false;
		}
	}
	return slashes == (strncmp(s, "base/", 5) ? 2 : 1);
}

static int source_word(struct published_line *l, const char *word,
		       enum published_source *source)
{
	for (*source = 0; *source < SOURCE_NR; (*source)++)
		if (!strcmp(word, sources[*source]))
			return 0;
	return text_error(l->t, "column: '%s' is no source: none, tsc, crng or "
			  "prng", word);
}

static int column_line(struct published_line *l, struct published *p)
{
	char *arch = published_word(&l->rest), *cell = published_word(&l->rest);
	char *source = published_word(&l->rest);
	char *baseline = published_word(&l->rest);
	char *baseline_source = published_word(&l->rest);
	struct published_column *column;

	if (!baseline_source || *l->rest)
		return text_error(l->t, "column: ARCH CELL SOURCE BASELINE "
				  "SOURCE belongs here");
	if (p->nr_rows)
		return text_error(l->t, "column: it belongs above the rows");
	if (!word_ok(arch))
		return text_error(l->t, "column: '%s' is no architecture",
				  arch);
	if (!cell_ok(cell, true) || !cell_ok(baseline, false))
		return text_error(l->t, "column: '%s' is no cell",
				  cell_ok(cell, true) ? baseline : cell);
	if (GROW(l, p->columns, p->nr_columns, PARTS_MAX))
		return ST_REFUSED;
	column = &p->columns[p->nr_columns++];
	column->arch = xstrdup(arch);
	column->cell = xstrdup(cell);
	column->baseline = xstrdup(baseline);
	if (source_word(l, source, &column->source))
		return ST_REFUSED;
	return source_word(l, baseline_source, &column->baseline_source);
}

/* The column that lines of @l's kind belong to; NULL after a message. */
static struct published_column *last_column(struct published_line *l,
					    struct published *p)
{
	if (p->nr_columns)
		return &p->columns[p->nr_columns - 1];
	text_error(l->t, "%s: no column stands above it", l->key);
	return NULL;
}

static int label_line(struct published_line *l, struct published *p)
{
	char *revisions = published_word(&l->rest);
	char *width = published_word(&l->rest), *c;
	struct published_column *column = last_column(l, p);
	struct published_label *label;
	uint64_t number;

	if (!column)
		return ST_REFUSED;
	if (!width || !*l->rest)
		return text_error(l->t, "label: REVISIONS WIDTH TEXT belongs "
				  "here");
	if (!parse_u64(width, 0, WIDTH_MAX, &number))
		return text_error(l->t, "label: '%s' is no width up to %d",
				  width, WIDTH_MAX);
	if (GROW(l, column->labels, column->nr_labels, PARTS_MAX))
		return ST_REFUSED;
	label = &column->labels[column->nr_labels++];
	label->revisions = xstrdup(revisions);
	label->width = number;
	label->text = xstrdup(l->rest);
	for (c = label->text; *c; c++)
		if (*c == ',')
			*c = '\n';
	return 0;
}

static int broken_line(struct published_line *l, struct published *p)
{
	struct published_column *column = last_column(l, p);

	return column ? set_once(l, &column->broken) : ST_REFUSED;
}

static int layout_line(struct published_line *l, struct published *p)
{
	if (p->nr_rows || p->nr_columns)
		return text_error(l->t, "layout: it belongs above columns and "
				  "rows");
	if (!strcmp(l->rest, "percent"))
		p->layout = PUBLISHED_PERCENT;
	else if (!strcmp(l->rest, "ratio"))
		p->layout = PUBLISHED_RATIO;
	else
		return text_error(l->t, "layout: '%s' is neither percent nor "
				  "ratio", l->rest);
	return 0;
}

static int one_line(struct published_line *l, struct published *p)
{
	const struct { const char *key; char **field; } fields[] = {
		{ "about", &p->about }, { "machine", &p->machine },
		{ "kernel", &p->kernel }, { "unit", &p->unit },
		{ "caption", &p->caption },
	};
	static const struct {
		const char *key;
		int (*line)(struct published_line *l, struct published *p);
	} parts[] = {
		{ "layout", layout_line }, { "posted", posted_line },
		{ "wrong", wrong_line }, { "column", column_line },
		{ "label", label_line }, { "broken", broken_line },
		{ "row", published_row_line },
	};
	size_t i;

	for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (!strcmp(l->key, fields[i].key))
			return set_once(l, fields[i].field);
	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!strcmp(l->key, parts[i].key))
			return parts[i].line(l, p);
	return text_error(l->t, "'%s' is no key", l->key);
}

/* Whether all revisions that @label names are those of postings. */
static bool label_posted(const struct published *p,
			 const struct published_label *label)
{
	const char *at = label->revisions;
	size_t len, i;

	for (;; at += len + 1) {
		len = strcspn(at, ",");
		for (i = 0; i < p->nr_postings; i++)
			if (strlen(p->postings[i].revision) == len &&
			    !strncmp(p->postings[i].revision, at, len))
				break;
		if (i == p->nr_postings)
			return false;
		if (!at[len])
			return true;
	}
}

/* What a column says of revisions must be so in the postings. */
static int check_column(const struct text *t, const struct published *p,
			size_t nr)
{
	const struct published_column *column = &p->columns[nr];
	size_t i;

	if (strchr(column->cell, '@') && !strcmp(p->postings[0].revision, "-"))
		return text_error(t, "column %zu: %s, but it was posted without "
				  "a revision", nr + 1, column->cell);
	for (i = 0; i < column->nr_labels; i++)
		if (strcmp(column->labels[i].revisions, "-") &&
		    !label_posted(p, &column->labels[i]))
			return text_error(t, "column %zu: a label for '%s', "
					  "which was not posted", nr + 1,
					  column->labels[i].revisions);
	return 0;
}

/* Each posting has one header of each column. */
static int check_labels(const struct text *t, const struct published *p)
{
	size_t i, k, n, found;

	for (i = 0; i < p->nr_columns; i++)
		for (k = 0; k < p->nr_postings; k++) {
			const struct published_column *column = &p->columns[i];
			struct published_column one = *column;

			for (n = found = 0; n < column->nr_labels; n++) {
				one.labels = &column->labels[n];
				one.nr_labels = 1;
				found += published_label(&one,
					p->postings[k].revision) != NULL;
			}
			if (found != 1)
				return text_error(t, "column %zu: %s for %s",
						  i + 1, found ?
						  "several labels" :
						  "no label",
						  p->postings[k].revision);
		}
	return 0;
}

static int check_whole(const struct text *t, const struct published *p)
{
	size_t i;

	if (!p->about || !p->machine || !p->kernel || !p->unit)
		return text_error(t, "%s: missing", !p->about ? "about" :
				  !p->machine ? "machine" :
				  !p->kernel ? "kernel" : "unit");
	if (!p->nr_postings || !p->nr_rows)
		return text_error(t, "%s: missing",
				  p->nr_rows ? "posted" : "row");
	if (p->layout == PUBLISHED_RATIO && (p->nr_columns || p->caption))
		return text_error(t, "layout: ratio has no columns and no "
				  "caption");
	for (i = 0; i < p->nr_columns; i++)
		if (check_column(t, p, i))
			return ST_REFUSED;
	return check_labels(t, p);
}

int published_parse(const char *path, const char *buf, size_t len,
		    struct published *out)
{
	const char *slash = strrchr(path, '/'), *start;
	bool begun = false;
	struct text t;
	size_t n;
	int ret;

	memset(out, 0, sizeof(*out));
	out->name = xstrdup(slash ? slash + 1 : path);
	text_init(&t, path, buf, len);
	if (!word_ok(out->name)) {
		ret = text_error(&t, "'%s' is no name of a table", out->name);
		published_free(out);
		return ret;
	}
	while (!(ret = text_line(&t, &start, &n, LINE_MAX_BYTES))) {
		char *copy = xstrndup(start, n), *rest = copy;
		struct published_line l = { .t = &t };

		if (n && *copy != '#') {
			l.key = published_word(&rest);
			l.rest = rest;
			if (!l.key)
				ret = text_error(&t, "a line that begins with "
						 "a blank");
			else if (begun)
				ret = one_line(&l, out);
			else if (strcmp(l.key, "published") || strcmp(rest, "1"))
				ret = text_error(&t, "'published 1' belongs at "
						 "the beginning");
			begun = true;
		}
		free(copy);
		if (ret)
			break;
	}
	if (ret == ST_NO)
		ret = begun ? check_whole(&t, out) :
			      text_error(&t, "published: empty");
	if (ret)
		published_free(out);
	return ret;
}
