//! Random formulas about few strings of at most two letters, and all that they may be.

use choices::Choices;

/// All words that a string may be, in order of length.
const WORDS: [&str; 7] = ["", "a", "b", "aa", "ab", "ba", "bb"];

/// A literal over strings by number.
enum Literal {
    Equal(usize, usize),
    Differ(usize, usize),
    /// The first is not after the second.
    AtMost(usize, usize),
    Below(usize, usize),
    NotAtMost(usize, usize),
    /// Compared with a word.
    DiffersFrom(usize, usize),
    AtMostWord(usize, usize),
    AboveWord(usize, usize),
    /// One of these words.
    OneOf(usize, Vec<usize>),
    Shorter(usize, usize),
    LengthIs(usize, usize),
    /// The lengths of all are at most so much together.
    Together(Vec<usize>, usize),
}

/// A conjunction of clauses.
pub struct Formula {
    pub strings: usize,
    /// How it is said that a string has at most two letters.
    by_length: Vec<bool>,
    clauses: Vec<Vec<Literal>>,
}

/// Draws a formula in which many strings must differ, or are in a row.
pub fn formula(rng: &mut Choices) -> Formula {
    let strings = 2 + rng.below(4);
    let mut clauses: Vec<Vec<Literal>> = Vec::new();
    let pairs = (0..strings).flat_map(|i| (0..i).map(move |j| (j, i)));
    let (distinct, in_order) = (rng.below(3) > 0, rng.below(2) > 0);
    for (i, j) in pairs {
        if distinct && rng.below(6) > 0 {
            clauses.push(vec![Literal::Differ(i, j)]);
        }
        if in_order && j == i + 1 {
            let strict = rng.below(2) == 0;
            clauses.push(vec![if strict { Literal::Below(i, j) } else { Literal::AtMost(i, j) }]);
        }
    }
    for i in 0..strings {
        if rng.below(3) > 0 {
            clauses.push(vec![one_of(rng, i)]);
        }
    }
    for _ in 0..rng.below(4) {
        let width = 1 + rng.below(2);
        clauses.push((0..width).map(|_| literal(rng, strings)).collect());
    }
    Formula { strings, by_length: (0..strings).map(|_| rng.below(2) == 0).collect(), clauses }
}

fn one_of(rng: &mut Choices, i: usize) -> Literal {
    let mut words: Vec<usize> = (0..WORDS.len()).filter(|_| rng.below(5) < 2).collect();
    words.push(rng.below(WORDS.len()));
    Literal::OneOf(i, words)
}

fn literal(rng: &mut Choices, strings: usize) -> Literal {
    let (i, j, w) = (rng.below(strings), rng.below(strings), rng.below(WORDS.len()));
    match rng.below(11) {
        0 => Literal::Equal(i, j),
        1 => Literal::AtMost(i, j),
        2 => Literal::Below(i, j),
        3 => Literal::NotAtMost(i, j),
        4 => Literal::DiffersFrom(i, w),
        5 => Literal::AtMostWord(i, w),
        6 => Literal::AboveWord(i, w),
        7 => one_of(rng, i),
        8 => Literal::Shorter(i, j),
        9 => Literal::LengthIs(i, rng.below(3)),
        _ => Literal::Together((0..strings).collect(), rng.below(2 * strings)),
    }
}

