//! Datatypes with parameters, and abbreviations of sorts with parameters.
//!
//! A declaration is read once, with new sorts in place of its parameters. For each list of arguments with which its name is
//! written there is an *instance*, an ordinary datatype, whose fields have the arguments in place of those sorts. So
//! all that follows knows nothing of parameters. The arguments of a constructor that is applied without `as` are found by comparing the
//! sorts of its fields with those of what it is applied to (first-order matching, one-sided unification).

use super::{Datatypes, GenericPart, Part, Role, Shape};
use crate::error::ErrorKind;
use crate::sort_name::{INSTANCE, sort_name, unfit_for_elements};
use base::FxHashMap;
use terms::{Sort, Term, Terms};

/// The names of constructors and fields, with the sorts of the fields.
pub(super) type Pattern = Vec<(Box<str>, Vec<(Box<str>, Sort)>)>;

/// A datatype with parameters.
#[derive(Debug)]
pub(crate) struct Generic {
    name: Box<str>,
    /// The sorts that stand for the parameters.
    params: Vec<Sort>,
    /// `None` while the declaration is read.
    constructors: Option<Pattern>,
    /// The instances by their arguments.
    instances: FxHashMap<Vec<Sort>, u32>,
}

impl Generic {
    /// Forgets the instances whose numbers are not below `limit`.
    pub(super) fn forget_from(&mut self, limit: usize) {
        self.instances.retain(|_, id| (*id as usize) < limit);
    }
}

/// What sorts stand for.
type Substitution = FxHashMap<Sort, Sort>;

impl Datatypes {
    /// Adds an abbreviation.
    pub(crate) fn add_pattern(&mut self, params: Vec<Sort>, sort: Sort) -> u32 {
        self.patterns.push((params, sort));
        base::id32(self.patterns.len()) - 1
    }

    /// Adds a datatype with parameters whose constructors are not known yet.
    pub(super) fn add_generic(&mut self, name: Box<str>) -> u32 {
        let (params, instances) = (Vec::new(), FxHashMap::default());
        self.generics.push(Generic { name, params, constructors: None, instances });
        base::id32(self.generics.len()) - 1
    }

    pub(super) fn complete_generic(&mut self, id: u32, params: Vec<Sort>, pattern: Pattern) {
        let generic = &mut self.generics[id as usize];
        (generic.params, generic.constructors) = (params, Some(pattern));
    }

    /// What an abbreviation stands for.
    pub(crate) fn instance_of_pattern(
        &mut self,
        terms: &mut Terms,
        pattern: u32,
        args: &[Sort],
    ) -> Result<Sort, ErrorKind> {
        let (params, sort) = self.patterns[pattern as usize].clone();
        let map = params.into_iter().zip(args.iter().copied()).collect();
        self.substitute(terms, sort, &map)
    }

    /// The sort of an instance. Recursion here is as deep as datatypes are nested in each other by their declarations.
    pub(crate) fn instantiate(
        &mut self,
        terms: &mut Terms,
        id: u32,
        args: &[Sort],
    ) -> Result<Sort, ErrorKind> {
        let generic = &self.generics[id as usize];
        if let Some(&known) = generic.instances.get(args) {
            return Ok(self.datatype(known).sort);
        }
        let Some(pattern) = generic.constructors.clone() else {
            return Err(ErrorKind::Unsupported("recursive datatypes".into()));
        };
        let map: Substitution = generic.params.iter().copied().zip(args.iter().copied()).collect();
        let names: Vec<String> = args.iter().map(|&sort| sort_name(terms, sort)).collect();
        let name = crate::printer::symbol(&generic.name).into_owned();
        let sort = terms.declare_sort(&format!("{INSTANCE}({name} {})", names.join(" ")));
        let mut pattern = pattern;
        for (_, field) in pattern.iter_mut().flat_map(|(_, fields)| fields) {
            *field = self.substitute(terms, *field, &map)?;
            if *field == Sort::RegLan {
                return Err(ErrorKind::Unsupported("fields of sort RegLan".into()));
            }
        }
        let Some(instance) = self.add(terms, sort, pattern) else {
            return Err(ErrorKind::Unsupported("datatypes of this size".into()));
        };
        self.generics[id as usize].instances.insert(args.to_vec(), instance);
        Ok(sort)
    }

    /// `sort` with what `map` says in place of parameters.
    fn substitute(
        &mut self,
        terms: &mut Terms,
        sort: Sort,
        map: &Substitution,
    ) -> Result<Sort, ErrorKind> {
        if let Some(&known) = map.get(&sort) {
            return Ok(known);
        }
        if let Some((generic, args)) = self.origin(sort) {
            let args: Result<Vec<Sort>, ErrorKind> =
                args.into_iter().map(|arg| self.substitute(terms, arg, map)).collect();
            return self.instantiate(terms, generic, &args?);
        }
        let (element, make): (_, fn(terms::Element) -> Sort) = match sort {
            Sort::Seq(element) => (element, Sort::Seq),
            Sort::RegEx(element) => (element, Sort::RegEx),
            Sort::Predicate(element) => (element, Sort::Predicate),
            Sort::Bool
            | Sort::Int
            | Sort::String
            | Sort::RegLan
            | Sort::Uninterpreted(_)
            | Sort::BitVec(_) => return Ok(sort),
        };
        let inner = terms.element_sort(element);
        let inner = self.substitute(terms, inner, map)?;
        match unfit_for_elements(inner) {
            Some(bad) => Err(ErrorKind::Unsupported(format!("sequences of {bad}"))),
            None => Ok(make(terms.element(inner))),
        }
    }

