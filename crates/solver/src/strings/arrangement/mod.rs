//! Arrangements: how the first parts of two equal concatenations relate, decided by the SAT core.
//!
//! The problem: an equation that no procedure decides. From `x u = y v` follows that `x` equals `y`, or is longer and begins
//! with it, or the other way round: three arrangements (Z3str2), and in each the equation gets shorter. Z3str3 (Berzish,
//! Ganesh and Zheng, FMCAD 2017) lets the SAT core search through them, with two aids: the cases exclude each
//! other, which is declared to the SAT core as a case split (*theory-aware case-split*, `sat.case-splits`), and those without a new
//! variable are to be tried first (*theory-aware branching*, `sat.theory-branching`).
//!
//! What differs here: this is the last resort. An arrangement only adds a fact, and the procedures look at the
//! system again, which is simpler now; so most often one or two arrangements are enough. What is left of the longer part is
//! no fresh variable but the slice that it is, so every clause holds by itself. Z3str3 detects variables that occur
//! on both sides and gives up; here the parts have a depth, those least deep are arranged first, and beyond a bound nothing
//! is: then the answer is unknown, never `unsat`. The two sides of the search are fair to each other: with every
//! arrangement the procedures get more steps for the systems that come of it.

pub(super) mod memo;

use crate::engine::Engine;
use crate::strings::extended;
use crate::strings::facts::{Comparison, Facts};
use crate::strings::round::Round;
use crate::strings::symbols::{Symbol, symbols};
use crate::theory::inference::InferenceId;
use crate::theory::verdict::Verdict;
use base::{FxHashMap, Interrupted};
use terms::{Op, Term};

const ID: InferenceId = InferenceId::StringsArrangement;

/// The parts that two equal words begin with, after what they have in common.
struct Heads {
    left: Term,
    right: Term,
    premises: Vec<Term>,
    depth: u32,
}

/// How many steps the procedures may take for these facts before something is arranged.
pub(super) fn patience(engine: &Engine<'_>, facts: &Facts) -> u64 {
    let tunables = &engine.res.budget.tunables().strings;
    if !engine.res.options.strings_arrangements {
        return tunables.system_steps;
    }
    match engine.strings.arrangements.len() as u64 {
        0 => {
            let all = tunables.arrangement_first_share * facts.compared() as u64;
            tunables.arrangement_first_steps.max(all).min(tunables.system_steps)
        }
        n => (n * tunables.arrangement_steps).min(tunables.system_steps),
    }
}

/// Splits on the arrangement of one equation, if there is one to split on.
pub(super) fn check(
    engine: &mut Engine<'_>,
    round: &mut Round<'_, '_>,
) -> Result<Verdict, Interrupted> {
    let facts = &round.facts;
    let candidates: Vec<Heads> =
        facts.equations.iter().filter_map(|c| heads(engine, facts, c)).collect();
    let Some(heads) = candidates.into_iter().min_by_key(|h| h.depth) else {
        return Ok(Verdict::Consistent);
    };
    debug_assert!(
        heads.premises.iter().all(|p| facts.equations.iter().any(|e| e.literal == *p)),
        "an arrangement rests on an equation that is not relevant"
    );
    let memo = &mut engine.strings.arrangements;
    memo.arrange(heads.premises.clone(), heads.left, heads.right);
    arrange(engine, &heads);
    Ok(Verdict::Progress)
}

/// The first difference between the sides of an equation, if it can be arranged.
fn heads(engine: &mut Engine<'_>, facts: &Facts, c: &Comparison) -> Option<Heads> {
    if engine.strings.arrangements.definition(c.literal).is_some() {
        return None;
    }
    let mut premises = vec![c.literal];
    let left = expand(engine, facts, c.left, &mut premises)?;
    let right = expand(engine, facts, c.right, &mut premises)?;
    let common = left.iter().zip(&right).take_while(|(a, b)| a == b).count();
    let (left, right) = (head(engine, &left[common..])?, head(engine, &right[common..])?);
    // A variable first.
    let constant = |t: Term| engine.res.terms.op(t).is_const();
    let (left, right) = if constant(left) { (right, left) } else { (left, right) };
    let is_variable = !constant(left);
    let all = &engine.strings.arrangements;
    let depth = all.depth(left).max(all.depth(right));
    let fresh = !all.was_arranged(&premises, left, right);
    let same = engine.res.terms.eq(left, right);
    let shallow = depth < engine.res.budget.tunables().strings.arrangement_depth;
    let splits = fresh && !premises.contains(&same) && is_variable && shallow;
    splits.then_some(Heads { left, right, premises, depth })
}

