//! The checker's table of axioms as terms of ours, and which of them speak of a term.
//!
//! What no rule of the checker gives by itself is looked for with instances of axioms at hand: about each function that occurs, and those
//! that the instances bring. The alternative, a proof written by hand for each rule of rewriting and each kind of lemma, is as many
//! proofs as there are rules.

use crate::languages;
use base::FxHashMap;
use smtlib::Context;
use stringent_check::AXIOMS;
use terms::{Op, Sort, Term, Terms};

/// The axioms that speak of a function, with its arguments as theirs.
const OF_FUNCTIONS: &[(Op, &[&str])] = &[
    (Op::StrAt, &["at-substr"]),
    (
        Op::StrSubstr,
        &["substr-length", "substr-outside", "substr-whole", "substr-pieces", "substr-rest"],
    ),
    (Op::StrContains, &["contains-indexof", "contains-found", "contains-length", "contains-same"]),
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
    (Op::StrPrefixOf, &["prefix-slice", "prefix-rest", "prefix-contains"]),
    (Op::StrSuffixOf, &["suffix-slice", "suffix-rest", "suffix-contains"]),
    (Op::StrReplace, &["replace-first"]),
    (Op::StrReplaceAll, &["replace-all-none", "replace-all-first", "replace-all-length"]),
    (Op::StrToCode, &["code-range", "code-char"]),
    (Op::StrFromCode, &["char-code"]),
    (
        Op::StrToInt,
        &[
            "int-growth",
            "int-digits",
            "int-none",
            "int-below-1",
            "int-below-2",
            "int-below-3",
            "int-below-4",
        ],
    ),
    (Op::StrFromInt, &["numeral"]),
    (Op::StrLen, &["len-zero"]),
    (Op::StrRev, &["rev-short", "rev-twice", "rev-length"]),
    (Op::StrUpdate, &["update"]),
];

/// The axioms that speak of a function of a string in which something is replaced.
const OF_REPLACED: &[(Op, &[&str])] = &[
    (Op::StrReplace, &["replace-own", "replace-twice"]),
    (Op::StrSubstr, &["replace-front"]),
    (Op::StrPrefixOf, &["replace-prefix"]),
];

/// The axioms that make a predicate a membership, and where the constant is.
const OF_PREDICATES: &[(Op, &str, usize)] = &[
    (Op::StrContains, "contains-member", 1),
    (Op::StrPrefixOf, "prefix-member", 0),
    (Op::StrSuffixOf, "suffix-member", 0),
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
        // Functions of strings are those of sequences, too.
        let fits = |(&p, &a): (&Term, &Term)| terms.sort(p) == terms.sort(a);
        if !axiom.params.iter().zip(&instance.args).all(fits) {
            return None;
        }
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
        out.extend(before_first(terms, t, None));
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
    if op == Op::StrRev && terms.op(args[0]) == Op::StrConcat {
        let parts = terms.args(args[0]).to_vec();
        let rest = terms.concat(&parts[1..]);
        out.push(Instance { name: "rev-join", args: vec![parts[0], rest] });
    }
    if op == Op::Eq {
        for (slice, other) in [(args[0], args[1]), (args[1], args[0])] {
            out.extend(before_first(terms, slice, Some(other)));
        }
    }
    if op == Op::StrContains {
        for name in ["indexof-first", "indexof-before", "indexof-short"] {
            out.push(Instance { name, args: args.clone() });
        }
        out.extend(parts_contain(terms, args[0], args[1]));
    }
    out.extend(member(terms, op, &args));
    out.extend(languages::about(terms, t));
    let short = [(Op::StrPrefixOf, "prefix-short"), (Op::StrSuffixOf, "suffix-short")];
    let short = short.into_iter().find(|(of, _)| *of == op && terms.op(args[1]) == Op::StrSubstr);
    out.extend(short.map(|(_, name)| Instance { name, args: args.clone() }));
    out.extend(replaced(terms, op, &args));
    if op == Op::StrReplaceAll && args[1] == args[2] {
        out.push(Instance { name: "replace-all-same", args: args[..2].to_vec() });
    }
    if op == Op::StrReplace && terms.op(args[0]) == Op::StrConcat {
        let parts = terms.args(args[0]).to_vec();
        let (first, rest) = (parts[0], terms.concat(&parts[1..]));
        if first == args[1] {
            out.push(Instance { name: "replace-first-part", args: vec![first, rest, args[2]] });
        }
        if rest == args[1] {
            out.push(Instance { name: "replace-rest", args: vec![first, rest] });
        }
    }
    out
}

