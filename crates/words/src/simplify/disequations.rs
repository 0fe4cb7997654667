//! Disequations that are decided, or that a free variable can always satisfy.

use super::equations::{Count, clashes, count, is_trimmed, trim};
use super::languages::language;
use super::undo::{Step, is_unbalanced};
use super::{Halt, Simplifier};
use crate::system::{Equation, Member, Sym, Var, Word, constant};
use base::{FxHashMap, FxHashSet, Stop};

impl Simplifier<'_> {
    /// Trims disequations and drops those that hold; whether anything changed.
    pub(super) fn simplify_disequations(&mut self) -> Result<bool, Halt> {
        let mut changed = false;
        let mut i = 0;
        while let Some(e) = self.system.disequation_mut(i) {
            changed |= trim(e) | erase(e);
            if e.left.is_empty() && e.right.is_empty() {
                return Err(Halt::Conflict(e.premises.clone()));
            }
            debug_assert!(clashes(e) || is_trimmed(e), "ends of a disequation were not cancelled");
            if clashes(e) || matches!(count(e), Count::Clash) {
                self.system.remove_disequation(i);
                changed = true;
            } else {
                i += 1;
            }
        }
        changed |= self.system.measure() || self.drop_repeated() || self.drop_by_languages()?;
        Ok(changed | self.drop_free() | self.exchange_with_memberships())
    }

    /// Drops disequations that say the same as others.
    fn drop_repeated(&mut self) -> bool {
        let mut seen: FxHashSet<[Word; 2]> = FxHashSet::default();
        let repeated = self.system.extract_disequations(|e| {
            let mut sides = [e.left.clone(), e.right.clone()];
            base::order::sort(&mut sides);
            !seen.insert(sides)
        });
        !repeated.is_empty()
    }

    /// Drops `x != w` for letters `w` that are not in the language of `x`.
    fn drop_by_languages(&mut self) -> Result<bool, Stop> {
        let before = self.system.disequations().len();
        let mut i = 0;
        while let Some(e) = self.system.disequations().get(i) {
            let outside = match excluded_word(e) {
                Some((x, word)) if self.system.is_regular(x) => {
                    let re = language(&self.system, x, self.rs);
                    !self.rs.contains_word(re, &word, self.limits)?
                }
                _ => false,
            };
            if outside {
                self.system.remove_disequation(i);
            } else {
                i += 1;
            }
        }
        Ok(before != self.system.disequations().len())
    }

    /// `x != w` for letters `w` is a disequation for a variable that equations bind, where it does
    /// not get into the way of definitions and may hold by chance, and a membership for
    /// others, where languages decide it. Whether anything changed.
    fn exchange_with_memberships(&mut self) -> bool {
        let in_equations = self.bound_by_equations();
        let Self { system, rs, .. } = self;
        let is_bound = |x: &Var| in_equations.contains(x);
        let words = system
            .extract_memberships(|m| !m.positive && is_bound(&m.var) && rs.as_word(m.re).is_some());
        let free =
            system.extract_disequations(|e| excluded_word(e).is_some_and(|(x, _)| !is_bound(&x)));
        for m in &words {
            let word = rs.as_word(m.re).into_iter().flatten().map(Sym::Char).collect();
            system.add_disequation(Equation::new(vec![Sym::Var(m.var)], word, m.premises.clone()));
        }
        for (e, (var, word)) in free.iter().filter_map(|e| Some((e, excluded_word(e)?))) {
            let (re, premises) = (rs.word(&word), e.premises.clone());
            system.add_membership(Member { var, re, positive: false, premises });
        }
        !words.is_empty() || !free.is_empty()
    }

    /// The variables in equations, but for those that occur there once and whose lengths do not matter: these can become part of a
    /// language ([`fold_regular`](Self::fold_regular)), and their constraints with them.
    fn bound_by_equations(&self) -> FxHashSet<Var> {
        let mut seen = FxHashSet::default();
        let vars = self.system.equations().iter().flat_map(Equation::vars);
        vars.filter(|&x| !seen.insert(x) || self.system.is_length_sensitive(x)).collect()
    }

    /// Drops the disequations of a variable that occurs only in disequations, more often on one side
    /// than on the other, and without any other constraint: only finitely many of its lengths
    /// are bad.
    fn drop_free(&mut self) -> bool {
        let mut free: FxHashMap<Var, bool> = FxHashMap::default();
        let mut order = Vec::new();
        for e in self.system.disequations() {
            for x in e.vars() {
                let fine = free.entry(x).or_insert_with(|| {
                    order.push(x);
                    !self.system.is_length_sensitive(x)
                });
                *fine = *fine && is_unbalanced(e, x);
            }
        }
        for e in self.system.equations() {
            free.extend(e.vars().map(|x| (x, false)));
        }
        for m in self.system.memberships() {
            free.insert(m.var, false);
        }
        let Some(var) = order.into_iter().find(|x| free[x]) else { return false };
        let disequations = self.system.extract_disequations(|e| e.vars().any(|x| x == var));
        self.system.eliminate(var);
        debug_assert!(
            !self.system.is_length_sensitive(var),
            "not every length of a free variable will do"
        );
        self.undo.push(Step::Differ { var, disequations });
        true
    }
}

