//! Maps from ids to values that are made, filled and dropped often: no hashing, and no work for each id that could be a key.
//!
//! Ids that lie close together share a page, as what is made together is asked for together. A table of the pages takes a quarter of a
//! byte for each id up to the greatest key, so a map of a few among a million ids is still made in microseconds.

use crate::{Idx, id32};
use std::marker::PhantomData;

/// A fact: so many ids share a page.
const PAGE: usize = 16;

/// A map from ids.
///
/// ```
/// base::id! {
///     /// A node.
///     pub struct Node;
/// }
/// let mut names = base::IdMap::new();
/// assert_eq!(names.insert(Node(70), "a"), None);
/// assert_eq!((names.get(Node(70)), names.get(Node(71))), (Some(&"a"), None));
/// ```
#[derive(Clone, Debug)]
pub struct IdMap<I, T> {
    /// For each page its number among those that there are, counted from 1.
    pages: Vec<u32>,
    slots: Vec<Option<T>>,
    marker: PhantomData<fn(I)>,
}

impl<I, T> Default for IdMap<I, T> {
    fn default() -> Self {
        IdMap { pages: Vec::new(), slots: Vec::new(), marker: PhantomData }
    }
}

impl<I: Idx, T> IdMap<I, T> {
    /// The empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `id`.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        let page = *self.pages.get(id.index() / PAGE)? as usize;
        self.slots.get(page.checked_sub(1)? * PAGE + id.index() % PAGE)?.as_ref()
    }

    /// Whether `id` has a value.
    #[inline]
    pub fn contains(&self, id: I) -> bool {
        self.get(id).is_some()
    }

    /// The value of `id`, to be changed.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        let page = *self.pages.get(id.index() / PAGE)? as usize;
        self.slots.get_mut(page.checked_sub(1)? * PAGE + id.index() % PAGE)?.as_mut()
    }

    /// Gives `id` a value, and returns the one that it had.
    pub fn insert(&mut self, id: I, value: T) -> Option<T> {
        self.slot(id).replace(value)
    }

    /// The place for the value of `id`.
    pub fn slot(&mut self, id: I) -> &mut Option<T> {
        let at = id.index() / PAGE;
        if self.pages.len() <= at {
            self.pages.resize(at + 1, 0);
        }
        if self.pages[at] == 0 {
            self.slots.resize_with(self.slots.len() + PAGE, || None);
            self.pages[at] = id32(self.slots.len() / PAGE);
        }
        &mut self.slots[(self.pages[at] as usize - 1) * PAGE + id.index() % PAGE]
    }
}

impl<I: Idx, T> IdMap<I, T> {
    /// The ids with their values, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        let ids = (0..self.pages.len()).filter(|&at| self.pages[at] != 0);
        let ids = ids.flat_map(|at| at * PAGE..(at + 1) * PAGE).map(I::from_index);
        ids.filter_map(|id| Some((id, self.get(id)?)))
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.slots.iter_mut().flatten()
    }

    /// Forgets all values, but keeps the room that they took.
    pub fn clear(&mut self) {
        self.pages.clear();
        self.slots.clear();
    }

    /// Keeps the values of such ids only.
    pub fn retain(&mut self, mut is_kept: impl FnMut(I) -> bool) {
        for id in (0..self.pages.len() * PAGE).map(I::from_index) {
            if self.contains(id) && !is_kept(id) {
                *self.slot(id) = None;
            }
        }
    }
}

impl<I: Idx, T: PartialEq> PartialEq for IdMap<I, T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<I: Idx, T: Eq> Eq for IdMap<I, T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;
    use std::collections::BTreeMap;

    crate::id! {
        /// A key.
        struct Id;
    }

    #[test]
    fn maps_are_maps() {
        let mut random = SplitMix64::new(1);
        let mut map = IdMap::new();
        for _ in 0..100 {
            map.clear();
            let mut want = BTreeMap::new();
            for value in 0..random.below(40) {
                let id = Id(random.below(200) as u32);
                assert_eq!(map.insert(id, value), want.insert(id, value));
            }
            for id in (0..260).map(Id) {
                assert_eq!(map.get(id), want.get(&id));
                assert_eq!(map.get_mut(id), want.get_mut(&id));
                assert_eq!(map.contains(id), want.contains_key(&id));
            }
            map.values_mut().chain(want.values_mut()).for_each(|value| *value += 1);
            map.retain(|id| id.0 % 3 != 0);
            want.retain(|id, _| id.0 % 3 != 0);
            assert!(map.iter().eq(want.iter().map(|(&id, value)| (id, value))));
            let mut same = IdMap::new();
            for (id, value) in want.into_iter().rev() {
                same.insert(id, value);
            }
            assert_eq!(same, map);
        }
    }
}
