//! The nodes of a diagram: layer by layer from the first choice, to see how many there are, and terms for them from the last.

use super::{Choice, Test, inner};
use base::{Budget, FxHashMap, Interrupted};
use terms::{Op, Term, Terms};

/// A comparison of a sum of choices, with what it may come to before each choice.
pub(super) struct Diagram<'a> {
    choices: &'a [Choice],
    /// The choices within each choice and their values.
    inner: Vec<Vec<Term>>,
    /// The sums before each choice for which the comparison is open, ascending.
    layers: Vec<Vec<i64>>,
    /// The sums of each choice and those after it, and of none.
    rest: Vec<Rest>,
    constant: i64,
    test: Test,
}

/// What the sum of some choices may be.
#[derive(Clone, Copy)]
struct Rest {
    least: i64,
    greatest: i64,
    /// All sums differ by multiples of this.
    step: i64,
}

impl Rest {
    /// The sums of `choice`, with these values, and of the rest.
    fn with(self, choice: &Choice, values: impl Iterator<Item = i64>) -> Rest {
        debug_assert!(choice.least <= choice.greatest, "a choice has no value");
        let step = values.fold(self.step, |step, value| gcd(step, value - choice.least));
        Rest { least: self.least + choice.least, greatest: self.greatest + choice.greatest, step }
    }
}

fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Test {
    /// The least of the sums for which it depends on the rest as for `sum`.
    fn normal(self, sum: i64, rest: Rest) -> i64 {
        match self {
            Test::AtLeastZero if rest.step > 1 => sum - (sum + rest.least).rem_euclid(rest.step),
            Test::AtLeastZero => sum,
            Test::Divisible(n) => {
                debug_assert!(n > 0, "a remainder by what is not positive");
                sum.rem_euclid(n)
            }
        }
    }

    /// Whether it holds whatever the rest is, or never.
    fn decided(self, sum: i64, rest: Rest) -> Option<bool> {
        let (least, greatest) = (sum + rest.least, sum + rest.greatest);
        debug_assert!(least <= greatest, "the least sum is greater than others");
        match self {
            Test::AtLeastZero if least >= 0 => Some(true),
            Test::AtLeastZero => (greatest < 0).then_some(false),
            Test::Divisible(n) => (least == greatest).then_some(least.rem_euclid(n) == 0),
        }
    }
}

impl<'a> Diagram<'a> {
    /// The diagram of `constant` and the sum of `choices`, unless it has more nodes than `most`.
    pub fn new(
        terms: &Terms,
        choices: &'a [Choice],
        constant: i64,
        test: Test,
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Diagram<'a>>, Interrupted> {
        let inner = choices.iter().map(|c| inner(terms, c.term, budget));
        let inner = inner.collect::<Result<Vec<_>, _>>()?;
        let rest = vec![Rest { least: 0, greatest: 0, step: 0 }];
        let mut diagram = Diagram { choices, inner, layers: Vec::new(), rest, constant, test };
        for (at, choice) in choices.iter().enumerate().rev() {
            let rest = diagram.rest[diagram.rest.len() - 1];
            diagram.rest.push(rest.with(choice, diagram.values(terms, at)));
        }
        diagram.rest.reverse();
        let is_small = diagram.unfold(terms, most, budget)?;
        Ok(is_small.then_some(diagram))
    }

    /// Finds the layers; whether they have at most so many nodes.
    fn unfold(&mut self, terms: &Terms, most: usize, budget: &Budget) -> Result<bool, Interrupted> {
        debug_assert!(self.layers.is_empty(), "layers are found twice");
        let mut layer = vec![self.test.normal(self.constant, self.rest[0])];
        let mut size = 0;
        for at in 0..self.choices.len() {
            layer.retain(|&sum| self.test.decided(sum, self.rest[at]).is_none());
            size += layer.len() * self.inner[at].len();
            if size > most {
                return Ok(false);
            }
            budget.charge(1 + (layer.len() * self.inner[at].len()) as u64)?;
            let mut next = Vec::new();
            for value in self.values(terms, at) {
                next.extend(
                    layer.iter().map(|&sum| self.test.normal(sum + value, self.rest[at + 1])),
                );
            }
            base::order::sort(&mut next);
            next.dedup();
            self.layers.push(std::mem::replace(&mut layer, next));
        }
        Ok(true)
    }

    /// The values of a choice, with its coefficient.
    fn values(&self, terms: &Terms, at: usize) -> impl Iterator<Item = i64> {
        let coefficient = self.choices[at].coefficient;
        let values = self.inner[at].iter().filter_map(move |&t| terms.int_value(t)?.to_i64());
        values.map(move |value| value * coefficient)
    }

    /// The term that says what the comparison says.
    pub fn term(&self, terms: &mut Terms, budget: &Budget) -> Result<Term, Interrupted> {
        debug_assert_eq!(self.layers.len(), self.choices.len(), "a diagram is unfinished");
        let mut below = Vec::new();
        for at in (0..self.choices.len()).rev() {
            budget.charge(1 + (self.layers[at].len() * self.inner[at].len()) as u64)?;
            let layer = self.layers[at].iter();
            below = layer.map(|&sum| self.node(terms, at, sum, &below)).collect();
        }
        Ok(self.below(terms, 0, self.constant, &below))
    }

    /// What is left of the comparison when the choices before `at` have this sum; `below` are the nodes of the layer after it.
    fn node(&self, terms: &mut Terms, at: usize, sum: i64, below: &[Term]) -> Term {
        let mut images: FxHashMap<Term, Term> = FxHashMap::default();
        for &t in &self.inner[at] {
            let image = if terms.op(t) == Op::Ite {
                let &[c, a, b] = terms.args(t) else { unreachable!("a choice has two cases") };
                let (a, b) = (images[&a], images[&b]);
                if a == b { a } else { terms.ite(c, a, b) }
            } else {
                let value = terms.int_value(t).and_then(base::Int::to_i64).unwrap_or_default();
                self.below(terms, at + 1, sum + value * self.choices[at].coefficient, below)
            };
            images.insert(t, image);
        }
        images[&self.choices[at].term]
    }

    /// The node for a sum, if the comparison is open.
    fn below(&self, terms: &mut Terms, at: usize, sum: i64, below: &[Term]) -> Term {
        let sum = self.test.normal(sum, self.rest[at]);
        match self.test.decided(sum, self.rest[at]) {
            Some(holds) => terms.bool(holds),
            None => below[self.layers[at].partition_point(|&other| other < sum)],
        }
    }
}
