//! Letters at the ends of variables with regular constraints.
//!
//! A regular constraint does not follow to the parts of a variable that is split, so such a variable stays whole. But letters can be
//! taken off it: if `x` begins with `w`, it is `w x1`, where `x1` is in the quotient of each language by `w`. That it does is said by
//! its language, or by an equation `x u = w v` where `x` has as many letters. So letters that one language gives are seen
//! in all equations, and letters of equations in all languages.

use super::known::Known;
use super::lengths::Pair;
use super::{Halt, Simplifier};
use crate::system::{Equation, Member, Sym, Var, Word};
use crate::tags::Premises;
use base::FxHashSet;

/// A variable, letters at an end of it, and why they are there.
type Spelled = (Var, Vec<u32>, Premises);

impl Simplifier<'_> {
    /// Makes regular variables that are known to begin or to end with letters these and a rest; whether there were any.
    pub(super) fn spell_regular(&mut self, known: &Known) -> Result<bool, Halt> {
        let pairs = self.pairs();
        for is_front in [true, false] {
            let found = match self.spelled_by_equation(&pairs, is_front, known)? {
                Some(found) => Some(found),
                None => self.spelled_by_language(is_front)?,
            };
            let Some((x, letters, why)) = found else { continue };
            debug_assert!(!letters.is_empty(), "no letters are known");
            self.splits -= letters.len().min(self.splits);
            let rest = Sym::Var(self.system.fresh_var(false));
            let mut word: Word = letters.into_iter().map(Sym::Char).collect();
            word.insert(if is_front { word.len() } else { 0 }, rest);
            self.define(x, word, &why)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// Whether `x` may be replaced by so many letters and a rest.
    fn may_spell(&self, x: Var, letters: usize) -> bool {
        letters > 0
            && letters <= self.splits
            && self.system.is_regular(x)
            && self.may_grow(x, letters + 1)
    }

    /// A variable at an end of a side of which the other has letters there.
    fn spelled_by_equation(
        &self,
        pairs: &[Pair],
        is_front: bool,
        known: &Known,
    ) -> Result<Option<Spelled>, Halt> {
        for &pair in pairs {
            let Some([left, right]) = self.words_of(pair) else { continue };
            self.limits.charge(1)?;
            for (side, other) in [(left, right), (right, left)] {
                let end = if is_front { side.first() } else { side.last() };
                let Some(&Sym::Var(x)) = end else { continue };
                let letter = |s: &Sym| if let Sym::Char(c) = s { Some(*c) } else { None };
                let mut letters: Vec<u32> = match is_front {
                    true => other.iter().map_while(letter).collect(),
                    false => other.iter().rev().map_while(letter).collect(),
                };
                let mut why = Premises::none();
                if side.len() > 1 {
                    let length = self.system.length(x);
                    let least = known.least(length).and_then(|n| usize::try_from(n).ok());
                    letters.truncate(least.unwrap_or_default());
                    why = known.why_least(length);
                }
                if !is_front {
                    letters.reverse();
                }
                if self.may_spell(x, letters.len()) {
                    let equations = [Some(pair.equation), pair.other].into_iter().flatten();
                    equations.for_each(|e| why.extend(&self.system.equations()[e].premises));
                    return Ok(Some((x, letters, why)));
                }
            }
        }
        Ok(None)
    }

    /// A variable of an equation of which each word of a language begins, or ends, with letters.
    fn spelled_by_language(&mut self, is_front: bool) -> Result<Option<Spelled>, Halt> {
        let equations = self.system.equations();
        let occurring: FxHashSet<Var> = equations.iter().flat_map(Equation::vars).collect();
        self.limits.charge((equations.len() + self.system.memberships().len()) as u64)?;
        let is_asked = |m: &&Member| m.positive && occurring.contains(&m.var);
        let asked: Vec<Member> =
            self.system.memberships().iter().filter(is_asked).cloned().collect();
        for m in asked {
            self.limits.charge(1)?;
            let letters = match is_front {
                true => self.rs.literal_prefix(m.re),
                false => self.rs.literal_suffix(m.re),
            };
            if self.may_spell(m.var, letters.len()) {
                return Ok(Some((m.var, letters, m.premises)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::IlpArithmetic;
    use crate::simplify::simplify;
    use crate::system::{Equation, Member, Sym, System, Var};
    use crate::tags::{Premises, Tag};
    use automata::{Re, Regexes};
    use base::{Budget, Limits};

    /// Whether there is no `x = p u` that begins with `qu` and `y = p v` that does not, or does, where `p` has at least two letters.
    fn clash(is_negated: bool) -> bool {
        let (mut system, mut rs) = (System::new(), Regexes::new());
        let [x, y, p, u, v]: [Var; 5] = std::array::from_fn(|_| system.add_var(true));
        let word = |vars: &[Var]| vars.iter().map(|&x| Sym::Var(x)).collect::<Vec<_>>();
        system.add_equation(Equation::new(word(&[x]), word(&[p, u]), Tag(0)));
        system.add_equation(Equation::new(word(&[y]), word(&[p, v]), Tag(1)));
        let qu = rs.word(&['q', 'u'].map(u32::from));
        let begins = rs.concat(qu, Re::ALL);
        let two = rs.concat(Re::ANY, Re::ANY);
        let two = rs.concat(two, Re::ALL);
        for (var, re, positive, tag) in
            [(x, begins, true, 2), (p, two, true, 3), (y, begins, !is_negated, 4)]
        {
            let premises = Premises { system: Tag(tag).into(), ..Premises::none() };
            system.add_membership(Member { var, re, positive, premises });
        }
        let budget = Budget::unlimited();
        simplify(&system, &mut rs, &mut IlpArithmetic::new(), &Limits::none(&budget))
            .unwrap()
            .is_err()
    }

    #[test]
    fn letters_of_a_language_are_those_of_parts() {
        assert!(clash(true) && !clash(false));
    }
}
