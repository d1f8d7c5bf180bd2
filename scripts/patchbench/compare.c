// SPDX-License-Identifier: GPL-2.0-only
/* Comparison of records with reference records. */
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "patchbench.h"

/* Header keys that may explain a difference; in count_differences()'s order. */
static const char *const fields[COMPARE_FIELDS] = {
	"samples", "seed", "frequency", "image-sha256", "config-sha256",
	"guest-sha256", "tree", "compiler", "qemu", "cpu", "command",
	"kernel-command-line", "kernel-release",
};

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void count_differences(struct comparison *c, const struct record *a,
			      const struct record *b)
{
	const bool equal[COMPARE_FIELDS] = {
		a->samples == b->samples, a->seed == b->seed,
		a->frequency == b->frequency,
		same(a->image_sha256, b->image_sha256),
		same(a->config_sha256, b->config_sha256),
		same(a->guest_sha256, b->guest_sha256), same(a->tree, b->tree),
		same(a->compiler, b->compiler), same(a->qemu, b->qemu),
		same(a->cpu, b->cpu), same(a->command, b->command),
		same(a->kernel_command_line, b->kernel_command_line),
		same(a->kernel_release, b->kernel_release),
	};
	size_t i;

	for (i = 0; i < COMPARE_FIELDS; i++)
		c->differs[i] += !equal[i];
}

void compare_record(struct comparison *c, const struct record *ours,
		    const struct record *theirs)
{
	c->records++;
	if (!theirs) {
		c->absent++;
		return;
	}
	count_differences(c, ours, theirs);
	if (record_same_blocks(ours, theirs))
		c->same++;
}

char *compare_format(const struct comparison *c)
{
	struct bytes out = { 0 };
	size_t found = c->records - c->absent, i;
	const char *sep = "; what else differs: ";

	if (!found) {
		bytes_printf(&out, "none");
		bytes_add(&out, "", 1);
		return out.data;
	}
	if (c->same == found)
		bytes_printf(&out, "same (%zu of %zu records)", c->same, found);
	else
		bytes_printf(&out, "differs (%zu of %zu records are the same)",
			     c->same, found);
	for (i = 0; i < COMPARE_FIELDS; i++) {
		if (!c->differs[i])
			continue;
		bytes_printf(&out, "%s%s", sep, fields[i]);
		if (c->differs[i] != found)
			bytes_printf(&out, " (%zu)", c->differs[i]);
		sep = ", ";
	}
	if (c->absent)
		bytes_printf(&out, "; no reference for %zu more", c->absent);
	bytes_add(&out, "", 1);
	return out.data;
}
