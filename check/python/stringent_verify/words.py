"""Normal forms of functions of strings whose arguments are in normal form."""

from . import regex
from .arith import combined
from .language import single
from .steps import Limit
from .term import BOOL, FALSE, INT, STRING, TRUE, boolean, equation, make, negation, number, string

MOST = 1 << 18


def image(t):
    """What is inside of a wrapped term."""
    return t.args[0] if t.op == "wrap" else t


def pieces(t):
    """The parts of a concatenation."""
    if t.op == "str.++":
        return list(t.args)
    return [] if t.op == "const" and t.data == "" else [t]


def unit(part):
    """The element of a sequence of one, if it is written so."""
    one = part.op == "image" and part.args[0].op == "any" and part.args[0].data == "seq.unit"
    return part.args[0].args[0] if one else None


def element(t, s, i):
    """`seq.nth`, where the element and those before it are written one by one."""
    front = [unit(p) for p in pieces(image(s))]
    at = i.data if i.op == "const" else -1
    return front[at] if 0 <= at < len(front) and all(front[:at + 1]) else make("any", t.sort, (s, i), t.data)


def concat(parts):
    """A flat concatenation, its constants joined."""
    out = []
    for part in (p for t in parts for p in pieces(t)):
        if out and part.op == "const" and out[-1].op == "const":
            out[-1] = string(out[-1].data + part.data)
        else:
            out.append(part)
        if len(out) > MOST or part.op == "const" and len(out[-1].data) > MOST:
            raise Limit("a concatenation is too long")
    if len(out) > 1:
        return make("str.++", STRING, tuple(out))
    return out[0] if out else string("")


def length(t):
    """The length of a concatenation is a sum."""
    def of(part):
        if unit(part):
            return number(1)
        return number(len(part.data)) if part.op == "const" else make("str.len", INT, (part,))
    return combined([(1, of(p)) for p in pieces(t)])


def reversed_(s):
    """Elements are reversed one by one."""
    parts = pieces(s)
    return concat(parts[::-1]) if all(unit(p) for p in parts) else make("str.rev", STRING, (s,))


def slice_(s, i, n):
    """What is empty or all of the string is known; a constant in front is cut, at constant places, or skipped."""
    parts, out, at, is_compared = pieces(s), [], 0, False
    while at < len(parts) and not (n.op == "const" and n.data <= 0 or i.op == "const" and i.data < 0):
        if i is number(0) and not is_compared:
            # Once, as both become less by what is cut.
            is_compared = True
            if n is length(concat(parts[at:])):
                return concat(out + parts[at:])
        size = 1 if unit(parts[at]) else len(parts[at].data) if parts[at].op == "const" else 0
        is_behind = size and i.op == "const" and i.data >= size
        if not is_behind and not (size and i.op == n.op == "const"):
            return concat(out + [make("str.substr", STRING, (concat(parts[at:]), i, n))])
        if is_behind:
            i = number(i.data - size)
        else:
            out.append(parts[at] if unit(parts[at]) else string(parts[at].data[i.data:i.data + n.data]))
            n = number(n.data - (1 if unit(out[-1]) else len(out[-1].data)))
            i = number(0)
        at += 1
    return concat(out)


def replaced(s, t, u):
    """`str.replace_all`: occurrences of a letter are replaced part by part."""
    if t.op != "const" or len(t.data) != 1:
        return make("str.replace_all", STRING, (s, t, u))
    return concat([replaced_in(p, t, u) for p in pieces(s)])


def replaced_in(part, t, u):
    """Occurrences of a letter in a part of a concatenation."""
    if part.op != "const":
        return make("str.replace_all", STRING, (part, t, u))
    return concat([u if c == t.data else string(c) for c in part.data])


def membership(s, language):
    """A membership in a ground language that is not evaluated."""
    if language.kind == "not":
        inside = membership(s, language.args[0])
        return boolean(not inside.data) if inside.op == "const" else negation(inside)
    text = single(language)
    if text is not None:
        return equal(s, string(text))
    if language is regex.NONE or language is regex.ALL:
        return FALSE if language is regex.NONE else TRUE
    if s.op == "const":
        return TRUE if regex.member(s.data, language) else FALSE
    return make("str.in_re", BOOL, (s, make("language", "RegLan", data=language)))


def equal(a, b):
    """An equation, equal ends stripped; `FALSE` if constants clash. Sequences of one element at an end are equal if these are."""
    from .normal import both, equal as same
    left, right, elements = pieces(a), pieces(b), []
    strip(left, right, -1, elements)
    strip(left, right, 0, elements)
    if elements:
        return both(same(None, concat(left), concat(right)), *(same(None, image(x), image(y)) for x, y in elements))
    if clash(left, right):
        return FALSE
    if not left or not right:
        return all_empty(left + right)
    return equation(concat(left), concat(right))


def all_empty(parts):
    """All of these are the empty string."""
    each = {equation(p, string("")) for p in parts}
    if any(p.op == "const" or unit(p) for p in parts):
        return FALSE
    return make("and", BOOL, tuple(sorted(each, key=lambda t: t.id))) if len(each) > 1 else each.pop() if each else TRUE


def strip(left, right, end, elements):
    """Drops what both sides have at one end, also of constants there. Elements that must be equal then are added."""
    while left and right:
        s, t = left[end], right[end]
        if s is not t and unit(s) and unit(t):
            elements.append((unit(left.pop(end)), unit(right.pop(end))))
        elif s is not t:
            common = shared(s.data, t.data, end) if s.op == t.op == "const" else 0
            if not common:
                return
            for side in (left, right):
                text = side.pop(end).data
                rest = text[common:] if end == 0 else text[:-common]
                if rest:
                    side.insert(0 if end == 0 else len(side), string(rest))
        else:
            left.pop(end)
            right.pop(end)


def shared(s, t, end):
    """How many letters two words share at an end."""
    if end:
        s, t = s[::-1], t[::-1]
    return next((i for i, (c, d) in enumerate(zip(s, t)) if c != d), min(len(s), len(t)))


def clash(left, right):
    """Are there other constants at an end? Both ends are stripped."""
    return bool(left and right) and any(left[e].op == right[e].op == "const" for e in (0, -1))