/// The symbols of `t` with the definitions in force put in; adds these to `premises`.
fn expand(
    engine: &Engine<'_>,
    facts: &Facts,
    t: Term,
    premises: &mut Vec<Term>,
) -> Option<Vec<Symbol>> {
    let all = &engine.strings.arrangements;
    let in_force =
        facts.equations.iter().filter_map(|c| all.definition(c.literal).map(|d| (c.literal, d)));
    let by_leaf: FxHashMap<Term, (Term, &[Symbol])> =
        in_force.map(|(literal, (leaf, word))| (leaf, (literal, word))).collect();
    let mut out = Vec::new();
    let mut stack = symbols(engine.res.terms, t);
    stack.reverse();
    let (mut steps, most) = (0, engine.res.budget.tunables().strings.arrangement_symbols);
    while let Some(s) = stack.pop() {
        steps += 1;
        if steps > most {
            return None;
        }
        match s {
            Symbol::Leaf(x) if by_leaf.contains_key(&x) => {
                let (literal, word) = by_leaf[&x];
                if !premises.contains(&literal) {
                    premises.push(literal);
                }
                stack.extend(word.iter().rev());
            }
            _ => out.push(s),
        }
    }
    Some(out)
}

/// The variable or the run of letters that a word begins with.
fn head(engine: &mut Engine<'_>, word: &[Symbol]) -> Option<Term> {
    if let Symbol::Leaf(x) = *word.first()? {
        return Some(x);
    }
    let letters = word.iter().map_while(|s| match s {
        Symbol::Letter(c) => Some(*c),
        Symbol::Leaf(_) => None,
    });
    let run: Vec<u32> = letters.collect();
    Some(engine.res.terms.string(&run))
}

/// States the three arrangements.
fn arrange(engine: &mut Engine<'_>, heads: &Heads) {
    let (x, y) = (heads.left, heads.right);
    debug_assert!(x != y, "parts that are the same are arranged");
    debug_assert!(!engine.res.terms.op(x).is_const(), "two constants are arranged");
    let (lx, ly) = (engine.length_of(x), engine.length_of(y));
    let terms = &mut *engine.res.terms;
    let one = terms.int(1);
    let (above_x, above_y) = (terms.add(&[lx, one]), terms.add(&[ly, one]));
    let (same, longer, shorter) = (terms.eq(x, y), terms.ge(lx, above_y), terms.ge(ly, above_x));
    let mut clause: Vec<Term> = heads.premises.iter().map(|&p| terms.not(p)).collect();
    // Neither is longer if their lengths are the same term.
    let cases = if longer == shorter { vec![same, longer] } else { vec![same, longer, shorter] };
    clause.extend(&cases);
    let word = symbols(terms, y);
    let tunables = &engine.res.budget.tunables().strings;
    let percent = |value: u32| f64::from(value) / 100.0;
    let constant = terms.op(y).is_const();
    let equal = if constant { tunables.arrangement_constant } else { tunables.arrangement_equal };
    let (equal, sliced) = (percent(equal), percent(tunables.arrangement_sliced));
    engine.out.clause(engine.res.terms, ID, clause);
    let weights = [equal, sliced, sliced];
    engine.out.split(cases.into_iter().zip(weights).collect());
    engine.strings.arrangements.define(same, x, word);
    begins_with(engine, heads, longer, (x, lx), (y, ly));
    begins_with(engine, heads, shorter, (y, ly), (x, lx));
}

/// If `longer` holds, `x` begins with `y`; both with their lengths.
fn begins_with(
    engine: &mut Engine<'_>,
    heads: &Heads,
    longer: Term,
    (x, lx): (Term, Term),
    (y, ly): (Term, Term),
) {
    let terms = &mut *engine.res.terms;
    let size = terms.sub(lx, ly);
    let rest = terms.mk(Op::StrSubstr, &[x, ly, size]);
    let rest = engine.res.rewriter.rewrite(engine.res.terms, rest);
    extended::mark_reduced(engine, rest);
    let terms = &mut *engine.res.terms;
    let whole = terms.concat(&[y, rest]);
    let begins = terms.eq(x, whole);
    // The equation may be of this very form already.
    if !heads.premises.contains(&begins) {
        let premises = [&heads.premises[..], &[longer]].concat();
        engine.out.lemma(terms, ID, &premises, begins);
    }
    if !terms.op(x).is_const() {
        let word = symbols(terms, whole);
        engine.strings.arrangements.define(begins, x, word);
    }
    engine.strings.arrangements.deepen(rest, heads.depth + 1);
}
