//! Questions about what is looked up in tables by one text, answered for each key.
//!
//! The problem: `(ite (= k "a") "x" (ite (= k "b") "y" ...))` is a table, and programs look up in one what they found in another:
//! is what a decoder makes of the code of `k` not `k`? To the procedures each branch is a case, and the second table is asked in each
//! case of the first.
//!
//! A formula that reads nothing but `k`, and that only by comparing it with words and passing it on, cannot tell two texts apart
//! that are none of these words. So it is a function with a value for each of the words and one for all others, as is each term in
//! it, and becomes the set of words for which it holds. Most terms have the value of others for nearly all words, so functions are
//! lists of exceptions. (Finite abstraction of data that are only compared: P. Wolper, *Expressing interesting properties of programs
//! in propositional temporal logic*, POPL 1986.) What is evaluated of an entry that is no longer the text itself may be any function.

use super::replace_whole;
use crate::engine::Resources;
use base::{Budget, FxHashMap, FxHashSet, Interrupted, id32};
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::{Op, Sort, Term, Terms};

/// A fact: functions of more values altogether take too much memory, which is 64 MB here.
const ENTRIES: u64 = 1 << 23;

/// What a term reads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    Nothing,
    /// This text only.
    One(Term),
    Much,
}

/// What is known of a term.
#[derive(Clone, Copy)]
struct Node {
    reads: Reads,
    /// Whether it may be the text itself that is read.
    is_text: bool,
    /// Whether it is computed from words, so that it may be another word than is written down.
    is_computed: bool,
    /// Whether it asks a table.
    has_table: bool,
}

impl Node {
    /// A text of which nothing is known.
    fn opaque(t: Term) -> Node {
        Node { reads: Reads::One(t), is_text: true, is_computed: false, has_table: false }
    }
}

/// Replaces what `formulas` ask tables by the words for which it holds. Whether there was any.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    formulas: &mut [Term],
    all: &[Term],
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let is_table = |t: Term| terms.op(t) == Op::Ite && terms.sort(t) == Sort::String;
    if !all.iter().any(|&t| is_table(t)) {
        return Ok(false);
    }
    budget.charge(all.len() as u64)?;
    let nodes = nodes(terms, all);
    let mut left = ENTRIES.min(budget.tunables().check.table_steps);
    let mut images = FxHashMap::default();
    for (x, questions) in questions(terms, formulas, &nodes, budget)? {
        answer(terms, x, &questions, &mut left, &mut images, budget)?;
    }
    let is_changed = !images.is_empty();
    if is_changed {
        replace_whole(terms, images, formulas, ("preprocess.tables", &[]), audit, budget)?;
    }
    Ok(is_changed)
}

/// What is known of each term of `all`, which are in post-order.
fn nodes(terms: &Terms, all: &[Term]) -> FxHashMap<Term, Node> {
    let mut nodes: FxHashMap<Term, Node> = FxHashMap::default();
    for &t in all {
        let node = node(terms, t, &nodes);
        nodes.insert(t, node);
    }
    nodes
}

/// What is known of `t` by what is known of its arguments.
fn node(terms: &Terms, t: Term, nodes: &FxHashMap<Term, Node>) -> Node {
    let (op, is_string) = (terms.op(t), terms.sort(t) == Sort::String);
    let args = || terms.args(t).iter().map(|a| nodes[a]);
    let reads = args().fold(Reads::Nothing, |all, a| match (all, a.reads) {
        (Reads::Nothing, reads) | (reads, Reads::Nothing) => reads,
        (one, other) if one == other => one,
        _ => Reads::Much,
    });
    let (is_text, is_computed) = (args().any(|a| a.is_text), args().any(|a| a.is_computed));
    let is_passed_on = is_string && op == Op::Ite;
    let is_compared = op == Op::Eq && !(is_text && is_computed);
    let is_open = terms.is_interpreted_by_models(t) || is_text && !is_passed_on && !is_compared;
    let reads = if is_open { Reads::Much } else { reads };
    if is_string && reads == Reads::Much {
        return Node::opaque(t);
    }
    Node {
        reads,
        is_text: is_text && is_passed_on,
        is_computed: is_string && (is_computed || !is_passed_on && !op.is_const()),
        has_table: is_passed_on || args().any(|a| a.has_table),
    }
}

