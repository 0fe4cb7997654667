//! The theory of strings.
//!
//! All the work is done at the final check, on the literals that the formula needs:
//!
//! 1. [`facts`] sorts them into memberships, equations, disequations and the rest.
//! 2. [`classes`] joins what is equal; two constants in one class are a conflict.
//! 3. [`transducers`] decides what is made of one string by functions such as `str.replace_all`.
//! 4. [`regular`] decides each class's memberships together with its length in the arithmetic
//!    model: the theory of regular expressions with lengths (Berzish et al., CAV 2021). Where it goes on fixing
//!    words to tell strings apart of which few are left, the procedures for equations take over.
//! 5. [`extended`] evaluates other string functions in the words found, and reduces those that are
//!    wrong to equations, memberships and arithmetic.
//! 6. The words found are a candidate model; the judge has the last word on it.
//!
//! Where that takes many rounds, [`small`] words are tried, or the candidate is changed word by word ([`repair`]). Equations
//! between numbers of numerals are refuted by last digits ([`sums`]).
//!
//! What no step understands is recorded as a doubt: if the candidate fails the judge, that is why.

mod arrangement;
pub mod classes;
mod cone;
mod containment;
mod eager;
mod equations;
pub(crate) mod extended;
pub mod facts;
pub mod languages;
mod lengths;
mod oracle;
pub mod regular;
mod repair;
mod small;
mod sums;
mod transducers;

pub use languages::Languages;

use crate::engine::Engine;
use crate::theory::combine::Verdict;
use crate::theory::inference::InferenceId;
use base::{FxHashMap, Int, Interrupted, Limits, Stop};
use classes::Classes;
use facts::Facts;
use terms::value::Word;
use terms::{Op, Sort, Term, Terms};

/// So many words are fixed before disequations are looked at together.
const FEW_SPLITS: u32 = 8;

/// The state of the theory in one check.
#[derive(Debug, Default)]
pub struct Strings {
    /// The candidate model of the last final check: words of string terms that are no
    /// concatenations.
    pub words: FxHashMap<Term, Word>,
    /// Values of integer terms that go with the words, where they differ from the last integer
    /// solution of arithmetic.
    pub integers: FxHashMap<Term, Int>,
    /// Why the candidate may be wrong, if some literal was not understood.
    pub doubt: Option<String>,
    /// What extended functions were reduced to.
    pub(crate) extension: extended::Extension,
    /// How often the final check came to the strings.
    rounds: u32,
    /// The steps after which the candidate is repaired next.
    repair_at: u64,
    /// How often a word was fixed because others need all that are left.
    value_splits: u32,
    /// How often the procedures for equations had nothing to say about that.
    in_vain: u32,
    /// Which conjunctions were searched through transducers.
    pub(crate) transducers: transducers::Memo,
    /// Which equations between numerals were read digit by digit.
    pub(crate) sums: sums::Memo,
    /// How concatenations were arranged.
    arrangements: arrangement::Arrangements,
    /// Some term applies a string function that no procedure here reasons about.
    pub extended: bool,
}

impl Strings {
    /// Forgets what the last final check found.
    pub(crate) fn forget_candidate(&mut self) {
        self.words.clear();
        self.integers.clear();
        self.doubt = None;
    }
}

/// Judges the relevant atoms and finds words for the leaves in them.
pub(crate) fn final_check(
    engine: &mut Engine<'_>,
    atoms: &[(Term, bool)],
    cx: &sat::Context<'_>,
) -> Result<Verdict, Interrupted> {
    let limits = Limits::none(engine.res.budget);
    let facts = match Facts::collect(engine.res.terms, engine.res.languages, atoms, &limits) {
        Err(Stop::Query(why)) => return Err(why),
        facts => facts.unwrap_or_default(),
    };
    engine.strings.doubt = doubt(engine.res.terms, &facts);
    if compare_languages(engine, &facts.languages)? {
        return Ok(Verdict::Progress);
    }
    match transducers::check(engine, &facts, atoms, cx)? {
        Verdict::Consistent => {}
        decided => return Ok(decided),
    }
    if let Verdict::Satisfied = small::check(engine, cx)? {
        return Ok(Verdict::Satisfied);
    }
    if sums::check(engine, &facts, atoms)? {
        return Ok(Verdict::Progress);
    }
    let mut classes = Classes::default();
    for e in &facts.equations {
        classes.merge(e.left, e.right, e.literal);
    }
    for m in &facts.memberships {
        classes.add(m.subject);
    }
    for d in &facts.disequations {
        classes.add(d.left);
        classes.add(d.right);
    }
    match classes.constants(engine.res.terms) {
        Err((a, b)) => {
            let mut premises = Vec::new();
            classes.explain(a, b, &mut premises);
            engine.out.conflict(engine.res.terms, InferenceId::StringsConstants, &premises);
            Ok(Verdict::Progress)
        }
        Ok(_) if containment::check(engine, &facts, &mut classes, atoms)? => Ok(Verdict::Progress),
        Ok(_) if equations::needed(engine.res.terms, &facts) => {
            solve_equations(engine, &facts, atoms)
        }
        Ok(constants) => {
            if let Some(decided) = tell_apart(engine, &facts, atoms)? {
                return Ok(decided);
            }
            let before = engine.res.budget.spent();
            let verdict = regular::check(engine, &facts, &mut classes, &constants)?;
            engine.res.stats.worked(regular::NAME, engine.res.budget.spent() - before);
            if !matches!(verdict, Verdict::GaveUp(_)) && !facts.memberships.is_empty() {
                engine.res.stats.decided_by(regular::NAME);
            }
            match verdict {
                Verdict::Consistent => reduce_extended(engine, &facts, atoms, true),
                decided => Ok(decided),
            }
        }
    }
}

