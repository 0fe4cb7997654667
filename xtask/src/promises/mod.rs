//! Measures what the solver promises beside its answers, over a folder of scripts.
//!
//! `cargo xtask determinism FOLDER [STEPS]`: the same input and step budget give the same output, in two runs
//! and in a debug build. `cargo xtask limits FOLDER [COUNT]`: deadlines and the memory limit hold, on
//! the scripts that run longest; without a folder, on generated ones.

pub mod cases;
pub mod determinism;
pub mod limits;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The scripts below a folder, in the order of their names.
pub fn scripts(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        for entry in entries.map_err(|e| format!("cannot read {}: {e}", folder.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// `job` of each item, in the items' order, `jobs` at a time.
pub fn map<T: Sync, R: Send>(items: &[T], jobs: usize, job: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take = || {
        let i = next.fetch_add(1, Ordering::Relaxed);
        items.get(i).map(|item| (i, job(item)))
    };
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let work = || std::iter::from_fn(take).collect::<Vec<_>>();
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|w| w.join().expect("no job panics")).collect()
    });
    results.sort_by_key(|&(i, _)| i);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<usize> = (0..100).collect();
        let doubled: Vec<usize> = items.iter().map(|i| 2 * i).collect();
        assert_eq!(map(&items, 4, |i| 2 * i), doubled);
    }

    #[test]
    fn scripts_are_found_in_folders_of_folders() {
        let tests = crate::root().join("tests");
        let found = scripts(&tests).unwrap();
        assert!(found.len() > 10 && found.is_sorted());
        assert!(scripts(&tests.join("missing")).is_err());
    }
}
