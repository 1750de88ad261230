"""Backups by themselves: made while the server runs, checked, kept by their age, copied to a second folder, encrypted
there; and restored from a page."""
