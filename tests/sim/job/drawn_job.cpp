#include "tests/sim/job/drawn_job.hpp"

#include <limits>
#include <stdexcept>

#include "models/distribution/special_functions.hpp"

namespace trialcost::fixtures {
namespace {

// The scores of a draw stand apart by this in a block; what lies between belongs to other draws.
constexpr std::size_t stride = 3;

}  // namespace

DrawnJob::DrawnJob(const OptionPlan& option, std::uint32_t most_runs)
    : plan_(plan_of({option}, most_runs, {})),
      table_(coordinate_table(plan_)),
      sampler_(plan_.options[0], table_, key.seed, most_runs),
      draw_(sampler_),
      scores_(sampler_.coordinates().size() * stride, std::numeric_limits<double>::quiet_NaN()) {
    for (std::size_t i = 0; i < scores_.size(); i += stride) scores_[i] = 0;
}

void DrawnJob::set_score(const std::string& coordinate, double score) {
    const std::size_t number = table_.at(coordinate);
    for (std::size_t local = 0; local < sampler_.coordinates().size(); ++local)
        if (sampler_.coordinates()[local] == number) {
            scores_[local * stride] = score;
            return;
        }
    throw std::logic_error("the job does not ask for the coordinate " + coordinate);
}

JobDraw& DrawnJob::start(double default_bound_factor) {
    draw_.start({scores_.data(), stride}, key.replicate, key.draw, default_bound_factor);
    return draw_;
}

UniformPair DrawnJob::uniforms(const std::string& stream, std::uint32_t event) {
    return uniform_pair(key, stream_of(stream), event);
}

double DrawnJob::stream_score(const std::string& stream, std::uint32_t event) {
    return normal_quantile(uniforms(stream, event).first);
}

}  // namespace trialcost::fixtures
