// Which price files are to be imported, and what of them.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/units/date.hpp"

namespace trialcost {

enum class QuoteFormat {
    aws_price_list,      // offer file of the AWS Price List Bulk API, JSON or CSV
    aws_savings_plan,    // offer file of savings plans, JSON
    aws_spot_history,    // answer of `aws ec2 describe-spot-price-history`
    aws_capacity_blocks  // answer of `aws ec2 describe-capacity-block-offerings`
};

// In the order of the enumerators.
inline constexpr std::array<std::string_view, 4> quote_format_words{
    "aws-price-list", "aws-savings-plan", "aws-spot-history", "aws-capacity-blocks"};

inline std::string_view word_of(QuoteFormat format) {
    return quote_format_words[static_cast<std::size_t>(format)];
}

struct QuoteRequest {
    QuoteFormat format = QuoteFormat::aws_price_list;
    std::vector<std::filesystem::path> files;
    std::vector<std::string> regions, items;  // none: all
    std::string currency = "USD";
    std::optional<Date> verified_on;  // nothing: what the files say
};

}  // namespace trialcost
