//! What a row of the table is, and the macro that declares the rows of an area.

use crate::Tunables;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// Area, technique and what is counted.
    pub name: &'static str,
    /// The value when nobody sets it.
    pub default: u64,
    /// The smallest value.
    pub least: u64,
    /// The largest value.
    pub most: u64,
    pub(crate) get: fn(&Tunables) -> u64,
    pub(crate) set: fn(&mut Tunables, u64),
}

/// What the pages say about a row. It is apart from the row so that programs that do not print it do not contain it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// What is counted.
    pub unit: &'static str,
    /// What happens when it is reached.
    pub at: &'static str,
    /// Why the default is what it is.
    pub why: &'static str,
}

impl Tunable {
    /// Whether the value is in the range.
    pub fn admits(&self, value: u64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// The value in force.
    pub fn get(&self, tunables: &Tunables) -> u64 {
        (self.get)(tunables)
    }

    /// The name and the range, for people.
    pub fn range(&self) -> String {
        format!("{} from {} to {}", self.name, self.least, self.most)
    }

    pub(crate) fn set(&self, tunables: &mut Tunables, value: u64) {
        debug_assert!(self.admits(value), "a tunable is set out of its range");
        (self.set)(tunables, value);
    }
}

/// Declares an area: a struct, the field of [`Tunables`] that has it, and rows
/// `field: type = default, name, unit in range, what happens at it, why;`.
macro_rules! tunables {
    ($(#[$doc:meta])* $area:ident $of:ident {
        $($field:ident: $ty:ty = $default:literal, $name:literal, $unit:literal in $least:literal..=$most:literal,
            $at:literal, $why:literal;)*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $area { $( #[doc = $at] pub $field: $ty, )* }

        impl Default for $area {
            fn default() -> $area {
                $area::DEFAULT
            }
        }

        impl $area {
            pub(crate) const DEFAULT: $area = $area { $( $field: $default, )* };
            pub(crate) const TABLE: &[$crate::Tunable] = &[ $(
                $crate::Tunable {
                    name: $name,
                    default: $default,
                    least: $least,
                    most: $most,
                    get: |tunables| tunables.$of.$field as u64,
                    set: |tunables, value| tunables.$of.$field = value as $ty,
                },
            )* ];
            pub(crate) const ABOUT: &[$crate::About] =
                &[ $( $crate::About { unit: $unit, at: $at, why: $why }, )* ];
        }
    };
}
