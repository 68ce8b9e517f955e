// The price of spot instances over time: the steps of its measured history, each weighted by how
// long it held. A job starts somewhere in the history and runs along it; at the end the history
// begins anew. So a job of days pays an average over it, not one price drawn for the whole job.
// Prices per instance hour, times in hours since the begin of the history.
#pragma once

#include <vector>

namespace trialcost {

struct SpotStep {
    double from_h = 0;
    double price = 0;
};

class SpotPath {
  public:
    // `steps` by time, the first at 0, each before `length_h`.
    SpotPath(std::vector<SpotStep> steps, double length_h);

    double length_h() const { return length_h_; }
    const std::vector<SpotStep>& steps() const { return steps_; }

    double at(double h) const;
    // Of the hours between; at one moment: the price there.
    double mean(double from_h, double to_h) const;

  private:
    double paid_until(double h) const;  // integral from 0, over as many rounds as that takes

    std::vector<SpotStep> steps_;
    std::vector<double> paid_;  // at the begin of each step
    double length_h_;
    double paid_per_round_ = 0;
};

}  // namespace trialcost
