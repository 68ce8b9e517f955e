"""P95 of the cost per run over the median of one run: 40 runs from 5 records with a log spread of 0.1.

Written without any code of trialcost, by the textbook route: a draw of (mean, variance) from its
posterior under the reference prior, then 40 lognormal runs. Also the two wrong answers: every run with
knowledge of its own, and one run times 40. Prints value and standard error over 40 batches.
"""

import numpy as np

RECORDS, SPREAD, RUNS, BATCH, BATCHES = 5, 0.1, 40, 100_000, 40


def posterior(rng, shape):
    variance = (RECORDS - 1) * SPREAD**2 / rng.chisquare(RECORDS - 1, shape)
    return rng.normal(0.0, np.sqrt(variance / RECORDS)), np.sqrt(variance)


def batch(rng):
    mean, sd = posterior(rng, (BATCH, 1))
    shared = np.exp(mean + sd * rng.standard_normal((BATCH, RUNS))).mean(axis=1)
    mean, sd = posterior(rng, (BATCH, RUNS))
    fresh = np.exp(mean + sd * rng.standard_normal((BATCH, RUNS))).mean(axis=1)
    mean, sd = posterior(rng, (BATCH, 1))
    multiplied = np.exp(mean + sd * rng.standard_normal((BATCH, 1)))[:, 0]
    # The records' median, and so that of one run, is 1.
    return [np.quantile(cost, 0.95) for cost in (shared, fresh, multiplied)]


rng = np.random.default_rng(1)
values = np.array([batch(rng) for _ in range(BATCHES)])
error = values.std(axis=0, ddof=1) / np.sqrt(BATCHES)
for name, value, se in zip(["knowledge shared", "all redrawn", "one run times 40"], values.mean(axis=0), error):
    print(f"{name}: {value:.4f} +- {se:.4f}")
