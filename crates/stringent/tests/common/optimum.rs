//! Random small problems with objectives, against all models there are.

use base::Budget;
use choices::Choices;
use std::collections::BTreeSet;
use stringent::{Optimum, Options, Order, Reason, Sense, Solver, Sort, Term, Value, Verdict};
use terms::eval::Evaluator;
use terms::model::Model;

const WORDS: [&str; 7] = ["", "a", "b", "aa", "ab", "ba", "bb"];
const NUMBERS: std::ops::RangeInclusive<i64> = -2..=3;

/// Two words of at most two letters and a small number, so that all their values can be tried.
struct Problem {
    solver: Solver,
    constants: [Term; 3],
    assertions: Vec<Term>,
    objectives: Vec<(Sense, Term)>,
}

fn word(rng: &mut Choices) -> String {
    let literals = ["\"\"", "\"a\"", "\"b\"", "\"ab\""];
    let plain = |rng: &mut Choices| rng.pick(&["s", "t"]).to_string();
    match rng.below(8) {
        0 => rng.pick(&literals).to_string(),
        1 => format!("(str.++ {} {})", plain(rng), rng.pick(&["s", "t", "\"a\""])),
        2 => format!("(str.at {} {})", plain(rng), rng.pick(&["0", "i"])),
        3 => format!("(str.replace {} {} {})", plain(rng), rng.pick(&literals), plain(rng)),
        _ => plain(rng),
    }
}

fn number(rng: &mut Choices) -> String {
    match rng.below(6) {
        0 => "i".to_owned(),
        1 => format!("(str.indexof {} {} 0)", word(rng), word(rng)),
        2 => format!("(- (* 2 (str.len {})) i)", word(rng)),
        3 => format!("(str.to_code {})", word(rng)),
        _ => format!("(str.len {})", word(rng)),
    }
}

fn formula(rng: &mut Choices) -> String {
    let regexes = ["(re.* (str.to_re \"ab\"))", "(re.++ re.allchar (re.opt (str.to_re \"b\")))"];
    match rng.below(7) {
        0 => format!("(= {} {})", word(rng), word(rng)),
        1 => format!("(str.in_re {} {})", word(rng), rng.pick(&regexes)),
        2 => format!("(str.contains {} {})", word(rng), word(rng)),
        3 => format!("(not {})", formula(rng)),
        4 => format!("(or {} {})", formula(rng), formula(rng)),
        5 => format!("(= {} {})", number(rng), number(rng)),
        _ => format!("(<= {} {})", number(rng), number(rng)),
    }
}

fn problem(rng: &mut Choices) -> Problem {
    let options = Options { rlimit: 20_000_000, ..Options::default() };
    let mut solver = Solver::new(options);
    let mut declare = |name, sort| solver.declare(name, sort).unwrap();
    let constants =
        [declare("s", Sort::String), declare("t", Sort::String), declare("i", Sort::Int)];
    let bounds = ["s", "t"]
        .map(|x| format!("(str.in_re {x} ((_ re.loop 0 2) (re.range \"a\" \"b\")))"))
        .into_iter()
        .chain([format!("(<= (- {}) i {})", NUMBERS.start().abs(), NUMBERS.end())]);
    let texts: Vec<String> = bounds.chain((0..1 + rng.below(2)).map(|_| formula(rng))).collect();
    let assertions: Vec<Term> = texts.iter().map(|t| solver.parse(t).unwrap()).collect();
    assertions.iter().for_each(|&t| solver.assert(t).unwrap());
    let mut objectives = Vec::new();
    for _ in 0..1 + rng.below(2) {
        let sense = *rng.pick(&[Sense::Minimize, Sense::Maximize]);
        objectives.push((sense, solver.parse(&number(rng)).unwrap()));
    }
    Problem { solver, constants, assertions, objectives }
}

