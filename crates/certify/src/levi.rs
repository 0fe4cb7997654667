//! Cases at the front of an equation between strings: the longer of the first pieces begins with the other one (Levi, *On semigroups*,
//! 1944).

use crate::axioms::{Instance, Piece, joined};
use crate::equations::is_equation;
use crate::lengths::{Lengths, Sum};
use crate::proof::{Literal, Proof};
use crate::words::{Node, Tree};
use terms::{Op, Term};

impl Proof<'_> {
    /// Cases at the front of an equation: which side is longer?
    pub(crate) fn cases(
        &mut self,
        node: &Node,
        tree: &mut Tree,
        depth: usize,
        hints: &mut Vec<String>,
    ) -> Option<()> {
        let is_open = |f: &&Literal| f.1 && is_equation(self.terms, f.0);
        let size = |f: &&Literal| self.sides(f.0).map(|s| s.len()).iter().sum::<usize>();
        let fact = *node.open().iter().filter(is_open).min_by_key(size)?;
        let [left, right] = self.sides(fact.0);
        let swap = matches!(left.first()?, Piece::Letter(_));
        let (left, right) = if swap { (right, left) } else { (left, right) };
        let (&Piece::Part(x), &y) = (left.first()?, right.first()?) else { return None };
        let other = joined(self.terms, &[y]);
        let (l, r) = (self.terms.len_of(x), self.terms.len_of(other));
        let longer = (self.terms.ge(l, r), true);
        let difference =
            Sum::length(self.terms, &left[..1]).minus(&Sum::length(self.terms, &right[..1]));
        let mut lengths = Lengths::new(self.terms, &node.facts());
        let known = lengths.imply(self.terms, &difference);
        let mut opposite = Sum::default().minus(&difference);
        opposite.decrement();
        let denied = lengths.imply(self.terms, &opposite);
        let given: Vec<Literal> = node.facts().iter().map(|&(t, p)| (t, !p)).collect();
        for (is_longer, follows) in [(true, known.clone()), (false, denied.clone())] {
            let branch = (longer.0, is_longer);
            if let Some(used) = follows {
                hints.push(self.conclude(&used, Some(branch))?);
            } else if [&known, &denied].iter().any(|f| f.is_some()) {
                continue;
            }
            let mut child = node.clone();
            child.note(branch);
            if !is_longer && matches!(y, Piece::Letter(_)) {
                let empty = (self.equate(&left[..1], &[]), true);
                hints.push(self.conclude(&[branch], Some(empty))?);
                child.learn(self.terms, empty);
            } else {
                let (front, rest) = if is_longer { (&left, &right) } else { (&right, &left) };
                let names = self.levi(&mut child, fact, branch, front, rest)?;
                hints.extend(names);
            }
            let refuted = self.refute_node(child, tree, depth + 1)?;
            hints.push(self.without_case(&given, (longer.0, is_longer), hints, refuted)?);
        }
        Some(())
    }

    /// The clause that a case does not hold, from that of its node, which has more facts: those are known in the case only.
    pub(crate) fn without_case(
        &mut self,
        given: &[Literal],
        case: Literal,
        hints: &[String],
        refuted: String,
    ) -> Option<String> {
        let clause = [given, &[(case.0, !case.1)]].concat();
        self.rup(&clause, &[hints, &[refuted]].concat())
    }

    /// The first piece of `long` begins with that of `short`.
    fn levi(
        &mut self,
        node: &mut Node,
        fact: Literal,
        branch: Literal,
        long: &[Piece],
        short: &[Piece],
    ) -> Option<Vec<String>> {
        let args: Vec<Term> = [&long[..1], &long[1..], &short[..1], &short[1..]]
            .iter()
            .map(|p| joined(self.terms, p))
            .collect();
        let (l, s) = (self.terms.len_of(args[0]), self.terms.len_of(args[2]));
        let rest = self.terms.mk(Op::StrSubstr, &[args[0], s, l]);
        let begins = (self.equate(&long[..1], &[short[0], Piece::Part(rest)]), true);
        let left = [&[Piece::Part(rest)], &long[1..]].concat();
        let goes_on = (self.equate(&left, &short[1..]), true);
        let instance = Instance { name: "overlap", args };
        let longer = (self.terms.ge(l, s), true);
        let mut names = Vec::new();
        if longer != branch {
            names.push(self.conclude(&[branch], Some(longer))?);
        }
        names.extend(self.by_instance(&instance, &[fact, longer], &[begins, goes_on])?);
        names.extend(self.other_rests(node, rest));
        node.retire(fact);
        node.learn(self.terms, begins);
        node.learn(self.terms, goes_on);
        Some(names)
    }

    /// Other slices in the facts that begin where `rest` does are it if they are as long as what is left there.
    fn other_rests(&mut self, node: &mut Node, rest: Term) -> Vec<String> {
        let [s, from] = [0, 1].map(|i| self.terms.arg(rest, i));
        let roots: Vec<Term> = node.facts().iter().map(|f| f.0).collect();
        let mut names = Vec::new();
        for t in self.terms.post_order(&roots) {
            let is_other = t != rest && self.terms.op(t) == Op::StrSubstr;
            if !is_other || self.terms.args(t)[..2] != [s, from] {
                continue;
            }
            let args = self.terms.args(t).to_vec();
            let same = (self.terms.eq(t, rest), true);
            let instance = Instance { name: "substr-rest", args };
            if let Some(more) = self.by_instance(&instance, &[], &[same]) {
                names.extend(more);
                node.note(same);
            }
        }
        names
    }
}
