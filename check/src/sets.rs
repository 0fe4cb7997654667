//! Sets of letters that formulas describe, as languages of words of one letter.

use crate::base::*;
use crate::letters::Letters;
use std::rc::Rc;

impl Store {
    /// The letters for which a formula holds, as a language.
    pub fn predicate(&mut self, x: Term, body: Term) -> Result<Term> {
        let element = Rc::new(self.sort(x).clone());
        let (Some(size), Sort::Bool) = (element.letters(), self.sort(body)) else {
            return refuse("a predicate of another sort");
        };
        let variable = self.image(x);
        let order = self.post_order(&[body], |t| t == variable);
        let mut letters = Letters::default();
        for c in 0..size {
            let x = if *element == Sort::Bool { Op::truth(c > 0) } else { Op::Int(c.into()) };
            let values = self.values(&order, |t| (t == variable).then(|| x.clone()));
            let value = values.get(&body).ok_or("a predicate with unknowns")?;
            if value.head() == "true" {
                letters = letters.or(&Letters::range(c, c));
            }
        }
        let ranges = letters.ranges().map(|ends| {
            let ends = ends.map(|c| self.text(&[c]));
            self.mk("re.range", &ends)
        });
        let ranges: Vec<Term> = ranges.collect();
        let name = if ranges.is_empty() { "re.none" } else { "re.union" };
        let language = self.standard(name, &ranges)?;
        Ok(self.wrap(&Sort::RegEx(element), language))
    }

    /// `(forall ((x E)) body)`, if it says of a set of letters which ones it has.
    pub fn set_axiom(&mut self, x: Term, body: Term) -> Result<Term> {
        let letter = self.unit(x)?;
        let (letter, variable) = (self.image(letter), self.image(x));
        let selected = |t: Term| match self.at(t) {
            ("str.has", &[s, set]) if s == letter && !self.occurs(variable, set) => Some(set),
            _ => None,
        };
        let found = match self.at(body) {
            ("=", &[a, b]) => selected(a).map(|set| (set, b)).or(selected(b).map(|set| (set, a))),
            ("not", &[a]) => selected(a).map(|set| (set, self.bool(false))),
            _ => selected(body).map(|set| (set, self.bool(true))),
        };
        let (set, meaning) = found.ok_or("a quantifier of another form")?;
        let language = self.predicate(x, meaning)?;
        Ok(self.mk("=", &[set, self.image(language)]))
    }
}
