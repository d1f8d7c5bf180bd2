// SPDX-License-Identifier: GPL-2.0-only
/* From values to the CSV files of a fastpath result store. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exchange-store.h"
#include "exchange.h"
#include "patchbench.h"

const struct store_layout store_layout[STORE_TABLES] = {
	[STORE_BENCHMARK] = { "BENCHMARK.csv", {
		"id", "suite", "name", "type", "image", "params_hash" } },
	[STORE_CPU] = { "CPU.csv", { "id", "desc", "cpu_index", "sut_id" } },
	[STORE_ERROR] = { "ERROR.csv", {
		"id", "timestamp", "sut_id", "swprofile_id", "benchmark_id",
		"session_uuid", "error" } },
	[STORE_PARAM] = { "PARAM.csv", {
		"id", "name", "value", "benchmark_id" } },
	[STORE_RESULT] = { "RESULT.csv", {
		"id", "timestamp", "sut_id", "swprofile_id", "benchmark_id",
		"resultclass_id", "session_uuid", "value" } },
	[STORE_RESULTCLASS] = { "RESULTCLASS.csv", {
		"id", "benchmark_id", "name", "unit", "improvement" } },
	[STORE_SUT] = { "SUT.csv", { "id", "name", "architecture" } },
	[STORE_SWPROFILE] = { "SWPROFILE.csv", {
		"id", "name", "kernel_name", "kernel_git_sha", "userspace_name",
		"cmdline", "sysctl", "bootscript" } },
};

/* What has got a number in its table. */
struct entity {
	char *key;
	size_t id;
};

struct table_out {
	struct bytes csv;
	size_t nr;
	void *tree;		/* of struct entity; tsearch() */
};

static int by_key(const void *a, const void *b)
{
	return strcmp(((const struct entity *)a)->key,
		      ((const struct entity *)b)->key);
}

static void entity_free(void *p)
{
	free(((struct entity *)p)->key);
	free(p);
}

/* The number of what @key names; true where it is new. Takes @key over. */
static bool number_of(struct table_out *table, char *key, size_t *id)
{
	struct entity *entity = xmalloc(sizeof(*entity)), **found;

	*entity = (struct entity){ .key = key, .id = table->nr + 1 };
	found = tsearch(entity, &table->tree, by_key);
	if (!found)
		die(ST_MACHINE, "out of memory");
	*id = (*found)->id;
	if (*found == entity) {
		table->nr++;
		return true;
	}
	entity_free(entity);
	return false;
}

static void add_number(struct bytes *out, size_t n)
{
	char text[24];

	snprintf(text, sizeof(text), "%zu", n);
	csv_field(out, text);
}

/* A row: its number, then words up to a NULL. */
static void add_words(struct table_out *table, size_t id, ...)
{
	const char *word;
	va_list ap;

	add_number(&table->csv, id);
	va_start(ap, id);
	while ((word = va_arg(ap, const char *)))
		csv_field(&table->csv, word);
	va_end(ap);
}

static size_t add_sut(struct table_out *t, const struct value *v)
{
	size_t id;

	if (number_of(&t[STORE_SUT], xstrdup(v->text[V_MACHINE]), &id)) {
		add_words(&t[STORE_SUT], id, v->text[V_MACHINE],
			  v->text[V_ARCH], NULL);
		csv_end(&t[STORE_SUT].csv);
	}
	return id;
}

static size_t add_swprofile(struct table_out *t, const struct value *v)
{
	size_t id;

	if (number_of(&t[STORE_SWPROFILE],
		      xasprintf("%s\n%s\n%s", v->text[V_SUBJECT],
				v->text[V_KERNEL], v->text[V_COMMAND_LINE]),
		      &id)) {
		add_words(&t[STORE_SWPROFILE], id, v->text[V_SUBJECT],
			  v->text[V_KERNEL], "", "", v->text[V_COMMAND_LINE],
			  "", "", NULL);
		csv_end(&t[STORE_SWPROFILE].csv);
	}
	return id;
}

