//! Terms over components as terms of the user's, with constructors, selectors and testers: for `simplify`.
//!
//! In a *raised* term the component of a declared constant or function is what a script calls it: a field is its
//! selector, applied to the constant, and the tag a function that nobody knows. Tuples are put together again
//! where a value is wanted: a known tag says which constructor, `ite` of tags becomes `ite` of values, and the
//! fields of one value are that value. The simplifier sees uninterpreted functions; afterwards testers take
//! the place of tags.
//!
//! A term that compares values in ways that no script could is not shown at all.
//!
//! The rules that z3 has for constructors and selectors would be a second semantics of datatypes, next to the
//! translation.

use super::tuple::{choose, in_range, is};
use super::{Datatypes, Shape};
use crate::printer;
use base::FxHashMap;
use std::vec::IntoIter;
use terms::{Fun, Op, Sort, Term, Terms};

/// A term is as deep as `ite` of values are nested in it; beyond so many in one term, cases are told by testers.
const MOST_SPLITS: u32 = 256;

/// What can be written about a datatype.
#[derive(Debug)]
struct Vocabulary {
    tag: Fun,
    testers: Vec<Fun>,
    constructors: Vec<Fun>,
    /// For each constructor, those of its fields.
    selectors: Vec<Vec<Fun>>,
}

/// A term in which the components of datatypes are applications of selectors.
#[derive(Debug)]
pub struct Raised {
    /// The term.
    pub term: Term,
    /// What stands for values that do not count, and no script can name.
    fillers: Vec<Term>,
    /// Between values and elements of sequences, which no script can name either.
    hidden: Vec<Fun>,
    vocabularies: Vec<Vocabulary>,
}

/// What raises a term.
struct Raiser<'d> {
    datatypes: &'d Datatypes,
    vocabularies: Vec<Vocabulary>,
    /// What each component of a declared function is a component of: the function as declared, and the position.
    whole: FxHashMap<Fun, (Fun, usize)>,
    splits: u32,
}

impl Datatypes {
    /// `t` as the user would write it, before it is simplified.
    pub(crate) fn raise(&self, terms: &mut Terms, t: Term) -> Raised {
        let vocabularies = (0..self.known.len()).map(|id| self.vocabulary(terms, id)).collect();
        let mut raiser = Raiser {
            datatypes: self,
            vocabularies,
            whole: FxHashMap::default(),
            splits: MOST_SPLITS,
        };
        raiser.find_wholes();
        let mut memo = FxHashMap::default();
        let leaves: Vec<Term> = self
            .take_apart(terms, t)
            .into_iter()
            .map(|leaf| terms.map_bottom_up(leaf, &mut memo, |terms, t| raiser.node(terms, t)))
            .collect();
        let term = raiser.value(terms, terms.sort(t), &mut leaves.into_iter());
        let fillers = self.fillers.values().copied().collect();
        let boxings = self.boxings.values();
        let hidden = boxings.flat_map(|b| b.parts.iter().copied().chain([b.element])).collect();
        Raised { term, fillers, hidden, vocabularies: raiser.vocabularies }
    }

    fn vocabulary(&self, terms: &mut Terms, id: usize) -> Vocabulary {
        let datatype = &self.known[id];
        let mut made = Vocabulary {
            tag: terms.declare("tag", &[datatype.sort], Sort::Int),
            testers: Vec::new(),
            constructors: Vec::new(),
            selectors: Vec::new(),
        };
        for constructor in &datatype.constructors {
            let tester = format!("(_ is {})", printer::symbol(&constructor.name));
            made.testers.push(terms.declare(&tester, &[datatype.sort], Sort::Bool));
            let sorts: Vec<Sort> = constructor.fields.iter().map(|f| f.sort).collect();
            made.constructors.push(terms.declare(&constructor.name, &sorts, datatype.sort));
            let selectors = constructor.fields.iter().map(|field| match field.elsewhere {
                Some(function) => self.functions[function as usize].fun,
                None => terms.declare(&field.name, &[datatype.sort], field.sort),
            });
            made.selectors.push(selectors.collect());
        }
        made
    }
}

