"""Opens the example result the ways its page promises; any failed check ends with a traceback."""

import sys

import h5py
import numpy as np
import pandas as pd
import xarray as xr

OPTIONS = ["spot", "réservé 1 an"]


def check_h5py(path):
    with h5py.File(path, "r") as f:
        names = []
        f.id.links.iterate(lambda name: names.append(name.decode()), idx_type=h5py.h5.INDEX_CRT_ORDER)
        assert names[:5] == ["option", "quantile", "ceiling", "cost_item", "time_part"], names
        assert f.attrs["filetype"] == "trialcost-results"
        assert list(f.attrs["format_version"]) == [1, 3]
        assert f.attrs["complete"] == 1
        assert f.attrs["seed"] == 2**64 - 1
        assert f.attrs["sampler"] == ""
        assert f["total_cost"].attrs["units"] == "USD"
        assert f["unit_cost_lo"].attrs["units"] == "USD/1e9 token"
        assert f["wall_time"].attrs["long_name"] == "wall time, by percentile"
        assert list(f["option"].asstr()[:]) == OPTIONS
        assert len(f["inputs/scenario_text"].asstr()[()]) > 100000
        frame = pd.DataFrame(
            f["total_cost"][:], index=f["option"].asstr()[:], columns=f["quantile"][:]
        )
        assert frame.loc["spot", 0.95] == 100.2
        check_scales(f)


def check_scales(f):
    def visit(name, item):
        if not isinstance(item, h5py.Dataset) or h5py.h5ds.is_scale(item.id):
            return
        for axis in item.dims:
            assert len(axis) == 1, name
            scale = axis[0]
            assert scale.shape[0] == item.shape[axis._dimension], name

    f.visititems(visit)


def check_xarray(path, engine):
    with xr.open_dataset(path, engine=engine) as ds:
        assert dict(ds.sizes) == {
            "option": 2, "quantile": 3, "ceiling": 2, "cost_item": 3, "time_part": 4, "failure_class": 2
        }, ds.sizes
        assert list(ds.option.values) == OPTIONS
        assert list(ds.data_vars)[:3] == ["ceiling_value", "ceiling_unit", "total_cost"]
        assert ds.total_cost.dims == ("option", "quantile")
        assert float(ds.total_cost.sel(option="spot", quantile=0.5)) == 100.1
        for name in ("wall_time", "billed_time", "time_part_time"):
            assert ds[name].dtype == np.float64, name
        assert ds.n_draws.dtype == np.uint64 and int(ds.n_draws[0]) > 2**33
        assert ds.total_is_lower_bound.dtype == np.uint8
        assert np.isinf(ds.unit_cost[0, 2]) and np.isnan(ds.unit_cost_mean[1])
        assert ds.verdict.values[1] == "verdict 1"
        assert ds.time_part_time.dims == ("option", "time_part", "quantile")
        assert ds.unit_cost.attrs["units"] == "USD/1e9 token"
        assert ds.attrs["currency"] == "USD" and ds.attrs["sampler"] == ""
        ds.load()
    with xr.open_dataset(path, engine=engine, group="evidence") as ds:
        frame = ds[[n for n in ds if n.startswith("evidence_")]].to_dataframe()
        assert frame.shape == (6, 7), frame.shape
        assert frame.evidence_value[1] == "" and frame.evidence_value[2] == "evidence_value 2"
        assert ds.missing_what.shape == (0,)
        ds.load()
    with xr.open_dataset(path, engine=engine, group="inputs") as ds:
        assert ds.coordinate.shape == (7,) and ds.file_name.shape == (2,)
        ds.load()
    with xr.open_dataset(path, engine=engine, group="lineage") as ds:
        assert ds.line_price.dims == ("line",)
        ds.load()
    with xr.open_dataset(path, engine=engine, group="provenance") as ds:
        assert ds.attrs["host"] == "node-1" and ds.attrs["threads"] == 16


def main():
    check_h5py(sys.argv[1])
    for engine in ("netcdf4", "h5netcdf"):
        check_xarray(sys.argv[1], engine)


main()
