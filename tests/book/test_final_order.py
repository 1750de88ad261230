"""Who is first at the end: whoever won the matches where matches decide, else the first of the standings."""

import pytest

from tests.book.phase_builders import create_tournament, play_round, play_to_the_end
from tournaments.actions.evenings.lifecycle import close_tournament
from tournaments.draws.knockout_places import list_places
from tournaments.models import Prize, Tournament
from tournaments.printing.keepsakes import build_diplomas
from tournaments.reading.final_order import FinalOrder, read_final_order
from tournaments.reading.phases import get_current_phase, read_phase_state
from tournaments.reading.played_evenings import find_played_evenings
from tournaments.reading.prize_awards import award_prizes
from tournaments.reading.season_outcomes import build_outcomes
from tournaments.reading.tallies import get_standings
from tournaments.views.public.podium import build_podium_context

pytestmark = pytest.mark.django_db


def read_order(tournament: Tournament) -> FinalOrder:
    """Return the final order of the standings as they are."""
    return read_final_order(tournament, get_standings(tournament))


def list_bracket_places(tournament: Tournament) -> dict[int, int]:
    """Return the place of each entry by the bracket of the current phase."""
    state = read_phase_state(tournament, get_current_phase(tournament))
    places = list_places(state.compute_brackets()[0])
    return {entry: place for place, sides in places for n in sides for entry in state.phase.sides[n - 1]}


@pytest.mark.parametrize("asked", [{}, {"third": True}, {"losers": True}], ids=["plain", "third place", "losers too"])
def test_a_knockout_ends_in_the_places_of_its_bracket(asked: dict[str, bool]):
    tournament = create_tournament(8, "knockout", **asked)
    play_to_the_end(tournament)
    order = read_order(tournament)
    assert order.by_matches
    assert {row.tally.entry: row.rank for row in order.rows} == list_bracket_places(tournament)
    shared = [row.rank for row in order.rows]
    assert [row.tied for row in order.rows] == [shared.count(rank) > 1 for rank in shared]
    standings = [row.tally.entry for row in get_standings(tournament)]
    assert [row.tally.entry for row in order.rows] != standings, "the standings count every table"


def list_season_ranks(tournament: Tournament) -> dict[int, int]:
    """Return the rank of each entry that a season counts for the tournament: of those who played a coup."""
    entries = {entry.pk: entry.pk for entry in tournament.entries.all()}
    return {
        outcome.player: outcome.rank
        for outcome in build_outcomes(find_played_evenings([tournament])[tournament.pk], entries)
    }


def test_a_season_counts_the_places_of_the_bracket_and_a_pair_fills_two():
    tournament = create_tournament(8, "knockout")
    play_to_the_end(tournament)
    ranks, places = list_season_ranks(tournament), list_bracket_places(tournament)
    assert set(ranks.values()) >= {1, 2}
    assert ranks == {entry: places[entry] for entry in ranks}
    pairs = create_tournament(8, "knockout", pairing="fixed")
    play_to_the_end(pairs)
    ranks, places = list_season_ranks(pairs), list_bracket_places(pairs)
    assert set(ranks.values()) >= {1, 3}
    assert ranks == {entry: 2 * places[entry] - 1 for entry in ranks}


def test_a_knockout_that_is_not_decided_keeps_the_order_of_the_standings():
    tournament = create_tournament(8, "knockout")
    play_round(tournament)
    rows = get_standings(tournament)
    assert read_final_order(tournament, rows) == FinalOrder(rows, by_matches=False)


def test_partners_share_the_place_of_their_pair():
    tournament = create_tournament(8, "knockout", pairing="fixed")
    play_to_the_end(tournament)
    order = read_order(tournament)
    assert [(row.rank, row.tied) for row in order.rows][:4] == [(1, False)] * 2 + [(2, False)] * 2
    assert {row.rank for row in order.rows[4:]} == {3}


def test_who_did_not_reach_the_finals_follows_by_his_place_in_the_group_then_by_the_standings():
    tournament = create_tournament(10, "groups", groups=2, through=1)
    play_to_the_end(tournament)
    order = read_order(tournament)
    assert order.by_matches
    assert [row.rank for row in order.rows[:2]] == [1, 2]
    state = read_phase_state(tournament, get_current_phase(tournament))
    in_group = {
        entry: line.place
        for table in state.compute_group_tables()
        for line in table
        for entry in state.phase.sides[line.player - 1]
    }
    finalists = {row.tally.entry for row in order.rows[:2]}
    by_standings = [row.tally.entry for row in get_standings(tournament) if row.tally.entry not in finalists]
    others = sorted(by_standings, key=in_group.__getitem__)
    assert [row.tally.entry for row in order.rows[2:]] == others != by_standings
    assert order.rows[2].rank == 3


def test_a_round_robin_ends_in_the_order_of_its_matches():
    tournament = create_tournament(5, "all")
    play_round(tournament)
    assert not read_order(tournament).by_matches
    play_to_the_end(tournament)
    order = read_order(tournament)
    state = read_phase_state(tournament, get_current_phase(tournament))
    points = dict.fromkeys(state.phase.all_sides, 0)
    for duel in state.duels:
        for side in duel.pair:
            points[side] += 1 if duel.winner is None else 2 * (duel.winner == side)
    side = {entry: n for n, some in enumerate(state.phase.sides, 1) for entry in some}
    ranked = [points[side[row.tally.entry]] for row in order.rows]
    assert order.by_matches
    assert ranked == sorted(ranked, reverse=True)


def test_podium_diploma_and_prize_go_to_whoever_won_the_final():
    tournament = create_tournament(8, "knockout")
    Prize.objects.create(tournament=tournament, label="Jambon", kind="rank", place=1)
    play_to_the_end(tournament)
    champion = min(list_bracket_places(tournament).items(), key=lambda each: each[1])[0]
    (award,) = award_prizes(tournament)
    assert [row.tally.entry for row in award.winners] == [champion]
    told = build_diplomas(tournament)
    assert told["by_matches"]
    assert told["diplomas"][0].row.tally.entry == champion
    context = build_podium_context(tournament, read_order(tournament))
    first = context["podium"][0]
    assert (first.rank, [row.tally.entry for row in first.rows]) == (1, [champion])
    assert context["main"].figures[champion] == "", "no total stands beside a place that it did not decide"


def test_a_swiss_ends_in_the_order_of_the_standings():
    tournament = create_tournament(6, "swiss", rounds=1)
    play_round(tournament)
    close_tournament(tournament)
    assert not read_order(tournament).by_matches
