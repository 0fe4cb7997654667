//! The options: one table declares each once (field, type, name, aliases, range, default, help)
//! and feeds `set-option`, the command line, `--help` and the documentation.
//!
//! Reading an option in the solver is reading a public field. Names are matched with and without a
//! leading `:` or `--`, and `_` counts as `-`. The aliases are what z3 and cvc5 call the same thing, so
//! that their clients need no change; [`IGNORED`] lists what those clients set and we need not obey.

mod kinds;
mod passes;

use base::Tunables;
pub use kinds::{Channel, Dialect, OptionType, Priority};
pub use passes::{PassId, PassSet};
use std::fmt;
use std::sync::Arc;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// The name, without `:` or `--`.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// The type as `--help` writes it.
    pub syntax: &'static str,
    /// Smallest and largest value of a number.
    pub range: (u64, u64),
    read: fn(&Options) -> String,
    write: fn(&mut Options, &str) -> Result<(), String>,
}

impl OptionInfo {
    /// The value when nobody sets it.
    pub fn default_value(&self) -> String {
        (self.read)(&Options::default())
    }

    /// One sentence for people. The texts are apart from the table so that programs that do not print them do not contain them.
    pub fn help(&self) -> &'static str {
        let row = TABLE.iter().position(|info| info.name == self.name);
        row.map_or("", |row| HELP[row])
    }

    /// Whether the option is a switch.
    pub fn is_switch(&self) -> bool {
        self.syntax == bool::SYNTAX
    }

    fn answers_to(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// What a row of a table of techniques or passes is switched off by: the name of an option, and its value.
pub(crate) type Switch = (&'static str, fn(&Options) -> bool);

/// A text of such a table for its page, which a program without tunables does not carry along.
pub(crate) const fn prose(text: &'static str) -> &'static str {
    if cfg!(feature = "tuning") { text } else { "" }
}

/// Why an option could not be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no such option.
    Unknown,
    /// The value does not fit: says what does.
    Invalid(String),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown => f.write_str("unknown option"),
            OptionError::Invalid(want) => write!(f, "expected {want}"),
        }
    }
}

macro_rules! options {
    ($( $field:ident : $ty:ty = $default:expr, $name:literal [$($alias:literal),*] $(in $range:expr)?, $help:literal; )*) => {
        /// The options in force.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Options {
            $( #[doc = $help] pub $field: $ty, )*
        }

        impl Default for Options {
            fn default() -> Options {
                Options { $( $field: $default, )* }
            }
        }

        /// Every option, in the order `--help` shows.
        pub const TABLE: &[OptionInfo] = &[ $(
            OptionInfo {
                name: $name,
                aliases: &[$($alias),*],
                syntax: <$ty as OptionType>::SYNTAX,
                range: { let _r = (0, u64::MAX); $( let _r = $range; )? _r },
                read: |o| o.$field.write(),
                write: |o, text| OptionType::change(&mut o.$field, text),
            },
        )* ];

        const HELP: &[&str] = &[ $( $help ),* ];
    };
}

