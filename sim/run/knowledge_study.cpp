#include "sim/run/knowledge_study.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "models/distribution/portable_math.hpp"
#include "sim/plan/coordinates.hpp"
#include "sim/run/draw_runs.hpp"
#include "sim/run/figure_limit.hpp"
#include "sim/run/parallel.hpp"

namespace trialcost {
namespace {

constexpr std::uint32_t replicates = 16;
constexpr std::uint32_t knowledge_per_replicate = 16;
constexpr std::uint32_t knowledge_draws = replicates * knowledge_per_replicate;
constexpr std::uint32_t chance_draws = 1024;
static_assert(knowledge_study_draws == std::uint64_t{knowledge_draws} * chance_draws);

// Behind those of the main sample (most_replicates): no draw of the study repeats one of them.
constexpr std::uint32_t first_knowledge_replicate = most_replicates;
constexpr std::uint32_t first_chance_replicate = first_knowledge_replicate + replicates;

enum class Scale { value, logarithm };

Scale scale_of(Figure figure) {
    switch (figure) {
        case Figure::failures:
        case Figure::productive_share:
        case Figure::reruns_cost:
        case Figure::migration_cost:
            return Scale::value;
        default:
            return Scale::logarithm;
    }
}

// Mean and variance of values one by one (Welford 1962).
class Moments {
  public:
    void add(double value) {
        ++count_;
        const double step = value - mean_;
        mean_ += step / count_;
        squares_ += step * (value - mean_);
    }
    ChanceMoments result() const { return {mean_, squares_ / (count_ - 1)}; }

  private:
    double count_ = 0, mean_ = 0, squares_ = 0;
};

// What the chance draws of one knowledge draw said.
struct Given {
    std::array<ChanceMoments, figure_count> figures;
    std::vector<double> kept;  // probability, by ceiling, and of all together last
};

class NestedSample {
  public:
    NestedSample(const Plan& plan, const OptionPlan& option)
        : plan_(plan),
          limits_(figure_limits(plan)),
          names_(coordinate_table(plan).names),
          sampler_(option, {names_}, plan.sampling.seed, plan.runs),
          knowledge_(design(first_chance_replicate, knowledge_per_replicate), names_),
          chance_(design(first_chance_replicate + knowledge_draws, chance_draws), names_) {
        const std::vector<std::string> known = knowledge_names(plan, option);
        for (std::size_t coordinate : sampler_.coordinates())
            is_knowledge_.push_back(std::find(known.begin(), known.end(), names_[coordinate]) !=
                                    known.end());
    }

    Given draw(std::uint32_t number) const {
        const std::vector<double> scores = scores_of(number);
        DrawRuns draw_runs(plan_, sampler_, RunsDrawn::wanted);
        std::array<Moments, figure_count> moments;
        std::vector<double> kept(limits_.size() + 1, 0.0);
        for (std::uint32_t i = 0; i < chance_draws; ++i) {
            const DrawResult result =
                draw_runs({scores.data() + i, chance_draws}, chance_replicate(number), i, 1);
            const auto figures = figures_of(result, sampler_.option().nodes);
            for (std::size_t f = 0; f < figure_count; ++f)
                moments[f].add(scale_of(static_cast<Figure>(f)) == Scale::logarithm
                                   ? portable::log(figures[f])
                                   : figures[f]);
            count_kept(figures, kept);
        }
        Given given;
        for (std::size_t f = 0; f < figure_count; ++f) given.figures[f] = moments[f].result();
        for (double count : kept) given.kept.push_back(count / chance_draws);
        return given;
    }

  private:
    SamplingDesign design(std::uint32_t replicate_end, std::uint32_t draws) const {
        return {plan_.sampling.sampler, plan_.sampling.seed, replicate_end, draws};
    }

    static std::uint16_t chance_replicate(std::uint32_t number) {
        return static_cast<std::uint16_t>(first_chance_replicate + number);
    }

    // Columns of chance_draws scores: what is known is the same in all of them.
    std::vector<double> scores_of(std::uint32_t number) const {
        std::vector<double> scores(sampler_.coordinates().size() * chance_draws);
        for (std::size_t local = 0; local < sampler_.coordinates().size(); ++local) {
            const std::size_t coordinate = sampler_.coordinates()[local];
            const auto column =
                std::span(scores).subspan(local * chance_draws, std::size_t{chance_draws});
            if (!is_knowledge_[local]) {
                chance_.scores(coordinate, chance_replicate(number), 0, column);
                continue;
            }
            double known = 0;
            knowledge_.scores(coordinate,
                              first_knowledge_replicate + number / knowledge_per_replicate,
                              number % knowledge_per_replicate, {&known, 1});
            std::fill(column.begin(), column.end(), known);
        }
        return scores;
    }

    void count_kept(const std::array<double, figure_count>& figures,
                    std::vector<double>& kept) const {
        bool all = true;
        for (std::size_t c = 0; c < limits_.size(); ++c) {
            const bool within =
                figures[static_cast<std::size_t>(limits_[c].figure)] <= limits_[c].limit;
            kept[c] += within ? 1 : 0;
            all = all && within;
        }
        kept.back() += all ? 1 : 0;
    }

    const Plan& plan_;
    std::vector<FigureLimit> limits_;
    std::vector<std::string> names_;
    JobSampler sampler_;
    Points knowledge_, chance_;
    std::vector<bool> is_knowledge_;  // by local coordinate
};

Estimate share_of(const std::vector<ChanceMoments>& moments) {
    for (const ChanceMoments& given : moments)
        if (!std::isfinite(given.mean) || !std::isfinite(given.variance))
            return refused_estimate("some draws are infinite");
    return knowledge_share(moments, replicates, chance_draws);
}

KeptByKnowledge kept_by_knowledge(const std::vector<Given>& by_knowledge, std::size_t ceiling) {
    std::vector<double> probabilities;
    std::vector<ChanceMoments> moments;
    for (const Given& given : by_knowledge) {
        const double p = given.kept[ceiling];
        probabilities.push_back(p);
        moments.push_back({p, p * (1 - p) * chance_draws / (chance_draws - 1.0)});
    }
    return {band_over_knowledge(probabilities), share_of(moments)};
}

}  // namespace

KnowledgeStudy study_knowledge(const Plan& plan, const OptionPlan& option, int threads,
                               const Progress& progress) {
    const NestedSample sample(plan, option);
    std::vector<Given> by_knowledge(knowledge_draws);
    std::atomic<std::uint64_t> done{0};
    for_each_block(knowledge_draws, threads, [&](std::size_t number) {
        by_knowledge[number] = sample.draw(static_cast<std::uint32_t>(number));
        if (progress) progress(done += chance_draws);
    });

    KnowledgeStudy study;
    for (std::size_t f = 0; f < figure_count; ++f) {
        std::vector<ChanceMoments> moments;
        for (const Given& given : by_knowledge) moments.push_back(given.figures[f]);
        study.shares[f] = share_of(moments);
    }
    for (std::size_t c = 0; c < plan.ceilings.size(); ++c)
        study.ceilings.push_back(kept_by_knowledge(by_knowledge, c));
    if (!plan.ceilings.empty())
        study.all_ceilings = kept_by_knowledge(by_knowledge, plan.ceilings.size());
    return study;
}

}  // namespace trialcost
