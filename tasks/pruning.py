"""Take out of installed packages what no club needs: other languages than the program's, and numpy's own tests."""

import shutil
from pathlib import Path

LANGUAGES = ("fr", "en", "it")


def prune_packages(site: Path) -> None:
    """Delete what is not needed from the folder that holds the packages. What else they are made of stays."""
    for folder in site.glob("**/locale/*"):
        if folder.is_dir() and not folder.name.startswith(LANGUAGES):
            shutil.rmtree(folder)
    for dictionary in site.glob("pyphen/dictionaries/*.dic"):
        if not dictionary.name.removeprefix("hyph_").startswith(LANGUAGES):
            dictionary.unlink()
    for folder in sorted(site.glob("numpy/**/tests")):
        shutil.rmtree(folder, ignore_errors=True)
