# SPDX-License-Identifier: GPL-2.0-only
# What the TAP scripts share. Read in with:  . "$(dirname "$0")/tap.sh"
# Each script has a scratch folder of its own, $tmp, that goes at the end.

set -u
root=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d "${TMPDIR:-/tmp}/patchbench-test.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' INT TERM HUP
tap_count=0
tap_failed=0

diag () {
	printf '%s\n' "$*" | sed 's/^/# /' >&2
}

# report STATUS NAME: the line of one test
report () {
	tap_count=$((tap_count + 1))
	if test "$1" = 0
	then
		printf 'ok %d - %s\n' $tap_count "$2"
	else
		tap_failed=$((tap_failed + 1))
		printf 'not ok %d - %s\n' $tap_count "$2"
		return 1
	fi
}

# ok NAME COMMAND...: the command succeeds
ok () {
	tap_name=$1
	shift
	"$@"
	report $? "$tap_name"
}

# is GOT WANTED NAME: two strings are equal
is () {
	if test "$1" = "$2"
	then
		report 0 "$3"
	else
		report 1 "$3"
		diag "got:    $1"
		diag "wanted: $2"
	fi
}

# like GOT PATTERN NAME: the string matches the basic regular expression
like () {
	if printf '%s\n' "$1" | grep -q -e "$2"
	then
		report 0 "$3"
	else
		report 1 "$3"
		diag "got:    $1"
		diag "wanted: something like $2"
	fi
}

# unlike GOT PATTERN NAME: it does not
unlike () {
	if printf '%s\n' "$1" | grep -q -e "$2"
	then
		report 1 "$3"
		diag "got:    $1"
	else
		report 0 "$3"
	fi
}

# run STATUS NAME COMMAND...: it ends with that status; its output is left in
# $tmp/out and $tmp/err, and in $out and $err
run () {
	tap_wanted=$1 tap_name=$2
	shift 2
	"$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	tap_status=$?
	out=$(cat "$tmp/out") err=$(cat "$tmp/err")
	test $tap_status = "$tap_wanted" ||
		diag "status $tap_status, wanted $tap_wanted: $err"
	test $tap_status = "$tap_wanted"
	report $? "$tap_name"
}

# skip REASON NAME
skip () {
	tap_count=$((tap_count + 1))
	printf 'ok %d - %s # SKIP %s\n' $tap_count "$2" "$1"
}

# done_testing: the plan; call it last
done_testing () {
	printf '1..%d\n' $tap_count
	test $tap_failed = 0
}
