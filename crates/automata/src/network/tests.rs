//! Networks against direct computation, and searches against all short words.

use super::{Constraints, Network, Output, Relation, Search};
use crate::{CharSet, Regexes};
use base::{Budget, Limits, Stop};
use choices::Choices;

const LETTERS: [u32; 3] = [0x61, 0x62, 0x63];

fn word(rng: &mut Choices, least: usize, most: usize) -> Vec<u32> {
    let len = least + rng.below(most - least + 1);
    (0..len).map(|_| LETTERS[rng.below(2)]).collect()
}

/// All words of up to `len` letters.
fn words(len: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut from = 0;
    for _ in 0..len {
        let end = all.len();
        for i in from..end {
            all.extend(LETTERS.map(|c| [&all[i][..], &[c]].concat()));
        }
        from = end;
    }
    all
}

/// A function by its definition.
#[derive(Debug)]
enum Step {
    All(Vec<u32>, Vec<u32>),
    First(Vec<u32>, Vec<u32>),
    Frame(Vec<u32>, Vec<u32>),
}

impl Step {
    fn random(rng: &mut Choices) -> Step {
        let (p, w) = (word(rng, 1, 3), word(rng, 0, 2));
        match rng.below(5) {
            0 => Step::First(p, w),
            1 => Step::Frame(word(rng, 0, 1), w),
            _ => Step::All(p, w),
        }
    }

    fn add(&self, net: &mut Network, from: Output) -> Output {
        match self {
            Step::All(p, w) => net.replace_all(from, p, w),
            Step::First(p, w) => net.replace_first(from, p, w),
            Step::Frame(p, w) => net.frame(from, p, w),
        }
    }

    fn apply(&self, w: &[u32]) -> Vec<u32> {
        let (mut out, mut at) = (Vec::new(), 0);
        let (pattern, by, times) = match self {
            Step::Frame(before, after) => return [before, w, after].concat(),
            Step::All(p, by) => (p, by, usize::MAX),
            Step::First(p, by) => (p, by, 1),
        };
        let mut left = times;
        while at < w.len() {
            if left > 0 && w[at..].starts_with(pattern) {
                out.extend_from_slice(by);
                at += pattern.len();
                left -= 1;
            } else {
                out.push(w[at]);
                at += 1;
            }
        }
        out
    }
}

/// A random network: each step reads an earlier value.
fn random(rng: &mut Choices, size: usize) -> (Network, Vec<(usize, Step)>, Vec<Output>) {
    let (mut net, mut steps, mut outputs) = (Network::default(), Vec::new(), vec![Network::ROOT]);
    for _ in 0..size {
        let from = rng.below(outputs.len());
        let step = Step::random(rng);
        outputs.push(step.add(&mut net, outputs[from]));
        steps.push((from, step));
    }
    (net, steps, outputs)
}

fn values(steps: &[(usize, Step)], w: &[u32]) -> Vec<Vec<u32>> {
    let mut values = vec![w.to_vec()];
    for (from, step) in steps {
        values.push(step.apply(&values[*from]));
    }
    values
}

#[test]
fn values_are_those_of_the_functions() {
    for seed in 0..150 {
        let (net, steps, outputs) = random(&mut Choices::seeded(seed), 4);
        for w in words(4) {
            let want = values(&steps, &w);
            for (output, want) in outputs.iter().zip(want) {
                assert_eq!(value(&net, *output, &w), want, "{w:?} {steps:?}");
            }
        }
    }
}

#[test]
fn images() {
    let mut net = Network::default();
    let word = |s: &str| s.chars().map(u32::from).collect::<Vec<u32>>();
    let escaped = net.replace_all(Network::ROOT, &word("<"), &word("&l"));
    let erased = net.replace_all(escaped, &word("l"), &[]);
    let inner = net.frame(erased, &word("("), &word(")"));
    let outer = net.frame(inner, &word("["), &word("]"));
    let image = net.image(outer).unwrap();
    assert_eq!((image.before, image.after), (word("[("), word(")]")));
    assert_eq!(image.letters, [(0x3C, word("&")), (0x6C, word(""))]);
    let longer = net.replace_all(outer, &word("()"), &[]);
    assert_eq!(net.image(longer), None);
    assert_eq!(net.image(Network::ROOT), None);
}

/// Whether `w` meets the constraints, by definition.
fn meets(
    constraints: &Constraints,
    values: &[Vec<u32>],
    outputs: &[Output],
    regexes: &mut Regexes,
) -> bool {
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let value = |t: Output| &values[outputs.iter().position(|&s| s == t).unwrap()];
    constraints
        .members
        .iter()
        .all(|&(t, re, positive)| regexes.contains_word(re, value(t), &limits).unwrap() == positive)
        && constraints.pairs.iter().all(|&(a, b, relation)| match relation {
            Relation::Equal => value(a) == value(b),
            Relation::Different => value(a) != value(b),
            Relation::Any => true,
        })
}

fn random_demands(rng: &mut Choices, outputs: &[Output], regexes: &mut Regexes) -> Constraints {
    let mut constraints = Constraints::default();
    for _ in 0..1 + rng.below(2) {
        let (a, b) = (outputs[rng.below(outputs.len())], outputs[rng.below(outputs.len())]);
        match rng.below(3) {
            0 => constraints.pairs.push((a, b, Relation::Equal)),
            1 => constraints.pairs.push((a, b, Relation::Different)),
            _ => {
                let middle = regexes.word(&word(rng, 1, 3));
                let end = regexes.chars(CharSet::range(0x61, 0x62));
                let re = regexes.concat_all([crate::Re::ALL, middle, end]);
                constraints.members.push((a, re, rng.below(2) == 0));
            }
        }
    }
    constraints
}

