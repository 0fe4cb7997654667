//! `stringent-check problem.smt2 proof`: prints a verdict; the exit code is 0 for `valid`, 2 for `incomplete`, 1 for `refused`.

use std::process::ExitCode;
use stringent_check::{Checker, Verdict};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [problem, proof] = &args[..] else {
        eprintln!("usage: stringent-check problem.smt2 proof");
        return ExitCode::from(3);
    };
    let (problem, proof) = match (std::fs::read_to_string(problem), std::fs::read_to_string(proof))
    {
        (Ok(problem), Ok(proof)) => (problem, proof),
        (Err(why), _) | (_, Err(why)) => {
            eprintln!("{why}");
            return ExitCode::from(3);
        }
    };
    let verdict =
        Checker::new(&problem).map_or_else(|refused| refused, |checker| checker.check(&proof));
    match verdict {
        Verdict::Valid => {
            println!("valid");
            ExitCode::SUCCESS
        }
        Verdict::Incomplete(holes) => {
            let holes: Vec<String> =
                holes.iter().map(|(name, n)| format!("hole {name} {n}")).collect();
            println!("incomplete: {}", holes.join(", "));
            ExitCode::from(2)
        }
        Verdict::Refused { line, reason, in_problem } => {
            let file = if in_problem { "problem" } else { "proof" };
            println!("refused: {file} line {line}: {reason}");
            ExitCode::from(1)
        }
    }
}
