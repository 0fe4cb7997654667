//! The values of the elements of a model that no term names.
//!
//! The evaluator, which judges models, takes the sort of a datatype for endless, and a model may have more elements than the
//! datatype has values. Those that the assertions come to while they are evaluated, alone or in a sequence, have to be
//! different values. All others are defaults of tables, or what only functions of the solver itself give; where values
//! run out, a needed element takes their place. That changes no assertion: a table is asked only for
//! arguments, and gives only results, that are needed.

use super::Datatypes;
use base::{Budget, FxHashSet, Int, Interrupted};
use std::iter::repeat_n;
use terms::eval::Evaluator;
use terms::model::{FunValue, Model};
use terms::value::Value;
use terms::{Fun, Sort, Term, Terms};

impl Datatypes {
    /// Gives all elements in a model values: those that `roots` need have different ones. Says whether there are enough.
    ///
    /// # Errors
    /// When the budget runs out.
    pub(crate) fn complete(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        roots: &[Term],
        budget: &Budget,
    ) -> Result<bool, Interrupted> {
        if self.known.is_empty() {
            return Ok(true);
        }
        let values = values_of(terms, model, roots, budget)?;
        // The components of a value may have elements of datatypes that were declared before.
        for id in (0..base::id32(self.known.len())).rev() {
            if !self.complete_one(terms, model, id, &values) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn complete_one(
        &mut self,
        terms: &mut Terms,
        model: &mut Model,
        id: u32,
        values: &[Value],
    ) -> bool {
        let Sort::Uninterpreted(sort) = self.datatype(id).sort else { return true };
        let all = elements_in(&values_in(model), sort);
        if all.is_empty() {
            return true;
        }
        let parts = self.boxing(terms, id).parts.clone();
        let named = values.iter().filter(|value| matches!(value, Value::Elem(..)));
        let named = elements_in(&named.cloned().collect::<Vec<_>>(), sort);
        let mut values = values.to_vec();
        self.add_components(model, &mut values);
        let needed = elements_in(&values, sort);
        let mut left = Left { id, parts, taken: FxHashSet::default(), next: 0 };
        let element = |number: u32| Value::Elem(sort, number);
        for &number in &named {
            left.taken.insert(self.components_of(model, id, &element(number)));
        }
        let others = needed.iter().filter(|number| named.binary_search(number).is_err());
        let mut without: Vec<Value> = others.map(|&number| element(number)).collect();
        // What the solver asked about by itself may have components, but perhaps those of another element.
        without.retain(|element| {
            !has_entry(model, &left.parts, element)
                || !left.taken.insert(self.components_of(model, id, element))
        });
        without.into_iter().all(|element| left.give(self, terms, model, element))
            && left.serve_spare(self, terms, model, (sort, &all, &needed))
    }

    /// Adds the components of all elements that have some.
    fn add_components(&self, model: &Model, values: &mut Vec<Value>) {
        for part in self.boxings.values().flat_map(|boxing| &boxing.parts) {
            let entries = model.get_fun(*part).into_iter().flat_map(|table| &table.entries);
            values.extend(entries.map(|entry| entry.1.clone()));
        }
    }

    /// The components of the `n`-th of the values of a sort, all of which are different.
    fn nth_value(&self, terms: &Terms, model: &Model, sort: Sort, n: usize) -> Option<Vec<Value>> {
        let Some(id) = self.of(sort) else { return nth_leaf(terms, sort, n).map(|v| vec![v]) };
        let constructors = &self.datatype(id).constructors;
        let endless = |i: usize| {
            constructors[i].fields.iter().position(|field| self.count(field.sort).is_none())
        };
        // One endless field takes all values; else the values are numbered by constructors and fields.
        let (chosen, numbers) =
            match (0..constructors.len()).find_map(|i| endless(i).map(|field| (i, field))) {
                Some((i, field)) => {
                    let numbers = 0..constructors[i].fields.len();
                    (i, numbers.map(|j| if j == field { n } else { 0 }).collect::<Vec<_>>())
                }
                None => self.numbered(id, n)?,
            };
        let mut leaves = Vec::new();
        if constructors.len() > 1 {
            leaves.push(Value::Int(Int::from(chosen as u64)));
        }
        for (i, constructor) in constructors.iter().enumerate() {
            for (j, field) in constructor.fields.iter().enumerate() {
                if i == chosen {
                    leaves.extend(self.nth_value(terms, model, field.sort, numbers[j])?);
                } else {
                    for leaf in self.leaves(field.sort) {
                        leaves.push(self.default_value(terms, model, leaf)?);
                    }
                }
            }
        }
        Some(leaves)
    }

    /// The constructor of the `n`-th value of a datatype with few, and which values its fields have.
    fn numbered(&self, id: u32, n: usize) -> Option<(usize, Vec<usize>)> {
        let mut n = base::id32(n);
        for (i, constructor) in self.datatype(id).constructors.iter().enumerate() {
            let mut numbers = Vec::new();
            let mut rest = n;
            for field in &constructor.fields {
                let count = self.count(field.sort)?;
                numbers.push((rest % count) as usize);
                rest /= count;
            }
            if rest == 0 {
                return Some((i, numbers));
            }
            let all = constructor.fields.iter().map(|f| self.count(f.sort));
            n -= all.product::<Option<u32>>()?;
        }
        None
    }
}

/// The values of a datatype that no element has.
struct Left {
    id: u32,
    parts: Vec<Fun>,
    taken: FxHashSet<Vec<Value>>,
    next: usize,
}

impl Left {
    /// Gives an element a value; false if there is none.
    fn give(&mut self, data: &Datatypes, terms: &Terms, model: &mut Model, element: Value) -> bool {
        let sort = data.datatype(self.id).sort;
        forget(model, &self.parts, &element);
        while let Some(value) = data.nth_value(terms, model, sort, self.next) {
            self.next += 1;
            if self.taken.insert(value.clone()) {
                enter(model, &self.parts, &element, value);
                return true;
            }
        }
        false
    }

    /// Gives those elements values that are not needed, as long as there are some; then the first needed one takes their place.
    fn serve_spare(
        &mut self,
        data: &Datatypes,
        terms: &Terms,
        model: &mut Model,
        (sort, all, needed): (u32, &[u32], &[u32]),
    ) -> bool {
        let mut unserved = Vec::new();
        for &number in all.iter().filter(|number| needed.binary_search(number).is_err()) {
            if !self.give(data, terms, model, Value::Elem(sort, number)) {
                unserved.push(number);
            }
        }
        let target = *needed.first().unwrap_or(&all[0]);
        if !unserved.is_empty() {
            model.replace_values(&|value| replaced(value, sort, &unserved, target));
        }
        !unserved.contains(&target)
    }
}

/// The `n`-th of the values of a sort that is no datatype.
fn nth_leaf(terms: &Terms, sort: Sort, n: usize) -> Option<Value> {
    let number = Int::from(n as u64);
    match sort {
        Sort::Bool => (n < 2).then_some(Value::Bool(n == 1)),
        Sort::Int => Some(Value::Int(number)),
        Sort::String => Some(Value::Str(vec![u32::from(b'A'); n].into())),
        Sort::BitVec(width) => {
            let fits = 1_u64.checked_shl(width).is_none_or(|count| (n as u64) < count);
            fits.then_some(Value::Bits(width, number))
        }
        Sort::Uninterpreted(s) => Some(Value::Elem(s, u32::try_from(n).ok()?)),
        Sort::Seq(element) => {
            let filler = Value::default_of(terms.element_sort(element))?;
            Some(Value::Seq(element, repeat_n(filler, n).collect()))
        }
        Sort::RegLan | Sort::RegEx(_) | Sort::Predicate(_) => {
            Value::default_of(sort).filter(|_| n == 0)
        }
    }
}

/// Adds the components of an element to a model.
fn enter(model: &mut Model, parts: &[Fun], element: &Value, components: Vec<Value>) {
    for (&part, component) in parts.iter().zip(components) {
        let mut table = model.get_fun(part).cloned().unwrap_or_else(|| FunValue {
            entries: Vec::new(),
            default: Value::default_of(component.sort()).unwrap_or_else(|| component.clone()),
        });
        table.entries.push((vec![element.clone()], component));
        model.set_fun(part, table);
    }
}

/// The value with the element `target` for those of its sort that are `unserved`, if it has any.
fn replaced(value: &Value, sort: u32, unserved: &[u32], target: u32) -> Option<Value> {
    match value {
        Value::Elem(of, number) if *of == sort && unserved.contains(number) => {
            Some(Value::Elem(sort, target))
        }
        Value::Seq(of, elements) if !elements_in(std::slice::from_ref(value), sort).is_empty() => {
            let new = |v: Value| replaced(&v, sort, unserved, target).unwrap_or(v);
            Some(Value::Seq(*of, elements.iter().map(new).collect())).filter(|new| new != value)
        }
        _ => None,
    }
}

/// The values of all subterms of `roots` in which there may be elements; all values of the model if one of them cannot
/// be evaluated.
fn values_of(
    terms: &Terms,
    model: &Model,
    roots: &[Term],
    budget: &Budget,
) -> Result<Vec<Value>, Interrupted> {
    let mut values = Vec::new();
    let mut evaluator = Evaluator::new(terms, model, budget);
    for t in terms.post_order_within(roots, budget)? {
        if matches!(terms.sort(t), Sort::Uninterpreted(_) | Sort::Seq(_)) {
            match evaluator.eval(t) {
                Ok(value) => values.push(value),
                Err(_) => return Ok(values_in(model)),
            }
        }
    }
    Ok(values)
}

/// All values that a model mentions.
fn values_in(model: &Model) -> Vec<Value> {
    let mut values: Vec<Value> = model.constants().map(|(_, value)| value.clone()).collect();
    for (_, table) in model.functions() {
        table.entries.iter().for_each(|(args, _)| values.extend_from_slice(args));
        values.extend(table.entries.iter().map(|(_, value)| value.clone()));
        values.push(table.default.clone());
    }
    for ((sequence, _), value) in &model.nth_outside {
        values.extend_from_slice(&[sequence.clone(), value.clone()]);
    }
    values
}

/// The numbers of the elements of a sort in values, ascending.
fn elements_in(values: &[Value], sort: u32) -> Vec<u32> {
    let mut stack = values.to_vec();
    let mut found = Vec::new();
    while let Some(value) = stack.pop() {
        match value {
            Value::Elem(of, number) if of == sort => found.push(number),
            Value::Seq(_, elements) => match elements.numbers() {
                Some((Sort::Uninterpreted(of), numbers)) if of == sort => found.extend(&**numbers),
                Some(_) => {}
                None => stack.extend(elements.iter()),
            },
            _ => {}
        }
    }
    base::order::sort(&mut found);
    found.dedup();
    found
}

/// Takes out the components of an element.
fn forget(model: &mut Model, parts: &[Fun], element: &Value) {
    for &part in parts {
        let Some(mut table) = model.get_fun(part).cloned() else { continue };
        table.entries.retain(|(args, _)| args[0] != *element);
        model.set_fun(part, table);
    }
}

fn has_entry(model: &Model, parts: &[Fun], element: &Value) -> bool {
    let mut tables = parts.iter().filter_map(|&part| model.get_fun(part));
    tables.any(|table| table.entries.iter().any(|(args, _)| args[0] == *element))
}
