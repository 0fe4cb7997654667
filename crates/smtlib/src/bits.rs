//! Bit-vectors as they are written: `#x0f`, `#b01`, `(_ bv5 8)`, and the operators with indices.

use crate::apply::Head;
use crate::error::ErrorKind;
use crate::lexer::{Token, TokenKind};
use crate::parser::{Parsed, Parser};
use base::Int;
use terms::op::BitOp;
use terms::sort::MAX_WIDTH;
use terms::{Op, Term};

impl Parser<'_> {
    /// `#x..` or `#b..`
    pub(crate) fn bits(&mut self, token: Token) -> Parsed<Term> {
        let digits = &self.lexer.bytes(token)[2..];
        let per_digit = if token.kind == TokenKind::Hexadecimal { 4 } else { 1 };
        let width = u32::try_from(digits.len() * per_digit).unwrap_or(MAX_WIDTH + 1);
        if width > MAX_WIDTH {
            return self.fail(token.start, ErrorKind::TooLarge("this bit-vector".into()));
        }
        let digit = |&d: &u8| char::from(d).to_digit(16).unwrap_or_default();
        let bits = |d: u32| (0..per_digit).map(move |i| d >> i & 1 == 1);
        let bits: Vec<bool> = digits.iter().rev().map(digit).flat_map(bits).collect();
        Ok(self.terms.bits(width, &Int::from_bits(&bits)))
    }

    /// `(_ bvN k)`, after the first symbol, which is given; `None` if it is not that.
    pub(crate) fn decimal_bits(&mut self, token: Token) -> Parsed<Option<Term>> {
        let name = self.lexer.bytes(token);
        let digits = name.strip_prefix(b"bv").filter(|d| d.iter().all(u8::is_ascii_digit));
        let Some(digits) = digits.filter(|digits| !digits.is_empty()) else { return Ok(None) };
        // More digits than any bit-vector has bits are too many.
        if digits.len() > MAX_WIDTH as usize {
            return self.fail(token.start, ErrorKind::TooLarge("this bit-vector".into()));
        }
        let Ok(value) = String::from_utf8_lossy(digits).parse::<Int>() else { return Ok(None) };
        let at = self.peek()?.start;
        let width = self.numeral_up_to(MAX_WIDTH)?;
        self.close()?;
        if width == 0 || value >= Int::from(2).pow(width) {
            let message = format!("bv{value} does not fit into {width} bits");
            return self.fail(at, ErrorKind::IllSorted(message));
        }
        Ok(Some(self.terms.bits(width, &value)))
    }

    /// The rest of `(_ f i j)` for an operator of bit-vectors with this name; `None` if there is none.
    pub(crate) fn indexed_bit_op(&mut self, name: &str) -> Parsed<Option<Head>> {
        let Some(count) = BitOp::indices(name) else { return Ok(None) };
        let indices = (0..count).map(|_| self.numeral()).collect::<Parsed<Vec<u32>>>()?;
        self.close()?;
        Ok(BitOp::indexed(name, &indices).map(|op| Head::Op(Op::Bits(op))))
    }
}
