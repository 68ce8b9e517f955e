// Reading a result by option and percentile.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "sim/results/result_data.hpp"

namespace trialcost {

class ResultView {
  public:
    explicit ResultView(const ResultData& data) : data_(data) {}

    const std::vector<std::string>& options() const { return data_.texts("option"); }
    const std::vector<std::string>& ceilings() const { return data_.texts("ceiling"); }

    // A figure(option, quantile) at the reported percentile nearest to p.
    double at(const std::string& figure, std::size_t option, double p) const {
        const auto& quantiles = data_.reals("quantile");
        std::size_t best = 0;
        for (std::size_t i = 0; i < quantiles.size(); ++i)
            if (std::fabs(quantiles[i] - p) < std::fabs(quantiles[best] - p)) best = i;
        return data_.reals(figure)[option * quantiles.size() + best];
    }
    double of(const std::string& figure, std::size_t option) const {
        return data_.reals(figure)[option];
    }
    double of_ceiling(const std::string& figure, std::size_t option, std::size_t ceiling) const {
        return data_.reals(figure)[option * ceilings().size() + ceiling];
    }
    const std::string& text(const std::string& name, std::size_t option) const {
        return data_.texts(name)[option];
    }
    bool unverified(std::size_t option) const {
        return data_.flags("price_is_unverified")[option] != 0;
    }
    bool lower_bound(std::size_t option) const {
        return data_.flags("total_is_lower_bound")[option] != 0;
    }

    bool migration_is_lower_bound(std::size_t option) const {
        return data_.has("migration_is_lower_bound") &&
               data_.flags("migration_is_lower_bound")[option] != 0;
    }

    // Whether what is left out can only lower the probability that a ceiling is kept.
    bool kept_is_upper_bound(std::size_t option, std::size_t ceiling) const {
        const std::string& figure = ceilings()[ceiling];
        if (figure == "wall_time") return data_.flags("time_is_lower_bound")[option] != 0;
        return lower_bound(option) ||
               (figure == "total_with_migration" && migration_is_lower_bound(option));
    }
    bool all_kept_is_upper_bound(std::size_t option) const {
        bool bound = lower_bound(option);
        for (std::size_t c = 0; c < ceilings().size(); ++c)
            bound = bound || kept_is_upper_bound(option, c);
        return bound;
    }

    // Whether an option is charged for an item, at a known price or not.
    bool has_item(std::size_t option, const std::string& item) const {
        const auto& owners = data_.texts("line_option");
        for (std::size_t i = 0; i < owners.size(); ++i)
            if (owners[i] == options()[option] && data_.texts("line_item")[i] == item) return true;
        return false;
    }

    // Why a figure of an option is not given; empty when it is, or when it is unknown.
    std::string refusal(std::size_t option, const std::string& figure) const {
        const auto& owners = data_.texts("refusal_option");
        for (std::size_t i = 0; i < owners.size(); ++i)
            if (owners[i] == options()[option] && data_.texts("refusal_figure")[i] == figure)
                return data_.texts("refusal_reason")[i];
        return "";
    }

    const ResultData& data() const { return data_; }

  private:
    const ResultData& data_;
};

}  // namespace trialcost
