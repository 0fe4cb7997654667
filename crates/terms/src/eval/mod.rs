//! The reference evaluator: total SMT-LIB semantics of every operator. It judges every model.
//!
//! A `sat` is only ever reported after [`Evaluator::holds`] accepted each original assertion, so
//! this code is written for being right: it shares nothing with the simplifier or the automata,
//! and each operator is a few lines one can compare with the standard.
//!
//! Terms are evaluated bottom-up with an explicit stack and every result is kept. `ite`, `and`,
//! `or` and `=>` look at no more arguments than they need, and an argument that cannot be
//! evaluated does not matter if another decides.
//!
//! * `bits`: bit-vectors, as integers modulo a power of two.
//! * [`strings`]: the string functions on words; [`search`]: finding a word in a word.
//! * `sequences`: sequences other than strings, as words of numbered elements.
//! * `rope`: concatenations that are not written out until needed.
//! * `regex`: ground regexes, matching, leftmost and shortest matches.
//! * `logic`, `arith`, `text`: a function for each operator on evaluated arguments, found through the table
//!   of operators.

mod arith;
mod bits;
mod letters;
mod logic;
pub(crate) mod pure;
mod regex;
mod rope;
pub mod search;
mod sequences;
pub mod strings;
mod table;
mod text;

use crate::model::Model;
use crate::op::Op;
use crate::sort::Sort;
use crate::store::{Fun, Term, Terms};
use crate::value::{Value, Word};
use base::{Budget, FxHashMap, IdMap, Int, Interrupted};
use letters::Letters;
use pure::Pure;
use regex::{RegexId, Regexes};
use rope::{Ropes, Text};

/// The longest word that is made, in characters. All words made by one evaluator together may be
/// a small multiple of that.
pub const MAX_LEN: usize = 1 << 27;

/// How many words of the maximal length may be held at once.
const WORDS_TOTAL: u64 = 2;

/// The most decimal digits (about) of an integer that is computed with or converted.
pub const MAX_DIGITS: usize = 1 << 20;

/// Why a term has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvalError {
    /// A word or a number is too large to write down.
    TooLarge,
    /// The budget is used up.
    Interrupted(Interrupted),
    /// The term or the model is outside what can be evaluated; says what.
    Unsupported(&'static str),
}

impl From<Interrupted> for EvalError {
    fn from(why: Interrupted) -> EvalError {
        EvalError::Interrupted(why)
    }
}

/// What an evaluated term is, inside the evaluator.
#[derive(Clone, Debug)]
enum Datum {
    /// A value of any sort but `String` and `RegLan`.
    Plain(Value),
    Text(Text),
    /// A regex, and whether the term itself is built from ground strings and regex operators only.
    Regex(RegexId, bool),
    /// A regex over sequences other than strings, given by its term: what letters it has depends on the word.
    Over(Term),
    /// A set of elements.
    Predicate(Term),
}

type Outcome = Result<Datum, EvalError>;

