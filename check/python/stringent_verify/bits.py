"""Rule `bits`: the negated literals as circuits, and a propositional refutation of them; rule `taut`: the same of connectives only."""

from functools import reduce

from .order import fnv, head
from .steps import Limit, Refused
from .term import BOOL, FALSE, INT, TRUE, postorder

YES, NO = 1, -1
MOST_BITS, WIDEST, MOST_VISITS = 2_000_000, 2_000, 60_000_000


def bit(word, i):
    """All bits beyond the last are the sign."""
    return word[min(i, len(word) - 1)]


def trimmed(word):
    """Without signs that say the same."""
    end = len(word)
    while end > 1 and word[end - 1] == word[end - 2]:
        end -= 1
    return word[:end]


def constant(n):
    return trimmed([YES if n >> i & 1 else NO for i in range(abs(n).bit_length() + 1)])


class Circuits:
    """Gates and clauses; `clauses` in their order."""

    def __init__(self, clause, integers=True):
        self.clauses, self.count, self.gates, self.bits, self.words, self.quotients = [[YES]], YES, {}, {}, {}, {}
        roots = [l.args[0] if l.op == "not" else l for l in clause]
        for t in in_order(roots):
            if t.sort == BOOL:
                self.bits[t] = self.formula(t)
            elif t.sort == INT and integers:
                word = self.number(t)
                if word is not None:
                    self.words[t] = trimmed(word)
        for l, root in zip(clause, roots):
            self.clauses.append([self.bits[root] if l.op == "not" else -self.bits[root]])

    def fresh(self):
        if self.count >= MOST_BITS:
            raise Limit("too many bits")
        self.count += 1
        return self.count

    def inputs(self, count):
        return [self.fresh() for _ in range(count)]

    def both(self, a, b):
        a, b = min(a, b), max(a, b)
        if NO in (a, b) or a == -b:
            return NO
        if a == YES or a == b:
            return b
        if b == YES:
            return a
        if ("and", a, b) not in self.gates:
            out = self.gates["and", a, b] = self.fresh()
            self.clauses += [[-out, a], [-out, b], [out, -a, -b]]
        return self.gates["and", a, b]

    def differ(self, a, b):
        sign = (1 if a > 0 else -1) * (1 if b > 0 else -1)
        a, b = min(abs(a), abs(b)), max(abs(a), abs(b))
        if a == b:
            return NO * sign
        if a == YES:
            return -b * sign
        if ("xor", a, b) not in self.gates:
            out = self.gates["xor", a, b] = self.fresh()
            self.clauses += [[-out, a, b], [-out, -a, -b], [out, -a, b], [out, a, -b]]
        return self.gates["xor", a, b] * sign

    def either(self, a, b):
        return -self.both(-a, -b)

    def choice(self, c, a, b):
        if a == b:
            return a
        yes, no = self.both(c, a), self.both(-c, b)
        return self.either(yes, no)

    def sum(self, a, b, carry=NO):
        out = []
        for i in range(max(len(a), len(b)) + 1):
            x, y = bit(a, i), bit(b, i)
            odd = self.differ(x, y)
            out.append(self.differ(odd, carry))
            both, passed = self.both(x, y), self.both(odd, carry)
            carry = self.either(both, passed)
        return bounded(trimmed(out))

    def difference(self, a, b):
        return self.sum(a, [-x for x in b], YES)

    def product(self, a, b):
        if all(abs(x) == YES for x in a):
            a, b = b, a
        out = [NO]
        for i, factor in enumerate(b):
            row = [NO] * i + [self.both(x, factor) for x in a]
            out = self.difference(out, row) if i + 1 == len(b) else self.sum(out, row)
        return out

    def at_least(self, a, b):
        return -self.difference(a, b)[-1]

    def equal(self, a, b):
        out = YES
        for i in range(max(len(a), len(b))):
            out = self.both(out, -self.differ(bit(a, i), bit(b, i)))
        return out

    def formula(self, t):
        """The bit of a formula."""
        if len(t.args) == 2 and all(a in self.words for a in t.args):
            a, b = (self.words[x] for x in t.args)
            if t.op in COMPARED:
                return COMPARED[t.op](self, a, b)
        if t is TRUE or t is FALSE:
            return YES if t.data else NO
        if not t.args or t.op not in JOINED or any(a not in self.bits for a in t.args):
            return self.fresh()
        return JOINED[t.op](self, [self.bits[a] for a in t.args])

    def number(self, t):
        """The word of an integer, or nothing."""
        if t.op == "const":
            return constant(t.data) if abs(t.data).bit_length() < WIDEST else None
        if t.op == "image":
            sort = t.args[0].sort
            return bounded(self.inputs(sort[1]) + [NO]) if sort[0] == "bits" else None
        if t.op == "str.to_code":
            return self.inputs(19)
        known = t.args[1:] if t.op == "ite" else t.args
        if not known or any(a not in self.words for a in known):
            return None
        first, *rest = (self.words[a] for a in known)
        if t.op == "ite":
            c, other = self.bits[t.args[0]], rest[0]
            return [self.choice(c, bit(first, i), bit(other, i)) for i in range(max(len(first), len(other)))]
        if t.op in ("+", "*") or t.op == "-" and rest:
            for w in rest:
                first = {"+": self.sum, "*": self.product, "-": self.difference}[t.op](first, w)
            return first
        if t.op == "-":
            return self.difference([NO], first)
        if t.op in BITWISE:
            gate = BITWISE[t.op]
            return [gate(self, bit(first, i), bit(rest[0], i)) for i in range(max(len(first), len(rest[0])))]
        if t.op == "bits.power":
            return self.power(first, t.args[1])
        return self.division(t, first, rest[0]) if t.op in ("div", "mod") and len(rest) == 1 else None

    def power(self, exponent, most):
        if most.op != "const" or not 1 <= most.data < WIDEST:
            return None
        out = [self.at_least([NO], exponent)]
        out += [self.equal(exponent, constant(i)) for i in range(1, most.data)]
        return out + [self.at_least(exponent, constant(most.data)), NO]

    def division(self, t, a, d):
        """By powers of two, a shift; else two new words for each pair of terms. The divisor is positive."""
        if not self.is_positive(t.args[1]):
            return None
        n = t.args[1].data if t.args[1].op == "const" else 0
        if n & (n - 1) == 0 and n:
            shift = n.bit_length() - 1
            return (a[shift:] or [a[-1]]) if t.op == "div" else bounded([bit(a, i) for i in range(shift)] + [NO])
        if t.args not in self.quotients:
            q, r = self.inputs(len(a) - 1), self.inputs(len(d) - 1) + [NO]
            q.append(NO if a[-1] == NO else self.fresh())
            self.quotients[t.args] = q, r
            same = self.equal(a, self.sum(self.product(q, d), r))
            low = self.at_least(r, [NO])
            self.clauses += [[same], [low], [-self.at_least(r, d)]]
        return self.quotients[t.args][t.op == "mod"]

    def is_positive(self, t):
        """A positive number, a power, or `(ite (= b 0) k b)`."""
        if t.op == "bits.power":
            return True
        if t.op == "ite" and is_number(t.args[1], 1) and t.args[0].op == "=":
            b = t.args[2]
            zero = any(z.op == "const" and z.data == 0 for z in t.args[0].args)
            return b in t.args[0].args and zero and self.words[b][-1] == NO
        return is_number(t, 1)


