"""Static files named by their content: the styles, and our own modules with what they import, so that a page is never
made of two versions."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_OURS = "js/*.js"
_REWRITING = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]


class Storage(CompressedManifestStaticFilesStorage):
    """Django's and WhiteNoise's, which also rewrites `import … from "./other.js"` in our own scripts."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (_OURS, _REWRITING)
