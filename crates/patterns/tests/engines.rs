//! Patterns of other dialects against their own engines, on random patterns and words.
//!
//! The engines are asked through the scripts in `engines/`, where they are installed. `ENGINE_PAIRS=200000` asks for more pairs
//! of a pattern and a word, `ENGINE_SEED` for others, and `ENGINE_SHOW=1` prints every difference.

use patterns::{Dialect, Notation, PatternErrorKind, Patterns, Reading};
use serde_json::{Value, json};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

struct Rng(u64);

impl Rng {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn one_of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

/// An engine, and what is in patterns for it.
struct Engine {
    dialect: Dialect,
    command: &'static str,
    script: &'static [&'static str],
    /// What most dialects have: atoms, quantifiers, openings of groups, and the opening of one without a number.
    common: [&'static [&'static str]; 3],
    group: &'static str,
    /// What this one has besides.
    atoms: &'static [&'static str],
    suffixes: &'static [&'static str],
    groups: &'static [&'static str],
    /// What words are made of; the first nine more often.
    letters: &'static [&'static str],
}

/// What most dialects have.
const ATOMS: &[&str] = &[
    "a", "b", "c", "ab", "ba", ".", "^", "$", r"\b", r"\B", "[ab]", "[^a]", "[^ab\\n]", r"\d",
    r"\w", r"\W", r"\s", r"\S", r"\D", "é", "", "B", "-", "_", "[a-c]", r"[\w-]", r"[^\s]",
    r"[\d_]", "k", "s", "[K-S]", r"\n", "0", "[^]-a]", r"[\]a]", r"\.", r"\-", "i", "[À-ÿ]",
    r"\x61", r"\u0062",
];

