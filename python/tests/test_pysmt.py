"""The solver behind pySMT: formulas of every kind against pySMT's own evaluation, models, cores, scopes."""

import importlib.util
import random
import unittest

HAS_PYSMT = importlib.util.find_spec("pysmt") is not None


def setUpModule():
    if not HAS_PYSMT:
        raise unittest.SkipTest("pySMT is not installed: pip install pysmt")
    from pysmt.formula import FormulaManager

    import stringent.pysmt

    # The simplifier of version 0.9.6 calls three constructors by names that they do not have.
    for wrong, right in (("StrPrefixof", "StrPrefixOf"), ("StrSuffixof", "StrSuffixOf"), ("StrCharat", "StrCharAt")):
        if not hasattr(FormulaManager, wrong):
            setattr(FormulaManager, wrong, getattr(FormulaManager, right))
    stringent.pysmt.register()
    stringent.pysmt.register()
    globals().update(vars(__import__("pysmt.shortcuts", fromlist=["Symbol"])))
    globals().update(vars(__import__("pysmt.typing", fromlist=["STRING"])))


def solver(**keys):
    return Solver(name="stringent", **keys)  # noqa: F821


class Registered(unittest.TestCase):
    def test_names_and_logics(self):
        from pysmt.logics import QF_BV, QF_LIA, QF_LRA, QF_SLIA

        environment = get_env().factory
        self.assertIn("stringent", environment.all_solvers())
        for logic in (QF_BV, QF_LIA, QF_SLIA):
            self.assertIn("stringent", environment.all_solvers(logic=logic))
        self.assertNotIn("stringent", environment.all_solvers(logic=QF_LRA))
        self.assertIn("stringent", environment.all_unsat_core_solvers())

    def test_by_formula_alone(self):
        x = Symbol("x", STRING)
        formula = And(StrPrefixOf(String("ab"), x), Equals(StrLength(x), Int(3)))
        self.assertTrue(is_sat(formula, solver_name="stringent", logic="QF_SLIA"))
        self.assertTrue(is_valid(GE(StrLength(x), Int(0)), solver_name="stringent"))
        self.assertTrue(get_model(formula, solver_name="stringent")[x].constant_value().startswith("ab"))

    def test_what_is_not_there_is_refused(self):
        from pysmt.exceptions import ConvertExpressionError, NoSolverAvailableError

        with solver() as s:
            self.assertRaises(ConvertExpressionError, s.add_assertion, GT(Symbol("r", REAL), Real(1)))
        self.assertRaises(NoSolverAvailableError, is_sat, GT(Symbol("r", REAL), Real(1)), "stringent", "QF_LRA")


