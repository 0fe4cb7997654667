//! The rule `lang` of the checker on clauses drawn at random about pieces of words: none that it gives is false for short words.
//!
//! Words of `w*` that are put together of a piece and a rest are cut in the middle of some `w`, which makes clauses that hold: what the
//! piece can be, and for one case of it what the rest is. A change of it often does not. The evaluator of `terms`, which shares no
//! code with the checker, says which.

use base::Budget;
use choices::Choices;
use smtlib::Context;
use stringent_check::Checker;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Sort, Term, Terms};

const TRIALS: usize = 600;

/// Letters of words that are tried.
const LONGEST: usize = 3;

fn one_of(choices: &mut Choices, items: &[&str]) -> String {
    (*choices.pick(items)).to_owned()
}

/// A small language over a and b.
fn language(choices: &mut Choices, depth: usize) -> String {
    let word = one_of(choices, &["", "a", "b", "ab", "ba"]);
    if depth == 0 || choices.chance(30) {
        return match choices.below(6) {
            0 => "re.all".to_owned(),
            1 => "re.allchar".to_owned(),
            _ => format!("(str.to_re \"{word}\")"),
        };
    }
    let inner = language(choices, depth - 1);
    match choices.below(5) {
        0 => format!("(re.* {inner})"),
        1 => format!("(re.comp {inner})"),
        n => {
            let op = ["re.++", "re.union", "re.inter"][n - 2];
            format!("({op} {inner} {})", language(choices, depth - 1))
        }
    }
}

/// The clause for `x` and a rest in `w*`, with a case for each place where `w` is cut, or with one of them; perhaps with a change.
fn clause(choices: &mut Choices) -> String {
    let word = one_of(choices, &["a", "ab", "ba", "aab", "bb"]);
    let star = format!("(re.* (str.to_re \"{word}\"))");
    let mut cases: Vec<[String; 2]> = (0..word.len())
        .map(|i| {
            let (front, back) = word.split_at(i);
            let back = if i == 0 { "" } else { back };
            [
                format!("(re.++ {star} (str.to_re \"{front}\"))"),
                format!("(re.++ (str.to_re \"{back}\") {star})"),
            ]
        })
        .collect();
    if choices.chance(60) {
        let (i, j) = (choices.below(cases.len()), choices.below(2));
        match choices.below(3) {
            0 => drop(cases.remove(i)),
            1 => cases[i][j] = language(choices, 2),
            _ => {
                let other = language(choices, 1);
                cases[i][j] = format!("(re.union {} {other})", cases[i][j]);
            }
        }
    }
    let whole = if choices.chance(30) { language(choices, 2) } else { star };
    let (before, between) = if choices.chance(20) { ("a", "b") } else { ("", "") };
    let rest = one_of(choices, &["y", "y", "(str.++ y x)", "(str.++ y y)"]);
    let mut text =
        format!("(not (str.in_re (str.++ \"{before}\" x \"{between}\" {rest}) {whole}))");
    if !cases.is_empty() && choices.chance(50) {
        let [p, q] = &cases[choices.below(cases.len())];
        text.push_str(&format!(" (not (str.in_re x {p})) (str.in_re {rest} {q})"));
    } else {
        cases.iter().for_each(|[p, _]| text.push_str(&format!(" (str.in_re x {p})")));
    }
    text
}

/// All words of so many letters at most.
fn words() -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut at = 0;
    while at < all.len() {
        if all[at].len() < LONGEST {
            all.extend([97, 98].map(|c| [&all[at][..], &[c]].concat()));
        }
        at += 1;
    }
    all
}

fn is_false(terms: &Terms, formula: Term, constants: [Fun; 2]) -> bool {
    let words = words();
    words.iter().any(|v| {
        words.iter().any(|w| {
            let mut model = Model::new();
            for (fun, value) in constants.into_iter().zip([v, w]) {
                model.set(fun, Value::Str(value.clone().into()));
            }
            Evaluator::new(terms, &model, &Budget::unlimited()).holds(formula) == Ok(false)
        })
    })
}

#[test]
fn clauses_that_are_given_hold() {
    let (mut terms, mut context) = (Terms::default(), Context::new());
    let constants = ["x", "y"].map(|name| {
        let fun = context.declare(name, &[], Sort::String, &mut terms);
        fun.unwrap_or_else(|e| panic!("{name} is declared: {e:?}"))
    });
    let (mut choices, mut given, mut refused) = (Choices::seeded(11), 0, 0);
    for _ in 0..TRIALS {
        let clause = clause(&mut choices);
        let checker = Checker::new("(declare-fun x () String)(declare-fun y () String)");
        let Ok(mut checker) = checker else { panic!("the problem is read") };
        let formula = context.parse_term(&format!("(or {clause})"), &mut terms);
        let formula = formula.unwrap_or_else(|e| panic!("{clause}: {e:?}"));
        let is_false = is_false(&terms, formula, constants);
        if checker.try_command(&format!("(step s ({clause}) lang)")).is_ok() {
            assert!(!is_false, "{clause}");
            given += 1;
        } else {
            refused += usize::from(is_false);
        }
    }
    assert!(given > TRIALS / 5 && refused > TRIALS / 5, "{given} given, {refused} refused rightly");
}
