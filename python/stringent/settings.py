"""Parameters, by z3's names: those of one solver, and those that new solvers begin with."""

from __future__ import annotations

from typing import Any

from ._core import VERSION, Solver, StringentError

__all__ = ["get_version", "get_version_string", "reset_params", "set_option", "set_param"]

# Those of z3 that have a meaning here, with the program's options.
OPTIONS = {"timeout": "timeout", "rlimit": "rlimit", "max_memory": "memory", "memory_max_size": "memory", "random_seed": "random-seed",
           "seed": "random-seed", "core.minimize": "unsat-core-minimal"}
# Those that do not change any answer here.
_IGNORED = {"unsat_core", "model", "auto_config", "mbqi", "proof", "completion", "threads", "string_solver", "verbose", "trace"}
_FAMILIES = ("pp.", "parallel.", "model.", "smt.seq.", "smt.str.")

_defaults: dict[str, str] = {}


def apply(solver: Solver, name: str, value: Any) -> None:
    """Sets a parameter of a solver."""
    plain = _plain(name)
    if _has_meaning(name, plain):
        option = OPTIONS.get(plain, plain.replace("_", "-"))
        if solver.option(option) is None:
            raise StringentError(f"unknown parameter {name}")
        solver.set_option(option, str(value).lower())


def _plain(name: str) -> str:
    return name.lstrip(":").removeprefix("smt.").removeprefix("sat.")


def _has_meaning(name: str, plain: str) -> bool:
    return plain not in _IGNORED and not name.lstrip(":").startswith(_FAMILIES)


def new_solver() -> Solver:
    """A solver with the parameters set for all."""
    solver = Solver()
    for name, value in _defaults.items():
        apply(solver, name, value)
    return solver


def set_param(*args: Any, **keys: Any) -> None:
    """Sets parameters of all solvers that are made from now on.

    >>> set_param("timeout", 1000)
    >>> set_param(random_seed=7)
    >>> reset_params()
    """
    keys.update(zip(args[::2], args[1::2]))
    trial = Solver()
    for name, value in keys.items():
        apply(trial, name, value)
        _defaults[name] = value


set_option = set_param


def reset_params() -> None:
    """Solvers that are made from now on have no parameters set."""
    _defaults.clear()


def get_version_string() -> str:
    """The version of the solver."""
    return VERSION


def get_version() -> tuple[int, ...]:
    """The same as numbers."""
    return tuple(int(part) for part in VERSION.split("-")[0].split("."))
