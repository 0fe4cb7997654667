//! What `get-info` tells.

use ::solver::options::Dialect;
use ::solver::{Options, Reason, Verdict};

/// What an answer may depend on.
pub(crate) struct State<'a> {
    pub(crate) options: &'a Options,
    pub(crate) verdict: Option<&'a Verdict>,
    pub(crate) unknown: Option<&'a Reason>,
    pub(crate) scopes: usize,
}

/// The value of the information `keyword`; `None` if there is no such information. All of it can
/// be asked for at any time: batch clients do.
pub(crate) fn answer(
    keyword: &str,
    state: &State<'_>,
    stats: impl Fn() -> Vec<(String, String)>,
) -> Option<String> {
    Some(match keyword {
        ":name" => "\"Stringent\"".into(),
        ":version" => format!("\"{}\"", crate::VERSION),
        ":authors" => "\"the Stringent authors\"".into(),
        ":error-behavior" => "continued-execution".into(),
        ":assertion-stack-levels" => state.scopes.to_string(),
        ":reason-unknown" => reason(state),
        ":status" => match state.verdict {
            Some(Verdict::Sat) => "sat".into(),
            Some(Verdict::Unsat) => "unsat".into(),
            _ => "unknown".into(),
        },
        ":rlimit" => {
            let steps = stats().into_iter().find(|(name, _)| name == "steps");
            steps.map_or_else(|| "0".into(), |(_, n)| n)
        }
        ":all-statistics" => {
            let rows = stats().into_iter().map(|(name, value)| format!(":{name} {value}"));
            format!("({})", rows.collect::<Vec<_>>().join("\n "))
        }
        _ => return None,
    })
}

/// Clients compare these texts, so each is one of a solver they know: symbols as in the standard and cvc5,
/// strings as in z3.
fn reason(state: &State<'_>) -> String {
    let Some(why) = state.unknown else {
        return "\"state of the most recent check-sat command is not unknown\"".into();
    };
    if let Reason::Refused(_) = why {
        return format!("\"{}\"", why.to_string().replace('"', "\"\""));
    }
    if state.options.compat == Dialect::Z3 {
        return match why {
            Reason::Timeout => "\"timeout\"".into(),
            Reason::Steps => "\"max. resource limit exceeded\"".into(),
            Reason::Memory => "\"max. memory exceeded\"".into(),
            Reason::Canceled => "\"canceled\"".into(),
            Reason::Incomplete(_) | Reason::Refused(_) => "\"incomplete\"".into(),
            Reason::ModelCheckFailed => "\"model-check-failed\"".into(),
        };
    }
    match why {
        Reason::Timeout => "timeout",
        Reason::Steps => "resourceout",
        Reason::Memory => "memout",
        Reason::Canceled if state.options.compat == Dialect::Cvc5 => "interrupted",
        Reason::Canceled => "canceled",
        Reason::Incomplete(_) | Reason::Refused(_) => "incomplete",
        Reason::ModelCheckFailed => "model-check-failed",
    }
    .into()
}
