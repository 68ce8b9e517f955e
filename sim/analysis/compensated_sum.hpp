// A sum of doubles with its rounding error carried along, for sums in a fixed order.
//
// Each addition is exact as a pair (sum, error) by Knuth's two-sum (TAOCP 2, 4.2.2); partial sums
// of blocks merge in block order, so that whoever computed a block, the total has the same bits.
// Not for infinite terms: they give NaN. No errors, no randomness.
#pragma once

namespace trialcost {

class CompensatedSum {
  public:
    void add(double term) {
        const double sum = sum_ + term;
        const double taken = sum - sum_;
        error_ += (sum_ - (sum - taken)) + (term - taken);
        sum_ = sum;
    }

    void merge(const CompensatedSum& later) {
        add(later.sum_);
        error_ += later.error_;
    }

    double value() const { return sum_ + error_; }

  private:
    double sum_ = 0;
    double error_ = 0;
};

}  // namespace trialcost
