"""Programs for z3's Python over strings, regular expressions, integers and Booleans.

Each returns a solver, and the docstring says what it answers; or it returns answers itself. `test_programs.py` runs them as they are, if z3 is there, and with
another import.
"""

from z3 import *


def prefix_and_suffix_overlap():
    """sat"""
    x, s = String("x"), Solver()
    s.add(PrefixOf("abc", x), SuffixOf("bcd", x), Length(x) == 4)
    return s


def prefix_and_suffix_too_short():
    """unsat"""
    x, s = String("x"), Solver()
    s.add(PrefixOf("abc", x), SuffixOf("def", x), Length(x) < 6)
    return s


def concatenation_is_not_commutative():
    """sat"""
    x, y = Strings("x y")
    s = Solver()
    s.add(x + y != y + x)
    return s


def concatenation_is_associative():
    """unsat"""
    x, y, z = Strings("x y z")
    s = Solver()
    s.add(Concat(Concat(x, y), z) != Concat(x, Concat(y, z)))
    return s


def conjugates():
    """sat"""
    x, y, z = Strings("x y z")
    s = Solver()
    s.add(x + y == y + z, Length(x) == 2, Length(y) == 3, x != z)
    return s


def no_word_equals_its_extension():
    """unsat"""
    x, s = String("x"), Solver()
    s.add(x + "a" == "b" + x)
    return s


def contains_is_transitive():
    """unsat"""
    a, b, c = Strings("a b c")
    s = Solver()
    s.add(Contains(a, b), Contains(b, c), Not(Contains(a, c)))
    return s


def lengths_add_up():
    """unsat"""
    x, y = Strings("x y")
    s = Solver()
    s.add(Length(x + y) != Length(x) + Length(y))
    return s


def index_of_points_at_occurrence():
    """unsat"""
    x, s = String("x"), Solver()
    i = IndexOf(x, "ab", 0)
    s.add(i >= 0, SubString(x, i, 2) != "ab")
    return s


def index_of_second():
    """sat"""
    x, s = String("x"), Solver()
    s.add(IndexOf(x, "=", 0) == 2, IndexOf(x, "=", 3) == 5, Length(x) == 7)
    return s


def last_index():
    """sat"""
    x, s = String("x"), Solver()
    s.add(LastIndexOf(x, "/") == 4, IndexOf(x, "/") == 1)
    return s


def replace_once():
    """sat"""
    x, s = String("x"), Solver()
    s.add(Replace(x, "cat", "dog") == "hotdog", x != "hotdog")
    return s


def replace_is_identity_without_occurrence():
    """unsat"""
    x, y = Strings("x y")
    s = Solver()
    s.add(Not(Contains(x, y)), Replace(x, y, "z") != x)
    return s


def number_of_digits():
    """sat"""
    x, s = String("x"), Solver()
    s.add(StrToInt(x) == 42, Length(x) == 4)
    return s


def negative_numerals_are_none():
    """unsat"""
    n, s = Int("n"), Solver()
    s.add(n < 0, IntToStr(n) != "")
    return s


def numerals_round_trip():
    """unsat"""
    n, s = Int("n"), Solver()
    s.add(n >= 0, StrToInt(IntToStr(n)) != n)
    return s


def codes():
    """sat"""
    c, s = String("c"), Solver()
    s.add(StrToCode(c) == StrToCode("a") + 3)
    return s


def caesar_letter():
    """sat"""
    c, d = Strings("c d")
    s = Solver()
    s.add(InRe(c, Range("a", "z")), d == StrFromCode((StrToCode(c) - 97 + 13) % 26 + 97), d == "e")
    return s


def characters_by_position():
    """sat"""
    x, s = String("x"), Solver()
    s.add(Length(x) == 3, x.at(0) == x.at(2), x.at(1) != x.at(0))
    return s


def palindrome_of_five():
    """sat"""
    x, s = String("x"), Solver()
    s.add(Length(x) == 5, InRe(x, Star(Range("a", "c"))), And([x.at(i) == x.at(4 - i) for i in range(2)]))
    s.add(Contains(x, "abc"))
    return s


def outside_is_empty():
    """unsat"""
    x, n = String("x"), Int("n")
    s = Solver()
    s.add(n >= Length(x), x.at(n) != "")
    return s


def order_of_words():
    """sat"""
    x, y = Strings("x y")
    s = Solver()
    s.add(StringVal("apple") < x, x < y, y < StringVal("apricot"), Length(x) == 6)
    return s