/// How an operator is evaluated.
#[derive(Clone, Copy)]
enum Eval {
    /// What is needed of the arguments is known.
    Step(fn(&mut Evaluator<'_>, Term) -> Outcome),
    /// A function of words and numbers, in linear time.
    Pure(Pure),
}

/// Decides whether two ground regex terms have one language, if it can.
pub type RegexEquality<'a> = &'a dyn Fn(Term, Term) -> Option<bool>;

/// Evaluates terms of one store under one model.
///
/// ```
/// use base::Budget;
/// use terms::eval::Evaluator;
/// use terms::model::Model;
/// use terms::value::Value;
/// use terms::{Op, Sort, Terms};
/// let mut t = Terms::new();
/// let x = t.declare("x", &[], Sort::String);
/// let (var, one) = (t.constant(x), t.int(1));
/// let at = t.app(Op::StrAt, &[var, one]).unwrap();
/// let mut model = Model::new();
/// model.set(x, Value::text("abc"));
/// let budget = Budget::unlimited();
/// let mut eval = Evaluator::new(&t, &model, &budget);
/// assert_eq!(eval.eval(at), Ok(Value::text("b")));
/// ```
pub struct Evaluator<'a> {
    terms: &'a Terms,
    model: &'a Model,
    budget: &'a Budget,
    regex_equality: Option<RegexEquality<'a>>,
    memo: IdMap<Term, Outcome>,
    /// That of [`Evaluator::run`], kept for its room.
    stack: Vec<(Term, usize)>,
    tables: FxHashMap<Fun, logic::Table<'a>>,
    regexes: Regexes,
    ropes: Ropes,
    /// Characters of all words made.
    written: u64,
    letters: Letters,
    /// What [`Op::Bound`] is.
    bound: Option<Value>,
}

/// What an evaluator found out.
///
/// ```
/// use base::Budget;
/// use terms::eval::Evaluator;
/// use terms::model::Model;
/// use terms::value::Value;
/// use terms::{Op, Terms};
/// let mut t = Terms::new();
/// let (word, one) = (t.string(&[97, 98]), t.int(1));
/// let at = t.app(Op::StrAt, &[word, one]).unwrap();
/// let (model, budget) = (Model::new(), Budget::unlimited());
/// let mut first = Evaluator::new(&t, &model, &budget);
/// assert_eq!(first.eval(at), Ok(Value::text("b")));
/// let spent = budget.spent();
/// let mut second = Evaluator::new(&t, &model, &budget).with(first.take());
/// assert_eq!((second.eval(at), budget.spent()), (Ok(Value::text("b")), spent));
/// let known = second.take();
/// assert!(second.adopt(at, &known));
/// assert_eq!((second.eval(at), budget.spent()), (Ok(Value::text("b")), spent));
/// ```
#[derive(Default)]
pub struct Evaluated {
    memo: IdMap<Term, Outcome>,
    regexes: Regexes,
    ropes: Ropes,
    letters: Letters,
}

impl std::fmt::Debug for Evaluated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluated").finish_non_exhaustive()
    }
}

