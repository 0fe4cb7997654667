"""Recursive functions without the stack of Python: problems and proofs nest as deep as they like.

A function that calls itself is written as a generator, and `yield`s the generator of each inner call; `run` drives them.
"""


class Refused(Exception):
    """A command is not accepted; the message says why."""


class Limit(Refused):
    """A rule was not decided within its limit, so its step is refused."""


def run(generator):
    """The value that a function written as a generator returns."""
    stack, value = [generator], None
    while stack:
        try:
            inner = stack[-1].send(value)
        except StopIteration as stop:
            stack.pop()
            value = stop.value
        else:
            stack.append(inner)
            value = None
    return value


class Allowance:
    """How much work a rule may still do."""

    def __init__(self, units):
        self.units = units

    def spend(self, units=1):
        """Refuses when the work is used up."""
        self.units -= units
        if self.units < 0:
            raise Limit("a limit of the checker is reached")
