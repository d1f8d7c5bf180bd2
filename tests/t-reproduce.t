#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench reproduce: published figures beside made-up records, and beside
# those of the repository.

. "$(dirname "$0")/tap.sh"
. "$root/tests/records.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
ref=$tmp/ref

# v5 costs something on arm64, and on x86_64 nothing
for session in 1 2
do
	for cell in arm64:base:-:off:300 arm64:base:-:on:360 \
		arm64:kstack:v5:on:320 x86_64:base:-:off:300 \
		x86_64:base:-:on:310 x86_64:kstack:v5:on:300
	do
		IFS=: read -r arch stack rev params fast <<-EOC
		$cell
		EOC
		cpu=neoverse-n1
		test $arch = arm64 || cpu=Nehalem
		icount "$ref/bench/$arch/v6.19.6/$stack/$rev/$params/$session.record" \
			$arch $cpu $stack $rev $params $session $fast \
			$((2 * fast))
		echo "$arch v6.19.6 $stack $rev $params bench -" >>"$tmp/plan.all"
	done
done
sort -u "$tmp/plan.all" >"$tmp/plan"

reproduce () {
	"$patchbench" reproduce --published "$root/bench-data/published" \
		--plan "$tmp/plan" --data "$root/bench-data" --sessions 2 \
		--from-reference "$ref" "$@"
}

run 0 'on against off, arm64' reproduce kstack-cover-arm64
like "$out" '^| syscall/getpid  | mean  |  (R) 15.62% | (R) 20.00% |  *agrees |$' \
	'published, measured, the direction'
like "$out" '(ns) |    (insns) |' 'each unit stands above its own column'
like "$out" '|     1.55% |  *(R) 6.67% | n/c: unmarked |' \
	'what was not marked has no direction'
like "$out" '^| syscall/invalid | mean  |.*| *- | *n/c: absent |$' \
	'a benchmark that was not measured'
like "$out" '^kstack-cover-arm64: 10 of 18 agree in direction, 0 disagree, 8' \
	'the summary'

like "$out" 'published on v6.18-rc5' 'that the kernels are two'
like "$out" '^Wrong as posted: the figures are the same in v2 to v5' \
	'figures carried over are called so'
like "$out" '^n/c: cannot be compared. absent: no such benchmark' \
	'what n/c and its reason mean'

run 0 'a disagreement is no failure' reproduce kstack-cover-x86
like "$out" '|  (R) 4.60% |  *0.00% |  *disagrees |' 'it is said'
like "$out" '| (R) 13.32% | (R) 3.33% |  *n/c: unit |' \
	'a counter that is read in one instruction proves nothing'
like "$(printf %s "$out" | tr '\n' ' ')" \
	'0 of 18 agree in direction, 5 disagree, 13 cannot be compared (unit: 6, absent: 6, undecided: 1)' \
	'they are counted'

run 0 'the series against none' reproduce kstack-commit
like "$out" '^arm64 kstack/v5/on against base/on:' 'another baseline'
like "$out" '|  (I) -9.50% | (I) -11.11% |  *agrees |' 'of the same records'
run 0 'no benchmark of ours' reproduce slub-freelist-random
like "$out" ' 102.38% | *- | n/c: absent |' \
	'each figure is there'

run 0 'as CSV' reproduce kstack-cover-arm64 --form csv
is "$(awk -F, -v OFS=, 'NR == 2 { $12 = sprintf("%.4f", $12); print }' "$tmp/out")" \
	'kstack-cover-arm64,v5,arm64,base/on,base/off,syscall/getpid,mean,ns,15.62,R,insns,20.0000,R,agrees,' \
	'a line for a figure'
is "$(wc -l <"$tmp/out" | tr -d ' ')" 19 'for each'
is "$(awk -F, 'NF != 15' "$tmp/out")" '' 'of as many fields'

run 3 'a revision that was not measured' reproduce kstack-commit --rev v4
like "$err" 'kstack/v4/on: the plan has no such cell' 'it is named'
is "$out" '' 'nothing is printed'
mv "$ref/bench/arm64/v6.19.6/kstack/v5/on/2.record" "$tmp/keep"
run 3 'a record that is missing' reproduce kstack-cover-arm64
like "$err" 'arm64 v6.19.6 kstack/v5/on: no reference record of session 2' \
	'it is named'
mv "$tmp/keep" "$ref/bench/arm64/v6.19.6/kstack/v5/on/2.record"
run 2 'no such form' reproduce --form pdf
run 2 'a revision of all tables' reproduce --rev v3
run 2 'no such table' reproduce nothing

# The records of the repository, as the documentation prints them.
cells=$tmp/cells
"$patchbench" published --published "$root/bench-data/published" --cells >"$cells"
plan_cells () {
	PATCHBENCH="$patchbench" "$root/scripts/plan-cells" --no-images \
		v6.19.6 bench <"$cells"
}
run 0 'the plan of all tables' plan_cells
is "$(wc -l <"$tmp/out" | tr -d ' ')" 7 'has the cells that they name'
is "$(sort "$tmp/out" | uniq -d)" '' 'and none of them twice'
cp "$tmp/out" "$tmp/plan"
run 0 'all tables, records of the repository' "$patchbench" reproduce \
	--published "$root/bench-data/published" --plan "$tmp/plan" \
	--data "$root/bench-data" --from-reference "$root/bench-data/results"
summary='All tables: 50 of 91 agree in direction, 0 disagree, 41 cannot be compared.'
like "$out" "^$summary\$" 'the summary of all'
is "$(awk 'length > 75' "$tmp/out")" '' 'no line is wider than 75 columns'
is "$(grep -c '(ns).*(insns)' "$tmp/out")" 8 'units stand apart in every header'
like "$(cat "$root/docs/reproduce.md")" "$summary" 'is that of docs/reproduce.md'

# Another stack, without that revision, and one architecture change nothing.
front_door () {
	make -s -C "$root" reproduce REFERENCE=yes OUT="$tmp/out-dir" \
		TABLE=kstack-commit REV=v3 "$@"
}
run 0 'from the front door' front_door
cp "$tmp/out" "$tmp/plain"
like "$out" '^kstack-commit, as posted in v3$' 'the revision asked for'
run 0 'of another stack and one architecture' front_door STACK=get-random ARCH=x86_64
ok 'the same' cmp "$tmp/plain" "$tmp/out"
done_testing
