#!/usr/bin/env python3
"""Measures a file of patterns of JSON schemas: are all read, how long does a witness take, how long an inclusion?

    bench/regexes/corpus.py target/release/stringent PATTERNS.json [HOW_MANY_IN_PAIRS]

The file is a list of strings, read as ECMAScript and searched for, as JSON Schema has it. Inclusion is asked of all
ordered pairs of the first patterns (200). Every word in an answer is put to Node's engine.
"""

import json
import sys
from collections import Counter, defaultdict

from common import Judge, Worker, milliseconds, table


def main(program, file, first=200):
    with open(file) as stream:
        patterns = json.load(stream)
    ours = Worker(program, "regex", "--jsonl", "--dialect", "ecma", "--search", "--timeout", "20000")
    judge = Judge()
    errors, claims = Counter(), defaultdict(list)
    witnesses, inclusions = [], []

    for pattern in patterns:
        answer = ours.ask(question="witness", patterns=[pattern])
        if "error" in answer:
            errors[answer["error"]] += 1
            print(f"{answer['error']}: {pattern!r}", file=sys.stderr)
            continue
        witnesses.append(answer["time"])
        if answer["answer"]:
            claims[pattern].append((answer["word"], True))
    some = patterns[: int(first)]
    included = 0
    for a in some:
        for b in some:
            if a == b:
                continue
            answer = ours.ask(question="included", patterns=[a, b])
            if "error" in answer:
                errors[answer["error"]] += 1
                continue
            inclusions.append(answer["time"])
            included += answer["answer"]
            if not answer["answer"]:
                claims[a].append((answer["word"], True))
                claims[b].append((answer["word"], False))
    words, wrong, slow = 0, 0, 0
    for pattern, said in claims.items():
        verdicts = judge.read(pattern, [word for word, _ in said], True)["verdicts"]
        for (word, want), verdict in zip(said, verdicts):
            words += 1
            slow += verdict is None
            if verdict not in (want, None):
                wrong += 1
                print(f"Node disagrees: {pattern!r} on {word!r}", file=sys.stderr)
    head = ["question", "asked", "answered", "mean ms", "median", "99 %", "max"]
    rows = [
        ["witness", len(patterns), len(witnesses), *milliseconds(witnesses)],
        ["inclusion", len(some) * (len(some) - 1), len(inclusions), *milliseconds(inclusions)],
    ]
    print(table(head, rows))
    print(f"\n{included} pairs are included. Node confirms {words - wrong - slow} of {words} statements about words, "
          f"and does not answer {slow} in half a second.")
    for error, n in errors.items():
        print(f"{n} times: {error}")
    sys.exit(wrong > 0)


main(*sys.argv[1:])
