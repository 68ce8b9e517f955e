"""Ways to predict the next run from k records, compared on repeated public training runs.

Written without any code of trialcost, in NumPy with SciPy's distributions. Groups (round, submitter,
system, benchmark) of at least 9 successful runs are shuffled; the first k runs predict the rest. For
each rule: the share of later runs at or below the predicted P5, P10, P50, P90 and P95, every group with
equal weight, and the 90 % interval score (Gneiting & Raftery 2007), geometric mean over groups, against
Student's t on the log. Prints the tables of docs/adr/0009; about a minute.

compare_predictives.py [FILE] [SHUFFLES]
"""

import collections
import csv
import pathlib
import sys

import numpy as np
from scipy.stats import chi2, norm, qmc
from scipy.stats import t as student

PERCENTS = np.array([0.05, 0.10, 0.50, 0.90, 0.95])
BOUND = 10  # times the largest record
NEAR_TAIL, FAR_TAIL = 0.6, 0.4
FIRST_HALF = ("v4.0", "v5.0")
POINTS = 1024


# Rules: records (cases, k) and Student-t scores (cases or 1, any) -> values at those scores.


def t_on(scale, back):
    def rule(a, t):
        y = scale(a)
        mean, sd = y.mean(1, keepdims=True), y.std(1, ddof=1, keepdims=True)
        return back(mean + sd * np.sqrt(1 + 1 / a.shape[1]) * t)

    return rule


def inverse_back(y):
    return np.where(y < 0, 1 / np.maximum(-y, 1e-300), np.inf)


t_on_log = t_on(np.log, np.exp)
t_on_inverse = t_on(lambda a: -1 / a, inverse_back)


def inverse_with_median(a, t):
    values = t_on_inverse(a, t) + np.zeros_like(a[:, :1])
    return np.where(np.abs(t) < 1e-9, np.median(a, axis=1, keepdims=True), values)


def resampled(a, t):
    rank = np.ceil(student.cdf(t, a.shape[1] - 1) * a.shape[1] - 1e-9).astype(int) - 1
    return np.take_along_axis(np.sort(a, 1), np.broadcast_to(rank, (len(a), rank.shape[1])), 1)


def gaps_with_t_tails(a, t):
    n = a.shape[1]
    y = np.sort(np.log(a), 1)
    step = y.std(1, ddof=1, keepdims=True) * np.sqrt(1 + 1 / n)
    knots = student.ppf(np.arange(1, n + 1) / (n + 1), n - 1)
    return np.exp(joined(knots, y, t) + step * (t - np.clip(t, knots[0], knots[-1])))


def joined(knots, values, t):
    """Straight lines through (knots, values of each case), constant beyond the outer ones."""
    out = values[:, :1] + np.zeros_like(t)
    for left in range(len(knots) - 1):
        share = np.clip((t - knots[left]) / (knots[left + 1] - knots[left]), 0, 1)
        out = out + (values[:, left + 1] - values[:, left])[:, None] * share
    return out


def floors(a, power):
    least, most = a.min(1, keepdims=True), a.max(1, keepdims=True)
    use = (a.shape[1] > 2) & (least < most) & (power is not None)
    return np.where(use, least * (least / most) ** (power or 0), 0)


def ranked(power):
    def rule(a, t):
        n = a.shape[1]
        floor = floors(a, power)
        y = np.sort(np.log(a - floor), 1)
        spread = (y[:, -1:] > y[:, :1]) * y.std(1, ddof=1, keepdims=True) * np.sqrt(1 + 1 / n)
        straight = y.mean(1, keepdims=True) + spread * t
        if n == 2:
            return np.exp(straight)
        tail = np.array([FAR_TAIL, NEAR_TAIL])
        ranks = np.concatenate([tail, np.arange(1, n + 1), n + 1 - tail[::-1]])
        knots = student.ppf(ranks / (n + 1), n - 1)
        step = spread * (knots[-2] - knots[-3])
        gaps = 1 / NEAR_TAIL - 1
        low = y[:, :1] - np.minimum(gaps * (y[:, 1:2] - y[:, :1]), step)
        high = y[:, -1:] + np.minimum(gaps * (y[:, -1:] - y[:, -2:-1]), step)
        centre = y.mean(1, keepdims=True)
        lowest = np.minimum(low, centre + spread * knots[0])
        highest = np.maximum(high, centre + spread * knots[-1])
        bent = joined(knots, np.concatenate([lowest, low, y, high, highest], 1), t)
        bent = np.where(t > knots[-1], np.maximum(bent, straight), bent)
        return floor + np.exp(np.where(t < knots[0], np.minimum(bent, straight), bent))

    return rule


