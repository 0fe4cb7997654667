"""Bit-vectors and sequences of them, read as integers and strings.

Sorts are `("bits", n)`, `("seq", E)` and `("regex", E)`. A term of one of these is `wrap` of what is inside. Sequences whose elements are no
numbers of letters are *wide*: they are not mixed with strings.
"""

import re

from .evaluate import value_of
from .sexpr import commands
from .signature import LEGACY
from .steps import Refused
from .term import BOOL, FALSE, INT, REGLAN, STRING, TRUE, boolean, equation, make, negation, number, string, subterms

WIDEST, NARROW, DEEPEST = 65_536, 17, 100
KINDS = ("Seq", "RegEx", "Array")
STRINGS = {
    "seq.++": "str.++", "seq.len": "str.len", "seq.at": "str.at", "seq.extract": "str.substr", "seq.contains": "str.contains",
    "seq.prefixof": "str.prefixof", "seq.suffixof": "str.suffixof", "seq.indexof": "str.indexof", "seq.replace": "str.replace",
    "seq.replace_all": "str.replace_all", "seq.update": "str.update", "seq.rev": "str.rev", "seq.in.re": "str.in_re", "seq.in_re": "str.in_re", "seq.to.re": "str.to_re",
    "seq.to_re": "str.to_re",
}
# Functions of sequences over any elements: sorts of arguments and of the value.
ANY = {"seq.nth": ("SI", "E"), "seq.read": ("SI", "E"), "seq.diff": ("SS", "I")}
LITERAL = re.compile(r"#x[0-9a-fA-F]+|#b[01]+")
# Names of a proposal of 2012 for sequences, with those of today.
OLD_NAMES = {
    "seq-concat": "seq.++", "seq-length": "seq.len", "seq-prefix-of": "seq.prefixof", "seq-suffix-of": "seq.suffixof",
    "seq-unit": "seq.unit", "seq-nth": "seq.nth", "seq-empty": "seq.empty", "re-member": "seq.in_re",
    "re-of-seq": "seq.to_re", "re-of-pred": "re.of.pred", "re-concat": "re.++", "re-union": "re.union",
    "re-intersect": "re.inter", "re-complement": "re.comp", "re-difference": "re.diff", "re-star": "re.*",
    "re-plus": "re.+", "re-option": "re.opt", "re-empty-set": "re.none", "re-full-set": "re.all",
}
TABLE = {}


def load(text):
    """Reads the table of functions of bit-vectors."""
    for _, (_, name, parameters, result, body) in commands(text):
        TABLE[name] = (parameters, result, body)


def size(element):
    """How many letters elements are, if they are letters."""
    if element == BOOL:
        return 2
    return 2 ** element[1] if element[0] == "bits" and element[1] <= NARROW else None


def inside(sort):
    """The sort inside of a wrapped term."""
    if sort[0] == "bits":
        return INT
    if sort[0] == "seq":
        return STRING
    return REGLAN if sort[0] == "regex" else None


def is_wide(sort):
    """Sequences, or languages of them, whose elements are no numbers of letters."""
    return sort[0] in ("seq", "regex") and size(sort[1]) is None


def words_of(tree):
    """`(_ BitVec n)`, or nothing."""
    if len(tree) == 3 and tree[:2] == ["_", "BitVec"] and isinstance(tree[2], str) and tree[2].isdigit():
        return ("bits", int(tree[2])) if 1 <= int(tree[2][:9]) <= WIDEST else None
    return None


def sort_of(tree, of, scope):
    """The sort that is made of another one, as is written, or nothing."""
    deep(of)
    if len(tree) == 2 and tree[0] == "Seq":
        return ("seq", of)
    if len(tree) == 2 and tree[0] == "RegEx":
        if of == BOOL or of[0] == "bits":
            # As the proposal of 2012 has it.
            return ("regex", of)
        return ("regex", of[1]) if of[0] == "seq" else None
    if len(tree) == 3 and tree[0] == "Array" and isinstance(tree[2], str) and scope.sort(tree[2]) == BOOL:
        # A set of letters is a language.
        return ("regex", of) if size(of) else None
    return None


