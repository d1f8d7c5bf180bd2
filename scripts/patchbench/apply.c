// SPDX-License-Identifier: GPL-2.0-only
/*
 * Putting patches on a tree in memory. Every hunk finds the place that GNU patch
 * with --fuzz=0 finds, so that quilt makes the same tree.
 */
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "patchbench.h"

/* ------------------------------------------------------------------ lines */

/* The lines of @len bytes at @data. The caller frees. */
static struct line *split(const char *data, size_t len, size_t *nr)
{
	const char *end = data + len, *p;
	struct line *lines;
	size_t n = 0;

	for (p = data; p < end; n++) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));

		p = eol ? eol + 1 : end;
	}
	lines = xmalloc(n * sizeof(*lines));
	for (p = data, n = 0; p < end; n++) {
		const char *eol = memchr(p, '\n', (size_t)(end - p));

		lines[n].text = p;
		p = eol ? eol + 1 : end;
		lines[n].len = (size_t)(p - lines[n].text);
	}
	*nr = n;
	return lines;
}

/* Is a hunk's line part of what must be there (@want '-') or of what comes? */
static bool is_side(const struct hunk_line *l, bool reverse, bool old)
{
	return l->kind == ' ' || (l->kind == '-') == (old != reverse);
}

static size_t side_start(const struct hunk *h, bool reverse)
{
	return reverse ? h->new_start : h->old_start;
}

static size_t side_count(const struct hunk *h, bool reverse)
{
	return reverse ? h->new_count : h->old_count;
}

/* ---------------------------------------------------------------- placing */

static bool matches(const struct hunk *h, bool reverse,
		    const struct line *lines, size_t nr, long where)
{
	size_t at = (size_t)where - 1, i;

	for (i = 0; i < h->nr_lines; i++) {
		const struct hunk_line *l = &h->lines[i];

		if (!is_side(l, reverse, true))
			continue;
		if (at >= nr || lines[at].len != l->len ||
		    memcmp(lines[at].text, l->text, l->len))
			return false;
		at++;
	}
	return true;
}

size_t hunk_place(const struct hunk *h, bool reverse, const struct line *lines,
		  size_t nr, size_t frozen, long offset)
{
	long count = (long)side_count(h, reverse);
	long first = (long)side_start(h, reverse), guess, min, max, away;
	long prefix = 0, suffix = 0;
	size_t i;

	/* A hunk of no lines goes behind the line it names. */
	if (!count)
		first++;
	guess = first + offset;
	min = (long)frozen + 1;
	max = (long)nr - count + 1;
	if (!count)
		return guess >= min && guess <= max ? (size_t)guess : 0;
	for (i = 0; i < h->nr_lines && h->lines[i].kind == ' '; i++)
		prefix++;
	for (i = h->nr_lines; i && h->lines[i - 1].kind == ' '; i--)
		suffix++;
	if (prefix < suffix && first <= 1) {
		/* It says that nothing is before it. */
		return (long)frozen <= prefix && max >= 1 &&
		       matches(h, reverse, lines, nr, 1);
	}
	if (suffix < prefix) {
		/* It says that nothing is behind it. */
		return max >= min && matches(h, reverse, lines, nr, max) ?
		       (size_t)max : 0;
	}
	/* Not through places that are none: a header may name any line. */
	away = guess > max ? guess - max : guess < 1 ? 1 - guess : 0;
	for (; guess + away <= max || guess - away >= min; away++) {
		long after = guess + away, before = guess - away;

		/* Only the way back ends at the last change before. */
		if (after >= 1 && after <= max &&
		    matches(h, reverse, lines, nr, after))
			return (size_t)after;
		if (away && before >= min && before <= max &&
		    matches(h, reverse, lines, nr, before))
			return (size_t)before;
	}
	return 0;
}

/* ------------------------------------------------------------------ diffs */

static int fault_at(struct apply_fault *fault, const struct patch *p,
		    const char *file, size_t hunk, unsigned int line,
		    const char *why)
{
	fault->patch = p;
	fault->file = xstrdup(file);
	fault->hunk = hunk;
	fault->line = line;
	fault->why = xstrdup(why);
	return ST_NO;
}

struct output {
	char *data;
	size_t len, room;
	bool torn;		/* something came behind a line without an end */
};

static void put(struct output *o, const char *data, size_t len)
{
	o->torn |= o->len && o->data[o->len - 1] != '\n';
	if (o->len + len > o->room) {
		o->room = 2 * (o->len + len) + 4096;
		o->data = xrealloc(o->data, o->room);
	}
	if (len)
		memcpy(o->data + o->len, data, len);
	o->len += len;
}

static void put_lines(struct output *o, const struct line *lines, size_t *from,
		      size_t to)
{
	for (; *from < to; (*from)++)
		put(o, lines[*from].text, lines[*from].len);
}