class Formulas(unittest.TestCase):
    """With their symbols fixed by equations, formulas have the values that pySMT's simplifier computes."""

    def texts(self):
        s, t, n = Symbol("s", STRING), Symbol("t", STRING), Symbol("n", INT)
        return [StrConcat(s, t), StrReplace(s, t, String("z")), StrSubstr(s, n, Int(2)), StrCharAt(s, n), IntToStr(n), Ite(LT(n, Int(1)), s, t)]

    def numbers(self):
        s, t, n = Symbol("s", STRING), Symbol("t", STRING), Symbol("n", INT)
        return [StrLength(s), StrIndexOf(s, t, Int(0)), StrToInt(s), Plus(n, Int(3)), Minus(n, Int(3)), Times(n, Int(-2)),
                BVToNatural(Symbol("b", BV8))]

    def bits(self):
        b, c = Symbol("b", BV8), Symbol("c", BV8)
        pairs = [BVAnd, BVOr, BVXor, BVAdd, BVSub, BVMul, BVUDiv, BVURem, BVSDiv, BVSRem, BVLShl, BVLShr, BVAShr, BVConcat, BVComp]
        ones = [BVNot(b), BVNeg(b), BVExtract(b, 1, 5), BVRol(b, 3), BVRor(b, 3), BVZExt(b, 4), BVSExt(b, 4)]
        return [make(b, c) for make in pairs] + ones

    def truths(self):
        s, t, b, c, p = Symbol("s", STRING), Symbol("t", STRING), Symbol("b", BV8), Symbol("c", BV8), Symbol("p")
        n = Symbol("n", INT)
        return [StrContains(s, t), StrPrefixOf(s, t), StrSuffixOf(s, t), BVULT(b, c), BVULE(b, c), BVSLT(b, c), BVSLE(b, c), LE(n, Int(1)),
                Implies(p, LT(n, Int(1))), Iff(p, Not(p)), Or(p, Equals(s, t)), And(p, Not(Equals(n, Int(0))))]

    def test_values(self):
        draw = random.Random(1)
        for _ in range(8):
            word = lambda: "".join(draw.choice("ab12") for _ in range(draw.randrange(4)))  # noqa: E731
            values = {Symbol("s", STRING): String(word()), Symbol("t", STRING): String(word()), Symbol("n", INT): Int(draw.randrange(0, 3)),
                      Symbol("b", BV8): BV(draw.randrange(256), 8), Symbol("c", BV8): BV(draw.randrange(1, 256), 8), Symbol("p"): Bool(draw.random() < 0.5)}
            with solver() as s:
                s.add_assertion(And(EqualsOrIff(symbol, value) for symbol, value in values.items()))
                self.assertTrue(s.solve())
                for formula in self.texts() + self.numbers() + self.bits() + self.truths():
                    with self.subTest(formula=str(formula), values=str(values)):
                        want = formula.substitute(values).simplify()
                        self.assertTrue(want.is_constant())
                        self.assertEqual(s.get_value(formula), want)

    def test_functions(self):
        f = Symbol("f", FunctionType(INT, [STRING, BV8]))
        calls = [Function(f, [String("a"), BV(n, 8)]) for n in (1, 2)]
        # pySMT itself has no logic of both strings and bit-vectors, so it does not find one for a formula alone.
        with solver() as s:
            s.add_assertion(And(Equals(calls[0], Int(3)), Equals(calls[1], Int(4))))
            self.assertTrue(s.solve())
            self.assertEqual([s.get_model().get_py_value(call) for call in calls], [3, 4])

    def test_large_formulas(self):
        total = Plus(Symbol(f"k{i}", INT) for i in range(3000))
        deep = Int(0)
        for i in range(3000):
            deep = Ite(Symbol(f"q{i}"), Plus(deep, Int(1)), deep)
        self.assertTrue(is_sat(Equals(total, deep), solver_name="stringent"))


class Sessions(unittest.TestCase):
    def test_scopes_and_assumptions(self):
        p, n = Symbol("p"), Symbol("n", INT)
        with solver() as s:
            s.add_assertion(Implies(p, GT(n, Int(3))))
            s.push()
            s.add_assertion(LT(n, Int(2)))
            self.assertFalse(s.solve([p]))
            self.assertTrue(s.solve([Not(p)]))
            self.assertTrue(s.solve([LT(n, Int(1))]))
            s.pop()
            self.assertTrue(s.solve([p]))
            self.assertGreater(s.get_py_value(n), 3)
            s.reset_assertions()
            self.assertTrue(s.is_sat(Equals(n, Int(0))))

    def test_models_outlive_their_solver(self):
        x = Symbol("x", STRING)
        with solver() as s:
            s.add_assertion(Equals(x, String("a")))
            self.assertTrue(s.solve())
            model = s.get_model()
        self.assertEqual(dict(model), {x: String("a")})
        self.assertTrue(x in model and Symbol("elsewhere", INT) not in model)

    def test_cores(self):
        n = Symbol("n", INT)
        with UnsatCoreSolver(name="stringent", unsat_cores_mode="all") as s:
            parts = [GT(n, Int(3)), LT(n, Int(100)), LT(n, Int(2))]
            for part, name in zip(parts, ("low", None, "high")):
                s.add_assertion(part, named=name)
            self.assertFalse(s.solve())
            self.assertEqual(s.get_named_unsat_core(), {"low": parts[0], "high": parts[2]})
            self.assertEqual(s.get_unsat_core(), {parts[0], parts[2]})

    def test_limits_are_unknown(self):
        from pysmt.exceptions import PysmtValueError, SolverReturnedUnknownResultError

        numbers = [Symbol(f"n{i}", INT) for i in range(15)]
        with solver(solver_options={"timeout": 50}) as s:
            s.add_assertion(And(AllDifferent(numbers), *[And(LE(Int(1), n), LT(n, Int(15))) for n in numbers]))
            self.assertRaises(SolverReturnedUnknownResultError, s.solve)
        self.assertRaises(PysmtValueError, solver, solver_options={"no such": 1})


if __name__ == "__main__":
    unittest.main()
