//! The vectors of states that some word leads to, breadth first.

use super::delay::Delay;
use super::stream::Event;
use super::{Constraints, Network, Output, Relation};
use crate::{Re, Regexes};
use base::{FxHashMap, FxHashSet, Idx, Limits, SliceSet, Stop};

/// The words that satisfy constraints, shortest first: one for each vector of states, and if values are related
/// in any way, one for each way in which they differ.
///
/// ```
/// use automata::network::{Constraints, Network, Relation, Search};
/// use automata::{Re, Regexes};
/// use base::{Budget, Limits};
/// let mut net = Network::default();
/// let upper = net.replace_all(Network::ROOT, &[0x61], &[0x41]);
/// let back = net.replace_all(upper, &[0x41], &[0x61]);
/// let constraints = Constraints { pairs: vec![(Network::ROOT, back, Relation::Different)], ..Constraints::default() };
/// let (mut regexes, budget) = (Regexes::new(), Budget::unlimited());
/// let mut search = Search::new(&net, constraints);
/// let word = search.next(&mut regexes, &Limits::none(&budget)).unwrap();
/// assert_eq!(word, Some(vec![0x41]));
/// ```
#[derive(Debug)]
pub struct Search<'n> {
    network: &'n Network,
    constraints: Constraints,
    used: Vec<u32>,
    alphabet: Vec<u32>,
    /// Encoded.
    delays: SliceSet<u32>,
    moves: FxHashMap<(Re, u32), Re>,
    /// Vectors: states, languages, delays.
    found: SliceSet<u32>,
    /// The vector and the letter that led to each.
    parents: Vec<(u32, u32)>,
    judged: usize,
    expanded: usize,
    /// The differences that words were found for.
    differences: FxHashSet<Vec<Delay>>,
    states: Vec<u32>,
    written: Vec<Vec<u32>>,
    /// A delay being encoded.
    letters: Vec<u32>,
}

