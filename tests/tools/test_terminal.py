"""Colours only where a terminal wants them, never instead of a word; nothing hidden from paths or names."""

import os
import pty
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from command_case import COMMAND, EXAMPLE, FEW_DRAWS, PROJECT, CommandCase, main

COLORS = re.compile(r"\x1b\[\d*m")


def on_terminal(arguments, folder, **environment):
    """What the command prints on a terminal, both streams."""
    reader, writer = pty.openpty()
    variables = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    with subprocess.Popen([COMMAND, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=writer, stderr=writer,
                          cwd=folder, env={"TERM": "xterm", **variables, **environment}):
        os.close(writer)
        out = b""
        try:
            while block := os.read(reader, 65536):
                out += block
        except OSError:  # the other end is closed
            pass
    os.close(reader)
    return out.decode().replace("\r\n", "\n")


class Terminal(CommandCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.scratch)
        cls.result = cls.scratch / "r.h5"
        subprocess.run([COMMAND, "run", EXAMPLE / "scenario.toml", "-o", cls.result, FEW_DRAWS], check=True,
                       stdout=subprocess.DEVNULL)
        cls.plain = subprocess.run([COMMAND, "show", cls.result], check=True, capture_output=True, text=True).stdout

    def shown(self, *arguments, **environment):
        return on_terminal(["show", self.result, *arguments], self.folder, **environment)

    def test_verdicts_are_coloured_on_a_terminal_alone(self):
        self.assertNotIn("\x1b", self.plain)
        colored = self.shown()
        self.assertIn("\x1b[33mHOLD\x1b[0m  h100 ", colored)
        self.assertEqual(COLORS.sub("", colored), self.plain)  # the words and the layout are the same
        done = self.trialcost("show", self.result, "--color=always").stdout
        self.assertEqual(done, colored)

    def test_each_verdict_has_its_colour(self):
        decisions = PROJECT / "scenarios/examples/synthetic-decisions/scenario.toml"
        out = self.trialcost("run", decisions, "-o", self.folder / "r.h5", FEW_DRAWS, "--color=always").stdout
        for word, number in (("EXPAND", 32), ("HOLD", 33), ("SWITCH", 36)):
            self.assertRegex(out, rf"(?m)^\x1b\[{number}m{word}\x1b\[0m +\w")

    def test_colours_can_be_switched_off(self):
        self.assertEqual(self.shown(NO_COLOR="1"), self.plain)
        self.assertEqual(self.shown(TERM="dumb"), self.plain)
        self.assertEqual(self.shown("--color=never"), self.plain)
        self.assertNotEqual(self.shown(NO_COLOR=""), self.plain)
        self.assertNotEqual(self.shown("--color=always", NO_COLOR="1"), self.plain)

    def test_a_name_is_no_verdict(self):
        text = self.scenario.read_text().replace("[option.b200]", '[option."EXPAND  b200"]')
        self.scenario.write_text(text)
        self.run_scenario("n")
        out = self.trialcost("show", self.folder / "n.h5", "--color=always").stdout
        self.assertNotIn("\x1b[32m", out)

    def test_errors_and_warnings_are_coloured(self):
        text = self.scenario.read_text().replace("runs        = 40", "runz = 40")
        self.scenario.write_text(text)
        for arguments in (["check", self.scenario], ["run", self.scenario, "-o", "x.h5", FEW_DRAWS]):
            out = on_terminal(arguments, self.folder)
            self.assertRegex(out, r"scenario.toml:\d+:\d+: \x1b\[31merror:\x1b\[0m workload: unknown key `runz`")
            self.assertNotIn("\x1b", on_terminal([*arguments, "--color=never"], self.folder))
            self.assertNotIn("\x1b", self.trialcost(*arguments, code=65).stderr)
        self.scenario.write_text(text.replace("runz", "runs"))
        records = self.folder / "job/trials/h100.csv"
        records.write_text(records.read_text().replace(",log", ",lgo"))
        out = on_terminal(["check", self.scenario, "--strict"], self.folder)
        self.assertRegex(out, r"h100.csv:\d+:\d+: \x1b\[35mwarning:\x1b\[0m ")

    def test_paths_do_not_act_on_the_terminal(self):
        odd = "odd\x1b[31m\u202e"
        folder = self.folder / odd
        self.scenario.parent.rename(folder)
        done = self.trialcost("run", folder / "scenario.toml", "-o", folder / f"{odd}.h5", FEW_DRAWS,
                              "--fail-if", "verdict == hold", code=3)
        checked = self.trialcost("check", folder / "scenario.toml")
        begun = self.trialcost("init", folder / odd)
        for answer in (done, checked, begun):
            self.assertIn("odd[31m", answer.stdout)
            self.assertNotRegex(answer.stdout + answer.stderr, "[\x1b\u202e]")


main()
