"""Rule `split`: a word in a language that is put together of pieces is so by one of some cases.

The words of the language are read letter by letter, with the piece that is being read; of each case that is still possible there is what
remains of its language of this piece. A word that comes to its end without a case is a counterexample.
"""

from . import letters, regex
from .language import ground
from .normal import normal_form
from .steps import Allowance
from .words import pieces

WORK = 300_000


def case(literal):
    """The pieces and the languages that a positive literal says they are in, or `None`."""
    members = literal.args if literal.op == "and" else (literal,)
    if any(m.op != "str.in_re" for m in members):
        return None
    languages = tuple(ground(m.args[1]) for m in members)
    return None if None in languages else (tuple(normal_form(m.args[0]) for m in members), languages)


def constants_between(whole, parts):
    """The constants before, between and after some strings that a concatenation has in this order, or `None`."""
    rest, constants = pieces(whole), []
    for part in parts:
        constants.append(next_constant(rest))
        inner = pieces(part)
        if rest[:len(inner)] != inner:
            return None
        del rest[:len(inner)]
    constants.append(next_constant(rest))
    return None if rest else constants


def next_constant(rest):
    """Takes the constant that comes next, if one does."""
    return rest.pop(0).data if rest and rest[0].op == "const" else ""


class Reading:
    """States are `(piece, language, cases)`: what remains of the language, and the possible cases with what remains of their piece."""

    def __init__(self, language, constants, cases):
        self.language, self.constants, self.cases = language, constants, cases
        guards = [(ranges, ranges) for a in (language, *(b for c in cases for b in c)) for ranges in regex.sets(a)]
        self.alphabet = [chr(ranges[0][0]) for ranges, _ in letters.minterms(letters.EVERY, guards)]

    def start(self):
        """Before the first letter of the first piece."""
        return self.at_piece(0, frozenset((self.language,)), range(len(self.cases)))

    def at_piece(self, piece, rest, possible):
        """At the beginning of a piece, after the constant before it."""
        cases = frozenset((i, frozenset((self.cases[i][piece],))) for i in possible)
        return piece, regex.derived(rest, self.constants[piece]), cases

    def after(self, state, letter):
        """After one more letter of the same piece."""
        piece, rest, cases = state
        left = ((i, frozenset(regex.after(states, letter))) for i, states in cases)
        return piece, frozenset(regex.after(rest, letter)), frozenset((i, states) for i, states in left if states)

    def covered(self, allowance):
        """Does every word have a case?"""
        seen, stack = set(), [self.start()]
        while stack:
            state = stack.pop()
            piece, rest, cases = state
            if state in seen or not rest:
                continue
            seen.add(state)
            allowance.spend((1 + len(cases)) * len(self.alphabet))
            ended = [i for i, states in cases if any(a.nullable for a in states)]
            if piece + 2 < len(self.constants):
                stack.append(self.at_piece(piece + 1, rest, ended))
            elif not ended and any(a.nullable for a in regex.derived(rest, self.constants[-1])):
                return False
            stack.extend(self.after(state, letter) for letter in self.alphabet)
        return True


def covers(clause):
    """Rule `split`."""
    cases = [c for c in map(case, clause) if c]
    for member in (l.args[0] for l in clause if l.op == "not" and l.args[0].op == "str.in_re"):
        language = ground(member.args[1])
        parts = cases[0][0] if cases else ()
        constants = constants_between(normal_form(member.args[0]), parts) if cases and language is not None else None
        if constants and Reading(language, constants, [c for s, c in cases if s == parts]).covered(Allowance(WORK)):
            return True
    return False
