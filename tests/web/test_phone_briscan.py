"""Briscan and Brisque on a table's phone: announcements, choices greyed with their reason, the end of a coup; the
target and after."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.web.phone_client import Phone, create_table_of_game, read_html
from tournaments.actions.tables.calls import set_paper_first
from tournaments.models import Record

pytestmark = pytest.mark.django_db

END = {"tricks_won.1": 9, "tricks_won.2": 7, "card_points.1": 71, "card_points.2": 49, "last": 1, "last_five": 1}
COUP = {"retourne": "9♥", "announcements": "1 : mariage ♠\r\n2 : séquence 7♦ 8♦ 9♦", **END}
"""Worked example 11 without its five trumps, after a mariage and a tierce."""


def open_phone(game: str = "briscan", **options: Any) -> Phone:
    return Phone(create_table_of_game(game, 2, **options))


def test_a_partie_that_no_rows_can_hold_is_marked_as_ever_where_it_began_on_paper() -> None:
    mine = open_phone()
    assert "/t/paper" not in mine.read_sheet()
    set_paper_first(mine.table.pk, True)
    page = mine.read_sheet()
    assert 'id="coup"' in page
    assert "/t/paper" not in page
    assert mine.send("coup", **COUP).status_code == 303


def read_script_value(page: str, name: str) -> Any:
    """Return the JSON value that the page gives its script under this name."""
    found = re.search(rf'(?:id|data-into)="{name}"[^>]*>([^<]*)<', page)
    assert found is not None
    return json.loads(unescape(found[1]))


def test_brc_11_to_16_a_coup_is_recorded_with_its_announcements_and_its_end() -> None:
    mine = open_phone()
    assert mine.send("coup", **COUP, dealer=2, exchange=2).status_code == 303
    assert Record.objects.get().body == {
        "type": "coup",
        "dealer": "2",
        "retourne": "9♥",
        "announcements": [
            {"player": "1", "kind": "mariage", "suit": "♠"},
            {"player": "2", "kind": "sequence", "cards": ["7♦", "8♦", "9♦"]},
        ],
        "exchange": {"player": "2"},
        "tricks_won": {"1": 9, "2": 7},
        "last_trick": "1",
        "last_five": "1",
        "card_points": {"1": 71, "2": 49},
    }
    assert dict(mine.sheet.state.totals) == {"Anne": 20 + 10 + 20 + 10 + 71, "Basile": 5 + 49}


def test_the_figures_of_the_end_are_asked_before_its_questions() -> None:
    page = open_phone().read_sheet()
    order = [page.index(f'name="{name}"') for name in ("tricks_won.1", "card_points.1", "last", "last_five")]
    assert order == sorted(order), "the digits lead on from the tricks to the points"


def test_values_that_follow_from_others_are_filled_in() -> None:
    mine = open_phone()
    said = {"retourne": "9♥", "tricks_won.1": 9, "card_points.2": 49, "last_five": 1}
    assert read_script_value(mine.read_preview(**said), "follows") == {
        "tricks_won.2": "7",
        "card_points.1": "71",
        "last": "1",
    }
    assert "À la fin, on marque" in mine.read_preview(**said | {"tricks_won.2": 7, "card_points.1": 71, "last": 1})
    assert mine.send("coup", **said).status_code == 303
    assert dict(mine.sheet.state.totals) == {"Anne": 111, "Basile": 49}
    assert open_phone("brisque").send("coup", **said).status_code == 422


def test_brc_17_the_preview_of_a_vole_wins_whatever_the_points() -> None:
    vole = {"tricks_won.1": 16, "card_points.1": 120, "announcements": "2 : carré A"}
    page = open_phone().read_preview(**COUP | vole | {"tricks_won.2": 0, "card_points.2": 0})
    assert re.search("<b>[^<]*<bdi>Anne</bdi> gagne", page)


def test_use_01_04_05_a_forbidden_announcement_is_greyed_with_its_reason() -> None:
    may = read_script_value(
        open_phone().read_preview(**{key: COUP[key] for key in ("retourne", "announcements")}), "may"
    )
    sequences = {" ".join(cards): why for cards, *_, why in may["by"]["2"]["sequence"]}
    assert sequences["V♣ D♣ R♣"] == ""
    assert "déjà compté dans une séquence" in sequences["8♦ 9♦ 10♦"]
    assert "R♠ n’est pas dans cette main" in sequences["D♠ R♠ A♠"] or "D♠ n’est pas" in sequences["D♠ R♠ A♠"]
    mariages = {cards[0]: why for cards, *_, why in may["by"]["1"]["mariage"]}
    assert "déjà compté" in mariages["D♠"]
    assert mariages["D♥"] == ""


def test_a_reason_names_cards_with_the_reader_s_own_letters() -> None:
    mine = open_phone()
    mine.client.cookies["django_language"] = "en"
    page = mine.read_preview(**{key: COUP[key] for key in ("retourne", "announcements")})
    offered = read_script_value(page, "may")["by"]["2"]["sequence"]
    why = {" ".join(cards): reason for cards, *_, reason in offered}["D♠ R♠ A♠"]
    assert "Q♠" in why or "K♠" in why
    assert "D♠" not in why
    assert "R♠" not in why


def test_brc_19_a_mark_that_reaches_the_target_ends_the_coup_and_the_partie() -> None:
    """Worked example 9."""
    mine = open_phone()
    won = {"retourne": "9♥", "announcements": "1 : mariage ♥\n1 : séquence A♥ R♥ D♥ V♥ 10♥"}
    page = mine.read_preview(**won)
    assert re.search(r"<bdi>Anne</bdi>[^.]* \(600\)", page)
    assert read_script_value(page, "may")["won"] == "Anne"
    assert "encore" not in page
    assert mine.send("coup", **won, **END).status_code == 303
    assert "tricks_won" not in Record.objects.get().body
    assert mine.sheet.state.complete
    assert mine.sheet.state.winners == ("Anne",)
    assert mine.send("confirm", position=2).status_code == 303
    tournament = mine.table.round.tournament
    for address in (f"/{tournament.code}", f"/{tournament.code}/standings", f"/{tournament.code}/table/1"):
        assert "640" in read_html(Client().get(address))
    assert mine.send("undo").status_code == 409


REFUSED: dict[str, tuple[dict[str, object], str, str]] = {
    "BRC-01 no turn-up": ({"retourne": ""}, "Quelle est la retourne", "retourne"),
    "BRC-01 no such card": ({"retourne": "6♥"}, "n’est pas dans le paquet", "retourne"),
    "BRC-01 tricks": ({"tricks_won.2": 8}, "Il y a 17 levées", ""),
    "BRC-16 points": ({"card_points.2": 50}, "c’est 1 de trop", ""),
    "no number": ({"card_points.1": "beaucoup"}, "en chiffres", "card_points.1"),
    "400 digits": ({"tricks_won.1": "9" * 400}, "de 0 à 16", "tricks_won.1"),
    "BRC-14 fewer than five": ({"tricks_won.1": 4, "tricks_won.2": 12}, "moins de cinq levées", "last_five"),
    "BRC-14 not the last": ({"last": 2}, "fait aussi la dernière", "last_five"),
    "nobody's last five": ({"last_five": ""}, "aucun des deux", "last_five"),
    "USE-04 twice": ({"announcements": "1 : mariage ♠\n1 : mariage ♠"}, "déjà compté", "announcements"),
    "BRC-07": ({"announcements": "1 : carré 9"}, "ne se compte pas", "announcements"),
    "no announcement": ({"announcements": "3 : mariage ♠"}, "ne se lit pas", "announcements"),
    "a word": ({"announcements": "1 : rien du tout"}, "ne se lit pas", "announcements"),
    "BRC-03": ({"retourne": "7♥", "exchange": 1}, "rien à échanger", "exchange"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_invalid_coup_is_reported_at_its_field_and_all_input_is_kept(case: str) -> None:
    changes, sentence, at = REFUSED[case]
    mine = open_phone()
    answer = mine.send("coup", **COUP | changes)
    page = unescape(read_html(answer)).replace("\u202f", " ")
    form = answer.context["forms"]["coup"]
    assert answer.status_code == 422
    assert not Record.objects.exists()
    assert sentence in page
    assert not at or sentence in " ".join(form.errors[at])
    for name, value in (COUP | changes).items():
        assert str(form[name].value()).replace("\r", "") == str(value).replace("\r", "")


def test_brc_13_brisque_asks_who_drew_the_last_card_of_the_talon() -> None:
    mine = open_phone("brisque")
    page = mine.read_sheet()
    assert "dernière carte du talon" in page
    assert "dernière levée" not in page
    assert mine.send("coup", **COUP | {"last": 2}).status_code == 303
    assert mine.sheet.events[0]["last_talon_card"] == "Basile"
    [opening] = mine.read_facts().opening
    assert opening.values["n"] == 600
    assert "cinq" in opening.msgid


def test_a_partie_reaches_its_target_is_undone_and_ended_by_a_departure() -> None:
    mine = open_phone(target=200)
    for _ in range(2):
        assert mine.send("coup", **COUP).status_code == 303
    assert mine.sheet.state.complete
    assert 'id="result"' in mine.read_sheet()
    assert mine.send("undo").status_code == 303
    assert mine.send("leave", player=1).status_code == 303
    assert [rank.player for rank in mine.sheet.state.ranking] == ["Basile", "Anne"]


def test_brc_22_where_mariages_alone_are_announced_nothing_else_is_offered_and_it_is_refused() -> None:
    mine = open_phone("brisque", preset="brisque-1752")
    page = mine.read_sheet()
    assert re.findall(r'data-kind="(\w+)"', page) == ["mariage", "rencontre"]
    refused = mine.send("coup", **COUP)
    assert refused.status_code == 422
    assert [*refused.context["forms"]["coup"].errors] == ["announcements"]
    assert mine.send("coup", **COUP | {"announcements": "1 : mariage ♠"}).status_code == 303
    assert dict(mine.sheet.state.totals) == {"Anne": 20 + 10 + 20 + 10 + 71, "Basile": 49}


def test_brc_22_card_by_card_the_list_holds_mariages_alone() -> None:
    page = open_phone("brisque", preset="brisque-1752").read_sheet()
    groups = [json.loads(unescape(value)) for value in re.findall(r'data-choices="([^"]*)"', page)]
    assert [{json.loads(value)["kind"] for _cards, value in choices} for choices in groups] == [{"mariage"}]
    assert re.findall(r'class="kind" data-value="([^"]*)"', page) == ["exchange"]


def test_brc_18_five_tricks_that_beat_five_trumps_are_refused_at_their_field() -> None:
    refused = open_phone().send("coup", **COUP | {"announcements": "2 : cinq atouts"})
    assert refused.status_code == 422
    assert [*refused.context["forms"]["coup"].errors] == ["last_five"]


@pytest.mark.parametrize(("turn_up", "possible"), [("7♥", False), ("9♥", True)])
def test_brc_03_nobody_is_asked_who_exchanged_the_seven_where_it_is_the_turn_up(turn_up: str, possible: bool) -> None:
    page = open_phone().read_preview(retourne=turn_up)
    assert read_script_value(page, "may")["exchange"] is possible


def test_who_alone_can_confirm_does_so_by_the_button_at_the_foot() -> None:
    mine = open_phone()
    assert mine.send("end").status_code == 303
    confirm = mine.read_sheet().partition('id="confirm"')[2].partition("</form>")[0]
    assert re.search(r'class="btn big at-foot"\s+name="position" value="2"', confirm)
    assert 'data-to="confirm-title"' not in confirm


@pytest.mark.parametrize(("leaver", "is_gone"), [(2, True), (1, False)])
def test_where_the_only_reader_has_left_the_organiser_is_named(leaver: int, is_gone: bool) -> None:
    mine = open_phone()
    assert mine.send("coup", **COUP).status_code == 303
    assert mine.send("leave", player=leaver).status_code == 303
    confirm = mine.read_sheet().partition('id="confirm"')[2].partition("</form>")[0]
    assert ('class="notice plain"' in confirm) == is_gone
