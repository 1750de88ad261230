"""Briscola chiamata on a table's phone: the auction, the partner, the points; played to the end and shown publicly."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.book.evening_builders import record_events
from tests.web.phone_client import Phone, create_table_of_game, read_html
from tournaments.models import Record

pytestmark = pytest.mark.django_db

COUP = {"caller": 4, "bid": 75, "called": "R♥", "partner": 5, "points": 78}
"""Worked example 13: bid 75, the side makes 78."""


def open_phone(**options: Any) -> Phone:
    return Phone(create_table_of_game("chiamata", 5, **options))


def test_chi_02_a_coup_is_recorded_from_its_auction_partner_and_points() -> None:
    mine = open_phone()
    assert mine.send("coup", **COUP, dealer=2).status_code == 303
    assert Record.objects.get().body == {
        "type": "coup",
        "dealer": "2",
        "caller": "4",
        "bid": 75,
        "called": "R♥",
        "partner": "5",
        "points": 78,
    }
    assert dict(mine.sheet.state.totals) == {"Anne": -1, "Basile": -1, "Chloé": -1, "Denis": 2, "Édith": 1}
    assert "réussie" in mine.read_sheet()


def test_a_number_is_read_in_the_digits_of_any_script() -> None:
    mine = open_phone()
    assert mine.send("coup", **COUP | {"bid": "٧٥", "points": "۷۸"}).status_code == 303
    assert (Record.objects.get().body["bid"], Record.objects.get().body["points"]) == (75, 78)


def test_chi_04_a_caller_plays_alone_and_chi_05_the_cappotto_counts_where_agreed() -> None:
    mine = open_phone()
    assert 'name="cappotto"' not in mine.read_sheet()
    mine.send("coup", **COUP | {"partner": 0, "points": 60})
    assert mine.sheet.state.totals["Denis"] == -4
    usual = open_phone(preset="chiamata-usage")
    assert 'name="cappotto"' in usual.read_sheet()
    usual.send("coup", **COUP | {"points": 120, "cappotto": 1})
    assert usual.sheet.state.totals["Denis"] == 2 * 2 * 2
    usual.send("coup", **COUP | {"points": 119, "cappotto": 1})
    assert "cappotto" not in usual.sheet.events[1]
    whole = COUP | {"points": 120}
    unsaid = usual.send("coup", **whole)
    assert unsaid.status_code == 422
    assert [*unsaid.context["forms"]["coup"].errors] == ["cappotto"]
    assert "cappotto" in usual.preview(**whole).context["form"].todo
    assert "fois" not in usual.read_preview(**whole)
    assert "réussie" in usual.read_preview(**whole, cappotto=0)
    assert usual.send("coup", **whole, cappotto=0).status_code == 303


REFUSED: dict[str, tuple[dict[str, object], str, str]] = {
    "no caller": ({"caller": ""}, "Qui a gagné l’enchère", "caller"),
    "CHI-01 bid too low": ({"bid": 60}, "de 61 à 120", "bid"),
    "CHI-01 400 digits": ({"bid": "9" * 400}, "de 61 à 120", "bid"),
    "no number": ({"points": "assez"}, "en chiffres", "points"),
    "too many": ({"points": 121}, "de 0 à 120", "points"),
    "no card": ({"called": "9♥"}, "n’est pas dans le paquet", "called"),
    "no word of the partner": ({"partner": ""}, "Qui avait la carte", "partner"),
    "CHI-04 his own partner": ({"partner": 4}, "n’est pas son propre partenaire", "partner"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_invalid_coup_is_reported_at_its_field_and_all_input_is_kept(case: str) -> None:
    changes, sentence, at = REFUSED[case]
    mine = open_phone()
    answer = mine.send("coup", **COUP | changes)
    form = answer.context["forms"]["coup"]
    assert answer.status_code == 422
    assert not Record.objects.exists()
    assert sentence in " ".join(form.errors[at])
    assert len(form.errors) == 1
    assert sentence in read_html(answer)
    for name, value in (COUP | changes).items():
        assert str(form[name].value()) == str(value)


def test_an_unfinished_coup_is_previewed_with_what_is_missing() -> None:
    mine = open_phone()
    auction = {"caller": 4, "bid": 75, "called": "R♥"}
    begun = mine.preview(**auction)
    assert "partenaire" in begun.context["form"].todo
    assert "error" not in read_html(begun)
    [wrong] = mine.preview(**auction, partner=4).context["wrong"]
    assert "propre partenaire" in wrong.msgid
    whole = mine.read_preview(**COUP)
    assert "Denis +2" in whole
    assert "encore" not in whole


def test_chi_01_the_board_shows_the_auction_before_the_result_and_never_the_partner() -> None:
    mine = open_phone()
    tournament = mine.table.round.tournament
    auction = {"caller": 4, "bid": 75, "called": "R♥"}
    mine.read_preview(caller=4, bid=75)
    assert "demande" not in read_html(Client().get(f"/{tournament.code}"))
    was = Client().get(f"/{tournament.code}")["ETag"]
    mine.read_preview(**auction, partner=5)
    for address in (f"/{tournament.code}", f"/{tournament.code}/table/1"):
        page = read_html(Client().get(address))
        assert "<bdi>Denis</bdi> demande <b>75</b>" in page
        assert Client().get(address)["ETag"] != was
    other = Phone(mine.table, 2)
    assert 'name="bid" value="75"' in other.read_sheet()
    assert 'name="called" value="R♥"' in other.read_sheet()
    assert not Record.objects.exists()
    Phone(mine.table, 0).read_preview(caller=1, bid=80, called="A♥")
    assert mine.sheet.auction == {"caller": "Denis", "bid": 75, "called": "R♥"}
    mine.send("coup", **COUP)
    assert "demande <b>" not in read_html(Client().get(f"/{tournament.code}"))


def test_a_partie_is_undone_played_to_its_end_confirmed_and_shown_publicly() -> None:
    mine = open_phone(coups=2)
    mine.send("coup", **COUP)
    mine.send("undo")
    assert mine.sheet.state.coups_played == 0
    for _ in range(2):
        assert mine.send("coup", **COUP).status_code == 303
    over = " ".join(re.sub("<[^>]+>", "", mine.read_sheet()).split())
    assert "Denis gagne avec 4 points" in over
    assert mine.send("confirm", position=2).status_code == 303
    tournament = mine.table.round.tournament
    for address in (f"/{tournament.code}", f"/{tournament.code}/standings", f"/{tournament.code}/table/1"):
        assert "Denis" in read_html(Client().get(address))
    board = " ".join(re.sub("<[^>]+>", "", read_html(Client().get(f"/{tournament.code}"))).split())
    assert "Denis gagne avec 4 points" in board


def test_points_so_far_have_no_plus_where_the_caller_is_chosen() -> None:
    mine = open_phone()
    mine.send("coup", **COUP)
    auction = mine.read_sheet().partition('class="auction"')[2].partition("</fieldset>")[0]
    assert re.findall(r'<span class="num">([^<]*)</span>', auction) == ["−1", "−1", "−1", "2", "1"]


def test_a_departure_says_who_wins_and_names_no_sides_where_none_are() -> None:
    mine = Phone(create_table_of_game("chiamata", 5), 1)
    record_events(mine.table, {"type": "coup", "caller": "1", "bid": 70, "called": "A♥", "partner": "3", "points": 80})
    answer = mine.client.post("/t/foretell/leave", {"player": 2})
    assert answer.context["winners"] == ("Anne",)
    assert "avec son camp" not in mine.read_sheet()
    assert "avec son camp" in Phone(create_table_of_game("briscola", 4), 1).read_sheet()
