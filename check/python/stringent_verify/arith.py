"""Polynomials of integers in normal form, and comparisons of them with zero."""

from math import gcd

from .steps import Limit
from .term import BOOL, FALSE, INT, boolean, make, number

MOST = 10_000_000


def parts(t):
    """`(constant, {term: coefficient})` of an integer in normal form."""
    if t.op == "const":
        return t.data, {}
    if t.op == "poly":
        return t.data[0], dict(zip(t.args, t.data[1:]))
    return 0, {t: 1}


def poly(constant, sum_):
    """The integer with these parts."""
    terms = sorted((t for t, c in sum_.items() if c), key=lambda t: t.id)
    if not terms:
        return number(constant)
    if constant == 0 and len(terms) == 1 and sum_[terms[0]] == 1:
        return terms[0]
    return make("poly", INT, tuple(terms), (constant,) + tuple(sum_[t] for t in terms))


def combined(pairs):
    """The sum of multiples of integers: pairs of a factor and an integer."""
    constant, total = 0, {}
    for factor, t in pairs:
        c, terms = parts(t)
        constant += factor * c
        for term, coefficient in terms.items():
            total[term] = total.get(term, 0) + factor * coefficient
    return poly(constant, total)


def product(a, b):
    """A product, multiplied out. A product of terms is one term, its factors in order."""
    (c, left), (d, right) = parts(a), parts(b)
    if size(c, left) * size(d, right) > MOST:
        raise Limit("a product is too large")
    total = {}
    for t, n in list(left.items()) + [(None, c)]:
        for u, m in list(right.items()) + [(None, d)]:
            monomial = tuple(sorted(factors(t) + factors(u), key=lambda f: f.id))
            total[monomial] = total.get(monomial, 0) + n * m
    constant = total.pop((), 0)
    return poly(constant, {m[0] if len(m) == 1 else make("*", INT, m): n for m, n in total.items()})


def size(constant, terms):
    """How many factors and words of 64 bits an integer has."""
    return 1 + constant.bit_length() // 64 + sum(len(factors(t)) + 1 + c.bit_length() // 64 for t, c in terms.items())


def factors(t):
    """The factors of a term of a polynomial."""
    return () if t is None else t.args if t.op == "*" else (t,)


def nonnegative(p):
    """`p >= 0`, without a common divisor, the constant rounded down."""
    constant, terms = parts(p)
    if not terms:
        return boolean(constant >= 0)
    d = gcd(*terms.values())
    return make("nonneg", BOOL, (poly(constant // d, {t: c // d for t, c in terms.items()}),))


def zero(p):
    """`p = 0`; the first coefficient is positive."""
    constant, terms = parts(p)
    if not terms:
        return boolean(constant == 0)
    d = gcd(*terms.values())
    if constant % d:
        return FALSE
    d = d if terms[min(terms, key=lambda t: t.id)] > 0 else -d
    return make("zero", BOOL, (poly(constant // d, {t: c // d for t, c in terms.items()}),))


def div_of(inner, d):
    """A quotient of a quotient by numbers is one by their product."""
    return make("div", INT, (inner.args[0], number(inner.args[1].data * d)))


def quotient(a, d):
    """`(div a d)` for a number that is not 0: multiples of it come out."""
    if d < 0:
        return combined([(-1, quotient(a, -d))])
    constant, terms = parts(a)
    rest = poly(constant % d, {t: c % d for t, c in terms.items()})
    if d > 1 and rest.op == "div" and rest.args[1].op == "const" and rest.args[1].data > 0:
        return combined([(1, poly(constant // d, {t: c // d for t, c in terms.items()})), (1, div_of(rest, d))])
    outside = poly(constant // d, {t: c // d for t, c in terms.items()})
    inside = number(rest.data // d) if rest.op == "const" else make("div", INT, (rest, number(d)))
    return combined([(1, outside), (1, inside if d > 1 else rest)])
