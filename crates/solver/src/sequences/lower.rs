//! The image of a term over strings.

use super::Sequences;
use base::{Budget, FxHashMap, Interrupted};
use terms::op::ReConst;
use terms::{Element, Fun, Op, Sort, Term, Terms};

impl Sequences {
    /// The image of a formula, together with what holds of the functions in it.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn lower(
        &mut self,
        terms: &mut Terms,
        t: Term,
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        if !terms.has_sequences() {
            return Ok(t);
        }
        let order = self.lower_all(terms, t, budget)?;
        let image = self.images[&t];
        if terms.sort(image) != Sort::Bool {
            return Ok(image);
        }
        let mut conjunction = vec![image];
        conjunction.extend(self.facts_of(&order));
        conjunction.extend(self.reads(terms, &order, budget)?);
        conjunction.extend(self.instances(terms, &order, budget)?);
        Ok(terms.and(&conjunction))
    }

    /// Gives `t` and its subterms, which are returned, their images.
    fn lower_all(
        &mut self,
        terms: &mut Terms,
        t: Term,
        budget: &Budget,
    ) -> Result<Vec<Term>, Interrupted> {
        let order = inner(terms, t, budget)?;
        for &s in &order {
            budget.charge(1)?;
            if !self.images.contains_key(&s) {
                let image = self.lower_one(terms, s, budget)?;
                self.images.insert(s, image);
            }
        }
        let sort = terms.sort(t);
        debug_assert!(
            terms.sort(self.images[&t]) == self.image_sort(terms, sort),
            "an image has another sort"
        );
        Ok(order)
    }

    /// The image of `t`, whose arguments have theirs.
    fn lower_one(
        &mut self,
        terms: &mut Terms,
        t: Term,
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        let op = terms.op(t);
        let args: Vec<Term> = match op {
            Op::Lambda(_) => Vec::new(),
            _ => terms.args(t).iter().map(|a| self.images[a]).collect(),
        };
        if let (false, Some(element)) = (matches!(op, Op::Apply(_)), self.vector_element(terms, t))
        {
            return Ok(self.lower_vector(terms, t, element, &args));
        }
        Ok(match op {
            Op::Apply(f) => self.lower_application(terms, t, f, &args),
            Op::SeqEmpty(_) => terms.string(&[]),
            Op::SeqUnit(element) => self.lower_unit(terms, t, element, args[0], budget),
            Op::SeqNth => self.lower_nth(terms, t, &args, budget),
            Op::ReOver(constant, element) => match constant {
                ReConst::None => terms.mk(Op::ReNone, &[]),
                ReConst::All => self.any_word(terms, element),
                ReConst::AllChar => self.any_letter(terms, element),
            },
            Op::ReRange => match terms.sort(t) {
                Sort::RegEx(element) => self.range(terms, element, t, &args, budget)?,
                _ => terms.mk(op, &args),
            },
            Op::Lambda(element) => self.language(terms, (t, element), t, budget)?,
            Op::ReOfPred => match terms.sort(t) {
                Sort::RegEx(element) => self.of_predicate(terms, element, args[0]),
                _ => args[0],
            },
            Op::Select => return self.lower_select(terms, t, &args, budget),
            Op::Eq => {
                let compared = self.compared_predicates(terms, t);
                terms.mk(op, compared.as_deref().unwrap_or(&args))
            }
            Op::ReComp => match terms.sort(t) {
                Sort::RegEx(element) => {
                    let (all, rest) = (self.any_word(terms, element), terms.mk(op, &args));
                    terms.mk(Op::ReInter, &[all, rest])
                }
                _ => terms.mk(op, &args),
            },
            _ if args == terms.args(t) => t,
            _ => terms.mk(op, &args),
        })
    }

    /// A declared function whose sorts have other images is another function.
    fn lower_application(&mut self, terms: &mut Terms, t: Term, f: Fun, args: &[Term]) -> Term {
        let decl = terms.fun(f).clone();
        let params: Vec<Sort> = decl.params.iter().map(|&s| self.image_sort(terms, s)).collect();
        let (sort, ret) = (decl.ret, self.image_sort(terms, decl.ret));
        if *params == *decl.params && ret == sort {
            return terms.mk(Op::Apply(f), args);
        }
        let image = match self.functions.get(&f) {
            Some(&image) => image,
            None => {
                let name = terms.fun(f).name.to_string();
                let image = terms.fresh_function(&name, &params, ret);
                self.functions.insert(f, image);
                image
            }
        };
        debug_assert!(image != f, "a function is its own image");
        let applied = terms.mk(Op::Apply(image), args);
        if self.vector_element(terms, t).is_some() {
            self.lower_vector_value(terms, t, f, applied);
        } else if let (Sort::Seq(element), false) = (sort, self.plan.is_member(t)) {
            let fact = self.is_word(terms, element, applied);
            self.facts.entry(t).or_default().extend(fact);
        }
        applied
    }

    /// The images of two predicates if `t` says that their regexes are equal: then the predicates are, and what is equal to a declared one
    /// defines it.
    fn compared_predicates(&self, terms: &Terms, t: Term) -> Option<Vec<Term>> {
        let regexes = terms.args(t).iter();
        let predicate = |&r: &Term| {
            let is_one = terms.op(r) == Op::ReOfPred && matches!(terms.sort(r), Sort::RegEx(_));
            is_one.then(|| self.images[&terms.arg(r, 0)])
        };
        debug_assert!(terms.op(t) == Op::Eq, "a comparison that is none");
        regexes.map(predicate).collect()
    }

    fn lower_unit(
        &mut self,
        terms: &mut Terms,
        t: Term,
        element: Element,
        a: Term,
        budget: &Budget,
    ) -> Term {
        let (letter, facts) = self.letter(terms, (t, element), a, budget);
        self.facts.entry(t).or_default().extend(facts);
        letter
    }

    /// `nth` is a declared function; inside of the sequence, the letter of its value is the character there.
    fn lower_nth(&mut self, terms: &mut Terms, t: Term, args: &[Term], budget: &Budget) -> Term {
        let Sort::Seq(element) = terms.sort(terms.arg(t, 0)) else { return t };
        let nth = self.nth(terms, element);
        let value = terms.mk(Op::Apply(nth), args);
        let (letter, mut facts) = self.letter(terms, (t, element), value, budget);
        let (s, i) = (args[0], args[1]);
        let (zero, length) = (terms.int(0), terms.len_of(s));
        let (below, above) = (terms.lt(i, zero), terms.ge(i, length));
        let at = terms.mk(Op::StrAt, &[s, i]);
        let same = terms.eq(at, letter);
        facts.push(terms.or(&[below, above, same]));
        if let Sort::Seq(inner) = terms.element_sort(element) {
            facts.extend(self.is_word(terms, inner, value));
        }
        self.facts.entry(t).or_default().extend(facts);
        value
    }

    /// A predicate that is written out is applied; of a declared one, the letter is in its language.
    fn lower_select(
        &mut self,
        terms: &mut Terms,
        t: Term,
        args: &[Term],
        budget: &Budget,
    ) -> Result<Term, Interrupted> {
        let (p, x) = (terms.arg(t, 0), terms.arg(t, 1));
        let Sort::Predicate(element) = terms.sort(p) else { return Ok(t) };
        if let Op::Lambda(_) = terms.op(p) {
            let (image, facts) = self.instance(terms, p, x, budget)?;
            self.facts.entry(t).or_default().extend(facts);
            return Ok(image);
        }
        let (letter, facts) = self.letter(terms, (t, element), args[1], budget);
        self.facts.entry(t).or_default().extend(facts);
        Ok(terms.in_re(letter, args[0]))
    }
}

