"""Static files named by a hash of their content: the styles, and our own JavaScript modules with their imports.

So a page never mixes files of two versions."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_OWN_SCRIPTS = "js/*.js"
_IMPORT_PATTERNS = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]


class Storage(CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also rewrites `import … from "./other.js"` in our own scripts."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (_OWN_SCRIPTS, _IMPORT_PATTERNS)
