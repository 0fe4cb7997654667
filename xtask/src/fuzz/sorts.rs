//! The sorts of terms, as far as shrinking and mutating need them: a change that keeps sorts is
//! much more likely to keep a finding.

use super::script::Script;
use super::sexp::Sexp;

/// The sort of a term, or `None` where a binder hides it.
pub fn sort_of(term: &Sexp, script: &Script) -> Option<String> {
    let head = term.head();
    let known = match head {
        "true" | "false" | "not" | "and" | "or" | "xor" | "=>" | "=" | "distinct" | "<" | "<="
        | ">" | ">=" | "str.<" | "str.<=" | "str.prefixof" | "str.suffixof" | "str.contains"
        | "str.is_digit" | "str.in_re" | "divisible" => Some("Bool"),
        "+" | "-" | "*" | "div" | "mod" | "abs" | "str.len" | "str.indexof" | "str.to_code"
        | "str.to_int" | "str.indexof_re" => Some("Int"),
        "str.++" | "str.at" | "str.substr" | "str.replace" | "str.replace_all"
        | "str.replace_re" | "str.replace_re_all" | "str.from_code" | "str.from_int"
        | "str.rev" | "str.to_lower" | "str.to_upper" | "str.update" => Some("String"),
        _ if head.starts_with("re.") || head == "str.to_re" => Some("RegLan"),
        _ if head.starts_with('"') => Some("String"),
        _ if head.starts_with(|c: char| c.is_ascii_digit()) => Some("Int"),
        _ => None,
    };
    match (known, head) {
        (Some(sort), _) => Some(sort.to_owned()),
        (None, "ite") => sort_of(term.args().get(1)?, script),
        (None, "let") => sort_of(term.args().get(1)?, script),
        (None, name) => script.result_sort(name),
    }
}

/// The simplest terms of a sort, simplest first.
pub fn simplest(sort: &str) -> &'static [&'static str] {
    match sort {
        "Bool" => &["true", "false"],
        "Int" => &["0", "1"],
        "String" => &["\"\"", "\"a\""],
        "RegLan" => &["re.none", "re.all", "(str.to_re \"\")", "(str.to_re \"a\")", "re.allchar"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts() {
        let script = Script::parse("(declare-fun f (Int) String)(declare-const i Int)");
        let sort = |text: &str| sort_of(&Sexp::parse(text).unwrap(), &script);
        for (text, expected) in [
            ("(f 1)", "String"),
            ("i", "Int"),
            ("(ite true i 2)", "Int"),
            ("((_ re.loop 1 2) re.all)", "RegLan"),
            ("((_ divisible 2) i)", "Bool"),
            ("(let ((v 1)) (str.at \"a\" v))", "String"),
        ] {
            assert_eq!(sort(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(sort("v"), None);
    }
}
