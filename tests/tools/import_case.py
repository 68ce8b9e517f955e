"""What the tests of `import quotes` share: importing a file, reading the rows, damaging a copy."""

import csv
import json
from decimal import Decimal

from command_case import PROJECT, CommandCase

DATA = PROJECT / "tests/scenarios/import/data"
NUMBERS = ("price", "upfront", "term_h")
SKU = "SYNTHSKU00000001"


class ImportCase(CommandCase):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "quotes.csv"

    def imported(self, form, *arguments, files=(), code=0):
        return self.trialcost("import", "quotes", form, *files, "-o", self.out, *arguments, code=code)

    def rows(self, form, *arguments, files):
        self.imported(form, *arguments, "--force", files=files)
        with self.out.open(newline="") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))

    def check_rows(self, found, *expected):
        """Cells that are not named must be blank; a source may say more than is expected."""
        self.assertEqual(len(found), len(expected))
        for row, wanted in zip(found, expected):
            filled, wanted = {column: cell for column, cell in row.items() if cell}, dict(wanted)
            for words in wanted.pop("source").split(", "):
                self.assertIn(words, filled["source"])
            filled.pop("source")
            for cells in filled, wanted:
                cells.update({column: Decimal(cells[column]) for column in NUMBERS if column in cells})
            self.assertEqual(filled, wanted)

    def refused(self, form, text, *says, **options):
        """The text of a file is refused with all of these words, and nothing is written."""
        file = self.folder / "damaged.json"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        error = self.imported(form, files=[file], code=65, **options).stderr
        for words in says:
            self.assertIn(words, error)
        self.assertIn("damaged.json", error)
        self.assertFalse(self.out.exists())

    def offer(self):
        return json.loads((DATA / "price_list_offer.json").read_text())
