"""Is there a word in all of some languages and in none of others?

A configuration `(P, N)` stands for the words that are in all of P and none of N. A set of configurations that is closed under letters, and
in which no configuration has the empty word, has no words at all. A configuration with more in N than one of the set needs no look.
"""

from . import letters
from .regex import ALL, NONE, moves


def no_word(inside, outside, allowance):
    """Is there no word in all of the first and none of the second? Raises when that takes too long to find out."""
    start = normal(inside, outside)
    if start is None:
        return True
    seen, stack = {start[0]: [start[1]]}, [start]
    while stack:
        positive, negative = stack.pop()
        if all(p.nullable for p in positive) and not any(n.nullable for n in negative):
            return False
        for successor in successors(positive, negative, allowance):
            if successor and not covered(successor, seen):
                seen.setdefault(successor[0], []).append(successor[1])
                stack.append(successor)
    return True


def covered(configuration, seen):
    """Is a configuration with the same languages, outside of fewer, known already?"""
    return any(known <= configuration[1] for known in seen.get(configuration[0], ()))


def normal(inside, outside):
    """The configuration, with connectives taken apart; `None` if it obviously has no word."""
    positive, negative, stack = set(), set(), [(p, True) for p in inside] + [(n, False) for n in outside]
    while stack:
        a, wanted = stack.pop()
        if a.kind == "not":
            stack.append((a.args[0], not wanted))
        elif a.kind == ("both" if wanted else "alt"):
            stack.extend((p, wanted) for p in a.args)
        else:
            (positive if wanted else negative).add(a)
    positive.discard(ALL)
    negative.discard(NONE)
    if NONE in positive or ALL in negative or positive & negative:
        return None
    return frozenset(positive), frozenset(negative)


def successors(positive, negative, allowance):
    """The configurations after one letter."""
    joint = [(letters.EVERY, ())]
    for moving in sorted((moves(p) for p in positive), key=len):
        allowance.spend(len(joint) * len(moving) + 1)
        pairs = [(letters.meet(g, h), targets + (t,)) for g, targets in joint for h, t in moving]
        joint = [pair for pair in pairs if pair[0]]
    refusals = [move for n in negative for move in moves(n)]
    for guard, targets in joint:
        allowance.spend(1 + len(refusals))
        for _, out in letters.minterms(guard, refusals) if refusals else [(guard, ())]:
            yield normal(targets, out)


def no_wider(a, b, allowance):
    """Is every word of one language in the other?"""
    return no_word([a], [b], allowance)