/// Hands equations to the procedures, with few steps at first: where they give up, extended functions are reduced and
/// parts arranged, and only when there is nothing left to arrange they get all the steps they want.
fn solve_equations(
    engine: &mut Engine<'_>,
    facts: &Facts,
    atoms: &[(Term, bool)],
) -> Result<Verdict, Interrupted> {
    let patience = arrangement::patience(engine);
    let before = engine.strings.doubt.clone();
    for steps in [patience, equations::SYSTEM_STEPS] {
        let why = match equations::check(engine, facts, atoms, steps)? {
            Verdict::GaveUp(why) => why,
            Verdict::Consistent => {
                engine.strings.doubt = before;
                return reduce_extended(engine, facts, atoms, true);
            }
            decided => return Ok(decided),
        };
        // Perhaps any words will do; the judge will see.
        engine.strings.doubt = Some(why);
        match reduce_extended(engine, facts, atoms, false)? {
            Verdict::Consistent if arrangement::split(engine, facts) => {
                return Ok(Verdict::Progress);
            }
            Verdict::Consistent if steps < equations::SYSTEM_STEPS => {}
            verdict => return Ok(verdict),
        }
    }
    Ok(Verdict::Consistent)
}

/// Where memberships leave few words of each length, fixing words one by one need not end, as lengths can grow. After
/// some of that the procedures for equations look at the disequations, whatever the lengths; `None` if they give up.
fn tell_apart(
    engine: &mut Engine<'_>,
    facts: &Facts,
    atoms: &[(Term, bool)],
) -> Result<Option<Verdict>, Interrupted> {
    if engine.strings.value_splits < FEW_SPLITS << engine.strings.in_vain.min(16) {
        return Ok(None);
    }
    let patience = arrangement::patience(engine);
    match equations::check(engine, facts, atoms, patience)? {
        Verdict::GaveUp(_) => {
            engine.strings.in_vain += 1;
            Ok(None)
        }
        Verdict::Consistent => reduce_extended(engine, facts, atoms, true).map(Some),
        decided => Ok(Some(decided)),
    }
}

/// Looks at the extended functions, if there are any, in the candidate that was found.
fn reduce_extended(
    engine: &mut Engine<'_>,
    facts: &Facts,
    atoms: &[(Term, bool)],
    trusted: bool,
) -> Result<Verdict, Interrupted> {
    if engine.strings.extended || !facts.predicates.is_empty() {
        return extended::check(engine, atoms, trusted);
    }
    Ok(Verdict::Consistent)
}

/// Refutes wrong claims about the equality of ground regexes; returns whether there was one.
fn compare_languages(engine: &mut Engine<'_>, literals: &[Term]) -> Result<bool, Interrupted> {
    let before = engine.out.len();
    for &literal in literals {
        let terms = &*engine.res.terms;
        let (atom, claimed) = match terms.op(literal) {
            Op::Not => (terms.arg(literal, 0), false),
            _ => (literal, true),
        };
        let limits = Limits::none(engine.res.budget);
        let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
        match engine.res.languages.equal(terms, a, b, &limits) {
            Ok(Some(equal)) if equal != claimed => {
                engine.out.conflict(engine.res.terms, InferenceId::RegexEquality, &[literal]);
            }
            Ok(Some(_)) => {}
            Ok(None) | Err(Stop::Local) => {
                engine.strings.doubt = Some("equality of languages".to_owned());
            }
            Err(Stop::Query(why)) => return Err(why),
        }
    }
    Ok(engine.out.len() > before)
}

/// What in `facts` no procedure understands.
fn doubt(terms: &Terms, facts: &Facts) -> Option<String> {
    let declared = facts.predicates.iter().any(|&p| speaks_of_languages(terms, p));
    declared.then(|| "membership in a declared language".to_owned())
}

/// Whether a declared symbol of sort RegLan occurs in `literal`.
fn speaks_of_languages(terms: &Terms, literal: Term) -> bool {
    let declared = |&t: &Term| terms.sort(t) == Sort::RegLan && matches!(terms.op(t), Op::Apply(_));
    terms.post_order(&[literal]).iter().any(declared)
}
