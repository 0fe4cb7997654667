//! Systems of the shapes that benchmarks have: quadratic equations with long words, conflicts that
//! rest on little, loops, disequations.

use automata::{Re, Regexes};
use base::{Budget, Int, Limits};
use words::{
    Equation, Formula, IlpArithmetic, IntVar, Linear, Member, Outcome, OutsideTag, Solution,
    Switches, Sym, System, Tag, Tags, Var, Word, solve_system,
};

/// A system under construction; its variables are the capital letters from `A` on.
struct Case {
    system: System,
    rs: Regexes,
    outside: Vec<Formula>,
    tags: u32,
}

impl Case {
    fn new(vars: usize) -> Case {
        let mut system = System::new();
        for _ in 0..vars {
            system.add_var(false);
        }
        Case { system, rs: Regexes::new(), outside: Vec::new(), tags: 0 }
    }

    fn tag(&mut self) -> Tag {
        self.tags += 1;
        Tag(self.tags - 1)
    }

    fn equal(mut self, left: &str, right: &str) -> Case {
        let e = Equation::new(word(left), word(right), self.tag());
        self.system.add_equation(e);
        self
    }

    fn differ(mut self, left: &str, right: &str) -> Case {
        let e = Equation::new(word(left), word(right), self.tag());
        self.system.add_disequation(e);
        self
    }

    fn member(mut self, var: char, re: impl FnOnce(&mut Regexes) -> Re) -> Case {
        let re = re(&mut self.rs);
        let member = Member { var: name(var), re, positive: true, premises: self.tag().into() };
        self.system.add_membership(member);
        self
    }

    /// `Σ factor · |variable| + constant >= 0`.
    fn at_least_zero(mut self, terms: &[(i64, char)], constant: i64) -> Case {
        let mut sum = Linear::default();
        for &(factor, x) in terms {
            self.system.make_length_sensitive(name(x));
            sum.add_var(IntVar::Len(name(x)), factor);
        }
        sum.add_constant(constant);
        self.outside.push(Formula::at_least_zero(sum));
        self
    }

    fn solve(&mut self) -> (Outcome, &'static str) {
        let budget = Budget::unlimited();
        let mut outside = IlpArithmetic::new();
        for (i, f) in self.outside.iter().enumerate() {
            outside.require(f.clone(), OutsideTag(i as u32));
        }
        let limits = Limits::new(&budget, 5_000_000);
        let switches = Switches::default();
        let report =
            solve_system(&self.system, &mut self.rs, &mut outside, &switches, &limits).unwrap();
        (report.outcome, report.decided_by)
    }

    fn sat(mut self) -> Solution {
        let outcome = self.solve();
        let (Outcome::Sat(solution), _) = outcome else { panic!("{outcome:?}") };
        let budget = Budget::unlimited();
        let solved = solution.solves(&self.system, &mut self.rs, &Limits::none(&budget));
        assert_eq!(solved, Ok(true));
        solution
    }

    /// The tags of a conflict.
    fn unsat(mut self) -> Vec<u32> {
        let outcome = self.solve();
        let (Outcome::Unsat(premises), _) = outcome else { panic!("{outcome:?}") };
        let tags = |tags: &Tags| tags.iter().map(|t| t.0).collect::<Vec<u32>>();
        tags(&premises.system)
    }
}

fn name(c: char) -> Var {
    Var(c as u32 - 'A' as u32)
}

fn word(text: &str) -> Word {
    let sym = |c: char| match c {
        'A'..='Z' => Sym::Var(name(c)),
        _ => Sym::Char(c.into()),
    };
    text.chars().map(sym).collect()
}

#[test]
fn quadratic_equations_with_long_words() {
    let solution = Case::new(2).equal("AabB", "BbaA").at_least_zero(&[(1, 'A')], -16_001).sat();
    assert!(solution.word(Var(0)).len() > 16_000);
    let case = Case::new(3).equal("AabBCab", "BbaAbaC");
    let solution = case.at_least_zero(&[(1, 'B')], -32_001).sat();
    assert!(solution.word(Var(1)).len() > 32_000);
}

#[test]
fn quadratic_equations_without_solution() {
    assert_eq!(Case::new(2).equal("AabbcB", "BcbcaA").unsat(), [0]);
    assert_eq!(
        Case::new(2).equal("AabB", "BbaA").equal("AA", "abB").equal("BB", "abA").unsat().len(),
        3
    );
}

