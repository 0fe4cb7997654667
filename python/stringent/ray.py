"""Many questions on many machines: a pool of Ray actors, each with a worker of the program (`stringent solve --jsonl`) that stays warm.

Ray starts and places the actors; what is asked and answered is kept here, by the one who asks. A batch of questions belongs to one actor
until its answers are taken, once; if the actor or its node dies first, its questions are asked again, in smaller batches, so that a question that
brings down whoever is asked is alone soon, and answered `crashed` after a few trials. Ray's own retries are switched off: they would ask a whole batch
again, with that question in it. Within an actor the program may die as well (out of memory, say); it is started again for the next question.

Batches grow until one takes about `BATCH_SECONDS`: small questions travel together, and long ones do not wait for each other.

>>> from stringent.ray import Pool                                                        # doctest: +SKIP
>>> with Pool(options={"timeout": 1000}) as pool:                                         # doctest: +SKIP
...     for answer in pool.solve(scripts, progress=True):
...         print(answer["verdict"], answer.get("model"))

Ray is not among the requirements of the package: `pip install stringent[ray]`. The nodes need the package, too.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TextIO, Union as Either

from .worker import Answer, Question, Worker, failure, line_of

try:
    import ray
    from ray.exceptions import RayError, RayTaskError
except ImportError as missing:
    raise ImportError("stringent.ray needs Ray: pip install ray") from missing

BATCH_SECONDS = 0.5
LARGEST_BATCH = 256
# What a lost batch is asked again in.
PARTS = 8
# A worker that is silent for so much longer than its time limit hangs.
GRACE_SECONDS = 10.0
# So many actors that die one after the other without an answer mean that none can live.
FRUITLESS_ACTORS = 10


class _Actor:
    """What Ray runs on a node: answers batches, and tells its process numbers."""

    def __init__(self, *arguments: Any) -> None:
        self._worker = Worker(*arguments)

    def answer(self, lines: list[bytes]) -> tuple[list[bytes], float, Processes]:
        """The answers in order, and the seconds that they took."""
        start = time.monotonic()
        answers = self._worker.answers(lines)
        return answers, time.monotonic() - start, (os.getpid(), self._worker.pid)


Processes = tuple[int, Either[int, None]]
"""The numbers of an actor's process and of its program's, which runs if there is one."""


@dataclass
class _Asked:
    """A question: its place among all, its line, and how many actors died with it alone."""

    index: int
    line: bytes
    deaths: int = 0


@dataclass(eq=False)
class _Member:
    """An actor of the pool: what it has been asked, in order, and its processes once it has answered."""

    actor: Any
    asked: deque[Any] = field(default_factory=deque)
    processes: Processes | None = None
    is_dead: bool = False


@dataclass
class _Batch:
    """Questions that an actor has."""

    member: _Member
    asked: list[_Asked]


class Pool:
    """Warm workers, one for each CPU of the cluster unless it is said how many.

    `options` are those of the program; `timeout` is that of each question, in milliseconds, and a minute if it is not given, as it also ends a
    program whose actor is gone. `trials` is how often a question is asked that brings down whoever is asked. `program` is the command on the nodes, if it
    is not the one that the package carries.
    """

    def __init__(
        self, workers: int | None = None, options: dict[str, Any] | None = None, trials: int = 3, program: list[str] | None = None
    ) -> None:
        if not ray.is_initialized():
            ray.init(log_to_driver=False)
        own = {name: str(value) for name, value in (options or {}).items()}
        own.setdefault("timeout", "60000")
        seconds = int(own["timeout"]) / 1000 + GRACE_SECONDS
        self._new_actor = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Actor)
        self._arguments, self._trials = (program, own, seconds, trials), trials
        self._members = [self._member() for _ in range(workers or _cpus())]
        self._running: dict[Any, _Batch] = {}
        self._waiting: deque[list[_Asked]] = deque()
        self._fruitless = 0
        self._pace = _Pace()

    def _member(self) -> _Member:
        return _Member(self._new_actor.remote(*self._arguments))

    def processes(self) -> list[Processes]:
        """Those of the actors that have answered, on whatever nodes they are."""
        return [member.processes for member in self._members if member.processes is not None]

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the workers."""
        for member in self._members:
            ray.kill(member.actor)
        self._members, self._running = [], {}

    def solve(self, questions: Iterable[Question], progress: bool = False) -> Iterator[Answer]:
        """The answers in the order of the questions, each as soon as it and those before it are there."""
        early: dict[int, Answer] = {}
        due = 0
        for index, answer in self.as_completed(questions, progress):
            early[index] = answer
            while due in early:
                yield early.pop(due)
                due += 1

    def as_completed(self, questions: Iterable[Question], progress: bool = False) -> Iterator[tuple[int, Answer]]:
        """The answers as they come, each with the place of its question, from 0. Questions are drawn as workers get idle."""
        if self._running:
            raise RuntimeError("the pool is busy with other questions")
        total = len(questions) if isinstance(questions, Sized) else None
        shown = _Progress(total, sys.stderr if progress else None)
        source = (_Asked(index, line_of(question)) for index, question in enumerate(questions))
        try:
            while self._hand_out(source):
                for index, answer in self._take():
                    shown.count(answer["verdict"])
                    yield index, answer
        finally:
            self._abandon()
            shown.end()

    def _hand_out(self, source: Iterator[_Asked]) -> bool:
        """Gives each worker a batch, and a second one to go on with if they are short; false if there is nothing left to wait for."""
        while True:
            member = min(self._members, key=lambda member: len(member.asked))
            asked = self._next(source) if len(member.asked) < self._pace.depth else []
            if not asked:
                return bool(self._running)
            done = member.actor.answer.remote([question.line for question in asked])
            member.asked.append(done)
            self._running[done] = _Batch(member, asked)

    def _next(self, source: Iterator[_Asked]) -> list[_Asked]:
        """First what was with an actor that died."""
        if self._waiting:
            return self._waiting.popleft()
        return list(islice(source, self._pace.size))

    def _take(self) -> Iterator[tuple[int, Answer]]:
        """Waits for a batch, and takes its answers or has its questions asked again."""
        [done], _ = ray.wait(list(self._running), num_returns=1)
        batch = self._running.pop(done)
        try:
            answers, seconds, batch.member.processes = ray.get(done)
        except RayTaskError:
            raise
        except RayError as death:
            yield from self._lost(done, batch, death)
            return
        self._fruitless = 0
        batch.member.asked.remove(done)
        self._pace.note(len(answers), seconds)
        for asked, answer in zip(batch.asked, answers):
            yield asked.index, json.loads(answer)

    def _lost(self, done: Any, batch: _Batch, death: RayError) -> Iterator[tuple[int, Answer]]:
        """Replaces a worker that died, and has its questions asked again, or gives up one that was alone too often. Of its batches, the worker
        had begun only the first."""
        self._replace(batch.member, death)
        first = batch.asked[0]
        first.deaths += batch.member.asked[0] == done and len(batch.asked) == 1
        if first.deaths == self._trials:
            yield first.index, json.loads(failure(first.line, "crashed", f"the worker died: {type(death).__name__}"))
            return
        size = -(-len(batch.asked) // PARTS)
        self._waiting.extend(batch.asked[i:i + size] for i in range(0, len(batch.asked), size))

    def _replace(self, member: _Member, death: RayError | None = None) -> None:
        """Puts another worker in the place of one, unless that is done."""
        if member.is_dead:
            return
        self._fruitless += death is not None
        if death is not None and self._fruitless > FRUITLESS_ACTORS:
            raise death
        # It may live, on a node that cannot be reached.
        ray.kill(member.actor)
        member.is_dead = True
        self._members[self._members.index(member)] = self._member()

    def _abandon(self) -> None:
        """Whoever stops asking leaves batches behind: their workers are replaced."""
        for member in [member for member in self._members if member.asked]:
            self._replace(member)
        self._running.clear()
        self._waiting.clear()


def _cpus() -> int:
    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return int(resources.get("CPU", 1))


class _Pace:
    """How many questions take about as long as a batch should, by those answered last."""

    def __init__(self) -> None:
        self.size = 1

    @property
    def depth(self) -> int:
        """How many batches a worker has. What waits behind a long question could be with another worker."""
        return 2 if self.size > 1 else 1

    def note(self, answered: int, seconds: float) -> None:
        """A batch is at most twice as large as the one before."""
        fitting = int(answered * BATCH_SECONDS / max(seconds, 1e-6))
        self.size = max(1, min(fitting, 2 * answered, LARGEST_BATCH))


class _Progress:
    """A bar with the verdicts so far, drawn ten times a second at most."""

    WIDTH = 30

    def __init__(self, total: int | None, out: TextIO | None) -> None:
        self._total, self._out = total, out
        self._verdicts: Counter[str] = Counter()
        self._start = time.monotonic()
        self._drawn = 0.0

    def count(self, verdict: str | None) -> None:
        """One question more is answered."""
        self._verdicts[verdict or "none"] += 1
        if self._out is not None and time.monotonic() - self._drawn > 0.1:
            self._draw(self._out)

    def _draw(self, out: TextIO) -> None:
        self._drawn = time.monotonic()
        done = sum(self._verdicts.values())
        rate = done / max(self._drawn - self._start, 1e-6)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self._verdicts.most_common())
        out.write(f"\r{self._bar(done)} {counts}, {rate:.0f}/s \x1b[K")
        out.flush()

    def _bar(self, done: int) -> str:
        if self._total is None:
            return str(done)
        full = self.WIDTH * done // max(self._total, 1)
        return f"[{'#' * full}{'.' * (self.WIDTH - full)}] {done}/{self._total}"

    def end(self) -> None:
        """Draws the last state."""
        if self._out is not None:
            self._draw(self._out)
            self._out.write("\n")
