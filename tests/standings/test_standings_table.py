"""The class of the standings table, used for the screen, CSV and paper."""

import csv
from dataclasses import replace
from io import BytesIO, StringIO

import pytest
from django.http import QueryDict
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st
from odf.opendocument import load
from odf.table import TableCell
from odf.teletype import extractText
from odf.text import P

import scoring
from scoring import TotalUnit
from tests.fixtures.table_cells import read_values
from tournaments.forms.lists.reading import read_player_file
from tournaments.presentation.tables.export import BYTE_ORDER_MARK, ExportGrid, as_csv, build_grid
from tournaments.presentation.tables.row_table import PAPER
from tournaments.presentation.tables.spreadsheets import as_ods, as_xlsx
from tournaments.presentation.tables.standings import StandingsTable
from tournaments.reading.game_figures import GameFigures
from tournaments.standings.ranking import rank_tallies
from tournaments.standings.tournament_results import Tally

JETONS = GameFigures(TotalUnit.JETONS, statistics=scoring.list_statistics())
POINTS = GameFigures(TotalUnit.POINTS)
SOME = rank_tallies([Tally(1, "Zoé", 10), Tally(2, "Élise", -3, coups_won=2), Tally(3, "anne", 10, coups_won=1)])


def test_sorting_by_a_column_does_not_change_ranks():
    table = StandingsTable(SOME, JETONS)
    assert read_values(table, "rank") == [1, 1, 3]
    table.order_by = "-coups_won"
    assert read_values(table, "player") == ["Élise", "anne", "Zoé"]
    assert read_values(table, "rank") == [3, 1, 1]


def test_names_sort_without_accents_and_capitals():
    table = StandingsTable(SOME, JETONS)
    table.order_by = "player"
    assert read_values(table, "player") == ["anne", "Élise", "Zoé"]


def test_a_game_of_points_has_the_column_points_and_none_of_brusquembilles():
    with override("fr"):
        headers = [str(column.column.heading) for column in StandingsTable(SOME, POINTS).columns]
    assert "Points" in headers
    assert "Gain" not in headers
    assert len(headers) == 5


def test_figures_are_links_only_where_addresses_are_given():
    rows = list(StandingsTable(SOME, JETONS).list_html_rows())
    assert len(rows) == 3
    assert "<a" not in "".join(rows)
    table = StandingsTable(SOME, JETONS, lambda row, figure: f"/{row.tally.entry}/{figure}")
    anne, zoe, _elise = table.list_html_rows()
    assert '<tr id="e3">' in anne
    assert 'href="/3/total"' in anne
    assert 'href="/1/why"' in zoe


def test_paper_shows_the_cells_without_links():
    _first, row, _last = StandingsTable(SOME, JETONS, medium=PAPER).list_html_rows()
    assert row.startswith('<tr><td class="n rank">1<span class="hide"> ex æquo</span></td>')
    assert '<th scope="row"><bdi class="name">Zoé</bdi></th>' in row
    assert "<a" not in row


def test_a_heading_that_sorts_leads_to_the_other_order_and_keeps_the_rest_of_the_address():
    table = StandingsTable(SOME, JETONS)
    rank, player, total, *_others = table.list_head_cells(QueryDict("round=2&sort=total"))
    assert 'aria-sort="ascending"' in rank
    assert 'href="?round=2&amp;sort=-rank"' in rank
    assert "aria-sort" not in player
    assert 'href="?round=2&amp;sort=player"' in player
    assert 'href="?round=2&amp;sort=-total"' in total, "the highest first"
    assert "<a" not in "".join(StandingsTable(SOME, JETONS, orderable=False).list_head_cells(QueryDict()))


def test_a_name_is_escaped_in_its_cell():
    rows = rank_tallies([Tally(1, "<b>Anne</b> & Zoé", 10)])
    table = StandingsTable(rows, JETONS, lambda row, figure: f'/?a=1&figure={figure}"')
    (row,) = table.list_html_rows()
    assert "&lt;b&gt;Anne&lt;/b&gt; &amp; Zoé" in row
    assert 'href="/?a=1&amp;figure=total&quot;"' in row


