// The samples that SciPy 1.10 was given too; its calls stand beside the values in the tests.
#pragma once

#include "models/fitting/sample.hpp"

namespace trialcost::fixed_samples {

inline Sample positive() {
    return sorted_sample({12.1, 15.3, 9.8, 22.4, 17.6, 13.2, 30.5, 11.4, 19.9, 14.8, 25.1, 16.7});
}

inline Sample shares() {
    return sorted_sample({.62, .71, .55, .83, .90, .47, .76, .68, .79, .58, .94, .66});
}

inline Sample censored() {
    return sorted_sample({3.1, 4.7, 5.2, 6.8, 7.9, 8.3, 9.6, 11.2, 12.5, 14.0},
                         {5.0, 8.0, 10.0, 15.0, 15.0, 15.0});
}

}  // namespace trialcost::fixed_samples
