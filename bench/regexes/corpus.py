#!/usr/bin/env python3
"""Measures a file of patterns of JSON schemas: are all read, how long does a witness take, how long an inclusion?

    bench/regexes/corpus.py target/release/stringent PATTERNS.json [HOW_MANY_IN_PAIRS]

The file is a list of strings, read as ECMAScript and searched for, as JSON Schema has it. Inclusion is asked of all
ordered pairs of the first patterns (200). Every word in an answer is put to Node's engine.
"""

import json
import sys
from collections import Counter

from common import Judge, Worker, milliseconds, table


def main(program, file, first=200):
    with open(file) as stream:
        patterns = json.load(stream)
    ours = Worker(program, "regex", "--jsonl", "--dialect", "ecma", "--search", "--timeout", "20000")
    judge = Judge()
    words, wrong, errors = 0, 0, Counter()
    witnesses, inclusions = [], []

    def confirm(pattern, word, want):
        nonlocal words, wrong
        words += 1
        if judge.verdict(pattern, word, True) is not want:
            wrong += 1
            print(f"Node disagrees: {pattern!r} on {word!r}", file=sys.stderr)

    for pattern in patterns:
        answer = ours.ask(question="witness", patterns=[pattern])
        if "error" in answer:
            errors[answer["error"]] += 1
            print(f"{answer['error']}: {pattern!r}", file=sys.stderr)
            continue
        witnesses.append(answer["time"])
        if answer["answer"]:
            confirm(pattern, answer["word"], True)
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
                confirm(a, answer["word"], True)
                confirm(b, answer["word"], False)
    head = ["question", "asked", "answered", "mean ms", "median", "99 %", "max"]
    rows = [
        ["witness", len(patterns), len(witnesses), *milliseconds(witnesses)],
        ["inclusion", len(some) * (len(some) - 1), len(inclusions), *milliseconds(inclusions)],
    ]
    print(table(head, rows))
    print(f"\n{included} pairs are included. Node confirms {words - wrong} of {words} statements about words.")
    for error, n in errors.items():
        print(f"{n} times: {error}")
    sys.exit(wrong > 0)


main(*sys.argv[1:])
