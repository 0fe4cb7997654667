//! Changes of whole proofs, by kind.

use super::change::{
    dropped, exchanged, literals, negated, other_letters, other_number, other_symbol, parts, pick,
    replaced, tokens,
};
use base::SplitMix64 as Rng;

/// Other lines at their places; without a text, the line is gone.
pub type Edit = Vec<(usize, Option<String>)>;

/// A proof, and what its terms may be put together from.
pub struct Proof<'a> {
    pub lines: Vec<&'a str>,
    pub names: Vec<String>,
    pub axioms: Vec<String>,
}

type Change = fn(&Proof, usize, &mut Rng) -> Option<Edit>;

/// Each kind of change of a line, if there is such a thing in it.
pub const KINDS: &[(&str, Change)] = &[
    ("literal negated", |p, at, random| p.in_clause(at, |clause| negated(clause, random))),
    ("literal dropped", |p, at, random| p.in_clause(at, |clause| dropped(clause, random))),
    ("literals exchanged", |p, at, random| p.literals_exchanged(at, random)),
    ("letter", |p, at, random| p.in_terms(at, |text| replaced(text, random, other_letters))),
    ("number", |p, at, random| p.in_terms(at, |text| replaced(text, random, other_number))),
    ("function", |p, at, random| p.in_terms(at, |text| replaced(text, random, other_symbol))),
    ("name", |p, at, random| {
        p.in_terms(at, |text| replaced(text, random, |t, r| p.other_name(t, r)))
    }),
    ("operands", |p, at, random| p.in_terms(at, |text| exchanged(text, random))),
    ("axiom", |p, at, random| p.in_rule(at, "ax ", |text| p.other_axiom(text, random))),
    ("argument", |p, at, random| p.in_rule(at, "ax ", |text| p.other_argument(text, random))),
    ("coefficient", |p, at, random| p.in_rule(at, "lia ", |text| pair(text, 1, random))),
    ("index", |p, at, random| p.in_rule(at, "lia ", |text| pair(text, 0, random))),
    ("divisor", |p, at, random| p.in_rule(at, "lia ", |text| divisor(text, random))),
    ("lemma", |p, at, random| p.in_rule(at, "bits ", |text| replaced(text, random, other_bit))),
    ("premise", |p, at, random| p.other_premise(at, random)),
    ("assertion", |p, at, random| p.other_assertion(at, random)),
    ("deletion", |p, at, _| p.is_clause(at).then(|| vec![(at, None)])),
];

