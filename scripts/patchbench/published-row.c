// SPDX-License-Identifier: GPL-2.0-only
/* Rows of published tables: figures with their marks, before and after. */
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "published-line.h"

#define DECIMALS_MAX	6	/* digits before the point of a figure */
#define ROWS_MAX	1000

char *published_word(char **rest)
{
	char *word = *rest;

	/* Nothing is skipped: behind two blanks there is no word any more. */
	if (!*word || *word == ' ')
		return NULL;
	*rest += strcspn(word, " ");
	if (**rest)
		*(*rest)++ = '\0';
	return word;
}

int published_grow(struct published_line *l, void **array, size_t nr,
		   size_t size, size_t max)
{
	if (nr >= max)
		return text_error(l->t, "%s: more than %zu of them", l->key,
				  max);
	*array = xrealloc(*array, (nr + 1) * size);
	memset((char *)*array + nr * size, 0, size);
	return 0;
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
static int marked_word(struct published_line *l, char *word,
		       struct published_figure *f)
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
	if (value < -10000)
		return text_error(l->t, "row: %s%% is less than nothing", word);
	f->text = xstrdup(word);
	f->percent = (double)value / 100;
	return 0;
}

static int percent_row(struct published_line *l, struct published *p,
		       struct published_row *row)
{
	char *word = published_word(&l->rest);

	if (!word || !histogram_name_ok(row->benchmark, strlen(row->benchmark)))
		return text_error(l->t, "row: BENCHMARK CLASS FIGURE... "
				  "belongs here");
	row->class = xstrdup(word);
	row->figures = xcalloc(p->nr_columns + 1, sizeof(*row->figures));
	while ((word = published_word(&l->rest))) {
		if (row->nr == p->nr_columns)
			return text_error(l->t, "row: more figures than "
					  "columns");
		if (marked_word(l, word, &row->figures[row->nr++]))
			return ST_REFUSED;
	}
	if (*l->rest)
		return text_error(l->t, "row: a word is missing between "
				  "blanks");
	if (row->nr < p->nr_columns)
		return text_error(l->t, "row: %zu figures for %zu columns",
				  row->nr, p->nr_columns);
	return 0;
}

/* SIZE BEFORE AFTER PERCENT, of which the last is what the two before make. */
static int ratio_row(struct published_line *l, struct published_row *row)
{
	int64_t value[3], percent;
	uint64_t size;
	char *word;

	if (!parse_u64(row->benchmark, 1, UINT32_MAX, &size))
		return text_error(l->t, "row: '%s' is no size", row->benchmark);
	row->figures = xcalloc(3, sizeof(*row->figures));
	while (row->nr < 3 && (word = published_word(&l->rest))) {
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

int published_row_line(struct published_line *l, struct published *p)
{
	char *benchmark = published_word(&l->rest);
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
