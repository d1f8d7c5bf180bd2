#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The unit tests of the C modules, one test a module; build/tests holds them.

. "$(dirname "$0")/tap.sh"

for test in "$root"/tests/unit-*.c
do
	unit=$(basename "$test" .c)
	run 0 "$unit" "$root/build/tests/$unit"
	test $tap_status = 0 || diag "$out"
done
done_testing
