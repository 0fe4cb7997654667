"""The stubs of the compiled module name what is there, with the same parameters; the rest of the package is annotated."""

import ast
import importlib.util
import inspect
import os
import subprocess
import sys
import unittest
from pathlib import Path

import stringent
from stringent import _core

STUBS = ast.parse((Path(stringent.__file__).parent / "_core.pyi").read_text())


def parameters(function):
    """Names of the parameters as written in the stub, without the first of a method."""
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list)
    names = [arg.arg for arg in function.args.args] + ([function.args.vararg.arg] if function.args.vararg else [])
    return names if static else [name for name in names if name not in ("self", "cls")]


class Stubs(unittest.TestCase):
    def test_all_is_there(self):
        stubbed = {node.name for node in STUBS.body if hasattr(node, "name")} | {"VERSION"}
        self.assertEqual(stubbed, {name for name in dir(_core) if not name.startswith("_")})

    def test_members_are_the_same(self):
        for node in STUBS.body:
            if isinstance(node, ast.ClassDef) and node.name != "StringentError":
                stubbed = {f.name: f for f in node.body if isinstance(f, ast.FunctionDef)}
                cls = getattr(_core, node.name)
                self.assertEqual({n for n in stubbed if n[0] != "_"}, {n for n in vars(cls) if n[0] != "_"}, node.name)
                for name, function in stubbed.items():
                    member = cls if name == "__new__" else getattr(cls, name)
                    if callable(member):
                        found = [p for p in inspect.signature(member).parameters if p != "self"]
                        self.assertEqual(parameters(function), found, f"{node.name}.{name}")

    def test_functions_are_annotated_and_documented(self):
        for path in Path(stringent.__file__).parent.glob("*.py"):
            tree = ast.parse(path.read_text())
            for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
                with self.subTest(f"{path.name}: {function.name}"):
                    self.assertIsNotNone(function.returns)
                    if not function.name.startswith("_") and function.decorator_list == []:
                        self.assertTrue(ast.get_docstring(function))
        self.assertTrue((Path(stringent.__file__).parent / "py.typed").exists())


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
class Types(unittest.TestCase):
    """What mypy says, of the package and of the compiled module beside its stubs."""

    def run_mypy(self, *command):
        folder = Path(stringent.__file__).parent.parent
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        done = subprocess.run([sys.executable, "-m", *command], env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_package_is_typed(self):
        self.run_mypy("mypy", "--strict", "--ignore-missing-imports", "--no-warn-unused-ignores", "-p", "stringent")

    def test_stubs_are_those_of_the_module(self):
        self.run_mypy("mypy.stubtest", "stringent._core")


if __name__ == "__main__":
    unittest.main()
