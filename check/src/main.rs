//! `stringent-check problem.smt2 proof`: prints a verdict; the exit code is 0 for `valid`, 2 for `incomplete`, 1 for `refused`.

use std::process::ExitCode;
use stringent_check::{Checker, Verdict};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [problem, proof] = &args[..] else { return failed("usage: stringent-check problem proof") };
    let (problem, proof) = match [problem, proof].map(std::fs::read_to_string) {
        [Ok(problem), Ok(proof)] => (problem, proof),
        [Err(why), _] | [_, Err(why)] => return failed(&why.to_string()),
    };
    let mut checker = Checker::new(&problem);
    let verdict = checker.as_mut().map_or_else(|refused| refused.clone(), |c| c.check(&proof));
    let (said, code) = match verdict {
        Verdict::Valid => ("valid".to_owned(), 0),
        Verdict::Incomplete(holes) => {
            let holes = holes.iter().map(|(name, n)| format!("hole {name} {n}"));
            (format!("incomplete: {}", holes.collect::<Vec<_>>().join(", ")), 2)
        }
        Verdict::Refused { line, reason, in_problem } => {
            let file = if in_problem { "problem" } else { "proof" };
            (format!("refused: {file} line {line}: {reason}"), 1)
        }
    };
    println!("{said}");
    // What is left of the checker goes with the process, which is faster.
    std::process::exit(code)
}

/// Neither file was looked at.
fn failed(why: &str) -> ExitCode {
    eprintln!("{why}");
    ExitCode::from(3)
}
