// SPDX-License-Identifier: GPL-2.0-only
/* The parser of published tables; published-list.c finds and prints them. */
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "published.h"

#define LINE_MAX_BYTES	400
#define PARTS_MAX	40	/* of each kind: postings, columns, ... */
#define ROWS_MAX	1000
#define WIDTH_MAX	100
#define DECIMALS_MAX	6	/* digits before the point of a figure */

static const char *const sources[SOURCE_NR] = {
	[SOURCE_NONE] = "none", [SOURCE_TSC] = "tsc",
	[SOURCE_CRNG] = "crng", [SOURCE_PRNG] = "prng",
};

const char *published_source_name(enum published_source source)
{
	return sources[source];
}

/* One line, cut into its key and what follows. */
struct line {
	struct text *t;
	char *key, *rest;	/* owned by the caller's copy */
};

/* Cut the next blank-separated word off *@rest; NULL: there is none. */
static char *next_word(char **rest)
{
	char *word = *rest;

	if (!*word)
		return NULL;
	*rest += strcspn(word, " ");
	if (**rest)
		*(*rest)++ = '\0';
	return *word ? word : NULL;
}

static int set_once(struct line *l, char **field)
{
	if (*field)
		return text_error(l->t, "%s: a second time", l->key);
	if (!*l->rest)
		return text_error(l->t, "%s: nothing behind it", l->key);
	*field = xstrdup(l->rest);
	return 0;
}

/* Room for one more in an array of @nr; 0, or an error where it is @max. */
static int grow(struct line *l, void **array, size_t nr, size_t size,
		size_t max)
{
	if (nr >= max)
		return text_error(l->t, "%s: more than %zu of them", l->key,
				  max);
	*array = xrealloc(*array, (nr + 1) * size);
	memset((char *)*array + nr * size, 0, size);
	return 0;
}

#define GROW(l, array, nr, max) \
	grow(l, (void **)&(array), nr, sizeof(*(array)), max)

static bool revision_ok(const char *s)
{
	uint64_t number;

	return *s == 'v' && parse_u64(s + 1, 1, 999, &number);
}

static bool date_ok(const char *s)
{
	static const char form[] = "0000-00-00";
	size_t i;

	for (i = 0; form[i]; i++)
		if (form[i] == '0' ? s[i] < '0' || s[i] > '9' : s[i] != '-')
			return false;
	return !s[i];
}

