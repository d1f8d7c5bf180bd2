# SPDX-License-Identifier: GPL-2.0-only
# What went wrong in the log of a kernel's make, for the scripts beside this
# file.

# machine_trouble LOG: did the machine have its part in it: a compiler that was
# killed or broke, a full disk? Compilers quote the source, which has such words
# as well, so they count only where a program says them.
machine_trouble () {
	grep -q -E -e '(No space left on device|Input/output error)$' \
		-e '(Cannot allocate memory|virtual memory exhausted)' \
		-e 'out of memory allocating' -e 'internal compiler error: ' \
		-e '(^|: |] )(Killed|Terminated|Segmentation fault)($| \()' \
		-e '(Killed|Terminated) signal terminated program' \
		-e 'include the crash backtrace' "$1"
}

# compile_error LOG: prints the first error that lies in the source, which the
# next build of the same source would meet again; status 1 where there is none
compile_error () {
	! machine_trouble "$1" || return
	grep -m 1 -i -E -e '^[^ ]+:[0-9]+:([0-9]+:)? *(fatal )?error:' \
		-e '^[^ ]+:[0-9]+: (\*\*\*|syntax error)' \
		-e 'undefined (reference|symbol)' -e '^ERROR: modpost' "$1"
}
