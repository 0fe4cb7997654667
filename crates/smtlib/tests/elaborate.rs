//! What well-formed input means.

mod common;
use common::{PRELUDE, reprint, run, run_in};
use smtlib::{Command, CommandReader};

/// The printed form is the input.
#[test]
fn standard_terms_read_back() {
    let terms = [
        "(= (str.++ s \"a\" t) (str.substr s 0 (- i 1)))",
        "(and p q (not p) (or p q) (xor p q) (=> p q p))",
        "(distinct s t \"\" \"\"\"\")",
        "(ite p (< i j 3) (>= (+ i (* 2 j)) (- 4)))",
        "(= (- i) (abs j) (div i 2 3) (mod i 7) (- i j 1))",
        "((_ divisible 3) i)",
        "(str.in_re s (re.++ (str.to_re \"ab\") (re.* re.allchar) ((_ re.loop 2 5) (re.range \"a\" \"z\"))))",
        "(str.in_re s (re.diff (re.union re.all r) (re.inter re.none (re.comp r)) ((_ re.^ 3) (re.opt (re.+ r)))))",
        "(str.< s t \"b\")",
        "(= r re.all (ite p r re.none))",
        "(= u u (ite p u u))",
        "(= s (f i (f j \"x\")))",
        "(str.contains (str.replace_all s t \"\\u{0}\") (str.from_int (str.to_int s)))",
        "(= (str.indexof s t i) (str.last_indexof s t) (str.indexof_re s r 0))",
        "(= (str.rev s) (str.to_lower s) (str.to_upper s) (str.update s 1 t))",
        "(= i 123456789012345678901234567890 (- 123456789012345678901234567890))",
    ];
    for term in terms {
        assert_eq!(reprint(term), term);
    }
}

#[test]
fn legacy_and_dialect_spellings() {
    let cases = [
        ("(str.in.re s (str.to.re t))", "(str.in_re s (str.to_re t))"),
        ("(str.in-re s (str.to-re t))", "(str.in_re s (str.to_re t))"),
        ("(= s (int.to.str (str.to.int t)))", "(= s (str.from_int (str.to_int t)))"),
        ("(= s (str.from-int (str.to-int t)))", "(= s (str.from_int (str.to_int t)))"),
        ("(= r re.nostr (re.complement r))", "(= r re.none (re.comp r))"),
        ("(= r (re.loop r 1 3))", "(= r ((_ re.loop 1 3) r))"),
        ("(= r (re.loop r 2))", "(= r (re.++ ((_ re.^ 2) r) (re.* r)))"),
        ("(= r (re.^ r 4))", "(= r ((_ re.^ 4) r))"),
        ("(= r (re.^ 4 r))", "(= r ((_ re.^ 4) r))"),
        ("(= r (re.xor r re.all))", "(= r (re.diff (re.union r re.all) (re.inter r re.all)))"),
        (
            "(= (str.reverse s) (seq.extract s 0 (seq.len t)))",
            "(= (str.rev s) (str.substr s 0 (str.len t)))",
        ),
        ("(= 0 (seq.indexof s t))", "(= 0 (str.indexof s t 0))"),
        ("(= s (as seq.empty (Seq Char)))", "(= s \"\")"),
        ("(= r (as re.nostr (RegEx String)))", "(= r re.none)"),
        ("(= s (_ char #x41) (_ char #x0002a))", "(= s \"A\" \"*\")"),
        ("(implies p q)", "(=> p q)"),
    ];
    for (legacy, modern) in cases {
        assert_eq!(reprint(legacy), modern);
    }
}

#[test]
fn arguments_in_excess_or_want() {
    let cases = [
        ("(and p)", "p"),
        ("(= i (+ j))", "(= i j)"),
        ("(<= i)", "true"),
        ("(= (- 5) (- (- 5)) (- 0))", "(= (- 5) (- (- 5)) 0)"),
        ("|p|", "p"),
        ("(! p)", "p"),
        ("(! (! p :pattern (p q)) :weight 3 :flag)", "p"),
        ("(= s ((as f String) 1 s))", "(= s (f 1 s))"),
        ("(= i -7)", "(= i (- 7))"),
    ];
    for (input, want) in cases {
        assert_eq!(reprint(input), want);
    }
}

#[test]
fn let_is_parallel_and_scoped() {
    assert_eq!(reprint("(let ((s t) (t s)) (= s t))"), "(= t s)");
    assert_eq!(reprint("(let ((x 1)) (let ((x (+ x 1)) (y x)) (= x y i)))"), "(= (+ 1 1) 1 i)");
    assert_eq!(reprint("(and (let ((p q)) p) p)"), "(and q p)");
    assert_eq!(reprint("(let () p)"), "p");
    let script = run("(assert (and (let ((x true)) x) x))");
    assert_eq!(script.errors(), ["line 1 column 33: unknown symbol `x`"]);
}

#[test]
fn definitions_expand() {
    let text = "(define-fun twice ((x String)) String (str.++ x x))\
        (define-fun swap ((x String) (y String)) Bool (= y x))\
        (define-const two Int 2)(define-fun three () Int (+ two 1))(define-fun neg ((x Int)) Int (- x))\
        (define-sort Text () String)(define-sort Id (X) X)(declare-const a Text)(declare-const b (Id (Id Text)))\
        (assert (swap (twice a) (twice (twice b))))(assert (= three (neg 2)))";
    let script = run(text);
    assert_eq!(script.errors(), Vec::<String>::new());
    let printed: Vec<_> =
        script.asserted().iter().map(|&t| smtlib::printer::term(&script.terms, t)).collect();
    let twice_b = "(str.++ (str.++ b b) (str.++ b b))";
    assert_eq!(printed, [&*format!("(= {twice_b} (str.++ a a))"), "(= (+ 2 1) (- 2))"]);
}

