"""Paper: the documents that an event can print, from the very rows that the screens show.

`register` names every document, `documents` says which an event can print; each reads a context in a module of its own
and is set by one template.
"""
