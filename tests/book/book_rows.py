"""The rows of the book (records, postings, lines), to compare before and after an action."""

from typing import Any

from tournaments.models import LedgerLine, Posting, Record

Rows = list[tuple[Any, ...]]


def read_book() -> tuple[Rows, Rows, Rows]:
    """Return all rows of records, of postings and of lines, each as a list in order of their ids."""
    return tuple(list(model.objects.order_by("pk").values_list()) for model in (Record, Posting, LedgerLine))  # type: ignore[return-value]


def read_postings(number: int) -> list[tuple[str, int, str]]:
    """Return (account, jetons, rule) of each posting of the record of this number, where there is one table only."""
    rows = Posting.objects.filter(record__number=number).order_by("transfer", "jetons")
    return list(rows.values_list("account", "jetons", "rule"))


def read_nets(number: int) -> dict[int, int]:
    """Return by seat position how much the record of this number changes each total."""
    return dict(LedgerLine.objects.filter(record__number=number).values_list("seat__position", "net"))
