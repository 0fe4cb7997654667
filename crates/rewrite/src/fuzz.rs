//! Random terms over all operators and random models: a term and its normal form must have the
//! same value. The evaluator shares no code with the rewriter, so it is the oracle.

use crate::{Rewriter, RuleId, text};
use base::{Budget, FxHashMap};
use choices::Choices;
use smtlib::{Context, printer};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::op::{BitOp, NAMED_OPS, Signature, bit_ops};
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// The sort of all bit-vectors, but for parts of some.
const WORD: Sort = Sort::BitVec(4);

/// How often an operator of bit-vectors is drawn, in choices.
const BIT_CHOICES: usize = 16;

const WORDS: &[&str] = &["", "A", "B", "AB", "BA", "ABA", "0", "1", "10", "a", "AAB", "é", "-1"];
const LETTERS: &[u32] = &[0x41, 0x42, 0x41, 0x42, 0x30, 0x31, 0x61, 0xe9];

struct Generator {
    terms: Terms,
    context: Context,
    rng: Choices,
    /// Terms made before, by sort, so that subterms come back.
    pool: [Vec<Term>; 5],
    /// Few operators at a time meet more often (swarm testing); which, one bit each.
    swarm: u128,
}

fn index(sort: Sort) -> usize {
    match sort {
        Sort::Bool => 0,
        Sort::Int => 1,
        Sort::String => 2,
        Sort::BitVec(_) => 4,
        _ => 3,
    }
}

impl Generator {
    fn new(mut rng: Choices) -> Generator {
        let (terms, context) = text::store();
        let all = rng.chance(25);
        let mut bits = || u128::from(rng.bits()) << 64 | u128::from(rng.bits());
        let swarm = if all { u128::MAX } else { bits() & bits() };
        Generator { terms, context, rng, pool: Default::default(), swarm }
    }

    fn variable(&mut self, sort: Sort) -> Option<Term> {
        let names: &[&str] = match sort {
            Sort::Bool => &["a", "b"],
            Sort::Int => &["i", "j"],
            Sort::String => &["x", "y", "z", "x"],
            WORD => &["p", "q"],
            _ => return None,
        };
        let name = *self.rng.pick(names);
        let at = text::VARIABLES.iter().position(|(n, _)| *n == name)?;
        Some(self.terms.constant(Fun(at as u32)))
    }

    fn leaf(&mut self, sort: Sort) -> Term {
        if self.rng.below(3) < 2
            && let Some(v) = self.variable(sort)
        {
            return v;
        }
        match sort {
            Sort::Bool => self.terms.tt(),
            Sort::Int => {
                let n = self.rng.below(9) as i64 - 2;
                self.terms.int(n)
            }
            Sort::String => {
                let word = *self.rng.pick(WORDS);
                self.terms.text(word)
            }
            Sort::BitVec(width) => {
                let n = *self.rng.pick(&[0, 0, 1, 2, 3, 4, 7, 8, 9, -2, -1, -1]);
                self.terms.bits(width, &n.into())
            }
            _ => {
                let word = self.leaf(Sort::String);
                let word = if self.terms.op(word).is_const() { word } else { self.terms.text("A") };
                let ops = [Op::ReAll, Op::ReAllChar, Op::ReNone];
                match self.rng.below(8) {
                    i @ 0..=2 => self.terms.mk(ops[i], &[]),
                    _ => self.terms.mk(Op::StrToRe, &[word]),
                }
            }
        }
    }

    fn term(&mut self, sort: Sort, depth: u32) -> Term {
        let pool = &self.pool[index(sort)];
        if !pool.is_empty() && self.rng.below(5) == 0 {
            return *self.rng.pick(pool);
        }
        if depth == 0 || self.rng.below(6) == 0 {
            return self.leaf(sort);
        }
        let t = self.application(sort, depth);
        self.pool[index(sort)].push(t);
        t
    }

    fn application(&mut self, sort: Sort, depth: u32) -> Term {
        for attempt in 0.. {
            let choice = self.rng.below(NAMED_OPS.len() + 6 + BIT_CHOICES);
            if self.swarm >> choice & 1 == 0 && attempt < 200 {
                continue;
            }
            let op = match choice {
                i if i < NAMED_OPS.len() => NAMED_OPS[i].1,
                i if i == NAMED_OPS.len() => Op::Divisible(self.terms.intern_int(3.into())),
                i if i >= NAMED_OPS.len() + 6 => match self.bits(sort, depth) {
                    Some(t) => return t,
                    None => continue,
                },
                i if i % 2 == 0 => Op::RePower(self.rng.below(4) as u32),
                _ => Op::ReLoop(self.rng.below(4) as u32, self.rng.below(4) as u32),
            };
            if let Some(t) = self.apply(op, sort, depth) {
                return t;
            }
        }
        unreachable!("some operator has this sort")
    }

