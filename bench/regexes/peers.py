#!/usr/bin/env python3
r"""Asks `interegular` and `greenery` the same questions about a file of patterns.

    VENV/bin/python bench/regexes/peers.py target/release/stringent PATTERNS.json [HOW_MANY_IN_PAIRS] [SECONDS]

VENV has both packages installed. They match from end to end and know no search, so each pattern is rewritten first, in
the same way for all: `^` at the start and `$` at the end are taken off, where one is missing, anything may stand there, and `\/` becomes
`/`. Each library works in a process of its own, which is ended after so many seconds (10) for one question. Where answers differ, the
word that makes the difference is put to Node's engine. Below the table stands why a library did not answer; and all of them are
asked questions with known answers first, so that what we do wrong does not pass for a fault of theirs. (The package `regexsolver` is a
client of a service on the network; `bench/python/regexes.py` asks the library in Rust that is behind it.)
"""

import json
import multiprocessing
import re
import sys
import time
from collections import Counter

from common import Judge, Worker, milliseconds, table

# All of them read this, and mean the same by it.
ANYTHING = "(a|[^a])*"
# Stands for the characters that a pattern does not name.
OTHER = "\ufffc"
# Questions, and the shortest words for them.
KNOWN = [(("witness", "a+b"), "ab"), (("witness", ANYTHING + "(x)"), "x"), (("difference", "a+", "a{1,3}"), "aaaa")]


def whole(pattern):
    """The pattern to be matched from end to end; None if its anchors are not only at its ends."""
    depth, brackets, escaped = 0, False, False
    for c in pattern:
        if escaped or c == "\\":
            escaped = not escaped
        elif brackets:
            brackets = c != "]"
        elif c == "[":
            brackets = True
        else:
            depth += (c == "(") - (c == ")")
            if c == "|" and depth == 0 and "^" + "$" in pattern[:1] + pattern[-1:]:
                return None
    start, end = pattern.startswith("^"), pattern.endswith("$") and not pattern.endswith("\\$")
    body = pattern[start : len(pattern) - end].replace(r"\\", "\0").replace(r"\/", "/").replace("\0", r"\\")
    return "".join(["" if start else ANYTHING, "(", body, ")", "" if end else ANYTHING])


class Interegular:
    """Python's notation; patterns become minimal automata."""

    def parse(self, pattern):
        import interegular

        return interegular.parse_pattern(pattern).to_fsm()

    def witness(self, a):
        return next(a.strings(max_iterations=None), None) if not a.empty() else None

    def difference(self, a, b):
        return self.witness(a.difference(b))

    def included(self, a, b):
        return a.issubset(b)

    def text(self, word):
        return None if word is None else "".join(c if isinstance(c, str) else OTHER for c in word)


class Greenery:
    """A notation of its own, near to Perl's; patterns become minimal automata."""

    def parse(self, pattern):
        import greenery

        return greenery.parse(pattern).to_fsm()

    def witness(self, a):
        return None if a.empty() else next(a.strings([OTHER]))

    def difference(self, a, b):
        return self.witness(a.difference(b))

    def included(self, a, b):
        return a.issubset(b)

    def text(self, word):
        return word


PEERS = {"interegular": Interegular, "greenery": Greenery}


def serve(library, pipe):
    """Answers questions until the pipe is closed. Automata of patterns are not kept: neither are ours."""
    while True:
        question, patterns = pipe.recv()
        start = time.perf_counter()
        try:
            automata = [library.parse(p) for p in patterns]
            answer = getattr(library, question)(*automata)
            answer = answer if isinstance(answer, bool) else library.text(answer)
            pipe.send(("answer", answer, time.perf_counter() - start))
        except Exception as error:  # Whatever the library does not read.
            pipe.send(("error", type(error).__name__, time.perf_counter() - start))


class Peer:
    """A library in a process of its own."""

    def __init__(self, name, library, seconds):
        self.name, self.library, self.seconds = name, library, seconds
        self.start()

    def start(self):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=serve, args=(self.library, other), daemon=True)
        self.process.start()

    def ask(self, question, *patterns):
        self.pipe.send((question, patterns))
        if self.pipe.poll(self.seconds):
            return self.pipe.recv()
        self.process.kill()
        self.process.join()
        self.start()
        return ("error", "timeout", self.seconds)


# Classes of ASCII, which only Unicode's are for some, and a dot that is no end of a line, outside and inside of brackets.
CLASSES = {"d": "0-9", "w": "0-9A-Za-z_", "s": r" \t\n\r\f\v"}


