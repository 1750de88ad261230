"""SQLite as the book needs it: the journal mode, the connection options, and a check of every connection."""

from config.sqlite.pragmas import OPTIONS, choose_journal_mode

__all__ = ["OPTIONS", "choose_journal_mode"]