impl Sequences {
    /// A term of the elements' sort whose image is `x`.
    fn with_image(&mut self, terms: &mut Terms, element: Element, x: Term) -> Term {
        let sort = terms.element_sort(element);
        if terms.sort(x) == sort {
            return x;
        }
        let original =
            *self.originals.entry((element, x)).or_insert_with(|| terms.fresh("element", sort));
        debug_assert!(terms.sort(x) == super::letters::image_sort(sort), "no image of an element");
        self.images.insert(original, x);
        original
    }

    /// The image of what the predicate `lambda` says of `x`, an element or the image of one, and what holds of it.
    pub(super) fn instance(
        &mut self,
        terms: &mut Terms,
        lambda: Term,
        x: Term,
        budget: &Budget,
    ) -> Result<(Term, Vec<Term>), Interrupted> {
        let Op::Lambda(element) = terms.op(lambda) else { return Ok((lambda, Vec::new())) };
        let bound = terms.mk(Op::Bound(element), &[]);
        let x = self.with_image(terms, element, x);
        let mut map: FxHashMap<Term, Term> = [(bound, x)].into_iter().collect();
        let body = terms.arg(lambda, 0);
        let applied = terms.map_bottom_up_within(body, &mut map, budget, |_, t| t)?;
        let parts = self.lower_all(terms, applied, budget)?;
        Ok((self.images[&applied], self.facts_of(&parts)))
    }
}

/// The subterms of `t` outside of predicates, arguments first.
fn inner(terms: &Terms, t: Term, budget: &Budget) -> Result<Vec<Term>, Interrupted> {
    let mut order = Vec::new();
    let mut seen = base::FxHashSet::default();
    let mut stack = vec![(t, false)];
    while let Some((t, ready)) = stack.pop() {
        budget.charge(1)?;
        if ready {
            order.push(t);
        } else if seen.insert(t) {
            stack.push((t, true));
            if !matches!(terms.op(t), Op::Lambda(_)) {
                stack.extend(terms.args(t).iter().map(|&a| (a, false)));
            }
        }
    }
    Ok(order)
}
