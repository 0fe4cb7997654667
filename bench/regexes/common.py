"""What both measurements use: the program as a worker, and Node as the judge of words."""

import json
import statistics
import subprocess
from pathlib import Path

ENGINE = Path(__file__).parents[2] / "crates/patterns/tests/engines/node.js"


class Worker:
    """A process that answers a line of JSON by a line of JSON."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **query):
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Judge:
    """Node's engine, which knows what a pattern of ECMAScript matches."""

    def __init__(self):
        self.worker = Worker("node", str(ENGINE))

    def verdict(self, pattern, word, search):
        """Whether the word matches; None if the pattern is none."""
        answer = self.worker.ask(pattern=pattern, words=[word], ignore_case=False)
        return answer and answer["answers"][0][1 if search else 0]


def milliseconds(seconds):
    """Mean, median, the last percent and the greatest of some times, as cells of a table."""
    times = sorted(1000 * t for t in seconds)
    if not times:
        return ["-"] * 4
    last = times[min(len(times) - 1, len(times) * 99 // 100)]
    return [f"{t:.2f}" for t in (statistics.fmean(times), statistics.median(times), last, times[-1])]


def table(head, rows):
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
