#include "models/calibration/pooled_spread.hpp"

#include <algorithm>
#include <cmath>

namespace trialcost {
namespace {

constexpr double least_degrees = 2;

const PooledSpread* usable(const PooledSpreads& pooled, const std::string& field) {
    const auto at = pooled.find(field);
    const bool good =
        at != pooled.end() && at->second.degrees >= least_degrees && at->second.sd > 0;
    return good ? &at->second : nullptr;
}

// What the pooled spreads make of one group.
struct Pooling {
    std::vector<double> sd;
    double degrees = HUGE_VAL;
    bool is_more = false;  // than its own records say
};

Pooling pooling_of(const FieldGroup& group, const CalibratedFields& own,
                   const PooledSpreads& pooled) {
    Pooling out;
    for (const std::string& name : group.field_names) {
        const CalibratedField& field = *own.find(name);
        const PooledSpread* spread = usable(pooled, name);
        out.sd.push_back(spread ? spread->sd : 0);
        out.is_more = out.is_more || (spread && spread->degrees > field.degrees);
        if (spread)
            out.degrees = std::min(out.degrees, spread->degrees);
        else if (field.sd_of_log > 0)
            out.degrees = std::min(out.degrees, field.degrees);
    }
    return out;
}

}  // namespace

PooledSpreads pool_spreads(const std::vector<NamedFields>& sets) {
    PooledSpreads out;
    for (const auto& [name, fields] : sets)
        for (const CalibratedField& field : fields.fields) {
            if (!(field.degrees > 0)) continue;
            PooledSpread& pooled = out[field.name];
            pooled.sd += field.degrees * field.sd_of_log * field.sd_of_log;
            pooled.degrees += field.degrees;
            pooled.sets.push_back(name);
        }
    for (auto& [name, pooled] : out) pooled.sd = std::sqrt(pooled.sd / pooled.degrees);
    return out;
}

JointPredictive with_spreads(const JointPredictive& own, const std::vector<double>& sd,
                             double degrees) {
    JointPredictive out = own;
    out.degrees = degrees;
    out.scales.assign(own.fields, FieldScale());
    const auto is_new = [&](std::size_t field) { return own.sd(field) == 0 && sd[field] > 0; };
    for (std::size_t f = 0; f < own.fields; ++f) out.rank += is_new(f) ? 1 : 0;
    out.loading.assign(own.fields * out.rank, 0.0);
    std::size_t next = own.rank;
    for (std::size_t f = 0; f < own.fields; ++f) {
        if (is_new(f)) out.loading[f * out.rank + next++] = sd[f];
        const double factor = sd[f] > 0 && own.sd(f) > 0 ? sd[f] / own.sd(f) : 1;
        for (std::size_t j = 0; j < own.rank; ++j)
            out.loading[f * out.rank + j] = factor * own.load(f, j);
    }
    return out;
}

CalibratedFields calibrate_fields(const std::vector<MeasuredField>& fields, PredictiveKind kind,
                                  const PooledSpreads& pooled) {
    CalibratedFields out = calibrate_fields(fields, kind);
    if (pooled.empty()) return out;
    const CalibratedFields logs = calibrate_fields(fields, PredictiveKind::log_t);
    for (std::size_t i = 0; i < out.groups.size(); ++i) {
        const Pooling pooling = pooling_of(logs.groups[i], logs, pooled);
        if (!pooling.is_more) continue;
        out.groups[i].predictive =
            with_spreads(logs.groups[i].predictive, pooling.sd, pooling.degrees);
        for (CalibratedField& field : out.fields) {
            if (field.always_zero() || field.group != i) continue;
            field.median = logs.find(field.name)->median;
            if (pooling.sd[field.place] > 0) field.pooled_degrees = pooling.degrees;
        }
    }
    return out;
}

}  // namespace trialcost
