// SPDX-License-Identifier: GPL-2.0-only
/* Unit tests of mailboxes, mails, subjects and the choice of a revision. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "mail.h"
#include "mbox.h"
#include "patchbench.h"
#include "thread.h"

#define RD	"From mboxrd@z Thu Jan  1 00:00:00 1970\n"
#define AB	"From a@b Tue Mar  3 15:08:38 2026\n"
#define HEAD	"From: a <a@b>\nSubject: x\n\n"

/* The sizes of the mails of @text as a list, or the status. */
static void split(const char *text, size_t len, char *out, size_t room)
{
	struct mbox *m = mbox_open_memory("test", text, len);
	struct mbox_mail mail;
	size_t n = 0;
	bool found;
	int status;

	*out = '\0';
	while (!(status = mbox_next(m, &mail, &found)) && found)
		n += (size_t)snprintf(out + n, room - n, "%zu@%zu ", mail.len,
				      mail.line);
	if (status)
		snprintf(out + n, room - n, "status %d", status);
	mbox_close(m);
}

static void splits(void **state)
{
	static const struct {
		const char *text, *mails;
	} cases[] = {
		{ "", "status 4" },
		{ "hello\n", "status 4" },
		{ "\n" RD HEAD, "status 4" },
		{ RD, "status 4" },
		{ RD "\n", "status 4" },
		{ RD "no header\n\n", "status 4" },
		{ RD "Subject: x\n\n", "status 4" },
		{ RD HEAD, "65@1 " },
		{ RD "From: a <a@b>\nSubject: x\n", "64@1 " },
		{ RD HEAD "a\n\n" RD HEAD "b\n", "68@1 67@7 " },
		/* b4 leaves the blank line out, and so do no others. */
		{ RD HEAD "a\n" RD HEAD "b\n", "67@1 67@6 " },
		{ AB HEAD "a\n" AB HEAD "b\n", "124@1 " },
		{ AB HEAD "a\n\n" AB HEAD "b\n", "63@1 62@7 " },
		/* No headers follow, or not those of a mail. */
		{ AB HEAD "a\n\n" AB "text\n\n", "103@1 " },
		{ AB HEAD "a\n\n" AB "Note: text\n\n", "109@1 " },
		{ AB HEAD "a\n\n" AB "From: a\ntext\nSubject: b\n\n",
			"122@1 " },
		{ AB HEAD "a\n\nFrom here\n" HEAD, "99@1 " },
		{ AB HEAD "a\n\n" AB AB HEAD, "157@1 " },
	};
	char got[256];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		split(cases[i].text, strlen(cases[i].text), got, sizeof(got));
		if (strcmp(got, cases[i].mails))
			print_error("case %zu: %s\n", i, got);
		assert_string_equal(got, cases[i].mails);
	}
}

static void knows_from_lines(void **state)
{
	static const char *const good[] = {
		"From a@b Tue Mar  3 15:08:38 2026",
		"From a@b Tue Mar  3 15:08:38 2026\r\n",
		"From a@b  Tue Mar  3 15:08 MST 2026",
		"From a at b.c  Tue Mar  3 15:08:38 2026 +0100",
		"From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001",
	};
	static const char *const bad[] = {
		"From ", "From a@b", "From Tue Mar  3 15:08:38 2026",
		"From here on Tuesday Mar 3 15:08:38 2026",
		"From a@b Tue Mar  3 2026", "From a@b Tue Xxx  3 15:08:38 2026",
		"From a@b Tue Mar 33 15:08:38 2026",
		"from a@b Tue Mar  3 15:08:38 2026",
		">From a@b Tue Mar  3 15:08:38 2026",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		assert_true(mbox_from_line(good[i], strlen(good[i])));
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(mbox_from_line(bad[i], strlen(bad[i])));
}

/* A mail too long is cut, and what follows is found: of lines, and of one. */
static void cuts(void **state)
{
	static const char last[] = "\n\n" AB HEAD "b\n";
	size_t len = (size_t)30 << 20, head = strlen(AB HEAD);
	char *text = xmalloc(len), got[64];
	int lines;

	(void)state;
	for (lines = 0; lines < 2; lines++) {
		size_t i;

		memset(text, 'a', len);
		for (i = 99; lines && i < len; i += 100)
			text[i] = '\n';
		memcpy(text, AB HEAD, head);
		memcpy(text + len - strlen(last), last, strlen(last));
		split(text, len, got, sizeof(got));
		assert_memory_equal(got, "8388608@1 62@", 13);
	}
	/* Headers without an end. */
	memset(text, 'a', len);
	memcpy(text, AB "Subject: ", strlen(AB) + 9);
	split(text, len, got, sizeof(got));
	assert_string_equal(got, "status 4");
	free(text);
}

static void takes_content(void **state)
{
	static const struct {
		const char *in, *out;
		bool unquote;
	} cases[] = {
		{ RD "A: b\n\n>From c\n>>From d\n> From\n>From\n\n",
		  "A: b\n\nFrom c\n>From d\n> From\n>From\n", true },
		{ RD "A: b\n\n>From c\n\n", "A: b\n\n>From c\n", false },
		{ RD "A: b\r\n\r\nc\r\r\nd\r\n\r\n", "A: b\n\nc\r\nd\n", true },
		{ RD "A: b\r\n\r\nc\r\n\n", "A: b\n\nc\n", true },
		{ RD "A: b\n\nc\r\nd\n", "A: b\n\nc\r\nd\n", true },
		{ RD "A: b\n\nc\n\n\n", "A: b\n\nc\n\n", true },
		{ RD "A: b\n\nc", "A: b\n\nc", true },
		{ RD, "", true },
	};
	size_t i, len;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct mbox_mail mail = {
			.data = cases[i].in, .len = strlen(cases[i].in),
		};
		char *got = mbox_content(&mail, cases[i].unquote, &len);

		assert_string_equal(got, cases[i].out);
		assert_int_equal(len, strlen(cases[i].out));
		free(got);
	}
}

