//! `cargo xtask capi [PREFIX]`: tests the libraries for C, by compilers of C and C++ and under valgrind; with a folder, installs them
//! there.

use crate::Tally;
use crate::ci::{cargo, tests};
use crate::command::succeed;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MANIFEST: &str = "--manifest-path=capi/Cargo.toml";

/// Where the libraries for other languages are built for their tests: they have one profile, so that the solver is built once for all.
pub const BINDINGS: &str = "target/bindings";

/// Optimization takes minutes for each library and each test, of the whole program or of each crate; tests ask easy questions.
pub const QUICK: [(&str, &str); 2] =
    [("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")];

/// What the static library needs of the system.
const SYSTEM: &str = "-lpthread -lm -ldl";

/// An example, the compiler, and its flags.
const PROGRAMS: [(&str, &str, &[&str]); 3] = [
    ("password.c", "cc", &["-std=c11", "-pedantic"]),
    ("password.c", "c++", &["-x", "c++"]),
    ("terms.cpp", "c++", &["-std=c++11", "-pedantic"]),
];

/// Runs the tests of the crate, then the examples as their users build them.
pub fn run(root: &Path) -> Result<Tally, String> {
    let quick = |mut command: Command| {
        command.envs(QUICK);
        with_flags(root, command)
    };
    let mut tally = tests(quick(cargo(root, &["test", "--release", MANIFEST])))?;
    succeed(&mut quick(cargo(root, &["build", "--release", "--quiet", MANIFEST])))?;
    let examples = root.join("capi/examples");
    let of_page = (page(root)?, "cc", &["-std=c11", "-pedantic"][..]);
    let programs =
        PROGRAMS.map(|(source, compiler, flags)| (examples.join(source), compiler, flags));
    for (source, compiler, flags) in programs.into_iter().chain([of_page]) {
        let name = source.display();
        if !is_installed(compiler) {
            println!("ci: capi: skipped {name}, {compiler} is not installed");
            continue;
        }
        for library in ["libstringent_c.a", "libstringent_c.so"] {
            let passed = example(root, &source, compiler, flags, library);
            let verdict = passed.as_ref().map_or_else(|why| why.as_str(), |()| "ok");
            println!("ci: capi: {name} by {compiler} with {library}: {verdict}");
            tally.add(Tally::one(passed.is_ok()));
        }
    }
    Ok(tally)
}

/// Flags for the project's programs are not for libraries that others link.
fn with_flags(root: &Path, mut command: Command) -> Command {
    command.env("RUSTFLAGS", "").env("CARGO_TARGET_DIR", root.join(BINDINGS));
    command
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The program on the page; beside it is what the page says that it prints.
fn page(root: &Path) -> Result<PathBuf, String> {
    let page = fs::read_to_string(root.join("docs/c.md")).map_err(|error| error.to_string())?;
    let block = |start: &str| {
        let rest = page.split_once(start).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split_once("```\n")).map(|(block, _)| block.to_owned())
    };
    let write = |name: &str, text: Option<String>| {
        let file = root.join(BINDINGS).join(name);
        let text = text.ok_or_else(|| format!("docs/c.md: no {name}"))?;
        fs::write(&file, text).map_err(|error| error.to_string()).map(|()| file)
    };
    write("question.expected", block("```text\n"))?;
    write("question.c", block("```c\n"))
}

/// Compiles and runs an example, which prints what is written beside it, twice if there is valgrind.
fn example(
    root: &Path,
    source: &Path,
    compiler: &str,
    flags: &[&str],
    library: &str,
) -> Result<(), String> {
    let (capi, built) = (root.join("capi"), root.join(BINDINGS).join("release"));
    let program = built.join("example");
    let mut compile = Command::new(compiler);
    compile.args(flags).args(["-Wall", "-Wextra", "-Werror", "-I"]).arg(capi.join("include"));
    compile.arg(source).args(["-x", "none", "-o"]).arg(&program);
    compile.arg(built.join(library)).args(SYSTEM.split(' '));
    succeed(compile.arg(format!("-Wl,-rpath,{}", built.display())))?;
    let expected = source.with_extension("expected");
    prints(&mut Command::new(&program), &expected)?;
    if !is_installed("valgrind") {
        return Ok(());
    }
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
    prints(valgrind.arg(program), &expected)
}

fn prints(command: &mut Command, expected: &Path) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    if std::env::var_os("BLESS").is_some() {
        fs::write(expected, &printed).map_err(|error| error.to_string())?;
    }
    let wanted = fs::read_to_string(expected).unwrap_or_default();
    match output.status.success() && printed == wanted {
        true => Ok(()),
        false => {
            let errors = String::from_utf8_lossy(&output.stderr);
            Err(format!("{command:?}: {}\n{printed}{errors}", output.status))
        }
    }
}

/// Builds the libraries and copies them, the header and a description for `pkg-config` below a folder.
pub fn install(root: &Path, prefix: &Path) -> Result<Tally, String> {
    let prefix = std::path::absolute(prefix).map_err(|error| error.to_string())?;
    succeed(&mut with_flags(root, cargo(root, &["build", "--quiet", "--release", MANIFEST])))?;
    let built = root.join(BINDINGS).join("release");
    let copy = |from: PathBuf, folder: &str| {
        let (to, name) = (prefix.join(folder), from.file_name().unwrap_or_default().to_owned());
        fs::create_dir_all(&to)?;
        fs::copy(from, to.join(name))
    };
    let copied = copy(root.join("capi/include/stringent.h"), "include")
        .and_then(|_| copy(built.join("libstringent_c.a"), "lib"))
        .and_then(|_| copy(built.join("libstringent_c.so"), "lib"))
        .and_then(|_| {
            let folder = prefix.join("lib/pkgconfig");
            fs::create_dir_all(&folder)?;
            fs::write(folder.join("stringent.pc"), description(&prefix))
        });
    copied.map(|()| Tally::one(true)).map_err(|error| format!("{}: {error}", prefix.display()))
}

/// What `pkg-config` reads.
fn description(prefix: &Path) -> String {
    format!(
        "prefix={}\n\nName: stringent\nDescription: An SMT solver for strings\nVersion: {}\n\
         Cflags: -I${{prefix}}/include\nLibs: -L${{prefix}}/lib -lstringent_c\nLibs.private: {SYSTEM}\n",
        prefix.display(),
        env!("CARGO_PKG_VERSION"),
    )
}
