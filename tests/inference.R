# SPDX-License-Identifier: GPL-2.0-only
#
# Rscript inference.R cases			makes the cases of tests/test-r.sh
# Rscript inference.R check CASES RESULTS	works each out by R's own functions
#						and compares; status 1 if any differs
#
# Tolerance: 1e-9 of the value, and 1e-12 for the p of Welch's test, whose last
# digits differ where it is nearly nothing (4e-8 of 4e-16 was seen).

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
	sums <- combn(length(ranks), length(a), function(i) sum(ranks[i]))
	own <- sum(ranks[seq_along(a)])
	min(1, 2 * min(mean(sums <= own), mean(sums >= own)))
}

mann_whitney <- function(a, b) {
	n <- length(a) + length(b)
	exact <- n <= 60
	u <- sum(rank(c(a, b))[seq_along(a)]) -
		length(a) * (length(a) + 1) / 2
	p <- if (!exact)
		wilcox.test(a, b, exact = FALSE)$p.value
	else if (anyDuplicated(c(a, b)) && choose(n, length(a)) < 2e5)
		counted(a, b)
	else if (anyDuplicated(c(a, b)))
		NULL				# more than can be counted here
	else
		wilcox.test(a, b, exact = TRUE)$p.value
	if (is.null(p)) NULL else c(u, p, exact)
}

order_ranks <- function(n, p) {
	low <- qbinom(0.025, n, p)		# P(B <= low - 1) <= 2.5 %
	if (pbinom(low, n, p) <= 0.025) low <- low + 1
	high <- qbinom(0.025, n, p, lower.tail = FALSE) + 1
	if (pbinom(high - 2, n, p, lower.tail = FALSE) <= 0.025) high <- high - 1
	if (low < 1 || high > n) "none"
	else c(low, high, pbinom(high - 1, n, p) - pbinom(low - 1, n, p))
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
	       student = c(mean(one), sd(one),
			   diff(t.test(one)$conf.int) / 2),
	       welch = {
		       t <- t.test(one, rest[-1])
		       c(t$statistic, t$parameter, t$p.value)
	       },
	       "mann-whitney" = mann_whitney(one, rest[-1]),
	       holm = p.adjust(one, "holm"),
	       order = order_ranks(x[1], x[2] / x[3]),
	       rank = quantile(one, rest[1] / rest[2], type = 1),
	       needed = needed(x))
}

same <- function(ours, theirs, slack) {
	if (identical(theirs, "none") || identical(ours, "none"))
		return(identical(ours, theirs))
	ours <- as.numeric(strsplit(ours, " ")[[1]])
	length(ours) == length(theirs) &&
		all(abs(ours - theirs) <= 1e-9 * abs(theirs) + slack)
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
		slack <- if (words[1] == "welch") c(0, 0, 1e-12) else 0
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
