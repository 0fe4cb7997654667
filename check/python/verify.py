"""Checks a proof: `python3 verify.py problem.smt2 proof`. See docs/proofs.md.

With `--pairs`, each line of input has a problem and a proof, with a tabulator between them, and is answered by the verdict.
With `--commands problem.smt2`, each line of input is a command, answered by `accepted` or `refused: why`; sections need no end there.
"""

import sys
from functools import cache, lru_cache
from pathlib import Path

from stringent_verify import sequences
from stringent_verify.axioms import Axioms
from stringent_verify.problem import Problem
from stringent_verify.proof import Proof
from stringent_verify.sexpr import Malformed, commands
from stringent_verify.steps import Refused

TABLES = Path(__file__).parent.parent


def text(path):
    """The text of a file."""
    return Path(path).read_text(encoding="utf-8")


@cache
def axioms():
    """The tables, which are read once."""
    sequences.load(text(TABLES / "words.smt2"))
    return Axioms(text(TABLES / "axioms.smt2"))


@lru_cache(maxsize=1)
def read(problem):
    """A problem, which proofs do not change."""
    return Problem(problem)


def checker(problem):
    """A checker of proofs about a problem."""
    table = axioms()
    return Proof(read(text(problem)), table)


def verdict(problem, proof):
    """What is printed, and the exit code."""
    try:
        checked = checker(problem)
    except Refused as why:
        return f"refused: problem line {getattr(why, 'line', 1)}: {why}", 1
    try:
        checked.read(text(proof))
    except Malformed as why:
        return f"refused: proof line {why.line}: {why}", 1
    if checked.holes:
        return "incomplete: " + ", ".join(f"hole {name} {n}" for name, n in sorted(checked.holes.items())), 2
    return "valid", 0


def answer(checked, line):
    """What a command comes to, by itself."""
    try:
        for _, command in commands(line):
            checked.done |= command[:1] == ["check-sat"]
            checked.execute(1, command)
    except Refused as why:
        return f"refused: {why}"
    return "accepted"


def main(args):
    """The program."""
    if args == ["--pairs"]:
        for line in sys.stdin:
            print(verdict(*line.rstrip("\n").split("\t"))[0], flush=True)
        return 0
    if len(args) != 2:
        print(__doc__, file=sys.stderr)
        return 3
    try:
        if args[0] == "--commands":
            checked = checker(args[1])
            for line in sys.stdin:
                print(answer(checked, line), flush=True)
            return 0
        said, code = verdict(*args)
    except (OSError, UnicodeDecodeError) as why:
        print(why, file=sys.stderr)
        return 3
    print(said)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
