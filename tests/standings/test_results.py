"""Results of tables from the database: places from sums, and from `scoring` where sums do not decide them."""

import datetime

import pytest

from tests.book.evening_builders import NAMES, club, correct, coup, evening, table_of, write
from tournaments import actions
from tournaments.models import Event, Rest, Table
from tournaments.results.idle_rounds import not_played
from tournaments.results.tables import of_sheet
from tournaments.results.tallies import counted, played, standing, tallies
from tournaments.rounds.phases import best_of
from tournaments.standings.cross_table import crossing
from tournaments.standings.ranking_orders import Order
from tournaments.standings.tournament_results import Scales

pytestmark = pytest.mark.django_db


def by(event: Event, *precedence: str, **scales: int) -> Event:
    """Rank the tournament by who left, then by these metrics. Return it."""
    return actions.set_ranking(event, Order(("left", *precedence), Scales(**scales)))


def figures(event: Event, key: str, through: int | None = None) -> dict[str, float]:
    """Return the players' figures of one metric by name, after round `through` (None: all rounds)."""
    return {row.tally.player: float(row.figures[key]) for row in standing(event, through=through)}


def second_round(event: Event, *names: str) -> Table:
    """Seat these players at the only table of round 2. Return it."""
    entries = {entry.shown_name: entry for entry in event.entries.all()}
    actions.seat_round(event, 2, [[entries[name] for name in names]])
    return Table.objects.get(round__event=event, round__n=2)


