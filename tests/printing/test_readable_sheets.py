"""Sheets to photograph are printed where their layout says; what is read there lies in the cells of a typed row."""

import re
from io import BytesIO

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from tests.book.evening_builders import create_evening, get_table
from tournaments.book.loading import load_sheet
from tournaments.forms.games.score_sheet import PaperPlayer, ScoreSheet
from tournaments.forms.paper_sheet import PaperForm
from tournaments.models import Tournament
from tournaments.printing.documents import DOCUMENTS_BY_NAME
from tournaments.printing.papers import PrintOptions
from tournaments.printing.print_stage import PrintStage
from tournaments.printing.readable_sheets import ReadablePage, build_readable_sheets

pytestmark = pytest.mark.django_db
READABLE = DOCUMENTS_BY_NAME["readable-sheets"]
CIRCLE = re.compile(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="2"')
GAMES = [("brusquembille", 3), ("brusquembille", 5), ("briscola", 4), ("chiamata", 5)]


def list_pages(tournament: Tournament) -> list[ReadablePage]:
    """Return the pages of the tournament's readable sheets."""
    with override("fr"):
        pages: list[ReadablePage] = build_readable_sheets(tournament)["pages"]
    return pages


@pytest.mark.parametrize("language", ["fr", "en", "it"])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_bubbles_are_printed_where_they_are_read(game: str, players: int, language: str) -> None:
    tournament = create_evening(players, game=game)
    with override(language):
        html = READABLE.build_paper(tournament).render_html()
    in_coups = len(CIRCLE.findall(html)) > html.count('<text x="20"') + players * html.count('class="readsheet"')
    assert all(each.has_bubbles is in_coups for each in list_pages(tournament))
    laid = [bubble for each in list_pages(tournament) for choice in each.page.choices for bubble in choice.bubbles]
    assert [(float(x), float(y)) for x, y in CIRCLE.findall(html)] == [(bubble.x, bubble.y) for bubble in laid]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_cells_of_a_page_are_those_of_a_typed_row(game: str, players: int) -> None:
    tournament = create_evening(players, game=game)
    form = PaperForm(load_sheet(get_table(tournament).pk), [(1, "A")])
    coups = [coup for each in list_pages(tournament) for coup in each.page.coups]
    for coup in coups:
        assert [cell.path for cell in coup.cells] == [cell.path for cell in form.rows[0].cells]


def test_each_page_is_set_on_a_paper_of_its_own() -> None:
    tournament = create_evening(5, 3)
    with override("fr"):
        paper = READABLE.build_paper(tournament)
        assert len(PdfReader(BytesIO(paper.render_pdf())).pages) == len(paper.context["pages"])


def test_five_long_names_stand_above_the_bubbles(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["Marie-Antoinette de La Rochefoucauld-Montmorency", "Maximilienne-Élisabeth de la Motte", *"ABC"]
    players = [PaperPlayer(letter, name, "") for letter, name in zip("ABCDE", names, strict=True)]
    monkeypatch.setattr(ScoreSheet, "players", players)
    tournament = create_evening(5, game="chiamata")
    with override("fr"):
        [page] = PdfReader(BytesIO(READABLE.build_paper(tournament).render_pdf())).pages
    assert "Montmorency" in page.extract_text()


def test_a_game_that_is_a_ledger_has_no_sheet_to_photograph() -> None:
    assert not READABLE.is_printable(PrintStage.of(create_evening(2, game="briscan")))


def test_it_is_never_made_smaller_for_an_a5() -> None:
    assert PrintOptions(look=("a5",)).list_stylesheets(READABLE.name) == ()
