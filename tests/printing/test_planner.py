"""Printing what is needed: what is left to play alone, two-sided, as a booklet, away from the edges; and the charts."""

import math
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils.translation import override
from pypdf import PdfReader, PdfWriter

from tests.book.evening_builders import build_coup, create_evening, get_table, record_events
from tests.fixtures.amounts import choose_amount
from tests.printing.pdf_reading import read_text
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.actions.evenings.seasons import create_season
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.seating import seat_round
from tournaments.exchange.simulation import FREE, create_simulated_tournament, seat_all_rounds, simulate_tournament
from tournaments.forms.games import score_sheet
from tournaments.models import Tournament
from tournaments.printing.catalogue import plan_document
from tournaments.printing.documents import DOCUMENTS_BY_NAME, PACK
from tournaments.printing.finishing import INSET_SCALE, even_out_sizes, inset_pages, order_booklet
from tournaments.printing.ink_charts import build_rank_charts, build_season_posters, build_table_charts
from tournaments.printing.joining import join_pieces
from tournaments.printing.papers import NothingToPrint, PrintOptions, PrintOrder
from tournaments.printing.remainder import Remainder
from tournaments.reading.taking_part import place_waiting_last
from tournaments.reading.tallies import get_standings

pytestmark = pytest.mark.django_db
END = {"type": "end"}
PLANNED = [((), 1), (("a5",), 2), (("duplex",), 1), (("large",), 3), (("booklet",), 1), (("two",), 2)]
"""The sheets of paper for three sheets of two players, by look."""


@pytest.fixture
def halfway() -> Tournament:
    """An evening of three tables: the first one is over, the second has a coup, the third has not begun."""
    tournament = create_evening(3, 3, 2, tours=2)
    record_events(get_table(tournament), build_coup(), END)
    record_events(get_table(tournament, 2), build_coup())
    return tournament


def test_what_is_left_has_the_sheets_of_the_tables_that_go_on(halfway):
    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(halfway, PrintOptions(left=True))
    scores = [score for leaf in paper.context["leaves"] for score in leaf.sheets]
    assert sorted((score.sheet.table.n, score.filled) for score in scores) == [(2, True), (3, False)]
    plan = plan_document(halfway, DOCUMENTS_BY_NAME["sheets"], PrintOptions(left=True))
    printed = PdfReader(BytesIO(paper.render_pdf()))
    assert (plan.tables, plan.papers, plan.is_exact) == (2, len(printed.pages), True)
    assert "Table 1" not in read_text(printed)


@pytest.mark.parametrize(("looks", "papers"), PLANNED[:: choose_amount(2, 1)])
def test_sheets_are_planned_in_sheets_of_paper_as_they_are_printed(looks, papers, tmp_path: Path):
    tournament, sheets = create_evening(2, 2, 2), DOCUMENTS_BY_NAME["sheets"]
    plan = plan_document(tournament, sheets, PrintOptions(look=looks))
    PrintOrder(sheets, tournament, tmp_path / "sheets.pdf", PrintOptions(look=looks)).write()
    assert plan.tables == 3
    assert plan.papers == papers == len(PdfReader(tmp_path / "sheets.pdf").pages)
    assert plan.on_a5 == ("a5" in looks)


def test_sheets_lie_in_piles_where_they_are_cut_and_in_order_of_tables_where_not() -> None:
    tournament, orders = create_evening(2, 2, 2, game="briscan"), []
    for look in ("contrast", "a5", "large", "two"):
        leaves = DOCUMENTS_BY_NAME["sheets"].read_context(tournament, PrintOptions(look=(look,)))["leaves"]
        orders.append([score.sheet.table.n for leaf in leaves for score in leaf.sheets])
    assert orders == [[1, 3, 2], *[[1, 2, 3]] * 3]


def test_posters_in_two_languages_have_letters_of_one_size() -> None:
    box = '<html lang="fr"><title>.</title><div style="height:40mm;overflow:hidden"><div class="doorposter" data-fit>'
    pages = even_out_sizes([f"{box}{'mot ' * words}</div></div>" for words in (10, 100)], ())
    assert len({re.search(r'data-fit="[1-5]"', page)[0] for page in pages}) == 1


