#include "tools/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <chrono>

namespace trialcost {

std::string version_text() {
    return "trialcost " TRIALCOST_VERSION;
}

std::string program_version() {
    return TRIALCOST_VERSION;
}

std::string timestamp() {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

void add_provenance(ResultData& result, const Provenance& provenance) {
    utsname machine{};
    uname(&machine);
    result.set_attribute("tool_version", TRIALCOST_VERSION);
    result.set_attribute("compiler", "g++ " __VERSION__);
    result.set_attribute("build_flags", TRIALCOST_BUILD);
    result.set_attribute("libraries",
                         "Boost " TRIALCOST_BOOST_VERSION ", Eigen " TRIALCOST_EIGEN_VERSION
                         ", HDF5 " TRIALCOST_HDF5_VERSION ", oneTBB " TRIALCOST_TBB_VERSION);
    result.set_attribute("host", std::string(machine.nodename));
    result.set_attribute("os", fmt::format("{} {}", machine.sysname, machine.release));
    result.set_attribute("started_at", provenance.started_at);
    result.set_attribute("finished_at", provenance.finished_at);
    result.set_attribute("argv", provenance.argv);
    result.set_attribute("scenario", provenance.scenario);
    result.set_attribute("today", provenance.today);
    result.set_attribute("threads", static_cast<std::uint64_t>(provenance.threads));
    result.set_attribute("ranks", static_cast<std::uint64_t>(provenance.ranks));
    result.set_attribute("wall_s", provenance.wall_s);
}

}  // namespace trialcost