static int posted_line(struct line *l, struct published *p)
{
	char *revision = next_word(&l->rest), *date = next_word(&l->rest);
	char *id = next_word(&l->rest);
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

static int wrong_line(struct line *l, struct published *p)
{
	if (!*l->rest)
		return text_error(l->t, "wrong: nothing behind it");
	if (GROW(l, p->wrongs, p->nr_wrongs, PARTS_MAX))
		return ST_REFUSED;
	p->wrongs[p->nr_wrongs++] = xstrdup(l->rest);
	return 0;
}

/* base/PARAMS or STACK/REV/PARAMS, each part a word. */
static bool cell_ok(const char *s)
{
	size_t slashes = 0;
	const char *c;

	for (c = s; *c; c++) {
		if (*c == '/') {
			slashes++;
			if (c == s || c[1] == '/' || !c[1])
				return false;
		} else if (!strchr("@.-_", *c) &&
			   !(*c >= 'a' && *c <= 'z') &&
			   !(*c >= '0' && *c <= '9')) {
			return false;
		}
	}
	return slashes == (strncmp(s, "base/", 5) ? 2 : 1);
}

static int source_word(struct line *l, const char *word,
		       enum published_source *source)
{
	for (*source = 0; *source < SOURCE_NR; (*source)++)
		if (!strcmp(word, sources[*source]))
			return 0;
	return text_error(l->t, "column: '%s' is no source: none, tsc, crng or "
			  "prng", word);
}

static int column_line(struct line *l, struct published *p)
{
	char *arch = next_word(&l->rest), *cell = next_word(&l->rest);
	char *source = next_word(&l->rest), *baseline = next_word(&l->rest);
	char *baseline_source = next_word(&l->rest);
	struct published_column *column;

	if (!baseline_source || *l->rest)
		return text_error(l->t, "column: ARCH CELL SOURCE BASELINE "
				  "SOURCE belongs here");
	if (p->nr_rows)
		return text_error(l->t, "column: it belongs above the rows");
	if (!word_ok(arch))
		return text_error(l->t, "column: '%s' is no architecture",
				  arch);
	if (!cell_ok(cell) || !cell_ok(baseline))
		return text_error(l->t, "column: '%s' is no cell",
				  cell_ok(cell) ? baseline : cell);
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
static struct published_column *last_column(struct line *l,
					    struct published *p)
{
	if (p->nr_columns)
		return &p->columns[p->nr_columns - 1];
	text_error(l->t, "%s: no column stands above it", l->key);
	return NULL;
}

static int label_line(struct line *l, struct published *p)
{
	char *revisions = next_word(&l->rest), *width = next_word(&l->rest), *c;
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

static int broken_line(struct line *l, struct published *p)
{
	struct published_column *column = last_column(l, p);

	return column ? set_once(l, &column->broken) : ST_REFUSED;
}

/* "-9.50" into hundredths: a sign if @negative, digits, a point, two digits. */
static bool hundredths(const char *s, bool negative, int64_t *value)
{
	bool minus = negative && *s == '-';
	size_t digits, i;

	s += minus;
	digits = strspn(s, "0123456789");
	if (!digits || digits > DECIMALS_MAX || (digits > 1 && *s == '0') ||
	    s[digits] != '.' || strspn(s + digits + 1, "0123456789") != 2 ||
	    s[digits + 3])
		return false;
	*value = 0;
	for (i = 0; i < digits + 3; i++)
		if (s[i] != '.')
			*value = *value * 10 + (s[i] - '0');
	if (minus)
		*value = -*value;
	return true;
}

/* "13.38R" */
static int marked_word(struct line *l, char *word, struct published_figure *f)
{
	size_t len = strlen(word);
	int64_t value;

	if (len && (word[len - 1] == 'R' || word[len - 1] == 'I')) {
		f->mark = word[len - 1];
		word[len - 1] = '\0';
	}
	if (!hundredths(word, true, &value))
		return text_error(l->t, "row: '%s' is no percentage with two "
				  "decimals", word);
	if ((f->mark == 'R' && value <= 0) || (f->mark == 'I' && value >= 0))
		return text_error(l->t, "row: %s is marked %c", word, f->mark);
	f->text = xstrdup(word);
	f->percent = (double)value / 100;
	return 0;
}

static int percent_row(struct line *l, struct published *p,
		       struct published_row *row)
{
	char *word = next_word(&l->rest);

	if (!word || !histogram_name_ok(row->benchmark, strlen(row->benchmark)))
		return text_error(l->t, "row: BENCHMARK CLASS FIGURE... "
				  "belongs here");
	row->class = xstrdup(word);
	row->figures = xcalloc(p->nr_columns + 1, sizeof(*row->figures));
	while ((word = next_word(&l->rest))) {
		if (row->nr == p->nr_columns)
			return text_error(l->t, "row: more figures than "
					  "columns");
		if (marked_word(l, word, &row->figures[row->nr++]))
			return ST_REFUSED;
	}
	if (row->nr < p->nr_columns)
		return text_error(l->t, "row: %zu figures for %zu columns",
				  row->nr, p->nr_columns);
	return 0;
}

/* SIZE BEFORE AFTER PERCENT, of which the last is what the two before make. */
static int ratio_row(struct line *l, struct published_row *row)
{
	int64_t value[3], percent;
	uint64_t size;
	char *word;

	if (!parse_u64(row->benchmark, 1, UINT32_MAX, &size))
		return text_error(l->t, "row: '%s' is no size", row->benchmark);
	row->figures = xcalloc(3, sizeof(*row->figures));
	while (row->nr < 3 && (word = next_word(&l->rest))) {
		if (!hundredths(word, false, &value[row->nr]))
			return text_error(l->t, "row: '%s' is no figure with "
					  "two decimals", word);
		row->figures[row->nr].percent = (double)value[row->nr] / 100;
		row->figures[row->nr++].text = xstrdup(word);
	}
	if (row->nr < 3 || *l->rest)
		return text_error(l->t, "row: SIZE BEFORE AFTER PERCENT "
				  "belongs here");
	if (!value[0])
		return text_error(l->t, "row: 0 before");
	percent = (value[1] * 20000 + value[0]) / (2 * value[0]);
	if (percent != value[2])
		return text_error(l->t, "row: %s is %lld.%02lld%% of %s, not "
				  "%s", row->figures[1].text,
				  (long long)(percent / 100),
				  (long long)(percent % 100),
				  row->figures[0].text, row->figures[2].text);
	return 0;
}

static int row_line(struct line *l, struct published *p)
{
	char *benchmark = next_word(&l->rest);
	struct published_row *row;
	size_t i;
	int ret;

	if (!benchmark)
		return text_error(l->t, "row: nothing behind it");
	if (p->layout == PUBLISHED_PERCENT && !p->nr_columns)
		return text_error(l->t, "row: no column stands above it");
	if (GROW(l, p->rows, p->nr_rows, ROWS_MAX))
		return ST_REFUSED;
	row = &p->rows[p->nr_rows++];
	row->benchmark = xstrdup(benchmark);
	ret = p->layout == PUBLISHED_RATIO ? ratio_row(l, row) :
					     percent_row(l, p, row);
	for (i = 0; !ret && i + 1 < p->nr_rows; i++)
		if (!strcmp(p->rows[i].benchmark, benchmark) &&
		    (!row->class || !strcmp(p->rows[i].class, row->class)))
			ret = text_error(l->t, "row: %s%s%s a second time",
					 benchmark, row->class ? " " : "",
					 row->class ? row->class : "");
	return ret;
}

static int layout_line(struct line *l, struct published *p)
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

static int one_line(struct line *l, struct published *p)
{
	const struct { const char *key; char **field; } fields[] = {
		{ "about", &p->about }, { "machine", &p->machine },
		{ "kernel", &p->kernel }, { "unit", &p->unit },
		{ "caption", &p->caption },
	};
	static const struct {
		const char *key;
		int (*line)(struct line *l, struct published *p);
	} parts[] = {
		{ "layout", layout_line }, { "posted", posted_line },
		{ "wrong", wrong_line }, { "column", column_line },
		{ "label", label_line }, { "broken", broken_line },
		{ "row", row_line },
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
	while (!(ret = text_line(&t, &start, &n, LINE_MAX_BYTES))) {
		char *copy = xstrndup(start, n), *rest = copy;
		struct line l = { .t = &t };

		if (n && *copy != '#') {
			l.key = next_word(&rest);
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

void published_free(struct published *p)
{
	size_t i, k;

	for (i = 0; i < p->nr_postings; i++) {
		free(p->postings[i].revision);
		free(p->postings[i].date);
		free(p->postings[i].message_id);
	}
	for (i = 0; i < p->nr_wrongs; i++)
		free(p->wrongs[i]);
	for (i = 0; i < p->nr_columns; i++) {
		for (k = 0; k < p->columns[i].nr_labels; k++) {
			free(p->columns[i].labels[k].revisions);
			free(p->columns[i].labels[k].text);
		}
		free(p->columns[i].labels);
		free(p->columns[i].arch);
		free(p->columns[i].cell);
		free(p->columns[i].baseline);
		free(p->columns[i].broken);
	}
	for (i = 0; i < p->nr_rows; i++) {
		for (k = 0; k < p->rows[i].nr; k++)
			free(p->rows[i].figures[k].text);
		free(p->rows[i].figures);
		free(p->rows[i].benchmark);
		free(p->rows[i].class);
	}
	free(p->postings);
	free(p->wrongs);
	free(p->columns);
	free(p->rows);
	free(p->name);
	free(p->about);
	free(p->machine);
	free(p->kernel);
	free(p->unit);
	free(p->caption);
	memset(p, 0, sizeof(*p));
}
