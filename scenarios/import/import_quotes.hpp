// Price files of the clouds -> quotes (docs/commands.md, `import quotes`).
//
// Files are read in pieces: memory grows with the prices that are kept, not with the file. Prices
// stay the decimals that the file has. Errors: all that is wrong, as complaints in an InputError;
// UnreadableInput. Randomness: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "scenarios/document/complaints.hpp"
#include "scenarios/import/quote_request.hpp"

namespace trialcost {

struct QuoteImport {
    std::string csv;  // the text of a quotes.csv
    std::size_t quotes = 0;
    std::size_t left_out = 0;   // by filters
    std::string left_out_text;  // "3 products: 2 by region, 1 by tenancy"
};

// `progress` is told how many bytes of all files are done. Warnings are added to `complaints`.
QuoteImport import_quotes(const QuoteRequest& request, Complaints& complaints,
                          const std::function<void(std::uint64_t)>& progress);

}  // namespace trialcost