    /// An operator of bit-vectors that makes a term of this sort.
    fn bits(&mut self, sort: Sort, depth: u32) -> Option<Term> {
        let (named, n) = (bit_ops().count(), self.rng.below(3) as u32);
        let op = match self.rng.below(named + 8) {
            0 => BitOp::OfInt(4),
            1 => BitOp::RotateLeft(n),
            2 => BitOp::RotateRight(n),
            3..8 if sort == WORD => return Some(self.resized(depth, n + 1)),
            i => bit_ops().nth(i.checked_sub(8)?)?.1,
        };
        if op == BitOp::Concat {
            return None;
        }
        let mut args = vec![if let BitOp::OfInt(_) = op { Sort::Int } else { WORD }];
        let zero = self.terms.bits(4, &0.into());
        if self.terms.app(Op::Bits(op), &[zero, zero]).is_ok() {
            args.extend(vec![WORD; 1 + self.rng.below(5) / 4 * usize::from(op.is_associative())]);
        }
        let args: Vec<Term> = args.into_iter().map(|s| self.term(s, depth - 1)).collect();
        let t = self.terms.mk(Op::Bits(op), &args);
        (self.terms.sort(t) == sort).then_some(t)
    }

    /// A part of two words in a row, or a short part of one made longer.
    fn resized(&mut self, depth: u32, n: u32) -> Term {
        let [a, b] = [0, 1].map(|_| self.term(WORD, depth - 1));
        let mut make = |op: BitOp, args: &[Term]| self.terms.mk(Op::Bits(op), args);
        let part = make(BitOp::Extract(n - 1, 0), &[a]);
        match n % 2 {
            0 => {
                let both = make(BitOp::Concat, &[a, part, b]);
                make(BitOp::Extract(n + 3, n), &[both])
            }
            _ => {
                let extend = [BitOp::ZeroExtend(4 - n), BitOp::SignExtend(4 - n)];
                let extended = make(*self.rng.pick(&extend), &[part]);
                make(BitOp::Xor, &[extended, b])
            }
        }
    }

    fn apply(&mut self, op: Op, sort: Sort, depth: u32) -> Option<Term> {
        let some = |g: &mut Generator| 2 + g.rng.below(5) / 3;
        let params: Vec<Sort> = match op.signature() {
            Signature::Fixed([], _) => return None,
            Signature::Fixed(params, ret) if ret == sort => params.to_vec(),
            Signature::Assoc(s) if s == sort => vec![s; some(self)],
            Signature::Chain(s) if sort == Sort::Bool => vec![s; some(self)],
            Signature::Compare if sort == Sort::Bool => {
                let s = *self.rng.pick(&[Sort::Bool, Sort::Int, Sort::String, Sort::String, WORD]);
                vec![s; some(self)]
            }
            Signature::Ite => vec![Sort::Bool, sort, sort],
            _ => return None,
        };
        let args: Vec<Term> = params.iter().map(|&s| self.term(s, depth - 1)).collect();
        Some(self.terms.mk(op, &args))
    }

    /// Regexes have no values to compare: what a variable's membership in each is.
    fn members(&mut self, a: Term, b: Term) -> (Term, Term) {
        let x = self.variable(Sort::String).expect("there are string variables");
        (self.terms.in_re(x, a), self.terms.in_re(x, b))
    }

    fn model(&mut self) -> Model {
        let mut model = Model::new();
        for (i, &(_, sort)) in text::VARIABLES.iter().enumerate() {
            let value = match sort {
                Sort::Bool => Value::Bool(self.rng.below(2) == 0),
                Sort::Int => Value::Int((self.rng.below(8) as i64 - 2).into()),
                Sort::BitVec(width) => Value::Bits(width, self.rng.below(1 << width).into()),
                _ => {
                    let len = self.rng.below(5);
                    let letters = if self.rng.below(2) == 0 { &LETTERS[..3] } else { LETTERS };
                    let word: Vec<u32> = (0..len).map(|_| *self.rng.pick(letters)).collect();
                    Value::Str(word.into())
                }
            };
            model.set(Fun(i as u32), value);
        }
        model
    }
}

