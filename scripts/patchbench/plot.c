// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scripts for gnuplot. They hold numbers and our own words only: a text is "T"
 * and its index, and becomes one when the SVG is cleaned.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "axis.h"
#include "gnuplot.h"
#include "page.h"
#include "patchbench.h"
#include "plot.h"
#include "svg.h"

#define WIDTH		720	/* of every plot; places are in its pixels */
#define CHARACTER	6.8	/* width of one, at the most, of 12 pixels */
#define PANELS		3	/* side by side */

struct drawing {
	const struct plot *plot;
	double height;
	struct bytes script;
	size_t nr_texts;
	char **texts;		/* owned */
};

static void begin(struct drawing *d, const struct plot *plot, double height)
{
	memset(d, 0, sizeof(*d));
	d->plot = plot;
	d->height = height;
	bytes_printf(&d->script,
		     "set terminal svg size %d,%.0f fixed noenhanced "
		     "font \"sans-serif,12\"\n"
		     "set multiplot\nset border 3 lc rgb \"#00000%d\"\n"
		     "set samples 2\n", WIDTH, height, SVG_AXIS);
}

/* Take over @text, and return its index. */
static size_t text_of(struct drawing *d, char *text)
{
	d->texts = xrealloc(d->texts, (d->nr_texts + 1) * sizeof(*d->texts));
	d->texts[d->nr_texts] = text;
	return d->nr_texts++;
}

/* Put @text, which is taken over, at @x and @y from the top left corner. */
static void put_text(struct drawing *d, double x, double y, const char *align,
		     char *text)
{
	bytes_printf(&d->script, "set label \"T%zu\" at screen %.5f,%.5f %s "
		     "textcolor rgb \"#00000%d\"\n", text_of(d, text),
		     x / WIDTH, 1 - y / d->height, align, SVG_TEXT);
}

/* The area between the axes, from the top left corner. */
static void area(struct drawing *d, double left, double top, double right,
		 double bottom)
{
	bytes_printf(&d->script, "set lmargin at screen %.5f\n"
		     "set rmargin at screen %.5f\nset tmargin at screen %.5f\n"
		     "set bmargin at screen %.5f\n", left / WIDTH,
		     right / WIDTH, 1 - top / d->height,
		     1 - bottom / d->height);
}

static void x_axis(struct drawing *d, const struct axis *axis, bool labelled)
{
	size_t i;

	bytes_printf(&d->script, "%s logscale x\nset xrange [%.9g:%.9g]\n"
		     "set xtics scale 0 nomirror textcolor rgb \"#00000%d\" (",
		     axis->log ? "set" : "unset", axis->low, axis->high,
		     SVG_TEXT);
	for (i = 0; i < axis->nr; i++) {
		bytes_printf(&d->script, "%s\"", i ? "," : "");
		if (labelled)
			bytes_printf(&d->script, "T%zu", text_of(d,
				     axis_number(axis->ticks[i])));
		bytes_printf(&d->script, "\" %.9g", axis->ticks[i]);
	}
	bytes_printf(&d->script, ")\nset grid xtics lt 1 lw 1 lc rgb "
		     "\"#00000%d\"\n", SVG_GRID);
}

/* "10⁻³". Caller frees. */
static char *power_text(int exponent)
{
	static const char *const digits[] = {
		"\xe2\x81\xb0", "\xc2\xb9", "\xc2\xb2", "\xc2\xb3",
		"\xe2\x81\xb4", "\xe2\x81\xb5", "\xe2\x81\xb6", "\xe2\x81\xb7",
		"\xe2\x81\xb8", "\xe2\x81\xb9"
	};

	if (!exponent)
		return xstrdup("1");
	return xasprintf("10\xe2\x81\xbb%s%s",
			 exponent >= 10 ? digits[exponent / 10 % 10] : "",
			 digits[exponent % 10]);
}

/* Parts of all calls, down to 10^-@least, at most @ticks of them labelled. */
static void share_axis(struct drawing *d, int least, int ticks)
{
	int step = (least + ticks - 2) / (ticks - 1), e;

	bytes_printf(&d->script, "set logscale y\nset yrange [1e-%d:1]\n"
		     "set ytics scale 0 nomirror textcolor rgb \"#00000%d\" (",
		     least, SVG_TEXT);
	for (e = 0; e <= least; e += step)
		bytes_printf(&d->script, "%s\"T%zu\" 1e-%d", e ? "," : "",
			     text_of(d, power_text(e)), e);
	bytes_printf(&d->script, ")\n");
}

/* So that even a single one of the calls is seen above the axis. */
static int least_share(const struct plot *plot)
{
	uint64_t most = 1;
	size_t i;

	for (i = 0; i < plot->nr; i++)
		if (plot->rows[i].curve->total > most)
			most = plot->rows[i].curve->total;
	return (int)ceil(log10((double)most) + 0.4);
}

static double value_of(const struct plot_row *row, uint64_t ticks)
{
	return (ticks ? (double)ticks : 0.5) * row->scale;
}

