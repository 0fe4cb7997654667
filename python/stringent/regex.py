r"""Regular expressions compared without a solver: patterns of Python, ECMAScript, PCRE, POSIX and Rust.

>>> from stringent.regex import compile
>>> hexadecimal, word = compile("0x[0-9a-f]+"), compile(r"\w+")
>>> hexadecimal <= word, (word - hexadecimal).shortest()
(True, 'a')
>>> compile("a*") == compile("(a|aa)*")
True
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from ._core import Language
from .exprs import ReRef

DIALECTS = ("python", "ecma", "pcre", "posix", "rust")


class Regex:
    """A set of strings. The operators are those of `set`: `<=` is inclusion, `==` is equality of languages.

    >>> even, threes = compile("(aa)*"), compile("(aaa)*")
    >>> (even & threes) == compile("(a{6})*")
    True
    >>> "aa" in even, "aa" in ~even, (even | threes).enumerate(4)
    (True, False, ['', 'aa', 'aaa', 'aaaa'])
    """

    __slots__ = ("_language", "_text")

    def __init__(self, language: Language, text: str) -> None:
        self._language, self._text = language, text

    def __le__(self, other: Regex) -> bool:
        return self.included(other)

    def __ge__(self, other: Regex) -> bool:
        return other.included(self)

    def __lt__(self, other: Regex) -> bool:
        return self.included(other) and not other.included(self)

    def __gt__(self, other: Regex) -> bool:
        return other < self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Regex) and self.equivalent(other)

    # Equal languages need equal hashes, and to find a normal form may take long.
    __hash__ = None  # type: ignore[assignment]

    def __and__(self, other: Regex) -> Regex:
        return Regex(self._language.both(other._language), f"({self._text} & {other._text})")

    def __or__(self, other: Regex) -> Regex:
        return Regex(self._language.either(other._language), f"({self._text} | {other._text})")

    def __sub__(self, other: Regex) -> Regex:
        difference = self._language.both(other._language.complement())
        return Regex(difference, f"({self._text} - {other._text})")

    def __xor__(self, other: Regex) -> Regex:
        return (self - other) | (other - self)

    def __invert__(self) -> Regex:
        return Regex(self._language.complement(), f"~{self._text}")

    def __contains__(self, word: str) -> bool:
        return self._language.matches(word)

    def __bool__(self) -> bool:
        """Whether there is any string."""
        return self.shortest() is not None

    def __repr__(self) -> str:
        return f"Regex({self._text})"

    def included(self, other: Regex, timeout: float | None = None) -> bool:
        """Whether all strings are in another; a limit in seconds may be set."""
        return self._language.included(other._language, timeout)

    def equivalent(self, other: Regex, timeout: float | None = None) -> bool:
        """Whether both have the same strings."""
        return self._language.equivalent(other._language, timeout)

    def difference(self, other: Regex, timeout: float | None = None) -> str | None:
        """A shortest string that another does not have; None if there is none.

        >>> compile("a+").difference(compile("a{1,3}"))
        'aaaa'
        """
        return self._language.difference(other._language, timeout)

    def shortest(self, timeout: float | None = None) -> str | None:
        """A shortest string; None if there is none."""
        return self._language.shortest(timeout)

    witness = shortest

    def is_empty(self) -> bool:
        """Whether there is no string."""
        return self.shortest() is None

    def is_finite(self) -> bool:
        """Whether the strings come to an end.

        >>> compile("[ab]{3}").is_finite(), compile("a*").is_finite()
        (True, False)
        """
        return self.count() is not None

    def count(self, length: int | None = None) -> int | None:
        """How many strings there are, of a length or at all; None if there is no end.

        >>> compile("[ab]{2,3}").count(), compile("[ab]*").count(10), compile("a*").count()
        (12, 1024, None)
        """
        return self._language.count(length)

    def enumerate(self, n: int = 10) -> list[str]:
        """The first strings, by length, those of a length in order."""
        return self._language.enumerate(n)

    def sample(self, n: int = 1, seed: int = 0) -> list[str]:
        """Strings drawn at random, the same for the same seed.

        >>> all(word in compile("[a-z]{8}") for word in compile("[a-z]{8}").sample(5))
        True
        """
        return self._language.sample(n, seed)

    def automaton(self) -> tuple[int, list[int], list[tuple[int, int, list[tuple[int, int]]]]]:
        """The minimal automaton: how many states there are, of which 0 is the first; the accepting ones; and edges, with the ranges of characters.

        >>> compile("ab*").automaton()
        (2, [1], [(0, 1, [(97, 97)]), (1, 1, [(98, 98)])])
        """
        return self._language.automaton()

    def to_dot(self) -> str:
        """The minimal automaton in the language of Graphviz."""
        return self._language.dot()

    def to_svg(self) -> str:
        """The minimal automaton as a drawing.

        >>> compile("(ab)*").to_svg()[:4]
        '<svg'
        """
        return self._language.svg()

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _repr_html_(self) -> str:
        return f"<code>{escape(self._text)}</code><br>{self.to_svg()}"

    def to_re(self) -> ReRef:
        """For formulas.

        >>> s, x = Solver(), String("x")
        >>> s.add(InRe(x, compile(r"\\d{4}-\\d\\d", "ecma")), PrefixOf("2026", x), SuffixOf("11", x))
        >>> s.check(), s.model()[x]
        (sat, "2026-11")
        """
        return ReRef(self._language.term())


def compile(  # noqa: A001
    pattern: str, dialect: str = "python", *, search: bool = False, ascii: bool = False, ignore_case: bool = False
) -> Regex:
    r"""The strings that a pattern matches from end to end; or, with `search`, those in which it finds a match.

    Look-around, word boundaries, atomic and lazy groups have their meaning; back-references are an error.

    >>> "x-1" in compile(r"-\d", search=True), compile("É", ignore_case=True).enumerate(3)
    (True, ['É', 'é'])
    >>> compile(r"(a)\1")
    Traceback (most recent call last):
    stringent.StringentError: pattern, character 4: a back-reference describes no regular language
      (a)\1
         ^
    """
    return Regex(_language(pattern, dialect, search, ascii, ignore_case), repr(pattern))


@lru_cache(1024)
def _language(pattern: str, dialect: str, search: bool, ascii: bool, ignore_case: bool) -> Language:  # noqa: A002
    """Patterns that were read are remembered, as those of `re` are."""
    return Language(pattern, dialect, search, ascii, ignore_case)
