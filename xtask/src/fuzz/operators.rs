//! The operators, from the table in `terms::op`: a new one is generated, mutated to and typed without a line
//! here. The fuzzer takes names and signatures from it, nothing of what the solver does with them.

use super::rng::Rng;
use super::sexp::Sexp;
use std::sync::LazyLock;
use terms::Sort;
use terms::op::{NAMED_OPS, Signature};

/// Operators that are weighed together: by the least common sort that they mention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Booleans and any sort.
    Core,
    Integers,
    Strings,
    Regexes,
}

/// An operator and what it takes.
pub struct Operator {
    /// What stands at the head of an application; holes for indices.
    head: Sexp,
    pub signature: Signature,
    pub family: Family,
}

/// Heads of indexed operators, which the table of names leaves out. Equal numerals make an exact repetition likely.
const INDEXED: &[(&str, Signature)] = &[
    ("(_ divisible 2)", Signature::Fixed(&[Sort::Int], Sort::Bool)),
    ("(_ divisible 3)", Signature::Fixed(&[Sort::Int], Sort::Bool)),
    ("(_ re.^ n)", Signature::Fixed(&[Sort::RegLan], Sort::RegLan)),
    ("(_ re.loop n n)", Signature::Fixed(&[Sort::RegLan], Sort::RegLan)),
];

/// All operators.
pub static ALL: LazyLock<Vec<Operator>> = LazyLock::new(|| {
    // No profile draws what is of other sequences than strings only.
    let strings = NAMED_OPS.iter().filter(|(_, op)| op.family() != terms::op::Family::Elements);
    let named = strings.map(|(name, op)| (*name, op.signature()));
    let operator = |(head, signature): (&str, Signature)| Operator {
        head: Sexp::parse(head).expect("names are expressions"),
        signature,
        family: family(signature),
    };
    named.chain(INDEXED.iter().copied()).map(operator).collect()
});

impl Operator {
    /// The name, without indices.
    pub fn name(&self) -> &str {
        match &self.head {
            Sexp::Atom(name) => name,
            Sexp::List(_) => self.head.args().first().map_or("", Sexp::head),
        }
    }

    /// What stands at the head of an application.
    pub fn head(&self) -> String {
        self.head.to_string()
    }

    /// The application to these arguments.
    pub fn apply(&self, args: impl IntoIterator<Item = Sexp>) -> Sexp {
        let mut items: Vec<Sexp> = std::iter::once(self.head.clone()).chain(args).collect();
        if items.len() == 1 { items.remove(0) } else { Sexp::List(items) }
    }

    /// Whether there are arguments with which this is a term of the sort.
    pub fn makes(&self, sort: char) -> bool {
        self.result().is_none_or(|result| result == sort)
    }

    /// Sorts of arguments with which this is a term of the sort, if there are any.
    pub fn arguments(&self, rng: &mut Rng, sort: char) -> Option<Vec<char>> {
        let several = 2 + usize::from(rng.one_in(4));
        self.makes(sort).then(|| match self.signature {
            Signature::Fixed(params, _) => params.iter().copied().map(letter).collect(),
            Signature::Assoc(s) | Signature::Chain(s) => vec![letter(s); several],
            Signature::Compare => vec![*rng.pick(&['S', 'S', 'I', 'B', 'R']); several],
            Signature::Ite => vec!['B', sort, sort],
            Signature::Special => Vec::new(),
        })
    }

    /// Whether the application to arguments of these sorts is a term of the sort.
    pub fn accepts(&self, args: &[char], sort: char) -> bool {
        let all = |s: char| args.len() > 1 && args.iter().all(|a| *a == s);
        self.makes(sort)
            && match self.signature {
                Signature::Fixed(params, _) => {
                    params.iter().map(|p| letter(*p)).eq(args.iter().copied())
                }
                Signature::Assoc(s) | Signature::Chain(s) => all(letter(s)),
                Signature::Compare => args.first().is_some_and(|first| all(*first)),
                Signature::Ite => args == ['B', sort, sort],
                Signature::Special => false,
            }
    }

    /// The sort of every application, if it is always the same.
    pub fn result(&self) -> Option<char> {
        match self.signature {
            Signature::Fixed(_, sort) | Signature::Assoc(sort) => Some(letter(sort)),
            Signature::Chain(_) | Signature::Compare => Some('B'),
            Signature::Ite | Signature::Special => None,
        }
    }
}

/// The operator of this name; of those that share it, the first.
pub fn named(name: &str) -> Option<&'static Operator> {
    ALL.iter().find(|op| op.name() == name)
}

/// The operators of a family that make terms of a sort.
pub fn making(family: Family, sort: char) -> Vec<&'static Operator> {
    ALL.iter().filter(|op| op.family == family && op.makes(sort)).collect()
}

fn family(signature: Signature) -> Family {
    let sorts = match signature {
        Signature::Fixed(params, result) => [params, &[result]].concat(),
        Signature::Assoc(sort) | Signature::Chain(sort) => vec![sort],
        Signature::Compare | Signature::Ite | Signature::Special => Vec::new(),
    };
    let by_sort = [
        (Sort::RegLan, Family::Regexes),
        (Sort::String, Family::Strings),
        (Sort::Int, Family::Integers),
    ];
    by_sort.iter().find(|(sort, _)| sorts.contains(sort)).map_or(Family::Core, |found| found.1)
}

/// The letter that stands for a sort in templates.
fn letter(sort: Sort) -> char {
    match sort {
        Sort::Bool => 'B',
        Sort::Int => 'I',
        Sort::String => 'S',
        Sort::RegLan => 'R',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_of_the_table_is_there() {
        let named = |(name, op): &(&str, terms::Op)| {
            ALL.iter().any(|o| o.name() == *name && o.signature == op.signature())
        };
        let elements = |op: terms::Op| op.family() == terms::op::Family::Elements;
        assert!(NAMED_OPS.iter().filter(|(_, op)| !elements(*op)).all(named));
        assert!(["divisible", "re.^", "re.loop"].iter().all(|name| super::named(name).is_some()));
    }

    #[test]
    fn families_and_arguments_follow_from_signatures() {
        let of = |name: &str| named(name).unwrap();
        assert_eq!(of("str.last_indexof").family, Family::Strings);
        assert_eq!(of("str.in_re").family, Family::Regexes);
        assert_eq!(of("abs").family, Family::Integers);
        assert_eq!(of("ite").family, Family::Core);
        assert!(of("str.update").accepts(&['S', 'I', 'S'], 'S'));
        assert!(!of("str.update").accepts(&['S', 'S', 'S'], 'S'));
        assert!(of("ite").accepts(&['B', 'R', 'R'], 'R') && of("=").accepts(&['I', 'I'], 'B'));
        assert!(!of("=").accepts(&['I', 'S'], 'B') && !of("re.none").accepts(&['R'], 'R'));
        let mut rng = Rng::new(1, 1);
        for op in ALL.iter() {
            for sort in ['B', 'I', 'S', 'R'] {
                let drawn = op.arguments(&mut rng, sort);
                assert_eq!(drawn.is_some(), op.makes(sort));
                assert!(drawn.is_none_or(|args| op.accepts(&args, sort)), "{}", op.name());
            }
        }
    }
}
