"""A whole paper sheet typed in, by the organiser and on a phone: each row one record, a retry harmless, a problem
reported at its cell with the rows before it recorded; and the table that keeps its sheet on paper first."""

import re
from typing import Any

import pytest
from django.utils.html import escape

from tests.book.evening_builders import create_evening, get_table, seat_in_order
from tests.web.organiser_builders import create_open_evening, get_first_table, sign_in_organiser
from tests.web.phone_client import Phone, open_phone, read_html
from tests.web.sheet_forms import ROW, build_fields
from tournaments.actions.errors import StaleSheet
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.tables.calls import set_paper_first
from tournaments.book.loading import load_sheet
from tournaments.book.table_keys import check_digit, find_table_by_code, table_code
from tournaments.forms.paper_sheet import LONGEST, MOST_ROWS, PaperForm
from tournaments.models import Record, Table
from tournaments.presentation.text.cards import describe_wrong_card

pytestmark = pytest.mark.django_db
Untyped = Any


def open_paper_form(**options: Any) -> tuple[Untyped, Table, str]:
    """Return an organiser's client, the first table of an open evening, and the address of its paper form."""
    client, club = sign_in_organiser()
    table = get_first_table(create_open_evening(club, **options))
    return client, table, f"/desk/table/{table.pk}/paper"


def test_the_rows_are_the_coups_and_the_cells_the_fields_in_the_order_of_the_sheet() -> None:
    client, _table, address = open_paper_form(tours=2)
    grid = client.get(address).context["grid"]
    assert [(row.n, row.dealer) for row, _cells in grid.rows] == list(zip(range(1, 7), "ABCABC", strict=True))
    counts = ("aces_won", "aces_lost", "tens_won", "tens_lost")
    wanted = ["points.1", "points.2", "points.3", *(f"brusquembilles.{n}.{each}" for n in "123" for each in counts)]
    assert [cell.path for cell, *_ in grid.rows[0][1]] == wanted
    assert [len(group.columns) for group in grid.groups] == [3, 4, 4, 4]


def test_a_sheet_is_recorded_row_by_row_and_a_retry_writes_nothing() -> None:
    client, table, address = open_paper_form()
    sent = build_fields(client.get(address), ROW, ROW, ROW)
    for _time in range(2):
        assert client.post(address, sent).status_code == 302
    records = Record.objects.filter(table=table)
    assert [(record.number, record.key) for record in records] == [(n + 1, sent[f"key.{n}"]) for n in range(3)]
    assert records[0].body["points"] == {"1": 58, "2": 37, "3": 25}, "the last player's points fill themselves"
    assert not client.get(address).context["grid"].form.rows


def test_rows_before_a_problem_are_recorded_and_the_others_stay_in_the_form() -> None:
    client, table, address = open_paper_form()
    short = ROW | {"points.3": "24"}
    answer = client.post(address, build_fields(client.get(address), ROW, short, ROW))
    assert answer.status_code == 422
    assert Record.objects.filter(table=table).count() == 1
    assert [str(said)[:2] for said in answer.context["messages"]] == ["1 "], "so many coups are written"
    rows = answer.context["grid"].form.rows
    assert [row.n for row in rows] == [2, 3]
    assert re.findall(r"\d+", rows[0].errors[0]) == ["119", "1", "120"], "one point is lacking"
    assert not rows[1].has_errors
    assert rows[1].cells[0].text == "58"
    assert client.post(address, build_fields(answer, ROW, ROW) | {"1.points.1": "x"}).status_code == 422
    answer = client.get(address)
    assert Record.objects.filter(table=table).count() == 2
    assert len(answer.context["grid"].form.rows) == 1


def test_rows_typed_below_the_end_of_the_game_stay_and_are_told_to_be_too_many() -> None:
    client, table, address = open_paper_of_game("briscola", "Anne", "Béa")
    rows = [{"points.1": points} for points in ("90", "91", "92", "61", "", "75", "70")]
    answer = client.post(address, build_fields(client.get(address), *rows))
    assert Record.objects.filter(table=table).count() == 4
    assert answer.status_code == 422
    assert [str(said)[:2] for said in answer.context["messages"]] == ["4 "]
    assert "sont tous marqués" not in read_html(answer)
    kept = answer.context["grid"].form.rows
    assert [(row.n, row.cells[0].text) for row in kept] == [(6, "75"), (7, "70")]
    assert all("finie" in row.errors[0] for row in kept)
    assert client.post(address, build_fields(answer)).status_code == 302, "the lines that were too many are emptied"


