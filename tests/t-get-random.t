#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The fast path of get_random_uXX(), cut out of the patched kernels and played
# in user space by tests/model-get-random.c: v2 stands it, and v1 has the faults
# that docs/get-random.md says it has.

. "$(dirname "$0")/tap.sh"
name=t-get-random
. "$root/scripts/lib.sh"
. "$root/scripts/kernel/store.sh"

# model REV BASE [SED]: builds $tmp/model from that tree, its code edited by SED
model () {
	tree=$("$root/scripts/kernel/treeid" get-random "$1" "$2" 2>"$tmp/err") &&
	store_git cat-file blob "$tree:drivers/char/random.c" >"$tmp/random.c" &&
	sed -e "${3:-}" "$tmp/random.c" >"$tmp/edited.c" &&
	awk '/^DEFINE_BATCHED_ENTROPY\(u8\)/ { exit }
		code { print }
		/^ \* Batched entropy returns/ { comment = 1 }
		/^ \*\// && comment { code = 1 }' "$tmp/edited.c" |
		sed '/warn_unseeded_randomness/d' >"$tmp/batches.h" &&
	sed -n '/^int __cold random_prepare_cpu/,/^}/p' "$tmp/edited.c" \
		>"$tmp/hotplug.h" &&
	${CC:-cc} -std=gnu11 -g -O1 -Wall -Wno-maybe-uninitialized \
		-fsanitize=undefined -fno-sanitize-recover=undefined \
		-I"$tmp" -o "$tmp/model" "$root/tests/model-get-random.c" \
		2>"$tmp/err" || { diag "$(cat "$tmp/err")"; return 1; }
}

# shows REV SCENARIO PATTERN: the model finds that fault
shows () {
	"$tmp/model" "$2" >"$tmp/out" 2>"$tmp/err"
	is $? 1 "$1 does not stand: $2"
	like "$(cat "$tmp/out" "$tmp/err")" "$3" "$1, $2: $3"
}

for where in v2/v6.18.5 v2/v6.18.15 v2/v6.19.6 v1/v6.18.5 v1/v6.19.6
do
	rev=${where%/*} base=${where#*/}
	if ! base_commit "$base" >/dev/null
	then
		skip "'make sources BASE=$base' brings the kernel" "$rev on $base"
		continue
	fi
	case $rev in
	v2)
		ok "$rev on $base: the model compiles" model "$rev" "$base" ||
			continue
		for scenario in untouched sequence hotplug interrupt \
			reseed nested preempt
		do
			run 0 "$rev on $base: $scenario" "$tmp/model" $scenario
		done
		continue
		;;
	esac
	ok "$rev on $base: the model compiles" model "$rev" "$base" || continue
	shows "$rev" untouched 'index 4294967294 out of bounds'
	shows "$rev" sequence 'element twice'
	shows "$rev" preempt 'sleeping lock with preemption disabled'

	# Its arguments in order: what hides behind the swap.
	order='s/next, next - 1) != next - 1/next - 1, next) != next - 1/'
	ok "$rev on $base, in order: the model compiles" \
		model "$rev" "$base" "$order" || continue
	shows "$rev, in order" untouched 'index 4294967295 out of bounds'
	shows "$rev, in order" hotplug 'index 4294967295 out of bounds'
	run 0 "$rev, in order, stands: sequence" "$tmp/model" sequence

	# The array length as well: the holes that an interrupt finds.
	length='s/\.position = UINT_MAX/.position = sizeof(((struct batch_##type *)0)->entropy) \/ sizeof(type)/
		s/\(&batched_entropy_\(u[0-9]*\), cpu)->position =\) UINT_MAX/\1 ARRAY_SIZE(batched_entropy_\2.entropy)/'
	ok "$rev on $base, with array lengths: the model compiles" \
		model "$rev" "$base" "$order
		$length" || continue
	run 0 "$rev, with array lengths, stands: untouched" "$tmp/model" untouched
	run 0 "$rev, with array lengths, stands: hotplug" "$tmp/model" hotplug
	shows "$rev, with array lengths" interrupt 'element twice'
	shows "$rev, with array lengths" reseed 'never gave'
done
done_testing
