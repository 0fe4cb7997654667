"""Rule `lang`: what languages and lengths of strings exclude."""

from . import letters, regex
from .arith import parts
from .normal import negated, normal_form
from .search import no_wider, no_word
from .steps import Allowance, Limit
from .term import REGLAN, STRING
from .words import pieces, unit

WORK = 3_000_000
LONGEST_PERIOD = 1_000
ROUNDS = 3
DIGIT = regex.letter_set(((48, 57),))
LAST = 0x2FFFF


class Strings:
    """Classes of equal strings. `inside` has the languages that a class is in."""

    def __init__(self):
        self.parent, self.inside = {}, {}

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

    def restrict(self, s, language):
        """A string is in a language."""
        self.inside.setdefault(self.find(s), []).append(language)

    def take(self, f):
        """A formula in normal form, which holds."""
        if f.op == "=" and f.args[0].sort == STRING:
            self.merge(*f.args)
        of = member(f)
        if of:
            self.restrict(*of)

    def no_words(self, allowance):
        """Is there no word for one of the classes?"""
        roots = list(dict.fromkeys(self.find(s) for s in list(self.parent)))
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
    return lambda t, s: (s, regex.cats(before + [regex.word(t.data)] + after)) if t.op == "const" else None


CONTAINS, IS = with_constant([regex.ALL], [regex.ALL]), with_constant([], [])
PREDICATES = {
    "str.in_re": lambda s, language: (s, language.data) if language.op == "language" else None,
    "str.prefixof": with_constant([], [regex.ALL]), "str.suffixof": with_constant([regex.ALL], []),
    "str.contains": lambda s, t: CONTAINS(t, s),
    "=": lambda s, t: (IS(s, t) or IS(t, s)) if s.sort == STRING else None,
    "nonneg": lambda p: numbered("nonneg", *parts(p)), "zero": lambda p: numbered("zero", *parts(p)),
}
JOINS = {"and": regex.both, "or": regex.alt, "not": lambda of: regex.complement(of[0])}


def member(f):
    """The string and the language of a formula that says in which language one string is; `None` if it does not."""
    found = {}
    for u in inner_formulas(f):
        if u.op in JOINS:
            pairs = [found[a] for a in u.args]
            is_one = None not in pairs and all(s is pairs[0][0] for s, _ in pairs)
            found[u] = (pairs[0][0], JOINS[u.op]([language for _, language in pairs])) if is_one else None
        else:
            found[u] = PREDICATES[u.op](*u.args) if u.op in PREDICATES else None
    return found[f]


def inner_formulas(f):
    """The connectives and what they connect of a formula, inner ones first."""
    order, stack, seen = [], [f], set()
    while stack:
        t = stack.pop()
        if isinstance(t, tuple):
            order.append(t[0])
        elif t not in seen:
            seen.add(t)
            stack.append((t,))
            stack.extend(t.args if t.op in JOINS else ())
    return order


def numbered(kind, constant, terms):
    """The words for which a comparison of their length, number, code or a remainder of their length with a constant holds."""
    if len(terms) != 1:
        return remainder(kind, constant, terms)
    (t, factor), = terms.items()
    if t.op not in NUMBERED or abs(factor) != 1:
        return None
    with_number, at_least = NUMBERED[t.op]
    if kind == "zero":
        return t.args[0], with_number(-constant * factor)
    return t.args[0], at_least(-constant) if factor == 1 else regex.complement(at_least(constant + 1))


def remainder(kind, constant, terms):
    """The words for which a comparison of a remainder of their length, or of its negation, with a constant holds."""
    quotients = [t for t in terms if t.op == "div" and t.args[1].op == "const"]
    if len(quotients) != 1:
        return None
    (more, inside), period = parts(quotients[0].args[0]), quotients[0].args[1].data
    length, = inside if len(inside) == 1 else (None,)
    sign = terms.get(length)
    is_rest = length is not None and length.op == "str.len" and inside[length] == 1 and sign in (1, -1)
    if not is_rest or terms != {length: sign, quotients[0]: -sign * period} or not 0 < period <= LONGEST_PERIOD:
        return None
    values = [constant + sign * ((n + more) % period - more) for n in range(period)]
    again = regex.star(regex.loop(regex.ANY, period, period))
    ways = [regex.cat(regex.loop(regex.ANY, n, n), again) for n, p in enumerate(values) if p == 0 or p > 0 and kind == "nonneg"]
    return length.args[0], regex.alt(ways)


def with_length(n):
    """The words that are so long."""
    return regex.loop(regex.ANY, n, n) if n >= 0 else regex.NONE


def longer(n):
    """The words that are at least so long."""
    return regex.loop(regex.ANY, max(n, 0), None)


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


NUMBERED = {"str.len": (with_length, longer), "str.to_int": (with_number, at_least), "str.to_code": (with_code, code_from)}


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
