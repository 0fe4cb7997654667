//! Long concatenations are ropes: all the ways to look at one see the same characters.

use super::Bench;
use super::definitions::{number, text};
use choices::Choices;
use terms::Op;
use terms::value::Value;

/// Some concatenations of each other.
pub fn scenario(rng: &mut Choices) {
    let mut bench = Bench::new();
    let mut made = vec![(bench.str(&[]), Vec::new())];
    for _ in 0..30 {
        let parts: Vec<usize> = (0..1 + rng.below(4)).map(|_| rng.below(made.len())).collect();
        let fresh = rng.word(&[97, 98, 99], 100);
        let mut args: Vec<_> = parts.iter().map(|&p| made[p].0).collect();
        let mut word: Vec<u32> = parts.iter().flat_map(|&p| made[p].1.clone()).collect();
        args.push(bench.str(&fresh));
        word.extend(fresh);
        if word.len() < 20_000 {
            made.push((bench.terms.mk(Op::StrConcat, &args), word));
        }
    }
    for (t, word) in made.iter().rev() {
        let lit = bench.str(word);
        assert_eq!(bench.run(Op::StrLen, &[*t]), number(word.len() as i128));
        assert_eq!(bench.run(Op::Eq, &[*t, lit]), Value::Bool(true));
        assert_eq!(bench.eval(*t), Ok(text(word.clone())));
    }
    // All by one evaluator, which writes some out before the ones they are part of.
    rng.shuffle(&mut made);
    let pairs: Vec<_> = made.iter().map(|(t, word)| (*t, bench.str(word))).collect();
    let equal: Vec<_> = pairs.iter().map(|&(a, b)| bench.terms.mk(Op::Eq, &[a, b])).collect();
    assert_eq!(bench.run(Op::And, &equal), Value::Bool(true));
}
