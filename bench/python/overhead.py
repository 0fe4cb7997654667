#!/usr/bin/env python3
"""What a small check costs from Python, for Stringent and z3.

    VENV/bin/python bench/python/overhead.py [HOW_MANY]

One solver is asked many small questions, each in a scope: two new assertions, a check, the value of a string. `cargo run --release --example
overhead -p stringent` asks the same from Rust; `time` tells its processor time.
"""

import sys
import time


def ask(module, count):
    """Microseconds of processor time for each question."""
    x, n = module.String("x"), module.Int("n")
    solver = module.Solver()
    solver.add(module.Length(x) == n)
    start = time.process_time()
    for i in range(count):
        solver.push()
        solver.add(module.PrefixOf("ab", x), n == 2 + i % 5)
        assert solver.check() == module.sat
        assert len(solver.model()[x].as_string()) == 2 + i % 5
        solver.pop()
    return 1e6 * (time.process_time() - start) / count


def main(count="100000"):
    import stringent

    print(f"stringent {ask(stringent, int(count)):.1f} us")
    try:
        import z3
    except ImportError:
        return
    print(f"z3 {ask(z3, int(count) // 10):.1f} us")


main(*sys.argv[1:])
