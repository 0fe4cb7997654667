"""The judge of words for Python's `re`; lines in and out are those of `judge.js`."""

import json
import re
import signal
import sys
import warnings

LIMIT = 0.5


def late(*_):
    raise TimeoutError


def verdict(match, word):
    """Whether the word matches; None if that takes too long."""
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        return match(word) is not None
    except TimeoutError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


signal.signal(signal.SIGALRM, late)
warnings.simplefilter("ignore")
for line in sys.stdin:
    query = json.loads(line)
    try:
        pattern = re.compile(query["pattern"])
    except (re.error, OverflowError, RecursionError):
        print("null", flush=True)
        continue
    match = pattern.search if query["search"] else pattern.fullmatch
    verdicts = [verdict(match, word) for word in query["words"]]
    print(json.dumps({"unicode": True, "verdicts": verdicts}), flush=True)
