//! Lengths of single strings at a node of a tree of cases: from their languages, from arithmetic, and from how often they have a letter.
//!
//! The rule `lang` looks at one string at a time, so what several say together of its length must be said first. How often a letter
//! occurs is the length that is lost without it (Parikh, *On context-free languages*, 1966): both sides of an equation lose as much.

use crate::axioms::Instance;
use crate::equations::is_equation;
use crate::lengths::{Lengths, Sum};
use crate::proof::{Literal, Proof};
use crate::words::Node;
use terms::{Op, Term};

/// Lengths up to this are asked for.
const LONGEST: i128 = 8;

/// Letters that are counted; of more, none is.
const MAX_LETTERS: usize = 4;

/// Strings at one node that are asked about.
const MAX_STRINGS: usize = 12;

/// What the questions about one string cost, as so many commands.
const STRING_COMMANDS: usize = 10;

impl Proof<'_> {
    /// The strings that equations and memberships at a node are put together of.
    fn strings(&self, node: &Node) -> Vec<Term> {
        let mut sides = Vec::new();
        for (t, _) in node.facts() {
            if is_equation(self.terms, t) {
                sides.extend([0, 1].map(|i| self.terms.arg(t, i)));
            } else if self.terms.op(t) == Op::StrInRe {
                sides.push(self.terms.arg(t, 0));
            }
        }
        let mut all = self.variables(&sides);
        all.retain(|&x| self.terms.op(x) != Op::StrReplaceAll);
        all.truncate(MAX_STRINGS);
        all
    }

    /// Bounds of single lengths; returns whether there are new ones.
    pub(crate) fn derive_bounds(&mut self, node: &mut Node, hints: &mut Vec<String>) -> bool {
        let mut news = false;
        for x in self.strings(node) {
            if !self.may(STRING_COMMANDS) {
                break;
            }
            news |= self.bounds_of_language(node, x, hints).is_some();
            news |= self.bounds_of_arithmetic(node, x, hints).is_some();
        }
        news
    }

    /// The fact that a length is at least, or at most, a number.
    fn bound(&mut self, x: Term, n: i128, is_lower: bool) -> Literal {
        let (length, n) = (self.terms.len_of(x), self.terms.int(n));
        (if is_lower { self.terms.ge(length, n) } else { self.terms.ge(n, length) }, true)
    }

    pub(crate) fn bounds_of_language(
        &mut self,
        node: &mut Node,
        x: Term,
        hints: &mut Vec<String>,
    ) -> Option<()> {
        let (r, used) = self.language_of(node, x)?;
        let (least, most) = self.lengths_of(r)?;
        let mut news = None;
        let lower = (least > 0).then_some((least, true));
        for (n, is_lower) in lower.into_iter().chain(most.map(|n| (n, false))) {
            let fact = self.bound(x, n, is_lower);
            if node.knows(fact) {
                continue;
            }
            let mut clause: Vec<Literal> = used.iter().map(|&(t, p)| (t, !p)).collect();
            clause.push(fact);
            if let Some(name) = self.step(&clause, "lang") {
                hints.push(name);
                node.note(fact);
                news = Some(());
            }
        }
        news
    }

    fn bounds_of_arithmetic(
        &mut self,
        node: &mut Node,
        x: Term,
        hints: &mut Vec<String>,
    ) -> Option<()> {
        let length = Sum::length(self.terms, &[crate::axioms::Piece::Part(x)]);
        let mut lengths = Lengths::new(self.terms, &node.facts());
        let lower = lengths.imply(self.terms, &length.clone().minus(&Sum::number(1)));
        let upper = |n| Sum::number(n).minus(&length);
        let most = lengths.imply(self.terms, &upper(LONGEST)).map(|used| (LONGEST, used));
        let most = most.map(|widest| {
            let narrower =
                (0..LONGEST).find_map(|n| Some((n, lengths.imply(self.terms, &upper(n))?)));
            narrower.unwrap_or(widest)
        });
        let mut news = None;
        let found = lower.map(|used| (1, used, true)).into_iter();
        for (n, used, is_lower) in found.chain(most.map(|(n, used)| (n, used, false))) {
            let fact = self.bound(x, n, is_lower);
            if node.knows(fact) {
                continue;
            }
            if let Some(name) = self.conclude(&used, Some(fact)) {
                hints.push(name);
                node.note(fact);
                news = Some(());
            }
        }
        news
    }

    /// How often strings have letters; returns whether that is known now.
    pub(crate) fn derive_counts(&mut self, node: &mut Node, hints: &mut Vec<String>) -> bool {
        let equations: Vec<Term> = node
            .facts()
            .iter()
            .filter(|f| f.1 && is_equation(self.terms, f.0))
            .map(|f| f.0)
            .collect();
        let roots: Vec<Term> = node.facts().iter().map(|f| f.0).collect();
        let letters = self.letters(&roots);
        if equations.is_empty() || letters.len() > MAX_LETTERS {
            return false;
        }
        let strings = self.strings(node);
        for c in letters {
            for &t in &equations {
                let _ = self.equal_counts(node, t, c, hints);
            }
            for &x in &strings {
                let _ = self.count_in(node, x, c, hints);
            }
        }
        true
    }

    /// Without a letter, the sides of an equation are of equal length.
    fn equal_counts(
        &mut self,
        node: &mut Node,
        t: Term,
        c: u32,
        hints: &mut Vec<String>,
    ) -> Option<()> {
        let sides = [0, 1].map(|i| self.terms.arg(t, i));
        let whole = sides.map(|s| self.without(s, &[c]));
        let whole = whole.map(|s| self.terms.len_of(s));
        let same = (self.terms.eq(whole[0], whole[1]), true);
        let apart = sides.map(|s| {
            let parts: Vec<Term> = self.parts(&s).to_vec();
            let lengths = parts.iter().map(|&p| {
                let left = self.without(p, &[c]);
                self.terms.len_of(left)
            });
            let lengths: Vec<Term> = lengths.collect();
            self.terms.add(&lengths)
        });
        let fact = (self.terms.eq(apart[0], apart[1]), true);
        let names =
            [self.congruent(&[(t, false), same])?, self.step(&[(same.0, false), fact], "norm")?];
        hints.extend(names);
        node.note(fact);
        Some(())
    }

    /// What is left of a string without a letter: not more than the string, perhaps nothing, something, or the string.
    fn count_in(
        &mut self,
        node: &mut Node,
        x: Term,
        c: u32,
        hints: &mut Vec<String>,
    ) -> Option<()> {
        let (left, letter) = (self.without(x, &[c]), self.terms.string(&[c]));
        let sizes = [x, left].map(|s| self.terms.len_of(s));
        let shorter = (self.terms.ge(sizes[0], sizes[1]), true);
        let axiom = Instance { name: "remove-shorter", args: vec![x, letter] };
        hints.push(self.axiom(&[shorter], &axiom)?);
        node.note(shorter);
        let (_, used) = self.language_of(node, x)?;
        let empty = self.terms.string(&[]);
        let (nothing, all) = (self.terms.eq(left, empty), self.terms.eq(left, x));
        for fact in [(nothing, true), (nothing, false), (all, true)] {
            let mut clause: Vec<Literal> = used.iter().map(|&(t, p)| (t, !p)).collect();
            clause.push(fact);
            if let Some(name) = self.step(&clause, "net") {
                hints.push(name);
                node.note(fact);
            }
        }
        Some(())
    }
}