def order_is_total():
    """unsat"""
    x, y = Strings("x y")
    s = Solver()
    s.add(Not(x <= y), Not(y <= x))
    return s


def star_of_words():
    """sat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Star(Re("ab"))), Length(x) == 6)
    return s


def odd_star():
    """unsat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Star(Re("ab"))), Length(x) == 7)
    return s


def union_of_regexes():
    """sat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Union(Re("one"), Re("two"), Re("three"))), Contains(x, "e"), Not(InRe(x, Re("one"))))
    return s


def intersection_is_empty():
    """unsat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Intersect(Plus(Re("a")), Plus(Re("b")))))
    return s


def complement_of_regex():
    """sat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Complement(Star(Re("a")))), InRe(x, Star(Union(Re("a"), Re("b")))), Length(x) == 2)
    return s


def loops():
    """unsat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Loop(Re("ab"), 2, 4)), Length(x) > 8)
    return s


def loop_without_end():
    """sat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Loop(Re("a"), 3)), Length(x) > 10)
    return s


def optional_sign():
    """sat"""
    x, s = String("x"), Solver()
    digits = Plus(Range("0", "9"))
    s.add(InRe(x, Concat(Option(Union(Re("+"), Re("-"))), digits)), PrefixOf("-", x), Length(x) == 4)
    return s


def any_character():
    """unsat"""
    x, s = String("x"), Solver()
    any_char = AllChar(ReSort(StringSort()))
    s.add(InRe(x, Concat(any_char, any_char)), Length(x) != 2)
    return s


def full_and_empty_regex():
    """unsat"""
    x, s = String("x"), Solver()
    sort = ReSort(StringSort())
    s.add(Or(Not(InRe(x, Full(sort))), InRe(x, Empty(sort))))
    return s


def difference_of_regexes():
    """sat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Diff(Star(Re("a")), Star(Re("aa")))), Length(x) > 4)
    return s


def plus_sign_is_union():
    """sat"""
    x, s = String("x"), Solver()
    s.add(InRe(x, Re("yes") + Re("no")), Length(x) == 2)
    return s


def regexes_equal_words():
    """unsat"""
    x, s = String("x"), Solver()
    a, b = Re("a"), Re("b")
    left, right = Star(Union(a, b)), Star(Concat(Star(a), Star(b)))
    s.add(InRe(x, left) != InRe(x, right))
    return s


def identifier_or_keyword():
    """sat"""
    x, s = String("x"), Solver()
    letter = Union(Range("a", "z"), Range("A", "Z"), Re("_"))
    name = Concat(letter, Star(Union(letter, Range("0", "9"))))
    s.add(InRe(x, name), And([x != word for word in ("if", "else", "while")]), Length(x) == 2)
    return s


def email_address():
    """sat"""
    x, s = String("x"), Solver()
    word = Plus(Range("a", "z"))
    s.add(InRe(x, Concat(word, Re("@"), word, Plus(Concat(Re("."), word)))), SuffixOf(".org", x), Length(x) == 9)
    return s


def date_of_a_leap_day():
    """sat"""
    x, s = String("x"), Solver()
    digit = Range("0", "9")
    s.add(InRe(x, Concat(Loop(digit, 4, 4), Re("-"), Loop(digit, 2, 2), Re("-"), Loop(digit, 2, 2))))
    year = StrToInt(SubString(x, 0, 4))
    s.add(SubString(x, 5, 5) == "02-29", year % 4 == 0, year > 2020, year < 2030)
    return s


def password_policy():
    """sat"""
    p, s = String("p"), Solver()
    any_text = Star(AllChar(ReSort(StringSort())))
    for required in (Range("a", "z"), Range("A", "Z"), Range("0", "9")):
        s.add(InRe(p, Concat(any_text, required, any_text)))
    s.add(Length(p) >= 8, Length(p) <= 10, Not(Contains(p, "a")))
    return s


def sql_injection():
    """sat"""
    user, query = Strings("user query")
    s = Solver()
    s.add(query == "SELECT * FROM t WHERE name='" + user + "'", Contains(query, "' OR '1'='1"), Length(user) < 14)
    return s


def sanitised_injection():
    """unsat"""
    user, query = Strings("user query")
    s = Solver()
    s.add(InRe(user, Star(Union(Range("a", "z"), Range("0", "9")))))
    s.add(query == "name='" + user + "'", Contains(query, "' OR "))
    return s


def path_traversal():
    """sat"""
    path, s = String("path"), Solver()
    s.add(PrefixOf("/var/www/", path), Contains(path, "/../"), SuffixOf("passwd", path), Length(path) < 22)
    return s