impl<'a> Evaluator<'a> {
    /// An evaluator for terms of `terms` under `model`.
    pub fn new(terms: &'a Terms, model: &'a Model, budget: &'a Budget) -> Evaluator<'a> {
        Evaluator {
            terms,
            model,
            budget,
            regex_equality: None,
            memo: IdMap::new(),
            stack: Vec::new(),
            tables: FxHashMap::default(),
            regexes: Regexes::default(),
            ropes: Ropes::default(),
            written: 0,
            letters: Letters::default(),
            bound: None,
        }
    }

    /// Uses `decide` where regexes that are not the same term are compared by `=` or `distinct`
    /// or passed to functions. Without it such terms are [`EvalError::Unsupported`].
    pub fn with_regex_equality(mut self, decide: RegexEquality<'a>) -> Evaluator<'a> {
        self.regex_equality = Some(decide);
        self
    }

    /// Goes on from what another evaluator found out about terms of the same store under the same model.
    pub fn with(self, known: Evaluated) -> Evaluator<'a> {
        let Evaluated { memo, regexes, ropes, letters } = known;
        Evaluator { memo, regexes, ropes, letters, ..self }
    }

    /// Takes over what `known` says of `t`, a term of the same store that nothing is known of yet, for who can tell that it is the same
    /// here; whether it says anything.
    pub fn adopt(&mut self, t: Term, known: &Evaluated) -> bool {
        let is_alone = |datum: &&Datum| match datum {
            Datum::Plain(_) => true,
            Datum::Text(Text::Flat(_)) => self.terms.sort(t) == Sort::String,
            _ => false,
        };
        let datum = known.memo.get(t).and_then(|outcome| outcome.as_ref().ok());
        match datum.filter(is_alone) {
            Some(datum) if !self.memo.contains(t) => {
                self.memo.insert(t, Ok(datum.clone())).is_none()
            }
            _ => false,
        }
    }

    /// Uses the room of what is not needed any more. Nothing may be known yet.
    pub fn reuse(&mut self, room: Evaluated) {
        debug_assert!(self.memo.iter().next().is_none(), "what is known is lost");
        self.memo = room.memo;
        self.memo.clear();
    }

    /// What was found out so far, which is unknown here from now on.
    pub fn take(&mut self) -> Evaluated {
        Evaluated {
            memo: std::mem::take(&mut self.memo),
            regexes: std::mem::take(&mut self.regexes),
            ropes: std::mem::take(&mut self.ropes),
            letters: std::mem::take(&mut self.letters),
        }
    }

    /// Takes `value` for the declared `constant` in place of what the model says, before anything is evaluated that depends on it.
    ///
    /// # Errors
    /// See [`EvalError`].
    pub fn assign(&mut self, constant: Term, value: &Value) -> Result<(), EvalError> {
        let value = self.model_value(value, self.terms.sort(constant))?;
        let earlier = self.memo.insert(constant, Ok(value));
        debug_assert!(earlier.is_none(), "a constant gets a value that was evaluated before");
        Ok(())
    }

    /// The value of `t`.
    ///
    /// # Errors
    /// See [`EvalError`]. For a term of sort `RegLan` with declared symbols inside see
    /// [`ground_regex`].
    pub fn eval(&mut self, t: Term) -> Result<Value, EvalError> {
        self.run(t)?;
        match self.known(t)? {
            Datum::Plain(v) => Ok(v.clone()),
            Datum::Text(_) => {
                let word = self.word(t)?;
                self.value_of_word(self.terms.sort(t), word)
            }
            &Datum::Predicate(p) => self.closed_predicate(p),
            Datum::Over(_) => Err(EvalError::Unsupported("a regex over sequences as a value")),
            &Datum::Regex(r, _) => match self.regexes.origin(r) {
                Some(t) => Ok(Value::Re(t)),
                None => Err(EvalError::Unsupported("a regex that no term of the store denotes")),
            },
        }
    }

    /// Whether `t` has this `value`.
    ///
    /// # Errors
    /// See [`EvalError`].
    pub fn is(&mut self, t: Term, value: &Value) -> Result<bool, EvalError> {
        self.run(t)?;
        match (self.known(t)?, value) {
            (Datum::Plain(own), _) => Ok(own == value),
            (Datum::Text(Text::Flat(own)), Value::Str(word)) => Ok(own == word),
            _ => Ok(self.eval(t)? == *value),
        }
    }

    /// Whether the Boolean term `t` is true.
    ///
    /// # Errors
    /// See [`EvalError`].
    pub fn holds(&mut self, t: Term) -> Result<bool, EvalError> {
        self.run(t)?;
        match self.known(t)? {
            Datum::Plain(Value::Bool(b)) => Ok(*b),
            _ => Err(EvalError::Unsupported("a condition that is not Boolean")),
        }
    }

    /// The outcome of an evaluated term.
    fn known(&self, t: Term) -> Result<&Datum, EvalError> {
        match self.memo.get(t) {
            Some(outcome) => outcome.as_ref().map_err(|&e| e),
            None => Err(EvalError::Unsupported("an argument that was not evaluated")),
        }
    }

    /// Evaluates `root` and all it needs into the memo.
    fn run(&mut self, root: Term) -> Result<(), EvalError> {
        if self.memo.contains(root) {
            return Ok(());
        }
        // What is pushed has no outcome yet, and nothing else is evaluated before it.
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push((root, 0));
        while let Some((t, i)) = stack.last_mut() {
            let t = *t;
            if let Some(arg) = self.next_arg(t, i) {
                if !self.memo.contains(arg) {
                    stack.push((arg, 0));
                }
            } else {
                self.budget.charge(1)?;
                let outcome = self.apply(t);
                if let Err(EvalError::Interrupted(why)) = outcome {
                    return Err(why.into());
                }
                self.memo.insert(t, outcome);
                stack.pop();
            }
        }
        self.stack = stack;
        Ok(())
    }

    /// What to evaluate next for `t`, of which so many arguments were looked at before.
    fn next_arg(&self, t: Term, looked_at: &mut usize) -> Option<Term> {
        let (args, i) = (self.terms.args(t), *looked_at);
        *looked_at += 1;
        match self.terms.op(t) {
            Op::Ite => match (i, args) {
                (0, &[c, ..]) => Some(c),
                (1, &[c, a, b]) => self.bool(c).ok().map(|c| if c { a } else { b }),
                _ => None,
            },
            Op::And | Op::Or | Op::Implies => {
                let decided = i > 0 && self.bool(args[i - 1]) == Ok(self.decisive(t, i - 1));
                if decided { None } else { args.get(i).copied() }
            }
            _ => {
                let known = args.get(i..)?.iter().take_while(|&&a| self.memo.contains(a));
                *looked_at += known.count();
                args.get(*looked_at - 1).copied()
            }
        }
    }

    fn apply(&mut self, t: Term) -> Outcome {
        match table::evaluation(self.terms.op(t)) {
            Eval::Step(step) => step(self, t),
            Eval::Pure(function) => self.pure(t, function),
        }
    }

    fn bool(&self, t: Term) -> Result<bool, EvalError> {
        match self.known(t)? {
            Datum::Plain(Value::Bool(b)) => Ok(*b),
            _ => Err(ILL_SORTED),
        }
    }

    fn int(&self, t: Term) -> Result<&Int, EvalError> {
        match self.known(t)? {
            Datum::Plain(Value::Int(n)) => Ok(n),
            _ => Err(ILL_SORTED),
        }
    }

    fn text(&self, t: Term) -> Result<&Text, EvalError> {
        match self.known(t)? {
            Datum::Text(text) => Ok(text),
            _ => Err(ILL_SORTED),
        }
    }

    fn word(&mut self, t: Term) -> Result<Word, EvalError> {
        let rope = match self.text(t)? {
            Text::Flat(word) => return Ok(word.clone()),
            rope => rope.clone(),
        };
        self.pay_for(rope.len())?;
        Ok(self.ropes.flatten(&rope))
    }

    fn regex(&mut self, t: Term) -> Result<RegexId, EvalError> {
        match self.known(t)? {
            Datum::Regex(r, _) => Ok(*r),
            Datum::Over(_) => self.regex_of_letters(t),
            _ => Err(ILL_SORTED),
        }
    }

    /// Charges for a new word of `len` characters, before it is made.
    fn pay_for(&mut self, len: usize) -> Result<(), EvalError> {
        self.budget.charge_ahead(1 + len as u64 / 16)?;
        if len > MAX_LEN || self.written + len as u64 > WORDS_TOTAL * MAX_LEN as u64 {
            return Err(EvalError::TooLarge);
        }
        self.budget.reserve(std::mem::size_of::<u32>() as u64 * len as u64)?;
        self.written += len as u64;
        Ok(())
    }
}

const ILL_SORTED: EvalError = EvalError::Unsupported("an ill-sorted value in the model");

/// The regex term without declared symbols that `t`, of sort `RegLan`, denotes under `model`.
///
/// # Errors
/// See [`EvalError`].
pub fn ground_regex(
    terms: &mut Terms,
    model: &Model,
    budget: &Budget,
    t: Term,
) -> Result<Term, EvalError> {
    let mut eval = Evaluator::new(terms, model, budget);
    eval.run(t)?;
    let (r, regexes) = (eval.regex(t)?, eval.regexes);
    Ok(regexes.to_term(terms, r))
}
