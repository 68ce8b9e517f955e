"""Verdicts of the invented example, and what one change does to them."""

import re
import shutil

import h5py

from command_case import PROJECT, CommandCase, main


class Decisions(CommandCase):
    def setUp(self):
        super().setUp()
        shutil.rmtree(self.folder / "job")
        shutil.copytree(PROJECT / "scenarios/examples/synthetic-decisions", self.folder / "job")
        self.text = self.scenario.read_text()

    def verdicts(self, text=None):
        self.scenario.write_text(self.text if text is None else text)
        result = self.run_scenario("r", "--force")
        with h5py.File(result) as file:
            return dict(zip(file["option"].asstr()[()], file["verdict"].asstr()[()]))

    def changed(self, old, new):
        self.assertIn(old, self.text)
        return self.verdicts(self.text.replace(old, new))

    def test_every_verdict_is_reached(self):
        self.assertEqual(self.verdicts(), {"current": "SWITCH to better", "better": "EXPAND", "waiting": "HOLD",
                                           "unsteady": "SWITCH to better", "new": "HOLD"})
        self.assertIn("INVENTED", self.trialcost("show", self.folder / "r.h5").stdout.splitlines()[0])

    def test_stages(self):
        self.verdicts()
        with h5py.File(self.folder / "r.h5") as file:
            stage, needs = (dict(zip(file["option"].asstr()[()], file[name].asstr()[()]))
                            for name in ("stage", "next_stage_needs"))
        self.assertEqual(stage, {"current": "target load", "better": "target load", "waiting": "target load",
                                 "unsteady": "target load", "new": "software check"})
        self.assertTrue(needs["new"].startswith("port.checkpoint_restore to pass; it fails: "))
        full = self.trialcost("show", self.folder / "r.h5", "--full").stdout
        for text in (full, self.trialcost("check", self.scenario).stdout):
            self.assertIn("  stage: software check; the next needs port.checkpoint_restore to pass", text)

    def test_figures_without_target_load_are_preliminary(self):
        records = self.folder / "job/trials/b.csv"
        records.write_text(records.read_text().replace(",target-load,", ",baseline,"))
        self.verdicts()
        text = self.trialcost("show", self.folder / "r.h5").stdout
        self.assertIn("better §", text)
        self.assertIn("§ better: preliminary: rests on baseline trials.", text)
        self.assertNotIn("current §", text)

    def test_a_confirmation_turns_hold_to_expand(self):
        verdicts = self.changed('quota        = { unknown = "invented: request pending" }',
                                'quota = { passed = true, evidence = "invented: granted" }')
        self.assertEqual(verdicts["waiting"], "EXPAND")

    def test_old_quotes_hold_everything(self):
        self.assertEqual(set(self.changed("as_of    = 2026-11-30", "as_of = 2027-01-30").values()), {"HOLD"})

    def test_a_refusal_takes_the_way_out(self):
        verdicts = self.changed('quota        = { passed = true, evidence = "invented: ticket 2" }',
                                'quota = { passed = false, evidence = "invented: refused" }')
        self.assertEqual(verdicts["better"], "HOLD")
        self.assertEqual(verdicts["current"], "HOLD")  # nothing to switch to

    def test_a_higher_budget_keeps_the_current_solution(self):
        text = self.text.replace('"2500 USD"', '"4000 USD"').replace('"125 USD/run"', '"200 USD/run"')
        self.assertEqual(self.verdicts(text)["current"], "EXPAND")

    def test_a_port_that_fails_in_two_trials_is_left(self):
        records = self.folder / "job/trials/d.csv"
        head, row = records.read_text().rsplit("\n", 2)[0], records.read_text().splitlines()[-1]
        records.write_text(head + "\n" + row + "\n" + row.replace("d1,", "d2,") + "\n")
        self.assertEqual(self.verdicts()["new"], "SWITCH to better")

    def test_failed_quality_at_target_load(self):
        records = self.folder / "job/trials/b.csv"
        records.write_text(re.sub(r",true,0$", ",false,0", records.read_text(), flags=re.M))
        self.assertEqual(self.verdicts()["better"], "HOLD")

    def test_a_throughput_that_falls_inside_the_runs(self):
        blocks = self.folder / "job/trials/b_blocks.csv"
        less = lambda row: f"{row[1]}{0.92 * int(row[2]):.0f}"  # of 24 blocks the last eight
        blocks.write_text(re.sub(r"^(b\d+,(?:1[7-9]|2[0-4]),[\d.]+,)(\d+)$", less, blocks.read_text(), flags=re.M))
        self.assertEqual(self.verdicts()["better"], "HOLD")
        text = self.trialcost("show", self.folder / "r.h5", "--full").stdout
        self.assertIn("throughput falls by 8 % from early to late in a run", text)
        self.assertRegex(text, r"drift +measured +throughput -\d")

    def test_a_run_recorded_twice_is_one(self):
        records = self.folder / "job/trials/b.csv"
        lines = records.read_text().splitlines()
        records.write_text("\n".join(lines[:4] + [lines[3].replace("b2,", "b3,")]) + "\n")
        self.assertEqual(self.verdicts()["better"], "HOLD")
        text = self.trialcost("show", self.folder / "r.h5", "--full").stdout
        self.assertIn("2 of 3 target-load trials; 1 more with the times of another", text)

    def test_other_data_is_not_comparable(self):
        records = self.folder / "job/trials/b.csv"
        records.write_text(records.read_text().replace(",bf16,", ",fp8,"))
        verdicts = self.verdicts()
        self.assertEqual(verdicts["better"], "HOLD")
        self.assertEqual(verdicts["current"], "HOLD")

    def test_two_trials_are_not_enough(self):
        records = self.folder / "job/trials/b.csv"
        lines = records.read_text().splitlines()
        records.write_text("\n".join(lines[:4]) + "\n")
        self.assertEqual(self.verdicts()["better"], "HOLD")


main()
