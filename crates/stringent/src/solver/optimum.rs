//! The best models, and one model after the other.

use super::{Solver, error};
use crate::expr::Valued;
use crate::models::Models;
use ::solver::{Enumeration, Optimum, Order, Sense};
use smtlib::{Error, ErrorKind};
use terms::{Sort, Term};

impl Solver {
    /// Asks for models in which an integer is as small as possible. If there are several objectives, the first is the most
    /// important one, the second counts among models that are best for the first, and so on. An objective belongs to the scope
    /// in which it was added.
    ///
    /// A check then answers sat if the [optima](Self::optima) are proved: that takes a sequence of questions under the limits of one
    /// check. If they do not suffice, the answer is unknown, and the best model found so far is there.
    ///
    /// ```
    /// use stringent::expr::{Regex, Str};
    /// use stringent::{Optimum, Solver, Verdict};
    /// let mut solver = Solver::default();
    /// let (x, y) = (Str::var("x"), Str::var("y"));
    /// solver.assert(x.matches(Regex::pattern("(ab|c){3,9}")?) & y.contains(&x) & y.contains("bb"))?;
    /// solver.minimize(y.len())?;
    /// solver.maximize(x.len())?;
    /// assert_eq!(solver.check(), Verdict::Sat);
    /// assert_eq!(solver.optima(), [Optimum::Exact(5.into()), Optimum::Exact(4.into())]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`assert`](Self::assert), and if a term is no integer.
    pub fn minimize(&mut self, objective: impl Valued) -> Result<(), Error> {
        self.optimize(Sense::Minimize, &objective)
    }

    /// Asks for models in which an integer is as large as possible; see [`minimize`](Self::minimize).
    ///
    /// # Errors
    /// As [`minimize`](Self::minimize).
    pub fn maximize(&mut self, objective: impl Valued) -> Result<(), Error> {
        self.optimize(Sense::Maximize, &objective)
    }

    fn optimize(&mut self, sense: Sense, objective: &impl Valued) -> Result<(), Error> {
        let term = self.term(objective)?;
        if self.session.terms.sort(term) != Sort::Int {
            return Err(error(ErrorKind::IllSorted("an objective is an integer term".into())));
        }
        self.session.optimize(sense, term);
        Ok(())
    }

    /// What the last check found out about the objectives, in the order in which they were added; nothing if it answered
    /// unsat.
    pub fn optima(&self) -> &[Optimum] {
        self.session.optima()
    }

    /// The models of the assertions one after the other, as the values of `of`, which are different each time. With
    /// [`Order::Shortest`] they come by the total length of the strings in `of`; otherwise lengths grow only as far as
    /// they must. If there are objectives, all models are optimal.
    ///
    /// Each model is found under the limits of a check. An `Err` tells why it is not known whether there are more, and is the last
    /// item, unless it is only about a value that Rust's type cannot have. When the iterator ends without one, there are no
    /// more models.
    ///
    /// ```
    /// use stringent::expr::{Regex, Str};
    /// use stringent::{Order, Solver};
    /// let mut solver = Solver::default();
    /// let x = Str::var("x");
    /// solver.assert(x.matches(Regex::pattern("(a|bb)*")?))?;
    /// let words = solver.models(&[&x], Order::Shortest)?.take(4);
    /// let mut words: Vec<String> = words.map(|values| values.unwrap().remove(0)).collect();
    /// words[2..].sort();
    /// assert_eq!(words, ["", "a", "aa", "bb"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`assert`](Self::assert), and if a term is a language or an element of a declared sort.
    pub fn models<T: Valued>(&mut self, of: &[T], order: Order) -> Result<Models<'_, T>, Error> {
        let terms: Vec<Term> = of.iter().map(|t| self.term(t)).collect::<Result<_, _>>()?;
        let enumeration = Enumeration::new(&mut self.session, terms, order).map_err(|_| {
            let what = "only the values of Booleans, integers and strings are enumerated";
            error(ErrorKind::IllSorted(what.into()))
        })?;
        Ok(Models::new(self, enumeration))
    }
}
