//! The rule `lang`: literals about languages, lengths and concatenations that contradict each other.
//!
//! What the negated literals say of one string is languages.
//! A *configuration* `(r, s)` stands for the words that are in both languages. If a set of configurations has the initial one, is
//! closed under derivatives, and none of them has the empty word, then it has no word: a shortest one would lead to a shorter one.

use crate::base::*;
use crate::poly::Poly;
use crate::regex::{Form, Regex, Regexes, explore};
use std::collections::{BTreeMap, BTreeSet};

/// How often what is known of parts becomes known of the whole.
const ROUNDS: usize = 3;

/// Remainders are told apart for divisors up to this one.
const MAX_PERIOD: usize = 1_000;

/// Digits of a number that is looked at.
const MAX_DIGITS: usize = 400;

/// The term that represents the class of `t`.
fn root(classes: &Map<Term, Term>, t: Term) -> Term {
    classes.get(&t).copied().unwrap_or(t)
}

/// Whether no word is in `r`.
fn is_empty(regexes: &mut Regexes, r: Regex) -> Result<bool> {
    // Where a concatenation has no words because one of its parts has none, what comes before it need not be read.
    for whole in regexes.together(r) {
        let parts = regexes.parts(whole);
        for &part in parts.iter().filter(|_| parts.len() > 1) {
            let may_be_empty = matches!(regexes.form(part), Form::Joined(_, false) | Form::Comp(_));
            if may_be_empty && is_closed(regexes, part)? {
                return Ok(true);
            }
        }
    }
    is_closed(regexes, r)
}

/// The same, by reading words. What is left of complements is kept apart: with each such rest come many of the others.
fn is_closed(regexes: &mut Regexes, r: Regex) -> Result<bool> {
    let is_comp = |r: &Regex| matches!(regexes.form(*r), Form::Comp(_));
    let (comps, others): (Vec<Regex>, Vec<Regex>) =
        regexes.together(r).into_iter().partition(is_comp);
    let first = (regexes.inter(&others), regexes.inter(&comps));
    explore(first, |&(wanted, rest)| {
        if regexes.is_nullable(wanted) && regexes.is_nullable(rest) {
            return Ok(None);
        }
        let (ways, others) = (regexes.linear(wanted)?, regexes.linear(rest)?);
        regexes.charge(ways.len().saturating_mul(others.len()))?;
        let mut pairs = Vec::new();
        for (letters, next) in ways.iter() {
            let meeting = others.iter().filter(|(set, _)| set.meets(letters));
            pairs.extend(meeting.map(|(_, other)| (*next, *other)));
        }
        // Each may be one that is remembered.
        regexes.charge(10 * pairs.len())?;
        Ok(Some(pairs))
    })
}

/// Whether two languages are the same.
fn are_equal(regexes: &mut Regexes, a: Regex, b: Regex) -> Result<bool> {
    let [only_a, only_b] = [(a, b), (b, a)].map(|(a, b)| {
        let other = regexes.comp(b);
        regexes.inter(&[a, other])
    });
    Ok(is_empty(regexes, only_a)? && is_empty(regexes, only_b)?)
}

/// The words with a number of at least `low`; none if it is too large.
fn at_least(regexes: &mut Regexes, low: &BigInt) -> Option<Regex> {
    if *low < BigInt::ZERO {
        return Some(Regexes::ALL);
    }
    let digits: Vec<u32> = low.to_string().bytes().map(u32::from).collect();
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let any = regexes.range(48, 57);
    // As many digits, from the last one on at least as large; or more, the first of them not 0.
    let mut same = Regexes::EMPTY;
    for (count, &digit) in digits.iter().rev().enumerate() {
        let rest = regexes.repeat(any, count, Some(count));
        let [equal, larger] = [(digit, digit), (digit + 1, 57)].map(|(a, b)| regexes.range(a, b));
        let choices = [regexes.concat(&[equal, same]), regexes.concat(&[larger, rest])];
        same = regexes.union(&choices);
    }
    let (zero, first) = (regexes.range(48, 48), regexes.range(49, 57));
    let rest = regexes.repeat(any, digits.len(), None);
    let choices = [regexes.concat(&[first, rest]), same];
    let (zeros, numeral) = (regexes.repeat(zero, 0, None), regexes.union(&choices));
    Some(regexes.concat(&[zeros, numeral]))
}