/// What is in front of the first occurrence of something does not contain it; or when it is `other`.
fn before_first(terms: &Terms, slice: Term, other: Option<Term>) -> Vec<Instance> {
    let &[s, _, end] = terms.args(slice) else { return Vec::new() };
    if terms.op(slice) != Op::StrSubstr || terms.op(end) != Op::StrIndexOf {
        return Vec::new();
    }
    let found = terms.args(end)[..2].to_vec();
    if found[0] != s {
        return Vec::new();
    }
    if let Some(other) = other {
        let args = [&found[..], &[other]].concat();
        return vec![Instance { name: "indexof-front", args }];
    }
    let inside = Instance { name: "contains-member", args: vec![slice, found[1]] };
    let names = ["indexof-before", "contains-indexof"];
    let all = names.map(|name| Instance { name, args: found.clone() });
    all.into_iter().chain([inside]).collect()
}

/// A predicate with a constant is a membership.
fn member(terms: &Terms, op: Op, args: &[Term]) -> Option<Instance> {
    let (_, name, at) = OF_PREDICATES.iter().find(|(of, ..)| *of == op)?;
    terms.str_value(args[*at]).map(|_| Instance { name, args: args.to_vec() })
}

/// What parts of a concatenation say of what it contains.
fn parts_contain(terms: &mut Terms, s: Term, t: Term) -> Vec<Instance> {
    let mut out = Vec::new();
    let parts =
        if terms.op(s) == Op::StrConcat { terms.args(s).to_vec() } else { return Vec::new() };
    for i in 0..parts.len() {
        let [front, back] = [&parts[..i], &parts[i + 1..]].map(|p| terms.concat(p));
        if parts[i] == t {
            out.push(Instance { name: "contains-part", args: vec![front, t, back] });
        }
    }
    let rest = terms.concat(&parts[1..]);
    out.push(Instance { name: "contains-letter", args: vec![parts[0], rest, t] });
    out
}

/// What the table says of a function of a string in which something is replaced.
fn replaced(terms: &Terms, op: Op, args: &[Term]) -> Vec<Instance> {
    let Some((_, names)) = OF_REPLACED.iter().find(|(of, _)| *of == op) else { return Vec::new() };
    let s = args[usize::from(op == Op::StrPrefixOf)];
    if terms.op(s) != Op::StrReplace {
        return Vec::new();
    }
    let mut inner = terms.args(s).to_vec();
    if op == Op::StrReplace {
        inner[2] = args[2];
    }
    names.iter().map(|name| Instance { name, args: inner.clone() }).collect()
}

/// Pairs of terms that instances are looked for.
const MAX_PAIRS: usize = 40;

