//! Words read off regexes: the only member, and what every member starts or ends with.

use super::{Node, Re, Regexes};
use base::{Budget, Limits};

impl Regexes {
    /// The only member of `r`, if `r` is a literal by its form.
    pub fn as_word(&self, r: Re) -> Option<Vec<u32>> {
        self.info(r).only_length()?;
        let (mut word, mut rest) = (Vec::new(), r);
        while rest != Re::EPS {
            let (head, tail) = self.uncons(rest);
            word.push(self.as_single(head)?);
            rest = tail;
        }
        Some(word)
    }

    /// A word that every member of `r` starts with (not always the longest such).
    pub fn literal_prefix(&self, r: Re) -> Vec<u32> {
        let (mut word, mut rest) = (Vec::new(), r);
        while word.len() < self.effort.affix {
            let (head, tail) = self.uncons(rest);
            let Some(c) = self.as_single(head) else {
                self.push_loop_prefix(head, &mut word);
                break;
            };
            word.push(c);
            rest = tail;
        }
        word
    }

    /// A word that every member of `r` ends with (not always the longest such).
    pub fn literal_suffix(&mut self, r: Re) -> Vec<u32> {
        // Each member that is looked at has a letter, so there is no need for more of them.
        let parts = self.parts(r);
        let end =
            self.concat_all(parts[parts.len().saturating_sub(self.effort.affix)..].iter().copied());
        let budget = Budget::unlimited().with_steps(self.effort.reversed_steps);
        let Ok(reversed) = self.reverse(end, &Limits::none(&budget)) else { return Vec::new() };
        let mut word = self.literal_prefix(reversed);
        word.reverse();
        word
    }

    /// The copies of a literal that a repetition starts with.
    fn push_loop_prefix(&self, r: Re, word: &mut Vec<u32>) {
        if let Node::Loop(body, lo, _) = *self.node(r)
            && let Some(unit) = self.as_word(body)
            && !unit.is_empty()
        {
            let copies = (lo as usize).min(self.effort.affix / unit.len() + 1);
            (0..copies).for_each(|_| word.extend_from_slice(&unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(word: &[u32]) -> String {
        word.iter().filter_map(|&c| char::from_u32(c)).collect()
    }

    #[test]
    fn words_and_affixes() {
        let rs = &mut Regexes::new();
        let (ab, cd) = (rs.text("ab"), rs.text("cd"));
        let star = rs.star(ab);
        let r = rs.concat_all([cd, star, cd, ab]);
        assert_eq!(show(&rs.literal_prefix(r)), "cd");
        assert_eq!(show(&rs.literal_suffix(r)), "cdab");
        assert_eq!(rs.as_word(r), None);
        let w = rs.concat(cd, ab);
        assert_eq!(rs.as_word(w).map(|w| show(&w)), Some("cdab".into()));
        assert_eq!(rs.as_word(Re::EPS), Some(vec![]));
        assert_eq!(rs.as_word(Re::NONE), None);
        let three = rs.repeat(ab, 3, None);
        assert_eq!(show(&rs.literal_prefix(three)), "ababab");
    }
}
