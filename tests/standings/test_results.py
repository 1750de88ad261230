"""Results of tables from the database: places from sums, and from `scoring` where sums do not decide them."""

import datetime

import pytest

from tests.book.evening_builders import (
    NAMES,
    build_coup,
    correct_event,
    create_club,
    create_evening,
    get_table,
    record_events,
)
from tournaments import actions
from tournaments.models import Rest, Table, Tournament
from tournaments.results.idle_rounds import list_unplayed_rounds
from tournaments.results.tables import list_sheet_results
from tournaments.results.tallies import get_counted_results, get_results, get_standings, get_tallies
from tournaments.rounds.phases import find_winner
from tournaments.standings.cross_table import build_cross_table
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import Scales

pytestmark = pytest.mark.django_db


def rank_by(event: Tournament, *precedence: str, **scales: int) -> Tournament:
    """Rank the tournament by who left, then by these metrics. Return it."""
    return actions.set_ranking(event, RankingOrder(("left", *precedence), Scales(**scales)))


def get_figures(event: Tournament, key: str, through: int | None = None) -> dict[str, float]:
    """Return the players' figures of one metric by name, after round `through` (None: all rounds)."""
    return {row.tally.player: float(row.figures[key]) for row in get_standings(event, through=through)}


def seat_second_round(event: Tournament, *names: str) -> Table:
    """Seat these players at the only table of round 2. Return it."""
    entries = {entry.shown_name: entry for entry in event.entries.all()}
    actions.seat_round(event, 2, [[entries[name] for name in names]])
    return Table.objects.get(round__event=event, round__n=2)


