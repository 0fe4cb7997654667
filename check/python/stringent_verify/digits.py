"""Rule `digits`: an equation of numerals from languages has no solution.

All numerals, and that of the constant, are read together from the first digit on, so that they end together. A state is the sum so far, and of
each numeral that has begun the languages of what is left.
"""

from . import regex
from .arith import parts
from .lang import DIGIT, Strings, conjuncts
from .normal import negated, normal_form
from .steps import Allowance

WORK = 3_000_000


def is_at_least_zero(f, t):
    """Does a fact say that a number is not negative?"""
    if f.op != "nonneg":
        return False
    constant, terms = parts(f.args[0])
    return terms == {t: 1} and constant <= 0


def numerals(fact, facts, strings):
    """The coefficients and languages of an equation, or `None`."""
    constant, terms = parts(fact.args[0])
    out = []
    for t, c in terms.items():
        if t.op != "str.to_int" or not any(is_at_least_zero(f, t) for f in facts):
            return None
        known = strings.inside.get(strings.find(t.args[0]), [])
        out.append((c, regex.both(known + [regex.loop(DIGIT, 1, None)])))
    return out + [(-1 if constant < 0 else 1, regex.word(str(abs(constant))))]


def solvable(terms, allowance):
    """Are there words for which the sum is 0?"""
    most = sum(abs(c) for c, _ in terms)
    first = (0, (None,) * len(terms))
    seen, stack = {first}, [first]
    while stack:
        total, rests = stack.pop()
        if total == 0 and all(r is not None and any(a.nullable for a in r) for r in rests):
            return True
        for state in after_digit(terms, total, rests, most, allowance):
            if state not in seen:
                seen.add(state)
                stack.append(state)
    return False


def after_digit(terms, total, rests, most, allowance):
    """The states after one more digit of each, without those whose sum can never be 0 again."""
    states, left = [(10 * total, ())], 9 * most
    for (c, language), rest in zip(terms, rests):
        left -= 9 * abs(c)
        ways = [(0, None)] if rest is None else []
        for digit in range(10):
            states_left = frozenset(regex.after({language} if rest is None else rest, str(digit)))
            if states_left:
                ways.append((c * digit, states_left))
        allowance.spend(len(states) * len(ways))
        states = [(s + more, done + (r,)) for s, done in states for more, r in ways if abs(s + more) <= most + left]
    return states


def impossible(clause):
    """Rule `digits`."""
    strings, facts = Strings(), []
    for l in clause:
        facts.extend(conjuncts(negated(normal_form(l))))
    for f in facts:
        strings.take(f)
    for f in facts:
        terms = numerals(f, facts, strings) if f.op == "zero" else None
        if terms and not solvable(terms, Allowance(WORK)):
            return True
    return False
