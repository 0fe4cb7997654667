"""Rule `ax`: instances of a table of clauses, a data file that both checkers read."""

from .elaborate import Scope, Elaborator
from .normal import normal_form
from .sequences import image, wide_element
from .sexpr import commands
from .steps import Refused, run
from .term import FALSE, REGLAN, STRING

# What does not hold whatever the letters are.
OF_LETTERS = {
    "str.to_code", "str.from_code", "str.to_int", "str.from_int", "str.is_digit", "str.<", "str.<=", "re.range", "str.replace_re",
    "str.replace_re_all",
}


def speaks_of_letters(tree):
    """Does a formula of the table speak of codes, order, ranges, numerals or constants?"""
    if isinstance(tree, list):
        return any(map(speaks_of_letters, tree))
    return tree in OF_LETTERS or tree[0] == '"' and tree != '""'


def argument(a, sort):
    """An argument for a parameter of a sort: an axiom about strings holds of what a sequence is inside."""
    return a if a.sort == sort else image(a)


class Axioms:
    """The table: parameters with sorts, and literals, for each name."""

    def __init__(self, text):
        self.table, self.scope = {}, Scope()
        for _, (_, name, parameters, literals) in commands(text):
            self.table[name] = (parameters, literals)

    def instance(self, name, args):
        """The literals of an axiom for some arguments."""
        if name not in self.table:
            raise Refused(f"there is no axiom {name}")
        parameters, literals = self.table[name]
        if len(args) != len(parameters):
            raise Refused(f"{name} has other arguments")
        scope = Scope(self.scope)
        # Axioms about sequences are about those of any elements.
        is_any = any("E" in sort for _, sort in parameters)
        if is_any:
            first = args[0].sort
            scope.sorts["E"] = first[1] if first[0] in ("seq", "regex") and parameters[0][1] != "E" else first
        sorts = [scope.sort(s) for _, s in parameters]
        wide = None if is_any else wide_element(args)
        if wide:
            strings = [a for a in args if a.sort in (STRING, REGLAN) or a.sort[0] in ("seq", "regex")]
            if any(a.sort not in (("seq", wide), ("regex", wide)) for a in strings) or speaks_of_letters(literals):
                raise Refused(f"{name} is about strings")
        args = [argument(a, s) for a, s in zip(args, sorts)]
        if sorts != [a.sort for a in args]:
            raise Refused(f"arguments of another kind for {name}")
        values = {p: a for (p, _), a in zip(parameters, args)}
        return [run(Elaborator(scope).under(values, l)) for l in literals]

    def check(self, clause, name, args):
        """Are the literals of an instance, in normal form, in the clause?"""
        forms = {normal_form(l) for l in clause} | {FALSE}
        return all(normal_form(l) in forms for l in self.instance(name, args))
