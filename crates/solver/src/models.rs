//! Models one after the other: an enumeration over some terms.
//!
//! A model is blocked by a clause, "some term has another value", and the next one asked for, so no values come twice, and
//! when there is no model any more, they were all. (Chronological backtracking, as in counters of propositional models,
//! would not need the clauses, but takes the search over from the procedures.)
//!
//! What the values are blocked by makes the next words longer, if nothing else is said: a solver takes the first word that is not
//! excluded, and soon that is one with more letters. So the total length of the strings is bounded:
//!
//! * [`Order::Shortest`] goes from length to length: the least is found and proved by [`crate::optimize`], then all models of that
//!   length are asked for, then a greater length. Clauses are dropped with the length they belong to.
//! * [`Order::Any`] proves no least length. While there is a model not longer than those before, it is taken; then the bound is doubled,
//!   and only if that does not help, it is dropped.
//!
//! If there are objectives, only optimal models are enumerated.

use crate::optimize::{Objective, Optimum, Sense};
use crate::session::{Reason, Session, Verdict};
use base::{Budget, Int, Interrupted};
use terms::collect::Visitor;
use terms::value::Value;
use terms::{Sort, Term};

/// In which order models come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// None that is promised. Lengths of strings grow only as far as they must.
    Any,
    /// By the total length of the strings among the terms, least first.
    Shortest,
}

/// An enumeration of the models of a session. In between, nothing may be asserted there, nor scopes opened or closed.
#[derive(Debug)]
pub struct Enumeration {
    terms: Vec<Term>,
    /// The sum of the lengths of all strings.
    length: Term,
    order: Order,
    /// Scopes that were opened.
    scopes: usize,
    /// In the innermost scope, the length is this, or at most this.
    level: Option<Int>,
    /// What excludes the models of that level.
    blocked: Vec<Term>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Fresh,
    Running,
    Over,
}

impl Enumeration {
    /// Starts an enumeration; `terms` tell models apart.
    ///
    /// # Errors
    /// The first of the terms whose values cannot be excluded: languages and elements of declared sorts.
    pub fn new(session: &mut Session, terms: Vec<Term>, order: Order) -> Result<Enumeration, Term> {
        let store = &mut session.terms;
        let is_known = |t: &Term| matches!(store.sort(*t), Sort::Bool | Sort::Int | Sort::String);
        if let Some(&t) = terms.iter().find(|t| !is_known(t)) {
            return Err(t);
        }
        let strings: Vec<Term> =
            terms.iter().copied().filter(|&t| store.sort(t) == Sort::String).collect();
        let lengths: Vec<Term> = strings.into_iter().map(|s| store.len_of(s)).collect();
        let length = if lengths.is_empty() { store.int(0) } else { store.add(&lengths) };
        let state = State::Fresh;
        let blocked = Vec::new();
        Ok(Enumeration { terms, length, order, scopes: 0, level: None, blocked, state })
    }

    /// Looks for the next model, under the limits of a check. `None` after the last one. After an error, which tells why it is not
    /// known whether there are more, the enumeration is over.
    pub fn next(&mut self, session: &mut Session) -> Option<Result<Vec<Value>, Reason>> {
        let answer = match self.state {
            State::Over => return None,
            _ => session.question(|session, budget| self.advance(session, budget)),
        };
        let item = match answer {
            Verdict::Sat => self.block(session),
            Verdict::Unsat => None,
            Verdict::Unknown(why) => Some(Err(why)),
        };
        if !matches!(item, Some(Ok(_))) {
            self.close(session);
        }
        item
    }

    /// Ends the enumeration: the session is as it was before.
    pub fn close(&mut self, session: &mut Session) {
        let scopes = std::mem::take(&mut self.scopes);
        session.drop_scopes(scopes);
        self.state = State::Over;
    }

    /// Shows all terms to `visitor`.
    pub fn visit(&mut self, visitor: &mut dyn Visitor) {
        self.terms.iter_mut().chain(&mut self.blocked).for_each(|t| visitor.term(t));
        visitor.term(&mut self.length);
    }

    /// Finds the next model.
    fn advance(&mut self, session: &mut Session, budget: &Budget) -> Result<Verdict, Interrupted> {
        if self.state == State::Fresh {
            let verdict = session.check_optimizing(&[], budget)?;
            if verdict != Verdict::Sat {
                return Ok(verdict);
            }
            for (t, optimum) in session.optima_with_terms() {
                if !session.fix(t, &optimum) {
                    let why = "there is no optimal model".to_owned();
                    return Ok(Verdict::Unknown(Reason::Incomplete(why)));
                }
                self.scopes += 1;
            }
            self.open(session);
            self.state = State::Running;
        }
        match self.order {
            Order::Any => self.near(session, budget),
            Order::Shortest => self.shortest(session, budget),
        }
    }

