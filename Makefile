# SPDX-License-Identifier: GPL-2.0-only
#
# The front door. `make` alone says what it can do; docs/ explains each part.
# Results go to standard output and nothing else does.

MAKEFLAGS += --no-print-directory

STACK ?= kstack
# All of all stacks, or the newest of one.
REV ?= $(if $(filter all,$(STACK)),all,newest)
BASE ?= v6.19.6
ARCH ?= x86_64 arm64
CONFIG ?= bench
FORMAT ?= deb
SAMPLES ?= 1000000
SESSIONS ?= 6
JOBS ?= $(shell nproc)
OUT ?= out
TREE ?=
FORCE ?=
REFERENCE ?=
BACKEND ?= icount
FULL ?=
AA ?=
RULE ?=
HOLM ?=
FORM ?=
WIDTH ?=
BASELINE ?=
EXPLAIN ?=
TABLE ?=
FROM ?= newest
PREFIXES ?=
CPU ?= 0
FUZZ_SECONDS ?= 60

# A misspelt value must not be taken for none.
$(foreach v,FORCE REFERENCE FULL AA HOLM,$(if $(filter-out yes,$($(v))),\
	$(error $(v)='$($(v))' is neither yes nor empty)))
$(if $(filter-out all,$(PREFIXES)),\
	$(error PREFIXES='$(PREFIXES)' is neither all nor empty))
$(if $(filter-out icount host,$(BACKEND)),\
	$(error BACKEND='$(BACKEND)' is neither icount nor host))

# Nor none for less than was meant.
$(foreach v,STACK REV BASE ARCH OUT,$(if $(strip $($(v))),,\
	$(error $(v) is empty)))

# Recipes put a value between quotes.
quote := '
$(foreach v,STACK REV BASE ARCH CONFIG SAMPLES SESSIONS JOBS RULE FORM WIDTH \
	BASELINE EXPLAIN TABLE OUT TREE FROM PREFIXES PARAMS CPU FORMAT \
	FUZZ_SECONDS PATCHBENCH_CACHE PATCHBENCH_STORE,$(if $(findstring $(quote),$($(v))),\
	$(error $(v)=$($(v)) has a quote in it)))

quoted_arch = $(ARCH:%='%')

# What was given on the command line or in the environment, for bench-host,
# whose defaults come from the running kernel.
given = $(if $(filter command% environment%,$(origin $(1))),$($(1)))