    /// The datatype with parameters that `sort` is an instance of, and the arguments.
    fn origin(&self, sort: Sort) -> Option<(u32, Vec<Sort>)> {
        let id = self.of(sort)?;
        let generics = self.generics.iter().enumerate();
        generics.into_iter().find_map(|(i, generic)| {
            let found = generic.instances.iter().find(|&(_, &instance)| instance == id);
            found.map(|(args, _)| (base::id32(i), args.clone()))
        })
    }

    /// Whether a datatype is an instance of one with parameters.
    pub(crate) fn is_instance(&self, datatype: u32, generic: u32) -> bool {
        self.generics[generic as usize].instances.values().any(|&id| id == datatype)
    }

    /// The function of an instance.
    pub(super) fn part_of(&self, part: GenericPart, sort: Sort) -> Option<Part> {
        let datatype = self.of(sort).filter(|&id| self.is_instance(id, part.generic))?;
        Some(part.role.of(Shape { datatype, constructor: part.constructor }))
    }

    /// The function of the instance that the arguments belong to.
    pub(crate) fn specify(
        &mut self,
        terms: &mut Terms,
        part: GenericPart,
        args: &[Term],
    ) -> Result<Part, ErrorKind> {
        let sorts: Vec<Sort> = args.iter().map(|&t| terms.sort(t)).collect();
        let sort = match part.role {
            Role::Constructor => self.inferred(terms, part, &sorts)?,
            _ => sorts.first().copied(),
        };
        sort.and_then(|sort| self.part_of(part, sort)).ok_or_else(|| self.unclear(part))
    }

    /// The instance that a constructor of these fields makes a value of, if they tell all arguments.
    fn inferred(
        &mut self,
        terms: &mut Terms,
        part: GenericPart,
        sorts: &[Sort],
    ) -> Result<Option<Sort>, ErrorKind> {
        let generic = &self.generics[part.generic as usize];
        let Some(constructors) = &generic.constructors else { return Ok(None) };
        let fields = &constructors[part.constructor as usize].1;
        let mut map = Substitution::default();
        for (&(_, pattern), &sort) in fields.iter().zip(sorts) {
            self.match_sorts(terms, pattern, sort, &generic.params, &mut map);
        }
        let args: Option<Vec<Sort>> = generic.params.iter().map(|p| map.get(p).copied()).collect();
        match args {
            Some(args) if fields.len() == sorts.len() => {
                self.instantiate(terms, part.generic, &args).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Notes what `params` are in `sort`, so far as that looks like `pattern`.
    fn match_sorts(
        &self,
        terms: &Terms,
        pattern: Sort,
        sort: Sort,
        params: &[Sort],
        map: &mut Substitution,
    ) {
        let mut pairs = vec![(pattern, sort)];
        while let Some((pattern, sort)) = pairs.pop() {
            if params.contains(&pattern) {
                map.entry(pattern).or_insert(sort);
                continue;
            }
            match (pattern, sort) {
                (Sort::Seq(a), Sort::Seq(b))
                | (Sort::RegEx(a), Sort::RegEx(b))
                | (Sort::Predicate(a), Sort::Predicate(b)) => {
                    pairs.push((terms.element_sort(a), terms.element_sort(b)));
                }
                _ => {
                    if let (Some((a, left)), Some((b, right))) =
                        (self.origin(pattern), self.origin(sort))
                        && a == b
                    {
                        pairs.extend(left.into_iter().zip(right));
                    }
                }
            }
        }
    }

    /// A constructor as values have it: with the sort, if the fields do not tell the parameters.
    pub(super) fn name_in_values(&self, terms: &Terms, id: u32, constructor: usize) -> String {
        let datatype = self.datatype(id);
        let name = crate::printer::symbol(&datatype.constructors[constructor].name).into_owned();
        let generic = self.generics.iter().find(|g| g.instances.values().any(|&known| known == id));
        let Some(Generic { params, constructors: Some(pattern), .. }) = generic else {
            return name;
        };
        let mut map = Substitution::default();
        let fields = &datatype.constructors[constructor].fields;
        for ((_, pattern), field) in pattern[constructor].1.iter().zip(fields) {
            self.match_sorts(terms, *pattern, field.sort, params, &mut map);
        }
        match params.iter().all(|param| map.contains_key(param)) {
            true => name,
            false => format!("(as {name} {})", sort_name(terms, datatype.sort)),
        }
    }

    /// It is not known which instance `part` belongs to.
    pub(crate) fn unclear(&self, part: GenericPart) -> ErrorKind {
        let Generic { name, constructors, .. } = &self.generics[part.generic as usize];
        let (constructor, fields) = constructors.as_ref().map_or((&**name, &[][..]), |all| {
            let (name, fields) = &all[part.constructor as usize];
            (&**name, &fields[..])
        });
        ErrorKind::IllSorted(match part.role {
            Role::Constructor => {
                format!(
                    "the sort of `{constructor}` is not clear: write `(as {constructor} ({name} ...))`"
                )
            }
            Role::Tester => format!("`(_ is {constructor})` belongs to the sort `{name}`"),
            Role::Selector(i) | Role::Updater(i) => {
                format!("`{}` belongs to the sort `{name}`", fields[i as usize].0)
            }
        })
    }
}
