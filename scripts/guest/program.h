/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the programs inside the guest share. It is compiled into each of them,
 * so that a change to one leaves the bytes of the others, which are part of
 * every record, as they are. The program defines PROGRAM, its name for messages,
 * and COUNTER_NAME, what it reads.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "channel.h"

/* Say "PROGRAM: WHAT OBJECT" and end with @status. */
static void __attribute__((noreturn)) fail(int status, const char *what,
					   const char *object)
{
	fprintf(stderr, PROGRAM ": %s %s\n", what, object);
	exit(status);
}

/* @text as a whole number from @min to @max, or the end. */
static uint64_t number(const char *option, const char *text, uint64_t min,
		       uint64_t max)
{
	uint64_t n = 0;
	const char *p;

	for (p = text; *p >= '0' && *p <= '9' && n <= max; p++)
		n = n * 10 + (uint64_t)(*p - '0');
	if (p == text || *p || n < min || n > max)
		fail(2, option, "takes a whole number in its range");
	return n;
}

/*
 * The interrupts that CPU @cpu has taken since boot: its column of
 * /proc/interrupts, whose head names the CPUs that are online. 0 where there is
 * no such file.
 */
static uint64_t interrupts(long cpu)
{
	FILE *f = fopen("/proc/interrupts", "re");
	unsigned long long sum = 0;
	char line[16384], *p, *end;
	long column = -1, i, n = 0;

	if (!f)
		return 0;
	if (fgets(line, sizeof(line), f)) {
		for (p = strtok(line, " \t\n"); p; p = strtok(NULL, " \t\n"))
			if (!strncmp(p, "CPU", 3)) {
				if (strtol(p + 3, NULL, 10) == cpu)
					column = n;
				n++;
			}
	}
	while (column >= 0 && fgets(line, sizeof(line), f)) {
		unsigned long long value = 0;

		p = strchr(line, ':');
		/* Rows such as ERR have one sum instead of a column each. */
		for (i = 0; p && i <= column; i++, p = end) {
			value = strtoull(p + !i, &end, 10);
			if (end == p + !i)
				break;
		}
		if (p && i > column)
			sum += value;
	}
	fclose(f);
	return sum;
}

/* The first block: what was read, at @frequency Hz (0: none), on what kernel. */
static void write_facts(uint64_t frequency)
{
	char line[2048] = "";
	struct utsname name;
	FILE *f;

	uname(&name);
	channel_line("patchbench guest 1");
	channel_line("fact counter %s", COUNTER_NAME);
	channel_line("fact frequency %llu", (unsigned long long)frequency);
	channel_line("fact kernel-release %s", name.release);
	f = fopen("/proc/cmdline", "re");
	if (f && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		channel_line("fact kernel-command-line %s", line);
	}
	if (f)
		fclose(f);
	channel_checksum();
}

#endif