def test_places_and_parties_won_follow_from_sums():
    event = by(evening(3, 3), "parties_won", "place_points")
    write(table_of(event), coup(), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    assert figures(event, "parties_won") == dict.fromkeys(NAMES[:6], 0.0) | {"Anne": 1.0}
    assert figures(event, "place_points") == dict.fromkeys(NAMES[:6], 0.0) | {"Anne": 5, "Basile": 4, "Chloé": 3}


def test_PEN_12_who_left_is_placed_last_at_his_table():
    event = by(evening(3, tours=2), "place_points")
    write(table_of(event), coup(), coup(), {"type": "leave", "player": "1"})
    assert figures(event, "place_points")["Anne"] == 3
    assert standing(event)[-1].tally.player == "Anne"


def test_partners_share_their_place():
    event = by(evening(4, four="sides"), "parties_won", "beaten")
    write(table_of(event), {"type": "coup", "points": {"1": 90, "3": 30}})
    assert figures(event, "parties_won") == {"Anne": 1, "Basile": 1, "Chloé": 0, "Denis": 0}


def test_BRC_19_a_target_reached_by_a_mark_wins_with_fewer_points():
    there = {"name": "Soirée", "date": datetime.date(2026, 11, 21), "players": NAMES[:2]}
    event = actions.create_event(club(), game="briscan", preset=None, options={"target": 150}, **there)
    actions.seat_round(event, 1, [list(event.entries.order_by("pk"))])
    by(actions.open_event(event), "parties_won", "total")
    marks = [{"player": "2", "kind": "carre", "rank": "A"}, {"player": "1", "kind": "mariage", "suit": "♥"}]
    end = {"tricks_won": {"1": 16, "2": 0}, "card_points": {"1": 120, "2": 0}, "last_trick": "1", "last_five": "1"}
    write(
        table_of(event), {"type": "coup", "retourne": "D♠", "exchange": {"player": "2"}, "announcements": marks, **end}
    )
    assert [(row.tally.player, row.tally.total) for row in standing(event)] == [("Basile", 150), ("Anne", 190)]


def test_a_correction_changes_the_best_coup():
    event = by(evening(3), "best_coup")
    write(table_of(event), coup(), coup())
    assert figures(event, "best_coup") == {"Anne": 42, "Basile": -15, "Chloé": -27}
    correct(table_of(event), 1, coup(37, 58, 25))
    assert figures(event, "best_coup") == {"Anne": 42, "Basile": 45, "Chloé": -27}


def test_a_rest_counts_as_the_scale_says_and_earlier_standings_can_be_read():
    event = by(evening(3, 3), "victory", "total", rest=7, flat=50)
    write(table_of(event), coup())
    second = second_round(event, "Anne", "Basile", "Denis")
    write(second, coup())
    for entry in event.entries.filter(shown_name__in=("Chloé", "Édith", "Flore")):
        Rest.objects.create(round=second.round, entry=entry)
    assert figures(event, "victory") == {"Anne": 4, "Basile": 0, "Chloé": 7, "Denis": 0, "Édith": 7, "Flore": 7}
    assert figures(event, "total") == {"Anne": 84, "Basile": -30, "Chloé": 23, "Denis": -27, "Édith": 50, "Flore": 50}
    assert figures(event, "total", through=1) == {
        "Anne": 42,
        "Basile": -15,
        "Chloé": -27,
        "Denis": 0,
        "Édith": 0,
        "Flore": 0,
    }


def test_the_query_count_does_not_depend_on_the_number_of_tables(django_assert_num_queries):
    small, large = by(evening(3), "victory", "buchholz"), by(evening(4, 4), "victory", "buchholz")
    for event in (small, large):
        with django_assert_num_queries(5):
            standing(event)


def test_a_place_that_a_substitute_takes_counts_once_and_for_both_players():
    event = by(evening(3, tours=2), "victory", "place_points", "beaten", "share")
    table = table_of(event)
    denis, edith = actions.add_entries(event, ["Denis", "Édith"])[-2:]
    write(table, {"type": "void"})
    actions.substitute(table.pk, 1, denis, by="user:1")
    write(table, coup())
    actions.substitute(table.pk, 1, edith, by="user:1")
    write(table, coup(), {"type": "leave", "player": "3"})
    assert figures(event, "victory") == {"Anne": 0, "Basile": 0, "Chloé": 0, "Denis": 2, "Édith": 2}
    assert figures(event, "place_points") == {"Anne": 0, "Basile": 4, "Chloé": 3, "Denis": 5, "Édith": 5}
    assert figures(event, "beaten") == {"Anne": 0, "Basile": 0.5, "Chloé": 0, "Denis": 1, "Édith": 1}
    share = figures(event, "share")
    assert share["Denis"] == share["Édith"] == pytest.approx(1 - share["Basile"] - share["Chloé"])
    seen = played(event)
    assert not any(seen.partners(result) for result in seen.results)


@pytest.mark.parametrize("game", ["briscan", "brusquembille"])
def test_GEN_01_who_stays_has_won_even_if_no_coup_was_played(game: str):
    event = by(evening(2, game=game), "victory", "total")
    write(table_of(event), {"type": "leave", "player": "1"})
    assert figures(event, "victory") == {"Anne": 0, "Basile": 2}
    assert tallies(event)[0].tables == 0


PURSES = (0, 3, 2, 2)
"""Penalties that each place pays. A penalty costs 6 jetons and gives 2 to each other player: in all 14 −10 −2 −2."""


def two_against_two() -> Event:
    """Create a table where places 1 and 2 have won more as a side, though places 3 and 4 are both ahead of place 2."""
    event = by(evening(4, four="sides", coups=1), "victory", "total")
    faults = [str(place) for place, count in enumerate(PURSES, 1) for _ in range(count)]
    write(table_of(event), *({"type": "penalty", "rule": "PEN-08", "player": place} for place in faults))
    write(table_of(event), {"type": "coup", "points": {"1": 60, "3": 60}})
    return event


def test_a_side_is_ranked_by_the_sum_of_its_players():
    event = two_against_two()
    assert figures(event, "total") == {"Anne": 14, "Basile": -10, "Chloé": -2, "Denis": -2}
    assert figures(event, "victory") == {"Anne": 2, "Basile": 2, "Chloé": 0, "Denis": 0}
    sheet = Table.objects.for_sheet(table_of(event).pk)
    assert of_sheet(sheet) == played(event).results
    assert best_of(sheet, {1: 1, 2: 1, 3: 2, 4: 2}, (1, 2)) == 1
    assert best_of(sheet, {1: 2, 2: 2, 3: 1, 4: 1}, (2, 1)) == 2


def test_a_resting_player_who_becomes_a_substitute_has_not_rested():
    event = by(evening(3, tours=2), "victory", "total", rest=7, flat=50)
    table = table_of(event)
    (denis,) = actions.add_entries(event, ["Denis"])[-1:]
    Rest.objects.create(round=table.round, entry=denis)
    assert figures(event, "victory")["Denis"] == 7
    write(table, coup())
    actions.substitute(table.pk, 1, denis, by="user:1")
    write(table, coup())
    assert figures(event, "victory") == {"Anne": 2, "Basile": 0, "Chloé": 0, "Denis": 2}
    assert figures(event, "total") == {"Anne": 42, "Basile": -30, "Chloé": -54, "Denis": 42}


def test_an_adjourned_table_counts_as_it_stands_and_gets_no_further_points():
    event = evening(3, 3)
    actions.set_ranking(event, Order(("left", "victory"), Scales(adjourned="average")))
    write(table_of(event), coup())
    for n in (1, 2):
        actions.say_unplayed(table_of(event, n).pk, "adjourned", by="user:1", reason="minuit")
    there = {"Anne": 2, "Basile": 0, "Chloé": 0, "Denis": 2, "Édith": 2, "Flore": 2}
    assert figures(event, "victory") == there


def test_buchholz_uses_the_opponents_totals_of_the_standings():
    event = by(evening(3), "total", "buchholz")
    write(table_of(event), coup())
    write(second_round(event, "Anne", "Basile", "Chloé"), {"type": "penalty", "rule": "PEN-08", "player": "3"})
    assert figures(event, "total") == {"Anne": 44, "Basile": -13, "Chloé": -31}
    assert figures(event, "buchholz") == {"Anne": -44, "Basile": 13, "Chloé": 31}


def test_two_players_who_shared_a_place_are_one_side_not_opponents():
    """Also where the places come from `scoring`, because somebody has left the table."""
    event = by(evening(4, tours=2), "parties_won", "place_points")
    table = table_of(event)
    late = actions.add_entries(event, ["Zoé"])[-1]
    won = {
        "type": "coup",
        "points": {"1": 120, "2": 0, "3": 0, "4": 0},
        "brusquembilles": {"1": {"aces_won": 4, "tens_won": 4}},
    }
    write(table, won)
    actions.substitute(table.pk, 1, late, by="user:1")
    write(table, won, {"type": "leave", "player": "4"})
    assert figures(event, "parties_won") == {"Anne": 1, "Basile": 0, "Chloé": 0, "Denis": 0, "Zoé": 1}
    cell = crossing(standing(event), counted(event), not_played(event)).lines[0].cells[0]
    assert cell.meetings[0].partners == () and len(cell.meetings[0].relays) == 1


def test_the_cross_table_counts_a_penalty_before_the_first_coup():
    event = evening(3, 3)
    write(table_of(event, 2), {"type": "penalty", "rule": "PEN-08", "player": "1"})
    write(table_of(event), coup())
    lines = crossing(standing(event), counted(event), not_played(event)).lines
    found = {line.row.tally.player: [cell.total for cell in line.cells] for line in lines}
    assert found == {"Anne": [42], "Basile": [-15], "Chloé": [-27], "Denis": [-4], "Édith": [2], "Flore": [2]}
