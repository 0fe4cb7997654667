//! Compares what the solver did with what a file expects.

use super::case::{Case, is_answer, plain};
use super::process::{End, Outcome};

/// Says what is wrong, if anything. `exact` demands all that the file states; otherwise it is
/// enough that no answer contradicts it.
pub fn judge(case: &Case, outcome: &Outcome, exact: bool) -> Result<(), String> {
    match &outcome.end {
        End::Crashed(how) => Err(format!("crashed: {how}\n{}", outcome.stderr)),
        End::TimedOut if exact => Err("timed out".to_owned()),
        End::TimedOut => answers_agree(case, &outcome.stdout, true, false),
        End::Exited(_) if counts(&outcome.stdout, "judge.rejected-models") => {
            Err("the judge rejected a model that no procedure doubted".to_owned())
        }
        End::Exited(code) => {
            answers_agree(case, &outcome.stdout, !exact, true)?;
            if exact { is_exact(case, &outcome.stdout, *code) } else { Ok(()) }
        }
    }
}

/// The lines of the output that are not statistics.
pub fn without_stats(stdout: &str) -> Vec<&str> {
    stdout.lines().filter(|line| !line.starts_with(';')).collect()
}

/// Compares the answers to checks, as far as both sides have them.
fn answers_agree(
    case: &Case,
    stdout: &str,
    unknown_is_fine: bool,
    all_must_come: bool,
) -> Result<(), String> {
    let expected = case.answers();
    let given: Vec<&str> = stdout.lines().filter(|line| is_answer(line)).collect();
    if given.len() > expected.len() || (all_must_come && given.len() < expected.len()) {
        return Err(format!("{} answers to {} checks:\n{stdout}", given.len(), expected.len()));
    }
    for (number, (given, expected)) in (1..).zip(given.into_iter().zip(expected)) {
        let agrees =
            expected.is_none_or(|want| want == given || want == "unknown" && !unknown_is_fine);
        if !agrees && !(unknown_is_fine && (given == "unknown" || expected == Some("unknown"))) {
            let want = expected.unwrap_or("anything");
            return Err(format!("check {number}: {given}, expected {want}"));
        }
    }
    Ok(())
}

fn is_exact(case: &Case, stdout: &str, code: i32) -> Result<(), String> {
    if let Some(expected) = case.exit
        && code != expected
    {
        return Err(format!("exit code {code}, expected {expected}"));
    }
    let lines = without_stats(stdout);
    if !case.output.is_empty() && lines != case.output {
        return Err(format!(
            "wrong output:\n{}\nexpected:\n{}",
            lines.join("\n"),
            case.output.join("\n")
        ));
    }
    match case.fires.iter().find(|id| !fired(stdout, id)) {
        Some(id) => Err(format!("`{id}` did not fire")),
        None => Ok(()),
    }
}

/// Whether the statistics, lines `; inference.name N` and `; pass.name N`, count the inference or pass.
fn fired(stdout: &str, id: &str) -> bool {
    let id = plain(id);
    let mut names = positive(stdout).map(plain);
    names.any(|name| name.strip_prefix("inference").unwrap_or(&name) == id)
}

/// Whether the statistics have the counter.
fn counts(stdout: &str, counter: &str) -> bool {
    positive(stdout).any(|name| name == counter)
}

/// The counters in the statistics that are not 0.
fn positive(stdout: &str) -> impl Iterator<Item = &str> {
    stdout.lines().filter(|line| line.starts_with(';')).filter_map(|line| {
        let mut words = line.trim_start_matches([';', ':', ' ']).split_whitespace();
        let (name, count) = (words.next()?, words.next()?);
        count.parse().is_ok_and(|n: u64| n > 0).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exited(stdout: &str) -> Outcome {
        Outcome { stdout: stdout.to_owned(), stderr: String::new(), end: End::Exited(0) }
    }

    fn case(text: &str) -> Case {
        Case::parse(text).unwrap()
    }

    const SAT: &str = "(set-info :status sat)\n(check-sat)\n";

    #[test]
    fn unknown_is_fine_only_outside_the_default() {
        let case = case(SAT);
        assert!(judge(&case, &exited("sat\n"), true).is_ok());
        assert!(judge(&case, &exited("unknown\n"), true).is_err());
        assert!(judge(&case, &exited("unknown\n"), false).is_ok());
        assert!(judge(&case, &exited("unsat\n"), false).is_err());
        assert!(judge(&case, &exited("(error \"no\")\n"), false).is_err());
        assert!(judge(&case, &exited("sat\nsat\n"), false).is_err());
    }

    #[test]
    fn an_expected_unknown_is_exact_in_the_default_alone() {
        let case = case("; EXPECT: unknown\n(check-sat)\n");
        assert!(judge(&case, &exited("unknown\n"), true).is_ok());
        assert!(judge(&case, &exited("sat\n"), true).is_err());
        assert!(judge(&case, &exited("sat\n"), false).is_ok());
    }

    #[test]
    fn time_and_crashes() {
        let case = case(SAT);
        let late = |stdout: &str| Outcome { end: End::TimedOut, ..exited(stdout) };
        assert!(judge(&case, &late(""), true).is_err());
        assert!(judge(&case, &late(""), false).is_ok());
        assert!(judge(&case, &late("unsat\n"), false).is_err());
        let crashed = Outcome { end: End::Crashed("signal".to_owned()), ..exited("sat\n") };
        assert!(judge(&case, &crashed, false).is_err());
    }

    #[test]
    fn a_rejected_model_fails_whatever_is_answered() {
        let rejected = exited("sat\n; judge.rejected-guesses 7\n; judge.rejected-models 1\n");
        assert!(judge(&case(SAT), &rejected, true).is_err());
        assert!(judge(&case(SAT), &rejected, false).is_err());
        assert!(judge(&case(SAT), &exited("sat\n; judge.rejected-guesses 7\n"), true).is_ok());
    }

    #[test]
    fn output_exit_code_and_inferences() {
        let text = "; EXPECT: sat\n; EXPECT: ((x 1))\n; fires: LiaDiv\n; exit: 0\n";
        let good = "sat\n((x 1))\n; inference.lia.div 2\n";
        assert!(judge(&case(text), &exited(good), true).is_ok());
        assert!(judge(&case(text), &exited(&good.replace("div 2", "div 0")), true).is_err());
        assert!(judge(&case(text), &exited(&good.replace("x 1", "x 2")), true).is_err());
        assert!(judge(&case(text), &exited(&good.replace("x 1", "x 2")), false).is_ok());
        assert!(judge(&case("; exit: 1\n"), &exited(""), true).is_err());
    }
}
