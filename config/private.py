"""The var folder is its owner's alone: it holds names, the secret key and the first password.

Standard library only; knows no page and no table.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def is_exposed(path: Path) -> bool:
    """True if other accounts of this computer may read the folder or file. False on Windows, where a folder has no such
    mode, and where there is nothing."""
    with suppress(OSError):
        return os.name == "posix" and bool(path.stat().st_mode & OTHERS)
    return False


def close_to_others(var: Path, *files: Path) -> bool:
    """Take from other accounts every right on the var folder, the files and folders in it, and `files`, which may lie
    elsewhere. Return False if that is not possible for the folder or for one of `files`."""
    for path in (var, *files, *(var.iterdir() if var.is_dir() else ())):
        if is_exposed(path) and not path.is_symlink():
            with suppress(OSError):
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
    return not any(is_exposed(path) for path in (var, *files))
