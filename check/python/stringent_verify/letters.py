"""Sets of letters: sorted tuples of ranges of code points that neither touch nor overlap."""

LAST = 0x2FFFF
EVERY = ((0, LAST),)


def joined(ranges):
    """The set with these ranges, in any order."""
    out = []
    for low, high in sorted(ranges):
        if out and low <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        elif low <= high:
            out.append((low, high))
    return tuple(out)


def meet(a, b):
    """The letters of both."""
    if a == EVERY:
        return b
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low <= high:
            out.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return tuple(out)


def without(a):
    """The letters that are not in a set."""
    out, low = [], 0
    for first, last in a:
        if low < first:
            out.append((low, first - 1))
        low = last + 1
    return tuple(out) + (((low, LAST),) if low <= LAST else ())


def minterms(within, moves):
    """Divides a set by the guards of `moves`, pairs of a guard and a target: yields each part with the targets of its letters."""
    cuts = {low for low, _ in within} | {high + 1 for _, high in within}
    for guard, _ in moves:
        for low, high in guard:
            cuts.update((low, high + 1))
    cuts = sorted(cuts)
    at = {cut: i for i, cut in enumerate(cuts)}
    inside = [False] * len(cuts)
    for low, high in within:
        inside[at[low]:at[high + 1]] = [True] * (at[high + 1] - at[low])
    targets = [[] for _ in cuts]
    for guard, target in moves:
        for low, high in guard:
            for i in range(at[low], at[high + 1]):
                targets[i].append(target)
    parts = {}
    for i, cut in enumerate(cuts[:-1]):
        if inside[i]:
            parts.setdefault(frozenset(targets[i]), []).append((cut, cuts[i + 1] - 1))
    return [(joined(ranges), key) for key, ranges in parts.items()]
