//! Whatever comes across the border is answered by a code.
//!
//! `GARBAGE=1000000 cargo test --release --test garbage` asks so many times.

use std::ffi::{CString, c_char};
use std::ptr::null_mut;
use stringent_c::*;

/// A sequence of pseudo-random numbers (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    /// Pieces of SMT-LIB in any order, and sometimes any bytes.
    fn text(&mut self) -> CString {
        const PIECES: &[&str] = &[
            "(",
            ")",
            " ",
            "assert",
            "declare-const",
            "String",
            "Int",
            "x",
            "y",
            "=",
            "str.++",
            "str.len",
            "\"a\"",
            "\"\\u{",
            "|",
            "7",
            "-1",
            "(_ re.loop 2 1)",
            "(_ BitVec 8)",
            "#b",
            "(assert (= x \"a\"))",
            "é",
            "push",
            "(declare-const x String)",
            "(declare-fun f (Int) Int)",
            "(declare-datatype D ((c)))",
            "re.*",
            "\"",
            ";",
        ];
        let mut bytes = Vec::new();
        for _ in 0..self.below(8) {
            match self.below(12) {
                0 => bytes.push(self.below(255) as u8 + 1),
                _ => bytes.extend(self.pick(PIECES).bytes()),
            }
        }
        CString::new(bytes).unwrap()
    }

    /// A call that tells something about the last check.
    fn answer(
        &mut self,
    ) -> unsafe extern "C" fn(*mut stringent_solver, *mut *const c_char) -> stringent_status {
        [stringent_reason, stringent_model, stringent_unsat_core, stringent_proof]
            [self.below(4) as usize]
    }

    /// Half of them may be a term.
    fn term(&mut self) -> stringent_term {
        match self.below(8) {
            0 => self.below(1 << 32) as u32,
            _ => self.below(12) as u32,
        }
    }
}

const OPERATORS: &[&str] = &[
    "=", "not", "and", "str.++", "str.len", "+", "str.at", "ite", "re.*", "seq.nth", "select",
    "bvadd", "-", "?",
];

/// One call of any function; null pointers come with every kind of argument.
unsafe fn call(solver: *mut stringent_solver, chance: &mut Chance) -> stringent_status {
    let (mut term, mut text, mut count) = (0, std::ptr::null(), 0);
    let (mut word, mut positions) = (std::ptr::null(), std::ptr::null());
    let mut verdict = stringent_verdict::STRINGENT_UNKNOWN;
    let written = chance.text();
    let script = if chance.below(50) == 0 { std::ptr::null() } else { written.as_ptr() };
    let terms = [chance.term(), chance.term(), chance.term()];
    let numbers = [chance.below(300) as u32, chance.below(1 << 20) as u32];
    let few = chance.below(4) as usize;
    let name = CString::new(chance.pick(OPERATORS)).unwrap();
    let indexed =
        CString::new(chance.pick(&["re.loop", "re.^", "extract", "repeat", "?"])).unwrap();
    let to = if chance.below(50) == 0 { null_mut() } else { &raw mut term };
    // SAFETY: the solver is alive; texts end with a zero, arrays have as many elements, answers are of this frame.
    unsafe {
        match chance.below(25) {
            0..4 => stringent_load(solver, script),
            4 => stringent_parse(solver, script, to),
            5 => stringent_declare(solver, script, few as u32 + 1, to),
            6 | 7 => stringent_apply(solver, name.as_ptr(), terms.as_ptr(), few, to),
            8 => stringent_apply_indexed(
                solver,
                indexed.as_ptr(),
                numbers.as_ptr(),
                few.min(2),
                terms[0],
                to,
            ),
            9 => stringent_string(solver, numbers.as_ptr(), few.min(2), to),
            10 => stringent_integer(solver, chance.0 as i64, to),
            11 => stringent_assert(solver, terms[0]),
            12 => stringent_check(solver, terms.as_ptr(), few / 2, &raw mut verdict),
            13 => stringent_value(solver, terms[0], &raw mut text),
            14 => stringent_code_points(solver, terms[0], &raw mut word, &raw mut count),
            15 => stringent_unsat_assumptions(solver, &raw mut positions, &raw mut count),
            16 => stringent_push(solver),
            17 => stringent_pop(solver),
            18 => stringent_assert_named(solver, script, terms[0]),
            19 => stringent_print(solver, terms[0], &raw mut text),
            20 => chance.answer()(solver, &raw mut text),
            21 => stringent_set_option(solver, c"produce-proofs".as_ptr(), c"true".as_ptr()),
            22 => stopped(solver, chance),
            23 => stringent_set_timeout(solver, numbers[0].into()),
            _ => stringent_set_option(solver, script, script),
        }
    }
}

/// A check that is stopped before it begins.
unsafe fn stopped(solver: *mut stringent_solver, chance: &mut Chance) -> stringent_status {
    let (mut interrupt, mut verdict) = (null_mut(), stringent_verdict::STRINGENT_UNKNOWN);
    // SAFETY: the solver is alive; what is made here is freed here.
    unsafe {
        let made = stringent_interrupt_new(solver, &raw mut interrupt);
        stringent_stop(interrupt);
        if chance.below(2) == 0 {
            stringent_check(solver, std::ptr::null(), 0, &raw mut verdict);
        }
        stringent_resume(interrupt);
        stringent_interrupt_free(interrupt);
        made
    }
}

#[test]
fn garbage_is_answered() {
    let calls: u64 = std::env::var("GARBAGE").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000);
    let chance = &mut Chance(0x9E37_79B9_7F4A_7C15);
    let mut counts = [0_u64; 5];
    let mut solver = null_mut();
    for i in 0..calls {
        // SAFETY: a solver is freed once, before the next is made.
        unsafe {
            if i % 100 == 0 {
                stringent_free(solver);
                solver = stringent_new();
                stringent_set_step_limit(solver, 500);
                assert_eq!(
                    stringent_set_timeout(null_mut(), 1),
                    stringent_status::STRINGENT_INVALID
                );
            }
            counts[call(solver, chance) as usize] += 1;
        }
    }
    // SAFETY: as above.
    unsafe { stringent_free(solver) };
    println!("{counts:?}");
    assert!(counts[..4].iter().all(|&n| n > 0), "every outcome is met: {counts:?}");
    assert_eq!(counts[4], 0, "no call met a bug");
}
