//! The evaluation: corpora and solvers in, tables and pictures out. `cargo xtask bench` runs it.
//!
//! [`race`] runs every solver on every file, has each model judged and appends a row a run to a CSV, which
//! is all that is kept. [`results`] reads such rows and settles what is true of each file, [`score`] computes
//! the figures that the field reports, and [`report`] writes them as tables ([`table`]) and pictures
//! ([`plot`]), as Markdown and as one page of HTML. [`doc`] puts the same into a page with text of its own.
//! [`incremental`] races on scripts with many questions, [`ablation`] compares configurations of one solver.
//!
//! A member of the workspace by itself: what draws pictures must not enter the product.

mod ablation;
mod about;
mod answer;
mod args;
mod corpus;
mod doc;
mod html;
mod incremental;
mod lists;
mod model;
mod plot;
mod process;
mod race;
mod record;
mod report;
mod results;
mod score;
mod table;

use args::Args;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match Args::parse(&words).and_then(|args| run(&args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    match &args.incremental {
        Some(folder) if args.corpus.is_none() => return incremental::run(args, folder),
        _ if args.report.is_empty() => measure(args)?,
        _ => {}
    }
    report::run(args)
}

/// Whatever is missing in the folder of results.
fn measure(args: &Args) -> Result<(), String> {
    race::run(args)?;
    ablation::run(args)?;
    args.incremental.as_ref().map_or(Ok(()), |folder| incremental::keep(args, folder))
}
