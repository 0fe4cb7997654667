//! A formula: declarations, definitions and assertions, before it is written as a script.

use super::sexp::Sexp;

/// What is asked of every solver in one form or another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// `declare-*` and `define-*` commands, in order.
    pub declarations: Vec<Sexp>,
    /// The asserted terms.
    pub assertions: Vec<Sexp>,
}

impl Script {
    /// The declarations and assertions of a script; other commands are dropped.
    pub fn parse(text: &str) -> Script {
        let mut script = Script::default();
        for command in Sexp::parse_all(text) {
            match command.head() {
                "assert" => script.assertions.extend(command.args().first().cloned()),
                head if head.starts_with("declare-") || head.starts_with("define-") => {
                    script.declarations.push(command);
                }
                _ => {}
            }
        }
        script
    }

    /// How large the script is: shrinking makes this smaller.
    pub fn size(&self) -> usize {
        let all = self.declarations.iter().chain(&self.assertions);
        all.map(|s| s.size() + s.to_string().len()).sum()
    }

    /// The sort that a declared or defined function returns.
    pub fn result_sort(&self, name: &str) -> Option<String> {
        let found = self.declarations.iter().find(|d| declared(d) == Some(name))?;
        let at = if found.head() == "declare-const" { 1 } else { 2 };
        found.args().get(at).map(Sexp::to_string)
    }

    /// The sort of the first argument of a declared or defined function.
    pub fn argument_sort(&self, name: &str) -> Option<&Sexp> {
        let found = self.declarations.iter().find(|d| declared(d) == Some(name))?;
        let Some(Sexp::List(arguments)) = found.args().get(1) else { return None };
        let first = arguments.first()?;
        if found.head() == "define-fun" { first.args().first() } else { Some(first) }
    }

    /// The declared constants and functions: name, sorts of the arguments, sort of the result.
    pub fn functions(&self) -> impl Iterator<Item = (&str, &[Sexp], &Sexp)> {
        self.declarations.iter().filter_map(|d| match (d.head(), d.args()) {
            ("declare-const", [Sexp::Atom(name), sort]) => Some((name.as_str(), &[][..], sort)),
            ("declare-fun", [Sexp::Atom(name), Sexp::List(args), sort]) => {
                Some((name.as_str(), args.as_slice(), sort))
            }
            _ => None,
        })
    }

    /// Whether axioms say what declared predicates are, which are none of defined ones.
    pub fn has_axioms(&self) -> bool {
        self.assertions.iter().any(|term| term.mentions("forall"))
    }

    /// Whether an assertion or a definition mentions the declared name.
    pub fn uses(&self, declaration: &Sexp) -> bool {
        let Some(name) = declared(declaration) else { return true };
        let others = self.declarations.iter().filter(|d| *d != declaration);
        others.chain(&self.assertions).any(|s| s.mentions(name))
    }
}

/// The name that a command declares or defines.
pub fn declared(command: &Sexp) -> Option<&str> {
    match command.args().first() {
        Some(Sexp::Atom(name)) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_matters_is_kept() {
        let script = Script::parse(
            "(set-logic ALL)(declare-const x Int)(declare-fun f (Int) String)\n\
             (assert (= x 1))(check-sat)(exit)",
        );
        assert_eq!(script.assertions.len(), 1);
        let names: Vec<&str> = script.functions().map(|(name, ..)| name).collect();
        assert_eq!(names, ["x", "f"]);
        assert_eq!(script.result_sort("f").as_deref(), Some("String"));
        assert!(script.uses(&script.declarations[0]));
        assert!(!script.uses(&script.declarations[1]));
    }
}