@pytest.mark.parametrize("name", ["=1+1", "+33", "-2", "@SUM(A1)", "\t=1", "＝1", "|calc", '=cmd|"/c calc"!A1'])
def test_no_csv_cell_starts_a_spreadsheet_formula(name):
    written = as_csv(build_grid(StandingsTable(rank_tallies([Tally(1, name, -5)]), JETONS)), for_spreadsheet=False)
    _, (rank, player, total, *_) = csv.reader(StringIO(written))
    assert player == f"'{name}"
    assert (rank, total) == ("1", "-5")


@pytest.mark.parametrize("text", ["00204417", "12E5", "1e-3", "3-1", "3/4", "21/11/2026"])
def test_a_text_that_a_spreadsheet_would_read_otherwise_is_guarded_in_its_own_csv_and_read_as_it_was(text):
    grid = ExportGrid.build("Joueurs", [("player", "Joueur"), ("licence", "Licence")], [("Anne Roy", text)])
    assert as_csv(grid).splitlines()[1].endswith(f"'{text}")
    assert as_csv(grid, for_spreadsheet=False).splitlines()[1] == f"Anne Roy,{text}", "scripts read it as it is"
    for content in (as_csv(grid).encode(), as_xlsx(grid), as_ods(grid)):
        assert read_player_file(content).rows[1].cells == ("Anne Roy", text)


@pytest.mark.parametrize("text", ["204417", "B204", "2026-11-21", "2026-11-21 20:15", "0", "3-1 à 2", "1E"])
def test_a_text_that_a_spreadsheet_leaves_alone_has_no_apostrophe(text):
    assert as_csv(ExportGrid.build("x", [("a", "A")], [(text,)])).splitlines()[1] == text


def test_a_whole_number_has_no_decimals_in_an_ods():
    grid = ExportGrid.build("Comptes", [("player", "Joueur"), ("paid", "Payé")], [("Anne Roy", 50.0), ("Bo", 2.5)])
    assert [row.cells[1] for row in read_player_file(as_ods(grid)).rows[1:]] == ["50", "2.5"]


def test_an_ods_keeps_spaces_line_breaks_and_nothing_as_other_programs_read_them() -> None:
    rows = [(" Élise  d’Arès ", "a\nb", None), ("=2+5", "<&>", -7.5)]
    written = as_ods(ExportGrid.build("x", [("n", "Nom"), ("v", "V"), ("w", "W")], rows))
    cells = load(BytesIO(written)).getElementsByType(TableCell)[3:]
    assert ["\n".join(extractText(line) for line in cell.getElementsByType(P)) for cell in cells] == [
        *(" Élise  d’Arès ", "a\nb", ""),
        *("=2+5", "<&>", ""),
    ]
    assert [cell.getAttribute("value") for cell in cells if cell.getAttribute("valuetype") == "float"] == ["-7.5"]


@given(st.text(st.characters(blacklist_categories=("Cc", "Cs")), min_size=1, max_size=20), st.integers(-(10**6), 10**6))
def test_names_and_totals_survive_writing_and_reading_csv(name, total):
    written = as_csv(build_grid(StandingsTable(rank_tallies([Tally(1, name, total)]), JETONS)), for_spreadsheet=False)
    (row,) = csv.DictReader(StringIO(written))
    assert row["player"].removeprefix("'") == name.removeprefix("'")
    assert int(row["total"]) == total


@pytest.mark.parametrize(("language", "separator"), [("fr", ";"), ("en", ",")])
def test_a_csv_for_spreadsheets_has_a_byte_order_mark_and_the_languages_separator(language, separator):
    with override(language):
        written = as_csv(build_grid(StandingsTable(SOME, JETONS)), for_spreadsheet=True)
    assert written.startswith(BYTE_ORDER_MARK)
    assert written.splitlines()[1].split(separator)[:3] == ["1", "anne", "10"]
    assert "−" not in written


def test_only_the_rows_of_the_shown_page_are_filled_in():
    asked = []

    def told(rows):
        asked.append(len(rows))
        return [row._replace(tally=replace(row.tally, tables=7 + row.rank)) for row in rows]

    table = StandingsTable(SOME, JETONS, complete_rows=told)
    table.paginate(page=2, per_page=2)
    assert [row.record.tally.tables for row in table.paginated_rows] == [10]
    assert asked == [1]
    table.order_by = "-player"
    table.paginate(page=1, per_page=2)
    assert 0 not in [row.record.tally.tables for row in table.paginated_rows]
    assert asked == [1, 2]
    table.order_by = "rank"
    assert [row.rank for row in table.data] == [1, 1, 3]
