//! What a solver's run amounts to.

use crate::process::{End, Run};

macro_rules! answers {
    ($($(#[$doc:meta])* $variant:ident $name:literal;)*) => {
        /// What a run amounts to.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Answer {
            $($(#[$doc])* $variant,)*
        }

        impl Answer {
            pub fn name(self) -> &'static str {
                match self { $(Answer::$variant => $name,)* }
            }

            pub fn parse(name: &str) -> Option<Answer> {
                match name { $($name => Some(Answer::$variant),)* _ => None }
            }
        }
    };
}

answers! {
    Sat "sat";
    Unsat "unsat";
    Unknown "unknown";
    /// Killed at the limit, or gave up at its own.
    Timeout "timeout";
    /// Out of memory.
    Memout "memout";
    /// `(error ...)` before any answer, or no answer at all.
    Error "error";
    /// A signal, a panic, it could not be started, or it says that it rejected a model of its own.
    Crash "crash";
}

/// Phrases of allocators that give up.
const OUT_OF_MEMORY: [&str; 3] = ["out of memory", "bad_alloc", "memory allocation of"];

/// What the statistics or comments of ours say of such a model.
const REJECTED_MODEL: [&str; 2] = ["; judge.rejected-models ", "; internal: "];

/// The exit code of a Rust program that panics.
const PANIC: i32 = 101;

impl Answer {
    /// Whether it is `sat` or `unsat`.
    pub fn decides(self) -> bool {
        matches!(self, Answer::Sat | Answer::Unsat)
    }

    /// The answer to the first check of a script.
    pub fn of(run: &Run) -> Answer {
        let rejected = |line: &str| REJECTED_MODEL.iter().any(|start| line.starts_with(start));
        if run.stdout.lines().any(rejected) {
            return Answer::Crash;
        }
        let said = run.stdout.lines().map(str::trim).find_map(|line| match line {
            _ if line.starts_with("(error") => Some(Answer::Error),
            // So prints cvc5's library, with the reason.
            _ if line.starts_with("unknown (") => Some(Answer::Unknown),
            _ => Answer::parse(line),
        });
        if let Some(answer @ (Answer::Sat | Answer::Unsat | Answer::Error)) = said {
            return answer;
        }
        let mentions = |phrase: &str| {
            let has = |text: &str| text.to_lowercase().contains(phrase);
            has(&run.stdout) || has(&run.stderr)
        };
        match (run.end, said) {
            (End::TimedOut, _) => Answer::Timeout,
            _ if OUT_OF_MEMORY.iter().any(|p| mentions(p)) => Answer::Memout,
            (End::Signal | End::NotStarted | End::Exited(PANIC), _) => Answer::Crash,
            (_, Some(_)) if mentions("timeout") => Answer::Timeout,
            (_, Some(answer)) => answer,
            (_, None) => Answer::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(stdout: &str, stderr: &str, end: End) -> Answer {
        let (stdout, stderr) = (stdout.to_owned(), stderr.to_owned());
        Answer::of(&Run { stdout, stderr, end, cpu: 0.0, wall: 0.0, peak: 0.0 })
    }

    #[test]
    fn answers() {
        let ok = End::Exited(0);
        assert_eq!(of("; note\nunsat\n(error \"no model\")\n", "", End::Exited(1)), Answer::Unsat);
        assert_eq!(of("sat\n", "", End::TimedOut), Answer::Sat);
        assert_eq!(of("(error \"line 1\")\nsat\n", "", ok), Answer::Error);
        assert_eq!(of("unknown\n", "", ok), Answer::Unknown);
        assert_eq!(of("unknown (INCOMPLETE)\n", "", ok), Answer::Unknown);
        assert_eq!(of("unknown\n(:reason-unknown \"timeout\")\n", "", ok), Answer::Timeout);
        assert_eq!(of("timeout\n", "", ok), Answer::Timeout);
        assert_eq!(of("", "", End::TimedOut), Answer::Timeout);
        assert_eq!(of("", "terminate: std::bad_alloc", End::Signal), Answer::Memout);
        assert_eq!(of("", "panicked", End::Exited(101)), Answer::Crash);
        assert_eq!(of("sat\n; judge.rejected-models 1\n", "", ok), Answer::Crash);
        assert_eq!(of("", "", End::Signal), Answer::Crash);
        assert_eq!(of("", "", ok), Answer::Error);
    }

    #[test]
    fn names_are_read_back() {
        for answer in [Answer::Sat, Answer::Memout, Answer::Crash] {
            assert_eq!(Answer::parse(answer.name()), Some(answer));
        }
        assert_eq!(Answer::parse("satisfied"), None);
    }
}
