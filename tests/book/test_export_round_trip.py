"""What is exported is imported, and exported again the same: tournaments in any state that an organiser can leave."""

import datetime
import json
import time
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from random import Random
from zipfile import ZipFile

import pytest

import scoring
from tests.book.document_builders import drop_heads, replace_at_path
from tests.book.evening_builders import create_club, create_table, record_events, undo_last
from tests.fixtures.amounts import choose_amount
from tournaments.actions.errors import ActionError, Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.rounds.seating import add_table, seat_entry
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.recording import play_tables
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.book.loading import load_sheet
from tournaments.exchange.simulation import build_event_chooser
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, Table, Tournament
from tournaments.presentation.tables.export import EXPORT_FORMATS, ExportGrid

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]

TRIPS = choose_amount(13, 60)
NAMES = tuple(f"Joueur {n}" for n in range(1, 15))


def create_odd_tournament(club: Club, chance: Random) -> Tournament:
    """Create a tournament of a random game, in a state that somebody may leave it in."""
    game = chance.choice(list(scoring.list_games()))
    tournament = create_tournament(
        club,
        name=f"Soirée {chance.random()}",
        date=datetime.date(2026, 11, 21),
        game=game.key,
        preset=chance.choice(list(game.presets)).key,
        players=NAMES[: chance.randrange(1, len(NAMES))],
    )
    entries = list(tournament.entries.order_by("pk"))
    chance.shuffle(entries)
    for _ in range(chance.randrange(4)):
        table = add_table(tournament)
        for _ in range(chance.choice([0, 1, 1, *game.sizes, *game.sizes])):
            if entries:
                with suppress(ActionError):  # the table is full
                    seat_entry(entries.pop(), table)
    with suppress(ActionError):  # nobody can play yet: it stays a draft
        tournament = open_tournament(tournament)
        play_some_tables(tournament, chance)
        if chance.random() < 0.3:
            tournament = close_tournament(tournament)
    return tournament


def play_some_tables(tournament: Tournament, chance: Random) -> None:
    """Play some tables of the tournament: not at all, for a while, or to the end; one may be declared not played."""
    for table in Table.objects.filter(round__tournament=tournament).order_by("pk"):
        if load_sheet(table.pk).state is None:
            continue
        if chance.random() < 0.7:
            most = chance.choice([1, 3, None])
            play_tables([table.pk], build_event_chooser(tournament.game, chance, most), actor="table")
        elif chance.random() < 0.5:
            mark_unplayed(table.pk, "bye", actor="user:1", reason="absents")


def send_round_trip(tournament: Tournament) -> tuple[object, object]:
    """Export the tournament, import that, and export it again. Return both documents as they are in their files, but
    for the heads of the chains."""
    first = json.loads(json.dumps(build_tournament_document(tournament)))
    again = build_tournament_document(import_tournament(tournament.club, read_tournament(first)))
    return drop_heads(first), drop_heads(json.loads(json.dumps(again)) | {"id": first["id"]})


def test_tournaments_in_odd_states_come_back_as_they_were() -> None:
    club, sizes = create_club(), set()
    for seed in range(TRIPS):
        tournament = create_odd_tournament(club, Random(seed))
        first, again = send_round_trip(tournament)
        assert first == again, seed
        sizes |= {(tournament.status, len(table["seats"])) for each in first["rounds"] for table in each["tables"]}  # type: ignore[index]
    assert {("draft", 1), ("draft", 0), ("open", 1), ("closed", 2)} <= sizes
    assert check_book(Table.objects.all()).difference is None


@pytest.mark.parametrize("size", [0, 1])
def test_a_draft_with_too_few_at_a_table_comes_back(size: int) -> None:
    tournament = create_tournament(
        create_club(), name="Soirée", date=datetime.date(2026, 11, 21), game="briscola", players=["Anne", "Basile"]
    )
    table = add_table(tournament)
    for entry in tournament.entries.all()[:size]:
        seat_entry(entry, table)
    first, again = send_round_trip(tournament)
    assert first == again
    document = json.loads(json.dumps(first))
    for path, value in (
        ("rounds.0.tables.0.partie.events", [{"type": "end"}]),
        ("rounds.0.tables.0.partie.players", ["Anne", "Basile", "Chloé", "Denis", "Édith"]),
        ("rounds.0.tables.0.partie.preset", "briscola-usage"),
        ("rounds.0.tables.0.partie.options", {"target": 9}),
    ):
        with pytest.raises(Refused):
            read_tournament(replace_at_path(document, path, value))


@pytest.mark.parametrize("at", ["9999-12-31T23:30:00+00:00", "0001-01-01T00:00:00+00:00"])
def test_a_time_that_no_zone_can_show_is_refused(at: str) -> None:
    table = create_table()
    record_events(table, {"type": "void"})
    undo_last(table)
    document = build_tournament_document(Tournament.objects.get())
    document["rounds"][0]["tables"][0]["revisions"][0]["at"] = at
    with pytest.raises(Refused) as refused:
        read_tournament(json.loads(json.dumps(document)))
    assert "rounds[0].tables[0].revisions[0].at" in [problem.path for problem in refused.value.problems]


@pytest.mark.parametrize("year", [1970, 2026, 2108, 9998])
@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_workbook_is_written_whatever_year_the_clock_shows(
    year: int, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[..., time.struct_time] = time.localtime
    monkeypatch.setattr(time, "localtime", lambda seconds=None: time.struct_time((year, *real(seconds)[1:])))
    made = EXPORT_FORMATS[ending].write(ExportGrid("Journal", ("a",), ("A",), (("x",),)))
    assert isinstance(made, bytes)
    assert ZipFile(BytesIO(made)).testzip() is None
