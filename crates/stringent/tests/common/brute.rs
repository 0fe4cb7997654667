//! Random formulas against a search through all small assignments.

use stringent::{CommandReader, Interpreter, Options};

/// How many formulas; `FORMULA_COUNT` asks for more.
fn rounds() -> usize {
    let count = std::env::var("FORMULA_COUNT").ok().and_then(|text| text.parse().ok());
    count.unwrap_or(400)
}

/// Asks about formulas that `draw` makes, each with its script and whether it has a model, and returns how often the answers
/// were `sat`, `unsat` and `unknown`.
///
/// # Panics
/// If an answer is wrong, or if fewer than a tenth are `sat` or `unsat`.
pub fn agree<T>(
    mut draw: impl FnMut() -> T,
    script: impl Fn(&T) -> String,
    has_model: impl Fn(&T) -> bool,
) -> [usize; 3] {
    let mut answers = [0, 0, 0];
    for _ in 0..rounds() {
        let formula = draw();
        let script = script(&formula);
        match answer(&script).trim() {
            "sat" => {
                assert!(has_model(&formula), "sat: {script}");
                answers[0] += 1;
            }
            "unsat" => {
                assert!(!has_model(&formula), "unsat: {script}");
                answers[1] += 1;
            }
            "unknown" => answers[2] += 1,
            other => panic!("{other}: {script}"),
        }
    }
    let tenth = rounds() / 10;
    assert!(answers[0] > tenth && answers[1] > tenth, "{answers:?}");
    answers
}

fn answer(script: &str) -> String {
    let mut out = Vec::new();
    let options = Options { rlimit: 3_000_000, ..Options::default() };
    Interpreter::new(options, &mut out)
        .run(&mut CommandReader::from_bytes(script.as_bytes().to_vec()))
        .unwrap();
    String::from_utf8_lossy(&out).into_owned()
}
