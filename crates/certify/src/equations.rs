//! Clauses with equations between strings: what follows from lengths, and from how often letters occur.

use crate::axioms::Instance;
use crate::proof::{Literal, Proof};
use terms::{Op, Sort, Term, Terms};

/// Whether a formula is an equation between strings.
pub(crate) fn is_equation(terms: &Terms, t: Term) -> bool {
    terms.op(t) == Op::Eq && terms.sort(terms.arg(t, 0)) == Sort::String
}

impl Proof<'_> {
    /// Equal strings have equal lengths, and only the empty one has length 0.
    pub(crate) fn by_lengths(&mut self, lits: &[Literal]) -> Option<String> {
        let equations: Vec<Literal> =
            lits.iter().copied().filter(|l| is_equation(self.terms, l.0)).collect();
        if equations.is_empty() {
            return None;
        }
        let mut clause = lits.to_vec();
        let mut hints = Vec::new();
        for (t, positive) in equations {
            let sides = [self.terms.arg(t, 0), self.terms.arg(t, 1)];
            let lengths = sides.map(|s| self.terms.len_of(s));
            let same = self.terms.eq(lengths[0], lengths[1]);
            let is_empty = |&s: &Term| self.terms.str_value(s).is_some_and(<[u32]>::is_empty);
            let empty = sides.iter().position(is_empty);
            let axiom = match (positive, empty) {
                (false, _) => Instance { name: "len-equal", args: sides.to_vec() },
                (true, Some(i)) => Instance { name: "len-zero", args: vec![sides[1 - i]] },
                (true, None) => continue,
            };
            hints.push(self.axiom(&[(t, positive), (same, !positive)], &axiom)?);
            clause.push((same, positive));
        }
        let arithmetic = self.step(&clause, "norm").or_else(|| self.by_arithmetic(&clause));
        hints.push(arithmetic.or_else(|| self.by_orders(&clause))?);
        self.rup(lits, &hints)
    }

    /// The sides of an equation differ in how often they have some letters: it is the length that is lost without them.
    pub(crate) fn by_letters(&mut self, lits: &[Literal]) -> Option<String> {
        for &(t, positive) in lits {
            if positive || !is_equation(self.terms, t) {
                continue;
            }
            let sides = [self.terms.arg(t, 0), self.terms.arg(t, 1)];
            let letters = self.letters(&sides);
            let count = |c: &u32, s: Term| self.count(*c, s);
            let more = |l: usize, r: usize| -> Vec<u32> {
                let is_more = |c: &&u32| count(c, sides[l]) > count(c, sides[r]);
                letters.iter().filter(is_more).copied().collect()
            };
            let (left, right) = (more(0, 1), more(1, 0));
            let sets = letters.iter().map(|&c| vec![c]).chain([left, right]);
            for set in sets.filter(|set| !set.is_empty()).collect::<Vec<_>>() {
                if let Some(unit) = self.by_letters_of((t, sides), &set) {
                    return self.rup(lits, &[unit]);
                }
            }
        }
        None
    }

    /// As `by_letters`, for these letters.
    fn by_letters_of(&mut self, (t, sides): (Term, [Term; 2]), set: &[u32]) -> Option<String> {
        let lengths = sides.map(|s| self.terms.len_of(s));
        let without = sides.map(|s| self.without(s, set));
        let left = without.map(|s| self.terms.len_of(s));
        let same = (self.terms.eq(left[0], left[1]), true);
        let as_long = (self.terms.eq(lengths[0], lengths[1]), true);
        let mut clause = vec![(same.0, false), (as_long.0, false)];
        let mut hints = Vec::new();
        for x in self.variables(&sides) {
            for i in 0..set.len() {
                let (before, letter) = (self.without(x, &set[..i]), self.terms.string(&[set[i]]));
                let after = self.without(x, &set[..=i]);
                let sizes = [before, after].map(|s| self.terms.len_of(s));
                let shorter = (self.terms.ge(sizes[0], sizes[1]), true);
                let axiom = Instance { name: "remove-shorter", args: vec![before, letter] };
                hints.push(self.axiom(&[shorter], &axiom)?);
                clause.push((shorter.0, false));
            }
        }
        let end = self.step(&clause, "norm").or_else(|| self.by_arithmetic(&clause))?;
        hints.push(self.congruent(&[(t, false), same])?);
        hints.push(self.congruent(&[(t, false), as_long])?);
        hints.push(end);
        self.rup(&[(t, false)], &hints)
    }

    /// `s` without these letters.
    pub(crate) fn without(&mut self, s: Term, letters: &[u32]) -> Term {
        let empty = self.terms.string(&[]);
        letters.iter().fold(s, |s, &c| {
            let letter = self.terms.string(&[c]);
            self.terms.mk(Op::StrReplaceAll, &[s, letter, empty])
        })
    }

    pub(crate) fn parts<'t>(&'t self, s: &'t Term) -> &'t [Term] {
        if self.terms.op(*s) == Op::StrConcat {
            self.terms.args(*s)
        } else {
            std::slice::from_ref(s)
        }
    }

    /// How often the constants of `s` have a letter.
    fn count(&self, letter: u32, s: Term) -> usize {
        let words = self.parts(&s).iter().filter_map(|&p| self.terms.str_value(p));
        words.flatten().filter(|&&c| c == letter).count()
    }

    /// What is concatenated in these strings and is no constant.
    pub(crate) fn variables(&self, strings: &[Term]) -> Vec<Term> {
        let parts = strings.iter().flat_map(|s| self.parts(s)).copied();
        let mut all: Vec<Term> = parts.filter(|&p| self.terms.str_value(p).is_none()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Words of the same length in `w*` are equal: an equation that is denied between strings whose parts are there.
    pub(crate) fn by_thinness(&mut self, lits: &[Literal]) -> Option<String> {
        let members: Vec<Literal> = lits
            .iter()
            .copied()
            .filter(|&(t, positive)| !positive && self.terms.op(t) == Op::StrInRe)
            .collect();
        for &(t, positive) in lits {
            if !positive || !is_equation(self.terms, t) {
                continue;
            }
            let sides = [self.terms.arg(t, 0), self.terms.arg(t, 1)];
            for word in self.periods(&members) {
                if let Some(name) = self.by_period(lits, (t, sides), &word) {
                    return Some(name);
                }
            }
        }
        None
    }

    fn by_period(
        &mut self,
        lits: &[Literal],
        (t, sides): (Term, [Term; 2]),
        word: &[u32],
    ) -> Option<String> {
        let word = self.terms.string(word);
        let once = self.terms.mk(Op::StrToRe, &[word]);
        let thin = self.terms.mk(Op::ReStar, &[once]);
        let mut hints = Vec::new();
        let lengths = sides.map(|s| self.terms.len_of(s));
        let same = self.terms.eq(lengths[0], lengths[1]);
        let mut clause = vec![(t, true), (same, false)];
        for s in sides {
            let member = (self.terms.in_re(s, thin), true);
            let mut inside: Vec<Literal> = lits.iter().copied().filter(|l| l.0 != t).collect();
            inside.push(member);
            hints.push(self.step(&inside, "lang")?);
            clause.push((member.0, false));
        }
        let texts = [sides[0], sides[1], word].map(|s| self.text(s));
        hints.push(self.step(&clause, &format!("(ax repeated {})", texts.join(" ")))?);
        let mut lengths: Vec<Literal> = lits.to_vec();
        lengths.push((same, true));
        let plain = self.step(&[(same, true)], "norm");
        hints.push(plain.or_else(|| self.plainly(&lengths))?);
        self.rup(lits, &hints)
    }

    /// Words of which constants in these formulas are repetitions.
    fn periods(&self, lits: &[Literal]) -> Vec<Vec<u32>> {
        let roots: Vec<Term> = lits.iter().map(|l| l.0).collect();
        let mut out: Vec<Vec<u32>> = Vec::new();
        for t in self.terms.post_order(&roots) {
            let word = self.terms.str_value(t).filter(|w| !w.is_empty());
            out.extend(word.map(|w| base::borders::primitive_root(w).to_vec()));
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The letters of constants in these strings.
    pub(crate) fn letters(&self, strings: &[Term]) -> Vec<u32> {
        let mut letters: Vec<u32> = Vec::new();
        for t in self.terms.post_order(strings) {
            letters.extend(self.terms.str_value(t).unwrap_or_default());
        }
        letters.sort_unstable();
        letters.dedup();
        letters
    }
}
