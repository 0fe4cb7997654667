"""What an answer rests on: for `unsat`, assertions that have no model together, the kinds of conclusions that refuted them, and proofs.

The assertions that are to blame are looked for among all, tracked or not, by a solver of its own, in which each has a name. So the one that
answered is not disturbed, and nothing has to be tracked beforehand.
"""

from __future__ import annotations

from html import escape

from ._core import Solver as _Solver, StringentError, script
from .exprs import BoolRef

_CONCLUSION = "inference."


class Explanation(str):
    """An explanation as text, which notebooks show as a list."""

    summary: str
    """The first line."""
    core: list[tuple[str, BoolRef]]
    """Labels and formulas that have no model together."""
    reasons: list[tuple[str, int]]
    """Kinds of conclusions that refuted them, by the names that `statistics` has, most frequent first; none if rewriting was enough."""

    def __new__(cls, title: str, core: list[tuple[str, BoolRef]], reasons: list[tuple[str, int]]) -> Explanation:
        rows = [f"  {label}: {formula!r}" for label, formula in core]
        end = [f"concluded by: {_listed(reasons)}"] if core else []
        made = super().__new__(cls, "\n".join([title, *rows, *end]))
        made.summary, made.core, made.reasons = title, core, reasons
        return made

    def _repr_html_(self) -> str:
        rows = "".join(f"<li>{escape(label)}: <code>{escape(repr(formula))}</code></li>" for label, formula in self.core)
        end = f"<p>concluded by: {escape(_listed(self.reasons))}</p>" if self.core else ""
        return f"<p>{escape(self.summary)}</p><ul>{rows}</ul>{end}"


class Proof(str):
    """The text of a proof, as `stringent-check` takes it (`docs/proofs.md`)."""

    script: str
    """What is refuted, as SMT-LIB."""

    def __new__(cls, text: str, script: str) -> Proof:
        made = super().__new__(cls, text)
        made.script = script
        return made


def _listed(reasons: list[tuple[str, int]]) -> str:
    return ", ".join(f"{name} {count}" for name, count in reasons) or "rewriting"


def refutation(labelled: list[tuple[str, BoolRef]], options: dict[str, str]) -> Explanation:
    """Which of these have no model together, as a check found, and what refuted them. All of them if that is open within the limits."""
    solver = _solver(options)
    for i, (_, formula) in enumerate(labelled):
        solver.add_named(str(i), formula.ast)
    refuted = solver.check([])[0] < 0
    found = solver.unsat_core() if refuted else None
    core = [labelled[int(name)] for name in found[0]] if found is not None else labelled
    what = "this has no model" if len(core) == 1 else f"these {len(core)} have no model together"
    return Explanation(f"unsat: {what}" if core else "unsat", core, _conclusions(core, options))


def proof_of(formulas: list[BoolRef], options: dict[str, str]) -> Proof:
    """A proof that these have no model together."""
    solver = _solver({**options, "produce-proofs": "true"})
    terms = [formula.ast for formula in formulas]
    for term in terms:
        solver.add(term)
    _, reason = solver.check([])
    text = solver.proof()
    if text is None:
        raise StringentError(f"no proof was found: {reason}")
    return Proof(text, f"(set-logic ALL)\n{script(terms)}(check-sat)\n")


def _conclusions(core: list[tuple[str, BoolRef]], options: dict[str, str]) -> list[tuple[str, int]]:
    """The kinds of conclusions drawn when the core is all that is asserted."""
    solver = _solver(options)
    for _, formula in core:
        solver.add(formula.ast)
    solver.check([])
    counters = [(name, value) for name, value in solver.statistics() if name.startswith(_CONCLUSION)]
    return sorted(((name.removeprefix(_CONCLUSION), int(value)) for name, value in counters), key=lambda row: -row[1])


def _solver(options: dict[str, str]) -> _Solver:
    solver = _Solver()
    for name, value in {**options, "unsat-core-minimal": "true"}.items():
        solver.set_option(name, value)
    return solver
