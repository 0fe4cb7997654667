//! Functions of one bounded integer in sums become integers of their own.
//!
//! The problem: a decoder makes a digit of a letter by cases, `(ite (<= c 57) (- c 48) (- c 87))`, and adds digits up in some base.
//! In the sum the letter and the choice are apart, `c - 39 b - 48`, and arithmetic sees that each is bounded, but not that both
//! together are between 0 and 15. So it knows of no place in the base, and what should follow digit by digit is searched for.
//!
//! An integer of few values has a *table* for each function of it, which is computed by evaluation. All summands that depend on the
//! same integer are one function; a new integer has its values: it is a linear function of the old one between thresholds, is bounded by
//! the least and the greatest value, and if the values grow with the old integer, a threshold of one is a threshold of the other. (To
//! tabulate functions of finite domains is what constraint solvers do: C. Lecoutre, *Constraint Networks*, 2009. The thresholds are
//! those of the order encoding: N. Tamura, A. Taga, S. Kitagawa, M. Banbara, *Compiling Finite Linear CSP into SAT*, Constraints 14, 2009.)
//!
//! Choices between constants are left as they are: they are bounded, and decision diagrams ([`super::diagrams`]) count them, also several
//! of one integer: what these come to together is what is left after a few layers. To state
//! the bounds of the sum alone, without a new integer, was left out: no row of the tableau would be one over digits.

use super::spelling::Ranges;
use crate::audit::Goal;
use crate::engine::Resources;
use base::{Budget, FxHashMap, Int, Interrupted};
use rewrite::{LinearSum, ToTerm};
use terms::eval::Evaluator;
use terms::model::Model;
use terms::value::Value;
use terms::{Fun, Op, Sort, Term, Terms};

/// The declared integer that a term depends on, if that is all it depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Support {
    Nothing,
    One(Term),
    More,
}

/// Values of an integer, ascending, with those of a function.
type Table = Vec<(Int, Int)>;

/// Values from the first to the last between which a function is `slope * x + offset`.
struct Piece {
    last: Int,
    slope: Int,
    offset: Int,
    least: Int,
    greatest: Int,
}

/// What is known of the integers in some formulas, and what was made of functions.
struct Functions<'a> {
    support: FxHashMap<Term, Support>,
    /// The formulas that depend on one integer.
    about: FxHashMap<Term, Vec<Term>>,
    ranges: Ranges,
    domains: FxHashMap<Term, Option<Vec<Int>>>,
    /// The integers for functions, by the sums that these are.
    known: FxHashMap<LinearSum, Option<LinearSum>>,
    /// What the new integers are.
    definitions: Vec<Term>,
    /// Whether sums of choices between constants become decision diagrams.
    counts: bool,
    budget: &'a Budget,
}

/// Replaces functions of one integer in sums of `formulas` by new integers, and says what these are. Whether there were any. `counts` if
/// there will be decision diagrams.
///
/// # Errors
/// When the budget runs out.
pub(super) fn round(
    res: &mut Resources<'_>,
    counts: bool,
    formulas: &mut Vec<Term>,
) -> Result<bool, Interrupted> {
    let Resources { terms, audit, budget, .. } = res;
    let all = terms.post_order_within(formulas, budget)?;
    if !all.iter().any(|&t| terms.op(t) == Op::Ite && terms.sort(t) == Sort::Int) {
        return Ok(false);
    }
    let mut functions = Functions { counts, ..Functions::of(terms, formulas, &all, budget)? };
    let changed = super::replace::replace(terms, formulas, budget, |terms, t| {
        if terms.op(t) == Op::Add { functions.image(terms, t) } else { Ok(None) }
    })?;
    if changed.is_empty() {
        return Ok(false);
    }
    audit.trace.give_up();
    if audit.is_on() {
        let given = [&functions.definitions[..], formulas].concat();
        for &(before, after) in &changed {
            audit.claim("preprocess.values", &given, Goal::Equal(before, after));
        }
    }
    formulas.append(&mut functions.definitions);
    Ok(true)
}

