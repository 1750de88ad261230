"""Pages that somebody prints from the browser itself: no column is lost at the paper's edge or hidden as on a phone."""

from io import BytesIO

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pypdf import PdfReader

from tests.fixtures.live_server import LiveServer
from tournaments.actions.evenings.seasons import create_season
from tournaments.exchange.simulation import simulate_tournament
from tournaments.models import Season, Tournament
from tournaments.printing.stamping import A4_SHORT

ROUNDS = 14
A4 = {"format": "A4", "margin": dict.fromkeys(("top", "right", "bottom", "left"), "10mm")}


def fill_a_long_evening() -> None:
    """Fill the database: eight players who meet in fourteen rounds, counted in a season."""
    tournament = simulate_tournament("briscola", 8, ROUNDS, 7, "drawn")
    create_season(tournament.club, "Hiver").tournaments.add(tournament)


def read_printed(printed: bytes) -> tuple[str, float]:
    """Return the words of a PDF, and how far to the right one begins, in points."""
    begins: list[float] = []

    def note(text: str, drawn: list[float], place: list[float], _font: object, _size: float) -> None:
        if text.strip():
            begins.append(place[4] * drawn[0] + drawn[4])

    told = " ".join(sheet.extract_text(visitor_text=note) for sheet in PdfReader(BytesIO(printed)).pages)
    return " ".join(told.split()), max(begins)


pytestmark = pytest.mark.start_from(fill=fill_a_long_evening)


def test_a_browser_prints_every_column_of_standings_cross_table_and_season(page: Page, live: LiveServer) -> None:
    tournament, season = Tournament.objects.get(), Season.objects.get()
    for name, argument in (("standings", tournament.code), ("cross-table", tournament.code), ("season", season.pk)):
        page.goto(live.url + reverse(name, args=[argument]))
        heads = page.locator("table:visible").last.locator("thead th").all_inner_texts()
        printed = page.pdf(**A4)
        words, right = read_printed(printed)
        missing = {head for head in heads if " ".join(head.split()) not in words}
        assert missing <= {"Pourquoi"}, f"{name}: a way to another page alone stays away from paper"
        assert right < A4_SHORT, name
