"""Change marks: the database itself notes that something of a tournament has changed, whoever changed it, so that a
polled page queries these marks alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import coup, evening, table_of, write
from tournaments.actions.evenings.lifecycle import BEATS_KEPT, close_event, forget_old_beats
from tournaments.guards.change_marks import WAYS
from tournaments.models import (
    Auction,
    Beat,
    Call,
    Confirmation,
    Count,
    Entry,
    Event,
    Player,
    Rest,
    Round,
    Seat,
    Table,
    Unplayed,
)
from tournaments.views.public.stamp import LAST, stamp

pytestmark = [pytest.mark.book, pytest.mark.django_db]

BESIDE = {
    "agreement": "the table's own page, which reads its own sheet",
    "apart": "the desk alone, before a draw",
    "beat": "what is noted",
    "deed": "the log; what it tells of changes a row that is watched",
    "draft": "the desk alone, before a round is published",
    "dues": "the treasurer's page",
    "line": "written with its record",
    "posting": "written with its record",
    "prize": "the treasurer's page",
    "renaming": "the log; the entry's name changes with it",
    "treasury": "the treasurer's page",
    "wrongcode": "the event itself says when typing is closed",
}
"""Tables that belong to a tournament and that no polled page shows, each with the page or reason that covers it."""


def test_every_table_of_a_tournament_is_watched_or_listed_as_unwatched() -> None:
    event_s = {"event"}
    while more := {model._meta.model_name for model in ours() if points_at(model) & event_s} - event_s:
        event_s |= more
    assert event_s - {"event"} == set(WAYS) | set(BESIDE)


def ours() -> list[Any]:
    """Return all models of the tournaments app."""
    return list(apps.get_app_config("tournaments").get_models())


def points_at(model: Any) -> set[str]:
    """Return the model names of this model's foreign keys."""
    return {field.related_model._meta.model_name for field in model._meta.concrete_fields if field.related_model}


def rows(event: Event) -> Iterator[tuple[type, dict[str, Any], str]]:
    """Yield, for each watched table but the records, the model, the values of a new row, and a field of it to
    update."""
    two = table_of(event, 2)
    last, player = event.rounds.get(), Player.objects.create(club=event.club, name="Zoé")
    yield Auction, {"table": two, "number": 1, "body": {}}, "number"
    yield Call, {"table": two, "kind": "arbiter"}, "line"
    yield Confirmation, {"table": two, "position": 1, "number": 1}, "number"
    yield Count, {"table": two, "position": 1, "fiches": 6, "jetons": 20, "number": 1}, "fiches"
    yield Unplayed, {"table": two, "kind": "annulled"}, "kind"
    yield Entry, {"event": event, "player": player, "shown_name": "Zoé"}, "presence"
    yield Rest, {"round": last, "entry": event.entries.first()}, "entry"
    yield Round, {"event": event, "n": 2}, "minutes"
    yield Table, {"round": last, "n": 3}, "sides"
    yield Seat, {"table": two, "position": 4, "entry": event.entries.first()}, "entry"


def test_creating_updating_or_deleting_a_row_marks_its_own_tournament_alone() -> None:
    event, other = evening(3, 3), evening(3)
    its = stamp(other)
    met = [stamp(event)]
    tried = set()
    for model, values, field in rows(event):
        made: Any = model
        row = made.objects.create(**values)
        met.append(stamp(event))
        made.objects.filter(pk=row.pk).update(**{field: F(field)})
        met.append(stamp(event))
        made.objects.filter(pk=row.pk).delete()
        met.append(stamp(event))
        tried.add(made._meta.model_name)
    write(table_of(event), coup())
    assert len({*met, stamp(event)}) == 1 + 3 * len(tried) + 1
    assert tried | {"record"} == set(WAYS)
    assert stamp(other) == its


def test_reading_an_unchanged_stamp_takes_one_query() -> None:
    event = evening(3, tours=3)
    write(table_of(event), *(coup() for _ in range(6)))
    before = stamp(event)
    with CaptureQueriesContext(connection) as asked:
        assert stamp(event) == before
    assert [query["sql"].split()[0] for query in asked.captured_queries] == ["SELECT"]
    assert "tournaments_beat" in asked.captured_queries[0]["sql"]
    assert event.beats.count() == 1 or connection.vendor == "postgresql"


def test_closing_a_tournament_deletes_old_change_marks_and_changes_no_stamp() -> None:
    event, other = evening(3), evening(3)
    for each in (event, other):
        Beat.objects.bulk_create(Beat(event=each, mark=n) for n in range(BEATS_KEPT + 20))
    close_event(event)
    assert event.beats.count() == BEATS_KEPT > LAST and other.beats.count() > BEATS_KEPT
    before = stamp(other)
    forget_old_beats(other)
    assert stamp(other) == before