def is_number(t, least):
    return t.op == "const" and t.data >= least


def bounded(word):
    if len(word) > WIDEST:
        raise Limit("too many bits of a number")
    return word


def folded(gate, start):
    """A gate of two inputs for any number of them, from the left."""
    return lambda c, bits: reduce(lambda a, b: gate(c, a, b), bits, start)


WRITTEN = {}


def written(root):
    """The hash of a term as it is written, with the sides of equations in order."""
    for t in postorder(root, WRITTEN):
        hashes = [WRITTEN[a] for a in t.args]
        WRITTEN[t] = fnv(head(t), sorted(hashes) if t.op == "=" else hashes)
    return WRITTEN[root]


def in_order(roots):
    """The subterms, each once, arguments first, the sides of equations in the order of their hashes."""
    seen, out, stack = set(), [], [(t, False) for t in reversed(roots)]
    while stack:
        t, ready = stack.pop()
        if ready:
            out.append(t)
        elif t not in seen:
            seen.add(t)
            args = sorted(t.args, key=written) if t.op == "=" else t.args
            stack.append((t, True))
            stack += [(a, False) for a in reversed(args)]
    return out


BITWISE = {"bits.and": Circuits.both, "bits.or": Circuits.either, "bits.xor": Circuits.differ}
COMPARED = {"=": Circuits.equal, ">=": Circuits.at_least}
JOINED = {
    "not": lambda c, bits: -bits[0], "and": folded(Circuits.both, YES), "or": folded(Circuits.either, NO),
    "=": lambda c, bits: -c.differ(*bits), "ite": lambda c, bits: c.choice(*bits),
}


