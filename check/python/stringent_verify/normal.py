"""The normal form of terms, bottom-up; what has been supposed replaces terms on the way."""

from . import words
from .arith import combined, nonnegative, poly, product, quotient, zero
from .evaluate import evaluate
from .language import build
from .steps import Allowance
from .term import BOOL, FALSE, INT, STRING, TRUE, boolean, equation, make, negation, number, postorder

MOST_TERMS = 400_000


def normal_form(root, replaced=None, known=None, allowance=None):
    """The normal form of a term. `replaced` maps terms in normal form to what they stand for, `known` is a memory for one such map."""
    known = {} if known is None else known
    allowance = allowance or Allowance(MOST_TERMS)
    for t in postorder(root, known):
        allowance.spend()
        form = apply(t, tuple(known[a] for a in t.args))
        known[t] = replaced.by(form) if replaced else form
    return known[root]


def apply(t, args):
    """The normal form of an application, given those of the arguments."""
    if all(a.op in ("const", "language") for a in args):
        done = constant(t, args)
        if done is not None:
            return done
    rule = RULES.get(t.op)
    return rule(t, *args) if rule else make(t.op, t.sort, args, t.data)


WRITTEN = {}


def constant(t, args):
    """A function of values, as a constant; a language is one too, and `WRITTEN` has what it was first made of."""
    values = [a.data for a in args]
    if t.sort == "RegLan" and t.op != "ite":
        value = build(t.op, t.data, values)
        if value is None:
            return None
        WRITTEN.setdefault(value, (t, args))
        return make("language", "RegLan", data=value)
    value = None if t.op == "const" else evaluate(t.op, t.data, values)
    if value is None or t.sort == "RegLan":
        return None
    return make("const", t.sort, data=bool(value) if t.sort == BOOL else value)


NEGATED = {}


def negated(root):
    """The normal form of the negation of a formula in normal form: negations stand before atoms only, and not before comparisons."""
    for t in inner(root, NEGATED):
        NEGATED[t] = negated_top(t)
    return NEGATED[root]


def inner(root, known):
    """The connectives on top of a formula, and what they join, inner ones first."""
    stack = [root]
    while stack:
        t = stack[-1]
        missing = [a for a in t.args if a not in known] if t.op in ("and", "or") else []
        if t in known or not missing:
            stack.pop()
            if t not in known:
                yield t
        else:
            stack.extend(missing)


def negated_top(t):
    """The negation, given those of the parts."""
    if t.op in ("and", "or"):
        return junction("or" if t.op == "and" else "and", [NEGATED[a] for a in t.args])
    if t.op == "const":
        return boolean(not t.data)
    if t.op == "nonneg":
        return nonnegative(combined([(-1, t.args[0]), (-1, number(1))]))
    return negation(t)


def junction(op, parts):
    """A conjunction or disjunction: flat, without repetitions and neutral parts, in order."""
    neutral, absorbing = (TRUE, FALSE) if op == "and" else (FALSE, TRUE)
    flat = {p for part in parts for p in (part.args if part.op == op else (part,))} - {neutral}
    if absorbing in flat:
        return absorbing
    if len(flat) < 2:
        return flat.pop() if flat else neutral
    return make(op, BOOL, tuple(sorted(flat, key=lambda p: p.id)))


def both(*parts):
    return junction("and", parts)


def equal(_, a, b):
    """An equation by its sort."""
    if a is b:
        return TRUE
    if a.sort == INT:
        return zero(combined([(1, a), (-1, b)]))
    if a.sort == STRING:
        return words.equal(a, b)
    if a.sort == BOOL:
        return equivalence(a, b)
    return equation(a, b)


def equivalence(a, b):
    """An equation between formulas; `(= p (not q))` is `(not (= p q))`."""
    for p, q in ((a, b), (b, a)):
        if p.op == "const":
            return q if p.data else negated(q)
    if negated(a) is b:
        return FALSE
    odd = False
    if negated(a).id < a.id:
        a, odd = negated(a), True
    if negated(b).id < b.id:
        b, odd = negated(b), not odd
    return negated(equation(a, b)) if odd else equation(a, b)


def choice(t, condition, a, b):
    """`ite`"""
    if condition.op == "const" or a is b:
        return a if a is b or condition.data else b
    if condition.op == "not" or negated(condition).op != "not" and negated(condition).id < condition.id:
        condition, a, b = negated(condition), b, a
    return make("ite", t.sort, (condition, a, b))


def difference(_, first, *rest):
    return combined([(1, first)] + [(-1, r) for r in rest]) if rest else combined([(-1, first)])


def multiplied(_, first, *rest):
    for factor in rest:
        first = product(first, factor)
    return first


def divided(t, first, *rest):
    for d in rest:
        first = quotient(first, d.data) if d.op == "const" and d.data else make("div", INT, (first, d))
    return first


def modulo(t, a, d):
    """Of a number that is not 0: what `div` leaves."""
    if d.op != "const" or d.data == 0:
        return make("mod", INT, (a, d))
    return combined([(1, a), (-d.data, quotient(a, d.data))])


def at_least(_, a, b):
    """`a >= b`."""
    return nonnegative(combined([(1, a), (-1, b)]))


def precedes(_, s, t):
    """`str.<=`; also when built here."""
    if s.op == t.op == "const":
        return boolean(s.data <= t.data)
    return make("str.<=", BOOL, (s, t))


def contained(t, s, language):
    """`str.in_re`, and `str.has`"""
    if language.op == "str.to_re":
        return words.equal(s, language.args[0])
    return words.membership(s, language.data) if language.op == "language" else make("str.in_re", BOOL, (s, language))


def function(t, *args):
    """A function of sequences over any elements."""
    return words.element(t, *args) if t.data in ("seq.nth", "seq.read") else make(t.op, t.sort, args, t.data)


RULES = {
    "any": function, "image": lambda t, a: words.image(a) if a.op == "wrap" else make(t.op, t.sort, (a,)),
    "not": lambda _, a: negated(a), "and": lambda _, *a: both(*a), "or": lambda _, *a: junction("or", a),
    "=": equal, "ite": choice, "+": lambda _, *a: combined([(1, x) for x in a]),
    "-": difference, "*": multiplied, "div": divided, "mod": modulo,
    "poly": lambda t, *a: combined([(1, number(t.data[0]))] + list(zip(t.data[1:], a))),
    "nonneg": lambda _, p: nonnegative(p), "zero": lambda _, p: zero(p),
    ">=": at_least,
    "str.++": lambda _, *a: words.concat(a), "str.len": lambda _, s: words.length(s),
    "str.substr": lambda _, *a: words.slice_(*a),
    "str.rev": lambda _, s: words.reversed_(s), "str.replace_all": lambda _, *a: words.replaced(*a), "str.<=": precedes,
    "str.in_re": contained, "str.has": contained,
}
