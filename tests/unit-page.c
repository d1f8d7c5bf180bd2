// SPDX-License-Identifier: GPL-2.0-only
/* Text of others in a page, what of gnuplot's drawing gets there, and axes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "axis.h"
#include "page.h"
#include "patchbench.h"
#include "svg.h"

static void check_text(const char *in, const char *wanted)
{
	struct bytes out = { 0 };

	page_text(&out, in);
	bytes_add(&out, "", 1);
	assert_string_equal(out.data, wanted);
	free(out.data);
}

#define BAD	"\xef\xbf\xbd"

static void test_text(void **state)
{
	(void)state;
	check_text("", "");
	check_text("per-cpu-prng", "per-cpu-prng");
	check_text("<b a=\"1\" c='2'>&amp;",
		   "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
	check_text("a\tb\nc\x1b[31m\x7f", "a" BAD "b" BAD "c" BAD "[31m" BAD);
	check_text("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xa7",
		   "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x90\xa7");
	/* Not the shortest form, a surrogate, beyond the end, cut short. */
	check_text("\xc0\xbc", BAD BAD);
	check_text("\xe0\x80\xbc", BAD BAD BAD);
	check_text("\xed\xa0\x80", BAD BAD BAD);
	check_text("\xf4\x90\x80\x80", BAD BAD BAD BAD);
	check_text("\xe2\x82<", BAD BAD "&lt;");
	check_text("\xff", BAD);
	/* C1 control, right-to-left override, isolate. */
	check_text("\xc2\x9b|\xe2\x80\xae|\xe2\x81\xa6", BAD "|" BAD "|" BAD);
}

static void test_short(void **state)
{
	struct bytes out = { 0 };

	(void)state;
	page_text_short(&out, "\xc3\xa9<cd", 4);
	page_text_short(&out, "|\xc3\xa9<cd", 4);
	bytes_add(&out, "", 1);
	assert_string_equal(out.data,
			    "\xc3\xa9&lt;cd|\xc3\xa9&lt;\xe2\x80\xa6");
	free(out.data);
	assert_int_equal(page_text_length("\xc3\xa9<cd\xff"), 5);
}

/* As gnuplot's SVG terminal prints it. */
#define HEAD "<?xml version=\"1.0\"?>\n<svg width=\"9\" " \
	"xmlns=\"http://www.w3.org/2000/svg\">\n<title>Gnuplot</title>\n" \
	"<defs><circle id='gpDot' r='0.5'/></defs>\n<g id=\"gnuplot_canvas\">\n"
#define TAIL "</g>\n</svg>\n"

static int clean(const char *body, struct bytes *out)
{
	static const char *const texts[] = { "zero", "<one>" };
	struct bytes in = { (char *)body, strlen(body), 0 };
	int ret = svg_clean(&in, texts, 2, out);

	bytes_add(out, "", 1);
	return ret;
}

static void test_svg(void **state)
{
	struct bytes out = { 0 };

	(void)state;
	assert_int_equal(clean(HEAD
		"<g fill=\"none\" stroke=\"currentColor\" "
		"stroke-width=\"2.00\">"
		"<title>gnuplot_plot_1</title>\n"
		"\t<path stroke='rgb(  0,   0,   2)'  d='M1.00,2.00 "
		"L3.00,4.00\n\t\tM5,6  '/>\t<g transform=\"translate(7.50,8.25)\" "
		"stroke=\"none\" fill=\"rgb(0,0,5)\" text-anchor=\"middle\">\n"
		"<text><tspan font-family=\"x\" >T1</tspan></text>\n</g></g>\n"
		"<polygon fill='rgb(0,0,3)' points='1,2 3,4'/>\n" TAIL, &out),
		0);
	assert_string_equal(out.data,
		"<path class=\"s2\" stroke-width=\"2.00\" "
		"d=\"M1.00,2.00 L3.00,4.00 M5,6\"/>\n"
		"<text class=\"f5\" x=\"7.50\" y=\"8.25\" "
		"text-anchor=\"middle\">&lt;one&gt;</text>\n"
		"<polygon class=\"f3\" points=\"1,2 3,4\"/>\n");
	free(out.data);
}

