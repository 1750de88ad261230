"""Write into a package what only a checkout has: the commit."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):
    """What the builder calls before it writes the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the commit to the wheel where it is known."""
        sys.path.insert(0, self.root)
        from config.version import read_commit

        if commit := read_commit():
            file = Path(tempfile.mkdtemp()) / "build.txt"
            file.write_text(commit, encoding="ascii")
            build_data["force_include"][str(file)] = "corbillon/build.txt"