def url_parts():
    """sat"""
    url, scheme, rest = Strings("url scheme rest")
    s = Solver()
    s.add(url == scheme + "://" + rest, Or(scheme == "http", scheme == "https"), Not(PrefixOf("http:", url)))
    s.add(Length(rest) == 3)
    return s


def branches_of_a_program():
    """sat"""
    x, y = String("x"), Int("y")
    s = Solver()
    s.add(y == If(PrefixOf("-", x), -StrToInt(SubString(x, 1, Length(x) - 1)), StrToInt(x)), y == -12)
    return s


def distinct_words():
    """unsat"""
    words, s = Strings("a b c d e"), Solver()
    s.add(Distinct(words), *[InRe(w, Loop(Union(Re("x"), Re("y")), 2, 2)) for w in words])
    return s


def implications():
    """unsat"""
    x, (p, q) = String("x"), Bools("p q")
    s = Solver()
    s.add(Implies(p, x == "a"), Implies(q, x == "b"), p & q)
    return s


def exclusive_or():
    """sat"""
    x, s = String("x"), Solver()
    s.add(Xor(Contains(x, "a"), Contains(x, "b")), Length(x) == 1)
    return s


def functions_of_strings():
    """unsat"""
    f = Function("f", StringSort(), IntSort())
    x, y = Strings("x y")
    s = Solver()
    s.add(x + "" == y, f(x) != f(y))
    return s


def functions_with_tables():
    """sat"""
    f = Function("f", StringSort(), StringSort())
    x, s = String("x"), Solver()
    a, b = StringVal("a"), StringVal("b")
    s.add(f(a) == b, f(b) == a, f(x) == x, x == "c")
    return s


def text_of_unicode():
    """sat"""
    x, s = String("x"), Solver()
    s.add(Length(x) == 1, StrToCode(x) > 0x3B0, StrToCode(x) < 0x3CA)
    return s


def empty_strings():
    """unsat"""
    x, s = String("x"), Solver()
    s.add(x == Empty(StringSort()), Length(x) > 0)
    return s


def sums_of_lengths():
    """sat"""
    words, s = Strings("a b c"), Solver()
    s.add(Sum([Length(w) for w in words]) == 10, Concat(words) == "abababababab"[:10])
    s.add(words[0] == words[1], words[0] != "")
    return s


def script_of_smtlib():
    """sat"""
    s = Solver()
    s.add(parse_smt2_string('(declare-const x String) (assert (str.in_re x (re.+ (str.to_re "ab")))) (assert (> (str.len x) 3))'))
    return s


def scopes():
    x, s = String("x"), Solver()
    s.add(Length(x) == 2)
    answers = [s.check()]
    s.push()
    s.add(PrefixOf("abc", x))
    answers.append(s.check())
    s.pop()
    answers += [s.check(), s.num_scopes(), len(s.assertions())]
    return answers


def assumptions_and_core():
    x, (p, q, r) = String("x"), Bools("p q r")
    s = Solver()
    s.add(Implies(p, Length(x) > 5), Implies(q, x == "abc"), Implies(r, Contains(x, "b")))
    return [s.check(p, r), s.check(p, q, r), sorted(str(a) for a in s.unsat_core() if str(a) != "r"), s.check(q, r)]


def tracked_assertions():
    x, s = String("x"), Solver()
    s.set("core.minimize", True)
    s.assert_and_track(InRe(x, Star(Re("a"))), "only_a")
    s.assert_and_track(Contains(x, "b"), Bool("has_b"))
    s.assert_and_track(Length(x) < 7, "short")
    return [s.check(), sorted(map(str, s.unsat_core()))]


def all_models_by_blocking():
    x, s = String("x"), Solver()
    s.add(InRe(x, Loop(Union(Re("a"), Re("b")), 1, 2)))
    words = []
    while s.check() == sat:
        words.append(s.model()[x].as_string())
        s.add(x != words[-1])
    return sorted(words)


def simplified_terms():
    terms = [Length(StringVal("abc")), IndexOf("abcabc", "bc", 2), Replace("aaa", "a", "b"), StrToInt("12"), IntToStr(7)]
    values = [simplify(t) for t in terms]
    return [v.as_long() if is_int_value(v) else v.as_string() for v in values]


def substituted_terms():
    x, y = Strings("x y")
    t = substitute(Concat(x, "-", y), (x, StringVal("a")), (y, x))
    return [simplify(substitute(t, (x, StringVal("b")))).as_string(), t.eq(Concat(StringVal("a"), "-", x))]


