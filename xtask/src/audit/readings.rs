//! What functions mean that the solver declares for its own use.
//!
//! The problem: a vector is an element of a declared sort, with declared functions of arrays, and
//! the element at a position of a word is a declared function, too. A judge that knows only the
//! declarations refutes what holds by their meaning. A reading of a claim puts definitions for
//! these declarations, in theories that judges have: a vector is a sequence (cvc5 has all of its
//! functions), a letter the code of a character below the size of the alphabet. The names are those
//! that the solver makes, a stem and a number behind `!`, which scripts do not write.
//!
//! A reading means what the claim means, so a model of it refutes the claim.

use crate::fuzz::sexp::Sexp;
use std::fmt::Write;

/// The claims that speak of an index at which two vectors differ if they do at any.
const WITNESSES: &str = "vectors.differ";

/// Claims that define a declared language, which hold by the choice of it: there is nothing to ask.
pub const DEFINITIONS: &[&str] = &["regex.predicate"];

/// The script with the meaning of what it declares; `claim` is the name of the step and its number.
pub fn reading(claim: &str, script: &str) -> String {
    let commands: Vec<Sexp> = Sexp::parse_all(script);
    let signatures: Vec<Signature<'_>> = commands.iter().filter_map(Signature::of).collect();
    let indices = signatures.iter().filter(|s| s.is_index() && claim.starts_with(WITNESSES));
    let indices: Vec<&str> = indices.map(|s| s.name).collect();
    let mut text = String::new();
    for command in &commands {
        let read = match command.head() {
            "declare-sort" => sort(command, &signatures),
            "declare-fun" => {
                Signature::of(command).and_then(|s| function(&s, &signatures, &indices))
            }
            "assert" => Some(about_all(command, &indices)),
            _ => None,
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", read.unwrap_or_else(|| command.to_string()));
    }
    text
}

/// A declared function.
struct Signature<'a> {
    name: &'a str,
    args: &'a [Sexp],
    sort: &'a Sexp,
}

