//! Strings over few words that must differ or are in order: every answer against trying all words.

mod common;

use choices::Choices;
use common::few_words::{Formula, formula};
use stringent::{Options, Solver, Sort, Verdict};

/// How many formulas; `FORMULA_COUNT` asks for more.
fn rounds() -> usize {
    let count = std::env::var("FORMULA_COUNT").ok().and_then(|text| text.parse().ok());
    count.unwrap_or(500)
}

fn ask(formula: &Formula) -> Verdict {
    let mut solver = Solver::new(Options::default());
    for i in 0..formula.strings {
        solver.declare(&format!("x{i}"), Sort::String).unwrap();
    }
    for text in formula.assertions() {
        let t = solver.parse(&text).unwrap();
        solver.assert(t).unwrap();
    }
    solver.check()
}

#[test]
fn agrees_with_trying_all_words() {
    let mut rng = Choices::seeded(11);
    let mut answers = [0, 0, 0];
    for _ in 0..rounds() {
        let formula = formula(&mut rng);
        let expected = formula.has_model();
        match ask(&formula) {
            Verdict::Sat => {
                assert!(expected, "sat: {:#?}", formula.assertions());
                answers[0] += 1;
            }
            Verdict::Unsat => {
                assert!(!expected, "unsat: {:#?}", formula.assertions());
                answers[1] += 1;
            }
            Verdict::Unknown(_) => answers[2] += 1,
        }
    }
    let tenth = rounds() / 10;
    assert!(answers[0] > tenth && answers[1] > tenth && answers[2] == 0, "{answers:?}");
}
