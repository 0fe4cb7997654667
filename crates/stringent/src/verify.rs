//! Is this a model of that script? Decides it for models as any SMT-LIB solver prints them.
//!
//! The model is read back through the concrete syntax: each `(define-fun x ...)` of it takes the place of
//! the script's declaration of `x`, so that functions become macros and what is left to evaluate has
//! no symbols but the elements of uninterpreted sorts. Then the judge, [`terms::eval`], evaluates what the
//! script asserts up to its first check. Solving is involved in one case: whether two regexes have the same
//! words is nothing that can be evaluated, so a ground assertion that needs it is put to a solver. A model that is
//! too large, or says something this reader does not know, is [`Judgement::Undecided`].
//!
//! Reading values into a [`Model`] instead would need a second reader of terms, for bodies with parameters.

use ::solver::{Options, Session, Verdict};
use base::time::Instant;
use smtlib::error::Position;
use smtlib::{Chunk, Command, CommandReader, Context, printer};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use terms::eval::{EvalError, Evaluator};
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term};

/// What the evaluation of a script's assertions says about a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Every assertion is true.
    Holds,
    /// This assertion is false.
    Fails(String),
    /// It could not be evaluated, or not be read; says why.
    Undecided(String),
}

/// Evaluates the assertions before the first check of `script` under `model`, the answer of some
/// solver to `(get-model)`.
///
/// ```
/// use std::time::Duration;
/// use stringent::{Judgement, judge_model};
/// let script = b"(declare-const x String)(assert (= (str.len x) 2))(check-sat)";
/// let judge = |model| judge_model(script, model, Duration::from_secs(1));
/// assert_eq!(judge(b"((define-fun x () String \"ab\"))"), Judgement::Holds);
/// assert_eq!(judge(b"((define-fun x () String \"a\"))"), Judgement::Fails("(= (str.len \"a\") 2)".into()));
/// ```
pub fn judge_model(script: &[u8], model: &[u8], limit: Duration) -> Judgement {
    let definitions = Definitions::read(model);
    let mut reading = Reading::new(limit);
    match reading.script(script, &definitions) {
        Ok(()) => reading.evaluate(limit),
        Err(why) => Judgement::Undecided(why),
    }
}

/// The definitions of a model as commands, by the name they define.
#[derive(Default)]
struct Definitions {
    by_name: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Elements of uninterpreted sorts and the names of their sorts.
    elements: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Definitions {
    fn read(model: &[u8]) -> Definitions {
        let mut found = Definitions::default();
        // What follows the opening parenthesis is read like a script; old solvers begin with a word.
        let open = model.iter().position(|&b| b == b'(').map_or(model.len(), |at| at + 1);
        let mut reader = CommandReader::from_bytes(model[open..].to_vec());
        while let Ok(Some(chunk)) = reader.next_chunk() {
            let mut words = Words(chunk.text);
            match words.next() {
                Some(b"define-fun") => {
                    found.qualified_elements(chunk.text);
                    let name = plain(words.next().unwrap_or_default());
                    found.by_name.insert(name.to_vec(), chunk.text.to_vec());
                }
                Some(b"declare-fun") => {
                    let element = words.next().unwrap_or_default();
                    let sort = words.next().unwrap_or_default();
                    found.elements.insert(element.to_vec(), sort.to_vec());
                }
                _ => {}
            }
        }
        found
    }

    /// `(as @S_0 S)` needs no declaration in the model.
    fn qualified_elements(&mut self, text: &[u8]) {
        let mut words = Words(text);
        while let Some(word) = words.next() {
            if word == b"as"
                && let (Some(element), Some(sort)) = (words.next(), words.next())
            {
                self.elements.insert(element.to_vec(), sort.to_vec());
            }
        }
    }
}

/// Words of a command: whatever is between parentheses and blanks; literals and quoted symbols are one word.
struct Words<'a>(&'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let is_gap = |b: u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')');
        let start = self.0.iter().position(|&b| !is_gap(b))?;
        let text = &self.0[start..];
        let end = match text[0] {
            quote @ (b'"' | b'|') => text[1..].iter().position(|&b| b == quote).map(|at| at + 2),
            _ => text.iter().position(|&b| is_gap(b)),
        };
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        self.0 = rest;
        Some(word)
    }
}

