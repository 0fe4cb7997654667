//! The command line, in three styles at once: z3's (`-in -T:5 name=value`), cvc5's (`--lang smt2
//! --tlimit-per=100`) and our own, so that clients of those solvers need only another path.
//!
//! A table of spellings and the options table drive it. An argument library would be the wrong
//! tool: it reads `-in` and `-smt2` as clusters of one-letter flags, and costs more time at start
//! than a small query takes to solve.

use crate::near;
use stringent::options::{self, Options};
use stringent::{Escapes, options::Dialect};

/// What makes the program a worker, after `solve`.
pub const JSONL: &str = "--jsonl";

/// What the command line asks for.
#[derive(Debug)]
pub enum Task {
    /// Print the help.
    Help,
    /// Print the version.
    Version,
    /// Run a script.
    Solve(Box<Plan>),
}

/// How to run a script.
#[derive(Debug)]
pub struct Plan {
    /// Where it is.
    pub input: Input,
    /// The options it starts with.
    pub options: Options,
    /// The escape sequences of literals, if chosen.
    pub escapes: Option<Escapes>,
    /// Whether to answer `timeout` and exit when the total time is over.
    pub exit_when_out_of_time: bool,
    /// Whether nothing was said about the input, so that a person at a terminal may be there.
    pub interactive: bool,
}

/// Where a script comes from.
#[derive(PartialEq, Eq, Debug)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(String),
}

impl Input {
    /// A name for messages.
    pub fn name(&self) -> &str {
        match self {
            Input::Stdin => "standard input",
            Input::File(path) => path,
        }
    }
}