def deep(sort):
    """Refuses sorts that are nested too deep: tuples are compared and hashed by functions that call themselves."""
    depth = 0
    while sort[0] in ("seq", "regex"):
        sort, depth = sort[1], depth + 1
    if depth >= DEEPEST:
        raise Refused("a sort is nested too deep")


def wrap(sort, t):
    """With its sort around it, if there has to be one."""
    return make("wrap", sort, (t,)) if inside(sort) else t


def image(t):
    """What is inside."""
    return t.args[0] if t.op == "wrap" else t


def value(t):
    """The value of a function, as its sort asks for."""
    return wrap(t.sort, make("image", inside(t.sort), (t,))) if inside(t.sort) else t


def word(width, n):
    if not 1 <= width <= WIDEST:
        raise Refused("a word of so many bits")
    return wrap(("bits", width), n)


def width(t):
    if t.sort[0] != "bits":
        raise Refused("a bit-vector is expected")
    return t.sort[1]


def literal(token):
    """`#x0f`, `#b01`, or nothing."""
    if not LITERAL.fullmatch(token):
        return None
    return word((len(token) - 2) * (4 if token[1] == "x" else 1), number(int(token[2:], 16 if token[1] == "x" else 2)))


def integer(op, *args):
    """An application of a function with integers as values."""
    return make(op, INT, args)


def apply(name, args, elaborate, is_proof=False):
    """A function of bit-vectors or sequences, or nothing. `elaborate` gives a body the values of names, and `standard` applies."""
    name = LEGACY.get(name) or OLD_NAMES.get(name, name)
    if name == "concat" and args:
        return joined(args)
    if name in TABLE:
        return defined(name, args, elaborate)
    element = next((a.sort[1] for a in args if a.sort[0] in ("seq", "regex")), None)
    if name == "seq.unit" and len(args) == 1:
        return unit(args[0])
    if name == "re-range" and len(args) == 2:
        low, high = (a if a.sort[0] == "seq" else unit(a) for a in args)
        return over("re.range", (low, high), low.sort[1])
    if element is None:
        return None
    if (name, len(args)) in PAPER:
        return PAPER[name, len(args)](element, *args)
    if name == "seq-cons" and len(args) == 2:
        return over("seq.++", (unit(args[0]), args[1]), element)
    if name == "seq-rev-cons" and len(args) == 2:
        return over("seq.++", (args[0], unit(args[1])), element)
    if name == "seq.write" and len(args) == 3:
        return over("seq.update", args[:2] + (unit(args[2]),), element)
    if name in ANY:
        return function(name, args)
    if name in ("select", "store") and len(args) == {"select": 2, "store": 3}[name]:
        return sets(*args)
    if name == "re.of.pred" and len(args) == 1 and args[0].sort[0] == "regex":
        return of_set(args[0])
    return over(name, args, element, is_proof)


def between(element, s, low, high):
    """`(seq-extract s low high)`: from one place to another one."""
    low, high = image(low), image(high)
    low = make("ite", INT, (negation(make(">=", BOOL, (low, number(0)))), number(0), low))
    return over("seq.extract", (s, low, integer("-", high, low)), element)


def of_empty(name, element):
    """What `seq-tail`, `seq-first` or `seq-last` is for the empty sequence: nobody knows."""
    return value(make("any", element if name == "seq-last" else ("seq", element), (), name))


def of_paper(name):
    """One of these functions."""
    def of(element, s):
        length = make("str.len", INT, (image(s),))
        last = integer("-", length, number(1))
        if name == "seq-last":
            some = function("seq.nth", (s, last))
        else:
            some = over("seq.extract", (s, number(1 if name == "seq-tail" else 0), last), element)
        inner = image(some)
        t = make("ite", inner.sort, (equation(length, number(0)), image(of_empty(name, element)), inner))
        return wrap(some.sort, t)
    return of


PAPER = {
    ("seq-head", 1): lambda element, s: function("seq.nth", (s, number(0))),
    ("seq.element", 1): lambda element, s: function("seq.nth", (s, number(0))),
    ("seq-subseq-of", 2): lambda element, part, whole: over("seq.contains", (whole, part), element),
    ("re-loop", 3): lambda element, low, high, r: over("re.loop", (r, low, high), element),
    ("seq-extract", 3): between, ("seq-tail", 1): of_paper("seq-tail"), ("seq-first", 1): of_paper("seq-first"),
    ("seq-last", 1): of_paper("seq-last"),
}


