"""Write into a package what only a checkout has: the commit, and the scripts made into one by the bundler."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):
    """What the builder calls before it writes the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the bundled scripts to the wheel, and the commit where it is known."""
        sys.path.insert(0, self.root)
        from config.script_bundle import BUNDLED_SCRIPTS, bundle_script
        from config.version import read_commit

        added = {f"built/{name}": bundle_script(Path(self.root) / "static" / name) for name in BUNDLED_SCRIPTS}
        if commit := read_commit():
            added["build.txt"] = commit
        folder = Path(tempfile.mkdtemp())
        for name, content in added.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
            build_data["force_include"][str(file)] = f"corbillon/{name}"