impl Proof<'_> {
    fn is_clause(&self, at: usize) -> bool {
        ["(step ", "(rup ", "(assume "].iter().any(|head| self.lines[at].starts_with(head))
    }

    fn clause(&self, at: usize) -> Option<[&str; 3]> {
        parts(self.lines[at], "(step ").or_else(|| parts(self.lines[at], "(rup "))
    }

    fn in_clause(&self, at: usize, change: impl FnOnce(&str) -> Option<String>) -> Option<Edit> {
        let [head, clause, rest] = self.clause(at)?;
        Some(vec![(at, Some(format!("{head}{}{rest})", change(clause)?)))])
    }

    /// In a clause, an abbreviated term or the statement of an assertion.
    fn in_terms(&self, at: usize, change: impl FnOnce(&str) -> Option<String>) -> Option<Edit> {
        let line = self.lines[at];
        let words = if line.starts_with("(term ") { 2 } else { 3 };
        if words == 3 && !line.starts_with("(assume ") {
            return self.in_clause(at, change);
        }
        let (begin, _) = line.match_indices(' ').nth(words - 1)?;
        let (head, text) = (&line[..=begin], line[begin + 1..].strip_suffix(')')?);
        Some(vec![(at, Some(format!("{head}{})", change(text)?)))])
    }

    /// In the arguments of a rule that begins so.
    fn in_rule(
        &self,
        at: usize,
        name: &str,
        change: impl FnOnce(&str) -> Option<String>,
    ) -> Option<Edit> {
        let [head, clause, rule] = parts(self.lines[at], "(step ")?;
        let text = rule.trim().strip_prefix('(')?.strip_prefix(name)?.strip_suffix(')')?;
        let new = format!("({name}{})", change(text)?);
        Some(vec![(at, Some(format!("{head}{clause} {new})")))])
    }

    /// A literal and one of another line change places.
    fn literals_exchanged(&self, at: usize, random: &mut Rng) -> Option<Edit> {
        let other = random.below(self.lines.len());
        let ([h1, c1, r1], [h2, c2, r2]) = (self.clause(at)?, self.clause(other)?);
        let (mut first, mut second) = (literals(c1)?, literals(c2)?);
        if at == other || first.is_empty() || second.is_empty() {
            return None;
        }
        let (i, j) = (random.below(first.len()), random.below(second.len()));
        std::mem::swap(&mut first[i], &mut second[j]);
        let line = |h: &str, c: &[String], r: &str| Some(format!("{h}({}){r})", c.join(" ")));
        Some(vec![(at, line(h1, &first, r1)), (other, line(h2, &second, r2))])
    }

    fn other_name(&self, token: &str, random: &mut Rng) -> Option<String> {
        self.names.iter().any(|n| n == token).then(|| pick(&self.names, random).cloned())?
    }

    fn other_axiom(&self, text: &str, random: &mut Rng) -> Option<String> {
        let arguments = text.find(' ').map_or("", |at| &text[at..]);
        Some(format!("{}{arguments}", pick(&self.axioms, random)?))
    }

    fn other_argument(&self, text: &str, random: &mut Rng) -> Option<String> {
        let (name, arguments) = text.split_once(' ')?;
        let new = super::change::other_token(arguments, &self.names, random)?;
        Some(format!("{name} {new}"))
    }

    /// A clause follows from another one in place of a premise.
    fn other_premise(&self, at: usize, random: &mut Rng) -> Option<Edit> {
        let [head, clause, rest] = parts(self.lines[at], "(rup ")?;
        let mut premises: Vec<&str> = rest.split_whitespace().collect();
        let before: Vec<&str> =
            (0..at).filter(|&i| self.is_clause(i)).filter_map(|i| self.id(i)).collect();
        let i = (!premises.is_empty()).then(|| random.below(premises.len()))?;
        premises[i] = pick(&before, random)?;
        Some(vec![(at, Some(format!("{head}{clause} {})", premises.join(" "))))])
    }

    fn id(&self, at: usize) -> Option<&str> {
        self.lines[at].split([' ', ')']).nth(1)
    }

    /// An assumption takes another assertion.
    fn other_assertion(&self, at: usize, random: &mut Rng) -> Option<Edit> {
        let rest = self.lines[at].strip_prefix("(assume ")?.strip_suffix(')')?;
        let words: Vec<&str> = rest.splitn(3, ' ').collect();
        let number = words.get(1)?.parse::<usize>().ok()?;
        let other = random.below(number + 4);
        let statement = words.get(2).map_or(String::new(), |s| format!(" {s}"));
        Some(vec![(at, Some(format!("(assume {} {other}{statement})", words[0])))])
    }
}

/// The index or the coefficient of a summand `(I C)`.
fn pair(text: &str, which: usize, random: &mut Rng) -> Option<String> {
    let mut all: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let summands: Vec<usize> = all
        .windows(4)
        .enumerate()
        .filter(|(_, w)| w[0] == "(" && w[1] != "(" && w[3] == ")")
        .map(|(i, _)| i + 1 + which)
        .collect();
    let &i = pick(&summands, random)?;
    all[i] = other_number(&all[i], random)
        .filter(|_| random.below(2) == 0)
        .unwrap_or(random.below(16).to_string());
    Some(all.join(" "))
}

