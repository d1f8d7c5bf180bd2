#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Starting a revision as a copy of the one before it.

. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/fake-kernels.sh"
fake_kernel 1.0
fake_stacks
new=$root/scripts/new-revision
series=$tmp/series/demo
today=$(date -u +%Y-%m-%d)

# v2 shares a patch with v1, and has another one for the base v1.1; v1.2 has
# it already.
cat >"$series/v2" <<'END'
# A word to the reader.
# Stack: demo
# Revision: v2
# Prefix: PATCH v2
# Label: a-label
# Posted: 20260101.1@localhost
# Date: 2026-01-01
# Base: v1.0
# Result: 0123456789012345678901234567890123456789
# Also: v1.3 0123456789012345678901234567890123456789
# Merged: v1.4
demo/v1/0001-ten.patch
demo/v2/0001-eleven.patch
END
mkdir "$tmp/stacks/demo/v2+v1.1"
sed 's/eleven$/ELEVEN/' "$tmp/stacks/demo/v2/0001-eleven.patch" \
	>"$tmp/stacks/demo/v2+v1.1/0001-eleven.patch"
sed -e 's/^# Base: .*/# Base: v1.1/' -e '/^# Also/d' -e '/^# Merged/d' \
	-e 's|^demo/v2/|demo/v2+v1.1/|' "$series/v2" >"$series/v2+v1.1"
sed '1i # Merged: v1.2' "$series/v2+v1.1" >"$series/v2+v1.2"

# all: every file of the stack
all () {
	(cd "$tmp" && find series stacks | sort | xargs ls -dl --time-style=+)
}

run 2 'too few words' "$new" demo
run 2 'an unknown stack' "$new" nope v1
like "$err" "'nope' is unknown; known are: demo other" 'names the known'
run 2 'an unknown revision' "$new" demo v9
run 2 'a variant is no revision to start from' "$new" demo v2+v1.1
all >"$tmp/before"
run 4 'one that is there' "$new" demo v1
like "$err" 'series/demo/v2 is there already' 'is refused'
mkdir "$tmp/stacks/demo/v3"
run 4 'a folder of patches that is there' "$new" demo v2
like "$err" 'stacks/demo/v3 is there already' 'is refused'
rmdir "$tmp/stacks/demo/v3"
mv "$tmp/stacks/demo/v2+v1.1/0001-eleven.patch" "$tmp/kept"
run 3 'a patch that is missing' "$new" demo v2
mv "$tmp/kept" "$tmp/stacks/demo/v2+v1.1/0001-eleven.patch"
all >"$tmp/after"
ok 'nothing was changed by any of them' cmp "$tmp/before" "$tmp/after"

run 0 'the next revision' "$new" demo v2
is "$out" "$series/v3" 'the new series file is printed'
is "$(cat "$series/v3")" "# A word to the reader.
# Stack: demo
# Revision: v3
# Prefix: PATCH v3
# Label: a-label
# Posted: no
# Date: $today
# Base: v1.0
# Result: 0123456789012345678901234567890123456789
# Also: v1.3 0123456789012345678901234567890123456789
demo/v3/0001-ten.patch
demo/v3/0001-eleven.patch" 'is a copy: not posted, of today, with patches of its own'
ok 'a shared patch is copied' cmp "$tmp/stacks/demo/v3/0001-ten.patch" \
	"$tmp/stacks/demo/v1/0001-ten.patch"
ok 'as is its own' cmp "$tmp/stacks/demo/v3/0001-eleven.patch" \
	"$tmp/stacks/demo/v2/0001-eleven.patch"
is "$(sed -n '/^demo/p' "$series/v3+v1.1")" 'demo/v3/0001-ten.patch
demo/v3+v1.1/0001-eleven.patch' 'what is for another base is copied and shares likewise'
ok 'with its patch' cmp "$tmp/stacks/demo/v3+v1.1/0001-eleven.patch" \
	"$tmp/stacks/demo/v2+v1.1/0001-eleven.patch"
is "$(ls -A "$series" | xargs)" 'v1 v2 v2+v1.1 v2+v1.2 v3 v3+v1.1' \
	'what it was merged in is not, and nothing else is left'
is "$(ls -A "$tmp/stacks/demo" | xargs)" 'v1 v2 v2+v1.1 v3 v3+v1.1' \
	'among the patches neither'
run 0 'from the newest' "$new" demo newest
is "$out" "$series/v4" 'is the one after it'

# Two patches of one name.
mkdir -p "$tmp/stacks/other/v0"
sed 's/thirty/THIRTY/' "$tmp/stacks/other/v1/0001-thirty.patch" \
	>"$tmp/stacks/other/v0/0001-thirty.patch"
echo 'other/v0/0001-thirty.patch' >>"$tmp/series/other/v1"
run 4 'two patches that would be one file' "$new" other v1
is "$(ls -A "$tmp/series/other" "$tmp/stacks/other" | grep -c -e new -e v2)" 0 \
	'leave nothing behind'
done_testing
