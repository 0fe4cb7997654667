//! The rule `cong`: congruence closure, with evaluation, of what the negated literals say.

use crate::clause::Lit;
use crate::error::Refusal;
use crate::hash::Map;
use crate::norm::Norm;
use crate::term::{Op, Term};

struct Classes<'a, 'b> {
    n: &'a mut Norm<'b>,
    parent: Map<Term, Term>,
    /// Whether something was merged since the round began.
    news: bool,
    /// Whether two values were merged.
    clash: bool,
}

impl Classes<'_, '_> {
    fn find(&self, mut t: Term) -> Term {
        while let Some(&up) = self.parent.get(&t) {
            t = up;
        }
        t
    }

    /// Merges two classes; a value is the representative.
    fn merge(&mut self, a: Term, b: Term) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            let [a_value, b_value] = [a, b].map(|t| self.n.store.is_value(t));
            self.clash |= a_value && b_value;
            self.news = true;
            let (child, root) = if a_value { (b, a) } else { (a, b) };
            self.parent.insert(child, root);
        }
    }
}

/// Whether the clause holds.
pub fn holds(n: &mut Norm<'_>, clause: &[Lit]) -> Result<bool, Refusal> {
    let roots: Vec<Term> = clause.iter().map(|l| l.term).collect();
    let (yes, no) = (n.store.bool(true), n.store.bool(false));
    let mut order = n.store.post_order(&roots);
    order.retain(|&t| !n.store.args(t).is_empty());
    let mut classes = Classes { n, parent: Map::default(), news: true, clash: false };
    for lit in clause {
        classes.merge(lit.term, if lit.positive { no } else { yes });
    }
    let mut table: Map<(Op, Vec<Term>), Term> = Map::default();
    let mut last: Map<Term, Vec<Term>> = Map::default();
    while classes.news && !classes.clash {
        classes.news = false;
        for &t in &order {
            let mut args: Vec<Term> =
                classes.n.store.args(t).iter().map(|&a| classes.find(a)).collect();
            let op = classes.n.store.op(t).clone();
            if op == Op::Eq {
                args.sort_unstable();
                if args[0] == args[1] {
                    classes.merge(t, yes);
                } else if classes.find(t) == yes {
                    classes.merge(args[0], args[1]);
                }
            }
            if last.get(&t) == Some(&args) {
                continue;
            }
            let image = classes.n.make(op.clone(), &args)?;
            if classes.n.store.is_value(image) || args.contains(&image) {
                classes.merge(t, image);
            }
            last.insert(t, args.clone());
            let other = *table.entry((op, args)).or_insert(t);
            classes.merge(t, other);
        }
    }
    Ok(classes.clash || apart(&mut classes, &order)?)
}

/// At most so many concatenations of a class are compared.
const MOST_COMPARED: usize = 30;

/// Whether two concatenations in one class cannot be equal.
fn apart(classes: &mut Classes<'_, '_>, order: &[Term]) -> Result<bool, Refusal> {
    let mut forms: Map<Term, Vec<Term>> = Map::default();
    for &t in order {
        if *classes.n.store.op(t) != Op::Concat {
            continue;
        }
        let args: Vec<Term> = classes.n.store.args(t).iter().map(|&a| classes.find(a)).collect();
        let form = classes.n.make(Op::Concat, &args)?;
        let others = forms.entry(classes.find(t)).or_default();
        for &other in others.iter().take(MOST_COMPARED) {
            let same = classes.n.make(Op::Eq, &[other, form])?;
            if classes.n.store.bool_value(same) == Some(false) {
                return Ok(true);
            }
        }
        others.push(form);
    }
    Ok(false)
}
