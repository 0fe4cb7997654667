//! Sequences over two bits, over a datatype with four values, or over integers that predicates keep from 0 to 3: every answer
//! against trying all sequences of at most two elements.

mod common;

use choices::Choices;
use common::brute;

/// Sequences `x0`, `x1` and elements `c0`, `c1`.
struct Assignment {
    x: [Vec<u8>; 2],
    c: [u8; 2],
}

/// What elements are.
#[derive(Clone, Copy, PartialEq)]
enum Elements {
    Bits,
    Integers,
    Enumeration,
    Records,
}

impl Elements {
    fn literal(self, n: u8) -> String {
        match self {
            Elements::Bits => format!("(_ bv{n} 2)"),
            Elements::Integers => n.to_string(),
            Elements::Enumeration => ["A", "B", "C", "D"][usize::from(n)].to_owned(),
            Elements::Records => format!("(pair {} {})", n / 2 == 1, n % 2 == 1),
        }
    }

    fn is_datatype(self) -> bool {
        matches!(self, Elements::Enumeration | Elements::Records)
    }

    /// The elements for which `holds`, as a regex.
    fn those(self, holds: impl Fn(u8) -> bool) -> String {
        let units = (0..4)
            .filter(|&n| holds(n))
            .map(|n| format!("(seq.to.re (seq.unit {}))", self.literal(n)));
        format!("(re.union {} (as re.none (RegEx S)))", units.collect::<String>())
    }

    /// The pairs of `c`s for which `holds`, as a formula.
    fn pairs(self, [a, b]: [usize; 2], holds: impl Fn(u8, u8) -> bool) -> String {
        let mut cases = String::new();
        for (x, y) in (0..16).map(|n| (n / 4, n % 4)).filter(|&(x, y)| holds(x, y)) {
            cases += &format!("(and (= c{a} {}) (= c{b} {}))", self.literal(x), self.literal(y));
        }
        format!("(or {cases} false)")
    }

    fn range(self, lo: u8, hi: u8) -> String {
        let [lo_text, hi_text] = [lo, hi].map(|n| self.literal(n));
        match self {
            Elements::Bits => format!("(re.range (seq.unit {lo_text}) (seq.unit {hi_text}))"),
            Elements::Integers => format!("(re.of.pred (lambda ((e Int)) (<= {lo} e {hi})))"),
            Elements::Enumeration | Elements::Records => self.those(|n| lo <= n && n <= hi),
        }
    }
}

/// A part of a concatenation.
enum Part {
    Sequence(usize),
    Element(usize),
    Literal(u8),
}

/// A constraint that is easy to evaluate.
enum Atom {
    Equal(Vec<Part>, Vec<Part>),
    Contains(usize, Vec<Part>),
    Prefix(Vec<Part>, usize),
    /// The sequence has an element at the index, and that is this one.
    At(usize, usize, usize),
    Less(usize, usize),
    /// The second is the first and this.
    Next(usize, usize, u8),
    /// All elements are in the range; or some is not.
    Range(usize, u8, u8, bool),
    /// It starts with an element for which the lowest bit is set.
    Odd(usize),
    /// First elements below the one, then at least one that is not below the other.
    Sorted(usize, [usize; 2]),
    Same,
    SameElement,
}

fn parts(rng: &mut Choices) -> Vec<Part> {
    (0..1 + rng.below(3))
        .map(|_| match rng.below(4) {
            0 | 1 => Part::Sequence(rng.below(2)),
            2 => Part::Element(rng.below(2)),
            _ => Part::Literal(rng.below(4) as u8),
        })
        .collect()
}

fn atom(rng: &mut Choices) -> Atom {
    match rng.below(12) {
        0 | 1 => Atom::Equal(parts(rng), parts(rng)),
        2 => Atom::Contains(rng.below(2), parts(rng)),
        3 => Atom::Prefix(parts(rng), rng.below(2)),
        4 => Atom::At(rng.below(2), rng.below(2), rng.below(2)),
        5 => Atom::Less(rng.below(2), rng.below(2)),
        6 => Atom::Next(rng.below(2), rng.below(2), rng.below(4) as u8),
        7 => Atom::Range(rng.below(2), rng.below(4) as u8, rng.below(4) as u8, rng.below(2) == 0),
        8 => Atom::Odd(rng.below(2)),
        9 => Atom::Same,
        10 => Atom::Sorted(rng.below(2), [rng.below(2), rng.below(2)]),
        _ => Atom::SameElement,
    }
}

