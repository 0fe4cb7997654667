//! The languages met, numbered, so that branches share what is computed about them.
//!
//! Small automata are made minimal: then equal languages mostly have equal numbers, and, the inputs being
//! deterministic, the noodles of an equation do not overlap.

use automata::nfa::{Nfa, Noodles};
use automata::{LengthSet, Re, Regexes};
use base::Upper;
use base::{FxHashMap, Idx, IdxVec, IndexSet, Limits, Stop, affordable};
use std::rc::Rc;
use std::sync::Arc;

base::id! {
    /// A numbered language.
    pub(super) struct Lang;
}

/// Every word.
pub(super) const ALL: Lang = Lang(0);

/// A part of a noodle: a language, and the links of either side that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub lang: Lang,
    pub left: usize,
    pub right: usize,
}

/// The noodles of an equation between languages, enumerated as far as they were asked for.
struct Alignments {
    noodles: Noodles,
    count: Upper<u64>,
    known: Vec<Rc<[Part]>>,
    /// The numbers of segments by their address: noodles share them, and `noodles` keeps them alive.
    segments: FxHashMap<usize, Lang>,
}

/// What is known of a language, on demand.
#[derive(Default)]
struct Info {
    lengths: Option<Rc<LengthSet>>,
    word: Option<Option<Rc<[u32]>>>,
}

/// The number of a pair of sequences of languages.
pub(super) type Pair = usize;

/// The store.
pub(super) struct Languages {
    automata: IndexSet<Arc<Nfa>>,
    infos: IdxVec<Lang, Info>,
    concatenations: FxHashMap<Vec<Lang>, Lang>,
    products: FxHashMap<(Lang, Lang), Lang>,
    pairs: FxHashMap<(Vec<Lang>, Vec<Lang>), Pair>,
    alignments: Vec<Alignments>,
}

impl Languages {
    pub(super) fn new() -> Languages {
        let mut languages = Languages {
            automata: IndexSet::default(),
            infos: IdxVec::new(),
            concatenations: FxHashMap::default(),
            products: FxHashMap::default(),
            pairs: FxHashMap::default(),
            alignments: Vec::new(),
        };
        let all = languages.intern(Arc::new(Nfa::sigma_star()));
        debug_assert_eq!(all, ALL, "the language of all words has another number");
        languages
    }

    fn intern(&mut self, nfa: Arc<Nfa>) -> Lang {
        let (number, new) = self.automata.insert(nfa);
        if new {
            self.infos.push(Info::default());
        }
        debug_assert_eq!(
            self.infos.len(),
            self.automata.items().len(),
            "an automaton has no entry"
        );
        Lang(number)
    }

    /// The number of the language of `nfa`.
    fn add(&mut self, nfa: Nfa, limits: &Limits) -> Result<Lang, Stop> {
        let nfa = nfa.trim();
        if nfa.is_obviously_universal() {
            return Ok(ALL);
        }
        let tunables = &limits.tunables().words;
        if nfa.len() <= tunables.minimized_states {
            let small = limits.within(tunables.minimize_steps, |slice| nfa.minimize(slice));
            if let Some(small) = affordable(small)?.filter(|small| small.len() <= 2 * nfa.len()) {
                return Ok(self.intern(small.into()));
            }
        }
        let nfa = nfa.quotient_by_bisimulation(limits)?;
        Ok(self.intern(nfa.into()))
    }

    pub(super) fn of_regex(
        &mut self,
        re: Re,
        rs: &mut Regexes,
        limits: &Limits,
    ) -> Result<Lang, Stop> {
        if re == Re::ALL {
            return Ok(ALL);
        }
        let nfa = Nfa::from_regex(rs, re, limits)?;
        self.add(nfa, limits)
    }

    pub(super) fn of_word(&mut self, word: &[u32]) -> Lang {
        self.intern(Arc::new(Nfa::word(word)))
    }

    pub(super) fn nfa(&self, lang: Lang) -> &Arc<Nfa> {
        &self.automata.items()[lang.index()]
    }

    pub(super) fn is_empty(&self, lang: Lang) -> bool {
        self.nfa(lang).is_empty_language()
    }

    /// The only word, if there is just one.
    pub(super) fn single_word(&mut self, lang: Lang) -> Option<Rc<[u32]>> {
        if lang == ALL {
            return None;
        }
        if self.infos[lang].word.is_none() {
            let word: Option<Rc<[u32]>> = self.nfa(lang).single_word().map(Rc::from);
            debug_assert!(
                word.iter().all(|word| self.nfa(lang).accepts(word)),
                "the only word of a language is not in it"
            );
            self.infos[lang].word = Some(word);
        }
        self.infos[lang].word.clone().flatten()
    }

