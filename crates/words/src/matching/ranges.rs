//! Which lengths arithmetic leaves single variables.
//!
//! What a single constraint says of a single length is read off: to ask for the least and the greatest length of each variable
//! would be many questions for each. Beyond that, arithmetic is asked which lengths it fixes, as long as it fixes all that are asked about.

use crate::arithmetic::{
    Arithmetic, Formula, IntModel, IntVar, Lengths, Linear, Parts, ask, premises_of_core,
};
use crate::system::{System, Var};
use crate::tags::{OutsideTags, Premises};
use base::{FxHashMap, Limits, Stop};

/// The lengths that variables may have.
pub(super) struct Ranges {
    all: FxHashMap<Var, Range>,
    /// The length of the longest constant: no piece is longer.
    longest: usize,
}

struct Range {
    least: usize,
    most: usize,
    why: Premises,
}

/// A fact: of so many lengths that are the same in all models so far, the others are not asked about.
const MEASURED: usize = 8;

impl Ranges {
    /// All lengths.
    pub fn new(longest: usize) -> Ranges {
        Ranges { all: FxHashMap::default(), longest }
    }

    /// The least and the greatest length of `x`.
    pub fn of(&self, x: Var) -> (usize, usize) {
        self.all.get(&x).map_or((0, self.longest), |range| (range.least, range.most))
    }

    /// What the ranges rest on.
    pub fn premises(&self) -> Premises {
        Premises::all(self.all.values().map(|range| &range.why))
    }

    /// Lengths that no constant has room for are all the same.
    fn narrow(&mut self, x: Var, least: usize, most: Option<usize>, why: &Premises) {
        let full = Range { least: 0, most: self.longest, why: Premises::none() };
        let range = self.all.entry(x).or_insert(full);
        let most = most.unwrap_or(self.longest);
        if least > range.least || most < range.most {
            range.least = range.least.max(least.min(self.longest + 1));
            range.most = range.most.min(most);
            range.why.extend(why);
        }
        debug_assert!(range.most <= self.longest, "a piece that no constant has room for");
    }

    /// Finds out what arithmetic says of single lengths.
    pub fn measure(
        &mut self,
        system: &System,
        arithmetic: &mut dyn Arithmetic,
        limits: &Limits,
    ) -> Result<(), Stop> {
        debug_assert!(self.all.is_empty(), "lengths are measured once");
        self.read_off(system, arithmetic, limits)?;
        self.ask(system, arithmetic, limits)
    }

    /// Takes over what single constraints say.
    fn read_off(
        &mut self,
        system: &System,
        arithmetic: &dyn Arithmetic,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let sensitive = system.live_vars().filter(|&x| system.is_length_sensitive(x));
        let vars: FxHashMap<IntVar, Var> = sensitive.map(|x| (system.length(x), x)).collect();
        let mut bounds: Vec<(Linear, Premises)> = Vec::new();
        for fact in system.facts() {
            let sums = match &fact.formula {
                Formula::Ge(sum) => vec![sum.clone()],
                Formula::Eq(sum) => vec![sum.clone(), sum.clone().negated()],
                _ => Vec::new(),
            };
            bounds.extend(sums.into_iter().map(|sum| (sum, fact.premises.clone())));
        }
        let outside = |why: OutsideTags| premises_of_core(why, []);
        bounds.extend(arithmetic.bounds().into_iter().map(|(sum, why)| (sum, outside(why))));
        limits.charge(bounds.len() as u64)?;
        for (sum, why) in &bounds {
            let [(v, factor)] = &sum.terms[..] else { continue };
            let Some(&x) = vars.get(v) else { continue };
            let end = match factor.is_negative() {
                true => sum.constant.div_floor(&-factor).to_usize().map(|most| (0, Some(most))),
                false => (-&sum.constant).div_ceil(factor).to_usize().map(|least| (least, None)),
            };
            if let Some((least, most)) = end {
                self.narrow(x, least, most, why);
            }
        }
        Ok(())
    }

    /// Asks for lengths that are the same in all models.
    fn ask(
        &mut self,
        system: &System,
        arithmetic: &mut dyn Arithmetic,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let facts = Parts::facts(system).into_pairs();
        let formulas: Vec<Formula> = facts.iter().map(|fact| fact.0.clone()).collect();
        let Lengths::Sat(first) = ask(arithmetic, &formulas, limits)? else { return Ok(()) };
        let is_open = |&x: &Var| system.is_length_sensitive(x) && self.of(x).0 != self.of(x).1;
        let length = |x: Var, model: &IntModel| model.get(IntVar::Len(x)).to_usize();
        let mut open: Vec<(Var, usize)> = system
            .live_vars()
            .filter(is_open)
            .filter_map(|x| Some((x, length(x, &first)?)))
            .collect();
        for _ in 0..MEASURED {
            let Some((x, n)) = open.pop() else { break };
            let other = Formula::different(&Linear::var(system.length(x)), &Linear::constant(n));
            let question: Vec<Formula> = formulas.iter().cloned().chain([other]).collect();
            match ask(arithmetic, &question, limits)? {
                Lengths::Sat(model) => open.retain(|&(y, m)| length(y, &model) == Some(m)),
                Lengths::Unknown => {}
                Lengths::Unsat { core, parts } => {
                    let needed = parts.iter().filter_map(|&at| facts.get(at));
                    let why = premises_of_core(core, needed.map(|fact| &fact.1));
                    self.narrow(x, n, Some(n), &why);
                }
            }
        }
        Ok(())
    }
}
