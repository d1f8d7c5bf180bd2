// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: a mailbox is split and a revision chosen; each mail is decoded,
 * and what is written of it reads back as the same mail.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mail.h"
#include "mbox.h"
#include "patchbench.h"
#include "thread.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_back(const struct mail *m)
{
	struct subject s;
	struct mail again;
	struct mbox_mail mail = { .index = 0 };
	char *out, *content;
	size_t len;

	subject_parse(m->subject, &s);
	if (s.patch && *s.text && *s.text != '[') {
		out = mail_format(m, s.text, &len);
		mail.data = out;
		mail.len = len;
		content = mbox_content(&mail, false, &len);
		if (mail_decode("again", content, len, true, &again) ||
		    strcmp(again.from, m->from) ||
		    strcmp(again.subject, s.text))
			abort();
		mail_free(&again);
		free(content);
		free(out);
	}
	subject_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mbox *m = mbox_open_memory("fuzz", (const char *)data, size);
	struct thread *t = thread_new("fuzz");
	struct mbox_mail raw;
	struct choice choice;
	bool found;
	size_t i;

	while (!mbox_next(m, &raw, &found) && found) {
		struct mail_head head;
		struct mail mail;
		char *content;
		size_t len;

		if (mail_head_read(raw.data, raw.len, &head)) {
			thread_add(t, &head, raw.index);
			mail_head_free(&head);
		}
		content = mbox_content(&raw, raw.mboxrd, &len);
		if (len > raw.len || content[len])
			abort();
		if (!mail_decode("fuzz", content, len, raw.index & 1, &mail)) {
			if (raw.index & 1)
				read_back(&mail);
			mail_free(&mail);
		}
		free(content);
	}
	if (!thread_choose(t, 0, NULL, &choice)) {
		for (i = 1; i < choice.nr; i++) {
			unsigned int a = choice.mails[i - 1].number;
			unsigned int b = choice.mails[i].number;

			if (b > choice.total || b < a || b > a + 1)
				abort();
		}
		if (choice.mails[choice.nr - 1].number != choice.total)
			abort();
		choice_free(&choice);
	}
	thread_free(t);
	mbox_close(m);
	return 0;
}
