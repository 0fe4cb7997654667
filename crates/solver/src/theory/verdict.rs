//! What a step of the final check comes to: one type for the combination and for every technique below it.

use std::fmt;

/// What a step of the final check came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing to object; on to the next step.
    Consistent,
    /// Something was concluded; the search goes on.
    Progress,
    /// There is a model, and the judge has accepted it.
    Satisfied,
    /// The step cannot decide its part of the assignment. The next steps may still find a model; a model that the judge
    /// rejects is no bug then, and an assignment without one is given up for this reason.
    Incomplete(Incompleteness),
}

impl Verdict {
    /// Progress, if something was concluded.
    pub fn progress_if(concluded: bool) -> Verdict {
        if concluded { Verdict::Progress } else { Verdict::Consistent }
    }
}

/// What could not be decided. Displayed in comments on answers `unknown`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Incompleteness {
    /// A membership in a declared language, which any language can interpret.
    DeclaredLanguage,
    /// Whether two languages are equal.
    Languages,
    /// The value of a string function on a candidate, as it is too large.
    Value,
    /// A string function whose candidate is wrong after all lemmas.
    Function,
    /// Memberships, within the limits.
    Memberships,
    /// Word equations, within the limits.
    EquationsTooLarge,
    /// Word equations: why the procedure that was asked last gave up.
    Equations(&'static str, &'static str),
    /// Whether arithmetic admits the lengths of the words that solve equations.
    Lengths,
    /// Products of unknowns, within the rounds allowed.
    Products,
    /// A word that is too long to be written down.
    LongWord,
    /// A model that cannot be evaluated, and why.
    Model(&'static str),
    /// A technique that is needed, but switched off.
    SwitchedOff(&'static str),
    /// A model that the judge rejects although no step was incomplete: a bug.
    Rejected,
}

impl fmt::Display for Incompleteness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Incompleteness::*;
        f.write_str(match self {
            DeclaredLanguage => "membership in a declared language",
            Languages => "equality of languages",
            Value => "value of a string function",
            Function => "extended string function",
            Memberships => "regular constraints too large",
            EquationsTooLarge => "word equations too large",
            Equations(why, by) => return write!(f, "word equations: {why} ({by})"),
            Lengths => "lengths of a solution not confirmed",
            Products => "product of terms",
            LongWord => "word too long to be written",
            Model(why) => why,
            SwitchedOff(technique) => return write!(f, "{technique} switched off"),
            Rejected => "model check failed",
        })
    }
}
