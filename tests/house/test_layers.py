"""Plants one fault at a time in a small sound tree and expects the layer rules to find just that."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

import layer_rules
from check_layers import complaints_about

HEADER = "// What it is.\n#pragma once\n"
SOUND = {
    "CMakeLists.txt": "add_subdirectory(models)\nadd_subdirectory(sim)\nadd_subdirectory(scenarios)\n"
    "add_subdirectory(tools)\nadd_subdirectory(tests)\n",
    "models/CMakeLists.txt": "add_subdirectory(units)\nadd_subdirectory(job)\n",
    "models/units/CMakeLists.txt": "trialcost_room(models/units SOURCES money.cpp)\n",
    "models/units/money.hpp": HEADER + "#include <string>\nint money();\n",
    "models/units/money.cpp": '#include "models/units/money.hpp"\nint money() { return 1; }\n',
    "models/job/CMakeLists.txt": "trialcost_room(models/job\n  SOURCES job.cpp # the job\n"
    "  LINKS models/units EXTERNAL fmt::fmt)\n",
    "models/job/job.hpp": HEADER,
    "models/job/job.cpp": '#include "models/job/job.hpp"\n\n#include "models/units/money.hpp"\n',
    "sim/CMakeLists.txt": "add_subdirectory(run)\n",
    "sim/run/CMakeLists.txt": "trialcost_room(sim/run SOURCES run.cpp LINKS models/job\n"
    "  EXTERNAL TBB::tbb)\n",
    "sim/run/parallel.hpp": HEADER + "#include <tbb/parallel_for.h>\n",
    "sim/run/run.cpp": '#include "models/job/job.hpp"\n#include "sim/run/parallel.hpp"\n',
    "scenarios/CMakeLists.txt": "add_subdirectory(document)\n",
    "scenarios/document/CMakeLists.txt": "trialcost_room(scenarios/document SOURCES document.cpp\n"
    "  LINKS models/units)\n",
    "scenarios/document/document.cpp": "#include <toml++/toml.h>\n"
    '#include "models/units/money.hpp"\n',
    "tools/CMakeLists.txt": "add_executable(trialcost main.cpp)\n"
    "target_link_libraries(trialcost PRIVATE sim_run CLI11::CLI11)\n",
    "tools/main.cpp": '#include <iostream>\n#include "sim/run/parallel.hpp"\n'
    "int main() { std::cout << 1; }\n",
    "tests/CMakeLists.txt": "add_subdirectory(models/units)\n",
    "tests/models/units/CMakeLists.txt": "trialcost_room_tests(models/units SOURCES money.cpp)\n",
    "tests/models/units/money.cpp": '#include <boost/math/special_functions.hpp>\n#include "x.hpp"\n',
}


def complaints_after(changes):
    """What is said about the sound tree with some files replaced, added to ("+...") or removed."""
    files = dict(SOUND)
    for path, text in changes.items():
        if text is None:
            del files[path]
        else:
            files[path] = files.get(path, "") + text[1:] if text.startswith("+") else text
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            Path(root, path).parent.mkdir(parents=True, exist_ok=True)
            Path(root, path).write_text(text, encoding="utf-8")
        return complaints_about(root)


class LayersTest(unittest.TestCase):
    def expect(self, changes, *fragments):
        """One complaint for each fragment, holding it, and no other."""
        found = complaints_after(changes)
        self.assertEqual(len(found), len(fragments), found)
        for fragment in fragments:
            self.assertTrue(any(fragment in line for line in found), (fragment, found))

    def test_sound_tree(self):
        self.expect({})

    def test_empty_tree_is_not_sound(self):
        with tempfile.TemporaryDirectory() as root:
            self.assertIn("nothing was checked", complaints_about(root)[0])

    def test_wrong_way_include(self):
        self.expect(
            {"models/job/job.cpp": '+#include "scenarios/document/x.hpp"\n',
             "scenarios/document/x.hpp": HEADER,
             "models/job/CMakeLists.txt": "trialcost_room(models/job SOURCES job.cpp\n"
             "  LINKS models/units scenarios/document)\n"},
            "models/job/job.cpp:4: models includes scenarios/document/x.hpp",
        )

    def test_wrong_way_include_behind_a_comment_and_odd_spacing(self):
        self.expect(
            {"sim/run/run.cpp": '+/* a\n note */ \n #  include   "tools/x.hpp" // why\n',
             "tools/x.hpp": HEADER,
             "sim/run/CMakeLists.txt": "trialcost_room(sim/run SOURCES run.cpp LINKS models/job tools)",
             "tools/main.cpp": "int main() {}\n",
             "tools/CMakeLists.txt": "add_executable(trialcost main.cpp)\n"
             "target_link_libraries(trialcost PRIVATE CLI11::CLI11)\n"},
            "sim/run/run.cpp:5: sim includes tools/x.hpp",
        )

    def test_product_includes_its_tests(self):
        self.expect({"models/job/job.cpp": '+#include "tests/x.hpp"\n'}, "does not know its tests")

    def test_include_that_is_commented_out(self):
        self.expect({"models/job/job.cpp": '+// #include "tools/x.hpp"\n'})

    def test_include_by_short_path(self):
        self.expect({"models/job/job.cpp": '+#include "job.hpp"\n'}, "not a path from the top")

    def test_include_of_ours_in_brackets(self):
        self.expect({"models/job/job.cpp": "+#include <models/units/money.hpp>\n"}, "in quotes")

    def test_include_of_nothing(self):
        self.expect({"models/job/job.cpp": '+#include "models/units/no.hpp"\n'}, "does not exist")

    def test_circle_between_rooms(self):
        self.expect(
            {"models/units/money.cpp": '+#include "models/job/job.hpp"\n',
             "models/units/CMakeLists.txt": "trialcost_room(models/units SOURCES money.cpp\n"
             "  LINKS models/job)\n"},
            "circle among rooms: models/job, models/units",
            "circle among links of rooms: models/job, models/units",
        )

    def test_circle_between_files_of_one_room(self):
        self.expect(
            {"models/job/job.hpp": HEADER + '#include "models/job/time.hpp"\n',
             "models/job/time.hpp": HEADER + '#include "models/job/job.hpp"\n'},
            "circle among files: models/job/job.hpp, models/job/time.hpp",
        )

    def test_link_left_out(self):
        self.expect(
            {"models/job/CMakeLists.txt": "trialcost_room(models/job SOURCES job.cpp)\n"},
            "models/job/job.cpp:3: models/job includes models/units but does not name it",
        )

    def test_link_not_used(self):
        self.expect(
            {"sim/run/CMakeLists.txt": "trialcost_room(sim/run SOURCES run.cpp\n"
             "  LINKS models/job models/units)\n"},
            "sim/run links models/units but includes nothing of it",
        )

    def test_link_of_the_executable_not_used(self):
        self.expect(
            {"tools/CMakeLists.txt": "add_executable(trialcost main.cpp)\n"
             "target_link_libraries(trialcost PRIVATE sim_run models_units)\n"},
            "tools links models/units but includes nothing of it",
        )

    def test_link_to_no_room(self):
        self.expect(
            {"sim/run/CMakeLists.txt": "trialcost_room(sim/run SOURCES run.cpp\n"
             "  LINKS models/job models/price)\n"},
            "links models/price, which is no room",
        )

    def test_third_party_elsewhere(self):
        for header, library in (
            ("tbb/blocked_range.h", "TBB"), ("oneapi/tbb.h", "TBB"), ("hdf5.h", "HDF5"),
            ("H5Cpp.h", "HDF5"), ("hdf5_hl.h", "HDF5"), ("toml++/toml.h", "toml++"),
            ("CLI/CLI.hpp", "CLI11"), ("Eigen/Dense", "Eigen"), ("boost/random.hpp", "Boost"),
            ("openssl/evp.h", "OpenSSL"), ("unistd.h", "the operating system"),
            ("random", "no room"), ("iostream", "tools/ alone"), ("fstream", "files"),
            ("thread", "threads"),
        ):
            with self.subTest(header):
                self.expect({"models/job/job.cpp": f"+#include <{header}>\n"}, library)

    def test_tbb_beside_its_one_header(self):
        self.expect({"sim/run/run.cpp": "+#include <tbb/parallel_for.h>\n"}, "sim/run/run.cpp:3")

    def test_library_nobody_knows(self):
        self.expect({"models/job/job.cpp": "+#include <gsl/gsl_rng.h>\n"}, "no library the project")

    def test_mathematics_that_is_not_portable(self):
        for code in (
            "double f(double x) { return std::exp(x); }", "double f(double x) { return 2*::log(x); }",
            "using std::pow;", "double f(double x) { return x + lgamma(x); }",
            "double f(double x) { return exp (x); }", "auto f = std::tgamma;",
        ):
            with self.subTest(code):
                self.expect({"models/job/job.cpp": f"+{code}\n"}, "models/job/job.cpp:4: ")

    def test_mathematics_of_our_own(self):
        code = ("double a(double x) { return portable::exp(x) + trialcost::portable::log(x); }\n"
                "double log_of(double x); // not std::log(x)\n"
                'const char* c = "std::exp(x)"; const char* d = R"(std::exp("x"))";\n'
                "double s = std::sqrt(2.0) * price.log(1) + book->exp(1);\n")
        self.expect({"models/job/job.cpp": "+" + code})
        self.expect({"models/units/money.cpp": "+namespace trialcost::portable {\n"
                     "double pow2(double x) { return exp(log(x) * 2); }\n}\n"})

    def test_allowed_call(self):
        allowed = (("sim/run/run.cpp", "lgamma", "a figure for people"),)
        changes = {"sim/run/run.cpp": "+double f(double x) { return std::lgamma(x); }\n"}
        with mock.patch.object(layer_rules, "ALLOWED_CALLS", allowed):
            self.expect(changes)
            self.expect({}, "is allowed to call lgamma, but no longer does")
            self.expect({"sim/run/run.cpp": changes["sim/run/run.cpp"] + "auto f = std::exp;\n"}, "exp")

    def test_results_the_standard_leaves_open(self):
        for code in ("std::reduce", "std::hash<int>{}", "std::transform_reduce"):
            with self.subTest(code):
                self.expect({"sim/run/run.cpp": f"+auto f = {code};\n"}, "not fixed by the standard")

    def test_library_that_prints_or_exits(self):
        for code in ("std::cout << 1", "std::exit(1)", 'fmt::print("x")', 'std::printf("x")'):
            with self.subTest(code):
                self.expect({"scenarios/document/document.cpp": f"+void f() {{ {code}; }}\n"},
                            "neither prints nor exits")

    def test_state_kept_aside_and_clocks(self):
        self.expect({"tools/main.cpp": "+thread_local int x;\n"}, "thread_local")
        self.expect({"sim/run/run.cpp": "+auto t = std::chrono::steady_clock::now();\n"}, "clock")

    def test_long_file(self):
        self.expect({"models/job/job.cpp": "+" + "\n" * 397})
        self.expect({"models/job/job.cpp": "+" + "\n" * 398}, "has 401 lines")

    def test_names_that_say_nothing(self):
        self.expect({"models/job/time_utils.hpp": HEADER}, "'utils' says nothing")
        self.expect({"models/job/job.cpp": "+class JobManager;\n"}, "JobManager")

    def test_header_without_opening(self):
        self.expect({"models/job/job.hpp": "// What it is.\n"}, "has no '#pragma once'")
        self.expect({"models/job/job.hpp": "#pragma once\nint x;\n"}, "does not open with a comment")

    def test_forgotten_source(self):
        self.expect({"models/job/more.cpp": "int x;\n"}, "models/job/more.cpp:1: is forgotten")
        self.expect({"tests/models/units/more.cpp": "int x;\n"}, "more.cpp:1: is forgotten")

    def test_forgotten_source_that_a_comment_names(self):
        self.expect(
            {"models/job/more.cpp": "int x;\n",
             "models/job/CMakeLists.txt": "trialcost_room(models/job SOURCES job.cpp # more.cpp\n"
             "  LINKS models/units)\n"},
            "models/job/more.cpp:1: is forgotten",
        )

    def test_source_named_twice(self):
        self.expect({"tools/CMakeLists.txt": "+add_executable(other main.cpp)\n"}, "named 2 times")

    def test_source_named_but_absent(self):
        self.expect({"models/job/CMakeLists.txt": "trialcost_room(models/job SOURCES job.cpp no.cpp\n"
                     "  LINKS models/units)\n"}, "names models/job/no.cpp, which does not exist")

    def test_sources_by_pattern(self):
        self.expect({"models/job/CMakeLists.txt": "+file(GLOB x *.cpp)\n"}, "by a pattern")

    def test_folder_that_is_never_added(self):
        self.expect({"models/CMakeLists.txt": "add_subdirectory(units)\n"},
                    "models/job/CMakeLists.txt:1: no add_subdirectory leads here")

    def test_file_outside_every_room(self):
        self.expect({"sim/plan/plan.hpp": HEADER}, "sim/plan/plan.hpp:1: lies in no room")

    def test_room_and_tests_declared_elsewhere(self):
        self.expect(
            {"models/CMakeLists.txt": "+trialcost_room(models/job SOURCES job/job.cpp LINKS models/units)",
             "models/job/CMakeLists.txt": "\n"},
            "declares the room models/job outside its folder",
        )
        self.expect({"tests/models/units/CMakeLists.txt": "trialcost_room_tests(models/job\n"
                     "  SOURCES money.cpp)\n"}, "they belong in tests/models/job")


if __name__ == "__main__":
    unittest.main()
