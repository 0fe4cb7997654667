"""Languages: regular expressions with complement, intersection and counters, and their partial derivatives.

The moves of a language L are pairs `(letters, L')` such that the words of L that begin with `c` go on, after `c`, as some L' whose letters
have `c` (V. Antimirov, 1996; for complement and intersection after Caron, Champarnaud and Mignot, 2011). Equal expressions are one object.
"""

from . import letters


class Regex:
    """A language; `nullable` says whether the empty word is in it."""

    __slots__ = ("kind", "args", "data", "nullable", "id", "known")


TABLE = {}


def node(kind, args=(), data=None, nullable=False):
    """The language of these parts; the functions below simplify first."""
    key = (kind, args, data)
    regex = TABLE.get(key)
    if regex is None:
        regex = Regex()
        regex.kind, regex.args, regex.data, regex.nullable, regex.id, regex.known = kind, args, data, nullable, len(TABLE), None
        TABLE[key] = regex
    return regex


def letter_set(ranges):
    """One letter of a set."""
    return node("set", (), ranges)


NONE, EPSILON, ANY = letter_set(()), node("empty", nullable=True), letter_set(letters.EVERY)
ALL = node("star", (ANY,), nullable=True)


def cat(a, b):
    """One after the other; the left one is no concatenation in what is built."""
    if a is NONE or b is NONE:
        return NONE
    firsts = []
    while a.kind == "cat":
        firsts.append(a.args[0])
        a = a.args[1]
    for part in [a] + firsts[::-1]:
        if part is EPSILON or part.kind == "star" and part is (b.args[0] if b.kind == "cat" else b):
            continue
        b = part if b is EPSILON else node("cat", (part, b), nullable=part.nullable and b.nullable)
    return b


def cats(parts):
    """A concatenation."""
    result = EPSILON
    for part in reversed(parts):
        result = cat(part, result)
    return result


def word(text):
    """One word."""
    return cats([letter_set(((ord(c), ord(c)),)) for c in text])


def flat(kind, parts):
    """The parts of the parts that are of this kind, each once."""
    return {p for part in parts for p in (part.args if part.kind == kind else (part,))}


def alt(parts):
    """Union."""
    parts = flat("alt", parts)
    sets = [p.data for p in parts if p.kind == "set"]
    rest = {p for p in parts if p.kind != "set"}
    together = letter_set(letters.joined(r for s in sets for r in s))
    if together is not NONE:
        rest.add(together)
    if ALL in rest:
        return ALL
    if any(p.nullable and p is not EPSILON for p in rest):
        rest.discard(EPSILON)
    if len(rest) > 1:
        return node("alt", tuple(sorted(rest, key=lambda p: p.id)), nullable=any(p.nullable for p in rest))
    return rest.pop() if rest else NONE


def both(parts):
    """Intersection."""
    parts = flat("both", parts) - {ALL}
    sets = [p for p in parts if p.kind == "set"]
    if len(sets) > 1:
        common = letters.EVERY
        for p in sets:
            common = letters.meet(common, p.data)
        parts = parts - set(sets) | {letter_set(common)}
    if NONE in parts:
        return NONE
    if len(parts) > 1:
        return node("both", tuple(sorted(parts, key=lambda p: p.id)), nullable=all(p.nullable for p in parts))
    return parts.pop() if parts else ALL


def complement(a):
    """All other words."""
    if a.kind == "not":
        return a.args[0]
    if a is NONE or a is ALL:
        return ALL if a is NONE else NONE
    return node("not", (a,), nullable=not a.nullable)


def star(a):
    """Any number of times."""
    while a.kind == "loop" and a.data[0] <= 1:
        a = a.args[0]
    if a.kind == "star":
        return a
    return EPSILON if a is NONE or a is EPSILON else node("star", (a,), nullable=True)


def loop(a, least, most):
    """From `least` to `most` times; without a most if that is `None`."""
    if most is not None and least > most:
        return NONE
    least = 0 if a.nullable else least
    if most == 0 or a is EPSILON or a is NONE and least == 0:
        return EPSILON
    if a is NONE or a.kind == "star" or (least, most) == (1, 1) or (least, most) == (1, None) and a.kind == "loop" and a.data == (1, None):
        return a
    if least == 0 and most in (1, None):
        return alt([EPSILON, a]) if most else star(a)
    return node("loop", (a,), (least, most), nullable=least == 0)


def needs(a):
    """The languages whose moves those of this one are made of."""
    if a.kind == "cat":
        return a.args if a.args[0].nullable else a.args[:1]
    return a.args


def moves(a):
    """The moves of a language, without recursion."""
    stack = [a]
    while stack:
        top = stack[-1]
        missing = [n for n in needs(top) if n.known is None]
        if top.known is not None or not missing:
            stack.pop()
            top.known = top.known if top.known is not None else gathered(MOVES[top.kind](top))
        else:
            stack.extend(missing)
    return a.known


def gathered(pairs):
    """One move for each target."""
    table = {}
    for guard, target in pairs:
        for part in target.args if target.kind == "alt" else (target,):
            if guard and part is not NONE:
                table.setdefault(part, []).extend(guard)
    return [(letters.joined(ranges), target) for target, ranges in table.items()]


def move_cat(a):
    first, rest = a.args
    out = [(guard, cat(target, rest)) for guard, target in first.known]
    return out + rest.known if first.nullable else out


def move_both(a):
    out = [(letters.EVERY, ALL)]
    for part in a.args:
        out = [(letters.meet(g, h), both((s, t))) for g, s in out for h, t in part.known if letters.meet(g, h)]
    return out


def move_not(a):
    return [(guard, complement(alt(targets))) for guard, targets in letters.minterms(letters.EVERY, a.args[0].known)]


def move_loop(a):
    least, most = a.data
    rest = loop(a.args[0], max(least - 1, 0), None if most is None else most - 1)
    return [(guard, cat(target, rest)) for guard, target in a.args[0].known]


MOVES = {
    "set": lambda a: [(a.data, EPSILON)],
    "empty": lambda a: [],
    "cat": move_cat,
    "alt": lambda a: [move for part in a.args for move in part.known],
    "both": move_both,
    "not": move_not,
    "star": lambda a: [(guard, cat(target, a)) for guard, target in a.args[0].known],
    "loop": move_loop,
}


def after(states, letter):
    """The languages that remain of some after a letter."""
    code = ord(letter)
    return {t for s in states for guard, t in moves(s) if any(low <= code <= high for low, high in guard)}


def derived(states, text):
    """The languages that remain of some after a word."""
    for letter in text:
        states = after(states, letter)
    return frozenset(states)


def member(text, a):
    """Is a word in a language?"""
    return any(s.nullable for s in derived((a,), text))


def sets(root):
    """The sets of letters in a language."""
    found, seen, stack = set(), {root}, [root]
    while stack:
        a = stack.pop()
        if a.kind == "set":
            found.add(a.data)
        stack.extend(p for p in a.args if p not in seen)
        seen.update(a.args)
    return found
