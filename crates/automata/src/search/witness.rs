//! Words read off the form of a regex, without a search.

use crate::regex::{Node, Re, Regexes};
use base::Lower;

enum Step {
    Emit(Re),
    /// Appends copies of what was written from a position on.
    Copy {
        from: usize,
        times: u32,
    },
}

impl Regexes {
    /// A shortest word of `r`, if `r` is positive and not empty, in time linear in the word.
    ///
    /// A counter costs its words, not its states: the word of its body is copied.
    pub fn shortest_by_form(&self, r: Re) -> Option<Vec<u32>> {
        let info = self.info(r);
        let length =
            info.min_len.number().filter(|&n| info.positive && n <= self.effort().longest_word)?;
        let word = self.put_together(r, |_| None, |kid| Some(self.info(kid).min_len));
        debug_assert_eq!(word.len() as u64, length);
        Some(word)
    }

    /// A word of `r`, put together from those of its parts, of which some are `given`; of a union, that of the kid of the least `length`.
    pub(super) fn put_together(
        &self,
        r: Re,
        given: impl Fn(Re) -> Option<Vec<u32>>,
        length: impl Fn(Re) -> Option<Lower>,
    ) -> Vec<u32> {
        let (mut word, mut todo) = (Vec::new(), vec![Step::Emit(r)]);
        while let Some(step) = todo.pop() {
            let r = match step {
                Step::Copy { from, times } => {
                    let to = word.len();
                    (0..times).for_each(|_| word.extend_from_within(from..to));
                    continue;
                }
                Step::Emit(r) => r,
            };
            if let Some(part) = given(r) {
                word.extend(part);
                continue;
            }
            match self.node(r) {
                &Node::Chars(set) => word.extend(self.set(set).pick()),
                &Node::Concat(a, b) => todo.extend([Step::Emit(b), Step::Emit(a)]),
                Node::Union(kids) => {
                    let lengths = kids.iter().filter_map(|&kid| Some((length(kid)?, kid)));
                    let shortest = lengths.min_by_key(|&(length, _)| length);
                    todo.extend(shortest.map(|(_, kid)| Step::Emit(kid)));
                }
                &Node::Loop(a, lo, _) if lo > 0 => {
                    todo.push(Step::Copy { from: word.len(), times: lo - 1 });
                    todo.push(Step::Emit(a));
                }
                _ => {}
            }
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_counters() {
        let rs = &mut Regexes::new();
        let (ab, c) = (rs.text("ab"), rs.text("c"));
        let unit = rs.concat(ab, c);
        let inner = rs.repeat(unit, 100, Some(1000));
        let body = rs.concat(inner, c);
        let r = rs.repeat(body, 50, Some(60));
        let word = rs.shortest_by_form(r).unwrap();
        assert_eq!(word.len(), 50 * 301);
        assert_eq!(word[..4], [97, 98, 99, 97]);
        assert_eq!(rs.shortest_by_form(Re::NONE), None);
        assert_eq!(rs.shortest_by_form(Re::ALL), Some(vec![]));
    }
}
