//! The same proof without the literals and premises that nothing needs.
//!
//! The problem: the solver explains an inference by all that it looked at, and preprocessing makes each form of a formula from the one
//! before, also where the new one holds by itself. A literal too many is a premise, and what that is derived from stays in the proof.
//!
//! So each step is tried without each of its literals. A clause with fewer literals implies the one with more, so what followed by unit
//! propagation still does; of its premises and literals those stay that its contradiction needs ([`crate::trim`]). Here that is looked
//! for among the premises which it had: among all clauses, literals that follow from others were replaced by these, and
//! proofs became longer. To look for few premises where a clause is justified first would take as long for all the clauses that are not
//! needed in the end.

use crate::proof::Proof;
use crate::text::parts;
use crate::trim::core_of;
use base::minimize::{Trial, minimize, minimize_by_halves};
use base::{FxHashMap, Idx};
use sat::{Lit, Source, Var};
use stringent_check::Term as Atom;

/// Of steps of more literals, for each is one more try, only those about languages become shorter, and by runs of literals.
const MAX_LITERALS: usize = 24;

/// Clauses under the names that they had.
#[derive(Default)]
struct Clauses {
    /// The name today, and the literals.
    known: FxHashMap<String, (String, Vec<Lit>)>,
    /// The formulas that the checker tells apart, numbered.
    atoms: FxHashMap<Atom, usize>,
}

impl Proof<'_> {
    /// Commands that prove the same; none if the checker refuses them.
    pub(crate) fn strengthened(&mut self, commands: &[&str]) -> Option<Vec<String>> {
        let (mut clauses, mut out) = (Clauses::default(), Vec::with_capacity(commands.len()));
        for &command in commands {
            match parts(command)?[..] {
                ["assume", name, _, fact] => {
                    let lits = self.literals_of(&mut clauses, &[fact])?;
                    clauses.set(name, name, lits);
                    out.push(command.to_owned());
                }
                ["step", name, clause, rule] => {
                    let texts = self.shorter(name, clause, rule)?;
                    let lits = self.literals_of(&mut clauses, &texts)?;
                    clauses.set(name, name, lits);
                    out.push(format!("(step {name} ({}) {rule})", texts.join(" ")));
                }
                ["rup", name, clause, ref hints @ ..] => {
                    out.extend(self.derived(&mut clauses, name, clause, hints)?);
                }
                ["qed", name] => out.push(format!("(qed {})", clauses.known.get(name)?.0)),
                _ => out.push(command.to_owned()),
            }
        }
        Some(out)
    }

    /// The literals of a step without those that its rule does not need.
    fn shorter<'t>(&mut self, name: &str, clause: &'t str, rule: &str) -> Option<Vec<&'t str>> {
        let texts = parts(clause)?;
        // Certificates of arithmetic have few literals as it is, and count them.
        let is_long = texts.len() > MAX_LITERALS;
        if is_long && rule != "lang" || rule.starts_with("(hole") || rule.starts_with("(lia") {
            return Some(texts);
        }
        let text_of = |kept: &[usize]| kept.iter().map(|&i| texts[i]).collect::<Vec<_>>();
        let mut holds = |kept: &[usize]| {
            if kept.is_empty() {
                return Ok::<_, ()>(Trial::Needed);
            }
            if !self.may(1 + clause.len() / 200) {
                return Ok(Trial::Stop);
            }
            let command = format!("(step {name} ({}) {rule})", text_of(kept).join(" "));
            Ok(Trial::from(self.passes(&command)))
        };
        let kept = if is_long {
            minimize_by_halves(texts.len(), holds)
        } else {
            minimize(texts.len(), 0..texts.len(), |kept, _| holds(kept))
        };
        Some(text_of(&kept.ok()?))
    }

    /// The command for a clause that follows from others; none if it is one of these.
    fn derived(
        &mut self,
        clauses: &mut Clauses,
        name: &str,
        clause: &str,
        hints: &[&str],
    ) -> Option<Option<String>> {
        let texts = parts(clause)?;
        let lits = self.literals_of(clauses, &texts)?;
        let premises: Option<Vec<_>> =
            hints.iter().map(|&h| clauses.known.get(h).cloned()).collect();
        let mut premises = premises?;
        premises.retain(|(_, lits)| !lits.iter().any(|&lit| lits.contains(&!lit)));
        let given = premises.iter().map(|(_, lits)| (Source::Added(0), &lits[..]));
        let all: Vec<&str> = premises.iter().map(|premise| premise.0.as_str()).collect();
        let (kept, hints) = match core_of(given, lits.clone(), self.budget) {
            Some(used) => {
                let last = used.last()?;
                (last.lits.clone(), last.hints.iter().map(|&h| all[h]).collect())
            }
            None => (lits.clone(), all),
        };
        let texts = texts.iter().zip(&lits).filter(|(_, lit)| kept.contains(lit));
        let texts: Vec<&str> = texts.map(|(text, _)| *text).collect();
        let of = |hint: &str| premises.iter().find(|premise| premise.0 == hint);
        if let [only] = hints[..]
            && of(only).is_some_and(|(_, lits)| lits.iter().all(|lit| kept.contains(lit)))
        {
            let (only, lits) = of(only)?.clone();
            clauses.set(name, &only, lits);
            return Some(None);
        }
        let command = format!("(rup {name} ({}) {})", texts.join(" "), hints.join(" "));
        clauses.set(name, name, kept);
        self.passes(&command).then_some(Some(command))
    }

    /// The literals that are written so.
    fn literals_of(&mut self, clauses: &mut Clauses, texts: &[&str]) -> Option<Vec<Lit>> {
        let (literals, store) = self.checker.written(&format!("({})", texts.join(" "))).ok()?;
        let lit = |t| {
            let (atom, positive) = store.atom(t);
            let next = clauses.atoms.len();
            let number = *clauses.atoms.entry(atom).or_insert(next);
            Lit::new(Var::from_index(number), positive)
        };
        Some(literals.into_iter().map(lit).collect())
    }
}

impl Clauses {
    /// The clause that had a name has these literals, under another name or the same.
    fn set(&mut self, name: &str, today: &str, lits: Vec<Lit>) {
        self.known.insert(name.to_owned(), (today.to_owned(), lits));
    }
}