/// Some terms of each other, each in some models; counts how often each rule fires.
pub(crate) fn scenario(rng: Choices, rounds: usize, models: usize, counts: &mut [u64]) {
    let mut g = Generator::new(rng);
    let tunables = g.rng.tunables("rewrite");
    g.terms.set_effort(tunables.rewrite);
    for _ in 0..rounds {
        if g.rng.below(4) == 0 {
            g.pool.iter_mut().for_each(Vec::clear);
        }
        let sort = *g.rng.pick(&[Sort::Bool, Sort::Bool, Sort::Int, Sort::String, WORD]);
        let depth = 2 + g.rng.below(3) as u32;
        let t = g.term(sort, depth);
        let mut rw = Rewriter::new();
        let n = rw.rewrite(&mut g.terms, t);
        let structural = check_structural(&mut g.terms, t, n);
        check_context_free(&mut g, t, structural);
        rw.stats().fired().for_each(|(r, k)| counts[r as usize] += k);
        for _ in 0..models {
            let model = g.model();
            check(&g.terms, &model, t, n);
            check(&g.terms, &model, t, structural);
        }
    }
}

/// What rules of structure make of `t`; they change neither that nor the normal form `n`.
fn check_structural(terms: &mut Terms, t: Term, n: Term) -> Term {
    let budget = Budget::unlimited();
    let structural = Rewriter::new().structural(terms, t, &budget);
    for done in [structural, n] {
        let again = Rewriter::new().structural(terms, done, &budget);
        assert_eq!(printer::term(terms, again), printer::term(terms, done));
    }
    structural
}

/// What rules of structure make of a part of `t` depends on that part alone: the whole becomes the same `structural`
/// if the part has been rewritten before.
fn check_context_free(g: &mut Generator, t: Term, structural: Term) {
    let budget = Budget::unlimited();
    let parts = g.terms.post_order(&[t]);
    let part = *g.rng.pick(&parts);
    let image = Rewriter::new().structural(&mut g.terms, part, &budget);
    let replaced = g.terms.substitute(t, &[(part, image)].into_iter().collect());
    let again = Rewriter::new().structural(&mut g.terms, replaced, &budget);
    assert_eq!(printer::term(&g.terms, again), printer::term(&g.terms, structural));
}

fn check(terms: &Terms, model: &Model, t: Term, n: Term) {
    let budget = Budget::unlimited().with_steps(1_000_000);
    let mut evaluator = Evaluator::new(terms, model, &budget);
    let (Ok(before), Ok(after)) = (evaluator.eval(t), evaluator.eval(n)) else { return };
    assert!(
        before == after,
        "{}\nrewrites to\n{}\nbut {before:?} is not {after:?} in\n{:?}",
        printer::term(terms, t),
        printer::term(terms, n),
        model.constants().map(|(f, v)| (terms.fun(f).name.clone(), v)).collect::<Vec<_>>()
    );
}

/// Instances of a term that some rule is known to concern: variables are replaced by random terms.
pub(crate) fn check_instances(pattern: &str) {
    const ROUNDS: usize = 40;
    let seed = pattern.bytes().fold(7, |h: u64, b| h.wrapping_mul(31).wrapping_add(b.into()));
    let mut g = Generator::new(Choices::seeded(seed));
    let pattern = text::parse(&mut g.context, &mut g.terms, pattern);
    for round in 0..ROUNDS {
        let mut map = FxHashMap::default();
        for (i, &(_, sort)) in text::VARIABLES.iter().enumerate() {
            let image = g.term(sort, (round % 3) as u32 / 2);
            map.insert(g.terms.constant(Fun(i as u32)), image);
        }
        let t = if round == 0 { pattern } else { g.terms.substitute(pattern, &map) };
        let n = Rewriter::new().rewrite(&mut g.terms, t);
        let (t, n) = if g.terms.sort(t) == Sort::RegLan { g.members(t, n) } else { (t, n) };
        for _ in 0..6 {
            let model = g.model();
            check(&g.terms, &model, t, n);
        }
    }
}

/// Long runs: `FUZZ_SEED=7 FUZZ_ROUNDS=1000000 cargo test --release -p stringent-rewrite fuzz -- --nocapture`.
#[test]
fn rewriting_keeps_values() {
    let env = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
    };
    let mut seeds = Choices::seeded(env("FUZZ_SEED", 1));
    let mut counts = vec![0; RuleId::ALL.len()];
    for _ in 0..env("FUZZ_ROUNDS", 20_000) / 50 {
        scenario(seeds.fork(), 50, 6, &mut counts);
    }
    let silent: Vec<_> = RuleId::ALL.iter().filter(|&&r| counts[r as usize] == 0).collect();
    println!("rules that never fired: {silent:?}");
    assert!(silent.len() < RuleId::ALL.len() / 4, "the generator misses too many rules");
}
