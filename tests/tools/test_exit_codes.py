"""Exit codes, messages, and that nothing is left behind when something is wrong."""

import resource
import signal

from command_case import COMMAND, FEW_DRAWS, CommandCase, main


class ExitCodes(CommandCase):
    def test_help_and_version(self):
        self.assertIn("Examples:", self.trialcost("--help").stdout)
        self.assertTrue(self.trialcost("run", "--help").stdout.index("trialcost run scenario.toml") < 200)
        self.assertRegex(self.trialcost("version").stdout, r"trialcost \d+\.\d+\.\d+")
        self.assertEqual(self.trialcost("--version").stdout, self.trialcost("version").stdout)

    def test_wrong_command_line(self):
        self.assertIn("did you mean `run`", self.trialcost("rnu", code=2).stderr)
        self.assertIn("--draws", self.trialcost("run", self.scenario, "-o", "x.h5", "--draws=1.5", code=2).stderr)
        self.trialcost("run", self.scenario, "-o", "x.h5", "--seed=18446744073709551616", code=2)
        self.trialcost("run", self.scenario, code=2)
        self.trialcost("run", self.scenario, "-o", "x.h5", "--sampler=magic", code=2)
        self.trialcost(code=2)

    def test_check_says_what_the_scenario_rests_on(self):
        out = self.trialcost("check", self.scenario).stdout
        self.assertIn("trials/h100.csv:5-14", out)
        self.assertIn("55.04 USD/instance-hour", out)
        self.assertIn("measured on XE9680x8H100-SXM-80GB, priced as", " ".join(out.split()))

    def test_wrong_scenario(self):
        text = self.scenario.read_text().replace("runs        = 40", "runz = 40").replace('"1040 USD"', '"1040"')
        self.scenario.write_text(text)
        result = self.folder / "r.h5"
        err = self.trialcost("run", self.scenario, "-o", result, code=65).stderr
        self.assertRegex(err, r"scenario.toml:\d+:\d+: error: .*runz")
        self.assertRegex(err, r"scenario.toml:\d+:\d+: error: .*total")
        self.assertFalse(result.exists())

    def test_wrong_records(self):
        records = self.folder / "job/trials/h100.csv"
        records.write_text(records.read_text().replace("1609.849", "1609,849"))
        self.assertRegex(self.trialcost("check", self.scenario, code=65).stderr, r"h100.csv:5")

    def test_missing_input(self):
        self.assertIn("nowhere.toml", self.trialcost("check", self.folder / "nowhere.toml", code=66).stderr)
        (self.folder / "job/trials/h100.csv").unlink()
        self.assertIn("h100.csv", self.trialcost("check", self.scenario, code=66).stderr)

    def test_output_is_tried_before_simulating(self):
        result = self.run_scenario("r")
        before = result.read_bytes()
        self.assertIn("--force", self.trialcost("run", self.scenario, "-o", result, "--draws=1G", code=73).stderr)
        self.assertEqual(result.read_bytes(), before)
        self.trialcost("run", self.scenario, "-o", self.folder / "no/folder/r.h5", code=73)
        self.trialcost("run", self.scenario, "-o", result, FEW_DRAWS, "--force")

    def test_full_disk(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

        result = self.folder / "r.h5"
        self.trialcost("run", self.scenario, "-o", result, FEW_DRAWS, code=74, preexec_fn=limit)
        self.assertEqual(list(self.folder.glob("*r.h5*")), [])

    def test_foreign_result(self):
        self.trialcost("show", self.scenario, code=65)
        self.trialcost("show", self.folder / "no.h5", code=66)

    def test_show_prints_what_run_printed(self):
        done = self.trialcost("run", self.scenario, "-o", self.folder / "r.h5", FEW_DRAWS)
        shown = self.trialcost("show", self.folder / "r.h5").stdout
        self.assertTrue(done.stdout.startswith(shown))
        self.assertTrue(all(len(line) <= 80 for line in shown.splitlines()), shown)
        self.assertIn("where the time goes", self.trialcost("show", self.folder / "r.h5", "--full").stdout)


main()
