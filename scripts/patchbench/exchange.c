// SPDX-License-Identifier: GPL-2.0-only
/* The list of values that every format is read into and written from. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exchange.h"
#include "patchbench.h"

#define NUMBER_MAX	64	/* characters */

bool value_text_ok(const char *text)
{
	size_t len = strlen(text), i;

	if (len > RECORD_LINE_MAX)
		return false;
	if (len && (text[0] == ' ' || text[len - 1] == ' '))
		return false;
	for (i = 0; i < len; i++)
		if (text[i] < 0x20 || text[i] > 0x7e)
			return false;
	return true;
}

static const char *digits(const char *p)
{
	return p + strspn(p, "0123456789");
}

bool value_number(const char *text, double *number)
{
	const char *p = text, *start;

	if (strlen(text) > NUMBER_MAX)
		return false;
	start = p += *p == '-';
	p = digits(p);
	if (p == start)
		return false;
	if (*p == '.') {
		start = ++p;
		p = digits(p);
		if (p == start)
			return false;
	}
	if (*p == 'e' || *p == 'E') {
		p++;
		start = p += *p == '-' || *p == '+';
		p = digits(p);
		if (p == start)
			return false;
	}
	if (*p)
		return false;
	*number = strtod(text, NULL);
	return isfinite(*number);
}

int values_add(struct values *values, const char *name, struct value *value)
{
	if (values->nr == EXCHANGE_VALUES_MAX) {
		value_free(value);
		return error(ST_REFUSED, "%s: more than %zu values", name,
			     EXCHANGE_VALUES_MAX);
	}
	if (values->nr == values->room) {
		values->room = values->room ? values->room * 2 : 64;
		values->values = xrealloc(values->values, values->room *
					  sizeof(*values->values));
	}
	values->values[values->nr++] = *value;
	memset(value, 0, sizeof(*value));
	return 0;
}

static int by_text(const struct value *a, const struct value *b,
		   enum value_text text)
{
	return strcmp(a->text[text], b->text[text]);
}

static int by_number(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* Classes go as tables print them, unknown ones behind. */
static int class_place(const char *name)
{
	int c;

	for (c = 0; c < RC_NR; c++)
		if (!strcmp(name, class_name((enum result_class)c)))
			return c;
	return RC_NR;
}

/* All but the session. */
static int by_series(const struct value *a, const struct value *b)
{
	int order = by_text(a, b, V_MACHINE);

	if (!order)
		order = by_text(a, b, V_SUBJECT);
	if (!order)
		order = by_text(a, b, V_BENCHMARK);
	if (!order)
		order = by_number(a->samples, b->samples);
	if (!order)
		order = class_place(a->text[V_CLASS]) -
			class_place(b->text[V_CLASS]);
	return order ? order : by_text(a, b, V_CLASS);
}

static int by_place(const void *a, const void *b)
{
	const struct value *x = a, *y = b;
	int order = by_series(x, y);

	return order ? order : by_number(x->session, y->session);
}

static int clash(const char *name, const struct value *value, const char *what)
{
	return error(ST_REFUSED, "%s: %s, %s, %s %s, session %llu: %s", name,
		     value->text[V_MACHINE], value->text[V_SUBJECT],
		     value->text[V_BENCHMARK], value->text[V_CLASS],
		     (unsigned long long)value->session, what);
}

/* @b stands behind @a in a sorted list. */
static int check_pair(const char *name, const struct value *a,
		      const struct value *b)
{
	if (by_text(a, b, V_MACHINE))
		return 0;
	if (by_text(a, b, V_ARCH))
		return clash(name, b, "the machine has another architecture");
	if (by_text(a, b, V_SUBJECT))
		return 0;
	if (by_text(a, b, V_KERNEL) || by_text(a, b, V_COMMAND_LINE))
		return clash(name, b, "the subject has another kernel or "
			     "command line");
	if (by_series(a, b))
		return 0;
	if (by_text(a, b, V_UNIT) || by_text(a, b, V_BETTER))
		return clash(name, b, "the class has another unit");
	return a->session == b->session ? clash(name, b, "a second time") : 0;
}

int values_sort(struct values *values, const char *name)
{
	size_t i;
	int ret = 0;

	qsort(values->values, values->nr, sizeof(*values->values), by_place);
	for (i = 1; !ret && i < values->nr; i++)
		ret = check_pair(name, &values->values[i - 1],
				 &values->values[i]);
	return ret;
}

void values_number(struct values *values)
{
	char uuid[37];
	size_t i;

	/* The place of each value first, so that equal ones keep their order. */
	for (i = 0; i < values->nr; i++)
		values->values[i].session = i + 1;
	qsort(values->values, values->nr, sizeof(*values->values), by_place);
	for (i = 0; i < values->nr; i++) {
		struct value *value = &values->values[i];

		value->session = i && !by_series(value - 1, value) ?
				 value[-1].session + 1 : 1;
		exchange_uuid(value, uuid);
		if (!strcmp(value->text[V_BOOT], uuid))
			value->text[V_BOOT][0] = '\0';
	}
}

void value_free(struct value *value)
{
	int i;

	for (i = 0; i < V_TEXTS; i++)
		free(value->text[i]);
	memset(value, 0, sizeof(*value));
}

void values_free(struct values *values)
{
	while (values->nr)
		value_free(&values->values[--values->nr]);
	free(values->values);
	memset(values, 0, sizeof(*values));
}

void exchange_uuid(const struct value *value, char uuid[37])
{
	char *name = xasprintf("%s\n%s\n%llu\n", value->text[V_MACHINE],
			       value->text[V_SUBJECT],
			       (unsigned long long)value->session);
	char hex[65];

	sha256_hex(name, strlen(name), hex);
	free(name);
	/* Version and variant, 5.8 and 4.1 of RFC 9562. */
	hex[12] = '8';
	hex[16] = "89ab"[hex[16] & 3];
	snprintf(uuid, 37, "%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12,
		 hex + 16, hex + 20);
}
