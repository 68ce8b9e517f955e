"""Plants one reference that should not be in a small project and expects check_text to find it."""

import tempfile
import unittest
from pathlib import Path

from check_text import complaints_about

SOUND = {
    "README.md": "# A project\n\nSee [the guide](docs/guide.md#first-steps), [above](#a-project) and\n"
    "[elsewhere](https://example.org/x.md). More in `docs/guide.md`, or guide.md for short.\n"
    "```\nwrites report.md\n```\n",
    "docs/guide.md": "# Guide\n\n## First steps\n\nBack to [the top](../README.md).\n",
    "tools/run": '#!/bin/sh\ncd "$(dirname "$0")/.."\ncat ../README.md\n',
    "sim/x.cpp": "// see docs/guide.md, work/time in USD/work\nint x;\n",
}


class TextTest(unittest.TestCase):
    def expect(self, changes, *fragments):
        with tempfile.TemporaryDirectory() as root:
            for path, text in {**SOUND, **changes}.items():
                Path(root, path).parent.mkdir(parents=True, exist_ok=True)
                Path(root, path).write_bytes(text if isinstance(text, bytes) else text.encode())
            found = complaints_about(root)
        self.assertEqual(len(found), len(fragments), found)
        for fragment, line in zip(fragments, found):
            self.assertIn(fragment, line)

    def test_sound_project(self):
        self.expect({})

    def test_empty_project_is_not_sound(self):
        with tempfile.TemporaryDirectory() as root:
            self.assertIn("nothing was checked", complaints_about(root)[0])

    def test_path_that_leaves_the_project(self):
        for path, line in (
            ("sim/x.cpp", 'open("../../elsewhere/data.csv");'),
            ("tests/a/b.cpp", 'open(TRIALCOST_SOURCE_DIR "/../elsewhere/data.csv");'),
            ("CMakeLists.txt", "set(x ../elsewhere)"),
        ):
            with self.subTest(path):
                self.expect({path: f"\n{line}\n"}, f"{path}:2: ")

    def test_path_upward_that_stays_inside(self):
        self.expect({"tests/a/CMakeLists.txt": "f(${CMAKE_CURRENT_SOURCE_DIR}/../../sim/x.cpp)\n"})

    def test_folder_of_a_machine(self):
        for place in ("/" + name for name in ("work/x", "tmp/x", "home/me/x", "root")):
            with self.subTest(place):
                self.expect({"sim/x.cpp": f'\n\nopen("{place}");\n'}, f"sim/x.cpp:3: {place} is a folder")

    def test_package_host(self):
        for host in (".".join(parts) for parts in (("deb", "debian", "org"), ("security", "debian", "org"),
                                              ("pypi", "org"), ("registry", "npmjs", "org"))):
            with self.subTest(host):
                self.expect({"tools/run": f"curl https://{host}/x\n"}, f"package host {host}")

    def test_page_that_is_not_there(self):
        self.expect({"sim/x.cpp": "// as in design/model.md\n"}, "no page design/model.md")
        self.expect({"docs/guide.md": "# Guide\n## First steps\nSee `engine.md` §3.\n"}, "no page")

    def test_link_that_leads_nowhere(self):
        self.expect({"README.md": "[x](docs/no.csv)\n"}, "README.md:1: the link to docs/no.csv")

    def test_heading_that_is_not_there(self):
        self.expect({"README.md": "\n[x](docs/guide.md#last-steps)\n"}, "no heading #last-steps")

    def test_what_is_not_text(self):
        self.expect({"docs/x.h5": b"\x89HDF\xff\xfe /tmp/x"})


if __name__ == "__main__":
    unittest.main()
