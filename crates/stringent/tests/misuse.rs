//! Wrong use of every command, by place, sort, number of arguments, name and state: the error tells it, nothing has
//! changed once its scope is closed, and the session goes on.

mod common;

use common::answers;

const OPENING: &str = "(set-option :produce-unsat-cores true)(set-logic ALL)\
    (declare-const p Bool)(declare-const i Int)(declare-const s String)\
    (declare-const r RegLan)(declare-fun f (Int) Bool)(declare-sort U 0)\
    (declare-datatype R ((make (field Int)) (no)))(assert (! (= i 1) :named taken))(push 2)\n";

/// After a mistake: the session answers, and neither assertions nor scopes are others.
const CLOSING: &str = "\n(pop)(push)(echo \"on\")(check-sat)(get-value (i))(get-info :assertion-stack-levels)(get-assertions)";
const AFTER: [&str; 5] =
    ["\"on\"", "sat", "((i 1))", "(:assertion-stack-levels 2)", "((! (= i 1) :named taken))"];

/// A command, and what its error says. Without such, it is understood but `unsupported`.
type Row = (&'static str, &'static str);

const GRAMMAR: &[Row] = &[
    ("()", "expected a command"),
    ("(())", "expected a command"),
    ("check-sat", "expected a command in parentheses"),
    ("\"text\"", "expected a command in parentheses"),
    ("(no-such-command)", "unknown command `no-such-command`"),
    ("(check-sta)", "did you mean `check-sat`?"),
    ("(assert)", "expected a term"),
    ("(assert p q)", "expected `)`, found `q`"),
    ("(assert (! p :named))", "expected a name"),
    ("(check-sat p)", "expected `)`"),
    ("(check-sat-assuming)", "expected `(`"),
    ("(check-sat-assuming p)", "expected `(`"),
    ("(check-sat-assuming (p) (p))", "expected `)`"),
    ("(declare-const)", "expected a name"),
    ("(declare-const x)", "expected a sort"),
    ("(declare-const 1 Int)", "expected a name, found `1`"),
    ("(declare-const x Int Int)", "expected `)`"),
    ("(declare-fun x)", "expected `(`"),
    ("(declare-fun x Int)", "expected `(`"),
    ("(declare-fun x ())", "expected a sort"),
    ("(declare-sort)", "expected a name"),
    ("(declare-sort S x)", "expected a numeral"),
    ("(define-const x Int)", "expected a term"),
    ("(define-fun x Int 1)", "expected `(`"),
    ("(define-fun x ((a)) Int 1)", "expected a sort"),
    ("(define-sort)", "expected a name"),
    ("(echo)", "expected a string literal"),
    ("(echo word)", "expected a string literal"),
    ("(echo \"a\" \"b\")", "expected `)`"),
    ("(exit 1)", "expected `)`"),
    ("(get-assertions 1)", "expected `)`"),
    ("(get-assignment 1)", "expected `)`"),
    ("(get-info)", "expected a keyword"),
    ("(get-info name)", "expected a keyword, found `name`"),
    ("(get-model 1)", "expected `)`"),
    ("(get-option)", "expected a keyword"),
    ("(get-option print-success)", "expected a keyword"),
    ("(get-proof 1)", "expected `)`"),
    ("(get-unsat-assumptions 1)", "expected `)`"),
    ("(get-unsat-core 1)", "expected `)`"),
    ("(get-value)", "expected `(`"),
    ("(get-value s)", "expected `(`"),
    ("(get-value ())", "expected a term"),
    ("(eval)", "expected a term"),
    ("(pop -1)", "expected a numeral"),
    ("(pop x)", "expected a numeral"),
    ("(pop 1 1)", "expected `)`"),
    ("(push -1)", "expected a numeral"),
    ("(push x)", "expected a numeral"),
    ("(reset 1)", "expected `)`"),
    ("(reset-assertions 1)", "expected `)`"),
    ("(set-info)", "expected a keyword"),
    ("(set-info source)", "expected a keyword"),
    ("(set-logic)", "expected a logic"),
    ("(set-logic \"QF_S\")", "expected a logic"),
    ("(set-option)", "expected a keyword"),
    ("(set-option print-success true)", "expected a keyword"),
    ("(simplify)", "expected a term"),
];