/// What the table says of several of these terms together: what contains what, which slices follow each other.
pub(crate) fn between(terms: &mut Terms, all: &[Term]) -> Vec<Instance> {
    let mut out = Vec::new();
    let of = |op: Op| all.iter().copied().filter(|&t| terms.op(t) == op).collect::<Vec<Term>>();
    let (contained, slices) = (of(Op::StrContains), of(Op::StrSubstr));
    let parts = |t: Term, i: usize| terms.arg(t, i);
    let numbers = of(Op::StrToInt);
    for &p in &numbers {
        for &q in numbers.iter().filter(|&&q| q != p) {
            out.push(Instance { name: "int-order", args: vec![parts(p, 0), parts(q, 0)] });
            out.push(Instance { name: "int-places", args: vec![parts(p, 0), parts(q, 0)] });
        }
    }
    for &p in &contained {
        for &q in &contained {
            let ([s, t], [u, v]) = ([0, 1].map(|i| parts(p, i)), [0, 1].map(|i| parts(q, i)));
            for args in [[s, u, v], [s, t, v], [s, v, t]] {
                if args[0] != args[1] && args[1] != args[2] {
                    out.push(Instance { name: "contains-through", args: args.to_vec() });
                }
            }
        }
        for &slice in slices.iter().filter(|&&slice| parts(p, 0) == slice) {
            let args = vec![parts(slice, 0), slice, parts(p, 1)];
            out.push(Instance { name: "contains-through", args });
        }
    }
    for &p in &slices {
        if terms.int_value(parts(p, 1)).is_some_and(|n| *n == 0.into()) {
            let args = vec![parts(p, 0), parts(p, 2)];
            out.push(Instance { name: "substr-front", args });
        }
    }
    for &p in &slices {
        for &q in &slices {
            if q != p && terms.arg(q, 0) == terms.arg(p, 0) {
                out.extend(neighbours(terms, p, q));
            }
        }
    }
    out.truncate(MAX_PAIRS);
    out
}

/// What the table says of two slices of a string.
fn neighbours(terms: &mut Terms, p: Term, q: Term) -> Vec<Instance> {
    let [s, i, n] = [0, 1, 2].map(|k| terms.arg(p, k));
    let (j, m) = (terms.arg(q, 1), terms.arg(q, 2));
    let mut out = vec![Instance { name: "substr-join", args: vec![s, i, n, m] }];
    if i == j {
        let more = terms.sub(m, n);
        out.push(Instance { name: "substr-join", args: vec![s, i, n, more] });
    } else {
        let between = terms.sub(j, i);
        out.push(Instance { name: "substr-on", args: vec![s, i, between] });
        let end = terms.add(&[j, m]);
        out.push(Instance { name: "substr-until", args: vec![s, n, end] });
    }
    out
}

/// A letter, or a string that is no constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    Letter(u32),
    Part(Term),
}

/// The letters and parts of a concatenation.
pub(crate) fn pieces(terms: &Terms, s: Term) -> Vec<Piece> {
    let parts = if terms.op(s) == Op::StrConcat { terms.args(s) } else { &[s][..] };
    let of = |&p: &Term| match terms.str_value(p) {
        Some(word) => word.iter().map(|&c| Piece::Letter(c)).collect(),
        None => vec![Piece::Part(p)],
    };
    parts.iter().flat_map(of).collect()
}

/// The concatenation of pieces.
pub(crate) fn joined(terms: &mut Terms, pieces: &[Piece]) -> Term {
    let mut parts = Vec::new();
    for run in pieces.chunk_by(|p, q| matches!((p, q), (Piece::Letter(_), Piece::Letter(_)))) {
        let letter = |p: &Piece| if let Piece::Letter(c) = *p { Some(c) } else { None };
        parts.push(match run[0] {
            Piece::Part(t) => t,
            Piece::Letter(_) => {
                let word: Vec<u32> = run.iter().filter_map(letter).collect();
                terms.string(&word)
            }
        });
    }
    terms.concat(&parts)
}

/// Cuts of equations at places that other equations speak of.
pub(crate) fn cuts(terms: &mut Terms, equations: &[Term]) -> Vec<Instance> {
    let mut out = Vec::new();
    for &whole in equations {
        for &part in equations.iter().filter(|&&part| part != whole) {
            let sides = [terms.arg(whole, 0), terms.arg(whole, 1)].map(|s| pieces(terms, s));
            let ends = [terms.arg(part, 0), terms.arg(part, 1)].map(|s| pieces(terms, s));
            for [l, r] in [[0, 1], [1, 0]] {
                let (a, c) = (&ends[l], &ends[r]);
                if sides[0].starts_with(a) && sides[1].starts_with(c) {
                    out.extend(cut(terms, &sides, a.len(), c.len()));
                }
                if sides[0].ends_with(a) && sides[1].ends_with(c) {
                    out.extend(cut(
                        terms,
                        &sides,
                        sides[0].len() - a.len(),
                        sides[1].len() - c.len(),
                    ));
                }
            }
        }
    }
    out.truncate(MAX_PAIRS);
    out
}

