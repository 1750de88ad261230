"""The book as rows, to compare before and after."""

from typing import Any

from tournaments.models import Line, Posting, Record

Rows = list[tuple[Any, ...]]


def whole_book() -> tuple[Rows, Rows, Rows]:
    """Everything that records, postings and lines hold."""
    return tuple(list(model.objects.order_by("pk").values_list()) for model in (Record, Posting, Line))  # type: ignore[return-value]


def postings(number: int) -> list[tuple[str, int, str]]:
    """(account, jetons, rule) of the record of this number, of the only table there is."""
    rows = Posting.objects.filter(record__number=number).order_by("transfer", "jetons")
    return list(rows.values_list("account", "jetons", "rule"))


def nets(number: int) -> dict[int, int]:
    """By place, what the record of this number changes."""
    return dict(Line.objects.filter(record__number=number).values_list("seat__position", "net"))
