//! Expressions.

use crate::{error, text};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::borrow::Cow;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use stringent::expr::{Any, Bool, Int, View, element_sort, sequences_of};
use stringent::{Op, ReConst, Sort, SortError};

/// The sorts that terms have, by name.
const SORTS: [(&str, Sort); 4] =
    [("Bool", Sort::Bool), ("Int", Sort::Int), ("String", Sort::String), ("RegLan", Sort::RegLan)];

/// The name of a sort in SMT-LIB.
pub fn sort_name(mut sort: Sort) -> Cow<'static, str> {
    let (mut name, mut ends) = (String::new(), 0);
    while let Sort::Seq(element) | Sort::RegEx(element) = sort {
        let is_regex = matches!(sort, Sort::RegEx(_));
        name.push_str(if is_regex { "(RegEx (Seq " } else { "(Seq " });
        ends += if is_regex { 2 } else { 1 };
        sort = element_sort(element);
    }
    match ends {
        0 => plain_name(sort),
        _ => (name + &plain_name(sort) + &")".repeat(ends)).into(),
    }
}

fn plain_name(sort: Sort) -> Cow<'static, str> {
    match sort {
        Sort::BitVec(width) => format!("(_ BitVec {width})").into(),
        sort => SORTS.iter().find(|(_, known)| *known == sort).map_or("?", |(name, _)| name).into(),
    }
}

fn sort(name: &str) -> PyResult<Sort> {
    let unknown = || error(format!("unknown sort {name}"));
    let (is_regex, mut rest) = match within(name, "(RegEx ") {
        Some(rest) => (true, rest),
        None => (false, name),
    };
    let mut depth = 0_usize;
    while let Some(inner) = within(rest, "(Seq ") {
        (rest, depth) = (inner, depth + 1);
    }
    let base = plain_sort(rest).ok_or_else(unknown)?;
    let sequences = (0..depth).try_fold(base, |sort, _| sequences_of(sort)).ok_or_else(unknown)?;
    match (is_regex, sequences) {
        (false, sort) => Ok(sort),
        (true, Sort::Seq(element)) => Ok(Sort::RegEx(element)),
        (true, _) => Err(unknown()),
    }
}

fn within<'n>(name: &'n str, start: &str) -> Option<&'n str> {
    name.strip_prefix(start)?.strip_suffix(')')
}

fn plain_sort(name: &str) -> Option<Sort> {
    let bits = within(name, "(_ BitVec ").and_then(|width| width.parse().ok()).map(Sort::BitVec);
    bits.or_else(|| SORTS.iter().find(|(known, _)| *known == name).map(|(_, sort)| *sort))
}

fn ill_sorted(name: &str, why: SortError) -> PyErr {
    match why {
        SortError::Arity(want, found) => {
            error(format!("{name}: expected {want} arguments, found {found}"))
        }
        SortError::Argument(i, want, found) => {
            let (want, found) = (sort_name(want), sort_name(found));
            error(format!("{name}: argument {} is {found}, expected {want}", i + 1))
        }
        SortError::NoBits(i, found) => {
            let found = sort_name(found);
            error(format!("{name}: argument {} is {found}, expected a bit-vector", i + 1))
        }
        SortError::NoSuchBits => error(format!("{name}: the argument does not have these bits")),
        SortError::Width(n) => error(format!("{name}: there are no bit-vectors of {n} bits")),
        SortError::NoSequence | SortError::NoPredicate => {
            error(format!("{name}: there are no such sequences"))
        }
    }
}

/// The name of an operator in SMT-LIB, and its indices.
fn head(op: Op) -> (String, Vec<u32>) {
    let name = match op {
        Op::ReLoop(lo, hi) => return ("re.loop".into(), vec![lo, hi]),
        Op::RePower(n) => return ("re.^".into(), vec![n]),
        Op::Bits(op) => op.head(),
        Op::SeqEmpty(_) => "seq.empty".to_owned(),
        Op::SeqUnit(_) => "seq.unit".to_owned(),
        Op::ReOver(ReConst::None, _) => "re.none".to_owned(),
        Op::ReOver(ReConst::All, _) => "re.all".to_owned(),
        Op::ReOver(ReConst::AllChar, _) => "re.allchar".to_owned(),
        op => op.name().unwrap_or("?").to_owned(),
    };
    let Some(indexed) = name.strip_prefix("(_ ") else { return (name, Vec::new()) };
    let mut words = indexed.trim_end_matches(')').split(' ');
    let name = words.next().unwrap_or("?").to_owned();
    (name, words.filter_map(|index| index.parse().ok()).collect())
}

/// An uninterpreted function.
#[pyclass(frozen, eq, hash, module = "stringent._core")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Function(pub Arc<stringent::expr::Function>);

#[pymethods]
impl Function {
    /// A function from sorts to a sort.
    #[new]
    fn new(name: String, params: Vec<String>, ret: &str) -> PyResult<Function> {
        if params.is_empty() {
            return Err(error("a function has parameters"));
        }
        let params = params.iter().map(|name| sort(name)).collect::<PyResult<_>>()?;
        Ok(Function(Arc::new(stringent::expr::Function { name, params, ret: sort(ret)? })))
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// The sorts of the arguments.
    #[getter]
    fn params(&self) -> Vec<Cow<'static, str>> {
        self.0.params.iter().map(|&sort| sort_name(sort)).collect()
    }

    /// The sort of the value.
    #[getter]
    fn ret(&self) -> Cow<'static, str> {
        sort_name(self.0.ret)
    }
}

/// An expression. Equality is that of trees.
#[pyclass(frozen, eq, module = "stringent._core")]
#[derive(Clone, PartialEq)]
pub struct Term(pub Any);

