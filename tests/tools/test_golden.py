"""What the terminal shows of the examples, word for word: fixed dates, fixed seed, same bits.

TRIALCOST_UPDATE_GOLDEN=1 rewrites tests/tools/golden/.
"""

import difflib
import os

from command_case import PROJECT, CommandCase, main

GOLDEN = PROJECT / "tests/tools/golden"
EXAMPLES = ("lora-70b", "llama3-405b", "synthetic-decisions", "purchase-options")


class Golden(CommandCase):
    def check_text(self, name, text, widest=80):
        self.assertTrue(widest is None or all(len(line) <= widest for line in text.splitlines()), text)
        file = GOLDEN / name
        if os.environ.get("TRIALCOST_UPDATE_GOLDEN") == "1":
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
            return
        wanted = file.read_text()
        difference = difflib.unified_diff(wanted.splitlines(), text.splitlines(), str(file), "now", lineterm="")
        self.assertEqual(wanted, text, "\n".join(difference))

    def test_examples(self):
        for example in EXAMPLES:
            scenario = f"scenarios/examples/{example}/scenario.toml"
            result = self.folder / f"{example}.h5"
            with self.subTest(example=example):
                self.check_text(f"{example}.check.txt", self.trialcost("check", scenario, cwd=PROJECT).stdout)
                done = self.trialcost("run", scenario, "-o", result, "--draws=16384", "--force", "--md", self.folder / "summary",
                                      cwd=PROJECT).stdout
                self.assertRegex(done.splitlines()[-1], r"^16384 draws x \d options? in \d+\.\d s on \d+ threads?; wrote ")
                self.check_text(f"{example}.show.txt", self.trialcost("show", result, "--full").stdout)
                self.check_text(f"{example}.md", (self.folder / "summary").read_text(), widest=None)


main()
