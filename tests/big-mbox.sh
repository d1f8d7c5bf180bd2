#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# big-mbox.sh MAILS BYTES	a mailbox of that many mails, on standard output
#
# The 12 patches of v5 of a series, among answers to it and patches of older
# revisions of others, each with about BYTES bytes of text.

test $# = 2 || { echo 'usage: big-mbox.sh MAILS BYTES' >&2; exit 2; }
awk -v mails="$1" -v bytes="$2" '
function head(subject, id, ref) {
	printf "From mboxrd@z Thu Jan  1 00:00:00 1970\n"
	printf "From: A U Thor <author@example.org>\n"
	printf "Date: Tue, 3 Mar 2026 15:08:38 +0000\n"
	printf "Subject: %s\nMessage-ID: <%s>\n", subject, id
	if (ref)
		printf "In-Reply-To: <%s>\nReferences: <%s>\n", ref, ref
	printf "\n"
}
BEGIN {
	line = "This line is here to be read over, and it says nothing at all.\n"
	for (filler = ""; length(filler) < bytes - 300; )
		filler = filler line
	head("[PATCH v5 0/12] sub: A series", "v5-0@big", "")
	printf "The text of the cover.\n\n"
	for (i = 1; i < mails; i++) {
		# The patches lie far from each other.
		n = int(i * 12 / mails) + 1
		if (n != last) {
			head("[PATCH v5 " n "/12] sub: Change " n, "v5-" n "@big",
				"v5-0@big")
			printf "A log.\n---\n f%d | 1 +\n\n", n
			printf "diff --git a/f%d b/f%d\nnew file mode 100644\n", n, n
			printf "index 0000000..1111111\n--- /dev/null\n+++ b/f%d\n", n
			printf "@@ -0,0 +1 @@\n+line\n-- \n2.39\n\n"
			last = n
			continue
		}
		if (i % 3)
			head("Re: [PATCH v5 " n "/12] sub: Change " n, i "@big",
				"v5-" n "@big")
		else
			head("[PATCH v" i % 4 + 1 " " i % 7 + 1 "/7] other: Change " i,
				i "@big", "other-" int(i / 7) "@big")
		printf "%s\n", filler
	}
}'