const SORTS: &[Row] = &[
    ("(assert i)", "has sort Int, expected Bool"),
    ("(assert (+ i s))", "argument 2 has sort String, expected Int"),
    ("(assert (f s))", "argument 1 has sort String, expected Int"),
    ("(assert (as p Int))", "has sort Bool, not Int"),
    ("(assert ((_ is make) i))", "`(_ is make)`: argument 1 has sort Int, expected R"),
    ("(assert (is-make i))", "`(_ is make)`: argument 1 has sort Int, expected R"),
    (
        "(assert (= no ((_ update field) no s)))",
        "`(_ update field)`: argument 2 has sort String, expected Int",
    ),
    ("(check-sat-assuming (i))", "has sort Int, expected Bool"),
    ("(define-const x Int s)", "has sort String, expected Int"),
    ("(define-fun x () Int s)", "has sort String, expected Int"),
    ("(get-value ((str.len i)))", "argument 1 has sort Int, expected String"),
];

const ARITIES: &[Row] = &[
    ("(assert (p))", "`p` is not a function"),
    ("(assert (f))", "expected an argument"),
    ("(assert is-make)", "`is-make` needs arguments"),
    ("(assert ((_ is make) no no))", "takes 1 arguments, found 2"),
    (
        "(assert (= no ((_ update-field field) no)))",
        "`(_ update field)` takes 2 arguments, found 1",
    ),
    ("(assert (f i i))", "`f` takes 1 arguments, found 2"),
    ("(assert ((_ re.^ -1) r))", "expected a numeral"),
    ("(declare-const x (String Int))", "sort `String` has 0 parameters, not 1"),
];

const NAMES: &[Row] = &[
    ("(assert ((_ is field) no))", "expected a constructor, found `field`"),
    ("(assert (is-field no))", "unknown symbol `is-field`"),
    ("(assert (= no ((_ update make) no 1)))", "expected a selector, found `make`"),
    ("(assert nobody)", "unknown symbol `nobody`"),
    ("(assert (! p :named taken))", "`taken` is already declared"),
    ("(assert (! p :named s))", "`s` is already declared"),
    ("(assert (let ((x i) (x 2)) (= x 2)))", "`x` is bound twice"),
    ("(check-sat-assuming (nobody))", "unknown symbol"),
    ("(declare-const s Int)", "`s` is already declared"),
    ("(declare-const str.len Int)", "`str.len` is already declared"),
    ("(declare-const x Nothing)", "unknown sort `Nothing`"),
    ("(declare-fun f (Int) Int)", "`f` is already declared"),
    ("(declare-fun x (Nothing) Int)", "unknown sort"),
    ("(declare-sort Int 0)", "`Int` is already declared"),
    ("(declare-sort U 0)", "`U` is already declared"),
    ("(define-const s Int 1)", "`s` is already declared"),
    ("(define-fun f () Int 1)", "`f` is already declared"),
    ("(define-fun x () Int x)", "unknown symbol `x`"),
    ("(define-fun x ((a Int) (a Int)) Int a)", "`a` is bound twice"),
    ("(define-sort U () Int)", "`U` is already declared"),
    ("(define-sort V () Nothing)", "unknown sort"),
    ("(define-sort V (X X) X)", "`X` is bound twice"),
    ("(get-value (nobody))", "unknown symbol"),
    ("(simplify nobody)", "unknown symbol"),
];

const STATES: &[Row] = &[
    ("(get-assignment)", "there is no model"),
    ("(get-model)", "there is no model"),
    ("(get-value (s))", "there is no model"),
    ("(eval s)", "there is no model"),
    ("(get-unsat-assumptions)", "did not answer unsat"),
    ("(get-unsat-core)", "there is no core"),
    ("(check-sat-assuming ((= i 2)))(get-model)", "there is no model"),
    ("(check-sat)(get-unsat-assumptions)", "did not answer unsat"),
    ("(check-sat)(push)(pop)(get-model)", "there is no model"),
    ("(pop 3)", "cannot pop 3 scopes, 2 are open"),
    ("(push 99999999999999999999)", "too large"),
    ("(set-logic QF_S)", "the logic is already set"),
    ("(set-option :global-declarations true)", "too late"),
    ("(set-option :produce-unsat-cores false)", "too late"),
];

