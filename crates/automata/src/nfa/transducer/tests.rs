//! Transducers against direct computation on short words.

use super::super::Nfa;
use super::super::testing::{A, B, Rng, with_limits, words};
use super::{Output, Transducer};
use crate::CharSet;
use base::Limits;

/// Replaces by definition: at each position the shortest non-empty match, else one character.
fn replace(pattern: &Nfa, with: &[u32], w: &[u32]) -> Vec<u32> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < w.len() {
        match (at + 1..=w.len()).find(|&end| pattern.accepts(&w[at..end])) {
            Some(end) => {
                out.extend_from_slice(with);
                at = end;
            }
            None => {
                out.push(w[at]);
                at += 1;
            }
        }
    }
    out
}

/// Replaces by definition only the first match.
fn replace_first(pattern: &Nfa, with: &[u32], w: &[u32]) -> Vec<u32> {
    let spans = (0..=w.len()).flat_map(|i| (i..=w.len()).map(move |j| (i, j)));
    match spans.into_iter().find(|&(i, j)| pattern.accepts(&w[i..j])) {
        Some((i, j)) => [&w[..i], with, &w[j..]].concat(),
        None => w.to_vec(),
    }
}

fn replacements() -> [Vec<u32>; 4] {
    [vec![], vec![A], vec![B, A], vec![0x63, A, 0x63]]
}

#[test]
fn replacing_agrees_with_its_definition() {
    with_limits(|l| {
        for round in 0..200 {
            let mut rng = Rng(41_000_000 + round);
            let pattern = rng.nfa(4);
            let with = &replacements()[rng.below(4) as usize];
            let all = Transducer::replace_all(&pattern, with, l).unwrap();
            let first = Transducer::replace_first(&pattern, with, l).unwrap();
            for w in words(5) {
                let image = |t: &Transducer| t.image(&Nfa::word(&w), l).unwrap().single_word();
                let (want_all, want_first) =
                    (replace(&pattern, with, &w), replace_first(&pattern, with, &w));
                assert_eq!(image(&all), Some(want_all), "{w:?} {with:?} {pattern:?}");
                assert_eq!(image(&first), Some(want_first), "{w:?} {with:?} {pattern:?}");
            }
        }
    });
}

#[test]
fn replace_all_of_literals() {
    with_limits(|l| {
        for p in words(3) {
            for with in replacements() {
                let t = Transducer::replace_all(&Nfa::word(&p), &with, l).unwrap();
                for w in words(6) {
                    let want = replace(&Nfa::word(&p), &with, &w);
                    assert!(t.relates(&w, &want, l).unwrap());
                }
            }
        }
    });
}

#[test]
fn images_and_preimages_of_languages() {
    with_limits(|l| {
        for round in 0..200 {
            let mut rng = Rng(42_000_000 + round);
            let (pattern, language) = (rng.nfa(3), rng.nfa(4));
            let with = &replacements()[rng.below(3) as usize];
            let t = Transducer::replace_all(&pattern, with, l).unwrap();
            let preimage = t.preimage(&language, l).unwrap();
            let image = t.image(&language, l).unwrap();
            for w in words(5) {
                let output = replace(&pattern, with, &w);
                assert_eq!(preimage.accepts(&w), language.accepts(&output), "{w:?}");
                assert!(!language.accepts(&w) || image.accepts(&output));
            }
            // Whatever is in the image has an input.
            for w in words(4).iter().filter(|w| image.accepts(w)) {
                let inputs = t.preimage(&Nfa::word(w), l).unwrap();
                assert!(!inputs.product(&language, l).unwrap().is_empty());
            }
        }
    });
}

fn composed_by_hand(w: &[u32], steps: &[(Nfa, Vec<u32>)]) -> Vec<u32> {
    steps.iter().fold(w.to_vec(), |w, (p, with)| replace(p, with, &w))
}

#[test]
fn composition_is_application_in_order() {
    with_limits(|l: &Limits| {
        for round in 0..100 {
            let mut rng = Rng(43_000_000 + round);
            let mut step = || (rng.nfa(3), replacements()[rng.below(4) as usize].clone());
            let steps = [step(), step()];
            let [first, second] =
                [0, 1].map(|i| Transducer::replace_all(&steps[i].0, &steps[i].1, l).unwrap());
            let both = first.then(&second, l).unwrap();
            for w in words(4) {
                let want = composed_by_hand(&w, &steps);
                let image = both.image(&Nfa::word(&w), l).unwrap();
                assert_eq!(image.single_word(), Some(want), "{w:?} {steps:?}");
            }
        }
    });
}

#[test]
fn identity_and_wide_guards() {
    with_limits(|l| {
        let id = Transducer::identity();
        let a = Rng(1).nfa(5).union(&Nfa::chars(CharSet::range(0x4E00, 0x9FFF)));
        assert!(id.image(&a, l).unwrap().is_equivalent_to(&a, l).unwrap());
        assert!(id.preimage(&a, l).unwrap().is_equivalent_to(&a, l).unwrap());
        // Upper-casing one letter, as a hand-made transducer.
        let mut t = Transducer::identity();
        t.add_transition(0, Some(CharSet::single(A)), Output::Char(0x41), 0);
        assert!(t.relates(&[A, B], &[0x41, B], l).unwrap());
        assert!(!t.relates(&[B, B], &[0x41, B], l).unwrap());
        assert!(Transducer::empty().image(&a, l).unwrap().is_empty());
    });
}

#[test]
fn restriction_by_composition() {
    with_limits(|l| {
        for round in 0..100 {
            let mut rng = Rng(44_000_000 + round);
            let (language, pattern) = (rng.nfa(4), rng.nfa(3));
            let t = Transducer::replace_all(&pattern, &[A], l).unwrap();
            let (id, all) = (Transducer::identity_on(&language), Nfa::sigma_star());
            let inputs = id.then(&t, l).unwrap();
            let want = t.image(&language, l).unwrap();
            assert!(inputs.image(&all, l).unwrap().is_equivalent_to(&want, l).unwrap());
            let outputs = t.then(&id, l).unwrap();
            let want = t.preimage(&language, l).unwrap();
            assert!(outputs.preimage(&all, l).unwrap().is_equivalent_to(&want, l).unwrap());
        }
    });
}
