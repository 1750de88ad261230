"""The check of the book by several processes: it says what one says."""

import pickle
from types import SimpleNamespace
from typing import Any, Self

import pytest

from tests.book.evening_builders import build_coup, create_evening, record_events
from tournaments.actions.tables import book_check
from tournaments.models import LedgerLine, Table


class OneAfterTheOther:
    """Stands for the processes: it takes what they would be sent, as they would take it."""

    def __init__(self, _processes: int) -> None: ...

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None: ...

    def imap(self, check: Any, parts: list[list[int]]) -> Any:
        """Return what the check says of each part, as it is sent back."""
        return (pickle.loads(pickle.dumps(check(part))) for part in pickle.loads(pickle.dumps(parts)))


def play() -> None:
    """Play a coup at each of two tables."""
    for table in Table.objects.filter(round__tournament=create_evening(3, 3)):
        record_events(table, build_coup())


@pytest.mark.django_db
def test_several_processes_say_what_one_says_and_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process would do is done here, where what the test has written is seen."""
    monkeypatch.setattr(book_check, "TABLES_AT_ONCE", 1)
    monkeypatch.setattr(book_check.connections, "close_all", lambda: None)
    monkeypatch.setattr(book_check, "get_context", lambda _how: SimpleNamespace(Pool=OneAfterTheOther))
    play()
    told: list[tuple[int, int]] = []
    alone = book_check.check_book(Table.objects.all())
    beside = book_check.check_book(Table.objects.all(), processes=2, report=lambda *at: told.append(at))
    assert (beside, told) == (alone, [(1, 2), (2, 2)])
    assert alone.records == 2


@pytest.mark.django_db
def test_an_event_that_is_scored_once_is_compared_with_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    wrong = LedgerLine.objects.earliest("pk")
    lines = book_check.StoredLedger.__init__

    def read_wrong(self: book_check.StoredLedger, sheets: object) -> None:
        """Read one line as another figure."""
        lines(self, sheets)
        gain = self.lines[wrong.record_id][wrong.seat_id]
        self.lines[wrong.record_id][wrong.seat_id] = gain.plus(gain)

    monkeypatch.setattr(book_check.StoredLedger, "__init__", read_wrong)
    assert book_check.check_book(Table.objects.all()).difference
