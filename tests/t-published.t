#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench published: the five tables byte for byte as they were posted, which
# tests/published holds, and that what is changed in the data changes there only.

. "$(dirname "$0")/tap.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
data=$root/bench-data/published

published () {
	"$patchbench" published --published "${folder:-$data}" "$@"
}

for expected in "$root"/tests/published/*
do
	table=${expected##*/}
	case $table in
	*-v[0-9])
		rev=${table##*-} table=${table%-v[0-9]}
		run 0 "$table, $rev" published "$table" --rev "$rev" ;;
	*)
		rev=
		run 0 "$table" published "$table" ;;
	esac
	ok "$table${rev:+, $rev}: as it was posted" cmp "$expected" "$tmp/out"
done

# Between the first posting and the last only labels changed.
for rev in v3 v4
do
	run 0 "cover, $rev" published kstack-cover-arm64 --rev $rev
	ok "cover, $rev: as in v2" \
		cmp "$root/tests/published/kstack-cover-arm64-v2" "$tmp/out"
done
run 0 'commit, v4' published kstack-commit --rev v4
ok 'commit, v4: as in v3' cmp "$root/tests/published/kstack-commit-v3" "$tmp/out"
for table in kstack-cover-arm64 kstack-cover-x86 kstack-commit
do
	published $table >"$tmp/newest"
	run 0 "$table, v5" published $table --rev v5
	ok "$table: v5 is the newest" cmp "$tmp/newest" "$tmp/out"
done
for rev in v2 v3 v4
do
	run 0 "x86, $rev" published kstack-cover-x86 --rev $rev
	sed 's/ per-cpu-prng |$/per-task-prng |/' \
		"$root/tests/published/kstack-cover-x86" >"$tmp/wanted"
	ok "x86, $rev: the older label, and all else as in v5" \
		cmp "$tmp/wanted" "$tmp/out"
done

# changed NAME SED-SCRIPT LINES: with the data of the arm64 cover changed, the
# table differs in these lines only, which are printed as they are then
changed () {
	mkdir -p "$tmp/changed"
	sed "$2" "$data/kstack-cover-arm64" >"$tmp/changed/kstack-cover-arm64"
	folder=$tmp/changed
	run 0 "$1" published kstack-cover-arm64
	folder=
	is "$(diff "$root/tests/published/kstack-cover-arm64" "$tmp/out" |
		sed -n 's/^> //p')" "$3" "$1: that cell and no other"
}
changed 'a figure' 's/^\(row syscall.getpid p99 \)155.01R/\1155.02R/' \
'|                 | p99 (ns)     | (R) 155.02% |     (R) 3.20% |'
changed 'a mark' 's/ 1.77$/ 1.77R/' \
'|                 | p99.9 (ns)   | (R) 153.67% |     (R) 1.77% |'
changed 'a mark less' 's/ 2.12R$/ 2.12/' \
'| syscall/getppid | mean (ns)    |  (R) 14.09% |         2.12% |'
changed 'a label' 's/^label v5 15 per-cpu-prng/label v5 15 per-CPU/' \
'| Benchmark       | Result Class |   v6.18-rc5 |       per-CPU |'
changed 'the second line of one' 's/,rndstack-on,/,rndstack,/' \
'|                 |              |    rndstack |               |'
changed 'a caption' 's/^caption .*/caption arm64:/' 'arm64:'

run 0 'the list' published
for table in "$data"/*
do
	like "$out" "^${table##*/}\$" "it has ${table##*/}"
done
is "$(printf '%s\n' "$out" | grep -c '^  wrong ')" 5 'with what is wrong with each'
like "$out" 'v4 2026-01-19 20260119130122.1283821-1-' 'and where it was posted'
like "$out" 'x86_64 base/on (tsc) against base/off (none)' 'and what it compares'

run 0 'the kernels that one needs' published --cells kstack-commit --rev v3
is "$out" 'arm64 base -
arm64 kstack v3
x86_64 base -
x86_64 kstack v3' 'each once'

run 0 'those of a table that nothing repeats' published --cells slub-freelist-random
is "$out$err" '' 'are none'

run 2 'a table that there is not' published nothing
like "$err" "'nothing'; there are: fast-get-random-arm64 " 'the known ones are named'
run 2 'a path is no table' published ../kernels
run 2 'a revision it was not posted with' published kstack-commit --rev v2
like "$err" "kstack-commit was not posted with revision 'v2'" 'it is named'
run 2 'a revision of all' published --rev v3
run 2 'two tables' published kstack-commit kstack-cover-x86
run 2 'no folder named' "$patchbench" published
folder=$tmp/none
run 3 'a folder that there is not' published
folder=$tmp/bad
mkdir "$folder"
printf 'published 1\nrow x\n' >"$folder/bad"
run 4 'a damaged table' published
like "$err" "bad/bad:2: row: no column" 'file and line are named'
is "$out" '' 'nothing is printed'
head -c 2000000 /dev/zero >"$folder/bad"
run 4 'one of 2 MB' published
ln -sf /etc/passwd "$folder/bad"
run 4 'something else behind its name' published
unlike "$err" root 'whose content stays there'
done_testing
