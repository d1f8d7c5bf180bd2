# SPDX-License-Identifier: GPL-2.0-only
#
# Rscript inference.R cases			makes the cases of tests/test-r.sh
# Rscript inference.R check CASES RESULTS	works each out by R's own functions
#						and compares; status 1 if any differs
#
# Tolerance: 1e-9 of the value, and 1e-18 for the p of Welch's test, as GSL's tail
# of Student's distribution has but eight digits where it is below 1e-11.

arguments <- commandArgs(TRUE)
number <- function(x) format(x, digits = 17, scientific = TRUE, trim = TRUE)
line <- function(...) cat(..., "\n")
group <- function(x) c(length(x), number(x))

draw <- function(n) {
	switch(sample(4, 1),
	       rnorm(n, sample(1e3, 1), 10),		# no ties
	       sample(6, n, TRUE),			# many ties
	       rnorm(n) * 10^sample(-9:9, 1),		# any scale
	       1e6 + rexp(n))				# near each other, skewed
}

cases <- function() {
	set.seed(20261207)
	for (i in 1:100) {
		x <- draw(sample(2:40, 1))
		line("student", group(x))
		line("welch", group(x), group(x[1] + draw(sample(2:40, 1))))
		a <- draw(sample(2:12, 1))
		b <- if (i %% 2) sample(a, 8, TRUE) + sample(0:2, 1)
		     else draw(sample(2:12, 1))
		line("mann-whitney", group(a), group(b))
		p <- runif(sample(1:30, 1))^sample(1:4, 1)
		line("holm", group(p))
		line("rank", group(sample(1e6, sample(1:300, 1))),
		     sample(c(50, 90, 99), 1), 100)
		s <- 10^runif(2, -3, 2)
		line("needed", number(c(10, s[1], 10 + rnorm(1, 0, 3), s[2])))
	}
	for (i in 1:20) {
		# Near the ends of what a double holds, where squares are not.
		scale <- c(2^-400, 2^400)[i %% 2 + 1]
		x <- rnorm(sample(2:20, 1), 100) * scale
		y <- rnorm(sample(2:20, 1), 101) * scale
		line("student", group(x))
		line("welch", group(x), group(y))
		line("mann-whitney", group(x), group(y))
		# One side or both do not vary.
		line("student", group(rep(x[1], i)))
		line("welch", group(rep(i, 3)), group(i + rnorm(4)))
		line("welch", group(rep(i, 3)), group(rep(sample(i, 1), 5)))
		line("mann-whitney", group(rep(i, 3)), group(rep(i, 4)))
		# As many as are counted, ties, few divisions to count in R.
		few <- sample(3, sample(3, 1), TRUE)
		many <- sample(3, 60 - length(few), TRUE)
		if (i %% 2) line("mann-whitney", group(few), group(many))
		else line("mann-whitney", group(many), group(few))
		line("holm", group(replace(runif(20)^3, sample(20, 5), NaN)))
	}
	line("mann-whitney", group(rep(7, 40)), group(rep(7, 41)))
	for (i in 1:60)
		line("within", group(sample(1e6, sample(1:300, 1))),
		     sample(1:50, 1), sample(c(500, 990, 999), 1), 1000)
	line("least", 0)
	for (n in c(61, 80, 200))		# beyond what is counted
		for (k in 1:5)
			line("mann-whitney", group(draw(n)), group(draw(30)))
	for (n in c(1:60, 100, 367, 368, 1000, 9999, 1e5, 1e6, 123456789))
		for (part in c(500, 990, 999))
			line("order", n, part, 1000)
}

# With ties R has no exact test: every choice of ranks, counted.
counted <- function(a, b) {
	ranks <- rank(c(a, b))
	sums <- combn(ranks, length(a), sum)
	own <- sum(ranks[seq_along(a)])
	min(1, 2 * min(mean(sums <= own), mean(sums >= own)))
}

mann_whitney <- function(a, b) {
	n <- length(a) + length(b)
	exact <- n <= 60
	u <- sum(rank(c(a, b))[seq_along(a)]) -
		length(a) * (length(a) + 1) / 2
	p <- if (length(unique(c(a, b))) == 1)
		1
	else if (!exact)
		wilcox.test(a, b, exact = FALSE)$p.value
	else if (anyDuplicated(c(a, b)) && choose(n, length(a)) < 2e5)
		counted(a, b)
	else if (anyDuplicated(c(a, b)))
		NULL				# more than can be counted here
	else
		wilcox.test(a, b, exact = TRUE)$p.value
	if (is.null(p)) NULL else c(u, p, exact)
}

# The least x from 0 to @top for which @holds, which then holds for all above.
first_from <- function(top, holds) {
	low <- -1
	while (top - low > 1) {
		middle <- floor((low + top) / 2)
		if (holds(middle)) top <- middle else low <- middle
	}
	top
}

