//! Values and functions over datatypes as text.

use super::{Datatypes, Taken};
use crate::printer;
use base::FxHashSet;
use terms::model::{FunValue, Model};
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// The value of a component; `None` is the empty language, which is a default without a term.
type Leaf = Option<Value>;

impl Datatypes {
    /// The value of `t`, given the values of terms without datatypes.
    pub(crate) fn value(
        &self,
        terms: &Terms,
        t: Term,
        model: &Model,
        eval: impl Fn(Term) -> Option<Value>,
    ) -> Option<String> {
        let leaves = self.take_apart(terms, t);
        if !leaves.iter().all(|&leaf| self.knows_elements(terms, leaf, model, &eval)) {
            return None;
        }
        let leaves: Vec<Leaf> =
            leaves.into_iter().map(|leaf| eval(leaf).map(Some)).collect::<Option<_>>()?;
        Some(self.show(terms, model, terms.sort(t), &mut leaves.into_iter()))
    }

    /// Whether the elements that are made of components in `t` are in the model: those of terms that were not asserted need not be.
    fn knows_elements(
        &self,
        terms: &Terms,
        t: Term,
        model: &Model,
        eval: &impl Fn(Term) -> Option<Value>,
    ) -> bool {
        if self.boxings.is_empty() {
            return true;
        }
        let elements = terms.post_order(&[t]).into_iter().filter_map(|t| {
            let id = self.of(terms.sort(t))?;
            let boxing = self.boxings.get(&id)?;
            (terms.op(t) == Op::Apply(boxing.element)).then_some((t, id))
        });
        elements.collect::<Vec<_>>().into_iter().all(|(element, id)| {
            let Some(value) = eval(element) else { return false };
            let components = terms.args(element).iter().map(|&arg| eval(arg));
            let components: Option<Vec<Value>> = components.collect();
            components.is_some_and(|known| self.components_of(model, id, &value) == known)
        })
    }

    /// A value as text.
    fn value_text(&self, terms: &Terms, model: &Model, value: &Value) -> String {
        printer::value_with(terms, value, &|s, n| self.element_text(terms, model, s, n))
    }

    /// A value of `sort` from the values of any components.
    pub(super) fn show(
        &self,
        terms: &Terms,
        model: &Model,
        sort: Sort,
        leaves: &mut impl Iterator<Item = Leaf>,
    ) -> String {
        let Some(id) = self.of(sort) else {
            let value = leaves.next().flatten();
            return value.map_or_else(
                || printer::default_value(terms, sort),
                |v| self.value_text(terms, model, &v),
            );
        };
        let constructors = &self.datatype(id).constructors;
        let tag = if constructors.len() > 1 { tag(leaves.next().flatten().as_ref()) } else { None };
        let tag = tag.filter(|&tag| tag < constructors.len()).unwrap_or_default();
        let mut text = String::new();
        for (i, constructor) in constructors.iter().enumerate() {
            let fields = constructor.fields.iter().map(|f| self.show(terms, model, f.sort, leaves));
            let fields: Vec<String> = fields.collect();
            if i == tag {
                let name = self.name_in_values(terms, id, i);
                text = match &fields[..] {
                    [] => name,
                    fields => format!("({name} {})", fields.join(" ")),
                };
            }
        }
        text
    }

    /// Whether components are those of a value; or, if it does not count, of the default.
    fn is_value<'v>(
        &self,
        terms: &Terms,
        model: &Model,
        sort: Sort,
        counts: bool,
        leaves: &mut impl Iterator<Item = &'v Value>,
    ) -> bool {
        let Some(id) = self.of(sort) else {
            return leaves.next() == self.default_value(terms, model, sort).as_ref() || counts;
        };
        let constructors = &self.datatype(id).constructors;
        let tag = if constructors.len() > 1 { tag(leaves.next()) } else { Some(0) };
        let fits = tag.is_some_and(|tag| if counts { tag < constructors.len() } else { tag == 0 });
        let mut fields = constructors.iter().enumerate().flat_map(|(i, c)| {
            let counts = counts && Some(i) == tag;
            c.fields.iter().map(move |f| (f.sort, counts))
        });
        fits && fields.all(|(sort, counts)| self.is_value(terms, model, sort, counts, leaves))
    }

    /// What a field of this sort holds that does not count.
    pub(super) fn default_value(&self, terms: &Terms, model: &Model, sort: Sort) -> Leaf {
        let filler = self.fillers.get(&sort).and_then(|&t| match terms.op(t) {
            Op::Apply(fun) => model.get(fun).cloned(),
            _ => None,
        });
        filler.or(Value::default_of(sort))
    }

    /// The definition of a declared constant or function, as it stands in a model.
    pub(crate) fn definition(&self, terms: &Terms, model: &Model, fun: Fun) -> String {
        let Some(number) = self.number(fun) else {
            let names = |s, n| self.element_text(terms, model, s, n);
            return printer::definition_with(terms, model, fun, &names);
        };
        let taken = &self.functions[number as usize];
        let decl = terms.fun(fun);
        // Parameters that have one value each leave constants.
        let is_constant = |&leaf: &Fun| terms.fun(leaf).params.is_empty();
        let body = if taken.leaves.iter().all(is_constant) {
            let sorts = self.leaves(decl.ret);
            let value = |(&leaf, sort)| model.get(leaf).cloned().or(Value::default_of(sort));
            self.show(terms, model, decl.ret, &mut taken.leaves.iter().zip(sorts).map(value))
        } else {
            self.table(terms, model, taken)
        };
        printer::define_fun(terms, fun, &body)
    }

    /// The body of a function: one case for each list of arguments that a component mentions.
    fn table(&self, terms: &Terms, model: &Model, taken: &Taken) -> String {
        let decl = terms.fun(taken.fun);
        let sorts = self.leaves(decl.ret);
        let tables: Vec<(Option<&FunValue>, Sort)> =
            taken.leaves.iter().map(|&leaf| model.get_fun(leaf)).zip(sorts).collect();
        let result = |args: Option<&[Value]>| {
            let leaves = tables.iter().map(|&(table, sort)| look_up(table, args, sort));
            self.show(terms, model, decl.ret, &mut leaves.into_iter())
        };
        let mut seen = FxHashSet::default();
        let entries = tables.iter().filter_map(|(table, _)| *table).flat_map(|t| &t.entries);
        let mut cases = Vec::new();
        for (args, _) in entries.filter(|(args, _)| seen.insert(args)) {
            let mut leaves = args.iter();
            // Applications that did not matter may have been given arguments that are no values.
            let is_value = |&sort: &Sort| self.is_value(terms, model, sort, true, &mut leaves);
            if decl.params.iter().all(is_value) {
                let mut leaves = args.iter().cloned().map(Some);
                let texts = decl.params.iter().map(|&s| self.show(terms, model, s, &mut leaves));
                cases.push((texts.collect(), result(Some(args))));
            }
        }
        printer::cases(&cases, &result(None))
    }
}

/// The number of a constructor, if it may be one.
fn tag(value: Option<&Value>) -> Option<usize> {
    usize::try_from(value?.as_int()?.to_i64()?).ok()
}

/// What a component of a function is for these arguments, or for all that are not listed.
pub(super) fn look_up(table: Option<&FunValue>, args: Option<&[Value]>, sort: Sort) -> Leaf {
    let Some(table) = table else { return Value::default_of(sort) };
    let entry = table.entries.iter().find(|entry| Some(&entry.0[..]) == args);
    Some(entry.map_or(&table.default, |entry| &entry.1).clone())
}