impl<'a> Functions<'a> {
    /// Reads `formulas`, which consist of the terms `all`.
    fn of(
        terms: &Terms,
        formulas: &[Term],
        all: &[Term],
        budget: &'a Budget,
    ) -> Result<Functions<'a>, Interrupted> {
        let mut support = FxHashMap::default();
        for &t in all {
            budget.charge(1)?;
            support.insert(t, support_of(terms, &support, t));
        }
        let mut about: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
        for &f in formulas {
            if let Support::One(x) = support[&f] {
                about.entry(x).or_default().push(f);
            }
        }
        let ranges = Ranges::collect(terms, formulas);
        let (domains, known) = (FxHashMap::default(), FxHashMap::default());
        let (counts, definitions) = (false, Vec::new());
        Ok(Functions { support, about, ranges, domains, known, definitions, counts, budget })
    }

    /// The sum `t` with new integers for functions of one integer each, if there are such.
    fn image(&mut self, terms: &mut Terms, t: Term) -> Result<Option<Term>, Interrupted> {
        let sum = rewrite::linear_within(terms, t, self.budget)?;
        debug_assert!(terms.sort(t) == Sort::Int, "a sum that is no number");
        if self.counts && super::diagrams::counts(terms, &sum, self.budget)? {
            return Ok(None);
        }
        let mut groups: Vec<(Support, LinearSum)> = Vec::new();
        let mut places: FxHashMap<Term, usize> = FxHashMap::default();
        for (summand, factor) in sum.terms {
            self.budget.charge(1)?;
            let support = self.support.get(&summand).copied().unwrap_or(Support::More);
            let place = match support {
                Support::One(x) => *places.entry(x).or_insert(groups.len()),
                Support::Nothing | Support::More => groups.len(),
            };
            if place == groups.len() {
                groups.push((support, LinearSum::default()));
            }
            groups[place].1.terms.push((summand, factor));
        }
        if groups.len() < 2 {
            return Ok(None);
        }
        let (mut image, mut is_changed) = (LinearSum::constant(sum.constant), false);
        for (support, group) in groups {
            let function = match support {
                Support::One(x) if is_function(terms, &group) => self.function(terms, x, &group)?,
                Support::One(_) | Support::Nothing | Support::More => None,
            };
            is_changed |= function.is_some();
            image.add_scaled(&function.unwrap_or(group), &Int::ONE);
        }
        Ok(is_changed.then(|| image.to_term(terms)))
    }

    /// The function `group` of `x` as a sum with at most one integer, which is new or `x`.
    fn function(
        &mut self,
        terms: &mut Terms,
        x: Term,
        group: &LinearSum,
    ) -> Result<Option<LinearSum>, Interrupted> {
        let mut content = group.content();
        debug_assert!(content.is_positive(), "a function without summands");
        // Where the same is taken away, it is the same integer.
        if group.terms[0].1.is_negative() {
            content = -content;
        }
        let mut primitive = group.clone();
        primitive.terms.iter_mut().for_each(|(_, factor)| *factor = factor.div_exact(&content));
        if !self.known.contains_key(&primitive) {
            let new = self.tabulated(terms, x, &primitive)?;
            self.known.insert(primitive.clone(), new);
        }
        Ok(self.known[&primitive].as_ref().map(|sum| sum.scaled(&content)))
    }

    fn tabulated(
        &mut self,
        terms: &mut Terms,
        x: Term,
        group: &LinearSum,
    ) -> Result<Option<LinearSum>, Interrupted> {
        let Some(table) = self.table(terms, x, group)? else { return Ok(None) };
        let pieces = pieces(&table);
        if let [Piece { slope, offset, .. }] = &pieces[..] {
            let mut sum = LinearSum::constant(offset.clone());
            sum.add_var(x, slope.clone());
            return Ok(Some(sum));
        }
        if pieces.len() > self.budget.tunables().check.value_pieces {
            return Ok(None);
        }
        let new = terms.fresh("value", Sort::Int);
        define(terms, x, new, &pieces, &mut self.definitions);
        Ok(Some(LinearSum::var(new)))
    }

    /// The values of `group` for those of `x`, if these are few.
    fn table(
        &mut self,
        terms: &Terms,
        x: Term,
        group: &LinearSum,
    ) -> Result<Option<Table>, Interrupted> {
        let Op::Apply(fun) = terms.op(x) else { return Ok(None) };
        if !self.domains.contains_key(&x) {
            let domain = self.domain(terms, x, fun)?;
            self.domains.insert(x, domain);
        }
        let Some(domain) = &self.domains[&x] else { return Ok(None) };
        let mut table = Table::new();
        for value in domain {
            let mut model = Model::new();
            model.set(fun, Value::Int(value.clone()));
            let mut evaluator = Evaluator::new(terms, &model, self.budget);
            let mut image = group.constant.clone();
            for (summand, factor) in &group.terms {
                self.budget.charge(1)?;
                let Ok(Value::Int(n)) = evaluator.eval(*summand) else { return Ok(None) };
                image += n * factor;
            }
            table.push((value.clone(), image));
        }
        Ok(Some(table).filter(|table| !table.is_empty()))
    }

    /// The values that the formulas about `x` alone admit, if these are few.
    fn domain(&self, terms: &Terms, x: Term, fun: Fun) -> Result<Option<Vec<Int>>, Interrupted> {
        let Some((least, most)) = self.ranges.of(terms, x) else { return Ok(None) };
        let count = (most - &least).to_i64().and_then(|n| usize::try_from(n).ok());
        let most_values = self.budget.tunables().check.values;
        let Some(count) = count.filter(|&n| n < most_values) else { return Ok(None) };
        let about = self.about.get(&x).map_or(&[][..], |formulas| formulas);
        let mut domain = Vec::new();
        for i in 0..=count {
            self.budget.charge(1)?;
            let value = &least + &Int::from(i as u64);
            let mut model = Model::new();
            model.set(fun, Value::Int(value.clone()));
            let mut evaluator = Evaluator::new(terms, &model, self.budget);
            // What cannot be evaluated excludes nothing.
            if about.iter().all(|&f| evaluator.holds(f) != Ok(false)) {
                domain.push(value);
            }
        }
        Ok(Some(domain))
    }
}

