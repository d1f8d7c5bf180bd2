// SPDX-License-Identifier: GPL-2.0-only
/* What can be learnt of the machine and the kernel that run us; see host.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "host.h"
#include "patchbench.h"

#define PROC_MAX	((size_t)4 << 20)

char *host_clean(char *s)
{
	size_t len = strcspn(s, "\n"), i;

	s[len] = '\0';
	for (i = 0; i < len; i++)
		if (s[i] < ' ' || s[i] > '~')
			s[i] = s[i] == '\t' ? ' ' : '?';
	while (len && s[len - 1] == ' ')
		s[--len] = '\0';
	i = strspn(s, " ");
	memmove(s, s + i, len - i + 1);
	if (!*s) {
		free(s);
		s = xstrdup("-");
	}
	return s;
}

char *host_line(const char *path)
{
	char *text = file_read(path, PROC_MAX, NULL);

	return text ? host_clean(text) : xstrdup("-");
}

char *host_cpu_model(void)
{
	char *text = file_read("/proc/cpuinfo", PROC_MAX, NULL);
	const char *p = text ? strstr(text, "model name") : NULL;
	char *model;

	if (p)
		p = strchr(p, ':');
	if (p)
		model = host_clean(xstrdup(p + 1));
	else
		model = host_line("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
	free(text);
	return model;
}

bool host_is_virtual(void)
{
	char *text = file_read("/proc/cpuinfo", PROC_MAX, NULL);
	bool is = text && strstr(text, " hypervisor");

	free(text);
	if (!is) {
		text = host_line("/sys/hypervisor/type");
		is = strcmp(text, "-") != 0;
		free(text);
	}
	if (!is) {
		text = host_line("/proc/device-tree/hypervisor/compatible");
		is = strcmp(text, "-") != 0;
		free(text);
	}
	return is;
}

uint64_t host_steal(void)
{
	char *line = host_line("/proc/stat");
	unsigned long long steal = 0;

	if (sscanf(line, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &steal) != 1)
		steal = 0;
	free(line);
	return steal;
}

static void file_fact(struct record *rec, const char *name, const char *path)
{
	char *value = host_line(path);

	record_fact(rec, name, strcmp(value, "-") ? value : "unknown");
	free(value);
}

void host_facts(struct record *rec, unsigned int cpu)
{
	char *path = xasprintf("/sys/devices/system/cpu/cpu%u/cpufreq/scaling_governor",
			       cpu);
	char *no_turbo = host_line("/sys/devices/system/cpu/intel_pstate/no_turbo");
	char *boost = host_line("/sys/devices/system/cpu/cpufreq/boost");
	char *smt = host_line("/sys/devices/system/cpu/smt/active");
	const char *turbo = "unknown";

	if (!strcmp(no_turbo, "0") || !strcmp(boost, "1"))
		turbo = "on";
	else if (!strcmp(no_turbo, "1") || !strcmp(boost, "0"))
		turbo = "off";
	file_fact(rec, "governor", path);
	record_fact(rec, "turbo", turbo);
	record_fact(rec, "smt", !strcmp(smt, "1") ? "on" :
				!strcmp(smt, "0") ? "off" : "unknown");
	record_fact(rec, "virtual-machine", host_is_virtual() ? "yes" : "no");
	file_fact(rec, "clocksource",
		  "/sys/devices/system/clocksource/clocksource0/current_clocksource");
	file_fact(rec, "boot", "/proc/sys/kernel/random/boot_id");
	free(smt);
	free(boost);
	free(no_turbo);
	free(path);
}

char *host_config(const char *release, const char *symbol)
{
	char *paths[] = {
		xstrdup("/proc/config.gz"),
		xasprintf("/boot/config-%s", release),
		xasprintf("/lib/modules/%s/config", release),
	};
	char line[512], *value = NULL;
	size_t len = strlen(symbol), i;

	for (i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		/* zlib reads what is not compressed as it is. */
		gzFile f = value ? NULL : gzopen(paths[i], "rbe");

		free(paths[i]);
		if (!f)
			continue;
		value = xstrdup("n");
		while (gzgets(f, line, sizeof(line))) {
			if (strncmp(line, "CONFIG_", 7) ||
			    strncmp(line + 7, symbol, len) ||
			    line[7 + len] != '=')
				continue;
			free(value);
			value = host_clean(xstrdup(line + 8 + len));
			break;
		}
		gzclose(f);
	}
	return value;
}

char *host_base(const char *release, const char *version)
{
	const char *debian = strstr(version, "Debian ");
	unsigned int a, b, c = 0, rc = 0;
	int used = 0;

	if (debian && isdigit((unsigned char)debian[7]))
		release = debian + 7;

	if (sscanf(release, "%u.%u%n", &a, &b, &used) != 2)
		return NULL;
	release += used;
	used = 0;
	if (sscanf(release, ".%u%n", &c, &used) == 1)
		release += used;
	if (!c && sscanf(release, "-rc%u", &rc) == 1)
		return xasprintf("v%u.%u-rc%u", a, b, rc);
	return c ? xasprintf("v%u.%u.%u", a, b, c) : xasprintf("v%u.%u", a, b);
}

bool host_label(const char *release, char **stack, char **revision)
{
	const char *p = strstr(release, "-patchbench-"), *dash;
	size_t len;

	if (!p)
		return false;
	p += strlen("-patchbench-");
	len = strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789-.");
	if (len == 4 && !memcmp(p, "base", 4)) {
		*stack = xstrdup("base");
		*revision = xstrdup("-");
		return true;
	}
	/* The revision stands behind the last dash, v1:1 as v1.1. */
	for (dash = p + len; dash > p && *dash != '-'; dash--)
		;
	if (dash == p || dash[1] != 'v' || !isdigit((unsigned char)dash[2]))
		return false;
	*stack = xstrndup(p, (size_t)(dash - p));
	*revision = xstrndup(dash + 1, len - (size_t)(dash + 1 - p));
	if (strchr(*revision, '.'))
		*strchr(*revision, '.') = ':';
	return true;
}

/* The last value of @key on a kernel command line, as kstrtobool() takes it. */
static int boolean_on(const char *line, const char *key, size_t key_len)
{
	int value = -1;
	const char *p;

	for (p = line; *p; p += strcspn(p, " ")) {
		p += strspn(p, " ");
		if (!strncmp(p, "-- ", 3))
			break;
		if (strncmp(p, key, key_len) || p[key_len] != '=')
			continue;
		switch (p[key_len + 1]) {
		case 'y':
		case 'Y':
		case 't':
		case 'T':
		case '1':
			value = 1;
			break;
		case 'n':
		case 'N':
		case 'f':
		case 'F':
		case '0':
			value = 0;
			break;
		case 'o':
		case 'O':
			value = (p[key_len + 2] | 0x20) == 'n';
			break;
		}
	}
	return value;
}

const struct parameters *host_parameters(const struct bench *b,
					 const char *command_line,
					 const char *release,
					 const char **how)
{
	static const char key[] = "randomize_kstack_offset";
	int value = boolean_on(command_line, key, sizeof(key) - 1);
	size_t i;

	*how = "command line";
	if (value < 0) {
		char *def = host_config(release,
					"RANDOMIZE_KSTACK_OFFSET_DEFAULT");

		*how = "configuration";
		if (def)
			value = !strcmp(def, "y");
		free(def);
	}
	for (i = 0; value >= 0 && i < b->nr_parameters; i++)
		if (boolean_on(b->parameters[i].kernel, key,
			       sizeof(key) - 1) == value)
			return &b->parameters[i];
	return NULL;
}