/// Pieces of patterns.
const PIECES: &str = r"
    a b A k s 0 1 8 9 - ^ $ . [ [^ ] { } , | ( ) ? * + \\ \x \u \U \c \0 \1 \8 \d \W \b \B \A \Z \z \p \P \k \N \Q
    \E \s \n \- \] \[ \^ \/ < > = ! : # & ~ _ @ ` (? (?i) (?s) (?m) (?x) {1} {2,1} {,1} {1, {0} [:alpha:]
    [[:alpha:]] [=a=] [.a.] [[: :] && -- L u Lu {L} 61 0061 {61} é ſ K İ ß (* (?< (?P< n Z z a-z A- -z 0-9 \d- -\w
    \
";

const SUFFIXES: &[&str] =
    &["*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "{0,2}", "*?", "+?", "??", "{1,2}?"];

const GROUPS: &[&str] = &["(?:", "(", "(?=", "(?!", "(?<=", "(?<!"];

const PYTHON: Engine = Engine {
    dialect: Dialect::Python,
    command: "python3",
    script: &[concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/python.py")],
    common: [ATOMS, SUFFIXES, GROUPS],
    group: "(?:",
    letters: LETTERS,
    atoms: &[
        r"\A",
        r"\Z",
        "(?m:^)",
        "(?m:$)",
        "(?s:.)",
        "(?i:a)",
        "(?a:\\w)",
        "(?i:[k-s])",
        "(?i:[^a])",
        "(?x: a # b\n)",
        "{",
        "a{",
        "{,2}",
        "]",
        "(?i:é)",
        "(?i:ſ)",
        "(?i:i)",
        "[]a]",
        r"[\x62]",
        r"\077",
        r"\0",
        "(?#x)",
        "(?-i:a)",
        "(?i:\\w)",
        "(?i:[^\\Wk])",
        "(?x:[ #]b)",
        "(?P<n>a)",
    ],
    suffixes: &["*+", "++", "?+", "{1,2}+", "{,2}", "{2}+"],
    groups: &["(?>", "(?>", "(?i:", "(?m:", "(?s:", "(?x:"],
};

const NODE: Engine = Engine {
    dialect: Dialect::Ecma,
    command: "node",
    script: &[concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/node.js")],
    common: [ATOMS, SUFFIXES, GROUPS],
    group: "(?:",
    letters: LETTERS,
    atoms: &[
        "[^]",
        "[]",
        r"\u{61}",
        r"[\b]",
        r"\cJ",
        r"\0",
        r"\p{Lu}",
        r"\P{L}",
        r"\p{Script=Greek}",
        r"\p{Upper}",
        r"\p{Digit}",
        r"[\p{IsGreek}]",
        r"\_",
        r"\a",
        "]",
        "{",
        "a{",
        "{1",
        "}",
        r"[\d-a]",
        r"[a-\d]",
        r"\1",
        r"\x6",
        r"\u006",
        "(?=a)*",
        "(?<n>a)",
        r"\/",
        r"\}",
        r"\ud83d\ude00",
        "😀",
        "[😀é]",
        r"[\u{1F600}-\u{1F64F}]",
        r"\08",
        r"[\c]",
        r"[\cJ]",
        r"\c",
        "ſ",
        "[^\\Wk]",
        r"[\W]",
        "ω",
    ],
    suffixes: &[],
    groups: &[],
};

const PCRE: Engine = Engine {
    dialect: Dialect::Pcre,
    command: "python3",
    script: &[concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/pcre.py")],
    common: [ATOMS, SUFFIXES, GROUPS],
    group: "(?:",
    letters: LETTERS,
    atoms: &[
        r"\A",
        r"\Z",
        r"\z",
        "(?m:^)",
        "(?m:$)",
        "(?s:.)",
        "(?i:a)",
        "(?i)a",
        "(?i:[k-s])",
        "(?i:[^a])",
        "(?x: a b )",
        "{",
        "a{",
        "]",
        "(?i:é)",
        "(?i:ſ)",
        "[]a]",
        r"[\x62]",
        r"\077",
        r"\x{e9}",
        r"\o{142}",
        "(?#x)",
        r"\h",
        r"\V",
        r"\R",
        r"\N",
        "[[:alpha:]_]",
        "[[:^digit:]]",
        "[[:upper:]]",
        r"\Qa.b\E",
        r"[\Q]a\E]",
        r"\p{Lu}",
        r"\pL",
        r"\P{Greek}",
        r"\p{^L}",
        "(?<n>a)",
        "(?|(a)|(b))",
        r"\e",
        r"[\w-a]",
        "[[:alpha:",
        "(?U:a*)",
        "[[:<:]]",
        "[[:>:]]",
        "[[=a=]]",
        "[[:Alpha:]]",
        "[:alpha:]",
        "[:a]",
    ],
    suffixes: &["*+", "++", "?+", "{1,2}+", "{2}+"],
    groups: &["(?>", "(?>", "(?i:", "(?m:", "(?s:", "(?x:", "(?|", "(?U:"],
};

const POSIX: Engine = Engine {
    dialect: Dialect::Posix,
    command: "python3",
    script: &[concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/grep.py")],
    common: [POSIX_ATOMS, &["*", "+", "?", "{2}", "{1,3}", "{2,}", "{0}", "{0,2}"], &["("]],
    group: "(",
    letters: &["a", "b", "c", "ab", "A", "B", "0", "-", "_", "]", "\\", "^", ".", "n", " ", "\t"],
    atoms: POSIX_ATOMS,
    suffixes: &[],
    groups: &[],
};

const POSIX_ATOMS: &[&str] = &[
    "a",
    "b",
    "c",
    "ab",
    ".",
    "^",
    "$",
    "[ab]",
    "[^a]",
    "[]a]",
    "[^]a]",
    "[a-c]",
    "[a-]",
    "[-a]",
    r"[\n]",
    "[[:alpha:]]",
    "[^[:alpha:]]",
    "[[:digit:]_]",
    "[[:punct:]]",
    "[[:space:]]",
    "[[:upper:]]",
    "[[=a=]b]",
    "[[.-.]]",
    r"\.",
    r"\^",
    r"\\",
    "B",
    "_",
    "-",
    "]",
    "}",
    "0",
    "[A-]",
    "[[]",
];

const LETTERS: &[&str] = &[
    "a", "a", "a", "b", "b", "b", "c", "c", "ab", "A", "B", "0", "\n", "\r", "é", "É", " ", "-",
    "_", "漢", "k", "s", "\u{17F}", "\u{212A}", "i", "\u{130}", "\u{131}", "\u{2028}", "]", "{",
    "\u{1C}", "\u{FEFF}", "٣", "1", "ß", ".", "\\", "\0", "Ω", "ω", "\u{2126}", "µ", "μ", "?",
    "😀",
];

impl Engine {
    fn atom(&self, rng: &mut Rng) -> &'static str {
        if rng.below(8) == 0 { rng.one_of(self.atoms) } else { rng.one_of(self.common[0]) }
    }

    fn suffix(&self, rng: &mut Rng) -> &'static str {
        if rng.below(3) == 0 && !self.suffixes.is_empty() {
            rng.one_of(self.suffixes)
        } else {
            rng.one_of(self.common[1])
        }
    }

    fn opener(&self, rng: &mut Rng) -> &'static str {
        if rng.below(2) == 0 && !self.groups.is_empty() {
            rng.one_of(self.groups)
        } else {
            rng.one_of(self.common[2])
        }
    }

    /// A pattern with at most `depth` operators on top of each other.
    fn pattern(&self, rng: &mut Rng, depth: u64) -> String {
        if depth == 0 {
            return self.atom(rng).into();
        }
        let kid = |rng: &mut Rng| self.pattern(rng, depth - 1);
        match rng.below(12) {
            0 | 1 => self.atom(rng).into(),
            2 => format!("{}{}", self.atom(rng), self.suffix(rng)),
            3 | 4 => format!("{}{}){}", self.group, kid(rng), self.suffix(rng)),
            5 | 6 => format!("{}{}|{})", self.group, kid(rng), kid(rng)),
            7 => format!("{}{})", self.opener(rng), kid(rng)),
            8 => format!("{}{}){}", self.opener(rng), kid(rng), kid(rng)),
            _ => format!("{}{}", kid(rng), kid(rng)),
        }
    }

    /// Pieces in any order, most of which make no sense together.
    fn soup(&self, rng: &mut Rng) -> String {
        let pieces: Vec<&str> = PIECES.split_whitespace().chain([" ", "\n"]).collect();
        let n = 1 + rng.below(7);
        (0..n)
            .map(|_| match rng.below(9) {
                0 => self.atom(rng),
                1 => self.suffix(rng),
                2 => self.opener(rng),
                3 => ")",
                4 => "|",
                _ => rng.one_of(&pieces),
            })
            .collect()
    }

    fn query(&self, seed: u64, words: u64) -> Value {
        let mut rng = Rng(seed);
        let depth = 1 + rng.below(5);
        let pattern = if self.dialect != Dialect::Posix && rng.below(8) == 0 {
            self.soup(&mut rng)
        } else {
            self.pattern(&mut rng, depth)
        };
        let mut word = || -> String {
            let n = rng.below(6);
            let few = rng.below(2) == 0;
            let letters = if few { &self.letters[..9] } else { self.letters };
            (0..n).map(|_| rng.one_of(letters)).collect()
        };
        let words: Vec<String> = (0..words).map(|_| word()).collect();
        json!({
            "pattern": pattern,
            "words": words,
            "ignore_case": rng.below(6) == 0,
            "ascii": self.dialect == Dialect::Python && rng.below(6) == 0,
        })
    }

    /// The engine's answers; `None` if it is not installed.
    fn ask(&self, queries: &[Value]) -> Option<Vec<Value>> {
        let mut child = Command::new(self.command)
            .args(self.script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let mut stdin = child.stdin.take()?;
        let lines: Vec<String> = queries.iter().map(Value::to_string).collect();
        let writer =
            std::thread::spawn(move || lines.iter().try_for_each(|line| writeln!(stdin, "{line}")));
        let answers = BufReader::new(child.stdout.take()?).lines();
        let answers = answers.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        // A script that lacks its library reads nothing.
        let _ = writer.join().unwrap();
        child.wait().unwrap();
        Some(answers)
    }

    /// Our answer, in the same form.
    fn ours(&self, query: &Value) -> Result<Value, PatternErrorKind> {
        let mut patterns = Patterns::new();
        let flag = |name: &str| query[name].as_bool().unwrap();
        let text = query["pattern"].as_str().unwrap();
        let [whole, search] = [Reading::Whole, Reading::Search].map(|reading| {
            let (ignore_case, ascii) = (flag("ignore_case"), flag("ascii"));
            let notation =
                Notation { dialect: self.dialect, reading, ascii, ignore_case, bytes: false };
            patterns.parse(text, notation).map_err(|e| e.kind)
        });
        let (whole, search) = (whole?, search?);
        let words = query["words"].as_array().unwrap().iter().map(|w| w.as_str().unwrap());
        let answers = words
            .map(|w| [whole, search].map(|p| patterns.matches(p, w).unwrap()))
            .map(|pair| json!(pair))
            .collect();
        Ok(Value::Array(answers))
    }
}

/// What a comparison came to.
#[derive(Default, Debug)]
struct Tally {
    pairs: u64,
    matched: u64,
    rejected: u64,
    back_references: u64,
    too_large: u64,
    /// Without the flag `u`, a character beyond U+FFFF is two to ECMAScript and one here: such patterns are declined,
    /// such words left out.
    code_units: u64,
    /// What [`is_explained`] and [`rejection_is_explained`] name.
    explained: u64,
    different: u64,
}

fn number(name: &str, default: u64) -> u64 {
    env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Whether a word has a character of two code units.
fn has_pairs(word: &Value) -> bool {
    word.as_str().unwrap().chars().any(|c| u32::from(c) > 0xFFFF)
}

/// Patterns that only one side reads: `*` after nothing, of which POSIX says nothing and grep something; look-behind
/// of PCRE 10.43, read here already; `{,n}`, which is not read here; flags in groups, which are new in ECMAScript.
fn rejection_is_explained(engine: &Engine, query: &Value, ours: Option<&PatternErrorKind>) -> bool {
    let pattern = query["pattern"].as_str().unwrap();
    match engine.dialect {
        Dialect::Posix => {
            matches!(ours, Some(PatternErrorKind::Syntax(what)) if what == "nothing to repeat")
        }
        Dialect::Pcre => match ours {
            None => pattern.contains("(?<"),
            Some(PatternErrorKind::Unsupported(what)) => what.starts_with("`{,n}`"),
            Some(_) => false,
        },
        Dialect::Ecma => {
            ours.is_none() && ["(?i", "(?m", "(?s", "(?-"].iter().any(|flag| pattern.contains(flag))
        }
        _ => false,
    }
}

/// Words on which PCRE gives up; patterns that GNU grep 3.8 reads wrongly: `(^a){2,}` matches `a`, as `(^a)+` does; `\B`,
/// which Node finds in the middle of a character.
fn is_explained(engine: &Engine, query: &Value, word: &Value, theirs: &Value) -> bool {
    let pattern = query["pattern"].as_str().unwrap();
    match engine.dialect {
        Dialect::Posix => pattern.contains("{2,}") && pattern.contains(['^', '$']),
        Dialect::Pcre => theirs.as_array().unwrap().contains(&Value::Null),
        Dialect::Ecma => pattern.contains(r"\B") && has_pairs(word),
        _ => false,
    }
}

fn compare(engine: &Engine) {
    const WORDS: u64 = 20;
    let pairs = number("ENGINE_PAIRS", 6_000);
    let seed = number("ENGINE_SEED", 0) << 32;
    let queries: Vec<Value> = (0..pairs / WORDS).map(|i| engine.query(seed + i, WORDS)).collect();
    let Some(answers) = engine.ask(&queries) else {
        eprintln!("{} is not installed: nothing compared", engine.command);
        return;
    };
    if answers.len() < queries.len() {
        eprintln!("the library of {} is not installed: nothing compared", engine.dialect);
        return;
    }
    let mut tally = Tally::default();
    for (query, theirs) in queries.iter().zip(&answers) {
        match (engine.ours(query), theirs) {
            (Err(PatternErrorKind::BackReference), _) => tally.back_references += 1,
            (Err(PatternErrorKind::TooLarge), _) => {
                tally.too_large += 1;
                eprintln!("too large: {query}");
            }
            (Err(_), Value::Null) => tally.rejected += 1,
            (Err(PatternErrorKind::Unsupported(what)), theirs)
                if what.contains("code units") && theirs["unicode"] == false =>
            {
                tally.code_units += 1;
            }
            (Err(ref kind), _) if rejection_is_explained(engine, query, Some(kind)) => {
                tally.explained += 1;
            }
            (Ok(_), Value::Null) if rejection_is_explained(engine, query, None) => {
                tally.explained += 1;
            }
            (Err(kind), _) => {
                tally.different += 1;
                eprintln!("rejected here, but not there: {} {kind:?}", query["pattern"]);
            }
            (Ok(_), Value::Null) => {
                tally.different += 1;
                eprintln!("rejected there, but not here: {}", query["pattern"]);
            }
            (Ok(ours), theirs) => tally.words(engine, query, &ours, theirs),
        }
    }
    eprintln!("{}: {tally:?}", engine.dialect);
    assert_eq!(tally.different, 0);
    assert!(
        tally.matched > tally.pairs / 20 && tally.rejected + tally.explained < pairs / WORDS / 3
    );
}

impl Tally {
    fn words(&mut self, engine: &Engine, query: &Value, ours: &Value, theirs: &Value) {
        let code_units = theirs["unicode"] == false;
        let (ours, theirs) = (ours.as_array().unwrap(), theirs["answers"].as_array().unwrap());
        for ((word, ours), theirs) in
            query["words"].as_array().unwrap().iter().zip(ours).zip(theirs)
        {
            self.pairs += 1;
            self.matched += u64::from(theirs[1] == true);
            if code_units && has_pairs(word) {
                self.code_units += 1;
            } else if ours != theirs && is_explained(engine, query, word, theirs) {
                self.explained += 1;
            } else if ours != theirs {
                self.different += 1;
                let (pattern, flags) =
                    (&query["pattern"], [&query["ignore_case"], &query["ascii"]]);
                eprintln!("{pattern} {flags:?} on {word}: {ours} instead of {theirs}");
            }
        }
    }
}

#[test]
fn python_agrees() {
    compare(&PYTHON);
}

#[test]
fn pcre_agrees() {
    compare(&PCRE);
}

#[test]
fn posix_agrees() {
    compare(&POSIX);
}

#[test]
fn node_agrees() {
    compare(&NODE);
}
