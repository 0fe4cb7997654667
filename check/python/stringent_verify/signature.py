"""The functions that the checker knows, and their sorts."""

from .steps import Refused
from .term import BOOL, INT, REGLAN, STRING

B, I, S, R = BOOL, INT, STRING, REGLAN

FIXED = {
    "str.len": ((S,), I), "str.<": ((S, S), B), "str.<=": ((S, S), B), "str.at": ((S, I), S), "str.substr": ((S, I, I), S),
    "str.prefixof": ((S, S), B), "str.suffixof": ((S, S), B), "str.contains": ((S, S), B), "str.indexof": ((S, S, I), I),
    "str.replace": ((S, S, S), S), "str.replace_all": ((S, S, S), S), "str.replace_re": ((S, R, S), S),
    "str.replace_re_all": ((S, R, S), S), "str.is_digit": ((S,), B), "str.to_code": ((S,), I), "str.from_code": ((I,), S),
    "str.to_int": ((S,), I), "str.from_int": ((I,), S), "str.to_re": ((S,), R), "str.in_re": ((S, R), B),
    "re.none": ((), R), "re.all": ((), R), "re.allchar": ((), R), "re.*": ((R,), R), "re.+": ((R,), R), "re.opt": ((R,), R),
    "str.rev": ((S,), S), "str.to_lower": ((S,), S), "str.to_upper": ((S,), S), "str.trim": ((S,), S), "str.update": ((S, I, S), S),
    "str.indexof_re": ((S, R, I), I), "str.last_indexof": ((S, S), I), "str.count": ((S, S), I), "str.split_at": ((S, S, I), S),
    "re.comp": ((R,), R), "re.range": ((S, S), R), "not": ((B,), B), "mod": ((I, I), I), "bits.and": ((I, I), I), "bits.or": ((I, I), I), "bits.xor": ((I, I), I), "bits.power": ((I, I), I), "abs": ((I,), I),
}

# Any number of arguments of one sort, at least so many.
CHAINS = {
    "and": (B, B, 1), "or": (B, B, 1), "xor": (B, B, 2), "=>": (B, B, 2), "+": (I, I, 1), "-": (I, I, 1), "*": (I, I, 1),
    "div": (I, I, 2), "<": (I, B, 2), "<=": (I, B, 2), ">": (I, B, 2), ">=": (I, B, 2), "str.++": (S, S, 1), "re.++": (R, R, 1),
    "re.union": (R, R, 1), "re.inter": (R, R, 1), "re.diff": (R, R, 2), "str.<": (S, B, 2), "str.<=": (S, B, 2),
}

LEGACY = {
    "implies": "=>", "iff": "=", "str.in.re": "str.in_re", "str.in-re": "str.in_re", "str.to.re": "str.to_re", "str.to-re": "str.to_re",
    "str.to.int": "str.to_int", "str.to-int": "str.to_int", "int.to.str": "str.from_int", "str.from-int": "str.from_int",
    "str.replaceall": "str.replace_all", "str.replace-all": "str.replace_all", "str.replace-re": "str.replace_re",
    "str.replace-re-all": "str.replace_re_all", "str.is-digit": "str.is_digit", "str.to-code": "str.to_code", "str.code": "str.to_code",
    "str.from-code": "str.from_code", "re.nostr": "re.none", "re.intersect": "re.inter", "re.complement": "re.comp",
}


def result_sort(op, sorts):
    """The sort of an application of a function of the standard."""
    if op in ("=", "distinct"):
        return same(op, sorts, 2, BOOL)
    if op == "ite":
        if len(sorts) != 3 or sorts[0] != BOOL or sorts[1] != sorts[2]:
            raise Refused("ite is not well-sorted")
        return sorts[1]
    if op in CHAINS:
        sort, result, least = CHAINS[op]
        if any(s != sort for s in sorts):
            raise Refused(f"{op} is not well-sorted")
        return same(op, sorts, least, result)
    if op in FIXED:
        if tuple(sorts) != FIXED[op][0]:
            raise Refused(f"{op} is not well-sorted")
        return FIXED[op][1]
    raise Refused(f"{op} is not known")


def same(op, sorts, least, result):
    """All arguments have one sort, and there are enough."""
    if len(sorts) < least or len(set(sorts)) > 1:
        raise Refused(f"{op} is not well-sorted")
    return result
