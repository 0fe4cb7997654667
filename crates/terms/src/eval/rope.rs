//! Concatenations not yet written out.
//!
//! A formula may build a long word by 100,000 nested concatenations. Writing each of them out is
//! quadratic in time and memory, so a long concatenation is kept as a list of parts until somebody
//! needs its characters; its length is known at once.
//!
//! Each part is non-empty and there are at least two, so writing a rope out takes time linear in
//! its length even when parts are shared. Ropes live in an arena because dropping deep chains of
//! reference-counted nodes would recurse.

use crate::value::Word;

/// A word, perhaps not yet written out.
#[derive(Clone, Debug)]
pub enum Text {
    /// The characters.
    Flat(Word),
    /// A rope: its length and number.
    Rope(usize, u32),
}

impl Text {
    /// The number of characters.
    pub fn len(&self) -> usize {
        match self {
            Text::Flat(w) => w.len(),
            Text::Rope(len, _) => *len,
        }
    }
}

/// All ropes of an evaluation.
#[derive(Debug, Default)]
pub struct Ropes(Vec<Vec<Text>>);

/// Below this length a concatenation is written out at once.
const SHORT: usize = 256;

impl Ropes {
    /// The concatenation of `parts`.
    pub fn concat(&mut self, mut parts: Vec<Text>) -> Text {
        parts.retain(|p| p.len() > 0);
        let len = parts.iter().map(Text::len).sum();
        if parts.len() == 1 {
            return parts.swap_remove(0);
        }
        if len <= SHORT && parts.iter().all(|p| matches!(p, Text::Flat(_))) {
            let mut out = Vec::with_capacity(len);
            for part in &parts {
                if let Text::Flat(word) = part {
                    out.extend_from_slice(word);
                }
            }
            return Text::Flat(out.into());
        }
        self.0.push(parts);
        let rope = Text::Rope(len, base::id32(self.0.len()) - 1);
        if len > SHORT {
            return rope;
        }
        let flat = self.write_out(&rope);
        self.0.pop();
        Text::Flat(flat)
    }

    /// The characters of `text`; a rope is written out once.
    pub fn flatten(&mut self, text: &Text) -> Word {
        let word = self.write_out(text);
        if let Text::Rope(_, i) = text {
            self.0[*i as usize] = vec![Text::Flat(word.clone())];
        }
        word
    }

    fn write_out(&self, text: &Text) -> Word {
        let parts_of = |i: u32| self.0[i as usize].as_slice();
        match text {
            Text::Flat(w) => return w.clone(),
            Text::Rope(_, i) => {
                if let [Text::Flat(w)] = parts_of(*i) {
                    return w.clone();
                }
            }
        }
        let mut out = Vec::with_capacity(text.len());
        let mut stack = vec![text];
        while let Some(text) = stack.pop() {
            match text {
                Text::Flat(w) => out.extend_from_slice(w),
                Text::Rope(_, i) => stack.extend(parts_of(*i).iter().rev()),
            }
        }
        out.into()
    }
}