impl Raiser<'_> {
    fn find_wholes(&mut self) {
        for taken in &self.datatypes.functions {
            for (i, &leaf) in taken.leaves.iter().enumerate() {
                self.whole.insert(leaf, (taken.fun, i));
            }
        }
    }

    /// A node whose arguments are raised.
    fn node(&mut self, terms: &mut Terms, t: Term) -> Term {
        match (terms.op(t), terms.args(t)) {
            (Op::Apply(fun), _) => match self.whole.get(&fun) {
                Some(&(whole, position)) => self.component(terms, whole, position, t),
                None => t,
            },
            // In the order in which equalities are built.
            (Op::Eq, &[a, b]) => terms.eq(a, b),
            (Op::Ite, &[_, tag, _]) => match self.tagged(terms, tag) {
                Some((id, _)) => {
                    let constructors = self.datatypes.datatype(id).constructors.len();
                    if in_range(terms, tag, constructors) == t { tag } else { t }
                }
                None => t,
            },
            (Op::And, _) => self.conjunction(terms, t),
            _ => t,
        }
    }

    /// A conjunction with comparisons of all components of two values as a comparison of the values.
    fn conjunction(&self, terms: &mut Terms, t: Term) -> Term {
        let mut parts = terms.args(t).to_vec();
        for part in parts.clone() {
            let (Op::Eq, &[a, b]) = (terms.op(part), terms.args(part)) else { continue };
            let sides = [a, b].map(|tag| self.tagged(terms, tag));
            let [Some((id, a)), Some((same, b))] = sides else { continue };
            let [left, right] = [a, b].map(|value| self.normal(terms, value));
            let pairs = left.into_iter().zip(right);
            let compared: Vec<Term> = pairs.map(|(a, b)| terms.eq(a, b)).collect();
            if id == same && compared.len() > 1 && compared.iter().all(|t| parts.contains(t)) {
                parts.retain(|t| !compared.contains(t));
                parts.insert(0, terms.eq(a, b));
            }
        }
        if parts == terms.args(t) { t } else { terms.and(&parts) }
    }

    /// A component of `whole`, applied to values with the components that are the arguments of `t`.
    fn component(&mut self, terms: &mut Terms, whole: Fun, position: usize, t: Term) -> Term {
        let mut leaves = terms.args(t).to_vec().into_iter();
        let sorts = terms.fun(whole).params.to_vec();
        let args: Vec<Term> = sorts.iter().map(|&s| self.value(terms, s, &mut leaves)).collect();
        let applied = terms.mk(Op::Apply(whole), &args);
        let mut components = Vec::new();
        self.components(terms, applied, &mut Vec::new(), &mut components);
        components[position].0
    }

    /// The components of a value, with defaults where they do not count.
    fn normal(&self, terms: &mut Terms, value: Term) -> Vec<Term> {
        let mut components = Vec::new();
        self.components(terms, value, &mut Vec::new(), &mut components);
        let counted = |(leaf, tests): (Term, Vec<Term>)| {
            let default = self.datatypes.known_default(terms, terms.sort(leaf)).unwrap_or(leaf);
            tests.into_iter().rev().fold(leaf, |leaf, test| choose(terms, test, leaf, default))
        };
        components.into_iter().map(counted).collect()
    }

    /// Takes a value apart by tag and selectors, with the tests on which each component counts.
    fn components(
        &self,
        terms: &mut Terms,
        value: Term,
        tests: &mut Vec<Term>,
        out: &mut Vec<(Term, Vec<Term>)>,
    ) {
        let Some(id) = self.datatypes.of(terms.sort(value)) else {
            return out.push((value, tests.clone()));
        };
        let vocabulary = &self.vocabularies[id as usize];
        let mut tag = None;
        if vocabulary.constructors.len() > 1 {
            let number = terms.mk(Op::Apply(vocabulary.tag), &[value]);
            out.push((number, tests.clone()));
            tag = Some(number);
        }
        for (i, selectors) in vocabulary.selectors.iter().enumerate() {
            let depth = tests.len();
            tests.extend(tag.map(|tag| is(terms, tag, i)));
            for &selector in selectors {
                let field = terms.mk(Op::Apply(selector), &[value]);
                self.components(terms, field, tests, out);
            }
            tests.truncate(depth);
        }
    }

    /// The datatype and the value whose tag this is.
    fn tagged(&self, terms: &Terms, tag: Term) -> Option<(u32, Term)> {
        let Op::Apply(fun) = terms.op(tag) else { return None };
        let value = *terms.args(tag).first()?;
        let id = self.datatypes.of(terms.sort(value))?;
        (self.vocabularies[id as usize].tag == fun).then_some((id, value))
    }

    /// The value of `sort` with the next components.
    fn value(&mut self, terms: &mut Terms, sort: Sort, leaves: &mut IntoIter<Term>) -> Term {
        match self.datatypes.of(sort) {
            None => leaves.next().expect("as many components as the sort has"),
            Some(id) => {
                let count = self.datatypes.datatype(id).leaves.len();
                let leaves: Vec<Term> = leaves.take(count).collect();
                self.assemble(terms, id, &leaves)
            }
        }
    }

    fn assemble(&mut self, terms: &mut Terms, id: u32, leaves: &[Term]) -> Term {
        if let Some(test) = self.split_by(terms, id, leaves) {
            self.splits -= 1;
            let [yes, no] = [1, 2].map(|branch| {
                let chosen = leaves.iter().map(|&t| assuming(terms, test, branch, t));
                let chosen: Vec<Term> = chosen.collect();
                self.assemble(terms, id, &chosen)
            });
            return terms.ite(test, yes, no);
        }
        let tag = (self.datatypes.datatype(id).constructors.len() > 1).then(|| leaves[0]);
        let cases = self.cases(terms, id, tag, &leaves[usize::from(tag.is_some())..]);
        if let Some(whole) = self.whole_of(terms, id, tag, &cases) {
            return whole;
        }
        let made = cases.into_iter().enumerate().rev().filter_map(|(i, (test, fields))| {
            let shape = Shape { datatype: id, constructor: base::id32(i) };
            (terms.bool_value(test) != Some(false)).then_some((shape, test, fields))
        });
        let mut value = None;
        for (shape, test, fields) in made.collect::<Vec<_>>() {
            let case = self.construct(terms, shape, &fields);
            value = Some(match value {
                Some(other) => terms.ite(test, case, other),
                None => case,
            });
        }
        value.expect("a tag is the number of a constructor")
    }

    /// What to distinguish first: the condition of the tag, or of all components if there is no tag.
    fn split_by(&self, terms: &Terms, id: u32, leaves: &[Term]) -> Option<Term> {
        let condition = |&t: &Term| match terms.op(t) {
            Op::Ite => Some(terms.arg(t, 0)),
            _ => None,
        };
        let test = leaves.first().and_then(condition).filter(|_| self.splits > 0)?;
        let has_tag = self.datatypes.datatype(id).constructors.len() > 1;
        (has_tag || leaves.iter().all(|t| condition(t) == Some(test))).then_some(test)
    }

    /// For each constructor, whether it made the value, and the fields if it did.
    fn cases(
        &mut self,
        terms: &mut Terms,
        id: u32,
        tag: Option<Term>,
        leaves: &[Term],
    ) -> Vec<(Term, Vec<Term>)> {
        let mut leaves = leaves.iter().copied();
        let mut cases = Vec::new();
        for (i, constructor) in self.datatypes.datatype(id).constructors.iter().enumerate() {
            let test = match tag {
                Some(tag) => is(terms, tag, i),
                None => terms.tt(),
            };
            let mut fields = Vec::new();
            for field in &constructor.fields {
                let width = self.datatypes.leaves(field.sort).len();
                let here = leaves.by_ref().take(width).map(|t| assuming(terms, test, 1, t));
                let here: Vec<Term> = here.collect();
                fields.push(self.value(terms, field.sort, &mut here.into_iter()));
            }
            cases.push((test, fields));
        }
        cases
    }

    /// The value that all of this is taken from, if it is one.
    fn whole_of(
        &self,
        terms: &Terms,
        id: u32,
        tag: Option<Term>,
        cases: &[(Term, Vec<Term>)],
    ) -> Option<Term> {
        let selectors = &self.vocabularies[id as usize].selectors;
        let selected = |(&field, &selector): (&Term, &Fun)| {
            (terms.op(field) == Op::Apply(selector)).then(|| terms.arg(field, 0))
        };
        let value = match tag {
            Some(tag) => self.tagged(terms, tag)?.1,
            None => cases.first()?.1.iter().zip(selectors.first()?).find_map(selected)?,
        };
        let is_field = |(&field, selector): (&Term, &Fun)| {
            let has_one_value = self.datatypes.leaves(terms.sort(field)).is_empty();
            has_one_value || selected((&field, selector)) == Some(value)
        };
        let fits = |((_, fields), selectors): (&(Term, Vec<Term>), &Vec<Fun>)| {
            fields.iter().zip(selectors).all(is_field)
        };
        cases.iter().zip(selectors).all(fits).then_some(value)
    }

    fn construct(&self, terms: &mut Terms, shape: Shape, fields: &[Term]) -> Term {
        let vocabulary = &self.vocabularies[shape.datatype as usize];
        terms.mk(Op::Apply(vocabulary.constructors[shape.constructor as usize]), fields)
    }
}

