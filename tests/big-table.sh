#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# big-table.sh	time and memory of a table over many records
#
# Makes 1,000 records of 10,000 distinct bins each (20 of one architecture's
# cells, 50 sessions), and prints what a table over them costs. Not part of
# `make test`: it writes 120 MB to TMPDIR. Status 1 above 5 s or 500 MiB.

. "$(dirname "$0")/tap.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
hash=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef

# bins FIRST: 4999 bins of one call each, in steps that are not all alike
bins () {
	awk -v t="$1" 'BEGIN {
		for (i = 0; i < 4999; i++) {
			t += 1 + i % 977
			print t, 1
		}
	}'
}

# one STACK REV PARAMETERS SESSION: a record on standard output
one () {
	cat <<-EOR
	patchbench record 1
	stack $1
	revision $2
	base v6.19.6
	arch arm64
	config bench
	parameters $3
	backend icount
	session $4
	seed $4
	unit insns
	samples 4999
	counter cntvct_el0
	frequency 1000000000
	image-key -
	image-sha256 $hash
	config-sha256 $hash
	guest-sha256 $hash
	tree -
	compiler -
	qemu -
	cpu neoverse-n1
	command -
	kernel-command-line -
	kernel-release 6.19.6
	histogram empty 1 1 0 0 0
	3 1
	histogram syscall/getpid 4999 4999 0 0 0
	EOR
	cat "$tmp/bins"
	echo "histogram syscall/getppid 4999 4999 0 0 0"
	cat "$tmp/bins"
}

cell () {
	echo "arm64 v6.19.6 $1 $2 $3 bench -" >>"$tmp/plan"
	session=0
	dir=$tmp/ref/bench/arm64/v6.19.6/$1/$2/$3
	mkdir -p "$dir"
	bins $((300 + $4)) >"$tmp/bins"
	while test $session -lt 50
	do
		session=$((session + 1))
		one "$1" "$2" "$3" $session >"$tmp/one"
		{
			cat "$tmp/one"
			echo "sha256 $(sha256sum <"$tmp/one" | cut -d ' ' -f 1)"
		} >"$dir/$session.record"
	done
}

cell base - off 0
cell base - on 1
rev=0
while test $rev -lt 18
do
	rev=$((rev + 1))
	cell kstack v$rev on $((rev * 7))
done
diag "$(find "$tmp/ref" -name '*.record' | wc -l) records, $(
	cat "$tmp"/ref/*/*/*/*/*/*/*.record | grep -c '^[0-9]') bins"

command -v /usr/bin/time >/dev/null || {
	skip 'no /usr/bin/time' 'time and memory'
	done_testing
	exit
}
run 0 'a table of 1,000 records' /usr/bin/time -f '%e %M' "$patchbench" table \
	--plan "$tmp/plan" --data "$root/bench-data" --from-reference "$tmp/ref" \
	--sessions 50
diag "seconds and KiB: $err"
ok "under 5 s" awk -v t="${err%% *}" "BEGIN { exit !(t < 5) }"
ok 'under 500 MiB' test "${err##* }" -lt 512000
done_testing
