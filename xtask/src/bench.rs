//! `cargo xtask bench [ARGUMENT]...`: the evaluation. The work is done by the crate in `bench/`, which is built only
//! here: it draws pictures, and this program must be quick to build. What only the repository knows is added to
//! the arguments: the solver if none is given, and for `--ablation` a configuration for each heuristic.

use crate::regress::{self, configuration};
use crate::tree::Tree;
use crate::{Tally, ci};
use std::path::Path;

const RUN: [&str; 7] =
    ["run", "--quiet", "--profile", "fast", "--package", "stringent-bench", "--"];

pub fn run(root: &Path, args: &[String]) -> Result<Tally, String> {
    let has = |name: &str| args.iter().any(|arg| arg == name);
    let mut words: Vec<String> = Vec::new();
    if !has("--report") && !has("--solver") {
        let program = regress::build(root, regress::Build::Release)?;
        words.extend(["--solver".to_owned(), format!("stringent={} {{}}", program.display())]);
    }
    words.extend_from_slice(args);
    if has("--ablation") {
        words.extend(heuristics(root)?);
    }
    let folder = std::env::current_dir().map_err(|e| e.to_string())?;
    let mut command = ci::cargo(root, &RUN);
    // Paths are meant as the caller sees them.
    command.args(words).current_dir(folder);
    let status = command.status().map_err(|e| format!("cannot run cargo: {e}"))?;
    Ok(Tally::one(status.success()))
}

fn heuristics(root: &Path) -> Result<Vec<String>, String> {
    let tree = Tree::load(root).map_err(|e| format!("cannot read {}: {e}", root.display()))?;
    let all = configuration::all(&tree).into_iter().filter(|c| !c.is_default());
    let words = all.flat_map(|c| {
        let name = c.name.trim_start_matches("--").replace("=false", " off");
        ["--config".to_owned(), format!("{name}={}", c.args.join(" "))]
    });
    Ok(words.collect())
}
