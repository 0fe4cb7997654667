//! Activities: the least and the greatest value that bounds leave to a long sum, kept up to date.
//!
//! Problem: a sum of hundreds of lengths is read whole whenever a bound of one of them changes, although nearly always nothing follows,
//! as the sum has much room. A search that decides one after the other so pays for the square of their number, and where the sums go on
//! from each other, as positions in a text do, for the cube.
//!
//! So the sum of the least values and that of the greatest are changed with each bound, and changed back when it is undone, as
//! solvers of integer programs do (T. Achterberg, *Constraint Integer Programming*, thesis, Berlin 2007, 7.1). A column gets a stronger
//! bound only if its coefficient times the distance between its bounds is more than the room that the sum leaves. The largest such
//! product of a sum is kept from the last time when all of it was read: until a scope is left that was open then, bounds
//! come only nearer to each other. Short sums are read whole, which is cheaper than to keep anything.

use crate::bounds::{Col, Side};
use crate::definitions::Def;
use base::{FxHashMap, IdxVec, Int};

/// A fact: sums of fewer terms are read whole.
pub(crate) const LONG: usize = 16;

/// When something was computed: how many scopes were open, and the serial number of the innermost one.
pub(crate) type Stamp = (usize, u64);

/// One of the two values that bounds leave to `sum - slack`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extreme {
    /// That of the columns with a bound.
    pub(crate) sum: Int,
    /// How many have none.
    pub(crate) unbounded: usize,
}

impl Extreme {
    fn change(&mut self, a: &Int, old: Option<&Int>, new: Option<&Int>) {
        match old {
            Some(old) => self.sum -= &(a * old),
            None => self.unbounded -= 1,
        }
        match new {
            Some(new) => self.sum += a * new,
            None => self.unbounded += 1,
        }
    }
}

/// What is known of one sum.
#[derive(Clone, Debug, Default)]
struct Activity {
    least: Extreme,
    greatest: Extreme,
    /// At least the largest product of a coefficient and the distance between the bounds of its column; absent if that is infinite.
    widest: Option<(Int, Stamp)>,
}

/// The activities of all long sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activities {
    of_def: FxHashMap<Def, usize>,
    all: Vec<Activity>,
    /// The long sums in which a column is, with its coefficients.
    users: IdxVec<Col, Vec<(usize, Int)>>,
}

impl Activities {
    pub(crate) fn new_col(&mut self) {
        self.users.push(Vec::new());
    }

    /// Keeps the activity of the definition `def`, whose terms, with that of the slack column, have these `bounds` now: the lower and
    /// the upper one.
    pub(crate) fn watch<'a>(
        &mut self,
        def: Def,
        terms: impl Iterator<Item = (Col, &'a Int, [Option<&'a Int>; 2])>,
    ) {
        let at = self.all.len();
        let mut activity = Activity::default();
        for (col, a, bounds) in terms {
            self.users[col].push((at, a.clone()));
            activity.least.unbounded += 1;
            activity.greatest.unbounded += 1;
            let [low, high] = if a.is_positive() { bounds } else { [bounds[1], bounds[0]] };
            activity.least.change(a, None, low);
            activity.greatest.change(a, None, high);
        }
        self.all.push(activity);
        let before = self.of_def.insert(def, at);
        debug_assert!(before.is_none(), "a definition is watched twice");
    }

    /// The bound of `col` on `side` changes.
    pub(crate) fn change(&mut self, col: Col, side: Side, old: Option<&Int>, new: Option<&Int>) {
        for (at, a) in &self.users[col] {
            let activity = &mut self.all[*at];
            let extreme = match a.is_positive() == (side == Side::Lower) {
                true => &mut activity.least,
                false => &mut activity.greatest,
            };
            extreme.change(a, old, new);
        }
    }

    /// The least or the greatest value of a definition, if that is watched.
    pub(crate) fn extreme(&self, def: Def, least: bool) -> Option<&Extreme> {
        let activity = &self.all[*self.of_def.get(&def)?];
        Some(if least { &activity.least } else { &activity.greatest })
    }

    /// At least the largest product of a coefficient and a distance in `def`, and when that was so.
    pub(crate) fn widest(&self, def: Def) -> Option<&(Int, Stamp)> {
        self.all[*self.of_def.get(&def)?].widest.as_ref()
    }

    /// `def` was read at `stamp`.
    pub(crate) fn set_widest(&mut self, def: Def, widest: Option<Int>, stamp: Stamp) {
        if let Some(&at) = self.of_def.get(&def) {
            self.all[at].widest = widest.map(|widest| (widest, stamp));
        }
    }
}
