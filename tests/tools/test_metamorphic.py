"""What must follow when an input changes in a known way, on the real example."""

import random
import re

import h5py

from command_case import CommandCase, main, root_data


class Metamorphic(CommandCase):
    def arrays(self, name, *arguments):
        with h5py.File(self.run_scenario(name, *arguments)) as file:
            return {key: file[key][()] for key in file if isinstance(file[key], h5py.Dataset)}

    def replace_in(self, path, old, new):
        file = self.folder / "job" / path
        self.assertIn(old, file.read_text())
        file.write_text(file.read_text().replace(old, new))

    def test_twice_the_price_is_twice_the_cost(self):
        before = self.arrays("a")
        for price, double in (("55.04", "110.08"), ("39.33", "78.66"), ("43.26", "86.52")):
            self.replace_in("quotes.csv", f",{price},", f",{double},")
        after = self.arrays("b")
        for name in ("total_cost", "unit_cost", "cost_item_cost", "budget_to_ask", "total_cost_max"):
            self.assertEqual((2 * before[name]).tobytes(), after[name].tobytes(), name)
        self.assertEqual(before["wall_time"].tobytes(), after["wall_time"].tobytes())

    def test_more_failures_never_cost_less(self):
        before = self.arrays("a")
        self.replace_in("trials/h100.csv", ",true,0,llama2_70b_lora run 0", ",true,2,llama2_70b_lora run 0")
        after = self.arrays("b")
        p90 = list(before["quantile"]).index(0.9)
        self.assertGreater(after["failures"][0][p90], before["failures"][0][p90])
        self.assertGreaterEqual(after["total_cost"][0][p90], before["total_cost"][0][p90])
        self.assertGreaterEqual(after["wall_time"][0][p90], before["wall_time"][0][p90])

    def test_the_order_of_rows_does_not_matter(self):
        before = self.arrays("a")
        for name in ("h100", "h200", "b200", "mi325x"):
            file = self.folder / f"job/trials/{name}.csv"
            lines = file.read_text().splitlines()
            head, rows = lines[:4], lines[4:]
            random.Random(7).shuffle(rows)
            file.write_text("\n".join(head + rows) + "\n")
        after = self.arrays("b")
        for name, values in before.items():
            if values.dtype != object:
                self.assertEqual(values.tobytes(), after[name].tobytes(), name)

    def test_units_do_not_matter(self):
        before = root_data(self.run_scenario("a"))
        self.replace_in("scenario.toml", '"30 d"', '"720 h"')
        self.replace_in("scenario.toml", '"20 min"', '"1200 s"')
        after = root_data(self.run_scenario("b"))
        same = [key for key in before if not re.search("scenario_text|sha256|evidence_value", key)]
        for key in same:
            self.assertEqual(before[key], after[key], key)

    def test_a_moved_ceiling_changes_only_what_names_it(self):
        before = self.arrays("a")
        self.replace_in("scenario.toml", '"1040 USD"', '"1140 USD"')
        after = self.arrays("b")
        named = {"ceiling_value", "p_kept", "p_kept_all", "expected_overrun", "headroom", "runs_that_fit",
                 "verdict", "verdict_reason", "would_be"}
        changed = {name for name, values in before.items()
                   if (values.tolist() if values.dtype == object else values.tobytes())
                   != (after[name].tolist() if values.dtype == object else after[name].tobytes())}
        self.assertLessEqual({re.sub("_(lo|hi)$", "", name) for name in changed}, named)
        self.assertIn("p_kept", changed)

    def test_another_seed_changes_figures_within_their_intervals(self):
        one, two = self.arrays("a"), self.arrays("b", "--seed=2")
        width = (one["total_cost_hi"] - one["total_cost_lo"])[0] + (two["total_cost_hi"] - two["total_cost_lo"])[0]
        # 4 standard errors of a difference at each of ten percentiles of the first option.
        self.assertTrue((abs(one["total_cost"][0] - two["total_cost"][0]) <= 4 * width / 2).all())


main()