impl Literal {
    fn text(&self) -> String {
        let sum = |all: &[usize]| {
            let lengths: Vec<String> = all.iter().map(|i| format!("(str.len x{i})")).collect();
            format!("(+ 0 {})", lengths.join(" "))
        };
        match self {
            Literal::Equal(i, j) => format!("(= x{i} x{j})"),
            Literal::Differ(i, j) => format!("(not (= x{i} x{j}))"),
            Literal::AtMost(i, j) => format!("(str.<= x{i} x{j})"),
            Literal::Below(i, j) => format!("(str.< x{i} x{j})"),
            Literal::NotAtMost(i, j) => format!("(not (str.<= x{i} x{j}))"),
            Literal::DiffersFrom(i, w) => format!("(not (= x{i} \"{}\"))", WORDS[*w]),
            Literal::AtMostWord(i, w) => format!("(str.<= x{i} \"{}\")", WORDS[*w]),
            Literal::AboveWord(i, w) => format!("(str.< \"{}\" x{i})", WORDS[*w]),
            Literal::OneOf(i, words) => {
                let words = words.iter().map(|&w| format!("(str.to_re \"{}\")", WORDS[w]));
                format!("(str.in_re x{i} (re.union re.none {}))", words.collect::<String>())
            }
            Literal::Shorter(i, j) => format!("(< (str.len x{i}) (str.len x{j}))"),
            Literal::LengthIs(i, n) => format!("(= (str.len x{i}) {n})"),
            Literal::Together(all, n) => format!("(<= {} {n})", sum(all)),
        }
    }

    /// Whether it holds, or may hold when the strings that have no word yet get one.
    fn may_hold(&self, words: &[usize]) -> bool {
        let word = |i: &usize| words.get(*i).map(|&w| WORDS[w]);
        let both = |i, j, holds: fn(&str, &str) -> bool| {
            word(i).zip(word(j)).is_none_or(|(a, b)| holds(a, b))
        };
        let one =
            |i, w: usize, holds: fn(&str, &str) -> bool| word(i).is_none_or(|a| holds(a, WORDS[w]));
        match self {
            Literal::Equal(i, j) => both(i, j, |a, b| a == b),
            Literal::Differ(i, j) => both(i, j, |a, b| a != b),
            Literal::AtMost(i, j) => both(i, j, |a, b| a <= b),
            Literal::Below(i, j) => both(i, j, |a, b| a < b),
            Literal::NotAtMost(i, j) => both(i, j, |a, b| a > b),
            Literal::DiffersFrom(i, w) => one(i, *w, |a, b| a != b),
            Literal::AtMostWord(i, w) => one(i, *w, |a, b| a <= b),
            Literal::AboveWord(i, w) => one(i, *w, |a, b| a > b),
            Literal::OneOf(i, all) => words.get(*i).is_none_or(|w| all.contains(w)),
            Literal::Shorter(i, j) => both(i, j, |a, b| a.len() < b.len()),
            Literal::LengthIs(i, n) => word(i).is_none_or(|a| a.len() == *n),
            Literal::Together(all, n) => {
                all.iter().filter_map(word).map(str::len).sum::<usize>() <= *n
            }
        }
    }
}

impl Formula {
    /// The assertions as text, over `x0`, `x1` and so on.
    pub fn assertions(&self) -> Vec<String> {
        let clause = |c: &Vec<Literal>| {
            let disjuncts: Vec<String> = c.iter().map(Literal::text).collect();
            format!("(or false {})", disjuncts.join(" "))
        };
        let few = |(i, by_length): (usize, &bool)| match by_length {
            true => format!(
                "(and (str.in_re x{i} (re.* (re.range \"a\" \"b\"))) (<= (str.len x{i}) 2))"
            ),
            false => format!("(str.in_re x{i} ((_ re.loop 0 2) (re.range \"a\" \"b\")))"),
        };
        let few: Vec<String> = self.by_length.iter().enumerate().map(few).collect();
        few.into_iter().chain(self.clauses.iter().map(clause)).collect()
    }

    /// Whether some words satisfy it, by trying all.
    pub fn has_model(&self) -> bool {
        let mut beginnings = vec![Vec::new()];
        while let Some(words) = beginnings.pop() {
            if !self.clauses.iter().all(|c| c.iter().any(|l| l.may_hold(&words))) {
                continue;
            }
            if words.len() == self.strings {
                return true;
            }
            beginnings.extend((0..WORDS.len()).map(|w| [&words[..], &[w]].concat()));
        }
        false
    }
}
