#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The whole way on one architecture: real sources, real kernels, real QEMU, in
# the user's cache, where what is missing is fetched and built. Fewer calls and
# sessions than a report has, records and output in a folder of their own.

. "$(dirname "$0")/tap.sh"

arch=${PATCHBENCH_TEST_ARCH:-arm64}
cd "$root" || exit 1
unset MAKEFLAGS MFLAGS MAKELEVEL
export PATCHBENCH_STORE="$tmp/records"

make_it () {
	make -s "$@" ARCH=$arch SAMPLES=20000 SESSIONS=2 OUT="$tmp/made"
}

# value BENCHMARK CELL CLASS: a figure of a cell's record, in instructions
# (nearest rank, as docs/statistics.md defines it)
value () {
	awk -v benchmark="$1" -v class="$3" '
		/^histogram / {
			name = $2
			count = $3
			next
		}
		/^[0-9]+ [0-9]+$/ && name == benchmark {
			seen += $2
			sum += $1 * $2
			n = count
			if (p99 == "" && seen >= 0.99 * count)
				p99 = $1
			if (p50 == "" && seen >= 0.50 * count)
				p50 = $1
		}
		END { print class == "mean" ? sum / n : class == "p50" ? p50 : p99 }
	' "$(find "$PATCHBENCH_STORE/$arch"/v*/$2/ -name 1.record)"
}

# The first time it may have to fetch and to build: no time limit of its own.
make_it report >"$tmp/first" 2>"$tmp/err"
report $? 'make report' || diag "$(tail -n 30 "$tmp/err")"
like "$(sed 1q "$tmp/first")" "^$arch (QEMU icount, .*):\$" \
	'a caption names the architecture'
like "$(cat "$tmp/first")" '^| syscall/getpid  | mean (insns)  |' \
	'the rows are instructions'
is "$(grep -c '^+[-=+]*+$' "$tmp/first")" 5 'one grid with its rules'
is "$(grep '^[+|]' "$tmp/first" | awk '{ print length }' | sort -u |
	wc -l | tr -d ' ')" 1 'whose lines are equally long'
like "$(cat "$tmp/first")" 'per-cpu-prng' 'the revision has its label'
like "$(cat "$tmp/first")" '^Instructions, not time' 'and the caveat is there'

before=$(date +%s)
make_it report >"$tmp/second" 2>"$tmp/err"
report $? 'make report again'
ok 'it prints the same' cmp "$tmp/first" "$tmp/second"
ok 'in seconds' test $(($(date +%s) - before)) -le 10
unlike "$(cat "$tmp/err")" 'building\|session' 'nothing is built or measured'
make_it table >"$tmp/third" 2>/dev/null
ok 'make table prints it too' cmp "$tmp/first" "$tmp/third"

# Measured again, every histogram is the same.
hashes () {
	find "$PATCHBENCH_STORE" -name '*.record' | sort | xargs -r sha256sum
}
once=$(hashes)
is "$(printf '%s\n' "$once" | wc -l | tr -d ' ')" 6 'three cells, two sessions'
make_it bench FORCE=yes >"$tmp/out.force" 2>"$tmp/err"
report $? 'make bench FORCE=yes' || diag "$(tail -n 30 "$tmp/err")"
is "$(wc -c <"$tmp/out.force" | tr -d ' ')" 0 'prints nothing on standard output'
is "$(hashes)" "$once" 'every record is the same, hash by hash'
unlike "$(cat "$tmp/err")" 'differs' 'and no difference is reported'

# Interrupted while it measures.
rm -rf "$PATCHBENCH_STORE"
make -s bench ARCH=$arch SAMPLES=20000 SESSIONS=2 OUT="$tmp/made" JOBS=1 \
	>/dev/null 2>"$tmp/err" &
pid=$!
i=0
while ! hashes 2>/dev/null | grep -q record && test $i -lt 600
do
	sleep 0.2
	i=$((i + 1))
done
kill -TERM $pid
wait $pid 2>/dev/null
ok "interrupted, make says so" test $? != 0
hashes >"$tmp/kept"
touch "$tmp/then"
ok 'what was finished is there, and not all was' \
	test "$(wc -l <"$tmp/kept")" -ge 1 -a "$(wc -l <"$tmp/kept")" -lt 6
sleep 1
make_it bench >/dev/null 2>"$tmp/err"
report $? 'the next run completes' || diag "$(tail -n 30 "$tmp/err")"
is "$(hashes)" "$once" 'with the same result'
is "$(find "$PATCHBENCH_STORE" -name '*.record' ! -newer "$tmp/then" |
	sort | xargs sha256sum)" "$(cat "$tmp/kept")" \
	'and what was finished was not measured again'

# The real series on the real kernel: quilt and git come to one tree, and to
# the result id that the manifest has.
series=series/kstack/v5
export PATCHBENCH="${PATCHBENCH:-$root/build/patchbench}"
is "$(scripts/kernel/treeid --result kstack v5 v6.19.6)" \
	"$("$PATCHBENCH" series --get Result $series)" \
	'the result id is that of the manifest'
run 0 'make tree' make -s tree TREE="$tmp/tree" REV=v5
(
	cd "$tmp/tree" || exit 1
	unset PATCHBENCH_CACHE
	git status --porcelain >"$tmp/status"
	quilt push -a >"$tmp/push" 2>&1 && quilt applied >"$tmp/applied"
	GIT_INDEX_FILE=$tmp/index export GIT_INDEX_FILE
	cp "$(git rev-parse --git-path index)" "$tmp/index" 2>/dev/null ||
		git read-tree HEAD
	git add -A && git write-tree >"$tmp/pushed"
	unset GIT_INDEX_FILE
	quilt pop -a >"$tmp/pop" 2>&1 && git status --porcelain >"$tmp/after"
)
is "$(cat "$tmp/status")" '' 'its status is clean'
is "$(wc -l <"$tmp/applied" | tr -d ' ')" 2 'plain quilt push -a applies both patches'
unlike "$(cat "$tmp/push")" 'with fuzz\|(offset ' 'without fuzz or offset'
is "$(cat "$tmp/pushed")" "$(scripts/kernel/treeid kstack v5 v6.19.6)" \
	'to the tree that is built'
is "$(cat "$tmp/after")" '' 'and pop -a leaves it clean'

# What the figures must look like.
if test $arch = arm64
then
	for call in getpid getppid invalid
	do
		p50=$(value syscall/$call base/-/on p50)
		p99=$(value syscall/$call base/-/on p99)
		ok "$call, unpatched, on: p99 $p99 is at least 5 times p50 $p50" \
			test "$p99" -ge $((5 * p50))
		p50=$(value syscall/$call kstack/v5/on p50)
		p99=$(value syscall/$call kstack/v5/on p99)
		ok "$call, v5, on: p99 $p99 is within 5 % of p50 $p50" \
			test $((p99 * 100)) -le $((p50 * 105))
		ok "$call: the mean of v5 is below that of the unpatched kernel" \
			awk "BEGIN { exit !($(value syscall/$call kstack/v5/on mean) < \
				$(value syscall/$call base/-/on mean)) }"
	done
fi
done_testing
