"""The Python on pages is run, and `print(...)    # text` must print that text."""

import contextlib
import importlib.util
import io
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = {"README.md": 1, "docs/python.md": 6, "python/README.md": 1}

# What only some have installed.
OPTIONAL = {"stringent.ray": "ray", "stringent.pysmt": "pysmt"}

# What snippets take for given.
GIVEN = {"scripts": ["(declare-const s String)(assert (= s \"a\"))(check-sat)"]}


def snippets(page):
    return re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)


def is_missing(snippet):
    return any(module in snippet and not importlib.util.find_spec(needed) for module, needed in OPTIONAL.items())


def expected(snippet):
    """What comments behind printing say."""
    return [match[1] for match in re.finditer(r"^print\(.*\)\s+# (.*)$", snippet, re.M)]


class Pages(unittest.TestCase):
    def test_snippets_print_what_they_say(self):
        for page, count in PAGES.items():
            found = snippets(page)
            self.assertEqual(len(found), count, page)
            names = {"__name__": "__main__"}
            for snippet in found:
                if is_missing(snippet):
                    continue
                printed = io.StringIO()
                names |= GIVEN
                with self.subTest(page=page, snippet=snippet), contextlib.redirect_stdout(printed):
                    exec(snippet, names)
                lines = printed.getvalue().splitlines()
                for text in expected(snippet):
                    # A comment may tell only what comes first, up to the comma.
                    self.assertTrue(any(line == text or line.startswith(text.split(",")[0]) for line in lines), (text, lines))

    def test_every_page_with_python_is_read(self):
        pages = {str(p.relative_to(ROOT)) for p in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("python/*.md")] if snippets(p)}
        self.assertEqual(pages, set(PAGES))


if __name__ == "__main__":
    unittest.main()
