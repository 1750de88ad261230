"""What changes hands in a coup is told in the same sentences on every page, in the reader's language."""

import random
import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

import scoring
from tests.book.evening_builders import get_table, record_events
from tests.printing.pdf_reading import print_document, read_text
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tests.web.phone_client import COUP, Phone
from tournaments.book.loading import load_sheet
from tournaments.forms.games import PARTS_BY_GAME
from tournaments.models import Tournament
from tournaments.presentation.text.sheet_text import narrate_events

pytestmark = pytest.mark.django_db
SETTLED = {
    "fr": "Pour solde, si rien n’a été payé pendant les levées",
    "en": "If nothing was paid during the tricks, pay only this now",
    "it": "A saldo, se durante le prese non si è pagato nulla",
}


@pytest.fixture
def organiser() -> tuple[Client, Tournament]:
    """An organiser, and an evening with a table of three that played a coup card by card."""
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, names=("Anne", "Basile", "Chloé"), sizes=(3,))
    table = get_table(tournament)
    sheet = load_sheet(table.pk)
    play = PARTS_BY_GAME["brusquembille"].play_next_event
    record_events(table, sheet.to_seats(play(sheet.state, random.Random(6), 1.0)))
    return client, tournament


@pytest.mark.parametrize("language", scoring.LANGUAGES)
def test_every_page_tells_a_coup_in_the_sentences_of_the_score(
    organiser: tuple[Client, Tournament], language: str
) -> None:
    client, tournament = organiser
    client.cookies["django_language"] = language
    table = get_table(tournament)
    (told,) = narrate_events(load_sheet(table.pk))
    payments = [text.localise(language) for text in told.hand_overs]
    assert any(sentence.startswith(SETTLED[language]) for sentence in payments)
    phone = Phone(table)
    phone.client.cookies["django_language"] = language
    pages = {
        "phone": phone.read_sheet(),
        "organiser": client.get(f"/desk/table/{table.pk}/story").content.decode(),
        "public": client.get(f"/{tournament.code}/round/1/table/1").content.decode(),
        "replay": client.get(f"/{tournament.code}/round/1/table/1/coup/1?trick=11").content.decode(),
    }
    for name, page in pages.items():
        assert [sentence for sentence in payments if sentence not in page] == [], name
    paid_once = scoring.get_game("brusquembille").explain_settlement(told.before.setting)
    assert paid_once
    assert paid_once.localise(language) in pages["public"]


def test_the_preview_tells_what_changes_hands_before_the_coup_is_sent(organiser: tuple[Client, Tournament]) -> None:
    _client, tournament = organiser
    preview = strip_tags(Phone(get_table(tournament)).read_preview(**COUP))
    assert re.search(r": Chloé 2 \w Anne, 5 \w Basile\.", preview), "what is left to pay"
    assert re.search(r": Anne 1 \w Basile\W+Chloé 3 \w Anne, 4 \w Basile\.", preview), "what each owes each"


def test_a_debt_is_called_a_debt_on_the_phone_and_on_paper(organiser: tuple[Client, Tournament]) -> None:
    _client, tournament = organiser
    half = {"type": "penalty", "rule": "PEN-06", "player": "1", "to": "2"}
    record_events(get_table(tournament), half, half, half)
    assert "Anne une dette" in Phone(get_table(tournament)).read_sheet()
    paper = read_text(print_document(tournament, "sheets-filled"))
    assert "une dette" in paper
    assert re.search(r"moitié \w+ 60", paper)


def test_an_end_without_a_coup_names_no_winner_on_any_page() -> None:
    client, club = sign_in_organiser()
    tournament = create_open_evening(club, names=("Anne", "Basile", "Chloé"), sizes=(3,))
    record_events(get_table(tournament), {"type": "penalty", "rule": "PEN-08", "player": "1"}, {"type": "end"})
    pages = (
        Phone(get_table(tournament)).read_sheet(),
        client.get(f"/desk/table/{get_table(tournament).pk}/story").content.decode(),
        client.get(f"/{tournament.code}/round/1/table/1").content.decode(),
    )
    assert all("avant le premier" in page for page in pages)
    assert not any("gagne" in re.sub("gagnés|gagne la levée", "", page) for page in pages)