options! {
    produce_models: bool = true, "produce-models" ["model", "produce-assignments"],
        "Answer get-model and get-value after sat.";
    dump_models: bool = false, "dump-models" [],
        "Print the model after every sat.";
    produce_unsat_cores: bool = false, "produce-unsat-cores" ["unsat-core", "unsat-cores"],
        "Answer get-unsat-core after unsat.";
    produce_unsat_assumptions: bool = true, "produce-unsat-assumptions" [],
        "Answer get-unsat-assumptions after unsat.";
    unsat_core_minimal: bool = false, "unsat-core-minimal" ["minimal-unsat-cores", "core.minimize", "smt.core.minimize"],
        "Drop names from an unsat core until every one is needed.";
    produce_assertions: bool = true, "produce-assertions" ["interactive-mode"],
        "Answer get-assertions.";
    produce_proofs: bool = false, "produce-proofs" [],
        "Answer get-proof after unsat; each check starts over then (docs/proofs.md).";
    print_success: bool = false, "print-success" [],
        "Answer success to every command that has no other answer.";
    global_declarations: bool = false, "global-declarations" [],
        "Keep declarations and definitions when a scope is popped.";
    // unread: clients send it, and every session is incremental.
    incremental: bool = true, "incremental" [],
        "Expect several checks; nothing needs it, clients send it.";
    regular_output_channel: Channel = Channel::Stdout, "regular-output-channel" [],
        "Where answers go; a script may name a file under --allow-output-files.";
    diagnostic_output_channel: Channel = Channel::Stdout, "diagnostic-output-channel" [],
        "Where comments on checks and statistics go, as the one above.";
    allow_output_files: bool = false, "allow-output-files" [],
        "Let scripts send answers and comments to files; command line only.";
    verbosity: u64 = 0, "verbosity" ["verbose"] in (0, 1000),
        "Above 0, say in comments why an answer is unknown and which procedures decided.";
    stats: bool = false, "stats" ["statistics"],
        "Print statistics as comments at the end.";
    audit: String = String::new(), "audit" [],
        "Write every conclusion to this folder, as a query that must be unsat; command line only.";
    proof: String = String::new(), "proof" [],
        "Write a proof of each answer unsat to this file (docs/proofs.md); command line only.";
    compat: Dialect = Dialect::Standard, "compat" [],
        "Answer with the texts of another solver where they differ.";

    timeout: u64 = 0, "timeout" ["tlimit-per", "smt.timeout", "solver.timeout"],
        "Wall-clock limit of one check in milliseconds; 0 is none.";
    total_timeout: u64 = 0, "total-timeout" ["tlimit"],
        "Wall-clock limit of the whole run in milliseconds; 0 is none.";
    rlimit: u64 = 0, "rlimit" ["rlimit-per", "reproducible-resource-limit", "smt.rlimit"],
        "Limit of one check in deterministic steps; 0 is none.";
    memory: u64 = 0, "memory" ["memory-max-size", "max-memory", "smt.max-memory"],
        "Memory limit in MiB; 0 is none.";
    seed: u64 = 0, "seed" ["random-seed", "smt.random-seed", "sat.random-seed"],
        "Seed of the tie-breaking random numbers.";
    tune: Arc<Tunables> = Arc::default(), "tune" [],
        "Give tunables other values, by the names in docs/tunables.md; what is set adds to what was set before.";

    // unread: one order is all there is.
    opt_priority: Priority = Priority::Lex, "opt.priority" [],
        "How several objectives are combined: those stated first are more important.";

    rewrite: bool = true, "rewrite" [],
        "Simplify terms by the rewrite rules.";
    preprocess: bool = true, "preprocess" [],
        "Solve equalities and propagate values before the search.";
    preprocess_without: PassSet = PassSet::default(), "preprocess.without" [],
        "Passes of preprocessing that do not run, by the names in docs/search.md.";
    pieces: bool = true, "pieces" [],
        "When a search takes long, check after one assertion after the other.";
    nearby: bool = true, "nearby" [],
        "Look for a model near that of the check before, with most values as they were (after KLEE).";
    nearby_moves: bool = true, "nearby.moves" [],
        "Give single constants other values until the model of the check before is one of this check (propagation-based local search).";
    nearby_ends: bool = true, "nearby.ends" [],
        "Look for a model whose strings begin like those of the check before.";
    nearby_phases: bool = true, "nearby.phases" [],
        "Where strings are spelled letter by letter, try first what holds in the model of the check before.";

    regex_length_abstraction: bool = true, "regex.length-abstraction" [],
        "Tell arithmetic which lengths a regex admits (Z3str3RE).";
    regex_lazy_intersection: bool = true, "regex.lazy-intersection" [],
        "Intersect memberships in order of estimated cost, stopping when empty (Z3str3RE).";
    regex_length_bounds: bool = true, "regex.length-bounds" [],
        "Refine bounds back and forth between regexes and arithmetic (Z3str3RE).";
    regex_prefix_suffix: bool = true, "regex.prefix-suffix" [],
        "Refute memberships by their first and last characters (Z3str3RE).";
    regex_inclusion: bool = true, "regex.inclusion" [],
        "Decide inclusions between regexes by syntactic rules (cvc5).";

    strings_eval_congruence: bool = true, "strings.eval-congruence" [],
        "Evaluate functions of constants during congruence closure (cvc5).";
    strings_eager_properties: bool = true, "strings.eager-properties" [],
        "Watch prefixes, suffixes and intervals of classes of equal terms during the search (cvc5).";
    strings_model_based: bool = true, "strings.model-based" [],
        "Reduce extended functions only when the candidate model contradicts them (cvc5).";
    strings_occurrences: bool = true, "strings.occurrences" [],
        "Decide where words are first in concatenations by the letters that assertions give the parts (after cvc5).";
    strings_spelling: bool = true, "strings.spelling" [],
        "Turn strings of known length that are read letter by letter into the codes of their letters (after HAMPI).";
    strings_spelling_all: bool = false, "strings.spelling-all" [],
        "Turn all strings of bounded length into the codes of their letters, whatever is asked of them (HAMPI).";
    strings_alternatives: bool = true, "strings.alternatives" [],
        "Turn cases that say which word a string is into languages (state merging).";
    lia_values: bool = true, "lia.values" [],
        "Make functions of one bounded integer in sums integers, and questions about texts with one sets of values (tabulation).";
    lia_diagrams: bool = true, "lia.diagrams" [],
        "Turn comparisons of sums of choices between numbers into decision diagrams (after MiniSat+).";
    lia_lexicographic: bool = true, "lia.lexicographic" [],
        "Lexicographic comparisons are inequalities; bound greatest values and numbers by cases; split equations at bases; join digits.";
    strings_slices: bool = true, "strings.slices" [],
        "Take strings that are cut by cases, step by step, for slices of the first.";
    strings_exclusive: bool = true, "strings.exclusive" [],
        "Say which conditions on one string exclude each other before the search (eager conflicts).";
    strings_numerals: bool = true, "strings.numerals" [],
        "Tell constant bounds on numbers to the languages of their numerals before equations are solved.";
    strings_sums: bool = true, "strings.sums" [],
        "Refute equations of numerals by their last digits, or try those that solve them.";
    strings_follow_words: bool = true, "strings.follow-words" [],
        "Ask arithmetic for integers that agree with the words found, before a function is reduced.";
    strings_monotone: bool = true, "strings.monotone" [],
        "Tell the prefixes and numbers of ordered strings their order.";
    strings_magnitude: bool = true, "strings.magnitude" [],
        "Compare numbers by the lengths and first digits of their numerals.";
    strings_short_conflicts: bool = true, "strings.short-conflicts" [],
        "Shorten conflicts between word equations by asking again without parts of them.";
    strings_letters: bool = true, "strings.letters" [],
        "State what memberships say of elements of sequences whose bits are read, at the lengths that sequences have.";
    strings_tell_apart: bool = true, "strings.tell-apart" [],
        "Decide disequations between few words by the procedures for equations.";
    strings_containment: bool = true, "strings.containment" [],
        "Refute missing containments by transitivity.";
    strings_counting: bool = true, "strings.counting" [],
        "Refute that strings differ where there are too few words for them, and choose words for those that must.";
    strings_factors: bool = true, "strings.factors" [],
        "Propose a short word for a string that must contain many words.";
    strings_order: bool = true, "strings.order" [],
        "Refute orders of strings by circles and least words, and choose words in order.";
    strings_stabilization: bool = true, "strings.stabilization" [],
        "Decide equations with regular constraints by stabilization (Z3-Noodler).";
    strings_nielsen: bool = true, "strings.nielsen" [],
        "Decide quadratic equations by Nielsen graphs (Z3-Noodler).";
    strings_length_procedure: bool = true, "strings.length-procedure" [],
        "Decide equations of unconstrained variables by positions and lengths (Z3-Noodler).";
    strings_arrangements: bool = true, "strings.arrangements" [],
        "Let the SAT core arrange the parts of equations that no procedure decides (Z3str3).";
    strings_underapprox: bool = true, "strings.underapprox" [],
        "Try small or fixed languages first (Z3-Noodler).";
    strings_small_models: bool = true, "strings.small-models" [],
        "Try small words, or small changes to the candidate, once a check has come back several times.";
    strings_transducers: bool = true, "strings.transducers" [],
        "Decide literals about one string and what replace_all and its like make of it by transducers (Z3-Noodler).";
    strings_unary: bool = true, "strings.unary" [],
        "Translate problems over one letter to arithmetic (Z3-Noodler).";
    strings_matching: bool = true, "strings.matching" [],
        "Match the patterns of equations against the constants on their other sides.";
    strings_separator: bool = true, "strings.separator" [],
        "Look for solutions where a letter is only where it is spelled out.";
    strings_components: bool = true, "strings.components" [],
        "Solve equations that share no variable one after the other.";
    strings_disequations: bool = true, "strings.disequations" [],
        "Split disequations between words when a solution violates them.";

    theory_languages: bool = true, "theory.languages" [],
        "Compare regular languages; without it formulas that do are undecided.";
    theory_unfolding: bool = true, "theory.unfolding" [],
        "Unfold memberships in declared languages; without it formulas that have some are undecided.";
    theory_equations: bool = true, "theory.equations" [],
        "Decide word equations; without it formulas with concatenations are undecided.";
    theory_memberships: bool = true, "theory.memberships" [],
        "Decide memberships without word equations; without it they are undecided.";
    theory_functions: bool = true, "theory.functions" [],
        "Reduce string functions; without it formulas with such functions are undecided.";

    sat_theory_branching: bool = true, "sat.theory-branching" [],
        "Add the theories' preferences to branching activities (Z3str3).";
    sat_case_splits: bool = true, "sat.case-splits" [],
        "Let the core enforce that theory case-splits exclude each other (Z3str3).";
    sat_relevancy: bool = true, "sat.relevancy" [],
        "Show theories only the literals that matter to the current assignment.";
}

