# SPDX-License-Identifier: GPL-2.0-only
#
# The guest programs, static, a set for each architecture of bench-data/arches.
# The same compiler makes the same bytes wherever the repository lies.

guest_src := scripts/guest
guest_cflags := -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -O2 -static -fno-pie -no-pie \
	-Wl,--build-id=none -s
guest_get = $(shell sed -n 's/^$(2)[ \t][ \t]*//p' bench-data/arches/$(1))

guest_need_init := init.c report.c
guest_need_syscall-latency := syscall-latency.c report.c tally.c

# $(1) architecture, $(2) program
define guest_rule
build/guest/$(1)/$(2): $(addprefix $(guest_src)/,$(guest_need_$(2))) \
		$(wildcard $(guest_src)/*.h) $(guest_src)/guest.mk \
		bench-data/arches/$(1) | build/packages-$(1)
	@mkdir -p $$(@D)
	@$(call guest_get,$(1),cross)gcc $(guest_cflags) -o $$@.new \
		$(addprefix $(guest_src)/,$(guest_need_$(2)))
	@mv $$@.new $$@
endef

$(foreach a,$(arches),$(foreach p,init syscall-latency,\
	$(eval $(call guest_rule,$(a),$(p)))))
