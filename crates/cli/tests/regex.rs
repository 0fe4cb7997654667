//! Questions about regexes on the command line.

mod common;

use common::run;

#[test]
fn questions_and_exit_codes() {
    let cases: &[(&[&str], &str, i32)] = &[
        (&["equivalent", "a*", "(a|aa)*"], "equivalent\n", 0),
        (&["equivalent", "a*", "a+"], "different: only the first has \"\"\n", 1),
        (&["equivalent", "a+", "a*"], "different: only the second has \"\"\n", 1),
        (&["equivalent", "--search", "a*", "b*"], "equivalent\n", 0),
        (&["included", "[0-9]{4}", r"\d+"], "included\n", 0),
        (&["included", r"\d", "[0-9]"], "not included: \"\u{660}\"\n", 1),
        (&["intersect", "(?s)a.*", ".*\n"], "\"a\\n\"\n", 0),
        (&["intersect", "a.*", "b.*"], "disjoint\n", 1),
        (&["intersect", "--search", "foo$", "^bar"], "\"barfoo\"\n", 0),
        (&["difference", "a{2,}", "(aa)*"], "\"aaa\"\n", 0),
        (&["difference", "a", "a|b"], "no difference\n", 1),
        (&["witness", "(?i)ab{3,}"], "\"abbb\"\n", 0),
        (&["witness", "a^b"], "empty\n", 1),
        (&["empty", "[a&&b]"], "empty\n", 0),
        (&["empty", "--", "--"], "not empty: \"--\"\n", 1),
        (&["sample", "-n", "5", "aa|ab"], "\"ab\"\n\"aa\"\n", 0),
        (&["subset", "ab", "a."], "included\n", 0),
        (&["intersect", "[ab]+", "[bc]+", ".{2}"], "\"bb\"\n", 0),
        (&["intersect", "[ab]", "[bc]", "[ca]"], "disjoint\n", 1),
        (&["union", "abc", "ab", "[a&&b]"], "\"ab\"\n", 0),
        (&["count", "[ab]{3}|c"], "9\n", 0),
        (&["count", "--length", "70", "[ab]*"], "1180591620717411303424\n", 0),
        (&["count", "[ab]*"], "infinite\n", 0),
        (&["count", "[a&&b]"], "0\n", 1),
        (&["enumerate", "-n", "4", "(a|bb)*"], "\"\"\n\"a\"\n\"aa\"\n\"bb\"\n", 0),
        (&["witness", "--dialect", "ecma", "(?!a).(?<!b)"], "\"c\"\n", 0),
        (&["equivalent", "--dialect", "python", "(?>a|ab)c", "ac"], "equivalent\n", 0),
        (&["included", "--ascii", r"\d", "[0-9]"], "included\n", 0),
        (&["witness", "--bytes", r"é(?-u:\xFF)"], "b\"\\xc3\\xa9\\xff\"\n", 0),
        (&["included", "--bytes", "(?s-u:.)", "(?s:.)"], "not included: b\"\\xa1\"\n", 1),
        (&["count", "--bytes", "(?s:.)"], "1112064\n", 0),
        (&["count", "--bytes", "--dialect", "python", "[^a]"], "255\n", 0),
        (&["enumerate", "--bytes", "--json", "é"], "{\"answer\":true,\"words\":[\"Ã©\"]}\n", 0),
        (&["smtlib", "--search", "^a"], "(re.++ (str.to_re \"a\") re.all)\n", 0),
        (
            &["smtlib", "--bytes", r"(?-u:[^\x00])*"],
            "(re.* (re.range (seq.unit #x01) (seq.unit #xff)))\n",
            0,
        ),
        (
            &["equivalent", "--ignore-case", "--dialect", "posix", "[[:lower:]]", "[a-zA-Z]"],
            "equivalent\n",
            0,
        ),
        (&["included", "--json", "a", "b"], "{\"answer\":false,\"word\":\"a\"}\n", 1),
        (&["count", "--json", "a|b"], "{\"answer\":true,\"count\":2}\n", 0),
        (
            &["witness", "--json", "--dialect", "pcre", r"(a)b\1"],
            "{\"error\":\"a back-reference describes no regular language\",\"offset\":4,\"pattern\":0}\n",
            2,
        ),
        (
            &["automaton", "--json", "a"],
            "{\"accepting\":[1],\"answer\":true,\"edges\":[{\"chars\":[[97,97]],\"from\":0,\"to\":1}],\"states\":2}\n",
            0,
        ),
    ];
    for (args, want, code) in cases {
        let output = run(&[&["regex"], *args].concat(), "");
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(&output.stdout), lines(want), "{args:?} {}", output.stderr);
        assert_eq!((output.code, &*output.stderr), (Some(*code), ""), "{args:?}");
    }
}

