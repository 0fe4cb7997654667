//! What a clause says of a connective and of its parts, where it has all that matters as literals. The rule `taut` tries this first: most
//! of its clauses are of this kind, and circuits are large where conjunctions are.

use crate::clause::Lit;
use crate::hash::Map;
use crate::term::{Op, Store, Term};

/// Whether the negated literals give parts of one of them values with which it has another value.
pub fn clash(store: &Store, clause: &[Lit]) -> bool {
    let known: Map<Term, bool> = clause.iter().map(|l| (l.term, !l.positive)).collect();
    clause.iter().any(|l| value(store, &known, l.term).is_some_and(|v| v == l.positive))
}

/// The value of a formula by those of its parts.
fn value(store: &Store, known: &Map<Term, bool>, t: Term) -> Option<bool> {
    let of = |&t: &Term| {
        let (inner, positive) = store.atom(t);
        let value = known.get(&inner).copied().or(store.bool_value(inner))?;
        Some(value == positive)
    };
    let args = store.args(t);
    // Kleene's conjunction of what is compared with `end`.
    let any = |end: bool, args: &mut dyn Iterator<Item = Option<bool>>| {
        let mut out = Some(!end);
        for value in args {
            match value {
                Some(v) if v == end => return Some(end),
                Some(_) => {}
                None => out = None,
            }
        }
        out
    };
    match (store.op(t), args) {
        (Op::True, _) => Some(true),
        (Op::False, _) => Some(false),
        (Op::And, _) => any(false, &mut args.iter().map(of)),
        (Op::Or, _) => any(true, &mut args.iter().map(of)),
        (Op::Eq, [a, b]) => Some(of(a)? == of(b)?),
        (Op::Ite, [c, a, b]) => of(if of(c)? { a } else { b }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::Checker;

    #[test]
    fn a_connective_has_the_value_that_its_parts_give() {
        let holds = |clause: &str| {
            let problem = "(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun r () Bool)";
            let Ok(mut checker) = Checker::new(problem) else { return false };
            checker.try_command(&format!("(step a ({clause}) taut)")).is_ok()
        };
        for clause in [
            "(not (and p q r)) q",
            "(and p (not q)) (not p) q",
            "(or p (not q)) q",
            "(not (or p q)) p q",
            "(not (=> p q r)) (not p) (not q) r",
            "(=> p q) p",
            "(= p q) p q",
            "(not (= p q)) (not p) q",
            "(ite p q r) p (not r)",
            "(not (ite p q r)) (not p) q",
            "(and p true) (not p)",
        ] {
            assert!(holds(clause), "{clause}");
        }
        for clause in [
            "(and p q r) (not p) (not q)",
            "(not (or p q)) p",
            "(=> p q) q",
            "(= p q) p (not q)",
            "(ite p q r) (not p) r",
            "(or p false) q",
        ] {
            assert!(!holds(clause), "{clause}");
        }
    }
}