static void value_axis(const struct plot *plot, size_t ticks, struct axis *out)
{
	double low = INFINITY, high = 0;
	size_t i;

	for (i = 0; i < plot->nr; i++) {
		const struct plot_row *row = &plot->rows[i];
		const struct curve *c = row->curve;

		low = fmin(low, value_of(row, c->points[0].low));
		high = fmax(high, value_of(row, c->points[c->nr - 1].high));
	}
	axis_log(low, high, ticks, out);
}

/* The points as data blocks $d0, $d1, ... of value, share, share from there. */
static void add_curves(struct drawing *d, double beyond)
{
	const struct plot *plot = d->plot;
	size_t i, k;

	for (i = 0; i < plot->nr; i++) {
		const struct plot_row *row = &plot->rows[i];
		const struct curve *c = row->curve;
		uint64_t left = c->total;

		bytes_printf(&d->script, "$d%zu << END\n", i);
		for (k = 0; k < c->nr; k++) {
			const struct point *p = &c->points[k];
			double low = value_of(row, p->low);
			double middle = sqrt(low * value_of(row, p->high));

			bytes_printf(&d->script, "%.9g %.9g %.9g %.9g\n",
				     middle,
				     (double)p->count / (double)c->total, low,
				     (double)left / (double)c->total);
			left -= p->count;
		}
		/* The last step goes down to the axis. */
		bytes_printf(&d->script, "%.9g 0 %.9g %.9g\nEND\n",
			     value_of(row, c->points[c->nr - 1].high),
			     value_of(row, c->points[c->nr - 1].high), beyond);
	}
}

/* The baseline behind, in grey, and in colour the column. */
static void add_plot(struct drawing *d, size_t row, const char *how,
		     const char *thick, const char *thin)
{
	if (row)
		bytes_printf(&d->script, "plot $d0 %s lw %s lc rgb "
			     "\"#00000%d\" notitle, $d%zu %s lw %s lc rgb "
			     "\"#00000%d\" notitle\n", how, thick,
			     SVG_BASELINE, row, how, thin, SVG_CELL);
	else
		bytes_printf(&d->script, "plot $d0 %s lw %s lc rgb "
			     "\"#00000%d\" notitle\n", how, thick,
			     SVG_BASELINE);
	bytes_printf(&d->script, "unset label\n");
}

/* What is left of a plot for the labels of its rows. */
static double label_width(const struct plot *plot)
{
	size_t most = 0, i;

	for (i = 0; i < plot->nr; i++) {
		size_t length = page_text_length(plot->rows[i].label);

		most = length > most ? length : most;
	}
	most = most < SVG_LABEL_MAX ? most : SVG_LABEL_MAX;
	return CHARACTER * (double)most + 10;
}

/* Draw it, with what a screen reader needs around it. */
static int end(struct drawing *d, struct bytes *out)
{
	const struct plot *plot = d->plot;
	struct bytes svg = { 0 };
	int ret;

	bytes_printf(&d->script, "unset multiplot\n");
	ret = gnuplot_run(&d->script, &svg);
	bytes_printf(out, "<svg role=\"img\" aria-labelledby=\"%s-t %s-d\" "
		     "width=\"%d\" height=\"%.0f\" viewBox=\"0 0 %d %.0f\">\n"
		     "<title id=\"%s-t\">", plot->id, plot->id, WIDTH,
		     d->height, WIDTH, d->height, plot->id);
	page_text(out, plot->title);
	bytes_printf(out, "</title>\n<desc id=\"%s-d\">", plot->id);
	page_text(out, plot->desc);
	bytes_printf(out, "</desc>\n");
	if (!ret)
		ret = svg_clean(&svg, (const char *const *)d->texts,
				d->nr_texts, out);
	bytes_printf(out, "</svg>\n");
	while (d->nr_texts)
		free(d->texts[--d->nr_texts]);
	free(d->texts);
	free(d->script.data);
	free(svg.data);
	return ret;
}

int plot_distribution(const struct plot *plot, struct bytes *out)
{
	const double row = 50, gap = 14, top = 12, bottom = 42;
	double left = label_width(plot) + 38;
	int least = least_share(plot);
	struct drawing d;
	struct axis axis;
	size_t i;

	begin(&d, plot, top + (row + gap) * (double)plot->nr + bottom);
	value_axis(plot, 9, &axis);
	add_curves(&d, pow(10, -least));
	share_axis(&d, least, 2 + least % 2);
	for (i = 0; i < plot->nr; i++) {
		double y = top + (row + gap) * (double)i;

		area(&d, left, y, WIDTH - 20, y + row);
		x_axis(&d, &axis, i + 1 == plot->nr);
		put_text(&d, 4, y + row / 2, "left",
			 xstrdup(plot->rows[i].label));
		if (i + 1 == plot->nr)
			put_text(&d, WIDTH - 20, y + row + 34, "right",
				 xasprintf("%s of a call, log scale",
					   plot->unit));
		add_plot(&d, i, "using 1:2 with impulses", "5", "2");
	}
	return end(&d, out);
}

