// SPDX-License-Identifier: GPL-2.0-only
/* From a record to values: the figures of one session. */
#include <stdlib.h>
#include <string.h>

#include "exchange.h"
#include "patchbench.h"

static char *subject_of(const struct record *rec)
{
	return xasprintf("%s:%s:%s:%s/%s/%s", rec->arch, rec->base, rec->config,
			 rec->stack, rec->revision, rec->parameters);
}

static int add_class(const char *path, const struct record *rec,
		     const struct histogram *h, const struct summary *summary,
		     enum result_class class, struct values *values)
{
	const char *boot = record_fact_value(rec, "boot");
	struct value value = {
		.text = {
			[V_MACHINE] = xasprintf("%s %s",
						backend_name(rec->backend),
						rec->cpu),
			[V_ARCH] = xstrdup(rec->arch),
			[V_SUBJECT] = subject_of(rec),
			[V_KERNEL] = xstrdup(rec->kernel_release),
			[V_COMMAND_LINE] = xstrdup(rec->kernel_command_line),
			[V_BENCHMARK] = xstrdup(h->name),
			[V_CLASS] = xstrdup(class_name(class)),
			[V_UNIT] = xstrdup(unit_name(rec->unit)),
			[V_BETTER] = xstrdup("smaller"),
			[V_BOOT] = xstrdup(boot ? boot : ""),
		},
		.samples = rec->samples,
		.session = rec->session,
		.value = summary->value[class],
	};

	return values_add(values, path, &value);
}

int exchange_record(const char *path, struct values *values)
{
	const struct histogram *empty;
	struct summary summary;
	struct record rec;
	int ret, class;
	size_t i;

	ret = record_load(path, &rec);
	if (ret == ST_MISSING)
		return error(ret, "%s: no such record", path);
	if (ret)
		return ret;
	ret = record_timed(&rec, path);
	empty = record_find(&rec, HISTOGRAM_EMPTY);
	for (i = 0; !ret && i < rec.nr; i++) {
		const struct histogram *h = &rec.hist[i];

		if (h == empty)
			continue;
		histogram_summary(h, empty->bins[0].ticks, rec.frequency,
				  &summary);
		for (class = 0; !ret && class < RC_NR; class++)
			ret = add_class(path, &rec, h, &summary,
					(enum result_class)class, values);
	}
	record_free(&rec);
	return ret;
}
