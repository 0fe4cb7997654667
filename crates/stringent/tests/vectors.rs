//! Sequences that are only read and written: every answer against trying all vectors of at most two Booleans, indices
//! around them, and all values of `seq.nth` outside.

mod common;

use choices::Choices;
use common::brute;
use std::collections::BTreeMap;

/// A sequence.
#[derive(Clone)]
enum Vector {
    Constant(usize),
    Update(Box<Vector>, usize, Box<Element>),
}

/// An element.
#[derive(Clone)]
enum Element {
    Constant(usize),
    Nth(Vector, usize),
}

/// A constraint.
enum Atom {
    Equal(Vector, Vector),
    Same(Element, Element),
    Length(Vector, usize),
    Less(usize, usize),
    SameIndex(usize, usize),
}

fn vector(rng: &mut Choices, depth: usize) -> Vector {
    match depth > 0 && rng.below(4) > 0 {
        true => Vector::Update(
            Box::new(vector(rng, depth - 1)),
            rng.below(3),
            Box::new(element(rng, depth - 1)),
        ),
        false => Vector::Constant(rng.below(2)),
    }
}

fn element(rng: &mut Choices, depth: usize) -> Element {
    match rng.below(3) {
        0 => Element::Constant(rng.below(2)),
        _ => Element::Nth(vector(rng, depth), rng.below(3)),
    }
}

fn atom(rng: &mut Choices) -> Atom {
    match rng.below(8) {
        0..3 => Atom::Equal(vector(rng, 3), vector(rng, 3)),
        3..5 => Atom::Same(element(rng, 2), element(rng, 2)),
        5 => Atom::Length(vector(rng, 1), rng.below(3)),
        6 => Atom::Less(rng.below(3), rng.below(3)),
        _ => Atom::SameIndex(rng.below(3), rng.below(3)),
    }
}

impl Vector {
    fn text(&self) -> String {
        match self {
            Vector::Constant(i) => format!("x{i}"),
            Vector::Update(v, i, e) => {
                format!("(seq.update {} i{i} (seq.unit {}))", v.text(), e.text())
            }
        }
    }

    fn value(&self, at: &Assignment) -> Result<Vec<bool>, Unknown> {
        Ok(match self {
            Vector::Constant(i) => at.x[*i].clone(),
            Vector::Update(v, i, e) => {
                let (mut v, e) = (v.value(at)?, e.value(at)?);
                let place = usize::try_from(at.i[*i]).ok().and_then(|i| v.get_mut(i));
                place.into_iter().for_each(|place| *place = e);
                v
            }
        })
    }
}

impl Element {
    fn text(&self) -> String {
        match self {
            Element::Constant(c) => format!("c{c}"),
            Element::Nth(v, i) => format!("(seq.nth {} i{i})", v.text()),
        }
    }

    fn value(&self, at: &Assignment) -> Result<bool, Unknown> {
        match self {
            Element::Constant(c) => Ok(at.c[*c]),
            Element::Nth(v, i) => {
                let (v, i) = (v.value(at)?, at.i[*i]);
                match usize::try_from(i).ok().and_then(|i| v.get(i)) {
                    Some(&e) => Ok(e),
                    None => at.outside.get(&(v.clone(), i)).copied().ok_or(Unknown(v, i)),
                }
            }
        }
    }
}

/// A value of `seq.nth` outside that has not been chosen.
struct Unknown(Vec<bool>, i64);

struct Assignment {
    x: [Vec<bool>; 2],
    i: [i64; 3],
    c: [bool; 2],
    outside: BTreeMap<(Vec<bool>, i64), bool>,
}

impl Atom {
    fn text(&self) -> String {
        match self {
            Atom::Equal(a, b) => format!("(= {} {})", a.text(), b.text()),
            Atom::Same(a, b) => format!("(= {} {})", a.text(), b.text()),
            Atom::Length(v, n) => format!("(= (seq.len {}) {n})", v.text()),
            Atom::Less(a, b) => format!("(< i{a} i{b})"),
            Atom::SameIndex(a, b) => format!("(= i{a} i{b})"),
        }
    }

    fn holds(&self, at: &Assignment) -> Result<bool, Unknown> {
        Ok(match self {
            Atom::Equal(a, b) => a.value(at)? == b.value(at)?,
            Atom::Same(a, b) => a.value(at)? == b.value(at)?,
            Atom::Length(v, n) => v.value(at)?.len() == *n,
            Atom::Less(a, b) => at.i[*a] < at.i[*b],
            Atom::SameIndex(a, b) => at.i[*a] == at.i[*b],
        })
    }
}

/// Whether the atoms hold for some choice of the values outside that are not chosen yet.
fn holds(atoms: &[(Atom, bool)], at: &mut Assignment) -> bool {
    let all = |at: &Assignment| -> Result<bool, Unknown> {
        for (atom, positive) in atoms {
            if atom.holds(at)? != *positive {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match all(at) {
        Ok(result) => result,
        Err(Unknown(v, i)) => [false, true].into_iter().any(|value| {
            at.outside.insert((v.clone(), i), value);
            let found = holds(atoms, at);
            at.outside.remove(&(v.clone(), i));
            found
        }),
    }
}

fn vectors() -> Vec<Vec<bool>> {
    let mut all = vec![Vec::new()];
    for a in [false, true] {
        all.push(vec![a]);
        all.extend([false, true].map(|b| vec![a, b]));
    }
    all
}

fn has_model(atoms: &[(Atom, bool)]) -> bool {
    let all = vectors();
    let indices = (0..64).map(|n| [n % 4 - 1, n / 4 % 4 - 1, n / 16 - 1]);
    indices.into_iter().any(|i| {
        (0..4 * all.len() * all.len()).any(|n| {
            let (c, n) = ([n % 2 == 1, n / 2 % 2 == 1], n / 4);
            let x = [all[n % all.len()].clone(), all[n / all.len()].clone()];
            holds(atoms, &mut Assignment { x, i, c, outside: BTreeMap::new() })
        })
    })
}

fn script(atoms: &[(Atom, bool)]) -> String {
    let mut out = String::new();
    for i in 0..2 {
        out += &format!(
            "(declare-const x{i} (Seq Bool))(declare-const c{i} Bool)(assert (<= (seq.len x{i}) 2))"
        );
    }
    for i in 0..3 {
        out += &format!("(declare-const i{i} Int)(assert (<= (- 1) i{i} 2))");
    }
    for (atom, positive) in atoms {
        let text = atom.text();
        out +=
            &if *positive { format!("(assert {text})") } else { format!("(assert (not {text}))") };
    }
    out + "(check-sat)"
}

#[test]
fn agrees_with_trying_all_vectors() {
    let mut rng = Choices::seeded(23);
    let mut draw = || -> Vec<(Atom, bool)> {
        (0..2 + rng.below(4)).map(|_| (atom(&mut rng), rng.below(2) > 0)).collect()
    };
    let answers = brute::agree(&mut draw, |atoms| script(atoms), |atoms| has_model(atoms));
    assert_eq!(answers[2], 0, "{answers:?}");
}
