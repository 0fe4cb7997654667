//! Counters of an engine, declared once as rows of a table.
//!
//! An engine counts in many files. A struct with an open field for each count would let every reader write it; here
//! all counts are one array, which only grows, under the variants of an enum.

/// Declares an enum of what is counted and the array of the counts, all zero at first.
///
/// ```
/// base::counters! {
///     /// What happened.
///     pub struct Stats;
///     /// What is counted.
///     pub enum Counter {
///         /// Questions.
///         Asked,
///         /// Answers.
///         Told,
///     }
/// }
/// let mut stats = Stats::default();
/// stats.count(Counter::Asked);
/// stats.add(Counter::Told, 2);
/// assert_eq!((stats[Counter::Asked], stats[Counter::Told]), (1, 2));
/// ```
#[macro_export]
macro_rules! counters {
    ($(#[$table:meta])* pub struct $stats:ident; $(#[$kind:meta])* pub enum $counter:ident { $($(#[$row:meta])* $name:ident,)+ }) => {
        $(#[$kind])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $counter { $($(#[$row])* $name,)+ }

        $(#[$table])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct $stats([u64; [$($counter::$name),+].len()]);

        impl $stats {
            /// Counts one more.
            pub fn count(&mut self, counter: $counter) {
                self.add(counter, 1);
            }

            /// Counts `n` more.
            pub fn add(&mut self, counter: $counter, n: u64) {
                self.0[counter as usize] += n;
            }
        }

        impl std::ops::Index<$counter> for $stats {
            type Output = u64;

            fn index(&self, counter: $counter) -> &u64 {
                &self.0[counter as usize]
            }
        }
    };
}
