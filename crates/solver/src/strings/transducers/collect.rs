//! From the relevant literals to roots, functions of them, and constraints.

use super::Component;
use super::function::Function;
use crate::engine::Engine;
use crate::strings::classes::Classes;
use crate::strings::facts::Facts;
use crate::strings::round::Round;
use automata::network::{Network, Output, Relation};
use automata::{Re, Regexes};
use base::{Budget, FxHashMap, FxHashSet, Int, Interrupted};
use std::collections::VecDeque;
use terms::{Op, Sort, Term, Terms};

/// An application of a function.
struct Application {
    term: Term,
    function: Function,
    arg: Term,
}

struct Collector {
    classes: Classes,
    applications: Vec<Application>,
    /// Per class of arguments, the applications to it.
    readers: FxHashMap<u32, Vec<usize>>,
    /// Per class, its component and its value there.
    places: FxHashMap<u32, (usize, Output)>,
    components: Vec<Component>,
}

/// The components of the relevant literals.
pub(super) fn components(
    engine: &mut Engine<'_>,
    round: &Round<'_, '_>,
) -> Result<Vec<Component>, Interrupted> {
    let (facts, atoms) = (&round.facts, round.atoms);
    let terms = &*engine.res.terms;
    let applications = applications(terms, atoms, engine.res.budget)?;
    let nested = engine.res.budget.tunables().strings.transducer_nested;
    let singles = applications.iter().filter(|a| a.function.is_single()).count();
    if singles < nested && !applications.iter().any(|a| a.function.repeats()) {
        return Ok(Vec::new());
    }
    let mut collector = Collector::new(applications, round.classes.clone());
    collector.place_all(nested);
    collector.definitions(facts);
    let regexes = &mut engine.res.languages.regexes;
    collector.memberships(terms, facts, regexes);
    collector.disequations(terms, facts, regexes);
    let (terms, tunables) = (&mut *engine.res.terms, &engine.res.budget.tunables().strings);
    let sized = collector.lengths(terms, atoms, regexes, tunables.transducer_bound);
    collector.observe(terms, atoms, &sized, tunables.transducer_observed);
    // Functions of a constant are constants, which congruence knows.
    collector.components.retain(|c| c.repeats && !c.is_fixed(terms));
    Ok(collector.components)
}

fn applications(
    terms: &Terms,
    atoms: &[(Term, bool)],
    budget: &Budget,
) -> Result<Vec<Application>, Interrupted> {
    let roots: Vec<Term> = atoms.iter().map(|a| a.0).collect();
    let all = terms.post_order_within(&roots, budget)?;
    let strings = all.into_iter().filter(|&t| terms.sort(t) == Sort::String);
    let application = |term: Term| {
        Function::of(terms, term).map(|(function, arg)| Application { term, function, arg })
    };
    Ok(strings.filter_map(application).collect())
}

impl Collector {
    fn new(applications: Vec<Application>, mut classes: Classes) -> Collector {
        let mut readers: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
        for (i, a) in applications.iter().enumerate() {
            classes.add(a.term);
            readers.entry(classes.class_of(a.arg)).or_default().push(i);
        }
        Collector {
            classes,
            applications,
            readers,
            places: FxHashMap::default(),
            components: Vec::new(),
        }
    }

    /// Makes components of what can be reached from the roots, then of what is left: cycles.
    fn place_all(&mut self, nested: usize) {
        let made: FxHashSet<u32> =
            self.applications.iter().map(|a| self.classes.class_of(a.term)).collect();
        let args: Vec<u32> =
            self.applications.iter().map(|a| self.classes.class_of(a.arg)).collect();
        let roots = args.iter().filter(|c| !made.contains(c));
        for &root in roots.chain(&args) {
            if !self.places.contains_key(&root) {
                self.place_from(root, nested);
            }
        }
    }