/// The words with a code of at least `low`: all, or letters.
fn coded(regexes: &mut Regexes, low: &BigInt) -> Option<Regex> {
    Some(match u32::try_from(low) {
        _ if *low < BigInt::ZERO => Regexes::ALL,
        Ok(low) if low <= MAX_CHAR => regexes.range(low, MAX_CHAR),
        _ => Regexes::NONE,
    })
}

/// The words of at least so many letters; none if these are too many.
fn measured(regexes: &mut Regexes, low: &BigInt) -> Option<Regex> {
    let low = usize::try_from(low.max(&BigInt::ZERO)).ok()?;
    Some(regexes.repeat(Regexes::ANY, low, None))
}

/// Whether the clause holds: its negated literals leave no word for some string.
pub fn holds(store: &mut Store, clause: &[Term]) -> Result<bool> {
    let facts = store.facts(clause)?;
    let falsum = store.bool(false);
    if facts.contains(&falsum) || differ_in_vain(store, &facts)? {
        return Ok(true);
    }
    let (mut classes, mut said): (Map<Term, Term>, _) = (Map::default(), Vec::new());
    for fact in facts {
        if let ("=", &[a, b]) = store.at(fact)
            && *store.sort(a) == Sort::Str
        {
            said.extend([(a, Regexes::ALL), (b, Regexes::ALL)]);
            let (a, b) = (root(&classes, a), root(&classes, b));
            classes.insert(a, b);
            store.regexes.charge(classes.len())?;
            classes.values_mut().filter(|class| **class == a).for_each(|class| *class = b);
        }
        said.extend(store.member(fact));
    }
    // Of each class of equal strings, what is said of them, and which ones they are.
    let mut known: BTreeMap<Term, (Vec<Regex>, BTreeSet<Term>)> = BTreeMap::new();
    for (s, r) in said {
        let class = known.entry(root(&classes, s)).or_default();
        class.0.push(r);
        class.1.insert(s);
    }
    let mut languages: Map<Term, Regex> = Map::default();
    for (&class, (all, _)) in &known {
        languages.insert(class, store.regexes.inter(all));
    }
    let mut ends: Vec<Term> = known.values().flat_map(|of| &of.1).copied().collect();
    ends.retain(|&end| store.head(end) == "str.++");
    for round in 0..ROUNDS {
        let before = languages.clone();
        for (&class, (said, strings)) in &known {
            let mut all = said.clone();
            for &s in strings {
                all.extend(products(store, &classes, (s, &ends), &before)?);
            }
            let all = store.regexes.inter(&all);
            let is_new = languages.insert(class, all) != Some(all) || round == 0;
            if is_new && is_empty(&mut store.regexes, all)? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Languages that `t` is in, as its parts are in those of their classes, and what it ends with, if that is one of these strings.
fn products(
    store: &mut Store,
    classes: &Map<Term, Term>,
    (t, ends): (Term, &[Term]),
    languages: &Map<Term, Regex>,
) -> Result<Vec<Regex>> {
    let all = store.parts(t);
    let of_class = |t: Term| languages.get(&root(classes, t)).copied().unwrap_or(Regexes::ALL);
    let mut parts = Vec::new();
    for &p in &all {
        parts.push(match store.text_value(p).map(<[u32]>::to_vec) {
            Some(w) => store.regexes.word(&w),
            None if store.element(p).is_some() => Regexes::ANY,
            None if p == t => Regexes::ALL,
            None => of_class(p),
        });
    }
    let mut products = vec![store.regexes.concat(&parts)];
    for &end in ends.iter().filter(|&&end| end != t) {
        store.regexes.charge(1)?;
        if let Some(front) = all.strip_suffix(&store.parts(end)[..]) {
            let with_end = [&parts[..front.len()], &[of_class(end)]].concat();
            products.push(store.regexes.concat(&with_end));
        }
    }
    Ok(products)
}

/// Whether two languages are said to differ that are the same, or to be the same and differ.
fn differ_in_vain(store: &mut Store, facts: &[Term]) -> Result<bool> {
    for &f in facts {
        let (inner, positive) = store.atom(f);
        if let ("=", &[a, b]) = store.at(inner)
            && *store.sort(a) == Sort::Re
            && let (Some(r), Some(s)) = (store.language(a), store.language(b))
            && are_equal(&mut store.regexes, r, s)? != positive
        {
            return Ok(true);
        }
    }
    Ok(false)
}

impl Store {
    /// The parts of what the negations of the literals say, in normal form.
    pub fn facts(&mut self, clause: &[Term]) -> Result<Vec<Term>> {
        let negations = self.negations(clause)?;
        Ok(negations.into_iter().flat_map(|fact| self.conjuncts(fact)).collect())
    }

    /// The string and the language of what is a membership, or is made of those of one string by negation and disjunction.
    pub fn member(&mut self, fact: Term) -> Option<(Term, Regex)> {
        let is_atom = |t: Term| !matches!(self.head(t), "not" | "or");
        let mut members: Map<Term, (Term, Regex)> = Map::default();
        for t in self.post_order(&[fact], is_atom) {
            let parts: Vec<_> = match self.head(t) {
                "not" | "or" => self.args(t).iter().map(|a| members[a]).collect(),
                _ => vec![self.single(t)?],
            };
            let (strings, languages): (Vec<Term>, Vec<Regex>) = parts.into_iter().unzip();
            let any = self.regexes.union(&languages);
            let r = if self.head(t) == "not" { self.regexes.comp(any) } else { any };
            let is_one = strings.iter().all(|&s| s == strings[0]);
            members.insert(t, is_one.then_some((strings[0], r))?);
        }
        members.get(&fact).copied()
    }

    /// The string and the language of a formula that says whether a string is in a language, contains, begins or ends with a constant or
    /// is one, or what its length, its number or its code is.
    fn single(&mut self, fact: Term) -> Option<(Term, Regex)> {
        let (head, &[a, b]) = self.at(fact) else { return None };
        let [of_a, of_b] = [a, b].map(|t| {
            let word = self.text_value(t).map(<[u32]>::to_vec);
            word.map(|word| self.regexes.word(&word))
        });
        let all = Regexes::ALL;
        Some(match (head, of_a, of_b) {
            ("str.in_re", ..) => (a, self.language(b)?),
            ("=" | ">=", ..) if *self.sort(a) == Sort::Int => {
                self.bounded(fact).or_else(|| self.periodic(fact))?
            }
            ("=", Some(word), _) => (b, word),
            ("=", _, Some(word)) => (a, word),
            ("str.prefixof", Some(word), _) => (b, self.regexes.concat(&[word, all])),
            ("str.suffixof", Some(word), _) => (b, self.regexes.concat(&[all, word])),
            ("str.contains", _, Some(word)) => (a, self.regexes.concat(&[all, word, all])),
            _ => return None,
        })
    }

    /// A bound of the length, of the number or of the code of a string, or what it is, as a language.
    fn bounded(&mut self, fact: Term) -> Option<(Term, Regex)> {
        let mut p = self.comparison(fact)?;
        let is_equation = self.head(fact) == "=";
        if is_equation && p.is_led_by_minus() {
            p = p.negated();
        }
        let t = p.only()?;
        let words = match self.head(t) {
            "str.to_int" => at_least,
            "str.to_code" => coded,
            "str.len" => measured,
            _ => return None,
        };
        let (s, low) = (self.args(t)[0], -p.constant());
        let from = words(&mut self.regexes, &low)?;
        if !is_equation {
            return Some((s, from));
        }
        let beyond = words(&mut self.regexes, &(low + 1))?;
        let below = self.regexes.comp(beyond);
        Some((s, self.regexes.inter(&[from, below])))
    }

    /// What the remainder of a sum of the length of a string and a number says, as a language: a comparison of it or of its negation
    /// with a number.
    fn periodic(&mut self, fact: Term) -> Option<(Term, Regex)> {
        let p = self.comparison(fact)?;
        let order = self.post_order(&[fact], |t| self.head(t) == "str.len");
        let quotient = order.iter().copied().find(|&t| self.head(t) == "div")?;
        let (sum, divisor) = (self.poly(self.args(quotient)[0]), self.args(quotient)[1]);
        let length = sum.only().filter(|&t| self.head(t) == "str.len")?;
        let divisor = self.positive(divisor)?;
        let rest = sum.plus(-divisor, &Poly::atom(quotient));
        let is_rest = [1, -1].iter().any(|&sign| p.clone().plus(sign, &rest).value().is_some());
        let period = usize::try_from(divisor).ok().filter(|&n| is_rest && n <= MAX_PERIOD)?;
        let again = self.regexes.repeat(Regexes::ANY, period, Some(period));
        let (again, mut all) = (self.regexes.repeat(again, 0, None), Vec::new());
        for n in 0..period {
            let values = self.values(&order, |t| (t == length).then(|| Op::Int(n.into())));
            if *values.get(&fact)? == Op::truth(true) {
                let first = self.regexes.repeat(Regexes::ANY, n, Some(n));
                all.push(self.regexes.concat(&[first, again]));
            }
        }
        Some((self.args(length)[0], self.regexes.union(&all)))
    }
}
