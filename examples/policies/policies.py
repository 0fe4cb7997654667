#!/usr/bin/env python3
"""Compares IAM policies by Stringent.

    policies.py compare POLICIES A B             does A allow what B does not? With a request, or with why that is open
    policies.py all POLICIES [--out FOLDER] [--jobs N]
                                                 all pairs: counts, matrix.png, index.html, open.txt
POLICIES has a policy in JSON a line: {"name": ..., "document": ...}. Needs the package (`pip install ./python`).
"""

import argparse
import difflib
import multiprocessing
import os
import time
from collections import Counter
from pathlib import Path

from compare import INCLUDED, OPEN, Comparison
from iam import read_policies
from picture import page, png


def compare(args):
    policies = {policy.name: policy for policy in read_policies(args.policies)}
    answer = Comparison([_named(policies, name) for name in (args.a, args.b)]).compare(0, 1)
    print(answer.verdict)
    if answer.request is not None:
        request = answer.request
        print(f"action   {request.action}\nresource {request.resource!r}")
        for key, value in request.context.items():
            print(f"context  {key} = {value!r}")
        for name, value in request.opaque.items():
            print(f"{'holds' if value else 'fails':8} {name}")
    for condition in answer.conditions:
        print(f"depends on {condition}")


def _named(policies, name):
    if name not in policies:
        close = difflib.get_close_matches(name, policies, 1)
        raise SystemExit(f"there is no policy {name}" + "".join(f"; there is {other}" for other in close))
    return policies[name]


def _rows(numbers):
    """The verdicts of some rows, and the conditions that open pairs depend on. A process of its own has a copy of the comparison."""
    count = len(_comparison.sides)
    answers = [[_comparison.compare(i, j) for j in range(count)] for i in numbers]
    open_ones = [(i, j, a.conditions) for i, row in zip(numbers, answers) for j, a in enumerate(row) if a.verdict == OPEN]
    return [[a.verdict for a in row] for row in answers], open_ones


def all_pairs(comparison, jobs):
    """The verdicts for all pairs, row by row, and what open ones depend on."""
    global _comparison
    _comparison = comparison
    numbers = range(len(comparison.sides))
    parts = [numbers[i : i + 20] for i in range(0, len(numbers), 20)]
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        done = pool.map(_rows, parts, chunksize=1)
    return [row for rows, _ in done for row in rows], [pair for _, pairs in done for pair in pairs]


def equivalent(names, rows):
    """The groups of policies that include each other."""
    groups = {}
    for i, row in enumerate(rows):
        same = [j for j, verdict in enumerate(row) if verdict == INCLUDED and rows[j][i] == INCLUDED]
        groups.setdefault(same[0], same)
    return [[names[i] for i in group] for group in groups.values() if len(group) > 1]


def everything(args):
    start = time.monotonic()
    policies = read_policies(args.policies)
    names = [p.name for p in policies]
    comparison = Comparison(policies)
    print(f"{len(names)} policies, {len(comparison.classes.actions)} classes of actions, {time.monotonic() - start:.1f} s")
    rows, open_pairs = all_pairs(comparison, args.jobs)
    print(", ".join(f"{n} {verdict}" for verdict, n in Counter(v for row in rows for v in row).most_common()))
    groups = equivalent(names, rows)
    print(f"{len(groups)} groups of equivalent policies, {time.monotonic() - start:.1f} s")
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    (out / "matrix.png").write_bytes(png(rows))
    (out / "index.html").write_text(page(names, rows, groups), encoding="utf-8")
    lines = [f"{names[i]} in {names[j]}: {'; '.join(conditions)}\n" for i, j, conditions in open_pairs]
    (out / "open.txt").write_text("".join(lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Compares IAM policies.")
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("compare")
    for name in ("policies", "a", "b"):
        one.add_argument(name)
    one.set_defaults(run=compare)
    many = commands.add_parser("all")
    many.add_argument("policies")
    many.add_argument("--out", default="policies-compared")
    many.add_argument("--jobs", type=int, default=os.cpu_count())
    many.set_defaults(run=everything)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
