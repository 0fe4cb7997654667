#!/usr/bin/env python3
"""Confirms answers of `compare` by other means: requests by evaluating them (`iam.allows`), inclusions by z3.

    confirm.py POLICIES [HOW_MANY]

Needs the package z3-solver besides. Half of the pairs are drawn from those that escape, half from those that are included.
"""

import random
import sys
from collections import Counter

import z3
from compare import ESCAPES, INCLUDED, Comparison, _split
from formulas import Formulas
from iam import allows, read_policies


def by_z3(comparison, i, j):
    """What z3 says about all questions on which the inclusion of two policies rests."""
    formulas, a, b = Formulas(z3), comparison.sides[i], comparison.sides[j]
    for bits, piece in a.allow:
        for _, (denied, allowing, denying) in _split(bits, (a.deny, b.allow, b.deny)):
            solver = z3.Solver()
            solver.set("timeout", 10_000)
            solver.add(formulas.escapes(piece, denied, allowing, denying))
            verdict = solver.check()
            if verdict != z3.unsat:
                return str(verdict)
    return "unsat"


def main(path, count=200):
    comparison = Comparison(read_policies(path))
    chance, told, size = random.Random(1), Counter(), len(comparison.sides)
    wanted = {ESCAPES: int(count) // 2, INCLUDED: int(count) - int(count) // 2}
    while any(wanted.values()):
        i, j = chance.randrange(size), chance.randrange(size)
        answer = comparison.compare(i, j)
        if i == j or not wanted.get(answer.verdict):
            continue
        wanted[answer.verdict] -= 1
        if answer.verdict == INCLUDED:
            told["included", by_z3(comparison, i, j)] += 1
        else:
            request = answer.request
            outcome = tuple(allows(comparison.sides[k].policy, _complete(comparison, request, k)) for k in (i, j))
            told["escapes", outcome] += 1
    for (verdict, outcome), n in told.items():
        print(f"{n} {verdict}: {outcome}")


def _complete(comparison, request, k):
    """The request with an answer for the opaque conditions of a policy that its question did not speak of: they are in
    statements for other actions."""
    policy = comparison.sides[k].policy
    for statement in policy.statements:
        for condition in filter(lambda c: c.is_opaque, statement.piece.conditions):
            request.opaque.setdefault(str(condition), False)
        for pattern in statement.piece.resources:
            request.opaque.setdefault(f"Resource {pattern}", False)
    return request


if __name__ == "__main__":
    main(*sys.argv[1:])
