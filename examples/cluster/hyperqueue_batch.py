#!/usr/bin/env python3
"""Solves a folder in shards by HyperQueue (`pip install hyperqueue`), each into a table of its own, and joins the tables.

    hyperqueue_batch.py PROGRAM FOLDER SHARDS

Here server and worker are on this machine. On a cluster, start workers on its nodes by `hq worker start` or `hq alloc add slurm`, and
connect a `Client()` instead. A shard that is started again goes on where its table ends.
"""

import csv
import sys
import tempfile
from pathlib import Path

from hyperqueue import Job, LocalCluster


def main(program, folder, shards):
    program, folder, work = Path(program).resolve(), Path(folder).resolve(), Path(tempfile.mkdtemp())
    job, parts = Job(), []
    for i in range(1, int(shards) + 1):
        parts.append(work / f"part-{i}.csv")
        batch = [program, "batch", folder, "--jobs", 1, "--time", 10, "--shard", f"{i}/{shards}", "--out", parts[-1]]
        # The exit code is 1 where an answer contradicts a status or an assertion was refused, which the table says as well.
        job.program(["sh", "-c", '"$@"; test $? -le 1', "shard", *map(str, batch)], cwd=work)
    with LocalCluster() as cluster:
        cluster.start_worker()
        client = cluster.client()
        client.wait_for_jobs([client.submit(job)])
    rows = sorted(row for part in parts for row in list(csv.reader(part.open()))[1:])
    with open("results.csv", "w", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(rows)
    print(f"{len(rows)} files in {shards} shards: results.csv")


main(*sys.argv[1:])
