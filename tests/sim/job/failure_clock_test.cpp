// The lives of classes with a shape, and the factor of an attempt on failure rates, computed again
// from the streams alone.
#include <algorithm>
#include <cmath>

#include "models/distribution/special_functions.hpp"
#include "tests/catch_compat.hpp"
#include "tests/sim/job/failing_job.hpp"

using namespace trialcost;
using namespace trialcost::fixtures;

// Event 0 of an attempt holds the first lives, each failure the next one of its class. The streams
// are those of the option's name and the class's.
TEST_CASE("a class with a shape lives by its own stream, the first life by its coordinate") {
    OptionPlan option = long_option();
    option.job.max_failures = 200;
    for (const char* name : {"gpu", "net"}) {
        FailureClassPlan failures = failure_class(option, name, 0.1);
        failures.shape = stated(option, std::string("failure.") + name + ".shape", {Constant{0.7}});
        option.job.failures.push_back(failures);
    }
    option.job.failures[1].renews = Renews::all;
    const double scale_h = 1 / (0.1 * std::tgamma(1 + 1 / 0.7));
    DrawnJob drawn(option, 30);
    drawn.set_score("a/failure/gpu", -0.5);
    drawn.set_score("a/failure/net", 0.25);
    JobDraw& draw = drawn.start();
    std::uint64_t seen = 0;
    for (std::uint32_t serial = 0; serial < 100; ++serial) {
        std::uint32_t event = 0;
        const auto life_h = [&](const std::string& name) {
            const double u =
                serial == 0 && event == 0
                    ? normal_cdf(name == "gpu" ? 0.5 : -0.25)
                    : DrawnJob::uniforms("a/failure/" + name, serial * (200 + 2) + event).first;
            return scale_h * std::pow(-std::log(u), 1 / 0.7);
        };
        double gpu_h = life_h("gpu"), net_h = life_h("net"), lost_h = 0;
        while (std::min(gpu_h, net_h) < 10) {
            ++event;
            const double lived_h = std::min(gpu_h, net_h);
            lost_h += lived_h;
            const bool net = net_h < gpu_h;
            gpu_h -= lived_h;
            net_h -= lived_h;
            if (net) net_h = life_h("net");
            gpu_h = net || gpu_h <= 0 ? life_h("gpu") : gpu_h;
        }
        const AttemptOutcome out = draw.run_attempt(serial / 10, serial % 10, forever_s).outcome;
        INFO("attempt " << serial);
        CHECK(out.failures == event);
        CHECK(out.parts[TimePart::lost_work] == Approx(lost_h * hour_s).epsilon(1e-9));
        seen += event;
    }
    CHECK(seen > 300);
}

// The factor multiplies the rates of the classes that name it, and is drawn for each attempt.
TEST_CASE("a factor on the rates is the attempt's own") {
    OptionPlan option = long_option();
    option.job.failures = {failure_class(option, "a", 0.5), failure_class(option, "b", 0.25)};
    option.job.failures[0].run_factor =
        stated(option, "failure.run_to_run", {Gamma{1, 1}}, Varies::per_attempt);
    option.job.max_failures = 0;
    DrawnJob drawn(option, 30);
    drawn.set_score("a/failure.run_to_run", 1.0);
    drawn.set_score("a/failure", normal_quantile(1 - std::exp(-0.5)));
    JobDraw& draw = drawn.start();
    const Marginal factor = Marginal::compile({Gamma{1, 1}});
    for (std::uint32_t serial = 0; serial < 20; ++serial) {
        const double score =
            serial == 0 ? 1.0 : DrawnJob::stream_score("a/failure.run_to_run", serial);
        const double budget =
            serial == 0 ? 0.5 : -std::log(DrawnJob::uniforms("a/failure", serial * 2).first);
        const double rate = 0.5 * factor(score) + 0.25;
        const AttemptOutcome out = draw.run_attempt(serial / 10, serial % 10, forever_s).outcome;
        CHECK(out.parts[TimePart::lost_work] / hour_s == Approx(std::min(budget / rate, 10.0))
                                                             .epsilon(1e-9)
                                                             .margin(budget > rate * 10 ? 10 : 0));
        CHECK(out.failures == (budget / rate < 10 ? 1 : 0));
    }
}
