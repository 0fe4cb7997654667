//! The mirror image of a regex.
//!
//! Some languages are exponential forwards and linear backwards (`.*a.{k}` under a complement), so
//! searches that take long are also tried on the mirror images.

use super::{Node, Re, Regexes};

impl Regexes {
    /// The regex of all reversed words of `r`.
    pub fn reverse(&mut self, r: Re) -> Re {
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if self.reversed.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.push_unreversed(top, &mut stack);
            if stack.len() == before {
                let image = self.reverse_top(top);
                self.reversed.insert(top, image);
                self.reversed.insert(image, top);
                stack.pop();
            }
        }
        self.reversed[&r]
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

    fn reverse_top(&mut self, r: Re) -> Re {
        let images = |rs: &Regexes, kids: &[Re]| -> Vec<Re> {
            kids.iter().map(|kid| rs.reversed[kid]).collect()
        };
        match self.node(r).clone() {
            Node::None | Node::Eps | Node::Chars(_) => r,
            Node::Concat(..) => {
                let parts = images(self, &self.parts(r));
                parts.into_iter().fold(Re::EPS, |image, part| self.concat(part, image))
            }
            Node::Union(kids) => self.union(images(self, &kids)),
            Node::Inter(kids) => self.inter(images(self, &kids)),
            Node::Comp(a) => self.comp(self.reversed[&a]),
            Node::Star(a) => self.star(self.reversed[&a]),
            Node::Loop(a, lo, hi) => {
                let hi = (hi != super::UNBOUNDED).then_some(hi);
                self.repeat(self.reversed[&a], lo, hi)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversal_is_an_involution_on_words() {
        let rs = &mut Regexes::new();
        let (ab, cd) = (rs.text("ab"), rs.text("cde"));
        let star = rs.star(ab);
        let r = rs.concat_all([cd, star, Re::ALL, ab]);
        let (ba, dc, edc) = (rs.text("ba"), rs.text("dc"), rs.text("edc"));
        let star = rs.star(ba);
        assert_eq!(rs.reverse(r), rs.concat_all([ba, Re::ALL, star, edc]));
        assert_ne!(dc, edc);
        let back = rs.reverse(r);
        assert_eq!(rs.reverse(back), r);
    }
}
