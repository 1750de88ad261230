"""SQLite as the book needs it: which journal, which guarantees, and the proof on every connection."""

from config.sqlite.pragmas import OPTIONS, journal_mode

__all__ = ["OPTIONS", "journal_mode"]
