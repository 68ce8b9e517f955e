// The one table of what a result file holds: schema version 1.1.
//
// Everything that touches a result file walks this table: ResultData accepts only what it names,
// the writer writes and the reader reads nothing else, root_digest hashes in its order, and
// format_page() prints it as docs/result-file.md. A change of the format is a change here.
//
// Names are unique over all groups. Unit: "" for texts; `{currency}` and `{output_unit}` stand for
// the root attributes of those names. Units of time are the symbols "s" and "h", never words:
// xarray turns variables with the unit "seconds" or "hours" into time stamps. Errors: none.
// Randomness: none. The layout follows netCDF-4: dimension scales with a coordinate of the
// dimension's name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trialcost {

inline constexpr std::string_view result_file_type = "trialcost-results";
inline constexpr std::string_view result_conventions = "trialcost-1.0";
// Minor versions only add; a reader refuses a larger major version.
inline constexpr int result_format_major = 1;
inline constexpr int result_format_minor = 3;

enum class ElementType {
    real,   // 64-bit IEEE float
    count,  // unsigned 64-bit integer
    flag,   // unsigned 8-bit integer, 0 or 1
    text    // UTF-8, variable length
};

enum class Requirement { required, optional };

// The coordinate of a dimension is either a dataset of the table (given), or 0, 1, 2, … written
// by the writer (row_number).
enum class Coordinate { given, row_number };

struct GroupEntry {
    std::string path;  // "/" or "/evidence"
    std::string description;
};

struct DimensionEntry {
    std::string name;
    std::string group;
    Coordinate coordinate;
    std::string description;
};

struct DatasetEntry {
    std::string name;
    std::string group;
    ElementType type;
    std::vector<std::string> dimensions;  // slowest first; empty = scalar
    std::string unit;
    std::string description;
    Requirement requirement;
};

struct AttributeEntry {
    std::string name;
    std::string group;
    ElementType type;  // no flags
    std::string unit;
    std::string description;
    Requirement requirement;
};

struct Schema {
    std::vector<GroupEntry> groups;  // root first
    std::vector<DimensionEntry> dimensions;
    std::vector<DatasetEntry> datasets;  // group by group; coordinates first in their group
    std::vector<AttributeEntry> attributes;

    // Null if the table has no such name.
    const DatasetEntry* find_dataset(std::string_view name) const;
    const DimensionEntry* find_dimension(std::string_view name) const;
    const AttributeEntry* find_attribute(std::string_view name) const;
};

const Schema& result_schema();

// The unit with its placeholders filled in.
std::string filled_unit(std::string_view unit, std::string_view currency,
                        std::string_view output_unit);

}  // namespace trialcost
