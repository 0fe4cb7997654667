"""Rule `cong`: congruence closure, in which functions of values are evaluated.

The form of a class is the normal form of its lowest term, over the forms of the classes of its arguments; those have lower terms.
A length is that of a concatenation in the class, if there is one, whatever term is the lowest. Classes of equal form are one. In a
class, concatenations that cannot be equal are a contradiction.
"""

from .normal import apply, negated, normal_form
from .term import BOOL, FALSE, TRUE, equation, subterms

MOST_COMPARED = 30


class Closure:
    """Classes of terms; the root of a class is a value if it has one, else a lowest term."""

    def __init__(self, roots):
        self.parent, self.height, self.form, self.joined, self.clash = {}, {}, {}, {}, False
        for t in subterms(roots):
            self.enter(t)
        self.terms = sorted(self.parent, key=lambda t: self.height[t])

    def enter(self, t):
        """A term, whose arguments are known already."""
        if t not in self.parent:
            self.parent[t] = t
            self.height[t] = 0 if is_value(t) else 1 + max((self.height[a] for a in t.args), default=0)

    def find(self, t):
        """The root of the class of a term."""
        while self.parent[t] is not t:
            t = self.parent[t]
        return t

    def merge(self, a, b):
        """Two terms are equal; is that news?"""
        a, b = self.find(a), self.find(b)
        if a is b:
            return False
        if self.height[a] < self.height[b]:
            a, b = b, a
        self.parent[a] = b
        self.clash |= a.op == b.op == "const"
        return True

    def formed(self, t):
        """The term over the forms of the classes of its arguments."""
        return apply(t, tuple(self.form[self.find(a)] for a in t.args))

    def look(self, t, classes):
        """Compares the form of a term with values and with those of other classes; is something news?"""
        form = self.formed(t)
        news = t.op == "str.++" and self.find(t) not in self.joined
        if news:
            self.joined[self.find(t)] = form
        if t.op == "str.len" and self.find(t.args[0]) in self.joined:
            form = apply(t, (self.joined[self.find(t.args[0])],))
        if self.find(t) is t or t not in self.form:
            self.form[t] = form
        if is_value(form):
            self.enter(form)
            self.form[form] = form
            news |= self.merge(t, form)
        news |= self.merge(t, classes.setdefault(form, t))
        if t.sort == BOOL and negated(form) in classes:
            news |= self.oppose(t, classes[negated(form)])
        return self.inward(t) or news

    def inward(self, t):
        """What the truth of an equation or a negation says of its parts."""
        if self.find(t) is TRUE and t.op == "=":
            return self.merge(*t.args)
        return self.oppose(t, t.args[0]) if t.op == "not" else False

    def oppose(self, t, u):
        """Where one of two formulas has a value, the other one has the opposite; is that news?"""
        values = [(self.find(a), b) for a, b in ((t, u), (u, t))]
        return any([self.merge(b, negated(value)) for value, b in values if value in (TRUE, FALSE)])

    def close(self):
        """Until nothing follows; is there a contradiction?"""
        news = True
        while news and not self.clash:
            classes = {}
            news = any([self.look(t, classes) for t in self.terms])
            news |= self.twice_negated()
        return self.clash or self.apart()

    def twice_negated(self):
        """A negation of what a negation of `a` equals is `a`: terms have no two negations in a row. Is something news?"""
        negations = [t for t in self.terms if t.op == "not"]
        of = {self.find(t.args[0]): t for t in negations}
        pairs = ((of.get(self.find(t)), t.args[0]) for t in negations)
        return any([self.merge(u, a) for u, a in pairs if u])

    def apart(self):
        """Are there two concatenations in one class whose forms cannot be equal?"""
        found = {}
        for t in self.terms:
            if t.op == "str.++":
                found.setdefault(self.find(t), []).append(self.formed(t))
        pairs = ((a, b) for forms in found.values() for i, a in enumerate(forms[:MOST_COMPARED]) for b in forms[i + 1:])
        return any(normal_form(equation(a, b)) is FALSE for a, b in pairs)


def is_value(t):
    """Values of different languages may be equal; constants are not."""
    return t.op in ("const", "language")


def refuted(clause):
    """Does congruence closure refute the negations of the literals?"""
    values = [(l.args[0], TRUE) if l.op == "not" else (l, FALSE) for l in clause]
    closure = Closure([TRUE, FALSE] + [atom for atom, _ in values])
    for atom, value in values:
        closure.merge(atom, value)
    return closure.close()
