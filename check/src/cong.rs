//! The rule `cong`: congruence closure, with evaluation, of what the negated literals say.

use crate::clause::Lit;
use crate::error::Refusal;
use crate::norm::Norm;
use crate::term::{Op, Term};
use std::collections::HashMap;

struct Classes<'a, 'b> {
    n: &'a mut Norm<'b>,
    parent: HashMap<Term, Term>,
}

impl Classes<'_, '_> {
    fn find(&self, mut t: Term) -> Term {
        while let Some(&up) = self.parent.get(&t) {
            t = up;
        }
        t
    }

    /// Merges two classes; a value is the representative. Returns whether that is news.
    fn merge(&mut self, a: Term, b: Term) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return false;
        }
        let (child, root) = if self.n.store.is_value(a) { (b, a) } else { (a, b) };
        self.parent.insert(child, root);
        true
    }
}

/// Whether the clause holds.
pub fn holds(n: &mut Norm<'_>, clause: &[Lit]) -> Result<bool, Refusal> {
    let roots: Vec<Term> = clause.iter().map(|l| l.term).collect();
    let (yes, no) = (n.store.bool(true), n.store.bool(false));
    let order = n.store.post_order(&roots);
    let mut classes = Classes { n, parent: HashMap::new() };
    for lit in clause {
        classes.merge(lit.term, if lit.positive { no } else { yes });
    }
    loop {
        let mut news = false;
        let mut table: HashMap<(Op, Vec<Term>), Term> = HashMap::new();
        for &t in &order {
            let mut args: Vec<Term> =
                classes.n.store.args(t).iter().map(|&a| classes.find(a)).collect();
            let op = classes.n.store.op(t).clone();
            if args.is_empty() {
                continue;
            }
            if op == Op::Eq {
                args.sort_unstable();
                if args[0] == args[1] {
                    news |= classes.merge(t, yes);
                } else if classes.find(t) == yes {
                    news |= classes.merge(args[0], args[1]);
                }
            }
            let image = classes.n.make(op.clone(), &args)?;
            let image = if classes.n.store.is_value(image) || args.contains(&image) {
                Some(image)
            } else {
                None
            };
            if let Some(image) = image {
                news |= classes.merge(t, image);
            }
            match table.get(&(op.clone(), args.clone())) {
                Some(&other) => news |= classes.merge(t, other),
                None => {
                    table.insert((op, args), t);
                }
            }
        }
        // A value is no root only if it was merged with another one.
        let clash = classes
            .parent
            .iter()
            .any(|(&child, _)| classes.n.store.is_value(child) && classes.find(child) != child);
        if clash {
            return Ok(true);
        }
        if !news {
            return Ok(false);
        }
    }
}
