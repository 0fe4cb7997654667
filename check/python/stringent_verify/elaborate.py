"""Lists as terms: scopes, macros, abbreviations, older names, chains, indices, literals."""

import re
from functools import reduce

from . import sequences
from .sexpr import show
from .signature import LEGACY, result_sort
from .steps import Refused, run
from .term import BOOL, FALSE, INT, REGLAN, STRING, TRUE, Term, equation, make, negation, number, string

ESCAPE = re.compile(r"\\u\{([0-9a-fA-F]{1,5})\}|\\u([0-9a-fA-F]{4})")
NUMERAL = re.compile(r"0|[1-9][0-9]*|0[0-9]+")
NEGATIVE = re.compile(r"-[0-9]+")
CONNECTED = {"<", "<=", ">", ">=", "=", "str.<", "str.<="}


class Scope:
    """What names mean: functions `(sorts, sort)`, macros `(parameters, sort, body)`, terms; a text says why a name is not known."""

    def __init__(self, other=None):
        self.names = dict(other.names) if other else {}
        self.sorts = dict(other.sorts) if other else {}
        self.is_proof = other.is_proof if other else False
        self.expanded = {}
        self.open, self.variables = set(), 0

    def sort(self, tree):
        """The sort that a list names; of one that is not known, nothing is known."""
        around = []
        while isinstance(tree, list) and len(tree) in (2, 3) and tree[0] in sequences.KINDS:
            around.append(tree)
            tree = tree[1]
            if len(around) > sequences.DEEPEST:
                raise Refused("a sort is nested too deep")
        sort = self.plain_sort(tree)
        for whole in reversed(around):
            sort = sequences.sort_of(whole, sort, self) or "sort " + show(whole, most=10_000)
        return sort

    def plain_sort(self, tree):
        """A sort that is not made of another one."""
        if isinstance(tree, str):
            return tree if tree in (BOOL, INT, STRING, REGLAN) else self.sorts.get(tree, "sort " + tree)
        return sequences.words_of(tree) or "sort " + show(tree, most=10_000)

    def term(self, tree):
        """The term that a list denotes."""
        self.open.clear()
        return run(Elaborator(self).term(tree))


