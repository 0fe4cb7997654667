//! Sequences other than strings: values of their functions, corner cases first.

use base::{Budget, Int};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::op::{BitOp, ReConst};
use terms::value::Value;
use terms::{Element, Op, Sort, Term, Terms};

struct Bench {
    terms: Terms,
    model: Model,
    byte: Element,
}

impl Bench {
    fn new() -> Bench {
        let mut terms = Terms::new();
        let byte = terms.element(Sort::BitVec(8));
        Bench { terms, model: Model::new(), byte }
    }

    fn byte(&mut self, n: i64) -> Term {
        self.terms.bits(8, &Int::from(n))
    }

    /// The sequence of these bytes.
    fn bytes(&mut self, bytes: &[i64]) -> Term {
        let mut parts = vec![self.terms.mk(Op::SeqEmpty(self.byte), &[])];
        for &n in bytes {
            let byte = self.byte(n);
            parts.push(self.terms.mk(Op::SeqUnit(self.byte), &[byte]));
        }
        self.terms.mk(Op::StrConcat, &parts)
    }

    fn eval(&self, t: Term) -> Value {
        let budget = Budget::unlimited();
        Evaluator::new(&self.terms, &self.model, &budget).eval(t).unwrap()
    }

    fn holds(&self, t: Term) -> bool {
        self.eval(t) == Value::Bool(true)
    }
}

#[test]
fn elements_at_indices() {
    let mut b = Bench::new();
    let s = b.bytes(&[7, 8]);
    let nth = |b: &mut Bench, i: i64| {
        let i = b.terms.int(i);
        b.terms.mk(Op::SeqNth, &[s, i])
    };
    let (last, outside, before) = (nth(&mut b, 1), nth(&mut b, 2), nth(&mut b, -1));
    assert_eq!(b.eval(last), Value::Bits(8, 8.into()));
    // Outside, the model says what it is, or it is 0.
    let value = b.eval(s);
    b.model.nth_outside.insert((value, 2.into()), Value::Bits(8, 99.into()));
    assert_eq!(b.eval(outside), Value::Bits(8, 99.into()));
    assert_eq!(b.eval(before), Value::Bits(8, 0.into()));
}

#[test]
fn functions_of_strings_are_functions_of_sequences() {
    let mut b = Bench::new();
    let (s, part, empty) = (b.bytes(&[1, 2, 1, 2]), b.bytes(&[2]), b.bytes(&[]));
    let reversed = b.terms.mk(Op::StrRev, &[s]);
    let back = b.bytes(&[2, 1, 2, 1]);
    assert_eq!(b.eval(reversed), b.eval(back));
    let zero = b.terms.int(0);
    let index = b.terms.mk(Op::StrIndexOf, &[s, part, zero]);
    assert_eq!(b.eval(index), Value::Int(1.into()));
    let replaced = b.terms.mk(Op::StrReplace, &[s, empty, part]);
    let longer = b.bytes(&[2, 1, 2, 1, 2]);
    assert_eq!(b.eval(replaced), b.eval(longer));
    assert!(b.terms.app(Op::StrConcat, &[s, zero]).is_err());
    let string = b.terms.text("a");
    assert!(b.terms.app(Op::StrConcat, &[s, string]).is_err());
}

#[test]
fn regexes_are_over_the_elements() {
    let mut b = Bench::new();
    let byte = b.byte;
    let all = b.terms.mk(Op::ReOver(ReConst::All, byte), &[]);
    let any = b.terms.mk(Op::ReOver(ReConst::AllChar, byte), &[]);
    let ends = [b.bytes(&[3]), b.bytes(&[5])];
    let range = b.terms.mk(Op::ReRange, &ends);
    let inverted = b.terms.mk(Op::ReRange, &[ends[1], ends[0]]);
    let bound = b.terms.mk(Op::Bound(byte), &[]);
    let limit = b.byte(4);
    let body = b.terms.mk(Op::Bits(BitOp::Ult), &[limit, bound]);
    let predicate = b.terms.mk(Op::Lambda(byte), &[body]);
    let large = b.terms.mk(Op::ReOfPred, &[predicate]);
    let other = b.terms.mk(Op::ReComp, &[large]);
    let cases: [(&[i64], [bool; 6]); 5] = [
        (&[4], [true, true, true, false, false, true]),
        (&[5], [true, true, true, false, true, false]),
        (&[200], [true, true, false, false, true, false]),
        (&[], [true, false, false, false, false, true]),
        (&[5, 5], [true, false, false, false, false, true]),
    ];
    for (word, expected) in cases {
        let word = b.bytes(word);
        for (regex, expected) in [all, any, range, inverted, large, other].into_iter().zip(expected)
        {
            let member = b.terms.in_re(word, regex);
            assert_eq!(b.holds(member), expected, "{word:?} {regex:?}");
        }
    }
    for (n, expected) in [(4, false), (5, true)] {
        let n = b.byte(n);
        let selected = b.terms.mk(Op::Select, &[predicate, n]);
        assert_eq!(b.holds(selected), expected);
    }
}

#[test]
fn names_on_sequences_are_read() {
    for (name, op) in terms::op::NAMED_OPS {
        let Some(printed) = op.row().sequences else { continue };
        assert!(printed == *name || op.row().also.contains(&printed), "{printed}");
    }
}

/// Of endlessly many elements, predicates are compared part by part.
#[test]
fn equality_of_predicates_with_unknowns() {
    let mut b = Bench::new();
    let integers = b.terms.element(Sort::Int);
    let bound = b.terms.mk(Op::Bound(integers), &[]);
    let (x, seven) = (b.terms.fresh("x", Sort::Int), b.terms.int(7));
    let mut above = |least: Term| {
        let body = b.terms.mk(Op::Gt, &[bound, least]);
        b.terms.mk(Op::Lambda(integers), &[body])
    };
    let (of_x, of_seven) = (above(x), above(seven));
    let same = b.terms.mk(Op::Eq, &[of_x, of_seven]);
    let Op::Apply(f) = b.terms.op(x) else { unreachable!("a constant") };
    b.model.set(f, Value::Int(7.into()));
    assert!(b.holds(same));
    b.model.set(f, Value::Int(8.into()));
    let budget = Budget::unlimited();
    assert!(Evaluator::new(&b.terms, &b.model, &budget).eval(same).is_err());
}
