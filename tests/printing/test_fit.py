"""Every text of a document is seen whole: inside its cell, its card and the paper, in every look; else no document."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.book.evening_builders import create_evening, record_events
from tests.fixtures.amounts import IS_LONG, choose_amount
from tests.web.organiser_builders import create_draft_evening, sign_in_organiser
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.money.jeton_worth import WorthTerms, set_jeton_worth
from tournaments.actions.money.prizes import Payment, add_prize, set_account, set_payments
from tournaments.exchange.simulation import simulate_tournament
from tournaments.forms.games import score_sheet as scoresheet
from tournaments.forms.games.brusquembille import paper as brusquembille_paper
from tournaments.models import Table, Tournament
from tournaments.presentation.text import numbers
from tournaments.printing import page_words, scoresheets
from tournaments.printing.documents import DOCUMENTS_BY_NAME, list_printable
from tournaments.printing.page_words import TextsLost
from tournaments.printing.papers import LOOKS, PrintOptions, TooNarrow
from tournaments.printing.pdf import render_pdf

pytestmark = pytest.mark.django_db

LONG_NAMES = ("Maximilienne-Élisabeth de La Rochefoucauld-Doudeauville, née Prud’homme d’Aubigné",) * 6
SIX_FIGURES = "888\u202f888"


def name_players(tournament: Tournament, names: tuple[str, ...]) -> None:
    """Give the entries these names, with a number where they are alike."""
    for n, entry in enumerate(tournament.entries.order_by("pk")):
        entry.shown_name = f"{n} {names[n]}"[:80]
        entry.save()


def render(tournament: Tournament, name: str, look: str) -> bytes:
    return DOCUMENTS_BY_NAME[name].build_paper(tournament, PrintOptions(None, (look,) if look else ())).render_pdf()


def list_looks(size: int) -> tuple[str, ...]:
    """Return the looks in which sheets of this size are printed: every other one, so that two sizes meet each."""
    every = ("", *LOOKS)
    return every if IS_LONG else every[size % 2 :: 2]


@pytest.mark.parametrize("size", [5, 4, 3, 2][: choose_amount(2, 4)])
def test_each_cell_of_a_score_sheet_holds_its_text_in_every_look(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = create_evening(size)
    coup = {str(n): 0 for n in range(1, size + 1)} | {"1": 120}
    aces_and_tens = {"brusquembilles": {"1": {"aces_won": 4, "tens_won": 4}}} if size > 2 else {}
    record_events(Table.objects.get(), {"type": "coup", "points": coup, **aces_and_tens})
    name_players(evening, LONG_NAMES)
    monkeypatch.setattr(brusquembille_paper, "format_holding", lambda jetons: SIX_FIGURES)
    monkeypatch.setattr(scoresheet, "format_holding", lambda jetons: SIX_FIGURES)
    for look in list_looks(size):
        for name in ("sheets", "sheets-filled"):
            if (size, name, look) == (5, "sheets", "a5"):
                with pytest.raises(TooNarrow, match=r"Table 1.* 30 colonnes"):
                    render(evening, name, look)
            else:
                assert render(evening, name, look).startswith(b"%PDF")


def test_a_table_of_five_is_an_a4_among_the_a5_of_the_others() -> None:
    evening = create_evening(3, 5, coups=6)
    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(evening, PrintOptions(look=("a5",)))
    widths = [round(float(page.mediabox.width)) for page in PdfReader(BytesIO(paper.render_pdf())).pages]
    assert widths.count(842) == 1
    assert set(widths) == {595, 842}


def test_filled_sheets_of_few_coups_share_a_page_as_blank_ones_do() -> None:
    evening = create_evening(2, 2, 2, 2)
    tables = list(Table.objects.order_by("n"))
    for table in tables:
        record_events(table, {"type": "coup", "points": {"1": 120, "2": 0}})
    for look in ("", *LOOKS)[:: choose_amount(3, 1)]:
        assert render(evening, "sheets-filled", look).startswith(b"%PDF")
    paper = DOCUMENTS_BY_NAME["sheets-filled"].build_paper(evening)
    assert [leaf.sheets_a_page for leaf in paper.context["leaves"]] == [4]
    assert [piece.numbered for piece in paper.build_work().pieces] == [False], "each bears its own number"
    record_events(tables[0], *[{"type": "void", "reason": "misdeal"}] * 24)
    shares = [leaf.sheets_a_page for leaf in scoresheets.build_sheets(evening, filled=True)["leaves"]]
    assert shares == [1, 4], "what is told of a long partie takes a page"


@pytest.mark.parametrize(("game", "size", "look"), [("briscola", 3, "a5"), ("brusquembille", 5, "large")])
def test_all_coups_of_a_sheet_stand_on_its_first_page(game: str, size: int, look: str) -> None:
    evening = create_evening(size, game=game)
    name_players(evening, LONG_NAMES)
    pages = PdfReader(BytesIO(render(evening, "sheets", look))).pages
    assert ["Coup" in page.extract_text() for page in pages] == [True, False], "the count alone is overleaf"


def test_each_card_and_blank_sheet_holds_its_texts_in_large_print() -> None:
    evening = create_evening(5, game="chiamata")
    name_players(evening, LONG_NAMES)
    for name in ("sheets", "qr-cards", "result-slips", "place-cards", "badges", "tickets", "labels"):
        assert render(evening, name, "large").startswith(b"%PDF")


def test_a_card_is_set_smaller_until_it_holds_its_texts_and_else_no_document_is_made() -> None:
    card = '<html lang="fr"><title>.</title><div class="cutsheet" data-fit><section class="cut">{}</section></div>'
    assert render_pdf(card.format("mot " * 250))
    with pytest.raises(TextsLost, match=r"« mot"):
        render_pdf(card.format("mot " * 2000))


@pytest.mark.parametrize(
    "body",
    [
        "<p style='margin-left: 200mm; white-space: nowrap'>hors du papier",
        "<table class=grid style='width: 3mm'><td>888",
        "<div style='width: 20mm; white-space: nowrap'>hors de sa boîte",
        "<p>888<p style='margin-top: -6mm'>236",
        "<p>888<p style='position: absolute; top: 0'>236",
        "<div style='columns: 2'><table style='width: 120mm'><td style='width: 110mm'>8<td>hors de la colonne",
    ],
)
def test_a_text_that_leaves_its_place_is_found(body: str) -> None:
    with pytest.raises(TextsLost, match="assez de place"):
        render_pdf(f'<html lang="fr"><title>.</title>{body}')


@pytest.mark.pango
def test_a_document_that_would_lose_a_word_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    client, club = sign_in_organiser()
    evening = create_draft_evening(club)
    name_players(evening, ("mot " * 20,) * 6)
    monkeypatch.setattr(page_words, "SMALLEST", 0)
    monkeypatch.setattr(page_words, "BELOW", -9)
    answer = client.get(reverse("print", args=[evening.pk, "labels"]), follow=True)
    assert answer.status_code == 200
    assert "n’a pas assez de place" in answer.content.decode()


HELD_ELSEWHERE = {"sheets", "sheets-filled", "spare-sheets", "seating", "rules", "diagrams"}
"""Documents with tables that have a test of their own, are made of two others, or whose tables have no name."""


def create_priced_evening() -> Tournament:
    """Create an evening of groups and finals that is over, with all that documents of money show."""
    tournament = simulate_tournament("brusquembille", 4, 1, 3, "groups")
    name_players(tournament, LONG_NAMES)
    create_season(tournament.club, LONG_NAMES[0][:80]).tournaments.add(tournament)
    set_account(tournament, fee_cents=99_999_900)
    payment = Payment(tournament.entries.order_by("pk")[0].pk, "", 99_999_900, 88_888_800)
    set_payments(tournament, [payment])
    prize = LONG_NAMES[0][:80]
    add_prize(tournament, kind="rank", place=1, group="", label=prize, cents=77_777_700, shared=True)
    set_jeton_worth(tournament, WorthTerms(99_999, 2, "EUR", 1))
    return tournament


def test_each_document_with_tables_holds_long_names_and_large_amounts(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, first_round = create_priced_evening(), PrintOptions(n=1)
    monkeypatch.setattr(numbers, "group_thousands", lambda number: SIX_FIGURES)
    papers = [
        document.build_paper(tournament, first_round)
        for document in list_printable(tournament)
        if document.name in DOCUMENTS_BY_NAME and document.name not in HELD_ELSEWHERE
    ]
    held = {paper.name: paper for paper in papers if "<table" in paper.render_html()}
    assert {"standings", "seating-names", "results", "cross-table", "accounts", "settlement", "caves"} <= held.keys()
    for paper in list(held.values())[:: choose_amount(4, 1)]:
        assert paper.render_pdf().startswith(b"%PDF"), paper.name
