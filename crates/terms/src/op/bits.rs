//! The operators of bit-vectors: a table of their own, since they are like each other in all but sorts and values.
//!
//! Their sorts depend on widths, so a row says how many arguments of one width there are and what comes of them; the few
//! that are not so are in [`BitOp::sort`]. In all other columns of the table of operators they are alike
//! ([`super::Family::BitVectors`]). `eval/bits.rs` has their values.

use crate::sort::{MAX_WIDTH, Sort, SortError};

/// An operator of bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BitOp {
    /// `bvnot`
    Not,
    /// `bvneg`
    Neg,
    /// `bvand`
    And,
    /// `bvor`
    Or,
    /// `bvxor`
    Xor,
    /// `bvadd`
    Add,
    /// `bvmul`
    Mul,
    /// `bvnand`
    Nand,
    /// `bvnor`
    Nor,
    /// `bvxnor`
    Xnor,
    /// `bvsub`
    Sub,
    /// `bvudiv`: all ones by 0.
    Udiv,
    /// `bvurem`: the dividend by 0.
    Urem,
    /// `bvsdiv`: towards 0.
    Sdiv,
    /// `bvsrem`: with the sign of the dividend.
    Srem,
    /// `bvsmod`: with the sign of the divisor.
    Smod,
    /// `bvshl`
    Shl,
    /// `bvlshr`
    Lshr,
    /// `bvashr`
    Ashr,
    /// `bvcomp`: one bit.
    Comp,
    /// `bvult`
    Ult,
    /// `bvule`
    Ule,
    /// `bvugt`
    Ugt,
    /// `bvuge`
    Uge,
    /// `bvslt`
    Slt,
    /// `bvsle`
    Sle,
    /// `bvsgt`
    Sgt,
    /// `bvsge`
    Sge,
    /// `bvnego`: does the operation overflow? So do the others with this ending.
    NegOverflows,
    /// `bvuaddo`
    UaddOverflows,
    /// `bvsaddo`
    SaddOverflows,
    /// `bvusubo`
    UsubOverflows,
    /// `bvssubo`
    SsubOverflows,
    /// `bvumulo`
    UmulOverflows,
    /// `bvsmulo`
    SmulOverflows,
    /// `bvsdivo`
    SdivOverflows,
    /// `ubv_to_int`
    ToInt,
    /// `sbv_to_int`
    ToSignedInt,
    /// `concat`: the first argument is the most significant part.
    Concat,
    /// `(_ extract high low)`
    Extract(u32, u32),
    /// `(_ zero_extend n)`
    ZeroExtend(u32),
    /// `(_ sign_extend n)`
    SignExtend(u32),
    /// `(_ rotate_left n)`
    RotateLeft(u32),
    /// `(_ rotate_right n)`
    RotateRight(u32),
    /// `(_ repeat n)`
    Repeat(u32),
    /// `(_ int_to_bv n)`: modulo 2 to the power of `n`.
    OfInt(u32),
}

use BitOp::*;
use Count::{Many, One, Two};
use Outcome::{Bit, Integer, Truth, Word};

/// How many arguments of one width an operator has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Count {
    One,
    Two,
    /// Two or more, from left to right.
    Many,
}

/// What an operator makes of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// A bit-vector of the same width.
    Word,
    /// A bit-vector of one bit.
    Bit,
    Truth,
    Integer,
}

/// Names and signatures; after the first come other names.
const ROWS: &[(&[&str], BitOp, Count, Outcome)] = &[
    (&["bvnot"], Not, One, Word),
    (&["bvneg"], Neg, One, Word),
    (&["bvand"], And, Many, Word),
    (&["bvor"], Or, Many, Word),
    (&["bvxor"], Xor, Many, Word),
    (&["bvadd"], Add, Many, Word),
    (&["bvmul"], Mul, Many, Word),
    (&["bvnand"], Nand, Two, Word),
    (&["bvnor"], Nor, Two, Word),
    (&["bvxnor"], Xnor, Two, Word),
    (&["bvsub"], Sub, Two, Word),
    (&["bvudiv"], Udiv, Two, Word),
    (&["bvurem"], Urem, Two, Word),
    (&["bvsdiv"], Sdiv, Two, Word),
    (&["bvsrem"], Srem, Two, Word),
    (&["bvsmod"], Smod, Two, Word),
    (&["bvshl"], Shl, Two, Word),
    (&["bvlshr"], Lshr, Two, Word),
    (&["bvashr"], Ashr, Two, Word),
    (&["bvcomp"], Comp, Two, Bit),
    (&["bvult"], Ult, Two, Truth),
    (&["bvule"], Ule, Two, Truth),
    (&["bvugt"], Ugt, Two, Truth),
    (&["bvuge"], Uge, Two, Truth),
    (&["bvslt"], Slt, Two, Truth),
    (&["bvsle"], Sle, Two, Truth),
    (&["bvsgt"], Sgt, Two, Truth),
    (&["bvsge"], Sge, Two, Truth),
    (&["bvnego"], NegOverflows, One, Truth),
    (&["bvuaddo"], UaddOverflows, Two, Truth),
    (&["bvsaddo"], SaddOverflows, Two, Truth),
    (&["bvusubo"], UsubOverflows, Two, Truth),
    (&["bvssubo"], SsubOverflows, Two, Truth),
    (&["bvumulo"], UmulOverflows, Two, Truth),
    (&["bvsmulo"], SmulOverflows, Two, Truth),
    (&["bvsdivo"], SdivOverflows, Two, Truth),
    (&["ubv_to_int", "bv2nat", "bv2int"], ToInt, One, Integer),
    (&["sbv_to_int"], ToSignedInt, One, Integer),
    (&["concat"], Concat, Many, Word),
];

