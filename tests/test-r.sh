#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# test-r.sh	the statistics against R
#
# `make test-r` runs it, as R is a large package; not part of `make test`.

. "$(dirname "$0")/tap.sh"

command -v Rscript >/dev/null || {
	skip 'no Rscript' 'statistics against R'
	done_testing
	exit
}
script=$root/tests/inference.R
Rscript "$script" cases >"$tmp/cases"
ok 'there are cases' test "$(wc -l <"$tmp/cases")" -gt 700
"$root/build/tests/inference-cli" <"$tmp/cases" >"$tmp/results"
report $? 'patchbench works them out'
Rscript "$script" check "$tmp/cases" "$tmp/results" >"$tmp/said"
report $? 'and R comes to the same'
cat "$tmp/said"

# The comparison can fail: the eighth digit of one result in each kind of case.
for kind in student welch mann-whitney holm order rank needed within least
do
	line=$(grep -n "^$kind " "$tmp/cases" | head -n 40 | tail -n 1 |
		cut -d : -f 1)
	awk -v line=$line 'NR == line {
		$1 = $1 == "none" ? 1 : sprintf("%.17g", $1 * (1 + 1e-8) + 1e-8)
	} { print }' "$tmp/results" >"$tmp/altered"
	Rscript "$script" check "$tmp/cases" "$tmp/altered" >"$tmp/said"
	is $? 1 "a wrong result is found: $kind"
	is "$(grep -c '^#   R:' "$tmp/said")" 1 'that one and no other'
done
done_testing
