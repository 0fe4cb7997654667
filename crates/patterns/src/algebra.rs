//! What regexes are built in: the engine's store here, the solver's terms in the library above.

use automata::{Node, Re, Regexes};
use base::FxHashMap;

/// Constructors for regexes of some kind.
pub trait Algebra {
    /// A regex; cheap to copy, and shared when used twice.
    type Regex: Clone;

    /// The words of length 1 over sorted, disjoint, inclusive ranges of code points; no word if there
    /// are none.
    fn chars(&mut self, ranges: &[(u32, u32)]) -> Self::Regex;

    /// Just this word.
    fn word(&mut self, word: &[u32]) -> Self::Regex;

    /// Words of the parts in order; just the empty word if there are none.
    fn concat(&mut self, parts: Vec<Self::Regex>) -> Self::Regex;

    /// Words of any part; none if there are none.
    fn union(&mut self, parts: Vec<Self::Regex>) -> Self::Regex;

    /// Words of all parts; there are at least two.
    fn inter(&mut self, parts: Vec<Self::Regex>) -> Self::Regex;

    /// All other words.
    fn complement(&mut self, body: Self::Regex) -> Self::Regex;

    /// From `lo` to `hi` words of `body`; without upper bound if `hi` is `None`.
    fn repeat(&mut self, body: Self::Regex, lo: u32, hi: Option<u32>) -> Self::Regex;

    /// Every word.
    fn all(&mut self) -> Self::Regex;
}

/// A regex of the store, in another algebra.
pub(crate) fn express<A: Algebra>(root: Re, regexes: &Regexes, algebra: &mut A) -> A::Regex {
    let mut known: FxHashMap<Re, A::Regex> = FxHashMap::default();
    let mut stack = vec![root];
    while let Some(&top) = stack.last() {
        let before = stack.len();
        stack.extend(parts(top, regexes).into_iter().filter(|kid| !known.contains_key(kid)));
        if stack.len() > before {
            continue;
        }
        stack.pop();
        let kids = parts(top, regexes).iter().map(|kid| known[kid].clone()).collect();
        let regex = express_one(top, kids, regexes, algebra);
        known.insert(top, regex);
    }
    known[&root].clone()
}

/// What has to be expressed before `r`. In a concatenation, characters are left out: they become words.
fn parts(r: Re, regexes: &Regexes) -> Vec<Re> {
    match regexes.node(r) {
        Node::None | Node::Eps | Node::Chars(_) => Vec::new(),
        _ if r == Re::ALL => Vec::new(),
        Node::Concat(..) => {
            let mut parts = regexes.parts(r);
            parts.retain(|&part| regexes.as_single(part).is_none());
            parts
        }
        Node::Union(kids) | Node::Inter(kids) => kids.to_vec(),
        &Node::Comp(body) | &Node::Star(body) | &Node::Loop(body, ..) => vec![body],
    }
}

fn express_one<A: Algebra>(
    r: Re,
    mut kids: Vec<A::Regex>,
    regexes: &Regexes,
    algebra: &mut A,
) -> A::Regex {
    match *regexes.node(r) {
        _ if r == Re::ALL => algebra.all(),
        Node::None => algebra.chars(&[]),
        Node::Eps => algebra.word(&[]),
        Node::Chars(set) => match regexes.as_single(r) {
            Some(c) => algebra.word(&[c]),
            None => algebra.chars(regexes.set(set).ranges()),
        },
        Node::Concat(..) => express_concat(&regexes.parts(r), kids, regexes, algebra),
        Node::Union(_) => algebra.union(kids),
        Node::Inter(_) => algebra.inter(kids),
        Node::Comp(_) => {
            let body = kids.swap_remove(0);
            algebra.complement(body)
        }
        Node::Star(_) => algebra.repeat(kids.swap_remove(0), 0, None),
        Node::Loop(_, lo, hi) => algebra.repeat(kids.swap_remove(0), lo, hi.number()),
    }
}

/// Characters that stand together as a word, and between them the others.
fn express_concat<A: Algebra>(
    parts: &[Re],
    others: Vec<A::Regex>,
    regexes: &Regexes,
    algebra: &mut A,
) -> A::Regex {
    let mut others = others.into_iter();
    let (mut word, mut list) = (Vec::new(), Vec::new());
    for &part in parts {
        match regexes.as_single(part) {
            Some(c) => word.push(c),
            None => {
                if !word.is_empty() {
                    list.push(algebra.word(&std::mem::take(&mut word)));
                }
                list.extend(others.next());
            }
        }
    }
    if !word.is_empty() {
        list.push(algebra.word(&word));
    }
    algebra.concat(list)
}
