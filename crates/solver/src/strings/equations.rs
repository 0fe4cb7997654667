//! Word equations: from relevant literals to a [`words::System`], and back.
//!
//! Every leaf becomes a variable, every literal a tag, so that a refutation names the literals it
//! used. A membership of a concatenation becomes an equation with a new variable. Which procedure
//! decides the system is the business of the `words` crate; its questions about integers are
//! answered by [`oracle`](super::oracle).

mod conflict;
pub(crate) mod memo;

use crate::engine::Engine;
use crate::options::Options;
use crate::strings::cone::cone;
use crate::strings::facts::{Comparison, Facts, is_leaf};
use crate::strings::oracle::Oracle;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::{Incompleteness, Verdict};
use base::{FxHashMap, Interrupted, Limits, Stop, affordable};
use terms::op::Theory;
use terms::{Op, Sort, Term, Terms};
use words::{Equation, Kind, Member, Outcome, Premises, Solution, Switches, Sym, System, Tag, Var};

/// A system with what its parts stand for.
#[derive(Default)]
struct Problem {
    system: System,
    vars: FxHashMap<Term, Var>,
    leaves: Vec<(Term, Var)>,
    literals: Vec<Term>,
}

/// What came of a system.
struct Asked {
    answer: Answer,
    decided_by: &'static str,
    tried: Vec<(&'static str, u64)>,
}

/// What the procedures say of a system, in terms.
enum Answer {
    /// Words, and the integers that go with them if arithmetic confirms their lengths.
    Words(Solution, Option<FxHashMap<Term, base::Int>>),
    /// These literals contradict each other.
    Clash(Vec<Term>),
    GaveUp(&'static str),
}

/// A fact: how often a word is there at once while procedures simplify it.
const COPIES: u64 = 4;

/// Whether the facts go beyond single variables, so that [`super::regular`] does not decide them.
pub(super) fn needed(terms: &Terms, facts: &Facts) -> bool {
    let compound = |t: Term| terms.op(t) == Op::StrConcat;
    facts.memberships.iter().any(|m| compound(m.subject))
        || facts
            .equations
            .iter()
            .chain(&facts.disequations)
            .any(|c| compound(c.left) || compound(c.right))
}

/// Decides the equations, disequations and memberships together with the relevant arithmetic, with
/// that many steps, unless only to simplify so many equations takes more.
pub(super) fn check(
    engine: &mut Engine<'_>,
    facts: &Facts,
    atoms: &[(Term, bool)],
    steps: u64,
) -> Result<Verdict, Interrupted> {
    let problem = Problem::build(engine, facts);
    let size = std::mem::size_of::<Sym>() * problem.system.letters();
    engine.res.budget.reserve(COPIES * size as u64)?;
    // The store is lent to the procedures; the oracle, which borrows the rest, needs none.
    let mut regexes = engine.res.languages.lend();
    let result = problem.run(engine, facts, &mut regexes, atoms, steps);
    engine.res.languages.take_back(regexes);
    result
}

/// As a smaller system: what the procedures make of these facts beside these literals about integers, within so many steps.
pub(super) fn refute(
    engine: &mut Engine<'_>,
    facts: &Facts,
    integers: &[Term],
    regexes: &mut automata::Regexes,
    steps: u64,
) -> Result<Option<Vec<Term>>, Interrupted> {
    let limits = Limits::new(engine.res.budget, steps);
    let problem = Problem::build(engine, facts);
    Ok(match affordable(problem.ask(engine, regexes, integers, &limits, steps))? {
        Some(Asked { answer: Answer::Clash(premises), .. }) => Some(premises),
        _ => None,
    })
}

impl Problem {
    fn build(engine: &mut Engine<'_>, facts: &Facts) -> Problem {
        let mut problem = Problem::default();
        for c in &facts.equations {
            let equation = problem.equation(engine, c);
            problem.system.add_equation(equation);
        }
        for c in &facts.disequations {
            let equation = problem.equation(engine, c);
            problem.system.add_disequation(equation);
        }
        for m in &facts.memberships {
            let premises = problem.premise(m.literal);
            let word = problem.word(engine, m.subject);
            let var = match word[..] {
                [Sym::Var(var)] => var,
                _ => {
                    let var = problem.system.fresh_var(false);
                    let name = vec![Sym::Var(var)];
                    problem.system.add_equation(Equation::new(name, word, Premises::none()));
                    var
                }
            };
            problem.system.add_membership(Member { var, re: m.re, positive: m.positive, premises });
        }
        debug_assert_eq!(
            problem.literals.len(),
            facts.equations.len() + facts.disequations.len() + facts.memberships.len(),
            "a literal without a tag of its own"
        );
        problem
    }