def test_places_and_parties_won_follow_from_sums():
    event = rank_by(create_evening(3, 3), "parties_won", "place_points")
    record_events(get_table(event), build_coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    assert get_figures(event, "parties_won") == dict.fromkeys(NAMES[:6], 0.0) | {"Anne": 1.0}
    assert get_figures(event, "place_points") == dict.fromkeys(NAMES[:6], 0.0) | {"Anne": 5, "Basile": 4, "Chloé": 3}


def test_PEN_12_who_left_is_placed_last_at_his_table():
    event = rank_by(create_evening(3, tours=2), "place_points")
    record_events(get_table(event), build_coup(), build_coup(), {"type": "leave", "player": "1"})
    assert get_figures(event, "place_points")["Anne"] == 3
    assert get_standings(event)[-1].tally.player == "Anne"


def test_partners_share_their_place():
    event = rank_by(create_evening(4, four="sides"), "parties_won", "beaten")
    record_events(get_table(event), {"type": "coup", "points": {"1": 90, "3": 30}})
    assert get_figures(event, "parties_won") == {"Anne": 1, "Basile": 1, "Chloé": 0, "Denis": 0}


def test_BRC_19_a_target_reached_by_a_mark_wins_with_fewer_points():
    there = {"name": "Soirée", "date": datetime.date(2026, 11, 21), "players": NAMES[:2]}
    event = actions.create_tournament(create_club(), game="briscan", preset=None, options={"target": 150}, **there)
    actions.seat_round(event, 1, [list(event.entries.order_by("pk"))])
    rank_by(actions.open_tournament(event), "parties_won", "total")
    marks = [{"player": "2", "kind": "carre", "rank": "A"}, {"player": "1", "kind": "mariage", "suit": "♥"}]
    end = {"tricks_won": {"1": 16, "2": 0}, "card_points": {"1": 120, "2": 0}, "last_trick": "1", "last_five": "1"}
    record_events(
        get_table(event), {"type": "coup", "retourne": "D♠", "exchange": {"player": "2"}, "announcements": marks, **end}
    )
    assert [(row.tally.player, row.tally.total) for row in get_standings(event)] == [("Basile", 150), ("Anne", 190)]


def test_a_correction_changes_the_best_coup():
    event = rank_by(create_evening(3), "best_coup")
    record_events(get_table(event), build_coup(), build_coup())
    assert get_figures(event, "best_coup") == {"Anne": 42, "Basile": -15, "Chloé": -27}
    correct_event(get_table(event), 1, build_coup(37, 58, 25))
    assert get_figures(event, "best_coup") == {"Anne": 42, "Basile": 45, "Chloé": -27}


def test_a_rest_counts_as_the_scale_says_and_earlier_standings_can_be_read():
    event = rank_by(create_evening(3, 3), "victory", "total", rest=7, flat=50)
    record_events(get_table(event), build_coup())
    second = seat_second_round(event, "Anne", "Basile", "Denis")
    record_events(second, build_coup())
    for entry in event.entries.filter(shown_name__in=("Chloé", "Édith", "Flore")):
        Rest.objects.create(round=second.round, entry=entry)
    assert get_figures(event, "victory") == {"Anne": 4, "Basile": 0, "Chloé": 7, "Denis": 0, "Édith": 7, "Flore": 7}
    assert get_figures(event, "total") == {
        "Anne": 84,
        "Basile": -30,
        "Chloé": 23,
        "Denis": -27,
        "Édith": 50,
        "Flore": 50,
    }
    assert get_figures(event, "total", through=1) == {
        "Anne": 42,
        "Basile": -15,
        "Chloé": -27,
        "Denis": 0,
        "Édith": 0,
        "Flore": 0,
    }


def test_the_query_count_does_not_depend_on_the_number_of_tables(django_assert_num_queries):
    small, large = (
        rank_by(create_evening(3), "victory", "buchholz"),
        rank_by(create_evening(4, 4), "victory", "buchholz"),
    )
    for event in (small, large):
        with django_assert_num_queries(5):
            get_standings(event)


def test_a_place_that_a_substitute_takes_counts_once_and_for_both_players():
    event = rank_by(create_evening(3, tours=2), "victory", "place_points", "beaten", "share")
    table = get_table(event)
    denis, edith = actions.add_entries(event, ["Denis", "Édith"])[-2:]
    record_events(table, {"type": "void"})
    actions.substitute_player(table.pk, 1, denis, by="user:1")
    record_events(table, build_coup())
    actions.substitute_player(table.pk, 1, edith, by="user:1")
    record_events(table, build_coup(), {"type": "leave", "player": "3"})
    assert get_figures(event, "victory") == {"Anne": 0, "Basile": 0, "Chloé": 0, "Denis": 2, "Édith": 2}
    assert get_figures(event, "place_points") == {"Anne": 0, "Basile": 4, "Chloé": 3, "Denis": 5, "Édith": 5}
    assert get_figures(event, "beaten") == {"Anne": 0, "Basile": 0.5, "Chloé": 0, "Denis": 1, "Édith": 1}
    share = get_figures(event, "share")
    assert share["Denis"] == share["Édith"] == pytest.approx(1 - share["Basile"] - share["Chloé"])
    seen = get_results(event)
    assert not any(seen.partners(result) for result in seen.results)


@pytest.mark.parametrize("game", ["briscan", "brusquembille"])
def test_GEN_01_who_stays_has_won_even_if_no_coup_was_played(game: str):
    event = rank_by(create_evening(2, game=game), "victory", "total")
    record_events(get_table(event), {"type": "leave", "player": "1"})
    assert get_figures(event, "victory") == {"Anne": 0, "Basile": 2}
    assert get_tallies(event)[0].tables == 0


PURSES = (0, 3, 2, 2)
"""Penalties that each place pays. A penalty costs 6 jetons and gives 2 to each other player: in all 14 −10 −2 −2."""


def create_table_of_two_sides() -> Tournament:
    """Create a table where places 1 and 2 have won more as a side, though places 3 and 4 are both ahead of place 2."""
    event = rank_by(create_evening(4, four="sides", coups=1), "victory", "total")
    faults = [str(place) for place, count in enumerate(PURSES, 1) for _ in range(count)]
    record_events(get_table(event), *({"type": "penalty", "rule": "PEN-08", "player": place} for place in faults))
    record_events(get_table(event), {"type": "coup", "points": {"1": 60, "3": 60}})
    return event


def test_a_side_is_ranked_by_the_sum_of_its_players():
    event = create_table_of_two_sides()
    assert get_figures(event, "total") == {"Anne": 14, "Basile": -10, "Chloé": -2, "Denis": -2}
    assert get_figures(event, "victory") == {"Anne": 2, "Basile": 2, "Chloé": 0, "Denis": 0}
    sheet = Table.objects.for_sheet(get_table(event).pk)
    assert list_sheet_results(sheet) == get_results(event).results
    assert find_winner(sheet, {1: 1, 2: 1, 3: 2, 4: 2}, (1, 2)) == 1
    assert find_winner(sheet, {1: 2, 2: 2, 3: 1, 4: 1}, (2, 1)) == 2


def test_a_resting_player_who_becomes_a_substitute_has_not_rested():
    event = rank_by(create_evening(3, tours=2), "victory", "total", rest=7, flat=50)
    table = get_table(event)
    (denis,) = actions.add_entries(event, ["Denis"])[-1:]
    Rest.objects.create(round=table.round, entry=denis)
    assert get_figures(event, "victory")["Denis"] == 7
    record_events(table, build_coup())
    actions.substitute_player(table.pk, 1, denis, by="user:1")
    record_events(table, build_coup())
    assert get_figures(event, "victory") == {"Anne": 2, "Basile": 0, "Chloé": 0, "Denis": 2}
    assert get_figures(event, "total") == {"Anne": 42, "Basile": -30, "Chloé": -54, "Denis": 42}


def test_an_adjourned_table_counts_as_it_stands_and_gets_no_further_points():
    event = create_evening(3, 3)
    actions.set_ranking(event, RankingOrder(("left", "victory"), Scales(adjourned="average")))
    record_events(get_table(event), build_coup())
    for n in (1, 2):
        actions.mark_unplayed(get_table(event, n).pk, "adjourned", by="user:1", reason="minuit")
    there = {"Anne": 2, "Basile": 0, "Chloé": 0, "Denis": 2, "Édith": 2, "Flore": 2}
    assert get_figures(event, "victory") == there


def test_buchholz_uses_the_opponents_totals_of_the_standings():
    event = rank_by(create_evening(3), "total", "buchholz")
    record_events(get_table(event), build_coup())
    record_events(
        seat_second_round(event, "Anne", "Basile", "Chloé"), {"type": "penalty", "rule": "PEN-08", "player": "3"}
    )
    assert get_figures(event, "total") == {"Anne": 44, "Basile": -13, "Chloé": -31}
    assert get_figures(event, "buchholz") == {"Anne": -44, "Basile": 13, "Chloé": 31}


def test_two_players_who_shared_a_place_are_one_side_not_opponents():
    """Also where the places come from `scoring`, because somebody has left the table."""
    event = rank_by(create_evening(4, tours=2), "parties_won", "place_points")
    table = get_table(event)
    late = actions.add_entries(event, ["Zoé"])[-1]
    won = {
        "type": "coup",
        "points": {"1": 120, "2": 0, "3": 0, "4": 0},
        "brusquembilles": {"1": {"aces_won": 4, "tens_won": 4}},
    }
    record_events(table, won)
    actions.substitute_player(table.pk, 1, late, by="user:1")
    record_events(table, won, {"type": "leave", "player": "4"})
    assert get_figures(event, "parties_won") == {"Anne": 1, "Basile": 0, "Chloé": 0, "Denis": 0, "Zoé": 1}
    cell = (
        build_cross_table(get_standings(event), get_counted_results(event), list_unplayed_rounds(event))
        .lines[0]
        .cells[0]
    )
    assert cell.meetings[0].partners == () and len(cell.meetings[0].relays) == 1


def test_the_cross_table_counts_a_penalty_before_the_first_coup():
    event = create_evening(3, 3)
    record_events(get_table(event, 2), {"type": "penalty", "rule": "PEN-08", "player": "1"})
    record_events(get_table(event), build_coup())
    lines = build_cross_table(get_standings(event), get_counted_results(event), list_unplayed_rounds(event)).lines
    found = {line.row.tally.player: [cell.total for cell in line.cells] for line in lines}
    assert found == {"Anne": [42], "Basile": [-15], "Chloé": [-27], "Denis": [-4], "Édith": [2], "Flore": [2]}
