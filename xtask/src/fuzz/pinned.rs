//! Formulas with values put in for what is declared, as another solver can be asked them. Whoever accepts one of them
//! accepts the formula: values only say more of it.

use super::form::Form;
use super::runner::{Answer, Command, Runner};
use super::script::{Script, declared};
use super::sexp::{Path, Sexp};
use super::sorts::sort_of;

/// A formula with values for what it declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pinned {
    form: Form,
    script: Script,
}

/// Functions whose values outside of their domain each model chooses: two assertions may be true by different choices.
const PARTIAL: &[&str] =
    &["seq.nth", "seq-nth", "seq-head", "seq-last", "seq-tail", "seq-first", "div", "mod"];

impl Pinned {
    /// The formula with a model as definitions, and as equations.
    pub fn all(script: &Script, model: &[Sexp]) -> Vec<Pinned> {
        let (script, model) = with_elements(script, model);
        let forms = [Form::Valued(model.clone()), Form::Equated(model)];
        // An axiom says what is declared; of a definition it is no axiom.
        let kept = forms.into_iter().skip(usize::from(script.has_axioms()));
        kept.map(|form| Pinned { form, script: script.clone() }).collect()
    }

    /// What a solver says.
    pub fn ask(&self, runner: &Runner, command: &Command) -> Answer {
        runner.ask(command, &self.form, &self.script)
    }

    /// The assertions one by one, if values for all that is declared leave nothing open between them.
    pub fn parts(&self) -> Vec<Pinned> {
        let model = self.form.values().unwrap_or_default();
        let defined = |name: &str| model.iter().any(|m| declared(m) == Some(name));
        let all = self.script.declarations.iter().chain(&self.script.assertions);
        let is_open = self.script.functions().any(|f| !defined(f.0))
            || all.into_iter().any(|term| PARTIAL.iter().any(|name| term.mentions(name)));
        if is_open {
            return Vec::new();
        }
        let part = |a: &Sexp| Pinned { script: self.with(vec![a.clone()]), ..self.clone() };
        self.script.assertions.iter().map(part).collect()
    }

    /// The formula with equations between languages replaced by what a solver says of a word that is in one of them
    /// only: a solver that compares languages by how they are written may know their words all the same. `None` if it
    /// does not say it of any.
    pub fn by_words(&self, runner: &Runner, command: &Command) -> Option<Pinned> {
        let mut said = false;
        let mut decided = |term: &Sexp| {
            let mut term = term.clone();
            for path in equations(&term, &self.script) {
                if let Some(value) = self.holds(runner, command, term.at(&path)) {
                    term = term.with(&path, Sexp::atom(value.to_string()));
                    said = true;
                }
            }
            term
        };
        let assertions = self.script.assertions.iter().map(&mut decided).collect();
        said.then(|| Pinned { script: self.with(assertions), ..self.clone() })
    }

    /// Whether a comparison of languages holds, as a solver says of their words.
    fn holds(&self, runner: &Runner, command: &Command, comparison: &Sexp) -> Option<bool> {
        let (languages, is_equation) = (comparison.args(), comparison.head() == "=");
        for (i, one) in languages.iter().enumerate() {
            for other in &languages[i + 1..] {
                if self.have_same_words(runner, command, one, other)? != is_equation {
                    return Some(false);
                }
            }
        }
        (languages.len() > 1).then_some(true)
    }

    /// Whether two languages have the same words, as a solver says.
    fn have_same_words(
        &self,
        runner: &Runner,
        command: &Command,
        one: &Sexp,
        other: &Sexp,
    ) -> Option<bool> {
        let word = word_sort(&sort_of(one, &self.script)?)?;
        let name = if word == "String" { "str.in_re" } else { "seq.in.re" };
        let is_in = |r: &Sexp| Sexp::call(name, [Sexp::atom(WORD), r.clone()]);
        let mut script = self.with(vec![Sexp::call("xor", [is_in(one), is_in(other)])]);
        script.declarations.extend(Sexp::parse(&format!("(declare-const {WORD} {word})")));
        match (Pinned { script, ..self.clone() }).ask(runner, command) {
            Answer::Sat => Some(false),
            Answer::Unsat => Some(true),
            _ => None,
        }
    }

    fn with(&self, assertions: Vec<Sexp>) -> Script {
        Script { assertions, ..self.script.clone() }
    }
}

/// A word that is in one of two languages.
const WORD: &str = "word!";

