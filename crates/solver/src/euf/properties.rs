//! Properties of classes: a constant prefix and suffix of strings, an interval for integers and for lengths.
//!
//! The problem: `x = "ab" ++ y` and `x = "cd" ++ z` clash whatever else is true, but congruence closure sees opaque
//! functions, and the procedures for equations wait until every literal has a value. Section 3.2 of Nötzli,
//! Reynolds, Barbosa, Barrett and Tinelli, *Even Faster Conflicts and Lazier Reductions for String Solvers* (CAV 2022),
//! keeps with each class what its members have in common, and looks at it at every merge.
//!
//! A property knows the member it was read off and, if that member has it by a membership only, the literal. So a
//! clash has two literals at most besides the path between two members. What differs from the paper: the interval
//! of a class of strings bounds its length, so that lengths clash also where no term speaks of them; arithmetic proper
//! is left to simplex, which hears of the same bounds.

use crate::strings::languages::Languages;
use crate::theory::inference::InferenceId;
use base::Upper;
use base::undo::{BtMap, BtVec};
use base::{Budget, FxHashMap, Int};
use egraph::{Merge, Node};
use rewrite::entail::Bounds;
use sat::{Lit, Var};
use std::sync::Arc;
use terms::{Op, Sort, Term, Terms};

/// Something known of the class of `at`, if `because` holds.
#[derive(Clone, Debug)]
struct Known<T> {
    value: T,
    at: Node,
    because: Option<Lit>,
}

/// A fact: the place holder for the member that a property of a language will be of.
// exact: as above.
const NOWHERE: Node = Node(u32::MAX);

/// A word at an end, read from that end.
type Affix = Known<Arc<[u32]>>;

/// What is known of a class; the bounds are those of an integer, or of the length of a string.
#[derive(Clone, Debug, Default)]
struct Properties {
    prefix: Option<Affix>,
    suffix: Option<Affix>,
    lo: Option<Known<Int>>,
    hi: Option<Known<Int>>,
}

/// Two properties that exclude each other: where they come from, and the literals they rest on.
#[derive(Debug)]
pub(super) struct Clash {
    pub id: InferenceId,
    pub between: (Node, Node),
    pub because: Vec<Lit>,
}

/// The properties of all classes.
#[derive(Debug, Default)]
pub(super) struct ClassProperties {
    /// What a node has by itself.
    own: FxHashMap<Node, Properties>,
    /// What a class has, by its representative; missing if that is what the representative has.
    of_class: BtMap<Node, Properties>,
    memberships: FxHashMap<Var, (Term, Term)>,
    /// Asserted memberships.
    asserted: BtVec<Lit>,
    /// How many of these were looked at, and how many there were when each scope was opened.
    seen: usize,
    scopes: Vec<usize>,
    of_language: FxHashMap<Term, Properties>,
}

impl ClassProperties {
    /// A node was made for `t`.
    pub fn add(&mut self, terms: &Terms, t: Term, node: Node) {
        let own = match terms.sort(t) {
            Sort::String => of_string(terms, t, node),
            Sort::Int => Properties::default().bounded(rewrite::entail::int_bounds(terms, t), node),
            _ => return,
        };
        if !own.is_empty() {
            self.own.insert(node, own);
        }
    }

    /// The literal of `var` says that `subject` is in the language of `re`.
    pub fn add_membership(&mut self, var: Var, subject: Term, re: Term) {
        let before = self.memberships.insert(var, (subject, re));
        debug_assert!(
            before.is_none_or(|known| known == (subject, re)),
            "a literal stands for two memberships"
        );
    }

    /// A literal became true; returns whether it is a membership to look at.
    pub fn assert(&mut self, lit: Lit) -> bool {
        let membership = lit.is_positive() && self.memberships.contains_key(&lit.var());
        if membership {
            self.asserted.append(lit);
        }
        membership
    }

    /// Takes note of `merges`; returns the first clash.
    pub fn merged(&mut self, merges: &[Merge]) -> Option<Clash> {
        let mut clash = None;
        for m in merges {
            if let Some(other) = self.of(m.merged).cloned() {
                clash = clash.or(self.extend(m.kept, &other));
            }
        }
        clash
    }

