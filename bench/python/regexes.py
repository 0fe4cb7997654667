#!/usr/bin/env python3
"""Asks `stringent.regex`, `interegular`, `greenery` and `regexsolver` which patterns of a file include which.

    VENV/bin/python bench/python/regexes.py PATTERNS.json [HOW_MANY_PAIRS] [REGEXSOLVER]

VENV has the three packages installed; REGEXSOLVER is what `RUSTFLAGS= cargo build --release` makes in `bench/regexes/regexsolver`. Half of the
pairs are drawn at random, half are neighbours in the sorted list, which are alike. Patterns are first made such that all libraries mean the
same by them, as in `bench/regexes/peers.py`, and groups lose their names. Each library works in a process of its own, which is ended after a
second for one pair; reading the patterns counts. Where answers differ, the word that makes the difference is put to Python's own engine.
"""

import json
import random
import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "regexes"))

from common import milliseconds, table  # noqa: E402
from peers import PEERS, Peer, RegexSolver, whole  # noqa: E402

SECONDS = 1.0


class Package:
    """Our package. As elsewhere, `\\d` and `\\w` are those of ASCII."""

    def parse(self, pattern):
        from stringent.regex import compile

        return compile(pattern, ascii=True)

    def included(self, a, b):
        return a <= b

    def difference(self, a, b):
        return a.difference(b)

    def text(self, word):
        return word


LIBRARIES = {"stringent": Package, **PEERS}


def draw(patterns, count):
    """Pairs, the same in each run."""
    chance = random.Random(1)
    pairs = [tuple(chance.sample(patterns, 2)) for _ in range(count // 2)]
    while len(pairs) < count:
        i = chance.randrange(len(patterns) - 3)
        pair = [patterns[i], patterns[i + chance.randint(1, 3)]]
        chance.shuffle(pair)
        pairs.append(tuple(pair))
    return pairs


def referee(a, b, peer):
    """Whether a word of this library is in `a` and not in `b`, as Python's engine has it."""
    kind, word, _ = peer.ask("difference", a, b)
    if kind != "answer" or word is None:
        return "no word was found"
    matched = [bool(re.fullmatch(p, word, re.ASCII)) for p in (a, b)]
    return f"{peer.name} has a word, which Python {'confirms' if matched == [True, False] else 'refutes'}"


def main(file, count=2000, regexsolver=None):
    with open(file) as stream:
        unnamed = [re.sub(r"\(\?<\w+>", "(", p) for p in sorted(json.load(stream))]
    patterns = [p for p in map(whole, unnamed) if p is not None]
    peers = [Peer(name, library(), SECONDS) for name, library in LIBRARIES.items()]
    peers += [RegexSolver(regexsolver)] if regexsolver else []
    for peer in peers:
        for question, want in ((("included", "ab", "a+b"), True), (("included", "a+", "a{1,3}"), False)):
            if (answer := peer.ask(*question))[:2] != ("answer", want):
                sys.exit(f"{peer.name}: {question}: {answer}")
    times, same, mine = ({peer.name: [] for peer in peers} for _ in range(3))
    unread, differences, yes = Counter(), Counter(), 0
    pairs = draw(patterns, int(count))
    # One after the other, as a processor that has just done something else is slower.
    answers = {peer.name: [peer.ask("included", a, b) for a, b in pairs] for peer in peers}
    for i, (a, b) in enumerate(pairs):
        ours = answers["stringent"][i]
        yes += ours[1] is True
        for peer in peers:
            kind, what, took = answers[peer.name][i]
            if kind != "answer":
                unread[peer.name, what.split("(")[0]] += 1
                continue
            times[peer.name].append(took)
            if ours[0] != "answer":
                continue
            mine[peer.name].append(ours[2])
            same[peer.name].append(what == ours[1])
            if what != ours[1]:
                differences[peer.name, referee(a, b, peer if ours[1] else peers[0])] += 1
    head = ["", "pairs answered", "as ours", "mean ms", "median", "99 %", "max", "ours on the same: median"]
    rows = []
    for name, took in times.items():
        agreed = f"{sum(same[name])} of {len(same[name])}"
        rows.append([name, f"{len(took)} of {len(pairs)}", agreed, *milliseconds(took), milliseconds(mine[name])[1]])
    print(table(head, rows))
    print(f"{yes} inclusions hold")
    for reasons, verb in ((unread, "no answer"), (differences, "different")):
        for (name, reason), n in reasons.most_common():
            print(f"{name}: {n} times {verb}: {reason}")


if __name__ == "__main__":
    main(*sys.argv[1:])