def test_each_article_of_the_rules_stands_beside_itself_in_the_other_language(tmp_path: Path) -> None:
    file, found = tmp_path / "rules.pdf", dict[str, list[tuple[int, int]]]()
    with override("it"):
        PrintOrder(DOCUMENTS_BY_NAME["rules"], create_evening(3), file, PrintOptions(look=("two",))).write()
    for n, page in enumerate(PdfReader(file).pages):

        def note(text: str, matrix: list[float], own: list[float], *_: object, n: int = n) -> None:
            if re.fullmatch(r"BRU-\d+", text.strip()):
                found.setdefault(text.strip(), []).append((n, round(matrix[5] + matrix[3] * own[5])))

        page.extract_text(visitor_text=note)
    assert len(found) > 10
    assert all(len(set(places)) < len(places) for places in found.values()), "two of them lie at one height"


@pytest.mark.parametrize(
    ("looks", "papers"), [(("duplex",), 1), ((), 2), (("a5",), 3), (("booklet",), 1)][:: choose_amount(2, 1)]
)
def test_other_documents_are_planned_about_as_long_as_they_are(looks, papers):
    tournament = simulate_tournament("brusquembille", 100, 1, 7, "drawn")
    plan = plan_document(tournament, DOCUMENTS_BY_NAME["seating-tables"], PrintOptions(look=looks))
    assert (plan.papers, plan.is_exact) == (papers, False)


def test_the_pack_is_planned_with_its_contents():
    tournament = create_evening(3)
    plan = plan_document(tournament, PACK, PrintOptions())
    assert plan.papers > len(PACK.list_wanted(tournament, PrintOptions()))


def test_the_pack_of_the_last_round_holds_only_what_is_left(halfway):
    def name_papers(options: PrintOptions) -> list[str]:
        return [paper.name for paper in PACK.build_papers(halfway, options)]

    assert {"check-in", "ready-draws", "caves"} <= set(name_papers(PrintOptions()))
    assert name_papers(PrintOptions(left=True)) == [
        *("paper-guide", "running-totals", "seating-tables", "seating-names", "sheets", "spare-sheets")
    ]
    record_events(get_table(halfway, 2), END)
    record_events(get_table(halfway, 3), {"type": "coup", "points": {"1": 70, "2": 50}}, END)
    assert Remainder.of_open(halfway) is None, "nothing is left, so that nothing is hidden either"


@pytest.mark.parametrize("document", [PACK, DOCUMENTS_BY_NAME["sheets"], DOCUMENTS_BY_NAME["check-in"]])
def test_nothing_is_printed_of_what_is_left_where_nothing_is(document, tmp_path: Path):
    tournament = create_evening(3)
    record_events(get_table(tournament), build_coup(), END)
    with pytest.raises(NothingToPrint):
        PrintOrder(document, tournament, tmp_path / "left.pdf", PrintOptions(left=True)).write()
    assert list(tmp_path.iterdir()) == []


def test_the_list_to_add_up_on_goes_on_from_the_totals_so_far():
    tournament = create_evening(3)
    entries = list(tournament.entries.order_by("pk"))
    record_events(get_table(tournament), build_coup(), END)
    seat_round(tournament, 2, [entries])
    (one,) = DOCUMENTS_BY_NAME["running-totals"].build_paper(tournament, PrintOptions(left=True)).context["lists"]
    assert one.rounds == [2]
    assert one.before == 1
    assert {row.name: row.before for row in one.rows[:3]} == dict(
        zip([entry.shown_name for entry in entries], ["+42", "−15", "−27"], strict=True)
    )
    (whole,) = DOCUMENTS_BY_NAME["running-totals"].build_paper(tournament).context["lists"]
    assert whole.rounds == [1, 2]
    assert whole.rows[0].cells == [("+42", "+42"), ("", "")], "a round that is over stands there, one to play does not"


