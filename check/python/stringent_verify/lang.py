"""Rule `lang`: what languages and lengths of strings exclude."""

from math import lcm

from . import letters, regex
from .arith import parts
from .lengths import Lengths
from .normal import negated, normal_form
from .search import no_wider, no_word
from .steps import Allowance, Limit
from .term import REGLAN, STRING, number, subterms
from .words import pieces, unit

WORK = 3_000_000
MOST_LENGTHS = 200_000
ROUNDS = 3
DIGIT = regex.letter_set(((48, 57),))
LAST = 0x2FFFF


class Strings:
    """Classes of equal strings. `inside` has the languages that a class is in."""

    def __init__(self):
        self.parent, self.inside, self.lengths = {}, {}, {}

    def find(self, s):
        """The root of the class of a string."""
        if s not in self.parent:
            self.parent[s] = s
            if s.op == "const":
                self.inside[s] = [regex.word(s.data)]
            if unit(s):
                self.inside[s] = [regex.ANY]
            for part in pieces(s) if s.op == "str.++" else ():
                self.find(part)
        while self.parent[s] is not s:
            s = self.parent[s]
        return s

    def merge(self, s, t):
        """Two strings are equal."""
        s, t = self.find(s), self.find(t)
        if s is not t:
            self.parent[s] = t
            self.inside[t] = self.inside.get(t, []) + self.inside.pop(s, [])
            self.lengths[t] = self.lengths.get(t, []) + self.lengths.pop(s, [])

    def restrict(self, s, language):
        """A string is in a language."""
        self.inside.setdefault(self.find(s), []).append(language)

    def take(self, f):
        """A formula in normal form, which holds."""
        holds, atom = f.op != "not", f.args[0] if f.op == "not" else f
        if atom.op == "=" and atom.args[0].sort == STRING:
            self.equal(atom, holds)
        elif atom.op in PREDICATES:
            for s, language in PREDICATES[atom.op](*atom.args):
                self.restrict(s, language if holds else regex.complement(language))
        else:
            self.numbers(f)

    def equal(self, atom, holds):
        """An equation, or a disequation with a constant."""
        s, t = atom.args
        if holds:
            self.merge(s, t)
        for a, b in ((s, t), (t, s)):
            if not holds and b.op == "const":
                self.restrict(a, regex.complement(regex.word(b.data)))

    def numbers(self, f):
        """A comparison of a numeral or a code with a number, or of the length of one string."""
        unknown = {t for atom in comparisons(f) for t in base_terms(atom)}
        if len(unknown) != 1 or comparisons(f) == [None]:
            return
        t = unknown.pop()
        if t.op == "str.len":
            self.lengths.setdefault(self.find(t.args[0]), []).append((t, f))
        elif t.op in NUMBERED and f.op in ("nonneg", "zero", "not"):
            self.restrict(t.args[0], numbered(t, f, *NUMBERED[t.op]))

    def no_words(self, allowance):
        """Is there no word for one of the classes?"""
        roots = list(dict.fromkeys(self.find(s) for s in list(self.parent)))
        for root in roots:
            if root in self.lengths:
                self.restrict(root, allowed(self.lengths[root]))
        languages = {root: regex.both(self.inside.get(root, [])) for root in roots}
        for _ in range(ROUNDS):
            languages = {root: self.narrowed(root, languages) for root in roots}
        return any(no_word([languages[root]], [], allowance) for root in roots if self.inside.get(root) or languages[root] is not regex.ALL)

    def narrowed(self, root, languages):
        """The language of a class, with the products of the parts of its concatenations."""
        members = [s for s in self.parent if s.op == "str.++" and self.find(s) is root]
        products = [regex.cats([languages[self.find(p)] for p in front] + rest) for s in members for front, rest in self.cuts(s, languages)]
        return regex.both([languages[root]] + products)

    def cuts(self, s, languages):
        """The pieces of a concatenation; and those in front of another one that it ends with, with the language of that."""
        whole = pieces(s)
        yield whole, []
        for end in self.parent:
            last = pieces(end) if end.op == "str.++" else whole
            if len(last) < len(whole) and whole[-len(last):] == last:
                yield whole[:-len(last)], [languages[self.find(end)]]


def with_constant(before, after):
    """A predicate of a string and a constant, as a membership: `before` and `after` say what is around the constant."""
    return lambda t, s: [(s, regex.cats(before + [regex.word(t.data)] + after))] if t.op == "const" else []


CONTAINS = with_constant([regex.ALL], [regex.ALL])
PREDICATES = {
    "str.in_re": lambda s, language: [(s, language.data)] if language.op == "language" else [],
    "str.prefixof": with_constant([], [regex.ALL]), "str.suffixof": with_constant([regex.ALL], []),
    "str.contains": lambda s, t: CONTAINS(t, s),
}


def comparisons(f):
    """The comparisons that a formula consists of; `[None]` if it has other parts."""
    out, stack = [], [f]
    while stack:
        t = stack.pop()
        if t.op in ("and", "or", "not"):
            stack.extend(t.args)
        elif t.op in ("nonneg", "zero"):
            out.append(t)
        else:
            return [None]
    return out


def base_terms(atom):
    """The terms that a comparison is about, through quotients by numbers."""
    found, stack = set(), [atom.args[0]] if atom else []
    while stack:
        for t in parts(stack.pop())[1]:
            if t.op == "div" and t.args[1].op == "const":
                stack.append(t.args[0])
            else:
                found.add(t)
    return found