#[test]
fn mistakes_and_limits() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["witness", r"(a)\1"],
            "pattern, character 4: a back-reference describes no regular language\n  (a)\\1\n     ^",
        ),
        (&["witness", "a", "b"], "witness: expected one pattern"),
        (&["included", "a"], "included: expected two patterns"),
        (&["frobnicate", "a"], "unknown question frobnicate"),
        (&["witness", "--frob", "a"], "unknown option --frob"),
        (&["sample", "-n", "many", "a"], "-n: expected a number, found many"),
        (
            &["witness", "--dialect", "perl", "a"],
            "--dialect: unknown dialect perl, there are rust, python, ecma, pcre, posix",
        ),
        (&["intersect"], "intersect: expected some patterns"),
        (
            &["witness", "--bytes", r"a\b"],
            "pattern, character 2: word boundaries over bytes are those of ASCII: write `(?-u:\\b)`\n  a\\b\n   ^",
        ),
        (
            &["witness", "--bytes", "--dialect", "python", "aĀ"],
            "pattern, character 2: 'Ā' is no byte; the dialect `rust` has its code in UTF-8\n  aĀ\n   ^",
        ),
        (
            &["automaton", "--timeout", "50", "(a|b)*a(a|b){60}"],
            "given up: the time limit was reached",
        ),
    ];
    for (args, want) in cases {
        let output = run(&[&["regex"], *args].concat(), "");
        assert!(output.stderr.starts_with(&format!("stringent: {want}\n")), "{}", output.stderr);
        assert_eq!((output.code, &*output.stdout), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn questions_as_lines() {
    let lines = [
        r#"{"id": 1, "question": "witness", "patterns": ["^(?=a)"], "dialect": "ecma", "search": true}"#,
        r#"{"id": 2, "question": "enumerate", "patterns": ["b+"], "n": 2}"#,
        r#"{"id": 3, "question": "witness", "patterns": ["("]}"#,
        r#"{"id": 4, "question": "witness", "patterns": ["a"], "colour": 1}"#,
        "what?",
    ];
    let output = run(&["regex", "--jsonl"], &lines.join("\n"));
    let without_time = |line: &str| line.split(",\"time\"").next().unwrap_or_default().to_owned();
    let got: Vec<String> = output.stdout.lines().map(without_time).collect();
    let want = [
        r#"{"answer":true,"id":1"#,
        r#"{"answer":true,"id":2"#,
        r#"{"error":"unclosed group","id":3,"offset":0,"pattern":0"#,
        r#"{"error":"unknown option colour","id":4"#,
        r#"{"error":"expected an object in JSON","id":null"#,
    ];
    assert_eq!(got, want);
    assert!(
        output.stdout.contains(r#""word":"a""#) && output.stdout.contains(r#""words":["b","bb"]"#)
    );
}

#[test]
fn drawings_and_help() {
    let dot = run(&["regex", "automaton", "ab"], "").stdout;
    assert!(dot.starts_with("digraph") && dot.contains("0 -> 1 [label=\"a\"]"), "{dot}");
    let svg = run(&["regex", "automaton", "--svg", "ab"], "").stdout;
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg}");
    let help = run(&["regex", "--help"], "");
    assert!(help.stdout.contains("--search") && help.code == Some(0));
    // Under another solver's name there are no such commands.
    let foreign = run(&["--compat=z3", "regex"], "");
    assert_eq!(foreign.code, Some(1));
}
