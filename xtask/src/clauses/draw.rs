//! Random clauses of the kinds that rules of the checker are about, with the rule as a step has it.

use base::SplitMix64 as Rng;

/// The rules for which clauses are drawn.
pub const RULES: &[&str] = &[
    "lang",
    "lia",
    "norm",
    "values",
    "pieces",
    "net",
    "digits",
    "bits",
    "sorts",
    "wide sequences",
];

fn pick<'a>(items: &[&'a str], random: &mut Rng) -> &'a str {
    items[random.below(items.len())]
}

fn string(random: &mut Rng) -> &'static str {
    pick(&["x", "y", "z"], random)
}

fn word(random: &mut Rng) -> &'static str {
    pick(&["\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"ba\"", "\"aab\"", "\"1\"", "\"10\""], random)
}

/// A clause, and the rule for it.
pub fn clause(rule: &str, random: &mut Rng) -> (String, String) {
    let count = 1 + random.below(4);
    let many = |literal: fn(&mut Rng) -> String, random: &mut Rng| {
        let all: Vec<String> = (0..count).map(|_| signed(literal, random)).collect();
        format!("({})", all.join(" "))
    };
    match rule {
        "lia" => sums(random),
        "digits" => (numerals(random), rule.to_owned()),
        "pieces" => (pieces(random), "lang".to_owned()),
        "lang" => (many(about_words, random), rule.to_owned()),
        "net" => (many(about_images, random), rule.to_owned()),
        "values" => (many(about_values, random), "norm".to_owned()),
        "wide sequences" => {
            let rule = pick(&["norm", "norm", "lang", "(ax seq-letter (seq.nth v n) v n)"], random);
            (many(about_sequences, random), rule.to_owned())
        }
        "bits" => (many(about_bits, random), lemmas(random)),
        "sorts" => {
            let of = pick(&["a", "(seq.nth s n)", "(seq.nth s 0)"], random);
            let rules = ["word-least a", "word-most b", "seq-letters s", "word-most (seq.nth s n)"];
            let more = ["seq-letter (seq.nth s n) s n", "seq-letter (seq.nth s 0) s 0"];
            let last = format!("seq-letter {of} s n");
            let axiom = pick(&[&rules[..], &more, &[&last]].concat(), random);
            (many(about_sorts, random), format!("(ax {axiom})"))
        }
        _ => (many(about_terms, random), rule.to_owned()),
    }
}

fn signed(literal: fn(&mut Rng) -> String, random: &mut Rng) -> String {
    let literal = literal(random);
    if random.below(2) == 0 { literal } else { format!("(not {literal})") }
}

fn language(depth: usize, random: &mut Rng) -> String {
    if depth == 0 || random.below(4) == 0 {
        return match random.below(6) {
            0 => "re.all".to_owned(),
            1 => "re.allchar".to_owned(),
            2 => "(re.range \"a\" \"b\")".to_owned(),
            _ => format!("(str.to_re {})", word(random)),
        };
    }
    let inner = language(depth - 1, random);
    match random.below(8) {
        0 => format!("(re.* {inner})"),
        1 => format!("(re.comp {inner})"),
        2 => format!("(re.+ {inner})"),
        3 => format!("((_ re.loop {} {}) {inner})", random.below(3), random.below(4)),
        n => {
            let op = ["re.++", "re.union", "re.inter", "re.diff"][n - 4];
            format!("({op} {inner} {})", language(depth - 1, random))
        }
    }
}

/// What the rule `lang` reads.
fn about_words(random: &mut Rng) -> String {
    let (s, t) = (pick(&["x", "x", "y"], random), string(random));
    match random.below(8) {
        0 => format!("(= {s} (str.++ {t} {}))", word(random)),
        1 => format!("(>= (str.len {s}) {})", random.below(4)),
        2 => format!("(= (mod (str.len {s}) 2) {})", random.below(2)),
        3 => format!("(str.contains {s} {})", word(random)),
        4 => format!("(>= (str.to_int {s}) {})", random.below(12)),
        _ => format!("(str.in_re {s} {})", language(2, random)),
    }
}

/// What the rule `net` reads.
fn about_images(random: &mut Rng) -> String {
    let image = |random: &mut Rng| {
        let mut image = "x".to_owned();
        for _ in 0..random.below(3) {
            image = format!("(str.replace_all {image} {} {})", word(random), word(random));
        }
        image
    };
    let s = image(random);
    match random.below(3) {
        0 => format!("(= {s} {})", image(random)),
        1 => format!("(= {s} {})", word(random)),
        _ => format!("(str.in_re {s} {})", language(2, random)),
    }
}

