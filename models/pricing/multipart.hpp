// Requests that it takes to put an object into object storage in parts: one to begin, one for each
// part, one to complete; or a single one if it fits into one part. (Amazon S3 User Guide,
// "Uploading and copying objects using multipart upload" and "Multipart upload limits".)
#pragma once

#include <optional>

namespace trialcost {

inline constexpr double most_parts = 10'000;

// `object` and `part` in one unit. Nothing: it would take more parts than there may be.
std::optional<double> put_requests(double object, double part);

}  // namespace trialcost
