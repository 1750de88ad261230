"""That something of an event has changed is noted by the database itself, whoever changed it: what is asked for again
and again asks for that alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from tests.book.evenings import coup, evening, table_of, write
from tournaments.actions.evenings import BEATS_KEPT, close_event, forget_old_beats
from tournaments.guards.beats import WAYS
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
"""What is an event's and no page asks for again and again: whose it is."""


def test_whatever_belongs_to_an_event_is_watched_or_said_not_to_be() -> None:
    event_s = {"event"}
    while more := {model._meta.model_name for model in ours() if points_at(model) & event_s} - event_s:
        event_s |= more
    assert event_s - {"event"} == set(WAYS) | set(BESIDE)


def ours() -> list[Any]:
    return list(apps.get_app_config("tournaments").get_models())


def points_at(model: Any) -> set[str]:
    return {field.related_model._meta.model_name for field in model._meta.concrete_fields if field.related_model}


def rows(event: Event) -> Iterator[tuple[type, dict[str, Any], str]]:
    """A row to be made in each table but the book's, and a field of it to be written anew."""
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


def test_a_row_made_changed_or_taken_away_is_noted_for_its_event_alone() -> None:
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


def test_nothing_new_is_one_small_query_however_much_is_written() -> None:
    event = evening(3, tours=3)
    write(table_of(event), *(coup() for _ in range(6)))
    before = stamp(event)
    with CaptureQueriesContext(connection) as asked:
        assert stamp(event) == before
    assert [query["sql"].split()[0] for query in asked.captured_queries] == ["SELECT"]
    assert "tournaments_beat" in asked.captured_queries[0]["sql"]
    assert event.beats.count() == 1 or connection.vendor == "postgresql"


def test_an_evening_s_end_forgets_old_beats_and_changes_no_stamp() -> None:
    event, other = evening(3), evening(3)
    for each in (event, other):
        Beat.objects.bulk_create(Beat(event=each, mark=n) for n in range(BEATS_KEPT + 20))
    met = stamp(event)
    forget_old_beats(event)
    assert stamp(event) == met
    close_event(event)
    assert event.beats.count() == BEATS_KEPT and other.beats.count() > BEATS_KEPT
    assert BEATS_KEPT > LAST
