"""IAM policies: reading them, and what they mean for one request.

`allows` is the reference: it follows AWS's rules for one request at a time and uses no solver, so that witnesses can be checked. What it
cannot evaluate for one request either (relations to policy variables, ARN and numeric conditions, conditions on sets of values) is an
*opaque* condition: a request says itself whether it holds.
"""

import json
import re
from dataclasses import dataclass, field

OPAQUE_OPERATORS = re.compile(r"^(ForAllValues|ForAnyValue):|^(Arn|Numeric|Date|Binary|IpAddress|NotIpAddress)")


@dataclass(frozen=True)
class Condition:
    """One key under one operator; all of a statement's have to hold."""

    operator: str
    key: str
    values: tuple[str, ...]

    @property
    def is_opaque(self):
        """Whether its truth is not a matter of one string."""
        unknown = self.plain not in COMPARISONS
        return unknown or bool(OPAQUE_OPERATORS.match(self.operator)) or any(has_variable(v) for v in self.values)

    @property
    def plain(self):
        """The operator without `IfExists`."""
        return self.operator.removesuffix("IfExists")

    def __str__(self):
        return f"{self.operator} {self.key} [{', '.join(self.values)}]"


@dataclass(frozen=True)
class Piece:
    """The resources of a statement and its conditions: what is to be decided once the action is known."""

    resources: tuple[str, ...]
    negated: bool
    conditions: tuple[Condition, ...]

    @property
    def is_everything(self):
        """Whether no request is left out."""
        return not self.conditions and not self.negated and "*" in self.resources


@dataclass(frozen=True)
class Statement:
    """A statement; patterns of actions are in lower case, as case does not matter."""

    allow: bool
    actions: tuple[str, ...]
    negated: bool
    piece: Piece


@dataclass
class Policy:
    """A named policy."""

    name: str
    statements: list[Statement]


@dataclass
class Request:
    """A request: the keys in its context have one value each; opaque conditions are true or false."""

    action: str
    resource: str
    context: dict[str, str] = field(default_factory=dict)
    opaque: dict[str, bool] = field(default_factory=dict)


def as_list(value):
    """IAM writes lists of one element without brackets."""
    return [value] if isinstance(value, (str, dict, bool, int, float)) else list(value)


def variables(pattern):
    """The keys that a pattern mentions: `${...}`, but for `${*}`, `${?}` and `${$}`, which are characters."""
    return [name.split(",")[0].strip().lower() for name in re.findall(r"\$\{([^}]*)\}", pattern) if name not in "*?$"]


def has_variable(pattern):
    """Whether a pattern mentions keys."""
    return bool(variables(pattern))


def tokens(pattern, wildcards=True):
    """Characters, and None for `*`, True for `?`. A variable may be anything, which is an opaque matter besides."""
    for part in re.findall(r"\$\{[^}]*\}|.", pattern, re.S):
        if len(part) > 1:
            name = part[2:-1]
            yield name if name in ("*", "?", "$") else None
        elif wildcards and part in "*?":
            yield None if part == "*" else True
        else:
            yield part


def matches(pattern, text, wildcards=True):
    """Whether a pattern with `*` and `?` matches a whole text."""
    parts = [".*" if t is None else "." if t is True else re.escape(t) for t in tokens(pattern, wildcards)]
    return re.fullmatch("".join(parts), text, re.S) is not None


def _equals(values, text):
    return text in values


def _like(values, text):
    return any(matches(v, text) for v in values)


def _ignoring_case(values, text):
    return text.lower() in {v.lower() for v in values}


# Operators on one string: what compares it, and whether the outcome is negated.
COMPARISONS = {
    "StringEquals": (_equals, False),
    "StringNotEquals": (_equals, True),
    "StringLike": (_like, False),
    "StringNotLike": (_like, True),
    "StringEqualsIgnoreCase": (_ignoring_case, False),
    "StringNotEqualsIgnoreCase": (_ignoring_case, True),
    "Bool": (_ignoring_case, False),
    "Null": (None, False),
}


def holds(condition, request):
    """Whether a condition holds. What is negated, or ends with `IfExists`, holds where the key is missing."""
    if condition.is_opaque:
        return request.opaque[str(condition)]
    value = request.context.get(condition.key)
    if condition.plain == "Null":
        return any((value is None) == (v.lower() == "true") for v in condition.values)
    compare, negated = COMPARISONS[condition.plain]
    if value is None:
        return negated or condition.operator.endswith("IfExists")
    return compare(condition.values, value) != negated


def variable_atom(pattern):
    """The name of the opaque matter whether a resource fits a pattern with variables, given that it fits with anything in their place."""
    return f"Resource {pattern}"


def in_resources(piece, request):
    """Whether the resource is one of the piece."""
    found = any(
        matches(p, request.resource) and (not has_variable(p) or request.opaque[variable_atom(p)]) for p in piece.resources
    )
    return found != piece.negated


def applies(statement, request):
    """Whether a statement speaks of the request."""
    action = any(matches(p, request.action.lower()) for p in statement.actions) != statement.negated
    return action and in_resources(statement.piece, request) and all(holds(c, request) for c in statement.piece.conditions)


def allows(policy, request):
    """Whether a policy allows a request: some statement does and none denies it."""
    found = [s.allow for s in policy.statements if applies(s, request)]
    return bool(found) and all(found)


def _statement(data):
    action, resource = ("NotAction", "NotResource")
    conditions = [
        Condition(operator, key.lower(), tuple(sorted(str(v).lower() if isinstance(v, bool) else str(v) for v in as_list(values))))
        for operator, keys in sorted(data.get("Condition", {}).items())
        for key, values in sorted(keys.items())
    ]
    piece = Piece(
        tuple(sorted(as_list(data.get("Resource", data.get(resource, ()))))), resource in data, tuple(conditions)
    )
    actions = tuple(sorted({a.lower() for a in as_list(data.get("Action", data.get(action, ())))}))
    unknown = set(data) - {"Sid", "Effect", "Action", action, "Resource", resource, "Condition"}
    if unknown:
        raise ValueError(f"not understood: {', '.join(sorted(unknown))}")
    return Statement(data["Effect"] == "Allow", actions, action in data, piece)


def read_policy(name, document):
    """A policy from its document."""
    return Policy(name, [_statement(s) for s in as_list(document["Statement"])])


def read_policies(path):
    """Policies from lines of JSON with `name` and `document`."""
    with open(path, encoding="utf-8") as lines:
        return [read_policy(row["name"], row["document"]) for row in map(json.loads, lines)]