/// The divisor of a line, or one where there is none, but for the last line: what is negative remains so.
fn divisor(text: &str, random: &mut Rng) -> Option<String> {
    let mut all: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    let ends: Vec<usize> = all
        .windows(2)
        .enumerate()
        .filter(|(_, w)| w[1] == ")" && (w[0] == ")" || w[0].parse::<u64>().is_ok()))
        .map(|(i, _)| i + 1)
        .filter(|&i| all[i - 1] == ")" || all[i - 2] == "/")
        .collect();
    let but_last =
        if all.get(all.len().wrapping_sub(3))? == "/" { &ends[..] } else { ends.split_last()?.1 };
    let &end = pick(but_last, random)?;
    if all[end - 1] == ")" {
        all.splice(end..end, ["/".to_owned(), (2 + random.below(30)).to_string()]);
    } else {
        all[end - 1] = random.below(30).to_string();
    }
    Some(all.join(" "))
}

/// The opposite of a bit, or one near it.
fn other_bit(token: &str, random: &mut Rng) -> Option<String> {
    let bit = token.parse::<i64>().ok()?;
    Some(if random.below(2) == 0 { -bit } else { bit + 1 }.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 8] = [
        "(term @1 (str.++ x \"ab\" @2))",
        "(assume a 0 (= x y))",
        "(assume b 1)",
        "(step c ((not (= x @1)) (>= (str.len x) 2)) norm)",
        "(step d ((>= n 0)) (ax len-min x))",
        "(step e ((>= n 1)) (lia ((0 1) (1 2)) ((2 1) / 3)))",
        "(step f ((= x y)) (bits (1 -2)))",
        "(rup g ((>= n 2)) c d)",
    ];

    /// All edits that a kind makes of the lines above.
    fn edits(kind: &str) -> Vec<String> {
        let names = ["x", "y", "n"].map(str::to_owned).to_vec();
        let proof = Proof { lines: LINES.to_vec(), names, axioms: vec!["other".to_owned()] };
        let (_, change) = KINDS.iter().find(|(name, _)| *name == kind).unwrap();
        let mut random = Rng::new(5);
        let mut out = Vec::new();
        for i in 0..400 {
            for (at, line) in change(&proof, i % LINES.len(), &mut random).unwrap_or_default() {
                out.push(line.unwrap_or_else(|| format!("without {at}")));
            }
        }
        out
    }

    #[test]
    fn every_kind_changes_what_it_is_named_after() {
        let expected = [
            ("literal negated", "(step d ((not (>= n 0))) (ax len-min x))"),
            ("literal dropped", "(rup g () c d)"),
            ("literals exchanged", "(step d ((>= n 2)) (ax len-min x))"),
            ("letter", "(term @1 ( str.++ x \"a\" @2 ))"),
            ("number", "(step d ( ( >= n 1 ) ) (ax len-min x))"),
            ("function", "(step d ( ( <= n 0 ) ) (ax len-min x))"),
            ("name", "(assume a 0 ( = y y ))"),
            ("operands", "(rup g ( ( 2 n >= ) ) c d)"),
            ("axiom", "(step d ((>= n 0)) (ax other x))"),
            ("argument", "(step d ((>= n 0)) (ax len-min y))"),
            ("coefficient", "(step e ((>= n 1)) (lia ( ( 0 1 ) ( 1 3 ) ) ( ( 2 1 ) / 3 )))"),
            ("index", "(step e ((>= n 1)) (lia ( ( 0 1 ) ( 1 2 ) ) ( ( 3 1 ) / 3 )))"),
            ("divisor", "(step e ((>= n 1)) (lia ( ( 0 1 ) ( 1 2 ) ) ( ( 2 1 ) / 4 )))"),
            ("lemma", "(step f ((= x y)) (bits ( 1 2 )))"),
            ("premise", "(rup g ((>= n 2)) c a)"),
            ("assertion", "(assume a 2 (= x y))"),
            ("deletion", "without 7"),
        ];
        assert_eq!(
            expected.map(|(kind, _)| kind).to_vec(),
            KINDS.iter().map(|k| k.0).collect::<Vec<_>>()
        );
        for (kind, line) in expected {
            let all = edits(kind);
            assert!(all.iter().any(|l| l == line), "{kind}: {all:?}");
        }
    }
}
