//! `cargo xtask release`: what is published, below `target/dist`: the program, linked statically, with its manual page and completions; the
//! wheel; the package for npm and the playground; and checksums of them all.
//!
//! By musl, a program runs on every Linux, whatever C library there is. Its allocator is slower than that of glibc, which
//! `cargo install` takes.

use crate::ci::cargo;
use crate::command::{succeed, succeeds};
use crate::{Tally, python, web};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DIST: &str = "target/dist";
const VERSION: &str = env!("CARGO_PKG_VERSION");
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// What the program writes about itself: arguments and file.
const PAGES: [(&[&str], &str); 4] = [
    (&["man"], "stringent.1"),
    (&["completions", "bash"], "stringent.bash"),
    (&["completions", "zsh"], "_stringent"),
    (&["completions", "fish"], "stringent.fish"),
];

/// Builds everything. What this machine cannot build is an error: a release is whole.
pub fn run(root: &Path) -> Result<Tally, String> {
    let dist = root.join(DIST);
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    }
    fs::create_dir_all(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    let program = program(root, &dist)?;
    wheel(root, &dist, &program)?;
    browser(root, &dist)?;
    checksums(&dist)?;
    println!("release: {}", dist.display());
    Ok(Tally::one(true))
}

/// The program for any Linux of this machine's kind, as an archive.
fn program(root: &Path, dist: &Path) -> Result<PathBuf, String> {
    let target = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
    if !succeeds(Command::new("rustup").args(["target", "add", &target])) {
        return Err(format!("the compiler has no target {target}"));
    }
    let mut build = cargo(root, &["build", "--quiet", "--release", "--package", "stringent-cli"]);
    build.args(["--target", &target, "--target-dir", "target/release-musl"]);
    build.env("CARGO_PROFILE_RELEASE_STRIP", "symbols").env("CARGO_PROFILE_RELEASE_DEBUG", "0");
    succeed(&mut build)?;
    let built = root.join("target/release-musl").join(&target).join("release/stringent");
    answers(root, &built)?;
    let name = format!("stringent-{VERSION}-{target}");
    let folder = dist.join(&name);
    fill(root, &built, &folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let archive = format!("{name}.tar.gz");
    succeed(
        Command::new("tar").arg("-czf").arg(dist.join(archive)).arg("-C").arg(dist).arg(&name),
    )?;
    fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(built)
}

/// A program that does not answer an example is none to publish.
fn answers(root: &Path, program: &Path) -> Result<(), String> {
    let answer = Command::new(program).arg(root.join("examples/password.smt2")).output();
    match answer {
        Ok(answer) if answer.stdout.starts_with(b"sat\n") => Ok(()),
        answer => Err(format!("{}: {answer:?}", program.display())),
    }
}

fn fill(root: &Path, program: &Path, folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::copy(program, folder.join("stringent"))?;
    for file in LICENCES.into_iter().chain(["README.md", "CHANGELOG.md"]) {
        fs::copy(root.join(file), folder.join(file))?;
    }
    for (arguments, file) in PAGES {
        fs::write(folder.join(file), Command::new(program).args(arguments).output()?.stdout)?;
    }
    Ok(())
}

/// The wheel, with the same program in it.
fn wheel(root: &Path, dist: &Path, program: &Path) -> Result<(), String> {
    let python = python::environment(root)?.ok_or("no Python 3.10 with venv for the wheel")?;
    let mut wheel = Command::new(python);
    wheel.args(["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]);
    wheel.arg("--wheel-dir").arg(dist).arg(root.join("python"));
    wheel.env_remove("RUSTFLAGS").env("CARGO_TARGET_DIR", root.join("target/python"));
    succeed(wheel.env("STRINGENT_PROGRAM", program))
}

/// The package for npm and the playground.
fn browser(root: &Path, dist: &Path) -> Result<(), String> {
    match web::build(root) {
        Ok(()) => {}
        Err(web::NotBuilt::Skipped(why) | web::NotBuilt::Failed(why)) => return Err(why),
    }
    let out = root.join(web::OUT);
    let files = [
        (format!("stringent-{VERSION}.tgz"), format!("stringent-{VERSION}.tgz")),
        ("playground/index.html".into(), format!("stringent-playground-{VERSION}.html")),
    ];
    for (from, to) in files {
        fs::copy(out.join(&from), dist.join(to)).map_err(|error| format!("{from}: {error}"))?;
    }
    Ok(())
}

/// `sha256sum --check SHA256SUMS` says whether all is as it was.
fn checksums(dist: &Path) -> Result<(), String> {
    let names = fs::read_dir(dist).map_err(|error| error.to_string())?;
    let mut names: Vec<_> = names.filter_map(|entry| Some(entry.ok()?.file_name())).collect();
    names.sort();
    let sums = Command::new("sha256sum").args(names).current_dir(dist).output();
    let sums = sums.map_err(|error| format!("sha256sum: {error}"))?;
    fs::write(dist.join("SHA256SUMS"), sums.stdout).map_err(|error| error.to_string())
}
