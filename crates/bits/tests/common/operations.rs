//! Every operation twice: as a circuit, and as a function of integers, written after the text of SMT-LIB.

use super::number::Number;
use base::Budget;
use bits::{Gates, add, bitwise, compare, divide, mul, overflow, shift, slice};

/// Gates, two words of one width, and what divisions and products charge.
struct Case<'a, G: Gates> {
    g: &'a mut G,
    a: &'a [G::Bit],
    b: &'a [G::Bit],
    budget: Budget,
}

/// Declares [`NAMES`], [`circuit`] and [`value`]. What takes one word ignores the second.
macro_rules! operations {
    ($($name:literal: |$case:ident| $circuit:expr, |$x:ident, $y:ident| $value:expr;)*) => {
        pub const NAMES: &[&str] = &[$($name),*];

        /// The bits of the result of an operation.
        pub fn circuit<G: Gates>(name: &str, g: &mut G, a: &[G::Bit], b: &[G::Bit]) -> Vec<G::Bit> {
            let case = Case { g, a, b, budget: Budget::unlimited() };
            match name {
                $($name => { let $case = case; $circuit })*
                _ => unreachable!("{name}"),
            }
        }

        /// The number that the bits of the result make up.
        pub fn value(name: &str, x: Number, y: Number) -> u128 {
            match name {
                $($name => { let ($x, $y) = (x, y); $value })*
                _ => unreachable!("{name}"),
            }
        }
    };
}

operations! {
    "bvnot": |c| bitwise::not(c.g, c.a), |x, _y| x.all_ones() - x.unsigned;
    "bvand": |c| bitwise::and(c.g, c.a, c.b), |x, y| x.unsigned & y.unsigned;
    "bvor": |c| bitwise::or(c.g, c.a, c.b), |x, y| x.unsigned | y.unsigned;
    "bvxor": |c| bitwise::xor(c.g, c.a, c.b), |x, y| x.unsigned ^ y.unsigned;
    "bvxnor": |c| bitwise::xnor(c.g, c.a, c.b), |x, y| x.all_ones() - (x.unsigned ^ y.unsigned);
    "ite": |c| bitwise::mux(c.g, c.a[0], c.a, c.b), |x, y| if x.bit(0) == 1 { x.unsigned } else { y.unsigned };
    "bvadd": |c| add::add(c.g, c.a, c.b), |x, y| x.wrap(x.signed() + y.signed());
    "bvsub": |c| add::sub(c.g, c.a, c.b), |x, y| x.wrap(x.signed() - y.signed());
    "bvneg": |c| add::neg(c.g, c.a), |x, _y| x.wrap(-x.signed());
    "bvmul": |c| mul::mul(c.g, c.a, c.b, &c.budget).unwrap(), |x, y| x.wrap(x.signed() * y.signed());
    "bvudiv": |c| divide::unsigned(c.g, c.a, c.b, &c.budget).unwrap().0,
        |x, y| x.unsigned.checked_div(y.unsigned).unwrap_or(x.all_ones());
    "bvurem": |c| divide::unsigned(c.g, c.a, c.b, &c.budget).unwrap().1,
        |x, y| x.unsigned.checked_rem(y.unsigned).unwrap_or(x.unsigned);
    "bvsdiv": |c| divide::sdiv(c.g, c.a, c.b, &c.budget).unwrap(),
        |x, y| x.wrap(x.signed().checked_div(y.signed()).unwrap_or(if x.signed() < 0 { 1 } else { -1 }));
    "bvsrem": |c| divide::srem(c.g, c.a, c.b, &c.budget).unwrap(),
        |x, y| x.wrap(x.signed().checked_rem(y.signed()).unwrap_or(x.signed()));
    "bvsmod": |c| divide::smod(c.g, c.a, c.b, &c.budget).unwrap(), |x, y| x.wrap(floor_mod(x.signed(), y.signed()));
    "bvshl": |c| shift::shl(c.g, c.a, c.b),
        |x, y| if y.unsigned < u128::from(x.width) { x.unsigned << y.unsigned & x.all_ones() } else { 0 };
    "bvlshr": |c| shift::lshr(c.g, c.a, c.b), |x, y| x.shift_right(x.unsigned as i128, y);
    "bvashr": |c| shift::ashr(c.g, c.a, c.b), |x, y| x.shift_right(x.signed(), y);
    "bvcomp": |c| vec![compare::eq(c.g, c.a, c.b)], |x, y| u128::from(x.unsigned == y.unsigned);
    "bvult": |c| vec![compare::ult(c.g, c.a, c.b)], |x, y| u128::from(x.unsigned < y.unsigned);
    "bvule": |c| vec![compare::ule(c.g, c.a, c.b)], |x, y| u128::from(x.unsigned <= y.unsigned);
    "bvslt": |c| vec![compare::slt(c.g, c.a, c.b)], |x, y| u128::from(x.signed() < y.signed());
    "bvsle": |c| vec![compare::sle(c.g, c.a, c.b)], |x, y| u128::from(x.signed() <= y.signed());
    "bvnego": |c| vec![overflow::neg(c.g, c.a)], |x, _y| x.lacks(-x.signed());
    "bvuaddo": |c| vec![overflow::uadd(c.g, c.a, c.b)], |x, y| u128::from(x.unsigned + y.unsigned > x.all_ones());
    "bvsaddo": |c| vec![overflow::sadd(c.g, c.a, c.b)], |x, y| x.lacks(x.signed() + y.signed());
    "bvusubo": |c| vec![overflow::usub(c.g, c.a, c.b)], |x, y| u128::from(x.unsigned.checked_sub(y.unsigned).is_none());
    "bvssubo": |c| vec![overflow::ssub(c.g, c.a, c.b)], |x, y| x.lacks(x.signed() - y.signed());
    "bvumulo": |c| vec![overflow::umul(c.g, c.a, c.b, &c.budget).unwrap()],
        |x, y| u128::from(x.unsigned * y.unsigned > x.all_ones());
    "bvsmulo": |c| vec![overflow::smul(c.g, c.a, c.b, &c.budget).unwrap()], |x, y| x.lacks(x.signed() * y.signed());
    "bvsdivo": |c| vec![overflow::sdiv(c.g, c.a, c.b)],
        |x, y| x.signed().checked_div(y.signed()).map_or(0, |quotient| x.lacks(quotient));
    "concat, extract": |c| slice::extract(&slice::concat(c.a, c.b), c.a.len(), 1),
        |x, y| (x.unsigned << x.width | y.unsigned) >> 1 & x.all_ones();
    "zero_extend": |c| slice::concat(c.a, &slice::zero_extend(c.g, c.b, 2)),
        |x, y| x.unsigned << (x.width + 2) | y.unsigned;
    "sign_extend": |c| slice::sign_extend(c.a, 3), |x, _y| x.signed().rem_euclid(8 << x.width) as u128;
    "rotate_left": |c| slice::rotate_left(c.a, 5), |x, _y| x.permuted(|i| (i + 5 * x.width - 5) % x.width);
    "rotate_right": |c| slice::rotate_right(c.a, 3), |x, _y| x.permuted(|i| (i + 3) % x.width);
    "repeat": |c| slice::repeat(&c.a[..1], 3), |x, _y| x.bit(0) * 7;
}

/// The number between 0 and `d`, `d` left out, that differs from `n` by a multiple of `d`; `n` if `d` is 0.
fn floor_mod(n: i128, d: i128) -> i128 {
    let rest = n.checked_rem(d).unwrap_or(n);
    if rest != 0 && d != 0 && (rest < 0) != (d < 0) { rest + d } else { rest }
}
