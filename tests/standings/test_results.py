"""Results of tables from the database: places from sums, and from `scoring` where sums do not decide them."""

import datetime
import json
from fractions import Fraction
from io import StringIO

import pytest
from django.core.management import call_command

from tests.book.evening_builders import (
    NAMES,
    build_coup,
    correct_event,
    create_club,
    create_evening,
    get_table,
    record_events,
)
from tests.standings.result_builders import get_figures, rank_by, seat_second_round
from tournaments.actions.evenings.lifecycle import close_tournament, create_tournament, open_tournament
from tournaments.actions.evenings.ranking import set_ranking
from tournaments.actions.people.entries import add_entries
from tournaments.actions.rounds.seating import seat_round
from tournaments.actions.tables.closing import substitute_player
from tournaments.actions.tables.unplayed import mark_unplayed
from tournaments.book.loading import load_sheet
from tournaments.models import Rest, Tournament
from tournaments.reading.duels import find_winner
from tournaments.reading.game_figures import sums_to_zero
from tournaments.reading.idle_rounds import list_unplayed_rounds
from tournaments.reading.played_tables import build_played_table
from tournaments.reading.running_totals import RunningTotals
from tournaments.reading.tables import list_sheet_results
from tournaments.reading.taking_part import list_who_took_no_part, place_waiting_last
from tournaments.reading.tallies import get_counted_results, get_results, get_standings
from tournaments.standings.cross_table import build_cross_table
from tournaments.standings.movement import compute_movement
from tournaments.standings.podium import build_podium
from tournaments.standings.ranking import get_name_key
from tournaments.standings.ranking_orders import RankingOrder
from tournaments.standings.tournament_results import Scales
from tournaments.views.public.ranking import read_cross_table

pytestmark = pytest.mark.django_db