@pytest.mark.parametrize("left", [True, False])
def test_the_list_to_add_up_on_has_the_gains_of_tables_that_are_over_in_a_round_that_is_not(halfway, left: bool):
    paper = DOCUMENTS_BY_NAME["running-totals"].build_paper(halfway, PrintOptions(left=left))
    known = {row.name: row.cells for row in paper.context["lists"][0].rows if row.cells[0][0]}
    gains = zip(get_table(halfway).seats.order_by("position"), ["+42", "−15", "−27"], strict=True)
    assert known == {seat.entry.shown_name: [(gain, gain)] for seat, gain in gains}


@pytest.mark.parametrize("left", [True, False])
def test_the_list_to_add_up_on_has_the_gains_of_a_round_after_one_that_goes_on(halfway, left: bool):
    waiting = [seat.entry for seat in get_table(halfway, 2).seats.order_by("position")]
    ready = get_table(halfway).seats.get(position=1).entry
    seat_round(halfway, 2, [[ready, *waiting[:2]]])
    record_events(halfway.rounds.get(n=2).tables.get(), build_coup(), END)
    (one,) = DOCUMENTS_BY_NAME["running-totals"].build_paper(halfway, PrintOptions(left=left)).context["lists"]
    cells = {row.name: row.cells for row in one.rows}
    assert cells[ready.shown_name] == [("+42", "+42"), ("+42", "+84")]
    assert cells[waiting[0].shown_name] == [("", ""), ("−15", "")], "his total waits for the round before"


def test_coups_won_have_no_sign_in_the_list_to_add_up_on_and_in_the_itineraries() -> None:
    tournament = create_evening(2, game="briscola", match="best_of", match_n=3)
    entries = list(tournament.entries.order_by("pk"))
    coup = {"type": "coup", "points": {"1": 70, "2": 50}}
    record_events(get_table(tournament), coup, coup)
    seat_round(tournament, 2, [entries])
    (one,) = DOCUMENTS_BY_NAME["running-totals"].build_paper(tournament, PrintOptions(left=True)).context["lists"]
    assert one.rows[0].before == "2"
    records = DOCUMENTS_BY_NAME["records"].build_paper(tournament).render_html()
    assert "rang 1, 2 coups gagnés<" in records
    assert "Coups gagnés" in records
    assert "+2" not in records


def test_the_guide_of_what_is_left_names_only_pages_of_its_pack(halfway):
    guide, left = DOCUMENTS_BY_NAME["paper-guide"], PrintOptions(left=True)
    assert "tirages prêts" in guide.build_paper(halfway).render_html()
    assert "tirages prêts" not in guide.build_paper(halfway, left).render_html()


def test_sheets_that_are_begun_are_called_sheets_to_finish(halfway):
    sheets = DOCUMENTS_BY_NAME["sheets"]
    assert "à finir" in sheets.build_paper(halfway, PrintOptions(left=True)).title
    assert "vierges" in sheets.build_paper(halfway).title


def test_two_sided_no_table_shares_a_paper_with_another(tmp_path):
    tournament = create_evening(3, 3, tours=3)
    options = PrintOptions(look=("duplex",))
    paper = DOCUMENTS_BY_NAME["sheets"].build_paper(tournament, options)
    join_pieces(paper.build_work(), tmp_path / "pieces.pdf")
    for printed in (PdfReader(tmp_path / "pieces.pdf"), PdfReader(BytesIO(paper.render_pdf()))):
        assert [bool(page.extract_text().strip()) for page in printed.pages] == [True, False, True]


@pytest.mark.parametrize(("document", "papers"), [("spare-sheets", 2), ("sheets", 4)][: choose_amount(1, 2)])
def test_two_sided_a_sheet_of_a_whole_page_has_its_tables_next_round_on_its_back(monkeypatch, document, papers):
    monkeypatch.setattr(score_sheet, "COUPS_ON_A_HALF", 0)  # as where a partie is too long for half a paper
    tournament = create_simulated_tournament("brisque", 4, 3, 7, FREE)
    seat_all_rounds(tournament, 3, 7)
    sheets, options = DOCUMENTS_BY_NAME[document], PrintOptions(look=("duplex",))
    plan = plan_document(tournament, sheets, options)
    printed = PdfReader(BytesIO(sheets.build_paper(tournament, options).render_pdf()))
    assert plan.papers == papers == math.ceil(len(printed.pages) / 2)
    if document == "sheets":
        told = [page.extract_text() for page in printed.pages]
        tables = [(text[:7], "au dos, ronde 2" in text) for text in told if text.strip()]
        assert [bool(text.strip()) for text in told] == [True] * 5 + [False, True]
        assert tables == [(f"Table {n}", k == 0) for n in (1, 2) for k in (0, 1)] + [("Table 1", 0), ("Table 2", 0)]


