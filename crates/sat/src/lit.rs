//! Variables, literals and truth values.
//!
//! A literal is a variable and a sign packed into one `u32` (variable times two, plus one when
//! negative), so that it indexes tables directly and negation is one exclusive or.

use base::Idx;
use std::fmt;
use std::ops::Not;

base::id! {
    /// A propositional variable.
    pub struct Var;
}

impl Var {
    /// The positive literal of this variable.
    #[inline]
    pub fn positive(self) -> Lit {
        Lit::new(self, true)
    }

    /// The negative literal of this variable.
    #[inline]
    pub fn negative(self) -> Lit {
        Lit::new(self, false)
    }
}

/// A variable or its negation.
///
/// ```
/// use sat::{Lit, Var};
/// let a = Lit::new(Var(3), true);
/// assert_eq!((!a).var(), Var(3));
/// assert!(a.is_positive() && !(!a).is_positive());
/// assert_eq!(!!a, a);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(pub(crate) u32);

impl Lit {
    /// The literal that is true when `var` has the value `positive`.
    #[inline]
    pub fn new(var: Var, positive: bool) -> Lit {
        Lit(var.0 << 1 | u32::from(!positive))
    }

    /// The variable of this literal.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether this literal is true when its variable is.
    #[inline]
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The literal of the same variable that is true when `self`'s value is `value`.
    #[inline]
    pub fn when(self, value: bool) -> Lit {
        Lit(self.0 ^ u32::from(!value))
    }
}

impl Not for Lit {
    type Output = Lit;
    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl Idx for Lit {
    #[inline]
    fn from_index(i: usize) -> Lit {
        Lit(i as u32)
    }
    #[inline]
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// DIMACS style: variables count from 1, a minus sign negates.
impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_positive() { "" } else { "-" };
        write!(f, "{sign}{}", self.var().0 + 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The value of a literal under a partial assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Value {
    /// Neither true nor false yet.
    #[default]
    Unassigned,
    /// True.
    True,
    /// False.
    False,
}

impl Value {
    /// The value as a Boolean, if there is one.
    ///
    /// ```
    /// use sat::Value;
    /// assert_eq!(Value::False.to_bool(), Some(false));
    /// assert_eq!(Value::Unassigned.to_bool(), None);
    /// ```
    pub fn to_bool(self) -> Option<bool> {
        match self {
            Value::Unassigned => None,
            Value::True => Some(true),
            Value::False => Some(false),
        }
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        if b { Value::True } else { Value::False }
    }
}

impl Not for Value {
    type Output = Value;
    fn not(self) -> Value {
        match self {
            Value::Unassigned => Value::Unassigned,
            Value::True => Value::False,
            Value::False => Value::True,
        }
    }
}