    /// Takes note of the memberships asserted lately, given the node and the root of a string.
    pub fn contained(
        &mut self,
        terms: &Terms,
        (languages, budget): (&mut Languages, &Budget),
        place: &dyn Fn(Term) -> Option<(Node, Node)>,
    ) -> Option<Clash> {
        debug_assert!(self.seen <= self.asserted.len(), "memberships were seen that are gone");
        let mut clash = None;
        while let Some(&lit) = self.asserted.get(self.seen) {
            self.seen += 1;
            let (subject, re) = self.memberships[&lit.var()];
            let Some((node, root)) = place(subject) else { continue };
            let properties = || of_language(terms, languages, re, budget);
            let of_language = self.of_language.entry(re).or_insert_with(properties);
            let properties = of_language.clone().of_member(node, lit);
            clash = clash.or(self.extend(root, &properties));
        }
        clash
    }

    fn of(&self, root: Node) -> Option<&Properties> {
        self.of_class.get(&root).or_else(|| self.own.get(&root))
    }

    /// Adds properties to those of a class, unless they clash.
    fn extend(&mut self, root: Node, more: &Properties) -> Option<Clash> {
        debug_assert!(more.is_placed(), "a class gets properties that no member has");
        let joined = match self.of(root) {
            Some(known) => known.join(more),
            None => Ok(more.clone()),
        };
        match joined {
            Ok(joined) => self.of_class.insert(root, joined),
            Err(clash) => return Some(clash),
        }
        None
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.of_class.push_scope();
        self.asserted.push_scope();
        self.scopes.push(self.seen);
    }

    /// Closes scopes.
    pub fn pop(&mut self, n: usize) {
        debug_assert!(n <= self.scopes.len(), "more scopes are closed than were opened");
        self.of_class.pop_scopes(n);
        self.asserted.pop_scopes(n);
        let keep = self.scopes.len() - n;
        if let Some(&seen) = self.scopes.get(keep) {
            self.seen = seen;
        }
        self.scopes.truncate(keep);
    }
}

impl Properties {
    fn is_empty(&self) -> bool {
        let ends = self.prefix.is_none() && self.suffix.is_none();
        ends && self.lo.is_none() && self.hi.is_none()
    }

    /// Whether a member has them.
    fn is_placed(&self) -> bool {
        let affixes = [&self.prefix, &self.suffix].into_iter().flatten().map(|known| known.at);
        let bounds = [&self.lo, &self.hi].into_iter().flatten().map(|known| known.at);
        affixes.chain(bounds).all(|at| at != NOWHERE)
    }

    fn bounded(self, bounds: Bounds, at: Node) -> Properties {
        let known = |value: Option<Int>| value.map(|value| Known { value, at, because: None });
        Properties { lo: known(bounds.lo), hi: known(bounds.hi), ..self }
    }

    /// The properties of a language, as those of a member.
    fn of_member(mut self, node: Node, lit: Lit) -> Properties {
        let affixes = [&mut self.prefix, &mut self.suffix].into_iter().flatten();
        affixes.for_each(|k| (k.at, k.because) = (node, Some(lit)));
        let bounds = [&mut self.lo, &mut self.hi].into_iter().flatten();
        bounds.for_each(|k| (k.at, k.because) = (node, Some(lit)));
        self
    }

    fn join(&self, other: &Properties) -> Result<Properties, Clash> {
        let joined = Properties {
            prefix: longer(&self.prefix, &other.prefix)?,
            suffix: longer(&self.suffix, &other.suffix)?,
            lo: tighter(&self.lo, &other.lo, |new, old| new > old),
            hi: tighter(&self.hi, &other.hi, |new, old| new < old),
        };
        match (&joined.lo, &joined.hi) {
            (Some(lo), Some(hi)) if lo.value > hi.value => {
                Err(clash(InferenceId::StringsIntervals, lo, hi))
            }
            _ => Ok(joined),
        }
    }
}

fn clash<T>(id: InferenceId, a: &Known<T>, b: &Known<T>) -> Clash {
    let because = a.because.into_iter().chain(b.because).collect();
    Clash { id, between: (a.at, b.at), because }
}

