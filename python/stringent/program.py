"""Where the program `stringent` is, which the package installs among the scripts of its environment."""

from __future__ import annotations

import os
import shutil
from importlib.metadata import PackageNotFoundError, files

from ._core import StringentError

_NAMES = ("stringent", "stringent.exe")


def path() -> str:
    """The program of this package, or else one in the search path.

    >>> import subprocess
    >>> subprocess.run([path(), "--version"], capture_output=True, text=True).stdout.split()[0]
    'Stringent'
    """
    found = _installed() or shutil.which("stringent")
    if found is None:
        raise StringentError("the program stringent is neither in the package nor in the search path")
    return found


def _installed() -> str | None:
    """As the installer noted, which is right for environments, users and targets of every layout."""
    try:
        noted = files("stringent") or []
    except PackageNotFoundError:
        return None
    paths = (os.fspath(file.locate()) for file in noted if file.name in _NAMES and not file.parts[0] == "stringent")
    return next((os.path.normpath(p) for p in paths if os.access(p, os.X_OK)), None)
