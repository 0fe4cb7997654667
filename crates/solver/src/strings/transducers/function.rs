//! Terms that a network can compute.

use automata::network::{Network, Output};
use base::FxHashMap;
use terms::{Op, Term, Terms};

/// A function of one string.
pub(super) enum Function {
    /// Each letter by itself.
    Letters(FxHashMap<u32, Vec<u32>>),
    /// All occurrences of a word become another.
    All(Vec<u32>, Vec<u32>),
    /// The first occurrence does.
    First(Vec<u32>, Vec<u32>),
    /// Something in front and behind.
    Frame(Vec<u32>, Vec<u32>),
}

impl Function {
    /// The function that `t` applies, and to which term.
    pub fn of(terms: &Terms, t: Term) -> Option<(Function, Term)> {
        let arg = |i: usize| terms.arg(t, i);
        let word = |i: usize| terms.str_value(arg(i)).map(<[u32]>::to_vec);
        let function = match terms.op(t) {
            Op::StrReplaceAll | Op::StrReplace => {
                let (pattern, by) = (word(1).filter(|w| !w.is_empty())?, word(2)?);
                match terms.op(t) {
                    Op::StrReplace => Function::First(pattern, by),
                    _ => Function::All(pattern, by),
                }
            }
            Op::StrToLower => Function::Letters(moved(0x41..=0x5A, 0x61)),
            Op::StrToUpper => Function::Letters(moved(0x61..=0x7A, 0x41)),
            Op::StrConcat => return frame(terms, t),
            _ => return None,
        };
        Some((function, arg(0)))
    }

    /// Whether word equations have nothing to say about the function.
    pub fn repeats(&self) -> bool {
        matches!(self, Function::Letters(_) | Function::All(..))
    }

    /// Whether it is one replacement, an equation between words.
    pub fn is_single(&self) -> bool {
        matches!(self, Function::First(..))
    }

    /// The value of the function on the value `from`.
    pub fn add(&self, network: &mut Network, from: Output) -> Output {
        debug_assert!(
            !matches!(self, Function::All(w, _) | Function::First(w, _) if w.is_empty()),
            "the empty word is replaced"
        );
        match self {
            Function::Letters(table) => network.letters(from, table.clone()),
            Function::All(pattern, by) => network.replace_all(from, pattern, by),
            Function::First(pattern, by) => network.replace_first(from, pattern, by),
            Function::Frame(before, after) => network.frame(from, before, after),
        }
    }
}

/// The letters of a range, moved to where `to` is.
fn moved(range: std::ops::RangeInclusive<u32>, to: u32) -> FxHashMap<u32, Vec<u32>> {
    range.zip(to..).map(|(c, d)| (c, vec![d])).collect()
}

/// A concatenation with one part that is no constant.
fn frame(terms: &Terms, t: Term) -> Option<(Function, Term)> {
    let (mut before, mut after, mut middle) = (Vec::new(), Vec::new(), None);
    for &part in terms.args(t) {
        match terms.str_value(part) {
            Some(w) if middle.is_none() => before.extend_from_slice(w),
            Some(w) => after.extend_from_slice(w),
            None if middle.is_none() => middle = Some(part),
            None => return None,
        }
    }
    Some((Function::Frame(before, after), middle?))
}
