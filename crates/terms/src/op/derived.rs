//! Derived functions of strings: each as a function of words, which the judge evaluates, and as a term, which
//! the solver reduces it to and other solvers are asked about. Tests compare the two.
//!
//! They are what programs in Python and JavaScript do to strings and what the standard says in several
//! operators only.