def test_places_and_parties_won_follow_from_sums():
    tournament = rank_by(create_evening(3, 3), "parties_won", "place_points")
    record_events(get_table(tournament), build_coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    assert get_figures(tournament, "parties_won") == dict.fromkeys(NAMES[:6], 0.0) | {"Anne": 1.0}
    assert get_figures(tournament, "place_points") == dict.fromkeys(NAMES[:6], 0.0) | {
        "Anne": 5,
        "Basile": 4,
        "Chloé": 3,
    }


def test_who_took_no_part_is_not_ranked_once_the_evening_is_closed():
    tournament = create_evening(3, 3)
    record_events(get_table(tournament), build_coup())
    stored = get_standings(tournament)
    assert [row.rank for row in stored] == [1, 2, 2, 2, 5, 6], "programs and draws keep one order"
    shown = place_waiting_last(tournament, stored)
    assert [(row.rank, row.waiting) for row in shown] == [(n, False) for n in (1, 2, 3)] + [(4, True)] * 3
    assert {row.tally.player for row in shown[:3]} == set(NAMES[:3])
    assert {step.rank: len(step.rows) for step in build_podium(shown)} == {1: 1, 2: 1, 3: 1}
    assert [line.row.shown_rank for line in read_cross_table(tournament, {}).lines] == [1, 2, 3, None, None, None]
    projected = place_waiting_last(tournament, stored, playing={shown[-1].tally.entry})
    assert [row.waiting for row in projected] == [False] * 4 + [True] * 2
    for moved in (compute_movement(stored, shown), compute_movement(shown, stored)):
        assert {row.tally.entry for row in shown if row.waiting} == {e for e, n in moved.items() if n is None}
    second = tournament.rounds.get().tables.get(n=2)
    mark_unplayed(second.pk, "annulled", actor="user:1", reason="personne n’est venu")
    close_tournament(tournament)
    assert {row.tally.player for row in get_standings(tournament)} == set(NAMES[:3])
    absent = sorted(NAMES[3:6], key=get_name_key)
    assert [each.player for each in list_who_took_no_part(tournament)] == absent
    call_command("standings", tournament.pk, format="json", stdout=(told := StringIO()))
    rows = json.loads(told.getvalue())["rows"]
    assert [(row["player"], row["rank"]) for row in rows[3:]] == [(name, 4) for name in absent], "a row a player"


def test_an_evening_closed_before_a_coup_was_played_ranks_everybody():
    tournament = create_evening(3, 3)
    close_tournament(tournament)
    assert len(get_standings(tournament)) == 6


def test_PEN_12_who_left_is_placed_last_at_his_table():
    tournament = rank_by(create_evening(3, tours=2), "place_points")
    record_events(get_table(tournament), build_coup(), build_coup(), {"type": "leave", "player": "1"})
    assert get_figures(tournament, "place_points")["Anne"] == 3
    assert get_standings(tournament)[-1].tally.player == "Anne"


def test_partners_share_their_place():
    tournament = rank_by(create_evening(4, four="sides"), "parties_won", "beaten")
    record_events(get_table(tournament), {"type": "coup", "points": {"1": 90, "3": 30}})
    assert get_figures(tournament, "parties_won") == {"Anne": 1, "Basile": 1, "Chloé": 0, "Denis": 0}


def test_BRC_19_a_target_reached_by_a_mark_wins_with_fewer_points():
    there = {"name": "Soirée", "date": datetime.date(2026, 11, 21), "players": NAMES[:2]}
    tournament = create_tournament(create_club(), game="briscan", preset=None, options={"target": 150}, **there)
    seat_round(tournament, 1, [list(tournament.entries.order_by("pk"))])
    rank_by(open_tournament(tournament), "parties_won", "total")
    marks = [{"player": "2", "kind": "carre", "rank": "A"}, {"player": "1", "kind": "mariage", "suit": "♥"}]
    end = {"tricks_won": {"1": 16, "2": 0}, "card_points": {"1": 120, "2": 0}, "last_trick": "1", "last_five": "1"}
    record_events(
        get_table(tournament),
        {"type": "coup", "retourne": "D♠", "exchange": {"player": "2"}, "announcements": marks, **end},
    )
    assert [(row.tally.player, row.tally.total) for row in get_standings(tournament)] == [
        ("Basile", 150),
        ("Anne", 190),
    ]


def test_a_correction_changes_the_best_coup():
    tournament = rank_by(create_evening(3), "best_coup")
    record_events(get_table(tournament), build_coup(), build_coup())
    assert get_figures(tournament, "best_coup") == {"Anne": 42, "Basile": -15, "Chloé": -27}
    correct_event(get_table(tournament), 1, build_coup(37, 58, 25))
    assert get_figures(tournament, "best_coup") == {"Anne": 42, "Basile": 45, "Chloé": -27}


def test_a_rest_counts_as_the_scale_says_and_earlier_standings_can_be_read():
    tournament = rank_by(create_evening(3, 3), "victory", "total", rest=7, flat=50)
    record_events(get_table(tournament), build_coup())
    second = seat_second_round(tournament, "Anne", "Basile", "Denis")
    record_events(second, build_coup())
    for entry in tournament.entries.filter(shown_name__in=("Chloé", "Édith", "Flore")):
        Rest.objects.create(round=second.round, entry=entry)
    assert get_figures(tournament, "victory") == {
        "Anne": 4,
        "Basile": 0,
        "Chloé": 7,
        "Denis": 0,
        "Édith": 7,
        "Flore": 7,
    }
    assert get_figures(tournament, "total") == {
        "Anne": 84,
        "Basile": -30,
        "Chloé": 23,
        "Denis": -27,
        "Édith": 50,
        "Flore": 50,
    }
    assert get_figures(tournament, "total", through=1) == {
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
    for tournament in (small, large):
        with django_assert_num_queries(4):
            get_standings(tournament)


def test_a_place_that_a_substitute_takes_counts_once_and_for_both_players():
    tournament = rank_by(create_evening(3, tours=2), "victory", "place_points", "beaten", "share")
    table = get_table(tournament)
    denis, edith = add_entries(tournament, ["Denis", "Édith"])[-2:]
    record_events(table, {"type": "void"})
    substitute_player(table.pk, 1, denis, actor="user:1")
    record_events(table, build_coup())
    substitute_player(table.pk, 1, edith, actor="user:1")
    record_events(table, build_coup(), {"type": "leave", "player": "3"})
    assert get_figures(tournament, "victory") == {"Anne": 0, "Basile": 0, "Chloé": 0, "Denis": 2, "Édith": 2}
    assert get_figures(tournament, "place_points") == {"Anne": 0, "Basile": 4, "Chloé": 3, "Denis": 5, "Édith": 5}
    assert get_figures(tournament, "beaten") == {"Anne": 0, "Basile": 0.5, "Chloé": 0, "Denis": 1, "Édith": 1}
    share = get_figures(tournament, "share")
    assert share["Denis"] == share["Édith"] == pytest.approx(1 - share["Basile"] - share["Chloé"])
    seen = get_results(tournament)
    assert not any(seen.list_partners(result) for result in seen.results)


@pytest.mark.parametrize("game", ["briscan", "brusquembille"])
def test_GEN_01_who_stays_has_won_even_if_no_coup_was_played(game: str):
    tournament = rank_by(create_evening(2, game=game), "victory", "total")
    record_events(get_table(tournament), {"type": "leave", "player": "1"})
    assert get_figures(tournament, "victory") == {"Anne": 0, "Basile": 2}
    assert [row.tally.tables for row in get_standings(tournament)] == [0, 0]


PURSES = (0, 3, 2, 2)
"""Penalties that each place pays. A penalty costs 6 jetons and gives 2 to each other player: in all 14 −10 −2 −2."""


def create_table_of_two_sides() -> Tournament:
    """Create a table where places 1 and 2 have won more as a side, though places 3 and 4 are both ahead of place 2."""
    tournament = rank_by(create_evening(4, four="sides", coups=1), "victory", "total")
    faults = [str(place) for place, count in enumerate(PURSES, 1) for _ in range(count)]
    record_events(get_table(tournament), *({"type": "penalty", "rule": "PEN-08", "player": place} for place in faults))
    record_events(get_table(tournament), {"type": "coup", "points": {"1": 60, "3": 60}})
    return tournament


def test_a_side_is_ranked_by_the_sum_of_its_players():
    tournament = create_table_of_two_sides()
    assert get_figures(tournament, "total") == {"Anne": 14, "Basile": -10, "Chloé": -2, "Denis": -2}
    assert get_figures(tournament, "victory") == {"Anne": 2, "Basile": 2, "Chloé": 0, "Denis": 0}
    sheet = load_sheet(get_table(tournament).pk)
    assert list_sheet_results(sheet) == get_results(tournament).results
    assert find_winner(build_played_table(sheet), {1: 1, 2: 1, 3: 2, 4: 2}, (1, 2)) == 1
    assert find_winner(build_played_table(sheet), {1: 2, 2: 2, 3: 1, 4: 1}, (2, 1)) == 2


def test_a_resting_player_who_becomes_a_substitute_has_not_rested():
    tournament = rank_by(create_evening(3, tours=2), "victory", "total", rest=7, flat=50)
    table = get_table(tournament)
    (denis,) = add_entries(tournament, ["Denis"])[-1:]
    Rest.objects.create(round=table.round, entry=denis)
    assert get_figures(tournament, "victory")["Denis"] == 7
    record_events(table, build_coup())
    substitute_player(table.pk, 1, denis, actor="user:1")
    record_events(table, build_coup())
    assert get_figures(tournament, "victory") == {"Anne": 2, "Basile": 0, "Chloé": 0, "Denis": 2}
    assert get_figures(tournament, "total") == {"Anne": 42, "Basile": -30, "Chloé": -54, "Denis": 42}


def test_an_adjourned_table_counts_as_it_stands_and_gets_no_further_points():
    tournament = create_evening(3, 3)
    set_ranking(tournament, RankingOrder(("left", "victory"), Scales(adjourned="average")))
    record_events(get_table(tournament), build_coup())
    for n in (1, 2):
        mark_unplayed(get_table(tournament, n).pk, "adjourned", actor="user:1", reason="minuit")
    there = {"Anne": 2, "Basile": 0, "Chloé": 0, "Denis": 2, "Édith": 2, "Flore": 2}
    assert get_figures(tournament, "victory") == there


def test_buchholz_uses_the_opponents_totals_of_the_standings():
    tournament = rank_by(create_evening(3), "total", "buchholz")
    record_events(get_table(tournament), build_coup())
    record_events(
        seat_second_round(tournament, "Anne", "Basile", "Chloé"), {"type": "penalty", "rule": "PEN-08", "player": "3"}
    )
    assert get_figures(tournament, "total") == {"Anne": 44, "Basile": -13, "Chloé": -31}
    assert get_figures(tournament, "buchholz") == {"Anne": -44, "Basile": 13, "Chloé": 31}


def test_two_players_who_shared_a_place_are_one_side_not_opponents():
    """Also where the places come from `scoring`, because somebody has left the table."""
    tournament = rank_by(create_evening(4, tours=2), "parties_won", "place_points")
    table = get_table(tournament)
    late = add_entries(tournament, ["Zoé"])[-1]
    won = {
        "type": "coup",
        "points": {"1": 120, "2": 0, "3": 0, "4": 0},
        "brusquembilles": {"1": {"aces_won": 4, "tens_won": 4}},
    }
    record_events(table, won)
    substitute_player(table.pk, 1, late, actor="user:1")
    record_events(table, won, {"type": "leave", "player": "4"})
    assert get_figures(tournament, "parties_won") == {"Anne": 1, "Basile": 0, "Chloé": 0, "Denis": 0, "Zoé": 1}
    cell = (
        build_cross_table(get_standings(tournament), get_counted_results(tournament), list_unplayed_rounds(tournament))
        .lines[0]
        .cells[0]
    )
    assert cell.meetings[0].partners == ()
    assert len(cell.meetings[0].relays) == 1


def test_the_cross_table_counts_a_penalty_before_the_first_coup():
    tournament = create_evening(3, 3)
    record_events(get_table(tournament, 2), {"type": "penalty", "rule": "PEN-08", "player": "1"})
    record_events(get_table(tournament), build_coup())
    lines = build_cross_table(
        get_standings(tournament), get_counted_results(tournament), list_unplayed_rounds(tournament)
    ).lines
    found = {line.row.tally.player: [cell.total for cell in line.cells] for line in lines}
    assert found == {"Anne": [42], "Basile": [-15], "Chloé": [-27], "Denis": [-4], "Édith": [2], "Flore": [2]}


def test_a_round_that_somebody_did_not_play_brought_him_nothing_to_show():
    found = RunningTotals({1: [0, 5, 5], 2: [0, -5, 1]}, (1, 2), played=frozenset({(1, 1), (2, 1), (2, 2)}))
    assert found.list_gains() == {1: {1: 5, 2: -5}, 2: {2: 6}}


def test_a_line_follows_how_far_somebody_is_from_the_average_of_those_who_played():
    found = RunningTotals(
        {1: [0, 5, 5], 2: [0, 4, 8], 3: [0, 0, 1]}, (1, 2), played=frozenset({(1, 1), (2, 1), (3, 1), (2, 2), (3, 2)})
    )
    assert found.measure_from_average() == {1: [0, 2, 2], 2: [0, 1, Fraction(5, 2)], 3: [0, -3, Fraction(-9, 2)]}
    in_coups = RunningTotals({1: [0, 5, 5], 2: [0, 1]}, (1,), in_coups=True)
    assert in_coups.measure_from_average() == {1: [0, 2, 2], 2: [0, -2]}


@pytest.mark.parametrize(
    ("sizes", "asked", "zero"),
    [
        ((3,), {}, True),
        ((3,), {"preset": "aux-points"}, False),
        ((5,), {"game": "chiamata"}, True),
        ((4,), {"game": "briscola"}, False),
    ],
)
def test_jetons_and_the_points_of_chiamata_are_won_from_each_other(sizes, asked, zero):
    assert sums_to_zero(create_evening(*sizes, **asked)) is zero


def test_who_waits_for_a_table_that_was_put_off_is_not_ranked_yet_unless_it_counts():
    tournament = create_evening(3, 3)
    Tournament.objects.update(format=Tournament.Format.RANDOM)
    tournament.refresh_from_db()
    record_events(get_table(tournament), build_coup())
    mark_unplayed(get_table(tournament, 2).pk, "adjourned", actor="user:1", reason="minuit")
    for adjourned, waiting in (("nothing", 3), ("average", 0)):
        set_ranking(tournament, RankingOrder(("left", "total"), Scales(adjourned=adjourned)))
        tournament.refresh_from_db()
        shown = place_waiting_last(tournament, get_standings(tournament))
        assert sum(row.waiting for row in shown) == waiting
