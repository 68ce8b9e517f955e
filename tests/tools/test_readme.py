"""What the READMEs print is what the command prints; their own files are written and run as they stand.

A block that begins with "$ trialcost ..." is compared with the output of that command, run in the project's
folder, or in one with the files that the page shows ("`name`, ...:" before a block). The figures of the last
line that depend on the machine are left out. TRIALCOST_UPDATE_GOLDEN=1 rewrites the blocks.
"""

import os
import re
import shlex

from command_case import PROJECT, CommandCase, main

PAGES = ("README.md", "scenarios/examples/lora-70b/README.md")
BLOCK = re.compile(r"```\w*\n(\$ trialcost (.*?)\n.*?)```\n", re.S)
FILE = re.compile(r"`(\w+\.(?:csv|toml))`[^`]*?:\n\n```\w*\n(.*?)```\n", re.S)


def steady(text):
    return re.sub(r" in \d+\.\d s on \d+ threads?;", ";", text)


class Readme(CommandCase):
    def output(self, command, page):
        words = shlex.split(command)
        if words[1].startswith("scenarios/"):
            words[1] = str(PROJECT / words[1])
        for name, text in FILE.findall(page):
            (self.folder / name).write_text(text)
        done = self.trialcost(*words, "--threads=2", "--force", cwd=self.folder)
        return f"$ trialcost {command}\n{steady(done.stdout)}"

    def test_blocks(self):
        for name in PAGES:
            page = (PROJECT / name).read_text()
            blocks = BLOCK.findall(page)
            self.assertTrue(blocks, name)
            for block, command in blocks:
                with self.subTest(page=name, command=command):
                    output = self.output(command, page)
                    if os.environ.get("TRIALCOST_UPDATE_GOLDEN") == "1":
                        page = page.replace(block, output)
                        (PROJECT / name).write_text(page)
                    else:
                        self.assertEqual(block, output)


main()
