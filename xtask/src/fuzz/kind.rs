//! Sorts with parameters: bit-vectors, sequences, and regexes and predicates over them. The templates do without them, their sorts
//! are letters.

use super::generate::constant;
use super::rng::Rng;
use super::sexp::Sexp;
use std::fmt;
use terms::Sort;

/// A sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Bool,
    Int,
    String,
    RegLan,
    Bits(u32),
    Seq(Box<Kind>),
    /// The regexes over sequences of these elements.
    Regex(Box<Kind>),
    /// The sets of these elements.
    Predicate(Box<Kind>),
    /// A sort of the script's own.
    Declared(String),
}

impl Kind {
    /// The sort that is written so.
    pub fn read(sort: &Sexp) -> Option<Kind> {
        let below = |n: usize| sort.args().get(n).and_then(Kind::read).map(Box::new);
        Some(match (sort.head(), sort) {
            ("Bool", _) => Kind::Bool,
            ("Int", _) => Kind::Int,
            ("String", _) => Kind::String,
            ("RegLan", _) => Kind::RegLan,
            ("_", _) => Kind::Bits(sort.args().get(1)?.head().parse().ok()?),
            ("Seq", _) => Kind::Seq(below(0)?),
            ("RegEx", _) => match *below(0)? {
                Kind::Seq(element) => Kind::Regex(element),
                _ => return None,
            },
            ("Array", _) => Kind::Predicate(below(0)?),
            (name, Sexp::Atom(_)) => Kind::Declared(name.to_owned()),
            _ => return None,
        })
    }

    /// What a sort of the table of operators is; a string stands for a sequence of the elements.
    pub fn over(sort: Sort, element: &Kind) -> Option<Kind> {
        Some(match sort {
            Sort::Bool => Kind::Bool,
            Sort::Int => Kind::Int,
            Sort::String => element.sequence(),
            Sort::RegLan => Kind::Regex(Box::new(element.clone())),
            Sort::BitVec(width) => Kind::Bits(width),
            _ => return None,
        })
    }

    /// What the letter of a template stands for.
    pub fn of_letter(letter: char) -> Option<Kind> {
        Some(match letter {
            'B' => Kind::Bool,
            'I' => Kind::Int,
            'S' => Kind::String,
            'R' => Kind::RegLan,
            _ => return None,
        })
    }

    /// The sequences of these elements.
    pub fn sequence(&self) -> Kind {
        Kind::Seq(Box::new(self.clone()))
    }

    /// The elements that this sort is made of.
    pub fn element(&self) -> Option<&Kind> {
        match self {
            Kind::Seq(element) | Kind::Regex(element) | Kind::Predicate(element) => Some(element),
            _ => None,
        }
    }

    /// A random value, written down; `None` for sorts whose values are no terms, or sets that are seldom found.
    pub fn value(&self, rng: &mut Rng) -> Option<Sexp> {
        Some(match self {
            Kind::Bool => constant(rng, 'B'),
            Kind::Int => constant(rng, 'I'),
            Kind::String => constant(rng, 'S'),
            Kind::Bits(width) => bits(rng, *width),
            Kind::Seq(element) => {
                let units: Option<Vec<Sexp>> = (0..rng.below(4))
                    .map(|_| Some(Sexp::call("seq.unit", [element.value(rng)?])))
                    .collect();
                self.concatenation(units?)
            }
            Kind::Predicate(element) => {
                let yes = rng.one_in(2);
                let all = Sexp::parse(&format!("((as const {self}) {yes})"))?;
                let but = [all, element.value(rng)?, Sexp::atom((!yes).to_string())];
                Sexp::call("store", but)
            }
            Kind::RegLan | Kind::Regex(_) | Kind::Declared(_) => return None,
        })
    }

    /// The concatenation of any number of sequences of this sort.
    fn concatenation(&self, mut parts: Vec<Sexp>) -> Sexp {
        match parts.len() {
            0 => self.constant("seq.empty"),
            1 => parts.remove(0),
            _ => Sexp::call("seq.++", parts),
        }
    }