fn text(depth: usize, random: &mut Rng) -> String {
    if depth == 0 || random.below(4) == 0 {
        return if random.below(3) == 0 { word(random) } else { string(random) }.to_owned();
    }
    let (s, t) = (text(depth - 1, random), text(depth - 1, random));
    match random.below(8) {
        0 => {
            format!("(str.substr {s} {} {})", number(depth - 1, random), number(depth - 1, random))
        }
        1 => format!("(str.at {s} {})", number(depth - 1, random)),
        2 => format!("(str.replace {s} {t} {})", text(0, random)),
        3 => format!("(str.replace_all {s} {} {})", word(random), text(0, random)),
        4 => format!("(str.from_int {})", number(depth - 1, random)),
        5 => format!("(ite {} {s} {t})", formula(depth - 1, random)),
        _ => format!("(str.++ {s} {t})"),
    }
}

fn number(depth: usize, random: &mut Rng) -> String {
    if depth == 0 || random.below(4) == 0 {
        return pick(&["m", "n", "0", "1", "2", "(- 1)", "(str.len x)"], random).to_owned();
    }
    let (a, b) = (number(depth - 1, random), number(depth - 1, random));
    match random.below(8) {
        0 => format!("(str.len {})", text(depth - 1, random)),
        1 => format!("(str.indexof {} {} {a})", text(depth - 1, random), text(0, random)),
        2 => format!("(str.to_code {})", text(depth - 1, random)),
        3 => format!("(div {a} {})", 1 + random.below(3)),
        4 => format!("(mod {a} {})", 1 + random.below(3)),
        5 => format!("(* {} {a})", random.below(4)),
        6 => format!("(- {a} {b})"),
        _ => format!("(+ {a} {b})"),
    }
}

fn formula(depth: usize, random: &mut Rng) -> String {
    if depth == 0 {
        return pick(&["p", "(= x y)", "(= x \"\")", "(>= m n)", "(= y z)"], random).to_owned();
    }
    let (s, t) = (text(depth, random), text(depth, random));
    let below = |random: &mut Rng| formula(depth - 1, random);
    match random.below(9) {
        0 => format!("(str.prefixof {s} {t})"),
        1 => format!("(str.contains {s} {t})"),
        2 => format!("(>= {} {})", number(depth, random), number(depth, random)),
        3 => format!("(= {} {})", number(depth, random), number(depth, random)),
        4 => format!("(and {} {})", below(random), below(random)),
        5 => format!("(or {} {})", below(random), below(random)),
        6 => format!("(= p {})", below(random)),
        7 => format!("(str.in_re {s} {})", language(1, random)),
        _ => format!("(= {s} {t})"),
    }
}

/// What the rule `norm` reads.
fn about_terms(random: &mut Rng) -> String {
    formula(2, random)
}

/// Equations between variables and functions of them, for the rule `norm`.
fn about_values(random: &mut Rng) -> String {
    let value = |random: &mut Rng| match random.below(5) {
        0 => word(random).to_owned(),
        1 => format!("(str.++ {} {})", string(random), string(random)),
        2 => format!("(str.replace {} \"a\" {})", string(random), string(random)),
        _ => string(random).to_owned(),
    };
    match random.below(4) {
        0 => format!("(= (str.indexof {} {} 0) m)", value(random), word(random)),
        1 => format!("(str.prefixof {} {})", value(random), value(random)),
        _ => format!("(= {} {})", value(random), value(random)),
    }
}

/// Inequalities of which a sum is a contradiction, or nearly so, with that sum. Of two terms only, so that a model is soon found.
fn sums(random: &mut Rng) -> (String, String) {
    const ATOMS: [&str; 6] =
        ["m", "n", "(str.len x)", "(str.to_int y)", "(div m 2)", "(str.indexof z x 0)"];
    let atoms = [ATOMS[random.below(6)], ATOMS[random.below(6)]];
    let mut total = [0_i64; 3];
    let (mut literals, mut lines) = (Vec::new(), Vec::new());
    let coefficient = |random: &mut Rng| random.below(7) as i64 - 3;
    let row = |row: &[i64]| {
        let terms: Vec<String> =
            atoms.iter().zip(row).map(|(a, c)| format!("(* {c} {a})")).collect();
        format!("(not (>= (+ {} {}) 0))", terms.join(" "), row[2])
    };
    for i in 0..1 + random.below(3) {
        let times = 1 + random.below(3) as i64;
        let line: Vec<i64> = (0..3).map(|_| coefficient(random)).collect();
        total.iter_mut().zip(&line).for_each(|(sum, c)| *sum -= times * c);
        literals.push(row(&line));
        lines.push(format!("({i} {times})"));
    }
    total[2] += random.below(5) as i64 - 1;
    if random.below(3) == 0 {
        total[random.below(2)] += coefficient(random);
    }
    lines.push(format!("({} 1)", literals.len()));
    literals.push(row(&total));
    (format!("({})", literals.join(" ")), format!("(lia ({}))", lines.join("")))
}

