"""A coup entered card by card on a table's phone: what its cards so far say, what is wrong with them, its record."""

import random
import re

import pytest
from django import forms

from tests.book.evening_builders import NAMES
from tests.web.phone_client import Phone, build_tricks_fields, open_phone, open_phone_of_game, read_html
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.forms.phone.tricks import LONGEST, AnnouncementsField, add_tricks_fields
from tournaments.models import Record
from tournaments.presentation.text.cards import name_card

pytestmark = pytest.mark.django_db


def build_random_coup(phone: Phone, seed: int = 3) -> dict:
    """Return a random legal coup by tricks for the phone's table."""
    return PARTS_BY_GAME[phone.sheet.tournament.game].play_next_event(phone.sheet.state, random.Random(seed), 1.0)


@pytest.mark.parametrize(("game", "size"), [("brusquembille", 3), ("briscola", 2), ("chiamata", 5)])
def test_the_record_holds_the_coup_in_its_form_by_tricks(game: str, size: int):
    table = open_phone_of_game(game, size)
    coup = build_random_coup(table)
    answer = table.send("tricks", **build_tricks_fields(coup))
    assert answer.status_code == 303, read_html(answer)
    (body,) = table.bodies
    seats = {name: str(place) for place, name in enumerate(NAMES, 1)}
    expected = {**coup, "caller": seats[coup["caller"]]} if "caller" in coup else coup
    assert body == {
        key: value for key, value in expected.items() if key in ("type", "tricks", *build_tricks_fields(coup))
    } | ({"tricks": coup["tricks"]})


def test_the_cards_so_far_are_previewed_and_not_recorded():
    table = open_phone_of_game("briscola", 2)
    coup = build_random_coup(table)
    page = read_html(table.client.post("/t/so-far", build_tricks_fields(coup, 3)))
    assert "à <bdi>" in page
    assert "Points" in page
    assert "encore 37 cartes" in page
    assert not Record.objects.exists()
    whole = read_html(table.client.post("/t/so-far", build_tricks_fields(coup)))
    assert whole.count('class="num"') >= len(table.sheet.names), "what each gains"
    assert "encore" not in whole


def test_the_first_illegal_card_is_reported_with_its_trick():
    table = open_phone_of_game("briscola", 2)
    sent = {"retourne": "A♠", "cards": "2♥ A♠ 3♦"}
    assert "Levée 1" in (page := read_html(table.client.post("/t/so-far", sent)))
    assert "BLA-04" not in page
    coup = build_random_coup(table)
    flat = [card for trick in coup["tricks"] for card in trick]
    last = flat.index(coup["retourne"])
    flat[0], flat[last] = flat[last], flat[0]
    answer = table.send("tricks", retourne=coup["retourne"], cards=" ".join(flat))
    assert answer.status_code == 422
    assert "Levée 1" in read_html(answer)
    assert flat[0] in read_html(answer)
    assert not Record.objects.exists()


def test_a_card_that_cannot_be_is_named_with_its_player_and_taken_back_at_once():
    table = open_phone_of_game("briscola", 2)
    sent = {"retourne": "A♠", "cards": "2♥ A♠ 3♦"}
    page = read_html(table.client.post("/t/so-far", sent))
    name = re.escape(table.sheet.names[0])
    assert re.search(rf'<b>{name}</b> a joué <span class="nowrap">A<svg', page)
    assert 'data-keep="1"' in page
    assert '"todo-tricks"><span class="todo">' in page  # the button sleeps
    refused = read_html(table.send("tricks", **sent))
    assert '<details class="bycard" open>' in refused
    assert '<details class="other">' in refused


def test_an_incomplete_coup_is_refused_and_its_cards_are_kept():
    table = open_phone()
    answer = table.send("tricks", retourne="A♠", cards="10♠ 7♥")
    assert answer.status_code == 422
    assert 'value="10♠ 7♥"' in read_html(answer)


@pytest.mark.parametrize("announcements", ["{", "[1]", '{"a": 1}', "[" * 3000])
def test_malformed_announcements_are_refused(announcements: str):
    field = AnnouncementsField(required=False)
    with pytest.raises(Exception, match="ne se lisent pas"):
        field.clean(announcements)


def test_a_finished_table_gets_no_preview_and_no_form():
    table = open_phone_of_game("briscola", 2, match="single")
    table.send("tricks", **build_tricks_fields(build_random_coup(table)))
    assert table.client.post("/t/so-far", {}).status_code == 204
    assert 'id="tricks"' not in table.read_sheet()


def test_the_page_offers_entry_card_by_card_with_every_card_named():
    page = open_phone_of_game("briscola", 4).read_sheet()
    assert page.count("data-play=") == 40
    assert name_card("A♠") in page
    assert 'class="bycard"' in page


def test_bru_01_the_sevens_that_cannot_be_beside_those_played_are_told_as_left_out() -> None:
    table = open_phone_of_game("brusquembille", 3)
    none = read_html(table.client.post("/t/so-far", {"retourne": "A♠", "cards": "8♥"}))
    seven = read_html(table.client.post("/t/so-far", {"retourne": "A♠", "cards": "7♥"}))
    assert re.findall('data-out="(.*?)"', none) == []
    assert sorted(re.findall('data-out="(.*?)"', seven)) == ["7♠", "7♣"]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"bid": ""}, "L’enchère va de 61 à 120"),
        ({"bid": "200"}, "L’enchère va de 61 à 120"),
        ({"bid": "abc"}, "écrivez un nombre, en chiffres"),
        ({"caller": ""}, "Qui a gagné l’enchère"),
    ],
)
def test_what_lacks_of_an_auction_is_asked_for_in_the_words_of_the_page(typed: dict[str, str], words: str):
    table = open_phone_of_game("chiamata", 5)
    sent = build_tricks_fields(build_random_coup(table)) | typed
    for page in (read_html(table.client.post("/t/so-far", sent)), read_html(table.send("tricks", **sent))):
        assert words in page
        assert "Il manque «" not in page
    assert not table.bodies


@pytest.mark.parametrize("key", ["cards", "announcements", "exchange"])
def test_what_is_typed_of_a_coup_by_tricks_is_bounded(key: str):
    fields: dict[str, forms.Field] = {}
    add_tricks_fields(fields, open_phone_of_game("briscola", 2).sheet, ("announcements", "exchange"))
    fields[key].run_validators("x" * LONGEST)
    with pytest.raises(forms.ValidationError):
        fields[key].run_validators("x" * (LONGEST + 1))
