//! The forms in which a formula is put to a solver. All of them must get the same answer: the
//! metamorphic half of the net. `Valued` adds a model, so there the answer must be `sat`.

use super::rng::Rng;
use super::script::{Script, declared};
use super::sexp::Sexp;

/// A way to write a formula down. The numbers seed what a form leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// As it is.
    Plain,
    /// Assertions in another order, arguments of symmetric operators too.
    Shuffled(u64),
    /// Other names for what is declared.
    Renamed,
    /// Subterms named by `let` and `define-fun`.
    Named(u64),
    /// In scopes, with other checks before and between.
    Scoped(u64),
    /// With a check after each assertion: what one leaves behind answers the next.
    Stepwise,
    /// Assertions behind literals that are assumed.
    Assumed(u64),
    /// All assertions as one conjunction, negated twice.
    Conjoined,
    /// With `define-fun`s for what is declared: the model to check.
    Valued(Vec<Sexp>),
    /// With equations for the constants and `define-fun`s for the functions of a model.
    Equated(Vec<Sexp>),
}

impl Form {
    /// A random form other than the plain one, without a model.
    pub fn random(rng: &mut Rng) -> Form {
        let seed = rng.below(1 << 30) as u64;
        match rng.below(7) {
            0 => Form::Shuffled(seed),
            1 => Form::Renamed,
            2 => Form::Named(seed),
            3 => Form::Scoped(seed),
            4 => Form::Assumed(seed),
            5 => Form::Stepwise,
            _ => Form::Conjoined,
        }
    }

    /// The name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Form::Plain => "plain",
            Form::Shuffled(_) => "shuffled",
            Form::Renamed => "renamed",
            Form::Named(_) => "named",
            Form::Scoped(_) => "scoped",
            Form::Stepwise => "stepwise",
            Form::Assumed(_) => "assumed",
            Form::Conjoined => "conjoined",
            Form::Valued(_) => "valued",
            Form::Equated(_) => "equated",
        }
    }

    /// The model that is put in.
    pub fn values(&self) -> Option<&[Sexp]> {
        match self {
            Form::Valued(model) | Form::Equated(model) => Some(model),
            _ => None,
        }
    }

    /// The script in this form. The last answer is the one for the formula.
    pub fn write(&self, script: &Script) -> String {
        let declarations: Vec<String> = script.declarations.iter().map(Sexp::to_string).collect();
        let mut lines = vec!["(set-logic ALL)".to_owned()];
        match self {
            Form::Valued(model) => lines.extend(valued(script, model).iter().map(Sexp::to_string)),
            Form::Equated(model) => lines.extend(equated(script, model)),
            _ => lines.extend(declarations),
        }
        match self {
            Form::Plain | Form::Valued(_) | Form::Equated(_) => {
                assert_all(&mut lines, &script.assertions)
            }
            Form::Shuffled(seed) => {
                let mut rng = Rng::new(*seed, 0);
                let mut assertions: Vec<Sexp> =
                    script.assertions.iter().map(|a| shuffled(&mut rng, a)).collect();
                rng.shuffle(&mut assertions);
                assert_all(&mut lines, &assertions);
            }
            Form::Renamed => return renamed(script).write_plain(),
            Form::Named(seed) => named(&mut Rng::new(*seed, 0), script, &mut lines),
            Form::Scoped(seed) => scoped(&mut Rng::new(*seed, 0), script, &mut lines),
            Form::Stepwise => {
                let checked = |a: &Sexp| [assertion(a), "(check-sat)".to_owned()];
                lines.extend(script.assertions.iter().flat_map(checked));
            }
            Form::Assumed(seed) => {
                assumed(&mut Rng::new(*seed, 0), script, &mut lines);
                return lines.join("\n") + "\n";
            }
            Form::Conjoined => {
                let all = Sexp::call(
                    "and",
                    script.assertions.iter().cloned().chain([Sexp::atom("true")]),
                );
                assert_all(&mut lines, &[all.not().not()]);
            }
        }
        lines.push("(check-sat)".to_owned());
        lines.join("\n") + "\n"
    }
}

impl Script {
    /// The script as it is.
    pub fn write_plain(&self) -> String {
        Form::Plain.write(self)
    }
}

fn assertion(term: &Sexp) -> String {
    format!("(assert {term})")
}

fn assert_all(lines: &mut Vec<String>, terms: &[Sexp]) {
    lines.extend(terms.iter().map(assertion));
}

/// The declarations with what a model defines in their place.
fn valued(script: &Script, model: &[Sexp]) -> Vec<Sexp> {
    let defined = |d: &Sexp| model.iter().find(|m| declared(m) == declared(d)).cloned();
    script.declarations.iter().map(|d| defined(d).unwrap_or_else(|| d.clone())).collect()
}

fn equated(script: &Script, model: &[Sexp]) -> Vec<String> {
    let is_constant =
        |m: &Sexp| matches!(m.args().get(1), Some(Sexp::List(args)) if args.is_empty());
    let (constants, functions): (Vec<Sexp>, Vec<Sexp>) =
        model.iter().cloned().partition(is_constant);
    let mut lines: Vec<String> = valued(script, &functions).iter().map(Sexp::to_string).collect();
    let known = |c: &&Sexp| script.functions().any(|(name, ..)| declared(c) == Some(name));
    for constant in constants.iter().filter(known) {
        if let [name, _, _, value] = constant.args() {
            lines.push(format!("(assert (= {name} {value}))"));
        }
    }
    lines
}

