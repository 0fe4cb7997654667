"""What the measurements use: the program as a worker, and engines as judges of words."""

import json
import statistics
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
ENGINES = {"ecma": ["node", str(HERE / "judge.js")], "python": ["python3", str(HERE / "judge.py")]}


class Worker:
    """A process that answers a line of JSON by a line of JSON."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **query):
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


class Judge:
    """An engine, which knows what a pattern of its dialect matches: Node's or Python's."""

    def __init__(self, dialect="ecma"):
        self.worker = Worker(*ENGINES[dialect])

    def read(self, pattern, words, search):
        """Whether each word matches (`verdicts`; None if that takes too long), and `unicode`: whether the engine sees
        characters, not halves of them. None if the pattern is none."""
        return self.worker.ask(pattern=pattern, words=words, search=search)

    def verdict(self, pattern, word, search):
        """Whether the word matches."""
        return self.read(pattern, [word], search)["verdicts"][0]


def milliseconds(seconds):
    """Mean, median, the last percent and the greatest of some times, as cells of a table."""
    times = sorted(1000 * t for t in seconds)
    if not times:
        return ["-"] * 4
    last = times[min(len(times) - 1, len(times) * 99 // 100)]
    return [f"{t:.3f}" for t in (statistics.fmean(times), statistics.median(times), last, times[-1])]


def table(head, rows):
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
