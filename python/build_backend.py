"""Builds the wheel by maturin, without the compiler flags that the folder above has for programs.

Programs are linked statically at a fixed address, which a module that Python loads cannot be. Cargo merges such flags from all
folders above, and the compiler has no way to undo them; flags in the environment take their place.
"""

import os

os.environ.setdefault("RUSTFLAGS", "")

from maturin import *  # noqa: E402, F403
