"""The first minutes: init, check, run; a summary for a pull request; a condition for a pipeline."""

from command_case import FEW_DRAWS, CommandCase, main


class FirstUse(CommandCase):
    def init(self):
        place = self.folder / "mine"
        self.trialcost("init", place)
        return place

    def test_the_template_runs_at_once(self):
        place = self.init()
        self.assertEqual({file.name for file in place.iterdir()},
                         {"scenario.toml", "trials.csv", "failures.csv", "quotes.csv"})
        self.assertEqual(self.trialcost("check", place / "scenario.toml", "--strict").stderr, "")
        out = self.trialcost("run", place / "scenario.toml", "-o", place / "r.h5", FEW_DRAWS).stdout
        self.assertIn("Invented", out.splitlines()[0])
        self.assertNotIn("unknown", out)
        for name in ("trials.csv", "failures.csv", "quotes.csv"):
            rows = [line for line in (place / name).read_text().splitlines() if not line.startswith("#")]
            self.assertEqual(len(rows), 1 + 3, name)

    def test_init_overwrites_nothing(self):
        place = self.init()
        (place / "trials.csv").write_text("mine")
        for name in ("scenario.toml", "failures.csv", "quotes.csv"):
            (place / name).unlink()
        self.assertIn("trials.csv", self.trialcost("init", place, code=73).stderr)
        self.assertEqual((place / "trials.csv").read_text(), "mine")
        self.assertFalse((place / "scenario.toml").exists())
        self.trialcost("init", place / "trials.csv" / "below", code=73)

    def test_summary(self):
        summary = self.folder / "summary"
        self.run_scenario("r", "--md", summary)
        text = summary.read_text()
        self.assertTrue(text.startswith("## LoRA fine\\-tune"))
        self.assertIn("| h100 † |", text)
        self.assertLess(len(text), 65_000)
        self.trialcost("run", self.scenario, "-o", self.folder / "s.h5", "--md", summary, code=73)
        self.assertFalse((self.folder / "s.h5").exists())

    def test_condition(self):
        run = ("run", self.scenario, "-o", self.folder / "r.h5", FEW_DRAWS, "--force", "--fail-if")
        done = self.trialcost(*run, "verdict != expand", code=3)
        self.assertIn("verdict != expand", done.stderr)
        self.assertTrue((self.folder / "r.h5").exists())
        self.trialcost(*run, "h200-block: p_kept(total) < 0.9")
        self.trialcost(*run, "h100: p_kept(total) < 0.9", code=3)
        self.trialcost(*run, "p_kept(total) is small", code=2)
        self.trialcost(*run, "nobody: p_kept(total) < 0.9", code=65)
        # Either of two is enough.
        self.trialcost(*run, "h200-block: p_kept(total) < 0.9", "--fail-if", "h100: p90(total) > 1000", code=3)


main()
