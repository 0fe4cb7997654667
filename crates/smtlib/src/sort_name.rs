//! The names of sorts.

use terms::{Element, Sort, Terms};

/// The names of instances of sorts with parameters begin with it; a fact: no symbol has a backslash.
pub(crate) const INSTANCE: char = '\\';

/// What a sort is called that no element has.
pub(crate) fn unfit_for_elements(sort: Sort) -> Option<&'static str> {
    match sort {
        Sort::RegLan | Sort::RegEx(_) => Some("regexes"),
        Sort::Predicate(_) => Some("arrays"),
        Sort::Bool
        | Sort::Int
        | Sort::String
        | Sort::Uninterpreted(_)
        | Sort::BitVec(_)
        | Sort::Seq(_) => None,
    }
}

/// The name of a sort, as written in SMT-LIB.
pub fn sort_name(terms: &Terms, sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Int => "Int".into(),
        Sort::String => "String".into(),
        Sort::RegLan => "RegLan".into(),
        Sort::Uninterpreted(i) => match terms.sort_name(i).strip_prefix(INSTANCE) {
            Some(name) => name.to_owned(),
            None => crate::printer::symbol(terms.sort_name(i)).into_owned(),
        },
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Seq(e) => format!("(Seq {})", element_name(terms, e)),
        Sort::RegEx(e) => format!("(RegEx (Seq {}))", element_name(terms, e)),
        Sort::Predicate(e) => format!("(Array {} Bool)", element_name(terms, e)),
    }
}

/// Sorts of elements are nested at most 100 times.
fn element_name(terms: &Terms, element: Element) -> String {
    sort_name(terms, terms.element_sort(element))
}