    pub(super) fn lengths(&mut self, lang: Lang, limits: &Limits) -> Result<Rc<LengthSet>, Stop> {
        if let Some(lengths) = &self.infos[lang].lengths {
            return Ok(lengths.clone());
        }
        let lengths = Rc::new(self.nfa(lang).lengths(limits)?);
        self.infos[lang].lengths = Some(lengths.clone());
        Ok(lengths)
    }

    pub(super) fn concat(&mut self, parts: &[Lang], limits: &Limits) -> Result<Lang, Stop> {
        if let [only] = parts {
            return Ok(*only);
        }
        if let Some(&known) = self.concatenations.get(parts) {
            return Ok(known);
        }
        limits.charge(parts.iter().map(|&p| self.nfa(p).len() as u64).sum())?;
        let all = Nfa::concat_all(parts.iter().map(|&p| &**self.nfa(p)));
        let lang = self.add(all, limits)?;
        self.concatenations.insert(parts.to_vec(), lang);
        Ok(lang)
    }

    pub(super) fn intersect(&mut self, a: Lang, b: Lang, limits: &Limits) -> Result<Lang, Stop> {
        match (a.min(b), a.max(b)) {
            (a, b) if a == b => Ok(a),
            (ALL, b) => Ok(b),
            key => {
                if let Some(&known) = self.products.get(&key) {
                    return Ok(known);
                }
                let both = self.nfa(key.0).product(self.nfa(key.1), limits)?;
                let lang = self.add(both, limits)?;
                self.products.insert(key, lang);
                Ok(lang)
            }
        }
    }

    /// The ways to align `left` with `right`, and how many there are.
    pub(super) fn align(
        &mut self,
        left: &[Lang],
        right: &[Lang],
        limits: &Limits,
    ) -> Result<(Pair, Upper<u64>), Stop> {
        let key = (left.to_vec(), right.to_vec());
        let pair = match self.pairs.get(&key) {
            Some(&pair) => pair,
            None => {
                let mut noodles = self.noodles(left, right, limits)?;
                let count = noodles.count(limits)?;
                let (known, segments) = (Vec::new(), FxHashMap::default());
                self.alignments.push(Alignments { noodles, count, known, segments });
                self.pairs.insert(key, self.alignments.len() - 1);
                self.alignments.len() - 1
            }
        };
        Ok((pair, self.alignments[pair].count))
    }

    /// Whether no word is both of `left` and of `right`.
    pub(super) fn are_disjoint(
        &self,
        left: &[Lang],
        right: &[Lang],
        limits: &Limits,
    ) -> Result<bool, Stop> {
        Ok(self.noodles(left, right, limits)?.is_empty())
    }

    fn noodles(&self, left: &[Lang], right: &[Lang], limits: &Limits) -> Result<Noodles, Stop> {
        let automata =
            |side: &[Lang]| side.iter().map(|&lang| self.nfa(lang).clone()).collect::<Vec<_>>();
        let (left, right) = (automata(left), automata(right));
        let left: Vec<&Nfa> = left.iter().map(|nfa| &**nfa).collect();
        let right: Vec<&Nfa> = right.iter().map(|nfa| &**nfa).collect();
        Noodles::new(&left, &right, limits)
    }

    /// The noodle number `at` of a pair; `None` if there are not so many.
    pub(super) fn noodle(
        &mut self,
        pair: Pair,
        at: usize,
        limits: &Limits,
    ) -> Result<Option<Rc<[Part]>>, Stop> {
        while self.alignments[pair].known.len() <= at {
            let Some(noodle) = self.alignments[pair].noodles.next(limits)? else { return Ok(None) };
            let mut parts = Vec::new();
            for segment in noodle {
                let address = Arc::as_ptr(&segment.nfa) as usize;
                let lang = match self.alignments[pair].segments.get(&address) {
                    Some(&lang) => lang,
                    None => self.add((*segment.nfa).clone(), limits)?,
                };
                debug_assert!(!self.is_empty(lang), "a part of a noodle has no word");
                self.alignments[pair].segments.insert(address, lang);
                parts.push(Part { lang, left: segment.left, right: segment.right });
            }
            debug_assert!(
                parts.is_sorted_by(|a, b| a.left <= b.left && a.right <= b.right),
                "the parts of a noodle are not in the order of the links"
            );
            let alignments = &mut self.alignments[pair];
            alignments.known.push(parts.into());
            debug_assert!(
                alignments.count.admits(alignments.known.len() as u64),
                "there are more noodles than were counted"
            );
        }
        Ok(Some(self.alignments[pair].known[at].clone()))
    }
}
