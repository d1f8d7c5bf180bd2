// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the few elements that gnuplot's SVG terminal draws with, and writes
 * them anew. Groups hold settings only and are written out with what is drawn
 * in them.
 */
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "patchbench.h"
#include "svg.h"

#define DEPTH_MAX	32
#define NO_COLOUR	-1

/* A piece of the text; no copy. */
struct span {
	const char *at;
	size_t len;
};

/* What an element inherits. Spans are of a number each, or empty. */
struct state {
	int stroke, fill;	/* enum svg_colour or NO_COLOUR */
	struct span width, x, y, anchor;
	bool hidden;		/* within what is not drawn here */
};

struct cleaner {
	const char *pos, *end;
	const char *const *texts;
	size_t nr_texts, depth;
	struct state states[DEPTH_MAX];
	struct bytes *out;
};

static int fault(const char *what)
{
	return error(ST_MACHINE, "gnuplot's SVG: %s", what);
}

static bool span_is(struct span s, const char *word)
{
	return s.len == strlen(word) && !memcmp(s.at, word, s.len);
}

static bool only(struct span s, const char *allowed)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (!s.at[i] || !strchr(allowed, s.at[i]))
			return false;
	return s.len > 0;
}

/* The value of attribute @name in the tag @tag; empty where it is not. */
static struct span attribute(struct span tag, const char *name)
{
	const char *p = tag.at, *end = tag.at + tag.len;
	size_t len = strlen(name);

	while (p < end) {
		const char *start, *value, *close;

		p += strspn(p, " \t\n");
		start = p;
		while (p < end && !strchr(" \t\n=", *p))
			p++;
		value = p;
		value += strspn(value, " \t\n");
		if (value >= end || *value != '=')
			continue;
		value++;
		value += strspn(value, " \t\n");
		if (value >= end || (*value != '"' && *value != '\''))
			break;
		close = memchr(value + 1, *value, (size_t)(end - value - 1));
		if (!close)
			break;
		if ((size_t)(p - start) == len && !memcmp(start, name, len))
			return (struct span){ value + 1,
					      (size_t)(close - value - 1) };
		p = close + 1;
	}
	return (struct span){ "", 0 };
}

/* "rgb(  0,   0,   3)" is the colour 3. False: none of ours. */
static bool colour(struct span s, int *out)
{
	char plain[16];
	size_t n = 0, i;

	if (!s.len)
		return true;
	if (span_is(s, "none") || span_is(s, "white")) {
		*out = NO_COLOUR;
		return true;
	}
	if (span_is(s, "black") || span_is(s, "currentColor")) {
		*out = SVG_OTHER;
		return true;
	}
	for (i = 0; i < s.len && n + 1 < sizeof(plain); i++)
		if (s.at[i] != ' ')
			plain[n++] = s.at[i];
	plain[n] = '\0';
	if (n != 10 || memcmp(plain, "rgb(0,0,", 8) || plain[9] != ')' ||
	    plain[8] < '0' || plain[8] >= '0' + SVG_COLOURS)
		return false;
	*out = plain[8] - '0';
	return true;
}

static bool inherit(struct span tag, struct state *state)
{
	struct span width = attribute(tag, "stroke-width");
	struct span anchor = attribute(tag, "text-anchor");
	struct span move = attribute(tag, "transform");
	const char *comma = memchr(move.at, ',', move.len);

	if (!colour(attribute(tag, "stroke"), &state->stroke) ||
	    !colour(attribute(tag, "fill"), &state->fill))
		return false;
	if (only(width, "0123456789."))
		state->width = width;
	if (only(anchor, "startmidlen"))
		state->anchor = anchor;
	if (move.len < 12 || !comma || memcmp(move.at, "translate(", 10))
		return true;
	state->x = (struct span){ move.at + 10,
				  (size_t)(comma - move.at) - 10 };
	state->y.at = comma + 1;
	state->y.len = strcspn(comma + 1, ")");
	return only(state->x, "0123456789.-") && only(state->y, "0123456789.-");
}

/* Coordinates, with a single blank where there were several. */
static bool add_coordinates(struct bytes *out, struct span s)
{
	size_t i;

	if (!only(s, "0123456789.,-MLZz \t\n"))
		return false;
	for (i = 0; i < s.len; i++) {
		bool blank = strchr(" \t\n", s.at[i]) != NULL;

		if (!blank)
			bytes_add(out, &s.at[i], 1);
		else if (i + 1 < s.len && !strchr(" \t\n", s.at[i + 1]) &&
			 out->data[out->len - 1] != '"')
			bytes_add(out, " ", 1);
	}
	return true;
}

static int add_path(struct cleaner *c, const struct state *s, struct span tag)
{
	if (s->stroke == NO_COLOUR)
		return 0;
	bytes_printf(c->out, "<path class=\"s%d\"", s->stroke);
	if (s->width.len && !span_is(s->width, "1.00"))
		bytes_printf(c->out, " stroke-width=\"%.*s\"",
			     (int)s->width.len, s->width.at);
	bytes_printf(c->out, " d=\"");
	if (!add_coordinates(c->out, attribute(tag, "d")))
		return fault("a path without a way");
	bytes_printf(c->out, "\"/>\n");
	return 0;
}