/* A hunk would change what the one before it has changed. */
static int misordered(const struct patch *p, const char *file, size_t hunk,
		      unsigned int line, struct line *lines, struct output *out,
		      struct apply_fault *fault)
{
	free(lines);
	free(out->data);
	memset(out, 0, sizeof(*out));
	return fault_at(fault, p, file, hunk, line,
			"its lines come before a change of the hunk before");
}

/*
 * The content that @d makes of @len bytes at @data. As in GNU patch a hunk uses
 * up the lines to its last change: the next may find its context in what was
 * context of this one.
 */
static int change(const struct patch *p, const struct diff *d, bool reverse,
		  const char *file, const char *data, size_t len,
		  struct output *out, struct apply_fault *fault)
{
	size_t nr, done = 0, i, j;
	struct line *lines = split(data, len, &nr);
	long offset = 0;
	int status = 0;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < d->nr_hunks && !status; i++) {
		const struct hunk *h = &d->hunks[i];
		size_t where = hunk_place(h, reverse, lines, nr, done, offset);
		size_t at = where - 1;

		if (!where) {
			status = fault_at(fault, p, file, i + 1, h->line,
					  "its lines are not there");
			break;
		}
		offset = (long)where - (long)side_start(h, reverse) -
			 !side_count(h, reverse);
		for (j = 0; j < h->nr_lines; j++) {
			const struct hunk_line *l = &h->lines[j];

			if (l->kind == ' ') {
				at++;
				continue;
			}
			if (at < done)
				return misordered(p, file, i + 1, h->line,
						  lines, out, fault);
			put_lines(out, lines, &done, at);
			if (is_side(l, reverse, true))
				done = ++at;
			else
				put(out, l->text, l->len);
		}
		if (out->torn)
			status = fault_at(fault, p, file, i + 1, h->line,
					  "a line without an end in the middle of the file");
	}
	put_lines(out, lines, &done, nr);
	if (!status && out->torn)
		status = fault_at(fault, p, file, i, d->hunks[i - 1].line,
				  "a line without an end in the middle of the file");
	free(lines);
	if (status) {
		free(out->data);
		memset(out, 0, sizeof(*out));
	}
	return status;
}

/* A diff, seen in the direction in which it is to be applied. */
struct view {
	const char *old_name, *new_name;	/* NULL: there is none */
	unsigned int old_mode, new_mode;
	bool created, deleted;
};

static size_t components(const char *name)
{
	size_t n = 1;

	for (; *name; name++)
		n += *name == '/';
	return n;
}

/* GNU patch's choice between two names: short is better. */
static const char *better(const char *a, const char *b)
{
	const char *base_a = strrchr(a, '/'), *base_b = strrchr(b, '/');
	size_t na = components(a), nb = components(b);

	base_a = base_a ? base_a + 1 : a;
	base_b = base_b ? base_b + 1 : b;
	if (na != nb)
		return na < nb ? a : b;
	if (strlen(base_a) != strlen(base_b))
		return strlen(base_a) < strlen(base_b) ? a : b;
	return strlen(a) <= strlen(b) ? a : b;
}

static void look(struct tree *t, const struct diff *d, bool reverse,
		 struct view *v)
{
	memset(v, 0, sizeof(*v));
	v->old_name = reverse ? d->new_name : d->old_name;
	v->new_name = reverse ? d->old_name : d->new_name;
	v->old_mode = reverse ? d->new_mode : d->old_mode;
	v->new_mode = reverse ? d->old_mode : d->new_mode;
	v->created = reverse ? d->new_gone : d->old_gone;
	v->deleted = reverse ? d->old_gone : d->new_gone;
	if (!d->git && v->old_name && v->new_name &&
	    strcmp(v->old_name, v->new_name)) {
		/* foo.c.orig and foo.c: the one that is there is meant. */
		bool old = tree_get(t, v->old_name) != NULL;
		bool new = tree_get(t, v->new_name) != NULL;
		const char *name = old == new ?
				   better(v->old_name, v->new_name) :
				   old ? v->old_name : v->new_name;

		v->old_name = v->new_name = name;
	}
	/* A diff from line 0 with two names may make the file. */
	if (!v->created && d->nr_hunks == 1 && v->new_name &&
	    !side_count(&d->hunks[0], reverse) &&
	    !side_start(&d->hunks[0], reverse) &&
	    !tree_get(t, v->old_name ? v->old_name : v->new_name)) {
		v->created = true;
		v->old_name = NULL;
	}
}

static int diff_apply(struct tree *t, const struct patch *p,
		      const struct diff *d, bool reverse,
		      const struct tree_file *source,
		      struct apply_fault *fault)
{
	struct view v;
	const struct tree_file *f = source;
	const char *name, *blocked;
	struct output out;
	unsigned int mode;
	int status;