# The revision as a name, where a target takes one only.
rev = $(if $(filter base,$(STACK)),-,$(if $(filter newest,$(REV)),$(shell ls 'series/$(STACK)' 2>/dev/null | grep -v + | sort -V | tail -n 1),$(REV)))
cache := $(or $(PATCHBENCH_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/patchbench)
store := $(or $(PATCHBENCH_STORE),$(cache)/records)
arches := $(notdir $(wildcard bench-data/arches/*))
crossed := $(notdir $(wildcard bench-data/cross/*))
# A CONFIG with a slash in it is the user's own file.
package := $(findstring /,$(CONFIG))
native := $(shell uname -m | sed 's/aarch64/arm64/')
pb := build/patchbench

export PATCHBENCH_CACHE := $(cache)

define words
Patchbench: a kernel patch series with its evidence

The main job
  make report       fetch BASE, build it with and without the revision, boot
                    each, measure, print a table per architecture
  make test         test everything

Steps of it
  make tools        build/patchbench and the guest programs
  make sources      bring the tagged kernel BASE into the store
  make tree         TREE=dir: BASE with the revision as a quilt stack
  make apply        what becomes of every revision on every kernel at hand
  make compare      STACK's revisions: range-diffs, and how their trees differ
  make kernel       build BASE with the revision; CONFIG=./file makes a package
  make bench        measure what is not measured yet (FORCE=yes: all of it)
  make bench-host   measure the running kernel of this machine, in ns
  make table        print the table from the records; FULL=yes for all of it,
                    EXPLAIN=kstack/v5/on:syscall/getpid:p99 for one figure's
                    records
  make published    list the published tables; TABLE=kstack-cover-arm64 prints
                    one as it was posted, REV=v3 as in that revision
  make reproduce    published figures beside those measured here, and whether
                    directions agree; TABLE=kstack-commit REV=v3 for one
  make html         the tables as a page with plots: OUT/report.html
  make entropy      how many bits the stack offset has and whether it can be
                    told, SAMPLES=100000 SESSIONS=1; FULL=yes for every figure,
                    FORM=cover for the short table of a cover letter
  make faults       count the two faults of the stack offset that kstack mends

A stack in work
  make builds       does every prefix of every revision compile, and what it
                    touches on other architectures? PREFIXES=all FORCE=yes
  make new-revision start the revision after FROM as a copy of it

Upkeep
  make test-debian  Debian's own quilt patches, by quilt and by patchbench
  make test-r       the statistics against those of R
  make fuzz         run the fuzz targets, FUZZ_SECONDS each
  make test-html    the page in a browser, screenshots in OUT
  make test-unit    the tests of the C modules alone
  make test-time    how long the estimators of entropy take
  make test-reproducible  build the kernels again elsewhere and compare (slow)
  make reference    keep the plan's records in bench-data/results
  make entropy-reference faults-reference  the same of these, in
                    bench-data/entropy
  make entropy-limits  simulate bench-data/limits again (an hour and more)
  make clean        remove build/ and out/; the cache stays

Variables (now): STACK=$(STACK) REV=$(REV) BASE=$(BASE) ARCH="$(ARCH)"
  SAMPLES=$(SAMPLES) SESSIONS=$(SESSIONS) JOBS=$(JOBS) CONFIG=$(CONFIG) OUT=$(OUT)
  TREE FORCE=yes REFERENCE=yes FULL=yes BACKEND=host BASELINE=STACK/REV/PARAMS
  RULE=overlap|test HOLM=yes FORM=grid|markdown|csv|json WIDTH=75 AA=yes
  FROM=$(FROM) PREFIXES=all PARAMS=on|off CPU=$(CPU) FORMAT=deb|tar FUZZ_SECONDS=$(FUZZ_SECONDS)
  KERNEL_GIT=dir KERNEL_TARBALLS=dir PATCHBENCH_CACHE=dir TABLE=NAME
endef
export words

help:
	@printf '%s\n' "$$words"

# ---------------------------------------------------------------- programs

CFLAGS ?= -O2 -g
# Asked when a recipe needs it, as pkg-config may have to be installed first.
gmime = $(shell pkg-config $(1) gmime-3.0)
pb_cflags = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Iscripts/patchbench \
	$(call gmime,--cflags)
pb_libs = -lgit2 -larchive -lgsl -lgslcblas -lm -lcrypto -lz -ljansson \
	-ldivsufsort \
	$(call gmime,--libs)
pb_src := $(wildcard scripts/patchbench/*.c)
pb_obj := $(pb_src:scripts/patchbench/%.c=build/obj/%.o)

# What the packages bring must be there before anything is compiled.
build/packages-%: bench-data/packages scripts/packages $(wildcard bench-data/arches/* bench-data/cross/*)
	@mkdir -p build
	@scripts/packages $*
	@touch $@

build/obj/%.o: scripts/patchbench/%.c | build/packages-tools
	@mkdir -p $(@D)
	@$(CC) $(pb_cflags) $(CFLAGS) -MMD -MP -c -o $@ $<

$(pb): $(pb_obj)
	@$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(pb_libs)

# The guest programs: static, and the same bytes wherever they are built.
guest_cflags := -std=c11 -D_GNU_SOURCE -Wall -Wextra -O2 -g0 -static \
	-Iscripts/guest
guest_programs := init syscall-latency stack-offset stack-faults
syscall-latency_src := syscall-latency.c ticks.c channel.c
stack-offset_src := stack-offset.c stack-log.c channel.c
stack-faults_src := stack-faults.c fault-migrate.c fault-fork.c stack-log.c \
	channel.c
init_src := init.c
guest_headers := $(wildcard scripts/guest/*.h)
arch_get = $(shell sed -n 's/^$(2)[ \t][ \t]*//p' bench-data/arches/$(1))

define guest_rule
build/guest/$(1)/$(2): $$(addprefix scripts/guest/,$$($(2)_src)) $$(guest_headers) | build/packages-tools build/packages-$(1)-cc
	@mkdir -p $$(@D)
	@$(call arch_get,$(1),cross)gcc $$(guest_cflags) -o $$@ $$(filter %.c,$$^)
endef
$(foreach a,$(arches),$(foreach p,$(guest_programs),$(eval $(call guest_rule,$(a),$(p)))))

# QEMU comes with what boots something.
emulators := $(foreach a,$(filter $(arches),$(ARCH)),build/packages-$(a))

tools: $(pb) $(foreach a,$(filter $(arches),$(ARCH)),$(addprefix build/guest/$(a)/,$(guest_programs)))

# ------------------------------------------------------------- the main way

# A plan for each question: two makes side by side must not share one.
plan_file := $(OUT)/plan-$(shell printf '%s' '$(BASE) $(CONFIG) $(STACK) $(REV) $(ARCH)$(REFERENCE)' | cksum | cut -d ' ' -f 1)
run_options = --plan '$(plan_file)' --store '$(store)' --guest build/guest \
	--data bench-data --samples '$(SAMPLES)' --sessions '$(SESSIONS)'
plan = mkdir -p '$(OUT)' && scripts/plan $(1) '$(BASE)' '$(CONFIG)' '$(STACK)' \
	'$(REV)' $(quoted_arch) >'$(plan_file)'.new-$$$$ && \
	mv '$(plan_file)'.new-$$$$ '$(plan_file)' || \
	{ status=$$?; rm -f '$(plan_file)'.new-$$$$; exit $$status; }
baseline = $(if $(BASELINE),--baseline '$(BASELINE)')
rules = $(baseline) $(if $(RULE),--rule '$(RULE)') \
	$(if $(filter yes,$(HOLM)),--holm)
form = $(rules) $(if $(filter yes,$(FULL)),--full) $(if $(FORM),--form '$(FORM)') \
	$(if $(WIDTH),--width '$(WIDTH)') $(if $(EXPLAIN),--explain '$(EXPLAIN)')
show = $(pb) table $(run_options) $(form)
# The baseline against itself: so many sessions more of it.
again = $(if $(filter yes,$(AA)),--again '$(or $(BASELINE),base/off)')
reference := bench-data/results
# A reference answers only when it is asked to; otherwise it is compared with.
answer = $(if $(filter yes,$(REFERENCE)),--from-reference,--compare) $(reference)

# Wrong words must cost neither a download nor a kernel build first.
arguments: $(pb)
	@scripts/arguments '$(SAMPLES)' '$(SESSIONS)' '$(JOBS)' $(quoted_arch)
	@$(if $(package),,scripts/plan --no-images '$(BASE)' '$(CONFIG)' \
		'$(STACK)' '$(REV)' $(quoted_arch) >/dev/null)

sources: $(pb) build/packages-sources | arguments
	@scripts/kernel/sources '$(BASE)'

tree: $(pb) build/packages-tree sources
	@scripts/kernel/tree '$(TREE)' '$(STACK)' '$(rev)' '$(BASE)'

# All that the repository holds, unless a part is asked for.
apply: $(pb)
	@$(pb) apply $(if $(call given,STACK),--stack '$(STACK)') \
		$(if $(call given,REV),--rev '$(rev)') \
		$(if $(call given,BASE),--base '$(BASE)') \
		$(if $(filter yes,$(FULL)),--full)

compare: $(pb)
	@$(pb) diff '$(STACK)' --base '$(BASE)'

ifneq ($(package),)
kernel: $(pb) build/packages-kernel build/packages-package sources
	@scripts/kernel/package '$(BASE)' '$(STACK)' '$(rev)' \
		'$(if $(filter 1,$(words $(ARCH))),$(ARCH),$(native))' \
		'$(FORMAT)' '$(CONFIG)' '$(abspath $(OUT))'
else
kernel: arguments tools build/packages-kernel sources
	@$(call plan,)
	@cut -d ' ' -f 7 '$(plan_file)' | uniq
endif

# References need no compiler and no QEMU.
ifeq ($(REFERENCE),yes)
bench: arguments
	@$(call plan,--no-images)
else
bench: arguments tools $(emulators) build/packages-kernel sources
	@$(call plan,)
	@$(pb) run $(run_options) --jobs '$(JOBS)' --work '$(OUT)/run' \
		$(again) $(if $(filter yes,$(FORCE)),--force)
endif

report: bench
	@$(show) $(answer)

ifeq ($(BACKEND),host)
table: $(pb)
	@$(pb) table --backend host --store '$(store)' --data bench-data $(form)
else
table: arguments $(if $(filter yes,$(REFERENCE)),,tools $(emulators))
	@$(call plan,$(if $(filter yes,$(REFERENCE)),--no-images,--check))
	@$(show) $(answer)
endif

published_options = --published bench-data/published $(if $(TABLE),'$(TABLE)') \
	$(if $(call given,REV),--rev '$(REV)')
published: $(pb)
	@$(pb) published $(published_options)

# Only the cells that the published tables name, whatever STACK and ARCH are.
published_plan := $(OUT)/plan-published-$(shell printf '%s' '$(BASE) $(CONFIG) $(TABLE) $(call given,REV)$(REFERENCE)' | cksum | cut -d ' ' -f 1)
posted_arches := $(filter $(arches),$(sort $(shell sed -n 's/^column \([^ ]*\) .*/\1/p' bench-data/published/*)))
reproduce: override STACK := base
reproduce: override ARCH := $(posted_arches)
reproduce: arguments $(if $(filter yes,$(REFERENCE)),,$(foreach a,$(posted_arches),\
		build/packages-$(a) $(addprefix build/guest/$(a)/,$(guest_programs))))
	@mkdir -p '$(OUT)'
	@plan='$(published_plan)'; new=$$plan.new-$$$$ && \
	trap 'rm -f "$$new" "$$new.cells"' EXIT && \
	$(pb) published $(published_options) --cells >"$$new.cells" && \
	scripts/plan-cells $(if $(filter yes,$(REFERENCE)),--no-images,--check) \
		'$(BASE)' '$(CONFIG)' <"$$new.cells" >"$$new" && \
	mv "$$new" "$$plan"
	@$(pb) reproduce $(published_options) $(if $(FORM),--form '$(FORM)') \
		--plan '$(published_plan)' --data bench-data \
		--samples '$(SAMPLES)' --sessions '$(SESSIONS)' \
		$(if $(filter yes,$(REFERENCE)),--from-reference $(reference),\
		--store '$(store)' --guest build/guest)

page = '$(OUT)/report.html'
ifeq ($(BACKEND),host)
html: $(pb) build/packages-html
	@mkdir -p '$(OUT)'
	@$(pb) html --backend host --store '$(store)' --data bench-data $(rules) \
		--out $(page)
else
html: arguments build/packages-html $(if $(filter yes,$(REFERENCE)),,tools $(emulators))
	@$(call plan,$(if $(filter yes,$(REFERENCE)),--no-images,--check))
	@$(pb) html $(run_options) $(rules) $(answer) --out $(page)
endif

# A boot of each kernel shows the distribution: fewer and shorter sessions than
# what is timed. What is missing is sampled first.
entropy_samples := $(or $(call given,SAMPLES),100000)
entropy_sessions := $(or $(call given,SESSIONS),1)
entropy_plan := $(OUT)/plan-entropy-$(shell printf '%s' '$(BASE) $(CONFIG) $(STACK) $(REV) $(ARCH)$(REFERENCE)' | cksum | cut -d ' ' -f 1)
entropy_reference := bench-data/entropy
# The machines on which the architectures are sampled.
sampled_as = $(or $(call arch_get,$(1),sampled-as),$(1)) $(call arch_get,$(1),clock-as)
sampled_arches := $(sort $(foreach a,$(filter $(arches),$(ARCH)),$(call sampled_as,$(a))))
entropy_options = --plan '$(entropy_plan)' --data bench-data \
	--samples '$(entropy_samples)' --sessions '$(entropy_sessions)'
entropy_run = $(pb) run --tests samplers $(entropy_options) --store '$(store)' \
	--guest build/guest --jobs '$(JOBS)' --work '$(OUT)/run'
entropy_tools := $(foreach a,$(sampled_arches),build/packages-$(a) \
	$(addprefix build/guest/$(a)/,$(guest_programs)))
plan_offsets = mkdir -p '$(OUT)' && scripts/plan-entropy $(2) '$(BASE)' \
	'$(CONFIG)' '$(STACK)' '$(REV)' $(quoted_arch) >'$(1)'.new-$$$$ && \
	mv '$(1)'.new-$$$$ '$(1)' || \
	{ status=$$?; rm -f '$(1)'.new-$$$$; exit $$status; }
# What no limit is known for must not cost a boot first.
entropy_words = $(pb) entropy --check $(entropy_options) \
	$(if $(FORM),--form '$(FORM)') $(if $(filter yes,$(FULL)),--full)
ifeq ($(REFERENCE),yes)
sampled: arguments
	@$(entropy_words)
	@$(call plan_offsets,$(entropy_plan),--no-images)
else
sampled: arguments $(entropy_tools) build/packages-kernel sources
	@$(entropy_words)
	@$(call plan_offsets,$(entropy_plan),)
	@$(entropy_run) $(if $(filter yes,$(FORCE)),--force)
endif

entropy: sampled
	@$(pb) entropy $(entropy_options) --jobs '$(JOBS)' \
		$(if $(FORM),--form '$(FORM)') $(if $(filter yes,$(FULL)),--full) \
		$(if $(filter yes,$(REFERENCE)),--from-reference $(entropy_reference),\
		--store '$(store)' --guest build/guest --compare $(entropy_reference))

# Two CPUs, between which tasks are moved.
faults_samples := $(or $(call given,SAMPLES),2000)
faults_plan := $(OUT)/plan-faults-$(shell printf '%s' '$(BASE) $(CONFIG) $(STACK) $(REV) $(ARCH)$(REFERENCE)' | cksum | cut -d ' ' -f 1)
faults_arches := $(sort $(foreach a,$(filter $(arches),$(ARCH)),$(or $(call arch_get,$(a),faults-as),$(a))))
faults_options = --plan '$(faults_plan)' --data bench-data \
	--samples '$(faults_samples)' --sessions '$(entropy_sessions)'
faults_run = $(pb) run --tests faults $(faults_options) --store '$(store)' \
	--guest build/guest --jobs '$(JOBS)' --work '$(OUT)/run'
faults_tools := $(foreach a,$(faults_arches),build/packages-$(a) \
	$(addprefix build/guest/$(a)/,$(guest_programs)))
ifeq ($(REFERENCE),yes)
counted: arguments
	@$(call plan_offsets,$(faults_plan),--faults --no-images)
else
counted: arguments $(faults_tools) build/packages-kernel sources
	@$(call plan_offsets,$(faults_plan),--faults)
	@$(faults_run) $(if $(filter yes,$(FORCE)),--force)
endif

faults: counted
	@$(pb) faults $(faults_options) \
		$(if $(filter yes,$(REFERENCE)),--from-reference $(entropy_reference),\
		--store '$(store)' --guest build/guest --compare $(entropy_reference))

faults-reference: arguments $(faults_tools)
	@$(call plan_offsets,$(faults_plan),--faults --check)
	@$(faults_run) --list >'$(faults_plan).list'
	@scripts/reference $(entropy_reference) <'$(faults_plan).list'

entropy-reference: arguments $(entropy_tools)
	@$(call plan_offsets,$(entropy_plan),--check)
	@$(entropy_run) --list >'$(entropy_plan).list'
	@scripts/reference $(entropy_reference) <'$(entropy_plan).list'

# What a plan measured becomes what others compare with.
reference: arguments tools $(emulators)
	@$(call plan,--check)
	@$(pb) run $(run_options) $(again) --list >'$(plan_file).list'
	@scripts/reference $(reference) <'$(plan_file).list'

# What the entropy of a fair source falls below, for every line of the table.
entropy-limits: $(pb)
	@scripts/entropy-limits bench-data/limits '$(JOBS)'

bench-host: $(pb) build/guest/$(native)/syscall-latency
	@$(pb) host --program build/guest/$(native)/syscall-latency \
		--store '$(store)' --data bench-data --samples '$(SAMPLES)' \
		--sessions '$(SESSIONS)' --cpu '$(CPU)' \
		$(if $(call given,STACK),--stack '$(STACK)') \
		$(if $(call given,REV),--rev '$(REV)') \
		$(if $(call given,BASE),--base '$(BASE)') \
		$(if $(PARAMS),--params '$(PARAMS)') \
		$(if $(filter yes,$(FORCE)),--force)
	@$(pb) table --backend host --store '$(store)' --data bench-data

# --------------------------------------------------------- a stack in work

# All of it, unless less was asked for. Wrong words cost no download here either.
builds_arches := $(or $(call given,ARCH),all)
builds_words = '$(BASE)' '$(or $(call given,STACK),all)' \
	'$(or $(call given,REV),all)' $(builds_arches:%='%')
builds_wanted := $(filter $(arches) $(crossed),\
	$(if $(filter all,$(builds_arches)),$(arches) $(crossed),$(builds_arches)))
builds: $(pb) build/packages-sources build/packages-builds build/packages-kernel \
		$(builds_wanted:%=build/packages-%-cc)
	@scripts/kernel/builds --words $(builds_words)
	@scripts/kernel/sources '$(BASE)'
	@scripts/kernel/builds $(if $(filter yes,$(FORCE)),--force) \
		$(if $(PREFIXES),--prefixes) $(builds_words)

new-revision: $(pb) build/packages-sources
	@scripts/new-revision '$(STACK)' '$(FROM)'

# ------------------------------------------------------------------- tests

test_cflags = $(pb_cflags) -Iscripts/guest -g -O1 \
	-fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer
test_obj := $(pb_src:scripts/patchbench/%.c=build/asan/%.o)
test_modules := $(filter-out build/asan/main.o,$(test_obj))
units := $(patsubst tests/unit-%.c,build/tests/unit-%,$(wildcard tests/unit-*.c))

build/asan/%.o: scripts/patchbench/%.c | build/packages-tools
	@mkdir -p $(@D)
	@$(CC) $(test_cflags) -MMD -MP -c -o $@ $<

build/asan/patchbench: $(test_obj)
	@$(CC) $(test_cflags) -o $@ $^ $(pb_libs)

build/tests/%: tests/%.c $(test_modules) $(wildcard scripts/guest/ticks.[ch]) | build/packages-test
	@mkdir -p $(@D)
	@$(CC) $(test_cflags) -MMD -MP -o $@ $< $(test_modules) \
		scripts/guest/ticks.c $(pb_libs) -lcmocka

# Commands are tested as they are built for the sanitizers.
test: tools $(emulators) build/asan/patchbench $(units) build/packages-test \
		build/packages-kernel build/packages-tree build/packages-html
	@PATCHBENCH='$(CURDIR)/build/asan/patchbench' prove $(PROVE) tests/*.t

# Of the reference records, so that there is always a page to look at.
test-html: $(pb) build/packages-html build/packages-browser
	@OUT='$(OUT)' prove $(PROVE) tests/browser.sh

test-unit: $(units)
	@prove $(PROVE) tests/t-unit.t

# As the command has them, without sanitizers.
build/estimators-time: tests/estimators-time.c tests/estimator-sources.h $(pb_obj) | build/packages-tools
	@$(CC) $(pb_cflags) $(CFLAGS) -o $@ $< \
		$(filter-out build/obj/main.o,$(pb_obj)) $(pb_libs)

test-time: build/estimators-time
	@prove $(PROVE) -v -e '' build/estimators-time

test-r: build/tests/inference-cli build/packages-r
	@prove $(PROVE) -v tests/test-r.sh

test-reproducible: $(pb) build/packages-kernel sources
	@scripts/kernel/reproducible '$(BASE)' '$(CONFIG)' '$(STACK)' '$(rev)' \
		$(quoted_arch)

# Fetches some fifty megabytes of Debian's sources.
test-debian: $(pb) build/packages-debian
	@prove $(PROVE) tests/debian.sh

fuzz_cflags = $(pb_cflags) -g -O1 -fsanitize=fuzzer,address,undefined \
	-fno-sanitize-recover=undefined

build/fuzz/%: tests/fuzz-%.c $(pb_src) | build/packages-fuzz build/packages-tools
	@mkdir -p $(@D)
	@clang $(fuzz_cflags) -o $@ $< $(filter-out %/main.c,$(pb_src)) $(pb_libs)

fuzz_targets := $(patsubst tests/fuzz-%.c,%,$(wildcard tests/fuzz-*.c))
fuzz: $(addprefix build/fuzz/,$(fuzz_targets))
	@for t in $(fuzz_targets); do \
		mkdir -p build/fuzz/corpus-$$t && \
		build/fuzz/$$t -max_total_time='$(FUZZ_SECONDS)' -verbosity=0 \
			-close_fd_mask=2 -artifact_prefix=build/fuzz/ \
			build/fuzz/corpus-$$t $$(ls -d tests/corpus/$$t 2>/dev/null) \
			>&2 || exit; \
		echo "fuzz-$$t: no fault in "'$(FUZZ_SECONDS)'" s"; \
	done

clean:
	@rm -rf build out

-include $(wildcard build/obj/*.d build/asan/*.d)

.PHONY: help tools arguments sources tree apply compare kernel bench bench-host \
	report table published reproduce html reference entropy sampled \
	faults counted faults-reference entropy-reference entropy-limits \
	builds new-revision test \
	test-unit test-time test-r test-html test-debian test-reproducible fuzz clean
.DELETE_ON_ERROR:
.SECONDARY:
