/* SPDX-License-Identifier: GPL-2.0-only */
/* What can be learnt of the machine and the kernel that run us. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

#include "cell.h"
#include "record.h"

/* Printable ASCII without blanks at the ends; "-" for nothing. In place. */
char *host_clean(char *s);

/* The first line of a file, cleaned; "-" where it cannot be read. Owned. */
char *host_line(const char *path);

/* The CPU's model name. Owned. */
char *host_cpu_model(void);

/* True inside a virtual machine, as far as the machine shows it. */
bool host_is_virtual(void);

/* Steal time of all CPUs since boot, in clock ticks of user space. */
uint64_t host_steal(void);

/* Governor, turbo, SMT, clock source and so on of @cpu, as facts of @rec. */
void host_facts(struct record *rec, unsigned int cpu);

/*
 * The value of CONFIG_@symbol of the running kernel @release: "y", "n", ...,
 * from /proc/config.gz or /boot; NULL where neither can be read. Owned.
 */
char *host_config(const char *release, const char *symbol);

/*
 * The base that @release belongs to: "6.19.6-patchbench-base" is v6.19.6,
 * "6.19.0-rc3" is v6.19-rc3. Debian's releases ("6.1.0-44-amd64") keep the last
 * number to themselves and tell it in uname's @version ("... Debian 6.1.164-1").
 * NULL when it has no version. Owned.
 */
char *host_base(const char *release, const char *version);

/*
 * Stack and revision that a kernel of `make kernel CONFIG=FILE` has in its
 * release: "6.19.6-patchbench-kstack-v5" is kstack and v5, "...-base" is base
 * and "-". False, and nothing stored, for other releases. Owned.
 */
bool host_label(const char *release, char **stack, char **revision);

/*
 * Which of the boot parameters of @b the running kernel has, from its command
 * line, or from its configuration where the command line is silent. NULL when
 * neither tells. *@how says which ("command line", "configuration").
 */
const struct parameters *host_parameters(const struct bench *b,
					 const char *command_line,
					 const char *release,
					 const char **how);

#endif
