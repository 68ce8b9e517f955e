"""Do programs that run the same workload agree on its figures within Monte Carlo error?

Every figure of a program is the mean over its rounds, each with seeds of its own. How far one draw's
worth of a figure scatters is taken from the rounds themselves: the variance within a peer, times the
draws of a round, pooled over the peers. A program is then compared with the mean of all others,
weighted by draws. The statistic is (figure - others) / s.e., a Student t with the degrees of freedom of
the pooled variance; a program that samples better than Monte Carlo is inside it more often than that.
"""

import functools
import math
from collections import namedtuple

# One program: whether its scatter counts, the draws behind each of its rounds, figures by name.
Rounds = namedtuple("Rounds", "program scatters draws_per_round figures")
Compared = namedtuple("Compared", "program figure value error others difference degrees")
Verdict = namedtuple("Verdict", "compared limit unlike unchecked")

FALSE_ALARMS = 1e-3  # for all comparisons of a run together


def student_tail(t, degrees):
    """P(|T| > t) for a whole number of degrees of freedom (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    angle = math.atan(t / math.sqrt(degrees))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = degrees % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(odd, degrees - 1, 2):
        total += term
        term *= cosine * cosine * (k + 1) / (k + 2)
    inside = 2 / math.pi * (angle + sine * total) if odd else sine * total
    return max(0.0, 1 - inside)


@functools.lru_cache(maxsize=None)
def student_limit(probability, degrees):
    """t such that P(|T| > t) is the probability."""
    low, high = 0.0, 1.0
    while student_tail(high, degrees) > probability and high < 1e9:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if student_tail(middle, degrees) > probability else (low, middle)
    return high


def _mean(values):
    return math.fsum(values) / len(values)


def unit_variance(programs, figure):
    """-> (variance of the figure per draw, its degrees of freedom)"""
    total, degrees = 0.0, 0
    for rounds in programs:
        if not rounds.scatters or len(rounds.figures) < 2:
            continue
        values = [of_round[figure] for of_round in rounds.figures]
        middle = _mean(values)
        total += rounds.draws_per_round * math.fsum((value - middle) ** 2 for value in values)
        degrees += len(values) - 1
    return (total / degrees if degrees else math.nan), degrees


def _distinct(rounds):
    """A program with one seed says the same in every round: it has said it once."""
    if all(of_round == rounds.figures[0] for of_round in rounds.figures):
        return rounds._replace(figures=rounds.figures[:1])
    return rounds


def compare(programs):
    """-> (a Compared for each program and figure, the figures that could not be compared)

    To compare takes two programs, and a peer with two rounds for the standard error.
    """
    programs = [_distinct(rounds) for rounds in programs if rounds.figures]
    compared, unchecked = [], []
    for figure in dict.fromkeys(name for rounds in programs for name in rounds.figures[0]):
        having = [rounds for rounds in programs if figure in rounds.figures[0]]
        variance, degrees = unit_variance(having, figure)
        if len(having) < 2 or degrees == 0:
            unchecked.append(figure)
            continue
        draws = [rounds.draws_per_round * len(rounds.figures) for rounds in having]
        means = [_mean([of_round[figure] for of_round in rounds.figures]) for rounds in having]
        for i, rounds in enumerate(having):
            rest = [j for j in range(len(having)) if j != i]
            draws_of_rest = sum(draws[j] for j in rest)
            others = math.fsum(draws[j] * means[j] for j in rest) / draws_of_rest
            error = math.sqrt(variance * (1 / draws[i] + 1 / draws_of_rest))
            gap = means[i] - others
            difference = gap / error if error > 0 else math.copysign(math.inf, gap) if gap else 0.0
            compared.append(Compared(
                rounds.program, figure, means[i], math.sqrt(variance / draws[i]), others,
                difference, degrees,
            ))
    return compared, unchecked


def verdict_on(programs_of_cases):
    """programs_of_cases: {case: [Rounds]} -> {case: Verdict}; all cases share the false alarms."""
    found = {case: compare(programs) for case, programs in programs_of_cases.items()}
    count = sum(len(compared) for compared, _ in found.values())
    verdicts = {}
    for case, (compared, unchecked) in found.items():
        limits = {
            degrees: student_limit(FALSE_ALARMS / count, degrees)
            for degrees in {one.degrees for one in compared}
        }
        unlike = [one for one in compared if not abs(one.difference) <= limits[one.degrees]]
        verdicts[case] = Verdict(compared, max(limits.values(), default=math.nan), unlike, unchecked)
    return verdicts