/// An equation of numerals from languages of digits.
fn numerals(random: &mut Rng) -> String {
    const LANGUAGES: &[&str] = &[
        "(re.+ (str.to_re \"12\"))",
        "(re.* (re.union (str.to_re \"5\") (str.to_re \"30\")))",
        "(re.+ (re.range \"1\" \"3\"))",
        "(re.++ (str.to_re \"2\") (re.* (str.to_re \"0\")))",
        "(re.+ (re.range \"0\" \"9\"))",
        "(re.++ (re.* (re.range \"0\" \"9\")) (str.to_re \"5\"))",
        "(re.comp (re.++ re.all (str.to_re \"1\") re.all))",
    ];
    let coefficient = |random: &mut Rng| random.below(7) as i64 - 3;
    let mut literals = Vec::new();
    for s in ["x", "y"] {
        let language = pick(LANGUAGES, random);
        let member = format!("(str.in_re {s} {language})");
        literals.push(if random.below(6) == 0 { member } else { format!("(not {member})") });
        if random.below(8) > 0 {
            literals.push(format!("(not (>= (str.to_int {s}) {}))", random.below(3)));
        }
        if random.below(4) == 0 {
            literals.push(format!("(>= (str.to_int {s}) {})", random.below(40)));
        }
    }
    let (b, c) = (coefficient(random), coefficient(random));
    let sum = format!("(+ (* {b} (str.to_int x)) (* {c} (str.to_int y)))");
    literals.push(format!("(not (= {sum} {}))", random.below(60) as i64 - 20));
    format!("({})", literals.join(" "))
}

fn bits(depth: usize, random: &mut Rng) -> String {
    const FUNCTIONS: &[&str] = &[
        "bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvshl", "bvlshr", "bvashr", "bvudiv",
        "bvurem", "bvsdiv",
    ];
    if depth == 0 || random.below(4) == 0 {
        return pick(&["a", "b", "a", "b", "#b000", "#b001", "#b101", "#b111"], random).to_owned();
    }
    let (x, y) = (bits(depth - 1, random), bits(depth - 1, random));
    match random.below(6) {
        0 => format!("(bvnot {x})"),
        1 => format!("(bvneg {x})"),
        2 => format!("(ite (bvult {x} b) {y} {x})"),
        _ => format!("({} {x} {y})", pick(FUNCTIONS, random)),
    }
}

/// What the rule `bits` reads.
fn about_bits(random: &mut Rng) -> String {
    const RELATIONS: &[&str] = &["=", "=", "bvult", "bvule", "bvslt", "bvsge", "distinct"];
    let (x, y) = (bits(2, random), bits(1, random));
    match random.below(6) {
        0 => format!("(>= (+ (ubv_to_int {x}) (ubv_to_int {y})) {})", random.below(15)),
        1 => format!("(= (= {x} {y}) p)"),
        _ => format!("({} {x} {y})", pick(RELATIONS, random)),
    }
}

/// The rule `bits` with no lemmas or a few that may follow.
fn lemmas(random: &mut Rng) -> String {
    let mut out = "(bits".to_owned();
    for _ in 0..random.below(3) {
        let bits = (0..1 + random.below(2)).map(|_| {
            let bit = 2 + random.below(12) as i64;
            if random.below(2) == 0 { bit } else { -bit }.to_string()
        });
        out.push_str(&format!(" ({})", bits.collect::<Vec<_>>().join(" ")));
    }
    out + ")"
}