@pytest.mark.parametrize(
    ("pages", "sides"),
    [
        (1, [(None, 0), (None, None)]),
        (4, [(3, 0), (1, 2)]),
        (5, [(None, 0), (1, None), (None, 2), (3, 4)]),
    ],
)
def test_a_booklet_has_its_pages_in_the_order_in_which_they_are_folded(pages, sides):
    assert order_booklet(pages) == sides


def test_a_booklet_is_printed_on_a4_and_what_is_written_on_is_none(tmp_path):
    tournament = create_evening(3)
    call_command("print", str(tournament.pk), "rules", "--look", "booklet", "-o", str(tmp_path / "rules.pdf"))
    sides = PdfReader(tmp_path / "rules.pdf").pages
    assert len(sides) % 2 == 0
    assert {round(float(side.mediabox.width)) for side in sides} == {842}
    assert "Règles de la soirée" in sides[0].extract_text()
    root = PdfReader(tmp_path / "rules.pdf").trailer["/Root"]
    assert root["/Lang"] == "fr"
    assert "/StructTreeRoot" not in root, "as the catalogue says: its pages do not follow one another"
    assert not PrintOptions(look=("booklet",)).is_booklet("sheets")


def test_pages_set_smaller_keep_their_words_inside_the_edges(tmp_path: Path):
    file = tmp_path / "page.pdf"
    file.write_bytes(DOCUMENTS_BY_NAME["sheets"].build_paper(create_evening(3)).render_pdf())
    before = PdfReader(file)
    inset_pages(file)
    after = PdfReader(file)
    assert read_text(after) == read_text(before)
    assert f"{INSET_SCALE} 0 0 {INSET_SCALE}".encode() in after.pages[0].get_contents().get_data()
    assert "/StructTreeRoot" in PdfWriter(clone_from=file).root_object, "its tags stay"


def test_the_charts_show_the_figures_of_the_standings_and_the_sheets(halfway):
    season = create_season(halfway.club, "Saison")
    season.tournaments.add(halfway)
    (_title, first, legend), (_other, second, _legend) = build_table_charts(halfway)["charts"]
    assert [gain for _letter, _name, gain in legend] == ["+42", "−15", "−27"]
    assert [curve.last.text for curve in first.curves] == ["A", "B", "C"]
    assert len({curve.pen.dash for curve in second.curves}) == 3, "lines differ without colour"
    assert build_rank_charts(halfway)["pages"] == [], "one round draws no line"
    entries = list(halfway.entries.order_by("pk"))
    seat_round(halfway, 2, [entries[:3]])
    record_events(halfway.rounds.get(n=2).tables.get(), build_coup(40, 50, 30))
    (chart,) = build_rank_charts(halfway)["pages"]
    assert [mark.label for mark in chart.x_ticks] == ["ronde 1", "ronde 2"]
    assert all(curve.first.text and curve.last.text for curve in chart.curves)
    add_entries(halfway, ["Zoé"])
    (again,) = build_rank_charts(halfway)["pages"]
    assert [curve.last.text for curve in again.curves] == [
        f"{row.rank}  {row.tally.player}"
        for row in place_waiting_last(halfway, get_standings(halfway))
        if not row.waiting
    ], "the last ranks are those of the standings"
    close_tournament(halfway)
    (poster,) = build_season_posters(halfway)["posters"]
    assert poster.bars[0].length == 100.0
    assert poster.winners[0][1] == [poster.bars[0].name]
    for name in ("rank-charts", "table-charts", "season-poster"):
        assert len(PdfReader(BytesIO(DOCUMENTS_BY_NAME[name].build_paper(halfway).render_pdf())).pages) == 1