    fn premise(&mut self, literal: Term) -> Premises {
        self.literals.push(literal);
        Premises::from(Tag(base::id32(self.literals.len()) - 1))
    }

    fn equation(&mut self, engine: &mut Engine<'_>, c: &Comparison) -> Equation {
        let premises = self.premise(c.literal);
        let (left, right) = (self.word(engine, c.left), self.word(engine, c.right));
        Equation::new(left, right, premises)
    }

    fn word(&mut self, engine: &mut Engine<'_>, t: Term) -> Vec<Sym> {
        let mut word = Vec::new();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            if let Some(chars) = engine.res.terms.str_value(t) {
                word.extend(chars.iter().map(|&c| Sym::Char(c)));
            } else if is_leaf(engine.res.terms, t) {
                word.push(Sym::Var(self.var(engine, t)));
            } else {
                stack.extend(engine.res.terms.args(t).iter().rev());
            }
        }
        word
    }

    fn var(&mut self, engine: &mut Engine<'_>, leaf: Term) -> Var {
        if let Some(&var) = self.vars.get(&leaf) {
            return var;
        }
        debug_assert!(is_leaf(engine.res.terms, leaf), "a variable for what has letters or parts");
        let length = engine.length_of(leaf);
        let sum = rewrite::linear(engine.res.terms, length);
        let sensitive = sum.terms.is_empty() || sum.terms.iter().any(|t| engine.lia.knows(t.0));
        let var = self.system.add_var(sensitive);
        self.vars.insert(leaf, var);
        self.leaves.push((leaf, var));
        var
    }

    fn run(
        &self,
        engine: &mut Engine<'_>,
        facts: &Facts,
        regexes: &mut automata::Regexes,
        atoms: &[(Term, bool)],
        steps: u64,
    ) -> Result<Verdict, Interrupted> {
        let lengths: Vec<Term> = self.lengths(engine).into_iter().map(|l| l.1).collect();
        let integers = arithmetic(engine.res.terms, atoms, &lengths);
        let limits = Limits::new(engine.res.budget, to_simplify(engine, facts).max(steps));
        let before = engine.res.budget.spent();
        let asked = affordable(self.ask(engine, regexes, &integers, &limits, steps))?;
        let Some(Asked { answer, decided_by: by, tried }) = asked else {
            return Ok(Verdict::Incomplete(Incompleteness::EquationsTooLarge));
        };
        for (procedure, steps) in tried {
            engine.res.stats.worked(procedure, steps);
        }
        if !matches!(answer, Answer::GaveUp(_)) {
            engine.res.stats.decided_by(by);
        }
        Ok(match answer {
            Answer::Words(solution, Some(integers)) => {
                engine.choose_integers(integers);
                for &(leaf, var) in &self.leaves {
                    debug_assert!(
                        !self.system.is_length_sensitive(var)
                            || has_length(engine, leaf, solution.word(var).len()),
                        "a word has another length than arithmetic says"
                    );
                    let word = solution.word(var).into();
                    engine.strings.choose_word(engine.res.terms, leaf, word);
                }
                Verdict::Consistent
            }
            Answer::Words(_, None) => Verdict::Incomplete(Incompleteness::Lengths),
            Answer::Clash(premises) => {
                debug_assert!(!premises.is_empty(), "word equations clash without any premise");
                let cost = engine.res.budget.spent() - before;
                let premises = conflict::shrink(engine, facts, premises, regexes, cost)?;
                engine.out.conflict(engine.res.terms, InferenceId::WordsConflict, &premises);
                Verdict::Progress
            }
            Answer::GaveUp(why) => Verdict::Incomplete(Incompleteness::Equations(why, by)),
        })
    }

