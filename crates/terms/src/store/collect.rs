//! Forgetting terms that nobody holds any more.
//!
//! A client that asks ten thousand small questions in one process makes new terms with each of them: what it
//! asserts, normal forms, lemmas, constants of the solver's own. All but what is declared and asserted is garbage
//! after the next `pop`. The store moves what is held together and drops the rest, as a compacting garbage
//! collector does (the third of Knuth's, by order of age): whoever holds terms shows them twice, first to be
//! marked and then to be renamed.
//!
//! Age is kept, so arguments stay older than what is built from them and orders by age stay as they were. The
//! simpler way, to cut the store at a `pop` back to where it was at the `push`, would lose all that is worth
//! keeping from one question to the next, and does nothing for clients that change assumptions only.

use crate::op::Op;
use crate::store::{Fun, Term, Terms};
use base::IdxVec;

/// Sees every term and function that somebody holds, and may replace it.
pub trait Visitor {
    /// A held term.
    fn term(&mut self, t: &mut Term);
    /// A held function or constant.
    fn fun(&mut self, f: &mut Fun);
}

/// Shows everything that is held to a visitor, the same things in every call.
pub type Holders<'h> = dyn FnMut(&mut dyn Visitor) + 'h;

/// What the store had at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    terms: usize,
    funs: usize,
    ints: usize,
    strs: usize,
}

/// What is held; everything before a mark is.
struct Held {
    terms: IdxVec<Term, bool>,
    funs: IdxVec<Fun, bool>,
}

impl Visitor for Held {
    fn term(&mut self, t: &mut Term) {
        self.terms[*t] = true;
    }

    fn fun(&mut self, f: &mut Fun) {
        self.funs[*f] = true;
    }
}

impl Held {
    fn since(mark: Mark, terms: &Terms) -> Held {
        let mut held = Held { terms: IdxVec::new(), funs: IdxVec::new() };
        for i in 0..terms.len() {
            held.terms.push(i < mark.terms);
        }
        for i in 0..terms.fun_count() {
            held.funs.push(i < mark.funs);
        }
        held
    }

    /// A term holds its arguments, which are older, and its function.
    fn close(&mut self, terms: &Terms) {
        for t in self.terms.ids().rev() {
            if self.terms[t] {
                terms.args(t).iter().for_each(|&a| self.terms[a] = true);
                if let Op::Apply(f) = terms.op(t) {
                    self.funs[f] = true;
                }
            }
        }
    }
}

/// The new names of what was held. What was not has the name of something else.
struct Renaming {
    terms: IdxVec<Term, Term>,
    funs: IdxVec<Fun, Fun>,
}

impl Visitor for Renaming {
    fn term(&mut self, t: &mut Term) {
        *t = self.terms[*t];
    }

    fn fun(&mut self, f: &mut Fun) {
        *f = self.funs[*f];
    }
}

impl Terms {
    /// What there is now.
    pub fn mark(&self) -> Mark {
        let (ints, strs) = (self.ints.len(), self.strs.len());
        Mark { terms: self.len(), funs: self.fun_count(), ints, strs }
    }

    /// Forgets every term and function that is younger than `mark` and not held. Those before the mark keep
    /// their ids, those that are held get new ones.
    pub fn collect(&mut self, mark: Mark, holders: &mut Holders<'_>) {
        let mut held = Held::since(mark, self);
        holders(&mut held);
        held.close(self);
        let mut renaming = self.compact(mark, &held);
        holders(&mut renaming);
    }

    fn compact(&mut self, mark: Mark, held: &Held) -> Renaming {
        let mut old = std::mem::take(self);
        self.declared = old.declared;
        self.keep_sorts(&mut old);
        for n in &old.ints.items()[..mark.ints] {
            self.ints.insert(n.clone());
        }
        for s in &old.strs.items()[..mark.strs] {
            self.strs.insert(s.clone());
        }
        let mut new = Renaming { terms: IdxVec::new(), funs: IdxVec::new() };
        for (decl, f) in old.funs.iter().zip(old.funs.ids()) {
            new.funs.push(self.funs.next_id());
            if held.funs[f] {
                self.funs.push(decl.clone());
            }
        }
        for t in old.nodes.ids() {
            let image = if held.terms[t] { self.copy(&old, t, &new) } else { t };
            new.terms.push(image);
        }
        new
    }

