"""Classes of actions: two actions are alike if the same patterns of all policies match them.

An action is `service:name`. There are infinitely many actions and finitely many classes, so a set of actions becomes a set of
classes, a number whose bits they are, and inclusion of sets is arithmetic. The classes are found exactly: the states of all patterns are
followed together, those without wildcards as a trie, over the characters that make a difference and one that stands for all others.
"""

from collections import deque

from iam import tokens

# Stands for the characters that make no difference in its place; it is in no pattern.
OTHER = "\ufffd"


def _closed(automaton, positions):
    """The positions, and what is behind a `*` that they are at."""
    found, todo = set(), list(positions)
    while todo:
        pattern, at = todo.pop()
        if (pattern, at) not in found:
            found.add((pattern, at))
            if at < len(automaton[pattern]) and automaton[pattern][at] is None:
                todo.append((pattern, at + 1))
    return frozenset(found)


# How far a word is an action: nothing yet, a service, a colon, a name.
EMPTY, SERVICE, COLON, NAME = range(4)


def _form(form, letter):
    """The form of a longer word; None if that is not the beginning of an action."""
    if form in (COLON, NAME):
        return NAME
    if letter == ":":
        return COLON if form == SERVICE else None
    return SERVICE


class _Patterns:
    """All patterns at once. A state is a node of the trie, or none; the number of a set of positions in the patterns with
    wildcards; and a form."""

    def __init__(self, patterns):
        self.trie, self.words, self.wild = [{}], {}, {}
        for number, pattern in enumerate(patterns):
            parts = list(tokens(pattern))
            if None in parts or True in parts:
                self.wild[number] = parts
            else:
                self._insert(parts, number)
        # Of each set of positions: itself, the characters that make a difference, the patterns that end here, and what follows.
        self.sets, self._numbers = [], {}

    def _insert(self, word, number):
        node = 0
        for c in word:
            if c not in self.trie[node]:
                self.trie[node][c] = len(self.trie)
                self.trie.append({})
            node = self.trie[node][c]
        self.words.setdefault(node, []).append(number)

    def _number(self, positions):
        positions = _closed(self.wild, positions)
        if positions not in self._numbers:
            self._numbers[positions] = len(self.sets)
            at = [(number, self.wild[number][i]) for number, i in positions if i < len(self.wild[number])]
            letters = {token for _, token in at if isinstance(token, str)}
            ended = [number for number, i in positions if i == len(self.wild[number])]
            self.sets.append((positions, letters, ended, {}))
        return self._numbers[positions]

    def start(self):
        return 0, self._number((number, 0) for number in self.wild), EMPTY

    def letters(self, state):
        node, number, _ = state
        return sorted({":", *self.sets[number][1], *(self.trie[node] if node is not None else ())}) + [OTHER]

    def step(self, state, letter):
        node, number, form = state
        positions, letters, _, steps = self.sets[number]
        # All characters that no pattern waits for lead to the same set.
        letter_of_set = letter if letter in letters else OTHER
        if letter_of_set not in steps:
            steps[letter_of_set] = self._number(self._moved(positions, letter_of_set))
        return (None if node is None else self.trie[node].get(letter)), steps[letter_of_set], _form(form, letter)

    def _moved(self, positions, letter):
        for number, at in positions:
            token = self.wild[number][at] if at < len(self.wild[number]) else ""
            if token is None:
                yield number, at
            elif token is True or token == letter:
                yield number, at + 1

    def accepted(self, state):
        node, number, _ = state
        return frozenset(self.sets[number][2] + self.words.get(node, []))


class Classes:
    """The classes of some patterns: a shortest action of each, and which of them a pattern matches."""

    def __init__(self, patterns):
        patterns = sorted(set(patterns))
        automaton = _Patterns(patterns)
        self.actions, found = [], {}
        start = automaton.start()
        seen, queue = {start}, deque([(start, "")])
        while queue:
            state, word = queue.popleft()
            accepted = automaton.accepted(state) if state[2] == NAME else None
            if accepted is not None and accepted not in found:
                found[accepted] = len(self.actions)
                self.actions.append(word)
            for letter in automaton.letters(state):
                after = automaton.step(state, letter)
                if after not in seen and after[2] is not None:
                    seen.add(after)
                    queue.append((after, word + letter))
        self.all = (1 << len(self.actions)) - 1
        self._of = dict.fromkeys(patterns, 0)
        for accepted, number in found.items():
            for pattern in accepted:
                self._of[patterns[pattern]] |= 1 << number

    def of(self, statement):
        """The classes that a statement speaks of."""
        bits = 0
        for pattern in statement.actions:
            bits |= self._of[pattern]
        return self.all & ~bits if statement.negated else bits