#[test]
fn searches_find_what_is_there() {
    let budget = Budget::unlimited();
    let (mut refuted, mut found) = (0, 0);
    for seed in 0..400 {
        let mut rng = Choices::seeded(1_000 + seed);
        let mut regexes = Regexes::new();
        let (net, steps, outputs) = random(&mut rng, 4);
        let constraints = random_demands(&mut rng, &outputs, &mut regexes);
        let mut search = Search::new(&net, constraints.clone());
        let limits = Limits::new(&budget, 50_000);
        let meets =
            |w: &[u32]| meets(&constraints, &values(&steps, w), &outputs, &mut regexes.clone());
        match search.next(&mut regexes.clone(), &limits) {
            Ok(Some(w)) => {
                found += 1;
                assert!(meets(&w), "{w:?} {steps:?} {constraints:?}");
            }
            Ok(None) => {
                refuted += 1;
                let word = words(5).into_iter().find(|w| meets(w));
                assert_eq!(word, None, "{steps:?} {constraints:?}");
            }
            Err(stop) => assert_eq!(stop, Stop::Local),
        }
    }
    assert!(refuted > 30 && found > 100, "{refuted} {found}");
}

#[test]
fn one_word_for_each_difference() {
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let mut regexes = Regexes::new();
    let mut net = Network::default();
    let shorter = net.replace_all(Network::ROOT, &[0x61, 0x62], &[0x63]);
    let constraints = Constraints {
        pairs: vec![(Network::ROOT, shorter, Relation::Any)],
        ..Constraints::default()
    };
    let mut search = Search::new(&net, constraints);
    let first: Vec<_> = std::iter::repeat_with(|| search.next(&mut regexes, &limits))
        .take(3)
        .map(|word| word.unwrap().unwrap())
        .collect();
    let word = |s: &str| s.chars().map(u32::from).collect::<Vec<u32>>();
    assert_eq!(first, [word(""), word("ab"), word("abab")]);
}

#[test]
fn a_correspondence_problem() {
    // Dominoes (ab, a) and (b, bb); the first one alone has no solution.
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let mut regexes = Regexes::new();
    let [one, two] = [0x31, 0x32];
    let mut net = Network::default();
    let word = |s: &str| s.chars().map(u32::from).collect::<Vec<u32>>();
    let side = |net: &mut Network, a: &str, b: &str| {
        let first = net.replace_all(Network::ROOT, &[one], &word(a));
        net.replace_all(first, &[two], &word(b))
    };
    let (top, bottom) = (side(&mut net, "ab", "b"), side(&mut net, "a", "bb"));
    let dominoes = regexes.chars(CharSet::range(one, two));
    let constraints = |re| Constraints {
        members: vec![(Network::ROOT, re, true)],
        pairs: vec![(top, bottom, Relation::Equal)],
    };
    let ones = regexes.chars(CharSet::single(one));
    let (some, only) = (regexes.plus(dominoes), regexes.plus(ones));
    let alone = Search::new(&net, constraints(only)).next(&mut regexes, &limits);
    assert_eq!(alone, Ok(None), "the second letters differ");
    let all = Search::new(&net, constraints(some)).next(&mut regexes, &limits).unwrap();
    let all = all.expect("there is a solution");
    assert_eq!(value(&net, top, &all), value(&net, bottom, &all));
    assert!(!all.is_empty());
}

#[test]
fn letters_that_nobody_mentions_can_differ() {
    // Words of two letters that are moved by one: they differ unless both letters are the same.
    let budget = Budget::unlimited();
    let limits = Limits::none(&budget);
    let mut regexes = Regexes::new();
    let mut net = Network::default();
    let twice = net.frame(Network::ROOT, &[0x61], &[0x61]);
    let first = net.replace_first(twice, &[0x61], &[]);
    let erased = net.replace_all(first, &[0x61], &[]);
    let other = regexes.chars(CharSet::single(0x61).complement());
    let two = regexes.repeat(other, 2, Some(2));
    let constraints = |relation| Constraints {
        members: vec![(Network::ROOT, two, true)],
        pairs: vec![(Network::ROOT, erased, relation)],
    };
    let search = |relation| {
        Search::new(&net, constraints(relation)).next(&mut regexes.clone(), &limits).unwrap()
    };
    assert_eq!(search(Relation::Different), None);
    assert_eq!(search(Relation::Equal).map(|w| w.len()), Some(2));
}

fn value(net: &Network, output: Output, word: &[u32]) -> Vec<u32> {
    net.value(output, word, &Limits::none(&Budget::unlimited())).unwrap()
}

/// Of forty functions that double letters no value can be written down, so nobody tries; of ten, all can be.
#[test]
fn doubling_ends() {
    let doubled = |times: u32| {
        let mut net = Network::default();
        let double = |net: &mut Network, from| {
            let once = net.replace_all(from, &text("a"), &text("bb"));
            net.replace_all(once, &text("b"), &text("a"))
        };
        let output = (0..times).fold(Network::ROOT, |from, _| double(&mut net, from));
        (net, output)
    };
    let budget = Budget::unlimited();
    let (net, output) = doubled(10);
    assert_eq!(value(&net, output, &text("a")).len(), 1 << 10);
    let (net, output) = doubled(40);
    let limits = Limits::none(&budget);
    assert_eq!(net.value(output, &text("a"), &limits), Err(Stop::Local));
    let mut regexes = Regexes::new();
    let some = regexes.text("c");
    let constraints = Constraints { members: vec![(output, some, true)], ..Constraints::default() };
    assert_eq!(Search::new(&net, constraints).next(&mut regexes, &limits), Err(Stop::Local));
    assert!(budget.spent() < 1_000_000, "{}", budget.spent());
}

fn text(s: &str) -> Vec<u32> {
    s.chars().map(u32::from).collect()
}