    /// The lengths of the variables that matter to arithmetic.
    fn lengths(&self, engine: &mut Engine<'_>) -> Vec<(Var, Term)> {
        let is_sensitive = |var| self.system.is_length_sensitive(var);
        let leaves = self.leaves.iter().filter(|leaf| is_sensitive(leaf.1));
        leaves.map(|&(leaf, var)| (var, engine.length_of(leaf))).collect()
    }

    /// Hands the system to the procedures, with arithmetic at their side.
    fn ask(
        &self,
        engine: &mut Engine<'_>,
        regexes: &mut automata::Regexes,
        integers: &[Term],
        limits: &Limits<'_>,
        steps: u64,
    ) -> Result<Asked, Stop> {
        let switches = switches(engine);
        let lengths = self.lengths(engine);
        let mut oracle = Oracle::new(engine, integers, lengths)?;
        let report =
            words::solve_within(&self.system, regexes, &mut oracle, &switches, limits, steps)?;
        let answer = match report.outcome {
            Outcome::Sat(solution) => {
                let integers = self.integers(&mut oracle, &solution, limits)?;
                Answer::Words(solution, integers)
            }
            Outcome::Unsat(premises) => {
                let system = premises.system.iter().map(|t| self.literals[t.0 as usize]);
                Answer::Clash(system.chain(oracle.premises(&premises.outside)).collect())
            }
            Outcome::GaveUp(why) => Answer::GaveUp(why),
        };
        Ok(Asked { answer, decided_by: report.decided_by, tried: report.tried })
    }

    /// Values of all integer leaves with the lengths of `solution`.
    fn integers(
        &self,
        oracle: &mut Oracle<'_>,
        solution: &Solution,
        limits: &Limits,
    ) -> Result<Option<FxHashMap<Term, base::Int>>, Stop> {
        let chosen: Vec<(Var, usize)> = self
            .leaves
            .iter()
            .filter(|(_, var)| self.system.is_length_sensitive(*var))
            .map(|&(_, var)| (var, solution.word(var).len()))
            .collect();
        oracle.values(&chosen, limits)
    }
}

/// Whether the integers that were chosen give a string the length `n`, if they say anything of it.
fn has_length(engine: &mut Engine<'_>, leaf: Term, n: usize) -> bool {
    let length = engine.length_of(leaf);
    engine.integer(length).is_none_or(|m| m == base::Int::from(n as u64))
}

/// The literals of `atoms` that are about integers and may influence those that are `asked` for.
pub(super) fn arithmetic(terms: &mut Terms, atoms: &[(Term, bool)], asked: &[Term]) -> Vec<Term> {
    let mut out = Vec::new();
    for &(t, value) in atoms {
        let about_integers = match terms.op(t).theory() {
            Theory::Integers => true,
            Theory::Core => terms.op(t) == Op::Eq && terms.sort(terms.arg(t, 0)) == Sort::Int,
            Theory::Strings | Theory::Regexes | Theory::BitVectors | Theory::Sequences => false,
        };
        if about_integers {
            out.push(if value { t } else { terms.not(t) });
        }
    }
    cone(terms, &out, asked)
}

/// How many steps simplification may take before anything was arranged: later rounds would repeat what it came to.
fn to_simplify(engine: &Engine<'_>, facts: &Facts) -> u64 {
    if engine.strings.arrangements.len() > 0 {
        return 0;
    }
    let tunables = &engine.res.budget.tunables().strings;
    (tunables.simplify_share * facts.compared() as u64).min(tunables.system_steps)
}

fn switches(engine: &Engine<'_>) -> Switches {
    let mut switches = Switches::default();
    for kind in words::PROCEDURES.iter().map(|p| p.kind) {
        if !is_enabled(kind, engine.res.options) {
            switches.disable(kind);
        }
    }
    switches
}

/// Whether the options allow a procedure. Without that of languages there would be no answer at all.
fn is_enabled(kind: Kind, options: &Options) -> bool {
    match kind {
        Kind::Languages => true,
        Kind::Unary => options.strings_unary,
        Kind::Components => options.strings_components,
        Kind::Length => options.strings_length_procedure,
        Kind::Stabilization => options.strings_stabilization,
        Kind::Nielsen => options.strings_nielsen,
        Kind::Matching => options.strings_matching,
        Kind::Separator => options.strings_separator,
        Kind::Disequation => options.strings_disequations,
        Kind::Small => options.strings_underapprox,
    }
}
