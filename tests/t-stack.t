#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The stacks the repository carries: what each patch changes, against the counts
# of what was posted; manifest and patches agree; no tag of a real person.

. "$(dirname "$0")/tap.sh"

pb=${PATCHBENCH:-$root/build/patchbench}
counts=$root/bench-data/counts

# git counts what the diff holds; nothing is applied.
for patch in $(sed '/^#/d;/^$/d' "$counts" | cut -d ' ' -f 1 | uniq)
do
	is "$(git apply --numstat "$root/patches/$patch" |
		awk '{ print $3, $1, $2 }' | sort)" \
		"$(sed -n "s|^$patch ||p" "$counts" | sort)" \
		"$patch changes what was posted"
done

for series in "$root"/series/*/*
do
	name=${series#"$root/series/"}
	run 0 "$name is a series" "$pb" series --patches "$root/patches" "$series"
	patches=$out
	# What was never posted has nothing to be compared with.
	posted=$("$pb" series --get Posted "$series")
	for patch in $patches
	do
		test "$posted" = no ||
		is "$(grep -c "^$patch " "$counts" | sed 's/^[1-9][0-9]*$/some/')" \
			some "$patch stands in bench-data/counts"
		is "$(grep -c -E '^(Signed-off|Acked|Reviewed|Tested)-by:|^Cc:' \
			"$root/patches/$patch")" 0 "$patch carries nobody's tag"
		test "$posted" = no ||
		like "$(sed '/^---$/q' "$root/patches/$patch")" \
			'^Link: https://lore.kernel.org/' "$patch links to what was posted"
		# The diffstat in the mail is that of its diff.
		sed '1,/^---$/d' "$root/patches/$patch" | sed '/^diff /,$d;/^$/d' |
			sed 's/|.*//;s/ *$//' | grep -v changed | sort >"$tmp/stat"
		git apply --stat "$root/patches/$patch" |
			sed 's/|.*//;s/ *$//' | grep -v changed | sort >"$tmp/diff"
		ok "$patch: its diffstat names its files" cmp "$tmp/stat" "$tmp/diff"
	done
	is "$("$pb" series --get Stack "$series")/$("$pb" series --get Revision "$series")" \
		"${name%%+*}" "$name: the manifest says so too"
done
done_testing
