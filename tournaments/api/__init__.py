"""The programming interface `/api/v1`: what the public pages show and what the organiser's pages do, for other
programs. It reads by the same querysets and names as the pages, and writes by the same actions and rights.

`urls` is imported when one of its addresses is first asked for or named: what it is made with takes long to import, and
many a hall never has a program that calls it.
"""

ROOT = "api/v1/"
NAMESPACE = "api"
"""The Django namespace of the interface's addresses, as in «api:api-list-clubs»."""
