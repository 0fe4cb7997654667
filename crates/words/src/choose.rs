//! Which procedure decides a system: a table, in order, each entry with a gate by shape.

use crate::arithmetic::Arithmetic;
#[cfg(feature = "scaling")]
use crate::components;
#[cfg(feature = "scaling")]
use crate::matching;
use crate::outcome::{Outcome, Solution};
use crate::simplify::{Simplified, simplify};
use crate::system::System;
use crate::{disequation, length, nielsen, separator, stabilize, unary, unconstrained};
use automata::Regexes;
use base::tunables::Words;
use base::{Budget, Limits, Stop, affordable};

/// The procedures; each can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Memberships and lengths of variables that no equation relates.
    Languages,
    /// Words of one letter.
    Unary,
    /// Components one by one.
    Components,
    /// Lengths first, then letters at positions.
    Length,
    /// Stabilization of languages over automata.
    Stabilization,
    /// Nielsen transformation with counters.
    Nielsen,
    /// Pieces of constants.
    Matching,
    /// Solutions in which one letter only separates.
    Separator,
    /// Disequations, by cases.
    Disequation,
    /// Words of small length.
    Small,
}

impl Kind {
    /// The name in statistics.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Languages => "languages",
            Kind::Unary => "unary",
            Kind::Components => "components",
            Kind::Length => "length",
            Kind::Stabilization => "stabilization",
            Kind::Nielsen => "nielsen",
            Kind::Matching => "matching",
            Kind::Separator => "separator",
            Kind::Disequation => "disequation",
            Kind::Small => "small",
        }
    }
}

/// A decision procedure, or a part of one.
pub struct Procedure {
    /// Which it is, for statistics and switches.
    pub kind: Kind,
    /// Whether systems of this shape are its business.
    pub applies: fn(&System, &Words) -> bool,
    /// How it works.
    pub solve: Solve,
    /// Share of the allowance that is left, in percent.
    pub share: fn(&Words) -> u64,
}

/// A procedure that needs nothing of the others.
pub type Direct = fn(&System, &mut Regexes, &mut dyn Arithmetic, &Limits) -> Result<Outcome, Stop>;

/// A procedure that leaves cases to the others.
pub type ByCases =
    fn(&System, &Switches, &mut Regexes, &mut dyn Arithmetic, &Limits) -> Result<Outcome, Stop>;

/// The entry of a procedure.
pub enum Solve {
    /// Decides a system, or gives up.
    Directly(Direct),
    /// Turns it into cases for the other procedures.
    ByCases(ByCases),
}

impl Procedure {
    /// Runs the procedure on a system to which it applies.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn run(
        &self,
        system: &System,
        switches: &Switches,
        rs: &mut Regexes,
        arithmetic: &mut dyn Arithmetic,
        limits: &Limits,
    ) -> Result<Outcome, Stop> {
        debug_assert!(system.is_consistent(), "a procedure gets a system with unknown variables");
        debug_assert!(
            (self.applies)(system, &limits.tunables().words),
            "a procedure gets a system of another shape"
        );
        let outcome = match self.solve {
            Solve::Directly(solve) => solve(system, rs, arithmetic, limits)?,
            Solve::ByCases(solve) => solve(system, switches, rs, arithmetic, limits)?,
        };
        if let Outcome::Unsat(premises) = &outcome {
            debug_assert!(premises.is_within(&system.premises()), "a conflict has other premises");
        }
        Ok(outcome)
    }
}

const fn directly(
    kind: Kind,
    share: fn(&Words) -> u64,
    applies: fn(&System, &Words) -> bool,
    solve: Direct,
) -> Procedure {
    Procedure { kind, applies, solve: Solve::Directly(solve), share }
}

const fn by_cases(
    kind: Kind,
    share: fn(&Words) -> u64,
    applies: fn(&System, &Words) -> bool,
    solve: ByCases,
) -> Procedure {
    Procedure { kind, applies, solve: Solve::ByCases(solve), share }
}

/// All procedures in the order in which they are tried.
pub const PROCEDURES: &[Procedure] = &[
    directly(Kind::Languages, |_| 100, |s, _| unconstrained::applies(s), unconstrained::solve),
    directly(Kind::Unary, |t| t.unary_share, |s, _| unary::applies(s), unary::solve),
    #[cfg(feature = "scaling")]
    directly(Kind::Matching, |t| t.matching_share, matching::applies, matching::solve),
    #[cfg(feature = "scaling")]
    by_cases(Kind::Components, |t| t.components_share, components::applies, components::solve),
    directly(Kind::Length, |t| t.length_share, length::applies, length::solve),
    directly(
        Kind::Stabilization,
        |t| t.surely_share,
        |s, _| stabilize::applies_surely(s),
        stabilize::solve,
    ),
    directly(
        Kind::Stabilization,
        |_| 100,
        |s, _| stabilize::applies_quickly(s),
        stabilize::solve_quickly,
    ),
    directly(Kind::Nielsen, |t| t.nielsen_share, |s, _| nielsen::applies(s), nielsen::solve),
    by_cases(
        Kind::Separator,
        |t| t.separator_share,
        |s, _| separator::applies(s),
        separator::solve,
    ),
    directly(
        Kind::Stabilization,
        |t| t.otherwise_share,
        |s, _| stabilize::applies_otherwise(s),
        stabilize::solve,
    ),
    by_cases(
        Kind::Disequation,
        |t| t.disequation_share,
        |s, _| disequation::applies(s),
        disequation::solve,
    ),
    directly(Kind::Unary, |t| t.unary_share, |s, _| unary::applies_otherwise(s), unary::solve),
    directly(Kind::Small, |_| 100, length::is_small, length::solve_bounded),
];

