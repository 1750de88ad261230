"""Pango, the library that sets PDFs: whether this computer has it, and the exact command that installs it here.

Standard library only; knows no page and no table.
"""

import ctypes
import ctypes.util
import os
import shutil
import sys

from config.system_calls import is_administrator

LIBRARIES = (
    ("libgobject-2.0.so.0", "gobject-2.0"),
    ("libpango-1.0.so.0", "pango-1.0"),
    ("libpangoft2-1.0.so.0", "pangoft2-1.0"),
    ("libharfbuzz.so.0", "harfbuzz"),
    ("libharfbuzz-subset.so.0", "harfbuzz-subset"),
    ("libfontconfig.so.1", "fontconfig"),
)
"""Each library: its file on Linux, and its name on macOS. Windows has them as libpango-1.0-0.dll."""
PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")  # on Debian and Ubuntu
COMMANDS = (
    ("apt-get", f"apt install {' '.join(PACKAGES)}"),
    ("dnf", "dnf install pango harfbuzz"),
    ("pacman", "pacman -S pango"),
    ("zypper", "zypper install libpango-1_0-0 libharfbuzz-subset0"),
    ("apk", "apk add pango fontconfig"),
)
"""The commands that install Pango, as (the program that installs packages, the command)."""


def is_installed() -> bool:
    """True if Pango and the libraries that come with it, which make PDFs, can be loaded."""
    try:
        for file, name in LIBRARIES:
            _load_library(file, name)
    except OSError:
        return False
    return True


def _load_library(file: str, name: str) -> ctypes.CDLL:
    """Load one of Pango's libraries, from this file or by this name. Raises OSError."""
    try:
        return ctypes.CDLL(file)
    except OSError:
        library = ctypes.util.find_library(file.replace(".so.", "-") if os.name == "nt" else name)
        if not library:
            raise
        return ctypes.CDLL(library)


def read_version() -> str:
    """Return the version of Pango; "" if it cannot be loaded."""
    try:
        number = int(_load_library(*LIBRARIES[1]).pango_version())
    except OSError:
        return ""
    return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"


def is_missing_library(error: OSError) -> bool:
    """True if the error says that one of Pango's libraries cannot be loaded."""
    words = str(error)
    return "cannot load library" in words and any(name in words for _file, name in LIBRARIES)


def find_install_command() -> str:
    """Return the command that installs Pango on this computer; "" on Windows, where no command does it."""
    if sys.platform == "darwin":
        return "brew install pango"
    if os.name == "nt":
        return ""
    command = next((command for program, command in COMMANDS if shutil.which(program)), COMMANDS[0][1])
    return command if is_administrator() else f"sudo {command}"