/// Options that decide which files are written, so no script may set them.
pub const COMMAND_LINE_ONLY: &[&str] = &["audit", "proof", "allow-output-files"];

/// Options that `--help` does not show, as they are for the development of the solver.
pub const HIDDEN: &[&str] = &["preprocess.without", "tune"];

/// Options that an assertion fixes until the next `reset`. The standard fixes more of them, and earlier; these are
/// the ones that neither z3 nor cvc5 lets anybody change, so no client relies on changing them.
pub const FIXED_BY_ASSERTIONS: &[&str] = &[
    "produce-unsat-cores",
    "produce-unsat-assumptions",
    "produce-assertions",
    "produce-proofs",
    "global-declarations",
];

/// Options of other solvers that are accepted without effect: exact names, or prefixes ending in `.`.
pub const IGNORED: &[&str] = &[
    "smt.",
    "sat.",
    "pp.",
    "parallel.",
    "model.",
    "parser.",
    "rewriter.",
    "solver.",
    "tactic.",
    "nlsat.",
    "strings-exp",
    "fp-exp",
    "strings-fmf",
    "rewrite-divk",
    "nl-cov",
    "nl-ext",
    "smtlib2-compliant",
    "auto-config",
    "type-check",
    "well-sorted-check",
    "expand-definitions",
    "strict-parsing",
    "interactive",
    "full-saturate-quant",
    "finite-model-find",
    "check-unsat-cores",
    "check-models",
    "check-model",
    "model-validate",
    "enum-inst",
    "sygus",
    "unicode",
    "encoding",
    "trace",
    "warning",
    "simplification",
    "re-elim",
    "strings-lazy-pp",
    "strings-guess-model",
    "stats-internal",
    "output-language",
    "dump",
    "sort-inference",
];

