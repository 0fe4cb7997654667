//! Linear integer arithmetic: the adapter between terms and the simplex engine.
//!
//! An atom is a bound on a column: `sum >= k`, or its negation `sum <= k - 1`. Equalities over
//! integers are not seen here; each is axiomatised by two such atoms when it is registered, or
//! later (see [`equalities`]), so that a disequality is a case split of the SAT core. Terms that are not linear (lengths,
//! conversions, `div`, applications) are columns like variables.

mod check;
mod equalities;
pub(crate) mod extremum;
mod products;

use automata::LengthRange;
use base::{Budget, FxHashMap, Idx, IdxVec, Int, Interrupted};
use rewrite::LinearSum;
use sat::{Lit, Var};
use simplex::{Apart, Col, Reason, Simplex};
use terms::{Sort, Term, Terms};

pub use check::{Checked, Found};
pub(crate) use equalities::Equalities;
pub(crate) use products::{Product, Products};

/// What a literal means: its column is at least `bound`, or at most, depending on the side.
#[derive(Clone, Debug)]
struct Bound {
    col: Col,
    /// The positive literal says `col >= value`, the negative one `col <= value - 1`; if
    /// `flipped`, the positive literal says `col <= value` and the negative one `col >= value + 1`.
    value: Int,
    flipped: bool,
}

/// Literals of a column as `col >= value`, in order of the value.
type BoundAtoms = Vec<(Int, Lit)>;

/// Integer arithmetic over terms.
#[derive(Debug, Default)]
pub struct Lia {
    simplex: Simplex,
    cols: FxHashMap<Term, Col>,
    leaf_of_col: FxHashMap<Col, Term>,
    leaves: Vec<Term>,
    bounds: FxHashMap<Var, Bound>,
    bound_atoms: IdxVec<Col, BoundAtoms>,
    pub(crate) products: Products,
    pub(crate) equalities: Equalities,
    /// Conflicts between literals that were recorded, raised at the next propagation.
    conflicts: Vec<Vec<Lit>>,
    /// Set when something was asserted or registered since the last check.
    stale: bool,
}

/// What registering an atom brought up.
#[derive(Debug, Default)]
pub struct Registered {
    /// Non-linear terms that became columns just now.
    pub leaves: Vec<Term>,
    /// Clauses that order the new atom with its neighbours on the same column.
    pub order: Vec<[Lit; 2]>,
}

impl Lia {
    /// Whether there is no arithmetic at all.
    pub fn is_idle(&self) -> bool {
        self.cols.is_empty()
    }

    /// The atom `t`, a comparison of two integer terms, has the variable `var`.
    pub fn register(&mut self, terms: &Terms, var: Var, t: Term) -> Registered {
        self.register_sum(var, &rewrite::non_negative(terms, t))
    }

    /// The positive literal of `var` says `sum >= 0`.
    pub fn register_sum(&mut self, var: Var, sum: &LinearSum) -> Registered {
        let mut out = Registered::default();
        let bound = self.bound_of(sum, &mut out.leaves);
        self.enter(var, bound, &mut out.order);
        self.stale = true;
        out
    }

    /// Makes `t` a column; returns the non-linear terms in it that were not columns before.
    pub fn register_term(&mut self, terms: &Terms, t: Term) -> Vec<Term> {
        debug_assert!(terms.sort(t) == Sort::Int, "arithmetic hears of what is no integer");
        let mut leaves = Vec::new();
        for &(leaf, _) in &rewrite::linear(terms, t).terms {
            self.leaf(leaf, &mut leaves);
        }
        leaves
    }

    fn leaf(&mut self, t: Term, new: &mut Vec<Term>) -> Col {
        if let Some(&col) = self.cols.get(&t) {
            return col;
        }
        let col = self.simplex.new_col();
        self.cols.insert(t, col);
        self.leaf_of_col.insert(col, t);
        self.leaves.push(t);
        new.push(t);
        col
    }

    /// `sum >= 0` as a bound on a column.
    fn bound_of(&mut self, sum: &LinearSum, new: &mut Vec<Term>) -> Bound {
        let row: Vec<(Col, Int)> =
            sum.terms.iter().map(|(t, c)| (self.leaf(*t, new), c.clone())).collect();
        let (col, factor) = self.simplex.define_primitive(&row);
        debug_assert!(factor.is_zero() == row.is_empty(), "a sum is a constant, or none");
        let least = -&sum.constant;
        if factor.is_zero() {
            // The sum is constant: the column is 0, and `0 >= 0` or `0 >= 1` says which.
            return Bound { col, value: Int::from(i64::from(least.is_positive())), flipped: false };
        }
        if factor.is_positive() {
            Bound { col, value: least.div_ceil(&factor), flipped: false }
        } else {
            Bound { col, value: least.div_floor(&factor), flipped: true }
        }
    }

