//! Equivalences on terms: every rule replaces a term by an equal one that is simpler or canonical.
//!
//! Rewriting alone closes more than half of several real benchmark families, and everything the
//! solver does later assumes its normal forms. The pipeline of one call:
//!
//! 1. [`Rewriter::rewrite`] walks the term bottom-up with an explicit stack and a memo that lives
//!    as long as the rewriter.
//! 2. On the way down, nests of one associative operator are flattened at once ([`flatten`]).
//! 3. On the way up, [`rules::apply`](rules) tries the rules of the term's operator family; what a
//!    rule returns is rewritten again, until no rule fires. Fuel and a cycle check bound this.
//! 4. Rules ask [`entail`] what follows about lengths and contents without rewriting, and may ask
//!    for the normal form of a helper term, to a small depth.
//!
//! From the bottom up: words, sums, parts of concatenations, matching and [`entail`] know terms only; [`rule`] names the
//! rules; `cx` is what a rule sees of whoever applies it; each file of `rules` stands on these and knows no other
//! rules; `rules` says in which order they are tried, and [`driver`](Rewriter) walks terms.
//!
//! Normal forms on which callers may rely:
//!
//! * Bool: `=>`, `xor`, `distinct`, n-ary `=` and n-ary comparisons are gone; `not` stands before
//!   atoms only; `and` and `or` are flat (up to a length), without repetitions, complements or
//!   constants; `=` of Booleans is binary, of unnegated sides.
//! * Int: a sum is `(+ (* c t) ... k)` with monomials ordered by id; atoms are
//!   `(>= sum k)` with a positive leading coefficient (possibly under `not`), coefficients without
//!   a common divisor; an equality is `(= sum k)` or, for `x - y = 0`, `(= x y)`, the two sides
//!   ordered by id as [`terms::Terms::eq`] does.
//! * String: concatenations are flat, without empty parts, adjacent constants merged; `str.at s i`
//!   is `(str.substr s i 1)`; `str.<` is `str.<=` and a disequality; `str.is_digit` is a membership.
//! * RegLan: `re.diff` is intersection with a complement.
//!
//! Soundness: `div` and `mod` by zero are never given a value. No rule duplicates an unbounded
//! subterm more than a fixed number of times, and terms are shared.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

pub mod backwards;
mod bitvec;
pub mod circuit;
mod cx;
mod driver;
pub mod entail;
mod flatten;
pub mod linear;
mod matching;
mod parts;
pub mod rule;
mod rules;
mod word;

pub use driver::{RewriteStep, Rewriter};
pub use linear::{LinearSum, ToTerm, linear, linear_within, non_negative};
pub use rule::{RuleId, Stats};

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod text;
