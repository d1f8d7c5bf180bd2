#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench table: its rules, baselines and forms, and what one figure is made
# of. Records are made up; each value expected here was worked out by hand or
# with R.

. "$(dirname "$0")/tap.sh"
. "$root/tests/records.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
ref=$tmp/ref

# cell STACK REV PARAMETERS FAST...: a session for each FAST, all calls but 20 of
# 1000 take that many instructions, those 1000
cell () {
	folder=$ref/bench/arm64/v6.19.6/$1/$2/$3 stack=$1 rev=$2 params=$3
	shift 3
	session=0
	for fast
	do
		session=$((session + 1))
		icount "$folder/$session.record" arm64 neoverse-n1 $stack $rev \
			$params $session $fast 1000
	done
}

cell base - off 300 301 302 303 304 305
cell base - on 360 360 360 360 360 360
cell kstack v5 on 304 305 306 307 308 309
cell kstack v4 on 300 302 301 303 305 304
cat >"$tmp/plan" <<EOP
arm64 v6.19.6 base - off bench -
arm64 v6.19.6 base - on bench -
arm64 v6.19.6 kstack v4 on bench - per-task|prng
arm64 v6.19.6 kstack v5 on bench - per-cpu-prng
EOP

table () {
	"$patchbench" table --plan "$tmp/plan" --data "$root/bench-data" \
		--from-reference "$ref" --sessions 6 --samples 1000 "$@"
}

# row CLASS: that row of syscall/getpid in the grid last printed
row () {
	sed -n "/^| syscall\/getpid/,/^+-/s/^|[^|]*| $1 ([a-z]*) *| *//p" \
		"$tmp/out" | tr -s ' '
}

# v5's mean is 3.92 more than the baseline's, and half an interval 1.92: they
# part by a hair.
run 0 'the rule of the published tables' table
is "$(row p99)" '0.00% | 0.00% | 0.00% |' 'what is exactly the same has no mark'
is "$(row mean)" '(R) 17.81% | 0.00% | (R) 1.24% |' 'by intervals, the means'
like "$out" 'do not overlap' 'the rule is named'
like "$out" '18 comparisons' 'comparisons are counted'
like "$out" 'odd against even sessions' 'the floor is of halves'

run 0 'by a test' table --rule test --form csv
# Rscript -e 't.test(.98 * 300:305, .98 * 304:309)$p.value'
p=$(awk -F, '$6 == "base/-/off" && $5 == "kstack/v5/on" &&
	$7 == "syscall/getpid" && $8 == "mean" { printf "%.6f", $18 }' "$tmp/out")
is "$p" 0.004086 "Welch's p is R's"
p=$(awk -F, '$5 == "kstack/v4/on" && $7 == "syscall/getpid" && $8 == "mean" {
	print $18 }' "$tmp/out")
is "$p" 1 'the same sessions in another order: 1'

run 0 'by a test, corrected' table --rule test --holm
like "$out" 'Holm' 'it is named'
run 2 'Holm without a test' table --holm
like "$err" 'rule test' 'it says why'
run 2 'no such rule' table --rule luck
like "$err" "'luck'" 'it is named'

# Any column is the baseline, of the same records.
run 0 'against another' table --baseline base/on
like "$out" 'parameters on;' 'it is named'
is "$(row mean)" '(I) -15.12% | (I) -15.12% | (I) -14.06% |' 'changes turn round'
run 0 'against a revision' table --baseline kstack/v4/on
like "$out" 'Against kstack v4' 'it is named'
run 3 'a baseline that is not there' table --baseline kstack/v3/on
is "$out" '' 'nothing is printed'
like "$err" 'no cell kstack/v3/on' 'it is named'
run 3 'no name of a column' table --baseline kstack
like "$err" 'no cell kstack$' 'it is named'

# The forms say the same.
run 0 'Markdown' table --form markdown
like "$out" '| syscall/getpid | mean (insns) | (R) 17.81% | 0.00% | (R) 1.24% |' \
	'a row'
like "$out" 'per-task\|prng' 'a bar in a label is no column'
run 0 'CSV' table --form csv
is "$(awk -F, 'NF != 20' "$tmp/out")" '' 'as many fields in every row'
is "$(wc -l <"$tmp/out" | tr -d ' ')" 25 'a row for each figure of each column'
run 0 'JSON' table --form json
cat >"$tmp/read.py" <<'EOP'
import json, sys
t = json.load(open(sys.argv[1]))["tables"][0]
f = [f for f in t["figures"] if (f["column"], f["benchmark"], f["class"]) ==
     ("kstack/v5/on", "syscall/getpid", "mean")][0]
print(t["unit"], len(t["columns"]), round(f["value"], 6), f["mark"],
      round(f["percent"], 4), f["sessions"])
EOP
is "$(python3 "$tmp/read.py" "$tmp/out" 2>&1)" \
	'insns 4 320.37 R 1.2387 [317.92, 318.9, 319.88, 320.86, 321.84, 322.82]' \
	'it reads as JSON, every session in it'
run 2 'no such form' table --form pdf
like "$err" "'pdf'" 'it is named'

run 0 'no wider than 60' table --width 60
is "$(awk 'length > 60' "$tmp/out")" '' 'no line is'
is "$(grep -c '^+=' "$tmp/out")" 3 'the table is in parts'
is "$(grep -c 'per-cpu-prng' "$tmp/out")" 1 'each column stands in one'
run 2 'too narrow for a column' table --width 10
run 2 'no number' table --width wide

# From a figure to its records.
run 0 'what a figure is made of' table --explain kstack/v5/on:syscall/getpid:p99
like "$out" '^value  *1000' 'its value' || diag "$out"
for session in 1 2 3 4 5 6
do
	record=$ref/bench/arm64/v6.19.6/kstack/v5/on/$session.record
	like "$out" "$record" "session $session: its record"
	like "$out" "sha256 $(sha256sum <"$record" | cut -d ' ' -f 1)" \
		'and its hash'
done
like "$out" 'rank 990 of 1000' 'which call it is'
like "$out" 'make bench BASE=v6.19.6 ARCH=arm64 CONFIG=bench STACK=kstack REV=v5' \
	'and the command that makes it again'
run 2 'a column that is not there' table --explain kstack/v1/on:syscall/getpid:p99
like "$err" 'kstack/v1/on' 'it is named'
run 2 'a benchmark that is not there' table --explain base/off:syscall/fork:p99
like "$err" 'syscall/fork' 'it is named'
run 2 'no class' table --explain base/off:syscall/getpid:p98
like "$err" "p98" 'it is named'
run 2 'nothing to explain' table --explain base

# One session: order statistics say what it can.
run 0 'one session' table --sessions 1 --full
like "$(printf %s "$out" | tr '\n' ' ')" 'percentile by order statistics' 'its interval is named as such'
like "$out" ' 300.00 \[300, 300\]' 'and printed'

# The baseline against itself, from sessions of their own.
for session in 7 8 9 10 11 12
do
	icount "$ref/bench/arm64/v6.19.6/base/-/off/$session.record" arm64 \
		neoverse-n1 base - off $session $((293 + session)) 1000
done
run 0 'the baseline against itself' table
like "$(printf %s "$out" | tr '\n' ' ')" 'itself (sessions 7 to 12 against the' \
	'it is of sessions of their own'
# Of syscall/getppid one call takes as much more as the session's number says:
# 6 in 1000 calls of 316.45.
like "$(printf %s "$out" | tr '\n' ' ')" \
	'differs by 0.0019% at most (syscall/getppid mean), 0 of 6 figures marked' \
	'and what they differ by'
done_testing