class Propagation:
    """Clauses with two watched bits each."""

    def __init__(self):
        self.watches, self.values, self.trail, self.next, self.clash, self.visits = {}, {YES: True, NO: False}, [YES], 0, False, 0

    def assign(self, b):
        if b not in self.values:
            self.values[b], self.values[-b] = True, False
            self.trail.append(b)
        return self.values[b]

    def add(self, clause):
        """A clause for good, where all is propagated."""
        clause = sorted(dict.fromkeys(clause), key=lambda b: {True: 0, None: 1, False: 2}[self.values.get(b)])
        if not clause:
            self.clash = True
        elif len(clause) == 1 or self.values.get(clause[1]) is False:
            self.clash = not self.assign(clause[0]) or self.clash or not self.propagate()
        if len(clause) > 1:
            for b in clause[:2]:
                self.watches.setdefault(b, []).append(clause)

    def propagate(self):
        """Returns False if that leads to a contradiction."""
        while self.next < len(self.trail):
            false = -self.trail[self.next]
            self.next += 1
            watching, kept = self.watches.get(false, []), []
            self.visits += len(watching)
            if self.visits > MOST_VISITS:
                raise Limit("too many clauses are visited")
            for at, clause in enumerate(watching):
                if not self.moved(clause, false):
                    kept.append(clause)
                    if not self.assign(clause[0]):
                        self.watches[false] = kept + watching[at + 1:]
                        return False
            self.watches[false] = kept
        return True

    def moved(self, clause, false):
        """Another bit is watched, if one is not false and the first is not true."""
        if clause[0] == false:
            clause[0], clause[1] = clause[1], clause[0]
        if self.values.get(clause[0]) is not True:
            for i in range(2, len(clause)):
                if self.values.get(clause[i]) is not False:
                    clause[1], clause[i] = clause[i], clause[1]
                    self.watches.setdefault(clause[1], []).append(clause)
                    return True
        return False

    def follows(self, lemma):
        """Does a clause follow by unit propagation?"""
        height = len(self.trail)
        holds = self.clash or not all(self.assign(-b) for b in lemma) or not self.propagate()
        for b in self.trail[height:]:
            del self.values[b], self.values[-b]
        del self.trail[height:]
        self.next = height
        return holds


def refuted(clause, lemmas, integers=True):
    """Do the lemmas follow one after the other, and then the contradiction?"""
    circuits, p = Circuits(clause, integers), Propagation()
    if any(b == 0 or abs(b) > circuits.count for lemma in lemmas for b in lemma):
        raise Refused("no such bit")
    for c in circuits.clauses:
        p.add(c)
    for lemma in lemmas:
        if not p.follows(lemma):
            raise Refused("a lemma does not follow by unit propagation")
        p.add(lemma)
    return p.clash
