//! A propagator that knows a formula the solver does not, and reveals it in every legal way at
//! random: lazily explained propagations, on time or late; clauses in any status; split groups;
//! definitions with new variables; decisions and hints. It checks the solver's side of the
//! contract as it goes.

use super::lit;
use choices::Choices;
use sat::{Context, FinalCheck, Lit, Propagator, Reason, Value, Var, View};

/// How it behaves, in percent.
#[derive(Clone, Copy, Debug)]
pub struct Mood {
    /// Look at a given clause during a given propagation.
    pub look: usize,
    /// Reveal by a clause rather than a lazy propagation.
    pub clause: usize,
    /// Add a clause that has nothing to say yet.
    pub idle_clause: usize,
    /// A revealed clause is redundant.
    pub redundant: usize,
    /// Reveal a split group before it is violated.
    pub early_split: usize,
    /// Define a new variable in the final check.
    pub define: usize,
    /// Have a wish what to decide.
    pub decide: usize,
    /// Give a hint.
    pub hint: usize,
    /// Give up in the final check.
    pub give_up: usize,
}

impl Mood {
    pub fn random(rng: &mut Choices) -> Mood {
        let mut any = |max: usize| rng.below(max + 1);
        Mood {
            look: 20 + any(80),
            clause: any(100),
            idle_clause: any(5),
            redundant: any(100),
            early_split: any(20),
            define: any(50),
            decide: any(30),
            hint: any(20),
            give_up: 0,
        }
    }

    /// Keeps nearly everything to itself, so that the search lives on lazy propagations.
    pub fn secretive(rng: &mut Choices) -> Mood {
        let look = 5 + rng.below(60);
        let clause = rng.below(10);
        Mood { look, clause, idle_clause: 0, early_split: 1, ..Mood::random(rng) }
    }
}

pub struct Hidden {
    pub clauses: Vec<Vec<Lit>>,
    pub groups: Vec<Vec<Lit>>,
    pub mood: Mood,
    rng: Choices,
    /// What was announced, and where levels begin.
    trail: Vec<Lit>,
    levels: Vec<(usize, usize)>,
    values: Vec<Value>,
    observed: Vec<bool>,
    /// Clauses behind the reasons given out and not yet forgotten.
    reasons: Vec<usize>,
    /// How many variables it may still define.
    definitions: usize,
}

impl Hidden {
    pub fn new(clauses: Vec<Vec<Lit>>, groups: Vec<Vec<Lit>>, mood: Mood, rng: Choices) -> Hidden {
        Hidden {
            clauses,
            groups,
            mood,
            rng,
            trail: Vec::new(),
            levels: Vec::new(),
            values: Vec::new(),
            observed: Vec::new(),
            reasons: Vec::new(),
            definitions: 3,
        }
    }

    /// Between two calls of `solve` nothing but level 0 may be left.
    pub fn assert_at_rest(&self) {
        assert!(self.levels.is_empty());
    }

    /// Forgets variables from number `vars` on, and clauses and groups beyond the given counts.
    pub fn truncate(&mut self, vars: usize, clauses: usize, groups: usize) {
        self.assert_at_rest();
        assert!(self.trail.iter().all(|l| (l.var().0 as usize) < vars));
        self.observed.truncate(vars);
        self.clauses.truncate(clauses);
        self.groups.truncate(groups);
    }

    fn value(&self, lit: Lit) -> Value {
        let value = self.values.get(lit.var().0 as usize).copied().unwrap_or_default();
        if lit.is_positive() { value } else { !value }
    }

    fn set(&mut self, lit: Lit, value: Value) {
        let i = lit.var().0 as usize;
        if self.values.len() <= i {
            self.values.resize(i + 1, Value::Unassigned);
        }
        self.values[i] = if lit.is_positive() { value } else { !value };
    }

    fn is_observed(&self, var: Var) -> bool {
        self.observed.get(var.0 as usize).copied().unwrap_or(false)
    }

    fn observe(&mut self, cx: &mut Context<'_>, var: Var) {
        let i = var.0 as usize;
        if self.observed.len() <= i {
            self.observed.resize(i + 1, false);
        }
        if !std::mem::replace(&mut self.observed[i], true) {
            cx.observe(var);
        }
    }

    /// The announcements must agree with the assignment.
    fn check_announcements(&self, cx: &Context<'_>) {
        assert_eq!(self.levels.len() as u32, cx.level());
        for (i, _) in self.observed.iter().enumerate().filter(|(_, o)| **o) {
            let lit = Lit::new(Var(i as u32), true);
            assert_eq!(self.value(lit), cx.value(lit), "{lit} at level {}", cx.level());
        }
    }