fn cut(terms: &mut Terms, sides: &[Vec<Piece>; 2], i: usize, j: usize) -> Option<Instance> {
    let whole = sides[0].len() == i && sides[1].len() == j;
    if (i == 0 && j == 0) || whole {
        return None;
    }
    let pieces = [&sides[0][..i], &sides[0][i..], &sides[1][..j], &sides[1][j..]];
    let args = pieces.iter().map(|p| joined(terms, p)).collect();
    Some(Instance { name: "cut", args })
}

fn read(terms: &mut Terms) -> FxHashMap<&'static str, Axiom> {
    let mut known = FxHashMap::default();
    for command in items(AXIOMS) {
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
        let sort = match sort {
            "Int" => Sort::Int,
            "RegLan" => Sort::RegLan,
            "String" => Sort::String,
            // Those of sequences are cited by name only. Terms for them would be the first sequences of a store that has none.
            _ => return None,
        };
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

    /// Instances of each axiom that are evaluated, if the environment does not ask for more.
    const TRIALS: usize = 2_000;

    /// Small values over few letters, so that they meet.
    fn value(terms: &mut Terms, sort: Sort, choices: &mut Choices) -> Value {
        match sort {
            Sort::Int => Value::Int(choices.range(-2, 6).into()),
            Sort::RegLan => Value::Re(language(terms, choices, 2)),
            _ => Value::Str(choices.word(&[97, 98, 48, 49, 57], 4).into()),
        }
    }

    /// A small language over few letters.
    fn language(terms: &mut Terms, choices: &mut Choices, depth: usize) -> Term {
        let op = *choices.pick(&[Op::ReUnion, Op::ReConcat, Op::ReInter, Op::ReStar, Op::ReComp]);
        if depth == 0 || choices.chance(30) {
            let word = terms.string(&choices.word(&[97, 98], 2));
            return terms.mk(Op::StrToRe, &[word]);
        }
        let parts = if matches!(op, Op::ReStar | Op::ReComp) { 1 } else { 2 };
        let parts: Vec<Term> = (0..parts).map(|_| language(terms, choices, depth - 1)).collect();
        terms.mk(op, &parts)
    }

    #[test]
    fn axioms_hold_of_random_values() {
        let mut terms = Terms::default();
        let table = read(&mut terms);
        assert!(table.len() > 40, "the table is read");
        let trials = std::env::var("AXIOM_TRIALS").ok().and_then(|n| n.parse().ok());
        let mut choices = Choices::seeded(7);
        for (name, axiom) in &table {
            for _ in 0..trials.unwrap_or(TRIALS) {
                let mut model = Model::new();
                for &p in &axiom.params {
                    let Op::Apply(fun) = terms.op(p) else { panic!("a parameter is a constant") };
                    let sort = terms.sort(p);
                    model.set(fun, value(&mut terms, sort, &mut choices));
                }
                let budget = Budget::unlimited();
                let holds = Evaluator::new(&terms, &model, &budget).holds(axiom.formula);
                assert!(holds.is_ok_and(|h| h), "{name} is false in {model:?}");
            }
        }
    }

    #[test]
    fn the_table_leaves_a_store_without_sequences() {
        let mut terms = Terms::default();
        read(&mut terms);
        assert!(!terms.has_sequences(), "sessions over strings look no further after a proof");
    }

    #[test]
    fn every_axiom_that_is_used_is_there() {
        let table = read(&mut Terms::default());
        for name in OF_FUNCTIONS.iter().chain(OF_REPLACED).flat_map(|(_, names)| *names) {
            assert!(table.contains_key(name), "{name}");
        }
    }
}