    /// Computes what is made of the class `root`. A class that is made twice has two equal values. So many replacements
    /// `nested` into each other are cases of cases as equations.
    fn place_from(&mut self, root: u32, nested: usize) {
        debug_assert!(!self.places.contains_key(&root), "a class has a place already");
        let number = self.components.len();
        let mut component = Component::default();
        self.places.insert(root, (number, Network::ROOT));
        // With the single replacements on the way to each class.
        let mut queue = VecDeque::from([(root, 0)]);
        while let Some((class, depth)) = queue.pop_front() {
            let (_, from) = self.places[&class];
            for &i in self.readers.get(&class).map_or(&[][..], Vec::as_slice) {
                let Application { term, function, .. } = &self.applications[i];
                let depth = depth + usize::from(function.is_single());
                component.repeats |= function.repeats() || depth >= nested;
                let made = self.classes.class_of(*term);
                match self.places.get(&made) {
                    None => {
                        let output = function.add(&mut component.network, from);
                        self.places.insert(made, (number, output));
                        queue.push_back((made, depth));
                    }
                    Some(&(other, first)) if other == number => {
                        let output = function.add(&mut component.network, from);
                        component.demand_pair(first, output, Relation::Equal, None);
                    }
                    Some(_) => {}
                }
            }
        }
        self.components.push(component);
    }

    fn place(&mut self, t: Term) -> Option<(usize, Output)> {
        let class = self.classes.class_of(t);
        self.places.get(&class).copied()
    }

    /// Notes which terms have which value, which equations say so, and values that are constants.
    fn definitions(&mut self, facts: &Facts) {
        for (t, class) in self.classes.members() {
            if let Some(&(number, output)) = self.places.get(&class) {
                self.components[number].outputs.push((output, t));
            }
        }
        for e in &facts.equations {
            if let Some((number, _)) = self.place(e.left) {
                self.components[number].definitions.push(e.literal);
            }
        }
    }

    fn memberships(&mut self, terms: &Terms, facts: &Facts, regexes: &mut Regexes) {
        for component in &mut self.components {
            for (output, t) in component.outputs.clone() {
                if let Some(w) = terms.str_value(t) {
                    component.demand_member(output, regexes.word(w), true, None);
                }
            }
        }
        for m in &facts.memberships {
            if let Some((number, output)) = self.place(m.subject) {
                self.components[number].demand_member(output, m.re, m.positive, Some(m.literal));
            }
        }
    }

    fn disequations(&mut self, terms: &Terms, facts: &Facts, regexes: &mut Regexes) {
        for d in &facts.disequations {
            let (left, right) = (self.place(d.left), self.place(d.right));
            if let (Some((a, l)), Some((b, r))) = (left, right)
                && a == b
            {
                self.components[a].demand_pair(l, r, Relation::Different, Some(d.literal));
                continue;
            }
            for (place, other) in [(left, d.right), (right, d.left)] {
                if let (Some((a, output)), Some(w)) = (place, terms.str_value(other)) {
                    let word = regexes.word(w);
                    self.components[a].demand_member(output, word, false, Some(d.literal));
                }
            }
        }
    }

    /// Bounds on single lengths are memberships; returns the atoms that are such.
    fn lengths(
        &mut self,
        terms: &mut Terms,
        atoms: &[(Term, bool)],
        regexes: &mut Regexes,
        longest: u32,
    ) -> FxHashSet<Term> {
        let mut understood = FxHashSet::default();
        for &(atom, value) in atoms {
            let Some((string, lo, hi)) = length_bound(terms, atom, value, longest) else {
                continue;
            };
            let Some((number, output)) = self.place(string) else { continue };
            debug_assert!(
                hi.is_none_or(|hi| lo <= hi),
                "a length is bounded by less than its least"
            );
            let re = regexes.repeat(Re::ANY, lo, hi);
            let positive = value || terms.op(atom) != Op::Eq;
            let literal = if value { atom } else { terms.not(atom) };
            self.components[number].demand_member(output, re, positive, Some(literal));
            understood.insert(atom);
        }
        understood
    }

