// SPDX-License-Identifier: GPL-2.0-only
/* Where the sessions of one cell come from; see provenance.h. */
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "provenance.h"

static void add(struct provenance *out, const char *key, char *value)
{
	out->lines = xrealloc(out->lines,
			      (out->nr + 1) * sizeof(*out->lines));
	out->lines[out->nr].key = key;
	out->lines[out->nr++].value = value;
}

/*
 * What of @own is not as in @first, from the first word that differs to the
 * last: of two long commands the seed. Caller frees.
 */
static char *difference(const char *own, const char *first)
{
	size_t start = 0, end = strlen(own), other = strlen(first), i;

	for (i = 0; own[i] && own[i] == first[i]; i++)
		if (own[i] == ' ')
			start = i + 1;
	while (end > i && other > i && own[end - 1] == first[other - 1]) {
		end--;
		other--;
	}
	while (own[end] && own[end] != ' ')
		end++;
	/* An option is named with its argument. */
	if (start > 1 && end < strlen(own)) {
		size_t option = start - 1;

		while (option && own[option - 1] != ' ')
			option--;
		if (own[option] == '-')
			start = option;
	}
	return xasprintf("%s%.*s%s", start ? "... " : "", (int)(end - start),
			 own + start, own[end] ? " ..." : "");
}

/* The same key of all records once, and where they differ that. */
static void add_key(struct provenance *out, const char *key,
		    const struct record *records, size_t nr, size_t offset)
{
	char *const *first = (char *const *)((const char *)records + offset);
	size_t i;

	for (i = 0; i < nr; i++) {
		char *const *own = (char *const *)
			((const char *)&records[i] + offset);

		if (!*own || (i && *first && !strcmp(*own, *first)))
			continue;
		if (i && *first) {
			char *differs = difference(*own, *first);

			add(out, "", xasprintf("session %llu: %s",
				(unsigned long long)records[i].session,
				differs));
			free(differs);
		} else {
			add(out, key, xstrdup(*own));
		}
	}
}

#define KEY(name, field) { name, offsetof(struct record, field) }

void provenance_make(const struct record *records, size_t nr,
		     struct provenance *out)
{
	static const struct {
		const char *name;
		size_t offset;
	} keys[] = {
		KEY("image-key", image_key), KEY("image-sha256", image_sha256),
		KEY("config-sha256", config_sha256),
		KEY("guest-sha256", guest_sha256), KEY("tree", tree),
		KEY("compiler", compiler), KEY("qemu", qemu), KEY("cpu", cpu),
		KEY("counter", counter), KEY("command", command),
		KEY("kernel-command-line", kernel_command_line),
		KEY("kernel-release", kernel_release),
	};
	size_t i;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		add_key(out, keys[i].name, records, nr, keys[i].offset);
}

void provenance_free(struct provenance *provenance)
{
	while (provenance->nr)
		free(provenance->lines[--provenance->nr].value);
	free(provenance->lines);
	provenance->lines = NULL;
}

char *provenance_again(const struct record *rec, uint64_t sessions)
{
	bool base = !strcmp(rec->stack, "base");

	if (rec->backend == BACKEND_HOST)
		return xasprintf("make bench-host SAMPLES=%llu SESSIONS=%llu "
				 "FORCE=yes", (unsigned long long)rec->samples,
				 (unsigned long long)sessions);
	return xasprintf("make bench BASE=%s ARCH=%s CONFIG=%s STACK=%s%s%s "
			 "SAMPLES=%llu SESSIONS=%llu FORCE=yes", rec->base,
			 rec->arch, rec->config, rec->stack,
			 base ? "" : " REV=", base ? "" : rec->revision,
			 (unsigned long long)rec->samples,
			 (unsigned long long)sessions);
}
