"""Answers for Python's `re`: a line of JSON in, `{"pattern", "words", "ignore_case", "ascii"}`, a line out.

The answer is null if the pattern is none, else `{"unicode", "answers"}`: that it reads code points, and a pair for
each word: does it match from end to end, is it found?
"""

import json
import re
import sys
import warnings

warnings.simplefilter("ignore")
for line in sys.stdin:
    query = json.loads(line)
    flags = re.IGNORECASE * query["ignore_case"] | re.ASCII * query["ascii"]
    try:
        pattern = re.compile(query["pattern"], flags)
    except (re.error, OverflowError, RecursionError):
        answer = None
    else:
        answers = [
            [pattern.fullmatch(word) is not None, pattern.search(word) is not None]
            for word in query["words"]
        ]
        answer = {"unicode": True, "answers": answers}
    print(json.dumps(answer), flush=True)
