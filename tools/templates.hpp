// The files that `trialcost init` writes: a commented scenario and three CSV files, all figures
// invented.
#pragma once

#include <string>
#include <vector>

namespace trialcost {

struct TemplateFile {
    std::string name, text;
};

// `date`: ISO; the quotes are of that day, so that they are fresh when the scenario is first run.
std::vector<TemplateFile> template_files(const std::string& date);

}  // namespace trialcost
