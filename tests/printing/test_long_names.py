"""Papers with long, Arabic, Hebrew, Vietnamese, Greek and Cyrillic names: no text leaves its box or lies over another.

Each kind of document is printed for one tournament in one look, in the long form for two in two, so that every game
meets every look; `benchmarks/every_paper.py` prints them all.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.utils.html import escape
from django.utils.translation import gettext, override
from pypdf import PdfReader
from weasyprint import HTML

from tests.book.evening_builders import create_evening
from tests.fixtures.amounts import choose_amount, pair_in_turn
from tournaments.actions.evenings.seasons import create_season
from tournaments.exchange.simulation import simulate_tournament
from tournaments.forms.games import score_sheet
from tournaments.forms.games.lesson_walk import open_lesson
from tournaments.models import Tournament
from tournaments.printing import pdf, scoresheets
from tournaments.printing.documents import DOCUMENTS, DOCUMENTS_BY_NAME, list_printable
from tournaments.printing.leaflet import LOOK, build_leaflet
from tournaments.printing.page_words import LostText, find_lost_texts, set_from_right, shrink_around
from tournaments.printing.papers import LOOKS, PrintOptions
from tournaments.reading.final_order import read_final_order
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db

NAMES = (Path(__file__).parent / "names.txt").read_text(encoding="utf-8").splitlines()
TOURNAMENTS = (
    ("brusquembille", 7, "drawn"),
    ("briscan", 6, "knockout"),
    ("briscola", 5, "roundrobin"),
    ("chiamata", 5, "free"),
    ("brusquembille", 12, "swiss"),
    ("marque", 6, "drawn"),
)
"""The game, the number of players and the draw of each."""
LONG = frozenset({"rules", "leaflet", "diagrams"})
"""Documents without a name in them, which take a second or more."""
TURNS = choose_amount(1, 2)  # tournaments that each kind is printed for
SHARES = {
    ("briscola", 3): scoresheets.COLUMNS,
    ("briscola", 6): scoresheets.COLUMNS,
    ("marque", 4): scoresheets.COLUMNS,
    ("chiamata", 5): scoresheets.HALVES,
}
"""How sheets share a paper, by game and players."""
PAPERS_WITH_RANKS = ("diplomas", "bracket", "standings", "cross-table", "records")
ALL_LOOKS = ("", *LOOKS)
LEDGERS = list(product(("briscan", "brisque"), ("fr", "en", "it")))[:: choose_amount(6, 1)]  # six seconds each


def simulate(game: str, players: int, draw: str, rounds: int = 1) -> Tournament:
    """Simulate a tournament of people with these names."""
    tournament = simulate_tournament(game, players, rounds, 7, draw)
    create_season(tournament.club, f"{game} {draw}").tournaments.add(tournament)
    for entry, name in zip(tournament.entries.order_by("pk"), NAMES, strict=False):
        entry.shown_name = name
        entry.save()
    return tournament


@pytest.mark.parametrize("at", range(len(TOURNAMENTS)))
def test_every_kind_of_document_holds_the_names_in_every_look(at: int) -> None:
    tournament = simulate(*TOURNAMENTS[at])
    printable = {document.name for document in list_printable(tournament)} - LONG
    for n, document in enumerate(DOCUMENTS):
        turn = (n + at) % len(TOURNAMENTS)
        if document.name in printable and turn < TURNS:
            look = ALL_LOOKS[(n // len(TOURNAMENTS) + at + turn) % len(ALL_LOOKS)]
            paper = document.build_paper(tournament, PrintOptions(None, (look,) if look else ()))
            assert paper.render_pdf().startswith(b"%PDF"), (document.name, look)


def find_first_losses(monkeypatch: pytest.MonkeyPatch, tournament: Tournament, name: str, look: str) -> list[str]:
    """Return the texts that a document would lose as it is first laid out, before anything is broken or set smaller."""
    found: list[list[str]] = []

    def watch(page: object) -> Iterator[object]:
        lost = list(find_lost_texts(page))
        found.append([each.text for each in lost])
        return iter(lost)

    monkeypatch.setattr(pdf, "find_lost_texts", watch)
    DOCUMENTS_BY_NAME[name].build_paper(tournament, PrintOptions(None, (look,) if look else ())).render_pdf()
    return found[0]


@pytest.mark.parametrize(("name", "rounds"), [("results", 1), ("caves", 1), ("cross-table", 3), ("seating-names", 1)])
def test_lists_hold_long_names_at_their_full_size(monkeypatch: pytest.MonkeyPatch, name: str, rounds: int):
    tournament = simulate("brusquembille", 12, "swiss", rounds)
    for look in ("", "a5")[-choose_amount(1, 2) :]:
        assert find_first_losses(monkeypatch, tournament, name, look) == []


def test_a_name_of_35_letters_leaves_its_table_on_half_a_page() -> None:
    leaves = DOCUMENTS_BY_NAME["sheets"].build_paper(simulate("briscola", 7, "swiss")).context["leaves"]
    assert all(leaf.is_shared for leaf in leaves)
    rows = {score.players[0].name: len(leaf.list_seat_rows(score)) for leaf in leaves for score in leaf.sheets}
    assert rows[NAMES[4]] == 2, "its seats stand one under the other"
    assert rows[NAMES[0]] == 1


@pytest.mark.parametrize(
    ("players", "wide", "rows"), [("ABCDE", True, [5]), ("ABCDE", False, [3, 2]), ("ABCD", False, [4])]
)
def test_five_seats_or_more_of_an_upright_page_stand_in_two_rows(players: str, wide: bool, rows: list[int]) -> None:
    score = SimpleNamespace(players=players, wide=wide)
    assert [len(row) for row in scoresheets.Leaf((score,)).list_seat_rows(score)] == rows


def test_a_sheet_that_waits_for_the_next_rounds_takes_it_to_the_front(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoresheets, "list_shares", lambda paper: {paper[2], scoresheets.WHOLE})
    rounds = [[(n, 1, scoresheets.HALVES), (n, 2, scoresheets.WHOLE)] for n in (1, 2)]
    leaves = scoresheets.arrange_leaves(rounds)
    assert [[paper[:2] for paper in leaf.sheets] for leaf in leaves] == [[(1, 1), (2, 1)], [(1, 2)], [(2, 2)]]


@pytest.mark.parametrize(("name", "look"), [("results", ""), ("results", "a5"), ("standings", "large")])
def test_a_long_word_is_set_smaller_and_whole(name: str, look: str) -> None:
    tournament = simulate("brusquembille", 12, "drawn")
    paper = DOCUMENTS_BY_NAME[name].build_paper(tournament, PrintOptions(None, (look,) if look else ()))
    told = "".join(page.extract_text() for page in PdfReader(BytesIO(paper.render_pdf())).pages)
    assert "Wolfeschlegelsteinhausenbergerdorff" in told.replace("ﬀ", "ff")


@pytest.mark.parametrize(("game", "players"), [("briscola", 3), ("chiamata", 5)])
def test_rows_of_a_whole_page_grow_while_all_stays_on_it(game: str, players: int) -> None:
    tournament = simulate(game, players, "free")
    heights = []
    for names in (["A"] * players, NAMES[:players], [" ".join(NAMES[:2])] * players):
        for entry, shown in zip(tournament.entries.order_by("pk"), names, strict=True):
            entry.shown_name = f"{shown} {entry.pk}"[:80]
            entry.save()
        paper = DOCUMENTS_BY_NAME["sheets"].build_paper(tournament)
        heights.append(paper.context["leaves"][0].row_heights)
        assert len(PdfReader(BytesIO(paper.render_pdf())).pages) == 1, names
    assert heights == sorted(heights, reverse=True)
    assert heights[0].row > scoresheets.RowHeights().row


@pytest.mark.parametrize(("game", "language"), pair_in_turn(["briscola", "marque"], ["it", "en", "fr"]))
def test_two_sheets_of_four_players_and_few_columns_share_a_paper(game: str, language: str) -> None:
    with override(language):
        paper = DOCUMENTS_BY_NAME["sheets"].build_paper(create_evening(4, 4, game=game))
        (leaf,) = paper.context["leaves"]
        assert (leaf.share, len(leaf.sheets)) == (scoresheets.COLUMNS, 2)
        assert len(PdfReader(BytesIO(paper.render_pdf())).pages) == 1


@pytest.mark.parametrize(("seats", "language"), pair_in_turn(SHARES, ["fr", "en", "it"]))
def test_two_sheets_with_names_of_two_lines_share_a_paper(seats: tuple[str, int], language: str) -> None:
    (game, players), share = seats, SHARES[seats]
    with override(language):
        tournament = create_evening(players, game=game)
        for entry in tournament.entries.all():
            entry.shown_name = f"Jean-Pierre Chevalier-Morin {entry.pk}"
            entry.save()
        paper = DOCUMENTS_BY_NAME["sheets"].build_paper(tournament)
        assert [leaf.share for leaf in paper.context["leaves"]] == [share]
        (page,) = PdfReader(BytesIO(paper.render_pdf())).pages
        assert gettext("Pénalités, incidents") in page.extract_text(), "a head that stands whole, with room to write"


@pytest.mark.parametrize("look", ["", "large"])
def test_names_of_four_lines_have_room_above_what_is_read(look: str) -> None:
    paper = DOCUMENTS_BY_NAME["readable-sheets"].build_paper(
        simulate("brusquembille", 5, "free"), PrintOptions(look=(look,) if look else ())
    )
    assert paper.render_pdf().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "players"), pair_in_turn([("fr", ""), ("en", "large"), ("it", ""), ("it", "a5")], [4, 5])
)
def test_two_sheets_of_many_columns_share_a_paper_with_a_line_a_player(words: tuple[str, str], players: int) -> None:
    language, look = words
    with override(language):
        tournament = create_evening(players)
        for entry, name in zip(tournament.entries.all(), NAMES, strict=False):
            entry.shown_name = name
            entry.save()
        paper = DOCUMENTS_BY_NAME["sheets"].build_paper(tournament, PrintOptions(look=(look,) if look else ()))
        (leaf,) = paper.context["leaves"]
        half = leaf.sheets[0].half_ledger
        assert leaf.share == scoresheets.COLUMNS
        assert (len(half.columns), half.has_gap, half.fits_a_half) == (6, players == 5, True)
        assert len(PdfReader(BytesIO(paper.render_pdf())).pages) == 1


@pytest.mark.parametrize(("players", "coups"), [(4, 8), (5, 6)])
def test_a_longer_partie_of_many_columns_takes_a_page(players: int, coups: int) -> None:
    tournament = create_evening(players, coups=coups)
    (leaf,) = DOCUMENTS_BY_NAME["sheets"].build_paper(tournament).context["leaves"]
    assert (leaf.share, leaf.sheets[0].half_ledger) == (scoresheets.WHOLE, None)


@pytest.mark.parametrize("name", ["labels", "badges", "place-cards", "tickets"])
def test_a_card_breaks_no_word_of_a_name(name: str) -> None:
    pages = PdfReader(BytesIO(DOCUMENTS_BY_NAME[name].build_paper(simulate("briscola", 6, "swiss")).render_pdf())).pages
    words = " ".join(page.extract_text() for page in pages).replace("ﬀ", "ff").split()
    for shown in (NAMES[0], NAMES[1], NAMES[4]):
        assert [word for word in re.split(r"[\s-]", shown) if word not in re.split(r"[\s-]", " ".join(words))] == []


def test_the_halves_of_a_leaflet_are_set_in_letters_of_one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: set[str] = set()

    def note(lost: list[LostText]) -> bool:
        fitted.update(each.fitting.tag for each in lost if each.fitting is not None)
        return shrink_around(lost)

    monkeypatch.setattr(pdf, "shrink_around", note)
    assert pdf.render_pdf(build_leaflet(open_lesson("brusquembille")), (LOOK,))
    assert fitted
    assert "table" not in fitted


def test_two_diagrams_stand_side_by_side_with_letters_for_long_names() -> None:
    html = DOCUMENTS_BY_NAME["diagrams"].build_paper(simulate("briscan", 6, "swiss")).render_html()
    tables = re.findall(r'class="diagram narrow">.*?</section>', html, re.DOTALL)
    assert tables
    assert all(re.findall(r'<bdi class="name">(\w+)</bdi>', each) == ["A", "B"] for each in tables)
    assert escape(NAMES[4]) in html


def test_a_name_that_is_cut_beside_its_line_stands_whole_below_the_chart() -> None:
    paper = DOCUMENTS_BY_NAME["rank-charts"].build_paper(simulate("briscola", 6, "swiss", 2))
    assert [name for _rank, name in paper.context["cut"]] == [NAMES[4]], "a usual long name stands whole"
    assert f"<bdi>{escape(NAMES[4])}</bdi>" in paper.render_html()


def test_the_rules_at_the_door_leave_out_what_is_left_open() -> None:
    paper = DOCUMENTS_BY_NAME["door-rules"].build_paper(simulate("marque", 2, "free"))
    left_open = [choice for choice in paper.context["choices"] if choice.says_nothing]
    assert left_open
    assert not any(choice.label in paper.render_html() for choice in left_open)


def test_the_log_says_each_day_once() -> None:
    html = DOCUMENTS_BY_NAME["log"].build_paper(simulate("briscola", 3, "free")).render_html()
    assert html.count('class="day"') == 1
    assert html.count('<td class="at">') == 2


def test_a_bracket_is_words_and_not_a_drawing_of_them() -> None:
    tournament = simulate("briscan", 7, "knockout")
    html = DOCUMENTS_BY_NAME["bracket"].build_paper(tournament).render_html()
    drawn = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert drawn
    assert not any("<text" in each for each in drawn)
    assert all(f"<bdi>{escape(name)}</bdi>" in html for name in NAMES[:7])
    assert html.count('class="champion"') == 1
    assert html.count('<td class="seed">1</td>') >= 1


def test_who_ended_where_stands_on_the_page_of_a_bracket_of_eight() -> None:
    paper = DOCUMENTS_BY_NAME["bracket"].build_paper(simulate_tournament("brusquembille", 8, 1, 7, "knockout"))
    assert len(PdfReader(BytesIO(paper.render_pdf())).pages) == 1


def test_points_stand_below_the_opponent_s_number_and_an_arabic_name_begins_at_its_right() -> None:
    html = DOCUMENTS_BY_NAME["cross-table"].build_paper(simulate("briscan", 8, "swiss")).render_html()
    assert html.count('<br><span class="meeting">') == html.count('class="meeting"') > 0
    page = HTML(string=f"<p>{''.join(f'<bdi class=name>{name}</bdi>' for name in NAMES)}").etree_element
    set_from_right(page)
    assert [bdi.text for bdi in page.iter("bdi") if bdi.get("style")] == NAMES[6:8]


def test_letters_alone_stand_above_the_columns_of_a_filled_sheet() -> None:
    paper = DOCUMENTS_BY_NAME["sheets-filled"].build_paper(simulate("brusquembille", 8, "drawn"))
    titles = [group.title for leaf in paper.context["leaves"] for group in leaf.sheets[0].groups][1:-1]
    assert titles[: len("ABCD")] == [*"ABCD"], "no name is cut above its columns"


def test_a_round_robin_has_a_column_for_each_player_and_its_own_cell_is_grey() -> None:
    paper = DOCUMENTS_BY_NAME["cross-table"].build_paper(simulate("briscola", 5, "roundrobin"))
    html = paper.render_html()
    assert html.count('<th scope="col" class="met-at">') == 5
    assert html.count('class="met-at itself"') == 5
    (table,) = paper.context["tables"]
    points = [int(table.columns["matches"].column.show(line.row)) for line in paper.context["rows"]]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 2 * 10, "two of each meeting rank the players"
    assert paper.context["order"] in html
    swiss = DOCUMENTS_BY_NAME["cross-table"].build_paper(simulate("briscola", 6, "swiss")).render_html()
    assert "met-at" not in swiss
    assert swiss.count('class="meeting"') == 6


@pytest.mark.parametrize(("game", "language"), LEDGERS)
def test_two_sheets_of_briscan_with_room_for_seven_coups_share_a_paper(game: str, language: str) -> None:
    with override(language):
        paper = DOCUMENTS_BY_NAME["sheets"].build_paper(simulate(game, 6, "swiss"))
        assert [len(leaf.sheets) for leaf in paper.context["leaves"]] == [2, 1]
        half = paper.context["leaves"][0].sheets[0].half_ledger
        assert half
        assert [coup.n for coup in half.coups] == list(range(1, 8))
        pages = PdfReader(BytesIO(paper.render_pdf())).pages
        assert len(pages) == 2
        assert all(page.mediabox.width > page.mediabox.height for page in pages)


@pytest.mark.parametrize("look", ["a5", "large"])
def test_a_small_or_a_large_sheet_of_briscan_takes_one_upright_page(look: str) -> None:
    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(simulate("briscan", 4, "free"), PrintOptions(None, (look,)))
    pages = PdfReader(BytesIO(paper.render_pdf())).pages
    assert len(pages) == 2
    assert all(page.mediabox.width < page.mediabox.height for page in pages)


def test_a_name_that_half_a_paper_cannot_hold_takes_a_whole_one() -> None:
    tournament = simulate("briscan", 2, "free")
    tournament.entries.filter(shown_name=NAMES[0]).update(shown_name="Wolfeschlegelsteinhausenbergerdorffskaja")
    (leaf,) = DOCUMENTS_BY_NAME["sheets"].build_paper(tournament).context["leaves"]
    assert (leaf.share, len(leaf.sheets)) == (scoresheets.WHOLE, 1)


@pytest.mark.long
@pytest.mark.parametrize("looks", [("large", "duplex"), ("a5",)])
def test_each_page_of_one_table_s_sheet_says_which_it_is_of_how_many(
    monkeypatch: pytest.MonkeyPatch, looks: tuple[str, ...]
) -> None:
    monkeypatch.setattr(score_sheet, "COUPS_ON_A_HALF", 0)  # as where a partie is too long for half a paper
    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(simulate("briscan", 5, "swiss"), PrintOptions(None, looks))
    texts = [page.extract_text() for page in PdfReader(BytesIO(paper.render_pdf())).pages]
    found = [re.findall(r"(Table \d)(?: ·)? (\d / \d)", text) for text in texts if text.strip()]
    assert found == [[(f"Table {n}", f"{page} / 3")] for n in (1, 2) for page in (1, 2, 3)]


def test_the_winner_of_a_cup_is_first_on_every_paper() -> None:
    tournament = simulate_tournament("briscola", 6, 1, 2, "groups")
    (champion,) = read_final_order(tournament, get_standings(tournament)).rows[:1]
    assert champion.tally.entry != get_standings(tournament)[0].tally.entry, "another has won more"
    tournament.entries.filter(pk=champion.tally.entry).update(shown_name="Zoé")
    first = {name: DOCUMENTS_BY_NAME[name].build_paper(tournament).context for name in PAPERS_WITH_RANKS}
    assert first["diplomas"]["diplomas"][0].row.tally.player == "Zoé"
    drawings = [drawing for phase in first["bracket"]["phases"] for drawing in phase.shown.drawings]
    assert [drawing.champion for drawing in drawings if drawing.champion] == ["Zoé"]
    assert [(row.tally.player, row.rank) for row in first["standings"]["rows"][:1]] == [("Zoé", 1)]
    assert [(line.row.tally.player, line.row.rank) for line in first["cross-table"]["rows"][:1]] == [("Zoé", 1)]
    assert [way.rank for way in first["records"]["ways"] if way.name == "Zoé"] == [1]
