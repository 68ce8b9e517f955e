#!/usr/bin/env Rscript
# W0 and W1 in plain R, vectorised over all draws.
#
#     r_peer.R W0|W1 S|M|L DRAWS ROUNDS [SEED]

scales <- list(
  S = list(nodes = 8, work_median_h = 100, failures_per_node_h = 2.5e-5, interval_h = 2, ceiling_usd = 40e3),
  M = list(nodes = 64, work_median_h = 1000, failures_per_node_h = 2.5e-5, interval_h = 2, ceiling_usd = 3.5e6),
  L = list(nodes = 2048, work_median_h = 1100, failures_per_node_h = 4.4e-5, interval_h = 0.4, ceiling_usd = 140e6)
)

rtriangular <- function(count, low, mode, high) {
  u <- runif(count)
  width <- high - low
  ifelse(u < (mode - low) / width,
         low + sqrt(u * width * (mode - low)),
         high - sqrt((1 - u) * width * (high - mode)))
}

# The hours that the failures of W1 cost: all of them in one vector, added up by the draw that they
# belong to as differences of running sums.
hours_lost_to_events <- function(failures, restart, segment) {
  counts <- rpois(length(failures), failures)
  last <- cumsum(counts)
  first <- last - counts
  total <- sum(counts)
  restarts <- c(0, cumsum(exp(0.5 * rnorm(total) - 0.125)))
  shares <- c(0, cumsum(runif(total)))
  restart * (restarts[last + 1] - restarts[first + 1]) + segment * (shares[last + 1] - shares[first + 1])
}

draw_costs <- function(workload, scale, count) {
  work <- rlnorm(count, log(scale$work_median_h), 0.20)
  efficiency <- rbeta(count, 20, 3)
  price <- 20 + 25 * rbeta(count, 1 + 4 * 8 / 25, 1 + 4 * 17 / 25)
  failures <- rgamma(count, 4, scale = scale$failures_per_node_h)
  restart <- rlnorm(count, log(0.4), 0.6)
  write <- rlnorm(count, log(0.03), 0.3)
  storage <- rweibull(count, 2, 40)
  storage_price <- runif(count, 18, 26)
  egress <- rgamma(count, 2, scale = 3)
  egress_price <- rtriangular(count, 20, 50, 90)
  logs <- rlnorm(count, log(0.02), 0.5)
  rerun <- rbeta(count, 2, 18)

  productive <- work / efficiency * (1 + write / scale$interval_h)
  expected <- failures * scale$nodes * productive
  segment <- scale$interval_h + write
  lost <- if (workload == "W0") expected * (restart + 0.5 * segment)
          else hours_lost_to_events(expected, restart, segment)
  hours <- productive + lost
  scale$nodes * price * hours * (1 + rerun) + storage * storage_price * hours / 730 +
    egress * egress_price + scale$nodes * logs * hours
}

arguments <- commandArgs(TRUE)
if (!length(arguments) %in% 4:5 || !arguments[1] %in% c("W0", "W1") || !arguments[2] %in% names(scales)) {
  message("usage: r_peer.R W0|W1 S|M|L DRAWS ROUNDS [SEED]")
  quit(status = 64)
}
workload <- arguments[1]
scale <- scales[[arguments[2]]]
draws <- as.integer(as.numeric(arguments[3]))
rounds <- as.integer(arguments[4])
seed <- if (length(arguments) == 5) as.integer(arguments[5]) else 1L

seconds <- percentile_seconds <- numeric(rounds)
figures <- matrix(0, rounds, 5)
clock <- function() as.numeric(Sys.time())  # proc.time() counts whole milliseconds
for (i in seq_len(rounds)) {
  set.seed(seed + i - 1L)
  start <- clock()
  costs <- draw_costs(workload, scale, draws)
  seconds[i] <- clock() - start
  start <- clock()
  percentiles <- quantile(costs, c(0.50, 0.95, 0.99), names = FALSE)
  percentile_seconds[i] <- clock() - start
  figures[i, ] <- c(mean(costs), percentiles, mean(costs > scale$ceiling_usd))
}
taken <- median(seconds)
means <- colMeans(figures)
cat(sprintf(
  paste("peer=r-%s.%s workload=%s scale=%s draws=%d seconds=%.6f draws_per_s=%.5g mean=%.8g p50=%.8g",
        "p95=%.8g p99=%.8g p_over=%.7f pct_seconds=%.6f\n"),
  R.version$major, R.version$minor, workload, arguments[2], draws, taken, draws / taken, means[1],
  means[2], means[3], means[4], means[5], median(percentile_seconds)))