def defined(name, args, elaborate):
    """By the table; of more arguments, from the left."""
    parameters, result, body = TABLE[name]
    chains = name in ("bvand", "bvor", "bvxor", "bvadd", "bvmul")
    if len(args) < len(parameters) or len(args) > len(parameters) and not chains:
        raise Refused(f"{name} of so many arguments")
    n = width(args[0])
    if any(a.sort != args[0].sort for a in args):
        raise Refused("words of different widths")
    names = {"M": number(2 ** n), "H": number(2 ** (n - 1)), "N": number(n)}
    out = image(args[0])
    for other in args[1:] if len(parameters) > 1 else (None,):
        values = [out] if other is None else [out, image(other)]
        out = elaborate({**dict(zip(parameters, values)), **names}, body)
    return word(n if result == "N" else 1, out) if result in ("N", "1") else out


def joined(args):
    """`concat`"""
    bits, out = width(args[0]), image(args[0])
    for a in args[1:]:
        out = integer("+", integer("*", out, number(2 ** width(a))), image(a))
        bits += width(a)
    return word(bits, out)


def modulo(n, bits):
    return word(bits, integer("mod", n, number(2 ** bits)))


def indexed(name, indices, args):
    """A function with indices, or nothing."""
    if re.fullmatch(r"bv[0-9]+", name) and len(indices) == 1 and not args:
        if int(name[2:]).bit_length() > indices[0]:
            raise Refused("no word of this width")
        return word(indices[0], number(int(name[2:])))
    if len(args) != 1 or any(i > WIDEST for i in indices):
        return None
    if name in ("int_to_bv", "int2bv") and len(indices) == 1 and args[0].sort == INT:
        return modulo(args[0], indices[0])
    if name == "seq.element" and len(indices) == 1 and image(args[0]).sort == STRING:
        return modulo(integer("str.to_code", image(args[0])), indices[0])
    if args[0].sort[0] != "bits":
        return None
    n, a = width(args[0]), image(args[0])
    if name == "extract" and len(indices) == 2 and indices[1] <= indices[0] < n:
        return modulo(integer("div", a, number(2 ** indices[1])), indices[0] - indices[1] + 1)
    if len(indices) != 1:
        return None
    k = indices[0]
    if name == "zero_extend":
        return word(n + k, a)
    if name == "sign_extend":
        negative = make(">=", BOOL, (a, number(2 ** (n - 1))))
        return modulo(make("ite", INT, (negative, integer("-", a, number(2 ** n)), a)), n + k)
    if name in ("rotate_left", "rotate_right"):
        k = k % n if name == "rotate_left" else -k % n
        left = integer("mod", integer("*", a, number(2 ** k)), number(2 ** n))
        return word(n, integer("+", left, integer("div", a, number(2 ** (n - k)))))
    return joined(args * k) if name == "repeat" and 0 < k and n * k <= WIDEST else None


def unit(a):
    """The sequence of one element."""
    deep(a.sort)
    if size(a.sort) is None:
        return value(make("any", ("seq", a.sort), (a,), "seq.unit"))
    letter = make("ite", STRING, (a, string("\1"), string("\0"))) if a.sort == BOOL else make("str.from_code", STRING, (image(a),))
    return wrap(("seq", a.sort), letter)


def sets(set_, a, is_in=None):
    """`(select set a)`, `(store set a b)`"""
    from .elaborate import standard
    if set_.sort != ("regex", a.sort) or is_in is not None and is_in.sort != BOOL:
        raise Refused("no set of these elements")
    letter = image(unit(a))
    if is_in is None:
        return make("str.has", BOOL, (letter, image(set_)))
    both = (image(set_), make("str.to_re", REGLAN, (letter,)))
    return wrap(set_.sort, make("ite", REGLAN, (is_in, make("re.union", REGLAN, both), standard("re.diff", both))))


def of_set(p):
    """A set of letters as a language: it has no other words."""
    return wrap(p.sort, make("re.inter", REGLAN, (letters(p.sort[1]), image(p))))


