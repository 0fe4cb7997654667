//! Typed `u32` ids and vectors indexed by them, so that a node of one table cannot be looked
//! up in another.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An id: a `u32` in a type of its own. Declare one with [`id!`](crate::id).
pub trait Idx: Copy + Eq {
    /// The id with number `i`.
    fn from_index(i: usize) -> Self;
    /// The number of this id.
    fn index(self) -> usize;
}

/// Declares an id type.
///
/// ```
/// base::id! {
///     /// A state of something.
///     pub struct State;
/// }
/// use base::Idx;
/// assert_eq!(State::from_index(3).index(), 3);
/// ```
#[macro_export]
macro_rules! id {
    ($(#[$meta:meta])* $vis:vis struct $name:ident;) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis struct $name(pub u32);

        impl $crate::Idx for $name {
            #[inline]
            fn from_index(i: usize) -> Self {
                $name($crate::id32(i))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// A vector indexed by an id type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdxVec<I, T> {
    items: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I, T> Default for IdxVec<I, T> {
    fn default() -> Self {
        IdxVec { items: Vec::new(), marker: PhantomData }
    }
}

impl<I: Idx, T> IdxVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends `item` and returns its id.
    pub fn push(&mut self, item: T) -> I {
        self.items.push(item);
        I::from_index(self.items.len() - 1)
    }

    /// The id that the next [`push`](Self::push) will return.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item of `id`, if there is one.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// All ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// All items in order of their ids.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// All items, mutably, in order of their ids.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    /// Keeps the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Removes and returns the last item.
    pub fn pop(&mut self) -> Option<T> {
        self.items.pop()
    }
}

impl<I: Idx, T: Clone> IdxVec<I, T> {
    /// Makes `id` a valid index, filling with `item`.
    pub fn grow_to(&mut self, id: I, item: T) {
        if self.items.len() <= id.index() {
            self.items.resize(id.index() + 1, item);
        }
    }
}

impl<I: Idx, T> Index<I> for IdxVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IdxVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
