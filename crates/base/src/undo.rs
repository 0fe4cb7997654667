//! Backtrackable containers: undo is a property of the container, not a habit of its users.
//!
//! After `pop`, the observable state equals that at the matching `push`.

use crate::hash::FxHashMap;
use std::hash::Hash;
use std::ops::Deref;

/// A vector that only grows inside a scope and shrinks back when the scope is popped.
///
/// ```
/// use base::undo::BtVec;
/// let mut v = BtVec::default();
/// v.append(1);
/// v.push_scope();
/// v.append(2);
/// v.pop_scopes(1);
/// assert_eq!(&v[..], &[1]);
/// ```
#[derive(Clone, Debug)]
pub struct BtVec<T> {
    items: Vec<T>,
    scopes: Vec<usize>,
}

impl<T> Default for BtVec<T> {
    fn default() -> Self {
        BtVec { items: Vec::new(), scopes: Vec::new() }
    }
}

impl<T> BtVec<T> {
    /// Appends an item to the current scope.
    pub fn append(&mut self, item: T) {
        self.items.push(item);
    }

    /// Opens a scope.
    pub fn push_scope(&mut self) {
        self.scopes.push(self.items.len());
    }

    /// Closes the `n` innermost scopes.
    ///
    /// # Panics
    /// If fewer than `n` scopes are open.
    pub fn pop_scopes(&mut self, n: usize) {
        if n > 0 {
            let keep = self.scopes.len() - n;
            self.items.truncate(self.scopes[keep]);
            self.scopes.truncate(keep);
        }
    }
}

impl<T> Deref for BtVec<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items
    }
}

/// A map whose insertions are undone when their scope is popped.
#[derive(Clone, Debug)]
pub struct BtMap<K, V> {
    map: FxHashMap<K, V>,
    trail: Vec<(K, Option<V>)>,
    scopes: Vec<usize>,
}

impl<K, V> Default for BtMap<K, V> {
    fn default() -> Self {
        BtMap { map: FxHashMap::default(), trail: Vec::new(), scopes: Vec::new() }
    }
}

impl<K: Eq + Hash + Clone, V: Clone> BtMap<K, V> {
    /// Sets the value of `key` until the current scope is popped.
    pub fn insert(&mut self, key: K, value: V) {
        let old = self.map.insert(key.clone(), value);
        if !self.scopes.is_empty() {
            self.trail.push((key, old));
        }
    }

    /// The value of `key`.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    /// Whether `key` has a value.
    pub fn contains_key(&self, key: &K) -> bool {
        self.map.contains_key(key)
    }

    /// Opens a scope.
    pub fn push_scope(&mut self) {
        self.scopes.push(self.trail.len());
    }

    /// Closes the `n` innermost scopes.
    ///
    /// # Panics
    /// If fewer than `n` scopes are open.
    pub fn pop_scopes(&mut self, n: usize) {
        if n == 0 {
            return;
        }
        let keep = self.scopes.len() - n;
        let mark = self.scopes[keep];
        self.scopes.truncate(keep);
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some((key, Some(old))) => self.map.insert(key, old),
                Some((key, None)) => self.map.remove(&key),
                None => None,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_restores_overwritten_values() {
        let mut m = BtMap::default();
        m.insert("a", 1);
        m.push_scope();
        m.insert("a", 2);
        m.insert("b", 3);
        m.push_scope();
        m.insert("a", 4);
        m.pop_scopes(2);
        assert_eq!((m.get(&"a"), m.get(&"b")), (Some(&1), None));
    }
}
