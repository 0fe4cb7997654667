"""The pool of Ray actors: order, streams, and what becomes of questions whose workers or nodes die."""

import importlib.util
import os
import random
import signal
import sys
import threading
import time
import unittest
from contextlib import redirect_stderr, suppress
from io import StringIO
from itertools import count, islice, takewhile

HAS_RAY = importlib.util.find_spec("ray") is not None
# For which a worker is killed each second.
SECONDS = 60

# A program that kills itself or its actor, hangs, or answers.
STUB = """
import json, os, sys, time
for line in sys.stdin:
    word = json.loads(line)["smt2"]
    if word == "die": os._exit(1)
    if word == "kill": os.kill(os.getppid(), 9)
    if word == "hang": time.sleep(100)
    print(json.dumps({"verdict": "sat", "model": {"x": word}}), flush=True)
"""


def script(i):
    """A script whose only model says which one it is, so that no answer passes for another."""
    return f'(declare-const x String)(assert (and (str.prefixof "q" x) (= (str.substr x 1 9) "{i}")))(check-sat)'


def setUpModule():
    if not HAS_RAY:
        raise unittest.SkipTest("Ray is not installed: pip install ray")
    import ray

    # Pages have snippets that start it.
    ray.shutdown()
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)


def tearDownModule():
    import ray

    ray.shutdown()


class Pools(unittest.TestCase):
    def pool(self, workers=2, **keys):
        from stringent.ray import Pool

        pool = Pool(workers, **keys)
        self.addCleanup(pool.close)
        return pool

    def stub(self, workers=2, **keys):
        return self.pool(workers, program=[sys.executable, "-c", STUB], **keys)

    def test_order(self):
        answers = list(self.pool().solve(map(script, range(500))))
        self.assertEqual([answer["model"]["x"] for answer in answers], [f"q{i}" for i in range(500)])

    def test_questions_are_drawn_as_answers_are_taken(self):
        pool = self.pool()
        self.assertEqual([a["model"]["x"] for a in islice(pool.solve(map(script, count())), 5)], [f"q{i}" for i in range(5)])
        self.assertEqual([a["verdict"] for a in pool.solve(["(assert false)(check-sat)"])], ["unsat"])

    def test_objects_keep_their_names_and_options(self):
        questions = [{"id": "a", "smt2": "(check-sat)", "options": {"rlimit": 10}}, {"id": [1], "smt2": "(assert x)(check-sat)"}]
        answers = list(self.pool().solve(questions))
        self.assertEqual([(a["id"], a["verdict"]) for a in answers], [("a", "sat"), ([1], "error")])

    def test_progress(self):
        with redirect_stderr(StringIO()) as err:
            list(self.pool().solve([script(i) for i in range(20)], progress=True))
        self.assertIn(f"[{'#' * 30}] 20/20 20 sat", err.getvalue().rsplit("\r", 1)[1])

    def test_programs_that_die_are_started_again(self):
        words = ["a", "die", "b", "die", "c"]
        answers = list(self.stub(1).solve(words))
        self.assertEqual([a["verdict"] for a in answers], ["sat", "crashed", "sat", "crashed", "sat"])

    def test_programs_that_hang_are_stopped(self):
        import stringent.ray

        grace, stringent.ray.GRACE_SECONDS = stringent.ray.GRACE_SECONDS, 0.5
        self.addCleanup(setattr, stringent.ray, "GRACE_SECONDS", grace)
        [hung, other] = self.stub(options={"timeout": 100}).solve(["hang", "a"])
        self.assertEqual((hung["verdict"], hung["reason"], other["verdict"]), ("unknown", "timeout", "sat"))

    def test_a_question_that_kills_actors_is_found(self):
        words = [f"w{i}" for i in range(60)] + ["kill"] + [f"w{i}" for i in range(60, 90)]
        answers = list(self.stub(trials=2).solve(words))
        self.assertEqual([a["model"]["x"] if a["verdict"] == "sat" else a["verdict"] for a in answers],
                         [word if word != "kill" else "crashed" for word in words])

    def test_a_program_that_is_not_there_is_an_answer(self):
        [answer] = self.pool(1, program=["/no/such/program"]).solve(["(check-sat)"])
        self.assertEqual(answer["verdict"], "crashed")


class Killer(threading.Thread):
    """Kills an actor or a program of a pool each second, in turns."""

    def __init__(self, pool):
        super().__init__(daemon=True)
        self.pool, self.killed, self.ended, self.draw = pool, 0, threading.Event(), random.Random(1)

    def run(self):
        while not self.ended.wait(1):
            victims = [pid for processes in self.pool.processes() for pid in [processes[self.killed % 2]] if pid]
            if victims:
                # It may have ended with its actor.
                with suppress(ProcessLookupError):
                    os.kill(self.draw.choice(victims), signal.SIGKILL)
                    self.killed += 1


class Deaths(unittest.TestCase):
    def assert_once_each(self, answered):
        """Every question from 0 on is answered, once, and by its own answer."""
        self.assertEqual(sorted(index for index, _ in answered), list(range(len(answered))))
        for index, answer in answered:
            self.assertEqual((answer["verdict"], answer["model"]["x"]), ("sat", f"q{index}"))

    def test_a_worker_is_killed_each_second(self):
        from stringent.ray import Pool

        with Pool(2) as pool:
            killer, start = Killer(pool), time.monotonic()
            asked = takewhile(lambda _: time.monotonic() - start < SECONDS, map(script, count()))
            killer.start()
            answered = list(pool.as_completed(asked))
            killer.ended.set()
        print(f"killed {killer.killed} workers in {SECONDS} s, {len(answered)} questions answered", file=sys.stderr)
        self.assertGreater(killer.killed, SECONDS / 2)
        self.assert_once_each(answered)


class Nodes(unittest.TestCase):
    """A cluster of two nodes on this machine, of which one goes away."""

    def test_a_node_dies(self):
        import ray
        from ray.cluster_utils import Cluster

        from stringent.ray import Pool

        ray.shutdown()
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        other = cluster.add_node(num_cpus=1)
        ray.init(address=cluster.address, log_to_driver=False)
        try:
            with Pool(2) as pool:
                answered = []
                for answer in pool.as_completed(map(script, range(20_000))):
                    answered.append(answer)
                    if len(answered) == 5_000:
                        cluster.remove_node(other)
                    if len(answered) == 10_000:
                        cluster.add_node(num_cpus=1)
            self.assertEqual(len(answered), 20_000)
            Deaths.assert_once_each(self, answered)
        finally:
            ray.shutdown()
            cluster.shutdown()
            ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)


if __name__ == "__main__":
    unittest.main()
