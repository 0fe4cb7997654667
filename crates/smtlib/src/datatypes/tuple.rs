//! Tuples, and what is applied to them.

use super::{Datatype, Datatypes, Field, Part, Shape, Taken};
use base::Int;
use terms::{Fun, Op, Sort, Term, Terms};

/// A `distinct` that compares more components would make a formula too large.
const MOST_COMPARISONS: usize = 1 << 20;

impl Datatype {
    fn has_tag(&self) -> bool {
        self.constructors.len() > 1
    }

    /// The component of a tuple with this field.
    fn component(&self, constructor: u32, field: usize) -> usize {
        let before = &self.constructors[..constructor as usize];
        usize::from(self.has_tag()) + before.iter().map(|c| c.fields.len()).sum::<usize>() + field
    }
}

impl Datatypes {
    /// The sorts of the components of a value.
    pub(super) fn leaves(&self, sort: Sort) -> Vec<Sort> {
        self.of(sort).map_or_else(|| vec![sort], |id| self.datatype(id).leaves.clone())
    }

    /// The components of `t`, those that are tuples taken apart. Any other term is its own.
    pub(crate) fn take_apart(&self, terms: &Terms, t: Term) -> Vec<Term> {
        let (mut stack, mut leaves) = (vec![t], Vec::new());
        while let Some(t) = stack.pop() {
            match self.of(terms.sort(t)) {
                Some(_) => stack.extend(terms.args(t).iter().rev()),
                None => leaves.push(t),
            }
        }
        leaves
    }

    /// A value of `sort` from the components of a value. The depth of recursion here and below is that of
    /// datatypes in datatypes, which is bounded at their declaration.
    pub(crate) fn assemble(
        &self,
        terms: &mut Terms,
        sort: Sort,
        leaves: &mut impl Iterator<Item = Term>,
    ) -> Term {
        let Some(id) = self.of(sort) else {
            return leaves.next().expect("as many components as the sort has");
        };
        let datatype = self.datatype(id);
        let mut args = Vec::new();
        if datatype.has_tag() {
            args.extend(leaves.next());
        }
        for field in datatype.constructors.iter().flat_map(|c| &c.fields) {
            args.push(self.assemble(terms, field.sort, leaves));
        }
        terms.mk(Op::Apply(datatype.tuple), &args)
    }

    /// A value of `sort` from any components.
    pub(super) fn normal(
        &mut self,
        terms: &mut Terms,
        sort: Sort,
        leaves: &mut impl Iterator<Item = Term>,
    ) -> Term {
        let Some(id) = self.of(sort) else {
            return leaves.next().expect("as many components as the sort has");
        };
        let shapes: Vec<Vec<Sort>> = self.field_sorts(id);
        let mut args = Vec::new();
        if shapes.len() > 1 {
            let tag = leaves.next().expect("a tag comes first");
            args.push(in_range(terms, tag, shapes.len()));
        }
        let tag = args.first().copied();
        for (i, sorts) in shapes.into_iter().enumerate() {
            let is_this = tag.map(|tag| is(terms, tag, i));
            for sort in sorts {
                let field = self.normal(terms, sort, leaves);
                args.push(match is_this {
                    None => field,
                    Some(test) => {
                        let default = self.default(terms, sort);
                        self.ite(terms, test, field, default)
                    }
                });
            }
        }
        terms.mk(Op::Apply(self.datatype(id).tuple), &args)
    }

    fn field_sorts(&self, id: u32) -> Vec<Vec<Sort>> {
        let sorts = |fields: &[Field]| fields.iter().map(|f| f.sort).collect();
        self.datatype(id).constructors.iter().map(|c| sorts(&c.fields)).collect()
    }

    /// What a field holds that does not count.
    fn default(&mut self, terms: &mut Terms, sort: Sort) -> Term {
        let leaves = self.leaves(sort);
        let defaults: Vec<Term> = leaves.into_iter().map(|s| self.default_leaf(terms, s)).collect();
        self.assemble(terms, sort, &mut defaults.into_iter())
    }

