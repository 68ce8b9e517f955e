#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <span>

#include "scenarios/document/complaints.hpp"
#include "sim/results/atomic_file.hpp"
#include "tools/commands.hpp"
#include "tools/templates.hpp"
#include "tools/today.hpp"

namespace trialcost {
namespace {

void write(const std::filesystem::path& path, const std::string& text) {
    replace_file(path, std::as_bytes(std::span(text)));
}

}  // namespace

int init_command(const InitRequest& request) {
    const std::filesystem::path folder = request.folder;
    std::error_code ignored;  // probe_writable() says what is wrong with the folder
    std::filesystem::create_directories(folder, ignored);
    const auto files = template_files(format_date(today()));
    for (const TemplateFile& file : files) {
        const auto path = folder / file.name;
        if (std::filesystem::exists(path))
            throw OutputError(OutputFault::cannot_create,
                              path.string() + " exists; init writes into a folder without one");
        probe_writable(path, Overwrite::refuse);
    }
    for (const TemplateFile& file : files) write(folder / file.name, file.text);

    fmt::print("wrote ");
    for (const TemplateFile& file : files) fmt::print("{} ", file.name);
    const std::string place = folder == "." ? "" : printable(folder.string()) + "/";
    fmt::print(
        "\nall figures in them are invented: put in your own, then\n"
        "  trialcost check {0}scenario.toml\n"
        "  trialcost run {0}scenario.toml -o {0}result.h5\n",
        place);
    return 0;
}

}  // namespace trialcost
