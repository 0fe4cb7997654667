//! What a membership in a language with unknowns says at all lengths.
//!
//! Unfolding says something of one length at a time, so that what no length allows would be refuted length by length, without
//! end. But regexes are monotone: where an unknown language may have all words, or none below a complement, a regex denotes a larger
//! language than with any language there, and a smaller one the other way round. Memberships in those two are decided as any others
//! are; lengths and known parts of a regex come of them.

use crate::strings::languages::Languages;
use base::{FxHashMap, Limits, Stop};
use terms::{Op, Sort, Term, Terms};

/// A language within that of a regex, and one around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Enclosure {
    pub least: Term,
    pub most: Term,
}

/// The languages around `root`, a regex of strings.
///
/// # Errors
/// When the limits are reached.
pub(super) fn of(
    terms: &mut Terms,
    languages: &mut Languages,
    root: Term,
    limits: &Limits<'_>,
) -> Result<Enclosure, Stop> {
    debug_assert!(terms.sort(root) == Sort::RegLan, "the enclosure of what is no regex");
    let mut known: FxHashMap<Term, Enclosure> = FxHashMap::default();
    for r in terms.post_order(&[root]) {
        limits.charge(1)?;
        if terms.sort(r) != Sort::RegLan {
            continue;
        }
        let enclosure = match languages.language_within(terms, r, limits)? {
            Some(_) => Enclosure { least: r, most: r },
            None => compose(terms, r, &known),
        };
        known.insert(r, enclosure);
    }
    Ok(known[&root])
}

/// What is around `r`, given what is around its arguments.
fn compose(terms: &mut Terms, r: Term, known: &FxHashMap<Term, Enclosure>) -> Enclosure {
    let (op, args) = (terms.op(r), terms.args(r).to_vec());
    let inner: Vec<Enclosure> = args.iter().filter_map(|a| known.get(a).copied()).collect();
    debug_assert_eq!(
        inner.len(),
        args.iter().filter(|&&a| terms.sort(a) == Sort::RegLan).count(),
        "a regex is enclosed before its arguments"
    );
    let mut made = |op, of: &dyn Fn(&Enclosure) -> [Term; 2]| -> Enclosure {
        let [least, most]: [Vec<Term>; 2] =
            [0, 1].map(|side| inner.iter().map(|e| of(e)[side]).collect());
        Enclosure { least: terms.mk(op, &least), most: terms.mk(op, &most) }
    };
    match op {
        Op::ReComp => made(op, &|e| [e.most, e.least]),
        Op::ReConcat
        | Op::ReUnion
        | Op::ReInter
        | Op::ReStar
        | Op::RePlus
        | Op::ReOpt
        | Op::RePower(_)
        | Op::ReLoop(..) => made(op, &|e| [e.least, e.most]),
        Op::ReDiff => {
            let (mut least, mut most) = (vec![inner[0].least], vec![inner[0].most]);
            least.extend(inner[1..].iter().map(|e| e.most));
            most.extend(inner[1..].iter().map(|e| e.least));
            Enclosure { least: terms.mk(op, &least), most: terms.mk(op, &most) }
        }
        Op::Ite => Enclosure {
            least: terms.mk(Op::ReInter, &[inner[0].least, inner[1].least]),
            most: terms.mk(Op::ReUnion, &[inner[0].most, inner[1].most]),
        },
        _ => {
            let most = if op == Op::ReRange { Op::ReAllChar } else { Op::ReAll };
            Enclosure { least: terms.mk(Op::ReNone, &[]), most: terms.mk(most, &[]) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Budget, SplitMix64};
    use terms::eval::Evaluator;
    use terms::model::Model;
    use terms::value::Value;

    /// A regex made of two of the pool.
    fn grown(terms: &mut Terms, pool: &[Term], random: &mut SplitMix64) -> Term {
        let [a, b] = [0; 2].map(|_| pool[random.below(pool.len())]);
        let hi = base::id32(random.below(4));
        match random.below(8) {
            0 => terms.mk(Op::ReUnion, &[a, b]),
            1 => terms.mk(Op::ReInter, &[a, b]),
            2 => terms.mk(Op::ReDiff, &[a, b]),
            3 => terms.mk(Op::ReComp, &[a]),
            4 => terms.mk(Op::ReStar, &[a]),
            5 => terms.mk(Op::ReLoop(1, hi), &[a]),
            6 => terms.mk(Op::ReOpt, &[a]),
            _ => terms.mk(Op::ReConcat, &[a, b]),
        }
    }

    #[test]
    fn a_regex_is_between_its_enclosures() {
        let mut random = SplitMix64::new(41);
        let budget = Budget::unlimited();
        let mut strict = [0; 2];
        for _ in 0..2_000 {
            let mut terms = Terms::new();
            let mut pool = ["", "a", "b", "ab"].map(|text| terms.text(text)).to_vec();
            pool.iter_mut().for_each(|word| *word = terms.mk(Op::StrToRe, &[*word]));
            let (declared, mut model) = (terms.declare("L", &[], Sort::RegLan), Model::new());
            model.set(declared, Value::Re(pool[random.below(4)]));
            pool.push(terms.constant(declared));
            for _ in 0..4 {
                let regex = grown(&mut terms, &pool, &mut random);
                pool.push(regex);
            }
            let regex = pool[pool.len() - 1];
            let (mut languages, limits) = (Languages::default(), Limits::none(&budget));
            let around = of(&mut terms, &mut languages, regex, &limits).unwrap();
            let word: Vec<u32> =
                (0..random.below(5)).map(|_| 97 + base::id32(random.below(2))).collect();
            let word = terms.string(&word);
            let [least, is_member, most] = [around.least, regex, around.most].map(|r| {
                let member = terms.in_re(word, r);
                Evaluator::new(&terms, &model, &budget).holds(member).unwrap()
            });
            assert!(least <= is_member && is_member <= most, "{word:?} in {regex:?}");
            strict[0] += usize::from(least != is_member);
            strict[1] += usize::from(is_member != most);
        }
        assert!(strict.iter().all(|&n| n > 50), "enclosures are hardly larger: {strict:?}");
    }
}
