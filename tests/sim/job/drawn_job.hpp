// One option with a draw of it at chosen scores, for tests of JobDraw.
#pragma once

#include <string>
#include <vector>

#include "sim/job/job_sampler.hpp"
#include "tests/sim/plan/plan_fixtures.hpp"

namespace trialcost::fixtures {

class DrawnJob {
  public:
    static constexpr DrawKey key{.seed = 20261130, .replicate = 3, .draw = 77};

    // Every score is 0 until it is set.
    explicit DrawnJob(const OptionPlan& option, std::uint32_t most_runs = 1);
    DrawnJob(const DrawnJob&) = delete;  // the draw refers to the plan

    void set_score(const std::string& coordinate, double score);
    JobDraw& start(double default_bound_factor = 1);

    const OptionPlan& option() const { return plan_.options[0]; }

    // What the stream of a name holds at an event of this draw.
    static UniformPair uniforms(const std::string& stream, std::uint32_t event);
    static double stream_score(const std::string& stream, std::uint32_t event);

  private:
    Plan plan_;
    CoordinateTable table_;
    JobSampler sampler_;
    JobDraw draw_;
    std::vector<double> scores_;
};

}  // namespace trialcost::fixtures