    fn open(&mut self, session: &mut Session) {
        session.push(1);
        self.scopes += 1;
    }

    /// Opens a scope in which the length is bounded.
    fn enter(&mut self, session: &mut Session, level: Int) {
        debug_assert!(
            self.level.is_none() && !level.is_negative(),
            "a level inside of another, or below 0"
        );
        let bound = session.terms.int(level.clone());
        let bounded = match self.order {
            Order::Any => session.terms.le(self.length, bound),
            Order::Shortest => session.terms.eq(self.length, bound),
        };
        self.open(session);
        session.assert(bounded);
        self.level = Some(level);
    }

    /// Closes the scope of a level; the models in it are all known, or else stay excluded.
    fn leave(&mut self, session: &mut Session, level: Int, all_known: bool) {
        debug_assert!(self.scopes > 0, "a level is left that has no scope");
        session.drop_scopes(1);
        self.scopes -= 1;
        let blocked = std::mem::take(&mut self.blocked);
        if all_known {
            let next = session.terms.int(level + Int::ONE);
            let longer = session.terms.ge(self.length, next);
            session.assert(longer);
        } else {
            blocked.into_iter().for_each(|clause| session.assert(clause));
        }
    }

    /// Another model of the present length, or one of the next.
    fn shortest(&mut self, session: &mut Session, budget: &Budget) -> Result<Verdict, Interrupted> {
        let verdict = session.check_within(&[], budget)?;
        let verdict = match self.level.take() {
            Some(level) if verdict == Verdict::Unsat => {
                self.leave(session, level, true);
                session.check_within(&[], budget)?
            }
            Some(level) => {
                self.level = Some(level);
                return Ok(verdict);
            }
            None => verdict,
        };
        if verdict != Verdict::Sat {
            return Ok(verdict);
        }
        let objective = Objective::new(Sense::Minimize, self.length);
        match session.extremum(objective, &[], budget) {
            (Optimum::Exact(length), _) => {
                self.enter(session, length);
                Ok(Verdict::Sat)
            }
            (_, why) => Ok(Verdict::Unknown(
                why.unwrap_or(Reason::Incomplete("there is no least length".to_owned())),
            )),
        }
    }

    /// Another model that is not longer, or twice as long, or any.
    fn near(&mut self, session: &mut Session, budget: &Budget) -> Result<Verdict, Interrupted> {
        for _ in 0..2 {
            let Some(level) = self.level.take() else { break };
            match budget.rationed(session.ration(), || session.check_within(&[], budget)) {
                Some(Ok(Verdict::Sat)) => {
                    self.level = Some(level);
                    return Ok(Verdict::Sat);
                }
                Some(Ok(Verdict::Unsat)) => {
                    self.leave(session, level.clone(), true);
                    self.enter(session, &level + &level + Int::ONE);
                }
                Some(Err(why)) => return Err(why),
                _ => self.leave(session, level, false),
            }
        }
        if let Some(level) = self.level.take() {
            self.leave(session, level, false);
        }
        let verdict = session.check_within(&[], budget)?;
        if let (Verdict::Sat, Some(length)) = (&verdict, session.value(self.length)) {
            self.enter(session, length.as_int().cloned().unwrap_or_default());
        }
        Ok(verdict)
    }

    /// Excludes the values of the present model.
    fn block(&mut self, session: &mut Session) -> Option<Result<Vec<Value>, Reason>> {
        let mut values = Vec::with_capacity(self.terms.len());
        let mut others = Vec::with_capacity(self.terms.len());
        for &t in &self.terms {
            let value = session.value(t);
            let constant = value.as_ref().and_then(|value| value.to_term(&mut session.terms));
            let (Some(value), Some(constant)) = (value, constant) else {
                return Some(Err(Reason::Incomplete("a value cannot be computed".to_owned())));
            };
            let equal = session.terms.eq(t, constant);
            others.push(session.terms.not(equal));
            values.push(value);
        }
        if let Some(level) = &self.level {
            let words = values.iter().filter_map(Value::as_str);
            let length = Int::from(words.map(|w| w.len() as u64).sum::<u64>());
            debug_assert!(
                length == *level || (self.order == Order::Any && length < *level),
                "a model is longer than the level that it was found in"
            );
        }
        debug_assert_eq!(values.len(), self.terms.len(), "a term has no value in a model");
        let clause = session.terms.or(&others);
        session.assert(clause);
        self.blocked.push(clause);
        Some(Ok(values))
    }
}
