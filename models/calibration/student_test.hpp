// What an estimate and its standard error say, by Student's t.
#pragma once

namespace trialcost {

struct StudentTest {
    double low = 0, high = 0;  // 95 % interval of the estimate
    double p_value = 1;        // of an estimate so far from zero, either way, where the truth is 0
};

// `degrees` > 0, may be broken. Without a standard error (0) the estimate is certain.
StudentTest student_test(double estimate, double standard_error, double degrees);

}  // namespace trialcost
