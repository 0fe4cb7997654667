//! Any text at all: nothing breaks, errors have a place, and what is asserted reads back as it is printed.

use super::Script;
use smtlib::{Command, CommandReader, Context, printer};
use std::collections::HashSet;
use terms::{Op, Term, Terms};

/// Reads one script; how many terms it asserts.
pub fn scenario(bytes: &[u8]) -> usize {
    let mut reader = CommandReader::from_bytes(bytes.to_vec());
    let mut script = Script { cx: Context::new(), terms: Terms::new(), results: Vec::new() };
    let mut asserted = 0;
    while let Some(chunk) = reader.next_chunk().unwrap() {
        match script.cx.command(chunk, &mut script.terms) {
            Ok(Command::Push(n)) => script.cx.push(n.min(1000)),
            Ok(Command::Pop(n)) => script.cx.pop(n),
            Ok(Command::Assert(written, _)) => {
                reads_back(&mut script, written.term);
                asserted += 1;
            }
            Ok(_) => {}
            Err(e) => assert!(e.line >= 1 && e.column >= 1 && !e.to_string().is_empty(), "{e}"),
        }
    }
    asserted
}

/// Both ways to print a term are read as the term, unless it cannot be written.
fn reads_back(script: &mut Script, t: Term) {
    if !is_writable(script, t) {
        return;
    }
    for text in [printer::term(&script.terms, t), printer::shared_term(&script.terms, t)] {
        match script.cx.parse_term(&text, &mut script.terms) {
            Ok(again) => assert_eq!(again, t, "{text}"),
            Err(e) => panic!("{e}: {text}"),
        }
    }
}

/// The parts of a datatype have names that no script may use, and the minus of a literal, which `let` can
/// make, is read as the negative constant.
fn is_writable(script: &Script, t: Term) -> bool {
    let terms = &script.terms;
    let known: HashSet<_> = script.cx.declared().collect();
    let (mut seen, mut open) = (HashSet::new(), vec![t]);
    while let Some(t) = open.pop() {
        let args = terms.args(t);
        let writable = match terms.op(t) {
            Op::Apply(f) => known.contains(&f),
            Op::Neg => terms.int_value(args[0]).is_none_or(|n| n.is_negative()),
            _ => true,
        };
        if !writable {
            return false;
        }
        open.extend(args.iter().filter(|&&a| seen.insert(a)));
    }
    true
}
