//! Terms over bit-vectors as circuits, over any kind of bit.
//!
//! With truth values for bits, operators of constants are folded; with literals, the solver blasts terms; with 64 truth values
//! at once, a predicate of one variable becomes the set of numbers for which it holds ([`numbers`]). A formula is a word of one
//! bit. What is no operator of bit-vectors, connective, equality or choice must be given a word beforehand.

use base::{Budget, FxHashMap, Int, Interrupted};
use bits::{Gates, Lanes, Word, add, bitwise, compare, divide, lanes, mul, overflow, shift, slice};
use std::ops::RangeInclusive;
use terms::op::BitOp;
use terms::{Op, Sort, Term, Terms};

/// The words of terms.
pub type Words<G> = FxHashMap<Term, Word<G>>;

/// Whether an operator is a circuit; the others are between bit-vectors and integers.
pub fn is_circuit(op: BitOp) -> bool {
    !matches!(op, BitOp::ToInt | BitOp::ToSignedInt | BitOp::OfInt(_))
}

/// The word of `root`, given those of its leaves in `words`, where all that are made on the way are entered. `None` if there
/// is a leaf without a word.
///
/// # Errors
/// When the budget runs out.
pub fn word<G: Gates>(
    terms: &Terms,
    root: Term,
    g: &mut G,
    words: &mut Words<G>,
    budget: &Budget,
) -> Result<Option<Word<G>>, Interrupted> {
    for t in terms.post_order_unless_within(&[root], |t| words.contains_key(&t), budget)? {
        let args: Option<Vec<&[G::Bit]>> =
            terms.args(t).iter().map(|arg| words.get(arg).map(Vec::as_slice)).collect();
        let Some(args) = args else { return Ok(None) };
        let Some(word) = step(terms, t, g, &args, budget)? else { return Ok(None) };
        debug_assert!(has_width(terms, t, word.len()), "a word of another width");
        budget.charge(word.len() as u64)?;
        words.insert(t, word);
    }
    Ok(words.get(&root).cloned())
}

fn has_width(terms: &Terms, t: Term, width: usize) -> bool {
    match terms.sort(t) {
        Sort::BitVec(w) => w as usize == width,
        sort => sort == Sort::Bool && width == 1,
    }
}

/// The word of `t` whose arguments have these.
fn step<G: Gates>(
    terms: &Terms,
    t: Term,
    g: &mut G,
    args: &[&[G::Bit]],
    budget: &Budget,
) -> Result<Option<Word<G>>, Interrupted> {
    let bits = || args.iter().map(|word| word[0]).collect::<Vec<G::Bit>>();
    Ok(Some(match terms.op(t) {
        Op::Bits(op) if is_circuit(op) => operation(g, op, args, budget)?,
        Op::BitsConst(width, n) => constant(g, width, terms.int_payload(n)),
        Op::True | Op::False => vec![g.constant(terms.op(t) == Op::True)],
        Op::Not => bitwise::not(g, args[0]),
        Op::And => vec![g.all(&bits())],
        Op::Or => vec![g.any(&bits())],
        Op::Xor => fold(args, |a, b| bitwise::xor(g, a, b)),
        Op::Implies => {
            let mut bits = bits();
            let last = bits.len() - 1;
            bits[..last].iter_mut().for_each(|bit| *bit = g.not(*bit));
            vec![g.any(&bits)]
        }
        Op::Ite => bitwise::mux(g, args[0][0], args[1], args[2]),
        Op::Eq => {
            let links: Vec<G::Bit> =
                args.windows(2).map(|pair| compare::eq(g, pair[0], pair[1])).collect();
            vec![g.all(&links)]
        }
        Op::Distinct => vec![distinct(g, args)],
        _ => return Ok(None),
    }))
}

/// The bits of a number.
pub fn constant<G: Gates>(g: &mut G, width: u32, n: &Int) -> Word<G> {
    n.low_bits(width as usize).into_iter().map(|bit| g.constant(bit)).collect()
}

fn fold<B: Copy>(args: &[&[B]], mut step: impl FnMut(&[B], &[B]) -> Vec<B>) -> Vec<B> {
    args[1..].iter().fold(args[0].to_vec(), |acc, next| step(&acc, next))
}

fn distinct<G: Gates>(g: &mut G, args: &[&[G::Bit]]) -> G::Bit {
    let mut equal = Vec::new();
    for (i, a) in args.iter().enumerate() {
        equal.extend(args[i + 1..].iter().map(|b| compare::eq(g, a, b)));
    }
    let any = g.any(&equal);
    g.not(any)
}

