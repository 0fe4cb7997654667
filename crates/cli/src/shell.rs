//! `stringent completions SHELL` and `stringent man`: from the tables that the commands themselves read, so that neither can lag behind.
//!
//! (The usual crates for both belong to an argument library, which `args` has reasons not to be.)

use crate::{COMMANDS, Outcome, batch, explain, help, models, regex};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use stringent::options::{HIDDEN, OptionInfo, TABLE};

const HELP: &str = "\
Usage: stringent completions bash|zsh|fish

Prints what makes the shell complete commands and options:

  stringent completions bash > ~/.local/share/bash-completion/completions/stringent
  stringent completions zsh  > ~/.zfunc/_stringent      (a folder of $fpath)
  stringent completions fish > ~/.config/fish/completions/stringent.fish
";

/// Prints the completions for a shell.
pub fn completions(words: &[String]) -> Outcome {
    let text = match words.first().map(String::as_str) {
        Some("bash") => bash(),
        Some("zsh") => zsh(),
        Some("fish") => fish(),
        None | Some("-h" | "--help") => HELP.to_owned(),
        Some(other) => {
            return Err(format!("completions: {other} is none of bash, zsh, fish").into());
        }
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the manual page.
pub fn man() -> Outcome {
    io::stdout().write_all(page().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn options() -> impl Iterator<Item = &'static OptionInfo> {
    TABLE.iter().filter(|info| !HIDDEN.contains(&info.name))
}

/// The commands, with what each takes.
fn commands() -> Vec<(&'static str, Vec<String>)> {
    let of = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    let takes = |name: &str| match name {
        "batch" => of(batch::flags().collect()),
        "explain" => of(explain::flags().collect()),
        "models" => of(models::flags().collect()),
        "regex" => of(regex::flags().collect()),
        "completions" => of(vec!["bash", "zsh", "fish"]),
        "man" => Vec::new(),
        _ => solver_options(),
    };
    COMMANDS.iter().map(|(name, _)| (*name, takes(name))).collect()
}

fn solver_options() -> Vec<String> {
    let own = ["--help", "--version", crate::args::JSONL, crate::portfolio::PORTFOLIO];
    let names = options().map(|info| format!("--{}", info.name));
    own.iter().map(|&name| name.to_owned()).chain(names).collect()
}

fn bash() -> String {
    let mut cases = String::new();
    for (name, words) in commands() {
        // Writing to a string cannot fail.
        let _ = writeln!(cases, "        {name}) words=\"{}\" ;;", words.join(" "));
    }
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    format!(
        "_stringent() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} words
    case ${{COMP_WORDS[1]}} in
{cases}        *) words=\"{}\" ;;
    esac
    [ \"$COMP_CWORD\" -gt 1 ] || words=\"{} {}\"
    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))
}}
complete -o default -F _stringent stringent
",
        solver_options().join(" "),
        names.join(" "),
        solver_options().join(" "),
    )
}

fn zsh() -> String {
    let mut cases = String::new();
    for (name, words) in commands() {
        let _ = writeln!(cases, "    {name}) compadd -- {} ;;", words.join(" "));
    }
    let names: Vec<&str> = COMMANDS.iter().map(|(name, _)| *name).collect();
    format!(
        "#compdef stringent
(( CURRENT == 2 )) && compadd -- {}
case ${{words[2]}} in
{cases}    *) compadd -- {} ;;
esac
_files
",
        names.join(" "),
        solver_options().join(" "),
    )
}

fn fish() -> String {
    let mut out = String::new();
    for (name, words) in commands() {
        let _ = writeln!(out, "complete -c stringent -n __fish_use_subcommand -a {name}");
        for word in words.iter().filter(|_| name != "solve") {
            let seen = format!("-n '__fish_seen_subcommand_from {name}'");
            let _ = match word.strip_prefix("--") {
                Some(long) => writeln!(out, "complete -c stringent {seen} -l {long}"),
                None => writeln!(out, "complete -c stringent {seen} -a '{word}'"),
            };
        }
    }
    for info in options() {
        let about = info.help().replace('\\', "\\\\").replace('\'', "\\'");
        let _ = writeln!(out, "complete -c stringent -l {} -d '{about}'", info.name);
    }
    out
}

/// Text as roff takes it literally.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let line =
        |line: &str| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.into() };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn page() -> String {
    let mut out = format!(
        ".TH STRINGENT 1 \"\" \"Stringent {}\" \"User Commands\"\n.SH NAME\nstringent \\- an SMT solver for strings\n",
        stringent::VERSION,
    );
    let verbatim = |out: &mut String, title: &str, text: &str| {
        let _ = write!(out, ".SH {title}\n.nf\n{}\n.fi\n", roff(text.trim_end()));
    };
    verbatim(&mut out, "SYNOPSIS", help::HEAD);
    out.push_str(".SH OPTIONS\n");
    for info in options() {
        let syntax = if info.is_switch() { String::new() } else { format!(" {}", info.syntax) };
        let (name, default) = (roff(&format!("--{}{syntax}", info.name)), info.default_value());
        let about = roff(&format!("{} Default: {default}.", info.help()));
        let _ = write!(out, ".TP\n.B {name}\n{about}\n");
    }
    for (title, text) in [
        ("STRINGENT BATCH", batch::HELP),
        ("STRINGENT EXPLAIN", explain::HELP),
        ("STRINGENT MODELS", models::HELP),
        ("STRINGENT REGEX", regex::HELP),
        ("STRINGENT COMPLETIONS", HELP),
    ] {
        verbatim(&mut out, title, text);
    }
    let codes = "0 whatever the verdicts are, 1 if an (error ...) was answered, 2 if the command line is wrong.";
    let _ = write!(out, ".SH EXIT STATUS\n{}\n", roff(codes));
    out
}
