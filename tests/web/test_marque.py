"""A club's own game at the organiser's: declared in a preset and an evening, entered, corrected, typed from paper,
printed, sent by programs, taken elsewhere."""

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

import scoring
from tests.book.evening_builders import create_table, record_events
from tests.printing.pdf_reading import print_document, read_text
from tests.web.api_programs import Program
from tests.web.organiser_builders import sign_in_organiser
from tests.web.test_organiser_games import OrganiserAtTable
from tests.web.test_paper_sheets import build_fields
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.tables.book_check import check_book
from tournaments.book.loading import load_sheet
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import ClubPreset, Record, Table, Tournament
from tournaments.reading.game_figures import get_game_figures, sums_to_zero

pytestmark = pytest.mark.django_db
BELOTE = list(scoring.get_game("marque").presets[1].sets["marks"])
COUP = {"coup-points.1": "112", "coup-mark.belote": "3", "coup-points.2": ""}
BODY = {"type": "coup", "points": {"1": 112, "2": 50}, "marks": [{"mark": "belote", "player": "3"}]}


def fill_marks(*rows: tuple[str, str, str]) -> dict[str, str]:
    """Return the fields of rows of marks: (key that the row had, name, points)."""
    return {
        f"option.marks.{n}.{part}": text
        for n, row in enumerate(rows)
        for part, text in zip(("key", "name", "points"), row, strict=True)
    }


def test_a_preset_keeps_the_keys_of_marks_that_are_moved_renamed_and_added() -> None:
    client, club = sign_in_organiser()
    fields = {"club": str(club.pk), "base": "marque/belote", "name": "Coinche"}
    rows = fill_marks(("belote", "Capot", "250"), ("capot", "Belote", "20"), ("", "Dix de der", "10"))
    assert client.post("/desk/preset/new", fields | rows).status_code == 302
    preset = ClubPreset.objects.get()
    kept = [(mark["key"], mark["name"], mark["points"]) for mark in preset.options["marks"]]
    assert kept == [("capot", "Capot", 250), ("belote", "Belote", 20), ("dix_de_der", "Dix de der", 10)]
    rows = fill_marks(("capot", "Générale", "250"), ("belote", "Belote", "20"), ("dix_de_der", "", ""))
    assert client.post(f"/desk/preset/{preset.pk}", fields | rows).status_code == 302
    preset.refresh_from_db()
    assert [(mark["key"], mark["name"]) for mark in preset.options["marks"]] == [
        ("capot", "Générale"),
        ("belote", "Belote"),
    ]
    shown = client.get(f"/desk/preset/{preset.pk}").context["form"]
    assert [shown[f"option.marks.{n}.name"].value() for n in range(3)] == ["Générale", "Belote", None]
    exported = json.loads(client.get(f"/desk/preset/{preset.pk}.json").content)
    assert exported["options"]["marks"] == preset.options["marks"]


@pytest.mark.parametrize(
    ("rows", "field"),
    [
        ((("", "Belote", "0"),), "option.marks.0.points"),
        ((("", "", "10"),), "option.marks.0.name"),
        ((("", "", ""), ("", "Belote", "")), "option.marks.1.points"),
        ((("", "Belote", "1"), ("", "belote", "2")), "option.marks.1.name"),
    ],
)
def test_a_wrong_mark_is_told_at_its_row(rows: Any, field: str) -> None:
    client, club = sign_in_organiser()
    fields = {"club": str(club.pk), "base": "marque/belote", "name": "Jeudi"} | fill_marks(*rows)
    answer = client.post("/desk/preset/new", fields)
    assert answer.status_code != 302 and field in answer.context["form"].errors
    assert not ClubPreset.objects.exists()


def test_a_coup_is_entered_by_its_fields_and_its_correction_keeps_the_marks() -> None:
    desk = OrganiserAtTable("marque", preset="belote")
    assert desk.send("mark/coup", **COUP).status_code == 302
    assert Record.objects.get().body == BODY
    assert desk.correct(**{"coup-points.1": "100", "coup-points.2": "62"}).status_code == 302
    assert desk.sheet.state is not None and list(desk.sheet.state.totals.values()) == [120, 62, 120, 62]
    assert desk.sheet.events[0]["marks"] == [{"mark": "belote", "player": "Chloé"}]


def test_marks_in_another_order_change_no_recorded_coup() -> None:
    desk = OrganiserAtTable("marque", preset="belote")
    desk.send("mark/coup", **COUP)
    tournament = desk.table.round.tournament
    address = f"/desk/event/{tournament.pk}/rules"
    sent = {"preset": "belote"} | fill_marks(("belote", "Capot", "90"), ("capot", "Belote", "20"))
    page = desk.client.post(address, sent)
    sent |= {"write": "yes", "reason": "ordre", "key": page.context["key"], "seen": page.context["change"].digest}
    assert desk.client.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert [mark["key"] for mark in tournament.options["marks"]] == ["capot", "belote"]
    assert desk.sheet.state is not None and list(desk.sheet.state.totals.values()) == [132, 50, 132, 50]
    assert check_book(Table.objects.all()).difference is None


def test_rows_typed_from_paper_take_a_letter_for_a_mark() -> None:
    desk = OrganiserAtTable("marque", preset="belote")
    address = f"/desk/table/{desk.table.pk}/paper"
    page = desk.client.get(address)
    answer = desk.client.post(address, build_fields(page, {"points.1": "112", "points.2": "", "mark.belote": "C"}))
    assert Record.objects.get().body == BODY, answer.content.decode()[:500]


@pytest.mark.parametrize("preset", ["points", "belote", "tarot"])
def test_every_preset_is_printed_and_taken_elsewhere(preset: str) -> None:
    _client, club = sign_in_organiser()
    table = create_table(4, game="marque", preset=preset)
    points = {"1": 0, "2": 0, "3": 0, "4": 0} if preset == "tarot" else {"1": 112, "2": 50}
    record_events(table, {"type": "coup", "points": points if preset != "points" else points | {"3": 1, "4": 2}})
    tournament = Tournament.objects.get()
    words = read_text(print_document(tournament, "sheets-filled"))
    assert "gle du club" in words and ("Belote" in words) == (preset == "belote")
    for name in ("sheets", "spare-sheets", "standings", "rules"):
        assert read_text(print_document(tournament, name))
    document = json.loads(json.dumps(build_tournament_document(tournament)))
    again = import_tournament(club, read_tournament(document))
    state, first = load_sheet(Table.objects.get(round__tournament=again).pk).state, load_sheet(table.pk).state
    assert state is not None and first is not None and state.totals == first.totals
    assert check_book(Table.objects.all()).difference is None
    call_command("recheck")


def test_it_ranks_by_what_it_counts_alone() -> None:
    create_table(4, game="marque", preset="tarot")
    tournament = Tournament.objects.get()
    figures = get_game_figures(tournament)
    assert (figures.metric_keys, figures.in_jetons, sums_to_zero(tournament)) == ((), False, True)


def test_a_rule_page_says_the_club_and_no_choice_of_the_house() -> None:
    page = Client().get("/rules/marque", headers={"Accept-Language": "fr"}).content.decode()
    rules = page[page.index('id="MAR-01"') :].partition("</section>")[0]
    assert "règle du club" in rules and "quotation" not in rules and "choix de la maison" not in rules


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