/// The term with the arguments of symmetric operators in another order.
fn shuffled(rng: &mut Rng, term: &Sexp) -> Sexp {
    let Sexp::List(items) = term else { return term.clone() };
    let mut items: Vec<Sexp> = items.iter().map(|i| shuffled(rng, i)).collect();
    let symmetric = [
        "and", "or", "=", "distinct", "+", "xor", "re.union", "re.inter", "bvadd", "bvand", "bvor",
    ];
    if symmetric.contains(&term.head()) {
        rng.shuffle(&mut items[1..]);
    }
    Sexp::List(items)
}

/// Other names that sort differently.
fn renamed(script: &Script) -> Script {
    let names: Vec<&str> = script.declarations.iter().filter_map(declared).collect();
    let mut rename = |atom: &str| match names.iter().position(|n| *n == atom) {
        Some(at) => Sexp::atom(format!("v{}", names.len() - at)),
        None => Sexp::atom(atom),
    };
    Script {
        declarations: script.declarations.iter().map(|d| d.map_atoms(&mut rename)).collect(),
        assertions: script.assertions.iter().map(|a| a.map_atoms(&mut rename)).collect(),
    }
}

/// Names a subterm of each assertion; half of the time in all of them by a definition.
fn named(rng: &mut Rng, script: &Script, lines: &mut Vec<String>) {
    for (number, term) in script.assertions.iter().enumerate() {
        let paths: Vec<_> = term.paths().into_iter().filter(|p| !term.is_below_binder(p)).collect();
        let path = rng.pick(&paths);
        let (inner, name) = (term.at(path), format!("n{number}!"));
        let outer = term.with(path, Sexp::atom(name.as_str()));
        match super::sorts::sort_of(inner, script).filter(|_| rng.one_in(2)) {
            Some(sort) => {
                lines.push(format!("(define-fun {name} () {sort} {inner})"));
                lines.push(assertion(&outer));
            }
            None => lines.push(format!("(assert (let (({name} {inner})) {outer}))")),
        }
    }
}

/// Asserts level by level, with checks and passing assertions between.
fn scoped(rng: &mut Rng, script: &Script, lines: &mut Vec<String>) {
    for term in &script.assertions {
        if rng.one_in(2) {
            let other = rng.pick(&script.assertions).clone();
            let passing = if rng.one_in(2) { other.not() } else { other };
            lines.push(format!("(push 1)\n(assert {passing})\n(check-sat)\n(pop 1)"));
        }
        if rng.one_in(2) {
            lines.push("(push 1)".to_owned());
        }
        lines.push(assertion(term));
        if rng.one_in(3) {
            lines.push("(check-sat)".to_owned());
        }
    }
}

/// Puts each assertion behind a literal; checks with some of them first, with all of them last.
fn assumed(rng: &mut Rng, script: &Script, lines: &mut Vec<String>) {
    let literals: Vec<String> = (0..script.assertions.len()).map(|n| format!("a{n}!")).collect();
    for (literal, term) in literals.iter().zip(&script.assertions) {
        lines.push(format!("(declare-const {literal} Bool)\n(assert (=> {literal} {term}))"));
    }
    let some: Vec<String> = literals
        .iter()
        .map(|l| if rng.one_in(2) { l.clone() } else { format!("(not {l})") })
        .collect();
    lines.push(format!("(check-sat-assuming ({}))", some.join(" ")));
    lines.push(format!("(check-sat-assuming ({}))", literals.join(" ")));
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(declare-const x Int)(declare-fun f (Int) Int)\
        (assert (= (f x) 1))(assert (< x 2))";

    fn write(form: Form) -> String {
        form.write(&Script::parse(TEXT))
    }

    #[test]
    fn every_form_asks_for_the_whole_formula() {
        assert!(write(Form::Renamed).contains("(assert (= (v1 v2) 1))"));
        assert!(write(Form::Conjoined).contains("(not (not (and (= (f x) 1) (< x 2) true)))"));
        assert_eq!(write(Form::Stepwise).matches("(check-sat)").count(), 3);
        assert!(write(Form::Assumed(1)).ends_with("(check-sat-assuming (a0! a1!))\n"));
        for seed in 0..20 {
            let opened = write(Form::Scoped(seed));
            assert!(opened.contains("(assert (= (f x) 1))\n"));
            let shuffled = Script::parse(&write(Form::Shuffled(seed)));
            assert_eq!(shuffled.size(), Script::parse(TEXT).size());
            let named = write(Form::Named(seed));
            assert!(named.contains("n0!") && named.contains("n1!"), "{named}");
        }
    }

    #[test]
    fn models_take_the_place_of_declarations() {
        let model = Sexp::parse_all("(define-fun x () Int (- 1))(define-fun f ((a Int)) Int 1)");
        let valued = write(Form::Valued(model.clone()));
        assert!(valued.contains("(define-fun x () Int (- 1))") && !valued.contains("declare"));
        let equated = write(Form::Equated(model));
        assert!(equated.contains("(declare-const x Int)") && equated.contains("(= x (- 1))"));
    }
}