def percentiles(rule, records):
    a = records.sum(2)
    values = rule(a, student.ppf(PERCENTS, a.shape[1] - 1)[None, :])
    return np.minimum(values, BOUND * a.max(1, keepdims=True))


def joint_percentiles(rule, power, records):
    """Of the sum of two fields drawn jointly: one chi-square, the dependence of their rows."""
    n = records.shape[1]
    points = qmc.Sobol(3, seed=3).random(POINTS)
    root_k = np.sqrt((n - 1) / chi2.ppf(points[:, 0], n - 1))
    first, second = norm.ppf(points[:, 1]), norm.ppf(points[:, 2])
    out = []
    for start in range(0, len(records), 4000):
        block = [records[start : start + 4000, :, f] for f in (0, 1)]
        rows = []
        for a in block:
            y = np.log(a - floors(a, power))
            y = (y - y.mean(1, keepdims=True)) * (a.max(1, keepdims=True) > a.min(1, keepdims=True))
            rows.append(y / np.maximum(np.sqrt((y * y).sum(1, keepdims=True)), 1e-300))
        share = np.clip((rows[0] * rows[1]).sum(1, keepdims=True), -1, 1)
        scores = [root_k * (share * first + np.sqrt(1 - share**2) * second), (root_k * first)[None, :]]
        total = 0
        for a, t in zip(block, scores):
            total = total + np.minimum(rule(a, t), BOUND * a.max(1, keepdims=True))
        out.append(np.quantile(total, PERCENTS, axis=1).T)
    return np.concatenate(out)


# Data and scores.


def read_groups(path, fewest=9, most=99):
    groups = collections.defaultdict(list)
    with open(path) as lines:
        for row in csv.DictReader(line for line in lines if not line.startswith("#")):
            if row["status"] == "success" and row["train_s"] and row["init_s"]:
                key = tuple(row[c] for c in ("round", "submitter", "system", "benchmark"))
                groups[key].append((float(row["init_s"]), float(row["train_s"])))
    return {key: np.array(runs) for key, runs in groups.items() if fewest <= len(runs) <= most}


def shuffled(groups, k, shuffles, rng):
    """First k runs (groups * shuffles, k, fields) and the later ones, padded with NaN."""
    most = max(len(runs) for runs in groups.values()) - k
    first, later = [], []
    for runs in groups.values():
        for _ in range(shuffles):
            mixed = runs[rng.permutation(len(runs))]
            first.append(mixed[:k])
            later.append(np.pad(mixed[k:], ((0, most - len(runs) + k), (0, 0)), constant_values=np.nan))
    return np.array(first), np.array(later)


def score(q, later, shuffles):
    """Coverage (groups, 5) and interval score (groups)."""
    known = (~np.isnan(later)).sum(1)
    below = [(later <= q[:, [i]] * (1 + 1e-12)).sum(1) / known for i in range(PERCENTS.size)]
    cover = np.stack(below, 1).reshape(-1, shuffles, PERCENTS.size).mean(1)
    low, high = q[:, :1], q[:, -1:]
    width = (high - low) + 20 * (np.maximum(low - later, 0) + np.maximum(later - high, 0))
    return cover, np.nanmean(width, 1).reshape(-1, shuffles).mean(1)


def line(name, cells, part):
    """`cells`: for each k (k, cover, score, score of the t on the log); `part`: groups that count."""
    off = np.array([c[1][part].mean(0) - PERCENTS for c in cells])
    ratio = [np.exp(np.log(c[2][part] / c[3][part]).mean()) for c in cells]
    shown = " ".join(f"{r:.3f}" for r in ratio)
    print(f"  {name:34s} worst {np.abs(off).max():.3f}  mean {np.abs(off).mean():.4f}  score {shown}")
    return off


