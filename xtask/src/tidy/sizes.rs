//! Files stay small: a warning above the length to aim at, an error above the limit.

use super::Violation;
use crate::tree::Tree;

const AIM: usize = 400;
const LIMIT: usize = 700;

pub fn check(tree: &Tree) -> Vec<Violation> {
    let above = long_files(tree, LIMIT);
    above.map(|(path, n)| Violation::new(path, format!("{n} lines, {LIMIT} at most"))).collect()
}

/// The files to split soon.
pub fn warnings(tree: &Tree) -> Vec<String> {
    let above = long_files(tree, AIM).filter(|&(_, lines)| lines <= LIMIT);
    above.map(|(path, lines)| format!("{path}: {lines} lines, aim at {AIM}")).collect()
}

fn long_files(tree: &Tree, limit: usize) -> impl Iterator<Item = (&str, usize)> {
    let sized = tree.select("", ".rs").map(|f| (f.path.as_str(), f.text.lines().count()));
    sized.filter(move |&(_, lines)| lines > limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_and_aim() {
        let lines = |n| "x\n".repeat(n);
        let (a, b, c) = (lines(AIM), lines(LIMIT), lines(LIMIT + 1));
        let tree = Tree::of(&[("a.rs", &a), ("b.rs", &b), ("c.rs", &c)]);
        assert_eq!(check(&tree), [Violation::new("c.rs", "701 lines, 700 at most")]);
        assert_eq!(warnings(&tree), ["b.rs: 700 lines, aim at 400"]);
    }
}
