# SPDX-License-Identifier: GPL-2.0-only
# The git store of kernels, for the scripts beside this file. Read in after
# scripts/lib.sh.

store=$cache/kernels.git

# Nothing that the caller's git or quilt is set to may change what comes out.
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY \
	GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_NAMESPACE \
	GIT_PREFIX GIT_CONFIG_PARAMETERS GIT_CONFIG_COUNT GIT_CEILING_DIRECTORIES
export LC_ALL=C

# store_git COMMAND...: git on the store, with nobody's configuration but its own
store_git () {
	GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_DIR="$store" \
		git "$@"
}

# check_base BASE: can it be the name of a tag?
check_base () {
	case $1 in
	'' | [!A-Za-z0-9]* | *[!A-Za-z0-9._-]* | *..* | *. | *.lock)
		die $ST_USAGE "'$1' is no name for a base; known are: $(known_bases)"
		;;
	esac
}

known_bases () {
	echo $(sed -n 's/^\([^# 	]*\)[ 	].*/\1/p' "$data/kernels" | uniq)
}

# base_commit BASE: its commit, if the store has it
base_commit () {
	store_git rev-parse -q --verify "refs/tags/$1^{commit}" 2>/dev/null
}

# Run long work so that it dies with this shell, and holds none of its locks.
bound=
if command -v setpriv >/dev/null
then
	bound='setpriv --pdeathsig KILL --'
fi

# await PID...: wait for what was started in the background; a signal to this
# shell ends it. The worst status is returned.
await () {
	trap "kill $* 2>/dev/null; wait; exit $ST_MACHINE" INT TERM HUP
	await_worst=0
	for await_pid
	do
		wait "$await_pid"
		await_status=$?
		test $await_status -le $await_worst ||
			await_worst=$await_status
	done
	trap "exit $ST_MACHINE" INT TERM HUP
	return $await_worst
}

# lock_file FD NAME: take that lock; it goes when this shell does
lock_file () {
	mkdir -p "$cache/locks" ||
		die $ST_MACHINE "cannot write to the cache $cache"
	eval "exec $1>\"\$cache/locks/\$2\"" ||
		die $ST_MACHINE "cannot write to the cache $cache"
	flock -n "$1" && return
	note "waiting for another process ($2)"
	flock "$1" &
	await $! || die $ST_MACHINE "cannot lock $cache/locks/$2"
}

# space_for BYTES WHAT: is there that much room in the cache?
space_for () {
	free=$(df -P -k "$cache" | awk 'NR == 2 { print $4 }')
	test -n "$free" || return 0
	test "$free" -ge $(($1 / 1024)) ||
		die $ST_MACHINE "no space left for $2: $cache has $((
			free / 1024)) MB, needed are $(($1 / 1048576)) MB"
}

# scratch_dir: a folder $scratch in the cache that goes when this shell ends;
# those that a killed shell left behind go first
scratch_dir () {
	mkdir -p "$cache/scratch" ||
		die $ST_MACHINE "cannot write to the cache $cache"
	for scratch_old in "$cache/scratch/$name-"*
	do
		scratch_pid=${scratch_old##*-}
		test ! -d "$scratch_old" ||
			kill -0 "$scratch_pid" 2>/dev/null ||
			rm -rf "$scratch_old"
	done
	scratch=$cache/scratch/$name-$$
	trap 'rm -rf "$scratch"' EXIT
	trap "exit $ST_MACHINE" INT TERM HUP
	rm -rf "$scratch" && mkdir "$scratch" ||
		die $ST_MACHINE "cannot write to the cache $cache"
}

# store_init: make the store if it is not there; call it with its lock held
store_init () {
	test -d "$store" || {
		new=$cache/kernels.git.new
		rm -rf "$new" &&
		GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null \
			git init -q --bare --template= "$new" >&2 &&
		mkdir "$new/info" &&
		printf '/patches\n/.pc/\n' >"$new/info/exclude" &&
		cat >>"$new/config" <<-\EOC &&
			autocrlf = false
			eol = lf
			compression = 1
			hooksPath = /dev/null
			attributesFile = /dev/null
			excludesFile = /dev/null
			fsmonitor = false
			symlinks = true
		[gc]
			auto = 0
		[maintenance]
			auto = false
		[commit]
			gpgSign = false
		[advice]
			detachedHead = false
		EOC
		mv -T "$new" "$store"
	} || die $ST_MACHINE "cannot make the store $store"
	# What a killed git left behind; with the lock held nobody uses it.
	rm -f "$store/shallow.lock" "$store/packed-refs.lock" \
		"$store/objects/pack/tmp_"*
}

# move_source SOURCE BASE TREE: bring a source tree of ours to the git tree TREE,
# touching only what differs; call it with the lock that SOURCE belongs to
move_source () {
	if ! git -C "$1" rev-parse --git-dir >/dev/null 2>&1
	then
		rm -rf "$1" &&
		git -C "$store" worktree prune &&
		git -C "$store" worktree add -q -f --detach --no-checkout \
			"$1" "$2" >&2 ||
			die $ST_MACHINE "cannot make a source tree at $1"
	fi
	# Ours alone, and we hold its lock: a lock left there is a dead one's.
	rm -f "$(git -C "$1" rev-parse --absolute-git-dir)/index.lock"
	git -C "$1" read-tree --reset -u "$3" &&
	git -C "$1" clean -fdq >&2 ||
		die $ST_MACHINE "cannot move the source tree $1 to $3"
}
