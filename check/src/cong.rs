//! The rule `cong`: congruence closure of what the negated literals say, of which nothing is known but that `=` is equality, `not` the
//! negation, and that different values differ.

use crate::base::*;

/// The term that represents the class of `t`; the way there is halved.
pub fn root(up: &mut Map<Term, Term>, mut t: Term) -> Term {
    while let Some(&next) = up.get(&t) {
        if let Some(&other) = up.get(&next) {
            up.insert(t, other);
        }
        t = next;
    }
    t
}

/// Whether the clause holds: two values are in one class.
pub fn holds(store: &mut Store, clause: &[Term]) -> Result<bool> {
    let truth = [false, true].map(|b| store.bool(b));
    let order = store.post_order(&[&truth, clause].concat(), |_| false);
    let mut up: Map<Term, Term> = Map::default();
    let mut equal: Vec<(Term, Term)> = clause.iter().map(|&l| (l, truth[0])).collect();
    while !equal.is_empty() {
        store.regexes.charge(order.len())?;
        for (a, b) in equal.drain(..) {
            let (a, b) = (root(&mut up, a), root(&mut up, b));
            match (store.is_value(a), store.is_value(b)) {
                _ if a == b => {}
                (true, true) => return Ok(true),
                (true, false) => drop(up.insert(b, a)),
                _ => drop(up.insert(a, b)),
            }
        }
        let mut known: Map<(&Op, Vec<Term>), Term> = Map::default();
        for &t in &order {
            let mut args: Vec<Term> = store.args(t).iter().map(|&a| root(&mut up, a)).collect();
            let own = root(&mut up, t);
            match (store.head(t), &args[..]) {
                ("=", &[a, b]) if a == b => equal.push((own, truth[1])),
                ("=", &[a, b]) if own == truth[1] => equal.push((a, b)),
                ("not", &[a]) => {
                    equal.extend(store.bool_value(a).map(|b| (own, truth[usize::from(!b)])));
                    equal.extend(store.bool_value(own).map(|b| (a, truth[usize::from(!b)])));
                }
                _ => {}
            }
            if matches!(store.head(t), "=" | "and" | "or") {
                args.sort_unstable();
            }
            equal.push((own, *known.entry((store.op(t), args)).or_insert(t)));
        }
        equal.retain(|&(a, b)| root(&mut up, a) != root(&mut up, b));
    }
    Ok(false)
}
