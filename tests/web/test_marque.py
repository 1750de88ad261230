"""A club's own game at the organiser's: typed from paper, printed, sent by programs, taken elsewhere, ranked."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.book.evening_builders import create_table, record_events
from tests.fixtures.amounts import choose_amount
from tests.printing.pdf_reading import print_document, read_text
from tests.web.api_programs import Program
from tests.web.organiser_builders import sign_in_organiser
from tests.web.phone_client import build_point_fields, open_phone_of_game
from tests.web.sheet_forms import OrganiserAtTable, build_fields
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.tables.book_check import check_book
from tournaments.book.loading import load_sheet
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Record, Table, Tournament
from tournaments.reading.game_figures import get_game_figures, sums_to_zero

pytestmark = pytest.mark.django_db
PAPERS = ("sheets", "spare-sheets", "standings", "rules")
BODY = {"type": "coup", "points": {"1": 112, "2": 50}, "marks": [{"mark": "belote", "player": "3"}]}


def test_rows_typed_from_paper_take_a_letter_for_a_mark() -> None:
    desk = OrganiserAtTable("marque", preset="belote")
    address = f"/desk/table/{desk.table.pk}/paper"
    page = desk.client.get(address)
    answer = desk.client.post(address, build_fields(page, {"points.1": "112", "points.2": "", "mark.belote": "C"}))
    assert Record.objects.get().body == BODY, answer.content.decode()[:500]


@pytest.mark.parametrize(
    ("preset", "points"), [("points", (112, 50, 1, 2)), ("belote", (112, 50)), ("tarot", (0, 0, 0, 0))]
)
def test_every_preset_is_printed_and_taken_elsewhere(preset: str, points: tuple[int, ...]) -> None:
    _client, club = sign_in_organiser()
    table = create_table(4, game="marque", preset=preset)
    record_events(table, {"type": "coup", "points": {str(seat): n for seat, n in enumerate(points, 1)}})
    tournament = Tournament.objects.get()
    words = read_text(print_document(tournament, "sheets-filled"))
    assert "gle du club" in words
    assert ("Belote" in words) == (preset == "belote")
    for name in PAPERS if preset == "belote" else PAPERS[: choose_amount(1, len(PAPERS))]:
        assert read_text(print_document(tournament, name))
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    again = import_tournament(club, read_tournament(document))
    state, first = load_sheet(Table.objects.get(round__tournament=again).pk).state, load_sheet(table.pk).state
    assert state is not None
    assert first is not None
    assert state.totals == first.totals
    assert check_book(Table.objects.all()).difference is None


@pytest.mark.parametrize("typed", ["-12", "x"])
def test_a_figure_that_cannot_be_is_told_where_no_sum_would_repair_it(typed: str) -> None:
    phone = open_phone_of_game("marque", 4)
    fields = build_point_fields(30, 88, 12, typed)
    assert 'class="error"' in phone.read_preview(**fields)
    assert phone.send("coup", **fields).status_code == 422


def test_it_ranks_by_what_it_counts_alone() -> None:
    create_table(4, game="marque", preset="tarot")
    tournament = Tournament.objects.get()
    figures = get_game_figures(tournament)
    assert (figures.metric_keys, figures.in_jetons, sums_to_zero(tournament)) == ((), False, True)


def test_its_rule_pages_say_the_club_and_cite_nothing() -> None:
    table = create_table(4, game="marque", preset="belote")
    for address in ("/rules/marque", f"/{table.round.tournament.code}/rules"):
        page = Client().get(address, headers={"Accept-Language": "fr"}).content.decode()
        assert "règle du club" in page
        assert "quotation" not in page
        assert 'id="sources"' not in page
    assert "Encyclopédie" not in read_text(print_document(table.round.tournament, "rules"))


def test_a_program_sends_a_coup_and_is_told_what_is_wrong_by_its_path() -> None:
    _client, club = sign_in_organiser()
    table = create_table(4, game="marque", preset="belote")
    tournament = table.round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    event: dict[str, Any] = {"type": "coup", "points": {"Anne": 112, "Basile": 51}}
    wrong = event | {"marks": [{"mark": "capot", "player": "Zoé"}]}
    address = f"/tournaments/{tournament.code}/rounds/1/tables/1/events"

    def send(event: dict[str, Any]) -> Any:
        return Program(club).post(address, {"key": "coup-000001", "number": 1, "event": event})

    told = [(each["path"], each["rule"]) for each in send(wrong).json()["errors"]]
    assert told == [("event.marks[0].player", None), ("event.points", "MAR-03")]
    assert send(event | {"points": {"Anne": 112, "Basile": 50}}).status_code == 201


def test_points_that_no_column_holds_are_refused_in_a_sentence() -> None:
    desk = OrganiserAtTable("marque")
    with pytest.raises(Refused, match="trop grands"):
        record_events(desk.table, {"type": "coup", "points": {"1": 10**30, "2": 0, "3": 0, "4": 0}})
    assert not Record.objects.exists()
