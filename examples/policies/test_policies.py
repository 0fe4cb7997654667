"""The comparison of policies, on a few that show what it has to tell apart."""

import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from actions import Classes  # noqa: E402
from compare import ESCAPES, INCLUDED, OPEN, Comparison  # noqa: E402
from iam import Request, allows, matches, read_policies  # noqa: E402
from picture import png  # noqa: E402
from policies import all_pairs, equivalent  # noqa: E402

POLICIES = read_policies(HERE / "sample.jsonl")
NAMES = [p.name for p in POLICIES]
COMPARISON = Comparison(POLICIES)


def compare(a, b):
    return COMPARISON.compare(NAMES.index(a), NAMES.index(b))


class Pairs(unittest.TestCase):
    def test_verdicts(self):
        for a, b, verdict in [
            ("BucketReader", "Reader", INCLUDED),
            ("Reader", "BucketReader", ESCAPES),
            ("BucketReader", "BucketReaderTwice", INCLUDED),
            ("BucketReaderTwice", "BucketReader", INCLUDED),
            ("Reader", "ReaderButSecrets", ESCAPES),
            ("ReaderButSecrets", "Reader", INCLUDED),
            ("BucketReader", "ReaderButSecrets", ESCAPES),
            ("Reader", "Everything", INCLUDED),
            ("Everything", "EverythingBut", ESCAPES),
            ("Reader", "EverythingBut", INCLUDED),
            ("Owner", "AnyOwner", INCLUDED),
            ("AnyOwner", "Owner", ESCAPES),
            ("Own", "Home", INCLUDED),
            ("Home", "Own", ESCAPES),
            ("Tagged", "TaggedToo", INCLUDED),
            ("TaggedToo", "Tagged", ESCAPES),
            ("Tagged", "TaggedOtherwise", OPEN),
        ]:
            with self.subTest(f"{a} in {b}"):
                self.assertEqual(compare(a, b).verdict, verdict)

    def test_requests_are_allowed_by_one_and_not_by_the_other(self):
        checked = 0
        for a in POLICIES:
            for b in POLICIES:
                answer = compare(a.name, b.name)
                if answer.verdict == ESCAPES:
                    request = answer.request
                    for policy in (a, b):
                        for statement in policy.statements:
                            for condition in statement.piece.conditions:
                                request.opaque.setdefault(str(condition), False)
                            for pattern in statement.piece.resources:
                                request.opaque.setdefault(f"Resource {pattern}", False)
                    self.assertEqual((allows(a, request), allows(b, request)), (True, False), f"{a.name} in {b.name}")
                    checked += 1
        self.assertGreater(checked, 50)

    def test_conditions_are_named(self):
        named = ("ForAllValues:StringEquals aws:tagkeys [a]", "ForAnyValue:StringEquals aws:tagkeys [a, b]")
        self.assertEqual(compare("Tagged", "TaggedOtherwise").conditions, named)

    def test_all_pairs(self):
        rows, open_pairs = all_pairs(COMPARISON, 2)
        self.assertEqual(rows[0][1], compare(NAMES[0], NAMES[1]).verdict)
        self.assertEqual(len(open_pairs), sum(row.count(OPEN) for row in rows))
        self.assertEqual(equivalent(NAMES, rows), [["BucketReader", "BucketReaderTwice"]])
        self.assertEqual(png(rows)[:8], b"\x89PNG\r\n\x1a\n")


class Parts(unittest.TestCase):
    def test_classes_are_those_of_the_patterns(self):
        patterns = ["*", "a:b*", "a:*c", "a:bc", "a:x", "d:?"]
        classes = Classes(patterns)
        sets = [tuple(matches(p, action) for p in patterns) for action in classes.actions]
        self.assertEqual(len(sets), len(set(sets)))
        for action in ["a:b", "a:bxc", "a:c", "a:bc", "a:x", "a:y", "d:y", "d:yy", "e:f"]:
            self.assertIn(tuple(matches(p, action) for p in patterns), sets, action)
        self.assertEqual(len(sets), 7)
        self.assertTrue(all(":" in action for action in classes.actions))

    def test_patterns(self):
        for pattern, text, matched in [("a*c", "abbc", True), ("a?c", "ac", False), ("a.c", "abc", False), ("${*}", "*", True),
                                       ("${*}", "x", False), ("x/${aws:username}", "x/y", True)]:
            self.assertEqual(matches(pattern, text), matched, pattern)

    def test_missing_keys(self):
        owner, nobody = POLICIES[NAMES.index("Owner")], Request("s3:GetObject", "arn:aws:s3:::x")
        self.assertFalse(allows(owner, nobody))
        self.assertTrue(allows(owner, Request("s3:GetObject", "x", {"aws:resourcetag/owner": "bob"})))


class Page(unittest.TestCase):
    def test_the_page_shows_what_is_printed(self):
        command = [sys.executable, HERE / "policies.py", "compare", HERE / "sample.jsonl", "Reader", "BucketReader"]
        printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        self.assertIn(f"```\n{printed}```\n", (HERE / "README.md").read_text())

    def test_a_name_that_is_none(self):
        command = [sys.executable, HERE / "policies.py", "compare", HERE / "sample.jsonl", "Reader", "BucketReadr"]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        self.assertEqual((done.returncode, done.stderr), (1, "there is no policy BucketReadr; there is BucketReader\n"))


if __name__ == "__main__":
    unittest.main()