def function(name, args):
    """A function of sequences over any elements."""
    if args[0].sort[0] != "seq":
        raise Refused("no sequence")
    sorts = {"S": args[0].sort, "E": args[0].sort[1], "I": INT}
    parameters, result = ANY[name]
    if [sorts[p] for p in parameters] != [a.sort for a in args]:
        raise Refused(f"{name} is not well-sorted")
    return value(make("any", sorts[result], args, name))


def over(name, args, element, is_proof=False):
    """A function of sequences that is one of strings; in proofs, the names of functions of strings are theirs, too, where no string is beside."""
    from .elaborate import standard
    wide = size(element) is None
    op = STRINGS.get(name, name if name.startswith("re.") or is_proof and name in STRINGS.values() else None)
    if op is None or is_proof and any(a.sort in (STRING, REGLAN) for a in args):
        return None
    if wide and name == "re.range":
        raise Refused("a range of elements")
    if any(a.sort not in (INT, ("seq", element), ("regex", element)) for a in args):
        raise Refused("sequences of different elements")
    out = standard(op, tuple(map(image, args)))
    if name == "re.comp":
        out = make("re.inter", REGLAN, (words(element), out))
    return wrap({STRING: ("seq", element), REGLAN: ("regex", element)}.get(out.sort, BOOL), out)


def wide_element(args):
    """The elements of the first wide sequence, or language of them."""
    return next((a.sort[1] for a in args if is_wide(a.sort)), None)


def letters(element):
    if size(element) is None:
        return make("re.allchar", REGLAN)
    return make("re.range", REGLAN, (string("\0"), string(chr(size(element) - 1))))


def words(element):
    if size(element) is None:
        return make("re.all", REGLAN)
    return make("re.loop", REGLAN, (letters(element),), (0, None))


def qualified(name, sort, args):
    """`(as name sort)` applied to arguments, or nothing."""
    name = OLD_NAMES.get(name, name)
    if name in ("seq.nth", "seq.read") and len(args) == 2:
        return function(name, args)
    if name == "seq.unit" and len(args) == 1:
        return unit(args[0])
    if name == "const" and sort[0] == "regex" and [a.sort for a in args] == [BOOL]:
        return wrap(sort, make("ite", REGLAN, (args[0], letters(sort[1]), make("re.none", REGLAN))))
    if args:
        return None
    if name in ("seq-tail", "seq-first", "seq-last") and sort[0] == "seq":
        return of_empty(name, sort[1])
    if name == "re-empty-seq" and sort[0] == "regex":
        return wrap(sort, make("str.to_re", REGLAN, (string(""),)))
    if name == "seq.empty" and sort[0] == "seq":
        return wrap(sort, string(""))
    if sort[0] == "regex" and name in ("re.none", "re.all", "re.allchar"):
        return wrap(sort, {"re.none": make(name, REGLAN), "re.all": words(sort[1]), "re.allchar": letters(sort[1])}[name])
    return None


def predicate(x, body):
    """The letters for which a formula holds, as a language."""
    if size(x.sort) is None or body.sort != BOOL:
        raise Refused("a predicate of another sort")
    order, runs = subterms([body]), []
    for c in range(size(x.sort)):
        if value_of(order, image(x), bool(c) if x.sort == BOOL else c):
            if runs and runs[-1][1] == c - 1:
                runs[-1][1] = c
            else:
                runs.append([c, c])
    ranges = tuple(make("re.range", REGLAN, (string(chr(a)), string(chr(b)))) for a, b in runs)
    union = ranges[0] if len(ranges) == 1 else make("re.union", REGLAN, ranges) if ranges else make("re.none", REGLAN)
    return wrap(("regex", x.sort), union)


def axiom(x, body):
    """`(forall ((x E)) body)`, if it says of a set of letters which ones it has."""
    letter = image(unit(x))

    def selected(t):
        return t.args[1] if t.op == "str.has" and t.args[0] is letter and image(x) not in subterms([t.args[1]]) else None
    if body.op == "=":
        a, b = body.args
        pairs = [(selected(a), b), (selected(b), a)]
    elif body.op == "not":
        pairs = [(selected(body.args[0]), FALSE)]
    else:
        pairs = [(selected(body), TRUE)]
    for set_, meaning in pairs:
        if set_:
            return equation(set_, image(predicate(x, meaning)))
    raise Refused("a quantifier of another form")
