//! Lemmas about random inequalities, evaluated on random words.

use super::*;
use base::Budget;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;

/// Strings and inequalities of their numbers, from a generator of fixed seed.
struct Cases {
    state: u64,
    terms: Terms,
    strings: Vec<Term>,
}

impl Cases {
    fn below(&mut self, n: u64) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.state >> 33) % n
    }

    /// Mostly digits, often the same.
    fn word(&mut self, longest: u64) -> Word {
        let length = self.below(longest + 1);
        let letter = |this: &mut Self| "00133456999a".as_bytes()[this.below(12) as usize];
        (0..length).map(|_| u32::from(letter(self))).collect()
    }

    fn numerals(&mut self, strings: std::ops::Range<usize>) -> Vec<Numeral> {
        let mut numeral = |i: usize| {
            let (factor, word) = (Int::from(1 + self.below(9)), self.word(5));
            Numeral { string: self.strings[i], factor, word }
        };
        strings.map(&mut numeral).collect()
    }

    /// An inequality, and a word for each string.
    fn inequality(&mut self) -> (Inequality, Vec<Word>) {
        let others = 2..2 + self.below(3) as usize;
        let (mut larger, smaller) = (self.numerals(0..2), self.numerals(others));
        let all = larger.iter().map(|n| -&n.factor).chain(smaller.iter().map(|n| n.factor.clone()));
        let factors: Vec<Int> = all.collect();
        let constant = Int::from(self.below(200)) - Int::from(100);
        let mut sum = vec![self.terms.int(constant.clone())];
        for (&string, factor) in self.strings.iter().zip(&factors) {
            let number = self.terms.mk(Op::StrToInt, &[string]);
            sum.push(self.terms.scale(factor.clone(), number));
        }
        let words: Vec<Word> = larger.iter().chain(&smaller).map(|n| n.word.clone()).collect();
        let mut lengths = Vec::new();
        for (&string, word) in self.strings.clone().iter().zip(&words) {
            let (length, factor) = (self.terms.len_of(string), Int::from(self.below(40)));
            sum.push(self.terms.scale(factor.clone(), length));
            lengths.push((length, factor, Int::from(word.len() as u64)));
        }
        let (sum, zero) = (self.terms.add(&sum), self.terms.int(0));
        let literal = self.terms.ge(sum, zero);
        let slack = larger.iter().fold(constant, |sum, n| &sum + &n.factor);
        let far = 20;
        larger.retain(|n| n.is_significant(far));
        let premises = Vec::new();
        (Inequality { literal, premises, larger, smaller, lengths, constant: slack, far }, words)
    }

    fn holds(&self, t: Term, words: &[Word]) -> bool {
        let mut model = Model::new();
        for (&s, word) in self.strings.iter().zip(words) {
            let Op::Apply(fun) = self.terms.op(s) else { panic!("a constant") };
            model.set(fun, Value::Str(word.clone()));
        }
        Evaluator::new(&self.terms, &model, &Budget::unlimited()).holds(t).unwrap()
    }
}

#[test]
fn lemmas_hold_for_all_words_and_fail_the_candidate() {
    let mut terms = Terms::new();
    let strings = (0..4).map(|_| terms.fresh("x", Sort::String)).collect();
    let mut cases = Cases { state: 7, terms, strings };
    let mut proofs = 0;
    for _ in 0..4000 {
        let (of, candidate) = cases.inequality();
        let Some(pivot) = of.larger.first() else { continue };
        let digits = cases.below(4) as usize;
        let Some(mut proof) = Proof::new(&of, pivot, digits) else { continue };
        proofs += 1;
        proof.generalize();
        let mut all = proof.premises(&mut cases.terms).unwrap();
        all.push(of.literal);
        let contradiction = cases.terms.and(&all);
        let premises = cases.terms.and(&all[..all.len() - 1]);
        assert!(cases.holds(premises, &candidate));
        for _ in 0..50 {
            let words: Vec<Word> = candidate
                .iter()
                .map(|w| if cases.below(2) == 0 { w.clone() } else { cases.word(7) })
                .collect();
            assert!(!cases.holds(contradiction, &words), "{words:?}");
        }
    }
    assert!(proofs > 500, "{proofs}");
}