/// A symbol without bars.
fn plain(name: &[u8]) -> &[u8] {
    name.strip_prefix(b"|").and_then(|n| n.strip_suffix(b"|")).unwrap_or(name)
}

/// What has been read of a script.
struct Reading {
    context: Context,
    /// Owns the terms; nothing is asserted in it but what cannot be evaluated.
    session: Session,
    model: Model,
    assertions: Vec<Term>,
    /// How many assertions there were when each scope was opened.
    scopes: Vec<usize>,
}

impl Reading {
    fn new(limit: Duration) -> Reading {
        let timeout = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX).max(1);
        Reading {
            context: Context::new(),
            session: Session::new(Options { timeout, ..Options::default() }),
            model: Model::new(),
            assertions: Vec::new(),
            scopes: Vec::new(),
        }
    }

    /// Reads up to the first check.
    fn script(&mut self, script: &[u8], model: &Definitions) -> Result<(), String> {
        let mut reader = CommandReader::from_bytes(script.to_vec());
        let mut pending = Some(model);
        while let Some(chunk) = reader.next_chunk().map_err(|e| e.to_string())? {
            let mut words = Words(chunk.text);
            let (head, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            if head == b"declare-sort" {
                self.command(chunk)?;
                self.elements_of(name, model)?;
                continue;
            }
            let declares = matches!(head, b"declare-fun" | b"declare-const");
            if declares && let Some(model) = pending.take() {
                self.auxiliaries(script, model);
            }
            let command = match model.by_name.get(plain(name)) {
                Some(text) if declares => self.command(at(text, chunk.position))?,
                _ => self.command(chunk)?,
            };
            if self.execute(command) {
                break;
            }
        }
        Ok(())
    }

    fn command(&mut self, chunk: Chunk<'_>) -> Result<Command, String> {
        self.context.command(chunk, &mut self.session.terms).map_err(|e| e.to_string())
    }

    /// Declares the elements of a sort and tells them apart.
    fn elements_of(&mut self, sort: &[u8], model: &Definitions) -> Result<(), String> {
        let of_sort = model.elements.iter().filter(|(_, of)| plain(of) == plain(sort));
        for (number, (element, sort)) in (1..).zip(of_sort) {
            let (element, sort) = (String::from_utf8_lossy(element), String::from_utf8_lossy(sort));
            let text = format!("(declare-fun {element} () {sort})");
            self.command(at(text.as_bytes(), Position::START))?;
            if let Some(fun) = self.context.declared().last()
                && let Sort::Uninterpreted(sort) = self.session.terms.fun(fun).ret
            {
                self.model.set(fun, Value::Elem(sort, number));
            }
        }
        Ok(())
    }

    /// Functions that only the model mentions, as others may be defined by them. What cannot be read is
    /// left out: if it is needed, that is told where it is missing.
    fn auxiliaries(&mut self, script: &[u8], model: &Definitions) {
        let declared = declared_names(script);
        for (name, text) in &model.by_name {
            if !declared.contains(name) {
                let _ = self.command(at(text, Position::START));
            }
        }
    }

    /// Executes a command; true if it is the check.
    fn execute(&mut self, command: Command) -> bool {
        match command {
            Command::Assert(written, _) => self.assertions.push(written.term),
            Command::Push(n) => {
                self.context.push(n);
                self.scopes.resize(self.scopes.len() + n, self.assertions.len());
            }
            Command::Pop(n) => {
                self.context.pop(n);
                let keep = self.scopes.len().saturating_sub(n);
                self.assertions.truncate(self.scopes.get(keep).copied().unwrap_or(usize::MAX));
                self.scopes.truncate(keep);
            }
            Command::CheckSatAssuming(assumed) => {
                self.assertions.extend(assumed.iter().map(|written| written.term));
                return true;
            }
            Command::CheckSat => return true,
            _ => {}
        }
        false
    }

    fn evaluate(mut self, limit: Duration) -> Judgement {
        let budget = base::Budget::unlimited().with_deadline(Instant::now() + limit);
        let mut eval = Evaluator::new(&self.session.terms, &self.model, &budget);
        let mut open = Vec::new();
        for &assertion in &self.assertions {
            match eval.holds(assertion) {
                Ok(true) => {}
                Ok(false) if self.divides_freely() => {
                    // A model may choose what x / 0 is, but has no standard way to say so.
                    return Judgement::Undecided("division by what may be zero".into());
                }
                Ok(false) if self.selects_freely() => {
                    // Nor to say what a selector of another constructor is.
                    return Judgement::Undecided("a selector of another constructor".into());
                }
                Ok(false) => {
                    return Judgement::Fails(printer::shared_term(&self.session.terms, assertion));
                }
                Err(EvalError::Unsupported(_)) if self.model == Model::new() => {
                    open.push(assertion);
                }
                Err(why) => return Judgement::Undecided(format!("{why:?}")),
            }
        }
        self.solve(&open)
    }

    /// Decides ground assertions that compare regexes.
    fn solve(&mut self, assertions: &[Term]) -> Judgement {
        for &assertion in assertions {
            match self.session.check(&[assertion]) {
                Verdict::Sat => {}
                Verdict::Unsat => {
                    return Judgement::Fails(printer::shared_term(&self.session.terms, assertion));
                }
                Verdict::Unknown(why) => return Judgement::Undecided(why.to_string()),
            }
        }
        Judgement::Holds
    }

    fn selects_freely(&self) -> bool {
        let terms = &self.session.terms;
        let free: BTreeSet<Fun> = self.context.unspecified().collect();
        let is_free = |t| matches!(terms.op(t), Op::Apply(fun) if free.contains(&fun));
        terms.post_order(&self.assertions).into_iter().any(is_free)
    }

    fn divides_freely(&self) -> bool {
        let terms = &self.session.terms;
        let is_zero = |&t: &Term| terms.int_value(t).is_none_or(|n| n.is_zero());
        terms.post_order(&self.assertions).into_iter().any(|t| {
            let divides = matches!(terms.op(t), Op::Div | Op::Mod);
            divides && terms.args(t)[1..].iter().any(is_zero)
        })
    }
}

