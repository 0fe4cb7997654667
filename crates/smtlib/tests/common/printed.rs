//! What is printed reads back as the same term, for random terms over every operator.

use super::{PRELUDE, Script, run};
use choices::Choices;
use smtlib::printer;
use terms::op::{Family, NAMED_OPS};
use terms::{Op, Sort, Term};

/// Terms of one sort to build from, with the sizes of their trees.
type Pool = Vec<(Sort, Vec<(Term, usize)>)>;

const LARGEST: usize = 300;

fn leaves(script: &mut Script) -> Pool {
    let mut pool: Pool =
        [Sort::Bool, Sort::Int, Sort::String, Sort::RegLan].map(|s| (s, Vec::new())).into();
    let names =
        ["p", "q", "i", "j", "0", "7", "(- 3)", "99999999999999999999", "s", "t", "\"\"", "r"];
    let texts = [
        "\"a\\u{5c}u{41}\"",
        "\"\"\"|;(\"",
        "\"\\u{2ffff}\\u{d800}\"",
        "true",
        "re.all",
        "re.none",
    ];
    for text in names.iter().chain(&texts) {
        let t = script.cx.parse_term(text, &mut script.terms).unwrap();
        add(&mut pool, script, t, 1);
    }
    pool
}

fn add(pool: &mut Pool, script: &Script, t: Term, size: usize) {
    let sort = script.terms.sort(t);
    for (of, terms) in pool.iter_mut() {
        if *of == sort {
            terms.push((t, size));
        }
    }
}

fn pick(pool: &Pool, sort: Sort, rng: &mut Choices) -> (Term, usize) {
    let (_, terms) = pool.iter().find(|(s, _)| *s == sort).unwrap();
    terms[rng.below(terms.len())]
}

fn random_op(script: &mut Script, rng: &mut Choices) -> Op {
    // What is of sequences only has a test of its own.
    let named: Vec<Op> =
        NAMED_OPS.iter().map(|n| n.1).filter(|op| op.family() != Family::Elements).collect();
    match rng.below(named.len() + 4) {
        0 => Op::RePower(rng.below(5) as u32),
        1 => Op::ReLoop(rng.below(5) as u32, rng.below(5) as u32),
        2 => Op::Divisible(script.terms.intern_int((1 + rng.below(9)).into())),
        3 => {
            let f = script.cx.declared().find(|&f| script.terms.fun(f).params.len() == 2).unwrap();
            Op::Apply(f)
        }
        n => named[n - 4],
    }
}

fn sorts_of(op: Op, rng: &mut Choices) -> Vec<Sort> {
    let any = [Sort::Bool, Sort::Int, Sort::String, Sort::RegLan][rng.below(4)];
    let several = 2 + rng.below(3);
    op.signature().params(several, any).unwrap_or_else(|| vec![Sort::Int, Sort::String])
}

/// Makes random terms of each other and reads each as it is printed; how many were made.
pub fn scenario(rng: &mut Choices, rounds: usize) -> usize {
    let mut script = run(PRELUDE);
    let mut pool = leaves(&mut script);
    (0..rounds).filter(|_| grow(&mut script, &mut pool, rng)).count()
}

/// Adds a term, unless it is too large or not read back for a reason.
fn grow(script: &mut Script, pool: &mut Pool, rng: &mut Choices) -> bool {
    let op = random_op(script, rng);
    let picked: Vec<(Term, usize)> =
        sorts_of(op, rng).into_iter().map(|s| pick(pool, s, rng)).collect();
    let args: Vec<Term> = picked.iter().map(|p| p.0).collect();
    let size = 1 + picked.iter().map(|p| p.1).sum::<usize>();
    let literal = |t: &Term| script.terms.int_value(*t).is_some_and(|n| !n.is_negative());
    // The minus of a literal is read as the negative constant, which is another term.
    if size > LARGEST || (op == Op::Neg && literal(&args[0])) {
        return false;
    }
    let t = script.terms.mk(op, &args);
    let texts = [printer::term(&script.terms, t), printer::shared_term(&script.terms, t)];
    for text in texts {
        assert_eq!(script.cx.parse_term(&text, &mut script.terms), Ok(t), "{text}");
    }
    add(pool, script, t, size);
    true
}
