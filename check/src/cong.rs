//! The rule `cong`: congruence closure, with normal forms, of what the negated literals say.
//!
//! The form of a class is the normal form of its lowest term over the forms of the classes of its arguments, which have lower terms.
//! Classes of equal form are one.

use crate::clause::Lit;
use crate::error::Refusal;
use crate::hash::Map;
use crate::norm::Norm;
use crate::term::{Op, Sort, Term};

/// At most so many concatenations of a class are compared.
const MOST_COMPARED: usize = 30;

/// A term.
struct Node {
    term: Term,
    args: Vec<usize>,
    /// How deep it is; values and ground languages are lowest.
    height: usize,
    parent: usize,
    /// What its arguments were when its form was made, and that.
    made_of: Option<Vec<Term>>,
    own: Term,
    /// The form of its class, if it represents that, and that of the first concatenation in it.
    form: Term,
    joined: Option<Term>,
}

/// Terms by numbers, lower ones first.
struct Classes<'a, 'b> {
    n: &'a mut Norm<'b>,
    nodes: Vec<Node>,
    numbers: Map<Term, usize>,
    /// Whether something was merged since the round began.
    news: bool,
    /// Whether two values were merged.
    clash: bool,
}

impl<'a, 'b> Classes<'a, 'b> {
    /// The terms in a clause, each in a class of its own.
    fn new(n: &'a mut Norm<'b>, roots: &[Term]) -> Classes<'a, 'b> {
        let mut heights: Map<Term, usize> = Map::default();
        let mut order = n.store.post_order(roots);
        for &t in &order {
            let below = n.store.args(t).iter().map(|a| heights[a] + 1).max();
            heights.insert(t, if n.is_constant(t) { 0 } else { below.unwrap_or(1) });
        }
        order.sort_by_key(|t| heights[t]);
        let numbers = order.iter().enumerate().map(|(i, &t)| (t, i)).collect();
        let nodes = Vec::with_capacity(order.len());
        let mut classes = Classes { n, nodes, numbers, news: true, clash: false };
        for t in order {
            let args = classes.n.store.args(t).iter().map(|a| classes.numbers[a]).collect();
            classes.enter(t, args, heights[&t]);
        }
        classes
    }

    fn enter(&mut self, t: Term, args: Vec<usize>, height: usize) -> usize {
        let parent = self.nodes.len();
        let (made_of, joined) = (None, None);
        self.nodes.push(Node { term: t, args, height, parent, made_of, own: t, form: t, joined });
        parent
    }

    fn find(&self, mut i: usize) -> usize {
        while self.nodes[i].parent != i {
            i = self.nodes[i].parent;
        }
        i
    }

