"""Paper: the documents that a tournament can print, from the same rows that the screens show.

`register` names every document, `documents` says which ones a tournament can print. Each document's context is read by
a function in a module here, and laid out by one template.
"""
