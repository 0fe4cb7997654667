"""Rule `cong`: congruence closure, which knows nothing but `=`, `not`, and that different values differ."""

from .term import FALSE, TRUE, boolean, subterms


def root(parent, t):
    """The term that represents the class of a term."""
    while t in parent:
        t = parent[t]
    return t


def merge(parent, a, b):
    """Two terms are equal. Is that absurd?"""
    a, b = root(parent, a), root(parent, b)
    if a is not b and a.op == b.op == "const":
        return True
    if a is not b:
        parent.update([(b, a)] if a.op == "const" else [(a, b)])
    return False


def told(parent, t, known):
    """What a term says of others, or they say of it: pairs of equal terms."""
    args, own = tuple(root(parent, a) for a in t.args), root(parent, t)
    if t.op == "=" and args[0] is args[1]:
        yield own, TRUE
    elif t.op == "=" and own is TRUE:
        yield args
    elif t.op == "not":
        yield from [(b, boolean(a is FALSE)) for a, b in ((own, args[0]), (args[0], own)) if a in (TRUE, FALSE)]
    if t.op in ("=", "and", "or"):
        args = tuple(sorted(args, key=id))
    yield own, known.setdefault((t.op, t.data, t.sort, args), t)


def refuted(clause):
    """Does congruence closure refute the negations of the literals?"""
    equal = [(l.args[0], TRUE) if l.op == "not" else (l, FALSE) for l in clause]
    order, parent = subterms([TRUE, FALSE] + [atom for atom, _ in equal]), {}
    while equal:
        if any([merge(parent, a, b) for a, b in equal]):
            return True
        known = {}
        equal = [pair for t in order for pair in told(parent, t, known)]
        equal = [(a, b) for a, b in equal if root(parent, a) is not root(parent, b)]
    return False
