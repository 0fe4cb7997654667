//! Regular memberships with lengths: the theory T_LRE, class by class.
//!
//! After Berzish, Kulczynski, Mora, Manea, Day, Nowotka and Ganesh, *An SMT Solver for Regular
//! Expressions and Linear Arithmetic over String Length* (CAV 2021). Their Algorithm 1 refines
//! lengths between arithmetic and automata until they agree; the four heuristics that make it
//! practical are here, each with its switch:
//!
//! * *length abstraction*: the syntax of a single membership bounds the length (`lengths.rs`);
//! * *lazy intersection*: memberships are searched together as a product of derivatives, never built;
//!   switched off, the intersection is built as an automaton first;
//! * *length bounds*: when no word has the length that arithmetic proposes, the exact set of lengths
//!   (ultimately periodic) is learned, or if that is too costly the gap around the proposal;
//! * *prefix and suffix*: contradictory ends are found by inspection.
//!
//! Here negative memberships are never complemented: the search carries for each the set of its
//! derivatives, pruned by antichains. Inclusion between two memberships is first tried by syntax
//! (Nötzli et al., CAV 2022).

use crate::engine::Engine;
use crate::strings::classes::Classes;
use crate::strings::counting::choose::{Chosen, choose};
use crate::strings::factors;
use crate::strings::facts::Facts;
use crate::strings::inclusions::included;
use crate::strings::lengths;
use crate::strings::order;
use crate::strings::table::{Class, Constraint, collect};
use crate::theory::inference::InferenceId;
use crate::theory::verdict::{Incompleteness, Verdict};
use automata::Regexes;
use base::{FxHashMap, Interrupted, Limits, Stop, affordable};
use terms::Term;

/// The name of the procedure in statistics.
pub(super) const NAME: &str = "regular";

/// Decides the memberships of every class, and chooses words.
pub(super) fn check(
    engine: &mut Engine<'_>,
    facts: &Facts,
    atoms: &[(Term, bool)],
    classes: &mut Classes,
    constants: &FxHashMap<u32, Term>,
) -> Result<Verdict, Interrupted> {
    let table = collect(engine, facts, classes, constants);
    let mut words: Vec<Option<Vec<u32>>> = vec![None; table.len()];
    let before = engine.out.len();
    for (i, chosen) in words.iter_mut().enumerate() {
        let Some(word) = affordable(word_of_class(engine, classes, &table, i))? else {
            let incomplete = Verdict::Incomplete(Incompleteness::Memberships);
            return Ok(if engine.out.len() > before { Verdict::Progress } else { incomplete });
        };
        debug_assert!(
            word.is_some() || engine.out.len() > before,
            "a class has no word, and nobody says why"
        );
        *chosen = word;
    }
    if engine.out.len() > before {
        return Ok(Verdict::Progress);
    }
    if affordable(put_in_order(engine, classes, &table, facts, atoms, &mut words))?.is_none() {
        return Ok(Verdict::Incomplete(Incompleteness::Memberships));
    }
    if engine.out.len() > before {
        return Ok(Verdict::Progress);
    }
    debug_assert!(
        table
            .iter()
            .zip(&words)
            .all(|(class, w)| class.distinct.iter().all(|d| words[d.other] != *w)),
        "two classes have one word although they are distinct"
    );
    for (class, word) in table.iter().zip(words) {
        let Some(word) = word else { continue };
        let word: terms::value::Word = word.into();
        for &leaf in &class.leaves {
            engine.strings.choose_word(engine.res.terms, leaf, word.clone());
        }
    }
    Ok(Verdict::Consistent)
}

/// A word for class `i`, or `None` if something was concluded instead.
fn word_of_class(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    i: usize,
) -> Result<Option<Vec<u32>>, Stop> {
    if contradicts_itself(engine, classes, &table[i], i) {
        return Ok(None);
    }
    if let Some(constant) = table[i].constant {
        return constant_class(engine, &table[i], constant);
    }
    let anchor = table[i].leaves[0];
    let constraints = &table[i].constraints;
    if inspect(engine, constraints) || lengths::non_negative(engine, &table[i].leaves) {
        return Ok(None);
    }
    let length = lengths::proposed(engine, &table[i].leaves);
    if let Some((leaf, n)) = &length
        && factors::is_too_short(engine, (*leaf, n), constraints)?
    {
        return Ok(None);
    }
    if factors::propose(engine, anchor, constraints)? {
        return Ok(None);
    }
    if let Some((leaf, n)) = &length
        && lengths::abstraction(engine, *leaf, n, constraints)
    {
        return Ok(None);
    }
    lengths::word(engine, anchor, length, constraints)
}

/// `x != x`.
fn contradicts_itself(engine: &mut Engine<'_>, classes: &Classes, class: &Class, i: usize) -> bool {
    let Some(apart) = class.distinct.iter().find(|apart| apart.other == i) else { return false };
    let mut premises = vec![apart.literal];
    classes.explain(apart.members.0, apart.members.1, &mut premises);
    engine.out.conflict(engine.res.terms, InferenceId::StringsConstants, &premises);
    true
}

/// The memberships of a class whose word is known.
fn constant_class(
    engine: &mut Engine<'_>,
    class: &Class,
    constant: Term,
) -> Result<Option<Vec<u32>>, Stop> {
    let Some(word) = engine.res.terms.str_value(constant).map(<[u32]>::to_vec) else {
        return Ok(None);
    };
    let limits = Limits::none(engine.res.budget);
    for c in &class.constraints {
        let inside = engine.res.languages.regexes.contains_word(c.re, &word, &limits)?;
        if inside != c.positive {
            engine.out.conflict(engine.res.terms, InferenceId::RegexEmpty, &c.premises);
            return Ok(None);
        }
    }
    Ok(Some(word))
}