def report(title, rules, data, values, shuffles, keys, ks):
    """Rules by name: percentiles of (cases, k, fields)."""
    print(title)
    rounds = np.isin([key[0] for key in keys], FIRST_HALF)
    benchmarks = np.array([key[3] for key in keys])
    everyone = np.ones(len(keys), bool)
    base = {}
    for k in ks:
        first, later = (part[..., values] for part in data[k])
        base[k] = score(percentiles(t_on_log, first), later.sum(2), shuffles)[1]
    for name, rule in rules.items():
        cells = []
        for k in ks:
            first, later = (part[..., values] for part in data[k])
            cells.append((k, *score(rule(first), later.sum(2), shuffles), base[k]))
        off = line(name, cells, everyone)
        if "ranked" not in name or ks == (2,):
            continue
        line("    rounds v4.0, v5.0", cells, rounds)
        line("    rounds v4.1, v5.1", cells, ~rounds)
        for row, k in zip(off, ks):
            print(f"      k = {k}: " + " ".join(f"{x:+.3f}" for x in row))
        often = [b for b in set(benchmarks) if (benchmarks == b).sum() >= 14]
        by = np.array([[c[1][benchmarks == b].mean(0) - PERCENTS for c in cells] for b in often])
        tails, median = np.abs(by[..., [0, 1, 3, 4]]).max(), np.abs(by[..., 2]).max()
        print(f"      worst benchmark {tails:.3f}, worst P50 of one {median:.3f}")


def held_out(title, rules, groups, values, ks):
    """What no choice was made on."""
    print(f"held out: {title}, {len(groups)} groups")
    for k in ks:
        first, later = (part[..., values] for part in shuffled(groups, k, 200, np.random.default_rng(5)))
        base = score(percentiles(t_on_log, first), later.sum(2), 200)[1]
        for name, rule in rules.items():
            cell = (k, *score(rule(first), later.sum(2), 200), base)
            line(f"k = {k}: {name}", [cell], np.ones(len(groups), bool))


def main():
    here = pathlib.Path(__file__).parent
    path = sys.argv[1] if len(sys.argv) > 1 else here / "../data/mlperf_runs.csv"
    shuffles = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    groups = read_groups(path)
    keys = list(groups)
    data = {k: shuffled(groups, k, shuffles, np.random.default_rng(7)) for k in range(2, 9)}
    few = {k: shuffled(groups, k, shuffles // 2, np.random.default_rng(8)) for k in (2, 3, 5, 8)}
    rules = {
        "resampling": resampled,
        "t on log": t_on_log,
        "t on 1/x": t_on_inverse,
        "t on 1/x, median as P50": inverse_with_median,
        "order-statistic gaps, t tails": gaps_with_t_tails,
        "ranked, no floor": ranked(None),
    }
    rules |= {f"ranked, floor power {power}": ranked(power) for power in (2, 3, 4, 5, 8)}
    rules = {name: lambda a, rule=rule: percentiles(rule, a) for name, rule in rules.items()}
    joint = {
        "t on log": lambda a: joint_percentiles(t_on_log, None, a),
        "ranked, floor power 4": lambda a: joint_percentiles(ranked(4), 4, a),
    }
    print(f"{len(keys)} groups, {shuffles} shuffles, k = 3, 5, 8")
    with np.errstate(over="ignore"):
        report("train_s", rules, data, [1], shuffles, keys, (3, 5, 8))
        report("init_s + train_s, drawn jointly", joint, few, [0, 1], shuffles // 2, keys, (3, 5, 8))
        mine = {name: rules[name] for name in joint}
        small = read_groups(path, 5, 8)
        held_out("groups of 5 to 8 runs, train_s", mine, small, [1], (3, 4))
        held_out("groups of 5 to 8 runs, init_s + train_s jointly", joint, small, [0, 1], (3, 4))
        held_out("init_s", mine, groups, [0], (3, 5, 8))
        report("k = 4, 6, 7, train_s", mine, data, [1], shuffles, keys, (4, 6, 7))
        report("k = 2, train_s", mine, data, [1], shuffles, keys, (2,))
        report("k = 2, drawn jointly", joint, few, [0, 1], shuffles // 2, keys, (2,))


if __name__ == "__main__":
    main()