    /// The term `t` of `old`, whose arguments are here already.
    fn copy(&mut self, old: &Terms, t: Term, new: &Renaming) -> Term {
        let args: Vec<Term> = old.args(t).iter().map(|&a| new.terms[a]).collect();
        let op = match old.op(t) {
            Op::Apply(f) => Op::Apply(new.funs[f]),
            Op::IntConst(i) => Op::IntConst(self.intern_int(old.int_payload(i).clone())),
            Op::BitsConst(width, i) => {
                Op::BitsConst(width, self.intern_int(old.int_payload(i).clone()))
            }
            Op::Divisible(i) => Op::Divisible(self.intern_int(old.int_payload(i).clone())),
            Op::StrConst(i) => {
                Op::StrConst(self.strs.insert(old.strs.items()[i as usize].clone()).0)
            }
            op => op,
        };
        self.intern(op, &args, old.sort(t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;
    use crate::model::Model;
    use crate::value::Value;

    /// A store with garbage between `(f x 7)` and `(str.++ s "ab")`.
    fn store() -> (Terms, [Term; 2], Mark) {
        let mut t = Terms::new();
        let f = t.declare("f", &[Sort::Int, Sort::Int], Sort::Int);
        let x = t.fresh("x", Sort::Int);
        let seven = t.int(7);
        let application = t.mk(Op::Apply(f), &[x, seven]);
        let mark = t.mark();
        for i in 0..100 {
            let (y, n) = (t.fresh("y", Sort::Int), t.int(100 + i));
            t.mk(Op::Add, &[x, y, n]);
        }
        let (s, ab) = (t.fresh("s", Sort::String), t.text("ab"));
        let concat = t.mk(Op::StrConcat, &[s, ab]);
        (t, [application, concat], mark)
    }

    #[test]
    fn what_is_held_stays() {
        let (mut t, mut held, _) = store();
        t.collect(Mark::default(), &mut |v| held.iter_mut().for_each(|t| v.term(t)));
        assert_eq!((t.len(), t.fun_count()), (6, 3));
        let [application, concat] = held;
        assert_eq!(t.int_value(t.arg(application, 1)), Some(&7.into()));
        let Op::Apply(f) = t.op(application) else { panic!("no application") };
        assert_eq!((&*t.fun(f).name, t.sort(concat)), ("f", Sort::String));
        assert_eq!(t.str_value(t.arg(concat, 1)), Some(&[97, 98][..]));
        // Hash-consing goes on, and a new constant has a new name.
        let [s, ab] = t.args(concat)[..] else { panic!("two arguments") };
        assert_eq!(t.mk(Op::StrConcat, &[s, ab]), concat);
        let fresh = t.fresh("s", Sort::String);
        assert!(fresh > concat && t.fun_count() == 4);
        let name = |t: &Terms, x| match t.op(x) {
            Op::Apply(f) => t.fun(f).name.clone(),
            _ => "".into(),
        };
        assert_ne!(name(&t, fresh), name(&t, s));
    }

    #[test]
    fn a_model_moves_along() {
        let (mut t, _, mark) = store();
        let (s, language) = (t.fresh("s", Sort::String), t.fresh("r", Sort::RegLan));
        let constants = [s, language].map(|x| {
            let Op::Apply(f) = t.op(x) else { panic!("no constant") };
            f
        });
        let everything = t.mk(Op::ReAll, &[]);
        let mut model = Model::new();
        model.set(constants[0], Value::text("ab"));
        model.set(constants[1], Value::Re(everything));
        let mut last = s;
        t.collect(mark, &mut |v| {
            assert!(model.visit(v));
            v.term(&mut last);
        });
        let Op::Apply(f) = t.op(last) else { panic!("no constant") };
        assert!(f < constants[0] && model.get(f) == Some(&Value::text("ab")));
        let values: Vec<Value> = model.constants().map(|(_, value)| value.clone()).collect();
        let [_, Value::Re(language)] = values[..] else { panic!("{values:?}") };
        assert_eq!(t.op(language), Op::ReAll);
    }

    #[test]
    fn what_is_older_than_the_mark_keeps_its_id() {
        let (mut t, [application, mut concat], mark) = store();
        let before = t.len();
        t.collect(mark, &mut |v| v.term(&mut concat));
        assert_eq!(t.arg(application, 1), t.int(7));
        assert!(t.len() < before && t.str_value(t.arg(concat, 1)).is_some());
    }
}
