"""Write the commit that a package is built from into it, where the program reads it again."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface):
    """What the builder calls before it writes the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to the wheel, where the commit is known."""
        sys.path.insert(0, self.root)
        from config.version import read_commit

        if commit := read_commit():
            file = Path(tempfile.mkdtemp()) / "build.txt"
            file.write_text(commit, encoding="ascii")
            build_data["force_include"][str(file)] = "corbillon/build.txt"
