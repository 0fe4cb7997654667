"""Terms: equal terms are one object.

`op` names a function of SMT-LIB, or is `const` (`data` is a Python value) or `sym` (a function of the problem, `data` is its name).
In normal forms only: `poly` is the sum of `data[1:]` times `args`, and of `data[0]`; `nonneg` and `zero` compare one with 0; a `language`
is the one that `data` is.
"""

BOOL, INT, STRING, REGLAN = "Bool", "Int", "String", "RegLan"


class Term:
    """An application; use `make`."""

    __slots__ = ("op", "data", "sort", "args", "id")

    def __repr__(self):
        return f"{self.op}:{self.data}" if not self.args else f"({self.op}:{self.data} {len(self.args)} args)"


TABLE = {}


def make(op, sort, args=(), data=None):
    """The term of these parts."""
    key = (op, sort, data, args)
    term = TABLE.get(key)
    if term is None:
        term = Term()
        term.op, term.sort, term.data, term.args, term.id = op, sort, data, args, len(TABLE)
        TABLE[key] = term
    return term


def number(n):
    """An integer."""
    return make("const", INT, data=n)


def string(text):
    """A string."""
    return make("const", STRING, data=text)


TRUE, FALSE = make("const", BOOL, data=True), make("const", BOOL, data=False)


def boolean(value):
    """A truth value."""
    return TRUE if value else FALSE


def equation(a, b):
    """The sides of an equation are in any order."""
    return make("=", BOOL, (a, b) if a.id <= b.id else (b, a))


def negation(t):
    """`(not t)`, without a double negation."""
    return t.args[0] if t.op == "not" else make("not", BOOL, (t,))


def postorder(root, known):
    """The subterms of a term that are not in `known`, arguments first. What is yielded must enter `known` at once."""
    stack = [root]
    while stack:
        top = stack[-1]
        if top in known:
            stack.pop()
            continue
        missing = [a for a in top.args if a not in known]
        if missing:
            stack.extend(reversed(missing))
        else:
            stack.pop()
            yield top


def subterms(roots):
    """All subterms, each once, in the order in which they occur when the terms are read from left to right, arguments first."""
    seen = {}
    for root in roots:
        for t in postorder(root, seen):
            seen[t] = True
    return list(seen)


def occurs(needle, roots):
    """Is a term part of one of these?"""
    seen, stack = set(), list(roots)
    while stack:
        t = stack.pop()
        if t is needle:
            return True
        if t not in seen:
            seen.add(t)
            stack.extend(t.args)
    return False
