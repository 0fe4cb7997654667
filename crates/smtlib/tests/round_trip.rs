//! What is printed reads back as the same term.

mod common;

use choices::Choices;
use common::{printed, text};

#[test]
fn printed_terms_read_back() {
    let built = printed::scenario(&mut Choices::seeded(3), 20_000);
    assert!(built > 5_000, "{built}");
}

#[test]
fn asserted_terms_read_back() {
    let assertions = [
        "(= s (str.++ t \"\\u{41}\\u{5c}u\"))",
        "(let ((x 3)) (= (- x) (- 3) i (- (- i)) (- (- 3))))",
        "(! (=> p (str.in_re s ((_ re.loop 1 3) r))) :named |a b|)",
        "(= (f 1 t) s)) (push 1) (declare-const |s t| Int) (assert (> |s t| 0)) (pop 1) (check-sat",
    ];
    for assertion in assertions {
        let script = format!("{}(assert {assertion})", common::PRELUDE);
        assert!(text::scenario(script.as_bytes()) > 0, "{assertion}");
    }
}

#[test]
fn parts_of_datatypes_are_not_read_back() {
    let script =
        "(declare-datatype P ((none) (some (is Bool))))(declare-const a P)(assert (= a none))";
    assert_eq!(text::scenario(script.as_bytes()), 1);
}
