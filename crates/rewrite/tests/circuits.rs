//! Circuits and the judge are written apart: every operator has one value by both, for all words of up to four bits.

use base::{Budget, FxHashMap, Int};
use bits::Truth;
use rewrite::circuit;
use terms::eval::Evaluator;
use terms::model::Model;
use terms::op::{BitOp, bit_ops};
use terms::value::Value;
use terms::{Op, Sort, Term, Terms};

/// Every operator that is a circuit, with indices that fit some width.
fn operators() -> Vec<BitOp> {
    let mut all: Vec<BitOp> =
        bit_ops().map(|(_, op)| op).filter(|&op| circuit::is_circuit(op)).collect();
    for n in 0..6 {
        let indexed = [
            BitOp::ZeroExtend,
            BitOp::SignExtend,
            BitOp::RotateLeft,
            BitOp::RotateRight,
            BitOp::Repeat,
        ];
        all.extend(indexed.map(|make| make(n)));
        all.extend((0..=n).map(|low| BitOp::Extract(n, low)));
    }
    all
}

fn judged(terms: &Terms, t: Term) -> Value {
    let (model, budget) = (Model::new(), Budget::unlimited());
    Evaluator::new(terms, &model, &budget).eval(t).expect("constants have values")
}

fn blasted(terms: &Terms, t: Term) -> Value {
    let (mut words, budget) = (FxHashMap::default(), Budget::unlimited());
    let word = circuit::word(terms, t, &mut Truth, &mut words, &budget);
    let word = word.expect("there is time").expect("constants have words");
    match terms.sort(t) {
        Sort::BitVec(width) => Value::Bits(width, Int::from_bits(&word)),
        _ => Value::Bool(word[0]),
    }
}

/// How many of the operators take so many words of one width.
fn check(width: u32, count: usize) -> usize {
    let mut terms = Terms::new();
    let mut applied = 0;
    for op in operators() {
        let mut fits = false;
        for tuple in 0..1_u32 << (width as usize * count) {
            let number = |i: usize| Int::from(tuple >> (i as u32 * width) & ((1 << width) - 1));
            let args: Vec<Term> = (0..count).map(|i| terms.bits(width, &number(i))).collect();
            let Ok(t) = terms.app(Op::Bits(op), &args) else { break };
            assert_eq!(blasted(&terms, t), judged(&terms, t), "{op:?} of {args:?}, {width} bits");
            fits = true;
        }
        applied += usize::from(fits);
    }
    applied
}

#[test]
fn one_value_by_both() {
    assert_eq!([1, 4].map(|width| check(width, 1)), [3 + 12 + 12 + 5 + 1, 3 + 12 + 12 + 5 + 10]);
    assert_eq!([2, 3, 4].map(|width| check(width, 2)), [34; 3]);
    assert_eq!([1, 2, 3].map(|width| check(width, 3)), [6; 3]);
}

#[test]
fn wide_words() {
    let mut terms = Terms::new();
    let n: Int = "123456789012345678901234567890123456789".parse().unwrap();
    let words = [n.clone(), -n, Int::ZERO, Int::ONE, Int::NEG_ONE, Int::from(130)];
    for op in operators() {
        for a in &words {
            for b in &words {
                let args = [a, b].map(|n| terms.bits(131, n));
                let t =
                    terms.app(Op::Bits(op), &args).or_else(|_| terms.app(Op::Bits(op), &args[..1]));
                let Ok(t) = t else { continue };
                assert_eq!(blasted(&terms, t), judged(&terms, t), "{op:?} of {a} and {b}");
            }
        }
    }
}

/// A predicate of one word as the numbers for which it holds.
#[test]
fn predicates_as_ranges() {
    let mut terms = Terms::new();
    for sort in [Sort::BitVec(9), Sort::BitVec(3), Sort::Bool] {
        let x = terms.fresh("x", sort);
        let formula = match sort {
            Sort::BitVec(width) => {
                let constants = [3, 5, 6].map(|n| terms.bits(width, &Int::from(n)));
                let masked = terms.mk(Op::Bits(BitOp::And), &[x, constants[0]]);
                let odd = terms.eq(masked, constants[0]);
                let low = terms.mk(Op::Bits(BitOp::Ult), &[x, constants[1]]);
                let either = terms.or(&[odd, low]);
                let other = terms.eq(x, constants[2]);
                let no = terms.not(either);
                terms.ite(other, either, no)
            }
            _ => terms.not(x),
        };
        let ranges = circuit::numbers(&terms, formula, x, &Budget::unlimited()).unwrap().unwrap();
        let size = if let Sort::BitVec(width) = sort { 1 << width } else { 2 };
        for n in 0..size {
            let value = match sort {
                Sort::BitVec(width) => terms.bits(width, &Int::from(n)),
                _ => terms.bool(n == 1),
            };
            let closed = terms.substitute(formula, &[(x, value)].into_iter().collect());
            let within = ranges.iter().any(|range| range.contains(&n));
            assert_eq!(judged(&terms, closed), Value::Bool(within), "{n}");
        }
        let y = terms.fresh("y", Sort::Bool);
        let open = terms.and(&[formula, y]);
        assert_eq!(circuit::numbers(&terms, open, x, &Budget::unlimited()), Ok(None));
    }
}