impl<'n> Search<'n> {
    /// A search for words with the `constraints`.
    pub fn new(network: &'n Network, constraints: Constraints) -> Search<'n> {
        let members = constraints.members.iter().map(|m| m.0);
        let outputs: Vec<Output> =
            members.chain(constraints.pairs.iter().flat_map(|p| [p.0, p.1])).collect();
        Search {
            used: network.used(&outputs),
            alphabet: Vec::new(),
            delays: SliceSet::default(),
            moves: FxHashMap::default(),
            found: SliceSet::default(),
            parents: Vec::new(),
            judged: 0,
            expanded: 0,
            differences: FxHashSet::default(),
            states: vec![0; network.streams.len()],
            written: vec![Vec::new(); network.streams.len() + 1],
            letters: Vec::new(),
            network,
            constraints,
        }
    }

    /// The next word; `None` when there are no more. If there was none at all, the constraints cannot be met.
    ///
    /// # Errors
    /// When the limits are exceeded. The search can go on with new ones.
    pub fn next(
        &mut self,
        regexes: &mut Regexes,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        if self.found.is_empty() {
            self.start(regexes, limits)?;
        }
        loop {
            while self.judged < self.found.len() {
                let wanted = self.accepts(self.judged, regexes, limits)?;
                self.judged += 1;
                if wanted {
                    return Ok(Some(self.word(self.judged - 1)));
                }
            }
            if self.expanded == self.found.len() {
                return Ok(None);
            }
            let vector = self.found.get(base::id32(self.expanded)).to_vec();
            for i in 0..self.alphabet.len() {
                let letter = self.alphabet[i];
                if let Some(next) = self.read(&vector, Event::Letter(letter), regexes, limits)? {
                    self.add(&next, (base::id32(self.expanded), letter));
                }
            }
            self.expanded += 1;
        }
    }

    fn start(&mut self, regexes: &mut Regexes, limits: &Limits) -> Result<(), Stop> {
        self.alphabet = self.network.alphabet(&self.constraints, regexes, limits)?;
        let none = self.number(&Delay::none());
        let states = self.used.iter().map(|_| 0);
        let languages = self.constraints.members.iter().map(|m| base::id32(m.1.index()));
        let delays = self.constraints.pairs.iter().map(|_| none);
        let nothing: Vec<u32> = states.chain(languages).chain(delays).collect();
        if let Some(first) = self.read(&nothing, Event::Start, regexes, limits)? {
            self.add(&first, (0, 0));
        }
        Ok(())
    }

    fn number(&mut self, delay: &Delay) -> u32 {
        delay.write(&mut self.letters);
        self.delays.insert(&self.letters).0
    }

    fn delay(&self, number: u32) -> Delay {
        Delay::read(self.delays.get(number))
    }

    fn add(&mut self, vector: &[u32], from: (u32, u32)) {
        if self.found.insert(vector).1 {
            self.parents.push(from);
        }
    }

    /// The vector after an event, unless no continuation can meet the constraints.
    fn read(
        &mut self,
        vector: &[u32],
        event: Event,
        regexes: &mut Regexes,
        limits: &Limits,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let members = self.used.len()..self.used.len() + self.constraints.members.len();
        // What is demanded of the root needs no function.
        if self.ends_root(&vector[members.clone()], event, regexes, limits)? {
            return Ok(None);
        }
        limits.charge(1 + vector.len() as u64)?;
        for (&i, &state) in self.used.iter().zip(vector) {
            self.states[i as usize] = state;
        }
        self.network.step(&self.used, event, &mut self.states, &mut self.written, limits)?;
        let mut next: Vec<u32> = Vec::with_capacity(vector.len());
        next.extend(self.used.iter().map(|&i| self.states[i as usize]));
        for i in 0..self.constraints.members.len() {
            let (output, _, positive) = self.constraints.members[i];
            let mut re = Re::from_index(vector[members.start + i] as usize);
            for at in 0..self.written[output.index()].len() {
                re = self.derivative(re, self.written[output.index()][at], regexes, limits)?;
            }
            if is_lost(re, positive) {
                return Ok(None);
            }
            next.push(base::id32(re.index()));
        }
        for i in 0..self.constraints.pairs.len() {
            let (left, right, relation) = self.constraints.pairs[i];
            let (left, right) = (&self.written[left.index()], &self.written[right.index()]);
            let delay = self.delay(vector[next.len()]).after(left, right, relation);
            limits.charge(delay.size() as u64)?;
            if !delay.allows(relation) {
                return Ok(None);
            }
            next.push(self.number(&delay));
        }
        Ok(Some(next))
    }

    /// Whether the root cannot have the letter of the event next, of what is demanded of itself.
    fn ends_root(
        &mut self,
        languages: &[u32],
        event: Event,
        regexes: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let Event::Letter(c) = event else { return Ok(false) };
        for (i, &re) in languages.iter().enumerate() {
            let (output, _, positive) = self.constraints.members[i];
            if output == Network::ROOT {
                limits.charge(1)?;
                let next = self.derivative(Re::from_index(re as usize), c, regexes, limits)?;
                if is_lost(next, positive) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The words that may follow `c` in `re`.
    fn derivative(
        &mut self,
        re: Re,
        c: u32,
        regexes: &mut Regexes,
        limits: &Limits,
    ) -> Result<Re, Stop> {
        if let Some(&known) = self.moves.get(&(re, c)) {
            return Ok(known);
        }
        let moves = regexes.deterministic_moves(re, limits)?;
        limits.charge(1 + moves.len() as u64)?;
        let step = moves.map(|i| regexes.get_move(i)).find(|m| regexes.set(m.guard).contains(c));
        let target = step.map_or(Re::NONE, |m| m.target);
        self.moves.insert((re, c), target);
        Ok(target)
    }

    /// Whether the word that led to a vector meets the constraints, in a way that is wanted.
    fn accepts(
        &mut self,
        number: usize,
        regexes: &mut Regexes,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let vector = self.found.get(base::id32(number)).to_vec();
        let Some(last) = self.read(&vector, Event::End, regexes, limits)? else { return Ok(false) };
        let (languages, delays) = last[self.used.len()..].split_at(self.constraints.members.len());
        let member = |(m, &re): (&(Output, Re, bool), &u32)| {
            regexes.nullable(Re::from_index(re as usize)) == m.2
        };
        let delays: Vec<Delay> = delays.iter().map(|&g| self.delay(g)).collect();
        let mut pairs = self.constraints.pairs.iter().zip(&delays);
        if !self.constraints.members.iter().zip(languages).all(member)
            || !pairs.all(|(p, delay)| delay.satisfies(p.2))
        {
            return Ok(false);
        }
        let free = self.constraints.pairs.iter().zip(&delays).filter(|(p, _)| p.2 == Relation::Any);
        let differences: Vec<Delay> = free.map(|(_, delay)| delay.difference()).collect();
        Ok(differences.is_empty() || self.differences.insert(differences))
    }

    fn word(&self, mut number: usize) -> Vec<u32> {
        let mut word = Vec::new();
        while number != 0 {
            let (from, letter) = self.parents[number];
            word.push(letter);
            number = from as usize;
        }
        word.reverse();
        word
    }
}

/// Whether no word that begins as the one that led to `re` is in the language, or none is outside where that is demanded.
fn is_lost(re: Re, positive: bool) -> bool {
    re == if positive { Re::NONE } else { Re::ALL }
}
