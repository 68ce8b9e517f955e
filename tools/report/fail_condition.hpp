// The condition of `run --fail-if`: "p_kept(total) < 0.9", "verdict != expand", "h200: p90(total) >
// 1000".
//
//   [OPTION:] FIGURE OPERATOR VALUE
//
// FIGURE is verdict (with == and != and expand, switch or hold), p_kept(CEILING), p_kept(all),
// p_not_finished, or a percentile of the report, pNN(total | unit_cost | wall_time |
// cost_per_month). VALUE is in the unit of its figure: "0.9" or "90 %"; "86400", "24 h" or "1 d";
// money as a number in the scenario's currency. OPERATOR is <, <=, >, >=, == or !=.
// Without an option the condition is true where it is true of any option. A figure that is unknown
// or refused makes it true: what nobody knows passes no gate. Errors: std::invalid_argument with
// what is wrong and what to write; nothing is simulated before.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/report/result_view.hpp"

namespace trialcost {

class FailCondition {
  public:
    // Throws std::invalid_argument.
    static FailCondition parse(std::string_view text);

    // Whether a scenario with these options and ceilings can answer it; throws
    // std::invalid_argument.
    void check(const std::vector<std::string>& options,
               const std::vector<std::string>& ceilings) const;

    bool holds(const ResultView& result) const;

    const std::string& text() const { return text_; }

  private:
    enum class Comparison { less, at_most, greater, at_least, equal, different };
    enum class Kind { verdict, p_kept, p_not_finished, percentile };

    bool holds_for(const ResultView& result, std::size_t option) const;
    double figure(const ResultView& result, std::size_t option) const;

    std::string text_, option_;
    Kind kind_ = Kind::verdict;
    std::string argument_;  // the ceiling, the figure of a percentile
    double percentile_ = 0;
    Comparison comparison_ = Comparison::equal;
    double value_ = 0;
    std::string verdict_;
};

}  // namespace trialcost