def value(t, base, n, known):
    """An integer over one term, where that has the value `n`."""
    for u in subterms([t]) if t not in known else ():
        if u is base:
            known[u] = n
        elif u.op == "const":
            known[u] = u.data
        elif u.op == "poly":
            known[u] = u.data[0] + sum(c * known.get(a, 0) for c, a in zip(u.data[1:], u.args))
        elif u.op == "div" and u.args[0] in known and u.args[1].op == "const":
            known[u] = known[u.args[0]] // known[u.args[1]]
    return known[t]


def truth(f, base, n):
    """The value of a combination of comparisons."""
    known, numbers = {}, {base: n}
    for u in inner_formulas(f):
        if u.op in ("nonneg", "zero"):
            p = value(u.args[0], base, n, numbers)
            known[u] = p >= 0 if u.op == "nonneg" else p == 0
        else:
            join = {"and": all, "or": any, "not": lambda parts: not any(parts)}[u.op]
            known[u] = join([known[a] for a in u.args])
    return known[f]


def inner_formulas(f):
    """The connectives and comparisons of a formula, inner ones first."""
    order, stack, seen = [], [f], set()
    while stack:
        t = stack.pop()
        if isinstance(t, tuple):
            order.append(t[0])
        elif t not in seen:
            seen.add(t)
            stack.append((t,))
            stack.extend(t.args if t.op in ("and", "or", "not") else ())
    return order


def allowed(facts):
    """The lengths that formulas about one length allow: periodic from where no comparison changes its value any more."""
    period, start = 1, 0
    atoms = [(base, atom.args[0]) for base, f in facts for atom in comparisons(f)]
    for t in subterms([p for _, p in atoms]):
        if t.op == "div" and t.args[1].op == "const":
            period = lcm(period, t.args[1].data)
            if period > MOST_LENGTHS:
                raise Limit("a period of lengths is too long")
    for base, p in atoms:
        start = max(start, settled(base, p, period))
    if start + period > MOST_LENGTHS:
        raise Limit("a length is too large")
    bits = [all(truth(f, base, n) for base, f in facts) for n in range(start + period)]
    return regex.lengths(Lengths(bits, start))


def settled(base, p, period):
    """A multiple of the period from which on the sign of `p` depends on the remainder only. Along one remainder `p` is linear."""
    last = 0
    for n in range(period):
        first = value(p, base, n, {base: n})
        slope = value(p, base, n + period, {base: n + period}) - first
        if slope:
            last = max(last, abs(first) // abs(slope) + 1)
    return last * period


def numbered(t, f, with_number, at_least):
    """The words for which a comparison of their number, or code, with a constant holds."""
    holds, atom = f.op != "not", f.args[0] if f.op == "not" else f
    constant, terms = parts(atom.args[0])
    factor = terms[t] if set(terms) == {t} else 0
    if atom.op == "zero" and abs(factor) == 1:
        language = with_number(-constant * factor)
    elif atom.op == "nonneg" and factor == 1:
        language = at_least(-constant)
    elif atom.op == "nonneg" and factor == -1:
        language = regex.complement(at_least(constant + 1))
    else:
        language = regex.ALL
        holds = True
    return language if holds else regex.complement(language)


def with_number(n):
    """The words whose number this is."""
    if n < 0:
        return regex.complement(regex.loop(DIGIT, 1, None)) if n == -1 else regex.NONE
    return regex.cats([regex.star(regex.word("0")), regex.word(decimal(n))])


def at_least(n):
    """The words whose number is so large: more digits, or as many and one of them larger."""
    if n <= 0:
        return regex.ALL if n < 0 else regex.loop(DIGIT, 1, None)
    text = decimal(n)
    ways = [regex.cats([regex.star(DIGIT), regex.letter_set(((49, 57),)), regex.loop(DIGIT, len(text), None)]), regex.word(text)]
    for i, c in enumerate(text):
        larger = regex.letter_set(letters.joined([(ord(c) + 1, 57)]))
        ways.append(regex.cats([regex.word(text[:i]), larger, regex.loop(DIGIT, len(text) - i - 1, len(text) - i - 1)]))
    return regex.cat(regex.star(regex.word("0")), regex.alt(ways))


def with_code(n):
    """The words whose code this is."""
    return regex.both([code_from(n), regex.complement(code_from(n + 1))])


def code_from(n):
    """The words whose code is so large."""
    if n < 0:
        return regex.ALL
    return regex.letter_set(((n, LAST),)) if n <= LAST else regex.NONE


def decimal(n):
    """The digits of a number, of which Python writes few at once."""
    if n.bit_length() > 10_000:
        raise Limit("a number is too large")
    return str(n)


NUMBERED = {"str.to_int": (with_number, at_least), "str.to_code": (with_code, code_from)}


def equal_languages(literal, allowance):
    """Does a literal say rightly that two ground languages are equal, or are not?"""
    holds, atom = literal.op != "not", literal.args[0] if literal.op == "not" else literal
    if atom.op != "=" or atom.args[0].sort != REGLAN or any(a.op != "language" for a in atom.args):
        return False
    a, b = (t.data for t in atom.args)
    return (no_wider(a, b, allowance) and no_wider(b, a, allowance)) == holds


def conjuncts(f):
    """The parts of a conjunction."""
    return f.args if f.op == "and" else (f,)


def excluded(clause):
    """Rule `lang`."""
    allowance, strings = Allowance(WORK), Strings()
    literals = [normal_form(l) for l in clause]
    for l in literals:
        f = negated(l)
        if f.op == "const" and not f.data:
            return True
        for part in conjuncts(f):
            strings.take(part)
    return strings.no_words(allowance) or any(equal_languages(l, allowance) for l in literals)