/// The names that a script declares or defines: some solvers repeat definitions in models.
fn declared_names(script: &[u8]) -> BTreeSet<Vec<u8>> {
    let mut names = BTreeSet::new();
    let mut reader = CommandReader::from_bytes(script.to_vec());
    while let Ok(Some(chunk)) = reader.next_chunk() {
        let mut words = Words(chunk.text);
        let head = words.next().unwrap_or_default();
        if head.starts_with(b"declare-") || head.starts_with(b"define-") {
            names.insert(plain(words.next().unwrap_or_default()).to_vec());
        }
    }
    names
}

fn at(text: &[u8], position: Position) -> Chunk<'_> {
    Chunk { text, position }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str =
        "(set-logic ALL)(declare-sort S 0)(declare-fun a () S)(declare-fun |b| () S)
        (declare-const |x y| String)(declare-fun f (Int S) Int)(declare-fun n () Int)
        (push 1)(assert false)(pop 1)(assert (distinct a b))(assert (= |x y| \"(as \"))
        (assert (= (f n a) 4))(assert (= (f n b) 7))(check-sat)(assert false)";

    fn judge(script: &str, model: &str) -> Judgement {
        judge_model(script.as_bytes(), model.as_bytes(), Duration::from_secs(5))
    }

    fn fails(script: &str, model: &str) -> bool {
        matches!(judge(script, model), Judgement::Fails(_))
    }

    const UNIVERSE: &str = "(
        ;; universe for S:
        (declare-fun S!val!1 () S) (declare-fun S!val!0 () S)
        (forall ((x S)) (or (= x S!val!1) (= x S!val!0)))
        (define-fun n () Int (- 3)) (define-fun a () S S!val!0) (define-fun b () S S!val!1)
        (define-fun |x y| () String \"(as \")
        (define-fun f!1 ((x!0 Int)) Int (+ x!0 7))
        (define-fun f ((x!0 Int) (x!1 S)) Int (ite (= x!1 S!val!1) 7 (f!1 x!0))))";

    const QUALIFIED: &str = "(model (define-fun a () S (as @S_0 S)) (define-fun b () S (as @S_1 S))
        (define-fun |x y| () String \"(as \")
        (define-fun f ((x Int) (y S)) Int (ite (= (as @S_1 S) y) 7 4)))";

    #[test]
    fn models_of_every_style() {
        assert_eq!(judge(SCRIPT, UNIVERSE), Judgement::Holds);
        assert_eq!(judge(SCRIPT, QUALIFIED), Judgement::Holds);
    }

    #[test]
    fn wrong_models_are_refused() {
        assert!(fails(SCRIPT, &UNIVERSE.replace("(- 3)", "3")));
        assert!(fails(SCRIPT, &UNIVERSE.replace("b () S S!val!1", "b () S S!val!0")));
        assert!(fails(SCRIPT, &QUALIFIED.replace("\"(as \"", "\"\"\"\"")));
        assert!(fails(SCRIPT, "()"));
    }

    #[test]
    fn regexes_are_compared_by_their_words() {
        let script = "(declare-const r RegLan)(define-fun a () RegLan (str.to_re \"a\"))
            (assert (= r (re.union a (re.* a))))(check-sat)";
        let model =
            |r: &str| format!("((define-fun a () RegLan re.none)(define-fun r () RegLan {r}))");
        assert_eq!(judge(script, &model("(re.* (str.to_re \"a\"))")), Judgement::Holds);
        assert!(fails(script, &model("(re.+ (str.to_re \"a\"))")));
    }

    #[test]
    fn doubt_is_not_refusal() {
        let undecided = |script, model| matches!(judge(script, model), Judgement::Undecided(_));
        assert!(undecided(SCRIPT, "((define-fun a () S nothing))"));
        let division = "(declare-fun n () Int)(assert (= (div 1 n) 5))(check-sat)";
        assert!(undecided(division, "((define-fun n () Int 0))"));
        assert!(undecided("(declare-fun x () Real)", "()"));
    }

    const DATATYPES: &str = "(declare-sort U 0)(declare-datatypes ((P 0) (S 0))
          (((pair (fst Int) (snd S)) (none)) ((on) (off) (named (name String) (by U)))))
        (declare-fun f (P) P)(declare-fun g (Int S) String)(declare-const x P)(declare-const u U)
        (assert (distinct (f x) (f (f x)) x none (pair 1 on)))
        (assert (= (name (snd x)) (g 1 (snd (f x))) \"n\"))(assert ((_ is pair) x))
        (assert (match (snd x) (((named n v) (= v u)) (other false))))
        (declare-datatype One ((one)))(declare-fun h (One) Bool)(declare-fun k (Int) One)
        (assert (h (k 3)))(assert (= (g 2 on) (g 2 off)))(assert (= (fst (f x)) 7))(assert ((_ is pair) (f x)))(check-sat)";

    #[test]
    fn what_we_print_we_judge() {
        for script in [SCRIPT, DATATYPES] {
            let mut out = Vec::new();
            let text = script.replace("(check-sat)", "(check-sat)(get-model)");
            let mut interpreter = crate::Interpreter::new(crate::Options::default(), &mut out);
            interpreter.run(&mut CommandReader::from_bytes(text.into_bytes())).unwrap();
            let answers = String::from_utf8(out).unwrap();
            let model = answers.strip_prefix("sat\n").expect("the script is sat");
            assert_eq!(judge(script, model), Judgement::Holds, "{model}");
        }
    }

    #[test]
    fn models_of_datatypes() {
        let script = "(declare-datatype O ((none) (some (value Int))))(declare-const x O)
            (assert (or (= x (some 3)) (and (= x none) (= (value x) 5))))(check-sat)";
        let model = |value: &str| format!("((define-fun x () O {value}))");
        assert_eq!(judge(script, &model("(some 3)")), Judgement::Holds);
        // What `(value none)` is, the model does not say.
        assert!(matches!(judge(script, &model("none")), Judgement::Undecided(_)));
        let script = script.replace("(= (value x) 5)", "false");
        assert!(fails(&script, &model("none")));
    }
}
