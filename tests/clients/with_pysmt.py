"""pySMT's wrapper for SMT-LIB programs asks the queries, reads the values and cores, and survives an error.

Usage: with_pysmt.py PROGRAM QUERIES

pySMT reads each query and writes it again its own way: formulas simplified and printed with one `let` per subterm. It
knows no regexes, so it leaves out the queries that have some; and it asks for no cores by itself, so
names come from its annotations and `get-unsat-core` goes down its own pipe.
"""

import sys
from functools import partial
from io import StringIO

from pysmt.environment import get_env
from pysmt.exceptions import UnknownSolverAnswerError
from pysmt.formula import FormulaManager
from pysmt.logics import QF_SLIA
from pysmt.shortcuts import Equals, Iff, Int, Solver, StrLength, String, Symbol
from pysmt.smtlib import commands
from pysmt.smtlib.annotations import Annotations
from pysmt.smtlib.parser import SmtLibParser
from pysmt.smtlib.printers import SmtPrinter
from pysmt.smtlib.script import SmtLibCommand
from pysmt.typing import STRING

# The simplifier of version 0.9.6 calls three constructors by names that they do not have.
FormulaManager.StrPrefixof = FormulaManager.StrPrefixOf
FormulaManager.StrSuffixof = FormulaManager.StrSuffixOf
FormulaManager.StrCharat = FormulaManager.StrCharAt


def blocks(path):
    """The queries: a name, whether there are regexes, the commands."""
    with open(path, encoding="utf-8") as file:
        texts = file.read().split("\n\n")[1:]
    for text in texts:
        title, _, script = text.partition("\n")
        name, _, regex = title.removeprefix("; ").partition(", ")
        yield name, regex == "regex", script


def parse(script):
    """The expected answer, the declared symbols, the assertions."""
    script = SmtLibParser().get_script(StringIO(script))
    [status] = [c.args[1] for c in script.filter_by_command_name([commands.SET_INFO])]
    asserts = [c.args[0] for c in script.filter_by_command_name([commands.ASSERT])]
    return status, script.get_declared_symbols(), asserts


def assert_named(solver, formula, name):
    """What `add_assertion` does, with a name."""
    for symbol in formula.get_free_variables():
        if all(symbol not in scope for scope in solver.declared_vars):
            solver._declare_variable(symbol)
    annotations = Annotations()
    annotations.add(formula, "named", name)
    printer = SmtPrinter(solver.solver_stdin, annotations=annotations)
    SmtLibCommand(commands.ASSERT, [formula]).serialize(printer=printer)
    solver.solver_stdin.write("\n")
    solver.solver_stdin.flush()
    solver._check_success()


def equal(symbol, value):
    return Iff(symbol, value) if symbol.symbol_type().is_bool_type() else Equals(symbol, value)


def read(solver, question):
    """What `question` reads with pySMT's parser, which leaves the end of the line to whoever reads next."""
    answer = question()
    assert solver.solver_stdout.readline() == "\n"
    return answer


def model_holds(solver, symbols, asserts):
    """The values make every assertion true, and the solver agrees when they come back as assertions."""
    values = {symbol: read(solver, lambda: solver.get_value(symbol)) for symbol in symbols}
    assert all(read(solver, lambda: solver.get_value(f)).is_true() for f in asserts), values
    if symbols:
        model = read(solver, solver.get_model)
        assert all(model[symbol] == value for symbol, value in values.items()), model
    solver.push()
    for symbol, value in values.items():
        solver.add_assertion(equal(symbol, value))
    assert solver.solve(), values
    solver.pop()


def core_suffices(solver, asserts):
    """The core has some of the names, and is unsatisfiable by itself."""
    solver.push()
    for i, formula in enumerate(asserts):
        assert_named(solver, formula, f"a{i}")
    assert not solver.solve()
    solver._send_command(SmtLibCommand(commands.GET_UNSAT_CORE, []))
    core = solver._get_answer().strip("()").split()
    solver.pop()
    solver.push()
    for name in core:
        solver.add_assertion(asserts[int(name.removeprefix("a"))])
    assert core and not solver.solve(), core
    solver.pop()


def ask(status, symbols, asserts, solver):
    solver.push()
    for formula in asserts:
        solver.add_assertion(formula)
    assert solver.solve() == (status == "sat"), status
    if status == "sat":
        # Those that pySMT simplified away were never declared.
        known = [s for s in symbols if any(s in scope for scope in solver.declared_vars)]
        model_holds(solver, known, asserts)
    solver.pop()
    if status == "unsat":
        core_suffices(solver, asserts)
    assert solver.solve(), "the scope is closed"


def errors_are_survived(solver):
    """An error is told, and the session goes on."""
    for command in ["(assert (= 1 \"a\"))", "(pop 7)", "(get-value (nobody))", "(no-such-command)"]:
        solver.solver_stdin.write(command + "\n")
        solver.solver_stdin.flush()
        try:
            solver._check_success()
        except UnknownSolverAnswerError as error:
            assert "(error " in str(error), error
        else:
            raise AssertionError(f"{command} was accepted")
    assert solver.solve()


def characters_survive(solver):
    """Words of the host language go in and come out, escaped: pySMT leaves that to its callers."""
    x = Symbol("odd name", STRING)
    for word in ["", "a b", 'say "hi"', "back\\slash", "(", ";", "|"]:
        solver.push()
        solver.add_assertion(Equals(x, String(word)))
        assert solver.solve()
        assert read(solver, lambda: solver.get_value(StrLength(x))) == Int(len(word)), word
        found = read(solver, lambda: solver.get_value(x)).constant_value()
        assert found == word.replace("\\", "\\u{5c}"), (word, found)
        solver.pop()


def start():
    return Solver(name="stringent", logic=QF_SLIA, solver_options={":produce-unsat-cores": "true"})


def main(program, queries):
    get_env().factory.add_generic_solver("stringent", [program, "-in"], [QF_SLIA])
    solver = start()
    steps = [(name, partial(ask, *parse(script))) for name, regex, script in blocks(queries) if not regex]
    asked, failed = len(steps), 0
    for name, step in [*steps, ("characters", characters_survive), ("errors", errors_are_survived)]:
        try:
            step(solver)
        except Exception as error:
            failed += 1
            print(f"FAILED pySMT, {name}: {type(error).__name__} {error}")
            solver.exit()
            solver = start()
    solver.reset_assertions()
    assert solver.solve()
    solver.exit()
    print(f"pySMT: {asked} queries, {failed} failed")
    return failed != 0 or asked < 30


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
