//! Which procedure decides a system: a table, in order, each entry with a gate by shape.

use crate::arithmetic::Arithmetic;
use crate::outcome::{Outcome, Solution};
use crate::simplify::{Simplified, simplify};
use crate::system::System;
use crate::{loose, nielsen};
use automata::Regexes;
use base::{Limits, Stop};

/// A decision procedure, or a part of one.
pub struct Procedure {
    /// Its name, for statistics and switches.
    pub name: &'static str,
    /// Whether systems of this shape are its business.
    pub applies: fn(&System) -> bool,
    /// Decides a simplified system, or gives up.
    pub solve: Solve,
    /// Share of the allowance that is left, in percent.
    pub share: u64,
}

/// The type of a procedure's entry.
pub type Solve = fn(&System, &mut Regexes, &mut dyn Arithmetic, &Limits) -> Result<Outcome, Stop>;

/// All procedures in the order in which they are tried.
pub const PROCEDURES: &[Procedure] = &[
    Procedure { name: "languages", applies: loose::applies, solve: loose::solve, share: 100 },
    Procedure { name: "nielsen", applies: nielsen::applies, solve: nielsen::solve, share: 100 },
];

/// The name under which simplification alone is reported.
pub const SIMPLIFY: &str = "simplify";

/// Which procedures may not be used.
#[derive(Clone, Default, Debug)]
pub struct Switches {
    disabled: Vec<&'static str>,
}

impl Switches {
    /// Turns off the procedure called `name`.
    pub fn disable(&mut self, name: &str) {
        let known = PROCEDURES.iter().map(|p| p.name).find(|&known| known == name);
        self.disabled.extend(known);
    }

    /// Whether the procedure called `name` may be used.
    pub fn allows(&self, name: &str) -> bool {
        !self.disabled.contains(&name)
    }
}

/// An answer and who gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The answer.
    pub outcome: Outcome,
    /// The procedure that decided, or the last that gave up.
    pub decided_by: &'static str,
}

/// Decides `system` with the first procedure that can.
///
/// ```
/// use automata::Regexes;
/// use base::{Budget, Limits};
/// use words::{Equation, IlpArithmetic, Outcome, Switches, Sym, System, Tag, literal, solve_system};
/// let mut system = System::new();
/// let (x, y) = (system.add_var(false), system.add_var(false));
/// let (x, y) = (vec![Sym::Var(x)], vec![Sym::Var(y)]);
/// let left = [&x[..], &literal("ab"), &y].concat();
/// let right = [&y[..], &literal("ba"), &x].concat();
/// system.equations.push(Equation::new(left, right, Tag(0)));
/// let budget = Budget::unlimited();
/// let outside = &mut IlpArithmetic::new(&budget);
/// let limits = &Limits::none(&budget);
/// let report =
///     solve_system(&system, &mut Regexes::new(), outside, &Switches::default(), limits).unwrap();
/// let Outcome::Sat(solution) = report.outcome else { panic!("there is a solution") };
/// assert!(solution.equates(&system.equations[0]));
/// ```
///
/// # Errors
/// When the whole query must stop; a used-up allowance is an [`Outcome::GaveUp`].
pub fn solve_system(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    switches: &Switches,
    limits: &Limits,
) -> Result<Report, Stop> {
    let report = |outcome, decided_by| Ok(Report { outcome, decided_by });
    let simplified = match bounded(simplify(system, rs, arithmetic, limits))? {
        None => return report(Outcome::GaveUp("allowance"), SIMPLIFY),
        Some(Err(blame)) => return report(Outcome::Unsat(blame), SIMPLIFY),
        Some(Ok(simplified)) => simplified,
    };
    let mut last = (Outcome::GaveUp("no procedure for this shape"), SIMPLIFY);
    for procedure in PROCEDURES.iter().filter(|p| switches.allows(p.name)) {
        if !(procedure.applies)(&simplified.system) {
            continue;
        }
        let allowance = limits.left() / 100 * procedure.share;
        let run = |slice: &Limits| (procedure.solve)(&simplified.system, rs, arithmetic, slice);
        let outcome = bounded(limits.within(allowance, run))?;
        match outcome.unwrap_or(Outcome::GaveUp("allowance")) {
            Outcome::Sat(solution) => {
                match bounded(complete(&simplified, solution, system, rs, limits))? {
                    Some(solution) => return report(Outcome::Sat(solution), procedure.name),
                    None => last = (Outcome::GaveUp("allowance"), procedure.name),
                }
            }
            Outcome::Unsat(blame) => return report(Outcome::Unsat(blame), procedure.name),
            gave_up @ Outcome::GaveUp(_) => last = (gave_up, procedure.name),
        }
    }
    report(last.0, last.1)
}

/// Turns the end of a local allowance into `None`.
fn bounded<T>(result: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Stop::Local) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// The solution of the original system; in debug builds it is checked on the way.
fn complete(
    simplified: &Simplified,
    mut solution: Solution,
    system: &System,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Solution, Stop> {
    if cfg!(debug_assertions) {
        assert!(
            solution.solves(&simplified.system, rs, limits)?,
            "no solution of the simplified system"
        );
    }
    simplified.complete(&mut solution, system, rs, limits)?;
    if cfg!(debug_assertions) {
        assert!(solution.solves(system, rs, limits)?, "no solution of the original system");
    }
    Ok(solution)
}
