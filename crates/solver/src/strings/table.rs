//! What is required of the word of each class of equal strings: memberships, and which classes must have other words.

use super::classes::Classes;
use super::facts::Facts;
use crate::engine::Engine;
use automata::Re;
use base::FxHashMap;
use terms::{Op, Term};

/// A regular constraint on a class, with the literals it rests on.
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    pub re: Re,
    pub positive: bool,
    pub premises: Vec<Term>,
}

/// That a class has another word than this one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Apart {
    /// The position of the other class.
    pub other: usize,
    /// The members that are said to differ, that of this class first.
    pub members: (Term, Term),
    /// What says so.
    pub literal: Term,
}

/// A class with all that is required of its word.
#[derive(Debug, Default)]
pub(super) struct Class {
    /// Its members that are no constants.
    pub leaves: Vec<Term>,
    pub constant: Option<Term>,
    pub constraints: Vec<Constraint>,
    pub distinct: Vec<Apart>,
}

impl Class {
    /// The member that premises of constraints lead to.
    pub fn anchor(&self) -> Term {
        self.constant.unwrap_or_else(|| self.leaves[0])
    }

    /// The languages that its word is in, and those that it is not in.
    pub fn languages(&self) -> (Vec<Re>, Vec<Re>) {
        split(&self.constraints)
    }
}

/// The languages of the positive and of the negative constraints.
pub(super) fn split(constraints: &[Constraint]) -> (Vec<Re>, Vec<Re>) {
    let of = |positive| {
        let chosen = constraints.iter().filter(move |c| c.positive == positive);
        chosen.map(|c| c.re).collect()
    };
    (of(true), of(false))
}

/// Literals that imply that class `i` of the table has another word than the other class of `apart`, which is one of its.
pub(super) fn explain_apart(
    classes: &Classes,
    table: &[Class],
    i: usize,
    apart: &Apart,
    premises: &mut Vec<Term>,
) {
    debug_assert!(
        table[i].distinct.iter().any(|own| own.literal == apart.literal),
        "a class is said to differ by what is not about it"
    );
    premises.push(apart.literal);
    classes.explain(apart.members.1, table[apart.other].anchor(), premises);
    classes.explain(apart.members.0, table[i].anchor(), premises);
}

/// Gathers the classes with their constraints. Literals about concatenations are left out.
pub(super) fn collect(
    engine: &mut Engine<'_>,
    facts: &Facts,
    classes: &mut Classes,
    constants: &FxHashMap<u32, Term>,
) -> Vec<Class> {
    debug_assert!(
        constants.iter().all(|(&class, &t)| classes.class_of(t) == class),
        "a constant is not in its class"
    );
    let mut index: FxHashMap<u32, usize> = FxHashMap::default();
    let mut table: Vec<Class> = Vec::new();
    for (t, class) in classes.members() {
        if engine.res.terms.op(t) == Op::StrConcat {
            continue;
        }
        let i = *index.entry(class).or_insert_with(|| {
            table.push(Class { constant: constants.get(&class).copied(), ..Class::default() });
            table.len() - 1
        });
        if engine.res.terms.str_value(t).is_none() {
            table[i].leaves.push(t);
        }
    }
    debug_assert!(
        table.iter().all(|class| class.constant.is_some() || !class.leaves.is_empty()),
        "a class has no member"
    );
    for m in &facts.memberships {
        let Some(&i) = index.get(&classes.class_of(m.subject)) else { continue };
        if engine.res.terms.op(m.subject) == Op::StrConcat {
            continue;
        }
        let mut premises = vec![m.literal];
        classes.explain(m.subject, table[i].anchor(), &mut premises);
        let regexes = &engine.res.languages.regexes;
        let parts = if m.positive { regexes.conjuncts(m.re) } else { vec![m.re] };
        let constraint = |re| Constraint { re, positive: m.positive, premises: premises.clone() };
        table[i].constraints.extend(parts.into_iter().map(constraint));
    }
    for d in &facts.disequations {
        let (a, b) = (classes.class_of(d.left), classes.class_of(d.right));
        let (Some(&i), Some(&j)) = (index.get(&a), index.get(&b)) else { continue };
        let (there, back) = ((d.left, d.right), (d.right, d.left));
        table[i].distinct.push(Apart { other: j, members: there, literal: d.literal });
        table[j].distinct.push(Apart { other: i, members: back, literal: d.literal });
    }
    for i in 0..table.len() {
        let fixed = distinct_from_constants(engine, classes, &table, i);
        table[i].constraints.extend(fixed);
    }
    debug_assert!(
        table.iter().flat_map(|class| &class.constraints).all(|c| !c.premises.is_empty()),
        "a constraint without a reason"
    );
    table
}

/// Disequalities with classes that are constants, as constraints; a constant needs none.
fn distinct_from_constants(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    i: usize,
) -> Vec<Constraint> {
    let mut out = Vec::new();
    if table[i].constant.is_some() {
        return out;
    }
    for apart in &table[i].distinct {
        let Some(constant) = table[apart.other].constant else { continue };
        let mut premises = Vec::new();
        explain_apart(classes, table, i, apart, &mut premises);
        if let Some(word) = engine.res.terms.str_value(constant) {
            // Who charges the budget next learns if it is used up.
            if engine.res.budget.tick(word.len() as u64).is_err() {
                break;
            }
            let re = engine.res.languages.regexes.word(word);
            out.push(Constraint { re, positive: false, premises });
        }
    }
    out
}
