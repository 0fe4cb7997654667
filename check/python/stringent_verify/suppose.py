"""Rule `norm`: some formulas, supposed one after the other, are absurd."""

from .arith import combined, nonnegative, parts, poly, zero
from .normal import MOST_TERMS, negated, normal_form
from .steps import Allowance
from .term import BOOL, FALSE, INT, TRUE, number, occurs, subterms
from .words import length

ROUNDS = 8


class Replacements:
    """Terms in normal form and what replaces them. `multiples` maps a term of polynomials to `(c, p)`: `c` times the term is `p`.
    `sign` is 1 if the larger side of an equation is replaced, and -1 if it is the smaller one."""

    def __init__(self, other=None, but=None, sign=1):
        self.sign = sign if other is None else other.sign
        self.table = {key: entry for key, entry in other.table.items() if entry[1] is not but} if other else {}
        self.multiples = {key: entry for key, entry in other.multiples.items() if entry[2] is not but} if other else {}

    def __bool__(self):
        return bool(self.table)

    def add(self, f):
        """What a formula that holds replaces."""
        for key, value in replacements(f, self.sign):
            self.table.setdefault(key, (value, f))
        if f.op == "zero":
            t, c, rest = solved(f.args[0], self.sign)
            if t:
                self.multiples.setdefault(t, (c, rest, f))

    def by(self, t):
        """What replaces a term."""
        if t.op in ("nonneg", "zero"):
            p = self.reduced(t.args[0])
            t = t if p is t.args[0] else nonnegative(p) if t.op == "nonneg" else zero(p)
        elif t.sort == INT:
            t = self.reduced(t)
        elif t.op == "str.substr" and t.args[1] is number(0) and self.reduced(length(t.args[0])) is t.args[2]:
            t = t.args[0]
        for _ in range(ROUNDS):
            if t not in self.table:
                break
            t = self.table[t][0]
        return t

    def reduced(self, p):
        """A polynomial in which multiples are replaced."""
        out, terms = [], parts(p)[1]
        for t, c in terms.items() if self.multiples else ():
            if t in self.multiples and c % self.multiples[t][0] == 0:
                factor = c // self.multiples[t][0]
                out += [(-c, t), (factor, self.multiples[t][1])]
        return combined([(1, p)] + out) if out else p


class Supposed:
    """What has been supposed: formulas in normal form, and what they replace."""

    def __init__(self, allowance, other=None, sign=1):
        self.allowance = allowance
        self.facts = list(other.facts) if other else []
        self.replaced = Replacements(other.replaced if other else None, sign=sign)
        self.known = {}

    def suppose(self, formulas):
        """Adds formulas; true if they are absurd."""
        pending = list(reversed(formulas))
        while pending:
            f = normal_form(pending.pop(), self.replaced, self.known, self.allowance)
            if f is FALSE:
                return True
            if f.op == "and":
                pending.extend(reversed(f.args))
            elif f is not TRUE:
                self.facts.append(f)
                self.replaced.add(f)
                self.known = {}
        return False

    def settle(self):
        """Normalises each formula again by what the others replace, until nothing changes; true if that is absurd."""
        for _ in range(ROUNDS):
            before = list(self.facts)
            if any(self.again(f) for f in before if f in self.facts):
                return True
            if self.facts == before:
                return False
        return False

    def again(self, f):
        """Normalises one formula again; true if it is absurd."""
        form = normal_form(f, Replacements(self.replaced, f), {}, self.allowance)
        if form is f:
            return False
        self.facts.remove(f)
        self.replaced, self.known = Replacements(self.replaced, f), {}
        return self.suppose([form])

    def case(self):
        """A formula on which another one depends, or `None`."""
        choices = {}
        for t in subterms(self.facts):
            choices[t] = t.op == "ite" or any(choices[a] for a in t.args)
            for part in t.args[:1] if t.op == "ite" else t.args if is_connective(t) else ():
                atom = part.args[0] if part.op == "not" else part
                if not choices[atom] and not is_connective(atom) and atom.op != "const" and atom not in self.replaced.table:
                    return atom
        return None


def is_connective(t):
    """A formula made of formulas."""
    return t.op in ("and", "or") or t.op == "=" and t.args[0].sort == BOOL


def replacements(f, sign):
    """What a formula replaces, as pairs: the formula itself, its complement, and one side of an equation by the other."""
    yield f, TRUE
    yield negated(f), FALSE
    if f.op == "=":
        a, b = f.args
        for key, value in sorted(((a, b), (b, a)), key=lambda pair: rank(pair[0], sign), reverse=True):
            if key.op != "const" and not occurs(key, [value]):
                yield key, value
                if key.sort == BOOL:
                    yield negated(key), negated(value)
                return


def rank(t, sign):
    """Which side of an equation is replaced: no concatenation, a constant of the problem, else the larger one, or the smaller one."""
    return (t.op != "str.++", t.op == "sym" and not t.args, sign * len(subterms([t])))


def solved(p, sign):
    """`(t, c, q)` such that `c` times the term `t` is `q` if the polynomial is 0; a small `c` is preferred."""
    constant, terms = parts(p)
    for t in sorted(terms, key=lambda t: (-abs(terms[t]), rank(t, sign)), reverse=True):
        others = [u for u in terms if u is not t]
        if not occurs(t, others):
            rest = poly(constant, {u: terms[u] for u in others})
            return t, abs(terms[t]), combined([(-1 if terms[t] > 0 else 1, rest)])
    return None, 0, None


def absurd(formulas):
    """Do these formulas, supposed in their order, contradict each other? Where one choice of sides that are replaced does not show it,
    the other one may."""
    return any(absurd_by(formulas, sign) for sign in (1, -1))


def absurd_by(formulas, sign):
    """Do they, if of two sides of an equation the larger one (1) or the smaller one (-1) is replaced?"""
    allowance = Allowance(MOST_TERMS)
    first = Supposed(allowance, sign=sign)
    if first.suppose(formulas):
        return True
    stack = [first]
    while stack:
        state = stack.pop()
        if state.settle():
            continue
        case = state.case()
        if case is None:
            return False
        for way in (case, negated(case)):
            branch = Supposed(allowance, state)
            if not branch.suppose([way]):
                stack.append(branch)
    return True
