//! The nodes of a diagram: layer by layer from the first choice, to see how many there are, and terms for them from the last.
//!
//! Comparisons that end in the same choices have nodes in common. Those of all prefixes of a count do, so a node that one of them made is
//! not looked below again: each diagram adds a line of nodes to those before it, where its own has the square of its choices.

use super::choice::{Choice, inner};
use super::question::Test;
use base::{Budget, FxHashMap, Interrupted};
use terms::{Op, Term, Terms};

/// The last choices of a comparison, and its test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Suffix(usize);

/// What makes a suffix: the test, or a choice with its coefficient in front of another one.
#[derive(PartialEq, Eq, Hash)]
enum Form {
    Test(Test),
    Choice(Term, i64, Suffix),
}

/// The nodes of all diagrams, each by the choices that are left and the sum of those before them.
#[derive(Default)]
pub(super) struct Nodes {
    suffixes: FxHashMap<Form, Suffix>,
    known: FxHashMap<(Suffix, i64), Term>,
}

impl Nodes {
    fn suffix(&mut self, form: Form) -> Suffix {
        let next = Suffix(self.suffixes.len());
        *self.suffixes.entry(form).or_insert(next)
    }

    /// What is left of `choices` before each of them, and behind them.
    fn suffixes(&mut self, choices: &[Choice], test: Test) -> Vec<Suffix> {
        let mut all = vec![self.suffix(Form::Test(test))];
        for choice in choices.iter().rev() {
            let form = Form::Choice(choice.term, choice.coefficient, all[all.len() - 1]);
            all.push(self.suffix(form));
        }
        all.reverse();
        debug_assert!(all.len() == choices.len() + 1, "a choice has no suffix");
        all
    }
}

/// A comparison of a sum of choices, with what it may come to before each choice.
pub(super) struct Diagram<'a> {
    choices: &'a [Choice],
    /// The choices within each choice and their values.
    inner: Vec<Vec<Term>>,
    /// The sums before each choice for which the comparison is open and no node is known, ascending.
    layers: Vec<Vec<i64>>,
    /// The sums of each choice and those after it, and of none.
    rest: Vec<Rest>,
    /// The choices from each on, and none.
    suffixes: Vec<Suffix>,
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
            Test::AtLeastZero | Test::Zero => sum,
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
            Test::Zero if least == greatest => Some(least == 0),
            Test::Zero => {
                let is_passed = least > 0 || greatest < 0;
                (is_passed || least.rem_euclid(rest.step) != 0).then_some(false)
            }
            Test::Divisible(n) => (least == greatest).then_some(least.rem_euclid(n) == 0),
        }
    }
}

impl<'a> Diagram<'a> {
    /// The diagram of `constant` and the sum of `choices`, unless it has more than `most` nodes that are new.
    pub fn new(
        terms: &Terms,
        nodes: &mut Nodes,
        choices: &'a [Choice],
        (constant, test): (i64, Test),
        most: usize,
        budget: &Budget,
    ) -> Result<Option<Diagram<'a>>, Interrupted> {
        let inner = choices.iter().map(|c| inner(terms, c.term, budget));
        let inner = inner.collect::<Result<Vec<_>, _>>()?;
        let rest = vec![Rest { least: 0, greatest: 0, step: 0 }];
        let suffixes = nodes.suffixes(choices, test);
        let layers = Vec::new();
        let mut diagram = Diagram { choices, inner, layers, rest, suffixes, constant, test };
        for (at, choice) in choices.iter().enumerate().rev() {
            let rest = diagram.rest[diagram.rest.len() - 1];
            diagram.rest.push(rest.with(choice, diagram.values(terms, at)));
        }
        diagram.rest.reverse();
        let is_small = diagram.unfold(terms, nodes, most, budget)?;
        Ok(is_small.then_some(diagram))
    }

    /// Finds the layers; whether they have at most so many nodes.
    fn unfold(
        &mut self,
        terms: &Terms,
        nodes: &Nodes,
        most: usize,
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        debug_assert!(self.layers.is_empty(), "layers are found twice");
        let mut layer = vec![self.test.normal(self.constant, self.rest[0])];
        let mut size = 0;
        for at in 0..self.choices.len() {
            let is_known = |sum| nodes.known.contains_key(&(self.suffixes[at], sum));
            layer.retain(|&sum| self.test.decided(sum, self.rest[at]).is_none() && !is_known(sum));
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
    pub fn term(
        &self,
        terms: &mut Terms,
        nodes: &mut Nodes,
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        debug_assert_eq!(self.layers.len(), self.choices.len(), "a diagram is unfinished");
        for at in (0..self.choices.len()).rev() {
            budget.charge(1 + (self.layers[at].len() * self.inner[at].len()) as u64)?;
            for &sum in &self.layers[at] {
                let node = self.node(terms, nodes, at, sum);
                nodes.known.insert((self.suffixes[at], sum), node);
            }
        }
        Ok(self.below(terms, nodes, 0, self.constant))
    }

    /// What is left of the comparison when the choices before `at` have this sum.
    fn node(&self, terms: &mut Terms, nodes: &Nodes, at: usize, sum: i64) -> Term {
        let mut images: FxHashMap<Term, Term> = FxHashMap::default();
        for &t in &self.inner[at] {
            let image = if terms.op(t) == Op::Ite {
                let &[c, a, b] = terms.args(t) else { unreachable!("a choice has two cases") };
                let (a, b) = (images[&a], images[&b]);
                if a == b { a } else { terms.ite(c, a, b) }
            } else {
                let value = terms.int_value(t).and_then(base::Int::to_i64).unwrap_or_default();
                self.below(terms, nodes, at + 1, sum + value * self.choices[at].coefficient)
            };
            images.insert(t, image);
        }
        images[&self.choices[at].term]
    }

    /// The node for a sum, if the comparison is open.
    fn below(&self, terms: &mut Terms, nodes: &Nodes, at: usize, sum: i64) -> Term {
        let sum = self.test.normal(sum, self.rest[at]);
        match self.test.decided(sum, self.rest[at]) {
            Some(holds) => terms.bool(holds),
            None => nodes.known[&(self.suffixes[at], sum)],
        }
    }
}
