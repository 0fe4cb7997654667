"""What pieces of policies mean, as formulas over one request: for Stringent, or for z3, whose names are the same.

The resource is a string; a key of the context has a Boolean that says whether it is there, and a string. What is opaque is a Boolean of
its own.
"""

from iam import has_variable, tokens, variable_atom


class Formulas:
    """Formulas by the names of a module."""

    def __init__(self, module):
        self.m = module
        self.resource = module.String("resource")
        self._regexes = {}

    def pattern(self, pattern, wildcards=True, ignore_case=False):
        """The regular expression of a pattern."""
        key = pattern, wildcards, ignore_case
        if key not in self._regexes:
            self._regexes[key] = self._concat(list(tokens(pattern, wildcards)), ignore_case)
        return self._regexes[key]

    def _concat(self, parts, ignore_case):
        m, out, text = self.m, [], ""
        regexes = m.ReSort(m.StringSort())
        for part in [*parts, ""]:
            if isinstance(part, str) and part and not ignore_case:
                text += part
                continue
            if text:
                out.append(m.Re(text))
                text = ""
            if part is None:
                out.append(m.Full(regexes))
            elif part is True:
                out.append(m.AllChar(regexes))
            elif part:
                out.append(m.Union(m.Re(part.lower()), m.Re(part.upper())))
        return m.Re("") if not out else out[0] if len(out) == 1 else m.Concat(*out)

    def _any(self, parts):
        return self.m.Or(*parts) if len(parts) > 1 else parts[0] if parts else self.m.BoolVal(False)

    def _all(self, parts):
        return self.m.And(*parts) if len(parts) > 1 else parts[0] if parts else self.m.BoolVal(True)

    def present(self, key):
        """Whether the context has a key."""
        return self.m.Bool(f"has {key}")

    def value(self, key):
        """Its value."""
        return self.m.String(f"value {key}")

    def opaque(self, name):
        """Something that formulas do not look into."""
        return self.m.Bool(f"opaque {name.replace('|', '/')}")

    def condition(self, condition):
        """A condition."""
        if condition.is_opaque:
            return self.opaque(str(condition))
        present, value, m = self.present(condition.key), self.value(condition.key), self.m
        if condition.plain == "Null":
            return self._any([m.Not(present) if v.lower() == "true" else present for v in condition.values])
        like, ignore_case = "Like" in condition.plain, "Case" in condition.plain or condition.plain == "Bool"
        if like or ignore_case:
            found = self._any([m.InRe(value, self.pattern(v, like, ignore_case)) for v in condition.values])
        else:
            found = self._any([value == m.StringVal(v) for v in condition.values])
        if "Not" in condition.plain:
            return m.Or(m.Not(present), m.Not(found))
        return m.Or(m.Not(present), found) if condition.operator.endswith("IfExists") else m.And(present, found)

    def _resource(self, pattern):
        found = self.m.InRe(self.resource, self.pattern(pattern))
        return self.m.And(found, self.opaque(variable_atom(pattern))) if has_variable(pattern) else found

    def piece(self, piece):
        """Whether the request is one of a piece."""
        found = self._any([self._resource(p) for p in piece.resources])
        found = self.m.Not(found) if piece.negated else found
        return self._all([found, *map(self.condition, piece.conditions)])

    def escapes(self, inside, denied, allowing, denying):
        """A request of a piece that the first policy does not deny, and the second denies or does not allow."""
        m = self.m
        covered = m.And(self._any(list(map(self.piece, allowing))), m.Not(self._any(list(map(self.piece, denying)))))
        return m.And(self.piece(inside), *[m.Not(self.piece(p)) for p in denied], m.Not(covered))
