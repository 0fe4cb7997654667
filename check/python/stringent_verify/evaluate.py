"""The values of functions of constants, as SMT-LIB defines them."""

from . import regex
from .letters import LAST
from .regex import member
from .steps import Limit, Refused

LONGEST = 1 << 20


def substr(s, i, n):
    return s[i:i + n] if 0 <= i < len(s) and n > 0 else ""


def indexof(s, t, i):
    return s.find(t, i) if 0 <= i <= len(s) else -1


def replace_all(s, t, u):
    return s.replace(t, u) if t else s


def to_int(s):
    if not s or any(c not in "0123456789" for c in s):
        return -1
    value = 0
    for at in range(0, len(s), 4000):
        value = value * 10 ** len(s[at:at + 4000]) + int(s[at:at + 4000])
    return value


def from_int(n):
    if n < 0:
        return ""
    digits, part = [], 10 ** 4000
    while n >= part:
        n, low = divmod(n, part)
        digits.append(str(low).zfill(4000))
    return str(n) + "".join(reversed(digits))


def match(s, language, start, least):
    """The end of the shortest match at a place, of so many letters at least, or `None`."""
    states = {language}
    for end in range(start, len(s) + 1):
        if end - start >= least and any(x.nullable for x in states):
            return end
        if end < len(s):
            states = regex.after(states, s[end])
    return None


def replace_re(s, language, t):
    for start in range(len(s) + 1):
        end = match(s, language, start, 0)
        if end is not None:
            return s[:start] + t + s[end:]
    return s


def replace_re_all(s, language, t):
    out, at = [], 0
    while at < len(s):
        end = match(s, language, at, 1)
        out.append(s[at] if end is None else t)
        at = at + 1 if end is None else end
    return "".join(out)


def divide(a, d):
    """Integers are divided so that the remainder is not negative; by zero there is no value."""
    return None if d == 0 else a // d if d > 0 else -(a // -d)


def modulo(a, d):
    return None if d == 0 else a % abs(d)


def difference(first, *rest):
    return first - sum(rest) if rest else -first


def product(*values):
    result = 1
    for value in values:
        result *= value
    return result


def quotients(first, *rest):
    for d in rest:
        first = None if first is None else divide(first, d)
    return first


def power(a, most):
    exponent = max(0, min(a, most))
    if exponent > 65_536:
        raise Limit("a power is too large")
    return 2 ** exponent


def value_of(order, x, c):
    """The value of the last of some terms, arguments first, where `x` has the value `c`."""
    values = {}
    for t in order:
        if t is x:
            values[t] = c
        elif t.op == "const":
            values[t] = t.data
        elif all(a in values for a in t.args):
            known = evaluate(t.op, t.data, [values[a] for a in t.args])
            if known is not None:
                values[t] = known
    if order[-1] not in values:
        raise Refused("a predicate with unknowns")
    return values[order[-1]]


FUNCTIONS = {
    "bits.and": lambda a, b: a & b, "bits.or": lambda a, b: a | b, "bits.xor": lambda a, b: a ^ b, "bits.power": power,
    "not": lambda a: not a, "and": lambda *v: all(v), "or": lambda *v: any(v),
    "=": lambda a, b: a == b, "ite": lambda c, a, b: a if c else b,
    "+": lambda *v: sum(v), "-": difference, "*": product, "div": quotients, "mod": modulo, ">=": lambda a, b: a >= b,
    "str.++": lambda *v: "".join(v), "str.len": len, "str.rev": lambda s: s[::-1], "str.<=": lambda s, t: s <= t,
    "str.substr": substr, "str.prefixof": lambda s, t: t.startswith(s),
    "str.suffixof": lambda s, t: t.endswith(s), "str.contains": lambda s, t: t in s, "str.indexof": indexof,
    "str.replace": lambda s, t, u: s.replace(t, u, 1), "str.replace_all": replace_all, "str.replace_re": replace_re,
    "str.replace_re_all": replace_re_all,
    "str.to_code": lambda s: ord(s) if len(s) == 1 else -1, "str.from_code": lambda n: chr(n) if 0 <= n <= LAST else "",
    "str.to_int": to_int, "str.from_int": from_int, "str.in_re": member, "str.has": member,
}


def evaluate(op, data, values):
    """The value of a function of values, or `None`. Languages are values too, but no results."""
    if op not in FUNCTIONS or op == "=" and any(isinstance(v, regex.Regex) for v in values):
        return None
    if sum(size(v) for v in values) > LONGEST or op == "str.replace_all" and size(values[0]) * size(values[2]) > LONGEST:
        raise Limit("a value is too long")
    return FUNCTIONS[op](*values)


def size(value):
    """How long a value is, in letters or bits."""
    return len(value) if isinstance(value, str) else value.bit_length() if isinstance(value, int) else 0
