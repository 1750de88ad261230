"""An evening filled with all that the models hold for one goes to another club whole, or what stays is named.

The models with a way to Tournament are walked: a new model, or a new column, must be entered as carried (then the
filled evening has a value for it that is not the usual one), as left behind (`left_behind.LEFT_BEHIND`), or as made
anew.
"""

import datetime
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.db.models import Model

from tests.book.document_builders import NAMES, drop_heads, fill_evening, fill_free_evening, replace_at_path
from tests.book.evening_builders import create_club
from tests.fixtures.schemas import find_schema_faults
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.evenings.lifecycle import create_tournament
from tournaments.actions.evenings.tombola import draw_prize, set_up_tombola
from tournaments.actions.rounds.participation import (
    make_pair,
    plan_rounds,
)
from tournaments.actions.tables.book_check import check_book
from tournaments.actions.tables.decision_check import check_decisions
from tournaments.exchange.left_behind import LEFT_BEHIND
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import (
    AuditEntry,
    Club,
    Entry,
    Record,
    Round,
    SeatingExclusion,
    Table,
    Team,
    TokenCount,
    Tournament,
)
from tournaments.reading.shown_names import Viewer
from tournaments.reading.tombola import read_tombola

pytestmark = [pytest.mark.book_at_length, pytest.mark.django_db]

ANEW = {
    *("Tournament.id", "Tournament.club", "Tournament.created_at", "Tournament.calendar_uid"),
    *("Round.moves", "Round.moved_at"),  # in the calendars of its address
    *("Entry.id", "Entry.tournament", "Entry.salt", "Prize.salt"),
    *("Round.id", "Rest.id", "Table.id", "Seat.id", "Adjustment.id", "Prize.id", "JetonWorth.id", "JetonWorth.club"),
    *("Confirmation.id", "TokenCount.id", "SeatingExclusion.id", "ExcludedEntry.id", "Team.id"),
    *("Record.id", "Record.key", "Record.digest", "Record.number", "Record.cause", "RecordReason.salt"),
    *("Posting", "LedgerLine", "TableSummary", "SeatSummary", "KeptEvening"),  # computed from the records
    *("ChainLink", "ChangeMark", "OutboxEntry"),  # of this installation
}
"""What is made where the evening arrives."""
CARRIED = {
    "Tournament": "name date game preset options house_rule ranking hidden format pairing planned_rounds minutes "
    "phases stages currency team_score team_best club_rounds",
    "Entry": "shown_name presence first_round last_round fixed_table pair team team_place",
    "Team": "tournament name",
    "SeatingExclusion": "tournament",
    "ExcludedEntry": "exclusion entry",
    "Round": "tournament n seed minutes started_at paused_at paused_seconds",
    "Rest": "round entry",
    "Table": "round n sides paper_first extra_minutes",
    "Seat": "table position since entry",
    "Record": "table kind position body",
    "RecordReason": "record text",
    "UnplayedTable": "table kind absent",
    "TokenCount": "table position fiches jetons at owed_to",
    "Confirmation": "table position at",
    "Adjustment": "tournament entry metric amount round given cancelled",
    "Account": "tournament fee_cents several",
    "Fee": "entry group due_cents paid_cents",
    "Prize": "tournament kind place group label cents shared",
    "Tombola": "tournament prizes first last several seed entries drawn",
    "JetonWorth": "tournament minor_units decimals currency jetons",
}
"""By model, the columns that a document carries."""


def walk_models(of: type[Model] = Tournament) -> dict[str, type[Model]]:
    """Return every model with a way to the tournament, by its name."""
    found: dict[str, type[Model]] = {}
    todo = [of]
    while todo:
        model = todo.pop()
        if model.__name__ not in found:
            found[model.__name__] = model
            relations = [each for each in model._meta.related_objects if not each.field.many_to_many]
            todo += [each.related_model for each in relations if isinstance(each.related_model, type)]
    return found


def list_columns() -> set[str]:
    """Return every column of these models, as `Model.column`."""
    return {f"{name}.{each.name}" for name, model in walk_models().items() for each in model._meta.concrete_fields}


def spread(told: set[str]) -> set[str]:
    """Return the columns that these are, a model alone standing for all of its."""
    return {column for column in list_columns() for each in told if each in (column, column.partition(".")[0])}


