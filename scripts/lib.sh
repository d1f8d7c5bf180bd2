# SPDX-License-Identifier: GPL-2.0-only
# What the shell scripts share. Read in with:  . "$root/scripts/lib.sh"
# The caller has set $root, the top of the repository, and $name, its own
# name for messages.

ST_NO=1
ST_USAGE=2
ST_MISSING=3
ST_REFUSED=4
ST_MACHINE=5

cache=${PATCHBENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/patchbench}
configs=${PATCHBENCH_CONFIGS:-$root/scripts/kernel/config}
data=${PATCHBENCH_DATA:-$root/bench-data}
patchbench=${PATCHBENCH:-$root/build/patchbench}

# Scripts change folders, and a kernel is not built below a name with blanks.
case $cache in
/*)
	;;
*)
	cache=$PWD/$cache ;;
esac
case $cache in
*[!A-Za-z0-9/._+~@,=-]*)
	printf '%s: the cache %s: a kernel build takes letters, digits and /._+~@,=- only\n' \
		"$name" "'$cache'" >&2
	exit 2 ;;
esac

note () {
	printf '%s: %s\n' "$name" "$*" >&2
}

# die STATUS MESSAGE...
die () {
	status=$1
	shift
	note "$*"
	exit "$status"
}

# need_patchbench: the command that reads series files must be built
need_patchbench () {
	test -x "$patchbench" ||
		die $ST_MISSING "$patchbench is missing; 'make tools' builds it"
}

# check_config CONFIG: is there such a configuration?
check_config () {
	case $1 in
	''|*[!A-Za-z0-9._-]*|.*)
		die $ST_USAGE "CONFIG '$1' is neither a file nor a name" ;;
	esac
	test "$1" = bench || test -f "$configs/$1.config" || die $ST_USAGE \
		"configuration '$1' is unknown: no $1.config in scripts/kernel/config"
}

# arch_get ARCH KEY: what the data file of an architecture says
arch_get () {
	test -f "$data/arches/$1" ||
		die $ST_USAGE "architecture '$1' is unknown; known are: $(
			cd "$data/arches" && echo *)"
	sed -n "s/^$2[ 	][ 	]*//p" "$data/arches/$1"
}

# cross_get ARCH KEY: the same of an architecture that is only compiled for; a
# key that may repeat gives a line each
cross_get () {
	test -f "$data/cross/$1" ||
		die $ST_USAGE "architecture '$1' is unknown; known are: $(
			cd "$data/cross" && echo *)"
	sed -n "s/^$2[ 	][ 	]*//p" "$data/cross/$1"
}

# with_lock NAME COMMAND...: run it while nobody else holds that lock, which
# this shell keeps until it ends: call it through killable. What the command
# starts holds the lock too, so that work that outlives a killed shell is waited
# for and never run into.
with_lock () {
	lock=$1
	shift
	mkdir -p "$cache/locks" ||
		die $ST_MACHINE "cannot write to the cache $cache"
	exec 9>"$cache/locks/$lock" ||
		die $ST_MACHINE "cannot write to the cache $cache"
	if ! flock -n 9
	then
		note "waiting for another process ($lock)"
		flock 9
	fi
	"$@"
}

# killable COMMAND...: run it so that a signal to this shell ends it at once;
# a shell that waits for a foreground command would let it finish first.
killable () {
	"$@" &
	child=$!
	trap 'kill $child 2>/dev/null; wait $child; exit $ST_MACHINE' \
		INT TERM HUP
	wait $child
	child_status=$?
	trap 'exit $ST_MACHINE' INT TERM HUP
	return $child_status
}