/// What axioms say of terms by their sorts, and what is near it.
fn about_sorts(random: &mut Rng) -> String {
    let of = pick(&["a", "b", "(seq.nth s n)", "(seq.nth s 0)"], random);
    let bound = pick(&["0", "1", "7", "8", "n"], random);
    match random.below(4) {
        0 => format!("(>= (ubv_to_int {of}) {bound})"),
        1 => format!("(< (ubv_to_int {of}) {bound})"),
        2 => {
            let last = pick(&["#b111", "#b110"], random);
            format!("(seq.in.re s (re.* (re.range (seq.unit #b000) (seq.unit {last}))))")
        }
        _ => {
            let (at, below) = (pick(&["n", "0"], random), pick(&["0", "1", "(- 1)"], random));
            let length = pick(&["(seq.len s)", "(+ (seq.len s) 1)", "2"], random);
            format!("(or (< n {below}) (>= n {length}) (= (seq.at s {at}) (seq.unit {of})))")
        }
    }
}

fn sequence(depth: usize, random: &mut Rng) -> String {
    if depth == 0 || random.below(4) == 0 {
        let simple =
            ["u", "v", "(as seq.empty (Seq Int))", "(seq.unit m)", "(seq.unit n)", "(seq.unit 1)"];
        return pick(&simple, random).to_owned();
    }
    let (s, t) = (sequence(depth - 1, random), sequence(depth - 1, random));
    let place = |random: &mut Rng| pick(&["0", "1", "2", "m", "(- 1)"], random);
    match random.below(7) {
        0 => format!("(seq.extract {s} {} {})", place(random), place(random)),
        1 => format!("(seq.at {s} {})", place(random)),
        2 => format!("(seq.unit (seq.nth (seq.++ {s} v) {}))", place(random)),
        3 => format!("(ite p (seq.++ {s} v) (seq.++ v {t}))"),
        _ => format!("(seq.++ {s} {t} (as seq.empty (Seq Int)))"),
    }
}

/// What rules read of sequences over integers.
fn about_sequences(random: &mut Rng) -> String {
    let (s, t) = (sequence(2, random), sequence(1, random));
    let any = "(as re.allchar (RegEx (Seq Int)))";
    let length = match random.below(4) {
        0 => any.to_owned(),
        1 => format!("(re.* (re.++ {any} {any}))"),
        2 => format!("(re.comp ((_ re.loop 1 2) {any}))"),
        _ => format!("(re.++ (seq.to_re {t}) (re.* {any}))"),
    };
    match random.below(8) {
        0 => format!("(= (seq.nth (seq.++ {s} v) {}) {})", random.below(3), number(0, random)),
        1 => format!("(>= (seq.len (seq.++ {s} v)) {})", random.below(4)),
        2 => format!("(seq.in_re (seq.++ {s} v) {length})"),
        3 => format!("(= m {})", pick(&["n", "1", "2"], random)),
        4 => format!(
            "(or (< n 0) (>= n (seq.len v)) (= (seq.at v n) (seq.unit (seq.nth v {}))))",
            pick(&["n", "0"], random)
        ),
        5 => format!("(seq.contains (seq.++ v {s}) {t})"),
        _ => format!("(= (seq.++ {s} v) (seq.++ v {t}))"),
    }
}

/// A word in a language that is put together, and what its first piece can be, or, for one case of it, the rest.
fn pieces(random: &mut Rng) -> String {
    let whole = pick(&["a", "ab", "ba", "aab"], random);
    let rest = pick(&["y", "(str.++ y x)", "(str.++ y y)", "(str.++ z y)"], random);
    let star = format!("(re.* (str.to_re \"{whole}\"))");
    let mut literals = vec![format!("(not (str.in_re (str.++ x {rest}) {star}))")];
    let is_one = random.below(2) == 0;
    let all: Vec<usize> =
        if is_one { vec![random.below(whole.len())] } else { (0..whole.len()).collect() };
    for at in all {
        let (front, back) = whole.split_at(at);
        let back = if at == 0 { "" } else { back };
        let mut case = [
            format!("(re.++ {star} (str.to_re \"{front}\"))"),
            format!("(re.++ (str.to_re \"{back}\") {star})"),
        ];
        match random.below(5) {
            0 => case[random.below(2)] = language(2, random),
            1 if !is_one => continue,
            _ => {}
        }
        let [p, q] = case;
        if is_one {
            literals
                .extend([format!("(not (str.in_re x {p}))"), format!("(str.in_re {rest} {q})")]);
        } else {
            literals.push(format!("(str.in_re x {p})"));
        }
    }
    format!("({})", literals.join(" "))
}