    fn enter(&mut self, var: Var, bound: Bound, order: &mut Vec<[Lit; 2]>) {
        let (value, lit) = if bound.flipped {
            (&bound.value + &Int::ONE, Lit::new(var, false))
        } else {
            (bound.value.clone(), Lit::new(var, true))
        };
        self.bound_atoms.grow_to(bound.col, Vec::new());
        let atoms = &mut self.bound_atoms[bound.col];
        let at = atoms.partition_point(|(v, _)| *v < value);
        if let Some((same, other)) = atoms.get(at) {
            order.push([!*other, lit]);
            if *same == value {
                order.push([*other, !lit]);
            }
        }
        if at > 0 {
            order.push([!lit, atoms[at - 1].1]);
        }
        atoms.insert(at, (value, lit));
        let before = self.bounds.insert(var, bound);
        debug_assert!(before.is_none(), "a variable stands for two bounds");
    }

    /// Records that `lit` became true. If that contradicts what is known, the conflict waits to be taken.
    pub fn assert(&mut self, lit: Lit) {
        let Some(bound) = self.bounds.get(&lit.var()) else { return self.equalities.assert(lit) };
        self.stale = true;
        let reason = Reason(base::id32(lit.index()));
        let (col, value) = (bound.col, bound.value.clone());
        let result = match (lit.is_positive(), bound.flipped) {
            (true, false) => self.simplex.assert_lower(col, value, reason),
            (false, false) => self.simplex.assert_upper(col, value - Int::ONE, reason),
            (true, true) => self.simplex.assert_upper(col, value, reason),
            (false, true) => self.simplex.assert_lower(col, value + Int::ONE, reason),
        };
        self.conflicts.extend(result.err().map(|c| check::lits_of(&c.reasons)));
    }

    /// The conflicts among the literals recorded since the last call.
    pub fn take_conflicts(&mut self) -> Vec<Vec<Lit>> {
        std::mem::take(&mut self.conflicts)
    }

    /// A search is over, perhaps before it came to an end.
    pub fn end_check(&mut self) {
        self.conflicts.clear();
        self.products.end_check();
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.simplex.push();
    }

    /// Closes scopes.
    pub fn pop(&mut self, n: usize) {
        self.simplex.pop(n);
    }

    /// Whether `t` is a column.
    pub fn knows(&self, t: Term) -> bool {
        self.cols.contains_key(&t)
    }

    /// The value of a linear term in the last integer solution; absent if it mentions something
    /// unknown here.
    pub fn value(&self, terms: &Terms, t: Term) -> Option<Int> {
        let sum = rewrite::linear(terms, t);
        let mut value = sum.constant.clone();
        for (leaf, c) in &sum.terms {
            value += &self.simplex.value(*self.cols.get(leaf)?) * c;
        }
        Some(value)
    }

    /// Changes the last integer solution so that fewer equalities hold that are false and wait.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn separate(
        &mut self,
        value: &dyn Fn(Lit) -> Option<bool>,
        budget: &Budget,
    ) -> Result<(), Interrupted> {
        let is_false = |&(var, _): &(Var, &Apart)| value(Lit::new(var, true)) == Some(false);
        let apart: Vec<&Apart> =
            self.equalities.waiting().filter(is_false).map(|(_, sum)| sum).collect();
        self.simplex.separate(&apart, budget)
    }

    /// The sum that is 0 if an equality of columns holds; absent if it mentions something unknown here.
    pub(crate) fn sum_of(&self, terms: &Terms, equality: Term) -> Option<Apart> {
        let [a, b] = [0, 1].map(|side| rewrite::linear(terms, terms.arg(equality, side)));
        let difference = a.minus(&b);
        let column = |(leaf, c): (Term, Int)| Some((*self.cols.get(&leaf)?, c));
        let terms = difference.terms.into_iter().map(column).collect::<Option<_>>()?;
        Some(Apart { terms, constant: difference.constant })
    }

    /// Equalities that are false, but hold in the last integer solution, wait no longer.
    pub(crate) fn take_wrong_equalities(
        &mut self,
        value: &dyn Fn(Lit) -> Option<bool>,
    ) -> Vec<Term> {
        let mut equalities = std::mem::take(&mut self.equalities);
        let wrong = equalities.take_wrong(|var, sum| {
            value(Lit::new(var, true)) == Some(false) && self.simplex.is_zero(sum)
        });
        self.equalities = equalities;
        wrong
    }

    /// The present bounds of a column that is a length; weaker ones where they do not fit.
    pub fn range(&self, length: Term) -> LengthRange {
        let mut range = LengthRange::ANY;
        if let Some(&col) = self.cols.get(&length) {
            let bound = |b: Option<&Int>| b.and_then(Int::to_u64);
            range.min = bound(self.simplex.lower(col)).unwrap_or(0);
            range.max = bound(self.simplex.upper(col)).into();
            debug_assert!(
                range.max.number().is_none_or(|max| range.min <= max),
                "the bounds of a length exclude each other"
            );
        }
        range
    }

    /// How far apart the present bounds of `t` are, if it is a column or a constant.
    pub fn width(&self, terms: &Terms, t: Term) -> Option<Int> {
        if terms.int_value(t).is_some() {
            return Some(Int::ZERO);
        }
        let &col = self.cols.get(&t)?;
        let width = self.simplex.upper(col)? - self.simplex.lower(col)?;
        debug_assert!(!width.is_negative(), "the bounds of a column exclude each other");
        Some(width)
    }

    /// All columns that stand for terms, oldest first.
    pub fn leaves(&self) -> &[Term] {
        &self.leaves
    }
}
