"""Rule `net`: what some replacements make of one string meets no demands, whatever the string is.

The string is read letter by letter by all replacements at once (a network of string matchers; D. Knuth, J. Morris and V. Pratt, 1977), and
the reachable states are closed under all letters.
"""

from . import letters, regex
from .lang import conjuncts, member
from .normal import negated, normal_form
from .steps import Allowance, Limit
from .term import STRING

WORK = 300_000
MOST_AHEAD = 1_000
APART = ("apart", "")


def image_of(t):
    """What a term replaces in, if it is a replacement of one constant by another, else `None`."""
    if t.op != "str.replace_all" or any(a.op != "const" for a in t.args[1:]) or not t.args[1].data:
        return None
    return t.args[0]


def base(t):
    """The string of which a term is an image."""
    while image_of(t) is not None:
        t = image_of(t)
    return t


def falls(c):
    """How many letters of `c` are still matched when those of a prefix are and the next one does not go on."""
    return [max(i for i in range(max(k, 1)) if c[:k].endswith(c[:i])) for k in range(len(c) + 1)]


class Machine:
    """One replacement, which reads what the machine of number `source` passes on."""

    def __init__(self, t, source):
        self.old, self.new, self.source = t.args[1].data, t.args[2].data, source
        self.falls = falls(self.old)

    def read(self, held, text):
        """How many letters are held after some more, and what is passed on."""
        out = []
        for letter in text:
            while held and self.old[held] != letter:
                out.append(self.old[:held - self.falls[held]])
                held = self.falls[held]
            held += self.old[held] == letter
            if held == len(self.old):
                out.append(self.new)
                held = 0
            elif not held:
                out.append(letter)
        return held, "".join(out)


class Network:
    """The demands on images of one string: languages, and pairs of equal images, with whether they are or must not be."""

    def __init__(self, root):
        self.number, self.machines, self.languages, self.pairs = {root: 0}, [], [], []

    def image(self, t):
        """The number of an image; of the string itself, 0."""
        chain = []
        while t not in self.number:
            chain.append(t)
            t = image_of(t)
        for u in reversed(chain):
            self.machines.append(Machine(u, self.number[image_of(u)]))
            self.number[u] = len(self.machines)
        return self.number[chain[0] if chain else t]

    def alphabet(self):
        """One letter of each class that nothing tells apart, and the letters of constants."""
        special = {(ord(c), ord(c)) for m in self.machines for c in m.old + m.new}
        guards = [((pair,), pair) for pair in special] + [(data, data) for _, a in self.languages for data in regex.sets(a)]
        return [chr(ranges[0][0]) for ranges, _ in letters.minterms(letters.EVERY, guards)]

    def start(self):
        """The state before the first letter."""
        return (0,) * len(self.machines), tuple(frozenset((a,)) for _, a in self.languages), ((0, ""),) * len(self.pairs)

    def after(self, state, letter, end=False):
        """The state after a letter, or after what is still held at the end."""
        held, derivatives, ahead = state
        passed, now = [letter], []
        for machine, n in zip(self.machines, held):
            n, out = machine.read(n, passed[machine.source])
            passed.append(out + machine.old[:n] if end else out)
            now.append(n)
        derivatives = tuple(regex.derived(d, passed[i]) for d, (i, _) in zip(derivatives, self.languages))
        ahead = tuple(moved(a, passed[i], passed[j]) for a, (i, j, _) in zip(ahead, self.pairs))
        return tuple(now), derivatives, ahead

    def accepts(self, state):
        """Does the word that was read meet all demands?"""
        _, derivatives, ahead = self.after(state, "", end=True)
        return all(any(a.nullable for a in d) for d in derivatives) and all(
            (a != APART and a[1] == "") == wanted for a, (_, _, wanted) in zip(ahead, self.pairs))

    def lost(self, state):
        """Can no word that goes on from here be in one of the languages?"""
        return any(not d for d in state[1])

    def no_word(self, allowance):
        """Does no word meet the demands?"""
        alphabet, seen, stack = self.alphabet(), {self.start()}, [self.start()]
        while stack:
            state = stack.pop()
            if self.accepts(state):
                return False
            for letter in alphabet:
                allowance.spend(1 + len(self.languages))
                follower = self.after(state, letter)
                if follower not in seen and not self.lost(follower):
                    seen.add(follower)
                    stack.append(follower)
        return True


def moved(ahead, first, second):
    """By which word a side is ahead, after both sides went on: `(0, word)` for the first side, `(1, word)` for the second."""
    if ahead == APART:
        return APART
    side, word = ahead
    texts = [(word if side == 0 else "") + first, (word if side == 1 else "") + second]
    side = 0 if len(texts[0]) >= len(texts[1]) else 1
    longer, shorter = texts[side], texts[1 - side]
    if not longer.startswith(shorter):
        return APART
    if len(longer) - len(shorter) > MOST_AHEAD:
        raise Limit("one side is too far ahead")
    return side, longer[len(shorter):]


def demands(clause):
    """The networks of all strings of which the negated literals have images."""
    networks = {}
    for f in (part for l in clause for part in conjuncts(negated(normal_form(l)))):
        of, holds, atom = member(f), f.op != "not", f.args[0] if f.op == "not" else f
        if atom.op == "=" and atom.args[0].sort == STRING and all(a.op != "const" for a in atom.args):
            if base(atom.args[0]) is base(atom.args[1]):
                network = networks.setdefault(base(atom.args[0]), Network(base(atom.args[0])))
                network.pairs.append((*map(network.image, atom.args), holds))
        if of:
            network = networks.setdefault(base(of[0]), Network(base(of[0])))
            network.languages.append((network.image(of[0]), of[1]))
    return networks.values()


def impossible(clause):
    """Rule `net`."""
    return any(network.no_word(Allowance(WORK)) for network in demands(clause) if network.machines)
