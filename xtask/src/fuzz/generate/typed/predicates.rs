//! Sets of letters: predicates in all spellings, with parameters, declared and defined; ranges; single letters.

use super::{Field, Typed, parsed, unit};
use crate::fuzz::kind::Kind;
use crate::fuzz::rng::Rng;
use crate::fuzz::sexp::Sexp;

/// The variable of a predicate.
pub const BOUND: &str = "b!";

impl Typed {
    /// Whether regexes and predicates are drawn.
    pub(super) fn has_predicates(&self) -> bool {
        matches!(self.field, Field::Bytes | Field::Sequences)
    }

    /// A predicate: declared, defined, by exceptions, or by a lambda.
    pub(super) fn predicate(&self, rng: &mut Rng, depth: usize) -> Sexp {
        let set = Kind::Predicate(Box::new(self.element.clone()));
        match rng.below(8) {
            0 => Sexp::atom("q"),
            1 => parsed("(_ as-array defined)"),
            2 => set.value(rng).unwrap_or_else(|| Sexp::atom("q")),
            _ => {
                let body = self.about_element(rng, depth.min(2));
                let variable = format!("({BOUND} {})", self.element);
                parsed(&format!("(lambda ({variable}) {body})"))
            }
        }
    }

    /// What a declared predicate is, as an axiom.
    pub(super) fn axiom(&self, rng: &mut Rng) -> Sexp {
        let body = self.about_element(rng, 1);
        parsed(&format!("(forall (({BOUND} {})) (= (select q {BOUND}) {body}))", self.element))
    }

    /// A function that is a predicate.
    pub(super) fn definition(&self, rng: &mut Rng) -> String {
        let body = self.about_element(rng, 2);
        format!("(define-fun defined (({BOUND} {})) Bool {body})", self.element)
    }

    /// A statement about the bound variable, mostly without parameters.
    fn about_element(&self, rng: &mut Rng, depth: usize) -> Sexp {
        let mut inner = Typed {
            field: self.field,
            element: self.element.clone(),
            has_paper: false,
            script: self.script.clone(),
            bound: Some(self.element.clone()),
        };
        if !rng.one_in(4) {
            inner.script.declarations.clear();
        }
        (0..9)
            .map(|_| inner.term(rng, &Kind::Bool, depth + 1))
            .find(|body| body.mentions(BOUND))
            .unwrap_or_else(|| Sexp::call("=", [Sexp::atom(BOUND), Sexp::atom(BOUND)]))
    }

    /// A language without operators.
    pub(super) fn letters(&self, rng: &mut Rng, element: &Kind) -> Sexp {
        let regex = Kind::Regex(Box::new(element.clone()));
        match rng.below(8) {
            0 => {
                let name = rng.pick::<&str>(&["re.all", "re.allchar", "re.empty"]);
                regex.constant(name)
            }
            1 | 2 => Sexp::call("re.of.pred", [self.predicate(rng, 1)]),
            3 if matches!(element, Kind::Bits(_)) => {
                let ends = [(); 2].map(|()| element.value(rng).map(unit));
                Sexp::call("re.range", ends.into_iter().flatten())
            }
            4 => Sexp::call("seq.to.re", [self.leaf(rng, &element.sequence())]),
            _ => match element.value(rng) {
                Some(value) => Sexp::call("seq.to.re", [unit(value)]),
                None => Sexp::call("seq.to.re", [unit(self.leaf(rng, element))]),
            },
        }
    }
}