    fn default_leaf(&mut self, terms: &mut Terms, sort: Sort) -> Term {
        self.known_default(terms, sort).unwrap_or_else(|| {
            *self.fillers.entry(sort).or_insert_with(|| terms.fresh("filler", sort))
        })
    }

    /// What a component holds that does not count, if that was ever needed.
    pub(super) fn known_default(&self, terms: &mut Terms, sort: Sort) -> Option<Term> {
        Some(match sort {
            Sort::Bool => terms.ff(),
            Sort::Int => terms.int(0),
            Sort::String => terms.string(&[]),
            Sort::RegLan => terms.mk(Op::ReNone, &[]),
            Sort::BitVec(width) => terms.bits(width, &Int::ZERO),
            Sort::Seq(element) => terms.mk(Op::SeqEmpty(element), &[]),
            Sort::Uninterpreted(_) | Sort::RegEx(_) | Sort::Predicate(_) => {
                return self.fillers.get(&sort).copied();
            }
        })
    }

    /// The value that a constructor makes of `args`.
    fn construct(&mut self, terms: &mut Terms, shape: Shape, args: &[Term]) -> Term {
        let shapes = self.field_sorts(shape.datatype);
        let mut tuple = Vec::new();
        if shapes.len() > 1 {
            tuple.push(terms.int(i64::from(shape.constructor)));
        }
        for (i, sorts) in shapes.into_iter().enumerate() {
            if i == shape.constructor as usize {
                tuple.extend_from_slice(args);
            } else {
                tuple.extend(sorts.into_iter().map(|sort| self.default(terms, sort)));
            }
        }
        terms.mk(Op::Apply(self.datatype(shape.datatype).tuple), &tuple)
    }

    /// Whether `t` was made by this constructor.
    pub(crate) fn test(&self, terms: &mut Terms, shape: Shape, t: Term) -> Term {
        if self.datatype(shape.datatype).has_tag() {
            let tag = terms.arg(t, 0);
            is(terms, tag, shape.constructor as usize)
        } else {
            terms.tt()
        }
    }

    /// A field of `t`, given that it was made by this constructor.
    pub(crate) fn field(&self, terms: &Terms, shape: Shape, field: usize, t: Term) -> Term {
        terms.arg(t, self.datatype(shape.datatype).component(shape.constructor, field))
    }

    /// A selector.
    fn select(&mut self, terms: &mut Terms, shape: Shape, field: usize, t: Term) -> Term {
        let inside = self.field(terms, shape, field, t);
        let test = self.test(terms, shape, t);
        let elsewhere = self.constructor(shape).fields[field].elsewhere;
        match elsewhere {
            Some(function) if terms.bool_value(test) != Some(true) => {
                let outside = self.apply(terms, function, &[t]);
                self.ite(terms, test, inside, outside)
            }
            _ => inside,
        }
    }

    /// An updater: a value of another constructor stays as it is.
    fn update(&mut self, terms: &mut Terms, shape: Shape, field: usize, t: Term, to: Term) -> Term {
        let fields = 0..self.constructor(shape).fields.len();
        let fields = fields.map(|i| if i == field { to } else { self.field(terms, shape, i, t) });
        let fields: Vec<Term> = fields.collect();
        let updated = self.construct(terms, shape, &fields);
        let test = self.test(terms, shape, t);
        self.ite(terms, test, updated, t)
    }

    /// The application of a declared function, whose sorts were checked, to `args`.
    pub(crate) fn apply(&mut self, terms: &mut Terms, function: u32, args: &[Term]) -> Term {
        let args: Vec<Term> = args.iter().flat_map(|&t| self.take_apart(terms, t)).collect();
        let Taken { fun, leaves } = &self.functions[function as usize];
        let sort = terms.fun(*fun).ret;
        let leaves: Vec<Term> =
            leaves.iter().map(|&leaf| terms.mk(Op::Apply(leaf), &args)).collect();
        self.normal(terms, sort, &mut leaves.into_iter())
    }

    /// `(= a b)`
    fn eq(&self, terms: &mut Terms, a: Term, b: Term) -> Term {
        let mut pairs = Vec::new();
        self.pair_up(terms, a, b, &mut pairs);
        let equal: Vec<Term> = pairs.into_iter().map(|(a, b)| terms.eq(a, b)).collect();
        terms.and(&equal)
    }