fn text(parts: &[Part], of: Elements) -> String {
    let part = |part: &Part| match part {
        Part::Sequence(i) => format!("x{i}"),
        Part::Element(i) => format!("(seq.unit c{i})"),
        Part::Literal(n) => format!("(seq.unit {})", of.literal(*n)),
    };
    format!("(seq.++ {} (as seq.empty S))", parts.iter().map(part).collect::<Vec<_>>().join(" "))
}

fn word(parts: &[Part], at: &Assignment) -> Vec<u8> {
    let part = |part: &Part| match part {
        Part::Sequence(i) => at.x[*i].clone(),
        Part::Element(i) => vec![at.c[*i]],
        Part::Literal(n) => vec![*n],
    };
    parts.iter().flat_map(part).collect()
}

impl Atom {
    fn text(&self, of: Elements) -> String {
        match self {
            Atom::Equal(a, b) => format!("(= {} {})", text(a, of), text(b, of)),
            Atom::Contains(i, a) => format!("(seq.contains x{i} {})", text(a, of)),
            Atom::Prefix(a, i) => format!("(seq.prefixof {} x{i})", text(a, of)),
            Atom::At(i, n, c) => {
                format!("(and (< {n} (seq.len x{i})) (= (seq.nth x{i} {n}) c{c}))")
            }
            Atom::Less(a, b) if of.is_datatype() => of.pairs([*a, *b], |x, y| x < y),
            Atom::Next(a, b, n) if of.is_datatype() => of.pairs([*a, *b], |x, y| y == (x + n) % 4),
            Atom::Sorted(..) if of.is_datatype() => "(= x0 x1)".to_owned(),
            Atom::Odd(i) if of.is_datatype() => {
                let odd = of.those(|n| n % 2 == 1);
                format!("(seq.in.re x{i} (re.++ {odd} (as re.all (RegEx S))))")
            }
            Atom::Less(a, b) if of == Elements::Bits => format!("(bvult c{a} c{b})"),
            Atom::Less(a, b) => format!("(< c{a} c{b})"),
            Atom::Next(a, b, n) if of == Elements::Bits => {
                format!("(= c{b} (bvadd c{a} (_ bv{n} 2)))")
            }
            Atom::Next(a, b, n) => format!("(= c{b} (mod (+ c{a} {n}) 4))"),
            Atom::Range(i, lo, hi, all) => {
                let range = format!("(re.* {})", of.range(*lo, *hi));
                let regex = if *all { range } else { format!("(re.comp {range})") };
                format!("(seq.in.re x{i} {regex})")
            }
            Atom::Odd(i) => {
                let odd = match of {
                    Elements::Bits => "(lambda ((e (_ BitVec 2))) (= ((_ extract 0 0) e) #b1))",
                    _ => "(lambda ((e Int)) (= (mod e 2) 1))",
                };
                format!("(seq.in.re x{i} (re.++ (re.of.pred {odd}) (as re.all (RegEx S))))")
            }
            Atom::Sorted(i, [a, b]) => {
                let (sort, less) =
                    if of == Elements::Bits { ("(_ BitVec 2)", "bvult") } else { ("Int", "<") };
                let low = format!("(re.of.pred (lambda ((e {sort})) ({less} e c{a})))");
                let high = format!("(re.of.pred (lambda ((e {sort})) (not ({less} e c{b}))))");
                format!("(seq.in.re x{i} (re.++ (re.* {low}) (re.+ {high})))")
            }
            Atom::Same => "(= x0 x1)".to_owned(),
            Atom::SameElement => "(= c0 c1)".to_owned(),
        }
    }

