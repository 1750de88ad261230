"""Static files named by a hash of their content: the styles, and our own JavaScript modules with their imports.

So a page never mixes files of two versions. What the table's page on a phone needs is one script and one style sheet,
what it needs later is another script, and the scripts lie in built/: a phone on a hall's Wi-Fi waits for each request.
While working (DEBUG, tests) nothing is collected, and the browser fetches each module by itself; the tests in a browser
bundle what lies in static/ as they begin.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin, staticfiles_storage
from django.core.files.storage import FileSystemStorage
from django.templatetags.static import static
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.durable import SHARED, write_file

BUNDLED_SCRIPTS = ("js/table_page.js", "js/table_extras.js")
BUNDLED_STYLE = "css/table_page.css"
_OWN_SCRIPTS = "js/*.js"
_IMPORT_PATTERNS = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]
_UNUSED = re.compile(r"django_htmx/(?!htmx-2\.min\.js$|django-htmx\.js$)")
"""The other versions of htmx, which are half of all that would be compressed."""
_STYLE_IMPORT = re.compile(r'^@import "([\w-]+\.css)";$', re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACED_MARK = re.compile(r" ?([{};]) ?")


class Storage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also rewrites `import … from "./other.js"` in our own scripts, and puts into each
    bundled file what it imports."""

    max_post_process_passes = 20  # one for each step of the longest chain of imports, more than which Django refuses
    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (_OWN_SCRIPTS, _IMPORT_PATTERNS)

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Bundle the static files of `paths` (by name) that are used, then hash and compress them; yields what Django's
        storage does."""
        paths = {name: found for name, found in paths.items() if not _UNUSED.match(name)}
        built = FileSystemStorage(settings.BASE_DIR / "built")
        paths.update({script: (built, script) for script in BUNDLED_SCRIPTS if script in paths})
        if BUNDLED_STYLE in paths and not dry_run:
            path = Path(self.path(BUNDLED_STYLE))
            write_file(path, bundle_style(path).encode(), SHARED)
            paths[BUNDLED_STYLE] = (self, BUNDLED_STYLE)
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress only the files whose name has a hash, which pages ask for; the same files without one are sent as
        they are. Yields (name, name of the compressed file), as WhiteNoise does. That saves most of the time of a first
        start."""
        found: Iterator[tuple[str, str]] = super().compress_files(paths & set(self.hashed_files.values()))
        return found


def bundle_style(path: Path) -> str:
    """Return a style sheet with the ones of its folder that it imports put into it, without comments, line ends and
    needless spaces."""
    text = path.read_text(encoding="utf-8")
    whole = _STYLE_IMPORT.sub(lambda found: path.with_name(found[1]).read_text(encoding="utf-8"), text)
    return _SPACED_MARK.sub(r"\1", " ".join(_COMMENT.sub("", whole).split())).replace(";}", "}")


def list_bundle_files(name: str) -> list[str]:
    """Return the addresses that a browser fetches for a bundled script or style sheet: the bundle's own, or, where none
    was made, those of all scripts or style sheets in its folder."""
    if isinstance(staticfiles_storage, Storage) and not settings.DEBUG:
        return [static(name)]
    folder = (settings.BASE_DIR / "static" / name).parent
    return [static(f"{folder.name}/{path.name}") for path in sorted(folder.glob(f"*{Path(name).suffix}"))]