/// The largest formulas that read one text through tables, by this text.
fn questions(
    terms: &Terms,
    formulas: &[Term],
    nodes: &FxHashMap<Term, Node>,
    budget: &Budget,
) -> Result<Vec<(Term, Vec<Term>)>, Interrupted> {
    let (mut groups, mut number) = (Vec::<(Term, Vec<Term>)>::new(), FxHashMap::default());
    let (mut seen, mut stack) = (FxHashSet::default(), formulas.to_vec());
    stack.reverse();
    while let Some(t) = stack.pop() {
        budget.charge(1)?;
        if !seen.insert(t) {
            continue;
        }
        match nodes[&t] {
            Node { reads: Reads::One(x), has_table: true, .. } if terms.sort(t) == Sort::Bool => {
                let i = *number.entry(x).or_insert(groups.len());
                if i == groups.len() {
                    groups.push((x, Vec::new()));
                }
                groups[i].1.push(t);
            }
            _ => stack.extend(terms.args(t).iter().rev()),
        }
    }
    Ok(groups)
}

/// Enters for each of the `questions`, which read `x` only, for which words they hold, if that takes few steps.
fn answer(
    terms: &mut Terms,
    x: Term,
    questions: &[Term],
    left: &mut u64,
    images: &mut FxHashMap<Term, Term>,
    budget: &Budget,
) -> Result<(), Interrupted> {
    debug_assert!(!questions.is_empty(), "a text of which nothing is asked");
    let key = if terms.is_constant(x) { x } else { terms.fresh("key", Sort::String) };
    let mut memo = FxHashMap::from_iter([(x, key)]);
    let mut asked = Vec::with_capacity(questions.len());
    for &f in questions {
        asked.push(terms.map_bottom_up_within(f, &mut memo, budget, |_, t| t)?);
    }
    let all = terms.post_order_within(&asked, budget)?;
    let words: Vec<Term> = all.iter().copied().filter(|&t| terms.str_value(t).is_some()).collect();
    let Some(functions) = evaluate(terms, key, &words, &all, left, budget)? else { return Ok(()) };
    let listed: usize = asked.iter().map(|f| functions[f].others.len()).sum();
    if listed > all.len() {
        return Ok(());
    }
    for (f, asked) in questions.iter().zip(asked) {
        let Image { usual, others } = &functions[&asked];
        let equal: Vec<Term> =
            others.iter().map(|&(i, _)| terms.eq(x, words[i as usize])).collect();
        let any = if equal.is_empty() { terms.ff() } else { terms.or(&equal) };
        let is_else = *usual == terms.tt();
        images.insert(*f, if is_else { terms.not(any) } else { any });
    }
    Ok(())
}

/// A function of the text that is read: its value for most, and those for single words, by their numbers.
struct Image {
    usual: Term,
    others: Vec<(u32, Term)>,
}

impl Image {
    fn constant(usual: Term) -> Image {
        Image { usual, others: Vec::new() }
    }

    /// The value for the word `i`, where `at` is behind the words before.
    fn at(&self, i: u32, at: usize) -> Option<Term> {
        self.others.get(at).filter(|(word, _)| *word == i).map(|(_, value)| *value)
    }
}

/// The terms of `all`, in post-order, as functions of `key`, which is compared with `words`; `None` if one cannot be evaluated or
/// they take too long.
fn evaluate(
    terms: &mut Terms,
    key: Term,
    words: &[Term],
    all: &[Term],
    left: &mut u64,
    budget: &Budget,
) -> Result<Option<FxHashMap<Term, Image>>, Interrupted> {
    let lengths = words.iter().filter_map(|&w| terms.str_value(w)).map(<[u32]>::len);
    let longest = lengths.max().unwrap_or(0);
    let other = terms.string(&vec![u32::from('a'); longest + 1]);
    let number: FxHashMap<Term, u32> =
        words.iter().enumerate().map(|(i, &word)| (word, id32(i))).collect();
    let (tt, ff) = (terms.tt(), terms.ff());
    let mut images: FxHashMap<Term, Image> = FxHashMap::default();
    for &t in all {
        let word = match *terms.args(t) {
            [a, b] if terms.op(t) == Op::Eq && a == key => number.get(&b),
            [a, b] if terms.op(t) == Op::Eq && b == key => number.get(&a),
            _ => None,
        };
        let image = if t == key {
            Image { usual: other, others: (0..).zip(words.iter().copied()).collect() }
        } else if let Some(&word) = word {
            Image { usual: ff, others: vec![(word, tt)] }
        } else if terms.args(t).is_empty() {
            Image::constant(t)
        } else {
            match apply(terms, t, &images, budget)? {
                Some(image) => image,
                None => return Ok(None),
            }
        };
        let steps = 1 + image.others.len() as u64;
        budget.charge(steps)?;
        let Some(rest) = left.checked_sub(steps) else { return Ok(None) };
        *left = rest;
        images.insert(t, image);
    }
    Ok(Some(images))
}