/// What a spelling does.
#[derive(Clone, Copy)]
enum Effect {
    Ignore,
    Help,
    Version,
    Stdin,
    /// Sets an option to a fixed value.
    Set(&'static str, &'static str),
    /// Sets an option to what follows the colon.
    Colon(&'static str),
    /// The total time limit in seconds after the colon.
    TotalSeconds,
    /// The language is the next word.
    Language,
    /// The script is what follows the colon.
    File,
    /// Sets an option to the next word.
    Next(&'static str),
    /// Skips the next word.
    Skip,
    /// One level more.
    Verbose,
}

/// Spellings that are not names of the options table. Those that end in a colon are prefixes.
const SPELLINGS: &[(&str, Effect)] = &[
    ("-", Effect::Stdin),
    ("-in", Effect::Stdin),
    ("-smt2", Effect::Ignore),
    ("-nw", Effect::Ignore),
    ("-i", Effect::Ignore),
    ("-q", Effect::Ignore),
    ("--quiet", Effect::Ignore),
    ("--interactive", Effect::Ignore),
    ("-h", Effect::Help),
    ("-help", Effect::Help),
    ("--help", Effect::Help),
    ("-?", Effect::Help),
    ("-V", Effect::Version),
    ("-version", Effect::Version),
    ("--version", Effect::Version),
    ("-T:", Effect::TotalSeconds),
    ("-t:", Effect::Colon("timeout")),
    ("-v:", Effect::Colon("verbosity")),
    ("-memory:", Effect::Colon("memory")),
    ("-v", Effect::Verbose),
    ("-st", Effect::Set("stats", "true")),
    ("-model", Effect::Set("dump-models", "true")),
    ("-m", Effect::Set("produce-models", "true")),
    ("-L", Effect::Language),
    ("--lang", Effect::Language),
    ("--input-language", Effect::Language),
    ("-file:", Effect::File),
    ("-s", Effect::Next("seed")),
    ("--verbose", Effect::Verbose),
    ("--force-logic", Effect::Skip),
    ("-o", Effect::Skip),
];

/// The parser's state.
struct Parser<I> {
    words: I,
    plan: Plan,
    file: Option<Input>,
    /// Whether foreign options are ignored.
    lenient: bool,
}

/// Reads the command line; an error is a message for people.
pub fn parse(program: &str, words: impl Iterator<Item = String>) -> Result<Task, String> {
    let options = Options { compat: personality(program), ..Options::default() };
    let plan = Plan {
        input: Input::Stdin,
        options,
        escapes: None,
        exit_when_out_of_time: false,
        interactive: false,
    };
    let lenient = plan.options.compat != Dialect::Standard;
    let mut parser = Parser { words, plan, file: None, lenient };
    while let Some(word) = parser.words.next() {
        if let Some(task) = parser.word(&word)? {
            return Ok(task);
        }
    }
    parser.plan.interactive = parser.file.is_none();
    parser.plan.input = parser.file.unwrap_or(Input::Stdin);
    Ok(Task::Solve(Box::new(parser.plan)))
}

/// Installed under the name of another solver, the program answers with that solver's texts.
pub fn personality(program: &str) -> Dialect {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    match name {
        _ if name.starts_with("z3") => Dialect::Z3,
        _ if name.starts_with("cvc5") => Dialect::Cvc5,
        _ => Dialect::Standard,
    }
}

impl<I: Iterator<Item = String>> Parser<I> {
    fn word(&mut self, word: &str) -> Result<Option<Task>, String> {
        let spelt = SPELLINGS.iter().find_map(|&(spelling, effect)| {
            let rest = word.strip_prefix(spelling)?;
            let complete = rest.is_empty() || spelling.ends_with(':') || {
                matches!(effect, Effect::Language | Effect::Skip) && rest.starts_with('=')
            };
            complete.then_some((rest, effect))
        });
        match spelt {
            Some((rest, effect)) => return self.effect(word, rest, effect),
            None if word.starts_with("--") => self.long(&word[2..])?,
            None if word.starts_with('-') => return self.foreign(word).map(|()| None),
            None => self.plain(word)?,
        }
        Ok(None)
    }

    fn effect(&mut self, word: &str, rest: &str, effect: Effect) -> Result<Option<Task>, String> {
        match effect {
            Effect::Ignore => {}
            Effect::Help => return Ok(Some(Task::Help)),
            Effect::Version => return Ok(Some(Task::Version)),
            Effect::Stdin => self.input(Input::Stdin)?,
            Effect::Set(name, value) => self.set(name, value)?,
            Effect::Colon(name) => self.set(name, rest)?,
            Effect::TotalSeconds => {
                let seconds = rest.parse::<u64>().ok().and_then(|s| s.checked_mul(1000));
                let ms = seconds.ok_or_else(|| format!("{word}: expected a number of seconds"))?;
                self.set("total-timeout", &ms.to_string())?;
                self.plan.exit_when_out_of_time = true;
            }
            Effect::Language => {
                let language = match rest.strip_prefix('=') {
                    Some(value) => value.to_owned(),
                    None => self.value(word)?,
                };
                self.language(&language)?;
            }
            Effect::File => self.input(Input::File(rest.to_owned()))?,
            Effect::Next(name) => {
                let value = self.value(word)?;
                self.set(name, &value)?;
            }
            Effect::Skip if rest.is_empty() => drop(self.value(word)?),
            Effect::Skip => {}
            Effect::Verbose => self.plan.options.verbosity += 1,
        }
        Ok(None)
    }

    fn value(&mut self, word: &str) -> Result<String, String> {
        self.words.next().ok_or_else(|| format!("{word}: a value is missing"))
    }

    fn language(&mut self, name: &str) -> Result<(), String> {
        let version = name.strip_prefix("smtlib").or(name.strip_prefix("smt")).unwrap_or("?");
        self.plan.escapes = match version {
            // Without a minor version the script itself may tell.
            "" | "2" => None,
            "2.6" | "2.7" => Some(Escapes::Unicode),
            "2.0" | "2.5" => Some(Escapes::C),
            _ => return Err(format!("--lang {name}: expected smt2, smt2.5, smt2.6 or smt2.7")),
        };
        Ok(())
    }

    /// `--name`, `--name=value`, `--name value` or `--no-name`, without the hyphens.
    fn long(&mut self, text: &str) -> Result<(), String> {
        if let Some((name, value)) = text.split_once('=') {
            return self.set(name, value);
        }
        let negated = text.strip_prefix("no-");
        match (Options::info(text), negated.and_then(Options::info)) {
            (Some(info), _) if info.is_switch() => self.set(text, "true"),
            (Some(_), _) => {
                let value = self.value(&format!("--{text}"))?;
                self.set(text, &value)
            }
            (None, Some(info)) if info.is_switch() => self.set(info.name, "false"),
            _ if options::is_ignored(negated.unwrap_or(text)) => Ok(()),
            _ => self.foreign(&format!("--{text}")),
        }
    }

    /// `name=value` or a file.
    fn plain(&mut self, word: &str) -> Result<(), String> {
        match word.split_once('=') {
            Some((name, value)) if self.is_parameter(name) => self.set(name, value),
            _ => self.input(Input::File(word.to_owned())),
        }
    }

    /// Whether `name=value` is no file: to z3 it never is.
    fn is_parameter(&self, name: &str) -> bool {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let foreign = self.plan.options.compat == Dialect::Z3 && name.chars().all(is_name);
        foreign || Options::info(name).is_some() || options::is_ignored(name)
    }

    fn input(&mut self, input: Input) -> Result<(), String> {
        match &self.file {
            Some(first) if *first != input => {
                Err(format!("{} and {}: only one script at a time", first.name(), input.name()))
            }
            _ => {
                self.file = Some(input);
                Ok(())
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match self.plan.options.set(name, value) {
            Ok(()) => {
                self.lenient = self.plan.options.compat != Dialect::Standard;
                Ok(())
            }
            Err(options::OptionError::Unknown) => self.foreign(&format!("--{name}")),
            Err(error) => Err(format!("{name}: {error}, found {value}")),
        }
    }

    fn foreign(&self, word: &str) -> Result<(), String> {
        if self.lenient {
            return Ok(());
        }
        let name = word.split(['=', ':']).next().unwrap_or(word);
        Err(near::unknown("option", name, known().iter().map(String::as_str)))
    }
}

/// Everything that begins with a hyphen and that somebody may have meant.
fn known() -> Vec<String> {
    let spelt = SPELLINGS.iter().map(|(spelling, _)| (*spelling).to_owned());
    let own = options::TABLE.iter().flat_map(|info| {
        let names = std::iter::once(info.name).chain(info.aliases.iter().copied());
        names.flat_map(|name| [format!("--{name}"), format!("--no-{name}")])
    });
    spelt.chain(own).chain([JSONL.to_owned()]).collect()
}

/// What `name=value` may have been meant as, if the name is near that of an option.
pub fn near_parameter(word: &str) -> Option<String> {
    let (name, value) = word.split_once('=')?;
    let near = stringent::closest(name, options::TABLE.iter().map(|info| info.name))?;
    Some(format!("{near}={value}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(program: &str, line: &str) -> Result<Plan, String> {
        match parse(program, line.split_whitespace().map(str::to_owned))? {
            Task::Solve(plan) => Ok(*plan),
            task => Err(format!("{task:?}")),
        }
    }

    #[test]
    fn what_clients_send() {
        let lines = [
            "-smt2 -in -v:0",
            "-in -smt2 -t:5000 model=true",
            "-nw -in -smt2",
            "smtlib2_compliant=true -in",
            "--lang smt --tlimit=60000",
            "--quiet --lang=smt2 --incremental",
            "--lang smt2 --incremental --strings-exp --fp-exp --tlimit-per=500",
            "--lang smt2.6 --produce-models --produce-unsat-cores --seed=0 --tlimit-per=9",
            "--lang smt --incremental --nl-cov",
            "-L smt2.6 -q --check-models --rlimit-per=100 --rlimit=7 --stats",
            "smt.random_seed=3 -memory:512 -st -model -",
            "--no-check-models --strings.nielsen=false --no-strings-fmf",
            "--lang=smt2 -s 7 --verbose --force-logic QF_SLIA -o raw --force-logic=ALL",
        ];
        for line in lines {
            let plan = plan("stringent", line).unwrap_or_else(|e| panic!("{line}: {e}"));
            assert_eq!(plan.input, Input::Stdin, "{line}");
        }
    }

    #[test]
    fn values_arrive() {
        let p = plan("s", "-T:3 -t:40 -v -v --seed 5 --memory=100 -model --lang=smt2.5 a.smt2")
            .unwrap();
        let o = &p.options;
        assert_eq!((o.total_timeout, o.timeout, o.verbosity), (3000, 40, 2));
        assert_eq!((o.seed, o.memory, o.dump_models), (5, 100, true));
        assert_eq!(p.escapes, Some(Escapes::C));
        assert!(p.exit_when_out_of_time && p.input == Input::File("a.smt2".into()));
        let p = plan("s", "--no-rewrite timeout=9 x=y.smt2").unwrap();
        assert!(!p.options.rewrite && p.options.timeout == 9);
        assert_eq!(p.input, Input::File("x=y.smt2".into()));
    }

    #[test]
    fn mistakes_are_told() {
        let lines = [
            "--frobnicate",
            "-z",
            "--timeout",
            "--timeout=x",
            "a b",
            "-T:x",
            "--lang=tptp",
            "--seed=-1",
            "- a",
        ];
        for line in lines {
            assert!(plan("stringent", line).is_err(), "{line}");
        }
        let told = |line, want: &str| assert_eq!(plan("s", line).unwrap_err(), want);
        told("--tiemout=5", "unknown option --tiemout, did you mean --timeout?");
        told("--no-rewriet", "unknown option --no-rewriet, did you mean --no-rewrite?");
        told("-verison", "unknown option -verison, did you mean -version?");
        told("-memry:5", "unknown option -memry, did you mean -memory:?");
        assert!(matches!(parse("s", ["-version".to_owned()].into_iter()), Ok(Task::Version)));
    }

    #[test]
    fn other_solvers_names() {
        let p = plan("/usr/bin/cvc5", "--frobnicate --lang smt").unwrap();
        assert_eq!(p.options.compat, Dialect::Cvc5);
        let p = plan("z3.exe", "nobody.knows_it=3 -file:x=y.smt2").unwrap();
        assert_eq!((p.options.compat, p.input), (Dialect::Z3, Input::File("x=y.smt2".into())));
        let p = plan("cvc5", "-s 7 --verbose x=y.smt2").unwrap();
        assert_eq!((p.options.seed, p.options.verbosity), (7, 1));
        assert_eq!(p.input, Input::File("x=y.smt2".into()));
        assert!(plan("stringent", "--compat=cvc5 --frobnicate").is_ok());
    }
}
