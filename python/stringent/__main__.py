"""`python -m stringent`: the program `stringent`, which the package carries, with the same arguments."""

import os
import subprocess
import sys

from .program import path


def main() -> int:
    """Becomes the program where a process can, and otherwise waits for it."""
    command = [path(), *sys.argv[1:]]
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
