"""Text as lists of tokens, with the line on which each command begins."""

import re

from .steps import Refused

TOKEN = re.compile(r';[^\n\r]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()";|]+|["|]')
SIMPLE = re.compile(r'[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*')


def commands(text, may_be_framed=False):
    """Yields `(line, list)` for each parenthesised command; raises `Refused` with a line in front of it.
    There may be parentheses around all of them."""
    stack, line, position, begin = [], 1, 0, 1
    is_first, is_framed, is_over = True, False, False
    for match in TOKEN.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        token = match.group()
        if token[0] == ";":
            continue
        if is_over:
            raise Malformed(line, f"{token} after the end")
        if token == "(":
            if may_be_framed and is_first and stack == [[]]:
                stack, is_framed, is_first = [], True, False
            begin = begin if stack else line
            stack.append([])
        elif token == ")":
            is_over = is_framed and not stack
            if is_over:
                continue
            if not stack:
                raise Malformed(line, "a closing parenthesis too many")
            done = stack.pop()
            if stack:
                stack[-1].append(done)
            else:
                is_first = False
                yield begin, done
        elif not stack or token in '"|':
            raise Malformed(line, f"unexpected {token}")
        else:
            stack[-1].append(plain(token))
    if stack or is_framed and not is_over:
        raise Malformed(begin, "a parenthesis is not closed")


class Malformed(Refused):
    """Text that is no sequence of commands, and where."""

    def __init__(self, line, why):
        super().__init__(why)
        self.line = line


def plain(token):
    """A symbol between bars is the symbol without them, if it can be written so."""
    if token[0] == "|" and SIMPLE.fullmatch(token[1:-1]):
        return token[1:-1]
    return token


def show(tree, most=40):
    """The text of a list; for messages, cut off when long."""
    out, stack = [], [tree]
    while stack and len(out) < most:
        top = stack.pop()
        if isinstance(top, str):
            out.append(top)
        else:
            out.append("(")
            stack.append(")")
            stack.extend(reversed(top))
    return " ".join(out) + (" ..." if stack else "")
