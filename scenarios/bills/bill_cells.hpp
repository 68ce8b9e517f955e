// Cells that the formats of bills have in common.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "models/units/date.hpp"
#include "scenarios/bills/bill_row.hpp"
#include "scenarios/records/row_reader.hpp"

namespace trialcost {

// "2026-11-03T10:00:00Z", or "2026-11-03 10:00:00.000": bills are in UTC.
std::optional<Moment> bill_moment(std::string_view text);

// The type of instance in a usage type: "USE1-BoxUsage:p5.48xlarge" -> "p5.48xlarge". Empty where
// it names none: "EBS:VolumeUsage.gp3".
std::string instance_of_usage(std::string_view usage_type);

// Without the prefix of a region: "USE1-BoxUsage:p5.48xlarge" -> "BoxUsage:p5.48xlarge".
std::string_view without_region(std::string_view usage_type);

// Asks a row for what bills have.
class BillCells {
  public:
    explicit BillCells(RowReader& row) : row_(row) {}

    std::string text(std::string_view column) { return row_.text(column).value_or(""); }
    std::string needed(std::string_view column) {
        return row_.text(column, Presence::required).value_or("");
    }
    std::optional<double> number(std::string_view column) {
        return row_.number(column, Presence::optional, Bounds::any);
    }
    // Both ends of the charge period.
    void period(std::string_view begin, std::string_view end, BillRow& out);
    // An object of plain values as JSON; empty where the cell is blank.
    std::map<std::string, std::string> pairs(std::string_view column);

  private:
    Moment moment(std::string_view column);

    RowReader& row_;
};

}  // namespace trialcost