/// Contradictions between two memberships that syntax shows.
fn inspect(engine: &mut Engine<'_>, constraints: &[Constraint]) -> bool {
    let options = engine.res.options;
    let regexes = &mut engine.res.languages.regexes;
    let mut found = None;
    if options.regex_inclusion {
        let pair = inclusion_that_clashes(regexes, constraints);
        found = pair.map(|pair| (InferenceId::RegexInclusion, pair));
    }
    if found.is_none() && options.regex_prefix_suffix {
        let pair = ends_that_clash(regexes, constraints);
        found = pair.map(|pair| (InferenceId::RegexInspection, pair));
    }
    let Some((id, [a, b])) = found else { return false };
    let mut premises = a.premises.clone();
    premises.extend(b.premises.iter().filter(|p| !a.premises.contains(p)));
    engine.out.conflict(engine.res.terms, id, &premises);
    true
}

/// A language and one that contains it, of which a word is in the first and not in the second.
fn inclusion_that_clashes<'a>(
    regexes: &mut Regexes,
    constraints: &'a [Constraint],
) -> Option<[&'a Constraint; 2]> {
    for (k, a) in constraints.iter().enumerate() {
        for b in &constraints[..k] {
            let clash = match (a.positive, b.positive) {
                (true, false) => included(regexes, a.re, b.re),
                (false, true) => included(regexes, b.re, a.re),
                _ => false,
            };
            if clash {
                return Some([a, b]);
            }
        }
    }
    None
}

/// Two languages of which the words begin or end differently, by inspection. Of ends that do not differ, each is an end of the longest, so
/// it suffices to look at that.
fn ends_that_clash<'a>(
    regexes: &mut Regexes,
    constraints: &'a [Constraint],
) -> Option<[&'a Constraint; 2]> {
    let mut longest: [Option<(&Constraint, Vec<u32>)>; 2] = [None, None];
    for a in constraints.iter().filter(|c| c.positive) {
        let mut suffix = regexes.literal_suffix(a.re);
        suffix.reverse();
        for (longest, end) in longest.iter_mut().zip([regexes.literal_prefix(a.re), suffix]) {
            if let Some((b, known)) = longest
                && known.iter().zip(&end).any(|(x, y)| x != y)
            {
                return Some([a, b]);
            }
            if longest.as_ref().is_none_or(|(_, known)| known.len() < end.len()) {
                *longest = Some((a, end));
            }
        }
    }
    None
}

/// Makes the words of classes that are compared follow their order, and those that must be distinct differ, or concludes something.
fn put_in_order(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    facts: &Facts,
    atoms: &[(Term, bool)],
    words: &mut [Option<Vec<u32>>],
) -> Result<(), Stop> {
    let clash = engine.res.options.strings_order
        && order::choose::choose(engine, classes, table, facts, atoms, words)?;
    if clash { Ok(()) } else { tell_apart(engine, classes, table, atoms, words) }
}

/// Makes the words of classes that must be distinct differ, or concludes something.
fn tell_apart(
    engine: &mut Engine<'_>,
    classes: &Classes,
    table: &[Class],
    atoms: &[(Term, bool)],
    words: &mut [Option<Vec<u32>>],
) -> Result<(), Stop> {
    if engine.res.options.strings_counting
        && choose(engine, classes, table, atoms, words)? != Chosen::Nothing
    {
        return Ok(());
    }
    for i in 0..table.len() {
        let Some(word) = words[i].take() else { continue };
        words[i] = avoid(engine, table, i, &words[..i], word)?;
    }
    Ok(())
}

/// Makes `word` differ from the words already chosen for classes that must be distinct.
fn avoid(
    engine: &mut Engine<'_>,
    table: &[Class],
    i: usize,
    words: &[Option<Vec<u32>>],
    word: Vec<u32>,
) -> Result<Option<Vec<u32>>, Stop> {
    let taken: Vec<(usize, &Vec<u32>)> = table[i]
        .distinct
        .iter()
        .filter_map(|d| words.get(d.other)?.as_ref().map(|w| (d.other, w)))
        .filter(|(j, _)| table[*j].constant.is_none())
        .collect();
    if taken.iter().all(|(_, w)| **w != word) {
        return Ok(Some(word));
    }
    let mut constraints = table[i].constraints.clone();
    let limits = Limits::none(engine.res.budget);
    for (_, w) in &taken {
        let re = engine.res.languages.regexes.word_within(w, &limits)?;
        constraints.push(Constraint { re, positive: false, premises: Vec::new() });
    }
    let length = lengths::proposed(engine, &table[i].leaves).map(|(_, n)| n);
    if let Some(other) = lengths::search(engine, &constraints, length.as_ref())? {
        debug_assert!(
            taken.iter().all(|(_, w)| **w != other),
            "a word is chosen that was to be avoided"
        );
        return Ok(Some(other));
    }
    engine.strings.splits.count();
    // Every word of this length is taken by a neighbour: fix one neighbour's word, or rule it out.
    let Some((j, w)) = taken.iter().find(|(_, w)| **w == word) else { return Ok(None) };
    let value = engine.res.terms.string(w);
    let same = engine.res.terms.eq(table[*j].leaves[0], value);
    engine.out.decide(engine.res.terms, InferenceId::StringsValueSplit, same);
    Ok(None)
}
