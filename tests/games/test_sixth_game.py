"""A sixth game: two lines register it, and every part of the program plays, corrects, ranks, prints and keeps it."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.utils import translation

import scoring
from tests.book.evening_builders import NAMES, correct_event
from tests.games.toy import PARTS, Toy, register_toy
from tests.printing.pdf_reading import print_document, read_text
from tests.web.organiser_builders import sign_in_organiser
from tests.web.phone_client import Phone, create_table_of_game
from tournaments.actions.errors import Refused
from tournaments.actions.evenings.importing import import_tournament
from tournaments.actions.tables.book_check import check_book
from tournaments.api.description import build_description
from tournaments.book.loading import load_sheet
from tournaments.exchange.simulation import build_event_chooser, simulate_tournament
from tournaments.exchange.tournament_export import build_tournament_document
from tournaments.exchange.tournament_import import read_tournament
from tournaments.models import Club, Record, Table, Tournament
from tournaments.presentation.text.accounts import AccountNames
from tournaments.presentation.text.sheet_text import list_players, narrate_events
from tournaments.reading.prepared_draws import list_table_sizes
from tournaments.reading.tallies import get_standings
from tournaments.views.organiser.evening.new_evening import find_usual_game

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _register_the_toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the toy. A description made before, by another test of this process, knows it as little as that test
    will know one made here."""
    register_toy(monkeypatch)
    build_description.cache_clear()
    yield
    build_description.cache_clear()


@pytest.fixture
def phone() -> Phone:
    """A phone at a table of the toy after two coups: Basile marked 7, Chloé 5."""
    phone = Phone(create_table_of_game("toy", 3))
    assert phone.send("coup", declarer=2, points=7).status_code == 303
    assert phone.send("coup", declarer=3, points=5).status_code == 303
    return phone


def get_totals(phone: Phone) -> dict[str, int]:
    """Return the totals of the phone's table, by name."""
    assert phone.sheet.state is not None
    return dict(phone.sheet.state.totals)


def test_it_is_played_on_the_phone(phone: Phone) -> None:
    page = phone.read_sheet()
    assert "Basile marks 7." in page
    assert 'name="declarer"' in page
    assert 'id="tricks"' not in page
    assert "Anne marks 9." in phone.read_preview(declarer=1, points=9)
    assert phone.send("coup", declarer=1, points=21).status_code == 422
    assert phone.send("tricks", cards="").status_code == 404
    assert phone.send("coup", declarer=1, points=9).status_code == 303
    assert phone.sheet.state is not None
    assert phone.sheet.state.complete
    assert get_totals(phone) == {"Anne": 9, "Basile": 7, "Chloé": 5}


def test_a_phone_that_nothing_answers_reckons_no_coup_of_a_game_without_a_scorer(phone: Phone) -> None:
    assert "data-scorer" not in phone.read_sheet()
    assert "data-scorer" in Phone(create_table_of_game("briscola", 2)).read_sheet()


def test_nobody_leads_in_a_game_without_card_play(phone: Phone) -> None:
    assert not any(player.leads for player in list_players(phone.sheet))
    assert any(player.leads for player in list_players(Phone(create_table_of_game("briscola", 2)).sheet))


def test_no_record_stores_a_name(phone: Phone) -> None:
    correct_event(phone.table, 1, {"type": "coup", "declarer": "1", "points": 4})
    assert phone.bodies[0] == {"type": "coup", "declarer": "2", "points": 7}
    stored = json.dumps(list(Record.objects.values("body", "free_text__text")), ensure_ascii=False)
    assert not [name for name in NAMES if name in stored]


def test_a_correction_is_ranked_and_described(phone: Phone) -> None:
    correct_event(phone.table, 1, {"type": "coup", "declarer": "1", "points": 4})
    ranked = [(row.rank, row.tally.player, row.tally.total) for row in get_standings(Tournament.objects.get())]
    assert ranked == [(1, "Chloé", 5), (2, "Anne", 4), (3, "Basile", 0)]
    first, _second = narrate_events(phone.sheet, AccountNames(Club.objects.get().pk, ()))
    assert first.content == "declared by Anne · 4 points"
    assert [change.was for change in first.corrections] == ["declared by Basile · 7 points"]
    assert check_book(Table.objects.all()).difference is None


@pytest.mark.parametrize("name", ["sheets-filled", "standings", "rules"])
def test_it_is_printed(phone: Phone, name: str) -> None:
    words = read_text(print_document(Tournament.objects.get(), name))
    assert "Basile" in words or name == "rules"


def test_an_export_is_imported_and_scored_the_same(phone: Phone) -> None:
    correct_event(phone.table, 1, {"type": "coup", "declarer": "1", "points": 4})
    document = json.loads(json.dumps(build_tournament_document(Tournament.objects.get())))
    again = import_tournament(Club.objects.get(), read_tournament(document))
    table = Table.objects.get(round__tournament=again)
    state = load_sheet(table.pk).state
    assert state is not None
    assert dict(state.totals) == get_totals(phone)
    assert check_book(Table.objects.all()).difference is None


def test_the_organiser_writes_and_reads_it() -> None:
    client, club = sign_in_organiser()
    made = simulate_tournament("toy", 6, 2, seed=3)
    Tournament.objects.filter(pk=made.pk).update(club=club)
    table = Table.objects.filter(round__tournament=made).first()
    assert table is not None
    assert client.get(f"/desk/table/{table.pk}").status_code == 200
    assert client.get("/rules/toy").status_code == 200


def test_a_simulated_tournament_replays_to_the_same_book() -> None:
    made = simulate_tournament("toy", 6, 2, seed=3)
    assert Record.objects.count() == 4 * 3
    assert check_book(Table.objects.filter(round__tournament=made)).difference is None


def test_what_it_declares_is_described_and_proposed() -> None:
    described = build_description()["components"]["schemas"]
    assert Toy.example in described["Event"]["examples"]
    assert "toy" in described["Game"]["enum"]
    with translation.override("tlh"):
        assert find_usual_game(Club.objects.create(name="New")) == "toy"


def test_its_options_say_how_many_play_at_a_table() -> None:
    assert scoring.list_table_sizes("toy") == (2, 3)
    made = simulate_tournament("toy", 6, 1, seed=3)
    made.options = {"duel": True}
    assert made.table_sizes == list_table_sizes(made) == (2,)
    with pytest.raises(scoring.InvalidSetting):
        scoring.build_setting("toy", NAMES[:3], None, {"duel": True})
    assert scoring.list_rule_problems("toy", None, {"duel": True}) == ()
    assert [each.path for each in scoring.list_rule_problems("toy", None, {"duel": 2})] == ["options.duel"]


def test_a_new_evening_is_tried_with_as_many_players_as_may_play() -> None:
    client, club = sign_in_organiser()
    typed = {
        "name": "Toys",
        "date": "2026-11-27",
        "game": "toy",
        "preset": "toy",
        "option.duel": "true",
        "typed": "A\nB",
    }
    assert client.post("/desk/event/new", {**typed, "club": club.pk}).status_code == 302
    assert Tournament.objects.get().options == {"duel": True}


def test_a_simulated_table_that_cannot_play_says_why() -> None:
    table = create_table_of_game("toy", 3)
    Tournament.objects.update(options={"duel": True})
    with pytest.raises(Refused, match="Il y a 3 joueurs"):
        build_event_chooser("toy", Random(1))(load_sheet(table.pk))


def test_its_random_player_names_somebody_at_the_table(phone: Phone) -> None:
    state: Any = phone.sheet.state
    assert PARTS.play_next_event(state, Random(1), 0.0)["declarer"] in NAMES[:3]
