//! The rule `cong`: congruence closure of what the negated literals say, of which nothing is known but that `=` is equality, `not` the
//! negation, and that different values differ.

use crate::base::*;

/// The class of the term of this number; the way there is halved.
fn class(up: &mut [usize], mut i: usize) -> usize {
    while up[i] != i {
        up[i] = up[up[i]];
        i = up[i];
    }
    i
}

/// Whether the clause holds: two values are in one class.
pub fn holds(store: &mut Store, clause: &[Term]) -> Result<bool> {
    let truth = [false, true].map(|b| store.bool(b));
    let order = store.post_order(&[&truth, clause].concat(), |_| false);
    let number: Map<Term, usize> = order.iter().zip(0..).map(|(&t, i)| (t, i)).collect();
    let numbers = |terms: &[Term]| terms.iter().map(|t| number[t]).collect::<Vec<usize>>();
    let (truth, literals) = (numbers(&truth), numbers(clause));
    let mut parts: Vec<Vec<usize>> = order.iter().map(|&t| numbers(store.args(t))).collect();
    // The operator of each term is the number of the first term with it.
    let mut first: Map<&Op, usize> = Map::default();
    let ops = order.iter().zip(0..).map(|(&t, i)| *first.entry(store.op(t)).or_insert(i));
    let ops: Vec<usize> = ops.collect();
    let mut up: Vec<usize> = (0..order.len()).collect();
    let mut equal: Vec<(usize, usize)> = literals.into_iter().map(|l| (l, truth[0])).collect();
    while !equal.is_empty() {
        store.regexes.charge(order.len())?;
        for (a, b) in equal.drain(..) {
            let (a, b) = (class(&mut up, a), class(&mut up, b));
            match (store.is_value(order[a]), store.is_value(order[b])) {
                _ if a == b => {}
                (true, true) => return Ok(true),
                (true, false) => up[b] = a,
                _ => up[a] = b,
            }
        }
        for (args, &op) in parts.iter_mut().zip(&ops) {
            args.iter_mut().for_each(|a| *a = class(&mut up, *a));
            if matches!(store.head(order[op]), "=" | "and" | "or") {
                args.sort_unstable();
            }
        }
        let mut known: Map<(usize, &[usize]), usize> = Map::default();
        known.reserve(order.len());
        for (t, args) in parts.iter().enumerate().filter(|(_, args)| !args.is_empty()) {
            let own = class(&mut up, t);
            let mut is_not = |a: usize, b: usize| {
                let value = store.bool_value(order[a]);
                equal.extend(value.map(|is_true| (b, truth[usize::from(!is_true)])));
            };
            match (store.head(order[t]), &args[..]) {
                ("=", &[a, b]) if a == b => equal.push((own, truth[1])),
                ("=", &[a, b]) if own == truth[1] => equal.push((a, b)),
                ("not", &[a]) => {
                    is_not(a, own);
                    is_not(own, a);
                }
                _ => {}
            }
            equal.push((own, *known.entry((ops[t], args)).or_insert(t)));
        }
        equal.retain(|&(a, b)| class(&mut up, a) != class(&mut up, b));
    }
    Ok(false)
}
