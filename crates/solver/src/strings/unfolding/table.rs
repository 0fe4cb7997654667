//! What a membership of a string of known length says of the slices of the string.
//!
//! For each subterm of the regex, arguments first, a table says under which condition the slice from `i` to `j` is in its language
//! (Cocke, Younger, Kasami: the same tables for grammars and constants). Languages without unknowns remain memberships of slices,
//! and so do declared ones, which thereby are asked about single words.

use crate::strings::languages::Languages;
use automata::Re;
use base::{FxHashMap, Limits, Stop};
use terms::{Op, Term, Terms};

/// Under which condition each slice is in the language of one subterm.
#[derive(Clone, Debug)]
struct Table {
    /// The length of the string, plus one.
    width: usize,
    /// For `i <= j`, at `i * width + j`.
    cells: Vec<Term>,
}

impl Table {
    fn at(&self, i: usize, j: usize) -> Term {
        debug_assert!(i <= j && j < self.width, "a slice outside of the string");
        self.cells[i * self.width + j]
    }
}

/// Makes the tables for one string.
pub(super) struct Unfolding<'a> {
    pub terms: &'a mut Terms,
    pub languages: &'a mut Languages,
    pub limits: &'a Limits<'a>,
    /// The string.
    pub whole: Term,
    /// How many characters it is taken to have.
    pub length: usize,
}