static int add_polygon(struct cleaner *c, const struct state *s,
		       struct span tag)
{
	if (s->fill == NO_COLOUR)
		return 0;
	bytes_printf(c->out, "<polygon class=\"f%d\" points=\"", s->fill);
	if (!add_coordinates(c->out, attribute(tag, "points")))
		return fault("an area without points");
	bytes_printf(c->out, "\"/>\n");
	return 0;
}

/* What stands between two tags, in a text element. */
static int add_words(struct cleaner *c, struct span words)
{
	const char *end = words.at + words.len, *digits;
	uint64_t nr;

	while (words.len && strchr(" \t\n", *words.at)) {
		words.at++;
		words.len--;
	}
	if (!words.len)
		return 0;
	digits = words.at + 1;
	if (*words.at != 'T' || !scan_u64(&digits, end, &nr) || digits != end ||
	    nr >= c->nr_texts)
		return fault("a text that nobody asked for");
	page_text_short(c->out, c->texts[nr], SVG_LABEL_MAX);
	return 0;
}

static int add_text(struct cleaner *c, const struct state *s)
{
	const char *close = memmem(c->pos, (size_t)(c->end - c->pos), "</text>",
				   7);
	int ret = 0;

	if (!close)
		return fault("a text without an end");
	bytes_printf(c->out, "<text class=\"f%d\" x=\"%.*s\" y=\"%.*s\"",
		     s->fill == NO_COLOUR ? SVG_OTHER : s->fill,
		     (int)s->x.len, s->x.at, (int)s->y.len, s->y.at);
	if (s->anchor.len && !span_is(s->anchor, "start"))
		bytes_printf(c->out, " text-anchor=\"%.*s\"",
			     (int)s->anchor.len, s->anchor.at);
	bytes_printf(c->out, ">");
	while (!ret && c->pos < close) {
		struct span words = { c->pos, 0 };

		/* Elements within a text only set its font. */
		if (*c->pos == '<') {
			const char *tag = memchr(c->pos, '>',
						 (size_t)(close - c->pos));

			if (!tag)
				return fault("a tag without an end");
			c->pos = tag + 1;
			continue;
		}
		while (c->pos < close && *c->pos != '<')
			c->pos++;
		words.len = (size_t)(c->pos - words.at);
		ret = add_words(c, words);
	}
	c->pos = close + 7;
	bytes_printf(c->out, "</text>\n");
	return ret;
}

static bool starts(struct span tag, const char *name)
{
	size_t len = strlen(name);

	return tag.len >= len && !memcmp(tag.at, name, len) &&
	       (tag.len == len || strchr(" \t\n/", tag.at[len]));
}

static int element(struct cleaner *c, struct span tag)
{
	struct state state = c->states[c->depth];
	bool empty = tag.len && tag.at[tag.len - 1] == '/';
	struct span rest = { tag.at + strcspn(tag.at, " \t\n>"), 0 };

	if (tag.len && (tag.at[0] == '?' || tag.at[0] == '!'))
		return 0;
	if (tag.len && tag.at[0] == '/') {
		if (!c->depth)
			return fault("an end without a start");
		c->depth--;
		return 0;
	}
	if (rest.at < tag.at + tag.len)
		rest.len = (size_t)(tag.at + tag.len - rest.at);
	if (!state.hidden && !inherit(rest, &state))
		return fault("a colour or a place that nobody asked for");
	if (state.hidden)
		;
	else if (starts(tag, "path"))
		return add_path(c, &state, rest);
	else if (starts(tag, "polygon"))
		return add_polygon(c, &state, rest);
	else if (starts(tag, "text"))
		return add_text(c, &state);
	else if (!starts(tag, "g") && !starts(tag, "svg"))
		state.hidden = true;
	if (empty)
		return 0;
	if (++c->depth == DEPTH_MAX)
		return fault("deeper than ever seen");
	c->states[c->depth] = state;
	return 0;
}

int svg_clean(const struct bytes *plot, const char *const *texts, size_t nr,
	      struct bytes *out)
{
	struct cleaner c = { .texts = texts, .nr_texts = nr, .out = out };
	struct bytes copy = { 0 };
	bool any = false;
	int ret = 0;

	/* With a NUL behind it, string functions stop there at the latest. */
	bytes_add(&copy, plot->data, plot->len);
	bytes_add(&copy, "", 1);
	c.pos = copy.data;
	c.end = copy.data + plot->len;
	c.states[0].stroke = c.states[0].fill = NO_COLOUR;
	c.states[0].width = c.states[0].x = c.states[0].y =
		c.states[0].anchor = (struct span){ "", 0 };
	while (!ret && (c.pos = strchr(c.pos, '<'))) {
		const char *close = strchr(c.pos, '>');
		struct span tag = { c.pos + 1, 0 };

		if (!close) {
			ret = fault("cut short");
			break;
		}
		any = true;
		tag.len = (size_t)(close - tag.at);
		c.pos = close + 1;
		ret = element(&c, tag);
	}
	if (!ret && (!any || c.depth))
		ret = fault("cut short");
	free(copy.data);
	return ret;
}