class Elaborator:
    """Elaborates one term. `bound` has the meanings of names in the scopes that are open, innermost last."""

    def __init__(self, scope):
        self.scope, self.bound = scope, {}

    def term(self, tree):
        """A generator: the term of a list or a token."""
        if isinstance(tree, str):
            return (yield self.atom(tree))
        if not tree:
            raise Refused("an empty list is no term")
        head = tree[0]
        if head == "let":
            return (yield self.let(tree))
        if head == "!":
            return (yield self.annotated(tree))
        if head in ("lambda", "forall"):
            return (yield self.predicate(tree))
        if head == "as" and len(tree) == 3:
            known = sequences.qualified(tree[1], self.scope.sort(tree[2]), ()) if isinstance(tree[1], str) else None
            return known or (yield self.term(tree[1]))
        if head == "_":
            return indexed_constant(tree)
        args = []
        for part in tree[1:]:
            args.append((yield self.term(part)))
        return (yield self.apply(head, tuple(args)))

    def predicate(self, tree):
        """`(lambda ((x S)) body)`, as the language of the letters for which it holds."""
        if len(tree) != 3 or len(tree[1]) != 1 or len(tree[1][0]) != 2:
            raise Refused("a predicate of another form")
        (name, sort), = tree[1]
        self.scope.variables += 1
        x = sequences.value(make("sym", self.scope.sort(sort), (), f"{name} {self.scope.variables}"))
        make_of = sequences.predicate if tree[0] == "lambda" else sequences.axiom
        return make_of(x, (yield self.under({name: x}, tree[2])))

    def annotated(self, tree):
        """The term without its attributes."""
        if len(tree) < 2:
            raise Refused("an annotation without a term")
        return (yield self.term(tree[1]))

    def let(self, tree):
        """The bindings of one `let` are parallel."""
        if len(tree) != 3 or not isinstance(tree[1], list):
            raise Refused("a malformed let")
        values = {}
        for binding in tree[1]:
            if not isinstance(binding, list) or len(binding) != 2 or not isinstance(binding[0], str) or binding[0] in values:
                raise Refused("a malformed binding")
            values[binding[0]] = yield self.term(binding[1])
        return (yield self.under(values, tree[2]))

    def under(self, values, body):
        """The term of a body where these names have these values."""
        for name, value in values.items():
            self.bound.setdefault(name, []).append(value)
        result = yield self.term(body)
        for name in values:
            self.bound[name].pop()
        return result

    def atom(self, token):
        """A literal or a name without arguments."""
        if self.bound.get(token):
            return self.bound[token][-1]
        known = None if token in self.scope.names else literal(token)
        return known or (yield self.apply(token, ()))

    def apply(self, head, args):
        """An application of a name, or of an indexed name, to terms."""
        if isinstance(head, list):
            if len(head) == 3 and head[0] == "as":
                return sequences.qualified(head[1], self.scope.sort(head[2]), args) or refuse("a qualified name that is not known")
            return indexed(head, args)
        if self.bound.get(head):
            raise Refused(f"{head} is no function")
        meaning = self.scope.names.get(head)
        if meaning is None:
            known = sequences.apply(head, args, lambda names, body: run(Elaborator(TABLES).under(names, body)), self.scope.is_proof)
            return known or self.bare(LEGACY.get(head, head), args)
        if isinstance(meaning, str):
            raise Refused(meaning)
        if isinstance(meaning, Term):
            return meaning if not args else refuse(f"{head} is no function")
        if tuple(a.sort for a in args) != tuple(meaning[0].values() if len(meaning) == 3 else meaning[0]):
            raise Refused(f"{head} is not well-sorted")
        return (yield self.expand(head, args)) if len(meaning) == 3 else sequences.value(make("sym", meaning[1], args, head))

    def bare(self, name, args):
        """A function of the standard, of what is inside of wrapped arguments: where sorts may be any, and in proofs."""
        wide = sequences.wide_element(args) if self.scope.is_proof else None
        compared = args[1:] if name == "ite" else args
        alike = len({a.sort for a in compared}) == 1
        if wide and not (name in ("=", "distinct", "ite") and alike):
            raise Refused("sequences beside strings")
        if not self.scope.is_proof and not (name in ("=", "distinct", "ite") and alike):
            return standard(name, args)
        t = standard(name, tuple(map(sequences.image, args)))
        return sequences.wrap(compared[0].sort, t) if name == "ite" and alike else t

    def expand(self, name, args):
        """The body of a macro, in which only its parameters are bound."""
        scope, (parameters, result, body) = self.scope, self.scope.names[name]
        if (name, args) in scope.expanded:
            return scope.expanded[name, args]
        if name in scope.open:
            raise Refused(f"{name} is defined by itself")
        scope.open.add(name)
        term = yield Elaborator(scope).under(dict(zip(parameters, args)), body)
        scope.open.discard(name)
        if term.sort != result:
            raise Refused(f"{name} is not of its sort")
        scope.expanded[name, args] = term
        return term


def refuse(why):
    """For use in expressions."""
    raise Refused(why)


def literal(token):
    """A numeral, a string, a truth value, or nothing."""
    if token[0] == '"':
        return string(characters(token[1:-1].replace('""', '"')))
    if NUMERAL.fullmatch(token) or NEGATIVE.fullmatch(token):
        return number(decimal(token))
    return {"true": TRUE, "false": FALSE}.get(token) or sequences.literal(token)


def decimal(token):
    """A number of any length; Python refuses long ones without this."""
    sign, digits = (-1, token[1:]) if token[0] == "-" else (1, token)
    value = 0
    for at in range(0, len(digits), 4000):
        part = digits[at:at + 4000]
        value = value * 10 ** len(part) + int(part)
    return sign * value


def characters(text):
    """Resolves escapes of SMT-LIB; one beyond the alphabet stands for itself, a letter beyond it for nothing."""
    if any(ord(c) > 0x2FFFF for c in text):
        raise Refused("a character that strings do not have")

    def value(match):
        code = int(match.group(1) or match.group(2), 16)
        return chr(code) if code <= 0x2FFFF else match.group()
    return ESCAPE.sub(value, text)


