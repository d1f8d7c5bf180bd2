# SPDX-License-Identifier: GPL-2.0-only
# Revisions of a stack on a kernel of the store, for the scripts beside this
# file. Read in after store.sh.

series_dir=${PATCHBENCH_SERIES:-$root/series}
patches_dir=${PATCHBENCH_PATCHES:-$root/patches}

# What the user or the machine tells git must not change a tree.
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null

# need_base BASE: sets $commit, or ends here if the store does not have it
need_base () {
	check_base "$1"
	commit=$(base_commit "$1") || die $ST_MISSING \
		"$1 is not in the store; 'make sources BASE=$1' brings it"
}

# is_name WORD: may it name a stack or a revision?
is_name () {
	case $1 in
	'' | [!A-Za-z0-9]* | *[!A-Za-z0-9._+-]* | *..*)
		return 1
		;;
	esac
}

# read_revision STACK REV: sets $series, its file (empty for base), $part (v5:1
# is a part of v5, v5 is not) and $entries, the patches a line each
read_revision () {
	series= part= entries=
	if test "$1" = base
	then
		test "$2" = - || die $ST_USAGE \
			"the unpatched kernel is STACK=base REV=-, not '$2'"
		return
	fi
	is_name "$1" && test -d "$series_dir/$1" || die $ST_USAGE \
		"stack '$1' is unknown; known are: $(
			cd "$series_dir" && echo *)"
	rev=${2%%:*}
	is_name "$rev" && test -f "$series_dir/$1/$rev" || die $ST_USAGE \
		"revision '$rev' of $1 is unknown; known are: $(
			cd "$series_dir/$1" && echo *)"
	series=$series_dir/$1/$rev
	need_patchbench
	entries=$("$patchbench" series "$series" --patches "$patches_dir") ||
		exit
	case $2 in
	*:*)
		part=${2#*:}
		total=$(printf '%s\n' "$entries" | wc -l)
		case $part in
		''|0*|*[!0-9]*|?????*)
			part=0
			;;
		esac
		test "$part" -ge 1 && test "$part" -le "$total" ||
			die $ST_USAGE "'$2': $1 $rev has $total patches"
		entries=$(printf '%s\n' "$entries" | head -n "$part")
		;;
	esac
}