impl Problem {
    /// All models, as the values of the constants and of the objectives.
    fn models(&mut self) -> Vec<(Vec<Value>, Vec<i64>)> {
        let terms = self.solver.terms();
        let funs = self.constants.map(|t| match terms.op(t) {
            stringent::Op::Apply(fun) => fun,
            op => panic!("{op:?}"),
        });
        let budget = Budget::unlimited();
        let mut found = Vec::new();
        for (s, t, i) in all_values() {
            let values = [Value::text(s), Value::text(t), Value::Int(i.into())];
            let mut model = Model::new();
            funs.iter().zip(&values).for_each(|(&fun, value)| model.set(fun, value.clone()));
            let mut eval = Evaluator::new(terms, &model, &budget);
            if self.assertions.iter().all(|&a| eval.holds(a).unwrap()) {
                let number = |(_, t)| eval.eval(t).unwrap().as_int().unwrap().to_i64().unwrap();
                found
                    .push((values.to_vec(), self.objectives.iter().copied().map(number).collect()));
            }
        }
        found
    }
}

fn all_values() -> impl Iterator<Item = (&'static str, &'static str, i64)> {
    let pairs = WORDS.iter().flat_map(|&s| WORDS.iter().map(move |&t| (s, t)));
    pairs.flat_map(|(s, t)| NUMBERS.map(move |i| (s, t, i)))
}

/// The models that are best in lexicographic order, and how good they are.
fn best(problem: &Problem, mut models: Vec<(Vec<Value>, Vec<i64>)>) -> (Vec<Vec<Value>>, Vec<i64>) {
    let mut optima = Vec::new();
    for (k, (sense, _)) in problem.objectives.iter().enumerate() {
        let numbers = models.iter().map(|model| model.1[k]);
        let optimum = match sense {
            Sense::Minimize => numbers.min(),
            Sense::Maximize => numbers.max(),
        };
        let Some(optimum) = optimum else { break };
        models.retain(|model| model.1[k] == optimum);
        optima.push(optimum);
    }
    (models.into_iter().map(|model| model.0).collect(), optima)
}

fn length(values: &[Value]) -> usize {
    values.iter().filter_map(|v| v.as_str()).map(|w| w.len()).sum()
}

/// All models of a problem come, each once, in the order that was asked for.
fn enumerates(problem: &mut Problem, want: &[Vec<Value>], order: Order) -> bool {
    let constants = problem.constants;
    let found: Result<Vec<Vec<Value>>, Reason> =
        problem.solver.models(&constants, order).unwrap().collect();
    let found = match found {
        Ok(found) => found,
        Err(Reason::ModelCheckFailed) => panic!("a model failed its check"),
        Err(_) => return false,
    };
    let sorted = |all: &[Vec<Value>]| all.iter().map(|v| format!("{v:?}")).collect::<BTreeSet<_>>();
    assert_eq!((found.len(), sorted(&found)), (want.len(), sorted(want)));
    assert!(order == Order::Any || found.is_sorted_by_key(|values| length(values)));
    true
}

/// One problem: its models, then its optima, then its optimal models; whether all was decided.
pub fn scenario(rng: &mut Choices) -> bool {
    let mut problem = problem(rng);
    let all = problem.models();
    let want: Vec<Vec<Value>> = all.iter().map(|model| model.0.clone()).collect();
    let mut decided = enumerates(&mut problem, &want, *rng.pick(&[Order::Any, Order::Shortest]));
    let (want, optima) = best(&problem, all);
    for (sense, t) in problem.objectives.clone() {
        match sense {
            Sense::Minimize => problem.solver.minimize(t).unwrap(),
            Sense::Maximize => problem.solver.maximize(t).unwrap(),
        }
    }
    match problem.solver.check() {
        Verdict::Unknown(why) => {
            assert_ne!(why, Reason::ModelCheckFailed);
            decided = false;
        }
        Verdict::Unsat => assert!(want.is_empty()),
        Verdict::Sat => {
            let exact = optima.iter().map(|&n| Optimum::Exact(n.into()));
            assert_eq!(problem.solver.optima(), exact.collect::<Vec<_>>());
            let values = problem.constants.map(|t| problem.solver.value(&t).unwrap().unwrap());
            assert!(want.iter().any(|model| *model == values));
        }
    }
    decided && enumerates(&mut problem, &want, *rng.pick(&[Order::Any, Order::Shortest]))
}