impl<'a> Signature<'a> {
    fn of(command: &'a Sexp) -> Option<Signature<'a>> {
        match command.args() {
            [Sexp::Atom(name), Sexp::List(args), sort] if command.head() == "declare-fun" => {
                Some(Signature { name, args, sort })
            }
            _ => None,
        }
    }

    /// The name without its number, if it is one that the solver made.
    fn stem(&self) -> &str {
        self.name.split_once('!').map_or("", |(stem, _)| stem)
    }

    fn is_index(&self) -> bool {
        self.stem() == "index" && self.args.is_empty()
    }

    /// The sort of vectors that it reads or writes, and that of their elements.
    fn elements(&self) -> Option<(&'a Sexp, &'a Sexp)> {
        match (self.stem(), self.args) {
            ("read", [vector, _]) => Some((vector, self.sort)),
            ("write", [vector, _, element]) => Some((vector, element)),
            _ => None,
        }
    }

    /// How many bits the elements of the words have that it reads.
    fn alphabet(&self) -> Option<u32> {
        let [sequence, _] = self.args else { return None };
        let is_word = self.stem() == "nth" && sequence.head() == "String";
        match self.sort.args() {
            [Sexp::Atom(name), Sexp::Atom(width)] if is_word && name == "BitVec" => {
                width.parse().ok()
            }
            _ => None,
        }
    }
}

/// A sort of vectors as one of sequences.
fn sort(command: &Sexp, signatures: &[Signature<'_>]) -> Option<String> {
    let name = command.args().first()?;
    let (_, element) =
        signatures.iter().filter_map(Signature::elements).find(|(v, _)| *v == name)?;
    Some(format!("(define-sort {name} () (Seq {element}))"))
}

/// The definition of a function, or what else its declaration becomes.
fn function(s: &Signature<'_>, all: &[Signature<'_>], indices: &[&str]) -> Option<String> {
    let Signature { name, args, sort } = s;
    if indices.contains(name) {
        return Some(String::new());
    }
    if let Some(width) = s.alphabet() {
        return Some(format!(
            "(define-fun {name} ((s String) (i Int)) {sort} ((_ int_to_bv {width}) (str.to_code (str.at s i))))"
        ));
    }
    match (s.stem(), *args) {
        (_, []) if sort.head() == "String" => {
            Some(word(name, all.iter().find_map(Signature::alphabet)?))
        }
        ("length", [vector]) if is_vector(vector, all) => {
            Some(format!("(define-fun {name} ((v {vector})) Int (seq.len v))"))
        }
        ("read", [vector, _]) => Some(format!(
            "(declare-fun {name}.outside () {sort})\n(define-fun {name} ((v {vector}) (i Int)) {sort} \
             (ite (and (<= 0 i) (< i (seq.len v))) (seq.nth v i) {name}.outside))"
        )),
        ("write", [vector, _, element]) => Some(format!(
            "(define-fun {name} ((v {vector}) (i Int) (e {element})) {sort} (seq.update v i (seq.unit e)))"
        )),
        _ => None,
    }
}

fn is_vector(sort: &Sexp, signatures: &[Signature<'_>]) -> bool {
    signatures.iter().filter_map(Signature::elements).any(|(vector, _)| vector == sort)
}

/// A word whose letters are below 2 to the power of `width`.
fn word(name: &str, width: u32) -> String {
    let last = (1_u64 << width) - 1;
    format!(
        "(declare-fun {name} () String)\n\
         (assert (str.in_re {name} (re.* (re.range \"\\u{{0}}\" \"\\u{{{last:x}}}\"))))"
    )
}

/// The assertion for each value of the indices in it: that vectors differ at a named index says
/// that they differ at some, so its negation speaks of all.
fn about_all(command: &Sexp, indices: &[&str]) -> String {
    let [body] = command.args() else { return command.to_string() };
    let text = body.to_string();
    let atoms: Vec<&str> = text.split(['(', ')', ' ']).collect();
    let used = indices.iter().filter(|index| atoms.contains(index));
    let bound: Vec<String> = used.map(|index| format!("({index} Int)")).collect();
    if bound.is_empty() {
        return command.to_string();
    }
    format!("(assert (forall ({}) {text}))", bound.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTORS: &str = "(declare-sort vector 0)\n(declare-fun read!1 (vector Int) E)\n\
                           (declare-fun length!2 (vector) Int)\n(declare-fun index!3 () Int)\n\
                           (declare-fun a!4 () vector)\n(assert (p (read!1 a!4 index!3)))";

    #[test]
    fn vectors_are_sequences() {
        let text = reading("vectors.read-1", VECTORS);
        assert!(text.contains("(define-sort vector () (Seq E))"), "{text}");
        assert!(text.contains("(define-fun length!2 ((v vector)) Int (seq.len v))"), "{text}");
        assert!(text.contains("(declare-fun index!3 () Int)"), "{text}");
        assert!(text.ends_with("(assert (p (read!1 a!4 index!3)))\n"), "{text}");
    }

    #[test]
    fn an_index_that_was_chosen_stands_for_all_when_negated() {
        let text = reading("vectors.differ-1", VECTORS);
        assert!(
            text.contains("(assert (forall ((index!3 Int)) (p (read!1 a!4 index!3))))"),
            "{text}"
        );
        assert!(!text.contains("declare-fun index!3"), "{text}");
    }

    #[test]
    fn letters_are_codes_of_characters() {
        let script = "(declare-fun s!1 () String)\n(declare-fun nth!2 (String Int) (_ BitVec 4))";
        let text = reading("regex.letters-1", script);
        assert!(text.contains("((_ int_to_bv 4) (str.to_code (str.at s i)))"), "{text}");
        assert!(text.contains("(re.range \"\\u{0}\" \"\\u{f}\")"), "{text}");
    }

    #[test]
    fn what_the_script_declares_stays() {
        let script = "(declare-sort vector 0)\n(declare-fun read (vector Int) Int)\n(check-sat)\n";
        assert_eq!(reading("vectors.read-1", script), script);
    }
}
