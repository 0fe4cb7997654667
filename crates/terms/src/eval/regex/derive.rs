//! Derivatives of regexes by characters.
//!
//! Problem: intersections, complements and differences have no set-wise image, and going through
//! the starts one by one is quadratic on long words. The derivative of `R` by `c`, the language of
//! all `w` with `cw` in `R`, turns any regex into a deterministic automaton whose states are
//! regexes (J. A. Brzozowski: "Derivatives of Regular Expressions", JACM 1964). There are finitely
//! many if unions and intersections are sets; S. Owens, J. Reppy and A. Turon ("Regular-expression
//! derivatives re-examined", JFP 2009) show that this is practical.
//!
//! What differs here: a union before a concatenation is distributed over it, as for the partial
//! derivatives of V. Antimirov (TCS 1996), so that without Boolean operators all states are unions
//! of one small set of regexes; the unions that arise when many starts are followed at once would
//! otherwise multiply. On demand intersections are distributed over unions as well (P. Caron,
//! J.-M. Champarnaud, L. Mignot: "Partial Derivatives of an Extended Regular Expression", LATA
//! 2011), which makes a nondeterministic automaton of an intersection that has no small
//! deterministic one. Characters that no class of the regex tells apart are one atom.

use super::class::Class;
use super::{Node, RegexId, Regexes};
use base::Lower;
use base::{FxHashMap, Limits, Stop};
use std::borrow::Cow;

/// Literals are cut into pieces of this length, so that their derivatives stay short.
const PIECE: usize = 8;

/// The most intersections that one is distributed to.
const MAX_PRODUCTS: usize = 1024;

/// Characters whose atom is looked up directly.
const DIRECT: usize = 256;

/// An arena for one regex and its derivatives.
pub struct Derivatives {
    regexes: Regexes,
    /// The least characters of all atoms but the first, in order.
    bounds: Vec<u32>,
    direct: Vec<u32>,
    known: FxHashMap<(RegexId, u32), RegexId>,
    /// Whether intersections are distributed over unions.
    split: bool,
    /// Work since the last charge.
    work: u64,
}

