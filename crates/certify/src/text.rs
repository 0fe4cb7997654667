//! Terms as the format writes them: a large one once, under an abbreviation.

use base::FxHashMap;
use smtlib::printer;
use terms::{Op, Term, Terms};

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
    pub fn of(&mut self, terms: &Terms, t: Term, commands: &mut Vec<String>) -> String {
        let order = terms.post_order_unless(&[t], |t| self.known.contains_key(&t));
        for t in order {
            let text = self.build(terms, t, commands);
            self.known.insert(t, text);
        }
        self.known[&t].clone()
    }

    fn build(&mut self, terms: &Terms, t: Term, commands: &mut Vec<String>) -> String {
        let head = printer::head(terms, t);
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
