//! Terms as the format writes them: a large one once, under an abbreviation.

use base::{FxHashMap, FxHashSet};
use smtlib::printer;
use terms::{Fun, Op, Term, Terms};

/// What is longer than this gets an abbreviation.
const LONG: usize = 60;

/// How terms are written.
#[derive(Debug, Default)]
pub struct Texts {
    known: FxHashMap<Term, String>,
    /// How many abbreviations there are.
    count: usize,
}

impl Texts {
    /// Lets `t` be written as `text`.
    pub fn spell(&mut self, t: Term, text: String) {
        self.known.insert(t, text);
    }

    /// A new abbreviation.
    pub fn fresh(&mut self) -> String {
        self.count += 1;
        format!("@{}", self.count)
    }

    /// The text of `t`; commands that must come before it go to `commands`.
    pub fn of(
        &mut self,
        terms: &Terms,
        t: Term,
        heads: &FxHashMap<Fun, String>,
        commands: &mut Vec<String>,
    ) -> String {
        let order = terms.post_order_unless(&[t], |t| self.known.contains_key(&t));
        for t in order {
            let text = self.build(terms, t, heads, commands);
            self.known.insert(t, text);
        }
        self.known[&t].clone()
    }

    fn build(
        &mut self,
        terms: &Terms,
        t: Term,
        heads: &FxHashMap<Fun, String>,
        commands: &mut Vec<String>,
    ) -> String {
        let opaque = if let Op::Apply(fun) = terms.op(t) { heads.get(&fun) } else { None };
        let head = opaque.cloned().unwrap_or_else(|| printer::head(terms, t));
        let args = terms.args(t);
        let mut text = head;
        if !args.is_empty() {
            for a in args {
                text.push(' ');
                text.push_str(&self.known[a]);
            }
            text = format!("({text})");
        } else if matches!(terms.op(t), Op::IntConst(_) | Op::Apply(_)) {
            return text;
        }
        if text.len() <= LONG {
            return text;
        }
        let name = self.fresh();
        commands.push(format!("(term {name} {text})"));
        name
    }
}

/// The commands that define nothing, and those that define what later ones name. A word in a string that looks like a name keeps a
/// command too many.
pub fn needed(commands: &[String]) -> String {
    let mut wanted: FxHashSet<&str> = FxHashSet::default();
    let mut kept = Vec::new();
    for command in commands.iter().rev() {
        let mut words = command.split([' ', '(', ')']).filter(|w| !w.is_empty());
        let (head, name) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if matches!(head, "term" | "const" | "assume" | "step" | "rup") && !wanted.contains(name) {
            continue;
        }
        wanted.extend(words.chain([name]));
        kept.push(command.as_str());
    }
    let mut out = String::new();
    for command in kept.into_iter().rev() {
        out.push_str(command);
        out.push('\n');
    }
    out
}