    /// The components that must agree. Where the constructor is known, the fields of others agree anyway.
    fn pair_up(&self, terms: &Terms, a: Term, b: Term, pairs: &mut Vec<(Term, Term)>) {
        let Some(id) = self.of(terms.sort(a)) else { return pairs.push((a, b)) };
        let datatype = self.datatype(id);
        let mut known = None;
        if datatype.has_tag() {
            let tags = (terms.arg(a, 0), terms.arg(b, 0));
            known = [tags.0, tags.1].into_iter().find_map(|tag| terms.int_value(tag)?.to_i64());
            pairs.push(tags);
        }
        for (i, constructor) in datatype.constructors.iter().enumerate() {
            for field in 0..constructor.fields.len() {
                if known.is_none_or(|known| known == base::signed(i)) {
                    let at = datatype.component(base::id32(i), field);
                    self.pair_up(terms, terms.arg(a, at), terms.arg(b, at), pairs);
                }
            }
        }
    }

    /// `(ite test a b)`
    fn ite(&self, terms: &mut Terms, test: Term, a: Term, b: Term) -> Term {
        let sort = terms.sort(a);
        let (a, b) = (self.take_apart(terms, a), self.take_apart(terms, b));
        let pairs = a.into_iter().zip(b);
        let leaves: Vec<Term> = pairs.map(|(a, b)| choose(terms, test, a, b)).collect();
        self.assemble(terms, sort, &mut leaves.into_iter())
    }

    /// `(= ts)`, `(distinct ts)` or `(ite ts)` of sorts that fit and are datatypes.
    pub(crate) fn operate(&self, terms: &mut Terms, op: Op, ts: &[Term]) -> Term {
        match (op, ts) {
            (Op::Ite, &[test, a, b]) => self.ite(terms, test, a, b),
            (Op::Eq, _) => {
                let equal: Vec<Term> =
                    ts.windows(2).map(|pair| self.eq(terms, pair[0], pair[1])).collect();
                terms.and(&equal)
            }
            _ => self.distinct(terms, ts),
        }
    }

    /// Whether [`operate`](Self::operate) would make too much of so many arguments.
    pub(crate) fn is_too_much(&self, terms: &Terms, op: Op, ts: &[Term]) -> bool {
        let leaves = ts.first().map_or(0, |&t| self.leaves(terms.sort(t)).len());
        op == Op::Distinct && leaves > 1 && ts.len() * ts.len() / 2 * leaves > MOST_COMPARISONS
    }

    fn distinct(&self, terms: &mut Terms, ts: &[Term]) -> Term {
        let parts: Vec<Vec<Term>> = ts.iter().map(|&t| self.take_apart(terms, t)).collect();
        if parts.len() > 1 && parts.iter().all(|leaves| leaves.len() == 1) {
            return terms.mk(Op::Distinct, &parts.concat());
        }
        let mut different = Vec::new();
        for (i, &a) in ts.iter().enumerate() {
            for &b in &ts[i + 1..] {
                let equal = self.eq(terms, a, b);
                different.push(terms.not(equal));
            }
        }
        terms.and(&different)
    }

    /// The sorts of the arguments and of the result.
    pub(crate) fn signature(&self, terms: &Terms, part: Part) -> (Vec<Sort>, Sort) {
        let sort = |shape: Shape| self.datatype(shape.datatype).sort;
        let field = |f: &Field| f.sort;
        match part {
            Part::Function(id) => {
                let decl = terms.fun(self.functions[id as usize].fun);
                (decl.params.to_vec(), decl.ret)
            }
            Part::Constructor(shape) => {
                (self.constructor(shape).fields.iter().map(field).collect(), sort(shape))
            }
            Part::Tester(shape) => (vec![sort(shape)], Sort::Bool),
            Part::Selector(shape, i) => {
                (vec![sort(shape)], self.constructor(shape).fields[i as usize].sort)
            }
            Part::Updater(shape, i) => {
                let field = self.constructor(shape).fields[i as usize].sort;
                (vec![sort(shape), field], sort(shape))
            }
        }
    }

