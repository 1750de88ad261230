"""The drawings of who holds what, coup by coup: their figures are the sheet's, and stand beside them as a table."""

import re

import pytest
from django.test import Client

import scoring
from tests.book.evening_builders import build_coup, correct_event, create_evening, get_table, record_events, undo_last
from tests.book.phase_builders import create_tournament, play_round
from tests.web.organiser_builders import create_open_evening, sign_in_organiser
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.evenings.rule_change import change_rules, preview_rule_change
from tournaments.book.loading import load_sheet
from tournaments.models import Tournament
from tournaments.reading.running_totals import get_running_totals, get_table_totals
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.views.public.spark_lines import draw_spark_lines

pytestmark = pytest.mark.django_db

PENALTY = {"type": "penalty", "rule": "PEN-08", "player": "3"}


@pytest.fixture
def client_and_evening() -> tuple[Client, Tournament]:
    """A signed-in client, and an open evening whose first table has two coups, of which the winner of one is corrected,
    penalties, and a line that is annulled."""
    client, club = sign_in_organiser()
    evening = create_open_evening(club)
    table = get_table(evening)
    record_events(table, build_coup(), PENALTY, build_coup(45, 50, 25), build_coup())
    undo_last(table)
    correct_event(table, 1, build_coup(40, 55, 25))
    record_events(table, PENALTY)
    return client, evening


def list_sheet_totals(table):
    """Return, by position, the total after each coup as the sheet scores them, and after the last line if that moved
    it."""
    sheet = load_sheet(table.pk)
    states = [scoring.build_initial_state(sheet.setting)]
    states += [step.state for step in sheet.steps if step.outcome.type == "coup"]
    totals = {place: [state.totals[name] for state in states] for name, place in sheet.positions.items()}
    last = {place: sheet.state.totals[name] for name, place in sheet.positions.items()}
    return {place: [*each, *([last[place]] if last[place] != each[-1] else [])] for place, each in totals.items()}


def test_the_totals_of_stored_lines_are_the_sheets_after_corrections_and_penalties(client_and_evening):
    _client, evening = client_and_evening
    table = get_table(evening)
    assert get_table_totals([table.pk, get_table(evening, 2).pk]) == {table.pk: list_sheet_totals(table)}
    sheet, found = load_sheet(table.pk), get_running_totals(evening, [seat.entry_id for seat in table.seats.all()])
    assert found.in_coups
    assert found.totals == {seat.entry_id: list_sheet_totals(table)[seat.position] for seat in sheet.seats}


def test_the_totals_are_the_sheets_after_a_change_of_rules(client_and_evening):
    _client, evening = client_and_evening
    table = get_table(evening)
    before = get_table_totals([table.pk])
    found = preview_rule_change(evening, preset="aux-points", options={})
    asked = {"preset": "aux-points", "options": {}, "seen_digest": found.digest, "key": "rules-00000001"}
    change_rules(evening, **asked, actor="user:1", reason="oui")
    assert get_table_totals([table.pk]) == {table.pk: list_sheet_totals(table)} != before


def test_the_board_the_desk_and_the_standings_draw_the_coups_with_their_figures(client_and_evening):
    client, evening = client_and_evening
    board = Client().get(f"/{evening.code}").content.decode()
    assert board.count("tile-chart") == 1
    assert "coup 2" in board
    assert "maintenant" in board
    standings = Client().get(f"/{evening.code}/standings?all=1")
    assert (standings.context["drawn"].in_coups, standings.context["from_average"]) == (True, False)
    assert len(standings.context["figures"].columns) == 4
    desk = client.get(f"/desk/table/{get_table(evening).pk}")
    assert len(desk.context["charts"]) == 2
    assert desk.context["has_purses"]


def test_the_lines_of_a_game_of_points_are_drawn_from_the_average():
    evening = create_evening(3, preset="aux-points")
    record_events(get_table(evening), build_coup(), build_coup(45, 50, 25))
    page = Client().get(f"/{evening.code}/standings?all=1")
    assert (page.context["drawn"].in_coups, page.context["from_average"]) == (True, True)
    assert page.content.decode().count('class="spark up"') in (1, 2)
    anne = next(iter(page.context["figures"].list_html_rows()))
    assert anne.endswith('<td class="n">18</td><td class="n">23</td></tr>'), "58 − 40, and 45 − 40 more"


def test_the_lines_of_jetons_are_drawn_from_zero(client_and_evening):
    _client, evening = client_and_evening
    page = Client().get(f"/{evening.code}/standings?all=1")
    assert page.context["drawn"]
    assert "moyenne" not in page.content.decode()


def test_rounds_have_no_column_beside_many_figures_that_rank():
    tournament = create_tournament(6, "swiss", rounds=2)
    play_round(tournament), play_round(tournament)

    def has_rounds() -> bool:
        names = Client().get(f"/{tournament.code}/standings").context["table"].columns.names()
        return any(name.startswith("round-") for name in names)

    set_ranking(tournament, RankingOrder(("left", "total")))
    assert has_rounds()
    many = "victory", "buchholz_cut", "buchholz", "sonneborn_berger", "direct"
    set_ranking(tournament, RankingOrder(("left", *many)))
    assert not has_rounds()


def test_a_line_of_a_ranking_draws_no_point_amid_a_level_stretch() -> None:
    (drawn,) = draw_spark_lines({1: [0, 5, 5, 5, 5, 8]}).values()
    points = re.search(r'points="([^"]+)"', drawn)
    assert points
    assert [each.split(",")[0] for each in points[1].split()] == ["5.0", "29.0", "101.0", "125.0"]
