"""A tournament's jetons and money as journals of double-entry bookkeeping for hledger and beancount
(docs/formats.md)."""

from .journal import JOURNAL_WRITERS, Journal
from .money_journal import build_money_journal
from .token_journal import build_token_journal

__all__ = ["JOURNAL_WRITERS", "Journal", "build_money_journal", "build_token_journal"]
