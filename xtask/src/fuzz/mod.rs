//! `cargo xtask fuzz`: the whole solver on random formulas.
//!
//! Formulas are generated from templates ([`generate`]) or made by mutating a corpus ([`mutate`]); half of
//! them get a planted model ([`plant`]). Each is put to our solver in its default configuration, in a few
//! others, half of them with drawn tunables, and in a few equivalent forms ([`form`]), to the peers, and, with a model that was planted or
//! found, once more. Two answers that contradict each other, a crash, a complaint or a wrong model are
//! findings ([`finding`]), unless a peer is wrong beyond doubt ([`explain`]). They are shrunk ([`shrink`]) and written
//! down with what everybody says about them. A run is a function of its seed, as far as the peers' time
//! limits let it be: ours are counted in steps.

mod args;
mod exact;
mod explain;
mod finding;
mod form;
mod generate;
mod kind;
mod mutate;
mod operators;
mod pinned;
mod plant;
mod rng;
mod runner;
pub mod script;
pub mod sexp;
mod shrink;
mod sorts;
mod tally;
mod worker;

use crate::Tally;
use crate::regress::{Build, configuration};
use crate::tree::Tree;
pub use args::Args;
use explain::{Court, Verdict};
use finding::{Finding, View};
use form::Form;
use generate::profiles::{self, Profile, Style};
use rng::Rng;
use runner::{Answer, Command, Runner};
use script::Script;
use std::path::Path;
use std::time::Duration;
use tally::Tallies;

/// How often a finding is tried while it is shrunk.
const SHRINKING: usize = 600;
/// Scripts of the corpus that are longer are left alone: they are slow to solve and to shrink.
const LARGEST_SCRIPT: usize = 6000;

/// Runs the fuzzer; a finding is a failure.
pub fn run(root: &Path, args: Args) -> Result<Tally, String> {
    let fuzzer = Fuzzer::new(root, args)?;
    let tallies = fuzzer.run();
    print!("{tallies}");
    let failed = tallies.findings();
    Ok(Tally { passed: tallies.formulas() - failed, failed })
}

/// A model that a formula was made to have.
struct Planted {
    /// Its values, if they can be written down.
    values: Option<Form>,
    /// Values by run lengths.
    words: Option<exact::Model>,
}

struct Fuzzer {
    args: Args,
    runner: Runner,
    /// The default configuration first.
    configurations: Vec<Command>,
    peers: Vec<Command>,
    arbiters: Vec<Command>,
    corpus: Vec<Script>,
}

impl Fuzzer {
    fn new(root: &Path, args: Args) -> Result<Fuzzer, String> {
        let program = args.solver.program(root, Build::Checked)?;
        let tree = Tree::load(root).map_err(|e| format!("cannot read {}: {e}", root.display()))?;
        std::fs::create_dir_all(&args.out).map_err(|e| format!("{}: {e}", args.out.display()))?;
        let ours = |c: &configuration::Configuration| {
            Command::ours(&program, &c.name, &c.args, args.steps)
        };
        Ok(Fuzzer {
            runner: Runner::new(args.out.clone(), Duration::from_secs(args.timeout)),
            configurations: configuration::all(&tree).iter().map(ours).collect(),
            peers: args.peers.iter().map(|p| Command::peer(p)).collect(),
            arbiters: args.arbiters.iter().map(|p| Command::peer(p)).collect(),
            corpus: args.corpus.as_deref().map_or_else(Vec::new, read_corpus),
            args,
        })
    }

    fn run(&self) -> Tallies {
        let mut tallies = Tallies::default();
        for number in self.args.start..self.args.start + self.args.count {
            let mut rng = Rng::new(self.args.seed, number);
            let profile = self.profile(number);
            let (name, mut script) = self.formula(&mut rng, profile);
            let planted =
                rng.one_in(2).then(|| self.plant(&mut rng, profile, &mut script)).flatten();
            let model = planted.as_ref().and_then(|p| p.values.as_ref());
            let answers = self.answers(&mut rng, &script, model);
            let peers: Vec<Answer> =
                answers.iter().filter(|a| !a.0.command.is_ours).map(|a| a.1.clone()).collect();
            let behind = tallies.add(&name, planted.is_some(), &answers[0].1, &peers);
            let title = format!("{name}-{}-{number}", self.args.seed);
            if behind {
                self.save(&format!("{title}.gap"), &script.write_plain());
            }
            let words = planted.as_ref().and_then(|p| p.words.as_ref());
            if let Some(finding) = Finding::among(&answers, words) {
                let verdict = self.settle(&title, &finding, &script, model);
                tallies.add_finding(&name, &verdict);
                if let Verdict::Open(note) = verdict {
                    self.report(&title, &finding, note.as_deref(), &script);
                }
            }
        }
        tallies
    }

