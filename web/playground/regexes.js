// Pairs of regexes to begin with.

/** The first sentence says what is asked; `relation` is what the tests expect. */
export const REGEXES = [
  {
    name: "A validator and its rewrite",
    about: "Somebody simplified the check of a host name. What does the new one let through?",
    first: "([a-z]+[.])*[a-z]+",
    second: "[a-z][a-z.]*",
    relation: "subset",
  },
  {
    name: "Dates",
    about: "A strict and a loose pattern for dates. Is the strict one really stricter?",
    first: "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])",
    second: "\\d{4}-\\d\\d-\\d\\d",
    relation: "subset",
  },
  {
    name: "The same in other words",
    about: "Both say: an even number of a's, and any number of b's.",
    first: "(b|ab*a)*",
    second: "b*(ab*ab*)*",
    relation: "equal",
  },
  {
    name: "Firewall rules",
    about: "Do two rules for addresses overlap?",
    first: "10\\.0\\.\\d{1,3}\\.\\d{1,3}",
    second: "10\\.\\d{1,3}\\.1\\.\\d{1,3}",
    relation: "overlapping",
  },
  {
    name: "Multiples of two and of three",
    about: "Numbers in unary. The automaton of what both have counts to six.",
    first: "(aa)+",
    second: "(aaa)+",
    relation: "overlapping",
  },
  {
    name: "A password rule with look-ahead",
    about: "Is each password that the old rule demands still fine under the new one?",
    first: "(?=.*[A-Z])(?=.*\\d)[!-~]{8,}",
    second: "(?=.*\\d)[!-~]{6,20}",
    relation: "overlapping",
  },
  {
    name: "Hexadecimal or decimal",
    about: "Can a token be read both ways?",
    first: "0x[0-9a-f]+",
    second: "[1-9][0-9]*|0",
    relation: "disjoint",
  },
  {
    name: "A class of POSIX",
    about: "In the POSIX locale, letters are those of ASCII. Without regard to case, are these the same?",
    first: "[[:alpha:]]+",
    second: "[a-z]+",
    dialect: "posix",
    ignoreCase: true,
    relation: "equal",
  },
];
