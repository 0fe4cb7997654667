//! The queries that every client asks, and the count of what passed.

use std::error::Error;

/// What a client's step came to.
pub type Outcome = Result<(), Box<dyn Error>>;

/// One query, its commands still text.
pub struct Query {
    pub name: String,
    pub sat: bool,
    /// Names and sorts.
    pub constants: Vec<(String, String)>,
    pub assertions: Vec<String>,
}

/// Reads the queries: blocks of lines with an empty line between, the first block a comment.
pub fn read(path: &str) -> Vec<Query> {
    let text = std::fs::read_to_string(path).expect("the queries can be read");
    text.split("\n\n").skip(1).map(query).collect()
}

fn query(block: &str) -> Query {
    let (title, commands) = block.split_once('\n').expect("a name comes first");
    let arguments = |command: &'static str| {
        let inner =
            move |line: &str| Some(line.strip_prefix(command)?.strip_suffix(')')?.to_owned());
        commands.lines().filter_map(inner)
    };
    let constant = |text: String| {
        let (name, sort) = text.split_once(' ').expect("a name and a sort");
        (name.to_owned(), sort.to_owned())
    };
    Query {
        name: title.trim_start_matches("; ").to_owned(),
        sat: arguments("(set-info :status ").any(|status| status == "sat"),
        constants: arguments("(declare-const ").map(constant).collect(),
        assertions: arguments("(assert ").collect(),
    }
}

/// Fails with a text unless `holds`.
pub fn check(holds: bool, text: impl Into<String>) -> Outcome {
    if holds { Ok(()) } else { Err(text.into().into()) }
}

/// Runs the program and file of the command line through `ask` and `misuse`, and exits.
pub fn main(client: &str, session: impl Fn(&str, &[Query]) -> Vec<(String, Outcome)>) {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, queries] = &args[..] else { panic!("usage: {client} PROGRAM QUERIES") };
    let queries = read(queries);
    let mut failed = 0;
    for (name, outcome) in session(program, &queries) {
        if let Err(error) = outcome {
            failed += 1;
            println!("FAILED {client}, {name}: {error}");
        }
    }
    println!("{client}: {} queries, {failed} failed", queries.len());
    std::process::exit(i32::from(failed > 0 || queries.len() < 30));
}
