"""The root data of a result: the same bytes for any number of threads, others for another seed."""

from command_case import CommandCase, main, root_data


class SameBits(CommandCase):
    def test_threads(self):
        one = self.run_scenario("one", "--threads=1")
        first = root_data(one)
        self.assertIn("total_cost", first)
        for threads in (2, 3):
            self.assertEqual(root_data(self.run_scenario(str(threads), f"--threads={threads}")), first)

    def test_seeds(self):
        zero, again, one = (root_data(self.run_scenario(name, f"--seed={seed}")) for name, seed in (("a", 0), ("b", 0), ("c", 1)))
        self.assertEqual(zero, again)
        self.assertNotEqual(zero["total_cost"], one["total_cost"])

    def test_where_it_is_run_from_does_not_matter(self):
        here = root_data(self.run_scenario("a"))
        self.trialcost("run", "scenario.toml", "-o", self.folder / "b.h5", "--draws=4096", cwd=self.scenario.parent)
        self.assertEqual(root_data(self.folder / "b.h5"), here)

    def test_an_added_option_changes_no_other(self):
        import h5py

        before = self.run_scenario("before")
        text = self.scenario.read_text()
        added = text[text.index("[option.h100]"):text.index("[option.h100-block]")].replace("option.h100", "option.again")
        self.scenario.write_text(text + "\n" + added)
        after = self.run_scenario("after")
        with h5py.File(before) as a, h5py.File(after) as b:
            count = len(a["option"])
            self.assertEqual(len(b["option"]), count + 1)
            for name in ("total_cost", "wall_time", "failures", "p_kept", "cost_item_cost", "time_part_time"):
                self.assertEqual(a[name][()].tobytes(), b[name][:count].tobytes(), name)
            # The same records and price under another name: other draws of the same law.
            self.assertNotEqual(b["total_cost"][0].tobytes(), b["total_cost"][count].tobytes())


main()