def visited_terms():
    x, y = Strings("x y")
    todo, names = [And(x == y, Or(Contains(x, "a"), Length(y) > 2))], set()
    while todo:
        t = todo.pop()
        if is_const(t) and not is_string_value(t) and not is_int_value(t):
            names.add(t.decl().name())
        todo.extend(t.children())
    return sorted(names)


def values_of_models():
    x, n, p = String("x"), Int("n"), Bool("p")
    s = Solver()
    s.add(x == "ab", n == Length(x) * -3, p == (n < 0))
    answers = [s.check()]
    m = s.model()
    answers += [m[x].as_string(), m[n].as_long(), is_true(m[p]), m.eval(x + x).as_string(), len(m)]
    return answers + sorted(d.name() for d in m)


def sets_of_terms():
    x, y = Strings("x y")
    return [len({x, y, String("x"), x + y, x + y}), x in [y, x], {x: 1}[String("x")]]


def shortest_by_optimisation():
    x, o = String("x"), Optimize()
    o.add(InRe(x, Plus(Union(Re("abc"), Re("de")))), Length(x) > 3)
    o.minimize(Length(x))
    return [o.check(), o.model().eval(Length(x)).as_long()]


def bits_of_a_character():
    """sat"""
    c, b = String("c"), BitVec("b", 8)
    s = Solver()
    s.add(StrToCode(c) == BV2Int(b), b & 0xE0 == 0x60, LShR(b, 1) == 0x39, b % 2 == 1)
    return s


def bits_cannot_overlap():
    """unsat"""
    a, b = BitVecs("a b", 16)
    s = Solver()
    s.add(a & b == 0, a + b != a | b)
    return s


def signed_and_unsigned():
    a, s = BitVec("a", 8), Solver()
    s.add(a < 0, UGT(a, 0xFE))
    assert s.check() == sat
    value = s.model()[a]
    return [value, value.as_signed_long(), simplify(Extract(3, 0, value)), simplify(Concat(value, ZeroExt(1, value)))]


def sequence_of_integers():
    """sat"""
    s = Const("s", SeqSort(IntSort()))
    solver = Solver()
    solver.add(Length(s) == 3, s[0] == 1, s[1] == s[0] + 1, s[2] == s[1] * 2)
    return solver


def sequences_commute_only_with_powers():
    """sat"""
    a, b = Consts("a b", SeqSort(IntSort()))
    s = Solver()
    s.add(Concat(a, b) == Concat(b, a), Length(a) == 2, Length(b) == 4, a[0] != a[1])
    return s


def unit_is_never_empty():
    """unsat"""
    n, s = Int("n"), Solver()
    s.add(Unit(n) == Empty(SeqSort(IntSort())))
    return s


def units_are_injective():
    """unsat"""
    a, b = Ints("a b")
    s = Solver()
    s.add(Concat(Unit(a), Unit(b)) == Concat(Unit(b), Unit(a + 1)))
    return s


def sequence_prefix_and_suffix():
    """unsat"""
    x, y = Consts("x y", SeqSort(BitVecSort(8)))
    s = Solver()
    s.add(PrefixOf(x, y), SuffixOf(x, y), Length(x) == Length(y), x != y)
    return s


def sequence_contains_its_parts():
    """unsat"""
    x, s = Const("x", SeqSort(IntSort())), Solver()
    s.add(Length(x) > 3, Not(Contains(x, Extract(x, 1, 2))))
    return s


def index_of_an_element():
    """sat"""
    x, s = Const("x", SeqSort(IntSort())), Solver()
    s.add(IndexOf(x, Unit(IntVal(7)), 0) == 2, Length(x) == 4, x[3] == 7)
    return s


def replaced_element():
    """sat"""
    x, s = Const("x", SeqSort(IntSort())), Solver()
    s.add(Replace(x, Unit(IntVal(1)), Unit(IntVal(2))) == Concat(Unit(IntVal(2)), Unit(IntVal(2))), x[0] == 1)
    return s


def sequence_of_strings():
    """sat"""
    words, line = Const("words", SeqSort(StringSort())), String("line")
    s = Solver()
    s.add(Length(words) == 2, line == words[0] + "=" + words[1], line == "key=value")
    return s


def sequence_of_sequences():
    """sat"""
    inner = SeqSort(IntSort())
    m, s = Const("m", SeqSort(inner)), Solver()
    s.add(Length(m) == 2, Length(m[0]) == 1, m[1] == m[0] + m[0], m[0][0] == 5)
    return s