#[test]
fn equal_lengths_cut_equations() {
    let case = Case::new(2).equal("AabB", "BbaA");
    let case = case.at_least_zero(&[(1, 'A'), (-1, 'B')], 0);
    assert_eq!(case.at_least_zero(&[(1, 'B'), (-1, 'A')], 0).unsat(), [0]);
}

#[test]
fn parity_of_loops() {
    // `A ab = ba A` has solutions of odd length only.
    let even = |c: Case| c.equal("Aab", "baA").equal("A", "BB");
    assert_eq!(even(Case::new(2)).unsat(), [0, 1]);
    let solution = Case::new(1).equal("Aba", "abA").at_least_zero(&[(1, 'A')], -100).sat();
    assert_eq!(solution.word(Var(0)).len(), 101);
}

#[test]
fn conflicts_leave_out_what_they_do_not_need() {
    let case = Case::new(4).equal("AB", "BA").equal("C", "aD").differ("A", "D").equal("C", "bB");
    assert_eq!(case.unsat(), [1, 3]);
    let short = |c: Case| c.at_least_zero(&[(-1, 'A')], 2);
    let case = Case::new(3).equal("BC", "CB").equal("A", "aBb").differ("B", "");
    assert_eq!(short(case).unsat(), [1, 2]);
}

#[test]
fn languages_meet_equations() {
    let ab_star = |rs: &mut Regexes| {
        let ab = rs.text("ab");
        rs.star(ab)
    };
    let case = Case::new(3).equal("ABC", "CBA").member('A', ab_star).member('B', ab_star);
    let solution = case.differ("A", "").differ("B", "").differ("C", "").sat();
    assert!(solution.words().iter().all(|w| !w.is_empty()));
    let b_plus = |rs: &mut Regexes| {
        let b = rs.text("b");
        rs.plus(b)
    };
    let case = Case::new(2).equal("AB", "BA").member('A', ab_star).member('B', b_plus);
    assert_eq!(case.differ("A", "").unsat(), [0, 1, 2, 3]);
}

#[test]
fn words_for_one_variable_are_compared() {
    let odd = |rs: &mut Regexes| {
        let pair = rs.text("ab");
        let pairs = rs.star(pair);
        let last = rs.text("a");
        rs.concat(pairs, last)
    };
    // The ends agree: `AB` and `BA` are left.
    let case = Case::new(3).equal("C", "ABa").equal("C", "BbAa").member('C', odd);
    assert_eq!(case.unsat(), [0, 1]);
    // Equal lengths cut the words for `C`: `A = D` and `B = E`. The last letter of its language was taken off before, so that is in the
    // conflict, too.
    let case = Case::new(5).equal("C", "AB").equal("C", "DE").member('C', odd);
    let case = case.at_least_zero(&[(1, 'A'), (-1, 'D')], 0);
    let case = case.at_least_zero(&[(1, 'D'), (-1, 'A')], 0);
    assert_eq!(case.differ("A", "D").unsat(), [0, 1, 2, 3]);
}

#[test]
fn disequations_need_a_letter() {
    // Words of length 1 are different only if their letters are.
    let one = |c: Case, x| c.member(x, |_| Re::ANY);
    let solution = one(one(Case::new(2), 'A'), 'B').differ("AB", "BA").sat();
    assert_ne!(solution.word(Var(0)), solution.word(Var(1)));
    let only_a = |c: Case, x| c.member(x, |rs| rs.text("a"));
    assert_eq!(only_a(only_a(Case::new(2), 'A'), 'B').differ("AB", "BA").unsat(), [0, 1, 2]);
}

#[test]
fn languages_of_one_word_meet() {
    // A = CD = B, though neither A nor B can be replaced.
    let loop_of = |text: &'static str| {
        move |rs: &mut Regexes| {
            let re = rs.text(text);
            rs.plus(re)
        }
    };
    let both = |second| {
        let case = Case::new(4).equal("A", "CD").equal("CD", "B").equal("CC", "DD");
        case.member('A', loop_of("ab")).member('B', loop_of(second))
    };
    assert!(both("aba").unsat().contains(&4));
    assert_eq!(both("abab").sat().word(Var(0)).len() % 4, 0);
}

#[test]
fn lengths_may_be_large_numbers() {
    let mut case = Case::new(2).equal("AB", "BA");
    let mut sum = Linear::var(IntVar::Len(Var(0)));
    case.system.make_length_sensitive(Var(0));
    sum.constant = -"100000000000000000000".parse::<Int>().unwrap();
    case.outside.push(Formula::at_least_zero(sum));
    assert!(matches!(case.solve().0, Outcome::GaveUp(_)));
}