    fn reveal(&mut self, cx: &mut Context<'_>, index: usize) {
        let mut clause = self.clauses[index].clone();
        let open: Vec<Lit> =
            clause.iter().copied().filter(|&l| cx.value(l) != Value::False).collect();
        let single = open.windows(2).all(|w| w[0] == w[1]);
        let idle = !single || open.iter().any(|&l| cx.value(l) == Value::True);
        if idle {
            if self.rng.chance(self.mood.idle_clause) {
                cx.add_clause(&clause, self.rng.chance(self.mood.redundant));
            }
        } else if clause.is_empty() || self.rng.chance(self.mood.clause) {
            let i = self.rng.below(clause.len().max(1));
            if !clause.is_empty() {
                clause.swap(0, i);
            }
            cx.add_clause(&clause, self.rng.chance(self.mood.redundant));
        } else {
            let lit = open.first().copied().unwrap_or(clause[self.rng.below(clause.len())]);
            self.reasons.push(index);
            let ok = cx.propagate(lit, Reason(self.reasons.len() as u32 - 1));
            assert_eq!(ok, !open.is_empty());
        }
    }

    fn hint(&mut self, cx: &mut Context<'_>) {
        let lit = lit(&mut self.rng, cx.view().num_vars());
        match self.rng.below(3) {
            0 => cx.set_phase(lit),
            1 => cx.bump(lit.var(), 1.5),
            _ => cx.prefer(lit, self.rng.below(5) as f64 / 4.0 - 0.5),
        }
    }

    /// Defines a new variable as the conjunction of two literals.
    fn define(&mut self, cx: &mut Context<'_>) {
        self.definitions -= 1;
        let vars = cx.view().num_vars();
        let (a, b) = (lit(&mut self.rng, vars), lit(&mut self.rng, vars));
        let observed = self.rng.chance(50);
        let var = cx.new_var(observed);
        if observed {
            self.observed.resize(self.observed.len().max(var.0 as usize + 1), false);
            self.observed[var.0 as usize] = true;
        }
        let c = var.positive();
        for clause in [vec![!c, a], vec![!c, b], vec![c, !a, !b]] {
            cx.add_clause(&clause, false);
        }
    }
}

impl Propagator for Hidden {
    fn assigned(&mut self, lits: &[Lit]) {
        for &lit in lits {
            assert!(self.is_observed(lit.var()), "{lit} is not observed");
            assert_eq!(self.value(lit), Value::Unassigned, "{lit} is announced twice");
            self.set(lit, Value::True);
            self.trail.push(lit);
        }
    }

    fn new_level(&mut self) {
        self.levels.push((self.trail.len(), self.reasons.len()));
    }

    fn backtrack(&mut self, levels: u32) {
        assert!(levels > 0);
        let keep = self.levels.len() - levels as usize;
        let (trail, reasons) = self.levels[keep];
        self.levels.truncate(keep);
        self.reasons.truncate(reasons);
        for lit in self.trail.split_off(trail) {
            self.set(lit, Value::Unassigned);
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>) {
        self.check_announcements(cx);
        for i in 0..self.clauses.len() {
            if self.rng.chance(self.mood.look) {
                for j in 0..self.clauses[i].len() {
                    self.observe(cx, self.clauses[i][j].var());
                }
                self.reveal(cx, i);
            }
        }
        for i in 0..self.groups.len() {
            if self.rng.chance(self.mood.early_split) {
                cx.split(&self.groups[i]);
            }
        }
        if self.rng.chance(self.mood.hint) {
            self.hint(cx);
        }
    }

    fn final_check(&mut self, cx: &mut Context<'_>) -> FinalCheck {
        self.check_announcements(cx);
        if self.rng.chance(self.mood.give_up) {
            return FinalCheck::GiveUp;
        }
        let mut progress = false;
        for i in 0..self.clauses.len() {
            if self.clauses[i].iter().all(|&l| cx.value(l) == Value::False) {
                self.reveal(cx, i);
                progress = true;
            }
        }
        for group in &self.groups {
            let mut members: Vec<Lit> =
                group.iter().copied().filter(|&l| cx.value(l) == Value::True).collect();
            members.sort_unstable();
            members.dedup();
            if members.len() > 1 {
                cx.split(group);
                progress = true;
            }
        }
        if self.definitions > 0 && self.rng.chance(self.mood.define) {
            self.define(cx);
            progress = true;
        }
        if progress { FinalCheck::Progress } else { FinalCheck::Consistent }
    }

    fn explain(&mut self, lit: Lit, reason: Reason, out: &mut Vec<Lit>) {
        let clause = &self.clauses[self.reasons[reason.0 as usize]];
        assert!(clause.contains(&lit));
        out.extend(clause.iter().filter(|&&l| l != lit).map(|&l| !l));
    }

    fn decide(&mut self, view: View<'_>) -> Option<Lit> {
        let wish = self.rng.chance(self.mood.decide);
        wish.then(|| lit(&mut self.rng, view.num_vars()))
    }
}