# By pbinom() alone: qbinom(0.025, 13000, 0.999) is 13000 in R 4.2.2, not 12980.
order_ranks <- function(n, p) {
	low <- first_from(n, function(x) pbinom(x, n, p) > 0.025)
	high <- 1 + first_from(n + 1, function(x)
		pbinom(x, n, p, lower.tail = FALSE) <= 0.025)
	if (low < 1 || high > n) "none"
	else c(low, high, pbinom(high - 1, n, p) - pbinom(low - 1, n, p))
}

# A power of two that brings values near 1; nothing is rounded by it.
unit <- function(x) if (any(x != 0)) 2^floor(log2(max(abs(x)))) else 1

student <- function(x) {
	if (length(unique(x)) == 1) return(c(x[1], 0, 0))
	u <- unit(x)
	c(mean(x / u) * u, sd(x / u) * u, diff(t.test(x / u)$conf.int) / 2 * u)
}

welch <- function(a, b) {
	d <- a[1] - b[1]
	if (length(unique(a)) == 1 && length(unique(b)) == 1)
		return(c(if (d == 0) 0 else sign(d) * Inf, 0, d == 0))
	u <- unit(c(a, b))
	t <- t.test(a / u, b / u)
	c(t$statistic, t$parameter, t$p.value)
}

within_ranks <- function(x, count, p) {
	x <- sort(rep(x, count))
	r <- order_ranks(length(x), p)
	if (identical(r, "none")) r else c(x[r[1]], x[r[2]], r[3])
}

# The least sizes, tried one after the other.
least <- function() {
	median <- n <- 1
	while (2 * 0.5^median > 0.05) median <- median + 1
	while (wilcox.test(1:n, n + 1:n, exact = TRUE)$p.value > 0.05) n <- n + 1
	c(median, n)
}

needed <- function(x) {
	n <- 2:1000
	d <- abs(x[1] - x[3])
	va <- x[2]^2 / n
	vb <- x[4]^2 / n
	df <- (va + vb)^2 / (va^2 / (n - 1) + vb^2 / (n - 1))
	p <- 2 * pt(-d / sqrt(va + vb), df)
	apart <- qt(0.975, n - 1) * (x[2] + x[4]) / sqrt(n) < d
	first <- function(yes) if (any(yes)) n[which(yes)[1]] else 0
	c(first(p <= 0.05), first(apart))
}

# What R makes of one case; NULL: it cannot be counted in R.
expected <- function(what, x) {
	one <- if (what %in% c("order", "needed")) NULL else x[1 + seq_len(x[1])]
	rest <- if (is.null(one)) x else x[-seq_len(x[1] + 1)]
	switch(what,
	       student = student(one),
	       welch = welch(one, rest[-1]),
	       "mann-whitney" = mann_whitney(one, rest[-1]),
	       holm = p.adjust(one, "holm"),
	       order = order_ranks(x[1], x[2] / x[3]),
	       rank = quantile(one, rest[1] / rest[2], type = 1),
	       needed = needed(x),
	       within = within_ranks(one, rest[1], rest[2] / rest[3]),
	       least = least())
}

same <- function(ours, theirs, slack) {
	if (identical(theirs, "none") || identical(ours, "none"))
		return(identical(ours, theirs))
	ours <- as.numeric(strsplit(ours, " ")[[1]])
	if (length(ours) != length(theirs)) return(FALSE)
	near <- ours == theirs |
		abs(ours - theirs) <= 1e-9 * abs(theirs) + slack
	all(is.nan(ours) == is.nan(theirs)) && all(near, na.rm = TRUE)
}

check <- function(cases, results) {
	cases <- trimws(readLines(cases))
	results <- readLines(results)
	stopifnot(length(cases) == length(results))
	compared <- list()
	wrong <- 0
	for (i in seq_along(cases)) {
		words <- strsplit(cases[i], " +")[[1]]
		theirs <- suppressWarnings(
			expected(words[1], as.numeric(words[-1])))
		if (is.null(theirs)) next
		compared[[words[1]]] <- c(compared[[words[1]]], 1)
		slack <- if (words[1] == "welch") c(0, 0, 1e-18) else 0
		if (same(results[i], theirs, slack)) next
		wrong <- wrong + 1
		cat("#", cases[i], "\n#   patchbench:", results[i],
		    "\n#   R:         ", format(theirs, digits = 17), "\n")
	}
	cat("# cases compared:", paste(names(compared), lengths(compared)),
	    "\n", sep = " ")
	quit(status = if (wrong) 1 else 0)
}

if (arguments[1] == "cases") cases() else check(arguments[2], arguments[3])