    fn holds(&self, at: &Assignment, of: Elements) -> bool {
        match self {
            Atom::Sorted(..) if of.is_datatype() => at.x[0] == at.x[1],
            Atom::Equal(a, b) => word(a, at) == word(b, at),
            Atom::Contains(i, a) => {
                let part = word(a, at);
                part.is_empty() || at.x[*i].windows(part.len()).any(|w| w == part)
            }
            Atom::Prefix(a, i) => at.x[*i].starts_with(&word(a, at)),
            Atom::At(i, n, c) => at.x[*i].get(*n) == Some(&at.c[*c]),
            Atom::Less(a, b) => at.c[*a] < at.c[*b],
            Atom::Next(a, b, n) => at.c[*b] == (at.c[*a] + n) % 4,
            Atom::Range(i, lo, hi, all) => at.x[*i].iter().all(|e| lo <= e && e <= hi) == *all,
            Atom::Odd(i) => at.x[*i].first().is_some_and(|e| e % 2 == 1),
            Atom::Sorted(i, [a, b]) => (0..at.x[*i].len()).any(|first| {
                let (low, high) = at.x[*i].split_at(first);
                low.iter().all(|e| *e < at.c[*a]) && high.iter().all(|e| *e >= at.c[*b])
            }),
            Atom::Same => at.x[0] == at.x[1],
            Atom::SameElement => at.c[0] == at.c[1],
        }
    }
}

/// All sequences of at most two elements.
fn sequences() -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for a in 0..4 {
        all.push(vec![a]);
        all.extend((0..4).map(|b| vec![a, b]));
    }
    all
}

fn has_model(atoms: &[(Atom, bool)], of: Elements) -> bool {
    let all = sequences();
    all.iter().any(|x0| {
        all.iter().any(|x1| {
            (0..16).any(|c| {
                let at = Assignment { x: [x0.clone(), x1.clone()], c: [c % 4, c / 4] };
                atoms.iter().all(|(atom, positive)| atom.holds(&at, of) == *positive)
            })
        })
    })
}

fn script(atoms: &[(Atom, bool)], of: Elements) -> String {
    let (declared, sort) = match of {
        Elements::Bits => ("", "(_ BitVec 2)"),
        Elements::Integers => ("", "Int"),
        Elements::Enumeration => ("(declare-datatype E ((A) (B) (C) (D)))", "E"),
        Elements::Records => {
            let pair = "(declare-datatype Pair (par (X Y) ((pair (fst X) (snd Y)))))";
            (pair, "(Pair Bool Bool)")
        }
    };
    let mut out = format!("{declared}(define-sort S () (Seq {sort}))");
    for i in 0..2 {
        out += &format!(
            "(declare-const x{i} S)(declare-const c{i} {sort})(assert (<= (seq.len x{i}) 2))"
        );
        if of == Elements::Integers {
            let range = of.range(0, 3);
            out += &format!("(assert (<= 0 c{i} 3))(assert (seq.in.re x{i} (re.* {range})))");
        }
    }
    for (atom, positive) in atoms {
        let text = atom.text(of);
        out +=
            &if *positive { format!("(assert {text})") } else { format!("(assert (not {text}))") };
    }
    out + "(check-sat)"
}

#[test]
fn agrees_with_trying_all_sequences_of_bits() {
    agrees_with_trying_all_sequences(Elements::Bits, 17);
}

#[test]
fn agrees_with_trying_all_sequences_of_integers() {
    agrees_with_trying_all_sequences(Elements::Integers, 18);
}

#[test]
fn agrees_with_trying_all_sequences_over_an_enumeration() {
    agrees_with_trying_all_sequences(Elements::Enumeration, 19);
}

#[test]
fn agrees_with_trying_all_sequences_of_records() {
    agrees_with_trying_all_sequences(Elements::Records, 20);
}

fn agrees_with_trying_all_sequences(of: Elements, seed: u64) {
    let mut rng = Choices::seeded(seed);
    let mut draw = || -> Vec<(Atom, bool)> {
        (0..2 + rng.below(4)).map(|_| (atom(&mut rng), rng.below(3) > 0)).collect()
    };
    let answers = brute::agree(&mut draw, |atoms| script(atoms, of), |atoms| has_model(atoms, of));
    assert!(answers[2] < answers.iter().sum::<usize>() / 10, "{answers:?}");
}