/// What `t` depends on, when that is known of its arguments.
fn support_of(terms: &Terms, support: &FxHashMap<Term, Support>, t: Term) -> Support {
    let is_integer = terms.is_constant(t) && terms.sort(t) == Sort::Int;
    let is_number = matches!(terms.sort(t), Sort::Int | Sort::Bool);
    // What is divided by zero is as open as what is applied, though nothing is declared.
    if is_integer || !is_number || terms.is_interpreted_by_models(t) {
        return if is_integer { Support::One(t) } else { Support::More };
    }
    terms.args(t).iter().fold(Support::Nothing, |all, arg| match (all, support[arg]) {
        (Support::Nothing, one) | (one, Support::Nothing) => one,
        (all, one) if all == one => all,
        _ => Support::More,
    })
}

/// Arithmetic does not see what `group` comes to: a choice that its bounds do not tell, or one of several summands.
fn is_function(terms: &Terms, group: &LinearSum) -> bool {
    let is_choice = |t: Term| terms.op(t) == Op::Ite;
    match &group.terms[..] {
        &[(t, _)] => is_choice(t) && terms.args(t)[1..].iter().any(|&a| terms.op(a) == Op::Add),
        several => several.iter().any(|&(t, _)| is_choice(t)),
    }
}

/// The table in as few pieces as there are if each is as long as can be, from the first on.
fn pieces(table: &Table) -> Vec<Piece> {
    let (mut pieces, mut rest): (Vec<Piece>, _) = (Vec::new(), &table[..]);
    debug_assert!(table.is_sorted_by(|(x, _), (y, _)| x < y), "a table that is out of order");
    while let [(x, y), others @ ..] = rest {
        let slope = others.first().map_or(Int::ZERO, |(x2, y2)| (y2 - y).div_floor(&(x2 - x)));
        let offset = y - &(&slope * x);
        let fits = |(x, y): &&(Int, Int)| &(&slope * x) + &offset == *y;
        // At least the first, which `offset` is made for.
        let count = rest.iter().take_while(fits).count();
        let (last, end) = &rest[count - 1];
        let (least, greatest) = (y.min(end).clone(), y.max(end).clone());
        pieces.push(Piece { last: last.clone(), slope, offset, least, greatest });
        rest = &rest[count..];
    }
    pieces
}

