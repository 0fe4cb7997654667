"""Does one policy allow a request that another does not?

A request is an action, a resource and a context. Actions are classes (`actions`), so what is left to decide for one class is whether
there is a resource and a context that a piece of the first policy allows and no piece of the second covers (`formulas`). The shortcuts are
exact:

1. *Actions*: if a piece of the first can be fulfilled, no statement of it denies in the class, and no statement of the second allows
   anything in the class, that is a witness. One subtraction of numbers for each pair.
2. *Whole classes*: where the second allows every resource without a condition and denies nothing, it covers the class.
3. *The same piece* in the second, which denies nothing there, covers it, whatever its conditions mean.
4. *Memory*: a question about pieces is asked once for all classes and all pairs.

Everything else is asked. A request with opaque conditions counts only if these can be as the model has them: each on keys that nothing else
in the question speaks of. Otherwise the pair is open, and the conditions are named.
"""

from dataclasses import dataclass

import stringent
from actions import Classes
from formulas import Formulas
from iam import Request, has_variable, variable_atom, variables

INCLUDED, ESCAPES, OPEN = "included", "escapes", "open"


@dataclass
class Answer:
    """Whether all requests of one policy are allowed by another, and why."""

    verdict: str
    # For `escapes`.
    request: Request | None = None
    # For `open`: the conditions that it depends on.
    conditions: tuple[str, ...] = ()


class Side:
    """A policy with its sets of classes."""

    def __init__(self, policy, classes):
        self.policy = policy
        sets = [(classes.of(s), s.piece) for s in policy.statements if s.allow]
        merged = {}
        for bits, piece in sets:
            merged[piece] = merged.get(piece, 0) | bits
        self.allow = [(bits, piece) for piece, bits in merged.items()]
        self.deny = [(classes.of(s), s.piece) for s in policy.statements if not s.allow]
        self.denied = self.allowed = self.full = 0
        for bits, _ in self.deny:
            self.denied |= bits
        for bits, piece in self.allow:
            self.allowed |= bits
            self.full |= bits if piece.is_everything else 0
        self.full &= ~self.denied


def _opaque_matters(pieces):
    """The opaque matters in pieces, each with its condition, if it is one; what keys are met in, by key; and the keys."""
    matters, met, keys = {}, {}, set()

    def note(name, mentioned):
        for key in mentioned:
            met.setdefault(key, set()).add(name)

    for piece in pieces:
        for pattern in filter(has_variable, piece.resources):
            matters[variable_atom(pattern)] = (None, variables(pattern))
            note(variable_atom(pattern), variables(pattern))
        for condition in piece.conditions:
            mentioned = [condition.key, *(key for value in condition.values for key in variables(value))]
            keys.add(condition.key)
            note(str(condition), mentioned)
            if condition.is_opaque:
                matters[str(condition)] = (condition, mentioned)
    return matters, met, keys


class Comparison:
    """Compares the policies of a list."""

    def __init__(self, policies, classes=None):
        patterns = (a for p in policies for s in p.statements for a in s.actions)
        self.classes = classes or Classes(patterns)
        self.formulas = Formulas(stringent)
        self._known = {}
        self.asked = 0
        self.sides = [Side(p, self.classes) for p in policies]
        for side in self.sides:
            side.sure = self._sure(side)

    def _sure(self, side):
        """The classes in which a request is certainly allowed, whatever others allow."""
        bits = 0
        for of, piece in side.allow:
            if self.ask(piece, (), (), ()).verdict == ESCAPES:
                bits |= of
        return bits & ~side.denied

    def ask(self, inside, denied, allowing, denying):
        """Whether a request of a piece escapes, for an action to which just these pieces apply."""
        if not denying and inside in allowing:
            return Answer(INCLUDED)
        key = inside, frozenset(denied), frozenset(allowing), frozenset(denying)
        if key not in self._known:
            self._known[key] = self._solve(inside, denied, allowing, denying)
        return self._known[key]

    def _solve(self, inside, denied, allowing, denying):
        self.asked += 1
        solver = stringent.Solver()
        solver.set("timeout", 10_000)
        solver.add(self.formulas.escapes(inside, denied, allowing, denying))
        verdict = solver.check()
        if verdict == stringent.unsat:
            return Answer(INCLUDED)
        matters, met, keys = _opaque_matters([inside, *denied, *allowing, *denying])
        if verdict == stringent.unknown:
            return Answer(OPEN, conditions=(solver.reason_unknown(),))
        tangled = [name for name, matter in matters.items() if not _is_free(*matter, met)]
        if tangled:
            return Answer(OPEN, conditions=tuple(sorted(tangled)))
        return Answer(ESCAPES, self._request(solver.model(), matters, keys))

    def _request(self, model, matters, keys):
        f, value = self.formulas, lambda term: model.eval(term, model_completion=True)
        present = [key for key in keys if stringent.is_true(value(f.present(key)))]
        context = {key: value(f.value(key)).as_string() for key in sorted(present)}
        opaque = {name: stringent.is_true(value(f.opaque(name))) for name in matters}
        return Request("", value(f.resource).as_string(), context, opaque)

    def _witness(self, bits, request):
        action = self.classes.actions[(bits & -bits).bit_length() - 1]
        return Answer(ESCAPES, Request(action, request.resource, request.context, request.opaque))

    def compare(self, i, j):
        """Whether policy `i` allows a request that policy `j` does not."""
        a, b = self.sides[i], self.sides[j]
        if i == j:
            return Answer(INCLUDED)
        if bits := a.sure & ~b.allowed:
            return self._first_escape(a, bits)
        doubt = None
        for of, piece in a.allow:
            if (left := of & ~b.full) == 0:
                continue
            for bits, pieces in _split(left, (a.deny, b.allow, b.deny)):
                answer = self.ask(piece, *pieces)
                if answer.verdict == ESCAPES:
                    return self._witness(bits, answer.request)
                doubt = answer if answer.verdict == OPEN and doubt is None else doubt
        return doubt or Answer(INCLUDED)

    def _first_escape(self, a, bits):
        """The witness in classes in which nothing else is allowed."""
        for of, piece in a.allow:
            answer = self.ask(piece, (), (), ())
            if of & bits and answer.verdict == ESCAPES:
                return self._witness(of & bits, answer.request)
        raise AssertionError("a class is sure without a piece that makes it so")


def _is_free(condition, mentioned, met):
    """Whether an opaque matter can be true, and can be false, whatever else a question speaks of. A resource that fits with anything in
    place of the variables fits with some values of them, and not with others."""
    if len(mentioned) > len(set(mentioned)) or any(len(met[key]) > 1 for key in mentioned):
        return False
    if condition is None:
        return True
    return condition.plain.split(":")[-1] in (
        "StringEquals", "StringLike", "StringNotEquals", "StringNotLike", "ArnLike", "ArnEquals", "ArnNotLike", "ArnNotEquals",
        "NumericEquals", "NumericLessThan", "NumericGreaterThan", "NumericLessThanEquals", "NumericGreaterThanEquals",
    ) and "*" not in condition.values


def _split(bits, groups):
    """The classes in `bits`, those together to which the same pieces apply, with these pieces for each group."""
    parts = [(bits, tuple([] for _ in groups))]
    for number, group in enumerate(groups):
        for of, piece in group:
            if of & bits == 0:
                continue
            split = []
            for part, pieces in parts:
                inside, outside = part & of, part & ~of
                if inside:
                    chosen = tuple(p + [piece] if n == number else p for n, p in enumerate(pieces))
                    split.append((inside, chosen))
                if outside:
                    split.append((outside, pieces))
            parts = split
    return parts
