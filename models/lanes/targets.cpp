#include "models/lanes/targets.hpp"

#include <hwy/highway.h>

namespace trialcost::lanes {

namespace {

void choose(std::int64_t mask) {
    hwy::SetSupportedTargetsForTest(mask);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<Target> available_targets() {
    std::vector<Target> targets;
    for (const std::int64_t bit : hwy::SupportedAndGeneratedTargets())
        targets.push_back({bit, hwy::TargetName(bit)});
    return targets;
}

OnlyTarget::OnlyTarget(const Target& target) {
    choose(target.bit);
}
OnlyTarget::~OnlyTarget() {
    choose(0);
}

}  // namespace trialcost::lanes
