//! Sets of letters, as languages of words of one letter.

use crate::error::{Result, refuse, refuse_if};
use crate::letters::Letters;
use crate::read::written;
use crate::term::{Op, Sort, Store, Term};
use crate::words::{all_letters, image, size, unit, wrap};
use std::rc::Rc;

/// `(select set a)`, `(store set a b)`: sets of letters are languages.
pub(crate) fn sets(
    store: &mut Store,
    name: &str,
    set: Term,
    a: Term,
    rest: &[Term],
) -> Result<Term> {
    let sort = Sort::RegEx(Rc::new(store.sort(a).clone()));
    refuse_if(*store.sort(set) != sort, "no set of these elements")?;
    let unit = unit(store, a)?;
    let mut pairs = vec![("p", image(store, set)), ("u", image(store, unit))];
    match (name, rest) {
        ("select", []) => written(store, "(str.in_re u p)", &pairs),
        ("store", &[is_in]) => {
            pairs.push(("b", is_in));
            let text = "(let ((l (str.to_re u))) (ite b (re.union p l) (re.diff p l)))";
            let out = written(store, text, &pairs)?;
            Ok(wrap(store, &sort, out))
        }
        _ => refuse("arguments of another number"),
    }
}

/// A set of letters as a language: it has no other words.
pub(crate) fn of_set(store: &mut Store, p: Term, element: &Sort) -> Result<Term> {
    let set = image(store, p);
    if matches!(store.op(set), Op::ReRange | Op::ReUnion | Op::ReNone) {
        return Ok(p);
    }
    let letters = all_letters(store, element)?;
    let both = store.app(Op::ReInter, &[letters, set])?;
    Ok(wrap(store, &store.sort(p).clone(), both))
}

/// The letters for which a formula holds, as a language.
pub(crate) fn predicate(store: &mut Store, x: Term, body: Term) -> Result<Term> {
    let element = Rc::new(store.sort(x).clone());
    let (Some(size), Sort::Bool) = (size(&element), store.sort(body)) else {
        return refuse("a predicate of another sort");
    };
    let variable = image(store, x);
    let order = store.order_above(&[body], |t| t == variable);
    let mut letters = Letters::range(1, 0);
    for c in 0..size {
        let x = match (&*element, c) {
            (Sort::Bool, 0) => Op::False,
            (Sort::Bool, _) => Op::True,
            _ => Op::Int(c.into()),
        };
        let values = crate::eval::values(store, &order, |t| t == variable, &x);
        let Some(value) = values.get(&body) else { return refuse("a predicate with unknowns") };
        if *value == Op::True {
            letters = letters.or(&Letters::range(c, c));
        }
    }
    let parts = letters.ranges().iter().map(|&(low, high)| {
        let ends = [low, high].map(|c| store.text(&[c]));
        store.mk(Op::ReRange, &ends)
    });
    let parts: Vec<Term> = parts.collect();
    let language = match parts[..] {
        [] => store.mk(Op::ReNone, &[]),
        [part] => part,
        _ => store.mk(Op::ReUnion, &parts),
    };
    Ok(wrap(store, &Sort::RegEx(element), language))
}

/// `(forall ((x E)) body)`, if it says of a set of letters which ones it has.
pub(crate) fn axiom(store: &mut Store, x: Term, body: Term) -> Result<Term> {
    let letter = unit(store, x)?;
    let (letter, variable) = (image(store, letter), image(store, x));
    let selected = |store: &Store, t: Term| match (store.op(t), store.args(t)) {
        (Op::InRe, &[s, set]) if s == letter => {
            let is_free = !store.post_order(&[set]).contains(&variable);
            is_free.then_some(set)
        }
        _ => None,
    };
    let (yes, no) = (store.bool(true), store.bool(false));
    let found = match (store.op(body), store.args(body)) {
        (Op::Eq, &[a, b]) => match (selected(store, a), selected(store, b)) {
            (Some(set), _) => Some((set, b)),
            (None, set) => set.map(|set| (set, a)),
        },
        (Op::Not, &[a]) => selected(store, a).map(|set| (set, no)),
        _ => selected(store, body).map(|set| (set, yes)),
    };
    let Some((set, meaning)) = found else { return refuse("a quantifier of another form") };
    let language = predicate(store, x, meaning)?;
    Ok(store.eq(set, image(store, language)))
}