/// The operators without indices, each under all of its names.
pub fn bit_ops() -> impl Iterator<Item = (&'static str, BitOp)> {
    ROWS.iter().flat_map(|&(names, op, ..)| names.iter().map(move |&name| (name, op)))
}

impl BitOp {
    /// The operator of this name with these indices, of which there are one or two.
    pub fn indexed(name: &str, indices: &[u32]) -> Option<BitOp> {
        Some(match (name, indices) {
            ("extract", &[high, low]) => Extract(high, low),
            ("zero_extend", &[n]) => ZeroExtend(n),
            ("sign_extend", &[n]) => SignExtend(n),
            ("rotate_left", &[n]) => RotateLeft(n),
            ("rotate_right", &[n]) => RotateRight(n),
            ("repeat", &[n]) => Repeat(n),
            ("int_to_bv" | "int2bv" | "nat2bv", &[n]) => OfInt(n),
            _ => return None,
        })
    }

    /// How many indices follow the name of an indexed operator.
    pub fn indices(name: &str) -> Option<usize> {
        [1, 2].into_iter().find(|&n| BitOp::indexed(name, &[0; 2][..n]).is_some())
    }

    /// The name, with the indices: what stands at the head of an application.
    pub fn head(self) -> String {
        match self {
            Extract(high, low) => format!("(_ extract {high} {low})"),
            ZeroExtend(n) => format!("(_ zero_extend {n})"),
            SignExtend(n) => format!("(_ sign_extend {n})"),
            RotateLeft(n) => format!("(_ rotate_left {n})"),
            RotateRight(n) => format!("(_ rotate_right {n})"),
            Repeat(n) => format!("(_ repeat {n})"),
            OfInt(n) => format!("(_ int_to_bv {n})"),
            op => op.row().map_or_else(String::new, |row| row.0[0].to_owned()),
        }
    }

    fn row(self) -> Option<&'static (&'static [&'static str], BitOp, Count, Outcome)> {
        ROWS.iter().find(|row| row.1 == self)
    }

    /// Whether more than two arguments are combined from left to right.
    pub fn is_associative(self) -> bool {
        self.row().is_some_and(|row| row.2 == Many)
    }

    /// The sort of the application to arguments of these sorts.
    ///
    /// # Errors
    /// If there is none.
    pub fn sort(self, args: &[Sort]) -> Result<Sort, SortError> {
        if let OfInt(width) = self {
            return int_to_bits(width, args);
        }
        let widths = widths(args)?;
        match self.row() {
            Some(&(_, Concat, ..)) => at_least(2, args)
                .and_then(|()| word(widths.iter().map(|&width| u64::from(width)).sum())),
            Some(&(_, _, count, outcome)) => {
                match count {
                    One => exactly(1, args)?,
                    Two => exactly(2, args)?,
                    Many => at_least(2, args)?,
                }
                equal(args)?;
                Ok(outcome.sort(widths[0]))
            }
            None => {
                exactly(1, args)?;
                word(self.resized(widths[0])?)
            }
        }
    }

    /// The width of an operator with an index.
    fn resized(self, width: u32) -> Result<u64, SortError> {
        let (width, long) = (u64::from(width), u64::from);
        match self {
            Extract(high, low) if low <= high && u64::from(high) < width => {
                Ok(long(high - low) + 1)
            }
            Extract(..) => Err(SortError::NoSuchBits),
            ZeroExtend(n) | SignExtend(n) => Ok(width + long(n)),
            Repeat(n) => Ok(width * long(n)),
            _ => Ok(width),
        }
    }
}

impl Outcome {
    fn sort(self, width: u32) -> Sort {
        match self {
            Word => Sort::BitVec(width),
            Bit => Sort::BitVec(1),
            Truth => Sort::Bool,
            Integer => Sort::Int,
        }
    }
}

fn int_to_bits(width: u32, args: &[Sort]) -> Result<Sort, SortError> {
    exactly(1, args)?;
    if args[0] != Sort::Int {
        return Err(SortError::Argument(0, Sort::Int, args[0]));
    }
    word(width.into())
}

/// A bit-vector of that width, if there is one.
fn word(width: u64) -> Result<Sort, SortError> {
    match u32::try_from(width) {
        Ok(width @ 1..=MAX_WIDTH) => Ok(Sort::BitVec(width)),
        _ => Err(SortError::Width(width)),
    }
}

fn widths(args: &[Sort]) -> Result<Vec<u32>, SortError> {
    let width = |(i, &sort): (usize, &Sort)| match sort {
        Sort::BitVec(width) => Ok(width),
        _ => Err(SortError::NoBits(i, sort)),
    };
    args.iter().enumerate().map(width).collect()
}

fn equal(args: &[Sort]) -> Result<(), SortError> {
    let other = args.iter().enumerate().find(|&(_, &sort)| sort != args[0]);
    other.map_or(Ok(()), |(i, &sort)| Err(SortError::Argument(i, args[0], sort)))
}

fn exactly(n: usize, args: &[Sort]) -> Result<(), SortError> {
    if args.len() == n { Ok(()) } else { Err(SortError::Arity(n, args.len())) }
}

fn at_least(n: usize, args: &[Sort]) -> Result<(), SortError> {
    if args.len() < n { Err(SortError::Arity(n, args.len())) } else { Ok(()) }
}
