//! Containment is transitive: what a string contains, seen without words.
//!
//! The problem: from `x` contains `y`, `y` contains `z` and `x` does not contain `z`, reductions make equations
//! `x = a ++ y ++ b`, `y = c ++ z ++ d` and a disequality for each offset of `z` in `x`. No procedure for
//! equations ends on them, as there is always a longer `x` to look at. The contradiction is a path in a graph:
//! from the string that must not contain another, along equalities, asserted containments (prefixes and
//! suffixes among them), slices and the parts of concatenations. A breadth-first search finds the shortest, and
//! the conflict has its edges as premises only. cvc5 applies the same axiom to pairs of `contains` with an argument
//! in common; a search needs no new literals for what lies between.

use crate::engine::Engine;
use crate::strings::classes::Classes;
use crate::strings::round::Round;
use crate::strings::symbols::symbols;
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use base::{Budget, FxHashMap, FxHashSet, Interrupted};
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
    let graph = Graph::new(engine, classes, known);
    let mut barren: FxHashMap<Term, FxHashSet<Term>> = FxHashMap::default();
    for denial in denied {
        let barren = barren.entry(denial.part).or_default();
        if let Some(mut premises) = Search::new(&graph, denial.whole, barren).run(denial.part)? {
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

/// What contains what.
struct Graph<'a, 's> {
    engine: &'a Engine<'s>,
    classes: &'a Classes,
    known: Vec<Containment>,
    /// The positions in `known` of what each string contains.
    parts: FxHashMap<Term, Vec<usize>>,
    /// The classes of more than one member.
    joint: Vec<Vec<Term>>,
    /// The positions in `joint`.
    class: FxHashMap<Term, usize>,
}

impl<'a, 's> Graph<'a, 's> {
    fn new(
        engine: &'a Engine<'s>,
        classes: &'a mut Classes,
        known: Vec<Containment>,
    ) -> Graph<'a, 's> {
        let mut of_class: FxHashMap<u32, Vec<Term>> = FxHashMap::default();
        let all = classes.members();
        for &(t, class) in &all {
            of_class.entry(class).or_default().push(t);
        }
        let mut joint: Vec<Vec<Term>> = of_class.into_values().filter(|c| c.len() > 1).collect();
        base::order::sort(&mut joint);
        let numbered = joint.iter().enumerate();
        let class = numbered.flat_map(|(i, class)| class.iter().map(move |&t| (t, i))).collect();
        let mut parts: FxHashMap<Term, Vec<usize>> = FxHashMap::default();
        for (at, containment) in known.iter().enumerate() {
            parts.entry(containment.whole).or_default().push(at);
        }
        debug_assert!(joint.iter().all(|class| class.len() > 1), "a class of one is listed");
        Graph { engine, classes, known, parts, joint, class }
    }

    /// What `t` equals besides itself, if there is anything.
    fn class(&self, t: Term) -> &[Term] {
        self.class.get(&t).map_or(&[], |&i| &self.joint[i])
    }

    /// What is known to be contained in `t`, or in a part of it.
    fn contained(&self, t: Term) -> Result<Vec<Containment>, Interrupted> {
        if !is_compound(self.engine.res.terms, t) {
            let parts = self.parts.get(&t).into_iter().flatten();
            return Ok(parts.map(|&at| self.known[at]).collect());
        }
        let mut all = Vec::new();
        for &containment in &self.known {
            if self.covers(t, containment.whole)? {
                all.push(containment);
            }
        }
        Ok(all)
    }

    /// Whether the symbols of `part` occur in those of `whole`, in a row.
    fn covers(&self, whole: Term, part: Term) -> Result<bool, Interrupted> {
        if whole == part {
            return Ok(true);
        }
        let terms = &*self.engine.res.terms;
        if !is_compound(terms, whole) {
            return Ok(false);
        }
        let (whole, part) = (symbols(terms, whole), symbols(terms, part));
        self.engine.res.budget.charge((whole.len() + part.len()) as u64)?;
        Ok(base::borders::find(&whole, &part, 0).is_some())
    }
}

fn is_compound(terms: &Terms, t: Term) -> bool {
    matches!(terms.op(t), Op::StrConcat | Op::StrConst(_))
}

/// A breadth-first search through what a term contains.
struct Search<'g, 'a, 's> {
    graph: &'g Graph<'a, 's>,
    start: Term,
    /// From where the goal was not reached before.
    barren: &'g mut FxHashSet<Term>,
    reached: FxHashMap<Term, Step>,
    queue: VecDeque<Term>,
}

impl<'g, 'a, 's> Search<'g, 'a, 's> {
    fn new(
        graph: &'g Graph<'a, 's>,
        start: Term,
        barren: &'g mut FxHashSet<Term>,
    ) -> Search<'g, 'a, 's> {
        let (reached, queue) = (FxHashMap::default(), VecDeque::new());
        Search { graph, start, barren, reached, queue }
    }

    /// Literals that imply that the start contains `goal`. If it does not, nor does anything that was reached.
    fn run(mut self, goal: Term) -> Result<Option<Vec<Term>>, Interrupted> {
        let class = self.graph.class(goal);
        let goals = if class.is_empty() { std::slice::from_ref(&goal) } else { class };
        self.reach(self.start, self.start, Vec::new());
        while let Some(t) = self.queue.pop_front() {
            for &g in goals {
                if self.graph.covers(t, g)? {
                    let mut premises = self.path(t);
                    self.graph.classes.explain(g, goal, &mut premises);
                    base::order::sort(&mut premises);
                    premises.dedup();
                    return Ok(Some(premises));
                }
            }
            self.expand(t)?;
        }
        self.barren.extend(self.reached.into_keys());
        Ok(None)
    }

    fn reach(&mut self, t: Term, from: Term, premises: Vec<Term>) {
        if self.barren.contains(&t) {
            return;
        }
        if let Entry::Vacant(unseen) = self.reached.entry(t) {
            unseen.insert((from, premises));
            self.queue.push_back(t);
        }
    }

    fn expand(&mut self, t: Term) -> Result<(), Interrupted> {
        let graph = self.graph;
        for &equal in graph.class(t) {
            // Explanations are long where classes are large, and most members were reached from the first one.
            if self.reached.contains_key(&equal) || self.barren.contains(&equal) {
                continue;
            }
            let mut premises = Vec::new();
            graph.classes.explain(t, equal, &mut premises);
            self.reach(equal, t, premises);
        }
        for Containment { part, literal, .. } in graph.contained(t)? {
            self.reach(part, t, literal.into_iter().collect());
        }
        let terms = &graph.engine.res.terms;
        if terms.op(t) == Op::StrConcat {
            for &part in terms.args(t) {
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
}