/// The name under which simplification alone is reported.
pub const SIMPLIFY: &str = "simplify";

/// Which procedures may not be used.
#[derive(Clone, Default, Debug)]
pub struct Switches {
    disabled: Vec<Kind>,
}

impl Switches {
    /// Turns off a procedure.
    pub fn disable(&mut self, kind: Kind) {
        self.disabled.push(kind);
    }

    /// Whether a procedure may be used.
    pub fn allows(&self, kind: Kind) -> bool {
        !self.disabled.contains(&kind)
    }
}

/// An answer and who gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The answer.
    pub outcome: Outcome,
    /// The procedure that decided, or the last that gave up.
    pub decided_by: &'static str,
    /// The procedures that were tried in order, each with its steps.
    pub tried: Vec<(&'static str, u64)>,
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
/// system.add_equation(Equation::new(left, right, Tag(0)));
/// let budget = Budget::unlimited();
/// let outside = &mut IlpArithmetic::new();
/// let limits = &Limits::none(&budget);
/// let report =
///     solve_system(&system, &mut Regexes::new(), outside, &Switches::default(), limits).unwrap();
/// let Outcome::Sat(solution) = report.outcome else { panic!("there is a solution") };
/// assert!(solution.equates(&system.equations()[0]));
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
    solve_within(system, rs, arithmetic, switches, limits, limits.left())
}

/// As [`solve_system`], but only simplification may use all of `limits`: the procedures search for at most `steps` of them.
///
/// # Errors
/// Those of [`solve_system`].
pub fn solve_within(
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    switches: &Switches,
    limits: &Limits,
    steps: u64,
) -> Result<Report, Stop> {
    debug_assert!(system.is_consistent(), "a system is about variables that it does not have");
    let started = limits.budget().spent();
    let result = affordable(simplify(system, rs, arithmetic, limits))?;
    let mut report = Report {
        outcome: Outcome::GaveUp("no procedure for this shape"),
        decided_by: SIMPLIFY,
        tried: vec![(SIMPLIFY, limits.budget().spent() - started)],
    };
    let simplified = match result {
        Some(Ok(simplified)) => simplified,
        Some(Err(premises)) => return Ok(Report { outcome: Outcome::Unsat(premises), ..report }),
        None => return Ok(Report { outcome: Outcome::GaveUp("allowance"), ..report }),
    };
    limits.within(steps, |limits| {
        search(&simplified, system, rs, arithmetic, switches, limits, &mut report)
    })?;
    Ok(report)
}

/// Asks the procedures in turn until one decides the simplified system, and has its solution completed to one of `system`.
fn search(
    simplified: &Simplified,
    system: &System,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    switches: &Switches,
    limits: &Limits,
    report: &mut Report,
) -> Result<(), Stop> {
    let tunables = &limits.tunables().words;
    for procedure in PROCEDURES.iter().filter(|p| switches.allows(p.kind)) {
        if !(procedure.applies)(&simplified.system, tunables) {
            continue;
        }
        let started = limits.budget().spent();
        let allowance = limits.left() / 100 * (procedure.share)(tunables);
        let run =
            |slice: &Limits| procedure.run(&simplified.system, switches, rs, arithmetic, slice);
        let outcome = affordable(limits.within(allowance, run))?;
        report.tried.push((procedure.kind.name(), limits.budget().spent() - started));
        report.decided_by = procedure.kind.name();
        report.outcome = match outcome {
            Some(Outcome::Sat(solution)) => {
                let solution = affordable(complete(simplified, solution, system, rs, limits))?;
                solution.map_or(Outcome::GaveUp("allowance"), Outcome::Sat)
            }
            Some(outcome) => outcome,
            None => Outcome::GaveUp("allowance"),
        };
        if !matches!(report.outcome, Outcome::GaveUp(_)) {
            break;
        }
    }
    Ok(())
}

/// Decides a system without disequations.
pub(crate) fn solve_equations(
    system: &System,
    switches: &Switches,
    rs: &mut Regexes,
    arithmetic: &mut dyn Arithmetic,
    limits: &Limits,
) -> Result<Outcome, Stop> {
    debug_assert!(system.disequations().is_empty(), "a case still has disequations");
    Ok(solve_system(system, rs, arithmetic, switches, limits)?.outcome)
}

/// The solution of the original system; in debug builds it is checked on the way.
fn complete(
    simplified: &Simplified,
    mut solution: Solution,
    system: &System,
    rs: &mut Regexes,
    limits: &Limits,
) -> Result<Solution, Stop> {
    debug_assert!(
        is_solution(&solution, &simplified.system, rs),
        "no solution of the simplified system"
    );
    simplified.complete(&mut solution, system, rs, limits)?;
    debug_assert!(is_solution(&solution, system, rs), "no solution of the original system");
    Ok(solution)
}

/// Whether it solves the system. Leaves no trace, neither steps nor derivatives: debug builds answer as others do.
fn is_solution(solution: &Solution, system: &System, rs: &Regexes) -> bool {
    let budget = Budget::unlimited();
    solution.solves(system, &mut rs.clone(), &Limits::none(&budget)).unwrap_or(true)
}
