// Setting the arrays of a result from summaries, one value for each option: what the files that
// fill it share. A refused estimate that passes through is NaN in its array and noted with its
// reason. Internal to the room. Errors: as ResultData. No randomness.
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "sim/results/result_data.hpp"
#include "sim/run/option_summary.hpp"

namespace trialcost {

inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
inline constexpr std::size_t quantile_count = reported_percentiles.size();

// Columns of text with the names "<row>_<column>".
class TextTable {
  public:
    explicit TextTable(std::vector<std::string> columns)
        : names_(std::move(columns)), columns_(names_.size()) {}
    void add(const std::vector<std::string>& row);
    void store(const std::string& row, ResultData& data) const;

  private:
    std::vector<std::string> names_;
    std::vector<std::vector<std::string>> columns_;
};

class ArrayWriter {
  public:
    explicit ArrayWriter(const std::vector<OptionSummary>& summaries) : summaries_(summaries) {}

    ResultData& data() { return data_; }
    std::size_t options() const { return summaries_.size(); }

    void note(const std::string& option, const std::string& figure, const Estimate& estimate);
    void set_estimates(const std::string& name, const std::vector<Estimate>& estimates,
                       ResultData::Shape shape);

    // One for each option.
    void set_option_estimates(const std::string& name,
                              const std::function<Estimate(const OptionSummary&)>& get);
    void set_option_reals(const std::string& name,
                          const std::function<double(const OptionSummary&)>& get);
    void set_option_counts(const std::string& name,
                           const std::function<std::uint64_t(const OptionSummary&)>& get);
    void set_flags(const std::string& name, const std::function<bool(std::size_t)>& get);

    void set_texts(const std::string& name, std::size_t count,
                   const std::function<std::string(std::size_t)>& get);

    // The result, with what was noted; nothing can be set after it.
    ResultData take();

  private:
    struct Refusal {
        std::string option, figure, reason;
    };

    const std::vector<OptionSummary>& summaries_;
    ResultData data_;
    std::vector<Refusal> refusals_;
};

}  // namespace trialcost
