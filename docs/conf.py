"""How the documents become a site: `make docs`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from config.version import __version__

project = "Corbillon"
copyright = "the Corbillon contributors"
version = release = __version__
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = f"Corbillon {__version__}"
html_show_sphinx = False
html_copy_source = False
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]  # a table of figures may begin at the third level