impl Unfolding<'_> {
    /// A formula that says whether the string is in the language `root`, if it has the length.
    /// `None` where an operator has no meaning by slices.
    ///
    /// # Errors
    /// When the limits are reached.
    pub fn of(&mut self, root: Term) -> Result<Option<Term>, Stop> {
        let mut tables: FxHashMap<Term, Table> = FxHashMap::default();
        for r in self.terms.post_order(&[root]) {
            if self.terms.sort(r) != terms::Sort::RegLan {
                continue;
            }
            let table = match self.languages.language_within(self.terms, r, self.limits)? {
                Some(re) => self.known(r, re)?,
                None => {
                    let Some(table) = self.compose(r, &tables)? else { return Ok(None) };
                    table
                }
            };
            tables.insert(r, table);
        }
        Ok(Some(tables[&root].at(0, self.length)))
    }

    /// The characters from `i` to `j`.
    pub fn slice(&mut self, i: usize, j: usize) -> Term {
        debug_assert!(i <= j && j <= self.length, "a slice outside of the string");
        match (i, j) {
            _ if i == j => self.terms.string(&[]),
            (0, j) if j == self.length => self.whole,
            _ => {
                let (from, count) = (self.terms.int(i as u64), self.terms.int((j - i) as u64));
                self.terms.mk(Op::StrSubstr, &[self.whole, from, count])
            }
        }
    }

    /// Whether the character at `i` is in the range between two strings, which has characters if both are of one.
    fn between(&mut self, i: usize, ends: &[Term]) -> Term {
        let one = self.slice(i, i + 1);
        let [lo, code, hi] = [ends[0], one, ends[1]].map(|s| self.terms.mk(Op::StrToCode, &[s]));
        let none = self.terms.int(-1);
        let (low, high) = (self.terms.lt(none, lo), self.terms.lt(none, hi));
        let (above, below) = (self.terms.le(lo, code), self.terms.le(code, hi));
        self.all(&[low, high, above, below])
    }

    /// A table, slice by slice, the short ones first.
    fn table(
        &mut self,
        mut cell: impl FnMut(&mut Self, &Table, usize, usize) -> Result<Term, Stop>,
    ) -> Result<Table, Stop> {
        let width = self.length + 1;
        let mut table = Table { width, cells: vec![self.terms.ff(); width * width] };
        for size in 0..width {
            for i in 0..width - size {
                self.limits.charge(1)?;
                table.cells[i * width + i + size] = cell(self, &table, i, i + size)?;
            }
        }
        Ok(table)
    }

    /// The table of a language without unknowns.
    fn known(&mut self, r: Term, re: Re) -> Result<Table, Stop> {
        self.table(|this, _, i, j| {
            let info = this.languages.regexes.info(re);
            Ok(match j - i {
                0 => this.terms.bool(info.nullable),
                size if !info.admits(size as u64) => this.terms.ff(),
                _ if re == Re::ALL => this.terms.tt(),
                _ => {
                    let slice = this.slice(i, j);
                    this.terms.in_re(slice, r)
                }
            })
        })
    }

    /// The table of `r` from those of its arguments.
    fn compose(&mut self, r: Term, tables: &FxHashMap<Term, Table>) -> Result<Option<Table>, Stop> {
        let args = self.terms.args(r).to_vec();
        let of = |k: usize| &tables[&args[k]];
        let (lo, hi) = match self.terms.op(r) {
            Op::Apply(_) => {
                return self
                    .table(|this, _, i, j| {
                        let slice = this.slice(i, j);
                        Ok(this.terms.in_re(slice, r))
                    })
                    .map(Some);
            }
            // The language of one word, which is not known.
            Op::StrToRe => {
                let cell = |this: &mut Self, _: &Table, i, j| {
                    let slice = this.slice(i, j);
                    Ok(this.terms.eq(slice, args[0]))
                };
                return self.table(cell).map(Some);
            }
            // The characters between two that are not known.
            Op::ReRange => {
                let cell = |this: &mut Self, _: &Table, i, j| match j - i {
                    1 => Ok(this.between(i, &args)),
                    _ => Ok(this.terms.ff()),
                };
                return self.table(cell).map(Some);
            }
            Op::Ite => {
                let cell = |this: &mut Self, _: &Table, i, j| {
                    Ok(this.terms.ite(args[0], of(1).at(i, j), of(2).at(i, j)))
                };
                return self.table(cell).map(Some);
            }
            Op::ReUnion => return self.pointwise(&args, tables, false).map(Some),
            Op::ReInter => return self.pointwise(&args, tables, true).map(Some),
            Op::ReComp => {
                let cell = |this: &mut Self, _: &Table, i, j| Ok(this.terms.not(of(0).at(i, j)));
                return self.table(cell).map(Some);
            }
            Op::ReDiff => {
                let cell = |this: &mut Self, _: &Table, i, j| {
                    let mut all = vec![of(0).at(i, j)];
                    all.extend((1..args.len()).map(|k| of(k).at(i, j)).map(|t| this.terms.not(t)));
                    Ok(this.all(&all))
                };
                return self.table(cell).map(Some);
            }
            Op::ReConcat => {
                let mut table = of(0).clone();
                for k in 1..args.len() {
                    table = self.product(&table, of(k))?;
                }
                return Ok(Some(table));
            }
            Op::ReStar => (0, None),
            Op::RePlus => (1, None),
            Op::ReOpt => (0, Some(1)),
            Op::RePower(n) => (n, Some(n)),
            Op::ReLoop(lo, hi) => (lo, Some(hi)),
            _ => return Ok(None),
        };
        self.iterated(of(0), lo, hi).map(Some)
    }

    fn pointwise(
        &mut self,
        args: &[Term],
        tables: &FxHashMap<Term, Table>,
        is_conjunction: bool,
    ) -> Result<Table, Stop> {
        self.table(|this, _, i, j| {
            let cells: Vec<Term> = args.iter().map(|a| tables[a].at(i, j)).collect();
            Ok(if is_conjunction { this.all(&cells) } else { this.any(&cells) })
        })
    }

    /// Slices that are a word of the one followed by a word of the other.
    fn product(&mut self, a: &Table, b: &Table) -> Result<Table, Stop> {
        self.table(|this, _, i, j| {
            let cuts: Vec<Term> = (i..=j).map(|k| this.all(&[a.at(i, k), b.at(k, j)])).collect();
            this.limits.charge(cuts.len() as u64)?;
            Ok(this.any(&cuts))
        })
    }

    /// From `lo` to `hi` words. If more are needed than there are characters, the empty one is among them.
    fn iterated(&mut self, body: &Table, lo: u32, hi: Option<u32>) -> Result<Table, Stop> {
        if hi.is_some_and(|hi| hi < lo) {
            return self.table(|this, _, _, _| Ok(this.terms.ff()));
        }
        let most = base::id32(self.length);
        let mut needed = self.power(body, lo.min(most))?;
        if lo > most {
            needed = self.table(|this, _, i, j| Ok(this.all(&[needed.at(i, j), body.at(i, i)])))?;
        }
        let more = match hi {
            Some(hi) if hi - lo < most => {
                let optional = self.table(|this, _, i, j| match i == j {
                    true => Ok(this.terms.tt()),
                    false => Ok(body.at(i, j)),
                })?;
                self.power(&optional, hi - lo)?
            }
            _ => self.closure(body)?,
        };
        self.product(&needed, &more)
    }

    /// So many words.
    fn power(&mut self, body: &Table, exponent: u32) -> Result<Table, Stop> {
        let mut power = self.table(|this, _, i, j| Ok(this.terms.bool(i == j)))?;
        for _ in 0..exponent {
            power = self.product(body, &power)?;
        }
        Ok(power)
    }

    /// Any number of words, none of them empty.
    fn closure(&mut self, body: &Table) -> Result<Table, Stop> {
        self.table(|this, shorter, i, j| {
            if i == j {
                return Ok(this.terms.tt());
            }
            let cuts: Vec<Term> =
                (i + 1..=j).map(|k| this.all(&[body.at(i, k), shorter.at(k, j)])).collect();
            this.limits.charge(cuts.len() as u64)?;
            Ok(this.any(&cuts))
        })
    }

    fn all(&mut self, conjuncts: &[Term]) -> Term {
        self.folded(conjuncts, Op::True, Op::False, Terms::and)
    }

    fn any(&mut self, disjuncts: &[Term]) -> Term {
        self.folded(disjuncts, Op::False, Op::True, Terms::or)
    }

    /// `ts` joined, where `unit` says nothing and `zero` all.
    fn folded(
        &mut self,
        ts: &[Term],
        unit: Op,
        zero: Op,
        join: fn(&mut Terms, &[Term]) -> Term,
    ) -> Term {
        if ts.iter().any(|&t| self.terms.op(t) == zero) {
            return self.terms.mk(zero, &[]);
        }
        let mut kept: Vec<Term> =
            ts.iter().copied().filter(|&t| self.terms.op(t) != unit).collect();
        base::order::sort(&mut kept);
        kept.dedup();
        join(self.terms, &kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Budget, SplitMix64};
    use terms::Sort;
    use terms::eval::Evaluator;
    use terms::model::Model;
    use terms::value::Value;

    /// The regexes from `pool` on are made of earlier ones.
    fn grow(terms: &mut Terms, pool: &mut Vec<Term>, random: &mut SplitMix64) {
        let pick = |random: &mut SplitMix64| pool[random.below(pool.len())];
        let (a, b) = (pick(random), pick(random));
        let (lo, hi) = (base::id32(random.below(4)), base::id32(random.below(5)));
        let grown = match random.below(10) {
            0 => terms.mk(Op::ReUnion, &[a, b]),
            1 => terms.mk(Op::ReInter, &[a, b]),
            2 => terms.mk(Op::ReDiff, &[a, b]),
            3 => terms.mk(Op::ReComp, &[a]),
            4 => terms.mk(Op::ReStar, &[a]),
            5 => terms.mk(Op::RePlus, &[a]),
            6 => terms.mk(Op::ReOpt, &[a]),
            7 => terms.mk(Op::RePower(lo), &[a]),
            8 => terms.mk(Op::ReLoop(lo, hi), &[a]),
            _ => terms.mk(Op::ReConcat, &[a, b]),
        };
        pool.push(grown);
    }

    #[test]
    fn a_word_is_in_a_language_if_the_combination_of_its_slices_says_so() {
        let mut random = SplitMix64::new(29);
        let budget = Budget::unlimited();
        let mut members = 0;
        for _ in 0..2_000 {
            let mut terms = Terms::new();
            let letters: Vec<Term> = ["", "a", "b", "ab"]
                .map(|text| terms.text(text))
                .map(|word| terms.mk(Op::StrToRe, &[word]))
                .to_vec();
            let mut model = Model::new();
            let mut pool = letters.clone();
            for name in ["L", "M"] {
                let declared = terms.declare(name, &[], Sort::RegLan);
                pool.push(terms.constant(declared));
                let value = letters[random.below(4)];
                model.set(declared, Value::Re(value));
            }
            let unknown = ["u", "v"].map(|name| {
                let declared = terms.declare(name, &[], Sort::String);
                let word = ["", "a", "b", "ab"][random.below(4)];
                model.set(declared, Value::text(word));
                terms.constant(declared)
            });
            pool.push(terms.mk(Op::StrToRe, &unknown[..1]));
            pool.push(terms.mk(Op::ReRange, &unknown));
            (0..4).for_each(|_| grow(&mut terms, &mut pool, &mut random));
            let regex = pool[pool.len() - 1];
            let length = random.below(5);
            let word: Vec<u32> = (0..length).map(|_| 97 + base::id32(random.below(2))).collect();
            let whole = terms.string(&word);
            let (mut languages, limits) = (Languages::default(), Limits::none(&budget));
            let (languages, limits) = (&mut languages, &limits);
            let mut unfolding = Unfolding { terms: &mut terms, languages, limits, whole, length };
            let meaning = unfolding.of(regex).unwrap().unwrap();
            let member = terms.in_re(whole, regex);
            let mut evaluator = Evaluator::new(&terms, &model, &budget);
            let is_member = evaluator.holds(member).unwrap();
            assert_eq!(evaluator.holds(meaning).unwrap(), is_member, "{word:?} in {regex:?}");
            members += usize::from(is_member);
        }
        assert!((200..1_800).contains(&members), "{members} of 2,000 are members");
    }
}
