//! Every inference and every pass of preprocessing has a regression file that fires it: one with the line `; fires: Id`. The
//! regression runner checks that it truly does. Ids are written as the variant or as the name that
//! statistics print, which is `pass.NAME` for a pass.

use super::Violation;
use crate::regress::case::{fires, plain};
use crate::table;
use crate::tree::Tree;

const TABLE: &str = "crates/solver/src/theory/inference.rs";
const PASSES: &str = "crates/solver/src/options/passes.rs";

pub fn check(tree: &Tree) -> Vec<Violation> {
    let Some(text) = tree.text(TABLE) else { return Vec::new() };
    let ids: Vec<&str> = table::variants(text, "InferenceId");
    if ids.is_empty() {
        return vec![Violation::new(TABLE, "no variants of `InferenceId` found")];
    }
    let passes = tree.text(PASSES).map(|text| table::variants(text, "PassId")).unwrap_or_default();
    let passes: Vec<String> = passes.iter().map(|id| plain(&format!("pass.{id}"))).collect();
    let known: Vec<String> = ids.iter().map(|id| plain(id)).chain(passes.iter().cloned()).collect();
    let mut found = Vec::new();
    let mut fired = Vec::new();
    for file in tree.select("tests/", ".smt2") {
        for id in fires(&file.text).map(plain) {
            if !known.contains(&id) {
                found.push(Violation::new(
                    &file.path,
                    format!("fires `{id}`, no inference or pass"),
                ));
            }
            fired.push(id);
        }
    }
    let missing = ids.iter().filter(|id| !fired.contains(&plain(id)) && !is_excused(text, id));
    found.extend(
        missing
            .map(|id| Violation::new(TABLE, format!("no file under tests/ says `; fires: {id}`"))),
    );
    let missing = passes.iter().filter(|id| !fired.contains(id));
    found
        .extend(missing.map(|id| {
            Violation::new(PASSES, format!("no file under tests/ says `; fires: {id}`"))
        }));
    found
}

fn is_excused(text: &str, id: &str) -> bool {
    let row = format!("    {id} ");
    let above = text.lines().take_while(|line| !line.starts_with(&row)).collect::<Vec<_>>();
    let mut comments = above.iter().rev().take_while(|line| line.trim_start().starts_with("//"));
    comments.any(|line| line.trim_start().starts_with("// unfired:"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excuse_says_why() {
        let ids = |excuse| {
            let row = format!("    /// Doc.\n    {excuse}\n    LiaDiv \"lia.div\";\n");
            format!("macro_rules! ids {{\n    enum InferenceId\n}}\nids! {{\n{row}}}\n")
        };
        assert_eq!(check(&Tree::of(&[(TABLE, &ids("// unfired: rewriting removes it."))])), []);
        assert_eq!(check(&Tree::of(&[(TABLE, &ids("// rewriting removes it."))])).len(), 1);
    }

    #[test]
    fn missing_and_misspelt_ids() {
        let table = "pub enum InferenceId {\n    LiaDiv,\n    LiaMod,\n    RegexEmpty,\n}\n";
        let tree = Tree::of(&[
            (TABLE, table),
            ("tests/a.smt2", "; fires: LiaDiv\n"),
            ("tests/b.smt2", "; fires: regex.empty\n; fires: LiaDvi\n"),
        ]);
        let found: Vec<String> = check(&tree).iter().map(Violation::to_string).collect();
        let missing = format!("{TABLE}: no file under tests/ says `; fires: LiaMod`");
        assert_eq!(
            found,
            ["tests/b.smt2: fires `liadvi`, no inference or pass".to_owned(), missing]
        );
        assert_eq!(check(&Tree::of(&[])), []);
    }
}