/// `u x v y != u v` says that `x y` is not empty, and becomes that: equal sides would be equally long. Whether it was of this kind.
pub(super) fn erase(e: &mut Equation) -> bool {
    let extra = added(&e.left, &e.right).or_else(|| added(&e.right, &e.left));
    let Some(extra) = extra else { return false };
    (e.left, e.right) = (extra, Vec::new());
    true
}

/// The variables without which `more` is `less`, if `less` has none of them.
fn added(more: &[Sym], less: &[Sym]) -> Option<Word> {
    if less.is_empty() || more.len() <= less.len() {
        return None;
    }
    let of_less: FxHashSet<Sym> = less.iter().copied().collect();
    let is_added = |s: &Sym| s.var().is_some() && !of_less.contains(s);
    let (added, rest): (Word, Word) = more.iter().partition(|s| is_added(s));
    (rest == less).then_some(added)
}

/// The variable and the letters of `x != w`.
fn excluded_word(e: &Equation) -> Option<(Var, Vec<u32>)> {
    match (&e.left[..], &e.right[..]) {
        ([Sym::Var(x)], w) | (w, [Sym::Var(x)]) => Some((*x, constant(w)?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IlpArithmetic;
    use crate::arithmetic::{Formula, Linear};
    use crate::simplify::{Simplified, simplify};
    use crate::system::System;
    use crate::tags::Tag;
    use automata::Regexes;
    use base::{Budget, Limits};

    /// `x y z = z y x` and `x y != ""`, where the lengths of `x` and `y` matter or do not.
    fn simplified(sensitive: bool) -> Simplified {
        let mut system = System::new();
        let [x, y, z] = [(); 3].map(|()| Sym::Var(system.add_var(sensitive)));
        system.add_equation(Equation::new(vec![x, y, z], vec![z, y, x], Tag(0)));
        system.add_disequation(Equation::new(vec![x, y], Vec::new(), Tag(1)));
        let (budget, mut rs) = (Budget::unlimited(), Regexes::new());
        let limits = Limits::none(&budget);
        simplify(&system, &mut rs, &mut IlpArithmetic::new(), &limits).unwrap().unwrap()
    }

    /// What is left of `left != right`, capitals being variables; nothing if it stays.
    fn erased(left: &str, right: &str) -> String {
        let mut system = System::new();
        let vars: Vec<Sym> = (0..26).map(|_| Sym::Var(system.add_var(false))).collect();
        let of_text = |text: &str| {
            let symbol = |c: char| match c {
                'A'..='Z' => vars[c as usize - 'A' as usize],
                _ => Sym::Char(c as u32),
            };
            text.chars().map(symbol).collect::<Word>()
        };
        let mut e = Equation::new(of_text(left), of_text(right), Tag(0));
        let is_erased = erase(&mut e);
        let text = |s: &Sym| vars.iter().position(|x| x == s).map(|at| (b'A' + at as u8) as char);
        assert!(!is_erased || e.right.is_empty());
        e.left.iter().filter_map(text).filter(|_| is_erased).collect()
    }

    #[test]
    fn sides_that_differ_in_added_variables_are_what_was_added() {
        assert_eq!(erased("AXBaY", "Xa"), "ABY");
        assert_eq!(erased("Xa", "AXBaY"), "ABY");
        assert_eq!(erased("AXXa", "Xa"), "");
        assert_eq!(erased("AXb", "Xa"), "");
        assert_eq!(erased("AXY", "YX"), "");
        assert_eq!(erased("XYA", "XYA"), "");
    }

    #[test]
    fn words_that_are_not_empty_are_measured_where_lengths_matter() {
        let system = simplified(true).system;
        assert!(system.disequations().is_empty());
        let bound = system.facts().iter().find(|fact| fact.premises == Tag(1).into()).unwrap();
        let [x, y, _] = system.vars().collect::<Vec<_>>()[..] else { panic!("three variables") };
        let sum = system.length_of(&[Sym::Var(x), Sym::Var(y)]);
        assert_eq!(bound.formula, Formula::at_least(sum, &Linear::constant(1)));
        assert_eq!(simplified(false).system.disequations().len(), 1);
    }
}
