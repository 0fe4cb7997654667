"""The worker of the program: what becomes of questions that end it, and large ones."""

import json
import sys
import unittest

from stringent.worker import Worker, line_of

# A program that answers, dies, dies once, or hangs.
STUB = """
import json, os, sys, time
for line in sys.stdin:
    word = json.loads(line)["smt2"]
    if word == "die": os._exit(1)
    if word.startswith("/") and not os.path.exists(word):
        open(word, "w").close()
        os._exit(1)
    if word == "hang": time.sleep(100)
    print(json.dumps({"verdict": "sat", "word": word}), flush=True)
"""


class Workers(unittest.TestCase):
    def answers(self, words, seconds=20.0, program=(sys.executable, "-c", STUB)):
        worker = Worker(program and list(program), {}, seconds, trials=2)
        self.addCleanup(worker.stop)
        return [json.loads(answer) for answer in worker.answers([line_of(word) for word in words])]

    def test_deaths(self):
        answers = self.answers(["a", "die", "die", "b", "die"])
        self.assertEqual([a["verdict"] for a in answers], ["sat", "crashed", "crashed", "sat", "crashed"])

    def test_a_death_may_be_no_fault_of_the_question(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            words = ["a", f"{folder}/1", "b", f"{folder}/2"]
            self.assertEqual([a["word"] for a in self.answers(words)], words)

    def test_silence(self):
        answers = self.answers([{"id": 5, "smt2": "hang"}, "a"], seconds=1.0)
        self.assertEqual([(a.get("id"), a["verdict"]) for a in answers], [(5, "unknown"), (None, "sat")])

    def test_more_than_pipes_hold(self):
        words = [str(i) * 100_000 for i in range(10)]
        self.assertEqual([a["word"] for a in self.answers(words)], words)

    def test_nothing_to_run(self):
        self.assertEqual([a["verdict"] for a in self.answers(["a"], program=["/no/such/program"])], ["crashed"])

    def test_the_program_itself(self):
        scripts = [f"(declare-const n Int)(assert (= n {i}))(check-sat)" for i in range(100)]
        self.assertEqual([a["model"]["n"] for a in self.answers(scripts, program=None)], list(range(100)))


if __name__ == "__main__":
    unittest.main()