/// Where two languages are compared, and no variable of a binder may be in them.
fn equations(term: &Sexp, script: &Script) -> Vec<Path> {
    let is_language = |s: &Sexp| sort_of(s, script).is_some_and(|s| word_sort(&s).is_some());
    let compares = |t: &Sexp| {
        matches!(t.head(), "=" | "distinct") && t.args().len() > 1 && is_language(&t.args()[0])
    };
    let free = term.paths().into_iter().filter(|p| !term.is_below_binder(p));
    free.filter(|p| compares(term.at(p))).collect()
}

/// The sort of the words of a sort of languages.
fn word_sort(language: &str) -> Option<String> {
    if language == "RegLan" {
        return Some("String".to_owned());
    }
    let sort = Sexp::parse(language).filter(|s| s.head() == "RegEx")?;
    sort.args().first().map(Sexp::to_string)
}

/// Names of a solver's own for the elements of declared sorts as constants that differ.
fn with_elements(script: &Script, model: &[Sexp]) -> (Script, Vec<Sexp>) {
    let mut elements: Vec<(String, Sexp)> = Vec::new();
    let model = model.iter().map(|m| named(m, &mut elements)).collect();
    let mut script = script.clone();
    let mut declarations = Vec::new();
    for declaration in script.declarations {
        declarations.push(declaration.clone());
        let (true, Some(sort)) = (declaration.head() == "declare-sort", declared(&declaration))
        else {
            continue;
        };
        let of_sort = elements.iter().filter(|e| e.1 == Sexp::atom(sort));
        let names: Vec<Sexp> = of_sort.map(|e| Sexp::atom(e.0.as_str())).collect();
        let declare = |name: &Sexp| Sexp::call("declare-const", [name.clone(), Sexp::atom(sort)]);
        declarations.extend(names.iter().map(declare));
        if names.len() > 1 {
            script.assertions.push(Sexp::call("distinct", names));
        }
    }
    (Script { declarations, ..script }, model)
}

/// A value with names for elements, `(as @E_0 E)`, which are collected.
fn named(value: &Sexp, elements: &mut Vec<(String, Sexp)>) -> Sexp {
    let Sexp::List(items) = value else { return value.clone() };
    match items.as_slice() {
        [Sexp::Atom(r#as), Sexp::Atom(name), sort] if r#as == "as" && name.starts_with('@') => {
            let name = format!("{}!", &name[1..]);
            if elements.iter().all(|e| e.0 != name) {
                elements.push((name.clone(), sort.clone()));
            }
            Sexp::Atom(name)
        }
        _ => Sexp::List(items.iter().map(|i| named(i, elements)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_constants_that_differ() {
        let script = Script::parse("(declare-sort E 0)(declare-const a E)(declare-const b E)");
        let model =
            Sexp::parse_all("(define-fun a () E (as @E_0 E))(define-fun b () E (as @E_1 E))");
        let pinned = Pinned::all(&script, &model);
        let texts: Vec<String> = pinned.iter().map(|p| p.form.write(&p.script)).collect();
        assert!(texts[0].contains("(define-fun a () E E_0!)"), "{}", texts[0]);
        assert!(texts[1].contains("(assert (= b E_1!))"), "{}", texts[1]);
        assert!(texts.iter().all(|t| t.contains("(assert (distinct E_0! E_1!))")));
    }

    #[test]
    fn parts_are_asked_where_nothing_is_open_between_them() {
        let model = Sexp::parse_all("(define-fun x () Int 1)");
        let parts = |text: &str| {
            let all = Pinned::all(&Script::parse(text), &model);
            all[0].parts().len()
        };
        assert_eq!(parts("(declare-const x Int)(assert (= x 1))(assert (< x 2))"), 2);
        assert_eq!(parts("(declare-const x Int)(assert (= (div x 0) 1))(assert (< x 2))"), 0);
        assert_eq!(parts("(declare-const y Int)(assert (= y 1))(assert (< y 2))"), 0);
    }

    #[test]
    fn comparisons_of_languages_are_found() {
        let script = Script::parse(
            "(assert (or (= re.all re.none) (= 1 2)))\
             (assert (distinct (as re.all (RegEx (Seq Int))) (re.of.pred (lambda ((e Int)) true))))\
             (assert (let ((r re.all)) (= r re.none)))(assert (distinct re.all re.none re.allchar))",
        );
        let found = |n: usize| equations(&script.assertions[n], &script).len();
        assert_eq!([0, 1, 2, 3].map(found), [1, 1, 0, 1]);
        assert_eq!(word_sort("(RegEx (Seq Int))").as_deref(), Some("(Seq Int)"));
        assert_eq!(word_sort("(Seq Int)"), None);
    }
}
