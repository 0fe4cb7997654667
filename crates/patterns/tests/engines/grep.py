"""Answers for `grep -E`, which reads POSIX's extended regexes. Lines in and out are those of `python.py`.

Words are lines to grep, so they have no line feed. What grep takes for a mistake is no pattern.
"""

import json
import os
import subprocess
import sys


def matching(query, *options):
    """The numbers of the words in which grep finds a match; None if the pattern is none."""
    case = ["-i"] if query["ignore_case"] else []
    command = ["grep", "-E", "-a", "-n", *case, *options, "-e", query["pattern"]]
    text = "".join(word + "\n" for word in query["words"])
    environment = {**os.environ, "LC_ALL": "C"}
    run = subprocess.run(command, input=text.encode(), capture_output=True, env=environment)
    if run.returncode > 1:
        return None
    return {int(line.split(b":")[0]) for line in run.stdout.split(b"\n") if line}


for line in sys.stdin:
    query = json.loads(line)
    whole, search = matching(query, "-x"), matching(query)
    answer = None
    if whole is not None and search is not None:
        numbers = range(1, len(query["words"]) + 1)
        answer = {"unicode": True, "answers": [[n in whole, n in search] for n in numbers]}
    print(json.dumps(answer), flush=True)