def bytes_of_a_protocol():
    """sat"""
    b = BitVecSort(8)
    x, s = Const("x", SeqSort(b)), Solver()
    byte = lambda n: Re(Unit(BitVecVal(n, 8)))
    s.add(InRe(x, Concat(byte(0x7F), Star(Union(byte(1), byte(2))), byte(0))), Length(x) == 4, x[1] != x[2])
    return s


def bytes_outside_a_language():
    """unsat"""
    r = ReSort(SeqSort(BitVecSort(8)))
    x, s = Const("x", SeqSort(BitVecSort(8))), Solver()
    ones = Plus(Re(Unit(BitVecVal(1, 8))))
    s.add(InRe(x, ones), InRe(x, Complement(Concat(AllChar(r), Full(r)))))
    return s


def range_of_bytes():
    """sat"""
    x, s = Const("x", SeqSort(BitVecSort(8))), Solver()
    lower = Range(Unit(BitVecVal(0x61, 8)), Unit(BitVecVal(0x7A, 8)))
    s.add(InRe(x, Loop(lower, 2, 3)), Length(x) == 2, UGT(x[1], x[0]))
    return s


def sequence_sorts():
    s, r = SeqSort(BitVecSort(8)), ReSort(SeqSort(IntSort()))
    x = Const("x", s)
    return [s, s.basis(), r.basis(), x[0].sort(), Unit(Bool("p")).sort(), x.is_string(), is_seq(x), is_string(x), s == SeqSort(BitVecSort(8))]


def sequences_are_evaluated():
    one, two = Unit(IntVal(1)), Unit(IntVal(2))
    x, s = Const("x", SeqSort(IntSort())), Solver()
    s.add(x == Concat(one, two, one))
    s.check()
    m = s.model()
    return [m.eval(t) for t in (Length(x), x[1], IndexOf(x, two, 0), Contains(x, Concat(two, one)), PrefixOf(two, x),
                                Extract(x, 1, 2) == Concat(two, one), x.at(0) == one)]


def at_most_two_words_are_empty():
    """unsat"""
    words = Strings("a b c")
    s = Solver()
    s.add(AtMost(*[w == "" for w in words], 1), AtLeast(*[Length(w) < 1 for w in words], 2))
    return s


def weights_of_flags():
    flags, s = BoolVector("f", 3), Solver()
    weights = list(zip(flags, (3, 5, 7)))
    s.add(PbGe(weights, 9), PbLe(weights, 10), PbEq([(f, 1) for f in flags], 2))
    s.check()
    return [s.model()[f] for f in flags]


def overflows_of_small_words():
    words = [BitVecVal(n, 3) for n in range(8)]
    answers = []
    for a in words:
        answers.append(simplify(BVSNegNoOverflow(a)))
        for b in words:
            facts = [BVAddNoUnderflow(a, b), BVSubNoOverflow(a, b), BVMulNoUnderflow(a, b), BVSDivNoOverflow(a, b)]
            for signed in (False, True):
                facts += [BVAddNoOverflow(a, b, signed), BVSubNoUnderflow(a, b, signed), BVMulNoOverflow(a, b, signed)]
            answers += [simplify(fact) for fact in facts]
    return answers


def rotations_by_words():
    a = BitVecVal(0xA1, 8)
    return [simplify(rotate(a, BitVecVal(n, 8))) for rotate in (RotateLeft, RotateRight) for n in (0, 1, 7, 8, 9, 255)]


def what_is_at_the_top():
    n, m, p = Int("n"), Int("m"), Bool("p")
    terms = [n + m, n - m, n * m, n / m, n % m, n <= m, n < m, n >= m, n > m, Implies(p, p), Distinct(n, m), n, p, IntVal(3), String("x")]
    tests = [is_add, is_sub, is_mul, is_idiv, is_mod, is_le, is_lt, is_ge, is_gt, is_implies, is_distinct, is_app, is_ast, is_var, is_quantifier]
    return [test(term) for term in terms for test in tests] + [is_sort(n.sort()), is_func_decl(n.decl()), is_arith_sort(n.sort()), mk_not(Not(p))]


def copies_are_apart():
    from copy import copy

    s, x = Solver(), String("x")
    s.add(Length(x) == 1)
    s.push()
    s.assert_and_track(x == "a", "t")
    other = copy(s)
    other.add(x != "a")
    return [other.check(), s.check()]