    /// A formula and the name of what it came from.
    fn formula(&self, rng: &mut Rng, profile: &Profile) -> (String, Script) {
        if !self.corpus.is_empty() {
            let script = rng.pick(&self.corpus);
            return ("corpus".to_owned(), mutate::mutate(rng, script));
        }
        (profile.name.to_owned(), generate::formula(rng, profile))
    }

    /// Makes the formula true under values that are drawn.
    fn plant(&self, rng: &mut Rng, profile: &Profile, script: &mut Script) -> Option<Planted> {
        if self.corpus.is_empty() && profile.style == Style::Counters {
            let words = exact::model::plant(rng, script)?;
            return Some(Planted { values: exact::model::written(&words), words: Some(words) });
        }
        let values = plant::plant(rng, &self.runner, &self.configurations[0], script)?;
        Some(Planted { values: Some(values), words: None })
    }

    /// The wanted profile, or each in turn.
    fn profile(&self, number: u64) -> &'static Profile {
        let turn = usize::try_from(number).unwrap_or(0) % profiles::ALL.len();
        self.args.profile.unwrap_or(&profiles::ALL[turn])
    }

    /// Some configuration, half the time with other values for some tunables.
    fn other(&self, rng: &mut Rng) -> Command {
        let tuned = rng.one_in(2);
        let command = if tuned && rng.one_in(2) {
            &self.configurations[0]
        } else {
            rng.pick(&self.configurations)
        };
        if tuned { command.with(rng.tunables()) } else { command.clone() }
    }

    /// What everybody says about a formula, the default configuration first.
    fn answers(&self, rng: &mut Rng, script: &Script, model: Option<&Form>) -> Vec<(View, Answer)> {
        let ours = &self.configurations[0];
        let mut views = vec![view(ours, Form::Plain)];
        for _ in 0..self.args.configurations {
            views.push(view(&self.other(rng), Form::Plain));
            let command = if rng.one_in(3) { self.other(rng) } else { ours.clone() };
            views.push(view(&command, Form::random(rng)));
        }
        let asked = |_: &&Command| rng.one_in(self.args.ask_peers_every);
        let peers: Vec<&Command> = self.peers.iter().filter(asked).collect();
        views.extend(peers.iter().map(|peer| view(peer, Form::Plain)));
        if let Some(model) = model {
            views.push(view(ours, model.clone()));
            views.push(view(&self.other(rng), model.clone()));
            views.extend(peers.iter().map(|peer| view(peer, model.clone())));
        }
        let ask = |view: View| {
            let answer = view.ask(&self.runner, script);
            (view, answer)
        };
        let mut answers: Vec<(View, Answer)> = views.into_iter().map(ask).collect();
        if answers[0].1 == Answer::Sat
            && let Some(model) = plant::found(&self.runner, ours, script)
        {
            let as_definitions = rng.one_in(2) && !script.has_axioms();
            let form = if as_definitions { Form::Valued(model) } else { Form::Equated(model) };
            answers.push(ask(view(&self.other(rng), form.clone())));
            answers.extend(peers.iter().map(|peer| ask(view(peer, form.clone()))));
        }
        answers
    }

    /// What a finding comes to; a peer's mistake is written down.
    fn settle(
        &self,
        title: &str,
        finding: &Finding,
        script: &Script,
        planted: Option<&Form>,
    ) -> Verdict {
        let peers: Vec<&Command> = self.peers.iter().chain(&self.arbiters).collect();
        let court = Court { runner: &self.runner, ours: &self.configurations[0], peers: &peers };
        let verdict = court.verdict(finding, script, planted);
        let (kind, why) = match &verdict {
            Verdict::AgainstItself(why) => ("against itself", why),
            Verdict::AgainstOthers(why) => ("against others", why),
            Verdict::Open(_) => return verdict,
        };
        println!("peer {title} {kind}: {why}");
        let text = format!("; {kind}: {why}\n{}", script.write_plain());
        self.save(&format!("{title}.peer"), &text);
        verdict
    }

    /// Shrinks a finding and writes it down.
    fn report(&self, name: &str, finding: &Finding, note: Option<&str>, script: &Script) {
        let small = shrink::shrink(script, SHRINKING, &mut |s| {
            finding.holds(&self.runner, &self.configurations[0], s)
        });
        let note = note.map_or_else(String::new, |note| format!(" [{note}]"));
        println!("FOUND {name}: {finding}{note}");
        let mut text = format!("; {finding}{note}\n");
        for command in
            [&self.configurations[0]].into_iter().chain(&self.peers).chain(&self.arbiters)
        {
            let answer = self.runner.ask(command, &Form::Plain, &small);
            text.push_str(&format!("; {}: {answer:?}\n", command.name).replace("\\n", " "));
        }
        text.push_str(&small.write_plain());
        println!("{text}");
        self.save(name, &text);
        self.save(&format!("{name}.whole"), &script.write_plain());
        for (n, view) in finding.views().into_iter().enumerate() {
            self.save(&format!("{name}.view{n}"), &view.form.write(&small));
        }
    }

    fn save(&self, name: &str, text: &str) {
        let path = self.args.out.join(format!("{name}.smt2"));
        if let Err(e) = std::fs::write(&path, text) {
            println!("cannot write {}: {e}", path.display());
        }
    }
}