/// The circuit of an operator; a truth value is a word of one bit.
///
/// # Errors
/// When the budget runs out.
///
/// # Panics
/// If the operator is no circuit.
pub fn operation<G: Gates>(
    g: &mut G,
    op: BitOp,
    args: &[&[G::Bit]],
    budget: &Budget,
) -> Result<Word<G>, Interrupted> {
    let a = args[0];
    Ok(match op {
        BitOp::And => fold(args, |a, b| bitwise::and(g, a, b)),
        BitOp::Or => fold(args, |a, b| bitwise::or(g, a, b)),
        BitOp::Xor => fold(args, |a, b| bitwise::xor(g, a, b)),
        BitOp::Add => fold(args, |a, b| add::add(g, a, b)),
        BitOp::Concat => fold(args, slice::concat),
        BitOp::Mul => {
            let product = |acc: Word<G>, next: &&[G::Bit]| mul::mul(g, &acc, next, budget);
            args[1..].iter().try_fold(a.to_vec(), product)?
        }
        BitOp::Not => bitwise::not(g, a),
        BitOp::Neg => add::neg(g, a),
        BitOp::NegOverflows => vec![overflow::neg(g, a)],
        BitOp::Extract(high, low) => slice::extract(a, high as usize, low as usize),
        BitOp::ZeroExtend(by) => slice::zero_extend(g, a, by as usize),
        BitOp::SignExtend(by) => slice::sign_extend(a, by as usize),
        BitOp::RotateLeft(by) => slice::rotate_left(a, by as usize),
        BitOp::RotateRight(by) => slice::rotate_right(a, by as usize),
        BitOp::Repeat(times) => slice::repeat(a, times as usize),
        _ => return binary(g, op, a, args[1], budget),
    })
}

fn binary<G: Gates>(
    g: &mut G,
    op: BitOp,
    a: &[G::Bit],
    b: &[G::Bit],
    budget: &Budget,
) -> Result<Word<G>, Interrupted> {
    Ok(match op {
        BitOp::Nand => {
            let and = bitwise::and(g, a, b);
            bitwise::not(g, &and)
        }
        BitOp::Nor => {
            let or = bitwise::or(g, a, b);
            bitwise::not(g, &or)
        }
        BitOp::Xnor => bitwise::xnor(g, a, b),
        BitOp::Sub => add::sub(g, a, b),
        BitOp::Udiv => divide::unsigned(g, a, b, budget)?.0,
        BitOp::Urem => divide::unsigned(g, a, b, budget)?.1,
        BitOp::Sdiv => divide::sdiv(g, a, b, budget)?,
        BitOp::Srem => divide::srem(g, a, b, budget)?,
        BitOp::Smod => divide::smod(g, a, b, budget)?,
        BitOp::Shl => shift::shl(g, a, b),
        BitOp::Lshr => shift::lshr(g, a, b),
        BitOp::Ashr => shift::ashr(g, a, b),
        _ => vec![predicate(g, op, a, b, budget)?],
    })
}

fn predicate<G: Gates>(
    g: &mut G,
    op: BitOp,
    a: &[G::Bit],
    b: &[G::Bit],
    budget: &Budget,
) -> Result<G::Bit, Interrupted> {
    Ok(match op {
        BitOp::Comp => compare::eq(g, a, b),
        BitOp::Ult => compare::ult(g, a, b),
        BitOp::Ule => compare::ule(g, a, b),
        BitOp::Ugt => compare::ult(g, b, a),
        BitOp::Uge => compare::ule(g, b, a),
        BitOp::Slt => compare::slt(g, a, b),
        BitOp::Sle => compare::sle(g, a, b),
        BitOp::Sgt => compare::slt(g, b, a),
        BitOp::Sge => compare::sle(g, b, a),
        BitOp::UaddOverflows => overflow::uadd(g, a, b),
        BitOp::SaddOverflows => overflow::sadd(g, a, b),
        BitOp::UsubOverflows => overflow::usub(g, a, b),
        BitOp::SsubOverflows => overflow::ssub(g, a, b),
        BitOp::UmulOverflows => overflow::umul(g, a, b, budget)?,
        BitOp::SmulOverflows => overflow::smul(g, a, b, budget)?,
        BitOp::SdivOverflows => overflow::sdiv(g, a, b),
        _ => unreachable!("no circuit"),
    })
}

/// The signed number that a bit-vector is, by the unsigned one.
pub fn signed_number(terms: &mut Terms, a: Term) -> Term {
    let Sort::BitVec(width) = terms.sort(a) else { return a };
    let number = terms.mk(Op::Bits(BitOp::ToInt), &[a]);
    let (zero, size) = (terms.bits(width, &Int::ZERO), terms.int(Int::from(2).pow(width)));
    let negative = terms.mk(Op::Bits(BitOp::Slt), &[a, zero]);
    let below = terms.sub(number, size);
    terms.ite(negative, below, number)
}

/// The numbers, in ascending ranges, for which a formula holds in which nothing is unknown but `variable`, a bit-vector of at
/// most 31 bits or a Boolean (0 and 1). `None` if there is something else in it than bit-vectors and connectives.
///
/// # Errors
/// When the budget runs out.
pub fn numbers(
    terms: &Terms,
    formula: Term,
    variable: Term,
    budget: &Budget,
) -> Result<Option<Vec<RangeInclusive<u32>>>, Interrupted> {
    let width = match terms.sort(variable) {
        Sort::BitVec(width) => width,
        _ => 1,
    };
    let ranges = lanes::ranges(width, |lanes| {
        let mut words: Words<Lanes> = [(variable, lanes.to_vec())].into_iter().collect();
        let word = word(terms, formula, &mut Lanes, &mut words, budget).map_err(Some)?;
        word.map(|word| word[0]).ok_or(None)
    });
    match ranges {
        Ok(ranges) => Ok(Some(ranges)),
        Err(None) => Ok(None),
        Err(Some(why)) => Err(why),
    }
}
