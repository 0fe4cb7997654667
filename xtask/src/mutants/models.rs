//! What clauses of a proof mean, and models in which they might be false.

use super::change::tokens;
use base::{Budget, FxHashMap, SplitMix64 as Rng};
use smtlib::{CommandReader, Context};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// Texts that are longer are not expanded.
const LONGEST: usize = 20_000;

/// The symbols of a problem and the abbreviations of a proof.
pub struct Meaning {
    terms: Terms,
    context: Context,
    abbreviations: FxHashMap<String, String>,
    /// What stands for a term.
    pub names: Vec<String>,
    /// The constants of the proof, as declarations.
    pub constants: Vec<String>,
}

impl Meaning {
    /// The symbols that a problem declares.
    pub fn new(problem: &str) -> Meaning {
        let (mut terms, mut context) = (Terms::default(), Context::new());
        let mut reader = CommandReader::from_bytes(problem.as_bytes().to_vec());
        while let Ok(Some(chunk)) = reader.next_chunk() {
            let _ = context.command(chunk, &mut terms);
        }
        let names = context.declared().map(|f| terms.fun(f).name.to_string()).collect();
        let abbreviations = FxHashMap::default();
        Meaning { terms, context, abbreviations, names, constants: Vec::new() }
    }

    /// Reads `(term @n ...)` or `(const @n SORT)`.
    pub fn define(&mut self, line: &str) {
        let parts: Vec<&str> = line.trim_matches(['(', ')']).splitn(3, ' ').collect();
        let [head, name, _] = parts[..] else { return };
        let rest = line.strip_suffix(')').and_then(|l| l.splitn(3, ' ').nth(2)).unwrap_or("");
        if head == "term" {
            if let Some(text) = self.expanded(rest) {
                self.abbreviations.insert(name.to_owned(), text);
            }
        } else {
            let sort = match rest {
                "Int" => Sort::Int,
                "String" => Sort::String,
                "Bool" => Sort::Bool,
                _ => return,
            };
            let _ = self.context.declare(name, &[], sort, &mut self.terms);
            self.constants.push(format!("(declare-const {name} {rest})"));
        }
        self.names.push(name.to_owned());
    }

    /// The text without abbreviations; none if it is too long.
    pub fn expanded(&self, text: &str) -> Option<String> {
        let mut out = String::new();
        for token in tokens(text) {
            out.push_str(self.abbreviations.get(token).map_or(token, String::as_str));
            out.push(' ');
            if out.len() > LONGEST {
                return None;
            }
        }
        Some(out)
    }

    /// The disjunction of a clause.
    pub fn formula(&mut self, clause: &str) -> Option<Term> {
        let text = self.expanded(clause)?;
        let inside = text.trim().strip_prefix('(')?.strip_suffix(')')?.to_owned();
        if inside.trim().is_empty() {
            return Some(self.terms.ff());
        }
        self.context.parse_term(&format!("(or false {inside})"), &mut self.terms).ok()
    }

    /// A model in which the formula is false, as text, if one of so many is.
    pub fn falsified(&mut self, formula: Term, models: usize, random: &mut Rng) -> Option<String> {
        let order = self.terms.post_order(&[formula]);
        let mut constants: Vec<(Fun, Sort)> = Vec::new();
        let mut words: Vec<Vec<u32>> = vec![Vec::new(), vec![97], vec![98, 97]];
        let mut numbers: Vec<i64> = vec![-1, 0, 1, 2];
        for &t in &order {
            if let Op::Apply(fun) = self.terms.op(t)
                && self.terms.args(t).is_empty()
            {
                constants.push((fun, self.terms.sort(t)));
            }
            words.extend(self.terms.str_value(t).map(<[u32]>::to_vec));
            numbers.extend(self.terms.int_value(t).and_then(|n| n.to_string().parse::<i64>().ok()));
        }
        for _ in 0..models {
            let mut model = Model::new();
            for &(fun, sort) in &constants {
                if let Some(value) = value(&self.terms, sort, &words, &numbers, random) {
                    model.set(fun, value);
                }
            }
            let budget = Budget::unlimited().with_steps(100_000);
            let holds = Evaluator::new(&self.terms, &model, &budget).holds(formula);
            if holds == Ok(false) {
                return Some(format!("{:?}", model.constants().collect::<Vec<_>>()));
            }
        }
        None
    }
}

/// A value near what the clause speaks of.
fn value(
    terms: &Terms,
    sort: Sort,
    words: &[Vec<u32>],
    numbers: &[i64],
    random: &mut Rng,
) -> Option<Value> {
    if let Sort::Seq(element) = sort {
        let of = terms.element_sort(element);
        let elements = (0..random.below(4)).map(|_| value(terms, of, words, numbers, random));
        return Some(Value::Seq(element, elements.collect::<Option<_>>()?));
    }
    let mut below = |n: usize| random.below(n.max(1));
    Some(match sort {
        Sort::Bool => Value::Bool(below(2) == 0),
        Sort::BitVec(width @ 1..=32) => Value::Bits(width, (below(1 << width) as u64).into()),
        Sort::Int => {
            let n = numbers[below(numbers.len())];
            Value::Int((n.checked_add(below(3) as i64 - 1)?).into())
        }
        Sort::String => {
            let mut word: Vec<u32> = Vec::new();
            for _ in 0..below(4) {
                let piece = &words[below(words.len())];
                let (i, j) = (below(piece.len() + 1), below(piece.len() + 1));
                let whole = below(2) == 0;
                word.extend(if whole { &piece[..] } else { &piece[i.min(j)..i.max(j)] });
            }
            word.truncate(60);
            Value::Str(word.into())
        }
        _ => return None,
    })
}
