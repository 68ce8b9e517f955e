"""Wrong input: the code, the place, the field and the remedy; nothing written, nothing hidden printed."""

import re
import shutil
import subprocess
import unicodedata

from bad_input_rows import ROWS, SCENARIO
from command_case import COMMAND, EXAMPLE, FEW_DRAWS, CommandCase, main


def line_of(at, path):
    if isinstance(at, int):
        return at
    text = re.sub(r"\r\n|\r", "\n", path.read_bytes().decode("utf-8", "replace"))
    return 1 + text[: text.index(at)].count("\n")


def is_hidden(character):
    return character != "\n" and unicodedata.category(character) in ("Cc", "Cf", "Cs")


def files_in(folder):
    return {path: path.lstat().st_mtime_ns for path in folder.rglob("*")}


class BadInputs(CommandCase):
    def faults(self, row, folder):
        """What is wrong with the answer to the row, and the answer."""
        shutil.copytree(EXAMPLE, folder)
        row.change(folder)
        before = files_in(folder)
        commands = [row.command]
        if row.code and "--strict" not in row.command:  # the same words from `run`, and no result
            commands.append(("run", SCENARIO, "-o", "r.h5", FEW_DRAWS))
        found, answers = [], []
        for command in commands:
            done = subprocess.run([COMMAND, *command], cwd=folder, capture_output=True, timeout=60)
            out, err = done.stdout.decode(), done.stderr.decode()
            summary = (folder / "summary").read_text() if "--md" in command else ""
            answers.append(f"code {done.returncode}\n{err}")
            if done.returncode != row.code:
                found.append(f"code {done.returncode} and not {row.code}")
            found += [f"`{word}` on stderr" for word in ("terminate", "Assertion", "std::", "Traceback") if word in err]
            found += [f"{character!r} is printed" for character in set(filter(is_hidden, out + err + summary))]
            if re.search(r"(?<!\\)<script", summary):
                found.append("the summary has a script in it")
            if row.code and row.severity == "error" and files_in(folder) != before:
                found.append("something was written")
            found += self.missing_words(row, folder, out, err)
        return found, answers[0]

    @staticmethod
    def missing_words(row, folder, out, err):
        if row.code == 0 and row.severity == "error":
            text = out + err
            return [f"nothing says {word}" for word in row.words if not re.search(word, text)]
        messages = err.splitlines()
        if row.file:
            line = line_of(row.at, folder / row.file)
            place = re.escape(row.file) + (rf":{line}(:\d+)?: " if line else ": ") + row.severity
            messages = [message for message in messages if re.match(place, message)]
            if not messages:
                return [f"no message at {row.file}:{line}"]
        if any(all(word in message for word in row.words) for message in messages):
            return []
        return [f"no message has all of {row.words}"]

    def test_each_row(self):
        for number, row in enumerate(ROWS):
            with self.subTest(row.name):
                found, answer = self.faults(row, self.folder / str(number))
                self.assertEqual(found, [], answer)


main()
