#include "sim/results/array_writer.hpp"

#include <utility>

namespace trialcost {

void TextTable::add(const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) columns_[i].push_back(row[i]);
}

void TextTable::store(const std::string& row, ResultData& data) const {
    for (std::size_t i = 0; i < names_.size(); ++i)
        data.set(row + "_" + names_[i], columns_[i], {columns_[i].size()});
}

void ArrayWriter::note(const std::string& option, const std::string& figure,
                       const Estimate& estimate) {
    if (estimate.refused()) refusals_.push_back({option, figure, estimate.refusal});
}

void ArrayWriter::set_estimates(const std::string& name, const std::vector<Estimate>& estimates,
                                ResultData::Shape shape) {
    std::vector<double> value, low, high;
    for (const Estimate& estimate : estimates) {
        value.push_back(estimate.value);
        low.push_back(estimate.low);
        high.push_back(estimate.high);
    }
    data_.set(name, std::move(value), shape);
    data_.set(name + "_lo", std::move(low), shape);
    data_.set(name + "_hi", std::move(high), shape);
}

void ArrayWriter::set_option_estimates(const std::string& name,
                                       const std::function<Estimate(const OptionSummary&)>& get) {
    std::vector<Estimate> estimates;
    for (const OptionSummary& summary : summaries_) {
        estimates.push_back(get(summary));
        note(summary.option, name, estimates.back());
    }
    set_estimates(name, estimates, {options()});
}

void ArrayWriter::set_option_reals(const std::string& name,
                                   const std::function<double(const OptionSummary&)>& get) {
    std::vector<double> values;
    for (const OptionSummary& summary : summaries_)
        values.push_back(summary.simulated ? get(summary) : no_value);
    data_.set(name, std::move(values), {options()});
}

void ArrayWriter::set_option_counts(const std::string& name,
                                    const std::function<std::uint64_t(const OptionSummary&)>& get) {
    std::vector<std::uint64_t> values;
    for (const OptionSummary& summary : summaries_) values.push_back(get(summary));
    data_.set(name, std::move(values), {options()});
}

void ArrayWriter::set_flags(const std::string& name, const std::function<bool(std::size_t)>& get) {
    std::vector<std::uint8_t> flags;
    for (std::size_t i = 0; i < options(); ++i) flags.push_back(get(i) ? 1 : 0);
    data_.set(name, std::move(flags), {options()});
}

void ArrayWriter::set_texts(const std::string& name, std::size_t count,
                            const std::function<std::string(std::size_t)>& get) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back(get(i));
    data_.set(name, std::move(texts), {count});
}

ResultData ArrayWriter::take() {
    TextTable refusals({"option", "figure", "reason"});
    for (const Refusal& refusal : refusals_)
        refusals.add({refusal.option, refusal.figure, refusal.reason});
    refusals.store("refusal", data_);
    return std::move(data_);
}

}  // namespace trialcost