/* VERSION NUMBER/TOTAL|PREFIX|TEXT, or why not. */
static void reads_subjects(void **state)
{
	static const char *const cases[][2] = {
		{ "[PATCH] a", "1 1/1 n|PATCH|a" },
		{ "[PATCH 2/3] a", "1 2/3|PATCH|a" },
		{ "[PATCH v6,19/24] a", "6 19/24|PATCH|a" },
		{ "[PATCH1/8] a", "1 1/8|PATCH|a" },
		{ "[RFC PATCH v2 0/3] a", "2 0/3|RFC PATCH|a" },
		{ "[PATCH 1/2 v3] a", "3 1/2|PATCH|a" },
		{ "[PATCHv3 1/2] a", "3 1/2|PATCH|a" },
		{ "[PATCH-v3 01/12] a", "3 1/12|PATCH|a" },
		{ "[PATCH RESEND V4 1/2]a", "4 1/2|PATCH RESEND|a" },
		{ "[PATCH 1/2][v3] a", "3 1/2|PATCH|a" },
		{ "[PATCH v2 1/2] [media] a", "2 1/2|PATCH|[media] a" },
		{ "[lkml] [PATCH net-next 1/2] a",
		  "1 1/2|PATCH net-next|a" },
		{ "[PATCH drm/i915 5.10 v4l2-core 1/2] a",
		  "1 1/2|PATCH drm/i915 5.10 v4l2-core|a" },
		{ "[RFC 1/2] a", "1 1/2|RFC|a" },
		{ "[RFC v2 1/2] a", "2 1/2|RFC|a" },
		{ "[RFC] a", "-" }, { "[media] a", "-" }, { "a", "-" },
		{ "Re: [PATCH] a", "-" }, { "RE : [PATCH] a", "-" },
		{ "Re[2]: [PATCH] a", "-" }, { "Fwd: [PATCH] a", "-" },
		{ "[lkml] Re: [PATCH] a", "-" }, { "Re^2: [PATCH] a", "-" },
		{ "[PATCH", "-" }, { "", "-" },
		{ "[PATCH v5.1 10/12] a", "!" }, { "[PATCH 0.5/5] a", "!" },
		{ "[PATCH x/5] a", "!" }, { "[PATCH 6/5] a", "!" },
		{ "[PATCH 0/0] a", "!" }, { "[PATCH 1/2 2/2] a", "!" },
		{ "[PATCH v2 v3 1/2] a", "!" }, { "[PATCH v0 1/2] a", "!" },
		{ "[PATCH v 2 1/2] a", "!" }, { "[PATCH v2-1/2] a", "!" },
		{ "[PATCH 1/2/3] a", "!" }, { "[PATCH 1/1000] a", "!" },
		{ "[PATCH 1/99999999999999999999] a", "!" },
		{ "[PATCH v99999 1/2] a", "!" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct subject s;
		char *got;

		subject_parse(cases[i][0], &s);
		got = !s.patch ? xstrdup("-") : s.fault ? xstrdup("!") :
			xasprintf("%u %u/%u%s|%s|%s", s.version, s.number,
				  s.total, s.numbered ? "" : " n", s.prefix,
				  s.text);
		if (strcmp(got, cases[i][1]))
			print_error("%s\n", cases[i][0]);
		assert_string_equal(got, cases[i][1]);
		free(got);
		subject_free(&s);
	}
}

static void reads_heads(void **state)
{
	static const char raw[] = RD
		"Subject: =?utf-8?q?[PATCH_1/2]?=\n\tb\n"
		"message-id: (comment) <AbC@d>\n"
		"References: <1@a> <2@a>\n <3@a>\n"
		"In-Reply-To: <3@a>\n\nMessage-ID: <body>\n";
	static const char reply[] = "Subject: Re: [PATCH] a\n\n";
	struct mail_head h;

	(void)state;
	assert_true(mail_head_read(raw, sizeof(raw) - 1, &h));
	assert_string_equal(h.id, "AbC@d");
	assert_string_equal(h.subject, "[PATCH 1/2] b");
	assert_int_equal(h.nr_refs, 3);
	assert_string_equal(h.refs[0], "3@a");
	assert_string_equal(h.refs[1], "2@a");
	assert_string_equal(h.refs[2], "1@a");
	mail_head_free(&h);
	assert_false(mail_head_read(reply, sizeof(reply) - 1, &h));
	assert_false(mail_head_read("", 0, &h));
}

static void decodes(void **state)
{
	static const char raw[] =
		"From: =?utf-8?q?M=C3=BC?= <m@b>\nDate: Tue, 3 Mar 2026 15:08:38 +0000\n"
		"Subject: [PATCH] a\n b\nMessage-ID: <i>\n"
		"Content-Type: text/plain; charset=ISO-8859-1\n"
		"Content-Transfer-Encoding: quoted-printable\n\n"
		"From: =3D?utf-8?q?J=3DC3=3DB6?=3D <j@b>\n\n"
		"Gr=FC=\nn\n---\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n";
	struct mail m;
	size_t len;
	char *out;

	(void)state;
	assert_int_equal(mail_decode("test", raw, sizeof(raw) - 1, true, &m),
			 0);
	assert_string_equal(m.from, "J\303\266 <j@b>");
	assert_string_equal(m.subject, "[PATCH] a b");
	assert_string_equal(m.iso, "2026-03-03");
	assert_memory_equal(m.body, "Gr\303\274n\n---\n", 10);
	assert_int_equal(m.log_len, 6);
	assert_true(m.diff && !m.guard);
	out = mail_format(&m, "a b", &len);
	assert_int_equal(strlen(out), len);
	assert_non_null(strstr(out, "\nSubject: a b\nMIME-Version: 1.0\n"));
	free(out);
	mail_free(&m);
	assert_int_equal(mail_decode("test", "", 0, true, &m), ST_REFUSED);
	assert_null(m.body);
}

static void add(struct thread *t, const char *id, const char *subject,
		const char *ref, size_t index)
{
	char *refs[] = { (char *)ref };
	struct mail_head h = {
		(char *)id, (char *)subject, refs, ref ? 1 : 0,
	};

	thread_add(t, &h, index);
}

static void chooses(void **state)
{
	struct thread *t = thread_new("test");
	struct choice c;

	(void)state;
	assert_int_equal(thread_choose(t, 0, NULL, &c), ST_REFUSED);
	add(t, "a0", "[PATCH v2 0/2] a", NULL, 0);
	add(t, "b1", "[PATCH v3 1/2] a", "a0", 1);
	add(t, "a2", "[PATCH v2 2/2] a", "a0", 2);
	add(t, "a1", "[PATCH v2 1/2] a", "a0", 7);
	assert_int_equal(thread_choose(t, 0, NULL, &c), 0);
	assert_int_equal(c.version, 2);
	assert_int_equal(c.nr, 3);
	assert_int_equal(c.mails[1].index, 7);
	assert_string_equal(c.mails[1].id, "a1");
	choice_free(&c);
	assert_int_equal(thread_choose(t, 3, NULL, &c), ST_REFUSED);
	assert_int_equal(thread_choose(t, 4, NULL, &c), ST_MISSING);
	assert_int_equal(thread_choose(t, 0, "A1", &c), ST_MISSING);
	/* The other half of v3 answers the same mail of v2. */
	add(t, "b2", "[PATCH v3 2/2] a", "a0", 8);
	assert_int_equal(thread_choose(t, 0, NULL, &c), 0);
	assert_int_equal(c.version, 3);
	choice_free(&c);
	/* Another series with that version, in no thread but of one run. */
	add(t, "20260303150840.378-2-a@b", "[PATCH v3 2/2] x", NULL, 9);
	add(t, "20260303150840.378-1-a@b", "[PATCH v3 1/2] x", NULL, 10);
	assert_int_equal(thread_choose(t, 0, NULL, &c), ST_REFUSED);
	assert_int_equal(thread_choose(t, 0, "20260303150840.378-1-a@b", &c),
			 0);
	assert_int_equal(c.nr, 2);
	choice_free(&c);
	/* A mail that is not understood counts where it is near. */
	add(t, "c", "[PATCH v3.1 2/2] x", "a0", 11);
	assert_int_equal(thread_choose(t, 3, "20260303150840.378-1-a@b", &c),
			 0);
	choice_free(&c);
	assert_int_equal(thread_choose(t, 3, "b2", &c), ST_REFUSED);
	thread_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(splits),
		cmocka_unit_test(knows_from_lines),
		cmocka_unit_test(cuts),
		cmocka_unit_test(takes_content),
		cmocka_unit_test(reads_subjects),
		cmocka_unit_test(reads_heads),
		cmocka_unit_test(decodes),
		cmocka_unit_test(chooses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