    /// Finds the values that the remaining atoms speak of.
    fn observe(
        &mut self,
        terms: &Terms,
        atoms: &[(Term, bool)],
        sized: &FxHashSet<Term>,
        most: usize,
    ) {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<Term> = Vec::new();
        let functions: FxHashSet<Term> = self.applications.iter().map(|a| a.term).collect();
        for &(atom, _) in atoms {
            let args = terms.args(atom);
            // What a value is said to be, in terms that are no functions of the root.
            let foreign = |t: &&Term| !terms.args(**t).is_empty() && !functions.contains(t);
            if terms.op(atom) == Op::Eq && terms.sort(args[0]) == Sort::String {
                for &t in args.iter().filter(foreign) {
                    if let Some((number, output)) = self.place(t) {
                        self.components[number].observe(output, t, most);
                    }
                }
            }
            let placed = |this: &mut Self, t: Term| this.place(t).is_some();
            let understood = match terms.op(atom) {
                Op::Eq => args.iter().all(|&a| terms.op(a).is_const() || placed(self, a)),
                Op::StrInRe => placed(self, args[0]),
                _ => false,
            };
            if !understood && !sized.contains(&atom) {
                stack.extend(args.iter().rev());
            }
        }
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match if terms.sort(t) == Sort::String { self.place(t) } else { None } {
                Some((number, output)) => self.components[number].observe(output, t, most),
                None => stack.extend(terms.args(t)),
            }
        }
    }
}

impl Component {
    /// Whether the root is a constant.
    fn is_fixed(&self, terms: &Terms) -> bool {
        self.outputs.iter().any(|&(output, t)| output == Network::ROOT && terms.op(t).is_const())
    }

    fn demand_member(&mut self, output: Output, re: Re, positive: bool, literal: Option<Term>) {
        self.constraints.members.push((output, re, positive));
        self.member_literals.push(literal);
    }

    fn demand_pair(&mut self, a: Output, b: Output, relation: Relation, literal: Option<Term>) {
        self.constraints.pairs.push((a, b, relation));
        self.pair_literals.push(literal);
    }

    fn observe(&mut self, output: Output, t: Term, most: usize) {
        let known = self.observed.iter().any(|o| o.0 == output);
        if !known && self.observed.len() < most {
            self.observed.push((output, t));
        }
    }
}

/// The string whose length the atom bounds, and the bounds; those of an equation are meant as they are, and
/// excluded if it is false.
fn length_bound(
    terms: &Terms,
    atom: Term,
    value: bool,
    longest: u32,
) -> Option<(Term, u32, Option<u32>)> {
    let args = terms.args(atom);
    if !matches!(terms.op(atom), Op::Ge | Op::Eq) || terms.sort(args[0]) != Sort::Int {
        return None;
    }
    let sum = rewrite::linear(terms, args[0]).minus(&rewrite::linear(terms, args[1]));
    let [(length, c)] = &sum.terms[..] else { return None };
    if terms.op(*length) != Op::StrLen || c.abs() != Int::ONE {
        return None;
    }
    let string = terms.arg(*length, 0);
    let small = |n: Int| n.max(Int::ZERO).to_usize().filter(|&n| n <= longest as usize);
    // `c * |s| + k` against 0.
    let k = if c.is_negative() { sum.constant.clone() } else { -sum.constant.clone() };
    let (lo, hi) = match (terms.op(atom), value, c.is_negative()) {
        (Op::Eq, ..) if k.is_negative() => return None,
        (Op::Eq, ..) => (k.clone(), Some(k)),
        (_, true, false) => (k, None),
        (_, false, false) => (Int::ZERO, Some(k - Int::ONE)),
        (_, true, true) => (Int::ZERO, Some(k)),
        (_, false, true) => (k + Int::ONE, None),
    };
    if hi.as_ref().is_some_and(Int::is_negative) {
        return None;
    }
    let hi = match hi {
        Some(hi) => Some(base::id32(small(hi)?)),
        None => None,
    };
    Some((string, base::id32(small(lo)?), hi))
}
