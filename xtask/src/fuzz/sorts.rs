//! The sorts of terms, as far as shrinking and mutating need them: a change that keeps sorts is
//! much more likely to keep a finding.

use super::operators;
use super::script::Script;
use super::sexp::Sexp;

/// The sort of a term, or `None` where a binder hides it.
pub fn sort_of(term: &Sexp, script: &Script) -> Option<String> {
    let head = term.head();
    match head {
        // Declarations come first: extensions may be declared by the user.
        _ if script.result_sort(head).is_some() => script.result_sort(head),
        "ite" | "let" => sort_of(term.args().get(1)?, script),
        _ if head.starts_with('"') => Some("String".to_owned()),
        _ if head.starts_with(|c: char| c.is_ascii_digit()) => Some("Int".to_owned()),
        _ => operators::named(head)?.result().map(|letter| name(letter).to_owned()),
    }
}

/// The letters of sorts in templates, and their names.
const LETTERS: &[(char, &str)] = &[('B', "Bool"), ('I', "Int"), ('S', "String"), ('R', "RegLan")];

/// The letter that stands for a sort in templates.
pub fn letter(sort: &str) -> Option<char> {
    LETTERS.iter().find(|(_, name)| *name == sort).map(|found| found.0)
}

/// The sort that a letter stands for.
fn name(letter: char) -> &'static str {
    LETTERS.iter().find(|found| found.0 == letter).map_or("", |found| found.1)
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
            ("(str.last_indexof \"a\" \"\")", "Int"),
            ("re.none", "RegLan"),
            ("(ite true re.all re.none)", "RegLan"),
            ("(let ((v 1)) (str.at \"a\" v))", "String"),
        ] {
            assert_eq!(sort(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(sort("v"), None);
        let script = Script::parse("(declare-fun str.rev (Int) Int)");
        assert_eq!(sort_of(&Sexp::parse("(str.rev 1)").unwrap(), &script).as_deref(), Some("Int"));
    }
}