const OPTIONS: &[Row] = &[
    ("(get-info :nothing)", ""),
    ("(get-option :nothing)", ""),
    ("(set-option :nothing 1)", ""),
    ("(set-option :produce-proofs maybe)", "expected true|false, found maybe"),
    ("(set-option :regular-output-channel \"file\")", ""),
    ("(set-option :print-success)", "expected true|false, found nothing"),
    ("(set-option :print-success maybe)", "expected true|false, found maybe"),
    ("(set-option :timeout -5)", "expected N, found -5"),
    ("(set-option :random-seed x)", "expected N"),
    ("(set-option :verbosity high)", "expected N from 0 to 1000"),
];

const BEYOND: &[Row] = &[
    ("(assert (forall ((x Int)) p))", "unsupported: quantifiers"),
    ("(declare-codatatype S ((cons (head Int) (tail S))))", "unsupported: codatatypes"),
    ("(declare-datatype L ((nil) (cons (head Int) (tail L))))", "unsupported: recursive datatypes"),
    (
        "(declare-datatype L (par (X) ((nil) (full (tail (L X))))))",
        "unsupported: recursive datatypes",
    ),
    ("(declare-datatypes (X) ((L nil (full (head Y)))))", "unknown sort `Y`"),
    ("(declare-datatypes () ((L nil (cons (tail L)))))", "unsupported: recursive datatypes"),
    ("(declare-datatypes ((L 2)) ((par (X) ((nil)))))", "`L` is declared with 2 parameters"),
    ("(declare-sort S 2)", "unsupported: sorts with parameters"),
    ("(declare-sort-parameter X)", "unsupported: sort parameters"),
    ("(define-fun-rec x () Int 1)", "unsupported: recursive functions"),
    ("(define-funs-rec ((x () Int)) (1))", "unsupported: recursive functions"),
];

/// What is wrong with the answers to a row, if anything is.
fn complaint((command, want): Row) -> Option<String> {
    let lines = answers(&format!("{OPENING}{command}{CLOSING}"));
    let (told, after) = lines.split_at(lines.len().saturating_sub(AFTER.len()));
    // A check may come before what is wrong.
    let told = told.iter().find(|line| !["sat", "unsat"].contains(&line.as_str()));
    let fits = |line: &String| match want {
        "" => line == "unsupported",
        _ => line.starts_with("(error \"line 2 column ") && line.contains(want),
    };
    let ok = told.is_some_and(fits) && after == AFTER;
    (!ok).then(|| format!("{command}: {lines:?}"))
}

#[test]
fn errors_are_told_and_change_nothing() {
    let tables = [GRAMMAR, SORTS, ARITIES, NAMES, STATES, OPTIONS, BEYOND];
    let complaints: Vec<String> = tables.concat().into_iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// Every mistake in one session, one after the other.
#[test]
fn one_session_survives_them_all() {
    let tables = [GRAMMAR, SORTS, ARITIES, NAMES, STATES, BEYOND];
    let all: String = tables.concat().into_iter().map(|(command, _)| command).collect();
    let lines = answers(&format!("{OPENING}{all}{CLOSING}"));
    assert_eq!(lines[lines.len() - AFTER.len()..], AFTER);
}

/// No command is left out.
#[test]
fn every_command_is_misused() {
    let tables = [GRAMMAR, SORTS, ARITIES, NAMES, STATES, OPTIONS, BEYOND];
    let misused = tables.concat();
    let commands = [
        "assert",
        "check-sat",
        "check-sat-assuming",
        "declare-const",
        "declare-datatype",
        "declare-datatypes",
        "declare-fun",
        "declare-sort",
        "declare-sort-parameter",
        "define-const",
        "define-fun",
        "define-fun-rec",
        "define-funs-rec",
        "define-sort",
        "echo",
        "exit",
        "get-assertions",
        "get-assignment",
        "get-info",
        "get-model",
        "get-option",
        "get-proof",
        "get-unsat-assumptions",
        "get-unsat-core",
        "get-value",
        "pop",
        "push",
        "reset",
        "reset-assertions",
        "set-info",
        "set-logic",
        "set-option",
    ];
    for command in commands {
        let heads =
            misused.iter().map(|row| row.0.trim_start_matches('(').split([' ', ')']).next());
        assert!(heads.into_iter().any(|head| head == Some(command)), "{command}");
    }
}