def test_every_column_that_an_evening_has_is_carried_left_behind_or_made_anew() -> None:
    left = {column for each in LEFT_BEHIND for column in each.columns}
    carried = {f"{model}.{column}" for model, columns in CARRIED.items() for column in columns.split()}
    known = list_columns() | set(walk_models())
    assert (left | carried | ANEW) <= known, "a column that is gone"
    ways = [spread(left), carried, spread(ANEW)]
    assert set().union(*ways) == list_columns(), "say where this goes: carried, LEFT_BEHIND or ANEW"
    assert sum(map(len, ways)) == len(list_columns()), "one way each"


def tell_row(row: Model, columns: str) -> tuple[Any, ...]:
    """Return these columns of a row, a row that one names by its own words."""
    return tuple(tell_value(row, row._meta.get_field(column)) for column in columns.split())


def tell_value(row: Model, field: Any) -> Any:
    """Return one column's value in words that mean the same in every club."""
    value: Any = getattr(row, field.name)
    if isinstance(value, Tournament | Club):
        return value.name
    if isinstance(value, Entry):
        return value.shown_name
    if isinstance(value, Team):
        return value.name
    if isinstance(value, Round):
        return value.n
    if isinstance(value, Table):
        return (value.round.n, value.n)
    if isinstance(value, AuditEntry):
        return (value.what, value.at, value.reason)
    if isinstance(value, Record):
        return (value.kind, value.position)
    return value.entries.count() if isinstance(value, SeatingExclusion) else value


def list_rows(tournament: Tournament) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """Yield, for each model, what its rows of the tournament hold in the columns that are carried."""
    ways = {
        **dict.fromkeys(("Entry", "Round", "Prize", "Adjustment", "SeatingExclusion", "Team"), "tournament"),
        **dict.fromkeys(("Account", "JetonWorth", "Tombola"), "tournament"),
        "Tournament": "pk",
        "ExcludedEntry": "exclusion__tournament",
        "Fee": "entry__tournament",
        "Rest": "round__tournament",
        "Table": "round__tournament",
        "RecordReason": "record__table__round__tournament",
        **dict.fromkeys(("Seat", "Record", "UnplayedTable", "TokenCount", "Confirmation"), "table__round__tournament"),
    }
    for name, model in walk_models().items():
        if name in CARRIED:
            rows = model._base_manager.filter(**{ways[name]: tournament.pk}).order_by("pk")
            yield name, sorted((tell_row(row, CARRIED[name]) for row in rows), key=repr)


def is_usual(field: Any, value: Any) -> bool:
    """True for the value that a column has where nobody said anything."""
    return value is None or value == field.get_default()


@pytest.mark.book
def test_a_filled_evening_arrives_whole_in_another_club() -> None:
    tournament = fill_evening()
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    assert find_schema_faults(document) == []
    brought = import_tournament(create_club("Autre cercle"), read_tournament(document))
    found, sent = dict(list_rows(brought)), dict(list_rows(tournament))
    for name, rows in sent.items():
        assert rows, f"the filled evening has no {name}"
        assert found[name] == rows, name
    assert [each.get("read_off") for each in document["rounds"][0]["tables"][0]["counts"]][:2] == [None, True]
    read_off = TokenCount.objects.filter(table__round__tournament=brought, number=0)
    assert list(read_off.values_list("position", flat=True)) == [2]
    again = json.loads(json.dumps(build_tournament_document(brought)))
    assert drop_heads(again) | {"id": 0} == drop_heads(document) | {"id": 0}
    assert brought.status == Tournament.Status.CLOSED
    assert brought.hidden
    assert check_book(Table.objects.all()).difference is None
    check_decisions(None)


def test_the_filled_evening_says_something_in_every_column() -> None:
    tournament = fill_evening()
    for name, rows in list_rows(tournament):
        for n, column in enumerate(CARRIED[name].split()):
            field = walk_models()[name]._meta.get_field(column)
            silent = {f"Tournament.{each}" for each in ("game", "format", "pairing", "phases", "stages")} | {
                "Table.sides"
            }
            if f"{name}.{column}" not in silent:
                assert not all(is_usual(field, row[n]) for row in rows), f"{name}.{column}"