impl Options {
    /// Sets an option by name.
    ///
    /// ```
    /// use solver::options::{OptionError, Options};
    /// let mut o = Options::default();
    /// o.set(":tlimit-per", "250").unwrap();
    /// assert_eq!(o.timeout, 250);
    /// assert_eq!(o.set("no-such", "1"), Err(OptionError::Unknown));
    /// ```
    ///
    /// # Errors
    /// If there is no such option or the value does not fit it.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let name = normalize(name);
        let Some(info) = TABLE.iter().find(|info| info.answers_to(&name)) else {
            return if is_ignored(&name) { Ok(()) } else { Err(OptionError::Unknown) };
        };
        let (low, high) = info.range;
        let in_range = value.parse::<u64>().map_or(true, |n| (low..=high).contains(&n));
        let bounds =
            if high == u64::MAX { String::new() } else { format!(" from {low} to {high}") };
        let changed =
            if in_range { (info.write)(self, value) } else { Err(info.syntax.to_owned()) };
        changed.map_err(|want| OptionError::Invalid(format!("{want}{bounds}")))
    }

    /// The value of an option as `get-option` answers it; `None` if there is no such option.
    pub fn get(&self, name: &str) -> Option<String> {
        let name = normalize(name);
        TABLE.iter().find(|info| info.answers_to(&name)).map(|info| (info.read)(self))
    }

    /// The table row of an option.
    pub fn info(name: &str) -> Option<&'static OptionInfo> {
        let name = normalize(name);
        TABLE.iter().find(|info| info.answers_to(&name))
    }
}