	look(t, d, reverse, &v);
	name = v.new_name ? v.new_name : v.old_name;
	if (!d->git && d->old_name && d->new_name &&
	    strcmp(d->old_name, d->new_name) && !tree_get(t, name))
		return fault_at(fault, p, name, 0, d->line,
				"two names, and neither is there");
	blocked = tree_blocked(t, name);
	if (blocked) {
		char *why = xasprintf("%s is no folder", blocked);

		status = fault_at(fault, p, name, 0, d->line, why);
		free(why);
		return status;
	}
	if (v.created || d->rename || d->copy) {
		if (tree_has(t, name))
			return fault_at(fault, p, name, 0, d->line,
					"is there already");
	}
	if (!v.created && !f) {
		f = tree_get(t, v.old_name);
		if (!f)
			return fault_at(fault, p, v.old_name, 0, d->line,
					"is not there");
	}
	if (f && f->len && d->nr_hunks && !side_count(&d->hunks[0], reverse) &&
	    !side_start(&d->hunks[0], reverse))
		return fault_at(fault, p, name, 1, d->hunks[0].line,
				"it makes a file that is there already");
	mode = f ? f->mode : MODE_FILE;
	if (f && (mode == MODE_LINK) != (v.old_mode == MODE_LINK))
		return fault_at(fault, p, v.old_name, 0, d->line,
				mode == MODE_LINK ? "is a symbolic link" :
				"is no symbolic link");
	if (f && v.old_mode && v.new_mode != v.old_mode && v.new_mode &&
	    mode != v.old_mode)
		return fault_at(fault, p, v.old_name, 0, d->line,
				"has another mode");
	status = change(p, d, reverse, name, f ? f->data : "", f ? f->len : 0,
			&out, fault);
	if (status)
		return status;
	if (v.deleted) {
		free(out.data);
		if (out.len)
			return fault_at(fault, p, name, 0, d->line,
					"has more in it than the patch deletes");
		tree_remove(t, name);
		return 0;
	}
	if (v.new_mode)
		mode = v.new_mode;
	if (mode == MODE_LINK) {
		const char *bad = link_fault(name, out.data, out.len);

		if (bad) {
			free(out.data);
			return fault_at(fault, p, name, 0, d->line, bad);
		}
	}
	tree_put(t, name, mode, out.data, out.len);
	return 0;
}

/* A copy of the source of a rename, as it was before the patch. */
static struct tree_file *take_source(struct tree *t, const char *name)
{
	const struct tree_file *f = tree_get(t, name);
	struct tree_file *copy;

	if (!f)
		return NULL;
	copy = xcalloc(1, sizeof(*copy));
	copy->mode = f->mode;
	copy->len = f->len;
	copy->owned = xmalloc(f->len + 1);
	memcpy(copy->owned, f->data, f->len);
	copy->data = copy->owned;
	return copy;
}

int patch_apply(struct tree *t, const struct patch *p, bool reverse,
		struct apply_fault *fault)
{
	struct tree_file **source = xcalloc(p->nr_diffs, sizeof(*source));
	int status = 0;
	size_t i;

	/*
	 * git's renames all speak of the tree before the patch: b may come
	 * from a while another file becomes a.
	 */
	for (i = 0; i < p->nr_diffs && !status; i++) {
		const struct diff *d = &p->diffs[i];
		const char *from = reverse ? d->new_name : d->old_name;

		if (!d->rename && !(d->copy && !reverse))
			continue;
		source[i] = take_source(t, from);
		if (!source[i])
			status = fault_at(fault, p, from, 0, d->line,
					  "is not there");
	}
	for (i = 0; i < p->nr_diffs && !status; i++)
		if (p->diffs[i].rename && source[i])
			tree_remove(t, reverse ? p->diffs[i].new_name :
					p->diffs[i].old_name);
	for (i = 0; i < p->nr_diffs && !status; i++) {
		/* The last comes off first. */
		size_t at = reverse ? p->nr_diffs - 1 - i : i;
		const struct diff *d = &p->diffs[at];

		if (d->copy && reverse) {
			/* The copy goes, if it is the copy. */
			if (!tree_get(t, d->new_name))
				status = fault_at(fault, p, d->new_name, 0,
						  d->line, "is not there");
			else
				tree_remove(t, d->new_name);
			continue;
		}
		status = diff_apply(t, p, d, reverse, source[at], fault);
	}
	for (i = 0; i < p->nr_diffs; i++) {
		if (source[i])
			free(source[i]->owned);
		free(source[i]);
	}
	free(source);
	return status;
}

void apply_fault_free(struct apply_fault *fault)
{
	free(fault->file);
	free(fault->why);
	memset(fault, 0, sizeof(*fault));
}

char *apply_fault_text(const struct apply_fault *f)
{
	if (f->hunk)
		return xasprintf("%s: hunk %zu (line %u) does not apply: %s",
				 f->file, f->hunk, f->line, f->why);
	return xasprintf("%s (line %u): %s", f->file, f->line, f->why);
}
