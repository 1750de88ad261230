"""One script of the phone's page out of its modules: bundled where the program lies as a checkout, read where a package
holds it already, so that an installed copy needs no bundler. Standard library only, beside the bundler itself."""

from pathlib import Path

BUNDLED_SCRIPTS = ("js/table_page.js",)
ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "built"  # in a package alone


def read_bundle(name: str) -> str:
    """Return a bundled script, named as in the static files, with all that it imports. Raises OSError, and ImportError
    in a checkout without the packages of requirements/checkout.txt."""
    built = BUILT / name
    return built.read_text(encoding="utf-8") if built.exists() else bundle_script(ROOT / "static" / name)


def bundle_script(path: Path) -> str:
    """Return a module and all that it imports as one minified module."""
    import jsmeld

    return jsmeld.bundle(str(path), {"minify": True, "target": "es2022", "typescript": False, "source_map": False})
