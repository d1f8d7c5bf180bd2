#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Every revision on every kernel: quilt, git am and patchbench make one tree of
# it, and the result id is the manifest's.

. "$(dirname "$0")/tap.sh"

pb=${PATCHBENCH:-$root/build/patchbench}
cd "$root" || exit 1
for base in $(sed -n 's/^# \(Base\|Also\|Merged\): \([^ ]*\).*/\2/p' series/*/* | sort -u)
do
	scripts/kernel/sources "$base" 2>"$tmp/err" ||
		diag "$base is not tried: $(tail -n 1 "$tmp/err")"
done

run 0 'every manifest holds' "$pb" apply --full
diag "$err"
sed -n 's/^\([^ ]*\) \([^ ]*\) applies \([0-9a-f]*\).*/\1 \2 \3/p' "$tmp/out" \
	>"$tmp/applies"
ok 'there are revisions that apply' test -s "$tmp/applies"
while read -r revision base result
do
	run 0 "$revision on $base by three routes" \
		scripts/kernel/routes "${revision%/*}" "${revision#*/}" "$base"
	is "$(printf '%s\n' "$out" | cut -d ' ' -f 2 | sort -u)" "$result" \
		"$revision on $base: one tree, the result id"
done <"$tmp/applies"
run 0 'everything the repository holds' "$pb" check
done_testing
