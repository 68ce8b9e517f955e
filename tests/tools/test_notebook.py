"""A result opens in xarray, with both engines, and in h5py, and holds what the terminal says."""

import h5py
import numpy as np
import xarray

from command_case import CommandCase, main


class Notebook(CommandCase):
    def setUp(self):
        super().setUp()
        self.result = self.run_scenario("r")

    def test_xarray(self):
        for engine in ("h5netcdf", "netcdf4"):
            with self.subTest(engine=engine), xarray.open_dataset(self.result, engine=engine) as data:
                self.assertEqual(list(data.option.values), ["h100", "h100-block", "h200-block", "b200", "mi325x", "trn3"])
                # One block of one day at 43.26 USD/h, whatever happens in nine of ten cases.
                p50 = data.total_cost.sel(option="h200-block", quantile=0.5)
                self.assertEqual(float(p50), 43.26 * 24)
                self.assertEqual(data.total_cost.attrs["units"], "USD")
                self.assertEqual(data.unit_cost.attrs["units"], "USD/run")
                self.assertTrue(np.isnan(data.total_cost.sel(option="b200", quantile=0.5)))
                self.assertEqual(int(data.total_is_lower_bound.sel(option="b200")), 1)
                self.assertFalse(np.isnan(data.wall_time.sel(option="b200", quantile=0.5)))
                low, high = data.p_kept_lo, data.p_kept_hi
                kept = data.p_kept.sel(option="h100", ceiling="total")
                self.assertTrue(low.sel(option="h100", ceiling="total") <= kept <= high.sel(option="h100", ceiling="total"))

    def test_h5py(self):
        with h5py.File(self.result) as file:
            self.assertEqual(file.attrs["filetype"], "trialcost-results")
            self.assertEqual(list(file.attrs["format_version"]), [1, 3])
            self.assertIn("[option.h100]", file["inputs/scenario_text"].asstr()[()])
            quotes = file["lineage/line_quote"].asstr()[()]
            self.assertTrue(any(quote.startswith("quotes.csv:") for quote in quotes))
            digests = file["inputs/file_sha256"].asstr()[()]
            self.assertTrue(all(len(digest) == 64 for digest in digests))
            classes = set(file["evidence/evidence_class"].asstr()[()])
            self.assertLessEqual(classes, {"measured", "conservative", "assumed", "unknown"})
            parts = file["time_part_time_mean"][0]
            self.assertAlmostEqual(parts.sum(), file["wall_time_mean"][0], delta=1e-6 * parts.sum())


main()
