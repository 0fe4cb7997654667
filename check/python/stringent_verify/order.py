"""The order of terms in normal form: by a hash of how they would be written (G. Fowler, L. Noll and P. Vo, FNV-1a, 64 bits)."""

from .arith import parts
from .normal import WRITTEN
from .term import postorder

KNOWN = {}


def fnv(head, hashes=()):
    """The hash of a term: of its head and the hashes of its arguments, from the low byte to the high one. A head is a text, or numbers."""
    value = 0xCBF29CE484222325
    for step in (head, b"".join(h.to_bytes(8, "little") for h in hashes)):
        for byte in step.encode("utf-8", "surrogatepass") if isinstance(step, str) else step:
            value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def key(t):
    """The place of a term in the order."""
    core, negative = signed(t)
    return fnv("not", [core]) if negative else core


def signed(root):
    """The hash of a term without the negation before it, and whether there is one."""
    for t in postorder(root, KNOWN):
        KNOWN[t] = RULES.get(t.op, plain)(t)
    return KNOWN[root]


def plain(t):
    """An application as it is."""
    return fnv(head(t), [key(a) for a in t.args]), False


def head(t):
    """What stands before the arguments."""
    if t.op == "const":
        return {bool: lambda v: str(v).lower(), int: str, str: lambda v: [ord(c) for c in '"' + v]}[type(t.data)](t.data)
    if t.op == "re.loop":
        return " ".join([t.op] + [str(bound) for bound in t.data if bound is not None])
    return t.data if t.op in ("sym", "any") else t.op


def language(t):
    """As it was first written."""
    written, args = WRITTEN.get(t.data, (t, ()))
    return fnv(head(written), [key(a) for a in args]), False


def negation(t):
    core, negative = signed(t.args[0])
    return core, not negative


def choice(t):
    """With the other branch first if the condition is negated."""
    condition, negative = signed(t.args[0])
    branches = [key(a) for a in t.args[1:]]
    return fnv("ite", [condition] + branches[::-1 if negative else 1]), False


def unordered(t):
    return fnv(t.op, sorted(key(a) for a in t.args)), False


def conjunction(t):
    """The negation of a disjunction."""
    negations = [(core, not negative) for core, negative in map(signed, t.args)]
    return fnv("or", sorted(fnv("not", [core]) if negative else core for core, negative in negations)), True


def monomials(p):
    """The terms of a polynomial in order, each as its sorted factors, itself and its coefficient."""
    rows = [(sorted(map(key, factors(t))), t, c) for t, c in parts(p)[1].items()]
    return sorted(rows, key=lambda row: row[0])


def factors(t):
    """The factors of a product in order."""
    return sorted(t.args, key=key) if t.op == "*" else [t]


def total(constant, rows):
    """The hash of a sum: products, then the constant if it is not 0."""
    hashes = [key(t) if c == 1 else fnv("*", [fnv(str(c)), key(t)]) for _, t, c in rows]
    hashes += [fnv(str(constant))] if constant or not rows else []
    return hashes[0] if len(hashes) == 1 else fnv("+", hashes)


def polynomial(t):
    return total(t.data[0], monomials(t)), False


def comparison(t):
    """`(>= p c)` where the first coefficient is positive, or its negation."""
    rows, constant = monomials(t.args[0]), parts(t.args[0])[0]
    negative = rows[0][2] < 0
    if negative:
        rows, constant = [(f, u, -c) for f, u, c in rows], -constant - 1
    return fnv(">=", [total(0, rows), fnv(str(-constant))]), negative


def sides(t):
    """The hashes of both sides of an equation of integers, and whether the one with the coefficients as they are is the first."""
    rows, constant = monomials(t.args[0]), parts(t.args[0])[0]
    flipped = rows[0][2] < 0
    if flipped:
        rows, constant = [(f, u, -c) for f, u, c in rows], -constant
    left = total(0, [row for row in rows if row[2] > 0])
    right = total(-constant, [(f, u, -c) for f, u, c in rows if c < 0])
    return left, right, (left <= right) != flipped


def equation(t):
    return fnv("=", sorted(sides(t)[:2])), False


RULES = {
    "not": negation, "ite": choice, "or": unordered, "and": conjunction, "=": unordered, "*": unordered, "poly": polynomial,
    "nonneg": comparison, "zero": equation, "language": language,
}
