//! The operators of bit-vectors and of sequences over any elements, from the tables in `terms::op`: applications that are terms of a
//! sort, with the sorts of their arguments.

use crate::fuzz::kind::Kind;
use crate::fuzz::rng::Rng;
use crate::fuzz::sexp::Sexp;
use std::sync::LazyLock;
use terms::Sort;
use terms::op::{BitOp, NAMED_OPS, Op, Signature, bit_ops};

/// What stands in the place of an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hole {
    Term(Kind),
    /// The sequence of one element, any.
    Unit(Kind),
    /// The sequence of one element, in most cases a constant.
    Letter(Kind),
}

/// An operator applied to what is still to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Application {
    pub head: String,
    pub holes: Vec<Hole>,
}

impl Application {
    /// The operator on terms of these sorts.
    pub fn of(head: &str, kinds: impl IntoIterator<Item = Kind>) -> Application {
        Application { head: head.to_owned(), holes: kinds.into_iter().map(Hole::Term).collect() }
    }
}

/// Heads of indexed operators of bit-vectors, which have no rows.
const INDEXED: &[fn(u32, u32) -> BitOp] = &[
    |high, low| BitOp::Extract(high.max(low), high.min(low)),
    |n, _| BitOp::ZeroExtend(n),
    |n, _| BitOp::SignExtend(n),
    |n, _| BitOp::RotateLeft(n),
    |n, _| BitOp::RotateRight(n),
    |n, _| BitOp::Repeat(n),
];
/// How often sorts of arguments are drawn for an operator.
const ATTEMPTS: usize = 40;

/// An operator of bit-vectors that makes a term of the sort, of arguments of some of these widths.
pub fn of_bits(rng: &mut Rng, kind: &Kind, widths: &[u32]) -> Option<Application> {
    static NAMES: LazyLock<Vec<(&str, BitOp)>> = LazyLock::new(|| bit_ops().collect());
    (0..ATTEMPTS).find_map(|_| {
        let width = *rng.pick(widths);
        let (head, operator, sorts) = match rng.below(NAMES.len() + INDEXED.len() + 1) {
            n if n < NAMES.len() => {
                let (name, operator) = NAMES[n];
                (name.to_owned(), operator, sorts(rng, operator, kind, width))
            }
            n if n < NAMES.len() + INDEXED.len() => {
                let (first, last) = indices(rng, kind, width);
                let operator = INDEXED[n - NAMES.len()](first, last);
                (operator.head(), operator, vec![Sort::BitVec(width)])
            }
            _ => {
                let Kind::Bits(width) = kind else { return None };
                let name = *rng.pick(&["int_to_bv", "int2bv"]);
                (format!("(_ {name} {width})"), BitOp::OfInt(*width), vec![Sort::Int])
            }
        };
        let made = Kind::over(operator.sort(&sorts).ok()?, &Kind::Bool)?;
        let kinds = sorts.iter().filter_map(|&sort| Kind::over(sort, &Kind::Bool));
        (made == *kind).then(|| Application::of(&head, kinds))
    })
}

/// One to three arguments that may fit; those of a concatenation share the width out.
fn sorts(rng: &mut Rng, operator: BitOp, kind: &Kind, width: u32) -> Vec<Sort> {
    let count = [1, 2, 2, 2, 3][rng.below(5)];
    match (operator, kind) {
        (BitOp::Concat, Kind::Bits(all)) if *all > width => {
            vec![Sort::BitVec(width), Sort::BitVec(all - width)]
        }
        (_, Kind::Bits(all)) if rng.one_in(2) => vec![Sort::BitVec(*all); count],
        _ => vec![Sort::BitVec(width); count],
    }
}

/// Indices by which an operator may make the sort of a bit-vector of the width.
fn indices(rng: &mut Rng, kind: &Kind, width: u32) -> (u32, u32) {
    let Kind::Bits(all) = *kind else { return (0, 0) };
    let low = u32::try_from(rng.below(8)).unwrap_or(0);
    match rng.below(3) {
        0 => (all - 1 + low, low),
        1 => (all.saturating_sub(width), 0), // exact: what does not fit is drawn again.
        _ => (all / width, 0),
    }
}

/// The operator at the head of a term, if it is one of bit-vectors.
pub fn bit_operator(term: &Sexp) -> Option<BitOp> {
    let name = term.head();
    let index = |arg: &Sexp| arg.head().parse().ok();
    match term {
        Sexp::List(items) if matches!(items.first(), Some(Sexp::List(_))) => {
            let indices: Vec<u32> =
                items[0].args()[1..].iter().map(index).collect::<Option<_>>()?;
            BitOp::indexed(name, &indices)
        }
        _ => bit_ops().find(|row| row.0 == name).map(|row| row.1),
    }
}

/// A function of sequences: its name, and its signature, in which strings stand for sequences.
type Named = (&'static str, Signature);

/// Indexed operators, which have no names.
const LOOPS: &[(&str, Signature)] = &[
    ("re.^", Signature::Fixed(&[Sort::RegLan], Sort::RegLan)),
    ("re.loop", Signature::Fixed(&[Sort::RegLan], Sort::RegLan)),
];

/// The functions of sequences as z3 and cvc5 call them.
pub static TODAY: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let named = NAMED_OPS.iter().filter_map(|(_, op)| Some((op.row().sequences?, op.signature())));
    named.chain(LOOPS.iter().copied()).collect()
});