/* The benchmark and, where the calls are known, its one parameter. */
static size_t add_benchmark(struct table_out *t, const struct value *v)
{
	const char *name = v->text[V_BENCHMARK], *slash = strchr(name, '/');
	char *suite, *params, hash[65], samples[24];
	size_t id, param;

	snprintf(samples, sizeof(samples), "%llu",
		 (unsigned long long)v->samples);
	if (!number_of(&t[STORE_BENCHMARK], xasprintf("%s\n%s", name, samples),
		       &id))
		return id;
	suite = slash ? xstrndup(name, (size_t)(slash - name)) : xstrdup("");
	params = v->samples ? xasprintf("{\"" STORE_PARAM_SAMPLES "\": %s}",
					samples) : xstrdup("{}");
	sha256_hex(params, strlen(params), hash);
	add_words(&t[STORE_BENCHMARK], id, suite, slash ? slash + 1 : name, "",
		  "", hash, NULL);
	csv_end(&t[STORE_BENCHMARK].csv);
	if (v->samples) {
		param = ++t[STORE_PARAM].nr;
		add_words(&t[STORE_PARAM], param, STORE_PARAM_SAMPLES, samples,
			  NULL);
		add_number(&t[STORE_PARAM].csv, id);
		csv_end(&t[STORE_PARAM].csv);
	}
	free(params);
	free(suite);
	return id;
}

static size_t add_class(struct table_out *t, const struct value *v,
			size_t benchmark)
{
	size_t id;

	if (number_of(&t[STORE_RESULTCLASS],
		      xasprintf("%zu\n%s\n%s\n%s", benchmark, v->text[V_CLASS],
				v->text[V_UNIT], v->text[V_BETTER]), &id)) {
		add_number(&t[STORE_RESULTCLASS].csv, id);
		add_words(&t[STORE_RESULTCLASS], benchmark, v->text[V_CLASS],
			  v->text[V_UNIT], v->text[V_BETTER], NULL);
		csv_end(&t[STORE_RESULTCLASS].csv);
	}
	return id;
}

static void add_result(struct table_out *t, const struct value *v)
{
	struct bytes *out = &t[STORE_RESULT].csv;
	size_t benchmark = add_benchmark(t, v);
	char *number = number_format(v->value), uuid[37];

	exchange_uuid(v, uuid);
	/* When it was measured is not known: no timestamp. */
	add_words(&t[STORE_RESULT], ++t[STORE_RESULT].nr, "", NULL);
	add_number(out, add_sut(t, v));
	add_number(out, add_swprofile(t, v));
	add_number(out, benchmark);
	add_number(out, add_class(t, v, benchmark));
	csv_field(out, *v->text[V_BOOT] ? v->text[V_BOOT] : uuid);
	csv_field(out, number);
	csv_end(out);
	free(number);
}

/* A file of the store; the folder goes again where one cannot be written. */
static int write_tables(const char *dir, const struct table_out *tables)
{
	char *path = NULL;
	int ret = 0, i;

	if (mkdir(dir, 0777))
		return error(ST_MACHINE, "%s: %s", dir, strerror(errno));
	for (i = 0; !ret && i < STORE_TABLES; i++) {
		free(path);
		path = xasprintf("%s/%s", dir, store_layout[i].file);
		if (file_write_atomic(path, tables[i].csv.data,
				      tables[i].csv.len))
			ret = error(ST_MACHINE, "%s: %s", path,
				    strerror(errno));
	}
	free(path);
	return ret;
}

static void remove_tables(const char *dir)
{
	int i;

	for (i = 0; i < STORE_TABLES; i++) {
		char *path = xasprintf("%s/%s", dir, store_layout[i].file);

		unlink(path);
		free(path);
	}
	rmdir(dir);
}

static int write_store(const char *dir, const struct table_out *tables)
{
	char *fresh = xasprintf("%s.new-%ld", dir, (long)getpid());
	struct stat st;
	int ret;

	if (!lstat(dir, &st))
		ret = error(ST_REFUSED, "%s is there already", dir);
	else
		ret = write_tables(fresh, tables);
	if (!ret && rename(fresh, dir))
		ret = error(ST_MACHINE, "%s: %s", dir, strerror(errno));
	if (ret)
		remove_tables(fresh);
	free(fresh);
	return ret;
}

int exchange_store_write(const struct values *values, const char *dir)
{
	struct table_out tables[STORE_TABLES] = { 0 };
	char *trimmed = xstrdup(dir);
	size_t i, j, len = strlen(trimmed);
	int ret;

	while (len > 1 && trimmed[len - 1] == '/')
		trimmed[--len] = '\0';
	for (i = 0; i < STORE_TABLES; i++) {
		for (j = 0; store_layout[i].columns[j]; j++)
			csv_field(&tables[i].csv, store_layout[i].columns[j]);
		csv_end(&tables[i].csv);
	}
	for (i = 0; i < values->nr; i++)
		add_result(tables, &values->values[i]);
	ret = write_store(trimmed, tables);
	for (i = 0; i < STORE_TABLES; i++) {
		tdestroy(tables[i].tree, entity_free);
		free(tables[i].csv.data);
	}
	free(trimmed);
	return ret;
}