    /// How messages call it.
    pub(crate) fn part_name(&self, terms: &Terms, part: Part) -> String {
        let name = |shape: Shape| &self.constructor(shape).name;
        match part {
            Part::Function(id) => terms.fun(self.functions[id as usize].fun).name.to_string(),
            Part::Constructor(shape) => name(shape).to_string(),
            Part::Tester(shape) => format!("(_ is {})", name(shape)),
            Part::Selector(shape, i) => self.constructor(shape).fields[i as usize].name.to_string(),
            Part::Updater(shape, i) => {
                format!("(_ update {})", self.constructor(shape).fields[i as usize].name)
            }
        }
    }

    /// The application to arguments whose sorts fit.
    pub(crate) fn apply_part(&mut self, terms: &mut Terms, part: Part, args: &[Term]) -> Term {
        match part {
            Part::Function(id) => self.apply(terms, id, args),
            Part::Constructor(shape) => self.construct(terms, shape, args),
            Part::Tester(shape) => self.test(terms, shape, args[0]),
            Part::Selector(shape, i) => self.select(terms, shape, i as usize, args[0]),
            Part::Updater(shape, i) => self.update(terms, shape, i as usize, args[0], args[1]),
        }
    }

    /// A value of which nothing is known: a parameter.
    pub(crate) fn unknown(&self, terms: &mut Terms, sort: Sort) -> Term {
        let leaves = self.leaves(sort);
        let leaves: Vec<Term> = leaves.into_iter().map(|s| terms.fresh("param", s)).collect();
        self.assemble(terms, sort, &mut leaves.into_iter())
    }

    /// A value that the model chooses.
    pub(crate) fn any(&mut self, terms: &mut Terms, name: &str, sort: Sort) -> Term {
        let leaves = self.leaves(sort);
        let leaves: Vec<Term> = leaves.into_iter().map(|s| terms.fresh(name, s)).collect();
        self.normal(terms, sort, &mut leaves.into_iter())
    }

    /// Remembers `fun`, declared with a datatype among its sorts, and declares its components.
    pub(crate) fn declare(&mut self, terms: &mut Terms, fun: Fun) -> u32 {
        let decl = terms.fun(fun).clone();
        let params: Vec<Sort> = decl.params.iter().flat_map(|&s| self.leaves(s)).collect();
        let sorts = self.leaves(decl.ret);
        let alone = sorts.len() == 1;
        let name =
            |i: usize| if alone { decl.name.to_string() } else { format!("{}!{i}", decl.name) };
        let leaves: Vec<Fun> = sorts
            .into_iter()
            .enumerate()
            .map(|(i, sort)| terms.declare(&name(i), &params, sort))
            .collect();
        self.functions.push(Taken { fun, leaves });
        base::id32(self.functions.len()) - 1
    }
}

/// `(ite test a b)` of components. What a value holds under the same test is known.
pub(super) fn choose(terms: &mut Terms, test: Term, a: Term, b: Term) -> Term {
    let a = match terms.op(a) {
        Op::Ite if terms.arg(a, 0) == test => terms.arg(a, 1),
        _ => a,
    };
    match terms.bool_value(test) {
        Some(true) => a,
        Some(false) => b,
        None if a == b => a,
        None => terms.ite(test, a, b),
    }
}

/// `(= tag i)`, decided if it can be.
pub(super) fn is(terms: &mut Terms, tag: Term, i: usize) -> Term {
    match terms.int_value(tag) {
        Some(known) => {
            let same = *known == Int::from(i);
            terms.bool(same)
        }
        None => {
            let i = terms.int(i);
            terms.eq(tag, i)
        }
    }
}

/// `tag` if it is the number of one of `n` constructors, else 0.
pub(super) fn in_range(terms: &mut Terms, tag: Term, n: usize) -> Term {
    let (zero, last) = (terms.int(0), terms.int(base::signed(n) - 1));
    let bounds = [terms.le(zero, tag), terms.le(tag, last)];
    let fits = terms.and(&bounds);
    terms.ite(fits, tag, zero)
}
