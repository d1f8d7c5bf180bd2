// SPDX-License-Identifier: GPL-2.0-only
/* What the verbs that show tables ask of their options. */
#include <string.h>

#include "patchbench.h"
#include "show.h"

static int host_check(const char *verb, const struct show_options *o)
{
	if (!o->store)
		return error(ST_USAGE, "%s: --backend host needs --store",
			     verb);
	if (o->plan || o->arch || o->reference || o->compare)
		return error(ST_USAGE, "%s: --backend host takes no --plan, "
			     "--arch, --from-reference or --compare", verb);
	return 0;
}

static int plan_check(const char *verb, const struct show_options *o)
{
	if (!o->plan || !o->data)
		return error(ST_USAGE, "%s: --plan and --data are needed",
			     verb);
	if (!o->reference && (!o->store || !o->guest))
		return error(ST_USAGE, "%s: --store and --guest are needed, "
			     "or --from-reference", verb);
	if (o->reference && o->compare)
		return error(ST_USAGE, "%s: --compare and --from-reference "
			     "exclude each other", verb);
	return 0;
}

int show_check(const char *verb, const char *backend, struct show_options *o,
	       bool *host)
{
	o->samples_given = o->samples != 0;
	if (!o->samples_given)
		o->samples = SAMPLES_DEFAULT;
	*host = !strcmp(backend, "host");
	if (!*host && strcmp(backend, "icount"))
		return error(ST_USAGE, "%s: --backend: '%s' is neither icount "
			     "nor host", verb, backend);
	return *host ? host_check(verb, o) : plan_check(verb, o);
}

int show_rule(const char *verb, const char *rule,
	      struct figures_options *figures)
{
	if (strcmp(rule, "overlap") && strcmp(rule, "test"))
		return error(ST_USAGE, "%s: --rule: '%s' is neither overlap "
			     "nor test", verb, rule);
	figures->rule = strcmp(rule, "test") ? RULE_OVERLAP : RULE_TEST;
	if (figures->rule == RULE_OVERLAP && figures->holm)
		return error(ST_USAGE, "%s: --holm adjusts a test's p: it goes "
			     "with --rule test", verb);
	return 0;
}
