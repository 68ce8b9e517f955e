#include "scenarios/document/bounds.hpp"

namespace trialcost {

std::string_view fault_of(double value, Bounds bounds) {
    switch (bounds) {
        case Bounds::any:
            return {};
        case Bounds::non_negative:
            return value < 0 ? "must not be negative" : "";
        case Bounds::positive:
            return value <= 0 ? "must be more than zero" : "";
        case Bounds::share:
            return value < 0 || value > 1 ? "must lie between 0 and 1 (100 %)" : "";
    }
    return {};
}

}  // namespace trialcost
