"""A tournament's jetons and money as journals of double-entry bookkeeping for hledger and beancount
(docs/formats.md)."""

from .journal import Journal
from .journal_text import JOURNAL_WRITERS
from .money_journal import build_money_journal
from .token_journal import build_token_journal

__all__ = ["JOURNAL_WRITERS", "Journal", "build_money_journal", "build_token_journal"]
