"""The median of ratios measured in pairs, with an interval that assumes no distribution."""

import statistics
from collections import namedtuple
from math import comb

# coverage: how often such an interval holds the true median, whatever the distribution is.
MedianInterval = namedtuple("MedianInterval", "median low high coverage")


def median_interval(values, coverage=0.95):
    """The narrowest symmetric pair of order statistics that covers the median as often as asked.

    The k-th smallest and the k-th largest of n independent values miss the median with probability
    2 P(Binomial(n, 1/2) < k) (David and Nagaraja, Order Statistics, 7.1). Below 6 values even the
    smallest and the largest hold it less often than 95 %: they are returned, with the coverage
    that they do have.
    """
    ordered = sorted(values)
    n = len(ordered)
    if n == 0:
        raise ValueError("there is no median of no values")
    missed, k = 2 * 0.5**n, 1
    while k < (n + 1) // 2 and missed + 2 * comb(n, k) * 0.5**n <= 1 - coverage:
        missed += 2 * comb(n, k) * 0.5**n
        k += 1
    return MedianInterval(
        statistics.median(ordered), ordered[k - 1], ordered[n - k], max(0.0, 1 - missed)
    )