/// Whether `name` is an option that only the command line may set.
pub fn is_command_line_only(name: &str) -> bool {
    Options::info(name).is_some_and(|info| COMMAND_LINE_ONLY.contains(&info.name))
}

/// Whether `name` is an option that cannot change once something is asserted.
pub fn is_fixed_by_assertions(name: &str) -> bool {
    Options::info(name).is_some_and(|info| FIXED_BY_ASSERTIONS.contains(&info.name))
}

/// Whether `name` is an option of another solver that has no effect here.
pub fn is_ignored(name: &str) -> bool {
    let name = normalize(name);
    IGNORED.iter().any(|&i| name == i || (i.ends_with('.') && name.starts_with(i)))
}

fn normalize(name: &str) -> String {
    name.trim_start_matches(':').trim_start_matches("--").replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_normal() {
        let mut seen = BTreeSet::new();
        for info in TABLE {
            for name in info.aliases.iter().chain([&info.name]) {
                assert!(seen.insert(*name), "{name} twice");
                assert_eq!(*name, normalize(name));
            }
            assert!(info.help().ends_with('.'), "{}", info.name);
            let told = info.help().ends_with("; command line only.");
            assert_eq!(told, is_command_line_only(info.name), "{}", info.name);
        }
        for name in IGNORED {
            assert!(Options::info(name).is_none(), "{name} is an option");
        }
    }

    #[test]
    fn every_option_reads_what_it_writes() {
        for info in TABLE {
            let mut o = Options::default();
            let value = o.get(info.name).unwrap();
            o.set(info.name, value.trim_matches('"')).unwrap();
            assert_eq!(o.get(info.name).unwrap(), info.default_value());
        }
    }

    #[test]
    fn switches_can_be_turned() {
        for info in TABLE.iter().filter(|i| i.is_switch()) {
            for value in ["false", "true"] {
                let mut o = Options::default();
                o.set(info.name, value).unwrap();
                assert_eq!(o.get(info.name).as_deref(), Some(value));
            }
        }
    }

    #[test]
    fn bad_values_and_foreign_names() {
        let mut o = Options::default();
        assert!(matches!(o.set("timeout", "-3"), Err(OptionError::Invalid(_))));
        assert!(matches!(o.set("verbosity", "1001"), Err(OptionError::Invalid(_))));
        assert!(matches!(o.set("compat", "yices"), Err(OptionError::Invalid(_))));
        let out_of_range = Err(OptionError::Invalid("words.core-questions from 0 to 10000".into()));
        assert_eq!(o.set("tune", "words.core-questions=10001"), out_of_range);
        assert_eq!(o.set("tune", "words.core-questions=7"), Ok(()));
        assert_eq!(o.set("tune", "words.quick-steps=8"), Ok(()));
        assert_eq!((o.tune.words.core_questions, o.tune.words.quick_steps), (7, 8));
        assert_eq!(o.set(":smt.string_solver", "seq"), Ok(()));
        assert_eq!(o.set(":rewrite-divk", "true"), Ok(()));
        assert_eq!(o.set(":smt.random_seed", "7"), Ok(()));
        assert_eq!(o.seed, 7);
        assert_eq!(o.set(":frobnicate", "1"), Err(OptionError::Unknown));
    }
}
