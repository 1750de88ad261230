"""The programming interface `/api/v1`: what the public pages show and what the organiser's pages do, for other
programs. It reads by the same querysets and names as the pages, and writes by the same actions and rights.

`urls` is imported with the site's addresses and not before: what it is made with takes long to import.
"""
