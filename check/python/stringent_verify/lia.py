"""Rule `lia`: lines `p >= 0` and multiples of them, with rounding (cutting planes; W. Cook, C. Coullard and G. Turan, 1987)."""

from .arith import combined, parts
from .normal import negated, normal_form
from .order import factors, monomials, sides
from .steps import Refused
from .term import FALSE, number

LAST_CODE = 196607


def line(a, b, gap=0):
    """`a - b - gap`, of integers in normal form."""
    return combined([(1, a), (-1, b), (-gap, number(1))])


def premises(clause):
    """The lines of the negated literals, in normal form. Of an equation, the first side in the order less the other one is first."""
    out = []
    for l in clause:
        f = negated(normal_form(l))
        if f is FALSE:
            out.append(number(-1))
        elif f.op == "nonneg":
            out.append(f.args[0])
        elif f.op == "zero":
            p, minus = f.args[0], combined([(-1, f.args[0])])
            out += [p, minus] if sides(f)[2] else [minus, p]
    return out


def bounds(t):
    """The lines that hold of a term."""
    if t.op == "str.len":
        return [t]
    if t.op in ("str.indexof", "str.to_int"):
        return [line(t, number(-1))]
    if t.op == "str.to_code":
        return [line(t, number(-1)), line(number(LAST_CODE), t)]
    if t.op == "image" and t.args[0].sort[0] == "bits":
        return [t, line(number(2 ** t.args[0].sort[1] - 1), t)]
    if t.op == "div" and t.args[1].op == "const" and t.args[1].data > 0:
        d = t.args[1].data
        rest = combined([(1, t.args[0]), (-d, t)])
        return [rest, line(number(d - 1), rest)]
    return []


def with_bounds(lines):
    """The lines, then the bounds of their terms, and of terms in those."""
    lines, seen, at = list(lines), set(), 0
    while at < len(lines):
        for t in (t for _, product, _ in monomials(lines[at]) for t in factors(product)):
            if t not in seen:
                seen.add(t)
                lines += bounds(t)
        at += 1
    return lines


def rounded(p, d):
    """A line divided by a number that divides its coefficients."""
    constant, terms = parts(p)
    if d <= 0 or any(c % d for c in terms.values()):
        raise Refused("a line is not divisible")
    return combined([(c // d, t) for t, c in terms.items()] + [(1, number(constant // d))])


def check(clause, steps):
    """`steps` are the lines of the rule, each `(pairs, divisor)`."""
    lines = with_bounds(premises(clause))
    for pairs, divisor in steps:
        if any(i >= len(lines) or c < 0 for i, c in pairs):
            raise Refused("a line that is not there, or a negative factor")
        lines.append(rounded(combined([(c, lines[i]) for i, c in pairs]), divisor))
    return any(p.op == "const" and p.data < 0 for p in lines)
