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

# read_revision STACK REV BASE: sets $series, the file whose patches fit BASE
# (empty for the unpatched kernel), $part (v5:1 is a part of v5, v5 is not) and
# $entries, the patches a line each. Call it after need_base.
read_revision () {
	series= part= entries=
	if test "$1" = base
	then
		test "$2" = - || die $ST_USAGE \
			"the unpatched kernel is STACK=base REV=-, not '$2'"
		return
	fi
	need_patchbench
	series=$("$patchbench" apply "$1/$2" --git "$store" --onto "$3" \
		--file) &&
	entries=$("$patchbench" series "$series" --patches "$patches_dir") ||
		exit
	case $2 in
	*:*)
		part=${2#*:}
		entries=$(printf '%s\n' "$entries" | head -n "$part")
		;;
	esac
}
