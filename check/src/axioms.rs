//! The table of axioms: clauses that hold for all arguments, in `axioms.smt2`.

use crate::error::{Result, refuse, refuse_if};
use crate::hash::Map;
use crate::read::Names;
use crate::sexpr::{Atom, Command, Reader};
use crate::term::{Sort, Store, Term};
use crate::words;
use std::sync::OnceLock;

/// The table, for those who look for instances.
pub const AXIOMS: &str = include_str!("../axioms.smt2");

/// The literals of an axiom, `(axiom NAME ((x SORT)*) (literal*))`, for these arguments.
pub fn instance(store: &mut Store, name: &str, args: &[Term]) -> Result<Vec<Term>> {
    // Each is read when it is asked for the first time.
    static KNOWN: OnceLock<Map<&str, (&str, OnceLock<Command<'_>>)>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let starts = AXIOMS.match_indices("\n(axiom ").map(|(at, _)| &AXIOMS[at..]);
        starts.filter_map(|text| Some((text.split(' ').nth(1)?, (text, OnceLock::new())))).collect()
    });
    let Some((text, axiom)) = known.get(name) else { return refuse("no such axiom") };
    let read = || Reader::new(text).command().ok().flatten().unwrap_or_default();
    let axiom = axiom.get_or_init(read);
    let &[_, _, params, clause] = axiom.list(axiom.root())? else { return refuse("no axiom") };
    let mut names = Names::default();
    // Axioms about sequences are about those of any elements.
    if let Some(&first) = args.first() {
        match store.sort(first) {
            Sort::Seq(element) => names.define_sort("E", (**element).clone()),
            sort => names.define_sort("E", sort.clone()),
        }
    }
    let args = words::wide_element(store, args).map_or(Ok(args.to_vec()), |element| {
        let args = words::alike(store, args, &element);
        let is_one = |&a: &Term| match store.sort(a) {
            Sort::Seq(e) | Sort::RegEx(e) => *e == element,
            sort => !matches!(sort, Sort::Str | Sort::Re),
        };
        let fits = args.iter().all(is_one) && !speaks_of_letters(axiom);
        if fits { Ok(args) } else { refuse("an axiom about strings") }
    })?;
    let params = axiom.list(params)?;
    refuse_if(params.len() != args.len(), "an axiom of other arguments")?;
    for (&p, a) in params.iter().zip(args) {
        let &[x, sort] = axiom.list(p)? else { return refuse("a parameter without a sort") };
        // An axiom about strings holds of what a sequence is inside.
        let sort = names.sort(axiom, sort)?;
        let a = if *store.sort(a) == sort { a } else { words::image(store, a) };
        refuse_if(*store.sort(a) != sort, "an axiom about other sorts")?;
        names.abbreviate(axiom.symbol(x)?, a);
    }
    axiom.list(clause)?.iter().map(|&l| names.term(store, axiom, l)).collect()
}

/// Whether an axiom holds because of what letters there are: codes, order, ranges, numerals, constants.
fn speaks_of_letters(axiom: &Command) -> bool {
    axiom.atoms().any(|atom| match atom {
        Atom::Text(word) => !word.is_empty(),
        Atom::Symbol(name) => matches!(
            *name,
            "str.to_code"
                | "str.from_code"
                | "str.to_int"
                | "str.from_int"
                | "str.is_digit"
                | "str.<"
                | "str.<="
                | "re.range"
                | "str.replace_re"
                | "str.replace_re_all"
        ),
        _ => false,
    })
}
