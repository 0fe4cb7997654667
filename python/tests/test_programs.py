"""Programs for z3's Python answer the same after changing the import; the answers of z3 are compared if it is installed."""

import importlib.util
import subprocess
import sys
import unittest
from pathlib import Path

SOURCE = (Path(__file__).parent / "programs.py").read_text()
# For one program of z3.
SECONDS = 5
HAS_Z3 = importlib.util.find_spec("z3") is not None


def load(module):
    """The programs over a module, by name."""
    names = {}
    exec(SOURCE.replace("from z3 import *", f"from {module} import *"), names)
    defined = (line[4:-3] for line in SOURCE.splitlines() if line.startswith("def "))
    return names, {name: names[name] for name in defined}


def answer(module, names, program):
    """What a program answers, as text. A model has to make all assertions true."""
    result = program()
    if not isinstance(result, names["Solver"]):
        return repr([str(x) for x in result])
    verdict = str(result.check())
    if verdict == "sat":
        model = result.model()
        for assertion in result.assertions():
            value = names["simplify"](model.eval(assertion, model_completion=True))
            # z3 does not evaluate memberships in regexes over sequences other than strings.
            is_open = module == "z3" and not names["is_false"](value)
            assert names["is_true"](value) or is_open, f"{module}: {assertion} is {value} in {model}"
    return verdict


class Programs(unittest.TestCase):
    def test_there_are_sixty(self):
        self.assertGreaterEqual(len(load("stringent")[1]), 60)

    def test_answers_are_expected(self):
        names, programs = load("stringent")
        for name, program in programs.items():
            with self.subTest(name):
                found = answer("stringent", names, program)
                if program.__doc__:
                    self.assertEqual(found, program.__doc__)

    @unittest.skipUnless(HAS_Z3, "z3 is not installed")
    def test_answers_are_those_of_z3(self):
        names, programs = load("stringent")
        compared = 0
        for name, program in programs.items():
            with self.subTest(name):
                other = answer_of_z3(name)
                if other not in ("unknown", "late"):
                    self.assertEqual(answer("stringent", names, program), other)
                    compared += 1
        self.assertGreater(compared, 50)


def answer_of_z3(name):
    """What z3 answers in a process of its own, as not all its programs end."""
    command = [sys.executable, __file__, "z3", name]
    try:
        done = subprocess.run(command, timeout=SECONDS, stdout=subprocess.PIPE, text=True, check=True)
    except subprocess.TimeoutExpired:
        return "late"
    return done.stdout.strip()


if __name__ == "__main__":
    if len(sys.argv) == 3:
        all_names, all_programs = load(sys.argv[1])
        print(answer(sys.argv[1], all_names, all_programs[sys.argv[2]]))
    else:
        unittest.main()
