"""Each rule: clauses that it gives, and clauses next to them that it must refuse, as they are false in some model."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from verify import verdict

from stringent_verify import sequences
from stringent_verify.axioms import Axioms
from stringent_verify.problem import Problem
from stringent_verify.proof import Proof
from stringent_verify.sexpr import commands
from stringent_verify.steps import Refused

NAMES = """
(declare-fun x () String)(declare-fun y () String)(declare-fun z () String)
(declare-fun n () Int)(declare-fun m () Int)(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun f (String) Int)
(declare-fun a () (_ BitVec 8))(declare-fun b () (_ BitVec 8))(declare-fun s () (Seq (_ BitVec 8)))(declare-fun v () (Seq Int))(declare-fun u () (Seq Int))(declare-fun set () (Array (_ BitVec 8) Bool))
(define-fun twice ((s String)) String (str.++ s s))
(assert (= x "ab"))(assert (! (= (twice x) y) :named both))(check-sat)(push 1)(assert p)(check-sat-assuming (q both))(pop 1)(check-sat)
"""
AXIOMS = Axioms((Path(__file__).parent.parent.parent / "axioms.smt2").read_text(encoding="utf-8"))
sequences.load((Path(__file__).parent.parent.parent / "words.smt2").read_text(encoding="utf-8"))
AB, LETTERS = '(re.+ (str.to_re "ab"))', '(re.* (re.range "a" "z"))'


def holds(clause, rule):
    """Does the rule give the clause?"""
    checked = Proof(Problem(NAMES), AXIOMS)
    try:
        for n, (_, command) in enumerate(commands(f"(stringent-proof 1)(check-sat 0)(step s ({clause}) {rule})")):
            checked.execute(n, command)
    except Refused:
        return False
    return True


class Rules(unittest.TestCase):
    """One test for each rule."""

    def rule(self, rule, right, wrong):
        """The rule gives the clauses on the left and none on the right."""
        for clause in right:
            self.assertTrue(holds(clause, rule), clause)
        for clause in wrong:
            self.assertFalse(holds(clause, rule), clause)

    def test_taut(self):
        self.rule("taut", [
            "p (not p)", "(not (and p q)) q", "(and p q) (not p) (not q)", "(or p q) (not (xor p q))", "(not (=> p q)) (not p) q",
            "(not (ite p q (not q))) (not p) q", "(not (= p q)) p (not q)", "true", "(not (not p)) (not p)", "(not p) (not q) (not (= n 1)) (xor p q (= n 1))",
            f"(not (str.in_re x ((_ re.^ 2) {AB}))) (str.in_re x ((_ re.loop 2 2) {AB}))",
        ], ["p q", "(not (or p q)) q", "(and p q) (not p)", "(not (=> p q)) p q", "(not (= p q)) p q", "false", "(= x x)", "(= n (+ n 1))"])

    def test_bits(self):
        self.rule("(bits)", [
            "(= (bvxor a a) #x00)", "(not (bvult a #x00))", "(not (= (bvadd a #x01) a))", "(= (bvshl a #x08) #x00)", "(= (bvor a #xff) #xff)", "(= (bvand a #x0f) (bvurem a #x10))",
        ], [
            "(= (bvxor a b) #x00)", "(not (= (div 5 (* 0 (ubv_to_int a))) 100))", "(not (= n 1000000))", "(not (= (str.to_code x) 100000))",
            "(= a b)", "(not (= (ubv_to_int a) 255))",
        ])
        self.rule("(bits (2) (-2))", [], ["(= (bvadd a b) #x00)"])

    def test_sort(self):
        all_bytes = '(re.* (re.range "\\u{0}" "\\u{ff}"))'
        self.rule("(ax seq-letters s)", [f"(str.in_re s {all_bytes})"], ['(= s "")', f"(str.in_re x {all_bytes})"])
        self.rule("(ax word-least a)", ["(>= (ubv_to_int a) 0)"], ["(>= (ubv_to_int a) 1)"])
        self.rule("(ax word-most a)", ["(< (ubv_to_int a) 256)"], ["(< (ubv_to_int a) 255)"])
        for least, where in (("seq-letters", "x"), ("word-least", "n"), ("word-least", "s"), ("seq-letters", "a")):
            self.rule(f"(ax {least} {where})", [], ["true", "false"])
        nth = "(seq.nth s n)"
        self.rule(f"(ax seq-letter {nth} s n)", [f"(or (< n 0) (>= n (seq.len s)) (= (seq.at s n) (seq.unit {nth})))"], ['(= "" "a")'])
        self.rule('(ax seq-letter (seq.nth s n) "\\u{100}" 0)', [], ["false", "true"])
        self.rule("(ax seq-read v n)", ["(< n 0) (>= n (seq.len v)) (= (seq.nth v n) (seq.read v n))"], ["(= (seq.nth v n) (seq.read v n))"])

    def test_sets(self):
        two = "(store (store ((as const (Array (_ BitVec 8) Bool)) false) #x41 true) #x42 true)"
        self.rule("norm", [
            f"(select (store {two} #x41 false) #x42)", f"(not (select {two} #x43))", "(not (select set a)) (not (= a b)) (select set b)",
        ], [f"(select (store {two} #x41 false) #x41)", "(not (select set a)) (select set b)", "(select set x)", "(= (store set a) set)"])

    def test_digits(self):
        x, y = '(not (str.in_re x (re.+ (str.to_re "12"))))', '(not (str.in_re y (re.+ (re.range "0" "9"))))'
        least = "(not (>= (str.to_int x) 0)) (not (>= (str.to_int y) 0))"
        self.rule("digits", [
            f"{x} {least} (not (= (str.to_int x) (+ 1 (* 2 (str.to_int y)))))", f"{x} {least} (not (= (str.to_int x) 1213))",
            f"{x} {least} (not (= (* 3 (str.to_int x)) (- (- 6) (str.to_int y))))",
        ], [
            f"{x} {least} (not (= (str.to_int x) (* 2 (str.to_int y))))", f"{x} {least} (not (= (str.to_int x) 1212))",
            f"{x} (not (= (str.to_int x) (+ 1 (* 2 (str.to_int y)))))", f"{x} {y} {least} (not (= (str.to_int x) (+ m (* 2 (str.to_int y)))))",
            f"{least} (not (= (str.to_int x) (str.to_int y)))", f"{x} {least} (= (str.to_int x) (+ 1 (* 2 (str.to_int y))))",
        ])

    def test_wide_sequences(self):
        self.rule("norm", [
            "(not (= (seq.++ v (seq.unit n)) (seq.++ u (seq.unit m)))) (= n m)", "(not (= (seq.++ (seq.unit n) v) (as seq.empty (Seq Int))))",
            "(= (seq.nth (seq.++ (seq.unit n) (seq.unit m) v) 1) m)", "(= (seq.extract (seq.++ (seq.unit n) v) 0 1) (seq.unit n))",
            "(= (str.substr (str.++ (seq.unit n) v) 1 m) (str.substr v 0 m))", "(not (= (seq.++ (seq.unit 7) v) (seq.++ (seq.unit 2) v)))",
            "(= (seq.len (seq.++ v (seq.unit n))) (+ 1 (str.len v)))", "(= (= v u) (= (str.++ v (as seq.empty (Seq Int))) u))",
        ], [
            "(= n m)", "(not (= (seq.unit n) (seq.unit m)))", "(not (= (seq.++ v (seq.unit n)) (seq.++ (seq.unit m) v)))",
            "(= (seq.nth (seq.++ (seq.unit n) v) 1) n)", "(= (seq.nth (seq.++ v (seq.unit n)) 0) n)",
        ])
        letter = "(as re.allchar (RegEx (Seq Int)))"
        self.rule("lang", [f"(not (str.in_re v (re.* (re.++ {letter} {letter})))) (not (= (str.len v) 3))"], [])
        self.rule("(ax len-equal v u)", ["(not (= v u)) (= (str.len v) (str.len u))"], [])
        for mixed in [
            "(= (str.to_code v) (str.to_code v))", '(= v "a")', "(= v x)", "(= v s)", "(= (ite p v x) v)", '(= (str.++ v "a") v)', "(str.<= v v)",
            '(str.in_re v (re.range "a" "b"))', '(str.in_re v (re.* (re.union re.all (str.to_re "a"))))', "(str.in_re v (re.++ (str.to_re x) re.all))",
            "(= (str.replace_re v re.all v) v)", "(= (seq.element x) n)", "(= (ite p v \"\") u)", "(str.in_re v re.all)", '(= (str.++ v "") v)',
        ]:
            self.rule("taut", [], [f"{mixed} true"])
        self.rule("taut", ["(= (ite p v (as seq.empty (Seq Int))) u) true", "(str.in_re v (re.++ (str.to_re u) (as re.all (RegEx (Seq Int))))) true"], [])
        for rule in ["(ax code-range v)", "(ax int-below-1 v)", "(ax len-equal v x)", "(ax contains-same v s)"]:
            self.rule(rule, [], ["true"])

    def test_norm(self):
        self.rule("norm", [
            "(= (bvadd #xff #x02) #x01)", "(= (bvnot (bvnot a)) a)",
            "(= (+ n n) (* 2 n))", "(not (> n 3)) (>= n 4)", "(= (str.len (str.++ x y)) (+ (str.len y) (str.len x)))",
            '(not (= (str.++ x "a") (str.++ y "b")))', '(not (= x "ab")) (= (str.len x) 2)', "(= (mod n 3) (- n (* 3 (div n 3))))",
            "(not (= x y)) (= (f x) (f y))", "(= (ite p n n) n)", "(not (= n (ite p 1 2))) (= n 1) (= n 2)",
            '(= (str.substr (str.++ "abc" x) 1 2) "bc")', '(= (str.replace_all (str.++ x "a") "a" y) (str.++ (str.replace_all x "a" y) y))',
            f'(not (str.in_re "ac" {AB}))', '(not (= (* 2 n) 3))', "(not (= (mod n 4) 0)) (not (>= (mod n 4) 1))",
            "(not (distinct p q)) (not (= p q))", "(= (div n (- 2)) (- (div n 2)))", "((_ divisible 3) n) (not (= n (* 3 m)))",
        ], [
            "(= (+ n n) (* 3 n))", "(not (> n 3)) (>= n 5)", '(not (= (str.++ x "a") (str.++ y "a")))', "(= (str.len x) (str.len y))",
            "(not (= (f x) (f y))) (= x y)", "(not (= n (ite p 1 2))) (= n 1)", '(= (str.substr (str.++ x "abc") 1 2) "bc")',
            f'(str.in_re "ac" {AB})', "(= (div n 0) 0)", "(= (mod n 0) n)", '(= (str.replace_all (str.++ x "a") "ab" y) (str.++ x "a"))',
            "(not (= (mod n 4) 0)) (not (>= n 1))", '(= (str.substr x 0 2) x)', "(= x y)", "(>= (str.indexof x y 0) 0)", '(not (= (str.++ y "b" z) "ac"))',
        ])

    def test_values(self):
        self.rule("norm", [
            "(not (= x y)) (not (= y z)) (= (f x) (f z))", '(not (= x "a")) (not (= y "b")) (not (= x y))',
            "(not (= (= x y) true)) (= x y)", "(not (= (not p) true)) (not p)", "(not (= p (not q))) (not p) (not q)",
        ], ["(not (= (f x) (f y))) (= x y)", "(not (= x y)) (= y z)", "(= p q)", "(not (= p (not q))) (not p) q"])

    def test_lang(self):
        self.rule("lang", [
            f"(not (str.in_re x {AB})) (not (= (str.len x) 3))", f"(not (str.in_re x {AB})) (= (mod (str.len x) 2) 0)",
            f'(not (str.in_re x {AB})) (not (str.contains x "aa"))', f"(not (str.in_re x {AB})) (str.in_re x {LETTERS})",
            f"(not (str.in_re (str.++ x y) {AB})) (not (= x \"b\"))", '(not (= x y)) (not (str.prefixof "a" x)) (not (str.prefixof "b" y))',
            '(not (>= (str.to_int x) 10)) (>= (str.len x) 2)', '(not (= (str.to_int x) 7)) (not (str.contains x "8"))',
            f'(= (re.++ {AB} (re.* (str.to_re "ab"))) {AB})', f"(not (= {AB} {LETTERS}))", '(>= (str.len x) 1) (= x "")',
            '(not (= (str.++ x y) "abc")) (not (str.in_re x (re.* (str.to_re "b")))) (= x "") (str.contains y "a")',
            '(not (>= (str.to_code x) 66)) (str.in_re x (re.range "B" "\\u{2ffff}"))', '(not (= (str.to_code x) 66)) (= x "B")',
            "(>= 196607 (str.to_code x))",
            "(not (= (str.len (str.substr x 0 (div n m))) 3)) (>= (str.len (str.substr x 0 (div n m))) 2)",
        ], [
            f"(not (str.in_re x {AB})) (not (= (str.len x) 4))", f"(not (str.in_re x {AB})) (= (mod (str.len x) 4) 0)",
            f'(not (str.in_re x {AB})) (not (str.contains x "ba"))', f"(str.in_re x {AB}) (not (str.in_re x {LETTERS}))",
            f"(= {AB} {LETTERS})", f"(not (= {AB} {AB}))", '(not (>= (str.to_int x) 10)) (>= (str.len x) 3)', "(>= (str.len x) 1)",
            '(not (= (str.to_int x) (- 1))) (str.in_re x (re.+ (re.range "0" "9"))) (= x "")',
            '(not (= x y)) (not (str.prefixof "a" x)) (not (str.suffixof "b" y))',
            '(not (>= (str.to_code x) 66)) (str.in_re x (re.range "C" "\\u{2ffff}"))', '(not (= (str.to_code x) (- 1))) (= x "")',
            "(>= 196606 (str.to_code x))",
        ])

    def test_net(self):
        image = '(str.replace_all x "ab" "c")'
        self.rule("net", [
            '(not (str.in_re (str.replace_all x "b" "a") (str.to_re "a"))) (str.in_re x (re.union (str.to_re "a") (str.to_re "b")))',
            f'(not (= {image} "ab"))', f'(not (str.contains {image} "ab"))',
            f'(= {image} x) (str.contains x "ab")', f"(not (= {image} x)) (not (str.contains x \"ab\"))",
            '(= (str.replace_all x "a" "b") (str.replace_all (str.replace_all x "a" "c") "c" "b")) (str.contains x "c")',
        ], [
            f'(not (= {image} "b"))', f"(= {image} x)", f'(not (= {image} x)) (str.contains x "ab")',
            '(= (str.replace_all x "a" "b") (str.replace_all (str.replace_all x "a" "c") "c" "b"))', f"(= {image} y)",
            '(not (str.contains (str.replace_all x "ab" "") "ab"))',
        ])

    def test_pieces(self):
        ab, end = '(re.* (str.to_re "ab"))', '(re.++ (re.* (str.to_re "ab")) (str.to_re "a"))'
        whole, three = f"(not (str.in_re (str.++ x y) {ab}))", f"(not (str.in_re (str.++ x y z) {ab}))"
        letter = '(not (str.in_re (str.++ "c" x "a" y) (str.to_re "caa")))'
        self.rule("lang", [
            f"{whole} (str.in_re x {ab}) (str.in_re x {end})", f"{whole} (not (str.in_re x {ab})) (str.in_re y {ab})",
            f'{whole} (not (str.in_re x {end})) (str.in_re y (re.++ (str.to_re "b") re.all))', f'{letter} (not (= x "a")) (= y "")',
            f"{three} (not (str.in_re x {ab})) (str.in_re (str.++ y z) {ab})",
            f'(not (str.in_re (str.++ x "b") {ab})) (str.in_re x {end})',
        ], [
            f"{whole} (str.in_re x {ab})", f"{whole} (str.in_re x {end})", f"{whole} (not (str.in_re x {ab})) (str.in_re y {end})",
            f'{whole.replace("x y", "y x")} (not (str.in_re x {ab})) (str.in_re y (re.++ (str.to_re "b") re.all))',
            f"{three} (not (str.in_re x {ab})) (str.in_re (str.++ z y) {ab})", f"{three} (not (str.in_re x {end})) (str.in_re (str.++ y z) {ab})",
            f'{letter} (not (str.in_re x (re.opt (str.to_re "a")))) (= y "")',
        ])

    def test_lia(self):
        for clause, lines, good in [
            ("(not (>= n 3)) (>= n 2)", "((0 1)(1 1))", True), ("(not (>= n 3)) (>= n 4)", "((0 1)(1 1))", False),
            ("(>= (str.len x) 0)", "((0 1)(1 1))", True), ("(>= (str.len x) 1)", "((0 1)(1 1))", False),
            ("(not (>= (+ (* 2 n) (* 2 m)) 1)) (>= (+ n m) 1)", "((0 1) / 1) ((0 1)(1 1))", True),
            ("(not (>= (+ (* 2 n) (* 4 m)) 1)) (>= (+ n m) 1)", "((0 1)(1 1))", False), ("(>= n 0)", "((0 1)(5 1))", False),
            ("(not (= (* 2 n) (+ (* 4 m) 2))) (not (= n (* 2 m)))", "((0 1)(3 1)) ((1 1)(2 1)) ((0 1)(2 1)) ((1 1)(3 1))", True),
            ("(not (>= (* 2 n) 1)) (>= n 1)", "((0 1)(1 1))", True), ("(not (>= n 1)) (>= n 1)", "((0 1)(1 2))", False),
            ("(>= (div n 2) m) (not (>= n (* 2 m)))", "((1 1)(3 1)(0 2))", True),
            ("(not (>= (+ n (* 2 m)) 1)) (not (>= (- n) (* 2 m)))", "((0 1)(1 1) / 2)", True),
        ]:
            self.assertEqual(holds(clause, f"(lia {lines})"), good, clause)

    def test_ax(self):
        natural = '(re.++ (re.range "1" "9") (re.* (re.range "0" "9")))'
        digits = "(not (>= (str.to_int x) 0)) (not (>= (str.to_int y) 0)) (not (= (str.len y) 1))"
        for clause, rule, good in [
            (f"(or (not (str.in_re x {natural})) (>= (str.to_int x) (- (* 9 (str.len x)) 8)))", "(ax int-growth x)", True),
            (f"(or (not (str.in_re x {natural})) (>= (str.to_int x) (- (* 9 (str.len x)) 7)))", "(ax int-growth x)", False),
            (f"(=> (and (< (str.len x) (str.len y)) (str.in_re y {natural})) (< (str.to_int x) (str.to_int y)))", "(ax int-order x y)", True),
            (f"(=> (and (< (str.len x) (str.len y)) (str.in_re x {natural})) (< (str.to_int x) (str.to_int y)))", "(ax int-order x y)", False),
            (f"(or {digits} (= (str.to_int (str.++ x y)) (+ (* 10 (str.to_int x)) (str.to_int y))))", "(ax int-places x y)", True),
            (f"(or {digits} (= (str.to_int (str.++ y x)) (+ (* 10 (str.to_int x)) (str.to_int y))))", "(ax int-places x y)", False),
            ("(= n 2) (>= n (+ 2 1)) (>= 2 (+ n 1))", "(ax trichotomy n 2)", True),
            ("(= n 2) (>= n (+ 2 1))", "(ax trichotomy n 2)", False),
            ("(= n 2) (>= n (+ 2 1)) (>= 2 (+ n 1)) p", "(ax trichotomy n 2)", True), ("(>= (str.len x) 0)", "(ax len-nonneg y)", False),
            ("(>= (str.len x) 0)", "(ax len-nonneg n)", False), ("(>= (str.len x) 0)", "(ax no-such x)", False),
            ("(>= (str.len s) 0)", "(ax len-nonneg s)", True), ("(=> (= (str.len s) 1) (= (str.from_code (str.to_code s)) s))", "(ax code-char s)", True),
            ("(=> (= (str.len s) 1) (= (str.from_code (str.to_code s)) s))", "(ax code-char v)", False),
        ]:
            self.assertEqual(holds(clause, rule), good, clause)


class Reading(unittest.TestCase):
    """Commands, sections and names."""

    def refused(self, proof):
        """The line of the command that is refused, or `None`."""
        try:
            Proof(Problem(NAMES), AXIOMS).read(proof)
        except Refused as why:
            return why.line
        return None

    def test_sections(self):
        start, end = "(stringent-proof 1)\n", "(step q () (hole a))\n(qed q)\n"
        for proof, line in [
            (f"{start}(check-sat 0)\n{end}", None), (f"{start}(check-sat 0)\n{end}(check-sat 1)\n{end}", None), (f"{start}{end}", 2),
            (f"{start}(check-sat 0)\n(check-sat 1)\n{end}", 3), (f"{start}(check-sat 3)\n{end}", 2), (start, 1),
            (f"(stringent-proof 2)\n{end}", 1),
            (f"{start}(check-sat 0)\n(step q (p) (hole a))\n(qed q)", 4), (f"{start}(check-sat 0)\n(qed q)", 3),
            (f"{start}(check-sat 0", 2),
            (f"({start}(check-sat 0)\n{end}) ; end\n", None), (f"({start}(check-sat 0)\n{end}", 4), (f"({start}(check-sat 0)\n{end}))", 5),
            (f"({start}(check-sat 0)\n{end})\n{end}", 6), (f"(({start}(check-sat 0)\n{end}))", 1), (f"{start}((check-sat 0)\n{end})", 2),
        ]:
            self.assertEqual(self.refused(proof), line, proof)

    def test_assumptions(self):
        head = "(stringent-proof 1)\n(check-sat 1)\n"
        tail = "\n(step h () (hole a))(qed h)"
        for command, good in [
            ('(assume a 0 (= "ab" x))', True), ("(assume a 1 (= (str.++ x x) y))", True), ("(assume a 2 p)", True),
            ("(assume a 3 q)", True),
            ("(assume a 4 (= (str.++ x x) y))", True), ("(assume a 5)", False), ('(assume a 0 (= "ac" x))', False),
            ("(assume a 2 q)", False),
            ("(assume a 0)(rup b () a)", False), ('(assume a 0)(rup b ((= x "ab") p) a)', True), ("(term 1 x)", False),
            ("(term @1 w)", False),
            ("(term @1 (= x n))", False), ("(const @1 Int)(step s ((= @1 @1)) norm)", True),
            ("(const @1 Int)(step s ((= @1 0)) norm)", False),
            ("(assume a 2)(drop a)", False), ("(step s ((not p) (and p p)) maybe)", False),
            ("(step s (n) (hole a))", False), ("(step s ((= (str.rev x) (str.rev x))) norm)", True), ("(step s (#b1) (hole a))", False),
        ]:
            self.assertEqual(self.refused(head + command + tail) is None, good, command)

    def test_unread(self):
        problem = "(declare-fun x () String)(assert (str.len x))(assert (= x 3))(assert (= x y))(assert (= x \"a\"))(check-sat)"
        checked = Proof(Problem(problem), AXIOMS)
        checked.read('(stringent-proof 1)(check-sat 0)(assume a 0 (= x "a"))(assume b 1 (not (= x "a")))(rup q () a b)(qed q)')
        self.assertEqual(checked.holes, {"unread": 2})

    def test_attacks(self):
        folder = Path(__file__).parent.parent.parent / "tests" / "attacks"
        problems = sorted(folder.glob("*.smt2"))
        self.assertGreater(len(problems), 15)
        for problem in problems:
            self.assertEqual(verdict(problem, problem.with_suffix(".proof"))[1], 1, problem)

    def test_parts_and_sorts(self):
        many = "(seq.unit n) " * 20_000
        deep = "(seq.unit " * 20_000 + "n" + ")" * 20_000
        star = "((_ re.loop 1 5) " * 5_000 + '(str.to_re "a")' + ")" * 5_000
        for clause, rule in [
            (f"(= (seq.extract (seq.++ {many}) 10000 2) (seq.++ (seq.unit n) (seq.unit n)))", "norm"),
            (f"(= (seq.extract (seq.++ {many}) 0 19999) v) (not (= (seq.extract (seq.++ {many}) 0 19999) v))", "norm"),
            (f'(= (re.* {star}) (re.* (str.to_re "a")))', "lang"),
        ]:
            self.assertTrue(holds(clause, rule), clause[:40])
        self.assertFalse(holds(f"(= {deep} {deep})", "norm"))
        for sort in ("(Seq " * 20_000 + "Int" + ")" * 20_000, "(Array " * 20_000 + "Bool" + " Bool)" * 20_000):
            self.assertRaises(Refused, lambda: Problem("").scope.sort(next(commands(sort))[1]))

    def test_depth_and_size(self):
        deep = "(not " * 50_000 + "p" + ")" * 50_000
        self.assertTrue(holds(f"{deep} (not p)", "taut"))
        doubled = "".join(f"(term @{i + 1} (str.++ @{i} @{i}))" for i in range(60))
        self.assertIsNotNone(self.refused(f"(stringent-proof 1)(check-sat 0)(term @0 x){doubled}(step s ((= @60 @59)) norm)(qed s)"))


if __name__ == "__main__":
    unittest.main()
