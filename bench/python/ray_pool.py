#!/usr/bin/env python3
"""Throughput of `stringent.ray.Pool` against bare workers (`stringent solve --jsonl`), each with every second question.

    VENV/bin/python bench/python/ray_pool.py FOLDER [QUESTIONS] [ROUNDS]

The questions are the scripts of the folder, drawn at random, with a second each. Both take turns; the ratio is that of the best rounds, as what else the machine
does only makes a round longer.
"""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

# By Ray's default its workers make room for whatever else the machine does, bare ones would not.
os.environ["RAY_worker_niceness"] = "0"

import ray

from stringent.program import path
from stringent.ray import Pool
from stringent.worker import line_of

WORKERS = 2
TIMEOUT = "1000"


def bare(scripts):
    """The verdicts of two processes that read their half from a pipe."""
    command = [path(), "solve", "--jsonl", f"--timeout={TIMEOUT}"]
    halves = ["".join(line_of(s).decode() + "\n" for s in scripts[i::WORKERS]) for i in range(WORKERS)]
    files = [Path(f"/tmp/bare-{i}.jsonl") for i in range(WORKERS)]
    for file, half in zip(files, halves):
        file.write_text(half)
    start = time.perf_counter()
    workers = [subprocess.Popen(command, stdin=file.open(), stdout=subprocess.PIPE, text=True) for file in files]
    verdicts = [json.loads(line)["verdict"] for worker in workers for line in worker.communicate()[0].split("\n") if line]
    return time.perf_counter() - start, verdicts


def pooled(pool, scripts):
    start = time.perf_counter()
    verdicts = [answer["verdict"] for answer in pool.solve(scripts)]
    return time.perf_counter() - start, verdicts


def main(folder, count="300", rounds="10"):
    files = sorted(Path(folder).rglob("*.smt2"))
    files = random.Random(1).sample(files, min(int(count), len(files)))
    scripts = [file.read_text(errors="replace") for file in files]
    ray.init(num_cpus=WORKERS, log_to_driver=False, include_dashboard=False)
    times = {"bare": [], "pool": []}
    with Pool(WORKERS, options={"timeout": TIMEOUT}) as pool:
        list(pool.solve(scripts[:20]))
        for _ in range(int(rounds)):
            for name, run in (("bare", bare), ("pool", lambda s: pooled(pool, s))):
                seconds, verdicts = run(scripts)
                assert len(verdicts) == len(scripts)
                times[name].append(seconds)
                print(f"{name} {seconds:.2f} s, {len(scripts) / seconds:.0f} a second", flush=True)
    best = {name: min(seconds) for name, seconds in times.items()}
    print(f"ratio of throughputs {best['bare'] / best['pool']:.3f}")


main(*sys.argv[1:])
