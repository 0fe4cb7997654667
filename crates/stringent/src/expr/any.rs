//! Expressions whose sort is known at run time only, for languages that are not typed.
//!
//! They can be looked into and taken apart, too, which bindings to other languages need: their users write visitors.

use super::boolean::Bool;
use super::integer::Int;
use super::node::{Expr, Function, Head};
use super::pattern::Exprs;
use super::regex::Regex;
use super::signature::{fits, fits_one, sort_of, unit_of};
use super::sorted::{Source, Valued};
use super::string::Str;
use base::FxHashMap;
use patterns::{Notation, PatternError};
use std::fmt;
use std::sync::{Arc, LazyLock};
use terms::op::{BitOp, NAMED_OPS, ReConst, bit_ops};
use terms::sort::MAX_WIDTH;
use terms::value::Value;
use terms::{Op, Sort, SortError};

/// An expression of any sort. Equality is that of trees.
///
/// ```
/// use stringent::expr::{Any, View};
/// use stringent::{Op, Sort};
/// let x = Any::var("x", Sort::String);
/// let length = Any::apply(Op::StrLen, vec![x.clone()])?;
/// assert_eq!((length.sort(), length.args()), (Sort::Int, vec![x]));
/// assert!(matches!(length.view(), View::Op(Op::StrLen)));
/// assert!(Any::apply(Op::StrLen, vec![length]).is_err());
/// # Ok::<(), stringent::SortError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Any {
    pub(crate) expr: Expr,
}

