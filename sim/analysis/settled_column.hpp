// One figure's draws together with the same draws under doubled bounds, from which it gives only
// figures that do not rest on the bounds.
//
// Inputs measured from few records have no finite mean; each is cut at a bound that, unless stated,
// is assumed. Whatever moves when the assumed bounds are doubled is refused (percentile.hpp,
// moment.hpp). Where nothing was cut, the same span is given twice. The spans are kept, not copied:
// they must outlive this object. Layout: column.hpp; units: those of the column; errors: those of
// the functions called. No randomness.
#pragma once

#include <optional>
#include <span>

#include "sim/analysis/estimate.hpp"
#include "sim/analysis/sorted_column.hpp"

namespace trialcost {

class SettledColumn {
  public:
    SettledColumn(const SamplingDesign& design, std::span<const double> with_default_bounds,
                  std::span<const double> with_doubled_bounds);

    Estimate percentile(double p) const;
    Estimate mean() const;
    Estimate standard_deviation() const;
    Estimate tail_mean(double p) const;
    Estimate expected_overrun(double limit) const;
    Estimate overrun_when_over(double limit) const;

    std::span<const double> draws() const { return draws_; }
    const SortedColumn& sorted() const { return sorted_; }

  private:
    std::span<const double> draws_;
    std::span<const double> doubled_;
    SortedColumn sorted_;
    std::optional<SortedDraws> sorted_doubled_;  // absent where nothing was cut
};

}  // namespace trialcost
