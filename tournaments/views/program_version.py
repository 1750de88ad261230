"""A short fingerprint of the program's files, by which an open page notices that the server has changed.

Every answer to a table carries it in the header `X-Corbillon`. An answer without that header comes from something else
(a captive portal, another machine at the same address), and the page ignores it.
"""

from config.version import compute_fingerprint

HEADER = "X-Corbillon"

__all__ = ["HEADER", "compute_fingerprint"]
