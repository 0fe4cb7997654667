//! `--help`, from the options table.

use std::fmt::Write;
use stringent::options::{HIDDEN, TABLE};

pub const HEAD: &str = "\
Usage: stringent [OPTION]... [FILE]

Decides the SMT-LIB script FILE, or standard input if there is none or it is -.
At a terminal and without a FILE it holds a conversation.

  stringent regex        Questions about regexes: equivalent, included, ...
  stringent batch        A folder on all cores, into a table.
  stringent explain      Why a script is unsat, in words or as a page.
  stringent models       Several models of a script, or all, or the shortest.
  stringent solve --jsonl
                         A worker: a query in JSON a line, an answer a line.

  stringent completions  For bash, zsh or fish.
  stringent man          The manual page.

  -h, --help             Print this text.
  -V, --version          Print the version.
  -T:SECONDS             Answer timeout and exit after so long.
  -t:MS                  Limit each check, as --timeout.
  -v, -v:N               Verbosity, as --verbosity.
  -st                    As --stats.
  -model                 As --dump-models.
  -memory:MB             As --memory.
  --portfolio N          2 to 4 processes that search in different ways; the first
                         that decides everything answers.
  -L LANG, --lang LANG   smt2, smt2.6, smt2.7: escapes as \\u{41}; smt2.5: as \\x41.
  -in, -smt2, -nw, -i, -q, --quiet
                         Accepted, and of no effect.

Every option below is set by --NAME VALUE, --NAME=VALUE, NAME=VALUE or, in a
script, (set-option :NAME VALUE). A switch is turned on by --NAME, off by --no-NAME.
";

/// The whole help text.
pub fn text() -> String {
    let mut out = HEAD.to_owned();
    for info in TABLE.iter().filter(|info| !HIDDEN.contains(&info.name)) {
        let syntax = if info.is_switch() { String::new() } else { format!(" {}", info.syntax) };
        // Writing to a string cannot fail.
        let _ = write!(out, "\n  --{}{syntax}\n      {}", info.name, info.help());
        let default = info.default_value();
        let _ = write!(out, " Default: {default}.");
        if !info.aliases.is_empty() {
            let _ = write!(out, "\n      Also: {}.", info.aliases.join(", "));
        }
    }
    out.push('\n');
    out
}
