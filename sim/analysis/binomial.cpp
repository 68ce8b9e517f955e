#include "sim/analysis/binomial.hpp"

#include <stdexcept>

#include "models/distribution/portable_math.hpp"
#include "models/distribution/special_functions.hpp"

namespace trialcost {

double binomial_cdf(std::uint64_t hits, std::uint64_t draws, double probability) {
    if (!(probability >= 0 && probability <= 1)) {
        throw std::logic_error("a probability lies in [0, 1]");
    }
    if (hits >= draws || probability == 0) return 1;
    if (probability == 1) return 0;
    const double misses = static_cast<double>(draws - hits);
    return incomplete_beta(static_cast<double>(hits) + 1, misses, probability, Tail::upper);
}

Estimate clopper_pearson(std::uint64_t hits, std::uint64_t draws) {
    if (draws == 0 || hits > draws) throw std::logic_error("hits are counted among draws");
    const double n = static_cast<double>(draws);
    const double k = static_cast<double>(hits);
    const double outside = 1 - interval_confidence;
    const double log_of_one_side = portable::log(outside) / n;
    if (hits == 0) return {0, 0, -portable::expm1(log_of_one_side)};
    if (hits == draws) return {1, portable::exp(log_of_one_side), 1};
    return {k / n, beta_quantile(k, n - k + 1, outside / 2),
            beta_quantile(k + 1, n - k, outside / 2, Tail::upper)};
}

}  // namespace trialcost
