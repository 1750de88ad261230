"""What is told of a sheet's events: made once by each process, and anew for whatever changes."""

import pytest

from tests.book.evening_builders import build_coup, record_events
from tests.web.phone_client import open_phone
from tournaments.actions.people.entries import show_under_name
from tournaments.actions.people.erasing import forget_name
from tournaments.actions.tables.corrections import correct_event
from tournaments.book.loading import load_sheet
from tournaments.book.recent_sheets import RECENT
from tournaments.presentation.tags import narration
from tournaments.presentation.text import rule_book

pytestmark = pytest.mark.django_db


def test_an_event_is_told_once_and_anew_for_another_name_a_correction_and_a_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    phone = open_phone(tours=3)
    phone.send_coup()
    before = phone.read_sheet()
    built: list[object] = []
    monkeypatch.setattr(rule_book, "build_article", lambda *asked: built.append(asked))
    made = narration.make_sentences.cache_info().misses, narration.make_reasons.cache_info().misses
    assert phone.read_sheet() == before, "no article is built that is kept"
    assert not built, "no article is built that is kept"
    assert (narration.make_sentences.cache_info().misses, narration.make_reasons.cache_info().misses) == made
    monkeypatch.undo()
    entry = phone.table.seats.get(position=1).entry
    name = entry.shown_name
    show_under_name(entry, "Zénobie")
    renamed = phone.read_sheet()
    assert renamed.count("Zénobie") == before.count(name)
    assert name not in renamed
    forget_name(entry.player, actor="")
    assert "Zénobie" not in phone.read_sheet()
    english = phone.client.get("/t/sheet", headers={"accept-language": "en"}).content.decode()
    assert "livre des règles" not in english
    assert "livre des règles" in phone.read_sheet()


def test_a_correction_is_told_in_place_of_what_was_kept() -> None:
    phone = open_phone(tours=3)
    phone.send_coup()
    before = phone.read_sheet()
    correct_event(phone.table.pk, 1, build_coup(37, 58), key="corrected-0001", number=2, actor="user:1", reason="lu")
    after = phone.read_sheet()
    assert after != before
    assert list(phone.sheet.events[0]["points"].values()) == [37, 58, 25]


def test_a_sheet_that_this_process_knows_is_not_read_or_scored_again() -> None:
    table = record_events(open_phone(tours=3).table, build_coup()).table
    RECENT.clear()
    first = load_sheet(table.pk)
    assert load_sheet(table.pk).steps is first.steps
    record_events(table, build_coup())
    assert len(load_sheet(table.pk).steps) == 2
