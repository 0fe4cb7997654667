//! Values of strings that nobody could write down, drawn so that memberships hold now and then.

use super::runs::Word;
use super::{Model, Regex, Value, regex, sample, truth};
use crate::fuzz::form::Form;
use crate::fuzz::rng::Rng;
use crate::fuzz::script::Script;
use crate::fuzz::sexp::Sexp;
use dashu_int::IBig;

/// Words up to this length are written down as well.
const WRITTEN: usize = 300;

/// Makes the formula true under words by run lengths: what is false is negated, what cannot be told left out. `None` if
/// nothing remains.
pub fn plant(rng: &mut Rng, script: &mut Script) -> Option<Model> {
    let model = draw(rng, script)?;
    let known = |assertion: &Sexp| match truth(assertion, &model)? {
        true => Some(assertion.clone()),
        false => Some(assertion.clone().not()),
    };
    let assertions: Vec<Sexp> = script.assertions.iter().filter_map(known).collect();
    if assertions.is_empty() {
        return None;
    }
    script.assertions = assertions;
    Some(model)
}

/// Whether all assertions are known to hold.
pub fn satisfies(model: &Model, script: &Script) -> bool {
    script.assertions.iter().all(|assertion| truth(assertion, model) == Some(true))
}

fn draw(rng: &mut Rng, script: &Script) -> Option<Model> {
    let languages = languages(script);
    let mut model = Model::new();
    let mut numbers: Vec<IBig> = [0u64, 1, 1 << 32, 1 << 62].map(IBig::from).to_vec();
    for (name, args, sort) in script.functions() {
        if args.is_empty() && sort.head() == "String" {
            let word = word(rng, &languages, &model);
            numbers.push(word.len());
            model.insert(name.to_owned(), Value::Word(word));
        }
    }
    for (name, args, sort) in script.functions() {
        if args.is_empty() && sort.head() == "Int" {
            let number = rng.pick(&numbers) + IBig::from(rng.below(3)) - 1;
            model.insert(name.to_owned(), Value::Int(number));
        }
    }
    (model.len() == script.functions().count()).then_some(model)
}

/// The regexes of memberships.
fn languages(script: &Script) -> Vec<Regex> {
    let terms = script.assertions.iter().flat_map(|a| a.paths().into_iter().map(move |p| a.at(&p)));
    let members = terms.filter(|term| term.head() == "str.in_re");
    members.filter_map(|term| regex(term.args().get(1)?, &Model::new())).collect()
}

/// A word near some language, or a concatenation of those there are.
fn word(rng: &mut Rng, languages: &[Regex], model: &Model) -> Word {
    let words: Vec<&Word> = model.values().filter_map(Value::as_word).collect();
    if words.len() == 2 && rng.one_in(2) {
        return Word::concat(words);
    }
    if languages.is_empty() {
        return Word::default();
    }
    (0..8).find_map(|_| sample::near(rng.pick(languages), rng)).unwrap_or_default()
}

/// The values as definitions, if they are short.
pub fn written(model: &Model) -> Option<Form> {
    let define = |(name, value): (&String, &Value)| {
        let (sort, value) = match value {
            Value::Word(word) => ("String", Sexp::atom(format!("\"{}\"", word.text(WRITTEN)?))),
            Value::Int(n) if *n < IBig::ZERO => {
                ("Int", Sexp::call("-", [Sexp::atom((-n).to_string())]))
            }
            Value::Int(n) => ("Int", Sexp::atom(n.to_string())),
            Value::Bool(b) => ("Bool", Sexp::atom(b.to_string())),
        };
        let (name, sort) = (Sexp::atom(name.as_str()), Sexp::atom(sort));
        Some(Sexp::call("define-fun", [name, Sexp::List(Vec::new()), sort, value]))
    };
    model.iter().map(define).collect::<Option<Vec<_>>>().map(Form::Valued)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::generate::counters;

    #[test]
    fn planted_formulas_hold_and_are_long() {
        let (mut planted, mut long, mut members) = (0, 0, 0);
        for number in 0..400 {
            let mut rng = Rng::new(1, number);
            let mut script = counters::formula(&mut rng);
            let Some(model) = plant(&mut rng, &mut script) else { continue };
            assert!(satisfies(&model, &script));
            planted += 1;
            let is_long =
                |v: &Value| matches!(v, Value::Word(w) if w.len() > IBig::from(1u64 << 63));
            long += usize::from(model.values().any(is_long));
            members += usize::from(script.assertions.iter().any(|a| a.head() == "str.in_re"));
        }
        assert!(planted > 300 && long > 100 && members > 150, "{planted} {long} {members}");
    }
}