/// A branch of `t`, if it depends on `test`: the first or the second.
fn assuming(terms: &Terms, test: Term, branch: usize, t: Term) -> Term {
    match terms.op(t) {
        Op::Ite if terms.arg(t, 0) == test => terms.arg(t, branch),
        _ => t,
    }
}

impl Raised {
    /// `t`, which this was simplified to, as text, if a script can say it.
    pub fn text(&self, terms: &mut Terms, t: Term) -> Option<String> {
        let is_hidden = |&t: &Term| {
            let hidden = |fun| self.hidden.contains(&fun);
            self.fillers.contains(&t) || matches!(terms.op(t), Op::Apply(f) if hidden(f))
        };
        if terms.post_order(&[t]).iter().any(is_hidden) {
            return None;
        }
        let compared = self.map(terms, t, Self::comparison);
        let told = self.map(terms, compared, Self::number);
        let testers = self.vocabularies.iter().flat_map(|v| &v.testers);
        let spellings = testers.map(|&fun| (fun, terms.fun(fun).name.to_string())).collect();
        Some(printer::shared_term_with(terms, told, &spellings))
    }

    fn map(
        &self,
        terms: &mut Terms,
        t: Term,
        mut f: impl FnMut(&Self, &mut Terms, Term) -> Option<Term>,
    ) -> Term {
        let mut memo = FxHashMap::default();
        terms.map_bottom_up(t, &mut memo, |terms, t| f(self, terms, t).unwrap_or(t))
    }

