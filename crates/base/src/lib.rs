//! The floor that every other crate stands on: typed ids, fixed-seed hash tables, integers that
//! spill to arbitrary precision, linear sums over them, backtrackable containers, a union-find, minimisation of
//! cores, and the budget that bounds all work.
//!
//! Nothing here knows about formulas, terms or theories.

#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

pub mod borders;
pub mod bound;
pub mod budget;
mod components;
mod counters;
pub mod hash;
pub mod id_map;
pub mod id_set;
pub mod idx;
pub mod int;
pub mod linear;
pub mod matching;
pub mod minimize;
pub mod narrow;
pub mod order;
pub mod random;
pub mod rat;
pub mod slices;
pub mod time;
pub mod undo;
pub mod union_find;

pub use bound::{Cost, Lower, Upper};
pub use budget::{Budget, Interrupted, Limits, Stop, affordable};
pub use components::components;
pub use hash::{FxHashMap, FxHashSet, FxHasher, IndexSet};
pub use id_map::IdMap;
pub use id_set::IdSet;
pub use idx::{Idx, IdxVec};
pub use int::Int;
pub use linear::LinearSum;
pub use matching::{Representatives, representatives};
pub use narrow::{Link, id32, index, signed};
pub use random::SplitMix64;
pub use rat::Rat;
pub use slices::{SliceSet, Slices};
pub use tunables::{self, Tunables};
pub use union_find::UnionFind;
