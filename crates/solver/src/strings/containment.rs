//! Containment is transitive: what a string contains, seen without words.
//!
//! The problem: from `x` contains `y`, `y` contains `z` and `x` does not contain `z`, reductions make equations
//! `x = a ++ y ++ b`, `y = c ++ z ++ d` and a disequality for each offset of `z` in `x`. No procedure for
//! equations ends on them, as there is always a longer `x` to look at. The contradiction is a path in a graph:
//! from the string that must not contain another, along equalities, asserted containments (prefixes and
//! suffixes among them), slices and the parts of concatenations. A breadth-first search finds the shortest, and
//! the conflict blames its edges only. cvc5 applies the same axiom to pairs of `contains` with an argument
//! in common; a search needs no new literals for what lies between.

use crate::engine::Engine;
use crate::strings::classes::Classes;
use crate::strings::round::Round;
use crate::strings::symbols::symbols;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use base::{Budget, FxHashMap, Interrupted};
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use terms::{Op, Term, Terms};

/// `whole` contains `part`, by `literal` or by what it is.
#[derive(Clone, Copy, Debug)]
struct Containment {
    whole: Term,
    part: Term,
    literal: Option<Term>,
}

/// How a term was reached: from where, and by which literals.
type Step = (Term, Vec<Term>);

/// Refutes a negative `contains` that follows from other literals.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let Round { facts, classes, atoms, .. } = round;
    let terms = &*engine.res.terms;
    let denied: Vec<Containment> =
        facts.predicates.iter().filter_map(|&l| denial(terms, l)).collect();
    if denied.is_empty() {
        return Ok(Verdict::Consistent);
    }
    let mut known: Vec<Containment> =
        facts.predicates.iter().filter_map(|&l| assertion(terms, l)).collect();
    known.extend(slices(terms, atoms, engine.res.budget)?);
    for denial in denied {
        let search = Search::new(engine, classes, &known, denial.whole);
        if let Some(mut premises) = search.run(denial.part)? {
            premises.extend(denial.literal);
            let id = InferenceId::StringsContainment;
            engine.out.conflict(engine.res.terms, id, &premises);
            return Ok(Verdict::Progress);
        }
    }
    Ok(Verdict::Consistent)
}

/// `literal` denies that a string contains another.
fn denial(terms: &Terms, literal: Term) -> Option<Containment> {
    let atom = (terms.op(literal) == Op::Not).then(|| terms.arg(literal, 0))?;
    let contains = terms.op(atom) == Op::StrContains;
    contains.then(|| between(terms, atom, (0, 1), Some(literal)))
}

/// `literal` asserts that a string contains another.
fn assertion(terms: &Terms, literal: Term) -> Option<Containment> {
    match terms.op(literal) {
        Op::StrContains => Some(between(terms, literal, (0, 1), Some(literal))),
        Op::StrPrefixOf | Op::StrSuffixOf => Some(between(terms, literal, (1, 0), Some(literal))),
        _ => None,
    }
}

fn between(terms: &Terms, t: Term, at: (usize, usize), literal: Option<Term>) -> Containment {
    Containment { whole: terms.arg(t, at.0), part: terms.arg(t, at.1), literal }
}

/// Slices are contained in what they are slices of.
fn slices(
    terms: &Terms,
    atoms: &[(Term, bool)],
    budget: &Budget,
) -> Result<Vec<Containment>, Interrupted> {
    let roots: Vec<Term> = atoms.iter().map(|a| a.0).collect();
    let mut all = terms.post_order_within(&roots, budget)?;
    all.retain(|&t| matches!(terms.op(t), Op::StrSubstr | Op::StrAt));
    let slice = |t: Term| Containment { whole: terms.arg(t, 0), part: t, literal: None };
    Ok(all.into_iter().map(slice).collect())
}

/// A breadth-first search through what a term contains.
struct Search<'a, 's> {
    engine: &'a Engine<'s>,
    classes: &'a Classes,
    known: &'a [Containment],
    /// The members of each class of more than one.
    members: FxHashMap<Term, Vec<Term>>,
    start: Term,
    reached: FxHashMap<Term, Step>,
    queue: VecDeque<Term>,
}

impl<'a, 's> Search<'a, 's> {
    fn new(
        engine: &'a Engine<'s>,
        classes: &'a mut Classes,
        known: &'a [Containment],
        start: Term,
    ) -> Search<'a, 's> {
        let mut of_class: FxHashMap<u32, Vec<Term>> = FxHashMap::default();
        let all = classes.members();
        for &(t, class) in &all {
            of_class.entry(class).or_default().push(t);
        }
        let joint = all.iter().filter(|(_, class)| of_class[class].len() > 1);
        let members = joint.map(|&(t, class)| (t, of_class[&class].clone())).collect();
        let (reached, queue) = (FxHashMap::default(), VecDeque::new());
        Search { engine, classes, known, members, start, reached, queue }
    }

    /// Literals that imply that the start contains `goal`.
    fn run(mut self, goal: Term) -> Result<Option<Vec<Term>>, Interrupted> {
        let goals = self.equals(goal);
        self.reach(self.start, self.start, Vec::new());
        while let Some(t) = self.queue.pop_front() {
            for &g in &goals {
                if self.covers(t, g)? {
                    let mut premises = self.path(t);
                    self.classes.explain(g, goal, &mut premises);
                    premises.sort_unstable();
                    premises.dedup();
                    return Ok(Some(premises));
                }
            }
            self.expand(t)?;
        }
        Ok(None)
    }

    /// `t` and what it equals.
    fn equals(&self, t: Term) -> Vec<Term> {
        self.members.get(&t).cloned().unwrap_or_else(|| vec![t])
    }

    fn reach(&mut self, t: Term, from: Term, premises: Vec<Term>) {
        if let Entry::Vacant(unseen) = self.reached.entry(t) {
            unseen.insert((from, premises));
            self.queue.push_back(t);
        }
    }

    fn expand(&mut self, t: Term) -> Result<(), Interrupted> {
        for equal in self.equals(t) {
            // Explanations are long where classes are large, and most members were reached from the first one.
            if self.reached.contains_key(&equal) {
                continue;
            }
            let mut premises = Vec::new();
            self.classes.explain(t, equal, &mut premises);
            self.reach(equal, t, premises);
        }
        for &Containment { whole, part, literal } in self.known {
            if self.covers(t, whole)? {
                self.reach(part, t, literal.into_iter().collect());
            }
        }
        if self.engine.res.terms.op(t) == Op::StrConcat {
            for &part in self.engine.res.terms.args(t) {
                self.reach(part, t, Vec::new());
            }
        }
        Ok(())
    }

    /// The literals on the way from the start to `t`.
    fn path(&self, t: Term) -> Vec<Term> {
        let (mut at, mut premises) = (t, Vec::new());
        while at != self.start {
            let (from, why) = &self.reached[&at];
            premises.extend(why);
            at = *from;
        }
        premises
    }

    /// Whether the symbols of `part` occur in those of `whole`, in a row.
    fn covers(&self, whole: Term, part: Term) -> Result<bool, Interrupted> {
        if whole == part {
            return Ok(true);
        }
        let terms = &*self.engine.res.terms;
        let compound = |t: Term| matches!(terms.op(t), Op::StrConcat | Op::StrConst(_));
        if !compound(whole) {
            return Ok(false);
        }
        let (whole, part) = (symbols(terms, whole), symbols(terms, part));
        self.engine.res.budget.charge((whole.len() + part.len()) as u64)?;
        Ok(part.is_empty() || whole.windows(part.len()).any(|w| w == part))
    }
}
