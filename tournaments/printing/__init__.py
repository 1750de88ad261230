"""Paper: the documents that a tournament can print, from the same rows that the screens show.

`documents` lists every document and says which ones a tournament can print. Each is declared in the module of its
topic, beside the functions that read its context, and laid out by one template.
"""
