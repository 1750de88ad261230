"""A whole round typed on one page: the coups of each table, each recorded by itself and once, a wrong one kept."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.book.evening_builders import create_evening
from tests.web.board_builders import finish_table
from tests.web.organiser_builders import DAY, NAMES, create_open_evening, sign_in_organiser
from tests.web.sheet_forms import ROW
from tournaments.actions.evenings.lifecycle import create_tournament, open_tournament
from tournaments.actions.rounds.seating import draw_tables
from tournaments.models import Club, Record, Table, Tournament
from tournaments.views.organiser.rounds import round_results

pytestmark = pytest.mark.django_db
Untyped = Any
WRITTEN = ["58", "37", "25", "2", "1", "1", "1", "1", "", "1", "", "", "", "", "1"]
WRONG = ROW | {"points.1": "121"}


@pytest.fixture
def desk() -> tuple[Client, Club, Tournament]:
    client, club = sign_in_organiser()
    return client, club, create_open_evening(club)


def get_address(tournament: Tournament) -> str:
    return f"/desk/event/{tournament.pk}/round/1/results"


def build_sent(page: Untyped, **rows: dict[str, str]) -> dict[str, str]:
    """Return what the page sends once these rows are typed into it, by «table» and number, «_» and coup where it is not
    the next one."""
    sent = {}
    for line in page.context["lines"]:
        pk, n = line.sheet.table.pk, line.sheet.table.n
        sent |= {f"number.{pk}": str(line.sheet.next_number)}
        for at, row in enumerate(line.grid.form.rows):
            sent |= {f"key.{pk}.{at}": row.key}
            typed = rows.get(f"table{n}_{row.n}", {} if at else rows.get(f"table{n}", {}))
            sent |= {f"{pk}.{at}.{path}": text for path, text in typed.items()}
    return sent


def test_each_table_has_a_row_in_order_and_a_retry_writes_nothing(desk):
    client, _club, tournament = desk
    page = client.get(get_address(tournament))
    assert [line.sheet.table.n for line in page.context["lines"]] == [1, 2]
    sent = build_sent(page, table1=ROW, table2=ROW)
    for _time in range(2):
        answer = client.post(get_address(tournament), sent)
        assert answer.status_code == 200
        for line in answer.context["lines"]:
            assert [(row.n, [text for text, _column in cells]) for row, cells in line.written] == [(1, WRITTEN)]
        assert all(row.is_blank and row.n == 2 for line in answer.context["lines"] for row in line.grid.form.rows[:1])
    assert Record.objects.count() == 2


def test_a_wrong_row_is_kept_with_its_errors_and_holds_up_no_other(desk):
    client, _club, tournament = desk
    sent = build_sent(client.get(get_address(tournament)), table1=ROW | {"points.1": "121"}, table2=ROW)
    answer = client.post(get_address(tournament), sent)
    wrong, right = answer.context["lines"]
    assert answer.status_code == 422
    assert wrong.is_failed
    assert not right.is_failed
    assert answer.context["trouble"]
    assert [cell.text for cell in wrong.grid.form.rows[0].cells][:2] == ["121", "37"]
    assert [record.table.n for record in Record.objects.select_related("table")] == [2]
    told = client.post(get_address(tournament), sent | {"check": "1"}).json()["rows"]
    assert told[f"{wrong.sheet.table.pk}.0"]["wrong"]
    assert Record.objects.count() == 1
    mended = sent | {f"{wrong.sheet.table.pk}.0.points.1": "58"}
    assert client.post(get_address(tournament), mended).status_code == 200
    assert Record.objects.count() == 2


def test_a_row_typed_while_the_table_wrote_by_itself_is_refused_and_kept(desk):
    client, _club, tournament = desk
    page = client.get(get_address(tournament))
    first, second = build_sent(page, table1=ROW), build_sent(client.get(get_address(tournament)), table1=ROW)
    assert client.post(get_address(tournament), first).status_code == 200
    answer = client.post(get_address(tournament), second)
    line = answer.context["lines"][0]
    assert answer.status_code == 422
    assert line.trouble
    assert line.grid.form.rows[0].cells[0].text == "58"
    assert Record.objects.count() == 1


def test_all_coups_of_a_slip_are_typed_at_once_and_give_the_result_that_it_says(desk):
    client, _club, tournament = desk
    page = client.get(get_address(tournament))
    left = len(page.context["lines"][0].grid.form.rows)
    sent = build_sent(page, table2=ROW, **{f"table1_{n}": ROW for n in range(1, left + 1)})
    told = client.post(get_address(tournament), sent | {"check": "1"}).json()["results"]
    assert not Record.objects.exists()
    answer = client.post(get_address(tournament), sent)
    ended, begun = answer.context["lines"]
    assert ended.sheet.state.complete
    assert len(ended.written) == left > 1
    assert len(begun.written) == 1
    assert not begun.sheet.state.complete
    shown = {f"{line.sheet.table.pk}.{seat}": figure for line in (ended, begun) for seat, _name, figure in line.results}
    assert told == shown
    assert set(shown.values()) != {"0"}


def test_a_wrong_coup_keeps_the_later_coups_of_its_table_and_none_of_another(desk):
    client, _club, tournament = desk
    sent = build_sent(client.get(get_address(tournament)), table1_1=ROW, table1_2=WRONG, table1_3=ROW, table2=ROW)
    lines = client.post(get_address(tournament), sent).context["lines"]
    assert [len(line.written) for line in lines] == [1, 1]
    assert [line.is_held for line in lines] == [True, False]
    held, recorded = ([figure for _n, _names, figure in line.results] for line in lines)
    assert held == recorded, "the coup that waits for the wrong one is not counted"
    kept = lines[0].grid.form.rows
    assert [(row.n, row.cells[0].text) for row in kept[:2]] == [(2, "121"), (3, ROW["points.1"])]


def test_tables_without_a_planned_end_are_ended_together_once_something_is_marked_there() -> None:
    client, club = sign_in_organiser()
    tournament = create_tournament(club, name="Belote", date=DAY, game="marque", players=NAMES)
    draw_tables(tournament, [3, 3], 1)
    open_tournament(tournament)
    address = get_address(tournament)
    typed = dict.fromkeys(("points.1", "points.2", "points.3"), "5")
    page = client.post(address, build_sent(client.get(address), table1=typed))
    assert page.context["endless"] == 1
    assert client.get(f"/desk/event/{tournament.pk}").context["todo"]["url"] != address, "table 2 has not begun"
    client.post(address, build_sent(page, table2=typed))
    assert client.get(f"/desk/event/{tournament.pk}").context["todo"]["url"] == address
    ended = client.post(address, {"end": "yes"})
    assert (ended.context["endless"], ended.status_code) == (0, 200)
    assert all(line.sheet.state.complete for line in ended.context["lines"])
    assert Record.objects.count() == 4


def test_a_large_round_shows_fewer_coups_a_table(desk, monkeypatch):
    client, _club, tournament = desk
    monkeypatch.setattr(round_results, "ROWS_OF_A_PAGE", 4)
    lines = client.get(get_address(tournament)).context["lines"]
    assert [len(line.grid.form.rows) for line in lines] == [2, 2]


def test_nothing_typed_is_said_and_a_round_that_is_not_there_is_missing(desk):
    client, _club, tournament = desk
    sent = build_sent(client.get(get_address(tournament)))
    answer = client.post(get_address(tournament), sent)
    assert answer.status_code == 422
    assert answer.context["trouble"]
    assert not Record.objects.exists()
    assert client.get(get_address(tournament).replace("/1/", "/2/")).status_code == 404


def test_the_page_makes_as_many_queries_for_four_tables_as_for_two(desk):
    client, club, tournament = desk
    names = tuple(f"Joueur {n}" for n in range(12))
    large, counts = create_open_evening(club, names=names, sizes=(3, 3, 3, 3)), []
    assert Table.objects.filter(round__tournament=large).count() == 4
    for each in (tournament, large):
        client.get(get_address(each))
        with CaptureQueriesContext(connection) as queries:
            client.get(get_address(each))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_once_every_table_has_ended_the_page_leads_back_to_the_evening_and_asks_for_nothing(desk):
    client, _club, tournament = desk
    assert "data-send" in (page := client.get(get_address(tournament)).content.decode())
    assert "data-done" not in page
    paper = client.get(f"/desk/event/{tournament.pk}/paper").content.decode()
    assert get_address(tournament) in paper.split("<main")[1]
    for table in Table.objects.filter(round__tournament=tournament):
        finish_table(table, read=True)
    paper = client.get(f"/desk/event/{tournament.pk}/paper").content.decode()
    assert get_address(tournament) not in paper.split("<main")[1]
    page = (answer := client.get(get_address(tournament))).content.decode()
    assert "data-done" not in page, "every sheet is confirmed"
    assert page.count("data-written") == sum(len(line.shown) for line in answer.context["lines"]) > 0
    assert "data-send" not in page


def test_the_page_says_the_target_and_who_scores_and_offers_no_row_once_a_partie_is_over(desk):
    client, club, _tournament = desk
    target = create_evening(4, game="briscola", target=100)
    Tournament.objects.filter(pk=target.pk).update(club=club)
    page = client.get(get_address(target))
    [(partie, sentences)] = page.context["rules"]
    assert "100" in partie
    assert len(sentences) == 2
    first = page.context["lines"][0]
    row = dict(zip((cell.path for cell in first.grid.form.rows[0].cells), ("70", "50"), strict=True))
    told = client.post(get_address(target), build_sent(page, table1_1=row) | {"check": "1"}).json()
    assert told["over"] == []
    told = client.post(get_address(target), build_sent(page, table1_1=row, table1_2=row) | {"check": "1"}).json()
    assert told["over"] == [str(first.sheet.table.pk)]


def test_columns_bear_names_and_all_that_is_wrong_in_a_row_is_marked_at_once(desk):
    client, club, _tournament = desk
    tournament = create_open_evening(club, names=("Anne Roy", "Anne Roy 2", "Chloé Roy"), sizes=(3,))
    [line] = client.get(get_address(tournament)).context["lines"]
    assert {group.title for group in line.grid.groups[1:]} == {"Anne", "Anne 2", "Chloé"}
    wrong = ROW | {"points.1": "78", "points.3": "25", "brusquembilles.2.aces_won": "2"}
    page = client.get(get_address(tournament))
    [line] = client.post(get_address(tournament), build_sent(page, table1=wrong)).context["lines"]
    assert line.grid.form.rows[0].wrong_cells == line.grid.form.rows[0].cells
    unread = ROW | {"points.1": "78", "points.3": "25", "brusquembilles.2.aces_won": "x"}
    [line] = client.post(get_address(tournament), build_sent(page, table1=unread)).context["lines"]
    assert len(line.grid.form.rows[0].errors) == 1, "a sum is checked beside a cell that cannot be read"


def test_partners_have_one_result():
    client, club = sign_in_organiser()
    pairs = create_evening(4, game="briscola")
    Tournament.objects.filter(pk=pairs.pk).update(club=club)
    [line] = client.get(get_address(pairs)).context["lines"]
    assert [(n, len(names)) for n, names, _figure in line.results] == [(1, 2), (2, 2)]