    fn tagged(&self, terms: &Terms, t: Term) -> Option<(&Vocabulary, Term)> {
        let Op::Apply(fun) = terms.op(t) else { return None };
        let vocabulary = self.vocabularies.iter().find(|v| v.tag == fun)?;
        Some((vocabulary, terms.arg(t, 0)))
    }

    /// A comparison of tags as a tester, or as one of values.
    fn comparison(&self, terms: &mut Terms, t: Term) -> Option<Term> {
        let (Op::Eq, &[a, b]) = (terms.op(t), terms.args(t)) else { return None };
        let (tag, other) = if self.tagged(terms, a).is_some() { (a, b) } else { (b, a) };
        let (vocabulary, value) = self.tagged(terms, tag)?;
        if let Some(number) = terms.int_value(other) {
            let tester = vocabulary.testers.get(usize::try_from(number.to_i64()?).ok()?);
            return Some(match tester {
                Some(&tester) => terms.mk(Op::Apply(tester), &[value]),
                None => terms.ff(),
            });
        }
        let (same, other) = self.tagged(terms, other)?;
        let is_enumeration = same.tag == vocabulary.tag && same.selectors.iter().all(Vec::is_empty);
        is_enumeration.then(|| terms.eq(value, other))
    }

    /// A tag that is used as a number, by testers.
    fn number(&self, terms: &mut Terms, t: Term) -> Option<Term> {
        let (vocabulary, value) = self.tagged(terms, t)?;
        let (_, but_last) = vocabulary.testers.split_last()?;
        let mut number = terms.int(but_last.len());
        for (i, &tester) in but_last.iter().enumerate().rev() {
            let test = terms.mk(Op::Apply(tester), &[value]);
            let i = terms.int(i);
            number = terms.ite(test, i, number);
        }
        Some(number)
    }
}