/// All other names of them, which no other solver reads.
static OTHERS: LazyLock<Vec<Named>> = LazyLock::new(|| {
    let sequences = NAMED_OPS.iter().filter(|(_, op)| op.row().sequences.is_some());
    let others = |op: Op| op.row().also.iter().map(move |name| (*name, op.signature()));
    let of_sequences = |name: &str| name.starts_with("seq") || name.starts_with("re");
    sequences.flat_map(|(_, op)| others(*op)).filter(|row| of_sequences(row.0)).collect()
});

/// The signature of a function of sequences by any of its names.
pub fn over_sequences(name: &str) -> Option<Signature> {
    TODAY.iter().chain(OTHERS.iter()).find(|row| row.0 == name).map(|row| row.1)
}

/// What the functions of the paper are that have other arguments: `S` stands for a sequence, `A` for an element.
const PAPER: &[(&str, &str, char)] = &[
    ("seq-cons", "AS", 'S'),
    ("seq-rev-cons", "SA", 'S'),
    ("seq-head", "S", 'A'),
    ("seq-last", "S", 'A'),
    ("seq-tail", "S", 'S'),
    ("seq-first", "S", 'S'),
    ("seq-subseq-of", "SS", 'B'),
    ("seq-extract", "SII", 'S'),
];

/// What a function of the paper makes of sequences of an element.
pub fn result_in_paper(name: &str, element: &Kind) -> Option<Kind> {
    PAPER.iter().find(|row| row.0 == name).map(|row| of_letter(row.2, element))
}

/// The functions of sequences over an element that make terms of the sort.
pub fn of_sequences(rng: &mut Rng, kind: &Kind, element: &Kind, paper: bool) -> Vec<Application> {
    let names = TODAY.iter().chain(OTHERS.iter().filter(|_| paper));
    let several = 2 + usize::from(rng.one_in(4));
    let makes = |row: &&Named| {
        row.1.result().and_then(|sort| Kind::over(sort, element)).as_ref() == Some(kind)
    };
    let mut made: Vec<Application> =
        names.filter(makes).filter_map(|row| application(rng, row, several, element)).collect();
    if paper {
        made.extend(PAPER.iter().filter_map(|row| of_paper(row, kind, element)));
    }
    made
}

fn application(rng: &mut Rng, row: &Named, several: usize, element: &Kind) -> Option<Application> {
    let params = row.1.params(several, Sort::Bool)?;
    let head = match row.0 {
        "re.^" => format!("(_ re.^ {})", rng.below(4)),
        "re.loop" => format!("(_ re.loop {} {})", rng.below(3), rng.below(5)),
        name => name.to_owned(),
    };
    if row.0 == "re.range" || row.0 == "re-range" {
        let letter = Hole::Letter(element.clone());
        let is_ordered = matches!(element, Kind::Bits(_));
        return is_ordered.then(|| Application { head, holes: vec![letter; 2] });
    }
    let kinds: Option<Vec<Kind>> = params.into_iter().map(|s| Kind::over(s, element)).collect();
    Some(Application::of(&head, kinds?))
}

fn of_paper(row: &(&str, &str, char), kind: &Kind, element: &Kind) -> Option<Application> {
    let of = |letter: char| of_letter(letter, element);
    (of(row.2) == *kind).then(|| Application::of(row.0, row.1.chars().map(of)))
}

fn of_letter(letter: char, element: &Kind) -> Kind {
    match letter {
        'A' => element.clone(),
        'S' => element.sequence(),
        'B' => Kind::Bool,
        _ => Kind::Int,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_operator_of_bits_is_drawn() {
        let mut rng = Rng::new(1, 1);
        let mut drawn = BTreeSet::new();
        for _ in 0..20_000 {
            let kinds = [Kind::Bool, Kind::Int, Kind::Bits(1), Kind::Bits(8), Kind::Bits(5)];
            let kind = rng.pick(&kinds).clone();
            if let Some(made) = of_bits(&mut rng, &kind, &[1, 2, 4, 8]) {
                drawn.insert(Sexp::call(&made.head, []).head().to_owned());
            }
        }
        let heads: Vec<Sexp> =
            drawn.iter().map(|text| Sexp::parse(&format!("({text} x)")).unwrap()).collect();
        let names: BTreeSet<&str> = heads.iter().map(Sexp::head).collect();
        let missing: Vec<&str> =
            bit_ops().map(|row| row.0).filter(|name| !names.contains(name)).collect();
        assert_eq!(missing, [""; 0]);
        let indexed =
            ["extract", "zero_extend", "sign_extend", "rotate_left", "rotate_right", "repeat"];
        for name in indexed.iter().chain(&["int_to_bv", "int2bv"]) {
            assert!(names.contains(name), "{name}");
        }
    }

    #[test]
    fn every_function_of_sequences_is_there() {
        let mut rng = Rng::new(1, 1);
        let element = Kind::Bits(2);
        let kinds =
            [Kind::Bool, Kind::Int, element.sequence(), Kind::Regex(Box::new(Kind::Bits(2)))];
        let made: Vec<Application> =
            kinds.iter().flat_map(|kind| of_sequences(&mut rng, kind, &element, true)).collect();
        for (_, op) in NAMED_OPS {
            let Some(name) = op.row().sequences else { continue };
            assert!(made.iter().any(|a| a.head == name), "{name}");
        }
        assert!(made.iter().any(|a| a.head == "seq-extract"));
    }
}
