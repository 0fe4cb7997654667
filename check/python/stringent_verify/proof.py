"""The commands of a proof, section by section."""

from inspect import signature

from . import bits, digits, lang, lia, net
from .clause import follows
from .elaborate import Scope
from .sexpr import Malformed, commands, show
from .steps import Refused
from .suppose import absurd
from .term import TRUE, make, negation


class Proof:
    """What has been checked: `holes` counts the steps that were not justified."""

    def __init__(self, problem, axioms):
        self.problem, self.axioms, self.holes, self.sections = problem, axioms, {}, 0
        self.check, self.clauses, self.done = None, {}, True

    def read(self, text):
        """Checks all commands; a refusal has the line of its command."""
        line = 1
        try:
            for n, (line, command) in enumerate(commands(text, may_be_framed=True)):
                self.execute(n, command)
            self.end_section()
        except Malformed:
            raise
        except Refused as why:
            raise Malformed(line, str(why)) from why

    def execute(self, n, command):
        """One command."""
        if n == 0:
            expect(command == ["stringent-proof", "1"], "this is no proof of version 1")
            return
        name = command[0] if command and isinstance(command[0], str) else ""
        action = COMMANDS.get(name)
        expect(action is not None, f"{show(command)} is no command")
        expect(name == "check-sat" or self.check, "a command before the first section")
        fitting(action, self, *command[1:])
        action(self, *command[1:])

    def end_section(self):
        """A section must have an empty clause, and there must be one."""
        expect(self.done and self.sections, "a section does not end with qed")

    def begin(self, number):
        """`(check-sat N)`"""
        expect(self.done, "a section does not end with qed")
        n = natural(number)
        expect(n < len(self.problem.checks), f"the problem has no check {n}")
        self.check, self.clauses, self.done = self.problem.checks[n], {}, False
        self.scope = Scope(self.check.scope)
        self.scope.is_proof = True
        self.sections += 1

    def new_name(self, name, meaning):
        """A name of the proof's own."""
        expect(isinstance(name, str) and name[0] == "@", f"{show(name)} does not begin with @")
        self.scope = Scope(self.scope) if name in self.scope.names else self.scope
        self.scope.names[name] = meaning

    def abbreviate(self, name, tree):
        """`(term @NAME TERM)`"""
        self.new_name(name, self.scope.term(tree))

    def constant(self, name, sort):
        """`(const @NAME SORT)`"""
        self.new_name(name, ((), self.scope.sort(sort)))

    def assume(self, name, number, *tree):
        """`(assume ID N [TERM])`"""
        n = natural(number)
        expect(n < len(self.check.formulas), f"the check has no assertion {n}")
        stated = self.formula(*tree) if tree else None
        try:
            formula = self.assertion(n)
        except Refused:
            if not tree:
                raise
            formula = None
        if tree and not (formula and (stated is formula or absurd([formula, negation(stated)]))):
            expect(not self.all_read(), "this is not the assertion")
            self.holes["unread"] = self.holes.get("unread", 0) + 1
        self.add(name, frozenset((stated or formula,)))

    def assertion(self, n):
        """The formula that is asserted."""
        formula = self.check.scope.term(self.check.formulas[n])
        expect(formula.sort == "Bool", "the assertion is no formula")
        return formula

    def all_read(self):
        """Can all assertions of the check be read?"""
        try:
            return all([self.assertion(n) for n in range(len(self.check.formulas))])
        except Refused:
            return False

    def step(self, name, literals, rule):
        """`(step ID (LITERAL*) rule)`"""
        clause = self.literals(literals)
        head, *rest = [rule] if isinstance(rule, str) else rule or [""]
        expect(isinstance(head, str) and head in RULES, f"{show(rule)} is no rule")
        fitting(RULES[head], self, clause, *rest)
        expect(RULES[head](self, clause, *rest), f"the clause is not valid by {head}")
        self.add(name, frozenset(clause))

    def rup(self, name, literals, *names):
        """`(rup ID (LITERAL*) ID*)`"""
        clause = frozenset(self.literals(literals))
        others = [self.clause(n) for n in names] if names else list(self.clauses.values())
        expect(follows(clause, others), "this does not follow by unit propagation")
        self.add(name, clause)

    def qed(self, name):
        """`(qed ID)`"""
        expect(not self.clause(name), "this clause is not empty")
        self.done = True

    def add(self, name, clause):
        """A clause that holds. A name that is used again means the new clause."""
        expect(isinstance(name, str), f"{show(name)} is no name")
        self.clauses[name] = clause

    def clause(self, name):
        """The clause of a name."""
        expect(isinstance(name, str) and name in self.clauses, f"there is no clause {show(name)}")
        return self.clauses[name]

    def literals(self, trees):
        """The literals of a clause in their order."""
        expect(isinstance(trees, list), "a clause is a list of literals")
        return [self.formula(tree) for tree in trees]

    def formula(self, tree):
        """A term that is a formula."""
        t = self.scope.term(tree)
        expect(t.sort == "Bool", "this is no formula")
        return t

    def ax(self, clause, name, *args):
        """Rule `ax`."""
        expect(isinstance(name, str), "an axiom has a name")
        return self.axioms.check(clause, name, [self.scope.term(a) for a in args])

    def lia(self, clause, *lines):
        """Rule `lia`."""
        return lia.check(clause, [parsed_line(l) for l in lines])

    def bits(self, clause, *lemmas):
        """Rule `bits`."""
        return bits.refuted(clause, [[integer(b) for b in lemma] for lemma in lemmas])

    def hole(self, _, name):
        """Rule `hole`."""
        expect(isinstance(name, str), "a hole has a name")
        self.holes[name] = self.holes.get(name, 0) + 1
        return True


def parsed_line(tree):
    """The pairs and the divisor of a line."""
    divisor = 1
    expect(isinstance(tree, list), "a line is a list")
    if len(tree) >= 2 and tree[-2] == "/":
        tree, divisor = tree[:-2], natural(tree[-1])
    expect(all(isinstance(pair, list) and len(pair) == 2 for pair in tree), "a line consists of pairs")
    return [(natural(i), natural(c)) for i, c in tree], divisor


def fitting(action, *args):
    """Refuses unless there are as many arguments as it takes."""
    try:
        signature(action).bind(*args)
    except TypeError as why:
        raise Refused("a command or rule of another form") from why


def natural(token):
    """A number of the proof."""
    expect(isinstance(token, str) and token.isascii() and token.isdigit() and len(token) < 4000, f"{show(token)} is no number")
    return int(token)


def integer(token):
    """A number of the proof, perhaps negative."""
    return -natural(token[1:]) if isinstance(token, str) and token[:1] == "-" else natural(token)


def expect(condition, why):
    """Refuses unless the condition holds."""
    if not condition:
        raise Refused(why)


COMMANDS = {
    "check-sat": Proof.begin, "term": Proof.abbreviate, "const": Proof.constant, "assume": Proof.assume, "step": Proof.step,
    "rup": Proof.rup, "qed": Proof.qed,
}

RULES = {
    "taut": lambda proof, clause: bits.refuted(clause, [], False),
    "norm": lambda proof, clause: absurd([negation(l) for l in clause]),
    "lang": lambda proof, clause: lang.excluded(clause),
    "net": lambda proof, clause: net.impossible(clause),
    "digits": lambda proof, clause: digits.impossible(clause),
    "bits": Proof.bits, "lia": Proof.lia, "ax": Proof.ax, "hole": Proof.hole,
}
