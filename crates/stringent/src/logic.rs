//! The names of logics.
//!
//! No logic restricts what may be said afterwards: what is outside our theories is told where it occurs, and tools write
//! narrower logics than they use. But a name that is none is a mistake, and `unsupported` as in z3.

/// What the name of a logic is made of, after what says how theories are put together. Those that begin with another
/// come before it.
const PARTS: &[&str] = &[
    "AX", "A", "BVRE", "BV", "CSP", "DT", "FD", "FF", "FP", "FS", "SEQ", "S", "UF", "IDL", "RDL",
    "LIRA", "LIA", "LRA", "NIRA", "NIA", "NRA", "T",
];

const PREFIXES: &[&str] = &["HO_", "SEP_", "QF_"];

/// Names that are not made of parts.
const OTHERS: &[&str] = &["ALL", "ALL_SUPPORTED", "HORN"];

/// Whether a logic of the standard, of z3 or of cvc5 has this name.
pub(crate) fn is_known(name: &str) -> bool {
    let after = |rest: &str, parts: &[&str]| -> Option<usize> {
        parts.iter().find(|part| rest.starts_with(**part)).map(|part| part.len())
    };
    let mut rest = name;
    while let Some(len) = after(rest, PREFIXES) {
        rest = &rest[len..];
    }
    if OTHERS.contains(&rest) {
        return true;
    }
    let theories = rest;
    while let Some(len) = after(rest, PARTS) {
        rest = &rest[len..];
    }
    rest.is_empty() && !theories.is_empty()
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn names_of_logics() {
        let logics = [
            "ALL",
            "ALL_SUPPORTED",
            "QF_ALL",
            "HO_ALL",
            "HORN",
            "QF_S",
            "QF_SLIA",
            "QF_SNIA",
            "SLIA",
            "QF_UFSLIA",
            "QF_DTSLIA",
            "UFDTSNIA",
            "QF_AX",
            "QF_UF",
            "QF_LIA",
            "QF_UFLIA",
            "QF_NIA",
            "QF_IDL",
            "AUFLIRA",
            "QF_AUFBV",
            "QF_ABVFPLRA",
            "QF_SEQLIA",
            "QF_UFFF",
            "QF_ANIA",
            "UFLRAT",
            "LIA",
            "QF_FD",
        ];
        for name in logics {
            assert!(is_known(name), "{name}");
        }
        for name in ["", "QF_", "FOO", "QF_STRINGS", "qf_slia", "SLIA_QF", "ALLS", "QF SLIA"] {
            assert!(!is_known(name), "{name}");
        }
    }
}