fn view(command: &Command, form: Form) -> View {
    View { command: command.clone(), form }
}

/// The small scripts below a folder, in the order of their paths.
fn read_corpus(folder: &Path) -> Vec<Script> {
    // A folder that cannot be read has no scripts.
    let files = crate::promises::scripts(folder).unwrap_or_default();
    let texts = files.iter().filter_map(|path| std::fs::read_to_string(path).ok());
    let small = texts.filter(|text| text.len() <= LARGEST_SCRIPT);
    small.map(|text| Script::parse(&text)).filter(|s| !s.assertions.is_empty()).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::arguments::Solver;
    use std::path::PathBuf;

    /// A solver that is wrong about formulas in which `str.replace` occurs.
    const WRONG: &str = "#!/bin/sh\nanswer=sat\nwhile read -r line; do case \"$line\" in\n\
                         *reset*) answer=sat;; *'str.replace '*) answer=unsat;; *check-sat*) echo $answer;;\n\
                         *echo*) echo end of script;; esac; done\n";

    /// Written by another process: while this one held it open, it could not be executed.
    fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        let write = "printf %s \"$0\" > \"$1\" && chmod +x \"$1\"";
        let shell = std::process::Command::new("sh").args(["-c", write, text]).arg(&path).status();
        assert!(shell.unwrap().success());
        path
    }

    /// The numbers of assertions in what is found and shrunk of a solver that is wrong about an operator.
    fn found(profile: &str, operator: &str, peers: &[&str]) -> Vec<usize> {
        let folder =
            std::env::temp_dir().join(format!("xtask-fuzz-{profile}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = written(&folder, "solver", &WRONG.replace("str.replace ", operator));
        let peer = |wrong: &&str| {
            let text = WRONG.replace("answer=unsat", wrong);
            written(&folder, "peer", &text).display().to_string()
        };
        let args = crate::arguments::tests::read(Args::parser(), &["--profile", profile]).unwrap();
        let args = Args {
            count: 12,
            solver: Solver { solver: Some(program) },
            peers: peers.iter().map(peer).collect(),
            configurations: 0,
            out: folder.clone(),
            ..args
        };
        let tallies = Fuzzer::new(&folder, args).unwrap().run();
        let all = std::fs::read_dir(&folder).unwrap().flatten().map(|e| e.path());
        let of_profile = all.filter(|p| p.to_string_lossy().contains(&format!("{profile}-1-")));
        let small = of_profile.filter(|p| !p.to_string_lossy().contains("whole"));
        let size = |path| Script::parse(&std::fs::read_to_string(path).unwrap()).assertions.len();
        let sizes: Vec<usize> = small.map(size).collect();
        assert!(tallies.findings() > 0 && !sizes.is_empty(), "{tallies}");
        std::fs::remove_dir_all(&folder).unwrap();
        sizes
    }

    #[test]
    fn a_bug_is_found_and_shrunk() {
        let sizes = found("extended", "str.replace ", &[":"]);
        assert!(sizes.iter().all(|n| *n == 1), "{sizes:?}");
    }

    #[test]
    fn a_wrong_refutation_is_found_without_any_peer() {
        let sizes = found("counters", "re.loop ", &[]);
        assert!(sizes.iter().all(|n| *n == 1), "{sizes:?}");
    }
}
