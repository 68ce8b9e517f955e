"""Coverage of Student's t on the log, every group with equal weight: what `trialcost backtest
--predictive log_t` has to give. NumPy and SciPy, no code of trialcost.

Groups are rows of a CSV file that agree in some columns. In each shuffle k runs of a group predict the
others; a percentile covers the share of them at or below it.

log_t_coverage.py FILE VALUE K [SHUFFLES]
"""

import csv
import sys

import numpy as np
from scipy import stats

PERCENTS = np.array([0.05, 0.10, 0.25, 0.50, 0.75, 0.90, 0.95])
GROUP = ("round", "submitter", "system", "benchmark")


def runs_by_group(path, value, least=9):
    with open(path) as file:
        rows = list(csv.DictReader(line for line in file if line[0] != "#"))
    runs = {}
    for row in rows:
        if row["status"] == "success" and row[value] != "":
            runs.setdefault(tuple(row[column] for column in GROUP), []).append(float(row[value]))
    return [np.array(group) for group in runs.values() if len(group) >= least]


def covered(runs, k, shuffles, rng):
    """[shuffle, percentile]: the share of later runs at or below it."""
    orders = rng.permuted(np.tile(np.arange(len(runs)), (shuffles, 1)), axis=1)
    logs = np.log(runs)[orders]
    first, later = logs[:, :k], logs[:, k:]
    step = np.sqrt(first.var(axis=1, ddof=1) * (k + 1) / k)
    bounds = first.mean(axis=1)[:, None] + step[:, None] * stats.t(k - 1).ppf(PERCENTS)
    # Equal records predict themselves, whatever their mean is rounded to.
    return (later[:, :, None] <= bounds[:, None, :] + 1e-12).mean(axis=1)


def coverage(path, value, k, shuffles, seed=1):
    """Over groups: coverage, and its standard error from the shuffles alone."""
    rng = np.random.default_rng(seed)
    each = [covered(runs, k, shuffles, rng) for runs in runs_by_group(path, value)]
    means = np.array([shares.mean(axis=0) for shares in each])
    noise = np.array([shares.var(axis=0, ddof=1) / shuffles for shares in each])
    return means.mean(axis=0), np.sqrt(noise.sum(axis=0)) / len(each)


def main():
    path, value, k = sys.argv[1], sys.argv[2], int(sys.argv[3])
    shares, errors = coverage(path, value, k, int(sys.argv[4]) if len(sys.argv) > 4 else 200)
    for percent, share, error in zip(PERCENTS, shares, errors):
        print(f"P{100 * percent:<3.0f} {share:.4f} ({error:.4f})")


if __name__ == "__main__":
    main()