def standard(op, args):
    """An application of a function of the standard, with what is shorthand written out."""
    if op == "str.indexof" and len(args) == 2:
        args += (number(0),)
    if op == "re.loop" and len(args) >= 2 and all(a.op == "const" and a.sort == INT for a in args[1:]):
        return repeated([str(a.data) for a in args[1:]], args[:1])
    sort = result_sort(op, [a.sort for a in args])
    if op == "-" and len(args) == 1 and args[0].op == "const":
        return number(-args[0].data)
    if op == "not":
        return negation(args[0])
    if op == "=" and len(args) == 2:
        return equation(*args)
    if op in CONNECTED and len(args) > 2:
        return make("and", BOOL, tuple(standard(op, link) for link in zip(args, args[1:])))
    if op in MADE:
        return MADE[op](*args)
    if op in ("and", "or", "+", "*", "str.++", "re.++", "re.union", "re.inter") and len(args) == 1:
        return args[0]
    return make(op, sort, args)


def both(*parts):
    return parts[0] if len(parts) == 1 else make("and", BOOL, parts)


def below(a, b):
    """`(< a b)`"""
    return negation(make(">=", BOOL, (a, b)))


def digit(s):
    """`str.is_digit`"""
    return make("str.in_re", BOOL, (s, make("re.range", REGLAN, (string("0"), string("9")))))


# Functions of the standard that are made of others.
MADE = {
    "<": below, ">": lambda a, b: below(b, a), "<=": lambda a, b: make(">=", BOOL, (b, a)),
    "str.<": lambda s, t: both(make("str.<=", BOOL, (s, t)), negation(equation(s, t))),
    "=>": lambda *parts: make("or", BOOL, tuple(map(negation, parts[:-1])) + parts[-1:]),
    "xor": lambda *parts: reduce(lambda a, b: negation(equation(a, b)), parts),
    "distinct": lambda *parts: both(*(negation(equation(a, b)) for i, b in enumerate(parts) for a in parts[:i])),
    "abs": lambda a: make("ite", INT, (make(">=", BOOL, (a, number(0))), a, standard("-", (a,)))),
    "str.at": lambda s, i: make("str.substr", STRING, (s, i, number(1))), "str.is_digit": digit,
    "re.*": lambda r: repetition(r, 0), "re.+": lambda r: repetition(r, 1), "re.opt": lambda r: repetition(r, 0, 1),
    "re.diff": lambda r, *rest: make("re.inter", REGLAN, (r, *(make("re.comp", REGLAN, (s,)) for s in rest))),
}


def indexed_constant(tree):
    """`(_ char #x41)`."""
    if len(tree) == 3 and tree[1] in ("char", "Char") and isinstance(tree[2], str) and re.fullmatch(r"#x[0-9a-fA-F]{1,5}", tree[2]):
        code = int(tree[2][2:], 16)
        if code <= 0x2FFFF:
            return string(chr(code))
    if all(isinstance(part, str) for part in tree) and len(tree) == 3 and NUMERAL.fullmatch(tree[2]):
        return sequences.indexed(tree[1], [decimal(tree[2])], ()) or refuse("an indexed name that is not known")
    raise Refused("an indexed name that is not known")


def indexed(head, args):
    """`((_ re.^ n) r)`, `((_ re.loop n m) r)`, `((_ divisible n) t)`; `((as f S) t)` is `f`."""
    if len(head) < 3 or head[0] != "_" or any(not isinstance(h, str) for h in head):
        raise Refused("an indexed name that is not known")
    name, indices = "re.loop" if head[1] == "re-loop" else head[1], head[2:]
    head = [head[0], name] + indices
    if len(args) != 1 or not all(NUMERAL.fullmatch(i) for i in indices):
        raise Refused(f"{name} with these indices is not known")
    known = sequences.indexed(name, [decimal(i) for i in indices], args)
    if known:
        return known
    if args[0].sort[0] == "regex" and name in ("re.loop", "re.^"):
        return sequences.wrap(args[0].sort, indexed(head, (sequences.image(args[0]),)))
    if name == "divisible" and len(indices) == 1 and decimal(indices[0]) > 0 and args[0].sort == INT:
        return equation(make("mod", INT, (args[0], number(decimal(indices[0])))), number(0))
    if name == "re.^" and len(indices) == 1:
        return repeated(indices * 2, args)
    if name == "re.loop" and len(indices) in (1, 2):
        return repeated(indices, args)
    raise Refused(f"{name} with these indices is not known")


def repeated(bounds, args):
    """From so many to so many repetitions; without a second number there is no most."""
    if args[0].sort != REGLAN:
        raise Refused("a repetition of what is no language")
    return repetition(args[0], *map(decimal, bounds))


def repetition(r, least, most=None):
    """From so many to so many times."""
    return make("re.loop", REGLAN, (r,), (least, most))


TABLES = Scope()