/// States that `new` is the function of `x` that consists of these pieces.
fn define(terms: &mut Terms, x: Term, new: Term, pieces: &[Piece], out: &mut Vec<Term>) {
    debug_assert!(pieces.len() > 1, "a function of one piece needs no integer");
    let ends = pieces.iter().map(|p| (&p.least, &p.greatest));
    let least = ends.clone().map(|(least, _)| least).min().cloned().unwrap_or_default();
    let greatest = ends.map(|(_, greatest)| greatest).max().cloned().unwrap_or_default();
    let (least, greatest) = (terms.int(least), terms.int(greatest));
    out.extend([terms.ge(new, least), terms.le(new, greatest)]);
    let up_to: Vec<Term> = pieces
        .iter()
        .map(|piece| {
            let last = terms.int(piece.last.clone());
            terms.le(x, last)
        })
        .collect();
    for (i, piece) in pieces.iter().enumerate() {
        let mut clause = Vec::new();
        if i > 0 {
            clause.push(up_to[i - 1]);
        }
        if i + 1 < pieces.len() {
            clause.push(terms.not(up_to[i]));
        }
        let mut value = LinearSum::constant(piece.offset.clone());
        value.add_var(x, piece.slope.clone());
        let value = value.to_term(terms);
        clause.push(terms.eq(new, value));
        out.push(terms.or(&clause));
    }
    let grows = pieces.windows(2).all(|pair| pair[0].greatest < pair[1].least);
    let falls = pieces.windows(2).all(|pair| pair[0].least > pair[1].greatest);
    for (piece, &up_to) in pieces.iter().zip(&up_to).take(pieces.len() - 1) {
        let (least, greatest) = (piece.least.clone(), piece.greatest.clone());
        let (least, greatest) = (terms.int(least), terms.int(greatest));
        let same = match (grows, falls) {
            (true, _) => terms.le(new, greatest),
            (_, true) => terms.ge(new, least),
            _ => continue,
        };
        out.push(terms.eq(up_to, same));
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{assert_same, hold, ints, models, run};
    use super::*;
    use base::SplitMix64;

    #[test]
    fn definitions_admit_the_values_of_the_table() {
        let mut random = SplitMix64::new(3);
        for _ in 0..500 {
            let mut terms = Terms::new();
            let [x, new] = ["x", "new"].map(|name| terms.fresh(name, Sort::Int));
            let mut table = Table::new();
            let (mut at, mut value) = (random.below(5) as i64 - 2, 0);
            for _ in 0..1 + random.below(3) {
                let slope = random.below(4) as i64 - 1;
                for _ in 0..1 + random.below(4) {
                    table.push((Int::from(at), Int::from(value)));
                    (at, value) = (at + 1, value + slope);
                }
                (at, value) = (at + random.below(3) as i64, value + random.below(9) as i64 - 3);
            }
            let pieces = pieces(&table);
            if pieces.len() == 1 {
                continue;
            }
            let mut formulas = Vec::new();
            define(&mut terms, x, new, &pieces, &mut formulas);
            for (at, value) in &table {
                let value = value.to_i64().unwrap();
                let tried =
                    [(x, vec![Value::Int(at.clone())]), (new, ints(value - 12..=value + 12))];
                let holds = models(&terms, &tried)
                    .iter()
                    .map(|m| hold(&terms, m, &formulas))
                    .collect::<Vec<_>>();
                assert!((0..25).all(|i| holds[i] == (i == 12)), "{table:?} {at}");
            }
        }
    }

    /// A letter that is a digit in base 16, and the digit by cases.
    fn digit(terms: &mut Terms, formulas: &mut Vec<Term>) -> (Term, Term) {
        let x = terms.fresh("x", Sort::Int);
        let mut between = |least: i64, most: i64| {
            let (least, most) = (terms.int(least), terms.int(most));
            let ends = [terms.ge(x, least), terms.ge(most, x)];
            terms.and(&ends)
        };
        let cases = [between(48, 57), between(97, 102)];
        formulas.push(terms.or(&cases));
        let [first, ten, by] = [58, 48, 39].map(|n| terms.int(n));
        let is_letter = terms.ge(x, first);
        let zero = terms.int(0);
        let by = terms.ite(is_letter, by, zero);
        let (by, ten) = (terms.scale(-1, by), terms.scale(-1, ten));
        (x, terms.add(&[x, by, ten]))
    }

    #[test]
    fn digits_by_cases_are_integers() {
        let (mut terms, mut formulas) = (Terms::new(), Vec::new());
        let (x, high) = digit(&mut terms, &mut formulas);
        let (y, low) = digit(&mut terms, &mut formulas);
        let high = terms.scale(16, high);
        let (sum, n) = (terms.add(&[high, low]), terms.int(0xc4));
        formulas.push(terms.eq(sum, n));
        let before = formulas.clone();
        assert!(run(&mut terms, |res| round(res, false, &mut formulas).unwrap()));
        let sum = rewrite::linear(&terms, terms.arg(formulas[2], 0));
        let new = [0, 1].map(|i| sum.terms[i].0);
        assert!(sum.terms.len() == 2 && !new.contains(&x) && !new.contains(&y));
        // The digits are counted from the least value, 48 less 0.
        let most = terms.int(63);
        formulas.extend(new.map(|digit| terms.ge(most, digit)));
        let letters = |text: &str| ints(text.chars().map(|c| i64::from(u32::from(c))));
        let tried = [(x, letters("0123456789abcdef")), (y, letters("37a4"))];
        assert_eq!(assert_same(&terms, &tried, &before, &formulas), 1);
    }

    #[test]
    fn what_depends_on_more_or_has_no_bounds_stays() {
        let (mut terms, mut formulas) = (Terms::new(), Vec::new());
        let (_, low) = digit(&mut terms, &mut formulas);
        let n = terms.int(3);
        formulas.clear();
        let y = terms.fresh("y", Sort::Int);
        let sum = terms.add(&[low, y]);
        formulas.push(terms.eq(sum, n));
        assert!(!run(&mut terms, |res| round(res, false, &mut formulas).unwrap()));
    }
}