def test_every_wrong_row_is_told_at_once() -> None:
    client, _table, address = open_paper_form()
    short, over = ROW | {"points.3": "24"}, ROW | {"points.1": "200"}
    answer = client.post(address, build_fields(client.get(address), short, ROW, over))
    assert [row.has_errors for row in answer.context["grid"].form.rows] == [True, False, True]


@pytest.mark.parametrize(
    ("path", "cell", "words"),
    [
        ("points.1", "douze", "Écrivez un nombre entier, en chiffres."),
        ("points.1", "121", "Il faut un nombre de 0 à 120."),
        ("points.1", "-1", "Il faut un nombre de 0 à 120."),
        ("brusquembilles.3.tens_lost", "5", "Il faut un nombre de 0 à 4."),
    ],
)
def test_unreadable_input_is_reported_at_its_cell(path: str, cell: str, words: str) -> None:
    client, table, address = open_paper_form()
    answer = client.post(address, build_fields(client.get(address), ROW | {path: cell}))
    wrong = [each for each in answer.context["grid"].form.rows[0].cells if each.errors]
    assert [(each.path, each.errors, each.text) for each in wrong] == [(path, [words], cell)]
    assert 'aria-invalid="true"' in read_html(answer)
    assert not Record.objects.filter(table=table).exists()


def test_what_is_wrong_stands_above_its_coup_and_rings_the_cells_that_it_means() -> None:
    client, _table, address = open_paper_form()
    answer = client.post(address, build_fields(client.get(address), ROW | {"points.3": "26"}))
    points = ["points.1", "points.2", "points.3"]
    assert [cell.path for cell in answer.context["grid"].form.rows[0].wrong_cells] == points
    page = read_html(answer)
    assert page.index(" 1 de trop") < page.index('data-path="points.1"') < page.index("data-focus")
    assert page.count("data-focus") == 1
    assert page.count('aria-invalid="true"') == 3


def test_a_blank_row_between_others_is_reported_and_blank_rows_at_the_end_are_not() -> None:
    client, table, address = open_paper_form()
    answer = client.post(address, build_fields(client.get(address), ROW, {}, ROW))
    assert len(answer.context["grid"].form.rows[0].errors) == 1
    assert Record.objects.filter(table=table).count() == 1


def test_the_check_reports_what_recording_would_and_writes_nothing() -> None:
    client, table, address = open_paper_form()
    sent = build_fields(client.get(address), ROW, ROW | {"brusquembilles.1.aces_won": "1"}) | {"check": "1"}
    rows = client.post(address, sent).json()["rows"]
    assert rows[0] == {"sentences": [], "cells": {}, "wrong": []}
    assert re.search(r"\b3 as \w+ 4 dix\b", rows[1]["sentences"][0])
    assert not Record.objects.filter(table=table).exists()


def test_a_row_recorded_before_is_skipped_and_another_writer_s_coup_reported() -> None:
    client, table, address = open_paper_form()
    page = client.get(address)
    sent = build_fields(page, ROW)
    assert client.post(address, sent).status_code == 302
    other = build_fields(page, ROW | {"points.1": "57"})
    assert client.post(address, other).status_code == 302, "that row is written: nothing is left to write"
    answer = client.post(address, sent | {"key.0": "another-id-0001"})
    assert answer.status_code == 422
    assert answer.context["trouble"] == StaleSheet.message
    assert Record.objects.filter(table=table).count() == 1
    assert answer.context["grid"].form.rows[0].cells[0].text == "58"


