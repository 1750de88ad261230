"""Change marks: the database itself notes that something of a tournament has changed, whoever changed it, so that a
polled page queries these marks alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tournaments.actions.evenings.lifecycle import CHANGE_MARKS_KEPT, close_tournament, delete_old_change_marks
from tournaments.models import (
    Adjustment,
    ArbiterCall,
    Auction,
    AuditEntry,
    ChangeMark,
    Confirmation,
    Entry,
    Player,
    Rest,
    Round,
    Seat,
    Table,
    TokenCount,
    Tournament,
    UnplayedTable,
)
from tournaments.models.guards.change_marks import TOURNAMENT_LOOKUPS, build_change_mark_triggers
from tournaments.views.public.stamp import LATEST_MARKS, compute_stamp

pytestmark = [pytest.mark.book, pytest.mark.django_db]

UNWATCHED = {
    "agreement": "the table's own page, which reads its own sheet",
    "apart": "the desk alone, before a draw",
    "beat": "what is noted",
    "deed": "the log; what it tells of changes a row that is watched",
    "deedreason": "the log; written with its deed",
    "apart_entries": "the desk alone, before a round is published",
    "draft": "the desk alone, before a round is published",
    "dues": "the treasurer's page",
    "jetonworth": "the treasurer's page",
    "line": "written with its record",
    "outbox": "what other programs are to be told, written by triggers as well",
    "link": "written with its record, or with a seat",
    "seatsummary": "written with its record",
    "tablesummary": "written with its record",
    "tabletablet": "the desk alone, and the tablet itself, which asks",
    "hallmessage": "said by each polled page itself, since its end changes it as well",
    "keptevening": "read with the marks that it was made with",
    "posting": "written with its record",
    "postertext": "posters and texts to send on, made when asked for",
    "prize": "the treasurer's page",
    "reason": "written with its record; erased with a name, which changes entries",
    "sheetphoto": "sent by itself to whoever arbitrates",
    "signup": "its own pages, made anew each time; the entry that it leads to is watched",
    "signupmail": "its own pages, made anew each time",
    "signupterms": "its own pages, made anew each time",
    "team": "its name is told with the members' entries, which are watched",
    "tombola": "its own page and the hall's screen, whose stamp has what is drawn",
    "season_events": "the season reads its tournaments anew",
    "renaming": "the log; the entry's name changes with it",
    "treasury": "the treasurer's page",
}
"""Tables that belong to a tournament and that no polled page shows, each with the page or reason that covers it."""


def test_every_table_of_a_tournament_is_watched_or_listed_as_unwatched() -> None:
    related = {"event"}
    while more := {table_name(model) for model in list_models() if find_related_models(model) & related} - related:
        related |= more
    assert related - {"event"} == set(TOURNAMENT_LOOKUPS) | set(UNWATCHED)


def table_name(model: Any) -> str:
    """Return the model's table in the database, without the app's prefix."""
    return model._meta.db_table.removeprefix("tournaments_")


def list_models() -> list[Any]:
    """Return all models of the tournaments app."""
    return list(apps.get_app_config("tournaments").get_models())


def find_related_models(model: Any) -> set[str]:
    """Return the tables to which this model has foreign keys."""
    return {table_name(field.related_model) for field in model._meta.concrete_fields if field.related_model}


def list_sample_rows(tournament: Tournament) -> Iterator[tuple[type, dict[str, Any], str]]:
    """Yield, for each watched table but the records, the model, the values of a new row, and a field of it to
    update."""
    two = get_table(tournament, 2)
    last, player = tournament.rounds.get(), Player.objects.create(club=tournament.club, name="Zoé")
    yield Auction, {"table": two, "number": 1, "body": {}}, "number"
    yield ArbiterCall, {"table": two, "kind": "arbiter"}, "line"
    yield Confirmation, {"table": two, "position": 1, "number": 1}, "number"
    yield TokenCount, {"table": two, "position": 1, "fiches": 6, "jetons": 20, "number": 1}, "fiches"
    yield UnplayedTable, {"table": two, "kind": "annulled"}, "kind"
    yield Entry, {"tournament": tournament, "player": player, "shown_name": "Zoé"}, "presence"
    yield Rest, {"round": last, "entry": tournament.entries.first()}, "entry"
    yield Round, {"tournament": tournament, "n": 2}, "minutes"
    yield Table, {"round": last, "n": 3}, "sides"
    given = AuditEntry.objects.create(tournament=tournament, what="adjusted")
    owner = {"tournament": tournament, "entry": tournament.entries.first(), "given": given}
    yield Adjustment, {**owner, "metric": "total", "amount": 5}, "amount"
    yield Seat, {"table": two, "position": 4, "entry": tournament.entries.first()}, "entry"


def test_creating_updating_or_deleting_a_row_marks_its_own_tournament_alone() -> None:
    tournament, other = create_evening(3, 3), create_evening(3)
    its = compute_stamp(other)
    met = [compute_stamp(tournament)]
    tried = set()
    for model, values, field in list_sample_rows(tournament):
        made: Any = model
        row = made.objects.create(**values)
        met.append(compute_stamp(tournament))
        made.objects.filter(pk=row.pk).update(**{field: F(field)})
        met.append(compute_stamp(tournament))
        made.objects.filter(pk=row.pk).delete()
        met.append(compute_stamp(tournament))
        tried.add(table_name(made))
    record_events(get_table(tournament), build_coup())
    assert len({*met, compute_stamp(tournament)}) == 1 + 3 * len(tried) + 1
    assert tried | {"record"} == set(TOURNAMENT_LOOKUPS)
    assert compute_stamp(other) == its


def test_reading_an_unchanged_stamp_takes_one_query() -> None:
    tournament = create_evening(3, tours=3)
    record_events(get_table(tournament), *(build_coup() for _ in range(6)))
    before = compute_stamp(tournament)
    with CaptureQueriesContext(connection) as asked:
        assert compute_stamp(tournament) == before
    assert [query["sql"].split()[0] for query in asked.captured_queries] == ["SELECT"]
    assert "tournaments_beat" in asked.captured_queries[0]["sql"]
    assert tournament.change_marks.count() == 1 or connection.vendor == "postgresql"


def test_closing_a_tournament_deletes_old_change_marks_and_changes_no_stamp() -> None:
    tournament, other = create_evening(3), create_evening(3)
    for each in (tournament, other):
        ChangeMark.objects.bulk_create(ChangeMark(tournament=each, mark=n) for n in range(CHANGE_MARKS_KEPT + 20))
    close_tournament(tournament)
    assert tournament.change_marks.count() == CHANGE_MARKS_KEPT > LATEST_MARKS
    assert other.change_marks.count() > CHANGE_MARKS_KEPT
    before = compute_stamp(other)
    delete_old_change_marks(other)
    assert compute_stamp(other) == before


def test_both_databases_look_up_the_tournament_of_a_row_alike() -> None:
    written = "".join(build_change_mark_triggers("postgresql"))
    assert all(f"({lookup.format(row='changed')})" in written for _way, lookup in TOURNAMENT_LOOKUPS.values())