#[test]
fn scopes_and_failed_commands_forget() {
    let text = "(push)(declare-const x Int)(define-fun f ((y Int)) Int y)(declare-sort S 0)(pop)
(assert (= x 1))
(declare-const x String)
(assert (and (! (= x \"a\") :named n) 5))
(assert (! (= x \"a\") :named n))
(assert n)
(push 1)(assert (! true :named m))(pop 1)";
    let script = run(text);
    assert_eq!(
        script.errors(),
        [
            "line 2 column 12: unknown symbol `x`",
            "line 4 column 10: `and`: argument 2 has sort Int, expected Bool",
        ]
    );
    let declared: Vec<_> = script.cx.declared().map(|f| script.terms.fun(f).ret).collect();
    assert_eq!(declared, [terms::Sort::String]);
    let named = script.cx.labelled().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(named, ["n"]);
    let names = script.results.iter().filter_map(|r| match r {
        Ok(Command::Assert(_, Some(name))) => Some(&**name),
        _ => None,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["n", "m"]);
}

#[test]
fn global_declarations_survive() {
    let mut script = run("(push)(declare-const x Int)");
    script.cx.set_global_declarations(true);
    let more = CommandReader::from_bytes(b"(push)(declare-const y Int)".to_vec());
    run_in(&mut script, more);
    script.cx.pop(2);
    assert!(script.cx.parse_term("x", &mut script.terms).is_err());
    assert!(script.cx.parse_term("y", &mut script.terms).is_ok());
    assert_eq!(script.cx.declared().count(), 1);
    script.cx.reset_assertions();
    assert!(script.cx.parse_term("y", &mut script.terms).is_ok());
    script.cx.reset();
    assert!(script.cx.parse_term("y", &mut script.terms).is_err());
}

#[test]
fn every_command() {
    let text = "(set-logic QF_S)(set-option :produce-models true)(set-option :x \"a\"\"b\")
        (set-info :status sat)(set-info :source |a ( b|)(set-info :notes (a (b)))(check-sat)
        (check-sat-assuming (p (not q)))(check-sat-assuming ())(echo \"h\\u{69}\")(exit)(get-assertions)(get-assignment)
        (get-info :name)(get-model)(get-option :x)(get-proof)(get-unsat-assumptions)(get-unsat-core)
        (get-value (s  (str.++ s\n \"a  b\")))(pop)(push 3)(reset)(reset-assertions)(simplify (+ 1 1))(eval s)";
    let script = run(format!("{PRELUDE}{text}"));
    assert_eq!(script.errors(), Vec::<String>::new());
    let commands: Vec<&Command> = script.results.iter().flatten().skip(10).collect();
    assert_eq!(*commands[2], Command::SetOption(":x".into(), "a\"b".into()));
    assert_eq!(*commands[4], Command::SetInfo(":source".into(), "|a ( b|".into()));
    assert_eq!(*commands[9], Command::Echo("\"h\\u{69}\"".into()));
    let Command::GetValue(values) = commands[19] else { panic!("{:?}", commands[19]) };
    assert_eq!(values[1].line(), "(str.++ s \"a  b\")");
    assert_eq!((commands[20], commands[21]), (&Command::Pop(1), &Command::Push(3)));
    assert_eq!(commands.len(), 26);
}

#[test]
fn escapes_follow_the_version() {
    let text = "(declare-const s String)(assert (= s \"\\x41\"))(set-info :smt-lib-version 2.5)\
        (assert (= s \"\\x41\"))(set-info :smt-lib-version 2.6)(assert (= s \"\\x41\\u{42}\"))";
    let script = run(text);
    let printed: Vec<_> =
        script.asserted().iter().map(|&t| smtlib::printer::term(&script.terms, t)).collect();
    assert_eq!(printed, ["(= s \"\\u{5c}x41\")", "(= s \"A\")", "(= s \"\\u{5c}x41B\")"]);
}

#[test]
fn users_may_take_dialect_names_only() {
    let text = "(define-fun str.rev ((x String)) String (str.++ x \"!\"))(define-fun implies ((a Bool)) Bool a)
(declare-const c Bool)(assert (= (str.rev \"a\") \"b\"))(assert (implies c))
(declare-fun str.len (String) Int)";
    let script = run(text);
    assert_eq!(script.errors(), ["line 3 column 14: `str.len` is already declared"]);
    let printed: Vec<_> =
        script.asserted().iter().map(|&t| smtlib::printer::term(&script.terms, t)).collect();
    assert_eq!(printed, ["(= (str.++ \"a\" \"!\") \"b\")", "c"]);
}

#[test]
fn symbols_are_quoted_when_needed() {
    let text = "(declare-const |a b| Bool)(declare-const || Bool)(declare-const |let| Bool)\
        (declare-const |1| Bool)(declare-const |x.y| Bool)(assert (and |a b| || |let| |1| x.y))";
    let script = run(text);
    assert_eq!(script.errors(), Vec::<String>::new());
    let printed = smtlib::printer::term(&script.terms, script.asserted()[0]);
    assert_eq!(printed, "(and |a b| || |let| |1| x.y)");
}
