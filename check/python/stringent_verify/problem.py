"""The problem: for each check, the assertions on the stack, still as lists, and what names mean at that check."""

from .elaborate import Scope
from .sexpr import commands, show
from .steps import Refused


MOST_SCOPES = 1_000_000


class Check:
    """One check: `formulas` from the bottom of the stack up, assumptions last."""

    def __init__(self, formulas, scope):
        self.formulas, self.scope = formulas, scope


class Problem:
    """Reads a script. Commands that change neither the stack nor names, and malformed ones, are none of ours."""

    def __init__(self, text):
        self.checks, self.formulas, self.stack = [], [], []
        self.scope, self.shared, self.everywhere = Scope(), False, False
        for _, command in commands(text):
            if command == ["exit"]:
                break
            self.execute(command)

    def execute(self, command):
        """One command."""
        name = command[0] if command and isinstance(command[0], str) else ""
        action = getattr(self, "do_" + name.replace("-", "_"), None)
        try:
            if action:
                action(*command[1:])
        except (TypeError, ValueError, AttributeError) as why:
            raise Refused(f"the problem has a command of another form: {show(command)}") from why

    def changed(self):
        """The scope, to be written to: nobody else has a hold of it."""
        if self.shared:
            self.scope, self.shared = Scope(self.scope), False
        return self.scope

    def do_check_sat(self):
        self.do_check_sat_assuming([])

    def do_check_sat_assuming(self, assumptions):
        self.shared = True
        self.checks.append(Check(self.formulas + assumptions, self.scope))

    def do_push(self, levels="1"):
        self.shared = True
        if int(levels) > MOST_SCOPES - len(self.stack):
            raise Refused("too many scopes")
        self.stack += [(len(self.formulas), self.scope)] * int(levels)

    def do_pop(self, levels="1"):
        for _ in range(min(int(levels), len(self.stack))):
            height, scope = self.stack.pop()
            del self.formulas[height:]
            if not self.everywhere:
                self.scope, self.shared = scope, True

    def do_reset(self):
        self.everywhere = False
        self.do_reset_assertions()

    def do_reset_assertions(self):
        self.formulas, self.stack = [], []
        if not self.everywhere:
            self.scope, self.shared = Scope(), False

    def do_set_option(self, name, *value):
        if name == ":global-declarations":
            is_on = value == ("true",)
            if is_on != self.everywhere and (self.scope.names or self.scope.sorts or self.stack):
                raise Refused("an option that comes too late")
            self.everywhere = is_on

    def do_assert(self, formula):
        for name, body in named(formula):
            self.do_define_fun(name, [], "Bool", body)
        self.formulas.append(formula)

    def do_declare_const(self, name, sort):
        self.do_declare_fun(name, [], sort)

    def do_declare_fun(self, name, sorts, result):
        scope = self.changed()
        self.enter(name, lambda: (tuple(scope.sort(s) for s in sorts), scope.sort(result)))

    def do_define_const(self, name, sort, body):
        self.do_define_fun(name, [], sort, body)

    def do_define_fun(self, name, parameters, result, body):
        scope = self.changed()
        self.enter(name, lambda: ({p: scope.sort(s) for p, s in parameters}, scope.sort(result), body))

    def do_define_fun_rec(self, name, *_):
        self.changed().names[name] = f"{name} is recursive"

    def do_define_funs_rec(self, signatures, _):
        for name, *_ in signatures:
            self.do_define_fun_rec(name)

    def do_declare_sort(self, name, arity="0"):
        if arity == "0":
            self.changed().sorts[name] = "sort " + name

    def do_define_sort(self, name, parameters, sort):
        scope = self.changed()
        try:
            if not parameters:
                scope.sorts[name] = scope.sort(sort)
        except Refused:
            scope.sorts.pop(name, None)

    def do_declare_datatype(self, *parts):
        for name in tokens(list(parts)):
            self.changed().names[name] = f"{name} belongs to a datatype"

    do_declare_datatypes = do_declare_datatype

    def enter(self, name, meaning):
        """A new name, with its meaning or the reason why it has none."""
        names = self.changed().names
        try:
            names[name] = f"{name} has two meanings" if name in names else meaning()
        except Refused as why:
            names[name] = f"{name}: {why}"


def named(tree):
    """The parts `(! t :named n)` that no binder is around, inner ones first, as pairs of name and body."""
    found, stack = [], [tree]
    while stack:
        top = stack.pop()
        if isinstance(top, list) and (not top or top[0] not in ("let", "lambda", "forall", "exists", "match")):
            if top and top[0] == "!":
                found += [(name, top[1]) for key, name in zip(top[2::2], top[3::2]) if key == ":named"]
            stack.extend(top)
    return reversed(found)


def tokens(tree):
    """All tokens of a list."""
    stack = [tree]
    while stack:
        top = stack.pop()
        if isinstance(top, str):
            yield top
        else:
            stack.extend(top)
