"""The standings after each round, how far each player moved, who met whom; all of it as files that spreadsheets
open."""

import csv
import json
import re
from io import BytesIO, StringIO
from typing import Any

import pytest
import tablib
from django.test import Client
from django.utils.translation import override
from openpyxl import load_workbook

from tests.book.evening_builders import build_coup, record_events
from tests.book.round_builders import create_tournament, draw_and_publish, get_entry
from tests.fixtures.table_cells import read_contents, read_values
from tournaments.actions.evenings.lifecycle import open_tournament
from tournaments.actions.people.entries import rename_entry
from tournaments.models import Table, Tournament
from tournaments.printing.documents import PRINTABLES_BY_NAME

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Tournament:
    """Two rounds of seven players at two tables of three; the first seat wins each time; one name is hostile."""
    tournament = create_tournament(7, "random")
    rename_entry(get_entry(tournament, 1), "=2+5")
    for n in (1, 2):
        draw_and_publish(tournament, n, (3,))
        if n == 1:
            open_tournament(tournament)
        for table in Table.objects.filter(round__tournament=tournament, round__n=n):
            record_events(table, build_coup())
    return tournament


def get_page(tournament: Tournament, address: str, **asked: Any) -> Any:
    """Return the response of a public page of the tournament, which must exist."""
    answer = Client().get(f"/{tournament.code}/{address}", asked)
    assert answer.status_code == 200
    return answer


def test_standings_are_shown_after_each_round_with_the_ranks_moved_since(played):
    first, now = get_page(played, "standings", round=1, all=1), get_page(played, "standings", all=1)
    assert "moved" not in first.context["table"].columns.names()
    assert first.context["at"].n == 1
    ranks = [{row.record.tally.player: row.record.rank for row in each.context["table"].rows} for each in (first, now)]
    table = now.context["table"]
    told = dict(zip(read_values(table, "player"), read_values(table, "moved"), strict=True))
    assert told == {name: ranks[0][name] - ranks[1][name] for name in told}
    assert any(told.values())
    assert "rangs gagnés" in now.content.decode() or "rang gagné" in now.content.decode()
    assert not any(name.startswith("round-") for name in first.context["table"].columns.names()), (
        "one round is the total"
    )
    signed = str.maketrans("−", "-")
    for row, *cells in zip(table.rows, *(read_contents(table, f"round-{n}") for n in (1, 2)), strict=True):
        gains = [0 if cell == "–" else int(cell.translate(signed)) for cell in cells]  # a dash: a round of rest
        assert sum(gains) == row.record.tally.total
    for wrong in ("3", "0", "x", "9" * 30):
        assert Client().get(f"/{played.code}/standings?round={wrong}").status_code == 404


def test_who_met_whom_is_shown_on_the_page_and_on_paper(played):
    found = get_page(played, "cross").context["crossing"]
    for line in found.lines:
        assert sum(cell.total for cell in line.cells) == line.row.tally.total
        for cell in line.cells:
            assert bool(cell.meetings) != (cell.idle == "rest")
            for meeting in cell.meetings:
                theirs = [found.lines[n - 1].cells[cell.round - 1].meetings[0].opponents for n in meeting.opponents]
                assert all(line.number in each for each in theirs)
                assert len(meeting.opponents) == 2
    page = get_page(played, "cross")
    grid = [row.split("</td>")[1:] for row in page.context["grid"].list_html_rows()]
    assert len(grid) == 7
    assert all(cells[n].endswith('<td class="self">') for n, cells in enumerate(grid))
    assert len(page.context["charts"][0].curves) == 6
    with override("fr"):
        appeal = PRINTABLES_BY_NAME["reasons"].build_paper(played).render_html()
    assert "Devant" in appeal
    assert "1 sur 3" in appeal
    assert "repos" in appeal


def test_links_in_the_standings_after_a_round_lead_to_that_round_alone(played):
    table = get_page(played, "standings", round=1).context["table"]
    for row in table.rows:
        address = table.figure_address(row.record, "total")
        assert address.endswith("?round=1&figure=total#coups")
        shown = Client().get(address).context
        assert shown["sum"].net == sum(part.gain.net for part, _lines in shown["tables"]) == row.record.tally.total
        assert shown["row"].rank == row.record.rank
        assert all(part.sheet.table.round.n == 1 for part, _lines in shown["tables"])
        file = f"{address.partition('?')[0]}.json{shown['query']}"
        assert {each["round"] for each in Client().get(file).json()["rows"]} <= {1}


def read_cells(body: bytes, ending: str) -> list[list[Any]]:
    """Return what a spreadsheet would show of the file, a list a row, headings first."""
    if ending == "csv":
        return list(csv.reader(StringIO(body.decode("utf-8-sig")), delimiter=";"))
    if ending == "xlsx":
        return [list(row) for row in load_workbook(BytesIO(body)).active.iter_rows(values_only=True)]
    if ending == "ods":
        sheet = tablib.Dataset().load(body, format="ods")
        return [list(sheet.headers or []), *(list(row) for row in sheet)]
    rows = json.loads(body)["rows"]
    return [list(rows[0]), *(list(row.values()) for row in rows)]


@pytest.mark.parametrize("address", ["standings", "cross"])
@pytest.mark.parametrize("ending", ["csv", "xlsx", "ods", "json"])
def test_every_table_is_a_file_whose_numbers_are_numbers_and_whose_names_are_text(played, address, ending):
    body = get_page(played, f"{address}.{ending}").content
    heading, *rows = read_cells(body, ending)
    assert len(rows) == 7
    assert len(heading) == len(rows[0])
    flat = [value for row in rows for value in row]
    assert ("'=2+5" if ending == "csv" else "=2+5") in flat
    negative = [value for value in flat if str(value).startswith("-")]
    assert negative
    assert all(float(value) < 0 for value in negative)
    if ending == "xlsx":
        found = [cell for row in load_workbook(BytesIO(body)).active.iter_rows() for cell in row]
        assert {cell.data_type for cell in found if cell.value == "=2+5"} == {"s"}
        assert {cell.data_type for cell in found if isinstance(cell.value, int)} == {"n"}


def test_a_file_of_the_standings_after_a_round_holds_no_later_round(played):
    both = [json.loads(get_page(played, "standings.json", **asked).content)["rows"] for asked in ({"round": 1}, {})]
    assert all(row["tables"] <= 1 for row in both[0])
    assert any(row["tables"] == 2 for row in both[1])


def test_standings_begin_with_five_columns_and_sort_by_those_they_show(played):
    page = Client().get(f"/{played.code}/standings")
    shown = [column.name for column in page.context["table"].columns]
    assert shown == ["rank", "player", "line", "total", "why"]
    assert len(re.findall(r"<tbody>.*?</tr>", page.content.decode(), re.S)[0].split("<a ")) == 4
    whole = Client().get(f"/{played.code}/standings{page.context['in_full']}").context["table"]
    assert {*shown} < {column.name for column in whole.columns}
    by_tables = Client().get(f"/{played.code}/standings?sort=-tables").context["table"]
    assert "tables" in {column.name for column in by_tables.columns}
    assert "?sort=" not in Client().get(f"/{played.code}").content.decode(), "the board sorts nothing"
