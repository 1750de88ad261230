"""What the database says, for any page: standings and results, phases and matches, how far tables and rounds are.

Reads the book, asks `draws` and `standings`; has no words for a page and writes nothing.
"""
