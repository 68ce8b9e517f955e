#include "sim/results/format_page.hpp"

#include <fmt/format.h>

#include "sim/results/schema.hpp"

namespace trialcost {

namespace {

constexpr std::string_view introduction = R"(# The result file

<!-- Printed by format_page() from sim/results/schema.cpp; a test compares. Do not edit by hand. -->

`trialcost run` writes one HDF5 file. It holds every figure that a report shows, with its unit, its
interval and what it rests on. This page is format version {major}.{minor}. A newer minor version only adds;
a reader refuses a larger major version and ignores what it does not know.

## Opening it

xarray, with either engine (`netcdf4` or `h5netcdf`):

```python
import xarray as xr
ds = xr.open_dataset("run.h5")
ds.total_cost.sel(option="spot", quantile=0.9)
xr.open_dataset("run.h5", group="evidence").to_dataframe()
```

h5py and pandas:

```python
import h5py, pandas as pd
with h5py.File("run.h5", "r") as f:
    print(f["total_cost"].attrs["units"])
    pd.DataFrame(f["total_cost"][:], index=f["option"].asstr()[:], columns=f["quantile"][:])
```

`pandas.read_hdf` expects PyTables' own layout and does not read this file.

Where HDF5 cannot lock files (NFS, Lustre: "unable to lock file"), set `HDF5_USE_FILE_LOCKING=FALSE`
in the environment before Python starts. trialcost itself never locks a file.

Open it for reading only. The file ends with 48 bytes that HDF5 ignores: the mark
`trialcostSHA256` and a line feed, then the SHA-256 of all bytes before the mark. trialcost refuses a
file whose checksum is missing or wrong, so a copy changed by another program is no longer a result.

## Conventions

- Every axis has a dimension scale, as in netCDF-4, and every dimension a coordinate of its name. A
  dimension may have length 0 (no ceiling, nothing missing).
- Arrays are little-endian, contiguous and uncompressed. Texts are UTF-8 of variable length. Flags are
  0 or 1.
- `units` is the unit, `long_name` the meaning. `{{currency}}` and `{{output_unit}}` below stand for the
  root attributes of those names. Currencies are not UDUNITS units, so no strict CF is claimed.
- `_lo` and `_hi` are the ends of the Monte Carlo interval. NaN is a figure that is refused
  (`/evidence/refusal_figure` says why), infinity a value: the unit cost of a draw without qualified
  output is infinite.
- Nothing outside `/provenance` depends on clock, machine, threads or command line: two runs of the same
  inputs with the same version are equal there, bit for bit.

)";

std::string_view type_name(ElementType type) {
    switch (type) {
        case ElementType::real:
            return "f64";
        case ElementType::count:
            return "u64";
        case ElementType::flag:
            return "u8";
        case ElementType::text:
            return "text";
    }
    return "";
}

std::string code(std::string_view text) {
    return text.empty() ? "" : fmt::format("`{}`", text);
}

std::string_view requirement_mark(Requirement requirement) {
    return requirement == Requirement::required ? "" : " (optional)";
}

std::string attribute_table(const GroupEntry& group) {
    std::string rows;
    if (group.path == "/") {
        rows += fmt::format("| `filetype` | text | | always `{}` |\n", result_file_type);
        rows += fmt::format("| `Conventions` | text | | always `{}` |\n", result_conventions);
        rows += "| `format_version` | i32[2] | | major and minor version of the format |\n";
        rows += "| `complete` | u8 | | always 1 |\n";
    }
    for (const AttributeEntry& entry : result_schema().attributes) {
        if (entry.group != group.path) continue;
        rows +=
            fmt::format("| `{}` | {} | {} | {}{} |\n", entry.name, type_name(entry.type),
                        code(entry.unit), entry.description, requirement_mark(entry.requirement));
    }
    if (rows.empty()) return rows;
    return "| attribute | type | unit | meaning |\n|---|---|---|---|\n" + rows + "\n";
}

std::string dimension_table(const GroupEntry& group) {
    std::string rows;
    for (const DimensionEntry& entry : result_schema().dimensions) {
        if (entry.group != group.path) continue;
        const std::string_view coordinate =
            entry.coordinate == Coordinate::given ? "given" : "0, 1, 2, …";
        rows += fmt::format("| `{}` | {} | {} |\n", entry.name, coordinate, entry.description);
    }
    if (rows.empty()) return rows;
    return "| dimension | coordinate | meaning |\n|---|---|---|\n" + rows + "\n";
}

std::string dataset_table(const GroupEntry& group) {
    std::string rows;
    for (const DatasetEntry& entry : result_schema().datasets) {
        if (entry.group != group.path) continue;
        rows += fmt::format("| `{}` | {} | {} | {} | {}{} |\n", entry.name, type_name(entry.type),
                            fmt::join(entry.dimensions, ", "), code(entry.unit), entry.description,
                            requirement_mark(entry.requirement));
    }
    if (rows.empty()) return rows;
    return "| dataset | type | dimensions | unit | meaning |\n|---|---|---|---|---|\n" + rows +
           "\n";
}

}  // namespace

std::string format_page() {
    std::string page = fmt::format(introduction, fmt::arg("major", result_format_major),
                                   fmt::arg("minor", result_format_minor));
    for (const GroupEntry& group : result_schema().groups) {
        page += fmt::format("## `{}`: {}\n\n", group.path, group.description);
        page += attribute_table(group) + dimension_table(group) + dataset_table(group);
    }
    page.pop_back();  // the last table needs no empty line
    return page;
}

}  // namespace trialcost
