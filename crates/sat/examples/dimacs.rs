//! Solves a DIMACS CNF file: `dimacs FILE`. Prints the answer, the time and the counters.

use base::Budget;
use sat::{Cnf, Config, NoPropagator, Solver};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: dimacs FILE");
        return ExitCode::FAILURE;
    };
    let cnf = match std::fs::read_to_string(&path) {
        Ok(text) => Cnf::parse(&text).map_err(|e| e.to_string()),
        Err(e) => Err(e.to_string()),
    };
    let cnf = match cnf {
        Ok(cnf) => cnf,
        Err(e) => {
            eprintln!("{path}: {e}");
            return ExitCode::FAILURE;
        }
    };
    let start = Instant::now();
    let mut solver = Solver::new(Config::default());
    cnf.load(&mut solver);
    let result = solver.solve(&[], &mut NoPropagator, &Budget::unlimited());
    println!("{result:?} in {:?}\n{:#?}", start.elapsed(), solver.stats());
    ExitCode::SUCCESS
}
