"""Paper: the documents that an event can print, from the very rows that the screens show.

`documents` is all that can be printed, out of `register`; each document reads a context in a module of its own and is set by one template.
"""
