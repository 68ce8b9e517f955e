// Time of one attempt in the event loop, by the number of failures it meets (cases of
// docs/model.md), and of one failure-free attempt.
#include <limits>
#include <vector>

#include "bench/interleaved.hpp"
#include "models/distribution/portable_math.hpp"
#include "sim/job/event_loop.hpp"
#include "sim/random/stream.hpp"

using namespace trialcost;

namespace {

struct StreamChance {
    DrawKey key;
    double downtime, restart;
    std::uint32_t event = 0;

    void next_event() { ++event; }
    double exponential() const { return -portable::log(uniform_pair(key, 1, event).first); }
    double exponential(std::size_t) const { return exponential(); }
    double uniform() const { return 0.5; }
    double downtime_s(std::size_t) const { return downtime; }
    double restart_s(std::size_t) const { return restart; }
    double outage_after_s(std::size_t, double) const {
        return std::numeric_limits<double>::infinity();
    }
};

Timed attempts(const std::string& name, std::size_t count, const AttemptShape& shape, double mtbf,
               double downtime, double restart) {
    const auto run = [=] {
        const std::vector<FailureHazard> classes{{.rate_per_s = 1 / mtbf}};
        std::vector<FailureToll> tolls(classes.size());
        std::vector<Launch> launches;
        double sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            StreamChance chance{{1, 0, i}, downtime, restart};
            sum += simulate_attempt(shape, classes, RestartFailure::possible,
                                    {1e300, 1'000'000'000}, chance, tolls, launches)
                       .wall_s;
        }
        if (!(sum > 0))
            fmt::print("nothing was simulated\n");  // keeps the work from being optimised away
    };
    return {name, static_cast<double>(count), run};
}

}  // namespace

int main() {
    const auto shape = [](double work, double interval, double save) {
        return AttemptShape{
            .work_s = work, .checkpoint_interval_s = interval, .checkpoint_s = save};
    };
    time_in_turn({attempts("no failure", 200'000, shape(10, 1, 0.1), 1e12, 0, 0),
                  attempts("case D, 2.6 failures", 200'000, shape(10, 1, 0.1), 5, 0.3, 0.2),
                  attempts("case A, 23 failures", 20'000, shape(30000, 117, 5), 1440, 0, 10),
                  attempts("case F, 484 failures", 1'000, shape(77760, 30, 1), 185.5847255, 5, 5)},
                 7);
}