/// The longer of two affixes, which must not differ as far as both go.
fn longer(a: &Option<Affix>, b: &Option<Affix>) -> Result<Option<Affix>, Clash> {
    let (Some(x), Some(y)) = (a, b) else { return Ok(a.as_ref().or(b.as_ref()).cloned()) };
    if x.value.iter().zip(&*y.value).any(|(c, d)| c != d) {
        return Err(clash(InferenceId::StringsAffixes, x, y));
    }
    let longest = if y.value.len() > x.value.len() { y } else { x };
    Ok(Some(longest.clone()))
}

fn tighter(
    a: &Option<Known<Int>>,
    b: &Option<Known<Int>>,
    better: fn(&Int, &Int) -> bool,
) -> Option<Known<Int>> {
    match (a, b) {
        (Some(x), Some(y)) if !better(&y.value, &x.value) => Some(x.clone()),
        (old, new) => new.as_ref().or(old.as_ref()).cloned(),
    }
}

/// An affix that says something.
fn affix(word: impl Iterator<Item = u32>, at: Node) -> Option<Affix> {
    let value: Arc<[u32]> = word.collect();
    (!value.is_empty()).then_some(Known { value, at, because: None })
}

/// What can be read off a string term.
fn of_string(terms: &Terms, t: Term, node: Node) -> Properties {
    let ends = match terms.op(t) {
        Op::StrConst(_) => (Some(t), Some(t)),
        Op::StrConcat => (terms.args(t).first().copied(), terms.args(t).last().copied()),
        _ => (None, None),
    };
    let word = |end: Option<Term>| end.and_then(|end| terms.str_value(end)).unwrap_or_default();
    let bounds = rewrite::entail::length_bounds(terms, t);
    let lo = bounds.lo.filter(Int::is_positive);
    let known = Properties {
        prefix: affix(word(ends.0).iter().copied(), node),
        suffix: affix(word(ends.1).iter().rev().copied(), node),
        ..Properties::default()
    };
    known.bounded(Bounds { lo, hi: bounds.hi }, node)
}

/// What the words of a regex have in common; the node is still missing.
fn of_language(terms: &Terms, languages: &mut Languages, re: Term, budget: &Budget) -> Properties {
    let Some(re) = languages.language(terms, re, budget) else { return Properties::default() };
    let regexes = &mut languages.regexes;
    let lengths = regexes.length_abstraction(re);
    let lo = lengths.min().filter(|&n| n > 0).map(Int::from);
    let known = Properties {
        prefix: affix(regexes.literal_prefix(re).into_iter(), NOWHERE),
        suffix: affix(regexes.literal_suffix(re).into_iter().rev(), NOWHERE),
        ..Properties::default()
    };
    let hi = lengths.max().and_then(Upper::number).map(Int::from);
    known.bounded(Bounds { lo, hi }, NOWHERE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str, at: u32) -> Properties {
        Properties {
            prefix: affix(text.chars().map(u32::from), Node(at)),
            lo: Some(Known { value: Int::from(text.len()), at: Node(at), because: None }),
            ..Properties::default()
        }
    }

    #[test]
    fn the_longer_prefix_wins_and_different_ones_clash() {
        let joined = known("ab", 1).join(&known("abc", 2)).unwrap();
        assert_eq!(joined.prefix.map(|p| p.at), Some(Node(2)));
        assert_eq!(joined.lo.map(|p| p.at), Some(Node(2)));
        let clash = known("ab", 1).join(&known("ac", 2)).unwrap_err();
        assert_eq!((clash.id, clash.between), (InferenceId::StringsAffixes, (Node(1), Node(2))));
    }

    #[test]
    fn scopes_take_properties_back() {
        let mut all = ClassProperties::default();
        all.own.extend([(Node(1), known("a", 1)), (Node(2), known("b", 2))]);
        let merge = Merge { kept: Node(3), merged: Node(1), a: Node(3), b: Node(1) };
        all.push();
        assert!(all.merged(&[merge]).is_none());
        let other = Merge { merged: Node(2), b: Node(2), ..merge };
        all.push();
        assert!(all.merged(&[other]).is_some());
        all.pop(2);
        assert!(all.merged(&[other]).is_none());
    }
}