def test_the_code_of_a_sheet_finds_its_table_and_a_mistyped_code_does_not() -> None:
    client, table, address = open_paper_form()
    tournament = table.round.tournament
    code = table_code(table)
    find = f"/desk/event/{tournament.pk}/paper"
    assert client.get(find, {"code": code.lower().replace("-", " ")}).url == address
    slip = ("A" if code[0] != "A" else "B") + code[1:]
    for wrong in (
        slip,
        "",
        code[:-1],
        table_code(get_first_table(create_open_evening(sign_in_organiser("karl", "Autre")[1]))),
    ):
        assert client.get(find, {"code": wrong}).status_code == 422
    assert find_table_by_code(tournament, code) == table
    assert check_digit("0" * 7) == "0"


def test_the_first_dealer_is_recorded_with_the_first_coup_alone() -> None:
    client, table, address = open_paper_form()
    client.post(address, build_fields(client.get(address), ROW, ROW) | {"dealer": "2"})
    assert [record.body.get("dealer") for record in Record.objects.filter(table=table)] == ["2", None]


def test_a_closed_evening_takes_a_sheet_only_with_a_reason() -> None:
    client, table, address = open_paper_form()
    close_tournament(table.round.tournament)
    sent = build_fields(client.get(address), ROW)
    assert client.post(address, sent).status_code == 422
    assert not Record.objects.exists()
    assert client.post(address, sent | {"reason": "feuille retrouvée"}).status_code == 302
    assert Record.objects.get().reason == "feuille retrouvée"


def send_paper(mine: Phone, *rows: dict[str, str]) -> Untyped:
    """Type these rows into the paper form of the phone and send it. Return the response."""
    page = mine.client.get("/t/paper")
    return mine.client.post("/t/paper", build_fields(page, *rows))


def test_a_phone_types_a_sheet_in_too_for_a_table_on_paper_first() -> None:
    mine = open_phone()
    assert 'id="coup"' in mine.read_sheet()
    set_paper_first(mine.table.pk, True)
    look = mine.read_sheet()
    assert "Papier d’abord" in look
    assert 'id="coup"' not in look
    assert send_paper(mine, ROW, ROW | {"points.3": "26"}).status_code == 422
    [over] = send_paper(mine, ROW | {"points.1": "90", "points.3": ""}).context["grid"].form.rows[0].errors
    assert re.findall(r"\d+", over) == ["127", "7", "120"], "and no number is called missing"
    assert send_paper(mine, ROW).status_code == 303
    assert [record.actor for record in Record.objects.filter(table=mine.table)] == ["table:1", "table:1"]


def test_the_organiser_sets_a_table_to_paper_first_and_back() -> None:
    client, table, _address = open_paper_form()
    for said, kept in (("yes", True), ("no", False)):
        client.post(f"/desk/table/{table.pk}/on-paper", {"paper": said})
        table.refresh_from_db()
        assert table.paper_first is kept


def test_a_whole_sheet_leads_to_the_next_one_on_paper_and_the_last_one_to_its_table() -> None:
    client, table, address = open_paper_form(tours=1)
    other = Table.objects.filter(round=table.round).exclude(pk=table.pk).get()
    for each in (table, other):
        set_paper_first(each.pk, True)
    assert client.post(address, build_fields(client.get(address), ROW)).url == f"/desk/table/{table.pk}"
    answer = client.post(address, build_fields(client.get(address), ROW, ROW))
    assert answer.url == f"/desk/table/{other.pk}/paper"
    answer = client.post(answer.url, build_fields(client.get(answer.url), ROW, ROW, ROW))
    assert answer.url == f"/desk/table/{other.pk}"


def open_paper_of_game(game: str, *names: str) -> tuple[Untyped, Table, str]:
    """Return what `open_paper_form` does, of an evening of this game with one table."""
    client, club = sign_in_organiser()
    date = create_evening(3).date
    tournament = create_tournament(club, name="Soirée", date=date, game=game, players=names)
    seat_in_order(tournament, tournament.entries.all(), [len(names)])
    open_tournament(tournament)
    table = get_table(tournament)
    return client, table, f"/desk/table/{table.pk}/paper"


def test_chiamata_has_cells_of_its_own() -> None:
    client, table, address = open_paper_of_game("chiamata", "Anne", "Béa", "Carl", "Dan", "Ève")
    row = {"caller": "b", "bid": "70", "called": "RP", "partner": "D", "points": "75"}
    assert client.post(address, build_fields(client.get(address), row | {"caller": "F"})).status_code == 422
    assert client.post(address, build_fields(client.get(address), row)).status_code == 302
    body = Record.objects.get(table=table).body
    assert (body["caller"], body["partner"], body["points"], "cappotto" in body) == ("2", "4", 75, False)


