// SPDX-License-Identifier: GPL-2.0-only
/* What a kernel's release says of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "host.h"

static void base_is(const char *release, const char *version,
		    const char *wanted)
{
	char *base = host_base(release, version);

	if (wanted)
		assert_string_equal(base, wanted);
	else
		assert_null(base);
	free(base);
}

static void test_base(void **state)
{
	(void)state;
	base_is("6.19.6", "#1 SMP", "v6.19.6");
	base_is("6.19.6-patchbench-kstack-v5", "#1 SMP", "v6.19.6");
	base_is("6.19.0", "#1 SMP", "v6.19");
	base_is("6.19.0-rc3", "#1 SMP", "v6.19-rc3");
	base_is("6.1.0-44-amd64", "#1 SMP", "v6.1");
	base_is("6.1.0-44-amd64",
		"#1 SMP PREEMPT_DYNAMIC Debian 6.1.164-1 (2026-03-09)",
		"v6.1.164");
	base_is("6.18.44-foo", "#1 SMP", "v6.18.44");
	base_is("unknown", "#1 SMP", NULL);
	base_is("", "#1 SMP", NULL);
}

static void label_is(const char *release, const char *stack,
		     const char *revision)
{
	char *s, *r;

	if (!stack) {
		assert_false(host_label(release, &s, &r));
		return;
	}
	assert_true(host_label(release, &s, &r));
	assert_string_equal(s, stack);
	assert_string_equal(r, revision);
	free(s);
	free(r);
}

static void test_label(void **state)
{
	(void)state;
	label_is("6.19.6-patchbench-kstack-v5", "kstack", "v5");
	label_is("6.19.6-patchbench-get-random-v2", "get-random", "v2");
	label_is("6.19.6-patchbench-kstack-v1.1", "kstack", "v1:1");
	label_is("6.19.6-patchbench-base", "base", "-");
	label_is("6.19.6", NULL, NULL);
	label_is("6.19.6-patchbench-", NULL, NULL);
	label_is("6.19.6-patchbench-v5", NULL, NULL);
	label_is("6.19.6-patchbench-kstack-x", NULL, NULL);
}

/* The last word on the command line counts, and none behind "--". */
static void test_parameters(void **state)
{
	struct parameters p[] = {
		{ "off", "randomize_kstack_offset=off", "" },
		{ "on", "randomize_kstack_offset=on", "rndstack-on" },
	};
	struct bench b = { .nr_parameters = 2, .parameters = p };
	const char *how;

	(void)state;
	assert_ptr_equal(host_parameters(&b, "a randomize_kstack_offset=on b",
					 "none", &how), &p[1]);
	assert_string_equal(how, "command line");
	assert_ptr_equal(host_parameters(&b,
		"randomize_kstack_offset=1 randomize_kstack_offset=0", "none",
		&how), &p[0]);
	assert_ptr_equal(host_parameters(&b,
		"randomize_kstack_offset=Y -- randomize_kstack_offset=off",
		"none", &how), &p[1]);
	assert_ptr_equal(host_parameters(&b, "randomize_kstack_offset=off",
					 "none", &how), &p[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_base),
		cmocka_unit_test(test_label),
		cmocka_unit_test(test_parameters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
