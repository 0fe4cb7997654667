//! The mirror image of a regex.
//!
//! Some languages are exponential forwards and linear backwards (`.*a.{k}` under a complement), so
//! searches that take long are also tried on the mirror images.

use super::{Node, Re, Regexes};
use base::{Limits, Stop};

impl Regexes {
    /// The regex of all reversed words of `r`.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn reverse(&mut self, r: Re, limits: &Limits) -> Result<Re, Stop> {
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            limits.charge(1)?;
            if self.reversed.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.push_unreversed(top, &mut stack);
            if stack.len() == before {
                let image = self.reverse_top(top, limits)?;
                self.reversed.insert(top, image);
                self.reversed.insert(image, top);
                stack.pop();
            }
        }
        Ok(self.reversed[&r])
    }

    pub(crate) fn reverse_all(&mut self, list: &[Re], limits: &Limits) -> Result<Vec<Re>, Stop> {
        list.iter().map(|&r| self.reverse(r, limits)).collect()
    }

    /// What has to be reversed before `r`. A whole concatenation is reversed at once, because
    /// reversing it node by node would rebuild its image at every node.
    fn push_unreversed(&self, r: Re, stack: &mut Vec<Re>) {
        let mut need = |kid: Re| {
            if !self.reversed.contains_key(&kid) {
                stack.push(kid);
            }
        };
        match self.node(r) {
            Node::None | Node::Eps | Node::Chars(_) => {}
            Node::Concat(..) => self.parts(r).into_iter().for_each(need),
            Node::Union(kids) | Node::Inter(kids) => kids.iter().for_each(|&kid| need(kid)),
            Node::Comp(a) | Node::Star(a) | Node::Loop(a, ..) => need(*a),
        }
    }

    /// The members of a concatenation (just `r` if it is none).
    pub fn parts(&self, r: Re) -> Vec<Re> {
        let (mut parts, mut rest) = (Vec::new(), r);
        while let Node::Concat(head, tail) = *self.node(rest) {
            parts.push(head);
            rest = tail;
        }
        parts.push(rest);
        parts
    }

    /// Regexes of which the intersection is `r` (just `r` if it is none).
    pub fn conjuncts(&self, r: Re) -> Vec<Re> {
        match self.node(r) {
            Node::Inter(kids) => kids.to_vec(),
            _ => vec![r],
        }
    }

    fn reverse_top(&mut self, r: Re, limits: &Limits) -> Result<Re, Stop> {
        let images = |rs: &Regexes, kids: &[Re]| -> Vec<Re> {
            kids.iter().map(|kid| rs.reversed[kid]).collect()
        };
        Ok(match self.node(r).clone() {
            Node::None | Node::Eps | Node::Chars(_) => r,
            Node::Concat(..) => {
                let parts = images(self, &self.parts(r));
                parts.into_iter().try_fold(Re::EPS, |image, part| {
                    limits.charge(1)?;
                    Ok::<Re, Stop>(self.concat(part, image))
                })?
            }
            Node::Union(kids) => self.union(images(self, &kids)),
            Node::Inter(kids) => self.inter(images(self, &kids)),
            Node::Comp(a) => self.comp(self.reversed[&a]),
            Node::Star(a) => self.star(self.reversed[&a]),
            Node::Loop(a, lo, hi) => self.repeat_raw(self.reversed[&a], lo, hi),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use base::budget::POLL_INTERVAL;
    use std::time::Instant;

    /// Nothing is worth waiting for the mirror image of a word of a million letters.
    #[test]
    fn limits_are_looked_at() {
        let rs = &mut Regexes::new();
        let word = rs.word(&[0x61; 2 * POLL_INTERVAL as usize]);
        let late = Budget::unlimited().with_deadline(Instant::now());
        assert!(rs.reverse(word, &Limits::none(&late)).is_err());
        assert!(rs.word_within(&[0x62; POLL_INTERVAL as usize], &Limits::none(&late)).is_err());
        assert!(rs.concat_within(&[word, Re::ANY], &Limits::none(&late)).is_err());
    }

    #[test]
    fn reversal_is_an_involution_on_words() {
        let (rs, budget) = (&mut Regexes::new(), Budget::unlimited());
        let limits = &Limits::none(&budget);
        let (ab, cd) = (rs.text("ab"), rs.text("cde"));
        let star = rs.star(ab);
        let r = rs.concat_all([cd, star, Re::ALL, ab]);
        let (ba, dc, edc) = (rs.text("ba"), rs.text("dc"), rs.text("edc"));
        let star = rs.star(ba);
        assert_eq!(rs.reverse(r, limits).unwrap(), rs.concat_all([ba, Re::ALL, star, edc]));
        assert_ne!(dc, edc);
        let back = rs.reverse(r, limits).unwrap();
        assert_eq!(rs.reverse(back, limits), Ok(r));
    }
}