int plot_tail(const struct plot *plot, struct bytes *out)
{
	const double width = (double)WIDTH / PANELS, height = 172;
	size_t lines = (plot->nr + PANELS - 1) / PANELS, i;
	int least = least_share(plot);
	struct drawing d;
	struct axis axis;

	begin(&d, plot, height * (double)lines + 22);
	value_axis(plot, 5, &axis);
	add_curves(&d, pow(10, -least));
	share_axis(&d, least, 5);
	x_axis(&d, &axis, true);
	bytes_printf(&d.script, "set grid ytics\n");
	for (i = 0; i < plot->nr; i++) {
		double x = width * (double)(i % PANELS);
		double y = height * (double)(i / PANELS);

		area(&d, x + 40, y + 26, x + width - 14, y + height - 26);
		put_text(&d, x + 8, y + 10, "left",
			 xstrdup(plot->rows[i].label));
		if (!i)
			put_text(&d, width * fmin((double)plot->nr, PANELS) -
				 14, d.height - 10, "right",
				 xasprintf("%s of a call, log scale",
					   plot->unit));
		add_plot(&d, i, "using 3:4 with fsteps", "5", "2");
	}
	return end(&d, out);
}

/* The least and the largest value of all bars. */
static void bar_range(const struct plot *plot, double *low, double *high)
{
	size_t i, k;

	*low = INFINITY;
	*high = 0;
	for (i = 0; i < plot->nr; i++)
		for (k = 0; k < PLOT_BARS; k++) {
			const struct plot_bar *bar = &plot->rows[i].bars[k];

			*low = fmin(*low, bar->value);
			*high = fmax(*high, bar->value + bar->half);
		}
}

bool plot_bars_log(const struct plot *plot)
{
	double low, high;

	bar_range(plot, &low, &high);
	return low > 0 && high / low > 10;
}

/* Data block $bN, values and ends of the intervals of the N-th bar of rows. */
static void add_bars(struct drawing *d, size_t nr, const struct axis *axis)
{
	size_t i;

	bytes_printf(&d->script, "$b%zu << END\n", nr);
	for (i = 0; i < d->plot->nr; i++) {
		const struct plot_bar *bar = &d->plot->rows[i].bars[nr];
		double y = (double)i + (nr ? 0.7 : 0.3);

		bytes_printf(&d->script,
			     "%.9g %.9g %.9g %.9g %.9g %.9g %.9g\n",
			     bar->value, y, axis->low, y - 0.18, y + 0.18,
			     bar->half > 0 ? fmax(bar->value - bar->half,
						  axis->low) : (double)NAN,
			     fmin(bar->value + bar->half, axis->high));
	}
	bytes_printf(&d->script, "END\n");
}

int plot_bars(const struct plot *plot, struct bytes *out)
{
	const double row = 38, top = 4, bottom = 42;
	double left = label_width(plot), right, low, high, y;
	size_t most = 0, i, k;
	struct drawing d;
	struct axis axis;

	begin(&d, plot, top + row * (double)plot->nr + bottom);
	bar_range(plot, &low, &high);
	if (plot_bars_log(plot))
		axis_log(low / 1.5, high, 7, &axis);
	else
		axis_linear(high, 7, &axis);
	for (i = 0; i < plot->nr; i++) {
		put_text(&d, 4, top + row * ((double)i + 0.5), "left",
			 xstrdup(plot->rows[i].label));
		for (k = 0; k < PLOT_BARS; k++) {
			const char *text = plot->rows[i].bars[k].text;

			most = strlen(text) > most ? strlen(text) : most;
		}
	}
	if (most > SVG_LABEL_MAX)
		most = SVG_LABEL_MAX;
	right = WIDTH - CHARACTER * (double)most - 12;
	for (i = 0; i < plot->nr; i++)
		for (k = 0; k < PLOT_BARS; k++)
			put_text(&d, WIDTH - 4,
				 top + row * ((double)i + (k ? 0.7 : 0.3)),
				 "right", xstrdup(plot->rows[i].bars[k].text));
	y = top + row * (double)plot->nr;
	put_text(&d, right, y + 34, "right",
		 xasprintf("%s of a call%s", plot->unit,
			   axis.log ? ", log scale" : ""));
	for (k = 0; k < PLOT_BARS; k++)
		add_bars(&d, k, &axis);
	area(&d, left, top, right, y);
	x_axis(&d, &axis, true);
	bytes_printf(&d.script, "unset ytics\nset yrange [%zu:0]\nplot",
		     plot->nr);
	for (k = 0; k < PLOT_BARS; k++)
		bytes_printf(&d.script, "%s $b%zu using 1:2:3:1:4:5 with "
			     "boxxyerror fs solid 1 noborder lc rgb "
			     "\"#00000%d\" notitle, $b%zu using "
			     "6:2:($7-$6):(0) with vectors heads size screen "
			     "0.005,90 lw 1.5 lc rgb \"#00000%d\" notitle",
			     k ? "," : "", k, k ? SVG_TAIL : SVG_CELL, k,
			     SVG_INTERVAL);
	bytes_printf(&d.script, "\n");
	return end(&d, out);
}