/// What is at the top of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View<'e> {
    /// An operator.
    Op(Op),
    /// An integer.
    Int(&'e crate::Integer),
    /// The code points of a string.
    Str(&'e [u32]),
    /// A bit-vector: its width, and a number that is not negative.
    Bits(u32, &'e crate::Integer),
    /// The name of a variable.
    Var(&'e str),
    /// An uninterpreted function.
    Call(&'e Arc<Function>),
}

/// Sorted by name. (A hash table that lives for ever looks lost to tools that look for leaks.)
static OPERATORS: LazyLock<Vec<(&str, Op)>> = LazyLock::new(|| {
    let words = bit_ops().map(|(name, op)| (name, Op::Bits(op)));
    let plain = NAMED_OPS.iter().copied().filter(|(_, op)| *op != Op::Neg);
    let mut all: Vec<(&str, Op)> = plain.chain(words).collect();
    base::order::sort(&mut all);
    all
});

impl Any {
    pub(crate) fn new(expr: Expr) -> Any {
        Any { expr }
    }

    /// A variable. Equal names are one variable within a solver.
    pub fn var(name: impl Into<String>, sort: Sort) -> Any {
        Any::new(Expr::var(name.into(), sort))
    }

    /// A string from code points, which may be surrogate halves.
    pub fn word(code_points: impl Into<Box<[u32]>>) -> Any {
        Any::new(Expr::leaf(Head::Str(code_points.into())))
    }

    /// The bit-vector of so many bits that a number is, modulo 2 to the power of that.
    ///
    /// # Errors
    /// If there are no bit-vectors of this width.
    pub fn bits(width: u32, number: &crate::Integer) -> Result<Any, SortError> {
        if !(1..=MAX_WIDTH).contains(&width) {
            return Err(SortError::Width(width.into()));
        }
        let number = number.div_rem_euclid(&crate::Integer::from(2).pow(width)).1;
        Ok(Any::new(Expr::leaf(Head::Bits(width, number))))
    }

    /// The words of a pattern: a regex over strings or, if the notation says that words are made of bytes, over `(Seq (_ BitVec 8))`.
    ///
    /// ```
    /// use stringent::Sort;
    /// use stringent::expr::Any;
    /// use stringent::patterns::Notation;
    /// let bytes = Notation { bytes: true, ..Notation::default() };
    /// let regex = Any::pattern(r"a(?-u:\xFF)?", bytes)?;
    /// assert_eq!(
    ///     regex.to_string(),
    ///     "(re.++ (seq.to.re (seq.unit #x61)) \
    ///      (re.union (seq.to.re (as seq.empty (Seq (_ BitVec 8)))) (seq.to.re (seq.unit #xff))))"
    /// );
    /// assert_eq!(Any::pattern("a", Notation::default())?.sort(), Sort::RegLan);
    /// # Ok::<(), stringent::patterns::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no pattern, or describes no regular language over the alphabet.
    pub fn pattern(pattern: &str, notation: impl Into<Notation>) -> Result<Any, PatternError> {
        let notation = notation.into();
        let mut algebra = if notation.bytes { Exprs::bytes() } else { Exprs::characters() };
        patterns::parse(pattern, notation, &mut algebra).map(Any::new)
    }

    /// `seq.empty`, `re.none`, `re.all` or `re.allchar` of a sort, as `(as NAME SORT)` is in SMT-LIB.
    ///
    /// ```
    /// use stringent::expr::{Any, sequences_of};
    /// use stringent::{Op, Sort};
    /// let bytes = sequences_of(Sort::BitVec(8)).unwrap();
    /// let zeros = Any::apply(Op::StrToRe, vec![Any::unit(Any::bits(8, &0.into())?)?])?;
    /// let one = Any::constant("re.allchar", zeros.sort()).unwrap();
    /// let regex = Any::apply(Op::ReConcat, vec![Any::apply(Op::ReStar, vec![zeros])?, one])?;
    /// let member = Any::apply(Op::StrInRe, vec![Any::var("s", bytes), regex])?;
    /// assert_eq!(
    ///     member.to_string(),
    ///     "(seq.in.re s (re.++ (re.* (seq.to.re (seq.unit #x00))) (as re.allchar (RegEx (Seq (_ BitVec 8))))))"
    /// );
    /// # Ok::<(), stringent::SortError>(())
    /// ```
    pub fn constant(name: &str, sort: Sort) -> Option<Any> {
        let over = |constant| match (sort, constant) {
            (Sort::RegEx(e), constant) => Some(Op::ReOver(constant, e)),
            (Sort::RegLan, ReConst::None) => Some(Op::ReNone),
            (Sort::RegLan, ReConst::All) => Some(Op::ReAll),
            (Sort::RegLan, ReConst::AllChar) => Some(Op::ReAllChar),
            _ => None,
        };
        let op = match (name, sort) {
            ("seq.empty", Sort::String) => return Some(Any::word([])),
            ("seq.empty", Sort::Seq(e)) => Some(Op::SeqEmpty(e)),
            ("re.none", _) => over(ReConst::None),
            ("re.all", _) => over(ReConst::All),
            ("re.allchar", _) => over(ReConst::AllChar),
            _ => None,
        };
        op.map(|op| Any::new(Expr::new(op, Vec::new())))
    }

    /// The sequence of one element.
    ///
    /// # Errors
    /// If there are no sequences of such elements.
    pub fn unit(element: Any) -> Result<Any, SortError> {
        Any::apply(unit_of(element.sort())?, vec![element])
    }

    /// An operator on arguments.
    ///
    /// # Errors
    /// If they do not fit, or the operator has a payload that belongs to a store.
    pub fn apply(op: Op, args: Vec<Any>) -> Result<Any, SortError> {
        check(op, &args)?;
        let args = args.into_iter().map(|arg| arg.expr).collect();
        Ok(Any::new(Expr::new(op, args)))
    }

    /// A function applied to arguments.
    ///
    /// # Errors
    /// If they do not fit.
    pub fn call(function: &Arc<Function>, args: Vec<Any>) -> Result<Any, SortError> {
        fits(&function.params, &sorts(&args))?;
        let args = args.into_iter().map(|arg| arg.expr).collect();
        Ok(Any::new(Expr::with_head(Head::Call(function.clone()), args)))
    }

    /// The operator with this name in SMT-LIB, if it is to be applied to so many arguments.
    pub fn operator(name: &str, arity: usize) -> Option<Op> {
        match (name, arity) {
            ("-", 1) => Some(Op::Neg),
            _ => {
                let at = OPERATORS.binary_search_by_key(&name, |&(name, _)| name).ok()?;
                Some(OPERATORS[at].1)
            }
        }
    }

    /// The operator with this name and these indices in SMT-LIB.
    ///
    /// ```
    /// use stringent::Sort;
    /// use stringent::expr::Any;
    /// let byte = Any::var("b", Sort::BitVec(8));
    /// let high = Any::apply(Any::indexed("extract", &[7, 4]).unwrap(), vec![byte])?;
    /// assert_eq!((high.to_string(), high.sort()), ("((_ extract 7 4) b)".into(), Sort::BitVec(4)));
    /// # Ok::<(), stringent::SortError>(())
    /// ```
    pub fn indexed(name: &str, indices: &[u32]) -> Option<Op> {
        match (name, indices) {
            ("re.loop", &[lo, hi]) => Some(Op::ReLoop(lo, hi)),
            ("re.^", &[n]) => Some(Op::RePower(n)),
            _ => BitOp::indexed(name, indices).map(Op::Bits),
        }
    }

    /// Its sort.
    pub fn sort(&self) -> Sort {
        self.expr.0.sort
    }

    /// What is at the top.
    pub fn view(&self) -> View<'_> {
        match &self.expr.0.head {
            Head::Op(op) => View::Op(*op),
            Head::Int(n) => View::Int(n),
            Head::Str(word) => View::Str(word),
            Head::Bits(width, n) => View::Bits(*width, n),
            Head::Var(name, _) => View::Var(name),
            Head::Call(function) => View::Call(function),
        }
    }

    /// What is below the top.
    pub fn args(&self) -> Vec<Any> {
        self.expr.0.args.iter().cloned().map(Any::new).collect()
    }

    /// With the first of each pair replaced by the second wherever it stands, all at once.
    ///
    /// ```
    /// use stringent::expr::{Any, Str};
    /// let (x, y) = (Str::var("x"), Str::var("y"));
    /// let pairs = [(Any::from(&x), Any::from(&y)), (Any::from(&y), Any::from(&x))];
    /// let swapped = Any::from(&x + &y).substitute(&pairs)?;
    /// assert_eq!(swapped.to_string(), "(str.++ y x)");
    /// # Ok::<(), stringent::SortError>(())
    /// ```
    ///
    /// # Errors
    /// If the two of a pair are not of the same sort.
    pub fn substitute(&self, pairs: &[(Any, Any)]) -> Result<Any, SortError> {
        for (i, (from, to)) in pairs.iter().enumerate() {
            fits_one(i, from.sort(), to.sort())?;
        }
        let map: FxHashMap<&Expr, &Expr> =
            pairs.iter().rev().map(|(from, to)| (&from.expr, &to.expr)).collect();
        Ok(Any::new(self.expr.replace(&map)))
    }

    /// The literal for a value; an element of a declared sort has none, a regex is a term of its store, as the elements of a
    /// sequence are sorts of it.
    pub fn literal(value: &Value) -> Option<Any> {
        Some(match value {
            Value::Bool(b) => Bool::from(*b).into(),
            Value::Int(n) => Int::from(n.clone()).into(),
            Value::Str(word) => Any::word(&**word),
            Value::Bits(width, n) => return Any::bits(*width, n).ok(),
            Value::Re(_) | Value::Elem(..) | Value::Seq(..) | Value::Predicate(..) => return None,
        })
    }
}

/// Whether the operator can be applied.
fn check(op: Op, args: &[Any]) -> Result<(), SortError> {
    if matches!(op, Op::IntConst(_) | Op::StrConst(_) | Op::Divisible(_)) {
        return Err(SortError::Arity(0, args.len()));
    }
    sort_of(op, &sorts(args)).map(drop)
}

fn sorts(args: &[Any]) -> Vec<Sort> {
    args.iter().map(Any::sort).collect()
}

macro_rules! from_typed {
    ($($type:ident),*) => {
        $(
            impl From<$type> for Any {
                fn from(typed: $type) -> Any {
                    Any::new(typed.0)
                }
            }

            impl From<&$type> for Any {
                fn from(typed: &$type) -> Any {
                    Any::new(typed.0.clone())
                }
            }
        )*
    };
}

from_typed!(Bool, Int, Str, Regex);

impl fmt::Display for Any {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expr.fmt(f)
    }
}

impl Valued for Any {
    type Value = Value;

    fn source(&self) -> Source<'_> {
        Source::Expr(&self.expr)
    }

    fn read(value: Value) -> Option<Value> {
        Some(value)
    }
}
