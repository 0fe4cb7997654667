"""Ground terms of sort RegLan as languages."""

from . import letters, regex
from .term import postorder


def of_range(first, last):
    """A range of letters; no word if a bound is no letter."""
    if len(first) != 1 or len(last) != 1:
        return regex.NONE
    return regex.letter_set(letters.joined([(ord(first), ord(last))]))


BUILD = {
    "re.none": lambda: regex.NONE, "re.all": lambda: regex.ALL, "re.allchar": lambda: regex.ANY,
    "str.to_re": regex.word, "re.range": of_range, "re.comp": regex.complement,
    "re.++": lambda *a: regex.cats(a), "re.union": lambda *a: regex.alt(a), "re.inter": lambda *a: regex.both(a),
}


def build(op, data, values):
    """The language that a function makes of values, or `None` if it makes none."""
    if op == "re.loop":
        return regex.loop(values[0], *data)
    return BUILD[op](*values) if op in BUILD else None


def single(a):
    """The only word of a language that is a concatenation of letters, or `None`."""
    out = []
    while a.kind == "cat":
        out.append(a.args[0])
        a = a.args[1]
    out += [] if a is regex.EPSILON else [a]
    if any(p.kind != "set" or len(p.data) != 1 or p.data[0][0] != p.data[0][1] for p in out):
        return None
    return "".join(chr(p.data[0][0]) for p in out)


def ground(t, known={}):
    """The language of a term, or `None` if it has variables. Equal terms have one language."""
    if t.op == "language":
        return t.data
    for part in postorder(t, known):
        values = [part.data] if part.op in ("const", "language") else [known[a] for a in part.args]
        if part.op in ("const", "language"):
            known[part] = part.data
        else:
            known[part] = None if any(v is None for v in values) else build(part.op, part.data, values)
    return known[t]