@pytest.mark.parametrize("drawn", [0, 1, 2])
def test_a_tombola_of_the_players_arrives_with_its_winners_once_it_is_over_and_tells_no_seed_before(drawn: int) -> None:
    tournament = fill_free_evening()
    set_up_tombola(tournament, ["Jambon", "Vin"], first=None, last=None, several=False)
    for n in range(1, drawn + 1):
        draw_prize(tournament, n, actor="user:1")
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    assert find_schema_faults(document) == []
    brought = import_tournament(create_club("Autre"), read_tournament(document))
    here, there = (read_tombola(Tournament.objects.get(pk=each.pk), Viewer.CLUB) for each in (tournament, brought))
    assert here
    assert there
    is_over = drawn == 2
    assert (here.tombola.seed in json.dumps(document)) == is_over == (here.tombola.seed == there.tombola.seed)
    assert there.won == (here.won if is_over else [])


@pytest.mark.parametrize("pairing", ["fixed", "drawn"])
def test_how_a_tournament_is_to_be_played_arrives_before_its_first_round(pairing: str) -> None:
    tournament = create_tournament(
        create_club(), name="Soirée", date=datetime.date(2026, 11, 21), game="briscola", players=NAMES[:8]
    )
    plan_rounds(tournament, format="random", pairing=pairing, rounds=5, minutes=40)
    for first in (0, 2):
        make_pair(tournament, *tournament.entries.order_by("pk")[first : first + 2])
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    brought = import_tournament(create_club("Autre"), read_tournament(document))
    asked = ("format", "pairing", "planned_rounds", "minutes")
    assert [getattr(brought, each) for each in asked] == ["random", pairing, 5, 40]
    pairs = [list(each.entries.order_by("pk").values_list("pair", flat=True)) for each in (brought, tournament)]
    assert pairs[0] == pairs[1] != [None] * 8


@cache
def write_filled_document() -> str:
    """Return the document of the filled evening as text, made once: its rows go with the test that asks first."""
    return json.dumps(build_tournament_document(fill_evening()))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("players.0.presence", "there", "players[0].presence"),
        ("players.0.fee", [1], "players[0].fee"),
        ("players.0.fee", {"paid": -1}, "players[0].fee.paid"),
        ("players.0.fee", {"group": "A" * 41}, "players[0].fee.group"),
        ("players.0.fee", {"group": "\0"}, "players[0].fee.group"),
        ("players.0.pair", 1, "players"),
        ("fees", {"several": 1}, "fees.several"),
        ("prizes", [{"place": 1}], "prizes[0].label"),
        ("prizes", [{"label": "x"}] * 201, "prizes"),
        ("tombola", {"prizes": ["x", "y"], "drawn": 2, "seed": "0" * 64, "tickets": [1]}, "tombola"),
        ("tombola", {"prizes": ["x"], "drawn": 1, "seed": "0", "tickets": [1]}, "tombola"),
        ("tombola", {"prizes": ["x"], "first": 1}, "tombola"),
        ("tombola", {"prizes": []}, "tombola"),
        ("tombola", {"prizes": ["x"], "drawn": 1, "seed": "0" * 64, "tickets": [99]}, "tombola.tickets[0]"),
        ("exclusions", [[99, 1]], "exclusions[0][0]"),
        ("planned_rounds", "4", "planned_rounds"),
        ("rounds.0.started_at", "9999-12-31T23:30:00+00:00", "rounds[0].started_at"),
        ("rounds.0.tables.0.confirmations", [{"seat": 4, "at": "2026-11-21T20:00:00Z"}], "confirmations[0].seat"),
        ("rounds.0.tables.0.confirmations", [{"seat": 1, "at": "2026-11-21T20:00:00Z"}] * 2, "confirmations[1].seat"),
        ("rounds.0.tables.0.counts", [{"seat": 1, "owed_to": 9, "at": "2026-11-21T20:00:00Z"}], "counts[0].owed_to"),
        ("rounds.0.tables.0.counts", [{"seat": 1}], "counts[0].at"),
        ("rounds.0.tables.0.revisions.0.events", 0, "revisions[0].events"),
        ("rounds.0.tables.0.seats", [], "sat_before[0].seat"),
    ],
)
def test_a_part_that_is_wrong_is_refused_at_its_place(path: str, value: Any, told: str) -> None:
    with pytest.raises(Refused) as refused:
        read_tournament(replace_at_path(json.loads(write_filled_document()), path, value))
    assert [problem.path for problem in refused.value.problems if problem.path.endswith(told)]