impl Derivatives {
    /// The arena of `r`, a regex of `regexes`, and the id that `r` has there. With `split`
    /// intersections are distributed over unions too.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn new(
        regexes: &Regexes,
        r: RegexId,
        split: bool,
        limits: &Limits,
    ) -> Result<(Derivatives, RegexId), Stop> {
        let mut new = Derivatives {
            regexes: Regexes::default(),
            bounds: Vec::new(),
            direct: Vec::new(),
            known: FxHashMap::default(),
            split,
            work: 0,
        };
        let mut image = FxHashMap::default();
        for r in regexes.post_order(r) {
            let copy = new.copy(regexes, r, &image, limits)?;
            image.insert(r, copy);
        }
        base::order::sort(&mut new.bounds);
        new.bounds.dedup();
        new.direct = (0..base::id32(DIRECT)).map(|c| new.search(c)).collect();
        Ok((new, image[&r]))
    }

    fn copy(
        &mut self,
        regexes: &Regexes,
        r: RegexId,
        image: &FxHashMap<RegexId, RegexId>,
        limits: &Limits,
    ) -> Result<RegexId, Stop> {
        let args: Vec<RegexId> = regexes.args(r).iter().map(|a| image[a]).collect();
        limits.charge(1 + args.len() as u64)?;
        Ok(match regexes.node(r) {
            Node::None => self.regexes.none(),
            Node::Eps => self.regexes.eps(),
            Node::All => self.regexes.all(),
            Node::Class(class) => {
                limits.charge(class.intervals().len() as u64)?;
                self.bounds.extend(class.intervals().iter().flat_map(|&(lo, hi)| [lo, hi + 1]));
                self.regexes.class(class.clone())
            }
            Node::Lit(w) => {
                limits.charge(w.len() as u64)?;
                self.bounds.extend(w.iter().flat_map(|&c| [c, c + 1]));
                let pieces: Vec<RegexId> =
                    w.chunks(PIECE).map(|piece| self.regexes.lit(piece.into())).collect();
                self.chain(&pieces)
            }
            Node::Concat(_) => {
                let first = self.regexes.eps();
                args.iter().rev().fold(first, |rest, &a| self.then(a, rest))
            }
            Node::Union(_) => self.or(&args),
            Node::Inter(_) => self.and(&args),
            Node::Diff(_) => {
                let mut all = vec![args[0]];
                all.extend(args[1..].iter().map(|&a| self.regexes.comp(a)));
                self.and(&all)
            }
            Node::Comp(_) => self.regexes.comp(args[0]),
            Node::Repeat(_, lo, hi) => self.regexes.repeat(args[0], *lo, *hi),
        })
    }

    /// How many atoms there are.
    pub fn atoms(&self) -> usize {
        self.bounds.len() + 1
    }

    /// The atom of `c`.
    #[inline]
    pub fn atom(&self, c: u32) -> u32 {
        match self.direct.get(c as usize) {
            Some(&atom) => atom,
            None => self.search(c),
        }
    }

    fn search(&self, c: u32) -> u32 {
        base::id32(self.bounds.partition_point(|&b| b <= c))
    }

    /// Whether the empty word is in `r`.
    pub fn nullable(&self, r: RegexId) -> bool {
        self.regexes.nullable(r)
    }

    /// No word of `r` is shorter.
    pub fn min_len(&self, r: RegexId) -> Lower {
        self.regexes.min_len(r)
    }

    /// The node of `r`.
    pub fn node(&self, r: RegexId) -> &Node {
        self.regexes.node(r)
    }

    /// The empty language.
    pub fn none(&mut self) -> RegexId {
        self.regexes.none()
    }

    /// The derivative of `r` by the characters of `atom`.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn by(&mut self, r: RegexId, atom: u32, limits: &Limits) -> Result<RegexId, Stop> {
        let mut stack = vec![r];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&(top, atom)) {
                stack.pop();
                continue;
            }
            let args = self.args_derived(top).to_vec();
            limits.charge(2 + args.len() as u64)?;
            let height = stack.len();
            stack.extend(args.iter().filter(|&&a| !self.known.contains_key(&(a, atom))));
            if stack.len() == height {
                let parts: Vec<RegexId> = args.iter().map(|&a| self.known[&(a, atom)]).collect();
                let derivative = self.combine(top, atom, &parts);
                self.charge(limits)?;
                self.known.insert((top, atom), derivative);
                stack.pop();
            }
        }
        Ok(self.known[&(r, atom)])
    }

    /// The arguments whose derivatives that of `r` is made of.
    fn args_derived(&self, r: RegexId) -> &[RegexId] {
        let args = self.regexes.args(r);
        match self.node(r) {
            Node::Concat(_) if !self.nullable(args[0]) => &args[..1],
            _ => args,
        }
    }

    /// The derivative of `r` from those of its arguments.
    fn combine(&mut self, r: RegexId, atom: u32, parts: &[RegexId]) -> RegexId {
        match *self.regexes.node(r) {
            Node::None | Node::Eps => self.regexes.none(),
            Node::All => r,
            Node::Class(ref class) => {
                let inside = self.meets(class, atom);
                if inside { self.regexes.eps() } else { self.regexes.none() }
            }
            Node::Lit(ref w) => {
                let (first, rest) = (w[0], w[1..].into());
                if self.search(first) == atom { self.regexes.lit(rest) } else { self.none() }
            }
            Node::Concat(ref rs) => {
                let rest = rs[1];
                let first = self.distribute(parts[0], rest);
                if parts.len() == 1 { first } else { self.or(&[first, parts[1]]) }
            }
            Node::Union(_) => self.or(parts),
            Node::Inter(_) => self.and(parts),
            Node::Comp(_) => self.regexes.comp(parts[0]),
            Node::Repeat(body, lo, hi) => {
                // Also right if `body` contains the empty word, since `lo` is 0 then.
                let rest = self.regexes.repeat(
                    body,
                    lo.saturating_sub(1),
                    hi.map(|hi| hi.saturating_sub(1)),
                );
                self.distribute(parts[0], rest)
            }
            Node::Diff(_) => unreachable!("copied as an intersection"),
        }
    }

    /// Whether `class`, a union of atoms, includes `atom`.
    fn meets(&self, class: &Class, atom: u32) -> bool {
        let least = (atom as usize).checked_sub(1).map_or(0, |i| self.bounds[i]);
        class.contains(least)
    }

    /// Charges for the regexes made since the last time.
    fn charge(&mut self, limits: &Limits) -> Result<(), Stop> {
        limits.charge(std::mem::take(&mut self.work))
    }

    fn chain(&mut self, rs: &[RegexId]) -> RegexId {
        let last = self.regexes.eps();
        rs.iter().rev().fold(last, |rest, &r| self.regexes.concat(&[r, rest]))
    }

    /// `a b`, nested to the right, which makes equal what differs in brackets only.
    fn then(&mut self, mut a: RegexId, b: RegexId) -> RegexId {
        let mut firsts = Vec::new();
        while let Node::Concat(rs) = self.regexes.node(a) {
            firsts.push(rs[0]);
            a = rs[1];
        }
        firsts.push(a);
        self.work += firsts.len() as u64;
        firsts.iter().rev().fold(b, |rest, &first| {
            let absorbed = *self.node(first) == Node::All && self.starts_with_all(rest);
            if absorbed { rest } else { self.regexes.concat(&[first, rest]) }
        })
    }

    fn starts_with_all(&self, r: RegexId) -> bool {
        match self.node(r) {
            Node::Concat(rs) => *self.node(rs[0]) == Node::All,
            node => *node == Node::All,
        }
    }

    /// `a b`, as a union if `a` is one.
    fn distribute(&mut self, a: RegexId, b: RegexId) -> RegexId {
        match self.regexes.node(a) {
            Node::Union(rs) => {
                let parts: Vec<RegexId> = rs.clone().iter().map(|&r| self.then(r, b)).collect();
                self.or(&parts)
            }
            _ => self.then(a, b),
        }
    }

    /// The union of two regexes.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn union(&mut self, a: RegexId, b: RegexId, limits: &Limits) -> Result<RegexId, Stop> {
        let both = self.or(&[a, b]);
        self.charge(limits)?;
        Ok(both)
    }

    /// The union of `rs`, free of nested unions.
    fn or(&mut self, rs: &[RegexId]) -> RegexId {
        let mut flat = Vec::with_capacity(rs.len());
        for &r in rs {
            match self.node(r) {
                Node::Union(inner) => flat.extend_from_slice(inner),
                _ => flat.push(r),
            }
        }
        let nullable = |r: &RegexId| self.nullable(*r) && *self.node(*r) != Node::Eps;
        if flat.iter().any(nullable) {
            flat.retain(|&r| *self.regexes.node(r) != Node::Eps);
        }
        self.work += flat.len() as u64;
        self.regexes.union(&flat)
    }

    /// The intersection of `rs`.
    fn and(&mut self, rs: &[RegexId]) -> RegexId {
        let mut sizes = rs.iter().map(|&r| self.alternatives(r).len());
        let products = sizes.try_fold(1, usize::checked_mul);
        if !self.split || !products.is_some_and(|n| (2..=MAX_PRODUCTS).contains(&n)) {
            return self.and_flat(rs);
        }
        let mut choices = vec![Vec::new()];
        for &r in rs {
            let options = self.alternatives(r).to_vec();
            let with = |choice: &Vec<RegexId>, option: RegexId| {
                choice.iter().copied().chain([option]).collect()
            };
            choices = choices.iter().flat_map(|c| options.iter().map(|&o| with(c, o))).collect();
        }
        let parts: Vec<RegexId> = choices.iter().map(|choice| self.and_flat(choice)).collect();
        self.or(&parts)
    }

    /// The regexes whose union `r` is.
    pub fn alternatives<'r>(&'r self, r: RegexId) -> Cow<'r, [RegexId]> {
        match self.node(r) {
            Node::Union(rs) => Cow::Borrowed(rs),
            _ => Cow::Owned(vec![r]),
        }
    }

    /// The intersection of `rs`, free of nested intersections.
    fn and_flat(&mut self, rs: &[RegexId]) -> RegexId {
        let mut flat = Vec::with_capacity(rs.len());
        for &r in rs {
            match self.node(r) {
                Node::Inter(inner) => flat.extend_from_slice(inner),
                _ => flat.push(r),
            }
        }
        self.work += flat.len() as u64;
        if flat.iter().any(|&r| *self.node(r) == Node::Eps) {
            let empty_word = flat.iter().all(|&r| self.nullable(r));
            return if empty_word { self.regexes.eps() } else { self.regexes.none() };
        }
        self.regexes.inter(&flat)
    }
}
