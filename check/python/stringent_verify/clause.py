"""Clauses: sets of literals, and unit propagation through clauses."""

from .term import negation


def follows(clause, others):
    """Do some clauses, with all literals of one false, contradict each other by unit propagation?"""
    true = {negation(l) for l in clause}
    if any(negation(l) in true for l in true):
        return True
    watching, units = {}, list(true)
    left = []
    for other in others:
        n = len(left)
        left.append(len(other))
        for l in other:
            watching.setdefault(negation(l), []).append((n, other))
        if len(other) < 2:
            units.extend(other)
            if not other:
                return True
    return propagated(units, watching, left)


def propagated(units, watching, left):
    """Is there a contradiction? `left` counts the literals of each clause that are not false; `watching` has the clauses of a literal."""
    true = set()
    while units:
        l = units.pop()
        if l in true:
            continue
        if negation(l) in true:
            return True
        true.add(l)
        for n, clause in watching.get(l, ()):
            left[n] -= 1
            if left[n] == 0:
                return True
            if left[n] == 1:
                units.extend(m for m in clause if negation(m) not in true)
    return False
