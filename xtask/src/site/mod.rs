//! `cargo xtask site`: the site, below `target/site`: the pages of `docs/` and of the root as a book, by mdBook; the references of the
//! library, by rustdoc, and of the package for Python, by pdoc; and the playground. Every link within is checked.
//!
//! mdBook and pdoc are installed below `target`, in the versions named here. That and the references take minutes of processor time, so
//! `ci` leaves the site out.

mod links;
mod pages;

use crate::ci::cargo;
use crate::command::{succeed, succeeds};
use crate::{Tally, python, web};
use std::fs;
use std::path::Path;
use std::process::Command;

const MDBOOK: &str = "mdbook@0.5.4";
const PDOC: &str = "pdoc==16.0.0";

/// The site, below the repository.
const SITE: &str = "target/site";

/// What the book is made of.
const SOURCE: &str = "target/site-source";

const OVERVIEW: &str =
    "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=stringent/index.html\">\n";

/// Builds the site and checks its links.
pub fn run(root: &Path) -> Result<Tally, String> {
    let site = root.join(SITE);
    book(root)?;
    library(root)?;
    python_reference(root)?;
    match web::build(root) {
        Ok(()) => copy(&root.join(web::OUT).join("playground"), &site.join("playground"))?,
        Err(web::NotBuilt::Skipped(why)) => return Err(format!("no playground: {why}")),
        Err(web::NotBuilt::Failed(why)) => return Err(why),
    }
    let (count, broken) = links::check(&site).map_err(|error| error.to_string())?;
    broken.iter().for_each(|link| println!("error: {link}"));
    println!("site: {count} links, {} broken: {}", broken.len(), site.join("index.html").display());
    Ok(Tally { passed: count - broken.len(), failed: broken.len() })
}

fn book(root: &Path) -> Result<(), String> {
    let tools = root.join("target/tools");
    let mdbook = tools.join("bin/mdbook");
    if !succeeds(Command::new(&mdbook).arg("--version")) {
        // What it does takes a second either way, so it is built fast instead of being fast.
        let mut install = cargo(root, &["install", "--quiet", "--locked", "--debug", MDBOOK]);
        install.args(["--no-default-features", "--features", "search", "--root"]).arg(&tools);
        succeed(install.env("RUSTFLAGS", "").env("CARGO_TARGET_DIR", tools.join("build")))?;
    }
    let source = root.join(SOURCE);
    pages::write(root, &source).map_err(|error| format!("{}: {error}", source.display()))?;
    succeed(Command::new(mdbook).arg("build").arg(&source).arg("--dest-dir").arg(root.join(SITE)))
}

/// Links that rustdoc cannot resolve are errors.
fn library(root: &Path) -> Result<(), String> {
    let mut doc = cargo(root, &["doc", "--quiet", "--no-deps", "--package", "stringent"]);
    doc.args(["--package", "stringent-patterns", "--target-dir", "target/site-doc"]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    succeed(&mut doc)?;
    let reference = root.join(SITE).join("rust");
    copy(&root.join("target/site-doc/doc"), &reference)?;
    // Some of its pages lead to an overview, which rustdoc does not write.
    fs::write(reference.join("index.html"), OVERVIEW).map_err(|error| error.to_string())
}

fn python_reference(root: &Path) -> Result<(), String> {
    let python = python::install(root)?.ok_or("no Python 3.10 with venv for the reference")?;
    succeed(python::pip(&python).arg(PDOC))?;
    let mut pdoc = Command::new(python);
    pdoc.args(["-m", "pdoc", "--docformat", "markdown", "--output-directory"]);
    succeed(pdoc.arg(root.join(SITE).join("python")).arg("stringent"))
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let copied = (|| {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let target = to.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                copy(&entry.path(), &target).map_err(std::io::Error::other)?;
            } else {
                fs::copy(entry.path(), target)?;
            }
        }
        Ok::<_, std::io::Error>(())
    })();
    copied.map_err(|error| format!("{}: {error}", from.display()))
}
