"""Take out of installed packages what no club needs: other languages than the program's, numpy's own tests, the C that
modules were compiled from, pages about an interface that we describe ourselves, and a format of pictures not read."""

import shutil
from pathlib import Path

LANGUAGES = ("fr", "en", "it")
UNUSED = (
    "numpy/**/tests",
    "ninja/static",
    "fontTools/**/*.c",
    "PIL/_avif*.so",  # Pillow then says that it reads no AVIF
    "pillow.libs/libavif*",
)


def prune_packages(site: Path) -> None:
    """Delete what is not needed from the folder that holds the packages. What else they are made of stays."""
    for folder in site.glob("**/locale/*"):
        if folder.is_dir() and not folder.name.startswith(LANGUAGES):
            shutil.rmtree(folder)
    for dictionary in site.glob("pyphen/dictionaries/*.dic"):
        if not dictionary.name.removeprefix("hyph_").startswith(LANGUAGES):
            dictionary.unlink()
    for unused in sorted(each for pattern in UNUSED for each in site.glob(pattern)):
        if unused.is_dir():
            shutil.rmtree(unused, ignore_errors=True)
        else:
            unused.unlink(missing_ok=True)
