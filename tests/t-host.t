#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The running kernel: a short measurement of it, and labels that contradict it.

. "$(dirname "$0")/tap.sh"

pb=${PATCHBENCH:-$root/build/patchbench}
arch=$(uname -m | sed 's/aarch64/arm64/')
program=$root/build/guest/$arch/syscall-latency
test -x "$program" || {
	skip "no guest program for $arch" 'the running kernel'
	done_testing
	exit
}

host () {
	"$pb" host --program "$program" --store "$tmp/store" \
		--data "$root/bench-data" --samples 2000 --sessions 2 "$@"
}
table () {
	"$pb" table --backend host --store "$tmp/store" \
		--data "$root/bench-data" "$@"
}

# A kernel that hides its configuration must be told its parameters.
parameters=
host >"$tmp/out" 2>"$tmp/err"
status=$?
if test $status = 2 && grep -q 'say PARAMS=on or PARAMS=off' "$tmp/err"
then
	parameters='--params off'
fi
run 0 'the running kernel is measured' host $parameters
is "$out" '' 'nothing is on standard output'
record=$(find "$tmp/store/host" -name 1.record)
for line in '^backend host$' '^unit ns$' '^samples 2000$' '^fact governor ' \
	'^fact turbo ' '^fact smt ' '^fact steal-ticks [0-9]' \
	'^fact virtual-machine ' '^fact boot ' \
	"^kernel-release $(uname -r | sed 's/[.]/[.]/g')\$"
do
	like "$(cat "$record")" "$line" "its record has $line"
done
before=$(sha256sum "$record")
run 0 'again' host $parameters
is "$(sha256sum "$record")" "$before" 'it is not measured again'
run 0 'with --force' host $parameters --force
unlike "$before" "$(sha256sum "$record" | cut -c 1-64)" 'it is'
run 0 'its table' table
like "$out" '| mean (ns) ' 'is in ns'
like "$out" 'Machine: counter of [0-9]* Hz' 'with the facts of the machine'
like "$out" '2 sessions, 1 boot' 'and says that both are of one boot'

run 4 'another base' host $parameters --base v1.2.3
like "$err" 'the running kernel is v.* not v1.2.3' 'names both'
run 2 'unknown parameters' host --params sometimes
run 2 'a revision of nothing' host $parameters --rev v5
run 2 'a stack without its revision' host $parameters --stack kstack
run 2 'a name that climbs' host $parameters --stack ../x --rev v5
run 0 'a label that the kernel cannot contradict' \
	host $parameters --stack kstack --rev v5
like "$(cat "$(find "$tmp/store/host" -path '*kstack/v5*' -name 1.record)")" \
	'^fact stack-check unchecked$' 'is marked as unchecked'
run 0 'two kernels side by side' table
like "$out" 'kstack/v5\|v5' 'both have a column'
run 3 'a program that is not there' "$pb" host --program "$tmp/none" \
	--store "$tmp/store" --data "$root/bench-data"
done_testing
