"""Cards in the reader's language, and of the pack that the club plays with, shown and typed."""

from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

import scoring
from tests.book.evening_builders import create_evening, get_table
from tests.web.phone_client import Phone, read_html
from tournaments.forms.events.card_fields import AnnouncementLinesField
from tournaments.forms.typed_names import find_by_beginning
from tournaments.models import Club, Tournament
from tournaments.presentation.tags.corbillon import card, draw_suits
from tournaments.presentation.text.cards import (
    explain_court_letters,
    list_court_letters,
    name_card,
    read_typed_card,
    show_pack_of,
    write_typed_cards,
)
from tournaments.presentation.text.option_text import localise

WORDS = scoring.Text("Levée {n} : {card} a déjà été jouée.", n=2, card="D♥")
BRISCAN = scoring.get_game("briscan")
CARRE = scoring.Text("{words}", words="Anne : carré D")


@pytest.fixture(autouse=True)
def french_pack() -> Iterator[None]:
    """Forget the pack that the last page showed."""
    show_pack_of(None)
    yield
    show_pack_of(None)


def show(game: str, cards: str) -> None:
    """Show the cards of a club that plays this game with this pack."""
    show_pack_of(Tournament(game=game, club=Club(name="Circolo", cards=cards)))


@pytest.mark.parametrize(
    ("language", "cards", "name", "letters"),
    [
        ("fr", "french", "dame de cœur", "R roi, D dame, V valet"),
        ("en", "french", "queen of hearts", "K king, Q queen, J jack"),
        ("it", "french", "donna di cuori", "R re, D donna, F fante"),
        ("it", "italian", "cavallo di coppe", "R re, C cavallo, F fante"),
        ("fr", "italian", "cavalier de coupe", "R roi, C cavalier, V valet"),
        ("en", "usual", "queen of hearts", "K king, Q queen, J jack"),
        ("it", "usual", "cavallo di coppe", "R re, C cavallo, F fante"),
    ],
)
def test_a_card_is_named_in_the_language_and_of_the_club_s_pack(
    language: str, cards: str, name: str, letters: str
) -> None:
    with translation.override(language):
        show("briscola", cards)
        assert name_card("D♥") == name
        assert f'aria-label="{name}"' in card("D♥")
        assert list_court_letters() == letters
        assert explain_court_letters() == ("" if letters.startswith(("R roi, D", "K king, Q")) else letters)
        letter = letters.split(", ")[1][0]
        queen, ten = draw_suits("D♥ 10♥").split("</span> ")
        assert queen.startswith(f'<span class="nowrap">{letter}<svg class="suit')
        assert ten.startswith('<span class="nowrap">10<svg')
        assert (name if "C c" in letters else f"{letter}♥") in localise(WORDS)


@pytest.mark.parametrize(
    ("language", "cards", "typed", "shown"),
    [
        ("fr", "french", {"D♥": "D♥", "rc": "R♥", "10 k": "10♦", "dix de trèfle": "10♣", "as coeur": "A♥"}, "D♥"),
        (
            "en",
            "french",
            {
                "Q♥": "D♥",
                "qh": "D♥",
                "D♥": "D♥",
                "KH": "R♥",
                "10D": "10♦",
                "AC": "A♣",
                "ace of clubs": "A♣",
                "zut alors": "zut alors",
            },
            "Q♥",
        ),
        ("it", "french", {"dc": "D♥", "10q": "10♦", "ff": "V♣"}, "D♥"),
        (
            "it",
            "italian",
            {"cc": "D♥", "D♥": "D♥", "rc": "R♥", "3D": "3♦", "3b": "3♣", "3 coppe": "3♥", "Asso di spade": "A♠"},
            "CC",
        ),
        ("en", "italian", {"NC": "D♥", "kc": "R♥", "3O": "3♦"}, "NC"),
    ],
)
def test_a_card_is_typed_with_the_reader_s_own_letters_or_the_french_ones(
    language: str, cards: str, typed: dict[str, str], shown: str
) -> None:
    with translation.override(language):
        show("briscola", cards)
        assert write_typed_cards("D♥") == shown
        assert {each: read_typed_card(each) for each in typed} == typed


def test_announcements_are_typed_with_the_reader_s_own_letters() -> None:
    with translation.override("en"):
        read = AnnouncementLinesField(BRISCAN, ["Anne"]).clean(
            "Anne: séquence K♠ qs V♠\nAnne: carré Q\nAnne: mariage h"
        )
    assert [each.get("cards") or each.get("rank") or each.get("suit") for each in read] == [
        ["R♠", "D♠", "V♠"],
        "D",
        "♥",
    ]


def test_an_announcement_may_begin_with_the_beginning_of_one_player_s_name() -> None:
    field = AnnouncementLinesField(BRISCAN, ["Cath Dunn", "Élise", "Eliott"])
    read = field.clean("Cath: mariage ♥\ncath dunn : figures\nélis : blanches")
    assert [each["player"] for each in read] == ["Cath Dunn", "Cath Dunn", "Élise"]
    with pytest.raises(ValidationError) as refused:
        field.clean("El: figures\nZoé: figures\nCath Dunn: toutes")
    messages = [message.replace("\u202f", " ") for message in refused.value.messages]
    assert [("commencez par le nom" in each, "ne se lit pas" in each) for each in messages] == [
        (True, False),
        (True, False),
        (False, True),
    ]


def test_one_letter_is_no_beginning_of_a_name() -> None:
    assert find_by_beginning("C", ["Cath Dunn", "Élise"]) == []
    assert find_by_beginning(" ca", ["Cath Dunn", "Élise"]) == [1] == find_by_beginning("EL", ["Élise"])


def test_a_carre_of_no_card_cannot_be_read() -> None:
    with translation.override("en"), pytest.raises(ValidationError) as refused:
        AnnouncementLinesField(BRISCAN, ["Anne"]).clean("Anne: carré Z\nAnne: carré K\nAnne: carré R")
    assert len(refused.value.messages) == 1
    assert "carré Z" in refused.value.messages[0]


@pytest.mark.parametrize(("language", "shown"), [("fr", "carré D"), ("en", "carré Q"), ("it", "carré D")])
def test_a_carre_is_shown_again_with_the_reader_s_own_letter(language: str, shown: str) -> None:
    with translation.override(language):
        field = AnnouncementLinesField(BRISCAN, ["Anne"])
        assert field.prepare_value("Anne : carré D") == f"Anne : {shown}" == localise(CARRE)
        assert field.clean(f"Anne : {shown}") == [{"player": "Anne", "kind": "carre", "rank": "D"}]


def test_a_game_of_thirty_two_cards_keeps_the_french_suits() -> None:
    with translation.override("it"):
        for cards in ("italian", "usual"):
            show("briscan", cards)
            assert name_card("D♥") == "donna di cuori"


@pytest.mark.django_db
def test_a_club_s_pack_is_on_its_own_phones_and_no_longer_on_the_next_page() -> None:
    Club.objects.all().delete()
    tournament = create_evening(5, game="chiamata")
    Club.objects.update(cards="italian")
    phone = Phone(get_table(tournament))
    phone.client.cookies["django_language"] = "it"
    page = phone.read_sheet()
    assert "coppe" in page
    assert "cavallo" in page
    assert 'value="♥"' in page
    assert "cuori" not in page
    assert "coppe" not in read_html(phone.client.get("/rules/briscan"))
