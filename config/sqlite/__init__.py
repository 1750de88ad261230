"""SQLite as the book needs it: the journal mode, the connection options, and a check of every connection."""

from config.sqlite.pragmas import OPTIONS, journal_mode

__all__ = ["OPTIONS", "journal_mode"]