    /// Merges two classes; the lowest term represents both.
    fn merge(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.clash |= [a, b].into_iter().all(|i| self.n.store.is_value(self.nodes[i].term));
            self.news = true;
            let is_lower = self.nodes[a].height < self.nodes[b].height;
            let (child, root) = if is_lower { (b, a) } else { (a, b) };
            self.nodes[child].parent = root;
        }
    }

    /// The normal form of a term over the forms of the classes of its arguments; the length of a class with a concatenation is that of
    /// the concatenation.
    fn formed(&mut self, i: usize) -> Result<Term, Refusal> {
        let op = self.n.store.op(self.nodes[i].term);
        let is_length = matches!(op, Op::Len);
        let form = |&a: &usize| {
            let root = &self.nodes[self.find(a)];
            root.joined.filter(|_| is_length).unwrap_or(root.form)
        };
        let node = &self.nodes[i];
        if let Some(args) = &node.made_of
            && node.args.iter().map(form).eq(args.iter().copied())
        {
            return Ok(node.own);
        }
        let args: Vec<Term> = node.args.iter().map(form).collect();
        let (t, op) = (node.term, op.clone());
        let own = if args.is_empty() { self.n.normal(t)? } else { self.n.make(op, &args)? };
        (self.nodes[i].made_of, self.nodes[i].own) = (Some(args), own);
        Ok(own)
    }

    /// Compares the form of a term with values and with those of others.
    fn look(&mut self, i: usize, known: &mut Map<Term, usize>) -> Result<(), Refusal> {
        let (form, root) = (self.formed(i)?, self.find(i));
        let op = self.n.store.op(self.nodes[i].term);
        if matches!(op, Op::Concat) && self.nodes[root].joined.is_none() {
            self.nodes[root].joined = Some(form);
            self.news = true;
        }
        if root == i {
            self.nodes[i].form = form;
        }
        if self.n.is_constant(form) {
            let constant = match self.numbers.get(&form) {
                Some(&constant) => constant,
                None => self.enter(form, Vec::new(), 0),
            };
            self.numbers.insert(form, constant);
            self.merge(i, constant);
        }
        let other = *known.entry(form).or_insert(i);
        self.merge(i, other);
        if *self.n.store.sort(form) == Sort::Bool {
            let opposite = self.n.store.not(form);
            known.get(&opposite).into_iter().for_each(|&other| self.oppose(i, other));
        }
        let node = &self.nodes[i];
        match (self.n.store.op(node.term), &node.args[..]) {
            (Op::Eq, &[a, b]) if self.value(i) == Some(true) => self.merge(a, b),
            (Op::Not, &[a]) => self.oppose(i, a),
            _ => {}
        }
        Ok(())
    }

    /// The truth value of a class.
    fn value(&self, i: usize) -> Option<bool> {
        self.n.store.bool_value(self.nodes[self.find(i)].term)
    }

    /// Where one of two classes has a truth value, the other one has the opposite.
    fn oppose(&mut self, i: usize, j: usize) {
        for (a, b) in [(i, j), (j, i)] {
            self.value(a).into_iter().for_each(|value| self.merge(b, usize::from(value)));
        }
    }

    /// The negation of what equals a negation is what that negates.
    fn look_at_negations(&mut self, negations: &[usize]) {
        let inner = |c: &Self, i: usize| c.nodes[i].args[0];
        let known: Map<usize, usize> =
            negations.iter().map(|&i| (self.find(inner(self, i)), i)).collect();
        for &i in negations {
            if let Some(&other) = known.get(&self.find(i)) {
                self.merge(other, inner(self, i));
            }
        }
    }

    /// Whether two concatenations in one class cannot be equal.
    fn are_apart(&mut self, joins: &[usize]) -> Result<bool, Refusal> {
        let mut forms: Map<usize, Vec<Term>> = Map::default();
        for &i in joins {
            let form = self.formed(i)?;
            let others = forms.entry(self.find(i)).or_default();
            for &other in others.iter().take(MOST_COMPARED) {
                let same = self.n.make(Op::Eq, &[other, form])?;
                if self.n.store.bool_value(same) == Some(false) {
                    return Ok(true);
                }
            }
            others.push(form);
        }
        Ok(false)
    }
}

/// Whether the clause holds.
pub fn holds(n: &mut Norm<'_>, clause: &[Lit]) -> Result<bool, Refusal> {
    // These have the numbers 0 and 1.
    let values = [true, false].map(|b| n.store.bool(b));
    let roots: Vec<Term> = values.into_iter().chain(clause.iter().map(|l| l.term)).collect();
    let mut classes = Classes::new(n, &roots);
    let count = classes.nodes.len();
    let of = |c: &Classes<'_, '_>, is_one: fn(&Op) -> bool| -> Vec<usize> {
        (0..count).filter(|&i| is_one(c.n.store.op(c.nodes[i].term))).collect()
    };
    let negations = of(&classes, |op| matches!(op, Op::Not));
    let joins = of(&classes, |op| matches!(op, Op::Concat));
    for lit in clause {
        classes.merge(classes.numbers[&lit.term], usize::from(lit.positive));
    }
    while classes.news && !classes.clash {
        classes.news = false;
        let mut known = Map::default();
        for i in 0..count {
            classes.look(i, &mut known)?;
        }
        classes.look_at_negations(&negations);
    }
    Ok(classes.clash || classes.are_apart(&joins)?)
}
