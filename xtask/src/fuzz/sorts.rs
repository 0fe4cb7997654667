//! The sorts of terms, as far as shrinking and mutating need them: a change that keeps sorts is
//! much more likely to keep a finding.

use super::generate::typed::applications::{bit_operator, over_sequences, result_in_paper};
use super::kind::Kind;
use super::operators;
use super::script::Script;
use super::sexp::Sexp;
use terms::Sort;
use terms::op::Signature;

/// The sort of a term, or `None` where a binder hides it.
pub fn sort_of(term: &Sexp, script: &Script) -> Option<String> {
    kind_of(term, script).map(|kind| kind.to_string())
}

/// The same, taken apart.
fn kind_of(term: &Sexp, script: &Script) -> Option<Kind> {
    let head = term.head();
    let of_arg = |n: usize| kind_of(term.args().get(n)?, script);
    match head {
        // Declarations come first: extensions may be declared by the user.
        _ if script.result_sort(head).is_some() => {
            Kind::read(&Sexp::parse(&script.result_sort(head)?)?)
        }
        "ite" | "let" => of_arg(1),
        "as" => Kind::read(term.args().get(1)?),
        "store" => of_arg(0),
        // `((as const (Array Int Bool)) true)`.
        "const" => match term {
            Sexp::List(items) => kind_of(items.first()?, script),
            Sexp::Atom(_) => None,
        },
        "seq.unit" => Some(of_arg(0)?.sequence()),
        "seq.nth" => of_arg(0)?.element().cloned(),
        "re.of.pred" => Some(Kind::Regex(Box::new(predicate_over(&term.args()[0], script)?))),
        "select" | "forall" => Some(Kind::Bool),
        _ if head.starts_with('"') => Some(Kind::String),
        _ if head.starts_with("#b") => Some(Kind::Bits(u32::try_from(head.len() - 2).ok()?)),
        _ if head.starts_with(|c: char| c.is_ascii_digit()) => Some(Kind::Int),
        _ => of_bits(term, script)
            .or_else(|| of_sequences(term, script))
            .or_else(|| Kind::of_letter(operators::named(head)?.result()?)),
    }
}

/// The elements that a predicate is over.
fn predicate_over(predicate: &Sexp, script: &Script) -> Option<Kind> {
    match (predicate.head(), predicate.args()) {
        ("lambda", [Sexp::List(bound), _]) => Kind::read(bound.first()?.args().first()?),
        ("_", [_, Sexp::Atom(function)]) => Kind::read(script.argument_sort(function)?),
        _ => kind_of(predicate, script)?.element().cloned(),
    }
}

/// The sort of the application of an operator of bit-vectors.
fn of_bits(term: &Sexp, script: &Script) -> Option<Kind> {
    let sort = |arg: &Sexp| match kind_of(arg, script)? {
        Kind::Bits(width) => Some(Sort::BitVec(width)),
        Kind::Int => Some(Sort::Int),
        _ => None,
    };
    let operator = bit_operator(term)?;
    let sorts: Vec<Sort> = term.args().iter().map(sort).collect::<Option<_>>()?;
    Kind::over(operator.sort(&sorts).ok()?, &Kind::Bool)
}

/// The sort of the application of a function of sequences.
fn of_sequences(term: &Sexp, script: &Script) -> Option<Kind> {
    let first = term.args().first()?;
    if term.head() == "seq-cons" {
        return Some(kind_of(first, script)?.sequence());
    }
    let kind = kind_of(first, script)?;
    let element = kind.element()?;
    if let Some(kind) = result_in_paper(term.head(), element) {
        return Some(kind);
    }
    let result = match over_sequences(term.head())? {
        Signature::Fixed(_, sort) | Signature::Assoc(sort) => sort,
        _ => Sort::Bool,
    };
    Kind::over(result, element)
}

/// The letters of sorts in templates, and their names.
const LETTERS: &[(char, &str)] = &[('B', "Bool"), ('I', "Int"), ('S', "String"), ('R', "RegLan")];

/// The letter that stands for a sort in templates.
pub fn letter(sort: &str) -> Option<char> {
    LETTERS.iter().find(|(_, name)| *name == sort).map(|found| found.0)
}

/// The simplest terms of a sort, simplest first.
pub fn simplest(sort: &str) -> Vec<Sexp> {
    let kind = Sexp::parse(sort).and_then(|sort| Kind::read(&sort));
    kind.map_or_else(Vec::new, |kind| kind.simplest())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts() {
        let script = Script::parse(
            "(declare-fun f (Int) String)(declare-const i Int)(declare-const s (Seq (_ BitVec 4)))\
             (define-fun p ((e Int)) Bool (< e 2))(declare-fun q ((_ BitVec 4)) Bool)",
        );
        let sort = |text: &str| sort_of(&Sexp::parse(text).unwrap(), &script);
        for (text, expected) in [
            ("(f 1)", "String"),
            ("i", "Int"),
            ("(ite true i 2)", "Int"),
            ("((_ re.loop 1 2) re.all)", "RegLan"),
            ("((_ divisible 2) i)", "Bool"),
            ("(str.last_indexof \"a\" \"\")", "Int"),
            ("re.none", "RegLan"),
            ("(ite true re.all re.none)", "RegLan"),
            ("(let ((v 1)) (str.at \"a\" v))", "String"),
            ("(concat #b01 (seq.nth s i))", "(_ BitVec 6)"),
            ("((_ extract 2 1) (bvadd #b0000 #b0001))", "(_ BitVec 2)"),
            ("((_ int_to_bv 4) i)", "(_ BitVec 4)"),
            ("(bvult #b0 #b1)", "Bool"),
            ("(seq.++ s (seq.unit #b0000))", "(Seq (_ BitVec 4))"),
            ("(seq.len s)", "Int"),
            ("(seq.contains s (as seq.empty (Seq (_ BitVec 4))))", "Bool"),
            ("(re.* (seq.to.re s))", "(RegEx (Seq (_ BitVec 4)))"),
            ("((_ re.loop 1 2) (seq.to.re s))", "(RegEx (Seq (_ BitVec 4)))"),
            ("(re.of.pred (lambda ((e Int)) (< e 2)))", "(RegEx (Seq Int))"),
            ("(re.of.pred (_ as-array p))", "(RegEx (Seq Int))"),
            (
                "(re.of.pred (store ((as const (Array Int Bool)) true) 1 false))",
                "(RegEx (Seq Int))",
            ),
            ("(re.of.pred (_ as-array q))", "(RegEx (Seq (_ BitVec 4)))"),
        ] {
            assert_eq!(sort(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(sort("v"), None);
        let script = Script::parse("(declare-fun str.rev (Int) Int)");
        assert_eq!(sort_of(&Sexp::parse("(str.rev 1)").unwrap(), &script).as_deref(), Some("Int"));
    }
}
