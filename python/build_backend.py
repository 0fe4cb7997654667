"""Builds the wheel by maturin, with the program `stringent` in it.

Programs are linked statically at a fixed address, which a module that Python loads cannot be. Cargo merges such flags from all
folders above, and the compiler has no way to undo them; flags in the environment take their place. The program keeps its own
flags and goes among the wheel's scripts, where an installer puts it in the search path. STRINGENT_PROGRAM names one that is built
already.
"""

import os
import shutil
import subprocess
from pathlib import Path

FOLDER = Path(__file__).parent
SCRIPTS = FOLDER / "stringent.data" / "scripts"
NAME = "stringent.exe" if os.name == "nt" else "stringent"
# Of the program's build, which the flags of the module's do not concern.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "CARGO_TARGET_DIR"}


def built_program():
    """The program; built in the project's own folder, so that a build that is there already is not repeated."""
    project = FOLDER.parent
    subprocess.run(["cargo", "build", "--release", "--package", "stringent-cli"], cwd=project, env=ENVIRONMENT, check=True)
    return project / "target" / "release" / NAME


def add_program():
    """Puts the program where maturin takes scripts from, without what only debuggers read."""
    source = os.environ.get("STRINGENT_PROGRAM") or built_program()
    shutil.copy(source, SCRIPTS / NAME)
    if shutil.which("strip"):
        subprocess.run(["strip", SCRIPTS / NAME], check=True)


os.environ.setdefault("RUSTFLAGS", "")
# maturin wants it to be there even to read the names of the package.
SCRIPTS.mkdir(parents=True, exist_ok=True)

from maturin import *  # noqa: E402, F403
from maturin import build_editable as _build_editable, build_wheel as _build_wheel  # noqa: E402


def build_wheel(*args, **keys):
    """A wheel with the program."""
    add_program()
    return _build_wheel(*args, **keys)


def build_editable(*args, **keys):
    """The same for those who work on the package."""
    add_program()
    return _build_editable(*args, **keys)
