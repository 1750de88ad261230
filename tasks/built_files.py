"""Write the files in built/, which are made of others and committed: who only runs the program needs nothing that makes
them. `make built` calls it, and a tidy test says which file is stale.

`.venv` runs this module, because the bundler lies there.
"""

from pathlib import Path

import jsmeld

from tasks.environment import ROOT

SCRIPT = "js/table_page.js"


def build_files() -> dict[str, str]:
    """Return the content of each file, by its path in built/."""
    return {SCRIPT: bundle_script(ROOT / "static" / SCRIPT)}


def bundle_script(path: Path) -> str:
    """Return a module and all that it imports as one minified module."""
    return jsmeld.bundle(str(path), {"minify": True, "target": "es2022", "typescript": False, "source_map": False})


if __name__ == "__main__":
    for name, content in build_files().items():
        file = ROOT / "built" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
