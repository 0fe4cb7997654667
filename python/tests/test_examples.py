"""The examples in docstrings are run, with every name of the package at hand."""

import doctest
import importlib
import unittest

import stringent

MODULES = ["stringent"] + [f"stringent.{name}" for name in (
    "bits", "explain", "exprs", "kinds", "logic", "model", "program", "regex", "settings", "solver", "strings", "worker"
)]


def load_tests(loader, tests, pattern):
    names = {name: getattr(stringent, name) for name in stringent.__all__}
    for name in MODULES:
        module = importlib.import_module(name)
        own = names | vars(module)
        tests.addTests(doctest.DocTestSuite(module, globs=own, optionflags=doctest.IGNORE_EXCEPTION_DETAIL))
    return tests


if __name__ == "__main__":
    unittest.main()