/// `t` as a function by those of its arguments.
fn apply(
    terms: &mut Terms,
    t: Term,
    images: &FxHashMap<Term, Image>,
    budget: &Budget,
) -> Result<Option<Image>, Interrupted> {
    let args: Vec<&Image> = terms.args(t).iter().map(|a| &images[a]).collect();
    debug_assert!(!args.is_empty(), "a constant is applied to nothing");
    let mut values: Vec<Term> = args.iter().map(|a| a.usual).collect();
    let Some(usual) = value(terms, t, &values, budget)? else { return Ok(None) };
    let mut image = Image::constant(usual);
    let mut at = vec![0; args.len()];
    loop {
        let next = args.iter().zip(&at).filter_map(|(a, &at)| a.others.get(at));
        let Some(i) = next.map(|(word, _)| *word).min() else { break };
        for ((a, at), value) in args.iter().zip(&mut at).zip(&mut values) {
            let there = a.at(i, *at);
            *value = there.unwrap_or(a.usual);
            *at += usize::from(there.is_some());
        }
        let Some(value) = value(terms, t, &values, budget)? else { return Ok(None) };
        if value != usual {
            image.others.push((i, value));
        }
    }
    Ok(Some(image))
}

/// The value of `t` for these values of its arguments, which are constants, or regexes that are written out.
fn value(
    terms: &mut Terms,
    t: Term,
    values: &[Term],
    budget: &Budget,
) -> Result<Option<Term>, Interrupted> {
    debug_assert!(values.len() == terms.args(t).len(), "a value of no argument");
    let op = terms.op(t);
    if op == Op::Ite {
        let is_first = values[0] == terms.tt();
        return Ok(Some(if is_first { values[1] } else { values[2] }));
    }
    if op == Op::Eq && terms.sort(values[0]) != Sort::RegLan {
        let is_equal = values.iter().all(|&v| v == values[0]);
        return Ok(Some(if is_equal { terms.tt() } else { terms.ff() }));
    }
    let applied = if values == terms.args(t) { t } else { terms.mk(op, values) };
    if terms.sort(t) == Sort::RegLan {
        return Ok(Some(applied));
    }
    budget.charge(values.len() as u64)?;
    let model = Model::new();
    let evaluated = Evaluator::new(terms, &model, budget).eval(applied);
    match evaluated {
        Ok(value) => Ok(value.to_term(terms)),
        Err(EvalError::Interrupted(why)) => Err(why),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::brute::{assert_same, run};
    use super::*;
    use base::SplitMix64;
    use terms::value::Value;

    fn asked(terms: &mut Terms, formulas: &mut [Term]) -> bool {
        let all = terms.post_order(formulas);
        run(terms, |res| round(res, formulas, &all).unwrap())
    }

    /// A table of what is in `from` to words, `x` or something computed.
    fn table(terms: &mut Terms, random: &mut SplitMix64, x: Term, from: Term) -> Term {
        let word = |terms: &mut Terms, random: &mut SplitMix64| {
            terms.text(["", "a", "b", "ab", "c"][random.below(5)])
        };
        let mut last = if random.below(2) == 0 { x } else { word(terms, random) };
        for _ in 0..4 {
            let (key, image) = (word(terms, random), word(terms, random));
            let image = match random.below(6) {
                0 => terms.mk(Op::StrConcat, &[image, last]),
                1 => x,
                _ => image,
            };
            let is_key = terms.eq(from, key);
            last = terms.ite(is_key, image, last);
        }
        last
    }

    #[test]
    fn a_formula_of_tables_holds_for_the_same_texts() {
        let (mut random, mut changed) = (SplitMix64::new(3), 0);
        let texts = ["", "a", "b", "c", "ab", "aa", "ba", "bb", "cb", "abab", "aaa", "d"];
        let texts = texts.map(Value::text).to_vec();
        for _ in 0..300 {
            let mut terms = Terms::new();
            let x = terms.fresh("x", Sort::String);
            let first = table(&mut terms, &mut random, x, x);
            let second = table(&mut terms, &mut random, x, first);
            let b = terms.text("b");
            let before = match random.below(4) {
                0 => terms.eq(second, x),
                1 => terms.eq(second, b),
                2 => terms.mk(Op::StrContains, &[second, b]),
                _ => terms.eq(first, second),
            };
            let mut formulas = vec![before];
            if !asked(&mut terms, &mut formulas) {
                continue;
            }
            changed += 1;
            assert_same(&terms, &[(x, texts.clone())], &[before], &formulas);
        }
        assert!(changed > 50, "{changed} changed");
    }

    #[test]
    fn what_reads_letters_or_two_texts_stays() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.fresh(name, Sort::String));
        let [a, b] = ["a", "b"].map(|word| terms.text(word));
        let is_a = terms.eq(x, a);
        let (passed, other) = (terms.ite(is_a, b, x), terms.ite(is_a, b, y));
        let letters = terms.mk(Op::StrContains, &[passed, b]);
        let two = terms.eq(other, b);
        let mut formulas = vec![letters, two];
        assert!(!asked(&mut terms, &mut formulas));
        assert_eq!(formulas, [letters, two]);
    }
}