def test_an_empty_grid_is_no_sheet_that_was_saved() -> None:
    client, table, address = open_paper_form()
    answer = client.post(address, build_fields(client.get(address)))
    assert answer.status_code == 422
    assert answer.context["trouble"]
    assert not Record.objects.filter(table=table).exists()


def test_what_is_missing_of_a_row_is_asked_for_without_the_record_s_own_word() -> None:
    client, _table, address = open_paper_of_game("chiamata", "Anne", "Béa", "Carl", "Dan", "Ève")
    grid = client.post(address, build_fields(client.get(address), {"caller": "B"})).context["grid"]
    told = {cell.path: cell.errors for cell in grid.form.rows[0].cells if cell.errors}
    assert told["called"] == told["bid"] == ["À remplir."]


def test_a_briscan_coup_is_no_row() -> None:
    client, table, address = open_paper_of_game("briscan", "Anne", "Béa")
    page = client.get(address)
    assert not page.context["grid"]
    assert f'"/desk/table/{table.pk}/mark/coup"' in read_html(page), "one by one"


def test_a_called_card_and_a_player_are_copied_as_people_write_them() -> None:
    client, table, address = open_paper_of_game("chiamata", "Anne", "Béa", "Carl", "Dan", "Ève")
    page = client.get(address)
    assert "<b>B</b>&nbsp;<bdi>Béa</bdi>" in read_html(page)
    assert not page.context["grid"].fills_last
    row = {"caller": "bea", "bid": "75", "called": "3 de cœur", "partner": "C", "points": "80"}
    grid = client.post(address, build_fields(page, row | {"called": "3 coppe", "caller": "x"})).context["grid"]
    told = {cell.path: cell.errors[0] for cell in grid.form.rows[0].cells if cell.errors}
    assert describe_wrong_card("3 coppe") in told["called"]
    assert told["caller"].endswith(" E."), "the letter of the last player"
    assert client.post(address, build_fields(page, row)).status_code == 302
    body = Record.objects.get(table=table).body
    assert (body["caller"], body["called"]) == ("2", "3♥")


def test_one_letter_is_a_players_letter_and_a_beginning_of_several_names_is_asked_about() -> None:
    client, _table, address = open_paper_of_game("chiamata", "Éva", "Béa", "Carl", "Dan", "Ève-Marie")
    page = client.get(address)
    row = {"caller": "E", "bid": "75", "called": "3C", "partner": "év", "points": "80"}
    grid = client.post(address, build_fields(page, row)).context["grid"]
    cells = {cell.path: cell for cell in grid.form.rows[0].cells}
    assert cells["caller"].value == "5"
    assert not cells["caller"].errors
    assert cells["partner"].errors[0].startswith("Plusieurs noms commencent ainsi")


@pytest.mark.parametrize(
    ("names", "heads"),
    [(("Anne", "Béa"), ["Anne", "Béa"]), (("Anne", "Béa", "Carl", "Dan"), ["Anne & Carl", "Béa & Dan"])],
)
def test_columns_bear_the_names_where_paper_has_letters(names: tuple[str, ...], heads: list[str]) -> None:
    client, _table, address = open_paper_of_game("briscola", *names)
    answer = client.get(address)
    assert [head for head, _signs, _span in answer.context["grid"].groups[0].heads] == heads
    assert all(f'data-head="{escape(head)}"' in answer.content.decode() for head in heads)
    assert "sa lettre" not in read_html(answer)


def test_of_a_sheet_as_many_rows_and_letters_are_read_as_papers_have() -> None:
    sheet = load_sheet(open_paper_form()[1].pk)
    below = {f"key.{at}": f"row-{at:08}" for at in range(MOST_ROWS + 50)}
    typed = {f"{at}.points.1": "9" * (LONGEST + 20) for at in range(MOST_ROWS + 50)}
    rows = PaperForm(sheet, (), below | typed).rows
    assert len(rows) == MOST_ROWS
    assert rows[0].cells[0].text == "9" * LONGEST
