#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <span>

#include "models/units/counted.hpp"
#include "scenarios/import/import_quotes.hpp"
#include "sim/results/atomic_file.hpp"
#include "tools/commands.hpp"
#include "tools/exit_codes.hpp"
#include "tools/print_complaints.hpp"
#include "tools/progress.hpp"
#include "tools/terminal_colors.hpp"

namespace trialcost {
namespace {

// Before minutes are spent on reading.
void check_output(const ImportQuotesRequest& request) {
    if (!request.force && std::filesystem::exists(request.output))
        throw OutputError(
            OutputFault::cannot_create,
            request.output.string() + " exists; choose another name, or replace it with --force");
    probe_writable(request.output, request.force ? Overwrite::replace : Overwrite::refuse);
}

// Of what can be read; the others are complained of when their turn comes.
std::uint64_t bytes_of(const QuoteRequest& request) {
    std::uint64_t bytes = 0;
    for (const std::filesystem::path& path : request.files) {
        std::error_code ignored;
        const std::uintmax_t size = std::filesystem::file_size(path, ignored);
        if (!ignored) bytes += size;
    }
    return bytes;
}

QuoteImport import_with_progress(const ImportQuotesRequest& request, Complaints& complaints) {
    ProgressLine line(request.progress, bytes_of(request.quotes), {"MB", 1e6});
    line.begin("read");
    return import_quotes(request.quotes, complaints,
                         [&line](std::uint64_t bytes) { line.update(bytes); });
}

}  // namespace

int import_command(const ImportQuotesRequest& request) {
    check_output(request);
    Complaints complaints;
    const QuoteImport import = import_with_progress(request, complaints);
    print_complaints(complaints.all(), colors_for(request.color, Stream::err));
    const auto bytes = std::as_bytes(std::span(import.csv));
    if (request.force)
        replace_file(request.output, bytes);
    else
        create_file(request.output, bytes);
    fmt::print("wrote {} to {}\n", counted(import.quotes, "quote"),
               printable(request.output.string()));
    if (import.left_out > 0) fmt::print("left out {}\n", printable(import.left_out_text));
    return static_cast<int>(ExitCode::done);
}

}  // namespace trialcost
