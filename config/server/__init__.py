"""The web server: waitress, with limits of time for every connection, lanes of threads, and one process a core.

`python -m config.server` runs it (docs/deploying.md); docs/decisions/0012-the-server.md says why it is so.
"""
