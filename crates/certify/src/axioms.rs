//! The checker's table of axioms as terms of ours, and which of them speak of a term.
//!
//! What no rule of the checker gives by itself is looked for with instances of axioms at hand: about each function that occurs, and those
//! that the instances bring. The alternative, a proof written by hand for each rule of rewriting and each kind of lemma, is as many
//! proofs as there are rules.

use base::FxHashMap;
use smtlib::Context;
use terms::{Op, Sort, Term, Terms};

/// The table, which is the checker's.
const TABLE: &str = include_str!("../../../check/axioms.smt2");

/// The axioms that speak of a function, with its arguments as theirs.
const OF_FUNCTIONS: &[(Op, &[&str])] = &[
    (Op::StrAt, &["at-substr"]),
    (
        Op::StrSubstr,
        &["substr-length", "substr-outside", "substr-whole", "substr-pieces", "substr-rest"],
    ),
    (Op::StrContains, &["contains-indexof", "contains-found", "contains-length"]),
    (
        Op::StrIndexOf,
        &[
            "indexof-range",
            "indexof-none",
            "indexof-empty",
            "indexof-contains",
            "indexof-from",
            "indexof-at",
        ],
    ),
    (Op::StrPrefixOf, &["prefix-slice", "prefix-rest"]),
    (Op::StrSuffixOf, &["suffix-slice", "suffix-rest"]),
    (Op::StrReplace, &["replace-first"]),
    (Op::StrReplaceAll, &["replace-all-none"]),
    (Op::StrToCode, &["code-range", "code-char"]),
    (Op::StrFromCode, &["char-code"]),
    (Op::StrToInt, &["int-digits", "int-none"]),
    (Op::StrFromInt, &["numeral"]),
    (Op::StrLen, &["len-zero"]),
];

/// A clause that holds for all arguments.
#[derive(Debug)]
struct Axiom {
    params: Vec<Term>,
    formula: Term,
}

/// An axiom for certain arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Instance {
    pub name: &'static str,
    pub args: Vec<Term>,
}

/// The table.
#[derive(Debug, Default)]
pub(crate) struct Axioms {
    known: FxHashMap<&'static str, Axiom>,
}

impl Axioms {
    /// The formula of an instance: the disjunction of its literals.
    pub(crate) fn formula(&mut self, terms: &mut Terms, instance: &Instance) -> Option<Term> {
        if self.known.is_empty() {
            self.known = read(terms);
        }
        let axiom = self.known.get(instance.name)?;
        let map = axiom.params.iter().copied().zip(instance.args.iter().copied()).collect();
        Some(terms.substitute(axiom.formula, &map))
    }
}

/// What the table says of `t` alone.
pub(crate) fn about(terms: &mut Terms, t: Term) -> Vec<Instance> {
    let op = terms.op(t);
    let args = terms.args(t).to_vec();
    let names = OF_FUNCTIONS.iter().find(|(of, _)| *of == op).map_or(&[][..], |(_, names)| names);
    let mut out: Vec<Instance> =
        names.iter().map(|name| Instance { name, args: args.clone() }).collect();
    if op == Op::StrSubstr {
        out.push(Instance { name: "contains-slice", args: args.clone() });
        let (inner, parts) = (terms.op(args[0]), terms.args(args[0]).to_vec());
        if inner == Op::StrSubstr {
            out.push(Instance {
                name: "substr-nested",
                args: [parts, args[1..].to_vec()].concat(),
            });
        } else if inner == Op::StrConcat {
            let rest = terms.concat(&parts[1..]);
            let args = [&[parts[0], rest], &args[1..]].concat();
            for name in ["substr-first", "substr-second", "substr-across"] {
                out.push(Instance { name, args: args.clone() });
            }
        }
    }
    if op == Op::StrContains {
        out.push(Instance { name: "indexof-first", args: args.clone() });
        out.push(Instance { name: "indexof-before", args });
    }
    out
}

fn read(terms: &mut Terms) -> FxHashMap<&'static str, Axiom> {
    let mut known = FxHashMap::default();
    for command in items(TABLE) {
        let parts = items(inside(command));
        let [_, name, params, clause] = parts[..] else { continue };
        if let Some(axiom) = axiom(terms, params, clause) {
            known.insert(name, axiom);
        }
    }
    known
}

fn axiom(terms: &mut Terms, params: &'static str, clause: &'static str) -> Option<Axiom> {
    let mut context = Context::new();
    let mut formal = Vec::new();
    for p in items(inside(params)) {
        let [name, sort] = items(inside(p))[..] else { return None };
        let sort = if sort == "Int" { Sort::Int } else { Sort::String };
        let fun = context.declare(name, &[], sort, terms).ok()?;
        formal.push(terms.constant(fun));
    }
    let literals: Option<Vec<Term>> =
        items(inside(clause)).into_iter().map(|l| context.parse_term(l, terms).ok()).collect();
    let formula = terms.or(&literals?);
    Some(Axiom { params: formal, formula })
}

/// A list without its parentheses.
fn inside(list: &'static str) -> &'static str {
    list.strip_prefix('(').and_then(|l| l.strip_suffix(')')).unwrap_or(list)
}

/// The expressions that stand beside each other. The table has no parentheses or semicolons in strings.
fn items(text: &'static str) -> Vec<&'static str> {
    let mut out = Vec::new();
    let (mut depth, mut start, mut comment) = (0, None, false);
    for (i, c) in text.char_indices() {
        comment = (comment || c == ';') && c != '\n';
        if comment {
            continue;
        }
        if depth == 0 && (c == '(' || c.is_whitespace()) {
            out.extend(start.take().map(|s| text[s..i].trim_end()));
        }
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if start.is_none() && !c.is_whitespace() {
            start = Some(i);
        }
        if depth == 0 && c == ')' {
            out.extend(start.take().map(|s| &text[s..=i]));
        }
    }
    out.extend(start.map(|s| text[s..].trim_end()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use choices::Choices;
    use terms::eval::Evaluator;
    use terms::model::Model;
    use terms::value::Value;

    /// Instances of each axiom that are evaluated.
    const TRIALS: usize = 2_000;

    /// Small values over few letters, so that they meet.
    fn value(sort: Sort, choices: &mut Choices) -> Value {
        match sort {
            Sort::Int => Value::Int(choices.range(-2, 6).into()),
            _ => Value::Str(choices.word(&[97, 98, 48, 49, 57], 4).into()),
        }
    }

    #[test]
    fn axioms_hold_of_random_values() {
        let mut terms = Terms::default();
        let table = read(&mut terms);
        assert!(table.len() > 40, "the table is read");
        let mut choices = Choices::seeded(7);
        for (name, axiom) in &table {
            for _ in 0..TRIALS {
                let mut model = Model::new();
                for &p in &axiom.params {
                    let Op::Apply(fun) = terms.op(p) else { panic!("a parameter is a constant") };
                    model.set(fun, value(terms.sort(p), &mut choices));
                }
                let budget = Budget::unlimited();
                let holds = Evaluator::new(&terms, &model, &budget).holds(axiom.formula);
                assert!(holds.is_ok_and(|h| h), "{name} is false in {model:?}");
            }
        }
    }

    #[test]
    fn every_axiom_that_is_used_is_there() {
        let table = read(&mut Terms::default());
        for name in OF_FUNCTIONS.iter().flat_map(|(_, names)| *names) {
            assert!(table.contains_key(name), "{name}");
        }
    }
}