/* Nothing that was not asked for gets into the page. */
static void test_svg_refused(void **state)
{
	static const char *const bad[] = {
		"",
		"gnuplot: no such terminal",
		HEAD,
		HEAD "<path stroke='black' d='M1,2",
		HEAD "<path stroke='black' d='M1,2 url(x)'/>" TAIL,
		HEAD "<path stroke='rgb(9,9,9)' d='M1,2'/>" TAIL,
		HEAD "<path stroke='rgb(0,0,8)' d='M1,2'/>" TAIL,
		HEAD "<g fill=\"none\"><text>T2</text></g>" TAIL,
		HEAD "<g fill=\"none\"><text>words</text></g>" TAIL,
		HEAD "<g fill=\"none\"><text>T1" TAIL,
		HEAD "<g transform='translate(1\"x,2)'></g>" TAIL,
		HEAD TAIL "</g>",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct bytes out = { 0 };

		assert_int_equal(clean(bad[i], &out), ST_MACHINE);
		free(out.data);
	}
}

static void test_svg_left_out(void **state)
{
	struct bytes out = { 0 };

	(void)state;
	assert_int_equal(clean(HEAD "<script>alert(1)</script>"
		"<style>a{}</style><a xlink:href='x'><path d='M1,2' "
		"stroke='black'/></a><use xlink:href='#gpDot'/>" TAIL, &out),
		0);
	assert_string_equal(out.data, "");
	free(out.data);
}

static void check_axis(const struct axis *axis, double low, double high,
		       size_t most)
{
	size_t i;

	assert_true(axis->low < low && axis->high > high);
	assert_in_range(axis->nr, 2, most);
	for (i = 0; i < axis->nr; i++) {
		assert_true(axis->ticks[i] >= axis->low);
		assert_true(axis->ticks[i] <= axis->high);
		assert_true(!i || axis->ticks[i] > axis->ticks[i - 1]);
	}
}

static void test_axis_log(void **state)
{
	static const double ranges[][2] = {
		{ 305, 305 }, { 305, 306 }, { 130, 16374 }, { 0.5, 1e15 },
		{ 1, 9007199254740992.0 }, { 9.9, 101 }, { 3, 14.9 },
	};
	struct axis axis;
	size_t i, most;

	(void)state;
	for (i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		for (most = 5; most <= AXIS_TICKS_MAX; most++) {
			axis_log(ranges[i][0], ranges[i][1], most, &axis);
			assert_true(axis.log);
			check_axis(&axis, ranges[i][0], ranges[i][1], most);
		}
}

static void test_axis_linear(void **state)
{
	struct axis axis;
	size_t most;

	(void)state;
	for (most = 3; most <= AXIS_TICKS_MAX; most++) {
		axis_linear(4567.8, most, &axis);
		assert_false(axis.log);
		assert_true(axis.low == 0 && axis.high > 4567.8);
		assert_in_range(axis.nr, 2, most);
		assert_true(axis.ticks[0] == 0);
	}
	axis_linear(0, 5, &axis);
	assert_true(axis.low == 0 && axis.high > 0);
}

static void check_number(double value, const char *wanted)
{
	char *text = axis_number(value);

	assert_string_equal(text, wanted);
	free(text);
}

static void test_axis_number(void **state)
{
	(void)state;
	check_number(0, "0");
	check_number(0.5, "0.5");
	check_number(305.5, "305.5");
	check_number(5000, "5000");
	check_number(10000, "10k");
	check_number(12500, "12.5k");
	check_number(1e6, "1M");
	check_number(2e15, "2P");
	check_number(1e19, "10000P");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_short),
		cmocka_unit_test(test_svg),
		cmocka_unit_test(test_svg_refused),
		cmocka_unit_test(test_svg_left_out),
		cmocka_unit_test(test_axis_log),
		cmocka_unit_test(test_axis_linear),
		cmocka_unit_test(test_axis_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