    /// A constant that needs its sort said.
    pub fn constant(&self, name: &str) -> Sexp {
        let sort = Sexp::parse(&self.to_string()).expect("sorts are expressions");
        Sexp::call("as", [Sexp::atom(name), sort])
    }

    /// The simplest terms, simplest first.
    pub fn simplest(&self) -> Vec<Sexp> {
        let atoms = |texts: &[&str]| texts.iter().filter_map(|t| Sexp::parse(t)).collect();
        match self {
            Kind::Bool => atoms(&["true", "false"]),
            Kind::Int => atoms(&["0", "1"]),
            Kind::String => atoms(&["\"\"", "\"a\""]),
            Kind::RegLan => {
                atoms(&["re.none", "re.all", "(str.to_re \"\")", "(str.to_re \"a\")", "re.allchar"])
            }
            Kind::Bits(width) => (0..2).map(|n| literal(n, *width)).collect(),
            Kind::Seq(element) => {
                let unit = |e| Sexp::call("seq.unit", [e]);
                let units = element.simplest().into_iter().map(unit);
                std::iter::once(self.constant("seq.empty")).chain(units).collect()
            }
            Kind::Regex(_) => {
                ["re.empty", "re.all", "re.allchar"].map(|name| self.constant(name)).to_vec()
            }
            Kind::Predicate(_) | Kind::Declared(_) => Vec::new(),
        }
    }
}

/// A bit-vector: mostly a small number or one that is near the largest, now and then any.
fn bits(rng: &mut Rng, width: u32) -> Sexp {
    let small = rng.below(4) as u64;
    let bits = match rng.below(8) {
        0 => !small,
        1 => 1_u64.wrapping_shl(width - 1).wrapping_sub(small),
        2 => (rng.below(1 << 32) as u64) << 32 | rng.below(1 << 32) as u64,
        _ => small,
    };
    literal(bits, width)
}

/// The last `width` bits of a number.
fn literal(bits: u64, width: u32) -> Sexp {
    let bit = |at: u32| if at < 64 && bits >> at & 1 == 1 { '1' } else { '0' };
    let digits: String = (0..width).rev().map(bit).collect();
    Sexp::atom(format!("#b{digits}"))
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Bool => f.write_str("Bool"),
            Kind::Int => f.write_str("Int"),
            Kind::String => f.write_str("String"),
            Kind::RegLan => f.write_str("RegLan"),
            Kind::Bits(width) => write!(f, "(_ BitVec {width})"),
            Kind::Seq(element) => write!(f, "(Seq {element})"),
            Kind::Regex(element) => write!(f, "(RegEx (Seq {element}))"),
            Kind::Predicate(element) => write!(f, "(Array {element} Bool)"),
            Kind::Declared(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_are_read_as_they_are_written() {
        let nested = Kind::Bits(8).sequence().sequence();
        let kinds = [
            Kind::Bool,
            Kind::String,
            Kind::Bits(17),
            Kind::Regex(Box::new(nested.clone())),
            nested,
            Kind::Predicate(Box::new(Kind::Declared("E".into()))),
        ];
        for kind in kinds {
            assert_eq!(Kind::read(&Sexp::parse(&kind.to_string()).unwrap()), Some(kind));
        }
    }

    #[test]
    fn values_are_terms_of_their_sort() {
        use crate::fuzz::script::Script;
        use crate::fuzz::sorts::sort_of;
        for kind in [Kind::Bits(3), Kind::Bool.sequence(), Kind::Bits(2).sequence().sequence()] {
            for number in 0..30 {
                let value = kind.value(&mut Rng::new(1, number)).unwrap();
                assert_eq!(sort_of(&value, &Script::default()), Some(kind.to_string()), "{value}");
            }
        }
        assert_eq!(literal(5, 4).to_string(), "#b0101");
    }
}
