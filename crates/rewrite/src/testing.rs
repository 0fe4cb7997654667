//! For tests: the macros `fires!` and `keeps!` that document and check every rule. What fires is also fuzzed in random
//! instances.

use crate::{Rewriter, RuleId, fuzz, text};
use smtlib::printer;

/// Checks that a rule fires on a text and that the result is the normal form of another text.
macro_rules! fires {
    ($rule:ident, $before:expr, $after:expr $(,)?) => {
        crate::testing::check_fires(crate::RuleId::$rule, $before, $after)
    };
}

/// Checks that a rule does not fire on a text.
macro_rules! keeps {
    ($rule:ident, $text:expr $(,)?) => {
        crate::testing::check_keeps(crate::RuleId::$rule, $text)
    };
}

pub(crate) use {fires, keeps};

pub(crate) fn check_fires(rule: RuleId, before: &str, after: &str) {
    let (mut terms, mut context) = text::store();
    let t = text::parse(&mut context, &mut terms, before);
    let mut rw = Rewriter::new();
    let got = rw.rewrite(&mut terms, t);
    let shown = printer::term(&terms, got);
    assert!(rw.stats().count(rule) > 0, "{rule:?} does not fire on {before}: {shown}");
    let want = text::parse(&mut context, &mut terms, after);
    let want = Rewriter::new().rewrite(&mut terms, want);
    assert_eq!(got, want, "{before} gives\n{shown}\nnot\n{}", printer::term(&terms, want));
    fuzz::check_instances(before);
}

pub(crate) fn check_keeps(rule: RuleId, text: &str) {
    let (mut terms, read) = text::read(&[text]);
    let mut rw = Rewriter::new();
    let got = rw.rewrite(&mut terms, read[0]);
    let shown = printer::term(&terms, got);
    assert_eq!(rw.stats().count(rule), 0, "{rule:?} fires on {text}: {shown}");
}
