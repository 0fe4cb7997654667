"""The program as a worker (`stringent solve --jsonl`): a question in a line, its answer in a line.

Whatever a question does to the program, there is an answer: a program that dies is started again and asked again, and one that is silent beyond its
time limit is stopped.
"""

from __future__ import annotations

import json
import os
import subprocess
import threading
from select import select
from typing import Any, Union as Either

from .program import path

Question = Either[str, dict[str, Any]]
"""A script, or an object as the program takes it: `{"smt2": ..., "options": {...}, "id": ...}`."""
Answer = dict[str, Any]
"""An object as the program gives it: `verdict`, `model`, `reason`, `errors`, `time`."""


def line_of(question: Question) -> bytes:
    """A question as a line."""
    return json.dumps({"smt2": question} if isinstance(question, str) else question).encode()


def failure(line: bytes, verdict: str, reason: str) -> bytes:
    """The answer to a question that the program did not answer itself."""
    answer = {"id": json.loads(line).get("id"), "reason": reason, "verdict": verdict, "verdicts": [verdict]}
    return json.dumps(answer).encode()


class Worker:
    """A worker that stays, started when it is needed, and again after it died or was stopped.

    >>> worker = Worker(None, {}, seconds=10, trials=2)
    >>> [answer] = worker.answers([line_of('(declare-const x String)(assert (= x "ab"))(check-sat)')])
    >>> json.loads(answer)["model"]
    {'x': 'ab'}
    >>> worker.stop()
    """

    def __init__(self, program: list[str] | None, options: dict[str, str], seconds: float, trials: int) -> None:
        words = [f"--{name}={value}" for name, value in options.items()]
        self._command = [*(program or [path()]), "solve", "--jsonl", *words]
        self._seconds, self._trials = seconds, trials
        self._process: subprocess.Popen[bytes] | None = None
        self._feeder = threading.Thread()
        self._rest = b""

    def answers(self, lines: list[bytes]) -> list[bytes]:
        """The answers in order; `unknown` if there is none in time, and `crashed` if the program dies of a question again and again."""
        answers: list[bytes] = []
        deaths = 0
        while len(answers) < len(lines):
            before = len(answers)
            try:
                self._exchange(lines[before:], answers)
            except TimeoutError:
                answers.append(failure(lines[len(answers)], "unknown", "timeout"))
            except OSError:
                deaths = deaths + 1 if len(answers) == before else 1
                if deaths == self._trials:
                    answers.append(failure(lines[len(answers)], "crashed", "the program died"))
                    deaths = 0
        return answers

    def _exchange(self, lines: list[bytes], answers: list[bytes]) -> None:
        """All questions are written beside reading: neither waits for the other, and the program for nobody."""
        process = self._process or self._start()
        assert process.stdin is not None
        self._feeder = threading.Thread(target=_feed, args=(process.stdin.fileno(), b"\n".join(lines) + b"\n"))
        self._feeder.start()
        try:
            for _ in lines:
                answers.append(self._read_line(process))
        except OSError:
            self.stop()
            raise
        self._feeder.join()

    def _read_line(self, process: subprocess.Popen[bytes]) -> bytes:
        assert process.stdout is not None
        descriptor = process.stdout.fileno()
        while b"\n" not in self._rest:
            if not select([descriptor], [], [], self._seconds)[0]:
                raise TimeoutError
            read = os.read(descriptor, 1 << 16)
            if not read:
                raise BrokenPipeError
            self._rest += read
        line, _, self._rest = self._rest.partition(b"\n")
        return line

    def _start(self) -> subprocess.Popen[bytes]:
        self._rest = b""
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        return self._process

    @property
    def pid(self) -> int | None:
        """The number of the process, if it runs."""
        return None if self._process is None else self._process.pid

    def stop(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.kill()
            if self._feeder.ident is not None:
                self._feeder.join()
            self._process.communicate()
        self._process = None


def _feed(descriptor: int, text: bytes) -> None:
    """Writes all of it, unless nobody reads any more."""
    rest = memoryview(text)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest):]
    except BrokenPipeError:
        pass
