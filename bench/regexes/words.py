#!/usr/bin/env python3
"""Compares the program with Python's `re` or Node's engine: which words does a pattern match?

    bench/regexes/words.py target/release/stringent DIALECT PAIRS PATTERNS.json...

DIALECT is `ecma` or `python`, the files are lists of strings. Besides the patterns themselves, some are made of two by
look-around, alternatives and repetition, or lose or double a character. Words of a pattern are drawn by the program, of each one
a letter is changed, and some are drawn from the pattern's own letters. Each pattern is searched for or matched from end to end.
Every difference is printed; the exit code is 1 if there is one that is not explained below.
"""

import json
import random
import sys
import unicodedata
from collections import Counter

from common import Judge, Worker, table

WORDS = 20
# How words are written as patterns, and how a pattern is made of two.
LITERALS = {"ecma": ("^", r"\u{%X}", "$"), "python": (r"\A", r"\U%08X", r"\Z")}
SHAPES = ["(?={0}){1}", "(?!{0}){1}", "(?:{0})|{1}", "(?:{0}){{2}}", "(?:{0})?{1}", "{0}[^]*{1}", "{1}(?<!{0})", "(?:{0})*?{1}"]
# Errors of patterns that the engine reads.
EXPLAINED = ["back-reference", "code units", "too large", "the alphabet"]


def pattern_of(word, dialect):
    start, letter, end = LITERALS[dialect]
    return start + "".join(letter % ord(c) for c in word) + end


def variant(patterns, rng):
    """A pattern that nobody has written."""
    text = rng.choice(patterns)
    if rng.random() < 0.6:
        return rng.choice(SHAPES).format(text, rng.choice(patterns))
    at = rng.randrange(len(text)) if text else 0
    return text[:at] + rng.choice(["", 2 * text[at : at + 1], rng.choice("()[]{}?*+|\\^$.-a0,")]) + text[at + 1 :]


def changed(word, letters, rng):
    """The word with a letter more, less or another."""
    at = rng.randint(0, len(word))
    return word[:at] + rng.choice(["", rng.choice(letters)]) + word[at + rng.randint(0, 1) :]


def words_of(members, pattern, rng):
    letters = list(pattern) + list("aAzZ09 _-./\n\r\té\u2028ſ漢")
    words = [*members, *(changed(word, letters, rng) for word in members), ""]
    while len(words) < WORDS:
        words.append("".join(rng.choices(letters, k=rng.randint(1, 8))))
    return words


class Comparison:
    """What came of it."""

    def __init__(self, program, dialect):
        self.ours = Worker(program, "regex", "--jsonl", "--dialect", dialect, "--timeout", "5000")
        self.judge, self.dialect, self.counts = Judge(dialect), dialect, Counter()

    def differ(self, *what):
        self.counts["different"] += 1
        print("different:", *map(repr, what), file=sys.stderr)

    def pattern(self, pattern, search, seed, rng):
        """Compares one pattern; the number of pairs."""
        self.counts["patterns"] += 1
        sample = self.ours.ask(question="sample", patterns=[pattern], search=search, n=6, seed=seed)
        words = words_of(sample.get("words", []), pattern, rng)
        theirs = self.judge.read(pattern, words, search)
        if "offset" in sample:
            return self.refused(pattern, sample["error"], theirs)
        if theirs is None:
            self.differ(pattern, "is no pattern to the engine")
            return 0
        for word, verdict in zip(words, theirs["verdicts"]):
            # Node without the flag `u` sees two halves of a character, and with it looks for `\B` between them.
            halves = max(word, default="") > "\uffff" and (not theirs["unicode"] or "\\B" in pattern)
            self.word(pattern, word, None if halves else verdict, search)
        return len(words)

    def refused(self, pattern, error, theirs):
        explained = next((what for what in EXPLAINED if what in error), None)
        if theirs is None or explained:
            self.counts["refused by both" if theirs is None else f"refused here: {explained}"] += 1
        else:
            self.differ(pattern, error)
        return 0

    def word(self, pattern, word, verdict, search):
        if self.dialect == "python" and any(unicodedata.category(c) == "Cn" for c in word):
            self.counts["not compared: newer than Python's Unicode"] += 1
            return
        literal = pattern_of(word, self.dialect)
        answer = self.ours.ask(question="included", patterns=[literal, pattern], search=search)
        if verdict is None or "error" in answer:
            self.counts["not answered by the engine" if verdict is None else "not answered here"] += 1
            return
        self.counts["pairs"] += 1
        self.counts["matches"] += verdict
        if answer["answer"] is not verdict:
            self.differ(pattern, word, "search" if search else "whole", f"{verdict} to the engine")


def main(program, dialect, pairs, *files):
    patterns = []
    for file in files:
        with open(file) as stream:
            patterns += json.load(stream)
    rng, comparison, asked, n = random.Random(1), Comparison(program, dialect), 0, 0
    while asked < int(pairs):
        pattern = patterns[n // 2] if n < 2 * len(patterns) else variant(patterns, rng)
        asked += comparison.pattern(pattern, n % 2 == 0, n, rng)
        n += 1
    print(table(["", dialect], [[what, count] for what, count in comparison.counts.items()]))
    sys.exit(comparison.counts["different"] > 0)


main(*sys.argv[1:])
