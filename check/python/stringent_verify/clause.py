"""Clauses: sets of literals; unit propagation through clauses, and through connectives (rule `taut`)."""

from .term import BOOL, FALSE, TRUE, negation


def follows(clause, others):
    """Do some clauses, with all literals of one false, contradict each other by unit propagation?"""
    true = {negation(l) for l in clause}
    if any(negation(l) in true for l in true):
        return True
    watching, units = {}, list(true)
    left = []
    for other in others:
        n = len(left)
        left.append(len(other))
        for l in other:
            watching.setdefault(negation(l), []).append((n, other))
        if len(other) < 2:
            units.extend(other)
            if not other:
                return True
    return propagated(units, watching, left)


def propagated(units, watching, left):
    """Is there a contradiction? `left` counts the literals of each clause that are not false; `watching` has the clauses of a literal."""
    true = set()
    while units:
        l = units.pop()
        if l in true:
            continue
        if negation(l) in true:
            return True
        true.add(l)
        for n, clause in watching.get(l, ()):
            left[n] -= 1
            if left[n] == 0:
                return True
            if left[n] == 1:
                units.extend(m for m in clause if negation(m) not in true)
    return False


class Circuit:
    """Truth values of formulas, which propagate between a formula and its parts."""

    def __init__(self):
        self.values, self.parents, self.queue, self.clash = {}, {}, [], False

    def set(self, t, value):
        """Gives a formula a value."""
        while t.op == "not":
            t, value = t.args[0], not value
        known = self.value(t)
        if known is None:
            self.values[t] = value
            self.queue.append(t)
        self.clash |= known is not None and known != value

    def value(self, t):
        """The value of a formula, or `None`."""
        if t is TRUE or t is FALSE:
            return t.data
        if t.op == "not":
            inner = self.value(t.args[0])
            return None if inner is None else not inner
        return self.values.get(t)

    def register(self, t):
        """Makes a formula and its parts known."""
        stack, seen = [t], self.parents
        while stack:
            top = stack.pop()
            for part in parts(top):
                base = stripped(part)
                if base not in seen:
                    seen[base] = []
                    stack.append(base)
                seen[base].append(top)
            self.queue.append(top)

    def propagate(self):
        """Until nothing follows, or a formula would have two values."""
        while self.queue and not self.clash:
            t = self.queue.pop()
            for gate in [t] + self.parents.get(t, []):
                if parts(gate):
                    GATES[gate.op](self, gate, [self.value(a) for a in gate.args])
        return self.clash


def parts(t):
    """The formulas that a connective joins."""
    return t.args if t.op in GATES and (t.op != "=" or t.args[0].sort == BOOL) and t.sort == BOOL else ()


def stripped(t):
    while t.op == "not":
        t = t.args[0]
    return t


def junction(circuit, gate, values, neutral):
    """`and`, with its neutral value `True`; `or`, with `False`."""
    value = circuit.value(gate)
    if (not neutral) in values:
        circuit.set(gate, not neutral)
    elif None not in values:
        circuit.set(gate, neutral)
    if value is neutral:
        for a in gate.args:
            circuit.set(a, neutral)
    elif value is not None and values.count(None) == 1 and (not neutral) not in values:
        circuit.set(gate.args[values.index(None)], not neutral)


def implication(circuit, gate, values):
    """An `or` whose parts but the last are negated."""
    value = circuit.value(gate)
    holds = [None if v is None else not v for v in values[:-1]] + values[-1:]
    if True in holds:
        circuit.set(gate, True)
    elif None not in holds:
        circuit.set(gate, False)
    wanted = [False] * len(holds) if value is False else [None] * len(holds)
    if value is True and holds.count(None) == 1 and True not in holds:
        wanted[holds.index(None)] = True
    for i, (a, want) in enumerate(zip(gate.args, wanted)):
        if want is not None:
            circuit.set(a, want == (i == len(holds) - 1))


def parity(circuit, gate, values):
    """`xor`; an `=` is its complement."""
    odd = gate.op == "xor"
    values = [circuit.value(gate)] + values
    if values.count(None) > 1:
        return
    known = sum(v for v in values if v is not None) % 2 == 1
    if None not in values:
        circuit.clash |= known == odd
        return
    t = (gate,) + gate.args
    circuit.set(t[values.index(None)], known == odd)


def choice(circuit, gate, values):
    """`ite`."""
    condition, then, other = values
    value = circuit.value(gate)
    if condition is not None:
        branch, known = (gate.args[1], then) if condition else (gate.args[2], other)
        if known is not None:
            circuit.set(gate, known)
        elif value is not None:
            circuit.set(branch, value)
        return
    if then is not None and then == other:
        circuit.set(gate, then)
    if value is not None and then is not None and then != value:
        circuit.set(gate.args[0], False)
    if value is not None and other is not None and other != value:
        circuit.set(gate.args[0], True)


GATES = {
    "not": lambda circuit, gate, values: None,
    "and": lambda c, g, v: junction(c, g, v, True), "or": lambda c, g, v: junction(c, g, v, False),
    "=>": implication, "xor": parity, "=": parity, "ite": choice,
}


def tautology(clause):
    """Rule `taut`."""
    circuit = Circuit()
    for l in clause:
        circuit.register(stripped(l))
        circuit.set(l, False)
        circuit.clash |= l is TRUE
    return circuit.propagate()
