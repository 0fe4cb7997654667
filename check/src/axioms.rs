//! The table of axioms: clauses that hold for all arguments, in `axioms.smt2`.

use crate::base::*;
use crate::read::Names;
use crate::sexpr::{Command, Node, table};
use std::sync::OnceLock;

/// The table, for those who look for instances.
pub const AXIOMS: &str = include_str!("../axioms.smt2");

/// Functions that are about codes, order, ranges or numerals.
const OF_LETTERS: &str = " str.to_code str.from_code str.to_int str.from_int str.is_digit str.< str.<= \
    re.range str.replace_re str.replace_re_all ";

/// The literals of an axiom, `(axiom NAME ((x SORT)*) (literal*))`, for these arguments.
pub fn instance(store: &mut Store, name: &str, args: &[Term]) -> Result<Vec<Term>> {
    static TABLE: OnceLock<Map<&str, Command<'_>>> = OnceLock::new();
    let axiom = TABLE.get_or_init(|| table(AXIOMS)).get(name).ok_or("no such axiom")?;
    let &[_, _, params, clause] = axiom.list(axiom.root())? else { return refuse("no axiom") };
    let params = axiom.list(params)?;
    refuse_if(params.len() != args.len(), "an axiom of other arguments")?;
    let mut names = Names::default();
    // Axioms about sequences are about those of any elements.
    let is_any = axiom.nodes.iter().any(|node| matches!(node, Node::Symbol("E")));
    if is_any {
        let sort = store.sort(args[0]);
        let is_element = axiom.symbol(axiom.list(params[0])?[1]) == Ok("E");
        let element = sort.element().filter(|_| !is_element).map_or(sort, |e| e);
        names.set_sort("E", Some(element.clone()));
    } else if store.is_wide(args) {
        let mut sorts = args.iter().map(|&a| store.sort(a));
        let elements: Set<_> = sorts.clone().filter_map(Sort::element).collect();
        let has_strings = sorts.any(|sort| matches!(sort, Sort::Str | Sort::Re));
        let fits = elements.len() == 1 && !has_strings && !speaks_of_letters(axiom);
        refuse_if(!fits, "an axiom about strings")?;
    }
    let mut pairs = Vec::new();
    for (&p, &a) in params.iter().zip(args) {
        let (x, &[sort]) = axiom.headed(p)? else { return refuse("a parameter without a sort") };
        let sort = names.sort(axiom, sort)?;
        // An axiom about strings holds of what a sequence is inside.
        let a = if *store.sort(a) == sort { a } else { store.image(a) };
        refuse_if(*store.sort(a) != sort, "an axiom about other sorts")?;
        pairs.push((x, a));
    }
    axiom.list(clause)?.iter().map(|&l| names.term(store, (axiom, l), &pairs)).collect()
}

/// Whether an axiom holds because of what letters there are: codes, order, ranges, numerals, constants.
fn speaks_of_letters(axiom: &Command) -> bool {
    axiom.nodes.iter().any(|node| match node {
        Node::Text(word) => !word.is_empty(),
        Node::Symbol(name) => OF_LETTERS.contains(&format!(" {name} ")),
        _ => false,
    })
}
