"""What examples do not show: limits, interrupts, threads, large terms, errors."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from copy import copy
from pathlib import Path

import stringent
from stringent import *


def pigeons(n):
    """More numbers than there are places for: takes long."""
    solver, numbers = Solver(), Ints(f"n{i}" for i in range(n))
    solver.add(Distinct(numbers), *[And(1 <= x, x < n) for x in numbers])
    return solver


class Limits(unittest.TestCase):
    def test_time(self):
        solver = pigeons(15)
        solver.set(timeout=50)
        start = time.monotonic()
        self.assertEqual((solver.check(), solver.reason_unknown()), (unknown, "timeout"))
        self.assertLess(time.monotonic() - start, 1)

    def test_steps(self):
        solver = pigeons(15)
        solver.set("rlimit", 1000)
        self.assertEqual((solver.check(), solver.reason_unknown()), (unknown, "max. resource limit exceeded"))

    def test_memory(self):
        solver = pigeons(15)
        solver.set("max_memory", 1)
        self.assertEqual((solver.check(), solver.reason_unknown()), (unknown, "max. memory exceeded"))

    def test_interrupt_from_another_thread(self):
        solver = pigeons(15)
        solver.set("timeout", 20_000)
        threading.Timer(0.1, solver.interrupt).start()
        self.assertEqual((solver.check(), solver.reason_unknown()), (unknown, "canceled"))
        small = Solver()
        small.interrupt()
        self.assertEqual(small.check(), sat)

    def test_control_c(self):
        # A shell has what it runs in the background ignore the signal.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        solver = pigeons(15)
        solver.set("timeout", 20_000)
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        start = time.monotonic()
        self.assertRaises(KeyboardInterrupt, solver.check)
        self.assertLess(time.monotonic() - start, 2)
        solver.set("timeout", 10)
        self.assertEqual((solver.check(), solver.reason_unknown()), (unknown, "timeout"))

    def test_others_run_meanwhile(self):
        solver, counted = pigeons(15), []
        solver.set(timeout=300)
        thread = threading.Thread(target=solver.check)
        thread.start()
        while thread.is_alive():
            counted.append(1)
            time.sleep(0.001)
        self.assertGreater(len(counted), 20)

    def test_two_threads_ask_one_solver(self):
        solver = pigeons(15)
        solver.set(timeout=500)
        thread = threading.Thread(target=solver.check)
        thread.start()
        time.sleep(0.1)
        self.assertRaisesRegex(StringentError, "another thread", solver.add, True)
        thread.join()


class Terms(unittest.TestCase):
    def test_depth_is_no_limit(self):
        x = String("x")
        deep = x
        for _ in range(200_000):
            deep = deep + "a"
        solver = Solver()
        solver.add(Length(deep) == 200_001)
        self.assertEqual(solver.check(), sat)
        self.assertEqual(solver.model().eval(Length(x)).as_long(), 1)
        self.assertTrue(substitute(deep, (x, String("y"))).eq(deep) is False)

    def test_every_character_is_one(self):
        for text in ("é\"\\u{41}\0", "\U0002ffff", "\ud800x", ""):
            solver, x = Solver(), String("x")
            solver.add(x == text, Length(x) == len(text))
            self.assertEqual(solver.check(), sat)
            self.assertEqual(solver.model()[x].as_string(), text)
        self.assertRaises(StringentError, Solver().add, String("x") == "\U00030000")

    def test_numbers_have_no_bounds(self):
        n, solver = Int("n"), Solver()
        solver.add(n == 10**100 + 1)
        self.assertEqual((solver.check(), solver.model()[n].as_long()), (sat, 10**100 + 1))

    def test_sorts_are_checked(self):
        x, n, p = String("x"), Int("n"), Bool("p")
        for wrong in (lambda: x + n, lambda: x == n, lambda: And(x), lambda: Length(n), lambda: If(p, x, n), lambda: n < "a",
                      lambda: InRe(x, x), lambda: Solver().add(x), lambda: bool(n < 3), lambda: Loop(x, 1, 2)):
            self.assertRaises((StringentError, TypeError), wrong)

    def test_truth_of_equations(self):
        x, y = Strings("x y")
        self.assertTrue(x == String("x") and x != y)
        self.assertFalse(x == y or x != String("x"))


class Answers(unittest.TestCase):
    def test_models_outlive_their_solver(self):
        solver, x = Solver(), String("x")
        solver.add(x == "a")
        solver.check()
        model = solver.model()
        solver.add(x == "b")
        self.assertEqual(solver.check(), unsat)
        self.assertRaises(StringentError, solver.model)
        del solver
        self.assertEqual(model.eval(x + "!").as_string(), "a!")

    def test_nothing_before_a_check(self):
        solver = Solver()
        self.assertRaises(StringentError, solver.model)
        self.assertRaises(StringentError, solver.unsat_core)
        self.assertRaises(StringentError, solver.pop)

    def test_functions_have_tables(self):
        f, solver = Function("f", StringSort(), IntSort()), Solver()
        solver.add(f("a") == 1, f("b") == 2)
        self.assertEqual(solver.check(), sat)
        rows = solver.model()[f].as_list()
        table = {args[0].as_string(): args[1].as_long() for args in rows[:-1]}
        default = rows[-1].as_long()
        self.assertEqual((table.get("a", default), table.get("b", default)), (1, 2))

    def test_reset_keeps_options(self):
        solver = pigeons(15)
        solver.set(timeout=10)
        solver.push()
        solver.reset()
        self.assertEqual((solver.check(), solver.num_scopes(), solver.assertions()), (sat, 0, []))
        solver.add(pigeons(15).assertions())
        self.assertEqual(solver.check(), unknown)

    def test_scripts_are_read_back(self):
        solver, x = Solver(), String("the name")
        solver.add(Contains(x, "a\"é"), InRe(x, Loop(AllChar(), 3, 5)))
        again = Solver()
        again.from_string(solver.to_smt2())
        self.assertEqual(again.assertions(), solver.assertions())
        self.assertEqual(again.check(), sat)

    def test_html(self):
        solver = Solver()
        solver.add(String("x") == "<b>")
        solver.check()
        self.assertIn("&lt;b&gt;", solver._repr_html_())
        self.assertIn("&lt;b&gt;", solver.model()._repr_html_())
        self.assertIn("sat", sat._repr_html_())
        self.assertIn("<td>checks</td><td>1</td>", solver.statistics()._repr_html_())

    def test_refutations_are_explained(self):
        solver, x, n = Solver(), String("x"), Int("n")
        solver.add(Length(x) == n, InRe(x, Star(Re("ab"))), Contains(x, "a"))
        solver.assert_and_track(n % 2 == 1, "odd")
        self.assertEqual(solver.check(), unsat)
        explained = solver.explain()
        self.assertEqual([label for label, _ in explained.core], ["#0", "#1", "odd"])
        self.assertTrue(explained.startswith("unsat: these 3 have no model together"))
        self.assertTrue(explained.reasons and all(count > 0 for _, count in explained.reasons))
        self.assertIn("<code>(= (str.len x) n)</code>", explained._repr_html_())
        alone = Solver()
        for formula in (formula for _, formula in explained.core):
            self.assertEqual(alone.check(), sat)
            alone.add(formula)
        self.assertEqual(alone.check(), unsat)

    def test_assumptions_are_blamed(self):
        solver, p = Solver(), Bool("p")
        solver.add(Or(p, Bool("q")))
        self.assertEqual(solver.check(p, Not(p)), unsat)
        self.assertEqual([label for label, _ in solver.explain().core], ["assumption 0", "assumption 1"])

    def test_what_is_open_is_blamed_as_a_whole(self):
        solver = pigeons(15)
        solver.set(timeout=20)
        self.assertEqual(solver.check(), unknown)
        self.assertEqual(str(solver.explain()), "unknown: timeout")


    def test_proofs_are_checked(self):
        solver, x, long = Solver(), String("x"), Bool("long")
        solver.assert_and_track(PrefixOf("ab", x), "first")
        solver.add(Implies(long, Length(x) > 3))
        self.assertEqual(solver.check(long, Length(x) < 4), unsat)
        proof = solver.proof()
        with tempfile.TemporaryDirectory() as folder:
            problem, refutation = Path(folder, "problem.smt2"), Path(folder, "proof")
            problem.write_text(proof.script)
            refutation.write_text(proof)
            checker = Path(__file__).parents[2] / "check/python/verify.py"
            done = subprocess.run([sys.executable, checker, problem, refutation], stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.stdout, "valid\n")
        self.assertEqual(solver.check(), sat)
        self.assertRaisesRegex(StringentError, "did not answer unsat", solver.proof)

    def test_parameters_of_all_solvers(self):
        set_param("timeout", 10)
        set_option(verbose=3)
        try:
            self.assertEqual(pigeons(15).check(), unknown)
        finally:
            reset_params()
        self.assertRaisesRegex(StringentError, "unknown parameter nonsense", set_param, nonsense=1)
        self.assertEqual(Solver()._core.option("timeout"), "0")

    def test_copies_have_scopes_and_trackers(self):
        solver, x = Solver(), String("x")
        solver.add(Length(x) == 1)
        solver.push()
        solver.assert_and_track(x == "ab", "t")
        copied = copy(solver)
        self.assertEqual((copied.check(), copied.unsat_core()), (unsat, [Bool("t")]))
        copied.pop()
        self.assertEqual((copied.check(), solver.check()), (sat, unsat))
        self.assertRaises(StringentError, copy, Optimize())

    def test_objectives_have_scopes(self):
        solver, x, y = Optimize(), Int("x"), Int("y")
        solver.add(x >= 1, x <= 5, y >= 2, y <= 9)
        outer = solver.maximize(x)
        solver.push()
        closed = solver.maximize(y)
        self.assertEqual((solver.check(), closed.value()), (sat, 9))
        solver.pop()
        inner, last = solver.minimize(x + y), solver.minimize(y)
        self.assertEqual((solver.check(), outer.value(), inner.value(), last.value()), (sat, 5, 7, 2))
        self.assertRaisesRegex(StringentError, "no bound", closed.value)
        solver.reset()
        solver.add(x <= 3)
        self.assertEqual((solver.maximize(x), solver.check())[0].value(), 3)


class Program(unittest.TestCase):
    """The wheel carries the program."""

    def run_module(self, *arguments, text=""):
        command = [sys.executable, "-m", "stringent", *arguments]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    def test_it_runs_as_a_module(self):
        with tempfile.NamedTemporaryFile("w", suffix=".smt2") as script:
            script.write("(declare-const x String)(assert (= x \"a\"))(check-sat)")
            script.flush()
            self.assertEqual(self.run_module(script.name).stdout, "sat\n")

    def test_arguments_and_exit_codes_are_passed_on(self):
        answered = self.run_module("solve", "--jsonl", text='{"id": 7, "smt2": "(assert false)"}\n')
        self.assertIn('"id":7', answered.stdout)
        self.assertEqual(self.run_module("-in", text="(check").returncode, 1)
        self.assertEqual(self.run_module("--no-such-option").returncode, 2)

    def test_it_is_of_this_version(self):
        self.assertEqual(self.run_module("--version").stdout, f"Stringent version {stringent.__version__}\n")


if __name__ == "__main__":
    unittest.main()