#[pymethods]
impl Term {
    /// A variable.
    #[staticmethod]
    fn var(name: String, sort: &str) -> PyResult<Term> {
        Ok(Term(Any::var(name, self::sort(sort)?)))
    }

    /// A string.
    #[staticmethod]
    fn text(text: &Bound<'_, PyString>) -> PyResult<Term> {
        Ok(Term(Any::word(text::code_points(text)?)))
    }

    /// An integer.
    #[staticmethod]
    fn number(number: &Bound<'_, PyAny>) -> PyResult<Term> {
        Ok(Term(Int::from(text::integer(number)?).into()))
    }

    /// A Boolean.
    #[staticmethod]
    fn truth(value: bool) -> Term {
        Term(Bool::from(value).into())
    }

    /// The operator with this name in SMT-LIB on arguments.
    #[staticmethod]
    #[pyo3(signature = (name, *args))]
    fn apply(name: &str, args: Vec<PyRef<'_, Term>>) -> PyResult<Term> {
        let op = Any::operator(name, args.len())
            .ok_or_else(|| error(format!("unknown operator {name}")))?;
        let args = args.iter().map(|arg| arg.0.clone()).collect();
        Any::apply(op, args).map(Term).map_err(|why| ill_sorted(name, why))
    }

    /// A bit-vector of this width.
    #[staticmethod]
    fn bits(width: u32, number: &Bound<'_, PyAny>) -> PyResult<Term> {
        let bits = Any::bits(width, &text::integer(number)?);
        bits.map(Term).map_err(|why| ill_sorted("BitVecVal", why))
    }

    /// `seq.empty`, `re.none`, `re.all` or `re.allchar` of a sort.
    #[staticmethod]
    fn constant(name: &str, sort: &str) -> PyResult<Term> {
        let made = Any::constant(name, self::sort(sort)?);
        made.map(Term).ok_or_else(|| error(format!("{name}: there is none of sort {sort}")))
    }

    /// The sequence of one element.
    #[staticmethod]
    fn unit(element: &Term) -> PyResult<Term> {
        Any::unit(element.0.clone()).map(Term).map_err(|why| ill_sorted("seq.unit", why))
    }

    /// The operator with this name and these indices in SMT-LIB on an argument.
    #[staticmethod]
    fn indexed(name: &str, indices: Vec<u32>, body: &Term) -> PyResult<Term> {
        let op = Any::indexed(name, &indices)
            .ok_or_else(|| error(format!("unknown operator (_ {name} ...)")))?;
        Any::apply(op, vec![body.0.clone()]).map(Term).map_err(|why| ill_sorted(name, why))
    }

    /// A function on arguments.
    #[staticmethod]
    fn call(function: &Function, args: Vec<PyRef<'_, Term>>) -> PyResult<Term> {
        let args = args.iter().map(|arg| arg.0.clone()).collect();
        Any::call(&function.0, args).map(Term).map_err(|why| ill_sorted(&function.0.name, why))
    }

    /// The name of the sort.
    #[getter]
    fn sort(&self) -> Cow<'static, str> {
        sort_name(self.0.sort())
    }

    /// The name in SMT-LIB of the operator at the top; none of a literal, a variable or a function.
    #[getter]
    fn op(&self) -> Option<String> {
        match self.0.view() {
            View::Op(op) => Some(head(op).0),
            _ => None,
        }
    }

    /// The indices of the operator at the top.
    #[getter]
    fn indices(&self) -> Vec<u32> {
        match self.0.view() {
            View::Op(op) => head(op).1,
            _ => Vec::new(),
        }
    }

    /// The name, if this is a variable.
    #[getter]
    fn name(&self) -> Option<&str> {
        match self.0.view() {
            View::Var(name) => Some(name),
            _ => None,
        }
    }

    /// The function, if this is an application of one.
    #[getter]
    fn function(&self) -> Option<Function> {
        match self.0.view() {
            View::Call(function) => Some(Function(function.clone())),
            _ => None,
        }
    }

    /// What Python has for a literal; `None` for all else.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(match self.0.view() {
            View::Int(n) | View::Bits(_, n) => Some(text::number(py, n)?),
            View::Str(word) => Some(text::string(py, word)?),
            View::Op(op @ (Op::True | Op::False)) => {
                Some((op == Op::True).into_pyobject(py)?.to_owned().into_any())
            }
            _ => None,
        })
    }

    /// What is below the top.
    #[getter]
    fn args<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.args().into_iter().map(Term))
    }

    /// With the first of each pair replaced by the second.
    fn substitute(&self, pairs: Vec<(PyRef<'_, Term>, PyRef<'_, Term>)>) -> PyResult<Term> {
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| (a.0.clone(), b.0.clone())).collect();
        self.0.substitute(&pairs).map(Term).map_err(|why| ill_sorted("substitute", why))
    }

    /// An equivalent term in the normal form of the rewriter.
    fn simplify(&self, py: Python<'_>) -> PyResult<Term> {
        let simplify = || {
            let mut solver = stringent::Solver::default();
            solver.set_stop_probe(crate::signals::is_interrupted);
            solver.simplify(&self.0)
        };
        crate::signals::without_lock(py, simplify)?.map(Term).map_err(error)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    /// As SMT-LIB.
    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

/// Terms as assertions of a script that declares what they mention.
#[pyfunction]
pub fn script(assertions: Vec<PyRef<'_, Term>>) -> String {
    let assertions: Vec<Any> = assertions.iter().map(|term| term.0.clone()).collect();
    stringent::expr::script(&assertions)
}