def spelled(pattern):
    """The pattern with `.`, `\\d`, `\\w`, `\\s` and their complements spelled out; the latter stay within brackets."""
    written, brackets, tokens = [], False, re.findall(r"\\.|.", pattern, re.DOTALL)
    for token in tokens:
        name = token[1:]
        if name.lower() in CLASSES and not (brackets and name.isupper()):
            inside = CLASSES[name.lower()]
            token = inside if brackets else f"[^{inside}]" if name.isupper() else f"[{inside}]"
        elif token == "." and not brackets:
            token = r"[^\n]"
        elif not name:
            brackets = token == "[" if not brackets else token != "]"
        written.append(token)
    return "".join(written)


class RegexSolver:
    """The library in Rust, by a program built from the folder `regexsolver`, which limits its time by itself."""

    name = "regexsolver"

    def __init__(self, program):
        self.worker = Worker(program)

    def ask(self, question, *patterns):
        return tuple(self.worker.ask(question=question, patterns=[spelled(p) for p in patterns]))


class Ours:
    """The program, asked in the same way."""

    name = "stringent"

    def __init__(self, program):
        self.worker = Worker(program, "regex", "--jsonl", "--dialect", "ecma")

    def ask(self, question, *patterns):
        start = time.perf_counter()
        answer = self.worker.ask(question=question, patterns=patterns)
        seconds = time.perf_counter() - start
        if "error" in answer:
            return ("error", answer["error"], seconds)
        return ("answer", answer.get("word"), seconds)


def main(program, file, first=60, seconds=10):
    with open(file) as stream:
        patterns = [p for p in map(whole, json.load(stream)) if p is not None]
    judge = Judge()
    solvers = [Ours(program), *(Peer(name, peer(), float(seconds)) for name, peer in PEERS.items())]
    for solver in solvers:
        for question, word in KNOWN:
            answer = solver.ask(*question)
            if answer[:2] != ("answer", word):
                sys.exit(f"{solver.name}: {question}: {answer} instead of {word!r}")
    some = patterns[: int(first)]
    questions = [("witness", p) for p in patterns]
    questions += [("difference", a, b) for a in some for b in some if a != b]
    read, times, differences, unread = Counter(), {s.name: [] for s in solvers}, Counter(), Counter()
    both = {s.name: ([], []) for s in solvers}
    for n, question in enumerate(questions):
        answers = {s.name: s.ask(*question) for s in solvers}
        for name, (kind, what, took) in answers.items():
            read[name, question[0]] += kind == "answer"
            unread[name, question[0], what] += kind == "error"
            if kind == "answer":
                times[name].append(took)
            mine = answers["stringent"]
            if kind == mine[0] == "answer":
                both[name][0].append(took)
                both[name][1].append(mine[2])
                reason = compare(judge, question, mine[1], answers[name][1])
                if reason:
                    differences[name, reason] += 1
                    print(f"{name}: {reason}: {question} {mine[1]!r} {answers[name][1]!r}", file=sys.stderr)
        if n % 500 == 0:
            print(f"{n} of {len(questions)}", file=sys.stderr)
    head = ["", "witnesses answered", "differences answered", "mean ms", "median", "99 %", "max", "ours on the same: median"]
    asked = Counter(q[0] for q in questions)
    rows = []
    for s in solvers:
        counts = [f"{read[s.name, kind]} of {asked[kind]}" for kind in ("witness", "difference")]
        rows.append([s.name, *counts, *milliseconds(times[s.name]), milliseconds(both[s.name][1])[1]])
    print(table(head, rows))
    for (name, reason), n in differences.items():
        print(f"{name}: {n} times: {reason}")
    for (name, question, reason), n in unread.items():
        if n:
            print(f"{name}: {n} times no {question}: {reason}")


def compare(judge, question, mine, theirs):
    """Why two answers differ; None if they do not, or if both words are right."""
    if (mine is None) == (theirs is None):
        return None
    word = theirs if mine is None else mine
    side = "a word that only they have" if mine is None else "a word that only we have"
    verdicts = [judge.verdict(p, word, False) for p in question[1:]]
    right = verdicts == ([True] if question[0] == "witness" else [True, False])
    return f"{side}; Node {'confirms it' if right else 'says that it is none'}"


if __name__ == "__main__":
    main(*sys.argv[1:])
